//! Automatic consequences of an entry of the move list: payments, mates, conquests, passes, lost throws, the end.

use super::board::{Piece, Role, SEATS, Square, seat_name};
use super::describe;
use super::die::Die;
use super::moves::{self, Move};
use super::position::{BARE_KINGS, Exit, FourSeasons};
use crate::rules::{Reason, Seat, Status};

impl FourSeasons {
    /// Plays a legal entry and returns sentences about its automatic consequences.
    pub fn make(&mut self, mv: Move) -> Vec<String> {
        let mut followed = Vec::new();
        self.extra_state.rolled = matches!(mv, Move::Roll(_));
        match mv {
            Move::Piece { from, to } => {
                self.expect_mates();
                self.move_piece(from, to);
                self.end_turn(Some(self.turn), &mut followed);
            }
            Move::Roll(number) => {
                self.extra_state.throw = Some((self.turn, number));
                self.die = Die::Shows(number);
                self.lose_dead_roll(&mut followed);
            }
            Move::Drop(seat) => self.drop_out(seat, &mut followed),
        }
        followed
    }

    fn move_piece(&mut self, from: Square, to: Square) {
        self.extra_state.trail = Some((from.index() as u8, to.index() as u8));
        let stakes = self.settings.stakes;
        let before = stakes.map(|_| SEATS.map(|seat| self.threats_to(seat)));
        let is_pawn = self
            .board
            .get(from)
            .is_some_and(|piece| matches!(piece.role, Role::Pawn(_)));
        let captured = moves::apply(&mut self.board, from, to);
        self.no_progress = if is_pawn || captured.is_some() {
            0
        } else {
            self.no_progress.saturating_add(1)
        };
        let (Some(stakes), Some(before)) = (stakes, before) else {
            return;
        };
        if let Some(owner) = captured.and_then(|piece| piece.seat) {
            self.pay(owner, stakes.capture);
        }
        for (seat, before) in SEATS.into_iter().zip(before) {
            // A piece that moved and still threatens is the same piece.
            let origin = |at: Square| if at == to { from } else { at };
            if self
                .threats_to(seat)
                .into_iter()
                .any(|at| !before.contains(&origin(at)))
            {
                self.pay(seat, stakes.check);
            }
        }
    }

    fn pay(&mut self, seat: Seat, amount: u64) {
        if let Some(ledger) = &mut self.extra_state.ledger {
            ledger.pay(seat, amount);
        }
    }

    /// Ends the turn of `mover` and begins the next one; `None` begins the turn that a position text shows.
    pub(super) fn end_turn(&mut self, mover: Option<Seat>, followed: &mut Vec<String>) {
        if self.settings.bare_out {
            self.bare(mover, followed);
        }
        self.forget_lifted_mates();
        if self.status.is_over() {
            return;
        }
        if mover.is_some() || !self.is_in(self.turn) {
            self.turn = self.next_in(self.turn);
        }
        self.begin_turn(followed);
    }

    /// Takes every seat out whose king is alone. If no other seat is left, they share the game.
    fn bare(&mut self, mover: Option<Seat>, followed: &mut Vec<String>) {
        // Rule 13: the mover's right-hand neighbour is the next in turn order.
        let first = self.turn.index() + usize::from(mover.is_some());
        let bared: Vec<Seat> = (first..first + 4)
            .map(|index| SEATS[index % 4])
            .filter(|seat| self.is_in(*seat) && self.board.is_bare(*seat))
            .collect();
        if bared.len() == self.count_in() {
            if bared.len() > 1 {
                self.finish(Status::Drawn(Reason::Own(&BARE_KINGS)));
            }
            return;
        }
        for victim in bared {
            self.take_out(victim, Exit::Bared(mover));
            followed.push(describe::bared(victim, mover));
        }
    }

    /// Notes, with `conqueror=last`, that the player to move completes every mate that is not there yet.
    fn expect_mates(&mut self) {
        if !self.settings.last_conquers {
            return;
        }
        for seat in SEATS {
            if !self.is_mated(seat) {
                self.mated_by[seat.index()] = Some(self.turn);
            }
        }
    }

    /// Forgets who completed the mates that do not hold, and the players who are out.
    fn forget_lifted_mates(&mut self) {
        for seat in SEATS {
            let by = self.mated_by[seat.index()];
            self.mated_by[seat.index()] = by.filter(|by| self.is_in(*by) && self.is_mated(seat));
        }
    }

    /// True if a seat would be mated if it were its turn.
    fn is_mated(&self, seat: Seat) -> bool {
        !self.threats_to(seat).is_empty() && !moves::has_legal_move(&self.board, seat)
    }

