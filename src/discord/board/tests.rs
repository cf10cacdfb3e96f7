//! Tests of the contents of messages, and of the limits that they keep.

use super::*;
use crate::app::{Answered, FirstHint, History, LastMove, Remark, Steps, Walk};
use crate::discord::custom_id::Home;
use crate::match_state::GameId;
use crate::rules::{Choice, Choices, Seat};
use crate::scene::Grid;
use serde_json::Value;

fn scene() -> Scene {
    Scene {
        grids: vec![Grid::blank(1, 1)],
        columns: 1,
        cell: 60,
        trays: Vec::new(),
        turn: None,
    }
}

pub(super) fn match_view(seats: &[&str]) -> MatchView {
    MatchView {
        choices: Vec::new(),
        outside: false,
        moves: 0,
        told: 0,
        changed: 7,
        decided: None,
        game: GameId(12),
        ply: 7,
        key: "plain",
        title: "Plain Game".to_owned(),
        seats: seats
            .iter()
            .zip(1..)
            .map(|(name, user)| ((*name).to_owned(), Some(UserId(user))))
            .collect(),
        teams: &[],
        twisted: Vec::new(),
        twists: Vec::new(),
        opener: Some(UserId(1)),
        guests: Vec::new(),
        phase: Phase::Playing,
        home: None,
        since: 0,
        last: Some(LastMove {
            ply: 7,
            seat: "White".to_owned(),
            number: 3,
            display: Some("Nf3".to_owned()),
            words: "The knight goes from g1 to f3".to_owned(),
            at_once: false,
        }),
        before: Vec::new(),
        reach: None,
        remarks: Vec::new(),
        next: vec![(Seat(1), UserId(2))],
        terms: None,
        timer: None,
        clocks: Vec::new(),
        offers: Vec::new(),
        new_offers: Vec::new(),
        ratings: Vec::new(),
        declined: None,
        mention: vec![UserId(2)],
        hidden: false,
        role: None,
        private: false,
        hides: false,
        given_up: false,
        can_reopen: false,
        result: None,
        rounds: 0,
        rivals: 1,
        uncounted: None,
        levels: &crate::engine::LEVELS,
        secret: false,
        posted: false,
        warnings: vec!["The knight on f3 attacks your king.".to_owned()],
        status_lines: Vec::new(),
        lessons: Vec::new(),
        scene: scene(),
        alt: "A plain board, <@1>.".to_owned(),
    }
}

pub(super) fn remark(text: &str) -> Remark {
    Remark {
        ply: 7,
        text: text.to_owned(),
        lasts: false,
    }
}

pub(super) fn drawn() -> RenderedBoard {
    RenderedBoard {
        board: Some(vec![1]),
    }
}

