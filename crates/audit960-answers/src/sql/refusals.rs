//! Queries that the engine would answer wrongly: they are refused, with a way to ask the same.

use std::ops::ControlFlow;

use sqlparser::ast::{
    BinaryOperator, Expr, Function, GroupByExpr, Join, JoinConstraint, JoinOperator, OrderByKind,
    Query, Select, SelectItem, SetExpr, Statement, Value, Visit as _, Visitor, WindowType,
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

/// Why a statement is not answered, if it is not.
pub(crate) fn refusal(statement: &Statement) -> Option<String> {
    statement.visit(&mut Refusals).break_value()
}

/// Whether a function aggregates the rows of a group.
pub(crate) fn is_aggregate(function: &Function) -> bool {
    let name = function.name.to_string().to_uppercase();
    function.over.is_none() && AGGREGATES.contains(&name.as_str())
}

/// Looks for what is refused in a query and in its subqueries.
struct Refusals;

impl Visitor for Refusals {
    type Break = String;

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<String> {
        in_order(query)?;
        in_body(&query.body)
    }

    fn pre_visit_expr(&mut self, expression: &Expr) -> ControlFlow<String> {
        match expression {
            Expr::BinaryOp { left, op, right } => compared(left, op, right),
            Expr::Function(Function {
                over: Some(WindowType::WindowSpec(window)),
                ..
            }) => match window
                .order_by
                .iter()
                .any(|by| by.options.nulls_first.is_some())
            {
                true => refuse(
                    "NULLS FIRST and NULLS LAST are not followed in OVER (ORDER BY ...), where null always comes first; \
                     leave these rows out with WHERE ... IS NOT NULL",
                ),
                false => ControlFlow::Continue(()),
            },
            _ => ControlFlow::Continue(()),
        }
    }
}

/// The engine sorts groups by the names of columns.
fn in_order(query: &Query) -> ControlFlow<String> {
    let SetExpr::Select(select) = query.body.as_ref() else {
        return ControlFlow::Continue(());
    };
    let Some(OrderByKind::Expressions(order)) = query.order_by.as_ref().map(|order| &order.kind)
    else {
        return ControlFlow::Continue(());
    };
    for by in order {
        let has_name = select
            .projection
            .iter()
            .any(|item| matches!(item, SelectItem::ExprWithAlias { expr, .. } if *expr == by.expr));
        if !has_name && by.expr.visit(&mut AggregateFinder::default()).is_break() {
            return refuse(format!(
                "ORDER BY {expr}: give it a name, SELECT ..., {expr} AS n, and order by that",
                expr = by.expr
            ));
        }
    }
    ControlFlow::Continue(())
}

fn refuse(why: impl Into<String>) -> ControlFlow<String> {
    ControlFlow::Break(why.into())
}

/// What is refused in a query, or in the parts of a set operation. A query in brackets is visited by itself.
fn in_body(body: &SetExpr) -> ControlFlow<String> {
    match body {
        SetExpr::Select(select) => in_select(select),
        SetExpr::SetOperation { left, right, .. } => {
            in_body(left)?;
            in_body(right)
        }
        _ => ControlFlow::Continue(()),
    }
}

fn in_select(select: &Select) -> ControlFlow<String> {
    if let Some(condition) = &select.selection {
        condition.visit(&mut AggregateFinder::default())?;
    }
    if select.from.is_empty() && (select.selection.is_some() || select.having.is_some()) {
        return refuse(
            "a condition needs rows, and without FROM there are none: SELECT ... FROM games WHERE ...",
        );
    }
    if select.having.is_some() && !is_grouped(select) {
        return refuse(
            "HAVING needs GROUP BY; of all rows together ask in a query of its own: \
             SELECT n FROM (SELECT COUNT(*) AS n FROM games) AS t WHERE n > 3",
        );
    }
    for join in select.from.iter().flat_map(|table| &table.joins) {
        joined(join)?;
    }
    let has_window = |item: &SelectItem| item.visit(&mut WindowFinder).is_break();
    if is_grouped(select) && select.projection.iter().any(has_window) {
        return refuse(
            "OVER beside GROUP BY would be computed within each group; group in a query of its own: \
             SELECT ..., SUM(n) OVER () FROM (SELECT venue, COUNT(*) AS n FROM games GROUP BY venue) AS t",
        );
    }
    ControlFlow::Continue(())
}

/// Whether rows are grouped by something.
fn is_grouped(select: &Select) -> bool {
    match &select.group_by {
        GroupByExpr::All(_) => true,
        GroupByExpr::Expressions(by, _) => !by.is_empty(),
    }
}

/// An outer join keeps rows without a partner, whatever else ON says; the engine drops them.
fn joined(join: &Join) -> ControlFlow<String> {
    use JoinOperator::{FullOuter, Left, LeftOuter, Right, RightOuter};
    let (Left(constraint)
    | LeftOuter(constraint)
    | Right(constraint)
    | RightOuter(constraint)
    | FullOuter(constraint)) = &join.join_operator
    else {
        return ControlFlow::Continue(());
    };
    match constraint {
        JoinConstraint::On(condition) if !compares_columns(condition) => refuse(
            "ON of an outer join may only say which columns are equal (a.x = b.x AND ...); choose rows in a query of \
             its own: LEFT JOIN (SELECT * FROM incidents WHERE peak_clock > 120) AS b ON a.game_id = b.game_id",
        ),
        _ => ControlFlow::Continue(()),
    }
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
fn compared(left: &Expr, operator: &BinaryOperator, right: &Expr) -> ControlFlow<String> {
    use BinaryOperator::{Eq, Gt, GtEq, Lt, LtEq, NotEq, Xor};
    match operator {
        Xor if ![left, right]
            .iter()
            .all(|side| matches!(side, Expr::Nested(_))) =>
        {
            refuse(
                "XOR binds its sides before they are compared; put both in brackets: (plies > 50) XOR (plies > 100)",
            )
        }
        Eq | NotEq | Lt | LtEq | Gt | GtEq => {
            for (side, other) in [(left, right), (right, left)] {
                if is_date(side) && is_number(other) {
                    return refuse(format!(
                        "{side} is a date, not a number: compare it with DATE '2020-01-01', or year with 2020"
                    ));
                }
            }
            ControlFlow::Continue(())
        }
        _ => ControlFlow::Continue(()),
    }
}

fn is_number(side: &Expr) -> bool {
    match side {
        Expr::Value(value) => matches!(value.value, Value::Number(..)),
        Expr::UnaryOp { expr, .. } | Expr::Nested(expr) => is_number(expr),
        _ => false,
    }
}

/// Looks for a window function. Those of subqueries belong to these.
struct WindowFinder;

impl Visitor for WindowFinder {
    type Break = ();

    fn pre_visit_expr(&mut self, expression: &Expr) -> ControlFlow<()> {
        match expression {
            Expr::Function(function) if function.over.is_some() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Looks for an aggregate in one condition. Aggregates of its subqueries belong to those.
#[derive(Default)]
struct AggregateFinder {
    subqueries: usize,
}

impl Visitor for AggregateFinder {
    type Break = String;

    fn pre_visit_query(&mut self, _: &Query) -> ControlFlow<String> {
        self.subqueries += 1;
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, _: &Query) -> ControlFlow<String> {
        self.subqueries -= 1;
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expression: &Expr) -> ControlFlow<String> {
        match expression {
            Expr::Function(function) if self.subqueries == 0 && is_aggregate(function) => {
                let name = function.name.to_string().to_uppercase();
                refuse(format!(
                    "{name} aggregates a group of rows and is not allowed in WHERE; use HAVING"
                ))
            }
            _ => ControlFlow::Continue(()),
        }
    }
}