    /// Begins a turn (rules 10 to 13): mates, passes, a draw if no seat can move, the end.
    pub(super) fn begin_turn(&mut self, followed: &mut Vec<String>) {
        let mut first = self.turn;
        let mut passed = 0;
        loop {
            let in_play = self.count_in();
            if in_play == 1 {
                let winner = self.next_in(self.turn);
                self.turn = winner;
                self.finish(Status::Won {
                    winner,
                    reason: Reason::LastStanding,
                });
                return;
            }
            if moves::has_legal_move(&self.board, self.turn) {
                self.die = if self.settings.dice {
                    Die::Due
                } else {
                    Die::None
                };
                return;
            }
            let threats = self.threats_to(self.turn);
            if threats.is_empty() {
                followed.push(format!(
                    "{} has no legal move and is not in check: the turn passes.",
                    seat_name(self.turn)
                ));
                passed += 1;
                self.turn = self.next_in(self.turn);
                if passed >= in_play {
                    self.turn = first;
                    self.finish(Status::Drawn(Reason::Stalemate));
                    return;
                }
            } else {
                self.mate(self.turn, &threats, followed);
                self.forget_lifted_mates();
                self.turn = self.next_in(self.turn);
                first = self.turn;
                passed = 0;
            }
        }
    }

    /// Takes a checkmated seat out (rules 10, 11 and 13).
    fn mate(&mut self, victim: Seat, threats: &[Square], followed: &mut Vec<String>) {
        let owners: Vec<Seat> = threats
            .iter()
            .filter_map(|at| self.board.get(*at)?.seat)
            .collect();
        // Rule 13: the first of the threatening seats, going backwards in turn order from the victim.
        let conqueror = self.mated_by[victim.index()]
            .or_else(|| {
                (1..4)
                    .map(|step| SEATS[(victim.index() + 4 - step) % 4])
                    .find(|seat| owners.contains(seat))
            })
            .unwrap_or_else(|| self.next_in(victim));
        let left = self.take_out(victim, Exit::Mated(conqueror));
        let removed = self.settings.removed;
        followed.push(describe::mated(victim, conqueror, left, removed));
    }

    /// Takes a seat out: the king is removed; the pieces go to the conqueror, leave the board or, if the seat has left,
    /// stay frozen. Returns the number of the pieces.
    fn take_out(&mut self, seat: Seat, exit: Exit) -> usize {
        if let Some(king) = self.board.king(seat) {
            self.board.set(king, None);
        }
        let (owner, has_left) = match exit {
            Exit::Mated(by) => (Some(by), false),
            Exit::Bared(by) => (by, false),
            Exit::Left => (None, true),
        };
        let left: Vec<(Square, Piece)> = self.board.pieces_of(seat).collect();
        if let Some(stakes) = self.settings.stakes.filter(|_| !has_left) {
            self.pay(seat, stakes.mate.saturating_mul(left.len() as u64));
        }
        for (square, piece) in &left {
            let former = piece.former.or(piece.seat);
            let handed_over = Piece {
                seat: owner,
                former: former.filter(|_| former != owner),
                ..*piece
            };
            let stays = has_left || !self.settings.removed;
            self.board.set(*square, stays.then_some(handed_over));
        }
        self.still_in[seat.index()] = false;
        self.no_progress = 0;
        self.extra_state.exits.push((seat, exit));
        left.len()
    }

    /// Drops a seat that resigned or ran out of time: the king is removed, the pieces stay frozen. If it is another
    /// seat's turn, the turn and a rolled die remain, but the drop may open a line or cause a mate.
    fn drop_out(&mut self, seat: Seat, followed: &mut Vec<String>) {
        self.take_out(seat, Exit::Left);
        self.forget_lifted_mates();
        followed.push(format!(
            "{} is out; the pieces stay on the board, frozen.",
            seat_name(seat)
        ));
        if seat == self.turn {
            self.turn = self.next_in(seat);
            self.begin_turn(followed);
            return;
        }
        let (turn, die) = (self.turn, self.die);
        self.begin_turn(followed);
        if self.turn == turn
            && !self.status.is_over()
            && let Die::Shows(_) = die
        {
            self.die = die;
            self.lose_dead_roll(followed);
        }
    }

    /// Ends a turn whose roll lets no piece move (rule 16).
    pub(super) fn lose_dead_roll(&mut self, followed: &mut Vec<String>) {
        let Die::Shows(number) = self.die else { return };
        if !self.piece_moves().is_empty() {
            return;
        }
        followed.push(describe::lost_throw(self, number));
        self.turn = self.next_in(self.turn);
        self.begin_turn(followed);
    }

    /// Ends the game: no roll is due any more, and the pool is paid out.
    pub fn finish(&mut self, status: Status) {
        self.status = status;
        self.die = Die::None;
        let still_in = self.seats_in();
        if let Some(ledger) = &mut self.extra_state.ledger {
            ledger.close(status, &still_in);
        }
    }
}
