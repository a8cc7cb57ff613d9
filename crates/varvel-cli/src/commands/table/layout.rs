//! [`Table`]: the conversion of records into a table, and [`Layout`], the columns of all records.

use std::path::Path;

use varvel::records::{self, Watch};
use varvel::schema::{Inference, Schema};
use varvel::{AsText, ErrorKind};
use varvel_arrow::{
    Conflicts, Kind, Projection, RowInference, SchemaRef, arrow_schema_with, inference, widened,
};

use super::options::Options;
use super::report::{Numbered, conflict, first_number, give};
use super::rows::{Rows, Source, Stop, each_of_document, each_of_stream, is_file, mixed, name_of};
use crate::files::array::Stopped;
use crate::files::bad_lines::BadLines;
use crate::files::format::Format;
use crate::files::input::{Opened, shown};
use crate::files::located::Located;
use crate::files::pipeline::{Pipeline, Streams, check_places};
use crate::files::reading::Reading;
use crate::files::table_rows::no_column;
use crate::files::table_schema;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::Output;
use crate::terminal::report;

/// The way to have columns whose values have no common type.
const KEPT: &str = "`--conflicts text` or `--conflicts variant` keeps all values of the column";

/// The way to have them where bad lines are set aside.
const KEPT_TOGETHER: &str = "`--bad-lines` takes a line that is bad by itself, and not a conflict between \
                             lines: `--conflicts text` or `--conflicts variant` keeps all values of \
                             the column";

/// The conversion of records into a table.
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

/// The kinds of values of all rows, and the inputs with the unit that numbers of their records
/// count.
type Inferred<'p> = (Inference, Vec<Numbered<'p>>);

/// The columns of a table.
pub struct Layout {
    pub schema: SchemaRef,
    pub wanted: Option<Projection>,
    /// Whether VARIANT is shredded: in each file by its own rows.
    pub shreds: bool,
}

