//! Documents that change
//!
//! A `vv_value` is a document, or a part of one, that can be changed. vv_value_thaw() makes one of
//! a frozen document without a copy: only the parts that are changed are thawed. To read a value,
//! take its node; to store it, give that to vv_write() or vv_freeze_node().
//!
//! The functions with a path make what is missing on their way. Where keys are any text, or a loop
//! would look for the same place again, take the part first and change that:
//!
//! ```c
//! vv_value *users = NULL;
//! vv_value_part(config, VV_LIT("users"), &users, &error);
//! vv_value_push(users, vv_of_string(name, name_len), &error);
//! ```
//!
//! A change ends the life of all nodes, iterators and parts of the value, and to take a part counts
//! as one. A clone ends the life of parts. After an error the value is as before, unless the
//! function says otherwise.

use core::ffi::c_char;

use varvel::{Error, Kind, Value};

use crate::any::{
    is_part, part_of, place_of, place_to_change, value as made_of, value_for as given, vv_any,
    vv_value,
};
use crate::codes::{VV_E_NOT_FOUND, vv_code};
use crate::document::vv_frozen;
use crate::failure::vv_error;
use crate::guard::{
    self, Failure, Fallible, ask, borrow, boxed, free, guard, invalid, make, own, room, text,
};
use crate::node::vv_node;

/// Makes a value, `*out`: of a scalar, of vv_of_object() or vv_of_array(), or a copy of a node.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_new(
    of: vv_any,
    out: *mut *mut vv_value,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe { make(out.cast::<*mut Value>(), error, || made_of(&of)) }
}

/// Makes a value, `*out`, of a frozen document, which it takes: the document must not be used or
/// freed any more, unless the function fails. Constant time; nothing is copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_thaw(
    taken: *mut vv_frozen,
    out: *mut *mut vv_value,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header; a document was made by `boxed`.
    unsafe {
        guard(error, || {
            borrow(taken)?;
            let out = room(out)?;
            let mut place = boxed(Value::default())?;
            Value::ask_for_frozen()?;
            *place = Value::from(Box::from_raw(taken).0);
            out.write(Box::into_raw(place).cast());
            Ok(())
        })
    }
}

/// Makes a value, `*out`, that is equal to another. They share memory until one is changed.
/// Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_clone(
    of: *const vv_value,
    out: *mut *mut vv_value,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        make(out.cast::<*mut Value>(), error, || {
            Ok(borrow(place_of(of))?.clone())
        })
    }
}

/// Frees a value. NULL is allowed; a part of a value is not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_free(value: *mut vv_value) {
    // SAFETY: the contract of the header.
    unsafe { free(place_to_change(value)) };
}

/// Returns the node that a value is. It lives until the value, or what that is a part of, changes.
/// The node of NULL is missing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_node(value: *const vv_value) -> vv_node {
    // SAFETY: the contract of the header.
    unsafe {
        ask(place_of(value), vv_node::MISSING, |of| {
            vv_node::of_value(of, is_part(value))
        })
    }
}

/// Runs a change of a value: see [`guard::change`].
///
/// # Safety
/// The contract of the header.
unsafe fn change<T>(
    value: *mut vv_value,
    error: *mut *mut vv_error,
    given: impl FnOnce() -> Fallible<T>,
    body: impl FnOnce(&mut Value, T) -> Fallible,
) -> vv_code {
    // SAFETY: the contract of this function; a pointer to a `vv_value` leads to a `Value`.
    unsafe { guard::change(place_to_change(value), error, given, body) }
}

/// Puts a member into an object or a map.
///
/// # Safety
/// The contract of the header.
unsafe fn insert(
    value: *mut vv_value,
    key: impl FnOnce() -> Fallible<Value>,
    new: &vv_any,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of this function.
    unsafe {
        let given = || Ok((key()?, given(value, new)?));
        change(value, error, given, |value, (key, new)| {
            value.insert_any(key, new)?;
            Ok(())
        })
    }
}

