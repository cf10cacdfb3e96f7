//! Taking over a seat. The substitute begins a new tenure; the former player keeps the results of the old one.

use crate::app::deadlines::expiry::vacate;
use crate::app::error::impossible;
use crate::app::matches::change::{Trigger, since};
use crate::app::matches::pending::PendingMatch;
use crate::app::matches::seats::{seats_of, still_in, vacant};
use crate::app::matches::texts::fault_sentence;
use crate::app::{App, AppError, MatchRef, MatchView, Purpose, Request};
use crate::match_state::{Event, GameId, MatchError, Phase};
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

    /// Takes over a seat that is offered, any if `seat` is `None`.
    ///
    /// # Errors
    /// The user plays or has played in the match; no seat, or not that one, is offered.
    pub async fn take_seat(
        &self,
        request: Request,
        game: GameId,
        seat: Option<Seat>,
    ) -> Result<MatchView, AppError> {
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
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
            // Former players too: nobody plays against seats that they held before.
            if state.tenures().iter().any(|tenure| tenure.user == user) {
                return Err(AppError::Plain(
                    "You play or have played in this game: a seat is for somebody new.".to_owned(),
                ));
            }
            let vacant = vacant(&pending.loaded);
            let wanted = seat.map_or_else(
                || vacant.first().copied(),
                |seat| vacant.contains(&seat).then_some(seat),
            );
            let seat = wanted.ok_or_else(|| refuse(MatchError::NotVacant))?;
            let substituted = Event::Substituted { seat, user };
            pending.add(substituted, None).map_err(impossible)?;
            for (_, until) in &absent {
                let until = *until;
                pending
                    .add(Event::Away { seat, until }, None)
                    .map_err(impossible)?;
            }
            Ok(())
        })
        .await
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
