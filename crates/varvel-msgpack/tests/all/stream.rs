//! Tests of values one after the other: in memory, and in pieces.
#![cfg(feature = "std")]

use crate::model;

use std::io::{self, Read};

use model::{Tree, encoded, trees};
use proptest::prelude::*;
use varvel_core::{Discard, ErrorKind, Limits};
use varvel_msgpack::read::drive_next;
use varvel_msgpack::{
    ReadOptions, Values, ValuesReader, from_reader, from_slice, next_from_reader,
};

/// A reader that gives its bytes in pieces of these sizes, in turn.
struct Pieces<'a> {
    bytes: &'a [u8],
    sizes: Vec<usize>,
    turn: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.turn += 1;
        if self.turn.is_multiple_of(5) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let size = self.sizes[self.turn % self.sizes.len()].min(room.len());
        self.bytes.read(&mut room[..size])
    }
}

/// Returns the values one behind the other, in encodings by these choices, and the end of each.
fn stream_of(values: &[Tree], choices: &[usize]) -> (Vec<u8>, Vec<usize>) {
    let (mut stream, mut at) = (Vec::new(), 0);
    let mut choice = || {
        at += 1;
        choices[at % choices.len()]
    };
    let mut ends = Vec::new();
    for value in values {
        encoded(value, &mut choice, &mut stream);
        ends.push(stream.len());
    }
    (stream, ends)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 2 } else { 200 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn values_come_out_as_they_went_in(
        values in prop::collection::vec(trees(), 0..8),
        choices in prop::collection::vec(0..4_usize, 1..9),
        sizes in prop::collection::vec(1..90_usize, 1..5),
    ) {
        let (stream, ends) = stream_of(&values, &choices);
        let bytes: Vec<&[u8]> = Values::new(&stream).map(|value| value.unwrap()).collect();
        prop_assert_eq!(bytes.concat(), stream.clone());
        let mut at = 0;
        for end in &ends {
            drive_next(&stream, &mut at, &ReadOptions::default(), &mut Discard).unwrap();
            prop_assert_eq!(at, *end);
        }
        let input = Pieces { bytes: &stream, sizes, turn: 0 };
        let mut reader = ValuesReader::new(input, &ReadOptions::default());
        for (bytes, end) in bytes.iter().zip(ends) {
            prop_assert_eq!(reader.next().unwrap(), Some(*bytes));
            prop_assert_eq!(reader.offset(), end as u64);
        }
        prop_assert_eq!(reader.next().unwrap(), None);
        prop_assert_eq!(reader.next().unwrap(), None);
    }

    /// Only bytes of the value are read, whatever the sizes of the pieces are.
    #[test]
    fn one_value_is_taken_and_no_byte_behind_it(
        values in prop::collection::vec(trees(), 0..8),
        choices in prop::collection::vec(0..4_usize, 1..9),
        sizes in prop::collection::vec(1..90_usize, 1..5),
    ) {
        let (stream, ends) = stream_of(&values, &choices);
        let options = ReadOptions::default();
        let mut input = Pieces { bytes: &stream, sizes, turn: 0 };
        for (value, end) in Values::new(&stream).zip(ends) {
            let read = next_from_reader::<Tree>(&mut input, &options).unwrap();
            prop_assert_eq!(read, Some(from_slice(value.unwrap()).unwrap()));
            prop_assert_eq!(input.bytes.len(), stream.len() - end);
        }
        prop_assert!(next_from_reader::<Tree>(&mut input, &options).unwrap().is_none());
    }
}

#[test]
fn one_value_that_is_cut_off_is_an_error_and_none_is_none() {
    let mut value = Vec::new();
    encoded(&Tree::Bytes(vec![7; 300]), &mut || 0, &mut value);
    for stream in [
        &value[..],
        &[0x82, 0x01, 0xC0, 0xCD, 0x01, 0x00, 0x91, 0xA1, b'a'],
    ] {
        for end in 1..stream.len() {
            let error =
                next_from_reader::<Tree>(&stream[..end], &ReadOptions::default()).unwrap_err();
            assert!(error.is_eof() && error.offset() == Some(end), "{error}");
        }
        assert!(
            next_from_reader::<Tree>(stream, &ReadOptions::default())
                .unwrap()
                .is_some()
        );
    }
    assert!(
        next_from_reader::<Tree>(&[][..], &ReadOptions::default())
            .unwrap()
            .is_none()
    );
}

#[test]
fn a_length_is_worth_no_memory_and_a_limit_bounds_one_value() {
    // The head announces 1 GiB, or that many members, and three bytes follow. A larger number would
    // not fit where pointers have 32 bits.
    for head in [0xC6_u8, 0xDB, 0xDD, 0xDF, 0xC9] {
        let stream = [head, 0x3F, 0xFF, 0xFF, 0xFF, 1, 2, 3];
        let error = next_from_reader::<Tree>(&stream[..], &ReadOptions::default()).unwrap_err();
        assert!(error.is_eof(), "{error}");
    }
    let options = ReadOptions::with_limits(Limits {
        bytes: 100_000,
        ..Limits::DEFAULT
    });
    for endless in [0x91, 0xDD] {
        let error = next_from_reader::<Tree>(io::repeat(endless), &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::SizeLimit);
    }
}

