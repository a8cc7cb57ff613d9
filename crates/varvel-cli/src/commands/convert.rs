//! `varvel convert`: converts a document or a stream into another format, or writes it anew in its
//! own.
//!
//! | room | holds |
//! |---|---|
//! | `outputs` | inputs and outputs: what the arguments name |
//! | `one` | the conversion of one input |
//! | `documents` | documents in memory |
//! | `streams` | streams, record by record |
//! | `several` | several inputs, as one output or each as its own |
//! | `unused` | options that a conversion has no use for |

mod documents;
mod one;
mod outputs;
mod several;
mod streams;
mod unused;

use std::ops::Deref;
use std::path::{Path, PathBuf};

#[cfg(feature = "full")]
use varvel_arrow::Kind;
use varvel_files::Split;

use crate::commands::splits::given;
#[cfg(feature = "full")]
use crate::commands::table::Table;
use crate::files::bad_lines::BadLines;
use crate::files::format::Format;
use crate::files::input::expanded;
use crate::files::layout::Layout;
use crate::files::pipeline::Streams;
use crate::files::places::Places;
use crate::files::reading::Reading;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::report;
use outputs::{is_folder, sides};

/// Convert a file into another format
///
/// The output file is replaced as a whole, and only if all went well; it may be the input file.
/// Output files named *.gz and *.zst are compressed. A compressed input is recognized by its first
/// bytes.
///
/// An array becomes a stream of its items, any other document a stream of one record; a stream
/// becomes the array of its records. The records of a stream are the rows of a table. Large arrays
/// are read item by item, as streams are, except those of YAML, JSON5 and FlexBuffers.
///
/// Several files, or a name with wildcards in quotes, become one stream, table or array: the rows
/// of one after the other, in their order. Several tables with equal columns become a table with
/// their types. If the output is a folder (`out/`), each file becomes one in it with its own name,
/// and tables that are made of records have one schema. Each file appears when it is whole.
#[derive(Debug, clap::Args)]
#[command(override_usage = "varvel convert [OPTIONS] <INPUT>... [OUTPUT]")]
pub struct Args {
    /// Files to read, and after them the one to write; `-` is standard input or output
    ///
    /// A single file is read and written to standard output. The last of three or more may exist
    /// only if its name tells another format than those of the others.
    #[arg(required_unless_present = "split", value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// File or folder to write; all others are then read
    #[arg(short, long, value_name = "FILE", help_heading = "Writing")]
    output: Option<PathBuf>,
    /// Read one split of a file, an object of a plan that `varvel splits` printed; @FILE has it
    ///
    /// The only other argument is the output: a stream, a table, or an array in JSON or YAML.
    #[arg(long, value_name = "SPLIT", help_heading = "Reading")]
    split: Option<String>,
    #[command(flatten)]
    pub reading: Reading,
    /// Format of the output [default: by the name of the output file; on standard output json, or
    /// ndjson for a stream]
    #[arg(long, value_name = "FORMAT", help_heading = "Writing")]
    pub to: Option<Format>,
    #[command(flatten)]
    pub layout: Layout,
    #[command(flatten)]
    pub streams: Streams,
    #[cfg(feature = "full")]
    #[command(flatten)]
    pub table: crate::commands::table::Options,
}

/// The conversion of one input.
#[derive(Clone, Copy)]
pub struct Job<'a, 'o> {
    /// The input, as the user named it.
    pub input: &'a Path,
    /// The part of the input to read; `None` for all of it.
    pub split: Option<&'a Split>,
    /// The file for bad lines, if several inputs share it.
    pub bad: Option<&'a BadLines<'o>>,
    /// Whether there is no other input.
    pub alone: bool,
    /// The arguments.
    pub args: &'a Args,
}

impl Deref for Job<'_, '_> {
    type Target = Args;

    fn deref(&self) -> &Args {
        self.args
    }
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let job = |input, split| Job {
        input,
        split,
        bad: None,
        alone: true,
        args,
    };
    let (from, is_split) = (args.reading.from, args.split.is_some());
    let (paths, output) = sides(&args.paths, args.output.as_deref(), from, is_split)?;
    if let Some(split) = &args.split {
        if !paths.is_empty() {
            let what = "with --split there is no other argument than the output";
            let hint = "the split names the input";
            return Err(report::plain(Exit::Usage, what, Some(hint)));
        }
        let file = split.strip_prefix('@').map(Path::new);
        let split = given(split)?;
        args.check_places([Path::new(&split.file)], [output], file)?;
        return one::convert(&job(Path::new(&split.file), Some(&split)), output);
    }
    let inputs = expanded(paths)?;
    match (&inputs[..], output) {
        (_, Some(folder)) if is_folder(folder) => several::into_folder(args, &inputs, folder),
        ([input], output) => {
            args.check_places([&**input], [output], None)?;
            one::convert(&job(input, None), output)
        }
        _ => {
            args.check_places(inputs.iter().map(PathBuf::as_path), [output], None)?;
            several::joined(args, &inputs, output)
        }
    }
}

impl Args {
    /// Checks that no file is overwritten which is read, or is written twice. `plan` is the file
    /// that has the split.
    fn check_places<'a>(
        &'a self,
        inputs: impl IntoIterator<Item = &'a Path>,
        outputs: impl IntoIterator<Item = Option<&'a Path>>,
        plan: Option<&'a Path>,
    ) -> Result<(), Failure> {
        let mut places = Places::default();
        places.convert(inputs, outputs);
        if let Some(plan) = plan {
            places.read("the file of the split", plan);
        }
        places.read_schema(self.reading.schema.file(), self.reading.schema.included());
        places.write("the file for bad lines", self.streams.bad_lines());
        #[cfg(feature = "full")]
        places.write("the report", self.table.report());
        places.check()
    }
}

#[cfg(feature = "full")]
impl Args {
    /// Returns the conversion into a table.
    pub fn table<'a, 'o>(
        &'a self,
        kind: Kind,
        to: Format,
        bad: Option<&'a BadLines<'o>>,
    ) -> Table<'a, 'o> {
        Table {
            reading: &self.reading,
            streams: &self.streams,
            options: &self.table,
            as_text: self.layout.as_text(to.profile()),
            kind,
            bad,
        }
    }
}