/// Stores where the part of a value is that `find` leads to.
///
/// # Safety
/// The contract of the header.
unsafe fn lend<T>(
    value: *mut vv_value,
    out: *mut *mut vv_value,
    error: *mut *mut vv_error,
    given: impl FnOnce() -> Fallible<T>,
    find: impl FnOnce(&mut Value, T) -> varvel::Result<&mut Value>,
) -> vv_code {
    // SAFETY: the contract of this function.
    unsafe {
        let given = || Ok((given()?, room(out)?));
        change(value, error, given, |value, (given, out)| {
            out.write(part_of(find(value, given)?));
            Ok(())
        })
    }
}

/// Puts a value at a path or a JSON Pointer, in place of what was there, and makes the objects and
/// arrays that are missing on the way: `-` in a pointer, and the number of items, stand for the
/// place behind the last item. Where nothing is, `l[0]` and `/l/-` make an array, and keys an
/// object; `l.0` and `/l/0` may be either, and are VV_E_NOT_FOUND. After an error nothing is
/// changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_set(
    value: *mut vv_value,
    path: *const c_char,
    path_len: usize,
    new: vv_any,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        let given = || Ok((own(path, path_len)?, given(value, &new)?));
        change(value, error, given, |value, (path, new)| {
            value.set_path(&path, new)?;
            Ok(())
        })
    }
}

/// Takes the node at a path or a JSON Pointer away; those behind it move up. VV_E_NOT_FOUND if
/// there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_remove(
    value: *mut vv_value,
    path: *const c_char,
    path_len: usize,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        change(
            value,
            error,
            || own(path, path_len),
            |value, path| {
                value.remove_path(&path)?;
                Ok(())
            },
        )
    }
}

/// Stores the part of a value at a path or a JSON Pointer in `*out`, to be changed. It is lent and
/// not freed. It lives until the value is changed in any other way than through it, is cloned (by
/// vv_of_value() too), or is asked for another part; it may be read meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_part(
    value: *mut vv_value,
    path: *const c_char,
    path_len: usize,
    out: *mut *mut vv_value,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        let given = || own(path, path_len);
        lend(value, out, error, given, |value, path| {
            value.path_mut(&path)
        })
    }
}

/// Stores the member of this value with a key in `*out`, as vv_value_part() does. The key is any
/// text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_part_key(
    value: *mut vv_value,
    key: *const c_char,
    key_len: usize,
    out: *mut *mut vv_value,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        let given = || own(key, key_len);
        lend(value, out, error, given, |value, key| value.field_mut(&key))
    }
}

/// Stores the item of this value in `*out`, as vv_value_part() does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_part_at(
    value: *mut vv_value,
    index: usize,
    out: *mut *mut vv_value,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        lend(
            value,
            out,
            error,
            || Ok(()),
            |value, ()| value.item_mut(index),
        )
    }
}

/// Puts a value into an object, in place of the member with this key, or behind the last one. The
/// key is any text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_set_key(
    value: *mut vv_value,
    key: *const c_char,
    key_len: usize,
    new: vv_any,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        let key = || Ok(text(key, key_len)?.into());
        insert(value, key, &new, error)
    }
}

/// Puts a value into an object or a map by a key of any kind, which is a value, too. A key that is
/// no string makes an object a map.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_set_any(
    value: *mut vv_value,
    key: vv_any,
    new: vv_any,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe { insert(value, || given(value, &key), &new, error) }
}

/// Takes the member with this key out of an object; those behind it move up. VV_E_NOT_FOUND if
/// there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_remove_key(
    value: *mut vv_value,
    key: *const c_char,
    key_len: usize,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        change(
            value,
            error,
            || own(key, key_len),
            |value, key| match value.remove_any(Value::from(&*key).as_ref())? {
                Some(_) => Ok(()),
                None => Err(Error::no_member(&key, value.kind()).into()),
            },
        )
    }
}

/// Puts a value behind the last item of an array.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_push(
    value: *mut vv_value,
    new: vv_any,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        change(
            value,
            error,
            || given(value, &new),
            |value, new| {
                value.array_mut()?.push(new);
                Ok(())
            },
        )
    }
}

/// Puts a value into an array in place of an item.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_set_at(
    value: *mut vv_value,
    index: usize,
    new: vv_any,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        change(
            value,
            error,
            || given(value, &new),
            |value, new| {
                *value.item_mut(index)? = new;
                Ok(())
            },
        )
    }
}

