//! Any bytes as records of each format, converted into each format, in tiny blocks and on one to
//! three threads, compared with the obvious loop: the records that are written and those that are
//! set aside.

use std::num::NonZeroUsize;

use varvel::records::{BadRecord, Failure, Format, Options, Row, Visit, Watch, convert};
use varvel::format::UniqueKeys;
use varvel::{Duplicates, Freeze, Limits, Stream, View};

use crate::plain;

/// Tries one input.
pub fn run(input: &[u8]) {
    crate::decoded(input, |input: (u8, u8, u8, &[u8])| {
    let (formats, threads, block, bytes) = input;
    let of = |number: u8| Format::ALL[usize::from(number) % Format::ALL.len()];
    let (from, to) = (of(formats), of(formats / Format::ALL.len() as u8));
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
    let made = from.visit(Plain { bytes, to });
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

/// A record in the other format, in canonical form for a frozen stream; or the bytes of a bad
/// record.
type Made = Result<Vec<u8>, Vec<u8>>;

/// Converts the records of one format into another by the obvious loop. Returns `None` if it cannot
/// tell the result of each record.
struct Plain<'i> {
    bytes: &'i [u8],
    to: Format,
}

impl Visit for Plain<'_> {
    type Output = Option<Vec<Made>>;

    fn documents<F: Row>(self) -> Self::Output {
        let records = plain::records::<F>(self.bytes).into_iter();
        let made = records.map(|record| {
            let made = record.document.and_then(|document| converted::<F>(document, self.to).ok());
            made.ok_or_else(|| record.bytes.to_vec())
        });
        Some(made.collect())
    }

    fn frozen(self) -> Self::Output {
        records(self.bytes, self.to)
    }
}

/// Returns a document of a format as a record of another, with each key once.
fn converted<F: Row>(document: &[u8], to: Format) -> varvel::Result<Vec<u8>> {
    struct To<'a, F>(&'a [u8], std::marker::PhantomData<F>);
    impl<F: Row> Visit for To<'_, F> {
        type Output = varvel::Result<Vec<u8>>;

        fn documents<T: Row>(self) -> Self::Output {
            let mut pipe = UniqueKeys::new(T::writer(&T::WriteOptions::default(), Vec::new()));
            let options = F::ReadOptions::default();
            F::drive(self.0, &options, &mut F::Scratch::default(), &mut pipe)?;
            let mut record = T::finish(pipe.into_inner())?;
            record.extend(T::BEHIND);
            Ok(record)
        }

        fn frozen(self) -> Self::Output {
            let options = F::ReadOptions::default();
            let frozen = varvel::freeze_with::<F>(self.0, Duplicates::Error, options)?;
            Ok(canonical(frozen.view()))
        }
    }
    to.visit(To::<F>(document, std::marker::PhantomData))
}

/// Returns the records of a stream; `None` if it is no stream, or if the other format cannot hold a
/// record.
fn records(bytes: &[u8], to: Format) -> Option<Vec<Made>> {
    struct To<'a>(View<'a>);
    impl Visit for To<'_> {
        type Output = varvel::Result<Vec<u8>>;

        fn documents<T: Row>(self) -> Self::Output {
            let mut record = T::to_vec(&self.0, &T::WriteOptions::default())?;
            record.extend(T::BEHIND);
            Ok(record)
        }

        fn frozen(self) -> Self::Output {
            Ok(canonical(self.0))
        }
    }
    let stream = Stream::open(bytes, Limits::DEFAULT).ok()?;
    stream.validate_all().ok()?;
    let made = stream.records().map(|record| to.visit(To(record.ok()?)).ok());
    made.map(|made| made.map(Ok)).collect()
}

fn canonical(view: View<'_>) -> Vec<u8> {
    Freeze::canonical().freeze_view(view).unwrap().into_bytes()
}
