//! Reports the columns of a table whose values are of several kinds.

use std::io::Write as _;
use std::path::Path;

use varvel::schema::{Inference, KindSeen};
use varvel::{Error, Value, json, value};
use varvel_arrow::{Conflict, Projection, Widened, conflicts};

use crate::files::input::shown;
use crate::files::reading::FileOptions;
use crate::terminal::exit::Failure;
use crate::terminal::output::Output;
use crate::terminal::report;

/// The most columns that are shown at the terminal.
const SHOWN: usize = 10;

/// How many bits the number of a line takes in the number of a record of several files.
const LINE_BITS: u32 = 40;

/// A file whose records are numbered, with the unit that the numbers count.
pub type Numbered<'a> = (&'a Path, &'static str);

/// Returns the number before the first record of a file, which is one of several.
pub fn first_number(file: usize) -> u64 {
    (file as u64) << LINE_BITS
}

/// Reports `columns`, whose records are numbered by [`first_number`] of `files`: at the terminal,
/// and in the file `all` if there is one.
pub fn give(
    columns: &[Widened],
    files: &[Numbered<'_>],
    options: &FileOptions,
    all: Option<&Path>,
) -> Result<(), Failure> {
    let places = Places(files);
    if let Some(path) = all {
        let mut lines = Vec::new();
        for column in columns {
            let kinds: Vec<_> = column.kinds.iter().map(|kind| places.value(kind)).collect();
            let line = value!({"column": &*column.path, "type": &*column.ty, "kinds": kinds});
            let name = shown(path);
            json::to_writer(&mut lines, &line).map_err(|e| report::in_document(&name, &e))?;
            lines.push(b'\n');
        }
        Output::named(Some(path)).write(&lines)?;
    }
    if options.quiet {
        return Ok(());
    }
    let mut terminal = anstream::stderr();
    // The table is written all the same if this fails.
    for column in columns.iter().take(SHOWN) {
        let kinds: Vec<_> = column.kinds.iter().map(|kind| places.words(kind)).collect();
        let _ = writeln!(
            terminal,
            "{} is {}: {}",
            column.path,
            column.ty,
            kinds.join(", ")
        );
    }
    if columns.len() > SHOWN {
        let more = columns.len() - SHOWN;
        let plural = if more == 1 { "" } else { "s" };
        let _ = writeln!(
            terminal,
            "{more} more column{plural} of several kinds: --report FILE lists all"
        );
    }
    Ok(())
}

/// Returns the error for the columns whose values have no common type, with the place of each kind;
/// `None` if another error comes before.
pub fn conflict(
    inference: &Inference,
    variant: Option<&Projection>,
    files: &[Numbered<'_>],
) -> Option<Error> {
    let places = Places(files);
    let found = conflicts(inference, variant).ok()?;
    Conflict::error(&found, &|seen| places.words(seen))
}

/// The files of records, with their units.
struct Places<'a>(&'a [Numbered<'a>]);

impl Places<'_> {
    /// Returns the unit that numbers count, the number in the file, and the name of the file if
    /// there are several.
    fn of(&self, number: u64) -> (&'static str, u64, Option<String>) {
        let file = self.0.get((number >> LINE_BITS) as usize);
        let unit = file.map_or("record", |(_, unit)| unit);
        let file = file.filter(|_| self.0.len() > 1);
        let number = number & ((1 << LINE_BITS) - 1);
        (unit, number, file.map(|(path, _)| shown(path)))
    }

    fn words(&self, seen: &KindSeen) -> String {
        let (unit, number, file) = self.of(seen.number);
        let file = file.map_or(String::new(), |file| format!("{file}, "));
        format!("{} in {file}{unit} {number}", seen.kind)
    }

    fn value(&self, seen: &KindSeen) -> Value {
        let (unit, number, file) = self.of(seen.number);
        let mut value = value!({"kind": seen.kind});
        value[unit] = number.into();
        if let Some(file) = file {
            value["file"] = file.into();
        }
        value
    }
}
