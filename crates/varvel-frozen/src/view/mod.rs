//! [`View`]: the cursor into a frozen buffer.
//!
//! | room | holds |
//! |---|---|
//! | `raw` | unchecked reads and the decoded node; all of it rests on validation |
//! | `tables` | the tables of keys and shapes |
//! | `typed` | typed access in three forms |
//! | `iter` | iteration in document order |
//! | `encode` | a view drives itself into a sink |
//! | `equal` | equality, order and hash by the node model |
//! | `debug` | a readable form |
//! | `path` | where a view stands in its document, for errors |
//! | `spot` | a view without its borrow, and members by their number |

mod debug;
mod encode;
mod equal;
mod iter;
mod path;
pub(crate) mod raw;
pub(crate) mod spot;
pub(crate) mod tables;
mod typed;

use core::mem::size_of;

use varvel_core::{Error, ErrorKind, Kind, Result, Tag};

pub use debug::debug;
pub(crate) use equal::unique_map_keys;
pub use iter::{Entries, Items, Keys, Pairs, Values};

use crate::layout::{self, Element};
use raw::{Node, Raw, Slots};

/// A node of a frozen document, read in place: a cursor that is `Copy` and borrows the buffer.
///
/// It has no reference count, and no method allocates, errors aside. Of the traits, `Encode`
/// allocates only for what is more than 32 containers deep, and `PartialEq` for containers.
///
/// # What validation guarantees
/// A view exists only of a buffer that was laid out by the builder of this crate or validated, and
/// so no access fails or panics, whatever the bytes were: every reference leads to a node of its
/// kind inside the buffer, every header, slot, element and text is whole, strings and keys are
/// UTF-8, shapes and keys are in the tables, no node contains itself. Keys of one object differ.
/// Reading relies on that without checking again. Validating is one linear pass
/// ([`crate::Frozen::validate`]).
///
/// # What access costs
/// The header of a node is decoded when its view is made: a few loads. Scalars, `len` and `at` are
/// constant time, `get` is linear in the keys of the object. A position that does not exist and a
/// kind that is not there are `None` or an error, never a panic.
///
/// # Equality
/// By the node model: objects without regard to the order of their members, `1` differs from
/// `1.0`, NaN equals NaN, `-0.0` differs from `0.0`. Linear, without recursion; for maps whose keys
/// are maps, times the depth to which they are.
///
/// ```
/// use varvel_core::Sink;
/// use varvel_frozen::Builder;
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
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct View<'a> {
    raw: Raw<'a>,
    /// The byte where the slot or element stands that holds or refers to this node.
    place: usize,
    node: Node,
}

