//! [`Frozen`]: a handle to a validated buffer, or to a node in it, together with the owner of the
//! bytes.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

use varvel_core::{Limits, Result};

use crate::freeze::Freeze;
use crate::owner::{Buffer, Owner};
use crate::validate;
use crate::view::View;
use crate::view::detached::Detached;

/// An immutable, contiguous, position-independent buffer of structured data, or a part of one.
///
/// The bytes are ready for a socket, a file or shared memory, and [`Frozen::view`] reads them in
/// place. A [`crate::Builder`] laid them out, or they were validated, so every access after that is
/// infallible.
///
/// ```
/// use varvel::{Builder, Frozen, Sink};
/// let mut builder = Builder::new();
/// builder.start()?;
/// builder.str("hello".into())?;
/// let bytes = builder.finish()?.into_bytes();
///
/// let frozen = Frozen::from_bytes(bytes)?;
/// assert_eq!(frozen.view().as_str(), Some("hello"));
/// assert!(Frozen::from_bytes(vec![0; 64]).is_err());
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Owners and parts
/// The bytes may belong to any [`Owner`] that keeps them unchanged: a `Vec`, a static slice, or an
/// `Arc`, which clones share. [`Frozen::part`] makes a handle to a node inside. Such a part lives
/// as long as it likes and keeps the **whole buffer** alive: [`Frozen::retained_bytes`] returns how
/// much that is, and [`Frozen::detach`] copies the part out of it.
#[derive(Clone)]
pub struct Frozen<O: Owner = Vec<u8>> {
    /// Invariant: the builder has laid out these bytes, or they were validated; they never change.
    owner: O,
    /// Invariant: this was made from a view of these bytes.
    site: Detached,
}

/// A part costs no more memory than its owner and two words.
const _: () = assert!(size_of::<Frozen<Arc<Buffer>>>() <= 24);

impl Frozen {
    /// Validates bytes with the default limits and returns a view of them.
    ///
    /// ```
    /// use varvel::Frozen;
    /// let error = Frozen::validate(b"{}").unwrap_err();
    /// assert_eq!(error.kind(), varvel::ErrorKind::InvalidFrozen);
    /// ```
    ///
    /// # Errors
    /// The errors of [`Frozen::from_bytes`].
    pub fn validate(bytes: &[u8]) -> Result<View<'_>> {
        Self::validate_with(bytes, &Limits::DEFAULT)
    }

    /// Validates bytes with limits and returns a view of them.
    ///
    /// # Errors
    /// The errors of [`Frozen::from_bytes_with`].
    pub fn validate_with<'a>(bytes: &'a [u8], limits: &Limits) -> Result<View<'a>> {
        validate::validate(bytes, limits)?;
        // SAFETY: validated in the line above.
        Ok(unsafe { View::root_unchecked(bytes) })
    }

    /// Makes a document from bytes that the builder has laid out.
    ///
    /// # Safety
    /// The contract of [`Frozen::from_bytes_unchecked`].
    pub(crate) unsafe fn from_vec_unchecked(bytes: Vec<u8>) -> Self {
        Self {
            owner: bytes,
            site: Detached::ROOT,
        }
    }
}

impl<O: Owner> Frozen<O> {
    /// Validates bytes with the default limits and takes them as a document.
    ///
    /// Validation is one linear pass; see [`View`] for what it proves.
    ///
    /// # Errors
    /// `InvalidFrozen`, `UnsupportedVersion`, `ChecksumMismatch`, `DepthLimit`, each with the byte
    /// offset.
    pub fn from_bytes(bytes: O) -> Result<Self> {
        Self::from_bytes_with(bytes, &Limits::DEFAULT)
    }

    /// Validates bytes with limits and takes them as a document.
    ///
    /// # Errors
    /// The errors of [`Frozen::from_bytes`], `SizeLimit` and `NodeLimit`.
    pub fn from_bytes_with(bytes: O, limits: &Limits) -> Result<Self> {
        validate::validate(bytes.bytes(), limits)?;
        Ok(Self {
            owner: bytes,
            site: Detached::ROOT,
        })
    }

