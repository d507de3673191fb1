//! `audit960 show`: one game as it stands in its archive.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use audit960_analytics::{Dataset, Reading, rows};
use audit960_board::Position;
use audit960_dataset::is_dataset;
use audit960_export::{Game, GameTaker, Reader};
use audit960_ledger::GameName;
use audit960_pgn::shown;
use audit960_replay::{AuditOptions, Auditor, Examiner};
use audit960_source::{Chunk, Limits, PieceReader, SharedReader};
use audit960_types::{Finding, Identity, harmless, line_length};

use crate::commands::door::DoorArgs;
use crate::commands::limits::LimitArgs;
use crate::commands::one_game::{Opening, find_games};
use crate::output;
use audit960_pipeline::{self as pipeline, Audited, KnownStart, replay_chunk, start_of};
use audit960_views::write_diagram;

/// Show one game as it stands in its archive, with what was found about it
///
/// The text of the game, each finding below the place it is about. With --ply the tags and the board
/// after so many half-moves instead: 0 is the start, 61 White's 31st move.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
GAME is an ordinal (12), a source with an ordinal (games.pgn#12), or a source with the byte at which
the game begins (games.pgn@48210), as the tables and the findings name it. Ordinals count from 0; a
source may be named by the end of its path, and left out where there is only one.

Examples:
  audit960 show games.pgn 12
  audit960 show audit games.pgn#12 --ply 61
  audit960 show audit games.pgn@48210")]
pub(crate) struct Args {
    /// A dataset that audit960 audit has written, or an archive
    #[arg(value_name = "DIR|FILE")]
    input: String,
    /// The game
    #[arg(value_name = "GAME")]
    game: GameName,
    /// The board after so many half-moves
    #[arg(long, value_name = "N")]
    ply: Option<u32>,
    #[command(flatten)]
    door: DoorArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Args {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        if self.input == "-" {
            bail!("show reads an archive twice, and standard input cannot be");
        }
        let inputs = std::slice::from_ref(&self.input);
        let limits = self.limits.limits();
        let opening = Opening {
            door: self.door,
            limits,
        };
        let ledger = find_games(inputs, &self.game, opening)?;
        let found = self.game.find(&ledger)?;
        let mut out = output::stdout();
        let shown = Shown {
            source: &found.source,
            name: match found.game {
                Some(game) => format!("{}#{game}", found.source),
                None => found.source.clone(),
            },
            ply: self.ply,
            first_line: 0,
            out: &mut out,
            result: None,
        };
        let result = if is_dataset(Path::new(&self.input)) {
            of_dataset(
                &self.door.open(Path::new(&self.input))?,
                found.identity,
                limits,
                shown,
            )?
        } else {
            of_archive(inputs, limits, found.identity, shown)?
        };
        result.with_context(|| format!("{}: the game is not there any more", found.source))??;
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What came of showing a game; `None` if it was not met.
type Result = Option<anyhow::Result<()>>;

/// Shows a game of an archive: the whole is read up to the game.
fn of_archive(
    inputs: &[String],
    limits: Limits,
    identity: Identity,
    shown: Shown<'_>,
) -> anyhow::Result<Result> {
    let (reader, ..) = pipeline::open(inputs, limits)?;
    let reader = SharedReader::new(reader);
    let mut chunk = Chunk::default();
    let mut auditor = Auditor::new(AuditOptions::default());
    let mut taker = Wanted { identity, shown };
    while taker.shown.result.is_none() && reader.next_chunk(&mut chunk)? {
        if *chunk.source_name != *taker.shown.source {
            continue;
        }
        let mut games = Reader::new(&chunk.bytes, taker);
        let lines = replay_chunk(&mut auditor, &chunk, &mut games);
        taker = games.finish();
        taker.shown.first_line += lines;
    }
    Ok(taker.shown.result)
}

/// Shows a game of a dataset: no more than the game is read.
fn of_dataset(
    dataset: &Dataset,
    identity: Identity,
    limits: Limits,
    mut shown: Shown<'_>,
) -> anyhow::Result<Result> {
    let Identity {
        frame_offset,
        byte_offset,
    } = identity;
    let source = shown.source.to_owned();
    let columns = [
        "byte_length",
        "line",
        "start_kind",
        "white_start",
        "black_start",
    ];
    let asked = ["source", "frame_offset", "byte_offset"];
    let answer = dataset.read(&Reading::of("games", &columns).only(&asked, |rows| {
        let sources = rows.texts("source")?;
        let (frames, bytes) = (rows.ints("frame_offset")?, rows.ints("byte_offset")?);
        let at = [frame_offset, byte_offset].map(|it| Some(it.cast_signed()));
        let is_it = |row| {
            [frames.get(row), bytes.get(row)] == at && sources.get(row) == Some(source.as_str())
        };
        Ok((0..rows.len()).map(is_it).collect())
    }))?;
    let row = rows(&answer).next();
    let row = row.with_context(|| format!("{source}: no such game"))?;
    let (length, line): (usize, u64) = (row.number("byte_length")?, row.number("line")?);
    let mut text = vec![0; length];
    if !PieceReader::open(&source, limits)?.read(identity, &mut text)? {
        return Ok(None);
    }
    shown.first_line = line.saturating_sub(1);
    let at = |offset: usize| Identity {
        byte_offset: byte_offset + offset as u64,
        ..identity
    };
    let mut games = Reader::new(&text, Wanted { identity, shown });
    // The game is read as it was audited.
    let manifest = Audited::of(dataset.manifest())?;
    let known = KnownStart::default();
    known.set(start_of(&row)?);
    let examiner = Arc::new(known) as Arc<dyn Examiner>;
    let mut auditor = Auditor::new(AuditOptions {
        keep_illegal: manifest.keep_illegal,
        examiner: manifest.infer_start.then_some(examiner),
        ..AuditOptions::default()
    });
    auditor.audit(&text, std::iter::once(0..length), &at, false, &mut games);
    Ok(games.finish().shown.result)
}

/// Waits for the game that begins at a place.
struct Wanted<'s> {
    identity: Identity,
    shown: Shown<'s>,
}

impl GameTaker for Wanted<'_> {
    fn game(&mut self, game: &Game<'_>) {
        if game.facts.identity == self.identity && self.shown.result.is_none() {
            self.shown.result = Some(self.shown.write(game));
        }
    }

    fn stray(&mut self, _: &[u8], _: &[Finding]) {}

    fn finding(&mut self, _: &Finding) {}
}

/// How a game is shown, and where.
struct Shown<'s> {
    source: &'s str,
    /// The game as the user names it.
    name: String,
    ply: Option<u32>,
    /// Lines of the source before the text that is read.
    first_line: u64,
    out: &'s mut dyn Write,
    result: Result,
}

