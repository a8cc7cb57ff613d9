//! `#[derive(Encode, Decode, View)]`: codecs made at compile time, for every format and shape;
//! `#[derive(Schema)]`: what the documents look like.
//!
//! What the attributes mean is described at the macros. The code that they make names `::varvel`; a
//! program that has the crate under another path says so with `#[varvel(crate = path)]`.
//!
//! | room | holds |
//! |---|---|
//! | `attributes` | what stands in `#[varvel(...)]`, and what may |
//! | `case` | names in another case |
//! | `input` | the type as the macros see it |
//! | `generics` | parameters and bounds of what is implemented |
//! | `hygiene` | names of the code that is made |
//! | `names` | tables of names, and finding one |
//! | `receiver` | `Self` in the types of fields |
//! | `encode`, `decode` | a struct, or which way an enum goes |
//! | `variants` | enums in their four ways |
//! | `schema` | what the documents of a type look like |
//! | `properties` | members by their paths |
//! | `view` | types that are read in place |
//! | `table` | FlatBuffers tables |
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

/// Writes a type in any format.
///
/// A struct with named fields is an object, in the order of its fields; one of a single field
/// without a name is what that field is; one of several an array; one of none null. Enums see
/// below.
///
/// The attributes are the same for both derives, and stand in `#[varvel(...)]`.
///
/// # Of a type
///
/// | attribute | meaning |
/// |---|---|
/// | `rename_all = "camelCase"` | names of fields (of an enum: of variants) in another case: `lowercase`, `UPPERCASE`, `PascalCase`, `camelCase`, `snake_case`, `SCREAMING_SNAKE_CASE`, `kebab-case`, `SCREAMING-KEBAB-CASE` |
/// | | a name is taken apart into words first: `UPPERCASE` of `page_count` is `PAGECOUNT` |
/// | `rename_all_fields = "..."` | of an enum: the names of the fields in its variants |
/// | `default` | members that are missing are those of the type's `Default` |
/// | `deny_unknown` | a member that the type does not have is an error; else it is passed over (an enum with a tag inside can then not be flattened) |
/// | `none = "omit"` | members that are `None` are left out; else (`"null"`) they are null |
/// | `transparent` | a struct of one named field is what that field is |
/// | `tag = "..."` | of an enum: which variant it is stands in this member among those of the variant |
/// | `tag = "...", content = "..."` | ... and what is in the variant in that one |
/// | `untagged` | of an enum: nothing says which variant it is; the first that fits is |
/// | `integer` | of an enum without fields: variants are integers, their discriminants |
/// | `context = Type` | the codec is for this context only |
/// | `crate = path` | where `varvel` is |
///
/// # Of a field
///
/// | attribute | meaning |
/// |---|---|
/// | `rename = "..."` | the name of the member |
/// | `alias = "..."` | another name that is read, too; more than once |
/// | `default`, `default = path` | what a missing member is: `Default::default()`, or `path()` |
/// | `required` | an `Option` that is missing is an error, as other fields are |
/// | `none = "omit"`, `"null"`, `"error"` | how `None` is written, instead of what the type says; with `"error"` a null is an error in reading and in writing |
/// | `skip` | no member; read as `Default::default()` |
/// | `skip_if = path` | left out where `path(&field)` is true |
/// | `flatten` | the members of this struct, map or tagged enum are members here; two of one name do not compile (of an enum's variants that is not seen) |
/// | `with = path` | `path::encode(&field, sink, context)` and `path::decode(source, context)` are the codec |
/// | `bytes` | bytes, or an `Option` of them, where a format has bytes, else base64: `with = varvel::codec::bytes` |
/// | `schema = Type` | `derive(Schema)` describes the field as it does this type |
///
/// # Of a variant
///
/// | attribute | meaning |
/// |---|---|
/// | `rename`, `alias` | as of a field |
/// | `rename_all = "..."` | the names of its fields |
/// | `skip` | never read, and an error in writing |
/// | `other` | all names that are no other variant's: of a variant without fields what comes with it is passed over, of one with one field that field is all of it |
///
/// # Enums
///
/// Without an attribute a variant without fields is its name, and another an object of one member
/// with its name: `"Point"`, `{"Circle": 2.5}`, `{"Line": [1, 2]}`, `{"Box": {"w": 1, "h": 2}}`.
#[proc_macro_derive(Encode, attributes(varvel))]
pub fn derive_encode(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(input, |input| Ok(encode::expand(input)))
}

