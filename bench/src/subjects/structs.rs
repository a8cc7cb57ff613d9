//! Structs from and to JSON, MessagePack and CBOR: ours by its own derive (`varvel`) and over serde
//! (`varvel (serde)`), and the peers. Each document is one struct, or one for each line.
//!
//! A result is checked as the JSON of the structs, whose sums must be those of the document that
//! the reference reads into the same structs.

use std::hint::black_box;

use simd_json::Buffers;
use varvel::{cbor, json, msgpack};

use super::prepared::{Each, Load, Rounding};
use super::reference;
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::results::{BRIDGE, OURS};
use crate::structs::Struct;

/// The parts of one document.
type Parts = Vec<Vec<u8>>;

/// Returns the subjects that read structs from JSON.
pub fn read<T: Struct>() -> Vec<Box<dyn Subject>> {
    vec![
        reading::<T>(OURS, |parts| {
            each(parts, |part| json::from_slice(part).ok())
        }),
        reading::<T>(BRIDGE, |parts| {
            each(parts, |part| json::serde::from_slice(part).ok())
        }),
        reading::<T>("sonic-rs", |parts| {
            each(parts, |part| sonic_rs::from_slice(part).ok())
        }),
        Box::new(SimdJson::<T>::default()),
        Box::new(Rounding(reading::<T>("serde_json", |parts| {
            each(parts, |part| serde_json::from_slice(part).ok())
        }))),
    ]
}

/// Returns the subjects that write structs as JSON, each into fresh memory.
pub fn write<T: Struct>() -> Vec<Box<dyn Subject>> {
    vec![
        writing::<T>(OURS, |values| {
            each(values, |value| json::to_vec(value).ok())
        }),
        writing::<T>(BRIDGE, |values| {
            each(values, |value| json::serde::to_vec(value).ok())
        }),
        writing::<T>("sonic-rs", |values| {
            each(values, |value| sonic_rs::to_vec(value).ok())
        }),
        writing::<T>("simd-json", |values| {
            each(values, |value| simd_json::to_vec(value).ok())
        }),
        writing::<T>("serde_json", |values| {
            each(values, |value| serde_json::to_vec(value).ok())
        }),
    ]
}

/// Returns the subjects that read structs from MessagePack, with the names of fields.
pub fn unpack<T: Struct>() -> Vec<Box<dyn Subject>> {
    vec![
        made(
            OURS,
            packed::<T>,
            |parts| each(parts, |part| msgpack::from_slice(part).ok()),
            read_sum::<T>,
        ),
        made(
            BRIDGE,
            packed::<T>,
            |parts| each(parts, |part| msgpack::serde::from_slice(part).ok()),
            read_sum::<T>,
        ),
        made(
            "rmp-serde",
            packed::<T>,
            |parts| each(parts, |part| rmp_serde::from_slice(part).ok()),
            read_sum::<T>,
        ),
    ]
}

/// Returns the subjects that write structs as MessagePack, with the names of fields, each into
/// fresh memory.
pub fn pack<T: Struct>() -> Vec<Box<dyn Subject>> {
    vec![
        made(
            OURS,
            structs::<T>,
            |values| each(values, |value| msgpack::to_vec(value).ok()),
            packed_sum::<T>,
        ),
        made(
            BRIDGE,
            structs::<T>,
            |values| each(values, |value| msgpack::serde::to_vec_named(value).ok()),
            packed_sum::<T>,
        ),
        made(
            "rmp-serde",
            structs::<T>,
            |values| each(values, |value| rmp_serde::to_vec_named(value).ok()),
            packed_sum::<T>,
        ),
    ]
}

/// Returns the subjects that read structs from CBOR, with the names of fields.
pub fn from_cbor<T: Struct>() -> Vec<Box<dyn Subject>> {
    let from = |name, work| made(name, in_cbor::<T>, work, read_sum::<T>);
    vec![
        from(OURS, |parts| {
            each(parts, |part: &Vec<u8>| cbor::from_slice(part).ok())
        }),
        from(BRIDGE, |parts| {
            each(parts, |part| cbor::serde::from_slice(part).ok())
        }),
        from("ciborium", |parts| {
            each(parts, |part| ciborium::from_reader(part.as_slice()).ok())
        }),
        from("cbor4ii", |parts| {
            each(parts, |part| cbor4ii::serde::from_slice(part).ok())
        }),
    ]
}

/// Returns the subjects that write structs as CBOR, with the names of fields, each into fresh
/// memory. `cbor4ii` writes all floats in eight bytes.
pub fn to_cbor<T: Struct>() -> Vec<Box<dyn Subject>> {
    let to = |name, work| made(name, structs::<T>, work, cbor_sum::<T>);
    vec![
        to(OURS, |values| {
            each(values, |value: &T| cbor::to_vec(value).ok())
        }),
        to(BRIDGE, |values| {
            each(values, |value| cbor::serde::to_vec(value).ok())
        }),
        to("ciborium", |values| {
            each(values, |value| {
                let mut out = Vec::new();
                ciborium::into_writer(value, &mut out).ok().map(|()| out)
            })
        }),
        to("cbor4ii", |values| {
            each(values, |value| {
                cbor4ii::serde::to_vec(Vec::new(), value).ok()
            })
        }),
    ]
}

