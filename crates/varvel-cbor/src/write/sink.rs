//! [`Writer`] as a sink: one event after the other into the output.

use varvel_core::pipe::Scalar;
use varvel_core::{
    AsText, Bytes, Error, Format, Name, Profile, Result, Sink, Str, Tag, Text, Timestamp,
};
use varvel_raw::buffer::OutOfMemory;

use super::Writer;
use super::digits::{self, Written};
use crate::codes::{self, head};
use crate::error;
use crate::marker::Cbor;

/// So many numbers of a long array are written in one piece.
const ROW: usize = 64;

/// A short name with its head, and how many bytes count.
#[inline(always)]
fn short(name: &Name) -> Option<([u8; 32], usize)> {
    // Quotes do not count: the first makes room for the head.
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

#[cold]
#[inline(never)]
fn no_memory(_: OutOfMemory) -> Error {
    Error::out_of_memory()
}

impl Writer {
    /// To be asked before every value.
    #[inline(always)]
    fn before_value(&mut self, found: &'static str) -> Result {
        match self.order.takes_value() {
            true => Ok(()),
            false => self.unusual_value(found),
        }
    }

    /// The node that is a key, or an error.
    #[cold]
    #[inline(never)]
    fn unusual_value(&mut self, found: &'static str) -> Result {
        match self.order.takes_any_key() {
            true => Ok(()),
            false => Err(self.out_of_order(found)),
        }
    }

    /// Writes the first `n` of `bytes`: a whole value.
    #[inline(always)]
    fn scalar<const N: usize>(&mut self, (bytes, n): ([u8; N], usize)) -> Result {
        self.before_value("a value")?;
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
        self.before_value("a container")?;
        let (at, said) = (self.out.len(), len.unwrap_or(0));
        let (head, len) = head(major(map), said as u64);
        self.out.put_part(head, len).map_err(no_memory)?;
        self.order.open(map, at, said)
    }

    #[inline(always)]
    fn end(&mut self, map: bool) -> Result {
        match self.order.close(map) {
            true => Ok(()),
            false => self.unusual_end(map),
        }
    }

    /// The end of a container that has not as many nodes as was said, or that may not end here.
    #[inline(never)]
    fn unusual_end(&mut self, map: bool) -> Result {
        let Some(end) = self.order.close_other(map) else {
            return Err(self.out_of_order("the end of a container"));
        };
        // What could not be counted had the longest head.
        let said = end.said.map_or(u64::MAX, |said| said as u64);
        let (_, room) = head(major(map), said);
        let (right, len) = head(major(map), end.count as u64);
        self.heads
            .put(self.out.as_mut_slice(), end.at, room as u8, &right[..len])
    }

    /// Writes numbers of an array in a row, each as `bytes` has it.
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
        let len @ ..24 = values.len() else {
            self.begin(false, Some(values.len()))?;
            self.numbers(values, bytes)?;
            return self.end(false);
        };
        self.before_value("an array")?;
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

    /// A number that came as text, or text in its place where it is beyond what is read as a number.
    fn number(
        &mut self,
        written: Option<Written>,
        number: Scalar<'_, '_>,
        what: &'static str,
    ) -> Result {
        if let Some(written) = written {
            self.before_value("a number")?;
            self.out.extend(written.as_bytes()).map_err(no_memory)?;
            self.order.value();
            return Ok(());
        }
        match self.options.as_text.value(number) {
            Ok(Some(text)) => self.str(Str::Scratch((&*text).into())),
            Ok(None) => Err(self.refuse(what, AsText::HINT)),
            Err(error) => Err(self.fail(error)),
        }
    }

    /// Writes the null behind the tag of a simple value, or refuses it.
    #[cold]
    #[inline(never)]
    fn unusual_null(&mut self) -> Result {
        let Some(number) = self.order.take_simple() else {
            self.unusual_value("null")?;
            return self.scalar_here(([codes::NULL, 0], 1));
        };
        self.scalar_here(match number {
            0..24 => ([codes::SIMPLE | number, 0], 1),
            _ => ([codes::SIMPLE_8, number], 2),
        })
    }

    /// Writes a value, which may come.
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
    fn null(&mut self) -> Result {
        match self.order.takes_value() {
            true => self.scalar(([codes::NULL], 1)),
            false => self.unusual_null(),
        }
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result {
        self.scalar(([codes::FALSE + u8::from(value)], 1))
    }

    #[inline(always)]
    fn i64(&mut self, value: i64) -> Result {
        self.scalar(codes::integer(value))
    }

    fn u64(&mut self, value: u64) -> Result {
        self.scalar(head(codes::UNSIGNED, value))
    }

    #[inline(always)]
    fn f64(&mut self, value: f64) -> Result {
        self.scalar(codes::float(value))
    }

    fn f32(&mut self, value: f32) -> Result {
        self.scalar(codes::float_32(value.to_bits()))
    }

    fn big_integer(&mut self, digits: &str) -> Result {
        let number = Scalar::BigInteger(digits);
        self.number(
            digits::integer(digits),
            number,
            "an integer of more than 128 bytes",
        )
    }

    fn decimal(&mut self, text: &str) -> Result {
        let number = Scalar::Decimal(text);
        self.number(
            digits::decimal(text),
            number,
            "a decimal of more than 128 bytes, or with an exponent beyond 9999",
        )
    }

    #[inline(always)]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.before_value("a string")?;
        self.text(value)?;
        self.order.value();
        Ok(())
    }

    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.before_value("bytes")?;
        let (head, len) = head(codes::BYTES, value.len() as u64);
        self.out.put_part(head, len).map_err(no_memory)?;
        self.out.extend(&value).map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.before_value("a timestamp")?;
        let mut put = |(bytes, len): ([u8; 16], usize)| self.out.put_part(bytes, len);
        let seconds = codes::integer(value.seconds());
        let written = match value.nanos() {
            0 => put(head(codes::TAG, codes::tag::EPOCH_TIME)).and_then(|()| put(seconds)),
            nanos => put(head(codes::TAG, codes::tag::EXTENDED_TIME))
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
        self.before_value("a tag")?;
        match tag {
            Tag::Number(number) => {
                let (bytes, len) = head(codes::TAG, number);
                self.out.put_part(bytes, len).map_err(no_memory)?;
                self.order.tag();
                Ok(())
            }
            // A reader would take them for false, true and null.
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
        self.before_value("a container")?;
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
        // In order, it is not as it stands.
        if format != Cbor::NAME || self.options.deterministic {
            return Ok(false);
        }
        self.before_value("a value")?;
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
