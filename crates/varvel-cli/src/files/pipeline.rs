//! Converts a stream into another on all cores, sets bad records aside, and appends to frozen
//! streams.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use varvel::records::{self, BadRecord, Options, Progress, Reduce, Watch};
use varvel::{AsText, Discard};

use crate::files::append::Growing;
use crate::files::bad_lines::{self, BadLines};
use crate::files::format::Format;
use crate::files::input::{Opened, shown};
use crate::files::located::Located;
use crate::files::places::{file_of, is_same};
use crate::files::purpose::Purpose;
use crate::files::reading::Reading;
use crate::files::records::Records;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::Output;
use crate::terminal::report;

/// Options of streams.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Streams")]
pub struct Streams {
    /// Go on after a bad record, and write its bytes to FILE; the exit code is then 4
    ///
    /// The first ten are reported as `INPUT:LINE:COLUMN: error`, the others are counted. FILE is
    /// replaced, by an empty file if no record is bad. Without this option the first bad record
    /// ends the command, and the output stays as it was.
    #[arg(long, value_name = "FILE")]
    bad_lines: Option<PathBuf>,
    /// Add to the end of the frozen stream OUTPUT, and change nothing before it
    ///
    /// A stream that does not exist is made. If the command fails or is interrupted, the stream is
    /// as it was. If it is killed, adding again goes on behind the last whole segment, and
    /// `--recover` reads up to there. Only one process adds at a time; the others end at once.
    #[arg(long)]
    append: bool,
    /// How many threads work [default: as many as the machine runs at once]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl Streams {
    /// Returns the file for bad records, if they are set aside.
    pub fn bad_lines(&self) -> Option<&Path> {
        self.bad_lines.as_deref()
    }

    /// Returns how many threads work; `None` for as many as the machine runs at once.
    pub fn threads(&self) -> Option<NonZeroUsize> {
        self.threads
    }

    /// Returns whether the output is added to.
    pub fn appends(&self) -> bool {
        self.append
    }

    /// Reports the records that were set aside, if there are any. Bad records of several inputs,
    /// which share `bad`, are reported at the end of all.
    pub fn verdict(&self, bad: Option<&BadLines<'_>>, done: &Progress) -> Result<(), Failure> {
        match &self.bad_lines {
            Some(path) if bad.is_none() => bad_lines::verdict(path, done),
            _ => Ok(()),
        }
    }

    /// Returns the option that is only for converting a stream into another, if one is set.
    pub fn set(&self) -> Option<&'static str> {
        match self {
            Self { append: true, .. } => Some("--append"),
            Self {
                bad_lines: Some(_), ..
            } => Some("--bad-lines"),
            _ => None,
        }
    }
}

/// The conversion of a stream into another.
pub struct Pipeline<'a, 'o> {
    /// The input, as errors name it.
    pub name: &'a str,
    /// The input, as the user named it.
    pub path: &'a Path,
    /// The format of the input.
    pub from: records::Format,
    /// The output.
    pub output: Output<'a>,
    /// The options for reading.
    pub reading: &'a Reading,
    /// The options for streams.
    pub streams: &'a Streams,
    /// The values that are written as text.
    pub as_text: AsText,
    /// Whether decimals of text keep their digits.
    pub exact_decimals: bool,
    /// Where the input is in its file, if it is a split.
    pub origin: Option<Located>,
    /// The file for bad lines, if several inputs share it.
    pub bad: Option<&'a BadLines<'o>>,
}

