//! The text of a game, as [`crate::app::view::record`] or people write it: lines `Name: value` or tags `[Name
//! "value"]`, then the moves.
//!
//! Every line and every sign of a text is used, refused by name, or reported as left out.

use crate::app::AppError;
use crate::app::matches::opening::drawn_option;
use crate::app::texts::title;
use crate::games;
use crate::match_state::Ending;
use crate::notation::excerpt;
use crate::rules::wording::listed;
use crate::rules::{GameInfo, OptionSpec, Options};

mod entries;
mod lines;
mod names;

use entries::Entries;
use lines::{Line, lines, no, unwrapped};

/// Maximum length of a game text, in bytes.
pub const LONGEST_TEXT: usize = 200_000;

/// Maximum number of entries (moves and throws of dice) of an imported match: several times the longest games that
/// people play.
pub const LONGEST_GAME: usize = 2_000;

/// Maximum number of line names listed as left out.
const NAMED: usize = 12;

/// Names of lines that carry neither rules nor moves: those of `/export`, and the tags of the PGN standard and of chess
/// servers. Names of seats belong here too.
const LEFT_OUT: &str = "rookery opened ended clock event site date round white black whiteelo blackelo whitetitle blacktitle whiteuscf \
    blackuscf whitena blackna whitetype blacktype whiteteam blackteam whitefideid blackfideid whiteratingdiff \
    blackratingdiff eventdate eventsponsor eventtype section stage board opening variation subvariation eco nic \
    time utctime utcdate timecontrol termination annotator mode plycount source sourcedate sourcetitle link gameid \
    starttime endtime enddate timezone";

/// A game read from a text.
#[derive(Debug)]
pub(in crate::app) struct GameText {
    pub kind: &'static GameInfo,
    /// The value of every option, with defaults filled in.
    pub options: Options,
    pub moves: Vec<String>,
    /// Statements of the text about the end.
    pub said: Vec<Said>,
    /// Sentences for the user who imports it: parts left out, or read in a certain way.
    pub notes: Vec<String>,
}

/// A statement of a text about the end of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum Said {
    /// The game goes on.
    Ongoing,
    /// The table was closed before the game began.
    Never,
    /// The game ended with this ending.
    Ended(Ending),
    /// A score as in chess: the first side's points in quarters, such as 4 for `1-0`.
    Score(u8),
}

/// Reads the text of a game.
///
/// # Errors
/// The text names no game of this program; a line is unknown or contradicts another; something is not closed.
pub(in crate::app) fn read(text: &str) -> Result<GameText, AppError> {
    if text.len() > LONGEST_TEXT {
        return Err(no("it is too long"));
    }
    let text = unwrapped(text)?;
    let mut remarks = 0;
    let (lines, body) = lines(&text, &mut remarks)?;
    let (kind, named) = game(&lines)?;
    let mut reading = Reading {
        kind,
        lines: &lines,
        set: Vec::new(),
        usual: None,
        said: Vec::new(),
        left_out: Vec::new(),
        notes: Vec::new(),
    };
    if let Some((line, named)) = named {
        reading.name(line, named)?;
    }
    for line in &lines {
        reading.line(line)?;
    }
    let (kind, options) = reading.options()?;
    let entries = entries::read(body).map_err(AppError::Plain)?;
    if entries.moves.len() > LONGEST_GAME {
        return Err(AppError::Plain(format!(
            "That game has {} moves; I import games of at most {LONGEST_GAME}. Nothing was imported.",
            entries.moves.len()
        )));
    }
    reading.kind = kind;
    for line in lines.iter().filter(|line| line.name == "result") {
        let read = reading.end(&line.value);
        read.ok_or_else(|| no("a game of this kind can't have its result"))?;
    }
    if let Some(score) = &entries.score {
        let read = reading.end(score);
        read.ok_or_else(|| no(&format!("a game of this kind has no result {score}")))?;
    }
    let mut notes = left_out(&reading.left_out, &entries, remarks);
    notes.append(&mut reading.notes);
    Ok(GameText {
        kind,
        options,
        said: reading.said,
        moves: entries.moves,
        notes,
    })
}

