//! Tests of the places of fields, and of their defaults.

use varvel_fbs::{
    DefaultValue, Element, Nested, ObjectId, Presence, Scalar, Schema, Type, parse_text,
};

fn read(text: &str) -> Schema {
    parse_text(text).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn deprecated_fields_of_structs_are_padding() {
    let text = "struct S { first: short (deprecated); a: int; was: [char:5] (deprecated); b: ubyte (key); last: T (deprecated); }
        struct T { x: double; y: ubyte (deprecated); }
        table Old { a: int (deprecated); b: int; }";
    let schema = read(text);
    let again = read(&schema.to_string()).sorted().without_places();
    assert_eq!(again, schema.clone().sorted().without_places());
    let in_use = schema.in_use();
    let rows = |schema: &Schema, name: &str| -> Vec<(String, u16, u32, u32)> {
        let object = schema.object(schema.object_named(name).unwrap());
        (object.fields.iter())
            .map(|it| (it.name.clone(), it.slot, it.offset, it.padding))
            .collect()
    };
    let named = |name: &str, slot, offset, padding| (name.to_owned(), slot, offset, padding);
    assert_eq!(rows(&schema, "S").len(), 5);
    assert_eq!(
        rows(&in_use, "S"),
        [named("a", 0, 4, 5), named("b", 1, 13, 18)]
    );
    assert_eq!(rows(&in_use, "T"), [named("x", 0, 0, 8)]);
    assert_eq!(rows(&in_use, "Old"), rows(&schema, "Old"));
    let s = in_use.object(in_use.object_named("S").unwrap());
    assert_eq!((s.size, s.align), (32, 8));
    assert_eq!(s.key().map(|key| key.slot), Some(1));
    let plain = read("struct T { x: double; } table Old { a: int (deprecated); }");
    assert!(matches!(plain.in_use(), std::borrow::Cow::Borrowed(_)));
}

#[test]
fn structs_are_padded() {
    let schema = read(
        "struct Outer { a: byte; inner: Inner; b: short; c: [Inner:2]; d: [byte:3]; }
        struct Inner { x: short; y: byte; }
        struct Wide (force_align: 16) { a: double; b: bool; }",
    );
    let object = |name: &str| schema.object(schema.object_named(name).unwrap());
    let fields = |name: &str| -> Vec<(u32, u32)> {
        object(name)
            .fields
            .iter()
            .map(|field| (field.offset, field.padding))
            .collect()
    };
    assert_eq!((object("Inner").size, object("Inner").align), (4, 2));
    assert_eq!(fields("Inner"), [(0, 0), (2, 1)]);
    assert_eq!((object("Outer").size, object("Outer").align), (20, 2));
    assert_eq!(fields("Outer"), [(0, 1), (2, 0), (6, 0), (8, 0), (16, 1)]);
    assert_eq!((object("Wide").size, object("Wide").align), (16, 16));
    assert_eq!(fields("Wide"), [(0, 0), (8, 7)]);
}

#[test]
fn fields_stand_by_their_ids_with_the_tags_of_unions() {
    let schema = read(
        "union U { T } table T { b: string (id: 3); u: U (id: 2); a: int (id: 0); }
        table Plain { us: [U]; n: long; }",
    );
    let fields: Vec<(&str, u16, u32)> = schema.objects[0]
        .fields
        .iter()
        .map(|field| (field.name.as_str(), field.slot, field.offset))
        .collect();
    assert_eq!(
        fields,
        [("a", 0, 4), ("u_type", 1, 6), ("u", 2, 8), ("b", 3, 10)]
    );
    let plain = &schema.objects[1].fields;
    assert_eq!(
        plain[0].ty,
        Type::Vector(Element::Tag(varvel_fbs::UnionId(0)))
    );
    assert_eq!((plain[0].name.as_str(), plain[2].slot), ("us_type", 2));
}

#[test]
fn defaults_are_read_in_all_forms() {
    let schema = read(
        "enum E: byte { A = -2, B, C } enum F: ubyte (bit_flags) { X, Y, Z = 7 }
        table T {
            a: int = -0x10; b: ulong = 18446744073709551615; c: bool = true; d: E = B; e: F = \"X Z\"; f: F = 6;
            g: float = 0.1; h: double = 0x1.8p1; i: double = -infinity; j: int = \"12\"; k: int = E.A;
            l: short = null; m: string = \"x\"; n: [int] = []; o: double = deg(rad(180)); p: float = 3; q: E = \"C\";
        }",
    );
    use DefaultValue::{EmptyVector, Float, Integer, None, Text};
    let defaults: Vec<DefaultValue> = schema.objects[0]
        .fields
        .iter()
        .map(|field| field.default.clone())
        .collect();
    assert_eq!(
        defaults,
        [
            Integer(-16),
            Integer(u64::MAX.into()),
            Integer(1),
            Integer(-1),
            Integer(129),
            Integer(6),
            Float(0.1_f32.into()),
            Float(3.0),
            Float(f64::NEG_INFINITY),
            Integer(12),
            Integer(-2),
            None,
            Text("x".into()),
            EmptyVector,
            Float(180.0),
            Float(3.0),
            Integer(0),
        ]
    );
    assert_eq!(schema.objects[0].fields[11].presence, Presence::Optional);
}

#[test]
fn attributes_become_what_they_mean() {
    let schema = read(
        "table T { a: string (key); b: [ubyte] (nested_flatbuffer: \"T\"); c: [ubyte] (vector64, flexbuffer);
            d: string (offset64, shared); e: [T] (required, deprecated); }
        enum S: byte (bit_flags) { Low, Sign = 7 }",
    );
    let fields = &schema.objects[0].fields;
    assert_eq!(
        (fields[0].presence, fields[0].key),
        (Presence::Required, true)
    );
    assert_eq!(fields[1].nested, Some(Nested::Table(ObjectId(0))));
    assert_eq!(fields[2].nested, Some(Nested::Flexible));
    assert_eq!(fields[2].ty, Type::Vector64(Element::Scalar(Scalar::U8)));
    assert!(fields[3].offset64 && fields[3].shared && fields[4].deprecated);
    assert_eq!(
        (schema.field_size(&fields[2]), schema.field_size(&fields[1])),
        (8, 4)
    );
    // The highest bit of a signed integer is its sign.
    assert_eq!(schema.enums[0].value_named("Sign").unwrap().value, -128);
}

