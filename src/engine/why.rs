//! Reasons why a move is good, in a beginner's terms, found by comparing the boards before and after it.
//!
//! [`Game::why`](crate::rules::Game::why) returns the reason as data, with [`Why::key`] and [`Why::squares`] for
//! programs; each game words it by
//! [`Describe::reason`](crate::rules::Describe::reason), whose default is [`Why::sentence`]. A hint in Discord is
//!
//! ```
//! use rookery::engine::{Limits, Request};
//! use rookery::games;
//! use rookery::rules::Options;
//!
//! let kind = games::GAMES[0];
//! let game = kind
//!     .from_position(&Options::new(), "3rk3/8/8/8/8/8/8/K2R4 w - 0")
//!     .unwrap();
//! let found = game.search(&Request::strongest(Limits::nodes(2_000))).unwrap();
//! let why = game.why(&found.best[0].text, found.best[0].mate()).unwrap();
//! assert!(game.reason(&why).ends_with('.'));
//! ```

use super::hooks::{Piece, Search};
use super::threats::{Change, Threat, attacked_by, retaken, threats_of_others, turned_to};
use crate::rules::Seat;
use crate::rules::wording::listed;

/// A piece and its square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Name of the role, such as `rook`.
    pub name: &'static str,
    /// The piece's square, in machine notation.
    pub square: String,
    /// The seat that owns the piece.
    pub seat: Seat,
}

/// The reason why a move is good: the first in this order that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The move wins by force in a number of own moves, 1 for at once.
    Mate {
        /// Number of own moves, including this one.
        moves: i32,
    },
    /// The move is the only one.
    Only,
    /// The royal piece was attacked and is safe after the move.
    Safe {
        /// The royal piece on its square after the move.
        royal: Option<Named>,
    },
    /// The move captures.
    Takes {
        /// The most valuable of the captured pieces.
        piece: Named,
        /// True if no piece can retake.
        free: bool,
    },
    /// The move attacks several pieces that cannot be protected well enough.
    Forks {
        /// The attacking piece on its square after the move.
        by: Named,
        /// The attacked pieces, the most valuable first; at least two.
        pieces: Vec<Named>,
    },
    /// The move saves a piece that would have been lost.
    Saves {
        /// The saved piece on its square before the move.
        piece: Named,
        /// The piece that attacked it.
        from: Named,
    },
    /// The move attacks a piece that would be lost.
    Attacks {
        /// The attacking piece on its square after the move.
        by: Named,
        /// The attacked piece.
        piece: Named,
    },
    /// No other reason holds, and the move makes one piece of several, or a larger one.
    Grows {
        /// The piece that the move makes.
        piece: Named,
    },
    /// No other reason holds: the move is the best of several nearly equal ones.
    Equal {
        /// The moving piece on its square after the move; `None` if several move.
        piece: Option<Named>,
    },
}

impl Named {
    /// Returns the name and square of a piece of a position.
    pub(super) fn of<P: Search>(position: &P, piece: &Piece) -> Named {
        Named {
            name: piece.name,
            square: position.square_name(piece.at),
            seat: piece.seat,
        }
    }
}

