//! Our subjects, through the facade: freezing, writing, validating; `read` has those that read,
//! `value` those about values.

mod read;
mod value;

use std::hint::black_box;

use varvel::json::{self, Freezer};
use varvel::{Error, Frozen, Kind, View};
use varvel_json::to_vec;

use super::documents::Plain;
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::results::OURS;

pub use read::*;
pub use value::*;

pub fn parse() -> Vec<Box<dyn Subject>> {
    vec![Box::new(Parse::default()), Box::new(ParseFresh::default())]
}

pub fn write() -> Vec<Box<dyn Subject>> {
    vec![Box::new(Write::default())]
}

pub fn validate() -> Vec<Box<dyn Subject>> {
    vec![Box::new(Validate::default())]
}

/// Returns the size of a document in the frozen format.
pub fn frozen_size(document: &[u8]) -> Result<usize, String> {
    // The builder is new, so it knows nothing of other documents.
    let frozen = Freezer::new().freeze_owned(document).map_err(text)?;
    Ok(frozen.as_bytes().len())
}

fn text(error: Error) -> String {
    error.to_string()
}

fn freeze_all(documents: &[Vec<u8>]) -> Result<Vec<Frozen>, String> {
    documents
        .iter()
        .map(|document| json::freeze(document).map_err(text))
        .collect()
}

/// Returns the checksum of a view, read through its own methods.
pub fn checksum(view: View<'_>) -> Result<Checksum, String> {
    let mut sum = Checksum::default();
    walk(view, &mut sum)?;
    Ok(sum)
}

/// Adds up a node and its content.
pub fn walk(view: View<'_>, sum: &mut Checksum) -> Result<(), String> {
    match view.kind() {
        Kind::Null => sum.null(),
        Kind::Bool => sum.boolean(view.bool().map_err(text)?),
        Kind::Integer => match (view.as_i64(), view.as_u64()) {
            (Some(value), _) => sum.integer(value as u64),
            (None, Some(value)) => sum.integer(value),
            (None, None) => return Err("an integer beyond 64 bits".to_owned()),
        },
        Kind::Float => sum.number(view.f64().map_err(text)?),
        Kind::String => sum.string(view.str().map_err(text)?),
        Kind::Array => {
            sum.container();
            for item in view.items() {
                walk(item, sum)?;
            }
        }
        Kind::Object => {
            sum.container();
            for (key, value) in view.entries() {
                sum.key(key);
                walk(value, sum)?;
            }
        }
        other => return Err(format!("JSON has no {}", other.name())),
    }
    Ok(())
}

/// Reads JSON text to a view of frozen bytes, in memory that is reused.
#[derive(Default)]
struct Parse {
    input: Plain,
    freezer: Freezer,
}

impl Subject for Parse {
    fn name(&self) -> &str {
        OURS
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.input.load(documents);
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        checksum(self.freezer.freeze(self.input.get(i)).map_err(text)?)
    }

    fn run(&mut self, i: usize) -> u64 {
        let view = self.freezer.freeze(self.input.get(i));
        u64::from(black_box(&view).is_ok())
    }
}

/// Reads JSON text to a `Frozen` of its own.
#[derive(Default)]
struct ParseFresh(Plain);

impl Subject for ParseFresh {
    fn name(&self) -> &str {
        "varvel (fresh)"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.0.load(documents);
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        checksum(json::freeze(self.0.get(i)).map_err(text)?.view())
    }

    fn run(&mut self, i: usize) -> u64 {
        let frozen = json::freeze(self.0.get(i));
        u64::from(black_box(&frozen).is_ok())
    }
}

/// Writes frozen bytes as JSON text in a fresh `Vec`.
#[derive(Default)]
struct Write(Vec<Frozen>);

impl Subject for Write {
    fn name(&self) -> &str {
        OURS
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.0 = freeze_all(documents)?;
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        super::reference(&to_vec(&self.0[i].view()).map_err(text)?)
    }

    fn run(&mut self, i: usize) -> u64 {
        let json = to_vec(&self.0[i % self.0.len()].view()).expect("checked before");
        json.len() as u64
    }
}

/// Validates frozen bytes from elsewhere.
#[derive(Default)]
struct Validate(Vec<Frozen>);

impl Subject for Validate {
    fn name(&self) -> &str {
        OURS
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.0 = freeze_all(documents)?;
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        checksum(Frozen::validate(self.0[i].as_bytes()).map_err(text)?)
    }

    fn run(&mut self, i: usize) -> u64 {
        let valid = Frozen::validate(self.0[i % self.0.len()].as_bytes());
        u64::from(black_box(&valid).is_ok())
    }
}
