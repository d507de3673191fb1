//! Tables with damage: each kind of byte of the header, cuts, other names. Whatever is in a file, a probe ends with a
//! value or a reason, within a time and a memory that the file's size bounds.

use std::fs;
use std::time::{Duration, Instant};

use audit960_board::Position;
use audit960_epd::tablebase::{EndgameTables, Prober, check_tables};
use audit960_types::{TableValue, UnknownReason};

use crate::at_hand::corpus;
use crate::opening::{folder_with, problems};

const MUTATIONS: usize = 2_000;

/// Tables with all kinds of headers: one side and two, with pawns of one side and of both, one value for all.
const TABLES: [(&str, &[&str]); 5] = [
    (
        "KQvK",
        &[
            "8/8/4k3/8/8/4K3/8/4Q3 w - - 0 1",
            "8/8/4k3/8/8/4K3/8/4Q3 b - - 0 1",
        ],
    ),
    (
        "KRvKR",
        &[
            "8/r7/4k3/8/8/4K3/8/4R3 w - - 0 1",
            "8/7r/4k3/8/8/2K5/8/4R3 b - - 0 1",
        ],
    ),
    (
        "KPvKP",
        &[
            "8/4p3/4k3/8/8/4K3/P7/8 w - - 0 1",
            "8/8/4k3/2p5/8/4K3/7P/8 b - - 0 1",
        ],
    ),
    (
        "KBvKN",
        &[
            "8/n7/4k3/8/8/4K3/8/4B3 w - - 0 1",
            "8/7n/4k3/8/8/2K5/8/4B3 b - - 0 1",
        ],
    ),
    (
        "KNNvK",
        &[
            "8/8/4k3/8/8/4K3/8/3NN3 w - - 0 1",
            "8/8/4k3/8/8/4K3/8/3NN3 b - - 0 1",
        ],
    ),
];

/// Tables that positions of the others reach by captures and promotions are not copied: captures must not decide
/// whether a damaged table is opened. So each position here has no capture.
fn probe_all(tables: &EndgameTables, fens: &[&str]) -> Vec<(TableValue, Option<UnknownReason>)> {
    let values = fens.iter().map(|fen| {
        let position = Position::from_fen(fen).unwrap().position;
        let value = tables.probe(&position).under(3);
        (value.value, value.reason)
    });
    values.collect()
}

#[test]
fn damaged_tables_give_reasons() {
    let Some(shared) = corpus("syzygy") else {
        return;
    };
    let mut random = 0x00c0_ffee_u64;
    let mut below = |limit: usize| {
        random = random
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        (random >> 33) as usize % limit
    };
    let (mut refused, mut harmless) = (0, 0);
    for mutation in 0..MUTATIONS {
        let (material, fens) = TABLES[mutation % TABLES.len()];
        let names = [format!("{material}.rtbw"), format!("{material}.rtbz")];
        let folder = folder_with(&shared, &[&names[0], &names[1]]);
        let path = folder.path().join(&names[below(2)]);
        let mut bytes = fs::read(&path).unwrap();
        let sound = bytes.len();
        match mutation % 8 {
            // Each byte of the header in turn, by a bit or as a whole.
            0..=3 => {
                let at = (mutation / 8) % bytes.len().min(160);
                bytes[at] ^= if mutation % 2 == 0 {
                    1 << below(8)
                } else {
                    0xff
                };
            }
            // Several bytes anywhere.
            4 | 5 => {
                for _ in 0..=below(16) {
                    let at = below(bytes.len());
                    bytes[at] = below(256) as u8;
                }
            }
            // A cut that leaves a size that tables have.
            6 => bytes.truncate(16 + 64 * (1 + below(bytes.len() / 64))),
            // Some of the file twice.
            _ => bytes.extend_from_within(..64.min(bytes.len())),
        }
        let other_size = bytes.len() != sound;
        fs::write(&path, bytes).unwrap();
        if other_size {
            let check = check_tables(&[folder.path()], 0).unwrap();
            assert!(check.has_problems(), "mutation {mutation} of {material}");
        }
        let began = Instant::now();
        match EndgameTables::open(&[folder.path()]) {
            Ok(tables) => {
                for (value, reason) in probe_all(&tables, fens) {
                    assert_eq!(value == TableValue::Unknown, reason.is_some());
                    assert_ne!(reason, Some(UnknownReason::ImpossiblePosition));
                }
                match problems(&tables).is_empty() {
                    true => harmless += 1,
                    false => refused += 1,
                }
                assert!(tables.damaged().len() <= 4, "{:?}", tables.damaged());
            }
            Err(error) => panic!("{mutation}: {error}"),
        }
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "mutation {mutation} of {material}"
        );
    }
    // What is not refused is damage in data that these positions do not read, or a table that none of them needs.
    eprintln!("{refused} of {MUTATIONS} refused when probed, {harmless} not");
    assert!(refused > MUTATIONS / 3, "{refused} refused, {harmless} not");
}

/// A table under the name of another is refused by its pieces, or by its kind.
#[test]
fn renamed_tables_are_refused() {
    let Some(shared) = corpus("syzygy") else {
        return;
    };
    let others = ["KRvK", "KBvK", "KNvK", "KPvK"];
    for other in others {
        for kind in ["rtbw", "rtbz"] {
            let folder = folder_with(&shared, &["KQvK.rtbw", "KQvK.rtbz"]);
            let bytes = fs::read(shared.join(format!("{other}.{kind}"))).unwrap();
            fs::write(folder.path().join(format!("KQvK.{kind}")), bytes).unwrap();
            let tables = EndgameTables::open(&[folder.path()]).unwrap();
            let values = probe_all(&tables, TABLES[0].1);
            assert!(
                values
                    .iter()
                    .all(|(value, _)| *value == TableValue::Unknown),
                "{other}: {values:?}"
            );
            let said = problems(&tables);
            assert_eq!(said.len(), 1, "{said:?}");
            assert_eq!(
                said[0],
                (
                    format!("KQvK.{kind}"),
                    "is a table of other pieces than its name says".to_owned()
                )
            );
        }
    }
    let folder = folder_with(&shared, &["KQvK.rtbz"]);
    fs::rename(
        folder.path().join("KQvK.rtbz"),
        folder.path().join("KQvK.rtbw"),
    )
    .unwrap();
    let check = check_tables(&[folder.path()], 10).unwrap();
    assert!(check.has_problems());
    assert_eq!(
        check.files[0].problem.as_deref(),
        Some("does not begin as a table of this kind does")
    );
}

/// Damage in the data that no header shows: the sample of `check` finds values that contradict each other.
#[test]
fn a_check_finds_changed_data() {
    let Some(shared) = corpus("syzygy") else {
        return;
    };
    let folder = folder_with(&shared, &["KRvK.rtbw", "KRvK.rtbz"]);
    let path = folder.path().join("KRvK.rtbz");
    let mut bytes = fs::read(&path).unwrap();
    let (from, to) = (bytes.len() / 2, bytes.len() / 2 + 512);
    for byte in &mut bytes[from..to] {
        *byte = !*byte;
    }
    fs::write(&path, bytes).unwrap();
    let check = check_tables(&[folder.path()], 2_000).unwrap();
    let problems: Vec<_> = check
        .files
        .iter()
        .filter_map(|file| file.problem.clone())
        .collect();
    assert!(check.has_problems(), "{problems:?}");
}
