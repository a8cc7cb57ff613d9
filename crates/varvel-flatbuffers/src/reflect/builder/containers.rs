//! Tables, structs, vectors and arrays: begins them, and writes them from the stacks into the
//! output.

use varvel_core::{Error, ErrorKind, Kind, Result};
use varvel_flexbuffers::Flex;

use super::expected::{Expected, wrong_len};
use super::{Builder, Item, Open, State, Value, What, push};
use crate::Verify;
use crate::chars;
use crate::layout::{Element, Field, Layout, Presence, Scalar, Type, Width};

impl<'s> Builder<'s> {
    /// Ends a field or an item, which has become this value.
    pub(super) fn placed(&mut self, value: Value) -> Result {
        let Some(open) = self.open.last().copied() else {
            if let Value::At(at) = value {
                self.done = at;
            }
            self.state = State::Complete;
            return Ok(());
        };
        let item = |value| Item {
            field: open.at as u16,
            value,
        };
        match open.what {
            What::Table { object, .. } => {
                push(&mut self.items, item(value))?;
                self.state = State::Key;
                let field = self.layout.fields(object as usize)[open.at];
                let is_tag = matches!(field.ty, Type::Tag(_) | Type::Vector(Element::Tag(_)));
                if is_tag && value != Value::Absent {
                    return self.tagged(open.at, value);
                }
                return Ok(());
            }
            What::Struct { object, place, .. } => {
                let field = self.layout.fields(object as usize)[open.at];
                if let (Value::Bits(bits), Type::Scalar(scalar)) = (value, field.ty) {
                    self.store(place + field.offset as usize, bits, scalar);
                }
                push(&mut self.items, item(Value::Absent))?;
                self.state = State::Key;
                return Ok(());
            }
            What::Array { of, place, .. } => {
                if let (Value::Bits(bits), Element::Scalar(scalar)) = (value, of) {
                    self.store(place + open.at * scalar.size(), bits, scalar);
                }
            }
            What::Vector { of, .. } => match value {
                Value::Bits(bits) => {
                    let size = self.layout.element(of).0;
                    self.add_scratch(&bits.to_le_bytes()[..size])?;
                }
                Value::At(_) | Value::Absent => push(&mut self.items, item(value))?,
                Value::Struct(_) => {}
            },
        }
        self.state = State::Item;
        if let Some(open) = self.open.last_mut() {
            open.at += 1;
        }
        Ok(())
    }

    fn store(&mut self, at: usize, bits: u64, scalar: Scalar) {
        let size = scalar.size();
        if let Some(place) = self.scratch.get_mut(at..at + size) {
            place.copy_from_slice(&bits.to_le_bytes()[..size]);
        }
    }

    fn add_scratch(&mut self, bytes: &[u8]) -> Result {
        self.scratch
            .try_reserve(bytes.len())
            .map_err(|_| Error::out_of_memory())?;
        self.scratch.extend_from_slice(bytes);
        Ok(())
    }

    fn push_open(&mut self, what: What<'s>, state: State) -> Result {
        let open = Open {
            what,
            at: 0,
            behind: self.state,
            items: self.items.len(),
            scratch: self.scratch.len(),
            tags: self.tags.len(),
            late: self.late.len(),
        };
        push(&mut self.open, open)?;
        self.state = state;
        Ok(())
    }

    /// Begins an object.
    pub(super) fn open_map(&mut self) -> Result {
        let want = self.want("an object")?;
        let what = match want {
            Expected::Table(object) => What::Table {
                object,
                nested: None,
            },
            Expected::Nested(field, object) => {
                let around = self.out.begin_nested();
                push(&mut self.around, around)?;
                What::Table {
                    object,
                    nested: Some(field.width == Width::Vector),
                }
            }
            Expected::Struct(object) => {
                let place = self.place_of_struct(object)?;
                What::Struct {
                    object,
                    place,
                    outside: false,
                }
            }
            Expected::Outside(object) => {
                let place = self.room(object)?;
                What::Struct {
                    object,
                    place,
                    outside: true,
                }
            }
            _ => return Err(self.wrong(want, Kind::Object)),
        };
        self.push_open(what, State::Key)
    }

    /// Adds zeros for a struct at the end of the scratch memory. Returns their place.
    fn room(&mut self, object: u32) -> Result<usize> {
        let (size, _) = self.layout.element(Element::Struct(object));
        let at = self.scratch.len();
        self.scratch
            .try_reserve(size)
            .map_err(|_| Error::out_of_memory())?;
        self.scratch.resize(at + size, 0);
        Ok(at)
    }

