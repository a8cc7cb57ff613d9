//! ScalaJack's record as structs: from JSON into owned strings, into borrowed ones, into an
//! existing record, and to JSON. A result is checked as the JSON that serde_json writes of it.

use std::hint::black_box;

use serde::Serialize;
use simd_json::Buffers;
use varvel::json;

use super::prepared::{Each, Kept};
use super::reference;
use super::texts::{Destroying, as_given};
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
        simd_json(|text, buffers, see| {
            see.record(&simd_json::serde::from_slice_with_buffers::<Owned>(text, buffers).ok()?)
        }),
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
    let mut all: Vec<Box<dyn Subject>> = vec![reusing()];
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
        simd_json(|text, buffers, see| {
            let record = simd_json::serde::from_slice_with_buffers::<Borrowed<'_>>(text, buffers);
            see.record(&record.ok()?)
        }),
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

/// Returns the subject that reads each text.
fn reading(name: &'static str, work: Work) -> Box<dyn Subject> {
    let reading = Kept {
        name,
        kept: work,
        load: as_given,
        check: |work, json| See::checked(|see| work(json, see)),
    };
    reading.subject(|work, json| See::timed(|see| work(json, see)))
}

/// Returns the subject that reads each text into the same record.
fn reusing() -> Box<dyn Subject> {
    let reusing = Kept {
        name: OURS,
        kept: Owned::default(),
        load: as_given,
        check: |record, json| {
            See::checked(|see| {
                json::read_into(json, record).ok()?;
                see.record(record)
            })
        },
    };
    reusing.subject(|record, json| {
        let read = json::read_into(json, record);
        black_box(&record);
        u64::from(read.is_ok())
    })
}

type SimdWork = fn(&mut [u8], &mut Buffers, &mut See) -> Option<()>;

/// Returns the subject of simd-json, with reused buffers.
fn simd_json(work: SimdWork) -> Box<dyn Subject> {
    let reading = Destroying {
        name: "simd-json",
        kept: (work, Buffers::default()),
        padding: 0,
        run: |(work, buffers), json| See::timed(|see| work(json, buffers, see)),
        check: |(work, buffers), json| See::checked(|see| work(json, buffers, see)),
    };
    reading.subject()
}
