//! The fast path against the slow path, and patterns against the list of legal moves.

use audit960_types::{Bitboard, Pattern, Role, SanWord, Square};

use super::SanError;

use crate::moves::Move;
use crate::position::{Position, role_of};
use crate::start::Start;
use crate::zobrist::EMPTY;

/// Pseudo-random numbers with a fixed seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(11);
        (self.0 >> 33) as usize % limit
    }
}

/// Asserts that redundant data agrees: piece sets, squares, check.
fn assert_sound(position: &Position) {
    let mut sides = [0; 2];
    let mut roles = [0; 6];
    for (square, &code) in position.board.iter().enumerate() {
        if code != EMPTY {
            sides[usize::from(code >> 3)] |= 1_u64 << square;
            roles[role_of(code)] |= 1_u64 << square;
        }
    }
    let shown = position.xfen();
    assert_eq!(
        (sides, roles),
        (position.sides, position.role_sets()),
        "{shown}"
    );
    assert_eq!(position.in_check, position.attacked_king(), "{shown}");
}

/// Compares both paths on a word: the same move, or the fast path leaves it to the slow one. Returns
/// whether the fast path played it.
fn compare(position: &Position, text: &str) -> bool {
    let Some(word) = SanWord::new(text.as_bytes()) else {
        return false;
    };
    let (mut fast, mut reference) = (position.clone(), position.clone());
    let shown = || format!("{text} in {}", position.xfen());
    let Some(plain) = fast.play_plain(word) else {
        assert_eq!(fast.xfen(), position.xfen(), "{}", shown());
        assert_eq!(fast.key, position.key, "{}", shown());
        return false;
    };
    let resolved = reference
        .play_strict(word)
        .unwrap_or_else(|| panic!("{}", shown()));
    assert!(
        !resolved.castling && !resolved.over_disambiguated,
        "{}",
        shown()
    );
    assert_eq!(plain.played, resolved.played, "{}", shown());
    assert_eq!(plain.capture, resolved.capture, "{}", shown());
    assert_eq!(plain.marked_check, resolved.marked_check, "{}", shown());
    assert_eq!(plain.marked_mate, resolved.marked_mate, "{}", shown());
    assert_eq!(fast.xfen(), reference.xfen(), "{}", shown());
    assert_eq!(fast.key, reference.key, "{}", shown());
    assert_sound(&fast);
    true
}

/// The same move in other spellings: more of the origin given, an `x` too many or too few, marks.
fn variants(san: &str, m: Move) -> Vec<String> {
    let [file, rank] = m.from().name().map(char::from);
    let (letter, rest) = san.split_at(1);
    let bare: String = san.chars().filter(|c| !"x+#".contains(*c)).collect();
    let target = &bare[bare.len().saturating_sub(2)..];
    let mut all = vec![
        bare.clone(),
        format!("{san}+"),
        format!("{bare}#"),
        san.replace('x', ""),
    ];
    for origin in [
        format!("{file}"),
        format!("{rank}"),
        format!("{file}{rank}"),
    ] {
        all.push(format!("{letter}{origin}{rest}"));
        all.push(format!("{letter}{origin}{target}"));
        all.push(format!("{letter}{origin}x{target}"));
        all.push(format!("{origin}x{target}"));
    }
    all
}

#[test]
fn fast_path_agrees_with_slow_path() {
    let mut numbers = Numbers(960);
    let (mut written, mut fast) = (0_u32, 0_u32);
    for _ in 0..60 {
        let start = |number: usize| Start::new(number as u16).unwrap();
        let (white, black) = (start(numbers.below(960)), start(numbers.below(960)));
        let mut position = Position::chess960(white, black);
        for _ in 0..120 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            for &m in &legal {
                let san = position.san(m);
                written += 1;
                fast += u32::from(compare(&position, &san));
                if numbers.below(8) == 0 {
                    for text in variants(&san, m) {
                        compare(&position, &text);
                    }
                }
            }
            position.play(legal[numbers.below(legal.len())]);
            assert_sound(&position);
        }
    }
    assert!(written > 100_000, "{written}");
    // Otherwise the comparison would say little.
    assert!(fast * 10 > written * 8, "{fast} of {written}");
}

/// Random games: every word of a file and a square, and of a piece and a square, is refused or is a legal move.
#[test]
fn no_word_is_played_that_is_not_legal() {
    let mut numbers = Numbers(2009);
    let (mut played, mut en_passant) = (0, 0);
    for number in 0..12 {
        let start = Start::new(number * 83).unwrap();
        let mut position = Position::chess960(start, start);
        for _ in 0..80 {
            let legal = position.legal_moves();
            let Some(&next) = legal.get(numbers.below(legal.len().max(1))) else {
                break;
            };
            for target in 0..64 {
                let [file, rank] = Square::new(target).name().map(char::from);
                for letter in "abcdefghNBRQK".chars() {
                    let text = format!("{letter}x{file}{rank}");
                    let Some(word) = SanWord::new(text.as_bytes()) else {
                        continue;
                    };
                    let shown = || format!("{text} in {}", position.xfen());
                    let mut after = position.clone();
                    let Some(resolved) = after.play_strict(word) else {
                        continue;
                    };
                    played += 1;
                    assert!(legal.contains(&resolved.played), "{}", shown());
                    let takes = position.piece_at(resolved.played.to()).is_some();
                    en_passant += u32::from(letter.is_ascii_lowercase() && !takes);
                }
            }
            position.play(next);
        }
    }
    assert!(played > 1000 && en_passant > 0, "{played}, {en_passant}");
}

