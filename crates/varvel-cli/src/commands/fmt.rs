//! `varvel fmt`: formats JSON, JSON5 and YAML text, and changes nothing but white space:
//! numbers, strings and comments stay as they are written.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use varvel::edit::{ends_in_block_scalar, laid_out as laid_out_text};
use varvel::formats::AnyFormat;
use varvel::json5::{line_len, white_len};
use varvel::{Error, ErrorKind};
use varvel_files::lock_for_edit;

use crate::commands::edit::check_in_place;
use crate::commands::validate;
use crate::files::format::Format;
use crate::files::input::{Input, Opened, is_stream, shown};
use crate::files::reading::{KeyOptions, Reading, TextOptions};
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::{Output, print, with_newline};
use crate::terminal::report;

/// Format JSON or YAML text: two spaces a level, and in JSON a line for each item
///
/// Only white space is changed: numbers, strings and comments stay as they are written. In YAML,
/// empty lines and styles stay, too: lines are indented again, with one space behind each `-` and
/// none at their ends.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files to format; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Put all on one line, without spaces; refused for YAML and JSON5, which would lose comments
    #[arg(long)]
    compact: bool,
    /// Replace each file that is not formatted
    #[arg(long, short)]
    in_place: bool,
    /// Write nothing; name the files that are not formatted, and exit with 1 if there are any
    #[arg(long, conflicts_with = "in_place")]
    check: bool,
    #[command(flatten)]
    text: TextOptions,
    #[command(flatten)]
    keys: KeyOptions,
    /// Accept several merge keys of YAML (`<<`) in a mapping; they stay as they are written
    #[arg(long, help_heading = "Reading")]
    merge_keys: bool,
}

/// Runs the subcommand. Goes on after a bad file if there are several.
pub fn run(args: &Args) -> Result<(), Failure> {
    let [file] = args.files.as_slice() else {
        if !args.check && !args.in_place {
            let what = "several files can be formatted only with --in-place or --check";
            return Err(report::plain(Exit::Usage, what, None));
        }
        let mut worst = Exit::Quiet;
        for file in &args.files {
            if let Err(failure) = format(args, file) {
                failure.print();
                worst = worst.max(failure.exit);
            }
        }
        return match worst {
            Exit::Quiet => Ok(()),
            exit => Err(Failure {
                exit,
                text: String::new(),
            }),
        };
    };
    format(args, file)
}

fn format(args: &Args, file: &Path) -> Result<(), Failure> {
    let mut reading = Reading::of_text(&args.text, args.keys);
    reading.merge_keys = args.merge_keys;
    let reading = &reading;
    if args.in_place {
        check_in_place(file)?;
    }
    let edits = args.in_place && !is_stream(file);
    let lock = || lock_for_edit(file, || ControlFlow::Continue(()));
    let _lock = edits.then(lock).flatten();
    let opened = Opened::open(file, reading)?;
    let Format::Document(format @ (AnyFormat::Json | AnyFormat::Json5 | AnyFormat::Yaml)) =
        opened.format
    else {
        let what = format!(
            "{} is {}, and fmt is for JSON and YAML text",
            opened.name,
            opened.format.phrase()
        );
        return Err(report::plain(Exit::Usage, what, None));
    };
    if format != AnyFormat::Json && args.compact {
        let what = format!(
            "--compact is for JSON, and would lose the comments of {}",
            format.name()
        );
        return Err(report::plain(Exit::Usage, what, None));
    }
    let input = opened.whole()?;
    let name = &input.name;
    validate::checked(&input, reading).map_err(|error| input.failure_of_text(&error))?;
    let text = match format {
        AnyFormat::Yaml => laid_out_yaml(&input, reading)?,
        AnyFormat::Json5 => laid_out_json5(&input, reading)?,
        _ => laid_out(&input.bytes, args.compact)
            .map_err(|_| report::io("hold the output", &std::io::ErrorKind::OutOfMemory.into()))?,
    };
    let changed = text != input.bytes;
    let text = match std::str::from_utf8(&text) {
        Ok(utf8) => input
            .encoding
            .encode(utf8)
            .map_err(|error| input.failure(&error))?,
        Err(_) => text,
    };
    if args.check {
        return match changed {
            true => Err(report::plain(
                Exit::Document,
                format!("{name} is not formatted"),
                Some("`varvel fmt --in-place` does it"),
            )),
            false => Ok(()),
        };
    }
    match Output::named(Some(file)) {
        output @ Output::File(_) if args.in_place => match changed {
            true => {
                output.write(&text)?;
                match args.text.file.quiet {
                    true => Ok(()),
                    false => print(format!("{}: formatted\n", shown(file)).as_bytes()),
                }
            }
            false => Ok(()),
        },
        _ => print(&text),
    }
}

