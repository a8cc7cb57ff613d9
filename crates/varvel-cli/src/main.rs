//! The `varvel` command.
//!
//! | room | holds |
//! |---|---|
//! | `convert`, `get`, `inspect`, `validate`, `fmt`, `edit`, `head`, `count`, `schema`, `completions`, `man` | a subcommand each (`edit` two): its arguments and what it does |
//! | `schema_check` | `schema check` |
//! | `generate` | `gen`: code from schemas |
//! | `examples` | the examples of their help texts |
//! | `format` | the formats of files, and how they are told from each other |
//! | `flatbuffers` | FlatBuffers by the schema of `--schema` |
//! | `input` | a file or standard input, unpacked |
//! | `document` | a document that can be looked into, frozen from any format |
//! | `records`, `record_writer` | streams in and out, record by record |
//! | `pipeline` | streams into each other on all cores |
//! | `survey`, `picture` | what is in a document, and figures as bars |
//! | `output` | standard output, and files that are replaced as a whole or not at all |
//! | `temporary` | new files until they are whole |
//! | `interrupt` | Ctrl-C |
//! | `compress` | compressed files in and out |
//! | `progress` | how far the reading is, for the person at the terminal |
//! | `report`, `hint` | errors as the user sees them, and what to do about them |
//! | `exit` | how the command ends |
//!
//! Nothing here panics on any input: what fails is a [`exit::Failure`] on its way to [`main`].
#![forbid(unsafe_code)]

mod append;
mod completions;
mod compress;
mod convert;
mod count;
mod document;
mod edit;
mod examples;
mod exit;
mod flatbuffers;
mod fmt;
mod format;
mod generate;
mod get;
mod head;
mod hint;
mod input;
mod input_failure;
mod inspect;
#[cfg(unix)]
mod interrupt;
mod layout;
mod man;
mod output;
mod picture;
mod pipeline;
mod progress;
mod purpose;
mod record_writer;
mod records;
mod report;
mod schema;
mod schema_check;
mod schema_compile;
mod schema_file;
mod survey;
mod temporary;
mod validate;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

/// Convert, query and check structured data: JSON, MessagePack, frozen buffers, and streams of these.
#[derive(Parser)]
#[command(name = "varvel", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to use colours; `NO_COLOR` is heeded, too
    #[arg(
        long,
        global = true,
        value_name = "auto|always|never",
        default_value = "auto",
        hide_possible_values = true
    )]
    color: clap::ColorChoice,
}

#[derive(Subcommand)]
enum Command {
    Convert(convert::Args),
    Get(get::Args),
    Inspect(inspect::Args),
    Validate(validate::Args),
    Fmt(fmt::Args),
    Set(edit::Set),
    Rm(edit::Rm),
    Head(head::Args),
    Count(count::Args),
    Schema(schema::Args),
    Gen(generate::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// The command line, with examples and exit codes in all help texts.
fn command_line() -> clap::Command {
    let with_examples = |command: clap::Command| {
        let text = match examples::of(command.get_name()) {
            Some(examples) => format!("Examples:\n  {examples}\n\n{}", exit::CODES),
            None => exit::CODES.to_owned(),
        };
        command.after_help(text)
    };
    with_examples(Cli::command()).mut_subcommands(with_examples)
}

fn main() -> ExitCode {
    let matches = command_line().get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match cli.color {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    #[cfg(unix)]
    interrupt::watch();
    let result = match cli.command {
        Command::Convert(args) => convert::run(&args),
        Command::Get(args) => get::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Validate(args) => validate::run(&args),
        Command::Fmt(args) => fmt::run(&args),
        Command::Set(args) => edit::set(&args),
        Command::Rm(args) => edit::rm(&args),
        Command::Head(args) => head::run(&args),
        Command::Count(args) => count::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Gen(args) => generate::run(&args),
        Command::Completions(args) => completions::run(&args, command_line()),
        Command::Man(args) => man::run(&args, command_line()),
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
    #[test]
    fn the_arguments_are_consistent() {
        super::command_line().debug_assert();
    }

    #[test]
    fn every_subcommand_has_examples() {
        let line = super::command_line();
        for subcommand in line.get_subcommands() {
            let name = subcommand.get_name();
            assert!(super::examples::of(name).is_some(), "{name} has none");
        }
    }
}
