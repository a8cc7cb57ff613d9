//! Types of other crates, each behind its feature.

use varvel::codec;

use super::through::all;

#[test]
fn bytes_by_their_own_codec() {
    use varvel::{Decode, Encode, Result, Sink, Source, json, msgpack};

    #[derive(Debug, PartialEq)]
    struct Blob(Vec<u8>);
    impl<C: ?Sized> Encode<C> for Blob {
        fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
            codec::bytes::encode(&self.0, sink, context)
        }
    }
    impl<'de, C: ?Sized> Decode<'de, C> for Blob {
        fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
            codec::bytes::decode(source, context).map(Self)
        }
    }

    assert_eq!(all(Blob(vec![])), r#""""#);
    assert_eq!(all(Blob(vec![0xFB, 0xFF])), r#""+/8=""#);
    assert_eq!(msgpack::to_vec(&Blob(vec![7])).unwrap(), b"\xC4\x01\x07");
    for len in 0..100 {
        all(Blob((0..len).collect()));
    }
    // Other texts of the same bytes are refused: without padding, in the other alphabet, with bits
    // behind the end.
    for text in [r#""+/8""#, r#""-_8=""#, r#""+/9=""#, r#""+/8=\n""#] {
        let error = json::from_str::<Blob>(text).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("wrong kind of value: expected bytes as Base64 text, padded")
        );
    }
    let error = json::from_str::<Blob>("7").unwrap_err();
    assert_eq!(
        error.to_string(),
        "wrong kind of value: expected bytes, found an integer (byte 0)"
    );

    let mut reader = msgpack::Reader::new(b"\xC4\x02ab", &msgpack::ReadOptions::default()).unwrap();
    let array: Result<[u8; 3]> = codec::bytes::decode(&mut reader, &());
    assert_eq!(
        array.unwrap_err().to_string(),
        "wrong kind of value: expected exactly 3 bytes, found 2 bytes (byte 0)"
    );
    let mut reader = msgpack::Reader::new(b"\xC4\x02ab", &msgpack::ReadOptions::default()).unwrap();
    assert_eq!(
        codec::bytes::decode::<&[u8], _, _>(&mut reader, &()).unwrap(),
        b"ab"
    );
}

#[test]
fn text_by_what_it_prints_and_parses() {
    use varvel::{json, msgpack};
    let mut writer = json::Writer::new(json::WriteOptions::compact());
    codec::text::encode(&"x".repeat(100), &mut writer, &()).unwrap();
    assert_eq!(writer.finish().unwrap().len(), 102);
    let mut reader = msgpack::Reader::new(b"\xA11", &msgpack::ReadOptions::default()).unwrap();
    assert_eq!(
        codec::text::decode::<u8, _, _>(&mut reader, &()).unwrap(),
        1
    );
    let mut reader = msgpack::Reader::new(b"\xA1x", &msgpack::ReadOptions::default()).unwrap();
    assert_eq!(
        codec::text::decode::<u8, _, _>(&mut reader, &())
            .unwrap_err()
            .to_string(),
        "wrong kind of value: expected a string of the type's own form, found \"x\": invalid digit found in string (byte 0)"
    );
}

