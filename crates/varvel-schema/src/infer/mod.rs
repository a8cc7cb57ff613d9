//! [`Inference`]: infers a schema from documents.
//!
//! A [`Seen`] has the observations of one place of the documents: the kinds of its nodes, its items
//! and its members. Documents are folded in as events, and none is kept. Memory is bounded: the
//! nodes at places beyond the bound are anything.
//!
//! A key is first compared with the one that followed the key before it the last time. It is looked
//! up only if it is another one.
//!
//! | room | holds |
//! |---|---|
//! | `seen` | the observations of one place |
//! | `merge` | merges two places, or two inferences |
//! | `finish` | makes a schema from the observations |

mod finish;
mod merge;
mod seen;

use alloc::vec::Vec;
use core::mem;

use varvel_core::secret::RandomState;
use varvel_core::{
    Bytes, Error, ErrorKind, Key, Limits, Number, Profile, Result, Sink, Source, Str, Tag,
    Timestamp,
};

use crate::schema::Schema;
use merge::Merging;
use seen::{Kinds, Member, NO_MEMBER, NOWHERE, Seen};

/// The bounds on the memory of an inference.
///
/// ```
/// use varvel::schema::InferenceOptions;
/// assert_eq!(InferenceOptions::default().members, 256);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InferenceOptions {
    /// The most keys of an object that is a record, in all documents together; with more it is a
    /// map. 256 by default.
    pub members: usize,
    /// The most places of documents that are remembered; nodes at other places are anything. 65,536
    /// by default, for which some 16 MiB are enough.
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

/// A name of a member has at most this many bytes.
const LONGEST_NAME: usize = 128;

/// Folds any number of documents into one schema that all of them fit.
///
/// It is a [`Sink`]: drive each document into it, and call [`Inference::end_document`] behind it.
/// Time is linear in the documents. Memory is bounded by [`InferenceOptions`] and by the depth that
/// their source allows.
///
/// ```
/// use varvel::schema::Inference;
/// use varvel::{Encode, Result};
/// let mut inference = Inference::default();
/// for document in [vec![Some(1.5)], vec![None]] {
///     document.encode(&mut inference, &())?; // or `varvel::json::drive(text, &options, &mut inference)`
///     inference.end_document();
/// }
/// assert_eq!(inference.documents(), 2);
/// assert_eq!(inference.finish().to_string(), "array of number or null\n");
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// Documents may be folded separately, such as on several cores: [`Inference::merge`] makes one
/// inference of two.
#[derive(Clone, Debug)]
pub struct Inference {
    options: InferenceOptions,
    seen: Vec<Seen>,
    /// Places that were freed, for other observations.
    free: Vec<u32>,
    hasher: RandomState,
    /// The innermost container, or the outside of all.
    current: Open,
    outer: Vec<Open>,
    /// The place of the next node.
    next: u32,
    documents: u64,
    /// The number of objects so far. It tells a key that comes twice in one object from a key of
    /// two objects.
    objects: u64,
    /// The number of members so far that came for the first time, for their order.
    came: u64,
}

/// The place of the documents.
const ROOT: u32 = NOWHERE;
/// The place of all nodes that are not remembered.
const BEYOND: u32 = 1;

/// A container that has begun.
#[derive(Clone, Copy, Debug)]
struct Open {
    place: u32,
    kind: Container,
    /// For an object, the member that came last; `likely` is the member that most likely comes
    /// next.
    member: u32,
    likely: u32,
    /// For an object, its number among all objects.
    object: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Container {
    /// The outside of all containers.
    Nothing,
    Array,
    Object,
    /// A key that need not be a string.
    Key,
}

impl Open {
    fn new(place: u32, kind: Container) -> Self {
        Self {
            place,
            kind,
            member: NO_MEMBER,
            likely: NO_MEMBER,
            object: 0,
        }
    }
}

impl Default for Inference {
    fn default() -> Self {
        Self::with(InferenceOptions::default())
    }
}

impl Inference {
    /// Returns an inference without documents.
    pub fn with(options: InferenceOptions) -> Self {
        Self {
            options,
            seen: alloc::vec![Seen::new(), Seen::new()],
            free: Vec::new(),
            hasher: RandomState::default(),
            current: Open::new(ROOT, Container::Nothing),
            outer: Vec::new(),
            next: ROOT,
            documents: 0,
            objects: 0,
            came: 0,
        }
    }

