//! The verifier: one pass over a buffer by a layout, after which everything in it can be read without a check.
//!
//! It works on any [`Layout`], so that generated code and reflection are served by the same lines. What it finds
//! true of a table of an object:
//! * the table stands inside at a multiple of 4, its vtable at a multiple of 2; the vtable has at least its two sizes
//!   and as many bytes as it says, the table as many as that says;
//! * each field that the layout knows and that is there stands inside of the table, at a multiple of its alignment,
//!   with all of its bytes; required ones are there;
//! * each offset leads forward, inside; what it leads to is verified as what the layout says: strings with their
//!   zero and as UTF-8, vectors with all of their elements, tables, unions by their tag, nested buffers with their root;
//! * a union has a tag if and only if it has a value. A tag that the layout does not know is let be, as flatc does for
//!   what later versions of a schema add: nothing reads its value.
//!
//! Offsets lead forward alone, so that nothing is cyclic; but what is shared is seen each time, so that all that is seen
//! is counted against [`Limits`]: `depth` for tables and vectors in each other, `nodes` for tables, `replay` for
//! how often each byte of the buffer may be seen on the average.

mod stack;

use alloc::format;

use varvel_core::path::Step;
use varvel_core::{Error, ErrorKind, Limits, Result};

use crate::layout::{Element, Field, Layout, MemberType, Presence, Scalar, Type, Width};
use crate::read::{Place, TableRef};
use crate::schema::{Of, Table};
use stack::{Frame, Stack};

/// What a buffer is verified for.
///
/// ```
/// use varvel_core::Limits;
/// use varvel_flatbuffers::Verify;
/// let verify = Verify::new().size_prefixed().limits(Limits { depth: 16, ..Limits::DEFAULT });
/// # let _ = verify;
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Verify {
    limits: Limits,
    size_prefixed: bool,
    identified: bool,
}

/// The root of a buffer, verified with [`Verify::new`]. One pass.
///
/// # Errors
/// `InvalidBuffer`, `UnexpectedEnd`, `InvalidUtf8`, `MissingField` and the limits' kinds; with offset and path.
pub fn root<T: Table>(bytes: &[u8]) -> Result<T::View<'_>> {
    Verify::new().root::<T>(bytes)
}

/// The root of a buffer that begins with its size, verified. One pass.
///
/// # Errors
/// As [`root`].
pub fn size_prefixed_root<T: Table>(bytes: &[u8]) -> Result<T::View<'_>> {
    Verify::new().size_prefixed().root::<T>(bytes)
}

/// The root of a buffer that is known to be right, in no time.
///
/// # Safety
/// [`root`] gives no error for these bytes and this type.
pub unsafe fn root_unchecked<T: Table>(bytes: &[u8]) -> T::View<'_> {
    let start = Place::start_of(bytes);
    // SAFETY: the caller's contract: it is verified that the offset of a table of this object is here.
    T::view(unsafe { TableRef::new(start.follow(false)) })
}

impl Verify {
    /// With the default limits, without a size before the buffer, and with any file identifier or none.
    pub const fn new() -> Self {
        Self {
            limits: Limits::DEFAULT,
            size_prefixed: false,
            identified: false,
        }
    }

    /// With these limits.
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// For a buffer with its size before it. What follows the buffer does not count.
    pub const fn size_prefixed(mut self) -> Self {
        self.size_prefixed = true;
        self
    }

    /// For a buffer with the file identifier of its schema, if that has one. Many a writer leaves it out.
    pub const fn identified(mut self) -> Self {
        self.identified = true;
        self
    }

    /// The root of these bytes.
    ///
    /// # Errors
    /// As [`root`].
    pub fn root<T: Table>(self, bytes: &[u8]) -> Result<T::View<'_>> {
        const { Of::<T>::TABLE };
        let layout = const { &Of::<T>::LAYOUT };
        let at = self.check(layout, T::OBJECT, bytes)?;
        // SAFETY: the verifier has found a table of this object, by this type's layout, at this position.
        Ok(T::view(unsafe {
            TableRef::new(Place::start_of(bytes).on(at))
        }))
    }

    /// Verifies a buffer whose root is this object of a layout, and gives the position of the root.
    ///
    /// # Errors
    /// As [`root`]; `Refused` if the object is no table of the layout.
    pub fn check(self, layout: &Layout<'_>, object: usize, bytes: &[u8]) -> Result<usize> {
        let shape = layout.objects().get(object).map(|object| object.shape);
        let (Some(crate::layout::Shape::Table), Ok(object)) = (shape, u32::try_from(object)) else {
            return Err(Error::expected(ErrorKind::Refused, "a table as the root"));
        };
        if bytes.len() > self.limits.bytes {
            return Err(Error::too_large(self.limits.bytes));
        }
        let replayed = self.limits.replay.saturating_mul(bytes.len());
        let mut pass = Pass {
            layout,
            bytes,
            start: 0,
            end: bytes.len(),
            depth: self.limits.depth,
            tables: self.limits.nodes,
            left: replayed.saturating_add(FREE),
            limits: self.limits,
            stack: Stack::new(),
        };
        let mut first = 0;
        if self.size_prefixed {
            let size = pass.u32(0)? as usize;
            if size > bytes.len() - 4 {
                return Err(pass.end_inside(0, "the bytes that its size says"));
            }
            first = 4;
            pass.end = 4 + size;
        }
        let root = pass.offset(first, false)?;
        if let (true, Some(identifier)) = (self.identified, layout.file_identifier()) {
            pass.identifier(first + 4, identifier)?;
        }
        pass.run(object, root)?;
        Ok(root)
    }
}

