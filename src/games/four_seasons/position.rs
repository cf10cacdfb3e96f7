//! The state of a game: whose turn it is, who is still in, the die, and what follows by itself at the start of a
//! turn - mates, conquests, passes, lost throws.

use crate::rules::{
    Counting, Options, Position, Reason, RuleError, Seat, Status, without_last_field,
};
use serde::{Deserialize, Serialize};

use super::board::{Board, Piece, Role, SEATS, Square, seat_letter, seat_name, seat_of_letter};
use super::ledger::Ledger;
use super::moves::{self, Move};
use super::settings::Settings;
use super::{KIND, board, describe, notation};

/// The die before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Die {
    /// Played without dice, or nobody is to roll any more.
    None,
    /// The player to move must roll.
    Due,
    /// It shows 1 to 6.
    Shows(u8),
}

/// How a seat went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Exit {
    /// Checkmated, by this conqueror.
    Mated(Seat),
    /// Resigned or out of time.
    Left,
}

/// What is known of a game beyond its position text: what pictures and the ledger show, and no rule asks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtraState {
    /// Who went out, in order, and how.
    pub exits: Vec<(Seat, Exit)>,
    /// The last throw of the die: whose, and the number.
    pub throw: Option<(Seat, u8)>,
    /// The stakes, where they are on.
    pub ledger: Option<Ledger>,
    /// Where the last piece's move began and ended, as squares' numbers.
    pub trail: Option<(u8, u8)>,
    /// Whether the die, not a move or a drop, led here.
    pub rolled: bool,
}

/// A position of Four Seasons Chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FourSeasons {
    pub(super) settings: Settings,
    pub(super) board: Board,
    pub(super) turn: Seat,
    pub(super) still_in: [bool; 4],
    pub(super) die: Die,
    pub(super) no_progress: u32,
    pub(super) status: Status,
    pub(super) extra_state: ExtraState,
}

impl Counting for FourSeasons {
    fn check(&self) -> bool {
        !self.threats_to(self.turn).is_empty()
    }

    fn no_progress(&self) -> u32 {
        self.no_progress
    }

    fn no_progress_limit(&self) -> u32 {
        100 * self.seats_in().len() as u32
    }

    fn counts_as_occurrence(&self) -> bool {
        !(self.settings.dice && self.extra_state.rolled)
    }

    /// The position text without its last field, the count.
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

    fn legal_moves(&self) -> Vec<Move> {
        self.legal()
    }

    fn is_legal(&self, mv: &Move) -> bool {
        self.allows(mv)
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
        self.is_in(seat).then(|| notation::drop_text(seat))
    }

    fn placings(&self) -> Option<Vec<u8>> {
        self.status.is_over().then(|| self.placings())
    }

