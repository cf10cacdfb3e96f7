//! A match with its game on the board: the table and the game, led through the same events side by side.

use serde::{Deserialize, Serialize};

use super::LastMove;
use super::words::{ending_sentence, seat_label, sentence, told};
use crate::games;
use crate::rules::{Game, Kind, Options, Played, Seat};
use crate::store::{self, Addition, PhaseName, PlanChange, Row, Stored};
use crate::table::{
    ChannelId, Ending, Event, Fault, GameId, GuildId, Moderation, Phase, Table, UserId,
};

/// A checkpoint is kept whenever the number of events passes a multiple of this.
const STRIDE: u32 = 16;

/// A match with its game.
#[derive(Clone, Debug)]
pub(super) struct Live {
    pub id: GameId,
    pub kind: &'static Kind,
    pub options: Options,
    pub guild: Option<GuildId>,
    pub home: Option<ChannelId>,
    pub opened: i64,
    pub table: Table,
    /// The game; at an open table, its starting position as far as it is known.
    pub game: Box<dyn Game>,
    pub last: Option<LastMove>,
    /// What followed the last move by itself.
    pub told: Vec<String>,
}

/// What one event comes to for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Its ply.
    pub ply: u32,
    /// The round it belongs to.
    pub round: u32,
    /// What it was.
    pub what: What,
}

/// What an event was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Somebody came to or left the open table.
    Table(String),
    /// The game began.
    Began,
    /// A move.
    Moved {
        seat: Seat,
        canonical: String,
        display: String,
    },
    /// Chance.
    Rolled { canonical: String, display: String },
    /// A resignation, with the move text by which the seat left a game that goes on.
    Resigned { seat: Seat, text: Option<String> },
    /// A seat lost by time, with the move text by which it left a game that goes on.
    TimedOut { seat: Seat, text: Option<String> },
    /// A move was taken back: the match goes on from event `to`.
    Undone { seat: Seat, to: u32 },
    /// Something beside the board, in words.
    Beside(String),
    /// The end, in one sentence.
    Ended(String),
}

/// Why a stored match cannot be led to where it stands.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unreadable {
    #[error("it is a game that this version of Rookery does not know")]
    UnknownGame,
    #[error(
        "it was begun under version {stored} of the rules of {name}, and this version of Rookery plays version {ours}"
    )]
    OtherRules {
        name: &'static str,
        stored: u32,
        ours: u32,
    },
    #[error("its options cannot be read")]
    BadOptions,
    #[error("its record breaks off at event {0}")]
    Gap(u32),
    #[error("event {ply} of its record does not fit what came before")]
    BadEvent { ply: u32, cause: String },
    #[error("its checkpoint is damaged")]
    BadCheckpoint,
}

/// What a checkpoint keeps besides the game.
#[derive(Serialize, Deserialize)]
struct Saved {
    table: Table,
    options: Options,
}

impl Live {
    /// A match to which nothing has happened yet.
    pub fn blank(row: &Row) -> Result<Live, Unreadable> {
        let kind = games::find(&row.key).ok_or(Unreadable::UnknownGame)?;
        Live::of_kind(kind, row)
    }

    /// The same, of a game that is known already.
    pub fn of_kind(kind: &'static Kind, row: &Row) -> Result<Live, Unreadable> {
        if kind.rules_version != row.rules {
            return Err(Unreadable::OtherRules {
                name: kind.name,
                stored: row.rules,
                ours: kind.rules_version,
            });
        }
        let options: Options =
            serde_json::from_str(&row.options).map_err(|_| Unreadable::BadOptions)?;
        Ok(Live {
            id: row.game,
            kind,
            game: kind
                .new_game(&options)
                .map_err(|_| Unreadable::BadOptions)?,
            options,
            guild: row.guild,
            home: row.home,
            opened: row.opened,
            table: Table::new(u8::try_from(kind.seats.len()).unwrap_or(u8::MAX)),
            last: None,
            told: Vec::new(),
        })
    }

