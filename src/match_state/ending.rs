//! How a match ended: by the rules of the game, or by what the players did beside the board.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::rules::{Game, GameInfo, Reason, Seat, Status};

/// What a match came to. [`Ending::how`] writes it in machine notation, and what cannot be read as one of these is no
/// outcome at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The rules of the game, or the agreement of its players, decided; never [`Status::Ongoing`].
    Decided(Status),
    /// The other of two left, or one of the other team.
    WonByLeaving {
        /// Who played against the one who left.
        winner: Seat,
        /// How the other left.
        how: Leaving,
    },
    /// A seat left that the game cannot go on without, and several stayed.
    OverByLeaving(Leaving),
    /// Nobody had moved for a long time.
    Silence,
    /// Its record is against the rules as they were corrected meanwhile.
    Correction,
    /// The table was closed before the game began.
    Closed,
    /// A moderator of the server closed the table.
    ClosedByModerator,
    /// A moderator of the server ended the game.
    Moderated,
}

/// How a player leaves a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// They resigned.
    Resignation,
    /// Their time ran out.
    Timeout,
}

impl Leaving {
    const ALL: [Leaving; 2] = [Leaving::Resignation, Leaving::Timeout];

    /// In machine notation.
    fn key(self) -> &'static str {
        match self {
            Leaving::Resignation => "resignation",
            Leaving::Timeout => "timeout",
        }
    }

    fn read(text: &str) -> Option<Leaving> {
        Leaving::ALL.into_iter().find(|how| how.key() == text)
    }
}

impl Outcome {
    /// Reads what [`Ending::how`] says of a match of `kind`; `None` where it names no seat of that game or no reason
    /// that is known here.
    pub fn read(kind: &GameInfo, text: &str) -> Option<Outcome> {
        let reason = |text: &str| Reason::read(kind, text);
        // Not `GameInfo::seat_named`, which is lenient: this is machine notation.
        let seat = |name: &str| kind.all_seats().find(|seat| kind.seat_name(*seat) == name);
        let parts: Vec<&str> = text.split(':').collect();
        Some(match parts[..] {
            ["won", winner, why] => {
                let winner = seat(winner)?;
                match Leaving::read(why) {
                    Some(how) => Outcome::WonByLeaving { winner, how },
                    None => Outcome::Decided(Status::Won {
                        winner,
                        reason: reason(why)?,
                    }),
                }
            }
            ["draw", why] => Outcome::Decided(Status::Drawn(reason(why)?)),
            ["stalemate", by] => Outcome::Decided(Status::Stalemate { by: seat(by)? }),
            ["over", "silence"] => Outcome::Silence,
            ["over", "correction"] => Outcome::Correction,
            ["over", "moderator"] => Outcome::Moderated,
            ["over", how] => Outcome::OverByLeaving(Leaving::read(how)?),
            ["closed"] => Outcome::Closed,
            ["closed", "moderator"] => Outcome::ClosedByModerator,
            _ => return None,
        })
    }
}

/// How a match ended, and what it counts for each seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// In machine notation: a status of the game (`won:white:royal-captured`, `draw:repetition`), or
    /// `won:white:resignation`, `over:resignation` (several are left, and none has won), `closed` (it never began).
    pub how: String,
    /// Quarters of a point for each seat, 4 a win; empty where the match never began.
    pub quarters: Vec<u8>,
    /// The placing of each seat, 1 the best, equal numbers for ties; empty where the match never began.
    pub placings: Vec<u8>,
}

impl Ending {
    /// How the game itself ended, or its players by agreement; `None` while it goes on.
    pub fn of_game(game: &dyn Game) -> Option<Ending> {
        let (kind, status) = (game.kind(), game.status());
        let quarters: Vec<u8> = kind
            .all_seats()
            .map(|seat| {
                kind.side(seat)
                    .filter_map(|seat| status.quarters(seat))
                    .max()
            })
            .collect::<Option<_>>()?;
        let placings = game
            .placings()
            .filter(|placings| placings.len() == quarters.len())
            .unwrap_or_else(|| rank(&quarters));
        // Who was out before a draw has no part in it.
        let drawn = matches!(status, Status::Drawn(_));
        let out = placings.iter().map(|place| drawn && *place > 1);
        let quarters = quarters.iter().zip(out);
        let quarters = quarters.map(|(points, out)| if out { 0 } else { *points });
        let quarters = quarters.collect();
        Some(Ending {
            how: status.to_text(kind),
            quarters,
            placings,
        })
    }

