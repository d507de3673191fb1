//! Expectations: the public Scharnagl list, the facts the club's page states, and arrangements
//! found by trying every order of the eight pieces.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::*;

/// The 960 by brute force: all orders of the pieces, kept if the rules of Guidelines II.2 hold.
fn brute_force() -> BTreeSet<FirstRank> {
    fn extend(rank: &mut Vec<u8>, left: &mut Vec<u8>, found: &mut BTreeSet<FirstRank>) {
        if left.is_empty() {
            let rank: FirstRank = rank.as_slice().try_into().unwrap();
            let at = |letter| {
                (0..8)
                    .filter(|&file| rank[file] == letter)
                    .collect::<Vec<_>>()
            };
            let (king, rooks, bishops) = (at(b'K')[0], at(b'R'), at(b'B'));
            if rooks[0] < king && king < rooks[1] && (bishops[0] + bishops[1]) % 2 == 1 {
                found.insert(rank);
            }
            return;
        }
        for index in 0..left.len() {
            rank.push(left.remove(index));
            extend(rank, left, found);
            left.insert(index, rank.pop().unwrap());
        }
    }
    let mut found = BTreeSet::new();
    extend(&mut Vec::new(), &mut b"RNBQKBNR".to_vec(), &mut found);
    found
}

fn start(rank: &FirstRank) -> Start {
    Start::from_arrangement(rank).unwrap()
}

fn shared(file: &str) -> Option<String> {
    let root = std::env::var_os("AUDIT960_CORPUS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let path = root.join("epd").join(file);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        // Written directly, since the harness hides what passing tests print.
        let _ = std::io::Write::write_fmt(
            &mut std::io::stderr(),
            format_args!("skipped: {} is not there\n", path.display()),
        );
    }
    text
}

#[test]
fn the_table_is_what_brute_force_finds() {
    let found = brute_force();
    assert_eq!(found.len(), 960);
    assert_eq!(ARRANGEMENTS.iter().copied().collect::<BTreeSet<_>>(), found);
}

#[test]
fn number_and_arrangement_are_inverse() {
    for number in 0..960 {
        let rank = arrangement(number).unwrap();
        assert_eq!(scharnagl_number(&rank), Some(number));
        assert_eq!(Start::new(number).unwrap().name().as_bytes(), rank);
    }
    assert_eq!(arrangement(960), None);
    assert_eq!(arrangement(u16::MAX), None);
    assert_eq!(Start::new(960), None);
}

#[test]
fn no_other_rank_has_a_number() {
    let known = brute_force();
    let letters = *b"KQRBN";
    for code in 0..5_usize.pow(8) {
        let rank: FirstRank =
            std::array::from_fn(|file| letters[code / 5_usize.pow(file as u32) % 5]);
        assert_eq!(scharnagl_number(&rank).is_some(), known.contains(&rank));
    }
    for odd in [
        b"rnbqkbnr",
        b"RNBQKBN1",
        b"        ",
        &[0; 8],
        &[0xFF; 8],
        b"BBBBBBBB",
        b"NNNNNNNN",
    ] {
        assert_eq!(scharnagl_number(odd), None);
    }
}

#[test]
fn known_numbers() {
    assert_eq!(scharnagl_number(b"RNBQKBNR"), Some(518));
    assert_eq!(ORTHODOX.name(), "RNBQKBNR");
    // First and last of the scheme: everything as far left, or right, as it goes.
    assert_eq!(scharnagl_number(b"BBQNNRKR"), Some(0));
    assert_eq!(scharnagl_number(b"RKRNNQBB"), Some(959));
}

#[test]
fn the_public_list_agrees() {
    let Some(text) = shared("scharnagl.csv") else {
        return;
    };
    let mut rows = 0;
    for line in text.lines().skip(1) {
        let mut fields = line.split('\t');
        let number: u16 = fields.next().unwrap().parse().unwrap();
        let rank = fields.next().unwrap().to_uppercase();
        let castling = fields.next().unwrap().as_bytes();
        let start = start(rank.as_bytes().try_into().unwrap());
        assert_eq!(start.number(), number);
        assert_eq!(start.name(), rank);
        let files = start.castling_files();
        let mut rooks = [files.a_side_rook + b'a', files.h_side_rook + b'a'];
        rooks.sort_unstable();
        let mut listed = [castling[0], castling[1]];
        listed.sort_unstable();
        assert_eq!(rooks, listed);
        rows += 1;
    }
    assert_eq!(rows, 960);
}

