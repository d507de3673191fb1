//! One game as it stands in its archive, with the findings about it.

use std::io::Write;
use std::sync::Arc;

use crate::normal_form::{ExportGame, ExportOptions, ExportVisitor, GameWriter, Reader};
use anyhow::{Context as _, bail};
use audit960_answers::write_diagram;
use audit960_audit::{Audited, KnownStarts, open, replay_chunk, start_of};
use audit960_board::Position;
use audit960_dataset::{Dataset, TableScan, rows};
use audit960_pgn::shown;
use audit960_replay::{AuditOptions, Auditor, Examiner};
use audit960_source::{Chunk, ChunkSeeker, Limits, ReaderOptions, SharedReader};
use audit960_types::{Code, Finding, Identity, count_line_ends, half_moves, harmless, line_length};

use crate::anonymise::{AuditFindings, anonymise};
use crate::audited_game::AuditedGame;
use crate::dataset::CHANGED;

/// The result of showing a game: what the reader should know about the output; `None` if the game was not found.
type Result = Option<anyhow::Result<Vec<String>>>;

/// What is shown of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Its text, each finding below the text it is about.
    Text,
    /// The board after so many half-moves.
    Board(u32),
    /// Its text alone, with other words for names and events; for a terminal without characters that it obeys.
    Anonymous {
        /// Whether a terminal shows the output.
        terminal: bool,
    },
    /// The game in normal form, alone.
    Pgn,
}

/// Which game is shown, and how.
#[derive(Clone, Debug)]
pub struct ShowOptions<'s> {
    /// Its source.
    pub source: &'s str,
    /// The game as the user names it.
    pub name: String,
    /// What is shown.
    pub view: View,
    /// Whether the board is coloured.
    pub colour: bool,
}

/// The result of showing a game, or an error if it was not found.
fn ended(result: Result, source: &str) -> anyhow::Result<Vec<String>> {
    result.with_context(|| format!("{source}: the game is no longer there"))?
}

/// Shows the game of an archive that begins at `identity`. The inputs are read up to the game. Returns what the reader
/// should know about the output.
///
/// # Errors
/// If an input cannot be read, or the game is not there.
pub fn show_of_archive(
    inputs: &[String],
    limits: Limits,
    identity: Identity,
    showing: ShowOptions<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<Vec<String>> {
    let source = showing.source.to_owned();
    let mut shown = Shown::new(showing, identity, out);
    let reader = open(inputs, limits)?.reader;
    let reader = SharedReader::new(reader);
    let mut chunk = Chunk::default();
    let mut auditor = Auditor::new(AuditOptions::default());
    while shown.result.is_none() && reader.next_chunk(&mut chunk)? {
        if *chunk.source_name != *source {
            continue;
        }
        let mut games = Reader::new(&chunk.bytes, shown);
        let lines = replay_chunk(&mut auditor, &chunk, &mut games);
        shown = games.finish();
        shown.first_line += lines;
    }
    ended(shown.result, &source)
}

/// Shows the game of a dataset that begins at `identity`. Only the chunk of its archive that holds it is
/// replayed. Returns what the reader should know about the output.
///
/// # Errors
/// If the archive cannot be read, or the game is not there.
pub fn show_of_dataset(
    dataset: &Dataset,
    identity: Identity,
    showing: ShowOptions<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<Vec<String>> {
    let Identity {
        frame_offset,
        byte_offset,
    } = identity;
    let source = showing.source.to_owned();
    let of_it = ["line", "start_kind", "white_start", "black_start", "codes"];
    let columns = [&of_it[..], &AuditedGame::COLUMNS].concat();
    let asked = ["source", "frame_offset", "byte_offset"];
    let answer = dataset.read(&TableScan::of("games", &columns).only(&asked, |rows| {
        let sources = rows.texts("source")?;
        let (frames, bytes) = (rows.ints("frame_offset")?, rows.ints("byte_offset")?);
        let at = [frame_offset, byte_offset].map(|offset| Some(offset.cast_signed()));
        let is_it = |row| {
            [frames.get(row), bytes.get(row)] == at && sources.get(row) == Some(source.as_str())
        };
        Ok((0..rows.len()).map(is_it).collect())
    }))?;
    let row = rows(&answer).next();
    let row = row.with_context(|| format!("{source}: no such game"))?;
    // The game is read as it was audited, with the text around it.
    let manifest = Audited::of(dataset.manifest())?;
    let of_it = |(input, _): &&(String, u64)| {
        let rest = source.strip_prefix(input.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("!/"))
    };
    let input = manifest.inputs.iter().find(of_it);
    let (input, _) = input.with_context(|| format!("{source} is not an input of the dataset"))?;
    let Some(line): Option<u64> = row.get("line")? else {
        // A task that began within the input did not know its lines: they are counted from its first.
        return show_of_archive(
            std::slice::from_ref(input),
            manifest.limits,
            identity,
            showing,
            out,
        );
    };
    let mut shown = Shown::new(showing, identity, out);
    shown.audited = Some(AuditedGame::of(&row)?);
    let mut reader = ChunkSeeker::open(input, ReaderOptions::within(manifest.limits))?;
    reader.seek(identity)?;
    let mut chunk = Chunk::default();
    while !chunk.holds(&source, identity) {
        if !reader.next_chunk(&mut chunk)? {
            return ended(None, &source);
        }
    }
    let before = chunk.bytes.get(..chunk.position_of(identity));
    let before = count_line_ends(before.unwrap_or_default());
    shown.first_line = line.saturating_sub(1).saturating_sub(before);
    let mut games = Reader::new(&chunk.bytes, shown);
    let known = KnownStarts::default();
    known.set(start_of(&row)?.map(|start| (identity, start)).into_iter());
    let examiner = Arc::new(known) as Arc<dyn Examiner>;
    // Where a search left the start open, the whole record is in doubt, and no illegal move was played.
    let codes: Option<String> = row.get("codes")?;
    let left_open = codes.is_some_and(|codes| codes.contains(Code::StartOpen.as_str()));
    let mut auditor = Auditor::new(AuditOptions {
        keep_illegal: manifest.keep_illegal && !left_open,
        examiner: manifest.infer_start.then_some(examiner),
        ..AuditOptions::default()
    });
    replay_chunk(&mut auditor, &chunk, &mut games);
    ended(games.finish().result, &source)
}

/// The game of a dataset that begins at `identity` of a source, in normal form.
///
/// # Errors
/// Those of [`show_of_dataset`]; if the archive has another game there now.
pub fn game_of_dataset(
    dataset: &Dataset,
    source: &str,
    identity: Identity,
) -> anyhow::Result<Vec<u8>> {
    let showing = ShowOptions {
        source,
        name: source.to_owned(),
        view: View::Pgn,
        colour: false,
    };
    let mut text = Vec::new();
    let notes = show_of_dataset(dataset, identity, showing, &mut text)?;
    match notes.into_iter().next() {
        Some(note) => bail!("{source}: {note}"),
        None => Ok(text),
    }
}

/// Waits for a game, and writes it.
struct Shown<'s> {
    showing: ShowOptions<'s>,
    /// Where the game begins.
    identity: Identity,
    /// Number of lines of the source before the text that is read.
    first_line: u64,
    /// What the dataset has of it.
    audited: Option<AuditedGame>,
    out: &'s mut dyn Write,
    result: Result,
}

impl ExportVisitor for Shown<'_> {
    fn game(&mut self, game: &ExportGame<'_>) {
        if game.facts.identity == self.identity && self.result.is_none() {
            self.result = Some(self.write(game));
        }
    }
}

