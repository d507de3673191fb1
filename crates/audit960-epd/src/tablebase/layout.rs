//! How a table file is laid out, read far enough to say whether all of it is there.
//!
//! A file is: four bytes that tell its kind, a byte of flags, the order of the pieces for each file of the leading
//! pawn and each side, headers of the compressed parts with their trees of symbols, maps of distances, three blocks
//! of data (a sparse index, lengths of blocks, the blocks themselves, aligned to 64 bytes), and 16 bytes of checksum.
//! All sizes follow from the headers, so a file that was cut off, renamed or overwritten in its headers is known
//! before a position is looked up in it.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

use audit960_types::Role;

use crate::tablebase::name::{TableKind, TableName};

/// The first bytes of tables of values, and of distances.
const MAGIC: [[u8; 4]; 2] = [[0x71, 0xe8, 0x23, 0x5d], [0xd7, 0x66, 0x0c, 0xa5]];

/// The checksum at the end of each file.
pub(crate) const CHECKSUM_BYTES: u64 = 16;

/// Data begin at multiples of this.
const ALIGNMENT: u64 = 64;

/// Why a file is not the table that its name says.
#[derive(Debug, thiserror::Error)]
pub enum TableDamage {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(String),
    /// The name has the ending of a table, but no pieces of one.
    #[error("has the ending of a table, but not the name of one")]
    Misnamed,
    /// Tables have 16 bytes more than a multiple of 64.
    #[error("has {0} bytes, a size that no table has")]
    Size(u64),
    /// The first bytes are not those of such a table.
    #[error("does not begin as a table of this kind does")]
    Magic,
    /// The pieces in the header are not those of the name.
    #[error("is a table of other pieces than its name says")]
    OtherPieces,
    /// A number in a header is impossible.
    #[error("has a damaged header")]
    Header,
    /// The headers speak of more bytes than there are.
    #[error("is cut off: its headers speak of {described} bytes, it has {found}")]
    CutOff {
        /// Bytes that the headers need.
        described: u64,
        /// Bytes of the file.
        found: u64,
    },
    /// The headers speak of fewer bytes than there are.
    #[error("is too long: its headers speak of {described} bytes, it has {found}")]
    TooLong {
        /// Bytes that the headers need.
        described: u64,
        /// Bytes of the file.
        found: u64,
    },
    /// The other of the two tables is not there.
    #[error("is without {0}")]
    Alone(String),
    /// A position could not be read, although the headers are sound.
    #[error("has damaged data")]
    Data,
    /// Two values in the tables contradict each other.
    #[error("contradicts itself: {0}")]
    Contradiction(String),
}

impl From<io::Error> for TableDamage {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            // Headers that go beyond the end of the file.
            io::ErrorKind::UnexpectedEof => Self::Header,
            _ => Self::Io(error.to_string()),
        }
    }
}

/// Whether a size is one that tables have.
pub(crate) const fn is_table_size(bytes: u64) -> bool {
    bytes > CHECKSUM_BYTES && bytes % ALIGNMENT == CHECKSUM_BYTES
}

/// Checks the headers of a table and the size that follows from them.
///
/// # Errors
/// [`TableDamage`] says what is wrong.
pub(crate) fn check_layout<R: Read + Seek>(
    name: &TableName,
    file: R,
    bytes: u64,
) -> Result<(), TableDamage> {
    if !is_table_size(bytes) {
        return Err(TableDamage::Size(bytes));
    }
    let described = Headers::new(name, file).described_bytes()?;
    match described.cmp(&bytes) {
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Less => Err(TableDamage::TooLong {
            described,
            found: bytes,
        }),
        std::cmp::Ordering::Greater => Err(TableDamage::CutOff {
            described,
            found: bytes,
        }),
    }
}

/// A compressed part: one side to move, one file of the leading pawn.
struct Part {
    /// Entries of the sparse index.
    sparse: u64,
    /// Entries of the table of block lengths.
    lengths: u64,
    /// Bytes of all blocks.
    data: u64,
    /// Whether distances are mapped, and by two bytes each.
    map: Option<MapWidth>,
}

#[derive(Clone, Copy)]
enum MapWidth {
    Byte,
    Word,
}

/// A piece as headers have it: its kind, and bit 3 for the second side.
type Nibble = u8;

struct Headers<'n, R> {
    name: &'n TableName,
    roles: [Vec<Role>; 2],
    file: BufReader<R>,
    at: u64,
}

impl<'n, R: Read + Seek> Headers<'n, R> {
    fn new(name: &'n TableName, file: R) -> Self {
        Self {
            name,
            roles: name.material.roles(),
            file: BufReader::with_capacity(1 << 10, file),
            at: 0,
        }
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], TableDamage> {
        let mut bytes = [0; N];
        self.file.read_exact(&mut bytes)?;
        self.at += N as u64;
        Ok(bytes)
    }

