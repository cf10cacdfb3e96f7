//! What is said about matches: titles, endings, notices, refusals, what has changed, and the picture in words. Together
//! with the texts of the Discord side it holds every sentence of the bot's public posts that no game makes: another
//! language is another file like these.

use super::loaded::{LoadedMatch, LogEntry, LogEvent};
use super::sight::{SeenGame, Sight};
use super::{NotificationKind, OfferKind};
use crate::match_state::{Ending, GameId, Leaving, MatchError, Moderation, Outcome, Phase, UserId};
use crate::rules::wording::capital;
use crate::rules::{GameInfo, Options, Reason, Seat, Status, Values};
use crate::store::Row;

/// The most characters that the description of a picture may have on Discord.
pub(super) const ALT_LIMIT: usize = 1_024;

/// A seat's name for people.
pub(super) fn seat_label(kind: &GameInfo, seat: Seat) -> String {
    capital(kind.seat_name(seat))
}

/// Told to a player whose seat a moderator has opened.
const FREED: &str =
    "A moderator has opened your seat to anyone; you play on until somebody takes it.";

/// Why nothing can be tried on a board that is hidden in part.
pub(super) const HIDDEN_UNTIL_END: &str =
    "In this game you don't see every piece, so nothing can be tried out until it is over.";

/// Why the machine does not play a game.
pub(super) const NOT_FOR_THE_MACHINE: &str = "I don't play this game against you: I know where all pieces are, and would see what is hidden. Play it with another \
     person: `/new` opens a table.";

/// How a table ended that a moderator closed.
const CLOSED: &str = "The table was closed by a moderator before the game began.";

/// A person as they are mentioned on Discord; somebody whose data was erased is not mentioned, and the machine is
/// called by its level.
pub fn mention(user: UserId) -> String {
    if let Some(level) = user.machine_level() {
        format!("{} (level {})", level.name, level.number)
    } else if user.is_erased() {
        "a player who left".to_owned()
    } else {
        format!("<@{}>", user.0)
    }
}

fn is_moderated(ending: &str) -> bool {
    Ending::from_text(ending).is_some_and(|ending| ending.is_moderated())
}

