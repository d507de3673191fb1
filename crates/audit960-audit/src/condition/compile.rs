//! Compiles the syntax tree of sqlparser to a condition, and checks the kinds of its parts.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::Arc;

use audit960_law::Day;
use audit960_types::did_you_mean;
use audit960_types::tables::Datum;
use sqlparser::ast::{
    BinaryOperator, DataType, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments,
    UnaryOperator, Value as Literal,
};
use sqlparser::dialect::GenericDialect;
use sqlparser::parser::Parser;
use sqlparser::tokenizer::Token;

use super::column::FilterColumn;
use super::functions::{self, Compute, number, text};
use super::value::Kind;

type Result<T> = std::result::Result<T, FilterError>;

/// Most levels of nesting that are parsed.
const MAX_DEPTH: usize = 50;

/// Longest condition, in bytes: a chain of `OR` is a tree as deep as the chain is long.
const MAX_BYTES: usize = 4096;

/// A part of a condition.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Column(FilterColumn),
    Literal(Datum<'static>),
    And(Box<[Node; 2]>),
    Or(Box<[Node; 2]>),
    /// Both sides, and for which orderings it is true.
    Compare(Box<[Node; 2]>, fn(Ordering) -> bool),
    In(Box<Node>, Vec<Node>),
    /// Whether a text column contains a string, given in lower case, in any letter case.
    Contains(FilterColumn, String),
    /// Whether a column of whole numbers has one of these.
    Among(FilterColumn, Arc<HashSet<i64>>),
    /// A function or an operator, and its operands.
    Of(Compute, Vec<Node>),
}

/// Subtraction.
const MINUS: Compute = |values| number(values, i64::checked_sub, |one, other| one - other);

/// Parses and compiles a condition.
pub(super) fn condition(text: &str) -> Result<Node> {
    let syntax = |error: sqlparser::parser::ParserError| {
        let text = error.to_string();
        let text = text.strip_prefix("sql parser error: ").unwrap_or(&text);
        FilterError::Syntax(text.to_owned())
    };
    if text.len() > MAX_BYTES {
        let reason = format!("it is longer than {MAX_BYTES} bytes");
        return Err(FilterError::Syntax(reason));
    }
    let dialect = GenericDialect {};
    let parser = Parser::new(&dialect).with_recursion_limit(MAX_DEPTH);
    let mut parser = parser.try_with_sql(text).map_err(syntax)?;
    let tree = parser.parse_expr().map_err(syntax)?;
    let rest = parser.peek_token();
    if rest.token != Token::EOF {
        return Err(FilterError::Syntax(format!(
            "unexpected {} after the condition",
            rest.token
        )));
    }
    let (condition, kind) = node(&tree)?;
    expect(kind, Kind::Bool, &tree, "a condition")?;
    Ok(condition)
}

fn expect(kind: Kind, wanted: Kind, expr: &Expr, what: &str) -> Result<()> {
    if kind.is_comparable_with(wanted) {
        return Ok(());
    }
    let (is, wanted) = (kind.as_str(), wanted.as_str());
    Err(FilterError::Kind(format!(
        "{expr} is {is}, but {what} must be {wanted}"
    )))
}

