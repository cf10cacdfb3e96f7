//! Courses of lessons: positions that show one thing each, every move in them judged with a reason.

use super::{Attempt, Exercise, Game, GameInfo, Options, Played, RuleError, Seat, Status};

impl Attempt<'_> {
    /// True if it is one of these moves, given as canonical texts.
    pub fn is_any(&self, texts: &[&str]) -> bool {
        texts.contains(&self.text)
    }

    /// True if it has won the game for its player.
    pub fn wins(&self) -> bool {
        matches!(self.after.status(), Status::Won { winner, .. } if winner == self.mover())
    }

    /// True if it gives check.
    pub fn checks(&self) -> bool {
        self.after.check()
    }

    /// True if the opponent can win with the next move. For games of two only.
    pub fn loses_next(&self) -> bool {
        let opponent = self.after.turn();
        let mut replies = self.after.legal().into_iter();
        replies.any(|reply| {
            let mut next = self.after.boxed_clone();
            next.play(&reply).is_ok()
                && matches!(next.status(), Status::Won { winner, .. } if winner == opponent)
        })
    }

    /// True if its player wins with the next move, whatever the opponent replies. For games of two only.
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

    /// True if it takes something.
    pub fn takes(&self) -> bool {
        self.text.contains('x')
    }

    /// Returns the seat that made the move.
    pub fn mover(&self) -> Seat {
        self.before.turn()
    }
}

/// The result of a move in an exercise.
#[derive(Debug)]
pub enum Outcome {
    /// The move solves the task.
    Done {
        /// Answer to the player.
        sentence: &'static str,
        /// Position after the move.
        after: Box<dyn Game>,
        /// The move.
        played: Played,
    },
    /// The move does not solve the task, or the rules refuse it.
    Missed {
        /// Reason, in whole sentences.
        reason: String,
    },
}

impl Exercise {
    /// Returns the exercise's position, ready to be played on.
    ///
    /// # Errors
    /// The position is invalid in this game.
    pub fn game(&self, kind: &'static GameInfo) -> Result<Box<dyn Game>, RuleError> {
        let options: Options = self.options.iter().copied().collect();
        kind.from_position(&options, self.position)
    }

    /// Judges a player's text.
    ///
    /// # Errors
    /// The exercise's position is invalid in this game.
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
            // The task is shown below it.
            None => "You may move like that, but it does not do what the task asks.".to_owned(),
        };
        Ok(Outcome::Missed { reason })
    }
}
