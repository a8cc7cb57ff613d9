//! Documents that writers of ours make, which hostile input may ask for.

use std::fmt::Write as _;

use varvel_core::{Duplicates, Limits, Sink};
use varvel_frozen::{Builder, Frozen};
use varvel_json::{ReadOptions, drive};

/// Prepares a document of a size.
pub type Prepare = fn(usize) -> Frozen;

/// Hostile documents; each size is a number of shapes, keys, or items.
pub const DOCUMENTS: &[(&str, Prepare)] = &[
    ("shapes-of-one-key", |n| {
        json(n, "[", "]", |out, i| write!(out, "{{\"key {i}\":{i}}}"))
    }),
    ("colliding-keys", |n| {
        json(n, "{", "}", |out, i| {
            write!(out, "\"{}\":{i}", colliding(i))
        })
    }),
    ("many-keys", |n| {
        json(n, "{", "}", |out, i| {
            write!(out, "\"key {i}\":\"value {i}\"")
        })
    }),
    ("colliding-records", |n| {
        json(n / 20, "[", "]", |out, i| {
            let member = |j| format!("\"{}\":{j}", colliding(20 * i + j));
            let members: Vec<String> = (0..20).map(member).collect();
            write!(out, "{{{}}}", members.join(","))
        })
    }),
    ("deep", |n| {
        let mut builder = Builder::with(Duplicates::Error, Limits::NONE);
        let built = builder.start().and_then(|()| {
            (0..n).try_for_each(|_| builder.begin_array(None))?;
            (0..n).try_for_each(|_| builder.end_array())
        });
        built.and_then(|()| builder.finish()).expect("a document")
    }),
    ("map-of-maps", |n| {
        let mut builder = Builder::new();
        let built = builder.start().and_then(|()| {
            builder.begin_map(None)?;
            for i in 0..n {
                builder.any_key()?;
                builder.begin_map(None)?;
                for key in [i, i + n] {
                    builder.any_key()?;
                    builder.i64(key as i64)?;
                    builder.f64(0.5)?;
                }
                builder.end_map()?;
                builder.null()?;
            }
            builder.end_map()
        });
        built.and_then(|()| builder.finish()).expect("a document")
    }),
    ("maps-as-keys", |n| {
        // Enough members for tables of keys, and levels whose number grows with the size.
        const MEMBERS: usize = 20;
        let mut builder = Builder::with(Duplicates::Error, Limits::NONE);
        let built = builder.start().and_then(|()| {
            for _ in 0..n / MEMBERS {
                builder.begin_map(None)?;
                builder.any_key()?;
            }
            builder.bool(true)?;
            for level in 0..n / MEMBERS {
                builder.null()?;
                for member in 0..MEMBERS {
                    builder.any_key()?;
                    builder.i64((MEMBERS * level + member) as i64)?;
                    builder.null()?;
                }
                builder.end_map()?;
            }
            Ok(())
        });
        built.and_then(|()| builder.finish()).expect("a document")
    }),
];

/// Returns keys that are equal in all that the hash of a key looks at: length, head, middle and
/// end.
fn colliding(i: usize) -> String {
    format!("{:<16}{i:08}{:<40}", "same", "")
}

fn json(
    n: usize,
    open: &str,
    close: &str,
    item: impl Fn(&mut String, usize) -> std::fmt::Result,
) -> Frozen {
    let mut text = open.to_owned();
    for i in 0..n {
        text.push_str(if i == 0 { "" } else { "," });
        item(&mut text, i).expect("memory");
    }
    text.push_str(close);
    let mut builder = Builder::new();
    let read = builder
        .start()
        .and_then(|()| drive(text.as_bytes(), &ReadOptions::default(), &mut builder));
    read.and_then(|()| builder.finish()).expect("a document")
}
