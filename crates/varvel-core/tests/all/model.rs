//! Numbers, points in time, keys, lent strings and bytes, and the duplicate-key check.

use std::borrow::Cow;

use varvel_core::{
    Bytes, Discard, ErrorKind, Key, Kind, Limits, Number, Result, Sink, Str, Tag, Text, Timestamp,
    UniqueKeys,
};

#[test]
fn an_integer_is_a_float_only_where_that_is_exact() {
    let two53 = 1_i64 << 53;
    for (integer, exact) in [
        (0, true),
        (-1, true),
        (two53, true),
        (two53 + 1, false),
        (two53 + 2, true),
        (-two53 - 1, false),
        (i64::MAX, false),
        (i64::MAX - 1023, true),
        (i64::MIN, true),
        (i64::MIN + 1, false),
    ] {
        let float = Number::I64(integer).as_f64_exact();
        assert_eq!(float, exact.then_some(integer as f64), "{integer}");
        assert_eq!(Number::I64(integer).as_f64(), Some(integer as f64));
    }
    assert_eq!(
        Number::U64(1 << 63).as_f64_exact(),
        Some(9_223_372_036_854_775_808.0)
    );
    assert_eq!(Number::U64(u64::MAX).as_f64_exact(), None);
    assert_eq!(
        Number::U64(u64::MAX - 2047).as_f64_exact(),
        Some(18_446_744_073_709_549_568.0)
    );
    assert_eq!(Number::F64(0.1).as_f64_exact(), Some(0.1));
    for (text, exact) in [
        ("100000000000000000000", true),
        ("100000000000000000001", false),
        ("-36893488147419103232", true),
    ] {
        let value: f64 = text.parse().unwrap();
        assert_eq!(Number::Big(text).as_f64(), Some(value));
        assert_eq!(Number::Big(text).as_f64_exact(), exact.then_some(value));
    }
    for (text, exact) in [
        ("0.5", true),
        ("5e-324", false),
        ("0.1", false),
        ("-0.0", true),
    ] {
        let value: f64 = text.parse().unwrap();
        assert_eq!(Number::Decimal(text).as_f64(), Some(value));
        assert_eq!(Number::Decimal(text).as_f64_exact(), exact.then_some(value));
    }
    let smallest = format!("{:.766e}", 5e-324);
    assert_eq!(Number::Decimal(&smallest).as_f64_exact(), Some(5e-324));
    assert_eq!(Number::Decimal("1e999").as_f64(), None);
}

#[test]
fn an_integer_keeps_its_sign_and_size() {
    assert_eq!(Number::I64(-1).as_i64(), Some(-1));
    assert_eq!(Number::I64(-1).as_u64(), None);
    assert_eq!(Number::I64(7).as_u64(), Some(7));
    assert_eq!(Number::U64(u64::MAX).as_u64(), Some(u64::MAX));
    assert_eq!(Number::U64(u64::MAX).as_i64(), None);
    assert_eq!(Number::F64(1.0).as_i64(), None);
    assert_eq!(Number::F64(1.0).as_u64(), None);
}

#[test]
fn numbers_print_as_json() {
    let big = "-123456789012345678901234567890";
    let texts = [
        (Number::I64(-5), "-5"),
        (Number::U64(u64::MAX), "18446744073709551615"),
        (Number::F64(0.1), "0.1"),
        (Number::F64(-0.0), "-0.0"),
        (Number::Big(big), big),
    ];
    for (number, text) in texts {
        assert_eq!(number.to_string(), text);
    }
}

#[test]
fn nanoseconds_stay_below_a_second() {
    assert_eq!(Timestamp::new(0, 1_000_000_000), None);
    let early = Timestamp::new(-1, 999_999_999).unwrap();
    assert_eq!((early.seconds(), early.nanos()), (-1, 999_999_999));
    assert!(early < Timestamp::new(0, 0).unwrap());
}

#[test]
fn a_key_has_a_quoted_form_unless_it_is_long_or_needs_escapes() {
    assert_eq!(Key::new("").quoted(), Some(&b"\"\""[..]));
    assert_eq!(
        Key::new(&"k".repeat(30)).quoted().map(<[u8]>::len),
        Some(32)
    );
    assert_eq!(
        Key::new("\u{65e5}").quoted(),
        Some("\"\u{65e5}\"".as_bytes())
    );
    for text in ["a\"b", "a\\b", "a\nb", "\0", &"k".repeat(31)] {
        assert_eq!(Key::new(text).quoted(), None, "{text:?}");
    }
    assert_eq!(Key::NONE.quoted(), None);
}

#[test]
fn lent_strings_and_bytes_know_who_owns_them() {
    let input = String::from("input");
    let lent: Str<'_, '_> = Str::from(input.as_str());
    assert_eq!(lent.borrowed(), Some("input"));
    assert!(matches!(lent.into_cow(), Cow::Borrowed("input")));
    assert_eq!((&*lent, lent.text().len()), ("input", 5));
    let scratch: Str<'static, '_> = Str::Scratch(Text::from(input.as_str()));
    assert_eq!(scratch.borrowed(), None);
    assert!(matches!(scratch.into_cow(), Cow::Owned(text) if text == "input"));
    assert_eq!(format!("{scratch:?}"), "\"input\"");

    let lent: Bytes<'_, '_> = Bytes::from(input.as_bytes());
    assert_eq!(lent.borrowed(), Some(&b"input"[..]));
    assert!(matches!(lent.into_cow(), Cow::Borrowed(b"input")));
    let scratch: Bytes<'static, '_> = Bytes::Scratch(input.as_bytes());
    assert_eq!((scratch.borrowed(), &*scratch), (None, &b"input"[..]));
    assert!(matches!(scratch.into_cow(), Cow::Owned(bytes) if bytes == b"input"));
}

