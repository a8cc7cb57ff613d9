//! Tests of `#[derive(Table)]`: plain structs as tables, without a schema file.
#![cfg(feature = "derive")]

use proptest::prelude::*;
use varvel_core::ErrorKind;
use varvel_flatbuffers::layout::{Element, MemberType, Presence, Scalar, Type};
use varvel_flatbuffers::{Encoder, Schema, Table, decode};

/// A table with a field of each kind.
#[derive(Clone, Debug, PartialEq, Table)]
#[varvel(rename_all = "snake_case")]
struct Monster {
    alive: bool,
    hp: i16,
    mana: Option<u64>,
    weight: f64,
    name: String,
    title: Option<String>,
    color: Color,
    mood: Option<Mood>,
    colors: Vec<Color>,
    path: Vec<f32>,
    bytes: Option<Vec<u8>>,
    flags: Vec<bool>,
    words: Vec<String>,
    weapon: Weapon,
    held: Thing,
    stolen: Option<Thing>,
    things: Vec<Thing>,
    sold: Option<Vec<Thing>>,
    #[varvel(rename = "friends")]
    others: Vec<Monster>,
    enemy: Option<Box<Monster>>,
    #[varvel(skip)]
    seen: u32,
    #[varvel(default)]
    notes: Vec<String>,
    #[varvel(default = unnamed)]
    home: String,
}

fn unnamed() -> String {
    "nowhere".into()
}

#[derive(Clone, Debug, PartialEq, Table)]
struct Weapon {
    name: String,
    damage: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Table)]
#[repr(u8)]
enum Color {
    Red = 1,
    Blue = 8,
    Green = 2,
}

#[derive(Clone, Debug, PartialEq, Table)]
#[repr(i16)]
enum Mood {
    Grim = -300,
    Calm,
    #[varvel(rename = "So-so")]
    Middling = 0,
}

/// A union of several kinds.
#[derive(Clone, Debug, PartialEq, Table)]
enum Thing {
    Weapon(Weapon),
    Note(String),
    #[varvel(rename = "Beast")]
    Monster(Box<Monster>),
}

varvel_flatbuffers::schema! {
    /// A game.
    enum Game {
        tables: Monster, Weapon;
        enums: Color, Mood;
        unions: Thing;
        file_identifier: *b"MONS";
    }
}

/// An earlier version of the schema, without some fields.
mod earlier {
    use varvel_flatbuffers::Table;

    #[derive(Clone, Debug, PartialEq, Table)]
    pub struct Weapon {
        pub name: String,
    }

    varvel_flatbuffers::schema! {
        pub enum Arms {
            tables: Weapon;
        }
    }
}

/// A later version of the schema.
mod later {
    use varvel_flatbuffers::Table;

    #[derive(Clone, Debug, PartialEq, Table)]
    pub struct Weapon {
        pub name: String,
        pub damage: u8,
        pub rusty: bool,
        pub owner: Option<String>,
        #[varvel(default)]
        pub marks: Vec<u16>,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Table)]
    #[repr(u8)]
    pub enum Kind {
        Old,
        New,
        Newest,
    }

    #[derive(Clone, Debug, PartialEq, Table)]
    pub struct Marked {
        pub kind: Kind,
        pub kinds: Vec<Kind>,
        pub label: Option<Label>,
        pub labels: Vec<Label>,
    }

    #[derive(Clone, Debug, PartialEq, Table)]
    pub enum Label {
        Text(String),
        Weapon(Weapon),
    }

    varvel_flatbuffers::schema! {
        pub enum Arms {
            tables: Weapon, Marked;
            enums: Kind;
            unions: Label;
        }
    }
}

mod narrow {
    use varvel_flatbuffers::Table;

    #[derive(Clone, Copy, Debug, PartialEq, Table)]
    #[repr(u8)]
    pub enum Kind {
        Old,
    }

    #[derive(Clone, Debug, PartialEq, Table)]
    pub struct Marked {
        pub kind: Kind,
        pub kinds: Vec<Kind>,
        pub label: Option<Label>,
        pub labels: Vec<Label>,
    }

