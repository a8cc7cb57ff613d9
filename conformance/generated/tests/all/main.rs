//! Tests of generated code: it reads what it writes.
#![forbid(unsafe_code)]

use std::fs;
use std::path::{Path, PathBuf};

use generated::{monster, names as odd, shop as store};
use varvel_flatbuffers::{Encoder, root};

mod roots;
mod types;

use monster::game::{Any, AnyT, Color, Monster, MonsterT, ShortT, SimpleT, Vec3T};
use store::shop::goods::{self, Box2T, SideT, Size};
use store::shop::{ItemT, Side2T, Ware, WareT};
use store::{Both, BothT, EitherT, Order, OrderT, TurnT};

/// Returns the folder of the schemas that the tests of all languages share.
fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/varvel-codegen/tests/corpus")
}

#[test]
fn a_buffer_of_flatc_is_read() {
    let suites = std::env::var_os("VARVEL_SUITES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/suites"),
        PathBuf::from,
    );
    let Ok(bytes) = fs::read(suites.join("flatbuffers/tests/monsterdata_test.mon")) else {
        println!("skipped: no flatbuffers at VARVEL_SUITES or ../shared/suites");
        return;
    };
    let monster = root::<Monster>(&bytes).unwrap();
    assert_eq!(
        (monster.hp(), monster.mana(), monster.name()),
        (80, 150, "MyMonster")
    );
    let pos = monster.pos().unwrap();
    assert_eq!(
        (pos.x(), pos.y(), pos.z(), pos.test1()),
        (1.0, 2.0, 3.0, 3.0)
    );
    assert_eq!(
        (pos.test2(), pos.test3().a(), pos.test3().b()),
        (Color::GREEN, 5, 6)
    );
    assert_eq!(monster.inventory(), Some(&[0, 1, 2, 3, 4][..]));
    let Some(Any::Monster(test)) = monster.test() else {
        panic!("another member")
    };
    assert_eq!(test.name(), "Fred");
    let test4: Vec<_> = monster
        .test4()
        .unwrap()
        .iter()
        .map(|short| (short.a(), short.b()))
        .collect();
    assert_eq!(test4, [(10, 20), (30, 40)]);
    let strings: Vec<_> = monster.testarrayofstring().unwrap().iter().collect();
    assert_eq!(strings, ["test1", "test2"]);
    assert_eq!(monster.enemy().unwrap().name(), "Fred");
    round_trip(&MonsterT::from(monster));
}

fn round_trip(monster: &MonsterT) {
    let mut encoder = Encoder::new();
    let bytes = encoder.encode(monster).unwrap();
    assert_eq!(&bytes[4..8], b"MONS");
    assert_eq!(MonsterT::from(root::<Monster>(bytes).unwrap()), *monster);
}

#[test]
fn plain_structs_go_through_buffers() {
    let simple = SimpleT {
        color: Color::RED | Color::BLUE,
    };
    let small = MonsterT {
        name: "small".into(),
        ..MonsterT::default()
    };
    assert_eq!((small.hp, small.color), (100, Color::BLUE));
    round_trip(&small);
    round_trip(&MonsterT {
        pos: Some(Vec3T {
            x: 1.5,
            test3: ShortT { a: -1, b: 2 },
            ..Vec3T::default()
        }),
        test: AnyT::Simple(Box::new(simple)),
        test_array_of_tables: Some(vec![small.clone(), small]),
        color: Color(0x80),
        ..MonsterT::default()
    });
}

#[test]
fn all_that_the_language_has_goes_through() {
    let boxed = Box2T {
        width: 0.5,
        sides: [SideT { at: 1.0, on: true }, SideT { at: 2.0, on: false }],
        size: Size::LARGE,
    };
    let item = ItemT {
        name: "apple".into(),
        size: Some(Size(7)),
        ware: WareT::Note("of paper".into()),
        wares: Some(vec![
            WareT::GoodsBox(boxed),
            WareT::None,
            WareT::Other(Box::default()),
        ]),
        box_: Some(boxed),
        far: Some(vec![Side2T { a: -1, b: u64::MAX }]),
        farther: Some("far".into()),
        list: vec![1, -2],
        hashed: 7,
        none: 0.5,
        ..ItemT::default()
    };
    assert!(ItemT::default().none.is_nan() && ItemT::default().least == f64::NEG_INFINITY);
    assert_eq!(
        (ItemT::default().from, ItemT::default().text.as_str()),
        (16, "a\tb")
    );
    let order = OrderT {
        items: vec![item.clone()],
        next: None,
    };
    let mut encoder = Encoder::new();
    let bytes = encoder.encode(&order).unwrap().to_vec();
    let view = root::<Order>(&bytes).unwrap();
    let read = view.items().get(0).unwrap();
    assert_eq!(
        (read.name(), read.size(), read.from()),
        ("apple", Some(Size(7)), 16)
    );
    assert_eq!(read.color(), goods::Color::RED | goods::Color::BLUE);
    assert!(matches!(read.ware(), Some(Ware::Note("of paper"))));
    assert_eq!(
        view.items().lookup("apple").map(|found| found.hashed()),
        Some(7)
    );
    let mut copy = OrderT::from(view);
    // The default of one float is NaN, which equals nothing.
    let Some(WareT::Other(other)) = copy.items[0]
        .wares
        .as_mut()
        .and_then(|wares| wares.last_mut())
    else {
        panic!("another member")
    };
    assert!(other.none.is_nan());
    other.none = 0.0;
    let mut expected = order;
    if let Some(WareT::Other(other)) = expected.items[0]
        .wares
        .as_mut()
        .and_then(|wares| wares.last_mut())
    {
        other.none = 0.0;
    }
    assert_eq!(copy, expected);
}

