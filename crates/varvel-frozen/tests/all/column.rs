//! A column, and its integers, equal the results of a look-up in each record.

use proptest::collection::vec;
use proptest::prelude::*;
use varvel_core::{Result, Sink};
use varvel_frozen::{Builder, Frozen, View};

/// An item of an array.
#[derive(Clone, Debug)]
enum Item {
    /// A record with a text of this length before the member, and this many members behind it.
    Record(usize, Option<Cell>, usize),
    Other(Cell),
}

#[derive(Clone, Debug)]
enum Cell {
    Null,
    Integer(i64),
    Float(f64),
    Text(usize),
    Integers(Vec<i64>),
}

fn cells() -> impl Strategy<Value = Cell> {
    prop_oneof![
        Just(Cell::Null),
        (-3000_i64..3000).prop_map(Cell::Integer),
        any::<i32>().prop_map(|value| Cell::Integer(value.into())),
        any::<i64>().prop_map(Cell::Integer),
        any::<f64>().prop_map(Cell::Float),
        (0_usize..20).prop_map(Cell::Text),
        vec(any::<i64>(), 0..4).prop_map(Cell::Integers),
    ]
}

/// Mostly records with one layout: integers of 32 bits in records of one shape.
fn items() -> impl Strategy<Value = Vec<Item>> {
    let alike = (0_usize..9, any::<i32>())
        .prop_map(|(text, value)| Item::Record(text, Some(Cell::Integer(value.into())), 1));
    let any = (0_usize..5000, proptest::option::of(cells()), 0_usize..20)
        .prop_map(|(text, cell, more)| Item::Record(text, cell, more));
    let few = prop_oneof![
        400 => alike.clone(),
        1 => any,
        1 => cells().prop_map(Item::Other),
    ];
    prop_oneof![vec(alike, 0..300), vec(few, 0..300)]
}

fn add(builder: &mut Builder, cell: &Cell) -> Result {
    match cell {
        Cell::Null => builder.null(),
        Cell::Integer(value) => builder.i64(*value),
        Cell::Float(value) => builder.f64(*value),
        Cell::Text(len) => builder.str("x".repeat(*len).as_str().into()),
        Cell::Integers(values) => builder.i64_array(values),
    }
}

fn freeze(items: &[Item]) -> Result<Frozen> {
    let mut builder = Builder::new();
    builder.start()?;
    builder.begin_array(None)?;
    for item in items {
        let (text, cell, more) = match item {
            Item::Record(text, cell, more) => (text, cell, more),
            Item::Other(cell) => {
                add(&mut builder, cell)?;
                continue;
            }
        };
        builder.begin_map(None)?;
        builder.key("text".into())?;
        builder.str("y".repeat(*text).as_str().into())?;
        if let Some(cell) = cell {
            builder.key("cell".into())?;
            add(&mut builder, cell)?;
        }
        for i in 0..*more {
            builder.key(format!("more {i}").as_str().into())?;
            builder.bool(true)?;
        }
        builder.end_map()?;
    }
    builder.end_array()?;
    builder.finish()
}

/// Compares all ways to walk a column with look-ups.
fn check(view: View<'_>) {
    let plain: Vec<Option<View<'_>>> = view.items().map(|item| item.get("cell")).collect();
    let integers: Vec<Option<i64>> = plain.iter().map(|cell| cell.as_ref()?.as_i64()).collect();
    let column = || view.column("cell");
    assert!(column().eq(plain.iter().copied()));
    assert!(column().rev().eq(plain.iter().rev().copied()));
    assert!(column().i64s().eq(integers.iter().copied()));
    assert_eq!(column().i64s().len(), plain.len());
    let folded = column().i64s().fold(Vec::new(), |mut all, value| {
        all.push(value);
        all
    });
    assert_eq!(folded, integers);
    // Begun one by one and finished in one call, and the other way round.
    for begun in [65, 1, 63, 64, 100]
        .into_iter()
        .take(if cfg!(miri) { 1 } else { 5 })
    {
        let mut walk = column().i64s();
        let head: Vec<Option<i64>> = walk.by_ref().take(begun).collect();
        assert_eq!(walk.len(), plain.len() - head.len());
        let rest = walk.fold(head, |mut all, value| {
            all.push(value);
            all
        });
        assert_eq!(rest, integers);
    }
    let mut ended = column().i64s();
    assert_eq!(ended.by_ref().count(), plain.len());
    assert_eq!(ended.next(), None);
    assert_eq!(ended.next(), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    #[cfg_attr(miri, ignore = "`records_of_any_width` is enough there, and takes seconds")]
    fn a_column_is_what_look_ups_give(items in items()) {
        check(freeze(&items).unwrap().view());
    }
}

/// Records far from each other, so that their slots or those of the array are wider.
#[test]
fn records_of_any_width() {
    let n = if cfg!(miri) { 66 } else { 300 };
    let records = [(0, 1), (0, 0), (3, 0), (3, 17), (5000, 1), (5000, 300)];
    for &(text, more) in &records[..if cfg!(miri) { 1 } else { records.len() }] {
        for value in [7, 70_000, i64::from(i32::MIN), i64::MAX] {
            let item = |i: i64| Item::Record(text, Some(Cell::Integer(value ^ (i & 3))), more);
            let items: Vec<Item> = (0..n).map(item).collect();
            check(freeze(&items).unwrap().view());
            if cfg!(miri) {
                break;
            }
        }
    }
    check(freeze(&[]).unwrap().view());
}

/// A value that is no array of records has no column, or one without members.
#[test]
fn other_nodes() {
    let mut builder = Builder::new();
    builder.start().unwrap();
    let numbers: Vec<i64> = (0..if cfg!(miri) { 20 } else { 200 }).collect();
    builder.i64_array(&numbers).unwrap();
    let packed = builder.finish().unwrap();
    check(packed.view());
    assert_eq!(packed.view().column("cell").i64s().flatten().count(), 0);
    let scalar = packed.view().at(0).unwrap();
    assert_eq!(scalar.column("cell").i64s().count(), 0);
}
