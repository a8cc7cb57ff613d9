//! [`Recording`]: the events of one node, kept to be replayed.
//!
//! | room | holds |
//! |---|---|
//! | `source` | [`RecordingSource`]: reads a recording |
//! | `select` | finds and replaces parts of a recording |

mod select;
mod source;

use alloc::string::String;
use alloc::vec::Vec;

use crate::codec::bytes::FromBytes as _;
use crate::codec::{Encode, owned};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::node::{Tag, Timestamp};
use crate::profile::Profile;
use crate::sink::Sink;
use crate::string::{Bytes, Str};

pub use source::RecordingSource;

/// The recorded events of one node. It serves formats without a source of their own, defaults of
/// fields, and conversions between two types.
///
/// The events are a list, not a tree: making, comparing, replaying and dropping it take linear time
/// and no recursion. It is a [`Sink`] and has [`Encode`]; [`Recording::source`] reads it.
///
/// ```
/// use varvel::Decode;
/// use varvel::schema::Recording;
/// let recording = Recording::of(&vec![1_u8, 2])?;
/// let back: Vec<i64> = Decode::decode(&mut recording.source(), &())?;
/// assert_eq!(back, [1, 2]);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    events: Vec<Event>,
    profile: Profile,
    /// The indices of the events that began containers which are still open.
    open: Vec<usize>,
}

/// A recorded event. This is for crates that show recordings.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub enum Event {
    Null,
    Bool(bool),
    I64(i64),
    U64(u64),
    F64(f64),
    F32(f32),
    Big(String),
    Decimal(String),
    Str(String),
    Bytes(Vec<u8>),
    Timestamp(Timestamp),
    Tag(Tag),
    /// The number of items, and the index of the event that ends the array.
    Array(usize, usize),
    EndArray,
    /// The number of members, and the index of the event that ends the map.
    Map(usize, usize),
    EndMap,
    Key(String),
    AnyKey,
}

impl Default for Recording {
    fn default() -> Self {
        Self::new(Profile::TREE)
    }
}

impl Recording {
    /// Makes an empty recording. Values write themselves into it as into a format with this
    /// profile.
    pub fn new(profile: Profile) -> Self {
        Self {
            events: Vec::new(),
            profile,
            open: Vec::new(),
        }
    }

    /// Records the events of a value.
    ///
    /// # Errors
    /// The errors of the value, and `OutOfMemory`.
    pub fn of<T: Encode + ?Sized>(value: &T) -> Result<Self> {
        let mut recording = Self::default();
        value.encode(&mut recording, &())?;
        Ok(recording)
    }

    /// Returns whether the recording has no events.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Returns the number of events.
    ///
    /// ```
    /// use varvel::schema::Recording;
    /// // An array begins, one item, it ends.
    /// assert_eq!(Recording::of(&[true])?.len(), 3);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Returns the events. This is for crates that show recordings.
    #[doc(hidden)]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Removes all events, and keeps the memory.
    pub fn clear(&mut self) {
        self.events.clear();
        self.open.clear();
    }

    fn add(&mut self, event: Event) -> Result {
        self.events
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.events.push(event);
        Ok(())
    }

    /// Adds an event that begins a node, and counts it if it begins an item.
    fn node(&mut self, event: Event) -> Result {
        if !matches!(self.events.last(), Some(Event::Tag(_)))
            && let Some(begin) = self.open.last()
            && let Event::Array(count, _) = &mut self.events[*begin]
        {
            *count += 1;
        }
        self.add(event)
    }

    /// Adds an event that begins a member, and counts it.
    fn member(&mut self, event: Event) -> Result {
        if let Some(begin) = self.open.last()
            && let Event::Map(count, _) = &mut self.events[*begin]
        {
            *count += 1;
        }
        self.add(event)
    }

    fn begin(&mut self, event: Event) -> Result {
        self.node(event)?;
        self.open
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.open.push(self.events.len() - 1);
        Ok(())
    }

    fn end(&mut self, event: Event) -> Result {
        let place = self.events.len();
        if let Some(begin) = self.open.pop()
            && let Event::Array(_, end) | Event::Map(_, end) = &mut self.events[begin]
        {
            *end = place;
        }
        self.add(event)
    }
}

impl<'de> Sink<'de> for Recording {
    fn nest(&mut self) -> Result {
        let most = Limits::DEFAULT.depth;
        match self.open.len() < most {
            true => Ok(()),
            false => Err(Error::type_too_deep(most)),
        }
    }
    fn null(&mut self) -> Result {
        self.node(Event::Null)
    }
    fn bool(&mut self, value: bool) -> Result {
        self.node(Event::Bool(value))
    }
    fn i64(&mut self, value: i64) -> Result {
        self.node(Event::I64(value))
    }
    fn u64(&mut self, value: u64) -> Result {
        self.node(Event::U64(value))
    }
    fn f64(&mut self, value: f64) -> Result {
        self.node(Event::F64(value))
    }
    fn f32(&mut self, value: f32) -> Result {
        self.node(Event::F32(value))
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.node(Event::Big(owned(digits)?))
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.node(Event::Decimal(owned(text)?))
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.node(Event::Str(owned(&value)?))
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.node(Event::Bytes(Vec::from_bytes(value)?))
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.node(Event::Timestamp(value))
    }
    fn tag(&mut self, tag: Tag) -> Result {
        self.node(Event::Tag(tag))
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.begin(Event::Array(0, 0))
    }
    fn end_array(&mut self) -> Result {
        self.end(Event::EndArray)
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.begin(Event::Map(0, 0))
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.member(Event::Key(owned(&key)?))
    }
    fn any_key(&mut self) -> Result {
        self.member(Event::AnyKey)
    }
    fn end_map(&mut self) -> Result {
        self.end(Event::EndMap)
    }
    fn profile(&self) -> Profile {
        self.profile
    }
}

impl<C: ?Sized> Encode<C> for Recording {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        give(&self.events, sink)
    }
}

/// Gives events to a sink.
fn give<'a, S: Sink<'a>>(events: &'a [Event], sink: &mut S) -> Result {
    for event in events {
        match event {
            Event::Null => sink.null()?,
            Event::Bool(value) => sink.bool(*value)?,
            Event::I64(value) => sink.i64(*value)?,
            Event::U64(value) => sink.u64(*value)?,
            Event::F64(value) => sink.f64(*value)?,
            Event::F32(value) => sink.f32(*value)?,
            Event::Big(digits) => sink.big_integer(digits)?,
            Event::Decimal(text) => sink.decimal(text)?,
            Event::Str(text) => sink.str(Str::from(text.as_str()))?,
            Event::Bytes(bytes) => sink.bytes(Bytes::from(bytes.as_slice()))?,
            Event::Timestamp(value) => sink.timestamp(*value)?,
            Event::Tag(tag) => sink.tag(*tag)?,
            Event::Array(count, _) => sink.begin_array(Some(*count))?,
            Event::EndArray => sink.end_array()?,
            Event::Map(count, _) => sink.begin_map(Some(*count))?,
            Event::EndMap => sink.end_map()?,
            Event::Key(key) => sink.key(Str::from(key.as_str()))?,
            Event::AnyKey => sink.any_key()?,
        }
    }
    Ok(())
}
