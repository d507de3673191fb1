//! A tally as named whole numbers: the form in which tasks that saw parts of an archive pass it on to be
//! added up, and in which an interrupted run leaves it for the one that resumes.

mod fields;

use std::collections::BTreeMap;

use crate::code::Code;
use crate::facts::GapKind;
use crate::labels::{Population, StartKind, TimeClass, Wing};
use crate::strata::{GROUPS, RatingBin, Stratum, StratumTally};
use crate::tally::{StartTally, Tally};

use fields::{
    Fields, add, add_to, bin_fields, castling, crosscheck, group_fields, single, start_fields,
    totals, verdicts,
};

/// Counts by name; parts of a name are separated by periods. Zero counts are omitted.
pub type NamedCounts = BTreeMap<String, i64>;

/// The name of a count that no tally has, or whose value does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCount(pub String);

impl Tally {
    /// The counts by name.
    #[must_use]
    pub fn to_counts(&self) -> NamedCounts {
        let mut all = self.clone();
        let mut counts = NamedCounts::new();
        let mut put = |prefix: &str, fields: Fields<'_>| {
            for (name, field) in fields {
                if field.get() != 0 {
                    counts.insert(format!("{prefix}{name}"), field.get());
                }
            }
        };
        put("", totals(&mut all));
        put("verdicts.", verdicts(&mut all.verdicts));
        put("positions.", verdicts(&mut all.lines.verdicts));
        put("crosscheck.", crosscheck(&mut all.crosscheck));
        for (kind, count) in &mut all.gap_bytes {
            put(&format!("gap.{}", kind.as_str()), single(count));
        }
        for (kind, count) in &mut all.starts {
            put(&format!("kind.{}", kind.as_str()), single(count));
        }
        for (kind, count) in &mut all.lines.starts {
            put(&format!("position_kind.{}", kind.as_str()), single(count));
        }
        for (number, count) in &mut all.lines.numbers {
            put(&format!("position.{number}"), single(count));
        }
        for (code, count) in &mut all.findings {
            put(&format!("finding.{}", code.as_str()), single(count));
        }
        for (&(king, rook, wing), tally) in all.castling.iter_mut() {
            put(
                &format!("castling.{king}.{rook}.{}.", wing.as_str()),
                castling(tally),
            );
        }
        for (kind, positions) in [
            (PLAYED, &mut all.positions),
            (MOVELESS, &mut all.moveless_positions),
        ] {
            for (number, start) in positions {
                put(&format!("{kind}start.{number}."), start_fields(start));
                for (stratum, tally) in start.strata.iter_mut() {
                    let prefix = format!("{kind}stratum.{number}.{}.", stratum_name(*stratum));
                    put_stratum(&mut put, &prefix, tally);
                }
            }
        }
        counts
    }

    /// Adds counts by name.
    ///
    /// # Errors
    /// [`UnknownCount`] for a name that no tally has, or a count that does not fit; those before it were
    /// added.
    pub fn add_counts(&mut self, counts: &NamedCounts) -> Result<(), UnknownCount> {
        for (name, count) in counts {
            self.add_count(name, *count)
                .ok_or_else(|| UnknownCount(name.clone()))?;
        }
        Ok(())
    }

    fn add_count(&mut self, name: &str, count: i64) -> Option<()> {
        let parts: Vec<&str> = name.split('.').collect();
        if let Some((kind @ ("start" | "stratum"), rest)) = parts
            .split_first()
            .map(|(kind, rest)| (kind.strip_prefix(MOVELESS).unwrap_or_default(), rest))
        {
            return add_to_start(&mut self.moveless_positions, kind, rest, count)?.then_some(());
        }
        let added = match *parts {
            [name] => add(totals(self), name, count)?,
            ["verdicts", name] => add(verdicts(&mut self.verdicts), name, count)?,
            ["positions", name] => add(verdicts(&mut self.lines.verdicts), name, count)?,
            ["crosscheck", name] => add(crosscheck(&mut self.crosscheck), name, count)?,
            ["gap", kind] => {
                let kind = find(GapKind::ALL, GapKind::as_str, kind)?;
                add_to(self.gap_bytes.entry(kind).or_default(), count)
            }
            ["kind", kind] => {
                let kind = find(StartKind::ALL, StartKind::as_str, kind)?;
                add_to(self.starts.entry(kind).or_default(), count)
            }
            ["position_kind", kind] => {
                let kind = find(StartKind::ALL, StartKind::as_str, kind)?;
                add_to(self.lines.starts.entry(kind).or_default(), count)
            }
            ["position", number] => {
                let number = start_number(number)?;
                add_to(self.lines.numbers.entry(number).or_default(), count)
            }
            ["finding", code] => {
                let code = find(Code::ALL, Code::as_str, code)?;
                add_to(self.findings.entry(code).or_default(), count)
            }
            ["castling", king, rook, wing, name] => {
                let file = |text: &str| text.parse().ok().filter(|file: &u8| *file < 8);
                let wing = find(Wing::ALL, Wing::as_str, wing)?;
                let tally = self.castling.at((file(king)?, file(rook)?, wing));
                add(castling(tally), name, count)?
            }
            [kind @ ("start" | "stratum"), ref rest @ ..] => {
                add_to_start(&mut self.positions, kind, rest, count)?
            }
            _ => return None,
        };
        added.then_some(())
    }
}

