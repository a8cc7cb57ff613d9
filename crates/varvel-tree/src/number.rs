//! Reads numbers of any kind, and compares them without rounding.

use alloc::string::String;
use core::cmp::Ordering;

use varvel_core::{Error, ErrorKind, Kind, Number, number};

use crate::node::TreeNode;

/// Returns the error for a number that is not what `expected` describes.
///
/// ```
/// use varvel_frozen::Frozen;
/// let frozen = Frozen::from_typed(&300)?;
/// let error = varvel_tree::out_of_range("an integer that fits u8", frozen.view());
/// assert_eq!(error.to_string(), "number out of range: expected an integer that fits u8, found 300");
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[cold]
pub fn out_of_range<'a, N: TreeNode<'a>>(expected: &'static str, node: N) -> Error {
    match exact_number(node) {
        Some(number) => Error::out_of_range(expected, number),
        None => Error::expected(ErrorKind::NumberOutOfRange, expected),
    }
}

/// Returns the number that a node is. A decimal keeps its text.
#[inline]
pub fn exact_number<'a, N: TreeNode<'a>>(node: N) -> Option<Number<'a>> {
    if let Some(value) = node.as_i64() {
        return Some(Number::I64(value));
    }
    match node.kind() {
        Kind::Integer => match node.as_u64() {
            Some(value) => Some(Number::U64(value)),
            None => node.as_number_text().map(Number::Big),
        },
        Kind::Float => node.as_f64().map(Number::F64),
        Kind::Decimal => node.as_number_text().map(Number::Decimal),
        _ => None,
    }
}

/// Compares two nodes that are numbers: by value, then by kind, then by the remaining differences.
pub fn compare<'a, 'b, A: TreeNode<'a>, B: TreeNode<'b>>(a: A, b: B) -> Ordering {
    by_value(exact(a), exact(b))
        .then_with(|| a.kind().cmp(&b.kind()))
        .then_with(|| match a.kind() {
            // Zeros: the negative one comes first.
            Kind::Float => sign(a).cmp(&sign(b)),
            // Decimals of equal value with different texts.
            Kind::Decimal => a.as_number_text().cmp(&b.as_number_text()),
            _ => Ordering::Equal,
        })
}

fn sign<'a, N: TreeNode<'a>>(node: N) -> bool {
    node.as_f64()
        .is_some_and(|value| value.is_nan() || value.is_sign_positive())
}

/// Returns a number without rounding it.
fn exact<'a, N: TreeNode<'a>>(node: N) -> Exact {
    if let Some(text) = node.as_number_text() {
        return Exact::Text(String::from(text));
    }
    match (node.as_i64(), node.as_u64()) {
        (Some(value), _) => Exact::Integer(value.into()),
        (_, Some(value)) => Exact::Integer(value.into()),
        _ => Exact::Float(node.as_f64().unwrap_or_default()),
    }
}

fn by_value(a: Exact, b: Exact) -> Ordering {
    use Exact::{Float, Integer, Text};
    match (a, b) {
        (Integer(a), Integer(b)) => a.cmp(&b),
        (Float(a), Float(b)) => floats(a, b),
        (Integer(a), Float(b)) => integer_float(a, b),
        (Float(a), Integer(b)) => integer_float(b, a).reverse(),
        // A float that is not finite is beyond all decimals.
        (Float(a), Text(_)) if !a.is_finite() => floats(a, 0.0),
        (Text(_), Float(b)) if !b.is_finite() => floats(0.0, b),
        (a, b) => {
            let (a, b) = (a.into_text(), b.into_text());
            number::compare(&a, &b)
        }
    }
}

enum Exact {
    Integer(i128),
    Float(f64),
    Text(String),
}

impl Exact {
    /// Returns the number as decimal text, exactly: no double has more than 767 digits.
    fn into_text(self) -> String {
        match self {
            Self::Integer(value) => alloc::format!("{value}"),
            Self::Float(value) => alloc::format!("{value:.767e}"),
            Self::Text(text) => text,
        }
    }
}

/// Compares two floats: NaN is above all others, and zeros are equal.
fn floats(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b)
        .unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

/// Compares an integer of at most 64 bits with a float.
fn integer_float(a: i128, b: f64) -> Ordering {
    if b.is_nan() {
        return Ordering::Less;
    }
    // The conversion rounds to zero, and saturates far beyond 64 bits. The rest has the sign of the
    // float.
    let whole = b as i128;
    let rest = b - whole as f64;
    a.cmp(&whole).then_with(|| floats(0.0, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_and_floats_compare_exactly() {
        assert_eq!(
            integer_float(1 << 53, 9_007_199_254_740_992.0),
            Ordering::Equal
        );
        assert_eq!(
            integer_float((1 << 53) + 1, 9_007_199_254_740_992.0),
            Ordering::Greater
        );
        assert_eq!(
            integer_float(u64::MAX.into(), 18_446_744_073_709_551_616.0),
            Ordering::Less
        );
        assert_eq!(integer_float(-1, -1.5), Ordering::Greater);
        assert_eq!(integer_float(-2, -1.5), Ordering::Less);
        assert_eq!(integer_float(0, f64::NEG_INFINITY), Ordering::Greater);
        assert_eq!(integer_float(0, 5e-324), Ordering::Less);
    }
}
