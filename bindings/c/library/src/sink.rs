//! Events into callbacks
//!
//! vv_drive() gives a document to a table of functions, event by event, with no tree in between.

use core::ffi::{c_char, c_void};

use varvel::{Bytes, Encode, Error, Frozen, Number, Result, Sink, Str, Tag, Timestamp};

use crate::codes::vv_code;
use crate::failure::{cancelled, vv_error};
use crate::guard::{bytes, guard, invalid, of_input};
use crate::node::{
    VV_ARRAY, VV_BOOL, VV_BYTES, VV_NULL, VV_OBJECT, VV_STRING, VV_TIMESTAMP, vv_kind,
};
use crate::options::{Which, chosen, sized, vv_bytes, vv_format, vv_options, vv_str, which};
use crate::scalar::{number, vv_number, vv_time};
use crate::tag::vv_tag;

/// A scalar as an event has it. Fields that are not of its kind are zero.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_scalar {
    /// VV_NULL, VV_BOOL, VV_INTEGER, VV_FLOAT, VV_DECIMAL, VV_STRING, VV_BYTES or VV_TIMESTAMP.
    pub kind: vv_kind,
    /// The value of a boolean.
    pub boolean: bool,
    /// The value of a number.
    pub number: vv_number,
    /// The text of a string.
    pub text: vv_str,
    /// Bytes.
    pub bytes: vv_bytes,
    /// A point in time.
    pub time: vv_time,
}

/// Functions that get the events of a document. One that is NULL is not called. Each is called with
/// the context of vv_drive(), and returns true to go on, false to end it: VV_E_CANCELLED. Their
/// arguments are lent until they return. They must not throw, or leave by longjmp().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_sink {
    /// sizeof(vv_sink).
    pub size: usize,
    /// A scalar: an item, the value behind a key, or the key that any_key announced.
    pub scalar:
        Option<unsafe extern "C" fn(context: *mut c_void, scalar: *const vv_scalar) -> bool>,
    /// A key that is a string.
    pub key:
        Option<unsafe extern "C" fn(context: *mut c_void, key: *const c_char, len: usize) -> bool>,
    /// The next node is a key of any kind, and the one behind it its value.
    pub any_key: Option<unsafe extern "C" fn(context: *mut c_void) -> bool>,
    /// An array (VV_ARRAY) or an object or a map (VV_OBJECT) begins.
    pub begin: Option<unsafe extern "C" fn(context: *mut c_void, kind: vv_kind) -> bool>,
    /// It ends.
    pub end: Option<unsafe extern "C" fn(context: *mut c_void, kind: vv_kind) -> bool>,
    /// The next node has this tag.
    pub tag: Option<unsafe extern "C" fn(context: *mut c_void, tag: vv_tag) -> bool>,
}

/// Gives events to the functions of a program.
struct Callbacks {
    table: vv_sink,
    context: *mut c_void,
    stopped: bool,
}

const NONE: vv_scalar = vv_scalar {
    kind: VV_NULL,
    boolean: false,
    number: vv_number::NONE,
    text: vv_str::NONE,
    bytes: vv_bytes {
        data: core::ptr::null(),
        len: 0,
    },
    time: vv_time {
        seconds: 0,
        nanos: 0,
    },
};

impl Callbacks {
    /// Calls a function of the table with its context, if the program has given it.
    fn call<F>(
        &mut self,
        function: Option<F>,
        call: impl FnOnce(F, *mut c_void) -> bool,
    ) -> Result {
        match function.map(|function| call(function, self.context)) {
            None | Some(true) => Ok(()),
            Some(false) => {
                self.stopped = true;
                Err(Error::refused("a callback asked to stop"))
            }
        }
    }

    fn scalar(&mut self, scalar: &vv_scalar) -> Result {
        // SAFETY: the caller of `vv_drive` gave this function for this context.
        self.call(self.table.scalar, |call, context| unsafe {
            call(context, scalar)
        })
    }

    fn number(&mut self, of: Number<'_>) -> Result {
        let number = number(of).unwrap_or(vv_number::NONE);
        self.scalar(&vv_scalar {
            kind: number.kind,
            number,
            ..NONE
        })
    }

