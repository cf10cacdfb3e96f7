//! Moving, resigning, and what follows by itself: chance, and the end.

use super::change::{Precondition, Trigger};
use super::loaded::{LoadedMatch, PendingMatch};
use super::lobby::impossible;
use super::offer::still_in;
use super::texts::fault_sentence;
use super::{App, AppError, Chance, MatchRef, MatchView, Purpose, Request};
use crate::match_state::{Ending, Event, MatchError, Phase, UserId};
use crate::rules::{Game, Played, Seat};

impl App {
    pub(super) async fn play_move(
        &self,
        request: Request,
        which: MatchRef,
        text: &str,
    ) -> Result<MatchView, AppError> {
        self.must_be_new(request).await?;
        let game = self.which(request, which, Purpose::Move).await?;
        let text = text.to_owned();
        let since = match which {
            MatchRef::At(_, ply) => Precondition::Ply(ply),
            MatchRef::Here | MatchRef::Game(_) => Precondition::First,
        };
        // What somebody asks for with a command everybody can read in its answer.
        let hides = {
            let loaded = self.load(game).await?;
            loaded.hides && !loaded.is_private()
        };
        let by = if hides {
            Trigger::Unseen(request)
        } else {
            Trigger::Request(request)
        };
        self.change(by, game, since, move |pending, _| {
            let seat = seat_to_move(&pending.loaded, request)?;
            make_move(pending, seat, request.user, &text)
        })
        .await
    }

    pub(super) async fn resign_seat(
        &self,
        request: Request,
        which: MatchRef,
    ) -> Result<MatchView, AppError> {
        self.must_be_new(request).await?;
        let game = self.which(request, which, Purpose::Resign).await?;
        let since = match which {
            MatchRef::At(_, ply) => Precondition::Ply(ply),
            MatchRef::Here | MatchRef::Game(_) => Precondition::Any,
        };
        self.change(Trigger::Request(request), game, since, move |pending, _| {
            let seat = seat_to_leave(&pending.loaded, request)?;
            resign(pending, seat, request.user)
        })
        .await
    }
}

/// A player's move, which is never what only chance or leaving the game can do.
pub(super) fn make_move(
    pending: &mut PendingMatch,
    seat: Seat,
    user: UserId,
    text: &str,
) -> Result<(), AppError> {
    let played = play_text(pending.loaded.game.umpire_mut(), text)?;
    let moved = Event::Moved {
        seat,
        user,
        text: played.canonical.clone(),
        next: pending.loaded.game.umpire().turn(),
    };
    pending.add(moved, Some(played)).map_err(impossible)
}

/// Plays a text that somebody typed. What chance decides and how a seat is left is written as a move too, and is not
/// for a player to type.
pub(super) fn play_text(game: &mut dyn Game, text: &str) -> Result<Played, AppError> {
    let mut reserved = game.chance();
    reserved.extend(
        game.kind()
            .all_seats()
            .filter_map(|seat| game.resign_move(seat)),
    );
    let mut after = game.boxed_clone();
    let played = after.play(text)?;
    if reserved.contains(&played.canonical) {
        return Err(AppError::Plain(
            "That is not a move: what is left to chance is drawn by me, and a game is left with `/resign`.".to_owned(),
        ));
    }
    Ok(game.play(&played.canonical)?)
}

/// Where the asker holds the seat to move, that seat.
pub(super) fn seat_to_move(loaded: &LoadedMatch, request: Request) -> Result<Seat, AppError> {
    let seats = seats_of(loaded, request)?;
    let turn = loaded.state.turn();
    turn.filter(|turn| seats.contains(turn)).ok_or_else(|| {
        AppError::Plain(fault_sentence(
            loaded,
            request.user,
            MatchError::NotTheirTurn,
        ))
    })
}

/// The seat that the asker gives up: the one to move if they hold several.
fn seat_to_leave(loaded: &LoadedMatch, request: Request) -> Result<Seat, AppError> {
    let seats = seats_of(loaded, request)?;
    let turn = loaded.state.turn();
    let still_in = still_in(loaded);
    let mut still = seats.iter().copied().filter(|seat| still_in.contains(seat));
    turn.filter(|turn| seats.contains(turn))
        .or_else(|| still.next())
        .ok_or_else(|| AppError::Plain(fault_sentence(loaded, request.user, MatchError::Out)))
}

/// The asker's seats in a match that is being played.
pub(super) fn seats_of(loaded: &LoadedMatch, request: Request) -> Result<Vec<Seat>, AppError> {
    let refuse = |fault| Err(AppError::Plain(fault_sentence(loaded, request.user, fault)));
    let seats = loaded.state.seats_of(request.user);
    match loaded.state.phase() {
        Phase::Open => refuse(MatchError::NotBegun),
        Phase::Over(_) => refuse(MatchError::Over),
        Phase::Playing if seats.is_empty() => refuse(MatchError::NotAPlayer),
        Phase::Playing => Ok(seats),
    }
}

/// A seat leaves: the game goes on without it where its rules say how, or else the match ends.
pub(super) fn resign(pending: &mut PendingMatch, seat: Seat, user: UserId) -> Result<(), AppError> {
    drop_out(pending, seat, "resignation", |text, next| Event::Resigned {
        seat,
        user,
        text,
        next,
    })
}

/// A seat leaves, for whatever reason; `event` makes what is recorded of the move text by which it leaves and of the
/// turn after it.
pub(super) fn drop_out(
    pending: &mut PendingMatch,
    seat: Seat,
    why: &str,
    event: impl FnOnce(Option<String>, Seat) -> Event,
) -> Result<(), AppError> {
    // Nobody loses by a clock while no move can be made.
    if let (Some(lost), "timeout") = (&pending.loaded.lost, why) {
        return Err(AppError::Plain(lost.sentence()));
    }
    let resign_move = pending.loaded.game.umpire().resign_move(seat);
    let played = resign_move
        .map(|text| pending.loaded.game.umpire_mut().play(&text))
        .transpose()?;
    let goes_on = played.is_some();
    let text = played.as_ref().map(|played| played.canonical.clone());
    let left = event(text, pending.loaded.game.umpire().turn());
    pending.add(left, played).map_err(impossible)?;
    if !goes_on {
        let ending = Ending::by_leaving(pending.loaded.kind, seat, why);
        let ended = Event::Ended { ending };
        pending.add(ended, None).map_err(impossible)?;
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
pub(super) fn resolve_chance(pending: &mut PendingMatch, chance: &Chance) -> Result<(), AppError> {
    for throws in 0..=THROWS {
        if *pending.loaded.state.phase() != Phase::Playing {
            return Ok(());
        }
        let game = pending.loaded.game.umpire_mut();
        if let Some(ending) = Ending::of_game(game) {
            let ended = Event::Ended { ending };
            return pending.add(ended, None).map_err(impossible);
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
        pending.add(rolled, Some(played)).map_err(impossible)?;
    }
    // The last throw may have ended the game, which only the next look would have seen.
    if *pending.loaded.state.phase() == Phase::Playing
        && let Some(ending) = Ending::of_game(pending.loaded.game.umpire())
    {
        pending
            .add(Event::Ended { ending }, None)
            .map_err(impossible)?;
    }
    if pending.loaded.game.umpire().chance().is_empty() {
        return Ok(());
    }
    tracing::error!(
        game = pending.loaded.kind.key,
        "nothing that chance can decide lets anybody move"
    );
    Err(AppError::Internal)
}
