//! Documents and records that have to fit a JSON Schema, the one of `--schema`.

use std::borrow::Cow;
use std::io;
use std::sync::{Mutex, PoisonError};

use varvel::records::{self, BadRecord, Options, Watch};
use varvel::schema::{Recording, Validator};
use varvel::{Error, Frozen};

use crate::files::format::Format;
use crate::files::input::{Input, Opened};
use crate::files::pipeline;
use crate::files::purpose::Purpose;
use crate::files::reading::Reading;
use crate::files::records::Records;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::report;

/// A schema, and how many faults of a file are reported.
pub struct Fitting<'r> {
    pub schema: Validator,
    pub most: usize,
    pub reading: &'r Reading,
}

/// The faults of one file.
#[derive(Default)]
struct Faults {
    lines: Vec<String>,
    exit: Option<Exit>,
    /// Whether there are more than were asked for.
    is_cut: bool,
}

impl Fitting<'_> {
    /// Checks a document.
    pub fn document(&self, input: &Input) -> Result<(), Failure> {
        let found = self.faults_of(input)?;
        let mut faults = Faults::default();
        for error in found.map_err(|error| input.failure(&error))? {
            faults.add(self.most, input.failure(&error));
        }
        faults.verdict(self.most, &input.name)
    }

    /// Returns the faults of a document, and one more than are reported.
    fn faults_of(&self, input: &Input) -> Result<varvel::Result<Vec<Error>>, Failure> {
        let (reading, most) = (self.reading, self.most.saturating_add(1));
        let duplicates = reading.duplicates();
        Ok(match input.format {
            Format::Document(format) => {
                let options = reading.options(Purpose::Text);
                let bytes = &input.bytes;
                format.faults(&self.schema, bytes, duplicates, &options, most)
            }
            Format::Flatbuffers => {
                let mut record = Recording::default();
                let driven = reading
                    .flatbuffers()?
                    .drive(&input.bytes, false, &mut record);
                driven.and_then(|()| self.faults_of_record(&record, most))
            }
            _ => Frozen::validate_with(&input.bytes, &reading.limits()).and_then(|view| {
                let source = &mut view.source_with(reading.limits());
                let faults = self.schema.faults(source, duplicates, most)?;
                Ok(faults.into_iter().map(Error::without_offset).collect())
            }),
        })
    }

    fn faults_of_record(&self, record: &Recording, most: usize) -> varvel::Result<Vec<Error>> {
        let duplicates = self.reading.duplicates();
        let faults = self.schema.faults(&mut record.source(), duplicates, most)?;
        Ok(faults.into_iter().map(Error::without_offset).collect())
    }

    /// Checks all records of a stream, and returns their number.
    pub fn stream(&self, input: Opened) -> Result<u64, Failure> {
        let recover =
            self.reading.recover && input.format == Format::Records(records::Format::Frozen);
        match input.format {
            Format::Records(from) if !recover && !input.is_added_to() => {
                self.on_all_cores(input, from)
            }
            _ => self.one_by_one(input),
        }
    }

    fn on_all_cores(&self, input: Opened, from: records::Format) -> Result<u64, Failure> {
        let name = input.name.clone();
        let options = Options {
            limits: self.reading.limits(),
            duplicates: self.reading.duplicates(),
            // A number does not have to be a float to be looked at.
            exact_decimals: true,
            ..Options::DEFAULT
        };
        let faults = Mutex::new(Faults::default());
        let mut bad = |record: &BadRecord<'_>| {
            let mut faults = faults.lock().unwrap_or_else(PoisonError::into_inner);
            let most = self.most.saturating_add(1);
            for error in records::Fitting::faults(&self.schema, record, from, &options, most) {
                let record = BadRecord {
                    error,
                    bytes: Cow::Borrowed(&record.bytes),
                    ..*record
                };
                faults.add(self.most, report::in_bad_record(&name, record));
            }
            match faults.is_cut {
                true => Err(io::Error::other("there are enough faults")),
                false => Ok(()),
            }
        };
        let watch = Watch {
            bad: Some(&mut bad),
            ..Watch::default()
        };
        let new = || records::Fitting::new(&self.schema);
        let done = records::fold(input, from, new, &options, watch);
        let faults = faults.into_inner().unwrap_or_else(PoisonError::into_inner);
        if faults.is_cut {
            faults.verdict(self.most, &name)?;
        }
        let (_, done) = done.map_err(|cause| pipeline::failure(&name, None, cause))?;
        faults.verdict(self.most, &name)?;
        Ok(done.records)
    }

    fn one_by_one(&self, input: Opened) -> Result<u64, Failure> {
        let name = input.name.clone();
        let mut records = Records::of(input, self.reading)?;
        let (mut faults, mut count) = (Faults::default(), 0);
        let mut events = Recording::default();
        while !faults.is_cut
            && let Some(record) = records.next()?
        {
            events.clear();
            let given = record.write(Purpose::Text, &mut events);
            given.map_err(|error| record.failure(error))?;
            let found = self.faults_of_record(&events, self.most.saturating_add(1));
            for error in found.map_err(|error| record.failure(error))? {
                faults.add(self.most, record.failure(error));
            }
            count += 1;
        }
        faults.verdict(self.most, &name)?;
        Ok(count)
    }
}

impl Faults {
    fn add(&mut self, most: usize, failure: Failure) {
        self.exit = self.exit.max(Some(failure.exit));
        match self.lines.len() < most {
            true => self.lines.push(failure.text),
            false => self.is_cut = true,
        }
    }

    /// Returns one failure with all of them.
    fn verdict(&self, most: usize, name: &str) -> Result<(), Failure> {
        let Some(exit) = self.exit else {
            return Ok(());
        };
        let mut text = self.lines.join("\n");
        if self.is_cut {
            let what = format!("{name} has more faults than {most}");
            let hint = "`--max-errors N` shows more";
            text.push('\n');
            text.push_str(&report::plain(exit, what, Some(hint)).text);
        }
        Err(Failure { exit, text })
    }
}
