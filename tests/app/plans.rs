//! Tests of moves that are made for players: planned moves, and the only legal one.

use std::sync::atomic::Ordering;

use crate::harness::{
    ANN, BOB, CY, DEE, TestApp, board, challenge, four, legal, match_view, sent_kinds,
};
use rookery::app::{MatchRef, NewGame, NotificationKind, OfferKind, Plan, PlanEdit, Preferences};
use rookery::match_state::{ChannelId, DAY, GameId, UserId};
use rookery::rules::Seat;

mod dice;

/// A plan requested at a closed table is that of the match that is played elsewhere.
#[tokio::test]
async fn the_plan_of_no_named_match_is_of_one_that_is_played() {
    let harness = TestApp::new().await;
    let closed = harness
        .app
        .open(harness.at(ANN, 22), challenge())
        .await
        .unwrap();
    let here = closed.game;
    harness.app.set_home(here, ChannelId(22)).await.unwrap();
    harness.app.close(harness.by(ANN), here).await.unwrap();
    let game = harness.begun(challenge()).await;
    harness.app.set_home(game, ChannelId(11)).await.unwrap();
    let text = "Ng1-f3: Nb8-c6";
    let made = harness
        .app
        .plan(harness.at(BOB, 22), MatchRef::Here, text)
        .await
        .unwrap();
    assert_eq!(made.game, game);
    let seen = harness
        .app
        .planned(harness.at(BOB, 22), MatchRef::Here)
        .await
        .unwrap();
    assert_eq!((seen.game, seen.lines.len()), (game, 1));
}

#[tokio::test]
async fn a_plan_answers_at_once_and_says_when_it_cannot() {
    let mut harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    let own = harness
        .app
        .plan(harness.by(ANN), which, "e6: e3")
        .await
        .unwrap_err();
    assert!(own.to_string().starts_with("It is your turn"), "{own}");
    for (text, why) in [
        ("if e3 then e3", "e3"),
        ("if Ke1-e4 then e6", "if Ke1-e4 then e6"),
        ("hello", "Write a line as"),
        ("then then then", "Write a line as"),
        (":", "Write a line as"),
    ] {
        let refused = harness
            .app
            .plan(harness.by(BOB), which, text)
            .await
            .unwrap_err();
        assert!(refused.to_string().contains(why), "{text}: {refused}");
    }
    let text =
        "if Ng1-f3 then Nb8-c6 then if Nf3-g1 then Nc6-b8; Pe2-e3: Pe7-e6; any other move: Pa7-a6";
    let plan = harness
        .app
        .plan(harness.by(BOB), which, text)
        .await
        .unwrap();
    assert_eq!(plan.lines[2].text, "if any move then Pa7-a6");
    assert!(
        harness
            .app
            .planned(harness.by(ANN), which)
            .await
            .unwrap()
            .lines
            .is_empty(),
        "private"
    );
    harness = harness.restart().await;
    sent_kinds(&harness).await;
    let played = harness.play(ANN, game, "Ng1-f3").await;
    assert_eq!(played.next[0].1, ANN);
    assert_eq!(
        played.last.as_ref().unwrap().display.as_deref(),
        Some("Nb8-c6")
    );
    assert_eq!(played.before, ["White played Ng1-f3."]);
    assert_eq!(
        played.mention,
        [] as [UserId; 0],
        "nobody is called to a board they have seen"
    );
    // Time is credited as for any move.
    assert_eq!(played.clocks[1].left, Some(8 * DAY));
    let played = harness.play(ANN, game, "Nf3-g1").await;
    assert_eq!(
        played.last.as_ref().unwrap().display.as_deref(),
        Some("Nc6-b8")
    );
    assert!(
        harness
            .app
            .planned(harness.by(BOB), which)
            .await
            .unwrap()
            .lines
            .is_empty()
    );
    let after = harness.restart().await;
    assert_eq!(match_view(&after, game).await.remarks, played.remarks);
    harness = after;

    let waiting = harness.play(ANN, game, "Pe2-e3").await;
    assert_eq!(waiting.next[0].1, BOB);
    harness.play(BOB, game, "Pe7-e6").await;
    harness
        .app
        .plan(harness.by(BOB), which, "Pa2-a3: Pa7-a6")
        .await
        .unwrap();
    sent_kinds(&harness).await;
    harness.play(ANN, game, "Ph2-h3").await;
    let notices = sent_kinds(&harness).await;
    assert!(
        matches!(&notices[..], [(Some(BOB), NotificationKind::PlanLapsed { because })] if because.contains("did not foresee")),
        "{notices:?}"
    );
}

