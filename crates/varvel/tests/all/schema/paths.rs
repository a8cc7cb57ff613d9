//! Parts of values by path: they equal the parts of a tree of the same document.

use std::collections::BTreeMap;

use varvel::path::{Path, Step};
use varvel::schema::{Properties, get, get_into, set, set_from};
use varvel::{Encode, Kind, Ref, Value, json};

use crate::schema::types::*;

fn tree<T: Encode>(value: &T) -> Value {
    let mut builder = varvel::value::TreeBuilder::new();
    value.encode(&mut builder, &()).unwrap();
    builder.finish().unwrap()
}

/// Returns all paths into a tree.
fn paths(node: Ref<'_>, at: &mut Vec<Step>, all: &mut Vec<String>) {
    all.push(Path::new(at).to_string());
    for (number, item) in node.items().enumerate() {
        at.push(Step::Index(number));
        paths(item, at, all);
        at.pop();
    }
    if node.kind() == Kind::Object {
        for (key, member) in node.entries() {
            at.push(Step::Key(key.into()));
            paths(member, at, all);
            at.pop();
        }
    }
}

/// Checks that every path of the document leads to the same part of the value, and that this part
/// can be set again.
fn same_as_a_tree<T: Properties + Clone + PartialEq + std::fmt::Debug>(value: &T) {
    let document = tree(value);
    let mut all = Vec::new();
    paths(document.as_ref(), &mut Vec::new(), &mut all);
    for path in &all {
        let there = Value::from(document.path(path).unwrap());
        assert_eq!(get::<Value, T>(value, path).unwrap(), there, "{path}");
        let mut text = json::Writer::new(json::WriteOptions::compact());
        if get_into(value, path, &mut text).is_ok() {
            let text = text.finish().unwrap();
            let mut changed = value.clone();
            let mut source = json::Reader::new(&text, &json::ReadOptions::default()).unwrap();
            set_from(&mut changed, path, &mut source).unwrap();
            assert_eq!(changed, *value, "{path}");
        }
        for beyond in [format!("{path}.nothing"), format!("{path}[9]")] {
            let error = document.path(&beyond).unwrap_err();
            let typed = get::<Value, T>(value, &beyond).unwrap_err();
            assert_eq!(typed.steps(), error.steps(), "{beyond}: {typed}");
            let mut changed = value.clone();
            let grows = document.path(path).unwrap().kind() == Kind::Object;
            if !grows {
                assert!(set(&mut changed, &beyond, "x").is_err(), "{beyond}");
            }
        }
    }
    assert!(all.len() > 1 || document.as_ref().is_empty());
}

fn point() -> Point {
    Point {
        lat: 1.5,
        lon: -2.0,
    }
}

fn order() -> Order {
    Order {
        order_id: 7,
        bought_by: "Ada".into(),
        note: Some("gift".into()),
        tags: vec!["a".into(), "b".into()],
        gift: Some(true),
        digest: vec![1, 2],
        ratio: 0.5,
        ..Order::default()
    }
}

#[test]
fn every_path_of_a_document_is_one_of_the_value() {
    same_as_a_tree(&order());
    same_as_a_tree(&vec![order()]);
    let leaf = Tree {
        value: 1,
        children: vec![],
        left: None,
    };
    let two = Tree {
        value: 2,
        children: vec![leaf.clone(), leaf.clone()],
        left: Some(leaf.into()),
    };
    same_as_a_tree(&two);
    same_as_a_tree(&Page {
        items: vec![Meters(1.0)],
        next: Maybe(Some(3)),
    });
    same_as_a_tree(&(Shape::Line(1, 2), Shape::Box { w: 1, h: 2 }, Shape::Empty));
    same_as_a_tree(&[Event::At(point()), Event::Move { by: 3 }]);
    same_as_a_tree(&vec![Message::Pair(true, Level::Low), Message::Ping]);
    same_as_a_tree(&Wrapper { inner: (1, true) });
    let flat = Flat {
        id: 1,
        at: point(),
        page: None,
        signal: Signal::Dim { to: 3 },
    };
    same_as_a_tree(&flat);
    let others = BTreeMap::from([("a".into(), -1)]);
    same_as_a_tree(&BTreeMap::from([(
        String::from("key"),
        Rest { id: 1, others },
    )]));
}

