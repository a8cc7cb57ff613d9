//! [`Inference`]: the schema of documents that are there.
//!
//! What has been seen at a place of the documents is one [`Seen`]: how often each kind of node
//! came, what items and members there were. Documents are folded in as events, none is kept. What
//! there is room for is bounded: places beyond that are anything.
//!
//! | room | holds |
//! |---|---|
//! | `finish` | what was seen as a schema |

mod finish;

use alloc::string::String;
use alloc::vec::Vec;

use foldhash::fast::RandomState;
use hashbrown::HashMap;
use varvel_core::{Bytes, Error, Profile, Result, Sink, Source, Str, Tag, Timestamp};

use crate::schema::Schema;

/// What an inference may remember.
///
/// ```
/// use varvel_schema::InferenceOptions;
/// assert_eq!(InferenceOptions::default().members, 256);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InferenceOptions {
    /// An object with more keys than this, in all documents together, is a map. 256 by default.
    pub members: usize,
    /// Places of documents of which something is remembered; what comes at others is anything.
    /// 65,536 by default, for which some 16 MiB are enough.
    pub places: usize,
}

impl Default for InferenceOptions {
    fn default() -> Self {
        Self {
            members: 256,
            places: 1 << 16,
        }
    }
}

/// Keys longer than this are no names of members.
const LONGEST_NAME: usize = 128;

/// Folds any number of documents into one schema that all of them fit.
///
/// It is a [`Sink`]: drive each document into it, and call [`Inference::end_document`] behind it.
/// Time is linear in the documents, memory bounded by [`InferenceOptions`] and by the depth that
/// their source allows.
///
/// ```
/// use varvel_core::{Encode, Result};
/// use varvel_schema::Inference;
/// let mut inference = Inference::default();
/// for document in [vec![Some(1.5)], vec![None]] {
///     document.encode(&mut inference, &())?; // or `varvel::json::drive(text, &options, &mut inference)`
///     inference.end_document();
/// }
/// assert_eq!(inference.documents(), 2);
/// assert_eq!(inference.finish().to_string(), "array of number or null\n");
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Inference {
    options: InferenceOptions,
    seen: Vec<Seen>,
    open: Vec<Open>,
    /// Where the next node stands.
    next: u32,
    documents: u64,
    /// Objects that have come, for telling a key that comes twice in one from two that come in two.
    objects: u64,
}

/// The place of the documents.
const ROOT: u32 = 0;
/// The place of all that nothing is remembered of.
const BEYOND: u32 = 1;

/// A container that has begun.
#[derive(Clone, Copy, Debug)]
struct Open {
    place: u32,
    kind: Container,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Container {
    Array,
    /// With its number among all objects.
    Map(u64),
    /// A key that need not be a string.
    Key,
}

/// What has come at one place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    pub nulls: u64,
    pub bools: u64,
    pub integers: u64,
    pub min: i64,
    pub max: u64,
    pub big_integers: u64,
    pub floats: u64,
    pub strings: u64,
    pub bytes: u64,
    pub timestamps: u64,
    pub tagged: u64,
    pub arrays: u64,
    /// The place of the items; none before one came.
    pub items: Option<u32>,
    pub objects: u64,
    pub members: Vec<Member>,
    pub names: HashMap<String, u32, RandomState>,
    /// The place of all values whose keys there was no room for.
    pub rest: Option<u32>,
    /// Objects with keys that are no strings.
    pub maps: u64,
    pub keys: Option<u32>,
}

#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub name: String,
    pub place: u32,
    /// Objects that have it.
    pub count: u64,
    /// The last object that had it.
    last: u64,
}

impl Default for Inference {
    fn default() -> Self {
        Self::with(InferenceOptions::default())
    }
}

impl Inference {
    /// No document yet.
    pub fn with(options: InferenceOptions) -> Self {
        Self {
            options,
            seen: alloc::vec![Seen::default(), Seen::default()],
            open: Vec::new(),
            next: ROOT,
            documents: 0,
            objects: 0,
        }
    }

    /// Folds in the document that stands at `source`.
    ///
    /// # Errors
    /// Those of the source, and `OutOfMemory`. What came before the error counts;
    /// [`Inference::end_document`] makes ready for the next.
    pub fn add<'de, R: Source<'de>>(&mut self, source: &mut R) -> Result {
        source.drive(self)?;
        self.end_document();
        Ok(())
    }

    /// The document is over; another may come.
    pub fn end_document(&mut self) {
        self.open.clear();
        self.next = ROOT;
        self.documents += 1;
    }

    /// How many documents there were.
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// The schema that all documents fit.
    pub fn finish(self) -> Schema {
        finish::schema(self.seen)
    }

    /// A node begins: what is known of its place.
    fn node(&mut self) -> &mut Seen {
        &mut self.seen[self.next as usize]
    }

    /// A node has ended: where the one behind it will stand.
    fn after(&mut self) {
        match self.open.last().copied() {
            None => self.next = ROOT,
            Some(Open { place, kind }) => match kind {
                Container::Array => {
                    self.next = self.seen[place as usize].items.unwrap_or(BEYOND);
                }
                // A key comes.
                Container::Map(_) => {}
                Container::Key => {
                    self.open.pop();
                    self.next = self.seen[place as usize].rest.unwrap_or(BEYOND);
                }
            },
        }
    }

    fn scalar(&mut self, count: impl FnOnce(&mut Seen)) -> Result {
        count(self.node());
        self.after();
        Ok(())
    }

    fn integers(&mut self, values: impl Iterator<Item = i64>) -> Result {
        let seen = self.node();
        for value in values {
            seen.integer(value.min(0), u64::try_from(value).unwrap_or(0));
        }
        self.after();
        Ok(())
    }

