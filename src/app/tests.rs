//! Chance, dropping out and placings, with a game of four made for it: the one who has the turn rolls a die of three, a
//! one loses the turn, and six steps end the game for the one who makes the last.

use super::loaded::LoadedMatch;
use super::log::LogEvent;
use super::moves::{THROWS, resign, resolve_chance};
use super::pending::PendingMatch;
use super::{Chance, opening, record};
use crate::match_state::{ChannelId, Event, GameId, Phase, UserId};
use crate::notation::{MoveText, ParsedMove};
use crate::rules::{
    Counting, Depict, Describe, Entry, GameInfo, GameWithHistory, Hidden, Notation, OptionSpec,
    Options, Position, Reason, RuleError, Seat, Status, Values, without_last_field,
};
use crate::scene::{Scene, View};
use crate::store::{Checkpoint, EventRow, PhaseName, Row, Stored};

static RING: GameInfo = GameInfo {
    key: "ring",
    name: "Ring",
    credit: "ours",
    summary: "Four walk round.",
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
    draws: |_| Some(("seed", 4)),
    lessons: Vec::new,
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
            letter: String::new(),
            from: String::new(),
            op: '-',
            to: String::new(),
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

    fn explain(&self, _: &ParsedMove) -> RuleError {
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

const PLAYERS: [UserId; 4] = [UserId(1), UserId(2), UserId(3), UserId(4)];

fn row() -> Row {
    Row {
        game: GameId(1),
        key: "ring".to_owned(),
        options: "{}".to_owned(),
        rules: 1,
        guild: None,
        channel: ChannelId(1),
        home: None,
        opened: 0,
        ply: 0,
        phase: PhaseName::Open,
        ending: None,
        since: 0,
        moves: 0,
        changed: 0,
        deadline: None,
        due: None,
        rematch: None,
        sign: None,
        audience: None,
        free: 0,
        shared: false,
        outside: false,
        choices: None,
    }
}

/// Chance that gives these numbers, and then always the highest.
fn lots(numbers: &[u64]) -> Chance {
    let numbers = std::sync::Mutex::new(numbers.to_vec());
    Chance::new(move |count| {
        let mut numbers = numbers.lock().unwrap();
        if numbers.is_empty() {
            count - 1
        } else {
            numbers.remove(0)
        }
    })
}

/// A full table, begun with `chance`: three numbers shuffle the seats, one is the seed, the rest are rolls from 0.
fn begun(chance: &Chance) -> PendingMatch {
    let mut pending = PendingMatch::of(LoadedMatch::of_kind(&RING, &row()).unwrap(), 5);
    let opened = Event::Opened {
        user: PLAYERS[0],
        wish: None,
    };
    pending.add(opened, None).unwrap();
    for user in &PLAYERS[1..] {
        let joined = pending.loaded.state.joining(*user, None).unwrap();
        pending.add(joined, None).unwrap();
    }
    opening::begin_if_full(&mut pending, chance).unwrap();
    pending
}

fn step(pending: &mut PendingMatch, chance: &Chance) {
    let seat = pending.loaded.state.turn().unwrap();
    let user = pending.loaded.state.owner(seat).unwrap();
    let played = pending.loaded.game.umpire_mut().play("step").unwrap();
    let moved = Event::Moved {
        seat,
        user,
        text: played.canonical.clone(),
        next: pending.loaded.game.umpire().turn(),
    };
    pending.add(moved, Some(played)).unwrap();
    resolve_chance(pending, chance).unwrap();
}

/// The events as the store would give them back, from `checkpoint` on.
fn stored(pending: &PendingMatch, checkpoint: Option<Checkpoint>) -> Stored {
    let after = checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.ply);
    let rows = (1_u32..).zip(&pending.events).map(|(ply, event)| EventRow {
        ply,
        at: 5,
        outage: 0,
        record: event.record(),
    });
    Stored {
        row: Row {
            ply: pending.loaded.state.ply(),
            ..row()
        },
        checkpoint,
        damaged: Vec::new(),
        events: rows.filter(|row| row.ply > after).collect(),
        outages: Vec::new(),
        outage: 0,
    }
}

fn replayed(stored: &Stored) -> LoadedMatch {
    let blank = LoadedMatch::of_kind(&RING, &row()).unwrap();
    blank.led(stored).unwrap().0
}

fn same(one: &LoadedMatch, other: &LoadedMatch) {
    assert_eq!(one.state, other.state);
    assert_eq!(one.options, other.options);
    assert_eq!(one.game.umpire().text(), other.game.umpire().text());
    assert_eq!(one.last, other.last);
    assert_eq!(one.told, other.told);
}

#[test]
fn seats_options_and_dice_are_drawn_recorded_and_replayed() {
    // The seats by lot: the last with the first, the third and second with themselves; seed 2; a one, then a two.
    let chance = lots(&[0, 2, 1, 2, 0, 1]);
    let pending = begun(&chance);
    let kinds: Vec<String> = pending
        .events
        .iter()
        .map(|event| event.record().kind)
        .collect();
    assert_eq!(
        kinds,
        [
            "opened", "joined", "joined", "joined", "seated", "seated", "seated", "seated",
            "drawn", "began", "rolled", "rolled"
        ]
    );
    let loaded = &pending.loaded;
    assert_eq!(loaded.state.owner(Seat(3)), Some(PLAYERS[0]));
    assert_eq!(loaded.state.owner(Seat(0)), Some(PLAYERS[3]));
    assert!(loaded.options.is("seed", "2"));
    // South began, threw a one and lost the turn; west threw a two and is to move.
    assert_eq!(loaded.state.turn(), Some(Seat(3)));
    assert_eq!(
        loaded.told,
        ["The die shows 1.", "The turn is lost.", "The die shows 2."]
    );
    same(loaded, &replayed(&stored(&pending, None)));
}

#[test]
fn a_die_that_shows_a_one_for_ever_holds_up_nobody() {
    let pending = begun(&Chance::new(|_| 0));
    let rolls: Vec<_> = pending
        .events
        .iter()
        .filter(|event| event.record().kind == "rolled")
        .collect();
    // After so many ones only the throws that let somebody move are left to draw from.
    assert_eq!(rolls.len(), THROWS + 1);
    assert!(pending.loaded.game.umpire().chance().is_empty());
    assert!(
        pending
            .loaded
            .game
            .umpire()
            .legal()
            .contains(&"step".to_owned())
    );
    same(&pending.loaded, &replayed(&stored(&pending, None)));
}

#[test]
fn one_move_is_followed_by_every_lost_throw_in_order_and_checkpoints_keep_the_drawn_options() {
    let chance = lots(&[3, 2, 1, 0, 2]);
    let mut pending = begun(&chance);
    let throws = lots(&[0, 0, 0, 1, 2, 2]);
    step(&mut pending, &throws);
    assert_eq!(pending.loaded.told.len(), 7, "{:?}", pending.loaded.told);
    let last = pending.loaded.last.as_ref().unwrap();
    let shown = last.seen_by(pending.loaded.public_sight());
    assert_eq!(shown.display.as_deref(), Some("step"));
    assert_eq!(pending.loaded.state.turn(), Some(Seat(0)));
    let checkpoint = pending.commit(None, Vec::new()).checkpoints.pop().unwrap();
    step(&mut pending, &throws);
    let from_checkpoint = stored(&pending, Some(checkpoint));
    assert!(from_checkpoint.events.len() < pending.events.len());
    same(&pending.loaded, &replayed(&from_checkpoint));
    same(&pending.loaded, &replayed(&stored(&pending, None)));
}

#[test]
fn who_resigns_drops_out_the_others_go_on_and_the_last_one_left_wins() {
    let chance = lots(&[3, 2, 1, 1]);
    let mut pending = begun(&chance);
    assert_eq!(pending.loaded.state.turn(), Some(Seat(1)));
    // Not at their own turn: the turn and the die stand.
    resign(&mut pending, Seat(2), PLAYERS[2]).unwrap();
    resolve_chance(&mut pending, &chance).unwrap();
    assert_eq!(pending.loaded.state.turn(), Some(Seat(1)));
    assert_eq!(pending.loaded.told.last().unwrap(), "South resigns.");
    // At their own turn: the next one rolls.
    resign(&mut pending, Seat(1), PLAYERS[1]).unwrap();
    resolve_chance(&mut pending, &chance).unwrap();
    assert_eq!(pending.loaded.state.turn(), Some(Seat(3)));
    step(&mut pending, &chance);
    same(&pending.loaded, &replayed(&stored(&pending, None)));
    resign(&mut pending, Seat(3), PLAYERS[3]).unwrap();
    resolve_chance(&mut pending, &chance).unwrap();
    let Phase::Over(ending) = pending.loaded.state.phase() else {
        panic!("north is alone")
    };
    assert_eq!(
        ending.to_string(),
        "won:north:last-standing 4,0,0,0 1,2,2,2"
    );
    assert_eq!(
        pending.loaded.ending().unwrap(),
        "North wins: nobody else is left. Places: 1 North, 2 East and South and West."
    );
    let (loaded, lines, _) = LoadedMatch::of_kind(&RING, &row())
        .unwrap()
        .led(&stored(&pending, None))
        .unwrap();
    same(&pending.loaded, &loaded);
    let resigned = lines
        .iter()
        .filter(|line| matches!(line.what, LogEvent::Resigned { .. }));
    assert_eq!(resigned.count(), 3);
    // The file holds what the rules core reads, and nothing else outside braces.
    let file = record::file(&loaded, &lines, loaded.public_sight());
    let (_, moves) = file.split_once("\n\n").unwrap();
    let bare = moves.split_once('{').unwrap().0;
    let mut board = RING.new_game(&loaded.options).unwrap();
    for text in bare.split_whitespace().filter(|word| !word.ends_with('.')) {
        board.play(text).unwrap();
    }
    assert_eq!(board.text(), loaded.game.umpire().text());
}
