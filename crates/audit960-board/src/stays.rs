//! How long the material of a game stayed the same.

use audit960_types::{MaterialStay, Side};

use crate::position::Position;

/// Collects the stays of a game in material with few pieces, from its positions in order.
///
/// # Examples
/// ```
/// use audit960_board::{MaterialStays, Position};
///
/// let mut position = Position::from_fen("8/8/8/4k3/8/8/4K1p1/7R b - - 0 1")?.position;
/// let mut stays = MaterialStays::new(4);
/// stays.visit(0, &position);
/// position.play("g2h1n".parse().unwrap());
/// stays.visit(1, &position);
/// let found: Vec<String> = stays.found().iter().map(ToString::to_string).collect();
/// assert_eq!(found, ["KRvKP:0:1:0:0", "KvKN:1:1:0:0"]);
/// # Ok::<(), audit960_board::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MaterialStays {
    max_pieces: u32,
    /// Whether there are so few pieces: there never are more again.
    counted: bool,
    found: Vec<MaterialStay>,
}

impl MaterialStays {
    /// Collects those with at most so many pieces and pawns, kings included.
    #[must_use]
    pub const fn new(max_pieces: u32) -> Self {
        Self {
            max_pieces,
            counted: false,
            found: Vec::new(),
        }
    }

    /// Forgets the game.
    pub fn clear(&mut self) {
        self.counted = false;
        self.found.clear();
    }

    /// Looks at the position after so many half-moves. Positions before the first one with so few pieces may be left out.
    pub fn visit(&mut self, ply: u32, position: &Position) {
        let clock = position.clock();
        // Only a capture or a promotion, a pawn move, changes the material.
        if ply == 0 || clock == 0 {
            self.counted = self.counted || position.piece_count() <= self.max_pieces;
            if self.counted {
                let material = position.material();
                if self
                    .found
                    .last()
                    .is_none_or(|stay| stay.material != material)
                {
                    self.found.push(MaterialStay {
                        material,
                        ply,
                        plies: 0,
                        max_clock: 0,
                        clock: 0,
                    });
                }
            }
        }
        if let Some(stay) = self.found.last_mut() {
            stay.plies += 1;
            stay.max_clock = stay.max_clock.max(clock);
            stay.clock = clock;
        }
    }

    /// The stays so far, in the order of the game.
    #[must_use]
    pub fn found(&self) -> &[MaterialStay] {
        &self.found
    }
}

impl Position {
    /// Number of pieces and pawns of both sides, kings included.
    #[must_use]
    pub fn piece_count(&self) -> u32 {
        (self.of_side(Side::White) | self.of_side(Side::Black)).count()
    }
}
