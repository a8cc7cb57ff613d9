//! Tests of the writer through the public interface: what it writes, and what it refuses.

use varvel_core::{Encode, ErrorKind, Name, Result, Sink, Str, Tag, Timestamp};
use varvel_json::{ReadOptions, WriteOptions, Writer, drive};

/// Returns the text that `events` become.
fn written(options: WriteOptions, events: impl FnOnce(&mut Writer) -> Result) -> Result<String> {
    let mut writer = Writer::new(options);
    events(&mut writer)?;
    Ok(String::from_utf8(writer.finish()?).expect("the writer writes UTF-8"))
}

fn compact(events: impl FnOnce(&mut Writer) -> Result) -> Result<String> {
    written(WriteOptions::compact(), events)
}

/// Reads the JSON text `input`, and writes it again.
fn again(input: &str, options: WriteOptions) -> String {
    let mut writer = Writer::new(options);
    drive(input.as_bytes(), &ReadOptions::default(), &mut writer).expect("valid JSON");
    String::from_utf8(writer.finish().expect("complete")).expect("UTF-8")
}

#[test]
fn compact_has_no_spaces() {
    let text =
        r#"[null,true,false,-1,18446744073709551615,1.5,-0.0,"",{},[],{"a":[[1],{"b":{}}],"c":2}]"#;
    assert_eq!(again(text, WriteOptions::compact()), text);
    for scalar in [
        "null",
        "7",
        "\"x\"",
        "[]",
        "{}",
        "123456789012345678901234567890",
    ] {
        assert_eq!(again(scalar, WriteOptions::compact()), scalar);
        assert_eq!(again(scalar, WriteOptions::pretty()), scalar);
    }
}

