//! Start positions in groups: by mirror pair and by the king's file. Descriptive only; nothing is tested
//! here.

use audit960_board::start::Start;
use audit960_types::{ScoreTally, StartTally, Tally};

use crate::rows::{file_letter, mean};
use crate::score::{ScoreMoments, score, wilson_interval};

/// The results of a group of start positions.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupRow {
    /// Games by result.
    pub score_tally: ScoreTally,
    /// White's mean score over games with a result, 0 to 1.
    pub score: Option<f64>,
    /// Lower end of its 95 % interval, as for a single position.
    pub score_low: Option<f64>,
    /// Upper end.
    pub score_high: Option<f64>,
    /// Mean half-moves a game, over all games.
    pub mean_plies: Option<f64>,
    /// Number of incidents.
    pub incidents: u64,
}

/// Two positions that are left-right mirrors of each other.
#[derive(Clone, Debug, PartialEq)]
pub struct MirrorPairRow {
    /// The one with the smaller Scharnagl number.
    pub start: Start,
    /// Its mirror.
    pub mirror: Start,
    /// The results of their games.
    pub group: GroupRow,
}

/// All positions with the king on one file.
#[derive(Clone, Debug, PartialEq)]
pub struct KingFileRow {
    /// The king's file, `b` to `g`.
    pub king_file: char,
    /// Number of positions.
    pub positions: u32,
    /// The results of their games.
    pub group: GroupRow,
}

/// The 480 mirror pairs, by the smaller Scharnagl number.
#[must_use]
pub fn mirror_pair_rows(tally: &Tally) -> Vec<MirrorPairRow> {
    let archive = archive(tally);
    Start::all()
        .map(|start| (start, start.mirror()))
        .filter(|(start, mirror)| start < mirror)
        .map(|(start, mirror)| MirrorPairRow {
            start,
            mirror,
            group: group(tally, [start, mirror].into_iter(), archive.as_ref()),
        })
        .collect()
}

/// The six files of the king, b to g.
#[must_use]
pub fn king_file_rows(tally: &Tally) -> Vec<KingFileRow> {
    let archive = archive(tally);
    (1..=6)
        .map(|king| {
            let starts = Start::all().filter(|start| start.castling_files().king == king);
            KingFileRow {
                king_file: file_letter(king),
                positions: starts.clone().count() as u32,
                group: group(tally, starts, archive.as_ref()),
            }
        })
        .collect()
}

fn archive(tally: &Tally) -> Option<ScoreMoments> {
    ScoreMoments::of(&sum(tally, Start::all()).score)
}

fn group(
    tally: &Tally,
    starts: impl Iterator<Item = Start>,
    archive: Option<&ScoreMoments>,
) -> GroupRow {
    let total = sum(tally, starts);
    let interval = archive.and_then(|archive| wilson_interval(&total.score, archive));
    GroupRow {
        score_tally: total.score,
        score: score(&total.score),
        score_low: interval.map(|(low, _)| low),
        score_high: interval.map(|(_, high)| high),
        mean_plies: mean(total.plies, total.score.games()),
        incidents: total.incidents,
    }
}

/// The tallies of some positions added up, without their ratings.
fn sum(tally: &Tally, starts: impl Iterator<Item = Start>) -> StartTally {
    let mut total = StartTally::default();
    for position in starts.filter_map(|start| tally.positions.get(&start.number())) {
        total.score += position.score;
        total.plies += position.plies;
        total.incidents += position.incidents;
    }
    total
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Position n is played n times: n/2 wins (rounded down), the rest draws.
    fn archive() -> Tally {
        let position = |n: u64| StartTally {
            score: ScoreTally {
                white_wins: n / 2,
                draws: n - n / 2,
                ..ScoreTally::default()
            },
            plies: n * 40,
            incidents: 1,
            ..StartTally::default()
        };
        Tally {
            positions: (0..960)
                .map(|n| (n, position(u64::from(n))))
                .collect::<BTreeMap<_, _>>(),
            ..Tally::default()
        }
    }

    #[test]
    fn every_position_is_in_one_pair() {
        let rows = mirror_pair_rows(&archive());
        assert_eq!(rows.len(), 480);
        let mut seen: Vec<u16> = rows
            .iter()
            .flat_map(|row| [row.start.number(), row.mirror.number()])
            .collect();
        seen.sort_unstable();
        assert!(seen.into_iter().eq(0..960));
        let orthodox = rows
            .iter()
            .find(|row| row.start.name() == "RNBQKBNR")
            .unwrap();
        assert_eq!(orthodox.mirror.name(), "RNBKQBNR");
        let other = u64::from(orthodox.mirror.number());
        assert_eq!(orthodox.group.score_tally.games(), 518 + other);
        assert_eq!(orthodox.group.incidents, 2);
        assert_eq!(orthodox.group.mean_plies, Some(40.0));
    }

    #[test]
    fn king_files_have_their_blocks() {
        let rows = king_file_rows(&archive());
        let blocks: Vec<(char, u32)> = rows
            .iter()
            .map(|row| (row.king_file, row.positions))
            .collect();
        assert_eq!(
            blocks,
            [
                ('b', 108),
                ('c', 168),
                ('d', 204),
                ('e', 204),
                ('f', 168),
                ('g', 108)
            ]
        );
        let games: u64 = rows.iter().map(|row| row.group.score_tally.games()).sum();
        assert_eq!(games, 959 * 960 / 2);
        for row in rows {
            let (score, low, high) = (
                row.group.score.unwrap(),
                row.group.score_low.unwrap(),
                row.group.score_high.unwrap(),
            );
            assert!(low < score && score < high);
        }
    }

    #[test]
    fn empty_archives_have_rows_without_values() {
        let rows = king_file_rows(&Tally::default());
        assert_eq!(rows.len(), 6);
        assert!(
            rows.iter()
                .all(|row| row.group.score.is_none() && row.group.score_low.is_none())
        );
        assert_eq!(mirror_pair_rows(&Tally::default()).len(), 480);
    }
}
