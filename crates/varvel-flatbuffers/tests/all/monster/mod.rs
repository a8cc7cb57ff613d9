//! The first fields of `monster_test.fbs` by hand, and a table of stats.

use varvel_core::Result;
use varvel_flatbuffers::layout::{self, Element, Field, Layout, List, Member, MemberType, Name};
use varvel_flatbuffers::layout::{Parts, Scalar, Type, Union};
use varvel_flatbuffers::read::{Strings, Structs, Tables};
use varvel_flatbuffers::{EncodeStruct, EncodeTable, EncodeUnion, Fields, Object, Schema, Struct};
use varvel_flatbuffers::{
    Member as MemberFields, StructFields, StructRef, Table, TableRef, Vector,
};

const NAMES: &str = "Monster Stat Vec3 Test TestSimpleTableWithEnum Any pos mana hp name friendly inventory color \
                     test_type test4 testarrayofstring testarrayoftables enemy testnestedflatbuffer testempty testbool Stats stats \
                     id val count x y z test1 test2 test3 a b";

const fn name(name: &str) -> Name {
    Name::find(NAMES, name)
}

const fn scalar(of: &str, scalar: Scalar) -> Field {
    Field::new(name(of), Type::Scalar(scalar))
}

/// The schema.
pub enum Monsters {}

impl Schema for Monsters {
    const LAYOUT: Layout<'static> = Layout::new(Parts {
        names: NAMES,
        objects: &[
            layout::Object::table(name("Monster"), List::new(0, 16)).key(3),
            layout::Object::table(name("Stat"), List::new(16, 3)).key(2),
            layout::Object::structure(name("Vec3"), 32, 8, List::new(19, 6)),
            layout::Object::structure(name("Test"), 4, 2, List::new(25, 2)),
            layout::Object::table(name("TestSimpleTableWithEnum"), List::new(27, 1)),
            layout::Object::table(name("Stats"), List::new(28, 1)),
        ],
        fields: &[
            Field::new(name("pos"), Type::Struct(2)),
            scalar("mana", Scalar::I16).default_bits(150),
            scalar("hp", Scalar::I16).default_bits(100),
            Field::new(name("name"), Type::String).required(),
            scalar("friendly", Scalar::Bool).deprecated(),
            Field::new(name("inventory"), Type::Vector(Element::Scalar(Scalar::U8))),
            scalar("color", Scalar::U8).default_bits(8),
            Field::new(name("test_type"), Type::Tag(0)),
            Field::new(name("test"), Type::Union(0)),
            Field::new(name("test4"), Type::Vector(Element::Struct(3))),
            Field::new(name("testarrayofstring"), Type::Vector(Element::String)),
            Field::new(name("testarrayoftables"), Type::Vector(Element::Table(0))),
            Field::new(name("enemy"), Type::Table(0)),
            Field::new(name("testnestedflatbuffer"), Type::Nested(0)),
            Field::new(name("testempty"), Type::Table(1)),
            scalar("testbool", Scalar::Bool),
            Field::new(name("id"), Type::String),
            scalar("val", Scalar::I64),
            scalar("count", Scalar::U16),
            scalar("x", Scalar::F32),
            scalar("y", Scalar::F32).at(4),
            scalar("z", Scalar::F32).at(8),
            scalar("test1", Scalar::F64).at(16),
            scalar("test2", Scalar::U8).at(24),
            Field::new(name("test3"), Type::Struct(3)).at(26),
            scalar("a", Scalar::I16),
            scalar("b", Scalar::I8).at(2),
            scalar("color", Scalar::U8).default_bits(2),
            Field::new(name("stats"), Type::Vector(Element::Table(1))),
        ],
        unions: &[Union {
            name: name("Any"),
            tag: Scalar::U8,
            members: List::new(0, 2),
        }],
        members: &[
            Member {
                name: name("Monster"),
                tag: 1,
                ty: MemberType::Table(0),
            },
            Member {
                name: name("TestSimpleTableWithEnum"),
                tag: 2,
                ty: MemberType::Table(4),
            },
        ],
        root: Some(0),
        file_identifier: Some(*b"MONS"),
        ..Parts::EMPTY
    });
}

