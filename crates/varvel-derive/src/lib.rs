//! The derive macros of Varvel: `Encode`, `Decode`, `View`, `Schema`, `Properties`, and `Table` and
//! `Struct` for FlatBuffers.
//!
//! The macro [`Encode`](macro@Encode) describes the attributes. The generated code names
//! `::varvel`. A program that has the crate under another path names it by
//! `#[varvel(crate = path)]`.
//!
//! | room | holds |
//! |---|---|
//! | `attributes` | parsing `#[varvel(...)]` |
//! | `case` | names in another case |
//! | `input` | the type as the macros see it |
//! | `generics` | parameters and bounds of implementations |
//! | `hygiene` | names in generated code |
//! | `names` | tables of names, and lookups in them |
//! | `receiver` | `Self` in the types of fields |
//! | `encode`, `decode` | writing and reading structs and enums |
//! | `variants` | variants as reading, writing and views see them |
//! | `schema` | descriptions of a type's documents |
//! | `properties` | members by their paths |
//! | `view` | types that are read in place |
//! | `table` | FlatBuffers tables, unions, enums and structs |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod attributes;
mod case;
mod decode;
mod encode;
mod generics;
mod hygiene;
mod input;
mod names;
mod properties;
mod receiver;
mod schema;
mod table;
mod variants;
mod view;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

use input::Input;

/// Derives `varvel::Encode`, which writes a type in any format.
///
/// | type | is written as |
/// |---|---|
/// | struct with named fields | an object, in the order of the fields |
/// | struct of one field without a name | that field |
/// | struct of several fields without names | an array |
/// | struct without fields | null |
/// | enum | see [Enums](#enums) |
///
/// `Encode` and `Decode` have the same attributes, which stand in `#[varvel(...)]`.
///
/// # Attributes of a type
///
/// | attribute | meaning |
/// |---|---|
/// | `rename_all = "camelCase"` | names of fields (of an enum: of variants) in another case: `lowercase`, `UPPERCASE`, `PascalCase`, `camelCase`, `snake_case`, `SCREAMING_SNAKE_CASE`, `kebab-case`, `SCREAMING-KEBAB-CASE` |
/// | | the macro splits a name into words first: `UPPERCASE` of `page_count` is `PAGECOUNT` |
/// | `rename_all_fields = "..."` | of an enum: the names of the fields in its variants |
/// | `default` | missing members come from the type's `Default` |
/// | `deny_unknown` | a member that the type does not have is an error; without this it is skipped (with it, an enum with a tag inside cannot be flattened) |
/// | `none = "omit"` | members that are `None` are left out; else (`"null"`) they are null |
/// | `transparent` | a struct of one named field is written as that field |
/// | `tag = "..."` | of an enum: this member, among those of the variant, holds the variant's name |
/// | `tag = "...", content = "..."` | of an enum: the first member holds the variant's name, the second its content |
/// | `untagged` | of an enum: the document does not name the variant; the first that fits is read |
/// | `integer` | of an enum without fields: variants are integers, their discriminants |
/// | `context = Type` | the codec is for this context only |
/// | `crate = path` | where `varvel` is |
///
/// # Attributes of a field
///
/// | attribute | meaning |
/// |---|---|
/// | `rename = "..."` | the name of the member |
/// | `alias = "..."` | another name that is read, too; can be repeated |
/// | `default`, `default = path` | the value of a missing member: `Default::default()`, or `path()` |
/// | `required` | an `Option` that is missing is an error, as other fields are |
/// | `none = "omit"`, `"null"`, `"error"` | how `None` is written, whatever the type's `none` says; with `"error"` a null is an error in reading and in writing |
/// | `skip` | the field is not written, and is read as `Default::default()` |
/// | `skip_if = path` | the member is left out if `path(&field)` is true |
/// | `flatten` | the members of this struct, map or tagged enum are members here; two of one name do not compile (the macro does not see those of an enum's variants) |
/// | `with = path` | `path::encode(&field, sink, context)` and `path::decode(source, context)` are the codec |
/// | `bytes` | bytes (or an `Option` of them) are bytes in formats that have them, and base64 in others; short for `with = varvel::codec::bytes` |
/// | `schema = Type` | `derive(Schema)` describes the field as it describes `Type` |
///
/// # Attributes of a variant
///
/// | attribute | meaning |
/// |---|---|
/// | `rename`, `alias` | as for a field |
/// | `rename_all = "..."` | the names of its fields |
/// | `skip` | never read, and an error in writing |
/// | `other` | the variant for all unknown names: without fields it skips what comes with the name, with one field it reads the whole node into that field |
///
/// # Enums
///
/// Without an attribute, a variant without fields is written as its name, and any other variant as
/// an object whose one member has the variant's name: `"Point"`, `{"Circle": 2.5}`,
/// `{"Line": [1, 2]}`, `{"Box": {"w": 1, "h": 2}}`.
#[proc_macro_derive(Encode, attributes(varvel))]
pub fn derive_encode(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(input, |input| Ok(encode::expand(input)))
}

