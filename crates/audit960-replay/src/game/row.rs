//! The end of a game: what it says against itself, and its row.

use std::borrow::Cow;

use audit960_board::{Position, write_uci};
use audit960_pgn::Tag;
use audit960_types::{
    Code, Effect, Ending, FactSink, GameFacts, GameResult, Identity, LastPosition, RunEnd, Side,
    StartKind, Wing,
};
use xxhash_rust::xxh3::xxh3_64;

use super::{GameReplay, ORTHODOX};
use crate::consistency::{self, Note};
use crate::incident::{self, Context, automatic_draw};
use crate::sheet::rating;
use crate::venue::VenueRule;

/// Half-moves that column `opening` shows.
const OPENING: usize = 4;

impl<S: FactSink> GameReplay<'_, '_, S> {
    /// Hands the findings, the incidents and the row of a game on. `end` is where its bytes end.
    pub(super) fn write_row(&mut self, identity: Identity, end: usize) {
        let tag_result = self
            .sheet
            .raw(Tag::Result)
            .and_then(consistency::tag_result);
        let result = tag_result.or(self.marker).unwrap_or(GameResult::Unfinished);
        let played = self.effect() != Effect::Rejected;
        let ending = if played {
            self.end_line()
        } else {
            Ending::None
        };
        let mut notes = Vec::new();
        consistency::tags(&self.sheet, self.date, &mut notes);
        notes.extend(consistency::marker(tag_result, self.marker));
        if played {
            let turn = self.scratch.line.position.turn();
            notes.extend(consistency::board(result, ending, turn));
            self.look_beyond_draws(&mut notes);
            if self.failed.is_none() && self.effect() < Effect::Damaged {
                notes.extend(consistency::ply_count(
                    &self.sheet,
                    self.scratch.line.plies(),
                ));
            }
        }
        for (code, tag, message) in notes {
            let at = tag
                .filter(|tag| self.sheet.has(*tag))
                .map_or(self.begin.at(), |t| self.sheet.place(t));
            self.note(code, at, 1, message);
        }
        let effect = self.effect();
        self.report_findings(identity);
        if played && !self.scratch.line.runs.found.is_empty() {
            let venue = VenueRule::of(self.venue);
            let line = &self.scratch.line;
            let context = Context {
                identity,
                result,
                venue,
                seventy_five: self.seventy_five(venue),
                start: &line.start,
                trail: &line.trail,
            };
            incident::report(&line.runs.found, context, self.sink);
        }
        self.write_facts(identity, end, result, ending, effect);
    }

    fn seventy_five(&self, venue: &VenueRule) -> bool {
        venue.fide_automatic_draws && self.law.table.automatic_seventy_five(self.date.date())
    }

    /// The last position: how it ended, and whether the last mark told so.
    fn end_line(&mut self) -> Ending {
        let line = &mut self.scratch.line;
        let stuck = !line.position.has_legal_move();
        let ending = match (stuck, line.position.in_check()) {
            (true, true) => Ending::Checkmate,
            (true, false) => Ending::Stalemate,
            _ if line.position.is_insufficient_material() => Ending::InsufficientMaterial,
            _ => Ending::None,
        };
        line.runs.end(match ending {
            Ending::Checkmate => RunEnd::Checkmate,
            Ending::Stalemate => RunEnd::Stalemate,
            _ => RunEnd::EndOfGame,
        });
        let plies = line.plies();
        if ending == Ending::Checkmate && plies > 0 && self.settled != plies {
            self.note_mark(self.last_at);
        }
        if let Some((at, ply)) = self.marks.first {
            let message = match self.marks.count {
                1 => "a check or mate mark is missing or wrong".to_owned(),
                n => format!("{n} check or mate marks are missing or wrong; this is the first"),
            };
            self.note(Code::CheckMark, at, 1, message);
            if let Some(note) = self.findings.last_mut() {
                note.ply = Some(ply);
            }
        }
        ending
    }

