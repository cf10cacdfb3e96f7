//! What people are told besides the answers to what they ask: as data, written with what it tells of, and handed to
//! whoever can send it.

use std::future::Future;

use serde::{Deserialize, Serialize};

use super::change::By;
use super::live::Ahead;
use super::preferences::{Preferences, Tell};
use super::words::title;
use super::{App, OfferKind, Refusal};
use crate::games;
use crate::rules::{Options, Seat};
use crate::store::{Posting, Row, StoreError, Told, Untold};
use crate::table::{ChannelId, DAY, Event, GameId, Moderation, Phase, Table, UserId};

/// How many notices are handed over at a time.
const BATCH: u32 = 100;

/// How often a notice is tried before it is given up.
const TRIES: u32 = 12;

/// How many reminders a player is sent who does not move anywhere; then there are none until they do.
pub(super) const NAGS: u32 = 9;

/// What is told, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Why {
    /// It has become the player's turn.
    Turn,
    /// A part of the player's time is over.
    Reminder {
        /// How much, in percent.
        percent: u8,
        /// When all of it is over, in seconds of the Unix epoch.
        deadline: i64,
    },
    /// The player's time is over, and the opponents may claim.
    TimeOver,
    /// The time of a seat is over: claim, give a day, or wait.
    Claimable {
        /// The seat.
        seat: Seat,
    },
    /// The player's time is over; they are excused this once.
    Excused {
        /// When the new time is over, in seconds of the Unix epoch.
        deadline: i64,
    },
    /// The player's time is over again: anyone may take over the seat.
    SeatOffered {
        /// Until when at least, in seconds of the Unix epoch.
        until: i64,
    },
    /// Somebody else has taken over the player's seat.
    Replaced {
        /// Who.
        user: UserId,
    },
    /// An opponent has given the player more time.
    Gift {
        /// Who.
        user: UserId,
        /// When the time is over now, in seconds of the Unix epoch.
        deadline: i64,
    },
    /// Something is offered, and the player has not answered.
    Offer {
        /// What.
        kind: OfferKind,
        /// By whom.
        user: UserId,
    },
    /// What the player offered was declined.
    Declined {
        /// What.
        kind: OfferKind,
        /// By whom.
        user: UserId,
    },
    /// Somebody came to the player's open table.
    Joined {
        /// Who.
        user: UserId,
    },
    /// The game at whose table the player sat has begun, and it is somebody else's turn.
    Began,
    /// Somebody left the player's open table or declined to come.
    Left {
        /// Who.
        user: UserId,
    },
    /// Who opened the table has left it, and it is the player's now.
    Inherited {
        /// Who left.
        user: UserId,
    },
    /// The table at which the player waited was closed.
    Closed,
    /// The table was closed by time alone: its message is to say so.
    Sign,
    /// The match is over.
    Ended,
    /// A moderator of the server intervened, without ending the match.
    Moderated {
        /// What they did.
        deed: Moderation,
    },
    /// The player's plan cannot be played any more. For their eyes alone.
    PlanLapsed {
        /// What has come instead, as a sentence.
        because: String,
    },
    /// Something has happened by itself: the board is to be shown at the match's home.
    Board {
        /// Whom to mention: those whose turn it is or whose match is over.
        mention: Vec<UserId>,
    },
}

impl Why {
    /// Whether it is for the player's eyes alone, and never told where others read.
    pub fn is_private(&self) -> bool {
        matches!(self, Why::PlanLapsed { .. })
    }

    /// Whether it does not wait for the daily message.
    pub fn is_urgent(&self) -> bool {
        matches!(
            self,
            Why::Reminder { percent: 95, .. }
                | Why::TimeOver
                | Why::Excused { .. }
                | Why::SeatOffered { .. }
        )
    }

    /// Whether it has lost its sense once the position has changed.
    fn passes(&self) -> bool {
        matches!(
            self,
            Why::Turn
                | Why::Began
                | Why::Reminder { .. }
                | Why::TimeOver
                | Why::Claimable { .. }
                | Why::Excused { .. }
                | Why::SeatOffered { .. }
                | Why::Gift { .. }
                | Why::Offer { .. }
        )
    }
}

/// Where something is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Where the match lives.
    Home,
    /// In a direct message.
    Direct,
}

/// One thing that is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The match concerned.
    pub game: GameId,
    /// The game's name, with its variant.
    pub title: String,
    /// Where it lives.
    pub home: Option<ChannelId>,
    /// Why.
    pub why: Why,
    /// When it happened, in seconds of the Unix epoch.
    pub at: i64,
    /// In one sentence, with times and mentions as Discord writes them.
    pub text: String,
}

