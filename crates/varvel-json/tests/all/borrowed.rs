//! Tests of values that borrow from the input. They are small enough for Miri, and each input is
//! exactly as long as its memory, so that Miri sees a read beyond it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use varvel_core::{Key, Raw, Result, Source};
use varvel_json::{ReadOptions, Reader, from_slice};

/// Returns the text in memory of exactly its length.
fn exact(text: &str) -> Box<[u8]> {
    text.as_bytes().into()
}

fn is_in(part: &[u8], whole: &[u8]) -> bool {
    whole.as_ptr_range().contains(&part.as_ptr())
}

#[test]
fn strings() {
    let input = exact(r#"["plain","","é€🦀",""]"#);
    let strings: Vec<&str> = from_slice(&input).unwrap();
    assert_eq!(strings, ["plain", "", "é€🦀", ""]);
    assert!(strings.iter().all(|text| is_in(text.as_bytes(), &input)));
    // These are all lengths around those of registers, at the end of the input.
    for len in 0..70 {
        let text = "x".repeat(len);
        let input = exact(&format!("\"{text}\""));
        let read: &str = from_slice(&input).unwrap();
        assert_eq!(read, text);
        assert!(is_in(read.as_bytes(), &input));
    }
}

#[test]
fn strings_with_escapes_are_copies() {
    let input = exact(r#"{"a":"one\ntwo","b\u00e9":"three"}"#);
    let members: BTreeMap<Cow<'_, str>, Cow<'_, str>> = from_slice(&input).unwrap();
    assert!(matches!(members["a"], Cow::Owned(_)));
    assert_eq!(members["a"], "one\ntwo");
    assert!(matches!(members["bé"], Cow::Borrowed("three")));
    let refused = from_slice::<Vec<&str>>(br#"["a\n"]"#).unwrap_err();
    assert_eq!(refused.offset(), Some(1));
}

#[test]
fn parts_that_are_not_parsed() {
    let input = exact(r#"[{"a": [1, 2.50]}, "x", null]"#);
    let parts: Vec<Raw<'_>> = from_slice(&input).unwrap();
    let texts: Vec<&[u8]> = parts.iter().map(Raw::as_bytes).collect();
    assert_eq!(texts, [&br#"{"a": [1, 2.50]}"#[..], b"\"x\"", b"null"]);
    assert!(texts.iter().all(|text| is_in(text, &input)));
}

/// Reads members that come in the expected order, and members that do not.
#[test]
fn members_by_their_keys() {
    const NAME: Key = Key::new("name");
    const TAGS: Key = Key::new("tags");
    fn read(input: &[u8]) -> Result<(&str, Vec<&str>)> {
        let mut source = Reader::new(input, &ReadOptions::default())?;
        let (mut name, mut tags) = ("", Vec::new());
        source.begin_map()?;
        let start = source.mark();
        if source.expect_key(&NAME)? {
            name = varvel_core::Decode::decode(&mut source, &())?;
        }
        if source.expect_key(&TAGS)? {
            tags = varvel_core::Decode::decode(&mut source, &())?;
        }
        if source.next_key()?.is_some() {
            source.rewind(start)?;
            while let Some(key) = source.next_key()? {
                match &*key {
                    "name" => name = varvel_core::Decode::decode(&mut source, &())?,
                    "tags" => tags = varvel_core::Decode::decode(&mut source, &())?,
                    _ => source.skip()?,
                }
            }
        }
        source.finish()?;
        Ok((name, tags))
    }
    for text in [
        r#"{"name":"Ada","tags":["x","y"]}"#,
        r#"{"name" : "Ada" , "tags" : [ "x" , "y" ] }"#,
        r#"{"tags":["x","y"],"name":"Ada"}"#,
        r#"{"other":[{}],"n\u0061me":"Ada","tags":["x","y"]}"#,
    ] {
        let input = exact(text);
        let (name, tags) = read(&input).unwrap();
        assert_eq!((name, &tags[..]), ("Ada", &["x", "y"][..]), "{text}");
        assert!(is_in(name.as_bytes(), &input));
        // A text that ends too early is refused, wherever it ends.
        for end in 0..text.len() {
            assert!(read(&exact(&text[..end])).is_err());
        }
    }
}
