//! Reads a buffer into a schema.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};
use varvel_core::path::Step;
use varvel_core::secret::RandomState;
use varvel_core::{Error, ErrorKind, Limits, Result};
use varvel_fbs::{
    Attribute, Attributes, Call, DefaultValue, Element, Enum, EnumId, EnumValue, Field, FileId,
    Object, ObjectId, ObjectKind, Presence, Scalar, Schema, Service, SourcePos, Type, Union,
    UnionId, Variant,
};

use super::checked::checked;
use super::format::{self, base, call, enumeration, features, field, object, service};
use super::types::{Known, Listed};
use crate::read::{TableRef, Tables, Vector};
use crate::verify::Verify;

/// Reads a binary schema from any source. It is verified, and then checked against all rules of the
/// language. Time and memory are linear in the bytes.
///
/// Objects, enums and unions have the order of the buffer, which is that of their names.
///
/// # Errors
/// Returns the errors of [`Verify::root`]; `InvalidBuffer` for a schema that the language does not
/// allow, with the path in the buffer or the definition; and `ReplayLimit` for a buffer that
/// repeats content by shared bytes.
///
/// ```
/// use varvel::flatbuffers::bfbs;
/// let schema = varvel::schema::fbs::parse_text("/// On a map.\ntable Point { x: int = 7; } root_type Point;").unwrap();
/// let again = bfbs::read(&bfbs::write(&schema)?)?;
/// assert_eq!(again.without_places(), schema.without_places());
/// # Ok::<(), varvel::Error>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Schema> {
    if !super::is_binary(bytes) {
        let expected = "the file identifier `BFBS`";
        return Err(Error::expected(ErrorKind::InvalidBuffer, expected).with_offset(4));
    }
    let root = Verify::new().identified().root::<format::Schema>(bytes)?;
    let mut reader = Reader {
        bytes,
        left: (1 << 16) + bytes.len().saturating_mul(Limits::DEFAULT.replay),
        known: Known::default(),
        objects: HashMap::default(),
        files: HashMap::default(),
        own: HashSet::default(),
        defaults: root.scalar::<u64, { format::schema::ADVANCED_FEATURES }>() & features::DEFAULTS
            != 0,
    };
    let mut schema = reader.schema(root)?;
    guess_flags(&mut schema);
    checked(&schema)
}

/// The approximate minimum size of a field, value or object in bytes.
const TABLE: usize = 32;

pub type Map<'a, V> = HashMap<&'a str, V, RandomState>;

pub struct Reader<'a> {
    bytes: &'a [u8],
    /// The number of bytes that may still be made from the buffer, whose parts may be shared.
    pub left: usize,
    known: Known,
    objects: Map<'a, ObjectId>,
    pub files: Map<'a, FileId>,
    /// Attributes that need a declaration.
    pub own: HashSet<&'a str, RandomState>,
    /// Whether strings and vectors have defaults.
    defaults: bool,
}

impl<'a> Reader<'a> {
    fn schema(&mut self, root: TableRef<'a, format::Schema>) -> Result<Schema> {
        use format::schema::{
            ENUMS, FBS_FILES, FILE_EXT, FILE_IDENT, OBJECTS, ROOT_TABLE, SERVICES,
        };
        let objects = root.vector::<Tables<format::Object>, OBJECTS>();
        let listed = root.vector::<Tables<format::Enum>, ENUMS>();
        let files = root.vector_opt::<Tables<format::SchemaFile>, FBS_FILES>();
        let mut schema = Schema {
            files: self.files(files)?,
            ..Schema::default()
        };
        self.declare(objects, listed)?;
        for (index, of) in listed.iter().enumerate() {
            let read = match self.known.listed[index] {
                Listed::Enum(id) => self.enumeration(of, id).map(|of| schema.enums.push(of)),
                Listed::Union(_) => self.union(of).map(|union| schema.unions.push(union)),
            };
            let name = of.string::<{ enumeration::NAME }>();
            read.map_err(|error| self.inside(error, "enums", index, name))?;
        }
        for (index, of) in objects.iter().enumerate() {
            let read = self.object(of).map(|object| schema.objects.push(object));
            let name = of.string::<{ object::NAME }>();
            read.map_err(|error| self.inside(error, "objects", index, name))?;
        }
        let services = root.vector_opt::<Tables<format::Service>, SERVICES>();
        for (index, of) in services.into_iter().flat_map(Vector::iter).enumerate() {
            let read = self
                .service(of)
                .map(|service| schema.services.push(service));
            let name = of.string::<{ service::NAME }>();
            read.map_err(|error| self.inside(error, "services", index, name))?;
        }
        if let Some(root) = root.table_opt::<format::Object, ROOT_TABLE>() {
            let id = self.object_of(root);
            schema.root = Some(id.map_err(|error| error.inside(key("root_table")))?);
        }
        let text = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(str::to_owned);
        schema.file_identifier = text(root.string_opt::<FILE_IDENT>());
        schema.file_extension = text(root.string_opt::<FILE_EXT>());
        schema.attributes = self.own.iter().map(|&name| name.into()).collect();
        schema.attributes.sort_unstable();
        Ok(schema)
    }