fn contradict(one: &Line, other: &Line) -> AppError {
    AppError::Plain(format!(
        "Two lines of the text contradict each other: {} and {}. Nothing was imported.",
        one.shown(),
        other.shown()
    ))
}

/// A game, with the line that names it and the options that its name sets.
type GameOfLine<'l> = (&'static GameInfo, Option<(&'l Line, names::Named)>);

/// Returns the game that the lines name.
fn game(lines: &[Line]) -> Result<GameOfLine<'_>, AppError> {
    let mut found: Option<(&Line, &'static GameInfo, names::Named)> = None;
    for line in lines.iter().filter(|line| line.name == "game") {
        let (kind, named) = names::game(&line.value).ok_or_else(|| {
            no(&format!(
                "it names no game that is played here: {}",
                line.shown()
            ))
        })?;
        match &found {
            Some((other, known, _)) if known.key != kind.key => {
                return Err(contradict(other, line));
            }
            _ => found = Some((line, kind, named)),
        }
    }
    if let Some((line, kind, named)) = found {
        return Ok((kind, Some((line, named))));
    }
    // Other programs name the game by its variant.
    let mut others = lines
        .iter()
        .filter(|line| ["variant", "title"].contains(&line.name.as_str()));
    let named = others
        .find_map(|line| names::game(&line.value).map(|(kind, named)| (kind, Some((line, named)))));
    named.ok_or_else(|| {
        no("it names no game that is played here, in a line such as `Game: abstract`")
    })
}

/// The reading of one text's lines.
struct Reading<'a> {
    kind: &'static GameInfo,
    lines: &'a [Line],
    /// Options that lines set, each with its line.
    set: Vec<(&'static str, String, &'a Line)>,
    /// The line that names the usual variant.
    usual: Option<&'a Line>,
    said: Vec<Said>,
    left_out: Vec<String>,
    notes: Vec<String>,
}

impl<'a> Reading<'a> {
    fn line(&mut self, line: &'a Line) -> Result<(), AppError> {
        let is_number = !line.value.is_empty() && line.value.bytes().all(|c| c.is_ascii_digit());
        match line.name.as_str() {
            // The game is read before, the others after all lines.
            "game" | "title" | "result" => Ok(()),
            "variant" => match names::variant(self.kind, &line.value) {
                Some(named) => self.name(line, named),
                None => Err(self.unknown(line)),
            },
            "option" | "options" => self.options_in(line),
            "rules" if is_number => self.rules(line),
            "fen" => Err(position_of_its_own(line)),
            "setup" if is_number && line.value != "0" => Err(position_of_its_own(line)),
            "setup" | "board" if is_number => {
                self.leave_out(line);
                Ok(())
            }
            name => {
                let twist = ["twist", "twists", "mutator", "mutators"].contains(&name);
                let key = match self.kind.twist_option() {
                    Some((key, _)) if twist => key.to_owned(),
                    _ => name.replace([' ', '-'], "_"),
                };
                if let Some(spec) = self.spec(&key) {
                    return self.set(line, spec.key, spec.typed(&line.value));
                }
                let seats = games::GAMES.iter().flat_map(|kind| kind.seats);
                let is_seat =
                    name.starts_with("seat ") || seats.into_iter().any(|seat| *seat == name);
                if !is_seat && !LEFT_OUT.split(' ').any(|known| known == name) {
                    return Err(self.unknown(line));
                }
                self.leave_out(line);
                Ok(())
            }
        }
    }