/// Something to be sent now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The same whenever the same thing is sent again, at most 25 characters: with `enforce_nonce` Discord sends it
    /// once.
    pub nonce: String,
    /// Whom to mention or to write to; `None` tells everybody at the match's home.
    pub to: Option<UserId>,
    /// Where.
    pub way: Way,
    /// The channel, where it is told at a match's home: of the match, or where its table was opened.
    pub channel: Option<ChannelId>,
    /// The message there (a snowflake) that is to be changed; `None` for a new one.
    pub changes: Option<u64>,
    /// What is told: one thing, or all of a day.
    pub items: Vec<Item>,
    /// For a daily message: how many games wait for the player, and how many of them for less than a day more.
    pub waiting: Option<(u32, u32)>,
}

/// What became of an attempt to send a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It was sent.
    Done,
    /// The player takes no direct messages: it is told at the match's home instead.
    Blocked,
    /// It cannot ever be sent (the channel is gone).
    Gone,
    /// Something failed that may go well later.
    Failed,
}

impl App {
    /// Sends what people are to be told and have not been: each is handed to `send`, and noted as told when that has
    /// gone well. What is sent again after a crash in between bears the same nonce. Gives back how many were handed
    /// over.
    ///
    /// # Errors
    /// [`Refusal::Internal`].
    pub async fn deliver<F, Sent>(&self, send: F) -> Result<usize, Refusal>
    where
        F: Fn(Notice) -> Sent,
        Sent: Future<Output = Delivery>,
    {
        let mut handed = 0;
        loop {
            let now = self.sources.clock.now();
            let untold = self.store.untold(now, BATCH).await?;
            if untold.is_empty() {
                return Ok(handed);
            }
            let mut digests: Vec<UserId> = Vec::new();
            for untold in untold {
                match self.prepare(&untold, now).await? {
                    Prepared::Leave(told) => self.store.told(&[untold.id], told, now).await?,
                    Prepared::Send(notice) => {
                        handed += 1;
                        let done = send(notice).await;
                        self.note(&[&untold], done, now).await?;
                    }
                    Prepared::Collect(user) if digests.contains(&user) => {}
                    Prepared::Collect(user) => digests.push(user),
                }
            }
            for user in digests {
                // All of theirs, though only a part may have been looked up.
                let mut list = Vec::new();
                for untold in self.store.untold_of(user, now).await? {
                    if matches!(self.prepare(&untold, now).await?, Prepared::Collect(_)) {
                        list.push(untold);
                    }
                }
                if list.is_empty() {
                    continue;
                }
                handed += 1;
                let done = send(self.digest(user, &list, now).await?).await;
                let list: Vec<&Untold> = list.iter().collect();
                self.note(&list, done, now).await?;
            }
        }
    }

    /// Notes what became of an attempt.
    async fn note(&self, list: &[&Untold], done: Delivery, now: i64) -> Result<(), Refusal> {
        for untold in list {
            let private = read(&untold.why).is_none_or(|why| why.is_private());
            let told = match done {
                Delivery::Done | Delivery::Gone => Told::Done,
                // What is private is not told where others read, and what was refused there too is not tried again.
                Delivery::Blocked if untold.public || private || untold.user.is_none() => {
                    Told::Done
                }
                Delivery::Blocked => Told::Public,
                Delivery::Failed if untold.tries + 1 >= TRIES => {
                    tracing::warn!(
                        notice = untold.id,
                        "a notice could not be sent and is given up"
                    );
                    Told::Done
                }
                Delivery::Failed => Told::Again(now + (30 << untold.tries.min(9))),
            };
            self.store.told(&[untold.id], told, now).await?;
        }
        Ok(())
    }

    /// What is to be done with something untold.
    async fn prepare(&self, untold: &Untold, now: i64) -> Result<Prepared, Refusal> {
        let leave = |told| Ok(Prepared::Leave(told));
        let Some(why) = read(&untold.why) else {
            tracing::error!(notice = untold.id, "a stored notice cannot be read");
            return leave(Told::Done);
        };
        let row = self.store.row(untold.game).await?;
        if why.passes() && row.changed > untold.ply {
            return leave(Told::Done);
        }
        let Some(user) = untold.user else {
            let home = row.home.unwrap_or(row.channel);
            let (channel, changes) = match (&why, row.sign) {
                (Why::Sign, None) => return leave(Told::Done),
                (Why::Sign, Some((channel, message))) => (channel, Some(message)),
                _ => (home, None),
            };
            let item = item(&row, why, untold.at);
            return Ok(Prepared::Send(Notice {
                nonce: nonce(untold),
                to: None,
                way: Way::Home,
                channel: Some(channel),
                changes,
                items: vec![item],
                waiting: None,
            }));
        };
        let wishes = self.preferences(user).await?;
        let way = match wishes.tell {
            Tell::Nothing => return leave(Told::Done),
            _ if why.is_private() => Way::Direct,
            Tell::Channel => Way::Home,
            Tell::Direct | Tell::Digest if untold.public => Way::Home,
            Tell::Direct | Tell::Digest => Way::Direct,
        };
        if let Some(until) = wishes.quiet_until(now) {
            return leave(Told::Later(until));
        }
        if wishes.tell == Tell::Digest && !why.is_urgent() && !untold.public {
            let due = wishes.next_digest(untold.at);
            if now < due {
                return leave(Told::Later(due));
            }
            return Ok(Prepared::Collect(user));
        }
        let channel = Some(row.home.unwrap_or(row.channel)).filter(|_| way == Way::Home);
        Ok(Prepared::Send(Notice {
            nonce: nonce(untold),
            to: Some(user),
            way,
            channel,
            changes: None,
            items: vec![item(&row, why, untold.at)],
            waiting: None,
        }))
    }

