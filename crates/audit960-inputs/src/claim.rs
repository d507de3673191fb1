//! A claim in one game, ruled on as an arbiter does at the board.

use anyhow::{Context as _, bail};
use audit960_ledger::{
    AskedValues, Claim, GameName, GameRules, LawTables, MoveLine, RuledClaim, rule_on,
};
use audit960_types::Verdict;

use crate::Inputs;

impl Inputs {
    /// Rules on a claim, and passes the case to `write`, with what `values` say of the position.
    ///
    /// # Errors
    /// If no game or several games have this name, its moves are not known, or there is no such claim; those
    /// of `write`.
    pub fn rule_on(
        &self,
        name: &GameName,
        claim: &Claim,
        tables: &LawTables,
        values: &AskedValues,
        write: impl FnOnce(&RuledClaim<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let ledger = self.games(name)?;
        let game = name.find(&ledger)?;
        if game.moves.is_none() {
            let name = game.name();
            match game.verdict {
                Verdict::Rejected => bail!(
                    "{name}: nothing of it could be replayed (rejected); audit960 audit says why"
                ),
                Verdict::Foreign => {
                    bail!("{name}: a game of another variant, which is not replayed")
                }
                Verdict::Ok | Verdict::Repaired | Verdict::Damaged => {
                    bail!("{name}: the dataset does not hold its moves; name the archive instead")
                }
            }
        }
        let line = MoveLine::of(game)?;
        let rules = GameRules::of(game, tables);
        let ruling = rule_on(&line, claim, &rules).with_context(|| game.name())?;
        write(&RuledClaim {
            value: line.value_before(claim.ply, values),
            game,
            line: &line,
            ply: claim.ply,
            ruling: &ruling,
            rules: &rules,
        })
    }
}
