//! Looking: the match as it is to be shown, lists, and what is offered while somebody types.

use std::sync::Arc;

use super::live::{Live, location};
use super::offer::{offered, still_in, vacant};
use super::play::seat_to_move;
use super::stand_in::Lost;
use super::which::{LISTED, list, title_of};
use super::words::{alt, cut, position_words, seat_label, title};
use super::{
    App, History, Listed, Phase, Purpose, Refusal, Request, SeatClock, Shown, Side, Which, record,
    think,
};
use crate::rules::sheet::{Sheet, sheet};
use crate::rules::{Choice, Seat};
use crate::scene::View;
use crate::store::{OfferRow, PhaseName, StoreError};
use crate::table::{self, GameId, UserId};

/// How many choices Discord shows while somebody types.
const CHOICES: usize = 25;

/// How many matches of a person, and of a place, are searched for what is typed, unless it is a number.
const SEARCHED: u32 = 100;

/// How long a choice's text and label may be on Discord.
const CHOICE_LIMIT: usize = 100;

impl App {
    pub(super) async fn show_match(
        &self,
        request: Request,
        which: Which,
        side: Side,
        reach: Option<&str>,
    ) -> Result<Shown, Refusal> {
        let game = self.which(request, which, Purpose::Look).await?;
        let live = self.live(game).await?;
        self.must_be_visible(request, &live)?;
        let view = View {
            from: own_side(&live, request.user, side),
            reach: reach.map(|square| square.trim().to_lowercase()),
            layout: None,
        };
        let looked = Arc::clone(&live);
        let mut shown = think(move || {
            let mut shown = shown(&looked, &view);
            shown.reach = view.reach.as_deref().and_then(|at| looked.game.reach(at));
            if let Some(reach) = &shown.reach {
                let about = format!("{}, game {}. {reach}", shown.title, looked.id.0);
                shown.alt = position_words(looked.game.as_ref(), &about, true);
            }
            shown
        })
        .await?;
        self.dress(&mut shown, &live, &self.store.offers(game).await?);
        Ok(shown)
    }

    pub(super) async fn sheet_of_match(
        &self,
        request: Request,
        which: Which,
    ) -> Result<(String, Sheet), Refusal> {
        let game = self.which(request, which, Purpose::Look).await?;
        let live = self.live(game).await?;
        self.must_be_visible(request, &live)?;
        let title = title(live.kind, &live.options);
        let sheet = think(move || sheet(live.game.as_ref())).await?;
        Ok((title, sheet))
    }

    /// The rules in force now that a player of the match has not been told of yet, and who has not.
    pub(super) async fn lessons(
        &self,
        live: &Live,
    ) -> Result<(Vec<String>, Vec<(UserId, String)>), StoreError> {
        let (mut lines, mut learnt) = (Vec::new(), Vec::new());
        if *live.table.phase() != table::Phase::Playing {
            return Ok((lines, learnt));
        }
        let mut players: Vec<UserId> = live
            .kind
            .all_seats()
            .filter_map(|s| live.table.owner(s))
            .filter(|user| !user.is_machine())
            .collect();
        players.sort_unstable();
        players.dedup();
        for topic in live.game.topics() {
            let before = learnt.len();
            for user in &players {
                if !self.store.knows(*user, &topic.key).await? {
                    learnt.push((*user, topic.key.clone()));
                }
            }
            if learnt.len() > before {
                lines.push(topic.line);
            }
        }
        Ok((lines, learnt))
    }

    /// Adds to what is shown what the events alone do not tell: what is offered, and who is on vacation.
    pub(super) fn dress(&self, shown: &mut Shown, live: &Live, offers: &[OfferRow]) {
        let now = self.sources.clock.now();
        let table = &live.table;
        shown.terms = table.terms();
        shown.timer = table.timer().filter(|_| live.lost.is_none());
        if *table.phase() == table::Phase::Playing {
            let (still, vacant) = (still_in(live), vacant(live));
            shown.clocks = live
                .kind
                .all_seats()
                .map(|seat| SeatClock {
                    seat,
                    left: table.bank(seat).filter(|_| table.is_timed(seat)),
                    away_until: table.away_until(seat, now),
                    absent: table.is_absent(seat),
                    vacant: vacant.contains(&seat),
                    out: !still.contains(&seat),
                })
                .collect();
        }
        shown.offers = offered(live, offers);
    }

    pub(super) async fn list_games(&self, request: Request) -> Result<Vec<Listed>, Refusal> {
        let games = self.store.own_games(request.user, LISTED).await?;
        Ok(list(&self.store.listed(&games).await?, request.user))
    }

    pub(super) async fn tell_history(
        &self,
        request: Request,
        which: Which,
    ) -> Result<History, Refusal> {
        let game = self.which(request, which, Purpose::Look).await?;
        let (live, lines) = self.replay(game, Some(0)).await?;
        self.must_be_visible(request, &live)?;
        Ok(History {
            game,
            title: title(live.kind, &live.options),
            seats: seats(&live),
            lines: record::rounds(&live, &lines),
            file: record::file(&live, &lines),
        })
    }

