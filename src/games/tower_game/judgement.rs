//! Attacks, checks and the bars against moves: the one judgement from which both the list and the refusals follow.

use super::board::{Cube, CubeSet};
use super::moves::{Bar, CastlingBar, Danger, Move, MoveKind, beside};
use super::pieces::{Board, Piece, Role};
use super::position::TowerGame;
use super::riders::Paths;
use crate::rules::Seat;

/// A path from an enemy to the king that is open, or that one move could open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    /// The enemy's cube.
    pub by: Cube,
    piece: Piece,
    /// The cubes that must be empty for it.
    pub between: CubeSet,
}

/// The facts of a position that decide which moves leave a king attacked: as long as the king stays, only these paths
/// can reach him, and a move changes which of their cubes are empty or takes their piece away.
#[derive(Clone, Debug)]
pub(super) struct CheckInfo {
    king: Option<(Cube, Piece)>,
    pub threats: Vec<Threat>,
    /// The enemies with their paths, for where the king may go.
    enemies: Vec<(Cube, &'static Paths)>,
    occupied: CubeSet,
    /// True if no threat is open now.
    quiet: bool,
}

impl TowerGame {
    /// The pieces of a side that attack a cube of a board while these cubes are occupied. A piece on the cube itself
    /// attacks nothing: it has been captured there.
    pub(super) fn attackers(
        &self,
        target: Cube,
        board: Board,
        by: Seat,
        occupied: CubeSet,
    ) -> impl Iterator<Item = Cube> {
        let (plain, can_take) = (self.effects.is_none(), self.royals_take());
        self.pieces_of(by)
            .filter(move |&(from, piece)| {
                if plain {
                    let paths = self.paths(from, piece, piece.role);
                    return from != target && paths.is_open(target, occupied);
                }
                piece.board == board
                    && from != target
                    && (can_take || !piece.has_king())
                    && self.attacks(from, piece, target, occupied)
            })
            .map(|(cube, _)| cube)
    }

    /// True if kings attack.
    pub(super) fn royals_take(&self) -> bool {
        self.effects.is_none()
            || self.effects.has_goal()
            || self.all(|mutator| mutator.kings_capture())
    }

    /// True if a mutator closes paths that pieces have.
    fn closes_paths(&self) -> bool {
        self.effects.iter().any(|mutator| mutator.closes())
    }

    /// True if a piece attacks a cube while these cubes are occupied.
    pub(super) fn attacks(
        &self,
        from: Cube,
        piece: Piece,
        target: Cube,
        occupied: CubeSet,
    ) -> bool {
        let closing = self.closes_paths();
        piece.parts().any(|part| {
            if closing {
                let mut open = self.open_paths(from, piece, part, target).into_iter();
                return open.any(|between| between.is_disjoint(occupied));
            }
            self.paths(from, piece, part).is_open(target, occupied)
        })
    }

    /// Returns the paths of a part of a piece to a cube that no mutator closes: of each, the cubes that must be empty.
    fn open_paths(&self, from: Cube, piece: Piece, part: Role, target: Cube) -> Vec<CubeSet> {
        let (table, space) = (self.table(piece, part), self.rules.space);
        let paths = table.paths_between(space, from, target).iter();
        paths
            .filter(|path| self.all(|mutator| mutator.opens(self, from, piece, target, **path)))
            .filter_map(|path| path.between(space, from))
            .collect()
    }

    /// The attacker of a side's king on a cube of a board, if any piece could take him there.
    fn danger_on(&self, cube: Cube, board: Board, seat: Seat) -> Option<Cube> {
        let king = Piece {
            board,
            ..Piece::new(seat, Role::King)
        };
        if !self.all(|mutator| !mutator.spares(self, cube, king)) {
            return None;
        }
        self.attackers(cube, board, seat.other(), self.taken(board))
            .next()
    }

    /// The attack on a side's king, if there is one.
    pub(super) fn danger_to(&self, seat: Seat) -> Option<Danger> {
        let king = self.king(seat)?;
        let by = self.danger_on(king, self.get(king)?.board, seat)?;
        Some(Danger { king, by })
    }