macro_rules! object {
    ($name:ident, $object:literal, $as:ident, $reference:ident) => {
        #[derive(Clone, Copy, Debug)]
        pub struct $name<'a>($reference<'a, $name<'static>>);

        impl Object for $name<'static> {
            type Schema = Monsters;
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

object!(Monster, 0, Table, TableRef);
object!(Stat, 1, Table, TableRef);
object!(Vec3, 2, Struct, StructRef);
object!(Test, 3, Struct, StructRef);
object!(Simple, 4, Table, TableRef);
object!(Stats, 5, Table, TableRef);

impl<'a> Monster<'a> {
    pub fn pos(self) -> Option<Vec3<'a>> {
        self.0.structure_opt::<Vec3<'static>, 0>()
    }

    pub fn mana(self) -> i16 {
        self.0.scalar::<i16, 1>()
    }

    pub fn hp(self) -> i16 {
        self.0.scalar::<i16, 2>()
    }

    pub fn name(self) -> &'a str {
        self.0.string::<3>()
    }

    pub fn inventory(self) -> Option<&'a [u8]> {
        self.0.bytes_opt::<5>()
    }

    pub fn color(self) -> u8 {
        self.0.scalar::<u8, 6>()
    }

    pub fn test_type(self) -> u8 {
        self.0.scalar::<u8, 7>()
    }

    pub fn test_as_monster(self) -> Option<Monster<'a>> {
        self.0.member_table::<Monster<'static>, 8, 1>()
    }

    pub fn test_as_simple(self) -> Option<Simple<'a>> {
        self.0.member_table::<Simple<'static>, 8, 2>()
    }

    pub fn test4(self) -> Option<Vector<'a, Structs<Test<'static>>>> {
        self.0.vector_opt::<Structs<Test<'static>>, 9>()
    }

    pub fn strings(self) -> Option<Vector<'a, Strings>> {
        self.0.strings_opt::<10>()
    }

    pub fn friends(self) -> Option<Vector<'a, Tables<Monster<'static>>>> {
        self.0.vector_opt::<Tables<Monster<'static>>, 11>()
    }

    pub fn enemy(self) -> Option<Monster<'a>> {
        self.0.table_opt::<Monster<'static>, 12>()
    }

    pub fn nested(self) -> Option<Monster<'a>> {
        self.0.nested::<Monster<'static>, 13>()
    }

    pub fn empty(self) -> Option<Stat<'a>> {
        self.0.table_opt::<Stat<'static>, 14>()
    }

    pub fn testbool(self) -> bool {
        self.0.scalar::<bool, 15>()
    }
}

impl<'a> Stats<'a> {
    pub fn stats(self) -> Option<Vector<'a, Tables<Stat<'static>>>> {
        self.0.vector_opt::<Tables<Stat<'static>>, 0>()
    }
}

impl<'a> Stat<'a> {
    pub fn id(self) -> Option<&'a str> {
        self.0.string_opt::<0>()
    }

    pub fn val(self) -> i64 {
        self.0.scalar::<i64, 1>()
    }

    pub fn has_val(self) -> bool {
        self.0.is_present::<1>()
    }

    pub fn count(self) -> u16 {
        self.0.scalar::<u16, 2>()
    }
}

impl<'a> Vec3<'a> {
    pub fn x(self) -> f32 {
        self.0.scalar::<f32, 0>()
    }

    pub fn test1(self) -> f64 {
        self.0.scalar::<f64, 3>()
    }

    pub fn test3(self) -> Test<'a> {
        self.0.structure::<Test<'static>, 5>()
    }
}

impl Test<'_> {
    pub fn a(self) -> i16 {
        self.0.scalar::<i16, 0>()
    }

    pub fn b(self) -> i8 {
        self.0.scalar::<i8, 1>()
    }
}

