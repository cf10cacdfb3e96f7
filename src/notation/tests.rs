//! Tests the lenient reader on a small board that has what the notations of all games have: squares of two and three
//! characters, letters of one and two, every operator, promotions, drops and tails.

use super::*;
use crate::rules::{
    Counting, Depict, Describe, Entry, Hidden, Notation, Options, PieceName, Position, RuleError,
    RuleErrorKind, Seat, Status,
};
use crate::scene::{Scene, View};

mod offers;
mod wording;

/// A position that consists only of its legal moves.
#[derive(Clone)]
struct Listed(Vec<MoveText>);

impl Position for Listed {
    type Move = MoveText;

    fn turn(&self) -> Seat {
        Seat::WHITE
    }

    fn status(&self) -> Status {
        Status::Ongoing
    }

    fn legal_moves(&self) -> Vec<MoveText> {
        self.0.clone()
    }

    fn play(&mut self, _mv: &MoveText) -> Vec<String> {
        Vec::new()
    }

    fn to_text(&self) -> String {
        "0".to_owned()
    }

    fn from_text(_options: &Options, _text: &str) -> Result<Self, RuleError> {
        Ok(Listed(Vec::new()))
    }
}

impl Counting for Listed {
    fn check(&self) -> bool {
        false
    }

    fn no_progress(&self) -> u32 {
        0
    }
}

impl Notation for Listed {
    fn move_text(&self, mv: &MoveText) -> MoveText {
        mv.clone()
    }

    /// Accepts chess squares a1 to p16, and cubes aa1 to ee9.
    fn is_square(&self, text: &str) -> bool {
        let cut = text.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
        let (file, rank) = text.split_at(cut);
        let rank_is_good = rank
            .parse::<u8>()
            .is_ok_and(|rank| (1..=16).contains(&rank));
        let in_range = |last: char| file.chars().all(|c| ('a'..=last).contains(&c));
        rank_is_good && (file.len() == 1 && in_range('p') || file.len() == 2 && in_range('e'))
    }

    fn is_letter(&self, text: &str) -> bool {
        ["K", "Q", "R", "B", "N", "P", "J", "+R", "+P"].contains(&text)
    }

    fn explain(&self, wanted: &ParsedMove, _: &[MoveText]) -> RuleError {
        RuleError::illegal(format!("Not legal: {wanted:?}."))
    }
}

impl Entry for Listed {}

impl Describe for Listed {
    fn describe(&self, mv: &MoveText) -> String {
        mv.to_string()
    }

    fn alt_text(&self, _limit: usize) -> String {
        String::new()
    }

    fn check_warning(&self) -> Option<String> {
        None
    }
}

impl Depict for Listed {
    fn scene(&self, _last: Option<&MoveText>, _view: &View) -> Scene {
        Scene {
            grids: Vec::new(),
            columns: 1,
            cell: 24,
            trays: Vec::new(),
            turn: None,
        }
    }
}

impl Hidden for Listed {}

/// Spells `Ng1-f3` from its parts: letter, from, operator, to, promotion.
fn spelt((letter, from, op, to, promotion): (&str, &str, char, &str, &str)) -> MoveText {
    MoveText {
        letter: letter.to_owned().into(),
        from: from.to_owned().into(),
        op,
        to: to.to_owned().into(),
        promotion: (!promotion.is_empty()).then(|| promotion.to_owned().into()),
        tail: String::new(),
    }
}

fn listed(moves: &[(&str, &str, char, &str, &str)]) -> Listed {
    Listed(moves.iter().copied().map(spelt).collect())
}

fn means(position: &Listed, text: &str) -> String {
    match position.read(text) {
        Ok(mv) => mv.to_string(),
        Err(rejection) => panic!("{text:?}: {rejection}"),
    }
}

fn refused(position: &Listed, text: &str) -> RuleError {
    position.read(text).unwrap_err()
}

/// Reading is lenient: case, spaces and suffixes do not matter, and each part may be missing.
#[test]
fn one_fitting_move_is_found() {
    let position = listed(&[
        ("N", "g1", '-', "f3", ""),
        ("B", "c1", 'x', "h6", ""),
        ("", "h6", '+', "g7", ""),
        ("P", "b5", 'x', "c6", ""),
    ]);
    for text in [
        "Ng1-f3",
        "ng1-f3",
        "NG1-F3",
        " N g1 - f3 ",
        "Ng1f3",
        "g1f3",
        "g1-f3",
        "Nf3",
        "nf3",
        "f3",
        "N-f3",
        "Ngf3",
        "N1f3",
        "Ng1–f3",
        "Ng1—f3",
        "Ng1−f3",
        "Ng1-f3!?",
        "Ng1-f3+",
        "Ng1-f3#",
        "`Ng1-f3`",
        "Ng1\u{200b}-f3",
        "Ng1→f3",
    ] {
        assert_eq!(means(&position, text), "Ng1-f3", "{text}");
    }
    for text in [
        "Bc1xh6", "Bxh6", "bxh6", "cxh6", "c1:h6", "c1×h6", "BXH6", "Bh6",
    ] {
        assert_eq!(means(&position, text), "Bc1xh6", "{text}");
    }
    for text in ["h6+g7", "H6 + G7", "h6g7", "g7"] {
        assert_eq!(means(&position, text), "h6+g7", "{text}");
    }
    for text in ["bxc6 e.p.", "b5c6ep", "Pb5xc6 e.p", "c6 E.P.!"] {
        assert_eq!(means(&position, text), "Pb5xc6", "{text}");
    }
}

