//! Tables: verifies their vtable, and each field in its place with its target.

use varvel_core::{Error, Result};

use super::pass::{Fields, Pass, Then};
use super::stack::Frame;
use crate::layout::{Element, Field, Layout, Presence, Type, Width};

impl Pass<'_> {
    /// Verifies a table and its vtable, without its fields.
    #[inline]
    pub(super) fn table(&mut self, object: u32, at: usize) -> Result<Fields> {
        self.aligned(at, 4)?;
        let back = self.u32(at)? as i32;
        let vtable = i64::try_from(at).map_or(-1, |at| at - i64::from(back));
        let vtable = match usize::try_from(vtable) {
            Ok(vtable) if vtable >= self.start => vtable,
            _ => return Err(self.invalid(at, "the offset of a vtable inside of the buffer")),
        };
        let seen = &self.seen;
        // A table whose fields are not all inside is verified field by field, to find the first.
        if vtable == seen.vtable
            && seen.is_like(object, at)
            && seen.extent as usize <= self.end - at
        {
            let seen = *seen;
            self.count(at, seen.extent)?;
            return Ok(Fields {
                at,
                field: 0,
                known: true,
                ..seen
            });
        }
        self.aligned(vtable, 2)?;
        // One read for both: the size of the vtable, and that of the table.
        let sizes = self.u32(vtable)?;
        let (slots, size) = (sizes as u16, (sizes >> 16) as u16);
        if slots < 4 || !slots.is_multiple_of(2) {
            return Err(self.invalid(vtable, "an even size of a vtable, at least 4"));
        }
        if size < 4 {
            return Err(self.invalid(vtable + 2, "a size of a table, at least 4"));
        }
        self.inside(vtable, slots.into())?;
        self.count(at, size.into())?;
        Ok(Fields {
            object,
            field: 0,
            at,
            vtable,
            slots,
            extent: size.into(),
            align: 4,
            known: false,
            plain: false,
            follow: 0,
        })
    }

    /// Counts a table of this many bytes as visited.
    #[inline(always)]
    pub(super) fn count(&mut self, at: usize, size: u32) -> Result {
        self.see(size as usize)?;
        match self.tables.checked_sub(1) {
            Some(tables) => {
                self.tables = tables;
                Ok(())
            }
            None => Err(Error::too_many_nodes(self.limits.nodes).with_offset(at)),
        }
    }

    /// Verifies the fields of a table, from the current one on.
    #[inline]
    pub(super) fn fields(&mut self, table: &mut Fields) -> Result<Then> {
        match table.known {
            true => self.known_fields(table),
            false => self.all_fields(table),
        }
    }

    pub(super) fn all_fields(&mut self, table: &mut Fields) -> Result<Then> {
        let layout = self.layout;
        let fields = layout.fields(table.object as usize);
        let first = table.vtable + Layout::slot(0);
        let slots = &self.bytes[first..table.vtable + usize::from(table.slots)];
        let slots = slots.as_chunks::<2>().0;
        let there = fields.len().min(slots.len());
        // These are kept in registers: in memory they would make a chain of additions from field to
        // field.
        let (mut index, mut align) = (table.field as usize, table.align);
        let mut extent = table.extent as usize;
        while index < there {
            let (field, offset) = (&fields[index], u16::from_le_bytes(slots[index]));
            let offset = usize::from(offset);
            table.field = index as u32;
            match field.ty {
                _ if offset == 0 => {
                    if let Presence::Required = field.presence {
                        return Err(self.missing(field, table.at));
                    }
                }
                Type::Scalar(scalar) => {
                    let size = scalar.size();
                    self.place(table, offset, (size, size))?;
                    align = align.max(size as u16);
                    extent = extent.max(offset + size);
                }
                Type::Struct(object) => {
                    let (size, struct_align) = layout.element(Element::Struct(object));
                    self.place(table, offset, (size, struct_align))?;
                    align = align.max(struct_align as u16);
                    extent = extent.max(offset + size);
                }
                ty => {
                    table.follow |= 1_u64.unbounded_shl(index as u32);
                    let size = match (ty, field.width) {
                        (Type::Tag(union), _) => layout.element(Element::Tag(union)).0,
                        (_, Width::Narrow) => 4,
                        (_, Width::Offset | Width::Vector) => 8,
                    };
                    extent = extent.max(offset + size);
                    if let Then::Enter = self.field(fields, field, table, offset)? {
                        (table.field, table.align) = (index as u32 + 1, align);
                        self.reaches(table, extent)?;
                        return Ok(Then::Enter);
                    }
                }
            }
            index += 1;
        }
        (table.field, table.align) = (index as u32, align);
        self.reaches(table, extent)?;
        for field in fields.get(table.field as usize..).unwrap_or_default() {
            if let Presence::Required = field.presence {
                return Err(self.missing(field, table.at));
            }
            table.field += 1;
        }
        if fields.len() <= 64 {
            self.seen = *table;
        }
        Ok(Then::Done)
    }

    /// Counts the bytes of fields that are behind the size of their table.
    #[inline(always)]
    fn reaches(&mut self, table: &mut Fields, extent: usize) -> Result {
        self.see(extent - table.extent as usize)?;
        table.extent = extent as u32;
        Ok(())
    }

    /// Verifies the fields of a table whose vtable, object and alignment are those of one that was
    /// verified before.
    pub(super) fn known_fields(&mut self, table: &mut Fields) -> Result<Then> {
        let fields = self.layout.fields(table.object as usize);
        loop {
            let left = table.follow & u64::MAX.unbounded_shl(table.field);
            if left == 0 {
                return Ok(Then::Done);
            }
            table.field = left.trailing_zeros();
            let offset = usize::from(self.slot(table, table.field as usize));
            let field = &fields[table.field as usize];
            let then = self.field(fields, field, table, offset)?;
            table.field += 1;
            if let Then::Enter = then {
                return Ok(Then::Enter);
            }
        }
    }

    /// Returns the position of a field with this offset, size and alignment.
    #[inline(always)]
    pub(super) fn place(
        &self,
        table: &Fields,
        offset: usize,
        (size, align): (usize, usize),
    ) -> Result<usize> {
        let at = table.at + offset;
        if offset < 4 {
            return Err(self.invalid(at, "a field behind the first 4 bytes of its table"));
        }
        self.inside(at, size)?;
        self.aligned(at, align)?;
        Ok(at)
    }

    /// Returns the target of the offset in a field.
    #[inline(always)]
    pub(super) fn behind(&self, table: &Fields, offset: usize, width: Width) -> Result<usize> {
        match width {
            Width::Narrow => {
                let at = self.place(table, offset, (4, 4))?;
                self.offset(at, false)
            }
            Width::Offset | Width::Vector => {
                let at = self.place(table, offset, (8, 8))?;
                self.offset(at, true)
            }
        }
    }

    /// Verifies a present field that is more than bytes in place.
    #[inline(always)]
    pub(super) fn field(
        &mut self,
        fields: &[Field],
        field: &Field,
        table: &Fields,
        offset: usize,
    ) -> Result<Then> {
        match field.ty {
            Type::String => {
                let to = self.behind(table, offset, field.width)?;
                self.string(to)?;
                Ok(Then::Done)
            }
            Type::Tag(union) => {
                let inline = self.layout.element(Element::Tag(union));
                let at = self.place(table, offset, inline)?;
                self.tag(fields, table, at, union)?;
                Ok(Then::Done)
            }
            // Fields in place are verified already, and only structs have arrays.
            Type::Scalar(_) | Type::Struct(_) | Type::Array(..) => Ok(Then::Done),
            Type::Table(object) => {
                let to = self.behind(table, offset, Width::Narrow)?;
                self.enter_table(object, to)
            }
            Type::Union(union) => {
                let to = self.behind(table, offset, Width::Narrow)?;
                let tag = self.tag_of(table, table.at + offset, union)?;
                self.member(union, tag, to)
            }
            Type::Vector(element) => {
                let to = self.behind(table, offset, field.width)?;
                self.vector(element, (fields, field), table, to)
            }
            Type::Nested(object) => {
                let to = self.behind(table, offset, field.width)?;
                let (first, len) = self.elements(to, field, (1, 1))?;
                self.inner = Frame::Nested {
                    object: Some(object),
                    start: first,
                    end: first + len,
                    left: 0,
                };
                Ok(Then::Enter)
            }
            Type::Flex => {
                let to = self.behind(table, offset, field.width)?;
                self.elements(to, field, (1, 1))?;
                Ok(Then::Done)
            }
        }
    }

    #[inline]
    pub(super) fn enter_table(&mut self, object: u32, at: usize) -> Result<Then> {
        if self.stack.has_room(self.depth) && self.plain_table(object, at).is_some() {
            return Ok(Then::Done);
        }
        self.inner = Frame::Table(self.table(object, at)?);
        Ok(Then::Enter)
    }

    /// Returns the offset of a field in its table, or 0 if it is absent.
    pub(super) fn slot(&self, table: &Fields, field: usize) -> u16 {
        let slot = Layout::slot(field);
        match slot < usize::from(table.slots) {
            true => self.u16_unchecked(table.vtable + slot),
            false => 0,
        }
    }
}
