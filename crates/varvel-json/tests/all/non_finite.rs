//! Tests of NaN and the infinities as words: they are read and written on request, in every way of
//! reading, and are errors otherwise.

use proptest::prelude::*;
use varvel_core::{Decode, Discard, ErrorKind, Kind, Number, Result, Sink, Source};
use varvel_json::decode;
use varvel_json::{ReadOptions, Reader, Relaxed, WriteOptions, Writer, drive, to_string_with};

fn options() -> ReadOptions {
    ReadOptions::default().with_non_finite()
}

fn words() -> WriteOptions {
    WriteOptions::compact().non_finite_as_words()
}

/// Drives a text into the writer.
fn driven(text: &str) -> Result<String> {
    let mut writer = Writer::new(words());
    drive(text.as_bytes(), &options(), &mut writer)?;
    Ok(String::from_utf8(writer.finish()?).unwrap())
}

/// A document whose nodes are all pulled, with each read of numbers.
struct Pulled(String);

impl<'de> Decode<'de> for Pulled {
    fn decode<R: Source<'de>>(source: &mut R, _: &()) -> Result<Self> {
        fn node<'de, R: Source<'de>>(source: &mut R, out: &mut String) -> Result {
            match source.peek()? {
                Kind::Array => {
                    source.begin_array()?;
                    out.push('[');
                    let mut first = true;
                    while source.next_item()? {
                        out.push_str(if first { "" } else { "," });
                        first = false;
                        node(source, out)?;
                    }
                    out.push(']');
                }
                Kind::Float => {
                    let mark = source.mark();
                    let value = source.read_f64()?;
                    source.rewind(mark)?;
                    assert_eq!(source.read_f32()?.to_bits(), (value as f32).to_bits());
                    source.rewind(mark)?;
                    assert!(matches!(source.read_number()?, Number::F64(_)));
                    source.rewind(mark)?;
                    source.read_exact_number()?;
                    source.rewind(mark)?;
                    assert_eq!(
                        source.read_i64().unwrap_err().kind(),
                        ErrorKind::TypeMismatch
                    );
                    source.rewind(mark)?;
                    source.skip()?;
                    out.push_str(&to_string_with(&value, &words())?);
                }
                _ => out.push_str(&source.read_i64()?.to_string()),
            }
            Ok(())
        }
        let mut out = String::new();
        node(source, &mut out)?;
        Ok(Self(out))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 256 }))]

    #[test]
    fn they_are_numbers_wherever_one_may_be(
        items in prop::collection::vec(prop_oneof![
            Just("NaN"), Just("Infinity"), Just("-Infinity"), Just("1"), Just("-0.5"), Just("[NaN]"), Just("[]"),
        ], 0..80),
        space in prop_oneof![Just(""), Just(" "), Just("\n  ")],
    ) {
        let compact = format!("[{}]", items.join(","));
        let separator = format!("{space},{space}");
        let text = format!("{space}[{space}{}{space}]{space}", items.join(&separator));
        prop_assert_eq!(&driven(&text)?, &compact);
        prop_assert_eq!(&decode::<Pulled, ()>(text.as_bytes(), &options(), &())?.0, &compact);
        let mut reader = Reader::new(text.as_bytes(), &options())?;
        reader.skip()?;
        reader.finish()?;
        let object = format!("{{\"a\":{space}{compact}{space},\"b\":NaN}}");
        prop_assert_eq!(driven(&object)?, object.replace(space, ""));
        if compact.contains(['N', 'I']) {
            let strict = drive(text.as_bytes(), &ReadOptions::default(), &mut Discard);
            prop_assert!(strict.is_err());
        }
    }
}

#[test]
fn other_words_are_none() {
    for text in [
        "nan",
        "NAN",
        "NaNs",
        "NaN1",
        "-NaN",
        "+Infinity",
        "- Infinity",
        "Infinity2",
        "inf",
        "-Infinit",
        "[NaN.5]",
        "NaN NaN",
        "-Infinity-",
        "N",
        "I",
        "{NaN: 1}",
    ] {
        assert!(driven(text).is_err(), "{text}");
    }
}

#[test]
fn json5_has_them_with_signs() {
    for (text, expected) in [
        ("NaN", "NaN"),
        ("-NaN", "NaN"),
        ("+NaN", "NaN"),
        ("+Infinity", "Infinity"),
        ("[-Infinity,]", "[-Infinity]"),
        (
            "{NaN: Infinity, Infinity: NaN}",
            "{\"NaN\":Infinity,\"Infinity\":NaN}",
        ),
        ("['NaN', \"Infinity\"]", "[\"NaN\",\"Infinity\"]"),
        ("/**/NaN//", "NaN"),
    ] {
        let relaxed = Relaxed::with_non_finite(text.as_bytes()).unwrap();
        assert_eq!(driven(relaxed.as_json()).unwrap(), expected, "{text}");
    }
    for text in [
        "nan",
        "NaN1",
        "-Infinity1",
        "+Infinity.",
        "-Infinity+",
        "Infinity.5",
        "- NaN",
        "-nan",
        "-Inf",
    ] {
        let read = Relaxed::with_non_finite(text.as_bytes())
            .and_then(|relaxed| relaxed.read(|json| drive(json, &options(), &mut Discard)));
        assert!(read.is_err(), "{text}");
        assert!(Relaxed::new(text.as_bytes()).is_err(), "{text}");
    }
    assert!(Relaxed::new(b"NaN").is_err());
}

#[test]
fn a_float_of_32_bits_is_a_word_too() -> Result {
    let mut writer = Writer::new(words());
    writer.begin_array(None)?;
    writer.f32(f32::NAN)?;
    writer.f64s(&[f64::INFINITY, -f64::INFINITY])?;
    writer.end_array()?;
    assert_eq!(writer.finish()?, b"[NaN,Infinity,-Infinity]");
    Ok(())
}

#[test]
fn a_word_that_is_refused_has_its_own_place() {
    for (text, path) in [
        (r#"[1, {"a": NaN}]"#, "$[1].a"),
        (r#"{"ab": [true, -Infinity ]}"#, "$.ab[1]"),
        ("Infinity", "$"),
    ] {
        let mut strict = Writer::new(WriteOptions::compact());
        let error = drive(text.as_bytes(), &options(), &mut strict).unwrap_err();
        let at = text.find(['N', '-', 'I']);
        assert_eq!(error.offset(), at, "{error}");
        assert_eq!(error.path().unwrap().to_string(), path, "{error}");
    }
}
