//! Successive records: NDJSON, MessagePack values and frozen streams into each other, into a null
//! sink, on two threads and on one. The peers parse each line to a tree, on one thread.

use std::hint::black_box;
use std::io;
use std::num::NonZeroUsize;

use varvel::records::{Failure, Format, Options, Progress, Watch, convert, convert_slice};
use varvel::{Limits, Stream};

use super::prepared::{Kept, Load, text};
use super::texts::{as_given, strings};
use super::{reference, sonic, varvel as ours};
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::results::OURS;

/// Returns the subjects that convert NDJSON to a frozen stream.
pub fn freeze() -> Vec<Box<dyn Subject>> {
    let mut all = pair(Format::Ndjson, Format::Frozen, as_given);
    all.push(each_line());
    all
}

/// Returns the subjects that convert NDJSON to MessagePack values.
pub fn pack() -> Vec<Box<dyn Subject>> {
    pair(Format::Ndjson, Format::MessagePack, as_given)
}

/// Returns the subjects that convert a frozen stream to NDJSON.
pub fn thaw() -> Vec<Box<dyn Subject>> {
    pair(Format::Frozen, Format::Ndjson, |documents| {
        let streams = documents
            .iter()
            .map(|lines| again(lines, Format::Ndjson, Format::Frozen));
        streams.collect()
    })
}

/// Returns the subjects that convert the input, which `load` makes, on two threads and on one.
fn pair(from: Format, to: Format, load: Load<Vec<Vec<u8>>>) -> Vec<Box<dyn Subject>> {
    let on = |name, threads| {
        let convert = Kept {
            name,
            kept: Convert { threads, from, to },
            load,
            check: |how, input| how.check(input),
        };
        convert.subject(|how, input| how.run(input, io::sink()).map_or(0, |done| done.records))
    };
    vec![on(OURS, 2), on("varvel one thread", 1)]
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
    threads: usize,
    from: Format,
    to: Format,
}

impl Convert {
    fn run(&self, input: &[u8], output: impl io::Write + Send) -> Result<Progress, Failure> {
        let options = Options {
            threads: NonZeroUsize::new(self.threads),
            ..Options::DEFAULT
        };
        convert_slice(
            input,
            self.from,
            output,
            self.to,
            &options,
            Watch::default(),
        )
    }

    fn check(&self, input: &[u8]) -> Result<Checksum, String> {
        let mut output = Vec::new();
        self.run(input, &mut output).map_err(text)?;
        let bytes = again(&output, self.to, Format::Frozen)?;
        let stream = Stream::open(bytes, Limits::DEFAULT).map_err(text)?;
        let mut sum = Checksum::default();
        sum.container();
        for record in stream.records() {
            ours::walk(record.map_err(text)?, &mut sum)?;
        }
        Ok(sum)
    }
}

/// Converts the records on one thread.
fn again(bytes: &[u8], from: Format, to: Format) -> Result<Vec<u8>, String> {
    let mut output = Vec::new();
    let watch = Watch::default();
    convert(bytes, from, &mut output, to, &Options::default(), watch)
        .map(|_| output)
        .map_err(text)
}

/// Returns the subject that parses each line to a tree and drops it, one after the other; the text
/// is known to be UTF-8.
fn each_line() -> Box<dyn Subject> {
    let each_line = Kept {
        name: "sonic-rs",
        kept: (),
        load: strings,
        check: |(), lines: &String| {
            let mut sum = Checksum::default();
            sum.container();
            for line in lines.lines() {
                sonic::walk(&sonic_rs::from_str(line).map_err(text)?, &mut sum);
            }
            Ok(sum)
        },
    };
    each_line.subject(|(), lines| {
        let trees = lines.lines().map(sonic_rs::from_str::<sonic_rs::Value>);
        trees.filter(|tree| black_box(tree).is_ok()).count() as u64
    })
}
