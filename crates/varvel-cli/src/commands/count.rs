//! `varvel count`: counts the records of streams.

use std::path::{Path, PathBuf};

use crate::commands::splits::given;
use crate::files::document::Document;
use crate::files::input::{Opened, expanded, shown};
use crate::files::purpose::Purpose;
use crate::files::reading::Reading;
use crate::files::records::Records;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::print;

/// Count the records of streams, or the items of arrays
///
/// The index of a frozen stream holds the number. Other streams are read whole, but only to find
/// where each record ends: use `validate` to check them. Items of arrays are checked.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files to count, also by wildcards; `-` is standard input
    #[arg(required_unless_present = "split", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Count the records of one split of a file, as `convert --split` reads it
    #[arg(
        long,
        value_name = "SPLIT",
        conflicts_with = "files",
        help_heading = "Reading"
    )]
    split: Option<String>,
    #[command(flatten)]
    reading: Reading,
}

/// Runs the subcommand. Goes on after a bad file.
pub fn run(args: &Args) -> Result<(), Failure> {
    if let Some(split) = &args.split {
        let split = given(split)?;
        let opened = Opened::of_split(&split, &args.reading)?;
        let count = of_opened(opened, Path::new(&split.file), &args.reading)?;
        return print(format!("{count}\n").as_bytes());
    }
    let mut worst = Exit::Quiet;
    let mut total = 0_u64;
    let files = expanded(&args.files)?;
    let several = files.len() > 1;
    for file in &files {
        match count(file, &args.reading) {
            Ok(count) if several => {
                total += count;
                print(format!("{count} {}\n", shown(file)).as_bytes())?;
            }
            Ok(count) => print(format!("{count}\n").as_bytes())?,
            Err(failure) => {
                failure.print();
                worst = worst.max(failure.exit);
            }
        }
    }
    if several {
        print(format!("{total} in all\n").as_bytes())?;
    }
    match worst {
        Exit::Quiet => Ok(()),
        exit => Err(Failure {
            exit,
            text: String::new(),
        }),
    }
}

fn count(file: &Path, reading: &Reading) -> Result<u64, Failure> {
    of_opened(Opened::open(file, reading)?, file, reading)
}

fn of_opened(opened: Opened, file: &Path, reading: &Reading) -> Result<u64, Failure> {
    if !opened.format.is_stream() {
        let opened = match opened.into_array(reading)? {
            Ok(array) => match array.check(reading) {
                Ok(count) => return Ok(count),
                Err(stopped) => {
                    stopped.unless_row_in(file)?;
                    Opened::open(file, reading)?
                }
            },
            Err(opened) => opened,
        };
        let document = Document::of_records(opened, reading, Purpose::Text)?;
        return Ok(document.records().count() as u64);
    }
    let mut records = Records::of(opened, reading)?;
    if let Some(count) = records.len() {
        return Ok(count);
    }
    let mut count = 0;
    while records.next()?.is_some() {
        count += 1;
    }
    Ok(count)
}