/// Returns a YAML text with its lines indented anew, and a line break at its end.
fn laid_out_yaml(input: &Input, reading: &Reading) -> Result<Vec<u8>, Failure> {
    // The reader accepted it as YAML before, so it is UTF-8 now.
    let text = std::str::from_utf8(&input.bytes)
        .map_err(|_| input.failure(&Error::new(ErrorKind::InvalidUtf8)))?;
    let (syntax, limits) = (reading.yaml_syntax(), reading.limits());
    let new = laid_out_text(text, syntax, &limits).map_err(|error| input.failure(&error))?;
    if ends_in_block_scalar(text, syntax, &limits).is_ok_and(|differ| differ) {
        report::block_scalar_at_end(&input.name);
    }
    let text = new;
    match text.ends_with('\n') || text.is_empty() {
        true => Ok(text.into_bytes()),
        false => with_newline(text.into_bytes()),
    }
}

/// Returns a JSON5 text formatted, with its comments.
fn laid_out_json5(input: &Input, reading: &Reading) -> Result<Vec<u8>, Failure> {
    let no_memory = |_| report::io("hold the output", &std::io::ErrorKind::OutOfMemory.into());
    let text = laid_out(&input.bytes, false).map_err(no_memory)?;
    let meaning = |text: &[u8]| {
        let json = reading
            .relaxed(text)
            .map_err(|error| input.failure(&error))?;
        laid_out(json.as_json().as_bytes(), true).map_err(no_memory)
    };
    // Nothing but white space may have changed.
    match meaning(&input.bytes)? == meaning(&text)? {
        true => Ok(text),
        false => {
            let expected = "a JSON5 text that can be formatted";
            Err(input.failure(&Error::expected(ErrorKind::Refused, expected)))
        }
    }
}

/// Returns a text that is valid JSON or JSON5 formatted, with a line break at its end.
///
/// All white space outside of strings is removed, and put in where it belongs. So the time is
/// linear, and the text grows by at most its indentation, which the limit of depth bounds. A
/// comment stays on its line or on a line of its own, and an empty line before it stays.
fn laid_out(input: &[u8], compact: bool) -> Result<Vec<u8>, std::collections::TryReserveError> {
    let mut text = Text {
        bytes: Vec::new(),
        depth: 0,
        compact,
    };
    text.bytes.try_reserve(input.len())?;
    let mut at = 0;
    // Whether the container that was opened last is empty so far.
    let mut empty = false;
    let mut then = Then::Item;
    // Line breaks since the last token.
    let mut breaks = 0;
    while let Some(&byte) = input.get(at) {
        let end = token_end(input, at);
        let token = &input[at..end];
        at = end;
        match byte {
            b'\n' => breaks += 1,
            // A byte order mark at the start stays.
            _ if at == "\u{FEFF}".len() && token == "\u{FEFF}".as_bytes() => {
                text.push(token)?;
                then = Then::Nothing;
            }
            _ if white_len(token) > 0 => {}
            b'/' => {
                let leads = leads(&input[at..]);
                let of_next = then == Then::Item && leads && token.starts_with(b"/*");
                if breaks == 0 && !of_next && then != Then::Line && !text.bytes.is_empty() {
                    text.push(b" ")?;
                } else {
                    if breaks > 1 && !empty && !text.bytes.is_empty() {
                        text.push(b"\n")?;
                    }
                    text.new_line()?;
                }
                text.push(token.trim_ascii_end())?;
                then = match token.starts_with(b"//") || !leads && then != Then::Nothing {
                    true => Then::Line,
                    false => Then::Space,
                };
                (empty, breaks) = (false, 0);
            }
            _ => {
                let closes = matches!(byte, b']' | b'}');
                text.depth = text.depth.saturating_sub(usize::from(closes));
                match then {
                    Then::Line => text.new_line()?,
                    _ if closes && !empty => text.new_line()?,
                    Then::Item if !closes => text.new_line()?,
                    Then::Space if !matches!(byte, b',' | b':') => text.push(b" ")?,
                    _ => {}
                }
                text.push(token)?;
                empty = matches!(byte, b'[' | b'{');
                text.depth += usize::from(empty);
                then = match byte {
                    b'[' | b'{' | b',' => Then::Item,
                    b':' if !compact => Then::Space,
                    _ => Then::Nothing,
                };
                breaks = 0;
            }
        }
    }
    text.push(b"\n")?;
    Ok(text.bytes)
}

