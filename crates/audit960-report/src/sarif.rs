//! Findings as SARIF 2.1.0 (OASIS, 2020), which code hosts and editors show beside the text.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, Write};

use audit960_types::{Code, Finding, Severity, sanitized_json};
use serde_json::json;

/// Writes findings one after another, so that their number is not bounded by memory.
#[derive(Debug, Default)]
pub struct Sarif {
    codes: BTreeSet<Code>,
}

impl Sarif {
    /// Begins the document.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn begin(out: &mut dyn Write) -> io::Result<Self> {
        write!(
            out,
            "{{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"runs\":[{{\"results\":["
        )?;
        Ok(Self::default())
    }

    /// Writes a finding about a source, whose name is a path or the path of an archive and its member.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(
        &mut self,
        source: &str,
        finding: &Finding,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let level = match finding.code.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "note",
        };
        let result = json!({
            "ruleId": finding.code.as_str(),
            "level": level,
            "message": {"text": finding.message},
            "locations": [{"physicalLocation": {
                "artifactLocation": {"uri": uri(source)},
                "region": {
                    "startLine": finding.line + 1,
                    "startColumn": finding.column.max(1),
                    "snippet": {"text": finding.excerpt},
                },
            }}],
        });
        let comma = if self.codes.is_empty() { "" } else { "," };
        self.codes.insert(finding.code);
        write!(out, "{comma}\n{}", sanitized_json(&result.to_string()))
    }

    /// Ends the document with the program and the rules that were used.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn end(self, version: &str, out: &mut dyn Write) -> io::Result<()> {
        let rules = self.codes.iter().map(|code| {
            json!({
                "id": code.as_str(),
                "name": code.name(),
                "shortDescription": {"text": code.meaning()},
            })
        });
        let driver = json!({
            "name": "audit960",
            "version": version,
            "rules": rules.collect::<Vec<_>>(),
        });
        writeln!(out, "],\n\"tool\":{{\"driver\":{driver}}}}}]}}")
    }
}

/// A path as a reference of RFC 3986: relative as it is, absolute as a `file` URI. Code hosts look for `a.pgn`, not for
/// `./a.pgn`.
fn uri(source: &str) -> String {
    let source = source.strip_prefix("./").unwrap_or(source);
    let mut uri = String::new();
    if source.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in source.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'!' => {
                uri.push(char::from(byte));
            }
            // Writing to a text cannot fail.
            _ => drop(write!(uri, "%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use audit960_types::Identity;
    use serde_json::Value;

    use super::*;

    #[test]
    fn findings_have_a_place_and_a_rule() {
        let finding = |line| {
            let identity = Identity {
                frame_offset: 0,
                byte_offset: 0,
            };
            Finding::of_line(
                Code::IllegalMove,
                identity,
                line,
                "Nf6 is not legal".to_owned(),
            )
        };
        let mut out = Vec::new();
        let mut sarif = Sarif::begin(&mut out).unwrap();
        for line in [3, 8] {
            sarif
                .write("my games.zip!/a.pgn", &finding(line), &mut out)
                .unwrap();
        }
        sarif.end("1.0.0", &mut out).unwrap();
        let document: Value = serde_json::from_slice(&out).unwrap();
        let run = &document["runs"][0];
        let place = &run["results"][1]["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "my%20games.zip!/a.pgn");
        assert_eq!(uri("./games/a.pgn"), "games/a.pgn");
        assert_eq!(place["region"]["startLine"], 9);
        assert_eq!(run["results"][0]["level"], "error");
        // SARIF 3.19.23: each rule once.
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        assert_eq!(rules.len(), 1);
        assert_eq!(rules[0]["id"], run["results"][0]["ruleId"]);
    }

    #[test]
    fn without_findings_the_document_is_whole() {
        let mut out = Vec::new();
        let sarif = Sarif::begin(&mut out).unwrap();
        sarif.end("1.0.0", &mut out).unwrap();
        let document: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(
            document["runs"][0]["results"].as_array().map(Vec::len),
            Some(0)
        );
    }

    #[test]
    fn absolute_paths_are_file_uris() {
        assert_eq!(uri("/a/b c.pgn"), "file:///a/b%20c.pgn");
        assert_eq!(uri("a/\u{e9}.pgn"), "a/%C3%A9.pgn");
    }
}
