//! What people type for a command or an option that has another name.

use std::path::Path;

use audit960_answers::named_start;
use audit960_board::Position;
use audit960_board::start::START_COUNT;
use audit960_dataset::is_dataset;
use audit960_tree::find::parse_material;
use audit960_types::{nearest_name, shell_word};
use clap::{Command, CommandFactory as _};

use crate::Cli;

/// Words that are no commands, each with the command line that does what they say, and the one for a dataset where that
/// is another; the first one that fits. In it stand for what follows the word: `IN` everything or else an archive, `FILE`
/// the first name, `DATASET` and `ARCHIVE` the first name that is one, `GAME` the number after it, `WHAT` another argument
/// after it. An option that is typed, too, takes the place of the one in the line.
#[rustfmt::skip]
const COMMANDS: [(&[&str], &str, &str); 45] = [
    (&["positions", "position", "start", "startpos", "sprt", "summary", "stats", "statistics", "count", "results", "scores", "sp", "chess960"], "starts IN", ""),
    (&["fifty", "50", "fifty-move", "fifty-moves", "fiftymove", "fiftymoves", "50-move", "50-moves"], "draws IN --rule fifty", ""),
    (&["popular", "common", "frequent", "tree", "book", "moves", "opening", "openings", "explorer"], "explore IN", ""),
    (&["year", "years", "hist", "histogram", "group"], "starts IN --by year", ""),
    (&["eco"], "starts IN --by eco", ""),
    (&["rating", "ratings"], "starts IN --by rating", ""),
    (&["exits", "book-exits", "bookexits"], "starts IN --by fen", ""),
    (&["unplayed", "never"], "starts IN --min-games 0 --sort start", ""),
    (&["lots", "uniform", "popularity", "frequency", "frequencies"], "starts IN --popularity", ""),
    (&["fairness", "fair", "winrate"], "starts IN --sort q", ""),
    (&["drawrate", "drawrates", "draw-rate", "draw-rates"], "starts IN --draw-rates", ""),
    (&["pentanomial", "pairs", "pairings", "elo", "match", "matches"], "starts IN --pentanomial", ""),
    (&["random", "lottery", "lot", "pick", "roll", "generate", "shuffle"], "starts pick", ""),
    (&["repetition", "repetitions", "threefold", "fivefold"], "draws IN --rule repetition", ""),
    (&["missed", "halfpoints", "half-points", "lost"], "draws IN --missed", ""),
    (&["claims", "claimable", "draw"], "draws IN", ""),
    (&["claim", "arbiter", "rule", "ruling", "judge"], "draws claim FILE GAME --move \"WHAT\"", ""),
    (&["watch", "live", "follow"], "draws watch IN", ""),
    (&["sheet"], "draws sheet FILE GAME --out sheet.html", ""),
    (&["validate", "lint", "test", "errors", "findings", "problems", "diagnostics", "same"], "check IN", "verify IN"),
    (&["clean", "convert", "normalise", "normalize", "format", "rewrite", "filter", "extract"], "export IN --out clean.pgn", ""),
    (&["games", "list", "ls", "names"], "query FILE \"SELECT white, black, result, date FROM games\"", ""),
    (&["player", "players", "who", "standings", "crosstable"], "audit IN --players --report", "query FILE \"SELECT * FROM players\""),
    (&["head", "sample"], "query FILE \"SELECT * FROM games LIMIT 5\"", ""),
    (&["json"], "query FILE \"SELECT * FROM games\" --json", ""),
    (&["csv"], "query FILE \"SELECT * FROM games\" --csv", ""),
    (&["split"], "export IN --split-by year --out games.pgn", ""),
    (&["merge", "join", "concat", "combine", "unique"], "export IN --no-duplicates --out merged.pgn", ""),
    (&["repair", "fix"], "export IN --apply-proposals --out repaired.pgn", ""),
    (&["duplicates", "copies", "doubles", "dedup", "dedupe", "dupes"], "audit IN --duplicates", "export IN --no-duplicates --out merged.pgn"),
    (&["add", "append", "update"], "audit ARCHIVE --append --out DATASET", ""),
    (&["read", "import", "build", "analyse", "analyze", "scan", "process"], "audit IN", "query FILE \"DESCRIBE games\""),
    (&["parquet", "dataset", "info", "schemas", "columns", "tables", "describe", "table"], "audit IN", "query FILE \"DESCRIBE games\""),
    (&["resume", "continue"], "audit IN --resume", ""),
    (&["html", "page", "publish", "website", "site", "pdf", "plot", "chart"], "audit IN --report", "report IN"),
    (&["compare", "changes", "delta"], "diff IN", ""),
    (&["search", "grep", "lookup"], "export FILE --player \"WHAT\" --out found.pgn", ""),
    (&["pattern", "patterns"], "find --help", ""),
    (&["endgames", "endgame", "material"], "endings IN", ""),
    (&["sql", "duckdb", "select", "where"], "query FILE \"WHAT\"", ""),
    (&["print", "view", "game", "cat", "replay", "display"], "show FILE GAME", ""),
    (&["code", "codes", "why"], "explain", ""),
    (&["laws", "rules", "fide", "venues"], "law", ""),
    (&["syzygy", "tb", "probe"], "tablebase probe --tablebase DIR IN", ""),
    (&["perft"], "epd perft IN", ""),
];