/// Puts a value into an array before an item, or behind the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_insert_at(
    value: *mut vv_value,
    index: usize,
    new: vv_any,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        change(
            value,
            error,
            || given(value, &new),
            |value, new| {
                let mut array = value.array_mut()?;
                if index > array.len() {
                    return Err(Error::no_item(index, Kind::Array, array.len()).into());
                }
                array.insert(index, new);
                Ok(())
            },
        )
    }
}

/// Takes an item out of an array; those behind it move up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_remove_at(
    value: *mut vv_value,
    index: usize,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        change(
            value,
            error,
            || Ok(()),
            |value, ()| {
                let mut array = value.array_mut()?;
                if index >= array.len() {
                    return Err(Error::no_item(index, Kind::Array, array.len()).into());
                }
                array.remove(index);
                Ok(())
            },
        )
    }
}

/// Takes all items or members away.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_clear(
    value: *mut vv_value,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        change(
            value,
            error,
            || Ok(()),
            |value, ()| {
                *value = match value.kind() {
                    Kind::Array => Value::new_array(),
                    Kind::Object | Kind::Map => Value::new_object(),
                    _ => return Err(Failure::Call(VV_E_NOT_FOUND, "no container is here")),
                };
                Ok(())
            },
        )
    }
}

/// Objects are joined member by member, and all else is replaced.
pub const VV_MERGE_DEEP: u32 = 0;
/// Merges as VV_MERGE_DEEP does, and a null removes the member (JSON Merge Patch, RFC 7396).
pub const VV_MERGE_PATCH: u32 = 1;

/// Merges another value into this one: VV_MERGE_DEEP or VV_MERGE_PATCH.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_value_merge(
    value: *mut vv_value,
    other: vv_any,
    how: u32,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        change(
            value,
            error,
            || given(value, &other),
            |value, other| {
                match how {
                    VV_MERGE_DEEP => value.merge(&other),
                    VV_MERGE_PATCH => value.merge_patch(&other),
                    _ => return invalid("no way to merge has this number"),
                }
                Ok(())
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::{vv_of_i64, vv_of_node, vv_of_string, vv_of_value};
    use crate::node::{found, vv_get, vv_kind_of};
    use core::ptr::null_mut;

    #[test]
    fn a_value_takes_parts_of_itself() {
        let frozen = varvel::json::freeze(br#"{"a": {"b": [1, "a longer text than short ones"]}}"#);
        let frozen = Box::into_raw(Box::new(vv_frozen(frozen.unwrap().into())));
        let mut value = null_mut();
        let mut part = null_mut();
        // SAFETY: handles that live; a node and a part are not used after the next change.
        unsafe {
            assert_eq!(vv_value_thaw(frozen, &mut value, null_mut()), 0);
            let a = vv_get(vv_value_node(value), c"a".as_ptr(), 1);
            let code = vv_value_set(value, c"c.d".as_ptr(), 3, vv_of_node(a), null_mut());
            assert_eq!(code, 0);
            let code = vv_value_part(value, c"c.d.b".as_ptr(), 5, &mut part, null_mut());
            assert_eq!(code, 0);
            assert_eq!(vv_value_push(part, vv_of_i64(7), null_mut()), 0);
            assert_eq!(
                vv_value_push(part, vv_of_string(c"x".as_ptr(), 1), null_mut()),
                0
            );
            let mut copy = null_mut();
            assert_eq!(vv_value_clone(value, &mut copy, null_mut()), 0);
            let code = vv_value_set_key(value, c"a".as_ptr(), 1, vv_of_value(value), null_mut());
            assert_eq!(code, 0);
            let whole = found(&vv_value_node(value)).unwrap();
            assert_eq!(whole.path("a.c.d.b[2]").unwrap().as_i64(), Some(7));
            assert_eq!(whole.path("c.d.b[3]").unwrap().as_str(), Some("x"));
            vv_value_free(value);
            assert_ne!(vv_kind_of(vv_value_node(copy)), 0);
            vv_value_free(copy);
        }
    }
}