impl Why {
    /// Returns the reason in machine notation.
    pub fn key(&self) -> &'static str {
        match self {
            Why::Mate { .. } => "mate",
            Why::Only => "only",
            Why::Safe { .. } => "safe",
            Why::Takes { free: true, .. } => "takes-free",
            Why::Takes { free: false, .. } => "takes",
            Why::Forks { .. } => "forks",
            Why::Saves { .. } => "saves",
            Why::Attacks { .. } => "attacks",
            Why::Grows { .. } => "grows",
            Why::Equal { .. } => "equal",
        }
    }

    /// Returns the squares of the reason's pieces, in machine notation, in the order in which its sentence names them.
    pub fn squares(&self) -> Vec<String> {
        let named: Vec<&Named> = match self {
            Why::Mate { .. } | Why::Only => Vec::new(),
            Why::Safe { royal: piece } | Why::Equal { piece } => piece.iter().collect(),
            Why::Grows { piece } => vec![piece],
            Why::Takes { piece, .. } => vec![piece],
            Why::Forks { by, pieces } => std::iter::once(by).chain(pieces).collect(),
            Why::Saves { piece, from } => vec![piece, from],
            Why::Attacks { by, piece } => vec![by, piece],
        };
        named
            .into_iter()
            .map(|named| named.square.clone())
            .collect()
    }

    /// Returns one sentence for players. `royal` is the name of the royal piece, `won` that of the winning event
    /// ("checkmate").
    pub fn sentence(&self, royal: &str, won: &str) -> String {
        let on = |named: &Named| format!("the {} on {}", named.name, named.square);
        match self {
            Why::Mate { moves: ..=1 } => format!("This wins at once: {won}."),
            Why::Mate { moves } => format!("This wins in {moves} moves, whatever the answer."),
            Why::Only => "This is the only move.".to_owned(),
            Why::Safe { .. } => format!("The {royal} is attacked: this makes it safe."),
            Why::Takes { piece, free: true } => {
                format!(
                    "This takes {} for nothing: your piece can't be taken in return.",
                    on(piece)
                )
            }
            Why::Takes { piece, free: false } => format!("This takes {}.", on(piece)),
            Why::Forks { by, pieces } => {
                let pieces: Vec<String> = pieces.iter().map(on).collect();
                format!(
                    "From {} the {} attacks {} at once.",
                    by.square,
                    by.name,
                    listed(&pieces)
                )
            }
            Why::Saves { piece, from } => {
                format!("This saves {} from {}.", on(piece), on(from))
            }
            Why::Attacks { by, piece } => {
                format!("From {} the {} attacks {}.", by.square, by.name, on(piece))
            }
            Why::Equal { piece: Some(piece) } => format!(
                "Nothing is urgent. This brings the {} to a good place, {}.",
                piece.name, piece.square
            ),
            Why::Grows { piece } => {
                format!(
                    "Nothing is urgent. This makes a {} on {}.",
                    piece.name, piece.square
                )
            }
            Why::Equal { piece: None } => {
                "Nothing is urgent. This gives the pieces better places.".to_owned()
            }
        }
    }
}

/// Returns the reason why a legal move is good; `mate` is the number of own moves that a search has proven.
pub fn of_move<P: Search>(position: &P, mv: &P::Move, mate: Option<i32>) -> Why {
    let mover = position.turn();
    let before = position.pieces();
    let mut after = position.clone();
    after.play(mv);
    let change = Change::between(&before, &after.pieces(), mover);
    let name = Named::of::<P>;
    let others_out = before.iter().any(|piece| {
        piece.seat != mover && position.is_playing(piece.seat) && !after.is_playing(piece.seat)
    });
    if let Some(moves) = mate.filter(|moves| *moves > 0).or(others_out.then_some(1)) {
        return Why::Mate { moves };
    }
    if !position.has_unlisted_moves() && position.legal_moves().len() == 1 {
        return Why::Only;
    }
    if position.check() && turned_to(&after, mover).is_none_or(|after| !after.check()) {
        let royal = after.pieces().into_iter();
        let mut royal = royal.filter(|piece| piece.royal && piece.seat == mover);
        return Why::Safe {
            royal: royal.next().map(|piece| name(&after, &piece)),
        };
    }
    if let Some(taken) = change.taken.iter().max_by_key(|piece| piece.value) {
        let piece = name(position, taken);
        let free = retaken(&after, mover, &change.came) == Some(false);
        return Why::Takes { piece, free };
    }
    // Only pieces that will not be lost count as attackers.
    let lost = threats_of_others(&after, mover);
    let stays = |piece: &&Piece| !lost.iter().any(|threat| threat.victim.at == piece.at);
    let attacks = change
        .came
        .iter()
        .find(stays)
        .map(|by| (by, attacked_by(&after, mover, by)));
    if let Some((by, victims)) = &attacks
        && victims.len() >= 2
    {
        return Why::Forks {
            by: name(&after, by),
            pieces: victims.iter().map(|piece| name(&after, piece)).collect(),
        };
    }
    let mut saved: Vec<Threat> = threats_of_others(position, mover);
    saved.retain(|Threat { victim, .. }| {
        let moved = change.went.iter().any(|piece| piece.at == victim.at);
        let still = |piece: &Piece| lost.iter().any(|threat| threat.victim.at == piece.at);
        if moved {
            !change.came.iter().any(still)
        } else {
            !still(victim)
        }
    });
    if let Some(Threat { by, victim, .. }) = saved.iter().max_by_key(|threat| threat.victim.value) {
        return Why::Saves {
            piece: name(position, victim),
            from: name(position, by),
        };
    }
    if let Some((by, victims)) = &attacks
        && let [victim] = &victims[..]
    {
        return Why::Attacks {
            by: name(&after, by),
            piece: name(&after, victim),
        };
    }
    match &change.came[..] {
        [piece]
            if before
                .iter()
                .any(|one| one.seat == mover && one.at == piece.at) =>
        {
            Why::Grows {
                piece: name(&after, piece),
            }
        }
        [piece] => Why::Equal {
            piece: Some(name(&after, piece)),
        },
        _ => Why::Equal { piece: None },
    }
}
