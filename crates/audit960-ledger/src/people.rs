//! The ledger as people read it: one row a game, or one a claim; on narrow terminals a few lines each.

use audit960_dataset::{Table, TableBuilder};
use std::collections::BTreeMap;
use std::io::{self, Write};

use audit960_report::{Style, display_width, write_table};
use audit960_types::{Side, harmless};

use crate::entry::{LedgerEntry, LedgerLine};
use crate::game::LedgerGame;
use crate::{repetition, words};

/// How the lines of a ledger are shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'v> {
    /// Short names of the sources ([`Ledger::short_names`](crate::Ledger::short_names)).
    pub(crate) sources: &'v BTreeMap<String, String>,
    /// One row a claim instead of one a game.
    pub(crate) each: bool,
    /// The terminal.
    pub(crate) style: Style,
}

/// Claims of a game that are shown in one row, the main one first.
struct Row<'a> {
    game: &'a LedgerGame,
    entries: Vec<LedgerEntry<'a>>,
}

impl View<'_> {
    /// Writes the lines: as a table where it fits the terminal, else a few lines of text for each row. The names
    /// of the games are never cut.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn write(self, lines: &[LedgerLine<'_>], out: &mut dyn Write) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        let rows = rows(lines, self.each);
        let table = self.table(&rows);
        let mut text = Vec::new();
        write_table(&table, Style::plain(usize::MAX), &mut text)?;
        let text = String::from_utf8_lossy(&text);
        let width = text.lines().map(display_width).max().unwrap_or(0);
        if width <= self.style.width {
            return write_table(&table, self.style, out);
        }
        rows.iter().try_for_each(|row| self.write_lines(row, out))
    }

    fn name(self, game: &LedgerGame) -> String {
        words::game_name(game, self.sources)
    }

    fn table(self, rows: &[Row<'_>]) -> Table {
        let table = TableBuilder::of(rows)
            .text("game", |row| Some(self.name(row.game)))
            .text("date", |row| row.game.date.clone())
            .text("players", |row| Some(words::players(row.game)))
            .text("result", |row| Some(row.game.result.to_string()))
            .text("claim", |row| Some(row.claim()))
            .text("counts", |row| Some(row.counts()))
            .text("½ lost by", Row::loser)
            .text("law", Row::law)
            .text("venue", |row| Some(row.venue()));
        match rows.iter().any(|row| row.truth().is_some()) {
            true => table.text("by endgame tables", Row::truth).table(),
            false => table.table(),
        }
    }

    /// The same as the table in a few lines: name, game, claim, and what counts.
    fn write_lines(self, row: &Row<'_>, out: &mut dyn Write) -> io::Result<()> {
        let game = row.game;
        writeln!(
            out,
            "{}",
            self.style.paint("1", &harmless(&self.name(game)))
        )?;
        let date = game.date.as_deref().unwrap_or("no date");
        let facts = format!(
            "{}, {}, {date}, {}",
            words::players(game),
            game.result,
            row.venue()
        );
        let lost = row
            .loser()
            .map_or_else(String::new, |side| format!("; half a point lost by {side}"));
        let law = row.law().map_or_else(String::new, |law| format!("; {law}"));
        let counts = format!("{}{law}{lost}", row.counts());
        let truth = row
            .truth()
            .map(|truth| format!("by endgame tables: {truth}"));
        for line in [facts, row.claim(), counts].into_iter().chain(truth) {
            wrapped(&harmless(&line), self.style.width, out)?;
        }
        Ok(())
    }
}

/// The rows in the order of the lines.
fn rows<'a>(lines: &[LedgerLine<'a>], each: bool) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'a>> = Vec::with_capacity(lines.len());
    let mut places = BTreeMap::new();
    for &(game, entry) in lines {
        let next = rows.len();
        let place = match each {
            true => next,
            false => *places.entry((&game.source, game.identity)).or_insert(next),
        };
        match rows.get_mut(place) {
            Some(row) => row.entries.push(entry),
            None => rows.push(Row {
                game,
                entries: vec![entry],
            }),
        }
    }
    for row in &mut rows {
        let game = row.game;
        row.entries.sort_by_key(|entry| {
            let ply = main_ply(game, *entry);
            let lost = loser(*entry).map(|_| entry.law_is_uncertain());
            let over = game.is_over_before(ply);
            (lost.is_none(), lost == Some(true), over, ply)
        });
    }
    rows
}

/// The side that lost half a point by a claim.
fn loser(entry: LedgerEntry<'_>) -> Option<Side> {
    match entry {
        LedgerEntry::Fifty(run) => run.half_point_lost_by,
        LedgerEntry::Repetition(judged) => judged.half_point_lost_by,
    }
}

/// The half-move before the main claim.
pub(crate) fn main_ply(game: &LedgerGame, entry: LedgerEntry<'_>) -> u32 {
    match entry {
        LedgerEntry::Fifty(run) => words::shown_ply(run),
        LedgerEntry::Repetition(judged) => repetition::counting(game, judged).0,
    }
}

