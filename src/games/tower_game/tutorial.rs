//! The guided first game: eight boards one above the other, and pieces that move in three directions.

use crate::rules::{Exercise, Mistake};

/// The positions, in the order in which a beginner needs them.
pub const EXERCISES: &[Exercise] = &[
    Exercise {
        title: "Eight boards in a tower",
        options: &[],
        position: "5/5/2k2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/R4|5/5/2K2/5/5 w - - 0",
        marked: None,
        text: "Think of eight small boards, one above the other. Each panel of the picture is one level, and its \
             number is in the corner.\n\
             A place is called a **square**. Its name is column, row, level: `aa2` is column a, row a, level 2.\n\
             The same place in the panel with the next higher number is the square right above.",
        task: "Your rook is on aa2. Move it straight up to level 6.",
        goal: |a| a.is_any(&["Raa2-aa6"]),
        success: "It went up four levels, to the same place in panel 6.",
        mistakes: &[Mistake {
            example: "Raa2-aa5",
            is: |a| a.text.starts_with("Raa2-aa"),
            reason: "That is straight up, but not to level 6.",
        }],
        refused: &[("Raa2-bb2", "rook")],
    },
    Exercise {
        title: "The rook",
        options: &[],
        position: "5/5/2k2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/1p3|5/5/5/5/5|5/n4/5/5/R4|5/5/2K2/5/5 w - - 0",
        marked: Some("aa2"),
        text: "A rook goes straight: along a column, along a row, or up and down. Only **one** part of the name \
             changes.",
        task: "Take the black knight with your rook.",
        goal: |a| a.is_any(&["Raa2xad2"]),
        success: "Only the row changed, from a to d.",
        mistakes: &[Mistake {
            example: "Raa2-aa3",
            is: |a| a.text.starts_with('R'),
            reason: "The rook can go there, but it should take the knight on ad2.",
        }],
        refused: &[("Raa2xba4", "rook")],
    },
    Exercise {
        title: "The bishop",
        options: &[],
        position: "5/5/2k2/5/5|5/5/5/5/5|5/5/5/5/5|1n3/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/1B2r/5|5/5/2K2/5/5 w - - 0",
        marked: Some("bb2"),
        text: "A bishop goes diagonally: **two** parts of the name change, both by the same number. It can climb, \
             too.",
        task: "Take a black piece with your bishop.",
        goal: |a| a.is_any(&["Bbb2xbe5"]),
        success: "Three rows on and three levels up: two parts changed, each by 3.",
        mistakes: &[Mistake {
            example: "Bbb2-cc2",
            is: |a| a.text.starts_with('B'),
            reason: "The bishop can go there, but it should take something.",
        }],
        refused: &[("Bbb2xeb2", "bishop")],
    },
    Exercise {
        title: "The merchant",
        options: &[],
        position: "5/5/5/5/2k2|5/5/5/5/5|5/5/5/5/5|1r2n/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/1M3/5|5/5/2K2/5/5 w - - 0",
        marked: Some("bb2"),
        text: "The merchant is a new piece. It goes diagonally and up or down at once: **all three** parts change \
             by the same number.",
        task: "Take a black piece with your merchant.",
        goal: |a| a.is_any(&["Mbb2xee5"]),
        success: "Three columns, three rows and three levels. A merchant always changes its level.",
        mistakes: &[Mistake {
            example: "Mbb2-cc3",
            is: |a| a.text.starts_with('M'),
            reason: "The merchant can go there, but it should take something.",
        }],
        refused: &[("Mbb2-dd2", "merchant")],
    },
    Exercise {
        title: "The knight",
        options: &[],
        position: "5/5/5/5/k4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/3r1/5/2b2/5|5/5/5/5/5|5/5/2N1K/5/5 w - - 0",
        marked: Some("cc1"),
        text: "A knight jumps as in chess: 2 one way and 1 another way. Up and down count as ways.",
        task: "Take a black piece with your knight.",
        goal: |a| a.is_any(&["Ncc1xcb3"]),
        success: "Two levels up and one row across.",
        mistakes: &[Mistake {
            example: "Ncc1-cd3",
            is: |a| a.text.starts_with('N'),
            reason: "The knight can go there, but it should take something.",
        }],
        refused: &[("Ncc1xdd3", "knight")],
    },
    Exercise {
        title: "Captain and jester",
        options: &[],
        position: "5/5/5/5/k4|5/5/5/5/5|5/5/5/5/5|r4/5/4m/1b3/5|5/5/2C2/5/2J2|5/5/5/5/5|5/5/5/5/5|5/5/5/5/4K w - - 0",
        marked: Some("cc4"),
        text: "Two more jumpers. The **captain** jumps 2 one way and 1 in each of the two others.\n\
             The **jester** jumps 2 in two ways and 1 in the third.",
        task: "Your captain is on cc4, your jester on ca4. One of them can take the merchant on ec5. Do it.",
        goal: |a| a.is_any(&["Jca4xec5"]),
        success: "The jester went 2 columns, 2 rows and 1 level.",
        mistakes: &[Mistake {
            example: "Ccc4-ed5",
            is: |a| !a.takes(),
            reason: "That jump is allowed, but it takes nothing.",
        }],
        refused: &[("Ccc4xec5", "captain")],
    },
    Exercise {
        title: "The pawn",
        options: &[],
        position: "5/5/5/5/k4|5/5/5/5/5|5/5/5/5/5|5/3n1/2r2/5/5|5/2n2/2P2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/4K w - - 0",
        marked: Some("cc4"),
        text: "Pawns climb. A white pawn goes one level straight up, and from level 2 it may go two.\n\
             It takes one step up and to the side, into any of the 8 squares around the one above it.",
        task: "Take a black piece with your pawn.",
        goal: |a| a.is_any(&["Pcc4xdd5"]),
        success: "One level up and diagonally aside.",
        mistakes: &[],
        refused: &[("Pcc4xcc5", "cc5"), ("Pcc4xcd4", "cd4")],
    },
    Exercise {
        title: "At the top",
        options: &[],
        position: "k4/5/5/5/5|5/5/2P2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/4K w - - 0",
        marked: Some("cc7"),
        text: "A pawn that reaches the top level becomes another piece. You choose which.\n\
             A good choice is the **fool**. It steps one square in any direction, like a king, but it cannot be \
             checked.",
        task: "Move your pawn to the top and make it a fool. Write `cc8=F`.",
        goal: |a| a.is_any(&["Pcc7-cc8=F"]),
        success: "A fool reaches 26 squares from the middle of the tower.",
        mistakes: &[Mistake {
            example: "Pcc7-cc8=R",
            is: |a| a.text.contains('='),
            reason: "That works, but choose the fool this time.",
        }],
        refused: &[("Pcc7-cd8", "cd8")],
    },
    Exercise {
        title: "Checkmate",
        options: &[],
        position: "5/5/5/4R/k4|5/5/5/3R1/3R1|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/4R|5/5/5/5/5|5/5/2K2/5/5 w - - 0",
        marked: None,
        text: "You win by checkmate, as in chess. A king has up to 26 squares to go to. In a corner there are only 7.\n\
             Your rooks already cover all seven except the one you need.",
        task: "Checkmate the black king in one move.",
        goal: |a| a.wins(),
        success: "Checkmate! If a player has no move but is not in check, the other one gets three quarters of a \
             point.\n\
             This was the plain game. It has variants, such as a small tower and a Shogi tower: see `/rules`.",
        mistakes: &[Mistake {
            example: "Rda7-aa7",
            is: |a| a.checks(),
            reason: "That is check, but the king can take or step aside.",
        }],
        refused: &[("Rea3-db3", "rook")],
    },
];
