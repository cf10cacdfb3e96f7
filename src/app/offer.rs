//! What players propose to each other: a draw, taking a move back, another match. An offer lives in the store until it
//! is answered or the position changes, and is shown with the board.

use serde::{Deserialize, Serialize};

use super::change::{By, Since};
use super::clocks::since;
use super::live::{Ahead, Live, What};
use super::lobby::impossible;
use super::notice::{Why, posting};
use super::play::seats_of;
use super::words::fault_sentence;
use super::{App, NewGame, Purpose, Refusal, Request, Shown, Side, Which, record, think};
use crate::rules::Seat;
use crate::store::{OfferRow, Posting};
use crate::table::{Ending, Event, Fault, GameId, Phase, UserId};

/// For how long a move is taken back without asking, if nobody has answered it, in seconds.
const FREE: i64 = 60;

/// What is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// That the match ends in a draw.
    Draw,
    /// That the last move of the one who asks is taken back.
    Takeback,
    /// Another match with the same options, seats exchanged.
    Rematch,
}

/// Something that is proposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// What.
    pub kind: OfferKind,
    /// Who proposed it.
    pub by: UserId,
    /// Who has agreed, the one who proposed it first.
    pub agreed: Vec<UserId>,
    /// Who still has to answer. An absent player is not waited for.
    pub awaited: Vec<UserId>,
}

impl OfferKind {
    /// Every kind.
    pub const ALL: [OfferKind; 3] = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch];

    /// In machine notation.
    pub fn key(self) -> &'static str {
        match self {
            OfferKind::Draw => "draw",
            OfferKind::Takeback => "takeback",
            OfferKind::Rematch => "rematch",
        }
    }

    /// What a seat that has declined is kept under, so that nobody is asked twice.
    fn declined(self) -> &'static str {
        match self {
            OfferKind::Draw => "no-draw",
            OfferKind::Takeback => "no-takeback",
            OfferKind::Rematch => "no-rematch",
        }
    }
}

impl App {
    /// Offers something, or agrees to it where it has been offered. A draw ends the match when everybody still in has
    /// agreed who is not absent; a takeback within a minute of a move that nobody has answered needs no consent; a
    /// rematch that everybody wants is opened, and what is given back is the new match.
    ///
    /// # Errors
    /// Not a player still in; the match is not being played (or, for a rematch, not over); no move to take back; it
    /// was declined in this very position.
    pub async fn offer(
        &self,
        request: Request,
        which: Which,
        kind: OfferKind,
    ) -> Result<Shown, Refusal> {
        self.must_be_new(request).await?;
        let purpose = match kind {
            OfferKind::Rematch => Purpose::Look,
            OfferKind::Draw | OfferKind::Takeback => Purpose::Resign,
        };
        let game = self.which(request, which, purpose).await?;
        let live = self.live(game).await?;
        self.must_be_visible(request, &live)?;
        if let Since::Ply(ply) = since(which)
            && !live.table.is_fresh(ply)
        {
            return Err(self.stale(game, ply, request.user).await);
        }
        let mine = may_offer(&live, request, kind)?;
        let now = self.sources.clock.now();
        let before = self.store.offers(game).await?;
        let declined = before.iter().any(|offer| offer.kind == kind.declined());
        let standing = offered(&live, &before);
        let standing = standing.into_iter().find(|offer| offer.kind == kind);
        // Whoever is asked agrees to that, and does not take back a move of their own.
        if kind == OfferKind::Takeback
            && standing
                .as_ref()
                .is_none_or(|offer| offer.by == request.user)
            && let Some(to) = self.last_move(&live, &mine, true, now).await?
        {
            return self.take_back(request, &live, to).await;
        }
        if declined && standing.is_none() {
            return Err(Refusal::Plain(format!(
                "{} was declined. You can ask again when the position has changed.",
                crate::rules::wording::capital(kind.name())
            )));
        }
        if kind == OfferKind::Takeback
            && standing.is_none()
            && self.last_move(&live, &mine, false, now).await?.is_none()
        {
            return Err(Refusal::Plain(
                "There is no move of yours that can be taken back.".to_owned(),
            ));
        }
        let rows: Vec<OfferRow> = mine
            .iter()
            .map(|seat| OfferRow {
                kind: kind.key().to_owned(),
                seat: *seat,
                ply: live.table.ply(),
                user: request.user,
                at: now,
            })
            .collect();
        let postings = match standing {
            // Whoever has been told once is not told of every answer.
            Some(_) => Vec::new(),
            None => self.ask(&live, request.user, kind, &rows, now),
        };
        self.store.offer(game, &rows, &postings).await?;
        self.settle_offer(request, game, kind).await
    }

