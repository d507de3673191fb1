//! Conditions on material, and the material of a game.

use audit960_types::{Material, Role};

use super::parse::FindError;

/// Parses material, `KRBvKR`: the letters of White's pieces, and of Black's after the `v`, in any order.
///
/// # Errors
/// [`FindError`] at the first letter that cannot be read, or where no game has such material.
pub fn parse_material(text: &str) -> Result<Material, FindError> {
    let mut counts = [[0_u8; 6]; 2];
    let mut side = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            ' ' | '.' => {}
            'v' | 'V' | '-' if side == 0 => side = 1,
            // The end of `vs`.
            's' if side == 1 && counts[1] == [0; 6] => {}
            'v' | 'V' | '-' => {
                return Err(FindError::new(at, "a second v: material has two sides"));
            }
            letter => {
                let capital = letter.to_ascii_uppercase();
                let role = Role::MATERIAL_ORDER
                    .into_iter()
                    .find(|role| char::from(role.letter()) == capital);
                let role = role.ok_or_else(|| {
                    FindError::new(at, format!("{letter} is not one of K Q R B N P and v"))
                })?;
                let count = &mut counts[side][role as usize];
                *count = count.saturating_add(1);
                let own = counts[side].map(usize::from);
                let [kings, pawns] = [Role::King, Role::Pawn].map(|role| own[role as usize]);
                let checked = check(["White", "Black"][side], kings, pawns, own.iter().sum());
                checked.map_err(|message| {
                    // A second king usually begins the other side.
                    let hint = match side == 0 && role == Role::King {
                        true => ": a v stands between the sides, as in KRBvKR",
                        false => "",
                    };
                    FindError::new(at, format!("{message}{hint}"))
                })?;
            }
        }
    }
    if side == 0 {
        return Err(FindError::new(
            text.len(),
            "v and the other side's material are missing, as in KRBvKR",
        ));
    }
    for (own, name) in counts.iter().zip(["White", "Black"]) {
        if own[Role::King as usize] == 0 {
            return Err(FindError::new(0, format!("{name} has no king")));
        }
    }
    Ok(Material::new(counts))
}

/// Checks that a side can have so many kings, pawns and pieces of any kind.
pub(super) fn check(name: &str, kings: usize, pawns: usize, all: usize) -> Result<(), String> {
    let what = match () {
        () if kings > 1 => "a second king",
        () if pawns > 8 => "a ninth pawn",
        () if all > 16 => "more than 16 pieces",
        () => return Ok(()),
    };
    Err(format!("{name} cannot have {what}"))
}

/// A condition on material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaterialQuery {
    /// The material, White's first.
    pub material: Material,
    /// Whether the colours are as written; else either side may have either part.
    pub exact: bool,
}

impl MaterialQuery {
    /// Whether a position with this material fulfils it.
    #[must_use]
    pub fn matches(&self, found: Material) -> bool {
        found == self.material || !self.exact && found == self.material.swapped()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_is_parsed_and_written() {
        for (text, written) in [
            ("KRBvKR", "KRBvKR"),
            ("KvK", "KvK"),
            ("BRKvPPK", "KRBvKPP"),
            ("krb-kr", "KRBvKR"),
            ("KRB vs. KR", "KRBvKR"),
            ("kVk", "KvK"),
        ] {
            assert_eq!(parse_material(text).unwrap().to_string(), written);
        }
        let query = |exact| MaterialQuery {
            material: parse_material("KRBvKR").unwrap(),
            exact,
        };
        let swapped = parse_material("KRvKRB").unwrap();
        assert!(query(false).matches(swapped) && !query(true).matches(swapped));
    }

    #[test]
    fn errors_have_a_place() {
        for (text, at, message) in [
            ("KRBxKR", 3, "x is not one of K Q R B N P and v"),
            (
                "KRBKR",
                3,
                "White cannot have a second king: a v stands between the sides, as in KRBvKR",
            ),
            (
                "KRB",
                3,
                "v and the other side's material are missing, as in KRBvKR",
            ),
            ("KvKvK", 3, "a second v: material has two sides"),
            (
                "KKKKKKKKKKvK",
                1,
                "White cannot have a second king: a v stands between the sides, as in KRBvKR",
            ),
            ("RvK", 0, "White has no king"),
            ("KPPPPPPPPPvK", 9, "White cannot have a ninth pawn"),
        ] {
            assert_eq!(
                parse_material(text),
                Err(FindError::new(at, message)),
                "{text}"
            );
        }
    }
}
