//! [`Count`]: how the containers of a tree are reference-counted, which is the one parameter of its
//! types.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use core::cell::OnceCell;
use core::ops::Deref;

use once_cell::race::OnceBox;
use varvel_frozen::{Buffer, Frozen, Owner};

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Atomic {}
    impl Sealed for super::Local {}
}

/// Counts references with atomics: values may move from thread to thread.
///
/// ```
/// use varvel::Value;
/// let shared: Value = Value::from("read by many");
/// let clone = shared.clone();
/// std::thread::spawn(move || assert_eq!(clone, "read by many")).join().unwrap();
/// # drop(shared);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic;

/// Counts references without atomics: values stay in their thread, which the compiler ensures.
///
/// ```compile_fail,E0277
/// use varvel::local::Value;
/// let value = Value::from(1);
/// std::thread::spawn(move || drop(value)); // an `Rc` inside cannot be sent
/// ```
///
/// ```compile_fail,E0277
/// use varvel::local::Value;
/// fn shared<T: Sync>() {}
/// shared::<Value>();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Local;

/// A way of counting references: [`Atomic`] or [`Local`], and no other.
///
/// Its items are private to this crate and may change.
pub trait Count: sealed::Sealed + Copy + core::fmt::Debug + 'static {
    /// A reference-counted pointer.
    #[doc(hidden)]
    type Ptr<T: ?Sized>: Deref<Target = T> + Clone;
    /// A place that is filled once, one pointer wide.
    #[doc(hidden)]
    type Once<T>: Default;
    /// A reference-counted owner of a frozen buffer.
    #[doc(hidden)]
    type Bytes: Owner + Clone;

    #[doc(hidden)]
    fn new<T>(value: T) -> Self::Ptr<T>;
    /// Makes a default value in place: a value that is made elsewhere and moved would be waited
    /// for.
    #[doc(hidden)]
    fn empty<T: Default>() -> Self::Ptr<T>;
    #[doc(hidden)]
    fn text(text: &str) -> Self::Ptr<str>;
    #[doc(hidden)]
    fn bytes(bytes: &[u8]) -> Self::Ptr<[u8]>;
    /// Returns exclusive access to the target; clones it first if it is shared.
    #[doc(hidden)]
    fn make_mut<T: Clone>(ptr: &mut Self::Ptr<T>) -> &mut T;
    /// Returns the target if this is its last pointer, and `None` otherwise.
    #[doc(hidden)]
    fn into_inner<T>(ptr: Self::Ptr<T>) -> Option<T>;
    /// Returns whether nothing else points to the content.
    fn is_only<T>(ptr: &Self::Ptr<T>) -> bool;
    /// Returns the content of `once`, after making it if it is empty.
    #[doc(hidden)]
    fn get_or_init<T>(once: &Self::Once<T>, make: impl FnOnce() -> T) -> &T;
    /// Returns the content of `once`.
    #[doc(hidden)]
    fn get<T>(once: &Self::Once<T>) -> Option<&T>;
    /// Moves the owner of a frozen document behind a reference-counted pointer.
    #[doc(hidden)]
    fn share(frozen: Frozen<Buffer>) -> Frozen<Self::Bytes>;
}

impl Count for Atomic {
    type Ptr<T: ?Sized> = Arc<T>;
    type Once<T> = OnceBox<T>;
    type Bytes = Arc<Buffer>;

    #[inline]
    fn new<T>(value: T) -> Arc<T> {
        Arc::new(value)
    }
    #[inline]
    fn empty<T: Default>() -> Arc<T> {
        Arc::default()
    }
    fn text(text: &str) -> Arc<str> {
        text.into()
    }
    fn bytes(bytes: &[u8]) -> Arc<[u8]> {
        bytes.into()
    }
    #[inline]
    fn make_mut<T: Clone>(ptr: &mut Arc<T>) -> &mut T {
        Arc::make_mut(ptr)
    }
    #[inline]
    fn is_only<T>(ptr: &Arc<T>) -> bool {
        Arc::strong_count(ptr) == 1
    }
    fn into_inner<T>(ptr: Arc<T>) -> Option<T> {
        Arc::into_inner(ptr)
    }
    fn get_or_init<T>(once: &OnceBox<T>, make: impl FnOnce() -> T) -> &T {
        once.get_or_init(|| Box::new(make()))
    }
    #[inline]
    fn get<T>(once: &OnceBox<T>) -> Option<&T> {
        once.get()
    }
    fn share(frozen: Frozen<Buffer>) -> Frozen<Arc<Buffer>> {
        frozen.into_arc()
    }
}

impl Count for Local {
    type Ptr<T: ?Sized> = Rc<T>;
    type Once<T> = OnceCell<Box<T>>;
    type Bytes = Rc<Buffer>;

    #[inline]
    fn new<T>(value: T) -> Rc<T> {
        Rc::new(value)
    }
    #[inline]
    fn empty<T: Default>() -> Rc<T> {
        Rc::default()
    }
    fn text(text: &str) -> Rc<str> {
        text.into()
    }
    fn bytes(bytes: &[u8]) -> Rc<[u8]> {
        bytes.into()
    }
    #[inline]
    fn make_mut<T: Clone>(ptr: &mut Rc<T>) -> &mut T {
        Rc::make_mut(ptr)
    }
    #[inline]
    fn is_only<T>(ptr: &Rc<T>) -> bool {
        Rc::strong_count(ptr) == 1
    }
    fn into_inner<T>(ptr: Rc<T>) -> Option<T> {
        Rc::into_inner(ptr)
    }
    fn get_or_init<T>(once: &OnceCell<Box<T>>, make: impl FnOnce() -> T) -> &T {
        once.get_or_init(|| Box::new(make()))
    }
    #[inline]
    fn get<T>(once: &OnceCell<Box<T>>) -> Option<&T> {
        once.get().map(|boxed| &**boxed)
    }
    fn share(frozen: Frozen<Buffer>) -> Frozen<Rc<Buffer>> {
        frozen.into_rc()
    }
}
