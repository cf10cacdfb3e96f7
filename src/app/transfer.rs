//! Matches brought in from our game text, and matches opened with everybody seated.
//!
//! The text is what [`super::record`] writes. What is brought in is an analysis board of the asker's own, who holds every
//! seat: it can be looked at, replayed, and played on. Nobody else sees it, no clock runs in it, and it lives nowhere, so
//! that it is in nobody's way.

use std::sync::Arc;
use std::time::Instant;

use futures_util::future::BoxFuture;

use super::change::Trigger;
use super::error::impossible;
use super::match_texts::{alt, fault_sentence};
use super::opening::{begin, blank_row, new_match};
use super::pending::PendingMatch;
use super::throws::resolve_chance;
use super::{App, AppError, Chance, MatchView, NewGame, Request};
use crate::games;
use crate::match_state::{
    Audience, ChannelId, Ending, Event, GameId, GuildId, Pace, Terms, UserId,
};
use crate::notation::excerpt;
use crate::rules::{GameInfo, Options, Seat};
use crate::store::{Bounds, OfferRow, Opened, Opening};

/// How long the text of a match may be, in bytes.
pub const LONGEST_TEXT: usize = 200_000;

/// How many entries (moves and throws of dice) a match that is brought in may have: several times as many as the
/// longest games that people play.
pub const LONGEST_GAME: usize = 2_000;
/// The terms of an analysis board.
const UNTIMED: Terms = Terms {
    pace: Pace::Untimed,
    hard: false,
    open: 1,
    machine: None,
};

/// Where a match is that is opened with everybody seated, and what it must keep within.
pub(super) struct Placed {
    pub guild: Option<GuildId>,
    pub channel: ChannelId,
    pub audience: Option<Audience>,
    pub rematch_of: Option<GameId>,
    pub bounds: Option<Bounds>,
    pub practice: bool,
    pub outside: bool,
}

/// What a game text says.
struct Text {
    kind: &'static GameInfo,
    options: Options,
    moves: Vec<String>,
    ending: Option<Ending>,
}

impl App {
    /// Makes an analysis board of a game text: every move is checked. The asker holds every seat, so that it counts for
    /// nobody, and nobody else sees it.
    ///
    /// # Errors
    /// The asker's last import is still being read, or was one too many for a day.
    /// It is not a game text, of a game, options or rules that are not played here, or a move is against the rules
    /// (the sentence says which).
    pub fn import<'a>(
        &'a self,
        mut request: Request,
        text: &'a str,
    ) -> BoxFuture<'a, Result<MatchView, AppError>> {
        Box::pin(async move {
            request.sent = request.sent.deferred();
            let _one = self.importing.occupy(request.user).ok_or_else(|| {
            AppError::Plain(
                "The game that you brought in before is still being read. Please try again when it is there."
                    .to_owned(),
            )
        })?;
            let text = read(text)?;
            let new = NewGame {
                game: text.kind.key.to_owned(),
                options: text.options,
                opponents: Vec::new(),
                seat: None,
                terms: Some(UNTIMED),
            };
            let seated = vec![request.user; text.kind.seats.len()];
            let (moves, ending) = (text.moves, text.ending);
            let place = Placed {
                guild: None,
                channel: request.place.channel,
                audience: Some(Audience::Players),
                rematch_of: None,
                bounds: Some(self.import_bounds(request)),
                practice: false,
                outside: false,
            };
            self.open_with(request, new, seated, place, move |pending, chance| {
                replay(pending, &moves, ending.as_ref())?;
                resolve_chance(pending, chance)
            })
            .await
        })
    }

    /// Opens a match in which everybody is seated, as the rematch of another.
    pub(super) async fn open_seated(
        &self,
        request: Request,
        new: NewGame,
        seated: Vec<UserId>,
        before: GameId,
        offers: Vec<OfferRow>,
    ) -> Result<MatchView, AppError> {
        // Where the last one presses decides nothing: it is the next match of the same people in the same place.
        let row = self.store.row(before).await?;
        let place = Placed {
            guild: row.guild,
            channel: row.channel,
            audience: row.audience,
            rematch_of: Some(before),
            bounds: seated
                .iter()
                .any(|user| user.is_machine())
                .then(|| self.machine_bounds(request)),
            practice: false,
            outside: row.outside,
        };
        let agreed = move |pending: &mut PendingMatch, chance: &Chance| {
            pending.offered = Some((before, offers));
            resolve_chance(pending, chance)
        };
        self.open_with(request, new, seated, place, agreed).await
    }

    pub(super) async fn open_with<F>(
        &self,
        request: Request,
        new: NewGame,
        seated: Vec<UserId>,
        place: Placed,
        then: F,
    ) -> Result<MatchView, AppError>
    where
        F: FnOnce(&mut PendingMatch, &Chance) -> Result<(), AppError> + Send + 'static,
    {
        self.must_be_new(request).await?;
        let kind = games::find(&new.game).ok_or(AppError::Internal)?;
        let opening = Opening {
            key: kind.key.to_owned(),
            options: serde_json::to_string(&new.options).map_err(|_| AppError::Internal)?,
            rules: kind.rules_version,
            guild: place.guild,
            channel: place.channel,
            rematch_of: place.rematch_of,
            audience: place.audience,
            bounds: place.bounds,
            practice: place.practice,
            shared: false,
            outside: place.outside,
            choices: None,
        };
        self.must_be_admitted(opening.guild, &seated, request.user)
            .await?;
        let (now, chance) = (self.sources.clock.now(), self.sources.chance.clone());
        let row = blank_row(&opening, now);
        let terms = new.terms;
        let (pending, match_view) = new_match(row, now, move |pending| {
            sit(pending, &seated, terms)?;
            begin(pending, &chance)?;
            then(pending, &chance)
        })
        .await?;
        self.keep_new(request, &opening, pending, match_view).await
    }

    /// Stores a match that is not yet, and completes what is shown of it.
    pub(super) fn keep_new<'a>(
        &'a self,
        request: Request,
        opening: &'a Opening,
        mut pending: PendingMatch,
        mut match_view: MatchView,
    ) -> BoxFuture<'a, Result<MatchView, AppError>> {
        Box::pin(async move {
            let (lessons, learnt) = self.lessons(&pending.loaded).await?;
            let (postings, mentioned) = self.postings(&pending, Trigger::Request(request)).await?;
            match_view.mention = mentioned;
            pending.until = Some(request.sent.until(None));
            let (mut loaded, commit) =
                pending.into_commit(Some(request.interaction), learnt, postings);
            // Nothing that can fail comes after it is stored.
            self.hold_machine(Some(request), &loaded);
            let Opened { game, mention } = self.store.open_game(opening, &commit).await?;
            match_view.role = match_view.role.filter(|_| mention);
            self.hold_machine_in(request, game);
            (loaded.id, loaded.changed) = (game, Some(Instant::now()));
            match_view.game = game;
            match_view.lessons.extend(lessons);
            match_view.alt = alt(&loaded, loaded.public_sight(), &match_view.title);
            self.match_cache.put(Arc::new(loaded));
            Ok(match_view)
        })
    }
}

