//! Guided first game: the large board, groups that move together, and the last king.

use crate::rules::{Exercise, Mistake};

/// Exercises, in the order in which a beginner needs them.
pub const EXERCISES: &[Exercise] = &[
    Exercise {
        title: "A board four times as large",
        options: &[],
        position: "7k8/16/16/16/16/16/4p11/16/16/16/9r6/7N8/16/P15/16/7K8 w 0",
        marked: Some("h5"),
        text: "The board has 16 files, a to p, and 16 ranks. The pieces are the ones you know, and each moves as in \
             chess.",
        task: "Take the black rook with your knight.",
        goal: |a| a.is_any(&["Nh5xj6"]),
        success: "Just as in chess. Now for what is new.",
        mistakes: &[Mistake {
            example: "Nh5-g7",
            is: |a| a.text.starts_with('N'),
            reason: "The knight can go there, but it should take the rook on j6.",
        }],
        refused: &[("Nh5-h6", "knight")],
    },
    Exercise {
        title: "Pawns",
        options: &[],
        position: "7k8/16/16/16/16/16/16/2b13/16/16/16/16/5P10/16/16/7K8 w 0",
        marked: Some("f4"),
        text: "A pawn goes one square ahead and takes one square diagonally ahead.\n\
             From ranks 3 and 4 it may go **two** squares, even if it has moved before. There is no en passant \
             and no castling.",
        task: "Move your pawn two squares ahead.",
        goal: |a| a.is_any(&["Pf4-f6"]),
        success: "From f6 on it goes one square at a time.",
        mistakes: &[Mistake {
            example: "Pf4-f5",
            is: |a| a.is_any(&["Pf4-f5"]),
            reason: "That was one square. From rank 4 it may go two.",
        }],
        refused: &[("Pf4-f7", "f7"), ("Pf4xg5", "g5")],
    },
    Exercise {
        title: "Quads",
        options: &[],
        position: "7k8/16/16/16/16/16/16/16/16/16/16/16/3B12/2R13/16/7K8 w 0",
        marked: None,
        text: "The board is cut into blocks of four squares, each with a dot in its middle. A block is called a \
             **quad**.\n\
             Quads have their own names, a1 to h8: the gold letters above and the gold numbers on the right. Your rook \
             on c3 and your bishop on d4 are in quad b2.\n\
             Pieces in one quad can move **together** to another quad, or one of them alone. While an enemy is \
             in the quad, none can. Write the two quads with an arrow: `b2>b4`. Each \
             piece keeps its place inside the quad.",
        task: "Move your rook and your bishop together from quad b2 to quad b6.",
        goal: |a| a.is_any(&["b2>b6:c3,d4"]),
        success: "Both moved four quads up in one turn.",
        mistakes: &[
            Mistake {
                example: "b2>b6:c3",
                is: |a| a.text.starts_with("b2>b6:"),
                reason: "Only one of the two went. Write `b2>b6`, and both go.",
            },
            Mistake {
                example: "b2>c3:c3,d4",
                is: |a| a.text.contains('>'),
                reason: "That is a move of the group, but not to quad b6.",
            },
        ],
        refused: &[("b2>c4", "c4")],
    },
    Exercise {
        title: "A group moves like any of its pieces",
        options: &[],
        position: "7k8/16/16/16/16/16/16/16/16/16/2pp1p10/2ppp11/3R12/2N13/16/7K8 w 0",
        marked: None,
        text: "A group may move the way **any one** of its pieces moves, counted in quads.\n\
             Here the rook is next to a knight. So the rook can jump with the knight: two quads one way and one quad \
             across.\n\
             Rooks, bishops and queens need empty quads on their way. A knight jumps over everything.",
        task: "Black pawns block quad b3. Jump with both pieces from quad b2 to quad c4.",
        goal: |a| a.is_any(&["b2>c4:c3,d4"]),
        success: "The knight took the rook along, over the pawns.",
        mistakes: &[Mistake {
            example: "b2>b3:c3,d4",
            is: |a| a.is_any(&["b2>b3:c3,d4"]),
            reason: "That takes two pawns, but the task is to jump to quad c4.",
        }],
        refused: &[("b2>b6", "empty")],
    },
    Exercise {
        title: "Take two at once",
        options: &[],
        position: "7k8/16/16/16/16/2bn12/16/16/16/16/16/16/16/2RN12/16/7K8 w 0",
        marked: None,
        text: "Every piece of a group takes the enemy it lands on. So one move can take up to four pieces.",
        task: "Take the bishop and the knight in one move.",
        goal: |a| a.is_any(&["b2>b6:c3,d3"]),
        success: "Two pieces in one move! Watch that nobody does this to you.",
        mistakes: &[Mistake {
            example: "b2>b6:c3",
            is: |a| a.takes() || a.text.starts_with("b2>b6"),
            reason: "That took one piece. Move the whole group: `b2>b6`.",
        }],
        refused: &[("b2>b7", "empty")],
    },
    Exercise {
        title: "Groups with a king or a pawn",
        options: &[],
        position: "7k8/16/16/16/16/16/16/16/16/16/16/4r11/3P12/2K13/16/K15 w 0",
        marked: None,
        text: "A group with a **king** moves only one quad, like a king. A group with a **pawn** moves only like a \
             pawn: one quad ahead, from your second row of quads also two, or one quad diagonally ahead to take \
             something.\n\
             With both it must fit both. Then each piece in the group may do the taking, the king too.",
        task: "Quad b2 holds your king and your pawn. Take the rook on e5 with them: go to quad c3.",
        goal: |a| a.text.starts_with("b2>c3:") && a.after.text().matches('r').count() == 0,
        success: "The king landed on the rook and took it, and the pawn came along.",
        mistakes: &[],
        refused: &[("b2>b4", "b4"), ("b2>c2", "c2")],
    },
    Exercise {
        title: "Four kings",
        options: &[],
        position: "4r10q/16/2k5k7/16/16/16/16/16/15R/16/16/16/16/16/16/4K5K5 w 0",
        marked: None,
        text: "You begin with **four kings**. Kings can be taken like other pieces, as long as you have another \
             one. You may leave such a king in danger.\n\
             But you must never *move* a king to a square that is attacked.",
        task: "Your king on e1 is attacked, but you have two kings. Take the black queen instead of running away.",
        goal: |a| a.is_any(&["Rp8xp16"]),
        success: "Right. A queen for a spare king can be a good trade.",
        mistakes: &[Mistake {
            example: "Ke1-d1",
            is: |a| a.text.starts_with('K'),
            reason: "You may move the king, but you need not. You have another king: take the queen.",
        }],
        refused: &[("Ke1-e2", "e2")],
    },
    Exercise {
        title: "The last king",
        options: &[],
        position: "4r10k/16/16/16/16/16/16/16/R15/16/16/16/16/16/16/4K11 w 0",
        marked: None,
        text: "With **one** king left, the game is chess again: if it is attacked, you are in check and must do \
             something about it.",
        task: "The rook on e16 attacks your king. Get out of check.",
        goal: |_| true,
        success: "Your last king is safe. That was the only kind of move you were allowed.",
        mistakes: &[],
        refused: &[("Ra8-a9", "e1")],
    },
    Exercise {
        title: "Checkmate",
        options: &[],
        position: "15k/R15/16/16/16/16/16/16/16/16/16/16/16/16/16/1R5K8 w 0",
        marked: None,
        text: "You win by checkmating the last king, or by taking all kings that are left in one move.\n\
             The black king is alone in its quad, so no group can carry it away. Your rook on a15 covers the rank next to \
             it.",
        task: "Checkmate the black king in one move.",
        goal: |a| a.wins(),
        success: "Checkmate! You have won.",
        mistakes: &[Mistake {
            example: "Ra15-a16",
            is: |a| a.checks(),
            reason: "That is check, but the king has a square to go to.",
        }],
        refused: &[("Rb1-c2", "c2")],
    },
];