    /// True if a side is in check.
    pub(super) fn in_check(&self, seat: Seat) -> bool {
        self.knows_check() && self.danger_to(seat).is_some()
    }

    /// The bar against castling to a corner, apart from a king or rook that has moved.
    pub(super) fn castling_bar(&self, seat: Seat, corner: Cube) -> Option<CastlingBar> {
        let on_the_way = beside(corner);
        if self.get(on_the_way).is_some() {
            return Some(CastlingBar::Blocked(on_the_way));
        }
        if !self.knows_check() {
            return None;
        }
        [self.king_home(seat), on_the_way, corner]
            .into_iter()
            .find_map(|cube| {
                let by = self.danger_on(cube, Board::A, seat)?;
                Some(CastlingBar::Attacked { cube, by })
            })
    }

    /// Gathers the facts about the king of the side to move that [`TowerGame::bar`] needs.
    pub(super) fn check_info(&self) -> CheckInfo {
        let mut check_info = CheckInfo {
            king: None,
            threats: Vec::new(),
            enemies: Vec::with_capacity(64),
            occupied: self.occupied(),
            quiet: true,
        };
        let king = self.king(self.turn).filter(|_| self.knows_check());
        let Some((king, royal)) = king.and_then(|king| Some((king, self.get(king)?))) else {
            return check_info;
        };
        check_info.king = Some((king, royal));
        let occupied = self.taken(royal.board);
        // A move empties its own cube, a captured piece's, and cubes that its mutators empty.
        let emptied = self.in_force().map(|mutator| mutator.empties());
        let most = 2 + emptied.sum::<u32>();
        let (can_take, closing) = (self.royals_take(), self.closes_paths());
        let mut note = |by: Cube, piece: Piece, paths: &[CubeSet]| {
            for &between in paths {
                let blockers = between.intersection(occupied).len();
                if blockers <= most {
                    check_info.quiet &= blockers > 0 && !piece.is_pawn();
                    check_info.threats.push(Threat { by, piece, between });
                }
            }
        };
        for (by, piece) in self.pieces_of(self.turn.other()) {
            if self.effects.is_none() {
                let paths = self.paths(by, piece, piece.role);
                check_info.enemies.push((by, paths));
                note(by, piece, paths.to(king));
                continue;
            }
            if piece.board != royal.board || (piece.has_king() && !can_take) {
                continue;
            }
            for part in piece.parts() {
                if closing && !piece.is_pawn() {
                    note(by, piece, &self.open_paths(by, piece, part, king));
                } else {
                    // What a pawn of Hostage attacks may depend on the move.
                    note(by, piece, self.paths(by, piece, part).to(king));
                }
            }
        }
        check_info
    }

    /// The attack on the own king after a move of the plain game or of Shogi.
    fn exposed_by(&self, mv: &Move, check_info: &CheckInfo) -> Option<Danger> {
        let (king, _) = check_info.king?;
        let mut occupied = check_info.occupied;
        if let Some(from) = mv.from {
            occupied.remove(from);
        }
        if let Some(captured) = mv.captured() {
            occupied.remove(captured);
        }
        if mv.piece.role == Role::King {
            let mut enemies = check_info.enemies.iter();
            let (by, _) =
                *enemies.find(|(from, paths)| *from != mv.to && paths.is_open(mv.to, occupied))?;
            return Some(Danger { king: mv.to, by });
        }
        occupied.insert(mv.to);
        let threat = check_info.threats.iter().find(|threat| {
            mv.captured() != Some(threat.by) && threat.between.is_disjoint(occupied)
        })?;
        Some(Danger {
            king,
            by: threat.by,
        })
    }

    /// The attack on the king of `check_info` in a position that a move has led to, or leads through.
    fn exposed(&self, check_info: &CheckInfo, seat: Seat) -> Option<Danger> {
        let (king, royal) = check_info.king?;
        if self.get(king) != Some(royal) {
            return self.danger_to(seat);
        }
        if self
            .in_force()
            .any(|mutator| mutator.spares(self, king, royal))
        {
            return None;
        }
        let occupied = self.taken(royal.board);
        let threat = check_info.threats.iter().find(|threat| {
            self.get(threat.by) == Some(threat.piece)
                && threat.between.is_disjoint(occupied)
                && (!threat.piece.is_pawn()
                    || self.attacks(threat.by, threat.piece, king, occupied))
        })?;
        Some(Danger {
            king,
            by: threat.by,
        })
    }