    /// A stored match, led from its checkpoint to its last event; what the events came to; and checkpoints in the
    /// place of damaged ones.
    pub fn replay(
        stored: &Stored,
    ) -> Result<(Live, Vec<Line>, Vec<store::Checkpoint>), Unreadable> {
        Live::blank(&stored.row)?.led(stored)
    }

    /// The match led through its events.
    pub fn led(
        self,
        stored: &Stored,
    ) -> Result<(Live, Vec<Line>, Vec<store::Checkpoint>), Unreadable> {
        self.led_with(stored, |_, _| {})
    }

    /// The match led through its events; after each `show` is given the match and what the event came to.
    pub fn led_with(
        self,
        stored: &Stored,
        mut show: impl FnMut(&Live, &Line),
    ) -> Result<(Live, Vec<Line>, Vec<store::Checkpoint>), Unreadable> {
        let mut live = self;
        if let Some(checkpoint) = &stored.checkpoint {
            live.resume(checkpoint)?;
        }
        let mut lines = Vec::new();
        let mut mended = Vec::new();
        let mut earlier = Earlier::of(stored);
        for row in &stored.events {
            let ply = row.ply;
            if ply != live.table.ply() + 1 {
                return Err(Unreadable::Gap(ply));
            }
            live.give_back(stored, row.at);
            earlier.keep(&live, row.at);
            let line = Event::from_record(&row.record)
                .ok_or_else(|| format!("\"{}\" is not known", row.record.kind))
                .and_then(|event| match event {
                    Event::Undone { seat, to } => earlier
                        .take(to)
                        .ok_or_else(|| format!("event {to} is not there to go back to"))
                        .and_then(|(before, moved)| {
                            live.undo(&before, seat, moved, row.at)
                                .map_err(|fault| format!("{fault:?}"))
                        }),
                    event => live.happen(&event, row.at),
                })
                .map_err(|cause| Unreadable::BadEvent { ply, cause })?;
            show(&live, &line);
            lines.push(line);
            if stored.damaged.contains(&ply) {
                mended.extend(live.checkpoint());
            }
        }
        if live.table.ply() != stored.row.ply {
            return Err(Unreadable::Gap(live.table.ply() + 1));
        }
        live.give_back(stored, i64::MAX);
        Ok((live, lines, mended))
    }

    /// Gives back the outages that were over by `now`.
    fn give_back(&mut self, stored: &Stored, now: i64) {
        for outage in &stored.outages {
            if outage.until <= now {
                self.table.give_back(outage.id, outage.since, outage.until);
            }
        }
    }

    /// Takes back the move of `seat` that followed `earlier`, this match as it was, and was made at `moved`.
    pub fn undo(&mut self, earlier: &Live, seat: Seat, moved: i64, at: i64) -> Result<Line, Fault> {
        let table = self.table.undo(&earlier.table, seat, moved, at)?;
        let to = earlier.table.ply();
        self.table = table;
        self.game = earlier.game.clone();
        self.last.clone_from(&earlier.last);
        self.told = vec![told::took_back(&seat_label(self.kind, seat))];
        Ok(Line {
            ply: self.table.ply(),
            round: self.table.round(),
            what: What::Undone { seat, to },
        })
    }

    fn resume(&mut self, checkpoint: &store::Checkpoint) -> Result<(), Unreadable> {
        let bad = || Unreadable::BadCheckpoint;
        let saved: Saved = serde_json::from_str(&checkpoint.standing).map_err(|_| bad())?;
        if saved.table.ply() != checkpoint.ply {
            return Err(bad());
        }
        let start = self.kind.new_game(&saved.options).map_err(|_| bad())?;
        self.game = start.resume(&checkpoint.position).map_err(|_| bad())?;
        self.table = saved.table;
        self.options = saved.options;
        Ok(())
    }

