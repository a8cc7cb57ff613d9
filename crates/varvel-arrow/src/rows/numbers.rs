//! Decimals as text.

use varvel::{Result, Sink};

/// Gives a decimal, whose digits are `text`: with `scale` of them behind the point, or as an
/// integer if there are none. A scale below zero adds zeros.
pub(super) fn give<'s, S: Sink<'s>>(text: String, scale: i8, sink: &mut S) -> Result {
    let behind = usize::from(scale.unsigned_abs());
    if scale <= 0 {
        let text = match text.as_str() {
            "0" => text,
            _ => text + &"0".repeat(behind),
        };
        return match (text.parse::<i64>(), text.parse::<u64>()) {
            (Ok(value), _) => sink.i64(value),
            (_, Ok(value)) => sink.u64(value),
            _ => sink.big_integer(&text),
        };
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", &*text),
    };
    let digits = format!("{digits:0>width$}", width = behind + 1);
    let (whole, fraction) = digits.split_at(digits.len() - behind);
    sink.decimal(&format!("{sign}{whole}.{fraction}"))
}
