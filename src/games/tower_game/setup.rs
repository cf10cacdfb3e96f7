//! Places of the pieces at the start.

use super::board::{Cube, PER_RANK, WIDTH};
use super::moves::Danger;
use super::options::{Rules, Setup};
use super::pieces::{Piece, Role};
use super::position::{Effects, TowerGame};
use super::shuffle::{self, FirstRank};
use crate::rules::{RuleError, Seat};

/// The inventor's first setup, White's first rank, rows e to a.
const ORIGINAL: [&str; 5] = ["RNBBR", "CCBBN", "CCKJJ", "NMMJJ", "RMMNR"];

/// The inventor's second setup.
const ALTERNATE: [&str; 5] = ["RNBMR", "BMJCN", "JCKBM", "NBMJC", "RJCNR"];

/// The Shogi setup, Black's ranks 1 to 3.
const SHOGI: [[&str; 5]; 3] = [
    ["LNCJL", "JSGSN", "CGKGC", "NSGSJ", "LJCNL"],
    ["---M-", "R----", "-----", "----M", "-B---"],
    ["PPPPP"; 5],
];

/// The role that a side has on a file of its rank 1, 2 or 3 (counted from 0) at the start.
pub fn starts_with(rules: &Rules, seat: Seat, file: u8, rank: u8) -> Option<Role> {
    if rules.shogi {
        let file = if seat == rules.bottom() {
            file
        } else {
            PER_RANK - 1 - file
        };
        return drawn(SHOGI.get(usize::from(rank))?, file);
    }
    match rank {
        0 => first_rank(rules, seat).get(usize::from(file)).copied(),
        1 => Some(Role::Pawn),
        _ => None,
    }
}

/// Every piece of the start, with its cube.
pub fn pieces(rules: &Rules) -> Vec<(Cube, Piece)> {
    let mut pieces = Vec::new();
    for seat in [Seat::WHITE, Seat::BLACK] {
        for rank in 0..3 {
            for file in 0..PER_RANK {
                if let Some(role) = starts_with(rules, seat, file, rank) {
                    let cube = Cube::on_file(file, rules.rank_for(seat, rank));
                    pieces.push((cube, Piece::new(seat, role)));
                }
            }
        }
    }
    pieces
}

/// A side's first rank in the games that are not Shogi. "Black's setup mirrors white, but Bishops face Merchants and
/// Merchants face Bishops" holds for the original setup alone.
fn first_rank(rules: &Rules, seat: Seat) -> FirstRank {
    let rows = match rules.setup {
        Setup::Shuffle(seed) => return shuffle::arrangement(shuffle::number_of_seed(seed)),
        Setup::Original => &ORIGINAL,
        Setup::Alternate => &ALTERNATE,
    };
    let mut rank = [Role::Pawn; PER_RANK as usize];
    for (file, place) in (0..).zip(&mut rank) {
        let role = drawn(rows, file).unwrap_or(Role::Pawn);
        *place = match role {
            Role::Bishop if exchanged(rules, seat) => Role::Merchant,
            Role::Merchant if exchanged(rules, seat) => Role::Bishop,
            role => role,
        };
    }
    rank
}

fn exchanged(rules: &Rules, seat: Seat) -> bool {
    rules.setup == Setup::Original && seat == Seat::BLACK
}

/// The role on a file in a drawing of a rank, rows e to a.
fn drawn(rows: &[&str; 5], file: u8) -> Option<Role> {
    let row = rows.get(usize::from(WIDTH - 1 - file / WIDTH))?;
    Role::of_letter(char::from(*row.as_bytes().get(usize::from(file % WIDTH))?))
}

impl TowerGame {
    /// The starting position.
    ///
    /// # Errors
    /// [`crate::rules::RuleErrorKind::BadOptions`] where the side not to move would be in check without mutators.
    pub fn start(rules: Rules, effects: Effects) -> Result<TowerGame, RuleError> {
        let mut game = TowerGame::empty(rules, Effects::default());
        for (cube, piece) in pieces(&rules) {
            game.put(cube, piece);
        }
        game.castling = [[rules.castling(); 4]; 2];
        if let Some(Danger { king, by }) = game.danger_to(game.turn.other()) {
            let name = game
                .get(by)
                .map_or("piece", |piece| piece.name_of_one(&rules));
            return Err(RuleError::options(format!(
                "These options cannot go together: at the start the {name} on {by} would already attack the king on \
                 {king}, and it is the other side's move.{}",
                match rules.setup {
                    Setup::Shuffle(_) => " Another seed may do.",
                    _ => "",
                }
            ))
            .at([by, king]));
        }
        game.effects = effects;
        for mutator in effects.iter() {
            mutator.start(&mut game);
        }
        Ok(game)
    }
}
