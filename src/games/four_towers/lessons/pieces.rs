//! Pages of the rules, one for every role.

use super::super::pieces::Parts;
use super::diagram::{diagram, page};
use crate::rules::Lesson;

/// Returns the pages of the roles, from king to dragon.
pub fn pages() -> Vec<Lesson> {
    vec![
        page(
            "king",
            "King",
            "One step in any direction. There is no castling. The king never attaches to anything and is never captured: the game ends \
with checkmate.\n\n\
On a tower he captures (and so gives check) at any distance along queen's lines: see `tower king`. A queen on a tower makes her own \
king safe in the arenas around: see `tower queen`.",
            diagram("Kf4 pe5 Pg3")
                .reach("f4")
                .caption("The king is attacked by the pawn on e5 (red frame) and may take it."),
        ),
        page(
            "rook",
            "Rook",
            "Any distance along rows and columns, also from arena to arena and over empty towers. The simple pieces \
rook, bishop and knight are what all others are made of.\n\n\
A knight on a tower bends a rook's way: see `tower knight`.",
            diagram("Rf5 pf8 Ph5").reach("f5"),
        ),
        page(
            "bishop",
            "Bishop",
            "Any distance along diagonals, over empty towers too. A cardinal on a tower makes bishops that start near it move like knights: \
see `tower cardinal`.",
            diagram("Bf5 pd7 Ph3").reach("f5"),
        ),
        page(
            "knight",
            "Knight",
            "Jumps as in chess: two squares one way and one the other, over anything between. A cardinal on a tower \
makes knights that start near it move like bishops: see `tower cardinal`.",
            diagram("Nf6 pg8 Pe4").reach("f6"),
        ),
        page(
            "queen",
            "Queen: rook + bishop",
            "Moves like a rook or a bishop, and really is the two in one: either can leave her by its own move, see \
`detach`.\n\n\
Crosses: friends that she, or a part of her, can attach to. Queen and knight make a wizard.",
            diagram("Qe5 pe9 Nh8 Pc3").reach("e5"),
        ),
        page(
            "marshall",
            "Marshall: rook + knight",
            "Moves like a rook or a knight. Either can leave it, see `detach`. With a bishop it makes a wizard.",
            diagram("Me5 pe9 pg6 Pc5").reach("e5"),
        ),
        page(
            "cardinal",
            "Cardinal: bishop + knight",
            "Moves like a bishop or a knight. Either can leave it, see `detach`. With a rook it makes a wizard.",
            diagram("Ce5 ph8 pg6 Pc3").reach("e5"),
        ),
        page(
            "wizard",
            "Wizard: rook + bishop + knight",
            "The strongest piece: it moves like a queen or a knight. Nobody begins with one. Make it from a queen and a knight, a marshall \
and a bishop, or a cardinal and a rook.\n\n\
It can give off any one or two of its three parts, see `detach`.",
            diagram("Wf6 pf9 ph7 Pd4").reach("f6"),
        ),
        page(
            "pawn",
            "Pawn",
            "- One square **forward**, or **sideways**, without capturing.\n\
- Two squares forward from a square where one of your pawns began, or behind one, whether or not it has moved: for White ranks up to 4 on \
files a to d and up to 3 on files e to i.\n\
- Captures one square diagonally forward.\n\n\
Two pawns together make a lancer: a pawn may move onto another by any of these moves, the diagonal one too.\n\n\
See also `promotion` and `en passant`.",
            diagram("Pe3 Pd4 pf4 Ph3")
                .reach("e3")
                .caption("The pawn on e3 can take the pawn on f4 (ring) or join the one on d4 and make a lancer (cross)."),
        ),
        page(
            "lancer",
            "Lancer: two pawns",
            "One or two squares **straight or diagonally forward**, capturing or not; one or two squares **sideways**, \
without capturing - except that it may take an enemy lancer there. It does not jump, and never goes back.\n\n\
Every two-square move lets enemy pawns and lancers take it en passant. Either pawn can leave it by a pawn's move, see \
`detach`.",
            diagram("Lf5 pg6 lh5 Pd5").reach("f5").caption(
                "Rings: it can take the pawn on g6 and the lancer on h5. The cross: it can change places with the pawn on the tower d5 \
(see `swap`).",
            ),
        ),
        page(
            "dragon",
            "Dragon",
            "It has no fixed move. Dragons, yours and the enemy's alike, move and capture like the piece **White moved \
last** and like the piece **Black moved last** - all of them at any time; moves by pawns, lancers and dragons do not \
count.\n\n\
- A joined piece teaches all its parts: after a marshall's move dragons go like rook and knight.\n\
- In an attachment or detachment the part that moved counts, in a swap the piece that moved, in a multi-move every \
piece that moved.\n\
- A king teaches his one step; a rearrangement nothing.\n\
- Until a piece that counts has moved, dragons can make only direct moves (`tower rook`, `tower bishop`).\n\n\
How dragons move now is written in the upper right of every board. Your move teaches them before anything else is \
judged: it may give check, or expose your own king (`ending` tells of the dragon pin).\n\n\
Here White moved a knight and Black a rook.",
            diagram("Df5 pf8 pg7 Ph5 Kg1 kk9")
                .remembering(Parts::KNIGHT, Parts::ROOK)
                .reach("f5"),
        ),
    ]
}
