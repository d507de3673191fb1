//! What a command has given, and where two differ.

/// What a run has given.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Given {
    pub(super) code: Option<i32>,
    pub(super) out: Vec<u8>,
}

impl Given {
    /// Whether it is an answer: not refused, and a count of something or more than the names of columns.
    pub(super) fn says_something(&self) -> bool {
        let lines = self.out.iter().filter(|byte| **byte == b'\n').count();
        let is_count = self
            .out
            .first()
            .is_some_and(|digit| matches!(digit, b'1'..=b'9'));
        self.code != Some(2) && (lines > 1 || self.out.len() > 400 || is_count)
    }

    /// The beginning of the difference to another.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        if self == other {
            return None;
        }
        if self.code != other.code {
            return Some(format!("exit code {:?}, not {:?}", self.code, other.code));
        }
        let same = self
            .out
            .iter()
            .zip(&other.out)
            .take_while(|(one, other)| one == other);
        let at = same.count();
        let part = |bytes: &[u8]| {
            let from = at.saturating_sub(60);
            let to = (at + 60).min(bytes.len());
            String::from_utf8_lossy(bytes.get(from..to).unwrap_or_default()).into_owned()
        };
        Some(format!(
            "byte {at}: {:?}, not {:?}",
            part(&self.out),
            part(&other.out)
        ))
    }
}
