//! serde_json: `Value` (sorted maps, its default) from a slice, and back to a fresh `Vec`. Without
//! its feature `float_roundtrip` some floats are one unit off in the last place.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::documents::Plain;
use super::edits::BONUS;
use super::lookup::{Found, Keyed, Lookup};
use super::prepared::Each;
use crate::checksum::Checksum;
use crate::harness::Subject;

pub fn parse() -> Vec<Box<dyn Subject>> {
    vec![Box::new(Parse::default())]
}

pub fn write() -> Vec<Box<dyn Subject>> {
    vec![Box::new(Write::default())]
}

pub fn build() -> Vec<Box<dyn Subject>> {
    vec![Box::new(Build::default())]
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

#[derive(Default)]
struct Parse(Plain);

impl Subject for Parse {
    fn name(&self) -> &str {
        "serde_json"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.0.load(documents);
        Ok(())
    }

    fn exact(&self) -> bool {
        false
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        let value: Value =
            serde_json::from_slice(self.0.get(i)).map_err(|error| error.to_string())?;
        Ok(sum(&value))
    }

    fn run(&mut self, i: usize) -> u64 {
        let value: Value = serde_json::from_slice(self.0.get(i)).expect("checked before");
        u64::from(value.is_object())
    }
}

#[derive(Default)]
struct Write(Vec<Value>);

impl Subject for Write {
    fn name(&self) -> &str {
        "serde_json"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.0 = parsed(documents)?;
        Ok(())
    }

    fn exact(&self) -> bool {
        false
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        let json = serde_json::to_vec(&self.0[i]).map_err(|error| error.to_string())?;
        super::reference(&json)
    }

    fn run(&mut self, i: usize) -> u64 {
        let json = serde_json::to_vec(&self.0[i % self.0.len()]).expect("checked before");
        json.len() as u64
    }
}

/// Builds a map of owned strings from texts in memory.
#[derive(Default)]
struct Build(Vec<Vec<(String, String)>>);

impl Build {
    fn build(&self, i: usize) -> Value {
        let fields = &self.0[i % self.0.len()];
        let owned = |(key, value): &(String, String)| (key.clone(), Value::from(value.as_str()));
        Value::Object(fields.iter().map(owned).collect())
    }
}

impl Subject for Build {
    fn name(&self) -> &str {
        "serde_json"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.0 = super::lookup::fields(documents)?;
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        Ok(sum(&self.build(i)))
    }

    fn run(&mut self, i: usize) -> u64 {
        u64::from(self.build(i).is_object())
    }
}
