//! Documents, and streams that become one, in another format: all in memory.

use varvel::flatbuffers::Builder;
use varvel::format::{Transient, UniqueKeys};
use varvel::formats::{AnyFormat, Row, Visit};
use varvel::json::Json;
use varvel::msgpack::MessagePack;
use varvel::{AsText, Duplicates, Encode as _, Frozen, Sink, View, yaml};

use super::Job;
use crate::files::document::{Document, yaml_documents};
use crate::files::flatbuffers::Loaded;
use crate::files::format::Format;
use crate::files::input::{Input, Opened};
use crate::files::purpose::Purpose;
use crate::files::reading::Reading;
use crate::terminal::exit::Failure;
use crate::terminal::{output, report};

/// Converts a document into another format.
pub fn converted(job: &Job<'_, '_>, input: Input, to: Format) -> Result<Vec<u8>, Failure> {
    const YAML: Format = Format::Document(AnyFormat::Yaml);
    match to {
        Format::Document(_) if (input.format, to) == (YAML, YAML) => {
            let documents = yaml_documents(&input, &job.reading);
            let documents = documents.map_err(|error| input.failure(&error))?;
            yaml_stream(&documents).map_err(|error| report::in_document(&input.name, &error))
        }
        Format::Document(format) => {
            let document = match format {
                AnyFormat::Json => write::<Json>(job, input, to, Input::drive_fast),
                AnyFormat::MessagePack => write::<MessagePack>(job, input, to, Input::drive_fast),
                _ => format.visit(Converted { job, input, to }),
            };
            as_file(document?, format)
        }
        Format::Flatbuffers => {
            let schema = job.reading.flatbuffers()?;
            let build = |as_text| schema.builder(as_text);
            let finish = |mut builder: Builder<'_>| builder.finish();
            written(job, input, to, build, finish, shared)
        }
        _ => input.freeze(&job.reading).map(Frozen::into_bytes),
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
    job: &'a Job<'a, 'o>,
    input: Input,
    to: Format,
}

impl Visit for Converted<'_, '_> {
    type Output = Result<Vec<u8>, Failure>;

    fn visit<F: Row>(self) -> Result<Vec<u8>, Failure> {
        write::<F>(self.job, self.input, self.to, shared)
    }
}

/// Writes a document in the format `F`, which `to` is.
fn write<F: Row>(
    job: &Job<'_, '_>,
    input: Input,
    to: Format,
    drive: Drive<F::Writer>,
) -> Result<Vec<u8>, Failure> {
    let start = |as_text| {
        let options = F::write_options(&job.layout.options(as_text));
        Ok(F::writer(&options, Vec::new()))
    };
    written(job, input, to, start, F::finish, drive)
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
    job: &Job<'_, '_>,
    input: Input,
    to: Format,
    start: impl Fn(AsText) -> varvel::Result<S>,
    finish: impl Fn(S) -> varvel::Result<Vec<u8>>,
    drive: Drive<S>,
) -> Result<Vec<u8>, Failure> {
    let (as_text, purpose) = (job.layout.as_text(to.profile()), Purpose::of(to));
    if input.format == Format::Flatbuffers {
        let schema = job.reading.flatbuffers()?;
        let written = as_text.try_without_keys(|as_text| {
            let mut sink = start(as_text)?;
            schema.drive(&input.bytes, false, &mut sink)?;
            finish(sink)
        });
        return written.map_err(|error| input.failure(&error));
    }
    if let Some(format) = driven(input.format, to)
        && job.reading.duplicates() == Duplicates::Error
    {
        let written = as_text.try_without_keys(|as_text| {
            let mut pipe = UniqueKeys::try_new(start(as_text)?)?;
            drive(&input, format, &job.reading, purpose, &mut pipe)?;
            finish(pipe.into_inner())
        });
        return written.map_err(|error| input.failure(&error));
    }
    let name = input.name.clone();
    let (frozen, input) = input.freeze_and_keep(&job.reading, purpose)?;
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
                input.drive(format, &job.reading, purpose, sink)
            });
            let placed = driven
                .err()
                .filter(|placed| placed.kind() == error.kind())?;
            Some(input.failure(&placed))
        };
        let placed = input.as_ref().and_then(again);
        placed.unwrap_or_else(|| match &input {
            Some(input) => input.failure_in_tree(&job.reading, purpose, &error),
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
pub fn gathered(job: &Job<'_, '_>, input: Opened, to: Format) -> Result<Vec<u8>, Failure> {
    let document = Document::of_for(input, &job.reading, Purpose::of(to))?;
    let fails = |error| document.failure_below(job.input, &job.reading, std::iter::empty(), error);
    let view = document.view();
    match to {
        Format::Document(format) => {
            let document = job.layout.document(&view, format).map_err(fails)?;
            as_file(document, format)
        }
        Format::Flatbuffers => {
            let as_text = job.layout.as_text(to.profile());
            built(&job.reading.flatbuffers()?, &view, as_text).map_err(fails)
        }
        _ => Ok(view.buffer().to_vec()),
    }
}