#[test]
fn the_openings_file_agrees() {
    let Some(text) = shared("FRC_openings.epd") else {
        return;
    };
    let ranks: BTreeSet<FirstRank> = text
        .lines()
        .map(|line| {
            line.split(['/', ' '])
                .nth(7)
                .unwrap()
                .as_bytes()
                .try_into()
                .unwrap()
        })
        .collect();
    assert_eq!(ranks, ARRANGEMENTS.iter().copied().collect());
}

#[test]
fn mirrors_are_pairs() {
    for start in Start::all() {
        let mut reversed = start.arrangement();
        reversed.reverse();
        assert_eq!(start.mirror().arrangement(), reversed);
        assert_eq!(start.mirror().mirror(), start);
        assert_ne!(start.mirror(), start);
    }
}

#[test]
fn castling_files_frame_the_king() {
    for start in Start::all() {
        let (rank, files) = (start.arrangement(), start.castling_files());
        assert!(files.a_side_rook < files.king && files.king < files.h_side_rook);
        assert_eq!(rank[usize::from(files.king)], b'K');
        assert_eq!(rank[usize::from(files.a_side_rook)], b'R');
        assert_eq!(rank[usize::from(files.h_side_rook)], b'R');
    }
}

#[test]
fn every_numbering_counts_each_position_once() {
    for numbering in Numbering::ALL {
        let numbers: BTreeSet<u16> = Start::all().map(|start| numbering.number(start)).collect();
        let first = u16::from(numbering != Numbering::Scharnagl);
        assert_eq!(numbers, (first..first + 960).collect(), "{numbering:?}");
        for start in Start::all() {
            assert_eq!(numbering.start(numbering.number(start)), Some(start));
        }
        assert_eq!(numbering.start(first + 960), None);
        assert_eq!(
            first
                .checked_sub(1)
                .and_then(|below| numbering.start(below)),
            None
        );
    }
    assert_eq!(Numbering::OneBased.number(ORTHODOX), 519);
    assert_eq!(Numbering::ZeroAs960.number(ORTHODOX), 518);
    assert_eq!(Numbering::ZeroAs960.number(start(b"BBQNNRKR")), 960);
}

#[test]
fn the_mirror_list_has_the_properties_its_page_states() {
    let list = Numbering::MirrorList;
    assert_eq!(list.number(start(b"RNBQKBNR")), 626);
    assert_eq!(list.number(start(b"RNBKQBNR")), 335);
    let mut next = 1;
    for (king, size) in (1..=6).zip([108, 168, 204, 204, 168, 108]) {
        for number in next..next + size {
            let start = list.start(number).unwrap();
            assert_eq!(start.castling_files().king, king);
            assert_eq!(list.start(961 - number), Some(start.mirror()));
        }
        next += size;
    }
    assert_eq!(next, 961);
}

#[test]
fn the_mirror_list_is_in_the_order_it_says() {
    let keys: Vec<_> = (1..=480)
        .map(|number| {
            let start = Numbering::MirrorList.start(number).unwrap();
            let rank = start.arrangement();
            let files = start.castling_files();
            let bishop = |colour| (0..8).find(|file| file % 2 == colour && rank[*file] == b'B');
            let queen = rank.iter().position(|&letter| letter == b'Q');
            (
                files.king,
                files.a_side_rook,
                files.h_side_rook,
                bishop(0),
                bishop(1),
                queen,
            )
        })
        .collect();
    assert!(keys.is_sorted());
}

/// A right from the arrangement is the one that the position of that start holds.
#[test]
fn the_rights_of_an_arrangement_are_those_of_its_position() {
    for (white, black) in Start::all().zip(Start::all().rev()) {
        let of = |start: Start, side| {
            [Wing::HSide, Wing::ASide].map(|wing| start.castling_right(side, wing))
        };
        let expected = [of(white, Side::White), of(black, Side::Black)].concat();
        let position = crate::Position::chess960(white, black);
        assert_eq!(position.castling_rights().collect::<Vec<_>>(), expected);
    }
}
