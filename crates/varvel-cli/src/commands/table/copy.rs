//! Writes the batches of another table.

use varvel::Error;
use varvel_arrow::{FileWriter, file_batch, file_schema};

use super::layout::Table;
use crate::files::input::Opened;
use crate::files::table_rows::reader;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::Output;
use crate::terminal::report;

impl Table<'_, '_> {
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
