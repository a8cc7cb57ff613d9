//! What is said of a type, and a layout made of many.

use crate::layout::{
    Enum, Field, Layout, List, Name, Object, Parts, Presence, Scalar, Symbol, Type,
};
use crate::schema::Schema;

use super::field::FieldType;

/// A struct that is a table.
pub trait DefinedTable {
    /// What it has.
    const DEFINITION: &'static TableDefinition;
}

/// An enum of integers with names.
pub trait DefinedEnum {
    /// What it has.
    const DEFINITION: &'static EnumDefinition;
}

/// An enum of a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is in no FlatBuffers schema",
    label = "add it to the `enums:` of a `varvel_flatbuffers::schema!`"
)]
pub trait EnumOf {
    /// The schema.
    type Schema: Schema;

    /// The index in that schema's enums.
    const ENUM: usize;
}

/// What a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableDefinition {
    /// Its name.
    pub name: &'static str,
    /// Its fields, by id.
    pub fields: &'static [FieldDefinition],
    /// The field by which vectors of it are sorted.
    pub key: Option<u16>,
}

/// What a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldDefinition {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub ty: Type,
    /// What holds when it is not there.
    pub presence: Presence,
    /// The enum by whose names its numbers go.
    pub symbols: Option<u32>,
}

impl FieldDefinition {
    /// A field of this type.
    pub const fn of<S: Schema, V: FieldType<S>>(name: &'static str) -> Self {
        Self {
            name,
            ty: V::TYPE,
            presence: V::PRESENCE,
            symbols: V::SYMBOLS,
        }
    }

    /// The same where it may be absent, since there is a default: of a scalar that is what it is in any case.
    pub const fn defaulted(mut self) -> Self {
        if !matches!(self.ty, Type::Scalar(_)) {
            self.presence = Presence::Optional;
        }
        self
    }
}

/// What an enum has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumDefinition {
    /// Its name.
    pub name: &'static str,
    /// What it is stored as.
    pub scalar: Scalar,
    /// Its names with their numbers, in any order; of an unsigned enum the bits of the `u64`.
    pub symbols: &'static [(&'static str, i64)],
}

impl EnumDefinition {
    /// What is read where the field is absent: 0 if that is one of the numbers, else the first.
    pub const fn default(&self) -> i64 {
        let mut k = 0;
        while k < self.symbols.len() {
            if self.symbols[k].1 == 0 {
                return 0;
            }
            k += 1;
        }
        assert!(
            !self.symbols.is_empty(),
            "an enum without variants has no value"
        );
        self.symbols[0].1
    }
}

/// Where `name` stands among `names`. Types are few, and this runs at compile time.
pub const fn position(names: &[&str], name: &str) -> usize {
    let mut k = 0;
    while k < names.len() {
        if is_equal(names[k].as_bytes(), name.as_bytes()) {
            return k;
        }
        k += 1;
    }
    panic!("the name is not in the list")
}

const fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let mut k = 0;
    while k < one.len() && k < other.len() && one[k] == other[k] {
        k += 1;
    }
    k == one.len() && k == other.len()
}

/// How much there is of a schema's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Bytes of all names.
    pub names: usize,
    /// Tables.
    pub tables: usize,
    /// Their fields.
    pub fields: usize,
    /// Enums.
    pub enums: usize,
    /// Their names.
    pub symbols: usize,
}

impl Sizes {
    /// Those of these types.
    pub const fn of(tables: &[&TableDefinition], enums: &[&EnumDefinition]) -> Self {
        let mut sizes = Self {
            names: 0,
            tables: tables.len(),
            fields: 0,
            enums: enums.len(),
            symbols: 0,
        };
        let mut i = 0;
        while i < tables.len() {
            sizes.names += tables[i].name.len();
            sizes.fields += tables[i].fields.len();
            let mut k = 0;
            while k < tables[i].fields.len() {
                sizes.names += tables[i].fields[k].name.len();
                k += 1;
            }
            i += 1;
        }
        i = 0;
        while i < enums.len() {
            sizes.names += enums[i].name.len();
            sizes.symbols += enums[i].symbols.len();
            let mut k = 0;
            while k < enums[i].symbols.len() {
                sizes.names += enums[i].symbols[k].0.len();
                k += 1;
            }
            i += 1;
        }
        sizes
    }
}

