//! The ledger: games in which a draw could be claimed, and their order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Write;

use crate::entry::{LedgerEntry, LedgerLine, LedgerRule};
use crate::error::Result;
use crate::game::LedgerGame;
use crate::people::View;
use crate::truth::ClaimTruth;
use crate::{pgn, table, totals};
use audit960_report::{Format, TableForm, grouped};
use audit960_types::{Incident, JudgedRepetition, Outcome, RunValues, TableValue};

/// Games in which a draw could be claimed, and the sources that were searched.
#[derive(Debug, Default)]
pub struct Ledger {
    /// The games, grouped by source and in order.
    pub games: Vec<LedgerGame>,
    /// The sources, each with the number of all its games.
    pub sources: Vec<(String, u64)>,
}

audit960_types::choices! {
    /// The order of the lines.
    pub enum Sort {
        /// By source, in the order of the games
        Archive = "archive",
        /// Earliest date first, unknown dates last
        Date = "date",
        /// Highest half-move clock first; repetitions last
        Clock = "clock",
        /// Most turns with a claim first
        Turns = "turns",
    }
}

impl Ledger {
    /// Writes the lines that `rule` covers in the given order and format. For people a game is one row, unless
    /// each of its claims is asked for.
    ///
    /// # Errors
    /// If the moves of a game cannot be played; errors of the writer.
    pub fn write(
        &self,
        rule: LedgerRule,
        sort: Sort,
        each: bool,
        form: TableForm,
        out: &mut dyn Write,
    ) -> Result<()> {
        if form.format == Format::Pgn {
            for game in self.games_in_order(sort) {
                pgn::write(game, out)?;
            }
            return Ok(());
        }
        let lines = self.lines(sort);
        if !form.is_table() {
            return Ok(form.write(&table::for_programs(&lines, rule), out)?);
        }
        let sources = &self.short_names();
        let view = View {
            sources,
            each,
            style: form.style,
        };
        view.write(&lines, out)?;
        Ok(totals::write_totals(&lines, rule, out)?)
    }

    /// Appends the games and sources of another ledger.
    pub fn append(&mut self, other: Self) {
        self.games.extend(other.games);
        self.sources.extend(other.sources);
    }

    /// The shortest name of each source that no other source ends with: the last components of its path.
    #[must_use]
    pub fn short_names(&self) -> BTreeMap<String, String> {
        let sources: BTreeSet<&str> = self.sources.iter().map(|(name, _)| name.as_str()).collect();
        // Each end of each path, the whole among them, and how many paths end so.
        let mut counts: HashMap<&str, u32> = HashMap::new();
        for end in sources.iter().flat_map(|source| path_ends(source)) {
            *counts.entry(end).or_default() += 1;
        }
        let short = |source| path_ends(source).find(|end| counts[end] == 1);
        sources
            .iter()
            .map(|source| {
                (
                    (*source).to_owned(),
                    short(source).unwrap_or(source).to_owned(),
                )
            })
            .collect()
    }

    /// Says how many of its games are copies of others, which count like these; `None` if no dataset knows one.
    #[must_use]
    pub fn copies_sentence(&self) -> Option<String> {
        let copies = self.games.iter().filter(|game| game.is_copy);
        let lost = copies
            .clone()
            .filter(|game| game.half_point_lost_by.is_some());
        let (copies, lost) = (copies.count() as u64, lost.count() as u64);
        let and_lost = match lost {
            0 => String::new(),
            lost => format!(", and {} of the half points", grouped(lost)),
        };
        match copies {
            0 => None,
            1 => Some(format!(
                "1 of these games is a copy of another, counted too{and_lost}"
            )),
            many => Some(format!(
                "{} of these games are copies of others, counted too{and_lost}",
                grouped(many)
            )),
        }
    }

    /// Keeps only the lines that a rule covers. Half points are then those lost by these claims.
    pub fn keep(&mut self, rule: LedgerRule) {
        for game in &mut self.games {
            if !rule.has_fifty() {
                game.runs.clear();
            }
            if !rule.has_repetition() {
                game.repetitions.clear();
            }
            game.judge_half_point();
        }
        self.drop_empty();
    }