#[test]
fn a_text_is_utf8_and_inside_its_window() {
    assert_eq!(Text::checked(b"ab\xff", 2).map(|t| t.as_str()), Some("ab"));
    assert!(Text::checked(b"ab\xff", 3).is_none());
    assert!(Text::checked(b"ab", 3).is_none());
    assert!(Text::checked("\u{e9}".as_bytes(), 1).is_none());
}

#[test]
fn kinds_have_names_and_limits_have_defaults() {
    assert_eq!(Kind::Tagged.name(), "a tagged value");
    assert_eq!(Limits::default().depth, 128);
}

/// Gives `keys` as one object, each with null as value.
fn object<'de>(sink: &mut impl Sink<'de>, keys: impl IntoIterator<Item = &'de str>) -> Result {
    sink.begin_map(None)?;
    for key in keys {
        sink.key(Str::from(key))?;
        sink.null()?;
    }
    sink.end_map()
}

#[test]
fn a_key_that_comes_twice_is_refused() {
    let error = object(&mut UniqueKeys::new(Discard), ["a", "b", "a"]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DuplicateKey);
    assert_eq!(error.found(), Some("\"a\" again"));
    assert!(object(&mut UniqueKeys::new(Discard), ["a", "A", ""]).is_ok());
    assert!(object(&mut UniqueKeys::new(Discard), ["", ""]).is_err());
}

#[test]
fn every_one_of_many_keys_is_remembered() {
    let keys: Vec<String> = (0..200).map(|i| format!("key {i}")).collect();
    let keys = || keys.iter().map(String::as_str);
    assert!(object(&mut UniqueKeys::new(Discard), keys()).is_ok());
    for count in [1, 15, 16, 17, 18, 33, 200] {
        for again in 0..count {
            let twice = keys().take(count).chain(keys().skip(again).take(1));
            assert!(
                object(&mut UniqueKeys::new(Discard), twice).is_err(),
                "{count} {again}"
            );
        }
    }
}

#[test]
fn each_object_has_keys_of_its_own() -> Result {
    let mut sink = UniqueKeys::new(Discard);
    sink.begin_array(None)?;
    object(&mut sink, ["a"])?;
    object(&mut sink, ["a"])?;
    sink.begin_map(None)?;
    sink.key("a".into())?;
    object(&mut sink, ["a", "b"])?;
    sink.key("b".into())?;
    sink.begin_array(None)?;
    object(&mut sink, ["b"])?;
    sink.end_array()?;
    assert!(sink.key("a".into()).is_err());
    Ok(())
}

#[test]
fn keys_of_other_kinds_and_tags_pass() -> Result {
    let mut sink = UniqueKeys::new(Discard);
    sink.begin_map(Some(2))?;
    sink.any_key()?;
    sink.i64(1)?;
    sink.tag(Tag::Number(0))?;
    sink.str("2020-01-01".into())?;
    sink.any_key()?;
    object(&mut sink, ["a"])?;
    sink.bytes(Bytes::Input(b"x"))?;
    sink.key("a".into())?;
    sink.f64s(&[1.0, 2.0])?;
    sink.end_map()?;
    let Discard = sink.into_inner();
    Ok(())
}

#[test]
fn bulk_events_are_single_events_unless_a_sink_knows_better() -> Result {
    #[derive(Default)]
    struct Sum(f64);
    impl<'de> Sink<'de> for Sum {
        fn null(&mut self) -> Result {
            Ok(())
        }
        fn bool(&mut self, _: bool) -> Result {
            Ok(())
        }
        fn i64(&mut self, value: i64) -> Result {
            self.f64(value as f64)
        }
        fn u64(&mut self, value: u64) -> Result {
            self.f64(value as f64)
        }
        fn f64(&mut self, value: f64) -> Result {
            self.0 += value;
            Ok(())
        }
        fn f32(&mut self, value: f32) -> Result {
            self.f64(value.into())
        }
        fn big_integer(&mut self, _: &str) -> Result {
            Ok(())
        }
        fn decimal(&mut self, _: &str) -> Result {
            Ok(())
        }
        fn str(&mut self, _: Str<'de, '_>) -> Result {
            Ok(())
        }
        fn bytes(&mut self, _: Bytes<'de, '_>) -> Result {
            Ok(())
        }
        fn timestamp(&mut self, _: Timestamp) -> Result {
            Ok(())
        }
        fn tag(&mut self, _: Tag) -> Result {
            Ok(())
        }
        fn begin_array(&mut self, _: Option<usize>) -> Result {
            Ok(())
        }
        fn end_array(&mut self) -> Result {
            Ok(())
        }
        fn begin_map(&mut self, _: Option<usize>) -> Result {
            Ok(())
        }
        fn key(&mut self, _: Str<'de, '_>) -> Result {
            Ok(())
        }
        fn any_key(&mut self) -> Result {
            Ok(())
        }
        fn end_map(&mut self) -> Result {
            Ok(())
        }
    }
    let mut sum = Sum::default();
    sum.f64s(&[0.5, 1.5])?;
    sum.i64s(&[1, 2])?;
    assert_eq!(sum.0, 5.0);
    assert!(sum.expect_key().is_none());
    Ok(())
}
