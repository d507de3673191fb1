//! What happens to games that have copies.

use crate::normal_form::AddedTag;

/// What happens to a game that has copies.
#[derive(Clone, Debug)]
pub enum CopyDecision {
    /// It is left out.
    Drop,
    /// It is kept, with tags that only its copies have.
    Keep(Vec<AddedTag>),
}
