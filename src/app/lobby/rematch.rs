//! Rematches: another match of the same people with the same game, options and terms. Everybody moves on by one seat;
//! in teams each takes the opponent's seat, so that partners stay together.

use crate::app::error::impossible;
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::opening::{blank_row, new_match, note_seats};
use crate::app::{App, AppError, MatchView, NewGame, Offered, Request};
use crate::match_state::{Event, Terms, UserId};
use crate::rules::{Options, Seat};
use crate::store::{OfferRow, Opening};

impl App {
    /// Opens the match that is offered, if `offers` are still in force; its opener is the user who offered it. Seats of
    /// those who have not agreed are open to anyone.
    pub(in crate::app) async fn rematch(
        &self,
        request: Request,
        loaded: &LoadedMatch,
        offer: &Offered,
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
            .map(|seat| {
                let wants = |user: &UserId| offer.agreed.contains(user);
                (Seat(seat), owner(seat).filter(wants))
            })
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
                let places = (offer.by, seated);
                self.open_seated(request, new, places, loaded.id, offers)
                    .await?
            }
            None => {
                let places = (offer.agreed.clone(), seats);
                self.open_for_more(request, loaded, (options, timed()), places, offers)
                    .await?
            }
        };
        if let Some(home) = loaded.home
            && let Err(refusal) = self.set_home(match_view.game, home).await
        {
            // The match is stored: moves can be made from anywhere, and it lives where its board is shown.
            tracing::warn!(game = match_view.game.0, %refusal, "a rematch has not been given its home");
        }
        Ok(MatchView {
            home: loaded.home,
            ..match_view
        })
    }

    /// Opens a table at which those who have agreed have their seats already, in that order; the first is its opener.
    /// It mentions the game's role, as every table with seats for anyone does.
    async fn open_for_more(
        &self,
        request: Request,
        loaded: &LoadedMatch,
        (options, terms): (Options, Terms),
        (agreed, seats): (Vec<UserId>, Vec<(Seat, Option<UserId>)>),
        offers: Vec<OfferRow>,
    ) -> Result<MatchView, AppError> {
        let server = loaded.location.guild.filter(|_| !loaded.location.outside);
        let role = self.role(server, loaded.kind.key).await?;
        let mention = server.filter(|_| role.is_some());
        let mention = mention.map(|guild| (guild, loaded.kind.key));
        let opening = Opening {
            key: loaded.kind.key.to_owned(),
            options: serde_json::to_string(&options).map_err(|_| AppError::Internal)?,
            rules: loaded.kind.rules_version,
            guild: loaded.location.guild,
            channel: loaded.location.channel,
            rematch_of: Some(loaded.id),
            audience: loaded.location.audience,
            bounds: Some(self.rematch_bounds(request, mention)),
            practice: false,
            shared: loaded.location.shared,
            outside: loaded.location.outside,
            choices: None,
        };
        let now = self.sources.clock.now();
        let row = blank_row(&opening, now);
        let before = loaded.id;
        let (pending, mut match_view) = new_match(row, now, move |pending| {
            pending.offered = Some((before, offers));
            note_seats(pending)?;
            let owners: Vec<Option<UserId>> = seats.iter().map(|(_, user)| *user).collect();
            let terms = match agreed.first() {
                Some(opener) => terms.for_seats(&owners, *opener),
                None => terms,
            };
            let seats = seats.into_iter();
            let mut places: Vec<_> = seats
                .filter_map(|(seat, user)| Some((seat, user?)))
                .collect();
            let place = |user: UserId| agreed.iter().position(|other| *other == user);
            places.sort_by_key(|(seat, user)| (place(*user), *seat));
            let mut sits: Vec<UserId> = Vec::new();
            for (seat, user) in places {
                let (wish, first) = (Some(seat), sits.is_empty());
                // Only the opener of a table, and the machine, can have several places at it.
                if sits.contains(&user) && agreed.first() != Some(&user) && !user.is_machine() {
                    continue;
                }
                if pending.loaded.state.owner(seat) == Some(user) {
                    continue;
                }
                sits.push(user);
                let events = if first {
                    vec![Event::Opened { user, wish }, Event::Agreed { terms }]
                } else {
                    vec![Event::Joined { user, wish }]
                };
                for event in events {
                    pending.add(event, None).map_err(impossible)?;
                }
            }
            Ok(())
        })
        .await?;
        match_view.role = role;
        self.keep_new(request, &opening, pending, match_view).await
    }
}

/// Returns the options of a match without the option that chance sets, which is drawn again.
pub(in crate::app) fn open_options(loaded: &LoadedMatch) -> Result<Options, AppError> {
    let drawn =
        (loaded.kind.chance_option)(&loaded.kind.resolve(&loaded.options)?).map(|(key, _)| key);
    let options = loaded.options.iter().filter(|(key, _)| Some(*key) != drawn);
    Ok(options.collect())
}
