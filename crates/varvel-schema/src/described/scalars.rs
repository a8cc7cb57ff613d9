//! Schemas of numbers, booleans, strings, addresses, points in time.

use alloc::ffi::CString;
use alloc::string::String;
use core::ffi::CStr;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use core::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8,
    NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize,
};

use varvel_core::{Number, OwnedRaw, Raw, Timestamp};

use super::{Described, Describer};
use crate::schema::{NodeId, StringFormat, Type};

/// Declares types that are one node.
macro_rules! plain {
    ($($type:ty: $ty:expr;)*) => {$(
        impl $crate::Described for $type {
            fn describe(schema: &mut $crate::Describer) -> $crate::NodeId {
                schema.define::<Self>(|_| $ty)
            }
        }
    )*};
}
#[cfg(any(
    feature = "bytes",
    feature = "jiff",
    feature = "rust_decimal",
    feature = "time",
    feature = "uuid"
))]
pub(super) use plain;

pub(super) const fn text(format: Option<StringFormat>) -> Type {
    Type::String { format }
}

plain! {
    bool: Type::Bool;
    f32: Type::Float { bits: 32 };
    f64: Type::Float { bits: 64 };
    Number<'_>: Type::Number;
    Raw<'_>: Type::Any;
    OwnedRaw: Type::Any;
    str: text(None);
    String: text(None);
    char: text(Some(StringFormat::Char));
    CStr: text(None);
    CString: text(None);
    IpAddr: text(None);
    Ipv4Addr: text(Some(StringFormat::Ipv4));
    Ipv6Addr: text(Some(StringFormat::Ipv6));
    SocketAddr: text(None);
    SocketAddrV4: text(None);
    SocketAddrV6: text(None);
    Timestamp: Type::TIMESTAMP;
    i128: Type::Integer { min: Some(i128::MIN), max: Some(i128::MAX), zero: true };
    u128: Type::Integer { min: Some(0), max: None, zero: true };
    NonZeroI128: Type::Integer { min: Some(i128::MIN), max: Some(i128::MAX), zero: false };
    NonZeroU128: Type::Integer { min: Some(1), max: None, zero: false };
}

/// Declares integers of up to 64 bits, also those that are not zero.
macro_rules! integers {
    ($($type:ident $nonzero:ident)*) => {$(
        plain! {
            $type: Type::Integer {
                min: Some($type::MIN as i128),
                max: Some($type::MAX as i128),
                zero: true,
            };
            $nonzero: Type::Integer {
                min: Some(if $type::MIN == 0 { 1 } else { $type::MIN as i128 }),
                max: Some($type::MAX as i128),
                zero: false,
            };
        }
    )*};
}
integers! {
    i8 NonZeroI8 i16 NonZeroI16 i32 NonZeroI32 i64 NonZeroI64 isize NonZeroIsize
    u8 NonZeroU8 u16 NonZeroU16 u32 NonZeroU32 u64 NonZeroU64 usize NonZeroUsize
}

/// Declares atomics, which are written as their content.
macro_rules! atomics {
    ($($(#[$cfg:meta])* $atomic:ident: $value:ty;)*) => {$(
        $(#[$cfg])*
        impl Described for core::sync::atomic::$atomic {
            fn describe(schema: &mut Describer) -> NodeId {
                <$value>::describe(schema)
            }
        }
    )*};
}
atomics! {
    AtomicBool: bool;
    AtomicI8: i8;
    AtomicI16: i16;
    AtomicI32: i32;
    AtomicIsize: isize;
    AtomicU8: u8;
    AtomicU16: u16;
    AtomicU32: u32;
    AtomicUsize: usize;
    #[cfg(target_has_atomic = "64")]
    AtomicI64: i64;
    #[cfg(target_has_atomic = "64")]
    AtomicU64: u64;
}

#[cfg(feature = "std")]
mod of_std {
    use std::ffi::{OsStr, OsString};
    use std::path::{Path, PathBuf};
    use std::time::SystemTime;

    use super::{Type, text};

    plain! {
        OsStr: text(None);
        OsString: text(None);
        Path: text(None);
        PathBuf: text(None);
        SystemTime: Type::TIMESTAMP;
    }
}