    /// Returns the place of the next struct: inside of the struct or array around it, or at the end
    /// of the scratch memory.
    fn place_of_struct(&mut self, object: u32) -> Result<usize> {
        match self.open.last().map(|open| (open.what, open.at)) {
            Some((What::Struct { place, .. }, _)) => {
                Ok(place + self.field().map_or(0, |field| field.offset as usize))
            }
            Some((What::Array { of, place, .. }, at)) => Ok(place + at * self.layout.element(of).0),
            _ => self.room(object),
        }
    }

    /// Begins an array.
    pub(super) fn open_array(&mut self) -> Result {
        let want = self.want("an array")?;
        let what = match want {
            Expected::Vector(field, of, tags) => What::Vector { field, of, tags },
            // The bytes of a buffer come one by one.
            Expected::Nested(field, _) => What::Vector {
                field,
                of: Element::Scalar(Scalar::U8),
                tags: 0,
            },
            Expected::Array(field, of, len) => {
                let place = match self.open.last().map(|open| open.what) {
                    Some(What::Struct { place, .. }) => place + field.offset as usize,
                    _ => return Err(self.wrong(want, Kind::Array)),
                };
                What::Array {
                    field,
                    of,
                    len,
                    place,
                }
            }
            _ => return Err(self.wrong(want, Kind::Array)),
        };
        self.push_open(what, State::Item)
    }

    /// Stores text in an array of a struct, with zeros behind it.
    pub(super) fn chars(&mut self, text: &str, field: &Field, len: u16) -> Result {
        chars::fits(text, len.into()).map_err(|error| self.fail(error))?;
        if let Some(What::Struct { place, .. }) = self.open.last().map(|open| open.what) {
            let at = place + field.offset as usize;
            if let Some(place) = self.scratch.get_mut(at..at + text.len()) {
                place.copy_from_slice(text.as_bytes());
            }
        }
        self.placed(Value::Absent)
    }

    /// Ends the innermost container.
    fn pop(&mut self, open: Open<'s>) {
        self.open.pop();
        self.items.truncate(open.items);
        self.tags.truncate(open.tags);
        self.state = open.behind;
    }

    /// Ends an array.
    pub(super) fn close_array(&mut self) -> Result {
        let (State::Item, Some(open)) = (self.state, self.open.last().copied()) else {
            return Err(self.out_of_order("the end of an array"));
        };
        match open.what {
            What::Array { len, .. } => {
                if open.at != len.into() {
                    // The array has no item that the last step of this path leads to.
                    let mut path = self.path();
                    path.pop();
                    let error = wrong_len(len, "fewer").or_path(|| path);
                    return Err(self.fail(error));
                }
                self.pop(open);
                self.placed(Value::Absent)
            }
            What::Vector { field, of, tags } => {
                let at = self.vector(&open, field, of, tags);
                self.scratch.truncate(open.scratch);
                self.pop(open);
                let at = at.map_err(|error| self.fail(error))?;
                self.placed(Value::At(at))
            }
            _ => Err(self.out_of_order("the end of an array")),
        }
    }

    fn vector(
        &mut self,
        open: &Open<'s>,
        field: &Field,
        of: Element,
        tags: usize,
    ) -> Result<usize> {
        let long = field.width == Width::Vector;
        if let Element::Union(_) = of
            && self.out.u32(tags) as usize != open.at
        {
            let expected = alloc::format!("as many values as types, {}", self.out.u32(tags));
            let error = Error::expected(ErrorKind::Refused, expected);
            return Err(error.with_found(alloc::format!("{}", open.at)));
        }
        match of {
            Element::Struct(object) => self.sort_structs(open.scratch, object)?,
            Element::Table(object) => self.sort_tables(open.items, object),
            _ => {}
        }
        let bytes = &self.scratch[open.scratch..];
        match of {
            Element::Scalar(_) | Element::Tag(_) | Element::Struct(_) => {
                let align = self.layout.element(of).1.max(field.force_align.into());
                let align = match field.ty {
                    Type::Nested(object) => {
                        let limits = self.options.limits;
                        checked_nested(self.layout, object, bytes, limits)
                            .map(|()| self.nested_align)?
                    }
                    _ => align,
                };
                self.out.vector(open.at, bytes, align, long)
            }
            _ => {
                let items = &self.items[open.items..];
                self.out.pad(4 * items.len(), 4)?;
                for item in items.iter().rev() {
                    match item.value {
                        Value::At(at) => self.out.point(at, false)?,
                        // The union has no value.
                        _ => self.out.push(&[0; 4])?,
                    }
                }
                self.out.length(items.len(), false)
            }
        }
    }

