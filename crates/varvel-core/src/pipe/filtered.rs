//! [`Filtered`]: a sink before another sink. It tracks the place of each node, and asks a
//! [`Filter`] about it.

use alloc::borrow::Cow;
use alloc::string::String;

use super::place::Place;
use crate::error::Result;
use crate::node::{Kind, Tag, Timestamp};
use crate::path::KeyText;
use crate::profile::Profile;
use crate::sink::Sink;
use crate::string::{Bytes, Str};

/// A change of a document on its way through a pipe. By default each method leaves everything as it
/// is.
///
/// ```
/// use varvel::pipe::{Filter, Place, Scalar, pipe};
/// use varvel::{Result, Sink, json};
/// /// Puts `true` and `false` as the numbers 1 and 0.
/// struct Numbered;
/// impl Filter for Numbered {
///     fn scalar<'de, S: Sink<'de>>(&mut self, _: &Place, value: Scalar<'de, '_>, sink: &mut S) -> Result {
///         match value {
///             Scalar::Bool(value) => sink.i64(value.into()),
///             other => other.give(sink),
///         }
///     }
/// }
/// let mut source = json::Reader::new(br#"[true, "a"]"#, &Default::default())?;
/// let mut writer = json::Writer::new(json::WriteOptions::compact());
/// pipe(&mut source).filter(Numbered).into(&mut writer)?;
/// assert_eq!(writer.finish()?, br#"[1,"a"]"#);
/// # Ok::<(), varvel::Error>(())
/// ```
pub trait Filter {
    /// Returns whether the member or item at `place` stays, with everything in it.
    fn keep(&mut self, place: &Place) -> bool {
        let _ = place;
        true
    }

    /// Returns another key for the member at `place`, whose key is [`Place::key`].
    fn rename<'k>(&'k mut self, place: &'k Place) -> Option<Cow<'k, str>> {
        let _ = place;
        None
    }

    /// Gives the scalar at `place` to `sink`, or one node in its place.
    ///
    /// # Errors
    /// The errors of the sink; an error for a value that the filter cannot change.
    fn scalar<'de, S: Sink<'de>>(
        &mut self,
        place: &Place,
        value: Scalar<'de, '_>,
        sink: &mut S,
    ) -> Result {
        let _ = place;
        value.give(sink)
    }
}

/// A node that is not a container.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each is the event of this name")]
#[non_exhaustive]
pub enum Scalar<'de, 's> {
    Null,
    Bool(bool),
    I64(i64),
    U64(u64),
    F64(f64),
    F32(f32),
    BigInteger(&'s str),
    Decimal(&'s str),
    Str(Str<'de, 's>),
    Bytes(Bytes<'de, 's>),
    Timestamp(Timestamp),
}

impl<'de> Scalar<'de, '_> {
    /// Returns the kind of the node.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Bool(_) => Kind::Bool,
            Self::I64(_) | Self::U64(_) | Self::BigInteger(_) => Kind::Integer,
            Self::F64(_) | Self::F32(_) => Kind::Float,
            Self::Decimal(_) => Kind::Decimal,
            Self::Str(_) => Kind::String,
            Self::Bytes(_) => Kind::Bytes,
            Self::Timestamp(_) => Kind::Timestamp,
        }
    }

    /// Returns the text by which a path finds this scalar as a key: its [`KeyText`].
    ///
    /// ```
    /// use varvel::pipe::Scalar;
    /// assert_eq!(Scalar::F64(1.5).key_text(), "1.5");
    /// ```
    pub fn key_text(self) -> String {
        let mut text = KeyText::new();
        // That sink accepts every scalar.
        let _ = self.give(&mut text);
        text.finish()
    }

    /// Gives the scalar to a sink, unchanged.
    ///
    /// # Errors
    /// The errors of the sink.
    #[inline]
    pub fn give<S: Sink<'de>>(self, sink: &mut S) -> Result {
        match self {
            Self::Null => sink.null(),
            Self::Bool(value) => sink.bool(value),
            Self::I64(value) => sink.i64(value),
            Self::U64(value) => sink.u64(value),
            Self::F64(value) => sink.f64(value),
            Self::F32(value) => sink.f32(value),
            Self::BigInteger(digits) => sink.big_integer(digits),
            Self::Decimal(text) => sink.decimal(text),
            Self::Str(value) => sink.str(value),
            Self::Bytes(value) => sink.bytes(value),
            Self::Timestamp(value) => sink.timestamp(value),
        }
    }
}

/// A sink that gives another sink whatever a [`Filter`] leaves.
///
/// Keys that are not strings are passed on unchanged, and their members stay. The filter decides
/// about the nodes inside of their values.
#[derive(Debug)]
pub struct Filtered<F, S> {
    filter: F,
    inner: S,
    place: Place,
    mode: Mode,
    /// Whether the next node has a tag. The filter was asked about it at the tag.
    tagged: bool,
}

/// How the next node is handled.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    /// The filter is asked about it.
    Ask,
    /// It is left out. The number counts the open containers in it.
    Drop(usize),
    /// It is a key, and is passed on. The number counts the open containers in it.
    Key(usize),
}

impl<F, S> Filtered<F, S> {
    /// Makes a sink that gives events through `filter` to `inner`.
    pub fn new(filter: F, inner: S) -> Self {
        Self {
            filter,
            inner,
            place: Place::default(),
            mode: Mode::Ask,
            tagged: false,
        }
    }

