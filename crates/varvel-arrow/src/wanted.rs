//! [`Wanted`]: a sink that passes on the parts of documents that are wanted.
//!
//! It keeps the keys of the objects on the paths in the order in which they came, each with whether
//! it is wanted. Most records have the same order, and then one comparison tells.

use std::fmt;

use varvel::format::{Key, Profile};
use varvel::{Bytes, Error, ErrorKind, Result, Sink, Str, Tag, Timestamp};

use crate::Projection;

/// A sink that gives another sink the wanted parts of documents; see [`Projection::before`].
///
/// Keys that are not strings are passed on. What is wanted of their values is what is wanted beside
/// them.
pub struct Wanted<'p, S> {
    projection: &'p Projection,
    inner: S,
    mode: Mode,
    /// The place among the members of the projection of the value that comes next.
    next: usize,
    current: Open,
    outer: Vec<Open>,
    /// The keys of the objects at each place.
    known: Vec<Vec<Known>>,
}

/// How the next event is handled.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    /// It is passed on. Keys are looked at.
    Look,
    /// All of the value is passed on. The number counts the open containers in it.
    Whole(usize),
    /// The value is left out.
    Drop(usize),
    /// All of the key is passed on, which is no string.
    Key(usize),
}

/// A container of which parts are wanted.
#[derive(Clone, Copy, Debug)]
struct Open {
    place: usize,
    /// The number of the next key.
    at: usize,
}

/// A key that came.
struct Known {
    text: String,
    key: Key,
    /// The place of its value; `None` if it is not wanted.
    place: Option<usize>,
}

/// The most keys that are kept of the objects at a place.
const KEPT: usize = 1 << 10;

/// The longest key that is kept, in bytes.
const LONGEST: usize = 64;

impl Projection {
    /// Returns a sink that gives `sink` the wanted parts of one document.
    pub fn before<S>(&self, sink: S) -> Wanted<'_, S> {
        Wanted::new(self, sink)
    }
}

impl<'p, S> Wanted<'p, S> {
    fn new(projection: &'p Projection, inner: S) -> Self {
        let places = projection.places();
        let known = (0..places).map(|_| Vec::new()).collect();
        Self::begin(projection, inner, known)
    }

    fn begin(projection: &'p Projection, inner: S, known: Vec<Vec<Known>>) -> Self {
        let place = projection.root();
        Self {
            projection,
            inner,
            mode: Mode::Look,
            next: place,
            current: Open { place, at: 0 },
            outer: Vec::new(),
            known,
        }
    }

    /// Begins another document, into another sink. It keeps the keys that it knows.
    pub(crate) fn with<T>(mut self, inner: T) -> Wanted<'p, T> {
        self.outer.clear();
        Wanted {
            outer: self.outer,
            ..Wanted::begin(self.projection, inner, self.known)
        }
    }

    /// Passes a whole value. Returns whether it is passed on.
    #[inline(always)]
    fn comes(&mut self) -> bool {
        match self.mode {
            Mode::Look | Mode::Whole(1..) | Mode::Key(1..) => true,
            Mode::Drop(1..) => false,
            Mode::Whole(0) | Mode::Key(0) => {
                self.mode = Mode::Look;
                true
            }
            Mode::Drop(0) => {
                self.mode = Mode::Look;
                false
            }
        }
    }

    /// Begins a container. Returns whether it is passed on.
    #[inline]
    fn begins(&mut self) -> Result<bool> {
        Ok(match &mut self.mode {
            Mode::Look => {
                let no_memory = |_| Error::out_of_memory();
                self.outer.try_reserve(1).map_err(no_memory)?;
                self.outer.push(self.current);
                self.current = Open {
                    place: self.next,
                    at: 0,
                };
                true
            }
            Mode::Whole(open) | Mode::Key(open) => {
                *open += 1;
                true
            }
            Mode::Drop(open) => {
                *open += 1;
                false
            }
        })
    }

    /// Ends a container. Returns whether its end is passed on.
    #[inline]
    fn ends(&mut self) -> Result<bool> {
        let (open, passed) = match &mut self.mode {
            Mode::Look => {
                let outer = self.outer.pop();
                self.current = outer.ok_or_else(|| Error::new(ErrorKind::InvalidEvents))?;
                self.next = self.current.place;
                return Ok(true);
            }
            Mode::Whole(open) | Mode::Key(open) => (open, true),
            Mode::Drop(open) => (open, false),
        };
        *open = open.saturating_sub(1);
        if *open == 0 {
            self.mode = Mode::Look;
        }
        Ok(passed)
    }

    /// Returns the place of the value of a key; `None` if it is not wanted.
    #[inline(always)]
    fn place_of(&mut self, key: &str) -> Option<usize> {
        let Open { place, at } = self.current;
        // A member may be missing.
        for at in [at, at + 1] {
            if let Some(known) = self.known[place].get(at)
                && known.text == key
            {
                self.current.at = at + 1;
                return known.place;
            }
        }
        self.learn(key)
    }

    #[cold]
    fn learn(&mut self, key: &str) -> Option<usize> {
        let Open { place, at } = self.current;
        let found = self.projection.inner(place, key);
        let keys = &mut self.known[place];
        if key.len() > LONGEST || at >= KEPT {
            return found;
        }
        self.current.at += 1;
        match keys.get_mut(at) {
            Some(known) => {
                known.text.clear();
                known.text.push_str(key);
                (known.key, known.place) = (Key::new(key), found);
            }
            None => keys.push(Known {
                text: key.to_owned(),
                key: Key::new(key),
                place: found,
            }),
        }
        found
    }

    /// Goes on to the value at a place.
    #[inline(always)]
    fn go(&mut self, place: usize) {
        self.next = place;
        self.mode = match self.projection.is_whole(place) {
            true => Mode::Whole(0),
            false => Mode::Look,
        };
    }

    /// Returns the key that came here the last time.
    #[inline(always)]
    fn likely(&self) -> Option<&Known> {
        self.known[self.current.place].get(self.current.at)
    }
}

