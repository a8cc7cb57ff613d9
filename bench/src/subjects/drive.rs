//! JSON driven as events into the frozen builder (`varvel`), and into a sink that keeps nothing
//! (`varvel (events)`), which is the cost of the reader alone when no key is predicted. Only our
//! code is measured.

use std::hint::black_box;

use varvel_core::{Bytes, Error, Result as Outcome, Sink, Str, Tag, Timestamp};
use varvel_frozen::Builder;
use varvel_json::{ReadOptions, drive};

use super::documents::Plain;
use super::varvel;
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::results::OURS;

pub fn subjects() -> Vec<Box<dyn Subject>> {
    vec![Box::new(Driven::default()), Box::new(Events::default())]
}

/// Runs `varvel_json::drive` into a builder that is reused.
#[derive(Default)]
struct Driven {
    input: Plain,
    builder: Builder,
}

impl Driven {
    fn build(&mut self, i: usize) -> Result<::varvel::View<'_>, Error> {
        self.builder.start()?;
        drive(
            self.input.get(i),
            &ReadOptions::default(),
            &mut self.builder,
        )?;
        self.builder.finish_view()
    }
}

impl Subject for Driven {
    fn name(&self) -> &str {
        OURS
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.input.load(documents);
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        varvel::checksum(self.build(i).map_err(|error| error.to_string())?)
    }

    fn run(&mut self, i: usize) -> u64 {
        self.build(i).map_or(0, |view| view.buffer().len() as u64)
    }
}

/// Returns the checksum of a document, from our events.
fn checksum(document: &[u8]) -> Result<Checksum, String> {
    let mut sum = Checksum::default();
    drive(document, &ReadOptions::default(), &mut sum).map_err(|error| error.to_string())?;
    Ok(sum)
}

#[derive(Default)]
struct Events {
    input: Plain,
}

impl Subject for Events {
    fn name(&self) -> &str {
        "varvel (events)"
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
        let outcome = drive(self.input.get(i), &ReadOptions::default(), &mut touch);
        black_box(&outcome);
        touch.0
    }
}

/// Returns the error for a kind of node that no document of the corpus has.
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

/// Adds something of every event, so that none is optimised away.
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
