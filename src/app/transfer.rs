//! Importing matches from game texts, and opening matches with every seat taken.
//!
//! [`game_text`] reads the text. An imported match is an analysis board: its user holds every seat, and can look
//! at it, replay it and play on. Nobody else sees it, it has no clocks, and it has no home.

pub(super) mod game_text;

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;

use crate::app::error::impossible;
use crate::app::matches::change::Trigger;
use crate::app::matches::opening::{begin, blank_row, new_match};
use crate::app::matches::pending::PendingMatch;
use crate::app::matches::texts::{alt, fault_sentence};
use crate::app::matches::throws::resolve_chance;
use crate::app::texts::ending_sentence;
use crate::app::{App, AppError, Chance, MatchView, NewGame, Request};
use crate::games;
use crate::match_state::{
    Audience, ChannelId, Ending, Event, GameId, GuildId, Leaving, Pace, Terms, UserId,
};
use crate::notation::excerpt;
use crate::rules::{Game, Seat};
use crate::store::{Bounds, OfferRow, Opened, Opening};
use game_text::{GameText, Said};

/// Maximum time for checking the moves of a text.
const LONGEST_READING: Duration = Duration::from_secs(30);
/// The terms of an analysis board.
const UNTIMED: Terms = Terms {
    pace: Pace::Untimed,
    hard: false,
    open: 1,
    machine: None,
    unrated: false,
    rests: false,
    runs: false,
    people: None,
};

/// The place of a match that is opened with every seat taken, and its bounds.
pub(super) struct Placed {
    /// The opener.
    pub opener: UserId,
    pub guild: Option<GuildId>,
    pub channel: ChannelId,
    pub audience: Option<Audience>,
    pub rematch_of: Option<GameId>,
    pub bounds: Option<Bounds>,
    pub practice: bool,
    pub outside: bool,
}

impl App {
    /// Makes an analysis board from a game text whose every move is checked. The user holds every seat, so that it
    /// counts for nobody, and nobody else sees it.
    ///
    /// # Errors
    /// The user's last import is still being read, or exceeds the daily limit. The text is not a game text, its game,
    /// options or rules are not played here, or a move is against the rules (the sentence names it).
    pub fn import<'a>(
        &'a self,
        mut request: Request,
        text: &'a str,
    ) -> BoxFuture<'a, Result<MatchView, AppError>> {
        Box::pin(async move {
            request.sent = request.sent.deferred();
            let _one = self.importing.occupy(request.user).ok_or_else(|| {
                AppError::Plain(
                    "Your previous import is still being read. Please try again when it is there."
                        .to_owned(),
                )
            })?;
            let GameText {
                kind,
                options,
                moves,
                said,
                notes,
            } = game_text::read(text)?;
            let new = NewGame {
                game: kind.key.to_owned(),
                options,
                opponents: Vec::new(),
                seat: None,
                terms: Some(UNTIMED),
            };
            let seated = vec![request.user; kind.seats.len()];
            let place = Placed {
                opener: request.user,
                guild: None,
                channel: request.place.channel,
                audience: Some(Audience::Players),
                rematch_of: None,
                bounds: Some(self.import_bounds(request)),
                practice: false,
                outside: false,
            };
            let (tell, told) = std::sync::mpsc::channel();
            let opened = self.open_with(request, new, seated, place, move |pending, chance| {
                replay(pending, &moves, LONGEST_READING)?;
                if let Some(note) = conclude(pending, &said)? {
                    // The receiver is gone if the import was given up meanwhile.
                    let _ = tell.send(note);
                }
                resolve_chance(pending, chance)
            });
            let mut match_view = opened.await?;
            let notes = notes.into_iter().chain(told.try_iter());
            match_view.status_lines.splice(0..0, notes);
            Ok(match_view)
        })
    }

    /// Opens a match with every seat taken, as the rematch of another.
    pub(super) async fn open_seated(
        &self,
        request: Request,
        new: NewGame,
        (opener, seated): (UserId, Vec<UserId>),
        before: GameId,
        offers: Vec<OfferRow>,
    ) -> Result<MatchView, AppError> {
        // The place of the last request does not matter: the rematch belongs where the first match was played.
        let row = self.store.row(before).await?;
        let place = Placed {
            opener,
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
            sit(pending, &seated, place.opener, terms)?;
            begin(pending, &chance)?;
            then(pending, &chance)
        })
        .await?;
        self.keep_new(request, &opening, pending, match_view).await
    }

    /// Stores a new match and completes its view.
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
            // Nothing after storing can fail.
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

