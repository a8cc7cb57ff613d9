//! Names of members that get no columns, since engines take them for others: the empty one, and
//! names that differ only in case.

use std::collections::HashMap;

use arrow_schema::{DataType, FieldRef, Fields};

use super::of_type;
use crate::extension::{TYPED, is_variant};

/// The names of the members of an object.
pub(super) struct Names(HashMap<String, usize>);

impl Names {
    pub fn of<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut counts = HashMap::new();
        for name in names {
            *counts.entry(lower(name)).or_default() += 1;
        }
        Self(counts)
    }

    /// Returns whether a member of this name may have a column. DuckDB takes structures of members
    /// without names for tuples, and gives a member another name if two are the same in lower case.
    pub fn may_have_column(&self, name: &str) -> bool {
        !name.is_empty() && self.0.get(&lower(name)).is_none_or(|count| *count < 2)
    }
}

/// Returns a name in lower case, each character by itself.
fn lower(name: &str) -> String {
    name.chars().flat_map(char::to_lowercase).collect()
}

/// Returns a column without the parts of VARIANT that get no columns. This recurses by the depth of
/// the types.
pub(super) fn readable(field: &FieldRef) -> FieldRef {
    let ty = match field.data_type() {
        DataType::Struct(fields) if is_variant(field) => DataType::Struct(group(fields)),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(readable).collect()),
        DataType::List(item) => DataType::List(readable(item)),
        DataType::Map(entries, sorted) => DataType::Map(readable(entries), *sorted),
        _ => return field.clone(),
    };
    of_type(field, ty)
}

/// Returns the fields of a group, without a `typed_value` that has no members left.
fn group(fields: &Fields) -> Fields {
    let left = fields
        .iter()
        .filter_map(|field| match field.name() == TYPED {
            true => typed(field.data_type()).map(|ty| of_type(field, ty)),
            false => Some(field.clone()),
        });
    left.collect()
}

fn typed(ty: &DataType) -> Option<DataType> {
    let part = |field: &FieldRef| match field.data_type() {
        DataType::Struct(fields) => of_type(field, DataType::Struct(group(fields))),
        _ => field.clone(),
    };
    match ty {
        DataType::Struct(members) => {
            let names = Names::of(members.iter().map(|member| member.name().as_str()));
            let left = members
                .iter()
                .filter(|member| names.may_have_column(member.name()));
            let left: Fields = left.map(part).collect();
            (!left.is_empty()).then_some(DataType::Struct(left))
        }
        DataType::List(item) => Some(DataType::List(part(item))),
        other => Some(other.clone()),
    }
}
