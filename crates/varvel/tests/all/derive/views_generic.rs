//! Views of types with parameters, of enums with fields, of maps and of flattened members give the
//! values that decoding gives.

use std::collections::{BTreeMap, HashMap};

use varvel::{Decode, Encode, Frozen, Map, ReadInPlace, Value, View, value};

fn view<T: ReadInPlace>(frozen: &Frozen) -> varvel::Result<T::View<'_>> {
    varvel::__private::typed::view::<T>(frozen)
}

#[derive(Debug, PartialEq, Encode, Decode, View)]
struct Page<T> {
    items: Vec<T>,
    next: Option<u64>,
}

#[derive(Debug, PartialEq, Encode, Decode, View)]
struct Tree<'t, T: Clone, const N: usize>
where
    T: PartialEq,
{
    name: &'t str,
    values: [T; N],
    below: Vec<Tree<'t, T, N>>,
}

#[derive(Debug, PartialEq, Encode, Decode, View)]
struct Wide {
    signed: i128,
    unsigned: u128,
    ages: BTreeMap<String, u8>,
    pages: HashMap<u16, Page<i8>>,
}

#[test]
fn types_with_parameters() {
    let page = Page {
        items: vec![
            Page {
                items: vec!["a".to_owned(), "b".to_owned()],
                next: Some(7),
            },
            Page {
                items: vec![],
                next: None,
            },
        ],
        next: Some(u64::MAX),
    };
    let frozen = Frozen::from_typed(&page).unwrap();
    let read: PageView<'_, Page<String>> = Page::<Page<String>>::view(&frozen).unwrap();
    let copy = read;
    assert_eq!(copy.next(), Some(u64::MAX));
    let inner: Vec<(Vec<&str>, Option<u64>)> = read
        .items()
        .iter()
        .map(|page| (page.items().iter().collect(), page.next()))
        .collect();
    assert_eq!(inner, [(vec!["a", "b"], Some(7)), (vec![], None)]);
    assert_eq!(
        format!("{read:?}"),
        "PageView { items: [PageView { items: [\"a\", \"b\"], next: Some(7) }, PageView { items: [], next: None }], \
         next: Some(18446744073709551615) }"
    );
    let leaf = |name| Tree {
        name,
        values: [1_u8, 2],
        below: vec![],
    };
    let tree = Tree {
        name: "root",
        values: [3, 4],
        below: vec![leaf("left"), leaf("right")],
    };
    let frozen = Frozen::from_typed(&tree).unwrap();
    let read = Tree::<'_, u8, 2>::view(&frozen).unwrap();
    assert_eq!((read.name(), read.values()), ("root", [3, 4]));
    let right = read.below().get(1).unwrap();
    assert_eq!((right.name(), right.values()), ("right", [1, 2]));
    assert!(format!("{read:?}").contains("left"));
}

#[test]
fn wide_integers_and_maps() {
    let wide = Wide {
        signed: i128::MIN,
        unsigned: u128::MAX,
        ages: [("Ada".to_owned(), 36), ("Lin".to_owned(), 7)].into(),
        pages: [(
            3,
            Page {
                items: vec![-1, 2],
                next: None,
            },
        )]
        .into(),
    };
    let frozen = Frozen::from_typed(&wide).unwrap();
    let read = Wide::view(&frozen).unwrap();
    assert_eq!((read.signed(), read.unsigned()), (i128::MIN, u128::MAX));
    let ages: Map<'_, String, u8> = read.ages();
    assert_eq!(
        (ages.len(), ages.get("Lin"), ages.get("Kurt")),
        (2, Some(7), None)
    );
    assert_eq!(ages.iter().collect::<Vec<_>>(), [("Ada", 36), ("Lin", 7)]);
    let page = read.pages().get(3).unwrap();
    assert_eq!(page.items().iter().collect::<Vec<i8>>(), [-1, 2]);
    assert!(read.pages().get(4).is_none());
    // From JSON keys are strings, with the digits in them.
    let text = r#"{"signed":-3,"unsigned":4,"ages":{},"pages":{"12":{"items":[],"next":1},"0":{"items":[]}}}"#;
    let frozen = varvel::json::freeze(text.as_bytes()).unwrap();
    let read = Wide::view(&frozen).unwrap();
    assert_eq!(
        (read.signed(), read.unsigned(), read.ages().is_empty()),
        (-3, 4, true)
    );
    let pages: Vec<(u16, Option<u64>)> = read
        .pages()
        .iter()
        .map(|(key, page)| (key, page.next()))
        .collect();
    assert_eq!(pages, [(12, Some(1)), (0, None)]);
    let small = [i128::from(i64::MIN), -1, 0, i128::from(u64::MAX), i128::MAX];
    let frozen = Frozen::from_typed(&small).unwrap();
    assert_eq!(view::<[i128; 5]>(&frozen).unwrap(), small);
    let too_large = Frozen::from_typed(&u128::MAX).unwrap();
    let error = view::<i128>(&too_large).err().unwrap().without_offset();
    assert_eq!(
        error.to_string(),
        "number out of range: expected an integer that fits i128, found 340282366920938463463374607431768211455"
    );
}

