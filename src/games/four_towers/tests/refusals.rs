//! Lenient reading, and reasons of refusals.

use super::*;

fn sentence(position: &FourTowers, text: &str) -> String {
    position
        .refusal(text)
        .unwrap_or_else(|| panic!("{text} is legal"))
        .sentence
}

fn reads(position: &FourTowers, text: &str) -> String {
    let mv = position
        .read(text)
        .unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    position.write(&mv)
}

#[test]
fn reading_is_lenient() {
    let position = start();
    for (text, canonical) in [
        ("e5", "Pe3-e5"),
        ("Na5", "Nb3-a5"),
        ("nb3 a5", "Nb3-a5"),
        ("N b3-c5 !", "Nb3-c5"),
        ("knight to c5", "Nb3-c5"),
        ("Nb3d2", "Nb3&d2"),
        ("rook a3 joins b3", "Ra3&b3"),
        ("Ne2&c3", "Ne2&c3"),
        ("Ne2 detach f4", "Ne2-f4"),
    ] {
        assert_eq!(reads(&position, text), canonical, "{text}");
    }
    let towers = set("Wd5 Be8 Rg4 Na3 Rb4 Nb6 kk9");
    for (text, canonical) in [
        ("N d5 swap", "Nb6~d5"),
        ("swap Nb6 with d5", "Nb6~d5"),
        ("rearrange I Na3-b4 Rb4-a3", "I:Na3-b4,Rb4-a3"),
        ("Rearrange arena i: rb4-a3, na3-b4", "I:Na3-b4,Rb4-a3"),
        ("i:Rb4a3,Na3b4", "I:Na3-b4,Rb4-a3"),
        ("I: N a3 - c5", "I:Na3-c5"),
        ("rearrange a3-c5", "I:Na3-c5"),
    ] {
        assert_eq!(reads(&towers, text), canonical, "{text}");
    }
    let dragon = black("dh7 ng5");
    for text in [
        "Ng5-i6,Ni6-j8,Nj8-h9,Nh9-f10",
        "multi ng5-i6 ni6-j8 nj8-h9 nh9-f10",
        "i6, j8, h9, f10",
        "Ng5-i6 Ni6-j8 Nj8-h9 Nh9-f10",
    ] {
        assert_eq!(
            reads(&dragon, text),
            "Ng5-i6,Ni6-j8,Nj8-h9,Nh9-f10",
            "{text}"
        );
    }
    let returning = set("re8 ka3").returning(Role::Queen, Tower::E8);
    for text in [
        "@c7",
        "Q@c7",
        "return c7",
        "Return the queen to c7",
        "q@C7+",
    ] {
        assert_eq!(reads(&returning, text), "@c7", "{text}");
    }
}

/// A refusal names the marshall: "The marshall on g4 keeps your queen from taking the rook on f3."
#[test]
fn refusals_name_the_marshall() {
    let position = set("Qe3 mg4 rf3 Kc3 kk9");
    let said = sentence(&position, "Qe3xf3");
    assert!(
        said.starts_with("The marshall on g4 keeps your queen from taking the rook on f3"),
        "{said}"
    );
    let attach = sentence(&set("Mg4 Nf3 Bd2"), "Nf3&d2");
    assert!(
        attach.contains("keeps your knight from attaching to the bishop on d2"),
        "{attach}"
    );
    let detach = sentence(&set("Mg4 We3"), "Re3-e4");
    assert!(
        detach.contains("keeps the rook from leaving your wizard on e3"),
        "{detach}"
    );
}

/// A refusal names the dragon: "Moving the knight would give the dragon on f10 a knight's move: check to your king on
/// g1."
#[test]
fn refusals_name_the_dragon_pin() {
    let position = set("Kg1 Na3 Rc3 df3 kk9");
    assert_eq!(
        sentence(&position, "Na3-b5"),
        "Moving the knight would give the dragon on f3 a knight's move: check to your king on g1."
    );
}

#[test]
fn refusals_name_the_other_powers() {
    let knight = sentence(&set("Pf4 Ng4 kk9"), "Pf4-f5");
    assert!(knight.contains("The knight on g4 bends"), "{knight}");
    let cardinal = sentence(&set("Nb4 cd5 kk9"), "Nb4-c6");
    assert!(
        cardinal.contains("The cardinal on d5 makes your knight on b4 move like a bishop"),
        "{cardinal}"
    );
    let queen = sentence(&set("Qg4 Kf3 rf8 kk9"), "Qg4-g5");
    assert!(queen.contains("Without the queen on its tower"), "{queen}");
}

