//! Any bytes as lines of JSON or MessagePack values in pieces of any length, beside the obvious
//! loop over the whole.

use varvel::format::{RecordFormat, Splitter};
use varvel::json::Json;
use varvel::msgpack::{self, MessagePack};
use varvel::{ErrorKind, Limits};

/// Where a document begins, and its bytes.
type Document = (u64, Vec<u8>);

/// Tries the case that an input stands for.
pub fn run(input: &[u8]) {
    crate::decoded(input, |input: (bool, u8, Vec<u8>, &[u8])| {
        let (lines, most, cuts, bytes) = input;
        let limits = Limits {
            bytes: most.into(),
            ..Limits::DEFAULT
        };
        match lines {
            true => check::<Json>(bytes, &cuts, &limits, &plain_lines(bytes)),
            false => check::<MessagePack>(bytes, &cuts, &limits, &plain_values(bytes)),
        }
    });
}

fn check<F: RecordFormat>(bytes: &[u8], cuts: &[u8], limits: &Limits, plain: &[Document]) {
    let mut pieces = Vec::new();
    let mut rest = bytes;
    for &cut in cuts {
        let (piece, behind) = rest.split_at(rest.len().min(cut.into()));
        pieces.push(piece);
        rest = behind;
    }
    pieces.push(rest);
    let (found, error) = split::<F>(&pieces, limits);
    assert_eq!((found.clone(), error), split::<F>(&[bytes], limits));
    assert_eq!(found, plain[..found.len()]);
    match error {
        None => assert_eq!(found.len(), plain.len()),
        // A value may say before it has come that it is too long.
        Some(ErrorKind::SizeLimit) => assert!(bytes.len() > limits.bytes || !F::LINES),
        Some(other) => assert_eq!(other, ErrorKind::UnexpectedEnd),
    }
}

fn split<F: RecordFormat>(pieces: &[&[u8]], limits: &Limits) -> (Vec<Document>, Option<ErrorKind>) {
    let mut splitter = Splitter::<F>::new(limits);
    let mut found = Vec::new();
    let mut all = || -> varvel::Result {
        for piece in pieces {
            let mut piece = *piece;
            while let Some(record) = splitter.next(&mut piece)? {
                assert!(record.bytes.starts_with(record.document));
                found.push((record.offset, record.document.to_vec()));
            }
        }
        let last = splitter.finish()?;
        found.extend(last.map(|record| (record.offset, record.document.to_vec())));
        Ok(())
    };
    let error = all().err().map(|error| error.kind());
    (found, error)
}

fn plain_lines(bytes: &[u8]) -> Vec<Document> {
    let mut at = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let mut found = Vec::new();
    for line in bytes[at..].split(|&byte| byte == b'\n') {
        if line.iter().any(|byte| !b" \t\r".contains(byte)) {
            found.push((at as u64, line.to_vec()));
        }
        at += line.len() + 1;
    }
    found
}

fn plain_values(bytes: &[u8]) -> Vec<Document> {
    let mut values = msgpack::Values::new(bytes);
    let mut found = Vec::new();
    loop {
        let at = values.offset() as u64;
        let Some(Ok(value)) = values.next() else {
            return found;
        };
        found.push((at, value.to_vec()));
    }
}
