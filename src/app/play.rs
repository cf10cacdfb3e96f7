//! Moving, resigning, and what follows by itself: chance, and the end.

use super::live::{Ahead, Live};
use super::lobby::{ATTEMPTS, impossible};
use super::look::shown;
use super::words::fault_sentence;
use super::{App, Chance, Purpose, Refusal, Request, Shown, Which, think};
use crate::rules::Seat;
use crate::scene::View;
use crate::store::StoreError;
use crate::table::{Ending, Event, Fault, Phase, UserId};

impl App {
    pub(super) async fn play_move(
        &self,
        request: Request,
        which: Which,
        text: &str,
    ) -> Result<Shown, Refusal> {
        self.must_be_new(request).await?;
        let user = request.user;
        let game = self.which(request, which, Purpose::Move).await?;
        let live = self.live(game).await?;
        self.must_be_visible(request, &live)?;
        let ply = live.table.ply();
        if let Which::At(_, then) = which
            && then != ply
        {
            return Err(self.stale(game, then, user).await);
        }
        let seat = seat_to_move(&live, request)?;
        let (now, chance) = (self.sources.clock.now(), self.sources.chance.clone());
        let text = text.to_owned();
        let (ahead, shown) = think(move || -> Result<(Ahead, Shown), Refusal> {
            let mut ahead = Ahead::of(Live::clone(&live), now);
            let played = ahead.live.game.play(&text)?;
            let moved = Event::Moved {
                seat,
                user,
                text: played.canonical.clone(),
                next: ahead.live.game.turn(),
            };
            ahead.add(moved, Some(played)).map_err(impossible)?;
            let_chance_decide(&mut ahead, &chance)?;
            let shown = shown(&ahead.live, &View::default());
            Ok((ahead, shown))
        })
        .await??;
        match self.commit(request, ahead, shown).await {
            Err(StoreError::Changed) => Err(self.stale(game, ply, user).await),
            done => Ok(done?),
        }
    }

    pub(super) async fn resign_seat(
        &self,
        request: Request,
        which: Which,
    ) -> Result<Shown, Refusal> {
        self.must_be_new(request).await?;
        let user = request.user;
        let game = self.which(request, which, Purpose::Resign).await?;
        for _ in 0..ATTEMPTS {
            let live = self.live(game).await?;
            self.must_be_visible(request, &live)?;
            if let Which::At(_, then) = which
                && then != live.table.ply()
            {
                return Err(self.stale(game, then, user).await);
            }
            let seat = seat_to_leave(&live, request)?;
            let (now, chance) = (self.sources.clock.now(), self.sources.chance.clone());
            let (ahead, shown) = think(move || -> Result<(Ahead, Shown), Refusal> {
                let mut ahead = Ahead::of(Live::clone(&live), now);
                resign(&mut ahead, seat, user)?;
                let_chance_decide(&mut ahead, &chance)?;
                let shown = shown(&ahead.live, &View::default());
                Ok((ahead, shown))
            })
            .await??;
            match self.commit(request, ahead, shown).await {
                Err(StoreError::Changed) => {}
                done => return Ok(done?),
            }
        }
        Err(StoreError::Changed.into())
    }
}

/// Where the asker holds the seat to move, that seat.
pub(super) fn seat_to_move(live: &Live, request: Request) -> Result<Seat, Refusal> {
    let seats = seats_of(live, request)?;
    let turn = live.table.turn();
    turn.filter(|turn| seats.contains(turn))
        .ok_or_else(|| Refusal::Plain(fault_sentence(live, request.user, Fault::NotTheirTurn)))
}

/// The seat that the asker gives up: the one to move if they hold several.
fn seat_to_leave(live: &Live, request: Request) -> Result<Seat, Refusal> {
    let seats = seats_of(live, request)?;
    let turn = live.table.turn();
    let mut still = seats
        .iter()
        .copied()
        .filter(|seat| !live.table.is_out(*seat));
    turn.filter(|turn| seats.contains(turn))
        .or_else(|| still.next())
        .ok_or_else(|| Refusal::Plain(fault_sentence(live, request.user, Fault::Out)))
}

/// The asker's seats in a match that is being played.
fn seats_of(live: &Live, request: Request) -> Result<Vec<Seat>, Refusal> {
    let refuse = |fault| Err(Refusal::Plain(fault_sentence(live, request.user, fault)));
    let seats = live.table.seats_of(request.user);
    match live.table.phase() {
        Phase::Open => refuse(Fault::NotBegun),
        Phase::Over(_) => refuse(Fault::Over),
        Phase::Playing if seats.is_empty() => refuse(Fault::NotAPlayer),
        Phase::Playing => Ok(seats),
    }
}

/// A seat leaves: the game goes on without it where its rules say how, or else the match ends.
pub(super) fn resign(ahead: &mut Ahead, seat: Seat, user: UserId) -> Result<(), Refusal> {
    let departure = ahead.live.game.departure(seat);
    let played = departure
        .map(|text| ahead.live.game.play(&text))
        .transpose()?;
    let goes_on = played.is_some();
    let resigned = Event::Resigned {
        seat,
        user,
        text: played.as_ref().map(|played| played.canonical.clone()),
        next: ahead.live.game.turn(),
    };
    ahead.add(resigned, played).map_err(impossible)?;
    if !goes_on {
        let ending = Ending::by_resignation(ahead.live.kind, seat);
        let ended = Event::Ended { ending };
        ahead.add(ended, None).map_err(impossible)?;
    }
    Ok(())
}

/// Draws what chance must decide before somebody can move, and ends the match where the game is over.
pub(super) fn let_chance_decide(ahead: &mut Ahead, chance: &Chance) -> Result<(), Refusal> {
    while *ahead.live.table.phase() == Phase::Playing {
        let game = &mut ahead.live.game;
        if let Some(ending) = Ending::of_game(game.as_ref()) {
            let ended = Event::Ended { ending };
            ahead.add(ended, None).map_err(impossible)?;
            break;
        }
        let outcomes = game.chance();
        let Some(outcome) = chance.pick(&outcomes) else {
            break;
        };
        let played = game.play(outcome)?;
        let rolled = Event::Rolled {
            text: played.canonical.clone(),
            next: game.turn(),
        };
        ahead.add(rolled, Some(played)).map_err(impossible)?;
    }
    Ok(())
}
