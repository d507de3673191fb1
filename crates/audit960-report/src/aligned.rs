//! Tables of typed columns, as people read them.

use arrow_schema::DataType;
use audit960_dataset::{Column, NumberForm, Table};
use std::borrow::Cow;
use std::io::{self, Write};

use audit960_types::{Cell, date_text, harmless};

use crate::csv_json::json_list;
use crate::display_width;
use crate::style::Style;

/// Text columns are not made narrower than this.
const NARROWEST: usize = 12;
/// What replaces the rest of a text that is cut.
const CUT: char = '…';

/// Writes a table with aligned columns: numbers to the right, text to the left, `-` for null.
///
/// It is kept within the width of the style, in cells of a terminal (wide characters take two): long texts are cut first; then columns at
/// the end are hidden, and a last line names them. Characters that a terminal would obey are shown as
/// `�`.
///
/// # Errors
/// Those of the writer.
pub fn write_table(table: &Table, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let layout = Layout::fit(table, style.width);
    let mut line = String::new();
    for (column, &width) in layout.columns(table) {
        append(&mut line, &column.name, width, is_number(column));
    }
    writeln!(out, "{}", style.paint("1", line.trim_end()))?;
    let mut text = String::new();
    for row in 0..table.rows() {
        line.clear();
        for (column, &width) in layout.columns(table) {
            text.clear();
            write_cell(column, row, &mut text);
            append(&mut line, &text, width, is_number(column));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    let hidden = &table.columns()[layout.widths.len()..];
    if !hidden.is_empty() {
        let names: Vec<&str> = hidden.iter().map(|column| column.name.as_str()).collect();
        writeln!(
            out,
            "(hidden, the terminal is too narrow: {})",
            names.join(", ")
        )?;
    }
    Ok(())
}

/// The widths of the columns that fit.
struct Layout {
    widths: Vec<usize>,
}

impl Layout {
    fn fit(table: &Table, room: usize) -> Self {
        let natural: Vec<usize> = table.columns().iter().map(natural_width).collect();
        let capped = |cap: usize| -> Vec<usize> {
            let columns = table.columns().iter().zip(&natural);
            columns
                .map(|(column, &width)| match is_text(column) {
                    true => width.min(cap),
                    false => width,
                })
                .collect()
        };
        let widest = natural.iter().copied().max().unwrap_or(0);
        let mut cap = widest;
        if total(&natural) > room {
            // No text column can be wider than the room, so few caps have to be tried.
            cap = widest.min(room).max(NARROWEST);
            while cap > NARROWEST && total(&capped(cap)) > room {
                cap -= 1;
            }
        }
        let mut widths = capped(cap);
        while widths.len() > 1 && total(&widths) > room {
            widths.pop();
        }
        Self { widths }
    }

    fn columns<'a>(&'a self, table: &'a Table) -> impl Iterator<Item = (&'a Column, &'a usize)> {
        table.columns().iter().zip(&self.widths)
    }
}

/// Width of a line: columns are two blanks apart.
fn total(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1)
}

fn natural_width(column: &Column) -> usize {
    let mut text = String::new();
    let cells = (0..column.values.len()).map(|row| {
        text.clear();
        write_cell(column, row, &mut text);
        display_width(&harmless(&text))
    });
    cells.max().unwrap_or(0).max(display_width(&column.name))
}

fn is_number(column: &Column) -> bool {
    column.values.data_type().is_numeric()
}

/// Whether its values are texts or lists.
fn is_text(column: &Column) -> bool {
    matches!(
        column.values.data_type(),
        DataType::Utf8 | DataType::List(_)
    )
}

/// Appends the value in a row as people read it.
fn write_cell(column: &Column, row: usize, text: &mut String) {
    match column.cell(row) {
        Cell::Null => text.push('-'),
        Cell::Int(value) => text.push_str(&value.to_string()),
        Cell::Float(value) => text.push_str(&match column.form {
            NumberForm::Plain => float(value),
            NumberForm::Share => format!("{} %", tenths(100.0 * value)),
            NumberForm::Mean => tenths(value),
        }),
        Cell::Bool(value) => text.push_str(if value { "true" } else { "false" }),
        Cell::Date(days) => text.push_str(&date_text(days).unwrap_or_default()),
        Cell::Text(value) => text.push_str(value),
        Cell::Ints(list) => text.push_str(&json_list(&list)),
        Cell::Floats(list) => text.push_str(&json_list(&list)),
    }
}

/// One decimal, and no sign before a zero.
fn tenths(value: f64) -> String {
    match format!("{value:.1}").as_str() {
        "-0.0" => "0.0".to_owned(),
        text => text.to_owned(),
    }
}

/// Four decimals, or four digits and an exponent for very small and very large numbers.
fn float(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || !value.is_finite() || (1e-3..1e9).contains(&size) {
        format!("{value:.4}")
    } else {
        format!("{value:.3e}")
    }
}

