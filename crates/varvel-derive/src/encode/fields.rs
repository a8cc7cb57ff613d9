//! Makes the code that writes the fields of a struct or a variant.

use proc_macro2::TokenStream;
use quote::format_ident;

use crate::attributes::NoneIs;
use crate::generics::context_of;
use crate::hygiene::{quote, returning};
use crate::input::{Field, Input, Struct, Style};

/// The parts of an implementation of `Encode`, and the items beside it.
pub struct Bodies {
    pub encode: TokenStream,
    /// The members that the type gives, if they can stand among others.
    pub members: Option<Members>,
    /// The method `size_hint`.
    pub size_hint: Option<TokenStream>,
    pub is_none: Option<TokenStream>,
}

pub struct Members {
    pub count: TokenStream,
    pub give: TokenStream,
}

/// Makes the expression that writes the value of the field at `place`.
pub fn value(input: &Input<'_>, field: &Field<'_>, place: &TokenStream) -> TokenStream {
    let context = context_of(input);
    let written = match &field.codec {
        Some(module) => quote!(#module::encode(#place, sink, context)),
        None => quote!(__v::Encode::<#context>::encode(#place, sink, context)),
    };
    match field.attributes.none {
        Some(NoneIs::Error) => {
            let name = &field.name;
            // A field with another codec may have no `Encode` of its own to ask, so only an
            // `Option` is tested.
            let is_none = match (&field.codec, field.is_optional) {
                (None, _) => quote!(__v::Encode::<#context>::is_none(#place)),
                (Some(_), true) => quote!(::core::option::Option::is_none(#place)),
                (Some(_), false) => return written,
            };
            quote!({ __v::some(#is_none, #name)?; #written })
        }
        _ => written,
    }
}

/// Makes the expression that writes a struct or the content of a variant as one node. Each field is
/// at its `place`.
pub fn content(
    input: &Input<'_>,
    data: &Struct<'_>,
    place: impl Fn(usize, &Field<'_>) -> TokenStream + Copy,
) -> TokenStream {
    match data.style {
        Style::Unit => quote!(sink.null()),
        Style::Newtype => {
            let field = &data.fields[0];
            value(input, field, &place(0, field))
        }
        Style::Tuple => {
            let count = data.read().count();
            let items = data.read().map(|(number, field)| {
                let item = value(input, field, &place(number, field));
                quote!(#item?;)
            });
            quote! {
                sink.nest()?;
                sink.begin_array(::core::option::Option::Some(#count))?;
                #(#items)*
                sink.end_array()
            }
        }
        Style::Named => {
            let Members { count, give } = members(input, data, place);
            quote! {
                sink.nest()?;
                sink.begin_map(::core::option::Option::Some(#count))?;
                #give
                sink.end_map()
            }
        }
    }
}

/// Makes the code that counts and writes the members of named fields.
pub fn members(
    input: &Input<'_>,
    data: &Struct<'_>,
    place: impl Fn(usize, &Field<'_>) -> TokenStream,
) -> Members {
    let context = context_of(input);
    let (mut sure, mut counts, mut give) = (0_usize, Vec::new(), Vec::new());
    for (number, field) in data.read() {
        let place = place(number, field);
        if field.attributes.flatten.is_some() {
            counts.push(quote!(__v::EncodeMembers::<#context>::member_count(#place)));
            give.push(returning(
                &quote!(__v::EncodeMembers::<#context>::encode_members(#place, sink, context)),
            ));
            continue;
        }
        let name = &field.name;
        let constant = format_ident!("__NAME_{}", number);
        let written = match (&field.codec, field.attributes.none) {
            // For integers only: other types were written slower by this event, by a tenth.
            (None, None) if is_integer(field.ty) => returning(&quote! {
                __v::Encode::<#context>::encode_member(#place, &#constant, sink, context)
            }),
            (None, None) => returning(&quote!(__v::member(#place, &#constant, sink, context))),
            _ => {
                let value = value(input, field, &place);
                quote! {
                    sink.name(&#constant)?;
                    #value?;
                }
            }
        };
        let written = quote! {
            static #constant: __v::Name = __v::Name::new(#name);
            #written
        };
        match left_out(field, &place, &context) {
            None => {
                sure += 1;
                give.push(quote!({ #written }));
            }
            Some(left_out) => {
                counts.push(quote!(usize::from(!(#left_out))));
                give.push(quote!(if !(#left_out) { #written }));
            }
        }
    }
    Members {
        count: quote!(#sure #(+ #counts)*),
        give: quote!(#(#give)*),
    }
}

/// Makes the condition under which a field is left out, if it has one.
fn left_out(field: &Field<'_>, place: &TokenStream, context: &TokenStream) -> Option<TokenStream> {
    match (&field.attributes.skip_if, field.none) {
        (Some(condition), _) => Some(quote!(#condition(#place))),
        (None, NoneIs::Omitted) if field.is_optional => {
            Some(quote!(::core::option::Option::is_none(#place)))
        }
        (None, NoneIs::Omitted) if field.codec.is_none() => {
            Some(quote!(__v::Encode::<#context>::is_none(#place)))
        }
        _ => None,
    }
}

/// Returns whether a type is one of the integers that a sink takes as a member in one event.
fn is_integer(ty: &syn::Type) -> bool {
    const INTEGERS: [&str; 8] = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"];
    match ty {
        syn::Type::Path(path) => INTEGERS.iter().any(|name| path.path.is_ident(name)),
        _ => false,
    }
}
