//! Fields of tables and structs: resolves their types, and the slots of tables.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashSet;
use varvel_core::secret::RandomState;

use super::{Resolver, numbers};
use crate::diagnostic::{Problem, ProblemKind};
use crate::parse::syntax::{Definition, DefinitionKind, Member, Several, TypeSyntax, Word};
use crate::schema::{
    Attributes, DefaultValue, Element, Field, ObjectId, ObjectKind, PRIMARY_KEY, Presence, Scalar,
    SourcePos, Type,
};

/// The most slots of a vtable, which stores its own size in 16 bits.
pub(super) const MOST_SLOTS: usize = (u16::MAX as usize - 4) / 2;

/// A field whose slot is not known yet.
struct Placed {
    /// The declared id. The tag of a union has the id before that of the union.
    id: Option<u16>,
    field: Field,
}

impl<'l> Resolver<'l> {
    pub(super) fn fields(&mut self, id: ObjectId, definition: &'l Definition) {
        let kind = match definition.kind {
            DefinitionKind::Struct => ObjectKind::Struct,
            _ => ObjectKind::Table,
        };
        let mut names = HashSet::<&str, RandomState>::default();
        let mut fields = Vec::with_capacity(definition.members.len());
        // Whether a field could not be read, so that the slots are unknown.
        let mut broken = false;
        for member in &definition.members {
            if !names.insert(&member.name.text) {
                self.twice("field", &member.name);
                continue;
            }
            match self.field(kind, &definition.namespace, member) {
                Some(field) => self.place(field, member, &mut fields),
                None => broken = true,
            }
        }
        self.check_tags(&names, &fields);
        self.check_keys(&fields);
        if kind == ObjectKind::Struct
            && !broken
            && fields.iter().all(|placed| placed.field.deprecated)
        {
            let message = match definition.members.is_empty() {
                true => "a struct has to have fields",
                false => "a struct has to have a field that is not deprecated",
            };
            self.problem(ProblemKind::WrongType, &definition.name, message);
        }
        if kind == ObjectKind::Table && !broken {
            self.order(&mut fields, definition);
        }
        if fields.len() > MOST_SLOTS {
            let message = format!("there are more than {MOST_SLOTS} fields");
            self.problem(ProblemKind::TooLarge, &definition.name, message);
            fields.truncate(MOST_SLOTS);
        }
        let fields = (0_u16..).zip(fields).map(|(slot, placed)| Field {
            slot,
            offset: 4 + 2 * u32::from(slot),
            ..placed.field
        });
        self.schema.objects[id.0 as usize].fields = fields.collect();
    }

    /// Adds a field after those before it. The tag of a union goes in front of the union.
    fn place(&mut self, field: Field, member: &Member, fields: &mut Vec<Placed>) {
        let id = self.id(&field, member);
        if let Element::Union(union) = field.ty.element() {
            let several = field.ty.is_vector();
            let tag = Element::Tag(union);
            fields.push(Placed {
                id: id.and_then(|id| id.checked_sub(1)),
                field: Field {
                    name: format!("{}_type", field.name),
                    doc: Vec::new(),
                    ty: if several {
                        Type::Vector(tag)
                    } else {
                        Type::One(tag)
                    },
                    default: match several {
                        true => DefaultValue::None,
                        false => DefaultValue::Integer(0),
                    },
                    presence: match several {
                        true => field.presence,
                        false => Presence::Default,
                    },
                    sorted: false,
                    attributes: Attributes::default(),
                    ..field.clone()
                },
            });
        }
        fields.push(Placed { id, field });
    }

    /// Returns the declared id of a field.
    fn id(&mut self, field: &Field, member: &Member) -> Option<u16> {
        let attribute = field.attributes.get("id")?;
        let id = numbers::integer(attribute.value.as_str());
        let Some(id) = id.and_then(|id| u16::try_from(id).ok()) else {
            let message = format!("`{}` is no id", attribute.value.as_str());
            self.problem(ProblemKind::Id, &member.name, message);
            return None;
        };
        if id == 0 && matches!(field.ty.element(), Element::Union(_)) {
            let message = format!("the id of the union `{}` cannot be 0", field.name);
            let hint = "its tag has the id before, so the least is 1";
            let problem = Problem::new(ProblemKind::Id, member.name.place, message);
            self.found.push(problem.hint(hint));
            return None;
        }
        Some(id)
    }

