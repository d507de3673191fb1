//! The table of the copies that were left out.

use audit960_dataset::{Column, Table};
use audit960_report::{CsvTexts, write_csv};

use super::groups::{Dropped, Group};

/// One row per copy: which game it is, why it was left out, which game is kept, the tags added to that, and the
/// comments and variations that it lacks.
pub(super) fn csv(groups: &[Group], texts: CsvTexts) -> std::io::Result<Vec<u8>> {
    let rows: Vec<(&Group, &Dropped)> = groups
        .iter()
        .flat_map(|group| group.dropped.iter().map(move |dropped| (group, dropped)))
        .collect();
    let text = |value: &dyn Fn(&Group, &Dropped) -> String| {
        let values = rows
            .iter()
            .map(|(group, dropped)| Some(value(group, dropped)));
        values.collect::<Vec<Option<String>>>()
    };
    let number = |value: &dyn Fn(&Dropped) -> u64| {
        let values = rows
            .iter()
            .map(|(_, dropped)| i64::try_from(value(dropped)).ok());
        values.collect::<Vec<Option<i64>>>()
    };
    let added = |group: &Group| {
        let names = group
            .added
            .iter()
            .map(|tag| String::from_utf8_lossy(&tag.name).into_owned());
        names.collect::<Vec<_>>().join(" ")
    };
    let table = Table::new(vec![
        Column::new("source", text(&|_, row| row.member.source.to_string())),
        Column::new("game", number(&|row| row.member.game)),
        Column::new(
            "frame_offset",
            number(&|row| row.member.identity.frame_offset),
        ),
        Column::new(
            "byte_offset",
            number(&|row| row.member.identity.byte_offset),
        ),
        Column::new("white", text(&|_, row| row.member.white.clone())),
        Column::new("black", text(&|_, row| row.member.black.clone())),
        Column::new("date", text(&|_, row| row.member.date.clone())),
        Column::new("result", text(&|_, row| row.member.result.to_string())),
        Column::new("verdict", text(&|_, row| row.member.verdict.to_string())),
        Column::new("plies", number(&|row| u64::from(row.member.plies))),
        Column::new("kept", text(&|group, _| group.kept.name())),
        Column::new("better_by", text(&|_, row| row.reason.to_owned())),
        Column::new("tags_added", text(&|group, _| added(group))),
        Column::new("conflicts", text(&|_, row| row.conflicts.join("; "))),
        Column::new("text_left_out", text(&|_, row| row.left_out.join(" | "))),
    ]);
    let mut out = Vec::new();
    write_csv(&table, texts, &mut out)?;
    Ok(out)
}
