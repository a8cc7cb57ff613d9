//! `varvel validate`: checks files.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use varvel::format::UniqueKeys;
use varvel::formats::AnyFormat;
use varvel::yaml::{self, Yaml};
use varvel::{Discard, Duplicates, Frozen};

use crate::files::array::Stopped;
use crate::files::fitting::Fitting;
use crate::files::format::Format;
use crate::files::input::{Input, Opened, expanded};
use crate::files::json_schema::json_schema;
use crate::files::pipeline;
use crate::files::purpose::Purpose;
use crate::files::reading::Reading;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output;

/// Check files: each is whole and correct, in its format, and fits a JSON Schema if one is given
///
/// Goes on after a bad file. If several files fail, the greatest of their exit codes is returned.
/// With `--schema` all faults of a file are reported, in its order: of a document, of each document
/// of a YAML text, of each record of a stream.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files to check, also by wildcards; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How many faults of a file are shown, with a JSON Schema
    #[arg(long, value_name = "N", default_value = "100", requires = "schema")]
    max_errors: NonZeroUsize,
    #[command(flatten)]
    reading: Reading,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut worst = Exit::Quiet;
    let mut bad = 0_usize;
    let files = expanded(&args.files)?;
    let fitting = match args.reading.schema.json_schema()? {
        Some(file) => Some(Fitting {
            schema: json_schema(file, args.reading.limits())?,
            most: args.max_errors.get(),
            reading: &args.reading,
        }),
        None => {
            // A schema that cannot be read is an error, also if no file needs it.
            args.reading.schema.parsed()?;
            None
        }
    };
    for file in &files {
        match check(file, &args.reading, fitting.as_ref()) {
            Ok(line) if args.reading.file.quiet => drop(line),
            Ok(line) => {
                if let Err(failure) = output::print(format!("{line}\n").as_bytes()) {
                    let exit = worst.max(failure.exit);
                    return Err(Failure { exit, ..failure });
                }
            }
            Err(failure) => {
                failure.print();
                bad += 1;
                worst = worst.max(failure.exit);
            }
        }
    }
    let text = match files.len() {
        files @ MANY.. if bad > 0 => format!("{bad} of {files} files are not valid"),
        _ => String::new(),
    };
    match worst {
        Exit::Quiet => Ok(()),
        exit => Err(Failure { exit, text }),
    }
}

/// From this number of files on, a last line counts the bad ones.
const MANY: usize = 3;

/// Checks a file. Returns a line for a good one.
fn check(file: &Path, reading: &Reading, fitting: Option<&Fitting<'_>>) -> Result<String, Failure> {
    let opened = Opened::open(file, reading)?;
    let name = opened.name.clone();
    if opened.format.is_stream() {
        let count = match fitting {
            Some(fitting) => fitting.stream(opened)?,
            None => pipeline::check(opened, reading)?,
        };
        let records = if count == 1 { "record" } else { "records" };
        return Ok(format!("{name}: ok, {count} {records}"));
    }
    if let Some(fitting) = fitting {
        fitting.document(&opened.whole()?)?;
        return Ok(format!("{name}: ok"));
    }
    match opened.into_array(reading)? {
        Ok(array) => drop(array.check(reading).map_err(Stopped::into_failure)?),
        Err(opened) => check_document(&opened.whole()?, reading)?,
    }
    Ok(format!("{name}: ok"))
}

/// Checks a document.
pub fn check_document(input: &Input, reading: &Reading) -> Result<(), Failure> {
    if input.format == Format::Flatbuffers {
        let schema = reading.flatbuffers()?;
        let driven = schema.drive(&input.bytes, false, &mut Discard);
        return driven.map_err(|error| input.failure(&error));
    }
    checked(input, reading).map_err(|error| input.failure(&error))
}

/// Checks a document that is no FlatBuffer. It is read as text is, since no number has to be a
/// float.
pub fn checked(input: &Input, reading: &Reading) -> varvel::Result {
    let unique = reading.duplicates() == Duplicates::Error;
    match input.format {
        Format::Document(AnyFormat::Yaml) => check_yaml(&input.bytes, unique, reading),
        Format::Document(format) if unique => UniqueKeys::try_new(Discard)
            .and_then(|mut keys| input.drive_fast(format, reading, Purpose::Text, &mut keys)),
        Format::Document(format) => input.drive(format, reading, Purpose::Text, &mut Discard),
        _ => Frozen::validate_with(&input.bytes, &reading.limits()).map(|_| ()),
    }
}

/// Checks all documents of a YAML text.
fn check_yaml(bytes: &[u8], unique: bool, reading: &Reading) -> varvel::Result {
    let mut documents = yaml::Documents::new(bytes, &reading.options_of::<Yaml>(Purpose::Text))?;
    let mut keys = UniqueKeys::try_new(Discard)?;
    while match unique {
        true => documents.drive_next(&mut keys)?,
        false => documents.drive_next(&mut Discard)?,
    } {
        keys.replace(Discard);
    }
    Ok(())
}
