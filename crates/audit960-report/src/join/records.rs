//! The records of a CSV text, each with its line: the library counts neither lines nor open quotes.

use super::JoinError;

/// A record with the line it begins on.
pub(super) type Record = (usize, Vec<String>);

/// A line behind the text. The library takes the end of a text for the end of an open quote, and then this
/// is part of a field.
const END: &str = "\u{1}";

/// The records of a CSV text; empty lines, and records of nothing but commas, are skipped.
pub(super) fn records(text: &str) -> Result<Vec<Record>, JoinError> {
    let ended = format!("{text}\n{END}\n");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(ended.as_bytes());
    let mut found = Vec::new();
    let (mut line, mut counted) = (1, 0);
    for record in reader.records() {
        let record = record.map_err(|error| JoinError::Unreadable(error.to_string()))?;
        // The library's position is that of the line ends before the record, the LF of CR LF and empty lines
        // among them.
        let position = record.position().map_or(0, csv::Position::byte) as usize;
        let before = ended.as_bytes().get(position..).unwrap_or_default();
        let ends = before
            .iter()
            .take_while(|byte| matches!(byte, b'\r' | b'\n'))
            .count();
        let passed = ended.as_bytes().get(counted..position + ends);
        line += passed
            .unwrap_or_default()
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        counted = position + ends;
        found.push((line, record.iter().map(str::to_owned).collect::<Vec<_>>()));
    }
    match found.pop() {
        Some((_, end)) if end == [END] => {}
        Some((line, _)) => return Err(JoinError::Quote(line)),
        None => {}
    }
    found.retain(|(_, record)| record.iter().any(|field| !field.is_empty()));
    Ok(found)
}
