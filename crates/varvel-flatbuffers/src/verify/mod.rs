//! The verifier: one pass over a buffer by a layout, after which everything in it can be read
//! without checks.
//!
//! It works on any [`Layout`], so that the same code serves generated code and reflection. It
//! guarantees for a table of an object:
//! * The table is inside of the buffer at a multiple of 4, and its vtable at a multiple of 2. The
//!   vtable has at least its two sizes, and as many bytes as its size says.
//! * Each present field that the layout knows is behind the first 4 bytes of the table and inside
//!   of the buffer, at a multiple of its alignment, with all of its bytes. It may be behind the end
//!   of the table, since some writers share a vtable between tables of different sizes. Required
//!   fields are present.
//! * Each offset leads forward and inside. Its target is verified by its type: strings are UTF-8
//!   and end with a zero, vectors have all of their elements, unions fit their tag, and tables and
//!   nested buffers are verified as this one. The bytes of a `flexbuffer` field are a document of
//!   another format: they are verified by whoever reads them, as writing JSON does.
//! * A union has a tag if and only if it has a value, and a vector of tags is there if and only if
//!   its vector of unions is. A tag that the layout does not know is accepted, as in `flatc`, since
//!   later versions of a schema may add it: nothing reads its value.
//!
//! Offsets only lead forward, so that nothing is cyclic. But a shared part is visited each time
//! that it is reached. So all visits count against [`Limits`]: `depth` for nested tables and
//! vectors, `nodes` for tables, `replay` for how often each byte of the buffer may be visited on
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
use crate::read::Position;
use crate::root::{Root, RootRef};
use crate::schema::Of;
use pass::Pass;
pub use verified::{Bytes, Verified};

/// The options of a verification.
///
/// ```
/// use varvel::Limits;
/// use varvel::flatbuffers::Verify;
/// let verify = Verify::new().size_prefixed().limits(Limits { depth: 16, ..Limits::DEFAULT });
/// # let _ = verify;
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Verify {
    limits: Limits,
    size_prefixed: bool,
    identified: bool,
}

/// Verifies a buffer with [`Verify::new`], in one pass, and returns its root.
///
/// # Errors
/// Returns `InvalidBuffer`, `UnexpectedEnd`, `InvalidUtf8`, `MissingField`, or the error of a
/// limit, with offset and path.
pub fn root<T: Root>(bytes: &[u8]) -> Result<T::View<'_>> {
    Verify::new().root::<T>(bytes)
}

/// Verifies a buffer that begins with its size, in one pass, and returns its root.
///
/// # Errors
/// Returns the errors of [`root`].
pub fn size_prefixed_root<T: Root>(bytes: &[u8]) -> Result<T::View<'_>> {
    Verify::new().size_prefixed().root::<T>(bytes)
}

/// Returns the root of a buffer without verification, in constant time.
///
/// # Safety
/// [`root`] would return no error for these bytes and this type.
pub unsafe fn root_unchecked<T: Root>(bytes: &[u8]) -> T::View<'_> {
    let start = Position::start_of(bytes);
    // SAFETY: the caller's contract: a verified offset to this object is here.
    T::root(unsafe { RootRef::vouched(start.follow(false)) })
}

impl Verify {
    /// Makes the default options: default limits, no size before the buffer, and any file
    /// identifier or none.
    pub const fn new() -> Self {
        Self {
            limits: Limits::DEFAULT,
            size_prefixed: false,
            identified: false,
        }
    }

    /// Sets the limits.
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Expects the size before the buffer. Bytes after the buffer are ignored.
    pub const fn size_prefixed(mut self) -> Self {
        self.size_prefixed = true;
        self
    }

    /// Requires the file identifier of the schema, if the schema has one. Many writers leave it
    /// out.
    pub const fn identified(mut self) -> Self {
        self.identified = true;
        self
    }

    /// Verifies these bytes, and returns the root.
    ///
    /// # Errors
    /// Returns the errors of [`root`].
    pub fn root<T: Root>(self, bytes: &[u8]) -> Result<T::View<'_>> {
        let layout = const { &Of::<T>::LAYOUT };
        let at = self.check(layout, T::OBJECT, bytes)?;
        // SAFETY: the verifier has found this object, by this type's layout, at this position.
        Ok(T::root(unsafe {
            RootRef::vouched(Position::start_of(bytes).on(at))
        }))
    }

    /// Verifies a buffer whose root is this object of a layout, and returns the position of the
    /// root. A struct is a root in buffers of flatcc: the first offset leads to its bytes.
    ///
    /// # Errors
    /// Returns the errors of [`root`], and `Refused` if the layout has no such object.
    pub fn check(self, layout: &Layout<'_>, object: usize, bytes: &[u8]) -> Result<usize> {
        let shape = layout.objects().get(object).map(|object| object.shape);
        let (Some(shape), Ok(object)) = (shape, u32::try_from(object)) else {
            return Err(Error::expected(
                ErrorKind::Refused,
                "a table or struct as the root",
            ));
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
        match shape {
            TableOrStruct::Table => pass.run(object, root).map_err(Error::in_binary)?,
            TableOrStruct::Struct { size, align } => {
                pass.aligned(root, align.into())?;
                pass.inside(root, size as usize)?;
            }
        }
        Ok(root)
    }
}
