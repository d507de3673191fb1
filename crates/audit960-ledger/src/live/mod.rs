//! Watches the boards of a broadcast file: what changes for an arbiter each time the file is read.

mod dates;
mod file;
mod words;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use audit960_law::GameDates;
use audit960_replay::{AuditOptions, Auditor};
use audit960_source::spans;
use audit960_types::{
    ClaimArticle, Effect, EndReason, Fact, FactSink, GameEnd, GameFacts, GameResult, Identity,
    PositionValue, RepetitionArticle, Side, Venue, Verdict,
};

use self::dates::dates_of;
use crate::end::Edition;
use crate::judge::LawTables;
use crate::move_line::MoveLine;
use crate::position_value::AskedValues;
use crate::right::ClaimRight;
use crate::rules::GameRules;
use crate::turn_claims::TurnClaims;

pub use file::{Nothing, Spectator, watch};

/// X-FEN of the orthodox start.
const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The identity of a board, independent of its place in the file. Boards with the same tags are
/// distinguished by their order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    /// Tag Event, `?` if missing.
    pub event: String,
    /// Tag Round, `?` if missing.
    pub round: String,
    /// Tag White, `?` if missing.
    pub white: String,
    /// Tag Black, `?` if missing.
    pub black: String,
    /// Counts boards with the same tags, from 1.
    nth: u32,
}

/// A claim that is possible at the turn after the last move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Possible {
    /// The article: `9.2.1`, `9.2.2`, `9.3.1` or `9.3.2`.
    pub article: &'static str,
    /// The moves that may be intended, in SAN; empty where none is needed.
    pub moves: Vec<String>,
    /// The number of occurrences of the position (9.2.1: with the intended move), or the half-move clock
    /// (9.3).
    pub count: u32,
    /// Its number in the Laws of the day; `None` where their numbering is not known.
    pub article_of_the_day: Option<&'static str>,
    /// Whether players can claim by it where the game is played.
    pub right: ClaimRight,
}

/// The state of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// No claim is possible.
    Quiet,
    /// The side to move may claim.
    Claim(Vec<Possible>),
    /// The game is over without anybody's claim.
    Over(GameEnd),
    /// The record cannot be read on from here: an illegal move, or an impossible position. The reason, as
    /// a sentence without a full stop.
    Stopped(String),
    /// The game has a result.
    Ended(GameResult),
}

/// A board whose state has changed since the file was last read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardChange {
    /// The board.
    pub board: Board,
    /// Number of half-moves in the record.
    pub plies: u32,
    /// The last move with its move number; empty before the first.
    pub last_move: String,
    /// The side to move.
    pub side: Side,
    /// The new state.
    pub state: State,
    /// Whether a claim rests on a rule that the sources leave open for the date of the game.
    pub law_uncertain: bool,
    /// The number of the article by which the game is over in the Laws of its day, if known.
    pub over_article: Option<&'static str>,
    /// What the position with a claim is worth to the side to move by endgame tables, if they were asked.
    pub value: Option<PositionValue>,
    /// The half-move after which the game is over, with its move number, if it was not the last one.
    pub over_since: Option<String>,
    /// What the board was before.
    pub before: Before,
    /// Where the game is played.
    pub venue: Venue,
}

/// What a board was when the file was last read, as far as it matters to what is said of it now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Before {
    /// In play, or unknown.
    #[default]
    InPlay,
    /// The record could not be read on.
    Stopped,
    /// The game was over.
    Over,
}

/// The boards of a file, as they were when it was last read.
#[derive(Debug, Default)]
pub struct Boards {
    /// The tables by which claims are judged.
    tables: LawTables,
    /// The endgame tables that are asked about positions with a claim.
    values: AskedValues,
    /// The last known state of each board, and the number of half-moves then.
    said: BTreeMap<Board, (u32, State)>,
}

impl Boards {
    /// No boards yet.
    #[must_use]
    pub fn new(tables: LawTables, values: AskedValues) -> Self {
        Self {
            tables,
            values,
            said: BTreeMap::new(),
        }
    }

