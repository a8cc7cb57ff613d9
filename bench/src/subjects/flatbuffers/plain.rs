//! The values of flatcc's benchmark as one plain struct, with its strings inline: no format can be
//! faster.

use super::foobar::{BarT, FooBarContainerT, FooT};

/// A string of a bounded length.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Text<const N: usize> {
    pub len: u32,
    bytes: [u8; N],
}

impl<const N: usize> Text<N> {
    #[inline]
    fn of(text: &str) -> Self {
        let mut bytes = [0; N];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        let len = text.len() as u32;
        Self { len, bytes }
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len as usize]).expect("it was made of a string")
    }
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Foo {
    pub id: u64,
    pub count: i16,
    pub prefix: i8,
    pub length: u32,
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Bar {
    pub parent: Foo,
    pub time: i32,
    pub ratio: f32,
    pub size: u16,
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct FooBar {
    pub sibling: Bar,
    pub name: Text<20>,
    pub rating: f64,
    pub postfix: u8,
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Container {
    pub list: [FooBar; 3],
    pub len: u32,
    pub initialized: bool,
    pub fruit: i16,
    pub location: Text<36>,
}

impl Container {
    /// Returns a copy of all values.
    #[inline]
    pub fn of(value: &FooBarContainerT) -> Self {
        let list = value.list.as_deref().unwrap_or_default();
        let each = |i: usize| {
            let from = &list[i];
            let BarT {
                parent,
                time,
                ratio,
                size,
            } = from.sibling.unwrap_or_default();
            let FooT {
                id,
                count,
                prefix,
                length,
            } = parent;
            FooBar {
                sibling: Bar {
                    parent: Foo {
                        id,
                        count,
                        prefix,
                        length,
                    },
                    time,
                    ratio,
                    size,
                },
                name: Text::of(from.name.as_deref().unwrap_or_default()),
                rating: from.rating,
                postfix: from.postfix,
            }
        };
        Self {
            list: [each(0), each(1), each(2)],
            len: 3,
            initialized: value.initialized,
            fruit: value.fruit,
            location: Text::of(value.location.as_deref().unwrap_or_default()),
        }
    }
}