    /// Takes bytes as a document without validating them.
    ///
    /// # Safety
    /// [`Frozen::validate_with`] accepts `bytes` under some limits, or they are the bytes of a
    /// `Frozen`.
    pub unsafe fn from_bytes_unchecked(bytes: O) -> Self {
        Self {
            owner: bytes,
            site: Detached::ROOT,
        }
    }

    /// Returns a view of the document, or of the part that this handle stands for.
    ///
    /// ```
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # varvel::Sink::i64_array(&mut builder, &[1, 2])?;
    /// # let frozen = builder.finish()?;
    /// // [1, 2]
    /// assert_eq!(frozen.view().item(1)?.i64()?, 2);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn view(&self) -> View<'_> {
        // SAFETY: the type's invariant.
        unsafe { self.site.view(self.owner.bytes()) }
    }

    /// Returns the bytes of the whole buffer, even if this is a part of it.
    ///
    /// ```
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # varvel::Sink::i64_array(&mut builder, &[1, 2])?;
    /// # let frozen = builder.finish()?;
    /// // [1, 2]
    /// assert_eq!(&frozen.as_bytes()[..4], b"VRVL");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.owner.bytes()
    }

    /// Returns the owner of the whole buffer, even if this is a part of it.
    ///
    /// ```
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # varvel::Sink::i64_array(&mut builder, &[1, 2])?;
    /// # let frozen = builder.finish()?;
    /// // [1, 2]
    /// let bytes: Vec<u8> = frozen.into_bytes();
    /// assert_eq!(&bytes[..4], b"VRVL");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn into_bytes(self) -> O {
        self.owner
    }

    /// Returns whether this is a whole document, not a part of one. Only then do the bytes of
    /// [`Frozen::as_bytes`] hold exactly this value.
    ///
    /// ```
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # varvel::Sink::i64_array(&mut builder, &[1, 2])?;
    /// # let frozen = builder.finish()?;
    /// // [1, 2]
    /// assert!(frozen.is_whole());
    /// assert!(!frozen.part(frozen.view().item(0)?).unwrap().is_whole());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn is_whole(&self) -> bool {
        self.site.is_root()
    }

    /// Returns how many bytes this handle keeps alive: the whole buffer, however small the part is.
    ///
    /// ```
    /// # use varvel::{Builder, Sink};
    /// # let mut builder = Builder::new();
    /// # builder.start()?;
    /// # builder.begin_array(None)?;
    /// # builder.bool(true)?;
    /// # builder.str("x".repeat(1000).as_str().into())?;
    /// # builder.end_array()?;
    /// # let large = builder.finish()?;
    /// // [true, "xxx…"]
    /// let part = large.part(large.view().item(0)?).unwrap();
    /// assert!(part.retained_bytes() > 1000);
    /// assert!(part.detach()?.retained_bytes() < 100);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn retained_bytes(&self) -> usize {
        self.owner.bytes().len()
    }

    /// Returns a handle to the node that `view` looks at: a clone of the owner, and the place of
    /// the node. Costs as much as cloning the owner, which is next to nothing for `Arc`. Returns
    /// `None` if `view` looks into another buffer.
    ///
    /// ```
    /// use std::sync::Arc;
    /// # use varvel::Sink;
    /// use varvel::{Builder, Frozen};
    /// # let mut builder = Builder::new();
    /// # builder.start()?;
    /// # builder.begin_map(None)?;
    /// # builder.key("user".into())?;
    /// # builder.begin_map(None)?;
    /// # builder.key("name".into())?;
    /// # builder.str("Ada".into())?;
    /// # builder.end_map()?;
    /// # builder.end_map()?;
    /// # let bytes = builder.finish()?.into_bytes();
    /// // {"user": {"name": "Ada"}}
    /// let document = Frozen::from_bytes(Arc::new(bytes))?;
    /// let user = document.part(document.view().field("user")?).unwrap();
    /// drop(document);
    /// assert_eq!(user.view().field("name")?.str()?, "Ada");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn part(&self, view: View<'_>) -> Option<Self>
    where
        O: Clone,
    {
        // A buffer is never empty, so one address and one length mean one buffer. A clone has equal
        // bytes, and a site counts from where they begin.
        core::ptr::eq(view.buffer(), self.owner.bytes()).then(|| Self {
            owner: self.owner.clone(),
            site: Detached::of(&view),
        })
    }

    /// Copies this document or part, without the rest of its buffer, into a buffer of its own.
    /// Costs time linear in the copied bytes.
    ///
    /// # Errors
    /// `OutOfMemory`.
    ///
    /// ```
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # varvel::Sink::i64_array(&mut builder, &[1, 2])?;
    /// # let frozen = builder.finish()?;
    /// // [1, 2]
    /// let first = frozen.part(frozen.view().item(0)?).unwrap();
    /// assert_eq!(first.detach()?.view().i64()?, 1);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn detach(&self) -> Result<Frozen> {
        // The document was accepted under some limits, so the copy needs none.
        Freeze::new().freeze_view(self.view())
    }

    /// Moves the owner into an [`Arc`], so that parts and clones cost next to nothing.
    ///
    /// ```
    /// # use varvel::Sink;
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # builder.null()?;
    /// # let frozen = builder.finish()?;
    /// let shared = frozen.into_arc();
    /// let part = shared.part(shared.view()).unwrap();
    /// assert_eq!(part.as_bytes().as_ptr(), shared.as_bytes().as_ptr());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn into_arc(self) -> Frozen<Arc<O>> {
        // An owner has the same bytes wherever it is moved.
        Frozen {
            owner: Arc::new(self.owner),
            site: self.site,
        }
    }

    /// Moves the owner into an [`Rc`], for one thread: counts without atomics.
    ///
    /// ```
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # varvel::Sink::i64_array(&mut builder, &[1, 2])?;
    /// # let frozen = builder.finish()?;
    /// // [1, 2]
    /// let shared = frozen.into_rc();
    /// assert_eq!(shared.view().len(), 2);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn into_rc(self) -> Frozen<Rc<O>> {
        Frozen {
            owner: Rc::new(self.owner),
            site: self.site,
        }
    }
}

