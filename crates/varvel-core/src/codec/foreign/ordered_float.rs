//! Codecs of the crate `ordered-float`: its types are floats.

use ordered_float::{FloatCore, NotNan, OrderedFloat};

use crate::codec::pointers::{decode_within, encode_within};
use crate::{Decode, Encode, Error, Result, Sink, Source};

encode_within! {
    [T: Sized] OrderedFloat<T>: |this| &this.0;
}
decode_within! {
    [T: Sized] OrderedFloat<T>: Self, |this| Some(&mut this.0);
}

impl<C: ?Sized, T: FloatCore + Encode<C>> Encode<C> for NotNan<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        self.as_ref().encode(sink, context)
    }
}
impl<'de, C: ?Sized, T: FloatCore + Decode<'de, C>> Decode<'de, C> for NotNan<T> {
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        let at = source.offset();
        Self::new(T::decode(source, context)?).map_err(|_| {
            let expected = "a number other than NaN";
            Error::out_of_range(expected, "NaN").or_offset(at)
        })
    }
}
