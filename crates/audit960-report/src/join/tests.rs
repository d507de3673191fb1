//! Columns that are joined, and files that are refused.

use super::*;

fn starts() -> Table {
    let names = ["BBQNNRKR", "RNBQKBNR"].map(|name| Some(name.to_owned()));
    Table::new(vec![
        Column::new("start", vec![Some(0_i64), Some(518)]),
        Column::new("arrangement", names.to_vec()),
        Column::new("score", vec![Some(0.5), None]),
    ])
}

fn joined(text: &str) -> Vec<Column> {
    let table = External::read(text).unwrap().join(&starts()).unwrap();
    table.columns()[3..].to_vec()
}

/// pandas writes whole numbers of a column with gaps as `14.0`.
#[test]
fn whole_numbers_may_have_a_fraction_of_zeros() {
    let cp = Column::new("cp", vec![Some(12.0), Some(-3.5)]);
    assert_eq!(joined("start,cp\n518.0,-3.5\n0.00,12\n"), [cp]);
}

#[test]
fn rows_about_nothing_are_known() {
    let read = |text: &str| External::read(text).unwrap().strangers();
    assert_eq!(
        read("start,cp\n959,1\n960,2\nfoo,3\n0.5,4\n07,5\n,6\n"),
        [3, 4, 5, 7]
    );
    assert_eq!(
        read("arrangement,cp\nbbqnnrkr,1\nBBQNNRK,2\nBBQNNRKK,3\n"),
        [3, 4]
    );
}

#[test]
fn columns_are_joined_by_number_or_by_letters() {
    let cp = Column::new("cp", vec![Some(12.0), Some(-3.5)]);
    assert_eq!(
        joined("start,cp\n518,-3.5\n0,12\n"),
        std::slice::from_ref(&cp)
    );
    assert_eq!(
        joined("\u{feff}CP,Arrangement\r\n-3.5,rnbqkbnr\r\n12,BBQNNRKR").len(),
        1
    );
    assert_eq!(
        joined("arrangement,cp,start\nx,12,000\ny,-3.5,518\n\n"),
        [cp]
    );
}

#[test]
fn fields_may_be_quoted_empty_or_text() {
    let texts = |values: [Option<&str>; 2]| values.map(|value| value.map(str::to_owned)).to_vec();
    assert_eq!(
        joined("start,\"a \"\"b\"\", c\",score,n\n0,\"two\nlines, and a comma\",1,\n959,x,2,3\n"),
        [
            Column::new("a \"b\", c", texts([Some("two\nlines, and a comma"), None])),
            Column::new("score_joined", vec![Some(1.0), None]),
            Column::new("n", vec![None::<f64>, None]),
        ]
    );
}

#[test]
fn numbers_of_all_positions_are_found_by_either_key() {
    let names = ["BBQNNRKR", "BQNBNRKR"].map(str::to_owned);
    for text in [
        "start,cp,note\n1,7,x\n",
        "arrangement,cp,note\nbqnbnrkr,7,x\n",
    ] {
        let found = External::read(text).unwrap().numbers(&names).unwrap();
        assert_eq!(found, [("cp".to_owned(), vec![None, Some(7.0)])]);
    }
}

#[test]
fn errors_name_their_line() {
    let error = |text: &str| {
        let joined = External::read(text).and_then(|read| read.join(&starts()));
        joined.unwrap_err().to_string()
    };
    let nothing = "none of its columns is one of the answer's, which are start, arrangement, score";
    assert_eq!(error("position,cp\n1,2\n"), nothing);
    assert_eq!(error(""), nothing);
    assert!(error("start,arrangement\n1,x\n").contains("no column besides start"));
    assert_eq!(
        error("start,cp\n1,2\n2\n"),
        "line 3: 1 fields where the first line has 2"
    );
    assert_eq!(
        error("start,cp\n1,2\n01,3\n"),
        "line 3: 1 is in an earlier line too"
    );
    assert_eq!(
        error("start,cp\n1,\"2\n3\n"),
        "line 2: the quotation mark that opens a field is never closed"
    );
    for text in [
        "start,cp\r\n1,2\r\n2\r\n",
        "start,cp\n1,2\n2",
        "start,cp\n\n2\n",
        "\r\nstart,cp\r\n2\r\n",
    ] {
        let expected = "line 3: 1 fields where the first line has 2";
        assert_eq!(error(text), expected, "{text:?}");
    }
    assert_eq!(
        error("start,\"c\np\"\r\n1,2\r\n1,3\r\n"),
        "line 4: 1 is in an earlier line too"
    );
    assert_eq!(
        error("start,cp\r\n\r\n1,\"2\r\n3\r\n"),
        "line 3: the quotation mark that opens a field is never closed"
    );
    let names: Vec<String> = (0..40).map(|number| format!("c{number}")).collect();
    assert!(error(&format!("start,{}\n", names.join(","))).contains("too many"));
    assert_eq!(
        error("start,cp\n7,2\n"),
        "no row is about one of the answer's: column start has no value in common"
    );
}

/// Any column that both have will do: numbers as numbers, texts as they are.
#[test]
fn tables_without_start_positions_are_joined_by_what_they_have() {
    let table = Table::new(vec![
        Column::new("year", vec![Some(2019_i64), None, Some(2021)]),
        Column::new(
            "venue",
            ["icc", "fics", "x"].map(|it| Some(it.to_owned())).to_vec(),
        ),
    ]);
    let join = |text: &str| {
        let joined = External::read(text).unwrap().join(&table).unwrap();
        joined.columns()[2..].to_vec()
    };
    let n = Column::new("n", vec![Some(1.0), None, Some(2.0)]);
    assert_eq!(
        join("Year,n\n02019.0,1\n2021,2\n"),
        std::slice::from_ref(&n)
    );
    assert_eq!(join("n,venue\n2,x\n1,icc\n3,FICS\n"), [n]);
    // The first column of the file that the table has.
    assert_eq!(join("venue,year\nicc,7\n")[0].name, "year_joined");
}
