//! What people are told besides the answers to what they ask: as data, written with what it tells of, and handed to
//! the one who can send it.

use serde::{Deserialize, Serialize};

use super::change::Trigger;
use super::delivery::digest_delay;
use super::fallback::{COVERED, FallbackFor};
use super::loaded::PendingMatch;
use super::preferences::{Preferences, Tell};
use super::route::{Route, SHOWN, first_open, routes, routes_of};
use super::tables::title_of_row;
use super::{App, AppError, OfferKind};
use crate::games;
use crate::match_state::{
    ChannelId, DAY, Event, GameId, GuildId, MatchState, Moderation, Phase, UserId,
};
use crate::rules::{Options, Seat};
use crate::store::{BulletinKind, PhaseName, Posting, Row, SendOutcome, StoreError, UnsentNotice};

/// How often one way is tried before the next one.
pub(super) const TRIES: u32 = 12;

/// How long a notice is tried again that no way takes, in seconds.
pub(super) const LONGEST: i64 = 30 * DAY;

/// For how long it is believed that somebody takes no direct messages, in seconds.
pub(super) const CLOSED: i64 = 30 * DAY;

/// How long after the end of a match its thread is archived, in seconds: there is time to talk about it.
const SETTLED: i64 = DAY;

/// An hour, in seconds.
pub(super) const HOUR: i64 = 3_600;

/// How many reminders a player is sent who does not move anywhere; then there are none until they do.
pub(super) const NAGS: u32 = 9;

/// What is told, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum NotificationKind {
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
    /// The player is invited to a table.
    Invited,
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
    /// The match has been over for a while: its thread is to be archived.
    Archive,
    /// A player of the match cannot be told anything: their clock has been stopped.
    ClockStopped {
        /// Their seat.
        seat: Seat,
    },
    /// Something has happened by itself, or its answer did not come: the board is to be shown at the match's home.
    Board {
        /// Whom to mention: those whose turn it is or whose match is over.
        mention: Vec<UserId>,
    },
    /// The match is over, and a channel wants to hear of results.
    Result {
        /// Which channel.
        channel: ChannelId,
    },
    /// A channel wants to hear once a week what was played in its server; the match is one of that week's.
    Weekly {
        /// Which channel.
        channel: ChannelId,
        /// Since when, in seconds of the Unix epoch.
        since: i64,
        /// Until when, in seconds of the Unix epoch.
        until: i64,
    },
}

impl NotificationKind {
    /// Whether it is for the player's eyes alone, and never told where others read.
    pub fn is_private(&self) -> bool {
        matches!(self, NotificationKind::PlanLapsed { .. })
    }

    /// Whether it does not wait for the daily message.
    pub fn is_urgent(&self) -> bool {
        matches!(
            self,
            NotificationKind::Reminder { percent: 95, .. }
                | NotificationKind::TimeOver
                | NotificationKind::Excused { .. }
                | NotificationKind::SeatOffered { .. }
        )
    }

    /// Whether it tells that the player to move is late.
    fn is_of_late_turn(&self) -> bool {
        matches!(
            self,
            NotificationKind::TimeOver
                | NotificationKind::Claimable { .. }
                | NotificationKind::Excused { .. }
        )
    }

    /// Whether it would come too late at `then` (seconds of the Unix epoch), when the player's quiet hours end: their time
    /// is over, or will be within the hour after. What is too late in the morning is told at night.
    pub fn cannot_wait(&self, then: i64) -> bool {
        match self {
            NotificationKind::TimeOver | NotificationKind::SeatOffered { .. } => true,
            NotificationKind::Reminder { deadline, .. }
            | NotificationKind::Excused { deadline } => *deadline < then + HOUR,
            _ => false,
        }
    }

    /// Whether it tells the player that it is theirs to move.
    pub fn asks_for_a_move(&self) -> bool {
        matches!(
            self,
            NotificationKind::Turn | NotificationKind::Reminder { .. }
        )
    }

    /// Whether it has lost its sense once the position has changed.
    fn passes(&self) -> bool {
        matches!(
            self,
            NotificationKind::Turn
                | NotificationKind::Began
                | NotificationKind::Invited
                | NotificationKind::Reminder { .. }
                | NotificationKind::TimeOver
                | NotificationKind::Claimable { .. }
                | NotificationKind::Excused { .. }
                | NotificationKind::SeatOffered { .. }
                | NotificationKind::Gift { .. }
                | NotificationKind::Offer { .. }
        )
    }
}