/// The inventor's notation of the Tower Game: cubes, files of two letters, an origin before the letter.
#[test]
fn cubes_and_their_files() {
    let position = listed(&[
        ("J", "db8", '-', "cd6", ""),
        ("J", "ec8", '-', "cd6", ""),
        ("P", "cc4", 'x', "cb5", ""),
        ("P", "cc2", '-', "cc4", ""),
        ("K", "cc1", '-', "ee1", ""),
    ]);
    assert_eq!(means(&position, "dbJcd6"), "Jdb8-cd6");
    assert_eq!(means(&position, "Jdbcd6"), "Jdb8-cd6");
    assert_eq!(means(&position, "ccxcb5"), "Pcc4xcb5");
    assert_eq!(means(&position, "cc4"), "Pcc2-cc4");
    assert_eq!(means(&position, "Kee1"), "Kcc1-ee1");
    assert_eq!(
        refused(&position, "Jcd6").suggestions,
        ["Jdb8-cd6", "Jec8-cd6"]
    );
}

/// Shogi letters, promotions and drops.
#[test]
fn promotions_and_drops() {
    let position = listed(&[
        ("P", "aa6", '-', "aa7", "+"),
        ("P", "aa6", '-', "aa7", ""),
        ("+R", "cc7", '-', "cc9", ""),
        ("P", "", '@', "bb5", ""),
        ("P", "g7", 'x', "h8", "Q"),
        ("P", "g7", 'x', "h8", "N"),
    ]);
    for text in [
        "Paa6-aa7=+",
        "paa6-aa7=+",
        "Paa6-aa7=+!",
        "aa7=+",
        "aa6 aa7 = +",
    ] {
        assert_eq!(means(&position, text), "Paa6-aa7=+", "{text}");
    }
    assert_eq!(means(&position, "Paa6-aa7"), "Paa6-aa7");
    assert_eq!(
        means(&position, "paa6aa7"),
        "Paa6-aa7",
        "who names no promotion does not promote"
    );
    assert_eq!(means(&position, "+rcc7-cc9"), "+Rcc7-cc9");
    assert_eq!(means(&position, "+Rcc9"), "+Rcc7-cc9");
    assert_eq!(means(&position, "P@bb5"), "P@bb5");
    assert_eq!(means(&position, "p@BB5"), "P@bb5");
    assert_eq!(means(&position, "Pbb5"), "P@bb5");
    let placed = refused(&listed(&[("", "", '@', "d1", "")]), "?").to_string();
    assert!(placed.ends_with("names the square for the new piece, such as @d1."));
    let which = refused(&position, "P");
    assert_eq!(which.kind, RuleErrorKind::Ambiguous, "it asks where");
    assert_eq!(which.suggestions, ["P@bb5"]);
    for text in ["gxh8=Q", "gxh8q", "g7h8Q", "h8(Q)", "h8/q", "Pg7xh8=Q+"] {
        assert_eq!(means(&position, text), "Pg7xh8=Q", "{text}");
    }
    let which = refused(&position, "gxh8");
    assert_eq!(
        which.kind,
        RuleErrorKind::Ambiguous,
        "a piece must be named"
    );
    assert_eq!(which.suggestions, ["Pg7xh8=Q", "Pg7xh8=N"]);
    assert_eq!(refused(&position, "gxh8=R").kind, RuleErrorKind::Illegal);
    let strange = refused(&position, "gxh8=Z");
    assert!(
        strange
            .sentence
            .starts_with("There is no piece called Z here: the letters are "),
        "{strange}"
    );
}

/// Case matters where two legal moves differ only by it.
#[test]
fn case_decides_between_bishop_and_file() {
    let position = listed(&[("B", "d2", 'x', "c3", ""), ("P", "b2", 'x', "c3", "")]);
    assert_eq!(means(&position, "Bxc3"), "Bd2xc3");
    assert_eq!(means(&position, "bxc3"), "Pb2xc3");
    assert_eq!(refused(&position, "c3").kind, RuleErrorKind::Ambiguous);
    let alone = listed(&[("B", "d2", 'x', "c3", "")]);
    assert_eq!(means(&alone, "bxc3"), "Bd2xc3");
}