    #[derive(Clone, Debug, PartialEq, Table)]
    pub enum Label {
        Text(String),
    }

    varvel_flatbuffers::schema! {
        pub enum Marks {
            tables: Marked;
            enums: Kind;
            unions: Label;
        }
    }
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Red), Just(Color::Blue), Just(Color::Green)]
}

fn mood() -> impl Strategy<Value = Mood> {
    prop_oneof![Just(Mood::Grim), Just(Mood::Calm), Just(Mood::Middling)]
}

fn weapon() -> impl Strategy<Value = Weapon> {
    (any::<String>(), any::<u8>()).prop_map(|(name, damage)| Weapon { name, damage })
}

fn thing() -> impl Strategy<Value = Thing> {
    prop_oneof![
        weapon().prop_map(Thing::Weapon),
        any::<String>().prop_map(Thing::Note),
        Just(()).prop_map(|()| Thing::Monster(Box::new(grim()))),
    ]
}

fn monster() -> impl Strategy<Value = Monster> {
    let alone = (
        (
            any::<bool>(),
            any::<i16>(),
            any::<Option<u64>>(),
            any::<f64>(),
            any::<String>(),
            any::<Option<String>>(),
            color(),
            proptest::option::of(mood()),
        ),
        (
            proptest::collection::vec(color(), 0..4),
            any::<Vec<f32>>(),
            any::<Option<Vec<u8>>>(),
            any::<Vec<bool>>(),
            any::<Vec<String>>(),
            weapon(),
            any::<Vec<String>>(),
            any::<String>(),
        ),
        (
            thing(),
            proptest::option::of(thing()),
            proptest::collection::vec(thing(), 0..4),
            proptest::option::of(proptest::collection::vec(thing(), 0..2)),
        ),
    );
    let alone = alone.prop_map(|(one, two, things)| Monster {
        alive: one.0,
        hp: one.1,
        mana: one.2,
        weight: one.3,
        name: one.4,
        title: one.5,
        color: one.6,
        mood: one.7,
        colors: two.0,
        path: two.1,
        bytes: two.2,
        flags: two.3,
        words: two.4,
        weapon: two.5,
        held: things.0,
        stolen: things.1,
        things: things.2,
        sold: things.3,
        others: Vec::new(),
        enemy: None,
        seen: 0,
        notes: two.6,
        home: two.7,
    });
    alone.prop_recursive(3, 12, 3, |inner| {
        (
            inner.clone(),
            proptest::collection::vec(inner.clone(), 0..3),
            proptest::option::of(inner),
        )
            .prop_map(|(monster, others, enemy)| Monster {
                others,
                enemy: enemy.map(Box::new),
                ..monster
            })
    })
}

fn grim() -> Monster {
    Monster {
        alive: true,
        hp: 80,
        mana: Some(0),
        weight: 0.5,
        name: "Orc".into(),
        title: None,
        color: Color::Red,
        mood: Some(Mood::Middling),
        colors: vec![Color::Blue, Color::Red],
        path: vec![],
        bytes: Some(vec![]),
        flags: vec![true, false],
        words: vec!["one".into(), String::new()],
        weapon: Weapon {
            name: "axe".into(),
            damage: 3,
        },
        held: Thing::Note("of hand".into()),
        stolen: None,
        things: vec![],
        sold: None,
        others: vec![],
        enemy: None,
        seen: 0,
        notes: vec![],
        home: "cave".into(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 4 } else { 256 }))]

    #[test]
    fn what_is_written_is_read(monster in monster()) {
        let mut encoder = Encoder::new();
        let bytes = encoder.encode(&monster).unwrap();
        // NaN does not equal NaN, so that the debug texts are compared.
        let read = decode::<Monster>(bytes).unwrap();
        prop_assert_eq!(format!("{read:?}"), format!("{monster:?}"));
    }
}

#[test]
fn each_byte_cut_and_changed_is_an_error_or_another_value() {
    let bytes = Encoder::new().encode(&grim()).unwrap().to_vec();
    for len in 0..bytes.len() {
        // The end of a buffer may be padding alone.
        let _ = decode::<Monster>(&bytes[..len]);
    }
    let mut refused = 0;
    for at in 0..bytes.len() {
        for value in [0, 1, 0x7F, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] = value;
            refused += usize::from(decode::<Monster>(&changed).is_err());
        }
    }
    assert!(refused > bytes.len(), "{refused} of {}", 4 * bytes.len());
}

