//! Pages of the rules.

use super::position::{AbstractChess, START};
use crate::rules::{Depict, Lesson, Options, Position};
use crate::scene::{Scene, View};

/// Returns every page, the overview first.
pub fn lessons() -> Vec<Lesson> {
    vec![
        Lesson {
            key: "overview",
            title: "Abstract Chess".to_owned(),
            text: "Everything is a stack of one to six flat stones, and **the height of a stack says how it moves**: 1 \
                like a pawn, 2 like a knight, 3 like a bishop, 4 and 5 like a rook, 6 like a queen. The royal stone \
                moves like a king.\n\
                On your turn do **one** thing: move a stack or your royal stone; capture, which removes the whole enemy \
                stack; or **hand over one stone** from a stack of yours to another one right next to it.\n\
                Capture the enemy royal stone and you win. Nothing else counts: there is no check, and nobody warns you \
                but this bot.\n\
                White begins."
                .to_owned(),
            caption: String::new(),
            diagram: diagram(&[], START, None),
        },
        Lesson {
            key: "single stone",
            title: "Single stone (P): a pawn".to_owned(),
            text: "It goes one square straight forward to an empty square, and captures one square diagonally forward. \
                No double step, no en passant. At the far edge it just stays: **nothing promotes**. It can still hand \
                itself to a stack next to it."
                .to_owned(),
            caption: String::new(),
            diagram: diagram(&[], "7k/8/8/2n1b3/3P4/8/8/7K w - 0", Some("d4")),
        },
        Lesson {
            key: "two-stack",
            title: "Two-stack (N): a knight".to_owned(),
            text: "It jumps two squares one way and one across, over anything between. In Peter Aronson's powers it is \
                a mao instead: see the page on his options."
                .to_owned(),
            caption: String::new(),
            diagram: diagram(&[], "7k/8/4r3/2PPP3/3N4/2P1P3/8/7K w - 0", Some("d4")),
        },
        Lesson {
            key: "three-stack",
            title: "Three-stack (B): a bishop".to_owned(),
            text: "It slides diagonally as far as the way is clear, and captures the first enemy it meets.".to_owned(),
            caption: String::new(),
            diagram: diagram(&[], "7k/8/5n2/8/3B4/8/1P6/7K w - 0", Some("d4")),
        },
        Lesson {
            key: "four-stack",
            title: "Four-stack (R): a rook".to_owned(),
            text: "It slides straight along ranks and files as far as the way is clear. There is no castling.".to_owned(),
            caption: String::new(),
            diagram: diagram(&[], "7k/8/3n4/8/1P1R4/8/8/7K w - 0", Some("d4")),
        },
        Lesson {
            key: "five-stack",
            title: "Five-stack (T): a rook again".to_owned(),
            text: "One stone more, but the same as a four-stack: it slides along ranks and files. What it gains is \
                the next stone, for at six it is a queen. In Peter Aronson's powers it is a cardinal instead."
                .to_owned(),
            caption: String::new(),
            diagram: diagram(&[], "7k/8/3n4/8/1P1T4/8/8/7K w - 0", Some("d4")),
        },
        Lesson {
            key: "six-stack",
            title: "Six-stack (Q): a queen".to_owned(),
            text: "It slides straight or diagonally as far as the way is clear. It is full: it takes no further stone, but it can give one away.".to_owned(),
            caption: String::new(),
            diagram: diagram(&[], "7k/8/3n1n2/8/1P1Q4/8/8/7K w - 0", Some("d4")),
        },
        Lesson {
            key: "royal stone",
            title: "Royal stone (K): a king".to_owned(),
            text: "It steps one square any way. It belongs to no stack: it **neither gives nor takes** stones. \
                You may leave it in danger, or walk it into danger; but if it is captured, you have lost. \
                A red frame marks a royal stone that could be captured."
                .to_owned(),
            caption: String::new(),
            diagram: diagram(&[], "7k/8/8/4n3/3K4/2P5/8/8 w - 0", Some("d4")),
        },
        Lesson {
            key: "transfer",
            title: "Handing over a stone".to_owned(),
            text: "Instead of moving, take one stone from a stack of yours and put it on another stack of yours that \
                touches it, also diagonally. The giver shrinks by one, and a single stone that gives is gone. The taker \
                may have at most five stones before.\n\
                Both change how they move! Here `h6+g7` turns the five-stack into a queen, which attacks the royal \
                stone on h8 from right next to it."
                .to_owned(),
            caption: "A dot is where the two-stack on h6 can jump, the cross where it can hand over a stone."
                .to_owned(),
            diagram: diagram(&[], "7k/6T1/7N/8/1r6/2r5/8/K7 w - 0", Some("h6")),
        },
        Lesson {
            key: "aronson",
            title: "Option: Aronson's powers".to_owned(),
            text: "Peter Aronson found that heights and powers did not grow evenly, and proposed another table (`powers=aronson`): \
                2 is a **mao**, 5 is a **cardinal**; all others stay.\n\
                A mao goes like a knight but does not jump: first one step straight, to an empty square, then one step diagonally on. \
                A cardinal moves like a bishop or like a knight.\n\
                In the picture the mao on d4 cannot go past the stone on d5."
                .to_owned(),
            caption: "The cross: the mao can hand over a stone to the single stone on d5."
                .to_owned(),
            diagram: diagram(&[("powers", "aronson")], "7k/8/8/3P4/3N4/8/8/7K w - 0", Some("d4")),
        },
        Lesson {
            key: "cardinal",
            title: "Option: the cardinal (five-stack)".to_owned(),
            text: "With Aronson's powers a five-stack slides diagonally like a bishop, or jumps like a knight.".to_owned(),
            caption: String::new(),
            diagram: diagram(&[("powers", "aronson")], "7k/8/5n2/8/3T4/8/1P6/7K w - 0", Some("d4")),
        },
        Lesson {
            key: "double",
            title: "Option: move and transfer".to_owned(),
            text: "With `turn=double` every turn **begins with a move or a capture**. After it you may hand over one stone, with any of your \
                stacks, also the stack that moved: `Ng1-f3,h2+g2`. If you cannot move or capture, the game is a draw; when the royal stone is captured, it is over at once."
                .to_owned(),
            caption: String::new(),
            diagram: None,
        },
        Lesson {
            key: "no-repeat",
            title: "Option: never two transfers in a row".to_owned(),
            text: "With `turn=no-repeat` a turn is a move or a transfer as usual, but if your last turn was a transfer, this one must be a move or a capture.".to_owned(),
            caption: String::new(),
            diagram: None,
        },
        Lesson {
            key: "ending",
            title: "How a game ends".to_owned(),
            text: "- **Win**: you capture the enemy royal stone.\n\
                - **Draw**, in three cases: the player whose turn it is can do nothing; the same position comes up for \
                the third time; or in 100 turns of each side nobody has captured and no single stone has moved.\n\
                - You can also resign, or agree on a draw.\n\
                The inventor's text has no draws. These keep a game from going on without end."
                .to_owned(),
            caption: String::new(),
            diagram: None,
        },
        Lesson {
            key: "notation",
            title: "Writing moves".to_owned(),
            text: "Files are a to h, ranks 1 to 8. Letters by height: P N B R T Q for one to six stones, K for the royal stone.\n\
                - Move: `Ng1-f3`. Capture: `Bc1xh6`. Handing over: `h6+g7` (from, to).\n\
                - With `turn=double` join both parts by a comma: `Ng1-f3,h2+g2`.\n\
                You may leave out what is clear: `f3` alone does if only one thing can be meant. Capital letters, spaces and `!` do not matter."
                .to_owned(),
            caption: String::new(),
            diagram: None,
        },
    ]
}

/// Returns the scene of a position text, with the moves of the piece on `reach` marked.
fn diagram(options: &[(&str, &str)], text: &str, reach: Option<&str>) -> Option<Scene> {
    let options = options.iter().copied().collect::<Options>();
    let position = AbstractChess::from_text(&options, text).ok()?;
    let view = View {
        reach: reach.map(str::to_owned),
        ..View::default()
    };
    let mut scene = position.scene(None, &view);
    scene.turn = None;
    Some(scene)
}
