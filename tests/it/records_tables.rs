//! Tables of games: what their columns mean, and what damage costs.

use serde_json::json;

use crate::folder::{Folder, Has, Ran, manifest, rows, run};
use crate::records::audited;
use crate::support::data;

/// Writes the games of a dataset as a table with other columns: the answer to a query.
fn written(folder: &Folder, dataset: &str, sql: &str, name: &str) -> String {
    let out = folder.path(name);
    let output = run!("query {dataset} `{sql}` --out {out}");
    assert!(output.status.success(), "{}", output.err());
    out
}

/// What rows of a table that has tags and moves can say, without what comments and layout say.
const OF_TABLES: &str = "SELECT event, site, date, round, white, black, result, variant, venue, start_kind, fen, \
     verdict, plies, ending, moves, moves_hash, white_elo, black_elo, termination, termination_raw, clocks, max_clock, \
     half_point_lost_by FROM games";

#[test]
fn a_dataset_is_an_archive_of_its_games() {
    for name in "lichess-style.pgn mainz-2009.pgn fifty-move-classics.pgn".split(' ') {
        let folder = Folder::new();
        let path = data("archive").join(name).to_str().unwrap().to_owned();
        let dataset = audited(&folder, &path, "pgn");
        let table = format!("{dataset}/games/part-00000.parquet");
        let again = audited(&folder, &table, "again");
        let holds = rows(&again, OF_TABLES) == rows(&dataset, OF_TABLES);
        assert!(holds, "{name}");
        let claims = "SELECT * EXCLUDE (source, frame_offset, byte_offset, game_id) FROM incidents";
        assert!(rows(&again, claims) == rows(&dataset, claims), "{name}");
    }
}

/// A table of several megabytes of text, of which each thread makes a part into text.
#[test]
fn threads_give_the_rows_that_one_gives() {
    let folder = Folder::new();
    let games = std::fs::read_to_string(data("archive/lichess-style.pgn")).unwrap();
    let archive = folder.write("a.pgn", games.repeat(150));
    let dataset = audited(&folder, &archive, "pgn");
    let sql = "SELECT white, black, result, variant, fen, white_start, moves, clocks FROM games";
    let table = written(&folder, &dataset, sql, "games.parquet");
    let found = ["1", "4"].map(|threads| {
        let out = folder.path(threads);
        let output = run!("audit {table} --out {out} -q -j {threads} --with-moves");
        assert!(output.status.code() < Some(2), "{}", output.err());
        rows(&out, "SELECT * FROM games ORDER BY game")
    });
    assert!(found[0].len() > 3000, "{}", found[0].len());
    assert!(found[0] == found[1]);
    let moves = "SELECT moves FROM games ORDER BY game";
    assert!(rows(&folder.path("4"), moves) == rows(&dataset, moves));
}

#[test]
fn columns_mean_what_their_names_or_the_user_say() {
    let folder = Folder::new();
    let path = data("archive/mainz-2009.pgn").to_str().unwrap().to_owned();
    let dataset = audited(&folder, &path, "pgn");
    let others = "SELECT white AS white_username, black AS Black, fen AS initial_fen, moves AS moves_uci, \
                  'Chess960' AS rules, result AS outcome FROM games";
    let table = written(&folder, &dataset, others, "others.parquet");
    let found = audited(&folder, &table, "others");
    let compared = "SELECT white, black, result, white_start, moves, plies FROM games";
    assert_eq!(rows(&found, compared), rows(&dataset, compared));
    // Without a start position the games are rejected, as in PGN.
    let given =
        "SELECT white, fen AS origin, moves AS line, 'Chess960' AS variant, result FROM games";
    let table = written(&folder, &dataset, given, "given.parquet");
    run(["audit", &table, "--out", &folder.path("unknown"), "-q"])
        .out()
        .has("S010");
    let moves_only = folder.path("moves-only");
    let output =
        run!("audit {table} --out {moves_only} -q --exit-zero --input-columns movetext=line");
    assert!(output.status.success(), "{}", output.err());
    let sql = "SELECT verdict, codes, COUNT(*) AS n FROM games GROUP BY verdict, codes";
    let verdicts = rows(&moves_only, sql);
    assert_eq!(
        json!(verdicts),
        json!([{"verdict": "rejected", "codes": "F002", "n": 20}])
    );
    let mapped = folder.path("mapped");
    let map = "movetext=line,fen=origin";
    run!(
        "audit {table} --all-findings --out {mapped} --with-moves --exit-zero --input-columns {map}"
    )
    .err()
    .has("origin as FEN, line as movetext");
    let compared = "SELECT white, result, white_start, moves, plies FROM games";
    assert_eq!(rows(&mapped, compared), rows(&dataset, compared));
    // The meaning is recorded, so the dataset can be compared with its input, and its games shown.
    let verified = run!("verify --inputs {mapped}");
    assert!(verified.status.success(), "{}", verified.err());
    let shown = run!("show {mapped} 4");
    assert!(shown.out().contains("[FEN \""));
    let manifest = manifest(&mapped);
    assert_eq!(manifest["inputs"][0]["columns"]["origin"], "FEN");
    assert_eq!(manifest["options"]["input_columns"]["fen"], "origin");
    run!("audit {table} --input-columns fen").ends(2);
}

#[test]
fn a_damaged_table_costs_itself() {
    let folder = Folder::new();
    let path = data("archive/mainz-2009.pgn").to_str().unwrap().to_owned();
    let dataset = audited(&folder, &path, "pgn");
    let whole = std::fs::read(format!("{dataset}/games/part-00000.parquet")).unwrap();
    let cut = folder.write("cut.parquet", &whole[..whole.len() - 9]);
    folder
        .audit((&cut, &path, "--exit-zero"))
        .err()
        .has("cut.parquet:1:1: error[S003]");
    let count = rows(&folder.path("out"), "SELECT COUNT(*) AS n FROM games");
    assert_eq!(json!(count), json!([{"n": 20}]), "the other input is read");
}