/// "If Bxe5 then Qxe5; any other capture on e5: Rxe5": the first line that fits is played, and captures can be left
/// open.
#[tokio::test]
async fn the_first_line_that_fits_is_played_and_captures_can_be_left_open() {
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    for (user, text) in [
        (ANN, "Ng1-f3"),
        (BOB, "Pe7-e6"),
        (ANN, "Nf3-e5"),
        (BOB, "Nb8-c6"),
    ] {
        harness.play(user, game, text).await;
    }
    // The piece on e5 is White's own: Black plans for a capture elsewhere.
    let none = harness
        .app
        .plan(harness.by(BOB), which, "any capture on e5: Nc6xe5")
        .await;
    assert!(none.unwrap_err().to_string().contains("No legal move"));
    let captures = |text: &String| text.contains('x');
    let taking = legal(&harness.app, game).await.into_iter().find(captures);
    let taking = taking.expect("White can take something");
    let square = taking.split('x').nth(1).unwrap().to_owned();
    let mut after = board(&harness.app, game).await;
    after.play(&taking).unwrap();
    let back = after
        .legal()
        .into_iter()
        .find(|text| text.ends_with(&format!("x{square}")));
    let back = back.expect("Black can take it back");
    let line = format!("if Pa2-a3 then Pa7-a6; any other capture on {square}: {back}");
    let plan = harness
        .app
        .plan(harness.by(BOB), which, &line)
        .await
        .unwrap();
    assert_eq!(
        plan.lines[1].text,
        format!("if any capture on {square} then {back}")
    );
    let played = harness.play(ANN, game, &taking).await;
    assert_eq!((played.next[0].1, played.last.unwrap().number), (ANN, 3));
    let file = harness
        .app
        .history(harness.by(ANN), which)
        .await
        .unwrap()
        .file;
    assert!(file.contains(&format!("{taking} {back}")), "{file}");
}

fn texts(plan: &Plan) -> Vec<&str> {
    plan.lines.iter().map(|line| line.text.as_str()).collect()
}

/// The numbers in the menus of a player's plan do not depend on others' plans.
#[tokio::test]
async fn the_numbers_of_a_plan_tell_nothing_of_what_others_plan() {
    const MINE: &str = "if Pa2-a3 then Pa7-a6; if Pb2-b3 then Pb7-b6; if Pa2-a3 then Pa7-a6";
    let mut seen = Vec::new();
    for others in [false, true] {
        let harness = TestApp::new().await;
        let mut numbers = Vec::new();
        let games = [
            harness.begun(challenge()).await,
            harness.begun(challenge()).await,
        ];
        let which = MatchRef::Game(games[0]);
        for _ in 0..2 {
            if others {
                let other = MatchRef::Game(games[1]);
                let planned = harness.app.plan(harness.by(BOB), other, MINE).await;
                planned.unwrap();
            }
            let plan = harness.app.plan(harness.by(BOB), which, MINE).await;
            numbers.extend(plan.unwrap().lines.iter().map(|line| line.id));
        }
        // Each line has a separate number.
        let mut own = numbers[..3].to_vec();
        own.dedup();
        assert_eq!(own.len(), 3);
        seen.push(numbers);
    }
    assert_eq!(seen[0], seen[1]);
}

