//! Positions gathered from the games of archives.

use std::io::{self, Write};

use audit960_audit::Observer;
use audit960_epd::{AfterPlies, AtClaim};
use audit960_replay::AuditOptions;
use audit960_source::Chunk;
use audit960_types::{Fact, FactSink, Severity};

use crate::Inputs;

/// Positions, and the number of findings of severity error about their games.
#[derive(Debug, Default)]
pub struct GatheredPositions<S> {
    /// The positions.
    pub positions: S,
    /// Number of findings of severity error.
    pub errors: u64,
}

impl Inputs {
    /// The positions of all games after this many half-moves.
    ///
    /// # Errors
    /// If an archive cannot be read.
    pub fn positions_after(
        &self,
        plies: u32,
        observer: &dyn Observer,
    ) -> anyhow::Result<GatheredPositions<AfterPlies>> {
        let new = || GatheredPositions {
            positions: AfterPlies::new(plies),
            errors: 0,
        };
        let mut all = new();
        for part in self.gather(true, observer, new, |_, _| {})? {
            all.positions.merge(part.positions);
            all.errors += part.errors;
        }
        Ok(all)
    }

    /// The positions in which a draw could first be claimed in each run, as lines of EPD in the order of the
    /// archives.
    ///
    /// # Errors
    /// If an archive cannot be read.
    pub fn positions_at_claim(
        &self,
        observer: &dyn Observer,
    ) -> anyhow::Result<GatheredPositions<Vec<String>>> {
        let (mut chunks, mut errors) = (Vec::new(), 0);
        let begin = |claims: &mut Claims, chunk: &Chunk| claims.begin(chunk.sequence);
        for part in self.gather(false, observer, GatheredPositions::<Claims>::default, begin)? {
            errors += part.errors;
            chunks.extend(part.positions.into_chunks());
        }
        chunks.sort_by_key(|(sequence, _)| *sequence);
        Ok(GatheredPositions {
            positions: chunks
                .into_iter()
                .flat_map(|(_, records)| records)
                .collect(),
            errors,
        })
    }

    fn gather<S: FactSink + Send>(
        &self,
        with_moves: bool,
        observer: &dyn Observer,
        make: impl Fn() -> GatheredPositions<S> + Sync,
        begin: impl Fn(&mut S, &Chunk) + Sync,
    ) -> anyhow::Result<Vec<GatheredPositions<S>>> {
        let options = AuditOptions {
            with_moves,
            ..AuditOptions::default()
        };
        let begin = |gathered: &mut GatheredPositions<S>, chunk: &Chunk| {
            begin(&mut gathered.positions, chunk);
        };
        self.fold(&self.names, &options, observer, make, begin)
    }
}

impl GatheredPositions<Vec<String>> {
    /// Writes a line for each position.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.positions
            .iter()
            .try_for_each(|line| writeln!(out, "{line}"))
    }
}

/// Positions of claims by chunk, so that they can be put in the order of the archive.
#[derive(Debug, Default)]
struct Claims {
    chunks: Vec<(u64, Vec<String>)>,
    current: u64,
    claims: AtClaim,
}

impl Claims {
    fn begin(&mut self, sequence: u64) {
        self.end();
        self.current = sequence;
    }

    fn end(&mut self) {
        let records = self.claims.take();
        if !records.is_empty() {
            self.chunks.push((self.current, records));
        }
    }

    fn into_chunks(mut self) -> Vec<(u64, Vec<String>)> {
        self.end();
        self.chunks
    }
}

impl FactSink for Claims {
    fn fact(&mut self, fact: Fact<'_>) {
        self.claims.fact(fact);
    }
}

impl<S: FactSink> FactSink for GatheredPositions<S> {
    fn fact(&mut self, fact: Fact<'_>) {
        if let Fact::Finding(finding) = &fact {
            self.errors += u64::from(finding.code.severity() == Severity::Error);
        }
        self.positions.fact(fact);
    }
}
