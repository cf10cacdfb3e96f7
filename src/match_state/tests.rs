//! Matches without a game: places, seats, turns and endings.

use super::*;

const ANN: UserId = UserId(1);
const BOB: UserId = UserId(2);
const CY: UserId = UserId(3);
const DEE: UserId = UserId(4);

fn after(size: u8, events: &[Event]) -> Result<MatchState, MatchError> {
    events
        .iter()
        .try_fold(MatchState::new(usize::from(size)), |state, event| {
            Ok(state.step(event, 100)?.0)
        })
}

fn opened() -> Event {
    Event::Opened {
        user: ANN,
        wish: None,
    }
}

fn joined(user: UserId, wish: Option<Seat>) -> Event {
    Event::Joined { user, wish }
}

fn moved(seat: u8, user: UserId, next: u8) -> Event {
    Event::Moved {
        seat: Seat(seat),
        user,
        text: "x".to_owned(),
        next: Seat(next),
    }
}

/// Returns a begun match of four, with the players in the order of their arrival.
fn four() -> MatchState {
    let mut state = after(4, &[opened(), joined(BOB, None), joined(CY, None)]).unwrap();
    let (full, effects) = state.step(&joined(DEE, None), 100).unwrap();
    assert_eq!(effects, vec![Effect::Full]);
    state = full;
    let seating = state.seating(&state.free_seats());
    for event in seating.iter().chain([&Event::Began { next: Seat(0) }]) {
        state = state.step(event, 100).unwrap().0;
    }
    state
}

#[test]
fn places_kept_for_the_invited_are_not_for_others() {
    let invited = Event::Invited { user: BOB };
    let state = after(3, &[opened(), invited]).unwrap();
    assert_eq!(state.places(), 1);
    let state = state.step(&joined(CY, None), 100).unwrap().0;
    assert_eq!(state.step(&joined(DEE, None), 100), Err(MatchError::Kept));
    let (_, effects) = state.step(&joined(BOB, None), 100).unwrap();
    assert_eq!(effects, vec![Effect::Full]);
}

#[test]
fn a_declined_place_at_a_table_where_others_wait_is_for_anyone() {
    let invite = |user| Event::Invited { user };
    let state = after(3, &[opened(), invite(BOB), invite(CY)]).unwrap();
    let declined = state.leaving(BOB).unwrap();
    assert_eq!(declined, vec![Event::Declined { user: BOB }]);
    let state = state.step(&declined[0], 100).unwrap().0;
    assert_eq!(state.places(), 1);
    // Cy declines too: a place is open to anyone, so the table keeps waiting.
    assert_eq!(state.leaving(CY).unwrap().len(), 1);
    // A table without anybody left to wait for is closed.
    let state = after(2, &[opened(), invite(BOB)]).unwrap();
    let events = state.leaving(BOB).unwrap();
    assert!(matches!(
        events[..],
        [Event::Declined { .. }, Event::Ended { .. }]
    ));
}

