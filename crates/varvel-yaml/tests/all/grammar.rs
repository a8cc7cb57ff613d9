//! The text between and before nodes: tags, directives, escapes, marks, comments.

use varvel_core::{Discard, ErrorKind, Limits, Result, Source};
use varvel_value::{Atomic, TreeBuilder, Value};
use varvel_yaml::decode;
use varvel_yaml::read::events::{Event, Events};
use varvel_yaml::{Documents, ReadOptions, Reader, drive};

fn read(text: &str) -> Result<String> {
    decode::<Value, ()>(text.as_bytes(), &ReadOptions::default(), &())
        .map(|value| value.to_string())
}

fn refused(text: &str) -> String {
    drive(text.as_bytes(), &ReadOptions::default(), &mut Discard)
        .expect_err(text)
        .to_string()
}

/// Returns all documents of a text, each as JSON.
fn documents(text: &str) -> Result<Vec<String>> {
    let mut documents = Documents::new(text.as_bytes(), &ReadOptions::default())?;
    let mut all = Vec::new();
    loop {
        let mut builder = TreeBuilder::<Atomic>::new();
        if !documents.drive_next(&mut builder)? {
            return Ok(all);
        }
        all.push(builder.finish()?.to_string());
    }
}

#[test]
fn a_tag_is_what_its_handle_stands_for_and_the_rest() {
    for (text, whole, core, non_specific) in [
        ("!!int 1", "tag:yaml.org,2002:int", Some("int"), false),
        (
            "!<tag:yaml.org,2002:str> a",
            "tag:yaml.org,2002:str",
            Some("str"),
            false,
        ),
        ("!<!local> a", "!local", None, false),
        ("!<tag:e.org,2000:a> a", "tag:e.org,2000:a", None, false),
        ("!local a", "!local", None, false),
        ("! a", "!", None, true),
        ("!", "!", None, true),
        (
            "%TAG !e! tag:e.org,2000:\n---\n!e!a b",
            "tag:e.org,2000:a",
            None,
            false,
        ),
        (
            "%TAG ! tag:e.org,2000:\n---\n!a b",
            "tag:e.org,2000:a",
            None,
            false,
        ),
        (
            "%TAG !! tag:e.org,2000:\n---\n!!int b",
            "tag:e.org,2000:int",
            None,
            false,
        ),
        // Escapes stand for bytes of UTF-8. A broken escape, or bytes that are not UTF-8, stay as
        // they are.
        ("!a%21b x", "!a!b", None, false),
        ("!%C3%A4%20 x", "!ä ", None, false),
        ("!a%2c%2C x", "!a,,", None, false),
        ("!a% x", "!a%", None, false),
        ("!a%2 x", "!a%2", None, false),
        ("!a%zz x", "!a%zz", None, false),
        ("!a%FF x", "!a%FF", None, false),
    ] {
        let mut events = Events::new(text.as_bytes(), &Limits::DEFAULT).unwrap();
        while !matches!(events.next().unwrap(), Event::Scalar(_)) {}
        let tag = events.tag().unwrap();
        assert_eq!(tag.to_string(), whole, "{text}");
        assert_eq!(tag.core(), core, "{text}");
        assert_eq!(tag.is_non_specific(), non_specific, "{text}");
    }
    for text in [
        "!<> a",
        "!<tag:a",
        "!<tag:a b> c",
        "[!<a>b]",
        "!e!a b",
        "!!",
        "!a! b",
    ] {
        let found = refused(text);
        let tag = ["a tag ", "behind a tag", "a tag as in"]
            .iter()
            .any(|tag| found.contains(tag));
        assert!(tag, "{text}: {found}");
    }
    assert!(refused("!<> a").contains("a tag as in `!<tag:example.com:name>`"));
}

#[test]
fn directives_stand_before_a_document_and_once() {
    for (text, expected) in [
        ("%YAML 1.2\n---\n1\n", "1"),
        ("%YAML 1.1 # old\n---\n1\n", "1"),
        (
            "%YAML 1.2\n%TAG !a! b:\n%TAG !b! b:\n%OTHER x y\n---\n1\n",
            "1",
        ),
        ("...\n...\n--- 1\n...\n", "1"),
    ] {
        assert_eq!(read(text).unwrap(), expected, "{text}");
    }
    for (text, expected) in [
        (
            "%YAML 1.2\n%YAML 1.2\n--- 1\n",
            "at most one `%YAML` before a document",
        ),
        ("%YAML 2.0\n--- 1\n", "a version 1 of YAML"),
        ("%YAML 1.x\n--- 1\n", "a version 1 of YAML"),
        ("%YAML\n--- 1\n", "a version, as in"),
        (
            "%YAML 1.2 x\n--- 1\n",
            "nothing more on the line of a directive",
        ),
        (
            "%TAG !a! b:\n%TAG !a! c:\n--- 1\n",
            "each handle once before a document",
        ),
        ("%TAG a b:\n--- 1\n", "a handle like"),
        ("%TAG !a b:\n--- 1\n", "a handle like"),
        ("%TAG !a! \n--- 1\n", "a prefix, as in"),
        ("%YAML 1.2\n", "a document behind the directives"),
        ("%YAML 1.2\n...\n", "a document behind the directives"),
        (
            "%YAML 1.2\n1\n",
            "`---` between directives and the document",
        ),
        ("% x\n--- 1\n", "a directive, as"),
    ] {
        let found = refused(text);
        assert!(found.contains(expected), "{text}: {found}");
    }
    // Each document has its own directives.
    let text = "%TAG !a! b:\n--- !a!x 1\n...\n%TAG !a! c:\n--- !a!x 2\n";
    assert_eq!(documents(text).unwrap(), ["\"1\"", "\"2\""]);
    assert!(documents("%TAG !a! b:\n--- !a!x 1\n--- !a!x 2\n").is_err());
}

