//! Rows of table `games`.

use crate::buffers::{
    DateBuffer, Float64ListBuffer, Int32Buffer, Int64Buffer, LabelBuffer, TextBuffer,
    column_buffers, int32, int64,
};
use audit960_types::{
    CastlingSource, CastlingStyle, DateSource, Ending, GameFacts, GameResult, Population, Side,
    StartKind, Termination, TimeClass, Venue, Verdict, Wing, Writer,
};
column_buffers! {
    /// Buffers of table `games`.
    GameColumns {
        frame_offset: Int64Buffer,
        byte_offset: Int64Buffer,
        byte_length: Int64Buffer,
        game: Int64Buffer,
        line: Int64Buffer,
        event: TextBuffer,
        site: TextBuffer,
        date: TextBuffer,
        round: TextBuffer,
        white: TextBuffer,
        black: TextBuffer,
        result: LabelBuffer<GameResult>,
        year: Int32Buffer,
        white_elo: Int32Buffer,
        black_elo: Int32Buffer,
        variant: TextBuffer,
        venue: LabelBuffer<Venue>,
        start_kind: LabelBuffer<StartKind>,
        white_start: Int32Buffer,
        black_start: Int32Buffer,
        fen: TextBuffer,
        castling_style: LabelBuffer<CastlingStyle>,
        plies: Int32Buffer,
        verdict: LabelBuffer<Verdict>,
        ending: LabelBuffer<Ending>,
        final_clock: Int32Buffer,
        max_clock: Int32Buffer,
        white_castled: LabelBuffer<Wing>,
        black_castled: LabelBuffer<Wing>,
        white_castled_ply: Int32Buffer,
        black_castled_ply: Int32Buffer,
        max_repetition: Int32Buffer,
        opening: TextBuffer,
        moves_hash: Int64Buffer,
        unread_bytes: Int64Buffer,
        moves: TextBuffer,
        date_from: DateBuffer,
        date_to: DateBuffer,
        event_date: TextBuffer,
        date_source: LabelBuffer<DateSource>,
        termination: LabelBuffer<Termination>,
        termination_raw: TextBuffer,
        half_point_lost_by: LabelBuffer<Side>,
        population: LabelBuffer<Population>,
        time_control: TextBuffer,
        time_class: LabelBuffer<TimeClass>,
        white_title: TextBuffer,
        black_title: TextBuffer,
        eco: TextBuffer,
        time: TextBuffer,
        writer: LabelBuffer<Writer>,
        castling_source: LabelBuffer<CastlingSource>,
        illegal_kept: Int32Buffer,
        clocks: Float64ListBuffer,
        move_times: Float64ListBuffer,
        evals: Float64ListBuffer,
    }
}

impl GameColumns {
    /// Appends a game, the `game`-th of its chunk from 0.
    pub(crate) fn push(&mut self, facts: &GameFacts<'_>, game: i64) {
        self.push_place(facts, game);
        self.push_tags(facts);
        self.push_start(facts);
        self.push_replay(facts);
        self.push_castling(facts);
        self.moves.push_option(facts.moves);
        self.push_dates(facts);
        self.termination.push_option(facts.termination);
        self.termination_raw.push_option(facts.termination_raw);
        self.half_point_lost_by
            .push_option(facts.half_point_lost_by);
        self.push_players(facts);
        self.writer.push(facts.writer);
        self.castling_source.push_option(facts.castling_source);
        self.illegal_kept.push(int32(facts.illegal_kept));
        self.clocks.push_option(facts.clocks);
        self.move_times.push_option(facts.move_times);
        self.evals.push_option(facts.evals);
    }

    fn push_players(&mut self, facts: &GameFacts<'_>) {
        self.population.push(facts.population);
        self.time_control.push_option(facts.time_control);
        self.time_class.push_option(facts.time_class);
        self.white_title.push_option(facts.white_title);
        self.black_title.push_option(facts.black_title);
        self.eco.push_option(facts.eco);
        self.time.push_option(facts.time);
    }

    fn push_dates(&mut self, facts: &GameFacts<'_>) {
        self.date_from
            .push_option(facts.days.map(|(first, _)| first));
        self.date_to.push_option(facts.days.map(|(_, last)| last));
        self.event_date.push_option(facts.event_date);
        self.date_source.push(facts.date_source);
    }

    fn push_place(&mut self, facts: &GameFacts<'_>, game: i64) {
        self.frame_offset.push(int64(facts.identity.frame_offset));
        self.byte_offset.push(int64(facts.identity.byte_offset));
        self.byte_length.push(int64(facts.byte_length));
        self.game.push(game);
        self.line.push(int64(facts.line));
    }

    fn push_tags(&mut self, facts: &GameFacts<'_>) {
        self.event.push_option(facts.event);
        self.site.push_option(facts.site);
        self.date.push_option(facts.date);
        self.round.push_option(facts.round);
        self.white.push_option(facts.white);
        self.black.push_option(facts.black);
        self.result.push(facts.result);
        self.year.push_option(facts.year);
        self.white_elo.push_option(facts.white_elo);
        self.black_elo.push_option(facts.black_elo);
        self.variant.push_option(facts.variant);
        self.venue.push(facts.venue);
    }

    fn push_start(&mut self, facts: &GameFacts<'_>) {
        self.start_kind.push(facts.start);
        self.white_start
            .push_option(facts.white_start.map(i32::from));
        self.black_start
            .push_option(facts.black_start.map(i32::from));
        self.fen.push_option(facts.fen);
        self.castling_style.push(facts.castling_style);
    }

    fn push_replay(&mut self, facts: &GameFacts<'_>) {
        self.plies.push(int32(facts.plies));
        self.verdict.push(facts.verdict);
        self.ending.push(facts.ending);
        self.final_clock.push_option(facts.final_clock.map(int32));
        self.max_clock.push_option(facts.max_clock.map(int32));
        self.max_repetition
            .push_option(facts.max_repetition.map(int32));
        self.opening.push_option(facts.opening);
        self.moves_hash.push_option(facts.moves_hash);
        self.unread_bytes.push(int64(facts.unread_bytes));
    }

    fn push_castling(&mut self, facts: &GameFacts<'_>) {
        let [white, black] = facts.castled;
        self.white_castled
            .push_option(white.map(|castled| castled.wing));
        self.black_castled
            .push_option(black.map(|castled| castled.wing));
        self.white_castled_ply
            .push_option(white.map(|castled| int32(castled.ply)));
        self.black_castled_ply
            .push_option(black.map(|castled| int32(castled.ply)));
    }
}
