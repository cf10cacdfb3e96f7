//! Sentences about moves, events and positions.

use super::board;
use super::board::{Piece, Role, SEATS, Square, season, seat_name};
use super::die::Die;
use super::moves::{self, Move};
use super::position::{Exit, FourSeasons};
use super::settings::Stakes;
use crate::engine::Why;
use crate::rules::wording::{capital, listed};
use crate::rules::{Choices, Describe, Notation, Reach, Seat, Status, Topic};

impl Describe for FourSeasons {
    fn describe(&self, mv: &Move) -> String {
        match *mv {
            Move::Roll(number) => {
                let (seat, kind) = (seat_name(self.turn), die_name(number));
                let mut thrown = self.clone();
                thrown.die = Die::Shows(number);
                // If the turn is lost, the next sentence gives the reason.
                match (thrown.piece_moves().is_empty(), number) {
                    (true, _) => format!("{seat} throws {number} ({kind})"),
                    (false, 6) => format!("{seat} throws {number}: only the king may move"),
                    (false, _) => format!("{seat} throws {number}: only a {kind} may move"),
                }
            }
            Move::Drop(seat) => format!("{} leaves the game", seat_name(seat)),
            Move::Piece { from, to } => {
                let Some(piece) = self.board.get(from) else {
                    return String::new();
                };
                let mut sentence = format!("{} {from} to {to}", capital(piece.role.name()));
                if let Some(there) = self.board.get(to) {
                    sentence += &format!(", taking {}", owned(there, to));
                }
                if matches!(piece.role, Role::Pawn(facing) if facing.is_far(to)) {
                    sentence += ", and becomes a queen";
                }
                sentence
            }
        }
    }

    fn alt_text(&self, limit: usize) -> String {
        position(self, limit)
    }

    fn exposed(&self) -> Vec<String> {
        let waiting = self.seats_in().into_iter();
        let waiting = waiting.filter(|seat| *seat != self.turn);
        waiting
            .filter_map(|seat| check_warning(self, seat))
            .collect()
    }

    fn reach(&self, square: &str) -> Option<Reach> {
        reach(self, board::Square::parse(square)?)
    }

    fn check_warning(&self) -> Option<String> {
        check_warning(self, self.turn)
    }

    fn reason(&self, why: &Why) -> String {
        match why {
            Why::Mate { moves: ..=1 } if self.settings.bare_out => {
                "This puts an opponent out of the game.".to_owned()
            }
            // While others are still in, a mate does not end the game.
            Why::Mate { moves: ..=1 } => "This is checkmate.".to_owned(),
            _ => why.sentence("king", "checkmate"),
        }
    }

    fn status_lines(&self) -> Vec<String> {
        let order = self.seats_in().into_iter().map(|seat| {
            let name = seat_name(seat);
            if seat == self.turn {
                format!("**{name}**")
            } else {
                name.to_owned()
            }
        });
        let order: Vec<String> = order.collect();
        let mut lines = vec![format!("Order of play: {}.", order.join(" → "))];
        lines.extend(self.results());
        lines.extend(last_pieces(self));
        lines
    }

    fn results(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (seat, exit) in &self.extra_state.exits {
            lines.push(match exit {
                Exit::Mated(by) if self.settings.removed => {
                    format!("{} is out, mated by {}.", seat_name(*seat), seat_name(*by))
                }
                Exit::Mated(by) => format!(
                    "{} is out, conquered by {}.",
                    seat_name(*seat),
                    seat_name(*by)
                ),
                Exit::Bared(by) => bared(*seat, *by),
                Exit::Left => format!("{} has left; the pieces are frozen.", seat_name(*seat)),
            });
        }
        if let Some(ledger) = &self.extra_state.ledger {
            let paid: Vec<String> = SEATS
                .into_iter()
                .map(|seat| format!("{} {}", seat_name(seat), ledger.paid(seat)))
                .collect();
            lines.push(format!(
                "Pool: {} (paid: {}).",
                ledger.pool(),
                paid.join(", ")
            ));
            let won: Vec<String> = SEATS
                .into_iter()
                .filter(|seat| ledger.won(*seat) > 0)
                .map(|seat| format!("{} {}", seat_name(seat), ledger.won(seat)))
                .collect();
            if self.status != Status::Ongoing && !won.is_empty() {
                lines.push(format!("The pool goes to: {}.", won.join(", ")));
            }
        }
        lines
    }

