//! Vectors of tables and structs with a key are sorted by it, both by generated code and by a
//! schema.

use varvel_fbs::parse_text;
use varvel_flatbuffers::reflect::{Builder, SchemaLayout};
use varvel_flatbuffers::{Encoder, root};

use generated::keys::keys::{All, AllT, CornerT, Grade, Held, HeldT, SpotT};

/// Returns numbers that are not in order, different for each seed.
fn numbers(seed: u64) -> impl Iterator<Item = u64> {
    let mut state = seed | 1;
    core::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % 97
    })
}

fn list(count: usize, seed: u64, each: impl Fn(usize, u64) -> String) -> String {
    let items = numbers(seed).take(count).enumerate();
    let items: Vec<String> = items.map(|(n, number)| each(n, number)).collect();
    items.join(",")
}

fn json() -> String {
    // Some keys are NaN, which come last.
    let at = |number: u64| match number % 5 {
        0 => "\"nan\"".to_owned(),
        _ => format!("{}.5", number as i64 - 50),
    };
    let marks = list(300, 1, |n, number| {
        format!(r#"{{"at":{},"tag":{n}}}"#, at(number))
    });
    let wides = list(100, 2, |n, number| {
        format!(
            r#"{{"size":{n},"name":[{},{},{}]}}"#,
            number % 3,
            number % 5,
            number % 7
        )
    });
    let places = list(100, 3, |n, number| {
        let (x, y, grade) = (number % 3, number as i64 % 5 - 2, number % 2);
        format!(
            r#"{{"n":{n},"spot":{{"grade":{grade},"spots":[{{"x":{x},"y":1}},{{"x":{},"y":{y}}}]}}}}"#,
            at(number)
        )
    });
    let graded = list(20, 4, |n, number| {
        format!(
            r#"{{"grade":"{}","n":{n}}}"#,
            ["Low", "High"][number as usize % 2]
        )
    });
    let paths = list(50, 5, |n, number| {
        let x = number % 11;
        format!(r#"{{"n":{n},"spots":[{{"x":{x},"y":{number}}},{{"x":1,"y":{n}}}]}}"#)
    });
    let held = list(50, 6, |n, number| {
        let spots = format!(
            r#"[{{"x":-1,"y":{}}},{{"x":{},"y":0}}]"#,
            number % 9,
            at(number)
        );
        format!(r#"{{"n":{n},"spot":{{"grade":1,"spots":{spots}}}}}"#)
    });
    format!(
        r#"{{"marks":[{marks}],"wides":[{wides}],"places":[{places}],"graded":[{graded}],"paths":[{paths}],"held":[{held}]}}"#
    )
}

#[test]
fn both_ways_sort_alike() {
    let schema = include_str!("../../../crates/varvel-codegen/tests/generated/keys.fbs");
    let layout = SchemaLayout::new(&parse_text(schema).unwrap()).unwrap();
    let json = json();
    let read: AllT = varvel_json::from_slice(json.as_bytes()).unwrap();
    let mut builder = Builder::new(&layout).unwrap();
    varvel_json::drive(json.as_bytes(), &Default::default(), &mut builder).unwrap();
    let built = builder.finish().unwrap();
    let built = root::<All>(&built).unwrap();
    let mut encoder = Encoder::new();
    let generated = root::<All>(encoder.encode(&read).unwrap()).unwrap();
    assert_eq!(
        varvel_json::to_string(&generated).unwrap(),
        varvel_json::to_string(&built).unwrap()
    );
    let marks = generated.marks().unwrap();
    let (numbers, rest): (Vec<f64>, Vec<f64>) = marks
        .iter()
        .map(|mark| mark.at())
        .partition(|at| !at.is_nan());
    assert!(numbers.is_sorted() && numbers.len() > 200 && rest.len() > 20);
    for at in numbers {
        assert_eq!(marks.lookup(at).map(|mark| mark.at()), Some(at));
    }
    assert!(
        marks
            .lookup(f64::NAN)
            .is_some_and(|mark| mark.at().is_nan())
    );
    assert!(marks.lookup(0.25).is_none());
    let graded = generated.graded().unwrap();
    assert_eq!(
        graded.lookup(1_u8).map(|found| found.grade().name()),
        Some(Some("High"))
    );
}

/// Builds a table part by part, with its vector sorted by the builder.
#[test]
fn found_by_structs_and_arrays() {
    let read: AllT = varvel_json::from_slice(json().as_bytes()).unwrap();
    let mut encoder = Encoder::new();
    let all = root::<All>(encoder.encode(&read).unwrap()).unwrap();
    for wide in read.wides.iter().flatten() {
        let found = all.wides().unwrap().lookup(wide.name).unwrap();
        assert!(found.name().iter().eq(wide.name));
    }
    assert!(all.wides().unwrap().lookup([9_u8, 9, 9]).is_none());
    for place in read.places.iter().flatten() {
        let found = all.places().unwrap().lookup(&place.spot).unwrap();
        assert_eq!(
            format!("{:?}", CornerT::from(found.spot())),
            format!("{:?}", place.spot)
        );
    }
    for path in read.paths.iter().flatten() {
        let found = all.paths().unwrap().lookup(&path.spots[..]).unwrap();
        assert_eq!(found.n(), path.n, "each is there once");
    }
    let paths = all.paths().unwrap();
    let first = &read.paths.as_ref().unwrap()[0].spots;
    assert!(paths.lookup(&first[..1]).is_none());
    assert!(paths.lookup(&[first[0], first[1], first[1]][..]).is_none());
    let held = all.held().unwrap();
    for each in read.held.iter().flatten() {
        // A view of a struct elsewhere serves as a key, too.
        let view = held.lookup(each.spot.as_ref().unwrap()).unwrap().spot();
        assert!(held.lookup(&view).is_some());
    }
    let nowhere = CornerT {
        grade: Grade::LOW,
        ..CornerT::default()
    };
    assert!(held.lookup(&nowhere).is_none());
}

#[test]
fn the_incremental_builder_sorts_by_structs() {
    let corner = |number: u64| {
        let x = if number.is_multiple_of(7) {
            f32::NAN
        } else {
            number as f32 - 40.0
        };
        CornerT {
            spots: [
                SpotT {
                    x,
                    y: number as i32 % 3,
                },
                SpotT::default(),
            ],
            grade: Grade(number as u8 % 2),
        }
    };
    let mut builder = varvel_flatbuffers::Builder::new();
    let mut held = Vec::new();
    for number in numbers(7).take(60) {
        let mut table = builder.table::<Held>().unwrap();
        table.structure::<_, 0>(&corner(number)).unwrap();
        table.scalar::<i32, 1>(number as i32).unwrap();
        held.push(table.finish().unwrap());
    }
    let held = builder.sorted_tables(&held).unwrap();
    let mut all = builder.table::<All>().unwrap();
    all.vector::<_, 5>(held).unwrap();
    let all = all.finish().unwrap();
    let all = root::<All>(builder.finish(all).unwrap()).unwrap();
    let held = all.held().unwrap();
    let order: Vec<HeldT> = held.iter().map(HeldT::from).collect();
    assert!(varvel_flatbuffers::DecodeFields::by_key(&order[0], &order[59]).is_lt());
    assert!(order.is_sorted_by(|a, b| varvel_flatbuffers::DecodeFields::by_key(a, b).is_le()));
    for number in numbers(7).take(60) {
        assert!(held.lookup(&corner(number)).is_some(), "{number}");
    }
}
