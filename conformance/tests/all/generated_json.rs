//! Generated types as JSON: the JSON equals that of the same buffer read by a schema at run time,
//! and both ways back give the same buffer.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use varvel_fbs::parse_text;
use varvel_flatbuffers::events::{Options, With};
use varvel_flatbuffers::reflect::{self, Dynamic, SchemaLayout};
use varvel_flatbuffers::{Encoder, root};
use varvel_value::Value;

use generated::shop::shop::goods::{Box2T, Color, SideT, Size};
use generated::shop::shop::{ItemT, Side2T, WareT};
use generated::shop::{Order, OrderT};

fn layout() -> SchemaLayout {
    let text = include_str!("../../../crates/varvel-codegen/tests/generated/shop.fbs");
    SchemaLayout::new(&parse_text(text).unwrap()).unwrap()
}

fn read(json: &str) -> OrderT {
    varvel_json::from_slice(json.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{json}"))
}

fn refused(json: &str) -> String {
    match varvel_json::from_slice::<OrderT>(json.as_bytes()) {
        Ok(order) => panic!("{json} is {order:?}"),
        Err(error) => error.to_string(),
    }
}

fn bytes(order: &OrderT) -> Vec<u8> {
    Encoder::new().encode(order).unwrap().to_vec()
}

fn boxed() -> impl Strategy<Value = Box2T> {
    let side = (any::<i32>(), any::<bool>()).prop_map(|(at, on)| SideT { at: at.into(), on });
    let size = prop_oneof![
        Just(Size::SMALL),
        Just(Size::LARGE),
        any::<i16>().prop_map(Size)
    ];
    (any::<i16>(), [side.clone(), side], size).prop_map(|(width, sides, size)| Box2T {
        width: width.into(),
        sides,
        size,
    })
}

fn ware(item: BoxedStrategy<ItemT>) -> impl Strategy<Value = WareT> {
    prop_oneof![
        Just(WareT::None),
        boxed().prop_map(WareT::GoodsBox),
        ".{0,3}".prop_map(WareT::Note),
        item.clone().prop_map(|item| WareT::Item(Box::new(item))),
        item.prop_map(|item| WareT::Other(Box::new(item))),
    ]
}

/// Draws an item without others in it.
fn plain() -> BoxedStrategy<ItemT> {
    let side = (any::<i8>(), any::<u64>()).prop_map(|(a, b)| Side2T { a, b });
    let first = (
        "\\PC{0,6}",
        any::<u8>().prop_map(Color),
        option::of(any::<i16>().prop_map(Size)),
        option::of(boxed()),
        any::<f32>().prop_filter("a number", |price| price.is_finite()),
        prop_oneof![Just(f64::INFINITY), Just(f64::NEG_INFINITY), Just(1.5)],
    );
    let second = (
        any::<u64>(),
        "\\PC{0,4}",
        vec(any::<i32>(), 0..3),
        option::of(vec(side, 0..3)),
        option::of("[a-z\"\\\\\n]{0,4}"),
        any::<i32>(),
        (option::of(vec(any::<u8>(), 0..5)), vec(any::<u8>(), 0..4)),
    );
    (first, second)
        .prop_map(|(first, second)| {
            let (name, color, size, box_, price, least) = first;
            let (hashed, text, list, far, farther, from, (raw, link)) = second;
            ItemT {
                name,
                color,
                size,
                box_,
                price,
                least,
                hashed,
                text,
                list,
                far,
                farther,
                from,
                raw,
                link,
                none: 0.25,
                ..ItemT::default()
            }
        })
        .boxed()
}

fn orders() -> impl Strategy<Value = OrderT> {
    let inner = vec(plain(), 0..2).prop_map(|mut items| {
        items.sort_by(|a, b| a.name.cmp(&b.name));
        bytes(&OrderT { items, next: None })
    });
    let extra = (
        ware(plain()),
        option::of(vec(ware(plain()), 0..4)),
        option::of(inner),
    );
    let item = (plain(), extra).prop_map(|(item, (ware, wares, inner))| ItemT {
        ware,
        wares,
        inner,
        ..item
    });
    let items = vec(item, 0..3).prop_map(|mut items| {
        items.sort_by(|a, b| a.name.cmp(&b.name));
        items
    });
    items.prop_map(|items| OrderT {
        items: items.clone(),
        next: Some(Box::new(OrderT { items, next: None })),
    })
}

/// Reverses the members of all objects.
fn turned(value: Value) -> Value {
    match value {
        mut value if value.is_object() => {
            if let Some(mut object) = value.as_object_mut() {
                let members: Vec<_> = object.drain(..).collect();
                for (key, value) in members.into_iter().rev() {
                    object.insert(key, turned(value));
                }
            }
            value
        }
        mut value => {
            if let Some(mut items) = value.as_array_mut() {
                for item in items.iter_mut() {
                    *item = turned(core::mem::take(item));
                }
            }
            value
        }
    }
}

proptest! {
    #[test]
    fn what_is_generated_says_what_the_schema_says(order in orders()) {
        let layout = layout();
        let buffer = bytes(&order);
        let view = root::<Order>(&buffer).unwrap();
        let json = varvel_json::to_string(&view).unwrap();
        prop_assert_eq!(&varvel_json::to_string(&order).unwrap(), &json);
        let dynamic = Dynamic::new(&layout, &buffer).unwrap();
        prop_assert_eq!(&varvel_json::to_string(&dynamic).unwrap(), &json);
        for options in [Options { defaults: true, ..Options::default() }, Options { numbers: true, ..Options::default() }] {
            prop_assert_eq!(
                varvel_json::to_string(&With { table: &view, options }).unwrap(),
                varvel_json::to_string(&dynamic.options(options)).unwrap()
            );
        }
        // A view is written as the buffer that it reads.
        prop_assert_eq!(&Encoder::new().encode(&view).unwrap().to_vec(), &buffer);
        // The JSON gives the buffer again.
        prop_assert_eq!(&bytes(&read(&json)), &buffer);
        let value: Value = varvel_json::from_slice(json.as_bytes()).unwrap();
        let turned = varvel_json::to_string(&turned(value)).unwrap();
        prop_assert_eq!(&bytes(&read(&turned)), &buffer);
        let mut reused = order.clone();
        reused.items.push(ItemT { wares: Some(Vec::new()), flex: Some(vec![1]), ..ItemT::default() });
        varvel_json::read_into(json.as_bytes(), &mut reused).unwrap();
        prop_assert_eq!(&bytes(&reused), &buffer);
        let packed = varvel_msgpack::to_vec(&view).unwrap();
        prop_assert_eq!(&bytes(&varvel_msgpack::from_slice(&packed).unwrap()), &buffer);
        // Building by the schema gives an equal buffer.
        let mut builder = reflect::Builder::new(&layout).unwrap();
        varvel_json::drive(json.as_bytes(), &Default::default(), &mut builder).unwrap();
        let built = builder.finish().unwrap();
        let built = varvel_json::to_string(&root::<Order>(&built).unwrap()).unwrap();
        prop_assert_eq!(built, json);
    }
}

#[test]
fn what_is_refused_is_said() {
    for (json, says) in [
        (r#"{"items": [{}]}"#, "a member `name`"),
        (r#"{"items": [{"name": null}]}"#, "found null"),
        (r#"{}"#, "a member `items`"),
        (r#"{"items": [], "item": 1}"#, "`items`"),
        (r#"{"items": [], "items": []}"#, "duplicate"),
        (
            r#"{"items": [{"name": "a", "link": [], "old": 1}]}"#,
            "deprecated",
        ),
        (
            r#"{"items": [{"name": "a", "link": [], "color": "Rad"}]}"#,
            "`Red`",
        ),
        (
            r#"{"items": [{"name": "a", "link": [], "color": 256}]}"#,
            "ubyte",
        ),
        (
            r#"{"items": [{"name": "a", "link": [], "from": 2147483648}]}"#,
            "i32",
        ),
        (
            r#"{"items": [{"name": "a", "link": [], "from": 1.5}]}"#,
            "integer",
        ),
        (
            r#"{"items": [{"name": "a", "link": [], "ware": {}}]}"#,
            "a member `ware_type`",
        ),
        (
            r#"{"items": [{"name": "a", "link": [], "ware_type": "Note"}]}"#,
            "a member `ware`",
        ),
        (
            r#"{"items": [{"name": "a", "link": [], "ware_type": "Not", "ware": 1}]}"#,
            "`Note`",
        ),
        (
            r#"{"items": [{"name": "a", "link": [], "ware_type": 99, "ware": 1}]}"#,
            "a tag that the union has",
        ),
        (
            r#"{"items": [{"name": "a", "link": [], "ware_type": "NONE", "ware": 1}]}"#,
            "null, since",
        ),
        (
            r#"{"items": [{"name": "a", "link": [], "wares_type": ["Note"], "wares": []}]}"#,
            "as many values as types, 1",
        ),
        (
            r#"{"items": [{"name": "a", "link": [], "wares_type": [], "wares": ["x"]}]}"#,
            "as many values as types, 0",
        ),
        (
            r#"{"items": [{"name": "a", "link": [], "box": {"width": 1}}]}"#,
            "a member `sides`",
        ),
        (
            r#"{"items": [{"name": "a", "link": [], "box": {"width": 1, "size": 0, "sides": [{"at": 0, "on": true}]}}]}"#,
            "an array of 2",
        ),
        (
            r#"{"items": [{"name": "a", "link": [], "inner": [1, 2, 3]}]}"#,
            "expected",
        ),
        (
            r#"{"items": [{"name": "a", "link": [], "list": [1, null]}]}"#,
            "an integer",
        ),
    ] {
        let found = refused(json);
        assert!(found.contains(says), "{json}: {found}");
    }
}

#[test]
fn what_flatc_takes_is_taken() {
    let order = read(
        r#"{"items": [
            {"name": "b", "link": "_-8", "raw": "AQ==", "color": "Red Shop.Goods.Color.Blue", "none": "-inf", "from": "12", "hashed": "apple",
             "size": "Large", "wares": ["x", null], "wares_type": ["Note", "NONE"], "list": ["1", 2],
             "flex": {"a": [1, "x"]}, "inner": {"items": []}, "price": "2.5"},
            {"name": "a", "link": [], "color": 3, "price": 18446744073709551616, "size": null, "text": null, "ware_type": 3, "ware": "3", "wares": null}
        ], "next": null}"#,
    );
    let [a, b] = &order.items[..] else {
        panic!("{order:?}")
    };
    // The items are sorted by their key.
    assert_eq!((a.name.as_str(), b.name.as_str()), ("a", "b"));
    assert_eq!((a.color, a.size, a.text.as_str()), (Color(3), None, "a\tb"));
    assert_eq!(a.ware, WareT::Note("3".into()));
    assert_eq!(
        (b.color, b.from, b.size),
        (Color::RED | Color::BLUE, 12, Some(Size::LARGE))
    );
    assert_eq!(a.price, 18_446_744_073_709_551_616.0);
    assert_eq!((b.none, b.price), (f32::NEG_INFINITY, 2.5));
    // FNV-1a of 64 bits, with the start value of `flatc`.
    assert_eq!(b.hashed, 4_914_547_277_259_396_191);
    assert_eq!(b.wares, Some(vec![WareT::Note("x".into()), WareT::None]));
    assert_eq!(b.list, [1, 2]);
    assert_eq!(
        (b.link.as_slice(), b.raw.as_deref()),
        (&[0xFF, 0xEF][..], Some(&[1][..]))
    );
    let buffer = bytes(&order);
    let json = varvel_json::to_string(&root::<Order>(&buffer).unwrap()).unwrap();
    assert!(json.contains(r#""flex":{"a":[1,"x"]}"#) && json.contains(r#""inner":{"items":[]}"#));
}
