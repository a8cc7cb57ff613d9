//! Finds whether a text that may be a JSON document is lines of JSON.

use std::io::Read as _;

use varvel::formats::AnyFormat;
use varvel::{Discard, records};

use crate::files::format::Format;
use crate::files::input::Opened;
use crate::files::purpose::Purpose;
use crate::files::reading::Reading;
use crate::terminal::exit::Failure;
use crate::terminal::report;

/// How many bytes are looked at first.
const CHUNK: usize = 64 << 10;

/// A first line of more bytes than this is not looked at to its end.
const LONGEST: usize = 16 << 20;

impl Opened {
    /// Makes a JSON document a stream of lines if its first line is a whole object, and more
    /// follows on others. An option that names the format of the input outweighs this.
    pub fn find_lines(&mut self, reading: &Reading) -> Result<(), Failure> {
        let json = self.format == Format::Document(AnyFormat::Json);
        if !json || reading.from.is_some() || !trimmed(self.head()).starts_with(b"{") {
            return Ok(());
        }
        let name = self.name.clone();
        let fails = |cause| report::io(&format!("read {name}"), &cause);
        let (mut bytes, mut step) = (Vec::new(), CHUNK);
        loop {
            let read = self.by_ref().take(step as u64).read_to_end(&mut bytes);
            let read = read.map_err(fails)?;
            if first_line(&bytes).is_some() || read < step || bytes.len() >= LONGEST {
                break;
            }
            step = bytes.len();
        }
        let is_document = |line| {
            let options = reading.options(Purpose::Any);
            AnyFormat::Json.drive(line, &options, &mut Discard).is_ok()
        };
        if first_line(&bytes).is_some_and(is_document) {
            self.format = Format::Records(records::Format::Ndjson);
        }
        self.put_back(bytes).map_err(fails)
    }
}

/// Returns the first line that is not blank, if more follows on others.
fn first_line(bytes: &[u8]) -> Option<&[u8]> {
    let text = trimmed(bytes);
    let end = text.iter().position(|&byte| byte == b'\n')?;
    let (line, rest) = text.split_at(end);
    (!rest.trim_ascii_start().is_empty()).then_some(line)
}

/// Returns a text without a byte order mark and white space before it.
fn trimmed(bytes: &[u8]) -> &[u8] {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF");
    text.unwrap_or(bytes).trim_ascii_start()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_one_of_several() {
        assert_eq!(
            first_line(b" \n{\"a\":1}\r\n[2]"),
            Some(&b"{\"a\":1}\r"[..])
        );
        assert_eq!(first_line(b"{}\n \n"), None);
        assert_eq!(first_line(b"{} {}"), None);
        assert_eq!(first_line(b""), None);
    }
}