    /// Everything a player is told once a day.
    async fn digest(&self, user: UserId, list: &[Untold], now: i64) -> Result<Notice, Refusal> {
        let mut items = Vec::with_capacity(list.len());
        for untold in list {
            if let Some(why) = read(&untold.why) {
                items.push(item(&self.store.row(untold.game).await?, why, untold.at));
            }
        }
        let (mut waiting, mut urgent) = (0, 0);
        for game in self.store.awaiting(user).await? {
            waiting += 1;
            let deadline = self.store.row(game).await?.deadline;
            urgent += u32::from(deadline.is_some_and(|at| at < now + DAY));
        }
        Ok(Notice {
            nonce: list.first().map(nonce).unwrap_or_default(),
            to: Some(user),
            way: Way::Direct,
            channel: None,
            changes: None,
            items,
            waiting: Some((waiting, urgent)),
        })
    }

    /// What is to be told of what has just happened, and whom the board that is shown of it mentions. Who did it has seen
    /// it: they are told nothing.
    pub(super) async fn postings(
        &self,
        ahead: &Ahead,
        by: By,
    ) -> Result<(Vec<Posting>, Vec<UserId>), StoreError> {
        let actor = by.user();
        let (mut postings, mut mention) = (Vec::new(), Vec::new());
        for (user, why) in whys(ahead, actor) {
            if Some(user) == actor && !why.is_private() {
                continue;
            }
            let wishes = self.wishes(user).await?;
            if wishes.tell == Tell::Nothing {
                continue;
            }
            // The board is shown at the match's home anyway: whoever is told there is mentioned with it.
            let with_board = matches!(why, Why::Turn | Why::Began | Why::Ended)
                && wishes.tell == Tell::Channel
                && !ahead.live.table.is_hidden()
                && wishes.quiet_until(ahead.at).is_none();
            if with_board {
                mention.push(user);
            } else {
                postings.push(posting(Some(user), &why, ahead.at));
            }
        }
        let closed = ahead.live.table.moves() == 0 && ahead.was.phase() == &Phase::Open;
        if is_shown_at_home(ahead, by) {
            let why = if closed {
                Why::Sign
            } else {
                let mention = mention.clone();
                Why::Board { mention }
            };
            postings.push(posting(None, &why, ahead.at));
        }
        Ok((postings, mention))
    }

    async fn wishes(&self, user: UserId) -> Result<Preferences, StoreError> {
        // A setting that cannot be read is as good as none.
        Ok(self.preferences(user).await.unwrap_or_default())
    }
}

/// What is to be done with something untold.
enum Prepared {
    /// Nothing now.
    Leave(Told),
    /// It is sent.
    Send(Notice),
    /// It goes into the daily message.
    Collect(UserId),
}

/// Something to be told, for the store.
pub(super) fn posting(user: Option<UserId>, why: &Why, at: i64) -> Posting {
    Posting {
        user,
        why: serde_json::to_string(why).unwrap_or_default(),
        at,
        nags: matches!(why, Why::Reminder { .. }),
    }
}

fn read(why: &str) -> Option<Why> {
    serde_json::from_str(why).ok()
}

/// The same for the same row, and another where the message is another (at the match's home, after a direct message
/// was refused).
fn nonce(untold: &Untold) -> String {
    let public = if untold.public { "p" } else { "" };
    format!("{:x}-{:x}{public}", untold.at, untold.id)
}

fn item(row: &Row, why: Why, at: i64) -> Item {
    let kind = games::find(&row.key);
    let options: Options = serde_json::from_str(&row.options).unwrap_or_default();
    Item {
        game: row.game,
        title: kind.map_or_else(|| row.key.clone(), |kind| title(kind, &options)),
        home: row.home,
        text: why.sentence(kind, row),
        why,
        at,
    }
}