    /// Keeps only the runs and repetitions in which half a point was lost.
    pub fn keep_missed(&mut self) {
        for game in &mut self.games {
            game.runs.retain(|run| run.half_point_lost_by.is_some());
            game.repetitions
                .retain(|judged| judged.half_point_lost_by.is_some());
        }
        self.drop_empty();
    }

    /// Whether there are claims, but endgame tables were asked about none of them.
    #[must_use]
    pub fn lacks_values(&self) -> bool {
        let is_valued = |game: &LedgerGame| {
            game.runs.iter().any(|run| run.values.is_some())
                || game
                    .repetitions
                    .iter()
                    .any(|repetition| repetition.values.is_some())
        };
        !self.games.is_empty() && !self.games.iter().any(is_valued)
    }

    /// Keeps only the runs and repetitions of which endgame tables say this.
    pub fn keep_truth(&mut self, kind: ClaimTruth) {
        self.keep_entries(|entry| entry.truth().is_some_and(|truth| truth.kind == kind));
    }

    /// Keeps only the runs and repetitions whose first claim arose in a position that endgame tables know.
    pub fn keep_known(&mut self) {
        let known = |value: &RunValues| value.first_claim.value != TableValue::Unknown;
        self.keep_entries(|entry| entry.values().is_some_and(known));
    }

    fn keep_entries(&mut self, keeps: impl Fn(LedgerEntry<'_>) -> bool) {
        for game in &mut self.games {
            game.runs.retain(|run| keeps(LedgerEntry::Fifty(run)));
            game.repetitions
                .retain(|judged| keeps(LedgerEntry::Repetition(judged)));
        }
        self.drop_empty();
    }

    /// The number of games in which no half point was lost, though a player who could have claimed by the law lost
    /// the game: where it was played nobody claims, or the rule there is not known.
    #[must_use]
    pub fn lost_where_nobody_claims(&self) -> u64 {
        let lost = |game: &&LedgerGame| {
            let by_run = |run: &Incident| {
                run.claimable_at_venue != Some(true)
                    && run.first_law_claim_ply.is_some()
                    && run.outcome == Outcome::LostAfterClaim
            };
            let by_repetition = |repetition: &JudgedRepetition| {
                // Where it is not known what the law was, nobody could claim by it.
                let law_unknown = repetition.claimable_at_venue.is_none()
                    && repetition.law_uncertain == Some(true);
                repetition.claimable_at_venue != Some(true)
                    && !law_unknown
                    && repetition.outcome == Outcome::LostAfterClaim
            };
            game.half_point_lost_by.is_none()
                && (game.runs.iter().any(by_run) || game.repetitions.iter().any(by_repetition))
        };
        self.games.iter().filter(lost).count() as u64
    }

    fn drop_empty(&mut self) {
        self.games
            .retain(|game| !game.runs.is_empty() || !game.repetitions.is_empty());
    }

    /// The runs and repetitions in order; ties in the order of the archive and, within a game, of their
    /// first claims.
    pub fn lines(&self, sort: Sort) -> Vec<LedgerLine<'_>> {
        let mut lines: Vec<LedgerLine<'_>> = Vec::new();
        for game in &self.games {
            let runs = game.runs.iter().map(LedgerEntry::Fifty);
            let repetitions = game.repetitions.iter().map(LedgerEntry::Repetition);
            lines.extend(runs.chain(repetitions).map(|entry| (game, entry)));
        }
        let key = |game: &LedgerGame| (game.source.clone(), game.identity);
        lines.sort_by_cached_key(|(game, entry)| (key(game), entry.first_claim_ply()));
        match sort {
            Sort::Archive => {}
            Sort::Date => lines.sort_by(|(a, _), (b, _)| date_key(a).cmp(&date_key(b))),
            Sort::Clock => lines.sort_by_key(|(_, entry)| Reverse(entry.peak_clock())),
            Sort::Turns => {
                lines.sort_by_key(|(_, entry)| Reverse(entry.claims().iter().sum::<u32>()));
            }
        }
        lines
    }

