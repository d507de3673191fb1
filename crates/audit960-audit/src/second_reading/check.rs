//! One game of an audit, read a second time.

use audit960_types::{Code, Disagreement, GameFacts};

use crate::second_reading::compare::{OurReading, compare, compare_count};
use crate::second_reading::position::PositionKey;
use crate::second_reading::reading::read;

/// Reads the bytes of a game a second time and compares with its facts, which must hold the last
/// position. `codes` are those of the game's findings, in the order of the text.
#[must_use]
pub fn check_game(bytes: &[u8], facts: &GameFacts<'_>, codes: &[Code]) -> Option<Disagreement> {
    let reading = read(bytes);
    let position = facts.last.as_ref().map(PositionKey::from);
    let ours = OurReading {
        plies: facts.plies,
        position: position.as_ref(),
        clock: facts.final_clock,
        verdict: facts.verdict,
        codes,
    };
    compare_count(1, &reading, codes).or_else(|| compare(&ours, reading.games.first()?))
}

/// Reads text a second time that belongs to no game of ours.
#[must_use]
pub fn check_stray(bytes: &[u8]) -> Option<Disagreement> {
    compare_count(0, &read(bytes), &[Code::StrayText])
}

#[cfg(test)]
mod tests {
    use audit960_types::{
        Bitboard, ByRole, DisagreementKind, LastPosition, Side, StartKind, Verdict,
    };

    use super::*;

    /// After 1. e4.
    fn after_e4() -> LastPosition {
        let white = [0x1000_ef00, 0x42, 0x24, 0x81, 0x08, 0x10].map(Bitboard);
        let black = [0xff00, 0x42, 0x24, 0x81, 0x08, 0x10].map(|set| Bitboard(set).flipped());
        LastPosition {
            pieces: [white, black].map(ByRole).into(),
            turn: Side::Black,
            castling_rooks: Bitboard(1 | 1 << 7 | 1 << 56 | 1 << 63),
            en_passant: None,
        }
    }

    fn facts(last: LastPosition) -> GameFacts<'static> {
        GameFacts {
            start: StartKind::Standard,
            white_start: Some(518),
            black_start: Some(518),
            plies: 1,
            verdict: Verdict::Ok,
            final_clock: Some(0),
            max_clock: Some(0),
            max_repetition: Some(1),
            last: Some(last),
            ..GameFacts::default()
        }
    }

    fn kind(bytes: &[u8], facts: &GameFacts<'_>) -> Option<DisagreementKind> {
        check_game(bytes, facts, &[]).map(|disagreement| disagreement.kind)
    }

    #[test]
    fn a_game_is_compared_with_its_facts() {
        let facts = facts(after_e4());
        assert_eq!(kind(b"[Event \"x\"]\n\n1. e4 *\n\n", &facts), None);
        let mut moved = facts.clone();
        moved.last = Some(LastPosition {
            castling_rooks: Bitboard::EMPTY,
            ..after_e4()
        });
        let final_position = Some(DisagreementKind::FinalPosition);
        assert_eq!(kind(b"1. e4 *", &moved), final_position);
        assert_eq!(kind(b"1. d4 *", &facts), final_position);
        assert_eq!(kind(b"1. e4 e5 *", &facts), Some(DisagreementKind::Plies));
        let two = b"[Event \"x\"]\n\n1. e4 *\n\n[Round \"2\"]\n\n1. e4 *\n";
        assert_eq!(kind(two, &facts), Some(DisagreementKind::Count));
    }

    #[test]
    fn stray_text_is_a_game_to_pgn_reader() {
        let found = check_stray(b"-- games of the second day --\n").unwrap();
        assert_eq!(
            (found.kind, found.explained_by),
            (DisagreementKind::Count, Some(Code::StrayText))
        );
        assert_eq!(check_stray(b" \n"), None);
    }
}
