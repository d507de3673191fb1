//! Processes the games of a part of a text.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use crate::normal_form::{ExportGame, ExportOptions, ExportVisitor, Form, GameWriter};
use audit960_pgn::Cursor;
use audit960_replay::AuditOptions;
use audit960_report::{Style, counted, grouped, megabytes, write_finding};
use audit960_source::Limits;
use audit960_types::{Code, Diagnostic, Finding, GameFacts, Severity, Verdict, VerdictCounts};

use crate::copy_decisions::CopyDecision;
use crate::proposals::Rewriter;
use crate::selection::ExportSelection;
use crate::split::{Key, SplitBy};
use audit960_audit::order;

/// What an export does with each game.
#[derive(Debug)]
pub struct ExportPlan {
    /// How games are written.
    pub options: ExportOptions,
    /// How games are read.
    pub audit: AuditOptions,
    /// Limits on memory and text while archives are read.
    pub limits: Limits,
    /// Whether the repairs that are proposed for damaged games are applied.
    pub apply_proposals: bool,
    /// Which games are exported.
    pub selection: ExportSelection,
    /// Whether games without a normal form go to a file of their own.
    pub separate_damaged: bool,
    /// What chooses the file of a game, if there are several.
    pub split_by: Option<SplitBy>,
    /// What happens to games that have copies, by their order in the archives; all games are kept if `None`.
    pub merge: Option<BTreeMap<u64, CopyDecision>>,
}

impl ExportPlan {
    /// How games are read.
    pub(crate) fn audit_options(&self) -> AuditOptions {
        self.audit.clone().with_columns(self.selection.needs())
    }
}

/// Where a part of a text is from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextOrigin<'p> {
    pub(crate) source: &'p str,
    /// Number of lines of the source before it.
    pub(crate) first_line: u64,
}

/// The result of processing a part of a text.
#[derive(Debug, Default)]
pub(crate) struct ExportedText {
    /// Texts and the files they go to, games in order within each.
    pub(crate) games: Vec<(Option<Key>, Vec<u8>)>,
    /// Where the text of a file is among them.
    places: HashMap<Option<Key>, usize>,
    /// Text for the file of damaged games.
    pub(crate) damaged: Vec<u8>,
    /// Findings to be reported.
    pub(crate) findings: Vec<Finding>,
    pub(crate) summary: ExportSummary,
    /// Number of the chunk; with the number of games read before it identifies a game in a merge.
    sequence: u64,
    games_read: u64,
}

impl ExportedText {
    /// An empty result for a chunk.
    pub(crate) fn of_chunk(sequence: u64) -> Self {
        Self {
            sequence,
            ..Self::default()
        }
    }
}

/// The counts of an export.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExportSummary {
    /// Games that were read.
    pub read: u64,
    /// Games that were selected, by verdict.
    pub wanted: VerdictCounts,
    /// Games that were rewritten in the form of the options.
    pub anew: u64,
    /// Damaged games that were written with their proposed repairs.
    pub repaired: u64,
    /// Games that were written as they are.
    pub raw: u64,
    /// Games that were written as they are to the file of damaged games.
    pub apart: u64,
    /// Copies that were left out.
    pub dropped: u64,
    /// Bytes that belong to no game.
    pub stray_bytes: u64,
    /// Bytes that were read, decompressed.
    pub bytes: u64,
    /// Whether there was a finding of severity error.
    pub has_errors: bool,
}

impl ExportSummary {
    /// Adds the counts of another export.
    pub fn add(&mut self, other: &Self) {
        self.read += other.read;
        self.wanted += other.wanted;
        self.anew += other.anew;
        self.repaired += other.repaired;
        self.raw += other.raw;
        self.apart += other.apart;
        self.dropped += other.dropped;
        self.stray_bytes += other.stray_bytes;
        self.bytes += other.bytes;
        self.has_errors |= other.has_errors;
    }

    /// A sentence with the counts and the speed.
    #[must_use]
    pub fn to_sentence(&self, elapsed: Duration) -> String {
        let mut text = format!("{} read", counted(self.read, "game", "games"));
        if self.anew + self.repaired + self.raw + self.apart == 0 {
            text.push_str(", none written");
        }
        let mut say = |count: u64, what: &str| {
            if count > 0 {
                text.push_str(&format!(", {} {what}", grouped(count)));
            }
        };
        say(self.anew, "written anew");
        say(self.repaired, "repaired as proposed");
        say(self.raw, "written as they are");
        say(self.apart, "put aside");
        let copies = if self.dropped == 1 { "copy" } else { "copies" };
        say(self.dropped, &format!("{copies} left out"));
        say(self.wanted.damaged, "damaged");
        say(self.wanted.rejected, "rejected");
        say(self.wanted.foreign, "of other variants");
        say(self.stray_bytes, "bytes belong to no game");
        let seconds = elapsed.as_secs_f64();
        let rate = self.bytes as f64 / seconds.max(1e-9);
        format!("{text}; {seconds:.2} s, {}/s", megabytes(rate as u64))
    }
}

/// Writes the games of a part of a text.
pub(crate) struct TextExporter<'p> {
    plan: &'p ExportPlan,
    origin: TextOrigin<'p>,
    text: &'p [u8],
    writer: &'p mut GameWriter,
    cursor: Cursor,
    done: ExportedText,
}

