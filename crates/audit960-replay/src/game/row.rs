//! The end of a game: its consistency checks and its row.

use std::borrow::Cow;
use std::fmt::Write as _;

use audit960_board::{MaterialStays, Position, write_uci};
use audit960_law::{Day, PositionValues, VenueKind};
use audit960_pgn::Tag;
use audit960_types::{
    Code, Effect, Ending, Fact, GameEnd, GameFacts, GameResult, Identity, Incident,
    JudgedRepetition, LastPosition, RunEnd, StartKind, Termination, TextSink,
};
use xxhash_rust::xxh3::xxh3_64;

use super::repetitions::half_point_lost_by;
use super::{GameReplay, ORTHODOX};
use crate::consistency::{self, Board, Note};
use crate::incident;
use crate::line::ReplayedLine;
use crate::options::ENDING_PIECES;
use crate::players::population;
use crate::termination::{self, Stated};
use crate::time_control::time_class;

/// Number of half-moves in column `opening`.
const OPENING: usize = 4;

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// Reports the findings, the incidents, the repetitions and the row of a game. `end` is the offset of its
    /// end in the text.
    pub(super) fn write_row(&mut self, identity: Identity, end: usize) {
        let tag_result = self
            .roster
            .raw(Tag::Result)
            .and_then(consistency::tag_result);
        let marker = self.game.marker.map(|(result, _)| result);
        let result = tag_result.or(marker).unwrap_or(GameResult::Unfinished);
        let played = self.effect() < Effect::Rejected;
        let ending = if played {
            self.end_line()
        } else {
            Ending::None
        };
        let mut notes = Vec::new();
        let ratings = self.roster.ratings();
        consistency::tags(&self.roster, self.written_date, ratings, &mut notes);
        notes.extend(consistency::marker(tag_result, marker));
        let extremes = played.then(|| self.scratch.line.trail.extremes());
        // Text after the marker may belong to the next game.
        let closing = self
            .game
            .marker
            .map(|(_, at)| &self.text[self.begin.at()..at]);
        let stated = termination::stated(&self.roster, self.venue, closing);
        let (mut incidents, mut repetitions, mut over) = (Vec::new(), Vec::new(), None);
        if played {
            let turn = self.scratch.line.position.turn();
            notes.extend(consistency::board(result, ending, turn));
            let max_repetition = extremes.map_or(1, |(_, repetition)| repetition);
            // After an illegal move it is not known what could have been claimed.
            if self.game.keeping.kept == 0 {
                let found = self.find_repetitions(max_repetition);
                let board = self.board_end(ending);
                let ends = self.ends(board, &found.repetitions);
                over = ends.venue;
                self.note_play_after_end(board, over, &found.repetitions, &mut notes);
                notes.extend(consistency::dead(result, board, over));
                if !self.scratch.line.runs.found().is_empty() {
                    let rules = self.jurisdiction();
                    incidents = incident::incidents(&self.scratch.line, result, &ends, &rules);
                }
                if !found.repetitions.is_empty() {
                    repetitions = self.judge_repetitions(found, result, &ends, &mut notes);
                }
                if let Some(values) = &self.options.values {
                    let line = &self.scratch.line;
                    incident::value(line, values.as_ref(), &mut incidents, &mut repetitions);
                }
                if board.dead.is_none() {
                    notes.extend(self.check_flag(&stated, result));
                }
            }
            if self.walk.failed.is_none() && self.effect() < Effect::Damaged {
                notes.extend(consistency::ply_count(
                    &self.roster,
                    self.scratch.line.plies(),
                ));
                notes.extend(self.check_termination(&stated, result, ending, max_repetition));
                if let Some(values) = &self.options.values {
                    notes.extend(self.check_tables(values.as_ref(), closing, result));
                }
            }
        }
        if played && self.is_empty_game() {
            let message = if self.walk.unread > self.game.unread_before_movetext {
                "no moves, but words that could not be read".to_owned()
            } else {
                "no moves, and neither a termination marker nor event and both players' names"
                    .to_owned()
            };
            notes.push((Code::EmptyGame, None, message));
        }
        for (code, tag, message) in notes {
            let at = tag
                .filter(|tag| self.roster.has(*tag))
                .map_or(self.begin.at(), |t| self.roster.place(t));
            self.note(code, at, 1, message);
        }
        let effect = self.effect();
        self.findings.list_codes(&mut self.scratch.codes);
        self.report_findings(identity);
        if !incidents.is_empty() {
            incident::report(identity, &self.scratch.line, &incidents, self.sink);
        }
        self.report_repetitions(identity, &repetitions);
        let row = Row {
            identity,
            end,
            result,
            ending,
            over,
            effect,
            extremes,
            ratings: ratings.map(Result::unwrap_or_default),
        };
        self.write_facts(&row, &stated, &incidents, &repetitions);
    }

    /// Whether nothing shows that a game was played: a record without moves needs tags and a
    /// termination marker, or event and both players' names, and no unread word in place of moves. Names
    /// alone are often the remains of a game whose other tags are below an empty line.
    fn is_empty_game(&self) -> bool {
        let named = |tag| {
            let name = self.roster.raw(tag).unwrap_or_default().trim_ascii();
            !matches!(name, b"" | b"?" | b"-")
        };
        let recorded = self.scratch.line.plies() > 0 || self.walk.failed.is_some();
        let ended = self.game.marker.is_some() && self.roster.has_any();
        let unread = self.walk.unread > self.game.unread_before_movetext;
        !recorded
            && (unread
                || !(ended
                    || self.roster.has(Tag::Event) && named(Tag::White) && named(Tag::Black)))
    }

    /// Checks a win on time: it is a draw if the winner cannot mate by any series of legal moves (Laws 6.9).
    fn check_flag(&self, stated: &Stated<'_>, result: GameResult) -> Option<Note> {
        let winner = result.winner()?;
        if stated.termination != Some(Termination::TimeForfeit) {
            return None;
        }
        let position = &self.scratch.line.position;
        consistency::flag(winner, position.can_never_mate(winner))
    }

    /// Checks the stated termination against the board.
    fn check_termination(
        &self,
        stated: &Stated<'_>,
        result: GameResult,
        ending: Ending,
        repetitions: u32,
    ) -> Option<Note> {
        let position = &self.scratch.line.position;
        let board = Board {
            ending,
            clock: position.clock(),
            repetitions,
            can_mate: position
                .pieces()
                .into_array()
                .into_iter()
                .any(|side| !(side.pawn | side.rook | side.queen).is_empty()),
        };
        let (venues, days) = (&self.options.venues, self.dates.game);
        consistency::termination(stated, result, board, |rule| {
            venues.kind(self.venue, rule, days) != Some(VenueKind::Automatic)
        })
    }

    /// Checks a result that the record bases on endgame tables against those that are given.
    #[cold]
    fn check_tables(
        &self,
        values: &dyn PositionValues,
        before: Option<&[u8]>,
        result: GameResult,
    ) -> Option<Note> {
        let stated = termination::by_tables(&self.roster, before)?;
        let position = &self.scratch.line.position;
        let found = values.value(position, position.clock());
        consistency::tables(&stated, result, position.turn(), &found)
    }

    /// Ends the replay: determines the ending, and reports wrong check and mate marks.
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
        if ending == Ending::Checkmate && plies > 0 && self.walk.mark_checked_ply != plies {
            self.note_mark(self.walk.last_at);
        }
        if let Some((at, ply)) = self.walk.marks.first {
            let message = match self.walk.marks.count {
                1 => "a check or mate mark is missing or wrong".to_owned(),
                n => format!("{n} check or mate marks are missing or wrong; this is the first"),
            };
            self.note_ply(Code::CheckMark, at, 1, ply, message);
        }
        ending
    }

    fn write_facts(
        &mut self,
        row: &Row,
        stated: &Stated<'_>,
        incidents: &[Incident],
        repetitions: &[JudgedRepetition],
    ) {
        let &Row {
            identity,
            end,
            result,
            ending,
            over,
            effect,
            extremes,
            ratings,
        } = row;
        let played = effect < Effect::Rejected;
        let start_known = played || effect == Effect::Foreign;
        let text = |tag| self.roster.text(tag);
        let fields = [
            Tag::Event,
            Tag::Site,
            Tag::Round,
            Tag::White,
            Tag::Black,
            Tag::Variant,
            Tag::EventDate,
            Tag::TimeControl,
            Tag::WhiteTitle,
            Tag::BlackTitle,
            Tag::Eco,
        ]
        .map(text);
        let time = text(Tag::UtcTime).or_else(|| text(Tag::Time));
        let date = text(Tag::Date).or_else(|| text(Tag::UtcDate));
        let field = |i: usize| fields[i].as_ref().map(Cow::as_ref);
        let writer = self.writer();
        let castling_source = played.then(|| self.castling_source());
        let control = self.roster.raw(Tag::TimeControl);
        let scratch = &mut *self.scratch;
        let line = &scratch.line;
        let claimable = !incidents.is_empty() || !repetitions.is_empty();
        let with_moves = self.options.with_moves || claimable;
        scratch.rights.clear();
        if played {
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
        let moves_hash = played.then(|| xxh3_64(line.trail.record()).cast_signed());
        let start = if start_known {
            self.start.kind
        } else {
            StartKind::Unknown
        };
        let fen = match effect {
            Effect::Foreign => self.start.xfen.as_deref(),
            _ => played.then(|| line.trail.fen()),
        };
        self.sink.fact(Fact::Game(&GameFacts {
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
            days: self.dates.game.map(|days| {
                let [first, last] = [days.first(), days.last()].map(Day::days_since_1970);
                (first, last)
            }),
            event_date: field(6),
            date_source: self.dates.source,
            termination: stated.termination,
            termination_raw: stated.raw.as_deref(),
            half_point_lost_by: incident::half_point_lost_by(incidents)
                .or_else(|| half_point_lost_by(repetitions)),
            year: self.dates.year().map(i32::from),
            white_elo: ratings[0],
            black_elo: ratings[1],
            venue: self.venue,
            population: population(self.roster.players(ratings), self.venue),
            time_control: field(7),
            time_class: control.and_then(|control| time_class(control, self.venue)),
            white_title: field(8),
            black_title: field(9),
            eco: field(10),
            time: time.as_deref(),
            start,
            white_start: self.start.numbers[0].filter(|_| start_known),
            black_start: self.start.numbers[1].filter(|_| start_known),
            fen: fen.filter(|fen| *fen != ORTHODOX),
            castling_style: self.start.style,
            rights: &scratch.rights,
            plies: if played { line.plies() } else { 0 },
            verdict: effect.verdict(),
            ending,
            end: over,
            final_clock: played.then(|| line.position.clock()),
            max_clock: extremes.map(|(clock, _)| clock),
            castled: if played { line.castled } else { [None; 2] },
            max_repetition: extremes.map(|(_, repetition)| repetition),
            opening: played.then_some(scratch.opening.as_str()),
            moves_hash,
            illegal_kept: self.game.keeping.kept,
            unread_bytes: self.walk.unread,
            moves: (played && with_moves).then_some(scratch.uci.as_str()),
            opening_moves: (played && self.options.opening_plies.is_some())
                .then_some(scratch.opening_moves.as_str()),
            endings: (played && self.options.opening_plies.is_some())
                .then_some(scratch.endings.as_str())
                .filter(|endings| !endings.is_empty()),
            clocks: scratch.notes.clocks().filter(|_| played),
            move_times: scratch.notes.move_times().filter(|_| played),
            evals: scratch.notes.evals().filter(|_| played),
            incidents: incidents.len() as u32,
            hashed: played.then_some(line.trail.record()),
            last: (played && self.options.with_last).then(|| last_position(&line.position)),
            writer,
            castling_source,
            codes: &scratch.codes,
            start_search: self.game.search.as_ref(),
        }));
    }
}

/// The facts of a game that are complete before its row is written.
struct Row {
    identity: Identity,
    /// Offset of the end of the game in the text.
    end: usize,
    result: GameResult,
    ending: Ending,
    /// When the game was over without anybody's claim.
    over: Option<GameEnd>,
    effect: Effect,
    /// Highest half-move clock, and occurrences of the most frequent position; `None` if rejected.
    extremes: Option<(u32, u32)>,
    /// Those of White and Black, if known.
    ratings: [Option<i32>; 2],
}

/// Writes how long each material with few pieces stood on the board within the first half-moves of a line.
fn write_endings(line: &ReplayedLine, plies: u32, stays: &mut MaterialStays, out: &mut String) {
    out.clear();
    stays.clear();
    // A promotion changes material, but not the number of pieces.
    let mut men = line.start.men();
    let few = (0..=plies).find(|ply| {
        men -= u32::from(line.trail.captured(*ply));
        men <= ENDING_PIECES
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
