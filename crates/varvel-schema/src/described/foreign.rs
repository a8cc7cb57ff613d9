//! Schemas of types of other crates, each behind the feature that is called like the crate.

#[cfg(feature = "bytes")]
mod of_bytes {
    use super::super::scalars::plain;
    use crate::Type;
    plain! {
        bytes::Bytes: Type::Bytes { len: None };
        bytes::BytesMut: Type::Bytes { len: None };
    }
}

#[cfg(feature = "indexmap")]
mod of_indexmap {
    use super::super::containers::{lists, maps};
    use crate::Described;
    use indexmap::{IndexMap, IndexSet};
    lists!([T: Described, H] IndexSet<T, H>;);
    maps!([H] IndexMap<K, V, H>;);
}

#[cfg(feature = "jiff")]
mod of_jiff {
    use super::super::scalars::{plain, text};
    use crate::{StringFormat, Type};
    use jiff::civil::{Date, DateTime, Time};
    plain! {
        jiff::Timestamp: Type::TIMESTAMP;
        // The text has the zone in brackets, which RFC 3339 does not have.
        jiff::ZonedDateTime: text(None);
        Date: text(Some(StringFormat::Date));
        Time: text(None);
        DateTime: text(None);
        jiff::Span: text(Some(StringFormat::Duration));
        jiff::SignedDuration: text(Some(StringFormat::Duration));
    }
}

#[cfg(feature = "ordered-float")]
mod of_ordered_float {
    use super::super::containers::within;
    use ordered_float::{NotNan, OrderedFloat};
    within! {
        [T: Sized] OrderedFloat<T>;
        [T: Sized] NotNan<T>;
    }
}

#[cfg(feature = "rust_decimal")]
mod of_rust_decimal {
    use super::super::scalars::plain;
    use crate::Type;
    plain!(rust_decimal::Decimal: Type::Number;);
}

#[cfg(feature = "smallvec")]
mod of_smallvec {
    use crate::{Described, Describer, NodeId, Type};
    use smallvec::{Array, SmallVec};
    impl<A: Array<Item: Described>> Described for SmallVec<A> {
        fn describe(schema: &mut Describer) -> NodeId {
            schema.define::<Self>(|schema| Type::Array {
                items: A::Item::describe(schema),
                len: None,
            })
        }
    }
}

#[cfg(feature = "time")]
mod of_time {
    use super::super::scalars::{plain, text};
    use crate::{StringFormat, Type};
    use time::{Date, OffsetDateTime, PrimitiveDateTime, Time, UtcDateTime};
    plain! {
        UtcDateTime: Type::TIMESTAMP;
        OffsetDateTime: text(Some(StringFormat::DateTime));
        Date: text(Some(StringFormat::Date));
        Time: text(None);
        PrimitiveDateTime: text(None);
    }
}

#[cfg(feature = "uuid")]
mod of_uuid {
    use super::super::scalars::{plain, text};
    use crate::StringFormat;
    plain!(uuid::Uuid: text(Some(StringFormat::Uuid)););
}
