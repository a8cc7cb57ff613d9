//! The verifier: one pass over a buffer by a layout, after which everything in it can be read
//! without a check.
//!
//! It works on any [`Layout`], so that generated code and reflection are served by the same lines.
//! What it finds true of a table of an object:
//! * the table stands inside at a multiple of 4, its vtable at a multiple of 2; the vtable has at
//!   least its two sizes and as many bytes as it says, the table as many as that says;
//! * each field that the layout knows and that is there stands inside of the table, at a multiple
//!   of its alignment, with all of its bytes; required ones are there;
//! * each offset leads forward, inside; what it leads to is verified as what the layout says:
//!   strings with their zero and as UTF-8, vectors with all of their elements, tables, unions by
//!   their tag, nested buffers with their root;
//! * a union has a tag if and only if it has a value. A tag that the layout does not know is let
//!   be, as flatc does for what later versions of a schema add: nothing reads its value.
//!
//! Offsets lead forward alone, so that nothing is cyclic; but what is shared is seen each time, so
//! that all that is seen is counted against [`Limits`]: `depth` for tables and vectors in each
//! other, `nodes` for tables, `replay` for how often each byte of the buffer may be seen on the
//! average.

mod nested;
mod pass;
mod plain;
mod report;
mod stack;
mod string;
mod table;
mod union;
mod vector;
mod verified;

use varvel_core::{Error, ErrorKind, Limits, Result};

use crate::layout::{Layout, TableOrStruct};
use crate::read::{Position, TableRef};
use crate::schema::{Of, Table};
use pass::Pass;
pub use verified::{Bytes, Verified};

/// What a buffer is verified for.
///
/// ```
/// use varvel_core::Limits;
/// use varvel_flatbuffers::Verify;
/// let verify = Verify::new().size_prefixed().limits(Limits { depth: 16, ..Limits::DEFAULT });
/// # let _ = verify;
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Verify {
    limits: Limits,
    size_prefixed: bool,
    identified: bool,
}

/// The root of a buffer, verified with [`Verify::new`]. One pass.
///
/// # Errors
/// `InvalidBuffer`, `UnexpectedEnd`, `InvalidUtf8`, `MissingField` and the limits' kinds; with
/// offset and path.
pub fn root<T: Table>(bytes: &[u8]) -> Result<T::View<'_>> {
    Verify::new().root::<T>(bytes)
}

/// The root of a buffer that begins with its size, verified. One pass.
///
/// # Errors
/// As [`root`].
pub fn size_prefixed_root<T: Table>(bytes: &[u8]) -> Result<T::View<'_>> {
    Verify::new().size_prefixed().root::<T>(bytes)
}

/// The root of a buffer that is known to be right, in no time.
///
/// # Safety
/// [`root`] gives no error for these bytes and this type.
pub unsafe fn root_unchecked<T: Table>(bytes: &[u8]) -> T::View<'_> {
    let start = Position::start_of(bytes);
    // SAFETY: the caller's contract: it is verified that the offset of a table of this object is
    // here.
    T::view(unsafe { TableRef::new(start.follow(false)) })
}

impl Verify {
    /// With the default limits, without a size before the buffer, and with any file identifier or
    /// none.
    pub const fn new() -> Self {
        Self {
            limits: Limits::DEFAULT,
            size_prefixed: false,
            identified: false,
        }
    }

    /// With these limits.
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// For a buffer with its size before it. What follows the buffer does not count.
    pub const fn size_prefixed(mut self) -> Self {
        self.size_prefixed = true;
        self
    }

    /// For a buffer with the file identifier of its schema, if that has one. Many a writer leaves
    /// it out.
    pub const fn identified(mut self) -> Self {
        self.identified = true;
        self
    }

    /// The root of these bytes.
    ///
    /// # Errors
    /// As [`root`].
    pub fn root<T: Table>(self, bytes: &[u8]) -> Result<T::View<'_>> {
        const { Of::<T>::TABLE };
        let layout = const { &Of::<T>::LAYOUT };
        let at = self.check(layout, T::OBJECT, bytes)?;
        // SAFETY: the verifier has found a table of this object, by this type's layout, at this
        // position.
        Ok(T::view(unsafe {
            TableRef::new(Position::start_of(bytes).on(at))
        }))
    }

    /// Verifies a buffer whose root is this object of a layout, and gives the position of the root.
    ///
    /// # Errors
    /// As [`root`]; `Refused` if the object is no table of the layout.
    pub fn check(self, layout: &Layout<'_>, object: usize, bytes: &[u8]) -> Result<usize> {
        let shape = layout.objects().get(object).map(|object| object.shape);
        let (Some(TableOrStruct::Table), Ok(object)) = (shape, u32::try_from(object)) else {
            return Err(Error::expected(ErrorKind::Refused, "a table as the root"));
        };
        if bytes.len() > self.limits.bytes {
            return Err(Error::too_large(self.limits.bytes));
        }
        let mut pass = Pass::new(layout, bytes, self.limits);
        let mut first = 0;
        if self.size_prefixed {
            let size = pass.u32(0)? as usize;
            if size > bytes.len() - 4 {
                return Err(pass.end_inside(0, "the bytes that its size says"));
            }
            first = 4;
            pass.ends_at(4 + size);
        }
        let root = pass.offset(first, false)?;
        if let (true, Some(identifier)) = (self.identified, layout.identifier(object as usize)) {
            pass.identifier(first + 4, identifier)?;
        }
        pass.run(object, root)?;
        Ok(root)
    }
}
