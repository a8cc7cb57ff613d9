//! Vectors and arrays: the classes of the runtime that read them, and the lists of plain objects.

use varvel_fbs::Scalar;

use super::{Generator, called, capitalized, is_wide, kind_of};
use crate::plan::Kind;

/// How the runtime reads a vector or an array of more than bytes.
pub(super) struct Vector {
    /// The type.
    pub ty: String,
    /// The method of a table that reads one. For an array it is that of a struct.
    pub method: &'static str,
    /// The arguments of the method after the position.
    pub arguments: String,
    /// The expression that makes an empty one.
    pub empty: String,
}

impl Vector {
    fn new(class: String, of: Option<String>, method: &'static str, arguments: String) -> Self {
        let (ty, empty) = match of {
            Some(of) => (
                format!("fb.{class}<{of}>"),
                format!("fb.{class}.none({arguments})"),
            ),
            None => (format!("fb.{class}"), format!("fb.empty({arguments})")),
        };
        Self {
            ty,
            method,
            arguments,
            empty,
        }
    }
}

impl Generator<'_> {
    /// Returns how the runtime reads a vector or an array of more than bytes.
    pub(super) fn vector(&self, kind: Kind) -> Vector {
        let of = self.names.of(kind);
        let (class, is_generic, method, arguments) = match kind {
            Kind::Scalar(scalar) => {
                let class = match scalar {
                    Scalar::Bool => "Bools".to_owned(),
                    scalar => format!("{}s", capitalized(called(scalar))),
                };
                let make = format!("fb.{class}.at");
                return Vector::new(class, None, "vector", make);
            }
            Kind::String => {
                return Vector::new("Strings".into(), None, "vector", "fb.Strings.at".into());
            }
            Kind::Enum(id) => {
                let scalar = self.plan.underlying(id);
                match is_wide(scalar) {
                    true => ("WideEnums", true, "wideEnums", format!("{of}.new")),
                    false => {
                        let arguments = format!("{}, {of}.new", kind_of(scalar));
                        ("Enums", true, "enums", arguments)
                    }
                }
            }
            Kind::Struct(id) => {
                let size = self.plan.schema.object(id).size;
                ("Structs", true, "structs", format!("{size}, {of}.at"))
            }
            Kind::Table(_) => ("Tables", true, "tables", format!("{of}.at")),
            Kind::Union(id) => {
                let arguments = format!("{}, {of}.at", self.tag_kind(id));
                ("Unions", true, "unions", arguments)
            }
        };
        Vector::new(class.into(), is_generic.then_some(of), method, arguments)
    }

    /// Returns the type that a reference to a vector has.
    pub(super) fn built(&self, kind: Kind) -> String {
        match kind {
            Kind::Scalar(Scalar::U8) => "Uint8List".to_owned(),
            Kind::Scalar(Scalar::I8) => "Int8List".to_owned(),
            _ => self.vector(kind).ty,
        }
    }

    /// Returns the type of an item of a list of a plain object.
    pub(super) fn item(&self, kind: Kind) -> String {
        match kind {
            Kind::Union(_) => self.names.plain(kind) + "?",
            _ => self.names.plain(kind),
        }
    }
}

/// Returns the call that copies what a vector or an array holds into a list of a plain object.
pub(super) fn copied(kind: Kind) -> &'static str {
    match kind {
        Kind::Scalar(Scalar::U8 | Scalar::I8) => "sublist(0)",
        Kind::Scalar(Scalar::Bool) | Kind::Enum(_) | Kind::String => "toList()",
        Kind::Scalar(_) => "toTypedList()",
        Kind::Struct(_) | Kind::Table(_) => "map((part) => part.unpack()).toList()",
        Kind::Union(_) => "map((part) => part?.unpack()).toList()",
    }
}