/// Passes on values that are wanted.
macro_rules! values {
    ($($event:ident($($value:ident: $ty:ty)?);)*) => {
        $(
            #[inline(always)]
            fn $event(&mut self $(, $value: $ty)?) -> Result {
                match self.comes() {
                    true => self.inner.$event($($value)?),
                    false => Ok(()),
                }
            }
        )*
    };
}

impl<'de, S: Sink<'de>> Sink<'de> for Wanted<'_, S> {
    values! {
        null();
        bool(value: bool);
        i64(value: i64);
        u64(value: u64);
        f64(value: f64);
        f32(value: f32);
        big_integer(digits: &str);
        decimal(text: &str);
        str(value: Str<'de, '_>);
        bytes(value: Bytes<'de, '_>);
        timestamp(value: Timestamp);
        empty_array();
        i64_array(values: &[i64]);
        f64_array(values: &[f64]);
    }

    fn tag(&mut self, tag: Tag) -> Result {
        match self.mode {
            Mode::Drop(_) => Ok(()),
            _ => self.inner.tag(tag),
        }
    }

    #[inline(always)]
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        match self.begins()? {
            true => self.inner.begin_array(len),
            false => Ok(()),
        }
    }

    #[inline(always)]
    fn end_array(&mut self) -> Result {
        match self.ends()? {
            true => self.inner.end_array(),
            false => Ok(()),
        }
    }

    #[inline(always)]
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        match self.begins()? {
            true => self.inner.begin_map(len),
            false => Ok(()),
        }
    }

    #[inline(always)]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        match self.mode {
            Mode::Drop(_) => return Ok(()),
            Mode::Whole(_) | Mode::Key(_) => return self.inner.key(key),
            Mode::Look => {}
        }
        match self.place_of(&key) {
            Some(place) => {
                self.go(place);
                self.inner.key(key)
            }
            None => {
                self.mode = Mode::Drop(0);
                Ok(())
            }
        }
    }

    fn any_key(&mut self) -> Result {
        match self.mode {
            Mode::Drop(_) => return Ok(()),
            Mode::Whole(_) | Mode::Key(_) => {}
            Mode::Look => {
                self.next = self.current.place;
                self.mode = Mode::Key(0);
            }
        }
        self.inner.any_key()
    }

    #[inline(always)]
    fn end_map(&mut self) -> Result {
        match self.ends()? {
            true => self.inner.end_map(),
            false => Ok(()),
        }
    }

    #[inline(always)]
    fn i64s(&mut self, values: &[i64]) -> Result {
        match self.mode {
            Mode::Drop(_) => Ok(()),
            _ => self.inner.i64s(values),
        }
    }

    #[inline(always)]
    fn f64s(&mut self, values: &[f64]) -> Result {
        match self.mode {
            Mode::Drop(_) => Ok(()),
            _ => self.inner.f64s(values),
        }
    }

    #[inline(always)]
    fn expect_key(&self) -> Option<&Key> {
        match self.mode {
            Mode::Whole(_) | Mode::Key(_) => self.inner.expect_key(),
            Mode::Drop(_) => None,
            Mode::Look => {
                let known = self.likely()?;
                if known.place.is_none() {
                    return Some(&known.key);
                }
                let expected = self.inner.expect_key()?;
                let (block, len) = expected.block();
                (len != 0 && (block, len) == known.key.block()).then_some(expected)
            }
        }
    }

    #[inline(always)]
    fn expected_key(&mut self) -> Result {
        if self.mode == Mode::Look {
            let place = self.likely().and_then(|known| known.place);
            self.current.at += 1;
            match place {
                Some(place) => self.go(place),
                None => {
                    self.mode = Mode::Drop(0);
                    return Ok(());
                }
            }
        }
        self.inner.expected_key()
    }

    #[inline(always)]
    fn wants_decimal(&self) -> bool {
        match self.mode {
            Mode::Drop(_) => false,
            _ => self.inner.wants_decimal(),
        }
    }

    #[inline(always)]
    fn takes_beyond_floats(&self) -> bool {
        self.inner.takes_beyond_floats()
    }

    #[inline(always)]
    fn nest(&mut self) -> Result {
        self.inner.nest()
    }

    #[inline(always)]
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
}

impl<S> fmt::Debug for Wanted<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wanted")
            .field("projection", &self.projection)
            .finish_non_exhaustive()
    }
}