/// Derives `varvel::Decode`, which reads a type from any format.
///
/// The attributes are those of the derive of [`Encode`](macro@Encode).
///
/// A missing member is an error, unless the type of its field has a value for that case: an
/// `Option` is `None`. An `Option` reads null as `None`, too. Members may come in any order, and a
/// tag may come behind the members that it tags.
#[proc_macro_derive(Decode, attributes(varvel))]
pub fn derive_decode(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(input, |input| Ok(decode::expand(input)))
}

/// Derives a view of a type, which reads a frozen document in place and makes no value of the type.
///
/// For `struct User` the macro makes `UserView<'a>` with an accessor for each field, as visible as
/// the field:
///
/// | type of the field | the accessor returns |
/// |---|---|
/// | number | the number |
/// | `String` | `&'a str` |
/// | `Vec` | `List<'a, _>`; of floats, its `as_slice` lends them |
/// | struct with a view | that view |
/// | `Option` | an `Option` of these |
/// | map | `Map<'a, _, _>` |
///
/// `User::view(&frozen)` checks the whole document once and returns the view. No access can fail
/// after that. If members are in the order of the fields, as `#[derive(Encode)]` writes them, an
/// accessor takes its slot by number. Otherwise it finds members by name, in a list that is made
/// once for all records of the same layout.
///
/// The macro takes structs with named fields or of one field, and enums. A view has the parameters
/// of its type, behind the lifetime of the document. An enum without fields is read as a value of
/// the enum. For `enum Shape` with fields the macro makes `ShapeView<'a>` with the same variants,
/// whose fields are views. A field in a `Box` is a `Boxed<'a, _>` there, which `get` reads, so that
/// an enum may contain itself. Flattened structs and enums with a `tag` are read in the object
/// around them, and count as one level more.
///
/// The attributes are those of the derive of [`Decode`](macro@Decode), except those that would have
/// to make a value (`with`, `bytes`, and defaults other than a field's own `default`), `untagged`,
/// and `flatten` of a map.
#[proc_macro_derive(View, attributes(varvel))]
pub fn derive_view(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(input, view::expand)
}

/// Derives `varvel::schema::Described`, which describes a type's documents (feature `schema` of
/// `varvel`).
///
/// The attributes are those of the derive of [`Encode`](macro@Encode), and mean the same. The
/// comments of types, fields and variants are their descriptions in the schema. A field with a
/// codec of its own (`with`) may be anything, unless `schema = Type` names a type to describe it
/// by. The schema holds defaults whose types can be written; they are made while the type is
/// described.
#[proc_macro_derive(Schema, attributes(varvel))]
pub fn derive_schema(input: TokenStream) -> TokenStream {
    let mut source = parse_macro_input!(input as DeriveInput);
    receiver::name(&mut source)
        .and_then(|()| Input::new(&source).map(|input| schema::expand(&source, &input)))
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Derives `varvel::schema::Properties`, which reads and sets parts of a value by their paths
/// (feature `schema` of `varvel`).
///
/// The type needs `Encode` and `Decode`, whose attributes it uses, and borrows nothing. A step to a
/// member of a struct is a match over the names. Some parts are found by writing the whole struct
/// or enum and looking into that: members of flattened fields, the content of enums, and the
/// content of fields with a codec of their own. Setting such a part reads the whole again.
#[proc_macro_derive(Properties, attributes(varvel))]
pub fn derive_properties(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(input, |input| Ok(properties::expand(input)))
}

/// Derives a FlatBuffers table, enum or union from a type, without a schema file.
///
/// A `varvel_flatbuffers::schema!` lists the types of a schema. The generated code names
/// `::varvel_flatbuffers`.
///
/// | type | becomes |
/// |---|---|
/// | struct with named fields | a table with its fields in their order |
/// | enum without fields, with `#[repr(u8)]` or another integer | a FlatBuffers enum |
/// | enum that holds a table or a string in each variant | a union |
///
/// `rename`, `rename_all` and `skip` mean what they mean for `Encode`. A field with `default` may
/// be absent. A number with `default` is always written, whatever its value.
///
/// Add new fields behind the existing ones, each an `Option`, a number, or with a `default`: then
/// older buffers stay readable.
#[proc_macro_derive(Table, attributes(varvel))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    let mut source = parse_macro_input!(input as DeriveInput);
    receiver::name(&mut source)
        .and_then(|()| Input::new(&source).and_then(|input| table::expand(&source, &input)))
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Derives a FlatBuffers struct, which is stored in place, from a Rust struct.
///
/// A `varvel_flatbuffers::schema!` lists the type among its `structs`. The generated code names
/// `::varvel_flatbuffers`.
///
/// The struct has named fields: numbers, `bool`, enums that derive [`Table`](macro@Table), other
/// structs in place, and arrays of these. They are stored one behind the other, each at a multiple
/// of its alignment, wherever the struct is used: in tables, in vectors, in unions, in other
/// structs. `rename`, `rename_all` and `skip` mean what they mean for `Encode`.
///
/// No field can be added later: older buffers would not have it.
#[proc_macro_derive(Struct, attributes(varvel))]
pub fn derive_struct(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(input, table::in_place::expand)
}

fn expand(
    mut input: DeriveInput,
    expand: fn(&Input<'_>) -> syn::Result<proc_macro2::TokenStream>,
) -> TokenStream {
    receiver::name(&mut input)
        .and_then(|()| Input::new(&input).and_then(|input| expand(&input)))
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}
