//! What the commands of games that last for months ask for.

use serenity::model::application::{CommandData, CommandDataOption, CommandDataOptionValue};

use super::{boolean, number, string, user, value, which};
use crate::app::{MatchRef, OfferKind, Preferences, Tell};
use crate::discord::commands::name;
use crate::discord::texts;
use crate::match_state::{Pace, Terms, UserId};

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CorrespondenceCommand {
    /// Offer something, or agree to it.
    Offer(MatchRef, OfferKind),
    /// Take over a seat.
    Take(MatchRef),
    /// Offer one's own seat.
    OfferSeat(MatchRef),
    /// Keep one's own seat.
    KeepSeat(MatchRef),
    /// See one's plan.
    Planned(MatchRef),
    /// Put a plan in the place of the former; an empty one forgets it.
    Plan(MatchRef, String),
    /// Add lines to one's plan.
    PlanMore(MatchRef, String),
    /// Try moves on a private board.
    Explore(MatchRef, String),
    /// Read one's notes.
    Notes(MatchRef),
    /// Write a note.
    Note {
        /// About which match.
        which: MatchRef,
        /// What.
        text: String,
        /// Whether it is opened for everybody at the end.
        sealed: bool,
    },
    /// Take out one's note of that number, from 1.
    Unnote(MatchRef, u32),
    /// Choose how one is told of things; what is `None` stays.
    Settings(Box<PreferencesChange>),
    /// See what somebody has done; `None` is oneself.
    Profile(Option<UserId>),
    /// See the strongest players of a game.
    Leaderboard(String),
    /// Get the text of a match.
    Export(MatchRef),
    /// Bring in a match from the text in a file; without one, open the form for it.
    Import(Option<AttachedFile>),
}

/// A file that came with a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachedFile {
    /// How large it is, in bytes.
    pub size: u32,
    /// Where it can be fetched for a while.
    pub url: String,
}

/// What is to be changed of one's preferences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreferencesChange {
    /// How one is told.
    pub tell: Option<Tell>,
    /// Hours of peace: `Some(None)` is not one.
    pub quiet: Option<Option<(u8, u8)>>,
    /// The time zone.
    pub zone: Option<String>,
    /// The hour of the daily message.
    pub digest: Option<u8>,
    /// Whether a move is shown before it is made: `Some(None)` is as usual.
    pub preview: Option<Option<bool>>,
    /// Whether the only move is made by itself.
    pub forced: Option<bool>,
    /// Whether nobody can invite them.
    pub no_invitations: Option<bool>,
    /// Who is not to invite them any more.
    pub block: Option<UserId>,
    /// Who may invite them again.
    pub unblock: Option<UserId>,
}

impl PreferencesChange {
    /// Preferences as they are after the change.
    pub fn change(self, before: Preferences) -> Preferences {
        let mut blocked = before.blocked;
        blocked.retain(|user| Some(*user) != self.block && Some(*user) != self.unblock);
        blocked.extend(self.block);
        Preferences {
            tell: self.tell.unwrap_or(before.tell),
            quiet: self.quiet.unwrap_or(before.quiet),
            zone: self.zone.unwrap_or(before.zone),
            digest: self.digest.unwrap_or(before.digest),
            forced: self.forced.unwrap_or(before.forced),
            preview: self.preview.unwrap_or(before.preview),
            no_invitations: self.no_invitations.unwrap_or(before.no_invitations),
            blocked,
        }
    }
}

