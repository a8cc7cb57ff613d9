//! [`Rows`]: the batches of a table, made by threads while their reader works.

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle, ThreadId};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use varvel::formats::AnyFormat;
use varvel::records::{BadRecord, Failure, Options, Progress, Watch};
use varvel::{AsText, Duplicates, Error, ErrorKind};
use varvel_arrow::{BLOCK_BYTES, Columns, batches};

use super::documents::{self, Ended};
use super::unit::{Opened, Unit};
use crate::errors::Located;
use crate::interrupts::{EVERY, Interrupts};
use crate::lock::lock;

/// How many batches wait for a reader that is slower.
const AHEAD: usize = 2;

/// A batch; `None` says that all came, so that a thread that panicked does not look like the end.
type Sent = Result<Option<RecordBatch>, Located>;

/// Bad records that were set aside.
#[derive(Clone)]
pub struct Aside {
    pub kept: Arc<Mutex<Vec<Located>>>,
    /// The most that are kept until somebody takes them.
    pub most: usize,
}

impl Aside {
    pub fn new(most: usize) -> Self {
        let kept = Arc::default();
        Self { kept, most }
    }
}

/// A reading of rows.
#[derive(Clone)]
pub struct Reading {
    pub units: Arc<[Unit]>,
    pub schema: SchemaRef,
    /// Whether members without a column are left out; else they are errors.
    pub skip_unknown: bool,
    /// Whether values that columns of JSON and VARIANT lack are text there.
    pub as_text: bool,
    /// The most rows.
    pub limit: Option<u64>,
    /// The most threads that work; `None` is as many as the system runs at once.
    pub threads: Option<NonZeroUsize>,
    /// The policy for duplicate keys.
    pub duplicates: Duplicates,
    /// The place for bad records; `None` makes them errors that end the rows.
    pub aside: Option<Aside>,
}

/// The rows of files. The threads that make them have ended when this is dropped; those that read a
/// pipe end with that.
pub struct Rows {
    schema: SchemaRef,
    /// The batches that come; `None` when this is being dropped.
    batches: Option<Receiver<Sent>>,
    work: Option<JoinHandle<()>>,
    /// Whether the work ends soon when it is told to, since no file waits for its writer.
    is_prompt: bool,
    left: Arc<AtomicBool>,
    ended: bool,
    /// The signals that come while a library reads the rows, in the thread that asked for them.
    interrupts: Interrupts,
    thread: ThreadId,
    /// The process that has the threads: one that was forked from it has none of them.
    process: u32,
}

impl Rows {
    /// Begins to read.
    ///
    /// # Errors
    /// An error of the operating system that gives no thread.
    pub fn begin(reading: Reading) -> io::Result<Self> {
        let (sender, batches) = sync_channel(AHEAD);
        let left = Arc::new(AtomicBool::new(false));
        let schema = reading.schema.clone();
        let is_prompt = reading.units.iter().all(Unit::is_prompt);
        let mut work = Work {
            rows_left: reading.limit.unwrap_or(u64::MAX),
            reading,
            sender,
            left: Arc::clone(&left),
        };
        let name = "varvel-rows".to_owned();
        let work = thread::Builder::new()
            .name(name)
            .spawn(move || work.run())?;
        Ok(Self {
            schema,
            batches: Some(batches),
            work: Some(work),
            is_prompt,
            left,
            ended: false,
            interrupts: Interrupts::new(),
            thread: thread::current().id(),
            process: std::process::id(),
        })
    }

    /// Returns the next batch; `None` after the last one, and after an error. Signals end the
    /// waiting: the error says nothing of the exception that they raised.
    pub fn next_batch(&mut self, interrupts: &Interrupts) -> Option<Result<RecordBatch, Located>> {
        self.next_unless(|| interrupts.poll())
    }

