//! From a text that somebody types to a move of the game, and to the moves that it may become.

use super::{GameWithHistory, Playable};
use crate::notation::{self, Unlabelled};
use crate::rules::{Choice, RuleError, RuleErrorKind};

impl<P: Playable> GameWithHistory<P> {
    /// The legal move that a text means. However it was read, [`Position::is_legal`](crate::rules::Position::is_legal) has the last word.
    pub(super) fn read(&self, text: &str) -> Result<P::Move, RuleError> {
        if self.status.is_over() {
            return Err(RuleError::finished());
        }
        let mv = self
            .understand(text)
            .map_err(|refused| self.near(text, refused))?;
        if self.position.is_legal(&mv) {
            Ok(mv)
        } else {
            Err(RuleError::illegal(format!(
                "{} is not a legal move now.",
                self.position.write(&mv)
            )))
        }
    }

    /// The refusal with those suggestions only that are near what was typed. What fits a text that could be several
    /// moves is near by itself.
    fn near(&self, text: &str, mut refused: RuleError) -> RuleError {
        if refused.kind != RuleErrorKind::Ambiguous {
            let is_near = notation::near(&self.position, text);
            refused.suggestions.retain(|suggestion| is_near(suggestion));
        }
        refused
    }

    /// The move that a text means, with or without the label of a suggestion in it.
    fn understand(&self, text: &str) -> Result<P::Move, RuleError> {
        // A word means what it says before anything else is made of its letters.
        let lettered = self.in_letters(text);
        let refused = match self.position.read(lettered.as_deref().unwrap_or(text)) {
            Ok(mv) => return Ok(mv),
            Err(mut refused) => {
                if let Some(lettered) = &lettered {
                    // The refusal repeats what was typed.
                    let quoted = |text: &str| format!("\"{}\"", notation::excerpt(text));
                    refused.sentence = (refused.sentence).replace(&quoted(lettered), &quoted(text));
                }
                refused
            }
        };
        if refused.kind == RuleErrorKind::Unreadable {
            let letter = notation::strip(lettered.as_deref().unwrap_or(text)).to_ascii_uppercase();
            if let Some(question) = self.which_of_kind(&letter) {
                return Err(question);
            }
        }
        match notation::unlabelled(&self.position, text) {
            Some(Unlabelled::Picked(text)) => self.position.read(&text),
            // What merely looks like a label must not make another move of one that says too much.
            Some(Unlabelled::Cut(text)) if refused.kind == RuleErrorKind::Unreadable => {
                self.position.read(&text)
            }
            _ => Err(refused),
        }
    }

    /// What is asked where no more than a piece letter was typed: which piece moves, or where the only one goes. `None` for
    /// other texts. A game that hides something calls no text unreadable, so that it never gets here.
    fn which_of_kind(&self, letter: &str) -> Option<RuleError> {
        if !self.position.is_letter(letter) {
            return None;
        }
        let names = self.position.piece_names();
        let (name, _) = names.iter().find(|(_, known)| known == letter)?;
        let mut movers = notation::choices(&self.position, "").options;
        movers.retain(|choice| {
            let square = choice.text.strip_prefix(letter);
            square.is_some_and(|square| self.position.is_square(square))
        });
        match &movers[..] {
            // It may still go along with others, where the game has such moves.
            [] => Some(RuleError::illegal(format!(
                "No {name} has a legal move of its own now."
            ))),
            [only] => self.position.read(&only.text).err(),
            several => notation::question(&notation::which_moves(name), several),
        }
    }

    /// The text with the letters of pieces in the place of their names; `None` where it has none of these.
    fn in_letters(&self, text: &str) -> Option<String> {
        if !notation::has_word(text) {
            return None;
        }
        notation::in_letters(text, &self.position.piece_names())
    }

    /// What a text that is being typed may become, at most `limit` of them.
    pub(super) fn completed(&self, typed: &str, limit: usize) -> Vec<Choice> {
        let found = self.position.complete(typed, limit);
        if !found.is_empty() {
            return found;
        }
        if let Some(lettered) = self.in_letters(typed) {
            let found = self.position.complete(&lettered, limit);
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
        // Whatever can be read as a move is offered, however it is written.
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
        // The sign between two squares is forgiven while somebody types.
        let others = notation::with_other_signs(typed);
        let found = others
            .iter()
            .map(|text| self.position.complete(text, limit))
            .find(|found| !found.is_empty());
        found.unwrap_or_default()
    }
}
