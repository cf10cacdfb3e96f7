//! Interactions as Discord sends them, reduced to the fields that the bot needs. Pure.
//!
//! serenity reads an interaction whole or not at all, and fails on a single field of another size than it knows. So it
//! is given only the fields that the bot uses, each with a value of its type; texts and choices of people are kept
//! whole. If one of these has another type, or if no asker is named, the interaction is unreadable.

use serde_json::{Map, Value, json};
use serenity::model::application::Interaction;
use serenity::model::event::Event;

use crate::match_state::UserId;

/// The type of an interaction that asks for suggestions.
const AUTOCOMPLETE: u64 = 4;
/// The types of option that hold options themselves: a subcommand and a group of them.
const SUBCOMMANDS: [u64; 2] = [1, 2];
/// The types of a button, a line of text, a row of these, and a label with one of them.
const BUTTON: u64 = 2;
const TEXT_INPUT: u64 = 4;
const ROW: u64 = 1;
const LABEL: u64 = 18;

/// The readable remains of an unreadable interaction.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Its snowflake.
    pub id: Option<u64>,
    /// The token with which it is answered.
    pub token: Option<String>,
    /// Its type, as Discord numbers them.
    pub kind: Option<u64>,
}

/// Reads an interaction.
///
/// # Errors
/// A needed field is missing or has another type; the [`Unreadable`] says how to answer.
pub fn read(sent: &Value) -> Result<Interaction, Unreadable> {
    let read = reduced(sent).and_then(|reduced| serde_json::from_value(reduced).ok());
    read.ok_or_else(|| Unreadable {
        id: snowflake(&sent["id"]),
        token: sent["token"].as_str().map(str::to_owned),
        kind: sent["type"].as_u64(),
    })
}

/// Returns the interaction in an event of the gateway, read here if serenity could not; `None` if the event is no
/// interaction.
///
/// # Errors
/// As [`read`].
pub fn received(event: Event) -> Option<Result<Interaction, Unreadable>> {
    match event {
        Event::InteractionCreate(event) => Some(Ok(event.interaction)),
        Event::Unknown(event) if event.kind == "INTERACTION_CREATE" => Some(read(&event.value)),
        _ => None,
    }
}

/// Returns the kind of place that the asker is in, as Discord numbers them: 0 is a server that the bot is a member of,
/// 1 a direct message with the bot, 2 another place, where it can only answer. In a server that has not installed the
/// bot, but where the asker has, the bot is no member.
fn context(sent: &Value) -> u8 {
    let owners = &sent["authorizing_integration_owners"];
    let by_person_alone = owners["0"].is_null() && !owners["1"].is_null();
    let is_group = sent["channel"]["type"].as_u64() == Some(3);
    let said = match &sent["context"] {
        Value::Null => is_group.then_some(2),
        // Of an unknown kind of place nothing is known except that it is no server.
        said => Some(said.as_u64().unwrap_or(u64::MAX)),
    };
    let in_server = !sent["guild_id"].is_null();
    match said {
        Some(1) => 1,
        Some(2) => 2,
        Some(1..) if !in_server => 2,
        _ if !in_server => 1,
        _ if by_person_alone => 2,
        _ => 0,
    }
}

/// Returns an interaction without unneeded fields; `None` if a needed one is unreadable.
fn reduced(sent: &Value) -> Option<Value> {
    let kind = sent["type"].as_u64()?;
    let guild = optional(&sent["guild_id"], snowflake)?;
    let mut kept = json!({
        "id": text(snowflake(&sent["id"])?),
        "application_id": "1",
        "type": kind,
        "token": sent["token"].as_str()?,
        "version": 1,
        "channel_id": text(snowflake(&sent["channel_id"]).or_else(|| snowflake(&sent["channel"]["id"]))?),
        "locale": "",
        "entitlements": [],
        "attachment_size_limit": 0,
        "data": match kind {
            2 | AUTOCOMPLETE => command(&sent["data"])?,
            3 => component(&sent["data"])?,
            5 => form(&sent["data"])?,
            _ => return None,
        },
    });
    // In a server the asker is named as its member, elsewhere as a user.
    match guild {
        Some(guild) => {
            kept["guild_id"] = text(guild);
            kept["member"] = member(&sent["member"])?;
        }
        None if sent["member"].is_null() => kept["user"] = asker(&sent["user"])?,
        None => return None,
    }
    if let Some(kind) = small(&sent["channel"]["type"]) {
        kept["channel"] = json!({"id": kept["channel_id"], "type": kind});
    }
    match (kind, message(&sent["message"])) {
        (3, None) => return None,
        (3 | 5, Some(message)) => kept["message"] = message,
        _ => {}
    }
    if let Some(held) = permissions(&sent["app_permissions"]) {
        kept["app_permissions"] = held;
    }
    kept["context"] = context(sent).into();
    Some(kept)
}

