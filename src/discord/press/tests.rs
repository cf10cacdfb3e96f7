//! What a `custom_id` says, and what is none of ours.

use super::*;
use proptest::prelude::*;

fn examples() -> Vec<Press> {
    let game = GameId(12);
    let path = Path(vec![3, 12, 0]);
    vec![
        Press::Join {
            game,
            seat: None,
            thread: true,
        },
        Press::Join {
            game,
            seat: Some(Seat(3)),
            thread: false,
        },
        Press::Leave { game, thread: true },
        Press::Close { game },
        Press::Start { game, ply: 7 },
        Press::Learn {
            key: "abstract".to_owned(),
        },
        Press::View { game, ply: 7 },
        Press::Choose {
            game,
            ply: 7,
            path: Path::default(),
            page: 0,
        },
        Press::Choose {
            game,
            ply: 7,
            path: path.clone(),
            page: 2,
        },
        Press::Pick {
            game,
            ply: 7,
            path: path.clone(),
            page: 2,
        },
        Press::Go { game, ply: 7, path },
        Press::Play {
            game,
            ply: 7,
            text: "d4>e5:g8,h7".to_owned(),
        },
        Press::Larger { game, ply: 7 },
        Press::Part {
            game,
            ply: 7,
            part: 3,
        },
        Press::Pieces { game },
        Press::More { game, ply: 7 },
        Press::TableMenu {
            game,
            thread: true,
            setting: TableSetting::Clock,
        },
        Press::SetTable {
            game,
            thread: false,
            setting: TableSetting::Variant,
            value: "chamber".to_owned(),
        },
        Press::Challenge {
            key: "abstract".to_owned(),
            user: UserId(4),
        },
        Press::See {
            game,
            ply: 7,
            text: "d4>e5:g8,h7".to_owned(),
        },
        Press::Moves { game },
        Press::Resign { game, ply: 7 },
        Press::ResignYes { game, ply: 7 },
        Press::Cancel,
        Press::Erase,
        Press::Nothing,
        Press::EndGame { game, ply: 7 },
        Press::Rules {
            key: "abstract".to_owned(),
            page: 4,
        },
        Press::RulesMenu {
            key: "abstract".to_owned(),
        },
        Press::Show,
        Press::Offer {
            game,
            ply: 7,
            kind: OfferKind::Draw,
        },
        Press::Decline {
            game,
            ply: 7,
            kind: OfferKind::Takeback,
        },
        Press::Claim { game, ply: 7 },
        Press::Gift { game, ply: 7 },
        Press::Take {
            game,
            seat: Seat(2),
        },
        Press::Explore { game, ply: 7 },
        Press::Look {
            game,
            ply: 7,
            at: 3,
        },
        Press::TryMenu {
            game,
            ply: 7,
            at: 3,
            typed: String::new(),
        },
        Press::Try {
            game,
            ply: 7,
            at: 3,
            text: "=d4>e5:g8,h7".to_owned(),
        },
        Press::PlayLine { game, ply: 7 },
        Press::PlanLine { game, ply: 7 },
        Press::Another { game, ply: 7 },
        Press::Planned { game },
        Press::PlanMenu { game, ply: 7 },
        Press::PlanPick {
            game,
            ply: 7,
            line: 31,
        },
        Press::PlanEdit {
            game,
            ply: 7,
            line: 31,
            edit: PlanEdit::Out,
        },
        Press::PlanEdit {
            game,
            ply: 7,
            line: 31,
            edit: PlanEdit::Down,
        },
    ]
}

#[test]
fn what_is_written_is_read_again_and_no_two_are_alike() {
    let ids: Vec<String> = examples()
        .iter()
        .map(|press| {
            let id = press.id().unwrap();
            assert_eq!(Press::parse(&id).as_ref(), Some(press), "{id}");
            id
        })
        .collect();
    let different: std::collections::BTreeSet<_> = ids.iter().collect();
    assert_eq!(different.len(), ids.len());
}

#[test]
fn forged_ids_are_none_of_ours() {
    for id in [
        "",
        "r1",
        "r1:",
        "r0:cancel",
        "r1:cancel:",
        "r1:cancel:1",
        "r1:view:12",
        "r1:view:0:7",
        "r1:view:-1:7",
        "r1:view:+1:7",
        "r1:view:012:7",
        "r1:view:12:7:9",
        "r1:view:12:99999999999",
        "r1:view:99999999999999999999:1",
        "r1:play:1:2:",
        "r1:choose:1:2:3--4:0",
        "r1:choose:1:2:-:0",
        "r1:join:1:any:x",
        "r1:join:1:256:t",
        "R1:cancel",
        " r1:cancel",
    ] {
        assert_eq!(Press::parse(id), None, "{id:?}");
    }
    assert_eq!(
        Press::parse(&format!("r1:play:1:2:{}", "x".repeat(100))),
        None
    );
}

#[test]
fn an_id_that_would_be_too_long_is_not_made() {
    let long = Press::Play {
        game: GameId(1),
        ply: 1,
        text: "x".repeat(100),
    };
    assert_eq!(long.id(), None);
}

proptest! {
    #[test]
    fn nothing_panics(id in "\\PC{0,120}") {
        let _ = Press::parse(&id);
    }

    #[test]
    fn ours_are_read_as_they_are_written(verb in "[a-z]{3,8}", rest in "[0-9a-z:\\-]{0,30}") {
        let id = format!("r1:{verb}:{rest}");
        if let Some(press) = Press::parse(&id) {
            prop_assert_eq!(press.to_string(), id);
        }
    }
}