    fn begin(&mut self, kind: vv_kind) -> Result {
        // SAFETY: the caller of `vv_drive` gave this function for this context.
        self.call(self.table.begin, |call, context| unsafe {
            call(context, kind)
        })
    }

    fn end(&mut self, kind: vv_kind) -> Result {
        // SAFETY: the caller of `vv_drive` gave this function for this context.
        self.call(self.table.end, |call, context| unsafe {
            call(context, kind)
        })
    }
}

impl<'de> Sink<'de> for Callbacks {
    fn null(&mut self) -> Result {
        self.scalar(&NONE)
    }

    fn bool(&mut self, boolean: bool) -> Result {
        self.scalar(&vv_scalar {
            kind: VV_BOOL,
            boolean,
            ..NONE
        })
    }

    fn i64(&mut self, value: i64) -> Result {
        self.number(Number::I64(value))
    }

    fn u64(&mut self, value: u64) -> Result {
        self.number(Number::U64(value))
    }

    fn f64(&mut self, value: f64) -> Result {
        self.number(Number::F64(value))
    }

    fn f32(&mut self, value: f32) -> Result {
        self.number(Number::F64(value.into()))
    }

    fn big_integer(&mut self, digits: &str) -> Result {
        self.number(Number::Big(digits))
    }

    fn decimal(&mut self, text: &str) -> Result {
        self.number(Number::Decimal(text))
    }

    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.scalar(&vv_scalar {
            kind: VV_STRING,
            text: vv_str::from(&*value),
            ..NONE
        })
    }

    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.scalar(&vv_scalar {
            kind: VV_BYTES,
            bytes: vv_bytes::from(&*value),
            ..NONE
        })
    }

    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.scalar(&vv_scalar {
            kind: VV_TIMESTAMP,
            time: value.into(),
            ..NONE
        })
    }

    fn tag(&mut self, tag: Tag) -> Result {
        // SAFETY: the caller of `vv_drive` gave this function for this context.
        self.call(self.table.tag, |call, context| unsafe {
            call(context, tag.into())
        })
    }

    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.begin(VV_ARRAY)
    }

    fn end_array(&mut self) -> Result {
        self.end(VV_ARRAY)
    }

    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.begin(VV_OBJECT)
    }

    fn key(&mut self, key: Str<'de, '_>) -> Result {
        let text = vv_str::from(&*key);
        // SAFETY: the caller of `vv_drive` gave this function for this context.
        self.call(self.table.key, |call, context| unsafe {
            call(context, text.data, text.len)
        })
    }

    fn any_key(&mut self) -> Result {
        // SAFETY: the caller of `vv_drive` gave this function for this context.
        self.call(self.table.any_key, |call, context| unsafe { call(context) })
    }

    fn end_map(&mut self) -> Result {
        self.end(VV_OBJECT)
    }
}

/// Gives the document of `len` bytes at `data` to the functions of a sink. A key that stands twice
/// in the document comes twice. An error may come after events, since the document is checked while
/// it is read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_drive(
    format: vv_format,
    data: *const c_void,
    len: usize,
    options: *const vv_options,
    sink: *const vv_sink,
    context: *mut c_void,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header; `vv_sink` begins with its size, and is made of nullable
    // pointers to functions else.
    unsafe {
        guard(error, || {
            let (input, chosen) = (bytes(data, len)?, chosen(options)?);
            let Some(table) = sized(sink)? else {
                return invalid("a null pointer in place of a sink");
            };
            let mut sink = Callbacks {
                table,
                context,
                stopped: false,
            };
            let driven = match which(format)? {
                Which::Document(format) => format.drive(input, &chosen.read, &mut sink),
                Which::Frozen => Frozen::validate_with(input, &chosen.read.limits)
                    .and_then(|view| view.encode(&mut sink, &())),
            };
            match driven {
                Err(_) if sink.stopped => Err(cancelled()),
                driven => of_input(driven, input),
            }
        })
    }
}
