//! How a match ended: by the rules of the game, or by what the players did beside the board.

use serde::{Deserialize, Serialize};

use crate::rules::{Game, Kind, Reason, Seat, Status};

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
            .map(|seat| status.quarters(seat))
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

    /// The end of a game that cannot go on without a seat that left it, by `resignation` or by `timeout`. With two
    /// seats the other wins; with more, the one who left is last and the others share the places above.
    pub fn by_leaving(kind: &Kind, seat: Seat, why: &str) -> Ending {
        let stayed: Vec<Seat> = kind.all_seats().filter(|other| *other != seat).collect();
        let quarters: Vec<u8> = kind
            .all_seats()
            .map(|other| match (other == seat, stayed.len()) {
                (true, _) => 0,
                (false, 1) => 4,
                (false, _) => 2,
            })
            .collect();
        Ending {
            how: match stayed[..] {
                [winner] => format!("won:{}:{why}", kind.seat_name(winner)),
                _ => format!("over:{why}"),
            },
            placings: rank(&quarters),
            quarters,
        }
    }

    /// The end without a result of a match that fell silent. Those who are out already stay behind the others.
    pub fn by_silence(game: &dyn Game) -> Ending {
        Ending::without_result(game, "over:silence")
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

    /// In one line: how, quarters, placings.
    pub fn to_text(&self) -> String {
        let list = |numbers: &[u8]| {
            if numbers.is_empty() {
                return "-".to_owned();
            }
            let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
            numbers.join(",")
        };
        format!(
            "{} {} {}",
            self.how,
            list(&self.quarters),
            list(&self.placings)
        )
    }

    /// Reads what [`Ending::to_text`] wrote.
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