    /// The end of a game that cannot go on without a seat that left it. With two seats the other wins, and with two teams
    /// the other team; with more, the one who left is last and the others share the places above.
    pub fn by_leaving(kind: &GameInfo, seat: Seat, how: Leaving) -> Ending {
        let how = how.key();
        let winner = kind.opponent(seat);
        let quarters: Vec<u8> = kind
            .all_seats()
            .map(|other| match winner {
                _ if kind.side(seat).any(|loser| loser == other) => 0,
                Some(_) => 4,
                None => 2,
            })
            .collect();
        Ending {
            how: match winner {
                Some(winner) => format!("won:{}:{how}", kind.seat_name(winner)),
                None => format!("over:{how}"),
            },
            placings: rank(&quarters),
            quarters,
        }
    }

    /// The endings that a game which goes on by its rules can have all the same: somebody leaves, everybody agrees to a
    /// draw, or nobody moves any more.
    pub fn beside_the_rules(game: &dyn Game) -> Vec<Ending> {
        let kind = game.kind();
        let mut agreed = game.boxed_clone();
        agreed.agree();
        let mut endings: Vec<Ending> = Ending::of_game(agreed.as_ref()).into_iter().collect();
        for how in Leaving::ALL {
            let left = kind
                .all_seats()
                .map(|seat| Ending::by_leaving(kind, seat, how));
            endings.extend(left);
        }
        endings.push(Ending::by_silence(game));
        endings
    }

    /// What the match came to; `None` where the record says what is known to nobody.
    pub fn outcome(&self, kind: &GameInfo) -> Option<Outcome> {
        Outcome::read(kind, &self.how)
    }

    /// The end without a result of a match that fell silent. Those who are out already stay behind the others.
    pub fn by_silence(game: &dyn Game) -> Ending {
        Ending::without_result(game, "over:silence")
    }

    /// The end without a result of a match whose record is against the rules as they were corrected meanwhile.
    pub fn by_correction(game: &dyn Game) -> Ending {
        Ending::without_result(game, "over:correction")
    }

    /// Whether the match counts for nobody: neither for ratings nor for placings.
    pub fn is_by_correction(&self) -> bool {
        self.how == "over:correction"
    }

    /// The end of a running game by a moderator of the server, which counts for nobody.
    pub fn by_moderator(game: &dyn Game) -> Ending {
        Ending::without_result(game, "over:moderator")
    }

    fn without_result(game: &dyn Game, how: &str) -> Ending {
        let mut silent = game.boxed_clone();
        silent.agree();
        let size = game.kind().seats.len();
        let drawn = Ending::of_game(silent.as_ref()).unwrap_or_else(|| Ending {
            how: String::new(),
            quarters: vec![2; size],
            placings: vec![1; size],
        });
        Ending {
            how: how.to_owned(),
            ..drawn
        }
    }

    /// The end of a table whose game never began.
    pub fn closed() -> Ending {
        Ending {
            how: "closed".to_owned(),
            quarters: Vec::new(),
            placings: Vec::new(),
        }
    }

    /// The end, by a moderator of the server, of a table whose game never began.
    pub fn closed_by_moderator() -> Ending {
        Ending {
            how: "closed:moderator".to_owned(),
            ..Ending::closed()
        }
    }

    /// Whether a moderator of the server ended it.
    pub fn is_moderated(&self) -> bool {
        matches!(self.how.as_str(), "over:moderator" | "closed:moderator")
    }

    /// Whether the players have agreed to a draw.
    pub fn is_agreement(&self) -> bool {
        self.how == format!("draw:{}", Reason::Agreement)
    }

