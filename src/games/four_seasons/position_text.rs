//! Position text: `<placement> <turn> <in> <die> <noprogress>`.

use super::board::{Board, Role, SEATS, seat_letter, seat_of_letter};
use super::ledger::Ledger;
use super::position::{Die, ExtraState, FourSeasons};
use super::settings::Settings;
use crate::notation;
use crate::rules::{Options, RuleError, Seat, Status};

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

/// Returns the position text: `<placement> <turn> <in> <die> <noprogress>`.
pub fn write(position: &FourSeasons) -> String {
    let still_in: String = position.seats_in().into_iter().map(seat_letter).collect();
    let die = match position.die {
        Die::None => "-".to_owned(),
        Die::Due => "?".to_owned(),
        Die::Shows(number) => number.to_string(),
    };
    format!(
        "{} {} {still_in} {die} {}",
        position.board.placement(),
        seat_letter(position.turn),
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
    let [placement, turn, still_in, die, count] = fields[..] else {
        return Err(bad(
            "A position text has five fields: placement, turn, who is in, die and turns without progress.",
        ));
    };
    let board = Board::parse(placement).map_err(RuleError::position)?;
    let still_in = read_still_in(still_in)?;
    let turn = read_turn(turn, still_in)?;
    check_owners(&board, still_in)?;
    let die = read_die(die, settings.dice)?;
    let no_progress = notation::count(count)?;
    let mut position = FourSeasons {
        settings,
        board,
        turn,
        still_in,
        die: Die::None,
        no_progress,
        status: Status::Ongoing,
        extra_state: ExtraState {
            ledger: opening_ledger(&settings, still_in),
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
    let mut frozen = board.pieces().filter(|(_, piece)| piece.owner.is_none());
    if frozen.any(|(_, piece)| piece.role == Role::King) {
        return Err(bad("A king is never frozen."));
    }
    Ok(())
}

fn read_die(text: &str, dice: bool) -> Result<Die, RuleError> {
    match (text, dice) {
        ("-", false) => Ok(Die::None),
        (_, false) => Err(bad("Without dice the die is \"-\".")),
        ("-" | "?", true) => Ok(Die::Due),
        (number, true) => match *number.as_bytes() {
            [digit @ b'1'..=b'6'] => Ok(Die::Shows(digit - b'0')),
            _ => Err(bad("The die is \"-\", \"?\" or a number from 1 to 6.")),
        },
    }
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
