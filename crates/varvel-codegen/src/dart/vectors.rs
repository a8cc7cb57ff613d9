//! Vectors and arrays: the classes of the runtime that read them, and the lists of plain objects.

use varvel_fbs::Scalar;

use super::{Generator, called, capital, is_wide, kind_of};
use crate::plan::Kind;

impl Generator<'_> {
    /// Returns the type that reads a vector or an array of more than bytes, and the function that
    /// makes it.
    pub(super) fn vector(&self, kind: Kind) -> (String, String) {
        let of = self.names.of(kind);
        let closure = |call: String| format!("(bytes, data, at, length) => fb.{call}");
        match kind {
            Kind::Scalar(scalar) => {
                let ty = match scalar {
                    Scalar::Bool => "fb.Bools".to_owned(),
                    scalar => format!("fb.{}s", capital(called(scalar))),
                };
                let make = format!("{ty}.at");
                (ty, make)
            }
            Kind::Enum(id) => {
                let scalar = self.underlying(id);
                match is_wide(scalar) {
                    true => (
                        format!("fb.WideEnums<{of}>"),
                        closure(format!("WideEnums.at(bytes, data, at, length, {of}.new)")),
                    ),
                    false => (
                        format!("fb.Enums<{of}>"),
                        closure(format!(
                            "Enums.at(bytes, data, at, length, {}, {of}.new)",
                            kind_of(scalar)
                        )),
                    ),
                }
            }
            Kind::String => ("fb.Strings".to_owned(), "fb.Strings.at".to_owned()),
            Kind::Struct(id) => {
                let size = self.plan.schema.object(id).size;
                (
                    format!("fb.Structs<{of}>"),
                    closure(format!(
                        "Structs.at(bytes, data, at, length, {size}, {of}.at)"
                    )),
                )
            }
            Kind::Table(_) => (
                format!("fb.Tables<{of}>"),
                closure(format!("Tables.at(bytes, data, at, length, {of}.at)")),
            ),
            Kind::Union(_) => (format!("fb.Unions<{of}>"), String::new()),
        }
    }

    /// Returns the type that a reference to a vector has.
    pub(super) fn built(&self, kind: Kind) -> String {
        match kind {
            Kind::Scalar(Scalar::U8) => "Uint8List".to_owned(),
            Kind::Scalar(Scalar::I8) => "Int8List".to_owned(),
            _ => self.vector(kind).0,
        }
    }

    /// Returns the expression that copies what a vector or an array holds into a list of a plain
    /// object.
    pub(super) fn copied(&self, kind: Kind, value: &str) -> String {
        match kind {
            Kind::Scalar(Scalar::U8) => format!("Uint8List.fromList({value})"),
            Kind::Scalar(Scalar::I8) => format!("Int8List.fromList({value})"),
            Kind::Scalar(Scalar::Bool) | Kind::Enum(_) | Kind::String => {
                format!("{value}.toList()")
            }
            Kind::Scalar(_) => format!("{value}.toTypedList()"),
            Kind::Struct(_) | Kind::Table(_) => {
                format!("[for (final part in {value}) part.unpack()]")
            }
            Kind::Union(_) => format!("[for (final part in {value}) part?.unpack()]"),
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
