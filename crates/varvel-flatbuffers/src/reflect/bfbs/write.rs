//! Writes a schema into a buffer, with all lists sorted by name.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};
use varvel_fbs::{
    AttributeValue, Attributes, DefaultValue, Element, Enum, EnumValue, Field, Object, Presence,
    Scalar, Schema, Service, SourcePos, Type, Union, UnionId, Variant,
};

use super::checked::checked;
use super::format::{self, call, enumeration, features, field, file, object, pair, service};
use super::types::{self, Numbers};
use crate::builder::{Builder, Offset, Text};
use crate::read::{Strings, Tables};

/// Writes a schema as a binary schema, with its comments, all attributes, and the names of its
/// files relative to the folder of the first (`//monster.fbs`). The same schema gives the same
/// bytes. Time is linear in the schema, except for sorting.
///
/// # Errors
/// Returns `InvalidBuffer` for a schema that the parser would refuse, such as one that code has
/// built, `Unrepresentable` for an offset or padding of 65,536 or more in a struct, and `SizeLimit`
/// beyond 2 GiB.
///
/// ```
/// use varvel::flatbuffers::bfbs;
/// let schema = varvel::schema::fbs::parse_text("struct Point { x: int; y: int; } table Map { at: Point; }").unwrap();
/// let again = bfbs::read(&bfbs::write(&schema)?)?;
/// assert_eq!(again.objects[1].name.as_str(), "Point");
/// # Ok::<(), varvel::Error>(())
/// ```
pub fn write(schema: &Schema) -> Result<Vec<u8>> {
    let schema = checked(schema)?.sorted();
    let listed = listed(&schema);
    let mut writer = Writer {
        schema: &schema,
        numbers: numbers(&schema, &listed),
        files: files(&schema),
        builder: Builder::new(),
    };
    writer.all(&listed)
}

/// An enum or a union. The format has one list for both.
#[derive(Clone, Copy)]
enum Listed<'s> {
    Enum(usize, &'s Enum),
    Union(usize, &'s Union),
}

impl Listed<'_> {
    fn name(&self) -> &str {
        match self {
            Self::Enum(_, of) => of.name.as_str(),
            Self::Union(_, union) => union.name.as_str(),
        }
    }
}

fn listed(schema: &Schema) -> Vec<Listed<'_>> {
    let enums = schema.enums.iter().enumerate();
    let enums = enums.map(|(id, of)| Listed::Enum(id, of));
    let unions = schema.unions.iter().enumerate();
    let unions = unions.map(|(id, union)| Listed::Union(id, union));
    let mut all: Vec<_> = enums.chain(unions).collect();
    all.sort_by(|a, b| a.name().cmp(b.name()));
    all
}

fn numbers(schema: &Schema, listed: &[Listed<'_>]) -> Numbers {
    let mut numbers = Numbers {
        enums: alloc::vec![0; schema.enums.len()],
        unions: alloc::vec![0; schema.unions.len()],
    };
    for (number, of) in (0..).zip(listed) {
        match of {
            Listed::Enum(id, _) => numbers.enums[*id] = number,
            Listed::Union(id, _) => numbers.unions[*id] = number,
        }
    }
    numbers
}

/// Returns the names of the files, relative to the folder of the first file, which is `//`. Names
/// that begin with `//` are relative already.
fn files(schema: &Schema) -> Vec<String> {
    let parts = |name: &str| -> Vec<String> { name.split(['/', '\\']).map(String::from).collect() };
    let first = schema.files.first().map_or("", |file| &file.name);
    let mut folder = parts(first);
    folder.pop();
    let relative = |name: &str| {
        if name.starts_with("//") {
            return name.into();
        }
        let path = parts(name);
        let pairs = folder.iter().zip(&path[..path.len() - 1]);
        let same = pairs.take_while(|(a, b)| a == b).count();
        let up = "../".repeat(folder.len() - same);
        format!("//{up}{}", path[same..].join("/"))
    };
    schema
        .files
        .iter()
        .map(|file| relative(&file.name))
        .collect()
}

struct Writer<'s> {
    schema: &'s Schema,
    numbers: Numbers,
    files: Vec<String>,
    builder: Builder,
}

