//! The `varvel` command.
//!
//! | room | holds |
//! |---|---|
//! | `commands` | the subcommands, a file each: its arguments and its work |
//! | `files` | inputs and outputs: formats, documents, streams, compression |
//! | `terminal` | the output to the person at the terminal: results, errors, progress |
//!
//! The command never panics, whatever the input: every failure is a
//! [`Failure`](terminal::exit::Failure) on its way to [`main`].
#![forbid(unsafe_code)]

mod commands;
mod files;
mod terminal;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use commands::{
    completions, convert, count, edit, examples, fmt, generate, get, head, inspect, man, schema,
    splits, validate,
};
#[cfg(unix)]
use terminal::interrupt;
use terminal::{exit, output};

/// Convert, query, check and edit structured data: JSON, YAML, MessagePack, CBOR, FlexBuffers,
/// FlatBuffers, frozen documents, and streams of records.
#[derive(Parser)]
#[command(name = "varvel", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to use colours; the variable `NO_COLOR` turns them off
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
    Splits(splits::Args),
    Gen(generate::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Returns the command line, with examples and exit codes in all help texts.
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
    let parsed = command_line().try_get_matches();
    let parsed = parsed.and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return not_parsed(&error),
    };
    match cli.color {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    #[cfg(unix)]
    interrupt::watch();
    #[cfg(feature = "full")]
    quiet_panics();
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
        Command::Splits(args) => splits::run(&args),
        Command::Gen(args) => generate::run(&args),
        Command::Completions(args) => completions::run(&args, command_line()),
        Command::Man(args) => man::run(&args, command_line()),
    };
    let code = match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            failure.exit.into()
        }
    };
    // A signal that came before ends the command; one that comes now is too late.
    std::mem::forget(terminal::ending::hold());
    code
}

/// Prints no message about a panic that becomes an error: that of a damaged table.
#[cfg(feature = "full")]
fn quiet_panics() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !varvel_arrow::is_guarded() {
            hook(info);
        }
    }));
}

/// Prints the help or version that was asked for, or what is wrong with the command line.
fn not_parsed(error: &clap::Error) -> ExitCode {
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    match printed {
        Err(cause) if !error.use_stderr() => {
            let failure = output::to_stdout(&cause);
            failure.print();
            failure.exit.into()
        }
        _ if error.use_stderr() => exit::Exit::Usage.into(),
        _ => ExitCode::SUCCESS,
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
            assert!(
                crate::commands::examples::of(name).is_some(),
                "{name} has none"
            );
        }
    }
}
