//! The rules in our own words, page by page, with slices that show them.

use super::board::Cube;
use super::diagrams::Diagram;
use crate::rules::Lesson;
use crate::scene::{Mark, Scene};

pub mod mutators;
mod twists;

/// Every page; the first is the overview.
pub fn all() -> Vec<Lesson> {
    let mut pages = basics();
    pages.extend(roles());
    pages.extend(pawns_and_king());
    pages.extend(variants());
    pages.extend(shogi());
    pages.extend(mutators::pages());
    pages
}

fn page(key: &'static str, title: &str, text: &str, diagram: impl Into<Option<Scene>>) -> Lesson {
    Lesson {
        key,
        title: title.to_owned(),
        text: text.to_owned(),
        caption: String::new(),
        diagram: diagram.into(),
    }
}

/// A scene with one piece in the middle of five ranks, and all its moves.
fn alone(pairs: &str, letter: char) -> Scene {
    Diagram::under(&format!("board=chamber {pairs}"))
        .with(&format!("{letter}cc3"))
        .reach("cc3")
        .slices([5, 4, 3, 2, 1], 3)
}

/// A scene with a piece that takes single steps, on its rank and the neighbouring ranks.
fn stepper(letter: char) -> Scene {
    Diagram::under("board=chamber")
        .with(&format!("{letter}cc3"))
        .reach("cc3")
        .slices([4, 3, 2], 2)
}

