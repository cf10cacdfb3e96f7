//! Private notes about a match, and sealed comments that everybody may read once it is over.

use crate::app::{App, AppError, MatchRef, Purpose, Request};
use crate::match_state::{GameId, UserId};
use crate::store::NoteRow;

/// Maximum length of a note, in characters.
const LONGEST: usize = 1_500;

/// Maximum number of notes of a player on one match.
const MOST: usize = 100;

/// A note about a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The note's number.
    pub id: i64,
    /// The note's writer.
    pub by: UserId,
    /// The match's number of events when it was written.
    pub ply: u32,
    /// The time of writing, in seconds of the Unix epoch.
    pub at: i64,
    /// True if everybody may read it once the match is over.
    pub sealed: bool,
    /// The note's text.
    pub text: String,
}

impl App {
    /// Writes a note about a match: for the user alone, or `sealed` until the match is over and then for everybody.
    /// Only current and former players can write sealed comments.
    ///
    /// # Errors
    /// An empty note, one too long, or too many; a sealed comment by a user who does not play, or after the end.
    pub async fn add_note(
        &self,
        request: Request,
        which: MatchRef,
        text: &str,
        sealed: bool,
    ) -> Result<Vec<Note>, AppError> {
        let game = self.find_match(request, which, Purpose::Look).await?;
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        let text = text.trim();
        if text.is_empty() {
            return Err(AppError::Plain("There is nothing to note.".to_owned()));
        }
        if text.chars().count() > LONGEST {
            return Err(AppError::Plain(format!(
                "A note has at most {LONGEST} characters."
            )));
        }
        let mut tenures = loaded.state.tenures().iter();
        if sealed && !tenures.any(|tenure| tenure.user == request.user) {
            return Err(AppError::Plain("Only players can seal a note.".to_owned()));
        }
        if sealed && loaded.ending().is_some() {
            return Err(AppError::Plain(
                "The game is over: there is nothing left to seal.".to_owned(),
            ));
        }
        let notes = self.store.notes(game, request.user).await?;
        let mine = notes.iter().filter(|note| note.user == request.user);
        if mine.count() >= MOST {
            return Err(AppError::Plain(format!(
                "You have {MOST} notes about this game: remove one first."
            )));
        }
        let note = NoteRow {
            id: 0,
            user: request.user,
            ply: loaded.state.ply(),
            at: self.sources.clock.now(),
            sealed,
            text: text.to_owned(),
        };
        let store = self.asked(request);
        store.note(game, &note, self.limits.notes).await?;
        self.read_notes(request, game).await
    }

    /// Deletes one of the user's notes.
    ///
    /// # Errors
    /// No such note.
    pub async fn remove_note(
        &self,
        request: Request,
        game: GameId,
        id: i64,
    ) -> Result<Vec<Note>, AppError> {
        let store = self.asked(request);
        if !store.forget_note(game, request.user, id).await? {
            return Err(AppError::Plain("You have no such note.".to_owned()));
        }
        self.read_notes(request, game).await
    }

    /// Returns the user's notes about a match, and once it is over everybody's sealed comments; oldest first.
    ///
    /// # Errors
    /// No such match here.
    pub async fn notes(&self, request: Request, which: MatchRef) -> Result<Vec<Note>, AppError> {
        let game = self.find_match(request, which, Purpose::Look).await?;
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        self.read_notes(request, game).await
    }

    async fn read_notes(&self, request: Request, game: GameId) -> Result<Vec<Note>, AppError> {
        let notes = self.store.notes(game, request.user).await?.into_iter();
        Ok(notes
            .map(|note| Note {
                id: note.id,
                by: note.user,
                ply: note.ply,
                at: note.at,
                sealed: note.sealed,
                text: note.text,
            })
            .collect())
    }
}
