//! `varvel convert`: converts a document or a stream into another format, or writes it anew in its
//! own.

use std::io::{self, Write as _};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use varvel::flatbuffers::Builder;
use varvel::format::{Transient, UniqueKeys};
use varvel::formats::{AnyFormat, Row, Visit};
use varvel::json::Json;
use varvel::msgpack::MessagePack;
use varvel::records::Options;
use varvel::{AsText, Duplicates, Encode as _, Frozen, Sink, View, records, yaml};
#[cfg(feature = "full")]
use varvel_arrow::Kind;
use varvel_files::Split;

use crate::commands::outputs::{is_folder, sides};
use crate::commands::several;
use crate::commands::splits::given;
#[cfg(feature = "full")]
use crate::commands::table::{Rows, Table};
use crate::files::array::Stopped;
use crate::files::bad_lines::BadLines;
use crate::files::document::{Document, yaml_documents};
use crate::files::flatbuffers::Loaded;
use crate::files::format::Format;
use crate::files::input::{Input, Opened, described, expanded, shown};
use crate::files::layout::Layout;
use crate::files::located::Located;
use crate::files::pipeline::{Pipeline, Streams};
use crate::files::purpose::Purpose;
use crate::files::reading::Reading;
use crate::files::record_writer::{ArrayWriter, Out, RecordWriter};
use crate::files::records::Records;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::{self, Output};
use crate::terminal::report;

/// Convert a file into another format
///
/// The output file is replaced as a whole, and only if all went well; it may be the input file.
/// Output files named *.gz and *.zst are compressed. A compressed input is recognized by its first
/// bytes.
///
/// An array becomes a stream of its items, any other document a stream of one record; a stream
/// becomes the array of its records. Large arrays are read item by item, as streams are, except
/// those of YAML, JSON5 and FlexBuffers.
///
/// Several files, or a name with wildcards in quotes, become one stream, table or array: the rows of
/// one after the other, in their order. If the output is a folder (`out/`), each becomes a file in it
/// with its own name, and tables have one schema. Each file appears when it is whole.
#[derive(Debug, clap::Args)]
#[command(override_usage = "varvel convert [OPTIONS] <INPUT>... [OUTPUT]")]
pub struct Args {
    /// Files to read, and behind them the one to write; `-` is standard input or output
    ///
    /// A single file is read and written to standard output.
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
        args,
    };
    let (paths, output) = sides(&args.paths, args.output.as_deref(), args.split.is_some())?;
    if let Some(split) = &args.split {
        if !paths.is_empty() {
            let what = "with --split there is no other argument than the output";
            let hint = "the split names the input";
            return Err(report::plain(Exit::Usage, what, Some(hint)));
        }
        let split = given(split)?;
        return one(&job(Path::new(&split.file), Some(&split)), output);
    }
    let inputs = expanded(paths)?;
    match (&inputs[..], output) {
        (_, Some(folder)) if is_folder(folder) => several::into_folder(args, &inputs, folder),
        ([input], output) => one(&job(input, None), output),
        _ => several::joined(args, &inputs, output),
    }
}