const _: () = assert!(size_of::<View<'_>>() <= 6 * size_of::<u64>());
const _: () = assert!(size_of::<Option<View<'_>>>() <= 6 * size_of::<u64>());

impl<'a> View<'a> {
    /// # Safety
    /// `bytes` were laid out by the builder or validated.
    #[inline]
    pub(crate) unsafe fn root_unchecked(bytes: &'a [u8]) -> Self {
        // SAFETY: the caller's contract.
        let raw = unsafe { Raw::new(bytes) };
        Self {
            raw,
            place: layout::ROOT_AT,
            node: raw.root(),
        }
    }

    /// The whole buffer that this view looks into.
    #[inline]
    pub fn buffer(&self) -> &'a [u8] {
        self.raw.buffer()
    }

    /// What kind of node this is.
    #[inline]
    pub fn kind(&self) -> Kind {
        match self.node {
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

    /// Whether this is null.
    #[inline]
    pub fn is_null(&self) -> bool {
        matches!(self.node, Node::Null)
    }

    /// Whether this is an array.
    #[inline]
    pub fn is_array(&self) -> bool {
        self.kind() == Kind::Array
    }

    /// Whether this is an object: string keys only, or none.
    #[inline]
    pub fn is_object(&self) -> bool {
        self.kind() == Kind::Object
    }

    /// How many items an array, or members an object or map has; zero for all other kinds.
    #[inline]
    pub fn len(&self) -> usize {
        match self.node {
            Node::Array { count, .. }
            | Node::Packed { count, .. }
            | Node::Pairs { count, .. }
            | Node::Map { count, .. } => count,
            Node::Matrix { rows, .. } => rows,
            // SAFETY: validated: an object's shape is one of the tables'.
            Node::Object { shape, .. } => unsafe { self.raw.tables().keys(self.raw, shape) },
            _ => 0,
        }
    }

    /// Whether [`View::len`] is zero.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item of an array at `index`, from zero.
    #[inline]
    pub fn at(&self, index: usize) -> Option<Self> {
        let count = match self.node {
            Node::Array { count, .. } | Node::Packed { count, .. } => count,
            Node::Matrix { rows, .. } => rows,
            _ => return None,
        };
        // SAFETY: an array has this many items.
        (index < count).then(|| unsafe { self.item_unchecked(index) })
    }

    /// The value of an object's member `key`; of a map's if the key is that string. Linear in the
    /// members.
    pub fn get(&self, key: &str) -> Option<Self> {
        match self.node {
            Node::Object { at, form, shape } => {
                let slots = Slots { at, form };
                let tables = self.raw.tables();
                // SAFETY: validated: an object's shape is one of the tables', and has as many
                // keys as the object has slots.
                unsafe {
                    let (start, end) = tables.shape(self.raw, shape);
                    (start..end)
                        .find(|&i| {
                            let (at, len) = tables.key(self.raw, tables.id_at(i));
                            self.raw.slice(at, len) == key.as_bytes()
                        })
                        .map(|i| self.slot(slots, i - start))
                }
            }
            Node::Pairs { at, form, count } | Node::Map { at, form, count } => {
                let slots = Slots { at, form };
                // SAFETY: two slots a member.
                let found =
                    (0..count).find(|&i| unsafe { self.slot(slots, 2 * i) }.as_str() == Some(key));
                // SAFETY: as above.
                found.map(|i| unsafe { self.slot(slots, 2 * i + 1) })
            }
            _ => None,
        }
    }

    /// The value of the member `key`.
    ///
    /// # Errors
    /// `NotFound` when there is none, `TypeMismatch` when this is no object or map; with the path.
    pub fn field(&self, key: &str) -> Result<Self> {
        self.get(key).ok_or_else(|| match self.kind() {
            Kind::Object | Kind::Map => self.missing(alloc::format!("a member {key:?}")),
            _ => self.mismatch("an object"),
        })
    }

    /// The item at `index`, from zero.
    ///
    /// # Errors
    /// `NotFound` when there is none, `TypeMismatch` when this is no array; with the path.
    pub fn item(&self, index: usize) -> Result<Self> {
        self.at(index).ok_or_else(|| match self.kind() {
            Kind::Array => self.missing(alloc::format!("an item {index} of {}", self.len())),
            _ => self.mismatch("an array"),
        })
    }

    /// The tag of a tagged node, and the node that it tags.
    #[inline]
    pub fn tag(&self) -> Option<(Tag, Self)> {
        let Node::Tagged { at } = self.node else {
            return None;
        };
        // SAFETY: validated: a tagged node is whole and has one slot.
        unsafe {
            let (extension, value, slots) = self.raw.tagged(at);
            let tag = match extension {
                false => Tag::Number(value),
                true => Tag::Extension(value as i8),
            };
            Some((tag, self.slot(slots, 0)))
        }
    }

    /// The item at `index` of an array.
    ///
    /// # Safety
    /// This is an array of more than `index` items.
    #[inline(always)]
    unsafe fn item_unchecked(&self, index: usize) -> Self {
        // SAFETY: the caller's contract, and validation: all items of an array are there.
        unsafe {
            match self.node {
                Node::Array { at, form, .. } => self.slot(Slots { at, form }, index),
                Node::Packed { element, at, .. } => {
                    let place = at + index * element.width();
                    Self {
                        raw: self.raw,
                        place,
                        node: self.raw.element(element, place),
                    }
                }
                Node::Matrix { at, .. } => self.row(at, index),
                _ => *self,
            }
        }
    }

    /// A row of the matrix at `at`.
    ///
    /// # Safety
    /// A matrix of more than `index` rows stands at `at`.
    unsafe fn row(&self, at: usize, index: usize) -> Self {
        // SAFETY: the caller's contract.
        let matrix = unsafe { self.raw.matrix(at) };
        let place = matrix.at + index * matrix.cols * matrix.element.width();
        Self {
            raw: self.raw,
            place,
            node: Node::Packed {
                element: matrix.element,
                at: place,
                count: matrix.cols,
            },
        }
    }

    /// The node of the slot number `index`.
    ///
    /// # Safety
    /// These are slots of a container of this buffer, more than `index`.
    #[inline(always)]
    unsafe fn slot(&self, slots: Slots, index: usize) -> Self {
        let place = slots.at + index * slots.width();
        Self {
            raw: self.raw,
            place,
            // SAFETY: the caller's contract.
            node: unsafe { self.raw.node(place, slots) },
        }
    }

    #[cold]
    fn missing(&self, what: alloc::string::String) -> Error {
        Error::expected(ErrorKind::NotFound, what)
            .or_offset(self.place)
            .or_path(|| self.path())
    }

    #[cold]
    fn mismatch(&self, expected: &'static str) -> Error {
        Error::expected(ErrorKind::TypeMismatch, expected)
            .with_found(self.kind().name())
            .or_offset(self.place)
            .or_path(|| self.path())
    }
}

/// Whether packed elements can be lent as a slice of the host's numbers.
#[inline(always)]
fn lends(element: Element, wanted: Element) -> bool {
    cfg!(target_endian = "little") && element as u8 == wanted as u8
}
