//! Pages of the rules, with diagrams made from positions.

use super::board::{Cell, Piece, Role};
use super::position::{FourFold, START};
use super::scene;
use super::turn::Move;
use crate::rules::{Depict, Lesson, Notation, Seat};
use crate::scene::{Scene, View};

/// Position text of the inventor's example: a white pawn, knight, queen and king in quad d4.
pub const EXAMPLE: &str = "16/16/16/16/7k8/16/2p13/9b6/6PN5r2/6QK8/4B11/16/16/8P7/16/16 w 0";

/// Returns every page, the overview first.
pub fn lessons() -> Vec<Lesson> {
    let mut pages = vec![
        Lesson {
            key: "overview",
            title: "Four-Fold Chess".to_owned(),
            text: "Four chess armies a side, four kings among them, on a board of 16x16 squares. The same board is also \
8x8 **quads** of 2x2 squares each; a dot marks the middle of every quad.\n\n\
On your turn do one of these:\n\
- move **one piece** as in chess, on the small squares (no castling, no en passant); or\n\
- move a **group**: some or all of your pieces in one quad go together to another quad, as one piece would on an 8x8 \
board.\n\n\
You win by checkmating the last enemy king, or by taking all kings that are left in one move. While one is left, the \
others may be captured like any piece.\n\n\
Pages: `quads`, `unit powers`, `unit pawns`, `unit kings`, `captures`, `king`, `pawn`, `promotion`, `queen`, `rook`, \
`bishop`, `knight`, `ending`, `notation`."
                .to_owned(),
            caption: String::new(),
            diagram: picture(START, None, None),
        },
        Lesson {
            key: "quads",
            title: "Quads and groups".to_owned(),
            text: "A group's move can begin in a quad that holds **at least two of your pieces and no enemy**. Choose \
any of your pieces there - all, some, or one. They move by the same distance, counted in quads, and each lands on **its \
own corner** of the new quad: the piece on the upper right square arrives on the upper right square.\n\n\
- No piece of the group may land on a friend. Leave that piece behind instead.\n\
- A piece that lands on an enemy captures it. Enemies on squares where no piece lands stay where they are.\n\
- Every quad on the way must be wholly empty, down to the last square. Knights jump."
                .to_owned(),
            caption: "A cross is where a piece of quad d4 can go in a group, a ring what it can capture. The red frame \
says that White's only king is attacked, by the bishop on j9; moves that leave it attacked are not marked."
                .to_owned(),
            diagram: picture(EXAMPLE, Some("d4>"), None),
        },
        Lesson {
            key: "unit powers",
            title: "Which way a group may go".to_owned(),
            text: "A group **without a pawn and without a king** moves like any one of its pieces, counted in quads:\n\
- with a rook in it, any number of quads straight;\n\
- with a bishop, any number of quads diagonally;\n\
- with a queen, both;\n\
- with a knight, a knight's jump: two quads one way and one to the side.\n\n\
The other pieces are carried along. So a knight can carry a queen over a wall of pieces, and a queen can carry a knight \
across the board. A piece may also make such a move alone, if another of yours is in its quad."
                .to_owned(),
            caption: "The knight has carried the queen from quad d4 to quad b5: `d4>b5:NQ`. The black pawn there is on \
another corner, so it was not taken."
                .to_owned(),
            // The position without the bishop, which would give check.
            diagram: after(&EXAMPLE.replace("9b6", "16"), "d4>b5:g7,h8"),
        },
        Lesson {
            key: "unit pawns",
            title: "Groups with a pawn".to_owned(),
            text: "A group with a pawn in it moves only as a pawn does, in quads:\n\
- **one quad forward**, capturing nothing: every square it lands on must be empty;\n\
- **two quads forward** from your second row of quads, if both quads are wholly empty (a king can't go along: kings \
step one quad only);\n\
- **one quad diagonally forward**, if at least one of the group captures something there. Any of its pieces may capture.\n\n\
Here pawn, queen, knight and king have gone straight ahead together: `d4>d5`."
                .to_owned(),
            caption: "The red frame says that the black king is attacked: the queen can go on from quad d5 to d6 and carry the \
knight, which lands on h12."
                .to_owned(),
            diagram: after(EXAMPLE, "d4>d5:g7,g8,h7,h8"),
        },
        Lesson {
            key: "unit kings",
            title: "Groups with a king".to_owned(),
            text: "A group with a king in it moves **one quad**, in any direction, and the king may give it that power. \
With a pawn as well it must be both a king's step and a pawn's move: one quad straight ahead, or diagonally ahead with \
a capture.\n\n\
No king may be moved to a square that is attacked, by a single piece or by a group. Here the king takes on e5, where \
the bishop stood on its own corner, and brings everyone: `d4>e5`."
                .to_owned(),
            caption: "The red frame says that the black king is attacked: the queen can go from quad e5 diagonally to d6 and carry \
the knight, which lands on h12."
                .to_owned(),
            diagram: after(EXAMPLE, "d4>e5:g7,g8,h7,h8"),
        },
        Lesson {
            key: "captures",
            title: "What is attacked".to_owned(),
            text: "A square is attacked when some enemy move could capture a piece standing on it: a single piece's \
move, or a group's. A piece that could not get there alone may be carried there by another of its quad, so look at \
quads as well as at pieces.\n\n\
Here the queen can ride from d4 up to d6 and take her knight along, which lands on h12, on the black king. So the king \
is in check, though no single piece attacks him. A group can capture several pieces at once."
                .to_owned(),
            caption: String::new(),
            diagram: picture(&EXAMPLE.replace(" w ", " b "), None, None),
        },
        Lesson {
            key: "ending",
            title: "How it ends".to_owned(),
            text: "- **Checkmate**: your last king is attacked and no move of yours helps. You lose.\n\
- While you have two or more kings, you may leave an attacked king where it is. If it is captured, the game goes on.\n\
- A move that captures **all kings** that the enemy has left wins at once. A group can do that with several.\n\
- **Stalemate** is a draw: you have no legal move, and your last king is not attacked or you have several.\n\
- **One king a side** and nothing else is a draw at once: neither can ever be mated.\n\
- The third occurrence of a position is a draw. So are 100 turns of each side in which nothing is captured and no pawn \
moves."
                .to_owned(),
            caption: String::new(),
            diagram: None,
        },
        Lesson {
            key: "notation",
            title: "How to write moves".to_owned(),
            text: "Squares go from a1 to p16, quads from a1 to h8; quad d4 is the squares g7 h7 g8 h8. Both are written \
at the board's edge.\n\n\
**One piece**: as in chess. `Ne1-f3`, `Nf3`, `e5`, `hxg15=Q`.\n\
**A group**: the quad, `>`, the quad it goes to.\n\
- `d4>e5` moves all pieces of the quad;\n\
- `d4>e5:PK` moves only its pawn and its king;\n\
- `d4>e5:g8,h7` moves only the pieces on g8 and h7;\n\
- `d7>d8:g13=Q,g14=N` promotes pawns that arrive, each for itself; `d7>d8=Q` makes them all queens.\n\n\
If you type `/move` and wait, the quads and pieces that can move are offered; take one and go on from there."
                .to_owned(),
            caption: String::new(),
            diagram: None,
        },
    ];
    for (key, role, text) in [
        (
            "king",
            Role::King,
            "One square in any direction, never to an attacked square. You have four. Only the last one must be kept out of check. No castling.",
        ),
        (
            "queen",
            Role::Queen,
            "Any number of squares straight or diagonally. A group with her can go so, too, counted in quads.",
        ),
        (
            "rook",
            Role::Rook,
            "Any number of squares along a file or a rank. A group with it can go so, too, counted in quads.",
        ),
        (
            "bishop",
            Role::Bishop,
            "Any number of squares diagonally. A group with it can go so, too, counted in quads.",
        ),
        (
            "knight",
            Role::Knight,
            "Two squares one way and one to the side, over anything between. A group with it can jump so, too, counted in quads.",
        ),
    ] {
        pages.push(Lesson {
            key,
            title: format!("The {}", role.name()),
            text: format!("{text}\n\nDots: where it goes alone."),
            caption: String::new(),
            diagram: lone(role, "g7"),
        });
    }
    pages.push(Lesson {
        key: "pawn",
        title: "The pawn".to_owned(),
        text: "One square straight forward to an empty square; it captures one square diagonally forward. From any \
square of its second row of quads (ranks 3 and 4 for White, 13 and 14 for Black) it may step two squares, moved before \
or not. No en passant."
            .to_owned(),
        caption: String::new(),
        diagram: picture("k15/16/16/16/16/16/16/16/16/16/16/7p8/6P9/16/16/15K w 0", Some("g4"), None),
    });
    pages.push(Lesson {
        key: "promotion",
        title: "Promotion".to_owned(),
        text: "A pawn that arrives on one of the last two ranks (15 and 16 for White, 2 and 1 for Black) may become a \
queen, rook, bishop or knight, never a king. On the nearer of the two it may also stay a pawn; on the very last it must \
promote. In a group each arriving pawn has its own choice."
            .to_owned(),
        caption: "Four pawns went from quad d7 to d8. Those on g15, g16 and h16 became a queen, a knight and a rook; the one on \
h15 stayed a pawn."
            .to_owned(),
        diagram: after("16/16/6PP8/6PP8/k15/16/16/16/16/16/16/16/16/16/16/15K w 0", "d7>d8:g13=Q,g14=N,h13,h14=R"),
    });
    pages
}