/// Converts one input.
pub fn one(args: &Job<'_, '_>, output: Option<&Path>) -> Result<(), Failure> {
    let output = Output::named(output);
    let given = format_of(args, &output)?;
    let input = match args.split {
        Some(split) => Opened::of_split(split, &args.reading)?,
        None => Opened::open(args.input, &args.reading)?,
    };
    let to = given.unwrap_or(match input.format.is_stream() {
        true => Format::Records(records::Format::Ndjson),
        false => Format::Document(AnyFormat::Json),
    });
    check_writing(args, to, &output)?;
    #[cfg(feature = "full")]
    let input = {
        let tables = [input.format, to].map(|format| matches!(format, Format::Table(_)));
        if let Some(option) = args.table.unused(tables[0], tables[1]) {
            return Err(unused(option, to, tables[0]));
        }
        let columns = match tables[0] {
            true => args.table.projection()?,
            false => None,
        };
        input.with_columns(columns)
    };
    #[cfg(feature = "full")]
    if let Format::Table(kind) = to {
        let from = format!("{} ({})", input.name, input.description());
        let table = args.table(kind, to, args.bad);
        if let Format::Table(_) = input.format {
            let rows = table.copy(input, &output)?;
            tell_table(args, &from, to, &output, rows);
            return Ok(());
        }
        let mut inputs = [Rows {
            path: args.input,
            opened: Some(input),
        }];
        let layout = table.layout(&mut inputs, &output)?;
        let done = table.write(&mut inputs, &layout, &output)?;
        tell_table(args, &from, to, &output, done.records);
        return table.verdict(&done);
    }
    let from = format!("{} ({})", input.name, input.description());
    let frozen = input.format == Format::Records(records::Format::Frozen);
    let recover = frozen && (args.reading.recover || input.is_added_to());
    let streams = (input.format.is_stream(), to.is_stream());
    if let (Format::Records(from), Format::Records(to)) = (input.format, to)
        && !recover
    {
        return stream_to_stream(args, input, from, to, output);
    }
    let array = matches!(to, Format::Document(AnyFormat::Json | AnyFormat::Yaml));
    if input.origin().is_some() && !to.is_stream() && !array {
        let what = format!(
            "a split becomes a stream, a table, or an array in JSON or YAML, and this writes {}",
            to.phrase()
        );
        return Err(report::plain(Exit::Usage, what, None));
    }
    let buffers = [input.format, to].contains(&Format::FlatbuffersStream);
    if let Some(option) = args.streams.set() {
        let what = match buffers {
            true => format!("{option} is not for FlatBuffers"),
            false => format!("{option} is for whole streams that become streams"),
        };
        return Err(report::plain(Exit::Usage, what, None));
    }
    match streams {
        (true, true) if recover => output.fill(|out| recovered(args, input, to, out))?,
        (true, true) => output.fill(|out| row_by_row(args, input, to, out))?,
        (true, false) if array => {
            output.fill(|out| item_by_item(args, input, to, out))?;
        }
        (true, false) if to == Format::Flatbuffers => {
            let what = "a FlatBuffer is one document, and this is a stream of records";
            let hint = "`--size-prefixed` writes each record as a buffer with its size before it";
            return Err(report::plain(Exit::Usage, what, Some(hint)));
        }
        (true, false) => output.write(&gathered(args, input, to)?)?,
        // A stream of one FlatBuffer.
        (false, true) if to == Format::FlatbuffersStream && !input.may_be_array() => {
            output.write(&converted(args, input.whole()?, Format::Flatbuffers)?)?;
        }
        (false, true) => {
            if let Some(input) = items_to_stream(args, input, to, &output)? {
                let document = Document::of_records(input, &args.reading, Purpose::of(to))?;
                output.fill(|out| document_to_stream(args, &document, to, out))?;
            }
        }
        (false, false) => output.write(&converted(args, input.whole()?, to)?)?,
    }
    tell(args, &from, to, &output, "");
    Ok(())
}

