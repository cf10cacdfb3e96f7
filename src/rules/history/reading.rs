//! Reads typed texts: from a text to a move, and to the moves that it may become.

use std::borrow::Cow;

use super::{GameWithHistory, Playable};
use crate::notation::{self, Unlabelled};
use crate::rules::{Choice, PieceName, RuleError, RuleErrorKind};

impl<P: Playable> GameWithHistory<P> {
    /// Returns the legal move that a text means. However it was read,
    /// [`Position::is_legal`](crate::rules::Position::is_legal) decides in the end.
    pub(super) fn read(&self, text: &str) -> Result<P::Move, RuleError> {
        if self.status.is_over() {
            return Err(RuleError::finished());
        }
        let typed = self.typed(text);
        let mv = self
            .understand(text, &typed)
            .map_err(|refused| self.near(&typed, refused))?;
        if self.position.is_legal(&mv) {
            Ok(mv)
        } else {
            Err(RuleError::illegal(format!(
                "{} is not a legal move now.",
                self.position.write(&mv)
            )))
        }
    }

    /// Keeps only those suggestions of a refusal that are near the typed text. The moves that an ambiguous text fits
    /// are near by definition.
    fn near(&self, text: &str, mut refused: RuleError) -> RuleError {
        if refused.kind != RuleErrorKind::Ambiguous {
            let is_near = notation::near(&self.position, text);
            refused.suggestions.retain(|suggestion| is_near(suggestion));
        }
        refused
    }

    /// Converts a text to the signs and letters of the notation, the first step of every reader of moves. Words are
    /// replaced before their letters can be read as anything else.
    fn typed<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let plain = notation::plain(text);
        match self.in_letters(&plain) {
            Some(lettered) => Cow::Owned(lettered),
            None => plain,
        }
    }

    /// Returns the square that a text names, with or without the piece on it.
    pub(super) fn square_of(&self, text: &str) -> Option<String> {
        let typed = notation::strip(&self.typed(text));
        let lower = typed.to_ascii_lowercase();
        let is_piece = |before: &str| {
            before.is_empty() || self.position.is_letter(&before.to_ascii_uppercase())
        };
        (0..lower.len().min(3))
            .filter_map(|cut| lower.split_at_checked(cut))
            .find(|(before, square)| is_piece(before) && self.position.is_square(square))
            .map(|(_, square)| square.to_owned())
    }

    /// Returns the move that a text means, with or without the label of a suggestion in it; `typed` is the text after
    /// [`Self::typed`].
    fn understand(&self, text: &str, typed: &str) -> Result<P::Move, RuleError> {
        let refused = match self.position.read(typed) {
            Ok(mv) => return Ok(mv),
            Err(mut refused) => {
                if typed != text {
                    // The refusal repeats the text as typed.
                    let quoted = |text: &str| format!("\"{}\"", notation::excerpt(text));
                    refused.sentence = (refused.sentence).replace(&quoted(typed), &quoted(text));
                }
                if let Some(sign) = notation::odd_sign(typed)
                    && !refused.sentence.contains(&sign)
                {
                    refused.kind = RuleErrorKind::Unreadable;
                    refused.sentence = format!("I don't know {sign} there. {}", refused.sentence);
                }
                refused
            }
        };
        if refused.kind == RuleErrorKind::Unreadable && !self.position.hides() {
            let letter = notation::strip(typed).to_ascii_uppercase();
            if let Some(question) = self.which_of_kind(&letter) {
                return Err(question);
            }
        }
        match notation::unlabelled(&self.position, text) {
            Some(Unlabelled::Picked(text)) => self.position.read(&text),
            // A text that merely looks like a label and says too much must not be read as another move.
            Some(Unlabelled::Cut(text)) if refused.kind == RuleErrorKind::Unreadable => {
                self.position.read(&text)
            }
            _ => Err(refused),
        }
    }

    /// Returns the question for a text that is only a piece letter: which piece moves, or where the only one goes.
    /// `None` for other texts, and in a game that hides something, since the pieces that can move would reveal it.
    fn which_of_kind(&self, letter: &str) -> Option<RuleError> {
        if !self.position.is_letter(letter) {
            return None;
        }
        let names = self.position.piece_names();
        let PieceName { name, .. } = names.iter().find(|piece| piece.letter == letter)?;
        let mut movers = notation::choices(&self.position, "").options;
        movers.retain(|choice| {
            let square = choice.text.strip_prefix(letter);
            square.is_some_and(|square| self.position.is_square(square))
        });
        match &movers[..] {
            // It may still move together with others, in games that have such moves.
            [] => Some(RuleError::illegal(format!(
                "No {name} can make a legal move by itself now."
            ))),
            [only] => self.position.read(&only.text).err(),
            several => notation::question(&notation::which_moves(name), several),
        }
    }

    /// Returns the text with letters in the place of piece names; `None` if it has none.
    fn in_letters(&self, text: &str) -> Option<String> {
        if !notation::has_word(text) {
            return None;
        }
        notation::in_letters(text, &self.position.piece_names())
    }

    /// Returns at most `limit` moves that a partly typed text may become.
    pub(super) fn completed(&self, typed: &str, limit: usize) -> Vec<Choice> {
        let lettered = self.typed(typed);
        for text in [&*lettered, typed] {
            let found = self.position.complete(text, limit);
            if !found.is_empty() {
                return found;
            }
        }
        let picked = match notation::unlabelled(&self.position, typed) {
            Some(Unlabelled::Picked(text) | Unlabelled::Cut(text)) => {
                self.position.complete(&text, limit)
            }
            None => Vec::new(),
        };
        if !picked.is_empty() || typed.trim().is_empty() {
            return picked;
        }
        // Every text that can be read as a move is offered, however it is written.
        let texts = match self.read(typed) {
            Ok(mv) => vec![self.position.write(&mv)],
            Err(refused) if refused.kind == RuleErrorKind::Ambiguous => refused.suggestions,
            Err(_) => Vec::new(),
        };
        let whole = |text: String| Choice {
            label: text.clone(),
            text,
            whole: true,
        };
        if !texts.is_empty() {
            return texts.into_iter().take(limit).map(whole).collect();
        }
        // The sign between two squares is forgiven while a move is typed.
        let others = notation::with_other_signs(typed);
        let found = others
            .iter()
            .map(|text| self.position.complete(text, limit))
            .find(|found| !found.is_empty());
        found.unwrap_or_default()
    }
}
