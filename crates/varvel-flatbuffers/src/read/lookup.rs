//! Keys of sorted vectors.

use core::cmp::Ordering;

use super::Place;
use crate::Primitive;
use crate::layout::{Layout, Presence, Type};

mod sealed {
    use super::{Ordering, Place, Presence, Type};

    pub trait Compare {
        /// What field it is the key of.
        const TYPE: Type;

        /// How what is stored compares with this; where nothing is, what its presence says.
        ///
        /// # Safety
        /// A verified field of that type is there.
        unsafe fn compare(self, stored: Option<Place<'_>>, absent: Presence) -> Ordering;
    }
}

/// What a sorted vector can be searched by: a scalar, or a string. Implemented by this crate alone.
pub trait Key: Copy + sealed::Compare {}

impl<K: Copy + sealed::Compare> Key for K {}

impl<V: Primitive> sealed::Compare for V {
    const TYPE: Type = Type::Scalar(V::SCALAR);

    #[inline(always)]
    unsafe fn compare(self, stored: Option<Place<'_>>, absent: Presence) -> Ordering {
        let stored = match (stored, absent) {
            // SAFETY: the caller's contract.
            (Some(place), _) => unsafe { place.read() },
            (None, Presence::Default(bits)) => V::from_bits(bits),
            (None, _) => V::from_bits(0),
        };
        let is_number = |value: V| value.partial_cmp(&value).is_some();
        // What is no number is behind all numbers, as it is sorted.
        stored
            .partial_cmp(&self)
            .unwrap_or_else(|| is_number(self).cmp(&is_number(stored)))
    }
}

impl sealed::Compare for &str {
    const TYPE: Type = Type::String;

    #[inline(always)]
    unsafe fn compare(self, stored: Option<Place<'_>>, _: Presence) -> Ordering {
        // SAFETY: the caller's contract.
        let stored = stored.map_or("", |place| unsafe { place.follow(false).text() });
        stored.cmp(self)
    }
}

/// How the key field `index` of the table compares with `key`.
///
/// # Safety
/// A verified table is here, of which field `index` has the key's type and `absent`.
#[inline(always)]
pub(super) unsafe fn compare_table<K: Key>(
    table: Place<'_>,
    index: usize,
    absent: Presence,
    key: K,
) -> Ordering {
    let slot = Layout::slot(index);
    // SAFETY: the caller's contract, and for the slot as in `TableRef::place`.
    unsafe {
        let vtable = table.vtable();
        let offset = match slot < vtable.read::<u16>() as usize {
            true => vtable.on(slot).read::<u16>(),
            false => 0,
        };
        let stored = (offset != 0).then(|| table.on(offset as usize));
        key.compare(stored, absent)
    }
}

/// How the key field at `offset` of the struct compares with `key`.
///
/// # Safety
/// The bytes of a struct are here that has a field of the key's type there.
#[inline(always)]
pub(super) unsafe fn compare_struct<K: Key>(place: Place<'_>, offset: usize, key: K) -> Ordering {
    // SAFETY: the caller's contract; a scalar is read in place, and a struct holds no string.
    unsafe { key.compare(Some(place.on(offset)), Presence::Default(0)) }
}

/// Asserts that a field of this type is searched by such a key.
pub(super) const fn assert_key<K: Key>(ty: Type) {
    let fits = match (K::TYPE, ty) {
        (Type::Scalar(wanted), Type::Scalar(found)) => wanted as u8 == found as u8,
        (Type::String, Type::String) => true,
        _ => false,
    };
    assert!(fits, "the key of this object has another type");
}
