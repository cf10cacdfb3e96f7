//! Tests of `custom_id`s: each action is written and read again, and foreign texts are refused.

use super::*;
use crate::app::PlanEdit;
use crate::app::SoloTask;
use crate::match_state::UserId;
use proptest::prelude::*;

/// The actions of lessons and puzzles.
fn tasks() -> Vec<CustomId> {
    let path = Path(vec![3, 12, 0]);
    let exercise = || SoloTask::Exercise {
        key: "towers".to_owned(),
        step: 4,
    };
    let puzzle = || SoloTask::Puzzle { id: 77, ply: 2 };
    let presses = [
        TaskAction::Show(exercise()),
        TaskAction::Show(puzzle()),
        TaskAction::Skip {
            key: "seasons".to_owned(),
            step: 8,
        },
        TaskAction::Choose {
            task: exercise(),
            path: Path::default(),
            page: 0,
        },
        TaskAction::Choose {
            task: puzzle(),
            path: path.clone(),
            page: 2,
        },
        TaskAction::Pick {
            task: puzzle(),
            path: path.clone(),
        },
        TaskAction::Go {
            task: exercise(),
            path,
        },
        TaskAction::Type(puzzle()),
        TaskAction::Answer {
            task: exercise(),
            text: "a2+a1".to_owned(),
        },
        TaskAction::Answer {
            task: puzzle(),
            text: "d4>e5:g8,h7".to_owned(),
        },
        TaskAction::Larger(puzzle()),
        TaskAction::Part {
            task: exercise(),
            part: 3,
        },
        TaskAction::Solution {
            id: u64::MAX,
            ply: 0,
        },
        TaskAction::Solve(77),
        TaskAction::Another(78),
        TaskAction::Next(None),
        TaskAction::Next(Some("tower".to_owned())),
        TaskAction::Learn("abstract".to_owned()),
        TaskAction::Play("tower".to_owned()),
    ];
    presses.into_iter().map(CustomId::Task).collect()
}

/// The actions about the machine.
fn machine() -> Vec<CustomId> {
    let (game, ply, level) = (GameId(12), 40, &crate::engine::LEVELS[7]);
    let actions = [
        MachineAction::Levels(game),
        MachineAction::LevelMenu(game),
        MachineAction::Fill { game, level },
        MachineAction::Again { game, level },
        MachineAction::Hint(At { game, ply }),
        MachineAction::HintMove(At { game, ply }),
        MachineAction::HintLine { game, ply, at: 3 },
        MachineAction::Review(game),
        MachineAction::Show(game),
        MachineAction::GoOn { game, ply, level },
    ];
    actions.map(CustomId::Machine).to_vec()
}

/// The actions on events.
fn events() -> Vec<CustomId> {
    use EventButton::{
        Cancel, CancelConfirmed, Join, Mine, Start, Table, Withdraw, WithdrawConfirmed,
    };
    let buttons = [
        Join,
        Withdraw,
        WithdrawConfirmed,
        Start,
        Cancel,
        CancelConfirmed,
        Table,
        Mine,
    ];
    let event = crate::tournament::TournamentId(12);
    let actions = buttons.map(|button| CustomId::Event { button, event });
    actions.to_vec()
}

/// The actions on seasons.
fn seasons() -> Vec<CustomId> {
    use SeasonButton::{Division, Join, Leave, Mine, Table, Withdraw, WithdrawConfirmed};
    let season = crate::tournament::TournamentId(12);
    let buttons = [
        Join,
        Leave,
        Withdraw,
        WithdrawConfirmed,
        Mine,
        Division,
        Table,
    ];
    let actions = buttons.map(|button| CustomId::Season { button, season });
    [&actions[..], &[CustomId::SeasonMenu]].concat()
}

