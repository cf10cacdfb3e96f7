//! Tournaments, which players call events: their buttons, and the messages of their posts.

use super::{Answer, Asker, Handlers, moderator, question};
use crate::app::{AppError, TournamentPhase, TournamentPost, TournamentPostKind, TournamentView};
use crate::discord::custom_id::{CustomId, EventButton};
use crate::discord::reply::Reply;
use crate::discord::{board, texts};
use crate::metrics::FailureKind;
use crate::render::{self, Crosstable, Theme};
use crate::tournament::TournamentId;

impl Handlers {
    pub(super) async fn event_action(
        &self,
        asker: Asker,
        button: EventButton,
        id: TournamentId,
    ) -> Result<Answer, AppError> {
        let (app, request) = (&self.app, asker.request);
        Ok(match button {
            EventButton::Join => {
                let event = app.enter_event(request, id).await?;
                Answer::update(self.listed(asker, &event))
            }
            EventButton::Withdraw => {
                let event = app.event(request, id).await?;
                if event.phase == TournamentPhase::Open {
                    let event = app.leave_event(request, id).await?;
                    return Ok(Answer::update(self.listed(asker, &event)));
                }
                let yes = (EventButton::WithdrawConfirmed, texts::BUTTON_WITHDRAW_YES);
                sure(id, texts::WITHDRAW_SURE, yes)
            }
            EventButton::WithdrawConfirmed => {
                app.leave_event(request, id).await?;
                Answer::update(Reply::private(texts::EVENT_LEFT))
            }
            EventButton::Start => {
                app.start_event(request, id).await?;
                Answer::say(Reply::private(texts::EVENT_STARTS))
            }
            EventButton::Cancel => {
                let event = app.event(request, id).await?;
                if event.organiser != Some(request.user) {
                    moderator(asker)?;
                }
                let yes = (EventButton::CancelConfirmed, texts::BUTTON_CANCEL_YES);
                sure(id, texts::CANCEL_SURE, yes)
            }
            EventButton::CancelConfirmed => {
                app.cancel_event(request, id, moderator(asker).ok()).await?;
                Answer::update(Reply::private(texts::EVENT_CANCELLED))
            }
            EventButton::Table => {
                let event = app.event(request, id).await?;
                let drawn = self.crosstable(&event).await;
                Answer::say(board::own_crosstable(&event, drawn))
            }
            EventButton::Mine => {
                let event = app.event(request, id).await?;
                Answer::say(board::own_games(&event, request.user))
            }
        })
    }

    /// Returns the list of an open tournament in the place of the message that the button is on.
    fn listed(&self, asker: Asker, event: &TournamentView) -> Reply {
        match asker.in_private {
            true => self.own_event(asker, event),
            false => board::sign_up(event),
        }
    }

    /// Returns a tournament's message for the asker.
    pub(in crate::discord) fn own_event(&self, asker: Asker, event: &TournamentView) -> Reply {
        board::own_event(event, asker.request.user, moderator(asker).is_ok())
    }

    /// Returns the message of a tournament's post.
    pub async fn event_post(&self, post: &TournamentPost) -> Reply {
        if let Some(season) = &post.season {
            return self.season_post(post, season).await;
        }
        let drawn = match post.kind {
            TournamentPostKind::Crosstable => self.crosstable(&post.event).await,
            _ => None,
        };
        board::event_post(post, drawn)
    }

    /// Draws a crosstable, and returns it with its words; `None` if it cannot be drawn.
    pub(super) async fn crosstable(&self, event: &TournamentView) -> Option<(Vec<u8>, String)> {
        let name = |user| self.name(user);
        let table = board::crosstable(event, &name);
        let alt = texts::crosstable_alt(event, &|number| board::named(event, number, &name));
        self.drawn_table(table).await.map(|bytes| (bytes, alt))
    }

    /// Draws a table as a PNG file; `None` if it cannot be drawn.
    pub(super) async fn drawn_table(&self, table: Crosstable) -> Option<Vec<u8>> {
        let _permit = self.drawing.acquire().await.ok()?;
        let drawing = move || render::crosstable(&table, Theme::default());
        match tokio::task::spawn_blocking(drawing).await {
            Ok(Ok(bytes)) => Some(bytes),
            Ok(Err(error)) => {
                self.metrics.trouble(FailureKind::Picture);
                tracing::error!(%error, "a crosstable could not be drawn");
                None
            }
            Err(error) => {
                self.metrics.trouble(FailureKind::Picture);
                tracing::error!(task = %error.id(), "drawing a crosstable crashed");
                None
            }
        }
    }
}

/// Asks whether to go on about an event, with the button that does.
fn sure(event: TournamentId, words: &str, (button, label): (EventButton, &str)) -> Answer {
    let yes = CustomId::Event { button, event };
    Answer::say(question(words.to_owned(), &yes, label))
}
