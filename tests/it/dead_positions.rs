//! Dead positions against a search, by another program's moves, of everything that can follow.

use std::collections::BTreeMap;

use audit960_board::Position;
use audit960_board::start::SplitMix64;
use audit960_oracles::{Helpmate, helpmate};
use audit960_types::Side;

/// A way to make positions: what can make them dead, how many are made, how many positions the search visits
/// at most (two bare kings have some 7,000), and the maker. `AUDIT960_DEAD=20` makes 20 times as many.
type Family = (
    &'static str,
    u32,
    usize,
    fn(&mut SplitMix64) -> Option<String>,
);

const FAMILIES: [Family; 3] = [
    ("material", 160, 20_000, few_pieces),
    ("blocked", 500, 6_000, wall),
    ("shut in", 400, 8_000, shut_in),
];

/// White's last ranks of boards on which a knight, or a rook and a bishop, stand behind pawns that face enemy pawns:
/// neither they nor the pawns can move, no king gets past the pawns on a to e, and a king that comes near takes
/// nothing, because every pawn in reach is guarded.
const SHUT_IN: [&str; 2] = [
    "p1p1p3/P1P1P1p1/5pP1/5P2/7N",
    "p1p1p3/P1P1P1p1/5pPp/5P1P/6BR",
];

/// A position with few pieces, the kings close to them.
fn few_pieces(random: &mut SplitMix64) -> Option<String> {
    let pieces = [
        "", "B", "n", "Bb", "BB", "Q", "r", "P", "Rn", "bb", "Np", "BbB", "Nn",
    ];
    let pieces = pieces[random.below(pieces.len() as u32) as usize];
    let corner = random.below(2) == 0;
    let mut board = [b'1'; 64];
    for piece in pieces.bytes().chain(*b"Kk") {
        let at = if corner {
            random.below(3) * 8 + random.below(3)
        } else {
            random.below(64)
        } as usize;
        if board[at] != b'1' || piece | 0x20 == b'p' && !(8..56).contains(&at) {
            return None;
        }
        board[at] = piece;
    }
    Some(fen_of(&board, random))
}

/// Pawns locked in pairs, kings, and perhaps a minor piece of each side.
fn wall(random: &mut SplitMix64) -> Option<String> {
    let mut board = [b'1'; 64];
    let (gaps, shift) = (random.below(3), random.below(2) as usize);
    for file in 0..8 {
        if file % 2 == shift && random.below(3) > 0 || gaps > 0 && random.below(16) == 0 {
            continue;
        }
        // Rank 8 comes first.
        let rank = 4 - usize::from(random.below(3) == 0);
        board[rank * 8 + file] = b'P';
        board[(rank - 1) * 8 + file] = b'p';
    }
    for &piece in [&b""[..], b"", b"B", b"b", b"Bb", b"n"][random.below(6) as usize] {
        let at = random.below(64) as usize;
        if board[at] != b'1' {
            return None;
        }
        board[at] = piece;
    }
    for (king, from) in [(b'K', 40), (b'k', 0)] {
        let at = (from + random.below(24)) as usize;
        if board[at] != b'1' {
            return None;
        }
        board[at] = king;
    }
    Some(fen_of(&board, random))
}

/// One of those boards, perhaps seen from Black's side or in a mirror, with kings on their sides of the pawns, and
/// often with one piece or pawn more, or one less.
fn shut_in(random: &mut SplitMix64) -> Option<String> {
    let mut board = [b'1'; 64];
    let ranks = SHUT_IN[random.below(2) as usize];
    let mut at = 24;
    for sign in ranks.bytes().filter(|sign| *sign != b'/') {
        match sign {
            b'1'..=b'8' => at += usize::from(sign - b'0'),
            _ => {
                board[at] = sign;
                at += 1;
            }
        }
    }
    for (king, from) in [(b'K', 40), (b'k', 0)] {
        let at = (from + random.below(24)) as usize;
        if board[at] != b'1' {
            return None;
        }
        board[at] = king;
    }
    let at = random.below(64) as usize;
    match (random.below(5), board[at]) {
        (0 | 1, _) => {}
        (2 | 3, b'1') if (8..56).contains(&at) => {
            board[at] = b"PpBbNn"[random.below(6) as usize];
        }
        (4, b'P' | b'p' | b'N' | b'B' | b'R') => board[at] = b'1',
        _ => return None,
    }
    if random.below(2) == 0 {
        board.chunks_mut(8).for_each(<[u8]>::reverse);
    }
    if random.below(2) == 0 {
        // The other side's view: ranks in the other order, and colours exchanged.
        board.reverse();
        board.chunks_mut(8).for_each(<[u8]>::reverse);
        for sign in board.iter_mut().filter(|sign| sign.is_ascii_alphabetic()) {
            *sign ^= 0x20;
        }
    }
    Some(fen_of(&board, random))
}

