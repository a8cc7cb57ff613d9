//! The plan of the code: names, classified fields, modules and files, which all languages share.
//!
//! A [`Plan`] is made of a schema and of the [`Naming`] of a language. It answers everything that
//! does not depend on the syntax of a language, so a backend only writes code:
//!
//! - [`Plan::objects`], [`Plan::enums`], [`Plan::unions`] are in the order of the schema, and their
//!   positions are the numbers in `ObjectId`, `EnumId` and `UnionId`. Each has its definition in
//!   the schema (with doc comments, places and attributes) and its names.
//! - [`ObjectPlan::fields`] has the fields that get code. Deprecated fields, tags (they come with
//!   their union) and unions without variants are left out.
//! - [`FieldPlan::shape`] says what a field is: `match` on it once, and every case is there.
//!   [`FieldPlan::absence`] says what its absence means.
//! - [`Plan::layout`] is the field table that `varvel-flatbuffers` works by, for a runtime that
//!   verifies, and reads and writes JSON, by such a table. Its lists have the numbers of the
//!   schema's: object 3 of the table is object 3 of the plan. [`Plan::identifier`] has the file
//!   identifiers of roots.
//! - [`Plan::files`] are the files of the schema, by `FileId`. `place.file` of a definition says
//!   which file it is in.
//!
//! # Names
//! [`TypeName::name`] is unique in its module ([`TypeName::module`]) together with its forms.
//! Fields and values are unique in their type. A language with one scope for everything has
//! [`Scopes::Flat`]. There [`FieldPlan::full`] and [`ValuePlan::full`] are unique in the whole
//! code, and `name` is the short name that is unique in its type alone. [`Options::prefix`] stands
//! before each type's name. Names depend on the schema alone, in the order of its declarations, so
//! the same schema gets the same names on every machine.
//!
//! ```
//! use varvel_codegen::{Backend, Options, Rust};
//! use varvel_codegen::plan::{Absence, Kind, Plan, Shape};
//! let schema = varvel_fbs::parse_text(
//!     "namespace my_game; table HitPoints { nowAt: short = 3; type: string (required); }",
//! )?;
//! let plan = Plan::new(&schema, Rust.naming(), &Options::default())?;
//! let object = &plan.objects[0];
//! assert_eq!((object.name.module[0].as_str(), object.name.name.as_str()), ("my_game", "HitPoints"));
//! assert_eq!(object.fields[0].name, "now_at");
//! assert_eq!(object.fields[1].name, "type_");
//! assert_eq!(object.fields[1].shape, Shape::One(Kind::String));
//! assert_eq!(object.fields[1].absence, Absence::Never);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cases;
mod exact;
mod flat;
mod names;
mod naming;
mod shape;
mod unique;

use std::collections::{BTreeMap, BTreeSet};

use varvel_fbs::{
    Element, Enum, EnumId, EnumValue, Field, FileId, Joined, Name, Object, ObjectId, Scalar,
    Schema, Type, Union, UnionId, Variant,
};
use varvel_flatbuffers::reflect::SchemaLayout;

use crate::{Options, Unsupported};
use exact::Exact;

pub(crate) use cases::capitalized;
pub use cases::{camel, capitals, same, snake};
pub(crate) use flat::FlatTypes;
pub use naming::{Clash, Naming, Rule, Scopes};
pub use shape::{Absence, Kind, Shape};
pub use unique::{Unique, formed};
pub(crate) use unique::{letters, without_leading_digit};

/// The plan of the code of a schema, or of several schemas that were joined.
#[derive(Debug)]
pub struct Plan<'s> {
    /// The schema.
    pub schema: &'s Schema,
    /// The field table.
    pub layout: SchemaLayout,
    /// Tables and structs.
    pub objects: Vec<ObjectPlan<'s>>,
    /// Enums.
    pub enums: Vec<EnumPlan<'s>>,
    /// Unions.
    pub unions: Vec<UnionPlan<'s>>,
    /// The files of the schema.
    pub files: Vec<FilePlan>,
    /// Whether several schemas were joined, so that each file is a module of its own.
    pub is_joined: bool,
    /// The name of the type, outside of all modules, that stands for the schema.
    pub own: TypeName,
    /// The structs that are roots of buffers, as flatcc has them. Any table may be a root.
    pub struct_roots: BTreeSet<ObjectId>,
    /// The file identifiers of the objects that are roots, if schemas were joined. The root of a
    /// single schema is in [`Plan::schema`].
    pub identifiers: BTreeMap<ObjectId, [u8; 4]>,
}