#[test]
fn the_layout_is_that_of_a_schema() {
    let layout = Game::LAYOUT;
    let fields = layout.fields(0);
    let find = |name: &str| {
        let found = fields.iter().find(|field| layout.name(field.name) == name);
        found.unwrap_or_else(|| panic!("no {name}"))
    };
    assert_eq!(layout.root(), Some(0));
    assert_eq!(layout.file_identifier(), Some(*b"MONS"));
    assert_eq!(find("hp").presence, Presence::Default(0));
    assert_eq!(find("mana").presence, Presence::Optional);
    assert_eq!(find("name").presence, Presence::Required);
    assert_eq!(find("notes").presence, Presence::Optional);
    assert_eq!(find("friends").ty, Type::Vector(Element::Table(0)));
    // Red is 1: an enum without a 0 has its first name as the default.
    assert_eq!(
        (find("color").ty, find("color").presence),
        (Type::Scalar(Scalar::U8), Presence::Default(1))
    );
    assert_eq!(
        (find("color").symbols, find("colors").symbols),
        (Some(0), Some(0))
    );
    assert_eq!(find("mood").symbols, Some(1));
    assert!(fields.iter().all(|field| layout.name(field.name) != "seen"));
    assert_eq!(
        (find("held_type").ty, find("held").ty),
        (Type::Tag(0), Type::Union(0))
    );
    assert_eq!(find("things_type").ty, Type::Vector(Element::Tag(0)));
    assert_eq!(find("things").ty, Type::Vector(Element::Union(0)));
    let members = layout
        .members(0)
        .iter()
        .map(|member| (layout.name(member.name), member.tag, member.ty));
    let wanted = [
        ("Weapon", 1, MemberType::Table(1)),
        ("Note", 2, MemberType::String),
        ("Beast", 3, MemberType::Table(0)),
    ];
    assert!(members.eq(wanted));
    let symbols = |index| -> Vec<(&str, i64)> {
        let of = layout.symbols(index).iter();
        of.map(|symbol| (layout.name(symbol.name), symbol.value))
            .collect()
    };
    assert_eq!(symbols(0), [("Red", 1), ("Green", 2), ("Blue", 8)]);
    assert_eq!(symbols(1), [("Grim", -300), ("Calm", -299), ("So-so", 0)]);
}

#[test]
fn types_grow_at_their_ends() {
    let old = earlier::Weapon { name: "bow".into() };
    let bytes = Encoder::new().encode(&old).unwrap().to_vec();
    let read = decode::<later::Weapon>(&bytes).unwrap();
    let wanted = later::Weapon {
        name: "bow".into(),
        damage: 0,
        rusty: false,
        owner: None,
        marks: vec![],
    };
    assert_eq!(read, wanted);

    let new = later::Weapon {
        rusty: true,
        owner: Some("Orc".into()),
        marks: vec![1, 2],
        ..wanted
    };
    let bytes = Encoder::new().encode(&new).unwrap().to_vec();
    assert_eq!(decode::<earlier::Weapon>(&bytes).unwrap(), old);
}

#[test]
fn a_number_of_no_name_is_an_error_with_its_path() {
    use later::{Kind, Label, Marked, Weapon};
    let weapon = || {
        Label::Weapon(Weapon {
            name: "bow".into(),
            damage: 1,
            rusty: false,
            owner: None,
            marks: vec![],
        })
    };
    let good = || Marked {
        kind: Kind::Old,
        kinds: vec![Kind::Old],
        label: Some(Label::Text("one".into())),
        labels: vec![Label::Text("two".into())],
    };
    let mut encoder = Encoder::new();
    assert!(decode::<narrow::Marked>(encoder.encode(&good()).unwrap()).is_ok());
    let of = |change: fn(&mut Marked, Label)| {
        let mut marked = good();
        change(&mut marked, weapon());
        marked
    };
    for (marked, path) in [
        (of(|marked, _| marked.kind = Kind::Newest), "$.kind"),
        (of(|marked, _| marked.kinds.push(Kind::New)), "$.kinds"),
        (of(|marked, weapon| marked.label = Some(weapon)), "$.label"),
        (of(|marked, weapon| marked.labels.push(weapon)), "$.labels"),
    ] {
        let bytes = encoder.encode(&marked).unwrap();
        assert_eq!(decode::<Marked>(bytes).unwrap(), marked);
        let error = decode::<narrow::Marked>(bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownVariant);
        assert_eq!(error.path().unwrap().to_string(), path);
    }
}

