//! [`with_parts`]: arrays whose parts have other types.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array as _, ArrayRef, GenericListArray, MapArray, OffsetSizeTrait, StructArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use varvel::{Error, Result};

/// Returns a structure, a list or a map as one of the type `ty`, whose parts `part` makes from its
/// own. `None` for other arrays, and for arrays of another kind than `ty`.
///
/// # Errors
/// The errors of `part`, and that of `fails` for parts that `ty` does not have.
pub(crate) fn with_parts(
    array: &ArrayRef,
    ty: &DataType,
    part: fn(&ArrayRef, &Field) -> Result<ArrayRef>,
    fails: fn(ArrowError) -> Error,
) -> Result<Option<ArrayRef>> {
    let nulls = array.nulls().cloned();
    Ok(Some(match (ty, array.data_type()) {
        (DataType::Struct(fields), DataType::Struct(_)) => {
            let parts = array.as_struct().columns().iter().zip(fields);
            let parts = parts.map(|(array, field)| part(array, field));
            let parts = parts.collect::<Result<_>>()?;
            let array = StructArray::try_new_with_length(fields.clone(), parts, nulls, array.len());
            Arc::new(array.map_err(fails)?)
        }
        (DataType::List(item), DataType::List(_)) => {
            Arc::new(list(array.as_list::<i32>(), item, part, fails)?)
        }
        (DataType::LargeList(item), DataType::LargeList(_)) => {
            Arc::new(list(array.as_list::<i64>(), item, part, fails)?)
        }
        (DataType::Map(entries, sorted), DataType::Map(..)) => {
            let map = array.as_map();
            let (offsets, start, len) = used(map.offsets());
            let inner: ArrayRef = Arc::new(map.entries().slice(start, len));
            let inner = part(&inner, entries)?.as_struct().clone();
            let map = MapArray::try_new(entries.clone(), offsets, inner, nulls, *sorted);
            Arc::new(map.map_err(fails)?)
        }
        _ => return Ok(None),
    }))
}

fn list<O: OffsetSizeTrait>(
    list: &GenericListArray<O>,
    item: &FieldRef,
    part: fn(&ArrayRef, &Field) -> Result<ArrayRef>,
    fails: fn(ArrowError) -> Error,
) -> Result<GenericListArray<O>> {
    let (offsets, start, len) = used(list.offsets());
    let items = part(&list.values().slice(start, len), item)?;
    let nulls = list.nulls().cloned();
    GenericListArray::try_new(item.clone(), offsets, items, nulls).map_err(fails)
}

/// Returns the offsets from 0 on, and the first item and how many there are: a slice of an array
/// has the items of all of it.
fn used<O: OffsetSizeTrait>(offsets: &OffsetBuffer<O>) -> (OffsetBuffer<O>, usize, usize) {
    let first = offsets[0];
    let len = (offsets[offsets.len() - 1] - first).as_usize();
    let offsets = match first == O::zero() {
        true => offsets.clone(),
        false => OffsetBuffer::new(offsets.iter().map(|&offset| offset - first).collect()),
    };
    (offsets, first.as_usize(), len)
}
