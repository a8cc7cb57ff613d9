//! Numbers of any size for visitors. A visitor that cannot hold a number exactly gets the nearest
//! float.

use alloc::format;

use serde_core::de::value::StrDeserializer;
use serde_core::de::{Expected, IntoDeserializer, Visitor};
use varvel_core::serde::takes_any_node;
use varvel_core::{Error, ErrorKind, Number, Result};

/// Gives a number to a visitor that takes anything.
///
/// serde's buffer (of flattened, untagged and internally tagged types) holds 64 bits, and so do
/// most trees. A visitor that does not announce that it takes more gets the nearest float of a
/// larger number, as from `serde_json`.
#[inline]
pub fn visit_number<'de, V: Visitor<'de>>(number: Number<'_>, visitor: V) -> Result<V::Value> {
    match number {
        Number::I64(value) => match u64::try_from(value) {
            Ok(value) => visitor.visit_u64(value),
            Err(_) => visitor.visit_i64(value),
        },
        Number::U64(value) => visitor.visit_u64(value),
        Number::F64(value) => visitor.visit_f64(value),
        Number::Big(text) | Number::Decimal(text) => visit_text(text, visitor),
        number => Err(Error::refused(format_args!(
            "no kind of serde's for {number}"
        ))),
    }
}

/// Gives a number that is text. A visitor of all nodes gets it exactly; others get the nearest
/// float, if that is finite.
#[cold]
#[inline(never)]
fn visit_text<'de, V: Visitor<'de>>(text: &str, visitor: V) -> Result<V::Value> {
    if takes_any_node(&visitor) {
        return match (text.parse(), text.parse()) {
            // A decimal does not parse as an integer. `-0` would, but must stay a float.
            (Ok(value), _) if text != "-0" => visitor.visit_i128(value),
            (_, Ok(value)) => visitor.visit_u128(value),
            _ => visitor.visit_newtype_struct(carried(text)),
        };
    }
    let result = match text.parse::<f64>() {
        Ok(value) if value.is_finite() => visitor.visit_f64(value),
        _ => visitor.visit_newtype_struct(carried(text)),
    };
    let found = match text.contains(['.', 'e', 'E']) {
        true => "a float",
        false => "an integer",
    };
    result.map_err(|error| match (error.kind(), error.found()) {
        (ErrorKind::TypeMismatch, Some("a float" | "a tagged value")) => error.with_found(found),
        _ => error,
    })
}

fn carried(text: &str) -> StrDeserializer<'_, Error> {
    text.into_deserializer()
}

/// Gives a number to a visitor that asked for an integer of some size.
#[cold]
#[inline(never)]
pub fn visit_integer<'de, V: Visitor<'de>>(number: Number<'_>, visitor: V) -> Result<V::Value> {
    let Number::Big(text) = number else {
        return visit_number(number, visitor);
    };
    match (text.parse(), text.parse()) {
        (Ok(value), _) => visitor.visit_i128(value),
        (_, Ok(value)) => visitor.visit_u128(value),
        _ => {
            let expected = format!("{}", &visitor as &dyn Expected);
            Err(Error::expected(ErrorKind::NumberOutOfRange, expected).with_content(text))
        }
    }
}
