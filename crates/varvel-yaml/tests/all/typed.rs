//! Tests of reading into types: texts without quotes, nulls as empty collections, tags as variants,
//! and the places of errors. Derived types are tested with the derives; the types here need none.

use std::collections::BTreeMap;
use std::fmt::Debug;

use varvel_core::{Decode, Error, ErrorKind, Kind, Source};
use varvel_yaml::{
    ReadOptions, Reader, Schema, WriteOptions, Writer, drive, from_slice_with, from_str,
};

type Map<V> = BTreeMap<String, V>;

/// Returns the error of a text. It must be at the mark `^`, which is not part of the text.
fn at_mark<T: for<'de> Decode<'de> + Debug>(marked: &str) -> Error {
    let (at, text) = (marked.find('^').unwrap(), marked.replacen('^', "", 1));
    let error = from_str::<T>(&text).unwrap_err();
    assert_eq!(error.offset(), Some(at), "{marked:?}: {error}");
    error
}

#[test]
fn a_string_is_the_text_of_any_scalar_without_a_tag_of_another_kind() {
    let read: Vec<String> = from_str("[1.10, ~, true, 1e999, !!str 1, !!int 7]").unwrap();
    assert_eq!(read, ["1.10", "~", "true", "1e999", "1", "7"]);
    for text in ["!!binary AA==", "!!timestamp 2001-12-14", "!!int x", "[1]"] {
        assert!(from_str::<String>(text).is_err(), "{text}");
    }
    // In the JSON schema a text without meaning is an error; a text with a meaning can be read as a
    // string.
    let json = ReadOptions::with_schema(Schema::Json);
    assert_eq!(from_slice_with::<String>(b"true", &json).unwrap(), "true");
    assert!(from_slice_with::<String>(b"word", &json).is_err());
}

#[test]
fn a_null_is_an_empty_collection_unless_a_tag_names_a_variant() {
    let read: Map<Vec<u8>> = from_str("a: [1]\nb:\nc: ~\n").unwrap();
    assert_eq!(
        (read["a"].len(), read["b"].len(), read["c"].len()),
        (1, 0, 0)
    );
    let read: Vec<Map<u8>> = from_str("-\n- {a: 1}\n- null\n").unwrap();
    assert_eq!((read[0].len(), read[1].len(), read[2].len()), (0, 1, 0));
    for text in ["!Name", "''", "x", "1"] {
        assert!(from_str::<Vec<u8>>(text).is_err(), "{text}");
        assert!(from_str::<Map<u8>>(text).is_err(), "{text}");
    }
}

#[test]
fn a_tag_names_a_variant_of_any_node() {
    type Read = Result<Map<u8>, Vec<String>>;
    let read: Vec<Read> = from_str("- !Ok {a: 1}\n- !Err [x]\n- Ok: {}\n- !Ok\n").unwrap();
    assert_eq!(read[0], Ok([("a".to_owned(), 1)].into()));
    assert_eq!(read[1], Err(vec!["x".to_owned()]));
    assert_eq!((&read[2], &read[3]), (&Ok(Map::new()), &Ok(Map::new())));
    assert!(from_str::<Read>("!Other {a: 1}").is_err());
    // After going back, a tag that was taken is still taken. At the end of a collection there is
    // none.
    let mut reader = Reader::new(b"- !Ok {1: 2}\n- !!map {}\n", &ReadOptions::default()).unwrap();
    reader.begin_array().unwrap();
    assert_eq!(reader.read_variant().unwrap().as_deref(), Some("Ok"));
    let mark = reader.mark();
    assert_eq!(reader.peek().unwrap(), Kind::Map);
    reader.skip().unwrap();
    reader.rewind(mark).unwrap();
    assert!(reader.read_variant().unwrap().is_none());
    assert_eq!(reader.peek().unwrap(), Kind::Map);
    reader.skip().unwrap();
    assert!(reader.read_variant().unwrap().is_none());
    reader.skip().unwrap();
    assert!(reader.read_variant().unwrap().is_none());
    assert!(!reader.next_item().unwrap());
    reader.finish().unwrap();
}

#[test]
fn a_value_that_is_not_written_is_wrong_behind_what_leads_to_it() {
    for marked in [
        "a:^\nb: 1\n",
        "b: 1\na:^   # none\n\n# c\nc: 1\n",
        "b: 1\na:^\n\n# the end\n",
        "b: 1\na:^",
        "{b: 1, a: ^}\n",
        "{b: 1, a: ^, c: 2}\n",
        "a: # comment\n\n  ^x\n",
        "a:\n  ^- 1\nb: 1\n",
        "a:\n^- 1\nb: 1\n",
        "a: &x\n  ^x\n",
        "a: !!str\n  ^x\n",
        "a: &x !!str\r\n\r\n  ^x\r\n",
        "a: &x^ \nb: 1\n",
        "a: &x ^[{}]\n",
        "? a\n:^\n? b\n: 1\n",
    ] {
        let error = at_mark::<Map<u8>>(marked);
        assert_eq!(error.path().unwrap().to_string(), "$.a", "{marked:?}");
    }
    for marked in ["- 1\n-^\n- 3\n", "- 1\n-^ # none\n", "- 1\n-\n  ^x\n"] {
        let error = at_mark::<Vec<u8>>(marked);
        assert_eq!(error.path().unwrap().to_string(), "$[1]", "{marked:?}");
    }
    at_mark::<u8>("---\n\n\n^x\n");
}

#[test]
fn what_is_no_number_of_any_size_is_still_called_one() {
    let error = from_str::<Vec<u8>>("1e999").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TypeMismatch);
    assert!(error.to_string().contains("found a float"), "{error}");
}

#[test]
fn a_key_is_a_float_where_that_has_its_digits() {
    let exact = ReadOptions::default().with_exact_decimals();
    for (text, written) in [
        ("1.50: a\n", "1.5: a\n"),
        (".inf: a\n", ".inf: a\n"),
        (
            "1.2345678901234567890123: a\n",
            "1.2345678901234567890123: a\n",
        ),
        ("7: a\n", "7: a\n"),
    ] {
        let mut writer = Writer::new(WriteOptions::default());
        drive(text.as_bytes(), &exact, &mut writer).unwrap();
        assert_eq!(writer.finish().unwrap(), written.as_bytes(), "{text}");
    }
}