/// Reads a snowflake: a number from 1 to 2^63 - 1, as text. Discord writes none as a number.
fn snowflake(value: &Value) -> Option<u64> {
    let text = value.as_str()?;
    let number = text.parse().ok().filter(|_| !text.starts_with('+'));
    number.filter(|number| (1..=i64::MAX.unsigned_abs()).contains(number))
}

fn text(snowflake: u64) -> Value {
    snowflake.to_string().into()
}

/// Reads a small number, as Discord numbers kinds of things.
fn small(value: &Value) -> Option<u8> {
    value.as_u64().and_then(|number| number.try_into().ok())
}

/// Reads an optional value: `Some(None)` if it is missing or null, `None` if it is unreadable.
fn optional<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<Option<T>> {
    match value {
        Value::Null => Some(None),
        other => read(other).map(Some),
    }
}

/// Reads those elements of a list that are readable; none if the value is no list.
fn list<'a, T>(value: &'a Value, read: impl Fn(&'a Value) -> Option<T>) -> Vec<T> {
    let all = value.as_array().into_iter().flatten();
    all.filter_map(read).collect()
}

/// Reads a whole list, which may be missing; `None` if it is no list, or if an element is unreadable.
fn whole<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    match value {
        Value::Null => Some(Vec::new()),
        Value::Array(all) => all.iter().map(read).collect(),
        _ => None,
    }
}

/// Reads those values of an object keyed by snowflakes that are readable.
fn by_snowflake(value: &Value, read: impl Fn(&Value) -> Option<Value>) -> Value {
    let all = value.as_object().into_iter().flatten();
    let known = all.filter(|(id, _)| snowflake(&json!(id)).is_some());
    let read = known.filter_map(|(id, value)| Some((id.clone(), read(value)?)));
    Value::Object(read.collect::<Map<_, _>>())
}

fn user(sent: &Value) -> Option<Value> {
    Some(json!({
        "id": text(snowflake(&sent["id"])?),
        "username": sent["username"].as_str().unwrap_or_default(),
        "global_name": sent["global_name"].as_str(),
        "bot": sent["bot"] == true,
    }))
}

/// Reads the asker: a person, neither the machine nor an erased user.
fn asker(sent: &Value) -> Option<Value> {
    let id = UserId(snowflake(&sent["id"])?);
    if id.is_machine() || id.is_erased() {
        return None;
    }
    user(sent)
}

fn member(sent: &Value) -> Option<Value> {
    let mut kept = rank(sent);
    kept["user"] = asker(&sent["user"])?;
    Some(kept)
}

/// Reads what a member may do: their roles and permissions.
fn rank(sent: &Value) -> Value {
    let roles = list(&sent["roles"], |role| snowflake(role).map(text));
    let mut kept = json!({"roles": roles, "deaf": false, "mute": false, "flags": 0});
    if let Some(held) = permissions(&sent["permissions"]) {
        kept["permissions"] = held;
    }
    kept
}

/// Reads permissions, as text. Those that Discord numbers beyond 64 are not used.
fn permissions(sent: &Value) -> Option<Value> {
    let held: Option<u128> = match sent {
        Value::String(held) => held.parse().ok(),
        held => held.as_u64().map(u128::from),
    };
    Some((held? & u128::from(u64::MAX)).to_string().into())
}

/// Reads a command's arguments. Of the objects that its options refer to, people, members, messages and files are kept.
fn command(sent: &Value) -> Option<Value> {
    let resolved = &sent["resolved"];
    let mut kept = json!({
        "id": "1",
        "name": sent["name"].as_str()?,
        "type": optional(&sent["type"], small)?.unwrap_or(1),
        "options": whole(&sent["options"], option)?,
        "resolved": {
            "users": by_snowflake(&resolved["users"], user),
            "members": by_snowflake(&resolved["members"], |member| Some(rank(member))),
            "messages": by_snowflake(&resolved["messages"], message),
            "attachments": by_snowflake(&resolved["attachments"], file),
        },
    });
    if let Some(target) = optional(&sent["target_id"], snowflake)? {
        kept["target_id"] = text(target);
    }
    Some(kept)
}

fn option(sent: &Value) -> Option<Value> {
    let kind = small(&sent["type"])?;
    let mut kept = json!({"name": sent["name"].as_str()?, "type": kind});
    if SUBCOMMANDS.contains(&u64::from(kind)) {
        kept["options"] = whole(&sent["options"], option)?.into();
    } else if sent["focused"] == true {
        // A value that is being typed may not have the option's type yet.
        kept["focused"] = true.into();
        kept["value"] = match &sent["value"] {
            Value::String(typed) => typed.as_str().into(),
            Value::Number(typed) => typed.to_string().into(),
            _ => "".into(),
        };
    } else {
        kept["value"] = sent["value"].clone();
    }
    Some(kept)
}

