//! [`Rows`]: the batches of a table, made by threads while their reader works.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use varvel::records::{BadRecord, Format, Options, Watch};
use varvel::{Error, ErrorKind};
use varvel_arrow::{Columns, batches};

use crate::errors::Located;
use crate::files::{Files, lock};

/// How many batches wait for a reader that is slower.
const AHEAD: usize = 2;

/// A batch; `None` says that all came, so that a thread that panicked does not look like the end.
type Sent = Result<Option<RecordBatch>, Located>;

/// The rows of files. The threads that make them end when this is dropped.
pub struct Rows {
    schema: SchemaRef,
    batches: Receiver<Sent>,
    ended: bool,
}

impl Rows {
    /// Begins to read. Members without a column are left out if `projected`, else errors. Bad lines
    /// become members of `aside`, or end the rows if that is `None`.
    ///
    /// # Errors
    /// An error of the operating system that gives no thread.
    pub fn begin(
        files: &[String],
        schema: &SchemaRef,
        projected: bool,
        aside: Option<Arc<Mutex<Vec<Located>>>>,
    ) -> io::Result<Self> {
        let (sender, batches) = sync_channel(AHEAD);
        let input = Files::new(files.to_vec());
        let of = schema.clone();
        let columns = move || {
            let columns = Columns::new(of.clone())?;
            Ok(match projected {
                true => columns.skip_unknown(),
                false => columns,
            })
        };
        let name = "varvel-rows".to_owned();
        let work = move || read(input, &columns, aside.as_deref(), &sender);
        thread::Builder::new().name(name).spawn(work)?;
        Ok(Self {
            schema: schema.clone(),
            batches,
            ended: false,
        })
    }

    /// Returns the next batch; `None` after the last one, and after an error.
    pub fn next_batch(&mut self) -> Option<Result<RecordBatch, Located>> {
        if self.ended {
            return None;
        }
        let sent = self.batches.recv().unwrap_or_else(|_| {
            let error = Error::expected(ErrorKind::Io, "all rows");
            Err(Located::nowhere(
                error.with_found("a thread that ended early"),
            ))
        });
        self.ended = !matches!(sent, Ok(Some(_)));
        sent.transpose()
    }

    /// Returns the schema of the rows.
    pub fn columns(&self) -> &SchemaRef {
        &self.schema
    }
}

impl Iterator for Rows {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = |error: Located| ArrowError::ExternalError(error.message().into());
        Some(self.next_batch()?.map_err(text))
    }
}

impl RecordBatchReader for Rows {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// Sends all batches of an input, and the error that ends it.
fn read(
    input: Files,
    columns: &(dyn Fn() -> varvel::Result<Columns> + Sync),
    aside: Option<&Mutex<Vec<Located>>>,
    sender: &SyncSender<Sent>,
) {
    let starts = input.starts();
    let mut collect = |record: &BadRecord<'_>| {
        if let Some(aside) = aside {
            lock(aside).push(Located::of(record, &starts));
        }
        Ok(())
    };
    let watch = Watch {
        bad: match aside {
            Some(_) => Some(&mut collect),
            None => None,
        },
        progress: None,
    };
    let mut give = |batch| {
        let given = sender.send(Ok(Some(batch)));
        given.map_err(|_| Error::expected(ErrorKind::Io, "a reader of the rows"))
    };
    let options = Options::DEFAULT;
    let done = batches(input, Format::Ndjson, columns, &options, watch, &mut give);
    let end = match done {
        Ok(_) => Ok(None),
        Err(failure) => Err(Located::failure(&failure, &starts)),
    };
    // Without a reader nobody wants to know.
    let _ = sender.send(end);
}