/// Where something is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// In a channel: where the match lives, or else where its table was opened.
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
    /// The server it belongs to.
    pub guild: Option<GuildId>,
    /// Of a match in which nobody has moved yet: the channel and the message (a snowflake) of the table at which it began.
    pub table: Option<(ChannelId, u64)>,
    /// Where it lives.
    pub home: Option<ChannelId>,
    /// Why.
    pub why: NotificationKind,
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
    pub way: Destination,
    /// The channel, where it is told at a match's home: of the match, or where its table was opened.
    pub channel: Option<ChannelId>,
    /// The message there (a snowflake) that is to be changed; `None` for a new one.
    pub changes: Option<u64>,
    /// The answer that should have shown it: where that is in the channel after all, nothing is sent.
    pub covers: Option<FallbackFor>,
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
    /// It cannot be sent there: the channel is gone, locked, or closed to the bot.
    Gone,
    /// The match has another home now: it is to be sent there.
    Moved,
    /// Something failed that may go well later.
    Failed,
}

impl App {
    /// What is to be done with something untold.
    pub(super) async fn prepare(
        &self,
        unsent: &UnsentNotice,
        now: i64,
    ) -> Result<Prepared, AppError> {
        let leave = |told| Ok(Prepared::Leave(told));
        let Some(why) = read(&unsent.why) else {
            tracing::error!(
                notice = unsent.id,
                "a stored notice cannot be read and is put aside for a day"
            );
            self.pulse.note_put_aside();
            return leave(SendOutcome::Again(now + DAY));
        };
        if let Some(told) = self.covered(unsent, now) {
            return leave(told);
        }
        let row = self.store.row(unsent.game).await?;
        let passes = why.passes() || unsent.cover.is_some();
        if passes && row.changed > unsent.ply {
            return leave(SendOutcome::Done);
        }
        if self.is_withdrawn(unsent.game, &why).await? {
            return leave(SendOutcome::Done);
        }
        let Some(user) = unsent.user else {
            return self.prepare_for_all(unsent, row, why, now).await;
        };
        let why = self.as_things_stand(why, &row, user).await?;
        let wishes = self.preferences(user).await?;
        if wishes.tell == Tell::Nothing {
            return leave(SendOutcome::Done);
        }
        if let Some(until) = wishes.quiet_until(now)
            && !why.cannot_wait(until)
        {
            return leave(SendOutcome::Later(until));
        }
        let open = !self.store.is_direct_closed(user, now).await?;
        let remote = row.shared && self.store.remote_players(row.game).await?.contains(&user);
        let routes = routes_of(&row, wishes.tell, &why, open, remote);
        let Some(route) = first_open(&routes, unsent.refused) else {
            return leave(self.nowhere(unsent, &why, now).await?);
        };
        if wishes.tell == Tell::Digest && !why.is_urgent() && route == Route::Direct {
            let delay = digest_delay(user);
            let due = wishes.next_digest(unsent.at - delay) + delay;
            if now < due {
                return leave(SendOutcome::Later(due));
            }
            return Ok(Prepared::Collect(user));
        }
        Ok(Prepared::Send(Notice {
            nonce: nonce(unsent),
            to: Some(user),
            way: route.way(),
            channel: route.channel(&row),
            changes: None,
            covers: None,
            items: vec![item(&row, why, unsent.at)],
            waiting: None,
        }))
    }

    /// A reminder with the deadline that there is now, which may not be the one that there was: outages and vacations move
    /// it. Whose clock has been stopped is told that it is their turn.
    async fn as_things_stand(
        &self,
        why: NotificationKind,
        row: &Row,
        user: UserId,
    ) -> Result<NotificationKind, AppError> {
        let NotificationKind::Reminder { percent, deadline } = why else {
            return Ok(why);
        };
        if row.deadline == Some(deadline) {
            return Ok(why);
        }
        let stopped = self.store.is_unreachable(row.game, user).await? == Some(true);
        Ok(match row.deadline {
            Some(deadline) if !stopped => NotificationKind::Reminder { percent, deadline },
            _ => NotificationKind::Turn,
        })
    }

