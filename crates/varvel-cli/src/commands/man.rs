//! `varvel man`: writes the manual, with a page for each subcommand.

use std::path::PathBuf;

use crate::files::input::shown;
use crate::terminal::exit::Failure;
use crate::terminal::report;

/// Write the manual pages into a folder
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder that gets `varvel.1` and a page for each subcommand; it must exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Runs the subcommand. `line` is the whole command line.
pub fn run(args: &Args, line: clap::Command) -> Result<(), Failure> {
    clap_mangen::generate_to(line, &args.folder)
        .map_err(|cause| report::io(&format!("write into {}", shown(&args.folder)), &cause))
}
