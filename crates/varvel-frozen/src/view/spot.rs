//! A view without its borrow: where a node stands and what is needed to decode it at once. And
//! members of objects by their number.

use super::View;
use super::raw::{Node, Raw, Slots};
use crate::layout::{self, Element, MATRIX, tag};
use varvel_core::Kind;

/// What is needed to make a [`View`] of a buffer again, in constant time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The view's place, and in the lowest byte the [`Code`].
    place: u64,
    /// See [`Code`].
    detail: u64,
}

/// How the node of a spot is found from its detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Code {
    /// The root; here and below up to `EmptyObject` there is no detail.
    Root,
    Null,
    False,
    True,
    EmptyArray,
    EmptyObject,
    /// The number's bits are the detail; so with the next three.
    Int,
    U64,
    F64,
    F32,
    /// A text that stands at the place; the detail is its length.
    Key,
    /// The same one byte later.
    Short,
    /// A row of a matrix that stands at the place; the detail is the count of its elements, and
    /// which element in the lowest three bits.
    Row,
    /// The detail is where the node itself begins; so with the rest.
    String,
    Array,
    Object,
    Packed,
    Other,
}

const CODES: [Code; 18] = {
    use Code::*;
    [
        Root,
        Null,
        False,
        True,
        EmptyArray,
        EmptyObject,
        Int,
        U64,
        F64,
        F32,
        Key,
        Short,
        Row,
        String,
        Array,
        Object,
        Packed,
        Other,
    ]
};

impl Spot {
    /// The whole document.
    pub const ROOT: Self = Self {
        place: (layout::ROOT_AT as u64) << 8 | Code::Root as u64,
        detail: 0,
    };

    /// Where `view` stands.
    pub fn of(view: &View<'_>) -> Self {
        if view.place == layout::ROOT_AT {
            return Self::ROOT;
        }
        let (code, detail) = code(view);
        Self {
            place: (view.place as u64) << 8 | code as u64,
            detail,
        }
    }

    /// Whether this is the whole document.
    #[inline]
    pub fn is_root(&self) -> bool {
        self.place == Self::ROOT.place
    }

    /// The view again.
    ///
    /// # Safety
    /// This spot was made of a view of a buffer with these very bytes.
    #[inline]
    pub unsafe fn view(self, bytes: &[u8]) -> View<'_> {
        // SAFETY: there was a view, so the bytes are validated.
        unsafe {
            if self.is_root() {
                return View::root_unchecked(bytes);
            }
            let raw = Raw::new(bytes);
            let place = (self.place >> 8) as usize;
            View {
                raw,
                place,
                node: self.node(raw, place),
            }
        }
    }

    /// # Safety
    /// That of `view`, with the place of this spot.
    unsafe fn node(self, raw: Raw<'_>, place: usize) -> Node {
        let detail = self.detail;
        let at = detail as usize;
        // SAFETY: `of` noted what the view's node was, and where that begins; the bytes are the same.
        let behind = |kind| unsafe { raw.node_behind(kind, at) };
        match CODES[usize::from(self.place as u8) % CODES.len()] {
            Code::Root => raw.root(),
            Code::Null => Node::Null,
            Code::False => Node::Bool(false),
            Code::True => Node::Bool(true),
            Code::EmptyArray => raw.empty_array(),
            Code::EmptyObject => Node::EmptyObject,
            Code::Int => Node::Int(detail as i64),
            Code::U64 => Node::U64(detail),
            Code::F64 => Node::F64(f64::from_bits(detail)),
            Code::F32 => Node::F32(f32::from_bits(detail as u32)),
            Code::Key => Node::Str { at: place, len: at },
            Code::Short => Node::Str {
                at: place + 1,
                len: at,
            },
            Code::Row => Node::Packed {
                element: Element::of(detail as u8),
                at: place,
                count: at >> 3,
            },
            Code::String => behind(tag::STRING),
            Code::Array => behind(tag::ARRAY),
            Code::Object => behind(tag::OBJECT),
            Code::Packed => behind(tag::PACKED),
            Code::Other => behind(tag::OTHER),
        }
    }
}

/// How to find the node of `view` again.
fn code(view: &View<'_>) -> (Code, u64) {
    // Length prefixes are in their shortest form, by the builder and by validation.
    let prefixed = |at: usize, len| (at - layout::length_prefix(len).1) as u64;
    let header = |at, form| Slots { at, form }.base() as u64;
    match view.node {
        Node::Null => (Code::Null, 0),
        Node::Bool(false) => (Code::False, 0),
        Node::Bool(true) => (Code::True, 0),
        Node::EmptyObject => (Code::EmptyObject, 0),
        Node::Int(value) => (Code::Int, value as u64),
        Node::U64(value) => (Code::U64, value),
        Node::F64(value) => (Code::F64, value.to_bits()),
        Node::F32(value) => (Code::F32, value.to_bits().into()),
        Node::Str { at, len } if at == view.place => (Code::Key, len as u64),
        Node::Str { at, len } if at == view.place + 1 => (Code::Short, len as u64),
        Node::Str { at, len } => (Code::String, prefixed(at, len)),
        // One byte before the length says which.
        Node::Bytes { at, len } | Node::Big { at, len } | Node::Decimal { at, len } => {
            (Code::Other, prefixed(at, len) - 1)
        }
        Node::Timestamp { at } | Node::Tagged { at } => (Code::Other, at as u64),
        // Any other array is not at the start of the buffer.
        Node::Array { at: 0, .. } => (Code::EmptyArray, 0),
        Node::Array { at, form, .. } => (Code::Array, header(at, form)),
        Node::Object { at, form, .. } => (Code::Object, header(at, form)),
        Node::Pairs { at, form, .. } | Node::Map { at, form, .. } => {
            (Code::Other, header(at, form))
        }
        Node::Matrix { at, .. } => (Code::Packed, at as u64),
        Node::Packed { element, count, at } if at == view.place => {
            (Code::Row, (count as u64) << 3 | element as u64)
        }
        Node::Packed { element, at, count } => {
            let header = packed_header(view.raw.buffer(), element, at, count);
            (Code::Packed, header as u64)
        }
    }
}