/// Seats everybody in their places. A person with several seats opens the table in place of `opener`. Without terms no
/// clock runs at all.
pub(super) fn sit(
    pending: &mut PendingMatch,
    seated: &[UserId],
    opener: UserId,
    terms: Option<Terms>,
) -> Result<(), AppError> {
    let times = |user: &UserId| seated.iter().filter(|other| *other == user).count();
    let person = |user: &UserId| !user.is_machine();
    let several = seated.iter().find(|user| person(user) && times(user) > 1);
    let opener = several.copied().unwrap_or(opener);
    let owners: Vec<Option<UserId>> = seated.iter().copied().map(Some).collect();
    let terms = terms.map(|terms| terms.for_seats(&owners, opener));
    let mut opened = false;
    let mut seats: Vec<(Seat, UserId)> = (0..).map(Seat).zip(seated.iter().copied()).collect();
    seats.sort_by_key(|(seat, user)| (*user != opener, *seat));
    for (seat, user) in seats {
        if pending.loaded.state.owner(seat) == Some(user) {
            continue;
        }
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

/// Plays moves and chance outcomes, and ends the match if the game is over by them.
pub(super) fn replay(
    pending: &mut PendingMatch,
    moves: &[String],
    within: Duration,
) -> Result<(), AppError> {
    let begun = Instant::now();
    for (number, text) in (1..).zip(moves) {
        if begun.elapsed() > within {
            return Err(AppError::Plain(format!(
                "Checking that game takes too long: I got to entry {number} of {}. Nothing was imported.",
                moves.len()
            )));
        }
        let game = pending.loaded.game.umpire_mut();
        // A game from before may have gone on in a dead position.
        game.overlook_dead();
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
    match Ending::of_game(pending.loaded.game.umpire()) {
        None => Ok(()),
        Some(ending) => pending
            .add(Event::Ended { ending }, None)
            .map_err(impossible),
    }
}

/// Ends a match as its text says, if its moves do not end it; returns a note about that for the user.
fn conclude(pending: &mut PendingMatch, said: &[Said]) -> Result<Option<String>, AppError> {
    let game = pending.loaded.game.umpire();
    let kind = game.kind();
    let decided = Ending::of_game(game);
    let resigns = |loser: Option<Seat>| {
        loser.map(|loser| Ending::by_leaving(kind, loser, Leaving::Resignation))
    };
    let beside = Ending::beside_the_rules(game);
    let ended = said.iter().find_map(|said| match said {
        Said::Ended(ending) => Some(ending.clone()),
        _ => None,
    });
    let scored = said.iter().find_map(|said| match said {
        Said::Score(4) => resigns(kind.opponent(Seat(0))),
        Said::Score(0) => resigns(Some(Seat(0))),
        Said::Score(_) => beside.iter().find(|ending| ending.is_agreement()).cloned(),
        _ => None,
    });
    let no_end_of_this_game = || {
        AppError::Plain(
            "The result of the game cannot be one of this game: its moves do not lead to it. Write \
             `Result: ongoing`, or leave the line out."
                .to_owned(),
        )
    };
    let ending = decided.clone().or_else(|| ended.clone()).or(scored);
    if decided.is_none()
        && ended.is_some_and(|ended| !beside.contains(&ended) && !is_from_outside(game, &ended))
    {
        return Err(no_end_of_this_game());
    }
    let (mut goes_on, mut by_score) = (false, false);
    for said in said {
        let agrees = match (said, &ending) {
            (Said::Never, _) => pending.loaded.state.moves() == 0,
            (Said::Ongoing, None) => true,
            (Said::Ongoing, Some(_)) => {
                goes_on = true;
                decided.is_some()
            }
            (Said::Ended(said), Some(ending)) => said == ending,
            (Said::Score(points), Some(ending)) => {
                by_score = true;
                ending.quarters.first() == Some(points)
            }
            (_, None) => false,
        };
        if !agrees {
            return Err(match &ending {
                Some(ending) => AppError::Plain(format!(
                    "The result in the text is not the one of its moves or of another line: {}. Nothing was imported.",
                    ending_sentence(kind, ending)
                )),
                None => no_end_of_this_game(),
            });
        }
    }
    let note = match (&decided, &ending) {
        (Some(_), _) if goes_on => {
            Some("The text says that the game goes on, but its moves end it.".to_owned())
        }
        (None, Some(ending)) if by_score && ending.is_agreement() => Some(
            "Its moves don't end the game: I took the result for an agreement to a draw."
                .to_owned(),
        ),
        (None, Some(_)) if by_score && !said.iter().any(|said| matches!(said, Said::Ended(_))) => {
            Some("Its moves don't end the game: I took the result for a resignation.".to_owned())
        }
        _ => None,
    };
    if let (None, Some(ending)) = (decided, ending) {
        pending
            .add(Event::Ended { ending }, None)
            .map_err(impossible)?;
    }
    Ok(note)
}

/// True for an ending by a moderator or by a correction of the rules, which neither rules nor players can bring about.
fn is_from_outside(game: &dyn Game, ending: &Ending) -> bool {
    [Ending::by_moderator(game), Ending::by_correction(game)].contains(ending)
}
