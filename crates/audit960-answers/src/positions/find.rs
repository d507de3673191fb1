//! Where positions, moves and material occur in games.

use audit960_dataset::{Table, TableBuilder};
use std::collections::HashMap;
use std::io::Write;

use audit960_audit::Observer;
use audit960_report::{TableForm, TableParts, counted, grouped};
use audit960_tree::find::{FindOptions, FindQuery, Finder, Hit};
use audit960_types::{game_id, game_name};

use crate::positions::played::{InputPart, PlayedInputs};
use crate::{GameScan, Inputs, LeftOut};

/// How what was found is written.
#[derive(Clone, Copy, Debug)]
pub struct FindOutput {
    /// Which hits are wanted.
    pub options: FindOptions,
    /// Only the first hits; all if `None`.
    pub first: Option<u64>,
    /// How they are written.
    pub form: TableForm,
}

/// Rows that are written at a time.
const BATCH: usize = 4096;

impl Inputs {
    /// Writes where a query holds in the games; returns what was left out.
    ///
    /// # Errors
    /// If an input cannot be read, or a dataset has no moves; those of temporary files and of the writer.
    pub fn find(
        &self,
        query: &FindQuery,
        scan: &GameScan,
        output: &FindOutput,
        observer: &dyn Observer,
        out: &mut dyn Write,
    ) -> anyhow::Result<LeftOut> {
        let kept = self.kept_for(query)?;
        if let Some((games, mut left_out)) = self.counted_games(query, scan, output, kept)? {
            left_out.kept = kept;
            writeln!(out, "{games}")?;
            return Ok(left_out);
        }
        let last_ply = query.last_ply().or(kept);
        let scan = GameScan {
            // Shorter games hold no hit: their moves are not read.
            min_plies: scan.min_plies.max(query.min_plies()),
            last_ply,
            to_the_end: !output.options.count,
            max_pieces_at_end: query.max_pieces_at_end(),
            lines: !output.options.count,
            ..scan.clone()
        };
        let first = Finder::new(query.clone(), output.options, self.worker_count());
        let PlayedInputs {
            of_datasets,
            of_archives,
            parts,
            mut left_out,
        } = self.play(&scan, observer, &|| first.another())?;
        left_out.kept = kept;
        if output.options.count {
            let finders = of_datasets.iter().flatten().chain(&of_archives);
            let games: u64 = finders.map(Finder::games).sum();
            writeln!(out, "{games}")?;
            return Ok(left_out);
        }
        let mut rows = Rows::begin(output, out)?;
        for finders in of_datasets {
            rows.add(finders, |_| {}, out)?;
        }
        let places = part_places(&parts);
        let place = |hit: &mut Hit| {
            let (games, lines) = places.get(&hit.place.part).copied().unwrap_or_default();
            hit.place.game = hit.place.game.map(|game| game + games);
            // Lines count from 1.
            hit.place.line = hit.place.line.map(|line| line + lines + 1);
        };
        rows.add(of_archives, place, out)?;
        rows.end(out)?;
        Ok(left_out)
    }
}

impl Inputs {
    /// The number of games that is asked for, if it is that of the games that reached one position, and was counted
    /// before.
    fn counted_games(
        &self,
        query: &FindQuery,
        scan: &GameScan,
        output: &FindOutput,
        kept: Option<u32>,
    ) -> anyhow::Result<Option<(u64, LeftOut)>> {
        if !output.options.count || scan.min_plies > 0 {
            return Ok(None);
        }
        let asked = query.only_position();
        match asked.and_then(|(position, last)| Some((position, last.or(kept)?))) {
            Some((position, last)) => self.games_that_reached(&position, scan, last),
            None => Ok(None),
        }
    }

    /// The number of half-moves that a question about a position is limited to because datasets have no more; `None` if it
    /// has a limit of its own.
    fn kept_for(&self, query: &FindQuery) -> anyhow::Result<Option<u32>> {
        match (query.position(), query.last_ply()) {
            (Some(_), None) => self.kept_plies(),
            _ => Ok(None),
        }
    }
}

