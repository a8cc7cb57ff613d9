//! Tests of a byte order mark before a text: every way of reading ignores one, and counts it in
//! offsets, but not in columns.

use varvel_core::format::{Items, decode};
use varvel_core::{Discard, Format, Source};
use varvel_json::{Json, ReadOptions, Reader, drive, from_str};

const MARKED: &str = "\u{FEFF} [1, \"a\"]";

#[test]
fn it_is_passed_over() {
    let options = ReadOptions::default();
    drive(MARKED.as_bytes(), &options, &mut Discard).unwrap();
    assert_eq!(from_str::<(u8, &str)>(MARKED).unwrap(), (1, "a"));
    let mut reader = Reader::new(MARKED.as_bytes(), &options).unwrap();
    reader.skip().unwrap();
    reader.finish().unwrap();
    assert_eq!(from_str::<u8>("\u{FEFF}7").unwrap(), 7);
}

#[test]
fn places_count_it() {
    let error = from_str::<Vec<u8>>(MARKED).unwrap_err();
    assert_eq!(error.offset(), MARKED.find('"'));
    assert_eq!((error.line(), error.column()), (1, 6));
    assert_eq!(error.path().unwrap().to_string(), "$[1]");
}

#[test]
fn columns_of_json5_do_not_count_it() {
    for text in ["[1, ?]", "[1,\n ?]", "/* \u{FEFF} */ ?"] {
        let place = |text: &str| {
            let error = varvel::json5::freeze(text.as_bytes()).unwrap_err();
            (error.line(), error.column(), error.offset().unwrap())
        };
        let (line, column, offset) = place(text);
        let marked = place(&format!("\u{FEFF}{text}"));
        assert_eq!(marked, (line, column, offset + 3), "{text}");
    }
}

#[test]
fn places_of_refused_values_count_it() {
    let limits = varvel::Limits {
        nodes: 2,
        ..varvel::Limits::DEFAULT
    };
    for text in ["[1, 2, true]", "{\"a\": 1, \"b\": null, \"c\": 2}"] {
        let freeze = |text: &str| {
            let frozen = varvel::json::freeze_with(text.as_bytes(), Default::default(), limits);
            frozen.unwrap_err().offset().unwrap()
        };
        assert_eq!(
            freeze(&format!("\u{FEFF}{text}")),
            freeze(text) + 3,
            "{text}"
        );
    }
}

#[test]
fn elsewhere_it_is_refused() {
    for text in [
        "\u{FEFF}\u{FEFF}1",
        " \u{FEFF}1",
        "1\u{FEFF}",
        "[\u{FEFF}1]",
        "\u{FEFF}",
    ] {
        assert!(
            drive(text.as_bytes(), &ReadOptions::default(), &mut Discard).is_err(),
            "{text:?}"
        );
    }
}

#[test]
fn before_an_item_of_an_array_it_is_refused() {
    let (item, options) = ("\u{FEFF}2".as_bytes(), ReadOptions::default());
    let driven = Items::<Json>::drive(item, &options, &mut Default::default(), &mut Discard);
    let typed = decode::<Items<Json>, u8, ()>(item, &options, &());
    assert_eq!(driven.unwrap_err(), typed.unwrap_err());
}
