//! [`Writer`] as a sink: it writes one event after the other.

use varvel_core::pipe::Scalar;
use varvel_core::{
    AsText, Bytes, Error, Format, Name, Profile, Result, Sink, Str, Tag, Text, Timestamp,
};
use varvel_raw::buffer::OutOfMemory;

use super::Writer;
use super::digits::{self, Written};
use super::state::Awaited;
use crate::codes::{self, head, tag};
use crate::error;
use crate::marker::Cbor;
use crate::read::{is_one, of_float, of_text};

/// How many numbers of a long array are written in one piece.
const ROW: usize = 64;

/// Returns a short name with its head, and how many of the bytes count.
#[inline(always)]
fn short(name: &Name) -> Option<([u8; 32], usize)> {
    // The quotes do not count. The first one is replaced by the head.
    let (quoted, len) = name.key().block();
    let len @ ..24 = len.checked_sub(2)? else {
        return None;
    };
    let mut bytes = *quoted;
    bytes[0] = codes::TEXT | len as u8;
    Some((bytes, len + 1))
}

const fn major(map: bool) -> u8 {
    if map { codes::MAP } else { codes::ARRAY }
}

/// The next node, with the data that the tag before it or an error message needs.
#[derive(Clone, Copy)]
enum Node {
    /// An integer, and whether it fits `i64`.
    Integer(bool),
    /// A float, and whether it is a point in time behind the tag 1.
    Float(bool),
    /// A string, and whether it is a point in time behind the tag 0.
    Text(bool),
    /// Bytes, and their number.
    Bytes(usize),
    Array,
    Map,
    /// A number or a point in time that has a tag of its own.
    Tagged(&'static str),
    Tag,
    Null,
    Other,
}

impl Node {
    /// Returns the node of a number that came as text.
    fn of(number: &Written) -> Self {
        match *number.as_bytes() {
            [codes::UNSIGNED_64 | codes::NEGATIVE_64, 0x80..=0xFF, ..] => Self::Integer(false),
            [..codes::BYTES, ..] => Self::Integer(true),
            _ => Self::Tagged("a number"),
        }
    }

    const fn container(map: bool) -> Self {
        if map { Self::Map } else { Self::Array }
    }

    /// Returns the node of a float. It is for the rare paths.
    fn of_float(value: f64) -> Self {
        Self::Float(of_float(value).is_some())
    }

    /// Returns the node of a string. It is for the rare paths.
    fn of_text(value: &[u8]) -> Self {
        let short = value.len() <= codes::BIG_BYTES;
        Self::Text(short && of_text(value).is_some())
    }

    /// Returns the name of the node in error messages.
    const fn name(self) -> &'static str {
        match self {
            Self::Text(_) => "a string",
            Self::Bytes(_) => "bytes",
            Self::Array | Self::Map => "a container",
            Self::Tagged(name) => name,
            Self::Tag => "a tag",
            Self::Null => "null",
            _ => "a value",
        }
    }

    /// Returns why the node may not stand behind a tag, if it may not: the words for the error
    /// message, and for its hint.
    const fn refused_behind(self, number: u64) -> Option<(&'static str, &'static str)> {
        match (number, self) {
            (tag::TEXT_TIME, Self::Text(true)) => Some((
                "the tag 0 before a date, which is a point in time",
                "write a timestamp instead",
            )),
            (tag::TEXT_TIME, Self::Text(false)) => None,
            (tag::TEXT_TIME, _) => Some((
                "the tag 0 before something else than a string",
                "it is for dates: write the value without it",
            )),
            (tag::EPOCH_TIME, Self::Integer(true) | Self::Float(true)) => Some((
                "the tag 1 before a number, which is a point in time",
                "write a timestamp instead",
            )),
            (tag::EPOCH_TIME, Self::Integer(_) | Self::Float(_)) => None,
            (tag::EPOCH_TIME, _) => Some((
                "the tag 1 before something else than a number",
                "it is for points in time: write the value without it",
            )),
            (tag::BIG_UNSIGNED | tag::BIG_NEGATIVE, Self::Bytes(..=codes::BIG_BYTES)) => Some((
                "the tag 2 or 3 before bytes, which are an integer",
                "write the integer instead",
            )),
            _ => None,
        }
    }
}