impl Shown<'_> {
    fn write(&mut self, game: &Game<'_>) -> anyhow::Result<()> {
        let facts = game.facts;
        let board = self.ply.map(|ply| {
            game.position_after(ply)
                .with_context(|| format!("{}: {} half-moves were replayed", self.name, facts.plies))
        });
        let board = board.transpose()?;
        let line = self.first_line + facts.line + 1;
        writeln!(
            self.out,
            "{} (line {line}, {} bytes): {}, {} half-moves, {}\n",
            harmless(&self.name),
            facts.byte_length,
            facts.verdict,
            facts.plies,
            facts.result
        )?;
        match board {
            Some((position, last)) => self.write_board(game, &position, last),
            None => self.write_text(game),
        }
    }

    /// The text, each finding below its line.
    fn write_text(&mut self, game: &Game<'_>) -> anyhow::Result<()> {
        let mut left = game.raw();
        let mut line = game.facts.line;
        let mut findings = game.findings.iter().peekable();
        while !left.is_empty() {
            let length = line_length(left);
            let (text, rest) = left.split_at(length);
            let text = audit960_types::without_line_end(text);
            writeln!(self.out, "{}", shown(text))?;
            while let Some(finding) =
                findings.next_if(|finding| finding.line <= line || rest.is_empty())
            {
                write_finding(finding, text, self.out)?;
            }
            left = rest;
            line += 1;
        }
        Ok(())
    }

    /// The tags, and the board after a half-move.
    fn write_board(
        &mut self,
        game: &Game<'_>,
        position: &Position,
        last: Option<String>,
    ) -> anyhow::Result<()> {
        for pair in game.tags() {
            let (name, value) = (shown(pair.name), pair.value().0);
            writeln!(self.out, "  {name:<16} {}", shown(value.as_bytes()))?;
        }
        let after = last.unwrap_or_else(|| "the start".to_owned());
        writeln!(self.out, "\nafter {after}\n")?;
        write_diagram(position, output::colour(), &mut self.out)?;
        writeln!(self.out, "\n{}", position.xfen())?;
        Ok(())
    }
}

/// A finding below its line: a caret at the place, and what there is to say.
fn write_finding(finding: &Finding, line: &[u8], out: &mut dyn Write) -> anyhow::Result<()> {
    let before = (finding.column as usize - 1).min(line.len());
    let indent = shown(&line[..before]).chars().count();
    let carets = "^".repeat(finding.caret.1.max(1) as usize);
    writeln!(
        out,
        "{:indent$}{carets} {}[{}]: {}",
        "",
        finding.code.severity().as_str(),
        finding.code.as_str(),
        finding.message
    )?;
    Ok(())
}
