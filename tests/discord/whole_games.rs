//! Tests of whole games of four, to their end: with dice, for stakes, with players who leave, and with a substitute.

use rookery::app::{MatchRef, MatchView, Side};
use rookery::games;
use rookery::match_state::{GameId, UserId};
use rookery::rules::{Game, Options};
use serde_json::Value;

use crate::four::{PLAYERS, resign, sit_down, two_seats_for_bob};
use crate::harness::{
    ALICE, BOB, CAROL, DAVE, Harness, asker, content, has_button, is_board, is_private, mentioned,
    picture, unnamed,
};

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

/// White is threatened by pieces of Red and of Green at once and mated: Red takes over the army.
const FIRST_MATE: &str =
    "Na7-c6 Na2-c3 Bg2-e4 Pf7-e7 Nc6-d8 Bb2-d4 Be4xc2 Pe7-d7 Nd8-f7 Bd4-f6 Nh2-f3";

/// Moves by which Green mates Black with the help of Red's knight, and at last Red with pieces that were Black's.
const TO_THE_END: &str = "Pc8-d8 Ka1-b2 Kh1-h2 Nf7-g5 Nc3-d1 Rg1-g2 Ng5xf3 Nd1xf2 Bc2-a4 Pc1-d1 Rg2xf2 \
    Kb2-c1 Rf2-c2";

/// Moves of the game with dice: queens are thrown when nobody has one, once round at the start and after the first
/// mate.
const WITH_DICE: &str = "roll:5 roll:5 roll:5 roll:5 roll:3 Na7-c6 roll:3 Na2-c3 roll:2 Bg2-e4 roll:1 Pf7-e7 \
    roll:3 Nc6-d8 roll:2 Bb2-d4 roll:2 Be4xc2 roll:1 Pe7-d7 roll:3 Nd8-f7 roll:2 Bd4-f6 roll:3 Nh2-f3 \
    roll:5 roll:5 roll:5 roll:1 Pc8-d8 roll:6 Ka1-b2 roll:6 Kh1-h2 roll:3 Nf7-g5 roll:3 Nc3-d1 roll:4 Rg1-g2 \
    roll:3 Ng5xf3 roll:3 Nd1xf2 roll:2 Bc2-a4 roll:1 Pc1-d1 roll:4 Rg2xf2 roll:6 Kb2-c1 roll:4 Rf2-c2";

/// Returns the game of four by the rules, to compare it with the played match.
fn rules(options: &[(&str, &str)]) -> Box<dyn Game> {
    let options: Options = options.iter().copied().collect();
    let kind = games::GAMES.iter().find(|kind| kind.seats.len() == 4);
    kind.unwrap().new_game(&options).unwrap()
}

/// Plays moves, each for the player whose turn it is by the rules, the seats held by `players`; returns the last board.
/// Throws and departures among the moves have happened automatically.
async fn play_on(
    harness: &Harness,
    thread: &str,
    game: &mut dyn Game,
    moves: &str,
    players: [&str; 4],
) -> Value {
    let mut last = Value::Null;
    for mv in moves.split_whitespace() {
        if !mv.contains(':') {
            let user = players[game.turn().index()];
            last = harness.play(user, thread, mv).await.message;
            assert!(is_board(&last), "{mv}: {last}");
        }
        game.play(mv).unwrap();
    }
    for line in game.status_lines() {
        assert!(content(&last).contains(&line), "{line} is missing: {last}");
    }
    last
}

/// Returns the bot's whole view of the game.
async fn known(harness: &Harness) -> MatchView {
    let show = harness
        .app()
        .show(asker(ALICE), MatchRef::Game(GameId(1)), Side::Public, None);
    show.await.unwrap()
}

async fn restart(harness: &mut Harness) {
    let before = known(harness).await;
    harness.stop_bot().await;
    harness.start_bot().await;
    let after = known(harness).await;
    assert_eq!(after.scene, before.scene);
    assert_eq!(
        (after.remarks, after.status_lines, after.last, after.next),
        (
            before.remarks,
            before.status_lines,
            before.last,
            before.next
        )
    );
    assert_eq!(
        (after.phase, after.offers, after.timer),
        (before.phase, before.offers, before.timer)
    );
}

