//! Moving, resigning, and what follows by itself: chance, and the end.

use super::change::{By, Since};
use super::live::{Ahead, Live};
use super::lobby::impossible;
use super::offer::still_in;
use super::words::fault_sentence;
use super::{App, Chance, Purpose, Refusal, Request, Shown, Which};
use crate::rules::{Game, Played, Seat};
use crate::table::{Ending, Event, Fault, Phase, UserId};

impl App {
    pub(super) async fn play_move(
        &self,
        request: Request,
        which: Which,
        text: &str,
    ) -> Result<Shown, Refusal> {
        self.must_be_new(request).await?;
        let game = self.which(request, which, Purpose::Move).await?;
        let text = text.to_owned();
        let since = match which {
            Which::At(_, ply) => Since::Ply(ply),
            Which::Here | Which::Game(_) => Since::First,
        };
        self.change(By::Request(request), game, since, move |ahead, _| {
            let seat = seat_to_move(&ahead.live, request)?;
            make_move(ahead, seat, request.user, &text)
        })
        .await
    }

    pub(super) async fn resign_seat(
        &self,
        request: Request,
        which: Which,
    ) -> Result<Shown, Refusal> {
        self.must_be_new(request).await?;
        let game = self.which(request, which, Purpose::Resign).await?;
        let since = match which {
            Which::At(_, ply) => Since::Ply(ply),
            Which::Here | Which::Game(_) => Since::Any,
        };
        self.change(By::Request(request), game, since, move |ahead, _| {
            let seat = seat_to_leave(&ahead.live, request)?;
            resign(ahead, seat, request.user)
        })
        .await
    }
}

/// A player's move, which is never what only chance or leaving the game can do.
pub(super) fn make_move(
    ahead: &mut Ahead,
    seat: Seat,
    user: UserId,
    text: &str,
) -> Result<(), Refusal> {
    let played = play_text(ahead.live.game.as_mut(), text)?;
    let moved = Event::Moved {
        seat,
        user,
        text: played.canonical.clone(),
        next: ahead.live.game.turn(),
    };
    ahead.add(moved, Some(played)).map_err(impossible)
}

/// Plays a text that somebody typed. What chance decides and how a seat is left is written as a move too, and is not
/// for a player to type.
pub(super) fn play_text(game: &mut dyn Game, text: &str) -> Result<Played, Refusal> {
    let mut reserved = game.chance();
    reserved.extend(
        game.kind()
            .all_seats()
            .filter_map(|seat| game.departure(seat)),
    );
    let mut after = game.boxed_clone();
    let played = after.play(text)?;
    if reserved.contains(&played.canonical) {
        return Err(Refusal::Plain(
            "That is not a move: what is left to chance is drawn by me, and a game is left with `/resign`.".to_owned(),
        ));
    }
    Ok(game.play(&played.canonical)?)
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
    let still_in = still_in(live);
    let mut still = seats.iter().copied().filter(|seat| still_in.contains(seat));
    turn.filter(|turn| seats.contains(turn))
        .or_else(|| still.next())
        .ok_or_else(|| Refusal::Plain(fault_sentence(live, request.user, Fault::Out)))
}

/// The asker's seats in a match that is being played.
pub(super) fn seats_of(live: &Live, request: Request) -> Result<Vec<Seat>, Refusal> {
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
    drop_out(ahead, seat, "resignation", |text, next| Event::Resigned {
        seat,
        user,
        text,
        next,
    })
}

/// A seat leaves, for whatever reason; `event` makes what is recorded of the move text by which it leaves and of the
/// turn after it.
pub(super) fn drop_out(
    ahead: &mut Ahead,
    seat: Seat,
    why: &str,
    event: impl FnOnce(Option<String>, Seat) -> Event,
) -> Result<(), Refusal> {
    // Nobody loses by a clock while no move can be made.
    if let (Some(lost), "timeout") = (&ahead.live.lost, why) {
        return Err(Refusal::Plain(lost.sentence()));
    }
    let departure = ahead.live.game.departure(seat);
    let played = departure
        .map(|text| ahead.live.game.play(&text))
        .transpose()?;
    let goes_on = played.is_some();
    let text = played.as_ref().map(|played| played.canonical.clone());
    let left = event(text, ahead.live.game.turn());
    ahead.add(left, played).map_err(impossible)?;
    if !goes_on {
        let ending = Ending::by_leaving(ahead.live.kind, seat, why);
        let ended = Event::Ended { ending };
        ahead.add(ended, None).map_err(impossible)?;
    }
    Ok(())
}

/// How many throws in a row are left to chance before only those are that let somebody move. A throw can lose a player
/// the turn, so that the next one throws; some throw never does, or else the game would be over. A fair die comes here
/// less than once in 10^15 games, and one that shows the same for ever holds up no match.
pub(super) const THROWS: usize = 200;

/// Draws what chance must decide before somebody can move, and ends the match where the game is over.
///
/// It ends: after [`THROWS`] throws every further one is taken from those after which nothing is left to chance, and
/// where a game has none it is given up.
pub(super) fn let_chance_decide(ahead: &mut Ahead, chance: &Chance) -> Result<(), Refusal> {
    for throws in 0..=THROWS {
        if *ahead.live.table.phase() != Phase::Playing {
            return Ok(());
        }
        let game = &mut ahead.live.game;
        if let Some(ending) = Ending::of_game(game.as_ref()) {
            let ended = Event::Ended { ending };
            return ahead.add(ended, None).map_err(impossible);
        }
        let mut outcomes = game.chance();
        if throws == THROWS {
            outcomes.retain(|outcome| {
                let mut after = game.boxed_clone();
                after.play(outcome).is_ok() && after.chance().is_empty()
            });
        }
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
    // The last throw may have ended the game, which only the next look would have seen.
    if *ahead.live.table.phase() == Phase::Playing
        && let Some(ending) = Ending::of_game(ahead.live.game.as_ref())
    {
        ahead
            .add(Event::Ended { ending }, None)
            .map_err(impossible)?;
    }
    if ahead.live.game.chance().is_empty() {
        return Ok(());
    }
    tracing::error!(
        game = ahead.live.kind.key,
        "nothing that chance can decide lets anybody move"
    );
    Err(Refusal::Internal)
}