/// The place and the names of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeName {
    /// The modules that lead to it. Empty in a language with one scope.
    pub module: Vec<String>,
    /// The name. In a language with one scope the namespace stands before it.
    pub name: String,
    /// The names by [`Naming::type_forms`].
    pub forms: Vec<String>,
}

/// A table or struct.
#[derive(Debug)]
pub struct ObjectPlan<'s> {
    /// Its number.
    pub id: ObjectId,
    /// Its definition.
    pub definition: &'s Object,
    /// Its names.
    pub name: TypeName,
    /// The fields that get code.
    pub fields: Vec<FieldPlan<'s>>,
    /// The position in `fields` of the key, if there is one.
    pub key: Option<usize>,
    /// Whether it is a struct that is a key, or a part of one.
    pub is_key_part: bool,
    /// Whether it leads to no float, so that it can be equal, ordered and hashed.
    pub is_exact: bool,
}

/// A field that gets code.
#[derive(Debug)]
pub struct FieldPlan<'s> {
    /// Its definition.
    pub field: &'s Field,
    /// Its name, unique in its object.
    pub name: String,
    /// Its name in a language with one scope, unique in the whole code. Otherwise this is `name`.
    pub full: String,
    /// The forms of `full` by [`Naming::field_forms`].
    pub forms: Vec<String>,
    /// Its type.
    pub shape: Shape,
    /// The meaning of its absence.
    pub absence: Absence,
}

impl FieldPlan<'_> {
    /// Returns whether its offset has 64 bits. That of a vector whose length has 64 bits has, too.
    pub(crate) fn is_wide(&self) -> bool {
        self.field.offset64 || matches!(self.field.ty, Type::Vector64(_))
    }
}

/// An enum.
#[derive(Debug)]
pub struct EnumPlan<'s> {
    /// Its number.
    pub id: EnumId,
    /// Its definition.
    pub definition: &'s Enum,
    /// Its names.
    pub name: TypeName,
    /// Its named values, by ascending value.
    pub values: Vec<ValuePlan<&'s EnumValue>>,
}

/// A union.
#[derive(Debug)]
pub struct UnionPlan<'s> {
    /// Its number.
    pub id: UnionId,
    /// Its definition.
    pub definition: &'s Union,
    /// Its names.
    pub name: TypeName,
    /// Its variants, by ascending tag. `NONE` is not among them.
    pub variants: Vec<ValuePlan<&'s Variant>>,
    /// Whether it leads to no float, so that it can be equal, ordered and hashed.
    pub is_exact: bool,
}

/// A value of an enum, or a variant of a union.
#[derive(Debug)]
pub struct ValuePlan<D> {
    /// Its definition.
    pub definition: D,
    /// Its name, unique in its type.
    pub name: String,
    /// Its name in a language with one scope, unique in the whole code. Otherwise this is `name`.
    pub full: String,
}

/// A file of the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePlan {
    /// The name as a module, unique among the files.
    pub module: String,
    /// The name without folders, so that the code is the same on every machine.
    pub base: String,
}

impl<'s> Plan<'s> {
    /// Plans the code of one schema.
    ///
    /// # Errors
    /// Returns an error if the schema is too large for a field table.
    pub fn new(
        schema: &'s Schema,
        naming: &Naming,
        options: &Options,
    ) -> Result<Self, Unsupported> {
        let mut plan = Self::of(schema, BTreeMap::new(), false, naming, options)?;
        plan.struct_roots = structs(schema, schema.root);
        Ok(plan)
    }

