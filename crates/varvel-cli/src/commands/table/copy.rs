//! Writes the batches of other tables, which have equal columns.

use varvel::Error;
use varvel_arrow::{
    FileReader, FileWriter, SchemaRef, file_batch, file_schema, joined_batch, joined_schema,
};

use super::layout::Table;
use super::rows::{Rows, is_file, mixed};
use crate::files::format::Format;
use crate::files::pipeline::check_places;
use crate::files::table_rows::reader;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::Output;
use crate::terminal::report;

impl Table<'_, '_> {
    /// Writes the rows of other tables, with their types. Returns the number of rows.
    pub fn copy(&self, inputs: &mut [Rows<'_>], output: &Output<'_>) -> Result<u64, Failure> {
        if let Some(option) = self.streams.set() {
            let what = match inputs.len() {
                1 => format!("{option} is for records, and the input is a table"),
                _ => format!("{option} is for records, and the inputs are tables"),
            };
            return Err(report::plain(Exit::Usage, what, None));
        }
        let (schema, mut readers) = self.joined(inputs, output)?;
        let (mut rows, kind) = (0, self.kind);
        output.fill(|out| {
            let mut name = inputs.first().map_or(String::new(), Rows::name);
            let writer = FileWriter::new(out, kind, &schema);
            let mut writer = writer.map_err(|error| not_written(&name, error))?;
            for (input, kept) in inputs.iter_mut().zip(&mut readers) {
                name = input.name();
                let fails = |error| report::in_document(&name, &error);
                let mut reader = match kept.take() {
                    Some(reader) => reader,
                    None => self.reader(input)?,
                };
                while let Some(batch) = reader.next_batch().map_err(fails)? {
                    rows += batch.num_rows() as u64;
                    let batch = file_batch(batch, kind).map_err(fails)?;
                    let batch = joined_batch(&batch, &schema).map_err(fails)?;
                    let written = writer.write(&batch);
                    written.map_err(|error| not_written(&name, error))?;
                }
            }
            let finished = writer.finish();
            finished
                .map(drop)
                .map_err(|error| report::in_document(&name, &error))
        })?;
        Ok(rows)
    }

    /// Returns the schema of all tables, and the readers of those that cannot be opened again. Many
    /// tables are not held open at once.
    fn joined(
        &self,
        inputs: &mut [Rows<'_>],
        output: &Output<'_>,
    ) -> Result<(SchemaRef, Vec<Option<FileReader>>), Failure> {
        let alone = inputs.len() == 1;
        let (mut schema, mut readers): (Option<SchemaRef>, _) = (None, Vec::new());
        for input in inputs {
            check_places(input.path, output, self.streams)?;
            let reader = self.reader(input)?;
            let own = file_schema(reader.schema(), self.kind);
            schema = Some(match schema {
                None => own,
                Some(schema) => joined_schema(&schema, &own).map_err(|error| {
                    let error = error.with_hint(OTHER_COLUMNS);
                    report::in_document(&input.name(), &error)
                })?,
            });
            readers.push((alone || !is_file(input.path)).then_some(reader));
        }
        // There is at least one input.
        let schema = schema.ok_or_else(Failure::quiet)?;
        Ok((schema, readers))
    }

    /// Opens a table, to read the columns that are wanted.
    fn reader(&self, input: &mut Rows<'_>) -> Result<FileReader, Failure> {
        let opened = input.opened(self.reading)?;
        if !matches!(opened.format, Format::Table(_)) {
            return Err(mixed(&opened.name, opened.format));
        }
        let columns = self.options.projection()?;
        reader(opened.with_columns(columns), self.reading)
    }
}

/// Reports an error in writing the rows of the table `name`.
fn not_written(name: &str, error: Error) -> Failure {
    let error = match error.hint() {
        Some(_) => error,
        None => error.with_hint(OTHER_TYPES),
    };
    report::in_document(name, &error)
}

/// The way out if the output does not have all types of the input.
const OTHER_TYPES: &str = "by way of records each value gets a type that the file has: \
                           `varvel convert IN OUT.ndjson`, and that into the file";

/// The way out if the columns of tables differ.
const OTHER_COLUMNS: &str = "by way of records columns may differ: `varvel convert IN... OUT.ndjson`, \
                             and that into the file";
