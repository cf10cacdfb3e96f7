//! What a board says of time and offers, and the buttons for them.

use serenity::builder::{CreateActionRow, CreateButton};
use serenity::model::application::ButtonStyle;

use crate::app::{OfferKind, Phase, Shown};
use crate::discord::press::Press;
use crate::discord::reply::{button, buttons};
use crate::discord::texts;
use crate::table::Due;

fn seat_name(shown: &Shown, index: usize) -> &str {
    shown.seats.get(index).map_or("", |(name, _)| name.as_str())
}

/// Offers, seats that are free, vacations, banks: what stands beside the board.
pub fn beside(shown: &Shown) -> Vec<String> {
    let mut lines: Vec<String> = shown.offers.iter().map(texts::offered).collect();
    if !matches!(shown.phase, Phase::Playing) {
        return lines;
    }
    for clock in &shown.clocks {
        let name = seat_name(shown, clock.seat.index());
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
pub fn time_left(shown: &Shown) -> Option<String> {
    let bank = shown
        .terms
        .is_some_and(|terms| matches!(terms.pace, crate::table::Pace::Bank { .. }));
    let playing = matches!(shown.phase, Phase::Playing);
    let banks: Vec<(String, i64)> = shown
        .clocks
        .iter()
        .filter(|clock| bank && playing && !clock.out)
        .filter_map(|clock| {
            let name = seat_name(shown, clock.seat.index());
            Some((name.to_owned(), clock.left?))
        })
        .collect();
    (!banks.is_empty()).then(|| texts::banks(&banks))
}

/// What runs out next, in one line.
pub fn runs_out(shown: &Shown) -> Option<String> {
    let timer = shown.timer?;
    let turn = || {
        let (seat, _) = shown.next.first()?;
        Some(seat_name(shown, seat.index()))
    };
    match timer.due {
        Due::Filling => Some(texts::table_until(timer.at)),
        Due::Clock => Some(texts::move_until(timer.at)),
        Due::Window => Some(texts::window(turn()?, timer.at)),
        Due::Claim => Some(texts::claimable(turn()?)),
        Due::Silence => None,
    }
}

/// The rows of buttons for what stands beside the board: answers to offers and claims for those who play, seats to take
/// over for anybody.
pub fn rows(shown: &Shown, plays: bool) -> Vec<CreateActionRow> {
    let (game, ply) = (shown.game, shown.ply);
    let mut rows = Vec::new();
    let answers = shown.offers.iter().filter(|_| plays).flat_map(|offer| {
        let kind = offer.kind;
        [
            button(
                &Press::Offer { game, ply, kind },
                texts::button_agree(kind),
                ButtonStyle::Success,
            ),
            button(
                &Press::Decline { game, ply, kind },
                texts::button_decline(kind),
                ButtonStyle::Secondary,
            ),
        ]
    });
    rows.extend(buttons(answers.take(4)));
    let mut time: Vec<Option<CreateButton>> = Vec::new();
    if plays && shown.timer.is_some_and(|timer| timer.due == Due::Claim) {
        time.push(button(
            &Press::Claim { game, ply },
            texts::BUTTON_CLAIM,
            ButtonStyle::Danger,
        ));
        time.push(button(
            &Press::Gift { game, ply },
            texts::BUTTON_GIFT,
            ButtonStyle::Secondary,
        ));
    }
    time.extend(
        shown
            .clocks
            .iter()
            .filter(|clock| clock.vacant)
            .map(|clock| {
                let seat = clock.seat;
                button(
                    &Press::Take { game, seat },
                    &texts::button_take(seat_name(shown, seat.index())),
                    ButtonStyle::Success,
                )
            }),
    );
    rows.extend(buttons(time));
    rows
}

/// What can be proposed by a button that nobody has used yet.
fn propose(shown: &Shown, kind: OfferKind, label: &str) -> Option<CreateButton> {
    let (game, ply) = (shown.game, shown.ply);
    let offered = shown.offers.iter().any(|offer| offer.kind == kind);
    let offer = Press::Offer { game, ply, kind };
    (!offered)
        .then(|| button(&offer, label, ButtonStyle::Secondary))
        .flatten()
}

/// What a player can propose while the game goes on.
pub fn proposals(shown: &Shown) -> Vec<Option<CreateButton>> {
    vec![
        propose(shown, OfferKind::Draw, texts::BUTTON_DRAW),
        propose(shown, OfferKind::Takeback, texts::BUTTON_TAKEBACK),
    ]
}

/// A rematch, below the last board.
pub fn rematch(shown: &Shown) -> Option<CreateActionRow> {
    let over = matches!(shown.phase, Phase::Over { .. });
    over.then(|| buttons([propose(shown, OfferKind::Rematch, texts::BUTTON_REMATCH)]))
        .flatten()
}