    /// Declines what is offered, for everybody: the offer is gone, and is not made again in this position. Whoever
    /// made it can withdraw it so.
    ///
    /// # Errors
    /// Not a player still in; nothing of that kind is offered.
    pub async fn decline(
        &self,
        request: Request,
        which: Which,
        kind: OfferKind,
    ) -> Result<Shown, Refusal> {
        let game = self.which(request, which, Purpose::Look).await?;
        let live = self.live(game).await?;
        self.must_be_visible(request, &live)?;
        let mine = may_offer(&live, request, kind)?;
        let offers = offered(&live, &self.store.offers(game).await?);
        let standing = offers.into_iter().find(|offer| offer.kind == kind);
        let standing = standing
            .ok_or_else(|| Refusal::Plain(format!("{} is not offered any more.", kind.name())))?;
        let now = self.sources.clock.now();
        let row = OfferRow {
            kind: kind.declined().to_owned(),
            seat: mine.first().copied().unwrap_or(Seat(0)),
            ply: live.table.ply(),
            user: request.user,
            at: now,
        };
        let why = Why::Declined {
            kind,
            user: request.user,
        };
        let told = standing.agreed.iter().filter(|user| **user != request.user);
        let postings: Vec<Posting> = told.map(|user| posting(Some(*user), &why, now)).collect();
        self.store
            .decline(game, kind.key(), &row, &postings)
            .await?;
        self.show(request, Which::Game(game), Side::Public, None)
            .await
    }

    /// What those are told who have to answer.
    fn ask(
        &self,
        live: &Live,
        by: UserId,
        kind: OfferKind,
        rows: &[OfferRow],
        now: i64,
    ) -> Vec<Posting> {
        let awaited = offered(live, rows)
            .into_iter()
            .flat_map(|offer| offer.awaited);
        awaited
            .map(|user| posting(Some(user), &Why::Offer { kind, user: by }, now))
            .collect()
    }

    /// Lets happen what everybody has agreed to.
    async fn settle_offer(
        &self,
        request: Request,
        game: GameId,
        kind: OfferKind,
    ) -> Result<Shown, Refusal> {
        let live = self.live(game).await?;
        let offers = offered(&live, &self.store.offers(game).await?);
        let offer = offers.into_iter().find(|offer| offer.kind == kind);
        let Some(offer) = offer.filter(|offer| offer.awaited.is_empty()) else {
            return self
                .show(request, Which::Game(game), Side::Public, None)
                .await;
        };
        match kind {
            OfferKind::Draw => {
                let ply = Since::Ply(live.table.ply());
                self.change(By::Request(request), game, ply, |ahead: &mut Ahead, _| {
                    agree(ahead)
                })
                .await
            }
            OfferKind::Takeback => {
                let seats = live.table.seats_of(offer.by);
                let now = self.sources.clock.now();
                let to = self.last_move(&live, &seats, false, now).await?;
                let to = to.ok_or_else(|| {
                    Refusal::Plain("There is no move any more that can be taken back.".to_owned())
                })?;
                self.take_back(request, &live, to).await
            }
            OfferKind::Rematch => self.rematch(request, &live).await,
        }
    }

