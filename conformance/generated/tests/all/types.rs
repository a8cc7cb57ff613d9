//! Tests of the types in generated code: vectors of enums and unions, order, keys, names,
//! identifiers.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use varvel_core::{ErrorKind, Sink as _, Source as _};
use varvel_fbs::parse_text;
use varvel_flatbuffers::events::With;
use varvel_flatbuffers::reflect::{Options, SchemaLayout, to_vec};
use varvel_flatbuffers::{Builder, Encoder, Identifier, Verify, root};
use varvel_schema::Recording;

use generated::joined::{bill, order, shared};
use generated::kinds::kinds::{
    Any, AnyT, Big, Cell, CellT, ExactT, Flags, Inexact, InexactT, Kid, KidT, Kind, Nothing, Root,
    RootT, Step, StepT,
};

fn kid(name: &str) -> KidT {
    KidT {
        name: name.into(),
        alias: Some("the same text".into()),
        names: Some(vec!["the same text".into(), name.into()]),
    }
}

fn all() -> RootT {
    let cell = |at| CellT {
        at,
        kinds: [Kind::HIGH, Kind(9)],
        flags: [Flags::ONE, Flags::TWO | Flags::FOUR, Flags(0)],
    };
    RootT {
        kinds: Some(vec![Kind::LOW, Kind::HIGH, Kind(100)]),
        flags: vec![Flags::ONE | Flags::TWO],
        bigs: vec![Big::TOP, Big::VALUES_],
        cells: Some(vec![cell(3), cell(-7), cell(0)]),
        kids: Some(vec![kid("c"), kid("a"), kid("b")]),
        steps: Some([9, 0, 500, 3].map(|number| StepT { number }).to_vec()),
        any: AnyT::Cell(cell(1)),
        anys: Some(vec![
            AnyT::Text("t".into()),
            AnyT::None,
            AnyT::Step(Box::new(StepT { number: 4 })),
        ]),
        kind: Kind::LOW,
        ..RootT::default()
    }
}

/// Sorts the vectors that the encoder sorts by a key.
fn sorted(mut root: RootT) -> RootT {
    root.cells.as_mut().unwrap().sort();
    root.kids.as_mut().unwrap().sort();
    root.steps.as_mut().unwrap().sort();
    root
}

#[test]
fn vectors_and_arrays_of_enums_are_of_the_enum() {
    let root_t = all();
    let mut encoder = Encoder::new();
    let bytes = encoder.encode(&root_t).unwrap().to_vec();
    let view = root::<Root>(&bytes).unwrap();
    let kinds: Vec<Kind> = view.kinds().unwrap().iter().collect();
    assert_eq!(kinds, [Kind::LOW, Kind::HIGH, Kind(100)]);
    assert_eq!(
        view.kinds().unwrap().numbers().as_slice(),
        Some(&[-3, 1, 100][..])
    );
    assert_eq!(view.flags().get(0), Some(Flags::ONE | Flags::TWO));
    let cell: Cell<'_> = view.cells().unwrap().get(0).unwrap();
    assert_eq!(
        cell.kinds().iter().collect::<Vec<_>>(),
        [Kind::HIGH, Kind(9)]
    );
    assert_eq!(RootT::from(view), sorted(root_t));
    // The view can be encoded again.
    let again = Encoder::new().encode(&view).unwrap().to_vec();
    assert_eq!(RootT::from(root::<Root>(&again).unwrap()), sorted(all()));
}

