//! Iterators
//!
//! An iterator is a structure of the caller and needs no freeing. With the macros:
//!
//! ```c
//! vv_node item;
//! VV_EACH(item, vv_get(root, VV_LIT("items"))) {
//!     total += vv_f64_or(vv_get(item, VV_LIT("price")), 0.0);
//! }
//! vv_str key; vv_node value;
//! VV_EACH_MEMBER(key, value, root) {
//!     printf("%.*s\n", (int)key.len, key.data);
//! }
//! ```

use core::mem::MaybeUninit;

use varvel::value::{Entries, Items, Pairs};
use varvel::{Kind, Ref};

use crate::guard::{guard_or, put};
use crate::marked;
use crate::node::{lent, put_node, vv_node, with};
use crate::options::vv_str;

/// The children of a node, one by one. Zeros are an iterator at its end; all else is the library's.
/// It may be used as long as the node may.
#[repr(C)]
pub struct vv_iter {
    reserved: [MaybeUninit<u64>; 24],
}

/// In the last word of an iterator that was made.
const ITER: u64 = 0x5656_4954_4552_0001;

/// The state of an iterator.
enum Children<'a> {
    FrozenItems(varvel::Items<'a>),
    FrozenEntries(varvel::Entries<'a>),
    Items(Items<'a>),
    Entries(Entries<'a>),
    Pairs(Pairs<'a>),
}

impl vv_iter {
    const END: Self = Self {
        reserved: marked::zeros(),
    };

    /// The children that are left.
    ///
    /// # Safety
    /// Zero or made by this library, over a document that lives and does not change.
    unsafe fn children<'a>(&mut self) -> Option<&mut Children<'a>> {
        // SAFETY: an iterator is zeros, or `vv_iterate` stored `Children`, whose document lives
        // (the contract of this function).
        unsafe { marked::load_mut(&mut self.reserved, ITER) }
    }
}

/// Returns an iterator over the items of an array, or over the members of an object or a map; one
/// at its end for any other node.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_iterate(of: vv_node) -> vv_iter {
    let mut out = vv_iter::END;
    let into = &mut out;
    // SAFETY: the contract of the header.
    unsafe {
        with(&of, (), move |node| {
            let children = match (node.kind(), node.view()) {
                (Kind::Array, Some(view)) => Children::FrozenItems(view.items()),
                (Kind::Array, None) => Children::Items(node.items()),
                (Kind::Object, Some(view)) => Children::FrozenEntries(view.entries()),
                (Kind::Object, None) => Children::Entries(node.entries()),
                (Kind::Map, _) => Children::Pairs(node.pairs()),
                _ => return,
            };
            into.reserved = marked::store(children, ITER | of.notes_inside());
        });
    }
    out
}

/// The children that an iterator has left; `None` for a null pointer, too.
///
/// # Safety
/// The contract of the header.
#[inline(always)]
unsafe fn left<'a>(iterator: *mut vv_iter) -> Option<&'a mut Children<'a>> {
    // SAFETY: the contract of this function.
    unsafe { iterator.as_mut()?.children() }
}

/// The notes for the nodes that an iterator gives. Asked for before its children are borrowed.
///
/// # Safety
/// The contract of the header.
#[inline(always)]
unsafe fn notes(iterator: *const vv_iter) -> u64 {
    // SAFETY: the contract of this function.
    let iterator = unsafe { iterator.as_ref() };
    iterator.map_or(0, |iterator| marked::notes(&iterator.reserved))
}

/// Goes to the next child and passes it to `give`: its key if that is a string, its key if that is
/// a node, and the child. Returns whether there was one.
///
/// # Safety
/// The contract of the header.
#[inline]
unsafe fn advance<'a>(
    iterator: *mut vv_iter,
    give: impl FnOnce(Option<&'a str>, Option<Ref<'a>>, Ref<'a>),
) -> bool {
    // SAFETY: the contract of this function.
    let Some(children) = (unsafe { left(iterator) }) else {
        return false;
    };
    guard_or(false, || {
        match children {
            Children::FrozenItems(items) => items.next().map(|item| give(None, None, item.into())),
            Children::FrozenEntries(entries) => {
                let next = entries.next();
                next.map(|(key, value)| give(Some(key), None, value.into()))
            }
            Children::Items(items) => items.next().map(|item| give(None, None, item)),
            Children::Entries(entries) => {
                let next = entries.next();
                next.map(|(key, value)| give(Some(key), None, value))
            }
            Children::Pairs(pairs) => {
                let next = pairs.next();
                next.map(|(key, value)| give(key.as_str(), Some(key), value))
            }
        }
        .is_some()
    })
}

/// Stores the next item, or the value of the next member, in `*value`. Returns false at the end;
/// `*value` is missing then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_next(iterator: *mut vv_iter, value: *mut vv_node) -> bool {
    // SAFETY: the contract of the header.
    unsafe {
        let notes = notes(iterator);
        match left(iterator) {
            Some(Children::FrozenItems(items)) => guard_or(false, || {
                let next = items.next();
                put_node(value, next.map(Ref::from), notes);
                next.is_some()
            }),
            _ => next_rare(iterator, value),
        }
    }
}

/// Does the work of `vv_next` for all children but frozen items. Out of line, so that the way for
/// those is short.
#[inline(never)]
unsafe extern "C" fn next_rare(iterator: *mut vv_iter, value: *mut vv_node) -> bool {
    // SAFETY: the contract of the header.
    unsafe {
        let notes = notes(iterator);
        let more = advance(iterator, |_, _, child| put_node(value, Some(child), notes));
        if !more {
            put_node(value, None, 0);
        }
        more
    }
}

/// Stores the next member, its key in `*key` and its value in `*value`. Returns false at the end.
/// The `data` of a key that is no string is NULL: vv_next_pair() gives those of maps. Items of an
/// array have no key either.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_next_member(
    iterator: *mut vv_iter,
    key: *mut vv_str,
    value: *mut vv_node,
) -> bool {
    // SAFETY: the contract of the header.
    unsafe {
        let notes = notes(iterator);
        match left(iterator) {
            Some(Children::FrozenEntries(entries)) => guard_or(false, || {
                let next = entries.next();
                put(key, lent(next.map(|(key, _)| key)));
                put_node(value, next.map(|(_, value)| value.into()), notes);
                next.is_some()
            }),
            _ => next_member_rare(iterator, key, value),
        }
    }
}

