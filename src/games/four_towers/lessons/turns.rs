//! Pages on the whole game, on fusing and parting, and on how it ends.

use super::super::board::Tower;
use super::super::pieces::{Parts, PieceKind};
use super::super::{FourTowers, position};
use super::{Diagram, diagram, page};
use crate::rules::Lesson;

fn start() -> Diagram {
    let mut shown = diagram("");
    if let Ok(position) = FourTowers::of_position_text(position::START) {
        shown.position = position;
    }
    shown
}

/// The game as a whole.
pub fn overview() -> Vec<Lesson> {
    vec![
        page(
            "overview",
            "Four Towers",
            "Chess on 85 squares, where pieces come together and part again, dragons mimic what was moved last, and a piece that \
stands on one of the four **towers** changes the rules around it. Jim Aikin invented it in 2001.\n\n\
On your turn do one of these:\n\
- **move** a piece or capture with it, as in chess;\n\
- **attach** it to a friend (rook + knight = marshall), or **detach** a part of a fused piece;\n\
- **swap** a piece with a friend on a tower;\n\
- **return** a piece that was just captured on a tower;\n\
- use a tower's power for a **direct move**, a **rearrangement** or a **multi-move**.\n\n\
Checkmate wins.\n\n\
Pages: `board`, `notation`, `king`, `queen`, `rook`, `bishop`, `knight`, `marshall`, `cardinal`, `wizard`, `pawn`, `lancer`, `dragon`, \
`promotion`, `en passant`, `attach`, `detach`, `swap`, `return`, `ending`, and `tower` with a piece's name (`tower rook`) for what \
that piece does on a tower.",
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
            "Write the piece, where it comes from and where it goes; leave out what is clear: `Nb3-c5`, `Nc5`, `e5`.\n\n\
Signs: `-` move, `x` capture, `&` attach, `~` swap, `@` return, `=` promotion. The words *attach*, *swap*, *detach*, *takes*, *direct* \
work too: `N d5 swap`.\n\n\
- A part that leaves a fused piece is named by its own letter: `Bi9-g7` where a cardinal stands on i9.\n\
- Return: `@c4`.\n\
- Rearrangement: the arena and who goes where: `I:Na3-b4,Rb4-a3`, or `rearrange I Na3-b4 Rb4-a3`.\n\
- Multi-move: its moves in order: `Ng5-i6,Ni6-j8`.\n\
- Promotion: `Pg9-g10=Q`.\n\n\
Letters: K king, Q queen, R rook, B bishop, N knight, M marshall, C cardinal, W wizard, P pawn, L lancer, D dragon. Capitals and \
small letters are the same unless two moves differ only by them. If several moves fit, you are asked which.",
            start(),
        ),
    ]
}

/// Attaching, detaching, promotion, en passant.
pub fn fusion() -> Vec<Lesson> {
    vec![
        page(
            "attach",
            "Attaching",
            "Move a piece onto a friend, by any move it could make there, and the two become one. It takes your turn.\n\n\
- rook + bishop = **queen**\n- rook + knight = **marshall**\n- bishop + knight = **cardinal**\n\
- queen + knight, marshall + bishop or cardinal + rook = **wizard**\n- pawn + pawn = **lancer**\n\n\
The two may have no part in common (no knight joins a cardinal), and one of them must be simple: two fused pieces never join. \
Pawns join pawns only, by any pawn move, the diagonal one too. Kings, dragons and lancers never take part.\n\n\
Crosses: what the knight on d2 can attach to. Dragons learn the piece that moved.",
            diagram("Nd2 Bf3 Re4 Qb3 Pc4 Kg1").reach("d2"),
        ),
        page(
            "detach",
            "Detaching",
            "Any part of a fused piece can leave it by a move of its own, and the rest stays where it is. A wizard can give off a rook, \
bishop or knight, or a queen, marshall or cardinal; a lancer one of its pawns.\n\n\
The part may capture, which risks less than sending the whole piece; it may end on a friend and attach there; it may not swap. A \
pawn leaving a lancer moves as a pawn does.\n\n\
Here the wizard on e3 has sent its knight to capture on f5: a queen stays on e3.",
            diagram("We3 pf5 Kg1 kj9").after("Ne3xf5"),
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
            diagram("Pg9 Ph9 Lf8 Kg1 ka5").reach("g9"),
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

/// Swaps, returns, and the end of a game.
pub fn endings() -> Vec<Lesson> {
    vec![
        page(
            "swap",
            "Swapping on a tower",
            "A piece that moves onto a tower where a friend stands, or off a tower onto a friend, may trade places with it. Only the one \
that moves needs to be able to.\n\n\
- It takes your turn and counts as a move by the piece that moved.\n\
- A pawn cannot start a swap, but can be swapped.\n\
- A piece can't swap with one of the same kind, and a detaching part never swaps.\n\
- On a tower both may be possible: `Bb7~d5` swaps, `Bb7&d5` attaches.\n\n\
A knight on a tower cannot be swapped off by a rook: rooks do not reach it there.\n\n\
Here the bishop on e8 can swap with the knight on i4, and the knight on b4 with the rook on d5.",
            diagram("Be8 Rd5 Nb4 Ni4").reach("b4"),
        ),
        page(
            "return",
            "Coming back from a tower",
            "A piece captured **on a tower** by an enemy landing there is not yet lost. Its owner may, as the whole of the very next turn, \
put it back on any empty square of the four arenas round that tower.\n\n\
- It comes back whole, and does not promote.\n\
- It may give check, block one or be needed against mate; your king must be safe afterwards.\n\
- Dragons learn from it as from a move.\n\
- It is now or never. Ask yourself what else the enemy's piece on the tower has changed before you spend the turn.\n\n\
Crosses: where the rook that was taken on d5 can return.",
            diagram("nd5 Kg1 Pa4 kd11 pc6 Bc3")
                .returning(PieceKind::Rook, Tower::D5)
                .reach("d5"),
        ),
        page(
            "ending",
            "How a game ends",
            "**Checkmate** wins: the king is in check and no move of any kind ends it - no return, rearrangement or multi-move either.\n\n\
**Draws:** stalemate (not in check, nothing to move); the same position for the third time; 200 turns in a row, both sides' together, without a \
capture, a pawn or lancer move, a promotion or a return.\n\n\
Beware of the **dragon pin**: your own move teaches the enemy's dragons, and a move that would give one of them a check of your king \
is not allowed. But a check by a dragon may also be answered by moving something else, so that it forgets.\n\n\
Here the knight on a3 is pinned to nothing you can see: moving it would teach the dragon on f3 the knight's move to g1.",
            diagram("Kg1 Na3 Rc3 df3 kk9").remembering(Parts::ROOK, Parts::NONE),
        ),
    ]
}