#[tokio::test]
async fn lines_are_added_moved_and_taken_out_one_by_one() {
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    let plan = harness
        .app
        .plan(
            harness.by(BOB),
            which,
            "if Pa2-a3 then Pa7-a6 then if Pb2-b3 then Pb7-b6; if Pa2-a3 then Pc7-c6",
        )
        .await
        .unwrap();
    let more = harness
        .app
        .add_to_plan(harness.by(BOB), which, "if Pb2-b3 then Pe7-e6")
        .await
        .unwrap();
    let [b, a, c] = [
        "if Pb2-b3 then Pe7-e6",
        "if Pa2-a3 then Pa7-a6 then if Pb2-b3 then Pb7-b6",
        "if Pa2-a3 then Pc7-c6",
    ];
    assert_eq!(texts(&more), [a, c, b], "new lines are tried last");
    let edit = async |plan: &Plan, at: usize, edit| {
        let line = plan.lines[at].id;
        let edited = harness
            .app
            .edit_plan(harness.by(BOB), which, line, edit)
            .await;
        edited.unwrap()
    };
    let old = plan.lines[0].id;
    let plan = edit(&more, 2, PlanEdit::First).await;
    assert_eq!(texts(&plan), [b, a, c]);
    let plan = edit(&plan, 0, PlanEdit::Up).await;
    assert_eq!(texts(&plan), [b, a, c]);
    let plan = edit(&plan, 1, PlanEdit::Down).await;
    assert_eq!(texts(&plan), [b, c, a]);
    let plan = edit(&plan, 0, PlanEdit::Down).await;
    assert_eq!(texts(&plan), [c, b, a]);
    let plan = edit(&plan, 2, PlanEdit::Up).await;
    assert_eq!(texts(&plan), [c, a, b]);
    let plan = edit(&plan, 1, PlanEdit::Down).await;
    assert_eq!(texts(&plan), [c, b, a]);
    let plan = edit(&plan, 0, PlanEdit::Out).await;
    assert_eq!(texts(&plan), [b, a]);
    let gone = harness
        .app
        .edit_plan(harness.by(BOB), which, old, PlanEdit::Out)
        .await;
    assert!(gone.unwrap_err().to_string().contains("not in your plan"));
    let theft = harness
        .app
        .edit_plan(harness.by(ANN), which, plan.lines[0].id, PlanEdit::Out)
        .await;
    assert!(theft.is_err(), "nobody touches another's plan");

    // A line that has gone a step further is shown as its remainder, and stays so when others are added.
    harness.play(ANN, game, "Pa2-a3").await;
    let plan = harness.app.planned(harness.by(BOB), which).await.unwrap();
    assert_eq!(texts(&plan), ["if Pb2-b3 then Pb7-b6"]);
    let plan = harness
        .app
        .add_to_plan(harness.by(BOB), which, "Ph2-h3: Ph7-h6")
        .await
        .unwrap();
    assert_eq!(
        texts(&plan),
        ["if Pb2-b3 then Pb7-b6", "if Ph2-h3 then Ph7-h6"]
    );
    // A button from before the move is refused as stale.
    let stale = harness
        .app
        .edit_plan(
            harness.by(BOB),
            MatchRef::At(game, 1),
            plan.lines[0].id,
            PlanEdit::Out,
        )
        .await;
    assert!(stale.unwrap_err().to_string().contains("since then"));
    let played = harness.play(ANN, game, "Pb2-b3").await;
    assert_eq!(played.last.unwrap().display.as_deref(), Some("Pb7-b6"));
    // A plan can also be cleared on the player's own turn.
    let own = harness.app.plan(harness.by(ANN), which, "").await.unwrap();
    assert!(own.lines.is_empty());
    // Lines after one that fits any move are tried only if its answer is not legal: the plan reports that line.
    for (lines, catch_all) in [
        ("any move: Pa6-a5; Ph2-h3: Ph7-h6", Some(0)),
        (
            "Ph2-h3: Ph7-h6; any move: Pa6-a5; any move: Pc7-c6",
            Some(1),
        ),
        ("Ph2-h3: Ph7-h6; any move: Pa6-a5", None),
        ("Pg2-g3: Pg7-g6; Ph2-h3: Ph7-h6", None),
    ] {
        let plan = harness.app.plan(harness.by(BOB), which, lines).await;
        assert_eq!(plan.unwrap().catch_all, catch_all, "{lines}");
    }
    let many = vec!["any move: Pa6-a5"; 20].join(";");
    harness
        .app
        .plan(harness.by(BOB), which, &many)
        .await
        .unwrap();
    let more = harness
        .app
        .add_to_plan(harness.by(BOB), which, "any move: Pa6-a5");
    let more = more.await.unwrap_err();
    assert!(more.to_string().contains("at most 20 lines"), "{more}");
}