    /// What is to be done with something that everybody at the match's home is to be told.
    async fn prepare_for_all(
        &self,
        unsent: &UnsentNotice,
        row: Row,
        why: NotificationKind,
        now: i64,
    ) -> Result<Prepared, AppError> {
        let mut changes = None;
        let mut channel = None;
        match (&why, row.sign) {
            (NotificationKind::Sign | NotificationKind::Archive, _) if row.outside => {
                return Ok(Prepared::Leave(SendOutcome::Done));
            }
            (NotificationKind::Sign, None) => return Ok(Prepared::Leave(SendOutcome::Done)),
            (NotificationKind::Sign, Some((place, message))) => {
                (channel, changes) = (Some(place), Some(message));
            }
            (NotificationKind::Archive, _) => match row.home {
                Some(home) if !self.store.is_lived_in(home).await? => channel = Some(home),
                _ => return Ok(Prepared::Leave(SendOutcome::Done)),
            },
            // There nothing can be posted: those concerned are told by direct message.
            (NotificationKind::Board { .. }, _) if row.outside => {}
            (NotificationKind::Result { .. } | NotificationKind::Weekly { .. }, _) => {
                return self.prepare_bulletin(unsent, &row, why).await;
            }
            (NotificationKind::Board { mention }, _) => match self.quiet_all(mention, now).await? {
                Quiet::Until(until) => return Ok(Prepared::Leave(SendOutcome::Later(until))),
                // Each is told when it suits them.
                Quiet::Some => {}
                Quiet::Nobody => {
                    let routes = routes(&row, None, &why, false);
                    let route = first_open(&routes, unsent.refused);
                    channel = route.and_then(|route| route.channel(&row));
                }
            },
            _ => channel = row.home.or(Some(row.channel)),
        }
        let Some(channel) = channel else {
            self.split(unsent, &row, &why, now).await?;
            return Ok(Prepared::Leave(SendOutcome::Done));
        };
        let covers = unsent.cover.map(|interaction| FallbackFor {
            interaction,
            ply: unsent.ply,
        });
        Ok(Prepared::Send(Notice {
            nonce: match &covers {
                Some(covered) if unsent.refused == 0 => covered.nonce(),
                _ => nonce(unsent),
            },
            to: None,
            way: Destination::Home,
            channel: Some(channel),
            changes,
            covers,
            items: vec![item(&row, why, unsent.at)],
            waiting: None,
        }))
    }

    /// What is to be done with something that a channel has asked for.
    async fn prepare_bulletin(
        &self,
        unsent: &UnsentNotice,
        row: &Row,
        why: NotificationKind,
    ) -> Result<Prepared, AppError> {
        let done = Ok(Prepared::Leave(SendOutcome::Done));
        let (kind, channel) = match &why {
            NotificationKind::Result { channel } => (BulletinKind::Results, *channel),
            NotificationKind::Weekly { channel, .. } => (BulletinKind::Digest, *channel),
            _ => return done,
        };
        let Some(guild) = row.guild else {
            return done;
        };
        if self.store.bulletin(guild, kind).await? != Some(channel) {
            return done;
        }
        let mut item = item(row, why.clone(), unsent.at);
        match &why {
            NotificationKind::Weekly { since, until, .. } => {
                match self.weekly(guild, (*since, *until)).await? {
                    Some(words) => item.text = words,
                    None => return done,
                }
            }
            // A moderator has hidden it meanwhile.
            _ if !self.store.hidden(&[row.game]).await?.is_empty() => return done,
            _ => {}
        }
        Ok(Prepared::Send(Notice {
            nonce: nonce(unsent),
            to: None,
            way: Destination::Home,
            channel: Some(channel),
            changes: None,
            covers: None,
            items: vec![item],
            waiting: None,
        }))
    }

    /// How many of those mentioned have quiet hours now.
    async fn quiet_all(&self, mention: &[UserId], now: i64) -> Result<Quiet, AppError> {
        let mut ends = Vec::new();
        for user in mention {
            ends.extend(self.wishes(*user).await?.quiet_until(now));
        }
        Ok(match ends.iter().min() {
            None => Quiet::Nobody,
            Some(first) if ends.len() == mention.len() => Quiet::Until(*first),
            Some(_) => Quiet::Some,
        })
    }

