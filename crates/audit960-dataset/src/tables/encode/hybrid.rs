//! Runs of numbers in the form that Parquet stores levels and indices in: long runs once, all others
//! bit-packed in groups of eight (Parquet format, *Encodings*, RLE/bit-packing hybrid).

/// Values of a bit-packed group, and the shortest run stored once: a shorter one takes no more bit-packed.
const GROUP: usize = 8;

/// At most 2^32 numbers, as runs of equal ones.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Runs {
    runs: Vec<(u32, u32)>,
    len: usize,
}

impl Runs {
    /// Appends a number `count` times.
    #[inline]
    pub(super) fn push(&mut self, value: u32, count: usize) {
        self.len += count;
        match self.runs.last_mut() {
            Some((last, length)) if *last == value => *length += count as u32,
            _ if count > 0 => self.runs.push((value, count as u32)),
            _ => {}
        }
    }

    /// How many numbers there are.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Appends the numbers in `width` bits each to `out`.
    pub(super) fn write(&self, width: u32, out: &mut Vec<u8>) {
        let mut packed = Vec::new();
        let mut left = self.len;
        for &(value, count) in &self.runs {
            let count = count as usize;
            left -= count;
            let missing = (GROUP - packed.len() % GROUP) % GROUP;
            let ends_the_numbers = left == 0 && missing == 0;
            if count < GROUP + missing && !ends_the_numbers {
                packed.extend(std::iter::repeat_n(value, count));
                continue;
            }
            packed.extend(std::iter::repeat_n(value, missing));
            write_packed(&packed, width, out);
            packed.clear();
            write_varint(((count - missing) as u64) << 1, out);
            let bytes = width.div_ceil(8) as usize;
            out.extend_from_slice(&value.to_le_bytes()[..bytes]);
        }
        write_packed(&packed, width, out);
    }
}

/// Bit-packed groups; the last one is filled up with zeros.
fn write_packed(values: &[u32], width: u32, out: &mut Vec<u8>) {
    if values.is_empty() {
        return;
    }
    let groups = values.len().div_ceil(GROUP);
    write_varint((groups as u64) << 1 | 1, out);
    pack(
        values.iter().map(|&value| u64::from(value)),
        width,
        groups * width as usize,
        out,
    );
}

/// Packs numbers in `width` bits each, the lowest bit first, into `bytes` bytes, the last of which are zeros.
#[inline]
pub(super) fn pack(values: impl Iterator<Item = u64>, width: u32, bytes: usize, out: &mut Vec<u8>) {
    let end = out.len() + bytes;
    let (mut bits, mut held) = (0_u128, 0);
    for value in values {
        bits |= u128::from(value) << held;
        held += width;
        if held >= 64 {
            out.extend_from_slice(&(bits as u64).to_le_bytes());
            bits >>= 64;
            held -= 64;
        }
    }
    out.extend_from_slice(&bits.to_le_bytes()[..held.div_ceil(8) as usize]);
    out.resize(end, 0);
}

/// A number in groups of seven bits, the lowest first (LEB128).
pub(super) fn write_varint(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(values: &[(u32, usize)], width: u32) -> Vec<u8> {
        let mut runs = Runs::default();
        for &(value, count) in values {
            runs.push(value, count);
        }
        let mut out = Vec::new();
        runs.write(width, &mut out);
        out
    }

    /// A reader by the specification.
    fn read(bytes: &[u8], width: u32, count: usize) -> Vec<u32> {
        let mut at = 0;
        let mut values = Vec::new();
        while values.len() < count {
            let (mut header, mut shift) = (0_usize, 0);
            loop {
                let byte = bytes[at];
                at += 1;
                header |= usize::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            if header & 1 == 0 {
                let wide = width.div_ceil(8) as usize;
                let mut value = [0; 4];
                value[..wide].copy_from_slice(&bytes[at..at + wide]);
                at += wide;
                values.extend(std::iter::repeat_n(u32::from_le_bytes(value), header >> 1));
            } else {
                let groups = header >> 1;
                for index in 0..groups * GROUP {
                    let bit = |n: usize| u32::from(bytes[at + n / 8] >> (n % 8) & 1);
                    let from = index * width as usize;
                    values.push((0..width as usize).fold(0, |v, n| v | bit(from + n) << n));
                }
                at += groups * width as usize;
            }
        }
        assert_eq!(at, bytes.len(), "nothing is left");
        assert!(values[count..].iter().all(|value| *value == 0), "filled up");
        values.truncate(count);
        values
    }

    /// The example of the specification: 0 to 7 in three bits.
    #[test]
    fn groups_are_packed_as_the_specification_shows() {
        let values: Vec<(u32, usize)> = (0..8).map(|value| (value, 1)).collect();
        let expected = [3, 0b1000_1000, 0b1100_0110, 0b1111_1010];
        assert_eq!(written(&values, 3), expected);
    }

    #[test]
    fn a_single_number_is_one_run() {
        assert_eq!(written(&[(5, 1)], 3), [2, 5]);
        assert_eq!(written(&[(0, 300)], 0), [0b1101_1000, 4]);
        assert_eq!(written(&[(300, 4)], 9), [8, 0x2c, 1]);
        assert_eq!(written(&[], 3), [0_u8; 0]);
        // A run that completes a group is one group and a run of at least eight.
        assert_eq!(written(&[(1, 4), (0, 12)], 1), [3, 0x0f, 16, 0]);
        assert_eq!(written(&[(1, 4), (0, 11)], 1), [5, 0x0f, 0]);
    }

    #[test]
    fn numbers_are_read_back_whatever_their_runs() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(11);
            (state >> 33) % below
        };
        for width in 1..=32_u32 {
            for longest in [1, 3, 20, 1000] {
                let mut runs = Runs::default();
                let mut plain = Vec::new();
                for _ in 0..random(60) {
                    let value = random(1 << width) as u32;
                    let count = random(longest) as usize;
                    runs.push(value, count);
                    plain.extend(std::iter::repeat_n(value, count));
                }
                let mut out = Vec::new();
                runs.write(width, &mut out);
                assert_eq!(runs.len(), plain.len());
                assert_eq!(read(&out, width, plain.len()), plain, "{width} {longest}");
            }
        }
    }
}
