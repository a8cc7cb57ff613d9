//! [`Count`]: how the containers of a tree are counted, the one parameter of its types.

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

/// Counts with atomics: values go from thread to thread.
///
/// ```
/// use varvel_value::Value;
/// let shared: Value = Value::from("read by many");
/// let clone = shared.clone();
/// std::thread::spawn(move || assert_eq!(clone, "read by many")).join().unwrap();
/// # drop(shared);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic;

/// Counts without atomics: values stay in their thread, which the compiler sees to.
///
/// ```compile_fail,E0277
/// use varvel_value::{Local, Value};
/// let value: Value<Local> = Value::from(1);
/// std::thread::spawn(move || drop(value)); // an `Rc` inside cannot be sent
/// ```
///
/// ```compile_fail,E0277
/// use varvel_value::{Local, Value};
/// fn shared<T: Sync>() {}
/// shared::<Value<Local>>();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Local;

/// A way of counting: [`Atomic`] or [`Local`], and no other.
///
/// What it is made of is of this crate's own concern and may change.
pub trait Count: sealed::Sealed + Copy + core::fmt::Debug + 'static {
    /// A counted pointer.
    #[doc(hidden)]
    type Ptr<T: ?Sized>: Deref<Target = T> + Clone;
    /// A place that is filled once, one pointer wide.
    #[doc(hidden)]
    type Once<T>: Default;
    /// A counted frozen buffer.
    #[doc(hidden)]
    type Bytes: Owner + Clone;

    #[doc(hidden)]
    fn new<T>(value: T) -> Self::Ptr<T>;
    /// A default, made where it stands: what is made elsewhere is waited for when it is moved.
    #[doc(hidden)]
    fn empty<T: Default>() -> Self::Ptr<T>;
    #[doc(hidden)]
    fn text(text: &str) -> Self::Ptr<str>;
    #[doc(hidden)]
    fn bytes(bytes: &[u8]) -> Self::Ptr<[u8]>;
    /// What is pointed to, exclusively: a clone of its own if it is shared.
    #[doc(hidden)]
    fn make_mut<T: Clone>(ptr: &mut Self::Ptr<T>) -> &mut T;
    /// What was pointed to, for the last of its pointers, and for no other.
    #[doc(hidden)]
    fn into_inner<T>(ptr: Self::Ptr<T>) -> Option<T>;
    /// What `once` holds, made now if it is empty.
    #[doc(hidden)]
    fn get_or_init<T>(once: &Self::Once<T>, make: impl FnOnce() -> T) -> &T;
    /// What `once` holds.
    #[doc(hidden)]
    fn get<T>(once: &Self::Once<T>) -> Option<&T>;
    /// A frozen document, counted.
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
