//! The order of nodes by their values. Numbers count by their exact values, so 1 and 1.0 are equal.
//! Members of objects count in the order of their keys. Nothing recurses.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt::{self, Write as _};

use varvel_core::number;

use super::document::{Content, Document, Id, Number};

/// Compares two nodes.
pub(super) fn compare(a: (&Document, Id), b: (&Document, Id)) -> Ordering {
    // The pairs that are still to be compared: the last one comes next.
    let mut left = Vec::new();
    let mut next = Some((a.1, b.1));
    while let Some((one, other)) = next {
        let (one, other) = (a.0.content(one), b.0.content(other));
        let order = match (one, other) {
            (Content::Bool(one), Content::Bool(other)) => one.cmp(&other),
            (Content::Number(one), Content::Number(other)) => numbers(one, other),
            (Content::String(one), Content::String(other)) => one.cmp(other),
            (Content::Other(one, a), Content::Other(other, b)) => {
                (one as u8, a).cmp(&(other as u8, b))
            }
            (Content::Array(one), Content::Array(other)) => {
                let pairs = one.iter().copied().zip(other.iter().copied());
                left.extend(pairs.rev());
                one.len().cmp(&other.len())
            }
            (Content::Object(one), Content::Object(other)) => {
                let pairs = one.by_key.iter().copied().zip(other.by_key.iter().copied());
                let keys = pairs
                    .clone()
                    .map(|(one, other)| a.0.key(one).cmp(b.0.key(other)));
                let order = one.all.len().cmp(&other.all.len());
                let order = order.then_with(|| {
                    let mut different = keys.filter(|order| order.is_ne());
                    different.next().unwrap_or(Ordering::Equal)
                });
                left.extend(pairs.rev());
                order
            }
            _ => rank(&one).cmp(&rank(&other)),
        };
        if order.is_ne() {
            return order;
        }
        next = left.pop();
    }
    Ordering::Equal
}

fn rank(content: &Content<'_>) -> u8 {
    match content {
        Content::Null => 0,
        Content::Bool(_) => 1,
        Content::Number(_) => 2,
        Content::String(_) => 3,
        Content::Other(..) => 4,
        Content::Array(_) => 5,
        Content::Object(_) => 6,
    }
}

/// Compares two numbers. NaN is greater than all others.
pub(super) fn numbers(one: Number<'_>, other: Number<'_>) -> Ordering {
    match (one, other) {
        (Number::Integer(one), Number::Integer(other)) => one.cmp(&other),
        // Each finite float has a shortest number, and these have the order of the floats.
        (Number::Float(one), Number::Float(other)) => {
            one.partial_cmp(&other).unwrap_or(Ordering::Equal)
        }
        (Number::Float(one), Number::Integer(other)) if is_float(other) => {
            one.partial_cmp(&(other as f64)).unwrap_or(Ordering::Equal)
        }
        (Number::Integer(one), Number::Float(_)) if is_float(one) => {
            numbers(other, Number::Integer(one)).reverse()
        }
        (Number::NonFinite(one), Number::NonFinite(other)) => one
            .partial_cmp(&other)
            .unwrap_or_else(|| one.is_nan().cmp(&other.is_nan())),
        (Number::NonFinite(one), _) if one == f64::NEG_INFINITY => Ordering::Less,
        (Number::NonFinite(_), _) => Ordering::Greater,
        (_, Number::NonFinite(_)) => numbers(other, one).reverse(),
        _ => {
            let (mut a, mut b) = (Digits::default(), Digits::default());
            number::compare(text(&one, &mut a), text(&other, &mut b))
        }
    }
}

/// The least float from which on all are whole.
const WHOLE: f64 = 4_503_599_627_370_496.0;

/// Returns whether an integer and those beside it are floats.
fn is_float(value: i64) -> bool {
    value.unsigned_abs() < 1 << 53
}

/// Returns whether a number is an integer.
pub(super) fn is_whole(number: Number<'_>) -> bool {
    match number {
        Number::Integer(_) => true,
        // Floats beyond these bounds are whole.
        Number::Float(value) => {
            !(-WHOLE..=WHOLE).contains(&value) || (value as i64) as f64 == value
        }
        Number::Text(text) => number::is_whole(text),
        Number::NonFinite(_) => false,
    }
}

/// Returns whether a number is a multiple of another, for which the schema was checked.
pub(super) fn is_multiple(value: Number<'_>, of: Number<'_>) -> bool {
    match (value, of) {
        (Number::NonFinite(_), _) => false,
        (Number::Integer(value), Number::Integer(of)) => value.checked_rem(of).unwrap_or(0) == 0,
        _ => {
            let (mut a, mut b) = (Digits::default(), Digits::default());
            number::is_multiple(text(&value, &mut a), text(&of, &mut b)).unwrap_or(false)
        }
    }
}

/// Room for the text of an integer of 64 bits, or of the shortest number of a float.
#[derive(Default)]
struct Digits {
    text: [u8; 32],
    len: usize,
}

impl fmt::Write for Digits {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.text.get_mut(self.len..).unwrap_or_default();
        let room = room.get_mut(..text.len()).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.len += text.len();
        Ok(())
    }
}

fn text<'t>(number: &Number<'t>, room: &'t mut Digits) -> &'t str {
    match number {
        Number::Text(text) => text,
        other => {
            // The room is enough for any of them.
            let _ = write!(room, "{other}");
            core::str::from_utf8(&room.text[..room.len]).unwrap_or("0")
        }
    }
}
