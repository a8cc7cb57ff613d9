//! The schema of flatcc's benchmark over the runtime of the official crate, in the form of flatc's
//! code.

use flatbuffers::{FlatBufferBuilder, Follow, ForwardsUOffset, InvalidFlatbuffer, Push, Table};
use flatbuffers::{Vector, Verifiable, Verifier, WIPOffset};

use super::{BarT, FooBarContainerT, FooBarT, FooT};

#[derive(Clone, Copy)]
pub struct FooBarContainer<'a>(Table<'a>);

#[derive(Clone, Copy)]
pub struct FooBar<'a>(Table<'a>);

#[derive(Clone, Copy, PartialEq)]
#[repr(transparent)]
pub struct Bar([u8; 32]);

impl<'a> Follow<'a> for FooBarContainer<'a> {
    type Inner = Self;

    #[inline]
    unsafe fn follow(buf: &'a [u8], loc: usize) -> Self {
        // SAFETY: the caller's contract: a table is there.
        Self(unsafe { Table::new(buf, loc) })
    }
}

impl<'a> Follow<'a> for FooBar<'a> {
    type Inner = Self;

    #[inline]
    unsafe fn follow(buf: &'a [u8], loc: usize) -> Self {
        // SAFETY: the caller's contract: a table is there.
        Self(unsafe { Table::new(buf, loc) })
    }
}

impl<'a> Follow<'a> for Bar {
    type Inner = &'a Self;

    #[inline]
    unsafe fn follow(buf: &'a [u8], loc: usize) -> &'a Self {
        // SAFETY: the caller's contract: 32 bytes are there; the type is one array of bytes.
        unsafe { &*buf[loc..loc + 32].as_ptr().cast() }
    }
}

impl Verifiable for FooBarContainer<'_> {
    #[inline]
    fn run_verifier(v: &mut Verifier, pos: usize) -> Result<(), InvalidFlatbuffer> {
        v.visit_table(pos)?
            .visit_field::<ForwardsUOffset<Vector<'_, ForwardsUOffset<FooBar>>>>("list", 4, false)?
            .visit_field::<bool>("initialized", 6, false)?
            .visit_field::<i16>("fruit", 8, false)?
            .visit_field::<ForwardsUOffset<&str>>("location", 10, false)?
            .finish();
        Ok(())
    }
}

impl Verifiable for FooBar<'_> {
    #[inline]
    fn run_verifier(v: &mut Verifier, pos: usize) -> Result<(), InvalidFlatbuffer> {
        v.visit_table(pos)?
            .visit_field::<Bar>("sibling", 4, false)?
            .visit_field::<ForwardsUOffset<&str>>("name", 6, false)?
            .visit_field::<f64>("rating", 8, false)?
            .visit_field::<u8>("postfix", 10, false)?
            .finish();
        Ok(())
    }
}

impl Verifiable for Bar {
    #[inline]
    fn run_verifier(v: &mut Verifier, pos: usize) -> Result<(), InvalidFlatbuffer> {
        v.in_buffer::<Self>(pos)
    }
}

impl Push for Bar {
    type Output = Self;

    #[inline]
    unsafe fn push(&self, dst: &mut [u8], _: usize) {
        dst.copy_from_slice(&self.0);
    }

    #[inline]
    fn alignment() -> flatbuffers::PushAlignment {
        flatbuffers::PushAlignment::new(8)
    }
}

macro_rules! get {
    ($name:ident $slot:literal: $t:ty) => {
        #[inline]
        pub fn $name(&self) -> Option<<$t as Follow<'a>>::Inner> {
            // SAFETY: the schema has a field of this type there.
            unsafe { self.0.get::<$t>($slot, None) }
        }
    };
    ($name:ident $slot:literal: $t:ty = $default:literal) => {
        #[inline]
        pub fn $name(&self) -> $t {
            // SAFETY: the schema has a field of this type there.
            unsafe { self.0.get::<$t>($slot, Some($default)).unwrap() }
        }
    };
}

