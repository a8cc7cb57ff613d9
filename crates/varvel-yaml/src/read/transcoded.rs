//! Texts in UTF-16 and UTF-32: made texts in UTF-8, which are read as all others; strings are then copied, and places are
//! those of the text as it was.

use alloc::borrow::Cow;

use varvel_core::number::Rounding;
use varvel_core::{
    Bytes, Decode, Error, Key, Kind, Number, Profile, Result, Sink, Source, Str, Timestamp,
    Transient,
};

use super::{Mark, Reader};
use crate::encoding::Encoding;
use crate::error;
use crate::options::ReadOptions;

/// [`drive`](fn@super::drive) for a text that is not in UTF-8.
#[cold]
#[inline(never)]
pub fn drive(input: &[u8], options: &ReadOptions, sink: &mut Transient<'_, '_>) -> Result {
    let (encoding, text) = decoded(input, options)?;
    super::drive(&text, options, sink).map_err(|error| placed(encoding, &text, error))
}

/// [`super::decode`] for a text that is not in UTF-8.
#[cold]
#[inline(never)]
pub fn decode<'de, T: Decode<'de, C>, C: ?Sized>(
    input: &[u8],
    options: &ReadOptions,
    context: &C,
) -> Result<T> {
    let (encoding, text) = decoded(input, options)?;
    let mut source = match Reader::new(&text, options) {
        Ok(reader) => Copying(reader),
        Err(error) => return Err(placed(encoding, &text, error)),
    };
    let result = match T::decode(&mut source, context) {
        Ok(value) => source.0.finish().map(|()| value),
        Err(error) => Err(error),
    };
    result.map_err(|error| placed(encoding, &text, source.0.locate(error)))
}

fn decoded<'t>(input: &'t [u8], options: &ReadOptions) -> Result<(Encoding, Cow<'t, [u8]>)> {
    if input.len() > options.limits.bytes {
        return Err(error::too_large(input.len(), options.limits.bytes));
    }
    let encoding = Encoding::of(input);
    Ok((encoding, encoding.decode(input)?))
}

/// The error with its place in the text as it was.
fn placed(encoding: Encoding, text: &[u8], error: Error) -> Error {
    match (error.offset(), core::str::from_utf8(text)) {
        (Some(at), Ok(text)) => error.at(encoding.place(text, at)),
        _ => error,
    }
}

/// A reader of a text that does not live as long as what is read: all strings are copied.
struct Copying<'t>(Reader<'t>);

impl<'de> Source<'de> for Copying<'_> {
    type Mark = Mark;

    fn drive<S: Sink<'de>>(&mut self, sink: &mut S) -> Result {
        self.0.drive(&mut Transient::new(sink))
    }
    fn peek(&mut self) -> Result<Kind> {
        self.0.peek()
    }
    fn at_null(&mut self) -> Result<bool> {
        self.0.at_null()
    }
    fn read_null(&mut self) -> Result {
        self.0.read_null()
    }
    fn read_bool(&mut self) -> Result<bool> {
        self.0.read_bool()
    }
    fn read_i64(&mut self) -> Result<i64> {
        self.0.read_i64()
    }
    fn read_u64(&mut self) -> Result<u64> {
        self.0.read_u64()
    }
    fn read_f64(&mut self) -> Result<f64> {
        self.0.read_f64()
    }
    fn read_f32(&mut self) -> Result<f32> {
        self.0.read_f32()
    }
    fn set_rounding(&mut self, rounding: Rounding) -> Rounding {
        self.0.set_rounding(rounding)
    }
    fn read_number(&mut self) -> Result<Number<'_>> {
        self.0.read_number()
    }
    fn read_exact_number(&mut self) -> Result<Number<'_>> {
        self.0.read_exact_number()
    }
    fn read_str(&mut self) -> Result<Str<'de, '_>> {
        self.0.read_str().map(|text| Str::Scratch(text.text()))
    }
    fn read_bytes(&mut self) -> Result<Bytes<'de, '_>> {
        match self.0.read_bytes()? {
            Bytes::Input(bytes) | Bytes::Scratch(bytes) => Ok(Bytes::Scratch(bytes)),
        }
    }
    fn read_timestamp(&mut self) -> Result<Timestamp> {
        self.0.read_timestamp()
    }
    fn read_variant(&mut self) -> Result<Option<Str<'de, '_>>> {
        let name = self.0.read_variant()?;
        Ok(name.map(|name| Str::Scratch(name.text())))
    }
    fn begin_array(&mut self) -> Result<Option<usize>> {
        self.0.begin_array()
    }
    fn next_item(&mut self) -> Result<bool> {
        self.0.next_item()
    }
    fn begin_map(&mut self) -> Result<Option<usize>> {
        self.0.begin_map()
    }
    fn next_key(&mut self) -> Result<Option<Str<'de, '_>>> {
        let key = self.0.next_key()?;
        Ok(key.map(|key| Str::Scratch(key.text())))
    }
    fn next_name(&mut self) -> Result<Option<Str<'de, '_>>> {
        let name = self.0.next_name()?;
        Ok(name.map(|name| Str::Scratch(name.text())))
    }
    fn expect_key(&mut self, key: &Key) -> Result<bool> {
        self.0.expect_key(key)
    }
    fn next_entry(&mut self) -> Result<bool> {
        self.0.next_entry()
    }
    fn skip(&mut self) -> Result {
        self.0.skip()
    }
    fn skip_member(&mut self) -> Result {
        self.0.skip_member()
    }
    fn mark(&self) -> Mark {
        self.0.mark()
    }
    fn rewind(&mut self, mark: Mark) -> Result {
        self.0.rewind(mark)
    }
    fn profile(&self) -> Profile {
        self.0.profile()
    }
    fn offset(&self) -> usize {
        self.0.offset()
    }
    fn key_offset(&self) -> usize {
        self.0.key_offset()
    }
}