    fn spec(&self, key: &str) -> Option<&'static OptionSpec> {
        self.kind.options.iter().find(|spec| spec.key == key)
    }

    fn leave_out(&mut self, line: &Line) {
        let name = line.whole.trim_start_matches('[');
        let name = name
            .split([':', '"', '“', '”', '„'])
            .next()
            .unwrap_or_default()
            .trim();
        let name = excerpt(name);
        if !self.left_out.contains(&name) {
            self.left_out.push(name);
        }
    }

    fn unknown(&self, line: &Line) -> AppError {
        let variants: Vec<&str> = self
            .kind
            .variants
            .iter()
            .map(|variant| variant.key)
            .collect();
        let has = match (line.name.as_str(), variants.is_empty()) {
            ("variant", true) => format!("{} has no variants", self.kind.name),
            ("variant", false) => format!(
                "{} has the variants {}",
                self.kind.name,
                variants.join(", ")
            ),
            _ => "I would lose what it says".to_owned(),
        };
        AppError::Plain(format!(
            "I don't know the line {}: {has}. Remove it or change it; nothing was imported.",
            line.shown()
        ))
    }

    /// Sets the options that a name implies.
    fn name(&mut self, line: &'a Line, named: names::Named) -> Result<(), AppError> {
        if named.usual {
            self.usual = Some(line);
        }
        for (key, value) in named.settings {
            self.set(line, key, value)?;
        }
        Ok(())
    }

    fn set(&mut self, line: &'a Line, key: &'static str, value: String) -> Result<(), AppError> {
        // Twists in another order make the same value.
        let value = self
            .spec(key)
            .and_then(|spec| spec.resolve(Some(&value)).ok())
            .unwrap_or(value);
        match self.set.iter().find(|(known, ..)| *known == key) {
            Some((_, other, _)) if *other == value => {}
            Some((_, _, other)) => return Err(contradict(other, line)),
            None => self.set.push((key, value, line)),
        }
        Ok(())
    }

    /// Reads a line such as `board=chamber`, with one setting or several.
    fn options_in(&mut self, line: &'a Line) -> Result<(), AppError> {
        let setting = |part: &str| {
            let (key, value) = part.split_once('=')?;
            let spec = self.spec(&key.trim().to_lowercase())?;
            Some((spec, spec.typed(value)))
        };
        let whole = setting(&line.value).filter(|(spec, value)| spec.resolve(Some(value)).is_ok());
        let settings = match whole {
            Some(whole) => vec![whole],
            None => {
                let parts = line.value.split([' ', ',']).filter(|part| !part.is_empty());
                let settings: Option<Vec<_>> = parts.map(setting).collect();
                settings.filter(|settings| !settings.is_empty()).ok_or_else(|| {
                    let keys: Vec<&str> = self.kind.options.iter().map(|spec| spec.key).collect();
                    let has = if keys.is_empty() { "none".to_owned() } else { keys.join(", ") };
                    AppError::Plain(format!(
                        "I can't read the line {}: an option is a key and a value, such as `Option: key=value`. The options of \
                         {}: {has}.",
                        line.shown(),
                        self.kind.name
                    ))
                })?
            }
        };
        for (spec, value) in settings {
            self.set(line, spec.key, value)?;
        }
        Ok(())
    }

    fn rules(&mut self, line: &Line) -> Result<(), AppError> {
        let version = line.value.parse::<u32>().unwrap_or(u32::MAX);
        if version > self.kind.rules_version {
            return Err(AppError::Plain(format!(
                "That game was played by a later version of the rules of {}.",
                self.kind.name
            )));
        }
        if version < self.kind.rules_version {
            self.notes.push(
                "It was played by an earlier version of the rules; I checked its moves by today's."
                    .to_owned(),
            );
        }
        Ok(())
    }

    /// Reads a statement about the end; `None` if it is no ending of this game.
    fn end(&mut self, text: &str) -> Option<()> {
        let sides = self.kind.seats.len() == 2 || !self.kind.teams.is_empty();
        let said = match text.replace(['–', '—', '−'], "-").as_str() {
            "ongoing" | "*" => Said::Ongoing,
            "1-0" if sides => Said::Score(4),
            "0-1" if sides => Said::Score(0),
            "1/2-1/2" | "1/2" | "½-½" | "½" => Said::Score(2),
            _ => {
                let ending = Ending::from_text(text)?;
                ending.outcome(self.kind)?;
                if ending.how.starts_with("closed") {
                    Said::Never
                } else {
                    Said::Ended(ending)
                }
            }
        };
        if said == Said::Never {
            self.notes.push(
                "Its table was closed before the game began: you have the board of the beginning."
                    .to_owned(),
            );
        }
        self.said.push(said);
        Some(())
    }

    /// Returns the options and the game that they make; the title and the name of the usual variant must agree with
    /// them.
    fn options(&mut self) -> Result<(&'static GameInfo, Options), AppError> {
        let given: Options = self
            .set
            .iter()
            .map(|(key, value, _)| (*key, value.clone()))
            .collect();
        let options = self.kind.resolve(&given)?;
        if let Some((key, _)) = drawn_option(self.kind, &given)? {
            return Err(AppError::Plain(format!(
                "The text doesn't say which {key} the game began with: add the line `Option: {key}=` with its number."
            )));
        }
        self.kind.new_game(&options)?;
        let named = self
            .kind
            .variants
            .iter()
            .flat_map(|variant| variant.options);
        let unusual = |key: &str| {
            let mut named = named.clone();
            let is_named = named.any(|(known, _)| *known == key);
            let usual = self.spec(key).and_then(|spec| spec.resolve(None).ok());
            is_named && usual.as_deref() != options.get(key)
        };
        let other = self
            .set
            .iter()
            .find(|(key, ..)| unusual(key))
            .map(|(_, _, line)| *line);
        if let (Some(usual), Some(other)) = (self.usual, other) {
            return Err(contradict(usual, other));
        }
        let titles: Vec<&'a Line> = self
            .lines
            .iter()
            .filter(|line| line.name == "title")
            .collect();
        for line in titles {
            if line.value == title(self.kind, &options) {
                continue;
            }
            let agrees = match names::game(&line.value) {
                Some((kind, _)) if kind.key != self.kind.key => Some(false),
                Some((_, named)) => Some(
                    named.settings.iter().all(|(key, value)| {
                        let spec = self
                            .spec(key)
                            .and_then(|spec| spec.resolve(Some(value)).ok());
                        spec.as_deref() == options.get(key)
                    }) && !(named.usual && other.is_some()),
                ),
                None => None,
            };
            match agrees {
                Some(true) => {}
                Some(false) => {
                    let of = self.set.first().map(|(_, _, line)| *line);
                    let of = of.or_else(|| self.lines.iter().find(|line| line.name == "game"));
                    return Err(contradict(of.unwrap_or(line), line));
                }
                None => self.leave_out(line),
            }
        }
        Ok((self.kind.under(&options), options))
    }
}

fn position_of_its_own(line: &Line) -> AppError {
    AppError::Plain(format!(
        "The line {} begins the game elsewhere. I import games from the beginning only.",
        line.shown()
    ))
}

/// Returns a sentence that lists the parts left out, if any.
fn left_out(lines: &[String], entries: &Entries, remarks: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut count = |number: usize, one: &str, several: &str| {
        match number {
            0 => {}
            1 => parts.push(format!("1 {one}")),
            number => parts.push(format!("{number} {several}")),
        };
    };
    count(entries.remarks + remarks, "remark", "remarks");
    count(entries.variations, "variation", "variations");
    count(entries.signs, "sign such as $1", "signs such as $1");
    match lines {
        [] => {}
        [one] => parts.push(format!("the line {one}")),
        lines => {
            let names = lines[..lines.len().min(NAMED)].join(", ");
            let more = match lines.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            parts.push(format!("the lines {names}{more}"));
        }
    }
    if parts.is_empty() {
        return Vec::new();
    }
    vec![format!("I left out {}.", listed(&parts))]
}

#[cfg(test)]
mod tests;
