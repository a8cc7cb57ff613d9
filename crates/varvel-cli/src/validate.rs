//! `varvel validate`: whether files are what they should be.

use std::path::PathBuf;

use varvel::{Discard, Duplicates, Frozen, UniqueKeys, json};

use crate::exit::{Exit, Failure};
use crate::input::{Format, Input, Reading};
use crate::output;

/// Check files: each is JSON text or a frozen buffer, whole and correct
///
/// Goes on after a bad file. Of several failures the greatest exit code counts.
#[derive(Debug, clap::Args)]
#[command(after_help = crate::exit::CODES)]
pub struct Args {
    /// Files to check; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut worst = Exit::Quiet;
    for file in &args.files {
        let checked = Input::read(file, &args.reading).and_then(|input| {
            check(&input, &args.reading)?;
            Ok(input.name)
        });
        match checked {
            Ok(name) => {
                if let Err(failure) = output::print(format!("{name}: ok\n").as_bytes()) {
                    let exit = worst.max(failure.exit);
                    return Err(Failure { exit, ..failure });
                }
            }
            Err(failure) => {
                failure.print();
                worst = worst.max(failure.exit);
            }
        }
    }
    match worst {
        Exit::Quiet => Ok(()),
        exit => Err(Failure {
            exit,
            text: String::new(),
        }),
    }
}

fn check(input: &Input, reading: &Reading) -> Result<(), Failure> {
    let options = reading.read_options();
    match input.format {
        Format::Json if reading.duplicates() == Duplicates::Error => {
            json::drive(&input.bytes, &options, &mut UniqueKeys::new(Discard))
        }
        Format::Json => json::drive(&input.bytes, &options, &mut Discard),
        Format::Frozen => Frozen::validate_with(&input.bytes, &reading.limits()).map(|_| ()),
    }
    .map_err(|error| input.failure(&error))
}
