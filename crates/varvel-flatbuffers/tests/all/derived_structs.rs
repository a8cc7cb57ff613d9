//! Tests of `#[derive(Struct)]`: plain structs as structs in place, without a schema file.
#![cfg(feature = "derive")]

use proptest::prelude::*;
use varvel_core::ErrorKind;
use varvel_flatbuffers::layout::{Element, MemberType, Presence, Scalar, TableOrStruct, Type};
use varvel_flatbuffers::{Encoder, Schema as _, Struct, Table, decode};

#[derive(Clone, Debug, PartialEq, Struct)]
struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

/// A struct with gaps between its fields, and at its end.
#[derive(Clone, Debug, PartialEq, Struct)]
#[varvel(rename_all = "snake_case")]
struct Gaps {
    one: bool,
    two: u16,
    three: i8,
    four: u64,
    #[varvel(rename = "five_")]
    five: u8,
    #[varvel(skip)]
    seen: u32,
}

#[derive(Clone, Debug, PartialEq, Struct)]
struct Body {
    kind: Kind,
    at: Vec3,
    axes: [Vec3; 3],
    kinds: [Kind; 2],
    gaps: [Gaps; 2],
    bytes: [u8; 5],
    numbers: [f64; 2],
    flags: [bool; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Table)]
#[repr(i16)]
enum Kind {
    Still = 0,
    Moving = 7,
}

#[derive(Clone, Debug, PartialEq, Table)]
struct World {
    name: String,
    origin: Vec3,
    wind: Option<Vec3>,
    path: Vec<Vec3>,
    trail: Option<Vec<Gaps>>,
    body: Box<Body>,
    bodies: Vec<Body>,
    spare: Option<Box<Body>>,
    held: Option<Thing>,
    things: Vec<Thing>,
    #[varvel(default = up)]
    up: Vec3,
}

fn up() -> Vec3 {
    Vec3 {
        x: 0.0,
        y: 1.0,
        z: 0.0,
    }
}

#[derive(Clone, Debug, PartialEq, Table)]
enum Thing {
    At(Vec3),
    Name(String),
    Whole(Box<Body>),
}

varvel_flatbuffers::schema! {
    enum Space {
        tables: World;
        structs: Vec3, Gaps, Body;
        enums: Kind;
        unions: Thing;
    }
}

/// Types, modules and fields with names that derived code uses itself.
mod own_names {
    #![allow(dead_code, reason = "they are there to be in the way")]

    pub struct Result;
    pub struct Option;
    pub struct Vec;
    pub struct Some;
    pub struct None;
    pub struct Ok;
    pub struct Err;
    pub struct Box;
    pub struct I;
    pub struct N;
    #[allow(clippy::upper_case_acronyms, reason = "it is a name of the code")]
    pub struct TAG;
    pub trait Clone {}
    pub trait From {}
    pub trait Default {}
    pub mod core {}
    pub mod std {}

    #[derive(::core::clone::Clone, Debug, ::core::cmp::PartialEq, ::varvel_flatbuffers::Struct)]
    pub struct Inner {
        pub r#type: u8,
        pub fields: u64,
        pub place: i16,
        pub __v: [u16; 3],
    }

    #[derive(::core::clone::Clone, Debug, ::core::cmp::PartialEq, ::varvel_flatbuffers::Table)]
    pub struct Outer {
        pub table: Inner,
        pub value: ::core::option::Option<Inner>,
        pub fields: ::std::vec::Vec<Inner>,
        pub tag: S,
        pub item: T,
    }

    #[derive(::core::clone::Clone, Debug, ::core::cmp::PartialEq, ::varvel_flatbuffers::Table)]
    #[repr(u8)]
    pub enum S {
        C,
        T,
    }

    #[derive(::core::clone::Clone, Debug, ::core::cmp::PartialEq, ::varvel_flatbuffers::Table)]
    pub enum T {
        S(Inner),
        U(::std::string::String),
    }

    ::varvel_flatbuffers::schema! {
        pub enum Names {
            tables: Outer;
            structs: Inner;
            enums: S;
            unions: T;
        }
    }
}

