//! `varvel head`: prints the first records of a stream.

use std::path::{Path, PathBuf};

use varvel::formats::AnyFormat;
use varvel::json;

use crate::commands::splits::given;
use crate::files::document::Document;
use crate::files::input::Opened;
use crate::files::layout::Layout;
use crate::files::purpose::Purpose;
use crate::files::reading::Reading;
use crate::files::records::Records;
use crate::terminal::exit::Failure;
use crate::terminal::output::{Output, print};

/// Print the first records of a stream, or items of an array, as JSON
///
/// No more is read than that takes, except for arrays of YAML, JSON5 and FlexBuffers, which are
/// read whole. Errors behind the printed records are ignored.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// File to read; `-` is standard input
    #[arg(required_unless_present = "split")]
    file: Option<PathBuf>,
    /// Read one split of a file, as `convert --split` does
    #[arg(
        long,
        value_name = "SPLIT",
        conflicts_with = "file",
        help_heading = "Reading"
    )]
    split: Option<String>,
    /// How many records
    #[arg(short = 'n', long = "records", value_name = "N", default_value_t = 10)]
    count: u64,
    #[command(flatten)]
    layout: Layout,
    #[command(flatten)]
    reading: Reading,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let split = args.split.as_deref().map(given).transpose()?;
    let (file, opened) = match (&split, &args.file) {
        (Some(split), _) => {
            let opened = Opened::of_split(split, &args.reading)?;
            (Path::new(&split.file), opened)
        }
        (None, Some(file)) => (file.as_path(), Opened::open(file, &args.reading)?),
        (None, None) => return Ok(()),
    };
    if opened.format.is_stream() {
        return print_first(args, Records::of(opened, &args.reading)?);
    }
    let opened = match opened.is_file_of(SMALL) {
        true => opened,
        false => match Records::of_array(opened, &args.reading) {
            Ok(items) => return print_first(args, items),
            Err(opened) => opened,
        },
    };
    let document = Document::of_first_records(opened, &args.reading, args.count)?;
    let count = usize::try_from(args.count).unwrap_or(usize::MAX);
    for (step, record) in document.records().take(count) {
        let text = args.layout.document(&record, AnyFormat::Json);
        let fails = |error| document.failure_below(file, &args.reading, step.into_iter(), error);
        let mut text = text.map_err(fails)?;
        text.push(b'\n');
        print(&text)?;
    }
    Ok(())
}

/// A file of at most this many bytes is read whole, which shows whether it is one array or a stream
/// of documents.
const SMALL: u64 = 1 << 15;

/// Prints the first records as they come.
fn print_first(args: &Args, mut records: Records<'_>) -> Result<(), Failure> {
    let as_text = args.layout.as_text(AnyFormat::Json.profile());
    Output::Stream.fill(|out| {
        let mut text = Vec::new();
        for _ in 0..args.count {
            // Records that have come go out before the command waits for more.
            let flush = || out.flush().map_err(|_| Failure::quiet());
            let Some(record) = records.next_or(flush)? else {
                break;
            };
            text.clear();
            let written = as_text.try_without_keys(|as_text| {
                let buffer = std::mem::take(&mut text);
                let writer = json::Writer::with_buffer(args.layout.json(as_text), buffer);
                record
                    .write(Purpose::Text, writer)
                    .and_then(json::Writer::finish)
            });
            text = written.map_err(|error| record.failure(error))?;
            text.push(b'\n');
            out.write_all(&text).map_err(|_| Failure::quiet())?;
        }
        Ok(())
    })
}
