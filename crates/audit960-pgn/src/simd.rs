//! Comparison of thirty-two bytes at once. The only unsafe code of the workspace.
//!
//! The instructions are SSE2, which every x86-64 processor has: the compiler asks for `unsafe` because it
//! checks functions one by one, not because anything could go wrong. Memory is read only through
//! references to arrays. Other processors, and the tests as their reference, use plain Rust.

/// Returns one bit for each byte that equals one of `any`; the first byte is the lowest bit.
#[inline(always)]
pub(crate) fn equal_any<const N: usize>(bytes: &[u8; 32], any: [u8; N]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    return sse2(bytes, any);
    #[cfg(not(target_arch = "x86_64"))]
    plain(bytes, any)
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[expect(
    unsafe_code,
    reason = "the instruction set is part of the architecture; measured by make bench-quick"
)]
fn sse2<const N: usize>(bytes: &[u8; 32], any: [u8; N]) -> u32 {
    use std::arch::x86_64::{
        _mm_cmpeq_epi8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8,
        _mm_setzero_si128,
    };

    let (words, _) = bytes.as_chunks::<8>();
    let word = |i: usize| i64::from_le_bytes(words[i]);
    // SAFETY: SSE2 is part of x86-64, and these instructions touch registers only.
    let half = |low, high| unsafe {
        let bytes = _mm_set_epi64x(high, low);
        let equal = any.into_iter().fold(_mm_setzero_si128(), |set, byte| {
            _mm_or_si128(
                set,
                _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte.cast_signed())),
            )
        });
        _mm_movemask_epi8(equal).cast_unsigned()
    };
    half(word(0), word(1)) | half(word(2), word(3)) << 16
}

/// The plain version of [`equal_any`].
#[cfg(any(test, not(target_arch = "x86_64")))]
fn plain<const N: usize>(bytes: &[u8; 32], any: [u8; N]) -> u32 {
    let bits = bytes.iter().enumerate();
    bits.fold(0, |set, (i, b)| set | u32::from(any.contains(b)) << i)
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
            for byte in [0, 3, 7, 0x80, 0x83, 0xff] {
                assert_eq!(equal_any(&bytes, [byte]), plain(&bytes, [byte]));
                let any = [byte, 5, 0x81];
                assert_eq!(equal_any(&bytes, any), plain(&bytes, any));
            }
        }
    }
}
