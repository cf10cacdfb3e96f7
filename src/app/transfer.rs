//! Matches brought in from our game text, and matches opened with everybody seated.
//!
//! The text is what [`super::record`] writes. What is brought in is a match of the asker's own, who holds every seat:
//! it can be looked at, replayed, and played on.

use std::sync::Arc;

use super::change::By;
use super::live::{Ahead, Live};
use super::lobby::{begin, impossible};
use super::look::shown;
use super::play::let_chance_decide;
use super::words::{alt, fault_sentence};
use super::{App, Chance, NewGame, Refusal, Request, Shown, think};
use crate::games;
use crate::notation::excerpt;
use crate::rules::{Kind, Options, Seat};
use crate::scene::View;
use crate::store::{Opening, PhaseName, Row};
use crate::table::{Ending, Event, GameId, Terms, UserId};

/// How long the text of a match may be, in bytes.
pub const LONGEST_TEXT: usize = 200_000;

/// What a game text says.
struct Text {
    kind: &'static Kind,
    options: Options,
    terms: Option<Terms>,
    moves: Vec<String>,
    ending: Option<Ending>,
}

impl App {
    /// Makes a match of a game text: every move is checked. The asker holds every seat, so that it counts for nobody.
    ///
    /// # Errors
    /// It is not a game text, of a game, options or rules that are not played here, or a move is against the rules
    /// (the sentence says which).
    pub async fn import(&self, request: Request, text: &str) -> Result<Shown, Refusal> {
        let text = read(text)?;
        let new = NewGame {
            game: text.kind.key.to_owned(),
            options: text.options,
            opponents: Vec::new(),
            seat: None,
            terms: Some(text.terms.unwrap_or_default()),
        };
        let seated = vec![request.user; text.kind.seats.len()];
        let (moves, ending) = (text.moves, text.ending);
        self.open_with(request, new, seated, None, move |ahead, chance| {
            replay(ahead, &moves, ending.as_ref())?;
            let_chance_decide(ahead, chance)
        })
        .await
    }

    /// Opens a match in which everybody is seated, as the rematch of another.
    pub(super) async fn open_seated(
        &self,
        request: Request,
        new: NewGame,
        seated: Vec<UserId>,
        before: GameId,
    ) -> Result<Shown, Refusal> {
        self.open_with(request, new, seated, Some(before), let_chance_decide)
            .await
    }

    async fn open_with<F>(
        &self,
        request: Request,
        new: NewGame,
        seated: Vec<UserId>,
        rematch_of: Option<GameId>,
        then: F,
    ) -> Result<Shown, Refusal>
    where
        F: FnOnce(&mut Ahead, &Chance) -> Result<(), Refusal> + Send + 'static,
    {
        self.must_be_new(request).await?;
        let kind = games::find(&new.game).ok_or(Refusal::Internal)?;
        let opening = Opening {
            key: kind.key.to_owned(),
            options: serde_json::to_string(&new.options).map_err(|_| Refusal::Internal)?,
            rules: kind.rules_version,
            guild: request.place.guild,
            channel: request.place.channel,
            rematch_of,
        };
        self.must_be_admitted(opening.guild, &seated, request.user)
            .await?;
        let (now, chance) = (self.sources.clock.now(), self.sources.chance.clone());
        let row = blank_row(&opening, now);
        let terms = new.terms.unwrap_or_default();
        let (ahead, shown) = think(move || -> Result<(Ahead, Shown), Refusal> {
            let live = Live::blank(&row).map_err(|error| Refusal::Plain(format!("{error}.")))?;
            let mut ahead = Ahead::of(live, now);
            sit(&mut ahead, &seated, terms)?;
            begin(&mut ahead, &chance)?;
            then(&mut ahead, &chance)?;
            let shown = shown(&ahead.live, &View::default());
            Ok((ahead, shown))
        })
        .await??;
        self.keep_new(request, &opening, ahead, shown).await
    }

    /// Stores a match that is not yet, and completes what is shown of it.
    pub(super) async fn keep_new(
        &self,
        request: Request,
        opening: &Opening,
        mut ahead: Ahead,
        mut shown: Shown,
    ) -> Result<Shown, Refusal> {
        let (lessons, learnt) = self.lessons(&ahead.live).await?;
        let mut addition = ahead.addition(Some(request.interaction), learnt);
        (addition.postings, shown.mention) = self.postings(&ahead, By::Request(request)).await?;
        let game = self.store.open_game(opening, &addition).await?;
        ahead.live.id = game;
        (shown.game, shown.lessons) = (game, lessons);
        shown.alt = alt(&ahead.live, &shown.title);
        self.dress(&mut shown, &ahead.live).await?;
        self.recent.put(Arc::new(ahead.live));
        Ok(shown)
    }
}

/// A match that has not been stored yet. The store gives the number.
pub(super) fn blank_row(opening: &Opening, now: i64) -> Row {
    Row {
        game: GameId(0),
        key: opening.key.clone(),
        options: opening.options.clone(),
        rules: opening.rules,
        guild: opening.guild,
        channel: opening.channel,
        home: None,
        opened: now,
        ply: 0,
        phase: PhaseName::Open,
        ending: None,
        since: now,
        moves: 0,
        changed: 0,
        deadline: None,
        due: None,
        rematch: None,
        sign: None,
    }
}

