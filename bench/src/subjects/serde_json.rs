//! serde_json: `Value` (sorted maps, its default) from a slice, and back to a fresh `Vec`. Without
//! its feature `float_roundtrip` some floats are one unit off in the last place.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::edits::BONUS;
use super::lookup::{Found, Keyed, Lookup, fields};
use super::prepared::{Each, Rounding, text};
use super::reference;
use super::texts::as_given;
use crate::checksum::Checksum;
use crate::harness::Subject;

pub fn parse() -> Vec<Box<dyn Subject>> {
    let parse = Each {
        name: "serde_json",
        load: as_given,
        work: |json| serde_json::from_slice::<Value>(json),
        sum: |value| Ok(sum(&value.map_err(text)?)),
    };
    vec![Box::new(Rounding(parse.subject()))]
}

pub fn write() -> Vec<Box<dyn Subject>> {
    let write = Each {
        name: "serde_json",
        load: parsed::<Value>,
        work: |value| serde_json::to_vec(value),
        sum: |json| reference(&json.map_err(text)?),
    };
    vec![Box::new(Rounding(write.subject()))]
}

/// Returns the subject that makes a map of owned strings from texts in memory.
pub fn build() -> Vec<Box<dyn Subject>> {
    let build = Each {
        name: "serde_json",
        load: fields,
        work: |fields| {
            let owned = |(key, value): &(String, String)| (key.clone(), Value::from(&**value));
            Value::Object(fields.iter().map(owned).collect())
        },
        sum: |value| Ok(sum(&value)),
    };
    vec![build.subject()]
}

pub fn lookup() -> Vec<Box<dyn Subject>> {
    let lookup = Lookup {
        name: "serde_json",
        load: parsed::<Value>,
    };
    vec![lookup.subject()]
}

/// Returns each document as a type.
pub fn parsed<T: for<'de> Deserialize<'de>>(documents: &[Vec<u8>]) -> Result<Vec<T>, String> {
    documents
        .iter()
        .map(|document| serde_json::from_slice(document).map_err(|error| error.to_string()))
        .collect()
}

impl Keyed for Value {
    type Found<'a> = &'a Self;

    #[inline(always)]
    fn get<'a>(&'a self, key: &str) -> Option<&'a Self> {
        Self::get(self, key)
    }
}

impl<'a> Found<'a> for &'a Value {
    #[inline(always)]
    fn text(self) -> Option<&'a str> {
        self.as_str()
    }
}

/// Returns the checksum of the sum of the field `qty` of each record, as one integer.
pub fn column(document: &[u8]) -> Result<Checksum, String> {
    let records: Vec<Value> =
        serde_json::from_slice(document).map_err(|error| error.to_string())?;
    let sum: Option<i64> = records.iter().map(|record| record["qty"].as_i64()).sum();
    let mut checksum = Checksum::default();
    checksum.integer(sum.ok_or("a record has no qty")? as u64);
    Ok(checksum)
}

/// Returns the subject that clones a map and puts a member into the clone.
pub fn insert_cloned() -> Box<dyn Subject> {
    Each {
        name: "serde_json",
        load: parsed::<Map<String, Value>>,
        work: |map| {
            let mut map = map.clone();
            map.insert(BONUS.0.to_owned(), BONUS.1.into());
            map
        },
        sum: |map| Ok(sum(&Value::Object(map))),
    }
    .subject()
}

/// Returns the subject that clones a `Vec` and puts a string at the end of the clone.
pub fn push_cloned() -> Box<dyn Subject> {
    Each {
        name: "serde_json",
        load: parsed::<Vec<Value>>,
        work: |items| {
            let mut items = items.clone();
            items.push(BONUS.1.into());
            items
        },
        sum: |items| Ok(sum(&Value::Array(items))),
    }
    .subject()
}

/// Returns the subject that puts strings at the end of an empty `Vec`.
pub fn push_strings() -> Box<dyn Subject> {
    pushing(|items: &Vec<String>| pushed(items.iter().map(String::as_str)))
}

/// Returns the subject that puts integers at the end of an empty `Vec`.
pub fn push_integers() -> Box<dyn Subject> {
    pushing(|items: &Vec<i64>| pushed(items.iter().copied()))
}

fn pushed(items: impl Iterator<Item: Into<Value>>) -> Vec<Value> {
    let mut values = Vec::new();
    for item in items {
        values.push(item.into());
    }
    values
}

fn pushing<T: for<'de> Deserialize<'de> + 'static>(
    work: fn(&Vec<T>) -> Vec<Value>,
) -> Box<dyn Subject> {
    Each {
        name: "Vec of serde_json",
        load: parsed,
        work,
        sum: |values| Ok(sum(&Value::Array(values))),
    }
    .subject()
}

fn sum(value: &Value) -> Checksum {
    let mut sum = Checksum::default();
    walk(value, &mut sum);
    sum
}

fn walk(value: &Value, sum: &mut Checksum) {
    match value {
        Value::Null => sum.null(),
        Value::Bool(flag) => sum.boolean(*flag),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(integer), _) => sum.integer(integer as u64),
            (_, Some(integer)) => sum.integer(integer),
            _ => sum.number(number.as_f64().unwrap_or(f64::NAN)),
        },
        Value::String(text) => sum.string(text),
        Value::Array(array) => {
            sum.container();
            array.iter().for_each(|child| walk(child, sum));
        }
        Value::Object(object) => {
            sum.container();
            for (key, child) in object {
                sum.key(key);
                walk(child, sum);
            }
        }
    }
}