    /// The match as it stands, as a checkpoint; `None` where it cannot be written.
    fn checkpoint(&self) -> Option<store::Checkpoint> {
        let saved = Saved {
            table: self.table.clone(),
            options: self.options.clone(),
        };
        Some(store::Checkpoint {
            ply: self.table.ply(),
            standing: serde_json::to_string(&saved).ok()?,
            position: self.game.checkpoint(),
        })
    }

    /// Lets an event happen, or says why it cannot; then the match is not to be used any more.
    pub fn happen(&mut self, event: &Event, at: i64) -> Result<Line, String> {
        let played = match event {
            Event::Moved { text, .. }
            | Event::Answered { text, .. }
            | Event::Rolled { text, .. } => Some(self.replayed(text)?),
            Event::Resigned {
                text: Some(text), ..
            }
            | Event::TimedOut {
                text: Some(text), ..
            } => Some(self.replayed(text)?),
            _ => None,
        };
        self.note(event, played, at)
            .map_err(|fault| format!("{fault:?}"))
    }

    /// Plays a stored move text, which must mean itself.
    fn replayed(&mut self, text: &str) -> Result<Played, String> {
        let played = self.game.play(text).map_err(|error| error.to_string())?;
        if played.canonical == text {
            Ok(played)
        } else {
            Err(format!("{text} is read as {}", played.canonical))
        }
    }

    /// Lets an event happen whose move text, if it has one, has been played already.
    pub fn note(&mut self, event: &Event, played: Option<Played>, at: i64) -> Result<Line, Fault> {
        if let Event::Drawn { text } = event
            && let Some((key, value)) = text.split_once('=')
        {
            self.options.set(key, value);
        }
        if let Event::Began { .. } = event {
            self.game = self
                .kind
                .new_game(&self.options)
                .map_err(|_| Fault::Nonsense)?;
        }
        let (table, _) = self.table.step(event, at)?;
        self.table = table;
        if matches!(event, Event::Ended { ending } if ending.is_agreement()) {
            self.game.agree();
        }
        if event.next().is_some_and(|next| next != self.game.turn()) {
            return Err(Fault::Nonsense);
        }
        Ok(Line {
            ply: self.table.ply(),
            round: self.table.round(),
            what: self.tell(event, played),
        })
    }

