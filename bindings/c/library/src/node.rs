//! Nodes
//!
//! A node is a place in a document, frozen or not, passed by value: no node is allocated or freed.
//! It may be used as long as the document that it is of lives and does not change.
//!
//! A node that is not there is *missing*, and so is whatever is looked up in it. So look-ups follow
//! each other without a check between them, and the one at the end tells:
//!
//! ```c
//! vv_node port = vv_get(vv_get(root, VV_LIT("server")), VV_LIT("port"));
//! int64_t number = vv_i64_or(port, 8080);
//! ```
//!
//! A key that is not UTF-8 is found nowhere.

use core::ffi::c_char;
use core::hash::{Hash, Hasher};
use core::mem::MaybeUninit;
use std::hash::DefaultHasher;

use varvel::path::Step;
use varvel::{Error, ErrorKind, Kind, Object, Ref, View};

use crate::codes::{VV_E_INVALID_PATH, VV_E_NOT_FOUND, vv_code};
use crate::failure::vv_error;
use crate::guard::{Failure, Fallible, guard, guard_or, of_input, room, text};
use crate::marked;
use crate::options::vv_str;

/// The kind of a node.
pub type vv_kind = u32;

/// No node is here.
pub const VV_MISSING: vv_kind = 0;
// <spec:kinds> Made by `cargo xtask spec`.
/// The absence of a value.
pub const VV_NULL: vv_kind = 1;
/// True or false.
pub const VV_BOOL: vv_kind = 2;
/// A whole number of any size; beyond 64 bits it is kept as text.
pub const VV_INTEGER: vv_kind = 3;
/// A binary floating-point number; `-0` is one.
pub const VV_FLOAT: vv_kind = 4;
/// A decimal kept as text, if the caller asked for exactness.
pub const VV_DECIMAL: vv_kind = 5;
/// UTF-8 text.
pub const VV_STRING: vv_kind = 6;
/// Bytes without further meaning.
pub const VV_BYTES: vv_kind = 7;
/// A point in time.
pub const VV_TIMESTAMP: vv_kind = 8;
/// A node with a tag before it.
pub const VV_TAGGED: vv_kind = 9;
/// Nodes in a row.
pub const VV_ARRAY: vv_kind = 10;
/// String keys and their values, in order.
pub const VV_OBJECT: vv_kind = 11;
/// Keys of any kind and their values, in order.
pub const VV_MAP: vv_kind = 12;
// </spec:kinds>

/// A node. Zeros are a missing node; all else is the library's.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_node {
    reserved: [MaybeUninit<u64>; 4],
}

/// In the last word of a node that is there.
const NODE: u64 = 0x5656_4E4F_4445_0001;
/// In the last word of a node that is missing: the other words hold the node in which it was
/// sought.
const MISSED: u64 = 0x5656_4E4F_4445_0002;

/// Noted with the mark: the node is one of a value that may have changed since it was frozen. Then
/// the path in frozen bytes may not be that of now, so errors have none.
pub(crate) const OF_VALUE: u64 = 0x10;
/// Noted beside `OF_VALUE`: the node is the root of its value, where paths begin.
pub(crate) const ROOT: u64 = 0x20;

impl vv_node {
    pub(crate) const MISSING: Self = Self {
        reserved: marked::zeros(),
    };

    /// Stores a node for the caller, who is about to copy it.
    #[inline(always)]
    pub(crate) fn set(&mut self, node: Ref<'_>, notes: u64) {
        marked::put(&mut self.reserved, node, NODE | notes);
    }

    /// Returns what a node inside of this one is noted with.
    #[inline(always)]
    pub(crate) fn notes_inside(&self) -> u64 {
        marked::notes(&self.reserved) & OF_VALUE
    }

    /// Takes the path out of an error about this node or a part of it, if the path is that of the
    /// frozen bytes and the document may have changed since.
    #[cold]
    pub(crate) fn known(&self, error: Error) -> Error {
        match self.notes_inside() {
            0 => error,
            _ => error.without_path(),
        }
    }

    /// The node of the root of a value, or of a part of one.
    pub(crate) fn of_value(value: &varvel::Value, is_part: bool) -> Self {
        let is_unchanged = value.as_frozen().is_some_and(varvel::Frozen::is_whole);
        let notes = match (is_part, is_unchanged) {
            (false, true) => 0,
            (false, false) => OF_VALUE | ROOT,
            (true, _) => OF_VALUE,
        };
        Self {
            reserved: marked::store(value.as_ref(), NODE | notes),
        }
    }
}

