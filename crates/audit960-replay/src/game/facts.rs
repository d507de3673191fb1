//! The row of a game.

use std::fmt::Write as _;

use audit960_board::{MaterialStays, Position, write_uci};
use audit960_types::tables::ColumnGroup;
use audit960_types::{
    Effect, Fact, GameFacts, HalfPoint, Incident, JudgedRepetition, LastPosition, StartKind,
    TextSink,
};
use xxhash_rust::xxh3::xxh3_64;

use super::row::Row;
use super::{GameReplay, ORTHODOX};
use crate::options::ENDING_PIECES;
use crate::quality::{Noted, quality};
use crate::replayed_line::ReplayedLine;
use crate::termination::Stated;

/// Number of half-moves in column `opening`.
const OPENING: usize = 4;

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// Hands the row of a game on.
    pub(super) fn write_facts(
        &mut self,
        row: &Row,
        stated: &Stated<'_>,
        incidents: &[Incident],
        repetitions: &[JudgedRepetition],
    ) {
        let played = row.effect < Effect::Rejected;
        let start_known = played || row.effect == Effect::Foreign;
        let tag_row = self.tag_row(row.ratings, row.control);
        let writer = self.writer();
        let castling_source = played.then(|| self.castling_source());
        let claimable = !incidents.is_empty() || !repetitions.is_empty();
        let lost = claimable
            .then(|| HalfPoint::of(incidents, repetitions))
            .flatten();
        let with_moves = self.options.with_moves || claimable;
        self.scratch.rights.clear();
        if played {
            self.write_moves(with_moves);
        }
        let scratch = &*self.scratch;
        let line = &scratch.line;
        let quality = (played && self.options.columns >= ColumnGroup::Quality).then(|| {
            let notes = &scratch.notes;
            let noted = Noted {
                clocks: notes.clocks().unwrap_or_default(),
                move_times: notes.move_times().unwrap_or_default(),
                evals: notes.analysis().unwrap_or_default(),
            };
            quality(
                noted,
                tag_row.control.as_ref(),
                line.start.turn(),
                line.plies(),
            )
        });
        let has_notes = played && self.options.with_moves;
        let has_opening = played && self.options.opening_plies.is_some();
        let moves_hash = played.then(|| xxh3_64(line.trail.record()).cast_signed());
        let fen = match row.effect {
            Effect::Foreign => self.tags.start.xfen.as_deref(),
            _ => played.then(|| line.trail.fen()),
        };
        let start_of = |number: Option<u16>| number.filter(|_| start_known);
        self.sink.fact(Fact::Game(&GameFacts {
            termination: stated.termination,
            termination_raw: stated.raw.as_deref(),
            half_point_lost_by: lost.map(|half_point| half_point.lost_by),
            half_point_uncertain: lost.map(|half_point| half_point.uncertain),
            draw_offers: (played && !scratch.offers.is_empty()).then_some(&*scratch.offers),
            start: match start_known {
                true if played && line.start.castling_rooks().count() == 4 => {
                    self.tags.start.kind_with_rights
                }
                true => self.tags.start.kind,
                false => StartKind::Unknown,
            },
            white_start: start_of(self.tags.start.numbers[0]),
            black_start: start_of(self.tags.start.numbers[1]),
            fen: fen.filter(|fen| *fen != ORTHODOX),
            castling_style: self.tags.start.style,
            rights: &scratch.rights,
            plies: if played { line.plies() } else { 0 },
            verdict: row.effect.verdict(),
            ending: row.ending,
            end: row.over,
            final_clock: played.then(|| line.position.clock()),
            max_clock: row.extremes.map(|(clock, _)| clock),
            castled: if played { line.castled } else { [None; 2] },
            max_repetition: row.extremes.map(|(_, repetition)| repetition),
            opening: played.then_some(scratch.opening.as_str()),
            moves_hash,
            illegal_kept: self.game.keeping.kept,
            unread_bytes: self.walk.unread,
            moves: (played && with_moves).then_some(scratch.uci.as_str()),
            opening_moves: has_opening.then_some(scratch.opening_moves.as_str()),
            endings: has_opening
                .then_some(scratch.endings.as_str())
                .filter(|endings| !endings.is_empty()),
            clocks: scratch.notes.clocks().filter(|_| has_notes),
            move_times: scratch.notes.move_times().filter(|_| has_notes),
            evals: scratch.notes.evals().filter(|_| has_notes),
            quality: quality.as_ref(),
            incidents: incidents.len() as u32,
            hashed: played.then_some(line.trail.record()),
            last: (played && self.options.with_last).then(|| last_position(&line.position)),
            writer,
            castling_source,
            codes: &scratch.codes,
            start_search: self.game.search.as_ref(),
            identity: row.identity,
            marker: self.game.marker.map(|(marker, _)| marker),
            line: self.begin.lines(),
            byte_length: (row.end - self.begin.at()) as u64,
            ..tag_row.facts(&self.tags, &scratch.player_keys, row.result)
        }));
    }

    /// Writes what the row says of the moves of a game that was played into the scratch space.
    fn write_moves(&mut self, with_moves: bool) {
        let scratch = &mut *self.scratch;
        let line = &scratch.line;
        scratch.rights.extend(line.start.castling_rights());
        scratch.opening.clear();
        write_uci(line.trail.moves().take(OPENING), &mut scratch.opening);
        if with_moves {
            scratch.uci.clear();
            write_uci(line.trail.moves(), &mut scratch.uci);
        }
        if let Some(plies) = self.options.opening_plies {
            scratch.opening_moves.clear();
            let kept = line.trail.moves().take(plies as usize + 1);
            write_uci(kept, &mut scratch.opening_moves);
            let legal = self.game.keeping.legal_plies.unwrap_or(line.plies());
            write_endings(line, legal, &mut scratch.stays, &mut scratch.endings);
        }
        scratch.notes.end(line.plies());
    }
}

/// Writes how long each material with few pieces stood on the board within the first half-moves of a line.
fn write_endings(line: &ReplayedLine, plies: u32, stays: &mut MaterialStays, out: &mut String) {
    out.clear();
    if line.position.piece_count() > ENDING_PIECES {
        return;
    }
    stays.clear();
    // A promotion changes material, but not the number of pieces.
    let mut pieces = line.start.piece_count();
    let few = (0..=plies).find(|ply| {
        pieces -= u32::from(line.trail.captured(*ply));
        pieces <= ENDING_PIECES
    });
    let Some(first) = few else {
        return;
    };
    let mut position = line.position_before(first + 1);
    stays.visit(first, &position);
    for (ply, played) in (first + 1..).zip(line.trail.moves_between(first, plies)) {
        position.play(played);
        stays.visit(ply, &position);
    }
    for stay in stays.found() {
        if !out.is_empty() {
            out.push(' ');
        }
        // Writing to a string cannot fail.
        let _ = write!(out, "{stay}");
    }
}

fn last_position(position: &Position) -> LastPosition {
    LastPosition {
        pieces: position.pieces(),
        turn: position.turn(),
        castling_rooks: position.castling_rooks(),
        en_passant: position.en_passant(),
    }
}