    /// Returns `inner`.
    pub fn into_inner(self) -> S {
        self.inner
    }
}

impl<F: Filter, S> Filtered<F, S> {
    /// Begins a node. Returns whether it is passed on.
    #[inline]
    fn comes(&mut self) -> bool {
        if self.mode != Mode::Ask || core::mem::take(&mut self.tagged) {
            return !matches!(self.mode, Mode::Drop(_));
        }
        if self.place.is_array() {
            self.place.next_item();
            if !self.filter.keep(&self.place) {
                self.mode = Mode::Drop(0);
                return false;
            }
        }
        true
    }

    /// Ends a node, with everything in it.
    #[inline]
    fn ended(&mut self) {
        if matches!(self.mode, Mode::Drop(0) | Mode::Key(0)) {
            self.mode = Mode::Ask;
        }
    }

    #[inline]
    fn scalar<'de>(&mut self, value: Scalar<'de, '_>) -> Result
    where
        S: Sink<'de>,
    {
        let given = match (self.comes(), self.mode) {
            (false, _) => Ok(()),
            (true, Mode::Key(open)) => {
                if open == 0 {
                    let mut text = KeyText::new();
                    value.give(&mut text)?;
                    self.place.set_other_key(&text.finish())?;
                }
                value.give(&mut self.inner)
            }
            (true, _) => self.filter.scalar(&self.place, value, &mut self.inner),
        };
        self.ended();
        // A filter nearer to the source replaces this path: it sees keys before later filters
        // rename them.
        given.map_err(|error| error.with_path(self.place.steps().collect()))
    }

    /// Begins a container. Returns whether it is passed on.
    fn begins(&mut self) -> bool {
        let goes_on = self.comes();
        if let Mode::Drop(open) | Mode::Key(open) = &mut self.mode {
            *open += 1;
        }
        goes_on
    }

    /// Ends a container. Returns whether its end is passed on.
    fn ends(&mut self) -> bool {
        match &mut self.mode {
            Mode::Ask => {
                self.place.end();
                return true;
            }
            // Sources end each container that they begin.
            Mode::Drop(open) | Mode::Key(open) => *open = open.saturating_sub(1),
        }
        let goes_on = matches!(self.mode, Mode::Key(_));
        self.ended();
        goes_on
    }
}

impl<'de, F: Filter, S: Sink<'de>> Sink<'de> for Filtered<F, S> {
    fn null(&mut self) -> Result {
        self.scalar(Scalar::Null)
    }
    fn bool(&mut self, value: bool) -> Result {
        self.scalar(Scalar::Bool(value))
    }
    fn i64(&mut self, value: i64) -> Result {
        self.scalar(Scalar::I64(value))
    }
    fn u64(&mut self, value: u64) -> Result {
        self.scalar(Scalar::U64(value))
    }
    fn f64(&mut self, value: f64) -> Result {
        self.scalar(Scalar::F64(value))
    }
    fn f32(&mut self, value: f32) -> Result {
        self.scalar(Scalar::F32(value))
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.scalar(Scalar::BigInteger(digits))
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.scalar(Scalar::Decimal(text))
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.scalar(Scalar::Str(value))
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.scalar(Scalar::Bytes(value))
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.scalar(Scalar::Timestamp(value))
    }
    fn tag(&mut self, tag: Tag) -> Result {
        if !self.comes() {
            return Ok(());
        }
        self.tagged = self.mode == Mode::Ask;
        self.inner.tag(tag)
    }

    fn begin_array(&mut self, len: Option<usize>) -> Result {
        if !self.begins() {
            return Ok(());
        }
        if self.mode == Mode::Ask {
            self.place.begin_array()?;
        }
        self.inner.begin_array(len)
    }
    fn end_array(&mut self) -> Result {
        match self.ends() {
            true => self.inner.end_array(),
            false => Ok(()),
        }
    }

    fn begin_map(&mut self, len: Option<usize>) -> Result {
        if !self.begins() {
            return Ok(());
        }
        if self.mode == Mode::Ask {
            self.place.begin_map()?;
        }
        self.inner.begin_map(len)
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        match self.mode {
            Mode::Drop(_) => return Ok(()),
            Mode::Key(_) => return self.inner.key(key),
            Mode::Ask => {}
        }
        self.place.set_key(&key)?;
        if !self.filter.keep(&self.place) {
            self.mode = Mode::Drop(0);
            return Ok(());
        }
        match self.filter.rename(&self.place) {
            Some(name) => self.inner.key(Str::Scratch((&*name).into())),
            None => self.inner.key(key),
        }
    }
    fn any_key(&mut self) -> Result {
        match self.mode {
            Mode::Drop(_) => return Ok(()),
            Mode::Key(_) => {}
            Mode::Ask => {
                self.place.set_other_key("")?;
                self.mode = Mode::Key(0);
            }
        }
        self.inner.any_key()
    }
    fn end_map(&mut self) -> Result {
        match self.ends() {
            true => self.inner.end_map(),
            false => Ok(()),
        }
    }
    fn wants_decimal(&self) -> bool {
        self.inner.wants_decimal()
    }
    fn takes_beyond_floats(&self) -> bool {
        self.inner.takes_beyond_floats()
    }
    fn nest(&mut self) -> Result {
        self.inner.nest()
    }
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
}
