//! The end of a game: its consistency checks, before its row.

use audit960_law::{PositionValues, VenueKind};
use audit960_pgn::{Tag, quoted};
use audit960_types::{
    Code, Diagnostic, Effect, EndReason, Ending, GameEnd, GameResult, Identity, Role, RunEnd,
    Termination, TextSink, half_moves,
};

use super::{GameReplay, Marks};
use crate::consistency::{self, About, Board, Note};
use crate::incident;
use crate::move_notes::first_clocks;
use crate::termination::{self, Stated};
use crate::time_control::TimeControl;

impl<S: TextSink> GameReplay<'_, '_, S> {
    /// Reports the findings, the incidents, the repetitions and the row of a game. `end` is the offset of its
    /// end in the text.
    pub(super) fn write_row(&mut self, identity: Identity, end: usize) {
        let tag_result = self
            .tags
            .roster
            .raw(Tag::Result)
            .and_then(consistency::tag_result);
        let marker = self.game.marker.map(|(result, _)| result);
        let result = tag_result.or(marker).unwrap_or(GameResult::Unfinished);
        // Text after the marker may belong to the next game.
        let closing = self
            .game
            .marker
            .map(|(_, at)| &self.text[self.begin.at()..at]);
        let plies = self.scratch.line.plies();
        let stated = termination::stated(&self.tags.roster, self.tags.venue, closing, plies);
        if stated.termination == Some(Termination::Unplayed) && plies > 0 {
            self.drop_placeholders(&stated);
        }
        let played = self.effect() < Effect::Rejected;
        let ending = if played {
            self.end_line()
        } else {
            Ending::None
        };
        self.count_stated_plies();
        let mut notes = Vec::new();
        let ratings = self.tags.roster.ratings();
        consistency::tags(
            &self.tags.roster,
            self.tags.written_date,
            ratings,
            &mut notes,
        );
        notes.extend(consistency::marker(tag_result, marker));
        let extremes = played.then(|| self.scratch.line.trail.extremes());
        let control = self.time_control(&mut notes);
        let told = consistency::told(&stated, result);
        let is_told = told.is_some();
        notes.extend(told);
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
                notes.extend(consistency::dead(result, board, over, &self.tags.dates));
                let rules = (&self.tags.dates, self.tags.venue);
                notes.extend(consistency::automatic_draw(
                    result,
                    over,
                    self.scratch.line.plies(),
                    rules,
                ));
                if !self.scratch.line.runs.found().is_empty() {
                    let rules = self.jurisdiction();
                    incidents = incident::incidents(&self.scratch.line, result, &ends, &rules);
                }
                if !found.repetitions.is_empty() {
                    repetitions = self.judge_repetitions(found, result, &ends, &mut notes);
                }
                if let Some(values) = &self.options.values {
                    let ruled = (result, &self.jurisdiction());
                    let line = &self.scratch.line;
                    let values = values.as_ref();
                    incident::value(line, values, ruled, &mut incidents, &mut repetitions);
                }
                incident::note_offers(&self.scratch.offers, &mut incidents, &mut repetitions);
                // Where a program runs the games, a dead position ends none, and a flag can fall in it.
                let ended_dead = |end: GameEnd| end.reason == EndReason::DeadPosition;
                if !over.is_some_and(ended_dead) {
                    notes.extend(self.check_flag(&stated, result));
                }
            }
            if self.walk.failed.is_none() && self.effect() < Effect::Damaged {
                notes.extend(consistency::ply_count(
                    &self.tags.roster,
                    self.scratch.line.plies(),
                ));
                if !is_told {
                    notes.extend(self.check_termination(&stated, result, ending, max_repetition));
                }
                if let Some(values) = &self.options.values {
                    notes.extend(self.check_tables(values.as_ref(), closing, result));
                }
            }
        }
        if played && let Some(message) = self.why_empty() {
            notes.push((Code::EmptyGame, About::Game, message.to_owned()));
        }
        if played {
            self.note_lone_capture_mark();
        }
        for (code, about, message) in notes {
            let game = self.begin.at();
            match about {
                About::Tag(tag) if self.tags.roster.has(tag) => {
                    self.note(code, self.tags.roster.place(tag), 1, message);
                }
                About::HalfMove(ply) => {
                    let (at, len) = self.place_of(ply).unwrap_or((game, 1));
                    self.note_ply(code, at, len, ply, message);
                }
                About::Game | About::Tag(_) => self.note(code, game, 1, message),
            }
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
            control,
        };
        self.write_facts(&row, &stated, &incidents, &repetitions);
    }

    /// Offset and length of a half-move, counted from 1, if the moves up to it are the first words of the main line. The
    /// text is read once more, for few games: the hot path does not note where its words stand.
    #[cold]
    fn place_of(&self, ply: u32) -> Option<(usize, usize)> {
        let (record, line) = (self.record(), &self.scratch.line);
        let word = record.words().get(ply.checked_sub(1)? as usize)?;
        let mut position = line.start.clone();
        let mut moves = (0..ply as usize).zip(line.trail.moves());
        let same = moves.all(|(index, m)| record.play(index, &mut position) == Ok(m));
        same.then_some((word.at, word.len))
    }

    /// Adds a finding where one capture mark does not fit and all others do: the move may be another than was played.
    fn note_lone_capture_mark(&mut self) {
        /// So many other captures show that the writer marks them.
        const MIN_OTHERS: u32 = 3;
        let Some(lone) = self.findings.lone(Code::CaptureMark) else {
            return;
        };
        let (at, len, ply) = (lone.at, lone.len, lone.ply);
        let line = &self.scratch.line;
        let captures = line.start.piece_count() - line.position.piece_count();
        if captures > MIN_OTHERS {
            let word = quoted(&self.text[at..at + len]);
            let message = format!(
                "{word} is the only wrong capture mark of the game; the move may be another one, or one before it missing"
            );
            let found = Diagnostic::new(Code::LoneCaptureMark, at, len, message);
            self.findings.add(match ply {
                Some(ply) => found.at_ply(ply),
                None => found,
            });
        }
    }

    /// The time control; a note if clocks show that it is written in minutes.
    pub(super) fn time_control(&self, notes: &mut Vec<Note>) -> Option<TimeControl> {
        let control = TimeControl::parse(self.tags.roster.raw(Tag::TimeControl)?)?;
        let in_minutes = || {
            let clock = first_clocks(self.movetext_text())?;
            Some((clock, control.in_minutes(clock)?))
        };
        let Some((clock, minutes)) = control.may_be_minutes().then(in_minutes).flatten() else {
            return Some(control);
        };
        let shown = quoted(self.tags.roster.raw(Tag::TimeControl).unwrap_or_default());
        let message = format!(
            "TimeControl \"{shown}\" is in minutes: {clock} seconds are left on a clock after the first moves"
        );
        notes.push((Code::TimeUnit, About::Tag(Tag::TimeControl), message));
        Some(minutes)
    }

    /// Takes back the half-moves of a game that was not played.
    #[cold]
    fn drop_placeholders(&mut self, stated: &Stated<'_>) {
        let count = half_moves(self.scratch.line.plies());
        let raw = quoted(stated.raw.as_deref().unwrap_or_default().as_bytes());
        let message = format!("the record says \"{raw}\": {count} in place of moves not counted");
        self.note(Code::UnplayedMoves, self.movetext_at, 1, message);
        self.scratch.line.rewind();
        self.scratch.notes.clear();
        self.scratch.offers.clear();
        self.walk.marks = Marks::default();
    }

    /// Checks a win on time: it is a draw if the winner cannot mate by any series of legal moves (Laws 6.9).
    fn check_flag(&self, stated: &Stated<'_>, result: GameResult) -> Option<Note> {
        let winner = result.winner()?;
        if stated.termination != Some(Termination::TimeForfeit) {
            return None;
        }
        let position = &self.scratch.line.position;
        consistency::flag(winner, position.can_never_mate(winner), &self.tags.dates)
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
        let board =
            Board {
                ending,
                clock: position.clock(),
                repetitions,
                can_mate: position.pieces().into_array().into_iter().any(|side| {
                    !(side[Role::Pawn] | side[Role::Rook] | side[Role::Queen]).is_empty()
                }),
            };
        let (venues, days) = (&self.options.venues, self.tags.dates.game);
        consistency::termination(stated, result, board, |rule| {
            venues.kind(self.tags.venue, rule, days) != Some(VenueKind::Automatic)
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
        let stated = termination::by_tables(&self.tags.roster, before)?;
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
}

/// The facts of a game that are complete before its row is written.
pub(super) struct Row {
    pub(super) identity: Identity,
    /// Offset of the end of the game in the text.
    pub(super) end: usize,
    pub(super) result: GameResult,
    pub(super) ending: Ending,
    /// When the game was over without anybody's claim.
    pub(super) over: Option<GameEnd>,
    pub(super) effect: Effect,
    /// Highest half-move clock, and occurrences of the most frequent position; `None` if rejected.
    pub(super) extremes: Option<(u32, u32)>,
    /// Those of White and Black, if known.
    pub(super) ratings: [Option<i32>; 2],
    /// The time control, in seconds whatever unit was written.
    pub(super) control: Option<TimeControl>,
}