#[cold]
#[inline(never)]
fn no_memory(_: OutOfMemory) -> Error {
    Error::out_of_memory()
}

impl Writer {
    /// Checks that a value may come. It is called before every value.
    #[inline(always)]
    fn before_value(&mut self, node: Node) -> Result {
        match self.order.takes_value() {
            true => Ok(()),
            false => self.unusual_value(node),
        }
    }

    /// Checks a node that is a key, or stands behind a tag that does not allow every node.
    #[cold]
    #[inline(never)]
    fn unusual_value(&mut self, node: Node) -> Result {
        if self.order.takes_any_key() {
            return Ok(());
        }
        let Some(Awaited::Content(number)) = self.order.awaited() else {
            return Err(self.out_of_order(node.name()));
        };
        if let Some((what, hint)) = node.refused_behind(number) {
            return Err(self.refuse(what, hint));
        }
        self.order.take_awaited();
        Ok(())
    }

    /// Writes a whole value: the first `n` of `bytes`.
    #[inline(always)]
    fn scalar<const N: usize>(&mut self, node: Node, (bytes, n): ([u8; N], usize)) -> Result {
        self.before_value(node)?;
        self.out.put_part(bytes, n).map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    #[inline(always)]
    fn text(&mut self, text: Str<'_, '_>) -> Result {
        let text = text.text();
        match text.len() {
            len @ ..24 => self
                .out
                .put_text([codes::TEXT | len as u8], text)
                .map_err(no_memory),
            len @ ..=0xFF => self
                .out
                .put_text([codes::TEXT | codes::ONE_BYTE, len as u8], text)
                .map_err(no_memory),
            _ => self.long_text(text),
        }
    }

    #[inline(never)]
    fn long_text(&mut self, text: Text<'_>) -> Result {
        let (head, len) = head(codes::TEXT, text.len() as u64);
        self.out.put_part(head, len).map_err(no_memory)?;
        self.out.put_text([], text).map_err(no_memory)
    }

    /// Writes the head of a container of `len` nodes.
    #[inline(always)]
    fn begin(&mut self, map: bool, len: Option<usize>) -> Result {
        if !self.order.takes_value() {
            return self.unusual_begin(map, len);
        }
        self.begin_here(map, len)
    }

    /// Writes the head of a container. The caller has checked that one may come.
    #[inline(always)]
    fn begin_here(&mut self, map: bool, len: Option<usize>) -> Result {
        let (at, said) = (self.out.len(), len.unwrap_or(0));
        let (head, len) = head(major(map), said as u64);
        self.out.put_part(head, len).map_err(no_memory)?;
        self.order.open(map, at, said)
    }

    /// Writes the head of a container that is a key, or stands behind a tag that does not allow
    /// every node.
    #[cold]
    #[inline(never)]
    fn unusual_begin(&mut self, map: bool, len: Option<usize>) -> Result {
        let awaited = self.order.awaited();
        self.unusual_value(Node::container(map))?;
        match (awaited, map) {
            (Some(Awaited::Content(number @ tag::DECIMAL)), false)
            | (Some(Awaited::Content(number @ tag::EXTENDED_TIME)), true) => {
                let room = self.watched.try_reserve(1);
                room.map_err(|_| Error::out_of_memory())?;
                self.watched.push((self.out.len(), number));
                // Without a length, the container ends in `unusual_end`, which looks at its items.
                self.begin_here(map, None)
            }
            _ => self.begin_here(map, len),
        }
    }

    #[inline(always)]
    fn end(&mut self, map: bool) -> Result {
        match self.order.close(map) {
            true => Ok(()),
            false => self.unusual_end(map),
        }
    }

    /// Ends a container that has another length than announced. It is an error if no container may
    /// end here.
    #[inline(never)]
    fn unusual_end(&mut self, map: bool) -> Result {
        let Some(end) = self.order.close_other(map) else {
            return Err(self.out_of_order("the end of a container"));
        };
        if end.count == 2 && self.is_one(end.at) {
            self.order.take_back();
            return Err(self.refuse(
                "a tag and a container that are one value",
                "write the decimal or the timestamp instead",
            ));
        }
        // A length that does not fit `usize` had the longest head.
        let said = end.said.map_or(u64::MAX, |said| said as u64);
        let (_, room) = head(major(map), said);
        let (right, len) = head(major(map), end.count as u64);
        self.heads
            .put(self.out.as_mut_slice(), end.at, room as u8, &right[..len])
    }

    /// Returns whether the container at `at` is read as one value with the tag before it. It has
    /// two items or members.
    fn is_one(&mut self, at: usize) -> bool {
        while let Some(&(watched, number)) = self.watched.last()
            && watched >= at
        {
            self.watched.pop();
            if watched == at {
                let two = self.out.as_slice().get(at + 1..);
                return two.is_some_and(|two| is_one(number, two));
            }
        }
        false
    }

    /// Writes several numbers of an array. `bytes` returns the bytes of each.
    #[inline(always)]
    fn numbers<T: Copy>(&mut self, values: &[T], bytes: impl Fn(T) -> ([u8; 16], usize)) -> Result {
        if values.is_empty() {
            return Ok(());
        }
        if !self.order.takes_items() {
            return Err(self.out_of_order("numbers of an array"));
        }
        for some in values.chunks(ROW) {
            self.out.put_row([], some, &bytes).map_err(no_memory)?;
        }
        self.order.items(values.len());
        Ok(())
    }

    /// Writes a whole array of numbers.
    #[inline(always)]
    fn array<T: Copy>(&mut self, values: &[T], bytes: impl Fn(T) -> ([u8; 16], usize)) -> Result {
        let (len @ ..24, true) = (values.len(), self.order.takes_value()) else {
            self.begin(false, Some(values.len()))?;
            self.numbers(values, bytes)?;
            return self.end(false);
        };
        let head = [codes::ARRAY | len as u8];
        self.out.put_row(head, values, bytes).map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn out_of_order(&mut self, found: &'static str) -> Error {
        let error = error::out_of_order(self.order.expected(), found);
        self.fail(error)
    }

    /// Writes a number that came as text. It writes text instead if readers would not take it for a
    /// number.
    fn number(
        &mut self,
        written: core::result::Result<Written, &'static str>,
        number: Scalar<'_, '_>,
    ) -> Result {
        let what = match written {
            Ok(written) => {
                self.before_value(Node::of(&written))?;
                self.out.extend(written.as_bytes()).map_err(no_memory)?;
                self.order.value();
                return Ok(());
            }
            Err(what) => what,
        };
        match self.options.as_text.value(number) {
            Ok(Some(text)) => self.str(Str::Scratch((&*text).into())),
            Ok(None) => Err(self.refuse(what, AsText::HINT)),
            Err(error) => Err(self.fail(error)),
        }
    }

    /// Writes a float that is a key, or stands behind a tag that does not allow every node.
    #[cold]
    #[inline(never)]
    fn unusual_float(&mut self, value: f64, (bytes, n): ([u8; 16], usize)) -> Result {
        self.unusual_value(Node::of_float(value))?;
        self.out.put_part(bytes, n).map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    /// Writes the null behind the tag of a simple value, or refuses it.
    #[cold]
    #[inline(never)]
    fn unusual_null(&mut self) -> Result {
        let Some(Awaited::Simple(number)) = self.order.awaited() else {
            self.unusual_value(Node::Null)?;
            return self.scalar_here(([codes::NULL, 0], 1));
        };
        self.order.take_awaited();
        self.scalar_here(match number {
            0..24 => ([codes::SIMPLE | number, 0], 1),
            _ => ([codes::SIMPLE_8, number], 2),
        })
    }

    /// Writes a value. The caller has checked that one may come.
    fn scalar_here(&mut self, (bytes, n): ([u8; 2], usize)) -> Result {
        self.out.put_part(bytes, n).map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn refuse(&mut self, what: &'static str, hint: &'static str) -> Error {
        self.fail(error::refused(what, hint))
    }
}

impl<'de> Sink<'de> for Writer {
    #[inline(always)]
    fn nest(&mut self) -> Result {
        let (most, depth) = (self.options.most(), self.order.depth());
        match depth < most {
            true => Ok(()),
            false => Err(self.fail(Error::type_too_deep(most))),
        }
    }

    #[inline(always)]
    fn null(&mut self) -> Result {
        match self.order.takes_value() {
            true => self.scalar(Node::Null, ([codes::NULL], 1)),
            false => self.unusual_null(),
        }
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result {
        self.scalar(Node::Other, ([codes::FALSE + u8::from(value)], 1))
    }

    #[inline(always)]
    fn i64(&mut self, value: i64) -> Result {
        self.scalar(Node::Integer(true), codes::integer(value))
    }

    fn u64(&mut self, value: u64) -> Result {
        let small = i64::try_from(value).is_ok();
        self.scalar(Node::Integer(small), head(codes::UNSIGNED, value))
    }

    #[inline(always)]
    fn f64(&mut self, value: f64) -> Result {
        match self.order.takes_value() {
            true => self.scalar(Node::Other, codes::float(value)),
            false => self.unusual_float(value, codes::float(value)),
        }
    }

    fn f32(&mut self, value: f32) -> Result {
        let bytes = codes::float_32(value.to_bits());
        match self.order.takes_value() {
            true => self.scalar(Node::Other, bytes),
            false => self.unusual_float(value.into(), bytes),
        }
    }

    fn big_integer(&mut self, digits: &str) -> Result {
        self.number(digits::integer(digits), Scalar::BigInteger(digits))
    }

    fn decimal(&mut self, text: &str) -> Result {
        self.number(digits::decimal(text), Scalar::Decimal(text))
    }

    #[inline(always)]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        if !self.order.takes_value() {
            self.unusual_value(Node::of_text(value.text().as_bytes()))?;
        }
        self.text(value)?;
        self.order.value();
        Ok(())
    }

    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.before_value(Node::Bytes(value.len()))?;
        let (head, len) = head(codes::BYTES, value.len() as u64);
        self.out.put_part(head, len).map_err(no_memory)?;
        self.out.extend(&value).map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.before_value(Node::Tagged("a timestamp"))?;
        let mut put = |(bytes, len): ([u8; 16], usize)| self.out.put_part(bytes, len);
        let seconds = codes::integer(value.seconds());
        let written = match value.nanos() {
            0 => put(head(codes::TAG, tag::EPOCH_TIME)).and_then(|()| put(seconds)),
            nanos => put(head(codes::TAG, tag::EXTENDED_TIME))
                .and_then(|()| put(head(codes::MAP, 2)))
                .and_then(|()| put(head(codes::UNSIGNED, 1)))
                .and_then(|()| put(seconds))
                .and_then(|()| put(head(codes::NEGATIVE, codes::NANOSECONDS)))
                .and_then(|()| put(head(codes::UNSIGNED, nanos.into()))),
        };
        written.map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    fn tag(&mut self, tag: Tag) -> Result {
        let begins = self.out.len() == self.start;
        self.before_value(Node::Tag)?;
        match tag {
            Tag::Number(number) => {
                if begins && number == tag::SELF_DESCRIBED {
                    // A reader ignores the first of these tags.
                    self.out.put(codes::SIGNATURE).map_err(no_memory)?;
                }
                let (bytes, len) = head(codes::TAG, number);
                self.out.put_part(bytes, len).map_err(no_memory)?;
                match number {
                    tag::TEXT_TIME..=tag::DECIMAL | tag::EXTENDED_TIME => {
                        self.order.content(number);
                    }
                    _ => self.order.tag(),
                }
                Ok(())
            }
            // A reader would take these values for false, true and null.
            Tag::Simple(20..=22) => Err(self.refuse(
                "a simple value from 20 to 22",
                "write false, true or null instead",
            )),
            Tag::Simple(24..32) => Err(self.refuse(
                "a simple value from 24 to 31",
                "those are reserved: use another one",
            )),
            Tag::Simple(number) => {
                self.order.simple(number);
                Ok(())
            }
            Tag::Extension(_) => Err(self.refuse(
                "an extension type of MessagePack",
                "write its bytes alone, or behind a tag",
            )),
        }
    }

    #[inline(always)]
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        self.begin(false, len)
    }

    #[inline(always)]
    fn empty_array(&mut self) -> Result {
        self.before_value(Node::Array)?;
        self.out.put([codes::ARRAY]).map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    #[inline(always)]
    fn end_array(&mut self) -> Result {
        self.end(false)
    }

    #[inline(always)]
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        self.begin(true, len)
    }

    #[inline(always)]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        if !self.order.takes_key() {
            return Err(self.out_of_order("a key"));
        }
        let at = self.out.len();
        self.text(key)?;
        self.order.key(at);
        Ok(())
    }

