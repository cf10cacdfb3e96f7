//! Rules that a player has not met before: each is explained once to each person, below the first board on which it
//! applies.

use crate::app::App;
use crate::app::matches::loaded::LoadedMatch;
use crate::match_state::{Phase, UserId};
use crate::store::StoreError;

impl App {
    /// Returns the rules in force that a player of the match has not been shown yet, and those players.
    pub(in crate::app) async fn lessons(
        &self,
        loaded: &LoadedMatch,
    ) -> Result<(Vec<String>, Vec<(UserId, String)>), StoreError> {
        let (mut lines, mut learnt) = (Vec::new(), Vec::new());
        if *loaded.state.phase() != Phase::Playing {
            return Ok((lines, learnt));
        }
        let mut players: Vec<UserId> = loaded
            .kind
            .all_seats()
            .filter_map(|s| loaded.state.owner(s))
            .filter(|user| !user.is_machine())
            .collect();
        players.sort_unstable();
        players.dedup();
        let topics = loaded.seen_by(loaded.public_sight()).topics();
        if topics.is_empty() || players.is_empty() {
            return Ok((lines, learnt));
        }
        let known = self.store.lessons(&players).await?;
        for topic in topics {
            let before = learnt.len();
            for user in &players {
                let lesson = (*user, topic.key.clone());
                if !known.contains(&lesson) {
                    learnt.push(lesson);
                }
            }
            if learnt.len() > before {
                lines.push(topic.line);
            }
        }
        Ok((lines, learnt))
    }
}