    /// Whether no board was seen yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.said.is_empty()
    }

    /// Parses the text of the file and returns the changes. A last word without white space after it may
    /// be incomplete and is not parsed yet. A board that is missing keeps its state: it may come back.
    pub fn read(&mut self, text: &[u8]) -> Vec<BoardChange> {
        let complete = text
            .iter()
            .rposition(u8::is_ascii_whitespace)
            .map_or(0, |last| last + 1);
        let text = &text[..complete];
        let mut games = Games::default();
        let identity = |position: usize| Identity {
            frame_offset: 0,
            byte_offset: position as u64,
        };
        let options = AuditOptions {
            with_moves: true,
            law: Arc::clone(&self.tables.law),
            venues: Arc::clone(&self.tables.venues),
            ..AuditOptions::default()
        };
        Auditor::new(options).audit(text, spans(text), &identity, false, &mut games);
        games
            .found
            .into_iter()
            .filter_map(|game| self.update(game))
            .collect()
    }

    fn update(&mut self, game: LiveGame) -> Option<BoardChange> {
        let mut change = game.change(&self.tables, &self.values);
        let news = (change.plies, change.state.clone());
        match self.said.entry(change.board.clone()) {
            Entry::Vacant(entry) => {
                let silent = matches!(change.state, State::Quiet | State::Ended(_));
                entry.insert(news);
                (!silent).then_some(change)
            }
            Entry::Occupied(mut entry) => {
                let (before, now) = (entry.get().1.clone(), &change.state);
                change.before = match before {
                    State::Stopped(_) => Before::Stopped,
                    State::Over(_) => Before::Over,
                    State::Quiet | State::Claim(_) | State::Ended(_) => Before::InPlay,
                };
                let report = match (&before, now) {
                    // The end of a game without a claim is not reported.
                    (State::Quiet | State::Ended(_), State::Quiet | State::Ended(_)) => false,
                    // The same claim after another move is another claim.
                    (State::Claim(_), State::Claim(_)) => *entry.get() != news,
                    (before, now) => before != now,
                };
                entry.insert(news);
                report.then_some(change)
            }
        }
    }
}

/// A game of the file.
struct LiveGame {
    /// Why its record cannot be read on, if it cannot.
    stopped: Option<String>,
    board: Board,
    result: GameResult,
    dates: GameDates,
    venue: Venue,
    start_fen: String,
    moves: String,
}

impl LiveGame {
    /// The present state of the board.
    fn change(self, tables: &LawTables, values: &AskedValues) -> BoardChange {
        let (line, unplayable) = match MoveLine::replay(&self.start_fen, &self.moves) {
            Ok(line) => (line, None),
            Err(reason) => (MoveLine::empty(), Some(reason)),
        };
        let plies = line.plies();
        let rules = GameRules::new(self.dates, self.venue, tables);
        let standing = TurnClaims::before(&line, plies + 1, &rules);
        let state = match (self.stopped.or(unplayable), self.result) {
            (Some(reason), _) => State::Stopped(reason),
            (None, GameResult::Unfinished) => state(&line, &standing, &rules),
            (None, result) => ended(&line, result, &rules),
        };
        let last_move = match plies {
            0 => String::new(),
            _ => line.numbered(plies),
        };
        let law_uncertain = match &state {
            State::Claim(possible) => possible.iter().any(|claim| {
                if claim.article.starts_with("9.2") {
                    rules.threefold_is_uncertain()
                } else {
                    rules.limit_is_uncertain(line.before(plies + 1))
                }
            }),
            _ => false,
        };
        let value = match &state {
            State::Claim(_) => line.value_before(plies + 1, values),
            _ => None,
        };
        let over = match &state {
            State::Over(over) => Some(*over),
            _ => None,
        };
        let over_since = over
            .filter(|over| over.ply < plies)
            .map(|over| match over.ply {
                0 => "the start of the record".to_owned(),
                ply => line.numbered(ply),
            });
        BoardChange {
            value,
            over_article: over.and_then(|over| rules.end_article(over.reason, Edition::OfTheDay)),
            over_since,
            venue: self.venue,
            board: self.board,
            plies,
            last_move,
            side: standing.side,
            state,
            law_uncertain,
            before: Before::default(),
        }
    }
}

