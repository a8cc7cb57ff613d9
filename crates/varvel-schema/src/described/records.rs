//! Schemas of the structs and enums of `std`, as their codecs write them.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use core::time::Duration;

use super::{Described, Describer};
use crate::schema::{Field, NodeId, Record, Tagging, Type, Union, Variant};

/// Makes the node of a member.
type Describe = fn(&mut Describer) -> NodeId;

fn record<T: ?Sized>(schema: &mut Describer, fields: &[(&str, Describe)]) -> NodeId {
    schema.define_named::<T>("", |schema| {
        let field = |(name, describe): &(&str, Describe)| Field::new(*name, describe(schema));
        Type::Record(Record {
            fields: fields.iter().map(field).collect(),
            ..Record::default()
        })
    })
}

fn union<T: ?Sized>(
    schema: &mut Describer,
    variants: impl FnOnce(&mut Describer) -> Vec<Variant>,
) -> NodeId {
    schema.define_named::<T>("", |schema| {
        Type::Union(Union {
            tagging: Tagging::External,
            variants: variants(schema),
            closed: false,
        })
    })
}

impl<T: Described, E: Described> Described for Result<T, E> {
    fn describe(schema: &mut Describer) -> NodeId {
        union::<Self>(schema, |schema| {
            let (value, error) = (T::describe(schema), E::describe(schema));
            vec![
                Variant::new("Ok", Some(value)),
                Variant::new("Err", Some(error)),
            ]
        })
    }
}

impl<T: Described> Described for Bound<T> {
    fn describe(schema: &mut Describer) -> NodeId {
        union::<Self>(schema, |schema| {
            let value = Some(T::describe(schema));
            vec![
                Variant::new("Included", value),
                Variant::new("Excluded", value),
                Variant::new("Unbounded", None),
            ]
        })
    }
}

impl Described for Ordering {
    fn describe(schema: &mut Describer) -> NodeId {
        union::<Self>(schema, |_| {
            let names = ["Less", "Equal", "Greater"];
            names.map(|name| Variant::new(name, None)).into()
        })
    }
}

macro_rules! ranges {
    ($($type:ident: $($field:literal)+;)*) => {$(
        impl<T: Described> Described for $type<T> {
            fn describe(schema: &mut Describer) -> NodeId {
                record::<Self>(schema, &[$(($field, T::describe)),+])
            }
        }
    )*};
}
ranges! {
    Range: "start" "end";
    RangeInclusive: "start" "end";
    RangeFrom: "start";
    RangeTo: "end";
    RangeToInclusive: "end";
}

impl Described for Duration {
    fn describe(schema: &mut Describer) -> NodeId {
        let nanos = |schema: &mut Describer| {
            schema.add(Type::Integer {
                min: Some(0),
                max: Some(999_999_999),
                zero: true,
            })
        };
        record::<Self>(schema, &[("secs", u64::describe), ("nanos", nanos)])
    }
}
