//! Further lessons: what a transfer can do, and the options of the game.

use crate::rules::{Exercise, Mistake};

/// Exercises for a player who has done the first ones.
pub const EXERCISES: &[Exercise] = &[
    Exercise {
        title: "A stone at the far edge",
        options: &[],
        position: "3P3k/4T3/8/8/8/8/8/K7 w - 0",
        marked: None,
        text: "Nothing promotes here. A single stone at the far edge stays a single stone, and it can't move any more.\n\
             But it can still give itself to a stack right next to it.",
        task: "Use the stone on d8: make your stack on e7 a queen.",
        goal: |a| a.is_any(&["d8+e7"]),
        success: "A queen needs 6 stones, and now e7 has them. The stone at the edge was worth bringing there.",
        mistakes: &[
            Mistake {
                example: "e7+d8",
                is: |a| a.is_any(&["e7+d8"]),
                reason: "That is the wrong way round: the stack on e7 has only 4 stones now.",
            },
            Mistake {
                example: "Te7-e1",
                is: |a| !a.text.contains('+'),
                reason: "That is a move, and the stone on d8 still does nothing. Hand it over.",
            },
        ],
        refused: &[("Pd8-e8", "never goes sideways")],
    },
    Exercise {
        title: "Give what you don't need",
        options: &[],
        position: "5k2/8/8/8/8/1BNT4/3Q4/K7 w - 0",
        marked: None,
        text: "The giver changes, too. A stack of 3 that gives is a knight. But a stack of **5** that gives has 4 stones, \
             and that is a rook as before.\n\
             A stack of 6 is full: it takes no stone.",
        task: "Make your stack on c3 a bishop. All your other stacks must move as they do now.",
        goal: |a| a.is_any(&["d3+c3"]),
        success: "The stack on d3 gave its fifth stone, which it did not need. It is still a rook.",
        mistakes: &[
            Mistake {
                example: "b3+c3",
                is: |a| a.is_any(&["b3+c3"]),
                reason: "Now c3 is a bishop. But b3 has 2 stones left, so you have lost the bishop there.",
            },
            Mistake {
                example: "d2+c3",
                is: |a| a.is_any(&["d2+c3"]),
                reason: "Now c3 is a bishop. But d2 has 5 stones left, so your queen is only a rook.",
            },
            Mistake {
                example: "Nc3-e4",
                is: |_| true,
                reason: "The stack on c3 needs one stone more. Which stack can spare one?",
            },
        ],
        refused: &[("c3+d2", "full")],
    },
    Exercise {
        title: "Out of the way",
        options: &[],
        position: "k4r2/8/8/8/1N6/P7/R7/7K w - 0",
        marked: None,
        text: "A single stone that gives itself away is gone. So it opens the way for a piece behind it.\n\
             One transfer can do two things: the way is open, and the taker moves in a new way.",
        task: "Attack the royal stone on a8 with your rook, and the rook on f8 with another stack. Use one transfer.",
        goal: |a| a.is_any(&["a3+b4"]),
        success: "Your rook looks up the open file, and the new bishop on b4 looks at f8. Black can't save both.",
        mistakes: &[
            Mistake {
                example: "a3+a2",
                is: |a| a.is_any(&["a3+a2"]),
                reason: "That opens the file. But nothing attacks the rook on f8: give the stone to another stack.",
            },
            Mistake {
                example: "Nb4-c6",
                is: |_| true,
                reason: "Your rook doesn't attack the royal stone yet. The stone on a3 must give itself away.",
            },
        ],
        refused: &[("Ra2xa8", "a3")],
    },
    Exercise {
        title: "Look before you take",
        options: &[],
        position: "4r2k/8/3r3n/8/4N3/8/8/2B1K3 w - 0",
        marked: None,
        text: "There is no check, so no rule stops you from a bad mistake. You may move a stack that protects your royal \
             stone. Then your opponent takes it and wins.\n\
             Ask before each move: what can be taken afterwards?",
        task: "Take a black stack, and keep your royal stone safe.",
        goal: |a| a.takes() && !a.loses_next(),
        success: "The stack on e4 stays between the black rook and your royal stone.",
        mistakes: &[
            Mistake {
                example: "Ne4xd6",
                is: |a| a.is_any(&["Ne4xd6"]),
                reason: "That takes a rook, but now the rook on e8 takes your royal stone and wins.",
            },
            Mistake {
                example: "Bc1-a3",
                is: |_| true,
                reason: "That takes nothing. Two of your stacks can take something: which one may leave its place?",
            },
        ],
        refused: &[("Ke1-e3", "one step")],
    },
    Exercise {
        title: "An option: the mao",
        options: &[("powers", "aronson")],
        position: "7k/8/4q3/3p1r2/3N4/8/8/K7 w - 0",
        marked: Some("d4"),
        text: "A table can be opened with Peter Aronson's powers. Then a stack of **2** is a **mao**. It goes where a \
             knight goes, but it doesn't jump.\n\
             Its first step is straight, and that square must be empty. Its second step is diagonal, away from where \
             it was.",
        task: "Take a black stack with your mao.",
        goal: |a| a.is_any(&["Nd4xf5"]),
        success: "It went over e4, which was empty, and on to f5.",
        mistakes: &[Mistake {
            example: "Nd4-e2",
            is: |_| true,
            reason: "You can go there, but that takes nothing.",
        }],
        refused: &[("Nd4xe6", "blocked by Black's single stone on d5")],
    },
    Exercise {
        title: "An option: the cardinal",
        options: &[("powers", "aronson")],
        position: "7k/3r2p1/4r3/8/3T4/8/8/K7 w - 0",
        marked: Some("d4"),
        text: "With Aronson's powers a stack of **5** is a **cardinal**. It moves like a bishop or like a knight, and \
             here the knight's move is a real jump.",
        task: "Take a black rook with your cardinal.",
        goal: |a| a.is_any(&["Td4xe6"]),
        success: "That was the knight's jump.",
        mistakes: &[
            Mistake {
                example: "Td4xg7",
                is: |a| a.takes(),
                reason: "That was a bishop's move, and it took a single stone. A rook is worth more.",
            },
            Mistake {
                example: "Td4-f3",
                is: |_| true,
                reason: "You can go there, but that takes nothing.",
            },
        ],
        refused: &[("Td4xd7", "cardinal")],
    },
    Exercise {
        title: "An option: a move and a stone",
        options: &[("turn", "double")],
        position: "7k/5T2/4P3/3r4/5N2/8/8/K7 w - 0",
        marked: None,
        text: "Some tables play with double turns. Then each turn begins with a move. After it you may hand over one \
             stone, too.\n\
             Write both with a comma: `Nf4-e2,f7+e6` moves from f4 to e2, then hands a stone from f7 to e6.",
        task: "In one turn take the rook on d5, and make your stack on f7 a queen.",
        goal: |a| a.is_any(&["Nf4xd5,e6+f7"]),
        success: "Two things in one turn. Your opponent can do the same.",
        mistakes: &[
            Mistake {
                example: "Nf4xd5",
                is: |a| a.is_any(&["Nf4xd5"]),
                reason: "The rook is gone. But you handed nothing over: write a comma and the second part.",
            },
            Mistake {
                example: "Nf4-e2,e6+f7",
                is: |a| a.text.ends_with(",e6+f7"),
                reason: "Now f7 is a queen, but the black rook is still there.",
            },
            Mistake {
                example: "Nf4xd5,f7+e6",
                is: |a| a.text.starts_with("Nf4xd5,"),
                reason: "You took the rook, but f7 is no queen. Hand it the stone from e6.",
            },
        ],
        refused: &[("e6+f7", "begins with a move")],
    },
];
