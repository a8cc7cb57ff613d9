//! Typed reads guess what stands next. Here not all is as they guess: it is read the same, or it is
//! refused.

use crate::model;

use model::{Build, Tree, shortest};
use varvel_cbor::{ReadOptions, Reader, decode, from_slice};
use varvel_core::{ErrorKind, Key, Limits, Result, Source, Tag};

fn limited(depth: usize, nodes: usize) -> ReadOptions {
    ReadOptions::with_limits(Limits {
        depth,
        nodes,
        ..Limits::DEFAULT
    })
}

/// A float of 64 bits, also where fewer would do.
fn wide(value: f64) -> Vec<u8> {
    [&[0xFB][..], &value.to_be_bytes()].concat()
}

/// An array of these items, each as its bytes.
fn array(items: &[&[u8]]) -> Vec<u8> {
    let mut bytes = vec![0x80 | items.len() as u8];
    bytes.extend(items.concat());
    bytes
}

#[test]
fn a_row_of_floats_is_read_at_once_or_not_touched() {
    let (a, b, c) = (wide(0.5), wide(-2.0), wide(f64::MAX));
    let row = array(&[&a, &b, &c]);
    let long_head = [&[0x98, 3][..], &row[1..]].concat();
    let endless = [&[0x9F][..], &row[1..], &[0xFF]].concat();
    for (bytes, options, at_once) in [
        (row.clone(), limited(9, 9), true),
        (row.clone(), limited(1, 4), true),
        // Beyond a limit.
        (row.clone(), limited(1, 3), false),
        (row.clone(), limited(0, 9), false),
        // Not as it is most likely written.
        (long_head, limited(9, 9), false),
        (endless, limited(9, 9), false),
        (array(&[&a, &b, &[7]]), limited(9, 9), false),
        (
            array(&[&a, &[0x1B, 0, 0, 0, 0, 0, 0, 0, 7], &c]),
            limited(9, 9),
            false,
        ),
        (
            array(&[&[0xFA, 0x3F, 0, 0, 0], &b, &c]),
            limited(9, 9),
            false,
        ),
        (array(&[&[0xF9, 0x38, 0], &b, &c]), limited(9, 9), false),
        // An array of another length, and items that are not numbers.
        (array(&[]), limited(9, 9), false),
        (array(&[&a, &b]), limited(9, 9), false),
        (array(&[&a, &b, &c, &a]), limited(9, 9), false),
        (array(&[&a, &[0xF6], &c]), limited(9, 9), false),
        (array(&[&a, &b, &[0xFB, 1, 2]]), limited(9, 9), false),
        (a.clone(), limited(9, 9), false),
        (row[..row.len() - 1].to_vec(), limited(9, 9), false),
        (vec![0xA0], limited(9, 9), false),
        (Vec::new(), limited(9, 9), false),
    ] {
        let mut reader = Reader::new(&bytes, &options).unwrap();
        let mut row = [0.0; 3];
        assert_eq!(
            reader.read_f64_row(&mut row).unwrap(),
            at_once,
            "{bytes:x?}"
        );
        if at_once {
            assert_eq!(row, [0.5, -2.0, f64::MAX]);
            reader.finish().unwrap();
            // Behind the document no second one begins.
            assert!(!reader.read_f64_row(&mut row).unwrap());
        } else {
            assert_eq!(reader.offset(), 0, "{bytes:x?}");
        }
        // Whichever way it is read, it is the same array, or it is refused.
        let array = decode::<[f64; 3], ()>(&bytes, &options, &());
        let list = decode::<Vec<f64>, ()>(&bytes, &options, &());
        match (array, list) {
            (Ok(array), Ok(list)) => assert_eq!(array[..], list, "{bytes:x?}"),
            (Err(_), Ok(list)) => assert_ne!(list.len(), 3, "{bytes:x?}"),
            (array, list) => assert_eq!(
                array.map(drop).unwrap_err().to_string(),
                list.map(drop).unwrap_err().to_string(),
                "{bytes:x?}"
            ),
        }
    }
}

#[test]
fn rows_of_any_length_are_read() {
    fn comes_back<const N: usize>() {
        let row: [f64; N] = std::array::from_fn(|i| i as f64 + 0.1);
        let items: Vec<Tree> = row.iter().map(|value| Tree::float(*value)).collect();
        let bytes = shortest(&Tree::Array(items));
        assert_eq!(from_slice::<[f64; N]>(&bytes).unwrap(), row);
        let mut reader = Reader::new(&bytes, &ReadOptions::default()).unwrap();
        // The count is in the first byte up to 23.
        let at_once = reader.read_f64_row(&mut [0.0; N]).unwrap();
        assert_eq!(at_once, N <= 23, "{N}");
    }
    comes_back::<0>();
    comes_back::<1>();
    comes_back::<2>();
    comes_back::<23>();
    comes_back::<24>();
    comes_back::<40>();
}

