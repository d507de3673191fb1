//! Storage formats from untrusted sources: zip, zstd, gzip, bzip2 and UTF-16.

use audit960_source::{Chunk, Limits, MaxExpansion, ReaderOptions};
use audit960_types::Identity;

use super::facts;

/// Little memory and little text, so that inputs that need more are refused soon.
const LIMITS: Limits = Limits {
    memory: Limits::MIN_MEMORY,
    expansion: MaxExpansion {
        ratio: 250,
        total: 1 << 20,
    },
};

/// However an input is stored, small and large chunks have the same text and the same damage, and the
/// chunks of a source are contiguous.
pub fn stored(data: &[u8]) {
    let large = ReaderOptions::within(LIMITS);
    let small = ReaderOptions {
        target_bytes: 1 << 10,
        ..large
    };
    let (large, small) = (facts::chunks(data, large), facts::chunks(data, small));
    let damages = |chunks: &[Chunk]| -> Vec<_> {
        let damaged = |chunk: &&Chunk| chunk.damage.is_some();
        let chunks = chunks.iter().filter(damaged);
        chunks
            .map(|chunk| (chunk.source, chunk.damage.clone()))
            .collect()
    };
    assert_eq!(sources(&large).len(), sources(&small).len());
    for (one, other) in sources(&large).into_iter().zip(sources(&small)) {
        // How far beyond the limit was read depends on how much is read at a time.
        let (shorter, longer) = if one.len() < other.len() {
            (one, other)
        } else {
            (other, one)
        };
        let refused = large.iter().chain(&small).any(is_refused);
        assert!(longer.starts_with(&shorter), "the same text");
        assert!(refused || longer == shorter, "the same length");
    }
    if !large.iter().chain(&small).any(is_refused) {
        assert_eq!(damages(&large), damages(&small), "the same damage");
    }
    for chunks in [&large, &small] {
        follow(chunks);
    }
}

fn is_refused(chunk: &Chunk) -> bool {
    let damage = chunk.damage.as_ref();
    damage.is_some_and(|damage| damage.kind == audit960_source::DamageKind::Refused)
}

/// The text of each source.
fn sources(chunks: &[Chunk]) -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = Vec::new();
    for chunk in chunks {
        let number = chunk.source as usize;
        texts.resize(texts.len().max(number + 1), Vec::new());
        texts[number].extend_from_slice(&chunk.bytes);
    }
    texts
}

/// Chunks of a source begin where those before end, or with a later frame.
fn follow(chunks: &[Chunk]) {
    let mut end: Option<(u32, Identity)> = None;
    for chunk in chunks {
        let begin = chunk.identity(0);
        if let Some((source, end)) = end
            && source == chunk.source
        {
            assert!(!chunk.first_of_source);
            let same = begin == end;
            let later = begin.frame_offset > end.frame_offset && begin.byte_offset == 0;
            assert!(same || later, "{begin:?} after {end:?}");
        }
        let mut last = chunk.identity(chunk.bytes.len());
        last.byte_offset += chunk.dropped;
        end = Some((chunk.source, last));
        let covered: usize = chunk.spans().map(|span| span.len()).sum();
        assert_eq!(covered, chunk.bytes.len(), "spans tile the chunk");
    }
}
