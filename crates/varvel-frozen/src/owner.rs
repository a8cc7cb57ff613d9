//! The types that can own the bytes of a frozen buffer.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A type that owns bytes and keeps them unchanged: the owner of a [`crate::Frozen`].
///
/// # Safety
/// [`Owner::bytes`] returns the same bytes at each call, on this value wherever it is moved, and on
/// its clones, until the last of them is dropped or changed through a `&mut`. Nobody changes the
/// bytes meanwhile, not even through interior mutability or from another process: a file map is an
/// owner only if nothing writes to the file.
///
/// ```
/// use std::sync::Arc;
/// use varvel::{Builder, Frozen};
/// # let mut builder = Builder::new();
/// # builder.start()?;
/// # varvel::Sink::bool(&mut builder, true)?;
/// # let bytes = builder.finish()?.into_bytes();
/// let shared: Arc<[u8]> = bytes.into();
/// let frozen = Frozen::from_bytes(Arc::clone(&shared))?;
/// assert_eq!(frozen.view().as_bool(), Some(true));
/// assert_eq!(frozen.as_bytes().as_ptr(), shared.as_ptr());
/// # Ok::<(), varvel::Error>(())
/// ```
pub unsafe trait Owner {
    /// Returns the bytes.
    fn bytes(&self) -> &[u8];
}

// SAFETY: a `Vec` changes its bytes only through `&mut`; a clone has equal bytes.
unsafe impl Owner for Vec<u8> {
    #[inline]
    fn bytes(&self) -> &[u8] {
        self
    }
}

// SAFETY: a box of bytes changes them only through `&mut`; a clone has equal bytes.
unsafe impl Owner for Box<[u8]> {
    #[inline]
    fn bytes(&self) -> &[u8] {
        self
    }
}

// SAFETY: bytes behind a shared reference without interior mutability do not change while it lives
// (the reference, "Behavior considered undefined").
unsafe impl Owner for &[u8] {
    #[inline]
    fn bytes(&self) -> &[u8] {
        self
    }
}

// SAFETY: clones share the bytes, which change only through `Arc::get_mut` or `make_mut`; both take
// a `&mut` of the one owner.
unsafe impl Owner for Arc<[u8]> {
    #[inline]
    fn bytes(&self) -> &[u8] {
        self
    }
}

// SAFETY: clones share the bytes, which change only through `Rc::get_mut` or `make_mut`; both take
// a `&mut` of the one owner.
unsafe impl Owner for Rc<[u8]> {
    #[inline]
    fn bytes(&self) -> &[u8] {
        self
    }
}

// SAFETY: the bytes belong to an owner that clones share; a `&T` cannot change them.
unsafe impl<T: Owner> Owner for Arc<T> {
    #[inline]
    fn bytes(&self) -> &[u8] {
        (**self).bytes()
    }
}

// SAFETY: the bytes belong to an owner that clones share; a `&T` cannot change them.
unsafe impl<T: Owner> Owner for Rc<T> {
    #[inline]
    fn bytes(&self) -> &[u8] {
        (**self).bytes()
    }
}

// SAFETY: a `Bytes` is immutable ("cheaply cloneable chunk of contiguous memory"), and clones share
// the memory; `Bytes::from_owner` asks its owner for the bytes once.
#[cfg(feature = "bytes")]
unsafe impl Owner for bytes::Bytes {
    #[inline]
    fn bytes(&self) -> &[u8] {
        self
    }
}

/// An owner of any kind that is safe for threads: one type for code that keeps buffers of many
/// origins.
///
/// ```
/// use varvel::{Buffer, Owner};
/// static STORED: [u8; 3] = [1, 2, 3];
/// let buffers = [Buffer::from(vec![1, 2, 3]), Buffer::from(&STORED[..])];
/// assert_eq!(buffers[0].bytes(), buffers[1].bytes());
/// ```
#[derive(Clone, Debug)]
pub struct Buffer(Inner);

#[derive(Clone, Debug)]
enum Inner {
    Vec(Vec<u8>),
    Shared(Arc<[u8]>),
    Static(&'static [u8]),
    #[cfg(feature = "bytes")]
    Bytes(bytes::Bytes),
}

// SAFETY: each variant is an owner, and a value never changes its variant.
unsafe impl Owner for Buffer {
    #[inline]
    fn bytes(&self) -> &[u8] {
        match &self.0 {
            Inner::Vec(bytes) => bytes,
            Inner::Shared(bytes) => bytes,
            Inner::Static(bytes) => bytes,
            #[cfg(feature = "bytes")]
            Inner::Bytes(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for Buffer {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Inner::Vec(bytes))
    }
}

impl From<Box<[u8]>> for Buffer {
    fn from(bytes: Box<[u8]>) -> Self {
        Self(Inner::Vec(bytes.into_vec()))
    }
}

impl From<Arc<[u8]>> for Buffer {
    fn from(bytes: Arc<[u8]>) -> Self {
        Self(Inner::Shared(bytes))
    }
}

impl From<&'static [u8]> for Buffer {
    fn from(bytes: &'static [u8]) -> Self {
        Self(Inner::Static(bytes))
    }
}

#[cfg(feature = "bytes")]
impl From<bytes::Bytes> for Buffer {
    fn from(bytes: bytes::Bytes) -> Self {
        Self(Inner::Bytes(bytes))
    }
}
