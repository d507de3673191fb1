//! `read_pgn(path, table_name := 'games', condition := NULL, with_moves := false, keep_illegal := false, positions := NULL,
//! players := false, quality := false, split_bytes := '16M')`; `table` is a word of SQL, which DuckDB reserves.

use std::collections::VecDeque;
use std::error::Error;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrow_ipc::reader::StreamReader;
use arrow_schema::SchemaRef;
use audit960_audit::Options;
use audit960_audit::condition::{Filter, GameFilter, check_for_archives};
use audit960_dataset::tables::ColumnSelection;
use audit960_replay::{AuditOptions, MAX_OPENING_PLIES, OPENING_PLIES};
use audit960_source::{ByteRange, FileNames, Stored, parse_size, splits, stored_inputs};
use audit960_types::tables::ColumnGroup;
use duckdb::core::{DataChunkHandle, LogicalTypeHandle, LogicalTypeId};
use duckdb::vtab::{
    BindInfo, InitInfo, TableFunctionInfo, VTab, Value, record_batch_to_duckdb_data_chunk,
    to_duckdb_logical_type_for_field,
};

use crate::rows::{RangeRows, Request};

/// Stored bytes of a range, which one thread reads, unless the call says otherwise.
const SPLIT: u64 = 16 << 20;

/// Rows of a vector of DuckDB (`STANDARD_VECTOR_SIZE`).
const VECTOR: usize = 2048;

/// The table function.
pub(crate) struct ReadPgn;

/// What a call asks for.
pub(crate) struct Call {
    table: String,
    schema: SchemaRef,
    options: Arc<Options>,
    chooser: Option<Arc<GameFilter>>,
    /// Ranges of the inputs, in order.
    ranges: Vec<(Arc<dyn Stored>, ByteRange)>,
}

/// How far it is.
pub(crate) struct Scan {
    /// Numbers of the columns that the query uses.
    columns: Vec<usize>,
    state: Mutex<Option<State>>,
}

/// The work that is left.
struct State {
    request: Arc<Request>,
    ranges: VecDeque<(Arc<dyn Stored>, ByteRange)>,
    /// Ranges that were begun, and that no thread reads just now.
    waiting: Vec<RangeRows>,
}

impl VTab for ReadPgn {
    type InitData = Scan;
    type BindData = Call;

    fn bind(bind: &BindInfo) -> Result<Call, Box<dyn Error>> {
        let named = |name: &str| {
            bind.get_named_parameter(name)
                .filter(|value| !value.is_null())
        };
        let flag = |name: &str| named(name).is_some_and(|value| value.to_bool());
        let table =
            named("table_name").map_or_else(|| "games".to_owned(), |value| value.to_string());
        let group = match (flag("players"), flag("quality")) {
            (_, true) => ColumnGroup::Quality,
            (true, false) => ColumnGroup::Players,
            (false, false) => ColumnGroup::Always,
        };
        let schema = schema(&table, group)?;
        for field in schema.fields() {
            bind.add_result_column(field.name(), to_duckdb_logical_type_for_field(field)?);
        }
        let condition = named("condition").map(|value| Filter::parse(&value.to_string()));
        let condition = condition.transpose()?;
        check_for_archives(condition.as_ref(), GameFilter::UNKNOWN)?;
        let chooser = condition.map(|filter| Arc::new(GameFilter::new(Some(filter))));
        if chooser.is_some() && !ColumnSelection::of_part(&table, false, None)?.is_of_games() {
            return Err(format!("condition: rows of table {table} are not about games").into());
        }
        let needs = chooser.as_ref().map(|chooser| chooser.needs());
        let positions = named("positions").map(|value| opening_plies(&value));
        let options = Options {
            threads: 1,
            audit: AuditOptions {
                with_moves: flag("with_moves"),
                keep_illegal: flag("keep_illegal"),
                opening_plies: positions.transpose()?.flatten(),
                columns: group,
                ..AuditOptions::default()
            }
            .with_columns(needs.unwrap_or_default()),
            ..Options::default()
        };
        let bytes = named("split_bytes").map(|value| parse_size(&value.to_string()));
        let bytes = bytes.transpose()?.unwrap_or(SPLIT);
        let mut ranges = Vec::new();
        for stored in stored_inputs(&inputs(&bind.get_parameter(0))?, FileNames::AsGiven)? {
            for range in splits(&*stored, bytes, options.limits)? {
                ranges.push((Arc::clone(&stored), range));
            }
        }
        Ok(Call {
            table,
            schema,
            options: Arc::new(options),
            chooser,
            ranges,
        })
    }

