//! Queries that the engine would answer wrongly: they are refused, with a way to ask the same.

use std::ops::ControlFlow;

use sqlparser::ast::{
    BinaryOperator, Expr, Function, GroupByExpr, Join, JoinConstraint, JoinOperator, OrderByKind,
    Query, Select, SetExpr, Statement, TableFactor, Value, Visit as _, Visitor, WindowType,
};

use crate::sql::dates::is_date;

/// Aggregate functions.
const AGGREGATES: [&str; 11] = [
    "ARRAY_AGG",
    "AVG",
    "COUNT",
    "FIRST",
    "LAST",
    "MAX",
    "MEDIAN",
    "MIN",
    "STDDEV",
    "SUM",
    "VARIANCE",
];

const NO_TRUTH: &str = "IS TRUE and IS FALSE are null of a null here, where SQL says false; COALESCE(condition, FALSE) asks \
                        what IS TRUE does, NOT COALESCE(condition, TRUE) what IS FALSE does";
const NO_DAYS: &str = "the difference of two dates is no number here; CAST(a AS BIGINT) - CAST(b AS BIGINT) is one, of days";
const NULLS_IN_OVER: &str = "NULLS FIRST and NULLS LAST are not followed in OVER (ORDER BY ...), where null always comes \
                             first; leave these rows out with WHERE ... IS NOT NULL";
const NO_FROM: &str =
    "a condition needs rows, and without FROM there are none: SELECT ... FROM games WHERE ...";
const NO_GROUPS: &str = "HAVING needs GROUP BY; of all rows together ask in a query of its own: SELECT n FROM (SELECT \
                         COUNT(*) AS n FROM games) AS t WHERE n > 3";
const OVER_GROUPS: &str = "OVER beside GROUP BY would be computed within each group; group in a query of its own: SELECT \
                           ..., SUM(n) OVER () FROM (SELECT venue, COUNT(*) AS n FROM games GROUP BY venue) AS t";
const OUTER_JOIN: &str = "ON of an outer join may only say which columns are equal (a.x = b.x AND ...); choose rows in a \
                          query of its own: LEFT JOIN (SELECT * FROM incidents WHERE peak_clock > 120) AS b ON a.game_id \
                          = b.game_id";
const CROSS_JOIN: &str = "two tables are joined by JOIN ... ON: every row of one beside every row of the other would be \
                          too much";
const STRPOS: &str = "STRPOS and POSITION count bytes and give 0 of null here; LIKE '%text%' finds a text, STARTS_WITH one \
                      at the beginning";
const XOR: &str = "XOR binds its sides before they are compared; put both in brackets: (plies > 50) XOR (plies > 100)";

/// Why a statement is not answered, if it is not.
pub(crate) fn refusal(statement: &Statement) -> Option<String> {
    statement.visit(&mut Refusals).break_value()
}

/// Looks for what is refused in a query and in its subqueries.
struct Refusals;

type Refused = ControlFlow<String>;

/// Refuses if something is so.
fn refuse_if(wrong: bool, why: impl Into<String>) -> Refused {
    match wrong {
        true => ControlFlow::Break(why.into()),
        false => ControlFlow::Continue(()),
    }
}

impl Visitor for Refusals {
    type Break = String;

    fn pre_visit_query(&mut self, query: &Query) -> Refused {
        // The engine sorts groups by the names of columns.
        if let Some(OrderByKind::Expressions(order)) = query.order_by.as_ref().map(|by| &by.kind) {
            for by in order {
                let why = format!(
                    "ORDER BY {expr}: give it a name, SELECT ..., {expr} AS n, and order by that",
                    expr = by.expr
                );
                refuse_if(has(&by.expr, is_aggregate), why)?;
            }
        }
        in_body(&query.body)
    }

