//! The meanings of a field's attributes, and the checks of where they are allowed.

use alloc::format;
use alloc::string::String;

use super::{Resolver, numbers};
use crate::diagnostic::{Problem, ProblemKind};
use crate::parse::syntax::Word;
use crate::schema::{
    Base64, DefaultValue, Element, Field, Hash, Nested, ObjectKind, Presence, Scalar, Type,
};

/// The greatest alignment that a schema can ask for.
pub(super) const GREATEST_ALIGN: u32 = 32;

impl Resolver<'_> {
    /// Sets whether the field is required. `optional` tells whether its default is `null`.
    pub(super) fn presence(&mut self, kind: ObjectKind, field: &mut Field, optional: bool) {
        let scalar = match field.ty {
            Type::One(element) => self.schema.scalar_of(element).is_some(),
            _ => false,
        };
        let required = field.attributes.has("required");
        if required && (scalar || kind == ObjectKind::Struct) {
            let what = match kind {
                ObjectKind::Struct => "fields of structs are always there",
                ObjectKind::Table => "a scalar that is not there is its default",
            };
            self.misplaced(field, "required", what);
        }
        if required && field.default != DefaultValue::None && !scalar {
            self.misplaced(
                field,
                "required",
                "a field that has to be there needs no default",
            );
        }
        // Buffers are sorted by such keys, so that these are always required.
        let key = field.key && field.ty == Type::One(Element::String);
        field.presence = match scalar {
            _ if kind == ObjectKind::Struct => Presence::Default,
            true if optional => Presence::Optional,
            true => Presence::Default,
            false if required || key => Presence::Required,
            false if field.default != DefaultValue::None => Presence::Default,
            false => Presence::Optional,
        };
    }

    pub(super) fn meanings(&mut self, field: &mut Field, namespace: &str) {
        let element = field.ty.element();
        let scalar = self.schema.scalar_of(element);
        if field.shared && (element != Element::String) {
            self.misplaced(field, "shared", "it is for strings");
        }
        if field.key {
            self.key(field, scalar);
        }
        let bytes = field.ty.is_vector() && element == Element::Scalar(Scalar::U8);
        if field.attributes.has("flexbuffer") {
            match bytes {
                true => field.nested = Some(Nested::Flexible),
                false => self.misplaced(field, "flexbuffer", "it is for `[ubyte]`"),
            }
        }
        if let Some(name) = self.text(field, "nested_flatbuffer") {
            let name = Word {
                text: name,
                place: field.place,
            };
            match bytes {
                true => {
                    let table = self.table(namespace, &name, "a nested buffer's root");
                    field.nested = table.map(Nested::Table);
                }
                false => self.misplaced(field, "nested_flatbuffer", "it is for `[ubyte]`"),
            }
        }
        for (name, base64) in [("base64", Base64::Standard), ("base64url", Base64::Url)] {
            match (field.attributes.has(name), field.base64) {
                (false, _) => {}
                (true, _) if !bytes => self.misplaced(field, name, "it is for `[ubyte]`"),
                (true, Some(_)) => self.misplaced(field, name, "`base64` is there, too"),
                (true, None) => field.base64 = Some(base64),
            }
        }
        if let Some(name) = self.text(field, "hash") {
            field.hash = self.hash(field, &name, scalar);
        }
        if let Some(align) = self.text(field, "force_align") {
            // The attribute moves only the items of vectors. `flatc` accepts it elsewhere, too, and
            // ignores it.
            let least = match field.ty.is_vector() {
                true => self.schema.element_align(element),
                false => 1,
            };
            field.force_align = self.align(field, &align, least);
        }
    }

    fn text(&self, field: &Field, name: &str) -> Option<String> {
        let attribute = field.attributes.get(name)?;
        Some(attribute.value.as_str().into())
    }

    fn key(&mut self, field: &Field, scalar: Option<Scalar>) {
        let in_place = scalar.is_some() || self.schema.is_struct(field.ty.element());
        let compares = match field.ty {
            Type::One(element) => in_place || element == Element::String,
            Type::Array(..) => in_place,
            Type::Vector(_) | Type::Vector64(_) => false,
        };
        if !compares {
            self.misplaced(
                field,
                "key",
                "it is for strings, scalars, structs and arrays of these",
            );
        } else if field.presence == Presence::Optional {
            self.misplaced(field, "key", "what may be missing cannot be sorted by");
        } else if field.offset64 {
            self.misplaced(
                field,
                "key",
                "what is sorted by is within 4 GiB of its table",
            );
        }
    }

    fn hash(&mut self, field: &Field, name: &str, scalar: Option<Scalar>) -> Option<Hash> {
        let known = Hash::ALL.into_iter().find(|(known, _)| *known == name);
        let Some((_, hash)) = known else {
            let names = Hash::ALL.map(|(name, _)| name);
            let message = format!("there is no hash `{name}`");
            let problem = Problem::new(ProblemKind::Attribute, field.place, message);
            self.found.push(problem.near(name, &names));
            return None;
        };
        let fits = scalar.is_some_and(|scalar| scalar.is_integer() && scalar.size() == hash.size());
        if !fits || matches!(field.ty, Type::Array(..)) {
            let what = format!("`{name}` is for integers of {} bits", hash.size() * 8);
            self.misplaced(field, "hash", &what);
            return None;
        }
        Some(hash)
    }

    /// Reads the alignment that a field asks for. `least` is the alignment that it needs.
    fn align(&mut self, field: &Field, align: &str, least: u32) -> Option<u32> {
        let wanted = alignment(align, least);
        if wanted.is_none() {
            self.misplaced(field, "force_align", &alignments(least));
        }
        wanted
    }

    fn misplaced(&mut self, field: &Field, attribute: &str, why: &str) {
        let message = format!("`{attribute}` cannot be on `{}`", field.name);
        let problem = Problem::new(ProblemKind::Attribute, field.place, message);
        self.found.push(problem.hint(why));
    }
}

/// Reads an alignment. Returns `None` if it is not a valid one.
pub(super) fn alignment(written: &str, least: u32) -> Option<u32> {
    let align = u32::try_from(numbers::integer(written)?).ok()?;
    let right = align.is_power_of_two() && (least..=GREATEST_ALIGN).contains(&align);
    right.then_some(align)
}

/// Describes the valid alignments.
pub(super) fn alignments(least: u32) -> String {
    format!("an alignment is a power of two, here from {least} to {GREATEST_ALIGN}")
}
