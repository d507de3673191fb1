//! What is promised of the declarations.

use super::*;
use crate::{
    ClaimArticle, Code, Finding, GameFacts, Gap, GapKind, Identity, Incident, IncidentFacts,
    Outcome, ResetBy, RunEnd, Side, SplitRow, Termination,
};

/// The contract: column names of every table in their order.
const CONTRACT: &[(&str, &str)] = &[
    (
        "games",
        "source frame_offset byte_offset byte_length game line event site date round white \
         black result year white_elo black_elo variant venue start_kind white_start black_start fen \
         castling_style plies verdict ending final_clock max_clock white_castled black_castled \
         white_castled_ply black_castled_ply max_repetition opening moves_hash \
         unread_bytes moves date_from date_to event_date date_source termination termination_raw \
         half_point_lost_by game_id population time_control time_class white_title black_title \
         eco time writer castling_source illegal_kept clocks move_times evals \
         end_ply end_reason codes opening_moves endings half_point_uncertain base_seconds increment_seconds time_periods draw_offers \
         white_fide_id black_fide_id white_team black_team white_player_key black_player_key \
         white_time_left_10 white_time_left_20 white_time_left_30 white_time_left_40 white_time_trouble white_longest_think \
         white_centipawn_loss white_accuracy white_inaccuracies white_mistakes white_blunders \
         black_time_left_10 black_time_left_20 black_time_left_30 black_time_left_40 black_time_trouble black_longest_think \
         black_centipawn_loss black_accuracy black_inaccuracies black_mistakes black_blunders",
    ),
    (
        "incidents",
        "source frame_offset byte_offset game reset_ply reset_by first_claim_ply \
         first_claim_side first_claim_article first_932_ply white_claims black_claims \
         peak_clock seventy_five_ply ended_by outcome material fen law limit_moves \
         first_claim_under_law_ply claimable_under_law claimable_at_venue half_point_lost_by \
         automatic_draw_ply start_fen moves white_first_ply white_last_ply white_first_fen \
         black_first_ply black_last_ply black_first_fen law_uncertain clock_in_doubt \
         game_id \
         value_start value_first_claim value_last_claim value_end tablebase_reason values_certain \
         wdl_start wdl_first_claim wdl_last_claim wdl_end dtz_start dtz_first_claim dtz_last_claim dtz_end \
         value_change_ply value_change_san value_before_change value_after_change claimant_offered_draw",
    ),
    (
        "repetitions",
        "source frame_offset byte_offset game first_claim_ply first_claim_side \
         first_claim_article plies occurrences white_claims black_claims fivefold_ply \
         automatic_draw_ply outcome half_point_lost_by fen claimable_at_venue white_first_ply \
         white_last_ply black_first_ply black_last_ply game_id \
         value_start value_first_claim value_last_claim value_end tablebase_reason values_certain \
         wdl_start wdl_first_claim wdl_last_claim wdl_end law_uncertain claimant_offered_draw",
    ),
    (
        "diagnostics",
        "source frame_offset byte_offset game line column code severity message ply excerpt \
         game_id",
    ),
    ("gaps", "source frame_offset byte_offset byte_length kind"),
    (
        "positions",
        "source frame_offset byte_offset byte_length line fen start_kind white_start black_start \
         side castling castling_style clock move_number operations verdict findings codes",
    ),
    (
        "start_positions",
        "start arrangement mirror king_file games white_wins draws black_wins unfinished score \
         score_low score_high rated_games expected_score adjusted_score p_value q_value \
         mean_plies incidents adjusted_low adjusted_high played",
    ),
    (
        "castling",
        "king_file rook_file side games_with_right castled mean_ply wins draws losses \
         unfinished rights_played",
    ),
    (
        "crosscheck",
        "source frame_offset byte_offset game kind ours theirs explained_by game_id",
    ),
    (
        "duplicates",
        "source frame_offset byte_offset game first_source first_frame_offset \
         first_byte_offset first_game kind game_id copy_of",
    ),
    (
        "tree",
        "fen white_start black_start ply visit uci games white_wins draws black_wins unfinished moveless \
         white_elo_sum white_rated black_elo_sum black_rated first_date last_date example_elo example_game_id",
    ),
    (
        "known",
        "white_start black_start ply games alone positions entropy",
    ),
    (
        "endings",
        "material games white_wins draws black_wins unfinished plies max_clock at_100 ended ended_drawn \
         drawn_at_100 max_stay longest_game_id",
    ),
    (
        "players",
        "player_key fide_id name names names_count games white_games black_games wins draws losses \
         unfinished score lowest_elo lowest_elo_date highest_elo highest_elo_date events events_count \
         first_date last_date first_game_id",
    ),
];