    /// Plans the code of several schemas, in which each included file stands once.
    ///
    /// # Errors
    /// Returns an error if a table is the root of schemas with different file identifiers, or if
    /// the schemas are too large for a field table.
    pub fn joined(
        joined: &'s Joined,
        naming: &Naming,
        options: &Options,
    ) -> Result<Self, Unsupported> {
        let identifiers = identifiers(joined)?;
        let mut plan = Self::of(&joined.schema, identifiers, true, naming, options)?;
        let roots = joined.roots.iter().filter_map(|root| root.object);
        plan.struct_roots = structs(&joined.schema, roots);
        Ok(plan)
    }

    fn of(
        schema: &'s Schema,
        identifiers: BTreeMap<ObjectId, [u8; 4]>,
        is_joined: bool,
        naming: &Naming,
        options: &Options,
    ) -> Result<Self, Unsupported> {
        let layout =
            SchemaLayout::new(schema).map_err(|error| Unsupported::schema(error.to_string()))?;
        let files = names::files(schema, naming);
        let modules = if is_joined { &files[..] } else { &[] };
        let mut namer = names::Namer::new(schema, modules, naming, options);
        let (key_parts, exact) = (key_parts(schema), Exact::new(schema));
        let types = namer.types(schema);
        let objects = (0..).map(ObjectId).zip(&schema.objects).zip(types.objects);
        let objects = objects.map(|((id, definition), name)| {
            let fields = namer.fields(schema, definition, &name);
            let key = definition.key();
            ObjectPlan {
                id,
                definition,
                key: key.and_then(|key| fields.iter().position(|of| of.field.slot == key.slot)),
                fields,
                is_key_part: key_parts.contains(&id),
                is_exact: exact.object(id),
                name,
            }
        });
        let objects = objects.collect();
        let enums = (0..).map(EnumId).zip(&schema.enums).zip(types.enums);
        let enums = enums.map(|((id, definition), name)| EnumPlan {
            id,
            definition,
            values: namer.values(&name, &naming.constants, &definition.values, |of| &of.name),
            name,
        });
        let enums = enums.collect();
        let unions = (0..).map(UnionId).zip(&schema.unions).zip(types.unions);
        let unions = unions.map(|((id, definition), name)| UnionPlan {
            id,
            definition,
            variants: namer.values(&name, &naming.variants, &definition.variants, |of| &of.name),
            is_exact: exact.union(id),
            name,
        });
        Ok(Self {
            schema,
            layout,
            objects,
            enums,
            unions: unions.collect(),
            files,
            is_joined,
            own: types.own,
            struct_roots: BTreeSet::new(),
            identifiers,
        })
    }

    /// Returns the table or struct of this number.
    ///
    /// # Panics
    /// Panics if the number is of another schema with more objects.
    pub fn object(&self, id: ObjectId) -> &ObjectPlan<'s> {
        &self.objects[id.0 as usize]
    }

    /// Returns the enum of this number.
    ///
    /// # Panics
    /// Panics if the number is of another schema with more enums.
    pub fn enumeration(&self, id: EnumId) -> &EnumPlan<'s> {
        &self.enums[id.0 as usize]
    }

    /// Returns the union of this number.
    ///
    /// # Panics
    /// Panics if the number is of another schema with more unions.
    pub fn union(&self, id: UnionId) -> &UnionPlan<'s> {
        &self.unions[id.0 as usize]
    }

    /// Returns the file identifier of an object, if it is the root of a schema that has one.
    pub fn identifier(&self, id: ObjectId) -> Option<[u8; 4]> {
        match self.is_joined {
            true => self.identifiers.get(&id).copied(),
            false if self.schema.root == Some(id) => bytes_of(self.schema.file_identifier.as_ref()),
            false => None,
        }
    }

    /// Returns the enums of a file of the schema, or of all files.
    pub(crate) fn enums_in(&self, file: Option<FileId>) -> impl Iterator<Item = &EnumPlan<'s>> {
        let is_here = move |of: FileId| file.is_none_or(|file| file == of);
        let enums = self.enums.iter();
        enums.filter(move |of| is_here(of.definition.place.file))
    }

    /// Returns the unions of a file of the schema, or of all files.
    pub(crate) fn unions_in(&self, file: Option<FileId>) -> impl Iterator<Item = &UnionPlan<'s>> {
        let is_here = move |of: FileId| file.is_none_or(|file| file == of);
        let unions = self.unions.iter();
        unions.filter(move |of| is_here(of.definition.place.file))
    }

    /// Returns the tables and structs of a file of the schema, or of all files.
    pub(crate) fn objects_in(&self, file: Option<FileId>) -> impl Iterator<Item = &ObjectPlan<'s>> {
        let is_here = move |of: FileId| file.is_none_or(|file| file == of);
        let objects = self.objects.iter();
        objects.filter(move |of| is_here(of.definition.place.file))
    }

    /// Returns the scalar that stores the numbers of an enum. Booleans are stored as bytes.
    pub(crate) fn underlying(&self, id: EnumId) -> Scalar {
        match self.schema.enumeration(id).underlying {
            Scalar::Bool => Scalar::U8,
            scalar => scalar,
        }
    }

    /// Returns the scalar that stores a value, if it is a scalar or an enum. An enum of booleans is
    /// an enum of bytes.
    pub(crate) fn stored(&self, kind: Kind) -> Option<Scalar> {
        match kind {
            Kind::Enum(id) => Some(self.underlying(id)),
            _ => kind.scalar(self.schema),
        }
    }

    /// Returns the name of the type that the code is about: the root, or the first type.
    pub(crate) fn home(&self) -> Option<&'s Name> {
        let schema = self.schema;
        let first = schema.objects.first().map(|of| &of.name);
        let first = first.or(schema.enums.first().map(|of| &of.name));
        schema.root.map(|root| &schema.object(root).name).or(first)
    }
}

