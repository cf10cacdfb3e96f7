//! Further lessons: castling and en passant, and a taste of the variants and twists.

use crate::rules::{Exercise, Mistake};

/// Exercises for a player who has done the first ones.
pub const EXERCISES: &[Exercise] = &[
    Exercise {
        title: "Castling",
        options: &[],
        position: "5/5/3k1/5/5|5/5/5/5/5|5/1r3/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|R3R/5/2K2/1N3/R4 w AA,AE,EE - 0",
        marked: None,
        text: "Your king may castle to a corner of his level. He goes from cc1 to the corner, and the rook of that corner \
             goes to the square that he passed.\n\
             King and rook must not have moved. The square passed must be empty. He may not be in check, pass an attacked \
             square or land on one.",
        task: "Castle. Write where the king goes: `Kee1` is the corner ee1.",
        goal: |a| a.is_any(&["Kcc1-ee1"]),
        success: "The king is in the corner, and his rook on dd1 guards him.",
        mistakes: &[Mistake {
            example: "Kcc1-cc2",
            is: |_| true,
            reason: "That is allowed, but it isn't castling. To which corner is the way free and safe?",
        }],
        refused: &[("Kcc1-ae1", "bd1"), ("Kcc1-aa1", "knight on bb1")],
    },
    Exercise {
        title: "En passant",
        options: &[],
        position: "4k/5/5/5/5|5/5/5/5/5|5/1n3/5/5/5|5/5/2P2/2p2/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w - cb6 0",
        marked: Some("cc5"),
        text: "The black pawn has just gone two levels down, from cb7 to cb5. On cb6, which it passed, your pawn could have \
             taken it.\n\
             So you may take it there now, **en passant**: your pawn goes to cb6, and the black pawn is gone. One turn \
             later you may not.",
        task: "Take the black pawn en passant.",
        goal: |a| a.is_any(&["Pcc5xcb6"]),
        success: "The black pawn on cb5 is gone, although your pawn went to cb6.",
        mistakes: &[
            Mistake {
                example: "Pcc5xbd6",
                is: |a| a.takes(),
                reason: "That takes the knight. Take the pawn this time: go to the square that it passed.",
            },
            Mistake {
                example: "Pcc5-cc6",
                is: |_| true,
                reason: "That takes nothing. Go to the square that the black pawn passed.",
            },
        ],
        refused: &[("Pcc5xcb5", "cb5")],
    },
    Exercise {
        title: "The Toroidal game: round the edge",
        options: &[("edges", "toroidal")],
        position: "3k1/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/1Rp1r/5/5|5/5/5/5/5|5/5/5/5/K4 w - - 0",
        marked: Some("bc3"),
        text: "In the Toroidal game each level has no walls. A piece that leaves it on one side comes in on the opposite \
             side.\n\
             Column a is next to column e, and row a is next to row e. Up and down there are still a floor and a ceiling.",
        task: "Take the black rook with yours. The pawn is in the way, so go the other way round.",
        goal: |a| a.is_any(&["Rbc3xec3"]),
        success: "From bc3 over ac3, and round the edge to ec3.",
        mistakes: &[
            Mistake {
                example: "Rbc3xcc3",
                is: |a| a.takes(),
                reason: "That takes the pawn. The rook behind it can be reached, too.",
            },
            Mistake {
                example: "Rbc3-ac3",
                is: |_| true,
                reason: "That takes nothing. Go on over the edge.",
            },
        ],
        refused: &[("Rbc3xed3", "rook")],
    },
    Exercise {
        title: "The Berlin game: pawns the other way",
        options: &[("pawns", "berlin")],
        position: "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|2b2/3r1/2n2/5/5|5/5/2P2/5/5|5/5/5/5/5|5/5/5/5/K4 w - - 0",
        marked: Some("cc3"),
        text: "In the Berlin game pawns do it the other way. A pawn **goes** to one of the 8 squares around the one above it. \
             It **takes** on the square straight above.",
        task: "Take a black piece with your pawn.",
        goal: |a| a.is_any(&["Pcc3xcc4"]),
        success: "The knight was straight above. It would have blocked a usual pawn.",
        mistakes: &[Mistake {
            example: "Pcc3-bb4",
            is: |_| true,
            reason: "You may go there, but that takes nothing.",
        }],
        refused: &[("Pcc3xdd4", "without capturing")],
    },
    Exercise {
        title: "The Tripunch game: jump and jump again",
        options: &[("riders", "tripunch")],
        position: "k4/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/1r3/5/3b1|5/5/5/5/5|5/5/5/5/n1P2|5/5/5/5/5|4K/5/5/5/1N3 w - - 0",
        marked: Some("ba1"),
        text: "In the Tripunch game all pieces are stronger. A knight is a **nightrider**. After a jump it may make the very \
             same jump again, as long as it lands on empty squares.\n\
             Captains and jesters do the same. A rook is a **base**, which covers whole areas.",
        task: "Take the black base with your nightrider.",
        goal: |a| a.is_any(&["Nba1xbc5"]),
        success: "Two equal jumps, each one row on and two levels up.",
        mistakes: &[
            Mistake {
                example: "Nba1xaa3",
                is: |a| a.takes(),
                reason: "One jump, and only a nightrider. Two equal jumps reach the base on bc5.",
            },
            Mistake {
                example: "Nba1-bb3",
                is: |_| true,
                reason: "That takes nothing. Which jump, made twice, ends on bc5?",
            },
        ],
        refused: &[("Nba1xda5", "pawn on ca3")],
    },
    Exercise {
        title: "The Shogi game: drops",
        options: &[("rules", "shogi")],
        position: "5/5/5/5/5|5/5/2k2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 b N1 0",
        marked: None,
        text: "In the Shogi game the tower has nine levels. You are Black here, at the bottom, and Black begins. What you take \
             goes to your hand, and you may **drop** it instead of moving.\n\
             A knight jumps only up: two levels, and one square along a column or row. Write a drop with `@`, such as \
             `N@cc1`.",
        task: "Drop your knight so that it gives check. The white king is on cc8.",
        goal: |a| a.text.starts_with("N@") && a.checks(),
        success: "Check from nowhere. Look at your opponent's hand before each move.",
        mistakes: &[
            Mistake {
                example: "N@cc5",
                is: |a| a.text.contains('@'),
                reason: "That is allowed, but it gives no check. Go two levels below the king, and one square aside.",
            },
            Mistake {
                example: "Kaa1-aa2",
                is: |_| true,
                reason: "That is a move. Drop the knight: `N@` and a square.",
            },
        ],
        refused: &[("N@cc9", "never move again")],
    },
    Exercise {
        title: "A twist: Atomic",
        options: &[("mutator", "atomic")],
        position: "5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/1n3/5/5/5|5/k4/5/5/5|p4/5/5/5/R4|4K/5/5/5/5 w - - 0",
        marked: None,
        text: "A twist changes one rule, and `/new` has many of them. With **Atomic** every capture is an explosion.\n\
             The captured piece goes, the captor goes, and every piece next to them but pawns. If a king goes, the game is \
             over. You may not blow up your own.",
        task: "Win in one move.",
        goal: |a| a.wins(),
        success: "You took a pawn, and the explosion reached the king next to it.",
        mistakes: &[Mistake {
            example: "Raa2-ad2",
            is: |_| true,
            reason: "The king is still there. Which capture is right next to him?",
        }],
        refused: &[],
    },
    Exercise {
        title: "A twist: Benedict",
        options: &[("mutator", "benedict")],
        position: "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/2r2|5/5/5/5/5|5/p4/5/5/R4|5/5/5/5/5|5/5/2K2/5/5 w - - 0",
        marked: None,
        text: "With **Benedict** nothing is ever captured. The piece that you move turns every enemy piece that it then \
             attacks to your side.\n\
             Turn the king and you win. Each twist has its own page in `/rules`.",
        task: "Turn the black rook to your side.",
        goal: |a| !a.after.text().contains('r'),
        success: "It is yours now, where it was. Your opponent will try the same.",
        mistakes: &[
            Mistake {
                example: "Raa3-ac3",
                is: |a| !a.after.text().contains('p'),
                reason: "Now the pawn is yours. But turn the rook, on ca5.",
            },
            Mistake {
                example: "Kcc1-cc2",
                is: |_| true,
                reason: "The piece that moved attacks nothing. Move your rook to where it attacks ca5.",
            },
        ],
        refused: &[("Raa3xad3", "nothing is captured")],
    },
    Exercise {
        title: "A twist: Fusion",
        options: &[("mutator", "fusion"), ("board", "chamber")],
        position: "2k2/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4R/5/2B2/5/K4 w - - 0",
        marked: None,
        text: "With **Fusion** a piece may move onto a friend of another kind. The two are **joined**: one piece that moves \
             like either of them.\n\
             Write it with `&`. Joined pieces can part again if nobody attacks them.",
        task: "Your bishop on cc1 can reach your rook on ee1. Join them.",
        goal: |a| a.is_any(&["Bcc1&ee1"]),
        success: "One piece now, which goes straight and diagonally. It can also be taken at once, so look after it.",
        mistakes: &[
            Mistake {
                example: "Bcc1&aa1",
                is: |a| a.text.contains('&'),
                reason: "That joined your king, who moves like a bishop now. Join the rook, on ee1.",
            },
            Mistake {
                example: "Ree1-ce1",
                is: |_| true,
                reason: "That is an ordinary move. Move your bishop onto your rook, with `&`.",
            },
        ],
        refused: &[],
    },
];