#[test]
fn pretty_puts_items_and_members_on_lines() {
    assert_eq!(
        again(r#"{"a":[1,[],{}],"b":{"c":null}}"#, WriteOptions::pretty()),
        "{\n  \"a\": [\n    1,\n    [],\n    {}\n  ],\n  \"b\": {\n    \"c\": null\n  }\n}"
    );
    let mut wide = WriteOptions::pretty();
    wide.indent = Some(200);
    assert_eq!(again("[1]", wide), format!("[\n{:200}1\n]", ""));
    wide.indent = Some(0);
    assert_eq!(again("[1,2]", wide), "[\n1,\n2\n]");
}

#[test]
fn strings_are_escaped_as_little_as_json_allows() -> Result {
    // These are all characters below U+0080, at every place of texts of many lengths, with and
    // without memory behind the text that may be read.
    for len in [
        0, 1, 3, 4, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200,
    ] {
        for place in (0..len).step_by(1 + len / 40) {
            for c in (0..0x80).map(char::from).chain(['ß', '€', '🦀']) {
                let mut text = "x".repeat(len);
                text.replace_range(place..=place, c.encode_utf8(&mut [0; 4]));
                let expected = serde_json::to_string(&text).expect("a string");
                assert_eq!(compact(|w| w.str(Str::from(&*text)))?, expected);
                assert_eq!(
                    again(&format!("{expected:200}"), WriteOptions::compact()),
                    expected
                );
            }
        }
    }
    Ok(())
}

#[test]
fn many_escapes_in_one_text() -> Result {
    for len in 0..300 {
        for every in [1, 2, 3, 7, 64] {
            let text: String = (0..len)
                .map(|i| match i % every {
                    0 => ['"', '\u{1}', '\\', '\u{1F}', '\n'][i / every % 5],
                    _ => 'é',
                })
                .collect();
            let expected = serde_json::to_string(&text).expect("a string");
            assert_eq!(compact(|w| w.str(Str::from(&*text)))?, expected);
            assert_eq!(
                again(&format!("{expected:900}"), WriteOptions::compact()),
                expected
            );
        }
    }
    Ok(())
}

#[test]
fn floats_keep_their_width() -> Result {
    assert_eq!(compact(|w| w.f32(0.1))?, "0.1");
    assert_eq!(
        compact(|w| w.f64(f64::from(0.1_f32)))?,
        "0.10000000149011612"
    );
    assert_eq!(compact(|w| w.f64(1e300))?, "1e300");
    Ok(())
}

#[test]
fn bulk_numbers_are_items_like_others() -> Result {
    let floats: Vec<f64> = (0..200).map(|i| f64::from(i) / 8.0 - 3.0).collect();
    let integers: Vec<i64> = (0..200).map(|i| (i - 100) << (i % 60)).collect();
    for options in [WriteOptions::compact(), WriteOptions::pretty()] {
        let bulk = written(options, |w| {
            w.begin_array(None)?;
            w.f64s(&floats)?;
            w.i64s(&integers)?;
            w.f64s(&[])?;
            w.end_array()
        })?;
        let single = written(options, |w| {
            w.begin_array(None)?;
            floats.iter().try_for_each(|&v| w.f64(v))?;
            integers.iter().try_for_each(|&v| w.i64(v))?;
            w.end_array()
        })?;
        assert_eq!(bulk, single);
    }
    Ok(())
}

#[test]
fn whole_arrays_are_arrays_like_others() -> Result {
    let floats: Vec<f64> = (0..70)
        .map(|i| [0.0, -1.5, 1e-7, 65.613_616_999_999_98, 1e300][i % 5] * (i as f64 + 1.0))
        .collect();
    let integers: Vec<i64> = (0..70).map(|i| (i - 35) << (i % 60)).collect();
    for options in [WriteOptions::compact(), WriteOptions::pretty()] {
        for n in 0..=70 {
            let whole = written(options, |w| {
                w.begin_map(None)?;
                w.key("a".into())?;
                w.f64_array(&floats[..n])?;
                w.key("b".into())?;
                w.i64_array(&integers[..n])?;
                w.end_map()
            })?;
            let single = written(options, |w| {
                w.begin_map(None)?;
                w.key("a".into())?;
                w.begin_array(None)?;
                floats[..n].iter().try_for_each(|&v| w.f64(v))?;
                w.end_array()?;
                w.key("b".into())?;
                w.begin_array(None)?;
                integers[..n].iter().try_for_each(|&v| w.i64(v))?;
                w.end_array()?;
                w.end_map()
            })?;
            assert_eq!(whole, single);
        }
    }
    assert_eq!(compact(|w| w.f64_array(&[0.5]))?, "[0.5]");
    assert_eq!(compact(|w| w.i64_array(&[]))?, "[]");
    let error = compact(|w| w.f64_array(&[0.5, f64::NAN])).unwrap_err();
    assert!(error.to_string().ends_with("at $[1]"), "{error}");
    Ok(())
}

#[test]
fn numbers_as_text_are_checked() -> Result {
    assert_eq!(compact(|w| w.decimal("0.10"))?, "0.10");
    assert_eq!(
        compact(|w| w.big_integer("-123456789012345678901"))?,
        "-123456789012345678901"
    );
    for wrong in ["", "1,2", "01", "\"", "NaN"] {
        let error = compact(|w| w.decimal(wrong)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidNumber, "{wrong}");
        assert!(compact(|w| w.big_integer(wrong)).is_err(), "{wrong}");
    }
    assert!(compact(|w| w.big_integer("1.5")).is_err());
    Ok(())
}

#[test]
fn what_json_cannot_hold_is_an_error_with_its_path() {
    fn inside(event: impl FnOnce(&mut Writer) -> Result) -> String {
        compact(|w| {
            w.begin_map(None)?;
            w.key("list".into())?;
            w.begin_array(None)?;
            w.str("a, [b".into())?;
            event(w)
        })
        .unwrap_err()
        .to_string()
    }
    let time = Timestamp::new(0, 0).expect("in range");
    for (found, expected) in [
        (
            inside(|w| w.f64(f64::NAN)),
            "value cannot be represented: expected a finite number, found NaN, at $.list[1]",
        ),
        (
            inside(|w| w.f64s(&[1.0, f64::NEG_INFINITY])),
            "value cannot be represented: expected a finite number, found -infinity, at $.list[2]",
        ),
        (
            inside(|w| w.bytes((&b"x"[..]).into())),
            "value cannot be represented: expected a kind of value that JSON has, found bytes, at $.list[1]",
        ),
        (
            inside(|w| w.timestamp(time)),
            "value cannot be represented: expected a kind of value that JSON has, found a timestamp, at $.list[1]",
        ),
        (
            inside(|w| w.tag(Tag::Number(1))),
            "value cannot be represented: expected a kind of value that JSON has, found a tagged value, at $.list[1]",
        ),
        (
            inside(|w| {
                w.begin_map(None)?;
                w.any_key()?;
                w.i64(1)
            }),
            "value cannot be represented: expected a string as key, found an integer, at $.list[1][\"1\"]",
        ),
        (
            inside(|w| {
                w.begin_map(None)?;
                w.key("a".into())?;
                w.null()?;
                w.any_key()?;
                w.bytes((&b"x"[..]).into())
            }),
            "value cannot be represented: expected a string as key, found bytes, at $.list[1][\"eA==\"]",
        ),
        (
            inside(|w| {
                w.begin_map(None)?;
                w.any_key()?;
                w.begin_array(None)
            }),
            "value cannot be represented: expected a string as key, found an array, at $.list[1]",
        ),
    ] {
        assert_eq!(found, expected);
    }
}

#[test]
fn non_finite_floats_become_null_when_asked() -> Result {
    let options = WriteOptions::compact().non_finite_as_null();
    let text = written(options, |w| {
        [f64::NAN, 1.0, f64::INFINITY].as_slice().encode(w, &())
    })?;
    assert_eq!(text, "[null,1.0,null]");
    assert_eq!(written(options, |w| w.f32(f32::NAN))?, "null");
    Ok(())
}

#[test]
fn a_string_may_come_as_a_key_of_any_kind() -> Result {
    for (options, expected) in [
        (WriteOptions::compact(), r#"{"k":1,"l":2}"#),
        (WriteOptions::pretty(), "{\n  \"k\": 1,\n  \"l\": 2\n}"),
    ] {
        let text = written(options, |w| {
            w.begin_map(None)?;
            w.any_key()?;
            w.str("k".into())?;
            w.i64(1)?;
            w.key("l".into())?;
            w.i64(2)?;
            w.end_map()
        })?;
        assert_eq!(text, expected);
    }
    Ok(())
}

#[test]
fn events_out_of_order_are_errors() {
    type Events = fn(&mut Writer) -> Result;
    let wrong: &[Events] = &[
        |_| Ok(()),
        |w| w.end_array(),
        |w| w.end_map(),
        |w| w.key("k".into()),
        |w| w.any_key(),
        |w| w.null().and_then(|()| w.null()),
        |w| w.begin_array(None),
        |w| w.begin_array(None).and_then(|()| w.end_map()),
        |w| w.begin_array(None).and_then(|()| w.key("k".into())),
        |w| w.begin_array(None).and_then(|()| w.any_key()),
        |w| w.begin_map(None).and_then(|()| w.end_array()),
        |w| w.begin_map(None).and_then(|()| w.null()),
        |w| w.begin_map(None).and_then(|()| w.begin_array(None)),
        |w| {
            w.begin_map(None)
                .and_then(|()| w.key("k".into()))
                .and_then(|()| w.end_map())
        },
        |w| {
            w.begin_map(None)
                .and_then(|()| w.key("k".into()))
                .and_then(|()| w.key("l".into()))
        },
        |w| {
            w.begin_map(None)
                .and_then(|()| w.any_key())
                .and_then(|()| w.end_map())
        },
        |w| {
            w.begin_map(None)
                .and_then(|()| w.any_key())
                .and_then(|()| w.any_key())
        },
    ];
    for options in [WriteOptions::compact(), WriteOptions::pretty()] {
        for (i, events) in wrong.iter().enumerate() {
            let error = written(options, events).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidEvents, "{i}: {error}");
        }
    }
    // After an error the writer writes nothing more.
    let mut writer = Writer::new(WriteOptions::compact());
    assert!(writer.end_array().is_err());
    assert!(writer.null().is_err());
    assert!(writer.finish().is_err());
}

#[test]
fn nesting_has_no_limit_of_its_own() -> Result {
    let depth = 1001;
    let text = compact(|w| {
        for i in 0..depth {
            match i % 3 {
                0 => w.begin_map(None).and_then(|()| w.key("k".into()))?,
                _ => w.begin_array(None)?,
            }
        }
        for i in (0..depth).rev() {
            match i % 3 {
                0 => w.end_map()?,
                _ => w.end_array()?,
            }
        }
        Ok(())
    })?;
    let mut options = ReadOptions::default();
    options.limits.depth = depth;
    let mut writer = Writer::new(WriteOptions::compact());
    drive(text.as_bytes(), &options, &mut writer)?;
    assert_eq!(writer.finish()?, text.as_bytes());
    Ok(())
}

#[test]
fn a_buffer_goes_on_at_its_end() -> Result {
    let mut writer = Writer::with_buffer(WriteOptions::compact(), b"[1,2]\n".to_vec());
    let error = drive(b"{\"a\":[1,", &ReadOptions::default(), &mut writer);
    assert!(error.is_err());
    let mut writer = Writer::with_buffer(WriteOptions::compact(), b"[1,2]\n".to_vec());
    writer.begin_map(None)?;
    writer.key("k".into())?;
    let error = writer.f64(f64::NAN).unwrap_err();
    assert_eq!(
        error.path().map(|path| path.to_string()).as_deref(),
        Some("$.k")
    );
    Ok(())
}

#[test]
fn names_without_quotes() {
    let given = |options: WriteOptions| written(options, json_of).unwrap();
    fn json_of(writer: &mut Writer) -> Result {
        writer.begin_map(None)?;
        for name in ["a", "_b2", "2b", "", "ä", "c-d", "e f", "g\"h", "true"] {
            writer.key(name.into())?;
            writer.begin_array(None)?;
            writer.begin_map(None)?;
            writer.member_i64(const { &Name::new("number") }, 1)?;
            writer.name(const { &Name::new("of it") })?;
            writer.f64_array(&[0.5, 1.0])?;
            writer.end_map()?;
            writer.end_array()?;
        }
        writer.any_key()?;
        writer.str("last".into())?;
        writer.begin_map(None)?;
        writer.end_map()?;
        writer.end_map()
    }
    let inner = r#"[{number:1,"of it":[0.5,1.0]}]"#;
    let names = [
        "a",
        "_b2",
        "\"2b\"",
        "\"\"",
        "\"ä\"",
        "\"c-d\"",
        "\"e f\"",
        r#""g\"h""#,
        "true",
    ];
    let members = names.map(|name| format!("{name}:{inner},")).concat();
    let bare = WriteOptions::compact().bare_names();
    assert_eq!(given(bare), format!("{{{members}last:{{}}}}"));

    let pretty = given(WriteOptions::pretty().bare_names());
    let quoted = given(WriteOptions::pretty());
    assert_eq!(
        pretty.replace('"', ""),
        quoted.replace('"', ""),
        "nothing else differs"
    );
    assert!(pretty.contains("\n      number: 1,\n      \"of it\": ["));

    // Events out of order are refused as always.
    let mut writer = Writer::new(bare);
    writer.begin_array(None).unwrap();
    assert!(writer.key("a".into()).is_err());
}

/// A list of numbers with an arbitrary size hint.
struct Guessed(Vec<f64>, usize);

impl<C: ?Sized> Encode<C> for Guessed {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        self.0.encode(sink, context)
    }
    fn size_hint(&self) -> usize {
        self.1
    }
}

