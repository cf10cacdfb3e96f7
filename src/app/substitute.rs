//! Taking over a seat. Whoever comes is a new tenure of it; what the one before did stays with them.

use super::change::By;
use super::clocks::since;
use super::live::Ahead;
use super::lobby::impossible;
use super::offer::{still_in, vacant};
use super::play::seats_of;
use super::words::fault_sentence;
use super::{App, Purpose, Refusal, Request, Shown, Which};
use crate::rules::Seat;
use crate::table::{Event, Fault, GameId, Phase, UserId};

impl App {
    /// Offers one's own seat to anyone, in a match of more than two. One plays on until somebody comes.
    ///
    /// # Errors
    /// Not a player still in; the match is one of two.
    pub async fn offer_seat(&self, request: Request, which: Which) -> Result<Shown, Refusal> {
        let game = self.which(request, which, Purpose::Resign).await?;
        self.change(By::Request(request), game, since(which), move |ahead, _| {
            if ahead.live.table.size() <= 2 {
                return Err(Refusal::Plain(
                    "In a game of two nobody takes over a seat: to leave it is to resign."
                        .to_owned(),
                ));
            }
            let seat = own(ahead, request)?;
            vacate(ahead, seat, Some(request.user))
        })
        .await
    }

    /// Keeps the seat that one had offered.
    ///
    /// # Errors
    /// Not a player still in; a moderator has opened the seat to anyone.
    pub async fn keep_seat(&self, request: Request, which: Which) -> Result<Shown, Refusal> {
        let game = self.which(request, which, Purpose::Resign).await?;
        self.change(By::Request(request), game, since(which), move |ahead, _| {
            let seat = own(ahead, request)?;
            if ahead.live.table.is_freed(seat) {
                let sentence = fault_sentence(&ahead.live, request.user, Fault::Freed);
                return Err(Refusal::Plain(sentence));
            }
            ahead.add(Event::Kept { seat }, None).map_err(impossible)
        })
        .await
    }

    /// Takes over a seat that is offered; `None` takes any.
    ///
    /// # Errors
    /// The asker plays in the match already; no seat, or not that one, is offered.
    pub async fn take_seat(
        &self,
        request: Request,
        game: GameId,
        seat: Option<Seat>,
    ) -> Result<Shown, Refusal> {
        let live = self.live(game).await?;
        self.must_be_visible(request, &live)?;
        let user = request.user;
        self.must_have_room(user).await?;
        self.must_be_admitted(live.location.guild, &[user], user)
            .await?;
        let absent = self.on_vacation(user).await?;
        let any = super::change::Since::Any;
        self.change(By::Request(request), game, any, move |ahead, _| {
            let table = &ahead.live.table;
            let refuse = |fault| Refusal::Plain(fault_sentence(&ahead.live, user, fault));
            if *table.phase() != Phase::Playing {
                let begun = *table.phase() == Phase::Open;
                return Err(refuse(if begun { Fault::NotBegun } else { Fault::Over }));
            }
            // Also whoever has left it: nobody plays against seats that were theirs.
            if table.tenures().iter().any(|tenure| tenure.user == user) {
                return Err(Refusal::Plain(
                    "You play or have played in this game: a seat is for somebody new.".to_owned(),
                ));
            }
            let vacant = vacant(&ahead.live);
            let wanted = seat.map_or_else(
                || vacant.first().copied(),
                |seat| vacant.contains(&seat).then_some(seat),
            );
            let seat = wanted.ok_or_else(|| refuse(Fault::NotVacant))?;
            let substituted = Event::Substituted { seat, user };
            ahead.add(substituted, None).map_err(impossible)?;
            for (_, until) in &absent {
                let until = *until;
                ahead
                    .add(Event::Away { seat, until }, None)
                    .map_err(impossible)?;
            }
            Ok(())
        })
        .await
    }
}

/// A seat is for anyone now, offered by its player or because they have thought too long; where the terms say so, the
/// machine takes it over at once.
pub(super) fn vacate(ahead: &mut Ahead, seat: Seat, user: Option<UserId>) -> Result<(), Refusal> {
    let vacated = Event::Vacated { seat, user };
    ahead.add(vacated, None).map_err(impossible)?;
    let table = &ahead.live.table;
    let stand_in = table.terms().and_then(|terms| terms.stand_in());
    match stand_in.filter(|_| table.size() > 2) {
        Some(user) => ahead
            .add(Event::Substituted { seat, user }, None)
            .map_err(impossible),
        None => Ok(()),
    }
}

/// The asker's seat: the one to move if they hold several.
fn own(ahead: &Ahead, request: Request) -> Result<Seat, Refusal> {
    let live = &ahead.live;
    let mine = seats_of(live, request)?;
    let turn = live.table.turn().filter(|turn| mine.contains(turn));
    let still = still_in(live);
    turn.or_else(|| mine.into_iter().find(|seat| still.contains(seat)))
        .ok_or_else(|| Refusal::Plain(fault_sentence(live, request.user, Fault::Out)))
}