#[test]
fn names_of_the_users_own_are_not_in_the_way() {
    let inner = own_names::Inner {
        r#type: 1,
        fields: 2,
        place: -3,
        __v: [4, 5, 6],
    };
    let outer = own_names::Outer {
        table: inner.clone(),
        value: Some(inner.clone()),
        fields: vec![inner.clone()],
        tag: own_names::S::T,
        item: own_names::T::S(inner),
    };
    let mut encoder = Encoder::new();
    let bytes = encoder.encode(&outer).unwrap();
    assert_eq!(decode::<own_names::Outer>(bytes).unwrap(), outer);
}

/// A struct with the same bytes as `Body`, as numbers alone.
mod numbers {
    use varvel_flatbuffers::{Struct, Table};

    #[derive(Clone, Debug, PartialEq, Struct)]
    pub struct Pair {
        pub kind: i16,
        pub kinds: [i16; 2],
    }

    #[derive(Clone, Debug, PartialEq, Table)]
    pub struct Holder {
        pub pair: Pair,
        pub pairs: Vec<Pair>,
    }

    varvel_flatbuffers::schema! {
        pub enum Numbers {
            tables: Holder;
            structs: Pair;
        }
    }
}

mod named {
    use super::kinds::Kind;
    use varvel_flatbuffers::{Struct, Table};

    #[derive(Clone, Debug, PartialEq, Struct)]
    pub struct Pair {
        pub kind: Kind,
        pub kinds: [Kind; 2],
    }

    #[derive(Clone, Debug, PartialEq, Table)]
    pub struct Holder {
        pub pair: Pair,
        pub pairs: Vec<Pair>,
    }

    varvel_flatbuffers::schema! {
        pub enum Named {
            tables: Holder;
            structs: Pair;
            enums: Kind;
        }
    }
}

mod kinds {
    #[derive(Clone, Copy, Debug, PartialEq, varvel_flatbuffers::Table)]
    #[repr(i16)]
    pub enum Kind {
        Still = 0,
    }
}

fn vec3() -> impl Strategy<Value = Vec3> {
    any::<(f32, f32, f32)>().prop_map(|(x, y, z)| Vec3 { x, y, z })
}

fn gaps() -> impl Strategy<Value = Gaps> {
    any::<(bool, u16, i8, u64, u8)>().prop_map(|(one, two, three, four, five)| Gaps {
        one,
        two,
        three,
        four,
        five,
        seen: 0,
    })
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![Just(Kind::Still), Just(Kind::Moving)]
}

fn body() -> impl Strategy<Value = Body> {
    (
        (kind(), kind(), kind()),
        vec3(),
        (vec3(), vec3(), vec3()),
        (gaps(), gaps()),
        any::<([u8; 5], [f64; 2], [bool; 3])>(),
    )
        .prop_map(|(kinds, at, axes, gaps, rest)| Body {
            kind: kinds.0,
            at,
            axes: axes.into(),
            kinds: [kinds.1, kinds.2],
            gaps: gaps.into(),
            bytes: rest.0,
            numbers: rest.1,
            flags: rest.2,
        })
}

fn thing() -> impl Strategy<Value = Thing> {
    prop_oneof![
        vec3().prop_map(Thing::At),
        any::<String>().prop_map(Thing::Name),
        body().prop_map(|body| Thing::Whole(Box::new(body))),
    ]
}

fn world() -> impl Strategy<Value = World> {
    use proptest::collection::vec;
    use proptest::option::of;
    (
        (any::<String>(), vec3(), of(vec3()), vec(vec3(), 0..5)),
        (of(vec(gaps(), 0..4)), body(), vec(body(), 0..3), of(body())),
        (of(thing()), vec(thing(), 0..4), vec3()),
    )
        .prop_map(|(one, two, three)| World {
            name: one.0,
            origin: one.1,
            wind: one.2,
            path: one.3,
            trail: two.0,
            body: Box::new(two.1),
            bodies: two.2,
            spare: two.3.map(Box::new),
            held: three.0,
            things: three.1,
            up: three.2,
        })
}

fn some_body() -> Body {
    let gaps = |four| Gaps {
        one: true,
        two: 0x0302,
        three: -1,
        four,
        five: 5,
        seen: 0,
    };
    Body {
        kind: Kind::Moving,
        at: up(),
        axes: [up(), up(), up()],
        kinds: [Kind::Still, Kind::Moving],
        gaps: [gaps(1), gaps(u64::MAX)],
        bytes: *b"bytes",
        numbers: [0.5, -2.0],
        flags: [true, false, true],
    }
}