fn refused<T: ReadInPlace>(tree: Value) -> String {
    let frozen = tree.freeze().unwrap();
    let error = view::<T>(&frozen).err().unwrap();
    error.without_offset().to_string()
}

#[test]
fn errors_of_maps() {
    assert_eq!(
        [
            refused::<BTreeMap<String, u8>>(value!({"a": 1, "b": "x"})),
            refused::<BTreeMap<String, u8>>(value!([1])),
            refused::<BTreeMap<u8, u8>>(value!({"1": 1, "256": 2})),
            refused::<BTreeMap<u8, u8>>(value!({"01": 1})),
            refused::<Page<u8>>(value!({"items": [1, 2, -1]})),
        ],
        [
            "wrong kind of value: expected an integer that fits u8, found a string, at $.b",
            "wrong kind of value: expected an object or a map, found an array",
            "wrong kind of value: expected a key that is an integer that fits u8, found a string, at $[\"256\"]",
            "wrong kind of value: expected a key that is an integer that fits u8, found a string, at $[\"01\"]",
            "number out of range: expected an integer that fits u8, found -1, at $.items[2]",
        ]
    );
}

#[derive(Debug, PartialEq, Encode, Decode, View)]
#[varvel(rename_all = "snake_case")]
enum Shape<T> {
    Point,
    Circle(f64),
    Line(T, T),
    Box {
        width: u8,
        name: Option<String>,
    },
    Group(Vec<Shape<T>>),
    Not(Box<Shape<T>>),
    #[varvel(skip)]
    #[allow(dead_code)]
    Never,
}

fn shape_is(view: ShapeView<'_, i32>, shape: &Shape<i32>) -> bool {
    match (view, shape) {
        (ShapeView::Point, Shape::Point) => true,
        (ShapeView::Circle(a), Shape::Circle(b)) => a == *b,
        (ShapeView::Line(a, b), Shape::Line(c, d)) => (a, b) == (*c, *d),
        (ShapeView::Box { width, name }, Shape::Box { width: w, name: n }) => {
            width == *w && name == n.as_deref()
        }
        (ShapeView::Group(a), Shape::Group(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| shape_is(a, b))
        }
        (ShapeView::Not(a), Shape::Not(b)) => shape_is(a.get(), b),
        _ => false,
    }
}

#[test]
fn enums_with_fields() {
    let shapes = Shape::Group(vec![
        Shape::Point,
        Shape::Circle(0.5),
        Shape::Line(-1, 2),
        Shape::Box {
            width: 3,
            name: Some("x".to_owned()),
        },
        Shape::Not(Box::new(Shape::Not(Box::new(Shape::Point)))),
    ]);
    let frozen = Frozen::from_typed(&shapes).unwrap();
    let read = Shape::<i32>::view(&frozen).unwrap();
    assert!(shape_is(read, &shapes));
    let text = format!("{read:?}");
    assert!(
        text.starts_with("Group([Point, Circle(0.5), Line(-1, 2), Box { width: 3, "),
        "{text}"
    );
    let turned = value!({"box": {"name": null, "width": 9}})
        .freeze()
        .unwrap();
    let expected = Shape::Box {
        width: 9,
        name: None,
    };
    assert!(shape_is(Shape::<i32>::view(&turned).unwrap(), &expected));
}

#[derive(Debug, PartialEq, Encode, Decode, View)]
struct Place {
    x: i64,
    y: i64,
}

#[derive(Debug, PartialEq, Encode, Decode, View)]
#[varvel(tag = "kind")]
enum Event {
    Stop,
    Move(Place),
    Say {
        text: String,
        loud: Option<bool>,
    },
    #[varvel(other)]
    Unknown,
}

#[derive(Debug, PartialEq, Encode, Decode, View)]
#[varvel(tag = "t", content = "c", deny_unknown)]
enum Beside {
    Nothing,
    One(Option<u8>),
    Two(u8, String),
    Named { a: u8 },
}

#[derive(Debug, PartialEq, Encode, Decode, View)]
struct Entry {
    id: u32,
    #[varvel(flatten)]
    place: Place,
    #[varvel(flatten)]
    event: Event,
    more: Vec<Place>,
}