/// Compiles an expression, and gives its kind.
fn node(expr: &Expr) -> Result<(Node, Kind)> {
    let checked = |expr: &Expr, wanted: Kind, what: &str| {
        let (part, kind) = node(expr)?;
        expect(kind, wanted, expr, what)?;
        Ok(part)
    };
    let truth = |compute: Compute, part: Node| (Node::Of(compute, vec![part]), Kind::Bool);
    let negated = |part: Node, negated: bool| match negated {
        true => truth(functions::not, part),
        false => (part, Kind::Bool),
    };
    match expr {
        Expr::Nested(inner) => node(inner),
        Expr::Identifier(name) => column(&name.value),
        Expr::CompoundIdentifier(parts) => match parts.as_slice() {
            [table, name] if table.value.eq_ignore_ascii_case("games") => column(&name.value),
            _ => Err(FilterError::Unsupported(expr.to_string())),
        },
        Expr::Value(value) => literal(&value.value),
        Expr::TypedString(typed) if typed.data_type == DataType::Date => {
            let text = typed.value.value.clone().into_string().unwrap_or_default();
            Ok((Node::Literal(day(&text)?), Kind::Date))
        }
        Expr::UnaryOp {
            op: UnaryOperator::Not,
            expr,
        } => {
            let part = checked(expr, Kind::Bool, "the operand of NOT")?;
            Ok(truth(functions::not, part))
        }
        Expr::UnaryOp {
            op: UnaryOperator::Minus,
            expr: inner,
        } => {
            let zero = Node::Literal(Datum::Int(0));
            let (part, kind) = node(inner)?;
            expect(kind, Kind::Float, inner, "the operand of -")?;
            Ok((Node::Of(MINUS, vec![zero, part]), kind))
        }
        Expr::IsNull(inner) => Ok(truth(functions::is_null, node(inner)?.0)),
        Expr::IsNotNull(inner) => Ok(negated(truth(functions::is_null, node(inner)?.0).0, true)),
        Expr::IsTrue(inner) => {
            let part = checked(inner, Kind::Bool, "the operand of IS TRUE")?;
            Ok(truth(|values| functions::is(values, true), part))
        }
        Expr::IsFalse(inner) => {
            let part = checked(inner, Kind::Bool, "the operand of IS FALSE")?;
            Ok(truth(|values| functions::is(values, false), part))
        }
        Expr::InList {
            expr,
            list,
            negated: not,
        } => {
            // What a literal means depends on what it is compared with: text, or a day of the calendar.
            let (mut day, mut days, mut others) = (None, Vec::new(), Vec::new());
            let value = node(expr)?.0;
            let is_text = |node: &Node| matches!(node, Node::Literal(Datum::Text(_)));
            for item in list {
                let (left, right) = compared(expr, item)?;
                if is_text(&value) && !is_text(&left) {
                    day = Some(left);
                    days.push(right);
                } else {
                    others.push(right);
                }
            }
            let mut is_in = Node::In(Box::new(value), others);
            if let Some(day) = day {
                is_in = Node::Or(Box::new([is_in, Node::In(Box::new(day), days)]));
            }
            Ok(negated(is_in, *not))
        }
        Expr::Between {
            expr,
            negated: not,
            low,
            high,
        } => {
            let (value, low) = compared(expr, low)?;
            let (again, high) = compared(expr, high)?;
            let above = Node::Compare(Box::new([value, low]), Ordering::is_ge);
            let below = Node::Compare(Box::new([again, high]), Ordering::is_le);
            Ok(negated(Node::And(Box::new([above, below])), *not))
        }
        Expr::Like {
            negated: not,
            any: false,
            expr: text,
            pattern,
            escape_char: None,
        }
        | Expr::ILike {
            negated: not,
            any: false,
            expr: text,
            pattern,
            escape_char: None,
        } => {
            let like: Compute = match expr {
                Expr::ILike { .. } => |values| functions::like(values, true),
                _ => |values| functions::like(values, false),
            };
            let text = checked(text, Kind::Text, "the left side of LIKE")?;
            let pattern = checked(pattern, Kind::Text, "the pattern")?;
            Ok(negated(Node::Of(like, vec![text, pattern]), *not))
        }
        Expr::BinaryOp { left, op, right } => binary(left, op, right),
        Expr::Function(function) => call(function),
        _ => Err(FilterError::Unsupported(expr.to_string())),
    }
}

fn column(name: &str) -> Result<(Node, Kind)> {
    let column = FilterColumn::of_name(name).ok_or_else(|| {
        let names: Vec<&str> = FilterColumn::all().map(FilterColumn::name).collect();
        FilterError::UnknownColumn {
            name: name.to_owned(),
            meant: did_you_mean(name, names.iter().copied()),
            columns: names.join(", "),
        }
    })?;
    Ok((Node::Column(column), column.kind()))
}

fn literal(literal: &Literal) -> Result<(Node, Kind)> {
    let (value, kind) = match literal {
        Literal::Null => (Datum::Null, Kind::Null),
        Literal::Boolean(truth) => (Datum::Bool(*truth), Kind::Bool),
        Literal::SingleQuotedString(text) => (Datum::Text(Cow::Owned(text.clone())), Kind::Text),
        Literal::Number(digits, _) => match (digits.parse(), digits.parse()) {
            (Ok(whole), _) => (Datum::Int(whole), Kind::Int),
            (_, Ok(number)) => (Datum::Float(number), Kind::Float),
            _ => return Err(FilterError::Syntax(format!("{digits} is not a number"))),
        },
        other => return Err(FilterError::Unsupported(other.to_string())),
    };
    Ok((Node::Literal(value), kind))
}