/// Bytes that any buffer may have seen again.
const FREE: usize = 64 << 10;

struct Pass<'a> {
    layout: &'a Layout<'a>,
    bytes: &'a [u8],
    /// Alignment counts from here.
    start: usize,
    /// The end of the buffer, or of the nested buffer under way: never more than there are bytes.
    end: usize,
    depth: usize,
    /// How many tables may still be seen.
    tables: usize,
    /// How many bytes may still be seen.
    left: usize,
    limits: Limits,
    stack: Stack,
}

type Fields = stack::Table;

impl<'a> Pass<'a> {
    /// The whole of the buffer.
    fn run(&mut self, object: u32, root: usize) -> Result {
        let table = self.table(object, root)?;
        let mut frame = Frame::Table(table);
        loop {
            let entered = match &mut frame {
                Frame::Table(table) => self.fields(table),
                Frame::Tables { .. } => self.items(&mut frame),
                Frame::Unions { .. } => self.unions(&mut frame),
                Frame::Nested { start, end } => {
                    (self.start, self.end) = (*start, *end);
                    Ok(None)
                }
            };
            let next = match entered {
                Ok(None) => self.stack.pop(),
                Ok(Some(inner)) => match self.stack.push(frame, self.depth) {
                    Ok(()) => Some(inner),
                    Err(error) => return Err(self.trace(error, &[frame])),
                },
                Err(error) => return Err(self.trace(error, &[frame])),
            };
            match next {
                Some(next) => frame = next,
                None => return Ok(()),
            }
        }
    }

    /// The fields of a table from the one it has come to on; what has to be entered before the rest.
    #[inline]
    fn fields(&mut self, table: &mut Fields) -> Result<Option<Frame>> {
        let layout = self.layout;
        let fields = layout.fields(table.object as usize);
        let known = usize::from(table.slots - 4) / 2;
        while let Some(field) = fields.get(table.field as usize) {
            let index = table.field as usize;
            if index >= known {
                break;
            }
            let offset = self.u16_unchecked(table.vtable + Layout::slot(index));
            if offset != 0 {
                if let Some(inner) = self.field(fields, field, table, usize::from(offset))? {
                    table.field += 1;
                    return Ok(Some(inner));
                }
            } else if let Presence::Required = field.presence {
                return Err(self.missing(field, table.at));
            }
            table.field += 1;
        }
        while let Some(field) = fields.get(table.field as usize) {
            if let Presence::Required = field.presence {
                return Err(self.missing(field, table.at));
            }
            table.field += 1;
        }
        Ok(None)
    }

    /// A field that is there.
    #[inline]
    fn field(
        &mut self,
        fields: &[Field],
        field: &Field,
        table: &Fields,
        offset: usize,
    ) -> Result<Option<Frame>> {
        let at = table.at + offset;
        let (size, align) = self.layout.inline(field.ty, field.width);
        if offset < 4 || offset.saturating_add(size) > usize::from(table.size) {
            return Err(self.invalid(at, "a field inside of its table"));
        }
        self.aligned(at, align)?;
        let wide = !matches!(field.width, Width::Narrow);
        match field.ty {
            Type::Scalar(_) | Type::Struct(_) | Type::Array(..) => Ok(None),
            Type::Tag(union) => self.tag(fields, table, at, union).map(|()| None),
            Type::String => {
                let to = self.offset(at, wide)?;
                self.string(to).map(|()| None)
            }
            Type::Table(object) => {
                let to = self.offset(at, false)?;
                Ok(Some(Frame::Table(self.table(object, to)?)))
            }
            Type::Union(union) => {
                let to = self.offset(at, false)?;
                let tag = self.tag_of(table, at, union)?;
                self.member(union, tag, to)
            }
            Type::Vector(element) => {
                let to = self.offset(at, wide)?;
                self.vector(element, field, table, to)
            }
            Type::Nested(object) => {
                let to = self.offset(at, wide)?;
                let (first, len) = self.elements(to, field, (1, 1))?;
                self.nested(object, first, len).map(Some)
            }
            Type::Flex => {
                let to = self.offset(at, wide)?;
                self.elements(to, field, (1, 1)).map(|_| None)
            }
        }
    }