    /// The last move of one of these seats that stands and can be taken back: the ply before it, and the seat. Where
    /// `free`, only one that nobody has answered, made in the last minute, and after which no die was thrown: dice are
    /// not thrown again for the asking.
    async fn last_move(
        &self,
        live: &Live,
        seats: &[Seat],
        free: bool,
        now: i64,
    ) -> Result<Option<(u32, Seat)>, Refusal> {
        if *live.table.phase() != Phase::Playing {
            return Ok(None);
        }
        let (live, lines) = self.replay(live.id, Some(0)).await?;
        let lines = record::standing(&lines);
        let mut found = None;
        for line in lines.iter().rev() {
            match &line.what {
                What::Moved { seat, .. } if seats.contains(seat) => {
                    found = Some((line.ply, *seat));
                    break;
                }
                // What somebody's leaving has changed is not undone.
                What::Resigned { .. } | What::TimedOut { .. } => break,
                _ => {}
            }
        }
        let Some((ply, seat)) = found else {
            return Ok(None);
        };
        let recent = now - live.table.since() <= FREE && live.table.changed() == ply;
        Ok((recent || !free).then_some((ply - 1, seat)))
    }

    /// Takes back a move and all that followed it.
    async fn take_back(
        &self,
        request: Request,
        live: &Live,
        (to, seat): (u32, Seat),
    ) -> Result<Shown, Refusal> {
        let mut stored = self.store.load_whole(live.id).await?;
        let moved = stored.events.iter().find(|row| row.ply == to + 1);
        let moved = moved.map(|row| row.at).ok_or(Refusal::Internal)?;
        stored.events.retain(|row| row.ply <= to);
        stored.outages.retain(|outage| outage.until <= moved);
        stored.row.ply = to;
        let replayed = think(move || Live::replay(&stored)).await?;
        let (earlier, _, _) = replayed.map_err(|_| Refusal::Internal)?;
        let ply = Since::Ply(live.table.ply());
        self.change(By::Request(request), live.id, ply, move |ahead, _| {
            ahead
                .undo(&earlier, seat, moved)
                .map_err(|_| Refusal::Plain("That move cannot be taken back any more.".to_owned()))
        })
        .await
    }

    /// Opens the match that everybody wants: the same game and options, and everybody moves on by one seat.
    async fn rematch(&self, request: Request, live: &Live) -> Result<Shown, Refusal> {
        let kind = live.kind;
        let drawn = (kind.draws)(&kind.resolve(&live.options)?).map(|(key, _)| key);
        let options = live.options.iter().filter(|(key, _)| Some(*key) != drawn);
        let new = NewGame {
            game: kind.key.to_owned(),
            options: options.collect(),
            opponents: Vec::new(),
            seat: None,
            terms: Some(live.table.terms().unwrap_or_default()),
        };
        let size = live.table.size();
        let owner = |seat: u8| live.table.owner(Seat((seat + 1) % size));
        let seated: Option<Vec<UserId>> = (0..size).map(owner).collect();
        let seated = seated.ok_or(Refusal::Internal)?;
        let shown = self.open_seated(request, new, seated, live.id).await?;
        if let Some(home) = live.home {
            self.settle(shown.game, home).await?;
        }
        Ok(Shown {
            home: live.home,
            ..shown
        })
    }
}

/// The seats for which the asker can offer something.
fn may_offer(live: &Live, request: Request, kind: OfferKind) -> Result<Vec<Seat>, Refusal> {
    let refuse = |fault| Err(Refusal::Plain(fault_sentence(live, request.user, fault)));
    if kind == OfferKind::Rematch {
        let mine = live.table.seats_of(request.user);
        return match live.table.phase() {
            Phase::Over(ending) if ending.quarters.is_empty() => refuse(Fault::Over),
            Phase::Over(_) if mine.is_empty() => refuse(Fault::NotAPlayer),
            Phase::Over(_) if has_erased(live) => Err(Refusal::Plain(
                "A player of that game has left for good: there is nobody to play it again with."
                    .to_owned(),
            )),
            Phase::Over(_) => Ok(mine),
            Phase::Open => refuse(Fault::NotBegun),
            Phase::Playing => Err(Refusal::Plain(
                "A rematch can be proposed when the game is over.".to_owned(),
            )),
        };
    }
    let mut mine = seats_of(live, request)?;
    let still = still_in(live);
    mine.retain(|seat| still.contains(seat));
    if mine.is_empty() {
        return refuse(Fault::Out);
    }
    Ok(mine)
}

