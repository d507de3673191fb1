//! Rows of table `games`.

use crate::buffers::{Float64ListBuffer, LabelBuffer, TextBuffer, column_buffers, int32, int64};
use arrow_array::builder::{Date32Builder, Int32Builder, Int64Builder};
use audit960_types::{
    CastlingSource, CastlingStyle, DateSource, Ending, GameFacts, GameResult, Population, Side,
    StartKind, Termination, TimeClass, Venue, Verdict, Wing, Writer,
};
column_buffers! {
    /// Buffers of table `games`.
    GameColumns {
        frame_offset: Int64Builder,
        byte_offset: Int64Builder,
        byte_length: Int64Builder,
        game: Int64Builder,
        line: Int64Builder,
        event: TextBuffer,
        site: TextBuffer,
        date: TextBuffer,
        round: TextBuffer,
        white: TextBuffer,
        black: TextBuffer,
        result: LabelBuffer<GameResult>,
        year: Int32Builder,
        white_elo: Int32Builder,
        black_elo: Int32Builder,
        variant: TextBuffer,
        venue: LabelBuffer<Venue>,
        start_kind: LabelBuffer<StartKind>,
        white_start: Int32Builder,
        black_start: Int32Builder,
        fen: TextBuffer,
        castling_style: LabelBuffer<CastlingStyle>,
        plies: Int32Builder,
        verdict: LabelBuffer<Verdict>,
        ending: LabelBuffer<Ending>,
        final_clock: Int32Builder,
        max_clock: Int32Builder,
        white_castled: LabelBuffer<Wing>,
        black_castled: LabelBuffer<Wing>,
        white_castled_ply: Int32Builder,
        black_castled_ply: Int32Builder,
        max_repetition: Int32Builder,
        opening: TextBuffer,
        moves_hash: Int64Builder,
        unread_bytes: Int64Builder,
        moves: TextBuffer,
        date_from: Date32Builder,
        date_to: Date32Builder,
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
        illegal_kept: Int32Builder,
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
        self.illegal_kept.append_value(int32(facts.illegal_kept));
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
            .append_option(facts.days.map(|(first, _)| first));
        self.date_to.append_option(facts.days.map(|(_, last)| last));
        self.event_date.push_option(facts.event_date);
        self.date_source.push(facts.date_source);
    }

    fn push_place(&mut self, facts: &GameFacts<'_>, game: i64) {
        self.frame_offset
            .append_value(int64(facts.identity.frame_offset));
        self.byte_offset
            .append_value(int64(facts.identity.byte_offset));
        self.byte_length.append_value(int64(facts.byte_length));
        self.game.append_value(game);
        self.line.append_value(int64(facts.line));
    }

    fn push_tags(&mut self, facts: &GameFacts<'_>) {
        self.event.push_option(facts.event);
        self.site.push_option(facts.site);
        self.date.push_option(facts.date);
        self.round.push_option(facts.round);
        self.white.push_option(facts.white);
        self.black.push_option(facts.black);
        self.result.push(facts.result);
        self.year.append_option(facts.year);
        self.white_elo.append_option(facts.white_elo);
        self.black_elo.append_option(facts.black_elo);
        self.variant.push_option(facts.variant);
        self.venue.push(facts.venue);
    }

    fn push_start(&mut self, facts: &GameFacts<'_>) {
        self.start_kind.push(facts.start);
        self.white_start
            .append_option(facts.white_start.map(i32::from));
        self.black_start
            .append_option(facts.black_start.map(i32::from));
        self.fen.push_option(facts.fen);
        self.castling_style.push(facts.castling_style);
    }

    fn push_replay(&mut self, facts: &GameFacts<'_>) {
        self.plies.append_value(int32(facts.plies));
        self.verdict.push(facts.verdict);
        self.ending.push(facts.ending);
        self.final_clock.append_option(facts.final_clock.map(int32));
        self.max_clock.append_option(facts.max_clock.map(int32));
        self.max_repetition
            .append_option(facts.max_repetition.map(int32));
        self.opening.push_option(facts.opening);
        self.moves_hash.append_option(facts.moves_hash);
        self.unread_bytes.append_value(int64(facts.unread_bytes));
    }

    fn push_castling(&mut self, facts: &GameFacts<'_>) {
        let [white, black] = facts.castled;
        self.white_castled
            .push_option(white.map(|castled| castled.wing));
        self.black_castled
            .push_option(black.map(|castled| castled.wing));
        self.white_castled_ply
            .append_option(white.map(|castled| int32(castled.ply)));
        self.black_castled_ply
            .append_option(black.map(|castled| int32(castled.ply)));
    }
}