    fn byte(&mut self) -> Result<u8, TableDamage> {
        Ok(self.bytes::<1>()?[0])
    }

    fn word(&mut self) -> Result<u16, TableDamage> {
        Ok(u16::from_le_bytes(self.bytes()?))
    }

    fn skip(&mut self, bytes: u64) -> Result<(), TableDamage> {
        let step = i64::try_from(bytes).map_err(|_| TableDamage::Header)?;
        self.file.seek_relative(step)?;
        self.at += bytes;
        Ok(())
    }

    fn align(&mut self) -> Result<(), TableDamage> {
        let odd = self.at & 1;
        self.skip(odd)
    }

    /// Bytes of the whole file as its headers say.
    fn described_bytes(mut self) -> Result<u64, TableDamage> {
        self.file.seek(SeekFrom::Start(0))?;
        let is_wdl = self.name.kind == TableKind::Wdl;
        if self.bytes::<4>()? != MAGIC[usize::from(!is_wdl)] {
            return Err(TableDamage::Magic);
        }
        let symmetric = self.roles[0] == self.roles[1];
        let has_pawns = self.roles.iter().flatten().any(|role| *role == Role::Pawn);
        let flags = self.byte()?;
        if (flags & 1 != 0) == symmetric || (flags & 2 != 0) != has_pawns {
            return Err(TableDamage::OtherPieces);
        }
        let files = if has_pawns { 4 } else { 1 };
        let sides = if is_wdl && !symmetric { 2 } else { 1 };
        let mut sizes = Vec::with_capacity(files * sides);
        for file in 0..files {
            sizes.extend(self.index_sizes(file as u64, sides)?);
        }
        self.align()?;
        let mut parts = Vec::with_capacity(sizes.len());
        for size in sizes {
            parts.push(self.part(size)?);
        }
        if !is_wdl {
            for part in &parts {
                self.skip_map(part)?;
            }
            self.align()?;
        }
        let mut end = self.at;
        for part in &parts {
            end = end.saturating_add(6 * part.sparse);
        }
        for part in &parts {
            end = end.saturating_add(2 * part.lengths);
        }
        for part in &parts {
            end = aligned(end).saturating_add(part.data);
        }
        Ok(aligned(end).saturating_add(CHECKSUM_BYTES))
    }

    /// Number of positions of each side's part for one file of the leading pawn, from the order of the pieces.
    fn index_sizes(&mut self, file: u64, sides: usize) -> Result<Vec<u64>, TableDamage> {
        let pawns_of_both = self.roles.iter().all(|side| side.contains(&Role::Pawn));
        let first = self.byte()?;
        let second = if pawns_of_both { self.byte()? } else { 0xff };
        let mut nibbles = Vec::new();
        for _ in 0..self.name.material.pieces() {
            nibbles.push(self.byte()?);
        }
        let mut sizes = Vec::with_capacity(sides);
        for side in 0..sides {
            let half = |byte: u8| if side == 0 { byte & 0xf } else { byte >> 4 };
            let pieces: Vec<Nibble> = nibbles.iter().copied().map(half).collect();
            self.compare_pieces(&pieces)?;
            let groups = groups(&pieces);
            let order = [half(first), half(second)];
            let places = groups.len() as u8;
            if order[0] >= places || (pawns_of_both && (order[1] >= places || order[0] == order[1]))
            {
                return Err(TableDamage::Header);
            }
            sizes.push(
                index_size(&pieces, &groups, pawns_of_both, file).ok_or(TableDamage::Header)?,
            );
        }
        Ok(sizes)
    }

    /// Whether these are the pieces of the name, of either side first.
    fn compare_pieces(&self, pieces: &[Nibble]) -> Result<(), TableDamage> {
        let mut found = [Vec::new(), Vec::new()];
        for piece in pieces {
            let role = match piece & 7 {
                1 => Role::Pawn,
                2 => Role::Knight,
                3 => Role::Bishop,
                4 => Role::Rook,
                5 => Role::Queen,
                6 => Role::King,
                _ => return Err(TableDamage::Header),
            };
            found[usize::from(piece >> 3)].push(role);
        }
        let mut named = self.roles.clone();
        for side in found.iter_mut().chain(&mut named) {
            side.sort_unstable();
        }
        let swapped = [&found[1], &found[0]];
        match [&found[0], &found[1]] == [&named[0], &named[1]] || swapped == [&named[0], &named[1]]
        {
            true => Ok(()),
            false => Err(TableDamage::OtherPieces),
        }
    }

