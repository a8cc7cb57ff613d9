//! Typed reads guess the next bytes. Here some guesses fail: each read must give the same value, or
//! an error.

use crate::model;

use model::{Build, Tree};
use varvel_core::{ErrorKind, Limits, Result, Source};
use varvel_msgpack::decode;
use varvel_msgpack::{ReadOptions, Reader, from_slice, to_vec};

fn limited(depth: usize, nodes: usize) -> ReadOptions {
    ReadOptions::with_limits(Limits {
        depth,
        nodes,
        ..Limits::DEFAULT
    })
}

/// Returns an array of these items, each given as its bytes.
fn array(items: &[&[u8]]) -> Vec<u8> {
    let mut bytes = vec![0x90 | items.len() as u8];
    bytes.extend(items.concat());
    bytes
}

#[test]
fn a_row_of_floats_is_read_at_once_or_not_touched() {
    let float = |value: f64| to_vec(&value).unwrap();
    let (a, b, c) = (float(0.5), float(-2.0), float(f64::MAX));
    let row = array(&[&a, &b, &c]);
    let mut long_head = vec![0xDC, 0, 3];
    long_head.extend(&row[1..]);
    for (bytes, options, at_once) in [
        (row.clone(), limited(9, 9), true),
        (row.clone(), limited(1, 4), true),
        // These are beyond a limit.
        (row.clone(), limited(1, 3), false),
        (row.clone(), limited(0, 9), false),
        // These are not written in the most likely form.
        (long_head, limited(9, 9), false),
        (array(&[&a, &b, &[7]]), limited(9, 9), false),
        (
            array(&[&a, &[0xCF, 0, 0, 0, 0, 0, 0, 0, 7], &c]),
            limited(9, 9),
            false,
        ),
        (
            array(&[&[0xCA, 0x3F, 0, 0, 0], &b, &c]),
            limited(9, 9),
            false,
        ),
        // These have another length, or are not a row of numbers.
        (array(&[]), limited(9, 9), false),
        (array(&[&a, &b]), limited(9, 9), false),
        (array(&[&a, &b, &c, &a]), limited(9, 9), false),
        (array(&[&a, &[0xC0], &c]), limited(9, 9), false),
        (array(&[&a, &b, &[0xCB, 1, 2]]), limited(9, 9), false),
        (a.clone(), limited(9, 9), false),
        (row[..row.len() - 1].to_vec(), limited(9, 9), false),
        (vec![0x80], limited(9, 9), false),
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
            // A second row cannot begin behind the document.
            assert!(!reader.read_f64_row(&mut row).unwrap());
        } else {
            assert_eq!(reader.offset(), 0, "{bytes:x?}");
        }
        // Each way of reading gives the same array, or refuses it.
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
        let row: [f64; N] = std::array::from_fn(|i| i as f64 + 0.25);
        let bytes = to_vec(&row).unwrap();
        assert_eq!(from_slice::<[f64; N]>(&bytes).unwrap(), row);
        let mut reader = Reader::new(&bytes, &ReadOptions::default()).unwrap();
        // The count is in the first byte, up to 15 items.
        let at_once = reader.read_f64_row(&mut [0.0; N]).unwrap();
        assert_eq!(at_once, N <= 15, "{N}");
    }
    comes_back::<0>();
    comes_back::<1>();
    comes_back::<2>();
    comes_back::<15>();
    comes_back::<16>();
    comes_back::<40>();
}

#[test]
fn no_value_begins_where_none_may_come() {
    let misused = |result: Result<()>| {
        assert_eq!(result.unwrap_err().kind(), ErrorKind::InvalidEvents);
    };
    // These are items that a fast read would take, with enough bytes behind them.
    for item in [
        vec![0x90],
        vec![0x91, 0xC0],
        vec![0x80],
        vec![0xA1, b'a'],
        vec![0xCB, 0, 0, 0, 0, 0, 0, 0, 0],
        vec![7],
        vec![0xC0],
    ] {
        let mut bytes = vec![0x93];
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
            // An item was passed, and the next one was not asked for.
            assert!(reader.next_item().unwrap());
            reader.skip().unwrap();
        }
    }
}

#[test]
fn of_an_extension_only_its_bytes_come_next() {
    let mut reader = Reader::new(&[0xD5, 5, 0xAB, 0xC0], &ReadOptions::default()).unwrap();
    reader.read_tag().unwrap();
    assert!(!reader.at_null().unwrap());
    let expected = reader.read_i64().unwrap_err().kind();
    assert_eq!(reader.read_raw().map(drop).unwrap_err().kind(), expected);
    assert!(!reader.read_f64_row(&mut []).unwrap());
    assert_eq!(*reader.read_bytes().unwrap(), [0xAB, 0xC0]);
    reader.finish().unwrap();
}

/// A mark belongs to its reader. A mark of another reader leads anywhere, but not to a panic.
/// Afterwards the reader's own marks still give the same values.
#[test]
fn a_mark_of_another_reader_does_no_harm() {
    let documents: Vec<Vec<u8>> = [
        vec![0xC0],
        vec![0x93, 1, 2, 3],
        vec![0x92, 0x82, 0xA1, b'a', 1, 0xA1, b'b', 0x91, 2, 3],
        vec![0x91, 0x91, 0x91, 0x91, 0x91, 0x90],
        vec![0x81, 0x91, 7, 0xD4, 5, 0xAB],
        [&[0xDC, 0, 40][..], &[0xA2, b'x', b'y'].repeat(40)].concat(),
    ]
    .into();
    let options = ReadOptions::default();
    for theirs in &documents {
        let mut other = Reader::new(theirs, &options).unwrap();
        let mut marks = vec![other.mark()];
        while other.finish().is_err() {
            // This calls the first of these that is possible here.
            let _ = other.read_tag().is_ok()
                || other.begin_array().is_ok()
                || other.begin_map().is_ok()
                || other.next_item().is_ok()
                || other.next_entry().is_ok()
                || other.skip().is_ok()
                || other.read_bytes().is_ok();
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
