//! Values on their way
//!
//! A `vv_any` is a value that a function puts into a document: a scalar, a node of any document, or
//! a `vv_value`. One of the functions below makes it where it is needed, and nobody frees it:
//!
//! ```c
//! vv_value_set(config, VV_LIT("server.port"), vv_of_i64(8443), &error);
//! ```
//!
//! It does not copy its texts, nodes and values: they must live until it is used.

use core::ffi::{c_char, c_void};

use varvel::{Encode, Error, Ref, Sink, Timestamp, Value};

use crate::codes::VV_E_NUMBER_OUT_OF_RANGE;
use crate::guard::{Failure, Fallible, borrow, bytes, invalid, text};
use crate::node::{
    VV_ARRAY, VV_BOOL, VV_BYTES, VV_DECIMAL, VV_FLOAT, VV_INTEGER, VV_NULL, VV_OBJECT, VV_STRING,
    VV_TIMESTAMP, vv_node,
};
use crate::scalar::vv_time;

/// A document that can be changed, or a part of one. One thread at a time may change it. A value of
/// vv_value_new(), vv_value_thaw() or vv_value_clone() is freed by vv_value_free(); a part is not.
// A pointer to one is a pointer to a `Value`, plus `PART` if that is a part of another value.
pub struct vv_value(());

/// Added to the address of a value that is a part of another one: an even address has room for it.
const PART: usize = 1;

const _: () = assert!(align_of::<Value>() > PART);

/// Returns the pointer that stands for a part of a value.
pub(crate) fn part_of(value: *mut Value) -> *mut vv_value {
    value.map_addr(|address| address | PART).cast()
}

/// Returns whether a pointer stands for a part of a value.
pub(crate) fn is_part(value: *const vv_value) -> bool {
    value.addr() & PART != 0
}

/// Returns the address of a value, or null.
pub(crate) fn place_of(value: *const vv_value) -> *const Value {
    value.map_addr(|address| address & !PART).cast()
}

/// Returns the address of a value that is changed, or null.
pub(crate) fn place_to_change(value: *mut vv_value) -> *mut Value {
    value.map_addr(|address| address & !PART).cast()
}

/// A number that is above INT64_MAX.
const UNSIGNED: u32 = 101;
/// A node.
const NODE: u32 = 102;
/// A value.
const VALUE: u32 = 103;

/// A value that is put somewhere. Zeros are no value; the functions below make the others.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_any {
    /// Which field of the union holds it: a number of the library.
    form: u32,
    /// The nanoseconds of a point in time.
    nanos: u32,
    /// The number of bytes of a text or of bytes.
    len: usize,
    /// The value.
    data: vv_any_data,
}

/// The content of a `vv_any`.
#[repr(C)]
#[derive(Clone, Copy)]
pub union vv_any_data {
    /// An integer, a boolean, or the seconds of a point in time.
    i64: i64,
    /// An integer.
    u64: u64,
    /// A float.
    f64: f64,
    /// A text or bytes.
    data: *const c_void,
    /// A value.
    value: *const vv_value,
    /// A node.
    node: vv_node,
}

impl vv_any {
    const fn new(form: u32, data: vv_any_data) -> Self {
        Self {
            form,
            nanos: 0,
            len: 0,
            data,
        }
    }

    const fn lent(form: u32, data: *const c_void, len: usize) -> Self {
        Self {
            len,
            ..Self::new(form, vv_any_data { data })
        }
    }
}

/// Returns null.
#[unsafe(no_mangle)]
pub extern "C" fn vv_of_null() -> vv_any {
    vv_any::new(VV_NULL, vv_any_data { i64: 0 })
}

/// Returns a boolean.
#[unsafe(no_mangle)]
pub extern "C" fn vv_of_bool(value: bool) -> vv_any {
    vv_any::new(VV_BOOL, vv_any_data { i64: value as i64 })
}

/// Returns an integer.
#[unsafe(no_mangle)]
pub extern "C" fn vv_of_i64(value: i64) -> vv_any {
    vv_any::new(VV_INTEGER, vv_any_data { i64: value })
}

/// Returns an integer from zero on.
#[unsafe(no_mangle)]
pub extern "C" fn vv_of_u64(value: u64) -> vv_any {
    vv_any::new(UNSIGNED, vv_any_data { u64: value })
}

/// Returns a float.
#[unsafe(no_mangle)]
pub extern "C" fn vv_of_f64(value: f64) -> vv_any {
    vv_any::new(VV_FLOAT, vv_any_data { f64: value })
}

/// Returns a number of any size by its text: an integer, or a decimal in the grammar of JSON, which
/// keeps all its digits. A text that is no number is VV_E_INVALID_ARGUMENT where it is used.
#[unsafe(no_mangle)]
pub extern "C" fn vv_of_number(text: *const c_char, len: usize) -> vv_any {
    vv_any::lent(VV_DECIMAL, text.cast(), len)
}

/// Returns a string. One that is not UTF-8 is VV_E_INVALID_UTF8 where it is used.
#[unsafe(no_mangle)]
pub extern "C" fn vv_of_string(text: *const c_char, len: usize) -> vv_any {
    vv_any::lent(VV_STRING, text.cast(), len)
}

/// Returns bytes.
#[unsafe(no_mangle)]
pub extern "C" fn vv_of_binary(data: *const c_void, len: usize) -> vv_any {
    vv_any::lent(VV_BYTES, data, len)
}

