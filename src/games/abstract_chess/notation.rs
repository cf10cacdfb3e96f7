//! Notation of turns.

use super::board::{Role, Square};
use super::moves::{Move, Transfer, TurnRule};
use super::{AbstractChess, explain};
use crate::notation::{self, MoveText, ParsedMove};
use crate::rules::{Notation, Position, RuleError};

impl Notation for AbstractChess {
    fn exact(&self, text: &str) -> Option<Move> {
        self.parse(text)
            .filter(|mv| self.is_legal(mv) && self.write(mv) == text)
    }

    fn read(&self, text: &str) -> Result<Move, RuleError> {
        if let Some(mv) = self.exact(text) {
            return Ok(mv);
        }
        let Some((first, second)) = text.split_once(',') else {
            let list = self.first_parts();
            let transfer = transfer_in_words(text);
            return notation::read_among(self, &list, transfer.as_deref().unwrap_or(text));
        };
        if self.rules.turn != TurnRule::Double {
            return Err(RuleError::illegal(
                "A turn is one move or one transfer here, not two parts joined by a comma: that is the option turn=double.",
            ));
        }
        let list = self.first_parts();
        let Move::Go { from, to, .. } = notation::read_among(self, &list, first)? else {
            return Err(RuleError::illegal(
                "A turn begins with a move or capture; the transfer comes after it.",
            ));
        };
        let bare = Move::Go {
            from,
            to,
            then: None,
        };
        let bare = self.write(&bare);
        if second.contains(',') {
            return Err(RuleError::illegal(format!(
                "A turn is a move and at most one transfer; after {bare} you name more than one."
            )));
        }
        if notation::strip(second).is_empty() {
            return Err(RuleError::unreadable(format!(
                "After the comma comes a transfer, such as h2+g2. Without one the turn is {bare} alone."
            ))
            .suggest(vec![bare]));
        }
        if self.takes_royal(to) {
            return Err(RuleError::illegal(format!(
                "{bare} captures the royal stone and ends the game at once: no transfer follows."
            ))
            .suggest(vec![bare]));
        }
        let after = after_first(self, from, to);
        let seconds: Vec<Move> = self
            .second_parts(from, to)
            .into_iter()
            .map(Move::Transfer)
            .collect();
        match notation::read_among(&after, &seconds, second) {
            Ok(Move::Transfer(transfer)) => Ok(Move::Go {
                from,
                to,
                then: Some(transfer),
            }),
            Ok(Move::Go { .. }) => Err(second_move(&bare)),
            Err(_) if matches!(after.read(second), Ok(Move::Go { .. })) => Err(second_move(&bare)),
            Err(mut rejection) => {
                rejection.sentence = format!("After {bare}: {}", rejection.sentence);
                for suggestion in &mut rejection.suggestions {
                    *suggestion = format!("{bare},{suggestion}");
                }
                (rejection.suggestions).retain(|suggestion| self.exact(suggestion).is_some());
                if rejection.suggestions.is_empty() && second.contains(['-', 'x']) {
                    return Err(second_move(&bare));
                }
                Err(rejection)
            }
        }
    }

    /// Spells a transfer with its giver's letter, though the written text omits the letter.
    fn move_text(&self, mv: &Move) -> MoveText {
        let (from, to, then) = match *mv {
            Move::Go { from, to, then } => (from, to, then),
            Move::Transfer(Transfer { from, to }) => (from, to, None),
        };
        let op = match mv {
            Move::Transfer(_) => '+',
            Move::Go { .. } if self.get(to).is_some() => 'x',
            Move::Go { .. } => '-',
        };
        MoveText {
            letter: self
                .get(from)
                .map(|piece| notation::letter_text(piece.role.letter()))
                .unwrap_or_default(),
            from: from.name().into(),
            op,
            to: to.name().into(),
            promotion: None,
            tail: then
                .map(|Transfer { from, to }| format!(",{from}+{to}"))
                .unwrap_or_default(),
        }
    }

    fn write(&self, mv: &Move) -> String {
        match *mv {
            Move::Transfer(Transfer { from, to }) => format!("{from}+{to}"),
            Move::Go { .. } => self.move_text(mv).text(),
        }
    }

    fn is_square(&self, text: &str) -> bool {
        Square::parse(text).is_some()
    }

    fn is_letter(&self, text: &str) -> bool {
        let mut letters = text.chars();
        letters
            .next()
            .is_some_and(|letter| Role::of_letter(letter).is_some())
            && letters.next().is_none()
    }

    fn explain(&self, wanted: &ParsedMove, _: &[MoveText]) -> RuleError {
        explain::explain(self, wanted)
    }
}

impl AbstractChess {
    /// Reads a text in canonical form; the move need not be legal.
    fn parse(&self, text: &str) -> Option<Move> {
        let square = |text: &str, at: usize| Square::parse(text.get(at..at + 2)?);
        let transfer = |text: &str| {
            (text.len() == 5 && text.as_bytes()[2] == b'+')
                .then_some(())
                .and_then(|()| {
                    Some(Transfer {
                        from: square(text, 0)?,
                        to: square(text, 3)?,
                    })
                })
        };
        if let Some(transfer) = transfer(text) {
            return Some(Move::Transfer(transfer));
        }
        let (first, second) = match text.split_once(',') {
            Some((first, second)) => (first, Some(transfer(second)?)),
            None => (text, None),
        };
        if first.len() != 6 {
            return None;
        }
        let mv = Move::Go {
            from: square(first, 1)?,
            to: square(first, 4)?,
            then: second,
        };
        Some(mv)
    }
}

/// Returns the refusal of a turn whose second part is a move too; `first` is the move before it.
fn second_move(first: &str) -> RuleError {
    RuleError::illegal(format!(
        "A turn is one move, then one transfer if you like: after {first} you name a second move."
    ))
    .suggest(vec![first.to_owned()])
}

/// Returns the position between the two parts of a turn, in which only a transfer is left to make.
fn after_first(position: &AbstractChess, from: Square, to: Square) -> AbstractChess {
    let mut after = position.clone();
    after.board = position.board_after(from, to);
    after.rules.turn = TurnRule::Single;
    after
}

/// Returns the text of a transfer in words: `b1+c1` for `give a stone from b1 to c1`. `None` for other texts.
fn transfer_in_words(text: &str) -> Option<String> {
    const WORDS: [&str; 5] = ["give", "gives", "hand", "hands", "transfer"];
    let lower = text.to_ascii_lowercase();
    let words = lower.split_whitespace();
    words.clone().find(|word| WORDS.contains(word))?;
    let squares: Vec<Square> = words.filter_map(Square::parse).collect();
    let [from, to] = squares[..] else {
        return None;
    };
    Some(format!("{from}+{to}"))
}
