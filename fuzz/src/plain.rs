//! The obvious loop over the records of a whole input. The searches in pieces and in blocks are
//! compared with it.

use varvel::records::Row;
use varvel::{Discard, ErrorKind};

/// A record of an input.
pub struct Record<'i> {
    /// The offset in the input.
    pub offset: usize,
    /// The bytes of the record.
    pub bytes: &'i [u8],
    /// The document in it; `None` if the input ends before the document does.
    pub document: Option<&'i [u8]>,
}

/// Returns the records of an input: lines, or documents with nothing between them.
pub fn records<F: Row>(input: &[u8]) -> Vec<Record<'_>> {
    match F::LINES {
        true => lines(input),
        false => documents::<F>(input),
    }
}

fn lines(input: &[u8]) -> Vec<Record<'_>> {
    let mut offset = if input.starts_with(b"\xEF\xBB\xBF") {
        3
    } else {
        0
    };
    let mut records = Vec::new();
    for bytes in input[offset..].split_inclusive(|&byte| byte == b'\n') {
        let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        if line.iter().any(|byte| !b" \t\r".contains(byte)) {
            records.push(Record {
                offset,
                bytes,
                document: Some(line),
            });
        }
        offset += bytes.len();
    }
    records
}

fn documents<F: Row>(input: &[u8]) -> Vec<Record<'_>> {
    let mut records = Vec::new();
    let mut offset = 0;
    while offset < input.len() {
        let rest = &input[offset..];
        let end = F::end(&mut F::between(), rest)
            .expect("anything is a document, or the beginning of one");
        // For a well-formed document the reader finds the same end.
        if let Some(read) = read_end::<F>(rest) {
            assert_eq!(end, Some(read), "{}: {rest:X?}", F::NAME);
        }
        let bytes = &rest[..end.unwrap_or(rest.len())];
        records.push(Record {
            offset,
            bytes,
            document: end.map(|_| bytes),
        });
        offset += bytes.len();
    }
    records
}

/// Returns the end of the well-formed document at the beginning of an input, if there is one.
fn read_end<F: Row>(input: &[u8]) -> Option<usize> {
    let options = F::ReadOptions::default();
    match F::drive(input, &options, &mut F::Scratch::default(), &mut Discard) {
        Ok(()) => Some(input.len()),
        Err(error) if error.kind() == ErrorKind::TrailingData => error.offset(),
        Err(_) => None,
    }
}