/// Reads a type from any format. The attributes are those of the derive of `Encode`.
///
/// A member that is missing is an error, unless the type of its field says what it is then: `None`
/// for an `Option`. A null is `None`, too. Members may come in any order, and tags behind what they
/// tag.
#[proc_macro_derive(Decode, attributes(varvel))]
pub fn derive_decode(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(input, |input| Ok(decode::expand(input)))
}

/// Reads a type in place, out of a frozen document: no value of it is made.
///
/// For `struct User` there is `UserView<'a>`, with an accessor for each field, as visible as that:
/// a number is what it is, a `String` a `&'a str`, a `Vec` a `List<'a, _>` (of floats `as_slice`
/// lends them), another such struct its view, an `Option` of these an `Option`, a map a
/// `Map<'a, _, _>`. `User::view(&frozen)` checks all of a document once and gives it; no access can
/// fail after that. Where members are in the order of the fields, as `#[derive(Encode)]` writes
/// them, an accessor takes its slot by number; else members are found by name, in a list once for
/// all records that are laid out alike.
///
/// For structs with named fields or of one field, and for enums. A view has the parameters of its
/// type, behind the lifetime of the document. An enum without fields is what it is; for
/// `enum Shape` with fields there is `ShapeView<'a>`, with the same variants, whose fields are
/// views; what stands in a `Box` there is a `Boxed<'a, _>`, which is read by `get`, so that an enum
/// may contain itself. Flattened structs and enums with a `tag` are read in the object that they
/// stand in, and count as one level more.
///
/// The attributes are those of the derive of `Decode`, but for those that would have to make
/// something: `with`, `bytes`, and defaults other than a field's own `default`; and for `untagged`,
/// and `flatten` of a map.
#[proc_macro_derive(View, attributes(varvel))]
pub fn derive_view(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(input, view::expand)
}

/// Describes a type's documents: implements `varvel::schema::Described`, for the crate's feature
/// `schema`.
///
/// The attributes are those of the derive of `Encode`, and mean the same. What is said of types,
/// fields and variants in their comments is said of them in the schema. A field with a codec of its
/// own (`with`) is anything, unless `schema = Type` says as what it is to be described. Defaults
/// are in the schema where their types can be written; they are made while the type is described.
#[proc_macro_derive(Schema, attributes(varvel))]
pub fn derive_schema(input: TokenStream) -> TokenStream {
    let mut source = parse_macro_input!(input as DeriveInput);
    receiver::name(&mut source)
        .and_then(|()| Input::new(&source).map(|input| schema::expand(&source, &input)))
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Finds what is in a type by its path: implements `varvel::schema::Properties`, for the crate's
/// feature `schema`.
///
/// The type needs `Encode` and `Decode`, and borrows nothing; the attributes are those of these. A
/// step to a member of a struct is a match over the names. Members of flattened fields, and what is
/// in enums and in fields with a codec of their own, are found by writing the struct or enum and
/// looking into that; setting them reads it again.
#[proc_macro_derive(Properties, attributes(varvel))]
pub fn derive_properties(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(input, |input| Ok(properties::expand(input)))
}

/// Makes a type a FlatBuffers table without a schema file, for a `varvel_flatbuffers::schema!` that
/// holds it.
///
/// A struct with named fields is a table, its fields in their order; an enum without fields, with a
/// `#[repr(u8)]` or another integer, is such integers with names; an enum that holds a table or a
/// string in each variant is a union. `rename`, `rename_all` and `skip` mean what they mean for
/// `Encode`; a field with `default` may be absent; a number with it is written whatever it is. The
/// code names `::varvel_flatbuffers`.
///
/// A field that is added belongs behind those that there are, and is an `Option`, a number, or has
/// a `default`: buffers that are there already stay readable.
#[proc_macro_derive(Table, attributes(varvel))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    let mut source = parse_macro_input!(input as DeriveInput);
    receiver::name(&mut source)
        .and_then(|()| Input::new(&source).and_then(|input| table::expand(&source, &input)))
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Makes a struct one in place of a FlatBuffers schema, for a `varvel_flatbuffers::schema!` that
/// holds it among its `structs`.
///
/// For structs with named fields: numbers, `bool`, enums that derive [`Table`](macro@Table), other
/// structs in place, and arrays of these. They stand one behind the other, each at a multiple of
/// its alignment, wherever the struct is used: in tables, in vectors, in unions, in other structs.
/// `rename`, `rename_all` and `skip` mean what they mean for `Encode`. The code names
/// `::varvel_flatbuffers`.
///
/// No field can be added later: buffers that are there already would not have it.
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
