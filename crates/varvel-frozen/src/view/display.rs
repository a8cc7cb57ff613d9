//! A view as JSON text, even if it holds kinds that JSON lacks.
//!
//! Most documents can be JSON and are written in one pass. For others, one pass over the events
//! finds the maps that cannot be objects ([`Survey`]), and a second one writes them as arrays of
//! pairs ([`Paired`]).

use alloc::format;
use alloc::vec::Vec;
use core::fmt::{self, Debug, Display, Formatter};

use varvel_core::pipe::Scalar;
use varvel_core::unique::Overflow;
use varvel_core::{AsText, Bytes, Encode, Error, Profile, Result, Sink, Str, Tag, Timestamp};
use varvel_json::{WriteOptions, Writer, to_string_with};

use super::View;

impl Display for View<'_> {
    /// Writes JSON on one line, or indented with `{:#}`. Kinds that JSON lacks are text, as with
    /// [`AsText::ALL`]: bytes are Base64, NaN is `"nan"`, a key `1` is `"1"`. A map is an array of
    /// pairs if it has a key that cannot be a string, or two keys with the same text. Tags are left
    /// out. `{:?}` keeps all of these apart, and [`varvel_json::to_string`] refuses them.
    ///
    /// ```
    /// use varvel::Sink;
    /// let mut builder = varvel::Builder::new();
    /// builder.start()?;
    /// builder.begin_array(None)?;
    /// builder.bool(true)?;
    /// builder.null()?;
    /// builder.end_array()?;
    /// assert_eq!(builder.finish_view()?.to_string(), "[true,null]");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        display(f, self)
    }
}

/// Prints a value as a view is printed.
///
/// Other types of Varvel use this, so that a document has one form.
#[doc(hidden)]
pub fn display<T: Encode + Debug + ?Sized>(f: &mut Formatter<'_>, value: &T) -> fmt::Result {
    let options = match f.alternate() {
        true => WriteOptions::pretty(),
        false => WriteOptions::compact(),
    };
    if let Ok(text) = to_string_with(value, &options) {
        return f.write_str(&text);
    }
    match text_of(value, options.with_as_text(AsText::ALL)) {
        Ok(text) => f.write_str(str::from_utf8(&text).unwrap_or_default()),
        // Memory was missing.
        Err(_) => value.fmt(f),
    }
}

/// Returns the text of a value that JSON cannot hold.
#[cold]
fn text_of<T: Encode + ?Sized>(value: &T, options: WriteOptions) -> Result<Vec<u8>> {
    let mut survey = Survey::default();
    value.encode(&mut survey, &())?;
    let mut paired = Paired {
        inner: Writer::new(options),
        pairs: survey.pairs.into_iter(),
        open: Vec::new(),
    };
    value.encode(&mut paired, &())?;
    paired.inner.finish()
}

/// Calls `then` with the text of a key, if it has one.
fn key_text<R>(key: Scalar<'_, '_>, then: impl FnOnce(&str) -> Result<R>) -> Result<Option<R>> {
    if let Scalar::Str(text) = key {
        return then(&text).map(Some);
    }
    match AsText::ALL.key(key) {
        Ok(Some(text)) => then(&text).map(Some),
        _ => Ok(None),
    }
}

/// Finds the maps that cannot be objects: with a key that has no text, or with two keys that have
/// the same text.
#[derive(Default)]
struct Survey {
    /// For each map, in the order in which maps begin, whether it cannot be an object.
    pairs: Vec<bool>,
    /// The open containers: the number of a map, or `None`.
    open: Vec<Option<usize>>,
    /// The keys of the open maps.
    keys: Overflow,
    /// Whether the next node is a key.
    key: bool,
}

impl Survey {
    fn refuse(&mut self) {
        if let Some(Some(map)) = self.open.last() {
            self.pairs[*map] = true;
        }
    }

    fn string_key(&mut self, key: &str) -> Result {
        match self.keys.add(key) {
            Err(error) if error.kind() == varvel_core::ErrorKind::DuplicateKey => self.refuse(),
            added => added?,
        }
        Ok(())
    }

    fn scalar(&mut self, scalar: Scalar<'_, '_>) -> Result {
        if core::mem::take(&mut self.key)
            && key_text(scalar, |text| self.string_key(text))?.is_none()
        {
            self.refuse();
        }
        Ok(())
    }

    fn begin(&mut self, map: Option<usize>) -> Result {
        if core::mem::take(&mut self.key) {
            self.refuse();
        }
        reserve(&mut self.open)?;
        self.open.push(map);
        Ok(())
    }
}

fn reserve<T>(list: &mut Vec<T>) -> Result {
    list.try_reserve(1).map_err(|_| Error::out_of_memory())
}

