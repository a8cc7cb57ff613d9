//! Rust names: types in camel case, fields in snake case, constants in capitals. No name occurs
//! twice in one place.
//!
//! Camel case has no `_` after a letter. So type parameters of generated code end in `_` (`C_`),
//! and no type of a schema has such a name.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use varvel_fbs::{EnumId, Name, ObjectId, Schema, SourcePos, UnionId};

/// Words that cannot be names.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "Self",
];

/// Types that the code names without a path, so that no other type may have these names.
const PRELUDE: &[&str] = &[
    "Box", "Default", "Err", "From", "None", "Ok", "Option", "Sized", "Some", "String", "Vec",
];

/// Types with lower-case names, so that no module may have these names.
const PRIMITIVES: &[&str] = &[
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16",
    "u32", "u64", "u8", "usize",
];

/// The module and the names of a type.
#[derive(Debug)]
pub(super) struct Path {
    /// The modules that lead to it.
    pub module: Vec<String>,
    /// The type that reads in place. For an enum, its only type.
    pub name: Ident,
    /// The type that owns its contents.
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
    /// Names all types of a schema. `files` has the module of each of its files, or nothing if all
    /// are in one module.
    pub fn new(schema: &Schema, files: &[String]) -> Self {
        let named = |name, place: SourcePos| (files.get(place.file.0 as usize), name);
        let objects = schema.objects.iter();
        let objects = objects.map(|object| named(&object.name, object.place));
        let enums = schema.enums.iter();
        let enums = enums.map(|definition| named(&definition.name, definition.place));
        let unions = schema.unions.iter();
        let unions = unions.map(|union| named(&union.name, union.place));
        let mut taken = Taken::default();
        let all = objects.clone().chain(enums.clone()).chain(unions.clone());
        for (file, name) in all {
            taken.modules(&module(file, name));
        }
        let objects = objects.map(|(file, name)| taken.path(file, name));
        let objects = objects.collect();
        let enums = enums.map(|(file, name)| taken.path(file, name)).collect();
        let unions = unions.map(|(file, name)| taken.path(file, name));
        let unions = unions.collect();
        let own = taken.path(None, &Name::new("", "Schema"));
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

    /// Returns the path from a module to the type that stands for the schema.
    pub fn schema_from(&self, module: &[String]) -> TokenStream {
        lead(module, &[], &self.schema)
    }
}

/// Returns the path from one module to a name in another.
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

/// Returns the module of each file: its name in Rust's form, unique among them.
pub(super) fn of_files(schema: &Schema) -> Vec<String> {
    let mut unique = Unique::besides(PRIMITIVES);
    let name = |path: &str| {
        let base = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
        let letters = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut name = snake(&stem.chars().map(letters).collect::<String>());
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            name.insert(0, '_');
        }
        name
    };
    let files = schema.files.iter();
    files
        .map(|file| unique.name(name(&file.name)).to_string())
        .collect()
}

/// Returns the path of a namespace's module, within that of its file.
fn module(file: Option<&String>, name: &Name) -> Vec<String> {
    let parts = name.namespace().split('.').filter(|part| !part.is_empty());
    let of = |part: &str| match snake(part) {
        part if PRIMITIVES.contains(&part.as_str()) => format!("{part}_"),
        part => escaped(part),
    };
    file.cloned().into_iter().chain(parts.map(of)).collect()
}

/// The names in use, by the module around them.
#[derive(Default)]
struct Taken(BTreeMap<Vec<String>, Unique>);

impl Taken {
    /// Reserves the names of the modules on this path. Other modules may have the same names;
    /// nothing else may.
    fn modules(&mut self, path: &[String]) {
        for n in 0..path.len() {
            let names = self.0.entry(path[..n].to_vec()).or_default();
            names.taken.insert(path[n].clone());
        }
    }

    /// Names a type. The second type of a name is called `Name2`, which is camel case still.
    fn path(&mut self, file: Option<&String>, name: &Name) -> Path {
        let module = module(file, name);
        let names = self.0.entry(module.clone()).or_default();
        let free = |taken: &BTreeSet<String>, name: &str| {
            !KEYWORDS.contains(&name) && !PRELUDE.contains(&name) && !taken.contains(name)
        };
        let base = names.number(camel(name.base()), |taken, name, number| {
            let base = match number {
                1 => name.to_owned(),
                number => format!("{name}{number}"),
            };
            (free(taken, &base) && free(taken, &format!("{base}T"))).then_some(base)
        });
        let owned = format!("{base}T");
        names.taken.extend([base.clone(), owned.clone()]);
        Path {
            module,
            name: ident(&base),
            owned: ident(&owned),
        }
    }
}

/// Unique names in one place.
#[derive(Debug, Default)]
pub(super) struct Unique {
    taken: BTreeSet<String>,
    /// The number that the next use of a name gets.
    next: BTreeMap<String, usize>,
}

impl Unique {
    /// Begins with names that nothing else may have.
    pub fn besides(names: &[&str]) -> Self {
        Self {
            taken: names.iter().map(|name| (*name).to_owned()).collect(),
            next: BTreeMap::new(),
        }
    }

    /// Returns the name, with a `_` or a number after it if it is taken.
    pub fn name(&mut self, name: String) -> Ident {
        self.name_with(name, &[])
    }

    /// Returns a free name, as [`Unique::name`] does, of which the names with each of `behind`
    /// after it are free, too.
    pub fn name_with(&mut self, name: String, behind: &[&str]) -> Ident {
        self.apart(name, behind, "_")
    }

