//! The ledger as people read it: one row a game, or one a claim; on narrow terminals a few lines each.

use audit960_dataset::{Table, TableBuilder};
use std::collections::BTreeMap;
use std::io::{self, Write};

use audit960_report::{Language, Style, display_width, write_table};
use audit960_types::{Message, harmless, message};

use crate::claim::{Claim, Standing};
use crate::game::LedgerGame;

/// How the lines of a ledger are shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'v> {
    /// Short names of the sources ([`Ledger::short_names`](crate::Ledger::short_names)).
    pub(crate) sources: &'v BTreeMap<String, String>,
    /// One row a claim instead of one a game.
    pub(crate) each: bool,
    /// The terminal.
    pub(crate) style: Style,
    /// The language of everything that is said.
    pub(crate) language: Language,
}

/// Claims of a game that are shown in one row, the main one first.
struct Row<'a> {
    claims: Vec<Claim<'a>>,
}

impl View<'_> {
    /// Writes the lines: as a table where it fits the terminal, else a few lines of text for each row. The names
    /// of the games are never cut.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn write(self, claims: &[Claim<'_>], out: &mut dyn Write) -> io::Result<()> {
        if claims.is_empty() {
            return Ok(());
        }
        let rows = rows(claims, self.each);
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
        let source = match self.sources.get(&game.source) {
            _ if self.sources.len() == 1 => "",
            Some(short) => short,
            None => &game.source,
        };
        game.name_with_source(source)
    }

    fn table(self, rows: &[Row<'_>]) -> Table {
        let (heading, say) = (
            |key| self.language.word(key),
            |said| self.language.say(&said),
        );
        let table = TableBuilder::of(rows)
            .text(&heading("column-game"), |row| Some(self.name(row.game())))
            .text(&heading("column-date"), |row| row.game().date.clone())
            .text(&heading("page-players"), |row| Some(players(row.game())))
            .text(&heading("column-result"), |row| {
                Some(row.game().result.to_string())
            })
            .text(&heading("column-claim"), |row| {
                Some(say(row.main().sentence()))
            })
            .text(&heading("column-counts"), |row| row.counts().map(say))
            .text(&heading("column-loser"), |row| row.main().loser().map(say))
            .text(&heading("column-law"), |row| row.main().law().map(say))
            .text(&heading("column-venue"), |row| {
                Some(say(row.main().venue()))
            });
        match rows.iter().any(|row| row.truth().is_some()) {
            true => table
                .text(&heading("column-tables"), |row| row.truth().map(say))
                .table(),
            false => table.table(),
        }
    }

    /// The same as the table in a few lines: name, game, claim, and what counts.
    fn write_lines(self, row: &Row<'_>, out: &mut dyn Write) -> io::Result<()> {
        let (game, main, language) = (row.game(), row.main(), self.language);
        writeln!(
            out,
            "{}",
            self.style.paint("1", &harmless(&self.name(game)))
        )?;
        let no_date = || language.word("no-date").into_owned();
        let facts = [
            players(game),
            game.result.to_string(),
            game.date.clone().unwrap_or_else(no_date),
            language.say(&main.venue()),
        ];
        let lost = main.loser().map(|side| message!("line-lost", loser = side));
        let counts = row.counts().into_iter().chain(main.law()).chain(lost);
        let said = [
            Some(main.sentence()),
            Message::clauses(counts),
            row.truth_line(),
        ];
        let said = said.into_iter().flatten().map(|said| language.say(&said));
        for line in [facts.join(", ")].into_iter().chain(said) {
            wrapped(&harmless(&line), self.style.width, out)?;
        }
        Ok(())
    }
}

/// The names of both players.
fn players(game: &LedgerGame) -> String {
    game.players().join(" – ")
}

/// The rows in the order of the claims.
fn rows<'a>(claims: &[Claim<'a>], each: bool) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'a>> = Vec::with_capacity(claims.len());
    let mut places = BTreeMap::new();
    for claim in claims {
        let next = rows.len();
        let place = match each {
            true => next,
            false => *places
                .entry((&claim.game.source, claim.game.identity))
                .or_insert(next),
        };
        match rows.get_mut(place) {
            Some(row) => row.claims.push(*claim),
            None => rows.push(Row {
                claims: vec![*claim],
            }),
        }
    }
    for row in &mut rows {
        row.claims.sort_by_key(|claim| {
            let is_over = claim.standing(claim.ply) == Standing::Over;
            let lost = claim.lost_by.map(|_| claim.law_uncertain);
            (lost.is_none(), lost == Some(true), is_over, claim.ply)
        });
    }
    rows
}