/// Writes the maps that cannot be objects as arrays of pairs.
struct Paired {
    inner: Writer,
    /// For each further map, whether it cannot be an object.
    pairs: alloc::vec::IntoIter<bool>,
    /// The open containers: for a map written as pairs, how many nodes of the current pair are
    /// missing.
    open: Vec<Option<u8>>,
}

impl Paired {
    /// Ends a node.
    fn ended(&mut self) -> Result {
        if let Some(Some(left @ 1..)) = self.open.last_mut() {
            *left -= 1;
            if *left == 0 {
                return self.inner.end_array();
            }
        }
        Ok(())
    }

    /// Begins a pair, if the innermost map is written as pairs.
    fn begin_pair(&mut self) -> Result<bool> {
        let Some(Some(left)) = self.open.last_mut() else {
            return Ok(false);
        };
        *left = 2;
        self.inner.begin_array(Some(2))?;
        Ok(true)
    }

    fn scalar(&mut self, scalar: Scalar<'_, '_>) -> Result {
        match scalar {
            // RFC 3339 has no such year.
            Scalar::Timestamp(time) if AsText::ALL.value(scalar).is_err() => {
                let text = format!("@{}.{:09}", time.seconds(), time.nanos());
                self.inner.str(Str::Scratch((&*text).into()))?;
            }
            Scalar::Str(text) => self.inner.str(Str::Scratch((&*text).into()))?,
            Scalar::Bytes(bytes) => self.inner.bytes(Bytes::Scratch(&bytes))?,
            other => other.give(&mut self.inner)?,
        }
        self.ended()
    }

    fn begin(&mut self, level: Option<u8>) -> Result {
        reserve(&mut self.open)?;
        self.open.push(level);
        Ok(())
    }
}

/// Implements the scalar events, which both passes handle in one method.
macro_rules! scalars {
    () => {
        scalars! {
            bool(value: bool) Bool;
            i64(value: i64) I64;
            u64(value: u64) U64;
            f64(value: f64) F64;
            f32(value: f32) F32;
            big_integer(value: &str) BigInteger;
            decimal(value: &str) Decimal;
            str(value: Str<'de, '_>) Str;
            bytes(value: Bytes<'de, '_>) Bytes;
            timestamp(value: Timestamp) Timestamp;
        }
    };
    ($($event:ident($value:ident: $type:ty) $scalar:ident;)*) => {
        fn null(&mut self) -> Result {
            self.scalar(Scalar::Null)
        }
        $(fn $event(&mut self, $value: $type) -> Result {
            self.scalar(Scalar::$scalar($value))
        })*
    };
}

impl<'de> Sink<'de> for Survey {
    scalars! {}

    fn tag(&mut self, _: Tag) -> Result {
        // `1` and a tagged `1` are two keys with the same text.
        if core::mem::take(&mut self.key) {
            self.refuse();
        }
        Ok(())
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.begin(None)
    }
    fn end_array(&mut self) -> Result {
        self.open.pop();
        Ok(())
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.begin(Some(self.pairs.len()))?;
        reserve(&mut self.pairs)?;
        self.pairs.push(false);
        self.keys.open()
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.string_key(&key)
    }
    fn any_key(&mut self) -> Result {
        self.key = true;
        Ok(())
    }
    fn end_map(&mut self) -> Result {
        self.open.pop();
        self.keys.close();
        Ok(())
    }
    fn profile(&self) -> Profile {
        Profile::TREE
    }
}

impl<'de> Sink<'de> for Paired {
    scalars! {}

    fn tag(&mut self, _: Tag) -> Result {
        Ok(())
    }
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        self.begin(None)?;
        self.inner.begin_array(len)
    }
    fn end_array(&mut self) -> Result {
        self.open.pop();
        self.inner.end_array()?;
        self.ended()
    }
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        match self.pairs.next() {
            Some(true) => {
                self.begin(Some(0))?;
                self.inner.begin_array(len)
            }
            _ => {
                self.begin(None)?;
                self.inner.begin_map(len)
            }
        }
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        let key = Str::Scratch((&*key).into());
        match self.begin_pair()? {
            true => {
                self.inner.str(key)?;
                self.ended()
            }
            false => self.inner.key(key),
        }
    }
    fn any_key(&mut self) -> Result {
        match self.begin_pair()? {
            true => Ok(()),
            false => self.inner.any_key(),
        }
    }
    fn end_map(&mut self) -> Result {
        match self.open.pop() {
            Some(Some(_)) => self.inner.end_array()?,
            _ => self.inner.end_map()?,
        }
        self.ended()
    }
    fn profile(&self) -> Profile {
        Profile::TREE
    }
}
