//! Ledger of the stakes: each seat's payments into the pool, and its winnings.

use serde::{Deserialize, Serialize};

use super::board::SEATS;
use crate::rules::{Seat, Status};

/// The ledger of a match with stakes, in play money.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    paid: [u64; 4],
    won: [u64; 4],
}

impl Ledger {
    /// Adds a payment to the pool.
    pub fn pay(&mut self, seat: Seat, amount: u64) {
        if let Some(paid) = self.paid.get_mut(seat.index()) {
            *paid = paid.saturating_add(amount);
        }
    }

    /// Returns the sum of all payments, which remains the total after the end.
    pub fn pool(&self) -> u64 {
        self.paid
            .iter()
            .fold(0, |pool, paid| pool.saturating_add(*paid))
    }

    /// Returns the sum that a seat has paid.
    pub fn paid(&self, seat: Seat) -> u64 {
        self.paid.get(seat.index()).copied().unwrap_or(0)
    }

    /// Returns the sum that a seat has won.
    pub fn won(&self, seat: Seat) -> u64 {
        self.won.get(seat.index()).copied().unwrap_or(0)
    }

    /// Gives the pool to the winner, or splits it evenly among those still in; the remainder goes one each in turn
    /// order from green.
    pub fn close(&mut self, status: Status, still_in: &[Seat]) {
        let pool = self.pool();
        self.won = [0; 4];
        match status {
            Status::Won { winner, .. } => {
                if let Some(won) = self.won.get_mut(winner.index()) {
                    *won = pool;
                }
            }
            Status::Drawn(_) | Status::Stalemate { .. } if !still_in.is_empty() => {
                let count = still_in.len() as u64;
                for (place, seat) in SEATS
                    .into_iter()
                    .filter(|seat| still_in.contains(seat))
                    .enumerate()
                {
                    let rest = u64::from((place as u64) < pool % count);
                    self.won[seat.index()] = pool / count + rest;
                }
            }
            _ => {}
        }
    }
}
