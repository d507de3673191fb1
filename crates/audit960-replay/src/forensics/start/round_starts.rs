//! Games of the same event and round: over the board they share one start position.

use std::collections::HashMap;

use crate::Round;
use audit960_types::{StartSet, Venue};

/// Values of tag Event that name no event.
const NO_EVENT: [&[u8]; 3] = [b"?", b"-", b""];

/// The start positions that remain possible for each event and round.
///
/// The round is the number before the first period (`12.4` is board 4 of round 12). Games without such a
/// number are ignored, and so is a round whose games contradict each other. Only over-the-board games are
/// grouped: on servers and in engine matches each game may have a position of its own.
#[derive(Clone, Debug, Default)]
pub struct RoundStarts {
    rounds: HashMap<Box<[u8]>, StartSet>,
}

impl RoundStarts {
    /// Adds the positions that are possible for one game: that of its FEN if it has one, else those from
    /// which its record is legal. A game without any is damaged and is ignored.
    pub fn add(&mut self, round: Round<'_>, fitting: &StartSet) {
        if fitting.is_empty() {
            return;
        }
        if let Some(key) = key(round) {
            let left = self.rounds.entry(key).or_insert(StartSet::ALL);
            *left = left.and(fitting);
        }
    }

    /// Adds the rounds of another value. The order of merging does not matter.
    pub fn merge(&mut self, other: Self) {
        let mut others: Vec<_> = other.rounds.into_iter().collect();
        others.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        for (key, set) in others {
            let left = self.rounds.entry(key).or_insert(StartSet::ALL);
            *left = left.and(&set);
        }
    }

    /// The positions that remain for a round; `None` if there is no such round, or its games contradict
    /// each other.
    #[must_use]
    pub fn of(&self, round: Round<'_>) -> Option<&StartSet> {
        let left = self.rounds.get(&key(round)?)?;
        (!left.is_empty()).then_some(left)
    }
}

fn key(round: Round<'_>) -> Option<Box<[u8]>> {
    if !matches!(round.venue, Venue::OverTheBoard | Venue::Mainz) {
        return None;
    }
    let (event, round) = (round.event?.trim_ascii(), round.round?.trim_ascii());
    let number = round.split(|byte| *byte == b'.').next()?;
    let numbered = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    (numbered && !NO_EVENT.contains(&event)).then(|| [event, b"\0", number].concat().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(numbers: &[u16]) -> StartSet {
        numbers.iter().copied().collect()
    }

    fn round(round: &'static str) -> Round<'static> {
        Round {
            event: Some(b"Mainz"),
            round: Some(round.as_bytes()),
            venue: Venue::Mainz,
        }
    }

    #[test]
    fn boards_of_a_round_share_a_position() {
        let mut round_starts = RoundStarts::default();
        round_starts.add(round("1.1"), &set(&[3, 5, 7]));
        round_starts.add(round("1.2"), &set(&[5, 7, 9]));
        round_starts.add(round("1"), &StartSet::EMPTY);
        round_starts.add(round("2.1"), &set(&[5]));
        round_starts.add(round("?"), &set(&[5]));
        assert_eq!(round_starts.of(round("1.3")), Some(&set(&[5, 7])));
        assert_eq!(round_starts.of(round("2")), Some(&set(&[5])));
        assert_eq!(round_starts.of(round("3")), None);
        assert_eq!(round_starts.of(round("?")), None);
        let elsewhere = Round {
            venue: Venue::Tcec,
            ..round("1")
        };
        assert_eq!(round_starts.of(elsewhere), None);
        let mut other = RoundStarts::default();
        other.add(round("1.4"), &set(&[7]));
        other.add(round("2.2"), &set(&[6]));
        round_starts.merge(other);
        assert_eq!(round_starts.of(round("1")), Some(&set(&[7])));
        // They contradict each other.
        assert_eq!(round_starts.of(round("2")), None);
    }
}