    /// Everything a player is told once a day.
    pub(super) async fn digest(
        &self,
        user: UserId,
        list: &[UnsentNotice],
        now: i64,
    ) -> Result<Notice, AppError> {
        let mut items = Vec::with_capacity(list.len());
        for unsent in list {
            if let Some(why) = read(&unsent.why) {
                items.push(item(&self.store.row(unsent.game).await?, why, unsent.at));
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
            way: Destination::Direct,
            channel: None,
            changes: None,
            covers: None,
            items,
            waiting: Some((waiting, urgent)),
        })
    }

    /// What is to be told of what has just happened, and whom the board that is shown of it mentions. Who did it has seen
    /// it: they are told nothing.
    pub(super) async fn postings(
        &self,
        pending: &PendingMatch,
        by: Trigger,
    ) -> Result<(Vec<Posting>, Vec<UserId>), StoreError> {
        let actor = by.user();
        let (mut postings, mut mention) = (Vec::new(), Vec::new());
        if pending.loaded.is_private() {
            return Ok((postings, mention));
        }
        let remote = self.remote_players(pending).await?;
        let outside = pending.loaded.location.outside;
        // The answer to a request from there is the only thing that is shown there.
        let shown_there = by.request().is_some_and(|request| {
            let home = pending
                .loaded
                .home
                .unwrap_or(pending.loaded.location.channel);
            request.place.channel == home
        });
        for (user, why) in notifications(pending, actor) {
            if Some(user) == actor && !why.is_private() {
                continue;
            }
            let alone =
                matches!(by, Trigger::Machine) && pending.loaded.state.only_person() == Some(user);
            let wishes = self.wishes(user).await?;
            if wishes.tell == Tell::Nothing {
                continue;
            }
            // The board is shown at the match's home anyway: the one who is told there is mentioned with it.
            let on_board = matches!(
                why,
                NotificationKind::Turn | NotificationKind::Began | NotificationKind::Ended
            );
            let quiet = wishes.quiet_until(pending.at).is_some();
            if outside && on_board && shown_there && !quiet {
                // Mentioned there, and told by direct message; one of the two is enough.
                mention.push(user);
                let mut direct = posting(Some(user), &why, pending.at);
                direct.refused = SHOWN;
                postings.push(direct);
                continue;
            }
            let with_board = on_board
                && !outside
                && !remote.contains(&user)
                && !matches!(by, Trigger::Aside)
                && wishes.tell == Tell::Channel
                && !pending.loaded.state.is_hidden()
                && !quiet;
            if with_board {
                mention.push(user);
            } else if !alone || outside || why.is_private() {
                // The one who plays against the machine alone sees its answer, and has asked for it.
                postings.push(posting(Some(user), &why, pending.at));
            }
        }
        let state = &pending.loaded.state;
        let closed = state.moves() == 0 && pending.was.phase() == &Phase::Open;
        if !outside && is_shown_at_home(pending, by) {
            let why = if closed {
                NotificationKind::Sign
            } else {
                let mention = mention.clone();
                NotificationKind::Board { mention }
            };
            postings.push(posting(None, &why, pending.at));
        }
        // The answer shows it. Should that not come, the mentioned hear of it all the same.
        if let Trigger::Request(request) = by {
            let opened = pending.was.ply() == 0 && *state.phase() == Phase::Open;
            let mut mention = mention.clone();
            if opened {
                mention.extend(state.invited());
            }
            if opened || !mention.is_empty() {
                let mut cover = posting(None, &NotificationKind::Board { mention }, pending.at);
                cover.ready += COVERED;
                cover.cover = Some(request.interaction);
                postings.push(cover);
                self.covers.begin(request.interaction, pending.at);
            }
        }
        // The machine takes its seats elsewhere than in the table's message.
        let fills =
            |event: &Event| matches!(event, Event::Joined { user, .. } if user.is_machine());
        if pending.was.phase() == &Phase::Open
            && pending.was.ply() > 0
            && pending.events.iter().any(fills)
        {
            postings.push(posting(None, &NotificationKind::Sign, pending.at));
        }
        let ended =
            matches!(state.phase(), Phase::Over(_)) && *pending.was.phase() == Phase::Playing;
        if ended {
            postings.extend(self.result_posting(pending).await?);
            let mut archive = posting(None, &NotificationKind::Archive, pending.at);
            archive.ready += SETTLED;
            postings.push(archive);
        }
        Ok((postings, mention))
    }

