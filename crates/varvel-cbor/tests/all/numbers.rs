//! Tests of tags that are numbers and points in time, and of those that stay tags.

use crate::model::{Build, Tree, shortest};

use varvel_cbor::{
    Cbor, ReadOptions, Reader, WriteOptions, drive, from_slice, to_vec, to_vec_with,
};
use varvel_core::number::compare;
use varvel_core::recording::{Event, Recording};
use varvel_core::{
    AsText, Decode, ErrorKind, Format as _, Kind, Number, Result, Source, Tag, Timestamp,
};

fn read(bytes: &[u8]) -> Tree {
    let mut build = Build::default();
    drive(bytes, &ReadOptions::default(), &mut build).unwrap();
    build.done.unwrap()
}

fn reader(bytes: &[u8]) -> Reader<'_> {
    Reader::new(bytes, &ReadOptions::default()).unwrap()
}

/// Returns a byte string behind a tag.
fn big(tag: u8, bytes: &[u8]) -> Vec<u8> {
    let mut all = vec![0xC0 | tag];
    all.extend(shortest(&Tree::Bytes(bytes.to_vec())));
    all
}

/// A number that keeps its text.
struct Text(String);
impl<'de, C: ?Sized> Decode<'de, C> for Text {
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source
            .read_exact_number()
            .map(|number| Self(number.to_string()))
    }
}