    /// Keeps what is to be shown of an event.
    fn tell(&mut self, event: &Event, played: Option<Played>) -> What {
        let played = played.unwrap_or_else(|| Played {
            canonical: String::new(),
            display: String::new(),
            words: String::new(),
            told: Vec::new(),
        });
        match event {
            Event::Moved { seat, .. } | Event::Answered { seat, .. } => {
                let told = match (event, &self.last) {
                    // What came before the answer is told too, and first.
                    (Event::Answered { .. }, Some(last)) => {
                        let mut told = vec![told::played(&last.seat, &last.display)];
                        told.append(&mut self.told);
                        told.push(told::answered(
                            &seat_label(self.kind, *seat),
                            &played.display,
                        ));
                        told
                    }
                    _ => Vec::new(),
                };
                self.last = Some(LastMove {
                    seat: seat_label(self.kind, *seat),
                    number: self.table.round(),
                    display: played.display.clone(),
                    words: played.words,
                });
                self.told = told;
                self.told.extend(played.told);
                What::Moved {
                    seat: *seat,
                    canonical: played.canonical,
                    display: played.display,
                }
            }
            Event::Rolled { .. } => {
                self.told.push(sentence(&played.words));
                self.told.extend(played.told);
                What::Rolled {
                    canonical: played.canonical,
                    display: played.display,
                }
            }
            Event::Resigned { seat, text, .. } => {
                self.told.push(told::resigns(&seat_label(self.kind, *seat)));
                self.told.extend(played.told);
                What::Resigned {
                    seat: *seat,
                    text: text.clone(),
                }
            }
            Event::Ended { ending } => What::Ended(ending_sentence(self.kind, ending)),
            Event::Began { .. } => What::Began,
            Event::Joined { .. } => What::Table("somebody joined".to_owned()),
            Event::Declined { .. } => What::Table("an invitation was declined".to_owned()),
            Event::Left { .. } => What::Table("somebody left the table".to_owned()),
            Event::Opened { .. } | Event::Invited { .. } => {
                What::Table("the table was opened".to_owned())
            }
            Event::Drawn { .. } | Event::Seated { .. } => {
                What::Table("the seats were given out".to_owned())
            }
            Event::TimedOut { seat, text, .. } => {
                self.told.push(told::of_seat(
                    told::TIMED_OUT,
                    &seat_label(self.kind, *seat),
                ));
                self.told.extend(played.told);
                What::TimedOut {
                    seat: *seat,
                    text: text.clone(),
                }
            }
            // `Live::undo` tells it.
            Event::Undone { seat, to } => What::Undone {
                seat: *seat,
                to: *to,
            },
            Event::Agreed { .. } => What::Table("the table was opened".to_owned()),
            Event::Flagged { seat } => self.beside(*seat, told::TIMED_OUT),
            Event::Excused { seat, .. } => self.beside(*seat, told::EXCUSED),
            Event::Vacated { seat, user: None } => self.beside(*seat, told::VACATED),
            Event::Vacated {
                seat,
                user: Some(_),
            } => self.beside(*seat, told::OFFERED),
            Event::Kept { seat } => self.beside(*seat, told::KEPT),
            Event::Substituted { seat, .. } => self.beside(*seat, told::SUBSTITUTED),
            Event::Gifted { seat, seconds, .. } => self.beside(*seat, &told::gifted(*seconds)),
            Event::Away { seat, .. } => self.beside(*seat, told::AWAY),
            Event::Back { seat } => self.beside(*seat, told::BACK),
            Event::Moderated {
                deed: Moderation::Free,
                seat: Some(seat),
                ..
            } => self.beside(*seat, told::FREED),
            Event::Moderated { .. } => What::Beside("a moderator intervened".to_owned()),
            Event::Erased { .. } => What::Beside("a player had their data erased".to_owned()),
        }
    }

    /// What happened beside the board; it is told after the last move until the next one.
    fn beside(&mut self, seat: Seat, what: &str) -> What {
        let line = format!("{} {what}", seat_label(self.kind, seat));
        self.told
            .push(told::of_seat(what, &seat_label(self.kind, seat)));
        What::Beside(line)
    }

    /// How the match ended, in one sentence.
    pub fn ending(&self) -> Option<String> {
        match self.table.phase() {
            Phase::Over(ending) => Some(ending_sentence(self.kind, ending)),
            Phase::Open | Phase::Playing => None,
        }
    }

    /// Who is to move.
    pub fn next(&self) -> Vec<(Seat, UserId)> {
        let turn = self.table.turn();
        turn.and_then(|seat| Some((seat, self.table.owner(seat)?)))
            .into_iter()
            .collect()
    }
}

/// The states of a match that moves taken back lead to.
struct Earlier {
    wanted: Vec<u32>,
    kept: Vec<(Live, i64)>,
}

impl Earlier {
    fn of(stored: &Stored) -> Self {
        let undone = stored
            .events
            .iter()
            .filter_map(|row| match Event::from_record(&row.record) {
                Some(Event::Undone { to, .. }) => Some(to),
                _ => None,
            });
        Earlier {
            wanted: undone.collect(),
            kept: Vec::new(),
        }
    }

    /// Keeps the match as it is just before an event at `next`, if it will be gone back to.
    fn keep(&mut self, live: &Live, next: i64) {
        if self.wanted.contains(&live.table.ply()) {
            self.kept.push((live.clone(), next));
        }
    }

    fn take(&self, to: u32) -> Option<(Live, i64)> {
        let kept = self.kept.iter().find(|(live, _)| live.table.ply() == to)?;
        Some(kept.clone())
    }
}

