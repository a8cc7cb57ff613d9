//! Streams, and arrays that become streams or are made of them: record by record.

use varvel::records::{self, Options};

use super::Job;
use super::outputs::tell;
use crate::files::array::Stopped;
use crate::files::document::Document;
use crate::files::format::Format;
use crate::files::input::Opened;
use crate::files::located::Located;
use crate::files::pipeline::Pipeline;
use crate::files::record_writer::{ArrayWriter, Out, RecordWriter};
use crate::files::records::{Record, Records};
use crate::terminal::exit::Failure;
use crate::terminal::output::Output;
use crate::terminal::report;

/// Writes the records of a stream as the items of an array, one by one.
pub fn item_by_item(
    job: &Job<'_, '_>,
    input: Opened,
    to: Format,
    out: Out<'_>,
) -> Result<(), Failure> {
    let name = input.name.clone();
    let Some(mut writer) = ArrayWriter::new(out, to, &job.layout) else {
        return Ok(());
    };
    each_record(job, input, |record| writer.push_record(record))?;
    let finished = writer.finish();
    finished.map_err(|error| report::in_document(&name, &error))
}

/// Gives the records of a stream to `push`. Returns their number.
pub fn each_record(
    job: &Job<'_, '_>,
    input: Opened,
    mut push: impl FnMut(&Record<'_>) -> varvel::Result,
) -> Result<u64, Failure> {
    let mut records = Records::of(input, &job.reading)?;
    let mut count = 0;
    while let Some(record) = records.next()? {
        push(&record).map_err(|error| record.failure(error))?;
        count += 1;
    }
    Ok(count)
}

/// Writes the items of a large array as records, on all cores. Returns the input if it is no such
/// array.
pub fn items_to_stream(
    job: &Job<'_, '_>,
    input: Opened,
    to: Format,
    output: &Output<'_>,
) -> Result<Option<Opened>, Failure> {
    let Format::Records(records) = to else {
        return Ok(Some(input));
    };
    let array = match input.into_array(&job.reading)? {
        Ok(array) => array,
        Err(input) => return Ok(Some(input)),
    };
    let replaces = output.replaces_a_file();
    if !replaces && array.is_in_row(job.input, &job.reading)? {
        return Opened::open(job.input, &job.reading).map(Some);
    }
    let options = item_options(job, to);
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
            row.unless_row_in(job.input)?;
            Opened::open(job.input, &job.reading).map(Some)
        }
        None => filled.map(|()| None),
    }
}

/// Returns the options for the items of an array that become records.
pub fn item_options(job: &Job<'_, '_>, to: Format) -> Options {
    Options {
        threads: job.streams.threads(),
        limits: job.reading.limits(),
        duplicates: job.reading.duplicates(),
        as_text: job.layout.as_text(to.profile()),
        exact_decimals: job.reading.keeps_decimals(to),
        ..Options::DEFAULT
    }
}

/// Writes the items of an array as records, or any other document as one record.
pub fn document_to_stream(
    job: &Job<'_, '_>,
    document: &Document,
    to: Format,
    out: Out<'_>,
) -> Result<(), Failure> {
    let mut writer = RecordWriter::new(out, to, &job.reading, &job.layout)?;
    let name = &document.name;
    for (step, record) in document.records() {
        let result = writer.push(&record);
        result.map_err(|error| {
            document.failure_below(job.input, &job.reading, step.into_iter(), error)
        })?;
    }
    writer.finish(name)
}

/// Converts a stream into another one by one: FlatBuffers, the rows of a table, or the whole
/// segments of a damaged frozen stream.
pub fn one_by_one(
    job: &Job<'_, '_>,
    input: Opened,
    to: Format,
    out: Out<'_>,
) -> Result<(), Failure> {
    let name = input.name.clone();
    let mut writer = RecordWriter::new(out, to, &job.reading, &job.layout)?;
    each_record(job, input, |record| writer.push_record(record))?;
    writer.finish(&name)
}

/// Converts a stream into another on all cores.
pub fn stream_to_stream(
    job: &Job<'_, '_>,
    input: Opened,
    from: records::Format,
    to: records::Format,
    output: Output<'_>,
) -> Result<(), Failure> {
    let name = input.name.clone();
    let described = format!("{name} ({})", input.description());
    let pipeline = pipeline(job, &name, &input, (from, to), output);
    let done = pipeline.run(input, to)?;
    let rows = Some(done.records);
    tell(job, &described, Format::Records(to), &output, rows);
    job.streams.verdict(job.bad, &done)
}

/// Returns the conversion of a stream from one format into another. `name` is its name in errors.
pub fn pipeline<'a, 'o>(
    job: &Job<'a, 'o>,
    name: &'a str,
    input: &Opened,
    (from, to): (records::Format, records::Format),
    output: Output<'a>,
) -> Pipeline<'a, 'o> {
    let to = Format::Records(to);
    let args = job.args;
    Pipeline {
        name,
        path: job.input,
        from,
        output,
        reading: &args.reading,
        streams: &args.streams,
        as_text: args.layout.as_text(to.profile()),
        exact_decimals: args.reading.keeps_decimals(to),
        origin: Located::of(input),
        bad: job.bad,
    }
}