/// Returns the scene of a position, with the moves of a piece or quad marked, or with the last move marked.
fn picture(text: &str, reach: Option<&str>, last: Option<&Move>) -> Option<Scene> {
    let position = FourFold::parse(text).ok()?;
    let view = View {
        reach: reach.map(str::to_owned),
        ..View::default()
    };
    Some(without_turn(scene::board(&position, last, &view)))
}

/// Removes the note of whose turn it is, since a page shows no running game.
fn without_turn(scene: Scene) -> Scene {
    Scene {
        turn: None,
        ..scene
    }
}

/// Returns the scene of the position after a move, with the move marked.
fn after(text: &str, mv: &str) -> Option<Scene> {
    let mut position = FourFold::parse(text).ok()?;
    let mv = position.read(mv).ok()?;
    position.make(mv);
    Some(without_turn(position.scene(Some(&mv), &View::default())))
}

/// Returns the scene of one piece on an empty board, with the cells it reaches.
fn lone(role: Role, cell: &str) -> Option<Scene> {
    let mut position = FourFold::parse(EXAMPLE).ok()?;
    for cell in Cell::all() {
        position.board.set(cell, None);
    }
    position.board.set(
        Cell::parse(cell)?,
        Some(Piece {
            seat: Seat::WHITE,
            role,
        }),
    );
    let view = View {
        reach: Some(cell.to_owned()),
        ..View::default()
    };
    Some(without_turn(scene::board(&position, None, &view)))
}