#[test]
fn the_columns_are_those_of_the_contract() {
    assert_eq!(SCHEMAS.len(), CONTRACT.len());
    for (schema, (name, columns)) in SCHEMAS.iter().zip(CONTRACT) {
        assert_eq!(schema.name, *name);
        let names: Vec<_> = schema.columns.iter().map(|column| column.name).collect();
        assert_eq!(
            names,
            columns.split_whitespace().collect::<Vec<_>>(),
            "{name}"
        );
    }
}

#[test]
fn every_column_is_described_by_a_sentence() {
    for schema in SCHEMAS {
        for column in schema.columns {
            let at = format!("{}.{}", schema.name, column.name);
            assert!(
                column.meaning.contains(' ') && column.meaning.ends_with('.'),
                "{at}"
            );
            let is_text = matches!(column.kind, ColumnType::Text | ColumnType::Label(_));
            assert!(!is_text || column.unit.is_empty(), "{at}: text with a unit");
        }
    }
}

#[test]
fn enumerations_are_lower_case_but_for_results_and_codes() {
    for schema in SCHEMAS {
        let codes = ["code", "explained_by"];
        let others = schema
            .columns
            .iter()
            .filter(|column| !codes.contains(&column.name));
        for column in others {
            for label in column.kind.labels().unwrap_or_default() {
                assert_eq!(
                    label,
                    label.to_lowercase(),
                    "{}.{}",
                    schema.name,
                    column.name
                );
            }
        }
    }
}

/// Each value that a row has is of the declared type, and null only where the declaration allows it.
#[test]
fn values_of_rows_are_of_the_declared_types() {
    let incident = Incident {
        reset_ply: 0,
        reset_by: ResetBy::Start,
        first_claim_ply: 100,
        first_clock: 99,
        first_claim_side: Side::Black,
        first_claim_article: ClaimArticle::Intended,
        first_932_ply: Some(101),
        claims: [1, 1],
        peak_clock: 101,
        seventy_five_ply: None,
        ended_by: RunEnd::EndOfGame,
        outcome: Outcome::Unfinished,
        material: "KRvKR".to_owned(),
        fen: String::new(),
        clock_in_doubt: false,
        law: "undated".to_owned(),
        law_uncertain: false,
        limit_moves: 50,
        first_law_claim_ply: None,
        claimable_at_venue: None,
        chances: [None, None],
        half_point_lost_by: None,
        automatic_draw_ply: None,
        claimant_offered_draw: None,
        values: None,
    };
    let facts = IncidentFacts {
        identity: Identity::default(),
        incident: &incident,
        start_fen: "",
        moves: "",
    };
    check(&placed(&facts));
    check(&placed(&GameFacts::default()));
    let game = GameFacts {
        event: Some("x"),
        days: Some((0, 1)),
        white_elo: Some(2500),
        moves_hash: Some(-1),
        clocks: Some(&[Some(0.5)]),
        termination: Some(Termination::Agreement),
        ..GameFacts::default()
    };
    check(&placed(&game));
    check(&placed(&Gap {
        identity: Identity::default(),
        byte_length: 1,
        kind: GapKind::Blank,
    }));
    let finding = Finding::of_line(Code::ControlBytes, Identity::default(), 0, String::new());
    check(&placed(&finding));
    check(&SplitRow::default());
}

fn placed<F>(facts: &F) -> Placed<'_, F> {
    Placed {
        source: "a.pgn",
        game: Some(0),
        line: 1,
        facts,
    }
}

fn check<R: TableRow>(row: &R) {
    for (index, column) in R::TABLE.columns.iter().enumerate() {
        let value = row.value(index);
        let fits = match column.kind {
            ColumnType::Int32 => matches!(&value, Datum::Int(it) if i32::try_from(*it).is_ok()),
            ColumnType::Int64 => matches!(value, Datum::Int(_)),
            ColumnType::Float64 => matches!(value, Datum::Float(_)),
            ColumnType::Bool => matches!(value, Datum::Bool(_)),
            ColumnType::Date => matches!(value, Datum::Date(_)),
            ColumnType::Text => matches!(value, Datum::Text(_)),
            ColumnType::Label(all) => matches!(&value, Datum::Text(it) if all().contains(&&**it)),
            ColumnType::Int32List => matches!(value, Datum::Ints(_)),
            ColumnType::Float64List => matches!(value, Datum::Floats(_)),
        };
        let may_be_null = column.nullable && value == Datum::Null;
        assert!(
            fits || may_be_null,
            "{}.{}: {value:?}",
            R::TABLE.name,
            column.name
        );
    }
}
