//! [`Writer`] as a sink: it writes one event after the other.

use varvel_core::pipe::Scalar;
use varvel_core::{
    AsText, Bytes, Error, Format, Name, Profile, Result, Sink, Str, Tag, Text, Timestamp,
};
use varvel_raw::buffer::OutOfMemory;

use super::Writer;
use crate::codes::{self, Head, number};
use crate::error;
use crate::marker::MessagePack;

/// How many numbers of a long array are written in one piece.
const ROW: usize = 64;

/// Returns a whole float, and its length.
#[inline(always)]
fn float(value: f64) -> ([u8; 9], usize) {
    (number(codes::FLOAT_64, value.to_bits()), 9)
}

/// Returns a short name with its head, and how many of the bytes count.
#[inline(always)]
fn short(name: &Name) -> Option<([u8; 32], usize)> {
    // The quotes do not count. The first one is replaced by the head.
    let (quoted, len) = name.key().block();
    let len @ ..=codes::FIX_LEN = len.checked_sub(2)? else {
        return None;
    };
    let mut bytes = *quoted;
    bytes[0] = codes::FIX_STR | len as u8;
    Some((bytes, len + 1))
}

#[cold]
#[inline(never)]
fn no_memory(_: OutOfMemory) -> Error {
    Error::out_of_memory()
}

impl Writer {
    /// Checks that a value may come. It is called before every value.
    #[inline(always)]
    fn before_value(&mut self, found: &'static str) -> Result {
        match self.order.takes_value() {
            true => Ok(()),
            false => self.unusual_value(found),
        }
    }

    /// Begins a value that is a key. Any other value is an error here.
    #[cold]
    #[inline(never)]
    fn unusual_value(&mut self, found: &'static str) -> Result {
        match self.order.takes_any_key() {
            true => Ok(()),
            false => Err(self.out_of_order(found)),
        }
    }

