//! Log entries of events, and the remarks shown until the next move.

use super::log::LogEvent;
use super::log_texts;
use super::match_view::Remark;
use super::sight::{Before, MadeMove, MoveTexts};
use crate::app::matches::loaded::LoadedMatch;
use crate::app::texts::{ending_sentence, mention, seat_label, sentence};
use crate::match_state::{Event, Moderation, UserId};
use crate::rules::{Played, Seat};

impl LoadedMatch {
    /// Returns the log entry of an event, and keeps the remarks shown until the next move.
    pub(in crate::app) fn log_event(&mut self, event: &Event, played: Option<Played>) -> LogEvent {
        let played = played.unwrap_or_else(|| Played {
            canonical: String::new(),
            display: String::new(),
            words: String::new(),
            consequences: Vec::new(),
            announced: Vec::new(),
        });
        match event {
            Event::Moved { seat, .. } | Event::Answered { seat, .. } => {
                self.log_move(event, *seat, played)
            }
            Event::Rolled { .. } => self.log_roll(played),
            Event::Resigned {
                seat, user, text, ..
            } => {
                // A resignation that ends the game is named by the ending.
                match text {
                    Some(_) => self.remark(log_texts::resigns(&seat_label(self.kind, *seat))),
                    None if user.is_machine() => self.remark(log_texts::gives_up(&mention(*user))),
                    None => {}
                }
                self.remark_all(played.consequences);
                LogEvent::Resigned {
                    seat: *seat,
                    text: text.clone(),
                }
            }
            Event::TimedOut { seat, text, .. } => {
                if text.is_some() {
                    self.remark(log_texts::of_seat(
                        log_texts::TIMED_OUT,
                        &seat_label(self.kind, *seat),
                    ));
                }
                self.remark_all(played.consequences);
                LogEvent::TimedOut {
                    seat: *seat,
                    text: text.clone(),
                }
            }
            Event::Ended { ending } => LogEvent::Ended(ending_sentence(self.kind, ending)),
            Event::Began { .. } => LogEvent::Began,
            Event::Joined { .. } => LogEvent::Table("somebody joined".to_owned()),
            Event::Wished { .. } => LogEvent::Table("somebody wanted another seat".to_owned()),
            Event::Declined { .. } => LogEvent::Table("an invitation was declined".to_owned()),
            Event::Left { .. } => LogEvent::Table("somebody left the table".to_owned()),
            Event::Opened { .. } | Event::Invited { .. } | Event::Agreed { .. } => {
                LogEvent::Table("the table was opened".to_owned())
            }
            Event::Drawn { .. } | Event::Seated { .. } => {
                LogEvent::Table("the seats were given out".to_owned())
            }
            // `LoadedMatch::undo` writes the remark.
            Event::Undone { seat, to } => LogEvent::Undone {
                seat: *seat,
                to: *to,
            },
            Event::Flagged { seat, .. } => self.aside(*seat, log_texts::TIMED_OUT),
            Event::Excused { seat, .. } => self.beside(*seat, log_texts::EXCUSED),
            Event::Vacated { seat, user: None } => {
                // The remark about the extension is dropped, since that has run out too.
                let excused = log_texts::of_seat(log_texts::EXCUSED, &seat_label(self.kind, *seat));
                self.remarks.retain(|remark| remark.text != excused);
                self.aside(*seat, log_texts::VACATED)
            }
            Event::Vacated {
                seat,
                user: Some(_),
            } => {
                self.lasting(log_texts::of_seat(
                    log_texts::OFFERED,
                    &seat_label(self.kind, *seat),
                ));
                self.aside(*seat, log_texts::OFFERED)
            }
            Event::Kept { seat } => self.beside(*seat, log_texts::KEPT),
            Event::Substituted { seat, user } => {
                let label = seat_label(self.kind, *seat);
                let what = log_texts::substituted(&label, &mention(*user));
                let former = self.left(*seat);
                let kept = self.state.kept_for(*seat).map(|(user, _)| user);
                self.remark(match former {
                    Some(former) if kept == Some(former) => format!(
                        "{what}, in place of {}, who can take the seat back.",
                        mention(former)
                    ),
                    Some(former) => format!("{what}, in place of {}.", mention(former)),
                    None => format!("{what}."),
                });
                LogEvent::Beside(what)
            }
            Event::Gifted {
                seat,
                user,
                seconds,
            } => {
                let giver = self.state.seats_of(*user).first().copied();
                let giver =
                    giver.map_or_else(|| mention(*user), |seat| seat_label(self.kind, seat));
                let given = log_texts::gives(&giver, &seat_label(self.kind, *seat), *seconds);
                self.remark(given);
                self.aside(*seat, &log_texts::gifted(*seconds))
            }
            Event::Away { seat, until } => {
                self.lasting(log_texts::away(&seat_label(self.kind, *seat), *until));
                self.aside(*seat, log_texts::AWAY)
            }
            Event::Back { seat } => self.beside(*seat, log_texts::BACK),
            Event::Unreachable { seat, .. } => self.beside(*seat, log_texts::UNREACHABLE),
            Event::Reached { seat } => self.beside(*seat, log_texts::REACHED),
            Event::Moderated {
                action: Moderation::Free,
                seat: Some(seat),
                ..
            } => self.beside(*seat, log_texts::FREED),
            Event::Moderated {
                action: Moderation::Notes,
                ..
            } => LogEvent::Beside(log_texts::NOTE_REMOVED.to_owned()),
            Event::Moderated { .. } => LogEvent::Beside("a moderator intervened".to_owned()),
            Event::Erased { .. } => LogEvent::Beside("a player had their data erased".to_owned()),
        }
    }