/// The white space that belongs before the next token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    Nothing,
    Space,
    /// A line break if the token is an item or a member, but not if it closes the container.
    Item,
    /// A line break before any token.
    Line,
}

/// Returns whether the text behind a comment continues its line with the node that the comment is
/// about.
fn leads(rest: &[u8]) -> bool {
    let next = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
    next.is_some_and(|next| !b"\r\n,:]}/".contains(next))
}

/// Returns the end of the string, comment, word, number or sign that begins at `at`.
fn token_end(input: &[u8], at: usize) -> usize {
    let rest = &input[at..];
    let len = match *rest {
        [quote @ (b'"' | b'\''), ..] => {
            let mut escaped = true; // the opening quote does not end the string
            let end = rest.iter().position(|&byte| {
                let ends = byte == quote && !escaped;
                escaped = byte == b'\\' && !escaped;
                ends
            });
            end.map(|end| end + 1)
        }
        [b'/', b'*', ..] => {
            let end = rest.windows(2).skip(2).position(|pair| pair == b"*/");
            end.map(|end| end + 4)
        }
        [b'/', ..] => line_len(rest),
        [b'[' | b']' | b'{' | b'}' | b',' | b':', ..] => Some(1),
        _ => match white_len(rest) {
            // At least one byte, so that the loop ends.
            0 => (1..rest.len())
                .find(|&at| b"[]{},:\"'/".contains(&rest[at]) || white_len(&rest[at..]) > 0),
            len => Some(len),
        },
    };
    at + len.unwrap_or(rest.len())
}

/// A text that is being laid out.
struct Text {
    bytes: Vec<u8>,
    depth: usize,
    compact: bool,
}

impl Text {
    fn push(&mut self, part: &[u8]) -> Result<(), std::collections::TryReserveError> {
        self.bytes.try_reserve(part.len())?;
        self.bytes.extend_from_slice(part);
        Ok(())
    }

    fn new_line(&mut self) -> Result<(), std::collections::TryReserveError> {
        if self.compact || self.bytes.is_empty() {
            return Ok(());
        }
        let indent = 2 * self.depth;
        self.bytes.try_reserve(1 + indent)?;
        self.bytes.push(b'\n');
        self.bytes.resize(self.bytes.len() + indent, b' ');
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use varvel::json::{self, WriteOptions};

    use super::laid_out;

    #[test]
    fn it_is_the_layout_of_the_library() {
        let text = br#"[ {"a":[],"b" : { } , "c":[1,[2,"x\" , \\"],{"d":null}]}, -1, "", true ]"#;
        let frozen = json::freeze(text).unwrap();
        for (compact, options) in [
            (false, WriteOptions::pretty()),
            (true, WriteOptions::compact()),
        ] {
            let mut expected = json::to_vec_with(&frozen.view(), &options).unwrap();
            expected.push(b'\n');
            let once = laid_out(text, compact).unwrap();
            assert_eq!(once, expected);
            assert_eq!(laid_out(&once, compact).unwrap(), once);
        }
    }

    #[test]
    fn numbers_and_strings_stay_as_they_are_written() {
        let text = br#"[1.50,1E2,0.30000000000000000000001,"\u00e9\/"]"#;
        let pretty = laid_out(text, false).unwrap();
        assert_eq!(
            laid_out(&pretty, true).unwrap(),
            [&text[..], b"\n"].concat()
        );
    }
}
