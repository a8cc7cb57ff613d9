//! `varvel schema check`: whether a FlatBuffers schema may follow another.

use std::path::{Path, PathBuf};

use varvel::schema::fbs::{Disk, ProblemKind, Problems, Schema, compatible, parse};

use crate::exit::{Exit, Failure};
use crate::output::print;
use crate::report;

/// Say whether a FlatBuffers schema may follow another, and what breaks
///
/// Each change is a line; those by which buffers of one schema are refused or misread by code of the other begin with
/// `breaks:`, and if there are any, the exit code is 1. Types are compared by where they stand in buffers, so they and
/// their namespaces may be renamed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The schema that is in use (.fbs)
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The schema that is to follow it
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// A folder in which included files are looked for that are not beside the one that includes them
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    include: Vec<PathBuf>,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (old, new) = (
        read(&args.old, &args.include)?,
        read(&args.new, &args.include)?,
    );
    let changes = compatible(&old, &new);
    print(changes.to_string().as_bytes())?;
    match changes.breaking().count() {
        0 => Ok(()),
        count => {
            let what = match count {
                1 => "1 change breaks".to_owned(),
                count => format!("{count} changes break"),
            };
            let shown = args.new.display();
            Err(report::plain(
                Exit::Document,
                format_args!("{shown}: {what}"),
                None,
            ))
        }
    }
}

/// The schema in a file, with what it includes.
pub fn read(file: &Path, include: &[PathBuf]) -> Result<Schema, Failure> {
    let Some(name) = file.to_str() else {
        let what = format!("{} is no name in UTF-8", file.display());
        return Err(report::plain(Exit::Usage, what, None));
    };
    let disk = include
        .iter()
        .fold(Disk::default(), |disk, folder| disk.searched(folder));
    parse(name, &disk).map_err(|problems| failure(&problems))
}

fn failure(problems: &Problems) -> Failure {
    let unread = problems
        .iter()
        .any(|problem| problem.kind == ProblemKind::File);
    Failure {
        exit: if unread { Exit::Io } else { Exit::Document },
        text: problems.to_string().trim_end().to_owned(),
    }
}
