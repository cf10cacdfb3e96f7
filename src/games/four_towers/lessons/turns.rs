//! Pages about the whole game, about fusing and parting, and about the end of the game.

use super::super::board::Tower;
use super::super::pieces::{Parts, Role};
use super::super::{FourTowers, position};
use super::diagram::{Diagram, diagram, page};
use crate::rules::Lesson;

fn start() -> Diagram {
    let mut shown = diagram("");
    if let Ok(position) = FourTowers::of_position_text(position::START) {
        shown.position = position;
    }
    shown
}

/// Returns the pages about the game as a whole.
pub fn overview() -> Vec<Lesson> {
    vec![
        page(
            "overview",
            "Four Towers",
            "Chess on 85 squares, where pieces come together and part again, dragons mimic what was moved last, and a \
piece on one of the four **towers** changes the rules around it. Jim Aikin invented it in 2001.\n\n\
On your turn do one of these:\n\
- **move** a piece or capture with it, as in chess;\n\
- **attach** it to a friend (rook + knight = marshall), or **detach** a part of a joined piece;\n\
- **swap** a piece with a friend on a tower;\n\
- **return** a piece that was just captured on a tower;\n\
- use a tower's power for a **direct move**, a **rearrangement** or a **multi-move**.\n\n\
Checkmate wins.\n\n\
Pages: `board`, `notation`, `king`, `queen`, `rook`, `bishop`, `knight`, `marshall`, `cardinal`, `wizard`, `pawn`, \
`lancer`, `dragon`, `promotion`, `en passant`, `attach`, `detach`, `swap`, `return`, `ending`, and `tower` with a \
piece's name (`tower rook`) for what that piece does on a tower.",
            start(),
        ),
        page(
            "board",
            "The board: nine arenas, four towers",
            "The squares form nine **arenas** of 3x3, numbered I to IX from White's lower left, and four **towers** between them: d5, g4, \
e8 and h7, which lie in no arena.\n\n\
Each tower touches four arenas:\n\
- d5: I, II, IV, V\n- g4: II, III, V, VI\n- e8: IV, V, VII, VIII\n- h7: V, VI, VIII, IX\n\n\
Otherwise it is one board: rooks, bishops and the rest run over the borders of arenas and over empty towers as over any square. \
The rows of arenas are shifted against each other, so what lies straight ahead of an arena is the next one's edge or a tower; \
look at the coordinates.\n\n\
Half a turn of the board takes White's setup to Black's.",
            diagram("").numbered(),
        ),
        page(
            "notation",
            "Writing moves",
            "Write the piece, where it comes from and where it goes; leave out what is clear: `Nb3-c5`, `Nc5`, \
`e5`.\n\n\
Signs: `-` move, `x` capture, `&` attach, `~` swap, `@` return, `=` promotion. The words *attach*, *swap*, *detach*, \
*takes*, *direct* work too: `N d5 swap`.\n\n\
- A part that leaves a joined piece is named by its own letter: `Bi9-g7` where a cardinal is on i9.\n\
- Return: `@c4`.\n\
- Rearrangement: the arena and who goes where: `I:Na3-b4,Rb4-a3`, or `rearrange I Na3-b4 Rb4-a3`.\n\
- Multi-move: its moves in order: `Ng5-i6,Ni6-j8`.\n\
- Promotion: `Pg9-g10=Q`.\n\n\
Letters: K king, Q queen, R rook, B bishop, N knight, M marshall, C cardinal, W wizard, P pawn, L lancer, D dragon. \
Capitals and small letters are the same unless two moves differ only by them. If several moves fit, you are asked \
which.",
            start(),
        ),
    ]
}