/// Prefix of the counts of positions in games that were played.
const PLAYED: &str = "";
/// And in games without moves.
const MOVELESS: &str = "moveless_";

fn put_stratum(put: &mut impl FnMut(&str, Fields<'_>), prefix: &str, tally: &mut StratumTally) {
    for (bin, results) in tally.bins.iter_mut() {
        put(
            &format!("{prefix}bin.{}.", bin.centre()),
            bin_fields(results),
        );
    }
    for (group, tally) in tally.groups.iter_mut().enumerate() {
        put(&format!("{prefix}group.{group}."), group_fields(tally));
    }
}

/// Adds to a count of a position; whether the sum fits.
fn add_to_start(
    positions: &mut BTreeMap<u16, StartTally>,
    kind: &str,
    parts: &[&str],
    count: i64,
) -> Option<bool> {
    match *parts {
        [number, name] if kind == "start" => {
            let start = positions.entry(start_number(number)?).or_default();
            add(start_fields(start), name, count)
        }
        [number, population, rated, time_class, part, at, name] if kind == "stratum" => {
            let stratum = stratum(population, rated, time_class)?;
            let start = positions.entry(start_number(number)?).or_default();
            add_in_stratum(start.strata.at(stratum), part, at, name, count)
        }
        _ => None,
    }
}

fn add_in_stratum(
    tally: &mut StratumTally,
    part: &str,
    at: &str,
    name: &str,
    count: i64,
) -> Option<bool> {
    if part == "bin" {
        let centre = at.parse().ok()?;
        let bin = Some(RatingBin::of(centre)).filter(|bin| bin.centre() == centre)?;
        return add(bin_fields(tally.bins.at(bin)), name, count);
    }
    let group = at
        .parse()
        .ok()
        .filter(|group: &usize| *group < GROUPS && part == "group")?;
    let group = tally.groups.get_mut(group)?;
    add(group_fields(group), name, count)
}

/// Name of an unknown time class.
const NO_TIME_CLASS: &str = "-";

fn stratum_name(stratum: Stratum) -> String {
    let rated = if stratum.rated { "rated" } else { "unrated" };
    let class = stratum.time_class.map_or(NO_TIME_CLASS, TimeClass::as_str);
    format!("{}.{rated}.{class}", stratum.population.as_str())
}

fn stratum(population: &str, rated: &str, time_class: &str) -> Option<Stratum> {
    Some(Stratum {
        population: find(Population::ALL, Population::as_str, population)?,
        rated: match rated {
            "rated" => true,
            "unrated" => false,
            _ => return None,
        },
        time_class: match time_class {
            NO_TIME_CLASS => None,
            class => Some(find(TimeClass::ALL, TimeClass::as_str, class)?),
        },
    })
}

fn start_number(text: &str) -> Option<u16> {
    text.parse().ok().filter(|number| *number < 960)
}

/// The value whose text is `text`.
fn find<L: Copy>(all: &[L], text_of: impl Fn(L) -> &'static str, text: &str) -> Option<L> {
    all.iter().copied().find(|label| text_of(*label) == text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::{GameResult, Venue};
    use crate::strata::{ComparedGame, cluster};

    /// A tally in which every kind of count is there, and no two are the same.
    fn tally(seed: u64) -> Tally {
        let mut tally = Tally {
            skipped: 3 + seed,
            game_bytes: 1_000 + seed,
            plies: 70,
            unread_bytes: 3,
            incidents: 2,
            repetitions: 5,
            half_points_lost: 1,
            half_points_uncertain: 22,
            moveless: 20,
            ..Tally::default()
        };
        tally.verdicts.ok = 9 + seed;
        tally.verdicts.foreign = 4;
        tally.crosscheck.games = 17;
        tally.crosscheck.disagreements = 18;
        tally.crosscheck.unexplained = 19 + seed;
        tally.gap_bytes.insert(GapKind::Oversize, 8);
        tally.starts.insert(StartKind::DoubleChess960, 6);
        tally.finding(Code::ALL[3]);
        tally.lines.verdicts.damaged = 7;
        tally.lines.starts.insert(StartKind::Other, 11);
        tally.lines.numbers.insert(959, 12);
        let castling = tally.castling.at((6, 7, Wing::ALL[0]));
        castling.with_right = 13 + seed;
        castling.moveless = 21;
        castling.ply_sum = 14;
        castling.score.black_wins = 15;
        for (number, moveless) in [(0, false), (518, false), (518, true), (959, true)] {
            let positions = match moveless {
                true => &mut tally.moveless_positions,
                false => &mut tally.positions,
            };
            let start = positions.entry(number).or_default();
            start.score.add(GameResult::Draw);
            start.plies = 16 + seed + u64::from(moveless);
            for (event, difference) in [("a", None), ("b", Some(-300)), ("c", Some(40))] {
                start.compare(&ComparedGame {
                    result: GameResult::White,
                    population: Population::ALL[0],
                    time_class: difference.map(|_| TimeClass::ALL[0]),
                    difference,
                    cluster: cluster(Venue::Unknown, Some(event), [None; 2], None),
                });
            }
        }
        tally
    }

    #[test]
    fn counts_are_all_of_a_tally() {
        let mut again = Tally::default();
        again.add_counts(&tally(0).to_counts()).unwrap();
        assert_eq!(again, tally(0));
    }

    #[test]
    fn counts_add_up_as_tallies_do() {
        let mut merged = tally(1);
        merged.merge(&tally(2));
        let mut added = Tally::default();
        for seed in [2, 1] {
            added.add_counts(&tally(seed).to_counts()).unwrap();
        }
        assert_eq!(added, merged);
    }

    #[test]
    fn unknown_names_and_counts_that_do_not_fit_are_refused() {
        let refused = |name: &str, count| {
            let counts = NamedCounts::from([(name.to_owned(), count)]);
            let result = Tally::default().add_counts(&counts);
            assert_eq!(result, Err(UnknownCount(name.to_owned())), "{name}");
        };
        for name in [
            "",
            "queens",
            "verdicts.fine",
            "start.960.plies",
            "start.5",
            "moveless_start.960.plies",
            "moveless_finding.M001",
            "moveless_stratum.0.human.rated.-.bin.7.draws",
            "castling.8.0.a_side.castled",
            "finding.X999",
            "stratum.0.human.rated.-.bin.7.draws",
            "stratum.0.human.rated.-.group.16.games",
        ] {
            refused(name, 1);
        }
        refused("plies", -1);
        refused(
            &format!("stratum.0.{}.rated.-.bin.0.draws", Population::ALL[0]),
            1 << 40,
        );
    }
}