/// Everybody sits down where they belong. The one who holds several seats opens the table, but never the machine. Without
/// terms no clock runs at all.
fn sit(
    pending: &mut PendingMatch,
    seated: &[UserId],
    terms: Option<Terms>,
) -> Result<(), AppError> {
    let times = |user: &UserId| seated.iter().filter(|other| *other == user).count();
    let person = |user: &UserId| !user.is_machine();
    let several = seated
        .iter()
        .position(|user| person(user) && times(user) > 1);
    let opener = several.or_else(|| seated.iter().position(person));
    let opener = opener.unwrap_or(0);
    let opener = *seated.get(opener).ok_or(AppError::Internal)?;
    let mut opened = false;
    let mut seats: Vec<(Seat, UserId)> = (0..).map(Seat).zip(seated.iter().copied()).collect();
    seats.sort_by_key(|(seat, user)| (*user != opener, *seat));
    for (seat, user) in seats {
        let wish = Some(seat);
        let mut events = vec![Event::Joined { user, wish }];
        if !opened {
            opened = true;
            events = vec![Event::Opened { user, wish }];
            events.extend(terms.map(|terms| Event::Agreed { terms }));
        }
        for event in events {
            pending
                .add(event, None)
                .map_err(|fault| AppError::Plain(fault_sentence(&pending.loaded, user, fault)))?;
        }
    }
    Ok(())
}