    fn pre_visit_expr(&mut self, expression: &Expr) -> Refused {
        match expression {
            Expr::IsTrue(_) | Expr::IsNotTrue(_) | Expr::IsFalse(_) | Expr::IsNotFalse(_) => {
                refuse_if(true, NO_TRUTH)
            }
            Expr::BinaryOp { left, op, right } => compared(left, op, right),
            Expr::Position { .. } => refuse_if(true, STRPOS),
            Expr::Function(of) if of.name.to_string().eq_ignore_ascii_case("strpos") => {
                refuse_if(true, STRPOS)
            }
            Expr::Function(Function {
                over: Some(WindowType::WindowSpec(window)),
                ..
            }) => {
                let mut order = window.order_by.iter();
                refuse_if(
                    order.any(|by| by.options.nulls_first.is_some()),
                    NULLS_IN_OVER,
                )
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

/// What is refused in the parts of a set operation. A query in brackets is visited by itself.
fn in_body(body: &SetExpr) -> Refused {
    match body {
        SetExpr::Select(select) => in_select(select),
        SetExpr::SetOperation { left, right, .. } => {
            in_body(left)?;
            in_body(right)
        }
        _ => ControlFlow::Continue(()),
    }
}

fn in_select(select: &Select) -> Refused {
    let is_grouped = match &select.group_by {
        GroupByExpr::All(_) => true,
        GroupByExpr::Expressions(by, _) => !by.is_empty(),
    };
    if let Some(condition) = &select.selection {
        let why = "an aggregate of a group of rows is not allowed in WHERE; use HAVING";
        refuse_if(has(condition, is_aggregate), why)?;
    }
    let is_conditional = select.selection.is_some() || select.having.is_some();
    refuse_if(select.from.is_empty() && is_conditional, NO_FROM)?;
    refuse_if(select.having.is_some() && !is_grouped, NO_GROUPS)?;
    let joins = select.from.iter().flat_map(|table| &table.joins);
    refuse_if(joins.clone().any(drops_rows), OUTER_JOIN)?;
    let crossed = joins.filter(|join| matches!(join.join_operator, JoinOperator::CrossJoin(_)));
    let is_table = |factor: &&TableFactor| matches!(factor, TableFactor::Table { .. });
    let from = select.from.iter().map(|table| &table.relation);
    let others = crossed.map(|join| &join.relation).filter(is_table).count();
    refuse_if(from.filter(is_table).count() + others > 1, CROSS_JOIN)?;
    let has_window = select
        .projection
        .iter()
        .any(|item| has(item, |of| of.over.is_some()));
    refuse_if(is_grouped && has_window, OVER_GROUPS)
}

/// An outer join keeps rows without a partner, whatever else ON says; the engine drops them.
fn drops_rows(join: &Join) -> bool {
    use JoinOperator::{FullOuter, Left, LeftOuter, Right, RightOuter};
    let (Left(on) | LeftOuter(on) | Right(on) | RightOuter(on) | FullOuter(on)) =
        &join.join_operator
    else {
        return false;
    };
    matches!(on, JoinConstraint::On(condition) if !compares_columns(condition))
}

/// Whether a condition only says which columns are equal.
fn compares_columns(condition: &Expr) -> bool {
    let is_column = |side: &Expr| matches!(side, Expr::Identifier(_) | Expr::CompoundIdentifier(_));
    match condition {
        Expr::Nested(inner) => compares_columns(inner),
        Expr::BinaryOp {
            left,
            op: BinaryOperator::And,
            right,
        } => compares_columns(left) && compares_columns(right),
        Expr::BinaryOp {
            left,
            op: BinaryOperator::Eq,
            right,
        } => is_column(left) && is_column(right),
        _ => false,
    }
}

/// Operators that the engine reads in another way than SQL.
fn compared(left: &Expr, operator: &BinaryOperator, right: &Expr) -> Refused {
    use BinaryOperator::{Eq, Gt, GtEq, Lt, LtEq, Minus, NotEq, Xor};
    refuse_if(
        *operator == Minus && is_date(left) && is_date(right),
        NO_DAYS,
    )?;
    let in_brackets = |side: &Expr| matches!(side, Expr::Nested(_));
    refuse_if(
        *operator == Xor && !(in_brackets(left) && in_brackets(right)),
        XOR,
    )?;
    if matches!(operator, Eq | NotEq | Lt | LtEq | Gt | GtEq) {
        for (side, other) in [(left, right), (right, left)] {
            let why = format!(
                "{side} is a date, not a number: compare it with DATE '2020-01-01', or year with 2020"
            );
            refuse_if(is_date(side) && is_number(other), why)?;
        }
    }
    ControlFlow::Continue(())
}

fn is_number(side: &Expr) -> bool {
    match side {
        Expr::Value(value) => matches!(value.value, Value::Number(..)),
        Expr::UnaryOp { expr, .. } | Expr::Nested(expr) => is_number(expr),
        _ => false,
    }
}

/// Whether a function aggregates the rows of a group.
fn is_aggregate(function: &Function) -> bool {
    let name = function.name.to_string().to_uppercase();
    function.over.is_none() && AGGREGATES.contains(&name.as_str())
}

/// Whether there is such a function; those of subqueries belong to these.
fn has(part: &impl sqlparser::ast::Visit, is_wanted: fn(&Function) -> bool) -> bool {
    let mut finder = Finder {
        is_wanted,
        subqueries: 0,
    };
    part.visit(&mut finder).is_break()
}

struct Finder {
    is_wanted: fn(&Function) -> bool,
    subqueries: usize,
}

impl Visitor for Finder {
    type Break = ();

    fn pre_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.subqueries += 1;
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.subqueries -= 1;
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expression: &Expr) -> ControlFlow<()> {
        match expression {
            Expr::Function(of) if self.subqueries == 0 && (self.is_wanted)(of) => {
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }
    }
}
