//! The value of a node, by the equality that canonical form defines.

/// A value. Two are equal if the nodes are.
///
/// The order has no meaning: it serves to find members that are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value<'a> {
    /// Null.
    Null,
    /// True or false.
    Bool(bool),
    /// An integer of at most 64 bits, signed or unsigned.
    Integer(i128),
    /// An integer beyond 64 bits.
    Big(&'a str),
    /// The bits of a float; see [`Value::float`].
    Float(u64),
    /// The text of a decimal.
    Decimal(&'a str),
    /// A string.
    String(&'a str),
    /// Bytes.
    Bytes(&'a [u8]),
    /// The seconds and nanoseconds of a point in time.
    Timestamp(i64, u32),
    /// A value with a tag.
    Tagged(Tag, Box<Self>),
    /// Values in a row.
    Array(Vec<Self>),
    /// The members of an object or a map, in the order of their keys.
    Members(Vec<(Self, Self)>),
}

/// The tag of a tagged node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tag {
    /// A tag of CBOR.
    Number(u64),
    /// The type of an extension of MessagePack.
    Extension(i8),
    /// The number of a simple value of CBOR.
    Simple(u8),
}

impl<'a> Value<'a> {
    /// Returns a float: NaN equals NaN, whatever its bits.
    pub fn float(value: f64) -> Self {
        Self::Float(match value.is_nan() {
            true => f64::NAN.to_bits(),
            false => value.to_bits(),
        })
    }

    /// Returns the members of an object or map, which may come in any order. `None` if two keys are
    /// equal.
    pub fn members(mut members: Vec<(Self, Self)>) -> Option<Self> {
        members.sort();
        let differ = members.windows(2).all(|pair| pair[0].0 != pair[1].0);
        differ.then_some(Self::Members(members))
    }

    /// Returns the text of a string.
    pub fn as_str(&self) -> Option<&'a str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }
}

/// Returns whether a text is a number in the grammar of JSON.
pub fn is_number(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"-").unwrap_or(text);
    let (whole, text) = digits(text);
    if whole.is_empty() || whole.len() > 1 && whole[0] == b'0' {
        return false;
    }
    let text = match text.strip_prefix(b".") {
        Some(text) => match digits(text) {
            ([], _) => return false,
            (_, text) => text,
        },
        None => text,
    };
    let [b'e' | b'E', exponent @ ..] = text else {
        return text.is_empty();
    };
    let exponent = match exponent {
        [b'+' | b'-', exponent @ ..] => exponent,
        exponent => exponent,
    };
    matches!(digits(exponent), ([_, ..], []))
}

/// Splits a text after its leading digits.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    text.split_at(count)
}

/// Returns whether a text is an integer beyond 64 bits, in its shortest form.
pub fn is_big_integer(text: &[u8]) -> bool {
    let (most, text) = match text.strip_prefix(b"-") {
        Some(text) => (b"9223372036854775808".as_slice(), text),
        None => (b"18446744073709551615".as_slice(), text),
    };
    let shortest = matches!(digits(text), ([b'1'..=b'9', ..], []));
    shortest && (text.len(), text) > (most.len(), most)
}