/// Reads one of these commands; `None` where it is not one.
pub fn read(command: &str, data: &CommandData) -> Option<Result<CorrespondenceCommand, String>> {
    let options = &data.options[..];
    let which = || which(options);
    let text = |name: &str| string(options, name).unwrap_or_default().trim().to_owned();
    let action = string(options, name::ACTION);
    Some(match command {
        "draw" => which().map(|which| CorrespondenceCommand::Offer(which, OfferKind::Draw)),
        "takeback" => which().map(|which| CorrespondenceCommand::Offer(which, OfferKind::Takeback)),
        "rematch" => which().map(|which| CorrespondenceCommand::Offer(which, OfferKind::Rematch)),
        "substitute" => which().map(match action {
            Some(name::OFFER) => CorrespondenceCommand::OfferSeat,
            Some(name::KEEP) => CorrespondenceCommand::KeepSeat,
            _ => CorrespondenceCommand::Take,
        }),
        "plan" => which().map(|which| {
            if boolean(options, name::FORGET) == Some(true) {
                CorrespondenceCommand::Plan(which, String::new())
            } else if text(name::LINE).is_empty() {
                CorrespondenceCommand::Planned(which)
            } else if boolean(options, name::ADD) == Some(true) {
                CorrespondenceCommand::PlanMore(which, text(name::LINE))
            } else {
                CorrespondenceCommand::Plan(which, text(name::LINE))
            }
        }),
        "explore" => which().map(|which| CorrespondenceCommand::Explore(which, text(name::LINE))),
        "note" => which().map(|which| {
            if let Some(number) = number(options, name::REMOVE) {
                return CorrespondenceCommand::Unnote(which, number);
            }
            if text(name::TEXT).is_empty() {
                return CorrespondenceCommand::Notes(which);
            }
            CorrespondenceCommand::Note {
                which,
                text: text(name::TEXT),
                sealed: boolean(options, name::SEALED) == Some(true),
            }
        }),
        "settings" => {
            wishes(options).map(|wishes| CorrespondenceCommand::Settings(Box::new(wishes)))
        }
        "profile" => Ok(CorrespondenceCommand::Profile(user(options, name::PLAYER))),
        "leaderboard" => Ok(CorrespondenceCommand::Leaderboard(text(name::GAME))),
        "export" => which().map(CorrespondenceCommand::Export),
        "import" => Ok(CorrespondenceCommand::Import(given(data))),
        _ => return None,
    })
}

/// The file that came with a command.
fn given(data: &CommandData) -> Option<AttachedFile> {
    let CommandDataOptionValue::Attachment(id) = value(&data.options, name::FILE)? else {
        return None;
    };
    let file = data.resolved.attachments.get(id)?;
    Some(AttachedFile {
        size: file.size,
        url: file.url.clone(),
    })
}

fn wishes(options: &[CommandDataOption]) -> Result<PreferencesChange, String> {
    let hour = |hour: i64| u8::try_from(hour).map_err(|_| texts::NOT_AN_HOUR.to_owned());
    Ok(PreferencesChange {
        tell: string(options, name::TELL).and_then(|key| match key {
            "channel" => Some(Tell::Channel),
            "direct" => Some(Tell::Direct),
            "digest" => Some(Tell::Digest),
            "nothing" => Some(Tell::Nothing),
            _ => None,
        }),
        quiet: string(options, name::QUIET).map(quiet).transpose()?,
        zone: string(options, name::ZONE).map(|zone| zone.trim().to_owned()),
        digest: integer(options, name::DIGEST).map(hour).transpose()?,
        preview: string(options, name::PREVIEW).map(|key| match key {
            name::ON => Some(true),
            name::OFF => Some(false),
            _ => None,
        }),
        forced: boolean(options, name::FORCED),
        no_invitations: string(options, name::INVITATIONS).map(|key| key == name::NOBODY),
        block: user(options, name::BLOCK),
        unblock: user(options, name::UNBLOCK),
    })
}

/// Hours of peace: `22-7`, `22:00 - 7:00`, `off`.
fn quiet(text: &str) -> Result<Option<(u8, u8)>, String> {
    let text = text.trim().to_lowercase();
    if ["off", "no", "none", "never"].contains(&text.as_str()) {
        return Ok(None);
    }
    let hour = |part: &str| {
        let part = part.trim();
        let part = part.strip_suffix(":00").unwrap_or(part);
        part.parse::<u8>().ok().filter(|hour| *hour < 24)
    };
    let (from, until) = text
        .split_once(['-', '–'])
        .ok_or_else(|| texts::NOT_HOURS.to_owned())?;
    match (hour(from), hour(until)) {
        (Some(from), Some(until)) if from != until => Ok(Some((from, until))),
        _ => Err(texts::NOT_HOURS.to_owned()),
    }
}

