//! `audit960 draws --watch`: live files, for arbiters.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};
use audit960_ledger::Tables;
use audit960_types::{Side, harmless, harmless_json};
use serde_json::{Value, json};

use super::live::{Boards, Change, State};
use crate::commands::format::Format;

/// The options of a watch.
#[derive(Debug, clap::Args)]
pub(super) struct WatchArgs {
    /// Watch PGN files that grow, such as broadcasts: one line for each board on which a claim becomes
    /// possible or lapses, or whose game is over without a claim; until Ctrl-C. The Laws are those of
    /// the game's date, today's where it has none
    #[arg(long, conflicts_with_all = ["missed", "rule", "law", "sort", "sheet", "records", "claim"])]
    watch: bool,
    /// Seconds between two looks at the files
    #[arg(long, value_name = "SECONDS", default_value = "2", requires = "watch",
        value_parser = clap::value_parser!(u64).range(1..))]
    interval: u64,
    /// Look once, and end
    #[arg(long, requires = "watch")]
    once: bool,
}

impl WatchArgs {
    /// Whether there is something to watch.
    pub(super) const fn is_asked(&self) -> bool {
        self.watch
    }

    /// Watches files until the program is stopped, or looks at them once.
    pub(super) fn run(
        &self,
        inputs: &[String],
        tables: &Tables,
        format: Format,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let json = match format {
            Format::Table => false,
            Format::Json => true,
            Format::Csv => {
                bail!("--watch prints text or, with --format json, a line of JSON a change")
            }
        };
        let mut files: Vec<Watched> = inputs
            .iter()
            .map(|name| Watched::new(name, tables.clone()))
            .collect();
        loop {
            for file in &mut files {
                for change in file.look(self.once)? {
                    if json {
                        let json = as_json(&file.name, &change).to_string();
                        writeln!(out, "{}", harmless_json(&json))?;
                    } else {
                        let mut line = Vec::new();
                        write_line(&change, &mut line)?;
                        let line = String::from_utf8_lossy(&line);
                        writeln!(out, "{}", harmless(line.trim_end_matches('\n')))?;
                    }
                }
            }
            out.flush()?;
            if self.once {
                return Ok(());
            }
            std::thread::sleep(Duration::from_secs(self.interval));
        }
    }
}

/// A file that is watched.
struct Watched {
    name: String,
    path: PathBuf,
    /// The text of the last look: a file that is the same is not read again.
    text: Vec<u8>,
    boards: Boards,
}

impl Watched {
    fn new(name: &String, tables: Tables) -> Self {
        Self {
            name: name.clone(),
            path: PathBuf::from(name),
            text: Vec::new(),
            boards: Boards::new(tables),
        }
    }

    /// What has changed. A file that is missing, as while it is being replaced, has not; but where it
    /// is looked at only once, it must be there.
    fn look(&mut self, once: bool) -> anyhow::Result<Vec<Change>> {
        let text = match fs::read(&self.path) {
            Ok(text) => text,
            Err(error) if !once && error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error).with_context(|| self.name.clone()),
        };
        if text == self.text {
            return Ok(Vec::new());
        }
        self.text = text;
        Ok(self.boards.read(&self.text))
    }
}

/// A change as a line for people.
fn write_line(change: &Change, out: &mut dyn Write) -> io::Result<()> {
    let board = &change.board;
    write!(out, "{}", board.event)?;
    if board.round != "?" {
        write!(out, ", round {}", board.round)?;
    }
    write!(out, ", {} – {}: ", board.white, board.black)?;
    let after = match change.last_move.as_str() {
        "" => "at the start".to_owned(),
        last => format!("after {last}"),
    };
    let side = match change.side {
        Side::White => "White",
        Side::Black => "Black",
    };
    match &change.state {
        State::Quiet => writeln!(out, "{after} no claim any more"),
        State::Ended(result) => writeln!(out, "{result}"),
        State::Over(over) => {
            let by = over
                .rule
                .article()
                .map_or(String::new(), |it| format!("{it}: "));
            writeln!(out, "{after} the game is over ({by}{})", over.rule.reason())
        }
        State::Claim(possible) => {
            let claims: Vec<String> = possible.iter().map(claim).collect();
            writeln!(out, "{after} {side} may claim {}", claims.join("; "))
        }
    }
}

/// A possible claim in words.
fn claim(possible: &super::live::Possible) -> String {
    let moves = possible.moves.join(", ");
    let (article, count) = (possible.article, possible.count);
    match article {
        "9.2.2" => format!("{article} (the position has stood {count} times)"),
        "9.3.2" => format!("{article} (half-move clock {count})"),
        _ => format!("{article} with {moves}"),
    }
}

/// A change as JSON.
fn as_json(file: &str, change: &Change) -> Value {
    let board = &change.board;
    let (state, claims, article, ply, result) = match &change.state {
        State::Quiet => ("none", Vec::new(), None, None, None),
        State::Ended(result) => ("ended", Vec::new(), None, None, Some(result.as_str())),
        State::Over(over) => (
            "over",
            Vec::new(),
            Some(over.rule.as_str()),
            Some(over.ply),
            None,
        ),
        State::Claim(possible) => {
            let claims = possible
                .iter()
                .map(|it| json!({ "article": it.article, "moves": it.moves, "count": it.count }));
            ("claim", claims.collect(), None, None, None)
        }
    };
    json!({
        "file": file,
        "event": board.event,
        "round": board.round,
        "white": board.white,
        "black": board.black,
        "plies": change.plies,
        "last_move": change.last_move,
        "side": change.side.as_str(),
        "state": state,
        "claims": claims,
        "over_by": article,
        "over_ply": ply,
        "result": result,
    })
}
