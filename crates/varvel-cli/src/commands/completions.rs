//! `varvel completions`: the completions of a shell.

use clap_complete::Shell;

use crate::terminal::exit::Failure;
use crate::terminal::output;

/// Print the completions for a shell
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Runs the subcommand. `line` is the whole command line.
pub fn run(args: &Args, mut line: clap::Command) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut line, "varvel", &mut text);
    output::print(&text)
}