fn examples() -> Vec<CustomId> {
    let game = GameId(12);
    let at = At { game, ply: 7 };
    let path = Path(vec![3, 12, 0]);
    vec![
        CustomId::Lobby(LobbyAction::Join {
            game,
            seat: None,
            home: Home::Thread,
        }),
        CustomId::Lobby(LobbyAction::Join {
            game,
            seat: Some(Seat(3)),
            home: Home::Here,
        }),
        CustomId::Lobby(LobbyAction::JoinAs {
            game,
            key: Some("towers".to_owned()),
            home: Home::Thread,
        }),
        CustomId::Lobby(LobbyAction::JoinAs {
            game,
            key: None,
            home: Home::Here,
        }),
        CustomId::Lobby(LobbyAction::Sit { game, key: None }),
        CustomId::Lobby(LobbyAction::Sit {
            game,
            key: Some("abstract".to_owned()),
        }),
        CustomId::Lobby(LobbyAction::Tables { page: 3 }),
        CustomId::Lobby(LobbyAction::Seats { page: 3 }),
        CustomId::Lobby(LobbyAction::SeekMenu),
        CustomId::Lobby(LobbyAction::Leave {
            game,
            home: Home::Thread,
        }),
        CustomId::Lobby(LobbyAction::Close(game)),
        CustomId::Lobby(LobbyAction::Reopen(game)),
        CustomId::Guide(GuideAction::Start(at)),
        CustomId::Learn {
            key: "abstract".to_owned(),
            twists: Vec::new(),
        },
        CustomId::Learn {
            key: "tower".to_owned(),
            twists: vec!["atomic".to_owned(), "marseillais".to_owned()],
        },
        CustomId::View(at),
        CustomId::Guide(GuideAction::Choose {
            game,
            ply: 7,
            path: Path::default(),
            page: 0,
        }),
        CustomId::Guide(GuideAction::Choose {
            game,
            ply: 7,
            path: path.clone(),
            page: 2,
        }),
        CustomId::Guide(GuideAction::Pick {
            game,
            ply: 7,
            path: path.clone(),
            page: 2,
        }),
        CustomId::Guide(GuideAction::Go { game, ply: 7, path }),
        CustomId::Play {
            game,
            ply: 7,
            text: "d4>e5:g8,h7".to_owned(),
        },
        CustomId::Larger(at),
        CustomId::Part {
            game,
            ply: 7,
            part: 3,
        },
        CustomId::Pieces(game),
        CustomId::PieceMenu(game),
        CustomId::Piece { game, piece: 7 },
        CustomId::Games {
            page: 2,
            filter: ListFilter::default(),
        },
        CustomId::Games {
            page: 0,
            filter: ListFilter {
                over: true,
                ..ListFilter::default()
            },
        },
        CustomId::Games {
            page: u16::MAX,
            filter: ListFilter {
                over: false,
                key: Some("abstract".to_owned()),
                with: Some(UserId(u64::MAX)),
            },
        },
        CustomId::More(at),
        CustomId::Lobby(LobbyAction::TableMenu {
            game,
            home: Home::Thread,
            setting: TableSetting::Clock,
        }),
        CustomId::Lobby(LobbyAction::SetTable {
            game,
            home: Home::Here,
            setting: TableSetting::Variant,
            value: "chamber".to_owned(),
        }),
        CustomId::Lobby(LobbyAction::Challenge {
            key: "abstract".to_owned(),
            user: UserId(4),
        }),
        CustomId::See {
            game,
            ply: 7,
            text: "d4>e5:g8,h7".to_owned(),
        },
        CustomId::Moves(game),
        CustomId::Resign(at),
        CustomId::ResignConfirmed(at),
        CustomId::Cancel,
        CustomId::Erase,
        CustomId::Nothing,
        CustomId::EndGame(at),
        CustomId::Rules {
            key: "abstract".to_owned(),
            page: 4,
        },
        CustomId::RulesMenu {
            key: "abstract".to_owned(),
            menu: 1,
        },
        CustomId::Show,
        CustomId::Offer {
            game,
            ply: 7,
            kind: OfferKind::Draw,
        },
        CustomId::Decline {
            game,
            ply: 7,
            kind: OfferKind::Takeback,
        },
        CustomId::Claim(at),
        CustomId::ClaimConfirmed(at),
        CustomId::Gift(at),
        CustomId::AskDraw(at),
        CustomId::OfferDraw(at),
        CustomId::Take {
            game,
            seat: Seat(2),
        },
        CustomId::Explore(ExploreAction::Open(at)),
        CustomId::Explore(ExploreAction::Look {
            game,
            ply: 7,
            at: 3,
        }),
        CustomId::Explore(ExploreAction::Menu {
            game,
            ply: 7,
            at: 3,
            text: String::new(),
        }),
        CustomId::Explore(ExploreAction::Try {
            game,
            ply: 7,
            at: 3,
            text: "=d4>e5:g8,h7".to_owned(),
        }),
        CustomId::Explore(ExploreAction::Play(at)),
        CustomId::Explore(ExploreAction::Plan(at)),
        CustomId::Guide(GuideAction::Another(at)),
        CustomId::Guide(GuideAction::Type(at)),
        CustomId::Board(game),
        CustomId::Task(TaskAction::Menu(TaskMenu::Play)),
        CustomId::Task(TaskAction::Menu(TaskMenu::Learn)),
        CustomId::Plan(PlanAction::Show(game)),
        CustomId::Plan(PlanAction::Menu(at)),
        CustomId::Plan(PlanAction::Pick {
            game,
            ply: 7,
            line: 31,
        }),
        CustomId::Plan(PlanAction::Edit {
            game,
            ply: 7,
            line: 31,
            edit: PlanEdit::Out,
        }),
        CustomId::Plan(PlanAction::Edit {
            game,
            ply: 7,
            line: 31,
            edit: PlanEdit::Down,
        }),
    ]
}

