//! The schema of flatcc's benchmark, written by hand as a generator would.

pub mod official;

use varvel_core::Result;
use varvel_flatbuffers::layout::{self, Enum, Field, Layout, List, Name, Parts, Scalar, Symbol};
use varvel_flatbuffers::layout::{Element, Type};
use varvel_flatbuffers::read::Tables;
use varvel_flatbuffers::{EncodeStruct, EncodeTable, Fields, Object, Schema, Struct, StructFields};
use varvel_flatbuffers::{StructRef, Table, TableRef, Vector};

const NAMES: &str = "FooBarContainer FooBar Bar Foo list initialized fruit location sibling name rating postfix \
                     parent time ratio size id count prefix length Enum Apples Pears Bananas";

const fn name(name: &str) -> Name {
    Name::find(NAMES, name)
}

/// The schema.
pub enum Foobar {}

impl Schema for Foobar {
    const LAYOUT: Layout<'static> = Layout::new(Parts {
        names: NAMES,
        objects: &[
            layout::Object::table(name("FooBarContainer"), List::new(0, 4)),
            layout::Object::table(name("FooBar"), List::new(4, 4)),
            layout::Object::structure(name("Bar"), 32, 8, List::new(8, 4)),
            layout::Object::structure(name("Foo"), 16, 8, List::new(12, 4)),
        ],
        fields: &[
            Field::new(name("list"), Type::Vector(Element::Table(1))),
            Field::new(name("initialized"), Type::Scalar(Scalar::Bool)),
            Field::new(name("fruit"), Type::Scalar(Scalar::I16)).symbols(0),
            Field::new(name("location"), Type::String),
            Field::new(name("sibling"), Type::Struct(2)),
            Field::new(name("name"), Type::String),
            Field::new(name("rating"), Type::Scalar(Scalar::F64)),
            Field::new(name("postfix"), Type::Scalar(Scalar::U8)),
            Field::new(name("parent"), Type::Struct(3)),
            Field::new(name("time"), Type::Scalar(Scalar::I32)).at(16),
            Field::new(name("ratio"), Type::Scalar(Scalar::F32)).at(20),
            Field::new(name("size"), Type::Scalar(Scalar::U16)).at(24),
            Field::new(name("id"), Type::Scalar(Scalar::U64)),
            Field::new(name("count"), Type::Scalar(Scalar::I16)).at(8),
            Field::new(name("prefix"), Type::Scalar(Scalar::I8)).at(10),
            Field::new(name("length"), Type::Scalar(Scalar::U32)).at(12),
        ],
        enums: &[Enum {
            name: name("Enum"),
            scalar: Scalar::I16,
            bit_flags: false,
            symbols: List::new(0, 3),
        }],
        symbols: &[
            Symbol {
                name: name("Apples"),
                value: 0,
            },
            Symbol {
                name: name("Pears"),
                value: 1,
            },
            Symbol {
                name: name("Bananas"),
                value: 2,
            },
        ],
        root: Some(0),
        ..Parts::EMPTY
    });
}

macro_rules! table {
    ($name:ident, $object:literal, $as:ident, $reference:ident) => {
        #[derive(Clone, Copy, Debug)]
        pub struct $name<'a>($reference<'a, $name<'static>>);

        impl Object for $name<'static> {
            type Schema = Foobar;
            const OBJECT: usize = $object;
        }

        impl $as for $name<'static> {
            type View<'a> = $name<'a>;

            #[inline(always)]
            fn view(place: $reference<'_, Self>) -> $name<'_> {
                $name(place)
            }
        }
    };
}

table!(FooBarContainer, 0, Table, TableRef);
table!(FooBar, 1, Table, TableRef);
table!(Bar, 2, Struct, StructRef);
table!(Foo, 3, Struct, StructRef);

impl<'a> FooBarContainer<'a> {
    pub fn list(self) -> Option<Vector<'a, Tables<FooBar<'static>>>> {
        self.0.vector_opt::<Tables<FooBar<'static>>, 0>()
    }

    pub fn initialized(self) -> bool {
        self.0.scalar::<bool, 1>()
    }

    pub fn fruit(self) -> i16 {
        self.0.scalar::<i16, 2>()
    }

    pub fn location(self) -> Option<&'a str> {
        self.0.string_opt::<3>()
    }
}

impl<'a> FooBar<'a> {
    pub fn sibling(self) -> Option<Bar<'a>> {
        self.0.structure_opt::<Bar<'static>, 0>()
    }

    pub fn name(self) -> Option<&'a str> {
        self.0.string_opt::<1>()
    }

    pub fn rating(self) -> f64 {
        self.0.scalar::<f64, 2>()
    }

    pub fn postfix(self) -> u8 {
        self.0.scalar::<u8, 3>()
    }
}

