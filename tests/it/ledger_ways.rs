//! The ledger of archives and the ledger of their dataset are the same bytes, for all options and all
//! tables.

use crate::folder::{Folder, audited, json, printed};
use crate::soak;
use crate::support::corpus;

/// Rook and bishop against rook needs 60 moves, two knights against a pawn 75 while it is blocked.
const LAW: &str = "\
id,from,to,rule,condition,limit_moves,presumed,goes_by,uncertain,source,certainty
fifty,,,claim,always,50,yes,game,,x,x
sixty,1980-01-01,,claim,KRBvKR,60,yes,game,1990-01-01..1999-12-31,x,x
blocked,,,claim,KNNvKP blocked-behind-troitsky-line,75,yes,game,,x,x
automatic,2010-01-01,,automatic,always,75,yes,competition,,x,x
";

/// Venue rules unlike the built-in ones: claims at Lichess until 2022, and nothing about chess.com.
const VENUES: &str = "\
venue,rule,kind,from,to,certainty,source
over_the_board,fifty,claim,,,x,x
over_the_board,seventy_five,automatic,,,x,x
lichess,fifty,claim,,2022-06-30,x,x
icc,fifty,automatic,,,x,x
fics,fifty,none,,,x,x
tcec,fifty,claim,,,x,x
cutechess,fifty,claim,,,x,x
";

/// Options of the ledger.
const FORMS: [&str; 10] = [
    "--format table",
    "--format csv",
    "--format json --sort clock",
    "--format pgn --sort date",
    "--format csv --missed",
    "--format csv --law fide",
    "--format table --missed --law fide --sort turns",
    "--format json --law venue -j 1",
    "--format pgn --missed --law fide",
    "--records --format json",
];

#[test]
fn the_ledger_is_the_same_from_archives_and_from_datasets() {
    let folder = Folder::new();
    let (law, venues) = (
        folder.write("law.csv", LAW),
        folder.write("venues.csv", VENUES),
    );
    let mut inputs = vec!["data/archive".to_owned(), "data/traps".to_owned()];
    for name in ["fifty", "chess960", "standard", "torture"] {
        let shared = corpus(name);
        inputs.extend(shared.map(|path| path.to_str().unwrap().to_owned()));
    }
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let plain = audited(&folder, "plain", &inputs, "--with-moves");
    let tables = [
        String::new(),
        format!("--law-table {law}"),
        format!("--law-table {law} --venue-table {venues}"),
    ];
    for (index, tables) in tables.iter().enumerate() {
        // Games with a claimable draw have their moves in any dataset.
        let own = audited(&folder, &format!("own{index}"), &inputs, tables);
        for form in soak::sample(FORMS, 3) {
            // Records depend on the moves alone.
            let records = form.contains("--records");
            let judged = if records { "" } else { tables };
            let of = |inputs: &[&str], tables: &str| {
                printed(("draws --rule fifty", inputs, (tables, form)))
            };
            let direct = of(&inputs, judged);
            assert!(direct.lines().count() > 1, "{form:?}");
            // Audited with other tables and judged again; audited with these tables.
            assert!(of(&[&plain], judged) == direct, "{tables:?} {form:?}");
            assert!(records || of(&[&own], "") == direct, "{tables:?} {form:?}");
        }
        sheets(&folder, &plain, tables);
        if tables.is_empty() {
            sheets(&folder, &own, tables);
        }
    }
}

/// Sheets of some games of the ledger, from archives and from a dataset.
fn sheets(folder: &Folder, dataset: &str, tables: &str) {
    let rows: Vec<serde_json::Value> = json(("draws --rule fifty", dataset, tables));
    for row in rows.iter().step_by(40) {
        let source = row["source"].as_str().unwrap();
        let name = format!("{source}#{}", row["game"].as_u64().unwrap() + 1);
        let sheet = |inputs: &[&str], out: &str| {
            let out = folder.path(out);
            let _ = std::fs::remove_file(&out);
            let asked = [&*name, "--out", &out];
            printed(("draws sheet", inputs, (tables, &asked)));
            std::fs::read(out).unwrap()
        };
        let holds = sheet(&[source], "direct.html") == sheet(&[dataset], "dataset.html");
        assert!(holds, "{name} {tables:?}");
    }
}
