//! The report as one HTML file that needs nothing else: numbers, charts, tables and boards of a
//! dataset.
//!
//! The file loads nothing: its content-security policy allows no network, and of scripts and styles
//! only the two that stand in the file, by their checksums. Text from archives reaches it as escaped
//! text or as data that the script writes as text, never as markup. Without script the numbers,
//! charts, findings and inputs are still there.
//!
//! Template, style sheet and script become part of every report and are therefore MIT-0; they may be
//! used by anybody for anything.

mod charts;
mod data;
mod json;
mod page;
mod sections;

#[cfg(test)]
mod sample;

pub use data::{
    CalibrationReport, FindingExample, FindingGroup, FirstMove, GameEntry, Group, GroupMembers,
    Headline, IncidentEntry, Input, ListedRun, ModelReport, PopularityGroup, PopularityReport,
    Position, Provenance, Ranking, RepetitionEntry, ReportData, StratumReport, YearPoint,
};
pub use page::write_html;
