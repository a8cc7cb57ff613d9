//! The inputs and outputs that the arguments of `varvel convert` name, the formats of outputs, and
//! the line about each that was written.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use varvel_files::Compression;

use super::Args;
use crate::files::format::Format;
use crate::files::input::{described, is_stream, shown};
use crate::files::layout::Layout;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::Output;
use crate::terminal::report;

/// Returns the inputs and the output that the arguments name.
///
/// `output` is the one of an option; without it the last of several paths is the output. An output
/// that exists is then replaced only if its name tells that it is no input: it has another format
/// than each of them, of which `from` is the one of an option. With a split there is no path to
/// read.
pub fn sides<'a>(
    paths: &'a [PathBuf],
    output: Option<&'a Path>,
    from: Option<Format>,
    split: bool,
) -> Result<(&'a [PathBuf], Option<&'a Path>), Failure> {
    match (output, paths) {
        (Some(output), _) => Ok((paths, Some(output))),
        (None, [input]) if !split => Ok((std::slice::from_ref(input), None)),
        (None, [inputs @ .., output]) => {
            // A shell that expands `*.ndjson` would have the last one overwritten.
            let may_be_read = || inputs.iter().any(|input| is_alike(input, output, from));
            if inputs.len() > 1 && output.is_file() && may_be_read() {
                let what = format!(
                    "{} exists, and the last of several files is the output",
                    shown(output)
                );
                let hint = "name the output with `--output`";
                return Err(report::plain(Exit::Usage, what, Some(hint)));
            }
            Ok((inputs, Some(output)))
        }
        (None, []) => Ok((paths, None)),
    }
}

/// Returns whether the names of an input and another file do not tell that they have different
/// formats.
fn is_alike(input: &Path, other: &Path, from: Option<Format>) -> bool {
    match (from.or(Format::of_name(input)), Format::of_name(other)) {
        (Some(input), Some(other)) => input == other,
        _ => true,
    }
}

/// Returns whether the outputs are files in a folder of this name.
pub fn is_folder(path: &Path) -> bool {
    let name = path.as_os_str().as_encoded_bytes();
    name.ends_with(b"/")
        || name.ends_with(std::path::MAIN_SEPARATOR_STR.as_bytes())
        || path.is_dir()
}

/// Makes the folder if there is none. Returns whether there was none.
pub fn make(folder: &Path) -> Result<bool, Failure> {
    match fs::create_dir(folder) {
        Ok(()) => Ok(true),
        Err(_) if folder.is_dir() => Ok(false),
        Err(cause) => Err(report::io(&format!("make {}", shown(folder)), &cause)),
    }
}

/// Returns the outputs in a folder: each has the name of its input, with the ending of its format.
pub fn names(inputs: &[PathBuf], folder: &Path, to: Format) -> Result<Vec<PathBuf>, Failure> {
    let mut seen: HashMap<OsString, &Path> = HashMap::new();
    let mut outputs = Vec::new();
    for input in inputs {
        let name = match input.file_name() {
            Some(_) if !is_stream(input) => named(input, to),
            _ => {
                let what = format!(
                    "{} has no name for a file in {}",
                    if is_stream(input) {
                        "standard input".to_owned()
                    } else {
                        shown(input)
                    },
                    shown(folder)
                );
                return Err(report::plain(Exit::Usage, what, None));
            }
        };
        if let Some(other) = seen.insert(name.clone(), input) {
            let what = format!(
                "{} and {} would both be written to {}",
                shown(other),
                shown(input),
                shown(&folder.join(&name))
            );
            return Err(report::plain(Exit::Usage, what, None));
        }
        outputs.push(folder.join(name));
    }
    Ok(outputs)
}

/// Returns the name of the output for an input.
fn named(input: &Path, to: Format) -> OsString {
    let mut name = PathBuf::from(input.file_name().unwrap_or_default());
    if Compression::of_name(&name).is_some() {
        name.set_extension("");
    }
    // An ending that tells no format is a part of the name.
    if Format::of_name(&name).is_some() {
        name.set_extension("");
    }
    let mut name = name.into_os_string();
    name.push(".");
    name.push(to.extension());
    name
}

/// Tells the person at the terminal what was written, and where; and how many rows, if that is
/// known.
pub fn tell(args: &Args, from: &str, to: Format, output: &Output<'_>, rows: Option<u64>) {
    if let Output::File(path) = output
        && !args.reading.file.quiet
    {
        let count = rows.map_or(String::new(), |rows| counted(rows, to));
        let to = described(to, output.compression());
        let line = format!("{from} -> {} ({to}){count}", shown(path));
        // The work is done, so it does not matter if this fails.
        let _ = writeln!(anstream::stderr(), "{line}");
    }
}

/// Returns the end of a line: the number of rows, which streams call records.
fn counted(rows: u64, to: Format) -> String {
    let unit = match to {
        #[cfg(feature = "full")]
        Format::Table(_) => "row",
        _ => "record",
    };
    let plural = if rows == 1 { "" } else { "s" };
    format!(", {rows} {unit}{plural}")
}

/// Returns the format to write, if the arguments and the output decide it without the input.
pub fn format_of(args: &Args, output: &Output<'_>) -> Result<Option<Format>, Failure> {
    let Some(path) = output.path() else {
        return Ok(args.reading.schema.named(args.to));
    };
    if path.is_dir() {
        let cause = io::ErrorKind::IsADirectory.into();
        return Err(report::io(&format!("write {}", shown(path)), &cause));
    }
    let format = args.reading.schema.named(args.to);
    let format = format.or_else(|| args.reading.schema.format_of(path));
    if format.is_none() {
        let what = format!(
            "the name of {} does not tell which format to write",
            shown(path)
        );
        let hint = "say `--to json` or another, or name the file *.json, *.msgpack or *.varvel";
        return Err(report::plain(Exit::Usage, what, Some(hint)));
    }
    Ok(format)
}

/// Fails if writing this format to this output makes no sense.
pub fn check_writing(args: &Args, to: Format, output: &Output<'_>) -> Result<(), Failure> {
    let Layout {
        pretty, compact, ..
    } = args.layout;
    if !to.is_json() && (pretty || compact) {
        let what = format!(
            "--pretty and --compact are for JSON, and this writes {}",
            to.phrase()
        );
        return Err(report::plain(Exit::Usage, what, None));
    }
    if !to.is_text() && output.is_terminal() {
        let what = format!(
            "{} is binary, and this would write it to the terminal",
            to.phrase()
        );
        let hint = "name an output file, or send it on with `>` or `|`";
        return Err(report::plain(Exit::Usage, what, Some(hint)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use varvel::formats::AnyFormat;
    use varvel::records;

    use super::*;

    #[test]
    fn outputs_have_the_names_of_inputs() {
        let of = |input: &str| named(Path::new(input), Format::Records(records::Format::Frozen));
        assert_eq!(of("x/a.ndjson.gz"), "a.varvels");
        assert_eq!(of("a.b.json"), "a.b.varvels");
        assert_eq!(of("events.2026"), "events.2026.varvels");
        assert_eq!(of("a.zst"), "a.varvels");
        assert_eq!(of("a"), "a.varvels");
        assert_eq!(of(".json"), ".json.varvels");
    }

    #[test]
    fn a_folder_is_not_made_of_names_that_are_equal() {
        let inputs = ["a/x.ndjson", "b/x.json"].map(PathBuf::from);
        let to = Format::Document(AnyFormat::Json);
        let failure = names(&inputs, Path::new("out"), to).unwrap_err();
        assert!(
            failure
                .text
                .contains("a/x.ndjson and b/x.json would both be written to out/x.json")
        );
    }
}
