//! Taking over a seat. The substitute begins a new tenure; the former player keeps the results of the old one.

use crate::app::deadlines::expiry::vacate;
use crate::app::error::impossible;
use crate::app::matches::change::{Trigger, since};
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::pending::PendingMatch;
use crate::app::matches::seats::{is_offered_anywhere, seats_of, still_in, vacant};
use crate::app::matches::texts::fault_sentence;
use crate::app::texts::mention;
use crate::app::{App, AppError, MatchRef, MatchView, Purpose, Request};
use crate::match_state::{Event, GameId, MatchError, Phase, UserId};
use crate::rules::Seat;

impl App {
    /// Offers the user's seat to anyone, in a match of more than two. The user plays on until somebody takes it.
    ///
    /// # Errors
    /// Not a player still in; the match is one of two.
    pub async fn offer_seat(
        &self,
        request: Request,
        which: MatchRef,
    ) -> Result<MatchView, AppError> {
        let game = self.find_match(request, which, Purpose::Own).await?;
        self.change(
            Trigger::Request(request),
            game,
            since(which),
            move |pending, _| {
                if pending.loaded.state.size() <= 2 {
                    return Err(AppError::Plain(
                        "In a game of two nobody can take over your seat. If you don't want to go on, `/resign` gives up the game."
                            .to_owned(),
                    ));
                }
                let seat = own(pending, request)?;
                vacate(pending, seat, Some(request.user))
            },
        )
        .await
    }

    /// Withdraws the user's offer of a seat.
    ///
    /// # Errors
    /// Not a player still in; a moderator has opened the seat to anyone.
    pub async fn keep_seat(
        &self,
        request: Request,
        which: MatchRef,
    ) -> Result<MatchView, AppError> {
        let game = self.find_match(request, which, Purpose::Own).await?;
        self.change(
            Trigger::Request(request),
            game,
            since(which),
            move |pending, _| {
                let seat = own(pending, request)?;
                if pending.loaded.state.is_freed(seat) {
                    let sentence = fault_sentence(&pending.loaded, request.user, MatchError::Freed);
                    return Err(AppError::Plain(sentence));
                }
                pending.add(Event::Kept { seat }, None).map_err(impossible)
            },
        )
        .await
    }

    /// Takes over a seat that is offered or that the machine keeps, any if `seat` is `None`: the user's former seat
    /// first.
    ///
    /// # Errors
    /// The user plays or has played in the match, and the machine does not keep that seat for the user; no seat, or not
    /// that one, is offered; the machine keeps it for its former player alone yet.
    pub async fn take_seat(
        &self,
        request: Request,
        game: GameId,
        seat: Option<Seat>,
    ) -> Result<MatchView, AppError> {
        let loaded = self.load(game).await?;
        let visible = self.must_be_visible(request, &loaded);
        let remote = visible.is_err();
        if remote && !self.is_offered_elsewhere(request, &loaded).await? {
            visible?;
        }
        let user = request.user;
        self.must_have_room(user).await?;
        self.must_be_admitted(loaded.location.guild, &[user], user)
            .await?;
        let absent = self.on_vacation(user).await?;
        let any = crate::app::matches::change::Precondition::Any;
        self.change(Trigger::Request(request), game, any, move |pending, _| {
            let state = &pending.loaded.state;
            let refuse = |fault| AppError::Plain(fault_sentence(&pending.loaded, user, fault));
            if *state.phase() != Phase::Playing {
                let begun = *state.phase() == Phase::Open;
                return Err(refuse(if begun {
                    MatchError::NotBegun
                } else {
                    MatchError::Over
                }));
            }
            let seat = seat_for(&pending.loaded, user, seat, pending.at)?;
            if remote {
                pending.remote.push(user);
            }
            let substituted = Event::Substituted { seat, user };
            pending.add(substituted, None).map_err(impossible)?;
            let heeded = pending.loaded.state.heeds_vacations();
            for (_, until) in absent.iter().filter(|_| heeded) {
                let until = *until;
                pending
                    .add(Event::Away { seat, until }, None)
                    .map_err(impossible)?;
            }
            Ok(())
        })
        .await
    }

    /// True if a seat of a match that is shown elsewhere is offered to the user, as in [`App::tables`].
    async fn is_offered_elsewhere(
        &self,
        request: Request,
        loaded: &LoadedMatch,
    ) -> Result<bool, AppError> {
        Ok(is_offered_anywhere(loaded)
            && self.is_shared(loaded.location.guild).await?
            && self.sees_other_servers(request).await?)
    }
}

/// Returns the seat that a user takes over: the wanted one, or else the user's own that the machine keeps, or else any.
fn seat_for(
    loaded: &LoadedMatch,
    user: UserId,
    wanted: Option<Seat>,
    now: i64,
) -> Result<Seat, AppError> {
    let state = &loaded.state;
    let is_wanted = |seat: &Seat| wanted.is_none_or(|wanted| wanted == *seat);
    let kept: Vec<(Seat, UserId, i64)> = still_in(loaded)
        .into_iter()
        .filter(is_wanted)
        .filter_map(|seat| {
            state
                .kept_for(seat)
                .map(|(for_whom, until)| (seat, for_whom, until))
        })
        .collect();
    if let Some((own, ..)) = kept.iter().find(|(_, for_whom, _)| *for_whom == user) {
        return Ok(*own);
    }
    // Former players too: nobody plays against seats that they held before.
    if state.tenures().iter().any(|tenure| tenure.user == user) {
        return Err(AppError::Plain(
            "You play or have played in this game: a seat is for somebody new.".to_owned(),
        ));
    }
    if let Some(seat) = vacant(loaded).into_iter().find(is_wanted) {
        return Ok(seat);
    }
    match kept.iter().min_by_key(|(.., until)| *until) {
        Some((seat, _, until)) if *until <= now => Ok(*seat),
        Some((_, for_whom, until)) => Err(AppError::Plain(format!(
            "The machine keeps this seat for {}, who can take it back. Anyone can <t:{until}:R>.",
            mention(*for_whom)
        ))),
        None => Err(AppError::Plain(fault_sentence(
            loaded,
            user,
            MatchError::NotVacant,
        ))),
    }
}

/// Returns the user's seat: of several, the one to move.
fn own(pending: &PendingMatch, request: Request) -> Result<Seat, AppError> {
    let loaded = &pending.loaded;
    let mine = seats_of(loaded, request)?;
    let turn = loaded.state.turn().filter(|turn| mine.contains(turn));
    let still = still_in(loaded);
    turn.or_else(|| mine.into_iter().find(|seat| still.contains(seat)))
        .ok_or_else(|| AppError::Plain(fault_sentence(loaded, request.user, MatchError::Out)))
}
