//! `varvel convert`: a document or a stream from one format into another, or anew in the same.

use std::io::{self, Write as _};
use std::path::PathBuf;

use varvel::json::{self, WriteOptions, Writer};
use varvel::{Duplicates, Encode as _, Frozen, Sink, UniqueKeys, View, flexbuffers, msgpack, yaml};

use crate::document::{Document, Purpose, yaml_documents};
use crate::exit::{Exit, Failure};
use crate::flatbuffers::Loaded;
use crate::format::Format;
use crate::input::{Input, Opened, Reading, described, shown};
use crate::output::{self, Output};
use crate::pipeline::{Pipeline, Streams};
use crate::record_writer::{Out, RecordWriter};
use crate::records::Records;
use crate::report;

/// Convert a file into another format
///
/// The output file is replaced as a whole, and only if all went well; it may be the input file. Files named
/// *.gz and *.zst are compressed; what is read is known to be so by its first bytes.
///
/// An array becomes a stream of its items, any other document a stream of one record; a stream becomes
/// the array of its records.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// File to read; `-` is standard input
    input: PathBuf,
    /// File to write; `-` is standard output, which is the default
    output: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    /// Format of the output [default: by the name of the output file; on standard output json, of a stream ndjson]
    #[arg(long, value_name = "FORMAT", help_heading = "Writing")]
    to: Option<Format>,
    #[command(flatten)]
    layout: Layout,
    #[command(flatten)]
    streams: Streams,
}

/// How JSON text is laid out.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Writing")]
pub struct Layout {
    /// Write JSON with line breaks and two spaces a level
    #[arg(long, conflicts_with = "compact")]
    pub pretty: bool,
    /// Write JSON on one line without spaces (the default)
    #[arg(long)]
    pub compact: bool,
}

impl Layout {
    /// As the library wants it.
    pub fn write_options(&self) -> WriteOptions {
        match self.pretty {
            true => WriteOptions::pretty(),
            false => WriteOptions::compact(),
        }
    }

    /// As the library wants it for this format: JSON5 has names without quotes.
    fn write_options_of(&self, to: Format) -> WriteOptions {
        match to {
            Format::Json5 => self.write_options().bare_names().non_finite_as_words(),
            _ => self.write_options(),
        }
    }
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let output = Output::named(args.output.as_deref());
    let given = format_of(args, &output)?;
    let input = Opened::open(&args.input, &args.reading)?;
    let to = given.unwrap_or(match input.format.is_stream() {
        true => Format::Ndjson,
        false => Format::Json,
    });
    check_writing(args, to, &output)?;
    let from = format!("{} ({})", input.name, input.description());
    let recover = args.reading.recover && input.format == Format::FrozenStream;
    let streams = (input.format.is_stream(), to.is_stream());
    let buffers = [input.format, to].contains(&Format::FlatbuffersStream);
    if streams == (true, true) && !recover && !buffers {
        return stream_to_stream(args, input, to, output);
    }
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
        (true, false) => output.write(&gathered(args, input, to)?)?,
        // A row of one.
        (false, true) if to == Format::FlatbuffersStream && !input.may_be_array() => {
            output.write(&converted(args, input.whole()?, Format::Flatbuffers)?)?;
        }
        (false, true) => {
            let document = Document::of_records(input, &args.reading, purpose_of(to))?;
            output.fill(|out| document_to_stream(args, &document, to, out))?;
        }
        (false, false) => output.write(&converted(args, input.whole()?, to)?)?,
    }
    tell(args, &from, to, &output, "");
    Ok(())
}

/// Tells what was written where, for the person at the terminal.
fn tell(args: &Args, from: &str, to: Format, output: &Output<'_>, more: &str) {
    if let Output::File(path) = output
        && !args.reading.quiet
    {
        let to = described(to, output.compression());
        let line = format!("{from} -> {} ({to}){more}", shown(path));
        // The work is done, so it does not matter if this fails.
        let _ = writeln!(anstream::stderr(), "{line}");
    }
}

