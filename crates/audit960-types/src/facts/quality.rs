//! What clocks and evaluations say of a game.

/// What they say of one side; `None` where the text does not state enough.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideQuality {
    /// Seconds left after its moves 10, 20, 30 and 40.
    pub time_left: [Option<f64>; 4],
    /// Moves that it began to think about in time trouble.
    pub time_trouble: Option<u32>,
    /// Seconds of its longest think.
    pub longest_think: Option<f64>,
    /// Mean loss of its moves in centipawns.
    pub centipawn_loss: Option<f64>,
    /// Accuracy of its moves, 0 to 100.
    pub accuracy: Option<f64>,
    /// Its inaccuracies.
    pub inaccuracies: Option<u32>,
    /// Its mistakes.
    pub mistakes: Option<u32>,
    /// Its blunders.
    pub blunders: Option<u32>,
}