    /// Adds the item of a list to the path of an error, and the place of the item's name as its
    /// offset.
    #[cold]
    fn inside(&self, error: Error, list: &str, index: usize, name: &str) -> Error {
        let at = (name.as_ptr() as usize).wrapping_sub(self.bytes.as_ptr() as usize);
        let error = error.or_offset(at);
        error.inside(Step::Index(index)).inside(key(list))
    }

    /// Finds the definitions that the numbers of the buffer stand for.
    fn declare(
        &mut self,
        objects: Vector<'a, Tables<format::Object>>,
        listed: Vector<'a, Tables<format::Enum>>,
    ) -> Result {
        for (number, of) in (0..).zip(objects.iter()) {
            self.spend(TABLE)?;
            let name = of.string::<{ object::NAME }>();
            self.objects.insert(name, ObjectId(number));
            self.known.object_names.push(name.len());
        }
        for (index, of) in listed.iter().enumerate() {
            self.spend(TABLE)?;
            let name = of.string::<{ enumeration::NAME }>();
            let listed = match of.scalar::<bool, { enumeration::IS_UNION }>() {
                true => {
                    self.known.union_names.push(name.len());
                    Listed::Union(UnionId(self.known.union_names.len() as u32 - 1))
                }
                false => {
                    let underlying = underlying(of);
                    let underlying =
                        underlying.map_err(|error| self.inside(error, "enums", index, name))?;
                    self.known.enums.push(underlying);
                    let longest = self.named(of)?;
                    self.known.enum_names.push(longest + name.len());
                    Listed::Enum(EnumId(self.known.enums.len() as u32 - 1))
                }
            };
            self.known.listed.push(listed);
        }
        Ok(())
    }

    /// Returns the length of the longest name of an enum's values, since defaults are printed as
    /// such names.
    fn named(&mut self, of: TableRef<'a, format::Enum>) -> Result<usize> {
        let mut longest = 0;
        for value in of
            .vector::<Tables<format::EnumVal>, { enumeration::VALUES }>()
            .iter()
        {
            self.spend(8)?;
            longest = longest.max(value.string::<{ format::value::NAME }>().len());
        }
        Ok(longest)
    }

    /// Reads a type. Its name is printed wherever it is used, so that it counts each time.
    fn ty(&mut self, said: TableRef<'a, format::Type>) -> Result<Type> {
        let ty = self.known.read(said)?;
        self.spend(self.known.name_len(ty.element()))?;
        Ok(ty)
    }

    fn enumeration(&mut self, of: TableRef<'a, format::Enum>, id: EnumId) -> Result<Enum> {
        let underlying = self.known.enums[id.0 as usize];
        let attributes = self.attributes(of.vector_opt::<_, { enumeration::ATTRIBUTES }>())?;
        let place = self.place(of.string_opt::<{ enumeration::DECLARATION_FILE }>());
        let mut values = Vec::new();
        for said in of
            .vector::<Tables<format::EnumVal>, { enumeration::VALUES }>()
            .iter()
        {
            self.spend(TABLE)?;
            values.push(EnumValue {
                name: self.text(said.string::<{ format::value::NAME }>())?,
                doc: self.docs(said.vector_opt::<_, { format::value::DOCUMENTATION }>())?,
                value: number(said.scalar::<i64, { format::value::VALUE }>(), underlying),
                attributes: self
                    .attributes(said.vector_opt::<_, { format::value::ATTRIBUTES }>())?,
                place,
            });
        }
        values.sort_by_key(|value| value.value);
        Ok(Enum {
            name: self.name(of.string::<{ enumeration::NAME }>())?,
            doc: self.docs(of.vector_opt::<_, { enumeration::DOCUMENTATION }>())?,
            underlying,
            bit_flags: attributes.has("bit_flags"),
            values,
            attributes,
            place,
        })
    }