fn basics() -> Vec<Lesson> {
    vec![
        page(
            "overview",
            "The Tower Game",
            "Chess in three dimensions: eight boards of 5x5 squares, one above the other. Each is a **level**, 1 at the \
             bottom and 8 at the top; each of the 25 vertical columns of squares is a **file**. White starts at the bottom and \
             plays up, Black starts at the top and plays down. White moves first.\n\n\
             Each side has a king, four each of rooks (R), bishops (B), merchants (M), knights (N), captains (C) and jesters \
             (J), and 25 pawns in front of them. Checkmate wins. Stalemate is worth three quarters of a point to the side that \
             gives it.\n\n\
             **Reading the picture**: every panel is one level, numbered in its corner. A file is the same place in every \
             panel. The blue panels are the ones the last move touched.\n\n\
             **Moving**: type where a pawn goes (`cc4`), or a piece and where it goes (`Nac3`), or pick from the menus. \
             `/board` with a square shows where its piece can go.\n\n\
             Next pages: `board`, `directions`, then each piece by its name.",
            Diagram::under("").start().slices([2, 1], 2),
        ),
        page(
            "board",
            "Squares, levels and files",
            "A square's name is **column, row, level**: `cc1` is column c, row c, on level 1. Columns run a to e from left to \
             right, rows a to e from bottom to top of a panel, and the number is the panel.\n\n\
             The two letters are not interchangeable: `ac2` and `ca2` are different squares, both shown here. If you mix them \
             up, I will ask whether you meant the other one.\n\n\
             Squares are light and dark in turns, along rows and columns and from panel to panel: straight above a light square \
             lies a dark one.",
            Diagram::under("")
                .with("Nac2 Rca2")
                .mark("cc3", Mark::Chosen)
                .note(2, "N on ac2, R on ca2")
                .note(3, "cc3")
                .slices([3, 2], 2),
        ),
        page(
            "directions",
            "The 26 directions",
            "You can step from a square in 26 directions, of three kinds:\n\
             • **orthogonal** (6, dots): only one of column, row and level changes - sideways, or straight up or down;\n\
             • **diagonal** (12, crosses): two of them change;\n\
             • **triagonal** (8, rings): all three change.\n\n\
             Count what changes and you know the kind: from `cc3`, `cc4` is orthogonal (level), `dc4` diagonal (column and \
             level), `dd4` triagonal (all three).",
            directions(),
        ),
        page(
            "bindings",
            "Who can reach what",
            "Some pieces never leave their part of the tower; dots under them tell which.\n\
             • **Bishops** and **captains** stay on light or on dark squares: half of the board each (one dot: light, two dots: \
             dark).\n\
             • **Merchants** keep to about a quarter (a dash, or one to three dots). Two of a side's four reach 52 squares each, the other \
             two 48. The picture shows everything that a merchant on `cc1` can ever reach on three levels.\n\n\
             On a toroidal board no piece is bound.\n\n\
             Jesters are slow to their neighbours: two moves to a diagonal one, three to a triagonal one, five to an \
             orthogonal one.",
            Diagram::under("")
                .with("Mcc1")
                .mark("cc1", Mark::Chosen)
                .mark_where(Mark::Reach, |cube| {
                    let (column, row, rank) = (cube.column(), cube.row(), cube.rank());
                    (column + row) % 2 == 0
                        && (column + rank) % 2 == 0
                        && Cube::parse("cc1") != Some(cube)
                })
                .slices([3, 2, 1], 3),
        ),
        page(
            "notation",
            "Writing moves",
            "Short: the piece's letter and where it goes, `Ncc3`; pawns have no letter, `cc4`. Captures have an x: `Nxcc3`, and \
             for pawns the file they come from: `ccxcb5`. If two pieces could go there, write the file before the letter: \
             `dbJcd6` is the jester of file db.\n\n\
             Long, as I store it: `Pcc2-cc4`, `Jdb8xcd6`, `Pcc7-cc8=F` (promotion).\n\n\
             **Castling** is a king's move, `Kee1`, or `O-B`: towards the corner whose rook started diagonally next to a \
             bishop.\n\n\
             **En passant** is a pawn's capture on the square passed, `cbxcc6`.\n\n\
             **Shogi**: `P@cc5` drops a pawn, `+R` is a promoted rook, `=+` at the end promotes.\n\n\
             Upper and lower case, spaces and `+ # ! ?` hardly matter. If several moves fit I ask which; if none does I say \
             why.",
            None,
        ),
        page(
            "setups",
            "The setups: original, alternate, shuffle",
            "The picture shows both sides' first levels in the **original** setup. Black's mirrors White's, but Black's bishops \
             face White's merchants and the other way round.\n\n\
             **Alternate** spreads the pieces so that every pawn is protected at the start; Black has the same pieces on the \
             same files.\n\n\
             **Shuffle** leaves king and rooks in place and draws the other twenty: the four merchants on the four different \
             bindings, two bishops and two captains on light squares and two on dark. There are 4,572,288,000 such setups, and \
             each is equally likely. Black mirrors White.",
            Diagram::under("")
                .start()
                .note(1, "White, original")
                .note(8, "Black, original")
                .slices([8, 1], 2),
        ),
        page(
            "ending",
            "How a game ends",
            "• **Checkmate**: the king is attacked and nothing helps. The winner gets the point.\n\
             • **Stalemate**: the side to move is not in check but has no legal move. Not a draw: three quarters of a point for \
             the side that gave it, one quarter for the other. A lone king is hard to mate in a tower, so this matters. The \
             picture shows one.\n\
             • **The two kings alone** are a draw at once, and in the Chamber the kings and one piece that is no fool, no pawn and, \
             with Tripunch, no base: they can never mate.\n\
             • **Repetition**: when the same position comes up for the third time, with the same side to move, it is a draw.\n\
             • **No progress**: 100 turns of each side without a capture and without a pawn's move are a draw.\n\n\
             Shogi has other rules, see `shogi`.",
            Diagram::under("")
                .with("kaa8 Kab6 Rbb8 Rbc5 Rcd4 Fcb7")
                .mark("aa8", Mark::Chosen)
                .slices([8, 7, 6, 5, 4], 3),
        ),
    ]
}

fn directions() -> Scene {
    let mut orthogonal = String::new();
    let mut diagonal = String::new();
    let mut triagonal = String::new();
    for column in -1..=1_i8 {
        for row in -1..=1_i8 {
            for rank in -1..=1_i8 {
                let letter = |part: i8| char::from(b'c'.wrapping_add_signed(part));
                let cube = format!("{}{}{} ", letter(column), letter(row), 3 + rank);
                match column.abs() + row.abs() + rank.abs() {
                    1 => orthogonal.push_str(&cube),
                    2 => diagonal.push_str(&cube),
                    3 => triagonal.push_str(&cube),
                    _ => {}
                }
            }
        }
    }
    Diagram::under("")
        .mark("cc3", Mark::Chosen)
        .mark(&orthogonal, Mark::Reach)
        .mark(&diagonal, Mark::Special)
        .mark(&triagonal, Mark::Capture)
        .note(4, "the level above")
        .note(3, "from cc3")
        .note(2, "the level below")
        .slices([4, 3, 2], 2)
}

