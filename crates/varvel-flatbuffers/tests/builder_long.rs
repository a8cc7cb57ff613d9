//! `offset64` and `vector64` by the incremental builder.

use varvel_flatbuffers::layout::Width;
use varvel_flatbuffers::layout::{self, Element, Field, Layout, List, Name, Parts, Scalar, Type};
use varvel_flatbuffers::read::Scalars;
use varvel_flatbuffers::{Builder, Object, Schema, Table, TableRef, root};

const NAME: Name = Name::new(0, 4);

enum Wide {}

impl Schema for Wide {
    const LAYOUT: Layout<'static> = Layout::new(Parts {
        names: "wide",
        objects: &[layout::Object::table(NAME, List::new(0, 4))],
        fields: &[
            Field::new(NAME, Type::Vector(Element::Scalar(Scalar::U8))).width(Width::Vector),
            Field::new(NAME, Type::Vector(Element::Scalar(Scalar::U64))).width(Width::Vector),
            Field::new(NAME, Type::Vector(Element::Scalar(Scalar::U16))).width(Width::Offset),
            Field::new(NAME, Type::String).width(Width::Offset),
        ],
        root: Some(0),
        ..Parts::EMPTY
    });
}

#[derive(Clone, Copy)]
struct Root<'a>(TableRef<'a, Root<'static>>);

impl Object for Root<'static> {
    type Schema = Wide;
    const OBJECT: usize = 0;
}

impl Table for Root<'static> {
    type View<'a> = Root<'a>;

    fn view(place: TableRef<'_, Self>) -> Root<'_> {
        Root(place)
    }
}

#[test]
fn wide_vectors_are_verified_and_read() {
    let mut builder = Builder::new();
    for len in [0, 1, 3, 8, 13] {
        let bytes: Vec<u8> = (0..len).collect();
        let words: Vec<u64> = bytes
            .iter()
            .map(|byte| u64::MAX - u64::from(*byte))
            .collect();
        let halves: Vec<u16> = bytes.iter().map(|byte| 1_000 + u16::from(*byte)).collect();
        let text = builder.string("far").unwrap();
        let first = builder.long_scalars(&bytes).unwrap();
        let second = builder.long_scalars(&words).unwrap();
        let third = builder.scalars(&halves).unwrap();
        let mut table = builder.table::<Root<'static>>().unwrap();
        table.long_vector::<Scalars<u8>, 0>(first).unwrap();
        table.long_vector::<Scalars<u64>, 1>(second).unwrap();
        table.vector::<Scalars<u16>, 2>(third).unwrap();
        table.string::<3>(text).unwrap();
        let table = table.finish().unwrap();
        let buffer = builder.finish(table).unwrap();
        let view = root::<Root<'static>>(buffer).unwrap();
        let read = view.0.vector_opt::<Scalars<u8>, 0>().unwrap();
        assert!(read.iter().eq(bytes.iter().copied()));
        let read = view.0.vector_opt::<Scalars<u64>, 1>().unwrap();
        assert!(read.iter().eq(words.iter().copied()));
        let read = view.0.vector_opt::<Scalars<u16>, 2>().unwrap();
        assert!(read.iter().eq(halves.iter().copied()));
        assert_eq!(view.0.string_opt::<3>(), Some("far"));
    }
}