#[test]
fn a_wrong_guess_of_the_size_changes_nothing() -> Result {
    let numbers = vec![0.1 + 0.2; 1000];
    let right = varvel_json::to_vec(&numbers)?;
    for size in [0, 1, 767, 768, 5000, 100_000, usize::MAX / 2, usize::MAX] {
        assert_eq!(varvel_json::to_vec(&Guessed(numbers.clone(), size))?, right);
    }
    Ok(())
}

#[test]
fn what_knows_its_size_takes_memory_once() -> Result {
    let points = vec![vec![[-0.1 - 0.2, 2.0 / 3.0]; 50]; 40];
    let text = varvel_json::to_vec(&points)?;
    let size = Encode::<()>::size_hint(&points);
    assert!((text.len()..text.len() * 5 / 4).contains(&size), "{size}");
    // A buffer that grew would have twice the reserved size.
    assert!(text.capacity() < size + 1024);
    let names = vec![String::from("a name"); 500];
    let text = varvel_json::to_vec(&names)?;
    assert_eq!(Encode::<()>::size_hint(&names), text.len() + 2);
    Ok(())
}

#[test]
fn integers_of_members() -> Result {
    static NAME: Name = Name::new("n");
    for value in (-200..20_000).chain([i64::MIN, i64::MAX, 99_999_999, 100_000_000]) {
        let text = compact(|writer| {
            writer.begin_map(Some(2))?;
            writer.member_i64(&NAME, value)?;
            writer.member_i64(&NAME, value)?;
            writer.end_map()
        })?;
        assert_eq!(text, format!(r#"{{"n":{value},"n":{value}}}"#));
    }
    Ok(())
}
