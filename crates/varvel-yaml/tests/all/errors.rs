//! Golden tests of errors about bad documents: the whole report, and the line for logs that holds
//! no content of the document. To see what changed, run with `VARVEL_PRINT=1` and `--nocapture`.

use varvel_core::path::Step;
use varvel_core::{Discard, Error, ErrorKind, Limits};
use varvel_value::Value;
use varvel_yaml::decode;
use varvel_yaml::{ReadOptions, Schema, drive};

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
            println!(
                "    (\n        b\"{}\",\n        r##\"{found}\"##,\n    ),",
                input.escape_ascii()
            );
        }
        if found != *expected {
            failures += &format!("{}\n{found}\n---\n", input.escape_ascii());
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn limits() {
    let limits = |limits| ReadOptions::with_limits(limits);
    for (input, options, expected) in [
        (
            "- - - 1",
            limits(Limits {
                depth: 2,
                ..Limits::DEFAULT
            }),
            "nested too deeply: expected at most 2 containers inside each other, at $[0][0] (byte 4)",
        ),
        (
            "[[{a: 1}]]",
            limits(Limits {
                depth: 2,
                ..Limits::DEFAULT
            }),
            "nested too deeply: expected at most 2 containers inside each other, at $[0][0] (byte 2)",
        ),
        (
            "a: [1, 2]",
            limits(Limits {
                nodes: 4,
                ..Limits::DEFAULT
            }),
            "too many nodes: expected at most 4 nodes, at $.a[1] (byte 7)",
        ),
        (
            "a: 1",
            limits(Limits {
                bytes: 3,
                ..Limits::DEFAULT
            }),
            "document too large: expected at most 3 bytes, found 4 (byte 3)",
        ),
        (
            "word",
            ReadOptions::with_schema(Schema::Json),
            "invalid syntax: expected null, true, false or a number: the JSON schema was asked for (byte 0)",
        ),
    ] {
        assert_eq!(
            error(input.as_bytes(), &options).to_string(),
            expected,
            "{input}"
        );
    }
}

/// A path goes through keys of any kind, by their text.
#[test]
fn a_path_has_keys_of_any_kind() {
    for (text, path) in [
        ("a: BAD", &["a"][..]),
        ("'7': BAD", &["7"]),
        ("7: BAD", &["7"]),
        ("0x10: BAD", &["16"]),
        ("~: BAD", &["null"]),
        ("? true\n: BAD", &["true"]),
        ("!!str 7: {!!int 8: BAD}", &["7", "8"]),
        ("!!binary aGk=: BAD", &["aGk="]),
        ("[1, a]: BAD", &["[1,\"a\"]"]),
        (
            "? {a: [1], 2: b}\n: {c: BAD}",
            &["{\"a\":[1],2:\"b\"}", "c"],
        ),
        ("? {[1]: {}}\n: BAD", &["{[1]:{}}"]),
        ("? - - 1\n  - 2\n: BAD", &["[[1],2]"]),
        ("&k a: 1\n*k : BAD", &["a"]),
        ("- &k 0x10\n- {*k : BAD}", &["16"]),
        // The node of an alias in a key is written elsewhere, so the key's text has the alias's
        // name.
        ("- &k a\n- {[*k]: BAD}", &["[\"k\"]"]),
        ("- &k [1]\n- {*k : BAD}", &[]),
        ("[x, {}, []]: BAD", &["[\"x\",{},[]]"]),
    ] {
        let text = text.replace("BAD", "!!int bad");
        let error = error(text.as_bytes(), &ReadOptions::default());
        assert_eq!(
            error.offset(),
            text.find("!!int bad").map(|at| at + 6),
            "{text}"
        );
        let keys = error.steps().unwrap().iter().filter_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            _ => None,
        });
        assert_eq!(keys.collect::<Vec<_>>(), path, "{text}");
    }
    // An error in a key has the path of its mapping.
    let error = error(b"a: {[1, !!int bad]: 1}", &ReadOptions::default());
    assert_eq!(error.steps().unwrap()[0], Step::Key("a".into()));
}

