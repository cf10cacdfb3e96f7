//! Describes a picture in words, from the picture alone: for diagrams, which belong to no match.

use super::{Army, Cell, Figure, Grid, LabelStyle, Mark, Scene, Token};
use crate::rules::wording::listed;

impl Scene {
    /// Lists pieces and marks square by square. Squares are named by the coordinates in the picture.
    pub fn described(&self) -> String {
        let twins = self.has_twins();
        let mut pieces: Vec<(String, Vec<String>)> = Vec::new();
        let mut marked: Vec<(&'static str, Vec<String>)> = Vec::new();
        for grid in &self.grids {
            for (index, cell) in grid.cells.iter().enumerate() {
                let Some(cell) = cell else { continue };
                let width = usize::from(grid.width.max(1));
                let Some(name) = grid.square_name(index % width, index / width) else {
                    continue;
                };
                let board = grid.badge.as_ref().map(|badge| badge.note.as_str());
                let name = match board.filter(|_| twins) {
                    Some(board) => format!("{name} of {board}"),
                    None => name,
                };
                // A faint piece is somewhere else.
                if let Some(token) = cell.token.as_ref().filter(|token| !token.ghost) {
                    note(&mut pieces, token.described(), &name);
                }
                for (what, squares) in cell.marks_described(&name) {
                    note(&mut marked, what, &squares);
                }
            }
        }
        let is_alone = matches!(&pieces[..], [(_, squares)] if squares.len() == 1);
        // The chosen piece is named among several; the only piece is already named.
        marked.retain(|(what, _)| !(is_alone && *what == SHOWN));
        join(&mut marked, GOES, TAKES, "It can go to or take on");
        let pieces = pieces
            .iter()
            .map(|(piece, squares)| format!("{piece} on {}", listed(squares)));
        let mut sentences: Vec<String> = Vec::new();
        let pieces: Vec<String> = pieces.collect();
        if !pieces.is_empty() {
            sentences.push(format!("{}.", pieces.join("; ")));
        }
        for (what, squares) in marked {
            sentences.push(format!("{what}: {}.", listed(&squares)));
        }
        sentences.join(" ")
    }
}

impl Scene {
    /// True if two grids have the same number, as those of two boards: their notes tell them apart.
    fn has_twins(&self) -> bool {
        let badges = self.grids.iter().filter_map(|grid| grid.badge.as_ref());
        let mut numbers: Vec<&str> = badges.map(|badge| badge.text.as_str()).collect();
        numbers.retain(|number| !number.is_empty());
        let all = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.len() < all
    }
}

const SHOWN: &str = "The piece shown is on";
const GOES: &str = "It can go to";
const TAKES: &str = "It can take on";

/// Joins two lists with equal contents into one.
fn join(marked: &mut Vec<(&str, Vec<String>)>, one: &str, other: &str, both: &'static str) {
    let at = |wanted: &str| marked.iter().position(|(what, _)| *what == wanted);
    let (Some(first), Some(second)) = (at(one), at(other)) else {
        return;
    };
    if marked[first].1 == marked[second].1 {
        marked[first].0 = both;
        marked.remove(second);
    }
}

/// Adds a square to the list of its kind.
fn note<K: PartialEq>(lists: &mut Vec<(K, Vec<String>)>, kind: K, square: &str) {
    match lists.iter_mut().find(|(known, _)| *known == kind) {
        Some((_, squares)) => squares.push(square.to_owned()),
        None => lists.push((kind, vec![square.to_owned()])),
    }
}

impl Grid {
    /// Returns the name of the square in a column and row, counted from the top left, by the coordinates next to it; on
    /// a slice of a tower the number of its badge comes last. `None` without coordinates.
    fn square_name(&self, column: usize, row: usize) -> Option<String> {
        let (x, y) = (column as f32 + 0.5, row as f32 + 0.5);
        let near = |a: f32, b: f32| (a - b).abs() < 0.3;
        let coordinates = || {
            self.labels
                .iter()
                .filter(|label| label.style == LabelStyle::Coordinate)
        };
        let letters = |text: &str| text.chars().all(|c| c.is_ascii_lowercase());
        let file = coordinates()
            .find(|label| near(label.x, x) && !near(label.y, y) && letters(&label.text))?;
        // If the outline has steps, letters of files are next to ranks, too.
        let rank = coordinates()
            .filter(|label| near(label.y, y) && !near(label.x, x))
            .min_by_key(|label| letters(&label.text))?;
        let mut name = format!("{}{}", file.text, rank.text);
        if letters(&rank.text) {
            let badge = self.badge.as_ref()?;
            name.extend(badge.text.chars().filter(char::is_ascii_digit));
        }
        Some(name)
    }
}

impl Cell {
    /// Returns the marks of the cell in words, each with its square.
    fn marks_described(&self, name: &str) -> Vec<(&'static str, String)> {
        let marks = self.marks.iter().filter_map(|mark| {
            Some(match mark {
                Mark::From => "The last move began on",
                Mark::To => "The last move ended on",
                Mark::Danger => "In danger",
                Mark::Chosen => SHOWN,
                Mark::Reach => GOES,
                Mark::Capture => TAKES,
                Mark::Special => "Marked with a cross",
                Mark::Trail | Mark::Rising | Mark::Falling => return None,
            })
        });
        marks.map(|mark| (mark, name.to_owned())).collect()
    }
}

impl Token {
    /// Returns the owner and the name of the piece.
    fn described(&self) -> String {
        let army = match self.army {
            Army::White => "White",
            Army::Black => "Black",
            Army::Red => "Red",
            Army::Green => "Green",
            Army::Frozen => "Frozen",
        };
        format!("{army} {}", self.figure.name())
    }
}

impl Figure {
    /// Returns the English name of the figure, lower case.
    pub fn name(self) -> String {
        match self {
            Figure::Stack(1) => "single stone".to_owned(),
            Figure::Stack(stones) => format!("stack of {stones}"),
            Figure::RoyalStone => "royal stone".to_owned(),
            Figure::CaptainRider => "captain-rider".to_owned(),
            Figure::JesterRider => "jester-rider".to_owned(),
            Figure::Uranium(_) => "uranium general".to_owned(),
            Figure::CrownedRook => "promoted rook".to_owned(),
            Figure::CrownedBishop => "promoted bishop".to_owned(),
            Figure::CrownedMerchant => "promoted merchant".to_owned(),
            Figure::Die(number) => format!("die showing {number}"),
            Figure::Own(drawing) => drawing.name.to_owned(),
            figure => format!("{figure:?}").to_lowercase(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::games::GAMES;
    use crate::rules::Options;
    use crate::scene::View;

    /// Squares to go to and to capture on are one list if both are equal, and a single piece is named once.
    #[test]
    fn a_piece_alone_is_described_once() {
        for kind in GAMES {
            let game = kind.new_game(&Options::new()).unwrap();
            let specimens = game.specimens();
            for rook in specimens.iter().filter(|one| one.name == "rook") {
                let words = rook.scene.described();
                assert!(words.contains("It can go to or take on: "), "{words}");
                assert!(!words.contains("The piece shown"), "{words}");
                assert_eq!(words.matches(": ").count(), 1, "{words}");
            }
        }
    }

    /// Every diagram of every game's rules can be described within the limit of an alt text.
    #[test]
    fn every_diagram_is_described() {
        for kind in GAMES {
            for lesson in (kind.lessons)() {
                let Some(scene) = lesson.diagram else {
                    continue;
                };
                let cells = scene.grids.iter().flat_map(|grid| &grid.cells);
                let bare = cells.flatten().all(|cell| cell.token.is_none());
                let words = scene.described();
                assert!(
                    bare || words.len() > 10,
                    "{}, {}: {words:?}",
                    kind.name,
                    lesson.key
                );
            }
        }
    }

    /// Squares of two boards with the same numbers name their board, and a piece drawn faintly on the other board is
    /// named once.
    #[test]
    fn squares_of_two_boards_say_of_which() {
        let tower = crate::games::find("tower").unwrap();
        let page = |key: &str| {
            let pages = (tower.lessons)().into_iter();
            let mut pages = pages.filter(|page| page.key == key);
            pages.next().unwrap().diagram.unwrap().described()
        };
        let alice = page("alice");
        assert!(alice.contains("White rook on aa3 of board B"), "{alice}");
        assert_eq!(alice.matches("White rook").count(), 1, "{alice}");
        let bughouse = page("bughouse");
        assert!(
            bughouse.contains("White rook on aa3 of board A"),
            "{bughouse}"
        );
        assert!(!page("rook").contains("of "), "one board");
    }

    /// Every piece on the first board of every game is on a named square, even if the outline has steps and letters of
    /// files are next to a rank.
    #[test]
    fn every_piece_on_a_first_board_has_a_square() {
        for kind in GAMES {
            let game = kind.new_game(&Options::new()).unwrap();
            for grid in &game.scene(&View::default()).grids {
                for (index, cell) in grid.cells.iter().enumerate() {
                    let width = usize::from(grid.width);
                    let (column, row) = (index % width, index / width);
                    let piece = cell.as_ref().is_some_and(|cell| cell.token.is_some());
                    let name = grid.square_name(column, row);
                    assert!(!piece || name.is_some(), "{} {column} {row}", kind.name);
                }
            }
        }
    }
}
