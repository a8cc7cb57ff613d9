//! Codecs of the crate `bytes`: bytes if the format has them, else Base64 text; see
//! [`codec::bytes`].

use alloc::vec::Vec;

use bytes::{Bytes, BytesMut};

use crate::codec::bytes::FromBytes;
use crate::{Decode, Encode, Result, Sink, Source, codec};

/// Implements the codecs of both types by a vector.
macro_rules! as_bytes {
    ($($type:ty)*) => {$(
        impl<C: ?Sized> Encode<C> for $type {
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
                codec::bytes::encode(self, sink, context)
            }
        }
        impl<'de, C: ?Sized> Decode<'de, C> for $type {
            fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
                codec::bytes::decode(source, context)
            }
        }
        impl FromBytes<'_> for $type {
            fn from_bytes(bytes: crate::Bytes<'_, '_>) -> Result<Self> {
                Vec::from_bytes(bytes).map(|bytes| Bytes::from(bytes).into())
            }
        }
    )*};
}
as_bytes!(Bytes BytesMut);