    /// The bar against a move that its piece can make.
    pub(super) fn bar(&self, mv: &Move, check_info: &CheckInfo) -> Option<Bar> {
        if self.effects.is_none() {
            // Castling is judged by `castling_bar`: king, cube passed and corner are not attacked.
            let exposed = match mv.kind {
                MoveKind::Castles => None,
                _ => self.exposed_by(mv, check_info),
            };
            return match exposed {
                Some(danger) => Some(Bar::Exposed(danger)),
                None => self.mates_by_pawn_drop(mv).then_some(Bar::PawnMate),
            };
        }
        if let Some(bar) = self.in_force().find_map(|mutator| mutator.bar(self, mv)) {
            return Some(bar);
        }
        let dropped = matches!(mv.kind, MoveKind::Drops | MoveKind::Exchanges(_));
        if check_info.king.is_none() || (dropped && check_info.quiet) {
            return None;
        }
        let seat = mv.piece.seat;
        let mut after = self.clone();
        let captured = after.step(mv);
        for mutator in self.in_force() {
            if let Some(bar) = mutator.bar_midway(self, &after, mv) {
                return Some(bar);
            }
        }
        for mutator in self.in_force() {
            mutator.follow(&mut after, mv, captured);
        }
        let Some(king) = after.king(seat) else {
            return Some(Bar::Explodes(mv.to));
        };
        // A side that explodes the enemy king has won, even if its own is attacked.
        after.king(seat.other())?;
        // Castling is judged as in the plain game, unless king and rook have gone over.
        if mv.kind == MoveKind::Castles
            && after.get(king).is_none_or(|piece| piece.board == Board::A)
        {
            return None;
        }
        after.exposed(check_info, seat).map(Bar::Exposed)
    }

    /// The attack on the own king on the board of a move, before any piece goes over.
    pub(super) fn exposed_midway(&self, mv: &Move) -> Option<Danger> {
        let seat = mv.piece.seat;
        let king = self.get(self.king(seat)?)?;
        if king.board == mv.piece.board {
            self.danger_to(seat)
        } else {
            None
        }
    }

    /// Every legal move; none where the board shows that the game has ended.
    pub(super) fn legal(&self) -> Vec<Move> {
        if self.end().is_some() {
            return Vec::new();
        }
        let check_info = self.check_info();
        let mut moves = self.pseudo_moves();
        moves.retain(|mv| self.bar(mv, &check_info).is_none());
        moves
    }

    /// True if the side to move may make a move.
    pub(super) fn allows(&self, mv: &Move) -> bool {
        if self.end().is_some() {
            return false;
        }
        let moves = match mv.from {
            Some(from) if self.effects.is_none() => self.moves_on(from),
            _ => self.pseudo_moves(),
        };
        moves.contains(mv) && self.bar(mv, &self.check_info()).is_none()
    }

    /// The moves of the plain game that the side to move can make from a cube.
    pub(super) fn moves_on(&self, from: Cube) -> Vec<Move> {
        let mut moves = Vec::new();
        if let Some(piece) = self.get(from).filter(|piece| piece.seat == self.turn) {
            self.moves_from(from, piece, &mut moves);
        }
        moves
    }

    /// True if the side to move has a move.
    pub(super) fn can_move(&self) -> bool {
        let check_info = self.check_info();
        let is_legal = |mv: &Move| self.bar(mv, &check_info).is_none();
        // Nearly always the first piece has a move.
        let mut first = self.pieces_of(self.turn).map(|(from, _)| from);
        (self.effects.is_none() && first.any(|from| self.moves_on(from).iter().any(is_legal)))
            || ((!self.effects.is_none() || self.rules.shogi)
                && self.pseudo_moves().iter().any(is_legal))
    }
}