/// What a table is called that becomes one of several games.
pub(super) fn any_of(choices: &[&'static GameInfo]) -> String {
    match choices {
        [only] => only.name.to_owned(),
        several => {
            let names: Vec<&str> = several.iter().map(|kind| kind.name).collect();
            format!("Any of these: {}", names.join(", "))
        }
    }
}

/// A game's name with its variant: the named one that its options make, or else what differs from the default. The
/// usual way of playing is not named.
pub(super) fn title(kind: &GameInfo, options: &Options) -> String {
    let Ok(options) = kind.resolve(options) else {
        return kind.name.to_owned();
    };
    let chosen = |options: &Options| -> Vec<(&'static str, String)> {
        let named = kind.options.iter().filter_map(|spec| match spec.values {
            // What has no effect is not worth a word.
            Values::OneOf(_)
                if spec
                    .needs()
                    .is_some_and(|(key, value)| !options.is(key, value)) =>
            {
                None
            }
            Values::OneOf(_) => Some((spec.key, options.get(spec.key)?.to_owned())),
            Values::Joined { .. } => {
                let names = options.get(spec.key)?.split('+').map(capital);
                Some((spec.key, names.collect::<Vec<_>>().join(" and ")))
            }
            Values::Number { .. } => None,
        });
        named.collect()
    };
    let mine = chosen(&options);
    for variant in kind.variants {
        let made: Options = variant.options.iter().copied().collect();
        if kind.resolve(&made).is_ok_and(|made| chosen(&made) == mine) {
            return match variant.options {
                [] => kind.name.to_owned(),
                // A remark in the variant's name does not stand in brackets within brackets.
                _ => {
                    let name = variant.name.split(" (").next().unwrap_or(variant.name);
                    format!("{} ({name})", kind.name)
                }
            };
        }
    }
    let usual = kind.resolve(&Options::new()).map(|usual| chosen(&usual));
    let usual = usual.unwrap_or_default();
    let differing: Vec<String> = mine
        .into_iter()
        .filter(|pair| !usual.contains(pair))
        .map(|(key, value)| match value.as_str() {
            "on" => key.replace('_', " "),
            "off" => format!("no {}", key.replace('_', " ")),
            _ => value,
        })
        .collect();
    if differing.is_empty() {
        kind.name.to_owned()
    } else {
        format!("{} ({})", kind.name, differing.join(", "))
    }
}

/// How a match ended, in one sentence, and who came in where if more than two played.
pub(super) fn ending_sentence(kind: &GameInfo, ending: &Ending) -> String {
    let how = how_it_ended(kind, ending);
    let (two, teams) = (kind.seats.len() <= 2, !kind.teams.is_empty());
    if two || teams || ending.placings.is_empty() || ending.is_by_correction() {
        return how;
    }
    format!("{how} Places: {}.", places(kind, &ending.placings))
}

/// "1 Red, 2 Black, 3 Green and White".
fn places(kind: &GameInfo, placings: &[u8]) -> String {
    let mut ranks = placings.to_vec();
    ranks.sort_unstable();
    ranks.dedup();
    let ranks = ranks.into_iter().map(|rank| {
        let seats = kind.all_seats().zip(placings);
        let seats = seats.filter(|(_, place)| **place == rank);
        let names: Vec<String> = seats.map(|(seat, _)| seat_label(kind, seat)).collect();
        format!("{rank} {}", names.join(" and "))
    });
    ranks.collect::<Vec<_>>().join(", ")
}

fn how_it_ended(kind: &GameInfo, ending: &Ending) -> String {
    let name = |seat: Seat| seat_label(kind, seat);
    let others = |seat: Seat| match kind.opponent(seat) {
        Some(other) => name(other),
        None => "everybody else".to_owned(),
    };
    let win = |seat: Seat| match kind.partner(seat) {
        Some(partner) => format!("{} and {} win", name(seat), name(partner)),
        None => format!("{} wins", name(seat)),
    };
    // Only what is known is put into words: a record could hold anybody's text.
    match ending.outcome(kind) {
        Some(Outcome::Decided(Status::Won { winner, reason })) => {
            let why = why_won(reason, &others(winner));
            format!("{}: {why}.", win(winner))
        }
        Some(Outcome::Decided(Status::Drawn(reason))) => format!("A draw: {}.", why_drawn(reason)),
        Some(Outcome::Decided(Status::Stalemate { by })) => format!(
            "Stalemate, given by {by}: three quarters of a point for {by}, one quarter for {}.",
            others(by),
            by = name(by),
        ),
        Some(Outcome::WonByLeaving { winner, how }) => {
            let other = others(winner);
            match how {
                Leaving::Resignation => format!("{}: {other} resigned.", win(winner)),
                Leaving::Timeout => format!("{}: {other} ran out of time.", win(winner)),
            }
        }
        Some(Outcome::OverByLeaving(_)) => "The game ended because a player left it.".to_owned(),
        Some(Outcome::Moderated) => {
            "The game was ended by a moderator and counts for nobody.".to_owned()
        }
        Some(Outcome::ClosedByModerator) => CLOSED.to_owned(),
        Some(Outcome::Silence) => {
            "The game ended without a result: nobody had moved for a long time.".to_owned()
        }
        Some(Outcome::Correction) => format!(
            "The rules of {} were corrected, and this game cannot go on under them: it ended without a result and counts \
             for nobody.",
            kind.name
        ),
        Some(Outcome::Closed) => "The table was closed before the game began.".to_owned(),
        Some(Outcome::Decided(Status::Ongoing)) | None => "The game has ended.".to_owned(),
    }
}

fn why_won(reason: Reason, other: &str) -> String {
    match reason {
        Reason::Checkmate => format!("{other} is checkmated"),
        Reason::RoyalCaptured => "the royal stone was captured".to_owned(),
        Reason::Stalemate => format!("{other} has no move left"),
        Reason::LastStanding => "nobody else is left".to_owned(),
        Reason::Extinction => "every piece of a kind is gone".to_owned(),
        Reason::GaveAll => "no piece is left to give away".to_owned(),
        Reason::Repetition => "the position was repeated under check".to_owned(),
        Reason::NoProgress => "too many moves without progress".to_owned(),
        Reason::Agreement => "the players agreed".to_owned(),
        Reason::Own(own) => own.words.to_owned(),
    }
}

fn why_drawn(reason: Reason) -> String {
    match reason {
        Reason::Stalemate => "there is no move to make",
        Reason::Repetition => "the same position came up too often",
        Reason::NoProgress => "too many moves without progress",
        Reason::Agreement => "the players agreed",
        Reason::Own(own) => own.words,
        Reason::Checkmate => "checkmate",
        Reason::RoyalCaptured => "the royal stones were captured",
        Reason::LastStanding => "nobody is left",
        Reason::Extinction => "every piece of a kind is gone",
        Reason::GaveAll => "no piece is left to give away",
    }
    .to_owned()
}

/// Why something cannot be done, told to `user`.
pub(super) fn fault_sentence(loaded: &LoadedMatch, user: UserId, fault: MatchError) -> String {
    let game = loaded.id.0;
    match fault {
        MatchError::NotOpen => match loaded.ending() {
            Some(ending) => over(loaded.id, &ending),
            None => format!("Game {game} has begun already."),
        },
        MatchError::NotBegun => match loaded.state.places() {
            0 => format!("Game {game} has not begun: somebody who was invited has not answered."),
            1 => format!("Game {game} has not begun: it waits for one more player."),
            more => format!("Game {game} has not begun: it waits for {more} more players."),
        },
        MatchError::Over => over(loaded.id, &loaded.ending().unwrap_or_default()),
        MatchError::AlreadyHere => "You sit at this table already.".to_owned(),
        MatchError::NoSuchSeat => format!("{} has no such seat.", loaded.kind.name),
        MatchError::SeatTaken(seat) => format!(
            "{} is taken. Choose another seat.",
            seat_label(loaded.kind, seat)
        ),
        MatchError::NoPlace => "Every seat at this table is taken.".to_owned(),
        MatchError::Kept => {
            "The open seats at this table are kept for the players who were invited.".to_owned()
        }
        MatchError::NotHere => format!("You are not at the table of game {game}."),
        MatchError::NotTheirTable => match loaded.state.opener() {
            Some(opener) => format!(
                "Only {} can close this table. You can leave it.",
                mention(opener)
            ),
            None => "Nobody sits at this table.".to_owned(),
        },
        MatchError::NotAPlayer => {
            format!("You don't play in game {game}: only the owner of a seat can move for it.")
        }
        MatchError::NotTheirTurn => {
            let turn = loaded.state.turn().unwrap_or(Seat(0));
            let last = match (&loaded.last, loaded.state.mover()) {
                (Some(last), Some(mover)) if loaded.state.owner(mover) == Some(user) => {
                    let display = last.texts.display(loaded.sight_of(user));
                    display.map(|display| format!(" Your move {display} is made."))
                }
                _ => None,
            };
            format!(
                "It is {} turn in game {game}, not yours.{}",
                possessive(&seat_label(loaded.kind, turn)),
                last.unwrap_or_default()
            )
        }
        MatchError::Out => "You are out of this game already.".to_owned(),
        MatchError::NotFlagged => format!("In game {game} nobody has run out of time."),
        MatchError::Freed => FREED.to_owned(),
        MatchError::NotVacant => format!("No seat of game {game} is offered at the moment."),
        MatchError::Nonsense => "That cannot be done in this game now.".to_owned(),
    }
}

/// That a match is over, and how.
fn over(game: GameId, ending: &str) -> String {
    format!("Game {} is over. {ending}", game.0)
}

fn possessive(name: &str) -> String {
    if name.ends_with('s') {
        format!("{name}'")
    } else {
        format!("{name}'s")
    }
}

/// What has happened in `lines`, and how the match stands now, told to `user`.
pub(super) fn since_sentence(loaded: &LoadedMatch, lines: &[LogEntry], user: UserId) -> String {
    const MOST: usize = 3;
    let sight = loaded.sight_of(user);
    let told: Vec<String> = lines
        .iter()
        .filter_map(|line| match &line.what {
            LogEvent::Moved { seat, texts, .. } => {
                let seat = seat_label(loaded.kind, *seat);
                Some(match texts.display(sight) {
                    Some(display) => format!("{seat} played {display}"),
                    None => format!("{seat} has moved"),
                })
            }
            LogEvent::Rolled { display, .. } => Some(display.clone()),
            LogEvent::Resigned { seat, .. } => {
                Some(format!("{} resigned", seat_label(loaded.kind, *seat)))
            }
            LogEvent::TimedOut { seat, .. } => Some(format!(
                "{} ran out of time",
                seat_label(loaded.kind, *seat)
            )),
            LogEvent::Undone { seat, .. } => Some(format!(
                "{} took back a move",
                seat_label(loaded.kind, *seat)
            )),
            LogEvent::Table(what) | LogEvent::Beside(what) => Some(what.clone()),
            LogEvent::Began => Some("the game began".to_owned()),
            LogEvent::Ended(_) => None,
        })
        .collect();
    let mut told: Vec<String> = told;
    told.dedup();
    let skipped = told.len().saturating_sub(MOST);
    let mut told = told.split_off(skipped);
    if skipped > 0 {
        told.insert(0, "more has happened; the latest:".to_owned());
    }
    if let Some(ending) = loaded.ending() {
        return format!("I did not do that: the game is over. {ending}");
    }
    let now = match loaded.state.turn() {
        Some(seat) if loaded.state.owner(seat) == Some(user) => "It is your turn.".to_owned(),
        Some(seat) => format!("It is {} turn.", possessive(&seat_label(loaded.kind, seat))),
        None => "The game has not begun yet.".to_owned(),
    };
    if told.is_empty() {
        return format!("I did not do that: the game has changed since. {now}");
    }
    let told = told.join(", ").replace("latest:, ", "latest: ");
    format!("I did not do that: since then {told}. {now}")
}

/// The picture in words: last move, whose turn, danger, and the position piece by piece with what room is left.
pub(super) fn alt(loaded: &LoadedMatch, sight: Sight, title: &str) -> String {
    let mut text = format!("{title}, game {}.", loaded.id.0);
    let mut say = |words: &str| {
        if !words.is_empty() {
            text.push(' ');
            text.push_str(words);
        }
    };
    if let Some(last) = &loaded.last {
        let texts = &last.texts;
        match texts.words(sight).or_else(|| texts.display(sight)) {
            Some(words) => {
                let words = words.trim_end_matches('.');
                say(&format!("{}, move {}: {words}.", last.seat, last.number));
            }
            None => say(&format!("{} has made move {}.", last.seat, last.number)),
        }
    }
    // What followed the move by itself: throws, mates, seats that left.
    for line in &loaded.told {
        say(line);
    }
    match (loaded.state.phase(), loaded.state.turn()) {
        (Phase::Open, _) => say("The starting position; the game has not begun."),
        (_, Some(_)) => {}
        _ => say(&loaded.ending().unwrap_or_default()),
    }
    if let Some(lost) = &loaded.lost {
        say(&lost.sentence());
    }
    let going = *loaded.state.phase() == Phase::Playing;
    position_words(&loaded.seen_by(sight), &text, going)
}

/// Text about a board and the board in words: whose turn it is, what is in danger, and what stands where. At most
/// [`ALT_LIMIT`] characters; the position gets what room is left.
pub(super) fn position_words(game: &SeenGame, about: &str, going: bool) -> String {
    let mut text = about.trim_end().to_owned();
    let mut say = |words: &str| {
        text.push(' ');
        text.push_str(words);
    };
    if going && !game.status().is_over() {
        let turn = seat_label(game.kind(), game.turn());
        say(&format!("{turn} to move."));
        if let Some(said) = game.announcement() {
            say(&said);
        }
        for warning in game.check_warning().into_iter().chain(game.exposed()) {
            say(&warning);
        }
    }
    let room = ALT_LIMIT.saturating_sub(text.chars().count() + 1);
    let position = game.alt_text(room);
    cut(&format!("{text} {position}"), ALT_LIMIT)
}

/// A text of at most `limit` characters.
pub(super) fn cut(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.trim_end().to_owned();
    }
    let kept: String = text.chars().take(limit.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

impl NotificationKind {
    /// In one sentence, without a word of whom it is told and which match it is. Times stand as Discord shows them.
    pub(super) fn sentence(&self, kind: Option<&GameInfo>, row: &Row) -> String {
        let who = |user: &UserId| mention(*user);
        let when = |at: &i64| format!("<t:{at}:R>");
        match self {
            NotificationKind::Turn => "It is your turn.".to_owned(),
            NotificationKind::Reminder { deadline, .. } => {
                format!(
                    "It is still your turn: your time runs out {}.",
                    when(deadline)
                )
            }
            NotificationKind::TimeOver => {
                "Your time has run out. You can still move until an opponent claims the game."
                    .to_owned()
            }
            NotificationKind::Claimable { seat } => {
                let seat =
                    kind.map_or_else(|| "A player".to_owned(), |kind| seat_label(kind, *seat));
                format!("{seat} has run out of time. You can claim the win, give a day, or wait.")
            }
            NotificationKind::Excused { deadline } => format!(
                "Your time ran out. This once you get new time: it runs out {}.",
                when(deadline)
            ),
            NotificationKind::SeatOffered { until } => format!(
                "Your time has run out again. Anyone may take over your seat until {}; you can still move.",
                when(until)
            ),
            NotificationKind::Replaced { user } => {
                format!("{} has taken over your seat.", who(user))
            }
            NotificationKind::Gift { user, deadline } => format!(
                "{} gave you more time: it runs out {}.",
                who(user),
                when(deadline)
            ),
            NotificationKind::Offer { kind, user } => format!("{} {}.", who(user), kind.offered()),
            NotificationKind::Declined { kind, user } => {
                format!("{} declined {}.", who(user), kind.name())
            }
            // The board of the match that has ended is shown with it, and the digest brings its own words.
            NotificationKind::Result { .. } | NotificationKind::Weekly { .. } => String::new(),
            NotificationKind::Began => "Everyone is here: the game has begun.".to_owned(),
            NotificationKind::Joined { user } => format!("{} has joined your table.", who(user)),
            NotificationKind::Left { user } => {
                format!("{} has left your table, or declined.", who(user))
            }
            NotificationKind::Inherited { user } => {
                format!("{} has left the table: it is yours now.", who(user))
            }
            NotificationKind::Moderated { deed } => match deed {
                Moderation::Hide => {
                    "A moderator has hidden this game: only those who play in it can see it now."
                }
                Moderation::Show => "A moderator has made this game visible again.",
                Moderation::Free => FREED,
                Moderation::Close | Moderation::End => "A moderator has ended this game.",
            }
            .to_owned(),
            NotificationKind::Closed if row.ending.as_deref().is_some_and(is_moderated) => {
                CLOSED.to_owned()
            }
            NotificationKind::Closed | NotificationKind::Sign => {
                "The table was closed before the game began.".to_owned()
            }
            NotificationKind::Ended => {
                match (kind, row.ending.as_deref().and_then(Ending::from_text)) {
                    (Some(kind), Some(ending)) => ending_sentence(kind, &ending),
                    _ => "The game is over.".to_owned(),
                }
            }
            NotificationKind::PlanLapsed { because } => because.clone(),
            NotificationKind::Invited => "You are invited to this table.".to_owned(),
            NotificationKind::ClockStopped { seat } => {
                let seat =
                    kind.map_or_else(|| "A player".to_owned(), |kind| seat_label(kind, *seat));
                log_texts::of_seat(log_texts::UNREACHABLE, &seat)
            }
            NotificationKind::Archive => "The game is over.".to_owned(),
            NotificationKind::Board { .. } => "Something has happened in this game.".to_owned(),
        }
    }
}

impl OfferKind {
    /// For people, with its article.
    pub fn name(self) -> &'static str {
        match self {
            OfferKind::Draw => "the draw",
            OfferKind::Takeback => "taking back the move",
            OfferKind::Rematch => "the rematch",
        }
    }

    /// What somebody did who proposed it.
    pub fn offered(self) -> &'static str {
        match self {
            OfferKind::Draw => "offers a draw",
            OfferKind::Takeback => "asks to take back a move",
            OfferKind::Rematch => "proposes a rematch",
        }
    }
}

