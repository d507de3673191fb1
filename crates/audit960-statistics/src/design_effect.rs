//! Design effects: how much less information games in groups carry than as many independent ones.

/// The design effect of a position in a stratum, by how its games fall into groups.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DesignEffect {
    /// The effect if every game is a group of its own; at least 1.
    pub base: f64,
    /// The increase per game that an average game shares its group with; at least 0.
    pub slope: f64,
    /// Its mean over the positions.
    pub mean: f64,
}

impl DesignEffect {
    /// Independent games.
    pub(crate) const NONE: Self = Self {
        base: 1.0,
        slope: 0.0,
        mean: 1.0,
    };

    /// The effect if an average game shares its group with `shared` others.
    pub(crate) fn at(&self, shared: f64) -> f64 {
        self.base + self.slope * shared
    }
}
