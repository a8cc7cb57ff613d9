//! The schema of all records of units.

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;

use varvel::records::{BadRecord, Options, Progress, Watch};
use varvel::schema::{Inference, InferenceOptions, Schema};
use varvel::{Encode as _, Error};
use varvel_arrow::{Projection, inference};

use super::documents::{self, Ended};
use super::given::Bad;
use super::rows::set_aside;
use super::unit::{Opened, Unit};
use crate::errors::Located;
use crate::interrupts::Interrupts;

/// Infers the schema of the wanted columns of all records.
///
/// # Errors
/// The first bad record, if those are errors; those of reading; and any if it was interrupted.
pub fn infer(
    units: &[Unit],
    wanted: Option<&Projection>,
    threads: Option<NonZeroUsize>,
    bad: &Bad,
    interrupts: &Interrupts,
) -> Result<Schema, Located> {
    let mut all: Option<Inference> = None;
    for unit in units {
        let Some(one) = of(unit, wanted, threads, bad, interrupts)? else {
            continue;
        };
        match &mut all {
            Some(all) => {
                let merged = all.merge(one);
                merged.map_err(|error| Located::nowhere(error).in_file(&unit.file, ""))?;
            }
            None => all = Some(one),
        }
    }
    Ok(all.unwrap_or_default().finish())
}

/// Infers the schema of one unit; `None` if its text is bad, and set aside.
fn of(
    unit: &Unit,
    wanted: Option<&Projection>,
    threads: Option<NonZeroUsize>,
    bad: &Bad,
    interrupts: &Interrupts,
) -> Result<Option<Inference>, Located> {
    let options = Options {
        threads,
        ..Options::DEFAULT
    };
    let opened = unit.open(&options);
    match opened.map_err(|error| Located::system(&error, Path::new(&unit.file)))? {
        Opened::Records(input, from, options, place) => {
            let mut too_many = None;
            let mut collect = |record: &BadRecord<'_>| {
                if bad.aside().is_none() {
                    return Ok(());
                }
                set_aside(bad.aside(), place.bad(record)).map_err(|error| {
                    too_many = Some(error);
                    io::Error::other("there are too many bad records")
                })
            };
            let mut progress = |_: &Progress| interrupts.poll();
            let watch = Watch {
                bad: match bad.is_error() {
                    false => Some(&mut collect),
                    true => None,
                },
                progress: Some(&mut progress),
            };
            let inferred = inference(input, from, wanted, &options, watch);
            if let Some(error) = too_many {
                return Err(error);
            }
            inferred
                .map(Some)
                .map_err(|failure| place.failure(&failure))
        }
        Opened::Document(text, format) => {
            let mut inference = Inference::with(InferenceOptions {
                members: MEMBERS,
                ..InferenceOptions::default()
            });
            let done = documents::records(&text, format, &options, |number, record| {
                let fails =
                    |error: Error| Ended::Record(documents::bad_record(error, number, &unit.file));
                match wanted {
                    None => record.encode(&mut inference, &()),
                    Some(wanted) => record.encode(&mut wanted.before(&mut inference), &()),
                }
                .map_err(fails)?;
                inference.end_document();
                Ok(())
            });
            match done {
                Ok(()) | Err(Ended::Enough) => Ok(Some(inference)),
                Err(Ended::Record(error)) => Err(error),
                Err(Ended::Text(error)) => {
                    let error = documents::bad(error, &text, &unit.file);
                    if bad.is_error() {
                        return Err(error);
                    }
                    set_aside(bad.aside(), error)?;
                    Ok(None)
                }
            }
        }
    }
}

/// The most members of an object whose members are columns. With more it is a map.
const MEMBERS: usize = 1000;