/// Does the work on each part of a document; none of them may fail. Room for all results is made at
/// once: moving results into more room is not part of what is measured.
#[inline(always)]
fn each<I, O>(parts: I, mut work: impl FnMut(I::Item) -> Option<O>) -> Option<Vec<O>>
where
    I: IntoIterator<IntoIter: ExactSizeIterator>,
{
    let parts = parts.into_iter();
    let mut results = Vec::with_capacity(parts.len());
    for part in parts {
        results.push(work(part)?);
    }
    Some(results)
}

fn made<I: 'static, O: 'static>(
    name: &'static str,
    load: Load<Vec<Vec<I>>>,
    work: fn(&Vec<I>) -> Option<Vec<O>>,
    sum: fn(Option<Vec<O>>) -> Result<Checksum, String>,
) -> Box<dyn Subject> {
    Each {
        name,
        load,
        work,
        sum,
    }
    .subject()
}

fn reading<T: Struct>(name: &'static str, work: fn(&Parts) -> Option<Vec<T>>) -> Box<dyn Subject> {
    made(name, parts::<T>, work, read_sum)
}

fn writing<T: Struct>(name: &'static str, work: fn(&Vec<T>) -> Option<Parts>) -> Box<dyn Subject> {
    made(name, structs::<T>, work, written_sum::<T>)
}

fn read_sum<T: Struct>(values: Option<Vec<T>>) -> Result<Checksum, String> {
    sum_of(&values.ok_or("refused")?)
}

fn written_sum<T: Struct>(texts: Option<Parts>) -> Result<Checksum, String> {
    let texts = texts.ok_or("refused")?;
    let values = texts.iter().map(|text| parsed::<T>(text));
    let values: Vec<Vec<T>> = values.collect::<Result<_, _>>()?;
    sum_of(&values.into_iter().flatten().collect::<Vec<T>>())
}

fn packed_sum<T: Struct>(packed: Option<Parts>) -> Result<Checksum, String> {
    let packed = packed.ok_or("refused")?;
    let values = packed.iter().map(|bytes| rmp_serde::from_slice(bytes));
    let values: Vec<T> = values
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    sum_of(&values)
}

fn cbor_sum<T: Struct>(encoded: Option<Parts>) -> Result<Checksum, String> {
    let encoded = encoded.ok_or("refused")?;
    let values = encoded
        .iter()
        .map(|bytes| ciborium::from_reader(&bytes[..]));
    let values: Vec<T> = values
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    sum_of(&values)
}

/// Returns the checksum of the structs of a document.
pub fn truth<T: Struct>(document: &[u8]) -> Result<Checksum, String> {
    sum_of(&parsed::<T>(document)?)
}

fn parsed<T: Struct>(document: &[u8]) -> Result<Vec<T>, String> {
    let parts = T::parts(document).into_iter();
    // Floats of this reader are exact.
    parts
        .map(|part| sonic_rs::from_slice(part).map_err(|error| error.to_string()))
        .collect()
}

fn sum_of<T: Struct>(values: &[T]) -> Result<Checksum, String> {
    reference(&serde_json::to_vec(values).map_err(|error| error.to_string())?)
}

fn parts<T: Struct>(documents: &[Vec<u8>]) -> Result<Vec<Parts>, String> {
    let owned = |document: &Vec<u8>| T::parts(document).into_iter().map(Vec::from).collect();
    Ok(documents.iter().map(owned).collect())
}

fn structs<T: Struct>(documents: &[Vec<u8>]) -> Result<Vec<Vec<T>>, String> {
    documents.iter().map(|document| parsed(document)).collect()
}

fn packed<T: Struct>(documents: &[Vec<u8>]) -> Result<Vec<Parts>, String> {
    let pack = |value: &T| rmp_serde::to_vec_named(value).map_err(|error| error.to_string());
    let all = structs::<T>(documents)?;
    all.iter()
        .map(|values| values.iter().map(pack).collect())
        .collect()
}

fn in_cbor<T: Struct>(documents: &[Vec<u8>]) -> Result<Vec<Parts>, String> {
    let encode = |value: &T| {
        let mut out = Vec::new();
        ciborium::into_writer(value, &mut out).map_err(|error| error.to_string())?;
        Ok(out)
    };
    let all = structs::<T>(documents)?;
    all.iter()
        .map(|values| values.iter().map(encode).collect())
        .collect()
}

/// simd-json with reused buffers. It destroys its input: each operation has a copy.
struct SimdJson<T> {
    documents: Vec<Parts>,
    copies: Vec<Parts>,
    buffers: Buffers,
    of: std::marker::PhantomData<T>,
}

impl<T> Default for SimdJson<T> {
    fn default() -> Self {
        Self {
            documents: Vec::new(),
            copies: Vec::new(),
            buffers: Buffers::default(),
            of: std::marker::PhantomData,
        }
    }
}

impl<T: Struct> SimdJson<T> {
    fn read(&mut self, i: usize) -> Option<Vec<T>> {
        each(&mut self.copies[i], |part| {
            simd_json::serde::from_slice_with_buffers(part, &mut self.buffers).ok()
        })
    }
}

impl<T: Struct> Subject for SimdJson<T> {
    fn name(&self) -> &str {
        "simd-json"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.documents = parts::<T>(documents)?;
        Ok(())
    }

    fn exact(&self) -> bool {
        false
    }

    fn refill(&mut self, count: usize) {
        self.copies.resize(count, Vec::new());
        for (copy, document) in self.copies.iter_mut().zip(self.documents.iter().cycle()) {
            copy.clone_from(document);
        }
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        read_sum(self.read(i))
    }

    fn run(&mut self, i: usize) -> u64 {
        black_box(&self.read(i));
        i as u64
    }
}
