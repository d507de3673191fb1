//! Games with a claimable draw as rows for the script of the page: the columns of the dataset under their
//! names, and what is computed for the page beside them.

use audit960_ledger::{
    Claim, ClaimSource, MoveLine, claims_of, last_ply, outcome_text, run_end_text,
};
use audit960_types::tables::Placed;
use audit960_types::{
    Identity, Incident, IncidentFacts, JudgedRepetition, Message, Outcome, Repetition,
    RepetitionFacts, RunEnd, Side, message,
};
use serde_json::{Value, json};

use crate::data::{ListedGame, ReportData};
use crate::fields::{Fields, declared, values};
use crate::json::{Block, address, clipped, clipped_to, script_text};
use crate::language::Language;

/// Columns of table `incidents` that the page has no room or no use for: where the game is, its start and its
/// moves, and the positions at each side's first claim.
const NOT_OF_RUNS: [&str; 6] = [
    "frame_offset",
    "byte_offset",
    "start_fen",
    "moves",
    "white_first_fen",
    "black_first_fen",
];

/// The same of table `repetitions`.
const NOT_OF_REPETITIONS: [&str; 3] = ["frame_offset", "byte_offset", "plies"];

/// Characters of the list of moves after which a position occurred, at most.
const OCCURRENCES: usize = 200;

/// The characters that stand for squares, a1 to h8.
const SQUARES: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The runs with a claimable draw, as many as fit in `room` bytes.
pub(crate) fn incidents(data: &ReportData, room: usize) -> Block {
    let rows = data
        .incidents
        .iter()
        .flat_map(|listed| fields_of(listed, data.language));
    block(rows, room, data.language)
}

/// Repeated positions, as many as fit in `room` bytes.
pub(crate) fn repetitions(data: &ReportData, room: usize) -> Block {
    let rows = data
        .repetitions
        .iter()
        .flat_map(|listed| fields_of(listed, data.language));
    block(rows, room, data.language)
}

/// Names of fields, the words for labels, and as many rows as fit in `room` bytes.
pub(crate) fn block(all: impl Iterator<Item = Fields>, room: usize, language: Language) -> Block {
    let (mut names, mut rows, mut size) = (Vec::new(), Vec::new(), 0);
    for fields in all {
        let row = script_text(&values(fields, &mut names));
        size += row.len() + 2;
        if size > room {
            break;
        }
        rows.push(row);
    }
    let text = format!(
        "{{\"fields\":{},\"labels\":{},\"rows\":[{}]}}",
        json!(names),
        labels(language),
        rows.join(",\n")
    );
    Block {
        text,
        rows: rows.len(),
    }
}

/// The labels of columns `outcome` and `ended_by`, each with the words for it.
fn labels(language: Language) -> Value {
    let outcomes = Outcome::ALL.iter().copied();
    let outcomes = outcomes.map(|outcome| {
        [
            outcome.as_str().to_owned(),
            language.say(&outcome_text(outcome)),
        ]
    });
    let ends = RunEnd::ALL.iter().copied();
    let ends = ends.map(|end| [end.as_str().to_owned(), language.say(&run_end_text(end))]);
    json!({"outcome": outcomes.collect::<Vec<_>>(), "ended_by": ends.collect::<Vec<_>>()})
}

/// What names and describes a game.
pub(crate) fn game_fields(listed: &ListedGame, language: Language) -> Fields {
    let game = &listed.game;
    let venue = message!("venue-name", venue = game.venue.as_str());
    let text = |text: &Option<String>| json!(clipped(text.as_deref().unwrap_or_default()));
    vec![
        ("name", json!(clipped(&listed.name))),
        ("white", text(&game.white)),
        ("black", text(&game.black)),
        ("white_elo", json!(game.white_elo)),
        ("black_elo", json!(game.black_elo)),
        ("result", json!(game.result.as_str())),
        ("event", text(&game.event)),
        ("date", text(&game.date)),
        ("round", text(&game.round)),
        ("venue", json!(language.say(&venue))),
        (
            "site",
            json!(address(game.site.as_deref().unwrap_or_default())),
        ),
    ]
}

