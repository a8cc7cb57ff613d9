//! How Rust names things: types in camel case, fields in snake case, constants in capitals.
//!
//! Camel case has no `_` after a letter. So type parameters of generated code end in `_` (`C_`),
//! and no type of a schema has such a name.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::plan::{Clash, Naming, Rule, Scopes, Shape, camel, capitals, snake};

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

/// How Rust names things.
pub(super) const NAMING: Naming = Naming {
    words: KEYWORDS,
    types: Rule {
        case: camel,
        reserved: PRELUDE,
        clash: Clash::Number,
    },
    type_forms: &["*T"],
    fields: Rule {
        case: snake,
        reserved: &[],
        clash: Clash::Underscore,
    },
    field_forms: |shape, field| match shape {
        Shape::Nested(_) => &["*_nested"],
        _ if field.chars => &["*_text", "set_*_text"],
        _ => &[],
    },
    constants: Rule {
        case: capitals,
        reserved: &["VALUES"],
        clash: Clash::Underscore,
    },
    variants: Rule {
        case: camel,
        reserved: &["None", "Unknown"],
        clash: Clash::UnderscoreThenNumber,
    },
    modules: Rule {
        case: snake,
        reserved: PRIMITIVES,
        clash: Clash::Underscore,
    },
    scopes: Scopes::Nested,
};

/// The position in [`NAMING`]'s forms of the type that owns its contents.
pub(super) const OWNED: usize = 0;

/// The position in the forms of a nested buffer's field of the method that reads the buffer.
pub(super) const NESTED: usize = 0;

/// The position in the forms of an array of `char` of the method that returns its text.
pub(super) const TEXT: usize = 0;

/// The position in the forms of an array of `char` of the method that sets its text.
pub(super) const SET_TEXT: usize = 1;

/// Returns the path from one module to a name in another.
pub(super) fn lead(from: &[String], to: &[String], name: &str) -> TokenStream {
    let name = ident(name);
    let shared = from
        .iter()
        .zip(to)
        .take_while(|(from, to)| from == to)
        .count();
    let up = from[shared..].iter().map(|_| quote!(super::));
    let down = to[shared..].iter().map(|part| ident(part));
    quote!(#(#up)* #(#down::)* #name)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_through_what_is_shared() {
        let parts = |path: &str| -> Vec<String> { path.split('.').map(str::to_owned).collect() };
        let lead = lead(&parts("a.b.c"), &parts("a.d"), "X").to_string();
        assert_eq!(lead.replace(' ', ""), "super::super::d::X");
    }
}
