//! Comparison of tables, whose fields keep their slots, and of structs, which cannot change.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashMap;
use varvel_core::secret::RandomState;

use super::{Comparison, Pair};
use crate::schema::{
    DefaultValue, Element, Field, Nested, Object, ObjectId, Presence, Scalar, Schema, Type,
};

impl Comparison<'_> {
    pub(super) fn objects(&mut self, old: ObjectId, new: ObjectId) {
        let (older, newer) = (self.old.object(old), self.new.object(new));
        let places = (Some(older.place), Some(newer.place));
        if older.kind != newer.kind {
            let message = match newer.is_struct() {
                true => "a table has become a struct",
                false => "a struct has become a table",
            };
            self.change(true, newer.name.as_str(), message, places.0, places.1);
            return;
        }
        if (older.size, older.align) != (newer.size, newer.align) {
            let message = format!(
                "the struct had {} bytes, aligned to {}, and has {}, aligned to {}",
                older.size, older.align, newer.size, newer.align
            );
            self.change(true, newer.name.as_str(), message, places.0, places.1);
        }
        self.fields(older, newer);
        let key = |object: &Object| object.key().map(|field| field.slot);
        if key(older) != key(newer) {
            let message = "the key is another, so vectors are sorted otherwise";
            self.change(true, newer.name.as_str(), message, places.0, places.1);
        }
    }

    fn fields(&mut self, older: &Object, newer: &Object) {
        let names = older
            .fields
            .iter()
            .map(|field| (field.name.as_str(), field));
        let names: HashMap<&str, &Field, RandomState> = names.collect();
        for field in &newer.fields {
            // Changes of a union are reported at the union field, not at its tag.
            if matches!(field.ty.element(), Element::Tag(_)) {
                continue;
            }
            let subject = format!("{}.{}", newer.name, field.name);
            let place = Some(field.place);
            let named = names.get(field.name.as_str()).copied();
            let before = older.fields.get(usize::from(field.slot));
            match (named, before) {
                (Some(was), _) if was.slot != field.slot => {
                    let message = format!("it was field {}, and is field {}", was.slot, field.slot);
                    self.change(true, subject, message, Some(was.place), place);
                }
                (_, Some(was)) => {
                    if was.name != field.name {
                        let message = format!("it was called {}", was.name);
                        self.change(false, &*subject, message, Some(was.place), place);
                    }
                    self.field(was, field, &subject, newer.is_struct());
                }
                (_, None) if newer.is_struct() => {
                    self.change(
                        true,
                        subject,
                        "new, and structs stay as they are",
                        None,
                        place,
                    );
                }
                (_, None) if is_required(field) => {
                    let message = "new and required, and older buffers do not have it";
                    self.change(true, subject, message, None, place);
                }
                (_, None) => self.change(false, subject, "new", None, place),
            }
        }
        for was in older.fields.iter().skip(newer.fields.len()) {
            let subject = format!("{}.{}", older.name, was.name);
            let message = "it is gone, and the next new field would be taken for it; `deprecated` keeps its place";
            self.change(true, subject, message, Some(was.place), None);
        }
    }

    /// Compares two fields in the same place.
    fn field(&mut self, was: &Field, is: &Field, subject: &str, in_struct: bool) {
        let mut said: Vec<(bool, String)> = Vec::new();
        let mut say = |breaks, message: String| said.push((breaks, message));
        if in_struct && was.offset != is.offset {
            say(
                true,
                format!(
                    "it was at byte {}, and is at byte {}",
                    was.offset, is.offset
                ),
            );
        }
        if was.deprecated != is.deprecated {
            let message = match is.deprecated {
                true => "deprecated",
                false => "no longer deprecated",
            };
            say(false, message.into());
        }
        let verdict = self.types(was, is);
        match (is_required(was), is_required(is)) {
            (true, true) => {}
            (false, true) => {
                say(
                    true,
                    "required now, and older buffers may not have it".into(),
                );
            }
            (true, false) => {
                say(
                    true,
                    "not required any more, and older code refuses buffers without it".into(),
                );
            }
            // A change of the type is reported below, without the default.
            _ if matches!(verdict, Verdict::Other) => {}
            _ if same_default(&was.default, &is.default) => {}
            _ => say(
                true,
                "the default is another, and is what older buffers do not hold".into(),
            ),
        }
        if is.ty.is_vector() && was.force_align < is.force_align {
            say(false, "aligned to more than in older buffers".into());
        }
        let (mut from, mut to) = (shown(self.old, was.ty), shown(self.new, is.ty));
        // An enum keeps its name when its integers become others.
        if from == to
            && let (Element::Enum(old), Element::Enum(new)) = (was.ty.element(), is.ty.element())
        {
            from = format!("{from} of {}", self.old.enumeration(old).underlying.name());
            to = format!("{to} of {}", self.new.enumeration(new).underlying.name());
        }
        match verdict {
            Verdict::Same => {}
            Verdict::Sign => say(
                true,
                format!("{from} has become {to}: what only one of them holds is misread"),
            ),
            Verdict::Other => say(true, format!("{from} has become {to}")),
            Verdict::Offset => say(true, "its offset has another width".into()),
        }
        match (was.nested, is.nested) {
            (None, _) | (Some(Nested::Table(_)), Some(Nested::Table(_))) => {}
            (old, new) if old == new => {}
            _ => say(true, "what is in its bytes is something else".into()),
        }
        for (breaks, message) in said {
            let (old, new) = (Some(was.place), Some(is.place));
            self.change(breaks, subject, message, old, new);
        }
        if let (Some(Nested::Table(old)), Some(Nested::Table(new))) = (was.nested, is.nested) {
            self.add(Pair::Objects(old, new));
        }
        self.follow(was.ty.element(), is.ty.element());
    }

    fn types(&self, was: &Field, is: &Field) -> Verdict {
        match (was.ty, is.ty) {
            (Type::One(_), Type::One(_)) | (Type::Vector(_), Type::Vector(_)) => {}
            (Type::Vector64(_), Type::Vector64(_)) => {}
            (Type::Array(_, old), Type::Array(_, new)) if old == new => {}
            _ => return Verdict::Other,
        }
        if was.offset64 != is.offset64 {
            return Verdict::Offset;
        }
        let (old, new) = (was.ty.element(), is.ty.element());
        match (self.old.scalar_of(old), self.new.scalar_of(new)) {
            (Some(old), Some(new)) => scalars(old, new),
            (None, None) => match (old, new) {
                (Element::String, Element::String) | (Element::Union(_), Element::Union(_)) => {
                    Verdict::Same
                }
                (Element::Object(from), Element::Object(to))
                    if self.old.object(from).kind == self.new.object(to).kind =>
                {
                    Verdict::Same
                }
                _ => Verdict::Other,
            },
            _ => Verdict::Other,
        }
    }

    /// Adds the types of two fields to the pairs to compare.
    fn follow(&mut self, old: Element, new: Element) {
        match (old, new) {
            (Element::Object(old), Element::Object(new))
                if self.old.object(old).kind == self.new.object(new).kind =>
            {
                self.add(Pair::Objects(old, new));
            }
            (Element::Enum(old), Element::Enum(new)) => self.add(Pair::Enums(old, new)),
            (Element::Union(old), Element::Union(new)) => self.add(Pair::Unions(old, new)),
            _ => {}
        }
    }
}

