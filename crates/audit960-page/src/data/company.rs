//! How many games still had company.

/// How quickly games leave what other games from the same start position have played.
#[derive(Clone, Debug)]
pub struct CompanyReport {
    /// By Scharnagl number: the number of half-moves after which half of the games are alone.
    pub alone_ply: Vec<Option<f64>>,
    /// Shares of games that are alone, of one group of start positions each.
    pub curves: Vec<CompanyCurve>,
}

/// The games from some start positions.
#[derive(Clone, Debug)]
pub struct CompanyCurve {
    /// Which start positions these are.
    pub name: &'static str,
    /// The share of games that are alone after 0, 1 and more half-moves, of those that are so long.
    pub shares: Vec<f64>,
}
