//! Positions of a table at random, and whether what tables say of them agrees with what they say of their moves.

use audit960_board::Position;
use audit960_board::start::SplitMix64;
use audit960_types::{Bitboard, Pieces, Setup, Side, Square};
use xxhash_rust::xxh3::xxh3_64;

use crate::tablebase::name::TableMaterial;
use crate::tablebase::tables::Prober;
use crate::tablebase::value::{Probed, Wdl};

/// Attempts at a legal position for each that is asked for: most have a side that could take the king, or pawns where
/// none can be.
const ATTEMPTS: usize = 64;

/// Up to `count` legal positions of these pieces, the same for each run, with either side to move and either side the
/// stronger.
pub(crate) fn positions(material: &TableMaterial, count: usize) -> Vec<Position> {
    let mut random = SplitMix64::new(xxh3_64(material.to_string().as_bytes()));
    let side = |random: &mut SplitMix64| [Side::White, Side::Black][random.below(2) as usize];
    let [first, second] = material.roles();
    let mut found = Vec::with_capacity(count);
    for _ in 0..count * ATTEMPTS {
        if found.len() == count {
            break;
        }
        let (stronger, turn) = (side(&mut random), side(&mut random));
        let (mut pieces, mut occupied) = (Pieces::default(), Bitboard::EMPTY);
        for (side, roles) in [(stronger, &first), (stronger.other(), &second)] {
            for role in roles {
                let square = loop {
                    let square = Square::new(random.below(64) as usize);
                    if !occupied.contains(square) {
                        break square;
                    }
                };
                pieces[side][*role] |= square.into();
                occupied |= square.into();
            }
        }
        let setup = Setup {
            pieces,
            turn,
            castling: Vec::new(),
            ..Setup::standard()
        };
        found.extend(Position::load(&setup).map(|loaded| loaded.position));
    }
    found
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