/// A claim with its game, whose place the page gives by name.
const fn placed<F>(facts: &F) -> Placed<'_, F> {
    Placed {
        source: "",
        game: None,
        line: 0,
        facts,
    }
}

/// The rows of the claims of a game. `claim` says who could claim, when, and under which article; `given` whether that was a
/// claim; `objection` what stood in its way where it was played; `automatic_draw` when and by which rule the game was over
/// without a claim.
fn fields_of(listed: &ListedGame, language: Language) -> impl Iterator<Item = Fields> {
    // Invalid moves, which no dataset of ours has, leave a claim without its board.
    let line = MoveLine::of(&listed.game).ok();
    claims_of(&listed.game).map(move |claim| {
        let mut fields = game_fields(listed, language);
        let of_kind = match claim.source {
            ClaimSource::Fifty(run) => {
                run_fields(&claim, run, line.as_ref(), language, &mut fields)
            }
            ClaimSource::Repetition(judged) => {
                repetition_fields(judged, line.as_ref(), language, &mut fields)
            }
        };
        let objection = claim.right.objection(listed.game.venue);
        let objection = objection.filter(|_| !claim.right.is_doubt());
        let said = |sentence: Option<Message>| json!(sentence.map(|said| language.say(&said)));
        fields.extend([
            ("claim", said(Some(claim.sentence()))),
            ("given", json!(claim.is_given())),
            ("objection", said(objection)),
            ("automatic_draw", said(claim.automatic_draw())),
            ("uncertain", said(claim.uncertain())),
        ]);
        fields.extend(of_kind);
        fields
    })
}

/// `shown_ply` is the half-move to begin with, that of the claim; `turns` has what is said of the turns from one half-move on,
/// with places for side and clock, and whether the side to move may claim. `shown_fen` and `run` are null where the moves
/// cannot be replayed.
fn run_fields(
    claim: &Claim<'_>,
    run: &Incident,
    line: Option<&MoveLine>,
    language: Language,
    fields: &mut Fields,
) -> Fields {
    let facts = IncidentFacts {
        identity: Identity::default(),
        incident: run,
        start_fen: "",
        moves: "",
    };
    fields.extend(declared(&placed(&facts), &NOT_OF_RUNS));
    let turns = claim.turns_of_run().into_iter();
    let turns =
        turns.map(|turn| json!([turn.from_ply, language.say(&turn.sentence), turn.is_open]));
    let after = json!([claim.last_ply + 1, null, false]);
    let moves = |line: &MoveLine| moves(line, run.reset_ply + 1, last_ply(run) + 1);
    vec![
        ("turns", turns.chain([after]).collect()),
        ("shown_ply", json!(claim.ply)),
        (
            "shown_fen",
            json!(line.map(|line| line.before(claim.ply).xfen())),
        ),
        ("run", json!(line.map(moves))),
    ]
}

/// `occurred` says after which moves the position occurred; `run` has the moves from the first time of the position to the
/// last, or to the last claim, and the steps at which it occurred.
fn repetition_fields(
    judged: &JudgedRepetition,
    line: Option<&MoveLine>,
    language: Language,
    fields: &mut Fields,
) -> Fields {
    let facts = RepetitionFacts {
        identity: Identity::default(),
        judged,
    };
    fields.extend(declared(&placed(&facts), &NOT_OF_REPETITIONS));
    let occurred = line.map(|line| line.occurrences(&judged.repetition.plies, language));
    let run = line.map(|line| repetition_moves(line, &judged.repetition));
    let occurred = clipped_to(&occurred.unwrap_or_default(), OCCURRENCES);
    vec![("occurred", json!(occurred)), ("run", json!(run))]
}