impl Pipeline<'_, '_> {
    /// Converts all records into a stream.
    pub fn run(&self, input: Opened, to: records::Format) -> Result<Progress, Failure> {
        check_places(self.path, &self.output, self.streams)?;
        let mut output = self.output;
        if self.streams.append {
            let path = match output {
                Output::File(path) => path,
                _ => {
                    let what = "--append adds to a file, and this is a stream of the process";
                    return Err(report::plain(Exit::Usage, what, None));
                }
            };
            self.check_append(path, to)?;
            match fs::metadata(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => output = Output::New(path),
                _ => return self.append(input, path),
            }
        }
        let from = self.from;
        let mut done = Progress::default();
        output.fill(|out| {
            let convert = |input: Opened, options: &Options, watch: Watch<'_>| {
                let options = Options {
                    // The bytes of other outputs would depend on the pieces that the input came in.
                    prompt: input.is_pipe()
                        && to != records::Format::Frozen
                        && self.output.compression().is_none(),
                    ..*options
                };
                records::convert(input, from, out, to, &options, watch)
            };
            done = self.watched(input, convert)?;
            Ok(())
        })?;
        Ok(done)
    }

    /// Appends to an existing stream.
    fn append(&self, input: Opened, path: &Path) -> Result<Progress, Failure> {
        let mut stream = Growing::lock(path, self.reading.limits())?;
        let from = self.from;
        let convert = |input, options: &_, watch: Watch<'_>| {
            records::append(input, from, &mut stream.writer, options, watch)
        };
        let done = self.watched(input, convert)?;
        stream.keep()?;
        Ok(done)
    }

    fn check_append(&self, path: &Path, to: records::Format) -> Result<(), Failure> {
        let what = if to != records::Format::Frozen || self.output.compression().is_some() {
            "--append adds to frozen streams that are not compressed"
        } else if is_same(path, file_of(self.path, "/dev/stdin")) {
            // The work would never end.
            "the input and the stream that is added to are the same file"
        } else {
            return Ok(());
        };
        Err(report::plain(Exit::Usage, what, None))
    }

    /// Returns the options by which the input is read.
    pub fn options(&self) -> Options {
        Options {
            threads: self.streams.threads,
            limits: self.reading.limits(),
            duplicates: self.reading.duplicates(),
            as_text: self.as_text,
            exact_decimals: self.exact_decimals,
            part: self.origin.as_ref().map(Located::place),
            ..Options::DEFAULT
        }
    }

    /// Runs `convert`, and handles bad records.
    pub fn watched(
        &self,
        input: Opened,
        convert: impl FnOnce(Opened, &Options, Watch<'_>) -> Result<Progress, records::Failure>,
    ) -> Result<Progress, Failure> {
        match (self.bad, &self.streams.bad_lines) {
            (Some(lines), _) => self.set_aside(lines, input, convert),
            (None, Some(path)) => {
                let mut done = Progress::default();
                BadLines::within(path, false, |lines| {
                    done = self.set_aside(lines, input, convert)?;
                    Ok(())
                })?;
                Ok(done)
            }
            (None, None) => convert(input, &self.options(), Watch::default())
                .map_err(|cause| self.failure(cause)),
        }
    }

    /// Runs `convert`, and adds bad records to a file.
    fn set_aside(
        &self,
        lines: &BadLines<'_>,
        input: Opened,
        convert: impl FnOnce(Opened, &Options, Watch<'_>) -> Result<Progress, records::Failure>,
    ) -> Result<Progress, Failure> {
        let progress = input.progress.clone();
        let mut bad = |record: &BadRecord<'_>| {
            let located = self.origin.as_ref().map(|origin| origin.locate(record));
            match located.transpose()? {
                Some(located) => lines.add(self.name, &located, &progress),
                None => lines.add(self.name, record, &progress),
            }
        };
        let watch = Watch {
            bad: Some(&mut bad),
            progress: None,
        };
        let done = convert(input, &self.options(), watch).map_err(|cause| self.failure(cause))?;
        lines.count(&done);
        Ok(done)
    }

    pub fn failure(&self, cause: records::Failure) -> Failure {
        if let (records::Failure::Bad(record), Some(origin)) = (&cause, &self.origin) {
            return match origin.locate(record) {
                Ok(record) => report::in_bad_record(self.name, record),
                Err(cause) => report::io(&format!("read {}", self.name), &cause),
            };
        }
        failure(self.name, self.output.path(), cause)
    }
}

/// Checks that the output and the file for bad lines are no other file of the command, since the
/// latter is replaced, and the output may grow.
pub fn check_places(input: &Path, to: &Output<'_>, streams: &Streams) -> Result<(), Failure> {
    let input = file_of(input, "/dev/stdin");
    let standard = Path::new("/dev/stdout");
    let output = to.path().unwrap_or(standard);
    let aside = streams.bad_lines.as_deref();
    let aside = aside.map(|path| Output::named(Some(path)).path().unwrap_or(standard));
    let what = if !to.replaces_a_file() && is_same(input, output) {
        "the input is the output"
    } else if aside.is_some_and(|aside| is_same(aside, input)) {
        "the file for bad lines is the input"
    } else if aside.is_some_and(|aside| aside == output || is_same(aside, output)) {
        "the file for bad lines is the output"
    } else {
        return Ok(());
    };
    Err(report::plain(Exit::Usage, what, None))
}

/// Reports why the conversion of the stream `name` stopped early.
pub fn failure(name: &str, output: Option<&Path>, cause: records::Failure) -> Failure {
    match cause {
        records::Failure::Bad(record) => report::in_bad_record(name, *record),
        records::Failure::Input(error) => report::in_document(name, &error),
        records::Failure::Read(cause) => report::io(&format!("read {name}"), &cause),
        records::Failure::Write(cause) => {
            let output = output.map_or_else(|| "standard output".to_owned(), shown);
            report::io(&format!("write {output}"), &cause)
        }
        // The output has reported the reason.
        other => report::plain(Exit::Io, other, None),
    }
}

/// Folds the records of a stream into a value, on all cores.
pub fn fold<R: Reduce>(
    input: impl io::Read + Send,
    from: records::Format,
    new: impl Fn() -> R + Sync,
    reading: &Reading,
) -> Result<R, records::Failure> {
    let options = Options {
        limits: reading.limits(),
        duplicates: reading.duplicates(),
        // A number does not have to be a float to be looked at.
        exact_decimals: true,
        ..Options::DEFAULT
    };
    let (folded, _) = records::fold(input, from, new, &options, Watch::default())?;
    Ok(folded)
}

/// Checks all records of a stream on all cores, and returns their number.
pub fn check(input: Opened, reading: &Reading) -> Result<u64, Failure> {
    let name = input.name.clone();
    let recover = reading.recover && input.format == Format::Records(records::Format::Frozen);
    let (Format::Records(from), false) = (input.format, recover || input.is_added_to()) else {
        let mut records = Records::of(input, reading)?;
        let mut count = 0;
        while let Some(record) = records.next()? {
            let given = record.write(Purpose::Text, Discard);
            given.map_err(|error| record.failure(error))?;
            count += 1;
        }
        return Ok(count);
    };
    let options = Options {
        limits: reading.limits(),
        duplicates: reading.duplicates(),
        exact_decimals: true,
        ..Options::DEFAULT
    };
    records::check(input, from, &options, Watch::default())
        .map(|done| done.records)
        .map_err(|cause| failure(&name, None, cause))
}