/// Returns the player to move, and the seat that moves after `mv`, unless a throw loses them the turn.
async fn planner(harness: &TestApp, game: GameId, mv: &str) -> Option<(UserId, Seat)> {
    let mut after = board(&harness.app, game).await;
    after.play(mv).unwrap();
    let seat = after.turn();
    let users = [ANN, BOB, CY, DEE];
    Some((users[seat.index()], seat)).filter(|_| !after.status().is_over())
}

#[tokio::test]
async fn the_only_move_is_made_for_who_wants_that() {
    let harness = TestApp::new().await;
    let wish = Preferences {
        forced: true,
        ..Preferences::default()
    };
    for user in [ANN, BOB, CY] {
        harness
            .app
            .prefer(harness.by(user), wish.clone())
            .await
            .unwrap();
    }
    assert_eq!(harness.app.preferences(BOB).await.unwrap(), wish);
    let game = harness.begun(challenge()).await;
    // Several moves are possible: none is made automatically.
    assert_eq!(harness.play(ANN, game, "Ng1-f3").await.next[0].1, BOB);

    // Dice leave few moves, and often only one.
    let game = harness.seated(four(true)).await;
    for _ in 0..60 {
        let Some((_, user)) = match_view(&harness, game).await.next.first().copied() else {
            break;
        };
        let moves = legal(&harness.app, game).await;
        harness.now.fetch_add(1, Ordering::SeqCst);
        harness.play(user, game, &moves[moves.len() / 2]).await;
    }
    let stored = harness.app.store().load_whole(game).await.unwrap();
    let new = four(true);
    let kind = rookery::games::find(&new.game).unwrap();
    let mut board = kind.new_game(&new.options).unwrap();
    let (mut made, mut left) = (0, 0);
    for row in stored.events {
        let (kind, text) = (
            row.record.kind.as_str(),
            row.record.text.unwrap_or_default(),
        );
        match kind {
            "answered" => {
                assert_eq!(board.only_move().as_ref(), Some(&text));
                assert_ne!(row.record.user, Some(DEE), "Dee has not asked for it");
                made += 1;
            }
            "moved" => {
                let only = board.only_move().is_some();
                assert!(
                    !only || row.record.user == Some(DEE),
                    "{text} was the only move"
                );
                left += usize::from(only);
            }
            "rolled" => {}
            _ => continue,
        }
        board.play(&text).unwrap();
    }
    assert!(made > 3 && left > 0, "{made} made, {left} left to Dee");
}

/// A planned move is judged like any move: a piece of the other side is refused when the line is written, in canonical
/// spelling too, and nothing is stored.
#[tokio::test]
async fn a_planned_line_moves_nobody_elses_piece() {
    let harness = TestApp::new().await;
    let game = harness
        .begun(NewGame {
            game: "towers".to_owned(),
            ..challenge()
        })
        .await;
    let which = MatchRef::Game(game);
    for text in [
        "if Na1-b3 then Nb3-c5",
        "if Nb3-c5 then Nc5-d7",
        "if Nb3-c5 then Pa4-a5",
        "if Nd10-e8 then Ph8-h7",
        "if any move then Pa4-a5",
        "if any move then Nb3-c5",
    ] {
        let refused = harness.app.plan(harness.by(BOB), which, text).await;
        assert!(refused.is_err(), "{text}");
    }
    let plan = harness.app.planned(harness.by(BOB), which).await.unwrap();
    assert!(plan.lines.is_empty(), "{:?}", plan.lines);
    harness
        .app
        .play(harness.by(ANN), which, "Nd10-e8")
        .await
        .unwrap_err();
    assert_eq!(match_view(&harness, game).await.last, None);
    // The same lines with the player's own pieces are stored.
    let plan = harness
        .app
        .plan(harness.by(BOB), which, "if Nb3-c5 then Ph8-h7")
        .await;
    assert_eq!(texts(&plan.unwrap()), ["if Nb3-c5 then Ph8-h7"]);
}