    /// Returns the next batch, unless `stop` says to stop, which is asked at times.
    fn next_unless(
        &mut self,
        stop: impl Fn() -> ControlFlow<()>,
    ) -> Option<Result<RecordBatch, Located>> {
        if self.ended {
            return None;
        }
        if self.is_forked() {
            self.ended = true;
            let error = Error::expected(ErrorKind::Io, "the process that began to read");
            let error = error.with_found("one that was forked from it");
            return Some(Err(Located::nowhere(error)));
        }
        let error = |found| Error::expected(ErrorKind::Io, "all rows").with_found(found);
        let sent = loop {
            let Some(batches) = self.batches.as_ref() else {
                break Ok(None);
            };
            if stop().is_break() {
                break Err(Located::nowhere(error("an interrupt")));
            }
            match batches.recv_timeout(EVERY) {
                Ok(sent) => break sent,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    break Err(Located::nowhere(error("a thread that ended early")));
                }
            }
        };
        self.ended = !matches!(sent, Ok(Some(_)));
        sent.transpose()
    }

    fn is_forked(&self) -> bool {
        self.process != std::process::id()
    }

    /// Returns the schema of the rows.
    pub fn columns(&self) -> &SchemaRef {
        &self.schema
    }
}

impl Drop for Rows {
    fn drop(&mut self) {
        if self.is_forked() {
            // What they hold may be locked by a thread that is not there.
            std::mem::forget((self.batches.take(), self.work.take()));
            return;
        }
        self.left.store(true, Ordering::Relaxed);
        self.batches = None;
        if let Some(work) = self.work.take().filter(|_| self.is_prompt) {
            // A panic has been reported as rows that are missing.
            let _ = work.join();
        }
    }
}

impl Iterator for Rows {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let interrupts = self.interrupts.clone();
        let is_same = self.thread == thread::current().id();
        let next = self.next_unless(|| match is_same {
            // Libraries that read in other threads may hold the lock of Python meanwhile.
            false => ControlFlow::Continue(()),
            true => interrupts.poll(),
        });
        if interrupts.repeat() {
            return Some(Err(ArrowError::ExternalError("interrupted".into())));
        }
        Some(next?.map_err(|error| error.arrow()))
    }
}

impl RecordBatchReader for Rows {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// The work of the thread that makes the rows.
struct Work {
    reading: Reading,
    sender: SyncSender<Sent>,
    rows_left: u64,
    left: Arc<AtomicBool>,
}

impl Work {
    /// Sends all batches, and the error that ends them.
    fn run(&mut self) {
        let units = Arc::clone(&self.reading.units);
        let mut end = Ok(None);
        for unit in &*units {
            if self.rows_left == 0 || self.left.load(Ordering::Relaxed) {
                break;
            }
            if let Err(error) = self.unit(unit) {
                end = Err(error);
                break;
            }
        }
        // Without a reader nobody wants to know.
        let _ = self.sender.send(end);
    }

