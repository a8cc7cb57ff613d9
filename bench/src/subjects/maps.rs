//! Rust's maps and structs, with foldhash for hashing: data in memory that is no document. And
//! rkyv's archived map.

use std::hint::black_box;

use foldhash::fast::RandomState;
use hashbrown::HashMap;
use indexmap::IndexMap;
use rkyv::collections::swiss_table::ArchivedHashMap;
use rkyv::rancor;
use rkyv::string::ArchivedString;
use serde::Deserialize;
use serde_json::Value;

use super::lookup::{Found, Keyed, Lookup};
use super::prepared::{Each, Made};
use super::serde_json::parsed;
use crate::checksum::Checksum;
use crate::harness::Subject;

type Strings = HashMap<String, String, RandomState>;
type Values = IndexMap<String, Value, RandomState>;
type Archived = ArchivedHashMap<ArchivedString, ArchivedString>;

const HASHBROWN: &str = "hashbrown";
const INDEXMAP: &str = "IndexMap";

pub fn lookup() -> Vec<Box<dyn Subject>> {
    vec![
        Lookup {
            name: HASHBROWN,
            load: parsed::<Strings>,
        }
        .subject(),
        lookup_ordered(),
        Lookup {
            name: "rkyv",
            load: archives,
        }
        .subject(),
    ]
}

/// Returns the subject with the map that keeps its order, of values of any kind.
pub fn lookup_ordered() -> Box<dyn Subject> {
    Lookup {
        name: INDEXMAP,
        load: parsed::<Values>,
    }
    .subject()
}

pub fn chain() -> Box<dyn Subject> {
    Lookup {
        name: HASHBROWN,
        load: parsed::<Strings>,
    }
    .chain()
}

/// Returns the subject that reads every field of each object.
pub fn entries() -> Box<dyn Subject> {
    Made {
        name: HASHBROWN,
        load: parsed::<Strings>,
        run: |maps| {
            for (key, value) in maps.iter().flatten() {
                black_box(&key);
                black_box(&value);
            }
            0
        },
        check: |maps, i| {
            let mut sum = Checksum::default();
            sum.container();
            for (key, value) in &maps[i] {
                sum.key(key);
                sum.string(value);
            }
            Ok(sum)
        },
    }
    .subject()
}

/// Returns the subject that puts members into an empty map.
pub fn insert() -> Box<dyn Subject> {
    Each {
        name: INDEXMAP,
        load: super::lookup::fields,
        work: |fields| {
            let mut map = Values::default();
            for (key, value) in fields {
                map.insert(key.clone(), Value::from(value.as_str()));
            }
            map
        },
        sum: |map| {
            let mut sum = Checksum::default();
            sum.container();
            for (key, value) in &map {
                sum.key(key);
                sum.string(value.as_str().ok_or("a value is no string")?);
            }
            Ok(sum)
        },
    }
    .subject()
}

impl Keyed for Strings {
    type Found<'a> = &'a String;

    #[inline(always)]
    fn get<'a>(&'a self, key: &str) -> Option<&'a String> {
        HashMap::get(self, key)
    }
}

impl<'a> Found<'a> for &'a String {
    #[inline(always)]
    fn text(self) -> Option<&'a str> {
        Some(self)
    }
}

impl Keyed for Values {
    type Found<'a> = &'a Value;

    #[inline(always)]
    fn get<'a>(&'a self, key: &str) -> Option<&'a Value> {
        IndexMap::get(self, key)
    }
}

impl Keyed for &'static Archived {
    type Found<'a> = &'a ArchivedString;

    #[inline(always)]
    fn get<'a>(&'a self, key: &str) -> Option<&'a ArchivedString> {
        ArchivedHashMap::get(self, key)
    }
}

impl<'a> Found<'a> for &'a ArchivedString {
    #[inline(always)]
    fn text(self) -> Option<&'a str> {
        Some(self)
    }
}

/// Returns archives that are never freed: a case has a process of its own.
fn archives(documents: &[Vec<u8>]) -> Result<Vec<&'static Archived>, String> {
    let archive = |map: std::collections::HashMap<String, String>| {
        let bytes = rkyv::to_bytes::<rancor::Error>(&map).map_err(|error| error.to_string())?;
        rkyv::access::<Archived, rancor::Error>(Box::leak(Box::new(bytes)))
            .map_err(|error| error.to_string())
    };
    parsed(documents)?.into_iter().map(archive).collect()
}

/// A record of the column's case. Only one field is read; the others take their place as in a real
/// record.
#[derive(Deserialize)]
#[allow(dead_code, reason = "most fields are not read")]
struct Record {
    id: i64,
    name: String,
    qty: i64,
    price: f64,
    tag: String,
    ok: bool,
}

/// Returns the subject that sums a field of each record.
pub fn column() -> Box<dyn Subject> {
    Made {
        name: "structs",
        load: parsed::<Vec<Record>>,
        run: |vectors| {
            vectors
                .iter()
                .map(|records| column_sum(records) as u64)
                .sum()
        },
        check: |vectors, i| {
            let mut sum = Checksum::default();
            sum.integer(column_sum(&vectors[i]) as u64);
            Ok(sum)
        },
    }
    .subject()
}

fn column_sum(records: &[Record]) -> i64 {
    black_box(records).iter().map(|record| record.qty).sum()
}
