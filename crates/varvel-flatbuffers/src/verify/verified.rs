//! A verified buffer together with its bytes.

use alloc::boxed::Box;
use alloc::rc::Rc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use varvel_core::Result;

use super::Verify;
use crate::read::Position;
use crate::root::{Root, RootRef};
use crate::schema::Of;

mod sealed {
    /// # Safety
    /// `bytes` returns the same bytes each time, also after the value was moved or cloned.
    pub unsafe trait Stable {
        fn bytes(&self) -> &[u8];
    }
}

use sealed::Stable;

/// An owner of the bytes of a buffer: `Vec<u8>`, `Box<[u8]>`, `Arc<[u8]>`, `Rc<[u8]>`, or a borrow
/// as `&[u8]`. Only this crate implements it.
pub trait Bytes: Stable {}

impl<B: Stable> Bytes for B {}

macro_rules! stable {
    ($($(#[$when:meta])? $owner:ty),* $(,)?) => {$(
        $(#[$when])?
        // SAFETY: whether the owner is unique or shared, other bytes could only come through
        // `&mut`, which nobody gets.
        unsafe impl Stable for $owner {
            #[inline]
            fn bytes(&self) -> &[u8] {
                self
            }
        }
    )*};
}

stable! { &[u8], Vec<u8>, Box<[u8]>, Rc<[u8]>, #[cfg(target_has_atomic = "ptr")] Arc<[u8]> }

/// A buffer that was verified once, together with its bytes. It can be kept, sent to other threads,
/// and read without another verification.
///
/// ```
/// # use varvel_flatbuffers::layout::{Field, Layout, List, Name, Parts, Scalar, Type, self};
/// # use varvel_flatbuffers::{Object, Schema, Table, TableRef};
/// # enum Ages {}
/// # impl Schema for Ages {
/// #     const LAYOUT: Layout<'static> = Layout::new(Parts {
/// #         names: "age",
/// #         objects: &[layout::Object::table(Name::new(0, 3), List::new(0, 1))],
/// #         fields: &[Field::new(Name::new(0, 3), Type::Scalar(Scalar::U8)).default_bits(30)],
/// #         root: Some(0),
/// #         ..Parts::EMPTY
/// #     });
/// # }
/// # #[derive(Clone, Copy)]
/// # struct Age<'a>(TableRef<'a, Age<'static>>);
/// # impl Age<'_> {
/// #     fn age(self) -> u8 {
/// #         self.0.scalar::<u8, 0>()
/// #     }
/// # }
/// # impl Object for Age<'static> {
/// #     type Schema = Ages;
/// #     const OBJECT: usize = 0;
/// # }
/// # impl Table for Age<'static> {
/// #     type View<'a> = Age<'a>;
/// #     fn view(table: TableRef<'_, Self>) -> Age<'_> {
/// #         Age(table)
/// #     }
/// # }
/// use varvel_flatbuffers::Verified;
/// let received = vec![8, 0, 0, 0, 4, 0, 4, 0, 4, 0, 0, 0];
/// let ages = Verified::<Age>::new(received)?;
/// let reader = std::thread::spawn(move || ages.root().age());
/// assert_eq!(reader.join().unwrap(), 30);
/// # Ok::<(), varvel_core::Error>(())
/// ```
pub struct Verified<T, B = Vec<u8>> {
    bytes: B,
    root: usize,
    of: PhantomData<fn(T) -> T>,
}

impl<T: Root, B: Bytes> Verified<T, B> {
    /// Verifies these bytes with [`Verify::new`], in one pass.
    ///
    /// # Errors
    /// Returns the errors of [`root`](crate::root()).
    pub fn new(bytes: B) -> Result<Self> {
        Self::by(Verify::new(), bytes)
    }

    /// Verifies these bytes with these options.
    ///
    /// # Errors
    /// Returns the errors of [`root`](crate::root()).
    pub fn by(verify: Verify, bytes: B) -> Result<Self> {
        let root = verify.check(const { &Of::<T>::LAYOUT }, T::OBJECT, bytes.bytes())?;
        Ok(Self {
            bytes,
            root,
            of: PhantomData,
        })
    }

    /// Returns the root, in constant time.
    #[inline]
    pub fn root(&self) -> T::View<'_> {
        // SAFETY: the verifier has found this object there, and the bytes are those that it has
        // verified.
        T::root(unsafe { RootRef::vouched(Position::start_of(self.bytes.bytes()).on(self.root)) })
    }

    /// Returns the whole buffer.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.bytes()
    }

    /// Returns the owner of the bytes.
    pub fn into_owner(self) -> B {
        self.bytes
    }
}

impl<T, B: Clone> Clone for Verified<T, B> {
    fn clone(&self) -> Self {
        Self {
            bytes: self.bytes.clone(),
            root: self.root,
            of: PhantomData,
        }
    }
}

impl<T: Root, B: Bytes> fmt::Debug for Verified<T, B>
where
    for<'a> T::View<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Verified").field(&self.root()).finish()
    }
}
