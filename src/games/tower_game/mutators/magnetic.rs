//! Magnetic: a piece that has moved pushes friends away and pulls enemies near.
//!
//! Source: Joao Pedro Neto and Claude Chaunier, *Magnetic Chess*, 1996.
//!
//! - When a piece other than a king has moved, look from its cube along the six orthogonals at the nearest piece: a
//!   friend flies away from it to the last empty cube before the next piece or the wall, an enemy flies to the cube
//!   adjacent to it.
//! - Kings are never moved, and shield the pieces behind them; a king's move moves no piece; castling acts from the
//!   rook's new cube.
//! - Pawns are pushed and pulled like others; on the first rank they have the double step too. No en passant.
//! - No check: a side that takes the king wins.
//! - Ruling: a pawn pushed to its last rank is promoted at once, to the mover's choice.

use super::super::board::{Cube, Vector};
use super::super::describe::with_article;
use super::super::move_pattern;
use super::super::moves::{Move, MoveKind, beside};
use super::super::options::Rules;
use super::super::pieces::{Piece, Role};
use super::super::position::{Mutator, TowerGame};
use super::super::twist::{Changes, Page};

/// See the top of the file.
pub struct Magnetic;

impl Mutator for Magnetic {
    fn key(&self) -> &'static str {
        "magnetic"
    }

    fn changes(&self) -> Changes {
        Changes::Follows
    }

    fn rule(&self) -> &'static str {
        "Magnetic: the piece that has moved looks along the six orthogonals: the nearest friend flies away from it, the nearest enemy comes next to it. Kings are never moved; taking the king wins."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "A piece that has moved is a **magnet**. Along each of the six straight lines from its new square it \
                   acts on the nearest piece. A **friend flies away** from it until the wall or another piece stops it; \
                   an **enemy comes next** to it. A pawn pushed or pulled to its first or second level may make the \
                   double step from there. Castling acts from the rook's new square.\n\nKings are never moved, and what is behind them stays where it is. A \
                   king's move moves no other piece. There is no check and no en passant: the side that takes the king \
                   wins. A pawn pushed to its last level is promoted; add to what, `Rab3-bb3=J`.",
            shown: "The rook went from ca1 to ca3. White's pawn flew from ba3 to aa3; Black's pawn came from ea3 to da3.",
            board: [
                "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/1P2p|5/5/5/5/5|4K/5/5/5/2R2 w - - 0",
                "Rca1-ca3",
                "",
            ],
            ranks: &[3, 1],
        }
    }

    fn refuses(&self, rules: &Rules) -> Option<&'static str> {
        rules
            .space
            .toroidal
            .then_some("does not go with edges=toroidal: a ring has no farthest square to fly to")
    }

    fn knows_check(&self, _game: &TowerGame) -> bool {
        false
    }

    fn passes(&self) -> bool {
        false
    }

    fn loses_kings(&self) -> bool {
        true
    }

    fn pawns_on_first(&self) -> bool {
        true
    }

    fn unfolds(&self) -> bool {
        true
    }

    fn unfold(&self, game: &TowerGame, mv: Move, moves: &mut Vec<Move>) {
        let promotes = mv.promotion.is_none() && {
            let mut after = game.clone();
            after.step(&mv);
            flights(&after, &mv).any(|(from, to)| pushed_home(&after, from, to))
        };
        if !promotes {
            moves.push(mv);
            return;
        }
        moves.extend(game.promotions().into_iter().map(|role| Move {
            promotion: Some(role),
            ..mv
        }));
    }

    fn follow(&self, game: &mut TowerGame, mv: &Move, _captured: Option<Piece>) {
        let flights: Vec<(Cube, Cube)> = flights(game, mv).collect();
        for (from, to) in flights {
            let home = pushed_home(game, from, to);
            if from == to && !home {
                continue;
            }
            if let Some(mut piece) = game.take(from) {
                if let (true, Some(role)) = (home, mv.promotion) {
                    piece.role = role;
                }
                game.put(to, piece);
                game.touched.insert(from);
                game.touched.insert(to);
            }
        }
    }

    fn in_words(&self, game: &TowerGame, mv: &Move) -> Option<String> {
        let mut after = game.clone();
        after.step(mv);
        let parts: Vec<String> = flights(&after, mv)
            .filter(|(from, to)| from != to)
            .filter_map(|(from, to)| {
                let piece = after.get(from)?;
                let verb = if piece.seat == mv.piece.seat {
                    "pushes"
                } else {
                    "pulls"
                };
                let becomes = match mv.promotion.filter(|_| pushed_home(&after, from, to)) {
                    Some(role) => format!(
                        ", where it becomes {}",
                        with_article(&Piece::new(piece.seat, role).name(&game.rules))
                    ),
                    None => String::new(),
                };
                Some(format!(
                    "{verb} the {} on {from} to {to}{becomes}",
                    piece.name(&game.rules)
                ))
            })
            .collect();
        (!parts.is_empty()).then(|| crate::rules::wording::listed(&parts))
    }
}

/// The pieces that a move pushes or pulls, from where to where, once the mover has arrived.
fn flights<'g>(game: &'g TowerGame, mv: &Move) -> impl Iterator<Item = (Cube, Cube)> + use<'g> {
    let at = if mv.kind == MoveKind::Castles {
        beside(mv.to)
    } else {
        mv.to
    };
    let seat = mv.piece.seat;
    let acts = game.get(at).is_some_and(|piece| !piece.has_king());
    move_pattern::ORTHOGONALS
        .into_iter()
        .filter(move |_| acts)
        .filter_map(move |way| flight(game, at, way, seat))
}

fn flight(
    game: &TowerGame,
    at: Cube,
    way: Vector,
    seat: crate::rules::Seat,
) -> Option<(Cube, Cube)> {
    let space = game.rules.space;
    let ray = |from: Cube| {
        std::iter::successors(space.shift(from, way), move |cube| space.shift(*cube, way))
    };
    let from = ray(at).find(|cube| game.get(*cube).is_some())?;
    let piece = game.get(from)?;
    if piece.has_king() {
        return None;
    }
    let to = if piece.seat == seat {
        ray(from)
            .take_while(|cube| game.get(*cube).is_none())
            .last()
            .unwrap_or(from)
    } else {
        space.shift(at, way)?
    };
    Some((from, to))
}

/// True if a flight takes a pawn to its last rank.
fn pushed_home(game: &TowerGame, from: Cube, to: Cube) -> bool {
    game.get(from).is_some_and(|piece| {
        piece.role == Role::Pawn && to.rank() == game.rules.last_rank(piece.seat)
    })
}