fn some_world() -> World {
    World {
        name: "one".into(),
        origin: up(),
        wind: None,
        path: vec![up(), up()],
        trail: Some(some_body().gaps.to_vec()),
        body: Box::new(some_body()),
        bodies: vec![some_body()],
        spare: None,
        held: Some(Thing::At(up())),
        things: vec![
            Thing::Whole(Box::new(some_body())),
            Thing::Name("two".into()),
            Thing::At(up()),
        ],
        up: up(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 3 } else { 256 }))]

    #[test]
    fn what_is_written_is_read(world in world()) {
        let mut encoder = Encoder::new();
        let read = decode::<World>(encoder.encode(&world).unwrap()).unwrap();
        // NaN does not equal NaN, so that the debug texts are compared.
        prop_assert_eq!(format!("{read:?}"), format!("{world:?}"));
    }
}

#[test]
fn each_byte_cut_and_changed_is_an_error_or_another_value() {
    let bytes = Encoder::new().encode(&some_world()).unwrap().to_vec();
    let step = if cfg!(miri) { 13 } else { 1 };
    for len in (0..bytes.len()).step_by(step) {
        let _ = decode::<World>(&bytes[..len]);
    }
    let mut refused = 0;
    for at in (0..bytes.len()).step_by(step) {
        for value in [0, 1, 0x7F, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] = value;
            refused += usize::from(decode::<World>(&changed).is_err());
        }
    }
    assert!(refused > 0);
}

#[test]
fn structs_are_laid_out_as_flatbuffers_lays_them_out() {
    let layout = Space::LAYOUT;
    let shape = |size, align| TableOrStruct::Struct { size, align };
    let shapes = layout.objects().iter().map(|object| object.shape);
    assert!(shapes.eq([
        TableOrStruct::Table,
        shape(12, 4),
        shape(24, 8),
        shape(136, 8)
    ]));
    assert_eq!(layout.root(), Some(0));
    let offsets = |object| -> Vec<u32> {
        let fields = layout.fields(object).iter();
        fields.map(|field| field.offset).collect()
    };
    assert_eq!(offsets(1), [0, 4, 8]);
    assert_eq!(offsets(2), [0, 2, 4, 8, 16]);
    assert_eq!(offsets(3), [0, 4, 16, 52, 56, 104, 112, 128]);
    let names = layout.fields(2).iter().map(|field| layout.name(field.name));
    assert!(names.eq(["one", "two", "three", "four", "five_"]));
    assert_eq!(layout.fields(3)[2].ty, Type::Array(Element::Struct(1), 3));
    assert_eq!(
        layout.fields(3)[3].ty,
        Type::Array(Element::Scalar(Scalar::I16), 2)
    );
    let world = layout.fields(0);
    assert_eq!(
        (world[1].ty, world[1].presence),
        (Type::Struct(1), Presence::Required)
    );
    assert_eq!(world[2].presence, Presence::Optional);
    assert_eq!(world[3].ty, Type::Vector(Element::Struct(1)));
    assert_eq!(layout.members(0)[0].ty, MemberType::Struct(1));
}

#[test]
fn a_struct_is_aligned_and_its_gaps_are_zero() {
    let gaps = &some_body().gaps[0];
    let wanted = [
        1, 0, 2, 3, 0xFF, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0,
    ];
    let world = World {
        trail: Some(vec![gaps.clone(); 3]),
        ..some_world()
    };
    let bytes = Encoder::new().encode(&world).unwrap().to_vec();
    let found: Vec<usize> = (0..bytes.len())
        .filter(|at| bytes[*at..].starts_with(&wanted))
        .collect();
    // Three are in the vector. One is in each body: in the table, in a vector, in a union.
    assert_eq!(found.len(), 6);
    assert!(found.iter().all(|at| at % 8 == 0), "{found:?}");
}

