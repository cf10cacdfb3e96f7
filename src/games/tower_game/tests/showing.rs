//! Words, menus, lessons and pictures.

use super::*;
use crate::scene::{Figure, Grid, Mark, Scene, View};

/// The marks of a cube in a picture whose slices are numbered by their headings, seen from White.
fn marks(scene: &Scene, cube: &str) -> Vec<Mark> {
    cell(scene, cube).marks.clone()
}

fn slice<'s>(scene: &'s Scene, rank: &str) -> &'s Grid {
    scene
        .grids
        .iter()
        .find(|grid| grid.badge.as_ref().is_some_and(|badge| badge.text == rank))
        .unwrap()
}

fn cell<'s>(scene: &'s Scene, name: &str) -> &'s crate::scene::Cell {
    let cube = Cube::parse(name).unwrap();
    let index = usize::from((4 - cube.row()) * 5 + cube.column());
    slice(scene, &name[2..]).cells[index].as_ref().unwrap()
}

fn badges(scene: &Scene) -> Vec<String> {
    scene
        .grids
        .iter()
        .map(|grid| {
            grid.badge
                .as_ref()
                .map(|badge| badge.text.clone())
                .unwrap_or_default()
        })
        .collect()
}

fn seen(game: &dyn Game, from: Option<Seat>, reach: Option<&str>, layout: Option<&str>) -> Scene {
    game.scene(&View {
        from,
        reach: reach.map(str::to_owned),
        layout: layout.map(str::to_owned),
    })
}

#[test]
fn slices_go_from_the_enemys_home_down_to_ones_own() {
    let game = started("", "");
    assert_eq!(
        badges(&seen(&*game, None, None, None)),
        ["8", "7", "6", "5", "4", "3", "2", "1", ""],
        "and the tower from the side"
    );
    assert_eq!(
        badges(&seen(&*game, Some(Seat::BLACK), None, None)),
        ["1", "2", "3", "4", "5", "6", "7", "8", ""]
    );
    assert_eq!(
        badges(&seen(&*game, None, None, Some("wide"))),
        ["5", "6", "7", "8", "1", "2", "3", "4"]
    );
    let shogi = started("rules=shogi", "");
    assert_eq!(
        badges(&seen(&*shogi, Some(Seat::BLACK), None, None)),
        ["9", "8", "7", "6", "5", "4", "3", "2", "1"]
    );
    assert_eq!(
        badges(&seen(&*started("board=chamber", ""), None, None, None)).len(),
        6
    );
}

#[test]
fn the_last_move_is_seen_across_slices() {
    let game = started("", "cc4");
    let scene = seen(&*game, None, None, None);
    assert_eq!(marks(&scene, "cc2"), [Mark::From, Mark::Trail]);
    assert_eq!(marks(&scene, "cc4"), [Mark::To]);
    for name in ["cc1", "cc3", "cc5", "cc8"] {
        assert_eq!(marks(&scene, name), [Mark::Trail], "{name}");
    }
    let lit: Vec<&str> = scene
        .grids
        .iter()
        .filter_map(|grid| grid.badge.as_ref())
        .filter(|badge| badge.lit)
        .map(|badge| badge.text.as_str())
        .collect();
    assert_eq!(lit, ["4", "2"]);
    // A leap shows its starting cube on the slice where it arrives.
    let game = started("", "Jdc1-bb3");
    assert_eq!(slice(&seen(&*game, None, None, None), "3").strokes.len(), 1);
}

#[test]
fn reach_marks_every_slice_where_a_piece_can_go() {
    let game = placed("", "Kcc1 Ree1 Raa4 naa7 kcc8 Pbb2", "w EE - 0");
    let scene = seen(&*game, None, Some("aa4"), None);
    assert_eq!(marks(&scene, "aa4"), [Mark::Chosen]);
    assert_eq!(marks(&scene, "aa5"), [Mark::Reach]);
    assert_eq!(marks(&scene, "aa7"), [Mark::Capture]);
    assert!(marks(&scene, "aa8").is_empty());
    let scene = seen(&*game, None, Some("cc1"), None);
    assert_eq!(marks(&scene, "ee1"), [Mark::Special], "castling");
    // What waits is shown as well, and nonsense marks nothing.
    let scene = seen(&*game, None, Some("aa7"), None);
    assert_eq!(marks(&scene, "ba5"), [Mark::Reach]);
    let plain = seen(&*game, None, None, None);
    assert_eq!(seen(&*game, None, Some("zz9"), None), plain);
    // In Shogi also where a piece in hand can be dropped.
    let game = placed("rules=shogi", "Kaa1 kee9 Pcc4", "b P1 0");
    let scene = seen(&*game, Some(Seat::BLACK), Some("P@"), None);
    assert_eq!(marks(&scene, "bb5"), [Mark::Reach]);
    assert!(marks(&scene, "cc5").is_empty() && marks(&scene, "bb9").is_empty());
    assert_eq!(
        game.preview(
            "P@",
            &View {
                from: Some(Seat::BLACK),
                ..View::default()
            }
        ),
        Some(scene)
    );
}

