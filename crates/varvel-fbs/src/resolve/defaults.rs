//! Defaults of fields: numbers in all forms, names of enum values, strings, empty vectors, `null`.

use alloc::format;
use alloc::string::String;

use super::{Resolver, numbers};
use crate::diagnostic::{Problem, ProblemKind};
use crate::parse::syntax::{Literal, LiteralKind};
use crate::schema::{DefaultValue, Element, EnumId, Field, ObjectKind, Scalar, SourcePos, Type};

/// The reason why a default is refused: the kind, a message, and a hint.
type Refused = (ProblemKind, String, Option<String>);

fn refused<T>(kind: ProblemKind, message: impl Into<String>) -> Result<T, Refused> {
    Err((kind, message.into(), None))
}

impl Resolver<'_> {
    /// Sets the default of a field. Returns whether it is a scalar with the default `null`.
    pub(super) fn set_default(
        &mut self,
        kind: ObjectKind,
        field: &mut Field,
        namespace: &str,
        written: Option<&Literal>,
    ) -> bool {
        let scalar = match field.ty {
            Type::One(element) => self.schema.scalar_of(element),
            _ => None,
        };
        field.default = match scalar {
            Some(scalar) if scalar.is_float() => DefaultValue::Float(0.0),
            Some(_) => DefaultValue::Integer(0),
            None => DefaultValue::None,
        };
        let Some(literal) = written else {
            if let Type::One(Element::Enum(id)) = field.ty {
                self.zero_of_enum(kind, field, id, field.place);
            }
            return false;
        };
        if kind == ObjectKind::Struct {
            let message = "fields of structs have no defaults: they are always there";
            self.found
                .push(Problem::new(ProblemKind::Default, literal.place, message));
            return false;
        }
        if matches!(&literal.kind, LiteralKind::Name(name) if name == "null") && scalar.is_some() {
            field.default = DefaultValue::None;
            return true;
        }
        match self.default(field.ty, scalar, namespace, &literal.kind) {
            Ok(default) => {
                field.default = default;
                if let Type::One(Element::Enum(id)) = field.ty {
                    self.zero_of_enum(kind, field, id, literal.place);
                }
            }
            Err((kind, message, hint)) => {
                let mut problem = Problem::new(kind, literal.place, message);
                problem.hint = hint;
                self.found.push(problem);
            }
        }
        false
    }

    /// Checks that a default is one of the enum's values, unless they are bit flags.
    fn zero_of_enum(&mut self, kind: ObjectKind, field: &Field, id: EnumId, place: SourcePos) {
        let (DefaultValue::Integer(value), definition) =
            (&field.default, self.schema.enumeration(id))
        else {
            return;
        };
        // An enum has no values if they had errors. Then any integer is allowed, so that no second
        // problem is reported.
        let any = definition.bit_flags || definition.values.is_empty();
        if any || definition.value_of(*value).is_some() {
            return;
        }
        let message = format!("the default {value} is no value of `{}`", definition.name);
        let mut problem = Problem::new(ProblemKind::Default, place, message);
        if let Some(first) = definition.values.first() {
            let hint = match kind {
                ObjectKind::Table => format!(
                    "say which one it is, `= {}`, or that there is none, `= null`",
                    first.name
                ),
                ObjectKind::Struct => {
                    "give the enum a value of 0: fields of structs have no defaults".into()
                }
            };
            problem = problem.hint(hint);
        }
        self.found.push(problem);
    }

    fn default(
        &self,
        ty: Type,
        scalar: Option<Scalar>,
        namespace: &str,
        literal: &LiteralKind,
    ) -> Result<DefaultValue, Refused> {
        use LiteralKind as Is;
        match (ty, scalar, literal) {
            (Type::One(_), Some(scalar), _) if scalar.is_float() => self.float(scalar, literal),
            (Type::One(Element::Enum(id)), Some(scalar), Is::Name(text) | Is::Text(text)) => {
                self.words(text, namespace, scalar, Some(id))
            }
            (Type::One(_), Some(scalar), Is::Number(text)) => integer(text, scalar),
            (Type::One(_), Some(Scalar::Bool), Is::Name(text) | Is::Text(text))
                if text == "true" || text == "false" =>
            {
                Ok(DefaultValue::Integer(i128::from(text == "true")))
            }
            (Type::One(_), Some(scalar), Is::Name(text) | Is::Text(text)) => {
                self.words(text, namespace, scalar, None)
            }
            (Type::One(Element::String), _, Is::Text(text)) => Ok(DefaultValue::Text(text.clone())),
            (Type::Vector(_) | Type::Vector64(_), _, Is::EmptyVector) => {
                Ok(DefaultValue::EmptyVector)
            }
            (Type::One(Element::Union(_)), _, Is::Name(name)) if name == "NONE" => {
                Ok(DefaultValue::None)
            }
            (Type::One(Element::String), ..) => {
                refused(ProblemKind::Default, "the default of a string is a string")
            }
            (Type::Vector(_) | Type::Vector64(_), ..) => refused(
                ProblemKind::Default,
                "the default of a vector can only be `[]`",
            ),
            (_, Some(scalar), _) => {
                let message = format!("this is no default for `{}`", scalar.name());
                refused(ProblemKind::Default, message)
            }
            _ => {
                let message = format!("`{}` has no default: it is there or not", self.shown(ty));
                refused(ProblemKind::Default, message)
            }
        }
    }

    fn float(&self, scalar: Scalar, literal: &LiteralKind) -> Result<DefaultValue, Refused> {
        let (functions, text) = match literal {
            LiteralKind::Number(text) | LiteralKind::Name(text) | LiteralKind::Text(text) => {
                (&[][..], text)
            }
            LiteralKind::Call(functions, text) => (&functions[..], text),
            LiteralKind::EmptyVector => return refused(ProblemKind::Default, "this is no number"),
        };
        let value = match (scalar, functions) {
            (Scalar::F32, []) => numbers::float32(text).map(f64::from),
            _ => numbers::float(text),
        };
        let Some(value) = value else {
            let large = text.contains(|c: char| c.is_ascii_digit()) && text.parse::<f64>().is_ok();
            return match large {
                true => refused(
                    ProblemKind::OutOfRange,
                    format!("`{text}` does not fit `{}`", scalar.name()),
                ),
                false => refused(ProblemKind::Default, format!("`{text}` is no number")),
            };
        };
        let value = functions
            .iter()
            .rev()
            .fold(value, |value, function| applied(&function.text, value));
        Ok(DefaultValue::Float(match scalar {
            Scalar::F32 => f64::from(value as f32),
            _ => value,
        }))
    }

    /// Reads names of values or numbers, separated by spaces, and returns the union of their bits.
    fn words(
        &self,
        text: &str,
        namespace: &str,
        scalar: Scalar,
        of: Option<EnumId>,
    ) -> Result<DefaultValue, Refused> {
        let mut value = None;
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let one = match numbers::is_integer(word) {
                true => numbers::integer(word).unwrap_or(i128::MAX),
                false => self.named_value(word, namespace, of)?,
            };
            value = Some(value.unwrap_or(0) | one);
        }
        match value {
            Some(value) => held(value, scalar, text),
            None => refused(ProblemKind::Default, "there is no value in this string"),
        }
    }

    /// Returns the value of a name: of the enum `of`, or of the enum before the dot.
    fn named_value(
        &self,
        word: &str,
        namespace: &str,
        of: Option<EnumId>,
    ) -> Result<i128, Refused> {
        let (id, name) = match (word.rsplit_once('.'), of) {
            (Some((path, name)), _) => match self.defined(namespace, path) {
                Some(Element::Enum(id)) => (id, name),
                _ => {
                    return refused(
                        ProblemKind::UnknownValue,
                        format!("there is no enum `{path}`"),
                    );
                }
            },
            (None, Some(id)) => (id, word),
            (None, None) => {
                let message = format!("`{word}` is no number");
                return refused(ProblemKind::Default, message);
            }
        };
        if let Some(value) = self.enum_values.get(&(id.0, name)) {
            return Ok(*value);
        }
        let definition = self.schema.enumeration(id);
        let names: alloc::vec::Vec<&str> = definition
            .values
            .iter()
            .take(500)
            .map(|value| value.name.as_str())
            .collect();
        let near = match self.found.is_full() {
            true => None,
            false => varvel_core::error::nearest(name, &names),
        };
        let message = format!("`{}` has no value `{name}`", definition.name);
        let hint = near.map(|near| format!("did you mean `{near}`?"));
        Err((ProblemKind::UnknownValue, message, hint))
    }
}