    /// The header of a part, and its tree of symbols, which is skipped.
    fn part(&mut self, positions: u64) -> Result<Part, TableDamage> {
        let flags = self.byte()?;
        let map = match flags {
            _ if self.name.kind == TableKind::Wdl || flags & 2 == 0 => None,
            _ if flags & 16 != 0 => Some(MapWidth::Word),
            _ => Some(MapWidth::Byte),
        };
        if flags & 128 != 0 {
            // One value for all positions, which follows.
            self.byte()?;
            return Ok(Part {
                sparse: 0,
                lengths: 0,
                data: 0,
                map,
            });
        }
        let [block, span, padding] = self.bytes::<3>()?;
        let blocks = u32::from_le_bytes(self.bytes()?);
        let [longest, shortest] = self.bytes::<2>()?;
        // Blocks have at most 1024 bytes; symbols have 1 to 32 bits.
        if block > 10 || span > 31 || longest > 32 || shortest == 0 || shortest > longest {
            return Err(TableDamage::Header);
        }
        self.skip(2 * u64::from(longest - shortest + 1))?;
        let symbols = u64::from(self.word()?);
        self.skip(3 * symbols + (symbols & 1))?;
        let blocks = u64::from(blocks);
        Ok(Part {
            sparse: positions.div_ceil(1 << span),
            lengths: blocks + u64::from(padding),
            data: blocks << block,
            map,
        })
    }

    /// The map of distances of a part: four lists, each after its length.
    fn skip_map(&mut self, part: &Part) -> Result<(), TableDamage> {
        for _ in 0..4 {
            match part.map {
                None => {}
                Some(MapWidth::Byte) => {
                    let length = self.byte()?;
                    self.skip(u64::from(length))?;
                }
                Some(MapWidth::Word) => {
                    let length = self.word()?;
                    self.skip(2 * u64::from(length))?;
                }
            }
        }
        Ok(())
    }
}

/// The next multiple of 64.
const fn aligned(at: u64) -> u64 {
    at.saturating_add(ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT
}

/// Lengths of the groups of pieces that are numbered together: the leading pieces, then runs of equal ones.
fn groups(pieces: &[Nibble]) -> Vec<usize> {
    let leading = match pieces.iter().any(|piece| piece & 7 == 1) {
        true => 0,
        false if unique(pieces) >= 3 => 3,
        false => 2,
    };
    let runs = pieces[leading..].chunk_by(Nibble::eq).map(<[Nibble]>::len);
    (leading > 0)
        .then_some(leading)
        .into_iter()
        .chain(runs)
        .collect()
}

/// Pieces of which a side has just one.
fn unique(pieces: &[Nibble]) -> usize {
    let times = |piece| pieces.iter().filter(|other| **other == piece).count();
    pieces.iter().filter(|piece| times(**piece) == 1).count()
}

/// Number of positions of a part; `None` if the order of pieces cannot be.
fn index_size(pieces: &[Nibble], groups: &[usize], pawns_of_both: bool, file: u64) -> Option<u64> {
    let leading = *groups.first()?;
    let mut size: u64 = match pieces.iter().any(|piece| piece & 7 == 1) {
        true if pieces[0] & 7 == 1 => lead_pawn_places(leading as u64, file),
        true => return None,
        // Three different pieces, or the two kings, up to the symmetries of the board.
        false if leading == 3 => 31_332,
        false => 462,
    };
    let (mut free, mut rest) = (64 - leading, &groups[1..]);
    if pawns_of_both {
        let (pawns, others) = rest.split_first()?;
        size = size.checked_mul(choose(48 - leading as u64, *pawns as u64))?;
        free -= pawns;
        rest = others;
    }
    for &length in rest {
        size = size.checked_mul(choose(free as u64, length as u64))?;
        free -= length;
    }
    Some(size)
}

/// Ways to place `pawns` like pawns of which the leading one is on this file, 0 to 3: the others stand on squares
/// with smaller numbers, and the squares of the second to seventh rank are numbered 47, 45 … up the files a to d.
fn lead_pawn_places(pawns: u64, file: u64) -> u64 {
    (0..6)
        .map(|rank| choose(47 - 12 * file - 2 * rank, pawns - 1))
        .sum()
}

/// Ways to choose `k` of `n`.
fn choose(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_choose() {
        assert_eq!(
            [choose(48, 0), choose(48, 1), choose(48, 2), choose(2, 3)],
            [1, 48, 1128, 0]
        );
    }

    /// One pawn stands on six squares of each file. Two like pawns have 1128 pairs of squares, of which 24 are their
    /// own mirrors, so (1128 + 24) / 2 up to mirroring.
    #[test]
    fn places_of_leading_pawns() {
        let all = |pawns| {
            (0..4)
                .map(|file| lead_pawn_places(pawns, file))
                .sum::<u64>()
        };
        assert_eq!(all(1), 24);
        assert_eq!(all(2), 576);
    }

    #[test]
    fn pieces_are_numbered_in_groups() {
        // K Q against K, K N N against K, K P against K P with the pawns in front.
        assert_eq!(groups(&[6, 5, 14]), [3]);
        assert_eq!(groups(&[6, 14, 2, 2]), [2, 2]);
        assert_eq!(groups(&[1, 9, 6, 14]), [1, 1, 1, 1]);
    }
}