/// Marks only the cubes on the piece's chosen rank of arrival: they are the next choice.
#[test]
fn a_chosen_rank_alone_has_marks() {
    for options in ["", "mutator=atomic"] {
        let game = placed(options, "Kcc1 kcc8 Raa1", "w - - 0");
        let shown = |partial: &str| game.preview(partial, &View::default()).unwrap();
        let all = shown("Raa1");
        for cube in ["aa5", "aa6", "ba1"] {
            assert_eq!(marks(&all, cube), [Mark::Reach], "{options} {cube}");
        }
        let scene = shown("Raa1 rank 5");
        assert_eq!(marks(&scene, "aa5"), [Mark::Reach], "{options}");
        assert!(marks(&scene, "aa6").is_empty() && marks(&scene, "ba1").is_empty());
        assert_eq!(marks(&scene, "aa1"), [Mark::Chosen], "{options}");
    }
}

#[test]
fn bindings_wear_pips() {
    // Three bindings told apart without colour: half of the board for bishops and captains, quarters for merchants.
    let scene = seen(&*started("", ""), None, None, None);
    let pips = |name: &str| cell(&scene, name).token.as_ref().unwrap().pips;
    assert_eq!((pips("ce1"), pips("de1")), (Some(1), Some(2)));
    let mut merchants = ["bb1", "cb1", "ba1", "ca1"].map(pips);
    merchants.sort_unstable();
    assert_eq!(merchants, [Some(0), Some(1), Some(2), Some(3)]);
    assert_eq!(pips("aa1"), None);
    let scene = seen(&*started("edges=toroidal", ""), None, None, None);
    assert_eq!(cell(&scene, "ce1").token.as_ref().unwrap().pips, None);
}

#[test]
fn tripunch_and_shogi_have_figures_of_their_own() {
    let figure = |scene: &Scene, name: &str| cell(scene, name).token.as_ref().unwrap().figure;
    let scene = seen(&*started("riders=tripunch", ""), None, None, None);
    assert_eq!(figure(&scene, "aa1"), Figure::Base);
    assert_eq!(figure(&scene, "be1"), Figure::Nightrider);
    let game = placed("rules=shogi", "Kaa1 kee9 +Ncc5 +Bcc4 pcb3", "b P2R1n1 0");
    let scene = seen(&*game, Some(Seat::BLACK), None, None);
    assert_eq!(figure(&scene, "cc5"), Figure::Uranium('N'));
    assert_eq!(figure(&scene, "cc4"), Figure::CrownedBishop);
    // The hands: the other side's above, one's own below.
    let titles: Vec<&str> = scene.trays.iter().map(|tray| tray.title.as_str()).collect();
    assert_eq!(titles, ["White in hand", "Black in hand"]);
    assert_eq!(scene.trays[1].items.len(), 2);
    assert_eq!(scene.trays[1].items[0].token.as_ref().unwrap().count, "2");
}

#[test]
fn check_is_marked() {
    let game = placed("", "Kcc1 kcc8 rcc5", "w - - 0");
    let scene = seen(&*game, None, None, None);
    assert_eq!(marks(&scene, "cc1"), [Mark::Danger]);
    assert_eq!(scene.turn.unwrap().detail, "in check");
    assert!(
        game.check_warning()
            .unwrap()
            .contains("attacked by the rook on cc5")
    );
}

#[test]
fn menus_go_by_kind_piece_rank_and_cube() {
    let game = started("", "");
    // More pieces can move than a menu holds: first which kind.
    let kinds = game.choices("");
    assert_eq!(kinds.prompt, "Which kind of piece moves?");
    assert!(kinds.options.len() <= 25);
    let knights = game.choices("N");
    assert_eq!(knights.prompt, "Which knight moves?");
    assert!(knights.options.iter().any(|choice| choice.text == "Nab1"));
    let game = placed("", "Kaa1 kee8 Rcc4", "w - - 0");
    let roles: Vec<String> = game
        .choices("")
        .options
        .into_iter()
        .map(|choice| choice.text)
        .collect();
    assert_eq!(roles, ["Kaa1", "Rcc4"]);
    let ranks: Vec<String> = game
        .choices("Rcc4")
        .options
        .into_iter()
        .map(|choice| choice.text)
        .collect();
    assert_eq!(ranks[0], "Rcc4 rank 8");
    let cubes = game.choices("Rcc4 rank 4").options;
    assert_eq!(cubes.len(), 8);
    assert!(
        cubes
            .iter()
            .all(|choice| choice.whole && choice.text.ends_with('4'))
    );
    // A promotion is the last step.
    let game = placed("", "Kaa1 kee1 Pcc7", "w - - 0");
    let step = game.choices("Pcc7").options;
    assert_eq!(step[0].text, "Pcc7-cc8");
    assert_eq!(game.choices("Pcc7-cc8").options.len(), 7);
}

