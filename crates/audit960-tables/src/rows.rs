//! Rows of the tables that facts are appended to. A column holds the facts of one chunk of an
//! archive: `game` and `line` are counted within the chunk, and `source` is not held at all. Only a
//! duplicate, which no chunk can know of, has all of it.

use arrow_array::builder::{BooleanBuilder, Date32Builder, Int32Builder, Int64Builder};
use audit960_types::{
    CastlingSource, CastlingStyle, ClaimArticle, Code, DateSource, Disagreement, DisagreementKind,
    DuplicateKind, DuplicateRow, Ending, Finding, GameFacts, GamePlace, GameResult, Gap, GapKind,
    Identity, Incident, IncidentFacts, Outcome, Population, PositionFacts, Repetition,
    RepetitionArticle, RepetitionFacts, ResetBy, RunEnd, Severity, Side, StartKind, Termination,
    TimeClass, Venue, Verdict, Wing, Writer,
};

use crate::buffers::{
    Float64ListBuffer, Int32ListBuffer, LabelBuffer, TextBuffer, column_buffers, int32, int64,
};
use crate::game_id::game_id;

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

column_buffers! {
    /// Buffers of table `incidents`.
    IncidentColumns {
        frame_offset: Int64Builder,
        byte_offset: Int64Builder,
        game: Int64Builder,
        reset_ply: Int32Builder,
        reset_by: LabelBuffer<ResetBy>,
        first_claim_ply: Int32Builder,
        first_claim_side: LabelBuffer<Side>,
        first_claim_article: LabelBuffer<ClaimArticle>,
        first_932_ply: Int32Builder,
        white_claims: Int32Builder,
        black_claims: Int32Builder,
        peak_clock: Int32Builder,
        seventy_five_ply: Int32Builder,
        ended_by: LabelBuffer<RunEnd>,
        outcome: LabelBuffer<Outcome>,
        material: TextBuffer,
        fen: TextBuffer,
        law: TextBuffer,
        limit_moves: Int32Builder,
        first_claim_under_law_ply: Int32Builder,
        claimable_under_law: BooleanBuilder,
        claimable_at_venue: BooleanBuilder,
        half_point_lost_by: LabelBuffer<Side>,
        automatic_draw_ply: Int32Builder,
        start_fen: TextBuffer,
        moves: TextBuffer,
        white_first_ply: Int32Builder,
        white_last_ply: Int32Builder,
        white_first_fen: TextBuffer,
        black_first_ply: Int32Builder,
        black_last_ply: Int32Builder,
        black_first_fen: TextBuffer,
        law_uncertain: BooleanBuilder,
        clock_in_doubt: BooleanBuilder,
    }
}

impl IncidentColumns {
    /// Appends an incident of the `game`-th game of its chunk, from 0.
    pub(crate) fn push(&mut self, facts: &IncidentFacts<'_>, game: i64) {
        self.frame_offset
            .append_value(int64(facts.identity.frame_offset));
        self.byte_offset
            .append_value(int64(facts.identity.byte_offset));
        self.game.append_value(game);
        let incident = facts.incident;
        self.push_run(incident);
        self.push_law(incident);
        self.push_chances(incident);
        self.material.push(&incident.material);
        self.fen.push(&incident.fen);
        self.start_fen.push(facts.start_fen);
        self.moves.push(facts.moves);
    }

    fn push_run(&mut self, incident: &Incident) {
        self.reset_ply.append_value(int32(incident.reset_ply));
        self.reset_by.push(incident.reset_by);
        self.first_claim_ply
            .append_value(int32(incident.first_claim_ply));
        self.first_claim_side.push(incident.first_claim_side);
        self.first_claim_article.push(incident.first_claim_article);
        self.first_932_ply
            .append_option(incident.first_932_ply.map(int32));
        self.white_claims.append_value(int32(incident.claims[0]));
        self.black_claims.append_value(int32(incident.claims[1]));
        self.peak_clock.append_value(int32(incident.peak_clock));
        self.seventy_five_ply
            .append_option(incident.seventy_five_ply.map(int32));
        self.ended_by.push(incident.ended_by);
        self.outcome.push(incident.outcome);
        self.clock_in_doubt.append_value(incident.clock_in_doubt);
    }

    fn push_law(&mut self, incident: &Incident) {
        self.law.push(&incident.law);
        self.law_uncertain.append_value(incident.law_uncertain);
        self.limit_moves.append_value(int32(incident.limit_moves));
        self.first_claim_under_law_ply
            .append_option(incident.first_law_claim_ply.map(int32));
        self.claimable_under_law
            .append_value(incident.first_law_claim_ply.is_some());
        self.claimable_at_venue
            .append_option(incident.claimable_at_venue);
        self.half_point_lost_by
            .push_option(incident.half_point_lost_by);
        self.automatic_draw_ply
            .append_option(incident.automatic_draw_ply.map(int32));
    }

