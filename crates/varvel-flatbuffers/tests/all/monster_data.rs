//! Tests with monsters: flatc's golden files, and round trips.

#[allow(dead_code, reason = "shared: nobody uses all of it")]
use crate::monster;

use monster::{AnyT, Monster, MonsterT, TestT, Vec3T};
use varvel_core::{ErrorKind, Limits};
use varvel_flatbuffers::{Builder, Encoder, Verify, root};

fn example() -> MonsterT {
    let friend = |name: &str| MonsterT {
        name: name.into(),
        mana: 150,
        hp: 100,
        color: 8,
        ..MonsterT::default()
    };
    MonsterT {
        pos: Some(Vec3T {
            x: 1.0,
            test1: 3.0,
            test3: TestT { a: 5, b: 6 },
        }),
        hp: 80,
        inventory: Some(vec![0, 1, 2, 3, 4]),
        test: AnyT::Monster(Box::new(friend("Fred"))),
        test4: Some(vec![TestT { a: 10, b: 20 }, TestT { a: 30, b: 40 }]),
        strings: Some(vec!["test1".into(), "größer".into()]),
        friends: Some(vec![friend("Barney"), friend("Fred")]),
        enemy: Some(Box::new(MonsterT {
            test: AnyT::Simple(7),
            ..friend("Fred")
        })),
        ..friend("MyMonster")
    }
}

#[test]
fn what_is_encoded_is_read() {
    let mut encoder = Encoder::new();
    let value = example();
    let bytes = encoder.encode(&value).unwrap();
    let view = Verify::new().identified().root::<Monster>(bytes).unwrap();
    assert_eq!(MonsterT::of(view), value);
    let bytes = encoder.encode(&MonsterT::default()).unwrap();
    assert_eq!(
        MonsterT::of(root::<Monster>(bytes).unwrap()),
        MonsterT::default()
    );
}

#[test]
fn cut_off_and_changed_everywhere() {
    let mut encoder = Encoder::new();
    let bytes = encoder.encode(&example()).unwrap();
    let step = if cfg!(miri) { 61 } else { 1 };
    for len in (0..bytes.len()).step_by(step) {
        assert!(root::<Monster>(&bytes[..len]).is_err(), "{len}");
    }
    let mut changed = bytes.to_vec();
    for at in (0..bytes.len()).step_by(step) {
        for value in [
            0,
            1,
            0x7F,
            0x80,
            0xFF,
            bytes[at] ^ 1,
            bytes[at].wrapping_add(4),
        ] {
            changed[at] = value;
            if let Ok(view) = root::<Monster>(&changed) {
                std::hint::black_box(MonsterT::of(view));
            }
        }
        changed[at] = bytes[at];
    }
}

