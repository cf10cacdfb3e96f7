//! Lines of a board about time and offers, and the buttons for them.

use serenity::builder::{CreateActionRow, CreateButton};
use serenity::model::application::ButtonStyle;

use super::parts::Readers;
use crate::app::{MatchView, OfferKind, Phase};
use crate::discord::custom_id::{At, CustomId};
use crate::discord::reply::{button, buttons};
use crate::discord::texts;
use crate::match_state::{Due, GameId, UserId};

fn seat_name(match_view: &MatchView, index: usize) -> &str {
    match_view
        .seats
        .get(index)
        .map_or("", |(name, _)| name.as_str())
}

/// Returns the lines next to the board, for readers who know the first `told` events: new offers; in a view of
/// everything all offers, free seats and vacations.
pub fn beside(match_view: &MatchView, told: u32) -> Vec<String> {
    let declined = match_view.declined.iter().map(texts::declined);
    // The buttons of an earlier offer stay until it is answered.
    let offers = match_view.offers.iter();
    let new = offers.filter(|offer| told == 0 || match_view.new_offers.contains(&offer.kind));
    let mut lines: Vec<String> = declined.chain(new.map(texts::offered)).collect();
    if told > 0 || !matches!(match_view.phase, Phase::Playing) {
        return lines;
    }
    for clock in &match_view.clocks {
        let name = seat_name(match_view, clock.seat.index());
        if let Some(until) = clock.away_until {
            lines.push(texts::away(name, until));
        }
        if clock.vacant && !clock.absent {
            lines.push(texts::vacant(name, clock.freed));
        }
        if let Some((user, until)) = clock.kept_for {
            lines.push(texts::seat_kept(name, user, until));
        }
    }
    lines
}

/// Returns the time left to each seat, if the players have banks of time.
pub fn time_left(match_view: &MatchView) -> Option<String> {
    let bank = match_view
        .terms
        .is_some_and(|terms| matches!(terms.pace, crate::match_state::Pace::Bank { .. }));
    let playing = matches!(match_view.phase, Phase::Playing);
    let banks: Vec<(String, i64)> = match_view
        .clocks
        .iter()
        .filter(|clock| bank && playing && !clock.out)
        .filter_map(|clock| {
            let name = seat_name(match_view, clock.seat.index());
            Some((name.to_owned(), clock.left?))
        })
        .collect();
    (!banks.is_empty()).then(|| texts::banks(&banks))
}

/// The effect of a claim.
#[derive(Clone, Copy)]
enum ClaimEffect {
    /// The end of the game.
    EndsGame,
    /// The exit of one seat of several.
    DropsSeat,
}

/// Returns the effect that a claim would have.
fn claim_effect(match_view: &MatchView) -> ClaimEffect {
    match match_view.seats.len() {
        ..=2 => ClaimEffect::EndsGame,
        _ => ClaimEffect::DropsSeat,
    }
}

/// Returns one line about the timer that runs out next, if it concerns the players.
pub fn runs_out(match_view: &MatchView) -> Option<String> {
    let timer = match_view.timer?;
    let turn = || {
        let (seat, _) = match_view.next.first()?;
        Some(seat_name(match_view, seat.index()))
    };
    match timer.due {
        Due::Filling => Some(texts::table_until(timer.at)),
        Due::Clock => Some(texts::move_until(timer.at)),
        Due::Window => Some(texts::window(turn()?, timer.at)),
        Due::Claim => Some(claimable(turn()?, claim_effect(match_view), timer.at)),
        Due::Silence => None,
    }
}

/// Returns the buttons for the lines next to the board: players answer offers and claim, anyone takes free seats.
pub fn rows(match_view: &MatchView, readers: Readers) -> Vec<CreateActionRow> {
    let (game, ply) = (match_view.game, match_view.ply);
    let plays = readers != Readers::Spectator;
    let mut rows = Vec::new();
    let answers = match_view
        .offers
        .iter()
        .filter(|_| plays)
        .flat_map(|offer| {
            let kind = offer.kind;
            [
                button(
                    &CustomId::Offer { game, ply, kind },
                    texts::button_agree(kind),
                    ButtonStyle::Success,
                ),
                button(
                    &CustomId::Decline { game, ply, kind },
                    texts::button_decline(kind),
                    ButtonStyle::Secondary,
                ),
            ]
        });
    rows.extend(buttons(answers.take(4)));
    let mut time: Vec<Option<CreateButton>> = Vec::new();
    if plays
        && match_view
            .timer
            .is_some_and(|timer| timer.due == Due::Claim)
    {
        time.extend(claim_buttons(game, ply, claim_effect(match_view)));
    }
    time.extend(
        match_view
            .clocks
            .iter()
            .filter(|clock| clock.vacant || clock.kept_for.is_some())
            .map(|clock| {
                let seat = clock.seat;
                button(
                    &CustomId::Take { game, seat },
                    &texts::button_take(seat_name(match_view, seat.index())),
                    ButtonStyle::Success,
                )
            }),
    );
    rows.extend(buttons(time));
    rows
}

