//! Which objects get a shape does not depend on what comes before them: neither on the order of
//! members, nor on other documents.

use std::fmt::Write as _;

use varvel_core::{Duplicates, Limits};
use varvel_frozen::{Builder, Frozen, StreamOptions, StreamWriter, View};
use varvel_json::{ReadOptions, drive};

fn freeze(builder: &mut Builder, text: &str) -> Frozen {
    builder.start().unwrap();
    drive(text.as_bytes(), &ReadOptions::default(), builder).unwrap();
    builder.finish().unwrap()
}

/// Returns how many of the items are objects without a shape.
fn without_shape(items: View<'_>) -> usize {
    let plain = |item: &View<'_>| item.entries().next().is_some() && item.as_object().is_none();
    items.items().filter(plain).count()
}

/// Returns JSON text with `count` times what `item` writes between `open` and `close`.
fn list(open: char, close: char, count: usize, item: impl Fn(&mut String, usize)) -> String {
    let mut text = String::from(open);
    for i in 0..count {
        text.push_str(if i == 0 { "" } else { "," });
        item(&mut text, i);
    }
    text.push(close);
    text
}

/// A record: nine keys, always the same.
fn record(out: &mut String, i: usize) {
    let _ = write!(
        out,
        r#"{{"id":{i},"name":"n{i}","a":1,"b":2,"c":true,"d":null,"e":5,"f":"six","g":7}}"#
    );
}

fn records(count: usize) -> String {
    list('[', ']', count, record)
}

/// An object of `keys` keys that no other object has; `salt` makes them so.
fn unique(out: &mut String, salt: usize, keys: usize) {
    out.push_str(&list('{', '}', keys, |out, i| {
        let _ = write!(out, r#""id_{salt:05}_{i:04}":{i}"#);
    }));
}

const COUNT: usize = if cfg!(miri) { 20 } else { 4000 };

#[test]
#[cfg_attr(miri, ignore = "fills the trie many times")]
fn the_order_of_members_does_not_matter() {
    let words = |keys: usize| list('[', ']', 300, |out, i| unique(out, i, keys));
    let packages = list('{', '}', 1500, |out, i| {
        let _ = write!(out, r#""package-{i}":{{"version":"1.{i}","needs":"#);
        unique(out, i, 3);
        out.push('}');
    });
    let map = |keys: usize| {
        let mut text = String::new();
        unique(&mut text, 0, keys);
        text
    };
    let neighbours = [
        map(250),
        map(280),
        map(400),
        map(20_000),
        words(1),
        words(5),
        words(40),
        packages,
    ];
    for neighbour in neighbours {
        let rows = records(COUNT);
        let before = format!(r#"{{"other":{neighbour},"rows":{rows}}}"#);
        let after = format!(r#"{{"rows":{rows},"other":{neighbour}}}"#);
        let before = freeze(&mut Builder::new(), &before);
        let after = freeze(&mut Builder::new(), &after);
        Frozen::validate(before.as_bytes()).unwrap();
        let (long, short) = (before.as_bytes().len(), after.as_bytes().len());
        let what = &neighbour[..40];
        assert!(
            long * 100 <= short * 105,
            "{long} and {short} bytes: {what}"
        );
        let plain = without_shape(before.view().field("rows").unwrap());
        assert!(
            plain * 100 <= COUNT,
            "{plain} records without a shape: {what}"
        );
    }
}

/// Records get their shape even if objects with keys of their own stand between all of them, and
/// take whatever the budget has.
#[test]
#[cfg_attr(miri, ignore = "fills the trie many times")]
fn objects_that_never_return_do_not_starve_those_that_do() {
    for others in [1, 2, 7, 20] {
        for keys in [1, 2, 3, 5, 7, 8, 9, 16, 100] {
            let mut text = String::from("[");
            unique(&mut text, 99_999, 400);
            for i in 0..300 {
                for other in 0..others {
                    text.push(',');
                    unique(&mut text, others * i + other, keys);
                }
                text.push(',');
                record(&mut text, i);
            }
            text.push(']');
            let frozen = freeze(&mut Builder::new(), &text);
            Frozen::validate(frozen.as_bytes()).unwrap();
            let records = frozen.view().items().filter(|item| item.get("g").is_some());
            let plain = records
                .filter(|record| record.as_object().is_none())
                .count();
            assert!(plain <= 30, "{plain} of 300 beside {others} of {keys} keys");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "fills the trie many times")]
fn a_kept_builder_recovers_from_any_documents() {
    for hostile in [40, 1000, 20_000] {
        let mut builder = Builder::new();
        let good = records(2);
        let first = freeze(&mut builder, &good).as_bytes().len();
        let other = format!(r#"[{{"x":1,"y":2}},{good}]"#);
        for i in 0..hostile {
            let mut text = String::new();
            unique(&mut text, i, 8);
            freeze(&mut builder, &text);
        }
        // A document of a known kind, and of one that the builder has never seen.
        assert_eq!(freeze(&mut builder, &good).as_bytes().len(), first);
        assert_eq!(without_shape(freeze(&mut builder, &other).view()), 0);
    }
}

#[test]
#[cfg_attr(miri, ignore = "fills the trie many times")]
fn records_of_a_stream_keep_their_shape_beside_others() {
    let options = StreamOptions {
        duplicates: Duplicates::Error,
        limits: Limits::DEFAULT,
        ..StreamOptions::DEFAULT
    };
    let size = |every: usize, count: usize| {
        let mut writer = StreamWriter::new(Vec::new(), options);
        for i in 0..count {
            let mut text = String::new();
            match i % every {
                0 => unique(&mut text, i, 300),
                _ => record(&mut text, i),
            }
            let push = |sink: &mut _| drive(text.as_bytes(), &ReadOptions::default(), sink);
            writer.push_with(push).unwrap();
        }
        writer.finish().unwrap().len()
    };
    let (mixed, others) = (size(200, COUNT), size(1, COUNT / 200));
    let alone = {
        let mut builder = Builder::new();
        freeze(&mut builder, &records(COUNT)).as_bytes().len()
    };
    assert!(
        mixed * 100 <= (others + alone) * 105,
        "{mixed}, {others} and {alone} bytes"
    );
}