#[test]
fn enums_have_names_where_the_schema_has_them() {
    assert_eq!((Size::SMALL.name(), Size(99).name()), (Some("Small"), None));
    assert!((Color::RED | Color::GREEN).contains(Color::GREEN));
    assert_eq!((Color::RED & Color::GREEN).0, 0);
}

#[test]
fn names_that_the_code_uses_itself_go_through_buffers() {
    use odd::u8_::{CT, FT, MT, str_::Sized2};
    let inner = CT {
        m: MT::F(FT { s: 1, f: [2, 3] }),
        m_: Some(vec![MT::Text("m".into()), MT::R(Box::default())]),
        sized: Sized2::A_B_,
    };
    assert_eq!(
        [
            Sized2::A_B.name(),
            Sized2::A_B_.name(),
            Sized2::A_B_3.name()
        ],
        [Some("a__b"), Some("A_B"), Some("aB")]
    );
    fn of<T>(value: T) -> Option<Box<T>> {
        Some(Box::new(value))
    }
    let names = odd::NamesT {
        a_b: 1,
        a_b_: 2,
        a_b_3: 3,
        a_b_4: 4,
        held_nested_: 5,
        any: odd::AnyT::AB_(Box::new(odd::S3T { y: 6 })),
        anys: Some(vec![
            odd::AnyT::None_(Box::default()),
            odd::AnyT::Unknown_("7".into()),
        ]),
        option: of(odd::Option2T {
            some: of(odd::Some2T { a: 8 }),
            ..Default::default()
        }),
        of_u8: of(inner),
        one: of(odd::_1T {
            clone: 9,
            new: 10,
            ..Default::default()
        }),
        str: of(odd::u8_::r::StrT::default()),
        s: of(odd::ST {
            source: Some("s".into()),
            ..Default::default()
        }),
        ..Default::default()
    };
    let mut encoder = Encoder::new();
    let bytes = encoder.encode(&names).unwrap();
    let view = root::<odd::Names>(bytes).unwrap();
    assert_eq!((view.a_b(), view.a_b_4(), view.held_nested_()), (1, 4, 5));
    assert_eq!(odd::NamesT::from(view), names);
}

#[test]
fn fields_may_be_called_as_methods_of_rust_are() {
    let mut turn = TurnT {
        clone: 1,
        ..TurnT::default()
    };
    turn.into.b = 2;
    let inner = BothT {
        as_ref: Some(turn),
        ..BothT::default()
    };
    let both = BothT {
        into: Some(Box::new(inner.clone())),
        clone: Some(vec![inner.clone(), inner]),
        default: EitherT::Turn(turn),
        ..BothT::default()
    };
    let mut encoder = Encoder::new();
    let bytes = encoder.encode(&both).unwrap();
    assert_eq!(BothT::from(root::<Both>(bytes).unwrap()), both);
}

#[test]
fn bytes_that_are_no_nested_buffer_are_refused() {
    let item = |inner: &[u8]| OrderT {
        items: vec![ItemT {
            inner: Some(inner.to_vec()),
            none: 0.0,
            ..ItemT::default()
        }],
        next: None,
    };
    let mut encoder = Encoder::new();
    let good = encoder.encode(&OrderT::default()).unwrap().to_vec();
    for wrong in [&[][..], &[1, 2, 3], &[0; 64], &good[..good.len() - 4]] {
        let error = encoder.encode(&item(wrong)).unwrap_err();
        assert!(error.to_string().contains("at $.inner"), "{error}");
    }
    let order = item(&good);
    let bytes = encoder.encode(&order).unwrap();
    assert_eq!(OrderT::from(root::<Order>(bytes).unwrap()), order);
}
