//! A game of four made for tests: the player to move rolls a die of three, a one loses the turn, and six steps end the
//! game for the player who makes the last.

use crate::notation::{MoveText, ParsedMove};
use crate::rules::{
    Counting, Depict, Describe, Entry, GameInfo, GameWithHistory, Hidden, Notation, OptionSpec,
    Options, Position, Reason, RuleError, Seat, Status, Values, without_last_field,
};
use crate::scene::{Scene, View};

pub static RING: GameInfo = GameInfo {
    key: "ring",
    name: "Ring",
    credit: "ours",
    summary: "Four walk round.",
    goal: "You win.",
    seats: &["north", "east", "south", "west"],
    teams: &[],
    rules_version: 1,
    options: &[OptionSpec {
        key: "seed",
        about: "Who begins",
        values: Values::Number {
            min: 0,
            max: 3,
            default: 0,
        },
    }],
    variants: &[],
    reasons: &[],
    start: |kind, options| {
        Ok(Box::new(GameWithHistory::begin(
            kind,
            options,
            Ring::new(options),
        )))
    },
    read: |_, _, _| Err(RuleError::position("not here")),
    chance_option: |_| Some(("seed", 4)),
    lessons: Vec::new,
    sections: &[],
    tutorial: &[],
    puzzles: "",
};

#[derive(Clone, Debug)]
struct Ring {
    turn: u8,
    still: [bool; 4],
    die: Option<u8>,
    steps: u32,
    last: u8,
}

#[derive(Clone, Debug, PartialEq)]
enum Turn {
    Roll(u8),
    Step,
    Drop(u8),
}

impl Ring {
    fn new(options: &Options) -> Self {
        Ring {
            turn: u8::try_from(options.number("seed").unwrap_or(0)).unwrap(),
            still: [true; 4],
            die: None,
            steps: 0,
            last: 0,
        }
    }

    fn left(&self) -> usize {
        self.still.iter().filter(|still| **still).count()
    }

    fn pass(&mut self) {
        self.die = None;
        for _ in 0..4 {
            self.turn = (self.turn + 1) % 4;
            if self.still[usize::from(self.turn)] {
                return;
            }
        }
    }
}

impl crate::engine::Search for Ring {}

impl Position for Ring {
    type Move = Turn;

    fn turn(&self) -> Seat {
        Seat(self.turn)
    }

    fn status(&self) -> Status {
        let won = |seat, reason| Status::Won {
            winner: Seat(seat),
            reason,
        };
        match self.still.iter().position(|still| *still) {
            Some(only) if self.left() == 1 => {
                won(u8::try_from(only).unwrap(), Reason::LastStanding)
            }
            _ if self.steps == 6 => won(self.last, Reason::Extinction),
            _ => Status::Ongoing,
        }
    }

    fn legal_moves(&self) -> Vec<Turn> {
        match self.die {
            None => (1..=3).map(Turn::Roll).collect(),
            Some(_) => vec![Turn::Step],
        }
    }

    fn is_legal(&self, mv: &Turn) -> bool {
        match mv {
            Turn::Drop(seat) => self.still[usize::from(*seat)],
            listed => self.legal_moves().contains(listed),
        }
    }

    fn play(&mut self, mv: &Turn) -> Vec<String> {
        match mv {
            Turn::Roll(1) => {
                self.pass();
                return vec!["The turn is lost.".to_owned()];
            }
            Turn::Roll(die) => self.die = Some(*die),
            Turn::Step => {
                self.steps += 1;
                self.last = self.turn;
                self.pass();
            }
            Turn::Drop(seat) => {
                self.still[usize::from(*seat)] = false;
                if *seat == self.turn {
                    self.pass();
                }
            }
        }
        Vec::new()
    }

    fn chance(&self) -> Vec<String> {
        match self.die {
            None => (1..=3).map(|die| format!("roll:{die}")).collect(),
            Some(_) => Vec::new(),
        }
    }

    fn resign_move(&self, seat: Seat) -> Option<String> {
        Some(self.write(&Turn::Drop(seat.0)))
    }

    fn placings(&self) -> Option<Vec<u8>> {
        let Status::Won { winner, .. } = self.status() else {
            return None;
        };
        let place = |seat| if Seat(seat) == winner { 1 } else { 2 };
        Some((0..4).map(place).collect())
    }

    fn to_text(&self) -> String {
        let still: String = self
            .still
            .iter()
            .map(|s| if *s { '1' } else { '0' })
            .collect();
        let die = self.die.unwrap_or(0);
        format!("{} {still} {die} {} {}", self.turn, self.last, self.steps)
    }

    fn from_text(_: &Options, text: &str) -> Result<Self, RuleError> {
        let parts: Vec<&str> = text.split(' ').collect();
        let number = |index: usize| parts[index].parse::<u8>().unwrap();
        let die = Some(number(2)).filter(|die| *die > 0);
        let mut still = [false; 4];
        for (flag, letter) in still.iter_mut().zip(parts[1].chars()) {
            *flag = letter == '1';
        }
        Ok(Ring {
            turn: number(0),
            still,
            die,
            last: number(3),
            steps: u32::from(number(4)),
        })
    }
}

impl Counting for Ring {
    fn repetition_key(&self) -> String {
        without_last_field(self.to_text())
    }

    fn check(&self) -> bool {
        false
    }

    fn no_progress(&self) -> u32 {
        0
    }

    fn counts_as_occurrence(&self) -> bool {
        false
    }
}

impl Notation for Ring {
    fn read(&self, text: &str) -> Result<Turn, RuleError> {
        let drop = (0..4).map(Turn::Drop).find(|drop| self.write(drop) == text);
        let listed = self.legal_moves().into_iter();
        let mut listed = listed.filter(|mv| self.write(mv) == text);
        drop.or_else(|| listed.next())
            .ok_or_else(|| RuleError::illegal("No."))
    }

    fn move_text(&self, _: &Turn) -> MoveText {
        MoveText {
            letter: "".into(),
            from: "".into(),
            op: '-',
            to: "".into(),
            promotion: None,
            tail: String::new(),
        }
    }

    fn write(&self, mv: &Turn) -> String {
        match mv {
            Turn::Roll(die) => format!("roll:{die}"),
            Turn::Step => "step".to_owned(),
            Turn::Drop(seat) => format!("drop:{}", RING.seats[usize::from(*seat)]),
        }
    }

    fn is_square(&self, _: &str) -> bool {
        false
    }

    fn is_letter(&self, _: &str) -> bool {
        false
    }

    fn explain(&self, _: &ParsedMove, _: &[MoveText]) -> RuleError {
        RuleError::illegal("No.")
    }
}

impl Entry for Ring {}

impl Describe for Ring {
    fn describe(&self, mv: &Turn) -> String {
        match mv {
            Turn::Roll(die) => format!("the die shows {die}"),
            other => self.write(other),
        }
    }

    fn alt_text(&self, _: usize) -> String {
        self.to_text()
    }

    fn check_warning(&self) -> Option<String> {
        None
    }
}

impl Depict for Ring {
    fn scene(&self, _: Option<&Turn>, _: &View) -> Scene {
        Scene {
            grids: Vec::new(),
            columns: 1,
            cell: 24,
            trays: Vec::new(),
            turn: None,
        }
    }
}

impl Hidden for Ring {}
