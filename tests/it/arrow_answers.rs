//! Answers as Arrow streams say what the same answers say as CSV.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Date32Type, Float64Type, Int64Type};
use arrow_array::{Array as _, RecordBatch};
use arrow_ipc::reader::StreamReader;
use audit960_types::date_text;
use serde_json::Value;

use crate::folder::{Folder, Has, Ran, Words, audited, each_refused, printed, run};
use crate::support::data;

/// The metadata and the batches of an answer.
fn arrow(arguments: impl Words) -> (Option<String>, Vec<String>, Vec<RecordBatch>) {
    let output = run((arguments, "--format arrow"));
    output.ends(0);
    let reader = StreamReader::try_new(output.stdout.as_slice(), None).unwrap();
    let schema = reader.schema();
    let names = schema.fields().iter().map(|field| field.name().clone());
    let about = schema.metadata().get("audit960.about").cloned();
    (about, names.collect(), reader.map(Result::unwrap).collect())
}

/// A value as CSV writes it.
fn cell(batch: &RecordBatch, column: usize, row: usize) -> String {
    let array = batch.column(column);
    if array.is_null(row) {
        return String::new();
    }
    match array.data_type().to_string().as_str() {
        "Int64" => array.as_primitive::<Int64Type>().value(row).to_string(),
        "Float64" => array.as_primitive::<Float64Type>().value(row).to_string(),
        "Boolean" => array.as_boolean().value(row).to_string(),
        "Date32" => date_text(array.as_primitive::<Date32Type>().value(row)).unwrap(),
        "Utf8" => array.as_string::<i32>().value(row).to_owned(),
        kind if kind.starts_with("List(") => {
            let list = array.as_list::<i32>().value(row);
            let numbers = list.as_primitive::<Int64Type>().values().iter();
            format!(
                "[{}]",
                numbers.map(i64::to_string).collect::<Vec<_>>().join(",")
            )
        }
        other => panic!("no answer has columns of type {other}"),
    }
}

/// Fields of CSV without line ends in them.
fn fields(line: &str) -> Vec<String> {
    let (mut all, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => all.push(String::new()),
            other => all.last_mut().unwrap().push(other),
        }
    }
    all
}

#[test]
fn every_answer_is_the_same_as_csv() {
    let folder = Folder::new();
    let named = |name: &str| data(name).display().to_string();
    let (classics, mainz) = (
        named("archive/fifty-move-classics.pgn"),
        named("archive/mainz-2009.pgn"),
    );
    let dataset = audited(&folder, "audit", &classics, "--with-moves");
    let questions = format!(
        "\
        draws {classics}
        draws {classics} --each
        draws {dataset} --rule fifty --by-material
        starts {mainz}
        starts {mainz} --by year
        starts {mainz} --popularity
        find {classics} --material KRvKRB --all
        find {mainz} --material KBNvK
        explore {classics} --plies 4
        endings {dataset}
        diff {dataset} {dataset}
        law
        starts list"
    );
    for question in questions.lines().map(str::trim) {
        let csv = printed((question, "--format csv"));
        let mut lines = csv.lines().map(fields);
        let (_, names, batches) = arrow(question);
        assert_eq!(Some(names), lines.next(), "{question}");
        let rows = batches.iter().flat_map(|batch| {
            (0..batch.num_rows()).map(move |row| {
                let cells = (0..batch.num_columns()).map(|column| cell(batch, column, row));
                cells.collect::<Vec<_>>()
            })
        });
        let rows: Vec<_> = rows.collect();
        assert_eq!(rows, lines.collect::<Vec<_>>(), "{question}");
    }
}

#[test]
fn a_position_is_in_the_metadata() {
    let classics = data("archive/fifty-move-classics.pgn")
        .display()
        .to_string();
    let question = [
        "explore",
        &classics,
        "--moves",
        "d4",
        "--start-kind",
        "standard",
    ];
    let (about, names, batches) = arrow(question);
    let about: Value = serde_json::from_str(&about.unwrap()).unwrap();
    let json = printed((&question, "--format json"));
    let mut json: Value = serde_json::from_str(&json).unwrap();
    let moves = json.as_object_mut().unwrap().remove("moves").unwrap();
    assert_eq!(about, json);
    let first = moves.get(0).unwrap();
    assert!(names.iter().all(|name| first.get(name).is_some()));
    let rows: usize = batches.iter().map(RecordBatch::num_rows).sum();
    assert_eq!(Some(rows), moves.as_array().map(Vec::len));
}

#[test]
fn what_is_no_table_is_not_written_as_one() {
    let classics = data("archive/fifty-move-classics.pgn")
        .display()
        .to_string();
    each_refused(
        format!("find {classics} --material KRvKRB --format arrow"),
        "\
         --count | --count prints a number",
    );
    refused!("draws claim {classics} 1 --ply 4 --format arrow")
        .has("[possible values: text, json]");
}
