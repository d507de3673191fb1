//! The fast path against the slow path.

use audit960_types::SanWord;

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