/// A slip of one player costs the other neither the plan nor its secrecy.
#[tokio::test]
async fn a_move_taken_back_at_once_leaves_the_plans_as_they_were() {
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    let plan = "if Nb1-c3 then Nb8-c6; if Ng1-f3 then Ng8-f6 then if Nf3-g1 then Nf6-g8";
    let planned = harness
        .app
        .plan(harness.by(BOB), which, plan)
        .await
        .unwrap();
    sent_kinds(&harness).await;
    let texts_of =
        |plan: &Plan| -> Vec<String> { plan.lines.iter().map(|line| line.text.clone()).collect() };
    harness.play(ANN, game, "Pe2-e3").await;
    let gone = harness.app.planned(harness.by(BOB), which).await.unwrap();
    assert!(gone.lines.is_empty());
    let takeback = OfferKind::Takeback;
    let back = harness.app.offer(harness.by(ANN), which, takeback).await;
    assert!(back.unwrap().offers.is_empty(), "it is free");
    let again = harness.app.planned(harness.by(BOB), which).await.unwrap();
    assert_eq!(texts_of(&again), texts_of(&planned));
    let notices = sent_kinds(&harness).await;
    let Some((Some(BOB), NotificationKind::PlanLapsed { because })) = notices.last() else {
        panic!("{notices:?}")
    };
    assert!(because.contains("is again what it was"), "{because}");
    // Trying one move after another until none is answered takes consent.
    harness.play(ANN, game, "Pd2-d3").await;
    let asked = harness.app.offer(harness.by(ANN), which, takeback).await;
    assert_eq!(asked.unwrap().offers[0].awaited, [BOB]);
    let back = harness.app.offer(harness.by(BOB), which, takeback).await;
    assert!(back.unwrap().offers.is_empty());
    let dropped = harness.app.planned(harness.by(BOB), which).await.unwrap();
    assert!(dropped.lines.is_empty());
}

/// A slip is taken back within the minute, also if a planned answer came at once: the opponent has thought about it no
/// more than about an unanswered move. This is free once a turn, since otherwise a plan could be sounded out.
#[tokio::test]
async fn a_planned_answer_does_not_make_a_slip_final() {
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    let plan = "any move: Nb8-c6";
    let planned = harness
        .app
        .plan(harness.by(BOB), which, plan)
        .await
        .unwrap();
    let answered = harness.play(ANN, game, "Pe2-e3").await;
    assert_eq!(answered.last.unwrap().display.as_deref(), Some("Nb8-c6"));
    let takeback = OfferKind::Takeback;
    // The answer is not Ann's to take back, nor the slip Bob's.
    let back = harness.app.offer(harness.by(ANN), which, takeback).await;
    let back = back.unwrap();
    assert!(back.offers.is_empty(), "it is free");
    assert_eq!(back.next[0].1, ANN);
    assert!(back.last.is_none(), "{:?}", back.last);
    let again = harness.app.planned(harness.by(BOB), which).await.unwrap();
    assert_eq!(again.lines[0].text, planned.lines[0].text);
    let answered = harness.play(ANN, game, "Pd2-d3").await;
    assert_eq!(answered.last.unwrap().display.as_deref(), Some("Nb8-c6"));
    let asked = harness.app.offer(harness.by(ANN), which, takeback).await;
    assert_eq!(asked.unwrap().offers[0].awaited, [BOB]);
    // After an answer by hand the takeback needs the opponent's consent.
    let second = harness.begun(challenge()).await;
    harness.play(ANN, second, "Pe2-e3").await;
    harness.play(BOB, second, "Nb8-c6").await;
    let asked = harness
        .app
        .offer(harness.by(ANN), MatchRef::Game(second), takeback);
    assert_eq!(asked.await.unwrap().offers[0].awaited, [BOB]);
}
