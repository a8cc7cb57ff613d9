//! `varvel convert` with several inputs: joined into one output, or each into a file of a folder.

use std::fs;
use std::path::{Path, PathBuf};

use varvel::records;

use super::outputs::{check_writing, format_of, make, names, tell};
use super::streams::{each_record, item_options, pipeline};
use super::{Args, Job, one, unused};
#[cfg(feature = "full")]
use crate::commands::table::Rows;
use crate::files::array::Array;
use crate::files::bad_lines::{self, BadLines};
use crate::files::document::Document;
use crate::files::format::Format;
use crate::files::input::{Opened, is_stream, shown};
use crate::files::pipeline::check_places;
use crate::files::places::is_same;
use crate::files::purpose::Purpose;
use crate::files::record_writer::{ArrayWriter, Out, RecordWriter};
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::Output;
use crate::terminal::{ending, report};

/// Writes the rows of all inputs, one after the other.
pub fn joined(args: &Args, inputs: &[PathBuf], output: Option<&Path>) -> Result<(), Failure> {
    let output = Output::named(output);
    let to = format_of(args, &output)?;
    let to = to.unwrap_or(Format::Records(records::Format::Ndjson));
    check_writing(args, to, &output)?;
    check_inputs(args, inputs, &output)?;
    unused::check_inputs(args, inputs, to)?;
    let from = format!("{} files", inputs.len());
    set_aside(args, inputs, |bad| {
        #[cfg(feature = "full")]
        if let Format::Table(kind) = to {
            let table = args.table(kind, to, bad);
            let mut rows = unopened(inputs);
            if are_tables(args, inputs)? {
                let rows = table.copy(&mut rows, &output)?;
                tell(args, &from, to, &output, Some(rows));
                return Ok(());
            }
            let layout = table.layout(&mut rows, &output)?;
            let done = table.write(&mut rows, &layout, &output)?;
            tell(args, &from, to, &output, Some(done.records));
            return Ok(());
        }
        let job = |input| Job {
            input,
            split: None,
            bad,
            alone: false,
            args,
        };
        let jobs = inputs.iter().map(|input| job(input));
        let mut count = 0;
        output.fill(|out| {
            count = match to {
                _ if to.is_stream() => rows(args, jobs, to, output, out)?,
                _ if one::is_array(to) => items(args, jobs, to, out)?,
                _ => {
                    let what = format!(
                        "several files become a stream, a table, or an array in JSON or YAML, and \
                         this writes {}",
                        to.phrase()
                    );
                    return Err(report::plain(Exit::Usage, what, None));
                }
            };
            Ok(())
        })?;
        tell(args, &from, to, &output, Some(count));
        Ok(())
    })
}

/// Checks the options, and that the output is none of the inputs.
fn check_inputs(args: &Args, inputs: &[PathBuf], output: &Output<'_>) -> Result<(), Failure> {
    let of_output = |input: &&PathBuf| output.path().is_some_and(|path| is_same(input, path));
    if let Some(input) = inputs.iter().find(of_output) {
        let what = format!("the output is one of the files to read, {}", shown(input));
        return Err(report::plain(Exit::Usage, what, None));
    }
    if args.streams.appends() {
        let what = "--append adds one file to a stream";
        return Err(report::plain(Exit::Usage, what, None));
    }
    if inputs.iter().filter(|input| is_stream(input)).count() > 1 {
        let what = "standard input is read once, and the files to read name it again";
        return Err(report::plain(Exit::Usage, what, None));
    }
    Ok(())
}

/// Runs `run`, with the file for bad lines if there is one, and reports their number.
fn set_aside(
    args: &Args,
    inputs: &[PathBuf],
    run: impl FnOnce(Option<&BadLines<'_>>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let Some(path) = args.streams.bad_lines() else {
        return run(None);
    };
    if inputs.iter().any(|input| is_same(input, path)) {
        let what = "the file for bad lines is one of the files to read";
        return Err(report::plain(Exit::Usage, what, None));
    }
    let done = BadLines::within(path, inputs.len() > 1, |lines| run(Some(lines)))?;
    bad_lines::verdict(path, &done)
}