    fn init(init: &InitInfo) -> Result<Scan, Box<dyn Error>> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        init.set_max_threads(threads as u64);
        let columns = init.get_column_indices().into_iter();
        Ok(Scan {
            // What is no number of a column stands for rows without columns.
            columns: columns
                .map(|column| usize::try_from(column).unwrap_or(0))
                .collect(),
            state: Mutex::new(None),
        })
    }

    fn func(
        info: &TableFunctionInfo<Self>,
        output: &mut DataChunkHandle,
    ) -> Result<(), Box<dyn Error>> {
        let (call, scan) = (info.get_bind_data(), info.get_init_data());
        while let Some(mut rows) = scan.next(call)? {
            if let Some(batch) = rows.next(VECTOR)? {
                scan.put_back(rows);
                return record_batch_to_duckdb_data_chunk(&batch, output);
            }
        }
        output.set_len(0);
        Ok(())
    }

    fn supports_pushdown() -> bool {
        true
    }

    fn parameters() -> Option<Vec<LogicalTypeHandle>> {
        Some(vec![LogicalTypeHandle::from(LogicalTypeId::Any)])
    }

    fn named_parameters() -> Option<Vec<(String, LogicalTypeHandle)>> {
        let parameters = [
            ("table_name", LogicalTypeId::Varchar),
            ("condition", LogicalTypeId::Varchar),
            ("with_moves", LogicalTypeId::Boolean),
            ("keep_illegal", LogicalTypeId::Boolean),
            ("positions", LogicalTypeId::Any),
            ("players", LogicalTypeId::Boolean),
            ("quality", LogicalTypeId::Boolean),
            ("split_bytes", LogicalTypeId::Varchar),
        ];
        let parameters = parameters.into_iter();
        Some(
            parameters
                .map(|(name, kind)| (name.to_owned(), kind.into()))
                .collect(),
        )
    }
}

impl Scan {
    fn lock(&self) -> MutexGuard<'_, Option<State>> {
        // The query has failed where a thread panicked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a range that was begun, or begins the next; `None` if there is none.
    fn next(&self, call: &Call) -> Result<Option<RangeRows>, Box<dyn Error>> {
        let mut state = self.lock();
        let state = match &mut *state {
            Some(state) => state,
            none => none.insert(self.begin(call)?),
        };
        if let Some(rows) = state.waiting.pop() {
            return Ok(Some(rows));
        }
        let Some((stored, range)) = state.ranges.pop_front() else {
            return Ok(None);
        };
        Ok(Some(RangeRows::begin(
            stored,
            range,
            Arc::clone(&state.request),
        )?))
    }

    fn begin(&self, call: &Call) -> Result<State, Box<dyn Error>> {
        let fields = call.schema.fields();
        let name = |column: &usize| match fields.get(*column) {
            Some(field) => Ok(field.name().clone()),
            None => Err(format!(
                "table {} has no column of number {column}",
                call.table
            )),
        };
        let columns = self
            .columns
            .iter()
            .map(name)
            .collect::<Result<Vec<_>, _>>()?;
        Ok(State {
            request: Arc::new(Request {
                selection: ColumnSelection::of_part(&call.table, false, Some(&columns))?,
                columns,
                options: Arc::clone(&call.options),
                chooser: call.chooser.clone(),
            }),
            ranges: call.ranges.iter().cloned().collect(),
            waiting: Vec::new(),
        })
    }

    fn put_back(&self, rows: RangeRows) {
        if let Some(state) = &mut *self.lock() {
            state.waiting.push(rows);
        }
    }
}

/// The columns of a table, with those on request up to a group.
fn schema(table: &str, group: ColumnGroup) -> Result<SchemaRef, Box<dyn Error>> {
    let mut stream = Vec::new();
    let columns = ColumnSelection::of_part(table, false, None)?.with_group(group);
    columns.write_schema(&mut stream)?;
    Ok(StreamReader::try_new(&stream[..], None)?.schema())
}

/// The half-moves within which positions are asked about: a number, or whether they are.
fn opening_plies(value: &Value) -> Result<Option<u32>, Box<dyn Error>> {
    if value.logical_type_id() == LogicalTypeId::Boolean {
        return Ok(value.to_bool().then_some(OPENING_PLIES));
    }
    let plies = value.to_string().parse().ok();
    match plies.filter(|plies| (1..=MAX_OPENING_PLIES).contains(plies)) {
        Some(plies) => Ok(Some(plies)),
        None => Err(format!("positions: {value} is not in 1..={MAX_OPENING_PLIES}").into()),
    }
}

/// The inputs that a text, or a list of texts, names: files, folders, patterns of names, URIs.
fn inputs(value: &Value) -> Result<Vec<String>, Box<dyn Error>> {
    let values = value.to_list();
    let values = values
        .as_ref()
        .map_or(std::slice::from_ref(value), Vec::as_slice);
    // The text of NULL would be asked for in vain.
    if values.iter().any(Value::is_null) {
        return Err("the inputs: NULL names no file".into());
    }
    let names = values.iter().map(ToString::to_string);
    let mut inputs = Vec::new();
    for name in names {
        let is_pattern = name.contains(['*', '?', '[']) && !name.contains("://");
        if !is_pattern || std::path::Path::new(&name).exists() {
            inputs.push(name);
            continue;
        }
        let before = inputs.len();
        for path in glob::glob(&name)? {
            inputs.push(path?.to_string_lossy().into_owned());
        }
        if inputs.len() == before {
            return Err(format!("no file fits {name}").into());
        }
    }
    Ok(inputs)
}