    /// Writes a whole value: the first `n` of `bytes`.
    #[inline(always)]
    fn scalar<const N: usize>(&mut self, bytes: [u8; N], n: usize) -> Result {
        self.before_value("a value")?;
        self.out.put_part(bytes, n).map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    #[inline(always)]
    fn text(&mut self, text: Str<'_, '_>) -> Result {
        let text = text.text();
        match text.len() {
            len @ ..=codes::FIX_LEN => self
                .out
                .put_text([codes::FIX_STR | len as u8], text)
                .map_err(no_memory),
            len @ ..=0xFF => self
                .out
                .put_text([codes::STR_8, len as u8], text)
                .map_err(no_memory),
            _ => self.long_text(text),
        }
    }

    #[inline(never)]
    fn long_text(&mut self, text: Text<'_>) -> Result {
        let Some(head) = Head::string(text.len()) else {
            return Err(self.fail(error::too_long("a string")));
        };
        self.out.put_part(head.bytes, head.len).map_err(no_memory)?;
        self.out.put_text([], text).map_err(no_memory)
    }

    /// Writes a whole value: a head and bytes.
    fn block(&mut self, head: Option<Head>, bytes: &[u8]) -> Result {
        let Some(head) = head else {
            return Err(self.fail(error::too_long("bytes")));
        };
        self.out.put_part(head.bytes, head.len).map_err(no_memory)?;
        self.out.extend(bytes).map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    /// Writes the head of a container of `len` nodes.
    #[inline(always)]
    fn begin(&mut self, map: bool, len: Option<usize>) -> Result {
        self.before_value("a container")?;
        let (at, said) = (self.out.len(), len.unwrap_or(0));
        match Head::short_container(map, said) {
            Some(byte) => self.out.put([byte]).map_err(no_memory)?,
            None => self.long_head(map, said)?,
        }
        self.order.open(map, at, said)
    }

    /// Writes the head of a container whose announced length is large. A length that is too large
    /// may still be a wrong hint.
    #[inline(never)]
    fn long_head(&mut self, map: bool, said: usize) -> Result {
        let head = Head::container(map, said).unwrap_or(Head::LONGEST);
        self.out.put_part(head.bytes, head.len).map_err(no_memory)
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
        let Some(head) = Head::container(map, end.count) else {
            return Err(self.fail(error::too_long("a container")));
        };
        let room = end.said.and_then(|said| Head::container(map, said));
        let room = room.unwrap_or(Head::LONGEST).len as u8;
        let head = &head.bytes[..head.len];
        self.heads.put(self.out.as_mut_slice(), end.at, room, head)
    }

    /// Writes several numbers of an array. `bytes` returns the bytes of each.
    #[inline(always)]
    fn numbers<T: Copy, const N: usize>(
        &mut self,
        values: &[T],
        bytes: impl Fn(T) -> ([u8; N], usize),
    ) -> Result {
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
    fn array<T: Copy, const N: usize>(
        &mut self,
        values: &[T],
        bytes: impl Fn(T) -> ([u8; N], usize),
    ) -> Result {
        let Some(head) = Head::short_container(false, values.len()) else {
            self.begin(false, Some(values.len()))?;
            self.numbers(values, bytes)?;
            return self.end(false);
        };
        self.before_value("an array")?;
        self.out.put_row([head], values, bytes).map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn out_of_order(&mut self, found: &'static str) -> Error {
        let error = error::out_of_order(self.order.expected(), found);
        self.fail(error)
    }

    /// Writes a number that MessagePack has no form for.
    #[cold]
    fn other_number(&mut self, number: Scalar<'_, '_>, what: &'static str) -> Result {
        match self.options.as_text.value(number) {
            Ok(Some(text)) => self.str(Str::Scratch((&*text).into())),
            Ok(None) => Err(self.refuse(what, AsText::HINT)),
            Err(error) => Err(self.fail(error)),
        }
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
        self.scalar([codes::NIL], 1)
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result {
        self.scalar([codes::FALSE + u8::from(value)], 1)
    }

    #[inline(always)]
    fn i64(&mut self, value: i64) -> Result {
        let (bytes, n) = Head::integer(value);
        self.scalar(bytes, n)
    }

    fn u64(&mut self, value: u64) -> Result {
        match i64::try_from(value) {
            Ok(value) => self.i64(value),
            Err(_) => self.scalar(number(codes::UINT_64, value), 9),
        }
    }

    #[inline(always)]
    fn f64(&mut self, value: f64) -> Result {
        self.scalar(number(codes::FLOAT_64, value.to_bits()), 9)
    }

    fn f32(&mut self, value: f32) -> Result {
        let [a, b, c, d] = value.to_bits().to_be_bytes();
        self.scalar([codes::FLOAT_32, a, b, c, d], 5)
    }

    fn big_integer(&mut self, digits: &str) -> Result {
        self.other_number(Scalar::BigInteger(digits), "an integer beyond 64 bits")
    }

    fn decimal(&mut self, text: &str) -> Result {
        self.other_number(Scalar::Decimal(text), "a decimal")
    }

    #[inline(always)]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.before_value("a string")?;
        self.text(value)?;
        self.order.value();
        Ok(())
    }

    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        if let Some(kind) = self.order.take_extension() {
            return self.block(Head::extension(kind, value.len()), &value);
        }
        self.before_value("bytes")?;
        self.block(Head::bytes(value.len()), &value)
    }

    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.before_value("a timestamp")?;
        let (bytes, len) = value.to_extension();
        self.block(Head::extension(codes::TIMESTAMP, len), &bytes[..len])
    }

    fn tag(&mut self, tag: Tag) -> Result {
        self.before_value("a tag")?;
        match tag {
            // A reader would take the bytes for a timestamp.
            Tag::Extension(codes::TIMESTAMP) => Err(self.refuse(
                "bytes of the extension type -1",
                "that type is for timestamps: write one, or use another type",
            )),
            Tag::Extension(kind) => {
                self.order.extension(kind);
                Ok(())
            }
            Tag::Number(_) => Err(self.refuse("a tag with a number", "write the value without it")),
            Tag::Simple(_) => Err(self.refuse("a simple value", "write null instead")),
        }
    }

    #[inline(always)]
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        self.begin(false, len)
    }

    #[inline(always)]
    fn empty_array(&mut self) -> Result {
        self.before_value("a container")?;
        self.out.put([codes::FIX_ARRAY]).map_err(no_memory)?;
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
        let (bytes, n) = Head::integer(value);
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
        MessagePack::PROFILE
    }

    fn raw(&mut self, format: &str, bytes: &[u8]) -> Result<bool> {
        if format != MessagePack::NAME {
            return Ok(false);
        }
        self.before_value("a value")?;
        self.out.extend(bytes).map_err(no_memory)?;
        self.order.value();
        Ok(true)
    }

    fn i64s(&mut self, values: &[i64]) -> Result {
        self.numbers(values, Head::integer)
    }

    fn f64s(&mut self, values: &[f64]) -> Result {
        self.numbers(values, float)
    }

    #[inline(always)]
    fn i64_array(&mut self, values: &[i64]) -> Result {
        self.array(values, Head::integer)
    }

    #[inline(always)]
    fn f64_array(&mut self, values: &[f64]) -> Result {
        self.array(values, float)
    }
}