#[test]
fn what_is_absent_has_its_default() {
    mod earlier {
        #[derive(varvel_flatbuffers::Table)]
        pub struct Start {
            pub id: u8,
        }
        varvel_flatbuffers::schema! {
            pub enum Earlier { tables: Start; }
        }
    }
    mod later {
        #[derive(Debug, PartialEq, varvel_flatbuffers::Struct)]
        pub struct Point {
            pub x: i32,
        }
        #[derive(Debug, PartialEq, varvel_flatbuffers::Table)]
        pub struct Start {
            pub id: u8,
            pub at: Option<Point>,
            #[varvel(default = home)]
            pub home: Point,
            #[varvel(default = seven)]
            pub count: u32,
            #[varvel(default = yes)]
            pub open: bool,
            #[varvel(default)]
            pub side: Side,
        }
        #[derive(Debug, Default, PartialEq, varvel_flatbuffers::Table)]
        #[repr(u8)]
        pub enum Side {
            Left,
            #[default]
            Right,
        }
        pub fn home() -> Point {
            Point { x: -4 }
        }
        pub fn seven() -> u32 {
            7
        }
        pub fn yes() -> bool {
            true
        }
        varvel_flatbuffers::schema! {
            pub enum Later { tables: Start; structs: Point; enums: Side; }
        }
    }
    let bytes = Encoder::new()
        .encode(&earlier::Start { id: 3 })
        .unwrap()
        .to_vec();
    let wanted = later::Start {
        id: 3,
        at: None,
        home: later::home(),
        count: 7,
        open: true,
        side: later::Side::Right,
    };
    assert_eq!(decode::<later::Start>(&bytes).unwrap(), wanted);

    // A value that equals the format's default is not read as absent, though Rust has another
    // default.
    let zeros = later::Start {
        count: 0,
        open: false,
        side: later::Side::Left,
        ..wanted
    };
    let bytes = Encoder::new().encode(&zeros).unwrap().to_vec();
    assert_eq!(decode::<later::Start>(&bytes).unwrap(), zeros);
}

#[test]
fn a_number_of_no_name_is_an_error_with_its_path() {
    use numbers::{Holder, Pair};
    let good = || Pair {
        kind: 0,
        kinds: [0, 0],
    };
    let mut encoder = Encoder::new();
    let mut kind_of = |pair: Pair, pairs: Vec<Pair>| {
        let bytes = encoder.encode(&Holder { pair, pairs }).unwrap();
        decode::<named::Holder>(bytes).map_err(|error| {
            assert_eq!(error.kind(), ErrorKind::UnknownVariant);
            error.path().unwrap().to_string()
        })
    };
    assert!(kind_of(good(), vec![good()]).is_ok());
    let bad = Pair { kind: 1, ..good() };
    assert_eq!(kind_of(bad, vec![]).unwrap_err(), "$.pair.kind");
    let bad = || Pair {
        kinds: [0, -1],
        ..good()
    };
    assert_eq!(kind_of(bad(), vec![]).unwrap_err(), "$.pair.kinds");
    assert_eq!(kind_of(good(), vec![bad()]).unwrap_err(), "$.pairs.kinds");
}

/// The printed schema describes the same bytes: a value that is read by it, and built again, is the
/// same.
#[cfg(feature = "reflect")]
#[test]
fn the_schema_is_printed_and_reads_the_same_buffers() {
    use varvel_flatbuffers::reflect::{Dynamic, SchemaLayout, schema_of, to_vec};
    let schema = schema_of(&Space::LAYOUT).unwrap();
    let text = "\
enum Kind: short {
  Still,
  Moving = 7,
}

union Thing {
  At: Vec3,
  Name: string,
  Whole: Body,
}

table World {
  name: string (required);
  origin: Vec3 (required);
  wind: Vec3;
  path: [Vec3] (required);
  trail: [Gaps];
  body: Body (required);
  bodies: [Body] (required);
  spare: Body;
  held: Thing;
  things: [Thing] (required);
  up: Vec3;
}

struct Vec3 {
  x: float;
  y: float;
  z: float;
}

struct Gaps {
  one: bool;
  two: ushort;
  three: byte;
  four: ulong;
  five_: ubyte;
}

struct Body {
  kind: Kind;
  at: Vec3;
  axes: [Vec3:3];
  kinds: [Kind:2];
  gaps: [Gaps:2];
  bytes: [ubyte:5];
  numbers: [double:2];
  flags: [bool:3];
}

root_type World;
";
    assert_eq!(schema.to_string(), text);
    let parsed = varvel_fbs::parse_text(text).unwrap();
    let layout = SchemaLayout::new(&parsed).unwrap();
    assert_eq!(Ok(&layout), SchemaLayout::new(&schema).as_ref());

    let bytes = Encoder::new().encode(&some_world()).unwrap().to_vec();
    let dynamic = Dynamic::new(&layout, &bytes).unwrap();
    let again = to_vec(&layout, &dynamic).unwrap();
    assert_eq!(decode::<World>(&again).unwrap(), some_world());
}