    fn union(&mut self, of: TableRef<'a, format::Enum>) -> Result<Union> {
        let tag = underlying(of)?;
        let place = self.place(of.string_opt::<{ enumeration::DECLARATION_FILE }>());
        let mut variants = Vec::new();
        for said in of
            .vector::<Tables<format::EnumVal>, { enumeration::VALUES }>()
            .iter()
        {
            let (name, number) = (
                said.string::<{ format::value::NAME }>(),
                number(said.scalar::<i64, { format::value::VALUE }>(), tag),
            );
            // `NONE` is implied.
            if number == 0 && name == "NONE" {
                continue;
            }
            self.spend(TABLE)?;
            variants.push(Variant {
                of: self
                    .variant(said)
                    .map_err(|error| error.inside(key(name)).inside(key("values")))?,
                name: self.text(name)?,
                doc: self.docs(said.vector_opt::<_, { format::value::DOCUMENTATION }>())?,
                tag: number,
                attributes: self
                    .attributes(said.vector_opt::<_, { format::value::ATTRIBUTES }>())?,
                place,
            });
        }
        variants.sort_by_key(|variant| variant.tag);
        Ok(Union {
            name: self.name(of.string::<{ enumeration::NAME }>())?,
            doc: self.docs(of.vector_opt::<_, { enumeration::DOCUMENTATION }>())?,
            tag,
            variants,
            attributes: self.attributes(of.vector_opt::<_, { enumeration::ATTRIBUTES }>())?,
            place,
        })
    }

    /// Reads the type of a union's variant.
    fn variant(&mut self, said: TableRef<'a, format::EnumVal>) -> Result<Element> {
        let ty = said.table_opt::<format::Type, { format::value::UNION_TYPE }>();
        match ty.map(|ty| self.ty(ty)).transpose()? {
            Some(Type::One(of @ (Element::Object(_) | Element::String))) => Ok(of),
            _ => Err(Error::expected(
                ErrorKind::InvalidBuffer,
                "the type of a table, struct or string",
            )),
        }
    }

    fn object(&mut self, of: TableRef<'a, format::Object>) -> Result<Object> {
        let is_struct = of.scalar::<bool, { object::IS_STRUCT }>();
        let place = self.place(of.string_opt::<{ object::DECLARATION_FILE }>());
        let size = |value: i32, what| {
            u32::try_from(value).map_err(|_| Error::expected(ErrorKind::InvalidBuffer, what))
        };
        let (size, align) = match is_struct {
            true => (
                size(
                    of.scalar::<i32, { object::BYTESIZE }>(),
                    "the size of a struct",
                )?,
                size(of.scalar::<i32, { object::MINALIGN }>(), "an alignment")?,
            ),
            false => (0, 1),
        };
        let mut fields = Vec::new();
        for said in of
            .vector::<Tables<format::Field>, { object::FIELDS }>()
            .iter()
        {
            let name = said.string::<{ field::NAME }>();
            self.spend(TABLE)?;
            let made = self.field(said, is_struct, place);
            fields.push(made.map_err(|error| error.inside(key(name)).inside(key("fields")))?);
        }
        fields.sort_by_key(|field| field.slot);
        if let Some((slot, field)) = (0..).zip(&fields).find(|(slot, field)| *slot != field.slot) {
            let expected = format!("a field with the id {slot}");
            let error = Error::expected(ErrorKind::InvalidBuffer, expected);
            return Err(error.with_content(format!("`{}` with {}", field.name, field.slot)));
        }
        let attributes = self.attributes(of.vector_opt::<_, { object::ATTRIBUTES }>())?;
        Ok(Object {
            name: self.name(of.string::<{ object::NAME }>())?,
            doc: self.docs(of.vector_opt::<_, { object::DOCUMENTATION }>())?,
            kind: match is_struct {
                true => ObjectKind::Struct,
                false => ObjectKind::Table,
            },
            fields,
            size,
            align,
            original_order: attributes.has("original_order"),
            attributes,
            place,
        })
    }

