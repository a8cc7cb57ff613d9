//! MessagePack: ours, `rmpv` (its own tree) and `rmp-serde` (which writes and reads the tree of
//! `serde_json`). `rmpv` reads the output of all subjects back.

use varvel::format::UniqueKeys;
use varvel::{Error, json, msgpack};

use super::prepared::{Each, Rounding, encoded, frozen, text};
use super::texts::as_given;
use super::{reference, varvel as ours};
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::results::OURS;

/// Returns the subjects that read MessagePack to a tree.
pub fn parse() -> Vec<Box<dyn Subject>> {
    let ours = Each {
        name: OURS,
        load: packed,
        work: |bytes| msgpack::freeze(bytes),
        sum: |frozen| ours::checksum(frozen.map_err(text)?.view()),
    };
    let rmpv = Each {
        name: "rmpv",
        load: packed,
        work: |bytes| rmpv::decode::read_value(&mut bytes.as_slice()),
        sum: |value| sum(&value.map_err(|error| error.to_string())?),
    };
    vec![ours.subject(), rmpv.subject()]
}

/// Returns the subjects that write a tree as MessagePack, into a fresh buffer each time.
pub fn write() -> Vec<Box<dyn Subject>> {
    let ours = Each {
        name: OURS,
        load: frozen,
        work: |frozen| msgpack::to_vec(frozen),
        sum: |bytes| read_back(&bytes.map_err(text)?),
    };
    let rmpv = Each {
        name: "rmpv",
        load: |documents| packed(documents)?.iter().map(|bytes| read(bytes)).collect(),
        work: |value| {
            let mut out = Vec::new();
            rmpv::encode::write_value(&mut out, value).map(|()| out)
        },
        sum: |bytes| read_back(&bytes.map_err(|error| error.to_string())?),
    };
    vec![ours.subject(), rmpv.subject()]
}

/// Returns the subjects that convert JSON text to MessagePack. Ours has no tree in between, and
/// checks for duplicate keys.
pub fn from_json() -> Vec<Box<dyn Subject>> {
    let ours = Each {
        name: OURS,
        load: as_given,
        work: |document| {
            let mut pipe = UniqueKeys::new(msgpack::Writer::new());
            json::drive(document, &json::ReadOptions::default(), &mut pipe)?;
            pipe.into_inner().finish()
        },
        sum: |bytes: Result<_, Error>| read_back(&bytes.map_err(text)?),
    };
    let serde = Each {
        name: "serde_json + rmp-serde",
        load: as_given,
        work: |document| {
            let value: serde_json::Value = serde_json::from_slice(document).ok()?;
            rmp_serde::to_vec(&value).ok()
        },
        sum: |bytes| read_back(&bytes.ok_or("refused")?),
    };
    vec![ours.subject(), Box::new(Rounding(serde.subject()))]
}

/// Returns the subjects that convert MessagePack to JSON text.
pub fn to_json() -> Vec<Box<dyn Subject>> {
    let ours = Each {
        name: OURS,
        load: packed,
        work: |bytes| {
            let mut pipe = UniqueKeys::new(json::Writer::new(json::WriteOptions::compact()));
            msgpack::drive(bytes, &msgpack::ReadOptions::default(), &mut pipe)?;
            pipe.into_inner().finish()
        },
        sum: |bytes: Result<_, Error>| reference(&bytes.map_err(text)?),
    };
    let serde = Each {
        name: "serde_json + rmp-serde",
        load: packed,
        work: |bytes| {
            let value: serde_json::Value = rmp_serde::from_slice(bytes).ok()?;
            serde_json::to_vec(&value).ok()
        },
        sum: |bytes| reference(&bytes.ok_or("refused")?),
    };
    vec![ours.subject(), serde.subject()]
}

/// Returns the documents as MessagePack, as we write it: in the shortest form, which all read.
fn packed(documents: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
    encoded(documents, msgpack::to_vec)
}

fn read(bytes: &[u8]) -> Result<rmpv::Value, String> {
    rmpv::decode::read_value(&mut &bytes[..]).map_err(|error| error.to_string())
}

fn read_back(bytes: &[u8]) -> Result<Checksum, String> {
    sum(&read(bytes)?)
}

fn sum(value: &rmpv::Value) -> Result<Checksum, String> {
    let mut sum = Checksum::default();
    walk(value, &mut sum)?;
    Ok(sum)
}

fn walk(value: &rmpv::Value, sum: &mut Checksum) -> Result<(), String> {
    use rmpv::Value;
    match value {
        Value::Nil => sum.null(),
        Value::Boolean(flag) => sum.boolean(*flag),
        Value::Integer(integer) => match (integer.as_i64(), integer.as_u64()) {
            (Some(value), _) => sum.integer(value as u64),
            (None, value) => sum.integer(value.unwrap_or_default()),
        },
        Value::F64(value) => sum.number(*value),
        Value::String(text) => sum.string(text.as_str().ok_or("no UTF-8")?),
        Value::Array(items) => {
            sum.container();
            items.iter().try_for_each(|item| walk(item, sum))?;
        }
        Value::Map(members) => {
            sum.container();
            for (key, value) in members {
                sum.key(key.as_str().ok_or("a key that is no string")?);
                walk(value, sum)?;
            }
        }
        other => return Err(format!("JSON has no {other}")),
    }
    Ok(())
}
