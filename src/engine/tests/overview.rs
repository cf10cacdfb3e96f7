//! Overviews of positions without a search.

use super::*;

/// An overview reports a winning move, an attacked royal stone, the piece in danger with its attacker, and the piece
/// that can be captured, with or without being retaken.
#[test]
fn an_overview_says_what_is_on_the_board() {
    let kind = GAMES[0];
    for (position, wins, attacked, danger, gain) in [
        // Four stones move like a rook, two like a knight, one like a pawn, three like a bishop.
        ("4k3/8/8/8/8/8/8/K3R3 w - 0", true, false, None, None),
        (
            "r3k3/8/8/8/8/8/8/R2K4 w - 0",
            false,
            false,
            Some(("a1", "a8")),
            Some(("a8", true)),
        ),
        // A rook for a rook wins nothing.
        (
            "r2k4/2p5/1n6/8/8/8/8/R2K4 w - 0",
            false,
            false,
            Some(("a1", "a8")),
            None,
        ),
        (
            "4k3/8/8/8/8/1p6/2R5/7K w - 0",
            false,
            false,
            Some(("c2", "b3")),
            None,
        ),
        // The royal stone is attacked, but not reported as a piece in danger too.
        ("3rk3/8/8/8/8/8/8/R2K4 w - 0", false, true, None, None),
        ("4k3/8/8/8/8/7p/8/K3N3 w - 0", false, false, None, None),
    ] {
        let game = kind.from_position(&Options::new(), position).unwrap();
        let overview = game.overview().unwrap();
        assert_eq!(
            (overview.wins, overview.attacked),
            (wins, attacked),
            "{position}"
        );
        let named = overview.danger.as_ref();
        let named = named.map(|(piece, by)| (piece.square.as_str(), by.square.as_str()));
        assert_eq!(named, danger, "{position}");
        let named = overview.gain.as_ref();
        let named = named.map(|(piece, free)| (piece.square.as_str(), *free));
        assert_eq!(named, gain, "{position}");
    }
}

/// A piece hangs if another seat would win something by capturing it: for nothing, or with a piece worth less. Nothing
/// hangs where pieces are only exchanged, nor a royal stone.
#[test]
fn a_piece_that_the_next_move_would_win_hangs() {
    let kind = GAMES[0];
    for (position, hanging) in [
        ("r3k3/8/8/8/8/8/8/R2K4 b - 0", Some(("a1", "a8", true))),
        ("r3k3/8/8/8/8/8/P7/R2K4 b - 0", None),
        ("4k3/8/8/8/8/1p6/2R5/1R5K b - 0", Some(("c2", "b3", true))),
        (
            "r2k4/2p5/1n6/8/8/8/2P5/R2K4 b - 0",
            Some(("a1", "a8", true)),
        ),
        ("3rk3/8/8/8/8/8/8/R2K4 b - 0", None),
    ] {
        let game = kind.from_position(&Options::new(), position).unwrap();
        let found = game.hanging(Seat(0));
        let found = found.as_ref();
        let found = found.map(|one| (&one.piece.square[..], &one.by.square[..], one.free));
        assert_eq!(found, hanging, "{position}");
    }
}

/// An overview agrees with the legal list in every variant, and is `None` if no move is legal.
#[test]
fn an_overview_agrees_with_the_legal_list() {
    let mut rng = SplitMix64::new(19, 0);
    for start in starts() {
        let Some(game) = played(&*start, 25, &mut rng) else {
            continue;
        };
        let (legal, mover) = (game.legal(), game.turn());
        let Some(overview) = game.overview() else {
            assert!(legal.is_empty() || !game.chance().is_empty());
            continue;
        };
        let wins = |text: &String| {
            let mut after = game.clone();
            after.play(text).unwrap();
            matches!(after.status(), Status::Won { winner, .. } if winner == mover)
        };
        assert_eq!(overview.wins, legal.iter().any(wins), "{game:?}");
        assert!(!overview.only || legal.len() == 1, "{game:?}");
        let named = overview.danger.iter().flat_map(|(piece, by)| [piece, by]);
        let named = named.chain(overview.gain.iter().map(|(piece, _)| piece));
        for piece in named {
            assert!(
                !piece.name.is_empty() && !piece.square.is_empty(),
                "{piece:?}"
            );
        }
        if let Some((piece, by)) = overview.danger {
            assert!(piece.seat == mover && by.seat != mover, "{game:?}");
        }
        if let Some((piece, _)) = overview.gain {
            assert_ne!(piece.seat, mover, "{game:?}");
        }
    }
}

/// Pieces that capture by moving together: the piece that lands on the captured one is named, with its way and the number
/// of pieces that the move captures besides.
#[test]
fn the_capturing_piece_of_a_group_is_the_one_that_lands() {
    let kind = crate::games::find("fourfold").unwrap();
    for (position, besides) in [
        (
            "6qpQ7/6q9/7k8/16/16/16/16/16/16/16/16/16/16/16/16/K15 b 0",
            0,
        ),
        (
            "6qpQ7/6q1N7/7k8/16/16/16/16/16/16/16/16/16/16/16/16/K15 b 0",
            1,
        ),
    ] {
        let game = kind.from_position(&Options::new(), position).unwrap();
        let found = game.hanging(Seat(0)).unwrap();
        assert_eq!(
            (&found.piece.square[..], &found.by.square[..]),
            ("i16", "g16")
        );
        assert_eq!(found.way.as_deref(), Some("by a quad move from d8"));
        assert_eq!((found.besides, found.free), (besides, true));
    }
}

/// A piece that has not moved is not said to go where it is already: it grows.
#[test]
fn a_piece_that_is_joined_grows() {
    let kind = crate::games::find("towers").unwrap();
    let position = "3/6/8k/10/10/9/1N8/10/1R7/6/K2 w - - - - 0";
    let game = kind.from_position(&Options::new(), position).unwrap();
    let joins = game.legal().into_iter().find(|text| text.contains('&'));
    let why = game.why(&joins.unwrap(), None).unwrap();
    assert_eq!(why.key(), "grows");
    assert!(
        why.sentence("king", "checkmate")
            .contains("makes a marshall on b")
    );
}
