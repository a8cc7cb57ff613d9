//! [`Frozen`]: the owner of a validated buffer.

use alloc::vec::Vec;

use varvel_core::{Limits, Result};

use crate::validate;
use crate::view::View;

/// An immutable, contiguous, position-independent buffer of structured data.
///
/// The bytes are ready for a socket, a file or shared memory, and are read in place through
/// [`Frozen::view`]. They were laid out by a [`crate::Builder`] or validated, so every access after
/// that is infallible.
///
/// ```
/// use varvel_core::Sink;
/// use varvel_frozen::{Builder, Frozen};
/// let mut builder = Builder::new();
/// builder.start()?;
/// builder.str("hello".into())?;
/// let bytes = builder.finish()?.into_bytes();
///
/// let frozen = Frozen::from_bytes(bytes)?;
/// assert_eq!(frozen.view().as_str(), Some("hello"));
/// assert!(Frozen::from_bytes(vec![0; 64]).is_err());
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Frozen {
    /// Invariant: laid out by the builder, or validated; never changed.
    bytes: Vec<u8>,
}

impl Frozen {
    /// Takes bytes from elsewhere, after validating them with the default limits.
    ///
    /// One linear pass; see [`View`] for what it proves.
    ///
    /// # Errors
    /// `InvalidFrozen`, `UnsupportedVersion`, `DepthLimit`, each with the byte offset.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self> {
        Self::from_bytes_with(bytes, &Limits::DEFAULT)
    }

    /// The same with limits.
    ///
    /// # Errors
    /// Those of [`Frozen::from_bytes`], `SizeLimit` and `NodeLimit`.
    pub fn from_bytes_with(bytes: Vec<u8>, limits: &Limits) -> Result<Self> {
        validate::validate(&bytes, limits)?;
        Ok(Self { bytes })
    }

    /// Takes bytes that are known to be a valid buffer.
    ///
    /// # Safety
    /// [`Frozen::validate_with`] accepts `bytes` under some limits, or they are those of a `Frozen`.
    pub unsafe fn from_bytes_unchecked(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    /// The builder's door.
    ///
    /// # Safety
    /// That of [`Frozen::from_bytes_unchecked`].
    pub(crate) unsafe fn from_vec_unchecked(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    /// Validates bytes and lends a view of them, with the default limits.
    ///
    /// ```
    /// use varvel_frozen::Frozen;
    /// let error = Frozen::validate(b"{}").unwrap_err();
    /// assert_eq!(error.kind(), varvel_core::ErrorKind::InvalidFrozen);
    /// ```
    ///
    /// # Errors
    /// Those of [`Frozen::from_bytes`].
    pub fn validate(bytes: &[u8]) -> Result<View<'_>> {
        Self::validate_with(bytes, &Limits::DEFAULT)
    }

    /// The same with limits.
    ///
    /// # Errors
    /// Those of [`Frozen::from_bytes_with`].
    pub fn validate_with<'a>(bytes: &'a [u8], limits: &Limits) -> Result<View<'a>> {
        validate::validate(bytes, limits)?;
        // SAFETY: validated in the line above.
        Ok(unsafe { View::root_unchecked(bytes) })
    }

    /// The document.
    #[inline]
    pub fn view(&self) -> View<'_> {
        // SAFETY: the type's invariant.
        unsafe { View::root_unchecked(&self.bytes) }
    }

    /// The bytes.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Gives the bytes away.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl core::fmt::Debug for Frozen {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.view().fmt(f)
    }
}

impl PartialEq for Frozen {
    /// By the node model; see [`View`].
    fn eq(&self, other: &Self) -> bool {
        self.view() == other.view()
    }
}

/// Frozen data may be shared by threads.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Frozen>();
    shared::<View<'_>>();
};
