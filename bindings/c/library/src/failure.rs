//! Why a function fails: the numbers of errors, what is known of one, and the result of a body.

use core::fmt::{self, Display, Write as _};
use std::borrow::Cow;
use std::ffi::{CStr, CString};

use varvel::{Error, ErrorKind};

use crate::codes::{VV_E_CANCELLED, VV_E_INVALID_ARGUMENT, VV_E_OUT_OF_MEMORY, vv_code};
use crate::hints;

/// Why a function ends early.
#[derive(Debug)]
pub enum Failure {
    /// An error of the library, made into text here where its input is at hand.
    Varvel(Box<vv_error>),
    /// An error of the call itself.
    Call(vv_code, &'static str),
}

impl Failure {
    /// Memory was refused.
    pub(crate) const NO_MEMORY: Self = Self::Call(VV_E_OUT_OF_MEMORY, "out of memory");

    /// Returns whether memory was refused.
    pub(crate) fn is_of_memory(&self) -> bool {
        matches!(self, Self::Call(VV_E_OUT_OF_MEMORY, _))
    }

    /// The failure with this error. `None` is one for which memory was refused.
    #[cold]
    pub(crate) fn with(made: Option<vv_error>) -> Self {
        match made.map(boxed) {
            Some(Ok(error)) => Self::Varvel(error),
            _ => Self::NO_MEMORY,
        }
    }
}

impl From<Error> for Failure {
    #[cold]
    fn from(error: Error) -> Self {
        let mut made = vv_error::new(&error, None);
        if let Some(made) = &mut made {
            made.unplaced = Some(error);
        }
        Self::with(made)
    }
}

/// The result of the body of a function.
pub type Fallible<T = ()> = Result<T, Failure>;

/// Puts a value on the heap; an error where there is no memory.
pub fn boxed<T>(value: T) -> Fallible<Box<T>> {
    let mut list = Vec::new();
    let refused = |_| Failure::NO_MEMORY;
    list.try_reserve_exact(1).map_err(refused)?;
    list.push(value);
    let one: *mut [T] = Box::into_raw(list.into_boxed_slice());
    // SAFETY: one item and a value alone have the same layout, and nobody else has the pointer.
    Ok(unsafe { Box::from_raw(one.cast()) })
}

/// Adds the input to an error, so that it can show the part that is wrong. Readers of text have
/// counted the lines; in binary formats there are none.
pub fn of_input<T>(result: varvel::Result<T>, input: &[u8]) -> Fallible<T> {
    result.map_err(|error| Failure::with(vv_error::new(&error, Some(input))))
}

/// Refuses an argument.
#[cold]
pub fn invalid<T>(what: &'static str) -> Fallible<T> {
    Err(Failure::Call(VV_E_INVALID_ARGUMENT, what))
}

/// The failure of a call that a callback ended.
#[cold]
pub fn cancelled() -> Failure {
    Failure::Call(VV_E_CANCELLED, "a callback asked to stop")
}

/// The offset of an error that has none.
pub const VV_NO_OFFSET: usize = usize::MAX;

/// The number of the record of an error that is about none.
pub const VV_NO_RECORD: u64 = u64::MAX;

/// A text that ends with a NUL.
pub(crate) type Text = Cow<'static, CStr>;

/// The error of memory that was refused. It needs none, and is not freed.
pub(crate) static OUT_OF_MEMORY: vv_error = vv_error {
    code: VV_E_OUT_OF_MEMORY,
    offset: None,
    place: (0, 0),
    record: None,
    message: Cow::Borrowed(c"out of memory"),
    path: Cow::Borrowed(c""),
    hint: Cow::Borrowed(c""),
    excerpt: Cow::Borrowed(c""),
    unplaced: None,
};

/// An error: what went wrong, where, and what may help. Freed by vv_error_free().
#[derive(Debug)]
pub struct vv_error {
    pub(crate) code: vv_code,
    pub(crate) offset: Option<usize>,
    pub(crate) place: (usize, usize),
    /// The number of the record that it is about.
    pub(crate) record: Option<u64>,
    pub(crate) message: Text,
    pub(crate) path: Text,
    pub(crate) hint: Text,
    pub(crate) excerpt: Text,
    /// The error itself, if its input was not at hand.
    pub(crate) unplaced: Option<Error>,
}

/// The number of a kind of error.
pub(crate) const fn code_of(kind: ErrorKind) -> vv_code {
    kind.number() as vv_code
}

/// Text for C: a NUL inside is shown as U+FFFD. `None` where memory is refused.
#[cold]
pub(crate) fn c_text(shown: impl Display) -> Option<Text> {
    let mut length = Length(0);
    write!(length, "{shown}").ok()?;
    if length.0 == 0 {
        return Some(Cow::Borrowed(c""));
    }
    let mut text = String::new();
    // With its NUL, so that nothing grows or shrinks afterwards.
    text.try_reserve_exact(length.0 + 1).ok()?;
    write!(WithoutNul(&mut text), "{shown}").ok()?;
    CString::new(text).ok().map(Cow::Owned)
}

/// Counts the bytes of a text for C.
struct Length(usize);

impl fmt::Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let nuls = text.bytes().filter(|byte| *byte == 0).count();
        self.0 += text.len() + nuls * (NUL.len() - 1);
        Ok(())
    }
}

/// Writes a text for C, within the memory that was reserved for it.
struct WithoutNul<'a>(&'a mut String);

/// Stands for a NUL in a text.
const NUL: &str = "\u{FFFD}";

impl fmt::Write for WithoutNul<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for (i, part) in text.split('\0').enumerate() {
            for part in [if i == 0 { "" } else { NUL }, part] {
                if self.0.capacity() - self.0.len() < part.len() {
                    return Err(fmt::Error);
                }
                self.0.push_str(part);
            }
        }
        Ok(())
    }
}

impl vv_error {
    /// Makes an error of the library into text. `None` if it is one of refused memory, or memory is
    /// refused for the text.
    #[cold]
    pub(crate) fn new(error: &Error, input: Option<&[u8]>) -> Option<Self> {
        if error.kind() == ErrorKind::OutOfMemory {
            return None;
        }
        let worded = hints::of_c(error).ok()?;
        let error = worded.as_ref().unwrap_or(error);
        Some(Self {
            code: code_of(error.kind()),
            offset: error.offset(),
            place: (error.line(), error.column()),
            record: None,
            message: c_text(error)?,
            path: match error.path() {
                Some(path) => c_text(path)?,
                None => Cow::Borrowed(c""),
            },
            hint: c_text(error.hint().unwrap_or_default())?,
            excerpt: match input {
                Some(input) => c_text(error.report(input))?,
                None => Cow::Borrowed(c""),
            },
            unplaced: None,
        })
    }

    #[cold]
    pub(crate) fn of_call(code: vv_code, what: impl Display) -> Option<Self> {
        let empty = Cow::Borrowed(c"");
        Some(Self {
            code,
            offset: None,
            place: (0, 0),
            record: None,
            message: c_text(what)?,
            path: empty.clone(),
            hint: empty.clone(),
            excerpt: empty,
            unplaced: None,
        })
    }
}

/// An error with a message made at run time.
#[cold]
pub(crate) fn failure(code: vv_code, message: impl Display) -> Failure {
    Failure::with(vv_error::of_call(code, message))
}