impl<'a> Row<'a> {
    /// The main claim: a row has one.
    fn main(&self) -> LedgerEntry<'a> {
        self.entries[0]
    }

    fn claim(&self) -> String {
        match self.main() {
            LedgerEntry::Fifty(run) => words::headline(self.game, run),
            LedgerEntry::Repetition(judged) => repetition::headline(self.game, judged),
        }
    }

    /// Clocks and occurrences: `clock 129 (capture); 2 repetitions`.
    fn counts(&self) -> String {
        let mut parts = Vec::with_capacity(2);
        let runs: Vec<_> = self.entries.iter().filter_map(run).collect();
        match runs.as_slice() {
            [] => {}
            [run] => {
                let end = words::run_end(self.game, run);
                parts.push(format!("clock {}, then {end}", run.peak_clock));
            }
            several => {
                let peak = several.iter().map(|run| run.peak_clock).max();
                let runs = several.len();
                parts.push(format!("{runs} runs, clock {}", peak.unwrap_or(0)));
            }
        }
        let repetitions: Vec<_> = self.entries.iter().filter_map(repeated).collect();
        match repetitions.as_slice() {
            [] => {}
            [one] if self.entries.len() == 1 => parts.push(match one.repetition.plies.len() {
                times @ 0..3 => format!("stood {times} times, a move makes it three"),
                times => format!("stood {times} times"),
            }),
            [_] => parts.push("1 repetition".to_owned()),
            several => parts.push(format!("{} repetitions", several.len())),
        }
        parts.join("; ")
    }

    /// The side that lost half a point, and whether the law leaves that open.
    fn loser(&self) -> Option<String> {
        let side = loser(self.main()).map(Side::name)?;
        Some(match self.main().law_is_uncertain() {
            true => format!("{side} (law uncertain)"),
            false => side.to_owned(),
        })
    }

    fn law(&self) -> Option<String> {
        match self.main() {
            LedgerEntry::Fifty(run) => Some(words::law(self.game, run)),
            LedgerEntry::Repetition(judged) => repetition::law(self.game, judged),
        }
    }

    /// What endgame tables say of the main claim, and which move changed the value.
    fn truth(&self) -> Option<String> {
        let truth = self.main().truth().map(|truth| truth.text());
        let change = self.main().change(self.game);
        let change = change.map(|change| format!("the value changed with {change}"));
        match (truth, change) {
            (Some(truth), Some(change)) => Some(format!("{truth}; {change}")),
            (truth, change) => truth.or(change),
        }
    }

    fn venue(&self) -> String {
        let claimable = match self.main() {
            LedgerEntry::Fifty(run) => run.claimable_at_venue,
            LedgerEntry::Repetition(judged) => judged.claimable_at_venue,
        };
        words::venue(self.game, claimable)
    }
}

const fn run<'a>(entry: &LedgerEntry<'a>) -> Option<&'a audit960_types::Incident> {
    match entry {
        LedgerEntry::Fifty(run) => Some(run),
        LedgerEntry::Repetition(_) => None,
    }
}

const fn repeated<'a>(entry: &LedgerEntry<'a>) -> Option<&'a audit960_types::JudgedRepetition> {
    match entry {
        LedgerEntry::Fifty(_) => None,
        LedgerEntry::Repetition(judged) => Some(judged),
    }
}