#[test]
fn a_key_that_comes_twice_is_pointed_at() {
    for (text, second) in [
        ("{1: a, 2: b, 1: c}", "1: c"),
        ("1: a\n0x1: b\n", "0x1"),
        ("{a: 1, b: 2, a: 3}", "a: 3"),
        ("{1: a, 1: [b, {c: d}]}", "1: ["),
        ("{1: a, 1: {2: b, 2: c}}", "2: c"),
        ("{1: a, 1: {x: b, x: c}}", "x: c"),
        ("a: {~: 1}\nb: {~: 1, '~': 2, null: 3}\n", "null: 3"),
        (
            "- {true: 1}\n- {true: 1, x: {true: 2}, true: 3}\n",
            "true: 3",
        ),
        ("? 1.5\n: {1.5: 2}\n? 1.5\n", "1.5\n"),
    ] {
        // A tree finds the duplicate after the value, a frozen buffer at the end of the mapping.
        let tree = decode::<Value, ()>(text.as_bytes(), &ReadOptions::default(), &());
        let mut builder = varvel_frozen::Builder::new();
        builder.start().unwrap();
        let frozen = drive(text.as_bytes(), &ReadOptions::default(), &mut builder);
        for error in [tree.map(drop).unwrap_err(), frozen.unwrap_err()] {
            assert_eq!(error.kind(), ErrorKind::DuplicateKey, "{text}");
            assert_eq!(error.offset(), text.rfind(second), "{text}");
        }
    }
    for text in [
        "- {1: a}\n- {1: a}\n",
        "{1: {1: a}}",
        "{1: a, '1': b, [1]: c, 1.0: d}",
    ] {
        assert!(decode::<Value, ()>(text.as_bytes(), &ReadOptions::default(), &()).is_ok());
    }
}

#[test]
fn a_bomb_of_aliases_is_refused() {
    let mut bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for (name, before) in ('b'..='i').zip('a'..) {
        let many = vec![format!("*{before}"); 9].join(", ");
        bomb += &format!("{name}: &{name} [{many}]\n");
    }
    let error = error(bomb.as_bytes(), &ReadOptions::default());
    assert_eq!(
        error.to_string(),
        "too much read again: expected at most 8 times the input read again, at $.f[3] (byte 225)",
    );
    assert_eq!(
        error.hint(),
        Some(
            "raise the limit `replay` if the input is trusted; a tag before what it tags is read once"
        )
    );
}

