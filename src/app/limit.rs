//! How much one person may have and do, so that nobody fills a channel, rings others up, or keeps the bot busy alone.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use super::{App, AppError, Request};
use crate::match_state::{GuildId, UserId};
use crate::store::{Bound, Bounds};

/// The bounds on what one person may have and do. Their defaults are more than anybody needs who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Matches open or under way in which one person has a place, from 1.
    pub games: u32,
    /// Matches against the machine in which one person has moved lately.
    pub machines: u32,
    /// Open tables of one person: a game that nobody comes to is seldom filled by opening it a sixth time.
    pub tables: u32,
    /// Invitations by one person to one other that are not answered yet.
    pub invitations: u32,
    /// Invitations by one person to one other in 24 hours, whatever becomes of them: each of them rings.
    pub invitations_a_day: u32,
    /// Invitations by all people to one that are not answered yet.
    pub pending: u32,
    /// Matches that one person may import in 24 hours.
    pub imports_a_day: u32,
    /// Positions looked at for each move when somebody looks back at a game.
    pub review_nodes: u64,
    /// Seconds between two mentions of the role that a server has set for a game: the one who has that role wants to know
    /// that somebody looks for players, not of each table.
    pub mention_every: i64,
}

impl Limits {
    /// No limit worth the name, for tests that do much as one person.
    pub const BOUNDLESS: Limits = Limits {
        games: u32::MAX,
        machines: u32::MAX,
        tables: u32::MAX,
        invitations: u32::MAX,
        invitations_a_day: u32::MAX,
        pending: u32::MAX,
        imports_a_day: u32::MAX,
        review_nodes: crate::engine::notes::NODES,
        mention_every: 0,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            games: crate::config::GAMES_PER_PERSON,
            machines: 10,
            tables: 5,
            invitations: 3,
            invitations_a_day: 10,
            pending: 20,
            imports_a_day: 20,
            review_nodes: crate::engine::notes::NODES,
            mention_every: 600,
        }
    }
}

/// The people for whom something is being done that is done once at a time for each.
#[derive(Clone, Debug, Default)]
pub(super) struct Busy(Arc<Mutex<HashSet<UserId>>>);

/// Somebody's one place; it is free again when this is dropped.
#[derive(Debug)]
pub(super) struct Occupied {
    busy: Busy,
    user: UserId,
}

impl Busy {
    /// Takes somebody's place; `None` where it is taken.
    pub fn occupy(&self, user: UserId) -> Option<Occupied> {
        let mut people = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !people.insert(user) {
            return None;
        }
        let busy = self.clone();
        Some(Occupied { busy, user })
    }
}

impl Drop for Occupied {
    fn drop(&mut self) {
        let mut people = self.busy.0.lock().unwrap_or_else(PoisonError::into_inner);
        people.remove(&self.user);
    }
}

impl App {
    /// The bounds on a table that somebody opens. `mention` is the server and the game whose role would be mentioned.
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

    /// The bounds on a match that somebody imports.
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
            mention: None,
        }
    }

    /// Refuses a place in one more match to somebody who has as many as they may.
    pub(super) async fn must_have_room(&self, user: UserId) -> Result<(), AppError> {
        let most = self.limits.games;
        if self.store.games_under_way(user).await? < most {
            return Ok(());
        }
        Err(AppError::Plain(sentence(Bound::Games(most))))
    }

    /// Refuses invitations to those who take none from the one who invites. Why they take none is theirs to know.
    pub(super) async fn must_take_invitations(
        &self,
        by: UserId,
        invited: &[UserId],
    ) -> Result<(), AppError> {
        for user in invited {
            let wishes = self.preferences(*user).await?;
            if wishes.no_invitations || wishes.blocked.contains(&by) {
                return Err(AppError::Plain(format!(
                    "<@{}> takes no invitations. Open a table without inviting them: everybody can join that.",
                    user.0
                )));
            }
        }
        Ok(())
    }
}

/// What is said to the one who would break a bound.
pub(super) fn sentence(bound: Bound) -> String {
    match bound {
        Bound::Games(most) => format!(
            "You have {most} games that are not over, which is as many as one person may have. Finish or resign one \
             first; `/games` lists them."
        ),
        Bound::Machines(most) => format!(
            "You have {most} games against the machine, which is as many as one person may have. Finish or resign one \
             first; `/games` lists them. One in which you have not moved for two weeks does not count."
        ),
        Bound::Tables(most) => format!(
            "You have {most} open tables, which is as many as one person may have. Close one, or wait until somebody \
             joins; `/games` lists them."
        ),
        Bound::Invitations(user, most) => format!(
            "<@{}> has not answered {most} invitations from you. Wait for an answer, or close one of those tables.",
            user.0
        ),
        Bound::Pending(user) => format!(
            "<@{}> has too many invitations that are not answered. Open a table without inviting them: everybody can \
             join that.",
            user.0
        ),
        Bound::InvitationsADay(user, most) => format!(
            "You have invited <@{}> {most} times in the last 24 hours. Open a table without inviting them: everybody \
             can join that.",
            user.0
        ),
        Bound::ImportsADay(most) => format!(
            "You have brought in {most} games in the last 24 hours, which is as many as one person may. Please try \
             again tomorrow."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_taken_once_and_is_free_again_after_use() {
        let busy = Busy::default();
        let first = busy.occupy(UserId(1));
        assert!(first.is_some() && busy.occupy(UserId(1)).is_none());
        assert!(busy.occupy(UserId(2)).is_some());
        drop(first);
        assert!(busy.occupy(UserId(1)).is_some());
    }
}