fn fen_of(board: &[u8; 64], random: &mut SplitMix64) -> String {
    let ranks: Vec<&str> = board
        .chunks(8)
        .map(|rank| std::str::from_utf8(rank).unwrap())
        .collect();
    let side = ['w', 'b'][random.below(2) as usize];
    format!("{} {side} - - 0 60", ranks.join("/"))
}

/// Never *dead* where a mate can arise; and of the positions that the search proves dead, at least 95 of 100
/// are found, of those without locked pawns and of those with them.
#[test]
fn dead_positions_are_those_of_a_full_search() {
    let more = std::env::var("AUDIT960_DEAD").ok();
    let more: u32 = more.and_then(|number| number.parse().ok()).unwrap_or(1);
    let mut random = SplitMix64::new(5_220);
    for (kind, number, limit, make) in FAMILIES {
        let number = number * more;
        let (mut proved, mut found, mut missed) = (0, 0, Vec::new());
        let mut tried = 0;
        while tried < number {
            let Some(fen) = make(&mut random) else {
                continue;
            };
            let Ok(loaded) = Position::from_fen(&fen) else {
                continue;
            };
            tried += 1;
            let ours = loaded.position.dead_by();
            let search = helpmate(&fen, None, limit).unwrap();
            let holds = ours.is_none() || search != Helpmate::Found;
            assert!(holds, "{fen}: {ours:?}, but there is a mate");
            for side in [Side::White, Side::Black] {
                if loaded.position.can_never_mate(side) {
                    let search = helpmate(&fen, Some(side), limit / 5).unwrap();
                    assert_ne!(search, Helpmate::Found, "{fen}: {side} can mate");
                }
            }
            if search == Helpmate::Excluded {
                proved += 1;
                found += u32::from(ours.is_some());
                if ours.is_none() && missed.len() < 20 {
                    missed.push(fen);
                }
            }
        }
        println!(
            "{kind}: {tried} positions, {proved} dead by search, {found} found; missed: {missed:#?}"
        );
        assert!(proved * 10 > number, "{kind}: only {proved}");
        assert!(found * 100 >= proved * 95, "{kind}: {found} of {proved}");
    }
}

/// Suites of positions that others have classified: `AUDIT960_UNWINNABLE` names a file of lines `WB FEN`, whose
/// first two characters say whether White and Black can mate by any series of moves, `-` if not.
#[test]
fn no_position_of_the_suites_of_others_is_wrongly_dead() {
    let Some(suite) = std::env::var_os("AUDIT960_UNWINNABLE") else {
        println!("skipped: AUDIT960_UNWINNABLE names no suite");
        return;
    };
    let mut counts: BTreeMap<(String, bool), u32> = BTreeMap::new();
    for line in std::fs::read_to_string(suite).unwrap().lines() {
        let Some((mates, fen)) = line.split_once(' ').filter(|(mates, _)| mates.len() == 2) else {
            continue;
        };
        let position = Position::from_fen(format!("{fen} 0 1")).unwrap().position;
        let dead = position.dead_by();
        assert!(dead.is_none() || mates == "--", "{line}: {dead:?}");
        for (side, sign) in [(Side::White, 'W'), (Side::Black, 'B')] {
            let never = position.can_never_mate(side);
            assert!(!never || !mates.contains(sign), "{line}: {side} can mate");
        }
        *counts
            .entry((mates.to_owned(), dead.is_some()))
            .or_default() += 1;
    }
    println!("{counts:?}");
}