    /// Folds in the document that stands at `source`.
    ///
    /// # Errors
    /// Returns the errors of the source, and `OutOfMemory`. The part before the error counts. Call
    /// [`Inference::end_document`] before the next document.
    pub fn add<'de, R: Source<'de>>(&mut self, source: &mut R) -> Result {
        source.drive(self)?;
        self.end_document();
        Ok(())
    }

    /// Adds the documents of another inference behind those of this one, in time linear in the
    /// observations of the other one.
    ///
    /// The result is the same as if this inference had read all these documents one after the
    /// other: the same schema, and the same order of members. This holds as long as there was room
    /// for all places ([`InferenceOptions::places`]). If there was not, all documents fit the
    /// schema, too, but the distribution of the documents may decide which nodes are anything. The
    /// options stay those of this inference.
    ///
    /// ```
    /// use varvel::Encode;
    /// use varvel::schema::Inference;
    /// let fold = |documents: &[Vec<Option<f64>>]| {
    ///     let mut inference = Inference::default();
    ///     for document in documents {
    ///         document.encode(&mut inference, &())?;
    ///         inference.end_document();
    ///     }
    ///     varvel::Result::Ok(inference)
    /// };
    /// let documents = [vec![Some(1.5)], vec![None], vec![]];
    /// let mut inference = fold(&documents[..1])?;
    /// inference.merge(fold(&documents[1..])?)?;
    /// assert_eq!(inference.documents(), 3);
    /// assert_eq!(inference.finish(), fold(&documents)?.finish());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns `OutOfMemory`; then a part of the other's documents counts.
    pub fn merge(&mut self, mut other: Self) -> Result {
        let later = self.came;
        self.documents += other.documents;
        self.came += other.came;
        Merging::all(self, &mut other.seen, later, ROOT)
    }

    /// Ends a document. Another one may follow.
    pub fn end_document(&mut self) {
        self.outer.clear();
        self.current = Open::new(ROOT, Container::Nothing);
        self.next = ROOT;
        self.documents += 1;
    }

    /// Returns the number of documents.
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// Returns the number of places of documents that are remembered: at most
    /// [`InferenceOptions::places`]. Each takes some 250 bytes.
    ///
    /// ```
    /// use varvel::Encode;
    /// use varvel::schema::Inference;
    /// let mut inference = Inference::default();
    /// let before = inference.places();
    /// [[1, 2], [3, 4]].encode(&mut inference, &())?;
    /// // The items of the array, and the items of these.
    /// assert_eq!(inference.places() - before, 2);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn places(&self) -> usize {
        self.seen.len() - self.free.len()
    }

    /// Returns the schema that all documents fit.
    pub fn finish(self) -> Schema {
        finish::schema(self.seen)
    }

    /// Returns the observations of the next node's place.
    #[inline]
    fn node(&mut self) -> &mut Seen {
        &mut self.seen[self.next as usize]
    }

    /// Adds a scalar at the place of the next node.
    #[inline]
    fn scalar(&mut self, kinds: Kinds) -> Result {
        self.node().kinds.add(kinds);
        if self.current.kind == Container::Key {
            self.end_key();
        }
        Ok(())
    }

    /// Ends a key that need not be a string. Its value comes next.
    #[cold]
    fn end_key(&mut self) {
        let place = self.current.place;
        self.leave();
        self.next = match self.seen[place as usize].rest {
            NOWHERE => BEYOND,
            rest => rest,
        };
    }

    /// Enters a container at the place of the next node.
    #[inline]
    fn enter(&mut self, open: Open) -> Result {
        if self.outer.len() == self.outer.capacity() {
            let room = self.outer.try_reserve(1);
            room.map_err(|_| Error::out_of_memory())?;
        }
        self.outer.push(mem::replace(&mut self.current, open));
        Ok(())
    }

    /// Leaves the innermost container.
    fn leave(&mut self) -> Option<()> {
        self.current = self.outer.pop()?;
        Some(())
    }

