//! Each leniency, and what is not a move.

use super::*;

/// Candidates as short text: role letter, number of origin squares, target, promotion.
fn read(symbol: &str) -> Vec<(String, Vec<Leniency>)> {
    let MoveReading::Move { candidates, .. } = read_move(symbol.as_bytes(), &Language::ENGLISH)
    else {
        return Vec::new();
    };
    let show = |candidate: &Candidate| match candidate.pattern {
        Pattern::Castling(wing) => wing.to_string(),
        Pattern::Piece {
            role,
            from,
            to,
            promotion,
        } => {
            let letter = |role: Option<Role>| role.map_or('?', |r| char::from(r.letter()));
            let becomes = promotion.map_or(String::new(), |p| format!("={}", letter(Some(p))));
            format!("{}{}{to}{becomes}", letter(role), from.count())
        }
    };
    candidates
        .iter()
        .map(|c| (show(c), c.leniencies.clone()))
        .collect()
}

fn one(symbol: &str, shown: &str, leniencies: &[Leniency]) {
    assert_eq!(
        read(symbol),
        [(shown.to_owned(), leniencies.to_vec())],
        "{symbol}"
    );
}

#[test]
fn a_leniency_is_named_once() {
    assert_eq!(read("e4===="), [("P64e4".into(), vec![Leniency::Tail])]);
    let glued = vec![Leniency::EnPassantGlued];
    assert_eq!(read("exd6epe.p."), [("P8d6".into(), glued)]);
}

#[test]
fn each_leniency() {
    use Leniency as L;
    one("Nf3", "N64f3", &[]);
    one("Nbxd7+", "N8d7", &[]);
    one("O-O", "h_side", &[]);
    one("0-0", "h_side", &[L::CastlingZeros]);
    one("0-0-0+", "a_side", &[L::CastlingZeros]);
    one("o-o", "h_side", &[L::CastlingSpelling]);
    one("OOO", "a_side", &[L::CastlingSpelling]);
    one("O–O", "h_side", &[L::CastlingSpelling]);
    one("e2-e4", "?1e4", &[L::LongAlgebraic]);
    one("Ng1-f3", "N1f3", &[L::LongAlgebraic]);
    one("e2e4", "?1e4", &[L::Coordinate]);
    one("e7e8q", "?1e8=Q", &[L::Coordinate]);
    one("Pe4", "P64e4", &[L::PawnLetter]);
    one("a8Q", "P64a8=Q", &[L::PromotionSpelling]);
    one("a8/Q", "P64a8=Q", &[L::PromotionSpelling]);
    one("a8(Q)", "P64a8=Q", &[L::PromotionSpelling]);
    one("a8=Q", "P64a8=Q", &[]);
    one("exd6ep", "P8d6", &[L::EnPassantGlued]);
    one("exd6e.p.", "P8d6", &[L::EnPassantGlued]);
    one("nf3", "N64f3", &[L::LowerCase]);
    one("Kxh1", "K64h1", &[]);
}

#[test]
fn a_small_b_is_a_file_first() {
    let both = read("bc4");
    assert_eq!(both[0], ("P8c4".into(), vec![]));
    assert_eq!(both[1], ("B64c4".into(), vec![Leniency::LowerCase]));
}

#[test]
fn no_moves() {
    let english = |text: &str| read_move(text.as_bytes(), &Language::ENGLISH);
    assert_eq!(english("--"), MoveReading::Null);
    assert_eq!(english("Z0"), MoveReading::Null);
    assert_eq!(english("e.p."), MoveReading::EnPassantSuffix);
    assert_eq!(english("+-"), MoveReading::Junk);
    assert_eq!(english("novelty"), MoveReading::Junk);
    assert_eq!(english("Sf3"), MoveReading::Unreadable);
    for text in ["e4e5e6", "Nx", "Ni3", "ex", "exd", "Qd"] {
        assert_eq!(english(text), MoveReading::Unreadable, "{text}");
    }
    for text in ["N", "D", "the", "(Q)", "+/=", "RR"] {
        assert_eq!(english(text), MoveReading::Junk, "{text}");
    }
}

#[test]
fn other_letters() {
    let german = LANGUAGES.iter().find(|l| l.name == "German").unwrap();
    let shape = |text: &str, language| {
        matches!(
            read_move(text.as_bytes(), language),
            MoveReading::Move { .. }
        )
    };
    assert!(shape("Sf3", german) && shape("Lxc4+", german) && shape("e8=D", german));
    assert!(!shape("Nf3", german));
    let figurines = &LANGUAGES[0];
    assert!(shape("♘f3", figurines) && shape("♞c6", figurines));
    assert!(has_move_form("Cf3".as_bytes()) && !has_move_form(b"the"));
}

/// ICCF's notation: 1 to 4 for queen, rook, bishop and knight.
#[test]
fn digits_promote_to_each_piece() {
    for (digit, letter) in [('1', 'Q'), ('2', 'R'), ('3', 'B'), ('4', 'N')] {
        let found = read(&format!("5758{digit}"));
        let shown: Vec<&str> = found.iter().map(|(shown, _)| shown.as_str()).collect();
        assert_eq!(shown, [format!("?1e8={letter}")], "{digit}");
    }
    assert_eq!(read("57585"), []);
}
