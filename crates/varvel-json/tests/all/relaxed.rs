//! Tests of JSON5 rewritten as JSON: the result of each token, the texts that are refused, and the
//! places of errors.

use proptest::prelude::*;
use varvel_core::{Discard, Error, ErrorKind};
use varvel_json::{ReadOptions, Relaxed, drive, from_slice};

fn json(text: &str) -> String {
    let relaxed = Relaxed::new(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let read = relaxed.read(|json| drive(json, &ReadOptions::default(), &mut Discard));
    read.unwrap_or_else(|error| panic!("{text}: {error}"));
    relaxed.as_json().to_owned()
}

/// Returns the error of the text, from the rewriting or from the reader.
fn error(text: &[u8]) -> Error {
    let read: Result<(), Error> = Relaxed::new(text).and_then(|relaxed| {
        relaxed.read(|json| drive(json, &ReadOptions::default(), &mut Discard))?;
        panic!("accepted: {}", relaxed.as_json())
    });
    read.unwrap_err()
}

#[test]
fn tokens_become_those_of_json() {
    for (text, expected) in [
        ("[1,2,]", "[1,2]"),
        ("{a:1,}", r#"{"a":1}"#),
        ("{$_ä1: 1}", r#"{"$_ä1": 1}"#),
        (r"{\u0061b: 1}", r#"{"\u0061b": 1}"#),
        (
            "{null: null, true: true}",
            r#"{"null": null, "true": true}"#,
        ),
        ("{a /* b */ : // c\n 1}", r#"{"a" : 1}"#),
        ("/**/[/***/]//", " [ ] "),
        ("\u{FEFF}[\u{A0}\u{2028}]\u{0B}\u{0C}", " [ ] "),
        ("'a\"b\\'c\"'", r#""a\"b'c\"""#),
        ("\"a'b\"", r#""a'b""#),
        ("'\\v\\0\\x41\\q\\ä'", r#""\u000b\u0000\u0041qä""#),
        ("'\\n\\u00e4\\/\\\\'", r#""\n\u00e4\/\\""#),
        ("'a\\\nb\\\r\nc\\\rd\\\u{2028}e'", r#""abcde""#),
        (
            "'\t\u{1}\\\u{1}\u{2028}'",
            "\"\\u0009\\u0001\\u0001\u{2028}\"",
        ),
        (
            "{हिन्दी: 1, น้ำ: 2, a‿b: 3}",
            r#"{"हिन्दी": 1, "น้ำ": 2, "a‿b": 3}"#,
        ),
        ("+1", "1"),
        ("-1", "-1"),
        (
            "[+.5, -.5, 5., -5.e3, +0.]",
            "[0.5, -0.5, 5.0, -5.0e3, 0.0]",
        ),
        ("[0x10, -0XfF, +0x0]", "[16, -255, 0]"),
        (
            "0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
            "340282366920938463463374607431768211455",
        ),
        ("1e400000", "1e400000"),
    ] {
        let relaxed = Relaxed::new(text.as_bytes()).unwrap();
        assert_eq!(relaxed.as_json(), expected, "{text}");
        if text != "1e400000" {
            assert_eq!(json(text), expected);
        }
    }
}

#[test]
fn words_are_strings_where_a_schema_says_what_they_mean() {
    let text = "{a: Green, b: Color.Red, c: [-inf, +Infinity, nan, null], true: 1, d: true}";
    let relaxed = Relaxed::with_words(text.as_bytes()).unwrap();
    assert_eq!(
        relaxed.as_json(),
        r#"{"a": "Green", "b": "Color.Red", "c": ["-inf", "+Infinity", "nan", null], "true": 1, "d": true}"#
    );
    for text in ["+Green", "-true", ".Green", "{a.b: 1}"] {
        assert!(Relaxed::with_words(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn what_is_wrong_is_told_by_its_place_in_the_text() {
    for (text, expected) in [
        (
            "",
            "unexpected end of input: expected a value (byte 0); the input is empty",
        ),
        (
            "{a: [1, /* no */ 2 3]}",
            "invalid syntax: expected `,` or `]`, found `3`, at $.a[1] (byte 19)",
        ),
        (
            "{a: [.5, 07]}",
            "invalid number: expected no digit after a leading zero, at $.a[1] (byte 9); remove the leading zeros",
        ),
        (
            "[,]",
            "invalid syntax: expected a value, found `,`, at $[0] (byte 1)",
        ),
        (
            "[1,,]",
            "invalid syntax: expected a value, found `,`, at $[1] (byte 3)",
        ),
        (
            "{,}",
            "invalid syntax: expected a name or a string as key, found `,` (byte 1)",
        ),
        (
            "{a 1}",
            "invalid syntax: expected a value, found `a` (byte 1); a string takes quotes; the only words are true, false and null",
        ),
        (
            "{1: 2}",
            "invalid syntax: expected a name or a string as key, found `1` (byte 1); a key that begins like a number takes quotes",
        ),
        (
            "{a: 1 b: 2}",
            "invalid syntax: expected `,` or `}`, found `b`, at $.a (byte 6)",
        ),
        (
            "[{a: 1, -.5: 2}]",
            "invalid syntax: expected a name or a string as key, found `-`, at $[0] (byte 8); a key that begins like a number takes quotes",
        ),
        (
            "{a: 1,,}",
            "invalid syntax: expected a name or a string as key, found `,` (byte 6)",
        ),
        (
            "{[1]: 2}",
            "invalid syntax: expected a name or a string as key, found `[` (byte 1)",
        ),
        (
            "{a: 1,",
            "unexpected end of input: expected a name or a string as key (byte 6)",
        ),
        (
            "{'a': 'b' 'c'}",
            "invalid syntax: expected `,` or `}`, found `'`, at $.a (byte 10)",
        ),
        (
            "[1 +2]",
            "invalid syntax: expected `,` or `]`, found `2`, at $[0] (byte 4)",
        ),
        (
            "[1+2]",
            "invalid number: expected the end of the number, found `+`, at $[0] (byte 2)",
        ),
        (
            "['\\u\\\n0041']",
            "invalid escape: expected an escape that JSON5 has, found `u`, at $[0] (byte 2); four hexadecimal digits follow \\u",
        ),
        (
            "'\\u004\\a'",
            "invalid escape: expected an escape that JSON5 has, found `u004` (byte 1); four hexadecimal digits follow \\u",
        ),
        (
            "[true+0]",
            "invalid syntax: expected the end of the name or word, found `+`, at $[0] (byte 5); names of other characters than letters, digits, $ and _ take quotes",
        ),
        (
            "{foo-bar: 1}",
            "invalid syntax: expected the end of the name or word, found `-` (byte 4); names of other characters than letters, digits, $ and _ take quotes",
        ),
        (
            "{²: 1}",
            "invalid syntax: expected a value, a name or a comment, found `²` (byte 1)",
        ),
        (
            "[1, /*",
            "unexpected end of input: expected the end of a comment, */, at $[1] (byte 6); it begins at byte 4",
        ),
        (
            "1.5.5",
            "invalid number: expected the end of the number, found `.` (byte 3)",
        ),
        ("0x", "unexpected end of input: expected a digit (byte 2)"),
        (
            "[0xg]",
            "invalid number: expected a digit, found `g`, at $[0] (byte 3)",
        ),
        (
            "[.]",
            "invalid number: expected a digit, found `]`, at $[0] (byte 2)",
        ),
        (
            "[1e]",
            "invalid number: expected a digit, found `]`, at $[0] (byte 3)",
        ),
        (
            "1_000",
            "invalid number: expected the end of the number, found `_` (byte 1); numbers have no separators between digits",
        ),
        (
            "--1",
            "invalid number: expected a digit, found `-` (byte 1)",
        ),
        (
            "[0x100000000000000000000000000000000]",
            "number out of range: expected a hexadecimal integer of at most 128 bits, at $[0] (byte 1); write it in decimal digits, of which there may be as many as you like",
        ),
        (
            "{a: NaN}",
            "invalid syntax: expected a value, found `NaN`, at $.a (byte 4); JSON has no NaN and no infinities",
        ),
        (
            "[-Infinity]",
            "invalid syntax: expected a value, found `Infinity`, at $[0] (byte 2); JSON has no NaN and no infinities",
        ),
        (
            "{a: Green}",
            "invalid syntax: expected a value, found `Green`, at $.a (byte 4); a string takes quotes; the only words are true, false and null",
        ),
        (
            "[True]",
            "invalid syntax: expected a value, found `True`, at $[0] (byte 1); true, false and null are written in lower case",
        ),
        (
            "[1 /* ]",
            "unexpected end of input: expected the end of a comment, */, at $[0] (byte 7); it begins at byte 3",
        ),
        (
            "[1] # no",
            "invalid syntax: expected a value, a name or a comment, found `#` (byte 4); a comment begins with // or stands between /* and */",
        ),
        (
            "[/]",
            "invalid syntax: expected a value, a name or a comment, found `/`, at $[0] (byte 1)",
        ),
        (
            "'a\nb'",
            "control character in a string: expected an escape, found a line break (byte 2); end the line with a backslash, or write \\n",
        ),
        (
            "['a",
            "unexpected end of input: expected the closing quote of a string, at $[0] (byte 3)",
        ),
        (
            "['a\\",
            "unexpected end of input: expected the closing quote of a string, at $[0] (byte 4)",
        ),
        (
            "'\\1'",
            "invalid escape: expected an escape that JSON5 has, found `1` (byte 1); there are no octal escapes: write \\x and two hexadecimal digits",
        ),
        (
            "'\\01'",
            "invalid escape: expected an escape that JSON5 has, found `0` (byte 1); there are no octal escapes: write \\x and two hexadecimal digits",
        ),
        (
            "'\\xg0'",
            "invalid escape: expected an escape that JSON5 has, found `xg0` (byte 1); two hexadecimal digits follow \\x",
        ),
        (
            "'a\\u12'",
            "invalid escape: expected an escape that JSON5 has, found `u12` (byte 2); four hexadecimal digits follow \\u",
        ),
        (
            "'a' 'b'",
            "data after the document: expected the end of input, found `'` (byte 4); a JSON document is one value; wrap several in an array",
        ),
        (
            "['\\v', '\\ud800']",
            "lone surrogate: expected both halves of a surrogate pair, at $[1] (byte 8); a half stands for no character, and no UTF-8 string can hold it",
        ),
        (
            "{\\u0022: 1}",
            "invalid escape: expected a letter of a name, as \\u and four hexadecimal digits, found `u0022` (byte 1)",
        ),
        (
            "{\\x: 1}",
            "invalid escape: expected a letter of a name, as \\u and four hexadecimal digits, found `x` (byte 1)",
        ),
    ] {
        let error = error(text.as_bytes());
        let said = error.to_string();
        assert!(error.offset().unwrap() <= text.len(), "{text}: {said}");
        assert_ne!(error.line(), 0, "{text}: {said}");
        let hint = error
            .hint()
            .map_or(String::new(), |hint| format!("; {hint}"));
        assert_eq!(said + &hint, expected, "{text}");
    }
    let error = error(b"[\n'a\xFF']");
    assert_eq!(
        (error.kind(), error.offset()),
        (ErrorKind::InvalidUtf8, Some(4))
    );
    assert_eq!((error.line(), error.column()), (2, 3));
}

/// Hints name the words of the dialect that is read.
#[test]
fn a_wrong_word_is_told_the_words_there_are() {
    let hint = |error: Error| error.hint().unwrap_or_default().to_owned();
    for (word, only_json, all) in [
        (
            "Nan",
            "JSON has no NaN and no infinities",
            "the words for numbers are NaN, Infinity and -Infinity",
        ),
        (
            "infinity",
            "JSON has no NaN and no infinities",
            "the words for numbers are NaN, Infinity and -Infinity",
        ),
        (
            "undefined",
            "a string takes quotes; the only words are true, false and null",
            "a string takes quotes; the only words are true, false, null, NaN and Infinity",
        ),
        (
            "TRUE",
            "true, false and null are written in lower case",
            "true, false and null are written in lower case",
        ),
    ] {
        let text = format!("{{a: {word}}}");
        assert_eq!(hint(Relaxed::new(text.as_bytes()).unwrap_err()), only_json);
        assert_eq!(
            hint(Relaxed::with_non_finite(text.as_bytes()).unwrap_err()),
            all
        );
    }
}

#[test]
fn types_borrow_from_the_json() {
    let relaxed = Relaxed::new(b"{a: 'one', b: \"two\", /* of 3 */ c: 'th\\x72ee',}").unwrap();
    let read: std::collections::BTreeMap<&str, std::borrow::Cow<'_, str>> =
        relaxed.read(from_slice).unwrap();
    assert_eq!(
        read.into_values().collect::<Vec<_>>(),
        ["one", "two", "three"]
    );
    let wrong = Relaxed::new(b"[1, /* too\nmany */ 0x100]").unwrap();
    let error = wrong.read(from_slice::<Vec<u8>>).unwrap_err();
    assert_eq!(error.offset(), Some(19));
    assert_eq!((error.line(), error.column()), (2, 9));
}

#[test]
fn depth_takes_no_stack() {
    let text = "[".repeat(1_000_000);
    let relaxed = Relaxed::new(text.as_bytes()).unwrap();
    assert_eq!(relaxed.as_json(), text);
}

/// Texts of pieces of tokens.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{", "}", "[", "]", ":", ",", "a", "true", "null", "'", "\"", "\\", "\n", "\r\n", " ",
        "//", "/*", "*/", "0", "1", "12", "0x", ".", "-", "+", "e", "u0061", "ä", "\u{2028}",
        "'b'", "\"c\"", "x41", "$",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_is_json_or_an_error_with_a_place(text in soup(), words: bool) {
        let relaxed = match words {
            true => Relaxed::with_words(text.as_bytes()),
            false => Relaxed::new(text.as_bytes()),
        };
        let relaxed = match relaxed {
            Ok(relaxed) => relaxed,
            Err(error) => {
                prop_assert!(error.offset().unwrap() <= text.len());
                return Ok(());
            }
        };
        prop_assert!(relaxed.as_json().len() <= 6 * text.len());
        match relaxed.read(|json| drive(json, &ReadOptions::default(), &mut Discard)) {
            Err(error) => prop_assert!(error.offset().unwrap() <= text.len()),
            // JSON stays the same, except for its white space.
            Ok(()) => {
                let again = Relaxed::new(relaxed.as_json().as_bytes()).unwrap();
                prop_assert_eq!(again.as_json(), relaxed.as_json());
            }
        }
    }
}
