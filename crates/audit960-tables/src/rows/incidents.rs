//! Rows of tables `incidents` and `repetitions`.

use crate::buffers::{
    FlagBuffer, Int32Buffer, Int32ListBuffer, Int64Buffer, LabelBuffer, TextBuffer, column_buffers,
    int32, int64,
};
use audit960_types::{
    ClaimArticle, Incident, IncidentFacts, Outcome, Repetition, RepetitionArticle, RepetitionFacts,
    ResetBy, RunEnd, Side,
};
column_buffers! {
    /// Buffers of table `incidents`.
    IncidentColumns {
        frame_offset: Int64Buffer,
        byte_offset: Int64Buffer,
        game: Int64Buffer,
        reset_ply: Int32Buffer,
        reset_by: LabelBuffer<ResetBy>,
        first_claim_ply: Int32Buffer,
        first_claim_side: LabelBuffer<Side>,
        first_claim_article: LabelBuffer<ClaimArticle>,
        first_932_ply: Int32Buffer,
        white_claims: Int32Buffer,
        black_claims: Int32Buffer,
        peak_clock: Int32Buffer,
        seventy_five_ply: Int32Buffer,
        ended_by: LabelBuffer<RunEnd>,
        outcome: LabelBuffer<Outcome>,
        material: TextBuffer,
        fen: TextBuffer,
        law: TextBuffer,
        limit_moves: Int32Buffer,
        first_claim_under_law_ply: Int32Buffer,
        claimable_under_law: FlagBuffer,
        claimable_at_venue: FlagBuffer,
        half_point_lost_by: LabelBuffer<Side>,
        automatic_draw_ply: Int32Buffer,
        start_fen: TextBuffer,
        moves: TextBuffer,
        white_first_ply: Int32Buffer,
        white_last_ply: Int32Buffer,
        white_first_fen: TextBuffer,
        black_first_ply: Int32Buffer,
        black_last_ply: Int32Buffer,
        black_first_fen: TextBuffer,
        law_uncertain: FlagBuffer,
        clock_in_doubt: FlagBuffer,
    }
}

impl IncidentColumns {
    /// Appends an incident of the `game`-th game of its chunk, from 0.
    pub(crate) fn push(&mut self, facts: &IncidentFacts<'_>, game: i64) {
        self.frame_offset.push(int64(facts.identity.frame_offset));
        self.byte_offset.push(int64(facts.identity.byte_offset));
        self.game.push(game);
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
        self.reset_ply.push(int32(incident.reset_ply));
        self.reset_by.push(incident.reset_by);
        self.first_claim_ply.push(int32(incident.first_claim_ply));
        self.first_claim_side.push(incident.first_claim_side);
        self.first_claim_article.push(incident.first_claim_article);
        self.first_932_ply
            .push_option(incident.first_932_ply.map(int32));
        self.white_claims.push(int32(incident.claims[0]));
        self.black_claims.push(int32(incident.claims[1]));
        self.peak_clock.push(int32(incident.peak_clock));
        self.seventy_five_ply
            .push_option(incident.seventy_five_ply.map(int32));
        self.ended_by.push(incident.ended_by);
        self.outcome.push(incident.outcome);
        self.clock_in_doubt.push(incident.clock_in_doubt);
    }

    fn push_law(&mut self, incident: &Incident) {
        self.law.push(&incident.law);
        self.law_uncertain.push(incident.law_uncertain);
        self.limit_moves.push(int32(incident.limit_moves));
        self.first_claim_under_law_ply
            .push_option(incident.first_law_claim_ply.map(int32));
        self.claimable_under_law
            .push(incident.first_law_claim_ply.is_some());
        self.claimable_at_venue
            .push_option(incident.claimable_at_venue);
        self.half_point_lost_by
            .push_option(incident.half_point_lost_by);
        self.automatic_draw_ply
            .push_option(incident.automatic_draw_ply.map(int32));
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
            first_ply.push_option(chance.map(|it| int32(it.first_ply)));
            last_ply.push_option(chance.map(|it| int32(it.last_ply)));
            first_fen.push_option(chance.map(|it| it.first_fen.as_str()));
        }
    }
}

column_buffers! {
    /// Buffers of table `repetitions`.
    RepetitionColumns {
        frame_offset: Int64Buffer,
        byte_offset: Int64Buffer,
        game: Int64Buffer,
        first_claim_ply: Int32Buffer,
        first_claim_side: LabelBuffer<Side>,
        first_claim_article: LabelBuffer<RepetitionArticle>,
        plies: Int32ListBuffer,
        occurrences: Int32Buffer,
        white_claims: Int32Buffer,
        black_claims: Int32Buffer,
        fivefold_ply: Int32Buffer,
        automatic_draw_ply: Int32Buffer,
        outcome: LabelBuffer<Outcome>,
        half_point_lost_by: LabelBuffer<Side>,
        fen: TextBuffer,
        claimable_at_venue: FlagBuffer,
        white_first_ply: Int32Buffer,
        white_last_ply: Int32Buffer,
        black_first_ply: Int32Buffer,
        black_last_ply: Int32Buffer,
    }
}

impl RepetitionColumns {
    /// Appends a repetition of the `game`-th game of its chunk, from 0.
    pub(crate) fn push(&mut self, facts: &RepetitionFacts<'_>, game: i64) {
        self.frame_offset.push(int64(facts.identity.frame_offset));
        self.byte_offset.push(int64(facts.identity.byte_offset));
        self.game.push(game);
        let judged = facts.judged;
        self.push_claims(&judged.repetition);
        self.automatic_draw_ply
            .push_option(judged.automatic_draw_ply.map(int32));
        self.outcome.push(judged.outcome);
        self.half_point_lost_by
            .push_option(judged.half_point_lost_by);
        self.claimable_at_venue
            .push_option(judged.claimable_at_venue);
    }

    fn push_claims(&mut self, repetition: &Repetition) {
        self.first_claim_ply.push(int32(repetition.first_claim_ply));
        self.first_claim_side.push(repetition.first_claim_side);
        self.first_claim_article
            .push(repetition.first_claim_article);
        self.plies.push(&repetition.plies);
        self.occurrences.push(int32(repetition.plies.len() as u32));
        self.fivefold_ply
            .push_option(repetition.fivefold_ply().map(int32));
        self.fen.push(&repetition.fen);
        let ([white, black], chances) = (repetition.claims(), repetition.chances);
        self.white_claims.push(int32(white));
        self.black_claims.push(int32(black));
        let plies = chances.map(|side| side.map(|side| (side.first_ply, side.last_ply)));
        let [first, last] = [
            plies.map(|side| side.map(|(first, _)| int32(first))),
            plies.map(|side| side.map(|(_, last)| int32(last))),
        ];
        self.white_first_ply.push_option(first[0]);
        self.white_last_ply.push_option(last[0]);
        self.black_first_ply.push_option(first[1]);
        self.black_last_ply.push_option(last[1]);
    }
}