    /// Writes a vector of bytes for the current field. Returns its position.
    pub(super) fn vector_of_bytes(&mut self, bytes: &[u8], align: usize) -> Result<usize> {
        let field = self.field();
        let long = field.is_some_and(|field| field.width == Width::Vector);
        let align = align.max(field.map_or(0, |field| field.force_align.into()));
        self.out.vector(bytes.len(), bytes, align, long)
    }

    /// Writes the bytes of a vector, of a nested buffer, or of a FlexBuffer.
    pub(super) fn bytes_of(&mut self, bytes: &[u8]) -> Result {
        let want = self.want("bytes")?;
        let limits = self.options.limits;
        let align = match want {
            Expected::Vector(_, Element::Scalar(Scalar::U8 | Scalar::I8), _) => Ok(1),
            Expected::Nested(_, object) => {
                checked_nested(self.layout, object, bytes, limits).map(|()| self.nested_align)
            }
            Expected::Flex => match Flex::new(bytes, &limits) {
                Ok(_) => Ok(8),
                Err(error) => Err(error.without_offset()),
            },
            _ => return Err(self.wrong(want, Kind::Bytes)),
        };
        let at = align.and_then(|align| self.vector_of_bytes(bytes, align));
        let at = at.map_err(|error| self.fail(error))?;
        self.placed(Value::At(at))
    }

    /// Ends an object.
    pub(super) fn close_map(&mut self) -> Result {
        let (State::Key, Some(open)) = (self.state, self.open.last().copied()) else {
            return Err(self.out_of_order("the end of an object"));
        };
        match open.what {
            What::Table { object, nested } => {
                self.nothing_waits(open.late, object)?;
                let table = self.table(&open, object);
                let mut at = table.map_err(|error| self.fail(error))?;
                if let (Some(long), Some(around)) = (nested, nested.and_then(|_| self.around.pop()))
                {
                    let vector = self.out.end_nested(around, at, long);
                    at = vector.map_err(|error| self.fail(error))?;
                }
                self.scratch.truncate(open.scratch);
                self.pop(open);
                self.placed(Value::At(at))
            }
            What::Struct {
                object,
                place,
                outside,
            } => {
                self.whole(&open, object)
                    .map_err(|error| self.fail(error))?;
                self.pop(open);
                if !outside {
                    return self.placed(Value::Struct(place));
                }
                let (size, align) = self.layout.element(Element::Struct(object));
                self.out
                    .pad(size, align)
                    .and_then(|()| self.out.push(&self.scratch[place..]))
                    .map_err(|error| self.fail(error))?;
                self.scratch.truncate(place);
                self.placed(Value::At(self.out.used()))
            }
            _ => Err(self.out_of_order("the end of an object")),
        }
    }

    /// Sorts the fields that came, and refuses a duplicate.
    fn in_order(&mut self, open: &Open<'s>, object: u32) -> Result {
        let items = &mut self.items[open.items..];
        if !items.is_sorted_by(|a, b| a.field < b.field) {
            items.sort_unstable_by_key(|item| item.field);
        }
        let doubled = items
            .windows(2)
            .find(|pair| pair[0].field == pair[1].field)
            .map(|pair| usize::from(pair[0].field));
        match doubled {
            Some(field) => {
                let name = self.name_of(object, field);
                Err(self.fail_at_key(Error::duplicate_key(name), name))
            }
            None => Ok(()),
        }
    }

