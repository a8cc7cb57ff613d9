//! `derive(Schema)`: describes the documents of a type, from the same model of it as the codecs.

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{Attribute, Data, DeriveInput, Expr, ExprLit, Fields, Lit, Meta, parse_quote};

use crate::attributes::{Default_, NoneIs};
use crate::generics::mentions;
use crate::hygiene::quote;
use crate::input::{Field, Input, Shape, Struct, Style, Tagging, Variant};

pub fn expand(source: &DeriveInput, input: &Input<'_>) -> TokenStream {
    let private = private(input);
    let (ident, docs) = (input.ident, Docs::of(source));
    let mut generics = input.generics.clone();
    let bounds = bounds(input);
    let clause = generics.make_where_clause();
    clause.predicates.extend(bounds);
    let (generics, _, clause) = generics.split_for_impl();
    let (_, ty, _) = input.generics.split_for_impl();
    let doc = &docs.of_type;
    let shape = match &input.shape {
        Shape::Struct(data) => of_struct(input, data, &docs),
        Shape::Enum(variants) => of_enum(input, variants, &docs),
    };
    let may_be_missing = may_be_missing(input);
    quote! {
        const _: () = {
            use #private as __v;
            #[automatically_derived]
            impl #generics __v::Described for #ident #ty #clause {
                #may_be_missing
                fn describe(schema: &mut __v::Describer) -> __v::NodeId {
                    schema.define_named::<Self>(#doc, |schema| #shape)
                }
            }
        };
    }
}

/// Returns the path of the schema items for generated code.
pub fn private(input: &Input<'_>) -> TokenStream {
    match &input.attributes.path {
        Some(path) => quote!(#path::schema::__private),
        None => quote!(::varvel::schema::__private),
    }
}

/// The doc comments of a type and its parts.
struct Docs {
    of_type: String,
    /// The comments of a struct's fields.
    fields: Vec<String>,
    /// The comment of each variant, and those of its fields.
    variants: Vec<(String, Vec<String>)>,
}

impl Docs {
    fn of(source: &DeriveInput) -> Self {
        let of_fields = |fields: &Fields| fields.iter().map(|field| doc(&field.attrs)).collect();
        let (mut fields, mut variants) = (Vec::new(), Vec::new());
        match &source.data {
            Data::Struct(data) => fields = of_fields(&data.fields),
            Data::Enum(data) => {
                let each = data.variants.iter();
                let each = each.map(|variant| (doc(&variant.attrs), of_fields(&variant.fields)));
                variants = each.collect();
            }
            Data::Union(_) => {}
        }
        Self {
            of_type: doc(&source.attrs),
            fields,
            variants,
        }
    }
}

/// Returns the text of the doc comments, without the space that each line begins with.
fn doc(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| {
        let Meta::NameValue(meta) = &attribute.meta else {
            return None;
        };
        match (&meta.value, meta.path.is_ident("doc")) {
            (
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text),
                    ..
                }),
                true,
            ) => Some(text.value()),
            _ => None,
        }
    });
    let lines: Vec<String> = lines
        .map(|line| line.strip_prefix(' ').unwrap_or(&line).to_owned())
        .collect();
    lines.join("\n").trim().to_owned()
}

/// Returns the type by which a field is described.
fn described(field: &Field<'_>) -> Option<TokenStream> {
    match (&field.attributes.schema, &field.attributes.with) {
        (Some(ty), _) => Some(ty.to_token_stream()),
        (None, None) if !field.attributes.bytes => Some(field.ty.to_token_stream()),
        _ => None,
    }
}

