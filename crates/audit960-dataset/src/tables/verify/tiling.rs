//! Checks that games and gaps tile their sources, and that rows of other tables belong to games.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use arrow_array::{Array as _, Int64Array};
use audit960_types::Identity;

use super::read::{Batch, Table};
use super::totals::Totals;
use crate::tables::ReadError;
use audit960_types::game_id;
use audit960_types::tables::{GAMES, GAPS};

/// The text of a game or a gap: frame offset, byte offset in the frame, length.
type Stretch = (i64, i64, i64);

/// The gaps of one source, and how many have been checked.
#[derive(Default)]
struct Gaps {
    stretches: Vec<Stretch>,
    passed: usize,
}

/// The games of a dataset: id and ordinal in the table, sorted by id.
pub(super) struct GameIndex(Vec<(i64, u64)>);

/// The part of a source that has been checked.
struct Tiling {
    source: String,
    /// The last stretch.
    last: Option<Stretch>,
    games: i64,
}

impl Tiling {
    fn of(source: &str) -> Self {
        Self {
            source: source.to_owned(),
            last: None,
            games: 0,
        }
    }

    /// Whether a stretch directly follows the last one. The length of a frame is not known: a stretch may
    /// reach into the next frames, and the first one that begins in a new frame begins where it ends.
    fn fits(&self, (frame, byte, _): Stretch) -> bool {
        match self.last {
            None => byte == 0,
            Some((last, at, length)) if last == frame => at + length == byte,
            Some((last, _, length)) => frame > last && (byte == 0 || byte < length),
        }
    }

    fn take(&mut self, stretch: Stretch) -> Result<(), String> {
        if stretch.2 <= 0 {
            return Err(format!("the length is {} bytes", stretch.2));
        }
        if !self.fits(stretch) {
            let (frame, byte, _) = stretch;
            let offset = |frame, byte| format!("byte {byte} of frame {frame}");
            let end = self.last.map_or_else(
                || "the start".to_owned(),
                |(frame, at, length)| offset(frame, at + length),
            );
            return Err(format!(
                "{} continues at {}, but what is before it ends at {end}: games and gaps overlap or leave a hole",
                self.source,
                offset(frame, byte)
            ));
        }
        self.last = Some(stretch);
        Ok(())
    }

    /// Takes the gaps before a game, or all remaining gaps.
    fn take_gaps(&mut self, gaps: &mut Gaps, before: Option<Stretch>) -> Result<(), String> {
        while let Some(&gap) = gaps.stretches.get(gaps.passed) {
            if before.is_some_and(|(frame, byte, _)| (gap.0, gap.1) >= (frame, byte)) {
                break;
            }
            self.take(gap)?;
            gaps.passed += 1;
        }
        Ok(())
    }
}

impl GameIndex {
    /// Games with these ids.
    #[cfg(test)]
    pub(super) fn of(ids: &[i64]) -> Self {
        Self(ids.iter().copied().zip(0..).collect())
    }

    /// Reads games and gaps.
    pub(super) fn read<'f>(
        files: &dyn Fn(&str) -> &'f [PathBuf],
        totals: &mut Totals,
    ) -> Result<Self, ReadError> {
        let mut gaps = read_gaps(files(GAPS.name), totals)?;
        let mut games = Vec::new();
        let mut seen = BTreeSet::new();
        let mut tiling: Option<Tiling> = None;
        let mut table = Table::open(&GAMES, files(GAMES.name));
        while let Some(batch) = table.next()? {
            totals.count(GAMES.name, &batch)?;
            let (source, ids) = (batch.text("source")?, batch.int64("game_id")?);
            let [frame, byte, length, ordinal] =
                ["frame_offset", "byte_offset", "byte_length", "game"]
                    .map(|name| batch.int64(name));
            let (frame, byte, length, ordinal) = (frame?, byte?, length?, ordinal?);
            for row in 0..batch.len() {
                let name = source.value(row);
                if tiling.as_ref().is_none_or(|tiling| tiling.source != name) {
                    if let Some(mut done) = tiling.take() {
                        let left = gaps.entry(done.source.clone()).or_default();
                        let end = done.take_gaps(left, None);
                        end.map_err(|what| batch.wrong(row, what))?;
                    }
                    if !seen.insert(name.to_owned()) {
                        let what = format!("the games of {name} are not contiguous");
                        return Err(batch.wrong(row, what));
                    }
                }
                let tiling = tiling.get_or_insert_with(|| Tiling::of(name));
                let stretch = (frame.value(row), byte.value(row), length.value(row));
                let before = gaps.entry(name.to_owned()).or_default();
                tiling
                    .take_gaps(before, Some(stretch))
                    .and_then(|()| tiling.take(stretch))
                    .map_err(|what| batch.wrong(row, what))?;
                if !ordinal.is_null(row) && ordinal.value(row) != tiling.games {
                    let what = format!("game {}, expected {}", ordinal.value(row), tiling.games);
                    return Err(batch.wrong(row, what));
                }
                tiling.games += 1;
                require_id(&batch, row, name, stretch, ids.value(row))?;
                games.push((ids.value(row), games.len() as u64));
            }
        }
        require_rest(files, tiling, &mut gaps)?;
        games.sort_unstable();
        Ok(Self(games))
    }

    /// Requires that the game that a row names in a column exists, if it names one; returns its ordinal.
    pub(super) fn require(
        &self,
        batch: &Batch<'_>,
        row: usize,
        column: &str,
        ids: &Int64Array,
    ) -> Result<Option<u64>, ReadError> {
        if ids.is_null(row) {
            return Ok(None);
        }
        let id = ids.value(row);
        let found = self.0.binary_search_by_key(&id, |(id, _)| *id);
        let Some((_, index)) = found.ok().and_then(|at| self.0.get(at)) else {
            return Err(batch.wrong(row, format!("{column} {id} is not a game of table games")));
        };
        Ok(Some(*index))
    }

    /// Requires that the games of the rows exist and come in order, and that each id follows from source
    /// and offsets. `last` is the game of the row before.
    pub(super) fn require_games(
        &self,
        batch: &Batch<'_>,
        column: &str,
        last: &mut Option<u64>,
    ) -> Result<(), ReadError> {
        let ids = batch.int64(column)?;
        let is_copy = column == "copy_of";
        let source = batch.text(if is_copy { "first_source" } else { "source" })?;
        let offset = |name: &str| {
            let prefix = if is_copy { "first_" } else { "" };
            batch.int64(&format!("{prefix}{name}"))
        };
        let (frame, byte) = (offset("frame_offset")?, offset("byte_offset")?);
        for row in (0..batch.len()).filter(|row| !ids.is_null(*row)) {
            let id = ids.value(row);
            let stretch = (frame.value(row), byte.value(row), 0);
            require_id(batch, row, source.value(row), stretch, id)?;
            let index = self.require(batch, row, column, ids)?;
            if !is_copy && *last > index {
                return Err(batch.wrong(row, "not in the order of the games"));
            }
            *last = index;
        }
        Ok(())
    }
}