/// Asserts that a text contains all parts in this order.
fn in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else {
            panic!("{part:?} is missing, or comes too early, in {text}")
        };
        rest = after;
    }
}

/// Returns a user's placings with their numbers, and their finished and abandoned games, of this game alone.
async fn record(harness: &Harness, user: &str) -> (Vec<(u8, u32)>, u32, u32) {
    let profile = harness.app().profile(UserId(user.parse().unwrap())).await;
    let profile = profile.unwrap();
    assert!(profile.ratings.is_empty(), "placings are kept apart");
    let mut places = profile.placings.into_iter();
    let places = places.next().map(|(_, places)| places);
    (
        places.unwrap_or_default(),
        profile.finished,
        profile.abandoned,
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn with_dice_every_throw_is_kept_shown_and_replayed() {
    let throws: Vec<&str> = WITH_DICE
        .split_whitespace()
        .filter(|entry| entry.starts_with("roll:"))
        .collect();
    let numbers: Vec<u8> = throws.iter().map(|t| t[5..].parse().unwrap()).collect();
    let mut harness = Harness::with_dice(&numbers).await;
    let thread = sit_down(&harness, &[("dice", "on")]).await;
    let mut game = rules(&[("dice", "on")]);
    let begun = harness.message(ALICE, &thread, is_board).await;
    in_order(
        &unnamed(&begun),
        &["Green throws 3: only a knight may move."],
    );
    let (start, end) =
        WITH_DICE.split_at(WITH_DICE.find("roll:5 roll:5 roll:5 roll:1 Pc8").unwrap());
    let (start, last) = start.trim_end().rsplit_once(' ').unwrap();
    play_on(&harness, &thread, game.as_mut(), start, PLAYERS).await;
    // One reply: the move, the mate and the conquest, three lost throws, and the turn after that.
    let mated = harness.play(CAROL, &thread, last).await.message;
    game.play(last).unwrap();
    in_order(
        &unnamed(&mated),
        &[
            "Nh2-f3",
            "White is checkmated and is out; Red takes over 7 pieces.",
            "Green throws 5 (no queen), Red throws 5 (no queen) and Black throws 5 (no queen): the turn is lost.",
            "Green throws 1: only a pawn may move.",
            &format!("<@{ALICE}> (Green), it is your turn."),
            "Order of play: **Green** → Red → Black.",
            "White is out, conquered by Red.",
        ],
    );
    assert_eq!(mentioned(&mated), [DAVE, ALICE]);
    restart(&mut harness).await;
    let over = play_on(&harness, &thread, game.as_mut(), end, PLAYERS).await;
    let places = "1st: Green; 2nd: Red; 3rd: Black; 4th: White.";
    in_order(
        &unnamed(&over),
        &["Green wins: nobody else is left.", places],
    );
    assert_eq!(mentioned(&over), [BOB, CAROL, DAVE]);
    picture(&over).await;
    restart(&mut harness).await;

    let stored = harness.app().store().load_whole(GameId(1)).await.unwrap();
    let kept = stored.events.iter().map(|event| &event.record);
    let kept: Vec<&str> = kept
        .filter(|record| record.kind == "rolled")
        .filter_map(|record| record.text.as_deref())
        .collect();
    assert_eq!(kept, throws);
    // The text of the game has them too, and makes the same game again.
    let which = MatchRef::Game(GameId(1));
    let history = harness.app().history(asker(ALICE), which).await.unwrap();
    let copy = harness
        .app()
        .import(asker(BOB), &history.file)
        .await
        .unwrap();
    assert_eq!(copy.scene, known(&harness).await.scene);
    for (user, place) in PLAYERS.into_iter().zip([1, 2, 3, 4]) {
        // Bob's copy of the game counts for nobody.
        assert_eq!(record(&harness, user).await, (vec![(place, 1)], 1, 0));
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn for_stakes_the_winner_takes_the_pool() {
    let harness = Harness::new().await;
    let thread = sit_down(&harness, &[("stakes", "on")]).await;
    let mut game = rules(&[("stakes", "on")]);
    let mated = play_on(&harness, &thread, game.as_mut(), FIRST_MATE, PLAYERS).await;
    // Red has lost a pawn; White was threatened twice, by another piece each time, and had 7 pieces left.
    let paid = "Pool: 10 (paid: Green 0, Red 1, Black 0, White 9).";
    assert!(content(&mated).contains(paid), "{mated}");
    // Green's knight threatens, and Red's takes the last square away.
    let (second, third) = TO_THE_END.split_at(TO_THE_END.find("Bc2-a4").unwrap());
    let mated = play_on(&harness, &thread, game.as_mut(), second, PLAYERS).await;
    in_order(
        &unnamed(&mated),
        &[
            "Nd1xf2",
            "Black is checkmated and is out; Green takes over 5 pieces.",
            "Order of play: **Green** → Red.",
            "Pool: 18 (paid: Green 0, Red 1, Black 8, White 9).",
        ],
    );
    let over = play_on(&harness, &thread, game.as_mut(), third, PLAYERS).await;
    // Black: two pieces lost, one threat, 5 pieces left. Red: another piece lost, two threats, 12 pieces left.
    in_order(
        &unnamed(&over),
        &[
            "Red is checkmated and is out; Green takes over 12 pieces.",
            "Green wins: nobody else is left. 1st: Green; 2nd: Red; 3rd: Black; 4th: White.",
            "Pool: 33 (paid: Green 0, Red 16, Black 8, White 9).",
            "The pool goes to: Green 33.",
        ],
    );
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_voted_by_those_still_in_and_shares_the_pool() {
    let mut harness = Harness::new().await;
    let thread = sit_down(&harness, &[("stakes", "on")]).await;
    let mut game = rules(&[("stakes", "on")]);
    play_on(&harness, &thread, game.as_mut(), FIRST_MATE, PLAYERS).await;
    // A mated player has no more say, and cannot end the game for the others.
    let offer = [("action", "offer")];
    for (command, options) in [("draw", &[][..]), ("resign", &[]), ("substitute", &offer)] {
        let refused = harness
            .command(DAVE, &thread, command, options)
            .await
            .message;
        assert!(
            is_private(&refused) && content(&refused).contains("You are out of this game"),
            "{command}: {refused}"
        );
    }
    let resigning = harness
        .app()
        .resign(asker(DAVE), MatchRef::Game(GameId(1)))
        .await;
    let refused = resigning.unwrap_err().to_string();
    assert!(refused.starts_with("You are out"), "{refused}");

    let offered = harness.offer_draw(BOB, &thread).await;
    let waits = format!("<@{BOB}> offers a draw; waiting for <@{ALICE}> and <@{CAROL}>.");
    assert!(content(&offered).contains(&waits), "{offered}");
    let voted = harness.click(CAROL, &offered, "Agree to a draw").await;
    let waits = format!("<@{BOB}> offers a draw; <@{CAROL}> agreed; waiting for <@{ALICE}>.");
    assert!(content(&voted.message).contains(&waits), "{voted:?}");
    restart(&mut harness).await;
    let own = harness.command(BOB, &thread, "board", &[]).await.message;
    assert!(content(&own).contains(&waits), "votes are kept: {own}");
    // Others' moves do not take consent back; an old button is still out of date.
    let there = harness.play(ALICE, &thread, "Pc8-d8").await.message;
    assert!(!content(&there).contains(&waits), "told once: {there}");
    let stale = harness
        .click(ALICE, &voted.message, "Agree to a draw")
        .await;
    assert!(is_private(&stale.message), "{stale:?}");
    let drawn = harness
        .click(ALICE, &there, "Agree to a draw")
        .await
        .message;
    in_order(
        &unnamed(&drawn),
        &[
            "A draw: the players agreed. 1st: Green, Red and Black; 4th: White.",
            "Pool: 10",
            "The pool goes to: Green 4, Red 3, Black 3.",
        ],
    );
    restart(&mut harness).await;
    assert_eq!(record(&harness, DAVE).await.0, [(4, 1)]);
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vote_that_only_an_absent_player_has_not_answered_passes() {
    let harness = Harness::with_clock().await;
    let thread = sit_down(&harness, &[("clock", "1")]).await;
    let offered = harness.offer_draw(BOB, &thread).await;
    harness.click(CAROL, &offered, "Agree to a draw").await;
    let voted = harness
        .click(DAVE, &offered, "Agree to a draw")
        .await
        .message;
    assert!(
        content(&voted).contains(&format!("waiting for <@{ALICE}>")),
        "{voted}"
    );
    harness.pass(DAY + HOUR).await;
    let excused = harness
        .message(ALICE, &thread, |m| {
            is_board(m) && content(m).contains("gets one extension")
        })
        .await;
    assert!(has_button(&excused, "Agree to a draw"), "{excused}");
    harness.pass(DAY + HOUR).await;
    let drawn = harness
        .message(BOB, &thread, |m| content(m).contains("A draw"))
        .await;
    assert!(
        content(&drawn).contains("1st: Green, Red, Black and White."),
        "{drawn}"
    );
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_resigns_one_runs_out_of_time_and_the_others_finish() {
    let harness = Harness::with_clock().await;
    let thread = sit_down(&harness, &[("clock", "1"), ("flag", "hard")]).await;
    let mut game = rules(&[]);
    let left = resign(&harness, CAROL, &thread).await;
    game.play("drop:black").unwrap();
    in_order(
        &unnamed(&left),
        &[
            "Black resigns.",
            "Black is out; the pieces stay on the board, frozen.",
            "Order of play: **Green** → Red → White.",
            "Black has left; the pieces are frozen.",
        ],
    );
    let moves = "Na7-c6 Na2-c3 Pf7-e7";
    play_on(&harness, &thread, game.as_mut(), moves, PLAYERS).await;

    // The excuse comes first, with a fresh deadline that everybody sees.
    harness.pass(DAY + HOUR).await;
    let excused = harness
        .message(BOB, &thread, |m| {
            is_board(m) && content(m).contains("gets one extension")
        })
        .await;
    let deadline = 1_800_000_000 + 2 * DAY + HOUR;
    let until = format!("<t:{deadline}:R>");
    assert!(content(&excused).contains(&until), "{excused}");
    assert_eq!(mentioned(&excused), [ALICE]);
    harness.pass(DAY + HOUR).await;
    harness
        .message(BOB, &thread, |m| {
            is_board(m) && has_button(m, "Take over Green")
        })
        .await;
    harness.pass(3 * DAY + HOUR).await;
    let dropped = harness
        .message(BOB, &thread, |m| {
            is_board(m) && content(m).contains("Green has left; the pieces are frozen.")
        })
        .await;
    game.play("drop:green").unwrap();
    in_order(
        &unnamed(&dropped),
        &[
            "Green has run out of time.",
            "Green is out; the pieces stay on the board, frozen.",
            "Order of play: **Red** → White.",
        ],
    );
    assert_eq!(mentioned(&dropped), [ALICE, BOB]);
    assert!(!has_button(&dropped, "Take over Green"), "{dropped}");
    let late = harness.play(ALICE, &thread, "Nc6-d8").await.message;
    assert!(is_private(&late), "{late}");

    // Players who have left are not asked.
    let vote = harness.offer_draw(DAVE, &thread).await;
    let waits = format!("offers a draw; waiting for <@{BOB}>.");
    assert!(content(&vote).contains(&waits), "{vote}");
    // Red's knight mates; Green's frozen one has blocked nobody.
    let moves = "Nc3-b5 Ph6-h5 Nb5-d6 Ph5-h4 Nd6-f7";
    let over = play_on(&harness, &thread, game.as_mut(), moves, PLAYERS).await;
    let places = "Red wins: nobody else is left. 1st: Red; 2nd: White; 3rd: Green; 4th: Black.";
    assert!(content(&over).contains(places), "{over}");
    let mut all = mentioned(&over);
    all.sort_unstable();
    assert_eq!(all, [ALICE, CAROL, DAVE]);
    assert_eq!(record(&harness, ALICE).await, (vec![(3, 1)], 0, 1));
    assert_eq!(record(&harness, BOB).await, (vec![(1, 1)], 1, 0));
    assert_eq!(record(&harness, CAROL).await, (vec![(4, 1)], 1, 0));
    assert_eq!(record(&harness, DAVE).await, (vec![(2, 1)], 1, 0));
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_substitute_plays_on_to_the_end_and_each_has_their_own_record() {
    let harness = Harness::with_clock().await;
    let table = two_seats_for_bob(&harness).await;
    harness.click(CAROL, &table, "Play White").await;
    let (thread, _) = harness.first_board().await;
    let mut game = rules(&[]);
    let players = [ALICE, BOB, BOB, CAROL];

    // A player's seat can be offered, and kept after all; they play on meanwhile.
    let offered = harness
        .command(ALICE, &thread, "substitute", &[("action", "offer")])
        .await
        .message;
    assert!(has_button(&offered, "Take over Green"), "{offered}");
    assert!(content(&offered).contains("offers the seat to anyone."));
    let refused = harness
        .click(BOB, &offered, "Take over Green")
        .await
        .message;
    assert!(is_private(&refused), "who plays already: {refused}");
    let kept = harness
        .command(ALICE, &thread, "substitute", &[("action", "keep")])
        .await
        .message;
    assert!(!has_button(&kept, "Take over Green"), "{kept}");
    let gone = harness
        .click(DAVE, &offered, "Take over Green")
        .await
        .message;
    assert!(is_private(&gone), "{gone}");
    // White's seat is offered when White is mated: a seat that is out cannot be taken over.
    harness
        .command(CAROL, &thread, "substitute", &[("action", "offer")])
        .await;
    let mated = play_on(&harness, &thread, game.as_mut(), FIRST_MATE, players).await;
    assert!(!has_button(&mated, "Take over White"), "{mated}");
    let refused = harness
        .command(DAVE, &thread, "substitute", &[])
        .await
        .message;
    assert!(is_private(&refused), "{refused}");

    // Green stays away: excused once, and then the seat is for anyone.
    harness.pass(DAY + HOUR).await;
    harness
        .message(BOB, &thread, |m| {
            is_board(m) && content(m).contains("gets one extension")
        })
        .await;
    harness.pass(DAY + HOUR).await;
    let vacated = harness
        .message(DAVE, &thread, |m| {
            is_board(m)
                && content(m).contains("Anyone may take over the seat until")
                && has_button(m, "Take over Green")
        })
        .await;
    assert!(!has_button(&vacated, "Take over White"), "{vacated}");
    let taken = harness
        .command(DAVE, &thread, "substitute", &[])
        .await
        .message;
    assert!(
        is_board(&taken) && content(&taken).contains("plays Green now, in place of"),
        "{taken}"
    );
    assert!(content(&taken).contains(&format!("<@{DAVE}> (Green), it is your turn")));
    let before = harness.play(ALICE, &thread, "Pc8-d8").await.message;
    assert!(is_private(&before), "{before}");
    let players = [DAVE, BOB, BOB, CAROL];
    let over = play_on(&harness, &thread, game.as_mut(), TO_THE_END, players).await;
    let places = "Green wins: nobody else is left. 1st: Green; 2nd: Red; 3rd: Black; 4th: White.";
    assert!(content(&over).contains(places), "{over}");

    // Alice left by time and has no part in the end; Dave's game is his own.
    assert_eq!(record(&harness, ALICE).await, (vec![], 0, 1));
    assert_eq!(record(&harness, DAVE).await, (vec![(1, 1)], 1, 0));
    assert_eq!(record(&harness, CAROL).await, (vec![(4, 1)], 1, 0));
    assert_eq!(record(&harness, BOB).await, (vec![(2, 1), (3, 1)], 1, 0));
    harness.end().await;
}
