//! [`Freeze`]: options for the layout of a document.

use varvel_core::{Duplicates, Encode, Limits, Result};

use crate::builder::rebuild;
use crate::checksum;
use crate::view::View;
use crate::{Frozen, with_builder};

/// Freezes values in a chosen form: plain, canonical, or with shared strings; with a checksum or
/// without.
///
/// ```
/// use varvel::Freeze;
/// # use std::collections::BTreeMap;
/// let record = BTreeMap::from([("id".to_owned(), 7), ("age".to_owned(), 36)]);
/// let frozen = Freeze::new().freeze(&record)?;
/// let again = Freeze::canonical().freeze(&frozen)?;
/// assert_eq!(frozen, again);
/// assert_eq!(again.as_bytes(), Freeze::canonical().freeze(&record)?.as_bytes());
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// Freezing has no limit of depth; a [`Builder`](crate::Builder) freezes with limits. The bytes of
/// the plain form also depend on what the thread froze before: see [`with_builder`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Freeze {
    mode: Mode,
    checksum: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    /// In the order of the events.
    #[default]
    Plain,
    Canonical,
    Sharing,
}

impl Freeze {
    /// Freezes in the plain form, which is what a [`Builder`](crate::Builder) makes.
    pub const fn new() -> Self {
        Self {
            mode: Mode::Plain,
            checksum: false,
        }
    }

    /// Freezes in canonical form: the bytes are the same for all equal documents, and for no
    /// others.
    ///
    /// Members of objects are sorted by key. Numbers, shapes and mode do not depend on where the
    /// document came from. `spec/frozen.md` defines the form byte by byte. So a hash or a signature
    /// of the bytes is one of the value, and two such buffers are equal if their bytes are.
    ///
    /// Costs one more pass, sorting the members of each object and map, and some 100 bytes of
    /// memory for each key of each shape.
    ///
    /// ```
    /// use varvel::Freeze;
    /// let a = [0.5_f32, f32::NAN];
    /// let b = [0.5_f64, -f64::NAN];
    /// let canonical = Freeze::canonical();
    /// assert_ne!(Freeze::new().freeze(&a)?.as_bytes(), Freeze::new().freeze(&b)?.as_bytes());
    /// assert_eq!(canonical.freeze(&a)?.as_bytes(), canonical.freeze(&b)?.as_bytes());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub const fn canonical() -> Self {
        Self {
            mode: Mode::Canonical,
            checksum: false,
        }
    }

    /// Freezes with shared strings: a string that occurs more than once stands once in the buffer,
    /// and slots hold its number. In some documents this saves half of the bytes.
    ///
    /// Costs two more passes, which hash each string. Reading a shared string takes some more
    /// instructions; all else stays as it is. Such a document stands for at most 64 times as many
    /// bytes of strings as it has itself: writing it as JSON, or thawing it, produces all of them.
    /// If that factor would be exceeded, only short strings are shared.
    ///
    /// ```
    /// use varvel::Freeze;
    /// let colours = ["crimson", "turquoise"].repeat(100);
    /// let plain = Freeze::new().freeze(&colours)?;
    /// let shared = Freeze::sharing_strings().freeze(&colours)?;
    /// assert_eq!(plain, shared);
    /// assert!(shared.as_bytes().len() * 3 < plain.as_bytes().len());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub const fn sharing_strings() -> Self {
        Self {
            mode: Mode::Sharing,
            checksum: false,
        }
    }

    /// Adds a checksum at the end of the buffer, which validation verifies. It protects against
    /// damage in storage or on the way, not against forgery. It takes 8 bytes, and reading does not
    /// get slower.
    ///
    /// ```
    /// use varvel::{ErrorKind, Freeze, Frozen};
    /// let mut bytes = Freeze::new().with_checksum().freeze("to be stored")?.into_bytes();
    /// assert_eq!(Frozen::validate(&bytes)?.as_str(), Some("to be stored"));
    /// bytes[33] ^= 1;
    /// assert_eq!(Frozen::validate(&bytes).unwrap_err().kind(), ErrorKind::ChecksumMismatch);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub const fn with_checksum(mut self) -> Self {
        self.checksum = true;
        self
    }

    /// Freezes a value that encodes itself: a struct, a tree, a view.
    ///
    /// # Errors
    /// `OutOfMemory`; `DuplicateKey`; `SizeLimit` beyond 4 GiB of distinct keys.
    pub fn freeze<T: Encode + ?Sized>(self, value: &T) -> Result<Frozen> {
        with_builder(Duplicates::Error, Limits::NONE, |builder| {
            builder.start()?;
            value.encode(builder, &())?;
            match self.mode {
                Mode::Plain => self.end(builder.finish()?),
                Mode::Canonical | Mode::Sharing => self.freeze_view(builder.finish_view()?),
            }
        })
    }

    /// Freezes a view of a frozen document, without the pass that would freeze it first.
    ///
    /// ```
    /// # use varvel::Sink;
    /// use varvel::Freeze;
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # builder.i64_array(&[1, 2])?;
    /// # let frozen = builder.finish()?;
    /// // [1, 2]
    /// let canonical = Freeze::canonical().freeze_view(frozen.view())?;
    /// assert_eq!(canonical, frozen);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Freeze::freeze`].
    pub fn freeze_view(self, view: View<'_>) -> Result<Frozen> {
        match self.mode {
            Mode::Plain => {
                let frozen = with_builder(Duplicates::Error, Limits::NONE, |builder| {
                    builder.start()?;
                    view.drive(builder)?;
                    builder.finish()
                })?;
                self.end(frozen)
            }
            Mode::Canonical => self.end(rebuild::canonical(view)?),
            Mode::Sharing => self.end(rebuild::sharing(view)?),
        }
    }

    /// Adds the checksum behind the tables, if it is wanted.
    fn end(self, frozen: Frozen) -> Result<Frozen> {
        if !self.checksum {
            return Ok(frozen);
        }
        let bytes = checksum::add(frozen.into_bytes())?;
        // SAFETY: these are the bytes of a document, followed by the checksum that their header
        // declares.
        Ok(unsafe { Frozen::from_vec_unchecked(bytes) })
    }
}