#[test]
fn refusals_say_why() {
    let position = start();
    for (text, part) in [
        ("Nb3-b5", "can't reach b5 by a knight's move"),
        ("Ra3-a5", "your own pawn on a4 is in the way"),
        ("Di1-i2", "cannot move yet"),
        ("Pa4-b5", "nothing on b5"),
        ("Nc8-c7", "nothing on c8"),
        ("Pe9-e7", "Black's"),
        ("@c4", "no piece to return"),
        ("I:Ra3-b5", "no wizard"),
        ("Pe3-e5,Pa4-a5", "only while your dragon is on a tower"),
        ("Ra3~b3", "swap puts a piece on a tower"),
        ("zz", "does not read"),
    ] {
        let said = sentence(&position, text);
        assert!(said.contains(part), "{text}: {said}");
    }
    let check = sentence(&set("Kg1 rg8 Pa4 kk9"), "Pa4-a5");
    assert!(check.contains("is attacked by the rook on g8"), "{check}");
    let pin = sentence(&set("Kg1 Bg3 rg8 kk9"), "Bg3-h4");
    assert!(
        pin.contains("would expose your king on g1 to the rook on g8"),
        "{pin}"
    );
}

#[test]
fn refused_rearrangements_and_multi_moves_say_why() {
    let wizard = set("Wd5 Na3 Nb4 pc3 Rh2 kk9");
    for (text, part) in [
        ("I:Na3-b4,Nb4-a3", "changes nothing"),
        ("I:Na3-c3", "captures nothing"),
        ("I:Na3-b4", "another square in the same rearrangement"),
        ("III:Rh2-h3", "does not touch arena III"),
        ("I:Na3-d2", "not in arena I"),
        ("I:Ra3-a4", "is your knight"),
        ("I:Na3-a4,Nb4-a4", "Two pieces"),
        ("I:", "who goes where"),
    ] {
        let said = sentence(&wizard, text);
        assert!(said.contains(part), "{text}: {said}");
    }
    let dragon = set("Dd5 Na3 Rb3 De5 Ph3 pf3 Bd3 kk9").remembering("R", "-");
    for (text, part) in [
        ("Na3-b5,Rb3-b4", "different arena"),
        ("Na3-b5,De5-e6", "No dragon"),
        ("Na3-b5,Ph3-h4", "none of these"),
        ("Na3-b5,Bd3xf3", "empty square"),
        ("multi", "two to four"),
        ("Na3-b5,Bd3-d9", "ordinary movement"),
    ] {
        let said = sentence(&dragon, text);
        assert!(said.contains(part), "{text}: {said}");
    }
}

/// A refusal gives the reason that prevents the move.
#[test]
fn refusals_name_the_reason_that_counts() {
    for (pieces, text, said) in [
        (
            "Nb4 Kg1 kk9",
            "Nb4xd5",
            "There is nothing on d5 to capture: the move is Nb4-d5.",
        ),
        (
            "Nb4 pd5 Kg1 kk9",
            "Nb4-d5",
            "Black's pawn is on d5, so that is a capture: Nb4xd5.",
        ),
        (
            "Pf4 Pe4 Kg1 kk9",
            "f4-e4",
            "Your own pawn is on e4: to join it, write Pf4&e4.",
        ),
        (
            "Lf5 Pf6 Kg1 kk9",
            "Lf5-f7",
            "A lancer does not jump: your own pawn on f6 is in the way from f5 to f7.",
        ),
        (
            "Rd5 Pb5 pe4 Kg1 kk9",
            "Pb5xe4",
            "A direct move never captures, and Black's pawn is on e4.",
        ),
        (
            "Rd5 Qe4 Kg1 kk9",
            "Qe4-c8",
            "Your queen on e4 does not go to c8 by its own movement, and a direct move there needs a bishop on d5.",
        ),
        (
            "Kd4 rd9 kk9",
            "Kd4xd9",
            "A king captures at a distance only from a tower, and d4 is none: your king goes one square, not to d9.",
        ),
        (
            "Kd5 Pf5 rh5 kk9",
            "Kd5xh5",
            "Your king on d5 can't take on h5: your own pawn on f5 is in the way.",
        ),
        ("Nb4 Kg1 kk9", "Nb8-b9", "The board has no square b9."),
        ("Bb4 Kg1 kk9", "b9-c5", "The board has no square b9."),
    ] {
        let position = set(pieces);
        assert_eq!(sentence(&position, text), said, "{pieces}: {text}");
        for suggestion in position.refusal(text).unwrap().suggestions {
            assert!(position.allows(&suggestion), "{text}: {suggestion}");
        }
    }
    let dragon = black("de8 pe9 ph8 ke11 Ka3");
    assert_eq!(
        sentence(&dragon, "Pe9-e7,Ph8-h7"),
        "Your pawn on e9 is blocked by the dragon on e8."
    );
}