    /// Ends a container, and sets the place of the node behind it.
    #[inline]
    fn end(&mut self) -> Result {
        if self.leave().is_none() {
            return Err(Error::new(ErrorKind::InvalidEvents));
        }
        match self.current.kind {
            // A key comes next.
            Container::Object => {}
            Container::Array => self.next = self.items(),
            Container::Nothing => self.next = ROOT,
            Container::Key => self.end_key(),
        }
        Ok(())
    }

    /// Returns the place of the items of the innermost array.
    fn items(&self) -> u32 {
        match self.seen[self.current.place as usize].items {
            NOWHERE => BEYOND,
            items => items,
        }
    }

    /// Returns a new place, or `BEYOND` if there is no room for one.
    fn place(&mut self) -> Result<u32> {
        if let Some(place) = self.free.pop() {
            return Ok(place);
        }
        if self.room() == 0 {
            return Ok(BEYOND);
        }
        let place = u32::try_from(self.seen.len()).map_err(|_| Error::out_of_memory())?;
        let room = self.seen.try_reserve(1);
        room.map_err(|_| Error::out_of_memory())?;
        self.seen.push(Seen::new());
        Ok(place)
    }

    /// Returns how many more places there is room for.
    fn room(&self) -> usize {
        self.options.places.saturating_sub(self.places())
    }

    /// Takes the observations of a place, and frees the place.
    fn release(&mut self, place: u32) -> Result<Seen> {
        let room = self.free.try_reserve(1);
        room.map_err(|_| Error::out_of_memory())?;
        self.free.push(place);
        Ok(mem::replace(&mut self.seen[place as usize], Seen::new()))
    }

    /// Goes on to the value of a member. Returns the place of the value.
    #[inline]
    fn go(&mut self, number: u32, (value, likely): (u32, u32)) -> u32 {
        self.current.member = number;
        self.current.likely = likely;
        value
    }

    /// Returns the member that most likely comes next.
    #[inline]
    fn likely(&self) -> Option<&Member> {
        // Outside of objects no member is likely.
        let Open { place, likely, .. } = self.current;
        self.seen[place as usize].members.get(likely as usize)
    }

    /// Goes to the place of the value of a key that was not expected.
    #[inline(never)]
    fn other_member(&mut self, name: &str) -> Result<u32> {
        let Open {
            place,
            kind: Container::Object,
            member: before,
            object,
            ..
        } = self.current
        else {
            return Err(Error::new(ErrorKind::InvalidEvents));
        };
        if place == BEYOND {
            return Ok(BEYOND);
        }
        let seen = &mut self.seen[place as usize];
        seen.kinds.add(Kinds::NAMED);
        if seen.rest != NOWHERE {
            return Ok(seen.rest);
        }
        if let Some(number) = seen.find(0, name, &self.hasher) {
            seen.follow(before, number);
            if let Some(counted) = seen.count(number, object) {
                return Ok(self.go(number, counted));
            }
        }
        if seen.members.len() >= self.options.members || name.len() > LONGEST_NAME {
            Merging::collapse(self, place, true)?;
            return Ok(self.seen[place as usize].rest);
        }
        let value = self.place()?;
        if value == BEYOND {
            Merging::collapse(self, place, false)?;
            return Ok(BEYOND);
        }
        let member = Member::new(name, value, object, self.came)?;
        self.came += 1;
        let seen = &mut self.seen[place as usize];
        let number = seen.push(member, &self.hasher)?;
        seen.follow(before, number);
        Ok(self.go(number, (value, NO_MEMBER)))
    }
}