#[test]
fn what_is_nested_too_deep_is_refused() {
    let mut monster = grim();
    for _ in 0..2000 {
        monster = Monster {
            enemy: Some(Box::new(monster)),
            ..grim()
        };
    }
    let error = Encoder::new().encode(&monster).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
    // Values nested so deep are taken apart here, since dropping them recurses.
    while let Some(inner) = monster.enemy.take() {
        monster = *inner;
    }
}

/// Other tools can read the printed schema.
#[cfg(feature = "reflect")]
#[test]
fn the_schema_is_printed() {
    use varvel_flatbuffers::reflect::{SchemaLayout, schema_of};
    let schema = schema_of(&later::Arms::LAYOUT).unwrap();
    let text = "\
enum Kind: ubyte {
  Old,
  New,
  Newest,
}

union Label {
  Text: string,
  Weapon,
}

table Weapon {
  name: string (required);
  damage: ubyte;
  rusty: bool;
  owner: string;
  marks: [ushort];
}

table Marked {
  kind: Kind;
  kinds: [Kind] (required);
  label: Label;
  labels: [Label] (required);
}

root_type Weapon;
";
    assert_eq!(schema.to_string(), text);
    let parsed = varvel_fbs::parse_text(text).unwrap();
    assert_eq!(SchemaLayout::new(&parsed), SchemaLayout::new(&schema));

    // Rust can have such a name, and a schema cannot.
    let error = schema_of(&Game::LAYOUT).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert!(error.to_string().contains("So-so"), "{error}");
}

#[cfg(feature = "reflect")]
#[test]
fn a_schema_has_the_names_of_types_without_what_makes_them_raw() {
    use varvel_flatbuffers::reflect::schema_of;
    #[allow(non_camel_case_types, reason = "keywords are in lower case")]
    mod raw {
        #[derive(varvel_flatbuffers::Table)]
        pub struct r#match {
            pub r#type: r#struct,
            pub r#ref: r#enum,
            pub r#dyn: r#union,
        }
        #[derive(varvel_flatbuffers::Struct)]
        pub struct r#struct {
            pub r#in: u8,
        }
        #[derive(varvel_flatbuffers::Table)]
        #[repr(u8)]
        pub enum r#enum {
            r#as,
        }
        #[derive(varvel_flatbuffers::Table)]
        pub enum r#union {
            r#use(String),
        }
        varvel_flatbuffers::schema! {
            pub enum Raw { tables: r#match; structs: r#struct; enums: r#enum; unions: r#union; }
        }
    }
    let text = schema_of(&raw::Raw::LAYOUT).unwrap().to_string();
    for part in ["enum enum", "union union", "struct struct", "table match"] {
        assert!(text.contains(part), "{text}");
    }
    assert!(!text.contains('#'), "{text}");
}

#[cfg(feature = "reflect")]
#[test]
fn a_schema_has_no_two_types_of_one_name() {
    use earlier_too::Weapon as Other;
    mod earlier_too {
        #[derive(varvel_flatbuffers::Table)]
        pub struct Weapon {
            pub damage: u8,
        }
    }
    #[derive(varvel_flatbuffers::Table)]
    struct Weapon {
        other: Other,
    }
    varvel_flatbuffers::schema! {
        pub enum Arms { tables: Weapon, Other; }
    }
    let error = varvel_flatbuffers::reflect::schema_of(&Arms::LAYOUT).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert!(error.to_string().contains("found Weapon"), "{error}");
}
