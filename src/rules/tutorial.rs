//! A guided first game: positions that show one thing each, every move in them judged with a reason.

use super::{Attempt, Exercise, Game, GameInfo, Options, Played, RuleError, Seat, Status};

impl Attempt<'_> {
    /// Whether it is one of these moves, canonical texts.
    pub fn is_any(&self, texts: &[&str]) -> bool {
        texts.contains(&self.text)
    }

    /// Whether it has won the game for who made it.
    pub fn wins(&self) -> bool {
        matches!(self.after.status(), Status::Won { winner, .. } if winner == self.mover())
    }

    /// Whether it gives check.
    pub fn checks(&self) -> bool {
        self.after.check()
    }

    /// Whether the opponent can win with the next move. Meant for games of two.
    pub fn loses_next(&self) -> bool {
        let opponent = self.after.turn();
        let mut replies = self.after.legal().into_iter();
        replies.any(|reply| {
            let mut next = self.after.boxed_clone();
            next.play(&reply).is_ok()
                && matches!(next.status(), Status::Won { winner, .. } if winner == opponent)
        })
    }

    /// Whether its player wins with the next move, whatever the opponent replies. Meant for games of two.
    pub fn wins_next(&self) -> bool {
        let mover = self.mover();
        let wins = |game: &dyn Game, text: &String| {
            let mut next = game.boxed_clone();
            next.play(text).is_ok()
                && matches!(next.status(), Status::Won { winner, .. } if winner == mover)
        };
        let replies = self.after.legal();
        !replies.is_empty()
            && replies.iter().all(|reply| {
                let mut next = self.after.boxed_clone();
                next.play(reply).is_ok() && next.legal().iter().any(|text| wins(&*next, text))
            })
    }

    /// Whether it takes something.
    pub fn takes(&self) -> bool {
        self.text.contains('x')
    }

    /// Who made it.
    pub fn mover(&self) -> Seat {
        self.before.turn()
    }
}

/// What a move in an exercise comes to.
#[derive(Debug)]
pub enum Outcome {
    /// It does what is asked.
    Done {
        /// What is said of it.
        sentence: &'static str,
        /// The position after it.
        after: Box<dyn Game>,
        /// The move.
        played: Played,
    },
    /// It does not, or the rules refuse it.
    Missed {
        /// Why, in whole sentences.
        reason: String,
    },
}

impl Exercise {
    /// The position, ready to be played on.
    ///
    /// # Errors
    /// It is none of this game.
    pub fn game(&self, kind: &'static GameInfo) -> Result<Box<dyn Game>, RuleError> {
        let options: Options = self.options.iter().copied().collect();
        kind.from_position(&options, self.position)
    }

    /// Judges what somebody has typed.
    ///
    /// # Errors
    /// The position is none of this game.
    pub fn parse_move(&self, kind: &'static GameInfo, text: &str) -> Result<Outcome, RuleError> {
        let before = self.game(kind)?;
        let mut after = before.boxed_clone();
        let played = match after.play(text) {
            Ok(played) => played,
            Err(refused) => {
                return Ok(Outcome::Missed {
                    reason: refused.sentence,
                });
            }
        };
        let attempt = Attempt {
            before: &*before,
            after: &*after,
            text: &played.canonical,
        };
        if (self.goal)(&attempt) {
            return Ok(Outcome::Done {
                sentence: self.success,
                after,
                played,
            });
        }
        let known = self.mistakes.iter().find(|mistake| (mistake.is)(&attempt));
        let reason = match known {
            Some(mistake) => mistake.reason.to_owned(),
            // The task is said below it.
            None => "You may move like that, but it does not do what the task asks.".to_owned(),
        };
        Ok(Outcome::Missed { reason })
    }
}