#[test]
fn any_word_is_refused_or_agreed_on() {
    const LETTERS: &[u8] = b"abcdefgh12345678NBRQKxO-+#=!i9 ";
    let mut numbers = Numbers(518);
    let mut taken = 0;
    let mut position = Position::standard();
    for round in 0..300_000 {
        if round % 500 == 0 {
            let legal = position.legal_moves();
            position = match legal.len() {
                0 => Position::standard(),
                many => {
                    position.play(legal[numbers.below(many)]);
                    position
                }
            };
        }
        let len = 1 + numbers.below(7);
        let text: String = (0..len)
            .map(|_| char::from(LETTERS[numbers.below(LETTERS.len())]))
            .collect();
        taken += u32::from(compare(&position, &text));
    }
    assert!(taken > 100, "{taken}");
}

/// What a pattern gives, by the list of legal moves; several by the squares they come from.
fn by_list(position: &Position, pattern: Pattern) -> Result<Move, SanError> {
    let Pattern::Piece {
        role,
        from,
        to,
        promotion,
    } = pattern
    else {
        panic!("not a piece");
    };
    let mut moves = position.legal_moves();
    moves.retain(|m| {
        let (_, kind) = position.piece_at(m.from()).unwrap();
        !position.is_castling(*m)
            && m.to() == to
            && from.contains(m.from())
            && role.is_none_or(|role| role == kind)
            && m.promotes_to() == promotion
    });
    moves.sort_by_key(|m| m.origin());
    match moves[..] {
        [] => Err(SanError::Illegal),
        [only] => Ok(only),
        _ => Err(SanError::Ambiguous(moves)),
    }
}

#[test]
fn patterns_give_what_the_list_of_legal_moves_gives() {
    let mut numbers = Numbers(12);
    let (mut found, mut several, mut after_illegal) = (0, 0, 0);
    for game in 0..300 {
        let start = |number: usize| Start::new(number as u16).unwrap();
        let mut position = Position::chess960(start(numbers.below(960)), start(numbers.below(960)));
        let mut lawful = true;
        for _ in 0..150 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            for _ in 0..12 {
                // Mostly squares and pieces of a legal move, else nearly nothing fits.
                let likely = legal[numbers.below(legal.len())];
                let square = |numbers: &mut Numbers| Square::new(numbers.below(64));
                let to = match numbers.below(4) {
                    0 => square(&mut numbers),
                    _ => likely.to(),
                };
                let file = Bitboard(0x0101_0101_0101_0101 << likely.from().file());
                let rank = Bitboard(0xff << (8 * likely.from().rank()));
                let from = [
                    Bitboard::FULL,
                    file,
                    rank,
                    likely.from().into(),
                    square(&mut numbers).into(),
                ][numbers.below(5)];
                let role = [
                    None,
                    position.piece_at(likely.from()).map(|(_, role)| role),
                    Some(Role::ALL[numbers.below(6)]),
                ][numbers.below(3)];
                let promotion = match numbers.below(3) {
                    0 => Some(Role::ALL[numbers.below(6)]),
                    _ => likely.promotes_to(),
                };
                let pattern = Pattern::Piece {
                    role,
                    from,
                    to,
                    promotion,
                };
                let expected = by_list(&position, pattern);
                assert_eq!(
                    position.resolve(pattern),
                    expected,
                    "{pattern:?} in {}",
                    position.xfen()
                );
                found += u32::from(expected.is_ok());
                several += u32::from(matches!(expected, Err(SanError::Ambiguous(_))));
                after_illegal += u32::from(!lawful && expected.is_ok());
            }
            let pattern = Pattern::Piece {
                role: None,
                from: Square::new(numbers.below(64)).into(),
                to: Square::new(numbers.below(64)),
                promotion: None,
            };
            match position.resolve_illegal(pattern).filter(|_| game % 3 == 0) {
                Some(illegal) => {
                    lawful = false;
                    position.play_after_illegal(illegal);
                }
                None if lawful => position.play(legal[numbers.below(legal.len())]),
                None => {
                    let played = legal[numbers.below(legal.len())];
                    if position.captures_king(played) {
                        break;
                    }
                    position.play_after_illegal(played);
                }
            }
        }
    }
    assert!(found > 100_000, "{found}");
    assert!(several > 5_000, "{several}");
    assert!(after_illegal > 20_000, "{after_illegal}");
}

/// Words of strict SAN, each in a position: the move, or none. Written down from PGN section 8.2.3.
#[test]
fn strict_words_are_played_and_others_are_not() {
    // Both castlings are legal.
    let castles = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    // Four knights reach d5.
    let four = "7k/8/1N3N2/3p4/1N3N2/8/8/4K3 w - - 0 1";
    let cases = [
        (four, "Nb4xd5", Some("b4d5")),
        (four, "Nf6xd5", Some("f6d5")),
        (four, "Nbxd5", None),
        (four, "N4xd5", None),
        (four, "N4bxd5", None),
        (four, "Nb4d5", None),
        (four, "Nxb4d5", None),
        (castles, "O-O", Some("e1h1")),
        (castles, "O-O-O", Some("e1a1")),
        (castles, "O.O", None),
        (castles, "Oe2", None),
        (castles, "OxO", None),
        (castles, "O-OxO", None),
        (castles, "O-O-", None),
    ];
    for (fen, text, expected) in cases {
        let mut position = Position::from_fen(fen).unwrap().position;
        let word = SanWord::new(text.as_bytes()).unwrap();
        let played = position
            .play_strict(word)
            .map(|resolved| resolved.played.to_string());
        assert_eq!(played.as_deref(), expected, "{text} in {fen}");
    }
}