#[test]
fn wishes_are_kept_and_the_rest_is_as_the_lot_falls() {
    let red = Some(Seat(1));
    let state = after(4, &[opened(), joined(BOB, red)]).unwrap();
    assert_eq!(
        state.step(&joined(CY, red), 100),
        Err(MatchError::SeatTaken(Seat(1)))
    );
    let state = state.step(&joined(CY, None), 100).unwrap().0;
    let state = state.step(&joined(DEE, Some(Seat(0))), 100).unwrap().0;
    let seating = state.seating(&[Seat(3), Seat(2)]);
    let seated: Vec<_> = seating
        .iter()
        .map(|event| match event {
            Event::Seated { seat, user } => (seat.0, *user),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(seated, vec![(0, DEE), (1, BOB), (2, CY), (3, ANN)]);
}

#[test]
fn only_the_owner_of_the_seat_to_move_moves() {
    let state = four();
    assert_eq!(state.turn(), Some(Seat(0)));
    assert_eq!(
        state.step(&moved(0, BOB, 1), 100),
        Err(MatchError::NotAPlayer)
    );
    assert_eq!(
        state.step(&moved(1, BOB, 2), 100),
        Err(MatchError::NotTheirTurn)
    );
    let (state, effects) = state.step(&moved(0, ANN, 1), 250).unwrap();
    assert_eq!(effects, vec![Effect::Turn(Seat(1))]);
    assert_eq!((state.since(), state.moves()), (250, 1));
}

#[test]
fn rounds_are_counted_by_the_order_of_play_though_seats_drop_out() {
    let mut state = four();
    let mut rounds = Vec::new();
    // After the first round the second seat is out, and the last mover of the third moves twice in a row.
    for (seat, user, next) in [
        (0, ANN, 1),
        (1, BOB, 2),
        (2, CY, 3),
        (3, DEE, 0),
        (0, ANN, 2),
        (2, CY, 3),
        (3, DEE, 3),
        (3, DEE, 0),
    ] {
        state = state.step(&moved(seat, user, next), 100).unwrap().0;
        rounds.push(state.round());
    }
    assert_eq!(rounds, vec![1, 1, 1, 1, 2, 2, 2, 3]);
}

#[test]
fn one_who_resigns_is_out_and_the_others_play_on() {
    let state = four();
    let resigned = Event::Resigned {
        seat: Seat(2),
        user: CY,
        text: Some("drop:black".to_owned()),
        next: Seat(0),
    };
    let (state, effects) = state.step(&resigned, 900).unwrap();
    assert!(effects.is_empty(), "it is still the same player's turn");
    assert_eq!(state.since(), 100);
    assert!(state.is_out(Seat(2)));
    assert_eq!(state.phase(), &Phase::Playing);
    assert_eq!(state.step(&resigned, 901), Err(MatchError::Out));
}

#[test]
fn nothing_happens_after_the_end() {
    let ending = Ending {
        how: "draw:repetition".to_owned(),
        quarters: vec![2; 4],
        placings: vec![1; 4],
    };
    let ended = Event::Ended { ending };
    let (state, effects) = four().step(&ended, 100).unwrap();
    assert_eq!(effects, vec![Effect::Over]);
    assert_eq!(state.turn(), None);
    assert_eq!(state.step(&ended, 100), Err(MatchError::Over));
    assert_eq!(state.step(&moved(0, ANN, 1), 100), Err(MatchError::Over));
    assert_eq!(
        state.step(&joined(UserId(9), None), 100),
        Err(MatchError::NotOpen)
    );
}

#[test]
fn endings_are_read_as_they_were_written() {
    let ending = Ending {
        how: "won:white:last-standing".to_owned(),
        quarters: vec![0, 0, 0, 4],
        placings: vec![4, 3, 2, 1],
    };
    let written = "won:white:last-standing 0,0,0,4 4,3,2,1";
    assert_eq!(ending.to_string(), written);
    assert_eq!(Ending::from_text(written), Some(ending));
    for text in [
        "",
        "closed",
        "closed - - -",
        "draw:x 2;2 1,1",
        "draw:x 2,300 1,1",
    ] {
        assert_eq!(Ending::from_text(text), None, "{text:?}");
    }
}

/// A moderator can open a seat of a game of more than two, which its player then cannot keep, and can hide a match
/// even when it is over.
#[test]
fn a_freed_seat_cannot_be_kept_and_a_match_is_hidden_at_any_time() {
    let moderated = |action, seat| Event::Moderated {
        user: DEE,
        action,
        seat,
    };
    let events = |size: u8| {
        let users = [ANN, BOB, CY, DEE];
        let mut events = vec![opened()];
        events.extend((1..size).map(|seat| joined(users[usize::from(seat)], None)));
        events.extend((0..size).map(|seat| Event::Seated {
            seat: Seat(seat),
            user: users[usize::from(seat)],
        }));
        events.push(Event::Began { next: Seat(0) });
        events
    };
    let two = after(2, &events(2)).unwrap();
    let free = moderated(Moderation::Free, Some(Seat(1)));
    assert_eq!(two.step(&free, 100).err(), Some(MatchError::Inconsistent));
    let three = after(3, &events(3)).unwrap();
    let (freed, _) = three.step(&free, 100).unwrap();
    assert_eq!(freed.vacant(), [Seat(1)]);
    let kept = freed.step(&Event::Kept { seat: Seat(1) }, 100);
    assert_eq!(kept.err(), Some(MatchError::Freed));
    let taken = Event::Substituted {
        seat: Seat(1),
        user: DEE,
    };
    assert!(freed.step(&taken, 100).unwrap().0.vacant().is_empty());

    let ending = Ending {
        how: "over:moderator".to_owned(),
        quarters: vec![2; 3],
        placings: vec![1; 3],
    };
    let (over, _) = freed.step(&Event::Ended { ending }, 100).unwrap();
    let close = moderated(Moderation::Close, None);
    assert_eq!(over.step(&close, 100).err(), Some(MatchError::NotOpen));
    let (hidden, _) = over.step(&moderated(Moderation::Hide, None), 100).unwrap();
    assert!(hidden.is_hidden() && hidden.changed() == over.changed());
    let (match_view, _) = hidden
        .step(&moderated(Moderation::Show, None), 100)
        .unwrap();
    assert!(!match_view.is_hidden());
}

/// A checkpoint without the fields of moderation can be read.
#[test]
fn an_older_checkpoint_can_be_read() {
    let state = after(2, &[opened()]).unwrap();
    let mut older = serde_json::to_value(&state).unwrap();
    for member in ["freed", "hidden"] {
        assert!(older.as_object_mut().unwrap().remove(member).is_some());
    }
    assert_eq!(serde_json::from_value::<MatchState>(older).unwrap(), state);
}
