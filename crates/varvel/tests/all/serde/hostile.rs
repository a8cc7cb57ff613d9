//! Types that never end, documents that are too deep, and random bytes, in every format: they give
//! an error, without a panic, and take neither stack nor memory.

use proptest::prelude::*;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use varvel::formats::{AnyFormat, Row, Visit, WriteOptions};
use varvel::serde::Serde;
use varvel::{Duplicates, ErrorKind, Limits, Result, json};

use super::formats::types::{All, External, Flat, Keys, Untagged};

/// A list as a type that contains itself.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Link {
    next: Option<Box<Link>>,
}

/// A type that wraps itself. No input tells how often.
#[derive(Debug, Serialize, Deserialize)]
struct Endless(Option<Box<Endless>>);

fn decode<T: DeserializeOwned>(format: AnyFormat, document: &[u8]) -> Result<T> {
    struct Decode<'b, T>(&'b [u8], core::marker::PhantomData<T>);
    impl<T: DeserializeOwned> Visit for Decode<'_, T> {
        type Output = Result<T>;
        fn visit<F: Row>(self) -> Result<T> {
            crate::formats::decode::<F, Serde<T>>(self.0).map(|read| read.0)
        }
    }
    format.visit(Decode(document, core::marker::PhantomData))
}

fn encode<T: Serialize>(format: AnyFormat, value: &T) -> Result<Vec<u8>> {
    format.to_vec(&Serde(value), &WriteOptions::default())
}

#[test]
fn a_type_that_wraps_itself_is_an_error() {
    let mut deep = Endless(None);
    for _ in 0..10_000 {
        deep = Endless(Some(Box::new(deep)));
    }
    for &format in AnyFormat::ALL {
        let one = encode(format, &1).unwrap();
        let error = decode::<Endless>(format, &one).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DepthLimit, "{format:?}");
        let null = encode(format, &()).unwrap();
        assert!(decode::<Endless>(format, &null).is_ok(), "{format:?}");
        let error = encode(format, &deep).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DepthLimit, "{format:?}");
    }
}

#[test]
fn depth_is_bounded_in_reading_and_in_writing() {
    // A tree without a limit gives documents of any depth.
    let document = |format: AnyFormat, depth| {
        let (open, close) = (r#"{"next":"#.repeat(depth), "}".repeat(depth));
        let text = format!("{open}null{close}");
        let options = json::ReadOptions::with_limits(Limits::NONE);
        let tree = json::freeze_with(text.as_bytes(), Duplicates::Error, options).unwrap();
        format.to_vec(&tree, &WriteOptions::default()).unwrap()
    };
    for &format in AnyFormat::ALL {
        let deepest = document(format, 128);
        let link: Link = decode(format, &deepest).unwrap();
        assert_eq!(encode(format, &link).unwrap(), deepest, "{format:?}");
        let deeper = Link {
            next: Some(Box::new(link)),
        };
        for error in [
            decode::<Link>(format, &document(format, 129)).unwrap_err(),
            decode::<Untagged>(format, &document(format, 2_000)).unwrap_err(),
            decode::<IgnoredAny>(format, &document(format, 2_000)).unwrap_err(),
            encode(format, &deeper).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::DepthLimit, "{format:?}: {error}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 4 } else { 512 }))]

    #[test]
    fn any_bytes_are_a_document_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        for &format in AnyFormat::ALL {
            let _ = decode::<Untagged>(format, &bytes);
            let _ = decode::<Flat>(format, &bytes);
            let _ = decode::<External>(format, &bytes);
            let _ = decode::<Keys>(format, &bytes);
            let _ = decode::<All>(format, &bytes);
            let _ = decode::<IgnoredAny>(format, &bytes);
        }
    }
}
