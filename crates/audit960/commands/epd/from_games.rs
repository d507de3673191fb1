//! `audit960 epd from-games`: positions of games.

use std::io::Write;
use std::process::ExitCode;

use audit960_epd::{AfterPlies, AtClaim};
use audit960_replay::AuditOptions;
use audit960_report::grouped;
use audit960_source::Chunk;
use audit960_types::{
    FactSink, Finding, GameFacts, Gap, IncidentFacts, PositionFacts, RepetitionFacts, Severity,
};

use crate::commands::limits::LimitArgs;
use crate::output;
use crate::progress::Pass;
use audit960_pipeline as pipeline;

/// Gather positions from games, as EPD
///
/// With --after the positions after so many half-moves, each once, the one with most games first;
/// the private opcode Games says how many. With --at-claim the positions in which a draw could first
/// be claimed in each run without capture or pawn move by the law of the game's day, with draw_claim,
/// the counters, and a move that goes with the claim (sm).
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("which").required(true))]
pub(super) struct Args {
    /// Files, folders, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,
    /// Positions after so many half-moves
    #[arg(long, value_name = "N", group = "which")]
    after: Option<u32>,
    /// Positions of the first claim
    #[arg(long, group = "which")]
    at_claim: bool,
    /// Threads to use [default: all]
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<usize>,
    /// Do not tell how many games there were
    #[arg(short, long)]
    quiet: bool,
    /// Exit with 0 also where findings of severity error were made
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let errors = match self.after {
            Some(plies) => self.after(plies)?,
            None => self.at_claim()?,
        };
        if errors > 0 && !self.quiet {
            let errors = grouped(errors);
            writeln!(
                output::stderr(),
                "{errors} findings of severity error (see audit960 audit)"
            )?;
        }
        Ok(ExitCode::from(u8::from(errors > 0 && !self.exit_zero)))
    }

    /// Replays all games into one sink a worker.
    fn gather<S: FactSink + Send>(
        &self,
        with_moves: bool,
        make: impl Fn() -> S + Sync,
        begin: impl Fn(&mut S, &Chunk) + Sync,
    ) -> anyhow::Result<Vec<Gathered<S>>> {
        let options = AuditOptions {
            with_moves,
            ..AuditOptions::default()
        };
        let threads = pipeline::threads(self.threads);
        let make = || Gathered {
            sink: make(),
            errors: 0,
        };
        let begin = |gathered: &mut Gathered<S>, chunk: &Chunk| begin(&mut gathered.sink, chunk);
        let observer = Pass::new(self.quiet);
        let (inputs, limits) = (&self.inputs, self.limits.limits());
        pipeline::fold(inputs, limits, threads, &options, &observer, make, begin)
    }

    fn after(&self, plies: u32) -> anyhow::Result<u64> {
        let (mut all, mut errors) = (AfterPlies::new(plies), 0);
        for gathered in self.gather(true, || AfterPlies::new(plies), |_, _| {})? {
            all.merge(gathered.sink);
            errors += gathered.errors;
        }
        let mut out = output::stdout();
        all.write(&mut out)?;
        out.flush()?;
        if !self.quiet {
            let (positions, games) = (grouped(all.positions() as u64), grouped(all.games()));
            writeln!(output::stderr(), "{positions} positions of {games} games")?;
        }
        Ok(errors)
    }

    fn at_claim(&self) -> anyhow::Result<u64> {
        let (mut chunks, mut errors) = (Vec::new(), 0);
        for gathered in self.gather(false, Claims::default, Claims::begin)? {
            errors += gathered.errors;
            chunks.extend(gathered.sink.into_chunks());
        }
        chunks.sort_by_key(|(sequence, _)| *sequence);
        let mut out = output::stdout();
        for record in chunks.iter().flat_map(|(_, records)| records) {
            writeln!(out, "{record}")?;
        }
        out.flush()?;
        Ok(errors)
    }
}

/// Claims by chunk, so that they can be put in the order of the archive.
#[derive(Default)]
struct Claims {
    chunks: Vec<(u64, Vec<String>)>,
    current: u64,
    claims: AtClaim,
}

impl Claims {
    fn into_chunks(mut self) -> Vec<(u64, Vec<String>)> {
        self.end();
        self.chunks
    }

    fn end(&mut self) {
        let records = self.claims.take();
        if !records.is_empty() {
            self.chunks.push((self.current, records));
        }
    }
}

impl Claims {
    fn begin(&mut self, chunk: &Chunk) {
        self.end();
        self.current = chunk.sequence;
    }
}

impl FactSink for Claims {
    fn game(&mut self, facts: &GameFacts<'_>) {
        self.claims.game(facts);
    }

    fn incident(&mut self, facts: &IncidentFacts<'_>) {
        self.claims.incident(facts);
    }

    fn finding(&mut self, _: Finding) {}
    fn gap(&mut self, _: &Gap) {}
}

/// A sink, and how many findings of severity error came by.
struct Gathered<S> {
    sink: S,
    errors: u64,
}

impl<S: FactSink> FactSink for Gathered<S> {
    fn game(&mut self, facts: &GameFacts<'_>) {
        self.sink.game(facts);
    }

    fn incident(&mut self, facts: &IncidentFacts<'_>) {
        self.sink.incident(facts);
    }

    fn repetition(&mut self, facts: &RepetitionFacts<'_>) {
        self.sink.repetition(facts);
    }

    fn finding(&mut self, finding: Finding) {
        self.errors += u64::from(finding.code.severity() == Severity::Error);
        self.sink.finding(finding);
    }

    fn gap(&mut self, gap: &Gap) {
        self.sink.gap(gap);
    }

    fn position(&mut self, facts: &PositionFacts<'_>) {
        self.sink.position(facts);
    }
}