/// Whether the match's home is to show what has just happened although nobody has asked for it there. The board of a
/// hidden match is shown nowhere.
fn is_shown_at_home(ahead: &Ahead, by: By) -> bool {
    let table = &ahead.live.table;
    if *ahead.was.phase() == Phase::Open {
        return matches!(by, By::Clock)
            || (matches!(by, By::Moderator(_) | By::Leaving(_))
                && matches!(table.phase(), Phase::Over(_)));
    }
    let was_hidden = ahead.was.is_hidden();
    match by {
        By::Clock | By::Leaving(_) => !table.is_hidden(),
        By::Moderator(_) => !table.is_hidden() && !was_hidden,
        By::Request(_) | By::Aside => false,
    }
}

/// The players of a match, each once, in turn order.
fn players(table: &Table) -> Vec<UserId> {
    let mut players: Vec<UserId> = Vec::new();
    for seat in (0..table.size()).map(Seat) {
        players.extend(table.owner(seat).filter(|user| !players.contains(user)));
    }
    players
}

/// Who is to be told what of that which has just happened.
fn whys(ahead: &Ahead, actor: Option<UserId>) -> Vec<(UserId, Why)> {
    let (table, was) = (&ahead.live.table, &ahead.was);
    let mut list: Vec<(UserId, Why)> = Vec::new();
    let deadline = table.timer().map_or(0, |timer| timer.at);
    let players = || players(table);
    for event in &ahead.events {
        match event {
            // Whoever comes last begins the game, which is told instead.
            Event::Joined { user, .. } if *table.phase() == Phase::Open => {
                list.extend(was.opener().map(|to| (to, Why::Joined { user: *user })));
            }
            Event::Began { .. } => {
                let others = players().into_iter();
                let others = others
                    .filter(|user| table.turn().and_then(|seat| table.owner(seat)) != Some(*user));
                list.extend(others.map(|user| (user, Why::Began)));
            }
            Event::Left { user } if was.opener() == Some(*user) => {
                let heir = table.opener();
                list.extend(heir.map(|heir| (heir, Why::Inherited { user: *user })));
            }
            Event::Left { user } | Event::Declined { user } => {
                list.extend(was.opener().map(|to| (to, Why::Left { user: *user })));
            }
            Event::Ended { .. } if *was.phase() == Phase::Open => {
                let waiting = was.guests().iter().map(|guest| guest.user);
                let mut waiting: Vec<UserId> = waiting.chain(was.invited().to_vec()).collect();
                waiting.extend(was.opener().filter(|_| actor.is_none()));
                waiting.sort_unstable();
                waiting.dedup();
                list.extend(waiting.into_iter().map(|user| (user, Why::Closed)));
            }
            Event::Ended { .. } => {
                list.extend(players().into_iter().map(|user| (user, Why::Ended)));
            }
            Event::Flagged { seat } => {
                for user in players() {
                    let why = if table.owner(*seat) == Some(user) {
                        Why::TimeOver
                    } else {
                        Why::Claimable { seat: *seat }
                    };
                    list.push((user, why));
                }
            }
            Event::Excused { user, .. } => list.push((*user, Why::Excused { deadline })),
            Event::Vacated { seat, user: None } => {
                let owner = table.owner(*seat);
                list.extend(owner.map(|owner| (owner, Why::SeatOffered { until: deadline })));
            }
            Event::Substituted { seat, user } => {
                let owner = was.owner(*seat);
                list.extend(owner.map(|owner| (owner, Why::Replaced { user: *user })));
            }
            Event::Gifted { seat, user, .. } => {
                let owner = table.owner(*seat);
                let user = *user;
                list.extend(owner.map(|owner| (owner, Why::Gift { user, deadline })));
            }
            Event::Moderated {
                deed: deed @ (Moderation::Hide | Moderation::Show),
                ..
            } => {
                let why = Why::Moderated { deed: *deed };
                list.extend(players().into_iter().map(|user| (user, why.clone())));
            }
            Event::Moderated {
                deed: deed @ Moderation::Free,
                seat: Some(seat),
                ..
            } => {
                let why = Why::Moderated { deed: *deed };
                list.extend(table.owner(*seat).map(|owner| (owner, why)));
            }
            _ => {}
        }
    }
    // One mention when it becomes somebody's turn, however much happened on the way there.
    let begins = table.changed() > was.changed() && *table.phase() == Phase::Playing;
    if let (true, Some(seat)) = (begins, table.turn())
        && (was.turn() != Some(seat) || table.since() != was.since())
    {
        list.extend(table.owner(seat).map(|owner| (owner, Why::Turn)));
    }
    for (user, because) in &ahead.lapsed {
        let because = because.clone();
        list.push((*user, Why::PlanLapsed { because }));
    }
    list
}
