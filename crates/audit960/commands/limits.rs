//! Limits on what inputs may take.

use anyhow::{Context as _, bail};
use audit960_source::{Limits, MaxExpansion};

/// What inputs may take; where a limit is met a finding says so, and the other inputs go on.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Memory for windows of zstd (half of it), for games and rows in flight (a quarter), and for the
    /// longest game (a sixteenth, at most 64 MiB); at least 64M
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = memory)]
    max_memory: u64,
    /// Text that a compressed input may give: so many times its stored bytes, and so much in all. The
    /// first GiB is always read
    #[arg(long, value_name = "RATIO[:SIZE]", default_value = "250:1T", value_parser = expansion)]
    max_expansion: MaxExpansion,
}

impl LimitArgs {
    /// The limits.
    pub(crate) const fn limits(self) -> Limits {
        Limits {
            memory: self.max_memory,
            expansion: self.max_expansion,
        }
    }
}

fn memory(text: &str) -> anyhow::Result<u64> {
    let memory = size(text)?;
    if memory < Limits::MIN_MEMORY {
        bail!("less than {}M is too little", Limits::MIN_MEMORY >> 20);
    }
    Ok(memory)
}

fn expansion(text: &str) -> anyhow::Result<MaxExpansion> {
    let (ratio, total) = match text.split_once(':') {
        Some((ratio, total)) => (ratio, size(total)?),
        None => (text, MaxExpansion::default().total),
    };
    let ratio = ratio.parse().ok().filter(|ratio| *ratio > 0);
    Ok(MaxExpansion {
        ratio: ratio.context("a ratio is a number from 1 on, like 250")?,
        total,
    })
}

/// A number of bytes, in units of 1,024 with a letter behind it.
pub(crate) fn size(text: &str) -> anyhow::Result<u64> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = text.get(digits.len()..).unwrap_or_default();
    let shift = match unit
        .to_ascii_uppercase()
        .trim_end_matches('B')
        .trim_end_matches('I')
    {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => bail!("a size is a number of bytes, or one with K, M, G or T behind it, like 512M"),
    };
    let number: Option<u64> = digits.parse().ok();
    let bytes = number.and_then(|number| number.checked_mul(1 << shift));
    bytes.context("a size is a number of bytes, or one with K, M, G or T behind it, like 512M")
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
            assert_eq!(size(text).unwrap(), bytes, "{text}");
        }
        for text in ["", "M", "1.5G", "-1", "5X", "99999999999T", "1 G"] {
            assert!(size(text).is_err(), "{text}");
        }
        assert!(memory("63M").is_err() && memory("64M").is_ok());
    }

    #[test]
    fn expansions_have_a_ratio_and_a_total() {
        let default = MaxExpansion::default();
        assert_eq!(expansion("250:1T").unwrap(), default);
        let ratio = expansion("10").unwrap();
        assert_eq!((ratio.ratio, ratio.total), (10, default.total));
        for text in ["0", "", ":1G", "x:1G", "3:"] {
            assert!(expansion(text).is_err(), "{text}");
        }
    }
}