    /// Sorts the fields of a table by their ids, if they have ids.
    fn order(&mut self, fields: &mut [Placed], definition: &Definition) {
        let said = |placed: &Placed| placed.field.attributes.has("id");
        // Tags have no ids of their own.
        let is_tag = |placed: &Placed| matches!(placed.field.ty.element(), Element::Tag(_));
        if !fields.iter().any(said) {
            return;
        }
        if let Some(without) = fields
            .iter()
            .find(|placed| !said(placed) && !is_tag(placed))
        {
            let message = format!("`{}` has no id, but others have", without.field.name);
            let hint = format!(
                "either all fields of `{}` have one, or none has",
                definition.name.text
            );
            let problem = Problem::new(ProblemKind::Id, without.field.place, message);
            self.found.push(problem.hint(hint));
            return;
        }
        // Malformed ids have been noted already.
        if fields.iter().any(|placed| placed.id.is_none()) {
            return;
        }
        fields.sort_by_key(|placed| placed.id);
        let gap = (0_u16..)
            .zip(fields.iter())
            .find(|(expected, placed)| placed.id != Some(*expected));
        if let Some((expected, placed)) = gap {
            let id = placed.id.unwrap_or_default();
            let (message, hint) = match id < expected {
                true => (
                    format!("the id {id} of `{}` is taken", placed.field.name),
                    "of a union the tag has the id before it",
                ),
                false => (
                    format!(
                        "no field has the id {expected}, and `{}` has {id}",
                        placed.field.name
                    ),
                    "ids leave no gaps; a field that is not used any more stays, as `deprecated`",
                ),
            };
            let problem = Problem::new(ProblemKind::Id, placed.field.place, message);
            self.found.push(problem.hint(hint));
        }
    }

    /// Checks that tags have other names than the declared fields.
    fn check_tags(&mut self, names: &HashSet<&str, RandomState>, fields: &[Placed]) {
        let tags = fields
            .iter()
            .filter(|placed| matches!(placed.field.ty.element(), Element::Tag(_)));
        for Placed { field, .. } in tags {
            if names.contains(field.name.as_str()) {
                let message = format!("`{}` is the name of this union's tag, too", field.name);
                let problem = Problem::new(ProblemKind::NameClash, field.place, message);
                self.found
                    .push(problem.hint("rename one of the two fields"));
            }
        }
    }

    /// Checks that there is at most one key, or one that is the primary one.
    fn check_keys(&mut self, fields: &[Placed]) {
        let keys = fields.iter().map(|placed| &placed.field);
        let keys: Vec<&Field> = keys.filter(|field| field.key).collect();
        let primary = keys.iter().filter(|key| key.attributes.has(PRIMARY_KEY));
        let primary: Vec<&Field> = primary.copied().collect();
        let again = |what, first: &Field, second: &Field| {
            let message = format!("`{}` is the {what} already", first.name);
            Problem::new(ProblemKind::Attribute, second.place, message)
        };
        match (&primary[..], &keys[..]) {
            ([first, second, ..], _) => self.found.push(again("primary key", first, second)),
            ([], [first, second, ..]) => self.found.push(
                again("key", first, second)
                    .hint("one of several keys is the `primary_key`, which sorts"),
            ),
            _ => {}
        }
    }

    /// Checks that vectors that are to be sorted have an order.
    pub(super) fn check_sorted(&mut self) {
        for object in &self.schema.objects {
            for field in object.fields.iter().filter(|field| field.sorted) {
                let ordered = match field.ty.element() {
                    _ if !field.ty.is_vector() || field.nested.is_some() => false,
                    Element::Scalar(_) | Element::Enum(_) | Element::String => true,
                    Element::Object(id) => self.schema.object(id).key().is_some(),
                    Element::Tag(_) | Element::Union(_) => false,
                };
                if !ordered {
                    let message = format!("`sorted` cannot be on `{}`", field.name);
                    let problem = Problem::new(ProblemKind::Attribute, field.place, message);
                    let why = "it is for vectors of scalars, strings, and objects with a key";
                    self.found.push(problem.hint(why));
                }
            }
        }
    }

