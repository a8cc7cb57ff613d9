//! flatcc's benchmark: encode, verify, and the sum of every scalar and string length.

use std::hint::black_box;

use flatbuffers::FlatBufferBuilder;
use planus::ReadAsRoot;
use varvel_flatbuffers::{Encoder, root};

use super::foobar::official;
use super::foobar::{FooBarContainer, FooBarContainerT};
use super::plain::Container;
use super::planus_code::foobar::flatcc as generated;
use super::{Kept, text};
use crate::checksum::Checksum;
use crate::harness::Subject;

/// Returns the values of a document: those of flatcc, with other numbers in each.
fn value(number: u64) -> Result<FooBarContainerT, String> {
    let mut value = FooBarContainerT::example();
    for each in value.list.iter_mut().flatten() {
        let sibling = each.sibling.as_mut().ok_or("no sibling")?;
        sibling.parent.id += number;
        sibling.parent.length += number as u32;
        sibling.time += number as i32;
        sibling.ratio += number as f32;
        each.rating += number as f64;
    }
    Ok(value)
}

/// Returns the right result.
pub fn truth(document: &[u8]) -> Result<Checksum, String> {
    Ok(sum(&value(super::number(document))?))
}

fn sum(of: &FooBarContainerT) -> Checksum {
    let mut sum = Checksum::default();
    sum.boolean(of.initialized);
    sum.integer(of.fruit as u64);
    sum.string(of.location.as_deref().unwrap_or_default());
    for each in of.list.iter().flatten() {
        sum.string(each.name.as_deref().unwrap_or_default());
        sum.number(each.rating);
        sum.integer(each.postfix.into());
        let bar = each.sibling.unwrap_or_default();
        sum.integer(bar.time as u64);
        sum.number(bar.ratio.into());
        sum.integer(bar.size.into());
        sum.integer(bar.parent.id);
        sum.integer(bar.parent.count as u64);
        sum.integer(bar.parent.prefix as u64);
        sum.integer(bar.parent.length.into());
    }
    sum
}

pub(super) fn sum_of_bytes(bytes: &[u8]) -> Result<Checksum, String> {
    let view = root::<FooBarContainer>(bytes).map_err(text)?;
    Ok(sum(&FooBarContainerT::of(view)))
}

pub(super) fn ours(number: u64) -> Result<&'static [u8], String> {
    let bytes = Encoder::new()
        .encode(&value(number)?)
        .map_err(text)?
        .to_vec();
    Ok(bytes.leak())
}

fn theirs(number: u64) -> Result<&'static [u8], String> {
    let mut builder = FlatBufferBuilder::new();
    official::build(&mut builder, &value(number)?);
    Ok(builder.finished_data().to_vec().leak())
}

fn planus_value(number: u64) -> Result<generated::FooBarContainer, String> {
    let view = generated::FooBarContainerRef::read_as_root(ours(number)?).map_err(text)?;
    generated::FooBarContainer::try_from(view).map_err(text)
}

/// Converts a plain struct into the types of buffers.
fn of_plain(plain: &Container) -> FooBarContainerT {
    use super::foobar::{BarT, FooBarT, FooT};
    let list = plain.list[..plain.len as usize].iter().map(|each| FooBarT {
        sibling: Some(BarT {
            parent: FooT {
                id: each.sibling.parent.id,
                count: each.sibling.parent.count,
                prefix: each.sibling.parent.prefix,
                length: each.sibling.parent.length,
            },
            time: each.sibling.time,
            ratio: each.sibling.ratio,
            size: each.sibling.size,
        }),
        name: Some(each.name.as_str().into()),
        rating: each.rating,
        postfix: each.postfix,
    });
    FooBarContainerT {
        list: Some(list.collect()),
        initialized: plain.initialized,
        fruit: plain.fruit,
        location: Some(plain.location.as_str().into()),
    }
}