fn roles() -> Vec<Lesson> {
    vec![
        page(
            "rook",
            "Rook (R)",
            "Goes any distance **orthogonally**: along a row, along a column, or straight up and down a file. Only one of \
             column, row and level changes. It cannot jump over anything.",
            alone("", 'R'),
        ),
        page(
            "bishop",
            "Bishop (B)",
            "Goes any distance **diagonally**: exactly two of column, row and level change, both by the same number. On its own \
             level that is the bishop you know; up and down it climbs like a staircase. It stays on squares of one colour.",
            alone("", 'B'),
        ),
        page(
            "merchant",
            "Merchant (M)",
            "Goes any distance **triagonally**: column, row and level all change, by the same number. It changes level with every \
             step, and reaches only about a quarter of the squares (see `bindings`).",
            alone("", 'M'),
        ),
        page(
            "knight",
            "Knight (N)",
            "Jumps one step orthogonally and then one diagonally: of column, row and level one changes by 2, one by 1, and one \
             not at all. 24 jumps from the middle; whatever is between does not matter.",
            alone("", 'N'),
        ),
        page(
            "captain",
            "Captain (C)",
            "Jumps one step orthogonally and then one triagonally: one of column, row and level changes by 2, the two others by \
             1. 24 jumps from the middle. It stays on squares of one colour.",
            alone("", 'C'),
        ),
        page(
            "jester",
            "Jester (J)",
            "Jumps one step diagonally and then one triagonally: two of column, row and level change by 2, the third by 1. 24 \
             jumps from the middle. Far away it is quick, but a neighbouring square takes it two, three or even five moves.",
            alone("", 'J'),
        ),
        page(
            "king",
            "King (K)",
            "Goes one step in any of the 26 directions, but never onto an attacked square. If he is attacked (**check**) the next \
             move must end that; if none can, it is checkmate. See also `castling`.",
            stepper('K'),
        ),
        page(
            "fool",
            "Fool (F)",
            "Goes like a king, one step in any of the 26 directions, but is an ordinary piece: it can be captured and need not \
             mind attacks. None is on the board at the start; a pawn can become one, and in endgames that is often the best \
             choice.",
            stepper('F'),
        ),
    ]
}

fn pawns_and_king() -> Vec<Lesson> {
    vec![
        page(
            "pawn",
            "Pawn",
            "Goes one step **straight ahead** - up for White, down for Black - onto an empty square. From its starting level it may \
             go two, if both squares are empty. It **captures** one step diagonally or triagonally ahead: any of the eight squares \
             around the one straight ahead of it. It never goes back.",
            Diagram::under("")
                .with("Pcc2 ndd3 bcb3 rbd3")
                .reach("cc2")
                .slices([4, 3, 2], 3),
        ),
        page(
            "en passant",
            "En passant",
            "When a pawn has just made a double step, an enemy pawn that could capture on the square it passed may capture it \
             there, as if it had made one step - on the very next turn only. Any of the eight capturing ways will do.\n\n\
             In the picture White's pawn went from `cc2` to `cc4`. Black's pawn on `db4` takes it by going to `cc3`.",
            Diagram::under("")
                .with("Pcc4 pdb4")
                .passed("cc3", "cc4")
                .mark("cc2", Mark::From)
                .reach("db4")
                .slices([4, 3, 2], 3),
        ),
        page(
            "promotion",
            "Promotion",
            "A pawn that reaches the farthest level (8 for White, 1 for Black; in the chamber 5 and 1) must become a rook, bishop, \
             merchant, knight, captain, jester or fool. Say which: `cc8=R`. Under tripunch there is no fool.\n\n\
             In the picture the pawn on `cc7` can go to `cc8` or take the knight on `bb8`, and is promoted either way.",
            Diagram::under("")
                .with("Pcc7 nbb8")
                .reach("cc7")
                .slices([8, 7], 2),
        ),
        page(
            "castling",
            "Castling",
            "The king goes from `cc` to one of the four corners of his level, and that corner's rook goes to the square he passed. \
             All of this must hold:\n\
             • king and that rook have not moved yet;\n\
             • the square passed is empty (the corner holds only the rook);\n\
             • the king is not in check, and neither the square passed nor the corner is attacked.\n\n\
             Write `Kee1`, or `O-B` for the corner whose rook started diagonally next to a bishop. On a toroidal board there is \
             no castling.",
            Diagram::under("")
                .with("Kcc1 Raa1 Rae1 Rea1 Ree1")
                .mark("cc1", Mark::Chosen)
                .mark("aa1 ae1 ea1 ee1", Mark::Special)
                .mark("bb1 bd1 db1 dd1", Mark::Reach)
                .note(1, "to a corner")
                .slices([1], 1),
        ),
    ]
}

