//! Mergeable integer aggregates, gathered in the pass: adding two tallies in any order gives the
//! tally of both archives.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::code::{Code, Severity};
use crate::facts::{GameFacts, GapKind, PositionFacts};
use crate::labels::{DuplicateKind, GameResult, Side, StartKind, Verdict, Wing};
use crate::pieces::CastlingRight;
use crate::rows::Disagreement;
use crate::score::ScoreTally;
use crate::sorted::SortedMap;
use crate::strata::{ComparedGame, Stratum, StratumTally};

/// Counts of the games from one Chess960 start position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartTally {
    /// Results.
    pub score: ScoreTally,
    /// Half-moves replayed, summed over the games.
    pub plies: u64,
    /// Incidents, summed over the games.
    pub incidents: u64,
    /// The games with a result by stratum, for the comparison with other positions.
    pub strata: SortedMap<Stratum, StratumTally>,
}

impl StartTally {
    /// Adds the counts of another part of an archive.
    pub fn merge(&mut self, other: &Self) {
        self.score += other.score;
        self.plies += other.plies;
        self.incidents += other.incidents;
        for (stratum, tally) in &other.strata {
            self.strata.at(*stratum).merge(tally);
        }
    }

    /// Counts a game for the comparison; one without a result does not count.
    pub fn compare(&mut self, game: &ComparedGame) {
        if game.result != GameResult::Unfinished {
            self.strata.at(game.stratum()).add(game);
        }
    }

    /// Games with a result in which both ratings are known.
    #[must_use]
    pub fn rated_games(&self) -> u64 {
        let rated = self.strata.iter().filter(|(stratum, _)| stratum.rated);
        rated.map(|(_, tally)| tally.results().games()).sum()
    }
}

/// Counts of one pair of king and castling rook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CastlingTally {
    /// Rights held at the start, one per colour.
    pub with_right: u64,
    /// Those of games without moves among them.
    pub moveless: u64,
    /// Rights used.
    pub castled: u64,
    /// Sum of the numbers of the half-moves that castled.
    pub ply_sum: u64,
    /// Results from the castler's side: wins as `white_wins`, losses as `black_wins`.
    pub score: ScoreTally,
}

/// Games by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictCounts {
    /// Replayed as written.
    pub ok: u64,
    /// Replayed with a repair.
    pub repaired: u64,
    /// Replayed in part.
    pub damaged: u64,
    /// Not replayed.
    pub rejected: u64,
    /// Of another variant, and so not replayed.
    pub foreign: u64,
}

impl VerdictCounts {
    /// Counts one game.
    pub fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Ok => self.ok += 1,
            Verdict::Repaired => self.repaired += 1,
            Verdict::Damaged => self.damaged += 1,
            Verdict::Rejected => self.rejected += 1,
            Verdict::Foreign => self.foreign += 1,
        }
    }

    /// All games.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.ok + self.repaired + self.damaged + self.rejected + self.foreign
    }
}

impl AddAssign for VerdictCounts {
    fn add_assign(&mut self, other: Self) {
        self.ok += other.ok;
        self.repaired += other.repaired;
        self.damaged += other.damaged;
        self.rejected += other.rejected;
        self.foreign += other.foreign;
    }
}

/// Counts of the second reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CrosscheckTally {
    /// Games that were read twice.
    pub games: u64,
    /// Disagreements.
    pub disagreements: u64,
    /// Those that no finding explains.
    pub unexplained: u64,
}

impl CrosscheckTally {
    /// Counts one disagreement.
    pub fn add(&mut self, disagreement: &Disagreement) {
        self.disagreements += 1;
        self.unexplained += u64::from(disagreement.explained_by.is_none());
    }
}

impl AddAssign for CrosscheckTally {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.disagreements += other.disagreements;
        self.unexplained += other.unexplained;
    }
}

/// Copies of earlier games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DuplicateTally {
    /// With the same start and moves.
    pub same_moves: u64,
    /// Whose moves are the beginning of the earlier one's, or the other way round.
    pub prefix: u64,
    /// With the same players and date, and other moves.
    pub same_players_and_date: u64,
}

impl DuplicateTally {
    /// Counts one copy.
    pub fn add(&mut self, kind: DuplicateKind) {
        match kind {
            DuplicateKind::SameMoves => self.same_moves += 1,
            DuplicateKind::Prefix => self.prefix += 1,
            DuplicateKind::SamePlayersAndDate => self.same_players_and_date += 1,
        }
    }
}

