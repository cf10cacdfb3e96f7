//! Seasons: their buttons, and the messages of their posts.

use super::{Answer, Asker, Handlers, question};
use crate::app::{
    AppError, DivisionView, SeasonView, TournamentPhase, TournamentPost, TournamentPostKind,
};
use crate::discord::custom_id::{CustomId, SeasonButton};
use crate::discord::reply::Reply;
use crate::discord::{board, texts};
use crate::tournament::TournamentId;

impl Handlers {
    pub(super) async fn season_action(
        &self,
        asker: Asker,
        button: SeasonButton,
        id: TournamentId,
    ) -> Result<Answer, AppError> {
        let (app, request) = (&self.app, asker.request);
        Ok(match button {
            SeasonButton::Join => {
                let season = app.enter_season(request, id).await?;
                Answer::update(listed(asker, &season))
            }
            SeasonButton::Leave => {
                let season = app.leave_season_list(request, id).await?;
                Answer::update(listed(asker, &season))
            }
            SeasonButton::Withdraw => {
                let division = app.own_division(request, id).await?;
                let yes = CustomId::Season {
                    button: SeasonButton::WithdrawConfirmed,
                    season: id,
                };
                let words = texts::season_withdraw_sure(&division, request.user);
                Answer::say(question(words, &yes, texts::BUTTON_WITHDRAW_YES))
            }
            SeasonButton::WithdrawConfirmed => {
                let division = app.own_division(request, id).await?;
                app.leave_event(request, division.id).await?;
                Answer::update(Reply::private(texts::SEASON_LEFT))
            }
            SeasonButton::Mine => {
                let division = app.own_division(request, id).await?;
                Answer::say(board::own_games(&division, request.user))
            }
            SeasonButton::Division => {
                let season = app.season(request, id).await?;
                let user = Some(request.user);
                let is_own = |division: &&DivisionView| {
                    let mut players = division.event.players.iter();
                    players.any(|player| player.user == user)
                };
                let own = season.divisions.iter().find(is_own);
                let Some(division) = own.or(season.divisions.first()) else {
                    return Err(AppError::Plain("This season has not begun.".to_owned()));
                };
                let drawn = self.crosstable(&division.event).await;
                Answer::say(board::own_division(&season, division, drawn))
            }
            SeasonButton::Table => {
                let season = app.season(request, id).await?;
                Answer::say(self.own_season(&[season]).await)
            }
        })
    }

    /// Returns the message of seasons for one user: of one that has begun, and of one that people sign up for.
    pub(in crate::discord) async fn own_season(&self, seasons: &[SeasonView]) -> Reply {
        let is_open = |season: &&SeasonView| season.phase == TournamentPhase::Open;
        let table = seasons.iter().find(|season| !season.divisions.is_empty());
        let list = seasons.iter().find(is_open);
        // A month without a season has neither.
        let list = list.or(seasons.first().filter(|_| table.is_none()));
        let drawn = match table {
            Some(season) => self.season_table(season).await,
            None => None,
        };
        board::own_season(table, list, drawn)
    }

    /// Returns the message of a season's post.
    pub(super) async fn season_post(&self, post: &TournamentPost, season: &SeasonView) -> Reply {
        let drawn = match post.kind {
            TournamentPostKind::Crosstable => self.season_table(season).await,
            _ => None,
        };
        board::season_post(post, season, drawn)
    }

    /// Draws a season's table, and returns it with its words; `None` if it cannot be drawn.
    async fn season_table(&self, season: &SeasonView) -> Option<(Vec<u8>, String)> {
        let name = |user| self.name(user);
        let table = board::season_table(season, &name);
        let alt = texts::season_table_alt(season, &|division, number| {
            board::named(&division.event, number, &name)
        });
        self.drawn_table(table).await.map(|bytes| (bytes, alt))
    }
}

/// Returns the list of an open season in the place of the message that the button is on.
fn listed(asker: Asker, season: &SeasonView) -> Reply {
    match asker.in_private {
        true => board::own_season(None, Some(season), None),
        false => board::season_sign_up(season),
    }
}
