//! Tests of every rule and ruling with its source, and of every figure's caption. Quotations are from the inventor's
//! page.

use super::board::{Arena, Direction, Square, Tower};
use super::pieces::{Board, Parts, Piece, Role};
use super::turn::Move;
use super::{EnPassant, FourTowers, KIND, Returning};
use crate::rules::{Notation, Options, Position, Reason, RuleError, Seat, Status};

mod choices;
mod figures;
mod lines;
mod multi;
mod pictures;
mod powers;
mod refusals;
mod rulings;
mod turns;

/// Returns a position with these pieces (`Kg1 nd5`, upper case for White), White to move, memories empty.
fn set(pieces: &str) -> FourTowers {
    let mut board = Board::empty();
    for piece in pieces.split_whitespace() {
        let letter = piece.chars().next().unwrap();
        let seat = if letter.is_ascii_uppercase() {
            Seat::WHITE
        } else {
            Seat::BLACK
        };
        let role = Role::of_letter(letter.to_ascii_uppercase()).unwrap();
        let square = Square::parse(&piece[1..]).unwrap_or_else(|| panic!("{piece}"));
        assert!(board.is_empty(square), "{piece} twice");
        board.put(square, Piece { seat, role });
    }
    FourTowers {
        board,
        turn: Seat::WHITE,
        memory: [Parts::NONE; 2],
        passed: EnPassant::default(),
        returning: None,
        no_progress: 0,
    }
}

/// Returns the position of [`set`] with Black to move.
fn black(pieces: &str) -> FourTowers {
    FourTowers {
        turn: Seat::BLACK,
        ..set(pieces)
    }
}

impl FourTowers {
    /// Sets the memories, written as in the position text.
    fn remembering(self, white: &str, black: &str) -> Self {
        let text = self.to_text();
        let mut fields: Vec<&str> = text.split(' ').collect();
        fields[2] = white;
        fields[3] = black;
        FourTowers::of_position_text(&fields.join(" ")).unwrap()
    }

    /// Sets the piece that may return.
    fn returning(mut self, role: Role, tower: Tower) -> Self {
        self.returning = Some(Returning { role, tower });
        self
    }

    fn texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.listed().iter().map(|mv| self.write(mv)).collect();
        texts.sort_unstable();
        texts
    }

    /// Returns the listed moves of a piece, as the text after its square (`-c5`, `xd6`).
    fn moves_of(&self, piece: &str) -> Vec<String> {
        self.texts()
            .into_iter()
            .filter_map(|text| text.strip_prefix(piece).map(str::to_owned))
            .collect()
    }

    fn allows(&self, text: &str) -> bool {
        self.exact(text).is_some()
    }

    fn after(&self, text: &str) -> Self {
        let mv = self
            .exact(text)
            .unwrap_or_else(|| panic!("{text} is not legal: {:?}", self.refusal(text)));
        let mut next = self.clone();
        next.play(&mv);
        next
    }

    fn refusal(&self, text: &str) -> Option<RuleError> {
        self.read(text).err()
    }

    fn field(&self, index: usize) -> String {
        self.to_text().split(' ').nth(index).unwrap().to_owned()
    }

    fn white_memory(&self) -> String {
        self.field(2)
    }

    fn role_on(&self, square: &str) -> Option<Role> {
        self.board
            .get(Square::parse(square).unwrap())
            .map(|piece| piece.role)
    }
}

fn start() -> FourTowers {
    FourTowers::from_text(&Options::new(), super::position::START).unwrap()
}

fn square(name: &str) -> Square {
    Square::parse(name).unwrap()
}

/// The first ply has 50 moves: 15 moves, 8 double steps, 23 attachments, 3 detachments into attachments and 1
/// detachment.
#[test]
fn the_first_ply_has_fifty_moves() {
    let position = start();
    let (mut plain, mut double, mut attach, mut both, mut detach) = (0, 0, 0, 0, 0);
    for mv in position.listed() {
        let Move::Step(step) = mv else {
            panic!("{mv:?}");
        };
        let attaches = step.effect == super::turn::MoveEffect::Attach;
        let is_double = step.role == Role::Pawn && step.to.rank() - step.from.rank() == 2;
        match (step.is_detachment(&position), attaches, is_double) {
            (true, true, _) => both += 1,
            (true, false, _) => detach += 1,
            (false, true, _) => attach += 1,
            (false, false, true) => double += 1,
            (false, false, false) => plain += 1,
        }
    }
    assert_eq!((plain, double, attach, both, detach), (15, 8, 23, 3, 1));
}