/// Lines of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionTally {
    /// Lines by verdict.
    pub verdicts: VerdictCounts,
    /// Lines by kind of start.
    pub starts: BTreeMap<StartKind, u64>,
    /// Lines that hold one of the 960 start positions with Black opposite White, by Scharnagl
    /// number. The orthodox one is among them: no tag says here that it is not meant as one of the
    /// 960.
    pub numbers: BTreeMap<u16, u64>,
}

impl PositionTally {
    /// Counts one line.
    pub fn add(&mut self, facts: &PositionFacts<'_>) {
        self.verdicts.add(facts.verdict);
        *self.starts.entry(facts.start).or_default() += 1;
        if let Some(white) = facts.white_start
            && facts.black_start == Some(white)
        {
            *self.numbers.entry(white).or_default() += 1;
        }
    }

    /// Lines of one kind of start.
    #[must_use]
    pub fn of(&self, start: StartKind) -> u64 {
        self.starts.get(&start).copied().unwrap_or(0)
    }

    /// Adds the lines counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        self.verdicts += other.verdicts;
        add(&mut self.starts, &other.starts);
        add(&mut self.numbers, &other.numbers);
    }
}

/// Adds counts, key by key.
fn add<K: Copy + Ord>(counts: &mut BTreeMap<K, u64>, others: &BTreeMap<K, u64>) {
    for (key, count) in others {
        *counts.entry(*key).or_default() += count;
    }
}

/// Adds the counts of positions.
fn merge_positions(mine: &mut BTreeMap<u16, StartTally>, others: &BTreeMap<u16, StartTally>) {
    for (number, tally) in others {
        mine.entry(*number).or_default().merge(tally);
    }
}

/// Everything that is counted in one pass over an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games by verdict.
    pub verdicts: VerdictCounts,
    /// Games that were not replayed because of their tags.
    pub skipped: u64,
    /// Bytes that belong to games.
    pub game_bytes: u64,
    /// Bytes that belong to no game, by kind of gap.
    pub gap_bytes: BTreeMap<GapKind, u64>,
    /// Half-moves replayed.
    pub plies: u64,
    /// Bytes of games that could not be read.
    pub unread_bytes: u64,
    /// Incidents.
    pub incidents: u64,
    /// Positions that occurred, or could have been made to occur, three times in a game.
    pub repetitions: u64,
    /// Games in which a side lost after a claim under law and venue: half points, one a game.
    pub half_points_lost: u64,
    /// Those of them that rest on a law that the sources leave open.
    pub half_points_uncertain: u64,
    /// Games by kind of start, without those of other variants.
    pub starts: BTreeMap<StartKind, u64>,
    /// Findings by code.
    pub findings: BTreeMap<Code, u64>,
    /// Chess960 games that were played, by Scharnagl number: those without moves are apart.
    pub positions: BTreeMap<u16, StartTally>,
    /// Games without moves among those that are ok or repaired, of every kind of start: a result by default, or
    /// a game of which only the tags were kept.
    pub moveless: u64,
    /// The Chess960 ones among them, which are not in `positions`, by Scharnagl number.
    pub moveless_positions: BTreeMap<u16, StartTally>,
    /// Castling by king file, rook file (0-7) and wing.
    pub castling: SortedMap<(u8, u8, Wing), CastlingTally>,
    /// The second reading, where it was asked for.
    pub crosscheck: CrosscheckTally,
    /// Lines of positions, which are not games.
    pub lines: PositionTally,
}

impl Tally {
    /// Findings of a code.
    #[must_use]
    pub fn count(&self, code: Code) -> u64 {
        self.findings.get(&code).copied().unwrap_or_default()
    }

    /// Findings of severity error: data is lost or contradictory.
    #[must_use]
    pub fn errors(&self) -> u64 {
        let findings = self.findings.iter();
        let errors = findings.filter(|(code, _)| code.severity() == Severity::Error);
        errors.map(|(_, count)| count).sum()
    }

    /// Counts one game. Of a game of another variant only the verdict and the bytes count; a game with an
    /// illegal move that was replayed anyway is in no statistics.
    pub fn game(&mut self, facts: &GameFacts<'_>) {
        self.verdicts.add(facts.verdict);
        self.game_bytes += facts.byte_length;
        if facts.verdict == Verdict::Foreign {
            return;
        }
        self.plies += u64::from(facts.plies);
        self.unread_bytes += facts.unread_bytes;
        self.incidents += u64::from(facts.incidents);
        self.half_points_lost += u64::from(facts.half_point_lost_by.is_some());
        self.half_points_uncertain += u64::from(facts.half_point_uncertain == Some(true));
        let moveless = facts.is_moveless();
        self.moveless += u64::from(moveless);
        *self.starts.entry(facts.start).or_default() += 1;
        if facts.illegal_kept > 0 {
            return;
        }
        if facts.start == StartKind::Chess960
            && let Some(number) = facts.white_start
        {
            let positions = match moveless {
                true => &mut self.moveless_positions,
                false => &mut self.positions,
            };
            let position = positions.entry(number).or_default();
            position.score.add(facts.result);
            position.plies += u64::from(facts.plies);
            position.incidents += u64::from(facts.incidents);
            position.compare(&facts.compared());
        }
        if matches!(
            facts.start,
            StartKind::Standard | StartKind::Chess960 | StartKind::DoubleChess960
        ) {
            self.castling(facts);
        }
    }

