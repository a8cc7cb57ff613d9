//! [`TableRows`]: the rows of a Parquet or Arrow file.

use varvel::ErrorKind;
use varvel_arrow::{FileLimits, FileReader, RowOptions, Rows};

use crate::files::input::Opened;
use crate::files::reading::Reading;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::report;

/// The rows of a table that is read.
pub struct TableRows {
    reader: FileReader,
    /// The rows in memory.
    rows: Option<Rows>,
    /// The number of the next row in `rows`.
    next: usize,
    options: RowOptions,
}

impl TableRows {
    /// Opens a table. An input that can be read only once is kept in a file without a name.
    pub fn open(opened: Opened, reading: &Reading) -> Result<Self, Failure> {
        let reader = reader(opened, reading)?;
        let options = RowOptions {
            skip_nulls: reading.skip_nulls,
            exact_decimals: reading.keeps_all_decimals(),
            limits: reading.limits(),
        };
        Ok(Self {
            reader,
            rows: None,
            next: 0,
            options,
        })
    }

    /// Returns the number of rows of the file.
    pub fn len(&self) -> u64 {
        self.reader.rows()
    }

    /// Goes on with the row of this number. Returns whether there is one.
    pub fn seek(&mut self, row: u64) -> varvel::Result<bool> {
        self.rows = None;
        self.reader.seek(row)
    }

    /// Returns the rows in memory, and the number of the next one in them.
    pub fn next(&mut self) -> varvel::Result<Option<(&Rows, usize)>> {
        while self
            .rows
            .as_ref()
            .is_none_or(|rows| rows.len() == self.next)
        {
            let Some(batch) = self.reader.next_batch()? else {
                return Ok(None);
            };
            self.rows = Some(Rows::new(&batch, self.options)?);
            self.next = 0;
        }
        let index = self.next;
        self.next += 1;
        Ok(self.rows.as_ref().map(|rows| (rows, index)))
    }
}

/// Returns the failure for a missing column. `nothing` begins a sentence: `no record has`.
pub fn no_column(option: &str, nothing: &str, error: &varvel::Error) -> Failure {
    let expected = error.expectation().unwrap_or("the path of a column");
    let what = match (error.kind(), error.found()) {
        (ErrorKind::NotFound, _) => format!("{nothing} {expected}"),
        (_, Some(found)) => format!("{option}: expected {expected}, found `{found}`"),
        (_, None) => format!("{option}: expected {expected}"),
    };
    report::plain(Exit::Usage, what, error.hint())
}

/// Opens a table to read its batches.
pub fn reader(opened: Opened, reading: &Reading) -> Result<FileReader, Failure> {
    let (name, columns) = (opened.name.clone(), opened.columns().cloned());
    let folder = std::env::temp_dir();
    let kept = opened.kept_in(&folder).and_then(Opened::into_seekable);
    let file = kept.map_err(|cause| report::io(&format!("read {name}"), &cause))?;
    let limits = FileLimits {
        expansion: reading.file.max_expansion,
        limits: reading.limits(),
        ..FileLimits::default()
    };
    let reader = FileReader::open(file, limits);
    let mut reader = reader.map_err(|error| report::in_document(&name, &error))?;
    if let Some(columns) = &columns {
        let projected = reader.project(columns);
        projected.map_err(|error| no_column("--columns", "the file does not have", &error))?;
    }
    Ok(reader)
}