/// Figure 1: 85 squares, nine arenas of nine squares, and four towers outside the arenas.
#[test]
fn the_board_has_nine_arenas_and_four_towers() {
    assert_eq!(Square::all().count(), 85);
    let corners = [
        ("a3", "c5"),
        ("d2", "f4"),
        ("g1", "i3"),
        ("b6", "d8"),
        ("e5", "g7"),
        ("h4", "j6"),
        ("c9", "e11"),
        ("f8", "h10"),
        ("i7", "k9"),
    ];
    for (arena, (low, high)) in Arena::all().zip(corners) {
        assert_eq!(arena.square(0, 0).to_string(), low);
        assert_eq!(arena.square(2, 2).to_string(), high);
        assert_eq!(arena.squares().len(), 9);
    }
    let touched = |tower: Tower| tower.arenas().map(|arena| arena.numeral()).join(" ");
    assert_eq!(touched(Tower::D5), "I II IV V");
    assert_eq!(touched(Tower::G4), "II III V VI");
    assert_eq!(touched(Tower::E8), "IV V VII VIII");
    assert_eq!(touched(Tower::H7), "V VI VIII IX");
    let outside: Vec<String> = Square::all()
        .filter(|square| square.arena().is_none())
        .map(|square| square.to_string())
        .collect();
    assert_eq!(outside, ["e8", "h7", "d5", "g4"]);
    for square in Square::all() {
        assert_eq!(Square::parse(&square.to_string()), Some(square));
        assert_eq!(square.rotated().file(), 10 - square.file());
        assert_eq!(square.rotated().rank(), 10 - square.rank());
    }
}

/// Steps are symmetric under half a turn of the board.
#[test]
fn half_a_turn_changes_nothing() {
    let position = start();
    for at in Square::all() {
        let here = position.board.get(at);
        let there = position.board.get(at.rotated());
        assert_eq!(here.map(|piece| piece.role), there.map(|piece| piece.role));
        assert_ne!(
            here.map(|piece| piece.seat).unwrap_or(Seat::WHITE),
            there.map(|piece| piece.seat).unwrap_or(Seat::BLACK)
        );
        for (one, other) in [(0, 2), (1, 3)] {
            let [one, other] = [Direction::ORTHOGONAL[one], Direction::ORTHOGONAL[other]];
            let step = at.step(one, super::board::TowerSet::default());
            let back = at.rotated().step(other, super::board::TowerSet::default());
            assert_eq!(step.map(Square::rotated), back);
        }
    }
}

/// Position texts are read strictly and written unchanged.
#[test]
fn position_texts_are_strict() {
    let good = [
        super::position::START,
        "dmk/rnbdcq/ppppppbnr/6pppp/10/9/10/PPPP6/RNBPPPPPP/QCDBNR/KMD b RN KB - - 17",
    ];
    for text in good {
        assert_eq!(FourTowers::of_position_text(text).unwrap().to_text(), text);
    }
    let passed = "3/6/9/10/4P5/9/10/10/9/6/3 b - - f6>f7 - 0";
    assert_eq!(
        FourTowers::of_position_text(passed).unwrap().to_text(),
        passed
    );
    let bad = [
        "",
        "x",
        "3/6/9/10/10/9/10/10/9/6 w - - - - 0",
        "3/6/9/10/10/9/10/10/9/6/4 w - - - - 0",
        "3/6/9/10/10/9/10/10/9/6/2 w - - - - 0",
        "3/6/9/10/10/9/10/10/9/6/0KK1 w - - - - 0",
        "3/6/9/10/10/9/10/10/9/6/KK1 w - - - - 0",
        "3/6/9/10/10/9/10/10/9/6/X2 w - - - - 0",
        "3/6/9/10/10/9/10/10/9/6/3 W - - - - 0",
        "3/6/9/10/10/9/10/10/9/6/3 w RK - - - 0",
        "3/6/9/10/10/9/10/10/9/6/3 w KK - - - 0",
        "3/6/9/10/10/9/10/10/9/6/3 w - - f6>f7 - 0",
        "3/6/9/10/4P5/9/10/10/9/6/3 w - - f6>f7 - 0",
        "3/6/9/10/4P5/9/10/10/9/6/3 b - - f8>f7,f6>f7 - 0",
        "3/6/9/10/4P5/9/10/10/9/6/3 b - - d6>f7 - 0",
        "3/6/9/10/10/9/3R6/10/9/6/3 b - - - K@d5 0",
        "3/6/9/10/10/9/3R6/10/9/6/3 w - - - Q@d5 0",
        "3/6/9/10/10/9/3R6/10/9/6/3 b - - - Q@e8 0",
        "3/6/9/10/10/9/3R6/10/9/6/3 b - - - Q@e5 0",
        "3/6/9/10/10/9/10/10/9/6/3 w - - - - 00",
        "3/6/9/10/10/9/10/10/9/6/3 w - - - - +1",
        "3/6/9/10/10/9/10/10/9/6/3  w - - - - 0",
        "3/6/9/10/10/9/10/10/9/6/3 w - - - - 0 ",
    ];
    for text in bad {
        assert!(FourTowers::of_position_text(text).is_err(), "{text:?}");
    }
    let returning = "3/6/9/10/10/9/3R6/10/9/6/3 b - - - Q@d5 0";
    assert_eq!(
        FourTowers::of_position_text(returning).unwrap().to_text(),
        returning
    );
}

#[test]
fn the_table_of_games_starts_it() {
    let game = KIND.new_game(&Options::new()).unwrap();
    assert_eq!(game.text(), super::position::START);
    assert_eq!(game.legal().len(), 50);
    assert_eq!(game.status(), Status::Ongoing);
}
