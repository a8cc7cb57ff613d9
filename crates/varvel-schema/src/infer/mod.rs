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
//! | `events` | folds documents in |
//! | `seen` | the observations of one place |
//! | `merge` | merges two places, or two inferences |
//! | `finish` | makes a schema from the observations |
//! | `mixed` | lists the places with nodes of several kinds |
//! | `sparse` | makes maps of records whose members mostly have no value |

mod events;
mod finish;
mod merge;
mod mixed;
mod seen;
mod sparse;

use alloc::vec::Vec;
use core::mem;

use varvel_core::secret::RandomState;
use varvel_core::{Error, ErrorKind, Result, Source};

use crate::schema::Schema;
use merge::Merging;
pub use mixed::{KindSeen, Mixed, MixedStep};
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
    /// The most keys of the documents themselves, if they are records. By default it is as for all
    /// other objects.
    pub root_members: Option<usize>,
    /// The most places of documents that are remembered; nodes at other places are anything. 65,536
    /// by default, for which some 16 MiB are enough.
    pub places: usize,
    /// The most places in the columns of a table for each value of the documents, if they become
    /// one. With more, and more than four million in all, records inside of them are maps: first
    /// those in which there are more than [`InferenceOptions::members`] columns, at any depth, and
    /// then those with a tenth of that, and so on, and at last the documents. There is no such
    /// bound by default.
    pub columns_per_value: Option<usize>,
    /// Whether a decimal is a float only if the shortest text of the nearest float has the same
    /// value: `0.10` is one, and `0.10000000000000001` is a number that no float holds. Without
    /// this, which is the default, a decimal is one whenever a float is near it.
    pub exact_decimals: bool,
}

impl Default for InferenceOptions {
    fn default() -> Self {
        Self {
            members: 256,
            root_members: None,
            places: 1 << 16,
            columns_per_value: None,
            exact_decimals: false,
        }
    }
}

impl InferenceOptions {
    /// The most bytes of the name of a record's member. Objects with longer keys are maps.
    pub const LONGEST_NAME: usize = 512;

    /// Returns the most members of the records of a place.
    fn most_members(&self, place: u32) -> usize {
        match place {
            ROOT => self.root_members.unwrap_or(self.members),
            _ => self.members,
        }
    }
}

/// Folds any number of documents into one schema that all of them fit.
///
/// It is a [`Sink`](varvel_core::Sink): drive each document into it, and call
/// [`Inference::end_document`] behind it.
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
    /// The number of this document.
    number: u64,
    /// Whether numbers were given, and count on from one inference to the next.
    numbered: bool,
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
            number: 0,
            numbered: false,
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
        if !self.numbered && !other.numbered {
            other.move_numbers(self.documents);
            self.number += other.documents;
        }
        self.numbered |= other.numbered;
        self.documents += other.documents;
        self.came += other.came;
        Merging::all(self, &mut other.seen, later, ROOT)
    }

    /// Gives the next document a number for [`Inference::mixed`], such as that of its line. Without
    /// one, documents are counted from 0 on. [`Inference::merge`] leaves such numbers as they are.
    pub fn set_number(&mut self, number: u64) {
        self.number = number;
        self.numbered = true;
    }

    /// Adds to the numbers of all documents so far, in time linear in the observations: `by`
    /// documents come before them.
    pub fn move_numbers(&mut self, by: u64) {
        self.number += by;
        let firsts = self.seen.iter_mut().flat_map(|seen| &mut seen.firsts);
        for first in firsts {
            first.number += by;
        }
    }

    /// Ends a document. Another one may follow.
    pub fn end_document(&mut self) {
        self.outer.clear();
        self.current = Open::new(ROOT, Container::Nothing);
        self.next = ROOT;
        self.documents += 1;
        self.number += 1;
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
    pub fn finish(mut self) -> Schema {
        if let Some(most) = self.options.columns_per_value {
            sparse::bound(&mut self, most);
        }
        finish::schema(self.seen)
    }

    /// Returns the places whose nodes are of several kinds, with the first document of each kind.
    /// So are those with a number or a point in time for which a schema has no bounds, even if all
    /// nodes are such. They are in the order of the schema, and at most 1,000. A null is no kind
    /// here.
    ///
    /// ```
    /// use varvel::Encode;
    /// use varvel::schema::Inference;
    /// let mut inference = Inference::default();
    /// for document in [varvel::value!({"id": 1}), varvel::value!({"id": "a7"})] {
    ///     document.encode(&mut inference, &())?;
    ///     inference.end_document();
    /// }
    /// let mixed = inference.mixed();
    /// assert_eq!(mixed[0].path(), "id");
    /// assert_eq!(mixed[0].to_string(), "an integer in 0, a string in 1");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn mixed(&self) -> Vec<Mixed> {
        mixed::of(&self.seen)
    }

    /// Returns the kind of a document that is no object, such as `"an array"`; `None` if there was
    /// none.
    ///
    /// ```
    /// use varvel::Encode;
    /// use varvel::schema::Inference;
    /// let mut inference = Inference::default();
    /// for (document, kind) in [
    ///     (varvel::value!({"id": 1}), None),
    ///     (varvel::value!(null), Some("null")),
    ///     (varvel::value!([1]), Some("an array")),
    /// ] {
    ///     document.encode(&mut inference, &())?;
    ///     inference.end_document();
    ///     assert_eq!(inference.other_document(), kind);
    /// }
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn other_document(&self) -> Option<&'static str> {
        mixed::other_than_object(self.seen[ROOT as usize].kinds)
    }

    /// Returns the observations of the next node's place.
    #[inline]
    fn node(&mut self) -> &mut Seen {
        &mut self.seen[self.next as usize]
    }

    /// Adds a scalar at the place of the next node.
    #[inline]
    fn scalar(&mut self, kinds: Kinds) -> Result {
        let number = self.number;
        self.node().see(kinds, number)?;
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
        let number = self.number;
        let seen = &mut self.seen[place as usize];
        seen.see(Kinds::NAMED, number)?;
        if seen.rest != NOWHERE {
            return Ok(seen.rest);
        }
        if let Some(number) = seen.find(0, name, &self.hasher) {
            seen.follow(before, number);
            if let Some(counted) = seen.count(number, object) {
                return Ok(self.go(number, counted));
            }
        }
        let is_long = name.len() > InferenceOptions::LONGEST_NAME;
        if is_long || seen.members.len() >= self.options.most_members(place) {
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