    pub(super) async fn offer_moves(
        &self,
        request: Request,
        which: Which,
        typed: &str,
    ) -> Vec<Choice> {
        let Ok(game) = self.which(request, which, Purpose::Move).await else {
            return Vec::new();
        };
        let Ok(live) = self.live(game).await else {
            return Vec::new();
        };
        let mine = live.next().iter().any(|(_, user)| *user == request.user);
        if !mine {
            return Vec::new();
        }
        let typed = typed.to_owned();
        let offered = think(move || {
            let mut choices = live.game.complete(&typed, CHOICES);
            choices.retain(|choice| (1..=CHOICE_LIMIT).contains(&choice.text.chars().count()));
            for choice in &mut choices {
                choice.label = cut(&choice.label, CHOICE_LIMIT);
                if choice.label.is_empty() {
                    choice.label.clone_from(&choice.text);
                }
            }
            choices.truncate(CHOICES);
            choices
        });
        offered.await.unwrap_or_default()
    }

    pub(super) async fn why_not_to_move(&self, request: Request, which: Which) -> Option<String> {
        let game = match self.which(request, which, Purpose::Move).await {
            Ok(game) => game,
            Err(Refusal::Plain(why)) => return Some(why),
            Err(_) => return None,
        };
        let live = self.live(game).await.ok()?;
        self.must_be_visible(request, &live).ok()?;
        match seat_to_move(&live, request) {
            Err(Refusal::Plain(why)) => Some(why),
            _ => None,
        }
    }

    pub(super) async fn offer_games(&self, request: Request, typed: &str) -> Vec<Listed> {
        let offered = async {
            let typed = typed.trim().trim_start_matches('#').to_lowercase();
            let number = typed.parse().ok().filter(|number| *number > 0);
            let limit = if typed.is_empty() { LISTED } else { SEARCHED };
            let mut games = match number {
                Some(number) => {
                    self.store
                        .own_numbered(request.user, number, LISTED)
                        .await?
                }
                None => self.store.own_games(request.user, limit).await?,
            };
            for game in self.store.games_at(request.place.channel, limit).await? {
                if !games.contains(&game) {
                    games.push(game);
                }
            }
            // A match that is over is offered to whoever names its number.
            if let Some(number) = number
                && let Ok(row) = self.store.row(GameId(number.into())).await
                && row.phase == PhaseName::Over
                && location(&row).is_visible_from(request.place.guild, request.place.channel)
            {
                games.push(row.game);
            }
            let mut found = Vec::new();
            for (game, key, options) in self.store.titled(&games).await? {
                let named = || {
                    let options = serde_json::from_str(&options).unwrap_or_default();
                    title_of(&key, &options).to_lowercase().contains(&typed)
                };
                if game.0.to_string().starts_with(&typed) || named() {
                    found.push(game);
                }
            }
            // Who plays what is looked up for those alone that are shown.
            let mut shown = Vec::new();
            for some in found.chunks(CHOICES) {
                let listings = self.store.listed(some).await?;
                let seen = self.without_hidden(listings, request.user).await?;
                shown.extend(list(&seen, request.user));
                if shown.len() >= CHOICES {
                    break;
                }
            }
            shown.truncate(CHOICES);
            Ok::<_, Refusal>(shown)
        };
        offered.await.unwrap_or_default()
    }
}

/// The seat from which a board is drawn for somebody.
pub(super) fn own_side(live: &Live, user: UserId, side: Side) -> Option<Seat> {
    let seats = live.table.seats_of(user);
    let turn = live.table.turn().filter(|turn| seats.contains(turn));
    match side {
        Side::Public => None,
        Side::Own => turn.or_else(|| seats.first().copied()),
    }
}

/// Who sits where, in turn order.
fn seats(live: &Live) -> Vec<(String, Option<UserId>)> {
    live.kind
        .all_seats()
        .map(|seat| (seat_label(live.kind, seat), live.table.owner(seat)))
        .collect()
}

/// The match as it is to be shown.
pub(super) fn shown(live: &Live, view: &View) -> Shown {
    // Whoever plays against the machine alone is the one who looks.
    let person = live.table.only_person();
    let own = person.and_then(|user| live.table.seats_of(user).first().copied());
    let view = &View {
        from: view.from.or(own),
        ..view.clone()
    };
    let title = title(live.kind, &live.options);
    let guests: Vec<UserId> = live.table.guests().iter().map(|guest| guest.user).collect();
    let phase = match live.table.phase() {
        table::Phase::Open => Phase::Open {
            invited: live.table.invited().to_vec(),
            empty: u8::try_from(live.kind.seats.len().saturating_sub(guests.len()))
                .unwrap_or(u8::MAX),
        },
        table::Phase::Playing => Phase::Playing,
        table::Phase::Over(_) => Phase::Over {
            ending: live.ending().unwrap_or_default(),
        },
    };
    let lost = live.lost.as_ref().map(Lost::sentence);
    Shown {
        game: live.id,
        ply: live.table.ply(),
        key: live.kind.key,
        seats: seats(live),
        opener: live.table.opener(),
        guests,
        phase,
        home: live.home,
        since: live.table.since(),
        last: live.last.clone(),
        told: live.told.clone(),
        next: live.next(),
        before: live.before.clone(),
        warnings: match live.table.turn() {
            Some(_) => (live.game.danger().into_iter())
                .chain(live.game.exposed())
                .collect(),
            None => Vec::new(),
        },
        reach: None,
        standing: lost.into_iter().chain(live.game.standing()).collect(),
        lessons: Vec::new(),
        scene: live.game.scene(view),
        alt: alt(live, &title),
        title,
        terms: live.table.terms(),
        timer: live.table.timer().filter(|_| live.lost.is_none()),
        clocks: Vec::new(),
        offers: Vec::new(),
        mention: Vec::new(),
        hidden: live.table.is_hidden(),
        role: None,
        private: live.is_private(),
    }
}
