//! Tests that printed schemas read as the same schema, and that randomly changed texts do no harm.

use varvel_fbs::{Schema, compatible, parse_text};

const SAMPLE: &str = include_str!("sample.fbs");

fn read(text: &str) -> Schema {
    parse_text(text).unwrap_or_else(|problems| panic!("{text}\n{problems}"))
}

#[test]
fn what_is_printed_reads_as_the_same() {
    let schema = read(SAMPLE);
    let text = schema.to_string();
    let again = read(&text);
    assert_eq!(again.to_string(), text);
    // Sorted, since a struct is printed after those in it.
    assert_eq!(
        format!("{:#?}", again.sorted().without_places()),
        format!("{:#?}", schema.sorted().without_places())
    );
}

#[test]
fn names_that_lead_elsewhere_are_not_written() {
    let text = "namespace a.b; table X { n: int; }
        namespace b; table X { s: string; }
        namespace a; table Y { inner: b.X; here: Z; } table Z {}
        namespace ; table Z { y: a.Y; outer: b.X; }
        root_type b.X;
        namespace a.b;";
    let schema = read(text);
    assert_eq!(schema.object(schema.root.unwrap()).name.as_str(), "b.X");
    assert_eq!(
        read(&schema.to_string()).without_places(),
        schema.without_places()
    );
}

#[test]
fn a_schema_without_its_attributes_prints_them_from_its_flags() {
    let mut schema = read(
        "enum E: ubyte (bit_flags) { A, B = 7 } struct S (force_align: 8) { a: int; }
        table T { a: string (required); b: string (key); c: [ubyte] (nested_flatbuffer: \"T\"); d: uint (hash: \"fnv1_32\");
        e: [S] (vector64); f: string (offset64, shared); g: [ubyte] (force_align: 16); h: int (deprecated); i: [ubyte] (flexbuffer); }",
    );
    for object in &mut schema.objects {
        object.attributes.0.clear();
        object
            .fields
            .iter_mut()
            .for_each(|field| field.attributes.0.clear());
    }
    schema.enums[0].attributes.0.clear();
    let mut again = read(&schema.to_string());
    assert!(
        again.objects[1]
            .fields
            .iter()
            .filter(|field| !field.attributes.0.is_empty())
            .count()
            == 9
    );
    for object in &mut again.objects {
        object.attributes.0.clear();
        object
            .fields
            .iter_mut()
            .for_each(|field| field.attributes.0.clear());
    }
    again.enums[0].attributes.0.clear();
    assert_eq!(again.without_places(), schema.without_places());
}

/// Marsaglia's xorshift, so that each run is the same.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

#[test]
fn texts_that_are_changed_anywhere_are_read_or_refused() {
    let words: Vec<&str> = SAMPLE
        .split_inclusive(|c: char| !c.is_alphanumeric())
        .collect();
    let mut random = Random(0x5EED);
    let mut read = 0;
    for _ in 0..2000 {
        let mut changed = words.clone();
        for _ in 0..=random.below(3) {
            let (at, other) = (
                random.below(changed.len()),
                words[random.below(words.len())],
            );
            match random.below(4) {
                0 => changed[at] = other,
                1 => changed.insert(at, other),
                2 => drop(changed.remove(at)),
                _ => changed[at] = "ö",
            }
        }
        let text = changed.concat();
        match parse_text(&text) {
            Err(problems) => assert!(problems.to_string().starts_with("error: ")),
            Ok(schema) => {
                read += 1;
                assert!(compatible(&schema, &schema).is_compatible(), "{text}");
                let printed = schema.to_string();
                let again = parse_text(&printed)
                    .unwrap_or_else(|problems| panic!("{text}\n{printed}\n{problems}"));
                assert_eq!(again.to_string(), printed);
            }
        }
    }
    assert!(read > 50, "{read}");
}

#[test]
fn structs_stand_behind_those_in_them() {
    let text =
        "struct A { c: C; b: [B:2]; } table T { a: A; } struct B { x: int; } struct C { b: B; }";
    let schema = parse_text(text).unwrap();
    let printed = schema.to_string();
    let at = |name: &str| printed.find(name).unwrap();
    let order = [
        at("struct B"),
        at("struct C"),
        at("struct A"),
        at("table T"),
    ];
    assert!(order.is_sorted(), "{printed}");
    assert_eq!(parse_text(&printed).unwrap().to_string(), printed);
    let in_order = parse_text(&format!("{schema:#}")).unwrap();
    assert_eq!(in_order.without_places(), schema.without_places());

    let chain: String = (0..20_000)
        .map(|n| format!("struct S{n} {{ s: S{}; n: ubyte; }}\n", n + 1))
        .chain(["struct S20000 { n: ubyte; }".into()])
        .collect();
    let printed = parse_text(&chain).unwrap().to_string();
    assert!(printed.starts_with("struct S20000 {"));
}

#[test]
fn a_comment_may_end_with_any_character() {
    for comment in ["/**/", "/*é*/", "/* \u{FEFF}*/", "/*\n*/", "/* 1\n2 */"] {
        let text = format!("table T {{ x: int; {comment}\n }}");
        parse_text(&text).unwrap_or_else(|problems| panic!("{text}\n{problems}"));
    }
    // After the end of a line in a comment, a comment for documentation is the first on its line.
    let schema = parse_text("table T { x: int; /*\n*/ /// Why.\n y: int; }").unwrap();
    assert!(schema.to_string().contains("/// Why."), "{schema}");
}
