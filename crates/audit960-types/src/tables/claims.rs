//! Tables `incidents` and `repetitions`.

use super::declare::table;
use super::placed::Placed;
use super::values::{declare_values, valued_table, with_places};
use crate::facts::{Chance, IncidentFacts, RepetitionFacts, RunValues};
use crate::game_id::game_id;
use crate::labels::{
    ClaimArticle, Outcome, RepetitionArticle, ResetBy, RunEnd, Side, TableValue, UnknownReason,
};

valued_table! {
    with_distances;
    /// Table `incidents`.
    INCIDENTS = "incidents" "incidents/*.parquet"
        "One row per run (half-moves without a capture or pawn move) in which a draw could be claimed by the fifty-move rule.";
    IncidentColumns of run: Placed<'_, IncidentFacts<'_>>;
    later {
        claimant_offered_draw: Bool nullable ""
            "Whether the side of the first claim offered a draw in the run, from that claim on; null if the record states no offers."
            = run.facts.incident.claimant_offered_draw;
    }
    source: Text required "" "Input the game was read from." [source] = run.source;
    frame_offset: Int64 required "bytes"
        "Offset, in the stored file, of the frame in which the game begins; 0 in most inputs."
        = run.facts.identity.frame_offset;
    byte_offset: Int64 required "bytes" "Offset of the game from the start of that frame."
        = run.facts.identity.byte_offset;
    game: Int64 nullable ""
        "Ordinal of the game in its source, from 0; null if a task read only part of it."
        [game] = run.game;
    reset_ply: Int32 required "half-moves"
        "Last capture or pawn move before the run; 0 if the run starts with the record."
        = run.facts.incident.reset_ply;
    reset_by: Label<ResetBy> required "" "Kind of that half-move: `capture`, `pawn`, or `start` if there is none." = run.facts.incident.reset_by;
    first_claim_ply: Int32 required "half-moves" "First half-move before which a claim existed under a limit of fifty moves."
        = run.facts.incident.first_claim_ply;
    first_claim_side: Label<Side> required "" "Side that had this claim."
        = run.facts.incident.first_claim_side;
    first_claim_article: Label<ClaimArticle> required "" "Article of the Laws that it rests on."
        = run.facts.incident.first_claim_article;
    first_932_ply: Int32 nullable "half-moves"
        "First half-move before which article 9.3.2 applied; null if it never did."
        = run.facts.incident.first_932_ply;
    white_claims: Int32 required "turns" "Turns at which White had a claim."
        = run.facts.incident.claims[0];
    black_claims: Int32 required "turns" "Turns at which Black had a claim."
        = run.facts.incident.claims[1];
    peak_clock: Int32 required "half-moves" "Highest half-move clock of the run."
        = run.facts.incident.peak_clock;
    seventy_five_ply: Int32 nullable "half-moves"
        "Half-move that brought the clock to 150; null if none did, or if it gave mate."
        = run.facts.incident.seventy_five_ply;
    ended_by: Label<RunEnd> required "" "What ended the run." = run.facts.incident.ended_by;
    outcome: Label<Outcome> required "" "What became of the game." = run.facts.incident.outcome;
    material: Text required "" "Material at the first claim, White's first: `KRBvKR`."
        = run.facts.incident.material.as_str();
    fen: Text required "" "Position at the first claim as X-FEN." = run.facts.incident.fen.as_str();
    law: Text required ""
        "Row of the law table in force at the first claim under law or, without one, at the run's last turn; `undated`, or `ambiguous_date` if its possible dates have different limits."
        = run.facts.incident.law.as_str();
    limit_moves: Int32 required "moves by each player" "Moves after which that row gives a claim."
        = run.facts.incident.limit_moves;
    first_claim_under_law_ply: Int32 nullable "half-moves"
        "First half-move before which a claim existed under that limit; null if none did before the game was over under the Laws (mate, stalemate, dead position, 9.6.1, 9.6.2). Ends by a rule of the venue alone do not count here, unlike in `end_ply` of `games`."
        = run.facts.incident.first_law_claim_ply;
    claimable_under_law: Bool required "" "Whether a claim existed under that limit before the game was over under the Laws."
        = run.facts.incident.first_law_claim_ply.is_some();
    claimable_at_venue: Bool nullable ""
        "Whether players could claim at that venue on that day; an unknown venue counts as over the board. Null if the venue's rule is not known, or if clock, date or law leave the claim open."
        = run.facts.incident.claimable_at_venue;
    half_point_lost_by: Label<Side> nullable ""
        "The losing side if it had a claim under law and venue in this run, else null."
        = run.facts.incident.half_point_lost_by;
    automatic_draw_ply: Int32 nullable "half-moves"
        "Half-move after which this run ended the game without a claim, by law or venue; null if it did not, or if the game was already over."
        = run.facts.incident.automatic_draw_ply;
    start_fen: Text required "" "Start position of the game as X-FEN." = run.facts.start_fen;
    moves: Text required "" "All half-moves of the game as UCI_Chess960, separated by spaces."
        = run.facts.moves;
    white_first_ply: Int32 nullable "half-moves"
        "First half-move before which White had a claim under law and venue; null if White never had one."
        = chance(run, Side::White).map(|chance| chance.first_ply);
    white_last_ply: Int32 nullable "half-moves" "Last such half-move."
        = chance(run, Side::White).map(|chance| chance.last_ply);
    white_first_fen: Text nullable "" "Position before `white_first_ply`, as X-FEN."
        = chance(run, Side::White).map(|chance| chance.first_fen.as_str());
    black_first_ply: Int32 nullable "half-moves"
        "First half-move before which Black had a claim under law and venue; null if Black never had one."
        = chance(run, Side::Black).map(|chance| chance.first_ply);
    black_last_ply: Int32 nullable "half-moves" "Last such half-move."
        = chance(run, Side::Black).map(|chance| chance.last_ply);
    black_first_fen: Text nullable "" "Position before `black_first_ply`, as X-FEN."
        = chance(run, Side::Black).map(|chance| chance.first_fen.as_str());
    law_uncertain: Bool required ""
        "Whether the sources leave open which limit was in force on that date."
        = run.facts.incident.law_uncertain;
    clock_in_doubt: Bool required ""
        "Whether the run's clock comes from a FEN in which it cannot be right. In such a run no half point counts as lost."
        = run.facts.incident.clock_in_doubt;
    game_id: Int64 required "" "Id of the game in `games`."
        [game_id] = game_id(run.source, run.facts.identity);
}

