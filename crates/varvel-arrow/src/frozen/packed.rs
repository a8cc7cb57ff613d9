//! Packed numbers, where the document has them.

use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array as _, ArrayRef, FixedSizeListArray, PrimitiveArray};
use arrow_buffer::ScalarBuffer;
use arrow_schema::Field;
use varvel::{Element, Frozen, Owner, View};

use super::shared;

/// Returns the numbers of a packed array or matrix.
pub(super) fn array<O: Owner + Send + Sync + 'static>(array: &Frozen<Arc<O>>) -> Option<ArrayRef> {
    let view = array.view();
    match view.packed_bytes() {
        Some((element, bytes)) => Some(numbers(array, element, bytes)),
        None => matrix(array, view),
    }
}

/// Returns the rows of a matrix.
fn matrix<O: Owner + Send + Sync + 'static>(
    array: &Frozen<Arc<O>>,
    view: View<'_>,
) -> Option<ArrayRef> {
    let (element, first) = view.items().next()?.packed_bytes()?;
    let whole = array.as_bytes();
    let start = first.as_ptr().addr() - whole.as_ptr().addr();
    let mut end = start;
    for row in view.items() {
        // An array of arrays that are packed one by one has other bytes between them.
        let row = row.packed_bytes().filter(|&(other, bytes)| {
            let at = bytes.as_ptr().addr() - whole.as_ptr().addr();
            other as u8 == element as u8 && bytes.len() == first.len() && at == end
        });
        end += row?.1.len();
    }
    let columns = i32::try_from(first.len() / element.width()).ok()?;
    let numbers = numbers(array, element, &whole[start..end]);
    let item = Field::new_list_field(numbers.data_type().clone(), true);
    let rows = FixedSizeListArray::try_new(Arc::new(item), columns, numbers, None);
    Some(Arc::new(rows.ok()?))
}

/// Returns the numbers that these bytes of the document are.
fn numbers<O: Owner + Send + Sync + 'static>(
    document: &Frozen<Arc<O>>,
    element: Element,
    bytes: &[u8],
) -> ArrayRef {
    match element {
        Element::I8 => of::<Int8Type, _, 1>(document, bytes, i8::from_le_bytes),
        Element::I16 => of::<Int16Type, _, 2>(document, bytes, i16::from_le_bytes),
        Element::I32 => of::<Int32Type, _, 4>(document, bytes, i32::from_le_bytes),
        Element::I64 => of::<Int64Type, _, 8>(document, bytes, i64::from_le_bytes),
        Element::U32 => of::<UInt32Type, _, 4>(document, bytes, u32::from_le_bytes),
        Element::U64 => of::<UInt64Type, _, 8>(document, bytes, u64::from_le_bytes),
        Element::F32 => of::<Float32Type, _, 4>(document, bytes, f32::from_le_bytes),
        Element::F64 => of::<Float64Type, _, 8>(document, bytes, f64::from_le_bytes),
    }
}

fn of<T: ArrowPrimitiveType, O: Owner + Send + Sync + 'static, const WIDTH: usize>(
    document: &Frozen<Arc<O>>,
    bytes: &[u8],
    read: impl Fn([u8; WIDTH]) -> T::Native,
) -> ArrayRef {
    let aligned = bytes
        .as_ptr()
        .addr()
        .is_multiple_of(align_of::<T::Native>());
    let numbers: ScalarBuffer<T::Native> = match cfg!(target_endian = "little") && aligned {
        true => shared(document, bytes).into(),
        false => copied(bytes, read),
    };
    Arc::new(PrimitiveArray::<T>::new(numbers, None))
}

/// Returns a copy of little-endian numbers.
fn copied<T, const WIDTH: usize>(bytes: &[u8], read: impl Fn([u8; WIDTH]) -> T) -> ScalarBuffer<T>
where
    ScalarBuffer<T>: FromIterator<T>,
    T: arrow_buffer::ArrowNativeType,
{
    let (numbers, _) = bytes.as_chunks::<WIDTH>();
    numbers.iter().map(|number| read(*number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The copy is right on hosts of any endianness, and it is the only way of a big-endian one.
    #[test]
    fn numbers_that_are_copied_are_the_same() {
        let numbers = [1.5, -0.0, f64::MAX, f64::INFINITY];
        let bytes: Vec<u8> = numbers.into_iter().flat_map(f64::to_le_bytes).collect();
        assert_eq!(copied(&bytes, f64::from_le_bytes)[..], numbers);
        let bytes = [1, 0, 0xFF, 0xFF];
        assert_eq!(copied(&bytes, i16::from_le_bytes)[..], [1, -1]);
    }
}
