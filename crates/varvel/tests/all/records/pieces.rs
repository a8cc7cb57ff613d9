//! Inputs that come in pieces, compared with the same input as a whole.

use std::io::{self, Read};

use proptest::prelude::*;
use varvel::cbor::{self, Cbor};
use varvel::format::{Record, RecordFormat, RecordReader, Splitter};
use varvel::json::Json;
use varvel::msgpack::{self, MessagePack};
use varvel::{Error, ErrorKind, Limits};

/// The number, offset, bytes and document of a record.
type Owned = (u64, u64, Vec<u8>, Vec<u8>);

/// The records of an input, and the error behind them.
type Outcome = (Vec<Owned>, Option<Error>);

fn owned(record: Record<'_>) -> Owned {
    let (bytes, document) = (record.bytes.to_vec(), record.document.to_vec());
    (record.number, record.offset, bytes, document)
}

fn split<'p, F: RecordFormat>(
    pieces: impl IntoIterator<Item = &'p [u8]>,
    limits: &Limits,
) -> Outcome {
    let mut splitter = Splitter::<F>::new(limits);
    let mut records = Vec::new();
    let all = || -> varvel::Result {
        for mut piece in pieces {
            while let Some(record) = splitter.next(&mut piece)? {
                records.push(owned(record));
            }
            assert!(piece.is_empty());
        }
        records.extend(splitter.finish()?.map(owned));
        assert!(splitter.finish()?.is_none());
        Ok(())
    };
    let error = all().err();
    (records, error)
}

/// Returns a few bytes at a time, and fails now and then.
struct Halting<'i> {
    input: &'i [u8],
    step: usize,
    calls: usize,
}

impl Read for Halting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        match self.calls % 3 {
            0 => return Err(io::ErrorKind::Interrupted.into()),
            1 => return Err(io::ErrorKind::WouldBlock.into()),
            _ => {}
        }
        let len = buffer.len().min(self.step);
        self.input.read(&mut buffer[..len])
    }
}

fn read<F: RecordFormat>(input: &[u8], step: usize, limits: &Limits) -> Outcome {
    let input = Halting {
        input,
        step,
        calls: 0,
    };
    let mut reader = RecordReader::<_, F>::new(input, limits);
    let mut records = Vec::new();
    loop {
        let offset = reader.offset();
        match reader.next() {
            Ok(Some(record)) => {
                assert!(record.offset >= offset);
                records.push(owned(record));
            }
            Ok(None) => return (records, None),
            Err(error) if error.kind() == ErrorKind::Io => {}
            Err(error) => return (records, Some(error)),
        }
    }
}

/// Checks that any way to split an input gives the records of the plain loop.
fn check<F: RecordFormat>(input: &[u8], cuts: &[usize], most: usize, plain: &[Owned]) {
    let limits = Limits {
        bytes: most,
        ..Limits::DEFAULT
    };
    let whole = split::<F>([input], &limits);
    match &whole.1 {
        None => assert_eq!(whole.0, plain),
        Some(_) => assert_eq!(whole.0, plain[..whole.0.len()]),
    }
    assert_eq!(split::<F>(input.chunks(1), &limits), whole);
    let mut pieces = Vec::new();
    let mut rest = input;
    for &cut in cuts {
        let (piece, behind) = rest.split_at(cut.min(rest.len()));
        pieces.push(piece);
        rest = behind;
    }
    pieces.push(rest);
    assert_eq!(split::<F>(pieces, &limits), whole);
    let step = cuts.first().map_or(1, |&cut| cut + 1);
    assert_eq!(read::<F>(input, step, &limits), whole);
}

fn plain_lines(input: &[u8]) -> Vec<Owned> {
    let mut records = Vec::new();
    let mut offset = if input.starts_with(b"\xEF\xBB\xBF") {
        3
    } else {
        0
    };
    let lines = input[offset..].split_inclusive(|&byte| byte == b'\n');
    for (number, line) in (1..).zip(lines) {
        let document = line.strip_suffix(b"\n").unwrap_or(line);
        if document.iter().any(|byte| !b" \t\r".contains(byte)) {
            records.push((number, offset as u64, line.to_vec(), document.to_vec()));
        }
        offset += line.len();
    }
    records
}

fn plain_values<'i>(values: impl Iterator<Item = varvel::Result<&'i [u8]>>) -> Vec<Owned> {
    let mut records = Vec::new();
    let mut offset = 0;
    for (number, value) in (0..).zip(values.map_while(Result::ok)) {
        records.push((number, offset, value.to_vec(), value.to_vec()));
        offset += value.len() as u64;
    }
    records
}

/// Returns lengths of pieces: few bytes, often none, and now and then many.
fn cuts() -> impl Strategy<Value = Vec<usize>> {
    let cut = prop_oneof![4 => 0_usize..4, 1 => 0_usize..200];
    proptest::collection::vec(cut, 0..40)
}