valued_table! {
    without_distances;
    /// Table `repetitions`.
    REPETITIONS = "repetitions" "repetitions/*.parquet"
        "One row per position that occurred three times in a game, or would have after a legal move (Laws 9.2). The table exists only if it has a row.";
    RepetitionColumns of repeated: Placed<'_, RepetitionFacts<'_>>;
    later {
        law_uncertain: Bool nullable ""
            "Whether the sources leave open which rule on repetition was in force on that date."
            = repeated.facts.judged.law_uncertain;
        claimant_offered_draw: Bool nullable ""
            "Whether the side of the first claim offered a draw from that claim to the last one on the position; null if the record states no offers."
            = repeated.facts.judged.claimant_offered_draw;
    }
    source: Text required "" "Input the game was read from." [source] = repeated.source;
    frame_offset: Int64 required "bytes"
        "Offset, in the stored file, of the frame in which the game begins; 0 in most inputs."
        = repeated.facts.identity.frame_offset;
    byte_offset: Int64 required "bytes" "Offset of the game from the start of that frame."
        = repeated.facts.identity.byte_offset;
    game: Int64 nullable ""
        "Ordinal of the game in its source, from 0; null if a task read only part of it."
        [game] = repeated.game;
    first_claim_ply: Int32 required "half-moves"
        "First half-move before which a claim that rests on the position existed."
        = repeated.facts.judged.repetition.first_claim_ply;
    first_claim_side: Label<Side> required "" "Side that had this claim."
        = repeated.facts.judged.repetition.first_claim_side;
    first_claim_article: Label<RepetitionArticle> required ""
        "Article of the Laws that it rests on: 9.2.1 with an intended move, 9.2.2 on the board."
        = repeated.facts.judged.repetition.first_claim_article;
    plies: Int32List required "half-moves"
        "Half-moves after which the position occurred; 0 is the start of the record."
        = repeated.facts.judged.repetition.plies.as_slice();
    occurrences: Int32 required "times" "How often the position occurred."
        = repeated.facts.judged.repetition.plies.len();
    white_claims: Int32 required "turns" "Turns at which White had a claim."
        = repeated.facts.judged.repetition.claims()[0];
    black_claims: Int32 required "turns" "Turns at which Black had a claim."
        = repeated.facts.judged.repetition.claims()[1];
    fivefold_ply: Int32 nullable "half-moves"
        "Half-move after which the position occurred for the fifth time, whatever the date; null if it never did."
        = repeated.facts.judged.repetition.fivefold_ply();
    automatic_draw_ply: Int32 nullable "half-moves"
        "Half-move after which this position ended the game without a claim, by 9.6.1 if in force or by the venue's rule; null if it did not, or if the game was already over."
        = repeated.facts.judged.automatic_draw_ply;
    outcome: Label<Outcome> required "" "What became of the game." = repeated.facts.judged.outcome;
    half_point_lost_by: Label<Side> nullable ""
        "The losing side if it had a claim that the venue allowed, else null."
        = repeated.facts.judged.half_point_lost_by;
    fen: Text required ""
        "Position at the first claim (under 9.2.1 after the intended move) as X-FEN."
        = repeated.facts.judged.repetition.fen.as_str();
    claimable_at_venue: Bool nullable ""
        "Whether the venue allowed the claim on the day of the game; an unknown venue counts as over the board. Null if its rule or the law is not known."
        = repeated.facts.judged.claimable_at_venue;
    white_first_ply: Int32 nullable "half-moves"
        "First half-move before which White had a claim by the record, even if the game was already over; null if White never had one."
        = repeated.facts.judged.repetition.chances[0].map(|chances| chances.first_ply);
    white_last_ply: Int32 nullable "half-moves" "Last such half-move."
        = repeated.facts.judged.repetition.chances[0].map(|chances| chances.last_ply);
    black_first_ply: Int32 nullable "half-moves"
        "First half-move before which Black had a claim by the record, even if the game was already over; null if Black never had one."
        = repeated.facts.judged.repetition.chances[1].map(|chances| chances.first_ply);
    black_last_ply: Int32 nullable "half-moves" "Last such half-move."
        = repeated.facts.judged.repetition.chances[1].map(|chances| chances.last_ply);
    game_id: Int64 required "" "Id of the game in `games`."
        [game_id] = game_id(repeated.source, repeated.facts.identity);
}

/// The claims of a side in a run.
fn chance<'a>(run: &Placed<'a, IncidentFacts<'a>>, side: Side) -> Option<&'a Chance> {
    run.facts.incident.chances[side as usize].as_ref()
}
