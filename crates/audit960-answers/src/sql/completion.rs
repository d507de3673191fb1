//! What a query leaves open and people expect: titles of what it computes, and one order of groups.

use sqlparser::ast::{
    Distinct, Expr, GroupByExpr, Ident, OrderBy, OrderByExpr, OrderByKind, OrderByOptions, Query,
    Select, SelectItem, SetExpr, Statement, Value,
};

/// Completes a query; whether anything was left open.
pub(crate) fn complete(statement: &mut Statement) -> bool {
    let Statement::Query(query) = statement else {
        return false;
    };
    let has_titles = add_titles(query.body.as_mut());
    add_order(query) || has_titles
}

/// Names what the outermost `SELECT` computes without `AS` by its text. The engine names it by its first column:
/// `avg(plies)` would be `plies`.
fn add_titles(body: &mut SetExpr) -> bool {
    let select = match body {
        // The columns of `UNION` and the like have the names of its first query.
        SetExpr::SetOperation { left, .. } => return add_titles(left),
        SetExpr::Select(select) => select,
        _ => return false,
    };
    let mut has_added = false;
    for item in &mut select.projection {
        if let SelectItem::UnnamedExpr(expr) = item
            && !matches!(expr, Expr::Identifier(_) | Expr::CompoundIdentifier(_))
            && !is_several(expr)
        {
            let alias = Ident::with_quote('"', expr.to_string().replace('"', ""));
            *item = SelectItem::ExprWithAlias {
                expr: expr.clone(),
                alias,
            };
            has_added = true;
        }
    }
    has_added
}

/// Orders groups that are otherwise equal by their columns, left to right: the engine gives them in another order with
/// each run.
fn add_order(query: &mut Query) -> bool {
    let SetExpr::Select(select) = query.body.as_ref() else {
        return false;
    };
    if !has_groups(select) {
        return false;
    }
    let is_one = |item: &SelectItem| match item {
        SelectItem::UnnamedExpr(expr) => !is_several(expr),
        SelectItem::ExprWithAlias { .. } => true,
        _ => false,
    };
    if !select.projection.iter().all(is_one) {
        return false;
    }
    let by = |column: usize| OrderByExpr {
        expr: Expr::value(Value::Number(column.to_string(), false)),
        options: OrderByOptions::default(),
        with_fill: None,
    };
    let columns = (1..=select.projection.len()).map(by);
    let empty = || OrderBy {
        kind: OrderByKind::Expressions(Vec::new()),
        interpolate: None,
    };
    match &mut query.order_by.get_or_insert_with(empty).kind {
        OrderByKind::Expressions(order) => order.extend(columns),
        OrderByKind::All(_) => return false,
    }
    true
}

fn has_groups(select: &Select) -> bool {
    let is_grouped = match &select.group_by {
        GroupByExpr::All(_) => true,
        GroupByExpr::Expressions(by, _) => !by.is_empty(),
    };
    is_grouped || matches!(select.distinct, Some(Distinct::Distinct))
}

/// Whether it stands for several columns: `COLUMNS('^white')`.
fn is_several(expr: &Expr) -> bool {
    matches!(expr, Expr::Function(function) if function.name.to_string().eq_ignore_ascii_case("columns"))
}