#[test]
fn halves_of_a_surrogate_pair_are_one_character_or_an_error() {
    for (text, expected) in [
        (r#""\ud83d\ude00""#, "\"😀\""),
        (r#""x\uD83D\uDE00y""#, "\"x😀y\""),
        (r#""\U0001F600""#, "\"😀\""),
    ] {
        assert_eq!(read(text).unwrap(), expected);
    }
    for (text, kind) in [
        (r#""\ud83d""#, ErrorKind::LoneSurrogate),
        (r#""\ud83dx""#, ErrorKind::LoneSurrogate),
        (r#""\ud83d\n""#, ErrorKind::LoneSurrogate),
        (r#""\ud83d\u0041""#, ErrorKind::LoneSurrogate),
        (r#""\ud83d\ud83d""#, ErrorKind::LoneSurrogate),
        (r#""\ude00""#, ErrorKind::LoneSurrogate),
        (r#""\ud83d\ude0""#, ErrorKind::InvalidEscape),
        (r#""\U00110000""#, ErrorKind::InvalidEscape),
    ] {
        assert_eq!(read(text).unwrap_err().kind(), kind, "{text}");
    }
}

/// The search for a colon behind brackets stays on their line, and passes the quotes in them.
#[test]
fn brackets_with_quotes_in_them_are_keys_or_values() {
    for (inner, shown) in [
        (r#""a\"]b""#, r#""a\"]b""#),
        (r#""a\\""#, r#""a\\""#),
        ("'it''s ]'", r#""it's ]""#),
        ("''''", r#""'""#),
        (r"'a\'", r#""a\\""#),
        (r#"'"', "'""#, r#""\"","'""#),
    ] {
        assert_eq!(read(&format!("[{inner}]")).unwrap(), format!("[{shown}]"));
        let key = format!("[{inner}]: x\n");
        let mut reader = Reader::new(key.as_bytes(), &ReadOptions::default()).unwrap();
        reader.begin_map().unwrap();
        let mut builder = TreeBuilder::<Atomic>::new();
        assert!(reader.next_entry().unwrap());
        reader.drive(&mut builder).unwrap();
        assert_eq!(builder.finish().unwrap().to_string(), format!("[{shown}]"));
        assert_eq!(&*reader.read_str().unwrap(), "x");
        assert!(!reader.next_entry().unwrap());
        reader.finish().unwrap();
    }
    // A key must be on one line.
    assert_eq!(read("[\"a\\\n b\"]\n").unwrap(), r#"["ab"]"#);
    assert_eq!(read("['a\n b']\n").unwrap(), r#"["a b"]"#);
    for text in [
        "[\"a\\\n b\"]: x\n",
        "['a\n b']: x\n",
        "[\"a]: x\n",
        "['a]: x\n",
    ] {
        assert!(
            drive(text.as_bytes(), &ReadOptions::default(), &mut Discard).is_err(),
            "{text}"
        );
    }
}

#[test]
fn what_belongs_to_a_node_stands_before_it_on_a_line_that_it_may_be_on() {
    for (text, expected) in [
        ("&a\n- 1\n", Some("[1]")),
        ("!!seq\n- 1\n", Some("[1]")),
        ("&a - 1\n", None),
        ("!!seq - 1\n", None),
        ("- &a - 1\n", None),
        ("&a ? b\n", None),
        ("!!map ? b\n", None),
        ("- !!map ? b\n", None),
        ("&a\n? b\n", Some(r#"{"b":null}"#)),
        ("[&a 1, *a]", Some("[1,1]")),
        ("[&a 1, &b *a]", None),
        ("[&a 1, !!int *a]", None),
        ("- &a 1\n- &b *a\n", None),
        ("{x: &a 1, y: !!int *a}", None),
        ("&a &b 1\n", None),
        ("!a !b 1\n", None),
    ] {
        match expected {
            Some(expected) => assert_eq!(read(text).unwrap(), expected, "{text}"),
            None => assert!(refused(text).starts_with("invalid syntax"), "{text}"),
        }
    }
}

#[test]
fn a_block_of_text_ends_where_its_document_does() {
    for (text, expected) in [
        ("--- |\na\n--- 1\n", &[r#""a\n""#, "1"][..]),
        ("--- >\na\nb\n...\n", &[r#""a b\n""#]),
        ("--- |\n---\n", &[r#""""#, "null"]),
        ("--- |\n ---\n", &[r#""---\n""#]),
        ("--- |+\na\n\n...\n--- |-\nb\n", &[r#""a\n\n""#, r#""b""#]),
        ("--- |1-\n  a\n", &[r#"" a""#]),
    ] {
        assert_eq!(documents(text).unwrap(), expected, "{text}");
    }
    for header in [
        "|++", "|+-", "|-+", "|--", "|12", "|0", "|x", ">2-2", "|-1+",
    ] {
        let text = format!("a: {header}\n  b\n");
        let found = refused(&text);
        assert!(
            found.contains("the end of the line behind `|` or `>`"),
            "{found}"
        );
    }
    for header in ["|", "|-", ">+", "|2", ">2-", "|-2", "|+2 # c"] {
        assert!(read(&format!("a: {header}\n  b\n")).is_ok(), "{header}");
    }
}

/// `c-printable` of the specification, in a comment.
#[test]
fn characters_that_cannot_be_printed_are_refused() {
    let edges = [0xD7FF, 0xE000, 0xFEFE, 0x1_0000, 0x10_FFFF];
    for code in (0..0x300).chain(0xFFF0..0x1_0000).chain(edges) {
        let printable = matches!(
            code,
            0x09 | 0x0A | 0x0D | 0x20..=0x7E | 0x85 | 0xA0..=0xD7FF | 0xE000..=0xFFFD | 0x1_0000..
        );
        let text = format!("1 # é{}", char::from_u32(code).unwrap());
        let result = drive(text.as_bytes(), &ReadOptions::default(), &mut Discard);
        assert_eq!(result.is_ok(), printable, "U+{code:04X}");
        if let Err(error) = result {
            assert_eq!(error.offset(), Some("1 # é".len()), "U+{code:04X}");
        }
    }
}

#[test]
fn the_next_node_is_behind_white_space_and_comments() {
    for (text, at) in [
        ("1", 0),
        ("# c\n1", 4),
        ("#\n\n # c\n  1", 10),
        ("--- # c\n1", 8),
        ("\u{FEFF}# c\n1", 7),
    ] {
        let reader = Reader::new(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(reader.offset(), at, "{text:?}");
    }
    for (text, second) in [
        ("[1,2]", 3),
        ("[1 , # c\n 2]", 10),
        ("- 1\n# c\n- # d\n  2\n", 16),
        // This is not a comment, and so not a value either.
        ("[1,#2]", 3),
    ] {
        let mut reader = Reader::new(text.as_bytes(), &ReadOptions::default()).unwrap();
        reader.begin_array().unwrap();
        assert!(reader.next_item().unwrap());
        assert_eq!(reader.read_i64().unwrap(), 1);
        assert_eq!(reader.offset(), second, "{text:?}");
        match reader.next_item().and_then(|_| reader.read_i64()) {
            Ok(number) => assert_eq!(number, 2),
            Err(error) => assert_eq!(error.offset(), Some(second)),
        }
    }
}

#[test]
fn documents_are_read_one_after_the_other() {
    assert_eq!(documents("").unwrap(), [""; 0]);
    assert_eq!(documents("# c\n").unwrap(), [""; 0]);
    assert_eq!(
        documents("--- 1\n--- [2]\n...\n---\n").unwrap(),
        ["1", "[2]", "null"]
    );
    // The rest of a document is skipped, and must be well-formed.
    let text = "--- {a: [1, 2], b: 3}\n--- 4\n";
    let mut all = Documents::new(text.as_bytes(), &ReadOptions::default()).unwrap();
    let first = all.next().unwrap().unwrap();
    first.begin_map().unwrap();
    first.next_key().unwrap();
    assert_eq!(all.next().unwrap().unwrap().read_i64().unwrap(), 4);
    for _ in 0..2 {
        assert!(all.next().unwrap().is_none());
    }
    let mut all = Documents::new(b"--- [1, 2\n--- 4\n", &ReadOptions::default()).unwrap();
    all.next().unwrap().unwrap().begin_array().unwrap();
    let error = all.next().map(drop).unwrap_err();
    assert_eq!(error.path().unwrap().to_string(), "$[1]");
    // An error of a later document has its path.
    let error = documents("--- 1\n--- {a: [1, !!int x]}\n").unwrap_err();
    assert_eq!(error.path().unwrap().to_string(), "$.a[1]");
}
