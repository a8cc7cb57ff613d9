//! `varvel convert`: a document from one format into another, or anew in the same.

use std::io::{self, Write as _};
use std::mem;
use std::path::PathBuf;

use varvel::json::{self, WriteOptions, Writer};
use varvel::{Duplicates, UniqueKeys};

use crate::exit::{Exit, Failure};
use crate::input::{Document, Format, Input, Reading, shown};
use crate::output::{self, Output};
use crate::report;

/// Convert a document between JSON text and the frozen format
///
/// The output file is replaced as a whole, and only if all went well; it may be the input file.
#[derive(Debug, clap::Args)]
#[command(after_help = crate::exit::CODES)]
pub struct Args {
    /// File to read; `-` is standard input
    input: PathBuf,
    /// File to write; `-` is standard output, which is the default
    output: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    /// Format of the output [default: by the name of the output file; json on standard output]
    #[arg(long, value_name = "json|frozen", hide_possible_values = true)]
    to: Option<Format>,
    #[command(flatten)]
    layout: Layout,
}

/// How JSON text is laid out.
#[derive(Debug, clap::Args)]
pub struct Layout {
    /// Write JSON with line breaks and two spaces a level
    #[arg(long, conflicts_with = "compact")]
    pretty: bool,
    /// Write JSON on one line without spaces (the default)
    #[arg(long)]
    compact: bool,
}

impl Layout {
    /// As the library wants it.
    pub fn write_options(&self) -> WriteOptions {
        if self.pretty {
            WriteOptions::pretty()
        } else {
            WriteOptions::compact()
        }
    }
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let output = Output::named(args.output.as_deref());
    let to = format_of(args, &output)?;
    let mut input = Input::read(&args.input, &args.reading)?;
    let bytes = converted(args, &mut input, to)?;
    output.write(&bytes)?;
    if let Output::File(path) = output {
        // For the person at the terminal. The work is done, so it does not matter if it fails.
        let _ = writeln!(
            anstream::stderr(),
            "{} ({}) -> {} ({})",
            input.name,
            input.format.name(),
            shown(path),
            to.name(),
        );
    }
    Ok(())
}

/// Which format to write; fails where that makes no sense.
fn format_of(args: &Args, output: &Output<'_>) -> Result<Format, Failure> {
    let by_name = match output {
        Output::Stream => Some(Format::Json),
        Output::File(path) if path.is_dir() => {
            let cause = io::ErrorKind::IsADirectory.into();
            return Err(report::io(&format!("write {}", shown(path)), &cause));
        }
        Output::File(path) => Format::of_name(path),
    };
    let Some(format) = args.to.or(by_name) else {
        let name = args.output.as_deref().map(shown).unwrap_or_default();
        return Err(report::plain(
            Exit::Usage,
            format!("the name of {name} does not tell which format to write"),
            Some("say `--to json` or `--to frozen`, or name the file *.json or *.varvel"),
        ));
    };
    if format == Format::Frozen && (args.layout.pretty || args.layout.compact) {
        return Err(report::plain(
            Exit::Usage,
            "--pretty and --compact are for JSON, and this writes the frozen format",
            None,
        ));
    }
    if format == Format::Frozen && output.is_terminal() {
        return Err(report::plain(
            Exit::Usage,
            "a frozen buffer is binary, and this would write it to the terminal",
            Some("name an output file, or send it on with `>` or `|`"),
        ));
    }
    Ok(format)
}

/// The bytes to write; those of the input may be used up for it.
fn converted(args: &Args, input: &mut Input, to: Format) -> Result<Vec<u8>, Failure> {
    let reading = &args.reading;
    let options = args.layout.write_options();
    if to == Format::Frozen {
        if let Document::Made(frozen) = input.document(reading)? {
            return Ok(frozen.into_bytes());
        }
        return Ok(mem::take(&mut input.bytes));
    }
    // Straight from text to text, with no document in between, where none is needed.
    let text = if input.format == Format::Json && reading.duplicates() == Duplicates::Error {
        let mut pipe = UniqueKeys::new(Writer::new(options));
        json::drive(&input.bytes, &reading.read_options(), &mut pipe)
            .and_then(|()| pipe.into_inner().finish())
            .map_err(|error| input.failure(&error))
    } else {
        json::to_vec_with(&input.document(reading)?.view(), &options)
            .map_err(|error| report::in_document(&input.name, &error))
    };
    output::with_newline(text?)
}