/// Which format to write, where that does not depend on what is read.
fn format_of(args: &Args, output: &Output<'_>) -> Result<Option<Format>, Failure> {
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

/// What a document is read for that is written in this format.
fn purpose_of(to: Format) -> Purpose {
    match to {
        Format::Json | Format::Json5 | Format::Ndjson => Purpose::Json,
        Format::Flatbuffers | Format::FlatbuffersStream => Purpose::Flatbuffers,
        _ => Purpose::Any,
    }
}

/// Fails where it makes no sense to write this format there.
fn check_writing(args: &Args, to: Format, output: &Output<'_>) -> Result<(), Failure> {
    let Layout { pretty, compact } = args.layout;
    if !matches!(to, Format::Json | Format::Json5) && (pretty || compact) {
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

/// A document in another format.
fn converted(args: &Args, input: Input, to: Format) -> Result<Vec<u8>, Failure> {
    if to == Format::Frozen {
        return input.freeze(&args.reading).map(Frozen::into_bytes);
    }
    let name = input.name.clone();
    // Straight from one to the other, with no document in between, where none is needed.
    let driven = match input.format {
        Format::Json | Format::Json5 | Format::Msgpack => true,
        Format::Yaml => to == Format::Flatbuffers,
        _ => false,
    };
    let straight = input.format == Format::Flatbuffers
        || driven && args.reading.duplicates() == Duplicates::Error;
    let fails = |error| report::in_document(&name, &error);
    if to == Format::Flatbuffers {
        let schema = args.reading.flatbuffers()?;
        let builder = schema.builder().map_err(fails)?;
        return match straight {
            true => piped(args, &input, builder, |mut builder| builder.finish()),
            false => {
                let frozen = input.freeze_for(&args.reading, purpose_of(to))?;
                built(&schema, &frozen.view()).map_err(fails)
            }
        };
    }
    if to == Format::Yaml && input.format == Format::Yaml {
        let documents = yaml_documents(&input, &args.reading);
        let documents = documents.map_err(|error| input.failure(&error))?;
        return yaml_stream(&documents).map_err(fails);
    }
    if to == Format::Yaml {
        let writer = yaml::Writer::new(yaml::WriteOptions::default());
        return match straight {
            true => piped(args, &input, writer, yaml::Writer::finish),
            false => yaml::to_vec(&input.freeze(&args.reading)?).map_err(fails),
        };
    }
    if to == Format::Msgpack {
        let writer = msgpack::Writer::new();
        return match straight {
            true => piped(args, &input, writer, msgpack::Writer::finish),
            false => msgpack::to_vec(&input.freeze(&args.reading)?).map_err(fails),
        };
    }
    if to == Format::Flexbuffers {
        let builder = flexbuffers::Builder::new();
        return match straight {
            true => piped(args, &input, builder, |mut builder| builder.finish()),
            false => flexbuffers::to_vec(&input.freeze(&args.reading)?).map_err(fails),
        };
    }
    let options = args.layout.write_options_of(to);
    let text = match straight {
        true => piped(args, &input, Writer::new(options), Writer::finish)?,
        false => {
            json::to_vec_with(&input.freeze(&args.reading)?.view(), &options).map_err(fails)?
        }
    };
    output::with_newline(text)
}

/// Documents as one text of YAML, with marks between them if they are several.
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

/// A document as a FlatBuffer.
fn built(schema: &Loaded, view: &View<'_>) -> varvel::Result<Vec<u8>> {
    let mut builder = schema.builder()?;
    view.encode(&mut builder, &())?;
    builder.finish()
}

/// JSON, MessagePack, YAML or a FlatBuffer driven into a writer.
fn piped<S: for<'x> Sink<'x>>(
    args: &Args,
    input: &Input,
    writer: S,
    finish: impl FnOnce(S) -> varvel::Result<Vec<u8>>,
) -> Result<Vec<u8>, Failure> {
    let written = match input.format {
        Format::Flatbuffers => {
            let (schema, mut writer) = (args.reading.flatbuffers()?, writer);
            let driven = schema.drive(&input.bytes, false, &mut writer);
            driven.and_then(|()| finish(writer))
        }
        _ => {
            let mut pipe = UniqueKeys::new(writer);
            let driven = input.drive(&args.reading, &mut pipe);
            driven.and_then(|()| finish(pipe.into_inner()))
        }
    };
    written.map_err(|error| input.failure(&error))
}

/// A stream as one document.
fn gathered(args: &Args, input: Opened, to: Format) -> Result<Vec<u8>, Failure> {
    let name = input.name.clone();
    let document = Document::of_for(input, &args.reading, purpose_of(to))?;
    let fails = |error| report::in_document(&name, &error);
    let view = document.view();
    match to {
        Format::Json | Format::Json5 => {
            let text = json::to_vec_with(&view, &args.layout.write_options_of(to));
            output::with_newline(text.map_err(fails)?)
        }
        Format::Msgpack => msgpack::to_vec(&view).map_err(fails),
        Format::Flexbuffers => flexbuffers::to_vec(&view).map_err(fails),
        Format::Yaml => yaml::to_vec(&view).map_err(fails),
        Format::Flatbuffers => built(&args.reading.flatbuffers()?, &view).map_err(fails),
        _ => Ok(view.buffer().to_vec()),
    }
}

/// The items of an array as records; any other document as one.
fn document_to_stream(
    args: &Args,
    document: &Document,
    to: Format,
    out: Out<'_>,
) -> Result<(), Failure> {
    let mut writer = RecordWriter::new(out, to, &args.reading)?;
    let name = &document.name;
    for record in document.records() {
        let result = writer.push(&record);
        result.map_err(|error| report::in_document(name, &error))?;
    }
    writer.finish(name)
}

/// What is whole of a frozen stream, record by record.
fn recovered(args: &Args, input: Opened, to: Format, out: Out<'_>) -> Result<(), Failure> {
    let name = input.name.clone();
    let mut records = Records::of(input, &args.reading)?;
    let mut writer = RecordWriter::new(out, to, &args.reading)?;
    while let Some(record) = records.next()? {
        let pushed = record.view().map_or(Ok(()), |view| writer.push(&view));
        pushed.map_err(|error| record.failure(error))?;
    }
    writer.finish(&name)
}

/// FlatBuffers that become records, or records that become FlatBuffers, one after the other.
fn row_by_row(args: &Args, input: Opened, to: Format, out: Out<'_>) -> Result<(), Failure> {
    let name = input.name.clone();
    let mut records = Records::of(input, &args.reading)?;
    let mut writer = RecordWriter::new(out, to, &args.reading)?;
    while let Some(record) = records.next()? {
        let pushed = writer.push_record(&record);
        pushed.map_err(|error| record.failure(error))?;
    }
    writer.finish(&name)
}

/// Record by record, on all cores.
fn stream_to_stream(
    args: &Args,
    input: Opened,
    to: Format,
    output: Output<'_>,
) -> Result<(), Failure> {
    let name = input.name.clone();
    let from = format!("{name} ({})", input.description());
    let pipeline = Pipeline {
        name: &name,
        path: &args.input,
        to,
        output,
        reading: &args.reading,
        streams: &args.streams,
    };
    let done = pipeline.run(input)?;
    let records = if done.records == 1 {
        "record"
    } else {
        "records"
    };
    let more = format!(", {} {records}", done.records);
    tell(args, &from, to, &output, &more);
    pipeline.verdict(&done)
}
