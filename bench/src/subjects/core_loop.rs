//! Our inner loop by itself, below the facade: JSON driven into the frozen builder (`varvel`), and into
//! a sink that keeps nothing (`varvel (events)`), which is what the reader alone costs when no key is
//! predicted.
//!
//! What they read is checked by driving the same events into a [`Checksum`]. A loop fused by hand,
//! without the events, is to stand here as `hand-fused`.

use std::hint::black_box;

use varvel_core::{Bytes, Error, Result as Outcome, Sink, Str, Tag, Timestamp};
use varvel_frozen::Builder;
use varvel_json::{ReadOptions, drive};

use super::documents::Plain;
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::results::OURS;

pub fn subjects() -> Vec<Box<dyn Subject>> {
    vec![Box::new(Build::default()), Box::new(Events::default())]
}

/// Only the first: for the table of all tree parsers while the facade is not there.
pub fn parse() -> Vec<Box<dyn Subject>> {
    vec![Box::new(Build::default())]
}

/// What a document holds, by our events.
fn checksum(document: &[u8]) -> Result<Checksum, String> {
    let mut sum = Checksum::default();
    drive(document, &ReadOptions::default(), &mut sum).map_err(|error| error.to_string())?;
    Ok(sum)
}

#[derive(Default)]
struct Build {
    input: Plain,
    options: ReadOptions,
    builder: Builder,
}

impl Build {
    fn build(&mut self, i: usize) -> Result<usize, Error> {
        self.builder.start()?;
        drive(self.input.get(i), &self.options, &mut self.builder)?;
        Ok(self.builder.finish_view()?.buffer().len())
    }
}

impl Subject for Build {
    fn name(&self) -> &str {
        OURS
    }

    fn version(&self) -> &str {
        super::crate_version("varvel-frozen")
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.input.load(documents);
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        self.build(i).map_err(|error| error.to_string())?;
        checksum(self.input.get(i))
    }

    fn run(&mut self, i: usize) -> u64 {
        self.build(i).map_or(0, |length| length as u64)
    }
}

#[derive(Default)]
struct Events {
    input: Plain,
    options: ReadOptions,
}

impl Subject for Events {
    fn name(&self) -> &str {
        "varvel (events)"
    }

    fn version(&self) -> &str {
        super::crate_version("varvel-json")
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.input.load(documents);
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        checksum(self.input.get(i))
    }

    fn run(&mut self, i: usize) -> u64 {
        let mut touch = Touch(0);
        let outcome = drive(self.input.get(i), &self.options, &mut touch);
        black_box(&outcome);
        touch.0
    }
}

/// A kind of node that no document of the corpus has.
fn foreign() -> Outcome {
    unreachable!("a node that is not in the corpus")
}

impl<'de> Sink<'de> for Checksum {
    fn null(&mut self) -> Outcome {
        Checksum::null(self);
        Ok(())
    }
    fn bool(&mut self, value: bool) -> Outcome {
        self.boolean(value);
        Ok(())
    }
    fn i64(&mut self, value: i64) -> Outcome {
        self.integer(value as u64);
        Ok(())
    }
    fn u64(&mut self, value: u64) -> Outcome {
        self.integer(value);
        Ok(())
    }
    fn f64(&mut self, value: f64) -> Outcome {
        self.number(value);
        Ok(())
    }
    fn str(&mut self, value: Str<'de, '_>) -> Outcome {
        self.string(&value);
        Ok(())
    }
    fn begin_array(&mut self, _: Option<usize>) -> Outcome {
        self.container();
        Ok(())
    }
    fn end_array(&mut self) -> Outcome {
        Ok(())
    }
    fn begin_map(&mut self, _: Option<usize>) -> Outcome {
        self.container();
        Ok(())
    }
    fn key(&mut self, key: Str<'de, '_>) -> Outcome {
        Checksum::key(self, &key);
        Ok(())
    }
    fn end_map(&mut self) -> Outcome {
        Ok(())
    }
    fn f32(&mut self, _: f32) -> Outcome {
        foreign()
    }
    fn big_integer(&mut self, _: &str) -> Outcome {
        foreign()
    }
    fn decimal(&mut self, _: &str) -> Outcome {
        foreign()
    }
    fn bytes(&mut self, _: Bytes<'de, '_>) -> Outcome {
        foreign()
    }
    fn timestamp(&mut self, _: Timestamp) -> Outcome {
        foreign()
    }
    fn tag(&mut self, _: Tag) -> Outcome {
        foreign()
    }
    fn any_key(&mut self) -> Outcome {
        foreign()
    }
}

/// Looks at every event a little, so that none is optimised away.
struct Touch(u64);

impl Touch {
    fn add(&mut self, value: u64) {
        self.0 = self.0.wrapping_add(value);
    }
}

impl<'de> Sink<'de> for Touch {
    fn null(&mut self) -> Outcome {
        self.add(1);
        Ok(())
    }
    fn bool(&mut self, value: bool) -> Outcome {
        self.add(u64::from(value));
        Ok(())
    }
    fn i64(&mut self, value: i64) -> Outcome {
        self.add(value as u64);
        Ok(())
    }
    fn u64(&mut self, value: u64) -> Outcome {
        self.add(value);
        Ok(())
    }
    fn f64(&mut self, value: f64) -> Outcome {
        self.add(value.to_bits());
        Ok(())
    }
    fn str(&mut self, value: Str<'de, '_>) -> Outcome {
        self.add(value.len() as u64);
        Ok(())
    }
    fn begin_array(&mut self, _: Option<usize>) -> Outcome {
        self.add(2);
        Ok(())
    }
    fn end_array(&mut self) -> Outcome {
        Ok(())
    }
    fn begin_map(&mut self, _: Option<usize>) -> Outcome {
        self.add(3);
        Ok(())
    }
    fn key(&mut self, key: Str<'de, '_>) -> Outcome {
        self.add(key.len() as u64);
        Ok(())
    }
    fn end_map(&mut self) -> Outcome {
        Ok(())
    }
    fn f32(&mut self, _: f32) -> Outcome {
        foreign()
    }
    fn big_integer(&mut self, _: &str) -> Outcome {
        foreign()
    }
    fn decimal(&mut self, _: &str) -> Outcome {
        foreign()
    }
    fn bytes(&mut self, _: Bytes<'de, '_>) -> Outcome {
        foreign()
    }
    fn timestamp(&mut self, _: Timestamp) -> Outcome {
        foreign()
    }
    fn tag(&mut self, _: Tag) -> Outcome {
        foreign()
    }
    fn any_key(&mut self) -> Outcome {
        foreign()
    }
}
