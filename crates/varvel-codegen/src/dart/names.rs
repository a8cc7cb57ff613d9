//! How Dart names things. Types of all namespaces are in one library, and so are the functions that
//! belong to them.

use varvel_fbs::Scalar;

use crate::options::{Options, Unsupported};
use crate::plan::{
    Clash, FlatTypes, Kind, Naming, Plan, Rule, Scopes, Shape, capitalized, formed, letters, snake,
};

/// Words that nothing may be called, and names that the code uses inside of classes: a field of the
/// name of a prefix or of a type would hide it.
const WORDS: &[&str] = &[
    "assert",
    "bool",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "dynamic",
    "else",
    "enum",
    "extends",
    "false",
    "fb",
    "fbjson",
    "final",
    "finally",
    "for",
    "hashCode",
    "identical",
    "if",
    "in",
    "int",
    "is",
    "new",
    "noSuchMethod",
    "null",
    "num",
    "override",
    "rethrow",
    "return",
    "runtimeType",
    "super",
    "switch",
    "this",
    "throw",
    "toString",
    "true",
    "try",
    "var",
    "void",
    "while",
    "with",
];

/// Types of the language that the code uses.
const TYPES: &[&str] = &[
    "BigInt",
    "ByteData",
    "Float32List",
    "Float64List",
    "Function",
    "Int16List",
    "Int32List",
    "Int8List",
    "List",
    "Never",
    "Null",
    "Object",
    "Record",
    "String",
    "Type",
    "Uint16List",
    "Uint32List",
    "Uint8List",
];

const FIELDS: Rule = Rule {
    case: lower,
    reserved: &["finish", "pack", "put", "toBytes", "toJsonString", "unpack"],
    clash: Clash::UnderscoreThenNumber,
};

/// The positions of the forms of fields.
pub(super) const BIG: usize = 0;
pub(super) const ROOT: usize = 0;
pub(super) const TEXT: usize = 0;

/// How Dart names things.
pub(super) const NAMING: Naming = Naming {
    words: WORDS,
    types: Rule {
        case: upper,
        reserved: TYPES,
        clash: Clash::Number,
    },
    type_forms: &[],
    fields: FIELDS,
    field_forms: |shape, field| match shape {
        Shape::Nested(_) => &["*Root"],
        Shape::One(Kind::Scalar(Scalar::I64 | Scalar::U64)) => &["*Big"],
        _ if field.chars => &["*Text"],
        _ => &[],
    },
    constants: Rule {
        reserved: &[
            "bits", "has", "name", "named", "of", "ofBig", "value", "valueBig", "values",
        ],
        ..FIELDS
    },
    variants: Rule {
        case: upper,
        reserved: &["Unknown"],
        clash: Clash::Number,
    },
    modules: Rule {
        case: snake,
        reserved: &[],
        clash: Clash::Number,
    },
    scopes: Scopes::Nested,
};

/// The further names that each type takes.
const FORMS: &[&str] = &[
    "*T",
    "*Builder",
    "build*FromJson",
    "create*",
    "find*",
    "finish*",
    "sort*",
    "sort*InPlace",
];

/// Returns a name in camel case with a capital: `my_HTTP_thing` becomes `MyHttpThing`.
pub(super) fn upper(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for part in snake(name).split('_').filter(|part| !part.is_empty()) {
        out.push_str(&capitalized(part));
    }
    if !out.starts_with(|c: char| c.is_ascii_alphabetic()) {
        out.insert(0, 'X');
    }
    out
}

/// Returns a name in camel case: `my_HTTP_thing` becomes `myHttpThing`.
pub(super) fn lower(name: &str) -> String {
    let upper = upper(name);
    let (first, rest) = upper.split_at(1);
    first.to_ascii_lowercase() + rest
}

/// The names that are in one library.
#[derive(Debug)]
pub(super) struct Names {
    pub objects: Vec<String>,
    pub enums: Vec<String>,
    pub unions: Vec<UnionNames>,
    /// The constant of the schema.
    pub schema: String,
}

/// The names of a union.
#[derive(Debug)]
pub(super) struct UnionNames {
    pub name: String,
    /// The class of each variant in place, and of a tag that the schema does not have.
    pub views: Vec<String>,
    /// The class of each plain variant, and of a tag that the schema does not have.
    pub plain: Vec<String>,
}

impl Names {
    pub fn new(plan: &Plan<'_>, options: &Options) -> Self {
        let prefix = options.prefix.as_deref().unwrap_or_default();
        let FlatTypes {
            objects,
            enums,
            unions,
            mut unique,
        } = FlatTypes::new(plan, &NAMING.types, FORMS, |name| prefixed(prefix, name));
        let mut one = |name: String| unique.name(name, &NAMING.types, &[], WORDS);
        let constant = lower(&format!("{prefix}_{}_schema", letters(options.stem())));
        let constant = one(constant);
        let unions = plan.unions.iter().zip(unions).map(|(of, name)| {
            let variants = of.variants.iter().map(|of| of.name.as_str());
            let variants: Vec<&str> = variants.chain(["Unknown"]).collect();
            let views = variants.iter().map(|of| one(format!("{name}{of}")));
            let views = views.collect();
            let plain = variants.iter().map(|of| one(format!("{name}{of}T")));
            UnionNames {
                views,
                plain: plain.collect(),
                name,
            }
        });
        Self {
            unions: unions.collect(),
            objects,
            enums,
            schema: constant,
        }
    }

    /// Returns the Dart type of one value, as it is read.
    pub fn of(&self, kind: Kind) -> String {
        match kind {
            Kind::Scalar(scalar) => super::scalar(scalar).to_owned(),
            Kind::Enum(id) => self.enums[id.0 as usize].clone(),
            Kind::Struct(id) | Kind::Table(id) => self.objects[id.0 as usize].clone(),
            Kind::String => "String".to_owned(),
            Kind::Union(id) => self.unions[id.0 as usize].name.clone(),
        }
    }

    /// Returns the Dart type of one value of a plain object.
    pub fn plain(&self, kind: Kind) -> String {
        match kind {
            Kind::Struct(_) | Kind::Table(_) | Kind::Union(_) => formed(&self.of(kind), "*T"),
            _ => self.of(kind),
        }
    }
}

/// Returns the name of a type after the prefix of the options.
fn prefixed(prefix: &str, name: &str) -> String {
    let (Some(first), true) = (prefix.chars().next(), !prefix.is_empty()) else {
        return name.to_owned();
    };
    match first {
        '_' => format!("X{prefix}{name}"),
        _ => format!("{}{name}", capitalized(prefix)),
    }
}

/// Checks the path of the runtime.
pub(super) fn check(options: &Options) -> Result<(), Unsupported> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':');
    match options.runtime.as_deref() {
        Some(path) if path.is_empty() || path.ends_with('/') || !path.chars().all(is_part) => {
            let expected = "a folder as in an import of Dart, such as package:varvel";
            Err(Unsupported::option("path of the runtime", path, expected))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_camel_case() {
        assert_eq!(upper("my_HTTP_thing"), "MyHttpThing");
        assert_eq!(lower("testArrayOfTables"), "testArrayOfTables");
        assert_eq!(lower("RED"), "red");
        assert_eq!(lower("__a"), "a");
        assert_eq!((upper("_1"), lower("_1")), ("X1".into(), "x1".into()));
        assert_eq!(prefixed("my", "Lamp"), "MyLamp");
    }
}