const REPORTS: &[(&[u8], &str)] = &[
    (
        b"a: 1\n\tb: 2\n",
        r##"invalid syntax: expected indentation by spaces, found a tab
  --> line 2, column 1, at $.a
2 |  b: 2
  | ^
hint: write spaces instead of the tab
log: invalid syntax: expected indentation by spaces, found a tab, at $.* (byte 5)"##,
    ),
    (
        b"-\t- a\n",
        r##"invalid syntax: expected spaces before a sequence, found a tab
  --> line 1, column 2
1 | - - a
  |  ^
hint: write spaces instead of the tab: the column in which it begins counts
log: invalid syntax: expected spaces before a sequence, found a tab (byte 1)"##,
    ),
    (
        b"a: 1\n  b: 2\n",
        r##"invalid syntax: expected nothing but a comment behind a value, found `:`
  --> line 2, column 4, at $.a
2 |   b: 2
  |    ^
hint: a key begins in the column of the keys around it, on one line; a text with `: ` in it needs quotes
log: invalid syntax: expected nothing but a comment behind a value, at $.* (byte 8)"##,
    ),
    (
        b"a:\n    b: 1\n  c: 2\n",
        r##"invalid syntax: expected a line indented by 0, found 2
  --> line 3, column 3, at $.a
3 |   c: 2
  |   ^
hint: entries of a sequence begin in one column, and so do the keys of a mapping
log: invalid syntax: expected a line indented by 0, found 2, at $.* (byte 14)"##,
    ),
    (
        b"a:\n  - b\n  c: 1\n",
        r##"invalid syntax: expected a line indented by 0, found 2
  --> line 3, column 3, at $.a
3 |   c: 1
  |   ^
hint: entries of a sequence begin in one column, and so do the keys of a mapping
log: invalid syntax: expected a line indented by 0, found 2, at $.* (byte 11)"##,
    ),
    (
        b"- a\nb: 1\n",
        r##"invalid syntax: expected the end of the document, found `b`
  --> line 2, column 1
2 | b: 1
  | ^
hint: its entries or keys have to begin in the same column; another document begins with `---`
log: invalid syntax: expected the end of the document (byte 4)"##,
    ),
    (
        b"a: b: c\n",
        r##"invalid syntax: expected a value that may stand on this line, found a mapping
  --> line 1, column 5, at $.a
1 | a: b: c
  |     ^
hint: begin it on the next line, indented; a text with `: ` in it needs quotes
log: invalid syntax: expected a value that may stand on this line, found a mapping, at $.* (byte 4)"##,
    ),
    (
        b"a: - b\n",
        r##"invalid syntax: expected a value that may stand on this line, found a sequence
  --> line 1, column 4, at $.a
1 | a: - b
  |    ^
hint: begin it on the next line; a text that begins with `- ` needs quotes
log: invalid syntax: expected a value that may stand on this line, found a sequence, at $.* (byte 3)"##,
    ),
    (
        b"a: x\nb\nc: y\n",
        r##"invalid syntax: expected `: ` behind a key, found the end of the line
  --> line 2, column 2, at $.a
2 | b
  |  ^
hint: the line is one of a mapping; if it goes on with the text before it, indent it
log: invalid syntax: expected `: ` behind a key, at $.* (byte 6)"##,
    ),
    (
        b"a:b\nc: d\n",
        r##"invalid syntax: expected nothing but a comment behind a value, found `:`
  --> line 2, column 2
2 | c: d
  |  ^
hint: a key begins in the column of the keys around it, on one line; a text with `: ` in it needs quotes
log: invalid syntax: expected nothing but a comment behind a value (byte 5)"##,
    ),
    (
        b"\"a\":b\n",
        r##"invalid syntax: expected nothing but a comment behind a value, found `:`
  --> line 1, column 4
1 | "a":b
  |    ^
hint: a space belongs behind the colon of a key
log: invalid syntax: expected nothing but a comment behind a value (byte 3)"##,
    ),
    (
        b"a: \"open\nb: 1\n",
        r##"invalid syntax: expected at least 1 space before a line inside of quotes
  --> line 2, column 1, at $.a
2 | b: 1
  | ^
hint: indent the line, or close the quotes that open at byte 3
log: invalid syntax: expected at least 1 space before a line inside of quotes, at $.* (byte 9)"##,
    ),
    (
        b"\"open",
        r##"unexpected end of input: expected the closing `"`, found the end of the input
  --> line 1, column 1
1 | "open
  | ^
hint: a `"` inside of double quotes is written \"
log: unexpected end of input: expected the closing `"`, found the end of the input (byte 0)"##,
    ),
    (
        b"\'it\'\'s",
        r##"unexpected end of input: expected the closing `'`, found the end of the input
  --> line 1, column 1
1 | 'it''s
  | ^
hint: a `'` inside of single quotes is written twice
log: unexpected end of input: expected the closing `'`, found the end of the input (byte 0)"##,
    ),
    (
        b"a: \'it\'s\'\n",
        r##"invalid syntax: expected nothing but a comment behind a value, found `s`
  --> line 1, column 8, at $.a
1 | a: 'it's'
  |        ^
hint: a `'` inside of single quotes is written twice
log: invalid syntax: expected nothing but a comment behind a value, at $.* (byte 7)"##,
    ),
    (
        b"a: \"one\" two\n",
        r##"invalid syntax: expected nothing but a comment behind a value, found `t`
  --> line 1, column 10, at $.a
1 | a: "one" two
  |          ^
hint: put the whole text in quotes, or the next value on a line of its own
log: invalid syntax: expected nothing but a comment behind a value, at $.* (byte 9)"##,
    ),
    (
        b"a: [1, 2\nb: 3\n",
        r##"invalid syntax: expected at least 1 space before a line inside of brackets
  --> line 2, column 1, at $.a[1]
2 | b: 3
  | ^
hint: indent the line, or close the brackets before it
log: invalid syntax: expected at least 1 space before a line inside of brackets, at $.*[1] (byte 9)"##,
    ),
    (
        b"a: {b: [1, 2}\n",
        r##"invalid syntax: expected a comma or `]`, found `}`
  --> line 1, column 13, at $.a.b[1]
1 | a: {b: [1, 2}
  |             ^
log: invalid syntax: expected a comma or `]`, at $.*.*[1] (byte 12)"##,
    ),
    (
        b"[1, 2",
        r##"unexpected end of input: expected the bracket that closes `[` or `{`, found the end of the input
  --> line 1, column 6, at $[1]
1 | [1, 2
  |      ^
log: unexpected end of input: expected the bracket that closes `[` or `{`, at $[1] (byte 5)"##,
    ),
    (
        b"[1 2, 3: 4 5: 6]",
        r##"invalid syntax: expected a comma or `]`, found `:`
  --> line 1, column 13, at $[1]
1 | [1 2, 3: 4 5: 6]
  |             ^
hint: a text with a colon in it needs quotes
log: invalid syntax: expected a comma or `]`, at $[1] (byte 12)"##,
    ),
    (
        b"[a, , b]",
        r##"invalid syntax: expected an entry before the comma, found `,`
  --> line 1, column 5, at $[0]
1 | [a, , b]
  |     ^
log: invalid syntax: expected an entry before the comma, at $[0] (byte 4)"##,
    ),
    (
        b"{a: b]",
        r##"invalid syntax: expected a comma or `}`, found `]`
  --> line 1, column 6, at $.a
1 | {a: b]
  |      ^
log: invalid syntax: expected a comma or `}`, at $.* (byte 5)"##,
    ),
    (
        b"a: [\n  1,\n]\n",
        r##"invalid syntax: expected at least 1 space before a line inside of brackets
  --> line 3, column 1, at $.a[0]
3 | ]
  | ^
hint: indent the closing bracket as well; or set the option `tolerant`, which takes it here
log: invalid syntax: expected at least 1 space before a line inside of brackets, at $.*[0] (byte 10)"##,
    ),
    (
        b"[1]]",
        r##"invalid syntax: expected nothing but a comment behind a value, found `]`
  --> line 1, column 4
1 | [1]]
  |    ^
hint: there is no bracket that it closes
log: invalid syntax: expected nothing but a comment behind a value (byte 3)"##,
    ),
    (
        b"[a, - b]",
        r##"invalid syntax: expected a value, found `-`
  --> line 1, column 5, at $[0]
1 | [a, - b]
  |     ^
hint: there are no `- ` entries inside of brackets; put a `-` in quotes
log: invalid syntax: expected a value, at $[0] (byte 4)"##,
    ),
    (
        b"a: *b\n",
        r##"invalid syntax: expected the name of an anchor before it, found `*b`
  --> line 1, column 4, at $.a
1 | a: *b
  |    ^
hint: write `&` and the name before the node that it stands for; a text that begins with `*` needs quotes
log: invalid syntax: expected the name of an anchor before it, at $.* (byte 3)"##,
    ),
    (
        b"x: &Name 1\ny: *name\n",
        r##"invalid syntax: expected the name of an anchor before it, found `*name`
  --> line 2, column 4, at $.y
2 | y: *name
  |    ^
hint: there is an anchor `&Name`: write `*Name`
log: invalid syntax: expected the name of an anchor before it, at $.* (byte 14)"##,
    ),
    (
        b"x: &a [1, *a]\n",
        r##"invalid syntax: expected a node that ended before its alias, found `*a` inside of `&a`
  --> line 1, column 11, at $.x[1]
1 | x: &a [1, *a]
  |           ^
hint: a node cannot be part of itself
log: invalid syntax: expected a node that ended before its alias, at $.*[1] (byte 10)"##,
    ),
    (
        b"x: &a 1\ny: &b *a\n",
        r##"invalid syntax: expected an alias without anchor and tag
  --> line 2, column 7, at $.y
2 | y: &b *a
  |       ^
hint: an alias is the node that it names, which has its anchor and tag already
log: invalid syntax: expected an alias without anchor and tag, at $.* (byte 14)"##,
    ),
    (
        b"x: &a &b 1\n",
        r##"invalid syntax: expected one anchor before a value
  --> line 1, column 7, at $.x
1 | x: &a &b 1
  |       ^
log: invalid syntax: expected one anchor before a value, at $.* (byte 6)"##,
    ),
    (
        b"x: & 1\n",
        r##"invalid syntax: expected a name behind `&` or `*`, found a space
  --> line 1, column 5, at $.x
1 | x: & 1
  |     ^
hint: a text that begins with `&` or `*` needs quotes
log: invalid syntax: expected a name behind `&` or `*`, at $.* (byte 4)"##,
    ),
    (
        b"x: !e!y 1\n",
        r##"invalid syntax: expected a tag whose handle is known, found `!e!y`
  --> line 1, column 4, at $.x
1 | x: !e!y 1
  |    ^
hint: say what the handle stands for before the document, as in `%TAG !e! tag:example.com:`
log: invalid syntax: expected a tag whose handle is known, at $.* (byte 3)"##,
    ),
    (
        b"x: !a{b} 1\n",
        r##"invalid syntax: expected a space behind a tag, found `{`
  --> line 1, column 6, at $.x
1 | x: !a{b} 1
  |      ^
hint: a text that begins with `!` needs quotes
log: invalid syntax: expected a space behind a tag, at $.* (byte 5)"##,
    ),
    (
        b"x: !!int one\n",
        r##"invalid syntax: expected a value that `!!int` stands for
  --> line 1, column 10, at $.x
1 | x: !!int one
  |          ^
hint: correct the value, or remove the tag
log: invalid syntax: expected a value that `!!int` stands for, at $.* (byte 9)"##,
    ),
    (
        b"x: !!str [1]\n",
        r##"invalid syntax: expected a value that `!!str` stands for
  --> line 1, column 10, at $.x
1 | x: !!str [1]
  |          ^
hint: correct the value, or remove the tag
log: invalid syntax: expected a value that `!!str` stands for, at $.* (byte 9)"##,
    ),
    (
        b"x: !!binary \'*\'\n",
        r##"invalid syntax: expected bytes in base64 behind `!!binary`
  --> line 1, column 13, at $.x
1 | x: !!binary '*'
  |             ^
log: invalid syntax: expected bytes in base64 behind `!!binary`, at $.* (byte 12)"##,
    ),
    (
        b"x: @me\n",
        r##"invalid syntax: expected a value, found `@`
  --> line 1, column 4, at $.x
1 | x: @me
  |    ^
hint: a text that begins with this character needs quotes
log: invalid syntax: expected a value, at $.* (byte 3)"##,
    ),
    (
        b"x: `me`\n",
        r##"invalid syntax: expected a value, found a backtick
  --> line 1, column 4, at $.x
1 | x: `me`
  |    ^
hint: a text that begins with this character needs quotes
log: invalid syntax: expected a value, at $.* (byte 3)"##,
    ),
    (
        b"x: %me\n",
        r##"invalid syntax: expected a value, found `%`
  --> line 1, column 4, at $.x
1 | x: %me
  |    ^
hint: a text that begins with this character needs quotes
log: invalid syntax: expected a value, at $.* (byte 3)"##,
    ),
    (
        b"x: \"\\d\"\n",
        r##"invalid escape: expected an escape, as \n, \" or \u0041, found `d`
  --> line 1, column 5, at $.x
1 | x: "\d"
  |     ^
hint: a backslash itself is written \\; inside of single quotes it needs nothing
log: invalid escape: expected an escape, as \n, \" or \u0041, at $.* (byte 4)"##,
    ),
    (
        b"x: \"\\u12g4\"\n",
        r##"invalid escape: expected 4 hexadecimal digits, found `g`
  --> line 1, column 9, at $.x
1 | x: "\u12g4"
  |         ^
log: invalid escape: expected 4 hexadecimal digits, at $.* (byte 8)"##,
    ),
    (
        b"x: \"\\ud800\"\n",
        r##"lone surrogate: expected both halves of a surrogate pair
  --> line 1, column 5, at $.x
1 | x: "\ud800"
  |     ^
hint: a half stands for no character, and no UTF-8 string can hold it
log: lone surrogate: expected both halves of a surrogate pair, at $.* (byte 4)"##,
    ),
    (
        b"x: |x\n  y\n",
        r##"invalid syntax: expected the end of the line behind `|` or `>`, found `x`
  --> line 1, column 5, at $.x
1 | x: |x
  |     ^
hint: the text begins on the next line; `|` and `>` take a digit from 1 to 9 and `-` or `+`
log: invalid syntax: expected the end of the line behind `|` or `>`, at $.* (byte 4)"##,
    ),
    (
        b"x: |\n     \n  y\n",
        r##"invalid syntax: expected at most 2 spaces in the empty lines before the text
  --> line 2, column 1, at $.x
2 |      
  | ^
hint: remove the spaces of the empty lines, or write how deep the text is indented, as in `|2`
log: invalid syntax: expected at most 2 spaces in the empty lines before the text, at $.* (byte 5)"##,
    ),
    (
        b"x: [a]#b\n",
        r##"invalid syntax: expected nothing but a comment behind a value, found `#`
  --> line 1, column 7, at $.x
1 | x: [a]#b
  |       ^
hint: a comment needs a space before its `#`
log: invalid syntax: expected nothing but a comment behind a value, at $.* (byte 6)"##,
    ),
    (
        b"x: 1e999\n",
        r##"number out of range: expected a number that a 64-bit float can hold, or a decimal integer
  --> line 1, column 4, at $.x
1 | x: 1e999
  |    ^
hint: the option `exact_decimals` keeps its digits, unless a float is asked for
log: number out of range: expected a number that a 64-bit float can hold, or a decimal integer, at $.* (byte 3)"##,
    ),
    (
        b"x: \x07\n",
        r##"control character in a string: expected characters that can be printed, found U+0007
  --> line 1, column 4
1 | x: �
  |    ^
hint: write it in double quotes as \u0007
log: control character in a string: expected characters that can be printed (byte 3)"##,
    ),
    (
        "x: y\u{FEFF}\n".as_bytes(),
        r##"invalid syntax: expected no byte order mark but before a document and in quotes, found U+FEFF
  --> line 1, column 5, at $.x
1 | x: y﻿
  |     ^
hint: write it in double quotes as \ufeff
log: invalid syntax: expected no byte order mark but before a document and in quotes, at $.* (byte 4)"##,
    ),
    (
        b"x: \xff\n",
        r##"invalid UTF-8: expected text in UTF-8, found byte 0xFF
  --> line 1, column 4
1 | x: �
  |    ^
hint: the text may be in another encoding, such as Windows-1252
log: invalid UTF-8: expected text in UTF-8 (byte 3)"##,
    ),
    (
        b"\xff\xfea",
        r##"invalid UTF-8: expected text in UTF-16
  --> line 1, column 3
1 | ��a
  |   ^
log: invalid UTF-8: expected text in UTF-16 (byte 2)"##,
    ),
    (
        b"%YAML 2.0\n---\n",
        r##"invalid syntax: expected a version 1 of YAML, as in `%YAML 1.2`
  --> line 1, column 7
1 | %YAML 2.0
  |       ^
log: invalid syntax: expected a version 1 of YAML, as in `%YAML 1.2` (byte 6)"##,
    ),
    (
        b"%TAG e tag:x\n---\n",
        r##"invalid syntax: expected a handle like `!`, `!!` or `!e!`
  --> line 1, column 1
1 | %TAG e tag:x
  | ^
log: invalid syntax: expected a handle like `!`, `!!` or `!e!` (byte 0)"##,
    ),
    (
        b"%YAML 1.2\n",
        r##"invalid syntax: expected a document behind the directives
  --> line 1, column 1
1 | %YAML 1.2
  | ^
hint: write `---` behind the directives; a text that begins with `%` needs quotes
log: invalid syntax: expected a document behind the directives (byte 0)"##,
    ),
    (
        b"a\n---\nb\n",
        r##"data after the document: expected the end of the input, found another document
  --> line 2, column 1
2 | ---
  | ^
hint: several documents are read one after the other
log: data after the document: expected the end of the input, found another document (byte 2)"##,
    ),
    (
        b"--- a: 1\n",
        r##"invalid syntax: expected a value that may stand on this line, found a mapping
  --> line 1, column 6
1 | --- a: 1
  |      ^
hint: begin it on the next line, indented; a text with `: ` in it needs quotes
log: invalid syntax: expected a value that may stand on this line, found a mapping (byte 5)"##,
    ),
    (
        b"\"a\n---\nb\"\n",
        r##"invalid syntax: expected the end of quotes, found the mark between documents
  --> line 2, column 1
2 | ---
  | ^
hint: indent the line if it is text
log: invalid syntax: expected the end of quotes, found the mark between documents (byte 3)"##,
    ),
    (
        b"a: 1\n... b\n",
        r##"invalid syntax: expected nothing but a comment behind `...`, found `b`
  --> line 2, column 5
2 | ... b
  |     ^
log: invalid syntax: expected nothing but a comment behind `...` (byte 9)"##,
    ),
    (
        b"? a\n\"b\n c\": 1\n",
        r##"invalid syntax: expected a key on one line
  --> line 2, column 1, at $.a
2 | "b
  | ^
hint: write line breaks in it as \n, or `? ` before it
log: invalid syntax: expected a key on one line, at $.* (byte 4)"##,
    ),
    (
        b"key with, comma\nmore\n: x\n",
        r##"invalid syntax: expected the end of the document, found `:`
  --> line 3, column 1
3 | : x
  | ^
hint: its entries or keys have to begin in the same column; another document begins with `---`
log: invalid syntax: expected the end of the document (byte 21)"##,
    ),
    (
        b"a: >-\n text\n\tmore\n",
        r##"invalid syntax: expected indentation by spaces, found a tab
  --> line 3, column 1, at $.a
3 |  more
  | ^
hint: write spaces instead of the tab
log: invalid syntax: expected indentation by spaces, found a tab, at $.* (byte 12)"##,
    ),
];