/// Appends a text, cut or padded to the width of its column, and the space before the column.
fn append(line: &mut String, text: &str, width: usize, right: bool) {
    if !line.is_empty() {
        line.push_str("  ");
    }
    let shown = harmless(text);
    let shown = cut(&shown, width);
    let blanks = width.saturating_sub(display_width(&shown));
    if right {
        line.extend(std::iter::repeat_n(' ', blanks));
    }
    line.push_str(&shown);
    if !right {
        line.extend(std::iter::repeat_n(' ', blanks));
    }
}

/// A text, or as much of it as fits into a width with a sign that it is cut.
fn cut(text: &str, width: usize) -> Cow<'_, str> {
    if display_width(text) <= width {
        return Cow::Borrowed(text);
    }
    let ends = text.char_indices().map(|(at, _)| at);
    let fitting = ends
        .take_while(|end| display_width(&text[..*end]) < width)
        .last();
    Cow::Owned(format!("{}{CUT}", &text[..fitting.unwrap_or(0)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use audit960_dataset::TableBuilder;

    use crate::csv_json::tests::{table, written};

    fn aligned(table: &Table, width: usize) -> String {
        written(|out| write_table(table, Style::plain(width), out))
    }

    #[test]
    fn columns_are_aligned() {
        assert_eq!(
            aligned(&table(), usize::MAX),
            "    n  who             score  yes    day\n\
             \x20   7  Müller, \"K\"    0.5000  true   2020-01-01\n\
             -1234  -            1.000e-7  -      -\n\
             \x20   -                      -  false  1969-12-31\n"
        );
    }

    /// Unicode Standard Annex 11: each of these ideographs takes two cells, a combining accent none.
    #[test]
    fn wide_characters_take_two_cells() {
        let text = |text: &str| Some(text.to_owned());
        let table = Table::new(vec![
            Column::new("who", vec![text("李超"), text("Jose\u{301}"), text("Ding")]),
            Column::new("n", vec![Some(1_i64), Some(2), Some(3)]),
        ]);
        assert_eq!(
            aligned(&table, usize::MAX),
            "who   n\n李超  1\nJose\u{301}  2\nDing  3\n"
        );
        let long = Table::new(vec![Column::new("who", vec![text(&"李".repeat(20))])]);
        let cut = aligned(&long, 15);
        assert_eq!(cut.lines().nth(1), Some("李李李李李李李…"));
    }

    #[test]
    fn long_texts_are_cut_before_columns_are_hidden() {
        let text = |length: usize| Some("x".repeat(length));
        let table = Table::new(vec![
            Column::new("a", vec![text(30)]),
            Column::new("b", vec![text(14)]),
            Column::new("count", vec![Some(123_456_i64)]),
        ]);
        let wide = aligned(&table, 54);
        assert_eq!(
            wide.lines().nth(1).map(|line| line.chars().count()),
            Some(54)
        );
        assert!(!wide.contains(CUT));
        // 22 + 2 + 14 + 2 + 6: only the longest text gives way.
        let cut = aligned(&table, 46);
        let row = format!("{}…  {}  123456", "x".repeat(21), "x".repeat(14));
        assert_eq!(cut.lines().nth(1), Some(row.as_str()));
        // 12 + 2 + 12 and no room for 2 + 6 more.
        let narrow = aligned(&table, 30);
        let row = format!("{0}…  {0}…", "x".repeat(11));
        assert_eq!(narrow.lines().nth(1), Some(row.as_str()));
        assert!(narrow.ends_with("(hidden, the terminal is too narrow: count)\n"));
    }

    /// Rounding leaves no sign before a zero.
    #[test]
    fn shares_are_percentages() {
        let shares = vec![Some(0.7333), Some(-0.0), Some(-0.0004), Some(1.0), None];
        let table = Table::new(vec![Column {
            form: audit960_dataset::NumberForm::Share,
            ..Column::new("score", shares)
        }]);
        let text = aligned(&table, 80);
        assert_eq!(
            text,
            "  score\n 73.3 %\n  0.0 %\n  0.0 %\n100.0 %\n      -\n"
        );
    }

    #[test]
    fn means_have_one_decimal() {
        let table = TableBuilder::of(&[2800.25, -0.01])
            .mean("mean_elo", |mean| Some(*mean))
            .table();
        assert_eq!(aligned(&table, 80), "mean_elo\n  2800.2\n     0.0\n");
    }

    #[test]
    fn terminals_are_safe_from_text() {
        let table = Table::new(vec![Column::new("a", vec![Some("\x1b[2J\n".to_owned())])]);
        assert_eq!(aligned(&table, 80), "a\n�[2J�\n");
    }

    #[test]
    fn a_table_without_rows_is_its_names() {
        let empty = Table::new(vec![Column::new("a", Vec::<Option<i64>>::new())]);
        assert_eq!(aligned(&empty, 80), "a\n");
    }
}
