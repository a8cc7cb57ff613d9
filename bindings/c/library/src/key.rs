//! Keys that are looked up often
//!
//! A key that was prepared spares its hashing at each look-up.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use varvel::{HashedKey, Ref};

use crate::codes::vv_code;
use crate::failure::vv_error;
use crate::guard::{guard, room, text};
use crate::marked;
use crate::node::{answer, lead, shaped, vv_node};

/// A key that was prepared once and is looked up often. Zeros are no key; all else is the
/// library's.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_key {
    reserved: [MaybeUninit<u64>; 6],
}

/// In the last word of a key that was prepared.
const KEY: u64 = 0x5656_4B45_5900_0001;

/// Prepares a key for look-ups in any document. The text is not copied: it must outlive the key,
/// as a literal does. A key that is not UTF-8 is VV_E_INVALID_UTF8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_key_prepare(
    key: *const c_char,
    key_len: usize,
    out: *mut vv_key,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            let out = room(out)?;
            let hashed = HashedKey::new(text(key, key_len)?);
            out.write(vv_key {
                reserved: marked::store(hashed, KEY),
            });
            Ok(())
        })
    }
}

/// The key that was prepared.
///
/// # Safety
/// Null, or a key that is zero or made by this library, whose text lives as long as `'a`.
#[inline]
unsafe fn key<'a>(key: *const vv_key) -> Option<&'a HashedKey<'a>> {
    // SAFETY: the contract of this function; a key is zeros, or `vv_key_prepare` stored a
    // `HashedKey`.
    unsafe { marked::load(&key.as_ref()?.reserved, KEY) }
}

/// Returns the value of the member with a key that was prepared, as vv_get() does. In frozen
/// documents it spares what the key costs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_get_key(of: vv_node, prepared: *const vv_key) -> vv_node {
    // SAFETY: the contract of the header.
    unsafe {
        match shaped(&of) {
            Some((node, object)) => answer(node, of.notes_inside(), || {
                object.get(key(prepared)?).map(Ref::from)
            }),
            None => get_rare(&of, prepared),
        }
    }
}

/// Looks a key up in a node that is no frozen object with a shape.
#[inline(never)]
unsafe extern "C" fn get_rare(of: &vv_node, prepared: *const vv_key) -> vv_node {
    // SAFETY: the contract of the header.
    unsafe {
        lead(of, |node| {
            let key = key(prepared)?;
            match node.view() {
                Some(view) => view.get(key).map(Ref::from),
                None => node.get(key.as_str()),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::{VV_MISSING, found, vv_kind_of};
    use varvel::json;

    #[test]
    fn a_prepared_key_finds_what_the_text_finds() {
        let frozen = json::freeze(br#"{"id": 7}"#).unwrap();
        let value = varvel::value!({"id": 7});
        let mut prepared = MaybeUninit::<vv_key>::uninit();
        // SAFETY: room for a key, whose text is a literal; nodes that live.
        unsafe {
            let code = vv_key_prepare(
                c"id".as_ptr(),
                2,
                prepared.as_mut_ptr(),
                core::ptr::null_mut(),
            );
            assert_eq!(code, 0);
            for root in [frozen.view().into(), vv_node::from(value.as_ref())] {
                let id = vv_get_key(root, prepared.as_ptr());
                assert_eq!(found(&id).unwrap().as_i64(), Some(7));
            }
            let zero = core::mem::zeroed::<vv_key>();
            assert_eq!(
                vv_kind_of(vv_get_key(frozen.view().into(), &zero)),
                VV_MISSING
            );
        }
    }
}
