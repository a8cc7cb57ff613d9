//! Sorts vectors by their keys, as lookups need it. Items of equal keys keep their order.

use varvel_core::Result;

use super::{Builder, Value};
use crate::compare;
use crate::layout::Type;

impl Builder<'_> {
    /// Sorts the waiting tables from `start` on by their key.
    pub(super) fn sort_tables(&mut self, start: usize, object: u32) {
        let Some((number, field)) = compare::key(self.layout, object) else {
            return;
        };
        let (layout, out) = (self.layout, &self.out);
        let position = |value: Value| match value {
            Value::At(at) => at,
            _ => 0,
        };
        self.items[start..].sort_by(|a, b| {
            let at = |value| out.field(position(value), number);
            match field.ty {
                Type::String => {
                    let text = |value| {
                        at(value).map_or(&[][..], |at| out.bytes(at - out.u32(at) as usize))
                    };
                    text(a.value).cmp(text(b.value))
                }
                _ => {
                    let bytes = |value| at(value).map(|at| out.from(at));
                    compare::of_tables(layout, field, bytes(a.value), bytes(b.value))
                }
            }
        });
    }

    /// Sorts the structs in the scratch memory from `start` on by their key.
    pub(super) fn sort_structs(&mut self, start: usize, object: u32) -> Result {
        compare::sort_structs(self.layout, object, &mut self.scratch[start..])
    }
}