/// Does the work of `vv_next_member` for all children but frozen members. Out of line, so that the
/// way for those is short.
#[inline(never)]
unsafe extern "C" fn next_member_rare(
    iterator: *mut vv_iter,
    key: *mut vv_str,
    value: *mut vv_node,
) -> bool {
    // SAFETY: the contract of the header.
    unsafe {
        let notes = notes(iterator);
        let more = advance(iterator, |name, _, child| {
            put(key, lent(name));
            put_node(value, Some(child), notes);
        });
        if !more {
            put(key, vv_str::NONE);
            put_node(value, None, 0);
        }
        more
    }
}

/// Stores the next member of a map with its key as a node. Returns false at the end. Keys of
/// objects come by vv_next_member(): here they are missing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_next_pair(
    iterator: *mut vv_iter,
    key: *mut vv_node,
    value: *mut vv_node,
) -> bool {
    // SAFETY: the contract of the header.
    unsafe {
        let notes = notes(iterator);
        let more = advance(iterator, |_, node, child| {
            put_node(key, node, notes);
            put_node(value, Some(child), notes);
        });
        if !more {
            put_node(key, None, 0);
            put_node(value, None, 0);
        }
        more
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::vv_kind_of;
    use varvel::json;

    #[test]
    fn members_come_in_order_with_their_keys() {
        let frozen = json::freeze(br#"{"b": 1, "a": [2]}"#).unwrap();
        let mut key = vv_str::NONE;
        let mut value = vv_node::MISSING;
        // SAFETY: an iterator over a document that lives.
        unsafe {
            let mut members = vv_iterate(frozen.view().into());
            let mut keys = Vec::new();
            while vv_next_member(&mut members, &mut key, &mut value) {
                keys.push(*key.data as u8);
                assert_ne!(vv_kind_of(value), 0);
            }
            assert_eq!(keys, b"ba");
            assert!(!vv_next(&mut members, &mut value));
            let mut end = vv_iter::END;
            assert!(!vv_next(&mut end, &mut value));
            assert!(!vv_next(core::ptr::null_mut(), &mut value));
        }
    }
}