    /// Who plays in a match without being where it is shown.
    async fn remote_players(&self, pending: &PendingMatch) -> Result<Vec<UserId>, StoreError> {
        let mut remote = pending.remote.clone();
        if pending.loaded.location.shared {
            remote.extend(self.store.remote_players(pending.loaded.id).await?);
        }
        Ok(remote)
    }

    async fn wishes(&self, user: UserId) -> Result<Preferences, StoreError> {
        // A setting that cannot be read is as good as none.
        Ok(self.preferences(user).await.unwrap_or_default())
    }
}

/// How many of some people have quiet hours.
enum Quiet {
    /// None.
    Nobody,
    /// Some.
    Some,
    /// All, and the first of those hours end then, in seconds of the Unix epoch.
    Until(i64),
}

/// What is to be done with something untold.
pub(super) enum Prepared {
    /// Nothing now.
    Leave(SendOutcome),
    /// It is sent.
    Send(Notice),
    /// It goes into the daily message.
    Collect(UserId),
}

/// Something to be told, for the store.
pub(super) fn posting(user: Option<UserId>, why: &NotificationKind, at: i64) -> Posting {
    Posting {
        user,
        why: serde_json::to_string(why).unwrap_or_default(),
        at,
        ready: at,
        nags: matches!(why, NotificationKind::Reminder { .. }),
        cover: None,
        refused: 0,
    }
}

pub(super) fn read(why: &str) -> Option<NotificationKind> {
    serde_json::from_str(why).ok()
}

/// The same for the same row, and another where the message is another: by another way.
fn nonce(unsent: &UnsentNotice) -> String {
    let way = match unsent.refused {
        0 => String::new(),
        refused => format!("-{refused:x}"),
    };
    format!("{:x}-{:x}{way}", unsent.at, unsent.id)
}

fn item(row: &Row, why: NotificationKind, at: i64) -> Item {
    let options: Options = serde_json::from_str(&row.options).unwrap_or_default();
    let kind = games::find(&row.key).map(|kind| kind.under(&options));
    Item {
        game: row.game,
        title: title_of_row(row),
        guild: row.guild,
        table: row
            .sign
            .filter(|_| row.phase == PhaseName::Playing && row.moves == 0),
        home: row.home,
        text: why.sentence(kind, row),
        why,
        at,
    }
}

/// Whether the match's home is to show what has just happened although nobody has asked for it there. The board of a
/// hidden match is shown nowhere.
fn is_shown_at_home(pending: &PendingMatch, by: Trigger) -> bool {
    let state = &pending.loaded.state;
    if *pending.was.phase() == Phase::Open {
        return matches!(by, Trigger::Clock)
            || (matches!(by, Trigger::Moderator(_) | Trigger::Leaving(_))
                && matches!(state.phase(), Phase::Over(_)));
    }
    let was_hidden = pending.was.is_hidden();
    match by {
        Trigger::Unseen(_) | Trigger::Clock | Trigger::Leaving(_) => !state.is_hidden(),
        // Where it moves for several seats in a row, the board after the last one shows them all.
        Trigger::Machine => {
            !state.is_hidden() && !state.turn().is_some_and(|seat| state.is_machine(seat))
        }
        Trigger::Moderator(_) => !state.is_hidden() && !was_hidden,
        Trigger::Request(_) | Trigger::Aside => false,
    }
}

/// The players of a match, each once, in turn order.
fn players(state: &MatchState) -> Vec<UserId> {
    let mut players: Vec<UserId> = Vec::new();
    for seat in (0..state.size()).map(Seat) {
        players.extend(state.owner(seat).filter(|user| !players.contains(user)));
    }
    players
}

