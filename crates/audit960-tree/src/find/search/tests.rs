use audit960_board::{Move, Position};
use audit960_types::Identity;

use super::*;
use crate::game::GamePlace;

fn moves(text: &str) -> Vec<Move> {
    text.split_ascii_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}

/// The half-moves of the hits in a game, with the stay of the material.
fn hits(query: &str, fen: &str, line: &str, all: bool) -> Vec<(u32, u32)> {
    let start = Position::of_game(Some(fen).filter(|fen| !fen.is_empty()))
        .unwrap()
        .clone();
    let moves = moves(line);
    let game = PlayedGame {
        identity: Identity {
            frame_offset: 0,
            byte_offset: 7,
        },
        place: GamePlace {
            part: 3,
            index: 2,
            game: Some(2),
            line: None,
        },
        white: Some("A"),
        stored: true,
        ..PlayedGame::of_moves(&start, &moves)
    };
    let parsed = FindQuery::parse(query).unwrap();
    assert!(
        parsed.min_plies() <= moves.len() as u32 || hits_of(&parsed, &game, all).is_empty(),
        "{query}"
    );
    hits_of(&parsed, &game, all)
}

fn hits_of(query: &FindQuery, game: &PlayedGame<'_>, all: bool) -> Vec<(u32, u32)> {
    let mut finder = Finder::new(query.clone(), FindOptions { all, count: false }, 1);
    let mut counter = Finder::new(query.clone(), FindOptions { all, count: true }, 1);
    let mut other = finder.another();
    other.game(game).unwrap();
    counter.game(game).unwrap();
    finder.merge(other);
    assert_eq!(finder.games(), counter.games());
    let hits: Vec<Hit> = finder.into_hits().unwrap().map(Result::unwrap).collect();
    assert_eq!(u64::from(!hits.is_empty()), counter.games());
    for hit in &hits {
        assert_eq!(
            (hit.source.as_str(), hit.identity, hit.place),
            ("a.pgn", game.identity, game.place)
        );
        assert_eq!(
            (hit.white.as_deref(), hit.black.as_deref()),
            (game.white, game.black)
        );
    }
    hits.iter()
        .map(|hit| (hit.ply, hit.stay.unwrap()))
        .collect()
}

/// 1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4
const SPANISH: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1h1 f6e4";

#[test]
fn conditions_hold_where_they_are_argued_to() {
    for (query, expected) in [
        ("ply 0", &[0][..]),
        ("ply 3-5", &[3, 4, 5]),
        ("ply 7-", &[7, 8]),
        ("ply -1 side black", &[1]),
        ("side black", &[1, 3, 5, 7]),
        ("moved N", &[3, 4, 6, 8]),
        ("moved BK", &[5, 7]),
        ("moved Nf3", &[3]),
        ("moved Nf6,Bb5", &[5, 6]),
        ("moved f6e4", &[8]),
        ("moved exd5", &[]),
        ("captured P", &[8]),
        ("captured QRBN", &[]),
        ("castled any", &[7]),
        ("castled O-O", &[7]),
        ("castled O-O-O", &[]),
        ("castled white", &[7]),
        ("castled black", &[]),
        ("castled white:O-O", &[7]),
        ("moved O-O", &[7]),
        ("moved Kg1", &[]),
        ("moved Kh1", &[]),
        ("moved e1h1", &[7]),
        ("line \"1. e4 e5\"", &[2]),
        ("line \"Nf3 Nc6 Bb5\"", &[5]),
        ("line \"Nf3 Bb5\"", &[]),
        ("position 8/8/8/4p3/4P3/5N2/8/8", &[3, 4, 5, 6, 7]),
        ("position 8/8/8/4p3/4[nP]3/8/8/8", &[2, 3, 4, 5, 6, 7, 8]),
        ("material KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP ply 6-", &[6, 7]),
        ("material KQRRBBNNPPPPPPPvKQRRBBNNPPPPPPPP", &[8]),
        ("material KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPP", &[8]),
        ("material KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPP exact", &[]),
        (
            "fen \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w HAha - 9 9\"",
            &[4],
        ),
        (
            "fen \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w Qkq - 9 9\"",
            &[],
        ),
        // One after the other, each later than the one before.
        ("moved N then moved N", &[4, 6, 8]),
        ("castled any then side white", &[8]),
        ("castled any then moved B", &[]),
        ("moved B then castled any then captured P", &[8]),
    ] {
        let all: Vec<u32> = hits(query, "", SPANISH, true)
            .into_iter()
            .map(|(ply, _)| ply)
            .collect();
        assert_eq!(all, expected, "{query}");
        let first: Vec<u32> = hits(query, "", SPANISH, false)
            .into_iter()
            .map(|(ply, _)| ply)
            .collect();
        assert_eq!(
            first,
            expected.iter().copied().take(1).collect::<Vec<_>>(),
            "{query}"
        );
    }
}

