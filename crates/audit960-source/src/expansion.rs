//! How much text an input gives for its stored bytes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::limits::MaxExpansion;

/// Bytes of text that every input may give, however few bytes it stores.
const FREE_TEXT: u64 = 1 << 30;

/// Counts the stored bytes and the text of an input, and checks them against a limit.
#[derive(Debug, Default)]
pub(crate) struct Expansion {
    most: MaxExpansion,
    stored: AtomicU64,
    text: AtomicU64,
}

impl Expansion {
    pub(crate) fn new(most: MaxExpansion) -> Arc<Self> {
        Arc::new(Self {
            most,
            ..Self::default()
        })
    }

    /// Adds stored bytes that were read.
    pub(crate) fn add_stored(&self, bytes: u64) {
        self.stored.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Adds bytes of decoded text; returns a message if they exceed a limit.
    pub(crate) fn add_text(&self, bytes: u64) -> Option<String> {
        let text = self.text.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let MaxExpansion { ratio, total } = self.most;
        if text > total {
            return Some(format!(
                "more than {total} bytes of text, see --max-expansion"
            ));
        }
        let stored = self.stored.load(Ordering::Relaxed);
        (text > FREE_TEXT && text / ratio.max(1) > stored).then(|| {
            format!(
                "more than {ratio} bytes of text for each byte that is stored, see --max-expansion"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_gibibyte_is_free() {
        let expansion = Expansion::new(MaxExpansion {
            ratio: 4,
            total: 16 << 30,
        });
        assert_eq!(expansion.add_text(1 << 30), None);
        assert!(
            expansion
                .add_text(4)
                .is_some_and(|message| message.contains(" 4 "))
        );
        expansion.add_stored(1 << 30);
        assert_eq!(expansion.add_text(2 << 30), None);
        expansion.add_stored(8 << 30);
        let total = expansion.add_text(13 << 30);
        assert!(total.is_some_and(|message| message.contains(&(16_u64 << 30).to_string())));
    }
}
