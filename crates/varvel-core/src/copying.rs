//! [`Copying`]: a source whose input lives shorter than the values that are read from it.

use core::marker::PhantomData;

use crate::error::Result;
use crate::limits::Limits;
use crate::node::{Kind, Tag, Timestamp};
use crate::number::{Number, Rounding};
use crate::profile::Profile;
use crate::raw::Raw;
use crate::sink::Sink;
use crate::source::Source;
use crate::string::{Bytes, Str};
use crate::transient::Transient;
use varvel_raw::key::Key;

/// A source of values of any lifetime. Everything that it gives counts as scratch memory, so no
/// value borrows from the input. It is for a reader what [`Transient`] is for a writer.
///
/// ```
/// use varvel::format::Copying;
/// use varvel::{Decode, Result, Source, json};
/// fn read_all<'a, T: for<'de> Decode<'de>>(mut short: impl Source<'a>) -> Result<T> {
///     T::decode(&mut Copying::new(&mut short), &())
/// }
/// let short = json::Reader::new(b"[3, 4]", &Default::default())?;
/// assert_eq!(read_all::<Vec<u8>>(short)?, [3, 4]);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct Copying<'s, 't, R> {
    source: &'s mut R,
    input: PhantomData<&'t ()>,
}

impl<'s, 't, R: Source<'t>> Copying<'s, 't, R> {
    /// Makes a source that reads from `source`.
    #[inline]
    pub fn new(source: &'s mut R) -> Self {
        Self {
            source,
            input: PhantomData,
        }
    }
}

/// Implements reads whose results never borrow from the input.
macro_rules! handed_on {
    ($($read:ident($($value:ident: $t:ty),*) -> $out:ty;)*) => {$(
        #[inline]
        fn $read(&mut self, $($value: $t),*) -> $out {
            self.source.$read($($value),*)
        }
    )*};
}

impl<'de, 't, R: Source<'t>> Source<'de> for Copying<'_, 't, R> {
    type Mark = R::Mark;

    handed_on! {
        peek() -> Result<Kind>;
        at_null() -> Result<bool>;
        read_null() -> Result;
        read_bool() -> Result<bool>;
        read_i64() -> Result<i64>;
        read_u64() -> Result<u64>;
        read_f64() -> Result<f64>;
        read_f64_row(row: &mut [f64]) -> Result<bool>;
        read_f32() -> Result<f32>;
        set_rounding(rounding: Rounding) -> Rounding;
        read_timestamp() -> Result<Timestamp>;
        read_tag() -> Result<Tag>;
        begin_array() -> Result<Option<usize>>;
        passes_empty_array() -> bool;
        next_item() -> Result<bool>;
        begin_map() -> Result<Option<usize>>;
        leaves_map() -> bool;
        expect_key(key: &Key) -> Result<bool>;
        next_entry() -> Result<bool>;
        skip() -> Result;
        skip_member() -> Result;
        rewind(mark: R::Mark) -> Result;
    }

    fn drive<S: Sink<'de>>(&mut self, sink: &mut S) -> Result {
        self.source.drive(&mut Transient::new(sink))
    }

    fn read_number(&mut self) -> Result<Number<'_>> {
        self.source.read_number()
    }

    fn read_exact_number(&mut self) -> Result<Number<'_>> {
        self.source.read_exact_number()
    }

    fn read_str(&mut self) -> Result<Str<'de, '_>> {
        let text = self.source.read_str()?;
        Ok(Str::Scratch(text.text()))
    }

    fn read_bytes(&mut self) -> Result<Bytes<'de, '_>> {
        match self.source.read_bytes()? {
            Bytes::Input(bytes) | Bytes::Scratch(bytes) => Ok(Bytes::Scratch(bytes)),
        }
    }

    fn next_key(&mut self) -> Result<Option<Str<'de, '_>>> {
        let key = self.source.next_key()?;
        Ok(key.map(|key| Str::Scratch(key.text())))
    }

    fn next_name(&mut self) -> Result<Option<Str<'de, '_>>> {
        let name = self.source.next_name()?;
        Ok(name.map(|name| Str::Scratch(name.text())))
    }

    fn read_variant(&mut self) -> Result<Option<Str<'de, '_>>> {
        let name = self.source.read_variant()?;
        Ok(name.map(|name| Str::Scratch(name.text())))
    }

    fn read_raw(&mut self) -> Result<Raw<'de>> {
        self.source.read_raw().map(Raw::into_owned)
    }

    fn profile(&self) -> Profile {
        self.source.profile()
    }

    fn limits(&self) -> Limits {
        self.source.limits()
    }

    fn mark(&self) -> R::Mark {
        self.source.mark()
    }

    fn offset(&self) -> usize {
        self.source.offset()
    }

    fn key_offset(&self) -> usize {
        self.source.key_offset()
    }
}
