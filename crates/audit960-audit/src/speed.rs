//! How long a run took, and what limited its speed.

use std::time::Duration;

/// Share of the time from which something counts as the limit.
const LIMITING_SHARE: f64 = 0.8;
/// Nothing is said of shorter runs.
const SHORT: Duration = Duration::from_millis(500);

/// Where the time of an audit went.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// Number of threads.
    pub threads: usize,
    /// Decompressed bytes.
    pub bytes: u64,
    /// Stored bytes.
    pub stored_bytes: u64,
    /// Time from the first chunk to the last.
    pub elapsed: Duration,
    /// Time of decompression that only one thread at a time can do.
    pub decoding: Duration,
    /// Time of waiting for stored bytes.
    pub reading: Duration,
}

impl Speed {
    /// What the threads waited for most of the time, in a sentence; `None` if nothing.
    #[must_use]
    pub fn limit(&self) -> Option<String> {
        if self.elapsed < SHORT {
            return None;
        }
        let seconds = self.elapsed.as_secs_f64();
        let most = |part: Duration| part.as_secs_f64() >= LIMITING_SHARE * seconds;
        let rate = |bytes: u64| bytes as f64 / 1e6 / seconds;
        if most(self.reading) {
            let rate = rate(self.stored_bytes);
            return Some(format!(
                "reading the input was the limit: {rate:.0} MB/s of stored bytes"
            ));
        }
        // A thread that decodes most of the time limits a run only if others do the rest of the work.
        if self.threads > 1 && most(self.decoding) {
            let rate = rate(self.bytes);
            return Some(format!(
                "decompression was the limit: {rate:.0} MB/s; a multi-frame archive (pzstd) would be \
                 read on all cores"
            ));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two threads, ten seconds, 3 GB from 500 MB.
    fn speed(decoding: f64, reading: f64) -> Speed {
        Speed {
            threads: 2,
            bytes: 3_000_000_000,
            stored_bytes: 500_000_000,
            elapsed: Duration::from_secs(10),
            decoding: Duration::from_secs_f64(decoding),
            reading: Duration::from_secs_f64(reading),
        }
    }

    #[test]
    fn what_took_most_of_the_time_is_the_limit() {
        assert_eq!(
            speed(9.5, 0.3).limit().as_deref(),
            Some(
                "decompression was the limit: 300 MB/s; a multi-frame archive (pzstd) would be read \
                 on all cores"
            )
        );
        assert_eq!(
            speed(0.5, 9.0).limit().as_deref(),
            Some("reading the input was the limit: 50 MB/s of stored bytes")
        );
        assert_eq!(speed(6.0, 1.0).limit(), None);
    }

    #[test]
    fn one_thread_is_its_own_limit() {
        let one = Speed {
            threads: 1,
            ..speed(9.5, 0.0)
        };
        assert_eq!(one.limit(), None);
    }

    #[test]
    fn a_short_run_has_no_limit() {
        let short = Speed {
            elapsed: Duration::from_millis(100),
            ..speed(0.1, 0.1)
        };
        assert_eq!(short.limit(), None);
    }
}