#[test]
fn no_value_begins_where_none_may_come() {
    let misused = |result: Result<()>| {
        assert_eq!(result.unwrap_err().kind(), ErrorKind::InvalidEvents);
    };
    // Items that a quick read would take, with enough behind them for it to look at.
    for item in [
        vec![0x80],
        vec![0x81, 0xF6],
        vec![0xA0],
        vec![0x61, b'a'],
        wide(0.0),
        vec![7],
        vec![0xF6],
    ] {
        let mut bytes = vec![0x83];
        bytes.extend(item.repeat(3));
        bytes.extend([0; 80]);
        let mut reader = Reader::new(&bytes, &ReadOptions::default()).unwrap();
        reader.begin_array().unwrap();
        for _ in 0..2 {
            let at = reader.offset();
            misused(reader.begin_array().map(drop));
            misused(reader.begin_map().map(drop));
            misused(reader.read_i64().map(drop));
            misused(reader.read_u64().map(drop));
            misused(reader.read_str().map(drop));
            misused(reader.read_f64().map(drop));
            misused(reader.at_null().map(drop));
            misused(reader.read_null());
            misused(reader.read_raw().map(drop));
            assert!(reader.likely_str().is_none());
            assert!(!reader.passes_empty_array());
            assert!(!reader.read_f64_row(&mut []).unwrap());
            assert_eq!(reader.offset(), at);
            // An item has been passed, and the next one not been asked for.
            assert!(reader.next_item().unwrap());
            reader.skip().unwrap();
        }
    }
}

#[test]
fn of_a_simple_value_only_its_null_comes_next() {
    let mut reader = Reader::new(&[0xE5], &ReadOptions::default()).unwrap();
    assert_eq!(reader.read_tag().unwrap(), Tag::Simple(5));
    let expected = reader.read_i64().unwrap_err().kind();
    assert_eq!(reader.read_raw().map(drop).unwrap_err().kind(), expected);
    assert!(!reader.read_f64_row(&mut []).unwrap());
    assert!(reader.at_null().unwrap());
    reader.read_null().unwrap();
    reader.finish().unwrap();
}

/// A key is expected by its bytes in one comparison. It is found whatever its length and form are,
/// or looked for by its name.
#[test]
fn keys_of_any_length_are_expected() {
    for len in 0..40_usize {
        let (text, other) = ("k".repeat(len), "o".repeat(len));
        let map = |head: &[u8]| [&[0xA1], head, text.as_bytes(), &[7]].concat();
        let heads = [
            match len {
                0..24 => vec![0x60 | len as u8],
                _ => vec![0x78, len as u8],
            },
            vec![0x78, len as u8],
            vec![0x79, 0, len as u8],
        ];
        for (form, head) in heads.iter().enumerate() {
            let bytes = map(head);
            let mut reader = Reader::new(&bytes, &ReadOptions::default()).unwrap();
            reader.begin_map().unwrap();
            assert!(len == 0 || !reader.expect_key(&Key::new(&other)).unwrap());
            assert!(!reader.expect_key(&Key::new("another")).unwrap() || len == 7);
            let expected = reader.expect_key(&Key::new(&text)).unwrap();
            // Up to 24 bytes are in a `Key`, and only the shortest form is expected.
            assert!(!expected || form == 0 || heads[0] == *head, "{len} {form}");
            if !expected {
                assert_eq!(reader.next_key().unwrap().as_deref(), Some(&*text));
            }
            assert_eq!(reader.read_i64().unwrap(), 7);
            assert!(reader.next_key().unwrap().is_none());
            reader.finish().unwrap();
        }
    }
}

/// A mark belongs to its reader. That of another one leads anywhere, but to no panic; and what is
/// read from a mark of its own behind that is what it always was.
#[test]
fn a_mark_of_another_reader_does_no_harm() {
    let documents: Vec<Vec<u8>> = [
        vec![0xF6],
        vec![0x83, 1, 2, 3],
        vec![0x82, 0xA2, 0x61, b'a', 1, 0x61, b'b', 0x81, 2, 3],
        vec![0x9F, 0x81, 0x9F, 0x81, 0x81, 0x80, 0xFF, 0xFF],
        vec![0xA1, 0x81, 7, 0xD8, 40, 0x41, 0xAB],
        vec![0xBF, 0xE5, 0xC1, 7, 0x7F, 0x61, b'a', 0xFF, 0xF7, 0xFF],
        [&[0x98, 40][..], &[0x62, b'x', b'y'].repeat(40)].concat(),
    ]
    .into();
    let options = ReadOptions::default();
    for theirs in &documents {
        let mut other = Reader::new(theirs, &options).unwrap();
        let mut marks = vec![other.mark()];
        while other.finish().is_err() {
            // The first of these that may be called here.
            let _ = other.read_tag().is_ok()
                || other.begin_array().is_ok()
                || other.begin_map().is_ok()
                || other.next_item().is_ok()
                || other.next_entry().is_ok()
                || other.skip().is_ok()
                || other.read_bytes().is_ok()
                || other.read_null().is_ok();
            marks.push(other.mark());
        }
        for ours in &documents {
            let mut reader = Reader::new(ours, &options).unwrap();
            let start = reader.mark();
            let expected = whole(&mut reader);
            for mark in &marks {
                if reader.rewind(*mark).is_ok() {
                    let _ = reader.peek();
                    let _ = reader.skip();
                    let _ = reader.next_item();
                    let _ = reader.next_entry();
                    let _ = reader.begin_array();
                    let _ = reader.finish();
                }
                reader.rewind(start).unwrap();
                assert_eq!(
                    whole(&mut reader),
                    expected,
                    "{ours:x?} by a mark of {theirs:x?}"
                );
                reader.finish().unwrap();
            }
        }
    }
}

fn whole<'de>(reader: &mut Reader<'de>) -> Tree {
    let mut build = Build::default();
    reader.drive(&mut build).unwrap();
    build.done.unwrap()
}