    /// Logs a move, and keeps the earlier moves that are shown with it.
    fn log_move(&mut self, event: &Event, seat: Seat, played: Played) -> LogEvent {
        let at_once = matches!(event, Event::Answered { .. });
        match &self.last {
            // A planned answer is shown after the move that it answers, and a machine's move after that of the
            // machine's other seat.
            Some(last)
                if at_once || self.state.is_machine(seat) && self.is_machines(&last.seat) =>
            {
                self.before.push(Before::Played(last.clone()));
                let remarks = self.remarks.drain(..).filter(|remark| !remark.lasts);
                self.before
                    .extend(remarks.map(|remark| Before::Remark(remark.text)));
            }
            _ => {
                self.before.clear();
                self.earlier_boards.clear();
            }
        }
        if self.state.is_machine(seat) && self.state.size() > 2 {
            self.earlier_boards.push(self.game.clone());
            // If only machines play on, the board shows one turn of each.
            let most = usize::from(self.state.size()) - 1;
            let old = self.earlier_boards.len().saturating_sub(most);
            self.earlier_boards.drain(..old);
        } else {
            self.earlier_boards.clear();
        }
        let texts = MoveTexts::of(seat, &played);
        self.last = Some(MadeMove {
            ply: self.state.ply(),
            seat: seat_label(self.kind, seat),
            number: self.state.round(),
            at_once,
            texts: texts.clone(),
        });
        self.remarks.clear();
        self.remark_all(played.consequences);
        self.throw = None;
        LogEvent::Moved {
            seat,
            texts,
            planned: at_once,
        }
    }

    /// Logs a throw of the dice, which is shown with the last move.
    fn log_roll(&mut self, played: Played) -> LogEvent {
        let lost = !played.consequences.is_empty();
        let throw = sentence(&played.words);
        // A lost turn is one sentence, which says what the throw asked for.
        self.throw = (!lost).then(|| throw.clone());
        if !lost {
            self.remark(throw);
        }
        self.remark_all(played.consequences);
        LogEvent::Rolled {
            canonical: played.canonical,
            display: played.display,
            lost,
        }
    }

    /// True if the machine holds the seat with this label.
    fn is_machines(&self, label: &str) -> bool {
        let mut seats = self.kind.all_seats();
        seats.any(|seat| self.state.is_machine(seat) && seat_label(self.kind, seat) == label)
    }

    /// Logs an event besides the board, with a remark until the next move.
    pub(in crate::app) fn beside(&mut self, seat: Seat, what: &str) -> LogEvent {
        self.remark(log_texts::of_seat(what, &seat_label(self.kind, seat)));
        self.aside(seat, what)
    }

    /// Keeps a sentence about the last event.
    pub(in crate::app) fn remark(&mut self, text: String) {
        self.remarks.push(Remark {
            ply: self.state.ply(),
            text,
            lasts: false,
        });
    }

    fn remark_all(&mut self, texts: Vec<String>) {
        texts.into_iter().for_each(|text| self.remark(text));
    }

    /// Keeps a sentence about the beginning of something that views of everything show as long as it lasts.
    fn lasting(&mut self, text: String) {
        self.remark(text);
        if let Some(remark) = self.remarks.last_mut() {
            remark.lasts = true;
        }
    }

    /// Returns the person who played a seat until its present player took it over.
    fn left(&self, seat: Seat) -> Option<UserId> {
        let tenures = self.state.tenures().iter();
        let mut of_seat = tenures.filter(|tenure| tenure.seat == seat).rev().skip(1);
        of_seat
            .next()
            .map(|tenure| tenure.user)
            .filter(|user| !user.is_machine())
    }

    /// Logs an event besides the board without a remark, since its effect is shown as long as it lasts.
    pub(in crate::app) fn aside(&self, seat: Seat, what: &str) -> LogEvent {
        LogEvent::Beside(format!("{} {what}", seat_label(self.kind, seat)))
    }
}
