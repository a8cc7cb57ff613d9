//! A view without its borrow: where a node stands and what is needed to decode it at once. And
//! members of objects by their number.

use super::View;
use super::raw::{Node, Raw, Site};
use crate::layout::{self, Element};
use varvel_core::Kind;

/// A [`Site`] in two words: what is needed to make a [`View`] of a buffer again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The place, and in the lowest byte how it is read.
    place: u64,
    base: u64,
}

impl Spot {
    /// The whole document.
    pub const ROOT: Self = Self {
        place: (layout::ROOT_AT as u64) << 8,
        base: 0,
    };

    /// Where `view` stands.
    pub fn of(view: &View<'_>) -> Self {
        let Site { place, base, how } = view.site;
        Self {
            place: (place as u64) << 8 | u64::from(how),
            base: base as u64,
        }
    }

    /// Whether this is the whole document.
    #[inline]
    pub fn is_root(&self) -> bool {
        (self.place >> 8) as usize == layout::ROOT_AT
    }

    /// The view again.
    ///
    /// # Safety
    /// This spot was made of a view of a buffer with these very bytes.
    #[inline]
    pub unsafe fn view(self, bytes: &[u8]) -> View<'_> {
        if self.is_root() {
            // SAFETY: there was a view, so the bytes are validated.
            return unsafe { View::root_unchecked(bytes) };
        }
        View {
            // SAFETY: as above.
            raw: unsafe { Raw::new(bytes) },
            site: Site {
                place: (self.place >> 8) as usize,
                base: self.base as usize,
                how: self.place as u8,
            },
        }
    }
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
        let (_, values, _) = self.member_sites(false);
        Some(values.number_of(found.site))
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
        let (_, values, count) = self.member_sites(false);
        (index < count).then(|| Self {
            raw: self.raw,
            site: values.site(index),
        })
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
        match self.node() {
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
        match self.node() {
            Node::Packed { element, .. } => match element {
                Element::F64 => Some(Kind::Float),
                Element::U64 | Element::F32 => None,
                _ => Some(Kind::Integer),
            },
            _ => None,
        }
    }
}
