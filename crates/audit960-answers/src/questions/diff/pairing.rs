//! Pairs games of two issues that are one game that changed.

use audit960_dataset::Table;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use super::fields::{GameRow, changes};
use super::{ChangedGame, Differences, FindingChange, FindingChanges, IssueGame};

/// Minimum half-moves of two games with the same moves, whoever played.
const MIN_PLIES_ANY_PLAYERS: i64 = 20;

/// Minimum half-moves of two games with the same moves and the same players.
const MIN_PLIES_SAME_PLAYERS: i64 = 10;

/// What two games have in common if they are one; `None` if the rule does not apply to a game.
type Key = Option<Vec<String>>;

/// The rules, in order.
const RULES: [fn(GameRow<'_>) -> Key; 5] = [address, all, players_and_moves, occasion, moves];

fn texts(game: GameRow<'_>, names: &[&str]) -> Key {
    let text = |name: &&str| game.text(name).map(str::to_owned);
    names.iter().map(text).collect()
}

fn hash(game: GameRow<'_>, least: i64) -> Option<String> {
    let hash = game.number("moves_hash")?;
    (game.number("plies")? >= least).then(|| hash.to_string())
}

/// A URL with a path below the host: `https://lichess.org/abcdefgh`, not `https://lichess.org`.
fn address(game: GameRow<'_>) -> Key {
    let site = game.text("site")?;
    let (_, rest) = site.split_once("://")?;
    let (_, path) = rest.split_once('/')?;
    (path.len() >= 5).then(|| vec![site.to_owned()])
}

fn occasion(game: GameRow<'_>) -> Key {
    texts(game, &["white", "black", "event", "date", "round"])
}

fn all(game: GameRow<'_>) -> Key {
    let mut key = occasion(game)?;
    key.push(hash(game, 1)?);
    Some(key)
}

fn players_and_moves(game: GameRow<'_>) -> Key {
    let mut key = texts(game, &["white", "black"])?;
    key.push(hash(game, MIN_PLIES_SAME_PLAYERS)?);
    Some(key)
}

fn moves(game: GameRow<'_>) -> Key {
    Some(vec![hash(game, MIN_PLIES_ANY_PLAYERS)?])
}

/// The number of findings by game id and code.
type Codes = BTreeMap<i64, BTreeMap<String, u64>>;

/// The findings that came to a game or went from it; a game that is gone took all of its own with it.
fn turnover(games: [Option<&IssueGame>; 2], codes: &[Codes; 2]) -> Vec<FindingChange> {
    let of = |side: usize| {
        let game = games[side].and_then(|game| game.game_id);
        game.and_then(|game| codes[side].get(&game))
    };
    let known = [of(0), of(1)];
    let count = |side: usize, code: &str| {
        let counts: Option<&BTreeMap<String, u64>> = known[side];
        counts
            .and_then(|counts| counts.get(code))
            .copied()
            .unwrap_or(0)
    };
    let names: BTreeSet<&String> = known
        .into_iter()
        .flatten()
        .flat_map(BTreeMap::keys)
        .collect();
    let change = |code: &String| FindingChange {
        code: code.clone(),
        changes: FindingChanges {
            appeared: count(1, code).saturating_sub(count(0, code)),
            disappeared: count(0, code).saturating_sub(count(1, code)),
        },
        games: games.map(Option::<&IssueGame>::cloned),
    };
    let changes = names.into_iter().map(change);
    changes
        .filter(|change| change.changes != FindingChanges::default())
        .collect()
}

/// Pairs the games before and after; games without a partner are gone or were added. Findings that a pair
/// has in common neither came nor went.
pub(super) fn pair(rows: &[Table; 2], codes: &[Codes; 2], found: &mut Differences) {
    let game = |side: usize, row| GameRow {
        table: &rows[side],
        row,
    };
    let mut partner: Vec<Option<usize>> = vec![None; rows[1].rows()];
    let mut free = vec![true; rows[0].rows()];
    for rule in RULES {
        let mut candidates: HashMap<Vec<String>, VecDeque<usize>> = HashMap::new();
        for row in (0..rows[0].rows()).filter(|row| free[*row]) {
            if let Some(key) = rule(game(0, row)) {
                candidates.entry(key).or_default().push_back(row);
            }
        }
        for (row, partner) in partner.iter_mut().enumerate() {
            if partner.is_none()
                && let Some(queue) = rule(game(1, row)).and_then(|key| candidates.get_mut(&key))
                && let Some(before) = queue.pop_front()
            {
                *partner = Some(before);
                free[before] = false;
            }
        }
    }
    for (row, partner) in partner.into_iter().enumerate() {
        let after = game(1, row);
        let Some(before) = partner.map(|row| game(0, row)) else {
            found.added.push(after.name());
            continue;
        };
        found.changed.push(ChangedGame {
            before: before.name(),
            after: after.name(),
            changes: changes(before, after),
        });
    }
    let gone = free.into_iter().enumerate().filter(|(_, free)| *free);
    found.gone = gone.map(|(row, _)| game(0, row).name()).collect();
    let changed = found.changed.iter();
    let pairs = changed.map(|game| [Some(&game.before), Some(&game.after)]);
    let gone = found.gone.iter().map(|game| [Some(game), None]);
    let added = found.added.iter().map(|game| [None, Some(game)]);
    let all = pairs.chain(gone).chain(added);
    found.finding_changes = all.flat_map(|games| turnover(games, codes)).collect();
}
