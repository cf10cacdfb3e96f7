//! Another match of the same people: the same game, options and terms, and everybody moves on by one seat.

use super::live::{Ahead, Live};
use super::lobby::impossible;
use super::look::shown;
use super::transfer::blank_row;
use super::{App, NewGame, Refusal, Request, Shown, think};
use crate::rules::{Options, Seat};
use crate::scene::View;
use crate::store::{OfferRow, Opening};
use crate::table::{Event, Terms, UserId};

impl App {
    /// Opens the match that these players want, because of `offers`. Where they are fewer than the seats the others' are
    /// for anyone.
    pub(super) async fn rematch(
        &self,
        request: Request,
        live: &Live,
        agreed: &[UserId],
        offers: Vec<OfferRow>,
    ) -> Result<Shown, Refusal> {
        let size = live.table.size();
        let owner = |seat: u8| live.table.owner(Seat((seat + 1) % size));
        let seats: Vec<(Seat, Option<UserId>)> = (0..size)
            .map(|seat| (Seat(seat), owner(seat).filter(|user| agreed.contains(user))))
            .collect();
        let everybody: Option<Vec<UserId>> = seats.iter().map(|(_, user)| *user).collect();
        let alone = live.table.only_person().is_some();
        let timed = || live.table.terms().unwrap_or_default();
        let options = open_options(live)?;
        let shown = match everybody {
            Some(seated) => {
                let new = NewGame {
                    game: live.kind.key.to_owned(),
                    options,
                    opponents: Vec::new(),
                    seat: None,
                    terms: (!alone).then(timed),
                };
                self.open_seated(request, new, seated, live.id, offers)
                    .await?
            }
            None => {
                self.open_for_more(request, live, (options, timed()), seats, offers)
                    .await?
            }
        };
        if let Some(home) = live.home
            && let Err(refusal) = self.settle(shown.game, home).await
        {
            // The match is there: it can be moved in from anywhere, and lives where its board is shown.
            tracing::warn!(game = shown.game.0, %refusal, "a rematch has not been given its home");
        }
        Ok(Shown {
            home: live.home,
            ..shown
        })
    }

    /// Opens a table at which some have their seats already.
    async fn open_for_more(
        &self,
        request: Request,
        live: &Live,
        (options, terms): (Options, Terms),
        seats: Vec<(Seat, Option<UserId>)>,
        offers: Vec<OfferRow>,
    ) -> Result<Shown, Refusal> {
        let opening = Opening {
            key: live.kind.key.to_owned(),
            options: serde_json::to_string(&options).map_err(|_| Refusal::Internal)?,
            rules: live.kind.rules_version,
            guild: live.location.guild,
            channel: live.location.channel,
            rematch_of: Some(live.id),
            audience: live.location.audience,
            bounds: None,
            practice: false,
        };
        let now = self.sources.clock.now();
        let row = blank_row(&opening, now);
        let before = live.id;
        let (ahead, shown) = think(move || {
            let live = Live::blank(&row).map_err(|lost| Refusal::Plain(lost.sentence()))?;
            let mut ahead = Ahead::of(live, now);
            ahead.offered = Some((before, offers));
            let mut opened = false;
            for (seat, user) in seats {
                let (Some(user), wish) = (user, Some(seat)) else {
                    continue;
                };
                if opened {
                    let joined = Event::Joined { user, wish };
                    ahead.add(joined, None).map_err(impossible)?;
                } else {
                    opened = true;
                    for event in [Event::Opened { user, wish }, Event::Agreed { terms }] {
                        ahead.add(event, None).map_err(impossible)?;
                    }
                }
            }
            let shown = shown(&ahead.live, &View::default());
            Ok::<_, Refusal>((ahead, shown))
        })
        .await??;
        self.keep_new(request, &opening, ahead, shown).await
    }
}

/// The options of a match without what chance sets, which is drawn again.
pub(super) fn open_options(live: &Live) -> Result<Options, Refusal> {
    let drawn = (live.kind.draws)(&live.kind.resolve(&live.options)?).map(|(key, _)| key);
    let options = live.options.iter().filter(|(key, _)| Some(*key) != drawn);
    Ok(options.collect())
}