/// Writes a paragraph, indented by two blanks, its further lines by four, within a width. A word that is longer
/// than a line has a line of its own.
fn wrapped(text: &str, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut line = String::from(" ");
    let mut is_empty = true;
    for word in text.split(' ') {
        if !is_empty && display_width(&line) + 1 + display_width(word) > width {
            writeln!(out, "{line}")?;
            line = String::from("   ");
        }
        line.push(' ');
        line.push_str(word);
        is_empty = false;
    }
    writeln!(out, "{line}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::game;

    fn shown(lines: &[LedgerLine<'_>], sources: &[&str], each: bool, width: usize) -> Vec<String> {
        let short = |source: &&str| ((*source).to_owned(), "a.pgn".to_owned());
        let view = View {
            sources: &sources.iter().map(short).collect(),
            each,
            style: Style::plain(width),
        };
        let mut out = Vec::new();
        view.write(lines, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_row_says_who_could_claim_and_what_became_of_it() {
        let mut game = game("x/a.pgn", 4, None, &[103]);
        game.runs[0].claimable_at_venue = Some(false);
        game.runs[0].limit_moves = 100;
        game.runs[0].law = "100-KRBvKR".to_owned();
        game.runs[0].first_law_claim_ply = None;
        let lines = [(&game, LedgerEntry::Fifty(&game.runs[0]))];
        let wide = shown(&lines, &["x/a.pgn", "x/b.pgn"], false, 200);
        assert_eq!(
            wide[0].split_whitespace().collect::<Vec<_>>().join(" "),
            "game date players result claim counts ½ lost by law venue"
        );
        assert_eq!(
            wide[1]
                .split("  ")
                .filter(|cell| !cell.is_empty())
                .map(str::trim)
                .collect::<Vec<_>>(),
            [
                "a.pgn#4",
                "-",
                "Tal, M – ?",
                "0-1",
                "50... Black, at fifty moves; no claim under the law",
                "clock 103, then capture",
                "-",
                "100-KRBvKR (100 moves): no claim",
                "tcec, no claims there"
            ]
        );
        assert!(shown(&lines, &["x/a.pgn"], false, 200)[1].starts_with("#4"));
    }

    #[test]
    fn the_law_says_why_there_was_no_claim() {
        let mut game = game("x/a.pgn", 4, None, &[101]);
        game.runs[0].first_law_claim_ply = None;
        let law = |game: &LedgerGame| words::law(game, &game.runs[0]);
        assert!(law(&game).ends_with(": no claim"), "{}", law(&game));
        game.end = Some(audit960_types::GameEnd {
            ply: 8,
            reason: audit960_types::EndReason::FivefoldRepetition,
        });
        let text = law(&game);
        assert!(text.ends_with(": no claim, the game was over"), "{text}");
    }

    /// Three claims of a game are one row, about the one that cost half a point; each has its own if asked.
    #[test]
    fn a_game_is_one_row() {
        let mut game = game("x/a.pgn", 4, Some("2019.05.05"), &[101, 104, 102]);
        game.runs[1].half_point_lost_by = Some(Side::Black);
        let lines: Vec<_> = game
            .runs
            .iter()
            .map(|run| (&game, LedgerEntry::Fifty(run)))
            .collect();
        let one = shown(&lines, &["x/a.pgn"], false, 200);
        assert_eq!(one.len(), 2);
        assert!(
            one[1].contains("3 runs, clock 104") && one[1].contains("Black"),
            "{}",
            one[1]
        );
        assert_eq!(shown(&lines, &["x/a.pgn"], true, 200).len(), 4);
    }

    #[test]
    fn narrow_terminals_get_lines_and_whole_names() {
        let mut game = game("x/a.pgn", 4, Some("2019.05.05"), &[103]);
        game.white = Some("Somebody With A Name That Is Long, Indeed".to_owned());
        let lines = [(&game, LedgerEntry::Fifty(&game.runs[0]))];
        let name = "a_name_that_is_longer_than_the_terminal.pgn";
        let sources = [
            ("x/a.pgn".to_owned(), name.to_owned()),
            ("b".to_owned(), "b".to_owned()),
        ];
        let view = View {
            sources: &sources.into_iter().collect(),
            each: false,
            style: Style::plain(40),
        };
        let mut out = Vec::new();
        view.write(&lines, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let mut shown = text.lines();
        assert_eq!(shown.next(), Some(format!("{name}#4").as_str()));
        assert!(
            shown
                .clone()
                .all(|line| line.starts_with("  ") && display_width(line) <= 40),
            "{text}"
        );
        assert!(
            text.contains("Somebody") && text.contains("clock 103, then capture"),
            "{text}"
        );
    }

    /// White, who lost, could claim before half-moves 101 and 103; the first claim was Black's.
    #[test]
    fn the_claim_shown_is_the_losers_first() {
        let mut game = game("x/a.pgn", 4, Some("2005.05.05"), &[103]);
        game.verdict = audit960_types::Verdict::Damaged;
        let run = &mut game.runs[0];
        run.ended_by = audit960_types::RunEnd::EndOfGame;
        run.half_point_lost_by = Some(Side::White);
        run.chances[0] = Some(audit960_types::Chance {
            first_ply: 101,
            last_ply: 103,
            first_fen: String::new(),
        });
        let run = &game.runs[0];
        assert_eq!(
            words::headline(&game, run),
            "51. White, who lost, could claim (9.3.2), last at 52."
        );
        assert_eq!(
            words::first_claim(&game, run),
            "51. White may claim (9.3.2)"
        );
        assert_eq!(words::run_end(&game, run), "damaged record");
    }

    /// Of two claims that cost half a point, the one under a law that is known is shown; alone, the other is marked.
    #[test]
    fn an_uncertain_law_is_shown_where_it_counts() {
        let mut game = game("x/a.pgn", 4, Some("1989.05.05"), &[101, 104]);
        for run in &mut game.runs {
            run.half_point_lost_by = Some(Side::Black);
        }
        game.runs[0].law_uncertain = true;
        let line = |run: usize| (&game, LedgerEntry::Fifty(&game.runs[run]));
        let both = shown(&[line(0), line(1)], &["x/a.pgn"], false, 200);
        assert!(
            both[1].contains("Black") && !both[1].contains("uncertain"),
            "{}",
            both[1]
        );
        let alone = shown(&[line(0)], &["x/a.pgn"], false, 200);
        assert!(alone[1].contains("Black (law uncertain)"), "{}", alone[1]);
    }
}
