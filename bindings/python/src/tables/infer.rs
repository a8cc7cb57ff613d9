//! The schema of all records of units.

use std::io;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;

use varvel::records::{BadRecord, Options, Progress, Watch};
use varvel::schema::Inference;
use varvel::{Duplicates, Kind, View};
use varvel_arrow::{Projection, RowInference, inference};

use super::conflict::first_number;
use super::documents::{self, Ended};
use super::given::Bad;
use super::rows::set_aside;
use super::unit::{Opened, Unit};
use crate::errors::Located;
use crate::interrupts::Interrupts;

/// The choices of inference.
#[derive(Clone, Copy)]
pub struct Choices {
    /// The most threads that work; `None` is as many as the system runs at once.
    pub threads: Option<NonZeroUsize>,
    /// The policy for duplicate keys.
    pub duplicates: Duplicates,
    /// How many lines of each unit are read; `None` is all records.
    pub sample: Option<NonZeroU64>,
}

/// Infers the wanted columns of all records, which are numbered by [`first_number`].
///
/// # Errors
/// The first bad record, if those are errors; those of reading; and any if it was interrupted.
pub fn infer(
    units: &[Unit],
    wanted: Option<&Projection>,
    choices: Choices,
    bad: &Bad,
    interrupts: &Interrupts,
) -> Result<Inference, Located> {
    let mut all: Option<Inference> = None;
    for (number, unit) in units.iter().enumerate() {
        if let (Some(once), None) = (&unit.once, choices.sample) {
            once.keep(Path::new(&unit.file), interrupts)?;
        }
        let Some(mut one) = of(unit, wanted, choices, bad, interrupts)? else {
            continue;
        };
        one.move_numbers(first_number(number));
        match &mut all {
            Some(all) => {
                let merged = all.merge(one);
                merged.map_err(|error| Located::nowhere(error).in_file(&unit.file, ""))?;
            }
            None => all = Some(one),
        }
    }
    Ok(all.unwrap_or_default())
}

/// Infers the schema of one unit; `None` if its text is bad, and set aside.
fn of(
    unit: &Unit,
    wanted: Option<&Projection>,
    choices: Choices,
    bad: &Bad,
    interrupts: &Interrupts,
) -> Result<Option<Inference>, Located> {
    let options = Options {
        threads: choices.threads,
        duplicates: choices.duplicates,
        ..Options::DEFAULT
    };
    let opened = match choices.sample {
        Some(lines) => unit.sample(lines, &options, interrupts),
        None => {
            let opened = unit.open(&options);
            opened.map_err(|error| Located::system(&error, Path::new(&unit.file)))
        }
    };
    match opened? {
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
            let mut inference = RowInference::new(wanted);
            let add = |number, record: View<'_>| {
                inference.add(&record).or_else(|error| {
                    let is_aside = record.kind() != Kind::Object && !bad.is_error();
                    let error = documents::bad_record(error, number, &unit.file);
                    match is_aside {
                        true => set_aside(bad.aside(), error),
                        false => Err(error),
                    }
                    .map_err(Ended::Record)
                })
            };
            let done = documents::records(&text, format, &options, unit.tolerant, add);
            match done {
                Ok(()) | Err(Ended::Enough) => Ok(Some(inference.finish())),
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