    fn push_chances(&mut self, incident: &Incident) {
        let [white, black] = &incident.chances;
        let columns = [
            (
                white,
                &mut self.white_first_ply,
                &mut self.white_last_ply,
                &mut self.white_first_fen,
            ),
            (
                black,
                &mut self.black_first_ply,
                &mut self.black_last_ply,
                &mut self.black_first_fen,
            ),
        ];
        for (chance, first_ply, last_ply, first_fen) in columns {
            let chance = chance.as_ref();
            first_ply.append_option(chance.map(|it| int32(it.first_ply)));
            last_ply.append_option(chance.map(|it| int32(it.last_ply)));
            first_fen.push_option(chance.map(|it| it.first_fen.as_str()));
        }
    }
}

column_buffers! {
    /// Buffers of table `repetitions`.
    RepetitionColumns {
        frame_offset: Int64Builder,
        byte_offset: Int64Builder,
        game: Int64Builder,
        first_claim_ply: Int32Builder,
        first_claim_side: LabelBuffer<Side>,
        first_claim_article: LabelBuffer<RepetitionArticle>,
        plies: Int32ListBuffer,
        occurrences: Int32Builder,
        white_claims: Int32Builder,
        black_claims: Int32Builder,
        fivefold_ply: Int32Builder,
        automatic_draw_ply: Int32Builder,
        outcome: LabelBuffer<Outcome>,
        half_point_lost_by: LabelBuffer<Side>,
        fen: TextBuffer,
        claimable_at_venue: BooleanBuilder,
        white_first_ply: Int32Builder,
        white_last_ply: Int32Builder,
        black_first_ply: Int32Builder,
        black_last_ply: Int32Builder,
    }
}

impl RepetitionColumns {
    /// Appends a repetition of the `game`-th game of its chunk, from 0.
    pub(crate) fn push(&mut self, facts: &RepetitionFacts<'_>, game: i64) {
        self.frame_offset
            .append_value(int64(facts.identity.frame_offset));
        self.byte_offset
            .append_value(int64(facts.identity.byte_offset));
        self.game.append_value(game);
        let judged = facts.judged;
        self.push_claims(&judged.repetition);
        self.automatic_draw_ply
            .append_option(judged.automatic_draw_ply.map(int32));
        self.outcome.push(judged.outcome);
        self.half_point_lost_by
            .push_option(judged.half_point_lost_by);
        self.claimable_at_venue
            .append_option(judged.claimable_at_venue);
    }

    fn push_claims(&mut self, repetition: &Repetition) {
        self.first_claim_ply
            .append_value(int32(repetition.first_claim_ply));
        self.first_claim_side.push(repetition.first_claim_side);
        self.first_claim_article
            .push(repetition.first_claim_article);
        self.plies.push(&repetition.plies);
        self.occurrences
            .append_value(int32(repetition.plies.len() as u32));
        self.fivefold_ply
            .append_option(repetition.fivefold_ply().map(int32));
        self.fen.push(&repetition.fen);
        let ([white, black], chances) = (repetition.claims(), repetition.chances);
        self.white_claims.append_value(int32(white));
        self.black_claims.append_value(int32(black));
        let plies = chances.map(|side| side.map(|side| (side.first_ply, side.last_ply)));
        let [first, last] = [
            plies.map(|side| side.map(|(first, _)| int32(first))),
            plies.map(|side| side.map(|(_, last)| int32(last))),
        ];
        self.white_first_ply.append_option(first[0]);
        self.white_last_ply.append_option(last[0]);
        self.black_first_ply.append_option(first[1]);
        self.black_last_ply.append_option(last[1]);
    }
}

column_buffers! {
    /// Buffers of table `diagnostics`.
    DiagnosticColumns {
        frame_offset: Int64Builder,
        byte_offset: Int64Builder,
        game: Int64Builder,
        line: Int64Builder,
        column: Int32Builder,
        code: LabelBuffer<Code>,
        severity: LabelBuffer<Severity>,
        message: TextBuffer,
        ply: Int32Builder,
        excerpt: TextBuffer,
    }
}

impl DiagnosticColumns {
    /// Appends a finding.
    pub(crate) fn push(&mut self, finding: &Finding) {
        self.frame_offset
            .append_value(int64(finding.identity.frame_offset));
        self.byte_offset
            .append_value(int64(finding.identity.byte_offset));
        self.game.append_option(finding.game.map(int64));
        self.line.append_value(int64(finding.line));
        self.column.append_value(int32(finding.column));
        self.code.push(finding.code);
        self.severity.push(finding.code.severity());
        self.message.push(&finding.message);
        self.ply.append_option(finding.ply.map(int32));
        self.excerpt.push(&finding.excerpt);
    }
}

column_buffers! {
    /// Buffers of table `gaps`.
    GapColumns {
        frame_offset: Int64Builder,
        byte_offset: Int64Builder,
        byte_length: Int64Builder,
        kind: LabelBuffer<GapKind>,
    }
}

