//! Names as Rust has them: types in camel case, fields in snake case, constants in capitals; none twice in one place.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use varvel_schema::fbs::{EnumId, Name, ObjectId, Schema, UnionId};

/// Words that cannot be names.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "Self",
];

/// Types that code names without a path, so that no other may be called so.
const PRELUDE: &[&str] = &[
    "Box", "Default", "Err", "From", "None", "Ok", "Option", "Some", "String", "Vec",
];

/// Where a type stands, and what it is called.
#[derive(Debug)]
pub(super) struct Path {
    /// The modules that lead to it.
    pub module: Vec<String>,
    /// The type that reads in place; of an enum the type.
    pub name: Ident,
    /// The type that owns what is in it.
    pub owned: Ident,
}

/// The names of all types.
#[derive(Debug)]
pub(super) struct Names {
    objects: Vec<Path>,
    enums: Vec<Path>,
    unions: Vec<Path>,
    /// The type that stands for the schema, outside of all modules.
    pub schema: Ident,
}

impl Names {
    pub fn new(schema: &Schema) -> Self {
        let mut taken = BTreeSet::new();
        let mut paths = |names: Vec<&Name>| -> Vec<Path> {
            names
                .into_iter()
                .map(|name| path(name, &mut taken))
                .collect()
        };
        let objects = paths(schema.objects.iter().map(|object| &object.name).collect());
        let enums = paths(
            schema
                .enums
                .iter()
                .map(|definition| &definition.name)
                .collect(),
        );
        let unions = paths(schema.unions.iter().map(|union| &union.name).collect());
        let own = path(&Name::new("", "Schema"), &mut taken);
        Self {
            objects,
            enums,
            unions,
            schema: own.name,
        }
    }

    pub fn object(&self, id: ObjectId) -> &Path {
        &self.objects[id.0 as usize]
    }

    pub fn enumeration(&self, id: EnumId) -> &Path {
        &self.enums[id.0 as usize]
    }

    pub fn union(&self, id: UnionId) -> &Path {
        &self.unions[id.0 as usize]
    }

    /// What leads from a module to the type that stands for the schema.
    pub fn schema_from(&self, module: &[String]) -> TokenStream {
        lead(module, &[], &self.schema)
    }
}

/// What leads from one module to a name in another.
pub(super) fn lead(from: &[String], to: &[String], name: &Ident) -> TokenStream {
    let shared = from
        .iter()
        .zip(to)
        .take_while(|(from, to)| from == to)
        .count();
    let up = from[shared..].iter().map(|_| quote!(super::));
    let down = to[shared..].iter().map(|part| ident(part));
    quote!(#(#up)* #(#down::)* #name)
}

fn path(name: &Name, taken: &mut BTreeSet<(Vec<String>, String)>) -> Path {
    let parts = name.namespace().split('.').filter(|part| !part.is_empty());
    let module: Vec<String> = parts.map(|part| escaped(snake(part))).collect();
    let first = camel(name.base());
    // The second of a name is called `Name2`, so that it stays one in camel case.
    for number in 1.. {
        let base = match number {
            1 => first.clone(),
            number => format!("{first}{number}"),
        };
        let free = |name: &str| {
            !KEYWORDS.contains(&name)
                && !PRELUDE.contains(&name)
                && !taken.contains(&(module.clone(), name.to_owned()))
        };
        let owned = format!("{base}T");
        if free(&base) && free(&owned) {
            taken.insert((module.clone(), base.clone()));
            taken.insert((module.clone(), owned.clone()));
            return Path {
                module,
                name: ident(&base),
                owned: ident(&owned),
            };
        }
    }
    // No schema has as many types as there are numbers.
    Path {
        module,
        name: ident(&first),
        owned: ident(&first),
    }
}

/// Names in one place, each once.
#[derive(Debug, Default)]
pub(super) struct Unique(BTreeSet<String>);

impl Unique {
    /// With names that nothing else may have.
    pub fn besides(names: &[&str]) -> Self {
        Self(names.iter().map(|name| (*name).to_owned()).collect())
    }

    /// The name, with as many `_` behind it as it needs to be no other's.
    pub fn name(&mut self, name: String) -> Ident {
        let mut name = escaped(name);
        while !self.0.insert(name.clone()) {
            name.push('_');
        }
        ident(&name)
    }
}

/// The name as a token. What names of schemas are made of are the letters of Rust's.
pub(super) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

fn escaped(mut name: String) -> String {
    if KEYWORDS.contains(&name.as_str()) || name.is_empty() || name == "_" {
        name.push('_');
    }
    if name == "_" { "unnamed".into() } else { name }
}

/// `testArrayOfTables` and `TEST_Array` as `test_array_of_tables` and `test_array`.
pub(super) fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut before = '_';
    let mut rest = name.chars().peekable();
    while let Some(c) = rest.next() {
        let starts = c.is_ascii_uppercase()
            && (before.is_ascii_lowercase()
                || before.is_ascii_digit()
                || before.is_ascii_uppercase()
                    && rest.peek().is_some_and(char::is_ascii_lowercase));
        if starts {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
        before = c;
    }
    out
}

/// `my_test_union` as `MyTestUnion`; what has no `_` stays as it is, but for its first letter.
pub(super) fn camel(name: &str) -> String {
    let parts = name.split('_').filter(|part| !part.is_empty());
    let mut out: String = parts
        .map(|part| format!("{}{}", part[..1].to_ascii_uppercase(), &part[1..]))
        .collect();
    if !out.starts_with(|c: char| c.is_ascii_alphabetic()) {
        out.insert(0, '_');
    }
    if out == "_" { "Unnamed".into() } else { out }
}

/// `Red` as `RED`.
pub(super) fn capitals(name: &str) -> String {
    snake(name).to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_change_their_case() {
        assert_eq!(
            snake("testArrayOfHTTPTables2B"),
            "test_array_of_http_tables2_b"
        );
        assert_eq!(snake("TEST_Array"), "test_array");
        assert_eq!(camel("my_test_union"), "MyTestUnion");
        assert_eq!(camel("ABC"), "ABC");
        assert_eq!(camel("__"), "Unnamed");
        assert_eq!(capitals("LongBig"), "LONG_BIG");
        let mut unique = Unique::besides(&["new"]);
        let names = ["type", "a", "new", "a", "_"].map(|name| unique.name(name.into()).to_string());
        assert_eq!(names, ["type_", "a", "new_", "a_", "__"]);
    }

    #[test]
    fn paths_lead_through_what_is_shared() {
        let parts = |path: &str| -> Vec<String> { path.split('.').map(str::to_owned).collect() };
        let lead = lead(&parts("a.b.c"), &parts("a.d"), &ident("X")).to_string();
        assert_eq!(lead.replace(' ', ""), "super::super::d::X");
    }
}