/// The rows of a table source by source, in the order of their offsets.
#[derive(Default)]
pub(super) struct Order {
    sources: BTreeSet<String>,
    last: (String, (i64, i64)),
}

impl Order {
    /// Requires that the next rows are in order.
    pub(super) fn require(&mut self, batch: &Batch<'_>) -> Result<(), ReadError> {
        let source = batch.text("source")?;
        let (frame, byte) = (batch.int64("frame_offset")?, batch.int64("byte_offset")?);
        for row in 0..batch.len() {
            let (name, offsets) = (source.value(row), (frame.value(row), byte.value(row)));
            let is_next = match self.last.0 == name {
                true => self.last.1 < offsets,
                false => self.sources.insert(name.to_owned()),
            };
            if !is_next {
                return Err(batch.wrong(row, "not in the order of sources and offsets"));
            }
            self.last = (name.to_owned(), offsets);
        }
        Ok(())
    }
}

fn read_gaps(files: &[PathBuf], totals: &mut Totals) -> Result<BTreeMap<String, Gaps>, ReadError> {
    let mut gaps: BTreeMap<String, Gaps> = BTreeMap::new();
    let mut table = Table::open(&GAPS, files);
    let mut order = Order::default();
    while let Some(batch) = table.next()? {
        totals.count(GAPS.name, &batch)?;
        order.require(&batch)?;
        let source = batch.text("source")?;
        let [frame, byte, length] =
            ["frame_offset", "byte_offset", "byte_length"].map(|name| batch.int64(name));
        let (frame, byte, length) = (frame?, byte?, length?);
        for row in 0..batch.len() {
            let stretch = (frame.value(row), byte.value(row), length.value(row));
            let of_source = gaps.entry(source.value(row).to_owned()).or_default();
            of_source.stretches.push(stretch);
        }
    }
    Ok(gaps)
}

/// Checks the gaps after the last game of the last source, and in sources without games.
fn require_rest<'f>(
    files: &dyn Fn(&str) -> &'f [PathBuf],
    tiling: Option<Tiling>,
    gaps: &mut BTreeMap<String, Gaps>,
) -> Result<(), ReadError> {
    let Some(path) = files(GAPS.name).first() else {
        return Ok(());
    };
    let wrong = |what: String| ReadError::new(path, what);
    if let Some(mut tiling) = tiling {
        let left = gaps.entry(tiling.source.clone()).or_default();
        tiling.take_gaps(left, None).map_err(wrong)?;
    }
    for (source, gaps) in gaps {
        if gaps.passed == 0 {
            Tiling::of(source).take_gaps(gaps, None).map_err(wrong)?;
        }
    }
    Ok(())
}

fn require_id(
    batch: &Batch<'_>,
    row: usize,
    source: &str,
    (frame, byte, _): Stretch,
    id: i64,
) -> Result<(), ReadError> {
    let identity = Identity {
        frame_offset: u64::try_from(frame).unwrap_or(u64::MAX),
        byte_offset: u64::try_from(byte).unwrap_or(u64::MAX),
    };
    if game_id(source, identity) != id {
        let what = format!("game id {id} does not follow from {source} and the offsets");
        return Err(batch.wrong(row, what));
    }
    Ok(())
}
