//! A part of a file has the records and the places of the whole.

use std::io::Cursor;

use varvel::records::{BadRecord, Format, Options, Part, Watch, convert, convert_slice};
use varvel::{Limits, StreamReader};

/// The output, and the place of each bad record with its bytes.
type Outcome = (Vec<u8>, Vec<(String, Vec<u8>)>);

fn converted(input: &[u8], from: Format, lent: bool, part: Option<Part>) -> Outcome {
    let (mut output, mut places) = (Vec::new(), Vec::new());
    let mut bad = |record: &BadRecord<'_>| {
        places.push((record.to_string(), record.bytes.to_vec()));
        Ok(())
    };
    let watch = Watch {
        bad: Some(&mut bad),
        ..Watch::default()
    };
    let options = Options {
        part,
        block_bytes: 8,
        ..Options::DEFAULT
    };
    let to = Format::Ndjson;
    match lent {
        true => convert_slice(input, from, &mut output, to, &options, watch).unwrap(),
        false => convert(input, from, &mut output, to, &options, watch).unwrap(),
    };
    (output, places)
}

/// A line of a byte order mark alone is blank only at the beginning of the file.
const LINES: &[u8] =
    b"\xEF\xBB\xBF{\"a\":1}\n[2\n\n\xEF\xBB\xBF\n\"long enough for two blocks\"\n nope\n4";

#[test]
fn parts_of_lines_are_the_whole() {
    for lent in [false, true] {
        let whole = converted(LINES, Format::Ndjson, lent, None);
        assert_eq!(whole.1.len(), 3);
        for at in (0..LINES.len()).filter(|&at| at == 0 || LINES[at - 1] == b'\n') {
            let (before, after) = LINES.split_at(at);
            let lines = before.iter().filter(|&&byte| byte == b'\n').count();
            let part = |offset: usize, number: usize| {
                Some(Part {
                    offset: offset as u64,
                    number: number as u64,
                    record: 0,
                })
            };
            let first = converted(before, Format::Ndjson, lent, part(0, 0));
            let second = converted(after, Format::Ndjson, lent, part(at, lines));
            let both = ([first.0, second.0].concat(), [first.1, second.1].concat());
            assert_eq!(both, whole, "cut at {at}");
        }
    }
}

#[test]
fn parts_of_a_frozen_stream_are_the_whole() {
    let lines: String = (0..40).map(|n| format!("{{\"n\":{n}}}\n")).collect();
    let mut stream = Vec::new();
    let options = Options {
        block_bytes: 40,
        ..Options::DEFAULT
    };
    let watch = Watch::default();
    let (from, to) = (Format::Ndjson, Format::Frozen);
    convert(lines.as_bytes(), from, &mut stream, to, &options, watch).unwrap();
    let reader = StreamReader::open(Cursor::new(&stream), Limits::DEFAULT).unwrap();
    assert!(reader.segments() > 5 && reader.place(reader.segments()).is_none());
    let places: Vec<_> = (0..reader.segments())
        .map_while(|i| reader.place(i))
        .collect();
    let mut all = Vec::new();
    for two in places.chunks(2) {
        let (first, last) = (two[0], two[two.len() - 1]);
        let part = Part {
            offset: first.offset,
            number: first.number,
            record: first.first,
        };
        let bytes = &stream[first.offset as usize..(last.offset + last.padded()) as usize];
        all.extend(converted(bytes, Format::Frozen, false, Some(part)).0);
    }
    assert_eq!(String::from_utf8(all).unwrap(), lines);
}

#[test]
fn errors_in_a_part_of_a_frozen_stream_have_the_places_of_the_whole() {
    let mut stream = Vec::new();
    let options = Options {
        block_bytes: 1,
        ..Options::DEFAULT
    };
    let (from, to) = (Format::Ndjson, Format::Frozen);
    let watch = Watch::default();
    convert(
        &b"[1]\n[2]\n[3]\n"[..],
        from,
        &mut stream,
        to,
        &options,
        watch,
    )
    .unwrap();
    let reader = StreamReader::open(Cursor::new(&stream), Limits::DEFAULT).unwrap();
    let second = reader.place(1).unwrap();
    let begin = second.offset as usize;
    let mut damaged = stream.clone();
    damaged[begin + 24] ^= 0xFF;
    let fails = |bytes: &[u8], part| {
        let options = Options {
            part,
            ..Options::DEFAULT
        };
        let (mut output, watch) = (Vec::new(), Watch::default());
        let failure = convert(bytes, Format::Frozen, &mut output, from, &options, watch);
        failure.unwrap_err().to_string()
    };
    let whole = fails(&damaged, None);
    let part = Part {
        offset: second.offset,
        number: second.number,
        record: second.first,
    };
    assert!(whole.starts_with("segment 1: "), "{whole}");
    assert_eq!(fails(&damaged[begin..], Some(part)), whole);
}
