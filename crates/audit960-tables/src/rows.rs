//! Rows of the tables that facts are appended to. A column holds the facts of one chunk of an
//! archive: `game` and `line` are counted within the chunk, and `source` is not held at all. Only a
//! duplicate, which no chunk can know of, has all of it.

use arrow_array::builder::{BooleanBuilder, Int32Builder, Int64Builder};
use audit960_types::{
    CastlingStyle, ClaimArticle, Code, Disagreement, DisagreementKind, DuplicateKind, DuplicateRow,
    Ending, Finding, GameFacts, GameResult, Identity, IncidentFacts, Outcome, PositionFacts,
    ResetBy, RunEnd, Severity, Side, StartKind, Venue, Verdict, Wing,
};

use crate::buffers::{LabelBuffer, TextBuffer, column_buffers, int32, int64};

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
        start: LabelBuffer<StartKind>,
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
        moves: TextBuffer,
    }
}

impl GameColumns {
    /// Appends a game, the `game`-th of its chunk from 0. Without `with_moves` the moves stay empty.
    pub(crate) fn push(&mut self, facts: &GameFacts<'_>, game: i64, with_moves: bool) {
        self.push_place(facts, game);
        self.push_tags(facts);
        self.push_start(facts);
        self.push_replay(facts);
        self.push_castling(facts);
        if with_moves {
            self.moves.push_option(facts.moves);
        }
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
        self.start.push(facts.start);
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
        self.push_run(facts);
        self.push_law(facts);
        self.material.push(facts.material);
        self.fen.push(facts.fen);
        self.start_fen.push(facts.start_fen);
        self.moves.push(facts.moves);
    }

    fn push_run(&mut self, facts: &IncidentFacts<'_>) {
        self.reset_ply.append_value(int32(facts.reset_ply));
        self.reset_by.push(facts.reset_by);
        self.first_claim_ply
            .append_value(int32(facts.first_claim_ply));
        self.first_claim_side.push(facts.first_claim_side);
        self.first_claim_article.push(facts.first_claim_article);
        self.first_932_ply
            .append_option(facts.first_932_ply.map(int32));
        self.white_claims.append_value(int32(facts.claims[0]));
        self.black_claims.append_value(int32(facts.claims[1]));
        self.peak_clock.append_value(int32(facts.peak_clock));
        self.seventy_five_ply
            .append_option(facts.seventy_five_ply.map(int32));
        self.ended_by.push(facts.ended_by);
        self.outcome.push(facts.outcome);
    }

    fn push_law(&mut self, facts: &IncidentFacts<'_>) {
        let law = &facts.law;
        self.law.push(law.law);
        self.limit_moves.append_value(int32(law.limit_moves));
        self.first_claim_under_law_ply
            .append_option(law.first_claim_ply.map(int32));
        self.claimable_under_law
            .append_value(law.first_claim_ply.is_some());
        self.claimable_at_venue.append_value(law.claimable_at_venue);
        self.half_point_lost_by.push_option(law.half_point_lost_by);
        self.automatic_draw_ply
            .append_option(law.automatic_draw_ply.map(int32));
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
    /// Buffers of table `positions`.
    PositionColumns {
        frame_offset: Int64Builder,
        byte_offset: Int64Builder,
        byte_length: Int64Builder,
        line: Int64Builder,
        fen: TextBuffer,
        start: LabelBuffer<StartKind>,
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
        self.start.push(facts.start);
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
    }
}
