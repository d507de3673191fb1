//! Queries as the engine understands them: what it reads in another way than SQL is said in words that it reads alike.

use std::ops::ControlFlow;

use sqlparser::ast::{
    BinaryOperator, Expr, OrderByExpr, OrderByKind, Query, SelectItem, SetExpr, Statement, Value,
    VisitMut as _, VisitorMut,
};
use sqlparser::dialect::GenericDialect;
use sqlparser::parser::Parser;

use crate::sql::dates::is_date;

/// Rewrites a statement; returns whether anything was.
pub(crate) fn rewrite(statement: &mut Statement) -> bool {
    let mut rewriter = Rewriter::default();
    let _: ControlFlow<()> = statement.visit(&mut rewriter);
    rewriter.rewrote
}

#[derive(Default)]
struct Rewriter {
    rewrote: bool,
}

impl VisitorMut for Rewriter {
    type Break = ();

    fn post_visit_expr(&mut self, expression: &mut Expr) -> ControlFlow<()> {
        let rewritten = match expression {
            Expr::IsTrue(value) => Some(compared_with_truth(value, true, true)),
            Expr::IsNotTrue(value) => Some(compared_with_truth(value, true, false)),
            Expr::IsFalse(value) => Some(compared_with_truth(value, false, true)),
            Expr::IsNotFalse(value) => Some(compared_with_truth(value, false, false)),
            Expr::BinaryOp {
                left,
                op: BinaryOperator::Minus,
                right,
            } if is_date(left) && is_date(right) => parsed(&format!(
                "(CAST({left} AS BIGINT) - CAST({right} AS BIGINT))"
            )),
            Expr::BinaryOp {
                left,
                op: BinaryOperator::Modulo,
                right,
            } if is_simple(left) && is_simple(right) => remainder(left, right),
            _ => None,
        };
        if let Some(rewritten) = rewritten {
            *expression = rewritten;
            self.rewrote = true;
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        self.rewrote |= order_by_names(query);
        ControlFlow::Continue(())
    }
}

/// An expression as text is read; `None` if it is none.
fn parsed(text: &str) -> Option<Expr> {
    let mut parser = Parser::new(&GenericDialect).try_with_sql(text).ok()?;
    parser.parse_expr().ok()
}

/// Asks whether a value *is not distinct from* true or false where a query asks whether it *is*: both are the same, of null,
/// too, but the engine answers null to the second question.
fn compared_with_truth(value: &mut Expr, truth: bool, is: bool) -> Expr {
    let value = Box::new(Expr::Nested(Box::new(taken(value))));
    let truth = Box::new(Expr::value(Value::Boolean(truth)));
    let compared = match is {
        true => Expr::IsNotDistinctFrom(value, truth),
        false => Expr::IsDistinctFrom(value, truth),
    };
    Expr::Nested(Box::new(compared))
}

/// The remainder with the sign of what is divided, as SQL has it; the engine gives it that of the divisor.
fn remainder(left: &Expr, right: &Expr) -> Option<Expr> {
    parsed(&format!(
        "(CASE WHEN ({left}) < 0 THEN -(ABS({left}) % ABS({right})) ELSE ({left}) % ABS({right}) END)"
    ))
}

/// Whether an expression may be written several times: it has no operators but those between two names or numbers.
fn is_simple(expression: &Expr) -> bool {
    let is_name = |side: &Expr| {
        matches!(
            side,
            Expr::Identifier(_) | Expr::CompoundIdentifier(_) | Expr::Value(_)
        )
    };
    match expression {
        Expr::Nested(inner) | Expr::UnaryOp { expr: inner, .. } => is_simple(inner),
        Expr::BinaryOp { left, op, right } => {
            *op != BinaryOperator::Modulo && is_name(left) && is_name(right)
        }
        Expr::Function(function) => function.over.is_none(),
        other => is_name(other),
    }
}

fn taken(expression: &mut Expr) -> Expr {
    std::mem::replace(expression, Expr::value(Value::Null))
}

/// Orders by the name of a column where a query repeats what is computed in it: the engine sorts by names.
fn order_by_names(query: &mut Query) -> bool {
    let SetExpr::Select(select) = query.body.as_ref() else {
        return false;
    };
    let named = |by: &OrderByExpr| {
        select.projection.iter().find_map(|item| match item {
            SelectItem::ExprWithAlias { expr, alias } if *expr == by.expr => Some(alias.clone()),
            _ => None,
        })
    };
    let Some(order) = &mut query.order_by else {
        return false;
    };
    let OrderByKind::Expressions(order) = &mut order.kind else {
        return false;
    };
    let mut rewrote = false;
    for by in order {
        let is_name = matches!(by.expr, Expr::Identifier(_));
        if let Some(alias) = named(by).filter(|_| !is_name) {
            by.expr = Expr::Identifier(alias);
            rewrote = true;
        }
    }
    rewrote
}
