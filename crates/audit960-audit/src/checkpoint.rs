//! The state that a run saves so that another one can resume it, when it is saved, and whether a resumed run reads the same
//! text as the previous one.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use anyhow::{Context as _, bail};
use audit960_dataset::copies::SpillState;
use audit960_dataset::tables::{AssemblerState, WriterState};
use audit960_source::Chunk;
use audit960_types::Tally;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128};

use crate::gate::Gate;
use crate::ordered::Counted;

/// Bytes of the checksum at the end of a checkpoint.
const SUM: usize = 16;

/// What makes two runs the same, so that one can resume the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunIdentity {
    program: String,
    /// The options that change rows, as JSON.
    options: String,
    /// Names of the inputs, with folders walked.
    inputs: Vec<String>,
    /// The checksum of the manifest of the dataset that rows are added to.
    base: Option<String>,
}

impl RunIdentity {
    pub(crate) fn new(options: &Value, inputs: Vec<String>) -> Self {
        Self {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            options: options.to_string(),
            inputs,
            base: None,
        }
    }

    /// The same run, whose rows are added to a dataset with a manifest of this checksum.
    pub(crate) fn added_to(self, manifest: &str) -> Self {
        Self {
            base: Some(manifest.to_owned()),
            ..self
        }
    }

    /// Fails if a dataset was made of an input that this run does not have.
    pub(crate) fn require_inputs_of(&self, manifest: &Value) -> anyhow::Result<()> {
        for input in manifest["inputs"].as_array().into_iter().flatten() {
            let name = input["name"].as_str().unwrap_or_default();
            if !self.inputs.iter().any(|given| given == name) {
                bail!("it also holds {name}, which is not among the inputs");
            }
        }
        Ok(())
    }

    /// Fails, and says what differs, if the other run is not the same.
    pub(crate) fn require(&self, before: &Self) -> anyhow::Result<()> {
        if self.program != before.program {
            bail!("it was begun by version {}", before.program);
        }
        if self.options != before.options {
            bail!("it was begun with other options");
        }
        if self.inputs != before.inputs {
            bail!("it was begun with other inputs");
        }
        match (&self.base, &before.base) {
            (None, Some(_)) => bail!("it was begun with --append"),
            (Some(_), None) => bail!("it was begun without --append"),
            (one, other) if one != other => bail!("the dataset was changed since it was begun"),
            _ => {}
        }
        Ok(())
    }
}

/// What has been put in order, in serializable form.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct DeliveredState {
    pub(crate) assembler: AssemblerState,
    pub(crate) counted: Counted,
    /// What was counted while chunks were put in order.
    pub(crate) own: Tally,
}

/// The state of a run between two chunks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    pub(crate) run: RunIdentity,
    /// Number of the first chunk that is still to be done.
    pub(crate) next: u64,
    /// Sum of [`text_sum`] over the chunks before.
    pub(crate) text: u64,
    /// What was counted in them.
    pub(crate) tally: Tally,
    pub(crate) delivered: DeliveredState,
    pub(crate) writer: WriterState,
    pub(crate) spill: Option<SpillState>,
}

