//! The help of each command.

use std::path::Path;

use crate::folder::{Has as _, cases, printed};

/// Lines of a terminal that fills a screen.
const SCREEN: usize = 50;

/// Lines of a command's help at length.
const AT_LENGTH: usize = 120;

/// Width of the help on a wide terminal.
const WIDTH: usize = 100;

/// The help of each command fits a screen, has examples, and says where the rest is; at length it has everything.
#[test]
fn help_fits_a_screen() {
    let all = printed("--help");
    let listed = all.split("\nOptions:").next().unwrap().lines();
    let names: Vec<&str> = listed
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .collect();
    let holds = names.len() > 15 && names.contains(&"starts");
    assert!(holds, "{names:?}");
    for name in names {
        let help = printed!("{name} --help");
        let lines = help.lines().count();
        assert!(lines <= SCREEN, "{name}: {lines} lines");
        assert!(help.contains("xample"), "{name} has no example");
        let holds = help.contains(&format!("audit960 help {name}"));
        assert!(holds, "{name}: {help}");
        help.lacks("--max-expansion");
        let length = printed!("help {name}");
        assert!(length.lines().count() <= AT_LENGTH, "{name}");
        assert!(length.lines().count() >= lines, "{name}");
        assert!(!length.contains("All options at length"), "{name}");
    }
    // A longer line would be broken wherever it ends, examples of commands too.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/audit960/commands/help");
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for line in text.lines() {
            assert!(line.len() < WIDTH, "{line}");
        }
    }
    assert!(!printed("help starts show").contains("All options at length"));
    let filters = printed("help filters");
    for option in "--where --since --player --venue --no-engines --time-control".split(' ') {
        assert!(filters.contains(option), "{option}");
        printed("help draws").lacks(&format!("{option} <"));
        printed("draws --help").lacks(&format!("{option} <"));
    }
    printed("help draws").has("audit960 help filters");
    assert_eq!(printed("filters"), filters);
    assert!(printed("help limits").contains("--max-memory"));
    // Options that stand behind shared ones are the command's own all the same.
    for (command, option) in cases("draws claim | --move\nshow | --ply\nexport | --verdict\nepd perft | --depth\nepd check | --lines")
        .into_iter()
        .map(|[command, option]| (command, option))
    {
        printed!("{command} --help").has(option);
        printed!("help {command}").has(option);
    }
}