/// What happened, told below the last move to everybody, until the next one.
pub(super) mod log_texts {
    use crate::match_state::DAY;

    pub const TIMED_OUT: &str = "has run out of time";
    pub const EXCUSED: &str = "has run out of time, is excused this once, and has new time";
    pub const VACATED: &str = "has run out of time again: anyone may take over the seat";
    pub const OFFERED: &str = "offers the seat to anyone";
    pub const KEPT: &str = "keeps the seat";
    pub const SUBSTITUTED: &str = "is played by somebody else now";
    pub const AWAY: &str = "is on vacation";
    pub const BACK: &str = "is back from vacation";
    pub const UNREACHABLE: &str =
        "cannot be told that it is their turn: the clock stands still until they can";
    pub const REACHED: &str = "has been reached, and the clock goes on";
    pub const FREED: &str = "can be taken over by anyone, as a moderator has decided";

    /// One of these, of a seat.
    pub fn of_seat(what: &str, seat: &str) -> String {
        format!("{seat} {what}.")
    }

    /// `None` is a move that is hidden.
    pub fn played(seat: &str, display: Option<&str>) -> String {
        match display {
            Some(display) => super::sentence(&format!("{seat} played {display}")),
            None => format!("{seat} has moved."),
        }
    }

    pub fn took_back(seat: &str) -> String {
        format!("{seat} took back a move.")
    }

    pub fn resigns(seat: &str) -> String {
        format!("{seat} resigns.")
    }

    pub fn gifted(seconds: i64) -> String {
        match (seconds + DAY / 2) / DAY {
            1 => "was given a day more".to_owned(),
            days => format!("was given {days} days more"),
        }
    }
}

/// Words with a capital letter and a full stop.
pub(super) fn sentence(words: &str) -> String {
    let stop = if words.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    format!("{}{stop}", capital(words))
}