proptest! {
    #[test]
    fn lines_in_any_pieces(
        text in "(\u{FEFF})?([ \r\t\nab]|\r\n|\n\n|[a-c]{5,30}){0,40}",
        cuts in cuts(),
        most in prop_oneof![1_usize..20, Just(1000)],
    ) {
        check::<Json>(text.as_bytes(), &cuts, most, &plain_lines(text.as_bytes()));
    }

    #[test]
    fn values_in_any_pieces(
        heads in proptest::collection::vec(
            prop_oneof![
                3 => any::<u8>().prop_map(|byte| vec![byte]),
                2 => Just(vec![0x92]),
                2 => (0_u8..20).prop_map(|len| [&[0xC4, len][..], &[7; 20][..len.into()]].concat()),
                1 => Just(vec![0xDC, 0, 3]),
            ],
            0..30,
        ),
        cuts in cuts(),
        most in prop_oneof![1_usize..20, Just(1000)],
    ) {
        let input = heads.concat();
        check::<MessagePack>(&input, &cuts, most, &plain_values(msgpack::Values::new(&input)));
    }

    #[test]
    fn data_items_in_any_pieces(
        heads in proptest::collection::vec(
            prop_oneof![
                3 => any::<u8>().prop_map(|byte| vec![byte]),
                2 => Just(vec![0x82]),
                2 => (0_u8..20).prop_map(|len| [&[0x58, len][..], &[7; 20][..len.into()]].concat()),
                1 => Just(vec![0x99, 0, 3]),
                1 => Just(vec![0xC1]),
                2 => prop_oneof![Just(0x9F), Just(0xBF), Just(0x5F), Just(0x7F)].prop_map(|head| vec![head]),
                3 => Just(vec![0xFF]),
            ],
            0..30,
        ),
        cuts in cuts(),
        most in prop_oneof![1_usize..20, Just(1000)],
    ) {
        let input = heads.concat();
        check::<Cbor>(&input, &cuts, most, &plain_values(cbor::Values::new(&input)));
    }
}

#[test]
fn a_record_in_single_bytes_takes_linear_time() {
    let line = [vec![b'x'; 1 << 20], vec![b'\n']].concat();
    let ones = vec![1; 1 << 20];
    let packed = [&[0xDD, 0, 0x10, 0, 0], ones.as_slice()].concat();
    let cbor = [&[0x9F], ones.as_slice(), &[0xFF]].concat();
    let lines = split::<Json>(line.chunks(1), &Limits::DEFAULT);
    assert_eq!(lines, (plain_lines(&line), None));
    let values = split::<MessagePack>(packed.chunks(1), &Limits::DEFAULT);
    let plain = plain_values(msgpack::Values::new(&packed));
    assert_eq!(values, (plain, None));
    let values = split::<Cbor>(cbor.chunks(1), &Limits::DEFAULT);
    assert_eq!(values, (plain_values(cbor::Values::new(&cbor)), None));
}

#[test]
fn the_limit_is_one_of_what_the_record_holds() {
    let limits = Limits {
        bytes: 4,
        ..Limits::DEFAULT
    };
    for pieces in [1, 2, 3, 100] {
        let (records, error) = split::<Json>(b"1234\n\n12345\n1\n".chunks(pieces), &limits);
        assert_eq!(records, [(1, 0, b"1234\n".to_vec(), b"1234".to_vec())]);
        assert_eq!(error.unwrap().kind(), ErrorKind::SizeLimit);
        // The splitter does not trust a length, nor wait for its bytes.
        let mut splitter = Splitter::<MessagePack>::new(&limits);
        let error = splitter.next(&mut &[0xDD, 255, 255, 255, 255][..]);
        assert_eq!(error.unwrap_err().kind(), ErrorKind::SizeLimit);
        let mut splitter = Splitter::<Cbor>::new(&limits);
        let error = splitter.next(&mut &[0x9A, 255, 255, 255, 255][..]);
        assert_eq!(error.unwrap_err().kind(), ErrorKind::SizeLimit);
    }
}

#[test]
fn an_input_that_ends_inside_a_value() {
    cut_off::<MessagePack>(&[0x01, 0x92, 0x02]);
    cut_off::<Cbor>(&[0x01, 0x82, 0x02]);
    cut_off::<Cbor>(&[0x01, 0x9F, 0x02]);
}

fn cut_off<F: RecordFormat>(mut piece: &[u8]) {
    let mut splitter = Splitter::<F>::new(&Limits::DEFAULT);
    assert_eq!(splitter.next(&mut piece).unwrap().unwrap().document, [1]);
    assert_eq!(splitter.next(&mut piece).unwrap(), None);
    assert_eq!(splitter.offset(), 1);
    let error = splitter.finish().unwrap_err();
    assert_eq!(
        (error.kind(), error.offset()),
        (ErrorKind::UnexpectedEnd, Some(2))
    );
}
