//! Converting records, or another table, into a table: a Parquet or Arrow file.
//!
//! The records are read twice: for the types of the columns, and for their values. What comes from
//! a pipe is kept in a file without a name meanwhile, beside the output.

use std::fs;
use std::path::Path;

use varvel::AsText;
use varvel::records::{self, Progress, Watch};
use varvel_arrow::{
    Columns, Conflicts, FileWriter, Kind, Projection, arrow_schema, batches, file_batch,
    file_schema, infer,
};

use crate::files::format::Format;
use crate::files::input::{Opened, is_stream, shown};
use crate::files::pipeline::{Pipeline, Streams};
use crate::files::reading::Reading;
use crate::files::table_rows::{no_column, reader};
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
    /// Whether parts of VARIANT get columns of their own, if most of their values have one type:
    /// engines then read them without the rest [default: yes in Parquet, no in Arrow]
    #[arg(long, value_name = "YES|NO", value_enum, hide_possible_values = true)]
    shred: Option<Shred>,
    /// Columns to write, by the names of members: `id user.name`. Paths lead through the items of
    /// arrays. Of a Parquet or Arrow file nothing else is read [default: all]
    #[arg(long, value_name = "PATH", num_args = 1..)]
    columns: Vec<String>,
}

impl Options {
    /// Returns the first option that is set and has no use: not in the input, and not in the output
    /// if that is no table.
    pub fn unused(&self, input_is_table: bool, output_is_table: bool) -> Option<&'static str> {
        let types_are_given = input_is_table || !output_is_table;
        match (self.conflicts, self.shred, &self.columns[..]) {
            (Some(_), _, _) if types_are_given => Some("--conflicts"),
            (_, Some(_), _) if types_are_given => Some("--shred"),
            (_, _, [_, ..]) if !input_is_table && !output_is_table => Some("--columns"),
            _ => None,
        }
    }

    /// Returns whether columns of VARIANT are shredded in a file of this kind.
    fn shreds(&self, kind: Kind) -> Result<bool, Failure> {
        match (self.conflicts, self.shred) {
            (Some(OnConflict::Variant), None) => Ok(kind == Kind::Parquet),
            (Some(OnConflict::Variant), Some(shred)) => Ok(matches!(shred, Shred::Yes)),
            (_, None) => Ok(false),
            (_, Some(_)) => {
                let what = "--shred is for columns of VARIANT";
                let hint = "`--conflicts variant` makes them";
                Err(report::plain(Exit::Usage, what, Some(hint)))
            }
        }
    }

    /// Returns the columns to write; `None` for all.
    pub fn projection(&self) -> Result<Option<Projection>, Failure> {
        if self.columns.is_empty() {
            return Ok(None);
        }
        let projection = Projection::new(self.columns.iter().map(String::as_str));
        projection
            .map(Some)
            .map_err(|error| no_column("no record has", &error))
    }
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum OnConflict {
    /// Each value as JSON, in a column of text
    Text,
    /// Columns of VARIANT, which DuckDB and Spark read. Numbers have at most 38 digits, or are
    /// text with `--as-text`; an object has its members in the order of their keys
    Variant,
    /// An error that names the column
    Error,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Shred {
    Yes,
    No,
}

/// The way to have columns whose values have no common type.
const KEPT: &str = "`--conflicts text` or `--conflicts variant` keeps all values of the column";

/// The bytes of the input that become a batch.
const BATCH: usize = 4 << 20;

/// The conversion of a stream into a table.
pub struct Table<'a> {
    /// The input, as the user named it.
    pub path: &'a Path,
    /// The options for reading.
    pub reading: &'a Reading,
    /// The options for streams.
    pub streams: &'a Streams,
    /// The options for tables.
    pub options: &'a Options,
    /// The values that are written as text.
    pub as_text: AsText,
}

