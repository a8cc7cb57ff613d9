//! [`TableRows`]: the rows of a Parquet or Arrow file.

use varvel::path::Selector;
use varvel_arrow::{FileLimits, FileReader, Projection, RowOptions, Rows};

use crate::files::input::Opened;
use crate::files::reading::Reading;
use crate::terminal::exit::Failure;
use crate::terminal::report;

/// The rows of a table that is read.
pub struct TableRows {
    reader: FileReader,
    /// The rows in memory.
    rows: Option<Rows>,
    /// The next row of these.
    next: usize,
    options: RowOptions,
}

impl TableRows {
    /// Opens a table. What can be read only once is kept in a file without a name meanwhile.
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

    /// Reads only what the path leads through, as far as it is one of columns.
    pub fn project(&mut self, path: &[Selector<'_>]) {
        let names = path.iter().map_while(Selector::name);
        let path: Vec<String> = names
            .map(|name| varvel::path::Quoted(&name.to_cow()).to_string())
            .collect();
        let Ok(wanted) = Projection::new([format!("$[{}]", path.join("][")).as_str()]) else {
            return;
        };
        // Without the column all of them are named in the error.
        let _ = self.reader.project(&wanted);
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

/// Opens a table to read its batches.
pub fn reader(opened: Opened, reading: &Reading) -> Result<FileReader, Failure> {
    let name = opened.name.clone();
    let folder = std::env::temp_dir();
    let kept = opened.kept_in(&folder).and_then(Opened::into_seekable);
    let file = kept.map_err(|cause| report::io(&format!("read {name}"), &cause))?;
    let limits = FileLimits {
        expansion: reading.file.max_expansion,
        limits: reading.limits(),
        ..FileLimits::default()
    };
    FileReader::open(file, limits).map_err(|error| report::in_document(&name, &error))
}
