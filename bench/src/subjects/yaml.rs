//! YAML: ours; libyaml's parser and emitter, as Debian builds them; `saphyr-parser`; `serde-saphyr`
//! for structs.
//!
//! The events of a text are checked by their counts: scalars and their bytes, collections, aliases.

use std::sync::Arc;

use varvel::yaml::events::{Event, Events};
use varvel::{Error, Frozen, Limits, json, yaml};

use super::prepared::Each;
use super::texts::strings;
use super::{reference, varvel as ours};
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::results::OURS;
use crate::structs::CitmCatalog;

/// The counts of a text's events; the same struct as in `external/native/libyaml_shim.cpp`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    scalars: u64,
    bytes: u64,
    collections: u64,
    aliases: u64,
}

impl Counts {
    fn sum(self) -> Checksum {
        let mut sum = Checksum::default();
        for (place, count) in [self.scalars, self.bytes, self.collections, self.aliases]
            .into_iter()
            .enumerate()
        {
            sum.integer(count.wrapping_mul(1_000_003_u64.pow(place as u32)));
        }
        sum
    }
}

/// Returns the subjects that read a text as events.
pub fn events() -> Vec<Box<dyn Subject>> {
    let ours = Each {
        name: OURS,
        load: as_given,
        work: |text| count(text),
        sum: |counts| Ok(counts.map_err(message)?.sum()),
    };
    let saphyr = Each {
        name: "saphyr-parser",
        load: strings,
        work: |text| saphyr(text),
        sum: |counts| Ok(counts.ok_or("refused")?.sum()),
    };
    vec![
        ours.subject(),
        #[cfg(has_libyaml)]
        libyaml::events(),
        saphyr.subject(),
    ]
}

/// Returns the counts of a text's events, by the reader of this crate.
pub fn events_truth(text: &[u8]) -> Result<Checksum, String> {
    Ok(count(text).map_err(message)?.sum())
}

/// Returns the subjects that read a text to a frozen document; libyaml reads only its events.
pub fn freeze() -> Vec<Box<dyn Subject>> {
    let ours = Each {
        name: OURS,
        load: as_given,
        work: |text| yaml::freeze(text),
        sum: |frozen| ours::checksum(frozen.map_err(message)?.view()),
    };
    vec![
        ours.subject(),
        #[cfg(has_libyaml)]
        libyaml::freeze(),
    ]
}

/// Returns the checksum of a text's value.
pub fn freeze_truth(text: &[u8]) -> Result<Checksum, String> {
    ours::checksum(yaml::freeze(text).map_err(message)?.view())
}

/// Returns the subjects that read a text to structs.
pub fn structs() -> Vec<Box<dyn Subject>> {
    let ours = Each {
        name: OURS,
        load: as_given,
        work: |text| yaml::from_slice::<CitmCatalog>(text).ok(),
        sum: |read| structs_sum(&read.ok_or("refused")?),
    };
    let saphyr = Each {
        name: "serde-saphyr",
        load: strings,
        work: |text| serde_saphyr::from_str::<CitmCatalog>(text).ok(),
        sum: |read| structs_sum(&read.ok_or("refused")?),
    };
    vec![ours.subject(), saphyr.subject()]
}

/// Returns the sums of structs, from their JSON.
fn structs_sum(read: &CitmCatalog) -> Result<Checksum, String> {
    reference(&json::to_vec(read).map_err(message)?)
}

/// Returns the sums of the structs of a text, by way of JSON and `serde_json`.
pub fn structs_truth(text: &[u8]) -> Result<Checksum, String> {
    let frozen = yaml::freeze(text).map_err(message)?;
    let json = json::to_vec(&frozen).map_err(message)?;
    let read = serde_json::from_slice::<CitmCatalog>(&json).map_err(|error| error.to_string())?;
    structs_sum(&read)
}

/// Returns the subjects that write a tree to a text, in block style, into a fresh buffer each time.
pub fn write() -> Vec<Box<dyn Subject>> {
    let ours = Each {
        name: OURS,
        load: frozen,
        work: |frozen| yaml::to_vec(frozen),
        sum: |text| freeze_truth(&text.map_err(message)?),
    };
    vec![
        ours.subject(),
        #[cfg(has_libyaml)]
        libyaml::write(),
    ]
}

fn count(text: &[u8]) -> Result<Counts, Error> {
    let mut events = Events::new(text, &Limits::DEFAULT)?;
    let mut counts = Counts::default();
    loop {
        match events.next()? {
            Event::Scalar(_) => {
                counts.scalars += 1;
                counts.bytes += events.text().len() as u64;
            }
            Event::SequenceStart(_) | Event::MappingStart(_) => counts.collections += 1,
            Event::Alias => counts.aliases += 1,
            Event::StreamEnd => return Ok(counts),
            _ => {}
        }
    }
}

