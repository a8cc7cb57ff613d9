//! FlatBuffers: ours, the official crate, planus, and plain structs that own their strings inline.
//!
//! A document is a number, from which every subject makes the same values. Schemas are in
//! `schemas/`; ours and the official crate's code for them is by hand, as their generators lay it
//! out, planus' by its generator; for JSON ours is generated, too.

pub mod flatcc;
pub mod json;
pub mod objectbox;
mod plain;

use std::hint::black_box;

use crate::checksum::Checksum;
use crate::harness::Subject;

/// What planus generates.
#[allow(
    warnings,
    clippy::all,
    clippy::undocumented_unsafe_blocks,
    reason = "a peer's generated code, which is measured as it is"
)]
mod planus_code {
    pub mod foobar {
        include!(concat!(env!("OUT_DIR"), "/planus_flatcc.rs"));
    }
    pub mod entity {
        include!(concat!(env!("OUT_DIR"), "/planus_objectbox.rs"));
    }
}

/// What our own generator makes.
mod generated_code {
    #[allow(dead_code, reason = "generated: nobody uses all of it")]
    pub mod foobar {
        include!(concat!(env!("OUT_DIR"), "/flatcc.rs"));
    }
}

/// The hand-written table and code of the library's own tests.
#[allow(dead_code, reason = "shared: nobody uses all of it")]
#[path = "../../../../crates/varvel-flatbuffers/tests/all/foobar/mod.rs"]
mod foobar;

/// A way of doing the work of a case: with something that is kept (a builder), on one value after
/// the other.
pub struct Kept<S, V> {
    pub name: &'static str,
    pub version: &'static str,
    /// What is kept.
    pub kept: S,
    /// Makes a value of a number, untimed.
    pub load: fn(u64) -> Result<V, String>,
    /// What comes of an operation.
    pub check: fn(&mut S, &V) -> Result<Checksum, String>,
    /// How many operations a run does.
    pub operations: usize,
}

impl<S: 'static, V: 'static> Kept<S, V> {
    /// The subject of which this is an operation, whose result depends on the work. It is compiled
    /// into the loop around it: some take no longer than a call.
    pub fn subject(self, run: impl Fn(&mut S, &V) -> u64 + 'static) -> Box<dyn Subject> {
        Box::new(Loaded {
            how: self,
            run,
            values: Vec::new(),
        })
    }
}

struct Loaded<S, V, R> {
    how: Kept<S, V>,
    run: R,
    values: Vec<V>,
}

impl<S, V, R: Fn(&mut S, &V) -> u64> Subject for Loaded<S, V, R> {
    fn name(&self) -> &str {
        self.how.name
    }

    fn version(&self) -> &str {
        self.how.version
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        let values = documents
            .iter()
            .map(|document| (self.how.load)(number(document)));
        self.values = values.collect::<Result<_, _>>()?;
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        (self.how.check)(&mut self.how.kept, &self.values[i])
    }

    fn run(&mut self, i: usize) -> u64 {
        let value = &self.values[i % self.values.len()];
        let mut sum = 0_u64;
        for _ in 0..self.how.operations {
            sum = sum.wrapping_add((self.run)(&mut self.how.kept, black_box(value)));
        }
        sum
    }
}

/// The documents of both suites.
pub fn documents() -> Vec<Vec<u8>> {
    (0..64_u64).map(|i| i.to_le_bytes().to_vec()).collect()
}

fn number(document: &[u8]) -> u64 {
    document
        .iter()
        .rev()
        .fold(0, |all, byte| all << 8 | u64::from(*byte))
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
