//! `varvel splits`: plans how files are read in parts.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use varvel::json;
use varvel_files::{Split, plan};

use crate::files::input::{Opened, expanded, is_stream, shown};
use crate::files::reading::Reading;
use crate::files::record_writer::Out;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::Output;
use crate::terminal::report;

/// Plan how large files are read in parts, on many machines or one
///
/// Each split is an object that `convert --split` reads alone. All splits of a file have all of its
/// records, each once: a line belongs to the split in which it begins. They are found without
/// reading the files, except for gzip files of several members, which are unpacked once unless
/// their members have their lengths (BGZF).
///
/// Lines are split anywhere, compressed ones between members of gzip and frames of zstd, and frozen
/// streams between segments. Any other file is one split.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files to plan for, also by wildcards
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// About how many bytes of the file a split has: `64M`, `1G`; K is 1,024
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "128M")]
    size: NonZeroU64,
    /// Print an array of JSON, or a line for each split
    #[arg(
        long,
        value_name = "json|ndjson",
        default_value = "json",
        hide_possible_values = true,
        help_heading = "Writing"
    )]
    to: To,
    #[command(flatten)]
    reading: Reading,
}

/// The formats of plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    Json,
    Ndjson,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let files = expanded(&args.files)?;
    Output::Stream.fill(|out| {
        let mut count = 0_u64;
        for file in &files {
            for split in splits(file, args)? {
                let split = split.map_err(|cause| report::not_read(&shown(file), &cause))?;
                write(&split, count, args.to, out)?;
                count += 1;
            }
        }
        let end: &[u8] = match args.to {
            To::Json => b"\n]\n",
            To::Ndjson => b"",
        };
        out.write_all(end).map_err(|_| Failure::quiet())
    })
}

/// Plans the splits of a file.
fn splits(
    file: &Path,
    args: &Args,
) -> Result<impl Iterator<Item = std::io::Result<Split>>, Failure> {
    if is_stream(file) {
        let what = "standard input has no splits: it is read once, from its beginning";
        return Err(report::plain(Exit::Usage, what, None));
    }
    let opened = Opened::open(file, &args.reading)?;
    let word = opened.format.word();
    plan(file, word, args.size).map_err(|cause| report::not_read(&shown(file), &cause))
}

/// Writes a split, which is the `number`th of the plan.
fn write(split: &Split, number: u64, to: To, out: Out<'_>) -> Result<(), Failure> {
    let text = json::to_vec(split).map_err(|error| report::in_document("the plan", &error))?;
    let (before, after): (&[u8], &[u8]) = match (to, number) {
        (To::Ndjson, _) => (b"", b"\n"),
        (To::Json, 0) => (b"[\n", b""),
        (To::Json, _) => (b",\n", b""),
    };
    let written = [before, &text, after]
        .iter()
        .try_for_each(|bytes| out.write_all(bytes));
    // The output reports its errors itself.
    written.map_err(|_| Failure::quiet())
}

/// Reads a number of bytes.
fn bytes(text: &str) -> Result<NonZeroU64, String> {
    const EXPECTED: &str = "expected a whole number of bytes, such as 1000, 64K, 128M or 1G";
    let digits = text.trim_end_matches(|char: char| !char.is_ascii_digit());
    let unit = text[digits.len()..].to_ascii_lowercase();
    let shift = match unit.trim_end_matches('b').trim_end_matches('i') {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(EXPECTED.to_owned()),
    };
    let number: u64 = digits.parse().map_err(|_| EXPECTED.to_owned())?;
    let bytes = number.checked_mul(1 << shift).and_then(NonZeroU64::new);
    bytes.ok_or_else(|| "expected at least 1 byte, and less than 2^64".to_owned())
}

/// Reads the split that an option of this text means: an object, or `@` and the name of a file that
/// has one.
pub fn given(text: &str) -> Result<Split, Failure> {
    let (name, read);
    let json = match text.strip_prefix('@') {
        Some(file) => {
            let file = Path::new(file);
            read = std::fs::read(file).map_err(|cause| report::not_read(&shown(file), &cause))?;
            name = shown(file);
            &read[..]
        }
        None => {
            name = "--split".to_owned();
            text.as_bytes()
        }
    };
    json::from_slice(json).map_err(|error| report::in_document(&name, &error))
}

#[cfg(test)]
mod tests {
    use varvel_files::SPLIT_BYTES;

    use super::*;

    #[test]
    fn sizes_have_units() {
        let of = |text| bytes(text).map(NonZeroU64::get).ok();
        assert_eq!(of("1"), Some(1));
        assert_eq!(of("64k"), Some(64 << 10));
        assert_eq!(of("128M"), Some(SPLIT_BYTES.get()));
        assert_eq!(of("3GiB"), Some(3 << 30));
        assert_eq!(of("2TB"), Some(2 << 40));
        for wrong in ["", "0", "M", "1.5M", "-1", "1X", "18446744073709551615K"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }
}