fn variants() -> Vec<Lesson> {
    vec![
        page(
            "chamber",
            "Chamber: the Mini Tower Game",
            "The same game on five levels. White is on levels 1 and 2, Black on 4 and 5, and only one level is free between \
             them. Double steps start from levels 2 and 4, pawns promote on levels 5 and 1. Option `board=chamber`.",
            Diagram::under("board=chamber").start().slices([4, 3, 2], 3),
        ),
        page(
            "toroidal",
            "Toroidal",
            "The outer columns touch each other, and so do the outer rows: a piece that leaves a level on one side comes in on the \
             other. Levels do not: top and bottom stay apart. A slide never comes round to its own square, nobody is bound to a \
             colour, and there is no castling. The king in the picture is in a corner. Option `edges=toroidal`.",
            Diagram::under("edges=toroidal board=chamber")
                .with("Kaa3")
                .reach("aa3")
                .slices([4, 3, 2], 3),
        ),
        page(
            "berlin",
            "Berlin pawns",
            "Pawns are turned round: they **go** one step diagonally or triagonally ahead, any of eight ways, and **capture** one \
             step straight ahead. From the starting level they may take the same step twice. En passant: a pawn that could capture \
             straight ahead on the square passed may take the pawn there. Option `pawns=berlin`.",
            Diagram::under("pawns=berlin")
                .with("Pcc2 ncc3")
                .reach("cc2")
                .slices([4, 3, 2], 3),
        ),
        page(
            "tripunch",
            "Tripunch",
            "Everything that is not a king or a pawn grows. Rooks become **bases**, bishops **scientists** and merchants \
             **reporters**: they go in planes instead of lines. Knights, captains and jesters become **riders**: they may repeat \
             the same jump while they land on empty squares. The letters stay the same, and pawns do not become fools.\n\n\
             How a planar piece goes is an option: `planar=area` (the whole area between must be empty) or `planar=hook` (along \
             one line and then along another). See `base`, `scientist`, `reporter`, `riders`, `hook`. Option `riders=tripunch`.",
            None,
        ),
        page(
            "base",
            "Base (R under tripunch)",
            "Take two orthogonal directions at a right angle: they span a plane, such as one level. The base goes so many steps \
             along one and so many along the other, at once, if **every** square of the rectangle between is empty (the target may \
             hold an enemy). In the picture a nightrider on `dd3` blocks what lies behind it.",
            Diagram::under("board=chamber riders=tripunch")
                .with("Rbb3 ndd3")
                .reach("bb3")
                .slices([4, 3, 2], 3),
        ),
        page(
            "scientist",
            "Scientist (B under tripunch)",
            "As the base, with two diagonal directions at 90 or at 60 degrees. The area between is a grid of diagonal steps; all \
             of its squares that lie on the board must be empty. It stays on squares of one colour.",
            alone("riders=tripunch", 'B'),
        ),
        page(
            "reporter",
            "Reporter (M under tripunch)",
            "As the base, with any two triagonal directions that are not opposite. It keeps to the merchant's quarter of the \
             board.",
            alone("riders=tripunch", 'M'),
        ),
        page(
            "riders",
            "Nightrider, captain-rider, jester-rider",
            "Under tripunch a jumper may go on with **the same jump** in the same direction while the squares it lands on are \
             empty, and end with a capture. What is between the landings does not matter. The picture shows a nightrider.",
            Diagram::under("board=chamber riders=tripunch")
                .with("Nba1 nde5")
                .reach("ba1")
                .slices([5, 4, 3, 2, 1], 3),
        ),
        page(
            "hook",
            "Hook movers",
            "With `planar=hook` a planar piece goes any distance along one of its directions and then, from there, any distance \
             along a second one of its plane. Only the squares on its way must be empty, and it may start with either. The base in \
             the picture turns the corner round the nightrider.",
            Diagram::under("board=chamber riders=tripunch planar=hook")
                .with("Rbb3 ncc3")
                .reach("bb3")
                .slices([4, 3, 2], 3),
        ),
    ]
}