impl<'a> From<Ref<'a>> for vv_node {
    #[inline]
    fn from(node: Ref<'a>) -> Self {
        Self {
            reserved: marked::store(node, NODE),
        }
    }
}

impl<'a> From<View<'a>> for vv_node {
    #[inline]
    fn from(view: View<'a>) -> Self {
        Ref::from(view).into()
    }
}

/// The node, if it is there.
///
/// # Safety
/// Zero or made by this library, of a document that lives and does not change for as long as `'a`.
#[inline]
pub(crate) unsafe fn found<'a>(node: &vv_node) -> Option<Ref<'a>> {
    // SAFETY: a node is zeros, or `From` or `vv_node::set` stored a `Ref`, whose document lives
    // (the contract of this function).
    unsafe { marked::load(&node.reserved, NODE).copied() }
}

/// The node, which must be there.
///
/// # Safety
/// As [`found`].
pub(crate) unsafe fn node<'a>(node: &vv_node) -> Fallible<Ref<'a>> {
    // SAFETY: the contract of this function.
    match unsafe { found(node) } {
        Some(found) => Ok(found),
        // SAFETY: as above.
        None => Err(unsafe { no_node(node) }),
    }
}

/// The error of a node that is missing: its place is the node in which it was sought.
///
/// # Safety
/// As [`found`].
#[cold]
unsafe fn no_node(node: &vv_node) -> Failure {
    // SAFETY: with this mark, `missed` stored a `Ref`, whose document lives (the contract of this
    // function).
    let Some(sought_in) = (unsafe { marked::load::<Ref<'_>, 4>(&node.reserved, MISSED) }) else {
        return Failure::Call(VV_E_NOT_FOUND, "no node is here");
    };
    let what = match sought_in.kind() {
        Kind::Array => "no such item",
        Kind::Object | Kind::Map => "no such member",
        _ => "no container",
    };
    let error = Error::expected(ErrorKind::NotFound, "a node").with_found(what);
    match way_to(*sought_in) {
        Some(steps) => node.known(error.or_path(|| steps)).into(),
        None => error.into(),
    }
}

/// The steps from the root of a frozen document to a node of it.
#[cold]
pub(crate) fn way_to(node: Ref<'_>) -> Option<Vec<Step>> {
    let view = node.view()?;
    // An error about the node has its path. No node is a boolean and a string.
    let refused = view.bool().err().or_else(|| view.str().err())?;
    refused.steps().map(<[Step]>::to_vec)
}

/// Adds the way to a node to an error whose path begins there.
#[cold]
pub(crate) fn below(error: Error, node: Ref<'_>) -> Error {
    let steps = way_to(node).unwrap_or_default();
    steps.into_iter().rev().fold(error, Error::inside)
}

/// Returns a missing node that tells where it was sought.
#[cold]
fn missed(sought_in: Ref<'_>, notes: u64) -> vv_node {
    vv_node {
        reserved: marked::store(sought_in, MISSED | notes),
    }
}

/// Runs `body` on a node that is there; else, and after a panic, gives `nothing`.
///
/// # Safety
/// As [`found`].
#[inline]
pub(crate) unsafe fn with<'a, T>(node: &vv_node, nothing: T, body: impl FnOnce(Ref<'a>) -> T) -> T {
    // SAFETY: the contract of this function.
    match unsafe { found(node) } {
        Some(found) => guard_or(nothing, || body(found)),
        None => nothing,
    }
}

/// Returns the node that `find` finds from a node that is there.
///
/// # Safety
/// As [`found`].
#[inline(always)]
pub(crate) unsafe fn lead<'a>(
    node: &vv_node,
    find: impl FnOnce(Ref<'a>) -> Option<Ref<'a>>,
) -> vv_node {
    // SAFETY: the contract of this function.
    match unsafe { found(node) } {
        Some(found) => answer(found, node.notes_inside(), || find(found)),
        // A node in a missing node is missing where the outer one is.
        None => *node,
    }
}

/// Returns the node that `find` finds in another one. It is stored where the caller wants it, and
/// passes through no other memory.
#[inline(always)]
pub(crate) fn answer<'a>(
    sought_in: Ref<'a>,
    notes: u64,
    find: impl FnOnce() -> Option<Ref<'a>>,
) -> vv_node {
    let mut out = vv_node::MISSING;
    let into = &mut out;
    guard_or((), move || match find() {
        Some(node) => into.set(node, notes),
        None => *into = missed(sought_in, notes),
    });
    out
}

