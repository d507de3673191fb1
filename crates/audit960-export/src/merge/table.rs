//! The table of the copies that were left out.

use crate::normal_form::AddedTag;
use audit960_dataset::TableBuilder;
use audit960_report::{CsvTexts, Format, TableForm};

use super::groups::{Dropped, Group};

/// One row per copy: which game it is, why it was left out, which game is kept, the tags added to that, and the
/// comments and variations that it lacks.
pub(super) fn csv(groups: &[Group], texts: CsvTexts) -> std::io::Result<Vec<u8>> {
    let rows: Vec<(&Group, &Dropped)> = groups
        .iter()
        .flat_map(|group| group.dropped.iter().map(move |dropped| (group, dropped)))
        .collect();
    let names = |tags: &[AddedTag]| {
        let names = tags.iter().map(|tag| String::from_utf8_lossy(&tag.name));
        names.collect::<Vec<_>>().join(" ")
    };
    let table = TableBuilder::of(&rows)
        .text("source", |(_, row)| Some(row.member.source.to_string()))
        .count("game", |(_, row)| row.member.game)
        .count("frame_offset", |(_, row)| row.member.identity.frame_offset)
        .count("byte_offset", |(_, row)| row.member.identity.byte_offset)
        .text("white", |(_, row)| Some(row.member.white.clone()))
        .text("black", |(_, row)| Some(row.member.black.clone()))
        .text("date", |(_, row)| Some(row.member.date.clone()))
        .text("result", |(_, row)| Some(row.member.result.to_string()))
        .text("verdict", |(_, row)| Some(row.member.verdict.to_string()))
        .count("plies", |(_, row)| row.member.plies.into())
        .text("kept", |(group, _)| Some(group.kept.name()))
        .text("better_by", |(_, row)| Some(row.reason.to_owned()))
        .text("tags_added", |(group, _)| Some(names(&group.added)))
        .text("conflicts", |(_, row)| Some(row.conflicts.join("; ")))
        .text("text_left_out", |(_, row)| Some(row.left_out.join(" | ")))
        .table();
    let form = TableForm {
        texts,
        ..TableForm::plain(Format::Csv)
    };
    let mut out = Vec::new();
    form.write(&table, &mut out)?;
    Ok(out)
}
