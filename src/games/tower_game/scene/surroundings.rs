//! What stands around the board: the pieces that are off it, and whose turn it is.

use super::super::TowerGame;
use super::super::explain::seat_name;
use super::super::options::Rules;
use super::super::pieces::{Piece, Role};
use super::token::{army, token};
use crate::rules::{Counting, Position, Reason, Seat, Status};
use crate::scene::{Figure, Tray, TrayItem, TrayPlace, Turn, TurnPlace};

/// The hands of the Shogi Tower Game: the other side's above, one's own below.
pub fn hands(game: &TowerGame, viewer: Seat) -> Vec<Tray> {
    if !game.rules.shogi {
        return Vec::new();
    }
    let tray = |seat: Seat| Tray {
        title: format!("{} in hand", seat_name(seat)),
        items: items(&game.rules, seat, game.hand(seat)),
        place: tray_place(seat, viewer),
    };
    vec![tray(viewer.other()), tray(viewer)]
}

/// Where what is a side's stands: one's own below the board, the other side's above.
pub fn tray_place(seat: Seat, viewer: Seat) -> TrayPlace {
    if seat == viewer {
        TrayPlace::Below
    } else {
        TrayPlace::Above
    }
}

/// Pieces of one side off the board, each kind once with how many there are of it.
pub fn items(rules: &Rules, seat: Seat, pieces: impl Iterator<Item = (Role, u8)>) -> Vec<TrayItem> {
    let item = |(role, count): (Role, u8)| {
        let mut token = token(rules, Piece::new(seat, role), None);
        if count > 1 {
            token.count = count.to_string();
        }
        TrayItem {
            token: Some(token),
            text: String::new(),
            lit: false,
            out: false,
        }
    };
    pieces.map(item).collect()
}

/// Whose turn it is, or how the game has ended.
pub fn turn(game: &TowerGame, place: TurnPlace) -> Turn {
    let won = |reason: Reason| reason.to_string();
    decided(game.status(), place, won).unwrap_or_else(|| {
        let check = if game.check() { "in check" } else { "" };
        to_move(game.turn, check.to_owned(), place)
    })
}

/// That it is a side's turn, with a remark.
pub fn to_move(seat: Seat, detail: String, place: TurnPlace) -> Turn {
    Turn {
        army: army(seat),
        figure: Figure::King,
        text: format!("{} to move", seat_name(seat)),
        detail,
        place,
    }
}

/// How a game has ended that one side has won, or of which it has the better part: `words` says by what it was won.
pub fn decided(status: Status, place: TurnPlace, words: impl Fn(Reason) -> String) -> Option<Turn> {
    let (seat, text, detail) = match status {
        Status::Won { winner, reason } => {
            (winner, format!("{} wins", seat_name(winner)), words(reason))
        }
        Status::Stalemate { by } => {
            let shares = format!(
                "3/4 for {}, 1/4 for {}",
                seat_name(by),
                seat_name(by.other())
            );
            (by, "Stalemate".to_owned(), shares)
        }
        Status::Ongoing | Status::Drawn(_) => return None,
    };
    Some(Turn {
        army: army(seat),
        figure: Figure::King,
        text,
        detail,
        place,
    })
}