    /// Reads a field. `checked` checks its attributes later.
    fn field(
        &mut self,
        said: TableRef<'a, format::Field>,
        in_struct: bool,
        place: SourcePos,
    ) -> Result<Field> {
        let ty = self.ty(said.table::<format::Type, { field::TYPE }>());
        let ty = ty.map_err(|error| error.inside(key("type")))?;
        let mut attributes = self.attributes(said.vector_opt::<_, { field::ATTRIBUTES }>())?;
        let mut taken = |name| {
            let found = attributes.0.iter().position(|of| of.name == name);
            found.map(|at| attributes.0.remove(at))
        };
        let text = taken(super::DEFAULT);
        let bytes = matches!(ty, Type::Array(Element::Scalar(Scalar::U8), _));
        let chars = bytes && taken(super::CHARS).is_some();
        let (presence, default) = match in_struct {
            true => (Presence::Default, DefaultValue::None),
            false => self.presence(said, ty, text)?,
        };
        Ok(Field {
            name: self.text(said.string::<{ field::NAME }>())?,
            doc: self.docs(said.vector_opt::<_, { field::DOCUMENTATION }>())?,
            ty,
            slot: said.scalar::<u16, { field::ID }>(),
            offset: said.scalar::<u16, { field::OFFSET }>().into(),
            padding: 0,
            default,
            presence,
            deprecated: said.scalar::<bool, { field::DEPRECATED }>(),
            key: said.scalar::<bool, { field::KEY }>(),
            sorted: false,
            offset64: said.scalar::<bool, { field::OFFSET64 }>(),
            shared: false,
            force_align: None,
            hash: None,
            base64: None,
            chars,
            nested: None,
            attributes: match ty.element() {
                // In the language a tag has no attributes.
                Element::Tag(_) => Attributes::default(),
                _ => attributes,
            },
            place,
        })
    }

    /// Returns the presence and the default of a table's field. `text` is the attribute with the
    /// default of a string.
    fn presence(
        &self,
        said: TableRef<'a, format::Field>,
        ty: Type,
        text: Option<Attribute>,
    ) -> Result<(Presence, DefaultValue)> {
        let optional = said.scalar::<bool, { field::OPTIONAL }>();
        let number = said.scalar::<i64, { field::DEFAULT_INTEGER }>();
        let scalar = match ty {
            Type::One(Element::Tag(_)) => Some(Scalar::U8),
            Type::One(Element::Enum(id)) => self.known.enums.get(id.0 as usize).copied(),
            Type::One(Element::Scalar(scalar)) => Some(scalar),
            _ => None,
        };
        Ok(match (scalar, ty) {
            (Some(_), _) if optional => (Presence::Optional, DefaultValue::None),
            (Some(scalar), _) if scalar.is_float() => {
                let real = said.scalar::<f64, { field::DEFAULT_REAL }>();
                (Presence::Default, DefaultValue::Float(real))
            }
            (Some(Scalar::Bool), _) if !(0..=1).contains(&number) => {
                let error = Error::expected(ErrorKind::InvalidBuffer, "0 or 1 as the default");
                return Err(error.with_content(number));
            }
            (Some(scalar), _) => {
                let number = DefaultValue::Integer(self::number(number, scalar));
                (Presence::Default, number)
            }
            (None, Type::One(Element::String)) if text.is_some() => {
                let text = text.map(|text| text.value.as_str().to_owned());
                let text = DefaultValue::Text(text.unwrap_or_default());
                // A key with a default is required, too.
                match said.scalar::<bool, { field::REQUIRED }>() {
                    true => (Presence::Required, text),
                    false => (Presence::Default, text),
                }
            }
            _ if said.scalar::<bool, { field::REQUIRED }>() => {
                (Presence::Required, DefaultValue::None)
            }
            // The only possible default of a vector is the empty one.
            (None, Type::Vector(_) | Type::Vector64(_)) if self.defaults && !optional => {
                (Presence::Default, DefaultValue::EmptyVector)
            }
            _ => (Presence::Optional, DefaultValue::None),
        })
    }

