//! What people type for a command that has another name.

use audit960_types::shell_word;

/// Words that are no commands, each with the command line that does what they say. `IN` are the inputs that follow the
/// word, `...` is everything that does.
#[rustfmt::skip]
const COMMANDS: [(&[&str], &str); 29] = [
    (&["positions", "position", "start"], "starts ..."),
    (&["fifty", "50", "fifty-move", "fifty-moves", "50-move", "50-moves"], "draws ... --rule fifty"),
    (&["popular", "common", "frequent"], "explore ..."),
    (&["stats", "statistics", "summary", "count", "results", "scores", "sp", "chess960"], "starts IN"),
    (&["draw", "random", "lottery", "lot", "pick", "roll", "generate", "shuffle"], "starts pick"),
    (&["repetition", "repetitions", "threefold", "fivefold"], "draws IN --rule repetition"),
    (&["missed", "claims", "halfpoints"], "draws IN --missed"),
    (&["claim", "arbiter"], "draws claim IN 12 --move \"31 Rd1\""),
    (&["watch", "live", "follow"], "draws watch IN"),
    (&["sheet"], "draws sheet IN 12 --out sheet.html"),
    (&["tree", "book", "moves", "opening", "openings", "explorer"], "explore IN --start 518"),
    (&["validate", "lint", "test", "errors", "findings", "problems", "diagnostics"], "check IN"),
    (&["clean", "convert", "normalise", "normalize", "format", "rewrite", "filter", "extract", "select"], "export IN --out clean.pgn"),
    (&["split"], "export IN --split-by start --out DIR"),
    (&["merge", "join", "concat"], "export IN --no-duplicates --out merged.pgn"),
    (&["repair", "fix"], "export IN --apply-proposals --out repaired.pgn"),
    (&["duplicates", "copies", "doubles", "dedup", "dupes"], "audit IN --duplicates"),
    (&["read", "import", "build", "analyse", "analyze", "scan", "process", "parquet"], "audit IN"),
    (&["html", "page", "publish"], "report IN"),
    (&["compare", "changes", "delta"], "diff OLD NEW"),
    (&["search", "grep", "material", "pattern"], "find IN --material KRvKR"),
    (&["endgames", "endgame"], "endings IN"),
    (&["sql", "duckdb"], "query IN \"SELECT COUNT(*) FROM games\""),
    (&["print", "view", "game", "cat"], "show IN 12"),
    (&["code", "codes", "why"], "explain"),
    (&["laws", "rules", "fide", "venues"], "law"),
    (&["syzygy", "tb", "probe"], "tablebase probe --tablebase DIR IN"),
    (&["perft"], "epd perft IN"),
    (&["schemas", "columns", "tables"], "schema games"),
];

/// Options that went, by command, each with what took its place.
const OPTIONS: [(&str, &str, &str); 8] = [
    ("draws", "--watch", "audit960 draws watch FILE"),
    (
        "draws",
        "--claim",
        "audit960 draws claim FILE GAME --move \"31 Rd1\"",
    ),
    (
        "draws",
        "--sheet",
        "audit960 draws sheet FILE GAME --out sheet.html",
    ),
    ("starts", "--draws", "--lots RULE"),
    ("explore", "--top", "--limit N"),
    ("explore", "--ply", "--plies N"),
    ("endings", "--top", "--limit N"),
    ("find", "--first", "--limit N"),
];

/// The command line for a word that is no command, given the arguments after it; none if nobody means anything by it.
pub(crate) fn command_for(word: &str, rest: &[String]) -> Option<String> {
    let word = word.to_ascii_lowercase().replace('_', "-");
    let (_, line) = COMMANDS
        .iter()
        .find(|(words, _)| words.contains(&word.as_str()))?;
    let named = rest.iter().take_while(|word| !word.starts_with('-'));
    let line = line
        .replace("...", &joined(rest.iter()))
        .replace("IN", &joined(named));
    Some(format!("audit960 {line}"))
}

/// What took the place of an option of a command.
pub(crate) fn option_for(command: &str, option: &str) -> Option<&'static str> {
    let is_it = |gone: &&(&str, &str, &str)| (gone.0, gone.1) == (command, option);
    OPTIONS.iter().find(is_it).map(|(_, _, now)| *now)
}

/// Arguments as they are typed in a shell.
fn joined<'a>(words: impl Iterator<Item = &'a String>) -> String {
    let words: Vec<String> = words.map(|word| shell_word(word)).collect();
    match words.is_empty() {
        true => "games.pgn".to_owned(),
        false => words.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::Cli;

    #[test]
    fn each_command_line_is_one() {
        for (words, _) in COMMANDS {
            let line = command_for(words[0], &[]).unwrap();
            let command = line.split(' ').nth(1).unwrap();
            let commands = Cli::command();
            assert!(commands.find_subcommand(command).is_some(), "{line}");
            for word in words {
                assert!(
                    commands.find_subcommand(word).is_none(),
                    "{word} is a command"
                );
            }
        }
    }

    #[test]
    fn arguments_are_kept() {
        let line = |words: &str| {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            command_for(&words[0], &words[1..])
        };
        assert_eq!(
            line("positions a b --model").as_deref(),
            Some("audit960 starts a b --model")
        );
        assert_eq!(
            line("Fifty a --missed").as_deref(),
            Some("audit960 draws a --missed --rule fifty")
        );
        assert_eq!(line("stats a --fast").as_deref(), Some("audit960 starts a"));
        assert_eq!(
            line("sql").as_deref(),
            Some("audit960 query games.pgn \"SELECT COUNT(*) FROM games\"")
        );
        assert_eq!(line("xyzzy"), None);
    }
}
