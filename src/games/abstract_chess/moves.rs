//! How stacks and royal stones move, what they can do, and what a turn is.

use super::board::{Board, Body, Man, Square};
use crate::geometry;
use crate::rules::{Options, Seat};

/// A way to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// One square straight forward, captures one square diagonally forward.
    Pawn,
    /// Leaps.
    Knight,
    /// One step orthogonally to an empty square, then one diagonally outward.
    Mao,
    /// Rides diagonally.
    Bishop,
    /// Rides orthogonally.
    Rook,
    /// As a bishop or as a knight.
    Cardinal,
    /// Rides both ways.
    Queen,
    /// One step any way.
    King,
}

impl Gait {
    /// The chess piece it is named after, with its article.
    pub fn name(self) -> &'static str {
        match self {
            Gait::Pawn => "a pawn",
            Gait::Knight => "a knight",
            Gait::Mao => "a mao",
            Gait::Bishop => "a bishop",
            Gait::Rook => "a rook",
            Gait::Cardinal => "a cardinal",
            Gait::Queen => "a queen",
            Gait::King => "a king",
        }
    }

    /// The steps that it rides along; empty where it does not ride.
    fn rides(self) -> &'static [(i8, i8)] {
        match self {
            Gait::Bishop | Gait::Cardinal => &geometry::DIAGONALS,
            Gait::Rook => &geometry::ORTHOGONALS,
            Gait::Queen => &geometry::COMPASS,
            Gait::Pawn | Gait::Knight | Gait::Mao | Gait::King => &[],
        }
    }

    /// The displacements that it makes at once.
    fn leaps(self) -> &'static [(i8, i8)] {
        match self {
            Gait::Knight | Gait::Cardinal | Gait::Mao => &geometry::KNIGHT,
            Gait::King => &geometry::COMPASS,
            Gait::Pawn | Gait::Bishop | Gait::Rook | Gait::Queen => &[],
        }
    }
}

/// The square that a mao passes on its way, orthogonally next to it.
pub fn mao_leg(from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    from.shift((files / 2, ranks / 2))
}

/// How many ranks forward is for a side.
pub fn forward(owner: Seat) -> i8 {
    if owner == Seat::WHITE { 1 } else { -1 }
}

/// Which table of powers is played (option `powers`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Powers {
    /// The seed's own.
    Neto,
    /// Peter Aronson's, quoted in the seed.
    Aronson,
}

/// What a turn is (option `turn`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnRule {
    /// A move, a capture or a transfer.
    Single,
    /// A move or capture, then a transfer if the player wants.
    Double,
    /// As single, but not two transfers in a row by one player.
    NoRepeat,
}

/// The options in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Which table of powers.
    pub powers: Powers,
    /// What a turn is.
    pub turn: TurnRule,
}

impl Rules {
    /// The rules that resolved options set.
    pub fn of(options: &Options) -> Self {
        Rules {
            powers: if options.is("powers", "aronson") {
                Powers::Aronson
            } else {
                Powers::Neto
            },
            turn: if options.is("turn", "double") {
                TurnRule::Double
            } else if options.is("turn", "no-repeat") {
                TurnRule::NoRepeat
            } else {
                TurnRule::Single
            },
        }
    }

    /// How a man moves.
    pub fn gait(self, body: Body) -> Gait {
        match (body, self.powers) {
            (Body::Royal, _) => Gait::King,
            (Body::Stack(1), _) => Gait::Pawn,
            (Body::Stack(2), Powers::Neto) => Gait::Knight,
            (Body::Stack(2), Powers::Aronson) => Gait::Mao,
            (Body::Stack(3), _) => Gait::Bishop,
            (Body::Stack(4), _) | (Body::Stack(5), Powers::Neto) => Gait::Rook,
            (Body::Stack(5), Powers::Aronson) => Gait::Cardinal,
            (Body::Stack(_), _) => Gait::Queen,
        }
    }