/// The parts of a layout, for a `static`.
#[derive(Debug)]
pub struct Pool<const N: usize, const T: usize, const F: usize, const E: usize, const Y: usize> {
    names: [u8; N],
    tables: [Object; T],
    fields: [Field; F],
    enums: [Enum; E],
    symbols: [Symbol; Y],
}

impl<const N: usize, const T: usize, const F: usize, const E: usize, const Y: usize>
    Pool<N, T, F, E, Y>
{
    /// The parts of these types, of which there are so many: [`Sizes::of`].
    pub const fn new(tables: &[&TableDefinition], enums: &[&EnumDefinition]) -> Self {
        const NAME: Name = Name::new(0, 0);
        let mut pool = Self {
            names: [0; N],
            tables: [Object::table(NAME, List::EMPTY); T],
            fields: [Field::new(NAME, Type::String); F],
            enums: [Enum {
                name: NAME,
                scalar: Scalar::U8,
                bit_flags: false,
                symbols: List::EMPTY,
            }; E],
            symbols: [Symbol {
                name: NAME,
                value: 0,
            }; Y],
        };
        let (mut names, mut fields, mut symbols) = (0, 0, 0);
        let mut i = 0;
        while i < T {
            let table = tables[i];
            let list = List::new(fields as u32, table.fields.len() as u32);
            let name = pool.name(&mut names, table.name);
            pool.tables[i] = Object::table(name, list);
            pool.tables[i].key = table.key;
            let mut k = 0;
            while k < table.fields.len() {
                let of = table.fields[k];
                let name = pool.name(&mut names, of.name);
                let mut field = Field::new(name, of.ty).presence(of.presence);
                field.symbols = of.symbols;
                pool.fields[fields] = field;
                fields += 1;
                k += 1;
            }
            i += 1;
        }
        i = 0;
        while i < E {
            let of = enums[i];
            pool.enums[i] = Enum {
                name: pool.name(&mut names, of.name),
                scalar: of.scalar,
                bit_flags: false,
                symbols: List::new(symbols as u32, of.symbols.len() as u32),
            };
            let mut k = 0;
            while k < of.symbols.len() {
                let symbol = Symbol {
                    name: pool.name(&mut names, of.symbols[k].0),
                    value: of.symbols[k].1,
                };
                // By increasing numbers, as they are in any layout.
                let mut at = symbols + k;
                while at > symbols && is_less(of.scalar, symbol.value, pool.symbols[at - 1].value) {
                    pool.symbols[at] = pool.symbols[at - 1];
                    at -= 1;
                }
                pool.symbols[at] = symbol;
                k += 1;
            }
            symbols += of.symbols.len();
            i += 1;
        }
        pool
    }

    const fn name(&mut self, end: &mut usize, name: &str) -> Name {
        let start = *end;
        let bytes = name.as_bytes();
        let mut k = 0;
        while k < bytes.len() {
            self.names[start + k] = bytes[k];
            k += 1;
        }
        *end = start + bytes.len();
        Name::new(start as u32, bytes.len() as u32)
    }

    /// The layout, with the first table as its root.
    pub const fn layout(&'static self, file_identifier: Option<[u8; 4]>) -> Layout<'static> {
        let Ok(names) = core::str::from_utf8(&self.names) else {
            panic!("names are strings")
        };
        Layout::new(Parts {
            names,
            objects: &self.tables,
            fields: &self.fields,
            enums: &self.enums,
            symbols: &self.symbols,
            root: if T == 0 { None } else { Some(0) },
            file_identifier,
            ..Parts::EMPTY
        })
    }
}

const fn is_less(scalar: Scalar, one: i64, other: i64) -> bool {
    match scalar.is_signed() {
        true => one < other,
        false => (one as u64) < other as u64,
    }
}