/// Moves of a game from one half-move to another: placement before them, whether White begins, number of the
/// first move, clock, moves in SAN, and their squares from and to (castling goes to the square of the rook).
pub(crate) fn moves(line: &MoveLine, first: u32, last: u32) -> Value {
    let base = line.before(first);
    let plies = first..=last.min(line.plies());
    let san: Vec<String> = plies.clone().filter_map(|ply| line.san(ply)).collect();
    let digit = |square: usize| char::from(SQUARES[square & 63]);
    let squares: String = plies
        .filter_map(|ply| line.played(ply))
        .flat_map(|played| [played.from(), played.to()].map(|square| digit(square.index())))
        .collect();
    json!([
        base.placement(),
        base.turn() == Side::White,
        line.numbers().number(first),
        base.clock(),
        san.join(" "),
        squares
    ])
}

/// The moves from the first time of a position on.
fn repetition_moves(line: &MoveLine, repetition: &Repetition) -> Value {
    let [first, .., last] = &repetition.plies[..] else {
        return Value::Null;
    };
    let mut run = moves(line, first + 1, repetition.last_claim_ply().max(*last));
    let steps: Vec<u32> = repetition.plies.iter().map(|ply| ply - first).collect();
    if let Some(fields) = run.as_array_mut() {
        fields.push(json!(steps));
    }
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use audit960_types::tables::{ColumnOrigin, is_value_column};

    const ROOM: usize = 1_000_000;

    #[test]
    fn runs_have_the_columns_of_the_dataset_under_their_names() {
        let data = sample::report();
        let value: Value = serde_json::from_str(&incidents(&data, ROOM).text).unwrap();
        let names: Vec<&str> = value["fields"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        let field = |name: &str| {
            let place = names.iter().position(|known| *known == name);
            value["rows"][0][place.unwrap()].clone()
        };
        assert_eq!(field("white"), "Tal");
        assert_eq!(field("peak_clock"), 100);
        assert_eq!(field("first_claim_ply"), 2);
        assert_eq!(field("half_point_lost_by"), Value::Null);
        // a1-b2 (digits 0 and 9), h8-g8 (63 and 62).
        let run = field("run");
        assert_eq!(run[0], "7k/8/8/8/8/8/8/KR6");
        assert_eq!(run[4], "Kb2 Kg8");
        assert_eq!(run[5], "AJ_-");
        for column in audit960_types::tables::INCIDENTS.columns {
            let known = names.contains(&column.name);
            let without = NOT_OF_RUNS.contains(&column.name)
                || is_value_column(column.name)
                || column.origin != ColumnOrigin::Row;
            assert!(known != without, "{}", column.name);
        }
        assert_eq!(
            value["labels"]["ended_by"][1],
            json!(["pawn", "a pawn move"])
        );
    }

    /// The position of the sample stands before the first move and after each of both.
    #[test]
    fn repetitions_have_their_moves_and_the_steps_at_which_they_occurred() {
        let value: Value =
            serde_json::from_str(&repetitions(&sample::report(), ROOM).text).unwrap();
        let names = value["fields"].as_array().unwrap();
        let place = names.iter().position(|name| name == "run").unwrap();
        let run = &value["rows"][0][place];
        assert_eq!(run[0], "7k/8/8/8/8/8/8/KR6");
        assert_eq!((&run[4], &run[5]), (&json!("Kb2 Kg8"), &json!("AJ_-")));
        assert_eq!(run[6], json!([0, 1, 2]));
    }

    #[test]
    fn lists_get_shorter_until_they_fit() {
        let mut data = sample::report();
        data.incidents = vec![data.incidents[0].clone(); 500];
        data.incidents[499].name = "<".repeat(90);
        let all = incidents(&data, ROOM);
        assert_eq!(all.rows, 500);
        let row = all.text.len() / 500;
        let half = incidents(&data, 250 * row);
        assert!((200..=260).contains(&half.rows), "{}", half.rows);
        assert!(half.text.len() <= 251 * row + 2000);
        let mut long = data.repetitions[0].clone();
        long.game.repetitions[0].repetition.plies = (0..100).collect();
        data.repetitions = vec![long; 500];
        let block = repetitions(&data, 50_000);
        assert!((30..150).contains(&block.rows), "{}", block.rows);
        assert!(block.text.len() <= 52_000, "{}", block.text.len());
    }
}