    #[inline(always)]
    fn name(&mut self, name: &'static Name) -> Result {
        let Some((bytes, len)) = short(name) else {
            return self.key(Str::from(name.text()));
        };
        if !self.order.takes_key() {
            return Err(self.out_of_order("a key"));
        }
        let at = self.out.len();
        self.out.put_part(bytes, len).map_err(no_memory)?;
        self.order.key(at);
        Ok(())
    }

    #[inline(always)]
    fn member_i64(&mut self, name: &'static Name, value: i64) -> Result {
        let (Some((key, len)), true) = (short(name), self.order.takes_key()) else {
            self.name(name)?;
            return self.i64(value);
        };
        let at = self.out.len();
        let (bytes, n) = codes::integer(value);
        let put = |room: &mut [u8; 16]| {
            *room = bytes;
            n
        };
        self.out.put_both(key, len, put).map_err(no_memory)?;
        self.order.key(at);
        self.order.value();
        Ok(())
    }

    fn any_key(&mut self) -> Result {
        if !self.order.takes_key() {
            return Err(self.out_of_order("a key"));
        }
        self.order.any_key(self.out.len());
        Ok(())
    }

    #[inline(always)]
    fn end_map(&mut self) -> Result {
        self.end(true)
    }

    #[inline(always)]
    fn profile(&self) -> Profile {
        Cbor::PROFILE
    }

    fn raw(&mut self, format: &str, bytes: &[u8]) -> Result<bool> {
        // A deterministic writer sorts members, and a tag may need to know its node. Neither is
        // possible with raw bytes.
        if format != Cbor::NAME || self.options.deterministic || self.order.awaited().is_some() {
            return Ok(false);
        }
        self.before_value(Node::Other)?;
        self.out.extend(bytes).map_err(no_memory)?;
        self.order.value();
        Ok(true)
    }

    fn i64s(&mut self, values: &[i64]) -> Result {
        self.numbers(values, codes::integer)
    }

    fn f64s(&mut self, values: &[f64]) -> Result {
        self.numbers(values, codes::float)
    }

    #[inline(always)]
    fn i64_array(&mut self, values: &[i64]) -> Result {
        self.array(values, codes::integer)
    }

    #[inline(always)]
    fn f64_array(&mut self, values: &[f64]) -> Result {
        self.array(values, codes::float)
    }
}
