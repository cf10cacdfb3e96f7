//! Position: the turn, the seats still in, the die. The consequences of a move are in `turns.rs`.

use crate::notation;
use crate::rules::{
    Counting, Options, OwnReason, Position, RuleError, Seat, Status, without_last_field,
};
use serde::{Deserialize, Serialize};

use super::board::{
    Board, Piece, Role, SEATS, Square, drop_text, seat_letter, seat_name, seat_of_letter,
};
use super::die::Die;
use super::ledger::Ledger;
use super::moves::{self, Move};
use super::settings::Settings;

/// The draw of sides that all have nothing but a king, with `bare=out`.
pub static BARE_KINGS: OwnReason = OwnReason {
    key: "bare-kings",
    words: "only kings are left",
};

/// The way in which a seat went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Exit {
    /// Checkmated by this conqueror.
    Mated(Seat),
    /// Resigned or ran out of time.
    Left,
    /// Left with nothing but a king by this conqueror, if the position shows which.
    Bared(Option<Seat>),
}

/// Facts beyond the position text, which pictures and the ledger show and no rule depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtraState {
    /// The seats that went out, in order, and the way of each.
    pub exits: Vec<(Seat, Exit)>,
    /// The last throw of the die: the seat and the number.
    pub throw: Option<(Seat, u8)>,
    /// The ledger, if stakes are on.
    pub ledger: Option<Ledger>,
    /// Origin and destination of the last move of a piece, as squares' numbers.
    pub trail: Option<(u8, u8)>,
    /// True if the die, not a move or a drop, led to this position.
    pub rolled: bool,
}

/// A position of Four Seasons Chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FourSeasons {
    pub(super) settings: Settings,
    pub(super) board: Board,
    pub(super) turn: Seat,
    pub(super) still_in: [bool; 4],
    /// With `conqueror=last`, the seat whose move completed the mate of each seat, until it is judged.
    pub(super) mated_by: [Option<Seat>; 4],
    pub(super) die: Die,
    pub(super) no_progress: u32,
    pub(super) status: Status,
    pub(super) extra_state: ExtraState,
}

impl Counting for FourSeasons {
    fn check(&self) -> bool {
        !self.threats_to(self.turn).is_empty()
    }

    /// The side that is next may have been in check before, and another one be in check now.
    fn gives_check(&self, mover: Seat) -> bool {
        let others = SEATS.into_iter().filter(|seat| *seat != mover);
        let mut threats = others.flat_map(|seat| self.threats_to(seat));
        threats.any(|from| {
            let piece = self.board.get(from);
            piece.is_some_and(|piece| piece.seat == Some(mover))
        })
    }

    fn no_progress(&self) -> u32 {
        self.no_progress
    }

    /// Kings alone of which none is threatened: none can come to be, since kings threaten each other or neither does.
    /// Two kings and one more piece, unless it is a rook or there are stakes to pay (`benches/dead.rs`).
    fn is_dead(&self) -> bool {
        let mut others = (self.board.pieces()).filter(|(_, piece)| piece.role != Role::King);
        let is_proven = match others.next() {
            None => true,
            Some((_, piece)) => {
                piece.role != Role::Rook
                    && piece.seat.is_some()
                    && self.count_in() == 2
                    && self.extra_state.ledger.is_none()
            }
        };
        is_proven
            && others.next().is_none()
            && SEATS
                .into_iter()
                .all(|seat| self.threats_to(seat).is_empty())
    }

    fn no_progress_limit(&self) -> u32 {
        100 * self.count_in() as u32
    }

    fn counts_as_occurrence(&self) -> bool {
        !(self.settings.dice && self.extra_state.rolled)
    }

    /// Returns the position text without its last field, the count.
    fn repetition_key(&self) -> String {
        without_last_field(Position::to_text(self))
    }
}

impl Position for FourSeasons {
    type Move = Move;

    fn turn(&self) -> Seat {
        self.turn
    }

    fn status(&self) -> Status {
        self.status
    }

    /// Returns the legal moves; the six numbers if a roll is due.
    fn legal_moves(&self) -> Vec<Move> {
        if self.status.is_over() {
            return Vec::new();
        }
        match self.die {
            Die::Due => (1..=6).map(Move::Roll).collect(),
            Die::None | Die::Shows(_) => self.piece_moves(),
        }
    }