#[cfg(feature = "bytes")]
#[test]
fn bytes() {
    assert_eq!(all(bytes::Bytes::from_static(b"ab")), r#""YWI=""#);
    assert_eq!(all(bytes::BytesMut::from(&b"ab"[..])), r#""YWI=""#);
}

#[cfg(feature = "uuid")]
#[test]
fn uuid() {
    use varvel::{json, msgpack};
    let id = uuid::Uuid::from_u128(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef);
    assert_eq!(all(id), r#""01234567-89ab-cdef-0123-456789abcdef""#);
    all(std::collections::BTreeMap::from([(id, 1)]));
    assert_eq!(msgpack::to_vec(&id).unwrap().len(), 18);
    #[cfg(feature = "yaml")]
    {
        use varvel::yaml;
        let text = "01234567-89ab-cdef-0123-456789abcdef\n";
        assert_eq!(yaml::to_string(&id).unwrap(), text);
        assert_eq!(yaml::from_str::<uuid::Uuid>(text).unwrap(), id);
        let tagged = "!!binary ASNFZ4mrze8BI0VniavN7w==";
        assert_eq!(yaml::from_str::<uuid::Uuid>(tagged).unwrap(), id);
    }
    assert!(json::from_str::<uuid::Uuid>(r#""0123""#).is_err());
    assert!(msgpack::from_slice::<uuid::Uuid>(b"\xC4\x02ab").is_err());
}

#[cfg(feature = "indexmap")]
#[test]
fn indexmap() {
    let map = indexmap::IndexMap::<_, _>::from_iter([("b".to_owned(), 1), ("a".to_owned(), 2)]);
    assert_eq!(all(map), r#"{"b":1,"a":2}"#);
    assert_eq!(all(indexmap::IndexSet::<_>::from_iter([2, 1])), "[2,1]");
    let twice = varvel::json::from_str::<indexmap::IndexMap<u8, u8>>(r#"{"1":1,"1":2}"#);
    assert_eq!(twice.unwrap_err().kind(), varvel::ErrorKind::DuplicateKey);
}

#[cfg(feature = "smallvec")]
#[test]
fn smallvec() {
    use smallvec::SmallVec;
    assert_eq!(all(SmallVec::<[u8; 2]>::from_slice(&[1, 2])), "[1,2]");
    assert_eq!(
        all(SmallVec::<[f64; 2]>::from_slice(&[1.5, 2.5, 3.5])),
        "[1.5,2.5,3.5]"
    );
}

#[cfg(feature = "ordered-float")]
#[test]
fn ordered_float() {
    use ordered_float::{NotNan, OrderedFloat};
    use varvel::msgpack;
    assert_eq!(
        all((OrderedFloat(1.5), NotNan::new(2.5_f32).unwrap())),
        "[1.5,2.5]"
    );
    all(std::collections::BTreeMap::from([(OrderedFloat(1.5), 1)]));
    let nan = msgpack::to_vec(&f64::NAN).unwrap();
    assert!(msgpack::from_slice::<NotNan<f64>>(&nan).is_err());
    assert!(
        msgpack::from_slice::<OrderedFloat<f64>>(&nan)
            .unwrap()
            .is_nan()
    );
}

#[cfg(feature = "rust_decimal")]
#[test]
fn rust_decimal() {
    use rust_decimal::Decimal;
    use varvel::{json, msgpack};

    use super::through::{frozen_to_json, json as through_json};
    for text in [
        "0",
        "12.50",
        "-0.01",
        "79228162514264337593543950335",
        "0.0000000000000000000000000001",
    ] {
        let value: Decimal = text.parse().unwrap();
        assert_eq!(through_json(&value), text);
        frozen_to_json(&value);
        // MessagePack has no decimals: a string.
        let bytes = msgpack::to_vec(&value).unwrap();
        assert_eq!(bytes, msgpack::to_vec(text).unwrap());
        assert_eq!(msgpack::from_slice::<Decimal>(&bytes).unwrap(), value);
        let read: Decimal = json::from_str(text).unwrap();
        assert_eq!(
            (read.mantissa(), read.scale()),
            (value.mantissa(), value.scale())
        );
        assert_eq!(
            json::from_str::<Decimal>(&format!("\"{text}\"")).unwrap(),
            value
        );
    }
    let read = |text| json::from_str::<Decimal>(text).map(|value| value.to_string());
    assert_eq!(read("1.25e1").unwrap(), "12.5");
    assert_eq!(read("125E-2").unwrap(), "1.25");
    assert_eq!(read("12e3").unwrap(), "12000");
    assert_eq!(read("0e300").unwrap(), "0");
    for text in [
        "79228162514264337593543950336",
        "1e-29",
        "1e29",
        "0.12345678901234567890123456789",
    ] {
        let error = read(text).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "number out of range: expected a decimal of at most 96 bits and 28 places, found {text} (byte 0)"
            )
        );
    }
    // A binary float means its shortest digits.
    let float = msgpack::to_vec(&0.1).unwrap();
    assert_eq!(
        msgpack::from_slice::<Decimal>(&float).unwrap().to_string(),
        "0.1"
    );
}

#[cfg(feature = "time")]
#[test]
fn time() {
    use time::{Date, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcDateTime, UtcOffset};
    let utc = UtcDateTime::UNIX_EPOCH;
    assert_eq!(all(utc), r#""1970-01-01T00:00:00Z""#);
    let offset = OffsetDateTime::UNIX_EPOCH.to_offset(UtcOffset::from_hms(2, 30, 0).unwrap());
    assert_eq!(all(offset), r#""1970-01-01T02:30:00+02:30""#);
    let date = Date::from_calendar_date(2026, Month::November, 22).unwrap();
    let time = Time::from_hms_nano(13, 50, 0, 5).unwrap();
    assert_eq!(all(date), r#""2026-11-22""#);
    assert_eq!(all(time), r#""13:50:00.000000005""#);
    assert_eq!(
        all(PrimitiveDateTime::new(date, time)),
        r#""2026-11-22T13:50:00.000000005""#
    );
}

#[cfg(feature = "jiff")]
#[test]
fn jiff() {
    use jiff::{SignedDuration, Span, Timestamp, tz::TimeZone};
    assert_eq!(all(Timestamp::UNIX_EPOCH), r#""1970-01-01T00:00:00Z""#);
    let before = Timestamp::new(-1, -500_000_000).unwrap();
    assert_eq!(all(before), r#""1969-12-31T23:59:58.5Z""#);
    assert_eq!(
        all(Timestamp::UNIX_EPOCH.to_zoned_datetime(TimeZone::UTC)),
        r#""1970-01-01T00:00:00+00:00[UTC]""#
    );
    assert_eq!(all(jiff::civil::date(2026, 11, 22)), r#""2026-11-22""#);
    assert_eq!(all(jiff::civil::time(13, 50, 0, 0)), r#""13:50:00""#);
    assert_eq!(
        all(jiff::civil::datetime(2026, 11, 22, 13, 50, 0, 0)),
        r#""2026-11-22T13:50:00""#
    );
    assert_eq!(
        varvel::json::to_string(&Span::new().days(1).hours(2)).unwrap(),
        r#""P1DT2H""#
    );
    let span: Span = varvel::json::from_str(r#""P1DT2H""#).unwrap();
    assert_eq!(span.fieldwise(), Span::new().days(1).hours(2).fieldwise());
    assert_eq!(all(SignedDuration::from_secs(-5)), r#""-PT5S""#);
}