impl<'o> Table<'_, 'o> {
    /// Finds the columns of all rows of `inputs`.
    pub fn layout(&self, inputs: &mut [Rows<'_>], output: &Output<'_>) -> Result<Layout, Failure> {
        if self.streams.appends() {
            let what = "--append adds to frozen streams that are not compressed";
            return Err(report::plain(Exit::Usage, what, None));
        }
        let shreds = self.options.shreds(self.kind)?;
        let (wanted, variant) = (self.options.projection()?, self.options.variant()?);
        if let (Some(wanted), Some(variant)) = (&wanted, &variant)
            && let Some(path) = variant.left_out_by(wanted)
        {
            let what =
                format!("--variant is about the column `{path}`, and --columns leaves it out");
            return Err(report::plain(Exit::Usage, what, None));
        }
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
        let chosen = [wanted.as_ref(), variant.as_ref()];
        let schema = self.types(&documents, inferred.as_ref(), chosen, inputs)?;
        if let Some((inference, files)) = &inferred {
            let columns = widened(inference, &schema);
            give(&columns, files, &self.reading.file, self.options.report())?;
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

    /// Returns the columns of documents, whose schema was given or `inferred` from `inputs`. Fails
    /// if one is missing that is wanted, or that is to be VARIANT.
    fn types(
        &self,
        documents: &Schema,
        inferred: Option<&Inferred<'_>>,
        [wanted, variant]: [Option<&Projection>; 2],
        inputs: &[Rows<'_>],
    ) -> Result<SchemaRef, Failure> {
        let is_given = inferred.is_none();
        let whose = match is_given {
            true => "the schema does not have",
            false => "no record has",
        };
        let has_wanted = || match wanted.filter(|_| !is_given) {
            Some(wanted) => wanted.check_documents(documents),
            None => Ok(()),
        };
        let no_wanted = |error| no_column("--columns", whose, &error);
        let conflicts = self.options.conflicts();
        let schema = arrow_schema_with(documents, conflicts, !is_given, variant);
        let schema = schema.map_err(|error| {
            if error.kind() == ErrorKind::NotFound {
                // It may be one that was wanted.
                return match has_wanted() {
                    Err(missing) => no_wanted(missing),
                    Ok(()) => no_column("--variant", whose, &error),
                };
            }
            let error = match conflicts {
                Conflicts::Error if error.hint().is_none() => {
                    let found =
                        inferred.map(|(inference, files)| conflict(inference, variant, files));
                    let hint = match self.streams.bad_lines() {
                        Some(_) => KEPT_TOGETHER,
                        None => KEPT,
                    };
                    found.flatten().unwrap_or(error).with_hint(hint)
                }
                _ => error,
            };
            report::in_document(&name_of(inputs), &error)
        })?;
        if let Some(wanted) = wanted {
            let found = wanted.check(&schema).and_then(|()| has_wanted());
            found.map_err(no_wanted)?;
        }
        Ok(schema)
    }

    /// Returns the kinds of values of all rows of `inputs`, and the inputs with the unit that
    /// numbers of their records count.
    fn inferred<'p>(
        &self,
        inputs: &mut [Rows<'p>],
        output: &Output<'_>,
        wanted: Option<&Projection>,
    ) -> Result<Inferred<'p>, Failure> {
        let (mut inferred, mut files): (Option<Inference>, _) = (None, Vec::new());
        for (number, rows) in inputs.iter_mut().enumerate() {
            let (mut one, unit) = self.infer(rows, output, wanted)?;
            files.push((rows.path, unit));
            one.move_numbers(first_number(number));
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

    /// Finds the columns of one input. Keeps it open if it cannot be opened again.
    fn infer(
        &self,
        rows: &mut Rows<'_>,
        output: &Output<'_>,
        wanted: Option<&Projection>,
    ) -> Result<(Inference, &'static str), Failure> {
        let alone = rows.is_kept();
        let source = self.open(rows, output, self.options.sample().is_none())?;
        let unit = source.unit();
        // Many inputs are not held open at once, unless they come only once.
        let again = is_file(rows.path);
        let is_kept = |is_pipe: bool| match is_pipe {
            true => self.options.sample().is_some() && !again,
            false => alone || !again,
        };
        let inferred = match source {
            Source::Stream(input, from) => {
                let (found, input) = self.infer_stream(rows.path, input, from, output, wanted)?;
                if is_kept(input.is_pipe()) {
                    rows.keep(Source::Stream(input, from))?;
                }
                found
            }
            Source::Array(mut array) => {
                let found = array.run(&self.item_options(), |input, from, options, watch| {
                    inference(input, from, wanted, options, watch)
                });
                let found = found.map_err(Stopped::into_failure)?;
                if is_kept(array.input_mut().is_pipe()) {
                    rows.keep(Source::Array(array))?;
                }
                found
            }
            Source::Document(document) => {
                let mut found = self.row_inference(wanted);
                each_of_document(&document, rows.path, self.reading, |row| {
                    found.add(row).map_err(Stop::Row)
                })?;
                if is_kept(false) {
                    rows.keep(Source::Document(document))?;
                }
                found.finish()
            }
            Source::OneByOne(input) => {
                let mut found = self.row_inference(wanted);
                each_of_stream(input, self.reading, |row| found.add(row).map_err(Stop::Row))?;
                found.finish()
            }
        };
        Ok((inferred, unit))
    }

    /// Finds the columns of a stream, and returns the stream.
    fn infer_stream(
        &self,
        path: &Path,
        mut input: Opened,
        from: records::Format,
        output: &Output<'_>,
        wanted: Option<&Projection>,
    ) -> Result<(Inference, Opened), Failure> {
        let name = input.name.clone();
        let pipeline = self.pipeline(&name, path, &input, from, *output);
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
        let inferred = match self.options.sample() {
            Some(lines) => {
                let sample = input.first_lines(lines.get());
                let sample = sample.map_err(|cause| report::io(&format!("read {name}"), &cause))?;
                inference(&sample[..], from, wanted, &options, watch)
            }
            None => inference(&mut input, from, wanted, &options, watch),
        };
        let inferred = inferred.map_err(|cause| pipeline.failure(cause))?;
        Ok((inferred, input))
    }

    /// Opens an input. It can be read again afterwards if it has to be read `twice`.
    pub fn open(
        &self,
        rows: &mut Rows<'_>,
        output: &Output<'_>,
        twice: bool,
    ) -> Result<Source, Failure> {
        let input = match rows.open(self.reading)? {
            Ok(source) => return Ok(source),
            Err(input) => input,
        };
        self.check(&input)?;
        check_places(rows.path, output, self.streams)?;
        Source::of(input, rows.path, self.reading, output, twice)
    }

    /// Fails if the input is a table, or an option is set that it has no use for.
    fn check(&self, input: &Opened) -> Result<(), Failure> {
        let (name, found) = (&input.name, input.format.phrase());
        if let Format::Table(_) = input.format {
            return Err(mixed(name, input.format));
        }
        let is_stream = matches!(input.format, Format::Records(_));
        let what = if self.options.sample().is_some()
            && input.format != Format::Records(records::Format::Ndjson)
        {
            format!("--sample takes lines, and {name} is {found}")
        } else if self.streams.bad_lines().is_none() {
            return Ok(());
        } else if !is_stream {
            format!("--bad-lines is for streams, and {name} is {found}")
        } else if input.is_recovered(self.reading) {
            format!("--bad-lines is for whole streams, and of {name} the whole segments are read")
        } else {
            return Ok(());
        };
        Err(report::plain(Exit::Usage, what, None))
    }

    fn row_inference<'w>(&self, wanted: Option<&'w Projection>) -> RowInference<'w> {
        RowInference::new(wanted).exact_decimals(self.reading.keeps_all_decimals())
    }

    /// Returns the options by which the items of an array are read.
    pub fn item_options(&self) -> records::Options {
        records::Options {
            threads: self.streams.threads(),
            limits: self.reading.limits(),
            duplicates: self.reading.duplicates(),
            exact_decimals: self.reading.keeps_all_decimals(),
            ..records::Options::DEFAULT
        }
    }

    /// Returns the reading of a stream. `name` is its name in errors.
    pub fn pipeline<'p>(
        &'p self,
        name: &'p str,
        path: &'p Path,
        input: &Opened,
        from: records::Format,
        output: Output<'p>,
    ) -> Pipeline<'p, 'o> {
        Pipeline {
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
        }
    }
}