    /// The games in the order of their first lines.
    pub fn games_in_order(&self, sort: Sort) -> Vec<&LedgerGame> {
        let mut games: Vec<&LedgerGame> = Vec::with_capacity(self.games.len());
        let mut seen = std::collections::HashSet::new();
        for (game, _) in self.lines(sort) {
            if seen.insert(std::ptr::from_ref(game)) {
                games.push(game);
            }
        }
        games
    }
}

/// What a path ends with, the last component first, the whole path last.
fn path_ends(path: &str) -> impl Iterator<Item = &str> {
    let starts = path.rmatch_indices(['/', '\\']).map(|(at, _)| at + 1);
    starts.chain([0]).map(|at| &path[at..])
}

/// Whether the last components of a path are `end`.
pub(crate) fn ends_path(path: &str, end: &str) -> bool {
    path.strip_suffix(end)
        .is_some_and(|before| before.ends_with(['/', '\\']))
}

/// Sort key of dates: PGN dates compare as text, and an unknown year (`?`) comes last.
fn date_key(game: &LedgerGame) -> (bool, &str) {
    let date = game.date.as_deref().unwrap_or("????.??.??");
    (date.starts_with('?'), date)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::game;
    use audit960_types::Side;

    fn order(ledger: &Ledger, sort: Sort) -> Vec<(u64, u32)> {
        let lines = ledger.lines(sort);
        lines
            .iter()
            .map(|(game, entry)| (game.identity.byte_offset, entry.peak_clock()))
            .collect()
    }

    #[test]
    fn runs_are_sorted() {
        let games = vec![
            game("b", 3, Some("1991.??.??"), &[120]),
            game("a", 2, Some("????.??.??"), &[100, 130]),
            game("a", 1, Some("1991.05.01"), &[101]),
        ];
        let ledger = Ledger {
            games,
            sources: Vec::new(),
        };
        assert_eq!(
            order(&ledger, Sort::Archive),
            [(1, 101), (2, 100), (2, 130), (3, 120)]
        );
        assert_eq!(
            order(&ledger, Sort::Clock),
            [(2, 130), (3, 120), (1, 101), (2, 100)]
        );
        assert_eq!(
            order(&ledger, Sort::Date),
            [(1, 101), (3, 120), (2, 100), (2, 130)]
        );
        let games = ledger.games_in_order(Sort::Clock);
        let offsets: Vec<u64> = games.iter().map(|game| game.identity.byte_offset).collect();
        assert_eq!(offsets, [2, 3, 1]);
    }

    #[test]
    fn sources_have_the_shortest_unique_names() {
        let names = |sources: &[&str]| {
            let sources = sources.iter().map(|name| ((*name).to_owned(), 1)).collect();
            let ledger = Ledger {
                games: Vec::new(),
                sources,
            };
            ledger.short_names().into_values().collect::<Vec<_>>()
        };
        assert_eq!(names(&["x/y/a.pgn", "x/y/b.pgn"]), ["a.pgn", "b.pgn"]);
        assert_eq!(
            names(&["x/1/a.pgn", "x/2/a.pgn", "x/2/b.pgn"]),
            ["1/a.pgn", "2/a.pgn", "b.pgn"]
        );
        // A source that is the end of another one keeps its full name.
        assert_eq!(names(&["a.pgn", "x/a.pgn"]), ["a.pgn", "x/a.pgn"]);
        assert_eq!(
            names(&["z.zip!/a.pgn", "z.zip!/b/a.pgn"]),
            ["z.zip!/a.pgn", "b/a.pgn"]
        );
    }

    #[test]
    fn only_runs_that_cost_half_a_point_are_missed() {
        let mut missed = game("a", 1, None, &[101, 102]);
        missed.runs[1].half_point_lost_by = Some(Side::White);
        let mut ledger = Ledger {
            games: vec![missed, game("a", 2, None, &[103])],
            sources: Vec::new(),
        };
        ledger.keep_missed();
        assert_eq!(order(&ledger, Sort::Archive), [(1, 102)]);
    }
}