    /// Returns a free name in camel case, which has no `_` before its number.
    pub fn camel(&mut self, name: String) -> Ident {
        self.apart(name, &[], "")
    }

    fn apart(&mut self, name: String, behind: &[&str], before_number: &str) -> Ident {
        let name = self.number(escaped(name), |taken, name, number| {
            let name = match number {
                1 => name.to_owned(),
                2 => format!("{name}_"),
                number => {
                    let name = name.trim_end_matches('_');
                    format!("{name}{before_number}{number}")
                }
            };
            let mut others = behind.iter().map(|behind| with_behind(&name, behind));
            let free = !taken.contains(&name) && others.all(|it| !taken.contains(&it));
            free.then_some(name)
        });
        let others = behind.iter().map(|behind| with_behind(&name, behind));
        self.taken.extend(others);
        self.taken.insert(name.clone());
        ident(&name)
    }

    /// Returns the first name that `numbered` makes of a name and 1, 2, 3 and so on. Numbers that
    /// were tried before are not tried again.
    fn number(
        &mut self,
        name: String,
        numbered: impl Fn(&BTreeSet<String>, &str, usize) -> Option<String>,
    ) -> String {
        let next = self.next.entry(name.clone()).or_insert(1);
        loop {
            let made = numbered(&self.taken, &name, *next);
            *next += 1;
            if let Some(made) = made {
                return made;
            }
        }
    }
}

/// Returns a name with `behind` after it: `in_` and `_nested` become `in_nested`.
pub(super) fn with_behind(name: &str, behind: &str) -> String {
    format!("{}{behind}", name.trim_end_matches('_'))
}

/// Returns the attribute that silences clippy about types and variants in capitals, which it wants
/// in camel case.
pub(super) fn allowed<'i>(names: impl IntoIterator<Item = &'i Ident>) -> TokenStream {
    let in_capitals = |name: &Ident| {
        let name = name.to_string();
        name.len() > 2 && !name.contains(|c: char| c.is_ascii_lowercase())
    };
    match names.into_iter().any(in_capitals) {
        true => {
            quote!(#[allow(clippy::upper_case_acronyms, reason = "names of the schema")])
        }
        false => quote!(),
    }
}

/// Returns the name as a token. Names in schemas consist of letters that Rust allows in names.
pub(super) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

fn escaped(mut name: String) -> String {
    if KEYWORDS.contains(&name.as_str()) || name.is_empty() || name == "_" {
        name.push('_');
    }
    if name == "_" { "unnamed".into() } else { name }
}

/// Returns a name in snake case: `testArrayOfTables` becomes `test_array_of_tables`, and
/// `TEST_Array` becomes `test_array`.
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
        // A second `_` in a row is dropped, except at the beginning.
        let double = c == '_' && out.ends_with('_') && out.contains(|c| c != '_');
        if starts && !out.ends_with('_') {
            out.push('_');
        }
        if !double {
            out.push(c.to_ascii_lowercase());
        }
        before = c;
    }
    out
}

/// Returns a name in camel case: `my_test_union` becomes `MyTestUnion`. In a name without `_` only
/// the first letter changes.
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

/// Returns a name in capitals: `Red` becomes `RED`.
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
        assert_eq!(snake("a__b___C_D__"), "a_b_c_d_");
        assert_eq!(snake("__a"), "__a");
        let mut unique = Unique::besides(&["new"]);
        let names = ["type", "a", "new", "a", "_", "a", "a_", "a_3"];
        let names = names.map(|name| unique.name(name.into()).to_string());
        assert_eq!(
            names,
            ["type_", "a", "new_", "a_", "__", "a_3", "a__", "a_3_"]
        );
        assert_eq!(unique.name_with("b".into(), &["_nested"]), "b");
        assert_eq!(unique.name("b_nested".into()), "b_nested_");
        assert_eq!(unique.name_with("b".into(), &["_nested"]), "b_3");
        assert_eq!(with_behind("in_", "_nested"), "in_nested");
        let mut unique = Unique::besides(&["None"]);
        let variants = [
            "AB", "AB", "AB", "AB4", "AB", "None", "None", "Self", "Self",
        ];
        let variants = variants.map(|name| unique.camel(name.into()).to_string());
        assert_eq!(
            variants,
            [
                "AB", "AB_", "AB3", "AB4", "AB5", "None_", "None3", "Self_", "Self__"
            ]
        );
    }

    #[test]
    fn as_many_types_and_fields_of_one_name_as_there_may_be() {
        let mut unique = Unique::default();
        let mut taken = Taken::default();
        for _ in 0..20_000 {
            unique.name("a".into());
            taken.path(None, &Name::new("u8.Self", "string"));
        }
        assert_eq!(unique.name("a".into()), "a_20001");
        let path = taken.path(None, &Name::new("u8.Self", "string"));
        assert_eq!(
            (path.name.to_string(), path.module),
            ("String20002".into(), vec!["u8_".into(), "self_".into()])
        );
    }

    #[test]
    fn paths_lead_through_what_is_shared() {
        let parts = |path: &str| -> Vec<String> { path.split('.').map(str::to_owned).collect() };
        let lead = lead(&parts("a.b.c"), &parts("a.d"), &ident("X")).to_string();
        assert_eq!(lead.replace(' ', ""), "super::super::d::X");
    }
}
