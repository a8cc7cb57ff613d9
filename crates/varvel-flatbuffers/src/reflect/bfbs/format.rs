//! The tables of binary schemas: `reflection.fbs` of the FlatBuffers project, with its slots.

use crate::layout::{Element, Presence, Scalar, Type as TableOrStruct};
use crate::read::TableRef;
use crate::rust_schema::{DefinedObject, FieldDefinition, ObjectDefinition};
use crate::schema::{Object as _, Table};

crate::schema! {
    /// The schema of binary schemas.
    pub enum Reflection {
        tables: Schema, Type, KeyValue, EnumVal, Enum, Field, Object, RpcCall, Service, SchemaFile;
        file_identifier: super::IDENTIFIER;
    }
}

/// Defines tables, each with its full name and a module of its slots. A field has a slot, a name, a
/// type and a presence.
macro_rules! tables {
    ($($table:ident = $full:literal, $slots:ident {
        $($slot:literal $constant:ident = $field:literal, $ty:expr, $presence:expr;)*
    })*) => {$(
        #[derive(Debug)]
        pub enum $table {}

        impl DefinedObject for $table {
            const DEFINITION: &'static ObjectDefinition = &ObjectDefinition {
                name: $full,
                fields: &[$(FieldDefinition {
                    name: $field,
                    ty: $ty,
                    presence: $presence,
                    symbols: None,
                    offset: 0,
                }),*],
                shape: crate::layout::TableOrStruct::Table,
            };
        }

        impl Table for $table {
            type View<'a> = TableRef<'a, Self>;

            fn view(table: TableRef<'_, Self>) -> TableRef<'_, Self> {
                table
            }
        }

        pub mod $slots {
            $(pub const $constant: usize = $slot;)*
        }
    )*};
}

use Presence::{Optional, Required};

const ZERO: Presence = Presence::Default(0);
const BOOL: TableOrStruct = TableOrStruct::Scalar(Scalar::Bool);
const I8: TableOrStruct = TableOrStruct::Scalar(Scalar::I8);
const U16: TableOrStruct = TableOrStruct::Scalar(Scalar::U16);
const I32: TableOrStruct = TableOrStruct::Scalar(Scalar::I32);
const U32: TableOrStruct = TableOrStruct::Scalar(Scalar::U32);
const I64: TableOrStruct = TableOrStruct::Scalar(Scalar::I64);
const U64: TableOrStruct = TableOrStruct::Scalar(Scalar::U64);
const F64: TableOrStruct = TableOrStruct::Scalar(Scalar::F64);
const TEXT: TableOrStruct = TableOrStruct::String;
const TEXTS: TableOrStruct = TableOrStruct::Vector(Element::String);
const TYPE: TableOrStruct = TableOrStruct::Table(Type::OBJECT as u32);
const OBJECT: TableOrStruct = TableOrStruct::Table(Object::OBJECT as u32);
const PAIRS: TableOrStruct = TableOrStruct::Vector(Element::Table(KeyValue::OBJECT as u32));

