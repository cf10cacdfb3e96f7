//! Announcements of a match that the asker has changed, and the asker's board.

use super::solo::Additions;
use super::{Answer, Asker, FollowUp, Handlers, InvokedFrom, Keep, Response};
use crate::app::{AppError, MatchRef, MatchView, Phase, Side};
use crate::discord::custom_id::Home;
use crate::discord::reply::Reply;
use crate::discord::{board, texts};
use crate::match_state::ChannelId;

impl Handlers {
    /// Announces a change of a match: at its home with the first answer, if the asker is there; from elsewhere, both
    /// the asker and the home get the board.
    pub(super) async fn announce(
        &self,
        asker: Asker,
        match_view: &MatchView,
        done: &str,
        elsewhere: impl Fn(ChannelId) -> String,
        used: InvokedFrom,
    ) -> Answer {
        if matches!(match_view.phase, Phase::Open { .. }) {
            return self
                .announce_table(asker, match_view, elsewhere, used)
                .await;
        }
        if match_view.private {
            return self.privately(asker, match_view, &[], used).await;
        }
        if match_view.hidden {
            // A moderator hides the match: its board is for its players alone, who are notified of it.
            return self
                .privately(asker, match_view, &[done.to_owned()], used)
                .await;
        }
        if match_view.outside {
            return self.answer_outside(asker, match_view, done, used).await;
        }
        let home = match match_view.home {
            Some(home) => Some(home),
            None if asker.in_server() => {
                self.set_home(match_view.game, asker.here()).await;
                Some(asker.here())
            }
            None => None,
        };
        let drawn = self.draw(match_view).await;
        match home {
            // A message that only the asker sees is closed, so that its buttons are not pressed again. The board is a
            // separate message: as an answer it would refer to a message that others see as deleted.
            Some(home)
                if home == asker.here() && used != InvokedFrom::Words && asker.in_private =>
            {
                Answer {
                    first: Response::Update(Reply::private(done)),
                    then: Some(FollowUp::Post {
                        home,
                        reply: board::board(match_view, drawn),
                    }),
                    keep: None,
                }
            }
            Some(home) if home == asker.here() => Answer {
                first: Response::Say(board::board(match_view, drawn)),
                then: None,
                keep: asker.keep(home),
            },
            Some(home) => {
                let notes = [elsewhere(home)];
                let mut own = board::own(match_view, drawn.clone(), &notes, asker.request.user);
                own.private = asker.among_others();
                Answer {
                    first: if used != InvokedFrom::Words {
                        Response::Update(own)
                    } else {
                        Response::Say(own)
                    },
                    then: Some(FollowUp::Post {
                        home,
                        reply: board::board(match_view, drawn),
                    }),
                    keep: None,
                }
            }
            None => {
                let notes = [done.to_owned()];
                let mut own = board::own(match_view, drawn, &notes, asker.request.user);
                own.private = asker.among_others();
                Answer::say(own)
            }
        }
    }

    /// Announces a change of a table that waits for players, with its buttons. If its message is known, a separate
    /// notice changes that.
    async fn announce_table(
        &self,
        asker: Asker,
        match_view: &MatchView,
        elsewhere: impl Fn(ChannelId) -> String,
        used: InvokedFrom,
    ) -> Answer {
        let drawn = self.draw(match_view).await;
        let row = self.app.store().row(match_view.game).await;
        let is_shown = row.is_ok_and(|row| row.table_message.is_some());
        let (game, home) = (match_view.game, match_view.home);
        let lobby = home.filter(|_| !is_shown && !match_view.hidden);
        if let Some(lobby) = lobby.filter(|lobby| *lobby == asker.here())
            && !(used == InvokedFrom::Question && asker.in_private)
        {
            let table = board::table(match_view, drawn, Home::Here);
            return Answer {
                keep: asker.keep(lobby),
                ..Answer::say(table).and(FollowUp::SetLobbyMessage {
                    game,
                    channel: lobby,
                })
            };
        }
        let notes: Vec<String> = home.map(elsewhere).into_iter().collect();
        let user = asker.request.user;
        let mut own = board::own_table(match_view, drawn.clone(), &notes, user);
        own.private = asker.among_others();
        let answer = match used {
            InvokedFrom::Board | InvokedFrom::Question if asker.in_private => Answer::update(own),
            _ => Answer::say(own),
        };
        match lobby {
            Some(_) if match_view.outside => answer,
            Some(lobby) => answer.and(FollowUp::Table {
                game,
                lobby,
                reply: board::table(match_view, drawn, Home::Here),
            }),
            None => answer,
        }
    }

    /// Announces a change of a match in a place where the bot can only answer: with the answer, if the asker is there;
    /// from elsewhere, the others are notified by direct message.
    pub(super) async fn answer_outside(
        &self,
        asker: Asker,
        match_view: &MatchView,
        done: &str,
        used: InvokedFrom,
    ) -> Answer {
        let drawn = self.draw(match_view).await;
        if match_view.home != Some(asker.here()) {
            let notes = [done.to_owned(), texts::OUTSIDE_ELSEWHERE.to_owned()];
            let mut own = board::own(match_view, drawn, &notes, asker.request.user);
            own.private = asker.among_others();
            return match used {
                InvokedFrom::Words => Answer::say(own),
                InvokedFrom::Board | InvokedFrom::Question => Answer::update(own),
            };
        }
        let reply = board::board(match_view, drawn);
        if used == InvokedFrom::Question && asker.in_private {
            return Answer::update(Reply::private(done)).and(FollowUp::Here { reply });
        }
        Answer {
            keep: Some(Keep::Answer),
            ..Answer::say(reply)
        }
    }

    /// Announces a change to the asker alone, as of an analysis board or a hidden match.
    pub(in crate::discord) async fn privately(
        &self,
        asker: Asker,
        match_view: &MatchView,
        notes: &[String],
        used: InvokedFrom,
    ) -> Answer {
        if board::is_solo(match_view) {
            return self.solo(asker, match_view, notes, used).await;
        }
        let mut own = board::own(
            match_view,
            self.draw(match_view).await,
            notes,
            asker.request.user,
        );
        own.private = asker.among_others();
        match used {
            InvokedFrom::Board | InvokedFrom::Question if asker.in_private => Answer::update(own),
            _ => Answer::say(own),
        }
    }

    pub(in crate::discord) async fn own_board(
        &self,
        asker: Asker,
        which: MatchRef,
        piece: Option<&str>,
        ply: Option<u32>,
    ) -> Result<Answer, AppError> {
        let match_view = self
            .app
            .show(asker.request, which, Side::Own, piece)
            .await?;
        let mut notes = Vec::new();
        if piece.is_some() && !board::marks_a_piece(&match_view.scene) {
            notes.push(texts::NO_SUCH_PIECE.to_owned());
        }
        if ply.is_some_and(|ply| ply < match_view.ply) {
            notes.push(texts::gone_on(match_view.last.as_ref()));
        }
        let user = asker.request.user;
        if piece.is_none() && board::is_solo(&match_view) {
            let reply = self
                .solo_reply(asker, &match_view, Additions::of(&notes))
                .await;
            return Ok(Answer::say(reply));
        }
        let drawn = self.draw(&match_view).await;
        Ok(Answer::say(match match_view.phase {
            Phase::Open { .. } => board::own_table(&match_view, drawn, &[], user),
            _ => board::own(&match_view, drawn, &notes, user),
        }))
    }
}
