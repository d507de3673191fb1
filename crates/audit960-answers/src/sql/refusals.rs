//! Queries that the engine would answer wrongly: they are refused, with a way to ask the same.

use std::ops::ControlFlow;

use sqlparser::ast::{
    BinaryOperator, Expr, Function, GroupByExpr, Join, JoinConstraint, JoinOperator, OrderByKind,
    Query, Select, SelectItem, SetExpr, Statement, TableFactor, Value, Visit as _, Visitor,
    WindowType,
};

use crate::sql::dates::is_date;

/// Aggregate functions.
const AGGREGATES: &str = " ARRAY_AGG AVG CORR COUNT COVAR COVAR_POP COVAR_SAMP FIRST GROUP_CONCAT LAST LISTAGG MAX MEDIAN MIN \
    QUANTILE_CONT QUANTILE_DISC STDDEV STDDEV_SAMP STDEV STDEV_SAMP STRING_AGG SUM VAR VARIANCE VAR_SAMP ";

/// Why something is refused, by its name.
const REASONS: &str = include_str!("refusals.tsv");

/// Why a statement is not answered, if it is not.
pub(crate) fn refusal(statement: &Statement) -> Option<String> {
    statement.visit(&mut Refusals).break_value()
}

/// Looks for what is refused in a query and in its subqueries.
struct Refusals;

type Refused = ControlFlow<String>;

/// Refuses if something is so, for the reason of a name in the list.
fn refuse_if(wrong: bool, name: &str) -> Refused {
    if !wrong {
        return ControlFlow::Continue(());
    }
    let mut reasons = REASONS.lines().filter_map(|line| line.split_once('\t'));
    let why = reasons.find_map(|(known, why)| (known == name).then_some(why));
    ControlFlow::Break(why.unwrap_or(name).to_owned())
}

impl Visitor for Refusals {
    type Break = String;

    fn pre_visit_query(&mut self, query: &Query) -> Refused {
        // The engine sorts groups by the names of columns.
        if let Some(OrderByKind::Expressions(order)) = query.order_by.as_ref().map(|by| &by.kind)
            && let Some(by) = order.iter().find(|by| has(&by.expr, is_aggregate))
        {
            return ControlFlow::Break(format!(
                "ORDER BY {expr}: give it a name, SELECT ..., {expr} AS n, and order by that",
                expr = by.expr
            ));
        }
        in_body(&query.body)
    }

    fn pre_visit_expr(&mut self, expression: &Expr) -> Refused {
        match expression {
            Expr::IsTrue(_) | Expr::IsNotTrue(_) | Expr::IsFalse(_) | Expr::IsNotFalse(_) => {
                refuse_if(true, "truth")
            }
            Expr::BinaryOp { left, op, right } => compared(left, op, right),
            Expr::Position { .. } => refuse_if(true, "strpos"),
            Expr::Function(of) if of.name.to_string().eq_ignore_ascii_case("strpos") => {
                refuse_if(true, "strpos")
            }
            Expr::Function(Function {
                over: Some(WindowType::WindowSpec(window)),
                ..
            }) => {
                let mut order = window.order_by.iter();
                refuse_if(order.any(|by| by.options.nulls_first.is_some()), "nulls")
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
        refuse_if(has(condition, is_aggregate), "where")?;
    }
    let is_conditional = select.selection.is_some() || select.having.is_some();
    refuse_if(select.from.is_empty() && is_conditional, "from")?;
    refuse_if(select.having.is_some() && !is_grouped, "having")?;
    let mut items = select.projection.iter();
    let is_aggregated = items.clone().any(|item| has(item, is_aggregate));
    refuse_if(!is_grouped && is_aggregated && items.any(names_row), "row")?;
    let joins = select.from.iter().flat_map(|table| &table.joins);
    refuse_if(joins.clone().any(drops_rows), "outer")?;
    let crossed = joins.filter(|join| matches!(join.join_operator, JoinOperator::CrossJoin(_)));
    let is_table = |factor: &&TableFactor| matches!(factor, TableFactor::Table { .. });
    let from = select.from.iter().map(|table| &table.relation);
    let others = crossed.map(|join| &join.relation).filter(is_table).count();
    refuse_if(from.filter(is_table).count() + others > 1, "cross")?;
    let has_window = select.projection.iter().any(|item| has(item, is_window));
    refuse_if(is_grouped && has_window, "over")
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
        "days",
    )?;
    let in_brackets = |side: &Expr| matches!(side, Expr::Nested(_));
    refuse_if(
        *operator == Xor && !(in_brackets(left) && in_brackets(right)),
        "xor",
    )?;
    let is_compared = matches!(operator, Eq | NotEq | Lt | LtEq | Gt | GtEq);
    let mut sides = [(left, right), (right, left)].into_iter();
    match sides.find(|(side, other)| is_compared && is_date(side) && is_number(other)) {
        Some((side, _)) => ControlFlow::Break(format!(
            "{side} is a date, not a number: compare it with DATE '2020-01-01', or year with 2020"
        )),
        None => ControlFlow::Continue(()),
    }
}

fn is_number(side: &Expr) -> bool {
    match side {
        Expr::Value(value) => matches!(value.value, Value::Number(..)),
        Expr::UnaryOp { expr, .. } | Expr::Nested(expr) => is_number(expr),
        _ => false,
    }
}

/// Whether something aggregates the rows of a group.
fn is_aggregate(expression: &Expr) -> bool {
    let Expr::Function(function) = expression else {
        return false;
    };
    let name = function.name.to_string().to_uppercase();
    function.over.is_none() && AGGREGATES.contains(&format!(" {name} "))
}

fn is_window(expression: &Expr) -> bool {
    matches!(expression, Expr::Function(function) if function.over.is_some())
}

/// Whether an item of SELECT asks for a value of each row, besides those that aggregates ask for.
fn names_row(item: &SelectItem) -> bool {
    let is_column = |part: &Expr| matches!(part, Expr::Identifier(_) | Expr::CompoundIdentifier(_));
    match item {
        SelectItem::Wildcard(_) | SelectItem::QualifiedWildcard(..) => true,
        item => finds(item, is_column, is_aggregate),
    }
}

/// Whether there is such a part; those of subqueries belong to these.
fn has(part: &impl sqlparser::ast::Visit, is_wanted: fn(&Expr) -> bool) -> bool {
    finds(part, is_wanted, |_| false)
}

/// Whether there is such a part, but within a subquery or in what is left out.
fn finds(
    part: &impl sqlparser::ast::Visit,
    is_wanted: fn(&Expr) -> bool,
    is_left_out: fn(&Expr) -> bool,
) -> bool {
    let mut finder = Finder {
        is_wanted,
        is_left_out,
        around: 0,
    };
    part.visit(&mut finder).is_break()
}

struct Finder {
    is_wanted: fn(&Expr) -> bool,
    is_left_out: fn(&Expr) -> bool,
    /// Subqueries, and parts that are left out, around what is visited.
    around: usize,
}

impl Visitor for Finder {
    type Break = ();

    fn pre_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.around += 1;
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, _: &Query) -> ControlFlow<()> {
        self.around -= 1;
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expression: &Expr) -> ControlFlow<()> {
        if self.around == 0 && (self.is_wanted)(expression) {
            return ControlFlow::Break(());
        }
        self.around += usize::from((self.is_left_out)(expression));
        ControlFlow::Continue(())
    }

    fn post_visit_expr(&mut self, expression: &Expr) -> ControlFlow<()> {
        self.around -= usize::from((self.is_left_out)(expression));
        ControlFlow::Continue(())
    }
}
