//! Tests of `offset64` and `vector64` with the incremental builder.

use varvel_core::Result;
use varvel_flatbuffers::layout::Width;
use varvel_flatbuffers::layout::{self, Element, Field, Layout, List, Name, Parts, Scalar, Type};
use varvel_flatbuffers::read::{Scalars, Structs};
use varvel_flatbuffers::{Builder, EncodeStruct, Object, Schema, Struct, StructFields, StructRef};
use varvel_flatbuffers::{Table, TableRef, root};

const NAME: Name = Name::new(0, 4);

enum Wide {}

impl Schema for Wide {
    const LAYOUT: Layout<'static> = Layout::new(Parts {
        names: "wide",
        objects: &[
            layout::Object::table(NAME, List::new(0, 5)),
            layout::Object::structure(NAME, 8, 4, List::new(5, 2)),
        ],
        fields: &[
            Field::new(NAME, Type::Vector(Element::Scalar(Scalar::U8))).width(Width::Vector),
            Field::new(NAME, Type::Vector(Element::Scalar(Scalar::U64))).width(Width::Vector),
            Field::new(NAME, Type::Vector(Element::Scalar(Scalar::U16))).width(Width::Offset),
            Field::new(NAME, Type::String).width(Width::Offset),
            Field::new(NAME, Type::Vector(Element::Struct(1))).width(Width::Vector),
            Field::new(NAME, Type::Scalar(Scalar::U16)),
            Field::new(NAME, Type::Scalar(Scalar::I32)).at(4),
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

#[derive(Clone, Copy)]
struct Pair<'a>(StructRef<'a, Pair<'static>>);

impl Object for Pair<'static> {
    type Schema = Wide;
    const OBJECT: usize = 1;
}

impl Struct for Pair<'static> {
    type View<'a> = Pair<'a>;

    fn view(place: StructRef<'_, Self>) -> Pair<'_> {
        Pair(place)
    }
}

struct PairT(u16, i32);

impl EncodeStruct for PairT {
    type Struct = Pair<'static>;

    fn fields<F: StructFields<Self::Struct>>(&self, fields: &mut F) -> Result {
        fields.scalar::<u16, 0>(self.0)?;
        fields.scalar::<i32, 1>(self.1)
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
        let pairs: Vec<PairT> = halves
            .iter()
            .map(|half| PairT(*half, -i32::from(*half)))
            .collect();
        let fourth = builder.long_structs(&pairs).unwrap();
        let mut table = builder.table::<Root<'static>>().unwrap();
        table.long_vector::<Scalars<u8>, 0>(first).unwrap();
        table.long_vector::<Scalars<u64>, 1>(second).unwrap();
        table.vector::<Scalars<u16>, 2>(third).unwrap();
        table.string::<3>(text).unwrap();
        table
            .long_vector::<Structs<Pair<'static>>, 4>(fourth)
            .unwrap();
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
        let read = view.0.vector_opt::<Structs<Pair<'static>>, 4>().unwrap();
        let read = read
            .iter()
            .map(|pair| (pair.0.scalar::<u16, 0>(), pair.0.scalar::<i32, 1>()));
        assert!(read.eq(pairs.iter().map(|pair| (pair.0, pair.1))));
    }
}