    /// Whether the record goes on where law or venue had ended the game.
    fn look_beyond_draws(&self, notes: &mut Vec<Note>) {
        let plies = self.scratch.line.plies();
        let venue = VenueRule::of(self.venue);
        for run in &self.scratch.line.runs.found {
            if run.venue_draw_ply.is_some_and(|ply| ply < plies) {
                let message = format!(
                    "{} draws at a half-move clock of {}; the record goes on to {}",
                    self.venue,
                    venue.automatic_at_clock.unwrap_or_default(),
                    run.peak_clock
                );
                notes.push((Code::BeyondAutomaticDraw, None, message));
            }
            let law_alone = run.venue_draw_ply.is_none();
            let automatic = automatic_draw(run, self.seventy_five(venue));
            if law_alone && automatic.is_some_and(|ply| ply < plies) {
                let message = format!(
                    "the game was drawn after half-move {} (9.6.2); the record goes on",
                    automatic.unwrap_or_default()
                );
                notes.push((Code::BeyondSeventyFive, None, message));
            }
        }
    }

    fn write_facts(
        &mut self,
        identity: Identity,
        end: usize,
        result: GameResult,
        ending: Ending,
        effect: Effect,
    ) {
        let played = effect != Effect::Rejected;
        let text = |tag| self.sheet.text(tag);
        let fields = [
            Tag::Event,
            Tag::Site,
            Tag::Round,
            Tag::White,
            Tag::Black,
            Tag::Variant,
        ]
        .map(text);
        let date = text(Tag::Date).or_else(|| text(Tag::UtcDate));
        let field = |i: usize| fields[i].as_ref().map(Cow::as_ref);
        let elo = |tag| {
            self.sheet
                .raw(tag)
                .and_then(|raw| rating(raw).ok().flatten())
        };
        let scratch = &mut *self.scratch;
        let extremes = played.then(|| scratch.line.trail.extremes());
        let (line, with_moves) = (&scratch.line, self.options.with_moves);
        let mut rights = [(Side::White, Wing::HSide, 0, 0); 4];
        let mut rights_held = 0;
        if played {
            for (slot, right) in rights.iter_mut().zip(line.start.castling_rights()) {
                *slot = right;
                rights_held += 1;
            }
            scratch.opening.clear();
            write_uci(line.trail.moves().take(OPENING), &mut scratch.opening);
            if with_moves {
                scratch.uci.clear();
                write_uci(line.trail.moves(), &mut scratch.uci);
            }
        }
        let moves_hash = played.then(|| xxh3_64(line.trail.record()).cast_signed());
        let start = if played {
            self.start.kind
        } else {
            StartKind::Unknown
        };
        self.sink.game(&GameFacts {
            identity,
            byte_length: (end - self.begin.at()) as u64,
            line: self.begin.lines(),
            event: field(0),
            site: field(1),
            date: date.as_deref(),
            round: field(2),
            white: field(3),
            black: field(4),
            variant: field(5),
            result,
            year: self.date.year().map(i32::from),
            white_elo: elo(Tag::WhiteElo),
            black_elo: elo(Tag::BlackElo),
            venue: self.venue,
            start,
            white_start: self.start.numbers[0].filter(|_| played),
            black_start: self.start.numbers[1].filter(|_| played),
            fen: Some(line.trail.fen()).filter(|fen| played && *fen != ORTHODOX),
            castling_style: self.start.style,
            rights: &rights[..rights_held],
            plies: if played { line.plies() } else { 0 },
            verdict: effect.verdict(),
            ending,
            final_clock: played.then(|| line.position.clock()),
            max_clock: extremes.map(|(clock, _)| clock),
            castled: if played { line.castled } else { [None; 2] },
            max_repetition: extremes.map(|(_, repetition)| repetition),
            opening: played.then_some(scratch.opening.as_str()),
            moves_hash,
            moves: (played && with_moves).then_some(scratch.uci.as_str()),
            incidents: if played {
                line.runs.found.len() as u32
            } else {
                0
            },
            hashed: played.then_some(line.trail.record()),
            last: (played && self.options.with_last).then(|| last_position(&line.position)),
        });
    }
}

fn last_position(position: &Position) -> LastPosition {
    LastPosition {
        pieces: position.pieces(),
        turn: position.turn(),
        castling_rooks: position.castling_rooks(),
        en_passant: position.en_passant().map(|square| square as u8),
    }
}