/// Returns the position in the vtable of the offset of a field with this id.
pub(crate) fn vtable_slot(id: u16) -> u32 {
    4 + 2 * u32::from(id)
}

/// Returns flatcc's hash of a type: FNV-1a of its full name.
pub(crate) fn type_hash(name: &str) -> u32 {
    let basis = 0x811C_9DC5_u32;
    let hash = name.bytes().fold(basis, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    if hash == 0 { basis } else { hash }
}

/// Returns those of the objects that are structs.
fn structs(schema: &Schema, of: impl IntoIterator<Item = ObjectId>) -> BTreeSet<ObjectId> {
    let is_struct = |id: &ObjectId| schema.object(*id).is_struct();
    of.into_iter().filter(is_struct).collect()
}

/// Returns the file identifiers of the objects that are roots.
fn identifiers(joined: &Joined) -> Result<BTreeMap<ObjectId, [u8; 4]>, Unsupported> {
    let mut identifiers = BTreeMap::new();
    for root in &joined.roots {
        let (Some(object), Some(bytes)) = (root.object, bytes_of(root.file_identifier.as_ref()))
        else {
            continue;
        };
        let before = identifiers.insert(object, bytes);
        if before.is_some_and(|before| before != bytes) {
            let name = &joined.schema.object(object).name;
            let what = format!("`{name}` is the root of schemas with different file identifiers");
            return Err(Unsupported::schema(what));
        }
    }
    Ok(identifiers)
}

fn bytes_of(identifier: Option<&String>) -> Option<[u8; 4]> {
    identifier?.as_bytes().try_into().ok()
}

/// Returns the structs that are keys, and the structs in them.
fn key_parts(schema: &Schema) -> BTreeSet<ObjectId> {
    let of = |field: &Field| match field.ty.element() {
        Element::Object(id) if schema.is_struct(field.ty.element()) => Some(id),
        _ => None,
    };
    let keys = schema.objects.iter().filter_map(Object::key);
    let mut left: Vec<ObjectId> = keys.filter_map(of).collect();
    let mut parts = BTreeSet::new();
    while let Some(id) = left.pop() {
        if parts.insert(id) {
            left.extend(schema.object(id).fields.iter().filter_map(of));
        }
    }
    parts
}

/// Returns whether a field gets no code. A tag comes with its union, and a union without variants
/// holds nothing.
fn is_hidden(schema: &Schema, field: &Field) -> bool {
    match field.ty.element() {
        Element::Tag(_) => true,
        Element::Union(id) => field.deprecated || schema.union(id).variants.is_empty(),
        _ => field.deprecated,
    }
}