/// Plays what a game text tells.
pub(super) fn replay(
    pending: &mut PendingMatch,
    moves: &[String],
    ending: Option<&Ending>,
) -> Result<(), AppError> {
    for (number, text) in (1..).zip(moves) {
        let game = pending.loaded.game.umpire_mut();
        let seat = game.turn();
        let user = pending.loaded.state.owner(seat).ok_or(AppError::Internal)?;
        let drawn = game.chance().contains(text);
        let leaver = game
            .kind()
            .all_seats()
            .find(|seat| game.resign_move(*seat).as_ref() == Some(text));
        let played = game.play(text).map_err(|why| {
            AppError::Plain(format!(
                "Entry {number} of the game, \"{}\", is against the rules: {why}",
                excerpt(text)
            ))
        })?;
        let (text, next) = (played.canonical.clone(), game.turn());
        let event = match (drawn, leaver) {
            (true, _) => Event::Rolled { text, next },
            (false, Some(seat)) => Event::Resigned {
                seat,
                user: pending.loaded.state.owner(seat).ok_or(AppError::Internal)?,
                text: Some(text),
                next,
            },
            (false, None) => Event::Moved {
                seat,
                user,
                text,
                next,
            },
        };
        pending.add(event, Some(played)).map_err(impossible)?;
    }
    let game = pending.loaded.game.umpire();
    let ending = match (Ending::of_game(game), ending) {
        (Some(decided), _) => decided,
        (None, None) => return Ok(()),
        (None, Some(said)) if Ending::beside_the_rules(game).contains(said) => said.clone(),
        (None, Some(_)) => {
            return Err(AppError::Plain(
                "The result of the game cannot be one of this game: its moves do not lead to it. Write \
                 `Result: ongoing`, or leave the line out."
                    .to_owned(),
            ));
        }
    };
    pending
        .add(Event::Ended { ending }, None)
        .map_err(impossible)
}

/// Where the moves begin that no empty line parts from the lines `Name: value` before them.
fn end_of_headers(text: &str) -> usize {
    let is_header = |line: &&str| {
        line.split_once(": ").is_some_and(|(name, _)| {
            name.chars()
                .all(|letter| letter.is_ascii_alphabetic() || letter == ' ')
        })
    };
    let headers = text.split_inclusive('\n').take_while(is_header);
    match headers.map(str::len).sum() {
        0 => text.len(),
        end => end,
    }
}

/// Reads a game text.
fn read(text: &str) -> Result<Text, AppError> {
    let no = |why: &str| {
        AppError::Plain(format!(
            "That is not a game text of mine: {why}. `/export` writes one."
        ))
    };
    if text.len() > LONGEST_TEXT {
        return Err(no("it is too long"));
    }
    // Some editors put a byte order mark before it.
    let text = text.replace("\r\n", "\n");
    let text = text.trim_start_matches('\u{feff}').trim();
    let (headers, body) = text
        .split_once("\n\n")
        .unwrap_or_else(|| text.split_at(end_of_headers(text)));
    let mut kind = None;
    let mut options = Options::new();
    let (mut rules, mut ending) = (None, None);
    for line in headers.lines() {
        let (name, value) = line
            .split_once(':')
            .ok_or_else(|| no("it does not begin with lines such as `Game: abstract`"))?;
        let value = value.trim();
        match name.trim() {
            "Game" => kind = games::find(value),
            "Rules" => rules = value.parse::<u32>().ok(),
            "Option" => {
                let (key, value) = value
                    .split_once('=')
                    .ok_or_else(|| no("an option has no value"))?;
                options.set(key, value);
            }
            "Result" if value != "ongoing" => {
                let read = Ending::from_text(value);
                ending = Some(read.ok_or_else(|| no("its result cannot be read"))?);
            }
            _ => {}
        }
    }
    let kind = kind.ok_or_else(|| no("it names no game that is played here"))?;
    let kind = kind.under(&options);
    if ending
        .as_ref()
        .is_some_and(|said| said.outcome(kind).is_none())
    {
        return Err(no("its result is none that a game of this kind can have"));
    }
    if rules.is_some_and(|rules| rules > kind.rules_version) {
        return Err(AppError::Plain(format!(
            "That game was played by a later version of the rules of {}.",
            kind.name
        )));
    }
    let options = kind.resolve(&options)?;
    kind.new_game(&options)?;
    let moves = moves(body);
    if moves.len() > LONGEST_GAME {
        return Err(AppError::Plain(format!(
            "That game has {} moves; I bring in games of at most {LONGEST_GAME}. Nothing was brought in.",
            moves.len()
        )));
    }
    Ok(Text {
        kind,
        options,
        moves,
        ending,
    })
}

/// The entries of the move list, without numbers and remarks.
fn moves(body: &str) -> Vec<String> {
    let mut bare = String::with_capacity(body.len());
    let mut remark = false;
    for c in body.chars() {
        match c {
            '{' => remark = true,
            '}' => {
                remark = false;
                bare.push(' ');
            }
            _ if remark => {}
            c => bare.push(c),
        }
    }
    let is_number = |word: &str| {
        word.strip_suffix('.')
            .is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
    };
    bare.split_whitespace()
        .filter(|word| !is_number(word))
        .map(str::to_owned)
        .collect()
}
