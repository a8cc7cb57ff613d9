//! How C names things: as the schema does, behind the namespace, with `_` between.

use super::macros;
use crate::plan::{Clash, Kind, Naming, Rule, Scopes, Shape, same};

/// Words that cannot be names: those of C and C++, and macros of their headers and of compilers.
const WORDS: &[&str] = &[
    "EOF",
    "INFINITY",
    "NAN",
    "NULL",
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_BitInt",
    "_Bool",
    "_Complex",
    "_Decimal128",
    "_Decimal32",
    "_Decimal64",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "assert",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "errno",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "i386",
    "if",
    "inline",
    "int",
    "linux",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "offsetof",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "stderr",
    "stdin",
    "stdout",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "typeof_unqual",
    "union",
    "unix",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
];

/// The names of each type beside its own. Some are for functions that do not exist yet, so that a
/// later version does not rename other types.
const TYPE_FORMS: &[&str] = &[
    "*_t",
    "*_vec",
    "*_vec_t",
    "*_vec_at",
    "*_vec_find",
    "*_vec_scan",
    "*_vec_lower_bound",
    "*_vec_order",
    "*_value_of",
    "*_in_union",
    "*_store_to",
    "*_as_root",
    "*_as_root_with",
    "*_verify_as_root",
    "*_name_of",
    "*_of_name",
    "*_ref_t",
    "*_vec_ref_t",
    "*_vec_create",
    "*_vec64_create",
    "*_vec64_ref_t",
    "*_vec_compare",
    "*_vec_sort",
    "*_start_table",
    "*_end_table",
    "*_finish_as_root",
    "*_create",
    "*_clone",
    "*_print_json",
    "*_parse_json",
    "*_parse_json_with",
    "*_vec_sort_in",
    "*_sort_vectors",
    "*_file_identifier",
    "*_type_hash",
];

/// The names of a key beside its own. Those that search and sort are used if it is not the primary
/// key.
const KEY_FORMS: &[&str] = &[
    "*_is_present",
    "*_add",
    "*_pick",
    "*_set",
    "*_order",
    "*_find",
    "*_scan",
    "*_lower_bound",
    "*_compare",
    "*_sort",
    "*_sort_in",
];

pub(super) const RULE: Rule = Rule {
    case: own,
    reserved: &[],
    clash: Clash::Number,
};

/// How C names things.
pub(super) const NAMING: Naming = Naming {
    words: WORDS,
    types: RULE,
    type_forms: TYPE_FORMS,
    fields: Rule {
        case: member,
        reserved: &[],
        clash: Clash::Underscore,
    },
    field_forms: |shape, field| match shape {
        Shape::Nested(_) => &["*_is_present", "*_add", "*_pick", "*_as_root"],
        Shape::Vector(Kind::Union(_)) => &["*_is_present", "*_add", "*_pick", "*_size"],
        _ if field.key => KEY_FORMS,
        _ => &["*_is_present", "*_add", "*_pick", "*_set"],
    },
    constants: Rule { case: same, ..RULE },
    variants: Rule { case: same, ..RULE },
    modules: RULE,
    scopes: Scopes::Flat,
};

/// Returns the name, unless it begins as those of the runtime do.
fn own(name: &str) -> String {
    match name == "vfb" || name.starts_with("vfb_") || name.starts_with("VFB_") {
        true => format!("x_{name}"),
        false => name.to_owned(),
    }
}

/// Returns the name, with `_` behind it if C keeps it for itself, or if it is a macro of the
/// C library's headers, which a program may include before: `__LINE__`, `SIZE_MAX`, `HUGE_VAL`, `I`.
fn member(name: &str) -> String {
    let rest = name.strip_prefix('_').unwrap_or_default();
    let is_kept = rest.starts_with(|c: char| c == '_' || c.is_ascii_uppercase());
    let ends = ["_MAX", "_MIN", "_WIDTH"];
    let is_limit = ends.iter().any(|end| name.ends_with(end)) && is_like_macro(name);
    match is_kept || is_limit || macros::is_macro(name) {
        true => format!("{name}_"),
        false => name.to_owned(),
    }
}

/// Returns whether a name is one that programs give to macros.
pub(super) fn is_like_macro(name: &str) -> bool {
    let has = |is: fn(&char) -> bool| name.chars().any(|c| is(&c));
    has(char::is_ascii_uppercase) && !has(char::is_ascii_lowercase)
}