/// Returns whether the inputs are tables, by the first one that can be opened again. The others are
/// looked at when they are read.
#[cfg(feature = "full")]
fn are_tables(args: &Args, inputs: &[PathBuf]) -> Result<bool, Failure> {
    let Some(first) = inputs.iter().find(|input| input.is_file()) else {
        return Ok(false);
    };
    let opened = Opened::open(first, &args.reading)?;
    Ok(matches!(opened.format, Format::Table(_)))
}

#[cfg(feature = "full")]
fn unopened(inputs: &[PathBuf]) -> Vec<Rows<'_>> {
    inputs.iter().map(|path| Rows::unopened(path)).collect()
}

/// Writes the rows of all inputs as a stream. Returns their number.
fn rows<'a, 'o: 'a>(
    args: &Args,
    jobs: impl Iterator<Item = Job<'a, 'o>>,
    to: Format,
    output: Output<'_>,
    out: Out<'_>,
) -> Result<u64, Failure> {
    let mut writer = RecordWriter::new(out, to, &args.reading, &args.layout)?;
    let mut count = 0;
    for job in jobs {
        let input = opened(&job, to)?;
        count += match (input.format, to) {
            (Format::Records(from), Format::Records(to)) if !input.is_recovered(&args.reading) => {
                on_all_cores(&job, input, from, to, output, &mut writer)?
            }
            _ => one_by_one(&job, input, to, &mut writer)?,
        };
    }
    writer.finish("the output")?;
    Ok(count)
}

/// Opens an input, of which columns may be chosen.
fn opened(job: &Job<'_, '_>, to: Format) -> Result<Opened, Failure> {
    let input = Opened::open(job.input, &job.reading)?;
    #[cfg(feature = "full")]
    let input = one::with_columns(job, input, to)?;
    #[cfg(not(feature = "full"))]
    let _ = to;
    Ok(input)
}

/// Writes the records of a stream.
fn on_all_cores(
    job: &Job<'_, '_>,
    input: Opened,
    from: records::Format,
    to: records::Format,
    output: Output<'_>,
    writer: &mut RecordWriter<'_>,
) -> Result<u64, Failure> {
    let name = input.name.clone();
    let pipeline = pipeline(job, &name, &input, (from, to), output);
    check_places(job.input, &output, &job.streams)?;
    let done = pipeline.watched(input, |input, options, watch| match writer {
        RecordWriter::Frozen(stream) => records::append(input, from, stream, options, watch),
        RecordWriter::Documents(out, ..) | RecordWriter::Buffers(out, ..) => {
            records::convert(input, from, &mut **out, to, options, watch)
        }
    })?;
    Ok(done.records)
}

/// Writes the records of a stream that is not read on all cores, the items of an array, or a
/// document.
fn one_by_one(
    job: &Job<'_, '_>,
    input: Opened,
    to: Format,
    writer: &mut RecordWriter<'_>,
) -> Result<u64, Failure> {
    if job.bad.is_some() {
        let what = format!("--bad-lines is for streams, and {} is none", input.name);
        return Err(report::plain(Exit::Usage, what, None));
    }
    if input.format.is_stream() {
        return each_record(job, input, |record| writer.push_record(record));
    }
    let input = match (to, input.into_array(&job.reading)?) {
        (_, Err(input)) => input,
        (Format::Records(to), Ok(array)) if !array.is_in_row(job.input, &job.reading)? => {
            return array_items(job, array, to, writer);
        }
        _ => Opened::open(job.input, &job.reading)?,
    };
    let document = Document::of_records(input, &job.reading, Purpose::of(to))?;
    each_node(job, &document, |record| writer.push(record))
}

/// Writes the items of a large array.
fn array_items(
    job: &Job<'_, '_>,
    array: Array,
    to: records::Format,
    writer: &mut RecordWriter<'_>,
) -> Result<u64, Failure> {
    let options = item_options(job, Format::Records(to));
    let done = match writer {
        RecordWriter::Frozen(stream) => array.append(stream, &options),
        RecordWriter::Documents(out, ..) | RecordWriter::Buffers(out, ..) => {
            array.convert(*out, to, &options)
        }
    };
    done.map(|done| done.records)
        .map_err(|stopped| stopped.into_failure())
}