impl<'de> Sink<'de> for Inference {
    fn nest(&mut self) -> Result {
        let most = Limits::DEFAULT.depth;
        match self.outer.len() < most {
            true => Ok(()),
            false => Err(Error::type_too_deep(most)),
        }
    }
    fn null(&mut self) -> Result {
        self.scalar(Kinds::NULL)
    }
    fn bool(&mut self, _: bool) -> Result {
        self.scalar(Kinds::BOOL)
    }
    fn i64(&mut self, value: i64) -> Result {
        self.scalar(Kinds::of_i64(value))
    }
    fn u64(&mut self, value: u64) -> Result {
        match i64::try_from(value) {
            Ok(value) => self.i64(value),
            Err(_) => {
                self.node().kinds.add(Kinds::INTEGER);
                self.node()
                    .kinds
                    .add(Kinds::unless_float(Number::U64(value)));
                self.scalar(Kinds::WIDE)
            }
        }
    }
    fn f64(&mut self, _: f64) -> Result {
        self.scalar(Kinds::FLOAT)
    }
    fn f32(&mut self, _: f32) -> Result {
        self.scalar(Kinds::FLOAT)
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.scalar(Kinds::of_big(digits))
    }
    fn decimal(&mut self, _: &str) -> Result {
        self.scalar(Kinds::FLOAT)
    }
    fn str(&mut self, _: Str<'de, '_>) -> Result {
        self.scalar(Kinds::STRING)
    }
    fn bytes(&mut self, _: Bytes<'de, '_>) -> Result {
        self.scalar(Kinds::BYTES)
    }
    fn timestamp(&mut self, _: Timestamp) -> Result {
        self.scalar(Kinds::TIMESTAMP)
    }
    /// Treats a node with a tag as anything, since the model has no tags. The kinds of the tagged
    /// node do not matter.
    fn tag(&mut self, _: Tag) -> Result {
        self.node().kinds.add(Kinds::ANYTHING);
        Ok(())
    }

    fn begin_array(&mut self, _: Option<usize>) -> Result {
        let place = self.next;
        self.enter(Open::new(place, Container::Array))?;
        let seen = &mut self.seen[place as usize];
        seen.kinds.add(Kinds::ARRAY);
        if seen.items == NOWHERE && place != BEYOND {
            let items = self.place()?;
            self.seen[place as usize].items = items;
        }
        self.next = self.items();
        Ok(())
    }
    fn end_array(&mut self) -> Result {
        self.end()
    }

    fn begin_map(&mut self, _: Option<usize>) -> Result {
        let place = self.next;
        self.objects += 1;
        let seen = &mut self.seen[place as usize];
        seen.objects += 1;
        let likely = seen.leader;
        self.enter(Open {
            object: self.objects,
            likely,
            ..Open::new(place, Container::Object)
        })
    }
    #[inline]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        if self.likely().is_some_and(|likely| *likely.name == *key) {
            return self.expected_key();
        }
        self.next = self.other_member(&key)?;
        Ok(())
    }
    #[inline]
    fn expect_key(&self) -> Option<&Key> {
        Some(&self.likely()?.key)
    }
    #[inline]
    fn expected_key(&mut self) -> Result {
        let Open {
            place,
            likely,
            object,
            ..
        } = self.current;
        let counted = self.seen[place as usize].count(likely, object);
        let counted = counted.ok_or_else(|| Error::new(ErrorKind::InvalidEvents))?;
        self.next = self.go(likely, counted);
        Ok(())
    }
    fn any_key(&mut self) -> Result {
        let place = self.current.place;
        if self.current.kind != Container::Object {
            return Err(Error::new(ErrorKind::InvalidEvents));
        }
        let seen = &self.seen[place as usize];
        if place != BEYOND && seen.keys == NOWHERE {
            let collapsed = seen.rest != NOWHERE;
            let keys = self.place()?;
            self.seen[place as usize].keys = keys;
            if !collapsed {
                Merging::collapse(self, place, true)?;
            }
        }
        self.enter(Open::new(place, Container::Key))?;
        self.next = match self.seen[place as usize].keys {
            NOWHERE => BEYOND,
            keys => keys,
        };
        Ok(())
    }
    fn end_map(&mut self) -> Result {
        self.end()
    }

    fn profile(&self) -> Profile {
        Profile::TREE
    }
    fn i64s(&mut self, values: &[i64]) -> Result {
        let mut kinds = Kinds::default();
        for &value in values {
            kinds.add(Kinds::of_i64(value));
        }
        self.scalar(kinds)
    }
    fn f64s(&mut self, values: &[f64]) -> Result {
        match values {
            [] => Ok(()),
            _ => self.scalar(Kinds::FLOAT),
        }
    }
}
