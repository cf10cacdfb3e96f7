//! Further lessons: swaps and returns, and the powers of pieces on towers.

use crate::rules::{Exercise, Mistake};

/// Exercises for a player who has done the first ones.
pub const EXERCISES: &[Exercise] = &[
    Exercise {
        title: "Swap on a tower",
        options: &[],
        position: "3/6/8k/10/10/9/3R6/1N5N2/9/6/K2 w - - - - 0",
        marked: None,
        text: "If one of your pieces is on a tower, another can **swap** with it. One of the two makes its usual move to \
             the other's square. The other goes to where it came from.\n\
             Write it with `~`. The sign `&` would join the two instead.",
        task: "Swap your knight on b4 with your rook on d5.",
        goal: |a| a.is_any(&["Nb4~d5"]),
        success: "The knight holds the tower now, and the rook is on b4. The knight made the move, so dragons learn its jump.",
        mistakes: &[
            Mistake {
                example: "Nb4&d5",
                is: |a| a.text.contains('&'),
                reason: "That joined the two into a marshall. Write `~` to swap them.",
            },
            Mistake {
                example: "Rd5-d8",
                is: |_| true,
                reason: "That is an ordinary move. Move your knight onto your rook, with `~`.",
            },
        ],
        refused: &[("Nb4-d5", "to trade places")],
    },
    Exercise {
        title: "Back from a tower",
        options: &[],
        position: "3/2k3/9/10/10/9/3n6/P9/9/6/K2 w - - - R@d5 0",
        marked: Some("d5"),
        text: "Black's knight has just taken your rook on the tower d5. A piece taken **on a tower** can come back in \
             your next turn.\n\
             It costs the turn. Put it on any empty square of the four arenas around that tower: `@c4` puts it on c4. \
             Later it is too late.",
        task: "Bring your rook back so that it gives check.",
        goal: |a| a.text.starts_with('@') && a.checks(),
        success: "Check at once. Your rook is as good as new.",
        mistakes: &[
            Mistake {
                example: "@c5",
                is: |a| a.text.starts_with('@'),
                reason: "Your rook is back, but it doesn't give check. The black king is on e10.",
            },
            Mistake {
                example: "Pa4-a5",
                is: |_| true,
                reason: "That is an ordinary move, and your rook would be lost for good.",
            },
        ],
        refused: &[("@h4", "arenas")],
    },
    Exercise {
        title: "A bishop on a tower, and two towers",
        options: &[],
        position: "3/5k/9/3r6/10/9/1P1B6/10/9/6/K2 w - - - - 0",
        marked: Some("b5"),
        text: "A **bishop** on a tower works as a rook does there. But the direct move goes to the arena **diagonally** \
             across.\n\
             With pieces on two towers a move may go on. From b5 the bishop leads to f7, and from f7 the black rook \
             on e8 leads on to g10. All squares on the way must be empty.",
        task: "Make your pawn on b5 a queen in this turn. Write where it ends, and `=Q`.",
        goal: |a| a.text.ends_with("=Q"),
        success: "From far behind to a queen in one turn! Always look where the towers lead, for your opponent, too.",
        mistakes: &[
            Mistake {
                example: "Pb5-g10=N",
                is: |a| a.text.contains('='),
                reason: "That works, but make it a queen.",
            },
            Mistake {
                example: "Pb5-f7",
                is: |a| a.is_any(&["Pb5-f7"]),
                reason: "That was the first part of the way. From f7 it could have gone on to g10.",
            },
            Mistake {
                example: "Pb5-b6",
                is: |_| true,
                reason: "Your pawn is no queen yet. Use both towers: go to g10.",
            },
        ],
        refused: &[("Pb5-g9", "g9")],
    },
    Exercise {
        title: "A cardinal on a tower",
        options: &[],
        position: "k2/6/9/10/10/9/3C3r2/10/5N3/6/K2 w - - - - 0",
        marked: Some("f3"),
        text: "With a **cardinal** on a tower, knights and bishops in its four arenas change roles. A knight moves like a \
             bishop there, and a bishop moves like a knight.\n\
             Joined pieces don't change. The arena where the move begins counts.",
        task: "Take the black rook with your knight.",
        goal: |a| a.is_any(&["Nf3xh5"]),
        success: "A knight that slides. The cardinal's power serves both sides, so watch your opponent's knights.",
        mistakes: &[
            Mistake {
                example: "Nf3-e4",
                is: |a| a.text.starts_with('N'),
                reason: "You may go there, but that takes nothing.",
            },
            Mistake {
                example: "Kg1-g2",
                is: |_| true,
                reason: "That takes nothing. Move the knight on f3, and move it like a bishop.",
            },
        ],
        refused: &[("Nf3-g5", "like a bishop")],
    },
    Exercise {
        title: "A queen on a tower",
        options: &[],
        position: "k2/5r/9/10/10/9/10/6Q3/9/4n1/K2 w - - - - 0",
        marked: Some("g1"),
        text: "A **queen** on a tower makes her own king safe in the four arenas around it. No check counts there, so he \
             may even go where he is attacked.\n\
             It ends when she leaves the tower or is taken there.",
        task: "Take the knight on h2 with your king, although the rook on h10 guards it.",
        goal: |a| a.is_any(&["Kg1xh2"]),
        success: "The rook looks at your king and can't do anything. Now your queen must stay on g4.",
        mistakes: &[
            Mistake {
                example: "Kg1-h1",
                is: |a| a.text.starts_with('K'),
                reason: "That is allowed, too. But your king should take the knight.",
            },
            Mistake {
                example: "Qg4-g3",
                is: |_| true,
                reason: "Now no queen is on the tower, and your king is an ordinary king again.",
            },
        ],
        refused: &[("Kg1-g3", "one square")],
    },
    Exercise {
        title: "A marshall on a tower",
        options: &[],
        position: "1k1/6/9/10/10/3b5/10/6m3/2K1Qr3/6/3 w - - - - 0",
        marked: Some("e3"),
        text: "With a **marshall** on a tower, rooks, knights and marshalls in its four arenas keep to themselves. They \
             take one another, but nothing else. Nothing else takes them.\n\
             The black marshall is on g4. So your queen can't take the rook right next to her.",
        task: "Take what your queen can take.",
        goal: |a| a.is_any(&["Qe3xe6"]),
        success: "A bishop is not protected by a marshall's power.",
        mistakes: &[Mistake {
            example: "Qe3-e5",
            is: |_| true,
            reason: "That takes nothing. A bishop can be taken as usual.",
        }],
        refused: &[("Qe3xf3", "The marshall on g4")],
    },
    Exercise {
        title: "A wizard on a tower",
        options: &[],
        position: "3/6/9/k9/10/9/3W6/1P8/2R6/6/K2 w - - - - 0",
        marked: None,
        text: "A **wizard** is a rook, a bishop and a knight in one. On a tower it lets you **rearrange**. In one of its \
             four arenas you put your pieces on other squares of that arena.\n\
             Write the arena, a colon and who goes where: `I:Pb4-c3,Rc3-b4`. Nothing is taken.",
        task: "Rearrange arena I, squares a3 to c5, so that your rook gives check.",
        goal: |a| a.text.starts_with("I:") && a.checks(),
        success: "Check, and no piece has moved by its usual move. Dragons learn nothing from that.",
        mistakes: &[
            Mistake {
                example: "I:Rc3-b3",
                is: |a| a.text.contains(':'),
                reason: "That rearranges, but it gives no check. The king is on b8, so clear file b for your rook.",
            },
            Mistake {
                example: "Rc3-b3",
                is: |_| true,
                reason: "That is an ordinary move. Write the arena first, then who goes where.",
            },
        ],
        refused: &[("I:Rc3-d4", "not in arena I")],
    },
    Exercise {
        title: "A dragon on a tower",
        options: &[],
        position: "3/6/5k3/10/6D3/9/6N3/10/9/6/K2 w - - - - 0",
        marked: None,
        text: "With a **dragon** on a tower you may make two to four moves in one turn. Nothing may be taken. Each move \
             begins in a different one of the four arenas.\n\
             One piece may make them all. Write them with commas: `Ng5-i6,Ni6-k7`.",
        task: "Your dragon is on h7. Move your knight twice, so that it gives check.",
        goal: |a| a.text.contains(',') && a.checks(),
        success: "Two jumps in one turn. All dragons have learned the knight's jump now.",
        mistakes: &[
            Mistake {
                example: "Ng5-i6",
                is: |a| !a.text.contains(','),
                reason: "That is one move. Write a comma and the next jump.",
            },
            Mistake {
                example: "Ng5-i6,Ni6-k7",
                is: |_| true,
                reason: "Two moves, but no check. The black king is on h9.",
            },
        ],
        refused: &[("Ng5-f7,Nf7-h8", "different arena")],
    },
    Exercise {
        title: "Pawns and lancers on towers",
        options: &[],
        position: "3/6/8k/10/10/9/3P1P4/10/9/6/K2 w - - - - 0",
        marked: Some("f5"),
        text: "With a **pawn** on a tower, every pawn in its four arenas may go two squares ahead, White's and Black's.\n\
             With a **lancer** on a tower, pawns and lancers there may also go one square straight back.",
        task: "Your pawn holds the tower d5. Move the pawn on f5 two squares ahead.",
        goal: |a| a.is_any(&["Pf5-f7"]),
        success: "It went two squares from where pawns usually can't. A black pawn could take it en passant.",
        mistakes: &[
            Mistake {
                example: "Pf5-f6",
                is: |a| a.text.starts_with("Pf5"),
                reason: "That was one square. With the pawn on d5 it may go two.",
            },
            Mistake {
                example: "Pd5-d6",
                is: |_| true,
                reason: "That was another piece. Move the pawn on f5.",
            },
        ],
        refused: &[("Pd5-d7", "may not go two squares")],
    },
    Exercise {
        title: "The dragon pin",
        options: &[],
        position: "3/6/8k/10/10/9/10/10/N1R2d3/6/K2 w R - - - 0",
        marked: Some("f3"),
        text: "Dragons learn your move as soon as you make it, your opponent's dragons too. So you may not make a move that \
             shows one the way to your king.\n\
             Your knight on a3 is pinned, although no line leads through it: Black's dragon would learn its jump, and \
             your king on g1 is a jump away.",
        task: "Take the dragon with the rook. A rook's move is no danger to your king.",
        goal: |a| a.is_any(&["Rc3xf3"]),
        success: "The pin is gone with the dragon. Your knight may move again.",
        mistakes: &[Mistake {
            example: "Kg1-h1",
            is: |_| true,
            reason: "The dragon is still there, and knows your move now. Take it: from c3 to f3.",
        }],
        refused: &[("Na3-b5", "would give the dragon on f3 a knight's move")],
    },
];