    fn name_of(&self, object: u32, field: usize) -> &'s str {
        let field = self.layout.fields(object as usize).get(field);
        field.map_or("", |field| self.layout.name(field.name))
    }

    /// Refuses a struct that lacks one of its members.
    fn whole(&mut self, open: &Open<'s>, object: u32) -> Result {
        self.in_order(open, object)?;
        let items = &self.items[open.items..];
        let count = self.layout.fields(object as usize).len();
        let there = |(at, item): &(usize, &Item)| usize::from(item.field) == *at;
        match items.iter().enumerate().take_while(there).count() {
            all if all == count => Ok(()),
            missing => Err(self.missing(object, missing, "the members of a struct are all there")),
        }
    }

    #[cold]
    fn missing(&self, object: u32, field: usize, hint: &'static str) -> Error {
        let expected = alloc::format!("a member `{}`", self.name_of(object, field));
        Error::expected(ErrorKind::MissingField, expected).with_hint(hint)
    }

    /// Returns the value of a field of the current table, if it came.
    fn value_of(&self, open: &Open<'s>, field: usize) -> Option<Value> {
        let items = &self.items[open.items..];
        let at = items.binary_search_by_key(&field, |item| item.field.into());
        let value = items[at.ok()?].value;
        (value != Value::Absent).then_some(value)
    }

    /// Checks that each required field has come, and each union that has a tag.
    fn complete(&self, open: &Open<'s>, object: u32) -> Result {
        for tagged in &self.tags[open.tags..] {
            let union = usize::from(tagged.field) + 1;
            if tagged.value != Value::Bits(0) && self.value_of(open, union).is_none() {
                return Err(self.missing(object, union, "its type says that it is there"));
            }
        }
        if !self.names.is_demanding(object) {
            return Ok(());
        }
        for (number, field) in self.layout.fields(object as usize).iter().enumerate() {
            if field.presence == Presence::Required && self.value_of(open, number).is_none() {
                return Err(self.missing(object, number, "the schema requires it"));
            }
        }
        Ok(())
    }

    /// Writes the table that ends. Returns its position.
    fn table(&mut self, open: &Open<'s>, object: u32) -> Result<usize> {
        self.in_order(open, object)?;
        self.complete(open, object)?;
        let fields = self.layout.fields(object as usize);
        let mut order = core::mem::take(&mut self.order);
        order.clear();
        for (at, item) in self.items.iter().enumerate().skip(open.items) {
            let field = &fields[usize::from(item.field)];
            let left_out = match (item.value, field.presence) {
                (Value::Absent, _) => true,
                (Value::Bits(bits), Presence::Default(default)) => {
                    bits == default && !self.options.defaults
                }
                _ => false,
            };
            if !left_out {
                let (_, align) = self.layout.inline(field.ty, field.width);
                push(&mut order, (align as u16, item.field, at))?;
            }
        }
        let count = order
            .last()
            .map_or(0, |(_, field, _)| usize::from(*field) + 1);
        // Fields with the largest alignment are written first, which is at the end of the table. So
        // the fields before them need no gap.
        order.sort_by_key(|(align, ..)| core::cmp::Reverse(*align));
        let before = self.out.used();
        let mut vtable = core::mem::take(&mut self.vtable);
        vtable.clear();
        vtable
            .try_reserve(Layout::slot(count))
            .map_err(|_| Error::out_of_memory())?;
        vtable.resize(Layout::slot(count), 0);
        for (_, field, at) in &mut order {
            let value = self.items[*at].value;
            self.in_table(&fields[usize::from(*field)], value)?;
            // From here on this is the position of the field.
            *at = self.out.used();
        }
        self.out.pad(4, 4)?;
        let table = self.out.used() + 4;
        let size = u16::try_from(table - before)
            .map_err(|_| Error::too_large(u16::MAX.into()).with_hint("a table ends at 64 KiB"))?;
        let mut word = |at: usize, word: u16| {
            vtable[at..at + 2].copy_from_slice(&word.to_le_bytes());
        };
        word(0, Layout::slot(count) as u16);
        word(2, size);
        for (_, field, at) in &order {
            word(Layout::slot((*field).into()), (table - at) as u16);
        }
        let table = self.out.finish_table(&vtable)?;
        self.order = order;
        self.vtable = vtable;
        Ok(table)
    }

    /// Writes a field of the table that ends.
    fn in_table(&mut self, field: &Field, value: Value) -> Result {
        let (size, align) = self.layout.inline(field.ty, field.width);
        self.out.pad(size, align)?;
        match value {
            Value::Bits(bits) => self.out.push(&bits.to_le_bytes()[..size]),
            Value::At(at) => self.out.point(at, field.width != Width::Narrow),
            Value::Struct(at) => self.out.push(&self.scratch[at..at + size]),
            Value::Absent => Ok(()),
        }
    }
}

/// Verifies a buffer that is given as bytes.
fn checked_nested(
    layout: Layout<'_>,
    object: u32,
    bytes: &[u8],
    limits: varvel_core::Limits,
) -> Result {
    let verified = Verify::new()
        .limits(limits)
        .check(&layout, object as usize, bytes);
    // An offset within those bytes means nothing to the reader of the document.
    verified.map(|_| ()).map_err(Error::without_offset)
}

/// Returns the largest alignment that a buffer of this layout may need.
pub(super) fn largest_align(layout: Layout<'_>) -> usize {
    let structs = layout.objects().iter().map(|object| match object.shape {
        crate::layout::TableOrStruct::Struct { align, .. } => align,
        crate::layout::TableOrStruct::Table => 1,
    });
    let forced = layout.parts().fields.iter().map(|field| field.force_align);
    structs.chain(forced).fold(8, u16::max).into()
}
