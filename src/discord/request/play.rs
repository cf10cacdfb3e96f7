//! What the commands about the machine ask for.

use serenity::model::application::{CommandData, CommandDataOption};

use super::{number, string, which};
use crate::app::{MachineGame, MatchRef};
use crate::discord::commands::name;
use crate::discord::texts;
use crate::engine::Level;
use crate::rules::{GameInfo, Options};

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayAsked {
    /// Play against the machine.
    Play(MachineGame),
    /// What to look at.
    Hint(MatchRef),
}

/// Reads one of these commands; `None` where it is not one.
pub fn read(data: &CommandData, games: &[&'static GameInfo]) -> Option<Result<PlayAsked, String>> {
    match data.name.as_str() {
        "play" => Some(play(&data.options, games).map(PlayAsked::Play)),
        "hint" => Some(which(&data.options).map(PlayAsked::Hint)),
        _ => None,
    }
}

fn play(options: &[CommandDataOption], games: &[&'static GameInfo]) -> Result<MachineGame, String> {
    let unknown = || texts::UNKNOWN_COMMAND.to_owned();
    let key = string(options, name::GAME).ok_or_else(unknown)?;
    let kind = games.iter().find(|kind| kind.key == key);
    let kind = kind.ok_or_else(unknown)?;
    let level = number(options, name::LEVEL).and_then(|number| u8::try_from(number).ok());
    let level = level.and_then(Level::numbered).ok_or_else(unknown)?;
    let mut chosen = Options::new();
    if let Some(typed) = string(options, name::VARIANT).map(str::trim) {
        let variant = kind.variants.iter().find(|variant| {
            variant.key.eq_ignore_ascii_case(typed) || variant.name.eq_ignore_ascii_case(typed)
        });
        let variant = variant.ok_or_else(|| texts::no_variant(kind, typed))?;
        for (key, value) in variant.options {
            chosen.set(*key, *value);
        }
    }
    let seat = match string(options, name::SIDE).map(str::trim) {
        None => None,
        Some(side) => {
            let seat = kind.seat_named(side);
            Some(seat.ok_or_else(|| texts::no_side(kind, side))?)
        }
    };
    Ok(MachineGame {
        game: kind.key.to_owned(),
        options: chosen,
        seat,
        level,
    })
}

/// The variants (or else the sides) of the game that is chosen already, as `(name, value)`.
pub fn suggestions(
    data: &CommandData,
    games: &[&'static GameInfo],
    side: bool,
) -> Vec<(String, String)> {
    let key = string(&data.options, name::GAME);
    let Some(kind) = games.iter().find(|kind| Some(kind.key) == key) else {
        return Vec::new();
    };
    if side {
        let seats = kind.seats.iter();
        return seats
            .map(|seat| (texts::seat(seat), (*seat).to_owned()))
            .collect();
    }
    let variants = kind.variants.iter();
    variants
        .map(|variant| (variant.name.to_owned(), variant.key.to_owned()))
        .collect()
}