    fn extra(&self) -> Vec<(&'static str, serde_json::Value)> {
        let Some(ledger) = &self.extra_state.ledger else {
            return Vec::new();
        };
        let by_name = |amount: &dyn Fn(Seat) -> u64,
                       all: bool|
         -> serde_json::Map<String, serde_json::Value> {
            board::SEATS
                .into_iter()
                .filter(|seat| all || amount(*seat) > 0)
                .map(|seat| (KIND.seat_name(seat).to_owned(), amount(seat).into()))
                .collect()
        };
        let ledger = serde_json::json!({
            "pool": ledger.pool(),
            "paid": by_name(&|seat| ledger.paid(seat), true),
            "won": by_name(&|seat| ledger.won(seat), false),
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

    /// Takes in what [`Position::extra_state`] wrote.
    ///
    /// # Errors
    /// [`crate::rules::RuleErrorKind::BadPosition`] where it is not such a line.
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
        FourSeasons::to_text(self)
    }

    fn from_text(options: &Options, text: &str) -> Result<Self, RuleError> {
        FourSeasons::parse(options, text)
    }
}

/// The starting placement, with rook and knight as Murray and Gollon have them.
const MURRAY: &str = "gK,gR,gP>,2,wP<,wR,wK/gN,gB,gP>,2,wP<,wB,wN/gPv,gPv,4,wPv,wPv/8/8/rP^,rP^,4,bP^,bP^/\
rN,rB,rP>,2,bP<,bB,bN/rK,rR,rP>,2,bP<,bR,bK";

/// The same with rook and knight exchanged.
const EXCHANGED: &str = "gK,gN,gP>,2,wP<,wN,wK/gR,gB,gP>,2,wP<,wB,wR/gPv,gPv,4,wPv,wPv/8/8/rP^,rP^,4,bP^,bP^/\
rR,rB,rP>,2,bP<,bB,bR/rK,rN,rP>,2,bP<,bN,bK";

impl FourSeasons {
    /// The starting position.
    ///
    /// # Errors
    /// None that the constants above could cause.
    pub fn start(options: &Options) -> Result<FourSeasons, RuleError> {
        let placement = if options.is("array", "exchanged") {
            EXCHANGED
        } else {
            MURRAY
        };
        FourSeasons::parse(options, &format!("{placement} g grbw - 0"))
    }

    /// Whether a seat still has its king.
    pub fn is_in(&self, seat: Seat) -> bool {
        self.still_in.get(seat.index()).copied().unwrap_or(false)
    }

    /// The seats still in, in turn order from green.
    pub fn seats_in(&self) -> Vec<Seat> {
        SEATS.into_iter().filter(|seat| self.is_in(*seat)).collect()
    }

    /// The next seat in turn order that is still in.
    pub fn next_in(&self, seat: Seat) -> Seat {
        (1..=4)
            .map(|step| SEATS[(seat.index() + step) % 4])
            .find(|next| self.is_in(*next))
            .unwrap_or(seat)
    }

    /// The pieces that threaten a seat's king.
    pub fn threats_to(&self, seat: Seat) -> Vec<Square> {
        self.board
            .king(seat)
            .map(|king| moves::threats(&self.board, king, seat))
            .unwrap_or_default()
    }

    /// The listed legal moves: with a roll due, the six numbers.
    pub fn legal(&self) -> Vec<Move> {
        if self.status.is_over() {
            return Vec::new();
        }
        match self.die {
            Die::Due => (1..=6).map(Move::Roll).collect(),
            Die::None => moves::legal(&self.board, self.turn),
            Die::Shows(number) => self.legal_with(number),
        }
    }

    /// The moves that a number of the die allows (rule 15).
    fn legal_with(&self, number: u8) -> Vec<Move> {
        let mut found = moves::legal(&self.board, self.turn);
        found.retain(|mv| match mv {
            Move::Piece { from, .. } => self
                .board
                .get(*from)
                .is_some_and(|piece| piece.role.die() == number),
            Move::Roll(_) | Move::Drop(_) => false,
        });
        found
    }

    /// Whether an entry of the move list is legal, listed or not.
    pub fn allows(&self, mv: &Move) -> bool {
        match *mv {
            Move::Drop(seat) => !self.status.is_over() && self.is_in(seat),
            _ => self.legal().contains(mv),
        }
    }

    /// Plays a legal entry and tells what followed by itself.
    pub fn make(&mut self, mv: Move) -> Vec<String> {
        let mut told = Vec::new();
        self.extra_state.rolled = matches!(mv, Move::Roll(_));
        match mv {
            Move::Piece { from, to } => {
                self.move_man(from, to);
                self.turn = self.next_in(self.turn);
                self.begin_turn(&mut told);
            }
            Move::Roll(number) => {
                self.extra_state.throw = Some((self.turn, number));
                self.die = Die::Shows(number);
                self.lose_dead_roll(&mut told);
            }
            Move::Drop(seat) => self.drop_out(seat, &mut told),
        }
        told
    }

    fn move_man(&mut self, from: Square, to: Square) {
        self.extra_state.trail = Some((from.index() as u8, to.index() as u8));
        let before = SEATS.map(|seat| self.threats_to(seat));
        let is_pawn = self
            .board
            .get(from)
            .is_some_and(|piece| matches!(piece.role, Role::Pawn(_)));
        let captured = moves::shift(&mut self.board, from, to);
        self.no_progress = if is_pawn || captured.is_some() {
            0
        } else {
            self.no_progress.saturating_add(1)
        };
        let Some(stakes) = self.settings.stakes else {
            return;
        };
        if let Some(owner) = captured.and_then(|piece| piece.owner) {
            self.pay(owner, stakes.capture);
        }
        for (seat, before) in SEATS.into_iter().zip(before) {
            // The piece that moved is the same piece wherever it threatens from.
            let origin = |at: Square| if at == to { from } else { at };
            if self
                .threats_to(seat)
                .into_iter()
                .any(|at| !before.contains(&origin(at)))
            {
                self.pay(seat, stakes.check);
            }
        }
    }

    fn pay(&mut self, seat: Seat, amount: u64) {
        if let Some(ledger) = &mut self.extra_state.ledger {
            ledger.pay(seat, amount);
        }
    }

    /// The start of a turn (document, "Turn, mate and conquest"): mates, passes, the stalemate of all, the end.
    fn begin_turn(&mut self, told: &mut Vec<String>) {
        let mut first_looked_at = self.turn;
        let mut passed = 0;
        loop {
            let in_play = self.seats_in();
            if let [winner] = in_play[..] {
                self.turn = winner;
                self.finish(Status::Won {
                    winner,
                    reason: Reason::LastStanding,
                });
                return;
            }
            if moves::any_legal(&self.board, self.turn) {
                self.die = if self.settings.dice {
                    Die::Due
                } else {
                    Die::None
                };
                return;
            }
            let threats = self.threats_to(self.turn);
            if threats.is_empty() {
                told.push(format!(
                    "{} has no legal move and is not in check: the turn passes.",
                    seat_name(self.turn)
                ));
                passed += 1;
                self.turn = self.next_in(self.turn);
                if passed >= in_play.len() {
                    self.turn = first_looked_at;
                    self.finish(Status::Drawn(Reason::Stalemate));
                    return;
                }
            } else {
                self.mate(self.turn, &threats, told);
                self.turn = self.next_in(self.turn);
                first_looked_at = self.turn;
                passed = 0;
            }
        }
    }

    /// Checkmate (rules 10, 11 and 13): the king goes, and the pieces change hands or leave the board.
    fn mate(&mut self, victim: Seat, threats: &[Square], told: &mut Vec<String>) {
        let owners: Vec<Seat> = threats
            .iter()
            .filter_map(|at| self.board.get(*at)?.owner)
            .collect();
        // Rule 13: backwards in turn order from the victim, the first of those who threaten.
        let conqueror = (1..4)
            .map(|step| SEATS[(victim.index() + 4 - step) % 4])
            .find(|seat| owners.contains(seat))
            .unwrap_or_else(|| self.next_in(victim));
        if let Some(king) = self.board.king(victim) {
            self.board.set(king, None);
        }
        let left: Vec<Square> = self
            .board
            .men_of(victim)
            .map(|(square, _)| square)
            .collect();
        if let Some(stakes) = self.settings.stakes {
            self.pay(victim, stakes.mate.saturating_mul(left.len() as u64));
        }
        for &square in &left {
            let conquered = self
                .board
                .get(square)
                .filter(|_| !self.settings.removed)
                .map(|piece| Piece {
                    owner: Some(conqueror),
                    former: piece
                        .former
                        .or(piece.owner)
                        .filter(|former| *former != conqueror),
                    ..piece
                });
            self.board.set(square, conquered);
        }
        self.still_in[victim.index()] = false;
        self.no_progress = 0;
        self.extra_state
            .exits
            .push((victim, Exit::Mated(conqueror)));
        told.push(describe::mated(
            victim,
            conqueror,
            left.len(),
            self.settings.removed,
        ));
    }

    /// Resignation or timeout: the king goes and the pieces stay, frozen. Another's drop leaves the turn and a rolled die
    /// standing, but may open a line or a mate.
    fn drop_out(&mut self, seat: Seat, told: &mut Vec<String>) {
        if let Some(king) = self.board.king(seat) {
            self.board.set(king, None);
        }
        let left: Vec<(Square, Piece)> = self.board.men_of(seat).collect();
        for (square, piece) in &left {
            let former = piece.former.or(piece.owner);
            self.board.set(
                *square,
                Some(Piece {
                    owner: None,
                    former,
                    ..*piece
                }),
            );
        }
        self.still_in[seat.index()] = false;
        self.no_progress = 0;
        self.extra_state.exits.push((seat, Exit::Left));
        told.push(format!(
            "{} is out; the pieces stay on the board, frozen.",
            seat_name(seat)
        ));
        if seat == self.turn {
            self.turn = self.next_in(seat);
            self.begin_turn(told);
            return;
        }
        let (turn, die) = (self.turn, self.die);
        self.begin_turn(told);
        if self.turn == turn
            && !self.status.is_over()
            && let Die::Shows(_) = die
        {
            self.die = die;
            self.lose_dead_roll(told);
        }
    }

    /// Rule 16: a number that moves nobody loses the turn.
    fn lose_dead_roll(&mut self, told: &mut Vec<String>) {
        let Die::Shows(number) = self.die else { return };
        if !self.legal_with(number).is_empty() {
            return;
        }
        told.push(describe::lost_throw(self, number));
        self.turn = self.next_in(self.turn);
        self.begin_turn(told);
    }

    /// Notes how the game ended, for the die, and for the pool.
    pub fn finish(&mut self, status: Status) {
        self.status = status;
        self.die = Die::None;
        let still_in = self.seats_in();
        if let Some(ledger) = &mut self.extra_state.ledger {
            ledger.close(status, &still_in);
        }
    }

    /// The placing of each seat: the winner first, or all still in on a draw, then the others by how long they lasted.
    pub fn placings(&self) -> Vec<u8> {
        let still_in = self.seats_in().len() as u8;
        let known = self.extra_state.exits.len() as u8;
        SEATS
            .into_iter()
            .map(|seat| {
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
                    // Out before the position text that the game began from: behind everyone known.
                    None => still_in + known + 1,
                }
            })
            .collect()
    }

    /// The position text: `<placement> <turn> <in> <die> <noprogress>`.
    pub fn to_text(&self) -> String {
        let still_in: String = self.seats_in().into_iter().map(seat_letter).collect();
        let die = match self.die {
            Die::None => "-".to_owned(),
            Die::Due => "?".to_owned(),
            Die::Shows(number) => number.to_string(),
        };
        format!(
            "{} {} {still_in} {die} {}",
            self.board.placement(),
            seat_letter(self.turn),
            self.no_progress
        )
    }

    /// Reads a position text. It stands at the start of the player's turn, or after the roll it shows: what follows
    /// by itself is applied.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence.
    pub fn parse(options: &Options, text: &str) -> Result<FourSeasons, RuleError> {
        let settings = Settings::of(options);
        let bad = |sentence: &str| RuleError::position(sentence);
        let fields: Vec<&str> = text.split(' ').collect();
        let [placement, turn, still_in, die, count] = fields[..] else {
            return Err(bad(
                "A position text has five fields: placement, turn, who is in, die and moves without progress.",
            ));
        };
        let board = Board::parse(placement).map_err(RuleError::position)?;
        let mut seats = [false; 4];
        let mut last = None;
        for letter in still_in.chars() {
            let seat = seat_of_letter(letter)
                .ok_or_else(|| bad("Who is in is written with g, r, b and w."))?;
            if last.is_some_and(|last| last >= seat) {
                return Err(bad("Who is in is written in turn order: grbw."));
            }
            last = Some(seat);
            seats[seat.index()] = true;
        }
        let mut letters = turn.chars();
        let turn = match (letters.next().and_then(seat_of_letter), letters.next()) {
            (Some(seat), None) if seats[seat.index()] => seat,
            _ => return Err(bad("The turn is the letter of a side that is in.")),
        };
        for seat in SEATS {
            let kings = board
                .men_of(seat)
                .filter(|(_, piece)| piece.role == Role::King)
                .count();
            if kings != usize::from(seats[seat.index()]) {
                return Err(bad(
                    "Every side that is in has one king, and no other side has any.",
                ));
            }
            if !seats[seat.index()] && board.men_of(seat).next().is_some() {
                return Err(bad("A side that is out owns no pieces."));
            }
        }
        if board
            .pieces()
            .any(|(_, piece)| piece.owner.is_none() && piece.role == Role::King)
        {
            return Err(bad("A king is never frozen."));
        }
        let die = match (die, settings.dice) {
            ("-", false) => Die::None,
            (_, false) => return Err(bad("Without dice the die is \"-\".")),
            ("-" | "?", true) => Die::Due,
            (number, true) => match *number.as_bytes() {
                [digit @ b'1'..=b'6'] => Die::Shows(digit - b'0'),
                _ => return Err(bad("The die is \"-\", \"?\" or a number from 1 to 6.")),
            },
        };
        let no_progress = crate::notation::count(count)?;
        let mut ledger = settings.stakes.map(|_| Ledger::default());
        if let (Some(ledger), Some(stakes)) = (&mut ledger, settings.stakes) {
            for seat in SEATS.into_iter().filter(|seat| seats[seat.index()]) {
                ledger.pay(seat, stakes.entry);
            }
        }
        let mut position = FourSeasons {
            settings,
            board,
            turn,
            still_in: seats,
            die: Die::None,
            no_progress,
            status: Status::Ongoing,
            extra_state: ExtraState {
                ledger,
                ..ExtraState::default()
            },
        };
        position.begin_turn(&mut Vec::new());
        if position.turn == turn
            && !position.status.is_over()
            && let Die::Shows(_) = die
        {
            position.die = die;
            position.lose_dead_roll(&mut Vec::new());
        }
        Ok(position)
    }
}