/// Returns a point in time. Nanoseconds from 1,000,000,000 on are VV_E_NUMBER_OUT_OF_RANGE where it
/// is used.
#[unsafe(no_mangle)]
pub extern "C" fn vv_of_timestamp(time: vv_time) -> vv_any {
    vv_any {
        nanos: time.nanos,
        ..vv_any::new(VV_TIMESTAMP, vv_any_data { i64: time.seconds })
    }
}

/// Returns an array without items.
#[unsafe(no_mangle)]
pub extern "C" fn vv_of_array() -> vv_any {
    vv_any::new(VV_ARRAY, vv_any_data { i64: 0 })
}

/// Returns an object without members.
#[unsafe(no_mangle)]
pub extern "C" fn vv_of_object() -> vv_any {
    vv_any::new(VV_OBJECT, vv_any_data { i64: 0 })
}

/// Returns a node of any document. Where it is used, a node that is frozen is copied, and any other
/// is shared. A missing node is VV_E_NOT_FOUND there.
#[unsafe(no_mangle)]
pub extern "C" fn vv_of_node(node: vv_node) -> vv_any {
    vv_any::new(NODE, vv_any_data { node })
}

/// Returns a value. It is shared where it is used, in constant time: either may change afterwards,
/// and the other does not see it. Put into a part of a value, it is searched for that part first,
/// and copied if it has it: a document never holds itself.
#[unsafe(no_mangle)]
pub extern "C" fn vv_of_value(value: *const vv_value) -> vv_any {
    vv_any::new(VALUE, vv_any_data { value })
}

/// A thing that a caller gives, before a value is made of it.
pub(crate) enum Given<'a> {
    /// A value that holds no memory, or a number by its text.
    Made(Value),
    Text(&'a str),
    Bytes(&'a [u8]),
    Node(Ref<'a>),
    Value(&'a Value),
}

/// Returns the thing that a caller gives, without a copy of it.
///
/// # Safety
/// Zero, or made by a function of this file, of things that live as long as `'a`.
pub(crate) unsafe fn given<'a>(any: &vv_any) -> Fallible<Given<'a>> {
    // SAFETY: every field of the union is initialised for its form, since a function of this file
    // made it; what it lends lives (the contract of this function).
    unsafe {
        let made: Value = match any.form {
            VV_NULL => Value::default(),
            VV_BOOL => (any.data.i64 != 0).into(),
            VV_INTEGER => any.data.i64.into(),
            UNSIGNED => any.data.u64.into(),
            VV_FLOAT => any.data.f64.into(),
            VV_DECIMAL => number(text(any.data.data.cast(), any.len)?)?,
            VV_STRING => return Ok(Given::Text(text(any.data.data.cast(), any.len)?)),
            VV_BYTES => return Ok(Given::Bytes(bytes(any.data.data, any.len)?)),
            VV_TIMESTAMP => match Timestamp::new(any.data.i64, any.nanos) {
                Some(time) => time.into(),
                None => {
                    let what = "nanoseconds of a point in time from 1,000,000,000 on";
                    return Err(Failure::Call(VV_E_NUMBER_OUT_OF_RANGE, what));
                }
            },
            VV_ARRAY => Value::try_new_array()?,
            VV_OBJECT => Value::try_new_object()?,
            NODE => return Ok(Given::Node(crate::node::node(&any.data.node)?)),
            VALUE => return Ok(Given::Value(borrow(place_of(any.data.value))?)),
            _ => return invalid("a value that was not made"),
        };
        Ok(Given::Made(made))
    }
}

/// The value that a caller gives.
///
/// # Safety
/// As [`given`].
pub(crate) unsafe fn value(any: &vv_any) -> Fallible<Value> {
    // SAFETY: the contract of this function.
    Ok(match unsafe { given(any)? } {
        Given::Made(value) => value,
        Given::Text(text) => Value::try_string(text)?,
        Given::Bytes(bytes) => Value::try_bytes(bytes)?,
        Given::Node(node) => node.try_to_value()?,
        Given::Value(value) => value.clone(),
    })
}

impl Given<'_> {
    /// Gives it to a sink, without a value in between.
    pub(crate) fn encode<'s>(&'s self, mut sink: &mut dyn Sink<'s>) -> Fallible {
        let given = match self {
            Self::Made(value) => value.encode(&mut sink, &()),
            Self::Text(text) => sink.str((*text).into()),
            Self::Bytes(bytes) => sink.bytes((*bytes).into()),
            Self::Node(node) => node.encode(&mut sink, &()),
            Self::Value(value) => value.encode(&mut sink, &()),
        };
        Ok(given?)
    }
}

/// The value that a caller gives, to be put into another one. If it is a part of what is given, a
/// document would be inside of itself: then it is a copy.
///
/// # Safety
/// As [`value`].
pub(crate) unsafe fn value_for(to: *const vv_value, any: &vv_any) -> Fallible<Value> {
    // SAFETY: the contract of this function.
    let mut given = unsafe { value(any)? };
    let is_around = is_part(to) && matches!(any.form, NODE | VALUE);
    if is_around
        && given
            .has_inside(place_of(to))
            .ok_or_else(Error::out_of_memory)?
    {
        given.detach()?;
    }
    Ok(given)
}

/// A number by its text.
fn number(text: &str) -> Fallible<Value> {
    match Value::try_number(text)? {
        Some(number) => Ok(number),
        None => invalid("a text that is no number"),
    }
}
