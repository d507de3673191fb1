//! The columns in which tables `incidents` and `repetitions` say what endgame tables know of a claim.

use crate::facts::{PositionValue, RunValues};

/// Calls a macro with the places at which a claim is valued, in the order of the game, and with what follows: the field
/// of [`RunValues`], its three columns, and which position it is.
macro_rules! with_places {
    ($then:ident $($more:tt)*) => {
        $then! {
            [start value_start wdl_start dtz_start
                "the position after the last capture or pawn move before the first claim (or at the record's start)"]
            [first_claim value_first_claim wdl_first_claim dtz_first_claim "the position at the first claim"]
            [last_claim value_last_claim wdl_last_claim dtz_last_claim
                "the position at the last claim of either side"]
            [end value_end wdl_end dtz_end "the position after the last half-move of the record"]
            $($more)*
        }
    };
}

/// Declares a table as `table!` does, and after its columns those of values, whose facts have a method `values`. The
/// first word says whether the distances, and the move that changed the value, are columns, too. Columns
/// that came later than these, in braces after the word `later`, are at the end of the table.
macro_rules! valued_table {
    ($distances:ident; $($table:tt)*) => { with_places! { declare_values $distances; $($table)* } };
}

/// What [`valued_table`] expands to, once it knows the places.
macro_rules! declare_values {
    ($([$place:ident $value:ident $wdl:ident $dtz:ident $which:literal])+ with_distances; $($table:tt)*) => {
        declare_values! {
            $([$place $value $wdl $which])+
            {
                $($dtz: Int32 nullable "half-moves"
                    { concat!(
                        "Half-moves from ", $which, " to the next capture, pawn move or mate, by the table (perhaps \
                         one too few); negative for a loss."
                    ) }
                    [distance $place];)+
            }
            { change }
            $($table)*
        }
    };
    ($([$place:ident $value:ident $wdl:ident $dtz:ident $which:literal])+ without_distances; $($table:tt)*) => {
        declare_values! { $([$place $value $wdl $which])+ {} {} $($table)* }
    };
    (
        $([$place:ident $value:ident $wdl:ident $which:literal])+
        { $($dtz:ident: Int32 nullable $unit:literal $text:tt [distance $far:ident];)* }
        { $($change:ident)? }
        $(#[$doc:meta])*
        $constant:ident = $name:literal $path:literal $meaning:literal;
        $columns:ident of $row:ident: $row_type:ty;
        later { $($later:tt)* }
        $($declared:tt)*
    ) => {
        table! {
            $(#[$doc])*
            $constant = $name $path $meaning;
            $columns of $row: $row_type;
            $($declared)*
            $($value: Label<TableValue> nullable ""
                { concat!(
                    "Value to the side to move, by endgame tables and the half-move clock, of ", $which,
                    "; null without tables."
                ) }
                = $row.facts.values().map(|values| values.$place.value);)+
            tablebase_reason: Label<UnknownReason> nullable ""
                "Why a value is unknown: the reason for the first unknown one of these four; null if all are known."
                = $row.facts.values().and_then(RunValues::reason);
            values_certain: Bool nullable ""
                "False if a rounded distance in a table leaves two possible values for one of these positions; the lower one is given."
                = $row.facts.values().map(RunValues::is_certain);
            $($wdl: Int32 nullable ""
                { concat!(
                    "Value under a clock of zero, -2 (lost) to 2 (won), of ", $which, "; null if no table says."
                ) }
                = $row.facts.values().and_then(|values| values.$place.wdl);)+
            $($dtz: Int32 nullable $unit $text
                = $row.facts.values().and_then(|values| values.$far.dtz);)*
            $(value_change_ply: Int32 nullable "half-moves"
                "First half-move of the run after which the position was worth less to the side that played it; null if there was none, or if an uncertain value before it leaves open whether it was the first."
                = $row.facts.$change().map(|change| change.ply);
            value_change_san: Text nullable "" "That move in SAN."
                = $row.facts.$change().map(|change| change.san.as_str());
            value_before_change: Label<TableValue> nullable ""
                "Value of the position before that move, to the side that played it."
                = $row.facts.$change().map(|change| change.before);
            value_after_change: Label<TableValue> nullable ""
                "Value of the position after it, to the same side."
                = $row.facts.$change().map(|change| change.after);)?
            $($later)*
        }
    };
}

pub(super) use {declare_values, valued_table, with_places};

/// The columns of one place.
#[derive(Clone, Copy, Debug)]
pub struct ValuePlace {
    /// Its value under the clock.
    pub value: &'static str,
    /// Its value under a clock of zero.
    pub wdl: &'static str,
    /// The distance to the next capture, pawn move or mate; table `repetitions` has no such column.
    pub dtz: &'static str,
    /// What was found there.
    pub of: fn(&RunValues) -> &PositionValue,
}

macro_rules! value_places {
    ($([$place:ident $value:ident $wdl:ident $dtz:ident $which:literal])+) => {
        /// The places at which a claim is valued, in the order of the game.
        pub const VALUE_PLACES: [ValuePlace; 4] = [$(ValuePlace {
            value: stringify!($value),
            wdl: stringify!($wdl),
            dtz: stringify!($dtz),
            of: |values| &values.$place,
        }),+];
    };
}

with_places! { value_places }

/// The columns of no place, or of all of them.
const OTHER_VALUE_COLUMNS: [&str; 6] = [
    "tablebase_reason",
    "values_certain",
    "value_change_ply",
    "value_change_san",
    "value_before_change",
    "value_after_change",
];

/// Whether a column of a claim holds what endgame tables say.
#[must_use]
pub fn is_value_column(name: &str) -> bool {
    let at = |place: &ValuePlace| [place.value, place.wdl, place.dtz].contains(&name);
    VALUE_PLACES.iter().any(at) || OTHER_VALUE_COLUMNS.contains(&name)
}