/// A canonical text is not a move if it moves a piece of the other side, whatever the piece could do in its owner's
/// turn.
#[test]
fn nobody_moves_a_piece_of_the_other_side() {
    let crossed = "3/6/3p4k/3r3q2/10/9/4B5/10/9/6/K2 w - - - - 0";
    for (position, texts) in [
        (
            super::super::position::START,
            &["Nd10-e8", "Nd10&c9", "Pe9-e8", "nd10e8"][..],
        ),
        (
            crossed,
            &["Re8xi8", "Re8&e5", "Kk9-k8", "Pf9-f10=Q", "Re8-e9"],
        ),
    ] {
        let mut game = KIND.from_position(&Options::new(), position).unwrap();
        for text in texts {
            let refusal = game.parse_move(text).expect_err(text);
            assert_eq!(game.play(text), Err(refusal), "{text}");
            assert_eq!(game.text(), position, "{text}");
        }
    }
    let composite = set("Dh7 We8 Rg9 Ng5 nj5 nf10 Ka3 ke11");
    for text in [
        "Ng5-i6,Nj5-k7",
        "Nj5-k7,Ni6-j8",
        "Nj5-k7,Ng5-i6",
        "VIII:Nf10-g8",
        "VIII:Nf10-g10,Rg9-g8",
    ] {
        assert!(composite.exact(text).is_none(), "{text}");
        assert!(composite.refusal(text).is_some(), "{text}");
    }
    assert!(composite.allows("VIII:Rg9-g8"));
}

/// Figure 10: "it can't be captured by pieces that move vertically or horizontally". A refusal names the bend with
/// every operator, also where several knights bend the line, and where no piece moves there without them.
#[test]
fn refusals_name_every_knight_that_bends_the_line() {
    let figure = black("rg5 Nd5 Ng4 Ka3 kk9");
    for text in ["Rg5xg4", "Rg5-g4", "Rg5g4", "Rg5xg3"] {
        let said = sentence(&figure, text);
        assert!(
            said.starts_with("The knights on d5 and g4 bend lines"),
            "{text}: {said}"
        );
    }
    let one = sentence(&figure, "Rg5xd5");
    assert!(one.starts_with("The knight on d5 bends lines"), "{one}");
    for (pieces, texts) in [
        ("Pf4 Ng4 Ka3 kk9", ["Pf4xf5", "Pf4&f5"]),
        ("Pf4 Ng4 pf5 Ka3 kk9", ["Pf4xf5", "Pf4-f5"]),
        ("Pe7 Ne8 Ka3 kk9", ["Pe7xe8", "Pe7~e8"]),
        ("Pe7 ne8 Ka3 kk9", ["Pe7xe8", "Pe7-e8"]),
        ("Lf3 Ng4 Ka3 kk9", ["Lf3-f5", "Pf3xf4"]),
        ("Ki4 Ng4 kk9", ["Ki4-i3", "Ki4xi3"]),
    ] {
        let bent = sentence(&set(pieces), texts[0]);
        assert!(bent.contains("bends lines"), "{pieces}: {bent}");
        // The pawn in the lancer on f3 is not on a bent line, and has no piece to take ahead.
        if texts[1] != "Pf3xf4" {
            let bent = sentence(&set(pieces), texts[1]);
            assert!(bent.contains("bends lines"), "{pieces}: {bent}");
        }
    }
    assert!(!sentence(&set("Pf3 Ng4 Ka3 kk9"), "Pf3xf4").contains("bends"));
    assert!(
        !sentence(&set("Pf4 Ng4 Ka3 kk9"), "Pf4-f7").contains("bends"),
        "too far for a pawn"
    );
}

