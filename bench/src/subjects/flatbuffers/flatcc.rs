//! flatcc's benchmark: encode, verify, and the sum of every scalar and string length.

use std::hint::black_box;

use flatbuffers::FlatBufferBuilder;
use planus::ReadAsRoot;
use varvel_flatbuffers::{Encoder, root};

use super::foobar::official;
use super::foobar::{FooBarContainer, FooBarContainerT};
use super::numbered;
use super::plain::Container;
use super::planus_code::foobar::flatcc as generated;
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::subjects::prepared::{Kept, Load, text};

/// Returns the values of a document: those of flatcc, with other numbers in each.
pub(super) fn value(number: u64) -> Result<FooBarContainerT, String> {
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

pub(super) fn theirs(number: u64) -> Result<&'static [u8], String> {
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
        load: |all| numbered(all, value),
        check: |encoder, value| sum_of_bytes(encoder.encode(value).map_err(text)?),
    }
    .subject(|encoder, value| {
        encoder
            .encode(value)
            .map_or(0, |bytes| black_box(bytes).len() as u64)
    });
    let flatbuffers = Kept {
        name: "flatbuffers",
        kept: FlatBufferBuilder::new(),
        load: |all| numbered(all, value),
        check: |builder, value| {
            builder.reset();
            official::build(builder, value);
            sum_of_bytes(builder.finished_data())
        },
    }
    .subject(|builder, value| {
        builder.reset();
        official::build(builder, value);
        black_box(builder.finished_data()).len() as u64
    });
    let planus = Kept {
        name: "planus",
        kept: planus::Builder::new(),
        load: |all| numbered(all, planus_value),
        check: |builder, value| {
            builder.clear();
            sum_of_bytes(builder.finish(value, None))
        },
    }
    .subject(|builder, value| {
        builder.clear();
        black_box(builder.finish(value, None)).len() as u64
    });
    let plain = Kept {
        name: "plain-struct",
        kept: (),
        load: |all| numbered(all, value),
        check: |(), value| Ok(sum(&of_plain(&Container::of(value)))),
    }
    .subject(|(), value| black_box(&Container::of(value)).len.into());
    vec![varvel, flatbuffers, planus, plain]
}

/// Returns the subjects that encode plain structs, with a new builder each time.
pub fn encode_fresh() -> Vec<Box<dyn Subject>> {
    let varvel = Kept {
        name: "varvel",
        kept: (),
        load: |all| numbered(all, value),
        check: |(), value| sum_of_bytes(Encoder::new().encode(value).map_err(text)?),
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
        load: |all| numbered(all, value),
        check: |(), value| {
            let mut builder = FlatBufferBuilder::new();
            official::build(&mut builder, value);
            sum_of_bytes(builder.finished_data())
        },
    }
    .subject(|(), value| {
        let mut builder = FlatBufferBuilder::new();
        official::build(&mut builder, value);
        black_box(builder.finished_data()).len() as u64
    });
    let planus = Kept {
        name: "planus",
        kept: (),
        load: |all| numbered(all, planus_value),
        check: |(), value| sum_of_bytes(planus::Builder::new().finish(value, None)),
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
pub(super) fn total(sum: u64) -> Checksum {
    let mut total = Checksum::default();
    total.integer(sum);
    total
}

/// Returns the right sum of a traversal.
pub fn traversal_truth(document: &[u8]) -> Result<Checksum, String> {
    let plain = Container::of(&value(super::number(document))?);
    Ok(total(traverse_plain(&plain)))
}

/// Returns a subject that sums over values. `traverse` is compiled into the loop around it.
fn summing<T: 'static>(
    name: &'static str,
    load: Load<Vec<T>>,
    traverse: impl Fn(&T) -> u64 + 'static,
) -> Box<dyn Subject> {
    let summing = Kept {
        name,
        kept: traverse,
        load,
        check: |traverse, value| Ok(total(traverse(value))),
    };
    summing.subject(|traverse, value| traverse(value))
}

/// Returns the subjects that sum over verified buffers, each over the buffers of its own library.
pub fn traverse() -> Vec<Box<dyn Subject>> {
    fn view(bytes: &'static [u8]) -> Result<FooBarContainer<'static>, String> {
        root::<FooBarContainer>(bytes).map_err(text)
    }
    fn official_view(number: u64) -> Result<official::FooBarContainer<'static>, String> {
        flatbuffers::root::<official::FooBarContainer>(theirs(number)?).map_err(text)
    }
    fn planus_view(number: u64) -> Result<generated::FooBarContainerRef<'static>, String> {
        generated::FooBarContainerRef::read_as_root(theirs(number)?).map_err(text)
    }
    vec![
        summing(
            "varvel",
            |all| numbered(all, |number| view(ours(number)?)),
            |view| traverse_varvel(*view),
        ),
        summing(
            "varvel (their buffer)",
            |all| numbered(all, |number| view(theirs(number)?)),
            |view| traverse_varvel(*view),
        ),
        summing(
            "flatbuffers",
            |all| numbered(all, official_view),
            |view| traverse_official(*view),
        ),
        summing(
            "planus",
            |all| numbered(all, planus_view),
            |view| traverse_planus(*view).unwrap_or_default(),
        ),
        summing(
            "plain-struct",
            |all| numbered(all, |number| Ok(Container::of(&value(number)?))),
            traverse_plain,
        ),
    ]
}

/// Returns the subjects that verify the same bytes: those of the official builder. planus checks as
/// it reads.
pub fn verify() -> Vec<Box<dyn Subject>> {
    fn varvel(name: &'static str, load: Load<Vec<&'static [u8]>>) -> Box<dyn Subject> {
        let verify = Kept {
            name,
            kept: (),
            load,
            check: |(), bytes| sum_of_bytes(bytes),
        };
        verify.subject(|(), bytes| root::<FooBarContainer>(bytes).is_ok().into())
    }
    let flatbuffers = Kept {
        name: "flatbuffers",
        kept: (),
        load: |all| numbered(all, theirs),
        check: |(), bytes| Ok(sum(&official::read(bytes).map_err(text)?)),
    };
    vec![
        varvel("varvel", |all| numbered(all, theirs)),
        varvel("varvel (our buffer)", |all| numbered(all, ours)),
        flatbuffers.subject(|(), bytes| {
            flatbuffers::root::<official::FooBarContainer>(bytes)
                .is_ok()
                .into()
        }),
    ]
}