    /// Whether the rules of the game themselves have ended it, and not the players or the clock beside the board.
    pub fn is_of_rules(&self) -> bool {
        let beside = [
            "resignation",
            "timeout",
            "silence",
            "correction",
            "moderator",
        ];
        let last = self.how.rsplit(':').next().unwrap_or_default();
        self.how != "closed" && !self.is_agreement() && !beside.contains(&last)
    }

    /// Reads what an ending is written as.
    pub fn from_text(text: &str) -> Option<Ending> {
        let list = |text: &str| -> Option<Vec<u8>> {
            if text == "-" {
                return Some(Vec::new());
            }
            text.split(',').map(|number| number.parse().ok()).collect()
        };
        let mut parts = text.split(' ');
        let ending = Ending {
            how: parts.next().filter(|how| !how.is_empty())?.to_owned(),
            quarters: list(parts.next()?)?,
            placings: list(parts.next()?)?,
        };
        parts.next().is_none().then_some(ending)
    }
}

impl fmt::Display for Ending {
    /// In one line: how, quarters, placings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |numbers: &[u8]| {
            if numbers.is_empty() {
                return "-".to_owned();
            }
            let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
            numbers.join(",")
        };
        let (quarters, placings) = (list(&self.quarters), list(&self.placings));
        write!(f, "{} {quarters} {placings}", self.how)
    }
}

impl FromStr for Ending {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ending::from_text(text).ok_or("no ending of a match")
    }
}

/// Placings by points: one plus the number of those who have more.
fn rank(quarters: &[u8]) -> Vec<u8> {
    quarters
        .iter()
        .map(|mine| {
            let better = quarters.iter().filter(|theirs| *theirs > mine).count();
            u8::try_from(better + 1).unwrap_or(u8::MAX)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// What a game writes of its end is read again, and no other text is an outcome.
    #[test]
    fn an_outcome_is_what_a_game_can_come_to_and_nothing_else() {
        for kind in games::GAMES {
            let winner = Seat(1);
            for reason in Reason::all(kind) {
                for status in [Status::Won { winner, reason }, Status::Drawn(reason)] {
                    let read = Outcome::read(kind, &status.to_text(kind));
                    assert_eq!(read, Some(Outcome::Decided(status)));
                }
            }
            let name = kind.seat_name(winner);
            for other in [
                format!("won:{name}:join-discord.gg/xyz"),
                format!("won:{name}:"),
                format!("won:{name}:checkmate:more"),
                format!("won:{}:checkmate", name.to_uppercase()),
                "won:@everyone:checkmate".to_owned(),
                "draw:http://example.org".to_owned(),
                "over:free-money".to_owned(),
                "stalemate:purple".to_owned(),
                "ongoing".to_owned(),
                "closed:why".to_owned(),
                String::new(),
            ] {
                assert_eq!(Outcome::read(kind, &other), None, "{other}");
            }
            let game = kind.new_game(&crate::rules::Options::new()).unwrap();
            for ending in Ending::beside_the_rules(game.as_ref()) {
                assert!(ending.outcome(kind).is_some(), "{ending:?}");
                assert_eq!(Ending::from_text(&ending.to_string()), Some(ending));
            }
        }
    }

    /// A match that a moderator has ended is none that its moves must lead to, as one that somebody has resigned.
    #[test]
    fn what_players_moderators_and_clocks_end_is_not_ended_by_the_rules() {
        for kind in games::GAMES {
            let game = kind.new_game(&crate::rules::Options::new()).unwrap();
            let mut beside = Ending::beside_the_rules(game.as_ref());
            beside.extend([
                Ending::by_correction(game.as_ref()),
                Ending::by_moderator(game.as_ref()),
                Ending::closed(),
                Ending::closed_by_moderator(),
            ]);
            for ending in beside {
                assert!(!ending.is_of_rules(), "{ending:?}");
            }
            let winner = Seat(0);
            for reason in Reason::all(kind).filter(|reason| *reason != Reason::Agreement) {
                for status in [Status::Won { winner, reason }, Status::Drawn(reason)] {
                    let ending = Ending {
                        how: status.to_text(kind),
                        ..Ending::closed()
                    };
                    assert!(ending.is_of_rules(), "{ending:?}");
                }
            }
        }
    }
}
