//! The calls of a reader: which are allowed where, within which limits, and what they leave behind.

use varvel_core::{ErrorKind, Key, Limits, Source};
use varvel_json::{ReadOptions, Reader};

#[test]
fn what_is_too_long_or_not_left_is_refused_when_pulling() {
    let limits = Limits {
        bytes: 3,
        ..Limits::DEFAULT
    };
    let options = ReadOptions::with_limits(limits);
    assert!(Reader::new(b"[1]", &options).is_ok());
    let error = Reader::new(b"[1] ", &options).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SizeLimit);
    // The input ends here, but a container is open.
    let mut reader = Reader::new(b"[", &options).unwrap();
    reader.begin_array().unwrap();
    assert_eq!(
        reader.finish().unwrap_err().kind(),
        ErrorKind::InvalidEvents
    );
}

#[test]
fn a_hundred_thousand_levels_can_be_entered_and_left() {
    let depth = 100_000;
    let text = ["[".repeat(depth), "]".repeat(depth)].concat();
    let limits = Limits {
        depth,
        ..Limits::DEFAULT
    };
    let mut reader = Reader::new(text.as_bytes(), &ReadOptions::with_limits(limits)).unwrap();
    reader.begin_array().unwrap();
    for _ in 1..depth {
        assert!(reader.next_item().unwrap());
        reader.begin_array().unwrap();
    }
    for _ in 0..depth {
        assert!(!reader.next_item().unwrap());
    }
    reader.finish().unwrap();
}

#[test]
fn a_key_that_is_not_there_is_not_passed() {
    for text in [
        r#"{"b":1,"a":2}"#,
        "{\n  \"b\": 1,\n  \"a\": 2\n}",
        "{ \"b\" :1 , \"a\"\t:\n2 } ",
    ] {
        let mut reader = Reader::new(text.as_bytes(), &ReadOptions::default()).unwrap();
        let (a, b) = (Key::new("a"), Key::new("b"));
        reader.begin_map().unwrap();
        assert!(!reader.expect_key(&a).unwrap());
        assert!(reader.expect_key(&b).unwrap());
        assert_eq!(reader.read_i64().unwrap(), 1);
        assert!(!reader.expect_key(&b).unwrap());
        assert!(!reader.expect_key(&Key::NONE).unwrap());
        assert_eq!(reader.next_key().unwrap().as_deref(), Some("a"));
        assert_eq!(reader.read_i64().unwrap(), 2);
        assert!(!reader.expect_key(&a).unwrap());
        assert!(!reader.expect_key(&a).unwrap());
        assert!(reader.next_key().unwrap().is_none());
        reader.finish().unwrap();
    }
}

#[test]
fn members_are_found_however_near_the_end_they_are() {
    let keys = ["a", "a_long_name", "c", "d"].map(Key::new);
    for (comma, colon) in [
        (",", ":"),
        (", ", ": "),
        (",\n    ", ": "),
        (" ,\t", " :  "),
    ] {
        for behind in 0..80 {
            let text = format!(
                r#"{{"a"{colon}1{comma}"a_long_name"{colon}"text"{comma}"c"{colon}[-23]{comma}"d"{colon}4}}{:behind$}"#,
                ""
            );
            let mut reader = Reader::new(text.as_bytes(), &ReadOptions::default()).unwrap();
            reader.begin_map().unwrap();
            assert!(!reader.expect_key(&keys[1]).unwrap());
            assert!(reader.expect_key(&keys[0]).unwrap());
            assert_eq!(reader.read_i64().unwrap(), 1);
            assert!(!reader.expect_key(&Key::NONE).unwrap());
            assert!(reader.expect_key(&keys[1]).unwrap());
            assert_eq!(&*reader.read_str().unwrap(), "text");
            assert!(reader.expect_key(&keys[2]).unwrap());
            reader.begin_array().unwrap();
            assert!(reader.next_item().unwrap());
            assert_eq!(reader.read_i64().unwrap(), -23);
            assert!(!reader.next_item().unwrap());
            assert!(!reader.expect_key(&keys[1]).unwrap());
            assert!(reader.expect_key(&keys[3]).unwrap());
            assert_eq!(reader.read_i64().unwrap(), 4);
            assert!(!reader.expect_key(&keys[3]).unwrap());
            assert!(reader.next_key().unwrap().is_none());
            reader.finish().unwrap();
        }
    }
}

/// Tests depths beyond the containers whose kinds one word holds.
#[test]
fn containers_of_any_depth_are_left_as_they_were_entered() {
    for depth in [62, 63, 64, 65, 126, 127, 128] {
        let (before, behind) = (
            r#"[{"a":"#.repeat(depth / 2),
            r#","b":2}]"#.repeat(depth / 2),
        );
        let text = format!("{before}[1]{behind}");
        let options = ReadOptions::with_limits(Limits {
            depth: depth + 2,
            ..Limits::DEFAULT
        });
        let (a, b) = (Key::new("a"), Key::new("b"));
        let mut reader = Reader::new(text.as_bytes(), &options).unwrap();
        for _ in 0..depth / 2 {
            reader.begin_array().unwrap();
            assert!(reader.next_item().unwrap());
            reader.begin_map().unwrap();
            assert!(reader.expect_key(&a).unwrap());
        }
        let mark = reader.mark();
        for _ in 0..2 {
            reader.rewind(mark).unwrap();
            reader.begin_array().unwrap();
            assert!(reader.next_item().unwrap());
            assert_eq!(reader.read_i64().unwrap(), 1);
            assert!(!reader.next_item().unwrap());
        }
        for _ in 0..depth / 2 {
            assert!(reader.expect_key(&b).unwrap());
            assert_eq!(reader.read_i64().unwrap(), 2);
            assert!(reader.next_key().unwrap().is_none());
            assert!(!reader.next_item().unwrap());
        }
        reader.finish().unwrap();
    }
}

