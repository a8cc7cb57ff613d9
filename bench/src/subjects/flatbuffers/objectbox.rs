//! ObjectBox' benchmark: a table of four fields, built with a kept builder, and read with its list
//! copied out.

use std::hint::black_box;

use flatbuffers::{FlatBufferBuilder, Follow, ForwardsUOffset, InvalidFlatbuffer, Vector};
use flatbuffers::{Verifiable, Verifier};
use planus::ReadAsRoot;
use varvel_flatbuffers::layout::{self, Element, Field, Layout, List, Name, Parts, Scalar, Type};
use varvel_flatbuffers::read::Scalars;
use varvel_flatbuffers::{EncodeTable, Encoder, Fields, Object, Schema, Table, TableRef, root};

use super::numbered;
use super::planus_code::entity::objectbox as generated;
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::subjects::prepared::{Kept, text};

/// The number of operations of a run.
pub const OPERATIONS: usize = 10;

const NAMES: &str = "Entity number float text bytes";

const fn name(name: &str) -> Name {
    Name::find(NAMES, name)
}

enum Entities {}

impl Schema for Entities {
    const LAYOUT: Layout<'static> = Layout::new(Parts {
        names: NAMES,
        objects: &[layout::Object::table(name("Entity"), List::new(0, 4))],
        fields: &[
            Field::new(name("number"), Type::Scalar(Scalar::I64)),
            Field::new(name("float"), Type::Scalar(Scalar::F64)),
            Field::new(name("text"), Type::String),
            Field::new(name("bytes"), Type::Vector(Element::Scalar(Scalar::I8))),
        ],
        root: Some(0),
        ..Parts::EMPTY
    });
}

#[derive(Clone, Copy)]
struct Entity<'a>(TableRef<'a, Entity<'static>>);

impl Object for Entity<'static> {
    type Schema = Entities;
    const OBJECT: usize = 0;
}

impl Table for Entity<'static> {
    type View<'a> = Entity<'a>;

    #[inline]
    fn view(table: TableRef<'_, Self>) -> Entity<'_> {
        Entity(table)
    }
}

/// The values of a row.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    number: i64,
    float: f64,
    text: String,
    bytes: Option<Vec<i8>>,
}

impl EncodeTable for Row {
    type Table = Entity<'static>;

    #[inline]
    fn fields<F: Fields<Self::Table>>(&self, fields: &mut F) -> varvel_core::Result {
        fields.scalar::<i64, 0>(self.number)?;
        fields.scalar::<f64, 1>(self.float)?;
        fields.string::<2>(Some(&self.text))?;
        fields.scalars::<i8, _, 3>(self.bytes.as_deref())
    }
}

/// The values that are read, with the list copied out and the string in place.
struct Read<'a> {
    number: i64,
    float: f64,
    text: &'a str,
    bytes: Option<Vec<i8>>,
}

impl Read<'_> {
    fn sum(&self) -> Checksum {
        let mut sum = Checksum::default();
        sum.integer(self.number as u64);
        sum.number(self.float);
        sum.string(self.text);
        for byte in self.bytes.iter().flatten() {
            sum.integer(*byte as u64);
        }
        sum
    }

    fn done(self) -> u64 {
        black_box(self).number as u64
    }
}

fn row<const BYTES: bool>(number: u64) -> Result<Row, String> {
    Ok(Row {
        number: 1 + number as i64,
        float: 4.2 + number as f64,
        text: "Foo".into(),
        bytes: BYTES.then(|| vec![1, 2, 3, 4, 5, 6]),
    })
}

/// Returns the right result.
pub fn truth<const BYTES: bool>(document: &[u8]) -> Result<Checksum, String> {
    let row = row::<BYTES>(super::number(document))?;
    let read = Read {
        number: row.number,
        float: row.float,
        text: &row.text,
        bytes: row.bytes,
    };
    Ok(read.sum())
}

#[inline]
fn read_varvel(view: Entity<'_>) -> Read<'_> {
    let bytes = view.0.vector_opt::<Scalars<i8>, 3>();
    Read {
        number: view.0.scalar::<i64, 0>(),
        float: view.0.scalar::<f64, 1>(),
        text: view.0.string_opt::<2>().unwrap_or_default(),
        bytes: bytes.map(|bytes| match bytes.as_slice() {
            Some(slice) => slice.to_vec(),
            None => bytes.iter().collect(),
        }),
    }
}

fn sum_of_bytes(bytes: &[u8]) -> Result<Checksum, String> {
    Ok(read_varvel(root::<Entity>(bytes).map_err(text)?).sum())
}

/// The table over the runtime of the official crate, in the form of flatc's code.
#[derive(Clone, Copy)]
struct Official<'a>(flatbuffers::Table<'a>);

impl<'a> Follow<'a> for Official<'a> {
    type Inner = Self;

    #[inline]
    unsafe fn follow(buf: &'a [u8], loc: usize) -> Self {
        // SAFETY: the caller's contract: a table is at `loc`.
        Self(unsafe { flatbuffers::Table::new(buf, loc) })
    }
}

impl Verifiable for Official<'_> {
    #[inline]
    fn run_verifier(v: &mut Verifier, pos: usize) -> Result<(), InvalidFlatbuffer> {
        v.visit_table(pos)?
            .visit_field::<i64>("number", 4, false)?
            .visit_field::<f64>("float", 6, false)?
            .visit_field::<ForwardsUOffset<&str>>("text", 8, false)?
            .visit_field::<ForwardsUOffset<Vector<'_, i8>>>("bytes", 10, false)?
            .finish();
        Ok(())
    }
}

