//! A splice copies parts as they are. Whatever is copied, and wherever to, the document that is
//! finished is valid.

use varvel_core::{Duplicates, ErrorKind, Limits, Result, Sink, Tag};
use varvel_frozen::{Builder, Frozen, Splice, View};
use varvel_json::{ReadOptions, drive, to_string};

use crate::model::by_hand::*;

fn freeze(text: &str) -> Frozen {
    let mut builder = Builder::new();
    builder.start().unwrap();
    drive(text.as_bytes(), &ReadOptions::default(), &mut builder).unwrap();
    builder.finish().unwrap()
}

/// Returns what a splice of `base` makes.
fn spliced<'a>(
    base: View<'a>,
    calls: impl FnOnce(&mut Splice<'_, 'a>) -> Result,
) -> Result<Frozen> {
    let mut builder = Builder::new();
    let mut splice = builder.splice(base)?;
    calls(&mut splice)?;
    let document = splice.finish()?;
    Frozen::validate(document.as_bytes()).unwrap();
    Ok(document)
}

/// A tagged node is laid out as soon as it has its entry. The entry of an item once came before the
/// item's bytes were copied, so the document referred to itself, and was read out of bounds.
#[test]
fn an_item_after_a_tag_is_copied_before_it_is_tagged() {
    let base = freeze(&format!("[[null{}], 7]", ", true".repeat(20)));
    for range in [0..1, 1..2, 0..2] {
        for tag in [Tag::Number(200), Tag::Extension(3), Tag::Simple(9)] {
            let made = spliced(base.view(), |splice| {
                splice.begin_array(None)?;
                splice.tag(tag)?;
                splice.items(base.view(), range.clone())?;
                splice.end_array()
            });
            let made = made.unwrap();
            let (found, inner) = made.view().at(0).unwrap().tag().unwrap();
            assert_eq!(found, tag);
            assert!(inner == base.view().at(range.start).unwrap());
            assert_eq!(made.view().len(), range.len());
        }
    }
}

/// Returns keys in forms that the builder would not choose: a small integer as a node of eight
/// bytes, a text of one byte as a node, an array of numbers that is not packed.
fn other_forms() -> Vec<u8> {
    let mut tree = 5_i64.to_le_bytes().to_vec();
    tree.extend([1, b'a']);
    let array = tree.len();
    tree.extend([0, 2, 0x11, 0, 0x21, 0]);
    let base = tree.len();
    tree.extend([0, 3]);
    for (at, tag) in [(0, I64), (8, STRING), (array, ARRAY)] {
        tree.extend((((base - at) as u16) << 4 | tag as u16).to_le_bytes());
    }
    by_hand(&tree, ARRAY, tree.len() - base).bytes()
}

