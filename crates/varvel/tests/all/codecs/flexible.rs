//! Types from FlexBuffers, read in place.

use std::borrow::Cow;
use std::collections::BTreeMap;

use varvel::{Decode, Encode, flexbuffers};

/// Types that borrow from a FlexBuffer point into it, and errors have their place in it.
#[test]
fn flexbuffers_are_read_in_place() {
    #[derive(Debug, PartialEq, Encode, Decode)]
    struct Note<'a> {
        text: &'a str,
        #[varvel(bytes)]
        blob: &'a [u8],
        marks: Vec<Mark<'a>>,
        #[varvel(flatten)]
        rest: BTreeMap<String, f64>,
    }
    #[derive(Debug, PartialEq, Encode, Decode)]
    #[varvel(tag = "kind")]
    enum Mark<'a> {
        At { x: i64, y: u64 },
        Named { name: Cow<'a, str> },
    }
    let note = Note {
        text: "one",
        blob: &[1, 2, 3],
        marks: vec![
            Mark::At { x: -1, y: u64::MAX },
            Mark::Named { name: "two".into() },
        ],
        rest: BTreeMap::from([("width".into(), 0.5), ("height".into(), -1.0)]),
    };
    let bytes = flexbuffers::to_vec(&note).unwrap();
    let read: Note<'_> = flexbuffers::from_slice(&bytes).unwrap();
    assert_eq!(read, note);
    let inside = |part: &[u8]| bytes.as_ptr_range().contains(&part.as_ptr());
    assert!(inside(read.text.as_bytes()) && inside(read.blob));
    let Mark::Named {
        name: Cow::Borrowed(name),
    } = &read.marks[1]
    else {
        panic!("{read:?}")
    };
    assert!(inside(name.as_bytes()));

    let error = flexbuffers::from_slice::<BTreeMap<&str, Vec<u8>>>(
        &flexbuffers::to_vec(&BTreeMap::from([("a", vec![1]), ("b", vec![7, 300])])).unwrap(),
    )
    .unwrap_err();
    assert_eq!(error.path().unwrap().to_string(), "$.b[1]");
    assert!(error.offset().is_some());
}

#[test]
fn numbers_are_read_as_those_of_other_formats_are() {
    let exact = 1_u64 << 63;
    let numbers = flexbuffers::to_vec(&(1, -2, exact, 0.5)).unwrap();
    let read: [f64; 4] = flexbuffers::from_slice(&numbers).unwrap();
    assert_eq!(read, [1.0, -2.0, exact as f64, 0.5]);
    let read: [f32; 4] = flexbuffers::from_slice(&numbers).unwrap();
    assert_eq!(read, [1.0, -2.0, exact as f32, 0.5]);
    let whole: Vec<i64> = vec![i64::MIN, -1, i64::MAX];
    let bytes = flexbuffers::to_vec(&whole).unwrap();
    assert_eq!(flexbuffers::from_slice::<Vec<i64>>(&bytes).unwrap(), whole);
    assert!(flexbuffers::from_slice::<Vec<f64>>(&bytes).is_err());
    let wide = flexbuffers::to_vec(&u64::MAX).unwrap();
    assert_eq!(flexbuffers::from_slice::<u64>(&wide).unwrap(), u64::MAX);
    for refused in [
        flexbuffers::from_slice::<f64>(&wide).map(drop),
        flexbuffers::from_slice::<i64>(&wide).map(drop),
    ] {
        assert_eq!(
            refused.unwrap_err().kind(),
            varvel::ErrorKind::NumberOutOfRange
        );
    }
}

proptest::proptest! {
    /// Reading in place gives what reading by way of a frozen buffer gives. Only the latter rounds
    /// an integer that is read as a float.
    #[test]
    fn any_bytes_are_read_as_what_they_are_frozen_to(
        mut bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 1..40),
        kind in 0_u8..112,
        width in proptest::sample::select(vec![1_u8, 2, 4, 8]),
    ) {
        bytes.extend([kind, width]);
        fn both<T: for<'de> Decode<'de> + PartialEq + std::fmt::Debug>(bytes: &[u8]) {
            let in_place = flexbuffers::from_slice::<T>(bytes);
            let frozen = flexbuffers::freeze(bytes).and_then(|frozen| frozen.to::<T>());
            match (in_place, frozen) {
                // NaN is not equal to itself, so texts are compared.
                (Ok(a), Ok(b)) => assert_eq!(format!("{a:?}"), format!("{b:?}")),
                (Err(a), Err(b)) => assert_eq!(a.kind(), b.kind()),
                (Err(a), Ok(_)) if a.to_string().contains("float") => {
                    assert_eq!(a.kind(), varvel::ErrorKind::NumberOutOfRange);
                }
                (a, b) => panic!("{a:?} and {b:?}"),
            }
        }
        both::<varvel::Value>(&bytes);
        both::<f64>(&bytes);
        both::<Vec<f32>>(&bytes);
        both::<Vec<Option<i16>>>(&bytes);
        both::<(u64, String)>(&bytes);
        both::<BTreeMap<String, varvel::Value>>(&bytes);
    }
}
