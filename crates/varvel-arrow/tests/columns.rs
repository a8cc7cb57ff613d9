//! Documents as columns: values, nulls, types, and documents that fail.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Decimal128Type, Float64Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{Array as _, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use varvel::schema::Inference;
use varvel::{ErrorKind, Result, json};
use varvel_arrow::{Columns, Conflicts, Projection, arrow_schema};

fn infer(lines: &[&str]) -> Result<SchemaRef> {
    infer_with(lines, Conflicts::Text)
}

fn infer_with(lines: &[&str], conflicts: Conflicts) -> Result<SchemaRef> {
    let mut inference = Inference::default();
    for line in lines {
        json::drive(
            line.as_bytes(),
            &json::ReadOptions::default(),
            &mut inference,
        )?;
        inference.end_document();
    }
    arrow_schema(&inference.finish(), conflicts, true)
}

fn push(columns: &mut Columns, line: &str) -> Result {
    let result = json::drive(line.as_bytes(), &json::ReadOptions::default(), columns);
    match result {
        Ok(()) => columns.end_row(),
        Err(_) => columns.undo(),
    }
    result
}

fn read(schema: SchemaRef, lines: &[&str]) -> Result<RecordBatch> {
    let mut columns = Columns::new(schema)?;
    lines.iter().try_for_each(|line| push(&mut columns, line))?;
    let batch = columns.take();
    for column in batch.columns() {
        column.to_data().validate_full().unwrap();
    }
    Ok(batch)
}

fn inferred(lines: &[&str]) -> RecordBatch {
    read(infer(lines).unwrap(), lines).unwrap()
}

