//! `/settings`: sets a user's notifications, quiet hours, invitations and other preferences.

use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::application::{CommandDataOption, CommandOptionType};

use super::{SlashCommand, anywhere, name};
use crate::app::{AppError, NotifyBy, Preferences};
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::markdown::{cut, plain};
use crate::discord::reply::Reply;
use crate::discord::request;
use crate::discord::texts::people;
use crate::match_state::UserId;
use crate::rules::wording::capital;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "settings",
    about: "How you are notified, quiet hours, previews",
    contexts: anywhere,
    options: |command, _| settings(command),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

fn settings(command: CreateCommand) -> CreateCommand {
    let option = CreateCommandOption::new;
    let hour = |name: &str, about: &str| {
        CreateCommandOption::new(CommandOptionType::Integer, name, about)
            .min_int_value(0)
            .max_int_value(23)
    };
    let three = |name: &str, about: &str, usual: &str| {
        CreateCommandOption::new(CommandOptionType::String, name, about)
            .add_string_choice(capital(CHOICE_ON), name::ON)
            .add_string_choice(capital(CHOICE_OFF), name::OFF)
            .add_string_choice(capital(usual), name::USUAL)
    };
    command
        .add_option(NOTIFY_BY.iter().fold(
            option(
                CommandOptionType::String,
                name::NOTIFY_BY,
                "How I tell you that it is your turn",
            ),
            |option, (key, meaning)| option.add_string_choice(capital(meaning), *key),
        ))
        .add_option(
            option(
                CommandOptionType::String,
                name::QUIET,
                "Hours without messages, such as 22-7 or 10pm-7am; or off",
            )
            .max_length(40),
        )
        .add_option(
            option(
                CommandOptionType::String,
                name::ZONE,
                "Your time zone, such as Europe/Rome or UTC+2",
            )
            .set_autocomplete(true)
            .max_length(60),
        )
        .add_option(hour(name::DIGEST, "The hour of the daily message"))
        .add_option(three(
            name::PREVIEW,
            "Whether you see a move before it is played",
            CHOICE_PREVIEW_USUAL,
        ))
        .add_option(option(
            CommandOptionType::Boolean,
            name::FORCED,
            "Whether I play your move when it is the only legal one",
        ))
        .add_option(
            option(
                CommandOptionType::String,
                name::INVITATIONS,
                "Who can invite you to a game",
            )
            .add_string_choice("Anyone I have not blocked", name::ANYONE)
            .add_string_choice("Nobody", name::NOBODY),
        )
        .add_option(three(
            name::PUZZLES,
            "Whether positions of your games may become puzzles for others, without your name",
            CHOICE_PUZZLES_USUAL,
        ))
        .add_option(option(
            CommandOptionType::User,
            name::BLOCK,
            "Somebody who can't invite you any more; I don't tell them",
        ))
        .add_option(option(
            CommandOptionType::User,
            name::UNBLOCK,
            "Somebody who can invite you again",
        ))
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let (app, request) = (&handlers.app, asker.request);
    let wishes = wishes(options).map_err(AppError::Plain)?;
    let before = app.preferences(request.user).await?;
    let chosen = wishes.change(before.clone());
    if chosen != before {
        app.prefer(request, chosen.clone()).await?;
    }
    // A user who changes how they are notified may have opened their direct messages for that.
    app.direct_opened(request.user).await?;
    Ok(Answer::say(Reply::private(preferences(&chosen))))
}

/// A change of a user's preferences; `None` keeps a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct PreferencesChange {
    /// The way of being notified.
    notify_by: Option<NotifyBy>,
    /// Quiet hours: `Some(None)` for none.
    quiet: Option<Option<(u8, u8)>>,
    /// The time zone.
    zone: Option<String>,
    /// The hour of the daily message.
    digest: Option<u8>,
    /// True if a move is shown before it is made; `Some(None)` is as usual.
    preview: Option<Option<bool>>,
    /// True if the only legal move is made automatically.
    forced: Option<bool>,
    /// True if the user's games may become puzzles; `Some(None)` is as usual.
    puzzles: Option<Option<bool>>,
    /// True if nobody can invite the user.
    no_invitations: Option<bool>,
    /// A user who can no more invite this user.
    block: Option<UserId>,
    /// A user who can invite this user again.
    unblock: Option<UserId>,
}

impl PreferencesChange {
    /// Returns the preferences after the change.
    fn change(self, before: Preferences) -> Preferences {
        let mut blocked = before.blocked;
        blocked.retain(|user| Some(*user) != self.block && Some(*user) != self.unblock);
        blocked.extend(self.block);
        Preferences {
            notify_by: self.notify_by.unwrap_or(before.notify_by),
            quiet: self.quiet.unwrap_or(before.quiet),
            zone: self.zone.unwrap_or(before.zone),
            digest: self.digest.unwrap_or(before.digest),
            forced: self.forced.unwrap_or(before.forced),
            preview: self.preview.unwrap_or(before.preview),
            puzzles: self.puzzles.unwrap_or(before.puzzles),
            no_invitations: self.no_invitations.unwrap_or(before.no_invitations),
            blocked,
        }
    }
}

