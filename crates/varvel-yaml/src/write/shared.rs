//! Anchors for repeated collections: the first of several equal collections gets an anchor, and the
//! others are aliases of it.
//!
//! A value gives its events twice. The first time each collection is hashed; the second time it is
//! written. The hash is SipHash with random keys and 128 bits, so that no input can make different
//! collections look equal.
//!
//! The text can be read with default limits: the aliases take at most half of
//! [`Limits::replay`](varvel_core::Limits). Beyond that, collections are written in full.

use alloc::vec::Vec;
use core::hash::{Hash, Hasher as _};

use hashbrown::HashMap;
use siphasher::sip128::{Hasher128 as _, SipHasher13};
use varvel_core::secret::{self, RandomState};
use varvel_core::{Bytes, Error, Format, Limits, Profile, Result, Sink, Str, Tag, Timestamp};

use super::Writer;
use crate::marker::Yaml;

/// The least number of scalars, including keys, for which an anchor is worth it.
const LEAST: usize = 3;

/// How many bytes aliases may take besides a share of the text.
const FREE: usize = 32 << 10;

/// A complete collection.
#[derive(Clone, Copy)]
struct Collection {
    print: u128,
    scalars: usize,
}

/// The first pass: the hash of each collection, in the order in which they begin.
pub struct Prints {
    /// How many containers a type may open inside each other.
    most: usize,
    keys: (u64, u64),
    open: Vec<Open>,
    /// The collections. The open ones are in it, too.
    found: Vec<Collection>,
}

struct Open {
    hasher: SipHasher13,
    number: usize,
    scalars: usize,
}

impl Prints {
    /// Makes a first pass that has seen no events.
    pub fn new(most: usize) -> Self {
        Self {
            most,
            keys: (secret::random(), secret::random()),
            open: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Returns which collections are equal.
    pub fn finish(self) -> Result<Shared> {
        let mut first = HashMap::with_hasher(RandomState::default());
        let mut again = Vec::new();
        let room = self.found.len();
        (again.try_reserve_exact(room)).map_err(|_| Error::out_of_memory())?;
        first
            .try_reserve(room)
            .map_err(|_| Error::out_of_memory())?;
        for (number, collection) in self.found.iter().enumerate() {
            let first = *first.entry(collection.print).or_insert(number);
            again.push(match collection.scalars < LEAST {
                true => number,
                false => first,
            });
        }
        let mut shared = Shared {
            again,
            ..Shared::default()
        };
        (shared.comes_again.try_reserve_exact(room)).map_err(|_| Error::out_of_memory())?;
        shared.comes_again.resize(room, false);
        for number in 0..room {
            let first = shared.again[number];
            if first != number {
                shared.comes_again[first] = true;
            }
        }
        Ok(shared)
    }

    fn scalar(&mut self, kind: u8, value: impl Hash) -> Result {
        if let Some(open) = self.open.last_mut() {
            (kind, value).hash(&mut open.hasher);
            open.scalars += 1;
        }
        Ok(())
    }

    fn begin(&mut self, kind: u8) -> Result {
        let room = |_| Error::out_of_memory();
        self.open.try_reserve(1).map_err(room)?;
        self.found.try_reserve(1).map_err(room)?;
        let mut hasher = SipHasher13::new_with_keys(self.keys.0, self.keys.1);
        hasher.write_u8(kind);
        self.open.push(Open {
            hasher,
            number: self.found.len(),
            scalars: 0,
        });
        self.found.push(Collection {
            print: 0,
            scalars: 0,
        });
        Ok(())
    }

    fn end(&mut self) -> Result {
        let Some(open) = self.open.pop() else {
            return Ok(());
        };
        let print = open.hasher.finish128().as_u128();
        self.found[open.number] = Collection {
            print,
            scalars: open.scalars,
        };
        if let Some(around) = self.open.last_mut() {
            (b'c', print).hash(&mut around.hasher);
            around.scalars += open.scalars;
        }
        Ok(())
    }
}

impl<'de> Sink<'de> for Prints {
    fn nest(&mut self) -> Result {
        match self.open.len() < self.most {
            true => Ok(()),
            false => Err(Error::type_too_deep(self.most)),
        }
    }
    fn null(&mut self) -> Result {
        self.scalar(b'n', ())
    }
    fn bool(&mut self, value: bool) -> Result {
        self.scalar(b'b', value)
    }
    fn i64(&mut self, value: i64) -> Result {
        self.scalar(b'i', value)
    }
    fn u64(&mut self, value: u64) -> Result {
        self.scalar(b'u', value)
    }
    fn f64(&mut self, value: f64) -> Result {
        self.scalar(b'd', value.to_bits())
    }
    fn f32(&mut self, value: f32) -> Result {
        self.scalar(b'f', value.to_bits())
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.scalar(b'I', digits)
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.scalar(b'D', text)
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.scalar(b's', &*value)
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.scalar(b'y', &*value)
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.scalar(b't', (value.seconds(), value.nanos()))
    }
    fn tag(&mut self, _: Tag) -> Result {
        // The writer refuses tags, because YAML has no form for them.
        self.scalar(b'T', ())
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.begin(b'[')
    }
    fn end_array(&mut self) -> Result {
        self.end()
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.begin(b'{')
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.scalar(b'k', &*key)
    }
    fn any_key(&mut self) -> Result {
        self.scalar(b'K', ())
    }
    fn end_map(&mut self) -> Result {
        self.end()
    }
    fn profile(&self) -> Profile {
        Yaml::PROFILE
    }
}

/// The result of the first pass: which collections are equal.
#[derive(Default)]
pub struct Shared {
    /// For each collection, the number of the first one that is equal to it.
    again: Vec<usize>,
    /// For each collection that is the first of its kind, whether others are equal to it.
    comes_again: Vec<bool>,
}

/// The second pass: a sink that writes equal collections as aliases.
pub struct Sharing<'w> {
    writer: &'w mut Writer,
    shared: Shared,
    /// How many collections began.
    begun: usize,
    /// The open collections that were written. A collection that is a key, or is inside of one, is
    /// not shared.
    open: Vec<Begun>,
    /// Whether the next node is a key.
    at_key: bool,
    /// The anchor of each collection that has one, and how many bytes its alias takes.
    anchors: HashMap<usize, (u32, usize), RandomState>,
    /// How many bytes all aliases take.
    replayed: usize,
    /// How many collections are open that are skipped.
    passed: usize,
}

struct Begun {
    number: usize,
    anchor: Option<u32>,
    /// The offset at which its text begins.
    start: usize,
    /// How many bytes the aliases before it take.
    replayed: usize,
    in_key: bool,
}

impl<'w> Sharing<'w> {
    /// Makes a second pass before the first event.
    pub fn new(writer: &'w mut Writer, shared: Shared) -> Self {
        Self {
            writer,
            shared,
            begun: 0,
            open: Vec::new(),
            at_key: false,
            anchors: HashMap::with_hasher(RandomState::default()),
            replayed: 0,
            passed: 0,
        }
    }

