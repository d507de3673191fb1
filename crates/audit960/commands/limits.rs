//! Limits on what inputs may take.

use audit960_source::{Limits, MaxExpansion, parse_memory};

/// What inputs may take; where a limit is met a finding says so, and the other inputs go on.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Memory for windows of zstd (half of it), for games and rows in flight (a quarter), and for the
    /// longest game (a sixteenth, at most 64 MiB); at least 64M
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_memory)]
    max_memory: u64,
    /// Text that a compressed input may give: so many times its stored bytes, and so much in all. The
    /// first GiB is always read
    #[arg(long, value_name = "RATIO[:SIZE]", default_value = "250:1T")]
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
