//! What a board says of time and offers, and the buttons for them.

use serenity::builder::{CreateActionRow, CreateButton};
use serenity::model::application::ButtonStyle;

use crate::app::{MatchView, OfferKind, Phase};
use crate::discord::commands::{claim, draw};
use crate::discord::custom_id::CustomId;
use crate::discord::reply::{button, buttons};
use crate::discord::texts;
use crate::match_state::{Due, UserId};

fn seat_name(match_view: &MatchView, index: usize) -> &str {
    match_view
        .seats
        .get(index)
        .map_or("", |(name, _)| name.as_str())
}

/// Offers, seats that are free, vacations, banks: what stands beside the board.
pub fn beside(match_view: &MatchView) -> Vec<String> {
    let declined = match_view.declined.iter().map(texts::declined);
    let mut lines: Vec<String> = declined
        .chain(match_view.offers.iter().map(texts::offered))
        .collect();
    if !matches!(match_view.phase, Phase::Playing) {
        return lines;
    }
    for clock in &match_view.clocks {
        let name = seat_name(match_view, clock.seat.index());
        if let Some(until) = clock.away_until {
            lines.push(texts::away(name, until));
        }
        if clock.vacant && !clock.absent {
            lines.push(texts::vacant(name));
        }
    }
    lines
}

/// What the seats have left, where the players have banks of time.
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

/// Whether a claim ends the game, and does not just put out one seat of several.
fn claim_ends(match_view: &MatchView) -> bool {
    match_view.seats.len() <= 2
}

/// What runs out next, in one line.
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
        Due::Claim => Some(claim::claimable(turn()?, claim_ends(match_view), timer.at)),
        Due::Silence => None,
    }
}

/// The rows of buttons for what stands beside the board: answers to offers and claims for those who play, seats to take
/// over for anybody.
pub fn rows(match_view: &MatchView, plays: bool) -> Vec<CreateActionRow> {
    let (game, ply) = (match_view.game, match_view.ply);
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
        time.extend(claim::buttons(game, ply, claim_ends(match_view)));
    }
    time.extend(
        match_view
            .clocks
            .iter()
            .filter(|clock| clock.vacant)
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

/// What can be proposed by a button that nobody has used yet.
fn propose(match_view: &MatchView, kind: OfferKind, label: &str) -> Option<CreateButton> {
    let (game, ply) = (match_view.game, match_view.ply);
    let offered = match_view.offers.iter().any(|offer| offer.kind == kind);
    let offer = CustomId::Offer { game, ply, kind };
    (!offered)
        .then(|| button(&offer, label, ButtonStyle::Secondary))
        .flatten()
}

/// Whether one of these people has a move to take back: seats are in turn order, so that who has had no turn yet has
/// none.
pub fn has_moved(match_view: &MatchView, by: impl Fn(UserId) -> bool) -> bool {
    let mut turns = match_view.seats.iter().zip(0..match_view.moves);
    turns.any(|((_, owner), _)| owner.is_some_and(&by))
}

/// What a player can propose while the game goes on.
pub fn proposals(match_view: &MatchView, user: UserId) -> Vec<Option<CreateButton>> {
    let is_offered = (match_view.offers.iter()).any(|offer| offer.kind == OfferKind::Draw);
    let ask = || draw::offer_button(match_view.game, match_view.ply);
    let has_moved = has_moved(match_view, |owner| owner == user);
    let take_back = || propose(match_view, OfferKind::Takeback, texts::BUTTON_TAKEBACK);
    vec![
        (!is_offered).then(ask).flatten(),
        has_moved.then(take_back).flatten(),
    ]
}

/// A rematch, below the last board.
pub fn rematch(match_view: &MatchView) -> Option<CreateButton> {
    let over = matches!(match_view.phase, Phase::Over { .. });
    over.then(|| propose(match_view, OfferKind::Rematch, texts::BUTTON_REMATCH))
        .flatten()
}