    /// A vector behind an offset.
    fn vector(
        &mut self,
        element: Element,
        field: &Field,
        table: &Fields,
        to: usize,
    ) -> Result<Option<Frame>> {
        let (first, len) = self.elements(to, field, self.layout.element(element))?;
        match element {
            Element::Scalar(_) | Element::Struct(_) | Element::Tag(_) => Ok(None),
            Element::String => {
                for index in 0..len {
                    self.offset(first + 4 * index, false)
                        .and_then(|to| self.string(to))
                        .map_err(|error| error.inside(Step::Index(index)))?;
                }
                Ok(None)
            }
            Element::Table(object) => Ok(Some(Frame::Tables {
                object,
                first,
                index: 0,
                len,
            })),
            Element::Union(union) => {
                let tags = self.tags(table, union, len, to)?;
                Ok(Some(Frame::Unions {
                    union,
                    tags,
                    values: first,
                    index: 0,
                    len,
                }))
            }
        }
    }

    /// The tables of a vector from its item on.
    fn items(&mut self, frame: &mut Frame) -> Result<Option<Frame>> {
        let Frame::Tables {
            object,
            first,
            index,
            len,
        } = frame
        else {
            return Ok(None);
        };
        while *index < *len {
            let to = self.offset(*first + 4 * *index, false)?;
            let mut table = self.table(*object, to)?;
            // What holds nothing that has to be entered is done here.
            match self.fields(&mut table) {
                Ok(None) => *index += 1,
                Ok(Some(inner)) => {
                    // The vector goes on with the next item; on the path it stands for the one before.
                    let next = Frame::Tables {
                        object: *object,
                        first: *first,
                        index: *index + 1,
                        len: *len,
                    };
                    self.stack.push(next, self.depth)?;
                    *frame = Frame::Table(table);
                    return Ok(Some(inner));
                }
                Err(error) => return Err(self.trace_one(error, &Frame::Table(table))),
            }
        }
        Ok(None)
    }

    /// The unions of a vector from its item on.
    fn unions(&mut self, frame: &mut Frame) -> Result<Option<Frame>> {
        let Frame::Unions {
            union,
            tags,
            values,
            index,
            len,
        } = frame
        else {
            return Ok(None);
        };
        let scalar = self.layout.unions()[*union as usize].tag;
        while *index < *len {
            let tag = self.read_tag(*tags + *index * scalar.size(), scalar);
            let at = *values + 4 * *index;
            if tag != 0 {
                let to = self.offset(at, false)?;
                if let Some(inner) = self.member(*union, tag, to)? {
                    *index += 1;
                    return Ok(Some(inner));
                }
            }
            *index += 1;
        }
        Ok(None)
    }