#[test]
fn a_nested_buffer_is_verified_and_read() {
    let mut builder = Builder::new();
    let build = |nested: &[u8], builder: &mut Builder| {
        let nested = builder.aligned_scalars(nested, 8).unwrap();
        let name = builder.string("Outer").unwrap();
        let mut outer = builder.table::<Monster>().unwrap();
        outer.string::<3>(name).unwrap();
        outer
            .vector::<varvel_flatbuffers::read::Scalars<u8>, 13>(nested)
            .unwrap();
        let outer = outer.finish().unwrap();
        builder.finish(outer).unwrap().to_vec()
    };
    let mut encoder = Encoder::new();
    let inner = encoder.encode(&example()).unwrap().to_vec();
    let bytes = build(&inner, &mut builder);
    let nested = root::<Monster>(&bytes).unwrap().nested().unwrap();
    assert_eq!(MonsterT::of(nested), example());
    let step = if cfg!(miri) { 97 } else { 1 };
    for len in (0..inner.len()).step_by(step) {
        let bytes = build(&inner[..len], &mut builder);
        let error = root::<Monster>(&bytes).unwrap_err();
        let path = error.path().unwrap().to_string();
        assert!(path.starts_with("$.testnestedflatbuffer"), "{path}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "thousands of tables")]
fn a_graph_that_unfolds_is_bounded() {
    let mut builder = Builder::new();
    let name = builder.string("n").unwrap();
    let mut inner = {
        let mut leaf = builder.table::<Monster>().unwrap();
        leaf.string::<3>(name).unwrap();
        leaf.finish().unwrap()
    };
    for _ in 0..40 {
        let twice = builder.tables(&[inner, inner]).unwrap();
        let mut table = builder.table::<Monster>().unwrap();
        table.string::<3>(name).unwrap();
        table
            .vector::<varvel_flatbuffers::read::Tables<Monster>, 11>(twice)
            .unwrap();
        inner = table.finish().unwrap();
    }
    let bytes = builder.finish(inner).unwrap();
    let error = root::<Monster>(bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ReplayLimit);
    let wide = Limits {
        nodes: 1000,
        replay: usize::MAX,
        ..Limits::DEFAULT
    };
    let error = Verify::new()
        .limits(wide)
        .root::<Monster>(bytes)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NodeLimit);
}

#[test]
#[cfg_attr(miri, ignore = "thousands of tables")]
fn deep_tables_are_an_error_not_a_crash() {
    let mut builder = Builder::new();
    let name = builder.string("n").unwrap();
    let mut inner = None;
    for _ in 0..1000 {
        let mut table = builder.table::<Monster>().unwrap();
        table.string::<3>(name).unwrap();
        if let Some(inner) = inner {
            table.table::<Monster, 12>(inner).unwrap();
        }
        inner = Some(table.finish().unwrap());
    }
    let bytes = builder.finish(inner.unwrap()).unwrap();
    let error = root::<Monster>(bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
    assert!(
        Verify::new()
            .limits(Limits::NONE)
            .root::<Monster>(bytes)
            .is_ok()
    );
    let mut deep = MonsterT::default();
    for _ in 0..200 {
        deep = MonsterT {
            enemy: Some(Box::new(deep)),
            ..MonsterT::default()
        };
    }
    let error = Encoder::new().encode(&deep).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
}

/// The files of flatc and its writers in other languages, from the external suites, if these are
/// there.
#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn golden_files() {
    let Some(suites) = std::env::var_os("VARVEL_SUITES") else {
        eprintln!("skipped: VARVEL_SUITES is not set");
        return;
    };
    let folder = std::path::Path::new(&suites).join("flatbuffers/tests");
    for name in ["monsterdata_test.mon", "monsterdata_python_wire.mon"] {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let view = Verify::new().identified().root::<Monster>(&bytes);
        let view = view.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            (view.hp(), view.mana(), view.name()),
            (80, 150, "MyMonster"),
            "{name}"
        );
        let pos = view.pos().unwrap();
        assert_eq!(
            (pos.x(), pos.test1(), pos.test3().a()),
            (1.0, 3.0, 5),
            "{name}"
        );
        assert_eq!(view.inventory(), Some(&[0, 1, 2, 3, 4][..]), "{name}");
        assert_eq!(view.test_as_monster().unwrap().name(), "Fred", "{name}");
        let strings: Vec<&str> = view.strings().unwrap().iter().collect();
        assert_eq!(strings, ["test1", "test2"], "{name}");
        // Python wrote them in the reverse order.
        let mut test4: Vec<(i16, i8)> = view
            .test4()
            .unwrap()
            .iter()
            .map(|t| (t.a(), t.b()))
            .collect();
        test4.sort_unstable();
        assert_eq!(test4, [(10, 20), (30, 40)], "{name}");
    }
    let bytes = std::fs::read(folder.join("unicode_test.mon")).unwrap();
    let view = Verify::new().root::<Monster>(&bytes).unwrap();
    assert_eq!(view.name(), "unicode_test");
    assert_eq!(view.strings().unwrap().get(0), Some("Цлїςσδε"));
}