#[test]
fn what_is_written_is_read_again_and_no_two_are_alike() {
    let examples = [examples(), tasks(), machine(), events(), seasons()].concat();
    let ids: Vec<String> = examples
        .iter()
        .map(|custom_id| {
            let id = custom_id.id().unwrap();
            assert_eq!(CustomId::parse(&id).as_ref(), Some(custom_id), "{id}");
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
        "r1:season:join:0",
        "r1:season:join:012",
        "r1:season:start:12",
        "r1:season:join:12:1",
        "r1:pastseason:",
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
        "r1:joinas:1:tower",
        "r1:leave:1:y",
        "r1:tablemenu:1:t:colour",
        "r1:challenge:tower:x",
        "r1:go:1:2",
        "r1:pick:1:2:3",
        "r1:look:1:2",
        "r1:tried:1:2:3",
        "r1:planedit:1:2:3:sideways",
        "r1:planpick:1:2:-3",
        "r1:offer:1:2:everything",
        "r1:larger:1",
        "r1:claim:7",
        "r1:claim:7:40:1",
        "r1:claimed:7:40",
        "r1:task:e.abstract",
        "r1:task:p.4d.0",
        "r1:task:x.abstract.0",
        "r1:tasksolution:e.abstract.0",
        "r1:tasksolve:4d",
        "r1:tasksolve:00000000000000AA",
        "r1:tasknext:Tower",
        "r1:type:1",
        "r1:type:1:2:3",
        "r1:board:0",
        "r1:games:0:ended::",
        "r1:games:0:over",
        "r1:games:0:over::me",
        "r1:taskgames:",
        "r1:taskgames:read",
        "r1:taskplay:",
        "r1:taskplay:Tower",
        "r1:taskplay:tower:1",
        "r1:learn:tower:",
        "r1:learn:tower:+",
        "r1:learn:tower:atomic++half",
        "r1:learn:tower:atomic+",
        "r1:event:join",
        "r1:event:join:0",
        "r1:event:join:-1",
        "r1:event:join:012",
        "r1:event:join:1:2",
        "r1:event:win:1",
        "r1:m:",
        "r1:m:fill:7",
        "r1:m:fill:7:9",
        "r1:m:fill:7:0",
        "r1:m:fill:07:1",
        "r1:m:fill:0:1",
        "r1:m:again:7:1:1",
        "r1:m:hint:7:-1",
        "r1:m:line:7:40",
        "r1:m:line:7:40:-1",
        "r1:m:goon:7:40:300",
        "r1:m:other:7",
        "R1:cancel",
        " r1:cancel",
    ] {
        assert_eq!(CustomId::parse(id), None, "{id:?}");
    }
    assert_eq!(
        CustomId::parse(&format!("r1:play:1:2:{}", "x".repeat(100))),
        None
    );
}

#[test]
fn an_id_that_would_be_too_long_is_not_made() {
    let long = CustomId::Play {
        game: GameId(1),
        ply: 1,
        text: "x".repeat(100),
    };
    assert_eq!(long.id(), None);
}

proptest! {
    #[test]
    fn nothing_panics(id in "\\PC{0,120}") {
        let _ = CustomId::parse(&id);
    }

    #[test]
    fn ours_are_read_as_they_are_written(verb in "[a-z]{3,8}", rest in "[0-9a-z:+\\-]{0,30}") {
        let id = format!("r1:{verb}:{rest}");
        if let Some(custom_id) = CustomId::parse(&id) {
            prop_assert_eq!(custom_id.to_string(), id);
        }
    }
}
