//! The binary form of VARIANT, Parquet's type for values of any kind.
//!
//! A value is two strings of bytes: `metadata` has the keys of all its objects, `value` the rest,
//! in which a number stands for a key. The numbers in it are little-endian:
//!
//! ```text
//! metadata    header          1 byte: version 1; whether keys are sorted; width of offsets
//!             keys            a number, and where each key begins and the last one ends
//!             text            the keys, one after the other
//! scalar      header          1 byte: 0 or 1 in 2 bits, then the type or the length
//!             content
//! object      header          1 byte: 2 in 2 bits, then widths
//!             members         a number, the keys' numbers, in the order of the keys' bytes
//!             offsets         where each value begins, and where all of them end
//!             values
//! array       as an object, with 3 in the header and without keys
//! ```
//!
//! Source: "Variant Binary Encoding", `VariantEncoding.md` of apache/parquet-format.
//!
//! | room | holds |
//! |---|---|
//! | `encoder` | [`Encoder`]: events to bytes |
//! | `keys` | the keys of a value |
//! | `scalars` | the bytes of scalars |
//! | `decode` | [`Variant`]: bytes to events |
//! | `container`, `scalar_read` | objects, arrays and scalars that are read |
//! | `metadata` | the keys of a value that is read |
//! | `error` | errors of bytes that are no VARIANT |
//! | `times` | days and times of day as text |

mod container;
mod decode;
mod encoder;
mod error;
mod keys;
mod metadata;
mod scalar_read;
mod scalars;
mod times;

pub(crate) use container::{count, parts};
pub use decode::Variant;
pub(crate) use decode::{Keyed, uuid};
pub use encoder::Encoder;
pub(crate) use encoder::push_object;
pub(crate) use metadata::Metadata;
pub(crate) use scalar_read::Scalar;

/// The kinds of values, in the lowest two bits of a header.
pub(crate) mod kind {
    pub const SCALAR: u8 = 0;
    pub const SHORT_STRING: u8 = 1;
    pub const OBJECT: u8 = 2;
    pub const ARRAY: u8 = 3;
}

/// The types of scalars.
mod scalar {
    pub const NULL: u8 = 0;
    pub const TRUE: u8 = 1;
    pub const FALSE: u8 = 2;
    pub const INT8: u8 = 3;
    pub const INT16: u8 = 4;
    pub const INT32: u8 = 5;
    pub const INT64: u8 = 6;
    pub const DOUBLE: u8 = 7;
    pub const DECIMAL4: u8 = 8;
    pub const DECIMAL8: u8 = 9;
    pub const DECIMAL16: u8 = 10;
    pub const DATE: u8 = 11;
    pub const TIMESTAMP_MICROS: u8 = 12;
    pub const LOCAL_MICROS: u8 = 13;
    pub const FLOAT: u8 = 14;
    pub const BINARY: u8 = 15;
    pub const STRING: u8 = 16;
    pub const TIME: u8 = 17;
    pub const TIMESTAMP_NANOS: u8 = 18;
    pub const LOCAL_NANOS: u8 = 19;
    pub const UUID: u8 = 20;

    /// Returns the bytes of a scalar behind its header; `None` for types without a size and unknown
    /// ones.
    pub fn size(ty: u8) -> Option<usize> {
        Some(match ty {
            NULL | TRUE | FALSE => 0,
            INT8 => 1,
            INT16 => 2,
            INT32 | DATE | FLOAT => 4,
            DECIMAL4 => 5,
            INT64 | DOUBLE | TIMESTAMP_MICROS | LOCAL_MICROS | TIME | TIMESTAMP_NANOS
            | LOCAL_NANOS => 8,
            DECIMAL8 => 9,
            UUID => 16,
            DECIMAL16 => 17,
            _ => return None,
        })
    }
}

/// The most bytes of a short string.
const SHORT: usize = 63;
/// The most digits of a decimal, before and after the point.
const DIGITS: u32 = 38;

/// Returns the bytes that a number takes.
fn width(number: usize) -> usize {
    match number {
        0..=0xFF => 1,
        0x100..=0xFFFF => 2,
        0x1_0000..=0xFF_FFFF => 3,
        _ => 4,
    }
}

/// Adds a number in `width` bytes, which hold it.
fn push_number(out: &mut Vec<u8>, number: usize, width: usize) {
    out.extend_from_slice(&number.to_le_bytes()[..width]);
}

/// Reads the number `index` of those of `width` bytes that begin at `at`; `None` beyond the end.
fn number_at(bytes: &[u8], at: usize, index: usize, width: usize) -> Option<usize> {
    let at = index.checked_mul(width)?.checked_add(at)?;
    let bytes = bytes.get(at..at.checked_add(width)?)?;
    let bits = bytes
        .iter()
        .rev()
        .fold(0, |bits: u64, &byte| bits << 8 | u64::from(byte));
    usize::try_from(bits).ok()
}
