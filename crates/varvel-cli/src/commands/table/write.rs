//! Writes the rows of all inputs as a table.

use std::io::Write;

use varvel::View;
use varvel::records::{self, Progress};
use varvel_arrow::{BLOCK_BYTES, Columns, FileWriter, batches};

use super::layout::{Layout, Table};
use super::rows::{Rows, Source, Stop, each_of_document, each_of_stream, name_of};
use crate::files::array::Stopped;
use crate::terminal::exit::Failure;
use crate::terminal::output::Output;
use crate::terminal::report;

impl Table<'_, '_> {
    /// Writes the rows of `inputs`, and returns the totals.
    pub fn write(
        &self,
        inputs: &mut [Rows<'_>],
        layout: &Layout,
        output: &Output<'_>,
    ) -> Result<Progress, Failure> {
        let Layout { schema, shreds, .. } = layout;
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
                let done = self.write_rows(rows, layout, output, &mut writer)?;
                total.records += done.records;
                total.bad += done.bad;
            }
            let finished = writer.finish();
            finished.map(drop).map_err(|error| fails(&error))
        })?;
        Ok(total)
    }

    /// Writes the rows of one input.
    fn write_rows<W: Write + Send>(
        &self,
        rows: &mut Rows<'_>,
        layout: &Layout,
        output: &Output<'_>,
        writer: &mut FileWriter<W>,
    ) -> Result<Progress, Failure> {
        let columns = || self.columns(layout);
        let mut each = |batch| writer.write(&batch);
        match self.open(rows, output, false)? {
            Source::Stream(input, from) => {
                let name = input.name.clone();
                let pipeline = self.pipeline(&name, rows.path, &input, from, *output);
                pipeline.watched(input, |input, options, watch| {
                    let options = in_blocks(options);
                    batches(input, from, &columns, &options, watch, &mut each)
                })
            }
            Source::Array(mut array) => {
                let options = in_blocks(&self.item_options());
                let done = array.run(&options, |input, from, options, watch| {
                    batches(input, from, &columns, options, watch, &mut each)
                });
                done.map_err(Stopped::into_failure)
            }
            Source::Document(document) => {
                let name = document.name.clone();
                self.one_by_one(&name, layout, writer, |row| {
                    each_of_document(&document, rows.path, self.reading, row)
                })
            }
            Source::OneByOne(input) => {
                let name = input.name.clone();
                self.one_by_one(&name, layout, writer, |row| {
                    each_of_stream(input, self.reading, row)
                })
            }
        }
    }

    /// Writes the rows that `each` gives to a function. `name` is that of the input in errors.
    fn one_by_one<W: Write + Send>(
        &self,
        name: &str,
        layout: &Layout,
        writer: &mut FileWriter<W>,
        each: impl FnOnce(&mut dyn FnMut(&View<'_>) -> Result<(), Stop>) -> Result<u64, Failure>,
    ) -> Result<Progress, Failure> {
        let fails = |error| report::in_document(name, &error);
        let mut columns = self.columns(layout).map_err(fails)?;
        let records = each(&mut |row| {
            columns.add(row).map_err(Stop::Row)?;
            match columns.is_full(BLOCK_BYTES) {
                true => {
                    let written = writer.write(&columns.take());
                    written.map_err(|error| Stop::Failure(fails(error)))
                }
                false => Ok(()),
            }
        })?;
        if columns.rows() > 0 {
            writer.write(&columns.take()).map_err(fails)?;
        }
        let mut done = Progress::default();
        done.records = records;
        Ok(done)
    }

    fn columns(&self, layout: &Layout) -> varvel::Result<Columns> {
        let columns = Columns::new(layout.schema.clone())?.as_text(self.as_text);
        let columns = match self.reading.keeps_all_decimals() {
            true => columns.exact_decimals(),
            false => columns,
        };
        let skips = layout.wanted.is_some() || self.reading.schema.skips_unknown();
        Ok(match skips {
            true => columns.skip_unknown(),
            false => columns,
        })
    }
}

/// Returns options that make batches of a good size.
fn in_blocks(options: &records::Options) -> records::Options {
    records::Options {
        block_bytes: BLOCK_BYTES,
        ..*options
    }
}