impl Simple<'_> {
    pub fn color(self) -> u8 {
        self.0.scalar::<u8, 0>()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec3T {
    pub x: f32,
    pub test1: f64,
    pub test3: TestT,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TestT {
    pub a: i16,
    pub b: i8,
}

impl EncodeStruct for Vec3T {
    type Struct = Vec3<'static>;

    fn fields<F: StructFields<Self::Struct>>(&self, fields: &mut F) -> Result {
        fields.scalar::<f32, 0>(self.x)?;
        fields.scalar::<f64, 3>(self.test1)?;
        fields.structure::<TestT, 5>(&self.test3)
    }
}

impl EncodeStruct for TestT {
    type Struct = Test<'static>;

    fn fields<F: StructFields<Self::Struct>>(&self, fields: &mut F) -> Result {
        fields.scalar::<i16, 0>(self.a)?;
        fields.scalar::<i8, 1>(self.b)
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub enum AnyT {
    #[default]
    None,
    Monster(Box<MonsterT>),
    Simple(u8),
}

struct SimpleT(u8);

impl EncodeTable for SimpleT {
    type Table = Simple<'static>;

    fn fields<F: Fields<Self::Table>>(&self, fields: &mut F) -> Result {
        fields.scalar::<u8, 0>(self.0)
    }
}

impl EncodeUnion for AnyT {
    type Schema = Monsters;
    const UNION: usize = 0;

    fn member<M: MemberFields<Monsters>>(&self, member: &mut M) -> Result {
        match self {
            Self::None => Ok(()),
            Self::Monster(monster) => member.table::<Self, MonsterT, 1>(monster),
            Self::Simple(color) => member.table::<Self, SimpleT, 2>(&SimpleT(*color)),
        }
    }
}

/// All values of these fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MonsterT {
    pub pos: Option<Vec3T>,
    pub mana: i16,
    pub hp: i16,
    pub name: String,
    pub inventory: Option<Vec<u8>>,
    pub color: u8,
    pub test: AnyT,
    pub test4: Option<Vec<TestT>>,
    pub strings: Option<Vec<String>>,
    pub friends: Option<Vec<MonsterT>>,
    pub enemy: Option<Box<MonsterT>>,
}

impl EncodeTable for MonsterT {
    type Table = Monster<'static>;

    fn fields<F: Fields<Self::Table>>(&self, fields: &mut F) -> Result {
        fields.structure::<Vec3T, 0>(self.pos.as_ref())?;
        fields.scalar::<i16, 1>(self.mana)?;
        fields.scalar::<i16, 2>(self.hp)?;
        fields.string::<3>(Some(&self.name))?;
        fields.scalars::<u8, _, 5>(self.inventory.as_deref())?;
        fields.scalar::<u8, 6>(self.color)?;
        fields.union::<AnyT, 8>(&self.test)?;
        fields.structures::<_, 9>(self.test4.as_deref())?;
        fields.strings::<_, 10>(self.strings.as_deref())?;
        fields.tables::<_, 11>(self.friends.as_deref())?;
        fields.table::<MonsterT, 12>(self.enemy.as_deref())
    }
}

impl MonsterT {
    /// Reads all values of a verified monster.
    pub fn of(view: Monster<'_>) -> Self {
        let test = match view.test_type() {
            1 => view
                .test_as_monster()
                .map(|m| AnyT::Monster(Box::new(Self::of(m)))),
            2 => view
                .test_as_simple()
                .map(|simple| AnyT::Simple(simple.color())),
            _ => None,
        };
        let struct_of = |test: Test<'_>| TestT {
            a: test.a(),
            b: test.b(),
        };
        // These are read as well, in case reading them fails.
        let stats = view.empty().into_iter();
        let read: usize = stats
            .map(|stat| stat.id().map_or(0, str::len) + stat.count() as usize)
            .sum();
        std::hint::black_box((read, view.testbool(), view.nested().map(Self::of)));
        Self {
            pos: view.pos().map(|pos| Vec3T {
                x: pos.x(),
                test1: pos.test1(),
                test3: struct_of(pos.test3()),
            }),
            mana: view.mana(),
            hp: view.hp(),
            name: view.name().into(),
            inventory: view.inventory().map(Into::into),
            color: view.color(),
            test: test.unwrap_or_default(),
            test4: view.test4().map(|all| all.iter().map(struct_of).collect()),
            strings: view
                .strings()
                .map(|all| all.iter().map(Into::into).collect()),
            friends: view.friends().map(|all| all.iter().map(Self::of).collect()),
            enemy: view.enemy().map(|enemy| Box::new(Self::of(enemy))),
        }
    }
}
