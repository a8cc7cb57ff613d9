//! The rows of the table of formats, for the tests of all formats. A row that is added to
//! [`AnyFormat`] is tested without a line here, unless it belongs into [`OPEN_ENDED`].
#![cfg(feature = "msgpack")]

use std::fmt::Debug;

use varvel::formats::{AnyFormat, ReadOptions, Row, Visit, WriteOptions};
use varvel::{Decode, Encode, ErrorKind, Frozen, Result};

/// The words of the formats in which a truncated document may be another document.
const OPEN_ENDED: &[&str] = &["flexbuffers", "yaml"];

/// A type that is written and read.
pub trait Codec: Encode + for<'de> Decode<'de> + PartialEq + Debug {}
impl<T: Encode + for<'de> Decode<'de> + PartialEq + Debug> Codec for T {}

/// Lets this thread freeze 400 documents of one key each, all different. Its builder gives objects
/// no shapes after that: each key is beside its value.
pub fn meet_many_keys() {
    for number in 0..400 {
        varvel::json::freeze(format!("{{\"key{number}\": 1}}").as_bytes()).unwrap();
    }
}

/// Reads a type from a document.
pub fn decode<F: Row, T: for<'de> Decode<'de>>(document: &[u8]) -> Result<T> {
    let options = F::read_options(&ReadOptions::default());
    varvel::format::decode::<F, T, ()>(document, &options, &())
}

/// Writes a document.
pub fn encode<F: Row, T: Encode>(value: &T) -> Result<Vec<u8>> {
    F::to_vec(value, &F::write_options(&WriteOptions::default()))
}

/// Checks a value through each format, written by the type itself and by way of a frozen buffer.
pub fn through<T: Codec>(value: &T) {
    typed(value);
    read(&Frozen::from_typed(value).unwrap(), value);
}

/// Checks a value through each format, written by the type itself; then truncated and damaged.
pub fn typed<T: Codec>(value: &T) {
    for format in AnyFormat::ALL {
        format.visit(Typed(*format, value));
    }
}

/// Reads a value from a document in each format.
pub fn read<T: Readable>(document: &Frozen, value: &T) {
    for format in AnyFormat::ALL {
        format.visit(Read(document, value));
    }
}

/// Reads a value from JSON text in each text format, all of which accept JSON.
pub fn reads<T: Readable>(text: &[u8], value: &T) {
    struct OfText<'v, T>(&'v [u8], &'v T);
    impl<T: Readable> Visit for OfText<'_, T> {
        type Output = ();
        fn visit<F: Row>(self) {
            let read = decode::<F, T>(self.0);
            assert_eq!(read.as_ref(), Ok(self.1), "{}", F::NAME);
        }
    }
    let formats = AnyFormat::ALL.iter().filter(|format| format.profile().text);
    formats.for_each(|format| format.visit(OfText(text, value)));
}

/// A type that is only read.
pub trait Readable: for<'de> Decode<'de> + PartialEq + Debug {}
impl<T: for<'de> Decode<'de> + PartialEq + Debug> Readable for T {}

struct Read<'v, T>(&'v Frozen, &'v T);

impl<T: Readable> Visit for Read<'_, T> {
    type Output = ();

    fn visit<F: Row>(self) {
        let Self(document, value) = self;
        reads_back::<F, T>(encode::<F, _>(&document.view()), value);
    }
}

struct Typed<'v, T>(AnyFormat, &'v T);

impl<T: Codec> Visit for Typed<'_, T> {
    type Output = ();

    fn visit<F: Row>(self) {
        let Self(format, value) = self;
        reads_back::<F, T>(encode::<F, _>(value), value);
        // The value is in an array, since a number in text has no end of its own.
        if let Ok(bytes) = encode::<F, _>(&(value,)) {
            damaged::<F, (T,)>(&bytes, OPEN_ENDED.contains(&format.word()));
        }
    }
}

/// Checks that a format holds a value, or refuses it.
fn reads_back<F: Row, T: Readable>(written: Result<Vec<u8>>, value: &T) {
    match written {
        Ok(bytes) => {
            let read = decode::<F, T>(&bytes);
            assert!(
                read.as_ref().is_ok_and(|read| read == value),
                "{}: {read:?}, not {value:?}, of {}",
                F::NAME,
                bytes.escape_ascii()
            );
        }
        Err(error) => assert_eq!(
            error.kind(),
            ErrorKind::Unrepresentable,
            "{}: {value:?}: {error}",
            F::NAME
        ),
    }
}

/// Checks that every truncated document is an error, if documents have an end, and that no damaged
/// one panics.
fn damaged<F: Row, T: for<'de> Decode<'de>>(whole: &[u8], open_ended: bool) {
    let is_error = |bytes: &[u8]| decode::<F, T>(bytes).is_err();
    // A long document is tried at fewer of its bytes, since a property test has many documents.
    let step = if cfg!(miri) {
        17
    } else {
        1 + whole.len() / 128
    };
    for end in (0..whole.len()).step_by(step) {
        assert!(
            is_error(&whole[..end]) || open_ended,
            "{}: {end} bytes of {} are a document; if that is right, the format is one of `OPEN_ENDED`",
            F::NAME,
            whole.escape_ascii()
        );
    }
    for at in (0..whole.len()).step_by(step) {
        for byte in [0x00, 0x7F, 0x80, 0x91, 0xC0, 0xDD, 0xFF, b'"', b'0', b'['] {
            let mut damaged = whole.to_vec();
            damaged[at] = byte;
            is_error(&damaged);
        }
    }
}