impl Checkpoint {
    /// The bytes of a checkpoint, with a checksum at their end.
    pub(crate) fn write(&self) -> anyhow::Result<Vec<u8>> {
        let mut bytes = postcard::to_stdvec(self).context("the checkpoint cannot be written")?;
        bytes.extend(xxh3_128(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads a checkpoint and verifies its checksum.
    pub(crate) fn read(bytes: &[u8]) -> anyhow::Result<Self> {
        let (text, sum) = bytes.split_at(bytes.len().saturating_sub(SUM));
        if sum != xxh3_128(text).to_le_bytes() {
            bail!("its checkpoint is damaged");
        }
        // Another build of the same version may have written it.
        postcard::from_bytes(text).context("its checkpoint was written by another program")
    }
}

/// What the text of a chunk adds to a sum that tells archives apart, in whatever order chunks are added. Where the
/// reader knows the checksum of the stored bytes so far, they are not read again.
pub(crate) fn text_sum(chunk: &Chunk) -> u64 {
    match chunk.stored_sum {
        Some(sum) => xxh3_64_with_seed(&sum.to_le_bytes(), chunk.sequence),
        None => xxh3_64_with_seed(&chunk.bytes, chunk.sequence),
    }
}

/// Chunks from a checkpoint to the next. Each names every source so far: of many small ones, whose chunks are small, they must
/// not come at equal distances.
pub(crate) fn distance(every: u64, sources: u64) -> u64 {
    every.max(sources / 2)
}

/// The checkpoints of a run.
pub(crate) struct Checkpoints {
    /// Where workers meet before one is saved.
    pub(crate) gate: Gate,
    /// Chunks from one to the next.
    pub(crate) every: u64,
    /// Number of the first chunk that is replayed: the text before it only has to be the same.
    pub(crate) from: u64,
    /// Sum over the text of the chunks that the previous run had finished.
    expected: u64,
    /// The same over all chunks so far.
    text: AtomicU64,
    read_again: AtomicBool,
    /// The run that they are of.
    pub(crate) run: RunIdentity,
}

impl Checkpoints {
    /// Checkpoints of a run that begins, or is resumed at chunk `from`, before which the text has the sum
    /// `expected`.
    pub(crate) fn new(
        workers: usize,
        every: u64,
        run: RunIdentity,
        (from, expected): (u64, u64),
    ) -> Self {
        let every = every.max(1);
        let next = if from == 0 { every } else { from };
        Self {
            gate: Gate::new(workers, next),
            every,
            from,
            expected,
            text: AtomicU64::new(0),
            read_again: AtomicBool::new(from == 0),
            run,
        }
    }

    /// The sum over the text so far.
    pub(crate) fn text(&self) -> u64 {
        self.text.load(Ordering::Relaxed)
    }

    /// Adds the text of a chunk to the sum.
    pub(crate) fn read(&self, chunk: &Chunk) {
        let sum = text_sum(chunk);
        self.text.fetch_add(sum, Ordering::Relaxed);
    }

    /// Whether everything that the previous run had read has been read again.
    pub(crate) fn is_read_again(&self) -> bool {
        self.read_again.load(Ordering::Relaxed)
    }

    /// Fails if the text so far is not that of the previous run.
    pub(crate) fn require_same_text(&self) -> anyhow::Result<()> {
        if self.text() != self.expected {
            bail!(
                "the inputs have changed since the audit was begun; audit without --resume starts over"
            );
        }
        self.read_again.store(true, Ordering::Relaxed);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sources of one chunk each: all checkpoints together name each some three times, however many there are.
    #[test]
    fn checkpoints_do_not_name_the_same_sources_again_and_again() {
        for sources in [1_000, 100_000, 10_000_000] {
            let (mut next, mut named) = (10, 0);
            while next < sources {
                named += next;
                next += distance(10, next);
            }
            assert!(
                (sources..4 * sources).contains(&named),
                "{sources}: {named}"
            );
        }
        // A large source is saved as often as was asked for.
        assert_eq!(distance(10, 1), 10);
    }

    #[test]
    fn the_same_chunks_elsewhere_are_another_text() {
        let chunk = |sequence, text: &str, stored_sum| Chunk {
            sequence,
            bytes: text.as_bytes().to_vec(),
            stored_sum,
            ..Chunk::default()
        };
        let sum = |texts: [&str; 2]| {
            let sums = (0..)
                .zip(texts)
                .map(|(n, text)| text_sum(&chunk(n, text, None)));
            sums.fold(0, u64::wrapping_add)
        };
        assert_ne!(sum(["a", "b"]), sum(["b", "a"]));
        assert_ne!(sum(["a", "b"]), sum(["a", "c"]));
        let [first, second] = [chunk(0, "a", None), chunk(1, "b", None)];
        assert_eq!(
            sum(["a", "b"]),
            text_sum(&second).wrapping_add(text_sum(&first))
        );
        let stored = |sequence, sum| text_sum(&chunk(sequence, "", Some(sum)));
        assert_ne!(stored(0, 7), stored(1, 7));
        assert_ne!(stored(0, 7), stored(0, 8 << 64 | 7));
    }

    #[test]
    fn any_changed_byte_of_a_checkpoint_shows() {
        let run = RunIdentity::new(&Value::Null, vec!["a.pgn".to_owned()]);
        let mut bytes = postcard::to_stdvec(&run).unwrap();
        bytes.extend(xxh3_128(&bytes).to_le_bytes());
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            let error = Checkpoint::read(&changed).unwrap_err().to_string();
            assert_eq!(error, "its checkpoint is damaged", "byte {at}");
        }
        assert!(Checkpoint::read(&[]).is_err());
    }

    #[test]
    fn other_runs_are_told_apart() {
        let run = RunIdentity::new(&Value::Null, vec!["a.pgn".to_owned()]);
        run.require(&run).unwrap();
        let others = [
            (
                RunIdentity::new(&Value::Bool(true), run.inputs.clone()),
                "options",
            ),
            (RunIdentity::new(&Value::Null, vec![]), "inputs"),
            (
                RunIdentity {
                    program: "0".to_owned(),
                    ..run.clone()
                },
                "version 0",
            ),
        ];
        for (other, what) in others {
            let error = run.require(&other).unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
        }
    }
}
