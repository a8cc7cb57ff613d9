//! Checks that a schema from elsewhere is one that the parser would accept.
//!
//! The parser has the only rules for names, ids, layouts, defaults and attributes. So such a schema
//! is printed and parsed again. Then the parsed schema has the layout that the given one claims, or
//! the schema is refused.

use alloc::format;
use alloc::string::String;

use varvel_core::{Error, ErrorKind, Result};
use varvel_fbs::{Enum, Name, Object, Problems, Schema, Service, Union, parse_text};

/// Returns the schema as the parser makes it, with the files and places of the given one. This
/// takes two passes.
pub fn checked(said: &Schema) -> Result<Schema> {
    check_names(said)?;
    // The order of the schema is kept, since its types are numbers.
    let text = format!("{said:#}");
    let mut found = parse_text(&text).map_err(|problems| refused(&text, &problems))?;
    let (objects, enums, unions) = (&mut found.objects, &mut found.enums, &mut found.unions);
    for (said, found) in said.objects.iter().zip(objects) {
        same_object(said, found)?;
        found.place = said.place;
        for (said, found) in said.fields.iter().zip(&mut found.fields) {
            found.place = said.place;
        }
    }
    for (said, found) in said.enums.iter().zip(enums) {
        same_enum(said, found)?;
        found.place = said.place;
        for (said, found) in said.values.iter().zip(&mut found.values) {
            found.place = said.place;
        }
    }
    for (said, found) in said.unions.iter().zip(unions) {
        same_union(said, found)?;
        found.place = said.place;
        for (said, found) in said.variants.iter().zip(&mut found.variants) {
            found.place = said.place;
        }
    }
    for (said, found) in said.services.iter().zip(&mut found.services) {
        same_service(said, found)?;
        found.place = said.place;
        for (said, found) in said.calls.iter().zip(&mut found.calls) {
            found.place = said.place;
        }
    }
    found.files = said.files.clone();
    Ok(found)
}

/// Checks that all names that print without quotes are names, so that none can contain other
/// syntax.
fn check_names(schema: &Schema) -> Result {
    let full = |name: &Name| name.as_str().split('.').try_for_each(word);
    for object in &schema.objects {
        full(&object.name)?;
        object
            .fields
            .iter()
            .try_for_each(|field| word(&field.name))?;
    }
    for of in &schema.enums {
        full(&of.name)?;
        of.values.iter().try_for_each(|value| word(&value.name))?;
    }
    for union in &schema.unions {
        full(&union.name)?;
        let mut variants = union.variants.iter();
        variants.try_for_each(|variant| word(&variant.name))?;
    }
    for service in &schema.services {
        full(&service.name)?;
        service.calls.iter().try_for_each(|call| word(&call.name))?;
    }
    Ok(())
}

/// Checks that this is a single name.
pub fn word(name: &str) -> Result {
    match super::super::schema::is_word(name) {
        true => Ok(()),
        false => {
            let expected = "a name of letters, digits and `_`";
            Err(Error::expected(ErrorKind::InvalidBuffer, expected)
                .with_content(format!("`{name}`")))
        }
    }
}

fn same_object(said: &Object, found: &Object) -> Result {
    let same_fields = said.fields.len() == found.fields.len()
        && said.fields.iter().zip(&found.fields).all(|(said, found)| {
            (&said.name, said.ty, said.offset) == (&found.name, found.ty, found.offset)
        });
    let same_size = !said.is_struct() || (said.size, said.align) == (found.size, found.align);
    if same_fields && same_size {
        return Ok(());
    }
    let mut fields = said.fields.iter().zip(&found.fields);
    let differ = fields.find(|(said, found)| {
        (&said.name, said.ty, said.offset) != (&found.name, found.ty, found.offset)
    });
    let content = match differ {
        Some((said, found)) if said.name == found.name && said.ty == found.ty => format!(
            "`{}` at {}, which belongs at {}",
            said.name, said.offset, found.offset
        ),
        Some((said, _)) => format!("`{}`, which is no field of its own", said.name),
        None if !same_fields => "the tag of a union without the union".into(),
        None => format!(
            "{} bytes, aligned to {}, where its fields need {} and {}",
            said.size, said.align, found.size, found.align
        ),
    };
    Err(unlike(&said.name, content))
}

fn same_enum(said: &Enum, found: &Enum) -> Result {
    let mut values = said.values.iter().zip(&found.values);
    let differ =
        values.find(|(said, found)| (&said.name, said.value) != (&found.name, found.value));
    match differ {
        Some((value, _)) => Err(unlike(
            &said.name,
            format!("`{}` with the value {}", value.name, value.value),
        )),
        None => Ok(()),
    }
}

fn same_union(said: &Union, found: &Union) -> Result {
    let mut variants = said.variants.iter().zip(&found.variants);
    let differ = variants.find(|(said, found)| {
        (&said.name, said.tag, said.of) != (&found.name, found.tag, found.of)
    });
    match differ {
        Some((variant, found)) if variant.of != found.of => Err(unlike(
            &said.name,
            format!("`{}` of a type that another hides", variant.name),
        )),
        Some((variant, _)) => Err(unlike(
            &said.name,
            format!("`{}` with the tag {}", variant.name, variant.tag),
        )),
        None => Ok(()),
    }
}

fn same_service(said: &Service, found: &Service) -> Result {
    let mut calls = said.calls.iter().zip(&found.calls);
    let differ = calls
        .find(|(said, found)| (said.request, said.response) != (found.request, found.response));
    match differ {
        Some((call, _)) => Err(unlike(
            &said.name,
            format!("`{}` with a type that another hides", call.name),
        )),
        None => Ok(()),
    }
}

#[cold]
fn unlike(name: &Name, content: String) -> Error {
    let expected = format!("`{name}` laid out as its fields and values are");
    Error::expected(ErrorKind::InvalidBuffer, expected).with_content(content)
}

/// Makes an error from the first of the problems, with the definition in which it is.
#[cold]
fn refused(text: &str, problems: &Problems) -> Error {
    let error = Error::expected(ErrorKind::InvalidBuffer, "a schema that can be");
    let Some(problem) = problems.iter().next() else {
        return error;
    };
    let at = problem.place.map_or(0, |place| place.span.start);
    let before = text.get(..at).unwrap_or(text);
    let keywords = ["table ", "struct ", "enum ", "union ", "rpc_service "];
    let line_end = text[before.len()..]
        .find('\n')
        .map_or(text.len(), |end| before.len() + end);
    let mut lines = text[..line_end].lines().rev();
    let definition = lines.find(|line| keywords.iter().any(|keyword| line.starts_with(keyword)));
    let inside = definition.map(|line| line.trim_end_matches([' ', '{']));
    let error = match inside {
        Some(definition) => error.with_content(format!("{}, in `{definition}`", problem.message)),
        None => error.with_content(&problem.message),
    };
    match &problem.hint {
        Some(hint) => error.with_hint(hint.clone()),
        None => error,
    }
}
