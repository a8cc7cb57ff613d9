//! The one pass of the verifier.

use alloc::format;

use varvel_core::path::Step;
use varvel_core::{Error, ErrorKind, Limits, Result};

use super::report::not_utf8;
use super::stack::{self, Frame, Stack};
use crate::Primitive;
use crate::layout::{Element, Field, Layout, MemberType, Presence, Scalar, Type, Width};

/// Bytes that any buffer may have seen again.
const FREE: usize = 64 << 10;

pub(super) struct Pass<'a> {
    pub(super) layout: &'a Layout<'a>,
    bytes: &'a [u8],
    /// Alignment counts from here.
    pub(super) start: usize,
    /// The end of the buffer, or of the nested buffer under way: never more than there are bytes.
    pub(super) end: usize,
    depth: usize,
    /// How many tables may still be seen.
    tables: usize,
    /// How many bytes may still be seen.
    left: usize,
    limits: Limits,
    pub(super) stack: Stack,
    /// What is entered next, if anything is.
    inner: Frame,
    /// The table that was done last. Another of the same object, vtable and alignment has its fields in the same
    /// places: only what they lead to is looked at. Tables of a vector are most often such.
    seen: Fields,
}

/// What comes next.
enum Then {
    /// What is under way is done.
    Done,
    /// `Pass::inner` is entered, before the rest.
    Enter,
}

pub(super) type Fields = stack::Table;

impl<'a> Pass<'a> {
    pub fn new(layout: &'a Layout<'a>, bytes: &'a [u8], limits: Limits) -> Self {
        let replayed = limits.replay.saturating_mul(bytes.len());
        Self {
            layout,
            bytes,
            start: 0,
            end: bytes.len(),
            depth: limits.depth,
            tables: limits.nodes,
            left: replayed.saturating_add(FREE),
            limits,
            stack: Stack::new(),
            inner: stack::NOTHING,
            seen: Fields::NONE,
        }
    }

    /// The buffer ends before the bytes do.
    pub fn ends_at(&mut self, end: usize) {
        self.end = end.min(self.bytes.len());
    }

    /// The whole of the buffer.
    pub fn run(&mut self, object: u32, root: usize) -> Result {
        let table = self.table(object, root)?;
        let mut frame = Frame::Table(table);
        loop {
            let entered = match &mut frame {
                Frame::Table(table) => self.fields(table),
                Frame::Tables { .. } => self.items(&mut frame),
                Frame::Unions { .. } => self.unions(&mut frame),
                Frame::Nested { .. } => self.nested(&mut frame),
            };
            let entered = entered.and_then(|then| match then {
                Then::Done => Ok(self.stack.pop()),
                Then::Enter => {
                    self.stack.push(frame, self.depth)?;
                    Ok(Some(self.inner))
                }
            });
            match entered {
                Ok(Some(next)) => frame = next,
                Ok(None) => return Ok(()),
                Err(error) => return Err(self.trace(error, &frame)),
            }
        }
    }

    /// The fields of a table from the one it has come to on.
    #[inline]
    fn fields(&mut self, table: &mut Fields) -> Result<Then> {
        match table.known {
            true => self.known_fields(table),
            false => self.all_fields(table),
        }
    }

