//! Buffers to JSON and back by their schema, compared with serde_json on the equal structs.

use std::hint::black_box;

use serde::{Deserialize, Serialize};
use varvel_core::{Encode, Result};
use varvel_flatbuffers::reflect::{Builder, Dynamic, SchemaLayout};
use varvel_flatbuffers::{Encoder, root};
use varvel_json::{ReadOptions, WriteOptions, Writer};

use super::flatcc::{ours, sum_of_bytes};
use super::generated_code::foobar::flatcc as made;
use super::numbered;
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::subjects::prepared::{Kept, Load, text};

#[derive(Deserialize, Serialize)]
struct FooBarContainer {
    list: Vec<FooBar>,
    initialized: bool,
    fruit: Fruit,
    location: String,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
enum Fruit {
    Apples,
    Pears,
    Bananas,
}

#[derive(Deserialize, Serialize)]
struct FooBar {
    sibling: Bar,
    name: String,
    rating: f64,
    postfix: u8,
}

#[derive(Deserialize, Serialize)]
struct Bar {
    parent: Foo,
    time: i32,
    ratio: f32,
    size: u16,
}

#[derive(Deserialize, Serialize)]
struct Foo {
    id: u64,
    count: i16,
    prefix: i8,
    length: u32,
}

fn schema() -> &'static SchemaLayout {
    let schema = varvel_fbs::parse_text(include_str!("../../../schemas/flatcc.fbs"));
    let layout = SchemaLayout::new(&schema.expect("the suite's own schema"));
    Box::leak(Box::new(layout.expect("the suite's own schema")))
}

fn view(number: u64) -> std::result::Result<made::FooBarContainer<'static>, String> {
    root::<made::FooBarContainer>(ours(number)?).map_err(text)
}

/// Returns the text of a document.
pub(super) fn json(number: u64) -> std::result::Result<Vec<u8>, String> {
    varvel_json::to_vec(&view(number)?).map_err(text)
}

fn plain(number: u64) -> std::result::Result<FooBarContainer, String> {
    let mut plain: FooBarContainer = serde_json::from_slice(&json(number)?).map_err(text)?;
    exact(&mut plain, &json(number)?)?;
    Ok(plain)
}

/// Corrects floats that serde_json in its usual build reads with an error in the last digit. A
/// greater difference is an error.
fn exact(plain: &mut FooBarContainer, json: &[u8]) -> std::result::Result<(), String> {
    let right: made::FooBarContainerT = varvel_json::from_slice(json).map_err(text)?;
    for (each, right) in plain.list.iter_mut().zip(right.list.iter().flatten()) {
        if each.rating.to_bits().abs_diff(right.rating.to_bits()) > 2 {
            return Err(format!("{} is not {}", each.rating, right.rating));
        }
        each.rating = right.rating;
    }
    Ok(())
}

/// Returns the checksum of a text.
pub(super) fn sum_of_json(json: &[u8]) -> std::result::Result<Checksum, String> {
    let read: made::FooBarContainerT = varvel_json::from_slice(json).map_err(text)?;
    sum_of_bytes(Encoder::new().encode(&read).map_err(text)?)
}

/// Writes into memory that is kept.
fn written(buffer: &mut Vec<u8>, give: impl FnOnce(&mut Writer) -> Result) -> Result {
    let mut memory = std::mem::take(buffer);
    memory.clear();
    let mut writer = Writer::with_buffer(WriteOptions::compact(), memory);
    give(&mut writer)?;
    *buffer = writer.finish()?;
    Ok(())
}

/// Returns a subject that writes each value as JSON.
fn printing<T: Encode + 'static>(name: &'static str, load: Load<Vec<T>>) -> Box<dyn Subject> {
    let printing = Kept {
        name,
        kept: Vec::new(),
        load,
        check: |buffer, value: &T| {
            written(buffer, |writer| value.encode(writer, &())).map_err(text)?;
            sum_of_json(buffer)
        },
    };
    printing.subject(|buffer, value| {
        let done = written(buffer, |writer| value.encode(writer, &()));
        u64::from(done.is_ok()) + black_box(&*buffer).len() as u64
    })
}

/// Returns the subjects that write verified buffers, and structs, as JSON.
pub fn print() -> Vec<Box<dyn Subject>> {
    let varvel = printing("varvel", |all| numbered(all, view));
    let objects = printing("varvel (objects)", |all| {
        numbered(all, |number| view(number).map(made::FooBarContainerT::from))
    });
    let dynamic = printing("varvel (at run time)", |all| {
        numbered(all, |number| {
            Dynamic::new(schema(), ours(number)?).map_err(text)
        })
    });
    let serde_json = Kept {
        name: "serde_json",
        kept: Vec::new(),
        load: |all| numbered(all, plain),
        check: |buffer, value| {
            buffer.clear();
            serde_json::to_writer(&mut *buffer, value).map_err(text)?;
            sum_of_json(buffer)
        },
    }
    .subject(|buffer, value| {
        buffer.clear();
        let done = serde_json::to_writer(&mut *buffer, value);
        u64::from(done.is_ok()) + black_box(&*buffer).len() as u64
    });
    vec![varvel, objects, dynamic, serde_json]
}

/// Reads JSON into an object that is kept, and writes the object as a buffer.
fn parsed<'k>(
    (object, encoder): &'k mut (made::FooBarContainerT, Encoder),
    json: &[u8],
) -> Result<&'k [u8]> {
    varvel_json::read_into(json, object)?;
    encoder.encode(object)
}

fn built(builder: &mut Builder<'_>, json: &[u8]) -> Result<Vec<u8>> {
    varvel_json::drive(json, &ReadOptions::default(), builder)?;
    builder.finish()
}

/// Returns the subjects that read JSON into buffers, and into structs.
pub fn parse() -> Vec<Box<dyn Subject>> {
    let varvel = Kept {
        name: "varvel",
        kept: Default::default(),
        load: |all| numbered(all, json),
        check: |kept, json| sum_of_bytes(parsed(kept, json).map_err(text)?),
    }
    .subject(|kept, json| parsed(kept, json).map_or(0, |bytes| black_box(bytes).len() as u64));
    let dynamic = Kept {
        name: "varvel (at run time)",
        kept: Builder::new(schema()).expect("a schema with a root type"),
        load: |all| numbered(all, json),
        check: |builder, json| sum_of_bytes(&built(builder, json).map_err(text)?),
    }
    .subject(|builder, json| built(builder, json).map_or(0, |bytes| black_box(bytes).len() as u64));
    let serde_json = Kept {
        name: "serde_json",
        kept: (),
        load: |all| numbered(all, json),
        check: |(), json| {
            let mut read: FooBarContainer = serde_json::from_slice(json).map_err(text)?;
            exact(&mut read, json)?;
            sum_of_json(&serde_json::to_vec(&read).map_err(text)?)
        },
    }
    .subject(|(), json| {
        let read = serde_json::from_slice::<FooBarContainer>(json);
        read.map_or(0, |value| black_box(&value).list.len() as u64)
    });
    vec![varvel, dynamic, serde_json]
}