impl<'a> Bar<'a> {
    pub fn parent(self) -> Foo<'a> {
        self.0.structure::<Foo<'static>, 0>()
    }

    pub fn time(self) -> i32 {
        self.0.scalar::<i32, 1>()
    }

    pub fn ratio(self) -> f32 {
        self.0.scalar::<f32, 2>()
    }

    pub fn size(self) -> u16 {
        self.0.scalar::<u16, 3>()
    }
}

impl Foo<'_> {
    pub fn id(self) -> u64 {
        self.0.scalar::<u64, 0>()
    }

    pub fn count(self) -> i16 {
        self.0.scalar::<i16, 1>()
    }

    pub fn prefix(self) -> i8 {
        self.0.scalar::<i8, 2>()
    }

    pub fn length(self) -> u32 {
        self.0.scalar::<u32, 3>()
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct FooBarContainerT {
    pub list: Option<Vec<FooBarT>>,
    pub initialized: bool,
    pub fruit: i16,
    pub location: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct FooBarT {
    pub sibling: Option<BarT>,
    pub name: Option<String>,
    pub rating: f64,
    pub postfix: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BarT {
    pub parent: FooT,
    pub time: i32,
    pub ratio: f32,
    pub size: u16,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FooT {
    pub id: u64,
    pub count: i16,
    pub prefix: i8,
    pub length: u32,
}

impl EncodeTable for FooBarContainerT {
    type Table = FooBarContainer<'static>;

    #[inline]
    fn fields<F: Fields<Self::Table>>(&self, fields: &mut F) -> Result {
        fields.tables::<_, 0>(self.list.as_deref())?;
        fields.scalar::<bool, 1>(self.initialized)?;
        fields.scalar::<i16, 2>(self.fruit)?;
        fields.string::<3>(self.location.as_deref())
    }
}

impl EncodeTable for FooBarT {
    type Table = FooBar<'static>;

    #[inline]
    fn fields<F: Fields<Self::Table>>(&self, fields: &mut F) -> Result {
        fields.structure::<BarT, 0>(self.sibling.as_ref())?;
        fields.string::<1>(self.name.as_deref())?;
        fields.scalar::<f64, 2>(self.rating)?;
        fields.scalar::<u8, 3>(self.postfix)
    }
}

impl EncodeStruct for BarT {
    type Struct = Bar<'static>;

    #[inline]
    fn fields<F: StructFields<Self::Struct>>(&self, fields: &mut F) -> Result {
        fields.structure::<FooT, 0>(&self.parent)?;
        fields.scalar::<i32, 1>(self.time)?;
        fields.scalar::<f32, 2>(self.ratio)?;
        fields.scalar::<u16, 3>(self.size)
    }
}

impl EncodeStruct for FooT {
    type Struct = Foo<'static>;

    #[inline]
    fn fields<F: StructFields<Self::Struct>>(&self, fields: &mut F) -> Result {
        fields.scalar::<u64, 0>(self.id)?;
        fields.scalar::<i16, 1>(self.count)?;
        fields.scalar::<i8, 2>(self.prefix)?;
        fields.scalar::<u32, 3>(self.length)
    }
}

impl FooBarContainerT {
    /// Reads all that a buffer contains.
    pub fn of(view: FooBarContainer<'_>) -> Self {
        Self {
            list: view
                .list()
                .map(|list| list.iter().map(FooBarT::of).collect()),
            initialized: view.initialized(),
            fruit: view.fruit(),
            location: view.location().map(Into::into),
        }
    }

    /// Returns the values of the benchmark.
    pub fn example() -> Self {
        let list = (0..3).map(|i| FooBarT {
            sibling: Some(BarT {
                parent: FooT {
                    id: 0xABAD_CAFE_ABAD_CAFE + i,
                    count: 10_000 + i as i16,
                    prefix: b'@' as i8 + i as i8,
                    length: 1_000_000 + i as u32,
                },
                time: 123_456 + i as i32,
                ratio: 3.25 + i as f32,
                size: 10_000 + i as u16,
            }),
            name: Some("Hello, World!".into()),
            rating: 3.141_543_243_244_554 + i as f64,
            postfix: b'!' + i as u8,
        });
        Self {
            list: Some(list.collect()),
            initialized: true,
            fruit: 2,
            location: Some("https://www.example.com/myurl/".into()),
        }
    }
}

impl FooBarT {
    fn of(view: FooBar<'_>) -> Self {
        Self {
            sibling: view.sibling().map(|bar| BarT {
                parent: FooT {
                    id: bar.parent().id(),
                    count: bar.parent().count(),
                    prefix: bar.parent().prefix(),
                    length: bar.parent().length(),
                },
                time: bar.time(),
                ratio: bar.ratio(),
                size: bar.size(),
            }),
            name: view.name().map(Into::into),
            rating: view.rating(),
            postfix: view.postfix(),
        }
    }
}