    fn push(&mut self, kind: Container) -> Result {
        let open = Open {
            place: self.next,
            kind,
        };
        self.open
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.open.push(open);
        Ok(())
    }

    fn pop(&mut self) -> Result {
        self.open
            .pop()
            .ok_or_else(|| Error::new(varvel_core::ErrorKind::InvalidEvents))?;
        self.after();
        Ok(())
    }

    /// A new place, if there is room for one.
    fn place(&mut self) -> Result<u32> {
        if self.seen.len() >= self.options.places || self.next == BEYOND {
            return Ok(BEYOND);
        }
        self.seen
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.seen.push(Seen::default());
        // Fewer than `places`; a budget beyond 32 bits would need more memory than there is.
        Ok(u32::try_from(self.seen.len() - 1).unwrap_or(BEYOND))
    }

    /// The place of the value of a key of the innermost object.
    fn member(&mut self, name: &str) -> Result<u32> {
        let Some(Open {
            place,
            kind: Container::Map(object),
        }) = self.open.last().copied()
        else {
            return Err(Error::new(varvel_core::ErrorKind::InvalidEvents));
        };
        self.next = place;
        if place == BEYOND {
            return Ok(BEYOND);
        }
        let seen = &mut self.seen[place as usize];
        if let Some(number) = seen.names.get(name) {
            let member = &mut seen.members[*number as usize];
            member.count += u64::from(member.last != object);
            member.last = object;
            return Ok(member.place);
        }
        let full = seen.members.len() >= self.options.members || name.len() > LONGEST_NAME;
        if full && let Some(rest) = seen.rest {
            return Ok(rest);
        }
        let value = self.place()?;
        let seen = &mut self.seen[place as usize];
        if full {
            seen.rest = Some(value);
            return Ok(value);
        }
        if value == BEYOND {
            seen.rest.get_or_insert(BEYOND);
            return Ok(BEYOND);
        }
        seen.names
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        seen.members
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        seen.names.insert(name.into(), seen.members.len() as u32);
        seen.members.push(Member {
            name: name.into(),
            place: value,
            count: 1,
            last: object,
        });
        Ok(value)
    }
}

impl Seen {
    fn integer(&mut self, min: i64, max: u64) {
        self.integers += 1;
        self.min = self.min.min(min);
        self.max = self.max.max(max);
    }
}

impl<'de> Sink<'de> for Inference {
    fn null(&mut self) -> Result {
        self.scalar(|seen| seen.nulls += 1)
    }
    fn bool(&mut self, _: bool) -> Result {
        self.scalar(|seen| seen.bools += 1)
    }
    fn i64(&mut self, value: i64) -> Result {
        self.integers(core::iter::once(value))
    }
    fn u64(&mut self, value: u64) -> Result {
        self.scalar(|seen| seen.integer(0, value))
    }
    fn f64(&mut self, _: f64) -> Result {
        self.scalar(|seen| seen.floats += 1)
    }
    fn f32(&mut self, _: f32) -> Result {
        self.scalar(|seen| seen.floats += 1)
    }
    fn big_integer(&mut self, _: &str) -> Result {
        self.scalar(|seen| seen.big_integers += 1)
    }
    fn decimal(&mut self, _: &str) -> Result {
        self.scalar(|seen| seen.floats += 1)
    }
    fn str(&mut self, _: Str<'de, '_>) -> Result {
        self.scalar(|seen| seen.strings += 1)
    }
    fn bytes(&mut self, _: Bytes<'de, '_>) -> Result {
        self.scalar(|seen| seen.bytes += 1)
    }
    fn timestamp(&mut self, _: Timestamp) -> Result {
        self.scalar(|seen| seen.timestamps += 1)
    }
    /// A node with a tag is anything: the model has none. What the tag is before is passed over.
    fn tag(&mut self, _: Tag) -> Result {
        self.node().tagged += 1;
        Ok(())
    }

    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.node().arrays += 1;
        self.push(Container::Array)?;
        let place = self.next;
        self.next = match (place, self.seen[place as usize].items) {
            (BEYOND, _) => BEYOND,
            (_, Some(items)) => items,
            (_, None) => {
                let items = self.place()?;
                self.seen[place as usize].items = Some(items);
                items
            }
        };
        Ok(())
    }
    fn end_array(&mut self) -> Result {
        self.pop()
    }

    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.node().objects += 1;
        self.objects += 1;
        self.push(Container::Map(self.objects))
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.next = self.member(&key)?;
        Ok(())
    }
    fn any_key(&mut self) -> Result {
        let Some(open) = self.open.last().copied() else {
            return Err(Error::new(varvel_core::ErrorKind::InvalidEvents));
        };
        let place = open.place as usize;
        self.next = open.place;
        self.seen[place].maps += 1;
        if open.place != BEYOND && self.seen[place].keys.is_none() {
            self.seen[place].keys = Some(self.place()?);
            let rest = self.place()?;
            self.seen[place].rest.get_or_insert(rest);
        }
        self.push(Container::Key)?;
        self.next = self.seen[place].keys.unwrap_or(BEYOND);
        Ok(())
    }
    fn end_map(&mut self) -> Result {
        self.pop()
    }

    fn profile(&self) -> Profile {
        Profile::TREE
    }
    fn i64s(&mut self, values: &[i64]) -> Result {
        self.integers(values.iter().copied())
    }
    fn f64s(&mut self, values: &[f64]) -> Result {
        self.scalar(|seen| seen.floats += values.len() as u64)
    }
}