#[test]
fn any_type_that_fits_may_be_asked_for_and_set() {
    let mut order = order();
    assert_eq!(get::<i64, _>(&order, "orderId").unwrap(), 7);
    assert_eq!(get::<Vec<String>, _>(&order, "/tags").unwrap(), ["a", "b"]);
    assert_eq!(get::<char, _>(&order, "tags[1]").unwrap(), 'b');
    set(&mut order, "orderId", &8_u64).unwrap();
    set(&mut order, "customer", "Lin").unwrap(); // by its alias
    set(&mut order, "note", &None::<String>).unwrap();
    set(&mut order, "tags[2]", "c").unwrap();
    set(&mut order, "ratio", "0.25").unwrap(); // by the codec of the field
    assert_eq!(
        (order.order_id, &*order.bought_by, &order.note),
        (8, "Lin", &None)
    );
    assert_eq!((order.tags.len(), order.ratio), (3, 0.25));

    let mut shape = Shape::Box { w: 1, h: 2 };
    set(&mut shape, "Box.h", &9).unwrap();
    assert_eq!(shape, Shape::Box { w: 1, h: 9 });
    set(&mut shape, "", "Empty").unwrap();
    assert_eq!(shape, Shape::Empty);
    let mut signal = Signal::Dim { to: 1 };
    set(&mut signal, "kind", "On").unwrap();
    assert_eq!(signal, Signal::On);
}

fn error<T: Properties>(value: &T, path: &str) -> String {
    let error = get::<u8, T>(value, path).unwrap_err();
    let hint = error
        .hint()
        .map_or(String::new(), |hint| format!("; {hint}"));
    format!("{error}{hint}")
}

#[test]
fn errors_say_where_the_path_ends() {
    let order = order();
    let two = vec![order.clone()];
    let texts = [
        error(&two, "[0].odrerId"),
        error(&two, "[0].tags.first"),
        error(&two, "[0].tags[0].x"),
        error(&two, "[0].tags[0]"),
        error(&two, "[1]"),
        error(&order, "note.x"),
        error(&order, "digest.x"),
        error(&order, "tags..x"),
        error(&order, &"[0]".repeat(200)),
    ];
    let mut changed = order;
    let set = [
        set(&mut changed, "gift", &()).unwrap_err().to_string(),
        set(&mut changed, "count", &-1).unwrap_err().to_string(),
        set(&mut changed, "tags[5]", "x").unwrap_err().to_string(),
        set(&mut changed, "tags[0]", &vec![1])
            .unwrap_err()
            .to_string(),
    ];
    let all: String = texts
        .into_iter()
        .chain(set)
        .map(|text| text + "\n")
        .collect();
    assert_eq!(all, ERRORS);
}

const ERRORS: &str = "\
unknown member: expected one of `orderId`, `boughtBy`, `note`, `tags`, `count`, `gift`, `paid`, `digest`, `ratio`, `proof`, found \"odrerId\", at $[0]; did you mean `orderId`?
wrong kind of value: expected an object, found an array, at $[0].tags; items of an array are written [0], [1], ...
wrong kind of value: expected an object, found a string, at $[0].tags[0]
wrong kind of value: expected an integer, found a string, at $[0].tags[0]
not found: expected item 1, found 1 item
wrong kind of value: expected an object, found a string, at $.note
wrong kind of value: expected an object, found bytes, at $.digest
invalid path: expected a key after `.`, found \"..x\" in \"tags..x\" (byte 4); for example `users[3].name`, `$[\"a key\"]` or `/users/3/name`
nested too deeply: expected a path of at most 128 steps
wrong kind of value: expected a value, found null, at $.gift
number out of range: expected an integer that fits u8, found -1, at $.count
not found: expected item 5, found 2 items, at $.tags
wrong kind of value: expected a string, found an array, at $.tags[0]
";

#[test]
fn what_is_not_written_stays() {
    #[derive(Debug, PartialEq, varvel::Encode, varvel::Decode, varvel::Properties)]
    struct Cached {
        #[varvel(skip)]
        cache: u64,
        #[varvel(bytes)]
        digest: Vec<u8>,
        #[varvel(flatten)]
        point: Point,
    }
    let point = Point { lat: 1.0, lon: 2.0 };
    let mut cached = Cached {
        cache: 7,
        digest: vec![1],
        point,
    };
    set(&mut cached, "lon", &3.5).unwrap();
    set(&mut cached, "digest", "AAE=").unwrap();
    assert_eq!((cached.cache, cached.point.lon), (7, 3.5));
    assert_eq!(cached.digest, [0, 1]);
}