/// Returns whether readers refuse buffers without the field. No writer writes a deprecated field,
/// so no reader may require it.
fn is_required(field: &Field) -> bool {
    field.presence == Presence::Required && !field.deprecated
}

/// The result of comparing two types.
enum Verdict {
    Same,
    /// Integers of one size, one signed and one unsigned.
    Sign,
    Other,
    /// Offsets of 32 and 64 bits.
    Offset,
}

fn scalars(old: Scalar, new: Scalar) -> Verdict {
    // A boolean counts as an integer: it is a byte that is 0 or 1.
    let integer = |scalar: Scalar| !scalar.is_float();
    match (old, new) {
        _ if old == new => Verdict::Same,
        _ if old.size() == new.size() && integer(old) && integer(new) => Verdict::Sign,
        _ => Verdict::Other,
    }
}

fn same_default(old: &DefaultValue, new: &DefaultValue) -> bool {
    match (old, new) {
        (DefaultValue::Float(old), DefaultValue::Float(new)) => {
            old.to_bits() == new.to_bits() || old.is_nan() && new.is_nan()
        }
        // The change of the type is reported already.
        (DefaultValue::Integer(_), DefaultValue::Float(_)) => true,
        (DefaultValue::Float(_), DefaultValue::Integer(_)) => true,
        _ => old == new,
    }
}

fn shown(schema: &Schema, ty: Type) -> String {
    let name = match ty.element() {
        Element::Scalar(scalar) => scalar.name(),
        Element::String => "string",
        Element::Enum(id) => schema.enumeration(id).name.as_str(),
        Element::Tag(id) | Element::Union(id) => schema.union(id).name.as_str(),
        Element::Object(id) => schema.object(id).name.as_str(),
    };
    match ty {
        Type::One(_) => name.into(),
        Type::Vector(_) => format!("[{name}]"),
        Type::Vector64(_) => format!("[{name}] (vector64)"),
        Type::Array(_, len) => format!("[{name}:{len}]"),
    }
}