/// Stores a node that was found.
fn answer_at(out: &mut MaybeUninit<vv_node>, node: Ref<'_>, notes: u64) {
    out.write(vv_node {
        reserved: marked::store(node, NODE | notes),
    });
}

/// Stores a node where the caller wants it, a missing one for `None`; nowhere if that is null.
///
/// # Safety
/// Null, or aligned room for a node.
#[inline(always)]
pub(crate) unsafe fn put_node(to: *mut vv_node, node: Option<Ref<'_>>, notes: u64) {
    // SAFETY: the contract of this function. The words of a node may be uninitialised.
    match (unsafe { to.as_mut() }, node) {
        (Some(to), Some(node)) => to.set(node, notes),
        (Some(to), None) => *to = vv_node::MISSING,
        (None, _) => {}
    }
}

/// The node, if it is a frozen object with a shape, as nearly all objects are. Look-ups in it are
/// short and call nothing; look-ups in other nodes are functions of their own, out of line.
///
/// # Safety
/// As [`found`].
#[inline(always)]
pub(crate) unsafe fn shaped<'a>(node: &vv_node) -> Option<(Ref<'a>, Object<'a>)> {
    // SAFETY: the contract of this function.
    let found = unsafe { found(node) }?;
    Some((found, found.view()?.as_object()?))
}

/// The number of a kind.
pub(crate) fn number_of(kind: Kind) -> vv_kind {
    match kind {
        Kind::Null => VV_NULL,
        Kind::Bool => VV_BOOL,
        Kind::Integer => VV_INTEGER,
        Kind::Float => VV_FLOAT,
        Kind::Decimal => VV_DECIMAL,
        Kind::String => VV_STRING,
        Kind::Bytes => VV_BYTES,
        Kind::Timestamp => VV_TIMESTAMP,
        Kind::Tagged => VV_TAGGED,
        Kind::Array => VV_ARRAY,
        Kind::Object => VV_OBJECT,
        Kind::Map => VV_MAP,
        // A kind that is new and has no number yet is not shown as another.
        _ => VV_MISSING,
    }
}

/// Returns the kind of a node; VV_MISSING (zero) if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_kind_of(of: vv_node) -> vv_kind {
    // SAFETY: the contract of the header.
    unsafe { with(&of, VV_MISSING, |node| number_of(node.kind())) }
}

/// Returns how many items or members a node has; zero for what is no container.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_len(of: vv_node) -> usize {
    // SAFETY: the contract of the header.
    unsafe { with(&of, 0, |node| node.len()) }
}

/// Looks a text up in a node. Without the node, and for a text that is not UTF-8, nothing is found.
///
/// # Safety
/// The contract of the header.
#[inline]
unsafe fn look_up<'a>(
    of: &vv_node,
    sought: *const c_char,
    len: usize,
    find: impl FnOnce(Ref<'a>, &str) -> Option<Ref<'a>>,
) -> vv_node {
    // SAFETY: the contract of this function.
    unsafe { lead(of, |node| find(node, text(sought, len).ok()?)) }
}

/// Returns the value of the member with this key. Missing if there is none, and in what is no
/// object. In a map it is a string key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_get(of: vv_node, key: *const c_char, key_len: usize) -> vv_node {
    // SAFETY: the contract of the header.
    unsafe {
        match shaped(&of) {
            Some((node, object)) => answer(node, of.notes_inside(), || {
                object.get(text(key, key_len).ok()?).map(Ref::from)
            }),
            None => get_rare(&of, key, key_len),
        }
    }
}

/// Looks a key up in a node that is no frozen object with a shape.
#[inline(never)]
unsafe extern "C" fn get_rare(of: &vv_node, key: *const c_char, key_len: usize) -> vv_node {
    // SAFETY: the contract of the header.
    unsafe { look_up(of, key, key_len, |node, key| node.get(key)) }
}

/// Returns the item of an array, counted from zero; missing if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_at(of: vv_node, index: usize) -> vv_node {
    // SAFETY: the contract of the header.
    unsafe { lead(&of, |node| node.at(index)) }
}

/// Returns the value of the member of this number, from zero in the order of the document, and
/// stores its key in `*key` (NULL if it is not wanted): a node too, since keys of maps may be of
/// any kind. Missing, and `*key` too, if there is no such member.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_member_at(of: vv_node, index: usize, key: *mut vv_node) -> vv_node {
    // SAFETY: the contract of the header.
    unsafe {
        put_node(key, None, 0);
        lead(&of, |node| {
            let (found, value) = node.pair_at(index)?;
            put_node(key, Some(found), of.notes_inside());
            Some(value)
        })
    }
}

