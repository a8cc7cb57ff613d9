//! Any bytes as NDJSON, MessagePack values or a frozen stream into each of the three, in tiny blocks and on one to
//! three threads, beside the obvious loop over records: what is written and what is set aside.

use std::num::NonZeroUsize;

use varvel::records::{BadRecord, Failure, Format, Options, Watch, convert};
use varvel::{Freeze, Limits, Stream, UniqueKeys, View, json, msgpack};

const FORMATS: [Format; 3] = [Format::Ndjson, Format::MessagePack, Format::Frozen];

/// Tries the case that an input stands for.
pub fn run(input: &[u8]) {
    crate::decoded(input, |input: (u8, u8, u8, &[u8])| {
    let (formats, threads, block, bytes) = input;
    let from = FORMATS[usize::from(formats) % 3];
    let to = FORMATS[usize::from(formats / 3) % 3];
    let options = Options {
        threads: NonZeroUsize::new(1 + usize::from(threads) % 3),
        block_bytes: 1 + usize::from(block),
        ..Options::DEFAULT
    };
    let mut aside = Vec::new();
    let mut bad = 0;
    let mut on_bad = |record: &BadRecord<'_>| {
        aside.extend_from_slice(&record.bytes);
        assert!(record.offset as usize + record.bytes.len() <= bytes.len());
        let _ = record.to_string();
        bad += 1;
        Ok(())
    };
    let watch = Watch {
        bad: Some(&mut on_bad),
        ..Watch::default()
    };
    let mut output = Vec::new();
    let done = convert(bytes, from, &mut output, to, &options, watch);
    let made = match from {
        Format::Frozen => records(bytes, to),
        Format::Ndjson => Some(lines(bytes, to)),
        _ => Some(values(bytes, to)),
    };
    let Some(made) = made else {
        assert!(matches!(done, Err(Failure::Bad(_) | Failure::Input(_))));
        return;
    };
    let good: Vec<_> = made
        .iter()
        .filter_map(|record| record.clone().ok())
        .collect();
    let wrong: Vec<_> = made.into_iter().filter_map(Result::err).collect();
    let done = done.unwrap();
    assert_eq!((done.records, done.bad), (good.len() as u64, bad));
    assert_eq!(aside, wrong.concat());
    if to != Format::Frozen {
        assert_eq!(output, good.concat());
        return;
    }
    let stream = Stream::open(output.as_slice(), Limits::DEFAULT).unwrap();
    let found: Vec<Vec<u8>> = stream
        .records()
        .map(|record| canonical(record.unwrap()))
        .collect();
    assert_eq!(found, good);
    });
}

/// A record in the other format, of a frozen stream in canonical form; or the bytes of one that is bad.
type Made = Result<Vec<u8>, Vec<u8>>;

fn lines(bytes: &[u8], to: Format) -> Vec<Made> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let given = bytes.split_inclusive(|&byte| byte == b'\n');
    given
        .filter(|line| line.iter().any(|byte| !b" \t\r\n".contains(byte)))
        .map(|line| {
            let read = json::ReadOptions::default();
            let made = match to {
                Format::Ndjson => {
                    let mut pipe = UniqueKeys::new(json::Writer::new(compact()));
                    json::drive(line, &read, &mut pipe)
                        .and_then(|()| pipe.into_inner().finish())
                        .map(ended)
                }
                Format::MessagePack => {
                    let mut pipe = UniqueKeys::new(msgpack::Writer::new());
                    json::drive(line, &read, &mut pipe).and_then(|()| pipe.into_inner().finish())
                }
                _ => json::freeze(line).map(|frozen| canonical(frozen.view())),
            };
            made.map_err(|_| line.to_vec())
        })
        .collect()
}

fn values(bytes: &[u8], to: Format) -> Vec<Made> {
    let mut values = msgpack::Values::new(bytes);
    let mut made = Vec::new();
    loop {
        let from = values.offset();
        let Some(value) = values.next() else {
            return made;
        };
        let record = value.and_then(|value| packed(value, to));
        made.push(record.map_err(|_| bytes[from..values.offset()].to_vec()));
    }
}

fn packed(value: &[u8], to: Format) -> varvel::Result<Vec<u8>> {
    let read = msgpack::ReadOptions::default();
    match to {
        Format::Ndjson => {
            let mut pipe = UniqueKeys::new(json::Writer::new(compact()));
            msgpack::drive(value, &read, &mut pipe)?;
            pipe.into_inner().finish().map(ended)
        }
        Format::MessagePack => {
            let mut pipe = UniqueKeys::new(msgpack::Writer::new());
            msgpack::drive(value, &read, &mut pipe)?;
            pipe.into_inner().finish()
        }
        _ => msgpack::freeze(value).map(|frozen| canonical(frozen.view())),
    }
}

/// The records of a stream; `None` if it is none, or a record is not to be had in the other format.
fn records(bytes: &[u8], to: Format) -> Option<Vec<Made>> {
    let stream = Stream::open(bytes, Limits::DEFAULT).ok()?;
    stream.validate_all().ok()?;
    let made = stream.records().map(|record| {
        let record = record.ok()?;
        match to {
            Format::Ndjson => json::to_vec(&record).ok().map(ended),
            Format::MessagePack => msgpack::to_vec(&record).ok(),
            _ => Some(canonical(record)),
        }
    });
    made.map(|made| made.map(Ok)).collect()
}

fn compact() -> json::WriteOptions {
    json::WriteOptions::compact()
}

fn ended(mut line: Vec<u8>) -> Vec<u8> {
    line.push(b'\n');
    line
}

fn canonical(view: View<'_>) -> Vec<u8> {
    Freeze::canonical().freeze_view(view).unwrap().into_bytes()
}