#[test]
fn menus_lead_to_every_legal_move() {
    for (pairs, pieces, fields) in [
        ("", "Kcc1 Ree1 kde8 Pbb7 naa8 Ncc4 Mdd4", "w EE - 0"),
        ("pawns=berlin", "Kcc1 kcc8 Pbb2 Pbb7", "w - - 0"),
        ("rules=shogi", "Kaa1 kee9 +Ncc5 Bcc7 Pcb3", "b P2R1 0"),
    ] {
        let game = placed(pairs, pieces, fields);
        let mut open = vec![String::new()];
        let mut found = Vec::new();
        while let Some(partial) = open.pop() {
            for choice in game.choices(&partial).options {
                if choice.whole {
                    found.push(choice.text);
                } else {
                    assert_ne!(choice.text, partial);
                    open.push(choice.text);
                }
            }
        }
        found.sort();
        assert_eq!(found, game.legal(), "{pairs}");
    }
}

#[test]
fn autocomplete_offers_what_was_begun() {
    let game = started("", "");
    let texts = |typed: &str| -> Vec<String> {
        game.complete(typed, 25)
            .into_iter()
            .map(|choice| choice.text)
            .collect()
    };
    assert!(texts("").len() <= 25);
    assert!(texts("cc4").contains(&"Pcc2-cc4".to_owned()));
    // `Jd` may begin `Jdb1-...` or the short `Jdd3`; the former comes first.
    assert!(texts("Jd")[0].starts_with("Jd"));
    assert_eq!(texts("Nab1").len(), legal(&*game, "Nab1").len());
    assert!(texts("zz").is_empty());
}

#[test]
fn words_tell_the_whole_board_in_1024_characters() {
    for pairs in combinations() {
        let Ok(game) = KIND.new_game(&options(&pairs)) else {
            continue;
        };
        let words = game.alt_text(1024);
        assert!(words.chars().count() <= 1024, "{pairs}: {}", words.len());
        assert!(words.contains("king cc1"), "{words}");
        assert!(
            words.contains("pawns aa"),
            "every pawn by its square: {words}"
        );
        for limit in [0, 10, 60, 200, 400] {
            assert!(game.alt_text(limit).chars().count() <= limit, "{limit}");
        }
    }
}

#[test]
fn moves_are_described_in_words() {
    let mut game = placed("", "Kcc1 Ree1 kde8 Pbb7 naa8", "w EE - 0");
    assert_eq!(
        game.boxed_clone().play("bbxaa8=J").unwrap().words,
        "Pawn bb7 takes the knight on aa8 and becomes a jester"
    );
    assert_eq!(
        game.play("Kee1").unwrap().words,
        "The king castles from cc1 to ee1; the rook of that corner goes to dd1"
    );
}

#[test]
fn topics_come_up_when_they_matter() {
    let keys = |game: &dyn Game| -> Vec<String> {
        game.topics().into_iter().map(|topic| topic.key).collect()
    };
    // How the picture is read is in force always.
    assert_eq!(keys(&*started("", "")), ["tower:levels"]);
    let keys = |game: &dyn Game| keys(game).split_off(1);
    assert_eq!(
        keys(&*started("", "cc4 cb5 ccxcb5 cc5")),
        ["tower:en-passant"]
    );
    let game = placed("", "Kcc1 Ree1 kcc8", "w EE - 0");
    assert_eq!(keys(&*game), ["tower:castling", "tower:stalemate"]);
    let game = placed("rules=shogi", "Kaa1 kee9 Gcc6", "b P1 0");
    assert_eq!(keys(&*game), ["tower:shogi-promotion", "tower:drops"]);
}

#[test]
fn the_lessons_cover_every_piece_and_variant() {
    let pages = (KIND.lessons)();
    let keys: Vec<&str> = pages.iter().map(|page| page.key).collect();
    for key in [
        "overview",
        "directions",
        "rook",
        "bishop",
        "merchant",
        "knight",
        "captain",
        "jester",
        "king",
        "pawn",
        "fool",
        "castling",
        "en passant",
        "promotion",
        "setups",
        "chamber",
        "toroidal",
        "berlin",
        "tripunch",
        "base",
        "scientist",
        "reporter",
        "shogi",
        "lance",
        "silver",
        "gold",
        "uranium",
        "drops",
        "notation",
        "ending",
    ] {
        assert!(keys.contains(&key), "{key}");
    }
    // The page of the 26 directions marks 26 cubes, those of the leapers 24.
    for (key, count) in [
        ("directions", 26),
        ("knight", 24),
        ("captain", 24),
        ("jester", 24),
        ("king", 26),
    ] {
        let page = pages.iter().find(|page| page.key == key).unwrap();
        let marked = page
            .diagram
            .iter()
            .flat_map(|scene| &scene.grids)
            .flat_map(|grid| grid.cells.iter().flatten())
            .filter(|cell| cell.marks.iter().any(|mark| *mark != Mark::Chosen))
            .count();
        assert_eq!(marked, count, "{key}");
    }
}
