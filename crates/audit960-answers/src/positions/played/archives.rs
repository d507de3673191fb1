//! The games of archives, as they are replayed.

use std::collections::HashMap;
use std::sync::Arc;

use audit960_audit::condition::{GameFilter, by_tags};
use audit960_audit::{Observer, is_moveless};
use audit960_board::{Move, Position};
use audit960_replay::AuditOptions;
use audit960_source::Chunk;
use audit960_tree::{GamePlace, PlayedGame, PlayedGameSink};
use audit960_types::{Fact, FactSink, GameFacts, Verdict, count_line_ends_in};

use super::{GameScan, InputPart};
use crate::Inputs;

/// Most start positions that a thread remembers.
const MAX_STARTS: usize = 4096;

impl Inputs {
    /// Follows the games of the archives; also returns their parts in order, and the number of games that
    /// could not be read in full.
    pub(super) fn play_archives<S: PlayedGameSink>(
        &self,
        scan: &GameScan,
        observer: &dyn Observer,
        make: &(dyn Fn() -> S + Sync),
    ) -> anyhow::Result<(Vec<S>, Vec<InputPart>, u64)> {
        let archives = self.archives();
        if archives.is_empty() {
            return Ok((Vec::new(), Vec::new(), 0));
        }
        let games = self.game_filter()?;
        let options = AuditOptions {
            with_last: scan.max_pieces_at_end.is_some(),
            ..AuditOptions::default()
        };
        let options = by_tags(options, self.filter.as_ref(), None);
        let new = || ArchiveGames {
            scan,
            games: games.clone(),
            sink: make(),
            parts: Vec::new(),
            unread: 0,
            starts: HashMap::new(),
            moves: Vec::new(),
        };
        let workers = self.fold(&archives, &options, observer, new, ArchiveGames::begin)?;
        let (mut sinks, mut parts, mut unread) = (Vec::new(), Vec::new(), 0);
        for worker in workers {
            sinks.push(worker.sink);
            parts.extend(worker.parts);
            unread += worker.unread;
        }
        parts.sort_unstable_by_key(|part| part.part);
        Ok((sinks, parts, unread))
    }
}

/// Turns the facts of games into games with moves.
struct ArchiveGames<'s, S> {
    scan: &'s GameScan,
    games: GameFilter,
    sink: S,
    parts: Vec<InputPart>,
    unread: u64,
    /// Positions by X-FEN.
    starts: HashMap<String, Position>,
    moves: Vec<Move>,
}

impl<S: PlayedGameSink> FactSink for ArchiveGames<'_, S> {
    fn fact(&mut self, fact: Fact<'_>) {
        let Some(part) = self.parts.last_mut() else {
            return;
        };
        if matches!(fact, Fact::Game(_) | Fact::Skipped(_)) {
            part.games += 1;
        }
        let Fact::Game(facts) = fact else { return };
        let ordinal = part.games - 1;
        let unread = matches!(facts.verdict, Verdict::Damaged | Verdict::Rejected);
        let starts = facts.white_start.zip(facts.black_start);
        let starts = starts.map(|(white, black)| [white, black]);
        let wanted = self
            .scan
            .wants(facts.verdict, facts.start, starts, facts.plies);
        let keeps = (wanted || unread) && self.games.keeps(facts);
        self.unread += u64::from(unread && keeps);
        if wanted && keeps && self.ends_small_enough(facts) {
            self.play(facts, starts, ordinal);
        }
    }
}

impl<S: PlayedGameSink> ArchiveGames<'_, S> {
    /// Begins a part.
    fn begin(&mut self, chunk: &Chunk) {
        self.games.begin(&chunk.source_name);
        let lines = match self.scan.lines {
            true => count_line_ends_in(&chunk.bytes, 0..chunk.bytes.len()),
            false => 0,
        };
        self.parts.push(InputPart {
            part: chunk.sequence,
            source: Arc::clone(&chunk.source_name),
            first_of_source: chunk.first_of_source,
            games: 0,
            lines: lines + chunk.dropped_lines,
        });
    }

    /// Whether few enough pieces are left at the end.
    fn ends_small_enough(&self, facts: &GameFacts<'_>) -> bool {
        let (Some([white, black]), Some(last)) = (self.scan.max_pieces_at_end, &facts.last) else {
            return true;
        };
        last.pieces.white.all().count() <= white && last.pieces.black.all().count() <= black
    }

    fn play(&mut self, facts: &GameFacts<'_>, starts: Option<[u16; 2]>, ordinal: u64) {
        let (Some(record), Some(part)) = (facts.hashed, self.parts.last()) else {
            return;
        };
        // The start as X-FEN, then two bytes a half-move.
        let fen = record.len().saturating_sub(2 * facts.plies as usize);
        let (fen, moves) = record.split_at(fen);
        let fen = std::str::from_utf8(fen).unwrap_or_default();
        if !self.starts.contains_key(fen) {
            let Ok(loaded) = Position::from_fen(fen) else {
                return;
            };
            if self.starts.len() == MAX_STARTS {
                self.starts.clear();
            }
            self.starts.insert(fen.to_owned(), loaded.position);
        }
        let Some(start) = self.starts.get(fen) else {
            return;
        };
        self.moves.clear();
        let (pairs, _) = moves.as_chunks();
        let moves = pairs
            .iter()
            .map(|pair| Move::from_bits(u16::from_le_bytes(*pair)));
        self.moves.extend(moves);
        let group = self.scan.grouping;
        let group = group.and_then(|grouping| grouping.label(facts, &part.source));
        // What was just replayed is legal.
        let _ = self.sink.game(&PlayedGame {
            source: &part.source,
            identity: facts.identity,
            place: GamePlace {
                part: part.part,
                index: ordinal,
                game: Some(ordinal),
                line: Some(facts.line),
            },
            group: group.as_deref(),
            white: facts.white,
            black: facts.black,
            elos: [facts.white_elo, facts.black_elo],
            result: facts.result,
            day: facts.days.map(|(first, _)| first),
            start,
            starts,
            moves: &self.moves,
            cut: false,
            moveless: is_moveless(facts.verdict, facts.plies, facts.unread_bytes),
            stored: false,
        });
    }
}
