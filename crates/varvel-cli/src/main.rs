//! The `varvel` command.
//!
//! | room | holds |
//! |---|---|
//! | `convert`, `get`, `validate` | one subcommand each: its arguments and what it does |
//! | `input` | a file or standard input, read whole; which format it has |
//! | `output` | standard output, and files that are replaced as a whole or not at all |
//! | `temporary` | new files until they are whole |
//! | `report` | errors as the user sees them |
//! | `exit` | how the command ends |
//!
//! Nothing here panics on any input: what fails is a [`exit::Failure`] on its way to [`main`].
#![forbid(unsafe_code)]

mod convert;
mod exit;
mod get;
mod input;
mod output;
mod report;
mod temporary;
mod validate;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Convert, query and check structured data: JSON text and frozen buffers.
#[derive(Parser)]
#[command(name = "varvel", version, arg_required_else_help = true, after_help = exit::CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Convert(convert::Args),
    Get(get::Args),
    Validate(validate::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Convert(args) => convert::run(&args),
        Command::Get(args) => get::run(&args),
        Command::Validate(args) => validate::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            failure.exit.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_arguments_are_consistent() {
        super::Cli::command().debug_assert();
    }
}
