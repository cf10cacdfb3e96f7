//! What a game gives the search.

use std::hash::{Hash, Hasher};

use super::SplitMix64;
use crate::rules::{Counting, Notation, Seat, digest};

/// The gain of a capture that wins the game at once is at least this.
pub const ROYAL: i32 = 20_000;

/// What a move takes and risks, for the order in which moves are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stakes {
    /// What it takes and becomes, in hundredths of a pawn; 0 for a quiet move.
    pub gain: i32,
    /// What the piece that moves is worth, in hundredths of a pawn.
    pub cost: i32,
    /// The number of the square where it ends.
    pub target: u16,
    /// A number for the tables of quiet moves: moves alike have the same one.
    pub quiet: u16,
}

/// A piece on the board, for telling why a move is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The number of its square, whose name [`Search::square_name`] gives.
    pub at: u16,
    /// What it is called, such as `rook`.
    pub name: &'static str,
    /// Whose it is.
    pub seat: Seat,
    /// What it is worth, in hundredths of a pawn.
    pub value: i32,
    /// Whether the game is lost with it.
    pub royal: bool,
}

/// What a position is worth to each seat, in hundredths of a pawn; seats that the game does not have stay 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evaluation(pub [i32; 4]);

/// From how far ahead on more material counts but a quarter, in hundredths of a pawn: what is left is to end the game.
const ENOUGH: i32 = 2_000;

/// The lead in material from which on the mop-up term counts, in hundredths of a pawn.
const MOP_UP: i32 = 600;

impl Evaluation {
    /// Adds, with two seats, what ends a won game. The one who is ahead in material gains by every exchange; from a
    /// lead of 600 on also by what `mop_up` gives: how near the other side's royal piece is to its end, at least 0.
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

    /// What it is worth to a seat compared with the others: with two seats the difference; with more the own share less
    /// the mean of the others' average and their best, since it is the best that is to be caught.
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

/// What the search asks of a position. Every default serves any game; a game that can do better says so.
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
    /// Of how many of 1,000 moves a careless player does not see what follows.
    fn overlooked(&self) -> u16 {
        500
    }

    /// How often a level is careless, in percent of what [`LEVELS`](super::LEVELS) says.
    fn careless(&self) -> u16 {
        100
    }

    /// How many moves are looked at one ply and two plies before the leaves where nothing has bettered the position by
    /// then and no more captures follow: for games with hundreds of moves.
    const LATE_MOVES: [u32; 2] = [u32::MAX; 2];

    /// The number of positions of a usual game that are searched in the time of one of this: the levels that look at many
    /// look at so many fewer.
    fn cost(&self) -> u64 {
        1
    }

    /// Equal for equal positions, counts and history aside. The default digests [`Counting::repetition_key`].
    fn key(&self) -> u64 {
        digest(&self.repetition_key()) as u64
    }

    /// The moves of the side to move, also those that leave its own king in danger; where `taking`, only those that
    /// take something or promote.
    fn candidates(&self, taking: bool) -> Vec<Self::Move> {
        let mut moves = self.legal_moves();
        if taking {
            moves.retain(|mv| self.stakes(mv).gain > 0);
        }
        moves
    }

    /// Legal moves that [`Position::legal_moves`](crate::rules::Position::legal_moves) does not list and that are worth
    /// a look; some of them where there are very many.
    fn unlisted(&self) -> Vec<Self::Move> {
        Vec::new()
    }

    /// Plays one of [`Search::candidates`] without saying what follows; false where the own king is left in danger,
    /// and then the position is not to be used any more.
    fn advance(&mut self, mv: &Self::Move) -> bool {
        self.play(mv);
        true
    }

    /// What a move takes and risks.
    fn stakes(&self, _mv: &Self::Move) -> Stakes {
        Stakes::default()
    }

    /// What the position is worth to each seat. The default counts the moves of the side to move.
    fn evaluation(&self) -> Evaluation {
        let mut evaluation = Evaluation::default();
        let moves = i32::try_from(self.legal_moves().len()).unwrap_or(i32::MAX);
        evaluation.0[self.turn().index() & 3] = moves;
        evaluation
    }

    /// Gives the turn away; false, and nothing is changed, where that cannot be.
    fn pass(&mut self) -> bool {
        false
    }

    /// Every piece on the board that somebody owns. Without it no move has a reason that speaks of pieces.
    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }

    /// The name of the square with that number, in machine notation.
    fn square_name(&self, _at: u16) -> String {
        String::new()
    }

    /// Whether two seats win and lose together; a seat always does with itself.
    fn is_together(&self, one: Seat, other: Seat) -> bool {
        one == other
    }

    /// Whether a seat is still in; with two seats both are.
    fn is_playing(&self, _seat: Seat) -> bool {
        true
    }
}

/// The key of whatever can be hashed, the same on every machine.
pub fn hashed(parts: impl Hash) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    parts.hash(&mut hasher);
    // The hasher multiplies and adds: in a sum of its hashes, two pieces that move as far in opposite directions would
    // cancel each other out.
    SplitMix64(hasher.finish()).next()
}