impl<'a> FooBarContainer<'a> {
    get!(list 4: ForwardsUOffset<Vector<'a, ForwardsUOffset<FooBar<'a>>>>);
    get!(initialized 6: bool = false);
    get!(fruit 8: i16 = 0);
    get!(location 10: ForwardsUOffset<&'a str>);
}

impl<'a> FooBar<'a> {
    get!(sibling 4: Bar);
    get!(name 6: ForwardsUOffset<&'a str>);
    get!(rating 8: f64 = 0.0);
    get!(postfix 10: u8 = 0);
}

macro_rules! read {
    ($($name:ident $offset:literal: $t:ty;)*) => {$(
        #[inline]
        pub fn $name(&self) -> $t {
            let mut bytes = [0; size_of::<$t>()];
            bytes.copy_from_slice(&self.0[$offset..$offset + size_of::<$t>()]);
            <$t>::from_le_bytes(bytes)
        }
    )*};
}

impl Bar {
    read! {
        id 0: u64;
        count 8: i16;
        prefix 10: i8;
        length 12: u32;
        time 16: i32;
        ratio 20: f32;
        size 24: u16;
    }

    #[inline]
    fn new(of: &BarT) -> Self {
        let mut bytes = [0; 32];
        bytes[0..8].copy_from_slice(&of.parent.id.to_le_bytes());
        bytes[8..10].copy_from_slice(&of.parent.count.to_le_bytes());
        bytes[10..11].copy_from_slice(&of.parent.prefix.to_le_bytes());
        bytes[12..16].copy_from_slice(&of.parent.length.to_le_bytes());
        bytes[16..20].copy_from_slice(&of.time.to_le_bytes());
        bytes[20..24].copy_from_slice(&of.ratio.to_le_bytes());
        bytes[24..26].copy_from_slice(&of.size.to_le_bytes());
        Self(bytes)
    }
}

/// Builds into a builder that has been reset.
pub fn build<'b>(builder: &mut FlatBufferBuilder<'b>, value: &FooBarContainerT) {
    let list = value.list.as_ref().map(|list| {
        // This is how flatc's object API does it.
        let all: Vec<_> = list.iter().map(|each| foo_bar(builder, each)).collect();
        builder.create_vector(&all)
    });
    let location = value
        .location
        .as_ref()
        .map(|text| builder.create_string(text));
    let table = builder.start_table();
    if let Some(location) = location {
        builder.push_slot_always(10, location);
    }
    if let Some(list) = list {
        builder.push_slot_always(4, list);
    }
    builder.push_slot::<i16>(8, value.fruit, 0);
    builder.push_slot::<bool>(6, value.initialized, false);
    let root = builder.end_table(table);
    builder.finish(root, None);
}

#[inline]
fn foo_bar<'b>(
    builder: &mut FlatBufferBuilder<'b>,
    value: &FooBarT,
) -> WIPOffset<ForwardsUOffset<FooBar<'b>>> {
    let name = value.name.as_ref().map(|text| builder.create_string(text));
    let table = builder.start_table();
    builder.push_slot::<f64>(8, value.rating, 0.0);
    if let Some(name) = name {
        builder.push_slot_always(6, name);
    }
    if let Some(sibling) = &value.sibling {
        builder.push_slot_always(4, Bar::new(sibling));
    }
    builder.push_slot::<u8>(10, value.postfix, 0);
    let end = builder.end_table(table);
    WIPOffset::new(end.value())
}

/// Reads all that a buffer contains.
pub fn read(bytes: &[u8]) -> Result<FooBarContainerT, InvalidFlatbuffer> {
    let view = flatbuffers::root::<FooBarContainer>(bytes)?;
    let list = view.list().map(|list| {
        let each = |view: FooBar<'_>| FooBarT {
            sibling: view.sibling().map(|bar| BarT {
                parent: FooT {
                    id: bar.id(),
                    count: bar.count(),
                    prefix: bar.prefix(),
                    length: bar.length(),
                },
                time: bar.time(),
                ratio: bar.ratio(),
                size: bar.size(),
            }),
            name: view.name().map(Into::into),
            rating: view.rating(),
            postfix: view.postfix(),
        };
        list.iter().map(each).collect()
    });
    Ok(FooBarContainerT {
        list,
        initialized: view.initialized(),
        fruit: view.fruit(),
        location: view.location().map(Into::into),
    })
}
