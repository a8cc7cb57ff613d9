//! Joins schemas that were parsed separately into one, in which each included file stands once.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashMap;
use varvel_core::secret::RandomState;

use super::schema::{
    Element, Enum, EnumId, Field, File, FileId, Name, Nested, Object, ObjectId, Schema, Service,
    SourcePos, Type, Union, UnionId,
};

/// Several schemas as one: the result of [`join`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Joined {
    /// All definitions, without a root. Definitions of different files may have the same name.
    pub schema: Schema,
    /// The buffers of each schema, in their order.
    pub roots: Vec<Root>,
}

impl Joined {
    /// Returns the schemas without the deprecated fields of structs: see [`Schema::in_use`].
    pub fn in_use(&self) -> Cow<'_, Self> {
        match self.schema.in_use() {
            Cow::Borrowed(_) => Cow::Borrowed(self),
            Cow::Owned(schema) => Cow::Owned(Self {
                schema,
                roots: self.roots.clone(),
            }),
        }
    }
}

/// The properties of the buffers of one schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Root {
    /// The root of a buffer: a table, or a struct.
    pub object: Option<ObjectId>,
    /// The file identifier: four bytes that mark these buffers.
    pub file_identifier: Option<String>,
}

/// The error of [`join`]: a definition differs between two schemas that include its file. This
/// happens if names in that file were found in different files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// The name of the definition.
    pub name: Name,
    /// The file that declares it.
    pub file: String,
}

/// Joins several schemas into one, in which each included file stands once.
///
/// `identity` gets the number of a schema and the name of one of its files. It returns a text that
/// is equal for all paths to the same file. This takes linear time.
///
/// # Errors
/// Returns an error if a definition differs between two schemas that include its file.
///
/// ```
/// use varvel::schema::fbs::{MemoryFiles, join, parse};
/// let files = MemoryFiles::default()
///     .with("a.fbs", "table A { x: int; }")
///     .with("b.fbs", "include \"a.fbs\"; table B { a: A; } root_type B;")
///     .with("c.fbs", "include \"a.fbs\"; table C { a: A; } root_type C;");
/// let schemas = [parse("b.fbs", &files)?, parse("c.fbs", &files)?];
/// let joined = join(&schemas, |_, name| name.into()).unwrap();
/// let names: Vec<&str> = joined.schema.objects.iter().map(|object| object.name.as_str()).collect();
/// assert_eq!(names, ["A", "B", "C"]);
/// # Ok::<(), varvel::schema::fbs::Problems>(())
/// ```
pub fn join(
    schemas: &[Schema],
    identity: impl Fn(usize, &str) -> String,
) -> Result<Joined, Differs> {
    let mut joining = Joining::default();
    for (number, schema) in schemas.iter().enumerate() {
        joining.add(schema, |name| identity(number, name))?;
    }
    Ok(joining.joined)
}

/// The state while schemas are joined.
#[derive(Default)]
struct Joining {
    joined: Joined,
    files: HashMap<String, FileId, RandomState>,
    /// The definitions of each file by their names.
    definitions: HashMap<(FileId, Name), Element, RandomState>,
}

/// The numbers that the files and definitions of a schema have in the joined one.
#[derive(Default)]
struct Numbers {
    files: Vec<FileId>,
    objects: Vec<ObjectId>,
    enums: Vec<EnumId>,
    unions: Vec<UnionId>,
}

impl core::fmt::Display for Differs {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { name, file } = self;
        write!(
            f,
            "`{name}` in {file} is not the same in all schemas that include it"
        )
    }
}

impl core::error::Error for Differs {}

impl Joining {
    fn add(&mut self, schema: &Schema, identity: impl Fn(&str) -> String) -> Result<(), Differs> {
        let mut numbers = Numbers::default();
        self.add_files(schema, identity, &mut numbers);
        self.add_numbers(schema, &mut numbers)?;
        let joined = &mut self.joined.schema;
        for (object, id) in schema.objects.iter().zip(&numbers.objects) {
            let same = put(&mut joined.objects, id.0, numbers.object(object));
            same.map_err(|()| differs(&object.name, object.place, schema))?;
        }
        for (of, id) in schema.enums.iter().zip(&numbers.enums) {
            let same = put(&mut joined.enums, id.0, numbers.enumeration(of));
            same.map_err(|()| differs(&of.name, of.place, schema))?;
        }
        for (union, id) in schema.unions.iter().zip(&numbers.unions) {
            let same = put(&mut joined.unions, id.0, numbers.union(union));
            same.map_err(|()| differs(&union.name, union.place, schema))?;
        }
        for service in &schema.services {
            let service = numbers.service(service);
            if !joined.services.contains(&service) {
                joined.services.push(service);
            }
        }
        for name in &schema.attributes {
            if !joined.attributes.contains(name) {
                joined.attributes.push(name.clone());
            }
        }
        self.joined.roots.push(Root {
            object: schema.root.map(|root| numbers.objects[root.0 as usize]),
            file_identifier: schema.file_identifier.clone(),
        });
        Ok(())
    }

