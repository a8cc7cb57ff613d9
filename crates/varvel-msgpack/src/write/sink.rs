//! [`Writer`] as a sink: one event after the other into the output.

use varvel_core::{Bytes, Error, Result, Sink, Str, Tag, Timestamp};
use varvel_raw::buffer::{Buffer, OutOfMemory};

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

    /// Writes the head of a container of `len` nodes, if that is right.
    #[inline(always)]
    fn begin(&mut self, map: bool, len: Option<usize>) -> Result {
        if !self.order.takes_value() {
            return Err(self.out_of_order("a container"));
        }
        let (at, said) = (self.out.len(), len.unwrap_or(0));
        // What is too long may still turn out to be a wrong hint.
        let head = Head::container(map, said).unwrap_or(Head::LONGEST);
        self.out.put_part(head.bytes, head.len).map_err(no_memory)?;
        self.order.open(map, at, said, head.len as u8)
    }

    #[inline(always)]
    fn end(&mut self, map: bool) -> Result {
        let Some(frame) = self.order.ends(map) else {
            return Err(self.out_of_order("the end of a container"));
        };
        let (count, said) = (frame.count, frame.said);
        if count != said || count > format::FIX_COUNT {
            let (at, room) = (frame.at, frame.room);
            self.put_head(map, count, said, at, room)?;
        }
        self.order.close();
        Ok(())
    }

    /// Sees to the head at `at`, of `room` bytes, of a container that is long, or has not as many nodes as
    /// was said.
    #[inline(never)]
    fn put_head(&mut self, map: bool, count: usize, said: usize, at: usize, room: u8) -> Result {
        let Some(head) = Head::container(map, count) else {
            return Err(self.fail(error::too_long("a container")));
        };
        match count == said {
            true => Ok(()),
            false => self.heads.put(self.out.as_mut_slice(), at, room, head),
        }
    }

    /// Writes numbers of an array in a row, each as `put` does.
    #[inline(always)]
    fn numbers<T: Copy>(
        &mut self,
        values: &[T],
        put: impl Fn(&mut Buffer, &[T]) -> core::result::Result<(), OutOfMemory>,
    ) -> Result {
        if values.is_empty() {
            return Ok(());
        }
        if !self.order.takes_items() {
            return Err(self.out_of_order("numbers of an array"));
        }
        put(&mut self.out, values).map_err(no_memory)?;
        self.order.items(values.len());
        Ok(())
    }

    /// Writes a whole array of numbers.
    #[inline(always)]
    fn array<T: Copy>(
        &mut self,
        values: &[T],
        put: impl Fn(&mut Buffer, &[T]) -> core::result::Result<(), OutOfMemory>,
    ) -> Result {
        if !self.order.takes_value() {
            return Err(self.out_of_order("an array"));
        }
        let Some(head) = Head::container(false, values.len()) else {
            return Err(self.fail(error::too_long("a container")));
        };
        self.out.put_part(head.bytes, head.len).map_err(no_memory)?;
        put(&mut self.out, values).map_err(no_memory)?;
        self.order.value();
        Ok(())
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
    #[inline(always)]
    fn null(&mut self) -> Result {
        self.scalar([format::NIL], 1)
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result {
        self.scalar([format::FALSE + u8::from(value)], 1)
    }

    #[inline(always)]
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

    #[inline(always)]
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

    #[inline(always)]
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

    #[inline(always)]
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        self.begin(false, len)
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
        self.order.key(at, false);
        Ok(())
    }

    fn any_key(&mut self) -> Result {
        if !self.order.takes_key() {
            return Err(self.out_of_order("a key"));
        }
        self.order.key(self.out.len(), true);
        Ok(())
    }

    #[inline(always)]
    fn end_map(&mut self) -> Result {
        self.end(true)
    }

    fn i64s(&mut self, values: &[i64]) -> Result {
        self.numbers(values, integers)
    }

    fn f64s(&mut self, values: &[f64]) -> Result {
        self.numbers(values, floats)
    }

    #[inline(always)]
    fn i64_array(&mut self, values: &[i64]) -> Result {
        self.array(values, integers)
    }

    #[inline(always)]
    fn f64_array(&mut self, values: &[f64]) -> Result {
        self.array(values, floats)
    }
}

/// Integers, each in as few bytes as it fits.
#[inline(always)]
fn integers(out: &mut Buffer, values: &[i64]) -> core::result::Result<(), OutOfMemory> {
    out.reserve(values.len())?;
    values.iter().try_for_each(|&value| {
        let (bytes, n) = Head::integer(value);
        out.put_part(bytes, n)
    })
}

/// Floats, eight at a time: there is room or not, once for all of these.
#[inline(always)]
fn floats(out: &mut Buffer, values: &[f64]) -> core::result::Result<(), OutOfMemory> {
    let bytes = |value: &f64| number(format::FLOAT_64, value.to_bits());
    let (eights, rest) = values.as_chunks::<8>();
    for eight in eights {
        let eight: [[u8; 9]; 8] = core::array::from_fn(|i| bytes(&eight[i]));
        out.extend(eight.as_flattened())?;
    }
    rest.iter().try_for_each(|value| out.put(bytes(value)))
}