/// Returns the button that offers something; `None` if it has been offered already.
fn propose(match_view: &MatchView, kind: OfferKind, label: &str) -> Option<CreateButton> {
    let (game, ply) = (match_view.game, match_view.ply);
    let offered = match_view.offers.iter().any(|offer| offer.kind == kind);
    let offer = CustomId::Offer { game, ply, kind };
    (!offered)
        .then(|| button(&offer, label, ButtonStyle::Secondary))
        .flatten()
}

/// True if one of these users has a move to take back. Seats are in turn order, so a seat at or past the number of
/// moves has not moved yet.
pub fn has_moved(match_view: &MatchView, by: impl Fn(UserId) -> bool) -> bool {
    let mut turns = match_view.seats.iter().zip(0..match_view.moves);
    turns.any(|((_, owner), _)| owner.is_some_and(&by))
}

/// Returns the buttons with which a player can offer something while the game goes on.
pub fn proposals(match_view: &MatchView, user: UserId) -> Vec<Option<CreateButton>> {
    let is_offered = (match_view.offers.iter()).any(|offer| offer.kind == OfferKind::Draw);
    let ask = || offer_draw_button(match_view.game, match_view.ply);
    let has_moved = has_moved(match_view, |owner| owner == user);
    let take_back = || propose(match_view, OfferKind::Takeback, texts::BUTTON_TAKEBACK);
    vec![
        (!is_offered).then(ask).flatten(),
        has_moved.then(take_back).flatten(),
    ]
}

/// Returns the button that offers a rematch, below the last board.
pub fn rematch(match_view: &MatchView) -> Option<CreateButton> {
    let over = matches!(match_view.phase, Phase::Over { .. });
    over.then(|| propose(match_view, OfferKind::Rematch, texts::BUTTON_REMATCH))
        .flatten()
}

/// Returns the buttons for when the player to move has run out of time.
fn claim_buttons(game: GameId, ply: u32, effect: ClaimEffect) -> [Option<CreateButton>; 2] {
    let at = At { game, ply };
    [
        button(
            &CustomId::Claim(at),
            button_claim(effect),
            ButtonStyle::Danger,
        ),
        button(&CustomId::Gift(at), "Give a day", ButtonStyle::Secondary),
    ]
}

fn button_claim(effect: ClaimEffect) -> &'static str {
    match effect {
        ClaimEffect::EndsGame => "Claim the win",
        ClaimEffect::DropsSeat => "Claim",
    }
}

/// Returns the line that tells opponents that they may claim, and what the claim does, since its button asks no
/// question. At `until` the same happens without a claim.
fn claimable(seat_name: &str, effect: ClaimEffect, until: i64) -> String {
    let (seat, claim) = (texts::seat(seat_name), button_claim(effect));
    let until = texts::ago(until);
    match effect {
        ClaimEffect::EndsGame => format!(
            "⌛ {seat} has run out of time and can still move. The opponent may press **{claim}**, which ends the game \
             at once, give a day more, or wait: the win is given {until} without a claim."
        ),
        ClaimEffect::DropsSeat => format!(
            "⌛ {seat} has run out of time and can still move. Each opponent may press **{claim}**, which puts {seat} out of the game at \
             once, give a day more, or wait: {seat} drops out {until} without a claim."
        ),
    }
}

/// Returns the button that asks before a draw is offered, behind "More".
fn offer_draw_button(game: GameId, ply: u32) -> Option<CreateButton> {
    let ask = CustomId::AskDraw(At { game, ply });
    button(&ask, "Offer a draw", ButtonStyle::Secondary)
}

#[cfg(test)]
mod tests {
    use super::{ClaimEffect, claimable};

    /// The button asks no question, so its sentence states its whole effect: of several seats, one drops out.
    #[test]
    fn the_sentence_above_the_button_says_what_a_claim_does() {
        let two = claimable("white", ClaimEffect::EndsGame, 0);
        assert!(
            two.contains("**Claim the win**, which ends the game at once"),
            "{two}"
        );
        let four = claimable("white", ClaimEffect::DropsSeat, 0);
        assert!(
            four.contains("puts White out of the game at once"),
            "{four}"
        );
        assert!(
            !four.contains("the win") && !four.contains("ends"),
            "{four}"
        );
    }
}
