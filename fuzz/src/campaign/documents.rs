//! Drawn documents through all pairs of formats.

use conformance::documents::{Draw, frozen};
use varvel::formats::{AnyFormat, ReadOptions, WriteOptions};
use varvel::{Duplicates, Error, ErrorKind, Freeze, Frozen};

/// Writes a drawn document in each format that can hold it, and reads it back: what was read is
/// written and read as the same again. Then converts it into each other format, without a tree
/// between, which gives the same bytes, or an error of the same kind, as writing the tree. Returns
/// whether a format could hold it.
pub fn pairs(number: u64) -> bool {
    let Some(document) = frozen(&mut Draw::new(number)) else {
        return false;
    };
    let reading = Reading::of(number);
    let mut held = false;
    for &from in AnyFormat::ALL {
        let Ok(bytes) = write(from, &document) else {
            continue;
        };
        held = true;
        let first = match reading.read(from, &bytes) {
            Ok(first) => first,
            // A decimal that no float holds.
            Err(error) if error.kind() == ErrorKind::NumberOutOfRange && !reading.exact() => {
                continue;
            }
            // In text a float looks like a decimal, and the two may be equal keys then.
            Err(error) if error.kind() == ErrorKind::DuplicateKey => continue,
            Err(error) => panic!("{}: {error}", from.name()),
        };
        let again = write(from, &first).and_then(|bytes| reading.read(from, &bytes));
        let again = again.unwrap_or_else(|error| panic!("{} again: {error}", from.name()));
        assert!(same(&again, &first), "{} again", from.name());
        for &to in AnyFormat::ALL {
            let (straight, by_tree) = (reading.convert(from, &bytes, to), write(to, &first));
            let (straight, by_tree) = (straight.map_err(kind), by_tree.map_err(kind));
            let alike = straight == by_tree || reading.forms_differ(to, &straight, &by_tree);
            assert!(
                alike,
                "{} to {}: {straight:?}, {by_tree:?}",
                from.name(),
                to.name()
            );
        }
    }
    held
}

type Outcome = Result<Vec<u8>, String>;

fn kind(error: Error) -> String {
    format!("{:?}", error.kind())
}

fn write(format: AnyFormat, document: &Frozen) -> Result<Vec<u8>, Error> {
    format.to_vec(&document.view(), &WriteOptions::default())
}

/// How documents are read.
struct Reading(ReadOptions);

impl Reading {
    /// Returns options: half of the cases read numbers of text with all their digits.
    fn of(number: u64) -> Self {
        let mut options = ReadOptions::default();
        options.exact_decimals = number % 2 == 1;
        Self(options)
    }

    fn exact(&self) -> bool {
        self.0.exact_decimals
    }

    fn read(&self, format: AnyFormat, bytes: &[u8]) -> Result<Frozen, Error> {
        format.freeze(bytes, Duplicates::Error, &self.0)
    }

    fn convert(&self, from: AnyFormat, bytes: &[u8], to: AnyFormat) -> Result<Vec<u8>, Error> {
        let mut writer = to.writer(&WriteOptions::default(), Vec::new());
        from.drive(bytes, &self.0, writer.sink())?;
        writer.finish()
    }

    /// Returns whether two FlexBuffers hold the same. An array of numbers is a typed vector only if
    /// it came as a whole, and not item by item.
    fn forms_differ(&self, format: AnyFormat, a: &Outcome, b: &Outcome) -> bool {
        match (format, a, b) {
            (AnyFormat::FlexBuffers, Ok(a), Ok(b)) => {
                match (self.read(format, a), self.read(format, b)) {
                    (Ok(a), Ok(b)) => same(&a, &b),
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

/// Returns whether documents are equal, bit for bit: a NaN is the same NaN.
fn same(a: &Frozen, b: &Frozen) -> bool {
    let canonical = |document: &Frozen| Freeze::canonical().freeze_view(document.view());
    match (canonical(a), canonical(b)) {
        (Ok(a), Ok(b)) => a.as_bytes() == b.as_bytes(),
        _ => false,
    }
}
