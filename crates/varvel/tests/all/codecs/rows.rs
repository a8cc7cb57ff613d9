//! Arrays of floats, which formats read in one go where they are written as most likely: that must
//! not show.

use varvel::{Decode, Limits, Result, json, msgpack};

fn read_json<'de, T: Decode<'de>>(text: &'de str, limits: Limits) -> Result<T> {
    let options = json::ReadOptions::with_limits(limits);
    let mut reader = json::Reader::new(text.as_bytes(), &options)?;
    let value = T::decode(&mut reader, &())?;
    reader.finish().map(|()| value)
}

fn read_msgpack<'de, T: Decode<'de>>(bytes: &'de [u8], limits: Limits) -> Result<T> {
    let options = msgpack::ReadOptions::with_limits(limits);
    let mut reader = msgpack::Reader::new(bytes, &options)?;
    let value = T::decode(&mut reader, &())?;
    reader.finish().map(|()| value)
}

/// Rows as text, or the error. Read as arrays, which may come in one go, and as tuples, which never
/// do.
fn alike(arrays: Result<Vec<[f64; 2]>>, tuples: Result<Vec<(f64, f64)>>) -> String {
    let text = |rows: Vec<[f64; 2]>| {
        let bits = rows.iter().map(|row| row.map(f64::to_bits));
        format!("{:x?}", bits.collect::<Vec<_>>())
    };
    let tuples = tuples.map(|rows| rows.into_iter().map(<[f64; 2]>::from).collect());
    let [arrays, tuples] = [arrays, tuples].map(|rows| rows.map_or_else(|e| e.to_string(), text));
    assert_eq!(arrays, tuples);
    arrays
}

fn of_json(text: &str, limits: Limits) -> String {
    alike(read_json(text, limits), read_json(text, limits))
}

fn of_msgpack(bytes: &[u8], limits: Limits) -> String {
    alike(read_msgpack(bytes, limits), read_msgpack(bytes, limits))
}

#[test]
fn of_json_are_as_single_numbers() {
    let rows = [
        "[[1.5,-2],[3e2,0],[-0,-0.0]]",
        "[[1.5, 2.5], [ 1.5,2.5 ],\n[1,2]]",
        "[[9007199254740992,9007199254740993]]",
        "[[18446744073709551616,1]]",
        "[[1e400,1]]",
        "[[1e-400,1]]",
    ];
    for text in rows {
        of_json(text, Limits::DEFAULT);
        for depth in 0..3 {
            of_json(
                text,
                Limits {
                    depth,
                    ..Limits::DEFAULT
                },
            );
        }
        for nodes in 0..10 {
            of_json(
                text,
                Limits {
                    nodes,
                    ..Limits::DEFAULT
                },
            );
        }
        for end in 0..text.len() {
            of_json(&text[..end], Limits::DEFAULT);
        }
    }
    assert!(of_json(rows[0], Limits::DEFAULT).starts_with("[[3ff8000000000000"));
}

/// An array of another length is an error in both, in other words.
#[test]
fn of_another_length_are_refused() {
    for text in [
        "[[]]",
        "[[1.5]]",
        "[[1.5,2.5]]",
        "[[1.5,2.5,3.5,4.5]]",
        "[[1.5,2.5,3.5}]",
    ] {
        let text = text.as_bytes();
        assert!(json::from_slice::<Vec<[f64; 3]>>(text).is_err());
    }
    assert_eq!(json::from_str::<[f64; 0]>("[]").unwrap(), [0.0; 0]);
    assert!(json::from_str::<[f64; 0]>("[1]").is_err());
    let four = msgpack::to_vec(&[1.5; 4]).unwrap();
    assert!(msgpack::from_slice::<[f64; 3]>(&four).is_err());
    assert!(msgpack::from_slice::<[f64; 5]>(&four).is_err());
    let many = msgpack::to_vec(&[1.5; 20]).unwrap();
    assert_eq!(msgpack::from_slice::<[f64; 20]>(&many).unwrap(), [1.5; 20]);
}

#[test]
fn of_messagepack_are_as_single_numbers() {
    let rows = msgpack::to_vec(&[[1.5, -2.5], [0.0, -0.0]]).unwrap();
    let mixed = [0x92, 0x92, 1, 0xCA, 0x3F, 0xC0, 0, 0, 0xDC, 0, 2, 2, 3];
    for bytes in [&rows[..], &mixed] {
        of_msgpack(bytes, Limits::DEFAULT);
        for depth in 0..3 {
            of_msgpack(
                bytes,
                Limits {
                    depth,
                    ..Limits::DEFAULT
                },
            );
        }
        for nodes in 0..9 {
            of_msgpack(
                bytes,
                Limits {
                    nodes,
                    ..Limits::DEFAULT
                },
            );
        }
        for end in 0..bytes.len() {
            of_msgpack(&bytes[..end], Limits::DEFAULT);
        }
    }
    assert!(of_msgpack(&rows, Limits::DEFAULT).starts_with("[[3ff8000000000000"));
}
