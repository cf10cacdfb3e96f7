//! Limits on what one person may have and do, so that nobody fills a channel, rings others up or keeps the bot busy
//! alone.

use crate::app::error::over_bound;
use crate::app::{App, AppError, Request};
use crate::match_state::{GuildId, UserId};
use crate::store::{Bound, Bounds};

impl App {
    /// Returns the bounds on opening a table. `mention` is the server and the game whose role the table would mention.
    pub(super) fn table_bounds(
        &self,
        request: Request,
        invited: Vec<UserId>,
        mention: Option<(GuildId, &str)>,
    ) -> Bounds {
        let every = self.limits.mention_every;
        Bounds {
            tables: Some(self.limits.tables),
            invited,
            mention: mention.map(|(guild, key)| (guild, key.to_owned(), every)),
            ..self.bounds(request)
        }
    }

    /// Returns the bounds on the table of a rematch, which counts as nobody's new table: only those of the role's
    /// mention.
    pub(super) fn rematch_bounds(
        &self,
        request: Request,
        mention: Option<(GuildId, &str)>,
    ) -> Bounds {
        Bounds {
            games: u32::MAX,
            tables: None,
            ..self.table_bounds(request, Vec::new(), mention)
        }
    }

    /// Returns the bounds on importing a match.
    pub(super) fn import_bounds(&self, request: Request) -> Bounds {
        Bounds {
            imports_a_day: Some(self.limits.imports_a_day),
            ..self.bounds(request)
        }
    }

    pub(super) fn bounds(&self, request: Request) -> Bounds {
        Bounds {
            user: request.user,
            games: self.limits.games,
            machines: None,
            tables: None,
            invited: Vec::new(),
            invitations: self.limits.invitations,
            pending: self.limits.pending,
            invitations_a_day: self.limits.invitations_a_day,
            imports_a_day: None,
            begun_a_day: self.limits.begun_a_day,
            mention: None,
        }
    }

    /// Refuses one more match to a person who has the maximum.
    pub(super) async fn must_have_room(&self, user: UserId) -> Result<(), AppError> {
        let most = self.limits.games;
        if self.store.games_under_way(user).await? < most {
            return Ok(());
        }
        Err(AppError::Plain(over_bound(Bound::Games(most))))
    }

    /// Refuses invitations to people who take none from this user; the refusal keeps their reason private.
    pub(super) async fn must_take_invitations(
        &self,
        by: UserId,
        invited: &[UserId],
    ) -> Result<(), AppError> {
        for user in invited {
            let wishes = self.preferences(*user).await?;
            if wishes.no_invitations || wishes.blocked.contains(&by) {
                return Err(AppError::Plain(format!(
                    "<@{}> takes no invitations. Open a table without inviting them: anyone can join.",
                    user.0
                )));
            }
        }
        Ok(())
    }
}
