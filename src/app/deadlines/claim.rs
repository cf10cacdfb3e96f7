//! An opponent's actions about a player's clock: to claim, or to give time.

use crate::app::error::impossible;
use crate::app::matches::change::{Trigger, since};
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::seats::{seats_of, still_in};
use crate::app::matches::texts::fault_sentence;
use crate::app::play::moves::drop_out;
use crate::app::texts::{seat_label, title};
use crate::app::{App, AppError, MatchRef, MatchView, Purpose, Request};
use crate::match_state::{DAY, Due, Event, GameId, Leaving, MatchError};
use crate::rules::Seat;

/// The question before a claim that a player has run out of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimQuestion {
    /// The match.
    pub game: GameId,
    /// The match's number of events.
    pub ply: u32,
    /// The match's title.
    pub title: String,
    /// The name of the seat that has run out of time, as shown to people.
    pub seat: String,
    /// True if the claim ends the match; with more than two players the seat drops out instead.
    pub ends: bool,
}

impl App {
    /// Returns the question to ask before a claim. `None` if the user plays alone against the machine, where a claim
    /// takes nothing from anybody.
    ///
    /// # Errors
    /// Those of [`App::claim`].
    pub async fn before_claim(
        &self,
        request: Request,
        which: MatchRef,
    ) -> Result<Option<ClaimQuestion>, AppError> {
        let game = self.find_match(request, which, Purpose::Look).await?;
        let mut loaded = self.unchanged(request, game, which, &mut None).await?;
        let expiry = loaded.expired(self.sources.clock.now());
        if expiry.is_some_and(|expiry| !expiry.leaves_the_turn()) && self.expire(game).await? {
            loaded = self.load(game).await?;
        }
        if loaded.state.only_person() == Some(request.user) {
            return Ok(None);
        }
        let seat = claimable(&loaded, request)?;
        Ok(Some(ClaimQuestion {
            game,
            ply: loaded.state.ply(),
            title: title(loaded.kind, &loaded.options),
            seat: seat_label(loaded.kind, seat),
            ends: loaded.state.size() <= 2,
        }))
    }

    /// Claims against a player who is out of time: with two players the match ends, with more the seat drops out.
    ///
    /// If the user plays alone against the machine, asks the machine to resign, which it does if it sees that it will
    /// be mated.
    ///
    /// # Errors
    /// The user is not an opponent who is still in; nobody is out of time, or others may still take over the seat
    /// first.
    pub async fn claim(&self, request: Request, which: MatchRef) -> Result<MatchView, AppError> {
        let game = self.find_match(request, which, Purpose::Look).await?;
        if let Some(match_view) = self
            .ask_machine_to_resign(request, game, since(which))
            .await?
        {
            return Ok(match_view);
        }
        self.change(
            Trigger::Request(request),
            game,
            since(which),
            move |pending, _| {
                let seat = claimable(&pending.loaded, request)?;
                let out = |text, next| Event::TimedOut {
                    seat,
                    claimed: Some(request.user),
                    text,
                    next,
                };
                drop_out(pending, seat, Leaving::Timeout, out)
            },
        )
        .await
    }

    /// Gives the player to move one more day, even after time has run out. With more than two players each opponent can
    /// do so once a turn, so that two who agree cannot keep the others waiting without end.
    ///
    /// # Errors
    /// The user is not an opponent who is still in; no clock runs; with more than two players, the user has given a day
    /// in this turn.
    pub async fn gift(&self, request: Request, which: MatchRef) -> Result<MatchView, AppError> {
        let game = self.find_match(request, which, Purpose::Look).await?;
        self.change(Trigger::Request(request), game, since(which), move |pending, _| {
            let seat = against(&pending.loaded, request)?;
            let timer = pending.loaded.state.timer();
            if timer.is_none_or(|timer| timer.due == Due::Silence) {
                return Err(AppError::Plain("No clock runs in this game.".to_owned()));
            }
            if pending.loaded.state.size() > 2 && pending.loaded.state.has_given(request.user) {
                return Err(AppError::Plain(
                    "You have already given a day in this turn. With more than two players each can give one a \
                     turn."
                        .to_owned(),
                ));
            }
            let gifted = Event::Gifted {
                seat,
                user: request.user,
                seconds: DAY,
            };
            pending.add(gifted, None).map_err(impossible)
        })
        .await
    }
}

/// Returns the seat to move, if the user is an opponent who is still in.
fn against(loaded: &LoadedMatch, request: Request) -> Result<Seat, AppError> {
    let still = still_in(loaded);
    let mine = seats_of(loaded, request)?;
    if !mine.iter().any(|seat| still.contains(seat)) {
        return Err(refuse(loaded, request, MatchError::Out));
    }
    let turn = loaded.state.turn();
    let turn = turn.ok_or_else(|| refuse(loaded, request, MatchError::Over))?;
    if mine.contains(&turn) {
        return Err(AppError::Plain("It is your own turn.".to_owned()));
    }
    Ok(turn)
}

/// Returns the seat that has run out of time, if the user can claim against it.
fn claimable(loaded: &LoadedMatch, request: Request) -> Result<Seat, AppError> {
    let seat = against(loaded, request)?;
    let timer = loaded.state.timer();
    match timer.is_some_and(|timer| timer.due == Due::Claim) {
        true => Ok(seat),
        false => Err(refuse(loaded, request, MatchError::NotFlagged)),
    }
}

fn refuse(loaded: &LoadedMatch, request: Request, fault: MatchError) -> AppError {
    AppError::Plain(fault_sentence(loaded, request.user, fault))
}
