//! Any bytes as records of each format of documents, in pieces of any length, compared with the
//! obvious loop over the whole.

use varvel::format::Splitter;
use varvel::records::{Format, Row, Visit};
use varvel::{ErrorKind, Limits};

use crate::plain;

/// The offset of a document, and its bytes.
type Document = (u64, Vec<u8>);

/// Tries one input.
pub fn run(input: &[u8]) {
    crate::decoded(input, |input: (u8, u8, Vec<u8>, &[u8])| {
        let (format, most, cuts, bytes) = input;
        let limits = Limits {
            bytes: most.into(),
            ..Limits::DEFAULT
        };
        Format::ALL[usize::from(format) % Format::ALL.len()].visit(Check { bytes, cuts: &cuts, limits: &limits });
    });
}

/// Bytes, the lengths of the pieces in which they come, and the limit on a record.
struct Check<'i> {
    bytes: &'i [u8],
    cuts: &'i [u8],
    limits: &'i Limits,
}

impl Visit for Check<'_> {
    type Output = ();

    fn documents<F: Row>(self) {
        let Self { bytes, cuts, limits } = self;
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
        let plain = plain::records::<F>(bytes).into_iter();
        let plain = plain.filter_map(|record| Some((record.offset as u64, record.document?.to_vec())));
        let plain: Vec<Document> = plain.collect();
        assert_eq!(found, plain[..found.len()]);
        match error {
            None => assert_eq!(found.len(), plain.len()),
            // The head of a value may show that it is too long before the value has come.
            Some(ErrorKind::SizeLimit) => assert!(bytes.len() > limits.bytes || !F::LINES),
            Some(other) => assert_eq!(other, ErrorKind::UnexpectedEnd),
        }
    }

    /// Frozen streams are read by their indexes, which the target `frozen_stream` tests.
    fn frozen(self) {}
}

fn split<F: Row>(pieces: &[&[u8]], limits: &Limits) -> (Vec<Document>, Option<ErrorKind>) {
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