    fn topics(&self) -> Vec<Topic> {
        let topic = |key: &str, line: &str| Topic {
            key: format!("seasons.{key}"),
            line: line.to_owned(),
        };
        let mut found = vec![topic(
            "men",
            "The pieces are those of the year 1283 and slower than today's: the bishop jumps exactly two squares diagonally, the queen goes one diagonally, and pawns go the way their arrow shows.",
        )];
        if self.settings.dice {
            found.push(topic("dice", "The die says what moves: 1 pawn, 2 bishop, 3 knight, 4 rook, 5 queen, 6 king. Without such a move you lose your turn."));
        }
        if let Some(stakes) = self.settings.stakes {
            found.push(topic("stakes", &paid(stakes)));
        }
        if self.settings.bare_out {
            found.push(topic("bare", "A lone king is out: a player without another piece leaves the game at once, and the last one in wins."));
        }
        if self.settings.walls {
            found.push(topic("walls", "The drawn diagonals are walls: a piece can stop on one, but no step and no jump crosses one."));
        }
        if self.settings.last_conquers {
            found.push(topic("last", "The player whose move completes a mate conquers, also if another player's piece gives the check."));
        }
        let in_check = SEATS
            .into_iter()
            .any(|seat| !self.threats_to(seat).is_empty());
        if in_check {
            found.push(topic("check", "A king is never captured. Mate is judged at the attacked player's own turn: those who move before may help, or join in."));
        }
        if self
            .extra_state
            .exits
            .iter()
            .any(|(_, exit)| matches!(exit, Exit::Mated(_)))
            && !self.settings.removed
        {
            found.push(topic("conquest", "The conqueror now moves the mated player's pieces; a mark shows whose they were. Pawns keep their way."));
        }
        if self
            .extra_state
            .exits
            .iter()
            .any(|(_, exit)| matches!(exit, Exit::Left))
        {
            found.push(topic("frozen", "Pieces of a player who left are grey: they never move and attack nobody, they block, and anyone may capture them."));
        }
        found
    }
}

/// Returns a sentence about what is paid and won.
fn paid(stakes: Stakes) -> String {
    let paid = [
        (stakes.entry, "at the start"),
        (stakes.capture, "for each piece that you lose"),
        (stakes.check, "when your king is newly attacked"),
        (stakes.mate, "for each piece that you have left when mated"),
    ];
    let paid = paid.into_iter().filter(|(amount, _)| *amount > 0);
    let paid: Vec<String> = paid
        .map(|(amount, when)| format!("{amount} {when}"))
        .collect();
    format!(
        "This is for play money. You pay into the pool: {}. The winner takes it.",
        listed(&paid)
    )
}

/// Returns a piece by name: "the knight on c3".
pub fn the(piece: Piece, square: Square) -> String {
    format!("the {} on {square}", piece.role.name())
}

/// Returns a piece with its owner: "Red's knight on c3", "the frozen knight on c3".
pub fn owned(piece: Piece, square: Square) -> String {
    match piece.seat {
        Some(owner) => format!("{}'s {} on {square}", seat_name(owner), piece.role.name()),
        None => format!("the frozen {} on {square}", piece.role.name()),
    }
}

/// Returns the name of the role that a number of the die moves.
pub fn die_name(number: u8) -> &'static str {
    ["pawn", "bishop", "knight", "rook", "queen", "king"]
        .get(usize::from(number).wrapping_sub(1))
        .copied()
        .unwrap_or("piece")
}

/// Returns a sentence about a mate.
pub fn mated(victim: Seat, conqueror: Seat, pieces: usize, removed: bool) -> String {
    let (victim, conqueror) = (seat_name(victim), seat_name(conqueror));
    match (pieces, removed) {
        (0, _) => format!("{victim} is checkmated by {conqueror} and is out."),
        (_, true) => {
            format!("{victim} is checkmated by {conqueror} and is out; the pieces leave the board.")
        }
        (1, false) => {
            format!("{victim} is checkmated and is out; {conqueror} takes over one piece.")
        }
        (_, false) => {
            format!("{victim} is checkmated and is out; {conqueror} takes over {pieces} pieces.")
        }
    }
}

/// Returns a sentence about the seats that have only one piece besides the king, where they are out without it; `None`
/// if there are none.
fn last_pieces(position: &FourSeasons) -> Option<String> {
    let last = |seat: Seat| {
        let pieces = position.board.pieces_of(seat);
        let mut others = pieces.filter(|(_, piece)| piece.role != Role::King);
        let (at, piece) = others.next()?;
        let alone = others.next().is_none();
        alone.then(|| format!("{} ({} {at})", seat_name(seat), piece.role.name()))
    };
    let seats = position.settings.bare_out.then(|| position.seats_in())?;
    let last: Vec<String> = seats.into_iter().filter_map(last).collect();
    match last.is_empty() {
        true => None,
        false => Some(format!(
            "One piece left: {}. A side without it is out.",
            last.join(", ")
        )),
    }
}

/// Returns a sentence about a seat that is out because its king was alone.
pub fn bared(victim: Seat, by: Option<Seat>) -> String {
    let victim = seat_name(victim);
    match by.map(seat_name) {
        Some(by) => format!("{victim} is out: {by} took {victim}'s last piece."),
        None => format!("{victim} is out: only the king was left."),
    }
}

/// Returns a sentence about a lost throw, which needs no other.
pub fn lost_throw(position: &FourSeasons, number: u8) -> String {
    let seat = seat_name(position.turn);
    let kind = die_name(number);
    let has = position
        .board
        .pieces_of(position.turn)
        .any(|(_, piece)| piece.role.die() == number);
    let in_check = !position.threats_to(position.turn).is_empty();
    let why = match (has, in_check) {
        (false, _) => format!("no {kind}"),
        (true, true) => format!("no {kind} move saves the king"),
        (true, false) => format!("no legal {kind} move"),
    };
    format!("{seat} throws {number} ({why}): the turn is lost.")
}