tables! {
    Type = "reflection.Type", ty {
        0 BASE_TYPE = "base_type", I8, ZERO;
        1 ELEMENT = "element", I8, ZERO;
        2 INDEX = "index", I32, Presence::Default(-1_i32 as u32 as u64);
        3 FIXED_LENGTH = "fixed_length", U16, ZERO;
        4 BASE_SIZE = "base_size", U32, Presence::Default(4);
        5 ELEMENT_SIZE = "element_size", U32, ZERO;
    }
    KeyValue = "reflection.KeyValue", pair {
        0 KEY = "key", TEXT, Required;
        1 VALUE = "value", TEXT, Optional;
    }
    EnumVal = "reflection.EnumVal", value {
        0 NAME = "name", TEXT, Required;
        1 VALUE = "value", I64, ZERO;
        2 _OBJECT = "object", OBJECT, Optional;
        3 UNION_TYPE = "union_type", TYPE, Optional;
        4 DOCUMENTATION = "documentation", TEXTS, Optional;
        5 ATTRIBUTES = "attributes", PAIRS, Optional;
    }
    Enum = "reflection.Enum", enumeration {
        0 NAME = "name", TEXT, Required;
        1 VALUES = "values", TableOrStruct::Vector(Element::Table(EnumVal::OBJECT as u32)), Required;
        2 IS_UNION = "is_union", BOOL, ZERO;
        3 UNDERLYING_TYPE = "underlying_type", TYPE, Required;
        4 ATTRIBUTES = "attributes", PAIRS, Optional;
        5 DOCUMENTATION = "documentation", TEXTS, Optional;
        6 DECLARATION_FILE = "declaration_file", TEXT, Optional;
    }
    Field = "reflection.Field", field {
        0 NAME = "name", TEXT, Required;
        1 TYPE = "type", TYPE, Required;
        2 ID = "id", U16, ZERO;
        3 OFFSET = "offset", U16, ZERO;
        4 DEFAULT_INTEGER = "default_integer", I64, ZERO;
        5 DEFAULT_REAL = "default_real", F64, ZERO;
        6 DEPRECATED = "deprecated", BOOL, ZERO;
        7 REQUIRED = "required", BOOL, ZERO;
        8 KEY = "key", BOOL, ZERO;
        9 ATTRIBUTES = "attributes", PAIRS, Optional;
        10 DOCUMENTATION = "documentation", TEXTS, Optional;
        11 OPTIONAL = "optional", BOOL, ZERO;
        12 PADDING = "padding", U16, ZERO;
        13 OFFSET64 = "offset64", BOOL, ZERO;
    }
    Object = "reflection.Object", object {
        0 NAME = "name", TEXT, Required;
        1 FIELDS = "fields", TableOrStruct::Vector(Element::Table(Field::OBJECT as u32)), Required;
        2 IS_STRUCT = "is_struct", BOOL, ZERO;
        3 MINALIGN = "minalign", I32, ZERO;
        4 BYTESIZE = "bytesize", I32, ZERO;
        5 ATTRIBUTES = "attributes", PAIRS, Optional;
        6 DOCUMENTATION = "documentation", TEXTS, Optional;
        7 DECLARATION_FILE = "declaration_file", TEXT, Optional;
    }
    RpcCall = "reflection.RPCCall", call {
        0 NAME = "name", TEXT, Required;
        1 REQUEST = "request", OBJECT, Required;
        2 RESPONSE = "response", OBJECT, Required;
        3 ATTRIBUTES = "attributes", PAIRS, Optional;
        4 DOCUMENTATION = "documentation", TEXTS, Optional;
    }
    Service = "reflection.Service", service {
        0 NAME = "name", TEXT, Required;
        1 CALLS = "calls", TableOrStruct::Vector(Element::Table(RpcCall::OBJECT as u32)), Optional;
        2 ATTRIBUTES = "attributes", PAIRS, Optional;
        3 DOCUMENTATION = "documentation", TEXTS, Optional;
        4 DECLARATION_FILE = "declaration_file", TEXT, Optional;
    }
    SchemaFile = "reflection.SchemaFile", file {
        0 FILENAME = "filename", TEXT, Required;
        1 INCLUDED_FILENAMES = "included_filenames", TEXTS, Optional;
    }
    Schema = "reflection.Schema", schema {
        0 OBJECTS = "objects", TableOrStruct::Vector(Element::Table(Object::OBJECT as u32)), Required;
        1 ENUMS = "enums", TableOrStruct::Vector(Element::Table(Enum::OBJECT as u32)), Required;
        2 FILE_IDENT = "file_ident", TEXT, Optional;
        3 FILE_EXT = "file_ext", TEXT, Optional;
        4 ROOT_TABLE = "root_table", OBJECT, Optional;
        5 SERVICES = "services", TableOrStruct::Vector(Element::Table(Service::OBJECT as u32)), Optional;
        6 ADVANCED_FEATURES = "advanced_features", U64, ZERO;
        7 FBS_FILES = "fbs_files", TableOrStruct::Vector(Element::Table(SchemaFile::OBJECT as u32)), Optional;
    }
}

/// The values of [`Type`]'s `base_type` and `element`.
pub mod base {
    use varvel_fbs::Scalar;

    pub const NONE: i8 = 0;
    pub const TAG: i8 = 1;
    pub const STRING: i8 = 13;
    pub const VECTOR: i8 = 14;
    pub const OBJECT: i8 = 15;
    pub const UNION: i8 = 16;
    pub const ARRAY: i8 = 17;
    pub const VECTOR64: i8 = 18;

    /// The scalars, from 2 on.
    const SCALARS: [Scalar; 11] = [
        Scalar::Bool,
        Scalar::I8,
        Scalar::U8,
        Scalar::I16,
        Scalar::U16,
        Scalar::I32,
        Scalar::U32,
        Scalar::I64,
        Scalar::U64,
        Scalar::F32,
        Scalar::F64,
    ];

    pub fn scalar(base: i8) -> Option<Scalar> {
        let at = usize::try_from(base).ok()?.checked_sub(2)?;
        SCALARS.get(at).copied()
    }

    pub fn of(scalar: Scalar) -> i8 {
        (2..)
            .zip(SCALARS)
            .find(|(_, known)| *known == scalar)
            .map_or(NONE, |(base, _)| base)
    }
}

/// The bits of [`Schema`]'s `advanced_features`.
pub mod features {
    pub const ARRAYS: u64 = 1;
    pub const UNIONS: u64 = 2;
    pub const OPTIONAL_SCALARS: u64 = 4;
    pub const DEFAULTS: u64 = 8;
}
