//! Vectors in the order of their keys, as looking up needs it. Equal keys stay as they came.

use alloc::vec::Vec;
use core::cmp::Ordering;

use varvel_core::{Error, Result};

use super::{Builder, Value};
use crate::layout::{Element, Field, Layout, Type};
use crate::order;

impl Builder<'_> {
    /// Sorts the tables that wait from `start` on by their key.
    pub(super) fn sort_tables(&mut self, start: usize, object: u32) {
        let Some((number, field)) = key(self.layout, object) else {
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
                    order::of_tables(layout, field, bytes(a.value), bytes(b.value))
                }
            }
        });
    }

    /// Sorts the structs that wait in the scratch memory from `start` on by their key.
    pub(super) fn sort_structs(&mut self, start: usize, object: u32) -> Result {
        let Some((_, field)) = key(self.layout, object) else {
            return Ok(());
        };
        let layout = self.layout;
        let (size, _) = layout.element(Element::Struct(object));
        let structs = &self.scratch[start..];
        let offset = field.offset as usize;
        let order =
            |a: &[u8], b: &[u8]| order::in_place(layout, field.ty, &a[offset..], &b[offset..]);
        let sorted = |pair: &[u8]| order(&pair[..size], &pair[size..]) != Ordering::Greater;
        let pairs = (0..structs.len() / size)
            .skip(1)
            .map(|i| &structs[(i - 1) * size..(i + 1) * size]);
        if pairs.clone().all(sorted) {
            return Ok(());
        }
        let mut each: Vec<&[u8]> = Vec::new();
        let mut moved: Vec<u8> = Vec::new();
        each.try_reserve_exact(structs.len() / size)
            .and_then(|()| moved.try_reserve_exact(structs.len()))
            .map_err(|_| Error::out_of_memory())?;
        each.extend(structs.chunks_exact(size));
        each.sort_by(|a, b| order(a, b));
        each.iter().for_each(|one| moved.extend_from_slice(one));
        self.scratch[start..].copy_from_slice(&moved);
        Ok(())
    }
}

/// The field by which vectors of an object are sorted.
fn key<'s>(layout: Layout<'s>, object: u32) -> Option<(usize, &'s Field)> {
    let number = usize::from(layout.objects()[object as usize].key?);
    Some((number, layout.fields(object as usize).get(number)?))
}
