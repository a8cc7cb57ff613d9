//! Vectors of what has a key are in its order, whichever way they are read: by generated code, and by a schema.

use varvel_flatbuffers::reflect::{Builder, SchemaLayout};
use varvel_flatbuffers::{Encoder, root};
use varvel_schema::fbs::parse_text;

/// Keys of all kinds.
#[allow(dead_code, reason = "not all of it is used here")]
mod made {
    include!("../../crates/varvel-codegen/tests/generated/keys.rs.txt");
}

use made::keys::{All, AllT};

/// Numbers that are not in order, a seed for each.
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
    // Some are no numbers: those are last.
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
    format!(r#"{{"marks":[{marks}],"wides":[{wides}],"places":[{places}],"graded":[{graded}]}}"#)
}

#[test]
fn both_ways_sort_alike() {
    let schema = include_str!("../../crates/varvel-codegen/tests/generated/keys.fbs");
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