/// After 1. Rxb8 rook against nothing for three half-moves, until the king takes it.
#[test]
fn material_stays_until_it_changes() {
    let (fen, line) = (
        "1r6/8/8/8/3k4/1R6/8/7K w - - 0 1",
        "b3b8 d4c3 b8b3 c3b3 h1g1",
    );
    assert_eq!(hits("material KRvKR", fen, line, false), [(0, 1)]);
    assert_eq!(
        hits("material KRvK", fen, line, true),
        [(1, 3), (2, 3), (3, 3)]
    );
    assert_eq!(hits("material KRvK stay 3", fen, line, false), [(1, 3)]);
    assert_eq!(hits("material KvKR", fen, line, false), [(1, 3)]);
    assert_eq!(hits("material KvKR exact", fen, line, false), []);
    assert_eq!(hits("material KRvK stay 4", fen, line, false), []);
    // To the end of the record.
    assert_eq!(hits("material KvK", fen, line, false), [(4, 2)]);
    assert_eq!(
        hits(
            "material KRvK then material KvK side white",
            fen,
            line,
            false
        ),
        [(4, 2)]
    );
}

#[test]
fn a_query_is_the_same_in_json() {
    let (text, json) = (
        "material KRBvKR exact stay 10 then moved N,Bb5 ply 3-",
        r#"[{"material": "KRBvKR", "exact": true, "stay": 10}, {"moved": "N,Bb5", "ply": "3-"}]"#,
    );
    let parsed = [
        FindQuery::parse(text).unwrap(),
        FindQuery::parse_json(json).unwrap(),
    ];
    assert_eq!(format!("{:?}", parsed[0]), format!("{:?}", parsed[1]));
}

#[test]
fn errors_have_a_place() {
    for (query, at, message) in [
        ("", 0, "a clause has at least one condition"),
        ("side white then", 15, "a clause has at least one condition"),
        ("side green", 5, "green is not white or black"),
        ("side", 0, "side needs a value"),
        ("colour white", 0, "there is no condition colour"),
        ("side white fen \"8/8", 15, "the quote is not closed"),
        ("position 8/8/8/8/8/8/8/4x3", 24, "x is not a piece"),
        ("material KRxK", 11, "x is not one of"),
        ("moved Nf3,Nz9", 10, "Nz9 is not a move"),
        ("line \"1. e4 e9\"", 12, "e9 is not a move"),
        ("stay 10", 0, "exact and stay are about material"),
        ("ply 5-2", 4, "the first number"),
        ("ply x", 4, "\"x\" is not a number"),
        ("side white side black", 16, "side is given twice"),
        ("moved e4 moved d4", 15, "moved is given twice"),
        ("moved Nf3,", 10, "a move is missing"),
        ("moved \"Nf3, Nz9\"", 12, "Nz9 is not a move"),
        (
            "moved a8",
            6,
            "a pawn that gets there is promoted, as in a8=Q",
        ),
        ("captured QK", 10, "no king is ever captured"),
        ("captured x", 9, "pieces are letters"),
        ("castled sideways", 8, "sideways is not any"),
        (
            "fen \"8/8/8/8/8/8/8/KKKKKKKK w - - 0 1\"",
            5,
            "no game can reach",
        ),
    ] {
        let error = FindQuery::parse(query).unwrap_err();
        assert_eq!(error.at, at, "{query}: {error}");
        assert!(error.message.starts_with(message), "{query}: {error}");
    }
    for (query, at, message) in [
        ("{\"side\": \"green\"}", 0, "side: green is not"),
        ("{\"side\": 3}", 0, "side: 3 is not"),
        ("{\"exact\": 3}", 0, "exact is true or false"),
        ("[]", 0, "the query has no clause"),
        ("[[]]", 0, "a query is an object"),
        ("true", 0, "a query is an object"),
        ("3", 0, "a query is an object"),
        ("-3", 0, "a query is an object"),
        ("1.5", 0, "a query is an object"),
        ("null", 0, "a query is an object"),
        ("\"side white\"", 0, "a query is an object"),
        (
            "[{\"side\": \"white\", \"side\": \"black\"}]",
            0,
            "side: side is given twice",
        ),
        ("{\"side\" \"white\"}", 8, "this is not JSON"),
        ("{\"material\": \"KRxK\"}", 2, "material: x is not one of"),
    ] {
        let error = FindQuery::parse_json(query).unwrap_err();
        assert_eq!(error.at, at, "{query}: {error}");
        assert!(error.message.starts_with(message), "{query}: {error}");
    }
}

