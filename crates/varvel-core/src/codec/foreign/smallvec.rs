//! Codecs of the crate `smallvec`: lists whose first items are stored in place.

use smallvec::{Array, SmallVec};

use crate::codec::sequences::{each_item, trusted};
use crate::{Decode, Encode, Error, Result, Sink, Source};

impl<C: ?Sized, A: Array<Item: Encode<C>>> Encode<C> for SmallVec<A> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        self.as_slice().encode(sink, context)
    }
}
impl<'de, C: ?Sized, A: Array<Item: Decode<'de, C>>> Decode<'de, C> for SmallVec<A> {
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        let room = trusted::<A::Item>(source.begin_array()?);
        let mut items = Self::new();
        items
            .try_reserve_exact(room)
            .map_err(|_| Error::out_of_memory())?;
        each_item(source, context, |item| {
            items.try_reserve(1).map_err(|_| Error::out_of_memory())?;
            items.push(item);
            Ok(())
        })?;
        Ok(items)
    }
}
