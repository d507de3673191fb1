//! Games without a start position, and the positions that fit.

use audit960_board::start::Start;
use audit960_dataset::{Table, TableBuilder};
use audit960_report::{counted, grouped};
use audit960_types::{Fact, FactSink, StartSearch, game_name};

/// How many positions of one game people see.
const SHOWN: usize = 6;

/// A game without a start position.
#[derive(Debug)]
struct Row {
    /// Chunk, and ordinal in it.
    place: (u64, u64),
    game: u64,
    line: u64,
    source: String,
    names: [Option<String>; 4],
    search: StartSearch,
}

/// Counts of a chunk, from which those before it in its source follow.
#[derive(Debug)]
struct ChunkCount {
    sequence: u64,
    source: usize,
    games: u64,
    lines: u64,
}

/// Gathers games without a start position.
#[derive(Debug, Default)]
pub struct StartGatherer {
    rows: Vec<Row>,
    chunks: Vec<ChunkCount>,
    source: String,
}

/// A chunk whose games follow.
#[derive(Clone, Copy, Debug)]
pub struct StartChunk<'c> {
    /// Its number.
    pub sequence: u64,
    /// The number of its source.
    pub source: usize,
    /// The name of its source.
    pub name: &'c str,
    /// Number of its lines.
    pub lines: u64,
}

impl StartGatherer {
    /// Says that games of this chunk follow.
    pub fn begin(&mut self, chunk: StartChunk<'_>) {
        chunk.name.clone_into(&mut self.source);
        self.chunks.push(ChunkCount {
            sequence: chunk.sequence,
            source: chunk.source,
            games: 0,
            lines: chunk.lines,
        });
    }
}

impl FactSink for StartGatherer {
    fn fact(&mut self, fact: Fact<'_>) {
        if let Fact::Game(facts) = fact {
            let Some(chunk) = self.chunks.last_mut() else {
                return;
            };
            let game = chunk.games;
            chunk.games += 1;
            let Some(search) = facts.start_search else {
                return;
            };
            self.rows.push(Row {
                place: (chunk.sequence, game),
                game,
                line: facts.line,
                source: self.source.clone(),
                names: [facts.event, facts.round, facts.white, facts.black]
                    .map(|name| name.map(str::to_owned)),
                search: search.clone(),
            });
        }
    }
}

/// Games without a start position, in the order of the inputs.
#[derive(Debug)]
pub struct MissingStarts(Vec<Row>);

impl MissingStarts {
    /// How many games lack a start position, and for how many exactly one fits, in words.
    #[must_use]
    pub fn to_sentence(&self) -> String {
        format!(
            "{} without a start position, {} with exactly one that fits",
            counted(self.games(), "game", "games"),
            grouped(self.fitting())
        )
    }

    /// The games that all workers have gathered.
    #[must_use]
    pub fn of(gathered: Vec<StartGatherer>) -> Self {
        Self(in_order(gathered))
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.0.len() as u64
    }

    /// Number of games that exactly one position fits.
    #[must_use]
    pub fn fitting(&self) -> u64 {
        let only = self.0.iter().filter(|row| row.search.only().is_some());
        only.count() as u64
    }

    /// One row a game for people: by its name, with a few of the positions that fit.
    #[must_use]
    pub fn for_people(&self) -> Table {
        let named =
            TableBuilder::of(&self.0).text("game", |row| Some(game_name(&row.source, row.game)));
        table(named, SHOWN)
    }

    /// One row a game, with all positions that fit.
    #[must_use]
    pub fn for_programs(&self) -> Table {
        let named = TableBuilder::of(&self.0)
            .text("source", |row| Some(row.source.clone()))
            .count("game", |row| row.game);
        table(named, usize::MAX)
    }
}

/// The rows of all workers in the order of the inputs, games and lines counted from the start of their
/// source.
fn in_order(gathered: Vec<StartGatherer>) -> Vec<Row> {
    let (mut rows, mut chunks) = (Vec::new(), Vec::new());
    for gather in gathered {
        rows.extend(gather.rows);
        chunks.extend(gather.chunks);
    }
    rows.sort_unstable_by_key(|row| row.place);
    chunks.sort_unstable_by_key(|chunk| chunk.sequence);
    let mut rest = rows.iter_mut().peekable();
    let (mut source, mut games, mut lines) = (None, 0, 0);
    for chunk in &chunks {
        if source != Some(chunk.source) {
            (source, games, lines) = (Some(chunk.source), 0, 0);
        }
        while let Some(row) = rest.next_if(|row| row.place.0 == chunk.sequence) {
            row.game += games;
            row.line += lines + 1;
        }
        games += chunk.games;
        lines += chunk.lines;
    }
    rows
}

/// What both tables say of a game, with at most `most` of the positions that fit.
fn table(named: TableBuilder<'_, Row>, most: usize) -> Table {
    named
        .count("line", |row| row.line)
        .text("event", |row| row.names[0].clone())
        .text("round", |row| row.names[1].clone())
        .text("white", |row| row.names[2].clone())
        .text("black", |row| row.names[3].clone())
        .count("plies", |row| row.search.plies.into())
        // A search that was stopped has counted nothing.
        .int("fitting", |row| {
            (!row.search.incomplete).then_some(row.search.count() as i64)
        })
        .text("start", |row| row.search.only().map(shown))
        .text("arrangement", |row| row.search.only().map(arrangement))
        .text("evidence", |row| {
            Some(row.search.evidence.as_str().to_owned())
        })
        .bool("complete", |row| Some(!row.search.incomplete))
        .text("starts", |row| {
            (!row.search.incomplete).then(|| list(&row.search, most))
        })
        .table()
}

fn shown((white, black): (u16, u16)) -> String {
    if white == black {
        white.to_string()
    } else {
        format!("{white}/{black}")
    }
}

fn arrangement((white, black): (u16, u16)) -> String {
    let name = |number| Start::new(number).map_or("", Start::name);
    if white == black {
        name(white).to_owned()
    } else {
        format!("{}/{}", name(white), name(black))
    }
}

/// The positions that fit, separated by blanks.
fn list(search: &StartSearch, most: usize) -> String {
    let same = search.fitting.iter().map(|number| (number, number));
    let all = same.chain(search.pairs.iter().copied());
    let mut named: Vec<String> = all.take(most).map(shown).collect();
    if search.count() > most {
        named.push("...".to_owned());
    }
    named.join(" ")
}
