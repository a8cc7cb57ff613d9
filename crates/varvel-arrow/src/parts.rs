//! [`with_parts`]: arrays whose parts have other types.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array as _, ArrayRef, GenericListArray, MapArray, OffsetSizeTrait, StructArray};
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
            let list = array.as_list::<i32>();
            let items = part(list.values(), item)?;
            Arc::new(with_items(list, item, items).map_err(fails)?)
        }
        (DataType::LargeList(item), DataType::LargeList(_)) => {
            let list = array.as_list::<i64>();
            let items = part(list.values(), item)?;
            Arc::new(with_items(list, item, items).map_err(fails)?)
        }
        (DataType::Map(entries, sorted), DataType::Map(..)) => {
            let map = array.as_map();
            let inner: ArrayRef = Arc::new(map.entries().clone());
            let inner = part(&inner, entries)?.as_struct().clone();
            let offsets = map.offsets().clone();
            let map = MapArray::try_new(entries.clone(), offsets, inner, nulls, *sorted);
            Arc::new(map.map_err(fails)?)
        }
        _ => return Ok(None),
    }))
}

fn with_items<O: OffsetSizeTrait>(
    list: &GenericListArray<O>,
    item: &FieldRef,
    items: ArrayRef,
) -> std::result::Result<GenericListArray<O>, ArrowError> {
    let (offsets, nulls) = (list.offsets().clone(), list.nulls().cloned());
    GenericListArray::try_new(item.clone(), offsets, items, nulls)
}
