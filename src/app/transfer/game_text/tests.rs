use super::*;

fn text(text: &str) -> GameText {
    read(text).unwrap_or_else(|why| panic!("{why}: {text}"))
}

fn refused(text: &str) -> String {
    match read(text) {
        Ok(read) => panic!("{text}: {:?}", read.moves),
        Err(why) => why.to_string(),
    }
}

/// Returns the options that differ from the defaults.
fn set(read: &GameText) -> String {
    let usual = read.kind.resolve(&Options::new()).unwrap();
    let differ = read
        .options
        .iter()
        .filter(|(key, value)| usual.get(key) != Some(value));
    let differ: Vec<String> = differ
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    differ.join(" ")
}

#[test]
fn options_are_read_from_every_line_that_sets_them() {
    for (head, options) in [
        ("Game: abstract\nVariant: aronson", "powers=aronson"),
        (
            "Game: abstract\nVariant: Aronson's powers",
            "powers=aronson",
        ),
        ("Game: abstract\nOption: powers=aronson", "powers=aronson"),
        ("Game: abstract\nPowers: Aronson", "powers=aronson"),
        ("Game: Abstract Chess (Aronson's powers)", "powers=aronson"),
        ("Game: abstract\nVariant: neto", ""),
        ("[Variant \"Tower Game (Chamber)\"]", "board=chamber"),
        (
            "[Game \"tower\"]\n[Variant \"Chamber\"]\n[Board \"1\"]",
            "board=chamber",
        ),
        (
            "game: Tower Game\nmutator: Doppleganger and half",
            "mutator=doppelganger+half",
        ),
        ("Game: tower\nTwist: half, atomic", "mutator=atomic+half"),
        (
            "Game: tower\nOption: mutator=half+atomic\nTwist: atomic+half",
            "mutator=atomic+half",
        ),
        (
            "Game: tower\nOptions: board=chamber, pawns=berlin",
            "board=chamber pawns=berlin",
        ),
        (
            "Game: tower\nVariant: shuffle\nSeed: 7",
            "seed=7 setup=shuffle",
        ),
        ("Game: tower\nRules: shogi", "rules=shogi"),
        (
            "Game: tower\nRules: 1\nTitle: The Tower Game (Berlin)\nOption: pawns=berlin",
            "pawns=berlin",
        ),
        ("Game:seasons\n\nOption: dice=on\n", "dice=on"),
    ] {
        for moves in ["", "\n\n1. x"] {
            assert_eq!(set(&text(&format!("{head}{moves}"))), options, "{head}");
        }
    }
}

#[test]
fn a_line_that_is_unknown_or_contradicts_another_is_refused_by_name() {
    for (head, why) in [
        ("Game: abstract\nVariant: foo", "Variant: foo"),
        ("Game: abstract\nVariant: chamber", "Variant: chamber"),
        ("Game: towers\nVariant: foo", "has no variants"),
        ("Game: abstract\nHandicap: a rook", "Handicap: a rook"),
        ("Game: abstract\n[Handicap \"a rook\"]", "Handicap"),
        (
            "Game: abstract\nVariant: aronson\nOption: powers=neto",
            "contradict",
        ),
        (
            "Game: abstract\nVariant: neto\nOption: powers=aronson",
            "contradict",
        ),
        (
            "Game: abstract\nVariant: aronson\nVariant: neto",
            "contradict",
        ),
        (
            "Game: abstract\nOption: turn=double\nOption: turn=single",
            "contradict",
        ),
        ("Game: abstract\nGame: towers", "contradict"),
        ("Game: abstract\nTitle: Four Towers", "contradict"),
        (
            "Game: abstract\nTitle: Abstract Chess (Aronson's powers)",
            "contradict",
        ),
        ("Game: tower\nOption: board=huge", "cannot be \"huge\""),
        ("Game: tower\nOption: foo=bar", "foo=bar"),
        (
            "Game: tower\nOption: board=chamber foo",
            "board=chamber foo",
        ),
        ("Game: tower\nOption: board", "Option: board"),
        ("Game: tower\nTwist: foo", "foo"),
        ("Game: towers\nTwist: atomic", "Twist: atomic"),
        ("Game: tower\nVariant: shuffle", "which seed"),
        ("Game: tower\n[FEN \"x\"]", "begins the game elsewhere"),
        ("Game: tower\n[SetUp \"1\"]", "begins the game elsewhere"),
        ("Game: abstract\nRules: 999", "later version"),
        ("Game: abstract\nRules: foo", "Rules: foo"),
        ("Game: abstract\nResult: foo", "its result"),
        ("Game: abstract\nResult:", "its result"),
        ("Game: seasons\nResult: 1-0", "its result"),
        ("Game: chess", "names no game"),
        ("1. e4 e5", "names no game"),
        ("", "names no game"),
        ("Dear Carol,\nno game here.", "not a game text of mine"),
    ] {
        let sentence = refused(&format!("{head}\n\n1. Nb1-c3"));
        assert!(sentence.contains(why), "{head}: {sentence}");
    }
}

