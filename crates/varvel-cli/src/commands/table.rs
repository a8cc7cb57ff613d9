//! Converting records, or another table, into a table: a Parquet or Arrow file.
//!
//! The records are read twice: for the types of the columns, unless a schema gives them, and for
//! their values. The bytes of a pipe are kept in a file meanwhile, which is beside the output and
//! has no name.

use std::fs;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use varvel::records::{self, Progress, Watch};
use varvel::schema::Inference;
use varvel::{AsText, Error, ErrorKind};
use varvel_arrow::{
    BLOCK_BYTES, Columns, Conflicts, FileWriter, Kind, Projection, SchemaRef, arrow_schema_with,
    batches, file_batch, file_schema, inference, widened,
};

use crate::commands::table_report::{self, Numbered};
use crate::files::bad_lines::BadLines;
use crate::files::format::Format;
use crate::files::input::{Opened, is_stream, shown};
use crate::files::located::Located;
use crate::files::pipeline::{Pipeline, Streams};
use crate::files::reading::Reading;
use crate::files::table_rows::{no_column, reader};
use crate::files::table_schema;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::Output;
use crate::terminal::report;

/// Options of tables.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Tables")]
pub struct Options {
    /// The treatment of columns whose values have no common type: numbers beside strings, or
    /// integers that no float holds beside floats [default: text]
    #[arg(long, value_name = "WHAT", value_enum)]
    conflicts: Option<OnConflict>,
    /// Columns that are VARIANT whatever their values are, by the names of members: `user.extra`.
    /// Paths lead through the items of arrays
    #[arg(long, value_name = "PATH", num_args = 1..)]
    variant: Vec<String>,
    /// Find the types of columns from the first N lines of each input, of which at most 64 MiB are
    /// taken. A later record that does not fit them is an error, or is set aside by `--bad-lines`
    /// [default: all records]
    #[arg(long, value_name = "N")]
    sample: Option<NonZeroU64>,
    /// Write the columns whose values are of several kinds to FILE, a line of JSON for each: its
    /// type, and where each kind came first. The first ten are shown in any case
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Whether parts of VARIANT get columns of their own, if most of their values have one type:
    /// engines then read them without the rest [default: yes in Parquet, no in Arrow]
    #[arg(long, value_name = "YES|NO", value_enum, hide_possible_values = true)]
    shred: Option<Shred>,
    /// Columns to write, by the names of members: `id user.name`. Paths lead through the items of
    /// arrays. From a Parquet or Arrow file nothing else is read [default: all]
    #[arg(long, value_name = "PATH", num_args = 1..)]
    columns: Vec<String>,
}

impl Options {
    /// Returns the first option that is set and has no use: not in the input, and not in the output
    /// if that is no table.
    pub fn unused(&self, input_is_table: bool, output_is_table: bool) -> Option<&'static str> {
        let types_are_given = input_is_table || !output_is_table;
        let of_types = [
            (self.conflicts.is_some(), "--conflicts"),
            (!self.variant.is_empty(), "--variant"),
            (self.sample.is_some(), "--sample"),
            (self.report.is_some(), "--report"),
            (self.shred.is_some(), "--shred"),
        ];
        let columns = (!self.columns.is_empty(), "--columns");
        let no_table = !input_is_table && !output_is_table;
        let mut unused = of_types.into_iter().filter(|_| types_are_given);
        unused
            .find(|(is_set, _)| *is_set)
            .or(Some(columns).filter(|(is_set, _)| *is_set && no_table))
            .map(|(_, name)| name)
    }

    /// Returns the file for the columns of several kinds.
    pub fn report(&self) -> Option<&Path> {
        self.report.as_deref()
    }

    /// Returns whether columns of VARIANT are shredded in a file of this kind.
    fn shreds(&self, kind: Kind) -> Result<bool, Failure> {
        let variant =
            !self.variant.is_empty() || matches!(self.conflicts, Some(OnConflict::Variant));
        match (variant, self.shred) {
            (true, None) => Ok(kind == Kind::Parquet),
            (true, Some(shred)) => Ok(matches!(shred, Shred::Yes)),
            (false, None) => Ok(false),
            (false, Some(_)) => {
                let what = "--shred is for columns of VARIANT";
                let hint = "`--variant PATH` and `--conflicts variant` make them";
                Err(report::plain(Exit::Usage, what, Some(hint)))
            }
        }
    }

    /// Returns the columns to write; `None` for all.
    pub fn projection(&self) -> Result<Option<Projection>, Failure> {
        chosen(&self.columns, "--columns", "no record has")
    }

    /// Fails if an option is set that is about types which are not given.
    fn check_given(&self) -> Result<(), Failure> {
        let option = match (self.sample, &self.report) {
            (Some(_), _) => "--sample",
            (_, Some(_)) => "--report",
            (None, None) => return Ok(()),
        };
        let what =
            format!("{option} is about types that are found in records, and --schema gives them");
        Err(report::plain(Exit::Usage, what, None))
    }
}