impl<'p> TextExporter<'p> {
    /// Begins a text; `done` is the result of those before it.
    pub(crate) fn new(
        plan: &'p ExportPlan,
        origin: TextOrigin<'p>,
        text: &'p [u8],
        writer: &'p mut GameWriter,
        mut done: ExportedText,
    ) -> Self {
        done.summary.bytes += text.len() as u64;
        Self {
            plan,
            origin,
            text,
            writer,
            cursor: Cursor::default(),
            done,
        }
    }

    pub(crate) fn done(self) -> ExportedText {
        self.done
    }

    fn say(&mut self, finding: &Finding) {
        self.done.findings.push(Finding {
            line: finding.line + self.origin.first_line,
            ..finding.clone()
        });
    }

    /// Appends a text to the file of damaged games, with its findings as comments before it.
    fn write_damaged(&mut self, text: &[u8], findings: &[Finding]) {
        let out = &mut self.done.damaged;
        for finding in findings {
            let finding = Finding {
                line: finding.line + self.origin.first_line,
                excerpt: String::new(),
                ..finding.clone()
            };
            out.extend_from_slice(b"; ");
            // Writing to memory cannot fail.
            let _ = write_finding(self.origin.source, &finding, Style::plain(usize::MAX), out);
        }
        out.extend_from_slice(text.trim_ascii_end());
        out.extend_from_slice(b"\n\n");
    }

    /// Index of the text that a game is appended to.
    fn text_of(&mut self, facts: &GameFacts<'_>) -> usize {
        let key = self
            .plan
            .split_by
            .map(|split_by| split_by.key(facts, self.origin.source));
        let ExportedText { games, places, .. } = &mut self.done;
        // Neighbours mostly go to the same file.
        if games.last().is_some_and(|(known, _)| *known == key) {
            return games.len() - 1;
        }
        *places.entry(key).or_insert_with_key(|key| {
            games.push((key.clone(), Vec::new()));
            games.len() - 1
        })
    }

    /// Writes a damaged game with the repair that is proposed for it; `false` if none is.
    fn write_repaired(&mut self, game: &ExportGame<'_>, to: usize) -> bool {
        let out = &mut self.done.games[to].1;
        let Some(repaired) = Rewriter::new(self.writer, out).write(game) else {
            return false;
        };
        self.done.summary.repaired += 1;
        let at = game.at() + repaired.at;
        let place = self.cursor.place(self.text, at, repaired.len);
        let message = format!("{}: applied", repaired.what);
        let diagnostic = Diagnostic::new(Code::RepairProposed, at, repaired.len, message);
        let finding = place.finding(diagnostic.at_ply(repaired.ply), game.facts.identity, None);
        self.say(&finding);
        true
    }
}

impl ExportVisitor for TextExporter<'_> {
    fn game(&mut self, game: &ExportGame<'_>) {
        let facts = game.facts;
        let order = order(self.done.sequence, self.done.games_read);
        self.done.games_read += 1;
        self.done.summary.read += 1;
        let line = self.origin.first_line + facts.line + 1;
        if !self.plan.selection.wants(game, self.origin.source, line) {
            return;
        }
        let fate = self.plan.merge.as_ref().and_then(|merge| merge.get(&order));
        let added = match fate {
            Some(CopyDecision::Drop) => {
                self.done.summary.dropped += 1;
                return;
            }
            Some(CopyDecision::Keep(added)) => added.as_slice(),
            None => &[],
        };
        let game = &game.with_tags(added);
        self.done.summary.wanted.add(facts.verdict);
        let is_error = |finding: &&Finding| finding.code.severity() == Severity::Error;
        self.done.summary.has_errors |= game.findings.iter().any(|finding| is_error(&finding));
        let normal = game.has_normal_form();
        let to = self.text_of(facts);
        let repairable = self.plan.apply_proposals && facts.verdict == Verdict::Damaged && !normal;
        if repairable && self.write_repaired(game, to) {
            return;
        }
        for finding in game.findings.iter().filter(is_error) {
            self.say(finding);
        }
        if !normal && self.plan.separate_damaged {
            self.done.summary.apart += 1;
            return self.write_damaged(game.raw(), game.findings);
        }
        let form = self.plan.options.form;
        if normal && form != Form::Raw {
            self.done.summary.anew += 1;
            // What is written in UTF-8 rests on a guess.
            let is_guess = |finding: &&Finding| finding.code == Code::CodePage850;
            for finding in game.findings.iter().filter(is_guess) {
                self.say(finding);
            }
        } else if form != Form::LastPosition {
            self.done.summary.raw += 1;
        }
        let errors = self.writer.write(game, &mut self.done.games[to].1);
        for error in errors {
            let place = self.cursor.place(self.text, error.at, error.len);
            let diagnostic = Diagnostic::new(
                Code::IllegalVariation,
                error.at,
                error.len,
                error.message.clone(),
            );
            let mut finding = place.finding(diagnostic, facts.identity, None);
            finding.line += self.origin.first_line;
            self.done.findings.push(finding);
        }
    }

    fn stray_text(&mut self, text: &[u8], findings: &[Finding]) {
        self.done.summary.stray_bytes += text.len() as u64;
        for finding in findings {
            self.finding(finding);
        }
        if self.plan.separate_damaged {
            self.write_damaged(text, findings);
        }
    }

    fn finding(&mut self, finding: &Finding) {
        self.done.summary.has_errors |= finding.code.severity() == Severity::Error;
        self.say(finding);
    }
}