#[test]
fn names_are_looked_up_from_the_inside_outwards() {
    let schema = read(
        "namespace A.B; table Inner { x: Thing; y: A.Thing; z: Thing2; }
        namespace A; table Thing {} namespace A.B; table Thing {} namespace ; table Thing {} table Thing2 {}",
    );
    let named = |field: usize| match schema.objects[0].fields[field].ty.element() {
        Element::Object(id) => schema.object(id).name.as_str(),
        _ => "",
    };
    assert_eq!(
        (named(0), named(1), named(2)),
        ("A.B.Thing", "A.Thing", "Thing2")
    );
}

#[test]
fn an_alignment_on_what_is_no_vector_changes_nothing() {
    let with = "union U { T } struct S { a: byte; b: ushort (force_align: 16); }
        table T { n: ushort (force_align: 4); s: string (force_align: 8); u: U (force_align: 8); v: [int] (force_align: 8); }";
    let without = with
        .replace(" (force_align: 16)", "")
        .replace("ushort (force_align: 4)", "ushort");
    let (with, without) = (read(with), read(&without));
    assert_eq!(with.objects[0].size, without.objects[0].size);
    let text = with.to_string();
    assert!(text.contains("n: ushort (force_align: 4);"), "{text}");
    assert_eq!(read(&text).without_places(), with.without_places());
    assert!(parse_text("table T { n: int (force_align: 3); }").is_err());
}

#[test]
fn an_empty_enum_has_none() {
    let schema =
        read("enum E: int { } enum F: ubyte (bit_flags) {} table T { e: E = NONE; f: F; }");
    let values = |at: usize| -> Vec<(&str, i128)> {
        let values = schema.enums[at].values.iter();
        values
            .map(|value| (value.name.as_str(), value.value))
            .collect()
    };
    assert_eq!(
        (values(0), values(1)),
        (vec![("NONE", 0)], vec![("NONE", 1)])
    );
    let text = schema.to_string();
    assert_eq!(
        read(&text).without_places(),
        schema.clone().without_places()
    );
}

#[test]
fn of_several_keys_one_is_the_primary_one() {
    let key = |text: &str| {
        let schema = parse_text(text).unwrap();
        assert_eq!(
            parse_text(&schema.to_string()).unwrap().to_string(),
            schema.to_string()
        );
        let object = &schema.objects[0];
        let key = object.key().map(|field| field.name.clone());
        (key.unwrap_or_default(), object.keys().count())
    };
    assert_eq!(key("table T { a: int (primary_key); }"), ("a".into(), 1));
    assert_eq!(
        key("table T { a: int (key); b: string (primary_key, key); c: int (key); }"),
        ("b".into(), 3)
    );
    // Nobody reads what is deprecated.
    assert_eq!(
        key("table T { a: int (key); b: int (primary_key, deprecated); }"),
        ("a".into(), 1)
    );
    let sorted = parse_text("table T { a: [int] (sorted); b: [int]; }").unwrap();
    assert!(sorted.objects[0].fields[0].sorted && !sorted.objects[0].fields[1].sorted);
}