/// Returns the columns on `paths`; `None` if there are none.
fn chosen(paths: &[String], option: &str, nothing: &str) -> Result<Option<Projection>, Failure> {
    if paths.is_empty() {
        return Ok(None);
    }
    let projection = Projection::new(paths.iter().map(String::as_str));
    projection
        .map(Some)
        .map_err(|error| no_column(option, nothing, &error))
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum OnConflict {
    /// Each value as JSON, in a column of text
    Text,
    /// Columns of VARIANT, which DuckDB and Spark read. Numbers have at most 38 digits or are
    /// those of a double, and others are text with `--as-text`; an object has its members in the
    /// order of their keys
    Variant,
    /// An error that names the columns, and the first line of each kind of their values
    Error,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Shred {
    Yes,
    No,
}

/// The way to have columns whose values have no common type.
const KEPT: &str = "`--conflicts text` or `--conflicts variant` keeps all values of the column";

/// The way to have them where bad lines are set aside.
const KEPT_TOGETHER: &str = "`--bad-lines` takes a line that is bad by itself, and not a conflict between \
                             lines: `--conflicts text` or `--conflicts variant` keeps all values of \
                             the column";

/// The conversion of streams into a table.
pub struct Table<'a, 'o> {
    /// The options for reading.
    pub reading: &'a Reading,
    /// The options for streams.
    pub streams: &'a Streams,
    /// The options for tables.
    pub options: &'a Options,
    /// The values that are written as text.
    pub as_text: AsText,
    /// The kind of file.
    pub kind: Kind,
    /// The file for bad lines, if several inputs share it.
    pub bad: Option<&'a BadLines<'o>>,
}

/// An input of a table, which may be read twice.
pub struct Rows<'a> {
    /// The input, as the user named it.
    pub path: &'a Path,
    /// The input at its beginning; `None` if it is opened when it is read.
    pub opened: Option<Opened>,
}

/// The columns of a table.
pub struct Layout {
    schema: SchemaRef,
    wanted: Option<Projection>,
    /// Whether VARIANT is shredded: in each file by its own rows.
    shreds: bool,
}

impl<'o> Table<'_, 'o> {
    /// Finds the columns of all rows of `inputs`.
    pub fn layout(&self, inputs: &mut [Rows<'_>], output: &Output<'_>) -> Result<Layout, Failure> {
        if self.streams.appends() {
            let what = "--append adds to frozen streams that are not compressed";
            return Err(report::plain(Exit::Usage, what, None));
        }
        let shreds = self.options.shreds(self.kind)?;
        let wanted = self.options.projection()?;
        let (documents, inferred) =
            match table_schema::of_documents(&self.reading.schema, self.reading.limits())? {
                Some(schema) => {
                    self.options.check_given()?;
                    (schema, None)
                }
                None => {
                    let found = self.inferred(inputs, output, wanted.as_ref())?;
                    (found.0.clone().finish(), Some(found))
                }
            };
        let is_given = inferred.is_none();
        let whose = match is_given {
            true => "the schema does not have",
            false => "no record has",
        };
        let conflicts = match self.options.conflicts {
            None | Some(OnConflict::Text) => Conflicts::Text,
            Some(OnConflict::Variant) => Conflicts::Variant,
            Some(OnConflict::Error) => Conflicts::Error,
        };
        let variant = chosen(&self.options.variant, "--variant", "no record has")?;
        let schema = arrow_schema_with(&documents, conflicts, !is_given, variant.as_ref());
        let schema = schema.map_err(|error| {
            if error.kind() == ErrorKind::NotFound {
                return no_column("--variant", whose, &error);
            }
            let error = match conflicts {
                Conflicts::Error if error.hint().is_none() => {
                    let found = inferred.as_ref().and_then(|(inference, files)| {
                        table_report::conflict(inference, variant.as_ref(), files)
                    });
                    let hint = match self.streams.bad_lines() {
                        Some(_) => KEPT_TOGETHER,
                        None => KEPT,
                    };
                    found.unwrap_or(error).with_hint(hint)
                }
                _ => error,
            };
            report::in_document(&name_of(inputs), &error)
        })?;
        if let Some(wanted) = &wanted {
            wanted
                .check(&schema)
                .and_then(|()| match is_given {
                    true => Ok(()),
                    false => wanted.check_documents(&documents),
                })
                .map_err(|error| no_column("--columns", whose, &error))?;
        }
        if let Some((inference, files)) = &inferred {
            let columns = widened(inference, &schema);
            table_report::give(
                &columns,
                files,
                &self.reading.file,
                self.options.report.as_deref(),
            )?;
        }
        let schema = match (&wanted, is_given) {
            (Some(wanted), true) => wanted.of(&schema),
            _ => schema,
        };
        Ok(Layout {
            schema,
            wanted,
            shreds,
        })
    }

    /// Returns the kinds of values of all rows of `inputs`, and the inputs with their formats.
    fn inferred<'p>(
        &self,
        inputs: &mut [Rows<'p>],
        output: &Output<'_>,
        wanted: Option<&Projection>,
    ) -> Result<(Inference, Vec<Numbered<'p>>), Failure> {
        let (mut inferred, mut files): (Option<Inference>, _) = (None, Vec::new());
        for (number, rows) in inputs.iter_mut().enumerate() {
            let (mut one, from) = self.infer(rows, output, wanted)?;
            files.push((rows.path, from));
            one.move_numbers(table_report::first_number(number));
            match &mut inferred {
                Some(all) => {
                    let merged = all.merge(one);
                    merged.map_err(|error| report::in_document(&shown(rows.path), &error))?;
                }
                None => inferred = Some(one),
            }
        }
        Ok((inferred.unwrap_or_default(), files))
    }

    /// Finds the columns of one input. Leaves it open if it cannot be opened again.
    fn infer(
        &self,
        rows: &mut Rows<'_>,
        output: &Output<'_>,
        wanted: Option<&Projection>,
    ) -> Result<(Inference, records::Format), Failure> {
        let alone = rows.opened.is_some();
        let input = self.open(rows)?;
        let name = input.name.clone();
        let pipeline = self.pipeline(&name, rows.path, &input, *output)?;
        let from = pipeline.from;
        pipeline.check_places()?;
        let mut input = match self.options.sample {
            Some(_) if pipeline.from != records::Format::Ndjson => {
                let what = format!(
                    "--sample takes lines, and {name} is {}",
                    input.format.phrase()
                );
                return Err(report::plain(Exit::Usage, what, None));
            }
            Some(_) => input,
            None => readable_twice(input, rows.path, output)?,
        };
        // The second reading reports bad records.
        let mut ignored = |_: &records::BadRecord<'_>| Ok(());
        let watch = match self.streams.bad_lines() {
            Some(_) => Watch {
                bad: Some(&mut ignored),
                progress: None,
            },
            None => Watch::default(),
        };
        let options = pipeline.options();
        let inferred = match self.options.sample {
            Some(lines) => {
                let sample = input.first_lines(lines.get());
                let sample = sample.map_err(|cause| report::io(&format!("read {name}"), &cause))?;
                inference(&sample[..], pipeline.from, wanted, &options, watch)
            }
            None => inference(&mut input, pipeline.from, wanted, &options, watch),
        };
        let inferred = inferred.map_err(|cause| pipeline.failure(cause))?;
        // Many inputs are not held open at once, unless they come only once.
        let is_kept = match input.is_pipe() {
            true => self.options.sample.is_some() && !is_file(rows.path),
            false => alone || !is_file(rows.path),
        };
        if is_kept {
            let rewound = input.rewind();
            rewound.map_err(|cause| report::io(&format!("read {name} again"), &cause))?;
            rows.opened = Some(input);
        }
        Ok((inferred, from))
    }

    /// Writes the rows of `inputs`, and returns the totals.
    pub fn write(
        &self,
        inputs: &mut [Rows<'_>],
        layout: &Layout,
        output: &Output<'_>,
    ) -> Result<Progress, Failure> {
        let Layout {
            schema,
            wanted,
            shreds,
        } = layout;
        let columns = || {
            let columns = Columns::new(schema.clone())?.as_text(self.as_text);
            let columns = match self.reading.keeps_all_decimals() {
                true => columns.exact_decimals(),
                false => columns,
            };
            Ok(match wanted {
                Some(_) => columns.skip_unknown(),
                None => columns,
            })
        };
        let mut total = Progress::default();
        output.fill(|out| {
            let name = name_of(inputs);
            let fails = |error: &_| report::in_document(&name, error);
            let begun = match shreds {
                true => Ok(FileWriter::shredding(out, self.kind, schema)),
                false => FileWriter::new(out, self.kind, schema),
            };
            let mut writer = begun.map_err(|error| fails(&error))?;
            for rows in inputs {
                let input = self.open(rows)?;
                let name = input.name.clone();
                let pipeline = self.pipeline(&name, rows.path, &input, *output)?;
                let from = pipeline.from;
                let done = pipeline.watched(input, |input, options, watch| {
                    let options = records::Options {
                        block_bytes: BLOCK_BYTES,
                        ..*options
                    };
                    let each: &mut (dyn FnMut(_) -> _ + Send) = &mut |batch| writer.write(&batch);
                    batches(input, from, &columns, &options, watch, each)
                })?;
                total.records += done.records;
                total.bad += done.bad;
            }
            let finished = writer.finish();
            finished.map(drop).map_err(|error| fails(&error))
        })?;
        Ok(total)
    }

    fn open(&self, rows: &mut Rows<'_>) -> Result<Opened, Failure> {
        match rows.opened.take() {
            Some(opened) => Ok(opened),
            None => Opened::open(rows.path, self.reading),
        }
    }

    fn pipeline<'p>(
        &'p self,
        name: &'p str,
        path: &'p Path,
        input: &Opened,
        output: Output<'p>,
    ) -> Result<Pipeline<'p, 'o>, Failure> {
        let Format::Records(from) = input.format else {
            return Err(self.no_records(name, input.format));
        };
        Ok(Pipeline {
            name,
            path,
            from,
            output,
            reading: self.reading,
            streams: self.streams,
            as_text: AsText::NOTHING,
            exact_decimals: self.reading.keeps_all_decimals(),
            origin: Located::of(input),
            bad: self.bad,
        })
    }
}

/// Returns the name of the inputs in errors about all of them.
fn name_of(inputs: &[Rows<'_>]) -> String {
    match inputs {
        [one] if is_stream(one.path) => "<stdin>".to_owned(),
        [one] => shown(one.path),
        _ => format!("{} files", inputs.len()),
    }
}

fn is_file(path: &Path) -> bool {
    !is_stream(path) && fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
}

impl Table<'_, '_> {
    /// Reports an input that is not made of records.
    fn no_records(&self, name: &str, format: Format) -> Failure {
        let (found, made) = (format.phrase(), Format::Table(self.kind).phrase());
        // A single table is copied, and does not come here.
        let (what, hint) = match format {
            Format::Table(_) => (
                format!(
                    "several files become {made} only if they are records, and {name} is {found}"
                ),
                "by way of records: `varvel convert IN... OUT.ndjson`, and that into the file",
            ),
            format if format.is_json() => (
                format!("{made} is made of records, and {name} is {found}"),
                "`--from ndjson` reads lines of JSON; of one document make a stream first: \
                 `varvel convert IN.json OUT.ndjson`",
            ),
            _ => (
                format!("{made} is made of records, and {name} is {found}"),
                "make a stream of it first: `varvel convert IN.json OUT.ndjson`",
            ),
        };
        report::plain(Exit::Usage, what, Some(hint))
    }

    /// Writes the rows of another table, with its types. Returns the number of rows.
    pub fn copy(&self, input: Opened, output: &Output<'_>) -> Result<u64, Failure> {
        if let Some(option) = self.streams.set() {
            let what = format!("{option} is for records, and the input is a table");
            return Err(report::plain(Exit::Usage, what, None));
        }
        let name = input.name.clone();
        let fails = |error| report::in_document(&name, &error);
        let not_written = |error: Error| match error.hint() {
            Some(_) => fails(error),
            None => fails(error.with_hint(OTHER_TYPES)),
        };
        let mut reader = reader(input, self.reading)?;
        let (mut rows, kind) = (0, self.kind);
        output.fill(|out| {
            let writer = FileWriter::new(out, kind, &file_schema(reader.schema(), kind));
            let mut writer = writer.map_err(not_written)?;
            while let Some(batch) = reader.next_batch().map_err(fails)? {
                rows += batch.num_rows() as u64;
                let batch = file_batch(batch, kind).map_err(fails)?;
                writer.write(&batch).map_err(not_written)?;
            }
            writer.finish().map(drop).map_err(fails)
        })?;
        Ok(rows)
    }
}

/// The way out if the output does not have all types of the input.
const OTHER_TYPES: &str = "by way of records each value gets a type that the file has: \
                           `varvel convert IN OUT.ndjson`, and that into the file";

/// Returns an input that can be read again. A compressed file is opened again for that.
fn readable_twice(input: Opened, path: &Path, output: &Output<'_>) -> Result<Opened, Failure> {
    if !input.is_pipe() || is_file(path) {
        return Ok(input);
    }
    let folder = output.path().and_then(Path::parent);
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let what = format!("keep {} in {}", input.name, shown(folder));
    input
        .kept_in(folder)
        .map_err(|cause| report::io(&what, &cause))
}
