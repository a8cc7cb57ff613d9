//! The file for bad records (`--bad-lines`).

use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use varvel::records::{BadRecord, Progress as Done};
use varvel::{Encode, json};

use crate::files::input::shown;
use crate::files::record_writer::Out;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::Output;
use crate::terminal::progress::Progress;
use crate::terminal::report;

/// The number of bad records that are reported one by one; more are only counted.
const TOLD: u64 = 10;

/// The file for bad records of one input or several.
pub struct BadLines<'a> {
    /// Whether there are several inputs, so that each record comes with the name of its own.
    named: bool,
    state: Mutex<State<'a>>,
}

struct State<'a> {
    out: Out<'a>,
    told: u64,
    done: Done,
}

/// A bad record of several inputs, as a line of the file.
#[derive(Encode)]
#[varvel(none = "omit")]
struct Named<'a> {
    file: &'a str,
    line: Option<u64>,
    column: Option<usize>,
    offset: u64,
    error: String,
    text: Option<&'a str>,
    #[varvel(bytes)]
    bytes: Option<Vec<u8>>,
}

impl<'a> BadLines<'a> {
    /// Opens the file while `run` runs. It takes its place afterwards, if all went well.
    ///
    /// With one input the file has the bytes of bad records. With several it has a line of JSON for
    /// each, which names the input.
    pub fn within(
        path: &Path,
        several: bool,
        run: impl FnOnce(&BadLines<'_>) -> Result<(), Failure>,
    ) -> Result<Done, Failure> {
        let mut done = Done::default();
        Output::named(Some(path)).fill(|out| {
            let state = State {
                out,
                told: 0,
                done: Done::default(),
            };
            let lines = BadLines {
                named: several,
                state: Mutex::new(state),
            };
            run(&lines)?;
            done = lines.state().done;
            Ok(())
        })?;
        Ok(done)
    }

    fn state(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a bad record of the input `name`, and reports it if it is one of the first.
    pub fn add(&self, name: &str, record: &BadRecord<'_>, progress: &Progress) -> io::Result<()> {
        let mut state = self.state();
        if state.told < TOLD {
            let line = report::bad_record(name, record);
            progress.suspended(|| drop(writeln!(anstream::stderr(), "{line}")));
        }
        state.told += 1;
        if !self.named {
            return state.out.write_all(&record.bytes);
        }
        let place = record.line_column();
        let text = str::from_utf8(&record.bytes).ok();
        let offset = usize::try_from(record.error_offset()).unwrap_or(usize::MAX);
        let named = Named {
            file: name,
            line: place.and(record.start).map(|_| record.number),
            column: place.map(|(_, column)| column),
            offset: record.error_offset(),
            error: record.error.at_offset(offset).to_string(),
            text: text.map(|text| text.trim_end_matches(['\r', '\n'])),
            bytes: text.is_none().then(|| record.bytes.to_vec()),
        };
        let mut line = json::to_vec(&named).map_err(io::Error::other)?;
        line.push(b'\n');
        state.out.write_all(&line)
    }

    /// Adds the totals of an input.
    pub fn count(&self, done: &Done) {
        let mut state = self.state();
        state.done.records += done.records;
        state.done.bad += done.bad;
    }
}

/// Reports the number of bad records, which a file has, if there are any.
pub fn verdict(path: &Path, done: &Done) -> Result<(), Failure> {
    if done.bad == 0 {
        return Ok(());
    }
    let records = done.bad + done.records;
    let what = format!(
        "{} of {records} records are bad; {} has them",
        done.bad,
        shown(path)
    );
    Err(report::plain(Exit::Aside, what, None))
}
