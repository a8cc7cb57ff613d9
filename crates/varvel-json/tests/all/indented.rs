//! White space of every kind is passed by driving and by pulling, even if the first line makes
//! other white space likely.

use varvel_core::{Decode, Key, Result, Source};
use varvel_json::{ReadOptions, WriteOptions, Writer, drive, from_slice};

/// A depth beyond those at which white space is remembered separately.
const DEPTH: usize = 11;

/// Returns a document of `{"a":1,"b":[2,3],"c":{…}}`, with the result of `space` before each value,
/// key and bracket at a depth.
fn document(space: &dyn Fn(usize) -> String, colon: &str, depth: usize) -> String {
    let (inner, further) = (space(depth), space(depth + 1));
    let around = space(depth - 1);
    let rest = match depth {
        DEPTH => "{}".to_owned(),
        _ => document(space, colon, depth + 1),
    };
    format!(
        "{{{inner}\"a\"{colon}1,{inner}\"b\"{colon}[{further}2,{further}3{inner}],{inner}\"c\"{colon}{rest}{around}}}"
    )
}

/// The sum of the numbers of a document, read by a type that knows its keys.
struct Sum(i64);

impl<'de, C: ?Sized> Decode<'de, C> for Sum {
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        read(source, 1).map(Sum)
    }
}

fn read<'de>(source: &mut impl Source<'de>, depth: usize) -> Result<i64> {
    const KEYS: [Key; 3] = [Key::new("a"), Key::new("b"), Key::new("c")];
    source.begin_map()?;
    assert!(source.expect_key(&KEYS[0])?);
    let mut sum = source.read_i64()?;
    assert!(source.expect_key(&KEYS[1])?);
    source.begin_array()?;
    while source.next_item()? {
        sum += source.read_i64()?;
    }
    assert!(source.expect_key(&KEYS[2])?);
    match depth {
        DEPTH => source.skip()?,
        _ => sum += read(source, depth + 1)?,
    }
    assert!(source.leaves_map() || source.next_key()?.is_none());
    Ok(sum)
}

fn check(text: &str) {
    let mut writer = Writer::new(WriteOptions::compact());
    drive(text.as_bytes(), &ReadOptions::default(), &mut writer).unwrap();
    let compact = document(&|_| String::new(), ":", 1);
    assert_eq!(writer.finish().unwrap(), compact.as_bytes(), "{text}");
    let Sum(sum) = from_slice(text.as_bytes()).unwrap();
    assert_eq!(sum, 6 * DEPTH as i64, "{text}");
}

#[test]
fn documents_indented_in_any_way() {
    for colon in [":", ": ", " : ", ":\n\t\t  "] {
        for unit in ["  ", "    ", "\t", " ", "   ", " \t", "\r"] {
            for line in ["\n", "\r\n", "", " "] {
                check(&document(
                    &|depth| format!("{line}{}", unit.repeat(depth)),
                    colon,
                    1,
                ));
            }
        }
    }
}

#[test]
fn documents_that_begin_indented_and_go_on_otherwise() {
    for first in ["\n  ", "\n    ", "\n\t"] {
        for then in ["", " ", "\n", "\n  ", "\n\t\t\t", "\n                  "] {
            let space = |depth: usize| match depth {
                1 => first.to_owned(),
                _ => then.to_owned(),
            };
            for colon in [":", ": ", " :"] {
                check(&document(&space, colon, 1));
            }
        }
    }
    // This is the other way round: no white space in the first containers, then lines.
    let space = |depth: usize| match depth {
        0..4 => String::new(),
        _ => format!("\n{}", "  ".repeat(depth)),
    };
    check(&document(&space, ": ", 1));
}
