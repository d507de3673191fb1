//! What of a condition the tags of a game decide, before it is replayed.

use std::sync::Arc;

use audit960_replay::{AuditOptions, ByTags, TagCondition, is_of_tags};
use audit960_types::GameFacts;
use audit960_types::tables::Placed;

use super::Filter;
use super::column::FilterColumn;
use super::compile::Node;

/// The condition of a filter on tags, and its record.
#[derive(Debug)]
struct TagFilter {
    filter: Filter,
    /// Of each part of the filter what tags decide.
    parts: Vec<Option<Node>>,
}

impl TagCondition for TagFilter {
    fn keeps(&self, source: &str, facts: &GameFacts<'_>) -> bool {
        let row = Placed {
            source,
            game: None,
            line: 0,
            facts,
        };
        let truths = self.parts.iter().map(|part| part.as_ref()?.truth(&row));
        let truths: Vec<Option<bool>> = truths.collect();
        let mut parts = self.parts.iter().zip(&truths);
        let keeps = parts.all(|(part, truth)| part.is_none() || *truth == Some(true));
        let record = &self.filter.record;
        if keeps || record.is_met() {
            return keeps;
        }
        record.note(false);
        for ((noted, whole), (part, truth)) in record
            .parts
            .iter()
            .zip(&*self.filter.parts)
            .zip(self.parts.iter().zip(truths))
        {
            // Of a part that tags decide only in part nothing is known where they do not rule it out.
            let is_known = truth != Some(true) || whole.of_tags_alone();
            if part.is_some() && is_known {
                noted.note(truth);
            }
        }
        keeps
    }
}

/// Whether a column of a game is known before it is replayed; where it is in its source, is not even then.
fn is_known(column: FilterColumn) -> bool {
    is_of_tags(column.declared()) && !["game", "line"].contains(&column.name())
}

impl Node {
    /// Whether tags decide all of it.
    fn of_tags_alone(&self) -> bool {
        let mut columns = Vec::new();
        self.columns(&mut columns);
        columns.into_iter().all(is_known)
    }

    /// What must be true of the tags wherever this is true; `None` if nothing.
    fn of_tags(&self) -> Option<Self> {
        if self.of_tags_alone() {
            return Some(self.clone());
        }
        let Self::And(sides) = self else {
            return None;
        };
        match [sides[0].of_tags(), sides[1].of_tags()] {
            [Some(one), Some(other)] => Some(Self::And(Box::new([one, other]))),
            [one, other] => one.or(other),
        }
    }
}

/// The options of an audit for the games that a filter keeps: what their tags decide is decided before they are replayed, and
/// games whose columns are all `of_tags` are not replayed at all.
#[must_use]
pub fn by_tags(
    options: AuditOptions,
    filter: Option<&Filter>,
    columns: Option<&[&str]>,
) -> AuditOptions {
    let needs = filter.map(Filter::needs).unwrap_or_default();
    let all_of_tags = |filter: &Filter| filter.columns().iter().copied().all(is_known);
    let asked = columns.map(|columns| columns.iter().map(|name| FilterColumn::of_name(name)));
    let asked = asked.is_some_and(|mut columns| {
        columns.all(|column| column.is_some_and(|column| is_of_tags(column.declared())))
    });
    let replays = !(asked && filter.is_none_or(all_of_tags));
    let condition = filter.and_then(|filter| {
        let parts: Vec<Option<Node>> = filter.parts.iter().map(Node::of_tags).collect();
        if parts.iter().all(Option::is_none) {
            return None;
        }
        let filter = filter.clone();
        let condition: Arc<dyn TagCondition> = Arc::new(TagFilter { filter, parts });
        Some(condition)
    });
    let by_tags = ByTags { condition, replays };
    AuditOptions {
        by_tags: (by_tags.condition.is_some() || !replays).then_some(by_tags),
        ..options.with_columns(needs)
    }
}
