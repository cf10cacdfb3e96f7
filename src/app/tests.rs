//! Chance, dropping out and placings, tested with a game of four made for it.

mod ring;

use ring::RING;

use crate::app::matches::loaded::{LoadedMatch, Replayed};
use crate::app::matches::pending::PendingMatch;
use crate::app::matches::throws::{THROWS, resolve_chance};
use crate::app::play::moves::resign;
use crate::app::view::log::LogEvent;
use crate::app::{Chance, matches::opening, view::record};
use crate::match_state::{ChannelId, Event, GameId, Phase, UserId};
use crate::rules::Seat;
use crate::store::{Checkpoint, EventRow, PhaseName, Row, Stored};

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
        table_message: None,
        audience: None,
        free: 0,
        shared: false,
        outside: false,
        choices: None,
    }
}

/// Returns a source of chance that gives these numbers, and then always the highest.
fn draws(numbers: &[u64]) -> Chance {
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

/// Returns a full table, begun with `chance`: three numbers shuffle the seats, one is the seed, the rest are rolls from
/// 0.
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

/// Returns the events as the store would give them back, from `checkpoint` on.
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
    blank.replay_events(stored).unwrap().loaded
}

fn same(one: &LoadedMatch, other: &LoadedMatch) {
    assert_eq!(one.state, other.state);
    assert_eq!(one.options, other.options);
    assert_eq!(one.game.umpire().text(), other.game.umpire().text());
    assert_eq!(one.last, other.last);
    assert_eq!(one.remarks, other.remarks);
}

fn remarks(loaded: &LoadedMatch) -> Vec<&str> {
    let remarks = loaded.remarks.iter();
    remarks.map(|remark| remark.text.as_str()).collect()
}

#[test]
fn seats_options_and_dice_are_drawn_recorded_and_replayed() {
    // The seats by lot: the last with the first, the third and second with themselves; seed 2; a one, then a two.
    let chance = draws(&[0, 2, 1, 2, 0, 1]);
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
    assert_eq!(remarks(loaded), ["The turn is lost.", "The die shows 2."]);
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
    let chance = draws(&[3, 2, 1, 0, 2]);
    let mut pending = begun(&chance);
    let throws = draws(&[0, 0, 0, 1, 2, 2]);
    step(&mut pending, &throws);
    assert_eq!(
        pending.loaded.remarks.len(),
        4,
        "{:?}",
        pending.loaded.remarks
    );
    let last = pending.loaded.last.as_ref().unwrap();
    let shown = last.seen_by(pending.loaded.public_sight());
    assert_eq!(shown.display.as_deref(), Some("step"));
    assert_eq!(pending.loaded.state.turn(), Some(Seat(0)));
    let (_, mut commit) = pending.clone().into_commit(None, Vec::new(), Vec::new());
    let checkpoint = commit.checkpoints.pop().unwrap();
    step(&mut pending, &throws);
    let from_checkpoint = stored(&pending, Some(checkpoint));
    assert!(from_checkpoint.events.len() < pending.events.len());
    same(&pending.loaded, &replayed(&from_checkpoint));
    same(&pending.loaded, &replayed(&stored(&pending, None)));
}

#[test]
fn who_resigns_drops_out_the_others_go_on_and_the_last_one_left_wins() {
    let chance = draws(&[3, 2, 1, 1]);
    let mut pending = begun(&chance);
    assert_eq!(pending.loaded.state.turn(), Some(Seat(1)));
    // Not on their turn: the turn and the die stay.
    resign(&mut pending, Seat(2), PLAYERS[2]).unwrap();
    resolve_chance(&mut pending, &chance).unwrap();
    assert_eq!(pending.loaded.state.turn(), Some(Seat(1)));
    let resigns = remarks(&pending.loaded);
    assert_eq!(*resigns.last().unwrap(), "South resigns.");
    // On their turn: the next player rolls.
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
        "North wins: nobody else is left. 1st: North; 2nd: East, South and West."
    );
    let Replayed { loaded, lines, .. } = LoadedMatch::of_kind(&RING, &row())
        .unwrap()
        .replay_events(&stored(&pending, None))
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

/// Moves that were taken back are not played again when the record is read, however takebacks nest; the rest is.
#[test]
fn moves_that_were_taken_back_are_not_played_again() {
    let chance = draws(&[3, 2, 1, 0, 2]);
    let throws = draws(&[1; 12]);
    let mut pending = begun(&chance);
    step(&mut pending, &throws);
    let first = pending.loaded.clone();
    let take_back = |pending: &mut PendingMatch, earlier: &LoadedMatch| {
        let seat = earlier.state.turn().unwrap();
        pending.undo(earlier, seat, 5).unwrap();
    };
    step(&mut pending, &throws);
    let second = pending.loaded.clone();
    step(&mut pending, &throws);
    take_back(&mut pending, &second);
    step(&mut pending, &throws);
    take_back(&mut pending, &first);
    step(&mut pending, &throws);
    let moved: Vec<usize> = (0..pending.events.len())
        .filter(|index| matches!(pending.events[*index], Event::Moved { .. }))
        .collect();
    assert_eq!(moved.len(), 5);
    let [.., second, third, fourth, last] = moved[..] else {
        panic!("five moves")
    };
    let mut stored = stored(&pending, None);
    for cancelled in [second, third, fourth] {
        stored.events[cancelled].record.text = Some("no such move".to_owned());
    }
    same(&pending.loaded, &replayed(&stored));
    stored.events[last].record.text = Some("no such move".to_owned());
    let blank = LoadedMatch::of_kind(&RING, &row()).unwrap();
    assert!(blank.replay_events(&stored).is_err());
}
