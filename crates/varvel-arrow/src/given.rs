//! [`schema_of_fbs`]: the documents of a table of FlatBuffers as a schema.

use std::fmt::Write as _;

use varvel::schema::fbs::{Element, Field, ObjectId, Presence, Scalar, Schema as Fbs, Type};
use varvel::schema::{OwnedJsonSchema, Schema};
use varvel::{Result, json};

/// Returns the schema of the documents that a table of FlatBuffers has as JSON: enums are names, a
/// union is a value of any kind, and a field with a default may be missing.
///
/// ```
/// use varvel::schema::fbs::parse_text;
/// use varvel_arrow::{Conflicts, arrow_schema, schema_of_fbs};
/// let fbs = parse_text("table Lamp { watts: ushort; name: string (required); }").unwrap();
/// let lamp = fbs.object_named("Lamp").unwrap();
/// let schema = schema_of_fbs(&fbs, lamp)?;
/// let text = "Lamp: object\n  watts?: integer, 0 to 65535\n  name: string\n";
/// assert!(schema.to_string().ends_with(text), "{schema}");
/// assert_eq!(arrow_schema(&schema, Conflicts::Error, false)?.fields().len(), 2);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// None that a schema which was parsed has.
pub fn schema_of_fbs(fbs: &Fbs, root: ObjectId) -> Result<Schema> {
    let mut text = format!(r##"{{"$ref":"#/$defs/{}","$defs":{{"##, name(fbs, root));
    for (number, object) in (0..).zip(&fbs.objects) {
        let comma = if number == 0 { "" } else { "," };
        let _ = write!(
            text,
            r#"{comma}"{}":{{"type":"object","properties":{{"#,
            name(fbs, ObjectId(number))
        );
        let fields = object.fields.iter().filter(|field| !field.deprecated);
        for (number, field) in fields.clone().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            // Names are identifiers: they need no escapes.
            let _ = write!(text, r#"{comma}"{}":"#, field.name);
            add_field(&mut text, fbs, field);
        }
        text.push_str(r#"},"required":["#);
        let required = fields.filter(|field| object.is_struct() || is_required(field));
        for (number, field) in required.enumerate() {
            let comma = if number == 0 { "" } else { "," };
            let _ = write!(text, r#"{comma}"{}""#, field.name);
        }
        text.push_str("]}");
    }
    text.push_str("}}");
    let OwnedJsonSchema(schema) = json::from_str(&text)?;
    Ok(schema)
}

fn name(fbs: &Fbs, object: ObjectId) -> &str {
    fbs.object(object).name.as_str()
}

fn is_required(field: &Field) -> bool {
    field.presence == Presence::Required
}

fn add_field(text: &mut String, fbs: &Fbs, field: &Field) {
    match field.ty {
        Type::One(element) => add(text, fbs, element),
        // In JSON they are text.
        Type::Vector(_) | Type::Vector64(_) if field.base64.is_some() => {
            text.push_str(r#"{"type":"string"}"#);
        }
        Type::Array(..) if field.chars => text.push_str(r#"{"type":"string"}"#),
        Type::Vector(element) | Type::Vector64(element) | Type::Array(element, _) => {
            text.push_str(r#"{"type":"array","items":"#);
            add(text, fbs, element);
            text.push('}');
        }
    }
}

fn add(text: &mut String, fbs: &Fbs, element: Element) {
    let integer = |text: &mut String, min: i128, max: i128| {
        let _ = write!(
            text,
            r#"{{"type":"integer","minimum":{min},"maximum":{max}}}"#
        );
    };
    match element {
        Element::Scalar(scalar) => match scalar {
            Scalar::Bool => text.push_str(r#"{"type":"boolean"}"#),
            Scalar::I8 => integer(text, i8::MIN.into(), i8::MAX.into()),
            Scalar::U8 => integer(text, 0, u8::MAX.into()),
            Scalar::I16 => integer(text, i16::MIN.into(), i16::MAX.into()),
            Scalar::U16 => integer(text, 0, u16::MAX.into()),
            Scalar::I32 => integer(text, i32::MIN.into(), i32::MAX.into()),
            Scalar::U32 => integer(text, 0, u32::MAX.into()),
            Scalar::I64 => integer(text, i64::MIN.into(), i64::MAX.into()),
            Scalar::U64 => integer(text, 0, u64::MAX.into()),
            Scalar::F32 | Scalar::F64 => text.push_str(r#"{"type":"number"}"#),
        },
        Element::Enum(_) | Element::Tag(_) | Element::String => {
            text.push_str(r#"{"type":"string"}"#);
        }
        Element::Object(id) => {
            let _ = write!(text, r##"{{"$ref":"#/$defs/{}"}}"##, name(fbs, id));
        }
        Element::Union(_) => text.push_str("true"),
    }
}
