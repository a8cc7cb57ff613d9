//! [`Writer`] as a sink: one event after the other into the output.

use varvel_core::{Bytes, Error, Result, Sink, Str, Tag, Timestamp};
use varvel_raw::buffer::OutOfMemory;

use super::Writer;
use crate::error;
use crate::format::{self, Head, number};

#[cold]
#[inline(never)]
fn no_memory(_: OutOfMemory) -> Error {
    Error::out_of_memory()
}

impl Writer {
    /// Writes the first `n` of `bytes`: a whole value.
    #[inline(always)]
    fn scalar<const N: usize>(&mut self, bytes: [u8; N], n: usize) -> Result {
        if !self.order.takes_value() {
            return Err(self.out_of_order("a value"));
        }
        self.out.put_part(bytes, n).map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    #[inline(always)]
    fn text(&mut self, text: Str<'_, '_>) -> Result {
        let text = text.text();
        let put = match text.len() {
            len @ ..=format::FIX_LEN => self.out.put_text([format::FIX_STR | len as u8], text),
            len => match Head::string(len) {
                Some(head) => match self.out.put_part(head.bytes, head.len) {
                    Ok(()) => self.out.put_text([], text),
                    error => error,
                },
                None => return Err(self.fail(error::too_long("a string"))),
            },
        };
        put.map_err(no_memory)
    }

    /// Writes a head and bytes: a whole value.
    fn block(&mut self, head: Option<Head>, bytes: &[u8]) -> Result {
        let Some(head) = head else {
            return Err(self.fail(error::too_long("bytes")));
        };
        self.out.put_part(head.bytes, head.len).map_err(no_memory)?;
        self.out.extend(bytes).map_err(no_memory)?;
        self.order.value();
        Ok(())
    }

    /// Leaves room for the head of a container of `len` nodes, if that is right.
    #[inline(always)]
    fn begin(&mut self, map: bool, len: Option<usize>) -> Result {
        if !self.order.takes_value() {
            return Err(self.out_of_order("a container"));
        }
        let at = self.out.len();
        let room = match len {
            None | Some(..=format::FIX_COUNT) => {
                self.out.put([0]).map_err(no_memory)?;
                1
            }
            Some(len) => {
                let room = if len <= 0xFFFF { 3 } else { 5 };
                self.out.put_part([0; 5], room).map_err(no_memory)?;
                room as u8
            }
        };
        self.order.open(map, at, room)
    }

    #[inline(always)]
    fn end(&mut self, map: bool) -> Result {
        let Some(frame) = self.order.close(map) else {
            return Err(self.out_of_order("the end of a container"));
        };
        let Some(head) = Head::container(map, frame.count) else {
            return Err(self.fail(error::too_long("a container")));
        };
        self.heads
            .put(self.out.as_mut_slice(), frame.at, frame.room, head)
    }

    #[cold]
    #[inline(never)]
    fn out_of_order(&mut self, found: &'static str) -> Error {
        let error = error::out_of_order(self.order.expected(), found);
        self.fail(error)
    }

    #[cold]
    #[inline(never)]
    fn refuse(&mut self, what: &'static str, hint: &'static str) -> Error {
        self.fail(error::refused(what, hint))
    }
}

impl<'de> Sink<'de> for Writer {
    #[inline]
    fn null(&mut self) -> Result {
        self.scalar([format::NIL], 1)
    }

    #[inline]
    fn bool(&mut self, value: bool) -> Result {
        self.scalar([format::FALSE + u8::from(value)], 1)
    }

    #[inline]
    fn i64(&mut self, value: i64) -> Result {
        let (bytes, n) = Head::integer(value);
        self.scalar(bytes, n)
    }

    fn u64(&mut self, value: u64) -> Result {
        match i64::try_from(value) {
            Ok(value) => self.i64(value),
            Err(_) => self.scalar(number(format::UINT_64, value), 9),
        }
    }

    #[inline]
    fn f64(&mut self, value: f64) -> Result {
        self.scalar(number(format::FLOAT_64, value.to_bits()), 9)
    }

    fn f32(&mut self, value: f32) -> Result {
        let [a, b, c, d] = value.to_bits().to_be_bytes();
        self.scalar([format::FLOAT_32, a, b, c, d], 5)
    }

    fn big_integer(&mut self, _: &str) -> Result {
        Err(self.refuse("an integer beyond 64 bits", "write it as a string"))
    }

    fn decimal(&mut self, _: &str) -> Result {
        Err(self.refuse("a decimal", "write it as a string or a float"))
    }

    #[inline]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        if !self.order.takes_value() {
            return Err(self.out_of_order("a string"));
        }
        self.text(value)?;
        self.order.value();
        Ok(())
    }

    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        if let Some(kind) = self.order.take_extension() {
            return self.block(Head::extension(kind, value.len()), &value);
        }
        if !self.order.takes_value() {
            return Err(self.out_of_order("bytes"));
        }
        self.block(Head::bytes(value.len()), &value)
    }

    fn timestamp(&mut self, value: Timestamp) -> Result {
        if !self.order.takes_value() {
            return Err(self.out_of_order("a timestamp"));
        }
        let (seconds, nanos) = (value.seconds(), value.nanos());
        let mut bytes = [0; 12];
        let len = match u64::try_from(seconds) {
            Ok(seconds) if seconds <= u32::MAX.into() && nanos == 0 => {
                bytes[..4].copy_from_slice(&(seconds as u32).to_be_bytes());
                4
            }
            Ok(seconds) if seconds >> 34 == 0 => {
                let both = u64::from(nanos) << 34 | seconds;
                bytes[..8].copy_from_slice(&both.to_be_bytes());
                8
            }
            _ => {
                bytes[..4].copy_from_slice(&nanos.to_be_bytes());
                bytes[4..].copy_from_slice(&seconds.to_be_bytes());
                12
            }
        };
        self.block(Head::extension(format::TIMESTAMP, len), &bytes[..len])
    }

    fn tag(&mut self, tag: Tag) -> Result {
        if !self.order.takes_value() {
            return Err(self.out_of_order("a tag"));
        }
        match tag {
            // A reader would take it for a timestamp.
            Tag::Extension(format::TIMESTAMP) => Err(self.refuse(
                "bytes of the extension type -1",
                "that type is for timestamps: write one, or use another type",
            )),
            Tag::Extension(kind) => {
                self.order.extension(kind);
                Ok(())
            }
            Tag::Number(_) => Err(self.refuse("a CBOR tag", "write the value without it")),
        }
    }

    #[inline]
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        self.begin(false, len)
    }

    #[inline]
    fn end_array(&mut self) -> Result {
        self.end(false)
    }

    #[inline]
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        self.begin(true, len)
    }

    #[inline]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        if !self.order.takes_key() {
            return Err(self.out_of_order("a key"));
        }
        let at = self.out.len();
        self.text(key)?;
        self.order.key(at);
        Ok(())
    }

    fn any_key(&mut self) -> Result {
        if !self.order.takes_key() {
            return Err(self.out_of_order("a key"));
        }
        self.order.any_key(self.out.len());
        Ok(())
    }

    #[inline]
    fn end_map(&mut self) -> Result {
        self.end(true)
    }
}
