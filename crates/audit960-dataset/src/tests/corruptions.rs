//! Random damage: bits, bytes, cuts, links, doubled and missing parts.

use std::fs;
use std::path::Path;

use crate::Storage;

use super::{FILES, open, write};

/// Rounds of damage.
const ROUNDS: u64 = 500;

/// A generator of numbers for tests (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}

fn damage(out: &Path, random: &mut Random) -> String {
    let mut names: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
    names.push("manifest.json");
    let name = names[random.below(names.len())];
    let path = out.join(name);
    let mut bytes = fs::read(&path).unwrap();
    let at = random.below(bytes.len());
    let kind = random.below(7);
    match kind {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = bytes[at].wrapping_add(1 + random.below(255) as u8),
        2 => bytes.truncate(at),
        3 => bytes.insert(at, b'\n'),
        4 => bytes.extend_from_within(at..),
        5 => {
            fs::remove_file(&path).unwrap();
            return format!("{name} is removed");
        }
        _ => {
            let other = out.join(format!("games/copy-{at}.parquet"));
            fs::copy(&path, other).unwrap();
            return format!("{name} is doubled");
        }
    }
    fs::write(&path, bytes).unwrap();
    format!("{name}: kind {kind} at {at}")
}

#[test]
fn all_random_damage_is_named() {
    let seed = 960;
    println!("seed {seed}, {ROUNDS} rounds");
    let mut random = Random(seed);
    let dir = tempfile::tempdir().unwrap();
    for round in 0..ROUNDS {
        let out = dir.path().join(round.to_string());
        write(&out, &Storage::new()).unwrap();
        let what = damage(&out, &mut random);
        let error = open(&out)
            .err()
            .unwrap_or_else(|| panic!("{round}: {what}"));
        let path = out.display().to_string();
        assert!(
            error.to_string().contains(&path),
            "{round}: {what}: {error}"
        );
    }
}
