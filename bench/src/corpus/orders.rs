//! One document in two orders, and records beside objects whose keys never come again. What comes
//! first, and what stands between, must cost the records nothing.

use std::fmt::Write as _;

/// The number of records.
const RECORDS: usize = 2_000;
/// The number of members of the map.
const MEMBERS: usize = 400;

fn record(out: &mut String, i: usize) {
    let _ = write!(
        out,
        r#"{{"id":{i},"name":"item {i}","price":{},"stock":{},"tags":null,"open":true,"x":1,"y":2,"z":3}}"#,
        i % 977,
        i % 13,
    );
}

/// Writes an object whose keys no other number gives.
fn unique(out: &mut String, number: usize, members: usize) {
    out.push('{');
    for i in 0..members {
        let comma = if i == 0 { "" } else { "," };
        let _ = write!(out, r#"{comma}"id_{number:05}_{i:03}":{i}"#);
    }
    out.push('}');
}

fn records() -> String {
    let mut out = String::from("[");
    for i in 0..RECORDS {
        out.push_str(if i == 0 { "" } else { "," });
        record(&mut out, i);
    }
    out + "]"
}

fn map() -> String {
    let mut out = String::new();
    unique(&mut out, 0, MEMBERS);
    out
}

/// Returns records, and a map before them.
fn map_first() -> Vec<u8> {
    format!(r#"{{"map":{},"records":{}}}"#, map(), records()).into_bytes()
}

/// Returns the same with the map after the records.
fn map_last() -> Vec<u8> {
    format!(r#"{{"records":{},"map":{}}}"#, records(), map()).into_bytes()
}

/// Returns records, an object with three keys of its own before each.
fn strangers_between() -> Vec<u8> {
    let mut out = String::from("[");
    unique(&mut out, 99_999, MEMBERS);
    for i in 0..RECORDS {
        out.push(',');
        unique(&mut out, i, 3);
        out.push(',');
        record(&mut out, i);
    }
    (out + "]").into_bytes()
}

/// Returns these documents with their names.
pub fn all() -> [(&'static str, Vec<Vec<u8>>); 3] {
    [
        ("orders/map-first", vec![map_first()]),
        ("orders/map-last", vec![map_last()]),
        ("orders/strangers-between", vec![strangers_between()]),
    ]
}
