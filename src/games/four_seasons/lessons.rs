//! Pages of the rules, with diagrams made from positions.

use super::{position, scene};
use crate::rules::{Lesson, Options};
use crate::scene::Scene;

/// Returns every page, the overview first.
pub fn lessons() -> Vec<Lesson> {
    let start = position::start(&Options::new())
        .ok()
        .map(|position| scene::lesson(&position, None));
    let page = |key: &'static str, title: &str, text: &str, diagram: Option<Scene>| Lesson {
        key,
        title: title.to_owned(),
        text: text.to_owned(),
        caption: String::new(),
        diagram,
    };
    vec![
        page(
            "overview",
            "Four Seasons Chess",
            "Four players, each a season of the year: **Green** (Spring), **Red** (Summer), **Black** (Autumn), **White** (Winter), moving in that \
order, anticlockwise round the board. Green begins; who sits where is drawn.\n\n\
Everyone has a king, a rook, a knight, a bishop and four pawns in a corner. Checkmate a player and their pieces are yours; the last king \
on the board wins. Everybody plays for themselves.\n\n\
Pages: `king`, `rook`, `knight`, `bishop`, `queen`, `pawn`, `check`, `conquest`, `passing`, `leaving`, `people`, `bare`, `diagonals`, `dice`, `stakes`, `ending`, `notation`.",
            start,
        ),
        page(
            "king",
            "The king",
            "One square in any direction, never to a square where any opponent's piece could capture him. There is no castling. A king is never \
captured: he is mated, and then leaves the board.",
            diagram("8/8/8/3,rK,4/8/8/8/gK,7 r gr - 0", "d5"),
        ),
        page(
            "rook",
            "The rook",
            "Any number of squares straight along a file or rank, as far as the way is free. It is the strongest piece on the board.",
            diagram("8/8/8/3,rR,2,gN,1/8/8/3,rB,4/gK,6,rK r gr - 0", "d5"),
        ),
        page(
            "knight",
            "The knight",
            "Two squares one way and one to the side, over anything between, as in chess.",
            diagram("8/8/8/3,rN,4/8/2,gB,5/8/gK,6,rK r gr - 0", "d5"),
        ),
        page(
            "bishop",
            "The bishop",
            "**Exactly two squares diagonally**, jumping over whatever is between. So each bishop has eight squares at the most in its whole life, \
and the four bishops never meet.",
            diagram("8/8/2,rP^,1,gP>,3/3,rB,4/8/5,gN,2/8/gK,6,rK r gr - 0", "d5"),
        ),
        page(
            "queen",
            "The queen",
            "**One square diagonally**, no more: the queen of the Middle Ages. Nobody starts with one. A pawn that reaches the far edge becomes one.",
            diagram("8/8/8/3,rQ,4/4,gN,3/8/8/gK,6,rK r gr - 0", "d5"),
        ),
        page(
            "pawn",
            "The pawn",
            "One square straight ahead, to an empty square. It captures one square diagonally ahead. *Ahead* is the way \
it has faced since the start, shown by its arrow, for good - also after it has captured, and after it has changed \
hands. No double step, no en passant.\n\n\
On the far edge in its direction it becomes a queen at once. The diagonals on the board show at a glance which way a \
pawn in its own quarter faces.",
            diagram("8/8/8/2,gN,gP>,4/3,rP^,4/8/8/gK,6,rK r gr - 0", "d4"),
        ),
        page(
            "check",
            "Check and mate",
            "Your king is attacked when any opponent's piece could capture on his square. You may not end your turn so. \
If you are attacked when your turn comes, you must move the king, capture the piece that attacks, or put something \
between.\n\n\
If nothing helps you are **checkmated** - judged at your own turn, not before. Players who move before you may help \
you, or join in.",
            diagram("7,gK/8/8/8/4,gR,3/8/8/4,rK,3 r gr - 0", "e1"),
        ),
        page(
            "conquest",
            "Conquest",
            "A mated player's king leaves the board, and the conqueror takes over all the other pieces: from now on \
they are moved at the conqueror's turn. Pawns keep the way they face. A mark on each shows whose it was.\n\n\
If pieces of several players attack the mated king, the conqueror is the one of them whose turn comes last before the \
victim's.\n\n\
With `mated=removed`, as in the manuscript, the pieces leave the board instead. With `conqueror=last` \
the conqueror is the player whose move completed the mate, also if another player's piece gives the check.",
            None,
        ),
        page(
            "passing",
            "No move, no check",
            "A player who has no legal move and is not in check passes and stays in the game. If nobody left can move, the game is a draw.",
            None,
        ),
        page(
            "leaving",
            "When somebody leaves",
            "A player who resigns or runs out of time drops out: the king goes and the pieces stay where they are, \
**frozen** and grey. They belong to nobody, never move and attack nothing; they block the way, and anybody may capture \
them. The others go on.",
            diagram("8/8/2,xN,5/3,xP^,4/8/3,rR,4/8/gK,6,rK r gr - 0", "d3"),
        ),
        page(
            "people",
            "For two or three people",
            "Two people lead two sides each, those that face each other: Green and Black against Red and White. Of three, the player who opens \
the table leads two. The rules stay the same: each side moves in its turn, one of your sides can capture and mate the other, and you win \
as soon as every side left is yours. Such a game changes no rating. `/new` has the option `people`.",
            None,
        ),
        page(
            "bare",
            "A lone king is out",
            "With `bare=out` a player whose king has no other piece left is out as soon as the turn in which the last one was taken \
ends. Conquered pieces count as that player's, frozen ones don't. Until then the lone king still guards the squares around him: the last piece is safe \
next to him from a king. The place is that of a mated player, and the player who took the last piece has beaten him. The last one in wins. Games end much \
sooner this way, which suits those played over days.\n\n\
Otherwise (`bare=plays`) a lone king plays on until he is mated.",
            None,
        ),
        page(
            "diagonals",
            "The drawn diagonals",
            "As a rule they only show which way pawns go. With `diagonals=walls` they stop every piece: it can go onto a diagonal and along it, and \
from there to either side, but no step and no jump crosses one. What counts is the straight line from square to square.",
            diagram_with(
                &[("diagonals", "walls")].into_iter().collect(),
                "8/8/8/8/8/8/4,rR,3/gK,6,rK r gr - 0",
                "e2",
            ),
        ),
        page(
            "dice",
            "With dice",
            "A die is thrown before each move and says what must move: **6** the king, **5** a queen, **4** a rook, \
**3** a knight, **2** a bishop, **1** a pawn. Conquered pieces count as yours. If you have no such piece, or none that \
can legally move, the turn is lost - also when your king is attacked: he stays so, and is only mated when no move at \
all would save him.",
            None,
        ),
        page(
            "stakes",
            "For stakes",
            "Played for play money. You pay into the pool for each piece you lose, once for each move that newly \
attacks your king, and when mated for each piece you have left. The winner takes the pool; on a draw those still in \
share it. The amounts are chosen when the game is made. Stakes change no move.",
            None,
        ),
        page(
            "ending",
            "How it ends",
            "The last player with a king wins. Otherwise it is a draw: when only kings are left, or two kings and one piece that is no rook (but not for stakes), when nobody left can move, at the third occurrence of a position, or after 100 moves \
for each player still in without a capture, a pawn's move, a mate or somebody leaving. Places go by how long each lasted.",
            None,
        ),
        page(
            "notation",
            "How to write moves",
            "`Ra3-a5`, `Bb7xd5`, `Pa6-a5`, with `=Q` when a pawn becomes a queen: `Pg7xh8=Q`. What is clear may be left out: `a5`, `Bxd5`, `Rb1 b4`.\n\n\
If you type `/move` and wait, the pieces that can move are offered.",
            None,
        ),
    ]
}

/// Returns the scene of a position of the usual game with the moves of one piece marked.
fn diagram(text: &str, reach: &str) -> Option<Scene> {
    diagram_with(&Options::new(), text, reach)
}

fn diagram_with(options: &Options, text: &str, reach: &str) -> Option<Scene> {
    let position = position::read(options, text).ok()?;
    Some(scene::lesson(
        &position,
        (!reach.is_empty()).then_some(reach),
    ))
}