/// Words that are about a start position if one follows them.
const OF_A_START: [&str; 13] = [
    "positions",
    "position",
    "start",
    "startpos",
    "chess960",
    "sp",
    "board",
    "diagram",
    "number",
    "fen",
    "frc",
    "scharnagl",
    "check-fen",
];

/// Options that went, or that people guess, by command (any if empty), each with what takes their place; `VALUE` in it is
/// what was typed after the option. After an option that there is stands a value that it does not take.
#[rustfmt::skip]
const OPTIONS: [(&str, &str, &str); 55] = [
    ("draws", "--watch", "audit960 draws watch FILE"),
    ("draws", "--claim", "audit960 draws claim FILE GAME --move \"31 Rd1\""),
    ("draws", "--sheet", "audit960 draws sheet FILE GAME --out sheet.html"),
    ("draws", "--lost", "--missed"),
    ("starts", "--draws", "--lots RULE"),
    ("starts", "--unplayed", "--min-games 0 --sort start"),
    ("starts", "--max-games", "--min-games 0 --sort start"),
    ("starts", "--exclude", "--exclude-orthodox, or --distinct for positions that are all different"),
    ("starts", "--number", "-n VALUE"),
    ("explore", "--top", "--limit VALUE"),
    ("explore", "--ply", "--plies VALUE"),
    ("", "--top", "--limit VALUE"),
    ("", "--first", "--limit VALUE"),
    ("", "--head", "--limit VALUE"),
    ("audit", "--severity", "audit960 check IN --severity VALUE"),
    ("", "--date", "--since VALUE --until VALUE"),
    ("", "--rating", "--min-elo VALUE"),
    ("", "--elo", "--min-elo VALUE"),
    ("law", "--rule", "--date VALUE, which names every rule of that day"),
    ("query", "--limit", "SELECT ... LIMIT VALUE"),
    ("query", "--sql", "the query is an argument of its own: audit960 query FILE \"VALUE\""),
    ("query", "--query", "the query is an argument of its own: audit960 query FILE \"VALUE\""),
    ("query", "--command", "the query is an argument of its own: audit960 query FILE \"VALUE\""),
    ("", "--schema", "audit960 query FILE \"DESCRIBE games\""),
    ("", "--group-by", "--by VALUE"),
    ("law", "--year", "--date VALUE"),
    ("", "--year", "--since VALUE --until VALUE"),
    ("", "--white", "--where \"white LIKE '%VALUE%'\""),
    ("", "--black", "--where \"black LIKE '%VALUE%'\""),
    ("", "--result", "--where \"result = 'VALUE'\""),
    ("", "--fifty", "--rule fifty"),
    ("", "--rule 50", "--rule fifty"),
    ("", "--rule 75", "--rule fifty, which has both limits"),
    ("", "--rule 3", "--rule repetition"),
    ("", "--rule 5", "--rule repetition, which has both limits"),
    ("", "--rule threefold", "--rule repetition"),
    ("", "--rule fivefold", "--rule repetition, which has both limits"),
    ("", "--threefold", "--rule repetition"),
    ("", "--repetition", "--rule repetition"),
    ("export", "--duplicates", "--no-duplicates"),
    ("export", "--dedup", "--no-duplicates"),
    ("export", "--dedupe", "--no-duplicates"),
    ("export", "--unique", "--no-duplicates"),
    ("export", "--format", "--out games.pgn; tables are written by audit960 query FILE \"SELECT * FROM games\" --format VALUE"),
    ("", "--dedup", "--duplicates"),
    ("", "--dedupe", "--duplicates"),
    ("", "--fix", "audit960 export IN --apply-proposals --out repaired.pgn"),
    ("", "--humans", "--where \"population = 'human'\""),
    ("", "--engines", "--where \"population = 'engine'\""),
    ("find", "--ending", "--material KRvKR"),
    ("draws", "--records", "audit960 query IN \"SELECT source, game, white, black, max_clock, plies FROM games ORDER BY max_clock DESC LIMIT 5\""),
    ("", "--parquet", "--format parquet"),
    ("", "--theory", "--truth"),
    ("", "--output", "--out VALUE"),
    ("", "--language", "--lang VALUE"),
];

/// How much a misspelt word must be like the one that is meant.
const ALIKE: f64 = 0.85;