#[test]
fn keys_are_equal_whatever_their_form() {
    let base = other_forms();
    let base = Frozen::validate(&base).unwrap();
    assert_eq!(to_string(&base).unwrap(), r#"[5,"a",[1,2]]"#);
    let twice: [fn(&mut Splice<'_, '_>) -> Result; 3] = [
        |splice| splice.i64(5),
        |splice| splice.str("a".into()),
        |splice| {
            splice.begin_array(None)?;
            splice.i64s(&[1, 2])?;
            splice.end_array()
        },
    ];
    for (i, twice) in twice.into_iter().enumerate() {
        for others in [0, 22] {
            for by_items in [true, false] {
                let made = spliced(base, |splice| {
                    splice.begin_map(None)?;
                    splice.any_key()?;
                    match by_items {
                        true => splice.items(base, i..i + 1)?,
                        false => splice.node(base.at(i).unwrap())?,
                    }
                    splice.null()?;
                    for other in 0..others {
                        splice.key(format!("key {other}").as_str().into())?;
                        splice.null()?;
                    }
                    splice.any_key()?;
                    twice(splice)?;
                    splice.null()?;
                    splice.end_map()
                });
                assert_eq!(
                    made.unwrap_err().kind(),
                    ErrorKind::DuplicateKey,
                    "{i} {others}"
                );
            }
        }
    }
}

#[test]
fn an_object_like_another_ends_as_one() {
    let base = freeze(
        r#"[{"id":1,"name":"Ada"},{"id":2,"name":"Bob"},"a text longer than the tables of this document"]"#,
    );
    let like = base.view().at(0).unwrap();
    let refused: [fn(&mut Splice<'_, '_>) -> Result; 3] = [
        |splice| splice.end_array(),
        |splice| splice.end_map(),
        |splice| splice.i64(1).and_then(|()| splice.end_array()),
    ];
    for refused in refused {
        let made = spliced(base.view(), |splice| {
            assert!(splice.begin_like(like)?);
            refused(splice)
        });
        assert_eq!(made.unwrap_err().kind(), ErrorKind::InvalidEvents);
    }
    let array = spliced(base.view(), |splice| {
        splice.begin_array(None)?;
        splice.i64(1)?;
        splice.bool(true)?;
        splice.end_like(like)
    });
    assert_eq!(array.unwrap_err().kind(), ErrorKind::InvalidEvents);
    let tagged = spliced(base.view(), |splice| {
        splice.begin_array(None)?;
        splice.tag(Tag::Number(3))?;
        assert!(splice.begin_like(like)?);
        splice.items(base.view(), 2..3)?;
        splice.node(base.view())?;
        splice.end_like(like)?;
        splice.end_array()
    });
    let tagged = tagged.unwrap();
    let (_, object) = tagged.view().at(0).unwrap().tag().unwrap();
    assert!(object.get("name").unwrap() == base.view());
}

/// Returns `text` in so many arrays.
fn nested(levels: usize, text: &str) -> String {
    format!("{}{text}{}", "[".repeat(levels), "]".repeat(levels))
}

#[test]
#[cfg_attr(miri, ignore = "many documents")]
fn a_copy_counts_against_the_limits() {
    let text = r#""a text that is longer than the tables of the document""#;
    let inside = [
        (1, format!("[{text}]")),
        (2, format!("[{text},[]]")),
        (2, format!("[{text},{{}}]")),
        (2, format!("[{text},[1,2,3]]")),
        (3, format!("[{text},[[1,2],[3,4]]]")),
        (4, format!("[{text},{{\"a\":{{\"b\":[]}}}}]")),
        (100, nested(100, text)),
    ];
    for (levels, text) in inside {
        let base = freeze(&text);
        let nodes = {
            // The most nodes that validation counts.
            let fits = |nodes: &usize| {
                let limits = Limits {
                    nodes: *nodes,
                    ..Limits::DEFAULT
                };
                Frozen::validate_with(base.as_bytes(), &limits).is_ok()
            };
            (0..).find(fits).unwrap()
        };
        for (depth, most) in [
            (128, usize::MAX),
            (levels + 2, usize::MAX),
            (128, nodes + 2),
        ] {
            let limits = Limits {
                depth,
                nodes: most,
                ..Limits::DEFAULT
            };
            for around in [depth - levels, depth - levels + 1] {
                // A copy of the whole, or of its items, with arrays around it.
                for items in [false, true] {
                    let mut builder = Builder::with(Duplicates::Error, limits);
                    let mut splice = builder.splice(base.view()).unwrap();
                    let made = (|| {
                        (0..around).try_for_each(|_| splice.begin_array(None))?;
                        match items {
                            false => splice.node(base.view())?,
                            true => {
                                splice.begin_array(None)?;
                                splice.items(base.view(), 0..usize::MAX)?;
                                splice.end_array()?;
                            }
                        }
                        (0..around).try_for_each(|_| splice.end_array())?;
                        splice.finish()
                    })();
                    let deep = around + levels > depth;
                    let many = around + nodes > most;
                    match made {
                        Ok(document) => {
                            assert!(!deep && !many, "{text} {limits:?} {around}");
                            Frozen::validate_with(document.as_bytes(), &limits).unwrap();
                        }
                        Err(error) => {
                            let kinds = [ErrorKind::DepthLimit, ErrorKind::NodeLimit];
                            assert!(kinds.contains(&error.kind()), "{error}");
                            assert!(deep || many, "{text} {limits:?} {around}: {error}");
                        }
                    }
                }
            }
        }
    }
}