fn ids(reply: &Reply) -> Vec<String> {
    let rows = serde_json::to_value(&reply.rows).unwrap();
    let rows = rows.as_array().unwrap();
    rows.iter()
        .flat_map(|row| row["components"].as_array().unwrap())
        .map(|one: &Value| one["custom_id"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_board_says_who_played_what_and_mentions_only_who_is_next() {
    let reply = board(&match_view(&["White", "Black"]), drawn());
    assert!(
        reply.content.contains("White (<@1>) played `Nf3`"),
        "{}",
        reply.content
    );
    let lines: Vec<&str> = reply.content.lines().collect();
    assert_eq!(
        lines[1],
        "⚠️ The knight on f3 attacks your king. <@2> (Black), it is your turn."
    );
    assert_eq!(lines[2], "-# **Plain Game** · game 12");
    assert_eq!(lines.len(), 3);
    assert_eq!(reply.pings, [UserId(2)]);
    assert_eq!(reply.files[0].alt, "A plain board, <@1>.");
    assert!(!reply.private);
}

#[test]
fn without_a_picture_the_move_stands_and_the_words_are_there() {
    let reply = board(&match_view(&["White", "Black"]), RenderedBoard::default());
    assert!(reply.files.is_empty());
    assert!(reply.content.contains("could not be drawn"));
    assert!(reply.content.contains("played `Nf3`"));
    assert!(reply.content.contains("A plain board"));
    let mut long = match_view(&["White", "Black"]);
    long.alt = "x".repeat(1024);
    long.status_lines = vec!["y".repeat(900), "z".repeat(900)];
    let reply = board(&long, RenderedBoard::default());
    assert!(reply.content.encode_utf16().count() <= 2000);
}

#[test]
fn a_post_has_three_lines_however_much_there_is_to_say() {
    let mut full = match_view(&["White", "Black"]);
    full.before = vec!["White played a planned move.".to_owned()];
    full.remarks = ["The die shows 5.", "Red has no move"].map(remark).into();
    full.status_lines = vec!["Pool: 12.".to_owned(), "Red is out.".to_owned()];
    full.lessons = vec!["A queen goes one step.".to_owned()];
    let reply = board(&full, drawn());
    let lines: Vec<&str> = reply.content.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("White played a planned move. White (<@1>) played `Nf3`"));
    assert!(lines[0].ends_with(". The die shows 5. Red has no move."));
    assert_eq!(
        lines[2],
        "-# **Plain Game** · game 12 · Pool: 12. Red is out. 💡 A queen goes one step."
    );
    full.phase = Phase::Over {
        ending: "A draw: the players agreed.".to_owned(),
    };
    assert_eq!(board(&full, drawn()).content.lines().count(), 3);
}

#[test]
fn whose_turn_it_is_is_never_cut_off() {
    let mut long = match_view(&["White", "Black"]);
    long.remarks = (0..100)
        .map(|n| remark(&format!("Something happened, number {n}.")))
        .collect();
    let reply = board(&long, drawn());
    assert!(reply.content.encode_utf16().count() <= 2000);
    assert!(
        reply
            .content
            .contains("it is your turn.\n-# **Plain Game**"),
        "{}",
        reply.content
    );
}

#[test]
fn the_oldest_events_are_left_out_first_and_whole() {
    let mut long = match_view(&["White", "Black"]);
    long.before = (0..100)
        .map(|n| format!("Something happened, number {n}."))
        .collect();
    let text = board(&long, drawn()).content;
    assert!(text.encode_utf16().count() <= 2000);
    assert!(text.starts_with("Something happened, number "), "{text}");
    assert!(text.contains("number 99. White"), "{text}");
    assert!(
        text.contains("played `Nf3`: the knight goes from g1 to f3."),
        "{text}"
    );
    assert!(!text.contains("number 0.") && !text.contains('…'), "{text}");
}

#[test]
fn a_table_of_four_offers_each_open_seat() {
    let mut four = match_view(&["Green", "Red", "Black", "White"]);
    for seat in 1..4 {
        four.seats[seat].1 = None;
    }
    four.phase = Phase::Open {
        invited: Vec::new(),
        empty: 3,
    };
    let reply = table(&four, drawn(), Home::Thread);
    assert_eq!(
        ids(&reply),
        [
            "r1:join:12:1:t",
            "r1:join:12:2:t",
            "r1:join:12:3:t",
            "r1:join:12:any:t",
            "r1:m:levels:12",
            "r1:leave:12:t",
            "r1:close:12",
            "r1:learn:plain"
        ]
    );
}

#[test]
fn buttons_of_a_board_carry_game_and_ply_and_end_with_the_game() {
    let mut game = match_view(&["White", "Black"]);
    let playing = ids(&board(&game, drawn()));
    for id in ["r1:start:12:7", "r1:view:12:7", "r1:more:12:7"] {
        assert!(playing.iter().any(|known| known == id), "{playing:?}");
    }
    game.phase = Phase::Over {
        ending: "White wins: Black resigned.".to_owned(),
    };
    game.next.clear();
    let over = board(&game, drawn());
    assert!(over.content.contains("White wins"));
    assert!(
        !ids(&over)
            .iter()
            .any(|id| id.contains("resign") || id.contains("start"))
    );
}

/// A phone shows two rows below a board without scrolling; offers, claims and free seats add a row.
#[test]
fn a_board_has_two_rows_of_buttons_at_most() {
    let machine = UserId::machine(&crate::engine::LEVELS[2]);
    for machine in [None, Some(machine)] {
        let mut game = match_view(&["White", "Black"]);
        if let Some(machine) = machine {
            game.seats[0].1 = Some(machine);
        }
        for phase in [
            Phase::Playing,
            Phase::Over {
                ending: "White wins: Black resigned.".to_owned(),
            },
        ] {
            game.phase = phase;
            let user = game.seats[1].1.unwrap();
            for reply in [
                board(&game, drawn()),
                own(&game, drawn(), &[], user),
                own(&game, drawn(), &[], UserId(99)),
                more(&game, user),
                more(&game, UserId(99)),
            ] {
                assert!(reply.rows.len() <= 2, "{:?}", ids(&reply));
                let unique: std::collections::BTreeSet<_> = ids(&reply).into_iter().collect();
                assert_eq!(unique.len(), ids(&reply).len());
            }
            // Every board has a button for the sheet of pieces.
            let pieces = "r1:pieces:12".to_owned();
            for reply in [board(&game, drawn()), own(&game, drawn(), &[], UserId(99))] {
                assert!(ids(&reply).contains(&pieces), "{:?}", ids(&reply));
            }
        }
    }
}

/// A menu leads to every page of every game's rules.
#[test]
fn the_menus_of_the_rules_have_all_pages() {
    for kind in crate::games::GAMES {
        let lessons = (kind.lessons)();
        let reply = lesson(kind, &lessons, 0, &[], None, None);
        let rows = serde_json::to_value(&reply.rows).unwrap();
        let values: Vec<usize> = rows
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|row| row["components"][0]["options"].as_array().cloned())
            .flatten()
            .map(|option| option["value"].as_str().unwrap().parse().unwrap())
            .collect();
        let all: Vec<usize> = (0..lessons.len()).collect();
        assert_eq!(values, all, "{}", kind.key);
        let ids = ids(&reply);
        let unique: std::collections::BTreeSet<_> = ids.iter().collect();
        assert_eq!(unique.len(), ids.len(), "{ids:?}");
    }
}

fn walk(options: usize, path: Vec<u16>) -> Steps {
    Steps {
        game: GameId(12),
        ply: 7,
        title: "Plain Game".to_owned(),
        walk: Walk {
            text: "N".to_owned(),
            chosen: Some("knight".to_owned()),
            answered: vec![Answered {
                path: Vec::new(),
                choices: Choices::default(),
                taken: 0,
            }],
            path,
            choices: Choices {
                prompt: "Where to?".to_owned(),
                options: (0..options)
                    .map(|n| Choice {
                        text: format!("N{n}"),
                        label: "l".repeat(150),
                        whole: true,
                    })
                    .collect(),
            },
            ..Walk::default()
        },
        display: String::new(),
        preview: None,
        alt: String::new(),
        effects: Vec::new(),
        solo: false,
        piece: None,
    }
}

#[test]
fn many_choices_are_paged_and_every_one_can_be_reached() {
    let walk = |options| walk(options, vec![3]);
    let mut values = Vec::new();
    for page in 0..3 {
        let reply = steps(&walk(60), page, None);
        let rows = serde_json::to_value(&reply.rows).unwrap();
        let menu = &rows[0]["components"][0];
        for option in menu["options"].as_array().unwrap() {
            assert!(option["label"].as_str().unwrap().chars().count() <= 100);
            values.push(option["value"].as_str().unwrap().to_owned());
        }
        let all = ids(&reply);
        let unique: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!(unique.len(), all.len(), "{all:?}");
    }
    let expected: Vec<String> = (0..60).map(|n: u32| n.to_string()).collect();
    assert_eq!(values, expected);
    // A page number past the end shows the last page.
    assert!(steps(&walk(60), 999, None).content.contains("Page 3 of 3"));
    let nothing = steps(&walk(0), 0, None);
    assert!(nothing.content.contains("/move"), "{}", nothing.content);
}

#[test]
fn a_menu_says_the_piece_in_words_and_that_it_took_the_only_answer() {
    let chosen = steps(&walk(2, vec![3]), 0, None).content;
    assert!(chosen.contains("So far: knight."), "{chosen}");
    assert!(!chosen.contains("only choice"), "{chosen}");
    let mut taken = walk(2, vec![3, 0]);
    taken.walk.only = true;
    let taken = steps(&taken, 0, None).content;
    assert!(taken.contains("There was only one choice left"), "{taken}");
    // There was no choice to make at any step.
    let mut only = walk(0, vec![0]);
    (only.walk.only, only.walk.whole, only.walk.answered) = (true, true, Vec::new());
    let only = steps(&only, 0, None);
    assert!(
        only.content.contains("It is your only move."),
        "{}",
        only.content
    );
    assert_eq!(ids(&only), ["r1:go:12:7:0"]);
}

#[test]
fn a_way_too_long_for_a_button_is_explained() {
    let reply = steps(&walk(2, vec![100; 40]), 0, None);
    assert!(reply.content.contains("more parts"), "{}", reply.content);
}

#[test]
fn a_long_history_keeps_its_end_and_the_file_has_all() {
    let history = super::history(&History {
        game: GameId(12),
        title: "Plain Game".to_owned(),
        seats: vec![("White".to_owned(), Some(UserId(1)))],
        lines: (1..=500).map(|n| format!("{n}. Nf3 ```Nf6")).collect(),
        file: "everything".to_owned(),
    });
    assert!(history.content.encode_utf16().count() <= 2000);
    assert!(history.content.contains("500. ") && !history.content.contains("\n1. "));
    assert_eq!(history.content.matches("```").count(), 2);
    assert_eq!(history.files[0].bytes, b"everything");
}

#[test]
fn every_page_of_every_games_rules_fits_into_a_message() {
    for kind in crate::games::GAMES {
        let lessons = (kind.lessons)();
        // The first page names the two twists with the longest names.
        let values = kind.twist_option().map_or(&[][..], |(_, values)| values);
        let mut twists: Vec<String> = values.iter().map(|(key, _)| (*key).to_owned()).collect();
        twists.sort_by_key(|key| std::cmp::Reverse(key.len()));
        twists.truncate(2);
        for page in 0..lessons.len() {
            let reply = lesson(kind, &lessons, page, &twists, None, None);
            assert!(
                reply.content.encode_utf16().count() <= 2000,
                "{} {page}",
                kind.key
            );
            assert!(!reply.content.contains('…') || lessons[page].text.contains('…'));
            let ids = ids(&reply);
            assert!(ids.iter().all(|id| id.chars().count() <= 100));
        }
    }
}

/// The first page of the rules of a game with twists names the twists' pages, and has buttons to them.
#[test]
fn the_first_page_of_rules_leads_to_the_twists() {
    let kind = crate::games::find("tower").unwrap();
    let lessons = (kind.lessons)();
    let twists = ["alice".to_owned(), "marseillais".to_owned()];
    let first = lesson(kind, &lessons, 0, &twists, None, None);
    for twist in &twists {
        let page = lessons
            .iter()
            .position(|lesson| lesson.key == twist.as_str());
        let (page, title) = (page.unwrap(), &lessons[page.unwrap()].title);
        let said = format!("**{title}** (page {})", page + 1);
        assert!(first.content.contains(&said), "{}", first.content);
        let button = CustomId::Rules {
            key: kind.key.to_owned(),
            page: u16::try_from(page).unwrap(),
        };
        assert!(
            ids(&first).contains(&button.to_string()),
            "{:?}",
            ids(&first)
        );
    }
    let plain = lesson(kind, &lessons, 0, &[], None, None);
    assert!(!plain.content.contains("has a twist"));
}

/// A first hint names what is in danger and what can be captured, on positions of Abstract Chess.
#[test]
fn a_first_hint_says_what_is_in_danger_and_what_can_be_taken() {
    let kind = crate::games::find("abstract").unwrap();
    let options = crate::rules::Options::new();
    for (position, said, unsaid) in [
        (
            "4k3/8/8/8/8/8/8/K3R3 w - 0",
            "win the game with your next move",
            "in danger",
        ),
        (
            "r3k3/8/8/8/8/8/8/R2K4 w - 0",
            "on a1 is in danger: the four-stack on a8 can take it.\nThe four-stack on a8 can be taken, and nothing can take back.",
            "Nothing of yours",
        ),
        (
            "4k3/8/8/8/8/1p6/2R5/7K w - 0",
            "on c2 is in danger: the single stone on b3 can take it.",
            "can be taken",
        ),
        (
            "3rk3/8/8/8/8/8/8/R2K4 w - 0",
            "way out of the attack",
            "in danger",
        ),
        (
            "4k3/8/8/8/8/7p/8/K3N3 w - 0",
            "Nothing of yours is in danger",
            "can be taken,",
        ),
    ] {
        let game = kind.from_position(&options, position).unwrap();
        let reply = first_hint(&FirstHint {
            game: GameId(12),
            ply: 7,
            overview: game.overview().unwrap(),
            danger: None,
        });
        assert!(
            reply.content.contains(said),
            "{position}: {}",
            reply.content
        );
        assert!(
            !reply.content.contains(unsaid),
            "{position}: {}",
            reply.content
        );
        assert!(reply.private && ids(&reply).len() == 1);
    }
}