    /// Calls `write`, unless a collection is being skipped.
    fn write(&mut self, write: impl FnOnce(&mut Writer) -> Result) -> Result {
        match self.passed {
            0 => {
                self.at_key = false;
                write(self.writer)
            }
            _ => Ok(()),
        }
    }

    /// Returns whether an alias of this cost is within the limits of a reader.
    fn is_affordable(&self, cost: usize) -> bool {
        let most = self
            .writer
            .out
            .len()
            .saturating_mul(Limits::DEFAULT.replay / 2);
        self.replayed.saturating_add(cost) <= most.saturating_add(FREE)
    }

    fn begin(&mut self, begin: impl FnOnce(&mut Writer) -> Result) -> Result {
        let number = self.begun;
        self.begun += 1;
        if self.passed > 0 {
            self.passed += 1;
            return Ok(());
        }
        let in_key = self.at_key || self.open.last().is_some_and(|open| open.in_key);
        self.at_key = false;
        // A value may give other events the second time. Then they are written as they come.
        let first = self.shared.again.get(number).copied().unwrap_or(number);
        if !in_key
            && first != number
            && let Some(&(anchor, cost)) = self.anchors.get(&first)
            && self.is_affordable(cost)
        {
            self.replayed += cost;
            self.passed = 1;
            return self.writer.alias(anchor);
        }
        let comes_again = self.shared.comes_again.get(number).copied();
        let anchor = match !in_key && comes_again.unwrap_or(false) {
            true => u32::try_from(self.anchors.len() + 1).ok(),
            false => None,
        };
        self.anchors
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.open
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        if let Some(anchor) = anchor {
            // The cost is not known before the collection ends. It is not needed, because nothing
            // in it is equal to it.
            self.anchors.insert(number, (anchor, usize::MAX));
            self.writer.anchor_next(anchor);
        }
        self.open.push(Begun {
            number,
            anchor,
            start: self.writer.out.len(),
            replayed: self.replayed,
            in_key,
        });
        begin(self.writer)
    }

    fn end(&mut self, end: impl FnOnce(&mut Writer) -> Result) -> Result {
        if self.passed > 0 {
            self.passed -= 1;
            return Ok(());
        }
        end(self.writer)?;
        if let Some(begun) = self.open.pop()
            && let Some(anchor) = begun.anchor
        {
            let cost = self.writer.out.len() - begun.start + (self.replayed - begun.replayed);
            self.anchors.insert(begun.number, (anchor, cost));
        }
        Ok(())
    }
}

impl<'de> Sink<'de> for Sharing<'_> {
    fn nest(&mut self) -> Result {
        self.writer.nest()
    }
    fn null(&mut self) -> Result {
        self.write(Writer::null)
    }
    fn bool(&mut self, value: bool) -> Result {
        self.write(|writer| writer.bool(value))
    }
    fn i64(&mut self, value: i64) -> Result {
        self.write(|writer| writer.i64(value))
    }
    fn u64(&mut self, value: u64) -> Result {
        self.write(|writer| writer.u64(value))
    }
    fn f64(&mut self, value: f64) -> Result {
        self.write(|writer| writer.f64(value))
    }
    fn f32(&mut self, value: f32) -> Result {
        self.write(|writer| writer.f32(value))
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.write(|writer| writer.big_integer(digits))
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.write(|writer| writer.decimal(text))
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.write(|writer| writer.str(value))
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.write(|writer| writer.bytes(value))
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.write(|writer| writer.timestamp(value))
    }
    fn tag(&mut self, tag: Tag) -> Result {
        self.write(|writer| writer.tag(tag))
    }
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        self.begin(|writer| writer.begin_array(len))
    }
    fn end_array(&mut self) -> Result {
        self.end(Writer::end_array)
    }
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        self.begin(|writer| writer.begin_map(len))
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.write(|writer| writer.key(key))
    }
    fn any_key(&mut self) -> Result {
        self.write(Writer::any_key)?;
        self.at_key = self.passed == 0;
        Ok(())
    }
    fn end_map(&mut self) -> Result {
        self.end(Writer::end_map)
    }
    fn profile(&self) -> Profile {
        Yaml::PROFILE
    }
}
