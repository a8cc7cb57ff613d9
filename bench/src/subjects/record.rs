//! ScalaJack's record as structs: from JSON into owned strings, into borrowed ones, into an
//! existing record, and to JSON. A result is checked as the JSON that serde_json writes of it.

use std::hint::black_box;

use serde::Serialize;
use simd_json::Buffers;
use varvel::json;

use super::documents::{Consumed, Plain};
use super::prepared::Each;
use super::reference;
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::results::OURS;
use crate::structs::Record;

type Owned = Record<String>;
type Borrowed<'a> = Record<&'a str>;

/// Returns the subjects that read into owned strings.
pub fn read() -> Vec<Box<dyn Subject>> {
    vec![
        reading(OURS, |text, see| {
            see.record(&json::from_slice::<Owned>(text).ok()?)
        }),
        reading("varvel (serde)", |text, see| {
            see.record(&json::serde::from_slice::<Owned>(text).ok()?)
        }),
        cloning(),
        reading("sonic-rs", |text, see| {
            see.record(&sonic_rs::from_slice::<Owned>(text).ok()?)
        }),
        Box::new(SimdJson::new(|text, buffers, see| {
            see.record(&simd_json::serde::from_slice_with_buffers::<Owned>(text, buffers).ok()?)
        })),
        reading("serde_json", |text, see| {
            see.record(&serde_json::from_slice::<Owned>(text).ok()?)
        }),
    ]
}

/// Returns the subjects that read into strings borrowed from the text.
pub fn borrow() -> Vec<Box<dyn Subject>> {
    let mut all = vec![reading(OURS, |text, see| {
        see.record(&json::from_slice::<Borrowed<'_>>(text).ok()?)
    })];
    all.extend(borrowing_peers());
    all
}

/// Returns the subjects that read into an existing record and reuse its memory, against peers that
/// borrow.
pub fn reuse() -> Vec<Box<dyn Subject>> {
    let mut all: Vec<Box<dyn Subject>> = vec![Box::new(Reused::default())];
    all.extend(borrowing_peers());
    all
}

fn borrowing_peers() -> Vec<Box<dyn Subject>> {
    vec![
        reading("varvel (serde)", |text, see| {
            see.record(&json::serde::from_slice::<Borrowed<'_>>(text).ok()?)
        }),
        reading("sonic-rs", |text, see| {
            see.record(&sonic_rs::from_slice::<Borrowed<'_>>(text).ok()?)
        }),
        Box::new(SimdJson::new(|text, buffers, see| {
            let record = simd_json::serde::from_slice_with_buffers::<Borrowed<'_>>(text, buffers);
            see.record(&record.ok()?)
        })),
        reading("serde_json", |text, see| {
            see.record(&serde_json::from_slice::<Borrowed<'_>>(text).ok()?)
        }),
    ]
}

/// Returns the subjects that write JSON into fresh memory.
pub fn write() -> Vec<Box<dyn Subject>> {
    vec![
        writing(OURS, |record| json::to_vec(record).ok()),
        writing("varvel (serde)", |record| json::serde::to_vec(record).ok()),
        writing("sonic-rs", |record| sonic_rs::to_vec(record).ok()),
        writing("simd-json", |record| simd_json::to_vec(record).ok()),
        writing("serde_json", |record| serde_json::to_vec(record).ok()),
    ]
}

/// Returns the subject that copies an existing record: the cost of its 19 strings and 4 lists,
/// whatever the reader.
fn cloning() -> Box<dyn Subject> {
    Each {
        name: "varvel (nothing read: a clone)",
        load: records,
        work: |record: &Owned| record.clone(),
        sum: |record| reference(&serde_json::to_vec(&record).map_err(|error| error.to_string())?),
    }
    .subject()
}

fn records(documents: &[Vec<u8>]) -> Result<Vec<Owned>, String> {
    let read = |text: &Vec<u8>| sonic_rs::from_slice(text).map_err(|error| error.to_string());
    documents.iter().map(read).collect()
}

fn writing(name: &'static str, work: fn(&Owned) -> Option<Vec<u8>>) -> Box<dyn Subject> {
    Each {
        name,
        load: records,
        work,
        sum: |text| reference(&text.ok_or("refused")?),
    }
    .subject()
}

/// The use of a record: nothing while it is timed, else its sum.
#[derive(Default)]
struct See {
    checks: bool,
    sum: Option<Result<Checksum, String>>,
}

impl See {
    fn record<T: Serialize>(&mut self, record: &T) -> Option<()> {
        black_box(record);
        if self.checks {
            let text = serde_json::to_vec(record).ok()?;
            self.sum = Some(reference(&text));
        }
        Some(())
    }

    fn checked(work: impl FnOnce(&mut Self) -> Option<()>) -> Result<Checksum, String> {
        let mut see = Self {
            checks: true,
            sum: None,
        };
        work(&mut see).ok_or("refused")?;
        see.sum
            .unwrap_or_else(|| Err("nothing was read".to_owned()))
    }

    fn timed(work: impl FnOnce(&mut Self) -> Option<()>) -> u64 {
        u64::from(work(&mut Self::default()).is_some())
    }
}

type Work = fn(&[u8], &mut See) -> Option<()>;

/// Reads each text.
struct Reading {
    name: &'static str,
    texts: Plain,
    work: Work,
}

fn reading(name: &'static str, work: Work) -> Box<dyn Subject> {
    Box::new(Reading {
        name,
        texts: Plain::default(),
        work,
    })
}

impl Subject for Reading {
    fn name(&self) -> &str {
        self.name
    }
    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.texts.load(documents);
        Ok(())
    }
    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        See::checked(|see| (self.work)(self.texts.get(i), see))
    }
    fn run(&mut self, i: usize) -> u64 {
        See::timed(|see| (self.work)(self.texts.get(i), see))
    }
}

/// Reads each text into the same record.
#[derive(Default)]
struct Reused {
    texts: Plain,
    record: Owned,
}

impl Subject for Reused {
    fn name(&self) -> &str {
        OURS
    }
    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.texts.load(documents);
        Ok(())
    }
    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        let record = &mut self.record;
        See::checked(|see| {
            json::read_into(self.texts.get(i), record).ok()?;
            see.record(record)
        })
    }
    fn run(&mut self, i: usize) -> u64 {
        let read = json::read_into(self.texts.get(i), &mut self.record);
        black_box(&self.record);
        u64::from(read.is_ok())
    }
}

type SimdWork = fn(&mut [u8], &mut Buffers, &mut See) -> Option<()>;

/// simd-json with reused buffers. It destroys its input: each operation has a copy.
struct SimdJson {
    texts: Consumed,
    buffers: Buffers,
    work: SimdWork,
}

impl SimdJson {
    fn new(work: SimdWork) -> Self {
        Self {
            texts: Consumed::default(),
            buffers: Buffers::default(),
            work,
        }
    }
}

impl Subject for SimdJson {
    fn name(&self) -> &str {
        "simd-json"
    }
    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.texts.load(documents, 0);
        Ok(())
    }
    fn refill(&mut self, count: usize) {
        self.texts.refill(count);
    }
    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        See::checked(|see| (self.work)(self.texts.get(i), &mut self.buffers, see))
    }
    fn run(&mut self, i: usize) -> u64 {
        See::timed(|see| (self.work)(self.texts.get(i), &mut self.buffers, see))
    }
}
