//! `varvel schema check`: tests whether a FlatBuffers schema may follow another.

use std::path::PathBuf;

use varvel::schema::fbs::compatible;

use crate::files::schema_file::read;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::print;
use crate::terminal::report;

/// Say whether a FlatBuffers schema may follow another, and what breaks
///
/// Each change is a line. Lines begin with `breaks:` if code of one schema refuses or misreads
/// buffers of the other; if there are any, the exit code is 1. Types are compared by their place in
/// buffers, so they and their namespaces may be renamed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The schema that is in use (.fbs, .bfbs)
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The schema that is to follow it
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Folder to search for included files that are not beside the file that includes them
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