fn wishes(options: &[CommandDataOption]) -> Result<PreferencesChange, String> {
    // The app refuses a number that is no hour of the day.
    let hour = |hour: i64| u8::try_from(hour).unwrap_or(u8::MAX);
    Ok(PreferencesChange {
        notify_by: request::string(options, name::NOTIFY_BY).and_then(|key| match key {
            "channel" => Some(NotifyBy::Channel),
            "direct" => Some(NotifyBy::Direct),
            "digest" => Some(NotifyBy::Digest),
            "nothing" => Some(NotifyBy::Nothing),
            _ => None,
        }),
        quiet: request::string(options, name::QUIET)
            .map(request::quiet)
            .transpose()?,
        zone: request::string(options, name::ZONE)
            .map(request::zone)
            .transpose()?,
        digest: request::integer(options, name::DIGEST).map(hour),
        preview: request::string(options, name::PREVIEW).map(always_or_never),
        forced: request::boolean(options, name::FORCED),
        puzzles: request::string(options, name::PUZZLES).map(always_or_never),
        no_invitations: request::string(options, name::INVITATIONS).map(|key| key == name::NOBODY),
        block: request::user(options, name::BLOCK),
        unblock: request::user(options, name::UNBLOCK),
    })
}

/// Reads "always" as true and "never" as false; `None` is as usual.
fn always_or_never(key: &str) -> Option<bool> {
    match key {
        name::ON => Some(true),
        name::OFF => Some(false),
        _ => None,
    }
}

/// Returns the chosen preferences in words.
fn preferences(chosen: &Preferences) -> String {
    let mut notify_by = match chosen.notify_by {
        NotifyBy::Channel => NOTIFY_BY[0].1.to_owned(),
        NotifyBy::Direct => NOTIFY_BY[1].1.to_owned(),
        NotifyBy::Digest => format!("{}, at {}:00", NOTIFY_BY[2].1, chosen.digest),
        NotifyBy::Nothing => NOTIFY_BY[3].1.to_owned(),
    };
    // A value that was just set is shown even if it has no effect now.
    if chosen.notify_by != NotifyBy::Digest && chosen.digest != Preferences::default().digest {
        notify_by.push_str(&format!(
            " (one message a day would come at {}:00)",
            chosen.digest
        ));
    }
    let quiet = match chosen.quiet {
        Some((from, until)) => {
            format!("from {from}:00 to {until}:00, except when your time would run out soon after")
        }
        None => "none".to_owned(),
    };
    let preview = match chosen.preview {
        Some(true) => CHOICE_ON,
        Some(false) => CHOICE_OFF,
        None => CHOICE_PREVIEW_USUAL,
    };
    let puzzles = match chosen.puzzles {
        Some(true) => CHOICE_ON,
        Some(false) => CHOICE_OFF,
        None => CHOICE_PUZZLES_USUAL,
    };
    let forced = if chosen.forced {
        "I play it for you"
    } else {
        "you play it yourself"
    };
    let invitations = match (chosen.no_invitations, &chosen.blocked[..]) {
        (true, []) => "from nobody".to_owned(),
        (true, blocked) => format!("from nobody; blocked: {}", people(blocked)),
        (false, []) => "from anyone".to_owned(),
        (false, blocked) => format!("from anyone but {}", people(blocked)),
    };
    let text = format!(
        "**Your settings**\nWhen it is your turn, you get: {notify_by}.\nQuiet hours: {quiet}.\nTime zone: {}.\n\
         I show your move before it is played: {preview}.\nWhen you have only one move: {forced}.\n\
         Positions of your games become puzzles for others: {puzzles}.\nInvitations: {invitations}.",
        plain(&zone_name(&chosen.zone)),
    );
    cut(&text, 2000)
}

/// Returns a time zone by its usual name. Names such as `Etc/GMT+2` count hours from UTC the other way round.
fn zone_name(zone: &str) -> String {
    match zone.strip_prefix("Etc/GMT") {
        Some(hours) if hours.starts_with('-') => format!("UTC{}", hours.replace('-', "+")),
        Some(hours) if hours.starts_with('+') => format!("UTC{}", hours.replace('+', "-")),
        _ => zone.to_owned(),
    }
}

/// The ways of being notified, with their meanings.
const NOTIFY_BY: [(&str, &str); 4] = [
    ("channel", "a mention where the game is played"),
    ("direct", "a direct message"),
    ("digest", "one direct message a day"),
    ("nothing", "nothing"),
];
const CHOICE_ON: &str = "always";
const CHOICE_OFF: &str = "never";
const CHOICE_PREVIEW_USUAL: &str = "in your first games of each kind";
const CHOICE_PUZZLES_USUAL: &str = "only from games against the machine";
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hour_of_the_daily_message_is_said_where_it_matters_or_was_set() {
        let said = |notify_by, digest| {
            preferences(&Preferences {
                notify_by,
                digest,
                ..Preferences::default()
            })
        };
        let usual = Preferences::default().digest;
        let daily = said(NotifyBy::Digest, 10);
        assert!(
            daily.contains("one direct message a day, at 10:00."),
            "{daily}"
        );
        let set = said(NotifyBy::Channel, usual + 1);
        let hour = format!("would come at {}:00", usual + 1);
        assert!(set.contains(&hour), "{set}");
        let never = said(NotifyBy::Channel, usual);
        assert!(!never.contains(":00"), "{never}");
    }
}