/// Returns the node at a path such as `users[3].name`, or at a JSON Pointer such as
/// `/users/3/name`; missing if there is none, and if that is neither. vv_path() says why.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_get_path(of: vv_node, path: *const c_char, path_len: usize) -> vv_node {
    // SAFETY: the contract of the header.
    unsafe { look_up(&of, path, path_len, |node, path| node.get_path(path)) }
}

/// Returns the node at a JSON Pointer (RFC 6901), and missing for any other text: "" is the node
/// itself, "/a/0" the first item of its member `a`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_pointer(
    of: vv_node,
    pointer: *const c_char,
    pointer_len: usize,
) -> vv_node {
    // SAFETY: the contract of the header.
    unsafe {
        look_up(&of, pointer, pointer_len, |node, pointer| {
            node.pointer(pointer)
        })
    }
}

/// Stores the node at a path or a JSON Pointer in `*out`, or fails with the place where the way
/// ends: VV_E_INVALID_PATH, VV_E_NOT_FOUND, or VV_E_TYPE_MISMATCH for a step into what is no
/// container. `*out` is missing then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_path(
    of: vv_node,
    path: *const c_char,
    path_len: usize,
    out: *mut vv_node,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            let out = room(out)?;
            out.write(vv_node::MISSING);
            let path = text(path, path_len)?;
            let from = node(&of)?;
            let found = from.path(path).map_err(|error| match error.kind() {
                // The offset of this error counts in the path.
                ErrorKind::InvalidPath => match of_input::<()>(Err(error), path.as_bytes()) {
                    Err(failure) => failure,
                    Ok(()) => Failure::Call(VV_E_INVALID_PATH, "no path"),
                },
                // From the root of a value the way is known; from another node of it, it is not.
                _ if marked::notes(&of.reserved) & ROOT != 0 => error.without_offset().into(),
                _ => of.known(below(error.without_offset(), from)).into(),
            });
            let found = found?;
            answer_at(out, found, of.notes_inside());
            Ok(())
        })
    }
}

/// Returns whether two nodes are equal, whatever their formats and wherever they stand: objects
/// without regard to the order of their members; 1 and 1.0 differ; NaN equals NaN. Missing nodes
/// are equal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_equal(a: vv_node, b: vv_node) -> bool {
    // SAFETY: the contract of the header.
    unsafe {
        let (a, b) = (found(&a), found(&b));
        guard_or(false, || a == b)
    }
}

/// Returns a number below, at or above zero as `a` stands before, with or after `b`, in one order
/// of all nodes. Nodes that are equal compare as zero. Missing nodes stand before all others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_compare(a: vv_node, b: vv_node) -> i32 {
    // SAFETY: the contract of the header.
    unsafe {
        let (a, b) = (found(&a), found(&b));
        guard_or(0, || a.cmp(&b) as i32)
    }
}

/// Returns a hash of a node: the same for nodes that are equal. It may differ between versions of
/// the library, and an attacker can foresee it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_hash(of: vv_node) -> u64 {
    // SAFETY: the contract of the header.
    unsafe {
        let of = found(&of);
        guard_or(0, || {
            let mut hasher = DefaultHasher::new();
            of.hash(&mut hasher);
            hasher.finish()
        })
    }
}

/// Text that lives in a document.
pub(crate) fn lent(text: Option<&str>) -> vv_str {
    text.map_or(vv_str::NONE, vv_str::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use varvel::json;

    #[test]
    fn look_ups_follow_each_other() {
        let frozen = json::freeze(br#"{"a": [1, {"b": 2}]}"#).unwrap();
        let root = vv_node::from(frozen.view());
        // SAFETY: nodes of a document that lives.
        unsafe {
            let b = vv_get(vv_at(vv_get(root, c"a".as_ptr(), 1), 1), c"b".as_ptr(), 1);
            assert_eq!(found(&b).unwrap().as_i64(), Some(2));
            let none = vv_at(vv_get(root, c"x".as_ptr(), 1), 1);
            assert_eq!(vv_kind_of(none), VV_MISSING);
            assert_eq!(vv_kind_of(vv_get(root, c"\xff".as_ptr(), 1)), VV_MISSING);
            assert!(vv_equal(b, vv_get_path(root, c"a[1].b".as_ptr(), 6)));
            assert!(vv_compare(none, b) < 0 && !vv_equal(none, b));
        }
    }
}
