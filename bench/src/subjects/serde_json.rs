//! serde_json: `Value` (sorted maps, its default) from a slice, and back to a fresh `Vec`. Without
//! its feature `float_roundtrip` some floats are one unit off in the last place.

use serde_json::Value;

use super::documents::Plain;
use super::lookup::{Found, Keyed, Lookup};
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
        version: super::crate_version("serde_json").to_owned(),
        load: |documents| {
            let values = documents
                .iter()
                .map(|document| serde_json::from_slice::<Value>(document));
            values
                .collect::<Result<Vec<_>, _>>()
                .map_err(|error| error.to_string())
        },
    };
    vec![lookup.subject()]
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

/// The sum of the field `qty` of each record, as the one integer that it is.
pub fn column(document: &[u8]) -> Result<Checksum, String> {
    let records: Vec<Value> =
        serde_json::from_slice(document).map_err(|error| error.to_string())?;
    let sum: Option<i64> = records.iter().map(|record| record["qty"].as_i64()).sum();
    let mut checksum = Checksum::default();
    checksum.integer(sum.ok_or("a record has no qty")? as u64);
    Ok(checksum)
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

    fn version(&self) -> &str {
        super::crate_version("serde_json")
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
        let mut sum = Checksum::default();
        walk(&value, &mut sum);
        Ok(sum)
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

    fn version(&self) -> &str {
        super::crate_version("serde_json")
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        let values = documents
            .iter()
            .map(|document| serde_json::from_slice(document));
        self.0 = values
            .collect::<Result<_, _>>()
            .map_err(|error| error.to_string())?;
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

/// A map of owned strings, from texts in memory.
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

    fn version(&self) -> &str {
        super::crate_version("serde_json")
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.0 = super::flexbuffers::fields(documents)?;
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        let mut sum = Checksum::default();
        walk(&self.build(i), &mut sum);
        Ok(sum)
    }

    fn run(&mut self, i: usize) -> u64 {
        u64::from(self.build(i).is_object())
    }
}