fn saphyr(text: &str) -> Option<Counts> {
    use saphyr_parser::{Event, Parser};
    let mut counts = Counts::default();
    for event in Parser::new_from_str(text) {
        match event.ok()?.0 {
            Event::Scalar(text, ..) => {
                counts.scalars += 1;
                counts.bytes += text.len() as u64;
            }
            Event::SequenceStart(..) | Event::MappingStart(..) => counts.collections += 1,
            Event::Alias(_) => counts.aliases += 1,
            _ => {}
        }
    }
    Some(counts)
}

fn message(error: Error) -> String {
    error.to_string()
}

fn as_given(documents: &[Vec<u8>]) -> Result<Vec<Arc<[u8]>>, String> {
    Ok(documents
        .iter()
        .map(|text| text.as_slice().into())
        .collect())
}

fn frozen(documents: &[Vec<u8>]) -> Result<Vec<Frozen>, String> {
    let all = documents.iter().map(|text| yaml::freeze(text));
    all.collect::<Result<_, _>>().map_err(message)
}

#[cfg(has_libyaml)]
pub mod libyaml {
    use std::ffi::{CStr, c_char, c_int, c_void};
    use std::ptr::NonNull;
    use std::sync::Arc;

    use super::{Counts, Each, Subject, as_given, count, freeze_truth, message};
    use crate::checksum::Checksum;

    const NAME: &str = "libyaml";

    // The other side is external/native/libyaml_shim.cpp.
    unsafe extern "C" {
        fn bench_libyaml_version() -> *const c_char;
        fn bench_libyaml_events(text: *const u8, length: usize, out: *mut Counts) -> c_int;
        fn bench_libyaml_load(text: *const u8, length: usize) -> *mut c_void;
        fn bench_libyaml_unload(items: *mut c_void);
        fn bench_libyaml_write(items: *const c_void) -> *mut c_void;
        fn bench_libyaml_text(out: *const c_void, length: *mut usize) -> *const u8;
        fn bench_libyaml_free(out: *mut c_void);
    }

    pub fn version() -> String {
        // SAFETY: the function returns a string that lives as long as the program.
        let version = unsafe { CStr::from_ptr(bench_libyaml_version()) };
        version.to_string_lossy().into_owned()
    }

    fn counted(text: &[u8]) -> Option<Counts> {
        let mut counts = Counts::default();
        // SAFETY: the pointer and the length are those of a slice, and `counts` has the layout of
        // the other side's.
        let fine = unsafe { bench_libyaml_events(text.as_ptr(), text.len(), &mut counts) };
        (fine != 0).then_some(counts)
    }

    pub fn events() -> Box<dyn Subject> {
        Each {
            name: NAME,
            load: as_given,
            work: |text| counted(text),
            sum: |counts: Option<Counts>| Ok(counts.ok_or("refused")?.sum()),
        }
        .subject()
    }

    /// Returns the subject that reads only the events: they are checked to be complete, and then
    /// taken for the text's value.
    pub fn freeze() -> Box<dyn Subject> {
        Each {
            name: NAME,
            load: as_given,
            work: |text| (counted(text), Arc::clone(text)),
            sum: |(counts, text): (Option<Counts>, Arc<[u8]>)| match counts
                == Some(count(&text).map_err(message)?)
            {
                true => freeze_truth(&text),
                false => Err("other events".to_owned()),
            },
        }
        .subject()
    }

    /// Events that are ready to be emitted.
    struct Loaded(NonNull<c_void>);

    impl Drop for Loaded {
        fn drop(&mut self) {
            // SAFETY: the pointer came from `bench_libyaml_load`, and is given back once.
            unsafe { bench_libyaml_unload(self.0.as_ptr()) }
        }
    }

    /// A text that was emitted.
    struct Text(NonNull<c_void>);

    impl Drop for Text {
        fn drop(&mut self) {
            // SAFETY: the pointer came from `bench_libyaml_write`, and is given back once.
            unsafe { bench_libyaml_free(self.0.as_ptr()) }
        }
    }

    impl Text {
        fn sum(&self) -> Result<Checksum, String> {
            let mut length = 0;
            // SAFETY: the text lives as long as `self`, and the other side gives its length.
            let bytes = unsafe {
                let start = bench_libyaml_text(self.0.as_ptr(), &mut length);
                std::slice::from_raw_parts(start, length)
            };
            freeze_truth(bytes)
        }
    }

    pub fn write() -> Box<dyn Subject> {
        Each {
            name: NAME,
            load: |documents| {
                let loaded = documents.iter().map(|text| {
                    // SAFETY: the pointer and the length are those of a slice.
                    let items = unsafe { bench_libyaml_load(text.as_ptr(), text.len()) };
                    NonNull::new(items).map(Loaded).ok_or("refused".to_owned())
                });
                loaded.collect()
            },
            // SAFETY: the events were loaded, and live as long as `items`.
            work: |items: &Loaded| {
                NonNull::new(unsafe { bench_libyaml_write(items.0.as_ptr()) }).map(Text)
            },
            sum: |text: Option<Text>| text.ok_or("refused")?.sum(),
        }
        .subject()
    }
}
