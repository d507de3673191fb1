//! The ledger: games in which a draw could be claimed, and their order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::Write;

use crate::claim::{Claim, claims_of};
use crate::error::Result;
use crate::game::LedgerGame;
use crate::people::View;
use crate::truth::ClaimTruth;
use crate::{pgn, table, totals};
use audit960_report::{Format, Language, TableForm};
use audit960_types::{Message, Outcome, RunValues, TableValue, message};

/// Games in which a draw could be claimed, and the sources that were searched.
#[derive(Debug, Default)]
pub struct Ledger {
    /// The games, grouped by source and in order.
    pub games: Vec<LedgerGame>,
    /// The sources, each with the number of all its games.
    pub sources: Vec<(String, u64)>,
    /// Whether some games come from an audit that did not look for copies.
    pub copies_unknown: bool,
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

audit960_types::choices! {
    /// The rules on draws that a ledger covers.
    pub enum LedgerRule {
        /// Fifty moves by each player without capture or pawn move (Laws 9.3)
        Fifty = "fifty",
        /// A position that occurs, or that a move makes occur, for the third time (Laws 9.2)
        Repetition = "repetition",
        /// Both
        All = "all",
    }
}

impl LedgerRule {
    /// Whether it covers runs.
    pub const fn has_fifty(self) -> bool {
        matches!(self, Self::Fifty | Self::All)
    }

    /// Whether it covers repetitions.
    pub(crate) const fn has_repetition(self) -> bool {
        matches!(self, Self::Repetition | Self::All)
    }
}

impl Ledger {
    /// Writes the lines that `rule` covers in the given order and format; tables for people and comments of games in their
    /// language. For people a game is one row, unless each of its claims is asked for.
    ///
    /// # Errors
    /// If the moves of a game cannot be played; errors of the writer.
    pub fn write(
        &self,
        rule: LedgerRule,
        sort: Sort,
        each: bool,
        form: TableForm,
        language: Language,
        out: &mut dyn Write,
    ) -> Result<()> {
        if form.format == Format::Pgn {
            for game in self.games_in_order(sort) {
                pgn::write(game, language, out)?;
            }
            return Ok(());
        }
        let claims = self.claims(sort);
        if !form.is_table() {
            return Ok(form.write(&table::for_programs(&claims, rule), out)?);
        }
        let sources = &self.short_names();
        let view = View {
            sources,
            each,
            style: form.style,
            language,
        };
        view.write(&claims, out)?;
        Ok(totals::write_totals(&claims, rule, language, out)?)
    }

    /// Appends the games and sources of another ledger.
    pub fn append(&mut self, other: Self) {
        self.games.extend(other.games);
        self.sources.extend(other.sources);
        self.copies_unknown |= other.copies_unknown;
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

    /// Says how many of its games are copies of others, which count like these, or that nobody looked; `None` if none is.
    #[must_use]
    pub fn copies_sentence(&self) -> Option<Message> {
        let copies = self.games.iter().filter(|game| game.is_copy);
        let lost = copies
            .clone()
            .filter(|game| game.half_point_lost_by.is_some());
        let (copies, lost) = (copies.count(), lost.count());
        if copies == 0 {
            let may_be = self.copies_unknown && !self.games.is_empty();
            return may_be.then(|| message!("copies-unknown"));
        }
        let lost = (lost > 0).then(|| message!("copies-lost", count = lost));
        Message::list([message!("copies", count = copies)].into_iter().chain(lost))
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
        self.keep_claims(|claim| claim.lost_by.is_some());
    }

    /// Whether there are claims, but endgame tables were asked about none of them.
    #[must_use]
    pub fn lacks_values(&self) -> bool {
        let mut claims = self.games.iter().flat_map(claims_of);
        !self.games.is_empty() && claims.all(|claim| claim.values.is_none())
    }

    /// Keeps only the runs and repetitions of which endgame tables say this.
    pub fn keep_truth(&mut self, kind: ClaimTruth) {
        self.keep_claims(|claim| claim.truth().is_some_and(|truth| truth.kind == kind));
    }

    /// Keeps only the runs and repetitions whose first claim arose in a position that endgame tables know.
    pub fn keep_known(&mut self) {
        let known = |value: &RunValues| value.first_claim.value != TableValue::Unknown;
        self.keep_claims(|claim| claim.values.is_some_and(known));
    }

    fn keep_claims(&mut self, keeps: impl Fn(&Claim<'_>) -> bool) {
        for game in &mut self.games {
            let kept: Vec<bool> = claims_of(game).map(|claim| keeps(&claim)).collect();
            let mut kept = kept.into_iter();
            game.runs.retain(|_| kept.next() == Some(true));
            game.repetitions.retain(|_| kept.next() == Some(true));
        }
        self.drop_empty();
    }

    /// The number of games in which no half point was lost, though a player who could have claimed by the law lost
    /// the game: where it was played nobody claims, or not so early, or the rule there is not known.
    #[must_use]
    pub fn lost_by_law_alone(&self) -> u64 {
        let lost =
            |claim: Claim<'_>| claim.outcome == Outcome::LostAfterClaim && claim.is_given_by_law();
        let games = self.games.iter();
        let games = games.filter(|game| game.half_point_lost_by.is_none());
        games.filter(|game| claims_of(game).any(lost)).count() as u64
    }

    fn drop_empty(&mut self) {
        self.games
            .retain(|game| !game.runs.is_empty() || !game.repetitions.is_empty());
    }

    /// The runs and repetitions in order; ties in the order of the archive and, within a game, of their
    /// first claims.
    pub fn claims(&self, sort: Sort) -> Vec<Claim<'_>> {
        let mut claims: Vec<Claim<'_>> = self.games.iter().flat_map(claims_of).collect();
        claims.sort_by_cached_key(|claim| {
            let game = claim.game;
            (game.source.clone(), game.identity, claim.first_ply)
        });
        match sort {
            Sort::Archive => {}
            Sort::Date => claims.sort_by(|a, b| date_key(a.game).cmp(&date_key(b.game))),
            Sort::Clock => claims.sort_by_key(|claim| Reverse(claim.peak_clock())),
            Sort::Turns => claims.sort_by_key(|claim| Reverse(claim.turns.iter().sum::<u32>())),
        }
        claims
    }

    /// The games in the order of their first claims.
    pub fn games_in_order(&self, sort: Sort) -> Vec<&LedgerGame> {
        let mut seen = HashSet::new();
        let games = self.claims(sort).into_iter().map(|claim| claim.game);
        games
            .filter(|game| seen.insert(std::ptr::from_ref(*game)))
            .collect()
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
        let claims = ledger.claims(sort).into_iter();
        claims
            .map(|claim| (claim.game.identity.byte_offset, claim.peak_clock()))
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
            ..Ledger::default()
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
                sources,
                ..Ledger::default()
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
            ..Ledger::default()
        };
        ledger.keep_missed();
        assert_eq!(order(&ledger, Sort::Archive), [(1, 102)]);
    }
}