#[test]
fn tags_in_any_order() {
    for tree in [
        value!({"kind": "Say", "text": "hi", "loud": true}),
        value!({"loud": true, "text": "hi", "more": 1, "kind": "Say"}),
    ] {
        let frozen = tree.freeze().unwrap();
        let Ok(EventView::Say { text, loud }) = Event::view(&frozen) else {
            panic!("{tree}");
        };
        assert_eq!((text, loud), ("hi", Some(true)));
    }
    let frozen = value!({"y": 2, "kind": "Move", "x": 1}).freeze().unwrap();
    assert!(
        matches!(Event::view(&frozen), Ok(EventView::Move(place)) if (place.x(), place.y()) == (1, 2))
    );
    let frozen = value!({"kind": "Jump", "height": 3}).freeze().unwrap();
    assert!(matches!(Event::view(&frozen), Ok(EventView::Unknown)));
    let frozen = value!({"c": [7, "x"], "t": "Two"}).freeze().unwrap();
    assert!(matches!(Beside::view(&frozen), Ok(BesideView::Two(7, "x"))));
    let frozen = value!({"t": "One"}).freeze().unwrap();
    assert!(matches!(Beside::view(&frozen), Ok(BesideView::One(None))));
}

#[test]
fn flattened_members() {
    let entry = Entry {
        id: 5,
        place: Place { x: 1, y: -2 },
        event: Event::Say {
            text: "hi".to_owned(),
            loud: None,
        },
        more: vec![Place { x: 3, y: 4 }],
    };
    let frozen = Frozen::from_typed(&entry).unwrap();
    let read = Entry::view(&frozen).unwrap();
    assert_eq!((read.id(), read.place().x(), read.place().y()), (5, 1, -2));
    assert!(matches!(
        read.event(),
        EventView::Say {
            text: "hi",
            loud: None
        }
    ));
    assert_eq!(read.more().get(0).map(|place| place.y()), Some(4));
}

#[test]
fn errors_of_enums() {
    assert_eq!(
        [
            refused::<Vec<Shape<u8>>>(value!([{"circel": 1}])),
            refused::<Vec<Shape<u8>>>(value!(["point", "circle"])),
            refused::<Shape<u8>>(value!({"circle": 1, "point": null})),
            refused::<Shape<u8>>(value!({"line": [1, 256]})),
            refused::<Shape<u8>>(value!(7)),
            refused::<Event>(value!({"kind": "Say"})),
            refused::<Event>(value!({"kind": 7})),
            refused::<Beside>(value!({"t": "Three"})),
            refused::<Beside>(value!({"c": 1})),
            refused::<Beside>(value!({"t": "Two"})),
            refused::<Beside>(value!({"t": "Nothing", "x": 1})),
            refused::<Entry>(value!({"id": 1, "x": 1, "kind": "Stop", "more": []})),
        ],
        [
            "unknown variant: expected one of `point`, `circle`, `line`, `box`, `group`, `not`, found \"circel\", at $[0].circel",
            "wrong kind of value: expected an object with the member `circle`, and what is in that variant, found its name alone, at $[1]",
            "wrong kind of value: expected one member: the name of a variant and what is in it, found another one",
            "number out of range: expected an integer that fits u8, found 256, at $.line[1]",
            "wrong kind of value: expected the name of a variant, or an object with it, found an integer",
            "missing member: expected a member `text`",
            "wrong kind of value: expected a string, found an integer, at $.kind",
            "unknown variant: expected one of `Nothing`, `One`, `Two`, `Named`, found \"Three\", at $.t",
            "missing member: expected a member `t`",
            "missing member: expected a member `c`",
            "unknown member: expected one of `t`, `c`, found \"x\", at $.x",
            "missing member: expected a member `y`",
        ]
    );
}

#[test]
fn an_enum_in_itself_ends_at_the_limit_of_depth() {
    let mut tree = value!("point");
    for _ in 0..10_000 {
        tree = value!({"not": (tree)});
    }
    let frozen = tree.freeze().unwrap();
    let error = Shape::<u8>::view(&frozen).err().unwrap();
    assert_eq!(error.kind(), varvel::ErrorKind::DepthLimit);
}

/// Returns a nested shape made from numbers, with all variants.
fn made(seed: &mut u64, depth: u32) -> Shape<i32> {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    let drawn = (*seed >> 33) as u32;
    match drawn % if depth == 0 { 4 } else { 6 } {
        0 => Shape::Point,
        1 => Shape::Circle(f64::from(drawn) / 3.0),
        2 => Shape::Line(drawn as i32, -(drawn as i32 / 2)),
        3 => Shape::Box {
            width: drawn as u8,
            name: (drawn & 64 == 0).then(|| drawn.to_string()),
        },
        4 => Shape::Group((0..drawn / 6 % 5).map(|_| made(seed, depth - 1)).collect()),
        _ => Shape::Not(Box::new(made(seed, depth - 1))),
    }
}

#[test]
fn a_view_is_what_is_decoded() {
    let mut seed = 1;
    for _ in 0..if cfg!(miri) { 10 } else { 2_000 } {
        let frozen = Frozen::from_typed(&made(&mut seed, 6)).unwrap();
        let decoded: Shape<i32> = frozen.to().unwrap();
        assert!(shape_is(Shape::<i32>::view(&frozen).unwrap(), &decoded));
    }
}
