//! Successive records: NDJSON, MessagePack values and frozen streams into each other, into a null
//! sink, on two threads and on one. The peers parse each line to a tree, on one thread.

use std::hint::black_box;
use std::io;
use std::num::NonZeroUsize;

use varvel::records::{Failure, Format, Options, Progress, Watch, convert, convert_slice};
use varvel::{Limits, Stream};

use super::documents::Plain;
use super::{reference, sonic, varvel as ours};
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::results::OURS;

/// Returns the subjects that convert NDJSON to a frozen stream.
pub fn freeze() -> Vec<Box<dyn Subject>> {
    let mut all = pair(Format::Ndjson, Format::Frozen);
    all.push(Box::new(EachLine::default()));
    all
}

/// Returns the subjects that convert NDJSON to MessagePack values.
pub fn pack() -> Vec<Box<dyn Subject>> {
    pair(Format::Ndjson, Format::MessagePack)
}

/// Returns the subjects that convert a frozen stream to NDJSON.
pub fn thaw() -> Vec<Box<dyn Subject>> {
    pair(Format::Frozen, Format::Ndjson)
}

fn pair(from: Format, to: Format) -> Vec<Box<dyn Subject>> {
    let on = |name, threads| Convert {
        name,
        threads,
        from,
        to,
        input: Plain::default(),
    };
    vec![Box::new(on(OURS, 2)), Box::new(on("varvel one thread", 1))]
}

/// Returns the checksum of the lines as one array.
pub fn truth(lines: &[u8]) -> Result<Checksum, String> {
    let lines: Vec<&[u8]> = lines
        .trim_ascii_end()
        .split(|&byte| byte == b'\n')
        .collect();
    let array = [b"[", &lines.join(&b","[..])[..], b"]"].concat();
    reference(&array)
}

struct Convert {
    name: &'static str,
    threads: usize,
    from: Format,
    to: Format,
    input: Plain,
}

impl Convert {
    fn convert(&self, i: usize, output: impl io::Write + Send) -> Result<Progress, Failure> {
        let options = Options {
            threads: NonZeroUsize::new(self.threads),
            ..Options::DEFAULT
        };
        let watch = Watch::default();
        convert_slice(
            self.input.get(i),
            self.from,
            output,
            self.to,
            &options,
            watch,
        )
    }
}

/// Converts the records on one thread.
fn again(bytes: &[u8], from: Format, to: Format) -> Result<Vec<u8>, String> {
    let mut output = Vec::new();
    let watch = Watch::default();
    convert(bytes, from, &mut output, to, &Options::default(), watch)
        .map(|_| output)
        .map_err(|failure| failure.to_string())
}

impl Subject for Convert {
    fn name(&self) -> &str {
        self.name
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        let inputs = documents
            .iter()
            .map(|lines| again(lines, Format::Ndjson, self.from));
        self.input.load(&inputs.collect::<Result<Vec<_>, _>>()?);
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        let mut output = Vec::new();
        self.convert(i, &mut output)
            .map_err(|failure| failure.to_string())?;
        let bytes = again(&output, self.to, Format::Frozen)?;
        let text = |error: varvel::Error| error.to_string();
        let stream = Stream::open(bytes, Limits::DEFAULT).map_err(text)?;
        let mut sum = Checksum::default();
        sum.container();
        for record in stream.records() {
            ours::walk(record.map_err(text)?, &mut sum)?;
        }
        Ok(sum)
    }

    fn run(&mut self, i: usize) -> u64 {
        self.convert(i, io::sink()).map_or(0, |done| done.records)
    }
}

/// Parses each line to a tree and drops it, one after the other; the text is known to be UTF-8.
#[derive(Default)]
struct EachLine(Vec<String>);

impl Subject for EachLine {
    fn name(&self) -> &str {
        "sonic-rs"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        let texts = documents.iter().cloned().map(String::from_utf8);
        self.0 = texts
            .collect::<Result<_, _>>()
            .map_err(|error| error.to_string())?;
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        let mut sum = Checksum::default();
        sum.container();
        for line in self.0[i].lines() {
            sonic::walk(
                &sonic_rs::from_str(line).map_err(|error| error.to_string())?,
                &mut sum,
            );
        }
        Ok(sum)
    }

    fn run(&mut self, i: usize) -> u64 {
        let lines = self.0[i % self.0.len()].lines();
        let good =
            lines.filter(|line| black_box(sonic_rs::from_str::<sonic_rs::Value>(line)).is_ok());
        good.count() as u64
    }
}