/// The command line for a word that is no command, given the arguments after it; none if it is not one of these words.
pub(crate) fn command_for(word: &str, rest: &[String]) -> Option<String> {
    let asked = asked_by_name(word);
    let word = word.to_ascii_lowercase().replace('_', "-");
    let first = rest.first();
    if OF_A_START.contains(&word.as_str()) && first.is_some_and(|id| named_start(id).is_ok()) {
        return Some(format!("audit960 starts show {}", typed(rest.iter())));
    }
    if asked.is_some() {
        return asked;
    }
    let line = line_for(&word, rest)?;
    let count = first.filter(|first| first.parse::<u32>().is_ok());
    Some(match (line, count) {
        ("starts pick", Some(count)) => format!("audit960 starts pick -n {count}"),
        _ if word == "draw" && count.is_some() => {
            format!("audit960 starts pick -n {}", typed(count.into_iter()))
        }
        _ => format!("audit960 {}", filled(line, rest)),
    })
}

/// The command line about a material, or a position, that is named where a file or a command is expected: a position by its FEN
/// or, for a start position, its number or arrangement.
pub(crate) fn asked_by_name(name: &str) -> Option<String> {
    let name = name.trim();
    if Position::from_fen(name).is_ok() {
        let fen = shell_word(name);
        return Some(format!(
            "audit960 starts show {fen} (a start position), draws claim {fen}, or tablebase probe {fen}"
        ));
    }
    if is_material(name) {
        return Some(format!("audit960 find games.pgn --material {name}"));
    }
    let is_start = name.parse::<u16>().is_ok_and(|number| number < START_COUNT) || name.len() == 8;
    (is_start && named_start(name).is_ok()).then(|| format!("audit960 starts show {name}"))
}

fn is_material(name: &str) -> bool {
    name.contains('v') && parse_material(name).is_ok()
}

/// The command line for an argument that a command does not take.
pub(crate) fn argument_for(command: &str, argument: &str) -> Option<String> {
    if command == "law" && is_material(argument) {
        return Some(format!("audit960 law --date 2024 --material {argument}"));
    }
    asked_by_name(argument)
}

/// The same for the command or word that is most like a misspelt one; none if none is, or if it is the name of a file.
pub(crate) fn command_like(word: &str, rest: &[String]) -> Option<String> {
    if word.contains(['.', '/', '\\']) {
        return None;
    }
    let commands = Cli::command();
    let shown = commands
        .get_subcommands()
        .filter(|command| !command.is_hide_set());
    let words = COMMANDS
        .iter()
        .flat_map(|(words, ..)| words.iter().copied());
    let meant = nearest_name(word, ALIKE, shown.map(Command::get_name).chain(words))?.to_owned();
    command_for(&meant, rest).or_else(|| Some(format!("audit960 {meant} {}", typed(rest.iter()))))
}

fn line_for(word: &str, rest: &[String]) -> Option<&'static str> {
    let (_, line, of_dataset) = COMMANDS.iter().find(|(words, ..)| words.contains(&word))?;
    let names_dataset = rest.iter().any(|name| is_dataset(Path::new(name)));
    Some(match names_dataset && !of_dataset.is_empty() {
        true => of_dataset,
        false => line,
    })
}

/// A command line with the arguments in their places.
fn filled(line: &str, rest: &[String]) -> String {
    let is_option = |word: &&String| word.starts_with('-');
    let mut line = line.to_owned();
    if !line.split(' ').any(|word| word == "IN") {
        let options = rest.iter().skip_while(|word| !word.starts_with('-'));
        line = format!("{line} {}", typed(options)).trim_end().to_owned();
    }
    for option in rest.iter().filter(is_option) {
        let option = if option == "-o" { "--out" } else { option };
        // The value that the line has for the same option goes with it.
        if let Some((before, after)) = line.split_once(&format!(" {option} ")) {
            let after = after.split_once(' ').map_or("", |(_, after)| after);
            line = format!("{before} {after}").trim_end().to_owned();
        }
    }
    let mut names = rest.iter().take_while(|word| !is_option(word));
    let file = names
        .next()
        .map_or_else(|| "games.pgn".to_owned(), |name| shell_word(name));
    let (numbers, others): (Vec<&String>, Vec<&String>) =
        names.partition(|name| name.parse::<u64>().is_ok());
    let game = numbers.first().map_or("1", |number| number.as_str());
    let usual = match line.split(' ').next() {
        Some("query") => "SELECT COUNT(*) FROM games",
        Some("export") => "Carlsen",
        _ => "31 Rd1",
    };
    let what = others.first().map_or(usual, |other| other.as_str());
    let of_kind = |is_wanted: fn(&Path) -> bool, usual: &str| {
        let mut typed = rest.iter().filter(|word| !is_option(word));
        let named = typed.find(|name| is_wanted(Path::new(name)));
        named.map_or_else(|| usual.to_owned(), |name| shell_word(name))
    };
    let dataset = of_kind(is_dataset, "games-audit");
    let archive = of_kind(|path| !is_dataset(path), "games.pgn");
    let all = match (line.starts_with("diff"), rest) {
        (true, []) => "before-audit after-audit".to_owned(),
        (true, [before]) => format!("{} after-audit", shell_word(before)),
        (_, []) => "games.pgn".to_owned(),
        _ => typed(rest.iter()),
    };
    let quoted = format!("\"{what}\"");
    let words = line.split(' ').map(|word| match word {
        "IN" => &all,
        "FILE" => &file,
        "DATASET" => &dataset,
        "ARCHIVE" => &archive,
        "GAME" => game,
        "WHAT" => what,
        "\"WHAT\"" => &quoted,
        other => other,
    });
    words.collect::<Vec<_>>().join(" ").trim_end().to_owned()
}