    fn is_legal(&self, mv: &Move) -> bool {
        match *mv {
            Move::Drop(seat) => !self.status.is_over() && self.is_in(seat),
            _ => self.legal_moves().contains(mv),
        }
    }

    fn play(&mut self, mv: &Move) -> Vec<String> {
        self.make(*mv)
    }

    fn chance(&self) -> Vec<String> {
        if self.die == Die::Due {
            (1..=6).map(|number| format!("roll:{number}")).collect()
        } else {
            Vec::new()
        }
    }

    fn resign_move(&self, seat: Seat) -> Option<String> {
        self.is_in(seat).then(|| drop_text(seat))
    }

    /// Returns the places: 1 for the winner, or for all still in on a draw, then the others by how long they lasted.
    fn placings(&self) -> Option<Vec<u8>> {
        if !self.status.is_over() {
            return None;
        }
        let still_in = self.count_in() as u8;
        let known = self.extra_state.exits.len() as u8;
        let place = |seat| {
            if self.is_in(seat) {
                return 1;
            }
            match self
                .extra_state
                .exits
                .iter()
                .position(|(gone, _)| *gone == seat)
            {
                Some(order) => still_in + known - order as u8,
                // A seat that was out in the first position text is placed behind all others.
                None => still_in + known + 1,
            }
        };
        Some(SEATS.into_iter().map(place).collect())
    }

    fn extra(&self) -> Vec<(&'static str, serde_json::Value)> {
        let Some(ledger) = &self.extra_state.ledger else {
            return Vec::new();
        };
        let by_name = |amount: &dyn Fn(Seat) -> u64| -> serde_json::Map<String, serde_json::Value> {
            SEATS
                .into_iter()
                .map(|seat| (seat_name(seat).to_lowercase(), amount(seat).into()))
                .collect()
        };
        let mut won = by_name(&|seat| ledger.won(seat));
        won.retain(|_, amount| *amount != 0);
        let ledger = serde_json::json!({
            "pool": ledger.pool(),
            "paid": by_name(&|seat| ledger.paid(seat)),
            "won": won,
        });
        vec![("ledger", ledger)]
    }

    fn ended(&mut self, status: Status) {
        self.finish(status);
    }

    fn extra_state(&self) -> String {
        let former: Vec<(u8, Seat)> = self
            .board
            .pieces()
            .filter_map(|(square, piece)| Some((square.index() as u8, piece.former?)))
            .collect();
        serde_json::to_string(&(&self.extra_state, former)).unwrap_or_default()
    }

    /// Restores the facts that [`Position::extra_state`] wrote.
    ///
    /// # Errors
    /// [`crate::rules::RuleErrorKind::BadPosition`] if the text is malformed.
    fn restore_extra_state(&mut self, text: &str) -> Result<(), RuleError> {
        let damaged = || RuleError::position("The memory of the game is damaged.");
        let (extra_state, former): (ExtraState, Vec<(u8, Seat)>) =
            serde_json::from_str(text).map_err(|_| damaged())?;
        for (index, seat) in former {
            let square = Square::all().nth(usize::from(index)).ok_or_else(damaged)?;
            let piece = self.board.get(square).ok_or_else(damaged)?;
            self.board.set(
                square,
                Some(Piece {
                    former: Some(seat),
                    ..piece
                }),
            );
        }
        self.extra_state = extra_state;
        Ok(())
    }

    fn to_text(&self) -> String {
        write(self)
    }

    fn from_text(options: &Options, text: &str) -> Result<Self, RuleError> {
        read(options, text)
    }
}

impl FourSeasons {
    /// Returns true if a seat still has its king.
    pub fn is_in(&self, seat: Seat) -> bool {
        self.still_in.get(seat.index()).copied().unwrap_or(false)
    }

    /// Returns the seats still in, in turn order from green.
    pub fn seats_in(&self) -> Vec<Seat> {
        SEATS.into_iter().filter(|seat| self.is_in(*seat)).collect()
    }