/// Whether somebody who held a seat to the end has had what is kept about them erased.
fn has_erased(live: &Live) -> bool {
    let mut seats = live.kind.all_seats();
    seats.any(|seat| live.table.owner(seat).is_some_and(UserId::is_erased))
}

/// The match ends in a draw by agreement.
pub(super) fn agree(ahead: &mut Ahead) -> Result<(), Refusal> {
    let mut agreed = ahead.live.game.clone();
    agreed.agree();
    let ending = Ending::of_game(agreed.as_ref()).ok_or(Refusal::Internal)?;
    ahead.add(Event::Ended { ending }, None).map_err(impossible)
}

/// Whether a draw is offered to which everybody has agreed who is waited for.
pub(super) fn is_agreed(live: &Live, rows: &[OfferRow]) -> bool {
    offered(live, rows)
        .iter()
        .any(|offer| offer.kind == OfferKind::Draw && offer.awaited.is_empty())
}

/// The seats that anyone may take over. Nobody takes over one that is out.
pub(super) fn vacant(live: &Live) -> Vec<Seat> {
    let still = still_in(live);
    let mut vacant = live.table.vacant();
    vacant.retain(|seat| still.contains(seat));
    vacant
}

/// The seats whose players are still in: they have not left, and the game has not put them out. In a game of more
/// than two a seat that can still leave is still in.
pub(super) fn still_in(live: &Live) -> Vec<Seat> {
    let there = |seat: &Seat| !live.table.is_out(*seat);
    let seats: Vec<Seat> = live.kind.all_seats().filter(there).collect();
    if live.table.size() <= 2 {
        return seats;
    }
    let can_leave = |seat: &Seat| live.game.departure(*seat).is_some();
    if seats.iter().any(can_leave) {
        return seats.into_iter().filter(can_leave).collect();
    }
    seats
}

/// What is offered in a match: who has agreed, and who is waited for.
pub(super) fn offered(live: &Live, rows: &[OfferRow]) -> Vec<Offered> {
    let over = matches!(live.table.phase(), Phase::Over(_));
    let voters = |kind: OfferKind| -> Vec<Seat> {
        match (kind, over) {
            (OfferKind::Rematch, true) => live.kind.all_seats().collect(),
            (OfferKind::Draw | OfferKind::Takeback, false) => still_in(live),
            _ => Vec::new(),
        }
    };
    OfferKind::ALL
        .into_iter()
        .filter_map(|kind| {
            let voters = voters(kind);
            // A vote is its player's: it goes with them when somebody else takes over the seat.
            let votes: Vec<&OfferRow> = rows
                .iter()
                .filter(|row| row.kind == kind.key() && voters.contains(&row.seat))
                .filter(|row| live.table.owner(row.seat) == Some(row.user))
                .collect();
            let by = votes.first()?.user;
            let (mut agreed, mut awaited) = (Vec::new(), Vec::new());
            for vote in &votes {
                if !agreed.contains(&vote.user) {
                    agreed.push(vote.user);
                }
            }
            for seat in voters {
                let Some(user) = live.table.owner(seat) else {
                    continue;
                };
                let absent = live.table.is_absent(seat);
                if !absent
                    && !user.is_erased()
                    && !agreed.contains(&user)
                    && !awaited.contains(&user)
                {
                    awaited.push(user);
                }
            }
            Some(Offered {
                kind,
                by,
                agreed,
                awaited,
            })
        })
        .collect()
}
