//! JSON driven as events into the frozen builder (`varvel`), and into a sink that keeps nothing
//! (`varvel (events)`), which is the cost of the reader alone when no key is predicted. Only our
//! code is measured.

use std::hint::black_box;

use varvel_core::recording::{Event, Recording};
use varvel_core::{Bytes, Result, Sink, Str, Tag, Timestamp};
use varvel_frozen::Builder;
use varvel_json::{ReadOptions, drive};

use super::prepared::{Kept, text};
use super::texts::as_given;
use super::varvel;
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::results::OURS;

pub fn subjects() -> Vec<Box<dyn Subject>> {
    let driven = Kept {
        name: OURS,
        kept: Builder::default(),
        load: as_given,
        check: |builder, json| varvel::checksum(build(builder, json).map_err(text)?),
    };
    let events = Kept {
        name: "varvel (events)",
        kept: (),
        load: as_given,
        check: |(), json| checksum(json),
    };
    vec![
        driven.subject(|builder, json| {
            build(builder, json).map_or(0, |view| view.buffer().len() as u64)
        }),
        events.subject(|(), json| {
            let mut touch = Touch(0);
            black_box(&drive(json, &ReadOptions::default(), &mut touch));
            touch.0
        }),
    ]
}

/// Drives a text into a builder, whose memory is reused.
fn build<'b>(builder: &'b mut Builder, json: &[u8]) -> Result<::varvel::View<'b>> {
    builder.start()?;
    drive(json, &ReadOptions::default(), builder)?;
    builder.finish_view()
}

/// Returns the checksum of a document, from recorded events.
fn checksum(document: &[u8]) -> std::result::Result<Checksum, String> {
    let mut recording = Recording::default();
    drive(document, &ReadOptions::default(), &mut recording).map_err(text)?;
    let mut sum = Checksum::default();
    for event in recording.events() {
        match event {
            Event::Null => sum.null(),
            Event::Bool(value) => sum.boolean(*value),
            Event::I64(value) => sum.integer(*value as u64),
            Event::U64(value) => sum.integer(*value),
            Event::F64(value) => sum.number(*value),
            Event::Str(value) => sum.string(value),
            Event::Key(key) => sum.key(key),
            Event::Array(..) | Event::Map(..) => sum.container(),
            Event::EndArray | Event::EndMap => {}
            other => return Err(format!("JSON has no {other:?}")),
        }
    }
    Ok(sum)
}

/// Returns the error for a kind of node that no document of the corpus has.
fn foreign() -> Result {
    unreachable!("a node that is not in the corpus")
}

/// Adds something of every event, so that none is optimised away.
struct Touch(u64);

impl Touch {
    fn add(&mut self, value: u64) {
        self.0 = self.0.wrapping_add(value);
    }
}

impl<'de> Sink<'de> for Touch {
    fn null(&mut self) -> Result {
        self.add(1);
        Ok(())
    }
    fn bool(&mut self, value: bool) -> Result {
        self.add(u64::from(value));
        Ok(())
    }
    fn i64(&mut self, value: i64) -> Result {
        self.add(value as u64);
        Ok(())
    }
    fn u64(&mut self, value: u64) -> Result {
        self.add(value);
        Ok(())
    }
    fn f64(&mut self, value: f64) -> Result {
        self.add(value.to_bits());
        Ok(())
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.add(value.len() as u64);
        Ok(())
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.add(2);
        Ok(())
    }
    fn end_array(&mut self) -> Result {
        Ok(())
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.add(3);
        Ok(())
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.add(key.len() as u64);
        Ok(())
    }
    fn end_map(&mut self) -> Result {
        Ok(())
    }
    fn f32(&mut self, _: f32) -> Result {
        foreign()
    }
    fn big_integer(&mut self, _: &str) -> Result {
        foreign()
    }
    fn decimal(&mut self, _: &str) -> Result {
        foreign()
    }
    fn bytes(&mut self, _: Bytes<'de, '_>) -> Result {
        foreign()
    }
    fn timestamp(&mut self, _: Timestamp) -> Result {
        foreign()
    }
    fn tag(&mut self, _: Tag) -> Result {
        foreign()
    }
    fn any_key(&mut self) -> Result {
        foreign()
    }
}
