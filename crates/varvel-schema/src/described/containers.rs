//! Schemas of containers: lists, maps, tuples, pointers, cells, `Option`.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::cmp::Reverse;
use core::marker::PhantomData;
use core::num::{Saturating, Wrapping};

use super::{Described, Describer};
use crate::schema::{NodeId, Type};

impl Described for () {
    fn describe(schema: &mut Describer) -> NodeId {
        schema.define::<Self>(|_| Type::Null)
    }
}

impl<T: ?Sized> Described for PhantomData<T> {
    fn describe(schema: &mut Describer) -> NodeId {
        <()>::describe(schema)
    }
}

impl<T: Described> Described for Option<T> {
    const MAY_BE_MISSING: bool = true;
    fn describe(schema: &mut Describer) -> NodeId {
        schema.define::<Self>(|schema| Type::Optional(T::describe(schema)))
    }
}

/// Declares types that are written as their content.
macro_rules! within {
    ($([$($T:tt)*] $type:ty;)*) => {$(
        impl<$($T)* + $crate::Described> $crate::Described for $type {
            const MAY_BE_MISSING: bool = T::MAY_BE_MISSING;
            fn describe(schema: &mut $crate::Describer) -> $crate::NodeId {
                T::describe(schema)
            }
        }
    )*};
}
#[cfg(feature = "ordered-float")]
pub(super) use within;

within! {
    [T: ?Sized] &T;
    [T: ?Sized] &mut T;
    [T: ?Sized] Box<T>;
    [T: ?Sized] Rc<T>;
    [T: ?Sized] Arc<T>;
    [T: ?Sized + ToOwned] Cow<'_, T>;
    [T: ?Sized] RefCell<T>;
    [T: Sized] Cell<T>;
    [T: Sized] Wrapping<T>;
    [T: Sized] Saturating<T>;
    [T: Sized] Reverse<T>;
}

/// Declares lists of one kind of item.
macro_rules! lists {
    ($([$($T:tt)*] $type:ty;)*) => {$(
        impl<$($T)*> $crate::Described for $type {
            fn describe(schema: &mut $crate::Describer) -> $crate::NodeId {
                schema.define::<Self>(|schema| $crate::Type::Array {
                    items: T::describe(schema),
                    len: None,
                })
            }
        }
    )*};
}
#[cfg(feature = "indexmap")]
pub(super) use lists;

lists! {
    [T: Described] [T];
    [T: Described] Vec<T>;
    [T: Described] VecDeque<T>;
    [T: Described] LinkedList<T>;
    [T: Described] BinaryHeap<T>;
    [T: Described] BTreeSet<T>;
}

impl<T: Described, const N: usize> Described for [T; N] {
    fn describe(schema: &mut Describer) -> NodeId {
        schema.define::<Self>(|schema| Type::Array {
            items: T::describe(schema),
            len: Some(N),
        })
    }
}

/// Declares maps.
macro_rules! maps {
    ($([$($H:ident)?] $type:ty;)*) => {$(
        impl<K: $crate::Described, V: $crate::Described $(, $H)?> $crate::Described for $type {
            fn describe(schema: &mut $crate::Describer) -> $crate::NodeId {
                schema.define::<Self>(|schema| $crate::Type::Map {
                    keys: K::describe(schema),
                    values: V::describe(schema),
                })
            }
        }
    )*};
}
#[cfg(feature = "indexmap")]
pub(super) use maps;

maps!([] BTreeMap<K, V>;);

macro_rules! tuples {
    ($($($T:ident)+;)*) => {$(
        impl<$($T: Described),+> Described for ($($T,)+) {
            fn describe(schema: &mut Describer) -> NodeId {
                schema.define::<Self>(|schema| Type::Tuple {
                    items: alloc::vec![$($T::describe(schema)),+],
                })
            }
        }
    )*};
}
tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
    A B C D E F G H I J K;
    A B C D E F G H I J K L;
    A B C D E F G H I J K L M;
    A B C D E F G H I J K L M N;
    A B C D E F G H I J K L M N O;
    A B C D E F G H I J K L M N O P;
}

#[cfg(feature = "std")]
mod of_std {
    use std::collections::{HashMap, HashSet};
    use std::sync::{Mutex, RwLock};

    use super::Described;

    lists!([T: Described, H] HashSet<T, H>;);
    maps!([H] HashMap<K, V, H>;);
    within! {
        [T: ?Sized] Mutex<T>;
        [T: ?Sized] RwLock<T>;
    }
}
