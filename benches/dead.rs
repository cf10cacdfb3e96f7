//! Proves which sets of pieces leave nothing but a draw, by every placement of them: a dead position (house ruling, as in
//! the laws of chess, 5.2.2).
//!
//!     cargo bench --bench dead -- [WORD]...
//!
//! Prints a line for each game, option set and set of pieces, those whose name has all the words: `dead` and the number
//! of positions, or the first position that is won or lost, or that a move leaves for other pieces. A set is dead if in
//! none of its positions, whoever moves, anybody has won or lost, and no move leads to a win or to pieces other than those
//! of the set or fewer. Only the placements that no symmetry of the board makes alike are tried.
#![allow(missing_docs, clippy::unwrap_used)]

mod small;

use std::time::Instant;

use rookery::games;
use rookery::rules::{Game, GameInfo, Options, Status, Values};
use small::in_small;

/// A game's board, as its position texts write it.
struct Board {
    key: &'static str,
    options: String,
    /// Lengths in cells: along the rows, the rows, the blocks of rows.
    size: [usize; 3],
    /// Marks between cells, rows and blocks.
    marks: [&'static str; 3],
    /// Fields after the board, in all their values; `*` is the letter of the side to move.
    fields: Vec<String>,
    /// Letters of the sides.
    sides: [&'static str; 2],
    /// Sets of pieces, each with the king that moves last.
    sets: Vec<Vec<String>>,
}

/// Kings alone, and with one piece of the first side.
fn with_one_piece(kings: [&str; 2], pieces: &[&str]) -> Vec<Vec<String>> {
    let kings = kings.map(str::to_owned);
    let more = pieces.iter().map(|piece| {
        let [first, second] = kings.clone();
        vec![second, first, (*piece).to_owned()]
    });
    std::iter::once(kings.iter().rev().cloned().collect())
        .chain(more)
        .collect()
}

fn boards() -> Vec<Board> {
    const OFFICERS: [&str; 6] = ["N", "B", "R", "J", "C", "M"];
    let tower = |options: &str, levels: usize| Board {
        key: "tower",
        options: options.to_owned(),
        size: [5, 5, levels],
        marks: ["", "/", "|"],
        fields: vec!["* - - 0".to_owned()],
        sides: ["w", "b"],
        sets: with_one_piece(["K", "k"], &OFFICERS),
    };
    let seasons = |options: &str| Board {
        key: "seasons",
        options: options.to_owned(),
        size: [8, 8, 1],
        marks: [",", "/", ""],
        fields: vec!["* gb - 0".to_owned()],
        sides: ["g", "b"],
        sets: with_one_piece(
            ["gK", "bK"],
            &["gB", "gQ", "gP^", "gP>", "gPv", "gP<", "gN", "gR"],
        ),
    };
    let four_fold = Board {
        key: "fourfold",
        options: String::new(),
        size: [16, 16, 1],
        marks: ["", "/", ""],
        fields: vec!["* 0".to_owned()],
        sides: ["w", "b"],
        sets: with_one_piece(["K", "k"], &["K", "N", "B"]),
    };
    let mut boards = vec![
        Board {
            sets: with_one_piece(["K", "k"], &["F"]),
            ..tower("board=chamber", 5)
        },
        tower("board=chamber", 5),
        tower("board=chamber riders=tripunch", 5),
        tower("board=chamber riders=tripunch planar=hook", 5),
        tower("board=tower", 8),
        seasons(""),
        seasons("diagonals=walls"),
        four_fold,
    ];
    boards.extend(twists());
    boards
}

/// Kings alone in every tower with every twist and every two that can be joined, but the two boards of Bughouse, and in
/// the Shogi Tower Game.
fn twists() -> Vec<Board> {
    let tower = games::find("tower").unwrap();
    let values: Vec<&str> = (tower.options.iter())
        .find_map(|spec| match spec.values {
            Values::Joined { values, .. } => {
                Some(values[1..].iter().map(|(key, _)| *key).collect())
            }
            _ => None,
        })
        .unwrap();
    let values: Vec<&str> = (values.into_iter())
        .filter(|key| *key != "bughouse")
        .collect();
    let pairs = values.iter().enumerate().flat_map(|(number, one)| {
        let others = &values[number + 1..];
        others.iter().map(move |other| format!("{one}+{other}"))
    });
    let single = values.iter().map(|one| (*one).to_owned());
    let mut boards = vec![kings_alone("rules=shogi", 9).unwrap()];
    for mutator in single.chain(pairs) {
        for (board, levels) in [("chamber", 5), ("tower", 8)] {
            for edges in ["walled", "toroidal"] {
                let options = format!("board={board} edges={edges} mutator={mutator}");
                boards.extend(kings_alone(&options, levels));
            }
        }
    }
    boards
}

/// Returns the kings alone, with nothing in hand; `None` where the options cannot be played.
fn kings_alone(options: &str, levels: usize) -> Option<Board> {
    let kind = games::find("tower").unwrap();
    let begun = kind.new_game(&parsed(options)).ok()?.text();
    let mut fields: Vec<&str> = begun.split(' ').skip(1).collect();
    let last = fields.len() - 1;
    for field in &mut fields[1..last] {
        *field = if *field == "1" { "1" } else { "-" };
    }
    (fields[0], fields[last]) = ("*", "0");
    let first = fields.join(" ");
    // In Marseillais two moves may be left, and with two boards each king may be on either.
    let mut all = vec![first.replace(" 1 ", " 2 ")];
    all.extend((all[0] != first).then_some(first));
    let boards: &[&str] = if options.contains("alice") {
        &["", "*"]
    } else {
        &[""]
    };
    let sets = boards.iter().flat_map(|one| {
        let of = move |other: &&str| vec![format!("k{one}"), format!("K{other}")];
        boards.iter().map(of)
    });
    Some(Board {
        key: "tower",
        options: options.to_owned(),
        size: [5, 5, levels],
        marks: ["", "/", "|"],
        fields: all,
        sides: ["w", "b"],
        sets: sets.collect(),
    })
}

/// Reads options written as `KEY=VALUE`, with spaces between them.
fn parsed(options: &str) -> Options {
    let pairs = options.split_whitespace().map(|pair| {
        let (key, value) = pair.split_once('=').unwrap();
        (key.to_owned(), value.to_owned())
    });
    pairs.collect()
}

impl Board {
    fn cells(&self) -> usize {
        self.size.iter().product()
    }

    /// Returns a cell's coordinates.
    fn at(&self, cell: usize) -> [usize; 3] {
        let [columns, rows, _] = self.size;
        [cell % columns, cell / columns % rows, cell / columns / rows]
    }

    /// True for a cell in the part of the board that its reflections repeat, and that exchanging columns and rows does.
    fn is_first(&self, cell: usize) -> bool {
        let at = self.at(cell);
        let near = at.iter().zip(self.size).all(|(at, size)| 2 * at < size);
        near && at[0] <= at[1]
    }

    /// Returns the position text.
    fn text(&self, pieces: &[String], cells: &[usize], fields: &str) -> String {
        let [columns, rows, blocks] = self.size;
        let blocks: Vec<String> = (0..blocks)
            .map(|block| {
                let rows: Vec<String> = (0..rows)
                    .map(|row| {
                        let first = (block * rows + row) * columns;
                        let (mut parts, mut empty) = (Vec::new(), 0);
                        for cell in first..first + columns {
                            match cells.iter().position(|one| *one == cell) {
                                None => empty += 1,
                                Some(piece) => {
                                    parts.extend((empty > 0).then(|| empty.to_string()));
                                    parts.push(pieces[piece].clone());
                                    empty = 0;
                                }
                            }
                        }
                        parts.extend((empty > 0).then(|| empty.to_string()));
                        parts.join(self.marks[0])
                    })
                    .collect();
                rows.join(self.marks[1])
            })
            .collect();
        format!("{} {fields}", blocks.join(self.marks[2]))
    }

    /// True if a move decides nothing, and leads to the same pieces and to fields that are tried.
    fn keeps(&self, set: &[String], game: &dyn Game, mv: &str) -> bool {
        let mut after = game.boxed_clone();
        after.overlook_dead();
        after.play(mv).unwrap();
        let text = after.text();
        let (board, fields) = text.split_once(' ').unwrap();
        let mut letters: Vec<char> = board.chars().filter(|c| c.is_alphabetic()).collect();
        let mut same: Vec<char> = set.concat().chars().collect();
        same.retain(|c| c.is_alphabetic());
        letters.sort_unstable();
        same.sort_unstable();
        let without_count = |fields: &str| fields.rsplit_once(' ').unwrap().0.to_owned();
        let tried = self.fields.iter().flat_map(|fields| {
            let of = |side: &str| without_count(&fields.replace('*', side));
            self.sides.map(of)
        });
        !is_decided(&*after)
            && letters == same
            && tried.into_iter().any(|one| one == without_count(fields))
    }

    /// Calls `each` with the cells of every placement of so many pieces, the first of them in a cell that no symmetry
    /// repeats, until it returns false.
    fn placements(&self, count: usize, each: &mut impl FnMut(&[usize]) -> bool) {
        let mut cells = Vec::new();
        self.place(count, &mut cells, each);
    }

    fn place(
        &self,
        count: usize,
        cells: &mut Vec<usize>,
        each: &mut impl FnMut(&[usize]) -> bool,
    ) -> bool {
        if cells.len() == count {
            return each(cells);
        }
        for cell in 0..self.cells() {
            if cells.contains(&cell) || (cells.is_empty() && !self.is_first(cell)) {
                continue;
            }
            cells.push(cell);
            let on = self.place(count, cells, each);
            cells.pop();
            if !on {
                return false;
            }
        }
        true
    }
}

/// True if somebody has won or lost.
fn is_decided(game: &dyn Game) -> bool {
    !matches!(game.status(), Status::Ongoing | Status::Drawn(_))
}

/// Reads a position as one that is not called dead; `None` if it cannot be one. `template` overlooks dead positions.
fn read(template: &dyn Game, text: &str) -> Option<Box<dyn Game>> {
    let (kind, options) = (template.kind(), template.options());
    let game = kind.from_position(options, text).ok()?;
    if is_decided(&*game) {
        return Some(game);
    }
    Some(template.resume(&game.checkpoint()).unwrap())
}

/// Returns the number of positions of a dead set, or a position that shows that it is not.
fn prove(
    kind: &'static GameInfo,
    board: &Board,
    options: &Options,
    set: &[String],
) -> Result<u64, String> {
    let (mut count, mut living) = (0, None);
    let mut template = kind.new_game(options).unwrap();
    template.overlook_dead();
    board.placements(set.len(), &mut |cells| {
        for fields in &board.fields {
            let [one, other] = board.sides.map(|side| {
                let text = board.text(set, cells, &fields.replace('*', side));
                (read(&*template, &text), text)
            });
            for ((game, text), (waiting, _)) in [(&one, &other), (&other, &one)] {
                let Some(game) = game else { continue };
                // Nobody leaves their king in check.
                if waiting.as_ref().is_some_and(|game| game.check()) {
                    continue;
                }
                count += 1;
                let ways = if set.len() == 2 {
                    &game.legal()[..]
                } else {
                    &[]
                };
                let leaves = ways.iter().find(|mv| !board.keeps(set, &**game, mv));
                if is_decided(&**game) || leaves.is_some() {
                    living = Some(format!("{text} {}", leaves.map_or("", String::as_str)));
                    return false;
                }
            }
        }
        !in_small() || count < 100
    });
    match living {
        Some(text) => Err(text),
        None => {
            assert!(count > 0, "no position of {set:?} can be read");
            Ok(count)
        }
    }
}

fn main() {
    let words = std::env::args().skip(1);
    run(&words
        .filter(|word| !word.starts_with('-'))
        .collect::<Vec<_>>());
}

/// Tries the sets of pieces whose name has all the words.
pub fn run(wanted: &[String]) {
    for board in boards() {
        let name = format!("{} {}", board.key, board.options);
        if !wanted.iter().all(|word| name.contains(word)) {
            continue;
        }
        let kind = games::find(board.key).unwrap();
        let options = parsed(&board.options);
        for set in &board.sets {
            let begun = Instant::now();
            let found = prove(kind, &board, &options, set);
            let (set, took) = (set.join(" "), begun.elapsed().as_secs_f64());
            match found {
                Ok(count) => println!("{name}: {set}: dead, {count} positions, {took:.1} s"),
                Err(text) => println!("{name}: {set}: {text}, {took:.1} s"),
            }
        }
    }
}
