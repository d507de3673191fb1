//! Random damage: bits, bytes, cuts, links, duplicated and missing parts.

use audit960_board::start::SplitMix64;

use super::{open, write};
use crate::folder::Storage;

/// Random damage, shared by the tests of all packages.
#[path = "../../../../../tests/damage.rs"]
mod damage;

#[test]
fn all_random_damage_is_named() {
    let (seed, rounds) = (960, damage::rounds());
    println!("seed {seed}, {rounds} rounds");
    let mut random = SplitMix64::new(seed);
    let dir = tempfile::tempdir().unwrap();
    for round in 0..rounds {
        let out = dir.path().join(round.to_string());
        write(&out, &Storage::new()).unwrap();
        let what = damage::damage(&out, &mut random);
        let error = open(&out)
            .err()
            .unwrap_or_else(|| panic!("{round}: {what}"));
        let path = out.display().to_string();
        assert!(
            error.to_string().contains(&path),
            "{round}: {what}: {error}"
        );
        std::fs::remove_dir_all(&out).unwrap();
    }
}
