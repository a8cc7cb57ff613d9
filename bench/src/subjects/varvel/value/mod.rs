//! Our values, frozen as parsed or thawed whole, counted with atomics or without: reading and
//! writing. `change` has the subjects that change and freeze them.

mod change;

use std::hint::black_box;

use varvel::json::{self, to_vec};
use varvel_value::{Atomic, Count, Local, Ref, Value};

use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::results::OURS;
use crate::subjects::lookup::{Found, Keyed, Lookup};
use crate::subjects::prepared::{Each, Load, Made, text};

pub use change::{
    after_edit, edit, freeze, freeze_edited, insert_fields, insert_integers, insert_shared,
    insert_strings, push_shared,
};

const LOCAL: &str = "varvel local";
const FROZEN: &str = "varvel (frozen)";

/// Returns values as parsed.
fn parsed<R: Count>(documents: &[Vec<u8>]) -> Result<Vec<Value<R>>, String> {
    let parse = |document: &Vec<u8>| Ok(json::freeze(document).map_err(text)?.into());
    documents.iter().map(parse).collect()
}

/// Returns values with nothing frozen in them.
fn thawed<R: Count>(documents: &[Vec<u8>]) -> Result<Vec<Value<R>>, String> {
    let mut values = parsed(documents)?;
    for value in &mut values {
        value.thaw();
        assert_eq!(value.retained_bytes(), 0);
    }
    Ok(values)
}

/// Returns the checksum of a value, read through its references.
fn sum<R: Count>(value: Ref<'_, R>) -> Checksum {
    let mut sum = Checksum::default();
    walk(value, &mut sum);
    sum
}

fn walk<R: Count>(value: Ref<'_, R>, sum: &mut Checksum) {
    if value.is_array() {
        sum.container();
        value.items().for_each(|item| walk(item, sum));
    } else if value.is_object() {
        sum.container();
        for (key, value) in value.entries() {
            sum.key(key);
            walk(value, sum);
        }
    } else if let Some(text) = value.as_str() {
        sum.string(text);
    } else if let Some(flag) = value.as_bool() {
        sum.boolean(flag);
    } else if let Some(integer) = value.as_i64() {
        sum.integer(integer as u64);
    } else if let Some(integer) = value.as_u64() {
        sum.integer(integer);
    } else if let Some(float) = value.as_f64() {
        sum.number(float);
    } else {
        sum.null();
    }
}

impl<R: Count> Keyed for Value<R> {
    type Found<'a> = Ref<'a, R>;

    #[inline(always)]
    fn get<'a>(&'a self, key: &str) -> Option<Ref<'a, R>> {
        Self::get(self, key)
    }
}

impl<'a, R: Count> Found<'a> for Ref<'a, R> {
    #[inline(always)]
    fn text(self) -> Option<&'a str> {
        self.as_str()
    }
}

pub fn value_lookup() -> Vec<Box<dyn Subject>> {
    fn lookup<R: Count>(name: &'static str, load: Load<Vec<Value<R>>>) -> Box<dyn Subject> {
        Lookup { name, load }.subject()
    }
    vec![
        lookup(OURS, thawed::<Atomic>),
        lookup(LOCAL, thawed::<Local>),
        lookup(FROZEN, parsed::<Atomic>),
    ]
}

/// Returns subjects that read all of each value.
fn reading<R: Count>(
    name: &'static str,
    load: Load<Vec<Value<R>>>,
    run: fn(&Vec<Value<R>>) -> u64,
) -> Box<dyn Subject> {
    Made {
        name,
        load,
        run,
        check: |values, i| Ok(sum(values[i].as_ref())),
    }
    .subject()
}

pub fn value_items() -> Vec<Box<dyn Subject>> {
    fn items<R: Count>(values: &Vec<Value<R>>) -> u64 {
        for value in values {
            for item in value.items() {
                black_box(&item);
            }
        }
        0
    }
    vec![
        reading(OURS, thawed::<Atomic>, items),
        reading(FROZEN, parsed::<Atomic>, items),
    ]
}

pub fn value_entries() -> Vec<Box<dyn Subject>> {
    fn entries<R: Count>(values: &Vec<Value<R>>) -> u64 {
        for value in values {
            for (key, value) in value.entries() {
                black_box(&key);
                black_box(&value);
            }
        }
        0
    }
    vec![
        reading(OURS, thawed::<Atomic>, entries),
        reading(FROZEN, parsed::<Atomic>, entries),
    ]
}

pub fn value_write() -> Vec<Box<dyn Subject>> {
    fn write<R: Count>(name: &'static str, load: Load<Vec<Value<R>>>) -> Box<dyn Subject> {
        Each {
            name,
            load,
            work: |value| to_vec(value),
            sum: |json| crate::subjects::reference(&json.map_err(text)?),
        }
        .subject()
    }
    vec![
        write(OURS, thawed::<Atomic>),
        write(LOCAL, thawed::<Local>),
        write(FROZEN, parsed::<Atomic>),
    ]
}