impl<'a> Row<'a> {
    /// The main claim: a row has one.
    fn main(&self) -> &Claim<'a> {
        &self.claims[0]
    }

    fn game(&self) -> &'a LedgerGame {
        self.main().game
    }

    /// Clocks and occurrences: `clock 129 (capture); 2 repetitions`.
    fn counts(&self) -> Option<Message> {
        let runs = self.claims.iter().filter(|claim| claim.run().is_some());
        let peak = runs.clone().map(Claim::peak_clock).max().unwrap_or(0);
        let peak = peak.to_string();
        let end = runs.clone().find_map(Claim::run_end);
        let runs = match (runs.count(), end) {
            (1, Some(end)) => Some(message!("counts-run", clock = peak, end = end)),
            (0, _) | (_, None) => None,
            (runs, _) => Some(message!("counts-runs", runs = runs, clock = peak)),
        };
        let repetitions = self.claims.iter().filter_map(Claim::repetition);
        let only = repetitions
            .clone()
            .next()
            .filter(|_| self.claims.len() == 1);
        let repetitions = match (repetitions.count(), only) {
            (_, Some(one)) => Some(match one.repetition.plies.len() {
                times @ 0..3 => message!("counts-stood-move", times = times),
                times => message!("counts-stood", times = times),
            }),
            (0, _) => None,
            (count, _) => Some(message!("counts-repetitions", count = count)),
        };
        Message::clauses(runs.into_iter().chain(repetitions))
    }

    /// What endgame tables say of the main claim, and which move changed the value.
    fn truth(&self) -> Option<Message> {
        let truth = self.main().truth().map(|truth| truth.text());
        let change = self.main().change();
        let change = change.map(|change| message!("value-changed", change = change));
        Message::clauses(truth.into_iter().chain(change))
    }

    /// The same as a line of its own.
    fn truth_line(&self) -> Option<Message> {
        let truth = self.truth()?;
        Some(message!("tables-say", value = truth))
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
    use crate::claim::{ClaimSource, claims_of};
    use crate::game::tests::game;
    use audit960_types::Side;

    fn shown(claims: &[Claim<'_>], sources: &[&str], each: bool, width: usize) -> Vec<String> {
        let short = |source: &&str| ((*source).to_owned(), "a.pgn".to_owned());
        let view = View {
            sources: &sources.iter().map(short).collect(),
            each,
            style: Style::plain(width),
            language: Language::English,
        };
        let mut out = Vec::new();
        view.write(claims, &mut out).unwrap();
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
        let lines: Vec<_> = claims_of(&game).collect();
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
                "a.pgn#5",
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
        assert!(shown(&lines, &["x/a.pgn"], false, 200)[1].starts_with("#5"));
    }

    #[test]
    fn the_law_says_why_there_was_no_claim() {
        let mut game = game("x/a.pgn", 4, None, &[101]);
        game.runs[0].first_law_claim_ply = None;
        let law = |game: &LedgerGame| {
            let law = claims_of(game).next().unwrap().law().unwrap();
            Language::English.say(&law)
        };
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
        let lines: Vec<_> = claims_of(&game).collect();
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
        let lines: Vec<_> = claims_of(&game).collect();
        let name = "a_name_that_is_longer_than_the_terminal.pgn";
        let sources = [
            ("x/a.pgn".to_owned(), name.to_owned()),
            ("b".to_owned(), "b".to_owned()),
        ];
        let view = View {
            sources: &sources.into_iter().collect(),
            each: false,
            style: Style::plain(40),
            language: Language::English,
        };
        let mut out = Vec::new();
        view.write(&lines, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let mut shown = text.lines();
        assert_eq!(shown.next(), Some(format!("{name}#5").as_str()));
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
        let claim = claims_of(&game).next().unwrap();
        let said = |message: Message| Language::English.say(&message);
        assert_eq!(
            said(claim.sentence()),
            "51. White, who lost, could claim (9.3.2), last at 52."
        );
        assert_eq!(said(claim.first()), "51. White may claim (9.3.2)");
        assert_eq!(said(claim.run_end().unwrap()), "damaged record");
    }

    /// Of two claims that cost half a point, the one under a law that is known is shown; alone, the other is marked.
    #[test]
    fn an_uncertain_law_is_shown_where_it_counts() {
        let mut game = game("x/a.pgn", 4, Some("1989.05.05"), &[101, 104]);
        for run in &mut game.runs {
            run.half_point_lost_by = Some(Side::Black);
        }
        game.runs[0].law_uncertain = true;
        let line = |run: usize| Claim::of(&game, ClaimSource::Fifty(&game.runs[run]));
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