/// The state of a game with a result: over, if moves were played after its end or the result contradicts that end.
fn ended(line: &MoveLine, result: GameResult, rules: &GameRules<'_>) -> State {
    let plies = line.plies();
    let winner = |end: &GameEnd| match end.reason {
        EndReason::Checkmate => Some(line.before(plies + 1).turn().other()),
        _ => None,
    };
    let end = rules.end(line, plies);
    match end.filter(|end| end.ply < plies || result.winner() != winner(end)) {
        Some(end) => State::Over(end),
        None => State::Ended(result),
    }
}

/// The state of a game without a result.
fn state(line: &MoveLine, standing: &TurnClaims, rules: &GameRules<'_>) -> State {
    if let Some(over) = rules.end(line, line.plies()) {
        return State::Over(over);
    }
    let rights = [
        rules.threefold_claims(),
        rules.fifty_claims(line, line.plies() + 1),
    ];
    let mut possible = Vec::new();
    let mut add = |article: &'static str, of_the_day, right, moves, count| {
        if right != ClaimRight::NoClaims {
            possible.push(Possible {
                article,
                moves,
                count,
                article_of_the_day: of_the_day,
                right,
            });
        }
    };
    let [threefold, fifty] = rights;
    let mut repeats = |article: RepetitionArticle, moves, count| {
        let of_the_day = rules.repetition_article(article);
        add(article.as_str(), of_the_day, threefold, moves, count);
    };
    if standing.repeats() {
        let times = standing.plies.len() as u32;
        repeats(RepetitionArticle::OnBoard, Vec::new(), times);
    }
    if !standing.repeating.is_empty() {
        let moves = standing
            .repeating
            .iter()
            .map(|repeating| repeating.san.clone())
            .collect();
        let times = standing
            .repeating
            .iter()
            .map(|repeating| repeating.plies.len() + 1);
        let times = times.max().unwrap_or(3) as u32;
        repeats(RepetitionArticle::Intended, moves, times);
    }
    let mut counts = |article: ClaimArticle, moves| {
        let of_the_day = rules.fifty_article(article);
        add(article.as_str(), of_the_day, fifty, moves, standing.clock);
    };
    if standing.has_fifty() {
        counts(ClaimArticle::Completed, Vec::new());
    } else if !standing.completing.is_empty() && rules.announced_fifty_counts() {
        counts(ClaimArticle::Intended, standing.completing.clone());
    }
    if possible.is_empty() {
        State::Quiet
    } else {
        State::Claim(possible)
    }
}

/// The result of a game. A program that broadcasts may write it as the termination marker before it corrects the tag.
fn result_of(facts: &GameFacts<'_>) -> GameResult {
    match (facts.result, facts.marker) {
        (GameResult::Unfinished, Some(marker)) => marker,
        (result, _) => result,
    }
}

/// Collects the games of the file.
#[derive(Default)]
struct Games {
    found: Vec<LiveGame>,
    /// Number of games so far with the same four tags.
    same: BTreeMap<[String; 4], u32>,
    /// The first finding after which the next game could not be read on.
    stopped: Option<String>,
}

impl FactSink for Games {
    fn fact(&mut self, fact: Fact<'_>) {
        match fact {
            Fact::Game(facts) => {
                let mut stopped = self.stopped.take();
                if facts.verdict == Verdict::Foreign {
                    stopped.get_or_insert("a game of another variant".to_owned());
                }
                let tags = [facts.event, facts.round, facts.white, facts.black];
                let tags = tags.map(|tag| tag.unwrap_or("?").to_owned());
                let nth = self.same.entry(tags.clone()).or_default();
                *nth += 1;
                let [event, round, white, black] = tags;
                self.found.push(LiveGame {
                    board: Board {
                        event,
                        round,
                        white,
                        black,
                        nth: *nth,
                    },
                    result: result_of(facts),
                    dates: dates_of(facts),
                    venue: facts.venue,
                    start_fen: facts.fen.unwrap_or(ORTHODOX).to_owned(),
                    moves: facts.moves.unwrap_or_default().to_owned(),
                    stopped,
                });
            }
            Fact::Finding(finding)
                if finding.game.is_some() && finding.code.effect() >= Effect::Damaged =>
            {
                self.stopped.get_or_insert(finding.message);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