/// Who is to be told what of that which has just happened.
fn notifications(pending: &PendingMatch, actor: Option<UserId>) -> Vec<(UserId, NotificationKind)> {
    let (state, was) = (&pending.loaded.state, &pending.was);
    let mut list: Vec<(UserId, NotificationKind)> = Vec::new();
    let deadline = state.timer().map_or(0, |timer| timer.at);
    let players = || players(state);
    for event in &pending.events {
        if event.changes_position() {
            // A player whose time was over has moved all the same.
            list.retain(|(_, why)| !why.is_of_late_turn());
        }
        match event {
            // The one who comes last begins the game, which is told instead.
            Event::Joined { user, .. } if *state.phase() == Phase::Open => {
                list.extend(
                    was.opener()
                        .map(|to| (to, NotificationKind::Joined { user: *user })),
                );
            }
            Event::Began { .. } => {
                let others = players().into_iter();
                let others = others
                    .filter(|user| state.turn().and_then(|seat| state.owner(seat)) != Some(*user));
                list.extend(others.map(|user| (user, NotificationKind::Began)));
            }
            Event::Left { user } if was.opener() == Some(*user) => {
                let heir = state.opener();
                list.extend(heir.map(|heir| (heir, NotificationKind::Inherited { user: *user })));
            }
            Event::Left { user } | Event::Declined { user } => {
                list.extend(
                    was.opener()
                        .map(|to| (to, NotificationKind::Left { user: *user })),
                );
            }
            Event::Ended { .. } if *was.phase() == Phase::Open => {
                let waiting = was.guests().iter().map(|guest| guest.user);
                let mut waiting: Vec<UserId> = waiting.chain(was.invited().to_vec()).collect();
                waiting.extend(was.opener().filter(|_| actor.is_none()));
                waiting.sort_unstable();
                waiting.dedup();
                list.extend(
                    waiting
                        .into_iter()
                        .map(|user| (user, NotificationKind::Closed)),
                );
            }
            Event::Ended { .. } => {
                list.extend(
                    players()
                        .into_iter()
                        .map(|user| (user, NotificationKind::Ended)),
                );
            }
            Event::Flagged { seat } => {
                for user in players() {
                    let why = if state.owner(*seat) == Some(user) {
                        NotificationKind::TimeOver
                    } else {
                        NotificationKind::Claimable { seat: *seat }
                    };
                    list.push((user, why));
                }
            }
            Event::Excused { user, .. } => {
                list.push((*user, NotificationKind::Excused { deadline }))
            }
            Event::Vacated { seat, user: None } => {
                let owner = state.owner(*seat);
                list.extend(
                    owner.map(|owner| (owner, NotificationKind::SeatOffered { until: deadline })),
                );
            }
            Event::Unreachable { seat, .. } => {
                let owner = state.owner(*seat);
                let others = players().into_iter().filter(|user| Some(*user) != owner);
                list.extend(
                    others.map(|user| (user, NotificationKind::ClockStopped { seat: *seat })),
                );
            }
            Event::Substituted { seat, user } => {
                let owner = was.owner(*seat);
                list.retain(|(_, why)| !matches!(why, NotificationKind::SeatOffered { .. }));
                list.extend(owner.map(|owner| (owner, NotificationKind::Replaced { user: *user })));
            }
            Event::Gifted { seat, user, .. } => {
                let owner = state.owner(*seat);
                let user = *user;
                list.extend(owner.map(|owner| (owner, NotificationKind::Gift { user, deadline })));
            }
            Event::Moderated {
                deed: deed @ (Moderation::Hide | Moderation::Show),
                ..
            } => {
                let why = NotificationKind::Moderated { deed: *deed };
                list.extend(players().into_iter().map(|user| (user, why.clone())));
            }
            Event::Moderated {
                deed: deed @ Moderation::Free,
                seat: Some(seat),
                ..
            } => {
                let why = NotificationKind::Moderated { deed: *deed };
                list.extend(state.owner(*seat).map(|owner| (owner, why)));
            }
            _ => {}
        }
    }
    // One mention when it becomes somebody's turn, however much happened on the way there.
    let begins = state.changed() > was.changed() && *state.phase() == Phase::Playing;
    if let (true, Some(seat)) = (begins, state.turn())
        && (was.turn() != Some(seat) || state.since() != was.since())
    {
        list.extend(
            state
                .owner(seat)
                .map(|owner| (owner, NotificationKind::Turn)),
        );
    }
    list.retain(|(user, _)| !user.is_machine());
    for (user, because) in &pending.lapsed {
        let because = because.clone();
        list.push((*user, NotificationKind::PlanLapsed { because }));
    }
    list
}
