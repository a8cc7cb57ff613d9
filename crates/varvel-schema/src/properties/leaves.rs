//! Types without parts, and types that are written and read as a whole.

use alloc::boxed::Box;
use alloc::collections::{BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::ffi::CString;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::cell::{Cell, RefCell};
use core::cmp::{Ordering, Reverse};
use core::marker::PhantomData;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use core::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8,
    NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize, Saturating, Wrapping,
};
use core::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use core::time::Duration;

use varvel_core::Timestamp;

use super::Properties;

macro_rules! leaves {
    ($($type:ty)*) => {$(
        impl $crate::Properties for $type {}
    )*};
}

leaves! {
    () bool f32 f64 char String Box<str> Rc<str> Arc<str> CString Timestamp Duration Ordering
    i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize
    NonZeroI8 NonZeroI16 NonZeroI32 NonZeroI64 NonZeroI128 NonZeroIsize
    NonZeroU8 NonZeroU16 NonZeroU32 NonZeroU64 NonZeroU128 NonZeroUsize
    IpAddr Ipv4Addr Ipv6Addr SocketAddr SocketAddrV4 SocketAddrV6
}

/// Implements the trait for types whose parts change only with the whole, since they share or order
/// them.
macro_rules! wholes {
    ($([$($T:tt)*] $type:ty;)*) => {$(
        impl<$($T)*> Properties for $type {}
    )*};
}
wholes! {
    [T: Properties] Rc<T>;
    [T: Properties] Arc<T>;
    [T: Properties + Copy] Cell<T>;
    [T: Properties] RefCell<T>;
    [T: Properties] Wrapping<T>;
    [T: Properties] Saturating<T>;
    [T: Properties] Reverse<T>;
    [T: Properties] VecDeque<T>;
    [T: Properties] LinkedList<T>;
    [T: Properties + Ord] BinaryHeap<T>;
    [T: Properties + Ord] BTreeSet<T>;
    [T: Properties] Bound<T>;
    [T: Properties] Range<T>;
    [T: Properties] RangeInclusive<T>;
    [T: Properties] RangeFrom<T>;
    [T: Properties] RangeTo<T>;
    [T: Properties] RangeToInclusive<T>;
    [T: ?Sized] PhantomData<T>;
    [T: Properties, E: Properties] Result<T, E>;
}

#[cfg(feature = "std")]
mod of_std {
    use super::Properties;
    use core::hash::{BuildHasher, Hash};
    use std::collections::HashSet;
    use std::ffi::OsString;
    use std::path::PathBuf;
    use std::sync::{Mutex, RwLock};
    use std::time::SystemTime;

    leaves!(OsString PathBuf SystemTime);
    wholes! {
        [T: Properties] Mutex<T>;
        [T: Properties] RwLock<T>;
        [T: Properties + Eq + Hash, H: BuildHasher + Default] HashSet<T, H>;
    }
}

#[cfg(feature = "bytes")]
leaves!(bytes::Bytes bytes::BytesMut);
#[cfg(feature = "jiff")]
leaves! {
    jiff::Timestamp jiff::ZonedDateTime jiff::Span jiff::SignedDuration
    jiff::civil::Date jiff::civil::Time jiff::civil::DateTime
}
#[cfg(feature = "rust_decimal")]
leaves!(rust_decimal::Decimal);
#[cfg(feature = "time")]
leaves!(time::UtcDateTime time::OffsetDateTime time::Date time::Time time::PrimitiveDateTime);
#[cfg(feature = "uuid")]
leaves!(uuid::Uuid);

#[cfg(feature = "ordered-float")]
wholes! {
    [T: Properties] ordered_float::OrderedFloat<T>;
    [T: Properties + ordered_float::FloatCore] ordered_float::NotNan<T>;
}
#[cfg(feature = "smallvec")]
wholes!([A: smallvec::Array<Item: Properties>] smallvec::SmallVec<A>;);
#[cfg(feature = "indexmap")]
wholes! {
    [T: Properties + Eq + core::hash::Hash, H: core::hash::BuildHasher + Default] indexmap::IndexSet<T, H>;
    [K: Properties + Eq + core::hash::Hash, V: Properties, H: core::hash::BuildHasher + Default] indexmap::IndexMap<K, V, H>;
}