/// A match that events have just happened to, and those events, not yet stored.
#[derive(Debug)]
pub(super) struct Ahead {
    pub live: Live,
    pub events: Vec<Event>,
    /// The match before them.
    pub was: Table,
    pub at: i64,
    /// What became of the players' plans.
    pub plans: Vec<PlanChange>,
    /// What players are to be told of their plans, in private.
    pub lapsed: Vec<(UserId, String)>,
}

impl Ahead {
    /// Of a match as it stands.
    pub fn of(live: Live, at: i64) -> Self {
        Ahead {
            was: live.table.clone(),
            live,
            events: Vec::new(),
            at,
            plans: Vec::new(),
            lapsed: Vec::new(),
        }
    }

    /// Lets an event happen whose move text, if any, has been played already.
    pub fn add(&mut self, event: Event, played: Option<Played>) -> Result<(), Fault> {
        self.live.note(&event, played, self.at)?;
        self.events.push(event);
        Ok(())
    }

    /// Takes back the move of `seat` that followed `earlier` and was made at `moved`.
    pub fn undo(&mut self, earlier: &Live, seat: Seat, moved: i64) -> Result<(), Fault> {
        self.live.undo(earlier, seat, moved, self.at)?;
        self.events.push(Event::Undone {
            seat,
            to: earlier.table.ply(),
        });
        Ok(())
    }

    /// All of it as an addition to the store.
    pub fn addition(&self, interaction: Option<u64>, lessons: Vec<(UserId, String)>) -> Addition {
        let table = &self.live.table;
        let passed = table.ply() / STRIDE > self.was.ply() / STRIDE;
        Addition {
            at: self.at,
            events: self.events.iter().map(Event::record).collect(),
            interaction,
            standing: standing(table, self.at),
            checkpoint: match table.phase() {
                Phase::Playing if passed => self.live.checkpoint(),
                _ => None,
            },
            lessons,
            postings: Vec::new(),
            abandoned: self.abandoned(),
            moved: self.movers(),
            plans: self.plans.clone(),
            rated: table
                .rated()
                .map(|rated| (self.live.kind.key.to_owned(), rated)),
        }
    }

    /// Who has left by thinking too long: lost by time, or was replaced meanwhile.
    fn abandoned(&self) -> Vec<UserId> {
        let left = self.events.iter().filter_map(|event| match event {
            Event::TimedOut { seat, .. } => self.was.owner(*seat),
            Event::Substituted { seat, .. } if self.was.is_absent(*seat) => self.was.owner(*seat),
            _ => None,
        });
        left.collect()
    }

    fn movers(&self) -> Vec<UserId> {
        let moved = self.events.iter().filter_map(|event| match event {
            Event::Moved { user, .. } => Some(*user),
            _ => None,
        });
        moved.collect()
    }
}

/// How a match stands, as the store keeps it for its lists.
fn standing(table: &Table, now: i64) -> store::Standing {
    let (phase, ending) = match table.phase() {
        Phase::Open => (PhaseName::Open, None),
        Phase::Playing => (PhaseName::Playing, None),
        Phase::Over(ending) => (PhaseName::Over, Some(ending)),
    };
    // What a moderator ended counts for nobody.
    let counted = ending.filter(|ending| !ending.is_moderated());
    let results = counted.map_or_else(Vec::new, |ending| {
        let pairs = ending.quarters.iter().zip(&ending.placings);
        pairs
            .map(|(quarters, placing)| (*quarters, *placing))
            .collect()
    });
    let here = table.guests().iter();
    let here = here.map(|guest| (guest.user, guest.wish.map(|seat| seat.0), false));
    let asked = table.invited().iter().map(|user| (*user, None, true));
    store::Standing {
        ply: table.ply(),
        phase,
        ending: ending.map(Ending::to_text),
        since: table.since(),
        moves: table.moves(),
        tenures: table.tenures().to_vec(),
        awaited: table.turn().into_iter().map(|seat| seat.0).collect(),
        results,
        guests: here.chain(asked).collect(),
        changed: table.changed(),
        timer: table
            .timer()
            .map(|timer| (timer.runs, timer.at, timer.next(now))),
    }
}