/// SAN says whether a move captures, and what it does not say is not meant; UCI leaves it open. Castling from the e-file is
/// the king's move by two squares, too.
#[test]
fn a_capture_is_written_as_one() {
    // 1. Nc3 d6 2. Nd5 e6 3. d4 exd5 4. e4 dxe4
    let line = "b1c3 d7d6 c3d5 e7e6 d2d4 e6d5 e2e4 d5e4";
    let plies_of = |query: &str, fen: &str, line: &str| -> Vec<u32> {
        let found = hits(query, fen, line, true);
        found.into_iter().map(|(ply, _)| ply).collect()
    };
    let plies = |query| plies_of(query, "", line);
    for (query, expected) in [
        ("moved Nxd5", &[][..]),
        ("moved Nd5", &[3]),
        ("moved d5", &[]),
        ("moved exd5", &[6]),
        ("moved e4", &[7]),
        ("moved dxe4", &[8]),
        ("moved e4,dxe4", &[7, 8]),
        ("moved d5e4", &[8]),
        ("moved c3d5", &[3]),
        ("line \"d6 Nxd5\"", &[]),
        ("line \"d6 Nd5\"", &[3]),
    ] {
        assert_eq!(plies(query), expected, "{query}");
    }
    let castled = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1h1 d7d6";
    for query in ["moved e1g1", "moved e1h1", "moved O-O"] {
        assert_eq!(plies_of(query, "", castled), [7], "{query}");
    }
    assert!(hits("moved e1c1", "", castled, true).is_empty());
    assert!(hits("moved Kg1", "", castled, true).is_empty());
    let other = "bqrnkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQRNK2R w Hcf - 0 1";
    assert_eq!(plies_of("moved e1g1", other, "e1h1"), [1]);
    // From another file the king's move by two squares is none.
    let d_file = "3k4/8/8/8/8/8/8/3K3R w H - 0 1";
    assert!(hits("moved d1f1", d_file, "d1h1", true).is_empty());
    assert_eq!(plies_of("moved d1h1", d_file, "d1h1"), [1]);
}

/// A half-move leads to no position before the first, and what comes later cannot come before.
#[test]
fn numbers_of_half_moves_that_no_game_has_are_told() {
    let impossible = |query: &str| FindQuery::parse(query).unwrap().impossible_clause();
    assert_eq!(impossible("ply 0 moved e4"), Some(0));
    assert_eq!(impossible("ply 1 line \"e4 e5\""), Some(0));
    assert_eq!(impossible("ply 30 then ply 20"), Some(1));
    assert_eq!(impossible("ply 20 then ply 20"), Some(1));
    assert_eq!(impossible("ply 20 then ply 21"), None);
    assert_eq!(impossible("ply 1 moved e4 then side white"), None);
}
