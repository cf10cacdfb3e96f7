//! Boards for the pages of rules: a few slices with a few pieces, and the goals of one of them.

use super::board::{Cube, PER_RANK};
use super::moves::EnPassant;
use super::options::Rules;
use super::pieces::{Piece, Role};
use super::position::{Effects, TowerGame};
use super::scene::slice::{bare_slice, place};
use super::scene::token::token;
use super::setup;
use crate::rules::Options;
use crate::scene::{Grid, Mark, Scene};

/// Size of the cells of a page's slices.
const CELL: u16 = 56;

/// A board in the making.
pub struct Diagram {
    game: TowerGame,
    marks: Vec<(Cube, Mark)>,
    notes: Vec<(u8, &'static str)>,
}

impl Diagram {
    /// An empty board under the rules of options such as `pawns=berlin board=chamber`; unknown ones are left out.
    pub fn under(pairs: &str) -> Diagram {
        let given: Options = pairs
            .split_whitespace()
            .filter_map(|pair| pair.split_once('='))
            .collect();
        let rules = Rules::of(&given).unwrap_or(Rules {
            setup: super::options::Setup::Original,
            space: super::board::Space {
                ranks: 8,
                toroidal: false,
            },
            berlin: false,
            riders: super::options::Riders::Linear,
            shogi: false,
        });
        Diagram {
            game: TowerGame::empty(rules, Effects::default()),
            marks: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Puts pieces such as `Kcc1 pab7 +Rcc4` on the board, upper case the side that starts on rank 1.
    pub fn with(mut self, pieces: &str) -> Diagram {
        for text in pieces.split_whitespace() {
            let (promoted, text) = match text.strip_prefix('+') {
                Some(rest) => (true, rest),
                None => (false, text),
            };
            let Some((letter, cube)) = text.split_at_checked(1) else {
                continue;
            };
            let bottom = self.game.rules.bottom();
            let upper = letter.to_ascii_uppercase();
            let piece = upper
                .chars()
                .next()
                .and_then(Role::of_letter)
                .map(|role| Piece {
                    seat: if upper == letter {
                        bottom
                    } else {
                        bottom.other()
                    },
                    promoted,
                    ..Piece::new(bottom, role)
                });
            if let (Some(piece), Some(cube)) = (piece, Cube::parse(cube)) {
                self.game.put(cube, piece);
            }
        }
        self
    }

    /// The pieces of the start, on these ranks.
    pub fn start(mut self) -> Diagram {
        for (cube, piece) in setup::pieces(&self.game.rules) {
            self.game.put(cube, piece);
        }
        self
    }

    /// The chance that a double step has left.
    pub fn passed(mut self, passed: &str, pawn: &str) -> Diagram {
        self.game.passed[0] = Cube::parse(passed)
            .zip(Cube::parse(pawn))
            .map(|(passed, pawn)| EnPassant { passed, pawn });
        self
    }

    /// Marks the piece on a cube and where it can go: a dot where it goes, a ring where it captures.
    pub fn reach(mut self, cube: &str) -> Diagram {
        let Some(cube) = Cube::parse(cube) else {
            return self;
        };
        let Some(piece) = self.game.get(cube) else {
            return self;
        };
        self.marks.push((cube, Mark::Chosen));
        let mut moves = Vec::new();
        self.game.moves_from(cube, piece, &mut moves);
        for mv in moves {
            let mark = match mv.captured() {
                Some(_) => Mark::Capture,
                None => Mark::Reach,
            };
            self.marks.push((mv.to, mark));
        }
        self
    }

    /// Marks cubes.
    pub fn mark(mut self, cubes: &str, mark: Mark) -> Diagram {
        let cubes = cubes.split_whitespace().filter_map(Cube::parse);
        self.marks.extend(cubes.map(|cube| (cube, mark)));
        self
    }

    /// Marks every cube of these ranks that fits.
    pub fn mark_where(mut self, mark: Mark, fits: impl Fn(Cube) -> bool) -> Diagram {
        let cubes = self.game.rules.space.cubes().filter(|cube| fits(*cube));
        self.marks.extend(cubes.map(|cube| (cube, mark)));
        self
    }

    /// Adds a note next to a slice's number.
    pub fn note(mut self, rank: u8, text: &'static str) -> Diagram {
        self.notes.push((rank, text));
        self
    }

    /// The slices of these ranks, in this order, so many side by side.
    pub fn slices(&self, ranks: impl IntoIterator<Item = u8>, columns: u8) -> Scene {
        Scene {
            grids: ranks.into_iter().map(|rank| self.slice(rank)).collect(),
            columns,
            cell: CELL,
            trays: Vec::new(),
            turn: None,
        }
    }

    fn slice(&self, rank: u8) -> Grid {
        let mut grid = bare_slice(rank - 1);
        for file in 0..PER_RANK {
            let cube = Cube::on_file(file, rank - 1);
            let (x, y) = place(cube);
            let Some(cell) = grid.cell_mut(x, y) else {
                continue;
            };
            cell.token = self
                .game
                .get(cube)
                .map(|piece| token(&self.game.rules, piece, Some(cube)));
            for (marked, mark) in &self.marks {
                if *marked == cube && !cell.marks.contains(mark) {
                    cell.marks.push(*mark);
                }
            }
        }
        if let Some(badge) = &mut grid.badge
            && let Some((_, text)) = self.notes.iter().find(|(noted, _)| *noted == rank)
        {
            badge.note = (*text).to_owned();
        }
        grid
    }
}
