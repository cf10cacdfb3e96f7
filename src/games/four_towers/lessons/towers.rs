//! Pages of the rules, one for every power.

use super::diagram::{diagram, page};
use crate::rules::Lesson;

/// Returns the page about all towers and those of the eleven powers.
pub fn pages() -> Vec<Lesson> {
    vec![
        page(
            "tower",
            "The towers",
            "A piece on a tower has a power over the four arenas around it, for as long as it is there. Most powers \
serve **both** sides; queen, wizard and dragon serve their owner.\n\n\
- `tower king` captures far\n\
- `tower queen` shelters her king\n\
- `tower rook`, `tower bishop` let anyone move directly between arenas\n\
- `tower knight` bends lines\n\
- `tower marshall` sets rooks, knights and marshalls apart\n\
- `tower cardinal` switches knights and bishops\n\
- `tower wizard` rearranges an arena\n\
- `tower dragon` moves several pieces at once\n\
- `tower pawn` gives double steps\n\
- `tower lancer` lets pawns step back\n\n\
The powers at the start of your turn decide how you can move; those after it decide who is in check. Pieces leave \
towers as they leave any square, by being captured (see `return`), or by a `swap`. The powers in force are listed below \
every board.",
            diagram("Kg4 Rd5 ne8 Wh7").numbered(),
        ),
        page(
            "tower king",
            "King on a tower",
            "A king that starts on a tower may **capture along queen's lines**, at any distance, and so gives check along them. Moving without \
capturing he still goes one step.\n\n\
Dragons learn only his plain step from it.",
            diagram("Kd5 rd8 bf7 pa5 Pg5").reach("d5"),
        ),
        page(
            "tower queen",
            "Queen on a tower",
            "**Her king cannot be in check** in the four arenas around: he may stand in any attack and walk into one.\n\n\
If he would be in check without her, she may not leave; and if the enemy takes her, that is check.\n\n\
The king on f3 is attacked by both rooks and may go where he likes within the arenas II, III, V and VI.",
            diagram("Qg4 Kf3 rf8 ri2 kk9")
                .reach("f3")
                .caption("The cross: the king can change places with the queen (see `swap`)."),
        ),
        page(
            "tower rook",
            "Rook on a tower: direct moves, straight",
            "**Any piece** of either side - kings, dragons and pawns too - may go straight from its place in one of the four arenas to the \
**same place** of the arena left, right, ahead or behind, among these four. The square must be empty, or hold a friend to attach to. \
It never captures, and so never checks.\n\n\
Parts may detach this way.\n\n\
With rooks or bishops on **two or more** towers the move may go on, hop by hop, over any of their links, through empty squares.\n\n\
Here the queen on e4 may go directly to b5 and to f7.",
            diagram("Rd5 Qe4 Pe3 Pd3 Pf3").reach("e4").caption(
                "The other dots are the queen's usual moves. The cross: she can change places with the rook (see `swap`).",
            ),
        ),
        page(
            "tower bishop",
            "Bishop on a tower: direct moves, across",
            "Like a rook on a tower (see `tower rook`), but to the same place of the arena **diagonally across** the tower.\n\n\
Here the white bishop on d5 and the black rook on e8 let the pawn go from b5 over f7 to g10, where it promotes: with two such towers \
hops are joined.",
            diagram("Pb5 Bd5 re8 Kg1 kk9").reach("b5").caption(
                "Dots: where the pawn can go, by its usual moves to b6, a5 and c5, or directly by the bishop, the rook or both.",
            ),
        ),
        page(
            "tower knight",
            "Knight on a tower: lines bend",
            "Straight steps - of rooks and all that moves like them, of kings, pawns and lancers - go between the four \
arenas **as if these stood exactly in line** and the tower were not there. Leaving an arena at the top in its second \
column, you enter the next at the bottom in its second column.\n\n\
Diagonals and jumps stay as they are, and so do steps that begin on a tower. Nothing that moves straight can reach the \
knight on its tower.\n\n\
Here the rook on e3 runs to a4 and up to g10, past the knights on d5 and h7.",
            diagram("Re3 Nd5 nh7").reach("e3"),
        ),
        page(
            "tower marshall",
            "Marshall on a tower: rooks and knights apart",
            "Near it, rooks, knights and marshalls of both sides keep to themselves:\n\
- they capture nothing else when their move **starts or ends** in the four arenas, and give no check that way;\n\
- **nothing else captures them** in these arenas;\n\
- they attach to nothing that has a bishop in it, nor does such a piece attach to them, when the move starts or ends \
there;\n\
- a rook, knight or marshall leaves no joined piece there; only a marshall may part into rook and knight.\n\n\
Here the queen on e3 may take the bishop, not the rook.",
            diagram("Qe3 mg4 rf3 be6 Kc3 kd11").reach("e3"),
        ),
        page(
            "tower cardinal",
            "Cardinal on a tower: knights and bishops switch",
            "A simple **knight** that starts in the four arenas moves and captures **like a bishop**, a simple **bishop \
like a knight**. Joined pieces and their parts do not switch.\n\n\
Dragons learn the move that was really made.\n\n\
Marked: where the knight on b4 can go.",
            diagram("Cd5 Nb4 Bf3 ph10").reach("b4"),
        ),
        page(
            "tower wizard",
            "Wizard on a tower: rearranging",
            "As a turn, its owner may **put any of their pieces in one of the four arenas on other squares of that \
arena**, all at once: kings and dragons too, onto empty squares and squares that are left in the same turn. Enemies \
stay, and nothing is captured.\n\n\
Dragons learn nothing from it, nothing promotes, and the position must really change.\n\n\
Write `I:Na3-b4,Rb4-a3`, or choose it step by step.",
            diagram("Wd5 Na3 Rb4 pc5 Bc3 Kg1 kk9")
                .made("I:Na3-b4,Rb4-a3,Bc3-a5")
                .caption("In one turn the bishop went from c3 to a5, the knight from a3 to b4 and the rook from b4 to a3."),
        ),
        page(
            "tower dragon",
            "Dragon on a tower: several moves at once",
            "As a turn, its owner may make **two to four ordinary moves in a row, none of them a capture**, each starting in a different one \
of the four arenas. The same piece may go on from the next arena. Before each \
of the moves the towers count as they stand then. Your king needs to be safe only at the end.\n\n\
No dragon takes part; nothing attaches, detaches, swaps or moves directly. Pawns promote, and double steps can be taken en passant. Dragons \
learn all the pieces moved.\n\n\
Write `Ng5-i6,Ni6-j8`, or choose it step by step. Here a knight goes from g5 to f10 in four moves: `Ng5-i6,Ni6-j8,Nj8-h9,Nh9-f10`.",
            diagram("Dh7 Ng5 Kg1 ka5")
                .made("Ng5-i6,Ni6-j8,Nj8-h9,Nh9-f10")
                .caption("Each arrow is one of the four moves: from g5 to i6, to j8, to h9 and to f10."),
        ),
        page(
            "tower pawn",
            "Pawn on a tower: double steps",
            "Every pawn in the four arenas, White's and Black's, may go **two squares** straight ahead, wherever it is \
there. Both squares must be empty, and it can be taken en passant. A pawn that leaves a lancer there may do so, too.",
            diagram("Pd5 Pf5 Kg1 kk9")
                .reach("f5")
                .caption("The pawn on f5 can go to f6, and because of the pawn on d5 also to f7. It can step sideways as ever."),
        ),
        page(
            "tower lancer",
            "Lancer on a tower: steps back",
            "Every pawn and lancer in the four arenas, White's and Black's, may also step **one square straight back**. It cannot capture \
by that step. A pawn may attach to another one by it, or leave a lancer, and a lancer may swap.",
            diagram("ld5 Lf6 Kg1 kk9")
                .reach("f6")
                .caption("Because of the lancer on d5 White's lancer can also go back to f5."),
        ),
    ]
}
