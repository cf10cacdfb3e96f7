//! Further lessons: promotion, groups that go two quads, pieces left behind, and attacks by groups.

use crate::rules::{Exercise, Mistake};

/// Exercises for a player who has done the first ones.
pub const EXERCISES: &[Exercise] = &[
    Exercise {
        title: "The last row of quads",
        options: &[],
        position: "15k/6r9/7P8/16/16/16/16/16/16/16/16/16/16/16/16/7K8 w 0",
        marked: Some("h14"),
        text: "Your pawn may become a queen, rook, bishop or knight on the last row of quads, ranks 15 and 16.\n\
             On rank 15 it may also stay a pawn. On rank 16 it must become something. Write the new letter after `=`.",
        task: "Take the rook on g15 and make your pawn a queen.",
        goal: |a| a.is_any(&["Ph14xg15=Q"]),
        success: "A new queen, one rank before the edge.",
        mistakes: &[
            Mistake {
                example: "Ph14xg15",
                is: |a| a.is_any(&["Ph14xg15"]),
                reason: "On rank 15 it may stay a pawn, and it has. Write `=Q` at the end.",
            },
            Mistake {
                example: "Ph14xg15=N",
                is: |a| a.takes(),
                reason: "It took the rook, but it became something else. Make it a queen.",
            },
            Mistake {
                example: "Ph14-h15=Q",
                is: |_| true,
                reason: "The rook is still there. Take it with your pawn.",
            },
        ],
        refused: &[("Ph14xg15=K", "queen, rook, bishop or knight")],
    },
    Exercise {
        title: "Each pawn chooses for itself",
        options: &[],
        position: "16/15k/7P8/6P9/16/16/16/16/16/16/16/16/16/16/16/7K8 w 0",
        marked: None,
        text: "Pawns can arrive together, as a group. Each of them may become a different piece: \
             `d7>d8:g13=N,h14=R` makes a knight and a rook.\n\
             If all become the same, the letter once is enough: `d7>d8=B` makes two bishops.",
        task: "Move both pawns to quad d8 in one turn, and make both queens.",
        goal: |a| a.is_any(&["d7>d8:g13=Q,h14=Q"]),
        success: "Two queens in one turn.",
        mistakes: &[
            Mistake {
                example: "d7>d8:h14=Q",
                is: |a| !a.text.contains(','),
                reason: "Only one of your pawns went. Move the whole group.",
            },
            Mistake {
                example: "d7>d8:g13,h14=Q",
                is: |_| true,
                reason: "Both went, but not both are queens.",
            },
        ],
        refused: &[],
    },
    Exercise {
        title: "Two quads ahead",
        options: &[],
        position: "7k8/16/16/16/16/16/16/16/16/16/11p4/16/4R5R5/4PP4P5/16/7K8 w 0",
        marked: None,
        text: "A group with a pawn goes one quad ahead. From your second row of quads it may go **two**.\n\
             For that, every square of both quads must be empty, also squares where no piece lands.",
        task: "Move all three pieces of quad c2 two quads ahead.",
        goal: |a| a.is_any(&["c2>c4:e3,e4,f3"]),
        success: "The rook went along with its pawns. The group in quad f2 can't do that: a black pawn is in quad f3.",
        mistakes: &[
            Mistake {
                example: "c2>c3:e3,e4,f3",
                is: |a| a.text.starts_with("c2>c3"),
                reason: "That was one quad. From the second row it may be two.",
            },
            Mistake {
                example: "c2>c4:e3,f3",
                is: |a| a.text.starts_with("c2>c4"),
                reason: "Somebody stayed behind. Write `c2>c4`, and all of them go.",
            },
        ],
        refused: &[("f2>f4", "l6"), ("c2>c5", "pawn")],
    },
    Exercise {
        title: "Leave one behind",
        options: &[],
        position: "7k8/16/16/16/3q12/2P13/16/16/16/16/16/16/2RB12/2N13/16/7K8 w 0",
        marked: None,
        text: "Each piece of a group lands on its place of the new quad. If your own piece is on that place, nothing else can land there.\n\
             Leave a piece behind: name the others by their letters. So `b2>b4:RN` moves a rook and a knight and nothing else.",
        task: "Take the queen in quad b6 with your bishop. Your rook must carry it there.",
        goal: |a| !a.after.text().contains('q'),
        success: "The rook showed the way, the bishop landed on the queen. The knight stayed, as your pawn is on its place.",
        mistakes: &[
            Mistake {
                example: "b2>b6:c4",
                is: |a| a.text.starts_with("b2>b6"),
                reason: "The rook went alone, and nobody landed on the queen.",
            },
            Mistake {
                example: "Bd4-e5",
                is: |_| true,
                reason: "You may move like that, but the queen is still there. Go to quad b6.",
            },
        ],
        refused: &[("b2>b6", "c11"), ("b2>b6:d4", "bishop")],
    },
    Exercise {
        title: "Attacked by a group",
        options: &[],
        position: "k15/16/16/16/7K8/16/16/R15/7n8/6q9/16/16/16/16/16/16 w 0",
        marked: None,
        text: "No single black piece attacks your king, and yet you are in check. The queen can go from quad d4 to quad \
             d6 and carry the knight. It would land on your king.\n\
             A group needs empty quads on its way. One piece anywhere in quad d5 stops it.",
        task: "Stop the group with your rook.",
        goal: |a| a.text.starts_with('R'),
        success: "Quad d5 is not empty any more, so the group can't pass.",
        mistakes: &[Mistake {
            example: "Kh12-h11",
            is: |_| true,
            reason: "That helps, too. But stop the group without moving your king.",
        }],
        refused: &[("Ra9-a10", "knight on h8"), ("Kh12-g12", "g12")],
    },
    Exercise {
        title: "All kings at once",
        options: &[],
        position: "16/16/16/16/16/4kk10/16/16/16/16/16/16/16/4RN10/16/7K8 w 0",
        marked: None,
        text: "Black has two kings left. If you take one, the game goes on.\n\
             But a move that takes **all** kings that are left wins at once, and a group can take several.",
        task: "Win the game in one move.",
        goal: |a| a.wins(),
        success: "You have won. Don't keep your last kings in one quad!",
        mistakes: &[
            Mistake {
                example: "Re3xe11",
                is: |a| a.after.text().matches('k').count() == 1,
                reason: "You took one king, but Black has another. Take both.",
            },
            Mistake {
                example: "Kh1-h2",
                is: |_| true,
                reason: "Both kings are still there. Look at quad c6.",
            },
        ],
        refused: &[],
    },
];