impl<'a> Official<'a> {
    #[inline]
    fn read(self) -> Read<'a> {
        // SAFETY: the schema has fields of these types there, and the buffer was verified.
        let (number, float, text, bytes) = unsafe {
            (
                self.0.get::<i64>(4, Some(0)),
                self.0.get::<f64>(6, Some(0.0)),
                self.0.get::<ForwardsUOffset<&str>>(8, None),
                self.0.get::<ForwardsUOffset<Vector<'a, i8>>>(10, None),
            )
        };
        Read {
            number: number.unwrap_or_default(),
            float: float.unwrap_or_default(),
            text: text.unwrap_or_default(),
            bytes: bytes.map(|bytes| bytes.iter().collect()),
        }
    }
}

fn build_official(builder: &mut FlatBufferBuilder<'_>, row: &Row) {
    builder.reset();
    let bytes = row.bytes.as_ref().map(|bytes| builder.create_vector(bytes));
    let text = builder.create_string(&row.text);
    let table = builder.start_table();
    builder.push_slot::<f64>(6, row.float, 0.0);
    builder.push_slot::<i64>(4, row.number, 0);
    if let Some(bytes) = bytes {
        builder.push_slot_always(10, bytes);
    }
    builder.push_slot_always(8, text);
    let root = builder.end_table(table);
    builder.finish(root, None);
}

/// Returns the subjects that build a row with a kept builder.
pub fn build<const BYTES: bool>() -> Vec<Box<dyn Subject>> {
    let varvel = Kept {
        name: "varvel",
        kept: Encoder::new(),
        load: |all| numbered(all, row::<BYTES>),
        check: |encoder, row| sum_of_bytes(encoder.encode(row).map_err(text)?),
    }
    .repeated(OPERATIONS, |encoder, row| {
        encoder
            .encode(row)
            .map_or(0, |bytes| black_box(bytes).len() as u64)
    });
    let flatbuffers = Kept {
        name: "flatbuffers",
        kept: FlatBufferBuilder::with_capacity(256),
        load: |all| numbered(all, row::<BYTES>),
        check: |builder, row| {
            build_official(builder, row);
            sum_of_bytes(builder.finished_data())
        },
    }
    .repeated(OPERATIONS, |builder, row| {
        build_official(builder, row);
        black_box(builder.finished_data()).len() as u64
    });
    let planus = Kept {
        name: "planus",
        kept: planus::Builder::with_capacity(256),
        load: |all| {
            numbered(all, |number| {
                let row = row::<BYTES>(number)?;
                Ok(generated::Entity {
                    number: row.number,
                    float: row.float,
                    text: Some(row.text),
                    bytes: row.bytes,
                })
            })
        },
        check: |builder, row| {
            builder.clear();
            sum_of_bytes(builder.finish(row, None))
        },
    }
    .repeated(OPERATIONS, |builder, row| {
        builder.clear();
        black_box(builder.finish(row, None)).len() as u64
    });
    vec![varvel, flatbuffers, planus]
}

/// Returns the subjects that read all fields of a verified buffer of their own library, with its
/// list copied out.
pub fn read<const BYTES: bool>() -> Vec<Box<dyn Subject>> {
    fn theirs<const BYTES: bool>(number: u64) -> Result<&'static [u8], String> {
        let mut builder = FlatBufferBuilder::new();
        build_official(&mut builder, &row::<BYTES>(number)?);
        Ok(builder.finished_data().to_vec().leak())
    }
    let varvel = Kept {
        name: "varvel",
        kept: (),
        load: |all| {
            numbered(all, |number| {
                let bytes = Encoder::new()
                    .encode(&row::<BYTES>(number)?)
                    .map_err(text)?
                    .to_vec();
                root::<Entity>(bytes.leak()).map_err(text)
            })
        },
        check: |(), view| Ok(read_varvel(*view).sum()),
    }
    .repeated(OPERATIONS, |(), view| read_varvel(*view).done());
    let flatbuffers = Kept {
        name: "flatbuffers",
        kept: (),
        load: |all| {
            numbered(all, |number| {
                flatbuffers::root::<Official>(theirs::<BYTES>(number)?).map_err(text)
            })
        },
        check: |(), view| Ok(view.read().sum()),
    }
    .repeated(OPERATIONS, |(), view| view.read().done());
    fn read_planus(view: generated::EntityRef<'static>) -> planus::Result<Read<'static>> {
        Ok(Read {
            number: view.number()?,
            float: view.float()?,
            text: view.text()?.unwrap_or_default(),
            bytes: view.bytes()?.map(<[i8]>::to_vec),
        })
    }
    let planus = Kept {
        name: "planus",
        kept: (),
        load: |all| {
            numbered(all, |number| {
                generated::EntityRef::read_as_root(theirs::<BYTES>(number)?).map_err(text)
            })
        },
        check: |(), view| Ok(read_planus(*view).map_err(text)?.sum()),
    }
    .repeated(OPERATIONS, |(), view| {
        read_planus(*view).map_or(0, Read::done)
    });
    vec![varvel, flatbuffers, planus]
}