impl<'s> Shown<'s> {
    fn new(showing: ShowOptions<'s>, identity: Identity, out: &'s mut dyn Write) -> Self {
        Self {
            showing,
            identity,
            first_line: 0,
            audited: None,
            out,
            result: None,
        }
    }

    fn write(&mut self, game: &ExportGame<'_>) -> anyhow::Result<Vec<String>> {
        let facts = game.facts;
        let board = match self.showing.view {
            View::Anonymous { terminal } => return self.write_anonymous(game, terminal),
            View::Text | View::Pgn => None,
            View::Board(ply) => {
                let board = game.position_after(ply);
                Some(board.with_context(|| {
                    format!(
                        "{}: of the game only {} could be replayed",
                        self.showing.name,
                        half_moves(facts.plies)
                    )
                })?)
            }
        };
        let is_other = self.audited.is_some_and(|audited| !audited.is(facts));
        let note = || format!("this game is not the one of the dataset: {CHANGED}");
        let notes = is_other.then(note).into_iter().collect();
        if self.showing.view == View::Pgn {
            let mut text = Vec::new();
            GameWriter::new(ExportOptions::default()).write(game, &mut text);
            self.out.write_all(&text)?;
            return Ok(notes);
        }
        let line = self.first_line + facts.line + 1;
        writeln!(
            self.out,
            "{} (line {line}, {} bytes): {}, {}, {}\n",
            harmless(&self.showing.name),
            facts.byte_length,
            facts.verdict,
            half_moves(facts.plies),
            facts.result
        )?;
        match board {
            Some((position, last)) => self.write_board(game, &position, last),
            None => self.write_text(game),
        }?;
        Ok(notes)
    }

    /// The text with other words for names and events.
    fn write_anonymous(
        &mut self,
        game: &ExportGame<'_>,
        terminal: bool,
    ) -> anyhow::Result<Vec<String>> {
        let new = anonymise(game.raw());
        if terminal {
            let mut left = new.text.as_slice();
            while !left.is_empty() {
                let (line, rest) = left.split_at(line_length(left));
                writeln!(
                    self.out,
                    "{}",
                    shown(audit960_types::without_line_end(line))
                )?;
                left = rest;
            }
        } else {
            self.out.write_all(&new.text)?;
        }
        let mut notes = Vec::new();
        if !new.kept.is_empty() {
            notes.push(format!(
                "these words are still there, because what is known of the game depends on them: {}",
                new.kept.join(", ")
            ));
        }
        let alone = AuditFindings::of(&new.text).findings;
        if alone != AuditFindings::places(game.findings, game.facts.line) {
            notes.push(
                "on its own, the game has other findings than among its neighbours; if it is they that matter, send \
                 the archive"
                    .to_owned(),
            );
        }
        Ok(notes)
    }

    /// The text, each finding below its line.
    fn write_text(&mut self, game: &ExportGame<'_>) -> anyhow::Result<()> {
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
        game: &ExportGame<'_>,
        position: &Position,
        last: Option<String>,
    ) -> anyhow::Result<()> {
        for pair in game.tags() {
            let (name, value) = (shown(pair.name), pair.value().0);
            writeln!(self.out, "  {name:<16} {}", shown(value.as_bytes()))?;
        }
        let after = last.unwrap_or_else(|| "the start".to_owned());
        writeln!(self.out, "\nafter {after}\n")?;
        write_diagram(position, self.showing.colour, &mut self.out)?;
        writeln!(self.out, "\n{}", position.xfen())?;
        Ok(())
    }
}

/// Writes a finding below its line: carets under its span, and the message.
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
