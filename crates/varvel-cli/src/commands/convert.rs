//! `varvel convert`: a document or a stream from one format into another, or anew in the same.

use std::io::{self, Write as _};
use std::path::PathBuf;

use varvel::json::Writer;
use varvel::{
    AsText, Duplicates, Encode as _, Frozen, Sink, UniqueKeys, View, flexbuffers, msgpack, yaml,
};

use crate::files::document::{Document, yaml_documents};
use crate::files::flatbuffers::Loaded;
use crate::files::format::Format;
use crate::files::input::{Input, Opened, Reading, described, shown};
use crate::files::layout::Layout;
use crate::files::pipeline::{Pipeline, Streams};
use crate::files::purpose::Purpose;
use crate::files::record_writer::{Out, RecordWriter};
use crate::files::records::Records;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::{self, Output};
use crate::terminal::report;

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

/// The purpose of reading a document that is written in this format.
fn purpose_of(to: Format) -> Purpose {
    match to {
        Format::Json | Format::Ndjson => Purpose::Json,
        Format::Json5 | Format::Yaml => Purpose::Text,
        Format::Flatbuffers | Format::FlatbuffersStream => Purpose::Flatbuffers,
        _ => Purpose::Any,
    }
}

/// Fails where it makes no sense to write this format there.
fn check_writing(args: &Args, to: Format, output: &Output<'_>) -> Result<(), Failure> {
    let Layout {
        pretty, compact, ..
    } = args.layout;
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
    match to {
        Format::Frozen => input.freeze(&args.reading).map(Frozen::into_bytes),
        Format::Flatbuffers => {
            let schema = args.reading.flatbuffers()?;
            let build = |_| schema.builder();
            written(args, input, to, build, |mut builder| builder.finish())
        }
        Format::Yaml if input.format == Format::Yaml => {
            let documents = yaml_documents(&input, &args.reading);
            let documents = documents.map_err(|error| input.failure(&error))?;
            yaml_stream(&documents).map_err(|error| report::in_document(&input.name, &error))
        }
        Format::Yaml => {
            let write = |_| Ok(yaml::Writer::new(yaml::WriteOptions::default()));
            written(args, input, to, write, yaml::Writer::finish)
        }
        Format::Msgpack => {
            let options = msgpack::WriteOptions::default();
            let write = |as_text| {
                let options = options.with_as_text(as_text);
                Ok(msgpack::Writer::with_options(options, Vec::new()))
            };
            written(args, input, to, write, msgpack::Writer::finish)
        }
        Format::Flexbuffers => {
            let build = |as_text| Ok(flexbuffers::Builder::new().with_as_text(as_text));
            written(args, input, to, build, |mut builder| builder.finish())
        }
        _ => {
            let options = args.layout.write_options_of(to);
            let write = |as_text| Ok(Writer::new(options.with_as_text(as_text)));
            let text = written(args, input, to, write, Writer::finish)?;
            output::with_newline(text)
        }
    }
}

/// A document as `start` and `finish` make it: straight from one format into the other, with no document in between,
/// where none is needed.
fn written<S: for<'x> Sink<'x>>(
    args: &Args,
    input: Input,
    to: Format,
    start: impl Fn(AsText) -> varvel::Result<S>,
    finish: impl Fn(S) -> varvel::Result<Vec<u8>>,
) -> Result<Vec<u8>, Failure> {
    let as_text = args.layout.as_text(to);
    if input.format == Format::Flatbuffers {
        let schema = args.reading.flatbuffers()?;
        let written = as_text.try_without_keys(|as_text| {
            let mut sink = start(as_text)?;
            schema.drive(&input.bytes, false, &mut sink)?;
            finish(sink)
        });
        return written.map_err(|error| input.failure(&error));
    }
    let driven = match input.format {
        Format::Json | Format::Json5 | Format::Msgpack => true,
        Format::Yaml => to == Format::Flatbuffers,
        _ => false,
    };
    if driven && args.reading.duplicates() == Duplicates::Error {
        let written = as_text.try_without_keys(|as_text| {
            let mut pipe = UniqueKeys::new(start(as_text)?);
            input.drive(&args.reading, purpose_of(to), &mut pipe)?;
            finish(pipe.into_inner())
        });
        return written.map_err(|error| input.failure(&error));
    }
    let name = input.name.clone();
    let (frozen, input) = input.freeze_and_keep(&args.reading, purpose_of(to))?;
    let written = as_text.try_without_keys(|as_text| {
        let mut sink = start(as_text)?;
        frozen.view().encode(&mut sink, &())?;
        finish(sink)
    });
    written.map_err(|error| {
        // A tree does not know where in the text a value stood; the text does.
        let again = |input: Input| {
            let driven = start(as_text)
                .and_then(|mut sink| input.drive(&args.reading, purpose_of(to), &mut sink));
            let placed = driven
                .err()
                .filter(|placed| placed.kind() == error.kind())?;
            Some(input.failure(&placed))
        };
        let placed = input.and_then(again);
        placed.unwrap_or_else(|| report::in_document(&name, &error))
    })
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

/// A stream as one document.
fn gathered(args: &Args, input: Opened, to: Format) -> Result<Vec<u8>, Failure> {
    let name = input.name.clone();
    let document = Document::of_for(input, &args.reading, purpose_of(to))?;
    let fails = |error| report::in_document(&name, &error);
    let view = document.view();
    let as_text = args.layout.as_text(to);
    match to {
        Format::Json | Format::Json5 => {
            output::with_newline(args.layout.json(&view, to).map_err(fails)?)
        }
        Format::Msgpack => {
            let options = msgpack::WriteOptions::default().with_as_text(as_text);
            msgpack::to_vec_with(&view, &options).map_err(fails)
        }
        Format::Flexbuffers => {
            let options = flexbuffers::WriteOptions::default().with_as_text(as_text);
            flexbuffers::to_vec_with(&view, &options).map_err(fails)
        }
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
    let mut writer = RecordWriter::new(out, to, &args.reading, &args.layout)?;
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
    let mut writer = RecordWriter::new(out, to, &args.reading, &args.layout)?;
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
    let mut writer = RecordWriter::new(out, to, &args.reading, &args.layout)?;
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
        as_text: args.layout.as_text(to),
        exact_decimals: args.reading.keeps_decimals(to),
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