    /// The value of a union.
    fn member(&mut self, union: u32, tag: i64, to: usize) -> Result<Option<Frame>> {
        let Some(member) = self.layout.member(union as usize, tag) else {
            return Ok(None);
        };
        match member.ty {
            MemberType::Table(object) => Ok(Some(Frame::Table(self.table(object, to)?))),
            MemberType::String => self.string(to).map(|()| None),
            MemberType::Struct(object) => {
                let (size, align) = self.layout.element(Element::Struct(object));
                self.aligned(to, align)?;
                self.inside(to, size)?;
                self.see(size)?;
                Ok(None)
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

    /// A buffer inside of a vector of bytes.
    fn nested(&mut self, object: u32, first: usize, len: usize) -> Result<Frame> {
        let outer = Frame::Nested {
            start: self.start,
            end: self.end,
        };
        let (start, end) = (self.start, self.end);
        (self.start, self.end) = (first, first + len);
        let root = self.offset(first, false);
        let table = root.and_then(|root| self.table(object, root));
        match table.and_then(|table| self.stack.push(outer, self.depth).map(|()| table)) {
            Ok(table) => Ok(Frame::Table(table)),
            Err(error) => {
                (self.start, self.end) = (start, end);
                Err(error)
            }
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
        self.aligned(vtable, 2)?;
        self.inside(vtable, 4)?;
        let slots = self.u16_unchecked(vtable);
        let size = self.u16_unchecked(vtable + 2);
        if slots < 4 || !slots.is_multiple_of(2) {
            return Err(self.invalid(vtable, "an even size of a vtable, at least 4"));
        }
        if size < 4 {
            return Err(self.invalid(vtable + 2, "a size of a table, at least 4"));
        }
        self.inside(vtable, slots.into())?;
        self.inside(at, size.into())?;
        self.see(size.into())?;
        match self.tables.checked_sub(1) {
            Some(tables) => self.tables = tables,
            None => return Err(Error::too_many_nodes(self.limits.nodes).at(at)),
        }
        Ok(Fields {
            object,
            field: 0,
            at,
            vtable,
            slots,
            size,
        })
    }

    #[inline]
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
        let short = len <= 64 && text.is_ascii();
        if !short && !varvel_raw::utf8::is_valid(text) {
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
    #[inline]
    fn offset(&mut self, at: usize, wide: bool) -> Result<usize> {
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

    fn identifier(&mut self, at: usize, wanted: [u8; 4]) -> Result {
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

    #[inline(always)]
    fn u32(&self, at: usize) -> Result<u32> {
        match self.bytes[..self.end]
            .get(at..)
            .and_then(|rest| rest.first_chunk())
        {
            Some(&bytes) => Ok(u32::from_le_bytes(bytes)),
            None => Err(self.end_inside(at, "4 bytes")),
        }
    }

    #[inline(always)]
    fn u64(&self, at: usize) -> Result<u64> {
        match self.bytes[..self.end]
            .get(at..)
            .and_then(|rest| rest.first_chunk())
        {
            Some(&bytes) => Ok(u64::from_le_bytes(bytes)),
            None => Err(self.end_inside(at, "8 bytes")),
        }
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

    #[cold]
    #[inline(never)]
    fn invalid(&self, at: usize, wanted: &'static str) -> Error {
        Error::expected(ErrorKind::InvalidBuffer, wanted).at(at)
    }

    #[cold]
    #[inline(never)]
    fn misaligned(&self, at: usize, align: usize) -> Error {
        Error::expected(
            ErrorKind::InvalidBuffer,
            format!("a position that is a multiple of {align}"),
        )
        .with_found(format!("{} more than one", (at - self.start) % align))
        .at(at)
    }

    #[cold]
    #[inline(never)]
    fn end_inside(&self, at: usize, wanted: &'static str) -> Error {
        let found = format!("the end of the buffer at byte {}", self.end);
        Error::expected(ErrorKind::UnexpectedEnd, wanted)
            .with_found(found)
            .at(at)
    }

    #[cold]
    #[inline(never)]
    fn missing(&self, field: &Field, at: usize) -> Error {
        let name = self.layout.name(field.name);
        Error::expected(
            ErrorKind::MissingField,
            format!("the required field `{name}`"),
        )
        .at(at)
    }

    /// Puts the way to this error before its path.
    #[cold]
    #[inline(never)]
    fn trace(&self, mut error: Error, innermost: &[Frame]) -> Error {
        for frame in innermost {
            error = self.trace_one(error, frame);
        }
        // What is above has gone past what it has entered.
        for frame in self.stack.outward() {
            error = match *frame {
                Frame::Table(table) => {
                    let field = table.field.saturating_sub(1);
                    self.trace_one(error, &Frame::Table(Fields { field, ..table }))
                }
                Frame::Tables { index, .. } | Frame::Unions { index, .. } => {
                    error.inside(Step::Index(index.saturating_sub(1)))
                }
                Frame::Nested { .. } => error,
            };
        }
        error
    }

    fn trace_one(&self, error: Error, frame: &Frame) -> Error {
        match *frame {
            Frame::Table(table) => {
                let fields = self.layout.fields(table.object as usize);
                match fields.get(table.field as usize) {
                    Some(field) => error.inside(Step::Key(self.layout.name(field.name).into())),
                    None => error,
                }
            }
            Frame::Tables { index, .. } | Frame::Unions { index, .. } => {
                error.inside(Step::Index(index))
            }
            Frame::Nested { .. } => error,
        }
    }
}

#[cold]
#[inline(never)]
fn not_utf8(text: &[u8]) -> Error {
    let error = Error::expected(ErrorKind::InvalidUtf8, "UTF-8");
    match core::str::from_utf8(text) {
        Ok(_) => error,
        Err(reason) => error.with_found(format!(
            "other bytes at byte {} of the string",
            reason.valid_up_to()
        )),
    }
}