/// Reports an option of tables that has no use.
#[cfg(feature = "full")]
fn unused(option: &str, to: Format, from_table: bool) -> Failure {
    let what = match from_table {
        true => format!("{option} is for records, and the columns of the input have types"),
        false => format!(
            "{option} is for Parquet and Arrow files, and this writes {}",
            to.phrase()
        ),
    };
    report::plain(Exit::Usage, what, None)
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

/// Tells the person at the terminal about a table.
#[cfg(feature = "full")]
pub fn tell_table(args: &Args, from: &str, to: Format, output: &Output<'_>, rows: u64) {
    let unit = if rows == 1 { "row" } else { "rows" };
    tell(args, from, to, output, &format!(", {rows} {unit}"));
}

/// Tells the person at the terminal what was written, and where.
pub fn tell(args: &Args, from: &str, to: Format, output: &Output<'_>, more: &str) {
    if let Output::File(path) = output
        && !args.reading.file.quiet
    {
        let to = described(to, output.compression());
        let line = format!("{from} -> {} ({to}){more}", shown(path));
        // The work is done, so it does not matter if this fails.
        let _ = writeln!(anstream::stderr(), "{line}");
    }
}

/// Returns the format to write, if the arguments and the output decide it without the input.
pub fn format_of(args: &Args, output: &Output<'_>) -> Result<Option<Format>, Failure> {
    let Some(path) = output.path() else {
        return Ok(args.reading.schema.named(args.to));
    };
    if path.is_dir() {
        let cause = io::ErrorKind::IsADirectory.into();
        return Err(report::io(&format!("write {}", shown(path)), &cause));
    }
    let format = args.reading.schema.named(args.to);
    let format = format.or_else(|| args.reading.schema.format_of(path));
    if format.is_none() {
        let what = format!(
            "the name of {} does not tell which format to write",
            shown(path)
        );
        let hint = "say `--to json` or another, or name the file *.json, *.msgpack or *.varvel";
        return Err(report::plain(Exit::Usage, what, Some(hint)));
    }
    Ok(format)
}

/// Fails if writing this format to this output makes no sense.
pub fn check_writing(args: &Args, to: Format, output: &Output<'_>) -> Result<(), Failure> {
    let Layout {
        pretty, compact, ..
    } = args.layout;
    if !to.is_json() && (pretty || compact) {
        let what = format!(
            "--pretty and --compact are for JSON, and this writes {}",
            to.phrase()
        );
        return Err(report::plain(Exit::Usage, what, None));
    }
    if !to.is_text() && output.is_terminal() {
        let what = format!(
            "{} is binary, and this would write it to the terminal",
            to.phrase()
        );
        let hint = "name an output file, or send it on with `>` or `|`";
        return Err(report::plain(Exit::Usage, what, Some(hint)));
    }
    Ok(())
}

/// Converts a document into another format.
fn converted(args: &Job<'_, '_>, input: Input, to: Format) -> Result<Vec<u8>, Failure> {
    const YAML: Format = Format::Document(AnyFormat::Yaml);
    match to {
        Format::Document(_) if (input.format, to) == (YAML, YAML) => {
            let documents = yaml_documents(&input, &args.reading);
            let documents = documents.map_err(|error| input.failure(&error))?;
            yaml_stream(&documents).map_err(|error| report::in_document(&input.name, &error))
        }
        Format::Document(format) => {
            let document = match format {
                AnyFormat::Json => write::<Json>(args, input, to, Input::drive_fast),
                AnyFormat::MessagePack => write::<MessagePack>(args, input, to, Input::drive_fast),
                _ => format.visit(Converted { args, input, to }),
            };
            as_file(document?, format)
        }
        Format::Flatbuffers => {
            let schema = args.reading.flatbuffers()?;
            let build = |as_text| schema.builder(as_text);
            let finish = |mut builder: Builder<'_>| builder.finish();
            written(args, input, to, build, finish, shared)
        }
        _ => input.freeze(&args.reading).map(Frozen::into_bytes),
    }
}

/// Returns a document as the content of a file: a text ends with a line break.
fn as_file(document: Vec<u8>, format: AnyFormat) -> Result<Vec<u8>, Failure> {
    match format.profile().text && !document.ends_with(b"\n") {
        true => output::with_newline(document),
        false => Ok(document),
    }
}

/// A document that is converted into a format of documents.
struct Converted<'a, 'o> {
    args: &'a Job<'a, 'o>,
    input: Input,
    to: Format,
}

impl Visit for Converted<'_, '_> {
    type Output = Result<Vec<u8>, Failure>;

    fn visit<F: Row>(self) -> Result<Vec<u8>, Failure> {
        write::<F>(self.args, self.input, self.to, shared)
    }
}

/// Writes a document in the format `F`, which `to` is.
fn write<F: Row>(
    args: &Job<'_, '_>,
    input: Input,
    to: Format,
    drive: Drive<F::Writer>,
) -> Result<Vec<u8>, Failure> {
    let start = |as_text| {
        let options = F::write_options(&args.layout.options(as_text));
        Ok(F::writer(&options, Vec::new()))
    };
    written(args, input, to, start, F::finish, drive)
}

/// Drives a document into a writer: [`Input::drive_fast`] or [`shared`].
type Drive<S> = fn(&Input, AnyFormat, &Reading, Purpose, &mut UniqueKeys<S>) -> varvel::Result;

/// Drives a document into a writer for which the readers are not compiled: few large documents
/// become one of these formats.
fn shared<S: for<'x> Sink<'x>>(
    input: &Input,
    format: AnyFormat,
    reading: &Reading,
    purpose: Purpose,
    sink: &mut UniqueKeys<S>,
) -> varvel::Result {
    input.drive(format, reading, purpose, sink)
}

/// Returns the format of a document that goes straight into the writer of `to`, or `None` if it
/// does not.
///
/// YAML does so into FlatBuffers alone: a text may have several documents, which become an array.
fn driven(from: Format, to: Format) -> Option<AnyFormat> {
    match from {
        Format::Document(AnyFormat::Yaml) if to != Format::Flatbuffers => None,
        Format::Document(format) => Some(format),
        _ => None,
    }
}

/// Writes a document into the sink that `start` makes. If possible it goes straight from one format
/// into the other, without a frozen document in between.
fn written<S: for<'x> Sink<'x>>(
    args: &Job<'_, '_>,
    input: Input,
    to: Format,
    start: impl Fn(AsText) -> varvel::Result<S>,
    finish: impl Fn(S) -> varvel::Result<Vec<u8>>,
    drive: Drive<S>,
) -> Result<Vec<u8>, Failure> {
    let (as_text, purpose) = (args.layout.as_text(to.profile()), Purpose::of(to));
    if input.format == Format::Flatbuffers {
        let schema = args.reading.flatbuffers()?;
        let written = as_text.try_without_keys(|as_text| {
            let mut sink = start(as_text)?;
            schema.drive(&input.bytes, false, &mut sink)?;
            finish(sink)
        });
        return written.map_err(|error| input.failure(&error));
    }
    if let Some(format) = driven(input.format, to)
        && args.reading.duplicates() == Duplicates::Error
    {
        let written = as_text.try_without_keys(|as_text| {
            let mut pipe = UniqueKeys::try_new(start(as_text)?)?;
            drive(&input, format, &args.reading, purpose, &mut pipe)?;
            finish(pipe.into_inner())
        });
        return written.map_err(|error| input.failure(&error));
    }
    let name = input.name.clone();
    let (frozen, input) = input.freeze_and_keep(&args.reading, purpose)?;
    let written = as_text.try_without_keys(|as_text| {
        let mut sink = start(as_text)?;
        frozen.view().encode(&mut sink, &())?;
        finish(sink)
    });
    written.map_err(|error| {
        // A tree does not know where in the text a value was, so the text is read again.
        let again = |input: &Input| {
            let Format::Document(format) = input.format else {
                return None;
            };
            let driven = start(as_text).and_then(|mut sink| {
                let sink = &mut Transient::new(&mut sink);
                input.drive(format, &args.reading, purpose, sink)
            });
            let placed = driven
                .err()
                .filter(|placed| placed.kind() == error.kind())?;
            Some(input.failure(&placed))
        };
        let placed = input.as_ref().and_then(again);
        placed.unwrap_or_else(|| match &input {
            Some(input) => input.failure_in_tree(&args.reading, purpose, &error),
            None => report::in_document(&name, &error),
        })
    })
}

/// Writes documents as one text of YAML, with marks between them if they are several.
fn yaml_stream(documents: &[Frozen]) -> varvel::Result<Vec<u8>> {
    let options = match documents.len() {
        0 | 1 => yaml::WriteOptions::default(),
        _ => yaml::WriteOptions::default().with_start(),
    };
    let mut text = Vec::new();
    for document in documents {
        text.extend(yaml::to_vec_with(document, &options)?);
    }
    Ok(text)
}

/// Writes a document as a FlatBuffer.
fn built(schema: &Loaded, view: &View<'_>, as_text: AsText) -> varvel::Result<Vec<u8>> {
    let mut builder = schema.builder(as_text)?;
    view.encode(&mut builder, &())?;
    builder.finish()
}

/// Converts a stream into one document.
fn gathered(args: &Job<'_, '_>, input: Opened, to: Format) -> Result<Vec<u8>, Failure> {
    let document = Document::of_for(input, &args.reading, Purpose::of(to))?;
    let fails =
        |error| document.failure_below(args.input, &args.reading, std::iter::empty(), error);
    let view = document.view();
    match to {
        Format::Document(format) => {
            let document = args.layout.document(&view, format).map_err(fails)?;
            as_file(document, format)
        }
        Format::Flatbuffers => {
            let as_text = args.layout.as_text(to.profile());
            built(&args.reading.flatbuffers()?, &view, as_text).map_err(fails)
        }
        _ => Ok(view.buffer().to_vec()),
    }
}

/// Writes the records of a stream as the items of an array, one by one.
fn item_by_item(
    args: &Job<'_, '_>,
    input: Opened,
    to: Format,
    out: Out<'_>,
) -> Result<(), Failure> {
    let name = input.name.clone();
    let mut records = Records::of(input, &args.reading)?;
    let Some(mut writer) = ArrayWriter::new(out, to, &args.layout) else {
        return Ok(());
    };
    while let Some(record) = records.next()? {
        let pushed = writer.push_record(&record);
        pushed.map_err(|error| record.failure(error))?;
    }
    let finished = writer.finish();
    finished.map_err(|error| report::in_document(&name, &error))
}

/// Writes the items of a large array as records, on all cores. Returns the input if it is no such
/// array.
fn items_to_stream(
    args: &Job<'_, '_>,
    input: Opened,
    to: Format,
    output: &Output<'_>,
) -> Result<Option<Opened>, Failure> {
    let Format::Records(records) = to else {
        return Ok(Some(input));
    };
    let array = match input.into_array(&args.reading)? {
        Ok(array) => array,
        Err(input) => return Ok(Some(input)),
    };
    let replaces = output.replaces_a_file();
    if !replaces && array.is_in_row(args.input, &args.reading)? {
        return Opened::open(args.input, &args.reading).map(Some);
    }
    let options = Options {
        limits: args.reading.limits(),
        duplicates: args.reading.duplicates(),
        as_text: args.layout.as_text(to.profile()),
        exact_decimals: args.reading.keeps_decimals(to),
        ..Options::DEFAULT
    };
    let mut row = None;
    let filled = output.fill(|out| {
        let converted = array.convert(out, records, &options);
        converted.map(drop).map_err(|stopped| match stopped {
            // The output drops the items that were written.
            Stopped::Row(_) if replaces => {
                row = Some(stopped);
                Failure::quiet()
            }
            stopped => stopped.into_failure(),
        })
    });
    match row {
        Some(row) => {
            row.unless_row_in(args.input)?;
            Opened::open(args.input, &args.reading).map(Some)
        }
        None => filled.map(|()| None),
    }
}

/// Writes the items of an array as records, or any other document as one record.
fn document_to_stream(
    args: &Job<'_, '_>,
    document: &Document,
    to: Format,
    out: Out<'_>,
) -> Result<(), Failure> {
    let mut writer = RecordWriter::new(out, to, &args.reading, &args.layout)?;
    let name = &document.name;
    for (step, record) in document.records() {
        let result = writer.push(&record);
        result.map_err(|error| {
            document.failure_below(args.input, &args.reading, step.into_iter(), error)
        })?;
    }
    writer.finish(name)
}

/// Writes the whole records of a damaged frozen stream one by one.
fn recovered(args: &Job<'_, '_>, input: Opened, to: Format, out: Out<'_>) -> Result<(), Failure> {
    let name = input.name.clone();
    let mut records = Records::of(input, &args.reading)?;
    let mut writer = RecordWriter::new(out, to, &args.reading, &args.layout)?;
    while let Some(record) = records.next()? {
        let pushed = record.view().map_or(Ok(()), |view| writer.push(&view));
        pushed.map_err(|error| record.failure(error))?;
    }
    writer.finish(&name)
}

/// Converts FlatBuffers into records, or records into FlatBuffers, one by one.
fn row_by_row(args: &Job<'_, '_>, input: Opened, to: Format, out: Out<'_>) -> Result<(), Failure> {
    let name = input.name.clone();
    let mut records = Records::of(input, &args.reading)?;
    let mut writer = RecordWriter::new(out, to, &args.reading, &args.layout)?;
    while let Some(record) = records.next()? {
        let pushed = writer.push_record(&record);
        pushed.map_err(|error| record.failure(error))?;
    }
    writer.finish(&name)
}

/// Converts a stream into another on all cores.
fn stream_to_stream(
    args: &Job<'_, '_>,
    input: Opened,
    from: records::Format,
    to: records::Format,
    output: Output<'_>,
) -> Result<(), Failure> {
    let name = input.name.clone();
    let origin = Located::of(&input);
    let described = format!("{name} ({})", input.description());
    let format = Format::Records(to);
    let pipeline = Pipeline {
        name: &name,
        path: args.input,
        from,
        output,
        reading: &args.reading,
        streams: &args.streams,
        as_text: args.layout.as_text(format.profile()),
        exact_decimals: args.reading.keeps_decimals(format),
        origin,
        bad: args.bad,
    };
    let done = pipeline.run(input, to)?;
    let records = if done.records == 1 {
        "record"
    } else {
        "records"
    };
    let more = format!(", {} {records}", done.records);
    tell(args, &described, format, &output, &more);
    pipeline.verdict(&done)
}