#[test]
fn a_comma_before_a_closing_brace_is_refused_after_a_guess_too() {
    let mut reader = Reader::new(br#"{"a":1,}"#, &ReadOptions::default()).unwrap();
    reader.begin_map().unwrap();
    assert!(reader.expect_key(&Key::new("a")).unwrap());
    reader.skip().unwrap();
    let error = reader.expect_key(&Key::new("b")).unwrap_err();
    assert_eq!(
        error.hint(),
        Some("JSON allows no comma after the last element")
    );
    assert!(reader.next_key().is_err());
}

#[test]
fn a_place_can_be_read_again_and_what_is_read_again_counts() {
    let limits = Limits {
        nodes: 11,
        ..Limits::DEFAULT
    };
    let options = ReadOptions::with_limits(limits);
    let mut reader = Reader::new(br#"[{"a":[1]},2]"#, &options).unwrap();
    reader.begin_array().unwrap();
    assert!(reader.next_item().unwrap());
    let mark = reader.mark();
    for _ in 0..3 {
        reader.rewind(mark).unwrap();
        reader.begin_map().unwrap();
        assert_eq!(reader.next_key().unwrap().as_deref(), Some("a"));
        reader.begin_array().unwrap();
        assert!(reader.next_item().unwrap());
        assert_eq!(reader.read_i64().unwrap(), 1);
    }
    // There are 1 + 3 * 3 nodes so far. The array and the map can be left in any case.
    assert!(!reader.next_item().unwrap());
    assert!(reader.next_key().unwrap().is_none());
    assert!(reader.next_item().unwrap());
    assert_eq!(reader.read_i64().unwrap(), 2);
    assert!(!reader.next_item().unwrap());
    reader.finish().unwrap();
    reader.rewind(mark).unwrap();
    assert_eq!(reader.skip().unwrap_err().kind(), ErrorKind::NodeLimit);
}

#[test]
fn calls_that_belong_to_the_other_container_are_refused() {
    let options = ReadOptions::default();
    for text in ["[]", "{}", "[1]", r#"{"a":1}"#] {
        let mut reader = Reader::new(text.as_bytes(), &options).unwrap();
        let is_array = text.starts_with('[');
        assert_eq!(
            reader.next_item().unwrap_err().kind(),
            ErrorKind::InvalidEvents
        );
        assert_eq!(
            reader.next_key().unwrap_err().kind(),
            ErrorKind::InvalidEvents
        );
        let error = if is_array {
            reader.begin_array().unwrap();
            assert!(reader.expect_key(&Key::new("a")).is_err());
            reader.next_key().map(drop).unwrap_err()
        } else {
            reader.begin_map().unwrap();
            reader.next_item().map(drop).unwrap_err()
        };
        assert_eq!(error.kind(), ErrorKind::InvalidEvents);
        assert_eq!(
            reader.finish().unwrap_err().kind(),
            ErrorKind::InvalidEvents
        );
    }
}

#[test]
fn a_map_is_left_at_a_glance_or_not_at_all() {
    for spaces in [0, 1, 15, 16, 17, 63, 64, 65, 130] {
        for behind in [0, 1, 70] {
            let space = &["\n", &" ".repeat(200)].concat()[..spaces];
            let text = format!("[{{\"a\":1{space}}},{{}}{}]", " ".repeat(behind));
            let mut reader = Reader::new(text.as_bytes(), &ReadOptions::default()).unwrap();
            // In an array, and before the first member, there is no end of a map.
            reader.begin_array().unwrap();
            assert!(reader.next_item().unwrap() && !reader.leaves_map());
            reader.begin_map().unwrap();
            assert!(!reader.leaves_map());
            assert!(reader.expect_key(&Key::new("a")).unwrap());
            assert_eq!(reader.read_i64().unwrap(), 1);
            if !reader.leaves_map() {
                assert!(spaces > 16);
                assert_eq!(reader.offset(), "[{\"a\":1".len());
                assert!(reader.next_key().unwrap().is_none());
            }
            assert!(reader.next_item().unwrap() && !reader.leaves_map());
            reader.begin_map().unwrap();
            assert!(reader.next_key().unwrap().is_none());
            assert!(!reader.next_item().unwrap());
            reader.finish().unwrap();
        }
    }
    // There is no comma, another bracket, or the end of the input. `next_key` reports these errors.
    for text in ["{\"a\":1 ", "{\"a\":1 ]", "{\"a\":1,}", "{\"a\":1\u{b}}"] {
        let mut reader = Reader::new(text.as_bytes(), &ReadOptions::default()).unwrap();
        reader.begin_map().unwrap();
        assert!(reader.expect_key(&Key::new("a")).unwrap());
        reader.read_i64().unwrap();
        assert!(!reader.leaves_map());
        assert!(reader.next_key().is_err(), "{text}");
    }
}

#[cfg(feature = "std")]
#[test]
fn a_document_comes_from_a_reader_within_its_limit() {
    use varvel_json::from_reader_with;
    let limits = Limits {
        bytes: 100_000,
        ..Limits::DEFAULT
    };
    let options = ReadOptions::with_limits(limits);
    let text = |len: usize| format!("[1{}]", " ".repeat(len - 3)).into_bytes();
    assert_eq!(
        from_reader_with::<Vec<u8>>(&text(100_000)[..], &options).unwrap(),
        [1]
    );
    let error = from_reader_with::<Vec<u8>>(&text(100_001)[..], &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SizeLimit);
    let endless = std::io::repeat(b' ');
    let error = from_reader_with::<Vec<u8>>(endless, &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SizeLimit);
}