    /// Returns the number of seats still in.
    pub fn count_in(&self) -> usize {
        self.still_in.iter().filter(|still_in| **still_in).count()
    }

    /// Returns the next seat in turn order that is still in.
    pub fn next_in(&self, seat: Seat) -> Seat {
        (1..=4)
            .map(|step| SEATS[(seat.index() + step) % 4])
            .find(|next| self.is_in(*next))
            .unwrap_or(seat)
    }

    /// Returns the squares of the pieces that threaten a seat's king.
    pub fn threats_to(&self, seat: Seat) -> Vec<Square> {
        self.board
            .king(seat)
            .map(|king| moves::attackers(&self.board, king, seat).collect())
            .unwrap_or_default()
    }

    /// Returns the moves of the pieces that the die lets move.
    pub(super) fn piece_moves(&self) -> Vec<Move> {
        let mut found = moves::legal_moves(&self.board, self.turn);
        found.retain(|mv| match mv {
            Move::Piece { from, .. } => {
                (self.board.get(*from)).is_some_and(|it| self.die.allows(it))
            }
            Move::Roll(_) | Move::Drop(_) => false,
        });
        found
    }
}

/// Placement of the starting position, with rook and knight as Murray and Gollon have them.
const MURRAY: &str = "gK,gR,gP>,2,wP<,wR,wK/gN,gB,gP>,2,wP<,wB,wN/gPv,gPv,4,wPv,wPv/8/8/rP^,rP^,4,bP^,bP^/\
rN,rB,rP>,2,bP<,bB,bN/rK,rR,rP>,2,bP<,bR,bK";

/// Placement of the starting position with rook and knight exchanged.
const EXCHANGED: &str = "gK,gN,gP>,2,wP<,wN,wK/gR,gB,gP>,2,wP<,wB,wR/gPv,gPv,4,wPv,wPv/8/8/rP^,rP^,4,bP^,bP^/\
rR,rB,rP>,2,bP<,bB,bR/rK,rN,rP>,2,bP<,bN,bK";

/// Returns the starting position.
///
/// # Errors
/// The constants above cause none.
pub fn start(options: &Options) -> Result<FourSeasons, RuleError> {
    let placement = if options.is("array", "exchanged") {
        EXCHANGED
    } else {
        MURRAY
    };
    read(options, &format!("{placement} g grbw - 0"))
}

/// Returns the position text: `<placement> <turn> <in> <die> <noprogress>`. Before the last field is that of
/// [`read_mated_by`] if there is anything to write there.
pub fn write(position: &FourSeasons) -> String {
    let still_in: String = position.seats_in().into_iter().map(seat_letter).collect();
    let mut mates = String::new();
    for (victim, by) in SEATS.into_iter().zip(position.mated_by) {
        if let Some(by) = by {
            mates.extend([seat_letter(victim), seat_letter(by)]);
        }
    }
    if !mates.is_empty() {
        mates.insert(0, ' ');
    }
    format!(
        "{} {} {still_in} {}{mates} {}",
        position.board.placement(),
        seat_letter(position.turn),
        position.die,
        position.no_progress
    )
}

/// Reads a position text. It describes the start of the player's turn, or the moment after the roll it shows;
/// consequences that involve no choice are applied.
///
/// # Errors
/// Returns one sentence about the first fault of the text.
pub fn read(options: &Options, text: &str) -> Result<FourSeasons, RuleError> {
    let settings = Settings::of(options);
    let fields: Vec<&str> = text.split(' ').collect();
    let (placement, turn, still_in, die, mated_by, count) = match fields[..] {
        [placement, turn, still_in, die, count] => (placement, turn, still_in, die, None, count),
        [placement, turn, still_in, die, mates, count] if settings.last_conquers => {
            (placement, turn, still_in, die, Some(mates), count)
        }
        _ => {
            return Err(bad(
                "A position text has five fields: placement, turn, who is in, die and turns without progress.",
            ));
        }
    };
    let mut board = Board::parse(placement).map_err(RuleError::position)?;
    board.walls = settings.walls;
    let still_in = read_still_in(still_in)?;
    let mated_by = mated_by.map_or(Ok([None; 4]), |mates| read_mated_by(mates, still_in))?;
    let turn = read_turn(turn, still_in)?;
    check_owners(&board, still_in)?;
    let die = Die::parse(die, settings.dice)?;
    let no_progress = notation::count(count)?;
    let mut position = FourSeasons {
        settings,
        board,
        turn,
        still_in,
        mated_by,
        die: Die::None,
        no_progress,
        status: Status::Ongoing,
        extra_state: ExtraState {
            ledger: opening_ledger(&settings, still_in),
            ..ExtraState::default()
        },
    };
    position.end_turn(None, &mut Vec::new());
    if position.turn == turn
        && !position.status.is_over()
        && let Die::Shows(_) = die
    {
        position.die = die;
        position.lose_dead_roll(&mut Vec::new());
    }
    Ok(position)
}