    fn all_fields(&mut self, table: &mut Fields) -> Result<Then> {
        let layout = self.layout;
        let fields = layout.fields(table.object as usize);
        let first = table.vtable + Layout::slot(0);
        let slots = &self.bytes[first..table.vtable + usize::from(table.slots)];
        let slots = slots.as_chunks::<2>().0;
        let there = fields.len().min(slots.len());
        // In registers: memory would be a chain of additions from field to field.
        let (mut index, mut align) = (table.field as usize, table.align);
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
                }
                Type::Struct(object) => {
                    let (size, struct_align) = layout.element(Element::Struct(object));
                    self.place(table, offset, (size, struct_align))?;
                    align = align.max(struct_align as u16);
                }
                _ => {
                    table.follow |= 1_u64.unbounded_shl(index as u32);
                    if let Then::Enter = self.field(fields, field, table, offset)? {
                        (table.field, table.align) = (index as u32 + 1, align);
                        return Ok(Then::Enter);
                    }
                }
            }
            index += 1;
        }
        (table.field, table.align) = (index as u32, align);
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

    /// The same of a table whose vtable, object and alignment are those of one that has been seen.
    fn known_fields(&mut self, table: &mut Fields) -> Result<Then> {
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

    /// Where a field of this size and alignment stands.
    #[inline(always)]
    fn place(&self, table: &Fields, offset: usize, (size, align): (usize, usize)) -> Result<usize> {
        let at = table.at + offset;
        if offset < 4 || size > usize::from(table.size) || offset > usize::from(table.size) - size {
            return Err(self.invalid(at, "a field inside of its table"));
        }
        self.aligned(at, align)?;
        Ok(at)
    }

    /// Where the offset in a field leads to.
    #[inline(always)]
    fn behind(&self, table: &Fields, offset: usize, width: Width) -> Result<usize> {
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

    /// A field that is there, and more than what stands in place.
    #[inline(always)]
    fn field(
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
            // Those that stand in place are done with; a layout has arrays in structs alone.
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
                self.vector(element, field, table, to)
            }
            Type::Nested(object) => {
                let to = self.behind(table, offset, field.width)?;
                let (first, len) = self.elements(to, field, (1, 1))?;
                self.inner = Frame::Nested {
                    object: Some(object),
                    start: first,
                    end: first + len,
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
    fn enter_table(&mut self, object: u32, at: usize) -> Result<Then> {
        self.inner = Frame::Table(self.table(object, at)?);
        Ok(Then::Enter)
    }

    /// A vector behind an offset.
    fn vector(
        &mut self,
        element: Element,
        field: &Field,
        table: &Fields,
        to: usize,
    ) -> Result<Then> {
        let (first, len) = self.elements(to, field, self.layout.element(element))?;
        match element {
            Element::Scalar(_) | Element::Struct(_) | Element::Tag(_) => Ok(Then::Done),
            Element::String => {
                for index in 0..len {
                    self.offset(first + 4 * index, false)
                        .and_then(|to| self.string(to))
                        .map_err(|error| error.inside(Step::Index(index)))?;
                }
                Ok(Then::Done)
            }
            Element::Table(object) => {
                self.inner = Frame::Tables {
                    object,
                    first,
                    index: 0,
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

    /// The tables of a vector from its item on.
    fn items(&mut self, frame: &mut Frame) -> Result<Then> {
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
            // What holds nothing that has to be entered is done here.
            match self.fields(&mut table) {
                Ok(Then::Done) => *index += 1,
                Ok(Then::Enter) => {
                    // The vector goes on with the next item; on the path it stands for the one before.
                    let next = Frame::Tables {
                        object: *object,
                        first: *first,
                        index: *index + 1,
                        len: *len,
                    };
                    self.stack.push(next, self.depth)?;
                    *frame = Frame::Table(table);
                    return Ok(Then::Enter);
                }
                Err(error) => return Err(self.trace_one(error, &Frame::Table(table))),
            }
        }
        Ok(Then::Done)
    }

    /// The unions of a vector from its item on.
    fn unions(&mut self, frame: &mut Frame) -> Result<Then> {
        let Frame::Unions {
            union,
            tags,
            values,
            index,
            len,
        } = frame
        else {
            return Ok(Then::Done);
        };
        let scalar = self.layout.unions()[*union as usize].tag;
        while *index < *len {
            let tag = self.read_tag(*tags + *index * scalar.size(), scalar);
            let at = *values + 4 * *index;
            if tag != 0 {
                let to = self.offset(at, false)?;
                if let Then::Enter = self.member(*union, tag, to)? {
                    *index += 1;
                    return Ok(Then::Enter);
                }
            }
            *index += 1;
        }
        Ok(Then::Done)
    }

    /// The value of a union.
    fn member(&mut self, union: u32, tag: i64, to: usize) -> Result<Then> {
        let Some(member) = self.layout.member(union as usize, tag) else {
            return Ok(Then::Done);
        };
        match member.ty {
            MemberType::Table(object) => self.enter_table(object, to),
            MemberType::String => self.string(to).map(|()| Then::Done),
            MemberType::Struct(object) => {
                let (size, align) = self.layout.element(Element::Struct(object));
                self.aligned(to, align)?;
                self.inside(to, size)?;
                self.see(size)?;
                Ok(Then::Done)
            }
        }
    }

    /// A tag that is there: unless it is 0, its union is, too.
    fn tag(&mut self, fields: &[Field], table: &Fields, at: usize, union: u32) -> Result {
        let next = table.field as usize + 1;
        let held = fields
            .get(next)
            .is_some_and(|next| next.ty == Type::Union(union));
        let scalar = self.layout.unions()[union as usize].tag;
        if held && self.read_tag(at, scalar) != 0 && self.slot(table, next) == 0 {
            return Err(self.invalid(at, "the value of a union whose tag is there"));
        }
        Ok(())
    }

    /// The tag of the union under way, which has a value.
    fn tag_of(&mut self, table: &Fields, at: usize, union: u32) -> Result<i64> {
        let scalar = self.layout.unions()[union as usize].tag;
        // The field before has been verified: the layout has the tag there.
        let tag = match self.slot(table, table.field as usize - 1) {
            0 => 0,
            offset => self.read_tag(table.at + usize::from(offset), scalar),
        };
        match tag {
            0 => Err(self.invalid(at, "the tag of a union whose value is there")),
            tag => Ok(tag),
        }
    }

    /// The tags of a vector of unions.
    fn tags(&mut self, table: &Fields, union: u32, len: usize, at: usize) -> Result<usize> {
        let scalar = self.layout.unions()[union as usize].tag;
        let offset = self.slot(table, table.field as usize - 1);
        if offset == 0 {
            return Err(self.invalid(at, "the tags of a vector of unions"));
        }
        let to = self.offset(table.at + usize::from(offset), false)?;
        let count = self.u32(to)? as usize;
        if count != len {
            let wanted = format!("as many tags as values, {len}");
            return Err(Error::expected(ErrorKind::InvalidBuffer, wanted)
                .with_found(format!("{count}"))
                .at(to));
        }
        self.inside(to + 4, count.saturating_mul(scalar.size()))?;
        Ok(to + 4)
    }

    /// A buffer inside of a vector of bytes: into it, and out of it again.
    fn nested(&mut self, frame: &mut Frame) -> Result<Then> {
        let Frame::Nested { object, start, end } = frame else {
            return Ok(Then::Done);
        };
        // The bounds change places: those of the nested buffer, and later those of the one around it.
        core::mem::swap(&mut self.start, start);
        core::mem::swap(&mut self.end, end);
        self.seen = Fields::NONE;
        match object.take() {
            Some(object) => {
                let root = self.offset(self.start, false)?;
                self.enter_table(object, root)
            }
            None => Ok(Then::Done),
        }
    }

    /// A table and its vtable, before its fields.
    #[inline]
    fn table(&mut self, object: u32, at: usize) -> Result<Fields> {
        self.aligned(at, 4)?;
        let back = self.u32(at)? as i32;
        let vtable = i64::try_from(at).map_or(-1, |at| at - i64::from(back));
        let vtable = match usize::try_from(vtable) {
            Ok(vtable) if vtable >= self.start => vtable,
            _ => return Err(self.invalid(at, "the offset of a vtable inside of the buffer")),
        };
        let seen = self.seen;
        if vtable == seen.vtable
            && object == seen.object
            && (at ^ seen.at) & (usize::from(seen.align) - 1) == 0
        {
            self.inside(at, seen.size.into())?;
            self.count(at, seen.size)?;
            return Ok(Fields {
                at,
                field: 0,
                known: true,
                ..seen
            });
        }
        self.aligned(vtable, 2)?;
        // Both in one: the size of the vtable, and that of the table.
        let sizes = self.u32(vtable)?;
        let (slots, size) = (sizes as u16, (sizes >> 16) as u16);
        if slots < 4 || !slots.is_multiple_of(2) {
            return Err(self.invalid(vtable, "an even size of a vtable, at least 4"));
        }
        if size < 4 {
            return Err(self.invalid(vtable + 2, "a size of a table, at least 4"));
        }
        self.inside(vtable, slots.into())?;
        self.inside(at, size.into())?;
        self.count(at, size)?;
        Ok(Fields {
            object,
            field: 0,
            at,
            vtable,
            slots,
            size,
            align: 4,
            known: false,
            follow: 0,
        })
    }

    /// Counts a table as seen.
    #[inline(always)]
    fn count(&mut self, at: usize, size: u16) -> Result {
        self.see(size.into())?;
        match self.tables.checked_sub(1) {
            Some(tables) => {
                self.tables = tables;
                Ok(())
            }
            None => Err(Error::too_many_nodes(self.limits.nodes).at(at)),
        }
    }

    #[inline(always)]
    fn string(&mut self, at: usize) -> Result {
        self.aligned(at, 4)?;
        let len = self.u32(at)? as usize;
        let first = at + 4;
        // One more for the zero.
        let Some(rest) = self
            .bytes
            .get(first..self.end)
            .filter(|rest| rest.len() > len)
        else {
            return Err(self.end_inside(at, "a string with its length and its zero"));
        };
        let text = &rest[..len];
        if rest[len] != 0 {
            return Err(self.invalid(first + len, "a zero after a string"));
        }
        self.see(len)?;
        // Most strings are short and ASCII: the vectors' dispatch would cost more than they do.
        if !is_short_ascii(text) && !varvel_raw::utf8::is_valid(text) {
            return Err(not_utf8(text).at(first));
        }
        Ok(())
    }

    /// The first element of a vector, and how many there are.
    #[inline]
    fn elements(
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
        // A vector of no elements has nothing to be aligned, and some writers align it no further.
        if len != 0 {
            self.aligned(first, align)?;
        }
        match len.checked_mul(size) {
            Some(bytes) if bytes <= self.end - first => self.see(bytes)?,
            _ => return Err(self.end_inside(at, "a vector with all of its elements")),
        }
        Ok((first, len))
    }

    /// Where the offset at `at` leads to.
    #[inline(always)]
    pub fn offset(&self, at: usize, wide: bool) -> Result<usize> {
        let offset = match wide {
            true => self.u64(at)?,
            false => self.u32(at)?.into(),
        };
        if offset == 0 {
            return Err(self.invalid(at, "an offset that leads forward"));
        }
        match usize::try_from(offset)
            .ok()
            .and_then(|offset| at.checked_add(offset))
        {
            Some(to) if to < self.end => Ok(to),
            _ => Err(self.end_inside(at, "what an offset leads to")),
        }
    }

    pub fn identifier(&mut self, at: usize, wanted: [u8; 4]) -> Result {
        let found = self.bytes.get(at..at + 4).filter(|_| at + 4 <= self.end);
        if found == Some(&wanted) {
            return Ok(());
        }
        let error = Error::expected(
            ErrorKind::InvalidBuffer,
            format!("the file identifier `{}`", wanted.escape_ascii()),
        )
        .with_hint(
            "it may be a buffer of another schema, or one that was finished without an identifier",
        );
        Err(match found {
            Some(found) => error.with_content(format_args!("`{}`", found.escape_ascii())),
            None => error,
        }
        .at(at))
    }

    /// The offset of a field in its table; 0 if it is not there.
    fn slot(&self, table: &Fields, field: usize) -> u16 {
        let slot = Layout::slot(field);
        match slot < usize::from(table.slots) {
            true => self.u16_unchecked(table.vtable + slot),
            false => 0,
        }
    }

    /// A tag, with its sign, that has been found inside.
    fn read_tag(&self, at: usize, scalar: Scalar) -> i64 {
        let bytes = &self.bytes[at..at + scalar.size()];
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(word);
        let unused = 64 - 8 * bytes.len() as u32;
        match scalar.is_signed() {
            true => ((bits << unused) as i64) >> unused,
            false => bits as i64,
        }
    }

    /// Two bytes that have been found inside.
    #[inline(always)]
    fn u16_unchecked(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// The scalar at a position.
    #[inline(always)]
    fn read<V: Primitive>(&self, at: usize, wanted: &'static str) -> Result<V> {
        match self.end.checked_sub(at) {
            Some(left) if left >= size_of::<V>() => {
                // SAFETY: so many bytes are left before `end`, which is never more than there are: it is their
                // number, or the end of a size-prefixed or nested buffer that has been found inside of them.
                Ok(unsafe { V::read(self.bytes.as_ptr().add(at)) })
            }
            _ => Err(self.end_inside(at, wanted)),
        }
    }

    #[inline(always)]
    pub fn u32(&self, at: usize) -> Result<u32> {
        self.read(at, "4 bytes")
    }

    #[inline(always)]
    fn u64(&self, at: usize) -> Result<u64> {
        self.read(at, "8 bytes")
    }

    #[inline(always)]
    fn aligned(&self, at: usize, align: usize) -> Result {
        match at.wrapping_sub(self.start) & (align - 1) {
            0 => Ok(()),
            _ => Err(self.misaligned(at, align)),
        }
    }

    #[inline(always)]
    fn inside(&self, at: usize, size: usize) -> Result {
        match at.checked_add(size) {
            Some(end) if end <= self.end => Ok(()),
            _ => Err(self.end_inside(at, "what its size says")),
        }
    }

    /// Counts bytes as seen.
    #[inline(always)]
    fn see(&mut self, bytes: usize) -> Result {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Error::replayed_too_much(self.limits.replay)),
        }
    }
}

/// Whether it is up to 32 bytes of ASCII, by its first and its last bytes.
#[inline(always)]
fn is_short_ascii(text: &[u8]) -> bool {
    const HIGH: u128 = u128::from_ne_bytes([0x80; 16]);
    let bits = match text.len() {
        0..4 => text.iter().fold(0, |all, byte| all | u128::from(*byte)),
        4..8 => match (text.first_chunk(), text.last_chunk()) {
            (Some(first), Some(last)) => {
                u128::from(u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last))
            }
            _ => HIGH,
        },
        8..=16 => match (text.first_chunk(), text.last_chunk()) {
            (Some(first), Some(last)) => {
                u128::from(u64::from_ne_bytes(*first) | u64::from_ne_bytes(*last))
            }
            _ => HIGH,
        },
        17..=32 => match (text.first_chunk(), text.last_chunk()) {
            (Some(first), Some(last)) => u128::from_ne_bytes(*first) | u128::from_ne_bytes(*last),
            _ => HIGH,
        },
        _ => HIGH,
    };
    bits & HIGH == 0
}
