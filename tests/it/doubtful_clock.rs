//! A half-move clock that cannot be right: the audit says so (F020), and no way of asking rules on it with certainty.

use serde_json::Value;

use crate::folder::{Folder, Has, Ran, run};

/// Ninety-seven half-moves cannot have been made before move 5. The game goes on to clock 107, and White lost.
const GAME: &str = "\
[Event \"Doubt\"]
[Site \"?\"]
[Date \"2009.08.01\"]
[Round \"1\"]
[White \"Alba, A\"]
[Black \"Brun, B\"]
[Result \"RESULT\"]
[SetUp \"1\"]
[FEN \"4k1nr/8/8/8/8/8/8/4K1NR w - - 97 5\"]

5. Nf3 Nf6 6. Rg1 Rg8 7. Kd2 Kd7 8. Kd3 Kd6 9. Ng5 Ng4 RESULT
";

const REASON: &str = "the half-move clock in the FEN at the start cannot be right";

#[test]
fn no_way_of_asking_rules_on_it() {
    let folder = Folder::new();
    let lost = folder.write("lost.pgn", GAME.replace("RESULT", "0-1"));
    let going_on = folder.write("on.pgn", GAME.replace("RESULT", "*"));
    // The lines of a text may end anywhere in a sentence.
    let asked = |arguments: &str| {
        let output = run(arguments);
        assert!(output.status.code() < Some(2), "{}", output.err());
        let words = output.out();
        words.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
    };
    folder.audit(["-q", &lost]).out().has("F020");
    let dataset = folder.path("out");
    let sheet = folder.path("sheet.html");
    run!("draws sheet {lost} 1 --out {sheet}").ends(0);
    let page = folder.path("page.html");
    run!("report {dataset} --out {page}").ends(0);
    let page = std::fs::read_to_string(page).unwrap();
    // The page says so of a run with this mark (`script/incidents.js`).
    let runs = page
        .split("{\"fields\"")
        .find(|part| part.contains("\"clock_in_doubt\""));
    let runs = format!("{{\"fields\"{}", runs.unwrap());
    let mut runs = serde_json::Deserializer::from_str(&runs).into_iter::<Value>();
    let runs = runs.next().unwrap().unwrap();
    let names = runs["fields"].as_array().unwrap();
    let mark = names.iter().position(|name| name == "clock_in_doubt");
    assert_eq!(runs["rows"][0][mark.unwrap()], true);
    for (way, said) in [
        ("table", asked(&format!("draws {lost}"))),
        ("dataset", asked(&format!("draws {dataset}"))),
        ("fifty", asked(&format!("draws --rule fifty {lost}"))),
        ("games", asked(&format!("draws {lost} --format pgn"))),
        ("claim", asked(&format!("draws claim {lost} 1 --ply 8"))),
        ("watch", asked(&format!("draws watch {going_on} --once"))),
    ] {
        assert!(said.contains(REASON), "{way}: {said}");
        assert!(!said.contains("may claim"), "{way}: {said}");
        let holds = !said.contains("Correct: the game is drawn");
        assert!(holds, "{way}: {said}");
    }
    let json = asked(&format!("draws claim {lost} 1 --ply 8 --format json"));
    let ruling: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(ruling["correct"], Value::Null);
    assert_eq!(ruling["not_judged"], REASON);
    // A claim that fails even with that clock fails; so does one after a capture, which begins the clock anew.
    let early = asked(&format!("draws claim {lost} 1 --ply 2"));
    assert!(early.contains("Incorrect"), "{early}");
}