fn schema(fields: &[(&str, DataType, bool)]) -> SchemaRef {
    let fields = fields
        .iter()
        .map(|(name, ty, nullable)| Field::new(*name, ty.clone(), *nullable));
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

fn ty(lines: &[&str]) -> DataType {
    infer(lines).unwrap().field(0).data_type().clone()
}

#[test]
fn the_narrowest_type_that_loses_nothing() {
    assert_eq!(
        ty(&[r#"{"a":1}"#, r#"{"a":9007199254740993}"#]),
        DataType::Int64
    );
    assert_eq!(
        ty(&[r#"{"a":1}"#, r#"{"a":18446744073709551615}"#]),
        DataType::UInt64
    );
    assert_eq!(
        ty(&[r#"{"a":-1}"#, r#"{"a":18446744073709551615}"#]),
        DataType::Decimal128(38, 0)
    );
    assert_eq!(
        ty(&[r#"{"a":36893488147419103233}"#]),
        DataType::Decimal128(38, 0)
    );
    assert_eq!(ty(&[r#"{"a":1}"#, r#"{"a":1.5}"#]), DataType::Float64);
    assert_eq!(
        ty(&[r#"{"a":9007199254740992}"#, r#"{"a":1.5}"#]),
        DataType::Float64
    );
    // A float would not hold the integer.
    assert_eq!(
        ty(&[r#"{"a":9007199254740993}"#, r#"{"a":1.5}"#]),
        DataType::Utf8
    );
    assert_eq!(
        ty(&[r#"{"a":18446744073709551615}"#, r#"{"a":1.5}"#]),
        DataType::Utf8
    );
    let huge = format!(r#"{{"a":1{}}}"#, "0".repeat(38));
    assert_eq!(ty(&[&huge]), DataType::Utf8);
    // Text stays text.
    assert_eq!(ty(&[r#"{"a":"2026-01-01"}"#]), DataType::Utf8);
    assert_eq!(ty(&[r#"{"a":null}"#]), DataType::Null);
}

#[test]
fn integers_are_exact() {
    let batch = inferred(&[r#"{"a":9007199254740993}"#, r#"{"a":-9223372036854775808}"#]);
    let column = batch.column(0).as_primitive::<Int64Type>();
    assert_eq!(column.values(), &[9_007_199_254_740_993, i64::MIN]);
    let batch = inferred(&[
        r#"{"a":36893488147419103233}"#,
        r#"{"a":-1}"#,
        r#"{"a":null}"#,
    ]);
    let column = batch.column(0).as_primitive::<Decimal128Type>();
    assert_eq!(column.values()[..2], [36_893_488_147_419_103_233, -1]);
    assert!(column.is_null(2));
}

#[test]
fn what_has_no_common_type_is_json() {
    let lines = [
        r#"{"a":9007199254740993}"#,
        r#"{"a":1.10}"#,
        r#"{"a":{"b":[1,"x",null]}}"#,
        r#"{}"#,
        r#"{"a":null}"#,
    ];
    let batch = inferred(&lines);
    assert_eq!(
        batch.schema().field(0).metadata()["ARROW:extension:name"],
        "arrow.json"
    );
    let column: Vec<_> = batch.column(0).as_string::<i32>().iter().collect();
    assert_eq!(
        column,
        [
            Some("9007199254740993"),
            Some("1.10"),
            Some(r#"{"b":[1,"x",null]}"#),
            None,
            None
        ]
    );
    let error = infer_with(&lines, Conflicts::Error).unwrap_err();
    assert_eq!(
        error.to_string(),
        "value cannot be represented: expected values of one type in the column `a`, found values of several kinds"
    );
}

#[test]
fn nulls_inside_of_lists_stay() {
    let batch = inferred(&[
        r#"{"a":[[null,1],[2]]}"#,
        r#"{"a":[null,[3,null]]}"#,
        r#"{"a":[]}"#,
    ]);
    let lists = batch.column(0).as_list::<i32>();
    let second = lists.value(1);
    assert_eq!((second.len(), second.is_null(0)), (2, true));
    let inner = lists.values().as_list::<i32>();
    let items = inner.values().as_primitive::<Int64Type>();
    assert_eq!(
        items.iter().collect::<Vec<_>>(),
        [None, Some(1), Some(2), Some(3), None]
    );
    assert_eq!(lists.value_length(2), 0);
}

#[test]
fn members_come_in_any_order_and_may_be_missing() {
    let lines = [
        r#"{"a":1,"b":{"c":"x","d":true}}"#,
        r#"{"b":{"d":false},"a":2}"#,
        r#"{"b":null}"#,
    ];
    let batch = inferred(&lines);
    let a = batch.column(0).as_primitive::<Int64Type>();
    assert_eq!(a.iter().collect::<Vec<_>>(), [Some(1), Some(2), None]);
    let b = batch.column(1).as_struct();
    assert!(b.is_null(2));
    assert_eq!(
        b.column(0).as_string::<i32>().iter().collect::<Vec<_>>(),
        [Some("x"), None, None]
    );
}

#[test]
fn many_keys_are_a_map() {
    let line = |from: usize| {
        let members: Vec<_> = (from..from + 200)
            .map(|i| format!(r#""k{i}":{i}"#))
            .collect();
        format!(r#"{{"a":{{{}}}}}"#, members.join(","))
    };
    let (first, second) = (line(0), line(200));
    let batch = inferred(&[&first, &second, r#"{"a":{}}"#, r#"{"a":null}"#]);
    let map = batch.column(0).as_map();
    assert_eq!(
        (
            map.value_length(0),
            map.value_length(1),
            map.value_length(2)
        ),
        (200, 200, 0)
    );
    assert!(map.is_null(3));
    assert_eq!(map.keys().as_string::<i32>().value(399), "k399");
    assert_eq!(map.values().as_primitive::<Int64Type>().value(399), 399);
}

#[test]
fn a_document_that_fails_leaves_nothing() {
    let lines = [
        r#"{"a":[{"b":"x","c":1}],"d":{"e":true},"f":1}"#,
        r#"{"a":[],"d":null,"f":"1"}"#,
    ];
    let mut columns = Columns::new(infer(&lines).unwrap()).unwrap();
    push(&mut columns, lines[0]).unwrap();
    for bad in [
        r#"{"a":[{"b":"y","c":2},{"b":"z","c":"no"}]}"#,
        r#"{"a":[{"b":"y","c":2},{"b":"z""#,
        r#"{"f":{"g":[1,2"#,
        r#"{"d":{"e":1}}"#,
        r#"{"f":1,"f":2}"#,
        r#"{"x":1}"#,
        r#"[1]"#,
        r#"{"a":[{"b":"y","b":"z"}]}"#,
    ] {
        push(&mut columns, bad).unwrap_err();
    }
    push(&mut columns, lines[1]).unwrap();
    let batch = columns.take();
    assert_eq!(batch, read(infer(&lines).unwrap(), &lines).unwrap());
}

#[test]
fn errors_have_a_place() {
    let schema = infer(&[r#"{"a":{"b":[1]}}"#]).unwrap();
    let error = read(schema.clone(), &[r#"{"a":{"b":[1,"x"]}}"#]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TypeMismatch);
    assert_eq!(error.path().unwrap().to_string(), "$.a.b[1]");
    assert_eq!(error.offset(), Some(13));
    let error = read(schema.clone(), &[r#"{"a":{"b":[1],"c":2}}"#]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownMember);
    let error = read(schema, &[r#"{"a":{"b":[1.5]}}"#]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TypeMismatch);
}

#[test]
fn a_given_type_is_kept_to() {
    let point = DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()));
    let given = schema(&[
        ("i", DataType::Int8, false),
        ("d", DataType::Decimal128(9, 2), true),
        ("t", point, true),
        ("f", DataType::Float64, true),
        ("day", DataType::Date32, true),
    ]);
    let batch = read(
        given.clone(),
        &[
            r#"{"i":-128,"d":1.10,"t":"2026-11-29T00:00:00.000001Z","f":7,"day":"1970-01-02"}"#,
            r#"{"i":127,"d":12e3}"#,
        ],
    );
    let batch = batch.unwrap();
    assert_eq!(
        batch.column(1).as_primitive::<Decimal128Type>().values(),
        &[110, 1_200_000]
    );
    let t = batch.column(2).as_primitive::<TimestampMicrosecondType>();
    assert_eq!(t.value(0), 1_795_910_400_000_001);
    assert_eq!(batch.column(3).as_primitive::<Float64Type>().value(0), 7.0);
    for (bad, kind) in [
        (r#"{"i":128}"#, ErrorKind::NumberOutOfRange),
        (r#"{"i":null}"#, ErrorKind::TypeMismatch),
        (r#"{}"#, ErrorKind::MissingField),
        (r#"{"i":1,"d":1.101}"#, ErrorKind::NumberOutOfRange),
        (r#"{"i":1,"d":12345678}"#, ErrorKind::NumberOutOfRange),
        (
            r#"{"i":1,"f":9007199254740993}"#,
            ErrorKind::NumberOutOfRange,
        ),
        (
            r#"{"i":1,"t":"2026-11-29T00:00:00.0000001Z"}"#,
            ErrorKind::NumberOutOfRange,
        ),
        (r#"{"i":1,"t":"yesterday"}"#, ErrorKind::TypeMismatch),
        (r#"{"i":1,"day":"2026-02-30"}"#, ErrorKind::TypeMismatch),
        (r#"{"i":1,"day":"2026-2-3"}"#, ErrorKind::TypeMismatch),
    ] {
        let error = read(given.clone(), &[bad]).unwrap_err();
        assert_eq!(error.kind(), kind, "{bad}: {error}");
    }
}

#[test]
fn other_members_can_be_skipped() {
    let given = schema(&[("b", DataType::Int64, true)]);
    let mut columns = Columns::new(given).unwrap().skip_unknown();
    for line in [
        r#"{"a":{"b":[{"c":1}],"b2":null},"b":7,"z":[null]}"#,
        r#"{"a":null,"b":8}"#,
        r#"{"a":"x"}"#,
    ] {
        push(&mut columns, line).unwrap();
    }
    let batch = columns.take();
    let b = batch.column(0).as_primitive::<Int64Type>();
    assert_eq!(b.iter().collect::<Vec<_>>(), [Some(7), Some(8), None]);
}

#[test]
fn wanted_columns_are_found_in_any_order_of_keys() {
    use varvel::records::{Format, Options, Watch};
    let members = [
        r#""id":1"#,
        r#""a":"x""#,
        r#""o":{"z":[1],"y":2,"x":{"w":null}}"#,
        r#""o":{"x":3.5,"y":"no"}"#,
        r#""l":[{"k":1,"v":2},{"v":"no"},[{"k":2.5}]]"#,
        r#""b":[{"id":"no"}]"#,
    ];
    // Lines with each choice of members, in both orders, and the same with the wanted parts alone.
    let (mut whole, mut parts) = (String::new(), String::new());
    for choice in 0..1_u32 << members.len() {
        let chosen = (0..members.len()).filter(|at| choice >> at & 1 == 1 && choice & 12 != 12);
        let mut chosen: Vec<usize> = chosen.collect();
        if choice % 3 == 0 {
            chosen.reverse();
        }
        let line: Vec<&str> = chosen.iter().map(|&at| members[at]).collect();
        whole += &format!("{{{}}}\n", line.join(","));
        let line: Vec<&str> = chosen
            .iter()
            .filter_map(|&at| match at {
                0 => Some(members[0]),
                2 => Some(r#""o":{"x":{"w":null}}"#),
                3 => Some(r#""o":{"x":3.5}"#),
                4 => Some(r#""l":[{"k":1},{},[{"k":2.5}]]"#),
                _ => None,
            })
            .collect();
        parts += &format!("{{{}}}\n", line.join(","));
    }
    let wanted = Projection::new(["id", "o.x", "l.k"]).unwrap();
    let inferred = |lines: &str, wanted| {
        let (options, watch) = (Options::default(), Watch::default());
        let schema = varvel_arrow::infer(lines.as_bytes(), Format::Ndjson, wanted, &options, watch);
        schema.unwrap().to_string()
    };
    assert_eq!(inferred(&whole, Some(&wanted)), inferred(&parts, None));
}

#[test]
fn only_wanted_columns_are_looked_at() {
    let lines = [
        r#"{"a":1,"b":{"c":[{"d":1,"e":2},{"e":"x"}],"f":1},"g":{"h":[1]}}"#,
        r#"{"a":"x","b":{"c":[{"d":null}],"f":"x"},"g":{"h":[]},"later":1}"#,
    ];
    let wanted = Projection::new(["b.c.d", "g", "/later"]).unwrap();
    let mut inference = Inference::default();
    for line in lines {
        let mut sink = wanted.before(&mut inference);
        json::drive(line.as_bytes(), &json::ReadOptions::default(), &mut sink).unwrap();
        inference.end_document();
    }
    let schema = arrow_schema(&inference.finish(), Conflicts::Error, true).unwrap();
    wanted.check(&schema).unwrap();
    let names: Vec<_> = schema.fields().iter().map(|field| field.name()).collect();
    assert_eq!(names, ["b", "g", "later"]);
    let mut columns = Columns::new(schema).unwrap().skip_unknown();
    lines
        .iter()
        .for_each(|line| push(&mut columns, line).unwrap());
    let batch = columns.take();
    batch
        .columns()
        .iter()
        .for_each(|column| column.to_data().validate_full().unwrap());
    let b = batch.column(0).as_struct();
    assert_eq!(b.num_columns(), 1);
    let items = b.column(0).as_list::<i32>().values().as_struct();
    let d = items.column(0).as_primitive::<Int64Type>();
    assert_eq!(d.iter().collect::<Vec<_>>(), [Some(1), None, None]);
    assert_eq!(batch.column(2).null_count(), 1);
}

#[test]
fn a_column_that_no_document_has_is_an_error() {
    let schema = infer(&[r#"{"a":{"b":1},"c":[{"d":1}],"e":1}"#, r#"{"e":"x"}"#]).unwrap();
    let check = |path| Projection::new([path]).unwrap().check(&schema);
    for path in ["a", "a.b", "c", "c.d", "e", "e.f"] {
        check(path).unwrap();
    }
    for path in ["b", "a.c", "a.b.c", "c.e"] {
        assert_eq!(
            check(path).unwrap_err().kind(),
            ErrorKind::NotFound,
            "{path}"
        );
    }
    let error = check("b").unwrap_err();
    assert_eq!(error.hint(), Some("there are `a`, `c` and `e`"));
    for path in ["", "$", "a[0]", "a..b"] {
        assert!(Projection::new([path]).is_err(), "{path}");
    }
}

/// Each object of a list has a place for each member of all of them.
#[test]
fn a_record_of_sparse_objects_is_refused_before_it_takes_all_memory() {
    let objects = |count: usize| {
        let objects = (0..count).map(|item| format!("{{\"k{}\":null}}", item % 200));
        format!("{{\"v\":[{}]}}", objects.collect::<Vec<_>>().join(","))
    };
    let (some, many) = (objects(200), objects(220_000));
    let schema = infer(&[&some, &many]).unwrap();
    let mut columns = Columns::new(schema).unwrap();
    push(&mut columns, &some).unwrap();
    for nulls in [
        &*many,
        &format!("{{\"v\":[{}]}}", vec!["null"; 220_000].join(",")),
    ] {
        let error = push(&mut columns, nulls).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{error}");
        columns.undo();
    }
    // Many records may miss as much together.
    for _ in 0..20 {
        push(&mut columns, &objects(20_000)).unwrap();
    }
    assert_eq!(columns.take().num_rows(), 21);
}
