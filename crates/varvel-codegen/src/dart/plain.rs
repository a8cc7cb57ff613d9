//! Plain classes of tables and structs.

use varvel_fbs::{DefaultValue, Scalar};

use super::code::Code;
use super::names::BIG;
use super::{Generator, bits, is_signed, is_wide, literal};
use crate::plan::{Absence, FieldPlan, Kind, ObjectPlan, Shape, formed};

/// A parameter of a constructor, and the initializer that it needs.
struct Parameter {
    text: String,
    initializer: Option<String>,
}

impl Parameter {
    fn new(text: String) -> Self {
        Self {
            text,
            initializer: None,
        }
    }
}

impl Generator<'_> {
    pub(super) fn plain_class(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let name = &self.names.objects[of.id.0 as usize];
        let plain = formed(name, "*T");
        let what = if of.definition.is_struct() {
            "struct"
        } else {
            "table"
        };
        code.about(
            &format!("The {what} {} as a plain object.", of.definition.name),
            &of.definition.doc,
        );
        code.block(format!("final class {plain} {{"), |code| {
            self.constructor(of, &plain, code);
            if self.json && self.is_root(of) {
                self.json_to_plain(of, &plain, code);
            }
            for field in &of.fields {
                self.member(of, field, code);
            }
            match of.definition.is_struct() {
                true => self.put(of, code),
                false => self.pack(of, code),
            }
            if self.is_root(of) {
                self.plain_root(of, code);
            }
            if self.json {
                self.plain_text(of, code);
            }
        });
    }

    fn constructor(&self, of: &ObjectPlan<'_>, plain: &str, code: &mut Code) {
        let parameters: Vec<Parameter> = of
            .fields
            .iter()
            .map(|field| self.parameter(of.definition.is_struct(), field))
            .collect();
        code.about(
            "Makes the object. Fields that are not named have their defaults.",
            &[],
        );
        if parameters.is_empty() {
            return code.line(format!("{plain}();"));
        }
        let initializers: Vec<&String> = parameters
            .iter()
            .filter_map(|of| of.initializer.as_ref())
            .collect();
        let end = if initializers.is_empty() { "});" } else { "})" };
        code.closed(&format!("{plain}({{"), end, |code| {
            parameters
                .iter()
                .for_each(|of| code.line(format!("{},", of.text)));
        });
        for (at, initializer) in initializers.iter().enumerate() {
            let before = if at == 0 { "  : " } else { "    " };
            let after = if at + 1 == initializers.len() {
                ';'
            } else {
                ','
            };
            code.line(format!("  {before}{initializer}{after}"));
        }
    }

    /// Returns the type of a member of a plain object, without regard to whether it may be absent.
    pub(super) fn plain_type(&self, field: &FieldPlan<'_>) -> String {
        match field.shape {
            Shape::One(kind) => self.names.plain(kind),
            Shape::Vector(kind) | Shape::Array(kind, _) => format!("List<{}>", self.item(kind)),
            Shape::Nested(_) | Shape::Flexible => "List<int>".to_owned(),
        }
    }

    /// Returns the scalar of 64 bits that a field is, and no enum.
    fn long(&self, field: &FieldPlan<'_>) -> Option<Scalar> {
        match field.shape {
            Shape::One(Kind::Scalar(scalar)) if is_wide(scalar) => Some(scalar),
            _ => None,
        }
    }

    fn parameter(&self, in_struct: bool, field: &FieldPlan<'_>) -> Parameter {
        let name = &field.name;
        let lacks = !in_struct && field.absence == Absence::Nothing;
        if let Some(scalar) = self.long(field) {
            return self.long_parameter(field, scalar, lacks);
        }
        if in_struct {
            return match self.fresh(field) {
                Some(fresh) => Parameter {
                    text: format!("{}? {name}", self.plain_type(field)),
                    initializer: Some(format!("{name} = {name} ?? {fresh}")),
                },
                None => Parameter::new(format!("this.{name} = {}", self.constant(field))),
            };
        }
        match (field.absence, field.shape) {
            (Absence::Nothing, _) => Parameter::new(format!("this.{name}")),
            (Absence::Never, _) => Parameter::new(format!("required this.{name}")),
            (Absence::Default, Shape::One(_)) => {
                Parameter::new(format!("this.{name} = {}", self.constant(field)))
            }
            (Absence::Default, _) => Parameter {
                text: format!("{}? {name}", self.plain_type(field)),
                initializer: Some(format!("{name} = {name} ?? []")),
            },
        }
    }

    fn long_parameter(&self, field: &FieldPlan<'_>, scalar: Scalar, lacks: bool) -> Parameter {
        let name = &field.name;
        let default = self.default_bits(field);
        let signed = is_signed(scalar);
        match (lacks, literal(default, signed)) {
            (true, _) => Parameter {
                text: format!("int? {name}"),
                initializer: Some(format!("_{name} = {name}")),
            },
            (false, Some(default)) => Parameter {
                text: format!("int {name} = {default}"),
                initializer: Some(format!("_{name} = {name}")),
            },
            (false, None) => Parameter {
                text: format!("int? {name}"),
                initializer: Some(format!(
                    "_{name} = {name} ?? fb.longOfBits(const {}, isSigned: {signed})",
                    bits(default)
                )),
            },
        }
    }

    /// Returns the default of a scalar, an enum or a string as a constant.
    pub(super) fn constant(&self, field: &FieldPlan<'_>) -> String {
        let Kind::Enum(id) = field.shape.kind() else {
            return self.default(field);
        };
        let of = self.plan.enumeration(id);
        let name = &self.names.enums[id.0 as usize];
        let number = match field.field.default {
            DefaultValue::Integer(value) => value,
            _ => 0,
        };
        let named = of.values.iter().find(|of| of.definition.value == number);
        match (named, is_wide(self.plan.underlying(id))) {
            (Some(named), _) => format!("{name}.{}", named.name),
            (None, true) => format!("const {name}({})", bits(number as u64)),
            (None, false) => format!("const {name}({number})"),
        }
    }

    /// Returns the expression that makes the value of a field of a struct that is no scalar.
    fn fresh(&self, field: &FieldPlan<'_>) -> Option<String> {
        let kind = field.shape.kind();
        let plain = self.names.plain(kind);
        match (field.shape, kind) {
            (Shape::Array(_, len), Kind::Scalar(Scalar::Bool)) => {
                Some(format!("List.filled({len}, false)"))
            }
            (Shape::Array(_, len), Kind::Scalar(scalar)) => {
                let list = super::capitalized(super::called(scalar));
                Some(match is_wide(scalar) {
                    true => format!("fb.{list}s({len})"),
                    false => format!("{list}List({len})"),
                })
            }
            (Shape::Array(_, len), Kind::Enum(id)) => {
                let zero = match is_wide(self.plan.underlying(id)) {
                    true => "fb.Bits.zero",
                    false => "0",
                };
                Some(format!("List.filled({len}, const {plain}({zero}))"))
            }
            (Shape::Array(_, len), _) => Some(format!("List.generate({len}, (_) => {plain}())")),
            (_, Kind::Struct(_)) => Some(format!("{plain}()")),
            _ => None,
        }
    }

    /// Adds a member of a plain object.
    fn member(&self, of: &ObjectPlan<'_>, field: &FieldPlan<'_>, code: &mut Code) {
        let in_struct = of.definition.is_struct();
        let name = &field.name;
        let question = match !in_struct && field.absence == Absence::Nothing {
            true => "?",
            false => "",
        };
        let sentence = format!("The field {}.", field.field.name);
        let Some(scalar) = self.long(field) else {
            code.about(&sentence, &field.field.doc);
            code.line(format!("{}{question} {name};", self.plain_type(field)));
            return self.chars(field, code);
        };
        let (big, signed) = (&field.forms[BIG], is_signed(scalar));
        let or_null = if question.is_empty() { "" } else { "OrNull" };
        code.gap();
        code.line(format!("fb.Long{question} _{name};"));
        code.about(
            &format!("{sentence} One that no `int` holds is an error."),
            &field.field.doc,
        );
        code.arrow(
            &format!("int{question} get {name}"),
            &format!("fb.longValue{or_null}(_{name}, '{big}', isSigned: {signed})"),
        );
        code.gap();
        code.arrow(
            &format!("set {name}(int{question} value)"),
            &format!("_{name} = value"),
        );
        code.about(&format!("The field {} at any size.", field.field.name), &[]);
        code.arrow(
            &format!("BigInt{question} get {big}"),
            &format!("fb.longBig{or_null}(_{name})"),
        );
        code.gap();
        code.arrow(
            &format!("set {big}(BigInt{question} value)"),
            &format!("_{name} = fb.longOf{or_null}(value, isSigned: {signed})"),
        );
    }

    /// Adds the text of an array of `char`.
    fn chars(&self, field: &FieldPlan<'_>, code: &mut Code) {
        if let (Shape::Array(..), true) = (field.shape, field.field.chars) {
            let (name, text) = (&field.name, &field.forms[super::names::TEXT]);
            code.about(
                &format!("The text in {name}, without the zeros at its end."),
                &[],
            );
            code.arrow(
                &format!("String get {text}"),
                &format!("fb.charsOf({name})"),
            );
            code.gap();
            code.arrow(
                &format!("set {text}(String value)"),
                &format!("fb.putChars({name}, value)"),
            );
        }
    }
}