fn shogi() -> Vec<Lesson> {
    let shown = |pieces: &str, cube: &str, ranks: &[u8]| {
        Diagram::under("rules=shogi")
            .with(pieces)
            .reach(cube)
            .slices(ranks.iter().copied(), 3)
    };
    vec![
        page(
            "shogi",
            "The Shogi Tower Game",
            "Japanese chess in a tower of nine levels. **Black starts at the bottom and moves first.** Captured pieces change \
             sides: they go to the captor's hand and can be dropped back on the board (see `drops`). Pieces are promoted in the \
             last three levels (see `shogi promotion`).\n\n\
             Checkmate wins, and a side without a legal move loses. The fourth occurrence of a position is a draw - but a loss \
             for a side that gave check at every one of its turns since the first.\n\n\
             The picture shows Black's three levels. White's are the same, turned by half a turn, so that the merchants face \
             rook and bishop. Rook, bishop, merchant and king go as in the Tower Game.",
            Diagram::under("rules=shogi").start().slices([3, 2, 1], 3),
        ),
        page(
            "lance",
            "Lance (L) and Shogi pawn",
            "The **lance** goes any distance straight ahead and never back. The Shogi **pawn** goes one step straight ahead, and \
             captures so too; it has no double step.",
            shown("Lbc4 Pdc4", "bc4", &[6, 5, 4]),
        ),
        page(
            "shogi leapers",
            "Knight, captain and jester in Shogi",
            "They jump only forward, always **two levels up**: the knight with one step along a column or row (4 squares), the captain \
             with one along each (4), the jester with two along one and one along the other (8, shown). What is between does not matter.",
            shown("Jcc3", "cc3", &[5, 4, 3]),
        ),
        page(
            "silver",
            "Silver general (S)",
            "One step to any of the nine squares of the next level, or one step **diagonally**: 17 squares.",
            shown("Scc5", "cc5", &[6, 5, 4]),
        ),
        page(
            "gold",
            "Gold general (G)",
            "One step to any of the nine squares of the next level, or one step **orthogonally**: 14 squares.",
            shown("Gcc5", "cc5", &[6, 5, 4]),
        ),
        page(
            "uranium",
            "Uranium general",
            "What pawn, lance, knight, captain, jester, silver and gold become. Like gold, and also one step diagonally on its own \
             level: 18 squares. It remembers what it was: when captured it is that again. Written with a plus, `+P` or `+G`.",
            shown("+Pcc5", "cc5", &[6, 5, 4]),
        ),
        page(
            "promoted riders",
            "Promoted rook, bishop and merchant",
            "They keep their move and can also take one step in any of the 26 directions, like a king. Written `+R`, `+B`, `+M`.\n\n\
             In the picture: the merchant's own lines lead through the corners of levels 6 and 4 to those of levels 7 and 3. The other \
             marked squares are its king's steps.",
            shown("+Mcc5", "cc5", &[7, 6, 5, 4, 3]),
        ),
        page(
            "shogi promotion",
            "Promotion in Shogi",
            "The last three levels are your zone: 7 to 9 for Black, 3 to 1 for White. A move that begins or ends there may promote \
             the piece: write `=+` at the end, or `=` alone to decline. A piece that could never move again must be promoted: pawn \
             and lance on the last level, knight, captain and jester on the last two. The king is never promoted.\n\n\
             In the picture level 7 is Black's zone: on each marked square there the gold general may become a uranium general.",
            Diagram::under("rules=shogi")
                .with("Gcc6")
                .reach("cc6")
                .note(7, "zone")
                .slices([7, 6, 5], 3),
        ),
        page(
            "drops",
            "Drops",
            "Instead of moving you may put a piece from your hand on any empty square, unpromoted: `P@cc5`. Limits:\n\
             • no pawn or lance on the last level, no knight, captain or jester on the last two;\n\
             • no pawn on a file where you have an unpromoted pawn already (**nifu**);\n\
             • a dropped pawn may not give checkmate at once. Other pieces may.\n\n\
             In the picture Black may drop a pawn on the marked squares of level 5, but not on file `cc`.",
            Diagram::under("rules=shogi")
                .with("Pcc4 pbb5 Sdd5")
                .mark_where(Mark::Reach, |cube| {
                    cube.rank() == 4
                        && !["cc5", "bb5", "dd5"]
                            .iter()
                            .any(|taken| Cube::parse(taken) == Some(cube))
                })
                .slices([5, 4], 2),
        ),
    ]
}
