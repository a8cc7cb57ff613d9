//! FlatBuffers built from JSON text by schemas that are read at run time: which texts are accepted,
//! and where others are refused.

use varvel_core::ErrorKind;
use varvel_fbs::parse_text;
use varvel_flatbuffers::reflect::{BuildOptions, Builder, Dynamic, SchemaLayout};

const SHOP: &str = "
    namespace Shop;
    enum Color: ubyte { Red, Green, Blue = 7 }
    enum Right: ushort (bit_flags) { Read, Write, Run }
    struct Point { x: short; y: float; }
    struct Grid { at: Point; cells: [ubyte:3]; }
    table Apple { size: int = 3; name: string; peel: Peel; peeled: Any; }
    table Pear { sort: string (key); kilos: double; }
    table Peel { thick: bool; }
    union Any { Apple, Label: string, Spot: Point }
    table Box {
        color: Color = Green; rights: Right; count: long; big: ulong; near: float; maybe: short = null;
        what: Any; all: [Any]; grid: Grid; points: [Point]; pears: [Pear]; names: [string]; bytes: [ubyte];
        inner: [ubyte] (nested_flatbuffer: \"Box\"); loose: [ubyte] (flexbuffer);
        hashed: uint (hash: \"fnv1a_32\"); old: int (deprecated); colors: [Color];
    }
    table Strict { must: string (required); }
    root_type Box;
";

fn layout() -> SchemaLayout {
    SchemaLayout::new(&parse_text(SHOP).unwrap()).unwrap()
}

fn built(text: &str, options: BuildOptions) -> varvel_core::Result<String> {
    let layout = layout();
    let root = layout.object("Shop.Box")?;
    let mut builder = Builder::with(&layout, root, options)?;
    varvel_json::drive(text.as_bytes(), &Default::default(), &mut builder)?;
    let bytes = builder.finish()?;
    varvel_json::to_string(&Dynamic::new(&layout, &bytes)?)
}

/// Builds a buffer from a text, and returns the text of the buffer.
fn through(text: &str) -> String {
    built(text, BuildOptions::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the error of a text, and its path.
fn refused(text: &str) -> (ErrorKind, String) {
    let error = built(text, BuildOptions::default()).unwrap_err();
    let path = error.path().map(|path| path.to_string());
    assert!(error.offset().is_some(), "{error}");
    (error.kind(), path.unwrap_or_default())
}

#[test]
fn what_stands_behind_a_nested_buffer_is_read() {
    let text = r#"{"colors":["Red"],"near":0.5,"inner":{"count":7}}"#;
    let by_id = r#"{"near":0.5,"inner":{"count":7},"colors":["Red"]}"#;
    assert_eq!(through(text), by_id);
}

#[test]
fn each_kind_of_field_goes_through() {
    for text in [
        "{}",
        r#"{"color":"Blue","rights":"Read Run","count":-9223372036854775808,"big":18446744073709551615}"#,
        r#"{"near":0.1,"maybe":0}"#,
        r#"{"what_type":"Apple","what":{"size":4,"name":"Cox","peel":{"thick":true}}}"#,
        r#"{"what_type":"Label","what":"none"}"#,
        r#"{"what_type":"Spot","what":{"x":-1,"y":2.0}}"#,
        r#"{"all_type":["Label","NONE","Spot","Apple"],"all":["x",null,{"x":1,"y":0.5},{}]}"#,
        r#"{"grid":{"at":{"x":1,"y":2.0},"cells":[1,2,3]},"points":[{"x":1,"y":1.0},{"x":2,"y":0.0}]}"#,
        r#"{"names":["","a"],"bytes":[0,255],"colors":["Red","Blue"]}"#,
        r#"{"inner":{"count":7,"inner":{"points":[{"x":1,"y":1.0}]}},"loose":[1,{"a":[null,"b"]}]}"#,
        r#"{"loose":"text","hashed":7}"#,
    ] {
        assert_eq!(through(text), text);
    }
}

#[test]
fn what_means_the_same_is_taken() {
    for (text, same) in [
        (r#"{"color":1,"rights":0,"count":0}"#, "{}"),
        (
            r#"{"color":7,"rights":5}"#,
            r#"{"color":"Blue","rights":"Read Run"}"#,
        ),
        (
            r#"{"color":"Color.Red","rights":"Shop.Right.Run Read"}"#,
            r#"{"color":"Red","rights":"Read Run"}"#,
        ),
        (r#"{"near":16777217}"#, r#"{"near":16777216.0}"#),
        (
            r#"{"count":"-12","near":"1.5","color":"0"}"#,
            r#"{"color":"Red","count":-12,"near":1.5}"#,
        ),
        (r#"{"maybe":null,"names":null,"what":null}"#, "{}"),
        (r#"{"what_type":0,"what":null}"#, "{}"),
        (
            r#"{"what_type":"Any.Label","what":"x"}"#,
            r#"{"what_type":"Label","what":"x"}"#,
        ),
        // A type that comes late, also inside a value that waits for its own type.
        (
            r#"{"what":{"peeled":{"peeled":"x","peeled_type":"Label","size":1},"peeled_type":1},"count":1,"what_type":1}"#,
            r#"{"count":1,"what_type":"Apple","what":{"peeled_type":"Apple","peeled":{"size":1,"peeled_type":"Label","peeled":"x"}}}"#,
        ),
        (
            r#"{"all":["x",{"x":1,"y":2}],"all_type":["Label","Spot"]}"#,
            r#"{"all_type":["Label","Spot"],"all":["x",{"x":1,"y":2.0}]}"#,
        ),
        (
            r#"{"pears":[{"sort":"b"},{"kilos":1,"sort":"a"}]}"#,
            r#"{"pears":[{"sort":"a","kilos":1.0},{"sort":"b"}]}"#,
        ),
        // The hash of "a" by FNV-1a, as its authors publish it.
        (r#"{"hashed":"a"}"#, r#"{"hashed":3826002220}"#),
    ] {
        assert_eq!(through(text), same, "{text}");
    }
}

#[test]
fn the_bytes_of_nested_buffers_are_verified() {
    let layout = layout();
    let inner = varvel_flatbuffers::reflect::to_vec(&layout, &Some(())).unwrap_err();
    assert_eq!(inner.kind(), ErrorKind::TypeMismatch);
    let mut builder = Builder::new(&layout).unwrap();
    varvel_json::drive(br#"{"count":5}"#, &Default::default(), &mut builder).unwrap();
    let bytes = builder.finish().unwrap();
    let text = format!(r#"{{"inner":{bytes:?}}}"#);
    assert_eq!(through(&text), r#"{"inner":{"count":5}}"#);
    assert_eq!(
        refused(r#"{"inner":[1,2,3]}"#),
        (ErrorKind::UnexpectedEnd, "$.inner".to_owned())
    );
}

#[test]
fn what_the_schema_does_not_hold_is_refused_with_its_path() {
    use ErrorKind::*;
    for (text, kind, path) in [
        ("[]", TypeMismatch, "$"),
        (
            r#"{"count":9223372036854775808}"#,
            NumberOutOfRange,
            "$.count",
        ),
        (r#"{"big":-1}"#, NumberOutOfRange, "$.big"),
        (r#"{"bytes":[1,256]}"#, NumberOutOfRange, "$.bytes[1]"),
        (r#"{"count":1.0}"#, TypeMismatch, "$.count"),
        (r#"{"near":1e39}"#, NumberOutOfRange, "$.near"),
        (r#"{"count":true}"#, TypeMismatch, "$.count"),
        (r#"{"color":"Pink"}"#, UnknownVariant, "$.color"),
        (r#"{"color":"Red Green"}"#, UnknownVariant, "$.color"),
        (r#"{"color":256}"#, NumberOutOfRange, "$.color"),
        (
            r#"{"what_type":"Pear","what":{}}"#,
            UnknownVariant,
            "$.what_type",
        ),
        (
            r#"{"what_type":9,"what":{}}"#,
            UnknownVariant,
            "$.what_type",
        ),
        (r#"{"what":{}}"#, MissingField, "$"),
        (r#"{"what_type":"Apple"}"#, MissingField, "$"),
        (r#"{"what_type":"Apple","what":null}"#, MissingField, "$"),
        (r#"{"what_type":"NONE","what":{}}"#, TypeMismatch, "$.what"),
        (
            r#"{"all_type":["Label"],"all":["x","y"]}"#,
            Refused,
            "$.all[1]",
        ),
        (
            r#"{"all_type":["Label","Label"],"all":["x"]}"#,
            Refused,
            "$.all",
        ),
        (
            r#"{"what":{"size":"x"},"what_type":"Apple"}"#,
            TypeMismatch,
            "$.what.size",
        ),
        (
            r#"{"grid":{"at":{"x":1,"y":2},"cells":[1,2]}}"#,
            Refused,
            "$.grid.cells",
        ),
        (
            r#"{"grid":{"at":{"x":1,"y":2},"cells":[1,2,3,4]}}"#,
            Refused,
            "$.grid.cells[3]",
        ),
        (
            r#"{"grid":{"at":{"x":1},"cells":[1,2,3]}}"#,
            MissingField,
            "$.grid.at",
        ),
        (r#"{"points":[null]}"#, TypeMismatch, "$.points[0]"),
        (r#"{"names":[null]}"#, TypeMismatch, "$.names[0]"),
        (r#"{"colour":"Red"}"#, UnknownMember, "$.colour"),
        (r#"{"old":1}"#, UnknownMember, "$.old"),
        (r#"{"count":1,"count":1}"#, DuplicateKey, "$.count"),
        (r#"{"count":null,"count":1}"#, DuplicateKey, "$.count"),
        (r#"{"what":1,"what":2}"#, DuplicateKey, "$.what"),
        (
            r#"{"loose":{"a":340282366920938463463374607431768211456}}"#,
            Unrepresentable,
            "$.loose.a",
        ),
    ] {
        assert_eq!(refused(text), (kind, path.to_owned()), "{text}");
    }
}

#[test]
fn what_waits_for_its_type_is_refused_at_its_own_place() {
    use ErrorKind::*;
    for (text, kind, path, place) in [
        (
            r#"{"what":{"size":"x"},"count":1,"what_type":"Apple"}"#,
            TypeMismatch,
            "$.what.size",
            r#""x""#,
        ),
        (
            r#"{"what":{"size":1,"sice":2},"what_type":"Apple"}"#,
            UnknownMember,
            "$.what.sice",
            r#""sice""#,
        ),
        (
            r#"{"what":{"size":1,"name":"a","size":2},"what_type":"Apple"}"#,
            DuplicateKey,
            "$.what.size",
            r#""size":2"#,
        ),
        (
            r#"{"all":["x",[{"y":"}"}],{"x":1,"y":[2]}],"all_type":["Label","NONE","Spot"]}"#,
            TypeMismatch,
            "$.all[1]",
            "[{",
        ),
        (
            r#"{"what":{"peeled":{"size":1.5},"peeled_type":1},"what_type":1}"#,
            TypeMismatch,
            "$.what.peeled.size",
            "1.5",
        ),
        (
            r#"{"loose":{"a":1,"b":2,"a":3}}"#,
            DuplicateKey,
            "$.loose.a",
            r#""a":3"#,
        ),
        // The number of the type is not followed by what may follow a number.
        (
            r#"{"what":{"sice":1},"what_type":1Step"}"#,
            UnknownMember,
            "$.what.sice",
            r#""sice""#,
        ),
        // The first of two is refused before it is noticed that there are two, and the second
        // of three.
        (
            r#"{"what":{"peeled_type":[7],"peeled_type":"Apple"},"what_type":1}"#,
            TypeMismatch,
            "$.what.peeled_type",
            "[7]",
        ),
        (
            r#"{"what":{"size":1,"size":2,"size":3},"what_type":"Apple"}"#,
            DuplicateKey,
            "$.what.size",
            r#""size":2"#,
        ),
    ] {
        let error = built(text, BuildOptions::default()).unwrap_err();
        let at = error.offset().unwrap();
        assert_eq!(refused(text), (kind, path.to_owned()), "{text}");
        assert!(text[at..].starts_with(place), "{error}");
    }
}

#[test]
fn options_change_what_is_kept() {
    let skipping = BuildOptions {
        skip_unknown: true,
        ..BuildOptions::default()
    };
    let text = r#"{"new":[{"a":1}],"count":1,"old":{"x":[]},"color":7}"#;
    assert_eq!(
        built(text, skipping).unwrap(),
        r#"{"color":"Blue","count":1}"#
    );
    let keeping = BuildOptions {
        defaults: true,
        ..BuildOptions::default()
    };
    assert_eq!(built(r#"{"count":0}"#, keeping).unwrap(), r#"{"count":0}"#);
    let short = BuildOptions {
        limits: varvel_core::Limits {
            nodes: 3,
            ..Default::default()
        },
        ..BuildOptions::default()
    };
    let text = r#"{"what":{"size":1},"what_type":1}"#;
    assert_eq!(built(text, short).unwrap_err().kind(), ErrorKind::NodeLimit);
}

#[test]
fn a_required_field_must_be_there() {
    let layout = layout();
    let root = layout.object("Shop.Strict").unwrap();
    let build = |text: &str| {
        let mut builder = Builder::with(&layout, root, BuildOptions::default())?;
        varvel_json::drive(text.as_bytes(), &Default::default(), &mut builder)?;
        builder.finish()
    };
    assert!(build(r#"{"must":"x"}"#).is_ok());
    for text in ["{}", r#"{"must":null}"#] {
        let error = build(text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::MissingField);
        assert_eq!(error.expectation(), Some("a member `must`"));
    }
}

/// Late types inside each other cost no stack, and no more time than types that come first.
#[test]
fn late_types_in_each_other_are_no_burden() {
    let depth = 100_000;
    let text = format!(
        r#"{}{{"size":5}}{}"#,
        r#"{"what":"#, r#","what_type":"Apple"}"#
    );
    assert_eq!(through(&text), r#"{"what_type":"Apple","what":{"size":5}}"#);
    let layout = layout();
    let deep = format!(
        r#"{{"what":{}{{}}{},"what_type":1}}"#,
        r#"{"peeled":"#.repeat(depth),
        r#","peeled_type":1}"#.repeat(depth)
    );
    let mut builder = Builder::new(&layout).unwrap();
    let options = varvel_json::ReadOptions::with_limits(varvel_core::Limits::NONE);
    varvel_json::drive(deep.as_bytes(), &options, &mut builder).unwrap();
    assert!(builder.finish().unwrap().len() > depth * 12);
}

/// Returns decimals as near to the middle between two floats as text can express, and the nearer
/// float of each.
fn near_middles() -> impl Iterator<Item = (String, f32)> {
    let mut state = 7_u64;
    let next = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        // Numbers of a usual size, and with a fraction: 2^-30 to 2^22.
        let exponent = 97 + (state >> 59) as u32 * 2 % 52;
        f32::from_bits(exponent << 23 | (state >> 36) as u32 & 0x7F_FFFF)
    };
    core::iter::repeat_with(next).take(300).flat_map(|low| {
        let high = low.next_up();
        // A float of 64 bits holds the middle, and its digits end.
        let middle = format!("{:.80}", (f64::from(low) + f64::from(high)) / 2.0);
        let middle = middle.trim_end_matches('0');
        let (before, last) = middle.split_at(middle.len() - 1);
        // The last digit is a 5.
        assert_eq!(last, "5");
        [
            (format!("{middle}0000000001"), high),
            (format!("{before}49999999999"), low),
            (format!("-{before}4999999999e0"), -low),
        ]
    })
}

#[test]
fn floats_of_32_bits_are_rounded_once() {
    let schema = "table T { f: float; v: [float]; s: S; } struct S { a: [float:2]; } root_type T;";
    let layout = SchemaLayout::new(&parse_text(schema).unwrap()).unwrap();
    for (text, float) in near_middles() {
        assert_eq!(text.parse(), Ok(float));
        let json = format!("{{\"f\": {text}, \"v\":[1, {text}],\"s\":{{\"a\":[{text},{text}]}}}}");
        let check = |drive: &dyn Fn(&mut Builder<'_>) -> varvel_core::Result| {
            let mut builder = Builder::new(&layout).unwrap();
            drive(&mut builder).unwrap();
            let bytes = builder.finish().unwrap();
            let read = varvel_json::to_string(&Dynamic::new(&layout, &bytes).unwrap()).unwrap();
            let read = varvel_json::from_str::<varvel_value::Value>(&read).unwrap();
            for path in ["f", "v[1]", "s.a[0]", "s.a[1]"] {
                let found = read.path(path).unwrap().f64().unwrap();
                assert_eq!(found as f32, float, "{path} of {json}");
            }
        };
        check(&|builder| varvel_json::drive(json.as_bytes(), &Default::default(), builder));
        check(&|builder| varvel_yaml::drive(json.as_bytes(), &Default::default(), builder));
        check(&|builder| {
            let mut keys = varvel_core::UniqueKeys::new(builder);
            varvel_json::drive(json.as_bytes(), &Default::default(), &mut keys)
        });
    }
}