/// A text that begins with a square means that square (`b5-e8` is never a bishop elsewhere).
#[test]
fn what_begins_with_a_square_means_that_square() {
    let mut moves = vec![
        ("B", "h5", '-', "e8", ""),
        ("B", "f8", '+', "f7", ""),
        ("K", "a8", 'x', "b9", ""),
    ];
    for text in [
        "b5-e8", "b5e8", "B5-e8", "B5E8", "b8+f7", "b8f7", "k8xb9", "k8b9",
    ] {
        let refusal = refused(&listed(&moves), text);
        assert_eq!(refusal.kind, RuleErrorKind::Illegal, "{text}");
        let square = text[..2].to_lowercase();
        assert!(
            refusal
                .sentence
                .contains(&format!("from: Some({square:?})")),
            "{text}: {refusal}"
        );
    }
    assert!(complete(&listed(&moves), "b5-e", 25).is_empty());
    // In short algebraic notation it may be a rank, if nothing on that square can be meant.
    assert_eq!(means(&listed(&moves), "B5e8"), "Bh5-e8");
    moves.push(("P", "b5", '-', "b6", ""));
    assert_eq!(
        refused(&listed(&moves), "B5e8").suggestions,
        ["Bh5-e8", "Pb5-b6"]
    );
    assert_eq!(means(&listed(&moves), "b5b6"), "Pb5-b6");
    assert_eq!(means(&listed(&moves), "b5-b6"), "Pb5-b6");
}

/// Rules README: "A word that names a piece, or a capital letter of one followed by a place, means that piece and no
/// other"; "A lower-case letter that can be a file or column is one first".
#[test]
fn a_capital_is_a_piece_and_a_small_letter_a_file_first() {
    let position = listed(&[
        ("N", "k3", '-', "l5", ""),
        ("P", "k7", '-', "k6", ""),
        ("P", "k4", 'x', "l8", ""),
        ("J", "j2", '-', "j3", ""),
    ]);
    // No king can go there, whatever else goes there from the file k.
    for text in ["Kl5", "Kk6", "Kxl8", "K l5", "Kl5+", "KL5", "+Rl5", "J l5"] {
        let refusal = refused(&position, text);
        assert_eq!(refusal.kind, RuleErrorKind::Illegal, "{text}");
    }
    // `k3` is a square; after a space, as in `king 3 l5`, it is not.
    assert_eq!(refused(&position, "K 3l5").kind, RuleErrorKind::Illegal);
    // A pawn that leaves its file is named by it; for other pieces that could go there, the reader asks.
    for text in ["kxl8", "kl8", "k:l8"] {
        assert_eq!(means(&position, text), "Pk4xl8", "{text}");
    }
    for (text, suggested) in [("kl5", "Nk3-l5"), ("kk6", "Pk7-k6")] {
        let question = refused(&position, text);
        assert_eq!(question.kind, RuleErrorKind::Ambiguous, "{text}");
        assert_eq!(question.suggestions, [suggested], "{text}");
    }
    // With a king that can go there, the reader asks which; if nothing on the file can, the text means the king.
    let mut moves = position.0.clone();
    moves.push(spelt(("K", "m4", '-', "l5", "")));
    moves.push(spelt(("K", "m7", 'x', "l8", "")));
    moves.push(spelt(("K", "m4", '-', "m5", "")));
    let both = Listed(moves);
    assert_eq!(means(&both, "km5"), "Km4-m5");
    assert_eq!(means(&both, "Kl5"), "Km4-l5");
    assert_eq!(means(&both, "kxl8"), "Pk4xl8");
    assert_eq!(means(&both, "Kxl8"), "Km7xl8");
    assert_eq!(refused(&both, "kl5").suggestions, ["Nk3-l5", "Km4-l5"]);
    // A letter of no piece can only be a file.
    let other = listed(&[("N", "g1", '-', "f3", ""), ("N", "d2", '-', "f3", "")]);
    assert_eq!(means(&other, "gf3"), "Ng1-f3");
}

#[test]
fn squares_off_the_board_are_named() {
    let position = listed(&[("B", "h5", '-', "e8", ""), ("K", "cc8", '-', "cc9", "")]);
    for (text, square) in [
        ("b17-c5", "b17"),
        ("Bh5-e18", "e18"),
        ("Bh5xe18", "e18"),
        ("kcc8-cc20", "cc20"),
        ("h5-e0", "e0"),
    ] {
        let refusal = refused(&position, text);
        assert_eq!(refusal.kind, RuleErrorKind::Unreadable, "{text}");
        assert_eq!(
            refusal.sentence,
            format!("The board has no square {square}."),
            "{text}"
        );
    }
}

