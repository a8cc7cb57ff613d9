//! Hostile and broken input gets an answer in linear time, without a panic and without a deep
//! stack.

use proptest::prelude::*;
use varvel_core::{Discard, ErrorKind, Limits, Result};
use varvel_yaml::read::events::{Event, Events};
use varvel_yaml::{Documents, ReadOptions, drive};

/// A document with all kinds of nodes.
const SAMPLE: &str = "\
%YAML 1.2
%TAG !e! tag:example.com,2000:
--- # one
anchored: &a !e!x
  - \"quoted \\u00e9\\n
    twice\"
  - 'it''s'
  - plain text
    of two lines
  - [flow, {a: b, ? c : d}, \"e\":f, [g]: h, *a1, &x y]
? - complex
  - key
: |2-
   literal

  text
folded: >+
  joined
  lines

    deeper

empty:
? no value
alias: *a
!!str tagged: !!int 7
...
--- second
";

fn read_all(input: &[u8], options: &ReadOptions) -> Result<usize> {
    let mut documents = Documents::new(input, options)?;
    let mut count = 0;
    while let Some(document) = documents.next()? {
        varvel_core::Source::skip(document)?;
        count += 1;
    }
    Ok(count)
}

fn events(input: &[u8]) -> Result<usize> {
    let mut events = Events::new(input, &Limits::DEFAULT)?;
    let mut count = 0;
    while events.next()? != Event::StreamEnd {
        count += 1;
        assert!(events.offset() <= input.len() && events.text().len() <= 4 * input.len());
    }
    Ok(count)
}

#[test]
fn the_sample_is_read_but_for_an_unknown_alias() {
    let count = events(SAMPLE.as_bytes())
        .unwrap_or_else(|error| panic!("{}", error.report(SAMPLE.as_bytes())));
    assert_eq!(count, 49);
    let error = drive(SAMPLE.as_bytes(), &ReadOptions::default(), &mut Discard).unwrap_err();
    assert_eq!(error.expectation(), Some("the name of an anchor before it"));
    assert_eq!(error.path().unwrap().to_string(), "$.anchored[3][4]");
    let known = SAMPLE.replace("*a1", "n");
    assert_eq!(
        read_all(known.as_bytes(), &ReadOptions::default()).unwrap(),
        2
    );
}

#[test]
fn text_that_is_cut_off_anywhere_or_changed_is_answered() {
    let step = if cfg!(miri) { 97 } else { 1 };
    for end in (0..=SAMPLE.len()).step_by(step) {
        let _ = events(&SAMPLE.as_bytes()[..end]);
        let _ = read_all(&SAMPLE.as_bytes()[..end], &ReadOptions::default());
    }
    for at in (0..SAMPLE.len()).step_by(step) {
        for byte in b"\n\t :-#&*!|>'\"[]{},?%\\\r\0\xFF" {
            let mut changed = SAMPLE.as_bytes().to_vec();
            changed[at] = *byte;
            let _ = events(&changed);
            let _ = read_all(&changed, &ReadOptions::default());
        }
    }
}

#[test]
fn nesting_beyond_the_limit_is_an_error_and_never_a_deep_stack() {
    let depth = if cfg!(miri) { 200 } else { 200_000 };
    for open in ["[", "{", "- ", "? ", "[{a: ", "{[a]: ", "!!seq [", "&a ["] {
        let input = open.repeat(depth);
        let error = drive(input.as_bytes(), &ReadOptions::default(), &mut Discard).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DepthLimit, "{open}: {error}");
        // Without a limit, the reader comes to the end of the input, which closes block
        // collections.
        let options = ReadOptions::with_limits(Limits::NONE);
        let result = drive(input.as_bytes(), &options, &mut Discard);
        assert_eq!(result.is_ok(), matches!(open, "- " | "? "), "{open}");
    }
    // Each line is one column deeper.
    let depth = if cfg!(miri) { 40 } else { 2000 };
    let input: String = (0..depth)
        .map(|column| " ".repeat(column) + "a:\n")
        .collect();
    assert!(
        drive(
            input.as_bytes(),
            &ReadOptions::with_limits(Limits::NONE),
            &mut Discard
        )
        .is_ok()
    );
}

