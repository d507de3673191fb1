//! How much memory a run may use, and how much text an input may give.

use std::str::FromStr;

/// Limits against inputs that are made to exhaust a machine. Where one applies there is a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory for zstd windows, the text of games and the rows in flight together, at least
    /// [`Limits::MIN_MEMORY`].
    pub memory: u64,
    /// How much longer than its stored bytes the text of an input may be.
    pub expansion: MaxExpansion,
}

impl Limits {
    /// The least value of `memory`, in bytes.
    pub const MIN_MEMORY: u64 = 64 << 20;

    /// The longest window of a zstd frame, in bytes: half of the memory.
    #[must_use]
    pub const fn window_bytes(&self) -> u64 {
        self.memory / 2
    }

    /// Bytes of text and rows that may be in flight: a quarter of the memory.
    #[must_use]
    pub const fn in_flight(&self) -> u64 {
        self.memory / 4
    }

    /// The longest span that is read, in bytes: a sixteenth of the memory, at most 64 MiB.
    #[must_use]
    pub fn max_span_bytes(&self) -> usize {
        (self.memory / 16).min(64 << 20) as usize
    }

    /// Bytes for frames, and rows of tables, that are decoded ahead: a twelfth of the memory, at most 96 MiB.
    pub(crate) fn frames_ahead(&self) -> usize {
        (self.memory / 12).min(96 << 20) as usize
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 1 << 30,
            expansion: MaxExpansion::default(),
        }
    }
}

/// How much text the stored bytes of an input may give. The first GiB is always read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxExpansion {
    /// Bytes of text per stored byte read so far, at least 1.
    pub ratio: u64,
    /// Bytes of text in all.
    pub total: u64,
}

impl Default for MaxExpansion {
    fn default() -> Self {
        Self {
            ratio: 250,
            total: 1 << 40,
        }
    }
}

impl FromStr for MaxExpansion {
    type Err = &'static str;

    /// Parses `RATIO` or `RATIO:SIZE`, such as `250:1T`.
    fn from_str(text: &str) -> Result<Self, &'static str> {
        let (ratio, total) = match text.split_once(':') {
            Some((ratio, total)) => (ratio, parse_size(total)?),
            None => (text, Self::default().total),
        };
        let ratio = ratio.parse().ok().filter(|ratio| *ratio > 0);
        let ratio = ratio.ok_or("a ratio is a whole number of at least 1, such as 250")?;
        Ok(Self { ratio, total })
    }
}

/// Why a text is not a size.
const NO_SIZE: &str =
    "a size is a number of bytes, or a number followed by K, M, G or T, such as 512M";

/// Parses a number of bytes, with an optional unit, powers of 1,024: `70000`, `512M`, `2GiB`.
///
/// # Errors
/// The reason, if it is not a size or does not fit 64 bits.
pub fn parse_size(text: &str) -> Result<u64, &'static str> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = text.get(digits.len()..).unwrap_or_default();
    let unit = unit.to_ascii_uppercase();
    let shift = match unit.as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ => return Err(NO_SIZE),
    };
    let number: Option<u64> = digits.parse().ok();
    let bytes = number.and_then(|number| number.checked_mul(1 << shift));
    bytes.ok_or(NO_SIZE)
}

/// Parses the memory for a run, in bytes.
///
/// # Errors
/// The reason, if it is not a size or too small.
pub fn parse_memory(text: &str) -> Result<u64, &'static str> {
    let memory = parse_size(text)?;
    if memory < Limits::MIN_MEMORY {
        return Err("must be at least 64M");
    }
    Ok(memory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [
            ("0", 0),
            ("70000", 70_000),
            ("512M", 512 << 20),
            ("2g", 2 << 30),
            ("3KiB", 3 << 10),
            ("1TB", 1 << 40),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in [
            "",
            "M",
            "1.5G",
            "-1",
            "5X",
            "99999999999T",
            "1 G",
            "5IB",
            "5BB",
            "5KIIB",
        ] {
            assert_eq!(parse_size(text), Err(NO_SIZE), "{text}");
        }
        assert_eq!(parse_memory("63M"), Err("must be at least 64M"));
        assert_eq!(parse_memory("64M"), Ok(64 << 20));
    }

    #[test]
    fn expansions_have_a_ratio_and_a_total() {
        let default = MaxExpansion::default();
        assert_eq!("250:1T".parse(), Ok(default));
        let ratio: MaxExpansion = "10".parse().unwrap();
        assert_eq!((ratio.ratio, ratio.total), (10, default.total));
        for text in ["0", "", ":1G", "x:1G", "3:"] {
            assert!(text.parse::<MaxExpansion>().is_err(), "{text}");
        }
    }

    #[test]
    fn memory_is_shared_out() {
        let limits = Limits::default();
        assert_eq!(limits.max_span_bytes(), 64 << 20);
        let shares = limits.window_bytes()
            + limits.in_flight()
            // A span, and the text read after it.
            + 2 * limits.max_span_bytes() as u64
            + limits.frames_ahead() as u64;
        assert!(shares <= limits.memory, "{shares}");
        let small = Limits {
            memory: Limits::MIN_MEMORY,
            ..limits
        };
        assert_eq!(small.max_span_bytes(), 4 << 20);
    }
}