/// Each of these conversions keeps the bytes unchanged.
macro_rules! into_buffer {
    ($($(#[$when:meta])? $owner:ty),*) => {$(
        $(#[$when])?
        impl From<Frozen<$owner>> for Frozen<Buffer> {
            fn from(frozen: Frozen<$owner>) -> Self {
                Self {
                    owner: frozen.owner.into(),
                    site: frozen.site,
                }
            }
        }
    )*};
}

into_buffer!(
    Vec<u8>,
    Box<[u8]>,
    Arc<[u8]>,
    &'static [u8],
    #[cfg(feature = "bytes")]
    bytes::Bytes
);

impl<O: Owner> core::fmt::Display for Frozen<O> {
    /// Writes the value as [`View`] does.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(&self.view(), f)
    }
}

impl<O: Owner> core::fmt::Debug for Frozen<O> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.view().fmt(f)
    }
}

impl<O: Owner, P: Owner> PartialEq<Frozen<P>> for Frozen<O> {
    /// Compares by the node model; see [`View`]. Two whole documents with equal bytes cost one
    /// comparison of the bytes.
    #[inline]
    fn eq(&self, other: &Frozen<P>) -> bool {
        let whole = self.is_whole() && other.is_whole();
        whole && self.as_bytes() == other.as_bytes() || self.view() == other.view()
    }
}

impl<O: Owner> Eq for Frozen<O> {}

impl<O: Owner> core::hash::Hash for Frozen<O> {
    /// Hashes as the [`View`] does.
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.view().hash(state);
    }
}

impl<O: Owner, P: Owner> PartialOrd<Frozen<P>> for Frozen<O> {
    fn partial_cmp(&self, other: &Frozen<P>) -> Option<core::cmp::Ordering> {
        Some(self.view().cmp(&other.view()))
    }
}

impl<O: Owner> Ord for Frozen<O> {
    /// Orders as the [`View`] does.
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.view().cmp(&other.view())
    }
}

/// Threads may share frozen data.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Frozen>();
    shared::<View<'_>>();
};
