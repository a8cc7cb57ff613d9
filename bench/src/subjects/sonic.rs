//! sonic-rs: `Value` from a slice (UTF-8 checked) and back to a fresh `Vec`. It is also the
//! reference against which every other subject is checked.

use sonic_rs::{JsonNumberTrait, JsonValueMutTrait, JsonValueTrait, PointerNode, Value, ValueRef};

use super::lookup::{Found, Keyed, Lookup};
use super::prepared::{Each, text};
use super::texts::as_given;
use crate::checksum::Checksum;
use crate::harness::Subject;

pub fn parse() -> Vec<Box<dyn Subject>> {
    let parse = Each {
        name: "sonic-rs",
        load: as_given,
        work: |json| sonic_rs::from_slice::<Value>(json),
        sum: |value| Ok(sum(&value.map_err(text)?)),
    };
    vec![parse.subject()]
}

pub fn write() -> Vec<Box<dyn Subject>> {
    let write = Each {
        name: "sonic-rs",
        load: values,
        work: |value| sonic_rs::to_vec(value),
        sum: |json| checksum(&json.map_err(text)?),
    };
    vec![write.subject()]
}

pub fn lookup() -> Vec<Box<dyn Subject>> {
    let lookup = Lookup {
        name: "sonic-rs",
        load: values,
    };
    vec![lookup.subject()]
}

fn values(documents: &[Vec<u8>]) -> Result<Vec<Value>, String> {
    let all = documents.iter().map(|json| sonic_rs::from_slice(json));
    all.collect::<Result<_, _>>().map_err(text)
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
    Ok(sum(&sonic_rs::from_slice(document).map_err(text)?))
}

fn sum(value: &Value) -> Checksum {
    let mut sum = Checksum::default();
    walk(value, &mut sum);
    sum
}

/// Returns the checksum of a document after a string was put in a place.
pub fn edited(document: &[u8], place: &str, edit: &str) -> Result<Checksum, String> {
    let mut value: Value = sonic_rs::from_slice(document).map_err(text)?;
    let steps: Vec<PointerNode> = place.split('/').skip(1).map(step).collect();
    *value.pointer_mut(&steps).ok_or("no such place")? = edit.into();
    Ok(sum(&value))
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