/// Returns the subjects that encode plain structs, with a kept builder.
pub fn encode() -> Vec<Box<dyn Subject>> {
    let varvel = Kept {
        name: "varvel",
        kept: Encoder::new(),
        load: value,
        check: |encoder, value| sum_of_bytes(encoder.encode(value).map_err(text)?),
        operations: 1,
    }
    .subject(|encoder, value| {
        encoder
            .encode(value)
            .map_or(0, |bytes| black_box(bytes).len() as u64)
    });
    let flatbuffers = Kept {
        name: "flatbuffers",
        kept: FlatBufferBuilder::new(),
        load: value,
        check: |builder, value| {
            builder.reset();
            official::build(builder, value);
            sum_of_bytes(builder.finished_data())
        },
        operations: 1,
    }
    .subject(|builder, value| {
        builder.reset();
        official::build(builder, value);
        black_box(builder.finished_data()).len() as u64
    });
    let planus = Kept {
        name: "planus",
        kept: planus::Builder::new(),
        load: planus_value,
        check: |builder, value| {
            builder.clear();
            sum_of_bytes(builder.finish(value, None))
        },
        operations: 1,
    }
    .subject(|builder, value| {
        builder.clear();
        black_box(builder.finish(value, None)).len() as u64
    });
    let plain = Kept {
        name: "plain-struct",
        kept: (),
        load: value,
        check: |(), value| Ok(sum(&of_plain(&Container::of(value)))),
        operations: 1,
    }
    .subject(|(), value| black_box(&Container::of(value)).len.into());
    vec![varvel, flatbuffers, planus, plain]
}

/// Returns the subjects that encode plain structs, with a new builder each time.
pub fn encode_fresh() -> Vec<Box<dyn Subject>> {
    let varvel = Kept {
        name: "varvel",
        kept: (),
        load: value,
        check: |(), value| sum_of_bytes(Encoder::new().encode(value).map_err(text)?),
        operations: 1,
    }
    .subject(|(), value| {
        let mut encoder = Encoder::new();
        encoder
            .encode(value)
            .map_or(0, |bytes| black_box(bytes).len() as u64)
    });
    let flatbuffers = Kept {
        name: "flatbuffers",
        kept: (),
        load: value,
        check: |(), value| {
            let mut builder = FlatBufferBuilder::new();
            official::build(&mut builder, value);
            sum_of_bytes(builder.finished_data())
        },
        operations: 1,
    }
    .subject(|(), value| {
        let mut builder = FlatBufferBuilder::new();
        official::build(&mut builder, value);
        black_box(builder.finished_data()).len() as u64
    });
    let planus = Kept {
        name: "planus",
        kept: (),
        load: planus_value,
        check: |(), value| sum_of_bytes(planus::Builder::new().finish(value, None)),
        operations: 1,
    }
    .subject(|(), value| black_box(planus::Builder::new().finish(value, None)).len() as u64);
    vec![varvel, flatbuffers, planus]
}

macro_rules! add {
    ($sum:ident: $($value:expr),* $(,)?) => {
        $($sum = $sum.wrapping_add($value as i64 as u64);)*
    };
}

#[inline(never)]
fn traverse_varvel(view: FooBarContainer<'_>) -> u64 {
    let mut sum = 0_u64;
    add!(sum: view.initialized(), view.fruit(), view.location().map_or(0, str::len));
    for each in view.list().into_iter().flatten() {
        if let Some(bar) = each.sibling() {
            let parent = bar.parent();
            add!(sum: bar.time(), bar.ratio(), bar.size(), parent.id(), parent.count(), parent.prefix(), parent.length());
        }
        add!(sum: each.name().map_or(0, str::len), each.rating(), each.postfix());
    }
    sum
}

#[inline(never)]
fn traverse_official(view: official::FooBarContainer<'_>) -> u64 {
    let mut sum = 0_u64;
    add!(sum: view.initialized(), view.fruit(), view.location().map_or(0, str::len));
    for each in view.list().into_iter().flatten() {
        if let Some(bar) = each.sibling() {
            add!(sum: bar.time(), bar.ratio(), bar.size(), bar.id(), bar.count(), bar.prefix(), bar.length());
        }
        add!(sum: each.name().map_or(0, str::len), each.rating(), each.postfix());
    }
    sum
}

