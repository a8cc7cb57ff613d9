//! [`View`]: a cursor into a frozen buffer.
//!
//! | room | holds |
//! |---|---|
//! | `node` | the known facts about a place: the site, the slot, the node |
//! | `unchecked` | reads of these without checks; all of them rely on validation |
//! | `shape` | the keys of an object, and finding one of them |
//! | `accessors` | typed access in three forms |
//! | `iter` | iteration in document order |
//! | `sites` | the places of items and members |
//! | `position` | members of an object by index |
//! | `header` | the values of an object, with its header read |
//! | `select` | nodes by path and JSON Pointer |
//! | `object` | an object ready for many look-ups |
//! | `column` | one member of each record of an array |
//! | `encode` | driving a view into a sink |
//! | `decode` | reading types from a view |
//! | `tree_node`, `equal` | a view as a node of the node model; equality, order and hash by it |
//! | `debug`, `display` | a readable form, JSON |
//! | `path` | the path of a view in its document, for errors |
//! | `subtree` | the bytes of a node and everything in it |
//! | `inside` | the nodes inside a container, and how many there are on all levels |
//! | `detached` | a view without its borrow |
//! | `address` | where a node stands, for readers in other languages |

mod accessors;
mod address;
mod column;
mod debug;
mod decode;
pub(crate) mod detached;
mod display;
mod encode;
mod equal;
pub(crate) mod header;
pub(crate) mod inside;
mod iter;
pub(crate) mod node;
mod object;
mod path;
mod position;
mod select;
mod shape;
mod sites;
mod subtree;
mod tree_node;
pub(crate) mod unchecked;

use core::mem::size_of;

use varvel_core::{Error, Kind, Result, Tag};

pub use address::Address;
pub use column::{Column, I64s};
pub use debug::debug;
pub use display::display;
pub(crate) use equal::unique_map_keys;
pub use iter::{Entries, Items, Keys, Pairs, Values};
pub use object::Object;

use crate::index::{self, Index};
use crate::key::HashedKey;
use crate::layout::{self, Element, literal, tag};
use node::{Node, Site, Slots, Target};
use shape::Shape;
use unchecked::Raw;

/// A node of a frozen document, read in place: a cursor that is `Copy` and borrows the buffer.
///
/// It has no reference count, and no method allocates, except for errors. Three traits allocate:
/// `Encode` beyond 32 levels of containers, `PartialEq` for containers, and `Display` for the text.
///
/// # What validation guarantees
/// A view exists only of a buffer that the builder of this crate has laid out, or that was
/// validated. So no access fails or panics, whatever the bytes were: every reference leads to a
/// node of its kind inside the buffer; every header, slot, element and text is whole; strings and
/// keys are UTF-8; shapes and keys are in the tables; no node contains itself. The keys of an
/// object differ. Reading relies on this without checking again. Validation is one linear pass
/// ([`crate::Frozen::validate`]).
///
/// # What access costs
/// A view is a place. An accessor reads the node at this place with a few loads. Scalars, `len` and
/// `at` take constant time; so does `get` in an object, however many keys it has, unless keys were
/// chosen to hash alike. A position that does not exist, or a node of another kind, gives `None` or
/// an error, never a panic.
///
/// # Equality
/// Views compare by the node model: the order of an object's members does not matter, `1` differs
/// from `1.0`, NaN equals NaN, `-0.0` differs from `0.0`. A comparison takes linear time, without
/// recursion; for maps whose keys are maps, multiplied by the depth of such keys.
///
/// ```
/// use varvel::{Builder, Sink};
/// let mut builder = Builder::new();
/// builder.start()?;
/// builder.begin_map(None)?;
/// builder.key("name".into())?;
/// builder.str("Ada".into())?;
/// builder.key("scores".into())?;
/// builder.begin_array(None)?;
/// builder.i64s(&[3, 5])?;
/// builder.end_array()?;
/// builder.end_map()?;
/// let frozen = builder.finish()?;
///
/// let user = frozen.view();
/// assert_eq!(user.field("name")?.str()?, "Ada");
/// assert_eq!(user.field("scores")?.items().filter_map(|n| n.as_i64()).sum::<i64>(), 8);
/// assert_eq!(user.get("age").map_or(0, |age| age.i64_or(0)), 0);
/// assert_eq!(format!("{user:?}"), r#"{"name": "Ada", "scores": [3, 5]}"#);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The whole buffer.
    raw: Raw<'a>,
    /// Invariant: a site of the buffer.
    site: Site,
}