#[test]
fn a_value_of_another_type_is_passed() {
    let mut input: &[u8] = &[0xA1, b'a', 0xC1, 7];
    let options = ReadOptions::default();
    assert!(next_from_reader::<u8>(&mut input, &options).is_err());
    assert!(next_from_reader::<u8>(&mut input, &options).is_err());
    assert_eq!(
        next_from_reader::<u8>(&mut input, &options).unwrap(),
        Some(7)
    );
}

#[test]
fn values_longer_than_the_buffer_come_whole() {
    let sizes = if cfg!(miri) {
        [0, 10, 3]
    } else {
        [100_000, 1, 300_000]
    };
    let mut stream = Vec::new();
    for size in sizes {
        encoded(&Tree::Bytes(vec![7; size]), &mut || 0, &mut stream);
    }
    let mut reader = ValuesReader::new(&stream[..], &ReadOptions::default());
    for size in sizes {
        let value = reader.next().unwrap().unwrap();
        assert_eq!(
            from_slice::<Tree>(value).unwrap(),
            Tree::Bytes(vec![7; size])
        );
    }
    assert!(reader.next().unwrap().is_none());
}

/// A reader that fails at the second call.
struct Fails(u32);

impl Read for Fails {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.0 += 1;
        match self.0 {
            1 => (&[0x92, 0x01][..]).read(room),
            2 => Err(io::ErrorKind::ConnectionReset.into()),
            _ => (&[0x02][..]).read(room),
        }
    }
}

#[test]
fn after_an_error_of_the_input_it_can_be_tried_again() {
    let mut reader = ValuesReader::new(Fails(0), &ReadOptions::default());
    assert_eq!(reader.next().unwrap_err().kind(), ErrorKind::Io);
    assert_eq!(reader.next().unwrap(), Some(&[0x92, 0x01, 0x02][..]));
}

#[test]
fn a_stream_that_ends_inside_a_value_is_an_error() {
    let stream = [0x01, 0x92, 0x02];
    let mut values = Values::new(&stream);
    assert!(values.next().unwrap().is_ok());
    let error = values.next().unwrap().unwrap_err();
    assert_eq!(
        (error.kind(), error.offset()),
        (ErrorKind::UnexpectedEnd, Some(3))
    );
    assert!(values.next().is_none());
    let mut reader = ValuesReader::new(&stream[..], &ReadOptions::default());
    assert_eq!(reader.next().unwrap(), Some(&[0x01][..]));
    assert_eq!(reader.next().unwrap_err().kind(), ErrorKind::UnexpectedEnd);
}

#[test]
fn the_limit_of_bytes_is_that_of_one_value() {
    let options = ReadOptions::with_limits(Limits {
        bytes: 3,
        ..Limits::DEFAULT
    });
    let stream = [0x92, 0x01, 0x02, 0xA2, b'a', b'b', 0xA3, b'a', b'b', b'c'];
    let mut reader = ValuesReader::new(&stream[..], &options);
    assert!(reader.next().unwrap().is_some());
    assert!(reader.next().unwrap().is_some());
    assert_eq!(reader.next().unwrap_err().kind(), ErrorKind::SizeLimit);
    // This value is endless, and no length shows it.
    let endless = io::repeat(0x91);
    let options = ReadOptions::with_limits(Limits {
        bytes: 100_000,
        ..Limits::DEFAULT
    });
    let error = ValuesReader::new(endless, &options).next().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SizeLimit);
    let mut at = 0;
    let three = ReadOptions::with_limits(Limits {
        bytes: 3,
        ..Limits::DEFAULT
    });
    drive_next(&stream, &mut at, &three, &mut Discard).unwrap();
    drive_next(&stream, &mut at, &three, &mut Discard).unwrap();
    let error = drive_next(&stream, &mut at, &three, &mut Discard).unwrap_err();
    assert_eq!(
        (error.kind(), error.offset()),
        (ErrorKind::SizeLimit, Some(9))
    );
}

#[test]
fn one_document_comes_from_a_reader() {
    assert_eq!(from_reader::<Vec<u8>>(&[0x91, 1][..]).unwrap(), [1]);
    let error = from_reader::<Vec<u8>>(&[0x91, 1, 2][..]).unwrap_err();
    assert_eq!(
        (error.kind(), error.offset()),
        (ErrorKind::TrailingData, Some(2))
    );
    let error = from_reader::<Vec<u8>>(io::empty()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnexpectedEnd);
}
