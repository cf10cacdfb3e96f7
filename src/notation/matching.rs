//! Finds the one legal move that a text means, or the reason why it means no legal move.

use strsim::levenshtein;

use super::grammar::{is_real_part, leading_square, square_off_board};
use super::signs::leftover;
use super::typed::LONGEST;
use super::{MoveText, ParsedMove, excerpt, parse, strip};
use crate::rules::{Choice, Notation, RuleError, RuleErrorKind};

/// Reads a move of a game whose canonical texts are single [`MoveText`]s.
///
/// # Errors
/// The text is unreadable, illegal (see [`Notation::explain`]) or ambiguous.
pub fn read<P: Notation>(position: &P, text: &str) -> Result<P::Move, RuleError> {
    match position.exact(text) {
        Some(mv) => Ok(mv),
        None => read_among(position, &position.legal_moves(), text),
    }
}

/// Reads a move as [`read`] does, with the legal moves already at hand.
///
/// # Errors
/// The text is unreadable, illegal (see [`Notation::explain`]) or ambiguous.
pub fn read_among<P: Notation>(
    position: &P,
    legal: &[P::Move],
    text: &str,
) -> Result<P::Move, RuleError> {
    let typed = strip(text);
    let texts: Vec<String> = legal.iter().map(|mv| position.write(mv)).collect();
    if typed.len() > LONGEST.max(texts.iter().map(String::len).max().unwrap_or(0)) {
        return Err(unreadable(text, &texts));
    }
    let spelt = NotatedMoves {
        spellings: legal.iter().map(|mv| position.move_text(mv)).collect(),
        texts,
        pawns_unlettered: position.pawns_unlettered(),
    };
    let mut meanings = parse(position, &typed);
    let mut of_letter = Vec::new();
    if stands_apart(position, text) {
        meanings.retain(|wanted| wanted.letter.is_some());
    // If a piece can move from the square that the text begins with, the text is read as that square, not as a piece
    // letter and a rank; if a piece with that letter could go there too, the reader asks which.
    } else if let Some(square) = leading_square(position, &typed.to_ascii_lowercase())
        && spelt
            .spellings
            .iter()
            .any(|spelling| spelling.from == square)
    {
        let of_square =
            |wanted: &ParsedMove| wanted.letter.is_none() || wanted.from.as_deref() == Some(square);
        (meanings, of_letter) = meanings.into_iter().partition(of_square);
    }
    match spelt.pick(text, &typed, &meanings) {
        Picked::One(index) => {
            let others = spelt.indices(|other| {
                let fits = |wanted: &ParsedMove| wanted.fits(&spelt.spellings[other]);
                other == index || of_letter.iter().any(fits)
            });
            match others.collect::<Vec<usize>>()[..] {
                [index] => Ok(legal[index].clone()),
                ref several => Err(ambiguous(spelt.texts_of(several))),
            }
        }
        Picked::Several(indices) => Err(ambiguous(spelt.texts_of(&indices))),
        Picked::None => Err(refuse(position, &spelt, text, &typed, &meanings)),
    }
}

/// True if a text begins with a capital that is a piece's letter, followed by a space: `B 5xc6`, to which `bishop 5xc6`
/// is converted, names no square b5.
fn stands_apart<P: Notation>(position: &P, text: &str) -> bool {
    let text = text.trim_start();
    let apart = text.split_once(char::is_whitespace);
    apart.is_some_and(|(letter, _)| position.is_letter(letter))
}

/// The legal moves, each as its parts and as its canonical text.
struct NotatedMoves {
    spellings: Vec<MoveText>,
    texts: Vec<String>,
    /// See [`Notation::pawns_unlettered`].
    pawns_unlettered: bool,
}

/// Moves that a text means by the file that it begins with.
enum Filed {
    /// Pawn moves, by index.
    Of(Vec<usize>),
    /// Several moves fit by the file alone: the reader asks which one.
    Unclear,
    /// No move fits by the file alone.
    No,
}