#[test]
fn a_text_is_bounded() {
    let long = refused(&"x".repeat(LONGEST_TEXT + 1));
    assert!(long.contains("too long"), "{long}");
    let lines = refused(&format!(
        "Game: abstract\n{}",
        "Seat white: x\n".repeat(300)
    ));
    assert!(lines.contains("lines before its moves"), "{lines}");
    let tags = refused(&format!(
        "[Game \"abstract\"] {}",
        "[Event \"x\"] ".repeat(10_000)
    ));
    assert!(tags.contains("lines before its moves"), "{tags}");
    let moves = refused(&format!(
        "Game: abstract\n\n{}",
        "Nb1-c3 ".repeat(LONGEST_GAME + 1)
    ));
    assert!(moves.contains("at most 2000"), "{moves}");
}

#[test]
fn what_is_not_closed_is_refused() {
    for (bad, why) in [
        ("```\nGame: abstract\n\n1. Nb1-c3", "code block"),
        ("\"Game: abstract\n\n1. Nb1-c3", "not closed"),
        ("`Game: abstract\n\n1. Nb1-c3", "not closed"),
        (
            "Game: abstract\n[Event \"a cup]\n\n1. Nb1-c3",
            "no whole tag",
        ),
        ("Game: abstract\n[Event a cup]\n\n1. Nb1-c3", "no whole tag"),
        (
            "Game: abstract\n[Event \"a cup\"\n\n1. Nb1-c3",
            "no whole tag",
        ),
        (
            "Game: abstract\n\n1. Nb1-c3 {a remark Nb8-c6",
            "remark that begins",
        ),
        (
            "Game: abstract\n\n1. Nb1-c3 (1. Ng1-f3 Nb8-c6",
            "variation that begins",
        ),
    ] {
        let sentence = refused(bad);
        assert!(sentence.contains(why), "{bad}: {sentence}");
    }
}

#[test]
fn a_game_is_found_in_whatever_it_is_wrapped_in() {
    let plain = "Game: abstract\nRules: 1\n\n1. Nb1-c3 Nb8-c6\n2. Nc3-b1";
    for wrapped in [
        plain.to_owned(),
        format!("\u{feff}{plain}"),
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "\r"),
        format!("```\n{plain}\n```"),
        format!("```txt\n{plain}\n```"),
        format!("```{plain}```"),
        format!("\"{plain}\""),
        format!("“{plain}”"),
        format!("||{plain}||"),
        format!("> {}", plain.replace('\n', "\n> ")),
        format!(">>> {plain}"),
        plain.replace("\n\n", "\n"),
        plain.replace('\n', "\n\n"),
        plain.replace('\n', "  \n  "),
    ] {
        let read = text(&wrapped);
        assert_eq!(read.moves, ["Nb1-c3", "Nb8-c6", "Nc3-b1"], "{wrapped}");
    }
}

/// The inventor's sample game, with tags as other programs write them; parts left out are reported.
#[test]
fn what_is_left_out_is_said() {
    let sample = "[Event \"a cup\"] [Site \"?\"]\n[White \"An \\\"odd\\\" name\"]\n[Result \"*\"]\n% escaped\n\
                  Game: Tower Game\n\n1. cc4 cb5 2. ccxcb5 {so} cc5 $5 (2... dd5) 3. cbxcc6 e.p. dbJcd6 *";
    let read = text(sample);
    assert_eq!(
        read.moves,
        ["cc4", "cb5", "ccxcb5", "cc5", "cbxcc6e.p.", "dbJcd6"]
    );
    assert_eq!(read.said, [Said::Ongoing, Said::Ongoing]);
    assert_eq!(
        read.notes,
        ["I left out 2 remarks, 1 variation, 1 sign such as $1 and the lines Event, Site, White."]
    );
    assert!(text("Game: abstract\n\n1. Nb1-c3").notes.is_empty());
    let closed = text("Game: abstract\nResult: closed - -");
    assert!(
        closed.notes[0].contains("closed before"),
        "{:?}",
        closed.notes
    );
    let many: String = (1..=20)
        .map(|seat| format!("Seat {}: x\n", "i".repeat(seat)))
        .collect();
    let many = text(&format!("Game: abstract\n{many}"));
    assert!(many.notes[0].ends_with("and 8 more."), "{:?}", many.notes);
}

/// The title that an export has agrees with its options, for every game and variant.
#[test]
fn our_own_titles_agree_with_the_options() {
    for kind in games::GAMES {
        let mut sets: Vec<Options> = kind
            .twists()
            .iter()
            .map(|twist| kind.twisted(twist))
            .collect();
        sets.extend(
            kind.variants
                .iter()
                .map(|variant| variant.options.iter().copied().collect()),
        );
        for options in sets {
            let drawn = drawn_option(kind, &options).unwrap();
            let mut options = options;
            if let Some((key, _)) = drawn {
                options.set(key, "5");
            }
            let lines: String = options
                .iter()
                .map(|(key, value)| format!("Option: {key}={value}\n"))
                .collect();
            let title = title(kind, &options);
            let head = format!("Game: {}\nTitle: {title}\n{lines}", kind.key);
            assert!(text(&head).notes.is_empty(), "{head}");
            // The title alone names the same options, except a number drawn by chance.
            if drawn.is_none() {
                let named = text(&format!("Game: {title}"));
                assert_eq!(named.options, text(&head).options, "{title}");
            }
        }
    }
}
