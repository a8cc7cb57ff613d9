//! Successive JSON documents in one text. Between them is white space, a record separator
//! (RFC 7464), or nothing if a bracket or a quote tells them apart.

use varvel::{Error, ErrorKind, Source as _, json};

/// Calls `read` for each of the successive JSON documents. `read` gets a reader before the
/// document, and leaves it behind the document.
pub fn json_documents<'b>(
    bytes: &'b [u8],
    options: &json::ReadOptions,
    mut read: impl FnMut(&mut json::Reader<'b>) -> varvel::Result,
) -> varvel::Result {
    let mut at = 0;
    loop {
        let rest = &bytes[at..];
        let between = |byte: &u8| matches!(*byte, b' ' | b'\t' | b'\r' | b'\n' | RECORD_SEPARATOR);
        at += rest.iter().take_while(|byte| between(byte)).count();
        if at == bytes.len() {
            return Ok(());
        }
        let placed = |error: Error| {
            let offset = error.offset().unwrap_or_default();
            error.with_offset(at + offset)
        };
        let mut reader = json::Reader::new(&bytes[at..], options).map_err(placed)?;
        let read = read(&mut reader);
        let len = reader.offset();
        read.map_err(|error| placed(error.or_offset(len)))?;
        at += len;
        if goes_on(bytes, at) {
            let error = Error::expected(ErrorKind::TrailingData, "white space behind it");
            return Err(error.with_offset(at));
        }
    }
}

/// The byte that begins each document in RFC 7464.
pub const RECORD_SEPARATOR: u8 = 0x1E;

/// Returns whether a word or a number ends at `at`, and another begins right there.
fn goes_on(bytes: &[u8], at: usize) -> bool {
    let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-._".contains(byte);
    let before = at.checked_sub(1).and_then(|before| bytes.get(before));
    before.is_some_and(in_word) && bytes.get(at).is_some_and(in_word)
}