    /// Gives each file its number in the joined schema, and adds new files.
    fn add_files(
        &mut self,
        schema: &Schema,
        identity: impl Fn(&str) -> String,
        numbers: &mut Numbers,
    ) {
        let files = &mut self.joined.schema.files;
        // A schema that was not parsed has no files, so that all of its definitions share an
        // unknown one.
        let unknown = [File::default()];
        let all = match schema.files.is_empty() {
            true => &unknown[..],
            false => &schema.files,
        };
        let first = files.len();
        for file in all {
            let next = FileId(files.len() as u32);
            let id = *self.files.entry(identity(&file.name)).or_insert(next);
            if id == next {
                files.push(file.clone());
            }
            numbers.files.push(id);
        }
        for file in &mut files[first..] {
            file.includes
                .iter_mut()
                .for_each(|include| *include = numbers.files[include.0 as usize]);
        }
    }

    /// Gives each definition its number in the joined schema: the one it has already, or the next.
    fn add_numbers(&mut self, schema: &Schema, numbers: &mut Numbers) -> Result<(), Differs> {
        let joined = &self.joined.schema;
        let (mut objects, mut enums, mut unions) = (
            joined.objects.len() as u32,
            joined.enums.len() as u32,
            joined.unions.len() as u32,
        );
        for object in &schema.objects {
            let file = numbers.file(object.place);
            let new = Element::Object(ObjectId(objects));
            let Element::Object(id) = self.number(file, &object.name, new) else {
                return Err(differs(&object.name, object.place, schema));
            };
            objects += u32::from(id.0 == objects);
            numbers.objects.push(id);
        }
        for of in &schema.enums {
            let file = numbers.file(of.place);
            let new = Element::Enum(EnumId(enums));
            let Element::Enum(id) = self.number(file, &of.name, new) else {
                return Err(differs(&of.name, of.place, schema));
            };
            enums += u32::from(id.0 == enums);
            numbers.enums.push(id);
        }
        for union in &schema.unions {
            let file = numbers.file(union.place);
            let new = Element::Union(UnionId(unions));
            let Element::Union(id) = self.number(file, &union.name, new) else {
                return Err(differs(&union.name, union.place, schema));
            };
            unions += u32::from(id.0 == unions);
            numbers.unions.push(id);
        }
        Ok(())
    }

    /// Returns the number of a definition: the one it has already, or `new`.
    fn number(&mut self, file: FileId, name: &Name, new: Element) -> Element {
        let place = (file, name.clone());
        *self.definitions.entry(place).or_insert(new)
    }
}

/// Adds a new definition. Returns an error if there is one already that differs from it.
fn put<T: PartialEq>(list: &mut Vec<T>, at: u32, item: T) -> Result<(), ()> {
    match list.get(at as usize) {
        None => {
            list.push(item);
            Ok(())
        }
        Some(known) if *known == item => Ok(()),
        Some(_) => Err(()),
    }
}

fn differs(name: &Name, place: SourcePos, schema: &Schema) -> Differs {
    let file = schema.files.get(place.file.0 as usize);
    Differs {
        name: name.clone(),
        file: file.map_or_else(String::new, |file| file.name.clone()),
    }
}

impl Numbers {
    fn file(&self, place: SourcePos) -> FileId {
        let file = self.files.get(place.file.0 as usize);
        file.or(self.files.first()).copied().unwrap_or(FileId(0))
    }

    fn place(&self, place: SourcePos) -> SourcePos {
        SourcePos {
            file: self.file(place),
            ..place
        }
    }

    fn table(&self, id: ObjectId) -> ObjectId {
        self.objects[id.0 as usize]
    }

    fn element(&self, element: Element) -> Element {
        match element {
            Element::Object(id) => Element::Object(self.table(id)),
            Element::Enum(id) => Element::Enum(self.enums[id.0 as usize]),
            Element::Union(id) => Element::Union(self.unions[id.0 as usize]),
            Element::Tag(id) => Element::Tag(self.unions[id.0 as usize]),
            Element::Scalar(_) | Element::String => element,
        }
    }

    fn object(&self, object: &Object) -> Object {
        let field = |field: &Field| Field {
            ty: match field.ty {
                Type::One(of) => Type::One(self.element(of)),
                Type::Vector(of) => Type::Vector(self.element(of)),
                Type::Vector64(of) => Type::Vector64(self.element(of)),
                Type::Array(of, len) => Type::Array(self.element(of), len),
            },
            nested: match field.nested {
                Some(Nested::Table(id)) => Some(Nested::Table(self.table(id))),
                other => other,
            },
            place: self.place(field.place),
            ..field.clone()
        };
        Object {
            fields: object.fields.iter().map(field).collect(),
            place: self.place(object.place),
            ..object.clone()
        }
    }

    fn enumeration(&self, of: &Enum) -> Enum {
        let mut of = of.clone();
        of.place = self.place(of.place);
        for value in &mut of.values {
            value.place = self.place(value.place);
        }
        of
    }

    fn union(&self, union: &Union) -> Union {
        let mut union = union.clone();
        union.place = self.place(union.place);
        for variant in &mut union.variants {
            variant.place = self.place(variant.place);
            variant.of = self.element(variant.of);
        }
        union
    }

    fn service(&self, service: &Service) -> Service {
        let mut service = service.clone();
        service.place = self.place(service.place);
        for call in &mut service.calls {
            call.place = self.place(call.place);
            call.request = self.table(call.request);
            call.response = self.table(call.response);
        }
        service
    }
}
