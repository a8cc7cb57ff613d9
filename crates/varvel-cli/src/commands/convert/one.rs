//! The conversion of one input.

use std::path::Path;

use varvel::formats::AnyFormat;
use varvel::records;
#[cfg(feature = "full")]
use varvel_arrow::Kind;

use super::Job;
use super::outputs::{check_writing, format_of, tell};
use super::{documents, streams, unused};
#[cfg(feature = "full")]
use crate::commands::table::Rows;
use crate::files::document::Document;
use crate::files::format::Format;
use crate::files::input::Opened;
use crate::files::purpose::Purpose;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::Output;
use crate::terminal::report;

/// Converts one input.
pub fn convert(job: &Job<'_, '_>, output: Option<&Path>) -> Result<(), Failure> {
    let output = Output::named(output);
    let given = format_of(job, &output)?;
    let input = match job.split {
        Some(split) => Opened::of_split(split, &job.reading)?,
        None => Opened::open(job.input, &job.reading)?,
    };
    let to = given.unwrap_or(match input.format.is_stream() {
        true => Format::Records(records::Format::Ndjson),
        false => Format::Document(AnyFormat::Json),
    });
    check_writing(job, to, &output)?;
    if job.alone {
        unused::check(job, input.format, to)?;
    }
    #[cfg(feature = "full")]
    let input = with_columns(job, input, to)?;
    #[cfg(feature = "full")]
    if let Format::Table(kind) = to {
        return into_table(job, input, kind, &output);
    }
    let recovered = input.is_recovered(&job.reading);
    if let (Format::Records(from), Format::Records(to)) = (input.format, to)
        && !recovered
    {
        return streams::stream_to_stream(job, input, from, to, output);
    }
    check_whole(job, &input, to)?;
    let from = format!("{} ({})", input.name, input.description());
    match (input.format.is_stream(), to.is_stream()) {
        (true, true) => output.fill(|out| streams::one_by_one(job, input, to, out))?,
        (true, false) if is_array(to) => {
            output.fill(|out| streams::item_by_item(job, input, to, out))?;
        }
        (true, false) if to == Format::Flatbuffers => {
            let what = "a FlatBuffer is one document, and this is a stream of records";
            let hint = "`--size-prefixed` writes each record as a buffer with its size before it";
            return Err(report::plain(Exit::Usage, what, Some(hint)));
        }
        (true, false) => output.write(&documents::gathered(job, input, to)?)?,
        // A stream of one FlatBuffer.
        (false, true) if to == Format::FlatbuffersStream && !input.may_be_array() => {
            let buffer = documents::converted(job, input.whole()?, Format::Flatbuffers)?;
            output.write(&buffer)?;
        }
        (false, true) => {
            if let Some(input) = streams::items_to_stream(job, input, to, &output)? {
                let document = Document::of_records(input, &job.reading, Purpose::of(to))?;
                output.fill(|out| streams::document_to_stream(job, &document, to, out))?;
            }
        }
        (false, false) => output.write(&documents::converted(job, input.whole()?, to)?)?,
    }
    tell(job, &from, to, &output, None);
    Ok(())
}

/// Returns whether the records of a stream become the items of an array, one by one.
pub fn is_array(to: Format) -> bool {
    matches!(to, Format::Document(AnyFormat::Json | AnyFormat::Yaml))
}

/// Fails for a split that would become one document, and for options of whole streams.
fn check_whole(job: &Job<'_, '_>, input: &Opened, to: Format) -> Result<(), Failure> {
    if input.origin().is_some() && !to.is_stream() && !is_array(to) {
        let what = format!(
            "a split becomes a stream, a table, or an array in JSON or YAML, and this writes {}",
            to.phrase()
        );
        return Err(report::plain(Exit::Usage, what, None));
    }
    let Some(option) = job.streams.set() else {
        return Ok(());
    };
    let what = match [input.format, to].contains(&Format::FlatbuffersStream) {
        true => format!("{option} is not for FlatBuffers"),
        false => format!("{option} is for whole streams that become streams"),
    };
    Err(report::plain(Exit::Usage, what, None))
}

/// Chooses the columns that are read from a table. Fails if there are none to choose from.
#[cfg(feature = "full")]
pub fn with_columns(job: &Job<'_, '_>, input: Opened, to: Format) -> Result<Opened, Failure> {
    let columns = match input.format {
        Format::Table(_) => job.table.projection()?,
        _ if job.table.has_columns() && !matches!(to, Format::Table(_)) => {
            return Err(unused::no_columns(&input.name, to));
        }
        _ => None,
    };
    Ok(input.with_columns(columns))
}

/// Writes a table: of records, or of another table.
#[cfg(feature = "full")]
fn into_table(
    job: &Job<'_, '_>,
    mut input: Opened,
    kind: Kind,
    output: &Output<'_>,
) -> Result<(), Failure> {
    let to = Format::Table(kind);
    input.find_lines(&job.reading)?;
    let from = format!("{} ({})", input.name, input.description());
    let table = job.table(kind, to, job.bad);
    let is_table = matches!(input.format, Format::Table(_));
    let mut inputs = [Rows::of(job.input, input)];
    if is_table {
        let rows = table.copy(&mut inputs, output)?;
        tell(job, &from, to, output, Some(rows));
        return Ok(());
    }
    let layout = table.layout(&mut inputs, output)?;
    let done = table.write(&mut inputs, &layout, output)?;
    tell(job, &from, to, output, Some(done.records));
    job.streams.verdict(job.bad, &done)
}
