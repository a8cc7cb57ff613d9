//! sonic-rs: `Value` from a slice (UTF-8 checked) and back to a fresh `Vec`. It is also the
//! reference against which every other subject is checked.

use sonic_rs::{JsonNumberTrait, JsonValueMutTrait, JsonValueTrait, PointerNode, Value, ValueRef};

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

pub fn lookup() -> Vec<Box<dyn Subject>> {
    let lookup = Lookup {
        name: "sonic-rs",
        load: |documents| {
            let values = documents
                .iter()
                .map(|document| sonic_rs::from_slice::<Value>(document));
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
        JsonValueTrait::get(self, key)
    }
}

impl<'a> Found<'a> for &'a Value {
    #[inline(always)]
    fn text(self) -> Option<&'a str> {
        self.as_str()
    }
}

/// Returns the checksum of a document, by sonic-rs.
pub fn checksum(document: &[u8]) -> Result<Checksum, String> {
    let value: Value = sonic_rs::from_slice(document).map_err(|error| error.to_string())?;
    let mut sum = Checksum::default();
    walk(&value, &mut sum);
    Ok(sum)
}

/// Returns the checksum of a document after a string was put in a place.
pub fn edited(document: &[u8], place: &str, text: &str) -> Result<Checksum, String> {
    let mut value: Value = sonic_rs::from_slice(document).map_err(|error| error.to_string())?;
    let steps: Vec<PointerNode> = place.split('/').skip(1).map(step).collect();
    *value.pointer_mut(&steps).ok_or("no such place")? = text.into();
    let mut sum = Checksum::default();
    walk(&value, &mut sum);
    Ok(sum)
}

fn step(text: &str) -> PointerNode {
    text.parse::<usize>()
        .map_or_else(|_| text.into(), PointerNode::from)
}

/// Adds up the nodes of a value.
pub fn walk(value: &Value, sum: &mut Checksum) {
    match value.as_ref() {
        ValueRef::Null => sum.null(),
        ValueRef::Bool(flag) => sum.boolean(flag),
        ValueRef::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(integer), _, _) => sum.integer(integer as u64),
            (_, Some(integer), _) => sum.integer(integer),
            (_, _, float) => sum.number(float.unwrap_or(f64::NAN)),
        },
        ValueRef::String(text) => sum.string(text),
        ValueRef::Array(array) => {
            sum.container();
            array.iter().for_each(|child| walk(child, sum));
        }
        ValueRef::Object(object) => {
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
        "sonic-rs"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.0.load(documents);
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        checksum(self.0.get(i))
    }

    fn run(&mut self, i: usize) -> u64 {
        let value: Value = sonic_rs::from_slice(self.0.get(i)).expect("checked before");
        u64::from(value.is_object())
    }
}

#[derive(Default)]
struct Write(Vec<Value>);

impl Subject for Write {
    fn name(&self) -> &str {
        "sonic-rs"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        let values = documents
            .iter()
            .map(|document| sonic_rs::from_slice(document));
        self.0 = values
            .collect::<Result<_, _>>()
            .map_err(|error| error.to_string())?;
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        let json = sonic_rs::to_vec(&self.0[i]).map_err(|error| error.to_string())?;
        checksum(&json)
    }

    fn run(&mut self, i: usize) -> u64 {
        let json = sonic_rs::to_vec(&self.0[i % self.0.len()]).expect("checked before");
        json.len() as u64
    }
}