/// Returns the file in the name of a square.
fn file(square: &str) -> &str {
    square.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Result of picking among the legal moves, by their indices.
enum Picked {
    One(usize),
    Several(Vec<usize>),
    None,
}

impl NotatedMoves {
    /// Picks from the closest reading to the widest: the canonical text, the canonical text in another case, then moves
    /// that fit the grammar, then those of a piece or a letter alone, which the reader asks about.
    fn pick(&self, text: &str, typed: &str, meanings: &[ParsedMove]) -> Picked {
        if let Some(index) = self.by_text(text, typed) {
            return Picked::One(index);
        }
        let (going, alone): (Vec<&ParsedMove>, Vec<&ParsedMove>) =
            meanings.iter().partition(|wanted| wanted.to.is_some());
        let mut fitting = self.fitting(&going);
        if let Some(pawns) = self.unlettered(&fitting, &going) {
            return match pawns[..] {
                [index] => Picked::One(index),
                _ => Picked::Several(pawns),
            };
        }
        match self.of_file(&fitting, &going) {
            Filed::Of(pawns) => fitting = pawns,
            Filed::Unclear => return Picked::Several(fitting),
            Filed::No => {}
        }
        let (lettered, unlettered): (Vec<&ParsedMove>, Vec<&ParsedMove>) =
            (alone.into_iter()).partition(|wanted| wanted.letter.is_some());
        // A piece alone, `Bc1`, is never a move by itself, though another bishop might go to c1.
        let mut several = self.by_piece(&lettered);
        if several.is_empty()
            && let Some(index) = self.by_grammar(&fitting, &going)
        {
            return Picked::One(index);
        }
        if fitting.is_empty() && several.is_empty() {
            several = self.by_piece(&unlettered);
        }
        several.retain(|index| !fitting.contains(index));
        fitting.extend(several);
        if fitting.is_empty() {
            fitting = self.by_letter(typed);
        }
        if fitting.is_empty() {
            Picked::None
        } else {
            Picked::Several(fitting)
        }
    }

    /// Returns the move whose canonical text was typed, or the only one whose text differs from it by case.
    fn by_text(&self, text: &str, typed: &str) -> Option<usize> {
        let exact = |wanted: &str| self.texts.iter().position(|canonical| canonical == wanted);
        let mut loose = self.indices(|index| self.texts[index].eq_ignore_ascii_case(typed));
        exact(text).or_else(|| exact(typed)).or_else(|| {
            let only = loose.next();
            only.filter(|_| loose.next().is_none())
        })
    }

    /// Returns the moves that fit one of the readings.
    fn fitting(&self, going: &[&ParsedMove]) -> Vec<usize> {
        let fits = |index: usize| (going.iter()).any(|wanted| wanted.fits(&self.spellings[index]));
        self.indices(fits).collect()
    }

    /// Returns the only one of the moves that fit. A move with a tail is ignored if one without a tail fits; case
    /// decides only between several.
    fn by_grammar(&self, fitting: &[usize], going: &[&ParsedMove]) -> Option<usize> {
        let is_cased = |wanted: &&ParsedMove, index: usize| {
            wanted.case_fits && wanted.fits(&self.spellings[index])
        };
        let bare: Vec<usize> = (fitting.iter().copied())
            .filter(|&index| self.is_bare(index))
            .collect();
        let cased: Vec<usize> = (bare.iter().copied())
            .filter(|&index| going.iter().any(|wanted| is_cased(wanted, index)))
            .collect();
        let only = |few: &[usize]| match few {
            [index] => Some(*index),
            _ => None,
        };
        only(&bare)
            .or_else(|| only(&cased))
            .or_else(|| only(fitting))
            .or_else(|| self.plain(&bare))
    }

    /// Returns the moves without a tail of the pieces that the readings name, which say nothing of a destination.
    fn by_piece(&self, pieces: &[&ParsedMove]) -> Vec<usize> {
        let is_named =
            |index: usize| (pieces.iter()).any(|wanted| wanted.names_mover(&self.spellings[index]));
        self.indices(|index| self.is_bare(index) && is_named(index))
            .collect()
    }

    /// Returns the moves of a letter that no origin follows, as when a piece is put on the board.
    fn by_letter(&self, typed: &str) -> Vec<usize> {
        self.indices(|index| {
            let MoveText { letter, from, .. } = &self.spellings[index];
            from.is_empty() && !letter.is_empty() && letter.eq_ignore_ascii_case(typed)
        })
        .collect()
    }

    /// True if a move's text ends with its destination or promotion.
    fn is_bare(&self, index: usize) -> bool {
        self.spellings[index].tail.is_empty()
    }

    /// Returns the pawn moves meant by a text without a letter, in a game that writes pawns without one: a file or
    /// square may come before the destination. If one pawn steps and another would have to capture, the text means the
    /// step. `None` if it means no pawn.
    fn unlettered(&self, fitting: &[usize], going: &[&ParsedMove]) -> Option<Vec<usize>> {
        let mut pawns: Vec<usize> = (fitting.iter().copied())
            .filter(|&index| {
                let spelling = &self.spellings[index];
                let is_whole = |from: &str| from == spelling.from || from == file(&spelling.from);
                let mut meant = going.iter().filter(|wanted| wanted.letter.is_none());
                spelling.letter == "P"
                    && spelling.op != '@'
                    && meant.any(|wanted| {
                        wanted.from.as_deref().is_none_or(is_whole) && wanted.fits(spelling)
                    })
            })
            .collect();
        let steps = |&index: &usize| self.spellings[index].op != 'x';
        if pawns.iter().any(steps) && going.iter().all(|wanted| wanted.op != Some('x')) {
            pawns.retain(steps);
        }
        (self.pawns_unlettered && !pawns.is_empty()).then_some(pawns)
    }

    /// Returns the moves meant by a text that begins with a lower-case letter which may be a file or a piece. Moves of
    /// a pawn that leaves this file (`bxc3`, `bc3`) come first. Moves of other pieces from the file are hardly meant.
    fn of_file(&self, fitting: &[usize], going: &[&ParsedMove]) -> Filed {
        let is_filed = |wanted: &&ParsedMove| {
            let from = wanted.from.as_deref().unwrap_or_default();
            wanted.letter.is_none()
                && from.bytes().any(|c| c.is_ascii_lowercase())
                && from.bytes().all(|c| c.is_ascii_lowercase())
        };
        if !going.iter().any(|wanted| wanted.letter.is_some()) {
            return Filed::No;
        }
        let (filed, others): (Vec<&ParsedMove>, Vec<&ParsedMove>) =
            going.iter().copied().partition(is_filed);
        let fits = |meant: &[&ParsedMove], index: usize| {
            (meant.iter()).any(|wanted| wanted.fits(&self.spellings[index]))
        };
        let is_file =
            |text: &str| (filed.iter()).any(|wanted| wanted.from.as_deref() == Some(text));
        let pawns: Vec<usize> = (fitting.iter().copied())
            .filter(|&index| {
                let spelling = &self.spellings[index];
                let (from, to) = (file(&spelling.from), file(&spelling.to));
                spelling.letter == "P"
                    && matches!(spelling.op, '-' | 'x')
                    && from != to
                    && is_file(from)
                    && fits(&filed, index)
            })
            .collect();
        if !pawns.is_empty() {
            Filed::Of(pawns)
        } else if fitting.iter().any(|&index| fits(&filed, index))
            && (fitting.len() > 1 || fitting.iter().any(|&index| !fits(&others, index)))
        {
            Filed::Unclear
        } else {
            Filed::No
        }
    }

    /// Returns the move without a promotion, if all that fit are one step with and without promotions: a pawn that need
    /// not promote does not unless the text names a piece.
    fn plain(&self, fitting: &[usize]) -> Option<usize> {
        let mut plain = fitting
            .iter()
            .filter(|&&index| self.spellings[index].promotion.is_none());
        let (Some(&index), None) = (plain.next(), plain.next()) else {
            return None;
        };
        let step = |index: usize| MoveText {
            promotion: None,
            ..self.spellings[index].clone()
        };
        let wanted = step(index);
        fitting
            .iter()
            .all(|&other| step(other) == wanted)
            .then_some(index)
    }

    fn indices(&self, keep: impl Fn(usize) -> bool) -> impl Iterator<Item = usize> {
        (0..self.texts.len()).filter(move |&index| keep(index))
    }

    fn texts_of(&self, indices: &[usize]) -> Vec<String> {
        indices
            .iter()
            .map(|&index| self.texts[index].clone())
            .collect()
    }
}

/// Explains why no move fits, and suggests moves close to the text.
fn refuse<P: Notation>(
    position: &P,
    spelt: &NotatedMoves,
    text: &str,
    typed: &str,
    meanings: &[ParsedMove],
) -> RuleError {
    let likelihood = |wanted: &&ParsedMove| {
        let real = (wanted.from.as_ref()).is_none_or(|part| is_real_part(position, part));
        (real, wanted.weight())
    };
    let Some(best) = meanings.iter().max_by_key(likelihood) else {
        let lower = typed.to_ascii_lowercase();
        let is_short = typed.is_ascii() && typed.len() <= LONGEST;
        if is_castling(&lower) {
            return RuleError::illegal("There is no castling in this game.");
        }
        if let Some((body, letter)) = typed.rsplit_once('=')
            && let Some(refusal) = unknown_letter(position, letter)
            && !parse(position, body).is_empty()
        {
            return refusal.suggest(nearest_of(position, typed, &spelt.texts));
        }
        let off_board = is_short
            .then(|| square_off_board(position, &lower))
            .flatten();
        return match off_board {
            Some(square) => RuleError::unreadable(format!("The board has no square {square}."))
                .suggest(nearest_of(position, typed, &spelt.texts)),
            None => {
                unreadable(text, &spelt.texts).suggest(nearest_of(position, typed, &spelt.texts))
            }
        };
    };
    let strange = (best.from.as_deref()).filter(|part| !is_real_part(position, part));
    let mut rejection = strange
        .and_then(|letter| unknown_letter(position, letter))
        .unwrap_or_else(|| position.explain(best, &spelt.spellings));
    if rejection.suggestions.is_empty() {
        let related = |spelling: &MoveText| {
            best.to.as_deref() == Some(&*spelling.to)
                || best
                    .from
                    .as_ref()
                    .is_some_and(|from| *from == spelling.from)
        };
        let near = (spelt.spellings.iter().zip(&spelt.texts))
            .filter(|(spelling, _)| related(spelling))
            .map(|(_, canonical)| canonical.as_str());
        rejection.suggestions = nearest(typed, near);
    }
    rejection
}

/// True if a lower-case text asks for castling as chess writes it.
fn is_castling(text: &str) -> bool {
    matches!(&*text.replace('0', "o").replace('-', ""), "oo" | "ooo")
}

/// Returns the refusal of a letter, in any case, that names none of the game's pieces; `None` for other texts.
fn unknown_letter<P: Notation>(position: &P, letter: &str) -> Option<RuleError> {
    let letter = letter.to_ascii_uppercase();
    let [b'A'..=b'Z'] = letter.as_bytes() else {
        return None;
    };
    let letters = ('A'..='Z').map(String::from);
    let letters: Vec<String> = letters.filter(|it| position.is_letter(it)).collect();
    (!letters.contains(&letter)).then(|| RuleError::no_such_piece(&letter, &letters))
}

/// Returns the refusal of a text that has no meaning at all.
fn unreadable(text: &str, texts: &[String]) -> RuleError {
    let example = texts
        .iter()
        .find(|text| text.contains('-'))
        .or(texts.first())
        .map_or(String::new(), |text| format!(", such as {text}"));
    let shown = excerpt(text);
    let what = if shown.trim().is_empty() {
        "That".to_owned()
    } else {
        format!("\"{shown}\"")
    };
    let parts = if !texts.is_empty() && texts.iter().all(|text| text.starts_with('@')) {
        "the square for the new piece"
    } else {
        "a piece, where it is and where it goes"
    };
    let unknown = leftover(text).map_or(String::new(), |left| format!(": I don't know {left}"));
    RuleError::unreadable(format!(
        "{what} does not read as a move{unknown}. A move names {parts}{example}."
    ))
}

/// Returns the refusal of a text that names the piece and squares of a legal move, but not its sign or promotion.
pub fn spelt_wrong(wanted: &ParsedMove, right: &MoveText) -> RuleError {
    let to = &right.to;
    let sentence = if let Some(promotion) = &wanted.promotion
        && right.promotion.as_deref() != Some(promotion)
    {
        match &right.promotion {
            None => format!("Nothing promotes on {to}."),
            Some(other) => format!("The promotion on {to} is ={other}."),
        }
    } else if wanted.op == Some('x') && right.op != 'x' {
        format!("There is nothing to capture on {to}.")
    } else if right.op == 'x' && wanted.op.is_some_and(|op| op != 'x') {
        format!("The move to {to} captures, which is written with x.")
    } else {
        "That is written differently.".to_owned()
    };
    RuleError::illegal(sentence).suggest(vec![right.text()])
}

/// Returns the refusal of a text that is only the beginning of a move: the next question, with its answers. `None`
/// without answers.
pub fn question(prompt: &str, answers: &[Choice]) -> Option<RuleError> {
    let texts: Vec<&str> = answers.iter().map(|answer| answer.text.as_str()).collect();
    let shown = texts.get(..MOST_SHOWN).unwrap_or(&texts).join(", ");
    let more = if texts.len() > MOST_SHOWN {
        " and more"
    } else {
        ""
    };
    let whole = answers.iter().filter(|answer| answer.whole);
    let suggestions = whole.map(|answer| answer.text.clone()).take(MOST_SHOWN);
    (!texts.is_empty()).then(|| {
        RuleError::new(RuleErrorKind::Ambiguous, format!("{prompt} {shown}{more}."))
            .suggest(suggestions.collect())
    })
}

/// Returns the question which of the pieces of a kind moves.
pub fn which_moves(name: &str) -> String {
    format!("Which {name} moves?")
}

/// Most texts that a refusal lists.
const MOST_SHOWN: usize = 10;

/// Returns the refusal of a text that fits several legal moves.
pub fn ambiguous(mut texts: Vec<String>) -> RuleError {
    let count = texts.len();
    texts.truncate(MOST_SHOWN);
    let list = texts.join(", ");
    let sentence = if count > texts.len() {
        let more = count - texts.len();
        format!("That could be {count} moves: {list} and {more} more. Say which.")
    } else if count == 1 {
        format!("That names a piece; write the whole move: {list}.")
    } else {
        format!("That could be {count} moves: {list}. Say which.")
    };
    RuleError::new(RuleErrorKind::Ambiguous, sentence).suggest(texts)
}

/// Returns up to three of the texts that are [`near`] the typed text, the nearest first.
fn nearest_of<P: Notation>(position: &P, typed: &str, texts: &[String]) -> Vec<String> {
    let is_near = near(position, typed);
    nearest(
        typed,
        texts
            .iter()
            .map(String::as_str)
            .filter(|text| is_near(text)),
    )
}

/// Returns a test for whether a canonical text may be suggested for the typed text. Either both name a square in
/// common; or they have the same piece letter and the typed text names some square of the board; or neither names a
/// square, and at most a third of the move's letters differ (`pas` for `pass`). Other texts that only look alike
/// (`resign`, `xyzzy`) are not near.
pub fn near<P: Notation>(position: &P, typed: &str) -> impl Fn(&str) -> bool {
    let typed = strip(typed);
    let first = typed.chars().next().filter(char::is_ascii_uppercase);
    let typed = typed.to_ascii_lowercase();
    let named: Vec<String> = squares(position, &typed).map(str::to_owned).collect();
    move |canonical| {
        let same_letter = first.is_some() && canonical.chars().next() == first;
        if same_letter && !named.is_empty() {
            return true;
        }
        let canonical = canonical.to_ascii_lowercase();
        let mut of_move = squares(position, &canonical);
        if named.is_empty() {
            let is_word = of_move.next().is_none() && typed.len() <= LONGEST;
            return is_word && levenshtein(&typed, &canonical) <= canonical.len() / 3;
        }
        of_move.any(|square| named.iter().any(|other| other == square))
    }
}

/// Returns the squares of the board that a lower-case text names.
fn squares<'t, P: Notation>(position: &P, text: &'t str) -> impl Iterator<Item = &'t str> {
    let is_short = text.is_ascii() && text.len() <= 4 * LONGEST;
    let mut rest = if is_short { text } else { "" };
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let count = |text: &str, fits: fn(&u8) -> bool| text.bytes().take_while(fits).count();
            let letters = count(rest, u8::is_ascii_lowercase);
            let digits = count(&rest[letters..], u8::is_ascii_digit);
            let (named, after) = rest.split_at((letters + digits).max(1));
            rest = after;
            if letters > 0 && digits > 0 {
                // A piece letter may come before the file: the longest name that is a square counts.
                let mut names = (letters.saturating_sub(3)..letters).map(|start| &named[start..]);
                if let Some(name) = names.find(|name| position.is_square(name)) {
                    return Some(name);
                }
            }
        }
        None
    })
}

/// Returns up to three texts nearest to the typed text; empty if the typed text is.
pub fn nearest<'t>(typed: &str, texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    if typed.is_empty() || typed.len() > LONGEST {
        return Vec::new();
    }
    let typed = typed.to_ascii_lowercase();
    let mut ranked: Vec<(usize, &str)> = texts
        .map(|text| (levenshtein(&typed, &text.to_ascii_lowercase()), text))
        .collect();
    ranked.sort_unstable();
    ranked.dedup();
    ranked
        .into_iter()
        .take(3)
        .map(|(_, text)| text.to_owned())
        .collect()
}
