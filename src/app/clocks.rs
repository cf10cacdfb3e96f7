//! What opponents can do about a player's clock: claim, or give time.

use super::change::{By, Since};
use super::live::Ahead;
use super::lobby::impossible;
use super::offer::still_in;
use super::play::{drop_out, seats_of};
use super::words::fault_sentence;
use super::{App, Purpose, Refusal, Request, Shown, Which};
use crate::rules::Seat;
use crate::table::{DAY, Due, Event, Fault};

impl App {
    /// Claims against a player who has thought too long: with two players the match ends, with more their seat drops
    /// out. Whoever plays against the machine alone claims that it is lost: it resigns if it sees that it will be mated.
    ///
    /// # Errors
    /// Not an opponent still in; nobody's time is over, or the others have not been given time to take the seat over.
    pub async fn claim(&self, request: Request, which: Which) -> Result<Shown, Refusal> {
        let game = self.which(request, which, Purpose::Look).await?;
        if let Some(shown) = self
            .ask_machine_to_resign(request, game, since(which))
            .await?
        {
            return Ok(shown);
        }
        self.change(By::Request(request), game, since(which), move |ahead, _| {
            let seat = against(ahead, request)?;
            let timer = ahead.live.table.timer();
            if timer.is_none_or(|timer| timer.due != Due::Claim) {
                return Err(refuse(ahead, request, Fault::NotFlagged));
            }
            let out = |text, next| Event::TimedOut {
                seat,
                claimed: Some(request.user),
                text,
                next,
            };
            drop_out(ahead, seat, "timeout", out)
        })
        .await
    }

    /// Gives the player to move a day more, also when their time is over. Where more than two play each of the others can
    /// do so once a turn: whoever would rather go on is not kept waiting for ever by two who agree.
    ///
    /// # Errors
    /// Not an opponent still in; nobody counts the time; more than two play and the asker has given a day in this turn.
    pub async fn gift(&self, request: Request, which: Which) -> Result<Shown, Refusal> {
        let game = self.which(request, which, Purpose::Look).await?;
        self.change(By::Request(request), game, since(which), move |ahead, _| {
            let seat = against(ahead, request)?;
            let timer = ahead.live.table.timer();
            if timer.is_none_or(|timer| timer.due == Due::Silence) {
                return Err(Refusal::Plain("No clock runs in this game.".to_owned()));
            }
            if ahead.live.table.size() > 2 && ahead.live.table.has_given(request.user) {
                return Err(Refusal::Plain(
                    "You have already given a day in this turn. Where more than two play, everybody can give one a \
                     turn."
                        .to_owned(),
                ));
            }
            let gifted = Event::Gifted {
                seat,
                user: request.user,
                seconds: DAY,
            };
            ahead.add(gifted, None).map_err(impossible)
        })
        .await
    }
}

/// What a button may have missed.
pub(super) fn since(which: Which) -> Since {
    match which {
        Which::At(_, ply) => Since::Ply(ply),
        Which::Here | Which::Game(_) => Since::Any,
    }
}

/// The seat to move, whose player an opponent who is still in wants to do something about.
fn against(ahead: &Ahead, request: Request) -> Result<Seat, Refusal> {
    let live = &ahead.live;
    let still = still_in(live);
    let mine = seats_of(live, request)?;
    if !mine.iter().any(|seat| still.contains(seat)) {
        return Err(refuse(ahead, request, Fault::Out));
    }
    let turn = live.table.turn();
    let turn = turn.ok_or_else(|| refuse(ahead, request, Fault::Over))?;
    if mine.contains(&turn) {
        return Err(Refusal::Plain("It is your own turn.".to_owned()));
    }
    Ok(turn)
}

fn refuse(ahead: &Ahead, request: Request, fault: Fault) -> Refusal {
    Refusal::Plain(fault_sentence(&ahead.live, request.user, fault))
}
