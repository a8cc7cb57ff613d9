//! Golden tests of errors about bad documents: the whole report, and the line for logs that holds
//! no content of the document. To see what changed, run with `VARVEL_PRINT=1` and `--nocapture`.

use varvel_core::path::Step;
use varvel_core::{Discard, Error, Limits, UniqueKeys};
use varvel_json::{ReadOptions, drive};

fn error(input: &[u8], options: &ReadOptions) -> Error {
    match drive(input, options, &mut Discard) {
        Ok(()) => panic!("accepted: {}", input.escape_ascii()),
        Err(error) => error,
    }
}

fn shown(input: &[u8]) -> String {
    let error = error(input, &ReadOptions::default());
    format!("{}\nlog: {}", error.report(input), error.redacted())
}

#[test]
fn reports() {
    let mut failures = String::new();
    for (input, expected) in REPORTS {
        let found = shown(input);
        if std::env::var_os("VARVEL_PRINT").is_some() {
            let plain = !found.contains(['\u{feff}', '\u{200b}']);
            match plain {
                true => println!(
                    "    (\n        b\"{}\",\n        r##\"{found}\"##,\n    ),",
                    input.escape_ascii()
                ),
                false => println!(
                    "    (\n        b\"{}\",\n        {found:?},\n    ),",
                    input.escape_ascii()
                ),
            }
        }
        if found != *expected {
            failures += &format!("{}\n{found}\n---\n", input.escape_ascii());
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn limits() {
    let limits = |set: fn(&mut Limits)| {
        let mut options = ReadOptions::default();
        set(&mut options.limits);
        options
    };
    for (input, options, expected) in [
        (
            "[[[1]]]",
            limits(|limits| limits.depth = 2),
            r##"nested too deeply: expected at most 2 containers inside each other
  --> line 1, column 3, at $[0][0]
1 | [[[1]]]
  |   ^
hint: raise the limit `depth` if the input is trusted"##,
        ),
        (
            "[1, 2, 3]",
            limits(|limits| limits.nodes = 3),
            r##"too many nodes: expected at most 3 nodes
  --> line 1, column 10
1 | [1, 2, 3]
  |          ^
hint: raise the limit `nodes` if the input is trusted"##,
        ),
        (
            "[1, [2]]",
            limits(|limits| limits.nodes = 2),
            r##"too many nodes: expected at most 2 nodes
  --> line 1, column 5, at $[1]
1 | [1, [2]]
  |     ^
hint: raise the limit `nodes` if the input is trusted"##,
        ),
        (
            "[1, 2, 3]",
            limits(|limits| limits.bytes = 4),
            r##"document too large: expected at most 4 bytes, found 9
  --> line 1, column 5
1 | [1, 2, 3]
  |     ^
hint: raise the limit `bytes` if the input is trusted"##,
        ),
    ] {
        let error = error(input.as_bytes(), &options);
        assert_eq!(error.report(input.as_bytes()).to_string(), expected);
    }
}

#[test]
fn a_path_holds_keys_without_their_escapes() {
    let steps = |input: &[u8]| {
        error(input, &ReadOptions::default())
            .steps()
            .map(<[Step]>::to_vec)
    };
    let key = |text: &str| Some(vec![Step::Key(text.into())]);
    assert_eq!(steps(br#"{"\u0041\n\"\\": x}"#), key("A\n\"\\"));
    assert_eq!(steps(br#"{"a\u0041": 1 2}"#), key("aA"));
    // A key that is cut off is shown as it stands.
    assert_eq!(steps(br#"{"a\u0041"#), key("a\\u0041"));
    assert_eq!(steps(br#"{"a\""#), key("a\\"));
}

#[test]
fn a_key_that_comes_twice() {
    let input = br#"{"users": [{"id": 1, "name": "Ann", "id": 2}]}"#;
    let mut sink = UniqueKeys::new(Discard);
    let error = drive(input, &ReadOptions::default(), &mut sink).expect_err("a doubled key");
    assert_eq!(
        format!("{}\nlog: {}", error.report(input), error.redacted()),
        r##"duplicate key: expected each key once, found "id" again
  --> line 1, column 37, at $.users[0].id
1 | {"users": [{"id": 1, "name": "Ann", "id": 2}]}
  |                                     ^
hint: to keep one of them, set the duplicates policy to first or last
log: duplicate key: expected each key once, at $.*[0].* (byte 36)"##
    );
}

const REPORTS: &[(&[u8], &str)] = &[
    (
        b"",
        r##"unexpected end of input: expected a value
  --> line 1, column 1
1 | 
  | ^
hint: the input is empty
log: unexpected end of input: expected a value (byte 0)"##,
    ),
    (
        b"  \n ",
        r##"unexpected end of input: expected a value
  --> line 2, column 2
2 |  
  |  ^
hint: there is nothing but white space
log: unexpected end of input: expected a value (byte 4)"##,
    ),
    (
        b"nul",
        r##"unexpected end of input: expected the rest of `true`, `false` or `null`
  --> line 1, column 4
1 | nul
  |    ^
log: unexpected end of input: expected the rest of `true`, `false` or `null` (byte 3)"##,
    ),
    (
        b"nulL",
        r##"invalid syntax: expected a value, found `nulL`
  --> line 1, column 1
1 | nulL
  | ^
hint: JSON writes true, false and null in lower case
log: invalid syntax: expected a value (byte 0)"##,
    ),
    (
        b"True",
        r##"invalid syntax: expected a value, found `True`
  --> line 1, column 1
1 | True
  | ^
hint: JSON writes true, false and null in lower case
log: invalid syntax: expected a value (byte 0)"##,
    ),
    (
        b"NaN",
        r##"invalid syntax: expected a value, found `NaN`
  --> line 1, column 1
1 | NaN
  | ^
hint: JSON has no NaN and no infinities
log: invalid syntax: expected a value (byte 0)"##,
    ),
    (
        b"[-Infinity]",
        r##"invalid number: expected a digit, found `Infinity`
  --> line 1, column 3, at $[0]
1 | [-Infinity]
  |   ^
hint: JSON has no NaN and no infinities
log: invalid number: expected a digit, at $[0] (byte 2)"##,
    ),
    (
        b"-",
        r##"unexpected end of input: expected a digit
  --> line 1, column 2
1 | -
  |  ^
log: unexpected end of input: expected a digit (byte 1)"##,
    ),
    (
        b"[+1]",
        r##"invalid syntax: expected a value, found `+`
  --> line 1, column 2, at $[0]
1 | [+1]
  |  ^
hint: a positive number has no sign in JSON
log: invalid syntax: expected a value, at $[0] (byte 1)"##,
    ),
    (
        b"[.5]",
        r##"invalid syntax: expected a value, found `.`
  --> line 1, column 2, at $[0]
1 | [.5]
  |  ^
hint: a digit stands before the point: 0.5, not .5
log: invalid syntax: expected a value, at $[0] (byte 1)"##,
    ),
    (
        b"[5.]",
        r##"invalid number: expected a digit after the point, found `]`
  --> line 1, column 4, at $[0]
1 | [5.]
  |    ^
hint: a digit stands behind the point: 1.0, not 1.
log: invalid number: expected a digit after the point, at $[0] (byte 3)"##,
    ),
    (
        b"[1e]",
        r##"invalid number: expected a digit in the exponent, found `]`
  --> line 1, column 4, at $[0]
1 | [1e]
  |    ^
log: invalid number: expected a digit in the exponent, at $[0] (byte 3)"##,
    ),
    (
        b"[1.5e+]",
        r##"invalid number: expected a digit in the exponent, found `]`
  --> line 1, column 7, at $[0]
1 | [1.5e+]
  |       ^
log: invalid number: expected a digit in the exponent, at $[0] (byte 6)"##,
    ),
    (
        b"1e",
        r##"unexpected end of input: expected a digit in the exponent
  --> line 1, column 3
1 | 1e
  |   ^
log: unexpected end of input: expected a digit in the exponent (byte 2)"##,
    ),
    (
        b"{\"price\": 007}",
        r##"invalid number: expected no digit after a leading zero
  --> line 1, column 11, at $.price
1 | {"price": 007}
  |           ^
hint: remove the leading zeros
log: invalid number: expected no digit after a leading zero, at $.* (byte 10)"##,
    ),
    (
        b"[-01]",
        r##"invalid number: expected no digit after a leading zero
  --> line 1, column 3, at $[0]
1 | [-01]
  |   ^
hint: remove the leading zeros
log: invalid number: expected no digit after a leading zero, at $[0] (byte 2)"##,
    ),
    (
        b"[0x1F]",
        r##"invalid syntax: expected `,` or `]`, found `x1F`
  --> line 1, column 3, at $[0]
1 | [0x1F]
  |   ^
hint: JSON numbers are decimal
log: invalid syntax: expected `,` or `]`, at $[0] (byte 2)"##,
    ),
    (
        b"[1_000]",
        r##"invalid syntax: expected `,` or `]`, found `_`
  --> line 1, column 3, at $[0]
1 | [1_000]
  |   ^
hint: JSON numbers have no separators between digits
log: invalid syntax: expected `,` or `]`, at $[0] (byte 2)"##,
    ),
    (
        b"{\"big\": [0, 1e400]}",
        r##"number out of range: expected a number that a 64-bit float can hold
  --> line 1, column 13, at $.big[1]
1 | {"big": [0, 1e400]}
  |             ^
hint: the option `exact_decimals` keeps its digits, unless a float is asked for
log: number out of range: expected a number that a 64-bit float can hold, at $.*[1] (byte 12)"##,
    ),
    (
        b"[1, 2",
        r##"unexpected end of input: expected `,` or `]`
  --> line 1, column 6, at $[1]
1 | [1, 2
  |      ^
log: unexpected end of input: expected `,` or `]`, at $[1] (byte 5)"##,
    ),
    (
        b"[1, 2,",
        r##"unexpected end of input: expected a value
  --> line 1, column 7, at $[2]
1 | [1, 2,
  |       ^
log: unexpected end of input: expected a value, at $[2] (byte 6)"##,
    ),
    (
        b"[1 2]",
        r##"invalid syntax: expected `,` or `]`, found `2`
  --> line 1, column 4, at $[0]
1 | [1 2]
  |    ^
log: invalid syntax: expected `,` or `]`, at $[0] (byte 3)"##,
    ),
    (
        b"[1,, 2]",
        r##"invalid syntax: expected a value, found `,`
  --> line 1, column 4, at $[1]
1 | [1,, 2]
  |    ^
log: invalid syntax: expected a value, at $[1] (byte 3)"##,
    ),
    (
        b"[,1]",
        r##"invalid syntax: expected a value, found `,`
  --> line 1, column 2, at $[0]
1 | [,1]
  |  ^
log: invalid syntax: expected a value, at $[0] (byte 1)"##,
    ),
    (
        b"[1, 2,]",
        r##"invalid syntax: expected a value, found `]`
  --> line 1, column 7, at $[2]
1 | [1, 2,]
  |       ^
hint: JSON allows no comma after the last element
log: invalid syntax: expected a value, at $[2] (byte 6)"##,
    ),
    (
        b"[1, 2, ]",
        r##"invalid syntax: expected a value, found `]`
  --> line 1, column 8, at $[2]
1 | [1, 2, ]
  |        ^
hint: JSON allows no comma after the last element
log: invalid syntax: expected a value, at $[2] (byte 7)"##,
    ),
    (
        b"[1}",
        r##"invalid syntax: expected `,` or `]`, found `}`
  --> line 1, column 3, at $[0]
1 | [1}
  |   ^
log: invalid syntax: expected `,` or `]`, at $[0] (byte 2)"##,
    ),
    (
        b"{\"a\": 1]",
        r##"invalid syntax: expected `,` or `}`, found `]`
  --> line 1, column 8, at $.a
1 | {"a": 1]
  |        ^
log: invalid syntax: expected `,` or `}`, at $.* (byte 7)"##,
    ),
    (
        b"{\"a\": 1,}",
        r##"invalid syntax: expected a key in double quotes, found `}`
  --> line 1, column 9
1 | {"a": 1,}
  |         ^
hint: JSON allows no comma after the last element
log: invalid syntax: expected a key in double quotes (byte 8)"##,
    ),
    (
        b"{\"a\" 1}",
        r##"invalid syntax: expected `:` after the key, found `1`
  --> line 1, column 6, at $.a
1 | {"a" 1}
  |      ^
log: invalid syntax: expected `:` after the key, at $.* (byte 5)"##,
    ),
    (
        b"{\"a\": }",
        r##"invalid syntax: expected a value, found `}`
  --> line 1, column 7, at $.a
1 | {"a": }
  |       ^
log: invalid syntax: expected a value, at $.* (byte 6)"##,
    ),
    (
        b"{\"a\":",
        r##"unexpected end of input: expected a value
  --> line 1, column 6, at $.a
1 | {"a":
  |      ^
log: unexpected end of input: expected a value, at $.* (byte 5)"##,
    ),
    (
        b"{\"a\"",
        r##"unexpected end of input: expected `:` after the key
  --> line 1, column 5, at $.a
1 | {"a"
  |     ^
log: unexpected end of input: expected `:` after the key, at $.* (byte 4)"##,
    ),
    (
        b"{\"a",
        r##"unexpected end of input: expected the closing quote of a string
  --> line 1, column 4, at $.a
1 | {"a
  |    ^
log: unexpected end of input: expected the closing quote of a string, at $.* (byte 3)"##,
    ),
    (
        b"{",
        r##"unexpected end of input: expected a key in double quotes
  --> line 1, column 2
1 | {
  |  ^
log: unexpected end of input: expected a key in double quotes (byte 1)"##,
    ),
    (
        b"{a: 1}",
        r##"invalid syntax: expected a key in double quotes, found `a`
  --> line 1, column 2
1 | {a: 1}
  |  ^
hint: keys take double quotes in JSON
log: invalid syntax: expected a key in double quotes (byte 1)"##,
    ),
    (
        b"{'a': 1}",
        r##"invalid syntax: expected a key in double quotes, found `'`
  --> line 1, column 2
1 | {'a': 1}
  |  ^
hint: JSON strings and keys take double quotes
log: invalid syntax: expected a key in double quotes (byte 1)"##,
    ),
    (
        b"{1: 2}",
        r##"invalid syntax: expected a key in double quotes, found `1`
  --> line 1, column 2
1 | {1: 2}
  |  ^
hint: keys take double quotes in JSON
log: invalid syntax: expected a key in double quotes (byte 1)"##,
    ),
    (
        b"{\"a\": 1 \"b\": 2}",
        r##"invalid syntax: expected `,` or `}`, found `"`
  --> line 1, column 9, at $.a
1 | {"a": 1 "b": 2}
  |         ^
log: invalid syntax: expected `,` or `}`, at $.* (byte 8)"##,
    ),
    (
        b"{\"users\": [{\"name\": \"Ann\"}, {\"first name\": tru}]}",
        r##"invalid syntax: expected a value, found `tru`
  --> line 1, column 44, at $.users[1]["first name"]
1 | {"users": [{"name": "Ann"}, {"first name": tru}]}
  |                                            ^
hint: a string takes double quotes; the only words are true, false and null
log: invalid syntax: expected a value, at $.*[1].* (byte 43)"##,
    ),
    (
        b"['a']",
        r##"invalid syntax: expected a value, found `'`
  --> line 1, column 2, at $[0]
1 | ['a']
  |  ^
hint: JSON strings and keys take double quotes
log: invalid syntax: expected a value, at $[0] (byte 1)"##,
    ),
    (
        b"\"abc",
        r##"unexpected end of input: expected the closing quote of a string
  --> line 1, column 5
1 | "abc
  |     ^
log: unexpected end of input: expected the closing quote of a string (byte 4)"##,
    ),
    (
        b"\"abc\\",
        r##"unexpected end of input: expected the closing quote of a string
  --> line 1, column 6
1 | "abc\
  |      ^
log: unexpected end of input: expected the closing quote of a string (byte 5)"##,
    ),
    (
        b"[\"a\nb\"]",
        r##"control character in a string: expected an escape, found a line break
  --> line 1, column 4, at $[0]
1 | ["a
  |    ^
hint: a string cannot span lines; close it, or write \n
log: control character in a string: expected an escape, at $[0] (byte 3)"##,
    ),
    (
        b"[\"a\tb\"]",
        r##"control character in a string: expected an escape, found a tab
  --> line 1, column 4, at $[0]
1 | ["a b"]
  |    ^
hint: write it as \t
log: control character in a string: expected an escape, at $[0] (byte 3)"##,
    ),
    (
        b"[\"a\x01b\"]",
        r##"control character in a string: expected an escape, found U+0001
  --> line 1, column 4, at $[0]
1 | ["a�b"]
  |    ^
hint: write it as \u0001
log: control character in a string: expected an escape, at $[0] (byte 3)"##,
    ),
    (
        b"[\"a\\x41\"]",
        r##"invalid escape: expected one of \" \\ \/ \b \f \n \r \t \uXXXX, found `\x`
  --> line 1, column 4, at $[0]
1 | ["a\x41"]
  |    ^
hint: write \x41 as \u0041
log: invalid escape: expected one of \" \\ \/ \b \f \n \r \t \uXXXX, at $[0] (byte 3)"##,
    ),
    (
        b"[\"\\u12g4\"]",
        r##"invalid escape: expected four hexadecimal digits after \u, found `g4`
  --> line 1, column 7, at $[0]
1 | ["\u12g4"]
  |       ^
log: invalid escape: expected four hexadecimal digits after \u, at $[0] (byte 6)"##,
    ),
    (
        b"[\"\\u12",
        r##"unexpected end of input: expected the closing quote of a string
  --> line 1, column 7, at $[0]
1 | ["\u12
  |       ^
log: unexpected end of input: expected the closing quote of a string, at $[0] (byte 6)"##,
    ),
    (
        b"[\"\\ud800\"]",
        r##"lone surrogate: expected both halves of a surrogate pair
  --> line 1, column 3, at $[0]
1 | ["\ud800"]
  |   ^
hint: a half stands for no character, and no UTF-8 string can hold it
log: lone surrogate: expected both halves of a surrogate pair, at $[0] (byte 2)"##,
    ),
    (
        b"[\"\\ud800\\u0041\"]",
        r##"lone surrogate: expected both halves of a surrogate pair
  --> line 1, column 3, at $[0]
1 | ["\ud800\u0041"]
  |   ^
hint: a half stands for no character, and no UTF-8 string can hold it
log: lone surrogate: expected both halves of a surrogate pair, at $[0] (byte 2)"##,
    ),
    (
        b"[\"\\udc00 tail\"]",
        r##"lone surrogate: expected both halves of a surrogate pair
  --> line 1, column 3, at $[0]
1 | ["\udc00 tail"]
  |   ^
hint: a half stands for no character, and no UTF-8 string can hold it
log: lone surrogate: expected both halves of a surrogate pair, at $[0] (byte 2)"##,
    ),
    (
        b"[\"caf\xe9\"]",
        r##"invalid UTF-8: expected text in UTF-8, found byte 0xE9
  --> line 1, column 6, at $[0]
1 | ["caf�"]
  |      ^
hint: the text may be in another encoding, such as Windows-1252
log: invalid UTF-8: expected text in UTF-8, at $[0] (byte 5)"##,
    ),
    (
        b"[\"\xc0\x80\"]",
        r##"invalid UTF-8: expected text in UTF-8, found byte 0xC0
  --> line 1, column 3, at $[0]
1 | ["��"]
  |   ^
hint: the text may be in another encoding, such as Windows-1252
log: invalid UTF-8: expected text in UTF-8, at $[0] (byte 2)"##,
    ),
    (
        b"[\"\xe2\x82",
        r##"unexpected end of input: expected the closing quote of a string
  --> line 1, column 4, at $[0]
1 | ["�
  |    ^
log: unexpected end of input: expected the closing quote of a string, at $[0] (byte 4)"##,
    ),
    (
        b"\xef\xbb\xbf\xef\xbb\xbf{}",
        "invalid syntax: expected a value, found U+FEFF\n  --> line 1, column 1\n1 | \u{feff}{}\n  | ^\nhint: white space in JSON is the plain space, the tab and the line break\nlog: invalid syntax: expected a value (byte 3)",
    ),
    (
        b"\xff\xfe[\x00]\x00",
        r##"invalid syntax: expected a value, found byte 0xFF
  --> line 1, column 1
hint: this looks like UTF-16; JSON is UTF-8
log: invalid syntax: expected a value (byte 0)"##,
    ),
    (
        b"[\x00]\x00",
        r##"invalid syntax: expected a value, found byte 0x00
  --> line 1, column 2, at $[0]
hint: this looks like UTF-16; JSON is UTF-8
log: invalid syntax: expected a value, at $[0] (byte 1)"##,
    ),
    (
        b"[\x00]",
        r##"invalid syntax: expected a value, found byte 0x00
  --> line 1, column 2, at $[0]
log: invalid syntax: expected a value, at $[0] (byte 1)"##,
    ),
    (
        b"{} {}",
        r##"data after the document: expected the end of input, found `{`
  --> line 1, column 4
1 | {} {}
  |    ^
hint: a JSON document is one value; wrap several in an array
log: data after the document: expected the end of input (byte 3)"##,
    ),
    (
        b"1 2",
        r##"data after the document: expected the end of input, found `2`
  --> line 1, column 3
1 | 1 2
  |   ^
hint: a JSON document is one value; wrap several in an array
log: data after the document: expected the end of input (byte 2)"##,
    ),
    (
        b"[1] // done",
        r##"data after the document: expected the end of input, found `/`
  --> line 1, column 5
1 | [1] // done
  |     ^
hint: JSON has no comments
log: data after the document: expected the end of input (byte 4)"##,
    ),
    (
        b"1, 2",
        r##"data after the document: expected the end of input, found `,`
  --> line 1, column 2
1 | 1, 2
  |  ^
hint: a JSON document is one value; wrap several in an array
log: data after the document: expected the end of input (byte 1)"##,
    ),
    (
        b"[None]",
        r##"invalid syntax: expected a value, found `None`
  --> line 1, column 2, at $[0]
1 | [None]
  |  ^
hint: JSON writes null for no value
log: invalid syntax: expected a value, at $[0] (byte 1)"##,
    ),
    (
        b"[nulls]",
        r##"invalid syntax: expected a value, found `nulls`
  --> line 1, column 2, at $[0]
1 | [nulls]
  |  ^
hint: a string takes double quotes; the only words are true, false and null
log: invalid syntax: expected a value, at $[0] (byte 1)"##,
    ),
    (
        b"[\xe2\x80\x9chi\xe2\x80\x9d]",
        r##"invalid syntax: expected a value, found `“`
  --> line 1, column 2, at $[0]
1 | [“hi”]
  |  ^
hint: JSON takes plain double quotes, no curly ones
log: invalid syntax: expected a value, at $[0] (byte 1)"##,
    ),
    (
        b"[\xc3\xa4]",
        r##"invalid syntax: expected a value, found `ä`
  --> line 1, column 2, at $[0]
1 | [ä]
  |  ^
log: invalid syntax: expected a value, at $[0] (byte 1)"##,
    ),
    (
        b"[\xc3]",
        r##"invalid syntax: expected a value, found byte 0xC3
  --> line 1, column 2, at $[0]
1 | [�]
  |  ^
log: invalid syntax: expected a value, at $[0] (byte 1)"##,
    ),
    (
        b"[a_word_that_is_longer_than_any_word_should_be]",
        r##"invalid syntax: expected a value, found `a_word_that_is_…`
  --> line 1, column 2, at $[0]
1 | [a_word_that_is_longer_than_any_word_should_be]
  |  ^
hint: a string takes double quotes; the only words are true, false and null
log: invalid syntax: expected a value, at $[0] (byte 1)"##,
    ),
    (
        b"[\"it\\'s\"]",
        r##"invalid escape: expected one of \" \\ \/ \b \f \n \r \t \uXXXX, found `\'`
  --> line 1, column 5, at $[0]
1 | ["it\'s"]
  |     ^
hint: a single quote needs no escape
log: invalid escape: expected one of \" \\ \/ \b \f \n \r \t \uXXXX, at $[0] (byte 4)"##,
    ),
    (
        b"[\"\\u12\"]",
        r##"invalid escape: expected four hexadecimal digits after \u, found `"`
  --> line 1, column 7, at $[0]
1 | ["\u12"]
  |       ^
log: invalid escape: expected four hexadecimal digits after \u, at $[0] (byte 6)"##,
    ),
    (
        b"// head\n[1]",
        r##"invalid syntax: expected a value, found `/`
  --> line 1, column 1
1 | // head
  | ^
hint: JSON has no comments
log: invalid syntax: expected a value (byte 0)"##,
    ),
    (
        b"[1, /* two */ 2]",
        r##"invalid syntax: expected a value, found `/`
  --> line 1, column 5, at $[1]
1 | [1, /* two */ 2]
  |     ^
hint: JSON has no comments
log: invalid syntax: expected a value, at $[1] (byte 4)"##,
    ),
    (
        b"# head\n[1]",
        r##"invalid syntax: expected a value, found `#`
  --> line 1, column 1
1 | # head
  | ^
hint: JSON has no comments
log: invalid syntax: expected a value (byte 0)"##,
    ),
    (
        b"<html>",
        r##"invalid syntax: expected a value, found `<`
  --> line 1, column 1
1 | <html>
  | ^
hint: this looks like HTML or XML
log: invalid syntax: expected a value (byte 0)"##,
    ),
    (
        b"[\n  1,\n  {\"gr\xc3\xb6\xc3\x9fe\": x}\n]",
        r##"invalid syntax: expected a value, found `x`
  --> line 3, column 13, at $[1].größe
3 |   {"größe": x}
  |             ^
hint: a string takes double quotes; the only words are true, false and null
log: invalid syntax: expected a value, at $[1].* (byte 21)"##,
    ),
    (
        b"{\"a\": undefined}",
        r##"invalid syntax: expected a value, found `undefined`
  --> line 1, column 7, at $.a
1 | {"a": undefined}
  |       ^
hint: JSON writes null for no value
log: invalid syntax: expected a value, at $.* (byte 6)"##,
    ),
    (
        b"]",
        r##"invalid syntax: expected a value, found `]`
  --> line 1, column 1
1 | ]
  | ^
log: invalid syntax: expected a value (byte 0)"##,
    ),
    (
        b"[\"one line that is so long that the report shows no more than a part of it around the place\", oops, \"and it goes on for a while behind the place too, for as long as anybody could care to read\"]",
        r##"invalid syntax: expected a value, found `oops`
  --> line 1, column 95, at $[1]
1 | e report shows no more than a part of it around the place", oops, "and it goes on for a while behind the place too, for 
  |                                                             ^
hint: a string takes double quotes; the only words are true, false and null
log: invalid syntax: expected a value, at $[1] (byte 94)"##,
    ),
    (
        b"[-.5]",
        r##"invalid number: expected a digit, found `.`
  --> line 1, column 3, at $[0]
1 | [-.5]
  |   ^
hint: a digit stands before the point: 0.5, not .5
log: invalid number: expected a digit, at $[0] (byte 2)"##,
    ),
    (
        b"[1.e5]",
        r##"invalid number: expected a digit after the point, found `e5`
  --> line 1, column 4, at $[0]
1 | [1.e5]
  |    ^
hint: a digit stands behind the point: 1.0, not 1.
log: invalid number: expected a digit after the point, at $[0] (byte 3)"##,
    ),
    (
        b"[1.2.3]",
        r##"invalid syntax: expected `,` or `]`, found `.`
  --> line 1, column 5, at $[0]
1 | [1.2.3]
  |     ^
log: invalid syntax: expected `,` or `]`, at $[0] (byte 4)"##,
    ),
    (
        b"[0b11]",
        r##"invalid syntax: expected `,` or `]`, found `b11`
  --> line 1, column 3, at $[0]
1 | [0b11]
  |   ^
hint: JSON numbers are decimal
log: invalid syntax: expected `,` or `]`, at $[0] (byte 2)"##,
    ),
    (
        b"[- 1]",
        r##"invalid number: expected a digit, found a space
  --> line 1, column 3, at $[0]
1 | [- 1]
  |   ^
log: invalid number: expected a digit, at $[0] (byte 2)"##,
    ),
    (
        b"[--1]",
        r##"invalid number: expected a digit, found `-`
  --> line 1, column 3, at $[0]
1 | [--1]
  |   ^
log: invalid number: expected a digit, at $[0] (byte 2)"##,
    ),
    (
        b"[\"a\\qb\"]",
        r##"invalid escape: expected one of \" \\ \/ \b \f \n \r \t \uXXXX, found `\q`
  --> line 1, column 4, at $[0]
1 | ["a\qb"]
  |    ^
hint: a backslash itself is written \\
log: invalid escape: expected one of \" \\ \/ \b \f \n \r \t \uXXXX, at $[0] (byte 3)"##,
    ),
    (
        b"[\"C:\\Users\"]",
        r##"invalid escape: expected one of \" \\ \/ \b \f \n \r \t \uXXXX, found `\U`
  --> line 1, column 5, at $[0]
1 | ["C:\Users"]
  |     ^
hint: a backslash itself is written \\
log: invalid escape: expected one of \" \\ \/ \b \f \n \r \t \uXXXX, at $[0] (byte 4)"##,
    ),
    (
        b"[\"\\u{41}\"]",
        r##"invalid escape: expected four hexadecimal digits after \u, found `{`
  --> line 1, column 5, at $[0]
1 | ["\u{41}"]
  |     ^
hint: JSON takes no braces: write \u{41} as \u0041
log: invalid escape: expected four hexadecimal digits after \u, at $[0] (byte 4)"##,
    ),
    (
        b"{\"a\": 1; \"b\": 2}",
        r##"invalid syntax: expected `,` or `}`, found `;`
  --> line 1, column 8, at $.a
1 | {"a": 1; "b": 2}
  |        ^
hint: members and items have commas between them
log: invalid syntax: expected `,` or `}`, at $.* (byte 7)"##,
    ),
    (
        b"{\"a\": \"b\"c\"}",
        r##"invalid syntax: expected `,` or `}`, found `c`
  --> line 1, column 10, at $.a
1 | {"a": "b"c"}
  |          ^
hint: a double quote inside a string is written \"
log: invalid syntax: expected `,` or `}`, at $.* (byte 9)"##,
    ),
    (
        b"\"a\": 1",
        r##"data after the document: expected the end of input, found `:`
  --> line 1, column 4
1 | "a": 1
  |    ^
hint: members of an object stand in braces
log: data after the document: expected the end of input (byte 3)"##,
    ),
    (
        b"[1]]",
        r##"data after the document: expected the end of input, found `]`
  --> line 1, column 4
1 | [1]]
  |    ^
hint: nothing is open that this would close
log: data after the document: expected the end of input (byte 3)"##,
    ),
    (
        b"{\"a\": tru",
        r##"unexpected end of input: expected the rest of `true`, `false` or `null`
  --> line 1, column 10, at $.a
1 | {"a": tru
  |          ^
log: unexpected end of input: expected the rest of `true`, `false` or `null`, at $.* (byte 9)"##,
    ),
    (
        b"[truefalse]",
        r##"invalid syntax: expected a value, found `truefalse`
  --> line 1, column 2, at $[0]
1 | [truefalse]
  |  ^
hint: a string takes double quotes; the only words are true, false and null
log: invalid syntax: expected a value, at $[0] (byte 1)"##,
    ),
    (
        b"nulls",
        r##"invalid syntax: expected a value, found `nulls`
  --> line 1, column 1
1 | nulls
  | ^
hint: a string takes double quotes; the only words are true, false and null
log: invalid syntax: expected a value (byte 0)"##,
    ),
    (
        b"[-nulls]",
        r##"invalid number: expected a digit, found `nulls`
  --> line 1, column 3, at $[0]
1 | [-nulls]
  |   ^
log: invalid number: expected a digit, at $[0] (byte 2)"##,
    ),
    (
        b"[1,\xc2\xa02]",
        r##"invalid syntax: expected a value, found U+00A0
  --> line 1, column 4, at $[1]
1 | [1, 2]
  |    ^
hint: white space in JSON is the plain space, the tab and the line break
log: invalid syntax: expected a value, at $[1] (byte 3)"##,
    ),
    (
        b"[\xe2\x80\x8b1]",
        "invalid syntax: expected a value, found U+200B\n  --> line 1, column 2, at $[0]\n1 | [\u{200b}1]\n  |  ^\nhint: white space in JSON is the plain space, the tab and the line break\nlog: invalid syntax: expected a value, at $[0] (byte 1)",
    ),
    (
        b"[\xe2\x88\x921]",
        r##"invalid syntax: expected a value, found `−`
  --> line 1, column 2, at $[0]
1 | [−1]
  |  ^
hint: a negative number takes the plain minus sign -
log: invalid syntax: expected a value, at $[0] (byte 1)"##,
    ),
    (
        b"[`x`]",
        r##"invalid syntax: expected a value, found a backtick
  --> line 1, column 2, at $[0]
1 | [`x`]
  |  ^
hint: JSON strings and keys take double quotes
log: invalid syntax: expected a value, at $[0] (byte 1)"##,
    ),
    (
        b"{$ref: 1}",
        r##"invalid syntax: expected a key in double quotes, found `$`
  --> line 1, column 2
1 | {$ref: 1}
  |  ^
hint: keys take double quotes in JSON
log: invalid syntax: expected a key in double quotes (byte 1)"##,
    ),
    (
        b"{a_word_that_is_longer_than_any_word_should_be: 1}",
        r##"invalid syntax: expected a key in double quotes, found `a_word_that_is_…`
  --> line 1, column 2
1 | {a_word_that_is_longer_than_any_word_should_be: 1}
  |  ^
hint: keys take double quotes in JSON
log: invalid syntax: expected a key in double quotes (byte 1)"##,
    ),
    (
        b"[\"a\\\n\"]",
        r##"invalid escape: expected one of \" \\ \/ \b \f \n \r \t \uXXXX, found a line break
  --> line 1, column 4, at $[0]
1 | ["a\
  |    ^
hint: a string cannot span lines; write \n
log: invalid escape: expected one of \" \\ \/ \b \f \n \r \t \uXXXX, at $[0] (byte 3)"##,
    ),
    (
        b"[\"a\\",
        r##"unexpected end of input: expected the closing quote of a string
  --> line 1, column 5, at $[0]
1 | ["a\
  |     ^
log: unexpected end of input: expected the closing quote of a string, at $[0] (byte 4)"##,
    ),
    (
        b"{\"a\" = 1}",
        r##"invalid syntax: expected `:` after the key, found `=`
  --> line 1, column 6, at $.a
1 | {"a" = 1}
  |      ^
log: invalid syntax: expected `:` after the key, at $.* (byte 5)"##,
    ),
    (
        b"{}\n{}\n",
        r##"data after the document: expected the end of input, found `{`
  --> line 2, column 1
2 | {}
  | ^
hint: a JSON document is one value; wrap several in an array
log: data after the document: expected the end of input (byte 3)"##,
    ),
    (
        b"[1, \xef\xbb\xbf2]",
        "invalid syntax: expected a value, found U+FEFF\n  --> line 1, column 5, at $[1]\n1 | [1, \u{feff}2]\n  |     ^\nhint: white space in JSON is the plain space, the tab and the line break\nlog: invalid syntax: expected a value, at $[1] (byte 4)",
    ),
    (
        b"\x0c[1]",
        r##"invalid syntax: expected a value, found byte 0x0C
  --> line 1, column 1
1 | �[1]
  | ^
log: invalid syntax: expected a value (byte 0)"##,
    ),
    (
        b"{\"a\": 1,, \"b\": 2}",
        r##"invalid syntax: expected a key in double quotes, found `,`
  --> line 1, column 9
1 | {"a": 1,, "b": 2}
  |         ^
log: invalid syntax: expected a key in double quotes (byte 8)"##,
    ),
    (
        b"[1,000]",
        r##"invalid number: expected no digit after a leading zero
  --> line 1, column 4, at $[1]
1 | [1,000]
  |    ^
hint: JSON numbers have no separators between digits
log: invalid number: expected no digit after a leading zero, at $[1] (byte 3)"##,
    ),
];