fn bounds(input: &Input<'_>) -> Vec<syn::WherePredicate> {
    let mut found: Vec<syn::WherePredicate> = Vec::new();
    for param in input.generics.type_params() {
        let ident = &param.ident;
        let used = input.fields().into_iter().any(|field| {
            let own = field.attributes.with.is_none() && !field.attributes.bytes;
            own && mentions(field.ty, &ident.to_string())
        });
        if used {
            found.push(parse_quote!(#ident: __v::Described));
        }
    }
    found
}

/// Makes `MAY_BE_MISSING` for a struct that is written as its only field: the struct may be missing
/// if the field may.
fn may_be_missing(input: &Input<'_>) -> Option<TokenStream> {
    let Shape::Struct(data) = &input.shape else {
        return None;
    };
    let one = data.style == Style::Newtype || input.attributes.transparent.is_some();
    let [field] = data.fields.as_slice() else {
        return None;
    };
    if !one || field.attributes.with.is_some() || field.attributes.bytes {
        return None;
    }
    let ty = field.ty;
    Some(quote!(const MAY_BE_MISSING: bool = <#ty as __v::Described>::MAY_BE_MISSING;))
}

fn of_struct(input: &Input<'_>, data: &Struct<'_>, docs: &Docs) -> TokenStream {
    if data.style == Style::Newtype || input.attributes.transparent.is_some() {
        let node = data.read().next().map(|(_, field)| node(field));
        return quote!(__v::Type::Alias(#node));
    }
    let whole = input
        .attributes
        .default
        .map(|_| quote!(let whole: Self = ::core::default::Default::default();));
    let shape = content(input, data, &docs.fields);
    quote!({ #whole #shape })
}

/// Makes the description of a struct or of the content of a variant.
fn content(input: &Input<'_>, data: &Struct<'_>, docs: &[String]) -> TokenStream {
    match data.style {
        Style::Unit => quote!(__v::Type::Null),
        Style::Newtype => {
            let node = node(&data.fields[0]);
            quote!(__v::Type::Alias(#node))
        }
        Style::Tuple => {
            let items = data.read().map(|(_, field)| node(field));
            quote!(__v::Type::Tuple {
                items: __v::vec![#(#items),*]
            })
        }
        Style::Named => {
            let (flattened, plain): (Vec<_>, Vec<_>) = data
                .read()
                .partition(|(_, field)| field.attributes.flatten.is_some());
            let fields = plain
                .iter()
                .map(|(number, field)| of_field(input, field, &docs[*number]));
            let flattened = flattened.iter().map(|(_, field)| node(field));
            let closed = input.attributes.deny_unknown;
            quote! {
                __v::Type::Record(__v::Record {
                    fields: __v::vec![#(#fields),*],
                    flattened: __v::vec![#(#flattened),*],
                    closed: #closed,
                })
            }
        }
    }
}

/// Makes the node that describes a field's value.
fn node(field: &Field<'_>) -> TokenStream {
    let node = match described(field) {
        Some(ty) => quote!(<#ty as __v::Described>::describe(schema)),
        None if field.attributes.bytes => {
            let bytes = quote!(schema.add(__v::Type::Bytes {
                len: ::core::option::Option::None
            }));
            match field.is_optional {
                true => quote!({ let bytes = #bytes; schema.add(__v::Type::Optional(bytes)) }),
                false => bytes,
            }
        }
        None => quote!(schema.add(__v::Type::Any)),
    };
    match field.attributes.none {
        Some(NoneIs::Error) => quote!({ let node = #node; schema.not_null(node) }),
        _ => node,
    }
}

fn of_field(input: &Input<'_>, field: &Field<'_>, doc: &str) -> TokenStream {
    let attributes = &field.attributes;
    let (name, ty, node) = (&field.name, field.ty, node(field));
    let aliases = attributes.aliases.iter();
    let own = attributes.with.is_none() && !attributes.bytes;
    let value = match &attributes.default {
        Some(Default_::Trait) => {
            Some(quote!(let value: #ty = ::core::default::Default::default();))
        }
        Some(Default_::Call(function)) => Some(quote!(let value: #ty = #function();)),
        None if input.attributes.default.is_some() && attributes.required.is_none() => {
            let member = &field.member;
            Some(quote!(let value = &whole.#member;))
        }
        None => None,
    };
    let required = match (&value, attributes.required) {
        (Some(_), _) => quote!(false),
        (None, None) if own => quote!(!<#ty as __v::Described>::MAY_BE_MISSING),
        (None, None) if field.is_optional => quote!(false),
        (None, _) => quote!(true),
    };
    let default = match value.filter(|_| own) {
        Some(value) => quote!({
            #[allow(unused_imports)]
            use __v::{Unwritable as _, Writable as _};
            #value
            (&__v::Probe(&value)).recorded()
        }),
        None => quote!(::core::option::Option::None),
    };
    quote! {
        __v::Field {
            name: __v::String::from(#name),
            aliases: __v::vec![#(__v::String::from(#aliases)),*],
            doc: __v::String::from(#doc),
            node: #node,
            required: #required,
            default: #default,
        }
    }
}

fn of_enum(input: &Input<'_>, variants: &[Variant<'_>], docs: &Docs) -> TokenStream {
    let none = quote!(::core::option::Option::None);
    let tagging = match input.tagging() {
        Tagging::External => quote!(External),
        Tagging::Internal(tag) => quote!(Internal(__v::String::from(#tag))),
        Tagging::Adjacent(tag, content) => quote!(Adjacent {
            tag: __v::String::from(#tag),
            content: __v::String::from(#content),
        }),
        Tagging::Untagged => quote!(Untagged),
        Tagging::Integer => quote!(Integer),
    };
    let each = variants.iter().zip(&docs.variants);
    let each = each.filter(|(variant, _)| !variant.attributes.skip);
    let variants = each.map(|(variant, (doc, of_fields))| {
        let name = &variant.name;
        let aliases = variant.attributes.aliases.iter();
        let content = match variant.content.style {
            Style::Unit => none.clone(),
            Style::Newtype => {
                let node = node(&variant.content.fields[0]);
                quote!(::core::option::Option::Some(#node))
            }
            _ => {
                let shape = content(input, &variant.content, of_fields);
                quote!(::core::option::Option::Some({ let shape = #shape; schema.add(shape) }))
            }
        };
        let value = match input.tagging() {
            Tagging::Integer => {
                let (ty, ident) = (input.ident, variant.ident);
                quote!(::core::option::Option::Some(#ty::#ident as i64))
            }
            _ => none.clone(),
        };
        let other = variant.attributes.other.is_some();
        quote! {
            __v::Variant {
                name: __v::String::from(#name),
                aliases: __v::vec![#(__v::String::from(#aliases)),*],
                doc: __v::String::from(#doc),
                content: #content,
                value: #value,
                other: #other,
            }
        }
    });
    let variants: Vec<TokenStream> = variants.collect();
    let closed = input.attributes.deny_unknown;
    quote! {
        __v::Type::Union(__v::Union {
            tagging: __v::Tagging::#tagging,
            variants: __v::vec![#(#variants),*],
            closed: #closed,
        })
    }
}