    fn service(&mut self, of: TableRef<'a, format::Service>) -> Result<Service> {
        let place = self.place(of.string_opt::<{ service::DECLARATION_FILE }>());
        let said = of.vector_opt::<Tables<format::RpcCall>, { service::CALLS }>();
        let mut calls = Vec::new();
        for said in said.into_iter().flat_map(Vector::iter) {
            let name = said.string::<{ call::NAME }>();
            self.spend(TABLE)?;
            let mut found = |object, step| {
                self.object_of(object).map_err(|error| {
                    error
                        .inside(key(step))
                        .inside(key(name))
                        .inside(key("calls"))
                })
            };
            let request = found(said.table::<format::Object, { call::REQUEST }>(), "request")?;
            let response = found(
                said.table::<format::Object, { call::RESPONSE }>(),
                "response",
            )?;
            calls.push(Call {
                request,
                response,
                name: self.text(name)?,
                doc: self.docs(said.vector_opt::<_, { call::DOCUMENTATION }>())?,
                attributes: self.attributes(said.vector_opt::<_, { call::ATTRIBUTES }>())?,
                place,
            });
        }
        Ok(Service {
            name: self.name(of.string::<{ service::NAME }>())?,
            doc: self.docs(of.vector_opt::<_, { service::DOCUMENTATION }>())?,
            calls,
            attributes: self.attributes(of.vector_opt::<_, { service::ATTRIBUTES }>())?,
            place,
        })
    }

    /// Returns the number of an object that is referred to by its name.
    fn object_of(&mut self, object: TableRef<'a, format::Object>) -> Result<ObjectId> {
        let name = object.string::<{ object::NAME }>();
        self.spend(name.len())?;
        let found = self.objects.get(name).copied();
        found.ok_or_else(|| {
            let expected = "the name of one of the objects";
            Error::expected(ErrorKind::InvalidBuffer, expected).with_content(format!("`{name}`"))
        })
    }
}

fn key(name: &str) -> Step {
    Step::Key(name.into())
}

/// Returns the integer type that stores an enum or a union's tag.
fn underlying(of: TableRef<'_, format::Enum>) -> Result<Scalar> {
    let ty = of.table::<format::Type, { enumeration::UNDERLYING_TYPE }>();
    let said = ty.scalar::<i8, { format::ty::BASE_TYPE }>();
    let scalar = match said {
        base::TAG => Some(Scalar::U8),
        _ => base::scalar(said).filter(|scalar| scalar.is_integer()),
    };
    scalar.ok_or_else(|| {
        let error = Error::expected(ErrorKind::InvalidBuffer, "the type of an integer");
        error.with_content(said).inside(key("underlying_type"))
    })
}

/// Returns a number of 64 bits as one of this type.
fn number(bits: i64, scalar: Scalar) -> i128 {
    match scalar {
        Scalar::U64 => i128::from(bits as u64),
        _ => bits.into(),
    }
}

/// Marks enums as bit flags if their attributes were left out and a default shows it: only a
/// default of bit flags may differ from all values.
fn guess_flags(schema: &mut Schema) {
    let mut other = alloc::vec![false; schema.enums.len()];
    for field in schema.objects.iter().flat_map(|object| &object.fields) {
        let value = match field.default {
            DefaultValue::Integer(value) => value,
            // Fields of structs have no defaults, so that the value is 0.
            DefaultValue::None if field.presence == Presence::Default => 0,
            _ => continue,
        };
        if let Type::One(Element::Enum(EnumId(id))) = field.ty {
            let of = &schema.enums[id as usize];
            other[id as usize] |= !of.values.is_empty() && of.value_of(value).is_none();
        }
    }
    for (of, other) in schema.enums.iter_mut().zip(other) {
        let bits = || of.values.iter().all(|value| value.value.count_ones() == 1);
        of.bit_flags |= other && bits();
    }
}