/// Returns the pages about attaching, detaching, promotion and en passant.
pub fn fusion() -> Vec<Lesson> {
    vec![
        page(
            "attach",
            "Attaching",
            "Move a piece onto a friend, by any move it could make there, and the two become one. It takes your \
turn.\n\n\
- rook + bishop = **queen**\n\
- rook + knight = **marshall**\n\
- bishop + knight = **cardinal**\n\
- queen + knight, marshall + bishop or cardinal + rook = **wizard**\n\
- pawn + pawn = **lancer**\n\n\
The two may have no part in common (no knight joins a cardinal), and one of them must be simple: two joined pieces \
never attach. Pawns join pawns only, by any pawn move, the diagonal one too. Kings, dragons and lancers never take \
part.\n\n\
Crosses: what the knight on d2 can attach to. Dragons learn the piece that moved.",
            diagram("Nd2 Bf3 Re4 Qb3 Pc4 Kg1").reach("d2"),
        ),
        page(
            "detach",
            "Detaching",
            "Any part of a joined piece can leave it by its own move, and the rest stays where it is. A wizard can give \
off a rook, bishop or knight, or a queen, marshall or cardinal; a lancer one of its pawns.\n\n\
The part may capture, which risks less than sending the whole piece; it may end on a friend and attach there; it may \
not swap. A pawn leaving a lancer moves as a pawn does.\n\n\
Here the wizard on e3 has sent its knight to capture on f5: a queen stays on e3.",
            diagram("We3 pf5 Kg1 kj9").made("Ne3xf5"),
        ),
        page(
            "promotion",
            "Promotion",
            "A pawn or lancer that ends its own move on the far edge becomes a queen, marshall, cardinal, wizard, rook, bishop, knight or \
dragon. The edge is the last square of each file where the enemy began: for White c11 d11 e11 f10 g10 h10 i9 j9 k9, for Black a3 b3 c3 \
d2 e2 f2 g1 h1 i1.\n\n\
Files a and b lead White nowhere, so pawns go sideways to files that do.\n\n\
A pawn or lancer that a swap, a rearrangement or a return puts there does not promote. Attaching there makes a plain lancer. A whole lancer \
becomes only one piece: let its pawns go one by one.",
            diagram("Pg9 Ph9 Lf8 Kg1 ka5").reach("g9").caption(
                "The pawn on g9 can go to g10 and promote. It can also step sideways to f9, or join the pawn on h9 and make a lancer \
(cross).",
            ),
        ),
        page(
            "en passant",
            "En passant",
            "When a pawn double-steps, or a lancer moves two squares in any direction, an enemy pawn or lancer that could have captured it \
on the square it passed may do so in the very next turn, by moving to that square.\n\n\
Here the black pawn went from i8 to i6. The lancer on g5 takes it by going to i7. A lancer may also just go there: `Lg5xi7` takes, \
`Lg5-i7` does not.\n\n\
Sideways a lancer takes only lancers, in passing too.",
            {
                let mut shown = diagram("Lg5 pi8 Kg1 kd11");
                shown.position.turn = crate::rules::Seat::BLACK;
                shown.after("Pi8-i6").reach("g5")
            },
        ),
    ]
}

/// Returns the pages about swaps, returns, and the end of the game.
pub fn endings() -> Vec<Lesson> {
    vec![
        page(
            "swap",
            "Swapping on a tower",
            "Two pieces of yours can **change places** if one of them is on a tower. One of the two makes one of its \
usual moves to the other's square, and the other goes to where it came from: `Nb4~d5`.\n\n\
- This takes your turn. For dragons it counts as a move of the piece that moved.\n\
- A pawn cannot start a swap, but a piece can swap with a pawn.\n\
- Two pieces of the same kind cannot swap, and a part of a joined piece cannot.\n\
- Where two pieces could also join, the sign says what you mean: `Bb7~d5` swaps, `Bb7&d5` attaches.\n\n\
A rook cannot start a swap with a knight on a tower, because it cannot reach it there (see `tower knight`).",
            diagram("Be8 Rd5 Nb4 Ni4").reach("b4").caption(
                "The cross: the knight on b4 can swap with the rook on d5. In the same way the bishop on e8 can swap \
with the knight on i4. The dots are the knight's jumps, and the direct moves that rook and bishop on their towers allow \
(see `tower rook`).",
            ),
        ),
        page(
            "return",
            "Coming back from a tower",
            "A piece that is captured **on a tower** is not lost yet. In your very next turn, instead of moving, you may put it back on any \
empty square of the four arenas around that tower: `@c4`. Later it is too late.\n\n\
- It comes back whole, as a queen if it was a queen. A pawn does not promote by it.\n\
- It may give check, and it may block a check or save you from mate. Your king must be safe afterwards.\n\
- Dragons learn the piece, as if it had moved.\n\
- Look first at what the enemy's piece does on the tower now. Something else may need your turn more.",
            diagram("nd5 Kg1 Pa4 kd11 pc6 Bc3")
                .returning(Role::Rook, Tower::D5)
                .reach("d5")
                .caption("Black's knight has taken a rook on d5. A cross is where White can put the rook back."),
        ),
        page(
            "ending",
            "How a game ends",
            "**Checkmate** wins: the king is in check, and nothing helps, not even a return, a rearrangement or a multi-move.\n\n\
It is a **draw** when the player to move is not in check and cannot move; when the same position comes up for the third time; or after 100 \
turns of each side without a capture, a move of a pawn or lancer, a promotion or a return.\n\n\
Beware of the **dragon pin**. Dragons learn your move, the enemy's dragons too. You may not make a move that teaches an enemy dragon \
how to reach your king. But if a dragon gives check by what you moved last, moving another kind of piece makes it forget.",
            diagram("Kg1 Na3 Rc3 df3 kk9")
                .remembering(Parts::ROOK, Parts::NONE)
                .caption(
                    "The knight on a3 may not move: the dragon on f3 would learn the knight's jump, and g1 is a jump away from it.",
                ),
        ),
    ]
}
