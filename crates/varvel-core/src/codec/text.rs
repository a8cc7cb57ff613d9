//! A codec of any type that prints and parses itself, as a string.
//!
//! The derive's `with = varvel::codec::text` names it for a field. Addresses of the network use it
//! by themselves.

use alloc::string::String;
use core::fmt::{self, Display, Write};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use core::str::FromStr;

use arrayvec::ArrayString;

use super::strings::not_of_form;

use crate::error::{Error, ErrorKind, Result};
use crate::sink::Sink;
use crate::source::Source;
use crate::string::Str;

/// Gives the text that `value` prints to `sink`, as a string. Up to 64 bytes need no allocation.
///
/// ```
/// use varvel::Discard;
/// use varvel::codec::text;
/// text::encode(&"::1".parse::<std::net::IpAddr>().unwrap(), &mut Discard, &())?;
/// # Ok::<(), varvel::Error>(())
/// ```
pub fn encode<'a, T, S, C>(value: &T, sink: &mut S, _: &C) -> Result
where
    T: Display + ?Sized,
    S: Sink<'a>,
    C: ?Sized,
{
    let mut short = ArrayString::<64>::new();
    if write!(short, "{value}").is_ok() {
        return sink.str(Str::Scratch((&*short).into()));
    }
    let mut long = Long::default();
    match write!(long, "{value}") {
        Ok(()) => sink.str(Str::Scratch((&*long.text).into())),
        Err(_) if long.failed => Err(Error::out_of_memory()),
        Err(_) => Err(Error::expected(
            ErrorKind::Unrepresentable,
            "a value that can be printed",
        )),
    }
}

/// Reads a string and parses it. The error shows the reason of the parser.
pub fn decode<'de, T, R, C>(source: &mut R, _: &C) -> Result<T>
where
    T: FromStr<Err: Display>,
    R: Source<'de>,
    C: ?Sized,
{
    let at = source.offset();
    let text = source.read_str()?;
    text.parse().map_err(|error| {
        Error::expected(ErrorKind::TypeMismatch, "a string of the type's own form")
            .with_content(format_args!("{}: {error}", crate::path::Quoted(&text)))
            .or_offset(at)
    })
}

/// Reads a string and parses it. Errors show `expected`.
pub(super) fn parse<'de, T: FromStr, R: Source<'de>>(
    source: &mut R,
    expected: &'static str,
) -> Result<T> {
    let at = source.offset();
    let text = source.read_str()?;
    text.parse().map_err(|_| not_of_form(expected, &text, at))
}

/// A string that grows until there is no memory left.
#[derive(Default)]
struct Long {
    text: String,
    failed: bool,
}

impl Write for Long {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if self.text.try_reserve(part.len()).is_err() {
            self.failed = true;
            return Err(fmt::Error);
        }
        self.text.push_str(part);
        Ok(())
    }
}

/// Implements codecs by [`encode`] and [`parse`]. Each row holds a type and what errors call its
/// texts.
macro_rules! as_text {
    ($($type:ty: $expected:literal;)*) => {$(
        impl<C: ?Sized> $crate::Encode<C> for $type {
            fn encode<'a, S: $crate::Sink<'a>>(&'a self, sink: &mut S, context: &C) -> $crate::Result {
                $crate::codec::text::encode(self, sink, context)
            }
        }
        impl<'de, C: ?Sized> $crate::Decode<'de, C> for $type {
            const KINDS: $crate::Kinds = $crate::Kinds::of(&[$crate::Kind::String]);
            fn decode<R: $crate::Source<'de>>(source: &mut R, _: &C) -> $crate::Result<Self> {
                $crate::codec::text::parse(source, $expected)
            }
        }
    )*};
}
#[cfg(feature = "jiff")]
pub(super) use as_text;

as_text! {
    IpAddr: "an IP address";
    Ipv4Addr: "an IPv4 address";
    Ipv6Addr: "an IPv6 address";
    SocketAddr: "an IP address and a port";
    SocketAddrV4: "an IPv4 address and a port";
    SocketAddrV6: "an IPv6 address and a port";
}
