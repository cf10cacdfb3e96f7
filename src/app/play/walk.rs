//! The path to a move through the choices of a game, answer by answer.

use crate::rules::{Choices, Game, PieceName};

/// Maximum number of answers in a path, so that no game can lead round in a circle.
const LONGEST: usize = 64;

/// A question on the path that had several answers.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The path before the answer.
    pub path: Vec<u16>,
    /// The answers.
    pub choices: Choices,
    /// The index of the answer that was taken.
    pub taken: u16,
}

impl Answered {
    /// Returns the label of the answer that was taken.
    pub fn label(&self) -> Option<&str> {
        let taken = self.choices.options.get(usize::from(self.taken))?;
        Some(&taken.label)
    }
}

/// The end of a path through the choices.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// The choices so far: the beginning of a move, or a whole one; empty at the start.
    pub text: String,
    /// True if `text` is a whole legal move.
    pub whole: bool,
    /// The choices in words, such as "knight cb1"; `None` if `text` says it best.
    pub chosen: Option<String>,
    /// The squares that the chosen piece can reach, in one sentence; `None` if no piece, or a whole move, is chosen.
    pub reach: Option<String>,
    /// The next choices; empty once the move is whole.
    pub choices: Choices,
    /// The path, including the answers at its end that were the only ones.
    pub path: Vec<u16>,
    /// The questions on the path that had several answers, in order.
    pub answered: Vec<Answered>,
    /// True if the last answer was taken because it was the only one.
    pub only: bool,
}

impl Walk {
    /// Follows a path through the choices of the side to move; it holds the index of the answer at each step, from 0.
    /// At the end of the path, answers that are the only one are taken. `None` if there is no such path.
    pub(in crate::app) fn new(game: &dyn Game, path: &[u16]) -> Option<Walk> {
        let mut walk = Walk {
            choices: game.choices(""),
            ..Walk::default()
        };
        for step in path {
            walk.take(game, *step)?;
        }
        walk.settled(game)
    }

    /// Returns the walk after one more answer. `None` if there is no such answer.
    pub(in crate::app) fn then(&self, game: &dyn Game, step: u16) -> Option<Walk> {
        let mut walk = self.clone();
        walk.take(game, step)?;
        walk.settled(game)
    }

    /// Takes the answers that are the only ones, and puts the result into words.
    fn settled(mut self, game: &dyn Game) -> Option<Walk> {
        while let [_] = self.choices.options[..]
            && self.path.len() < LONGEST
        {
            self.take(game, 0)?;
            self.only = true;
        }
        if !self.whole {
            self.chosen = chosen(&game.piece_names(), &self.text);
            self.reach = game.reach(&reach_key(&self.text));
        }
        Some(self)
    }

    /// Returns the path before the last answer that was one of several; `None` if there was no such answer.
    pub fn back(&self) -> Option<&[u16]> {
        self.answered.last().map(|answered| &answered.path[..])
    }

    fn take(&mut self, game: &dyn Game, step: u16) -> Option<()> {
        let choices = std::mem::take(&mut self.choices);
        let taken = choices.options.get(usize::from(step)).cloned()?;
        if choices.options.len() > 1 {
            self.answered.push(Answered {
                path: self.path.clone(),
                choices,
                taken: step,
            });
        }
        (self.text, self.whole) = (taken.text, taken.whole);
        self.path.push(step);
        if !self.whole {
            self.choices = game.choices(&self.text);
        }
        Some(())
    }
}

/// Returns the beginning of a move in words: a piece, and perhaps its square and the rank that it goes to. `None` for
/// others.
fn chosen(names: &[PieceName], text: &str) -> Option<String> {
    let is_letter = |c: char| c.is_ascii_uppercase() || c == '+';
    let (letter, rest) = text.split_at(text.find(|c| !is_letter(c)).unwrap_or(text.len()));
    let PieceName { name, .. } = names.iter().find(|piece| piece.letter == letter)?;
    if rest.is_empty() {
        return Some(name.clone());
    }
    if rest == "@" {
        return Some(format!("{name} in hand"));
    }
    let (square, rank) = match rest.split_once(" rank ") {
        Some((square, rank)) => (square, format!(", to level {rank}")),
        None => (rest, String::new()),
    };
    let named = match square {
        "@" => format!("{name} in hand"),
        _ if is_square(square) => format!("{name} {square}"),
        _ => return None,
    };
    Some(named + &rank)
}

/// Returns the square or piece whose moves a choice or typed name asks to see: `g1` for `Ng1`, `cc5` for `+Rcc5`.
fn reach_key(text: &str) -> String {
    let bare = text
        .trim()
        .trim_start_matches(|c: char| c.is_ascii_uppercase() || matches!(c, '+' | ':'));
    let named = if bare.is_empty() || bare.starts_with('@') {
        text.trim()
    } else {
        bare
    };
    named.to_lowercase()
}

fn is_square(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
    digits.len() < text.len() && !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{Walk, chosen};
    use crate::games::GAMES;
    use crate::rules::{Options, PieceName};

    #[test]
    fn what_is_chosen_is_said_by_the_names_of_pieces() {
        let names = [("pawn", "P"), ("gold general", "+P")];
        let names = names.map(|(name, letter)| PieceName::new(name, letter));
        for (text, words) in [
            ("P", Some("pawn")),
            ("Pcb7", Some("pawn cb7")),
            ("+Pe4", Some("gold general e4")),
            ("P@", Some("pawn in hand")),
            ("Pcb2 rank 3", Some("pawn cb2, to level 3")),
            ("P@ rank 3", Some("pawn in hand, to level 3")),
            ("Paa7-aa8", None),
            ("Xaa7", None),
            ("d4>", None),
            ("I:Na3-b4,", None),
        ] {
            assert_eq!(chosen(&names, text).as_deref(), words, "{text}");
        }
    }

    /// Every first choice of every game leads to a question with several answers, or to a move.
    #[test]
    fn the_only_answer_is_taken() {
        for kind in GAMES {
            let game = kind.new_game(&Options::new()).unwrap();
            let mut start = game.boxed_clone();
            while let Some(outcome) = start.chance().into_iter().next() {
                start.play(&outcome).unwrap();
            }
            for first in 0..start.choices("").options.len() {
                let path = [u16::try_from(first).unwrap()];
                let walk = Walk::new(&*start, &path).unwrap();
                let several = walk.choices.options.len() > 1;
                assert!(walk.whole != several, "{}: {}", kind.name, walk.text);
                assert_eq!(walk.only, walk.path.len() > 1, "{}", walk.text);
                assert_eq!(walk.back(), Some(&[][..]), "{}", walk.text);
            }
            assert!(Walk::new(&*start, &[999]).is_none(), "{}", kind.name);
        }
    }
}
