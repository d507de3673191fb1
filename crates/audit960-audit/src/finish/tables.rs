//! Whether the files of a table hold what the tasks counted, and in which order they belong.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use audit960_dataset::tables::{ReadError, Rows, require_columns, row_groups};
use audit960_types::tables::{SCHEMAS, TableSchema};

use super::splits::TiledInput;

/// Where a row belongs: the number of its input, the frame offset, and the byte offset in the frame.
type Place = (usize, i64, i64);

/// A file of a table.
struct TableFile {
    path: PathBuf,
    rows: u64,
    first: Place,
    last: Place,
}

/// A table in the order of its rows.
pub(super) struct OrderedTable {
    /// Its files and their numbers of rows. One without rows is among them only if there is no other.
    pub(super) files: Vec<(PathBuf, u64)>,
    /// The other files without rows.
    pub(super) empty: Vec<PathBuf>,
    pub(super) rows: u64,
    /// Sum of the byte lengths of all rows, by input; 0 where rows have none.
    pub(super) bytes: Vec<u64>,
}

impl OrderedTable {
    /// Reads where all rows belong; fails if rows of two files are mixed.
    pub(super) fn read(
        name: &str,
        files: &[PathBuf],
        inputs: &[TiledInput],
    ) -> anyhow::Result<Self> {
        let schema = SCHEMAS.iter().find(|schema| schema.name == name);
        let schema = schema.with_context(|| format!("there is no table {name}"))?;
        let mut bytes = vec![0; inputs.len()];
        let (mut full, mut empty) = (Vec::new(), Vec::new());
        for path in files {
            match table_file(schema, path, inputs, &mut bytes)? {
                Some(file) => full.push(file),
                None => empty.push(path.clone()),
            }
        }
        full.sort_unstable_by_key(|file| (file.first, file.last));
        for pair in full.windows(2) {
            if let [one, other] = pair {
                ensure!(
                    one.last <= other.first,
                    "{}: its rows are mixed with those of {}; a task's rows belong in files of its own",
                    other.path.display(),
                    one.path.display()
                );
            }
        }
        let rows = full.iter().map(|file| file.rows).sum();
        let mut files: Vec<(PathBuf, u64)> = full
            .into_iter()
            .map(|file| (file.path, file.rows))
            .collect();
        if files.is_empty() && !empty.is_empty() {
            files.push((empty.remove(0), 0));
        }
        Ok(Self {
            files,
            empty,
            rows,
            bytes,
        })
    }
}

fn table_file(
    schema: &'static TableSchema,
    path: &Path,
    inputs: &[TiledInput],
    bytes: &mut [u64],
) -> anyhow::Result<Option<TableFile>> {
    require_columns(schema, path)?;
    let mut columns = vec!["source", "frame_offset", "byte_offset"];
    if schema.column("byte_length").is_some() {
        columns.push("byte_length");
    }
    let (mut count, mut before, mut first, mut last) = (0, None, None, None);
    let mut current = 0;
    for row_group in row_groups(schema, &[path.to_owned()])? {
        let rows = row_group.read(&columns)?;
        let source = rows.texts("source")?;
        let (frame, byte) = (rows.ints("frame_offset")?, rows.ints("byte_offset")?);
        let length = match columns.len() {
            4 => Some(rows.ints("byte_length")?),
            _ => None,
        };
        for row in 0..rows.len() {
            let name = source.get(row).unwrap_or_default();
            // Rows of one input are adjacent.
            if !inputs.get(current).is_some_and(|input| input.holds(name)) {
                current = inputs
                    .iter()
                    .position(|input| input.holds(name))
                    .ok_or_else(|| unread(&rows, name))?;
            }
            // Members of an archive have an order that their names do not show.
            let is_member = inputs.get(current).is_some_and(|input| input.name != name);
            let place = match is_member {
                true => (current, 0, 0),
                false => (
                    current,
                    frame.get(row).unwrap_or(-1),
                    byte.get(row).unwrap_or(-1),
                ),
            };
            // Findings about a text as a whole come before those of its games.
            ensure!(
                schema.name == "diagnostics" || before.is_none_or(|before| before <= place),
                "{}: row {}, at byte {} of frame {} of {name}, comes after a row that belongs further on",
                path.display(),
                count + 1,
                place.2,
                place.1
            );
            before = Some(place);
            first = Some(first.map_or(place, |first: Place| first.min(place)));
            last = Some(last.map_or(place, |last: Place| last.max(place)));
            if let (Some(length), Some(sum)) = (length, bytes.get_mut(current)) {
                *sum += length.count(row);
            }
            count += 1;
        }
    }
    let places = first.zip(last);
    Ok(places.map(|(first, last)| TableFile {
        path: path.to_owned(),
        rows: count,
        first,
        last,
    }))
}

fn unread(rows: &Rows, source: &str) -> ReadError {
    rows.error(format!(
        "it has rows of {source}, which no task has reported reading"
    ))
}