#[test]
fn an_array_of_char_is_text_in_json_and_bytes_in_rust() {
    use bill::shop::{Bill, BillT, Label, LabelT};
    let json = |labels: &str| format!(r#"{{"labels":{labels}}}"#);
    let read = |labels: &str| varvel_json::from_str::<BillT>(&json(labels));
    let label = |code, at| LabelT { code, at };
    let text = r#"[{"code":"","at":3},{"code":"abcdef","at":2},{"code":"b\u0000c","at":1}]"#;
    let bill_t = read(text).unwrap();
    let labels = [
        label([0; 6], 3),
        label(*b"abcdef", 2),
        label(*b"b\0c\0\0\0", 1),
    ];
    assert_eq!(bill_t.labels.as_deref(), Some(&labels[..]));
    assert_eq!(varvel_json::to_string(&bill_t).unwrap(), json(text));
    let numbers = r#"[{"code":[98,0,99,0,0,0],"at":1}]"#;
    assert_eq!(read(numbers).unwrap().labels.unwrap(), labels[2..]);

    // A schema that is read at run time has the same text, and the key is found.
    let bytes = Encoder::new().encode(&bill_t).unwrap().to_vec();
    let view = root::<Bill>(&bytes).unwrap();
    let found = view.labels().unwrap().lookup(*b"abcdef").map(Label::at);
    assert_eq!(found, Some(2));
    let schema = "struct Label { first: ushort (deprecated); code: [char:6] (key);
            was: double (deprecated); at: int; last: int (deprecated); }
        table Bill { orders: [ubyte]; labels: [Label]; } root_type Bill;";
    let layout = SchemaLayout::new(&parse_text(schema).unwrap()).unwrap();
    let dynamic = varvel_flatbuffers::reflect::Dynamic::new(&layout, &bytes).unwrap();
    assert_eq!(varvel_json::to_string(&dynamic).unwrap(), json(text));

    for (code, found) in [
        (r#""abcdefg""#, "7 bytes"),
        (r#""a\u0000""#, "a zero at the end"),
    ] {
        let error = read(&format!(r#"[{{"code":{code},"at":1}}]"#)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused);
        assert_eq!(error.path().unwrap().to_string(), "$.labels[0].code");
        assert!(error.to_string().contains(found), "{error}");
    }
    let mut named = label([1; 6], 0);
    named.set_code_text("b\0c").unwrap();
    assert_eq!(
        (named.code, named.code_text()),
        (labels[2].code, Ok("b\0c"))
    );
    let texts: Vec<_> = view
        .labels()
        .unwrap()
        .iter()
        .map(Label::code_text)
        .collect();
    assert_eq!(texts, [Ok(""), Ok("abcdef"), Ok("b\0c")]);
    let invalid = BillT {
        labels: Some(vec![label([0xFF; 6], 0)]),
        ..bill_t
    };
    let error = varvel_json::to_string(&invalid).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidUtf8);
}

#[test]
fn what_the_encoder_writes_is_found_by_its_key() {
    let mut encoder = Encoder::new();
    let bytes = encoder.encode(&all()).unwrap().to_vec();
    let view = root::<Root>(&bytes).unwrap();
    for name in ["a", "b", "c"] {
        let found = view.kids().unwrap().lookup(name).map(Kid::name);
        assert_eq!(found, Some(name));
    }
    assert!(view.kids().unwrap().lookup("d").is_none());
    for number in [0_u16, 3, 9, 500] {
        let found = view.steps().unwrap().lookup(number).map(Step::number);
        assert_eq!(found, Some(number));
    }
    for at in [-7, 0, 3] {
        assert_eq!(view.cells().unwrap().lookup(at).map(Cell::at), Some(at));
    }
    // The encoder sorts any number of keys, and keeps the order of equal ones.
    let steps: Vec<StepT> = (0..1000_u16)
        .map(|n| StepT {
            number: n.wrapping_mul(2749) % 701,
        })
        .collect();
    let many = RootT {
        steps: Some(steps),
        ..all()
    };
    let bytes = encoder.encode(&many).unwrap();
    let view = root::<Root>(bytes).unwrap();
    assert!(view.steps().unwrap().iter().map(Step::number).is_sorted());
    let kids = ["b", "a", "b", "a"].into_iter().zip(0..);
    let kids: Vec<KidT> = kids
        .map(|(name, n)| KidT {
            alias: Some(format!("{n}")),
            ..kid(name)
        })
        .collect();
    let many = RootT {
        kids: Some(kids),
        ..all()
    };
    let bytes = encoder.encode(&many).unwrap();
    let view = root::<Root>(bytes).unwrap();
    let order: Vec<_> = view
        .kids()
        .unwrap()
        .iter()
        .map(|kid| kid.alias().unwrap())
        .collect();
    assert_eq!(order, ["1", "3", "0", "2"]);
}

#[test]
fn the_builder_sorts_structs_and_takes_an_identifier() {
    let mut builder = Builder::new();
    builder.identifier(Identifier::Other(*b"MINE"));
    let cells = all().cells.unwrap();
    let cells = builder.sorted_structs(&cells).unwrap();
    let flags = builder.scalars(&[1_u8]).unwrap();
    let mut table = builder.table::<Root>().unwrap();
    table.vector::<_, 3>(cells).unwrap();
    table.vector::<_, 1>(flags).unwrap();
    let table = table.finish().unwrap();
    let bytes = builder.finish(table).unwrap();
    assert_eq!(&bytes[4..8], b"MINE");
    let view = root::<Root>(bytes).unwrap();
    for at in [-7, 0, 3] {
        assert_eq!(view.cells().unwrap().lookup(at).map(Cell::at), Some(at));
    }
}

#[test]
fn shared_strings_are_written_once() {
    let mut encoder = Encoder::new();
    for _ in 0..2 {
        let bytes = encoder.encode(&all()).unwrap();
        let text = b"the same text";
        assert_eq!(
            bytes
                .windows(text.len())
                .filter(|found| found == text)
                .count(),
            1
        );
        assert_eq!(RootT::from(root::<Root>(bytes).unwrap()), sorted(all()));
    }
}

#[test]
fn debug_shows_fields_and_names() {
    assert_eq!(format!("{:?}", [Kind::LOW, Kind(-9)]), "[Low, Kind(-9)]");
    assert_eq!(
        format!("{:?} {:?}", Big::TOP, Big(u64::MAX - 1)),
        "Top Big(18446744073709551614)"
    );
    let flags = [
        Flags::ONE,
        Flags::ONE | Flags::FOUR,
        Flags(0),
        Flags(0x81),
        Flags(0x80),
    ];
    assert_eq!(
        format!("{flags:?}"),
        "[One, One | Four, Flags(0), One | Flags(0x80), Flags(0x80)]"
    );
    let small = RootT {
        flags: vec![Flags::TWO],
        any: AnyT::Step(Box::new(StepT { number: 4 })),
        anys: Some(vec![AnyT::None, AnyT::Text("t".into())]),
        kinds: Some(vec![Kind::HIGH]),
        ..RootT::default()
    };
    let mut encoder = Encoder::new();
    let view = root::<Root>(encoder.encode(&small).unwrap()).unwrap();
    assert_eq!(
        format!("{view:?}"),
        "Root { kinds: Some([High]), flags: [Two], bigs: [], cells: None, kids: None, steps: None, \
         any: Some(Step(Step { number: 4 })), anys: Some([None, Some(Text(\"t\"))]), kind: Zero, both: One | Four, \
         nothing: NONE }"
    );
}

#[test]
fn enums_have_their_values_and_are_found_by_name() {
    assert_eq!(Kind::VALUES, [Kind::LOW, Kind::ZERO, Kind::HIGH]);
    assert_eq!(Kind::by_name("Low"), Some(Kind::LOW));
    assert_eq!((Kind::by_name("LOW"), Kind::by_name("")), (None, None));
    for value in Kind::VALUES {
        assert_eq!(value.name().and_then(Kind::by_name), Some(value));
    }
    assert_eq!(
        (Big::VALUES.len(), Big::by_name("Values")),
        (2, Some(Big::VALUES_))
    );
    assert_eq!(Nothing::VALUES, [Nothing::NONE]);
}

#[test]
fn vectors_of_unions_iterate() {
    let mut encoder = Encoder::new();
    let bytes = encoder.encode(&all()).unwrap();
    let anys = root::<Root>(bytes).unwrap().anys().unwrap();
    assert_eq!(
        (anys.len(), anys.iter().len(), anys.is_empty()),
        (3, 3, false)
    );
    let mut each = anys.into_iter();
    assert!(matches!(each.next(), Some(Some(Any::Text("t")))));
    assert!(matches!(each.next_back(), Some(Some(Any::Step(step))) if step.number() == 4));
    assert!(matches!(each.next(), Some(None)));
    assert!(each.next().is_none());
    assert!(anys.get(1).unwrap().is_none() && anys.get(3).is_none());
}

#[test]
fn plain_types_without_floats_are_keys_of_maps() {
    let set: HashSet<RootT> = [all(), all(), RootT::default()].into();
    assert_eq!(set.len(), 2);
    let set: BTreeSet<ExactT> = [
        ExactT {
            root: Some(Box::new(all())),
        },
        ExactT::default(),
    ]
    .into();
    assert_eq!(set.first(), Some(&ExactT::default()));
    // A type that leads to a float can only be compared for equality.
    let one = InexactT {
        value: 0.5,
        root: None,
    };
    assert_ne!(one, InexactT::default());
    let bytes = Encoder::new().encode(&one).unwrap().to_vec();
    assert_eq!(root::<Inexact>(&bytes).unwrap().value(), 0.5);
}

#[test]
fn a_buffer_has_the_identifier_that_is_asked_for() {
    let mut encoder = Encoder::new();
    let verify = Verify::new().identified();
    assert_eq!(&encoder.encode(&all()).unwrap()[4..8], b"KIND");
    assert_eq!(
        &encoder.encode_size_prefixed(&all()).unwrap()[8..12],
        b"KIND"
    );
    encoder.identifier(Identifier::Other(*b"MINE"));
    let bytes = encoder.encode(&all()).unwrap();
    assert_eq!(&bytes[4..8], b"MINE");
    assert!(verify.root::<Root>(bytes).is_err());
    assert_eq!(RootT::from(root::<Root>(bytes).unwrap()), sorted(all()));
    encoder.identifier(Identifier::None);
    let bytes = encoder.encode(&all()).unwrap();
    assert!(!bytes.windows(4).any(|four| four == b"KIND"));
    assert_eq!(RootT::from(root::<Root>(bytes).unwrap()), sorted(all()));
    let step = StepT { number: 7 };
    for identifier in [
        Identifier::None,
        Identifier::Schema,
        Identifier::Other(*b"STEP"),
    ] {
        // The table is not the root of the schema, and small.
        encoder.identifier(identifier);
        let bytes = encoder.encode(&step).unwrap();
        let has = bytes
            .windows(4)
            .any(|four| four == b"KIND" || four == b"STEP");
        assert_eq!(has, identifier == Identifier::Other(*b"STEP"));
        assert_eq!(root::<Step>(bytes).unwrap().number(), 7);
    }
}

#[test]
fn what_two_schemas_include_is_one_type() {
    let price = shared::shop::MoneyT {
        amount: 12,
        coin: shared::shop::Coin::FRANC,
    };
    let ordered = order::shop::OrderT {
        price: Some(price),
        next: None,
    };
    let billed = bill::shop::BillT {
        labels: None,
        orders: Some(vec![bill::shop::OrderT {
            total: ordered.price,
        }]),
    };
    let mut encoder = Encoder::new();
    let verify = Verify::new().identified();
    let bytes = encoder.encode(&ordered).unwrap();
    assert_eq!(&bytes[4..8], b"ORDR");
    verify.root::<order::shop::Order>(bytes).unwrap();
    let bytes = encoder.encode(&billed).unwrap();
    assert_eq!(&bytes[4..8], b"BILL");
    let view = verify.root::<bill::shop::Bill>(bytes).unwrap();
    assert_eq!(bill::shop::BillT::from(view), billed);
    // A table that is no root has no identifier.
    let bytes = encoder.encode(&bill::shop::OrderT::default()).unwrap();
    assert!(root::<bill::shop::Order>(bytes).is_ok());
    assert!(!bytes.windows(4).any(|four| four == b"BILL"));
}

/// A buffer of a later schema, read by types of this one.
#[test]
fn a_union_of_a_later_schema_is_refused_with_its_path() {
    let text = include_str!("../../../../crates/varvel-codegen/tests/generated/kinds.fbs")
        .replace("Text: string, Cell }", "Text: string, Cell, More: Kid }");
    let layout = SchemaLayout::new(&parse_text(&text).unwrap()).unwrap();
    let build = |events: &dyn Fn(&mut Recording) -> varvel_flatbuffers::Result| {
        let mut recording = Recording::default();
        recording.begin_map(None).unwrap();
        recording.key("flags".into()).unwrap();
        recording.empty_array().unwrap();
        events(&mut recording).unwrap();
        recording.end_map().unwrap();
        to_vec(&layout, &recording).unwrap()
    };
    let kid = |recording: &mut Recording| {
        recording.begin_map(None)?;
        recording.key("name".into())?;
        recording.str("x".into())?;
        recording.end_map()
    };
    let one = build(&|recording| {
        recording.key("any_type".into())?;
        recording.str("More".into())?;
        recording.key("any".into())?;
        kid(recording)
    });
    let many = build(&|recording| {
        recording.key("anys_type".into())?;
        recording.begin_array(None)?;
        recording.str("Text".into())?;
        recording.str("More".into())?;
        recording.end_array()?;
        recording.key("anys".into())?;
        recording.begin_array(None)?;
        recording.str("text".into())?;
        kid(recording)?;
        recording.end_array()
    });
    let options = Options {
        skip_unknown: true,
        ..Options::DEFAULT
    };
    for (bytes, path, left) in [(one, "$.any_type", 2), (many, "$.anys_type[1]", 4)] {
        let view = root::<Root>(&bytes).unwrap();
        let error = Recording::of(&view).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownVariant);
        assert_eq!(error.path().unwrap().to_string(), path);
        let skipped = Recording::of(&With {
            table: &view,
            options,
        })
        .unwrap();
        let mut source = skipped.source();
        let read: RootT = varvel_core::Decode::decode(&mut source, &()).unwrap();
        let mut again = skipped.source();
        again.begin_map().unwrap();
        let mut members = 0;
        while again.next_key().unwrap().is_some() {
            again.skip().unwrap();
            members += 1;
        }
        assert_eq!(members, left);
        let anys = read.anys.unwrap_or_default();
        assert!(read.any == AnyT::None && anys.len() == (left - 2));
    }
}

#[test]
fn a_key_that_is_a_number_is_said_always() {
    let mut encoder = Encoder::new();
    let bytes = encoder.encode(&StepT::default()).unwrap();
    let recording = Recording::of(&root::<Step>(bytes).unwrap()).unwrap();
    let read: BTreeMap<String, u16> =
        varvel_core::Decode::decode(&mut recording.source(), &()).unwrap();
    assert_eq!(read, BTreeMap::from([("number".to_owned(), 0)]));
}
