//! Vectors: verifies that all elements are inside and aligned, and the targets of their offsets.

use varvel_core::Result;
use varvel_core::path::Step;

use super::pass::{Fields, Pass, Then};
use super::stack::Frame;
use crate::layout::{Element, Field, Width};

impl Pass<'_> {
    /// Verifies a vector behind an offset.
    pub(super) fn vector(
        &mut self,
        element: Element,
        (fields, field): (&[Field], &Field),
        table: &Fields,
        to: usize,
    ) -> Result<Then> {
        let (first, len) = self.elements(to, field, self.layout.element(element))?;
        match element {
            Element::Scalar(_) | Element::Struct(_) => Ok(Then::Done),
            Element::Tag(union) => {
                self.values(fields, table, to, union)?;
                Ok(Then::Done)
            }
            Element::String => {
                for index in 0..len {
                    self.offset(first + 4 * index, false)
                        .and_then(|to| self.string(to))
                        .map_err(|error| error.inside(Step::Index(index)))?;
                }
                Ok(Then::Done)
            }
            Element::Table(object) => {
                let index = match self.stack.has_room(self.depth) {
                    true => self.plain_tables(object, first, len),
                    false => 0,
                };
                if index == len && len != 0 {
                    return Ok(Then::Done);
                }
                self.inner = Frame::Tables {
                    object,
                    first,
                    index,
                    len,
                };
                Ok(Then::Enter)
            }
            Element::Union(union) => {
                let tags = self.tags(table, union, len, to)?;
                self.inner = Frame::Unions {
                    union,
                    tags,
                    values: first,
                    index: 0,
                    len,
                };
                Ok(Then::Enter)
            }
        }
    }

    /// Verifies the tables of a vector, from the current item on.
    pub(super) fn items(&mut self, frame: &mut Frame) -> Result<Then> {
        let Frame::Tables {
            object,
            first,
            index,
            len,
        } = frame
        else {
            return Ok(Then::Done);
        };
        while *index < *len {
            let to = self.offset(*first + 4 * *index, false)?;
            let mut table = self.table(*object, to)?;
            // A table is done here if it contains nothing to enter.
            match self.fields(&mut table) {
                Ok(Then::Done) => *index += 1,
                Ok(Then::Enter) => {
                    // The vector goes on with the next item. In paths the frame stands for the item
                    // before.
                    let next = Frame::Tables {
                        object: *object,
                        first: *first,
                        index: *index + 1,
                        len: *len,
                    };
                    let pushed = self.stack.push(next, self.depth);
                    pushed.map_err(|error| error.with_offset(table.at))?;
                    *frame = Frame::Table(table);
                    return Ok(Then::Enter);
                }
                Err(error) => return Err(self.trace_one(error, &Frame::Table(table))),
            }
        }
        Ok(Then::Done)
    }

    /// Returns the position of the first element of a vector, and the number of elements.
    #[inline]
    pub(super) fn elements(
        &mut self,
        at: usize,
        field: &Field,
        (size, align): (usize, usize),
    ) -> Result<(usize, usize)> {
        let (len, first) = match field.width {
            Width::Vector => {
                self.aligned(at, 8)?;
                let len = usize::try_from(self.u64(at)?);
                let len = len.map_err(|_| self.end_inside(at, "a vector with all of its elements"));
                (len?, at + 8)
            }
            _ => {
                self.aligned(at, 4)?;
                (self.u32(at)? as usize, at + 4)
            }
        };
        // An empty vector has no elements to align, and some writers do not align it.
        if len != 0 {
            self.aligned(first, align)?;
        }
        match len.checked_mul(size) {
            Some(bytes) if bytes <= self.end - first => self.see(bytes)?,
            _ => return Err(self.end_inside(at, "a vector with all of its elements")),
        }
        Ok((first, len))
    }
}
