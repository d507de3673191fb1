//! The games that were replayed in part or not at all, each with the finding that says why.

use std::collections::HashMap;

use audit960_dataset::{Dataset, LabelColumn, TableScan};
use audit960_types::{Code, Verdict};

use super::positions::GameColumns;
use crate::data::DamagedGame;
use crate::language::Language;

/// Games listed, at most.
const GAMES: usize = 300;

/// Where a game is: source, frame and byte.
type Place = (String, [Option<i64>; 2]);

/// A finding: where it is, its code, and its message or text.
type Reason = ([Option<i64>; 2], Code, String);

/// The first damaged and rejected games of the archive.
pub(super) fn damaged(dataset: &Dataset, language: Language) -> anyhow::Result<Vec<DamagedGame>> {
    let columns = [&GameColumns::NAMES[..], &["game_id", "verdict"]].concat();
    let scan = TableScan::of("games", &columns);
    let parts = dataset.fold(&scan, Vec::new, |found, _, rows| {
        let (games, ids) = (GameColumns::of(rows)?, rows.ints("game_id")?);
        let verdicts = LabelColumn::<Verdict>::of(rows, "verdict")?;
        for row in 0..rows.len() {
            let is_damaged =
                |verdict: &Verdict| matches!(verdict, Verdict::Damaged | Verdict::Rejected);
            let verdict = verdicts.get(row).filter(is_damaged);
            let Some((verdict, id)) = verdict.zip(ids.get(row)) else {
                continue;
            };
            let game = games.entry(row);
            let place: Place = (game.source.clone(), games.place(row));
            found.push((
                place,
                id,
                DamagedGame {
                    game,
                    verdict,
                    reason: None,
                },
            ));
        }
        first(found);
        Ok(())
    })?;
    let mut found: Vec<_> = parts.into_iter().flatten().collect();
    first(&mut found);
    let verdicts = found.iter().map(|(_, id, game)| (*id, game.verdict));
    let wanted: HashMap<i64, Verdict> = verdicts.collect();
    let mut reasons = reasons(dataset, &wanted, language)?;
    let games = found.into_iter().map(|(_, id, game)| DamagedGame {
        reason: reasons
            .remove(&id)
            .map(|([line, _], code, text)| (code, line, text)),
        ..game
    });
    Ok(games.collect())
}

/// Keeps those that come first in the archive.
fn first(found: &mut Vec<(Place, i64, DamagedGame)>) {
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found.truncate(GAMES);
}

/// The first finding of each game that alone gives it its verdict. Messages are English; in other languages the text that the
/// finding is about stands for them.
fn reasons(
    dataset: &Dataset,
    wanted: &HashMap<i64, Verdict>,
    language: Language,
) -> anyhow::Result<HashMap<i64, Reason>> {
    if wanted.is_empty() {
        return Ok(HashMap::new());
    }
    let text = match language {
        Language::English => "message",
        Language::French | Language::German => "excerpt",
    };
    let columns = ["game_id", "code", "line", "column", text];
    let scan = TableScan::of("diagnostics", &columns);
    let parts = dataset.fold(&scan, HashMap::new, |found, _, rows| {
        let (ids, codes) = (
            rows.ints("game_id")?,
            LabelColumn::<Code>::of(rows, "code")?,
        );
        let places = [rows.ints("line")?, rows.ints("column")?];
        let texts = rows.texts(text)?;
        for row in 0..rows.len() {
            let Some((id, code)) = ids.get(row).zip(codes.get(row)) else {
                continue;
            };
            if wanted.get(&id) == Some(&code.effect().verdict()) {
                let text = texts.get(row).unwrap_or_default().to_owned();
                add(found, id, (places.map(|place| place.get(row)), code, text));
            }
        }
        Ok(())
    })?;
    let mut all = HashMap::new();
    for (id, reason) in parts.into_iter().flatten() {
        add(&mut all, id, reason);
    }
    Ok(all)
}

/// Keeps the reason that comes first in the text.
fn add(found: &mut HashMap<i64, Reason>, id: i64, reason: Reason) {
    let known = found.entry(id).or_insert_with(|| reason.clone());
    if reason.0 < known.0 {
        *known = reason;
    }
}