    fn castling(&mut self, facts: &GameFacts<'_>) {
        for &CastlingRight {
            side,
            wing,
            king,
            rook,
        } in facts.rights
        {
            let files = (king.file(), rook.file(), wing);
            let entry = self.castling.at(files);
            entry.with_right += 1;
            entry.moveless += u64::from(facts.is_moveless());
            let castled = match side {
                Side::White => facts.castled[0],
                Side::Black => facts.castled[1],
            };
            if let Some(castled) = castled
                && castled.wing == wing
            {
                entry.castled += 1;
                entry.ply_sum += u64::from(castled.ply);
                entry.score.add(match (facts.result.winner(), side) {
                    (Some(winner), side) if winner == side => GameResult::White,
                    (Some(_), _) => GameResult::Black,
                    (None, _) => facts.result,
                });
            }
        }
    }

    /// Counts one finding.
    pub fn finding(&mut self, code: Code) {
        *self.findings.entry(code).or_default() += 1;
    }

    /// Adds another part of the archive.
    pub fn merge(&mut self, other: &Self) {
        self.verdicts += other.verdicts;
        self.skipped += other.skipped;
        self.game_bytes += other.game_bytes;
        self.plies += other.plies;
        self.unread_bytes += other.unread_bytes;
        self.incidents += other.incidents;
        self.repetitions += other.repetitions;
        self.half_points_lost += other.half_points_lost;
        self.half_points_uncertain += other.half_points_uncertain;
        self.crosscheck += other.crosscheck;
        self.lines.merge(&other.lines);
        add(&mut self.gap_bytes, &other.gap_bytes);
        add(&mut self.starts, &other.starts);
        add(&mut self.findings, &other.findings);
        self.moveless += other.moveless;
        merge_positions(&mut self.positions, &other.positions);
        merge_positions(&mut self.moveless_positions, &other.moveless_positions);
        for (key, value) in &other.castling {
            let mine = self.castling.at(*key);
            mine.with_right += value.with_right;
            mine.moveless += value.moveless;
            mine.castled += value.castled;
            mine.ply_sum += value.ply_sum;
            mine.score += value.score;
        }
    }

    /// The tally in which the results of games without moves count like those of games that were played; how
    /// many they are is still known.
    #[must_use]
    pub fn with_moveless(&self) -> Self {
        let mut all = self.clone();
        merge_positions(&mut all.positions, &self.moveless_positions);
        all
    }

    /// All bytes that belong to no game.
    #[must_use]
    pub fn gap_total(&self) -> u64 {
        self.gap_bytes.values().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::{Population, TimeClass, Venue};
    use crate::strata::cluster;

    /// The form in which tasks pass it on, and that in which an interrupted run leaves it.
    #[test]
    fn a_tally_is_the_same_when_it_is_read_again() {
        let mut tally = Tally {
            skipped: 3,
            ..Tally::default()
        };
        tally.gap_bytes.insert(GapKind::Oversize, 8);
        tally.finding(Code::ALL[3]);
        tally.lines.starts.insert(StartKind::Other, 11);
        tally.lines.numbers.insert(959, 12);
        tally.castling.at((6, 7, Wing::ALL[0])).ply_sum = 14;
        tally.moveless_positions.insert(0, StartTally::default());
        let start = tally.positions.entry(518).or_default();
        for (event, difference) in [("a", None), ("b", Some(-300)), ("c", Some(40))] {
            start.compare(&ComparedGame {
                result: GameResult::White,
                population: Population::ALL[0],
                time_class: difference.map(|_| TimeClass::ALL[0]),
                difference,
                cluster: cluster(Venue::Unknown, Some(event), [None; 2], None),
            });
        }
        let text = serde_json::to_string(&tally).unwrap();
        assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), tally);
        let bytes = postcard::to_stdvec(&tally).unwrap();
        assert_eq!(postcard::from_bytes::<Tally>(&bytes).unwrap(), tally);
    }
}