fn integer(text: &str, scalar: Scalar) -> Result<DefaultValue, Refused> {
    if !numbers::is_integer(text) {
        let message = format!("`{text}` is no integer");
        return refused(ProblemKind::Default, message);
    }
    held(numbers::integer(text).unwrap_or(i128::MAX), scalar, text)
}

/// Returns the integer as a default, if its type can hold it.
fn held(value: i128, scalar: Scalar, text: &str) -> Result<DefaultValue, Refused> {
    match scalar.range() {
        Some((low, high)) if !(low..=high).contains(&value) => {
            let message = format!("`{text}` does not fit `{}`: {low} to {high}", scalar.name());
            refused(ProblemKind::OutOfRange, message)
        }
        _ => Ok(DefaultValue::Integer(value)),
    }
}

/// Applies a function that defaults may use.
fn applied(function: &str, value: f64) -> f64 {
    match function {
        "deg" => value / core::f64::consts::PI * 180.0,
        "rad" => value / 180.0 * core::f64::consts::PI,
        "sin" => libm::sin(value),
        "cos" => libm::cos(value),
        "tan" => libm::tan(value),
        "asin" => libm::asin(value),
        "acos" => libm::acos(value),
        "atan" => libm::atan(value),
        // The parser accepts no others.
        _ => f64::NAN,
    }
}