    /// Calls `visit` with every square that the man on `from` may move to or capture on, until it returns false.
    pub fn each_target(
        self,
        board: &Board,
        from: Square,
        man: Man,
        mut visit: impl FnMut(Square) -> bool,
    ) {
        let gait = self.gait(man.body);
        let friendly = |square| {
            board
                .at(square)
                .is_some_and(|other| other.owner == man.owner)
        };
        if gait == Gait::Pawn {
            for files in [0, -1, 1] {
                if let Some(to) = from.shift((files, forward(man.owner)))
                    && board.at(to).is_some() == (files != 0)
                    && !friendly(to)
                    && !visit(to)
                {
                    return;
                }
            }
            return;
        }
        for &step in gait.rides() {
            for to in geometry::ray(from, |square| square.shift(step)) {
                if friendly(to) {
                    break;
                }
                if !visit(to) {
                    return;
                }
                if board.at(to).is_some() {
                    break;
                }
            }
        }
        for &leap in gait.leaps() {
            let lame =
                gait == Gait::Mao && mao_leg(from, leap).is_some_and(|leg| board.at(leg).is_some());
            if let Some(to) = from.shift(leap)
                && !lame
                && !friendly(to)
                && !visit(to)
            {
                return;
            }
        }
    }

    /// Whether the man on `from` may move to or capture on `to`.
    pub fn reaches(self, board: &Board, from: Square, man: Man, to: Square) -> bool {
        let mut found = false;
        self.each_target(board, from, man, |square| {
            found = square == to;
            !found
        });
        found
    }

    /// The enemies of `owner` that could capture on `square`, a1 b1 ... h8.
    pub fn attackers(self, board: &Board, square: Square, owner: Seat) -> Vec<(Square, Body)> {
        let enemy = owner.other();
        board
            .men(enemy)
            .filter(|&(from, body)| self.reaches(board, from, Man { owner: enemy, body }, square))
            .collect()
    }
}

/// One stone from one stack to another beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The stack that gives.
    pub from: Square,
    /// The stack that takes.
    pub to: Square,
}

/// Whether a stone may go so: from a friendly stack to a friendly stack of at most five beside it.
pub fn may_transfer(board: &Board, owner: Seat, Transfer { from, to }: Transfer) -> bool {
    let stack = |square| match board.at(square) {
        Some(Man {
            owner: whose,
            body: Body::Stack(stones),
        }) if whose == owner => Some(stones),
        _ => None,
    };
    from.touches(to) && stack(from).is_some() && stack(to).is_some_and(|stones| stones < Body::MOST)
}

/// Calls `visit` with every transfer that `owner` could make, until it returns false.
pub fn each_transfer(board: &Board, owner: Seat, mut visit: impl FnMut(Transfer) -> bool) {
    for (from, _) in board.men(owner) {
        for to in geometry::leaps(from, &geometry::COMPASS, Square::shift) {
            let transfer = Transfer { from, to };
            if may_transfer(board, owner, transfer) && !visit(transfer) {
                return;
            }
        }
    }
}

/// Moves a man, removing whom it captures.
pub fn relocate(board: &mut Board, from: Square, to: Square) {
    let man = board.at(from);
    board.put(from, None);
    board.put(to, man);
}

/// Hands a stone over: the giver shrinks by one and vanishes at zero.
pub fn hand_over(board: &mut Board, Transfer { from, to }: Transfer) {
    for (square, change) in [(from, -1), (to, 1)] {
        let changed = board.at(square).and_then(|man| {
            let stones = man.body.stones().checked_add_signed(change)?;
            (stones > 0).then_some(Man {
                body: Body::Stack(stones),
                ..man
            })
        });
        board.put(square, changed);
    }
}

/// A whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A man goes to an empty square or captures; `then` follows with `turn=double`.
    Go {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// The transfer after it.
        then: Option<Transfer>,
    },
    /// A transfer is the whole turn.
    Hand(Transfer),
}
