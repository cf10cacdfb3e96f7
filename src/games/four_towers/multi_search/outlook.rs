//! What could still happen in a multi-move, at most.

use super::super::board::{Arena, Square, SquareSet, Tower, is_promotion_square};
use super::super::pieces::{Board, PieceKind};
use super::Holds;
use super::ways::{Ground, Ways};

/// All of a position that an outlook depends on, the enemies aside.
#[derive(PartialEq, Eq, Hash)]
pub struct Prospect {
    /// As the towers are held.
    pub ways: Ways,
    pub king: Option<Square>,
    /// The empty towers.
    pub towers: SquareSet,
    /// The arenas in which steps can start, as bits.
    pub arenas: u16,
    /// The pieces there, dragons aside.
    pub movable: Vec<(Square, PieceKind)>,
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
    /// Of the pieces that start in the arenas.
    pub fn of(ground: &mut Ground, prospect: &Prospect, arenas: &[Arena]) -> Self {
        let mut ways = prospect.ways;
        loop {
            let (mut outlook, wider) = Outlook::by(ground, prospect, arenas, ways);
            // With more ways to move, more can be reached.
            if wider == ways {
                outlook.settle(ground, prospect);
                return outlook;
            }
            ways = wider;
        }
    }

    /// With these ways to move, and the ways that this gives.
    fn by(ground: &mut Ground, prospect: &Prospect, arenas: &[Arena], ways: Ways) -> (Self, Ways) {
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
        let later = arenas.len().saturating_sub(1);
        let mut wider = ways;
        for &(at, kind) in &prospect.movable {
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
    fn settle(&mut self, ground: &Ground, prospect: &Prospect) {
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
        for throne in thrones {
            for enemy in ground.enemies {
                let lines = self.ways.lines(ground.enemies, enemy, throne);
                self.lines = self.lines.union(lines);
            }
        }
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