pub(in crate::discord) fn integer(options: &[CommandDataOption], name: &str) -> Option<i64> {
    match value(options, name)? {
        CommandDataOptionValue::Integer(number) => Some(*number),
        _ => None,
    }
}

/// The terms that options of a command choose; `None` where they choose none. What is not said is as in `usual`.
///
/// # Errors
/// The clock cannot be read.
pub fn terms(options: &[CommandDataOption], usual: Terms) -> Result<Option<Terms>, String> {
    let pace = string(options, name::CLOCK).map(pace).transpose()?;
    let hard = string(options, name::FLAG).map(|flag| flag == name::HARD);
    let open = integer(options, name::WAIT).map(|days| u8::try_from(days).unwrap_or(u8::MAX));
    let machine = integer(options, name::MACHINES);
    let machine = machine.map(|level| u8::try_from(level).unwrap_or(u8::MAX));
    if pace.is_none() && hard.is_none() && open.is_none() && machine.is_none() {
        return Ok(None);
    }
    Ok(Some(Terms {
        pace: pace.unwrap_or(usual.pace),
        hard: hard.unwrap_or(usual.hard),
        open: open.unwrap_or(usual.open),
        machine: machine.or(usual.machine),
    }))
}

/// How long the players may think: `3`, `3 days`, `bank`, `7+1/14`, `untimed`.
pub fn pace(text: &str) -> Result<Pace, String> {
    let unreadable = || texts::NOT_A_CLOCK.to_owned();
    let text = text.trim().to_lowercase();
    match text.as_str() {
        "bank" => return Ok(Pace::BANK),
        "untimed" | "none" | "no clock" => return Ok(Pace::Untimed),
        _ => {}
    }
    let text = text.strip_prefix("bank ").unwrap_or(&text);
    let number = |part: &str| part.trim().parse::<u8>().map_err(|_| unreadable());
    if let Some((days, rest)) = text.split_once('+') {
        let (add, cap) = rest.split_once('/').unwrap_or((rest, ""));
        let (days, add) = (number(days)?, number(add)?);
        let cap = if cap.trim().is_empty() {
            days.saturating_mul(2).min(60)
        } else {
            number(cap)?
        };
        return Ok(Pace::Bank { days, add, cap });
    }
    let days = text.split_whitespace().next().ok_or_else(unreadable)?;
    Ok(Pace::PerMove {
        days: number(days)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_people_write_them() {
        let bank = |days, add, cap| Ok(Pace::Bank { days, add, cap });
        assert_eq!(pace("3"), Ok(Pace::PerMove { days: 3 }));
        assert_eq!(pace(" 14 days a move "), Ok(Pace::PerMove { days: 14 }));
        assert_eq!(pace("bank"), Ok(Pace::BANK));
        assert_eq!(pace("5+2/12"), bank(5, 2, 12));
        assert_eq!(pace("bank 5 + 2"), bank(5, 2, 10));
        assert_eq!(pace("Untimed"), Ok(Pace::Untimed));
        for bad in ["", "x", "-1", "3+", "+1/2", "999", "3+1/x", "<@1>"] {
            assert!(pace(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn hours_of_peace_are_read_as_people_write_them() {
        for text in ["22-7", " 22:00 – 7:00 ", "22:00-07:00"] {
            assert_eq!(quiet(text), Ok(Some((22, 7))), "{text}");
        }
        assert_eq!(quiet("off"), Ok(None));
        for bad in ["", "22", "24-7", "7-7", "a-b", "22-7-8"] {
            assert!(quiet(bad).is_err(), "{bad}");
        }
    }
}
