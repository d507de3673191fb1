//! Positions of a table at random, and whether what tables say of them agrees with what they say of their moves.

use audit960_board::Position;
use audit960_types::{Role, Side};
use xxhash_rust::xxh3::xxh3_64;

use crate::name::TableMaterial;
use crate::tables::Prober;
use crate::value::{Probed, Wdl};

/// Attempts at a legal position for each that is asked for: most have a side that could take the king, or pawns where
/// none can be.
const ATTEMPTS: usize = 64;

/// Up to `count` legal positions of these pieces, the same for each run, with either side to move and either side the
/// stronger.
pub(crate) fn positions(material: &TableMaterial, count: usize) -> Vec<Position> {
    let mut random = SplitMix(xxh3_64(material.to_string().as_bytes()));
    let [first, second] = material.roles();
    let mut found = Vec::with_capacity(count);
    for _ in 0..count * ATTEMPTS {
        if found.len() == count {
            break;
        }
        let swap = random.below(2) == 0;
        let turn = if random.below(2) == 0 { "w" } else { "b" };
        let mut board = [None; 64];
        for (side, roles) in [(Side::White, &first), (Side::Black, &second)] {
            let side = if swap { side.other() } else { side };
            for role in roles {
                let free = |random: &mut SplitMix, board: &[Option<(Side, Role)>; 64]| loop {
                    let square = random.below(64);
                    if board[square].is_none() {
                        return square;
                    }
                };
                let square = free(&mut random, &board);
                board[square] = Some((side, *role));
            }
        }
        let fen = format!("{} {turn} - - 0 1", placement(&board));
        if let Ok(loaded) = Position::from_fen(fen) {
            found.push(loaded.position);
        }
    }
    found
}

/// The first field of a FEN.
fn placement(board: &[Option<(Side, Role)>; 64]) -> String {
    let rank = |rank: usize| -> String {
        let squares = board[8 * rank..8 * rank + 8].iter();
        squares
            .map(|square| match square {
                Some((Side::White, role)) => char::from(role.letter()),
                Some((Side::Black, role)) => char::from(role.letter() | 0x20),
                None => '1',
            })
            .collect()
    };
    (0..8).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// What is wrong with what tables say of a position, by what they say of the positions after its moves. `None` if they
/// agree, or if a table is not there.
///
/// The sign of a value is the best that a move leaves. In a win or loss without curse the distance is that of the best
/// move plus one, where a capture, a pawn move and mate have the distance one; each of the two numbers may be rounded.
pub(crate) fn contradiction(prober: &dyn Prober, position: &Position) -> Option<String> {
    let probed = prober.probe(position);
    let (wdl, dtz) = (probed.wdl()?, probed.dtz()?);
    let mut best: Option<Wdl> = None;
    let mut distances = Vec::new();
    for m in position.legal_moves() {
        let zeroing = !position.is_quiet(m);
        let mut after = position.clone();
        after.play(m);
        let reply = prober.probe(&after);
        let value = reply.wdl()?.reversed();
        best = best.max(Some(value));
        if value == wdl {
            let mates = matches!(reply, Probed::Over { wdl: Wdl::Loss, .. });
            distances.push(match zeroing || mates {
                true => 1,
                false => reply.dtz()?.plies.abs() + 1,
            });
        }
    }
    let best = match best {
        Some(best) => best,
        None if position.in_check() => Wdl::Loss,
        None => Wdl::Draw,
    };
    let fen = position.xfen();
    if best.number().signum() != wdl.number().signum() {
        return Some(format!(
            "{fen} is {}, its best move is {}",
            wdl.number(),
            best.number()
        ));
    }
    let expected = match wdl {
        Wdl::Win => distances.iter().min(),
        Wdl::Loss => distances.iter().max(),
        Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => None,
    }?;
    let differs = dtz.plies.abs().abs_diff(*expected) > 1;
    differs.then(|| {
        format!(
            "{fen} has the distance {}, its moves {expected}",
            dtz.plies.abs()
        )
    })
}

/// Steele, Lea and Flood's generator (2014): fixed numbers, so that a check can be repeated.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`, which is small.
    fn below(&mut self, limit: u64) -> usize {
        (self.next() % limit) as usize
    }
}
