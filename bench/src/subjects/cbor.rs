//! CBOR to a tree and back: ours and `ciborium` (its own tree). `ciborium` reads the output of all
//! subjects back.

use ciborium::Value;
use varvel::cbor;

use super::prepared::{Each, encoded, frozen, text};
use super::varvel as ours;
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::results::OURS;

/// Returns the subjects that read CBOR to a tree.
pub fn parse() -> Vec<Box<dyn Subject>> {
    let ours = Each {
        name: OURS,
        load: in_cbor,
        work: |bytes| cbor::freeze(bytes),
        sum: |frozen| ours::checksum(frozen.map_err(text)?.view()),
    };
    let ciborium = Each {
        name: "ciborium",
        load: in_cbor,
        work: |bytes| ciborium::from_reader::<Value, _>(bytes.as_slice()).ok(),
        sum: |value| sum(&value.ok_or("refused")?),
    };
    vec![ours.subject(), ciborium.subject()]
}

/// Returns the subjects that write a tree as CBOR, into a fresh buffer each time.
pub fn write() -> Vec<Box<dyn Subject>> {
    let ours = Each {
        name: OURS,
        load: frozen,
        work: |frozen| cbor::to_vec(frozen),
        sum: |bytes| read_back(&bytes.map_err(text)?),
    };
    let ciborium = Each {
        name: "ciborium",
        load: |documents| {
            in_cbor(documents)?
                .iter()
                .map(|bytes| read(bytes))
                .collect()
        },
        work: |value| {
            let mut out = Vec::new();
            ciborium::into_writer(value, &mut out).ok().map(|()| out)
        },
        sum: |bytes| read_back(&bytes.ok_or("refused")?),
    };
    vec![ours.subject(), ciborium.subject()]
}

/// Returns the documents as CBOR, as we write it: in the shortest form, like `ciborium`.
fn in_cbor(documents: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
    encoded(documents, cbor::to_vec)
}

fn read(bytes: &[u8]) -> Result<Value, String> {
    ciborium::from_reader(bytes).map_err(|error| error.to_string())
}

fn read_back(bytes: &[u8]) -> Result<Checksum, String> {
    sum(&read(bytes)?)
}

fn sum(value: &Value) -> Result<Checksum, String> {
    let mut sum = Checksum::default();
    walk(value, &mut sum)?;
    Ok(sum)
}

fn walk(value: &Value, sum: &mut Checksum) -> Result<(), String> {
    match value {
        Value::Null => sum.null(),
        Value::Bool(flag) => sum.boolean(*flag),
        Value::Integer(integer) => sum.integer(i128::from(*integer) as u64),
        Value::Float(value) => sum.number(*value),
        Value::Text(text) => sum.string(text),
        Value::Array(items) => {
            sum.container();
            items.iter().try_for_each(|item| walk(item, sum))?;
        }
        Value::Map(members) => {
            sum.container();
            for (key, value) in members {
                sum.key(key.as_text().ok_or("a key that is no string")?);
                walk(value, sum)?;
            }
        }
        other => return Err(format!("JSON has no {other:?}")),
    }
    Ok(())
}