/// A refusal names a power before a wrong operator: a move that no operator makes legal is refused for the power.
#[test]
fn a_wrong_sign_hides_no_ban() {
    for (pieces, texts, ban) in [
        (
            "Re3 mg4 qe6 Kc3 kk9",
            ["Re3xe6", "Re3-e6", "Re3e6"],
            "The marshall on g4 keeps your rook from taking",
        ),
        (
            "Qe3 md5 mg4 rf3 Kc3 kk9",
            ["Qe3xf3", "Qe3-f3", "e3f3"],
            "The marshalls on d5 and g4 keep your queen",
        ),
        (
            "Nb4 cd5 kk9 Kg1",
            ["Nb4-c6", "Nb4xc6", "Nb4c6"],
            "The cardinal on d5 makes your knight on b4 move",
        ),
        (
            "Kg1 Bg3 rg8 kk9",
            ["Bg3-h4", "Bg3xh4", "Bg3h4"],
            "would expose your king on g1",
        ),
    ] {
        for text in texts {
            let said = sentence(&set(pieces), text);
            assert!(said.contains(ban), "{pieces}: {text}: {said}");
        }
    }
}

/// A refusal names every bent line that looks straight, for rooks, queens, marshalls and wizards in random games with
/// knights and marshalls on towers, unless another power or a pin forbids the move.
#[test]
fn every_bent_line_is_named() {
    let mut judged = 0;
    for knights in ["Nd5", "Ng4 nd5", "ne8 Nh7", "Nd5 mg4 Ne8"] {
        let pieces = "Re3 Qf6 Ma4 Wi6 Kg1 pe6 Pf3 pg6 Pi5 bc3 kk9";
        let position = set(&format!("{pieces} {knights}"));
        let powers = super::super::powers::Powers::of(&position.board);
        let none = super::super::board::TowerSet::default();
        for from in position.board.of(Seat::WHITE) {
            let role = position.board.get(from).unwrap().role;
            if !role.parts().overlaps(Parts::ROOK) {
                continue;
            }
            for direction in Direction::ORTHOGONAL {
                let bent = from
                    .ray(direction, none)
                    .without(from.ray(direction, powers.knights()));
                for to in bent {
                    let texts = ["-", "x", "&", "~"]
                        .map(|sign| format!("{}{from}{sign}{to}", role.letter()));
                    if texts.iter().any(|text| position.allows(text)) {
                        continue;
                    }
                    for text in texts {
                        let said = sentence(&position, &text);
                        let reasons = ["bend", "keep", "expose", "check"];
                        assert!(reasons.iter().any(|it| said.contains(it)), "{text}: {said}");
                        judged += usize::from(said.contains("bend"));
                    }
                }
            }
        }
    }
    assert!(judged > 100, "{judged}");
}

/// Refusals of a dragon without a memory, of a pawn in a lancer, and of a late en passant are true.
#[test]
fn refusals_are_true_of_dragons_parts_and_late_captures() {
    let direct = sentence(&set("De4 Rd5 Kg1 kk9"), "De4-e5");
    assert_eq!(
        direct,
        "Your dragon on e4 makes only direct moves yet, and none of them leads to e5: no piece that dragons could mimic has \
         been moved."
    );
    let still = sentence(&set("De4 Kg1 kk9"), "De4-e5");
    assert!(still.contains("cannot move yet"), "{still}");
    let part = sentence(&set("Lh5 Kg1 ka5"), "Ph5-d3");
    assert!(part.starts_with("The pawn in your lancer on h5"), "{part}");
    let late = "En passant is possible only in the turn right after";
    let pawn = set("Pe5 pf5 Kg1 kk9");
    assert!(sentence(&pawn, "Pe5xf6").contains(late));
    assert!(
        !sentence(&pawn, "Pe5xd6").contains(late),
        "nobody has passed d6"
    );
    let lancer = sentence(&set("Le5 pf5 Kg1 kk9"), "Le5xf6");
    assert!(
        lancer.contains(late) && lancer.contains("Le5-f6"),
        "{lancer}"
    );
    for text in ["O-O", "0-0-0"] {
        assert_eq!(sentence(&pawn, text), "There is no castling in this game.");
    }
}