    /// Sends the rows of a unit.
    fn unit(&mut self, unit: &Unit) -> Result<(), Located> {
        let options = Options {
            threads: self.reading.threads,
            duplicates: self.reading.duplicates,
            block_bytes: BLOCK_BYTES,
            ..Options::DEFAULT
        };
        let opened = unit.open(&options);
        match opened.map_err(|error| Located::system(&error, Path::new(&unit.file)))? {
            Opened::Document(text, format) => match self.document(&text, format, &options, unit) {
                Ok(()) | Err(Ended::Enough) => Ok(()),
                Err(Ended::Record(error)) => Err(error),
                Err(Ended::Text(error)) => self.bad(documents::bad(error, &text, &unit.file)),
            },
            Opened::Records(input, from, options, place) => {
                let reading = self.reading.clone();
                let left = Arc::clone(&self.left);
                let mut progress = |_: &Progress| match left.load(Ordering::Relaxed) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                };
                let mut too_many = None;
                let mut collect = |record: &BadRecord<'_>| {
                    let set = set_aside(reading.aside.as_ref(), place.bad(record));
                    set.map_err(|error| {
                        too_many = Some(error);
                        io::Error::other("there are too many bad records")
                    })
                };
                let watch = Watch {
                    bad: match reading.aside {
                        Some(_) => Some(&mut collect),
                        None => None,
                    },
                    progress: Some(&mut progress),
                };
                let columns = || columns(&reading);
                let done = batches(input, from, &columns, &options, watch, &mut |batch| {
                    self.give(batch)
                });
                if let Some(error) = too_many {
                    return Err(error);
                }
                match done {
                    Ok(_) | Err(Failure::Cancelled) => Ok(()),
                    // The limit was reached: what is behind it does not matter.
                    Err(_) if self.rows_left == 0 => Ok(()),
                    Err(failure) => Err(place.failure(&failure)),
                }
            }
        }
    }

    /// Sends the records of a document.
    fn document(
        &mut self,
        text: &[u8],
        format: AnyFormat,
        options: &Options,
        unit: &Unit,
    ) -> Result<(), Ended> {
        let mut columns = columns(&self.reading).map_err(Ended::Text)?;
        let tolerant = unit.tolerant;
        let done = documents::records(text, format, options, tolerant, |number, record| {
            if let Err(error) = columns.add(&record) {
                let error = documents::bad_record(error, number, &unit.file);
                self.bad(error).map_err(Ended::Record)?;
            }
            let is_enough = columns.rows() as u64 >= self.rows_left;
            if is_enough || columns.is_full(BLOCK_BYTES) {
                self.give(columns.take()).map_err(|_| Ended::Enough)?;
            }
            Ok(())
        });
        if columns.rows() > 0 {
            self.give(columns.take()).map_err(|_| Ended::Enough)?;
        }
        done
    }

    /// Sends a batch, as far as its rows are wanted.
    ///
    /// # Errors
    /// An error that ends the reading, if no more rows are wanted.
    fn give(&mut self, batch: RecordBatch) -> varvel::Result {
        let enough = || Error::expected(ErrorKind::Io, "a reader of the rows");
        let rows = batch.num_rows() as u64;
        let wanted = rows.min(self.rows_left);
        let batch = match usize::try_from(wanted) {
            Ok(wanted) if wanted < batch.num_rows() => batch.slice(0, wanted),
            _ => batch,
        };
        self.rows_left -= wanted;
        let given = self.sender.send(Ok(Some(batch)));
        match given.is_ok() && self.rows_left > 0 {
            true => Ok(()),
            false => Err(enough()),
        }
    }

    /// Sets a bad record aside, or returns it.
    fn bad(&self, error: Located) -> Result<(), Located> {
        match &self.reading.aside {
            Some(_) => set_aside(self.reading.aside.as_ref(), error),
            None => Err(error),
        }
    }
}

fn columns(reading: &Reading) -> varvel::Result<Columns> {
    let columns = Columns::new(reading.schema.clone())?.as_text(match reading.as_text {
        true => AsText::ALL,
        false => AsText::default(),
    });
    Ok(match reading.skip_unknown {
        true => columns.skip_unknown(),
        false => columns,
    })
}

/// The most bad records that are kept, unless all are wanted.
pub const MOST_ASIDE: usize = 10_000;

/// Adds a bad record to those that were set aside, if somebody wants them.
///
/// # Errors
/// The bad record, if there are too many of them.
pub fn set_aside(aside: Option<&Aside>, error: Located) -> Result<(), Located> {
    let Some(aside) = aside else {
        return Ok(());
    };
    let mut kept = lock(&aside.kept);
    if kept.len() >= aside.most {
        let why = format!(
            "{} bad records were set aside, and this is one more: is it the right format and \
             schema? `bad_lines=\"collect_all\"` keeps all",
            aside.most
        );
        return Err(error.with_note(&why));
    }
    kept.push(error);
    Ok(())
}