/// Everybody sits down where they belong. Whoever holds several seats opens the table.
fn sit(ahead: &mut Ahead, seated: &[UserId], terms: Terms) -> Result<(), Refusal> {
    let times = |user: &UserId| seated.iter().filter(|other| *other == user).count();
    let opener = seated.iter().position(|user| times(user) > 1).unwrap_or(0);
    let opener = *seated.get(opener).ok_or(Refusal::Internal)?;
    let mut opened = false;
    let mut seats: Vec<(Seat, UserId)> = (0..).map(Seat).zip(seated.iter().copied()).collect();
    seats.sort_by_key(|(seat, user)| (*user != opener, *seat));
    for (seat, user) in seats {
        let wish = Some(seat);
        let mut events = vec![Event::Joined { user, wish }];
        if !opened {
            opened = true;
            events = vec![Event::Opened { user, wish }, Event::Agreed { terms }];
        }
        for event in events {
            ahead
                .add(event, None)
                .map_err(|fault| Refusal::Plain(fault_sentence(&ahead.live, user, fault)))?;
        }
    }
    Ok(())
}

/// Plays what a game text tells.
fn replay(ahead: &mut Ahead, moves: &[String], ending: Option<&Ending>) -> Result<(), Refusal> {
    for (number, text) in (1..).zip(moves) {
        let game = &mut ahead.live.game;
        let seat = game.turn();
        let user = ahead.live.table.owner(seat).ok_or(Refusal::Internal)?;
        let drawn = game.chance().contains(text);
        let leaver = game
            .kind()
            .all_seats()
            .find(|seat| game.departure(*seat).as_ref() == Some(text));
        let played = game.play(text).map_err(|why| {
            Refusal::Plain(format!(
                "Entry {number} of the game, \"{}\", is against the rules: {why}",
                excerpt(text)
            ))
        })?;
        let (text, next) = (played.canonical.clone(), game.turn());
        let event = match (drawn, leaver) {
            (true, _) => Event::Rolled { text, next },
            (false, Some(seat)) => Event::Resigned {
                seat,
                user: ahead.live.table.owner(seat).ok_or(Refusal::Internal)?,
                text: Some(text),
                next,
            },
            (false, None) => Event::Moved {
                seat,
                user,
                text,
                next,
            },
        };
        ahead.add(event, Some(played)).map_err(impossible)?;
    }
    let over = Ending::of_game(ahead.live.game.as_ref());
    if let Some(ending) = over.or_else(|| ending.cloned()) {
        ahead.add(Event::Ended { ending }, None).map_err(|_| {
            Refusal::Plain("The result of the game cannot be one of this game.".to_owned())
        })?;
    }
    Ok(())
}

/// Reads a game text.
fn read(text: &str) -> Result<Text, Refusal> {
    let no = |why: &str| {
        Refusal::Plain(format!(
            "That is not a game text of mine: {why}. `/export` writes one."
        ))
    };
    if text.len() > LONGEST_TEXT {
        return Err(no("it is too long"));
    }
    // Some editors put a byte order mark before it.
    let text = text.replace("\r\n", "\n");
    let text = text.trim_start_matches('\u{feff}').trim();
    let (headers, body) = text.split_once("\n\n").unwrap_or((text, ""));
    let mut kind = None;
    let mut options = Options::new();
    let (mut rules, mut terms, mut ending) = (None, None, None);
    for line in headers.lines() {
        let (name, value) = line
            .split_once(':')
            .ok_or_else(|| no("it has no headers"))?;
        let value = value.trim();
        match name.trim() {
            "Game" => kind = games::find(value),
            "Rules" => rules = value.parse::<u32>().ok(),
            "Option" => {
                let (key, value) = value
                    .split_once('=')
                    .ok_or_else(|| no("an option has no value"))?;
                options.set(key, value);
            }
            "Clock" => terms = Terms::from_text(value),
            "Result" if value != "ongoing" => ending = Ending::from_text(value),
            _ => {}
        }
    }
    let kind = kind.ok_or_else(|| no("it names no game that is played here"))?;
    if rules.is_some_and(|rules| rules != kind.rules_version) {
        return Err(Refusal::Plain(format!(
            "That game was played by another version of the rules of {}.",
            kind.name
        )));
    }
    let options = kind.resolve(&options)?;
    kind.new_game(&options)?;
    Ok(Text {
        kind,
        options,
        terms,
        moves: moves(body),
        ending,
    })
}

/// The entries of the move list, without numbers and remarks.
fn moves(body: &str) -> Vec<String> {
    let mut bare = String::with_capacity(body.len());
    let mut remark = false;
    for c in body.chars() {
        match c {
            '{' => remark = true,
            '}' => {
                remark = false;
                bare.push(' ');
            }
            _ if remark => {}
            c => bare.push(c),
        }
    }
    let is_number = |word: &str| {
        word.strip_suffix('.')
            .is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
    };
    bare.split_whitespace()
        .filter(|word| !is_number(word))
        .map(str::to_owned)
        .collect()
}