#[test]
fn whatever_is_not_closed_is_an_error_at_once() {
    let len = if cfg!(miri) { 1000 } else { 1_000_000 };
    for (open, fill) in [
        ("\"", "a"),
        ("'", "''"),
        ("\"", "\\\""),
        ("\"", "\n"),
        ("[", "a,"),
        ("[", "\n"),
        ("[", "# a\n"),
        ("{", "a: b,"),
        ("[", "'\n',"),
        ("!<", "a"),
        ("%", "a"),
        ("a\n", "b\n "),
    ] {
        let input = format!("{open}{}", fill.repeat(len / fill.len()));
        let result = drive(input.as_bytes(), &ReadOptions::default(), &mut Discard);
        assert_eq!(result.is_ok(), open == "a\n", "{open} {fill}");
    }
}

#[test]
fn aliases_read_again_what_they_name_and_no_more() {
    let options = ReadOptions::default();
    let read = |text: &str| {
        let mut builder = varvel_frozen::Builder::new();
        builder.start()?;
        drive(text.as_bytes(), &options, &mut builder)?;
        Ok::<_, varvel_core::Error>(builder.finish()?.view().to_string())
    };
    // An alias means the last node of its name that ended before it, also when it is read again.
    let text = "- &a 1\n- &b [*a, \"x\\ty\"]\n- &a 2\n- *b\n- *a\n- &c {k: *b}\n- *c\n";
    assert_eq!(
        read(text).unwrap(),
        r#"[1,[1,"x\ty"],2,[1,"x\ty"],2,{"k":[1,"x\ty"]},{"k":[1,"x\ty"]}]"#
    );
    assert_eq!(read("? &k key\n: *k\n").unwrap(), r#"{"key":"key"}"#);
    assert_eq!(
        read("a: &x\n  b: &y\nc: *x\nd: *y\n").unwrap(),
        r#"{"a":{"b":null},"c":{"b":null},"d":null}"#
    );
    assert_eq!(
        read("- &x \"a\\nb\"\n- *x\n- *x\n").unwrap(),
        r#"["a\nb","a\nb","a\nb"]"#
    );
    assert_eq!(read("- &x !!str 1\n- *x\n").unwrap(), r#"["1","1"]"#);
    assert_eq!(
        read("- &x\n  - 1\n- {*x : 2}\n- y: *x\n  z: 3\n").unwrap(),
        r#"[[1],[[[1],2]],{"y":[1],"z":3}]"#
    );
    // Names belong to one document.
    assert!(read_all(b"--- &a 1\n--- *a\n", &options).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 4000 }))]

    #[test]
    fn no_text_panics(text in "[-ab:?#&*!|>'\"\\[\\]{}, \n\t%.1é~+]{0,60}") {
        let events = events(text.as_bytes());
        let read = read_all(text.as_bytes(), &ReadOptions::default());
        // A text that has values has events.
        prop_assert!(read.is_err() || events.is_ok(), "{:?}", events);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = read_all(&bytes, &ReadOptions::default());
    }
}

/// Tests the places where a byte order mark is allowed, and where it is not.
#[test]
fn byte_order_marks() {
    let read = |text: &str| read_all(text.as_bytes(), &ReadOptions::default()).is_ok();
    for fine in [
        "M",
        "Ma",
        "MMa",
        "M# comment\n--- a\n...\nM--- b\n",
        "\"aMb\"",
        "'MM': \"M\n M\"",
        "[\"M\", 'M']",
    ] {
        assert!(read(&fine.replace('M', "\u{FEFF}")), "{fine}");
    }
    for bad in [
        "aM",
        "a\nM",
        "a Mb",
        " Ma",
        "# M",
        "a: # M\n  b",
        "a # M",
        "|\n M",
        ">\n a\n M",
        "&M a",
        "&aM \"M\"",
        "&a M",
        "- &M a\n- *M",
        "!M a",
        "\"a\"M",
        "{'M': M}",
        "%Ma\n--- a",
        "a\n... # M",
    ] {
        assert!(!read(&bad.replace('M', "\u{FEFF}")), "{bad}");
    }
}
