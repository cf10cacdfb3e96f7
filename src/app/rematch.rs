//! Another match of the same people: the same game, options and terms, and everybody moves on by one seat; in teams each
//! takes the opponent's seat, so that partners stay together.

use super::error::impossible;
use super::loaded::LoadedMatch;
use super::opening::{blank_row, new_match, note_seats};
use super::{App, AppError, MatchView, NewGame, Request};
use crate::match_state::{Event, Terms, UserId};
use crate::rules::{Options, Seat};
use crate::store::{OfferRow, Opening};

impl App {
    /// Opens the match that these players want, because of `offers`. Where they are fewer than the seats the others' are
    /// for anyone.
    pub(super) async fn rematch(
        &self,
        request: Request,
        loaded: &LoadedMatch,
        agreed: &[UserId],
        offers: Vec<OfferRow>,
    ) -> Result<MatchView, AppError> {
        let size = loaded.state.size();
        let step = if loaded.kind.teams.is_empty() {
            1
        } else {
            size / 2
        };
        let owner = |seat: u8| loaded.state.owner(Seat((seat + step) % size));
        let seats: Vec<(Seat, Option<UserId>)> = (0..size)
            .map(|seat| (Seat(seat), owner(seat).filter(|user| agreed.contains(user))))
            .collect();
        let everybody: Option<Vec<UserId>> = seats.iter().map(|(_, user)| *user).collect();
        let alone = loaded.state.only_person().is_some();
        let timed = || loaded.state.terms().unwrap_or_default();
        let options = open_options(loaded)?;
        let match_view = match everybody {
            Some(seated) => {
                let new = NewGame {
                    game: loaded.kind.key.to_owned(),
                    options,
                    opponents: Vec::new(),
                    seat: None,
                    terms: (!alone).then(timed),
                };
                self.open_seated(request, new, seated, loaded.id, offers)
                    .await?
            }
            None => {
                self.open_for_more(request, loaded, (options, timed()), seats, offers)
                    .await?
            }
        };
        if let Some(home) = loaded.home
            && let Err(refusal) = self.set_home(match_view.game, home).await
        {
            // The match is there: it can be moved in from anywhere, and lives where its board is shown.
            tracing::warn!(game = match_view.game.0, %refusal, "a rematch has not been given its home");
        }
        Ok(MatchView {
            home: loaded.home,
            ..match_view
        })
    }

    /// Opens a table at which some have their seats already.
    async fn open_for_more(
        &self,
        request: Request,
        loaded: &LoadedMatch,
        (options, terms): (Options, Terms),
        seats: Vec<(Seat, Option<UserId>)>,
        offers: Vec<OfferRow>,
    ) -> Result<MatchView, AppError> {
        let opening = Opening {
            key: loaded.kind.key.to_owned(),
            options: serde_json::to_string(&options).map_err(|_| AppError::Internal)?,
            rules: loaded.kind.rules_version,
            guild: loaded.location.guild,
            channel: loaded.location.channel,
            rematch_of: Some(loaded.id),
            audience: loaded.location.audience,
            bounds: None,
            practice: false,
            shared: loaded.location.shared,
            outside: loaded.location.outside,
            choices: None,
        };
        let now = self.sources.clock.now();
        let row = blank_row(&opening, now);
        let before = loaded.id;
        let (pending, match_view) = new_match(row, now, move |pending| {
            pending.offered = Some((before, offers));
            note_seats(pending)?;
            let mut opened = false;
            for (seat, user) in seats {
                let (Some(user), wish) = (user, Some(seat)) else {
                    continue;
                };
                if opened {
                    let joined = Event::Joined { user, wish };
                    pending.add(joined, None).map_err(impossible)?;
                } else {
                    opened = true;
                    for event in [Event::Opened { user, wish }, Event::Agreed { terms }] {
                        pending.add(event, None).map_err(impossible)?;
                    }
                }
            }
            Ok(())
        })
        .await?;
        self.keep_new(request, &opening, pending, match_view).await
    }
}

/// The options of a match without what chance sets, which is drawn again.
pub(super) fn open_options(loaded: &LoadedMatch) -> Result<Options, AppError> {
    let drawn =
        (loaded.kind.chance_option)(&loaded.kind.resolve(&loaded.options)?).map(|(key, _)| key);
    let options = loaded.options.iter().filter(|(key, _)| Some(*key) != drawn);
    Ok(options.collect())
}