/// For each part of the archives, the number of games and of lines that come before it in its source.
fn part_places(parts: &[InputPart]) -> HashMap<u64, (u64, u64)> {
    let (mut games, mut lines) = (0, 0);
    let place = |part: &InputPart| {
        if part.first_of_source {
            (games, lines) = (0, 0);
        }
        let before = (games, lines);
        games += part.games;
        lines += part.lines;
        (part.part, before)
    };
    parts.iter().map(place).collect()
}

/// Hits as they are written.
struct Rows<'o> {
    output: &'o FindOutput,
    parts: TableParts,
    batch: Vec<Hit>,
    shown: u64,
    hits: u64,
    games: u64,
}

impl<'o> Rows<'o> {
    fn begin(output: &'o FindOutput, out: &mut dyn Write) -> anyhow::Result<Self> {
        let parts = TableParts::begin(output.form, &for_programs(&[]).table(), None, out)?;
        Ok(Self {
            output,
            parts,
            batch: Vec::new(),
            shown: 0,
            hits: 0,
            games: 0,
        })
    }

    fn add(
        &mut self,
        finders: Vec<Finder>,
        place: impl Fn(&mut Hit),
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let merged = finders.into_iter().reduce(|mut one, other| {
            one.merge(other);
            one
        });
        let Some(merged) = merged else { return Ok(()) };
        self.games += merged.games();
        for hit in merged.into_hits()? {
            let mut hit = hit?;
            self.hits += 1;
            if self.output.first.is_some_and(|first| self.hits > first) {
                continue;
            }
            place(&mut hit);
            self.batch.push(hit);
            // A table needs all its rows to know its widths.
            if self.batch.len() >= BATCH && !self.output.form.is_table() {
                self.flush(out)?;
            }
        }
        Ok(())
    }

    fn flush(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let batch = std::mem::take(&mut self.batch);
        let form = self.output.form;
        if !form.is_table() {
            self.parts.write(&for_programs(&batch).table(), out)?;
        } else if !batch.is_empty() {
            form.write(&for_people(&batch), out)?;
        }
        self.shown += batch.len() as u64;
        Ok(())
    }

    fn end(mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        self.flush(out)?;
        self.parts.end(out)?;
        if !self.output.form.is_table() {
            return Ok(());
        }
        if self.hits == 0 {
            writeln!(out, "found in no game")?;
            return Ok(());
        }
        let hits = counted(self.hits, "position", "positions");
        let found = match self.hits == self.shown {
            true => hits,
            false => format!("{} of {hits}", grouped(self.shown)),
        };
        writeln!(out, "\n{found} in {}", counted(self.games, "game", "games"))?;
        Ok(())
    }
}

/// Hits by the names of their games.
fn for_people(hits: &[Hit]) -> Table {
    let name = |hit: &Hit| match hit.place.game {
        Some(ordinal) => game_name(&hit.source, ordinal),
        None => hit.source.clone(),
    };
    let named = TableBuilder::of(hits).text("game", |hit| Some(name(hit)));
    with_facts(named).table()
}

/// Hits by what programs name their games by.
fn for_programs(hits: &[Hit]) -> TableBuilder<'_, Hit> {
    let named = TableBuilder::of(hits)
        .text("source", |hit| Some(hit.source.clone()))
        .int("game", |hit| number(hit.place.game));
    with_facts(named)
        .int("game_id", |hit| Some(game_id(&hit.source, hit.identity)))
        .count("frame_offset", |hit| hit.identity.frame_offset)
        .count("byte_offset", |hit| hit.identity.byte_offset)
}

/// What both tables say of a hit.
fn with_facts(table: TableBuilder<'_, Hit>) -> TableBuilder<'_, Hit> {
    table
        .int("line", |hit| number(hit.place.line))
        .count("ply", |hit| hit.ply.into())
        .text("fen", |hit| Some(hit.fen.clone()))
        .text("side", |hit| Some(hit.side.as_str().to_owned()))
        .int("stay", |hit| hit.stay.map(i64::from))
        .text("result", |hit| Some(hit.result.as_str().to_owned()))
        .text("white", |hit| hit.white.clone())
        .text("black", |hit| hit.black.clone())
}

fn number(number: Option<u64>) -> Option<i64> {
    number.and_then(|number| i64::try_from(number).ok())
}
