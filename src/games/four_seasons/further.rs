//! Further lessons: dice, stakes, frozen pieces, and options of the game.

use crate::rules::{Attempt, Exercise, Mistake};

/// Exercises for a player who has done the first ones.
pub const EXERCISES: &[Exercise] = &[
    Exercise {
        title: "The quick game: a lone king is out",
        options: &[("bare", "out")],
        position: "gK,5,wB,wK/8/6,gR,1/8/8/5,rP^,1,bP^/rK,2,rN,4/6,bR,bK g grbw - 0",
        marked: Some("g6"),
        text: "In the quick game a king must not be alone. A player whose last other piece is taken is **out** at \
             once, without a mate, and can't take back.\n\
             So every capture counts, and games end much sooner.",
        task: "Put a player out of the game.",
        goal: |a| is_out(a, 'w'),
        success: "White had only a king left and is out. That counts as if you had mated White.",
        mistakes: &[
            Mistake {
                example: "Rg6xg1",
                is: |a| a.takes(),
                reason: "That took Black's rook. But Black still has a pawn and plays on.",
            },
            Mistake {
                example: "Rg6-f6",
                is: |_| true,
                reason: "Everybody still has a piece next to the king. Whose last piece can you take?",
            },
        ],
        refused: &[("Rg6-h7", "h7")],
    },
    Exercise {
        title: "The die says what moves",
        options: &[("dice", "on")],
        position: "gK,6,wK/gR,7/8/2,gN,5/4,rB,3/gB,7/3,rR,4/rK,6,bK g grbw 3 0",
        marked: None,
        text: "Some games are played with a die. It is thrown before each move and says which piece must move.\n\
             **6** is the king, **5** a queen, **4** a rook, **3** a knight, **2** a bishop, **1** a pawn. If you can't \
             move such a piece, your turn is lost.",
        task: "The die shows 3. Take the red bishop.",
        goal: |a| a.is_any(&["Nc5xe4"]),
        success: "A 3 is the knight. Now Red throws.",
        mistakes: &[Mistake {
            example: "Nc5-d7",
            is: |_| true,
            reason: "The knight may go there, but it should take the bishop on e4.",
        }],
        refused: &[("Ra7-d7", "The die shows 3")],
    },
    Exercise {
        title: "A die and a king in danger",
        options: &[("dice", "on")],
        position: "gK,6,wK/8/8/2,gN,5/8/4,gR,3/7,bN/rR,1,rK,4,bK g grbw 3 0",
        marked: None,
        text: "The red rook attacks your king. You must deal with that, and only with the piece that the die allows.\n\
             If that piece can't help, you lose the turn and the king stays attacked. You are mated only if **no** piece \
             could help.",
        task: "Save your king. The die shows 3.",
        goal: |_| true,
        success: "Your knight is now between the rook and your king.",
        mistakes: &[],
        refused: &[
            ("Ka8-b8", "The die shows 3"),
            ("Nc5-d7", "still be attacked"),
        ],
    },
    Exercise {
        title: "Playing for stakes",
        options: &[("stakes", "on")],
        position: "gK,6,wK/8/8/2,rN,4,bK/8/3,gN,4/2,gR,5/rK,7 g grbw - 0",
        marked: None,
        text: "A game can be played for play money. You pay 1 for each piece that you lose. You pay 1 when a move \
             newly attacks your king. A mated player pays 1 for each piece left.\n\
             All of that goes into a pool, and the winner gets the pool.",
        task: "Make a move for which two players must pay.",
        goal: |a| pool(a) == 2,
        success: "Red pays for the knight. Black pays because your rook attacks the king on h5.",
        mistakes: &[
            Mistake {
                example: "Nd3xc5",
                is: |a| a.takes(),
                reason: "Red pays for the knight, but only Red. Take it with the other piece.",
            },
            Mistake {
                example: "Rc2-c1",
                is: |a| pool(a) == 1,
                reason: "Red pays, because the red king is attacked now. But only Red pays.",
            },
            Mistake {
                example: "Ka8-a7",
                is: |_| true,
                reason: "No one pays for that move. Take a piece and attack a king.",
            },
        ],
        refused: &[("Rc2-d4", "d4")],
    },
    Exercise {
        title: "Frozen pieces",
        options: &[],
        position: "gK,7/1,xR,6/8/rR,7/8/1,xB,6/8/rK,6,bK g grb - 0",
        marked: None,
        text: "White has left the game. White's pieces are still there, but they are **frozen** and grey.\n\
             They never move, and they attack nothing. They block the way, and anybody may take them.",
        task: "The red rook attacks your king. Get away by taking a frozen piece.",
        goal: |a| a.takes(),
        success: "A frozen rook doesn't hit back, and the frozen bishop doesn't guard it.",
        mistakes: &[Mistake {
            example: "Ka8-b8",
            is: |_| true,
            reason: "That is safe, too, as the frozen rook attacks nothing. But you can take it.",
        }],
        refused: &[("Ka8-a7", "a7")],
    },
    Exercise {
        title: "An option: diagonals that are walls",
        options: &[("diagonals", "walls")],
        position: "gK,6,wK/8/1,bB,1,gR,1,rN,2/8/8/8/8/rK,6,bK g grbw - 0",
        marked: Some("d6"),
        text: "The two long diagonals are drawn on the board. In some games they are **walls**.\n\
             A piece may go onto a diagonal and along it. But no step and no jump goes across.",
        task: "Take a piece with your rook.",
        goal: |a| a.is_any(&["Rd6xf6"]),
        success: "The knight on f6 was on a diagonal, not behind it.",
        mistakes: &[Mistake {
            example: "Rd6-c6",
            is: |_| true,
            reason: "You may go there, but that takes nothing.",
        }],
        refused: &[("Rd6xb6", "a drawn diagonal is in between")],
    },
];

/// Returns true if a side, given by its letter, is out of the game after the move.
pub(super) fn is_out(attempt: &Attempt<'_>, side: char) -> bool {
    let text = attempt.after.text();
    text.split(' ')
        .nth(2)
        .is_some_and(|sides| !sides.contains(side))
}

/// Returns what all players have paid after the move.
fn pool(attempt: &Attempt<'_>) -> u64 {
    let extra = attempt.after.extra();
    let ledger = extra.iter().find(|(key, _)| *key == "ledger");
    ledger.map_or(0, |(_, ledger)| ledger["pool"].as_u64().unwrap_or(0))
}