/// Gives the items of a document that is an array, or the document, to `push`. Returns their
/// number.
fn each_node(
    job: &Job<'_, '_>,
    document: &Document,
    mut push: impl FnMut(&varvel::View<'_>) -> varvel::Result,
) -> Result<u64, Failure> {
    let mut count = 0;
    for (step, record) in document.records() {
        push(&record).map_err(|error| {
            document.failure_below(job.input, &job.reading, step.into_iter(), error)
        })?;
        count += 1;
    }
    Ok(count)
}

/// Writes the rows of all inputs as the items of an array. Returns their number.
fn items<'a, 'o: 'a>(
    args: &Args,
    jobs: impl Iterator<Item = Job<'a, 'o>>,
    to: Format,
    out: Out<'_>,
) -> Result<u64, Failure> {
    if let Some(option) = args.streams.set() {
        let what = format!("{option} is for streams that become streams or tables");
        return Err(report::plain(Exit::Usage, what, None));
    }
    let Some(mut writer) = ArrayWriter::new(out, to, &args.layout) else {
        return Ok(0);
    };
    let mut count = 0;
    for job in jobs {
        let input = opened(&job, to)?;
        count += match input.format.is_stream() {
            true => each_record(&job, input, |record| writer.push_record(record))?,
            false => {
                let document = Document::of_records(input, &args.reading, Purpose::of(to))?;
                each_node(&job, &document, |record| writer.push(record))?
            }
        };
    }
    let finished = writer.finish();
    finished.map_err(|error| report::in_document("the output", &error))?;
    Ok(count)
}

/// Writes each input into a file of a folder.
pub fn into_folder(args: &Args, inputs: &[PathBuf], folder: &Path) -> Result<(), Failure> {
    let Some(to) = args.reading.schema.named(args.to) else {
        let what = format!(
            "{} is a folder, and does not tell which format to write",
            shown(folder)
        );
        let hint = "say `--to ndjson` or another";
        return Err(report::plain(Exit::Usage, what, Some(hint)));
    };
    let outputs = names(inputs, folder, to)?;
    unused::check_inputs(args, inputs, to)?;
    if args.streams.appends() {
        let what = "--append adds one file to a stream";
        return Err(report::plain(Exit::Usage, what, None));
    }
    args.check_places(
        inputs.iter().map(PathBuf::as_path),
        outputs.iter().map(|path| Some(path.as_path())),
        None,
    )?;
    let made = make(folder)?;
    let mut done = 0;
    let result = set_aside(args, inputs, |bad| {
        write_each(args, inputs, &outputs, bad, &mut done)
    });
    if let Err(failure) = &result
        && failure.exit != Exit::Aside
    {
        if done > 0 {
            let names: Vec<String> = outputs[..done].iter().map(|path| shown(path)).collect();
            let (all, names) = (outputs.len(), names.join(", "));
            report::warn(&format!(
                "{done} of the {all} files could be written: {names}"
            ));
        } else if made {
            // If this fails, an empty folder is left.
            let _ = fs::remove_dir(folder);
        }
    }
    result
}

/// Writes each input into the output at its place. `done` counts the outputs that are there.
fn write_each(
    args: &Args,
    inputs: &[PathBuf],
    outputs: &[PathBuf],
    bad: Option<&BadLines<'_>>,
    done: &mut usize,
) -> Result<(), Failure> {
    #[cfg(feature = "full")]
    if let Some(Format::Table(kind)) = args.to
        && inputs.len() > 1
        && !are_tables(args, inputs)?
    {
        // All tables have one schema.
        let table = args.table(kind, Format::Table(kind), bad);
        let mut rows = unopened(inputs);
        let first = Output::named(outputs.first().map(PathBuf::as_path));
        let layout = table.layout(&mut rows, &first)?;
        for (rows, path) in rows.chunks_mut(1).zip(outputs) {
            let output = Output::named(Some(path));
            let written = table.write(rows, &layout, &output)?;
            let from = rows.first().map_or(String::new(), |rows| shown(rows.path));
            let to = Format::Table(kind);
            tell(args, &from, to, &output, Some(written.records));
            *done += 1;
            ending::goes_on();
        }
        return Ok(());
    }
    for (input, path) in inputs.iter().zip(outputs) {
        let job = Job {
            input,
            split: None,
            bad,
            alone: false,
            args,
        };
        one::convert(&job, Some(path))?;
        *done += 1;
        ending::goes_on();
    }
    Ok(())
}
