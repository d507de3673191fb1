//! Half-moves as people count them.

/// A number of half-moves in words.
///
/// ```
/// use audit960_types::half_moves;
///
/// assert_eq!(half_moves(1_u32), "1 half-move");
/// assert_eq!(half_moves(0_u64), "0 half-moves");
/// ```
#[must_use]
pub fn half_moves(plies: impl Into<u64>) -> String {
    match plies.into() {
        1 => "1 half-move".to_owned(),
        plies => format!("{plies} half-moves"),
    }
}
