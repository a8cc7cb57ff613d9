//! Texts in UTF-16 and UTF-32 are read like those in UTF-8. Offsets count the bytes of the original
//! text.

use std::collections::BTreeMap;

use proptest::prelude::*;
use varvel_core::{ErrorKind, Limits};
use varvel_value::Value;
use varvel_yaml::{Documents, Encoding, ReadOptions, Reader, drive, from_slice};

use crate::model::{Recorder, document, write};

const WIDE: [Encoding; 4] = [
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Utf32Le,
    Encoding::Utf32Be,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 128 }))]

    #[test]
    fn documents_read_back(events in document(), mark in any::<bool>()) {
        let mut text = String::from(if mark { "\u{FEFF}" } else { "# " });
        text += "\n";
        text += core::str::from_utf8(&write(&events, Default::default())?).unwrap();
        for encoding in WIDE {
            let bytes = encoding.encode(&text)?;
            prop_assert_eq!(Encoding::of(&bytes), encoding);
            prop_assert_eq!(&*encoding.decode(&bytes)?, text.as_bytes());
            let mut read = Recorder::default();
            drive(&bytes, &ReadOptions::default(), &mut read)?;
            prop_assert_eq!(&read.0, &events);
            if let Ok(value) = from_slice::<Value>(text.as_bytes()) {
                prop_assert_eq!(from_slice::<Value>(&bytes)?, value);
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(prop_oneof![
        Just(0_u8), Just(0xFF), Just(0xFE), Just(0xD8), any::<u8>(),
    ], 0..40)) {
        let _ = from_slice::<Value>(&bytes);
    }
}

#[test]
fn types_are_read_and_places_are_those_of_the_text() {
    let text = "n\u{E9}: \u{1F600}\nm: [1, x]\n";
    for encoding in WIDE {
        for mark in ["", "\u{FEFF}"] {
            let text = format!("{mark}{text}");
            let bytes = encoding.encode(&text).unwrap();
            if Encoding::of(&bytes) != encoding {
                panic!("{encoding:?}");
            }
            let error = from_slice::<BTreeMap<String, String>>(&bytes).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::TypeMismatch);
            let at = encoding.place(&text, text.find('[').unwrap());
            assert_eq!(error.offset(), Some(at), "{encoding:?}");
            assert_eq!((error.line(), error.column()), (2, 4), "{encoding:?}");
            assert_eq!(error.path().unwrap().to_string(), "$.m");
            let tree: Value = from_slice(&bytes).unwrap();
            assert_eq!(tree["n\u{E9}"], "\u{1F600}");
        }
    }
}

#[test]
fn a_byte_order_mark_has_no_column() {
    let text = "\u{E9}: [1, \u{1F600}, }\n";
    for encoding in WIDE.into_iter().chain([Encoding::Utf8]) {
        for mark in ["", "\u{FEFF}"] {
            let text = format!("{mark}{text}");
            let bytes = encoding.encode(&text).unwrap();
            let error = from_slice::<Value>(&bytes).unwrap_err();
            let at = encoding.place(&text, text.find('}').unwrap());
            assert_eq!(error.offset(), Some(at), "{encoding:?}");
            assert_eq!((error.line(), error.column()), (1, 11), "{encoding:?}");
        }
    }
}

#[test]
fn what_is_no_character_has_its_place() {
    for (bytes, at) in [
        (&b"a\0:\0 \0\x00\xD8b\0"[..], 6),
        (b"a\0:\0x", 4),
        (b"\0a\0:\xDC\x00\0b", 4),
        (b"a\0\0\0\0\xD8\0\0", 4),
        (b"\0\0\0a\0\x11\0\0", 4),
        (b"\0\0\0a\0", 4),
    ] {
        let error = from_slice::<Value>(bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidUtf8);
        assert_eq!(error.offset(), Some(at), "{}", bytes.escape_ascii());
    }
}

#[test]
fn what_borrows_says_what_to_do() {
    let bytes = Encoding::Utf16Be.encode("\u{FEFF}a: 1").unwrap();
    let options = ReadOptions::default();
    let error = Reader::new(&bytes, &options).unwrap_err();
    assert!(
        error.hint().unwrap().contains("make UTF-8 of it"),
        "{error:?}"
    );
    assert!(Documents::new(&bytes, &options).is_err());
    let limits = Limits {
        bytes: 9,
        ..Limits::DEFAULT
    };
    let error = varvel_yaml::decode::<Value, ()>(&bytes, &ReadOptions::with_limits(limits), &());
    assert_eq!(error.unwrap_err().kind(), ErrorKind::SizeLimit);
}