    /// Resolves a field, except for its slot.
    fn field(&mut self, kind: ObjectKind, namespace: &str, member: &'l Member) -> Option<Field> {
        let attributes = self.attributes_of(&member.attributes);
        let written = member.ty.as_ref()?;
        let ty = self.field_type(kind, namespace, written)?;
        let mut field = Field {
            name: member.name.text.clone(),
            doc: member.doc.clone(),
            ty,
            slot: 0,
            offset: 0,
            padding: 0,
            default: DefaultValue::None,
            presence: Presence::Default,
            deprecated: attributes.has("deprecated"),
            key: attributes.has("key") || attributes.has(PRIMARY_KEY),
            sorted: attributes.has("sorted"),
            offset64: attributes.has("offset64"),
            shared: attributes.has("shared"),
            force_align: None,
            hash: None,
            base64: None,
            chars: self.is_char(namespace, &written.name),
            nested: None,
            attributes,
            place: member.name.place,
        };
        self.widen(&mut field, written.place);
        let optional = self.set_default(kind, &mut field, namespace, member.value.as_ref());
        self.presence(kind, &mut field, optional);
        self.meanings(&mut field, namespace);
        Some(field)
    }

    fn field_type(
        &mut self,
        kind: ObjectKind,
        namespace: &str,
        written: &TypeSyntax,
    ) -> Option<Type> {
        let element = match self.is_char(namespace, &written.name) {
            true => self.char(kind, written)?,
            false => self.element(namespace, &written.name)?,
        };
        let ty = match &written.of {
            Several::One => Type::One(element),
            Several::Vector => Type::Vector(element),
            Several::Array(len) => {
                let count = numbers::integer(&len.text).and_then(|len| u16::try_from(len).ok());
                let Some(count) = count.filter(|count| *count > 0) else {
                    let message = "an array has 1 to 65535 items";
                    self.problem(ProblemKind::OutOfRange, len, message);
                    return None;
                };
                Type::Array(element, count)
            }
        };
        let in_place = self.schema.scalar_of(element).is_some() || self.schema.is_struct(element);
        let (message, hint): (String, &str) = match (kind, ty) {
            (ObjectKind::Struct, Type::One(_) | Type::Array(..)) if in_place => return Some(ty),
            (ObjectKind::Table, Type::One(_) | Type::Vector(_)) => return Some(ty),
            (ObjectKind::Struct, _) => (
                format!("a struct cannot hold `{}`", self.shown(ty)),
                "structs are of scalars, enums, structs, and arrays of these; a table holds all",
            ),
            (ObjectKind::Table, _) => (
                "arrays of a fixed length are in structs alone".into(),
                "a struct can hold it, and be in the table",
            ),
        };
        let problem = Problem::new(ProblemKind::WrongType, written.place, message);
        self.found.push(problem.hint(hint));
        None
    }

    /// Returns whether a type is flatcc's `char`, unless the schema has a type of that name.
    fn is_char(&self, namespace: &str, name: &Word) -> bool {
        name.text == "char" && self.defined(namespace, "char").is_none()
    }

    /// Returns the bytes of `char`, which is only in arrays.
    fn char(&mut self, kind: ObjectKind, written: &TypeSyntax) -> Option<Element> {
        if kind == ObjectKind::Struct && matches!(written.of, Several::Array(_)) {
            return Some(Element::Scalar(Scalar::U8));
        }
        let message = "`char` is in arrays of a fixed length in structs alone";
        let hint = "`[char:8]` in a struct is text of at most 8 bytes; a table has `string`";
        let problem = Problem::new(ProblemKind::WrongType, written.place, message);
        self.found.push(problem.hint(hint));
        None
    }

    /// Gives 64-bit offsets to a field with an attribute that asks for them.
    fn widen(&mut self, field: &mut Field, place: SourcePos) {
        let element = field.ty.element();
        let plain = self.schema.scalar_of(element).is_some() || self.schema.is_struct(element);
        let vector = matches!(field.ty, Type::Vector(_)) && plain;
        let what = if field.attributes.has("vector64") {
            if vector {
                field.ty = Type::Vector64(element);
                field.offset64 = true;
                return;
            }
            "`vector64` is for vectors of scalars and structs"
        } else if field.offset64 && !vector && field.ty != Type::One(Element::String) {
            "`offset64` is for strings, and vectors of scalars and structs"
        } else {
            return;
        };
        field.offset64 = false;
        self.found
            .push(Problem::new(ProblemKind::Attribute, place, what));
    }
}
