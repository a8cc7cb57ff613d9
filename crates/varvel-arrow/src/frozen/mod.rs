//! Arrays of frozen documents as arrays of Arrow.
//!
//! | room | holds |
//! |---|---|
//! | `packed` | numbers that the document has in a row |
//! | `gathered` | values that are collected, and what type all of them have |
//! | `text` | strings and bytes, which stay where they are |

mod gathered;
mod packed;
mod text;

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_buffer::Buffer;
use bytes::Bytes;
use varvel::{Error, ErrorKind, Frozen, Kind, Owner, Result};

/// Returns the items of an array of a frozen document as an array of Arrow.
///
/// Numbers that the document has packed stay where they are: the array then reads the document's
/// bytes, and keeps the whole document alive as a part of it does. Each string and each string of
/// bytes stays where it is, too; it takes 16 bytes that say where. Other values are copied.
///
/// | items | type | copied |
/// |---|---|---|
/// | packed numbers | `Int8`, `Int16`, `Int32`, `UInt32`, `Int64`, `Float32`, `Float64`: as they are packed | no |
/// | a matrix | `FixedSizeList` of the same | no |
/// | strings, bytes | `Utf8View`, `BinaryView` | no |
/// | other integers | the first of `Int64`, `UInt64`, `Decimal128(38, 0)` that holds all | yes |
/// | other floats, and integers that are floats exactly | `Float64` | yes |
/// | decimals, and integers beside them | `Decimal128` of 38 digits, with as many after the point as needed | yes |
/// | booleans, points in time | `Boolean`; `Timestamp` in UTC, of microseconds or else nanoseconds | yes |
/// | none, or nothing but nulls | `Null` | |
///
/// Items that are null are null. Packed numbers are copied, too, if they are not aligned in memory
/// (a writer aligns arrays of at least 8), and on big-endian hosts; the type is the same.
///
/// ```
/// use arrow_array::cast::AsArray as _;
/// use arrow_array::types::Float64Type;
/// use varvel::json;
/// use varvel_arrow::frozen_array;
/// let document = json::freeze(br#"{"xs":[0.5,1.5,2.5,3.5,4.5,5.5,6.5,7.5]}"#)?.into_arc();
/// let xs = document.part(document.view().field("xs")?).unwrap();
/// let array = frozen_array(&xs)?;
/// let numbers = array.as_primitive::<Float64Type>().values();
/// assert_eq!(numbers[7], 7.5);
/// // They are the bytes of the document.
/// assert!(document.as_bytes().as_ptr_range().contains(&numbers.as_ptr().cast()));
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// `TypeMismatch` if this is no array, if its items are of several kinds, and for arrays (but a
/// matrix) and objects in it. `NumberOutOfRange` for values that no type holds exactly. Drive the
/// document into [`Columns`](crate::Columns) where these are wanted.
pub fn frozen_array<O: Owner + Send + Sync + 'static>(array: &Frozen<Arc<O>>) -> Result<ArrayRef> {
    if let Some(packed) = packed_array(array) {
        return Ok(packed);
    }
    need_array(array)?;
    gathered::array(array, array.view().items().map(Some))
}

/// Returns the member `key` of each record of an array of a frozen document as an array of Arrow,
/// by the rules of [`frozen_array`]: strings and bytes are not copied. A member that is missing is
/// null, and so is one of an item that is no object.
///
/// ```
/// use arrow_array::Array as _;
/// use arrow_array::cast::AsArray as _;
/// use varvel::json;
/// use varvel_arrow::frozen_column;
/// let lines = br#"[{"id":1,"name":"Ada Lovelace, Countess"},{"id":2},{"id":3,"name":"Bo"}]"#;
/// let document = json::freeze(lines)?.into_arc();
/// let names = frozen_column(&document, "name")?;
/// assert_eq!(names.as_string_view().value(0), "Ada Lovelace, Countess");
/// assert!(names.is_null(1));
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Those of [`frozen_array`]. The path of an error has the number of the record, and the key.
pub fn frozen_column<O: Owner + Send + Sync + 'static>(
    records: &Frozen<Arc<O>>,
    key: &str,
) -> Result<ArrayRef> {
    need_array(records)?;
    gathered::array(records, records.view().column(key))
}

/// Returns the numbers of a packed array or matrix as [`frozen_array`] does; `None` for any other
/// value.
pub fn packed_array<O: Owner + Send + Sync + 'static>(array: &Frozen<Arc<O>>) -> Option<ArrayRef> {
    packed::array(array)
}

fn need_array<O: Owner>(array: &Frozen<O>) -> Result {
    match array.view().kind() {
        Kind::Array => Ok(()),
        kind => Err(Error::expected(ErrorKind::TypeMismatch, "an array").with_found(kind.name())),
    }
}

/// A document that arrays of Arrow read.
struct Kept<O: Owner>(Frozen<Arc<O>>);

impl<O: Owner> AsRef<[u8]> for Kept<O> {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// Returns a part of the bytes of a document as a buffer that keeps the document alive.
fn shared<O: Owner + Send + Sync + 'static>(document: &Frozen<Arc<O>>, part: &[u8]) -> Buffer {
    let whole = Bytes::from_owner(Kept(document.clone()));
    Buffer::from(whole.slice_ref(part))
}
