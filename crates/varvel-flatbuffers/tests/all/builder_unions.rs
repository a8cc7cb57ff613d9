//! Tests of vectors of unions with the incremental builder.

use varvel_core::{ErrorKind, Result};
use varvel_flatbuffers::builder::UnionValue;
use varvel_flatbuffers::layout::{self, Element, Field, Layout, List, Name, Parts, Scalar, Type};
use varvel_flatbuffers::layout::{Member, MemberType, Union};
use varvel_flatbuffers::{Builder, EncodeStruct, Object, Schema, Struct, StructFields, StructRef};
use varvel_flatbuffers::{Table, TableRef, root};

const NAMES: &str = "Cast Hero Villain Weapon characters characters_type age power";

const fn name(name: &str) -> Name {
    Name::find(NAMES, name)
}

enum Film {}

impl Schema for Film {
    const LAYOUT: Layout<'static> = Layout::new(Parts {
        names: NAMES,
        objects: &[
            layout::Object::table(name("Cast"), List::new(0, 2)),
            layout::Object::table(name("Hero"), List::new(2, 1)),
            layout::Object::structure(name("Weapon"), 8, 8, List::new(3, 1)),
        ],
        fields: &[
            Field::new(name("characters_type"), Type::Vector(Element::Tag(0))),
            Field::new(name("characters"), Type::Vector(Element::Union(0))),
            Field::new(name("age"), Type::Scalar(Scalar::I32)),
            Field::new(name("power"), Type::Scalar(Scalar::U64)),
        ],
        unions: &[Union {
            name: name("characters"),
            tag: Scalar::U8,
            members: List::new(0, 3),
        }],
        members: &[
            Member {
                name: name("Hero"),
                tag: 1,
                ty: MemberType::Table(1),
            },
            Member {
                name: name("Villain"),
                tag: 2,
                ty: MemberType::String,
            },
            Member {
                name: name("Weapon"),
                tag: 5,
                ty: MemberType::Struct(2),
            },
        ],
        root: Some(0),
        ..Parts::EMPTY
    });
}

macro_rules! object {
    ($name:ident, $object:literal, $as:ident, $reference:ident) => {
        #[derive(Clone, Copy)]
        struct $name<'a>($reference<'a, $name<'static>>);

        impl Object for $name<'static> {
            type Schema = Film;
            const OBJECT: usize = $object;
        }

        impl $as for $name<'static> {
            type View<'a> = $name<'a>;

            fn view(place: $reference<'_, Self>) -> $name<'_> {
                $name(place)
            }
        }
    };
}

object!(Cast, 0, Table, TableRef);
object!(Hero, 1, Table, TableRef);
object!(Weapon, 2, Struct, StructRef);

struct Power(u64);

impl EncodeStruct for Power {
    type Struct = Weapon<'static>;

    fn fields<F: StructFields<Self::Struct>>(&self, fields: &mut F) -> Result {
        fields.scalar::<u64, 0>(self.0)
    }
}

fn cast(builder: &mut Builder) -> Result<Vec<u8>> {
    let villain = builder.string("Rook")?;
    let weapon = builder.structure(&Power(9))?;
    let mut hero = builder.table::<Hero>()?;
    hero.scalar::<i32, 0>(37)?;
    let hero = hero.finish()?;
    let characters = builder.unions(&[
        UnionValue::table::<Hero, 1>(hero),
        UnionValue::NONE,
        UnionValue::string::<2>(villain),
        UnionValue::structure::<Weapon, 5>(weapon),
        UnionValue::table::<Hero, 1>(hero),
    ])?;
    let mut cast = builder.table::<Cast>()?;
    cast.unions::<1>(characters)?;
    let cast = cast.finish()?;
    builder.finish(cast).map(<[u8]>::to_vec)
}

#[test]
fn what_is_built_is_verified_and_read() {
    let mut builder = Builder::new();
    for _ in 0..2 {
        let bytes = cast(&mut builder).unwrap();
        let view = root::<Cast>(&bytes).unwrap();
        let characters = view.0.unions_opt::<1>().unwrap();
        let tags: Vec<i64> = (0..6).map(|index| characters.tag(index)).collect();
        assert_eq!((characters.len(), &tags[..]), (5, &[1, 0, 2, 5, 1, 0][..]));
        for index in [0, 4] {
            let hero = characters.table::<Hero>(index).unwrap();
            assert_eq!(hero.0.scalar::<i32, 0>(), 37);
        }
        assert_eq!(characters.string(2), Some("Rook"));
        let weapon = characters.structure::<Weapon>(3).unwrap();
        assert_eq!(weapon.0.scalar::<u64, 0>(), 9);
        assert!(characters.string(1).is_none() && characters.table::<Hero>(1).is_none());
    }
}

#[test]
fn the_official_crate_reads_it() {
    use flatbuffers::{ForwardsUOffset, Vector};
    let bytes = cast(&mut Builder::new()).unwrap();
    // SAFETY: the bytes have been built with these types at these slots, and the test above
    // verifies them.
    unsafe {
        let cast = flatbuffers::root_unchecked::<flatbuffers::Table<'_>>(&bytes);
        let tags = cast
            .get::<ForwardsUOffset<Vector<'_, u8>>>(4, None)
            .unwrap();
        assert_eq!(tags.bytes(), [1, 0, 2, 5, 1]);
        let values = cast.get::<ForwardsUOffset<Vector<'_, ForwardsUOffset<&str>>>>(6, None);
        assert_eq!(values.unwrap().get(2), "Rook");
        let values = cast
            .get::<ForwardsUOffset<Vector<'_, ForwardsUOffset<flatbuffers::Table<'_>>>>>(6, None);
        assert_eq!(values.unwrap().get(4).get::<i32>(4, None), Some(37));
    }
}

#[test]
fn values_of_another_buffer_are_refused() {
    let mut builder = Builder::new();
    let text = Builder::new().string("elsewhere").unwrap();
    let error = builder
        .unions::<Cast, 1>(&[UnionValue::string::<2>(text)])
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidEvents);
}