impl<'s> Writer<'s> {
    fn all(&mut self, listed: &[Listed<'s>]) -> Result<Vec<u8>> {
        let schema = self.schema;
        let mut enums = Vec::with_capacity(listed.len());
        for of in listed {
            enums.push(match of {
                Listed::Enum(_, of) => self.enumeration(of)?,
                Listed::Union(id, union) => self.union(*id, union)?,
            });
        }
        let enums = self.builder.tables(&enums)?;
        let mut objects = Vec::with_capacity(schema.objects.len());
        for object in &schema.objects {
            objects.push(self.object(object)?);
        }
        let mut services = Vec::with_capacity(schema.services.len());
        for service in &schema.services {
            services.push(self.service(service, &objects)?);
        }
        let services = self.builder.tables(&services)?;
        let files = self.files()?;
        let root = schema.root.map(|root| objects[root.0 as usize]);
        let objects = self.builder.tables(&objects)?;
        let text = |builder: &mut Builder, text: &Option<String>| {
            builder.shared_string(text.as_deref().unwrap_or_default())
        };
        let identifier = text(&mut self.builder, &schema.file_identifier)?;
        let extension = text(&mut self.builder, &schema.file_extension)?;
        let mut table = self.builder.table::<format::Schema>()?;
        table
            .scalar::<u64, { format::schema::ADVANCED_FEATURES }>(advanced(schema))?
            .vector::<Tables<format::Object>, { format::schema::OBJECTS }>(objects)?
            .vector::<Tables<format::Enum>, { format::schema::ENUMS }>(enums)?
            .string::<{ format::schema::FILE_IDENT }>(identifier)?
            .string::<{ format::schema::FILE_EXT }>(extension)?
            .vector::<Tables<format::Service>, { format::schema::SERVICES }>(services)?
            .vector::<Tables<format::SchemaFile>, { format::schema::FBS_FILES }>(files)?;
        if let Some(root) = root {
            table.table::<format::Object, { format::schema::ROOT_TABLE }>(root)?;
        }
        let root = table.finish()?;
        Ok(self.builder.finish(root)?.to_vec())
    }

    fn files(&mut self) -> Result<Offset<Tables<format::SchemaFile>>> {
        let mut order: Vec<usize> = (0..self.files.len()).collect();
        order.sort_by(|a, b| self.files[*a].cmp(&self.files[*b]));
        let mut made = Vec::with_capacity(order.len());
        for number in order {
            let mut names = Vec::new();
            for included in &self.schema.files[number].includes {
                names.push(
                    self.builder
                        .shared_string(&self.files[included.0 as usize])?,
                );
            }
            let names = self.builder.strings(&names)?;
            let name = self.builder.shared_string(&self.files[number])?;
            let mut table = self.builder.table::<format::SchemaFile>()?;
            table
                .string::<{ file::FILENAME }>(name)?
                .vector::<Strings, { file::INCLUDED_FILENAMES }>(names)?;
            made.push(table.finish()?);
        }
        self.builder.tables(&made)
    }

    /// Returns the file in which something is declared, if it is known.
    fn file(&mut self, place: SourcePos) -> Result<Option<Offset<Text>>> {
        let name = self.files.get(place.file.0 as usize);
        name.map(|name| self.builder.shared_string(name))
            .transpose()
    }

    fn docs(&mut self, lines: &[String]) -> Result<Option<Offset<Strings>>> {
        if lines.is_empty() {
            return Ok(None);
        }
        let mut texts = Vec::with_capacity(lines.len());
        for line in lines {
            texts.push(self.builder.shared_string(line)?);
        }
        self.builder.strings(&texts).map(Some)
    }

    /// Writes attributes and one more, sorted by name.
    fn attributes(
        &mut self,
        attributes: &Attributes,
        more: Option<(&str, &str)>,
    ) -> Result<Option<Offset<Tables<format::KeyValue>>>> {
        let said = attributes.0.iter().map(|attribute| {
            let value = match &attribute.value {
                AttributeValue::None => "0",
                value => value.as_str(),
            };
            (attribute.name.as_str(), value)
        });
        let mut pairs: Vec<_> = said.chain(more).collect();
        pairs.sort_unstable();
        let mut made = Vec::with_capacity(pairs.len());
        for (name, value) in pairs {
            let value = self.builder.shared_string(value)?;
            let name = self.builder.shared_string(name)?;
            let mut table = self.builder.table::<format::KeyValue>()?;
            table
                .string::<{ pair::KEY }>(name)?
                .string::<{ pair::VALUE }>(value)?;
            made.push(table.finish()?);
        }
        match made.is_empty() {
            true => Ok(None),
            false => self.builder.tables(&made).map(Some),
        }
    }

    fn ty(&mut self, of: Type) -> Result<Offset<format::Type>> {
        types::write(&mut self.builder, self.schema, &self.numbers, of)
    }

    fn enumeration(&mut self, of: &Enum) -> Result<Offset<format::Enum>> {
        let mut values = Vec::with_capacity(of.values.len());
        for value in &of.values {
            values.push(self.value(value)?);
        }
        let ty = self.ty(Type::One(Element::Scalar(of.underlying)))?;
        let said = Said {
            name: of.name.as_str(),
            doc: &of.doc,
            attributes: &of.attributes,
            place: of.place,
        };
        self.list(said, &values, ty, false)
    }

    fn union(&mut self, id: usize, union: &Union) -> Result<Offset<format::Enum>> {
        let mut values = Vec::with_capacity(1 + union.variants.len());
        let none = types::write_none(&mut self.builder)?;
        values.push((
            0,
            self.named("NONE", 0, Some(none), &[], &Attributes::default())?,
        ));
        for variant in &union.variants {
            values.push((variant.tag, self.variant(variant)?));
        }
        // Tags may be negative.
        values.sort_by_key(|(tag, _)| *tag);
        let values: Vec<_> = values.into_iter().map(|(_, value)| value).collect();
        let tag = match union.tag {
            Scalar::U8 => Element::Tag(UnionId(id as u32)),
            other => Element::Scalar(other),
        };
        let ty = self.ty(Type::One(tag))?;
        let said = Said {
            name: union.name.as_str(),
            doc: &union.doc,
            attributes: &union.attributes,
            place: union.place,
        };
        self.list(said, &values, ty, true)
    }

    fn list(
        &mut self,
        said: Said<'_>,
        values: &[Offset<format::EnumVal>],
        ty: Offset<format::Type>,
        is_union: bool,
    ) -> Result<Offset<format::Enum>> {
        let values = self.builder.tables(values)?;
        let attributes = self.attributes(said.attributes, None)?;
        let docs = self.docs(said.doc)?;
        let file = self.file(said.place)?;
        let name = self.builder.shared_string(said.name)?;
        let mut table = self.builder.table::<format::Enum>()?;
        table
            .string::<{ enumeration::NAME }>(name)?
            .vector::<Tables<format::EnumVal>, { enumeration::VALUES }>(values)?
            .table::<format::Type, { enumeration::UNDERLYING_TYPE }>(ty)?;
        if let Some(attributes) = attributes {
            table.vector::<_, { enumeration::ATTRIBUTES }>(attributes)?;
        }
        if let Some(docs) = docs {
            table.vector::<_, { enumeration::DOCUMENTATION }>(docs)?;
        }
        if let Some(file) = file {
            table.string::<{ enumeration::DECLARATION_FILE }>(file)?;
        }
        table.scalar::<bool, { enumeration::IS_UNION }>(is_union)?;
        table.finish()
    }

    fn value(&mut self, value: &EnumValue) -> Result<Offset<format::EnumVal>> {
        self.named(
            &value.name,
            value.value,
            None,
            &value.doc,
            &value.attributes,
        )
    }

    fn variant(&mut self, variant: &Variant) -> Result<Offset<format::EnumVal>> {
        let ty = self.ty(Type::One(variant.of))?;
        let (name, tag) = (&variant.name, variant.tag);
        self.named(name, tag, Some(ty), &variant.doc, &variant.attributes)
    }

    fn named(
        &mut self,
        name: &str,
        number: i128,
        ty: Option<Offset<format::Type>>,
        doc: &[String],
        attributes: &Attributes,
    ) -> Result<Offset<format::EnumVal>> {
        let attributes = self.attributes(attributes, None)?;
        let docs = self.docs(doc)?;
        let name = self.builder.shared_string(name)?;
        let mut table = self.builder.table::<format::EnumVal>()?;
        // The bits of an unsigned number.
        table
            .scalar::<i64, { format::value::VALUE }>(number as i64)?
            .string::<{ format::value::NAME }>(name)?;
        if let Some(ty) = ty {
            table.table::<format::Type, { format::value::UNION_TYPE }>(ty)?;
        }
        if let Some(attributes) = attributes {
            table.vector::<_, { format::value::ATTRIBUTES }>(attributes)?;
        }
        if let Some(docs) = docs {
            table.vector::<_, { format::value::DOCUMENTATION }>(docs)?;
        }
        table.finish()
    }

    fn object(&mut self, of: &Object) -> Result<Offset<format::Object>> {
        let mut order: Vec<_> = of.fields.iter().collect();
        order.sort_by(|a, b| a.name.cmp(&b.name));
        let mut fields = Vec::with_capacity(order.len());
        for field in order {
            fields.push(self.field(field, of)?);
        }
        let fields = self.builder.tables(&fields)?;
        let attributes = self.attributes(&of.attributes, None)?;
        let docs = self.docs(&of.doc)?;
        let file = self.file(of.place)?;
        let name = self.builder.shared_string(of.name.as_str())?;
        let mut table = self.builder.table::<format::Object>()?;
        // The parser refuses structs that are larger than a buffer.
        table
            .scalar::<i32, { object::MINALIGN }>(of.align as i32)?
            .scalar::<i32, { object::BYTESIZE }>(of.size as i32)?
            .string::<{ object::NAME }>(name)?
            .vector::<Tables<format::Field>, { object::FIELDS }>(fields)?;
        if let Some(attributes) = attributes {
            table.vector::<_, { object::ATTRIBUTES }>(attributes)?;
        }
        if let Some(docs) = docs {
            table.vector::<_, { object::DOCUMENTATION }>(docs)?;
        }
        if let Some(file) = file {
            table.string::<{ object::DECLARATION_FILE }>(file)?;
        }
        table.scalar::<bool, { object::IS_STRUCT }>(of.is_struct())?;
        table.finish()
    }

    fn field(&mut self, of: &Field, object: &Object) -> Result<Offset<format::Field>> {
        let narrow = |number: u32| {
            u16::try_from(number).map_err(|_| {
                let expected = "offsets and padding below 65,536 in structs";
                let error = Error::expected(ErrorKind::Unrepresentable, expected);
                error.with_content(format!("`{}.{}` at {}", object.name, of.name, of.offset))
            })
        };
        let (offset, padding) = (narrow(of.offset)?, narrow(of.padding)?);
        let id;
        let more = match (&of.default, of.ty.element()) {
            (DefaultValue::Text(text), _) => Some((super::DEFAULT, text.as_str())),
            _ if of.chars => Some((super::CHARS, "0")),
            // A tag has the id of its union, less one.
            (_, Element::Tag(_)) if has_ids(object) => {
                id = format!("{}", of.slot);
                Some(("id", id.as_str()))
            }
            _ => None,
        };
        let attributes = self.attributes(&of.attributes, more)?;
        let docs = self.docs(&of.doc)?;
        let ty = self.ty(of.ty)?;
        let name = self.builder.shared_string(&of.name)?;
        let real = match of.default {
            DefaultValue::Float(number) if of.ty == Type::One(Element::Scalar(Scalar::F32)) => {
                widened(number as f32)
            }
            DefaultValue::Float(number) => number,
            _ => 0.0,
        };
        let mut table = self.builder.table::<format::Field>()?;
        match of.default {
            // The bits of an unsigned number.
            DefaultValue::Integer(number) => {
                table.scalar::<i64, { field::DEFAULT_INTEGER }>(number as i64)?;
            }
            DefaultValue::Float(_) => {
                table.scalar::<f64, { field::DEFAULT_REAL }>(real)?;
            }
            DefaultValue::None | DefaultValue::Text(_) | DefaultValue::EmptyVector => {}
        }
        table
            .string::<{ field::NAME }>(name)?
            .table::<format::Type, { field::TYPE }>(ty)?;
        if let Some(attributes) = attributes {
            table.vector::<_, { field::ATTRIBUTES }>(attributes)?;
        }
        if let Some(docs) = docs {
            table.vector::<_, { field::DOCUMENTATION }>(docs)?;
        }
        table
            .scalar::<u16, { field::ID }>(of.slot)?
            .scalar::<u16, { field::OFFSET }>(offset)?
            .scalar::<u16, { field::PADDING }>(padding)?
            .scalar::<bool, { field::DEPRECATED }>(of.deprecated)?
            .scalar::<bool, { field::REQUIRED }>(of.presence == Presence::Required)?
            .scalar::<bool, { field::KEY }>(of.key)?
            .scalar::<bool, { field::OPTIONAL }>(of.presence == Presence::Optional)?
            .scalar::<bool, { field::OFFSET64 }>(of.offset64)?;
        table.finish()
    }

    fn service(
        &mut self,
        of: &Service,
        objects: &[Offset<format::Object>],
    ) -> Result<Offset<format::Service>> {
        let mut calls = Vec::with_capacity(of.calls.len());
        for said in &of.calls {
            let attributes = self.attributes(&said.attributes, None)?;
            let docs = self.docs(&said.doc)?;
            let name = self.builder.shared_string(&said.name)?;
            let mut table = self.builder.table::<format::RpcCall>()?;
            table
                .string::<{ call::NAME }>(name)?
                .table::<format::Object, { call::REQUEST }>(objects[said.request.0 as usize])?
                .table::<format::Object, { call::RESPONSE }>(objects[said.response.0 as usize])?;
            if let Some(attributes) = attributes {
                table.vector::<_, { call::ATTRIBUTES }>(attributes)?;
            }
            if let Some(docs) = docs {
                table.vector::<_, { call::DOCUMENTATION }>(docs)?;
            }
            calls.push(table.finish()?);
        }
        let calls = self.builder.tables(&calls)?;
        let attributes = self.attributes(&of.attributes, None)?;
        let docs = self.docs(&of.doc)?;
        let file = self.file(of.place)?;
        let name = self.builder.shared_string(of.name.as_str())?;
        let mut table = self.builder.table::<format::Service>()?;
        table
            .string::<{ service::NAME }>(name)?
            .vector::<Tables<format::RpcCall>, { service::CALLS }>(calls)?;
        if let Some(attributes) = attributes {
            table.vector::<_, { service::ATTRIBUTES }>(attributes)?;
        }
        if let Some(docs) = docs {
            table.vector::<_, { service::DOCUMENTATION }>(docs)?;
        }
        if let Some(file) = file {
            table.string::<{ service::DECLARATION_FILE }>(file)?;
        }
        table.finish()
    }
}

/// The common facts of enums and unions.
struct Said<'s> {
    name: &'s str,
    doc: &'s [String],
    attributes: &'s Attributes,
    place: SourcePos,
}