const _: () = assert!(size_of::<Option<View<'_>>>() <= 24);

impl<'a> View<'a> {
    /// # Safety
    /// The builder has laid out `bytes`, or they were validated.
    #[inline]
    pub(crate) unsafe fn root_unchecked(bytes: &'a [u8]) -> Self {
        // SAFETY: the caller's contract.
        let raw = unsafe { Raw::new(bytes) };
        Self {
            raw,
            site: raw.root(),
        }
    }

    /// Returns the position of the slot, element, row or key that stands for this node.
    pub(crate) fn place(&self) -> usize {
        self.site.place
    }

    /// Returns the whole buffer that this view looks into.
    #[inline]
    pub fn buffer(&self) -> &'a [u8] {
        // SAFETY: `raw` is a whole buffer.
        unsafe { self.raw.buffer() }
    }

    /// Returns whether this is the whole document.
    #[inline]
    pub(crate) fn is_root(&self) -> bool {
        self.site.place == layout::ROOT_AT
    }

    /// Reads the slot.
    #[inline(always)]
    pub(crate) fn target(&self) -> Target {
        // SAFETY: the invariant.
        unsafe { self.raw.target(self.site) }
    }

    /// Returns the payload, if this is a literal.
    #[inline(always)]
    fn literal(&self) -> Option<u64> {
        let target = self.target();
        (target.tag == tag::LITERAL).then(|| target.payload() as u64)
    }

    /// Returns the node, with its header read.
    #[inline(always)]
    fn node(&self) -> Node {
        // SAFETY: the invariant.
        unsafe { self.raw.node(self.site) }
    }

    /// Returns the kind of this node.
    #[inline]
    pub fn kind(&self) -> Kind {
        match self.node() {
            Node::Null => Kind::Null,
            Node::Bool(_) => Kind::Bool,
            Node::Int(_) | Node::U64(_) | Node::Big { .. } => Kind::Integer,
            Node::F64(_) | Node::F32(_) => Kind::Float,
            Node::Decimal { .. } => Kind::Decimal,
            Node::Str { .. } => Kind::String,
            Node::Bytes { .. } => Kind::Bytes,
            Node::Timestamp { .. } => Kind::Timestamp,
            Node::Tagged { .. } => Kind::Tagged,
            Node::Array { .. } | Node::Packed { .. } | Node::Matrix { .. } => Kind::Array,
            Node::Object { .. } | Node::Pairs { .. } | Node::EmptyObject => Kind::Object,
            Node::Map { .. } => Kind::Map,
        }
    }

    /// Returns whether this is null.
    #[inline]
    pub fn is_null(&self) -> bool {
        self.literal() == Some(literal::NULL)
    }

    /// Returns whether this is an array.
    #[inline]
    pub fn is_array(&self) -> bool {
        self.kind() == Kind::Array
    }

    /// Returns whether this is an object: a container whose keys are all strings, or an empty one.
    #[inline]
    pub fn is_object(&self) -> bool {
        self.kind() == Kind::Object
    }

    /// Returns how many items an array has, or members an object or map; zero for all other kinds.
    #[inline]
    pub fn len(&self) -> usize {
        match self.node() {
            Node::Array { count, .. }
            | Node::Packed { count, .. }
            | Node::Pairs { count, .. }
            | Node::Map { count, .. } => count,
            Node::Matrix { rows, .. } => rows,
            // SAFETY: validated: an object's shape is one of the tables'.
            Node::Object { shape, .. } => unsafe { Shape::of(self.raw, shape).count() },
            _ => 0,
        }
    }

    /// Returns whether [`View::len`] is zero.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the item of an array at `index`, from zero.
    #[inline]
    pub fn at(&self, index: usize) -> Option<Self> {
        let (items, count) = self.item_sites();
        (index < count).then(|| Self {
            raw: self.raw,
            site: items.site(index),
        })
    }

    /// Returns the value of the member `key` of an object or a map.
    ///
    /// Costs some 20 instructions for the hash, unless [`key!`](crate::key!) has computed it at
    /// compile time, and one comparison of keys. Costs logarithmic time in an object whose keys
    /// hash alike, and linear time in a map.
    #[inline]
    pub fn get<'k>(&self, key: impl Into<HashedKey<'k>>) -> Option<Self> {
        let key = key.into();
        let target = self.target();
        if target.tag == tag::OBJECT {
            // SAFETY: validated: an object stands there, its shape is one of the tables', and has
            // as many keys as the object has slots.
            unsafe {
                let (slots, shape) = self.raw.slots(target.position(), 0);
                let i = match Shape::of_few(self.raw, shape as u32) {
                    Some(few) => few.position_of_few(&key)?,
                    None => {
                        let (text, head, last, hash) = key.parts();
                        let shape = shape as u32;
                        match Shape::position_in_many(self.raw, shape, text, head, last, hash) {
                            usize::MAX => return None,
                            i => i,
                        }
                    }
                };
                return Some(self.slot(slots, i));
            }
        }
        self.get_pair(key.as_str(), key.hash())
    }

    /// Returns the value of the member `key` of an object that carries its keys, or of a map.
    #[inline(never)]
    fn get_pair(self, key: &str, hash: u64) -> Option<Self> {
        let (slots, i) = self.find_pair(key, hash)?;
        // SAFETY: there are two slots for each member.
        Some(unsafe { self.slot(slots, 2 * i + 1) })
    }

    /// Returns the slots of an object that carries its keys, or of a map, and the index of the
    /// member with this key.
    fn find_pair(&self, key: &str, hash: u64) -> Option<(Slots, usize)> {
        let (slots, count, indexed) = match self.node() {
            Node::Pairs { at, form, count } => (Slots { at, form }, count, count > index::SCANNED),
            Node::Map { at, form, count } => (Slots { at, form }, count, false),
            _ => return None,
        };
        // SAFETY: validated: there are two slots for each member; `text` is called only for members
        // below `count`.
        let text = |i| unsafe { self.slot(slots, 2 * i) }.as_str();
        if !indexed {
            return Some((slots, (0..count).find(|&i| text(i) == Some(key))?));
        }
        let text = |i| text(i).unwrap_or_default();
        // SAFETY: validated: an index of the keys stands behind the slots of so many members.
        let i = unsafe {
            let (index, _) = Index::of(self.raw, slots.at + 2 * count * slots.width(), count);
            match index.find(self.raw, hash) {
                Some(i) => (text(i) == key).then_some(i),
                None => index.search(self.raw, count, key, text),
            }
        }?;
        Some((slots, i))
    }

    /// Returns the value of the member `key`.
    ///
    /// # Errors
    /// `NotFound` if there is no such member, `TypeMismatch` if this is no object or map; with the
    /// path.
    #[inline]
    pub fn field<'k>(&self, key: impl Into<HashedKey<'k>>) -> Result<Self> {
        let key = key.into();
        self.get(key).ok_or_else(|| self.no_field(key.as_str()))
    }

    #[cold]
    #[inline(never)]
    fn no_field(&self, key: &str) -> Error {
        self.placed(Error::no_member(key, self.kind()))
    }

    /// Returns the item at `index`, from zero.
    ///
    /// # Errors
    /// `NotFound` if there is no such item, `TypeMismatch` if this is no array; with the path.
    pub fn item(&self, index: usize) -> Result<Self> {
        self.at(index)
            .ok_or_else(|| self.placed(Error::no_item(index, self.kind(), self.len())))
    }

    /// Returns the tag of a tagged node, and the tagged node.
    #[inline]
    pub fn tag(&self) -> Option<(Tag, Self)> {
        let Node::Tagged { at } = self.node() else {
            return None;
        };
        // SAFETY: validated: a tagged node is whole and has one slot.
        unsafe {
            let (tag, slots) = self.raw.tagged(at);
            Some((tag, self.slot(slots, 0)))
        }
    }

    /// Returns the node of the slot at `index`.
    ///
    /// # Safety
    /// These are slots of a container of this buffer, more than `index`.
    #[inline(always)]
    unsafe fn slot(&self, slots: Slots, index: usize) -> Self {
        Self {
            raw: self.raw,
            site: slots.site(index),
        }
    }

    #[cold]
    fn mismatch(&self, expected: &'static str) -> Error {
        self.placed(Error::wrong_kind(expected, self.kind()))
    }

    /// Adds the place of this view to an error.
    #[cold]
    pub(crate) fn placed(&self, error: Error) -> Error {
        let error = error.or_offset(self.site.place).in_binary();
        match self.site.is_pathless() {
            true => error,
            false => error.or_path(|| self.steps()),
        }
    }

    /// Returns this node, whose errors name no path, or the path that it has in its buffer. A part
    /// of a buffer may have another place in a document that was changed since.
    #[doc(hidden)]
    #[inline]
    pub fn pathless(self, yes: bool) -> Self {
        Self {
            raw: self.raw,
            site: self.site.pathless(yes),
        }
    }

    /// Returns this node, whose errors name no path if those of `other` do not.
    #[doc(hidden)]
    #[inline(always)]
    pub fn pathless_as(self, other: &View<'_>) -> Self {
        Self {
            raw: self.raw,
            site: self.site.pathless_as(other.site),
        }
    }
}

/// Returns whether packed elements can be lent as a slice of the host's numbers.
#[inline(always)]
fn lends(element: Element, wanted: Element) -> bool {
    cfg!(target_endian = "little") && element as u8 == wanted as u8
}