/// A piece alone is never a move, even if another piece of its kind could go to its square.
#[test]
fn a_piece_alone_lists_its_moves() {
    let position = listed(&[
        ("B", "c1", '-', "d2", ""),
        ("B", "e3", '&', "c1", ""),
        ("N", "b1", '-', "c3", ""),
    ]);
    let rejection = refused(&position, "Bc1");
    assert_eq!(rejection.kind, RuleErrorKind::Ambiguous);
    assert_eq!(rejection.suggestions, ["Be3&c1", "Bc1-d2"]);
    let one = refused(&position, "Nb1");
    assert_eq!(
        one.sentence,
        "That names a piece; write the whole move: Nb1-c3."
    );
    assert_eq!(refused(&position, "b1").suggestions, ["Nb1-c3"]);
}

/// A rank of two digits and its last digit are different ranks.
#[test]
fn a_rank_is_a_whole_number() {
    let position = listed(&[("R", "a1", '-', "h6", ""), ("R", "h11", '-', "h6", "")]);
    assert_eq!(means(&position, "R1h6"), "Ra1-h6");
    assert_eq!(means(&position, "R11h6"), "Rh11-h6");
    assert_eq!(means(&position, "Rhh6"), "Rh11-h6");
}

/// A refusal lists at most ten of the moves that fit.
#[test]
fn at_most_ten_are_listed() {
    let many: Vec<MoveText> = (1..=14)
        .map(|rank| spelt(("R", &format!("a{rank}"), '-', "h16", "")))
        .collect();
    let rejection = refused(&Listed(many), "Rh16");
    assert_eq!(rejection.kind, RuleErrorKind::Ambiguous);
    assert_eq!(rejection.suggestions.len(), 10);
    assert!(
        rejection
            .sentence
            .starts_with("That could be 14 moves: Ra1-h16, ")
    );
    assert!(rejection.sentence.ends_with(" and 4 more. Say which."));
}

/// A wrong operator or letter is refused, not taken for a missing one.
#[test]
fn what_is_said_must_be_right() {
    let position = listed(&[("B", "c1", 'x', "h6", "")]);
    for text in ["Bc1-h6", "Nc1xh6", "Bd1xh6", "Bc1xh5", "c1&h6", "c1xh6=Q"] {
        assert_eq!(
            refused(&position, text).kind,
            RuleErrorKind::Illegal,
            "{text}"
        );
        assert_eq!(refused(&position, text).suggestions, ["Bc1xh6"], "{text}");
    }
    assert_eq!(
        refused(&position, "hello world").kind,
        RuleErrorKind::Unreadable
    );
}

#[test]
fn giant_and_hostile_texts_are_short_work() {
    let position = listed(&[("B", "c1", 'x', "h6", "")]);
    for text in [
        "a1".repeat(500_000),
        "♞".repeat(100_000),
        "+".repeat(500_000),
        " ".repeat(500_000),
        "e.p.".repeat(10_000),
        "=".repeat(1000),
        "\u{202e}".repeat(1000),
    ] {
        let rejection = refused(&position, &text);
        assert_eq!(rejection.kind, RuleErrorKind::Unreadable);
        assert!(rejection.sentence.chars().count() < 250, "{rejection}");
        complete(&position, &text, 25);
    }
}

#[test]
fn excerpts_are_safe_to_repeat() {
    assert_eq!(excerpt("<@123> `x` **b** @everyone"), "123 x b everyone");
    assert_eq!(excerpt(&"é".repeat(41)), format!("{}…", "é".repeat(40)));
    assert_eq!(excerpt("a\nb\u{202e}c"), "abc");
    assert_eq!(excerpt("> f6>f5: <:e:1>"), " f6>f5: :e:1");
}

#[test]
fn counts_are_plain_numbers() {
    assert_eq!(count("0"), Ok(0));
    assert_eq!(count("200"), Ok(200));
    for text in ["", "00", "01", "+1", "-1", "1.0", " 1", "4294967296", "x"] {
        assert_eq!(
            count(text).unwrap_err().kind,
            RuleErrorKind::BadPosition,
            "{text:?}"
        );
    }
    let large = count("4294967296").unwrap_err().sentence;
    assert!(
        large.contains("a whole number from 0 to 4294967295"),
        "{large}"
    );
}

#[test]
fn a_pawn_is_known_by_its_letter_on_every_board() {
    for pawn in ["Pcc2-cc4", "A:Pcc2-cc4", "B:Pcc4xcb5", "Pcc7xdc8:ea2=C:ba4"] {
        assert!(is_pawn_move(pawn), "{pawn}");
    }
    for other in [
        "Ned1-ec3",
        "A:Ned1-ec3",
        "A:P@cc5",
        "P@cc5",
        "N:P@cc5",
        "Raa1xaa5:ca5",
        "",
    ] {
        assert!(!is_pawn_move(other), "{other}");
    }
}
