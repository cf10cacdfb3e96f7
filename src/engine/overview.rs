//! Overview of a position without a search: the features that a player notices first.

use super::hooks::{Piece, Search};
use super::threats::{
    Threat, each_threat, threats_of_others, turned_to_others, wins_at_once, wins_by_royal,
};
use super::why::Named;
use crate::rules::Seat;

/// An overview of a position for the side to move. Each feature is true of the board now or one move ahead; none is a
/// search's judgement of the best move.
///
/// ```
/// use rookery::games;
/// use rookery::rules::Options;
///
/// let kind = games::GAMES[0];
/// let game = kind
///     .from_position(&Options::new(), "3rk3/8/8/8/8/8/8/K2R4 w - 0")
///     .unwrap();
/// assert!(game.overview().is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overview {
    /// True if a listed move wins the game.
    pub wins: bool,
    /// True if there is only one legal move.
    pub only: bool,
    /// True if the royal piece is attacked.
    pub attacked: bool,
    /// The mover's most valuable piece that would be lost if the turn passed, and its attacker; never the royal one.
    pub danger: Option<(Named, Named)>,
    /// The most valuable piece that can be captured for gain, and true if it cannot be retaken; never a royal one.
    pub gain: Option<(Named, bool)>,
}

/// Returns the overview of a position; `None` if no move is legal, or chance decides first.
pub fn overview<P: Search>(position: &P) -> Option<Overview> {
    let moves = position.legal_moves();
    if moves.is_empty() || !position.chance().is_empty() {
        return None;
    }
    let mover = position.turn();
    let mut pieces = position.pieces().into_iter();
    let wins = if pieces.any(|piece| piece.royal && !position.is_together(piece.seat, mover)) {
        moves.iter().any(|mv| wins_by_royal(position, mv))
    } else {
        moves.iter().any(|mv| wins_at_once(position, mv))
    };
    let is_plain = |threat: &Threat| !threat.victim.royal;
    let danger = turned_to_others(position, mover)
        .filter_map(|turned| {
            each_threat(&turned).find(|threat| is_plain(threat) && threat.victim.seat == mover)
        })
        .max_by_key(|threat| threat.victim.value);
    let gain = each_threat(position).find(is_plain);
    let name = |piece: &Piece| Named::of(position, piece);
    Some(Overview {
        wins,
        only: moves.len() == 1 && !position.has_unlisted_moves(),
        attacked: position.check(),
        danger: danger.map(|threat| (name(&threat.victim), name(&threat.by))),
        gain: gain.map(|threat| (name(&threat.victim), threat.free)),
    })
}

/// A piece that another seat can capture for gain with its next move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hanging {
    /// The piece; never a royal one.
    pub piece: Named,
    /// The piece that can capture it.
    pub by: Named,
    /// The way of the capture, where that piece does not tell it.
    pub way: Option<String>,
    /// Number of pieces captured besides.
    pub besides: usize,
    /// True if nothing can retake.
    pub free: bool,
}

/// Returns the most valuable piece of a seat that another seat would capture for gain if it were to move; `None` if
/// nothing hangs, or turns cannot be passed.
pub fn hanging<P: Search>(position: &P, seat: Seat) -> Option<Hanging> {
    let threats = threats_of_others(position, seat).into_iter();
    let plain = threats.filter(|threat| !threat.victim.royal);
    let threat = plain.max_by_key(|threat| (threat.victim.value, threat.besides))?;
    Some(Hanging {
        piece: Named::of(position, &threat.victim),
        by: Named::of(position, &threat.by),
        way: threat.way,
        besides: threat.besides,
        free: threat.free,
    })
}