fn file(sent: &Value) -> Option<Value> {
    let size = sent["size"].as_u64().unwrap_or_default();
    let url = sent["url"].as_str()?;
    Some(json!({
        "id": text(snowflake(&sent["id"])?), "filename": "", "url": url, "proxy_url": "",
        "size": u32::try_from(size).unwrap_or(u32::MAX),
    }))
}

fn component(sent: &Value) -> Option<Value> {
    let mut kept = json!({
        "custom_id": sent["custom_id"].as_str()?,
        "component_type": small(&sent["component_type"])?,
    });
    let chosen = whole(&sent["values"], |value| value.as_str().map(str::to_owned))?;
    kept["values"] = chosen.into();
    Some(kept)
}

/// Reads the contents of a form. A line comes in a row, or with its label.
fn form(sent: &Value) -> Option<Value> {
    let line = |line: &Value| -> Option<Option<Value>> {
        if line["type"].as_u64() != Some(TEXT_INPUT) {
            return Some(None);
        }
        let written = optional(&line["value"], |text| text.as_str().map(str::to_owned))?;
        Some(Some(json!({
            "type": TEXT_INPUT, "custom_id": line["custom_id"].as_str()?, "value": written,
        })))
    };
    let rows = whole(&sent["components"], |row| {
        let lines = match row["type"].as_u64() {
            Some(ROW) => whole(&row["components"], line)?,
            Some(LABEL) => vec![line(&row["component"])?],
            _ => Vec::new(),
        };
        let lines: Vec<Value> = lines.into_iter().flatten().collect();
        Some(json!({"type": ROW, "components": lines}))
    })?;
    Some(json!({"custom_id": sent["custom_id"].as_str()?, "components": rows}))
}