/// A date written `YYYY-MM-DD`.
fn day(text: &str) -> Result<Datum<'static>> {
    let day = Day::parse(text);
    let day = day.ok_or_else(|| FilterError::Kind(format!("'{text}' is not a date YYYY-MM-DD")))?;
    Ok(Datum::Date(day.days_since_1970()))
}

/// Compiles both sides of a comparison; a text literal beside a date is parsed as a date.
fn compared(left: &Expr, right: &Expr) -> Result<(Node, Node)> {
    let ((mut one, one_kind), (mut other, other_kind)) = (node(left)?, node(right)?);
    match (&one, &other) {
        (_, Node::Literal(Datum::Text(text))) if one_kind == Kind::Date => {
            other = Node::Literal(day(text)?);
        }
        (Node::Literal(Datum::Text(text)), _) if other_kind == Kind::Date => {
            one = Node::Literal(day(text)?);
        }
        _ => expect(
            other_kind,
            one_kind,
            right,
            &format!("what {left} is compared with"),
        )?,
    }
    possible(&one, &other)?;
    possible(&other, &one)?;
    Ok((one, other))
}

/// Columns with dates as tags write them, with points, which no day of SQL equals or orders rightly.
const RAW_DATES: [&str; 2] = ["date", "event_date"];

/// Refuses to compare a column of few values with a text that is none of them, and the text of a date with a day:
/// nothing, or the wrong games, would be found.
fn possible(column: &Node, literal: &Node) -> Result<()> {
    let (Node::Column(column), Node::Literal(Datum::Text(value))) = (column, literal) else {
        return Ok(());
    };
    match column.values() {
        Some(values) if !values.contains(&value.as_ref()) => Err(FilterError::NoSuchValue {
            column: column.name(),
            value: value.to_string(),
            meant: did_you_mean(value, values.iter().copied()),
            values: values.join(", "),
        }),
        None if RAW_DATES.contains(&column.name()) && Day::parse(value).is_some() => {
            Err(FilterError::Kind(format!(
                "{} is the text of a tag, such as 2020.05.31: compare date_from or date_to with '{value}'",
                column.name()
            )))
        }
        _ => Ok(()),
    }
}

fn binary(left: &Expr, op: &BinaryOperator, right: &Expr) -> Result<(Node, Kind)> {
    let holds: fn(Ordering) -> bool = match op {
        BinaryOperator::And | BinaryOperator::Or => {
            let ((one, one_kind), (other, other_kind)) = (node(left)?, node(right)?);
            expect(one_kind, Kind::Bool, left, "a condition")?;
            expect(other_kind, Kind::Bool, right, "a condition")?;
            let both = Box::new([one, other]);
            let and = *op == BinaryOperator::And;
            return Ok((
                if and { Node::And(both) } else { Node::Or(both) },
                Kind::Bool,
            ));
        }
        BinaryOperator::Eq => Ordering::is_eq,
        BinaryOperator::NotEq => Ordering::is_ne,
        BinaryOperator::Lt => Ordering::is_lt,
        BinaryOperator::LtEq => Ordering::is_le,
        BinaryOperator::Gt => Ordering::is_gt,
        BinaryOperator::GtEq => Ordering::is_ge,
        _ => return arithmetic(left, op, right),
    };
    let (one, other) = compared(left, right)?;
    Ok((Node::Compare(Box::new([one, other]), holds), Kind::Bool))
}

