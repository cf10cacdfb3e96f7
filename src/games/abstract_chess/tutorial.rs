//! Guided first game: movement of stacks, handing over a stone, and capturing the royal stone.

use crate::rules::{Exercise, Mistake};

/// Exercises, in the order in which a beginner needs them.
pub const EXERCISES: &[Exercise] = &[
    Exercise {
        title: "The height says how it moves",
        options: &[],
        position: "7k/8/8/4b3/8/3N4/8/1K6 w - 0",
        marked: Some("d3"),
        text: "Every piece is a stack of flat stones. The picture shows how many there are.\n\
             The number of stones says how the stack moves. A stack of **2** moves like a knight.",
        task: "Take the black stack on e5 with your stack of 2.",
        goal: |a| a.is_any(&["Nd3xe5"]),
        success: "Your knight took the whole stack. A stack that is taken leaves the board with all its stones.",
        mistakes: &[Mistake {
            example: "Nd3-f4",
            is: |a| a.text.starts_with('N'),
            reason: "Your stack of 2 can go there, but it should take the stack on e5.",
        }],
        refused: &[("Nd3-d5", "knight")],
    },
    Exercise {
        title: "One stone is a pawn",
        options: &[],
        position: "7k/8/8/2rnb3/3P4/8/8/1K6 w - 0",
        marked: Some("d4"),
        text: "A single stone moves like a pawn: one square straight ahead. It takes one square diagonally ahead.\n\
             It never goes two squares, and it never becomes a queen.",
        task: "Take the highest black stack that your single stone can take.",
        goal: |a| a.is_any(&["Pd4xc5"]),
        success: "The stack on c5 had 4 stones. High stacks are the strong ones.",
        mistakes: &[Mistake {
            example: "Pd4xe5",
            is: |a| a.is_any(&["Pd4xe5"]),
            reason: "You can take that one, but it has 3 stones. The stack on c5 has 4.",
        }],
        refused: &[("Pd4xd5", "d5"), ("Pd4-d6", "d6")],
    },
    Exercise {
        title: "Three to six stones",
        options: &[],
        position: "6k1/8/8/8/1n2R2r/8/8/K7 w - 0",
        marked: Some("e4"),
        text: "**3** stones move like a bishop. **4** and **5** stones move like a rook. **6** stones move like a \
             queen, and no stack is higher.",
        task: "Your stack on e4 is a rook. Take the black rook with it.",
        goal: |a| a.is_any(&["Re4xh4"]),
        success: "Right: both had 4 stones, and yours was first.",
        mistakes: &[Mistake {
            example: "Re4xb4",
            is: |a| a.is_any(&["Re4xb4"]),
            reason: "That was a stack of 2, a knight. The stack of 4 on h4 is worth more.",
        }],
        refused: &[("Re4-g6", "g6")],
    },
    Exercise {
        title: "The royal stone",
        options: &[],
        position: "4r2k/8/8/8/8/8/8/4K3 w - 0",
        marked: Some("e1"),
        text: "The stone with the crown is your **royal stone**. It moves one square, like a king.\n\
             If it is taken, you lose. The rules let you leave it in danger, so look after it yourself. The red \
             frame means: it could be taken now.",
        task: "Move your royal stone to a square where nothing can take it.",
        goal: |a| !a.loses_next(),
        success: "Safe. In your games a red frame will warn you, too.",
        mistakes: &[Mistake {
            example: "Ke1-e2",
            is: |a| a.is_any(&["Ke1-e2"]),
            reason: "The black rook still reaches e2. It would take your royal stone and win.",
        }],
        refused: &[("Ke1-e3", "one step")],
    },
    Exercise {
        title: "Hand over a stone",
        options: &[],
        position: "7k/8/8/8/8/8/1P1N4/2B1K3 w - 0",
        marked: None,
        text: "This is what makes the game special. Instead of moving, you may take **one stone** off a stack. Put it \
             on your own stack right next to it. This is called a **transfer**.\n\
             The giver gets lower, the taker gets higher, and both move in a new way. Write it with a plus: `d2+c1` \
             moves a stone from d2 to c1.",
        task: "Make your stack of 3 on c1 a rook. Keep your stack of 2 as it is.",
        goal: |a| a.is_any(&["b2+c1"]),
        success: "Now c1 has 4 stones and moves like a rook. The single stone on b2 gave itself away completely.",
        mistakes: &[
            Mistake {
                example: "d2+c1",
                is: |a| a.is_any(&["d2+c1"]),
                reason: "Now c1 is a rook, but your stack of 2 has one stone left. It has become a pawn.",
            },
            Mistake {
                example: "c1+b2",
                is: |a| a.is_any(&["c1+b2", "c1+d2"]),
                reason: "That is the wrong way round: the stack on c1 got lower.",
            },
        ],
        refused: &[("e1+d2", "royal stone")],
    },
    Exercise {
        title: "A gift that attacks",
        options: &[],
        position: "7k/6T1/7N/8/1r6/2r5/8/K7 w - 0",
        marked: None,
        text: "Handing over a stone can attack without moving at all.\n\
             Your stack on g7 has 5 stones, so it moves like a rook. With one more it is a queen, and a queen \
             also attacks diagonally.",
        task: "Attack the royal stone on h8: make the stack on g7 a queen.",
        goal: |a| a.is_any(&["h6+g7"]),
        success: "The queen attacks h8, and the black royal stone has nowhere to hide. Whatever Black does, you take \
             it next.",
        mistakes: &[Mistake {
            example: "g7+h6",
            is: |a| a.is_any(&["g7+h6"]),
            reason: "That made g7 lower. Give a stone from h6 to g7.",
        }],
        refused: &[("a1+h6", "royal stone")],
    },
    Exercise {
        title: "How you win",
        options: &[],
        position: "4k3/8/8/8/8/8/4R3/4K3 w - 0",
        marked: None,
        text: "There is no check and no checkmate here. You win when you **take the royal stone**.",
        task: "Win the game in one move.",
        goal: |a| a.wins(),
        success: "You have won. Always look first whether you can take the royal stone.",
        mistakes: &[],
        refused: &[("Re2-f3", "f3")],
    },
    Exercise {
        title: "No way out",
        options: &[],
        position: "7k/8/6K1/8/8/8/8/R7 w - 0",
        marked: None,
        text: "A clever opponent moves the royal stone away when you attack it. So attack it when every square \
             around it is covered.\n\
             Your royal stone on g6 already covers g7 and h7.",
        task: "Make a move after which you can take the royal stone, whatever Black does.",
        goal: |a| a.wins_next(),
        success: "Black can only move the royal stone, and you can take it on every square.",
        mistakes: &[Mistake {
            example: "Ra1-h1",
            is: |a| a.is_any(&["Ra1-h1"]),
            reason: "That attacks it, but it can step aside to g8.",
        }],
        refused: &[("Ra1-b2", "b2")],
    },
];
