//! Comparison of thirty-two bytes at once. The only unsafe code of the workspace.
//!
//! The instructions are SSE2, which every x86-64 processor has: the compiler asks for `unsafe` because it
//! checks functions one by one, not because anything could go wrong. Memory is read only through
//! references to arrays. Other processors, and the tests as their reference, use plain Rust.

/// Returns one bit for each byte that equals `byte`; the first byte is the lowest bit.
#[inline(always)]
pub(crate) fn equal(bytes: &[u8; 32], byte: u8) -> u32 {
    #[cfg(target_arch = "x86_64")]
    return sse2(bytes, byte);
    #[cfg(not(target_arch = "x86_64"))]
    plain(bytes, byte)
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[expect(
    unsafe_code,
    reason = "the instruction set is part of the architecture; measured by make bench-quick"
)]
fn sse2(bytes: &[u8; 32], byte: u8) -> u32 {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_movemask_epi8, _mm_set_epi64x, _mm_set1_epi8};

    let (words, _) = bytes.as_chunks::<8>();
    let word = |i: usize| i64::from_le_bytes(words[i]);
    // SAFETY: SSE2 is part of x86-64, and these instructions touch registers only.
    let half = |low, high| unsafe {
        let equal = _mm_cmpeq_epi8(_mm_set_epi64x(high, low), _mm_set1_epi8(byte.cast_signed()));
        _mm_movemask_epi8(equal).cast_unsigned()
    };
    half(word(0), word(1)) | half(word(2), word(3)) << 16
}

/// Returns one bit for each quote and each control character (below 0x20); the first byte is the lowest
/// bit.
#[inline(always)]
pub(crate) fn quotes_and_controls(bytes: &[u8; 32]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    return sse2_quotes_and_controls(bytes);
    #[cfg(not(target_arch = "x86_64"))]
    plain_quotes_and_controls(bytes)
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[expect(
    unsafe_code,
    reason = "the instruction set is part of the architecture; measured by make bench-quick"
)]
fn sse2_quotes_and_controls(bytes: &[u8; 32]) -> u32 {
    use std::arch::x86_64::{
        _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x,
        _mm_set1_epi8,
    };

    let (words, _) = bytes.as_chunks::<8>();
    let word = |i: usize| i64::from_le_bytes(words[i]);
    // SAFETY: SSE2 is part of x86-64, and these instructions touch registers only.
    let half = |low, high| unsafe {
        let bytes = _mm_set_epi64x(high, low);
        let below = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
        let quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'"'.cast_signed()));
        _mm_movemask_epi8(_mm_or_si128(below, quotes)).cast_unsigned()
    };
    half(word(0), word(1)) | half(word(2), word(3)) << 16
}

/// Returns one bit for each byte that equals one of three; the first byte is the lowest bit.
#[inline(always)]
pub(crate) fn equal_any(bytes: &[u8; 32], any: [u8; 3]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    return sse2_any(bytes, any);
    #[cfg(not(target_arch = "x86_64"))]
    return any.iter().fold(0, |set, byte| set | plain(bytes, *byte));
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[expect(
    unsafe_code,
    reason = "the instruction set is part of the architecture; measured by make bench-quick"
)]
fn sse2_any(bytes: &[u8; 32], any: [u8; 3]) -> u32 {
    use std::arch::x86_64::{
        _mm_cmpeq_epi8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8,
    };

    let (words, _) = bytes.as_chunks::<8>();
    let word = |i: usize| i64::from_le_bytes(words[i]);
    // SAFETY: SSE2 is part of x86-64, and these instructions touch registers only.
    let half = |low, high| unsafe {
        let bytes = _mm_set_epi64x(high, low);
        let [first, second, third] =
            any.map(|byte| _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte.cast_signed())));
        let equal = _mm_or_si128(_mm_or_si128(first, second), third);
        _mm_movemask_epi8(equal).cast_unsigned()
    };
    half(word(0), word(1)) | half(word(2), word(3)) << 16
}

/// The plain version of [`quotes_and_controls`].
#[cfg(any(test, not(target_arch = "x86_64")))]
fn plain_quotes_and_controls(bytes: &[u8; 32]) -> u32 {
    let bits = bytes.iter().enumerate();
    bits.fold(0, |set, (i, b)| {
        set | u32::from(*b < b' ' || *b == b'"') << i
    })
}

/// The plain version of [`equal`].
#[cfg(any(test, not(target_arch = "x86_64")))]
fn plain(bytes: &[u8; 32], byte: u8) -> u32 {
    let bits = bytes.iter().enumerate();
    bits.fold(0, |set, (i, b)| set | u32::from(*b == byte) << i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_plain_version() {
        let mut state = 960_u64;
        for _ in 0..10_000 {
            let mut bytes = [0; 32];
            for byte in &mut bytes {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                *byte = (state >> 61) as u8 | (state >> 40) as u8 & 0xa0;
            }
            assert_eq!(
                quotes_and_controls(&bytes),
                plain_quotes_and_controls(&bytes)
            );
            for byte in [0, 3, 7, 0x80, 0x83, 0xff] {
                assert_eq!(equal(&bytes, byte), plain(&bytes, byte));
                let any = plain(&bytes, byte) | plain(&bytes, 5) | plain(&bytes, 0x81);
                assert_eq!(equal_any(&bytes, [byte, 5, 0x81]), any);
            }
        }
    }
}
