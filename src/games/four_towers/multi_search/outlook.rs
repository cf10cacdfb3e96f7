//! What could still happen in a multi-move, at most.

use super::super::board::{ArenaSet, Square, SquareSet, Tower, is_promotion_square};
use super::super::pieces::{Board, Piece, PieceKind};
use super::super::powers::is_apart;
use super::course::Course;
use super::holds::Holds;
use super::ways::{Ground, Landed, Ways, movable};

/// All of a position that an outlook depends on, the enemies aside.
#[derive(PartialEq, Eq, Hash)]
pub struct Prospect {
    /// As the towers are held.
    pub ways: Ways,
    pub king: Option<Square>,
    /// The empty towers.
    pub towers: SquareSet,
    /// The arenas in which steps can start.
    pub arenas: ArenaSet,
    /// Where the mover's pieces stand in them.
    pub own: SquareSet,
    /// Those that have come there meanwhile.
    pub landed: Landed,
}

/// What the pieces of some arenas could do at most.
#[derive(Clone, Copy)]
pub struct Outlook {
    pub ways: Ways,
    /// Where pieces other than the king could come.
    pub blocks: SquareSet,
    /// Where the king stands or could come.
    pub thrones: SquareSet,
    /// The lines from enemies to these squares, past friends.
    pub lines: SquareSet,
    /// Where marshalls could set rooks, knights and marshalls apart.
    pub apart: SquareSet,
    /// Where queens could shelter the king.
    pub sheltered: SquareSet,
    /// The empty towers that it is worth coming to: queens may shelter the king where he could be, marshalls part him or
    /// enemies from others.
    pub holds: Holds,
    /// Whether dragons could learn from a step.
    pub teaches: bool,
    /// Whether one could come to a tower whose power there could matter.
    pub takes: bool,
}

impl Outlook {
    /// Whether an enemy that attacks a king on `throne` does so the one who comes to a tower, and nobody can block it.
    pub fn is_settled(&self, course: &Course, enemy: Square, throne: Square) -> bool {
        let board = &course.position.board;
        let Some(Piece { kind, .. }) = board.on(enemy) else {
            return false;
        };
        let apart = is_apart(kind) && (self.apart.contains(enemy) || self.apart.contains(throne));
        let switched =
            matches!(kind, PieceKind::Knight | PieceKind::Bishop) && self.ways.switches(enemy);
        !(apart || switched)
            && (self.ways).are_fixed(kind, board.occupied(), enemy, throne)
            && course
                .line_to(throne, enemy)
                .intersection(self.blocks)
                .is_empty()
    }

    /// Of the pieces that start in the arenas.
    pub fn of(ground: &mut Ground, prospect: &Prospect, board: &Board) -> Self {
        let mut ways = prospect.ways;
        loop {
            let (mut outlook, wider) = Outlook::by(ground, prospect, board, ways);
            // With more ways to move, more can be reached.
            if wider == ways {
                outlook.settle(ground, prospect);
                return outlook;
            }
            ways = wider;
        }
    }

    /// With these ways to move, and the ways that this gives.
    fn by(ground: &mut Ground, prospect: &Prospect, board: &Board, ways: Ways) -> (Self, Ways) {
        let mut outlook = Outlook {
            ways,
            blocks: SquareSet::EMPTY,
            thrones: prospect.king.into_iter().collect(),
            lines: SquareSet::EMPTY,
            apart: SquareSet::EMPTY,
            sheltered: SquareSet::EMPTY,
            holds: Holds::default(),
            teaches: false,
            takes: false,
        };
        let arenas = prospect.arenas;
        let later = arenas.len().saturating_sub(1);
        let mut wider = ways;
        for (at, kind) in movable(board, ground.side, prospect.own) {
            let reach = ground.reach(ways, kind, at, arenas);
            outlook.teaches |= !kind.is_pawnlike();
            if kind == PieceKind::King {
                outlook.thrones = outlook.thrones.union(reach);
                continue;
            }
            outlook.add(kind, reach, prospect, &mut wider);
            let last_rank: SquareSet = if kind.is_pawnlike() {
                reach
                    .filter(|to| is_promotion_square(ground.side, *to))
                    .collect()
            } else {
                SquareSet::EMPTY
            };
            if !last_rank.is_empty() {
                // What a pawn becomes moves on like a wizard at most, and may be anything on a tower.
                let further = ground.spread_all(ways, PieceKind::Wizard, last_rank, arenas, later);
                outlook.teaches |= !further.is_empty();
                for kind in PieceKind::PROMOTIONS {
                    outlook.add(kind, further, prospect, &mut wider);
                }
            }
            if later > 0 && kind.is_pawnlike() {
                outlook.takes |= !reach.intersection(prospect.towers).is_empty();
            }
        }
        (outlook, wider)
    }

    /// With what a piece of a kind does that comes to any of some squares.
    fn add(&mut self, kind: PieceKind, reach: SquareSet, prospect: &Prospect, wider: &mut Ways) {
        self.blocks = self.blocks.union(reach);
        for tower in reach
            .intersection(prospect.towers)
            .filter_map(Square::tower)
        {
            let zone = tower.touches();
            match kind {
                PieceKind::Marshall => self.apart = self.apart.union(zone),
                PieceKind::Queen => self.sheltered = self.sheltered.union(zone),
                PieceKind::Knight | PieceKind::Cardinal => {
                    self.takes = true;
                    wider.widen(kind, tower);
                }
                _ => {}
            }
        }
    }

    /// With what follows from all that.
    fn settle(&mut self, ground: &mut Ground, prospect: &Prospect) {
        let thrones = self.thrones;
        let parted = thrones.union(ground.apart);
        self.takes |= !self.sheltered.intersection(thrones).is_empty()
            || !self.apart.intersection(parted).is_empty();
        self.holds = Holds::all(prospect.towers);
        self.holds.keep(|kind, tower| match kind {
            PieceKind::Queen => !tower.touches().intersection(thrones).is_empty(),
            PieceKind::Marshall => !tower.touches().intersection(parted).is_empty(),
            _ => true,
        });
        self.lines = thrones
            .map(|throne| ground.lines(self.ways, throne))
            .fold(SquareSet::EMPTY, SquareSet::union);
    }
}

/// The towers that nobody holds.
pub fn empty_towers(board: &Board) -> SquareSet {
    Tower::ALL
        .into_iter()
        .map(Tower::square)
        .filter(|square| board.is_empty(*square))
        .collect()
}