/// What takes the place of an option of a command, with the value that was typed after it.
pub(crate) fn option_for(command: &str, option: &str, value: Option<&str>) -> Option<String> {
    let is_it = |known: &&(&str, &str, &str)| {
        (known.0.is_empty() || known.0 == command) && known.1 == option
    };
    let (_, _, now) = OPTIONS.iter().find(is_it)?;
    Some(now.replace("VALUE", value.unwrap_or("VALUE")))
}

/// Arguments as they are typed in a shell.
fn typed<'a>(words: impl Iterator<Item = &'a String>) -> String {
    words
        .map(|word| shell_word(word))
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    /// Each is taken by the command, whether nothing was typed after the word, an archive, or a name, too.
    #[test]
    fn each_command_line_can_be_typed() {
        let commands = Cli::command();
        for (words, known, _) in COMMANDS {
            for rest in [
                &[][..],
                &["a.pgn"],
                &["a.pgn", "3", "KRvKR"],
                &["a.pgn", "-o", "b.pgn"],
            ] {
                let rest: Vec<String> = rest.iter().map(|&word| word.to_owned()).collect();
                let line = command_for(words[0], &rest).unwrap();
                // What takes only files has no use for a name; what writes nothing has no -o.
                let fits = match &rest[..] {
                    [_, option, _] if option == "-o" => line.contains("export"),
                    [_, _, _] => !known.contains("IN"),
                    _ => true,
                };
                if !fits {
                    continue;
                }
                let parsed = Cli::try_parse_from(unquoted(&line));
                assert!(
                    parsed.err().is_none_or(|error| !error.use_stderr()),
                    "{line}"
                );
            }
            for word in words {
                assert!(
                    commands.find_subcommand(word).is_none(),
                    "{word} is a command"
                );
            }
        }
    }

    /// The words of a line as a shell reads it.
    fn unquoted(line: &str) -> Vec<String> {
        let parts = line.split('"').enumerate();
        let words = parts.flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        });
        words.collect()
    }

    #[test]
    fn what_is_typed_stands_in_its_place() {
        let line = |words: &str| {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            let (word, rest) = (&words[0], &words[1..]);
            command_for(word, rest).or_else(|| command_like(word, rest))
        };
        for (words, expected) in [
            ("positions a b --model", "starts a b --model"),
            ("position 518", "starts show 518"),
            ("chess960 BBQNNRKR", "starts show BBQNNRKR"),
            ("Fifty a --missed", "draws a --missed --rule fifty"),
            ("openings a --start 932", "explore a --start 932"),
            ("add a.pgn", "audit a.pgn --append --out games-audit"),
            ("openings a", "explore a"),
            ("random 3", "starts pick -n 3"),
            ("sql", "query games.pgn \"SELECT COUNT(*) FROM games\""),
            ("sql a x", "query a \"x\""),
            ("518", "starts show 518"),
            ("draw 4", "starts pick -n 4"),
            ("merge a b -o c.pgn", "export a b -o c.pgn --no-duplicates"),
            (
                "search a Anand",
                "export a --player \"Anand\" --out found.pgn",
            ),
            ("claim a --move 5", "draws claim a 1 --move 5"),
            ("claim a 12 113...", "draws claim a 12 --move \"113...\""),
            ("sheet a", "draws sheet a 1 --out sheet.html"),
            (
                "claim GAME.pgn 3",
                "draws claim GAME.pgn 3 --move \"31 Rd1\"",
            ),
            ("convert a --out b.pgn", "export a --out b.pgn"),
            ("postions a", "starts a"),
            ("exprot a --uci", "export a --uci"),
        ] {
            assert_eq!(line(words), Some(format!("audit960 {expected}")), "{words}");
        }
        assert_eq!(line("xyzzy"), None);
    }
}
