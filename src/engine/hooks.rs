//! Interface between a game and the search.

use std::hash::{Hash, Hasher};

use super::{Lapses, SplitMix64, Theme};
use crate::rules::{Counting, Notation, Seat, digest};

/// Lower bound of the gain of a capture that wins the game at once.
pub const ROYAL: i32 = 20_000;

/// Gain and cost of a move, for move ordering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stakes {
    /// Value of the captured pieces and of a promotion, in hundredths of a pawn; 0 for a quiet move.
    pub gain: i32,
    /// Value of the moving piece, in hundredths of a pawn.
    pub cost: i32,
    /// Number of the destination square.
    pub target: u16,
    /// Index in the tables of quiet moves; similar moves share one.
    pub quiet: u16,
}

/// A piece on the board, for the reasons why a move is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Number of the square, whose name [`Search::square_name`] returns.
    pub at: u16,
    /// Name of the role, such as `rook`.
    pub name: &'static str,
    /// The seat that owns the piece.
    pub seat: Seat,
    /// Value of the piece, in hundredths of a pawn.
    pub value: i32,
    /// True if losing the piece loses the game.
    pub royal: bool,
}

/// Value of a position for each seat, in hundredths of a pawn; absent seats stay 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evaluation(pub [i32; 4]);

/// Lead in material beyond which more counts only a quarter, in hundredths of a pawn, so that the game is ended
/// instead.
const ENOUGH: i32 = 2_000;

/// Lead in material from which the mop-up term counts, in hundredths of a pawn.
const MOP_UP: i32 = 600;

impl Evaluation {
    /// Adds, with two seats, terms that help to end a won game. The side ahead in material gains by every exchange;
    /// from a lead of `MOP_UP` on it also gains the value of `mop_up` for its seat, at least 0, which measures how
    /// near the other side's royal piece is to its end.
    #[must_use]
    pub fn ending(mut self, material: [i32; 2], mop_up: impl FnOnce(Seat) -> i32) -> Self {
        let lead = (material[0] - material[1]).abs();
        let ahead = if material[0] > material[1] {
            Seat::WHITE
        } else {
            Seat::BLACK
        };
        let left = material[ahead.other().index()].max(0);
        let own = &mut self.0[ahead.index()];
        *own += 250 * lead / (1_000 + left) - (lead - ENOUGH).max(0) * 3 / 4;
        if lead >= MOP_UP {
            *own += mop_up(ahead);
        }
        self
    }

    /// Returns the value for a seat compared with the others: with two seats the difference; with more, its own value
    /// less the mean of the others' average and their best, since the leader is the rival.
    pub fn of(self, seat: Seat, seats: usize) -> i32 {
        let own = self.0[seat.index() & 3];
        let others = (0..seats.min(4)).filter(|other| *other != seat.index());
        let (sum, most, count) = others.fold((0, i32::MIN, 0), |(sum, most, count), other| {
            let value = self.0[other];
            (sum + value, most.max(value), count + 1)
        });
        match count {
            0 => own,
            1 => own - most,
            _ => own - (sum / count + most) / 2,
        }
    }
}

/// The search's interface to a position. Every default serves any game; a game overrides those it can improve.
///
/// ```
/// use rookery::engine::{Limits, Request};
/// use rookery::games;
/// use rookery::rules::Options;
///
/// let game = games::GAMES[0].new_game(&Options::new()).unwrap();
/// let found = game.search(&Request::strongest(Limits::nodes(2_000))).unwrap();
/// assert!(game.legal().contains(&found.text));
/// ```
pub trait Search: Counting + Notation {
    /// Number of moves in 1,000 whose consequences a careless player overlooks.
    fn overlooked(&self) -> u16 {
        500
    }

    /// Frequency of weak turns, in percent of the level's ([`LEVELS`](super::LEVELS)).
    fn lapses(&self) -> Lapses {
        Lapses::new(100, 100)
    }

    /// Returns how a capture is made, where the piece that makes it does not tell: `by a quad move from e6`.
    fn way(&self, _mv: &Self::Move) -> Option<String> {
        None
    }

    /// Number of moves searched one ply and two plies before the leaves if none has improved the position by then and
    /// no captures follow: for games with hundreds of moves.
    const LATE_MOVES: [u32; 2] = [u32::MAX; 2];

    /// Returns the cost of a position: the number of positions of a usual game that are searched in the same time.
    /// Levels with many nodes search fewer in proportion.
    fn cost(&self) -> u64 {
        1
    }

    /// Returns a key that is equal for equal positions, regardless of counts and history. The default digests
    /// [`Counting::repetition_key`].
    fn key(&self) -> u64 {
        digest(&self.repetition_key()) as u64
    }

    /// Returns the moves of the side to move, including those that leave its own king in danger.
    fn candidates(&self) -> Vec<Self::Move> {
        self.legal_moves()
    }

    /// Returns those of the [`Search::candidates`] that capture or promote.
    fn captures_and_promotions(&self) -> Vec<Self::Move> {
        let mut moves = self.candidates();
        moves.retain(|mv| self.stakes(mv).gain > 0);
        moves
    }

    /// Returns legal moves worth a look that [`Position::legal_moves`](crate::rules::Position::legal_moves) does not
    /// list; a selection if there are very many.
    fn unlisted(&self) -> Vec<Self::Move> {
        Vec::new()
    }

    /// Plays one of [`Search::candidates`] without reporting consequences. Returns false if the mover's king is left
    /// in danger; the position is then unusable.
    fn advance(&mut self, mv: &Self::Move) -> bool {
        self.play(mv);
        true
    }

    /// Returns gain and cost of a move.
    fn stakes(&self, _mv: &Self::Move) -> Stakes {
        Stakes::default()
    }

    /// Returns the theme of a legal move that is special in the game's own terms. The default goes by the operator of
    /// its text.
    fn motif(&self, mv: &Self::Move) -> Option<Theme> {
        match self.move_text(mv).op {
            '+' => Some(Theme::Transfer),
            '~' => Some(Theme::Swap),
            '&' => Some(Theme::Fusing),
            '@' => Some(Theme::Drop),
            _ => None,
        }
    }

    /// Returns the value of the position for each seat. The default counts the moves of the side to move.
    fn evaluation(&self) -> Evaluation {
        let mut evaluation = Evaluation::default();
        let moves = i32::try_from(self.legal_moves().len()).unwrap_or(i32::MAX);
        evaluation.0[self.turn().index() & 3] = moves;
        evaluation
    }

    /// Passes the turn. Returns false, with nothing changed, if that is impossible.
    fn pass(&mut self) -> bool {
        false
    }

    /// Returns every piece on the board that has an owner. Without them no reason for a move mentions pieces.
    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }

    /// Returns the name of the square with a number, in machine notation.
    fn square_name(&self, _at: u16) -> String {
        String::new()
    }

    /// Returns true if two seats win and lose together; a seat always does with itself.
    fn is_together(&self, one: Seat, other: Seat) -> bool {
        one == other
    }

    /// Returns true if a seat is still in; with two seats both are.
    fn is_playing(&self, _seat: Seat) -> bool {
        true
    }
}

/// Returns the key of any hashable value, equal on every machine.
pub fn hashed(parts: impl Hash) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    parts.hash(&mut hasher);
    // The hasher multiplies and adds: in a sum of its hashes, two pieces that move equally far in opposite directions
    // would cancel each other out.
    SplitMix64(hasher.finish()).next()
}