fn bad(sentence: &str) -> RuleError {
    RuleError::position(sentence)
}

/// Reads the seats in the third field.
fn read_still_in(letters: &str) -> Result<[bool; 4], RuleError> {
    let mut still_in = [false; 4];
    let mut last = None;
    for letter in letters.chars() {
        let seat = seat_of_letter(letter)
            .ok_or_else(|| bad("Who is in is written with g, r, b and w."))?;
        if last.is_some_and(|last| last >= seat) {
            return Err(bad("Who is in is written in turn order: grbw."));
        }
        last = Some(seat);
        still_in[seat.index()] = true;
    }
    Ok(still_in)
}

/// Reads who completed the mates that are not judged yet, with `conqueror=last`: the letter of each mated seat, in turn
/// order, followed by that of the other.
fn read_mated_by(text: &str, still_in: [bool; 4]) -> Result<[Option<Seat>; 4], RuleError> {
    let wrong = || {
        bad("Who completed a mate is written as two sides that are in, such as rg, in turn order.")
    };
    let mut mated_by = [None; 4];
    let mut last = None;
    let letters: Vec<char> = text.chars().collect();
    for pair in letters.chunks(2) {
        let seat = |index: usize| {
            let seat = pair.get(index).copied().and_then(seat_of_letter);
            seat.filter(|seat| still_in[seat.index()]).ok_or_else(wrong)
        };
        let (victim, by) = (seat(0)?, seat(1)?);
        if victim == by || last.is_some_and(|last| last >= victim) {
            return Err(wrong());
        }
        last = Some(victim);
        mated_by[victim.index()] = Some(by);
    }
    last.map(|_| mated_by).ok_or_else(wrong)
}

fn read_turn(letter: &str, still_in: [bool; 4]) -> Result<Seat, RuleError> {
    let mut letters = letter.chars();
    match (letters.next().and_then(seat_of_letter), letters.next()) {
        (Some(seat), None) if still_in[seat.index()] => Ok(seat),
        _ => Err(bad("The turn is the letter of a side that is in.")),
    }
}

/// Checks that a seat that is in has one king, that a seat that is out has no pieces, and that no king is frozen.
fn check_owners(board: &Board, still_in: [bool; 4]) -> Result<(), RuleError> {
    for seat in SEATS {
        let kings = board
            .pieces_of(seat)
            .filter(|(_, piece)| piece.role == Role::King);
        if kings.count() != usize::from(still_in[seat.index()]) {
            return Err(bad(
                "Every side that is in has one king, and no other side has any.",
            ));
        }
        if !still_in[seat.index()] && board.pieces_of(seat).next().is_some() {
            return Err(bad("A side that is out owns no pieces."));
        }
    }
    let mut frozen = board.pieces().filter(|(_, piece)| piece.seat.is_none());
    if frozen.any(|(_, piece)| piece.role == Role::King) {
        return Err(bad("A king is never frozen."));
    }
    Ok(())
}

/// Returns the ledger with the entry of every seat that is in, if stakes are on.
fn opening_ledger(settings: &Settings, still_in: [bool; 4]) -> Option<Ledger> {
    let stakes = settings.stakes?;
    let mut ledger = Ledger::default();
    for seat in SEATS.into_iter().filter(|seat| still_in[seat.index()]) {
        ledger.pay(seat, stakes.entry);
    }
    Some(ledger)
}
