//! Endings of a match: by the rules of the game, or by other events.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::rules::{Game, GameInfo, Reason, Seat, Status};

/// The outcome of a match. [`Ending::how`] writes it in machine notation; any other text is no outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The rules of the game, or the agreement of its players, decided the match; never [`Status::Ongoing`].
    Decided(Status),
    /// The only opponent, or a player of the only opposing team, left.
    WonByLeaving {
        /// The seat that played against the leaving one.
        winner: Seat,
        /// The way in which the opponent left.
        how: Leaving,
    },
    /// A seat without which the game cannot go on left, and several remained.
    OverByLeaving(Leaving),
    /// Only machines were left.
    OnlyMachines,
    /// One person led all sides that were left.
    OneLeader,
    /// No player moved for a long time.
    Silence,
    /// The record violates the rules, which were corrected during the match.
    Correction,
    /// The table was closed before the game began.
    Closed,
    /// A moderator of the server closed the table.
    ClosedByModerator,
    /// A moderator of the server ended the game.
    Moderated,
}

/// The way in which a player leaves a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// The player resigned.
    Resignation,
    /// The player's time ran out.
    Timeout,
}

impl Leaving {
    const ALL: [Leaving; 2] = [Leaving::Resignation, Leaving::Timeout];

    /// Returns the way of leaving in machine notation.
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
    /// Reads the text of [`Ending::how`] for a match of `kind`; `None` if it names an unknown seat or reason.
    pub fn read(kind: &GameInfo, text: &str) -> Option<Outcome> {
        let reason = |text: &str| Reason::read(kind, text);
        // Machine notation is strict, unlike `GameInfo::seat_named`.
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
            ["over", "one-leader"] => Outcome::OneLeader,
            ["over", "machines"] => Outcome::OnlyMachines,
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

/// The ending of a match, with its result for each seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The outcome in machine notation: a status of the game (`won:white:royal-captured`, `draw:repetition`), or
    /// `won:white:resignation`, `over:resignation` (several are left, and none has won), `closed` (the game never
    /// began).
    pub how: String,
    /// Quarters of a point for each seat, 4 for a win; empty if the game never began.
    pub quarters: Vec<u8>,
    /// The placing of each seat, 1 for the best, equal numbers for ties; empty if the game never began.
    pub placings: Vec<u8>,
}

impl Ending {
    /// Returns the ending by the rules of the game or by agreement; `None` while the game goes on.
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
        // A seat that was out before a draw gets no points for it.
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

    /// Returns the ending of a game that cannot go on without a seat that left it. With two seats the other wins, and
    /// with two teams the other team; with more, the leaving seat is last and the others share the places above.
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

    /// Returns the endings that a running game can have apart from its rules: a player leaves, all players agree to a
    /// draw, only machines are left, or no player moves any more.
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
        endings.push(Ending::among_machines(game));
        endings.push(Ending::of_one_leader(game));
        endings.push(Ending::by_silence(game));
        endings
    }

    /// Returns the outcome of the match; `None` if the record is not understood.
    pub fn outcome(&self, kind: &GameInfo) -> Option<Outcome> {
        Outcome::read(kind, &self.how)
    }

    /// Returns the ending of a match in which only machines are left: they share the first place, and the others keep
    /// the places in which they went out.
    pub fn among_machines(game: &dyn Game) -> Ending {
        Ending::without_result(game, "over:machines")
    }

    /// Returns the ending of a match in which one person leads all sides that are left: they win together.
    pub fn of_one_leader(game: &dyn Game) -> Ending {
        let shared = Ending::without_result(game, "over:one-leader");
        let first = shared.placings.iter().map(|place| *place == 1);
        Ending {
            quarters: first.map(|first| if first { 4 } else { 0 }).collect(),
            ..shared
        }
    }

    /// Returns the ending without a result of a match that fell silent. Seats that were out already stay behind the
    /// others.
    pub fn by_silence(game: &dyn Game) -> Ending {
        Ending::without_result(game, "over:silence")
    }

    /// Returns the ending without a result of a match whose record violates the rules as corrected since.
    pub fn by_correction(game: &dyn Game) -> Ending {
        Ending::without_result(game, "over:correction")
    }

    /// Returns true if the match counts neither for ratings nor for placings, since the rules were corrected.
    pub fn is_by_correction(&self) -> bool {
        self.how == "over:correction"
    }

    /// Returns the ending of a running game by a moderator of the server, which counts for no player.
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

    /// Returns the ending of a table whose game never began.
    pub fn closed() -> Ending {
        Ending {
            how: "closed".to_owned(),
            quarters: Vec::new(),
            placings: Vec::new(),
        }
    }

    /// Returns the ending, by a moderator of the server, of a table whose game never began.
    pub fn closed_by_moderator() -> Ending {
        Ending {
            how: "closed:moderator".to_owned(),
            ..Ending::closed()
        }
    }

    /// Returns true if a moderator of the server ended the match.
    pub fn is_moderated(&self) -> bool {
        matches!(self.how.as_str(), "over:moderator" | "closed:moderator")
    }

    /// Returns true if the players agreed to a draw.
    pub fn is_agreement(&self) -> bool {
        self.how == format!("draw:{}", Reason::Agreement)
    }

    /// Returns true if the rules of the game ended the match, and not the players, the clock or a moderator.
    pub fn is_of_rules(&self) -> bool {
        let beside = [
            "resignation",
            "timeout",
            "machines",
            "one-leader",
            "silence",
            "correction",
            "moderator",
        ];
        let last = self.how.rsplit(':').next().unwrap_or_default();
        self.how != "closed" && !self.is_agreement() && !beside.contains(&last)
    }

    /// Reads the text of an ending.
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
    /// Writes one line: outcome, quarters, placings.
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

/// Returns placings by points: one plus the number of seats with more points.
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

    /// The outcomes that a game writes are read back, and no other text is an outcome.
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

    /// A match that a moderator ended need not be decided by its moves, like one in which a player resigned.
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