impl GapColumns {
    /// Appends a gap.
    pub(crate) fn push(&mut self, gap: &Gap) {
        let place = gap.identity;
        self.frame_offset.append_value(int64(place.frame_offset));
        self.byte_offset.append_value(int64(place.byte_offset));
        self.byte_length.append_value(int64(gap.byte_length));
        self.kind.push(gap.kind);
    }
}

column_buffers! {
    /// Buffers of table `positions`.
    PositionColumns {
        frame_offset: Int64Builder,
        byte_offset: Int64Builder,
        byte_length: Int64Builder,
        line: Int64Builder,
        fen: TextBuffer,
        start_kind: LabelBuffer<StartKind>,
        white_start: Int32Builder,
        black_start: Int32Builder,
        side: LabelBuffer<Side>,
        castling: TextBuffer,
        castling_style: LabelBuffer<CastlingStyle>,
        clock: Int32Builder,
        move_number: Int32Builder,
        operations: TextBuffer,
        verdict: LabelBuffer<Verdict>,
        findings: Int32Builder,
        codes: TextBuffer,
    }
}

impl PositionColumns {
    /// Appends a line.
    pub(crate) fn push(&mut self, facts: &PositionFacts<'_>) {
        let Identity {
            frame_offset,
            byte_offset,
        } = facts.identity;
        self.frame_offset.append_value(int64(frame_offset));
        self.byte_offset.append_value(int64(byte_offset));
        self.byte_length.append_value(int64(facts.byte_length));
        self.line.append_value(int64(facts.line));
        self.push_position(facts);
        self.operations.push_option(facts.operations);
        self.verdict.push(facts.verdict);
        self.findings.append_value(int32(facts.findings));
        let codes: Vec<&str> = facts.codes.iter().map(|code| code.as_str()).collect();
        let codes = codes.join(" ");
        self.codes
            .push_option(Some(codes.as_str()).filter(|codes| !codes.is_empty()));
    }

    fn push_position(&mut self, facts: &PositionFacts<'_>) {
        self.fen.push_option(facts.fen);
        self.start_kind.push(facts.start);
        self.white_start
            .append_option(facts.white_start.map(i32::from));
        self.black_start
            .append_option(facts.black_start.map(i32::from));
        self.side.push_option(facts.side);
        self.castling.push_option(facts.castling);
        self.castling_style.push(facts.castling_style);
        self.clock.append_option(facts.clock.map(int32));
        self.move_number.append_option(facts.move_number.map(int32));
    }
}

column_buffers! {
    /// Buffers of table `crosscheck`.
    CrosscheckColumns {
        frame_offset: Int64Builder,
        byte_offset: Int64Builder,
        game: Int64Builder,
        kind: LabelBuffer<DisagreementKind>,
        ours: TextBuffer,
        theirs: TextBuffer,
        explained_by: LabelBuffer<Code>,
    }
}

impl CrosscheckColumns {
    /// Appends a disagreement about the `game`-th game of its chunk, from 0.
    pub(crate) fn push(&mut self, identity: Identity, game: Option<i64>, row: &Disagreement) {
        self.frame_offset.append_value(int64(identity.frame_offset));
        self.byte_offset.append_value(int64(identity.byte_offset));
        self.game.append_option(game);
        self.kind.push(row.kind);
        self.ours.push(&row.ours);
        self.theirs.push(&row.theirs);
        self.explained_by.push_option(row.explained_by);
    }
}

column_buffers! {
    /// Buffers of table `duplicates`.
    DuplicateColumns {
        source: TextBuffer,
        frame_offset: Int64Builder,
        byte_offset: Int64Builder,
        game: Int64Builder,
        first_source: TextBuffer,
        first_frame_offset: Int64Builder,
        first_byte_offset: Int64Builder,
        first_game: Int64Builder,
        kind: LabelBuffer<DuplicateKind>,
        game_id: Int64Builder,
        copy_of: Int64Builder,
    }
}

impl DuplicateColumns {
    /// Appends a copy.
    pub(crate) fn push(&mut self, row: &DuplicateRow<'_>) {
        let (copy, first) = (row.copy, row.first);
        self.source.push(copy.source);
        self.frame_offset
            .append_value(int64(copy.identity.frame_offset));
        self.byte_offset
            .append_value(int64(copy.identity.byte_offset));
        self.game.append_value(int64(copy.game));
        self.first_source.push(first.source);
        self.first_frame_offset
            .append_value(int64(first.identity.frame_offset));
        self.first_byte_offset
            .append_value(int64(first.identity.byte_offset));
        self.first_game.append_value(int64(first.game));
        self.kind.push(row.kind);
        let id = |place: &GamePlace<'_>| game_id(place.source, place.identity);
        self.game_id.append_value(id(&copy));
        self.copy_of.append_value(id(&first));
    }
}
