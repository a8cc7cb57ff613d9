//! Tests of generated code: it equals the golden files, compiles without a warning, and reads what
//! it writes.
//!
//! With `VARVEL_BLESS` set the golden files are written anew.
#![forbid(unsafe_code)]

use std::fs;
use std::path::{Path, PathBuf};

use varvel_codegen::{Backend, Builder, Rust, join_files};
use varvel_fbs::{Disk, parse, parse_text};
use varvel_flatbuffers::reflect::bfbs;
use varvel_flatbuffers::{Encoder, root};

/// A game.
mod monster {
    include!("monster.rs.txt");
}

/// Names that collide with those of the generated code.
#[allow(dead_code, reason = "most of it is there to be compiled")]
mod odd {
    include!("names.rs.txt");
}

/// One example of every construct of the schema language.
mod store {
    include!("shop.rs.txt");
}

/// Vectors of enums and unions, keys, and shared strings.
mod kinds {
    include!("kinds.rs.txt");
}

/// Two schemas that include a third.
mod joined {
    include!("joined.rs.txt");
}

/// A struct as the root of a buffer.
mod reading {
    include!("reading.rs.txt");
}

/// One that needs no alignment, with arrays of `char`.
mod stamp {
    include!("stamp.rs.txt");
}

mod roots;
mod types;

use monster::game::{Any, AnyT, Color, Monster, MonsterT, ShortT, SimpleT, Vec3T};
use store::shop::goods::{self, Box2T, SideT, Size};
use store::shop::{ItemT, Side2T, Ware, WareT};
use store::{Both, BothT, EitherT, Order, OrderT, TurnT};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generated")
}

/// Returns the folder of the schemas that the tests of all languages share.
fn corpus() -> PathBuf {
    folder().join("../corpus")
}

#[test]
fn the_code_is_what_it_was() {
    let schema_in = |folder: PathBuf, name: &str| {
        let schema = folder.join(name).with_extension("fbs");
        parse(schema.to_str().unwrap(), &Disk::default()).unwrap()
    };
    let schema = |name: &str| schema_in(folder(), name);
    for name in ["drawn", "keys", "kinds", "monster", "names", "shop"] {
        is_golden(name, &Rust.generate(&schema(name)).unwrap());
    }
    for name in ["reading", "stamp"] {
        is_golden(name, &Rust.generate(&schema_in(corpus(), name)).unwrap());
    }
    let joined = join_files(&[schema("order"), schema("bill")]).unwrap();
    is_golden("joined", &Rust.generate_in_one(&joined).unwrap());
}

fn is_golden(name: &str, code: &str) {
    let golden = folder().join(format!("{name}.rs.txt"));
    if std::env::var_os("VARVEL_BLESS").is_some() {
        fs::write(&golden, code).unwrap();
    }
    assert!(
        fs::read_to_string(&golden).unwrap() == code,
        "{name}.rs is another"
    );
    assert!(
        !code.contains("varvel_core"),
        "{name}.rs needs another crate"
    );
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
fn names_that_rust_has_are_others() {
    let schema = "table Box { type: int; Type: int; } table self { a_b: int; aB: int; } enum Vec: byte { a, A }";
    let code = Rust.generate(&parse_text(schema).unwrap()).unwrap();
    for part in [
        "struct Box2<'a>",
        "fn type_(",
        "fn type__(",
        "struct Self2",
        "fn a_b_(",
        "struct Vec2(pub i8)",
        "const A_:",
    ] {
        assert!(code.contains(part), "{part} is not in\n{code}");
    }
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

#[test]
fn a_schema_is_written_where_it_is_asked_for() {
    let out = tempfile::tempdir().unwrap();
    let files = Builder::default()
        .write(&folder().join("monster.fbs"), out.path())
        .unwrap();
    assert!(files.len() == 1 && files[0].ends_with("monster.fbs"));
    let written = fs::read(out.path().join("monster.rs")).unwrap();
    assert!(written == fs::read(folder().join("monster.rs.txt")).unwrap());
    let names: Vec<_> = fs::read_dir(out.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "a temporary file is left: {names:?}");

    // A binary schema, whose declarations have another order.
    let schema = parse(files[0].as_str(), &Disk::default()).unwrap();
    let binary = out.path().join("binary.bfbs");
    let bytes = bfbs::write(&schema).unwrap();
    fs::write(&binary, &bytes).unwrap();
    fs::write(out.path().join("binary.rs"), "of before").unwrap();
    let files = Builder::default().write(&binary, out.path()).unwrap();
    assert_eq!(files, [binary.display().to_string()]);
    let of_binary = fs::read(out.path().join("binary.rs")).unwrap();
    let schema = bfbs::read(&bytes).unwrap();
    assert!(of_binary == Rust.generate(&schema).unwrap().as_bytes());
    fs::write(&binary, &bytes[..bytes.len() / 2]).unwrap();
    let broken = Builder::default().write(&binary, out.path()).unwrap_err();
    assert!(broken.to_string().contains("binary.bfbs: "), "{broken}");
    assert!(fs::read(out.path().join("binary.rs")).unwrap() == of_binary);

    // Two versions of a schema side by side.
    for name in ["binary.v1", "binary.v2"] {
        let schema = out.path().join(format!("{name}.fbs"));
        fs::write(&schema, "table A {}").unwrap();
        Builder::default().write(&schema, out.path()).unwrap();
        assert!(out.path().join(format!("{name}.rs")).exists());
    }

    let missing = Builder::default()
        .write(Path::new("none.fbs"), out.path())
        .unwrap_err();
    assert!(missing.to_string().contains("there is no file `none.fbs`"));
}