/// Reads the message that a component is on: whether everybody sees it, its text and its buttons.
fn message(sent: &Value) -> Option<Value> {
    let button = |button: &Value| {
        if button["type"].as_u64() != Some(BUTTON) {
            return None;
        }
        let custom_id = button["custom_id"].as_str()?;
        Some(json!({"type": BUTTON, "style": 1, "custom_id": custom_id}))
    };
    let row = |row: &Value| {
        let is_row = row["type"].as_u64() == Some(ROW);
        is_row.then(|| json!({"type": ROW, "components": list(&row["components"], button)}))
    };
    let id = text(snowflake(&sent["id"])?);
    Some(json!({
        "id": id, "channel_id": id, "author": {"id": id, "username": ""},
        "content": sent["content"].as_str().unwrap_or_default(),
        "timestamp": "2015-01-01T00:00:00Z", "tts": false, "mention_everyone": false, "mentions": [],
        "mention_roles": [], "attachments": [], "embeds": [], "pinned": false, "type": 0,
        "flags": sent["flags"].as_u64().unwrap_or_default(),
        "components": list(&sent["components"], row),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(more: &Value) -> Value {
        let mut sent = json!({
            "id": "5", "application_id": "6", "type": 3, "token": "t", "version": 1, "channel_id": "20",
            "guild_id": "30", "member": {"user": {"id": "7", "username": "ann"}, "permissions": "32"},
            "data": {"custom_id": "r1:cancel", "component_type": 2},
            "message": {"id": "40", "flags": 64, "content": "a board"},
        });
        for (key, value) in more.as_object().unwrap() {
            sent[key] = value.clone();
        }
        sent
    }

    fn named(sent: &Value) -> Option<u64> {
        match read(sent).ok()? {
            Interaction::Component(pressed) => Some(pressed.user.id.get()),
            _ => None,
        }
    }

    #[test]
    fn who_asks_is_never_guessed() {
        assert_eq!(named(&press(&json!({}))), Some(7));
        let user = json!({"id": "8", "username": "bob"});
        // The server's member is the asker, even if another user is named.
        assert_eq!(named(&press(&json!({"user": user}))), Some(7));
        let direct = json!({"guild_id": null, "member": null, "user": user});
        assert_eq!(named(&press(&direct)), Some(8));
        let machine = UserId::MACHINES.start().to_string();
        for id in [
            json!(null),
            json!(""),
            json!("0"),
            json!(0),
            json!(7),
            json!("+7"),
            json!(-7),
            json!(7.5),
            json!("7a"),
            json!(" 7"),
            json!("9223372036854775808"),
            json!("18446744073709551616"),
            json!(machine),
            json!([7]),
            json!({}),
            json!(true),
        ] {
            let user = json!({"id": id, "username": "x"});
            assert_eq!(
                named(&press(&json!({"member": {"user": user}}))),
                None,
                "{id}"
            );
            let direct = json!({"guild_id": null, "member": null, "user": user});
            assert_eq!(named(&press(&direct)), None, "{id}");
        }
        for nobody in [
            json!({"member": null}),
            json!({"member": {}}),
            json!({"member": null, "user": user}),
            json!({"guild_id": null}),
            json!({"guild_id": null, "member": null}),
            json!({"guild_id": 7.5, "user": user}),
        ] {
            assert_eq!(named(&press(&nobody)), None, "{nobody}");
        }
    }

    #[test]
    fn a_place_that_is_not_known_is_no_place_to_post_in() {
        let (both, server, person) = (
            json!({"0": "30", "1": "7"}),
            json!({"0": "30"}),
            json!({"1": "7"}),
        );
        for (said, owners, in_server, place) in [
            (json!(0), &server, true, 0),
            (json!(0), &both, true, 0),
            (json!(0), &person, true, 2),
            (json!(null), &server, true, 0),
            (json!(null), &person, true, 2),
            (json!(1), &both, false, 1),
            (json!(2), &person, false, 2),
            (json!(null), &both, false, 1),
            (json!(9), &both, false, 2),
            (json!("x"), &both, false, 2),
            (json!(9), &both, true, 0),
        ] {
            let mut sent = json!({"context": said, "authorizing_integration_owners": owners});
            if in_server {
                sent["guild_id"] = json!("30");
            }
            assert_eq!(context(&sent), place, "{sent}");
        }
        let group = json!({"channel": {"type": 3}});
        assert_eq!(context(&group), 2);
    }

    fn event(name: &str, data: &Value) -> Event {
        serde_json::from_value(json!({"t": name, "d": data})).unwrap()
    }

    #[test]
    fn what_serenity_cannot_read_is_read_and_other_events_are_left_alone() {
        let user = json!({"id": "7", "username": "ann", "public_flags": 9_007_199_254_740_991_u64});
        let sent = press(&json!({"member": {"user": user, "permissions": "36893488147419103232"}}));
        let event_read = event("INTERACTION_CREATE", &sent);
        assert!(matches!(event_read, Event::Unknown(_)));
        let read = received(event_read).unwrap().unwrap();
        let Interaction::Component(pressed) = read else {
            panic!("{read:?}");
        };
        assert_eq!(pressed.user.id.get(), 7);
        assert!(received(event("TOMORROW_CREATE", &sent)).is_none());
        let nobody = event("INTERACTION_CREATE", &press(&json!({"member": null})));
        assert_eq!(received(nobody).unwrap().unwrap_err().id, Some(5));
    }

    #[test]
    fn what_cannot_be_read_leaves_what_an_answer_needs() {
        let sent = json!({"id": "5", "token": "t", "type": 2, "shape": "of tomorrow"});
        let left = Unreadable {
            id: Some(5),
            token: Some("t".to_owned()),
            kind: Some(2),
        };
        assert_eq!(read(&sent).unwrap_err(), left);
    }

    #[test]
    fn a_message_of_which_nothing_is_known_is_one_that_everybody_sees() {
        for flags in [json!(null), json!("64"), json!(-1), json!(6.4), json!([64])] {
            let mut sent = press(&json!({}));
            sent["message"]["flags"] = flags.clone();
            let Interaction::Component(pressed) = read(&sent).unwrap() else {
                panic!("{flags}");
            };
            assert!(
                !crate::discord::reply::is_private(&pressed.message),
                "{flags}"
            );
        }
    }

    #[test]
    fn a_line_is_read_in_a_row_and_with_its_label() {
        let line = json!({"type": 4, "custom_id": "line", "value": "Nf3"});
        for row in [
            json!({"type": 1, "components": [line]}),
            json!({"type": 18, "id": 1, "component": line}),
        ] {
            let data =
                json!({"custom_id": "r1:import", "components": [{"type": 10, "id": 2}, row]});
            let sent = press(&json!({"type": 5, "data": data}));
            let Interaction::Modal(form) = read(&sent).unwrap() else {
                panic!("{row}");
            };
            let text = crate::discord::request::form(&form.data);
            assert_eq!(text.as_deref(), Some("Nf3"), "{row}");
        }
    }

    /// Discord's permissions grow: known ones are held as before.
    #[test]
    fn permissions_of_more_than_64_bits_are_those_that_are_known() {
        let held = |permissions: Value| {
            let mut sent = press(&json!({}));
            sent["member"]["permissions"] = permissions;
            match read(&sent).unwrap() {
                Interaction::Component(pressed) => {
                    pressed.member.unwrap().permissions.map(|held| held.bits())
                }
                _ => None,
            }
        };
        assert_eq!(held(json!("36893488147419103264")), Some(32));
        assert_eq!(held(json!("32")), Some(32));
        assert_eq!(held(json!("many")), None);
        assert_eq!(held(json!(null)), None);
    }
}