#[inline(never)]
fn traverse_planus(view: generated::FooBarContainerRef<'_>) -> Option<u64> {
    let mut sum = 0_u64;
    let location = view.location().ok()?.map_or(0, str::len);
    add!(sum: view.initialized().ok()?, i16::from(view.fruit().ok()?), location);
    for each in view.list().ok()?.into_iter().flatten() {
        let each = each.ok()?;
        if let Some(bar) = each.sibling().ok()? {
            let parent = bar.parent();
            add!(sum: bar.time(), bar.ratio(), bar.size(), parent.id(), parent.count(), parent.prefix(), parent.length());
        }
        add!(sum: each.name().ok()?.map_or(0, str::len), each.rating().ok()?, each.postfix().ok()?);
    }
    Some(sum)
}

#[inline(never)]
fn traverse_plain(of: &Container) -> u64 {
    let mut sum = 0_u64;
    add!(sum: of.initialized, of.fruit, of.location.len);
    for each in &of.list[..of.len as usize] {
        let (bar, parent) = (&each.sibling, &each.sibling.parent);
        add!(sum: bar.time, bar.ratio, bar.size, parent.id, parent.count, parent.prefix, parent.length);
        add!(sum: each.name.len, each.rating, each.postfix);
    }
    sum
}

/// Returns a traversal's sum as a checksum.
fn total(sum: u64) -> Checksum {
    let mut total = Checksum::default();
    total.integer(sum);
    total
}

/// Returns the right sum of a traversal.
pub fn traversal_truth(document: &[u8]) -> Result<Checksum, String> {
    let plain = Container::of(&value(super::number(document))?);
    Ok(total(traverse_plain(&plain)))
}

/// Returns the subjects that sum over verified buffers, each over the buffers of its own library.
pub fn traverse() -> Vec<Box<dyn Subject>> {
    let varvel = Kept {
        name: "varvel",
        kept: (),
        load: |number| root::<FooBarContainer>(ours(number)?).map_err(text),
        check: |(), view| Ok(total(traverse_varvel(*view))),
        operations: 1,
    }
    .subject(|(), view| traverse_varvel(*view));
    let foreign = Kept {
        name: "varvel (their buffer)",
        kept: (),
        load: |number| root::<FooBarContainer>(theirs(number)?).map_err(text),
        check: |(), view| Ok(total(traverse_varvel(*view))),
        operations: 1,
    }
    .subject(|(), view| traverse_varvel(*view));
    let flatbuffers = Kept {
        name: "flatbuffers",
        kept: (),
        load: |number| {
            flatbuffers::root::<official::FooBarContainer>(theirs(number)?).map_err(text)
        },
        check: |(), view| Ok(total(traverse_official(*view))),
        operations: 1,
    }
    .subject(|(), view| traverse_official(*view));
    let planus = Kept {
        name: "planus",
        kept: (),
        load: |number| generated::FooBarContainerRef::read_as_root(theirs(number)?).map_err(text),
        check: |(), view| {
            traverse_planus(*view)
                .map(total)
                .ok_or_else(|| "a planus error".into())
        },
        operations: 1,
    }
    .subject(|(), view| traverse_planus(*view).unwrap_or_default());
    let plain = Kept {
        name: "plain-struct",
        kept: (),
        load: |number| Ok(Container::of(&value(number)?)),
        check: |(), value| Ok(total(traverse_plain(value))),
        operations: 1,
    }
    .subject(|(), value| traverse_plain(value));
    vec![varvel, foreign, flatbuffers, planus, plain]
}

/// Returns the subjects that verify the same bytes: those of the official builder. planus checks as
/// it reads.
pub fn verify() -> Vec<Box<dyn Subject>> {
    let varvel = Kept {
        name: "varvel",
        kept: (),
        load: theirs,
        check: |(), bytes| sum_of_bytes(bytes),
        operations: 1,
    }
    .subject(|(), bytes| root::<FooBarContainer>(bytes).is_ok().into());
    let own = Kept {
        name: "varvel (our buffer)",
        kept: (),
        load: ours,
        check: |(), bytes| sum_of_bytes(bytes),
        operations: 1,
    }
    .subject(|(), bytes| root::<FooBarContainer>(bytes).is_ok().into());
    let flatbuffers = Kept {
        name: "flatbuffers",
        kept: (),
        load: theirs,
        check: |(), bytes| Ok(sum(&official::read(bytes).map_err(text)?)),
        operations: 1,
    }
    .subject(|(), bytes| {
        flatbuffers::root::<official::FooBarContainer>(bytes)
            .is_ok()
            .into()
    });
    vec![varvel, own, flatbuffers]
}
