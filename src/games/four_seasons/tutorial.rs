//! Guided first game: four armies, pawns that keep their direction, short bishops and queens, and conquest.

use super::further::is_out;
use crate::rules::{Exercise, Mistake};

/// Exercises, in the order in which a beginner needs them.
pub const EXERCISES: &[Exercise] = &[
    Exercise {
        title: "Four players",
        options: &[],
        position: "gK,gR,gP>,2,wP<,wR,wK/gN,gB,gP>,2,wP<,wB,wN/gPv,gPv,4,wPv,wPv/8/8/rP^,rP^,4,bP^,bP^/rN,rB,rP>,2,bP<,bB,bN/rK,rR,rP>,2,bP<,bR,bK g grbw - 0",
        marked: None,
        text: "Four players sit at the corners. You are **green** and begin. Then come red, black and white.\n\
             Everybody plays for themselves, and the last one with a king wins.\n\
             The board is turned to you, so read the names of squares off its edges.\n\
             A pawn walks the way its small arrow shows, all its life. It goes one square, never two.",
        task: "Move the pawn on c8 one square the way its arrow points.",
        goal: |a| a.is_any(&["Pc8-d8"]),
        success: "That pawn walks towards White. Your pawns on a6 and b6 walk towards Red.",
        mistakes: &[Mistake {
            example: "Pc7-d7",
            is: |a| a.text.starts_with('P'),
            reason: "That pawn may go there, but try the one on c8.",
        }],
        refused: &[("Pc8-c7", "c7"), ("Pc8-e8", "e8")],
    },
    Exercise {
        title: "The bishop jumps two",
        options: &[],
        position: "gK,6,wK/1,gB,6/2,gPv,5/3,rN,4/8/8/6,bR,1/rK,6,bK g grbw - 0",
        marked: Some("b7"),
        text: "This game is over 700 years old, and bishops were different then. A bishop jumps **exactly two** \
             squares diagonally. It may jump over a piece.",
        task: "Take the red knight with your bishop.",
        goal: |a| a.is_any(&["Bb7xd5"]),
        success: "It jumped over your own pawn. A bishop reaches few squares, so it is a weak piece here.",
        mistakes: &[],
        refused: &[("Bb7-c8", "two squares"), ("Bb7-e4", "two squares")],
    },
    Exercise {
        title: "The queen steps one",
        options: &[],
        position: "gK,6,wK/8/3,bB,4/4,rB,3/3,gQ,4/8/8/rK,6,bK g grbw - 0",
        marked: Some("d4"),
        text: "A queen goes only **one** square, and only diagonally. Nobody has a queen at the start. A pawn that \
             reaches the far edge becomes one.\n\
             Rooks, knights and kings move as in chess.",
        task: "Take a bishop with your queen.",
        goal: |a| a.is_any(&["Qd4xe5"]),
        success: "Only e5 was one diagonal step away.",
        mistakes: &[Mistake {
            example: "Qd4-c5",
            is: |a| a.text.starts_with('Q'),
            reason: "The queen can go there, but she should take a bishop.",
        }],
        refused: &[("Qd4xd6", "one square")],
    },
    Exercise {
        title: "Pawns take ahead",
        options: &[],
        position: "gK,6,wK/8/7,bN/6,gP>,wR/8/8/8/rK,5,bK,1 g grbw - 0",
        marked: Some("g5"),
        text: "A pawn takes one square diagonally ahead. Ahead is the way its arrow points.",
        task: "Take a piece with your pawn, and make it a queen.",
        goal: |a| a.is_any(&["Pg5xh6=Q"]),
        success: "It took the knight and reached the far edge, so it became a queen at once.",
        mistakes: &[],
        refused: &[("Pg5-h5", "h5"), ("Pg5xh4", "h4")],
    },
    Exercise {
        title: "Your king is in danger",
        options: &[],
        position: "gK,2,gR,2,wB,wK/8/8/8/rR,7/rP^,7/8/rK,6,bK g grbw - 0",
        marked: Some("a8"),
        text: "Kings are never taken. But when your turn ends, nobody may be attacking your king.\n\
             Look at all three opponents before you move.",
        task: "The red rook attacks your king. Move to safety.",
        goal: |_| true,
        success: "Safe. If there had been no such move, you would have been mated.",
        mistakes: &[],
        refused: &[("Rd8-d1", "a8"), ("Ka8-a7", "a7")],
    },
    Exercise {
        title: "Mate, and conquest",
        options: &[],
        position: "gK,6,wK/8/8/rN,6,bK/2,rP>,5/5,gR,2/6,gR,1/rK,7 g grbw - 0",
        marked: None,
        text: "A player whose turn comes may find the king attacked, with no way out. That player is **mated** and out \
             of the game.\n\
             The player who gave mate gets all their pieces. That is called conquest.",
        task: "Mate the red king in one move.",
        goal: |a| is_out(a, 'r'),
        success: "Red is out, and the red knight and pawn now fight for you.",
        mistakes: &[Mistake {
            example: "Rf3-a3",
            is: |a| a.is_any(&["Rf3-a3"]),
            reason: "That attacks the king, but it can step to b1.",
        }],
        refused: &[("Rf3-e2", "e2")],
    },
    Exercise {
        title: "Conquered pieces",
        options: &[],
        position: "gK,6,wK/8/2,bP<,1,bN,3/3,gP^,4/8/8/8/7,bK g gbw - 0",
        marked: Some("d5"),
        text: "The pieces you have conquered move on your turn like your own. A pawn still walks the way it always \
             did.\n\
             This pawn was red. Its arrow points the way red pawns walk.",
        task: "Take the black knight with the conquered pawn.",
        goal: |a| a.is_any(&["Pd5xe6"]),
        success: "It took diagonally ahead, the way its arrow points.",
        mistakes: &[Mistake {
            example: "Pd5xc6",
            is: |a| a.is_any(&["Pd5xc6"]),
            reason: "You can take the pawn, but the knight on e6 is worth more.",
        }],
        refused: &[("Pd5-e5", "e5")],
    },
    Exercise {
        title: "The last one wins",
        options: &[],
        position: "gK,7/8/8/1,gR,6/8/8/gR,7/7,bK g gb - 0",
        marked: None,
        text: "Red and White are out, and only Black is left. The last player with a king wins.",
        task: "Mate the black king and win.",
        goal: |a| a.wins(),
        success: "You are the last one standing. You have won!",
        mistakes: &[Mistake {
            example: "Rb5-h5",
            is: |a| a.is_any(&["Rb5-h5"]),
            reason: "That attacks the king, but it can step to g1.",
        }],
        refused: &[("Rb5-c6", "c6")],
    },
];
