//! Guided first game: joining and parting pieces, towers and their powers, and the dragon.

use crate::rules::{Exercise, Mistake};

/// Exercises, in the order in which a beginner needs them.
pub const EXERCISES: &[Exercise] = &[
    Exercise {
        title: "Pawns step aside",
        options: &[],
        position: "dmk/rnbdcq/ppppppbnr/6pppp/10/9/10/PPPP6/RNBPPPPPP/QCDBNR/KMD w - - - - 0",
        marked: None,
        text: "The board has an odd shape, but squares have names as usual: file and rank. The four blue squares \
             are **towers**.\n\
             King, rook, bishop and knight move as in chess. Pawns can do one thing more: they may step one \
             square **sideways**, without taking.",
        task: "Move your pawn from d4 one square sideways to e4.",
        goal: |a| a.is_any(&["Pd4-e4"]),
        success: "Pawns go ahead, sideways, and take diagonally ahead.",
        mistakes: &[Mistake {
            example: "Pd4-d5",
            is: |a| a.text.starts_with("Pd4"),
            reason: "That is a move of this pawn, but not to e4.",
        }],
        refused: &[("Pd4-c5", "c5")],
    },
    Exercise {
        title: "Join two pieces",
        options: &[],
        position: "3/6/8k/10/10/9/1N8/10/1R7/6/K2 w - - - - 0",
        marked: None,
        text: "A piece may move onto your own piece, and the two become one. This is called **attaching**.\n\
             Rook and knight make a marshall. Bishop and knight make a cardinal. Rook and bishop make a queen. \
             The new piece moves like both.\n\
             Write it with `&`.",
        task: "Attach your rook to your knight: `Rb3&b5`.",
        goal: |a| a.text.contains('&'),
        success: "Now you have a marshall. It moves like a rook and like a knight.",
        mistakes: &[Mistake {
            example: "Nb5-c7",
            is: |a| !a.text.contains('&'),
            reason: "That is an ordinary move. Move the rook onto the knight instead.",
        }],
        refused: &[("Rb3-b5", "b5")],
    },
    Exercise {
        title: "Take them apart",
        options: &[],
        position: "3/6/8k/10/1r8/9/1M3n4/10/9/6/K2 w - - - - 0",
        marked: Some("b5"),
        text: "A joined piece may move as a whole. Or one part goes, moving in its own way, and the other part \
             stays. That is called **detaching**.",
        task: "Take the black rook on c7 with the knight in your marshall. Let the rook stay: `Nb5xc7`.",
        goal: |a| a.is_any(&["Nb5xc7"]),
        success: "The knight took, and your rook is still on b5.",
        mistakes: &[Mistake {
            example: "Mb5xc7",
            is: |a| a.is_any(&["Mb5xc7"]),
            reason: "The whole marshall went. Write `N` for the knight in it.",
        }],
        refused: &[("Bb5-c6", "bishop")],
    },
    Exercise {
        title: "Two pawns make a lancer",
        options: &[],
        position: "3/6/8k/10/3n6/9/2P7/1P8/9/6/K2 w - - - - 0",
        marked: None,
        text: "Two pawns make a **lancer**. It goes one or two squares ahead, straight or diagonally, and takes the \
             same way. Sideways it goes without taking.",
        task: "Attach a pawn to the other pawn.",
        goal: |a| a.text.contains('&'),
        success: "The pawn moved diagonally, as when taking, and you have a lancer.",
        mistakes: &[Mistake {
            example: "Pb4-b5",
            is: |a| !a.text.contains('&'),
            reason: "That is an ordinary move. The pawn on b4 can go onto the pawn on c5.",
        }],
        refused: &[("Pc5&b4", "b4")],
    },
    Exercise {
        title: "Towers and arenas",
        options: &[],
        position: "3/6/8k/b9/10/9/3R6/4N5/9/6/K2 w - - - - 0",
        marked: Some("e4"),
        text: "Each tower touches four blocks of 3 by 3 squares, called **arenas**. A piece on a tower has a power \
             over its four arenas.\n\
             A **rook** on a tower: any piece may go straight from its place in an arena to the *same place* in \
             the next one. This is a **direct move**, and it never takes.",
        task: "Your rook holds the tower d5. Send your knight from e4 to the same place one arena up, f7.",
        goal: |a| a.is_any(&["Ne4-f7"]),
        success: "That was no knight's move, but the rook on the tower made it possible.",
        mistakes: &[Mistake {
            example: "Ne4-b5",
            is: |a| a.is_any(&["Ne4-b5"]),
            reason: "That is a direct move too, to the arena on the left. Try the one above.",
        }],
        refused: &[("Ne4xb8", "b8")],
    },
    Exercise {
        title: "A knight on a tower bends lines",
        options: &[],
        position: "3/6/8k/10/10/9/3N6/r9/4R4/6/K2 w - - - - 0",
        marked: Some("e3"),
        text: "The arenas do not stand in line: the one on the left is one square higher. With a **knight** on the \
             tower, straight lines run on from one arena to the next as if they did.\n\
             So a rook can turn a corner. The marks show where your rook can go.",
        task: "Take the black rook on a4 with your rook.",
        goal: |a| a.is_any(&["Re3xa4"]),
        success: "From d3 the line went on to c4, and from there to a4.",
        mistakes: &[Mistake {
            example: "Re3-b4",
            is: |a| a.text.starts_with('R'),
            reason: "Your rook can go there. It can also take the rook on a4.",
        }],
        refused: &[("Re3-a3", "a3")],
    },
    Exercise {
        title: "The king on a tower",
        options: &[],
        position: "k2/6/9/2n7/4b5/9/3K6/10/9/6/3 w - - - - 0",
        marked: Some("d5"),
        text: "A **king** on a tower takes like a queen, at any distance. Without taking he still goes one step.\n\
             Here the bishop on f7 gives check, and the knight on d8 guards it.\n\
             Other pieces have other powers on towers. Below each board you can read which are in force.",
        task: "Take the knight on d8 with your king.",
        goal: |a| a.is_any(&["Kd5xd8"]),
        success: "A king that strikes from far away! But now he is in the open.",
        mistakes: &[],
        refused: &[("Kd5-d7", "d7"), ("Kd5xf7", "d8")],
    },
    Exercise {
        title: "The dragon",
        options: &[],
        position: "k2/6/9/3b6/4r5/9/4D5/10/9/6/K2 w N B - - 0",
        marked: Some("e5"),
        text: "The **dragon** learns from others. It moves like the piece that you moved last, and like the piece \
             that your opponent moved last. Moves of pawns, lancers and dragons don't count.\n\
             Here you moved a knight last, and Black moved a bishop. So your dragon moves like a knight or like a \
             bishop.",
        task: "Take the black rook with your dragon.",
        goal: |a| a.is_any(&["De5xf7"]),
        success: "It jumped like a knight. After your next move it may be able to do something else.",
        mistakes: &[Mistake {
            example: "De5-d6",
            is: |a| a.text.starts_with('D'),
            reason: "The dragon can go there, but it should take the rook on f7.",
        }],
        refused: &[("De5xe8", "e8")],
    },
    Exercise {
        title: "Checkmate",
        options: &[],
        position: "3/6/8k/R9/10/9/10/2R7/9/6/K2 w - - - - 0",
        marked: None,
        text: "You win by checkmate, as in chess. It is only mate if no power of a tower helps, either.",
        task: "Checkmate the black king in one move.",
        goal: |a| a.wins(),
        success: "Checkmate! There is more to discover: each piece has its own power on a tower. `/rules` tells them \
             all.",
        mistakes: &[Mistake {
            example: "Rc4-j4",
            is: |a| !a.wins(),
            reason: "The king can still get away. He must have no square left.",
        }],
        refused: &[("Rc4-d5", "c4")],
    },
];