impl Table<'_> {
    /// Writes the table, and calls `tell` with the number of its rows.
    pub fn write(
        &self,
        input: Opened,
        kind: Kind,
        output: Output<'_>,
        tell: impl FnOnce(u64),
    ) -> Result<(), Failure> {
        let to = Format::Table(kind);
        if let Format::Table(_) = input.format {
            return self.copy(input, kind, output, tell);
        }
        let Format::Records(from) = input.format else {
            let what = format!(
                "{} is made of records, and the input is {}",
                to.phrase(),
                input.format.phrase()
            );
            let hint = "make a stream of it first: `varvel convert IN.json OUT.ndjson`";
            return Err(report::plain(Exit::Usage, what, Some(hint)));
        };
        if self.streams.appends() {
            let what = "--append adds to frozen streams that are not compressed";
            return Err(report::plain(Exit::Usage, what, None));
        }
        let name = input.name.clone();
        let pipeline = Pipeline {
            name: &name,
            path: self.path,
            from,
            output,
            reading: self.reading,
            streams: self.streams,
            as_text: AsText::NOTHING,
            exact_decimals: false,
        };
        pipeline.check_places()?;
        let shreds = self.options.shreds(kind)?;
        let mut input = readable_twice(input, self.path, &output)?;
        let wanted = self.options.projection()?;
        // The second reading reports bad records.
        let mut ignored = |_: &records::BadRecord<'_>| Ok(());
        let watch = match self.streams.sets_aside() {
            true => Watch {
                bad: Some(&mut ignored),
                progress: None,
            },
            false => Watch::default(),
        };
        let inferred = infer(
            &mut input,
            from,
            wanted.as_ref(),
            &pipeline.options(),
            watch,
        );
        let inferred = inferred.map_err(|cause| pipeline.failure(cause))?;
        let again = match input.is_pipe() {
            true => Opened::open(self.path, self.reading)?,
            false => {
                let rewound = input.rewind();
                rewound.map_err(|cause| report::io(&format!("read {name} again"), &cause))?;
                input
            }
        };
        let conflicts = match self.options.conflicts {
            None | Some(OnConflict::Text) => Conflicts::Text,
            Some(OnConflict::Variant) => Conflicts::Variant,
            Some(OnConflict::Error) => Conflicts::Error,
        };
        let schema = arrow_schema(&inferred, conflicts, true);
        let schema = schema.map_err(|error| {
            let error = match conflicts {
                Conflicts::Error if error.hint().is_none() => error.with_hint(KEPT),
                _ => error,
            };
            report::in_document(&name, &error)
        })?;
        if let Some(wanted) = &wanted {
            wanted
                .check(&schema)
                .map_err(|error| no_column("no record has", &error))?;
        }
        let columns = || {
            let columns = Columns::new(schema.clone())?.as_text(self.as_text);
            Ok(match &wanted {
                Some(_) => columns.skip_unknown(),
                None => columns,
            })
        };
        let mut done = Progress::default();
        output.fill(|out| {
            let begun = match shreds {
                true => Ok(FileWriter::shredding(out, kind, &schema)),
                false => FileWriter::new(out, kind, &schema),
            };
            let mut writer = begun.map_err(|error| report::in_document(&name, &error))?;
            done = pipeline.watched(again, |input, options, watch| {
                let options = records::Options {
                    block_bytes: BATCH,
                    ..*options
                };
                let each: &mut (dyn FnMut(_) -> _ + Send) = &mut |batch| writer.write(&batch);
                batches(input, from, &columns, &options, watch, each)
            })?;
            let finished = writer.finish();
            finished
                .map(drop)
                .map_err(|error| report::in_document(&name, &error))
        })?;
        tell(done.records);
        pipeline.verdict(&done)
    }
}

impl Table<'_> {
    /// Writes the rows of another table, with its types.
    fn copy(
        &self,
        input: Opened,
        kind: Kind,
        output: Output<'_>,
        tell: impl FnOnce(u64),
    ) -> Result<(), Failure> {
        if let Some(option) = self.streams.set() {
            let what = format!("{option} is for records, and the input is a table");
            return Err(report::plain(Exit::Usage, what, None));
        }
        let name = input.name.clone();
        let fails = |error| report::in_document(&name, &error);
        let mut reader = reader(input, self.reading)?;
        let mut rows = 0;
        output.fill(|out| {
            let writer = FileWriter::new(out, kind, &file_schema(reader.schema(), kind));
            let mut writer = writer.map_err(|error| fails(error.with_hint(OTHER_TYPES)))?;
            while let Some(batch) = reader.next_batch().map_err(fails)? {
                rows += batch.num_rows() as u64;
                let batch = file_batch(batch, kind).map_err(fails)?;
                let written = writer.write(&batch);
                written.map_err(|error| fails(error.with_hint(OTHER_TYPES)))?;
            }
            writer.finish().map(drop).map_err(fails)
        })?;
        tell(rows);
        Ok(())
    }
}

/// The way out if the output has not all types of the input.
const OTHER_TYPES: &str = "by way of records each value gets a type that the file has: \
                           `varvel convert IN OUT.ndjson`, and that into the file";

/// Returns an input that can be read again. What is compressed is opened again for that.
fn readable_twice(input: Opened, path: &Path, output: &Output<'_>) -> Result<Opened, Failure> {
    let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    if !input.is_pipe() || is_file && !is_stream(path) {
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