/// Returns the double that is nearest to the decimal digits of a float, as `flatc` writes it: 1.68,
/// and not the double of the `float` near 1.68.
fn widened(number: f32) -> f64 {
    match format!("{number:?}").parse() {
        Ok(wide) if number.is_finite() => wide,
        _ => number.into(),
    }
}

fn has_ids(object: &Object) -> bool {
    let mut fields = object.fields.iter();
    fields.any(|field| field.attributes.has("id"))
}

/// Returns the features of the schema that older programs may not know.
fn advanced(schema: &Schema) -> u64 {
    let mut used = 0;
    for field in schema.objects.iter().flat_map(|object| &object.fields) {
        used |= match field.ty {
            Type::Array(..) => features::ARRAYS,
            Type::Vector(Element::Union(_)) => features::UNIONS,
            _ => 0,
        };
        let scalar = match field.ty {
            Type::One(element) => schema.scalar_of(element).is_some(),
            _ => false,
        };
        if scalar && field.presence == Presence::Optional {
            used |= features::OPTIONAL_SCALARS;
        }
        if matches!(
            field.default,
            DefaultValue::Text(_) | DefaultValue::EmptyVector
        ) {
            used |= features::DEFAULTS;
        }
    }
    let tables = |of: Element| matches!(of, Element::Object(id) if !schema.object(id).is_struct());
    let mut variants = schema.unions.iter().flat_map(|union| &union.variants);
    if !variants.all(|variant| tables(variant.of)) {
        used |= features::UNIONS;
    }
    used
}