/// Returns the moves of the piece on a square, as if it were its owner's turn.
pub fn reach(position: &FourSeasons, from: Square) -> Option<Reach> {
    let piece = position.board.get(from)?;
    let mut reach = Reach::of(format!("{} {from}", piece.role.name()));
    for to in moves::legal_from(&position.board, from) {
        reach.add(to, position.board.get(to));
    }
    Some(reach)
}

/// Returns a sentence about the threats to a seat's king; `None` without threats.
pub fn check_warning(position: &FourSeasons, seat: Seat) -> Option<String> {
    let king = position.board.king(seat)?;
    let threats = position.threats_to(seat);
    if threats.is_empty() {
        return None;
    }
    let by: Vec<String> = threats
        .into_iter()
        .filter_map(|at| position.board.get(at).map(|piece| owned(piece, at)))
        .collect();
    Some(format!(
        "Check: {}'s king on {king} is attacked by {}.",
        seat_name(seat),
        listed(&by)
    ))
}

/// Returns the position army by army, in at most `limit` characters.
pub fn position(position: &FourSeasons, limit: usize) -> String {
    let mut armies = Vec::new();
    for seat in SEATS {
        let pieces: Vec<(Square, Piece)> = position.board.pieces_of(seat).collect();
        if !pieces.is_empty() {
            armies.push(format!(
                "{} ({}): {}.",
                seat_name(seat),
                season(seat),
                roster(&pieces)
            ));
        }
    }
    let frozen: Vec<(Square, Piece)> = position
        .board
        .pieces()
        .filter(|(_, piece)| piece.seat.is_none())
        .collect();
    if !frozen.is_empty() {
        armies.push(format!("Frozen: {}.", roster(&frozen)));
    }
    if let Die::Shows(number) = position.die {
        let seat = seat_name(position.turn);
        let name = die_name(number);
        armies.insert(
            0,
            format!("{seat} has thrown {number}: a {name} must move."),
        );
    }
    armies.join(" ").chars().take(limit).collect()
}

/// Returns each kind of piece with its squares: "king h8; rook g8; pawns (to file a) c3 c4".
fn roster(pieces: &[(Square, Piece)]) -> String {
    let mut groups: Vec<(Role, Vec<String>)> = Vec::new();
    for letter in ['K', 'Q', 'R', 'N', 'B', 'P'] {
        for (square, piece) in pieces
            .iter()
            .filter(|(_, piece)| piece.role.letter() == letter)
        {
            match groups.iter_mut().find(|(role, _)| *role == piece.role) {
                Some((_, squares)) => squares.push(square.to_string()),
                None => groups.push((piece.role, vec![square.to_string()])),
            }
        }
    }
    let parts = groups.iter().map(|(role, squares)| {
        let plural = if squares.len() == 1 { "" } else { "s" };
        let going = match role {
            Role::Pawn(facing) => format!(" (to {})", facing.edge()),
            _ => String::new(),
        };
        format!("{}{plural}{going} {}", role.name(), squares.join(" "))
    });
    parts.collect::<Vec<_>>().join("; ")
}

/// Adds the names of the pieces that can be chosen, or of the chosen one.
pub fn name_pieces(position: &FourSeasons, partial: &str, choices: &mut Choices) {
    let on = |text: &str| {
        let square = text.get(1..).and_then(Square::parse)?;
        Some((position.board.get(square)?.role.name(), square))
    };
    if let Some((name, square)) = on(partial) {
        choices.prompt = format!("Where does the {name} on {square} go?");
    }
    for choice in choices.options.iter_mut().filter(|choice| !choice.whole) {
        if let Some((name, _)) = on(&choice.text) {
            choice.label = format!("{} · {name}", choice.text);
        }
    }
}

/// Returns the label of a move in a list, with its capture and the check it gives.
pub fn label(position: &FourSeasons, mv: &Move) -> String {
    let text = position.write(mv);
    let Move::Piece { from, to } = *mv else {
        return text;
    };
    let mut notes = Vec::new();
    if let Some(there) = position.board.get(to) {
        notes.push(format!("takes {}", owned(there, to)));
    }
    let mut after = position.board.clone();
    moves::apply(&mut after, from, to);
    for seat in position.seats_in() {
        if position.settings.bare_out && after.is_bare(seat) {
            notes.push(format!("puts {} out", seat_name(seat)));
            continue;
        }
        let threatened = after
            .king(seat)
            .is_some_and(|king| moves::attackers(&after, king, seat).next().is_some());
        if seat != position.turn && threatened && position.threats_to(seat).is_empty() {
            notes.push(format!("check to {}", seat_name(seat)));
        }
    }
    if notes.is_empty() {
        text
    } else {
        format!("{text} · {}", notes.join(", "))
            .chars()
            .take(100)
            .collect()
    }
}