/// Where the header of the packed node begins whose first element is at `at`. Its count may be wider
/// than it needs to be: so look for a header that says just this.
fn packed_header(bytes: &[u8], element: Element, at: usize, count: usize) -> usize {
    let says_so = |&header: &usize| {
        let width = at - header - 1;
        let mut number = [0; 8];
        number[..width].copy_from_slice(&bytes[header + 1..at]);
        let byte = bytes[header];
        layout::count_width(byte >> 4) == width
            && byte & MATRIX == 0
            && Element::of(byte) == element
            && u64::from_le_bytes(number) == count as u64
    };
    let headers = [1, 2, 4, 8].map(|width| at - 1 - width);
    // One of them is the node's own.
    headers.into_iter().find(says_so).unwrap_or(headers[0])
}

impl<'a> View<'a> {
    /// The number of the member of an object with this key, from zero in document order; of a map's
    /// if the key is that string. Costs what [`View::get`] does.
    ///
    /// ```
    /// # use varvel_core::Sink;
    /// # let mut builder = varvel_frozen::Builder::new();
    /// # builder.start()?;
    /// # builder.begin_map(None)?;
    /// # for key in ["id", "name"] {
    /// #     builder.key(key.into())?;
    /// #     builder.null()?;
    /// # }
    /// # builder.end_map()?;
    /// # let frozen = builder.finish()?;
    /// // {"id": null, "name": null}
    /// assert_eq!(frozen.view().position("name"), Some(1));
    /// assert_eq!(frozen.view().position("age"), None);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[inline]
    pub fn position(&self, key: &str) -> Option<usize> {
        let found = self.get(key)?;
        Some(match self.node {
            Node::Object { at, form, .. } => (found.place - at) / Slots { at, form }.width(),
            Node::Pairs { at, form, .. } | Node::Map { at, form, .. } => {
                (found.place - at) / Slots { at, form }.width() / 2
            }
            _ => return None,
        })
    }

    /// The value of an object's or map's member number `index`, from zero in document order.
    /// Constant time.
    ///
    /// ```
    /// # use varvel_core::Sink;
    /// # let mut builder = varvel_frozen::Builder::new();
    /// # builder.start()?;
    /// # builder.begin_map(None)?;
    /// # for key in ["id", "name"] {
    /// #     builder.key(key.into())?;
    /// #     builder.i64(key.len() as i64)?;
    /// # }
    /// # builder.end_map()?;
    /// # let frozen = builder.finish()?;
    /// // {"id": 2, "name": 4}
    /// assert_eq!(frozen.view().value_at(1).and_then(|value| value.as_i64()), Some(4));
    /// assert!(frozen.view().value_at(2).is_none());
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[inline]
    pub fn value_at(&self, index: usize) -> Option<Self> {
        if index >= self.len() {
            return None;
        }
        // SAFETY: validated: an object has a slot for each key, the others two for each member.
        unsafe {
            match self.node {
                Node::Object { at, form, .. } => Some(self.slot(Slots { at, form }, index)),
                Node::Pairs { at, form, .. } | Node::Map { at, form, .. } => {
                    Some(self.slot(Slots { at, form }, 2 * index + 1))
                }
                _ => None,
            }
        }
    }

    /// The float, if this is one of 32 bits.
    ///
    /// ```
    /// # use varvel_core::{Kind, Sink};
    /// # let mut builder = varvel_frozen::Builder::new();
    /// # builder.start()?;
    /// # builder.f32(0.1)?;
    /// # let frozen = builder.finish()?;
    /// // 0.1, from a format that tells 32 bits from 64
    /// assert_eq!(frozen.view().as_f32(), Some(0.1));
    /// assert_eq!(frozen.view().as_f64(), Some(0.10000000149011612));
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[inline]
    pub fn as_f32(&self) -> Option<f32> {
        match self.node {
            Node::F32(value) => Some(value),
            _ => None,
        }
    }

    /// What the numbers of a packed array are, if this is one: all integers that fit `i64`
    /// (`Integer`), or all 64-bit floats (`Float`).
    ///
    /// ```
    /// # use varvel_core::{Kind, Sink};
    /// # let mut builder = varvel_frozen::Builder::new();
    /// # builder.start()?;
    /// # builder.i64_array(&[1, 2, 3])?;
    /// # let frozen = builder.finish()?;
    /// // [1, 2, 3]
    /// assert_eq!(frozen.view().packed_kind(), Some(Kind::Integer));
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    pub fn packed_kind(&self) -> Option<Kind> {
        match self.node {
            Node::Packed { element, .. } => match element {
                Element::F64 => Some(Kind::Float),
                Element::U64 | Element::F32 => None,
                _ => Some(Kind::Integer),
            },
            _ => None,
        }
    }
}