fn arithmetic(left: &Expr, op: &BinaryOperator, right: &Expr) -> Result<(Node, Kind)> {
    let compute: Compute = match op {
        BinaryOperator::Plus => |values| number(values, i64::checked_add, |one, other| one + other),
        BinaryOperator::Minus => MINUS,
        BinaryOperator::Multiply => {
            |values| number(values, i64::checked_mul, |one, other| one * other)
        }
        BinaryOperator::Divide => functions::divide,
        BinaryOperator::Modulo => {
            |values| number(values, i64::checked_rem, |one, other| one % other)
        }
        other => return Err(FilterError::Unsupported(format!("operator {other}"))),
    };
    let ((one, one_kind), (other, other_kind)) = (node(left)?, node(right)?);
    for (kind, expr) in [(one_kind, left), (other_kind, right)] {
        if !kind.is_number() {
            let is = kind.as_str();
            return Err(FilterError::Kind(format!("{expr} is {is}, not a number")));
        }
    }
    let whole = one_kind == Kind::Int && other_kind == Kind::Int && *op != BinaryOperator::Divide;
    let kind = if whole { Kind::Int } else { Kind::Float };
    Ok((Node::Of(compute, vec![one, other]), kind))
}

fn call(function: &Function) -> Result<(Node, Kind)> {
    let unsupported = || FilterError::Unsupported(function.to_string());
    let FunctionArguments::List(list) = &function.args else {
        return Err(unsupported());
    };
    let mut arguments = Vec::new();
    for argument in &list.args {
        match argument {
            FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => arguments.push(expr),
            _ => return Err(unsupported()),
        }
    }
    let name = function.name.to_string().to_ascii_uppercase();
    let (call, takes, gives): (Compute, _, _) = match name.as_str() {
        "LOWER" => (
            |of| text(of, |text| Datum::Text(text.to_lowercase().into())),
            Kind::Text,
            Kind::Text,
        ),
        "UPPER" => (
            |of| text(of, |text| Datum::Text(text.to_uppercase().into())),
            Kind::Text,
            Kind::Text,
        ),
        "LENGTH" => (
            |of| text(of, |text| Datum::Int(text.chars().count() as i64)),
            Kind::Text,
            Kind::Int,
        ),
        "ABS" => (functions::abs, Kind::Float, Kind::Float),
        "COALESCE" => (functions::coalesce, Kind::Null, Kind::Null),
        _ => return Err(unsupported()),
    };
    if arguments.is_empty() || gives != Kind::Null && arguments.len() > 1 {
        return Err(FilterError::Kind(format!(
            "{function}: wrong number of arguments"
        )));
    }
    let mut parts = Vec::new();
    let mut given = Kind::Null;
    for argument in arguments {
        let (part, kind) = node(argument)?;
        expect(kind, takes, argument, "the argument of this function")?;
        if kind != given {
            expect(kind, given, argument, "each argument of this COALESCE")?;
        }
        if given == Kind::Null {
            given = kind;
        }
        parts.push(part);
    }
    let kind = if gives == Kind::Null { given } else { gives };
    Ok((Node::Of(call, parts), kind))
}

impl Node {
    /// Appends the columns it uses, with repetitions.
    pub(super) fn columns(&self, found: &mut Vec<FilterColumn>) {
        match self {
            Self::Column(column) | Self::Contains(column, _) | Self::Among(column, _) => {
                found.push(*column);
            }
            Self::Literal(_) => {}
            Self::And(parts) | Self::Or(parts) | Self::Compare(parts, _) => {
                parts.iter().for_each(|part| part.columns(found));
            }
            Self::In(part, among) => {
                part.columns(found);
                among.iter().for_each(|part| part.columns(found));
            }
            Self::Of(_, parts) => parts.iter().for_each(|part| part.columns(found)),
        }
    }
}

/// What is wrong with a condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// It is not SQL, or text follows the condition.
    #[error("the condition cannot be read: {0}")]
    Syntax(String),
    /// Table `games` has no such column.
    #[error("table games has no column {name}{meant}; its columns are {columns}")]
    UnknownColumn {
        /// The name.
        name: String,
        /// The column that may have been meant, as a question.
        meant: String,
        /// The names of all columns.
        columns: String,
    },
    /// A column is compared with a text that it never holds.
    #[error("{column} is never '{value}'{meant}; it is one of {values}")]
    NoSuchValue {
        /// The column.
        column: &'static str,
        /// The text.
        value: String,
        /// The value that may have been meant, as a question.
        meant: String,
        /// All values of the column.
        values: String,
    },
    /// A part of SQL that conditions on games do not support.
    #[error("{0} is not supported in a condition on games")]
    Unsupported(String),
    /// A part is of the wrong kind.
    #[error("{0}")]
    Kind(String),
}
