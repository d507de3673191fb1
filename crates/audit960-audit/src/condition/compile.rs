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
use super::error::FilterError;
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
    Not(Box<Node>),
    /// Both sides, and the orderings for which it is true.
    Compare(Box<[Node; 2]>, &'static [Ordering]),
    IsNull(Box<Node>),
    /// `IS TRUE` or `IS FALSE`: null is neither.
    Is(Box<Node>, bool),
    In(Box<Node>, Vec<Node>),
    Like {
        text: Box<Node>,
        pattern: Box<Node>,
        any_case: bool,
    },
    /// Whether a text column contains a string, given in lower case, in any letter case.
    Contains(FilterColumn, String),
    /// Whether a column of whole numbers has one of these.
    Among(FilterColumn, Arc<HashSet<i64>>),
    Arithmetic(Box<[Node; 2]>, Arithmetic),
    Call(Call, Vec<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    Lower,
    Upper,
    Length,
    Abs,
    Coalesce,
}

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
    let boxed = |expr: &Expr, wanted: Kind, what: &str| {
        let (part, kind) = node(expr)?;
        expect(kind, wanted, expr, what)?;
        Ok(Box::new(part))
    };
    let negated = |part: Node, negated: bool| {
        let part = if negated {
            Node::Not(Box::new(part))
        } else {
            part
        };
        (part, Kind::Bool)
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
            let part = boxed(expr, Kind::Bool, "the operand of NOT")?;
            Ok((Node::Not(part), Kind::Bool))
        }
        Expr::UnaryOp {
            op: UnaryOperator::Minus,
            expr: inner,
        } => {
            let zero = Node::Literal(Datum::Int(0));
            let (part, kind) = node(inner)?;
            expect(kind, Kind::Float, inner, "the operand of -")?;
            Ok((
                Node::Arithmetic(Box::new([zero, part]), Arithmetic::Minus),
                kind,
            ))
        }
        Expr::IsNull(inner) => Ok((Node::IsNull(Box::new(node(inner)?.0)), Kind::Bool)),
        Expr::IsNotNull(inner) => Ok(negated(Node::IsNull(Box::new(node(inner)?.0)), true)),
        Expr::IsTrue(inner) => Ok((
            Node::Is(boxed(inner, Kind::Bool, "the operand of IS TRUE")?, true),
            Kind::Bool,
        )),
        Expr::IsFalse(inner) => Ok((
            Node::Is(boxed(inner, Kind::Bool, "the operand of IS FALSE")?, false),
            Kind::Bool,
        )),
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
            let above = Node::Compare(
                Box::new([value, low]),
                &[Ordering::Greater, Ordering::Equal],
            );
            let below = Node::Compare(Box::new([again, high]), &[Ordering::Less, Ordering::Equal]);
            Ok(negated(Node::And(Box::new([above, below])), *not))
        }
        Expr::Like {
            negated: not,
            any: false,
            expr,
            pattern,
            escape_char: None,
        } => Ok(negated(like(expr, pattern, false)?, *not)),
        Expr::ILike {
            negated: not,
            any: false,
            expr,
            pattern,
            escape_char: None,
        } => Ok(negated(like(expr, pattern, true)?, *not)),
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

fn like(text: &Expr, pattern: &Expr, any_case: bool) -> Result<Node> {
    let ((part, part_kind), (like, like_kind)) = (node(text)?, node(pattern)?);
    expect(part_kind, Kind::Text, text, "the left side of LIKE")?;
    expect(like_kind, Kind::Text, pattern, "the pattern")?;
    Ok(Node::Like {
        text: Box::new(part),
        pattern: Box::new(like),
        any_case,
    })
}

fn binary(left: &Expr, op: &BinaryOperator, right: &Expr) -> Result<(Node, Kind)> {
    use Ordering::{Equal, Greater, Less};
    let orders: &[Ordering] = match op {
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
        BinaryOperator::Eq => &[Equal],
        BinaryOperator::NotEq => &[Less, Greater],
        BinaryOperator::Lt => &[Less],
        BinaryOperator::LtEq => &[Less, Equal],
        BinaryOperator::Gt => &[Greater],
        BinaryOperator::GtEq => &[Greater, Equal],
        _ => return arithmetic(left, op, right),
    };
    let (one, other) = compared(left, right)?;
    Ok((Node::Compare(Box::new([one, other]), orders), Kind::Bool))
}

fn arithmetic(left: &Expr, op: &BinaryOperator, right: &Expr) -> Result<(Node, Kind)> {
    let op = match op {
        BinaryOperator::Plus => Arithmetic::Plus,
        BinaryOperator::Minus => Arithmetic::Minus,
        BinaryOperator::Multiply => Arithmetic::Times,
        BinaryOperator::Divide => Arithmetic::Divide,
        BinaryOperator::Modulo => Arithmetic::Remainder,
        other => return Err(FilterError::Unsupported(format!("operator {other}"))),
    };
    let ((one, one_kind), (other, other_kind)) = (node(left)?, node(right)?);
    for (kind, expr) in [(one_kind, left), (other_kind, right)] {
        if !kind.is_number() {
            let is = kind.as_str();
            return Err(FilterError::Kind(format!("{expr} is {is}, not a number")));
        }
    }
    let whole = one_kind == Kind::Int && other_kind == Kind::Int && op != Arithmetic::Divide;
    let kind = if whole { Kind::Int } else { Kind::Float };
    Ok((Node::Arithmetic(Box::new([one, other]), op), kind))
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
    let (call, takes, gives) = match name.as_str() {
        "LOWER" => (Call::Lower, Kind::Text, Kind::Text),
        "UPPER" => (Call::Upper, Kind::Text, Kind::Text),
        "LENGTH" => (Call::Length, Kind::Text, Kind::Int),
        "ABS" => (Call::Abs, Kind::Float, Kind::Float),
        "COALESCE" => (Call::Coalesce, Kind::Null, Kind::Null),
        _ => return Err(unsupported()),
    };
    if arguments.is_empty() || call != Call::Coalesce && arguments.len() > 1 {
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
    Ok((Node::Call(call, parts), kind))
}

impl Node {
    /// Appends the columns it uses, with repetitions.
    pub(super) fn columns(&self, found: &mut Vec<FilterColumn>) {
        match self {
            Self::Column(column) | Self::Contains(column, _) | Self::Among(column, _) => {
                found.push(*column);
            }
            Self::Literal(_) => {}
            Self::And(parts)
            | Self::Or(parts)
            | Self::Compare(parts, _)
            | Self::Arithmetic(parts, _) => parts.iter().for_each(|part| part.columns(found)),
            Self::Not(part) | Self::IsNull(part) | Self::Is(part, _) => part.columns(found),
            Self::In(part, among) => {
                part.columns(found);
                among.iter().for_each(|part| part.columns(found));
            }
            Self::Like { text, pattern, .. } => {
                text.columns(found);
                pattern.columns(found);
            }
            Self::Call(_, parts) => parts.iter().for_each(|part| part.columns(found)),
        }
    }
}