#[test]
fn integers_are_as_wide_as_their_value() {
    for (bytes, value) in [
        (big(2, &[]), 0),
        (big(3, &[]), -1),
        (big(2, &[0, 0, 7]), 7),
        (big(3, &[0; 20]), -1),
        (big(2, &[0xFF; 8]), u64::MAX.into()),
        (
            big(3, &[0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
            i64::MIN.into(),
        ),
        (big(2, &[1, 0, 0, 0, 0, 0, 0, 0, 0]), 1 << 64),
        (big(3, &[1, 0, 0, 0, 0, 0, 0, 0, 0]), !(1 << 64)),
        (
            vec![0x3B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            -(1 << 64),
        ),
        (
            vec![0x3B, 0x80, 0, 0, 0, 0, 0, 0, 0],
            i128::from(i64::MIN) - 1,
        ),
    ] {
        assert_eq!(read(&bytes), Tree::Integer(value), "{bytes:02X?}");
        assert_eq!(from_slice::<i128>(&bytes).unwrap(), value);
        assert_eq!(from_slice::<i64>(&bytes).ok(), i64::try_from(value).ok());
        assert_eq!(from_slice::<u64>(&bytes).ok(), u64::try_from(value).ok());
        assert_eq!(to_vec(&value).unwrap(), shortest(&Tree::Integer(value)));
    }
}

#[test]
fn numbers_beyond_the_bounds_stay_tags() {
    for tag in [2, 3] {
        let text = |len: usize| from_slice::<Text>(&big(tag, &vec![0xFF; len])).map(|text| text.0);
        let digits = text(128).unwrap();
        // The value is 2^1024 - 1, or -2^1024.
        assert_eq!(digits.trim_start_matches('-').len(), 309);
        assert!(digits.ends_with(if tag == 2 { "137215" } else { "137216" }));
        assert!(text(129).is_err());
        let long = big(tag, &[0; 129]);
        assert_eq!(
            read(&long),
            Tree::Tagged(tag.into(), Box::new(Tree::Bytes(vec![0; 129])))
        );
        assert_eq!(reader(&long).peek().unwrap(), Kind::Tagged);
        // It is written as it was.
        let bytes = big(tag, &[0xFF; 128]);
        assert_eq!(to_vec(&Number::Big(&digits)).unwrap(), bytes);
        // These are strings in pieces.
        let pieces = [&[0xC0 | tag, 0x5F][..], &[0x41, 1, 0xFF]].concat();
        assert_eq!(read(&pieces), Tree::Integer(if tag == 2 { 1 } else { -2 }));
        let pieces = [
            &[0xC0 | tag, 0x5F, 0x41, 0, 0x40, 0x41, 1][..],
            &[0x48, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF],
        ]
        .concat();
        assert_eq!(
            read(&pieces),
            Tree::Integer(if tag == 2 { 1 << 64 } else { !(1 << 64) })
        );
        let mut long = vec![0xC0 | tag, 0x5F];
        (0..129).for_each(|_| long.extend([0x41, 1]));
        long.push(0xFF);
        assert!(matches!(read(&long), Tree::Tagged(..)));
    }
    assert!(to_vec(&Number::Big(&"9".repeat(309))).is_err());
    assert!(to_vec(&Number::Big(&"9".repeat(1_000_000))).is_err());
    assert!(to_vec(&Number::Big(&"9".repeat(308))).is_ok());
}

#[test]
fn decimals_have_the_text_that_is_the_same_number() {
    for (bytes, text) in [
        (&[0xC4, 0x82, 0x21, 0x19, 0x6A, 0xB3][..], "273.15"),
        (&[0xC4, 0x82, 0x00, 0x05], "5e0"),
        (&[0xC4, 0x82, 0x03, 0x20], "-1e3"),
        (&[0xC4, 0x82, 0x20, 0x00], "0.0"),
        (&[0xC4, 0x82, 0x22, 0x18, 0x96], "0.150"),
        (&[0xC4, 0x82, 0x26, 0x05], "0.0000005"),
        (&[0xC4, 0x82, 0x27, 0x05], "5e-8"),
        (&[0xC4, 0x82, 0x39, 0x27, 0x0E, 0x05], "5e-9999"),
        (&[0xC4, 0x82, 0x19, 0x27, 0x0F, 0x05], "5e9999"),
        (
            &[0xC4, 0x82, 0x20, 0xC3, 0x49, 1, 0, 0, 0, 0, 0, 0, 0, 0],
            "-1844674407370955161.7",
        ),
    ] {
        assert_eq!(from_slice::<Text>(bytes).unwrap().0, text);
        assert_eq!(reader(bytes).peek().unwrap(), Kind::Decimal);
        assert_eq!(to_vec(&Number::Decimal(text)).unwrap(), bytes, "{text}");
    }
    assert_eq!(
        from_slice::<f64>(&[0xC4, 0x82, 0x21, 0x19, 0x6A, 0xB3]).unwrap(),
        273.15
    );
    assert_eq!(
        from_slice::<f32>(&[0xC4, 0x82, 0x21, 0x19, 0x6A, 0xB3]).unwrap(),
        273.15
    );
    assert!(from_slice::<f64>(&[0xC4, 0x82, 0x19, 0x27, 0x0F, 0x05]).is_err());
    // An indefinite length, and a bignum as exponent, make no difference.
    for bytes in [
        &[0xC4, 0x9F, 0x20, 0x05, 0xFF][..],
        &[0xC4, 0x82, 0xC3, 0x41, 0x00, 0x05],
    ] {
        assert_eq!(from_slice::<Text>(bytes).unwrap().0, "0.5");
    }
    // These are beyond the bounds, or have another form.
    for bytes in [
        &[0xC4, 0x82, 0x19, 0x27, 0x10, 0x05][..],
        &[0xC4, 0x83, 0x00, 0x05, 0x05],
        &[0xC4, 0x9F, 0x00, 0x05, 0x05, 0xFF],
        &[0xC4, 0x82, 0x00, 0xF9, 0, 0],
        &[0xC4, 0xF6],
    ] {
        assert_eq!(reader(bytes).peek().unwrap(), Kind::Tagged);
        assert!(matches!(read(bytes), Tree::Tagged(4, _)));
    }
}

#[test]
fn decimals_in_other_words_are_the_same_number() {
    for text in [
        "1.50",
        "1E+5",
        "-0.25e-3",
        "100.001e2",
        "0.5e1",
        "12345678901234567890.5",
    ] {
        let bytes = to_vec(&Number::Decimal(text)).unwrap();
        let again = from_slice::<Text>(&bytes).unwrap().0;
        assert!(compare(&again, text).is_eq(), "{text} {again}");
    }
    // An integer cannot be -0, and a float has no digits.
    for text in ["-0", "-0.00", "-0e5"] {
        let error = to_vec(&Number::Decimal(text)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "value cannot be represented: expected what CBOR can hold, found a decimal that is a negative zero"
        );
        let options = WriteOptions::default().with_as_text(AsText::ALL);
        let bytes = to_vec_with(&Number::Decimal(text), &options).unwrap();
        assert_eq!(from_slice::<String>(&bytes).unwrap(), text);
    }
    for text in ["1e10000", "1e-10000", "0.1e-9999", "1e99999999999999999999"] {
        assert!(to_vec(&Number::Decimal(text)).is_err(), "{text}");
    }
}

#[test]
fn points_in_time() {
    let at = |seconds, nanos| Timestamp::new(seconds, nanos).unwrap();
    for (bytes, time) in [
        (
            &[0xC1, 0x1A, 0x51, 0x4B, 0x67, 0xB0][..],
            at(1_363_896_240, 0),
        ),
        (&[0xC1, 0x20], at(-1, 0)),
        (&[0xD9, 0x03, 0xE9, 0xA2, 1, 5, 0x28, 7], at(5, 7)),
        (&[0xD9, 0x03, 0xE9, 0xA2, 0x28, 7, 1, 5], at(5, 7)),
        (&[0xD9, 0x03, 0xE9, 0xBF, 0x28, 7, 1, 5, 0xFF], at(5, 7)),
    ] {
        assert_eq!(reader(bytes).peek().unwrap(), Kind::Timestamp);
        assert_eq!(read(bytes), Tree::Time(time.seconds(), time.nanos()));
        assert_eq!(from_slice::<Timestamp>(bytes).unwrap(), time);
        assert_eq!(
            read(&to_vec(&time).unwrap()),
            Tree::Time(time.seconds(), time.nanos())
        );
    }
    // Other writers have these forms.
    let text = [&[0xC0, 0x74][..], b"2013-03-21T20:04:00Z"].concat();
    let chunks = [
        b"\xC0\x7F\x64",
        &b"2013"[..],
        b"\x70",
        b"-03-21T20:04:00Z",
        b"\xFF",
    ]
    .concat();
    let offset = [&[0xC0, 0x78, 0x19][..], b"2013-03-21T21:04:00+01:00"].concat();
    let float = |value: f64| [&[0xC1, 0xFB][..], &value.to_be_bytes()].concat();
    for (bytes, time) in [
        (text, at(1_363_896_240, 0)),
        (chunks, at(1_363_896_240, 0)),
        (offset, at(1_363_896_240, 0)),
        (float(1_363_896_240.5), at(1_363_896_240, 500_000_000)),
        // A float holds these times to some 200 nanoseconds. It is the nearest one to the first
        // one's microseconds, and to no microseconds of the second.
        (float(1_363_896_240.123_456), at(1_363_896_240, 123_456_000)),
        (
            float(1_363_896_240.123_456_7),
            at(1_363_896_240, 123_456_717),
        ),
        (float(253_402_300_799.999_999), at(253_402_300_800, 0)),
        (float(-0.000_001), at(-1, 999_999_000)),
        (
            float(-1_363_896_240.123_456),
            at(-1_363_896_241, 876_544_000),
        ),
        (float(-0.5), at(-1, 500_000_000)),
        (float(-0.0), at(0, 0)),
        (float(0.1), at(0, 100_000_000)),
        (float(-0.1), at(-1, 900_000_000)),
        (float(1e-300), at(0, 0)),
        (float(-5e-324), at(0, 0)),
        (float(2_f64.powi(62)), at(1 << 62, 0)),
        (float(-(2_f64.powi(63))), at(i64::MIN, 0)),
        (float(2_f64.powi(-9)), at(0, 1_953_125)),
        // This one is in the middle of two nanoseconds, and the even one is taken.
        (float(2_f64.powi(-10)), at(0, 976_562)),
        (vec![0xC1, 0xF9, 0x38, 0], at(0, 500_000_000)),
        (vec![0xC1, 0xFA, 0xBF, 0, 0, 0], at(-1, 500_000_000)),
    ] {
        assert_eq!(reader(&bytes).peek().unwrap(), Kind::Timestamp);
        let tree = Tree::Time(time.seconds(), time.nanos());
        assert_eq!(read(&bytes), tree, "{bytes:02X?}");
        assert_eq!(from_slice::<Timestamp>(&bytes).unwrap(), time);
    }
    // These cannot be held as a point in time, so they stay a tag and a node.
    for bytes in [
        float(f64::NAN),
        float(f64::INFINITY),
        float(2_f64.powi(63)),
        float(1e300),
        [&[0xC0, 0x61][..], b"x"].concat(),
        [&[0xC0, 0x78, 0x1F][..], b"2013-03-21T20:04:00.1234567891Z"].concat(),
        vec![0xC1, 0x1B, 0x80, 0, 0, 0, 0, 0, 0, 0],
        vec![0xC5, 0x00],
    ] {
        assert_eq!(reader(&bytes).peek().unwrap(), Kind::Tagged);
        let tree = read(&bytes);
        assert!(matches!(tree, Tree::Tagged(..)));
        assert_eq!(to_vec(&tree).map(|again| read(&again)), Ok(tree));
        assert!(from_slice::<Timestamp>(&bytes).is_err(), "{bytes:02X?}");
    }
    // These do not have exactly the form of RFC 9581.
    for bytes in [
        &[0xD9, 0x03, 0xE9, 0xA1, 1, 5][..],
        &[0xD9, 0x03, 0xE9, 0xA2, 1, 5, 1, 5],
        &[0xD9, 0x03, 0xE9, 0xA2, 1, 5, 0x28, 0x20],
        &[0xD9, 0x03, 0xE9, 0xA3, 1, 5, 0x28, 7, 4, 1],
    ] {
        assert!(matches!(read(bytes), Tree::Tagged(1001, _)), "{bytes:02X?}");
    }
}

#[test]
fn dates_of_another_kind_are_refused() {
    for bytes in [
        &[0xC0, 0xA1, 0x61, b'a', 0][..],
        &[0xC1, 0xA1, 0x61, b'a', 0],
        &[0xC0, 0x00],
        &[0xC1, 0x61, b'a'],
    ] {
        let driven = drive(bytes, &ReadOptions::default(), &mut Build::default());
        for error in [
            driven.unwrap_err(),
            from_slice::<Timestamp>(bytes).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::Syntax);
            assert_eq!(error.offset(), Some(0));
        }
        assert!(reader(bytes).read_tag().is_err());
    }
}

#[test]
fn the_tag_of_the_format_is_passed_over_before_a_document() {
    let bytes = [0xD9, 0xD9, 0xF7, 0x81, 0xD9, 0xD9, 0xF7, 1];
    let inner = Tree::Tagged(55_799, Box::new(Tree::Integer(1)));
    assert_eq!(read(&bytes), Tree::Array(vec![inner]));
    let mut reader = reader(&bytes);
    assert_eq!(reader.begin_array().unwrap(), Some(1));
    assert!(reader.next_item().unwrap());
    assert_eq!(reader.read_tag().unwrap(), Tag::Number(55_799));
    assert_eq!(reader.read_i64().unwrap(), 1);
    assert!(!reader.next_item().unwrap());
    reader.finish().unwrap();
}

#[test]
fn a_float_is_given_with_64_bits() {
    // The narrow floats of RFC 8949, appendix A, with what is shown there.
    let examples: &[(&[u8], f64)] = &[
        (&[0xF9, 0x00, 0x00], 0.0),
        (&[0xF9, 0x80, 0x00], -0.0),
        (&[0xF9, 0x3C, 0x00], 1.0),
        (&[0xF9, 0x3E, 0x00], 1.5),
        (&[0xF9, 0x7B, 0xFF], 65_504.0),
        (&[0xFA, 0x47, 0xC3, 0x50, 0x00], 100_000.0),
        (&[0xFA, 0x7F, 0x7F, 0xFF, 0xFF], 3.402_823_466_385_288_6e38),
        (&[0xF9, 0x00, 0x01], 5.960_464_477_539_063e-8),
        (&[0xF9, 0x04, 0x00], 0.000_061_035_156_25),
        (&[0xF9, 0xC4, 0x00], -4.0),
        (&[0xFA, 0x3D, 0xCC, 0xCC, 0xCD], 0.100_000_001_490_116_12),
    ];
    for (bytes, value) in examples {
        let mut recording = Recording::new(Cbor::PROFILE);
        drive(bytes, &ReadOptions::default(), &mut recording).unwrap();
        assert_eq!(recording.events(), [Event::F64(*value)], "{bytes:02X?}");
        assert_eq!(from_slice::<f64>(bytes).unwrap().to_bits(), value.to_bits());
        assert_eq!(from_slice::<f32>(bytes).unwrap(), *value as f32);
    }
}
