//! `derive(View)`: a struct becomes a record with an accessor for each field; an enum becomes an
//! enum whose fields are views, or keeps its type if it has no fields.

mod content;
mod params;
mod record;
mod variants;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned as _;
use syn::{Error, LitStr, Result};

use crate::attributes::Default_;
use crate::input::{Field, Input, Shape, Style, Tagging, Variant};
use params::Params;

pub fn expand(input: &Input<'_>) -> Result<TokenStream> {
    check(input)?;
    match &input.shape {
        Shape::Struct(data) => {
            let one = data.style == Style::Newtype || input.attributes.transparent.is_some();
            match (one, data.read().next()) {
                (true, Some((_, field))) => Ok(newtype(input, field)),
                _ if data.style == Style::Named => Ok(record::record(input, data)),
                _ => Err(Error::new(input.ident.span(), ONLY)),
            }
        }
        Shape::Enum(variants) => {
            let mut read = variants.iter().filter(|variant| !variant.attributes.skip);
            let is_name = matches!(input.tagging(), Tagging::External | Tagging::Integer);
            match is_name && read.all(|variant| variant.content.style == Style::Unit) {
                true => names(input, variants),
                false => variants::variants(input, variants),
            }
        }
    }
}

const ONLY: &str = "`View` is for structs with named fields or of one field, and for enums: what has no name has no \
                    accessor; a field may be a tuple";

/// Refuses attributes of a type that a view cannot have.
fn check(input: &Input<'_>) -> Result<()> {
    let attributes = &input.attributes;
    if let Some(span) = attributes.default {
        let message =
            "a view has no value of this type to take members from: say `default` at the fields";
        return Err(Error::new(span, message));
    }
    for field in input.fields() {
        check_field(field)?;
    }
    Ok(())
}

fn check_field(field: &Field<'_>) -> Result<()> {
    let attributes = &field.attributes;
    let not_done = [
        (attributes.with.is_some(), "with"),
        (attributes.bytes, "bytes"),
    ];
    if let Some((_, name)) = not_done.into_iter().find(|(has, _)| *has) {
        let message = format!("`View` reads in place, and so cannot do `{name}`");
        return Err(Error::new(field.member.span(), message));
    }
    if let Some(Default_::Call(path)) = &attributes.default {
        let message = "a view has no value of this type; `default` alone is zero, the empty string, an empty list";
        return Err(Error::new(path.span(), message));
    }
    Ok(())
}

/// Makes the implementation of `ReadInPlace` and the function `view`. `tile` holds the additional
/// items of types with a fixed layout.
fn implement(
    input: &Input<'_>,
    view: &TokenStream,
    layout: &TokenStream,
    check: &TokenStream,
    read: &TokenStream,
    tile: Option<&TokenStream>,
) -> TokenStream {
    let (ident, vis) = (input.ident, input.visibility);
    let params = Params::new(input);
    let (generics, ty, clause) = params.of_type(input);
    quote! {
        #[automatically_derived]
        impl #generics __v::typed::ReadInPlace for #ident #ty #clause {
            type View<'__a> = #view;
            type Seen = #layout;

            #[inline]
            fn check(
                view: __v::View<'_>,
                depth: usize,
                layout: &mut Self::Seen,
            ) -> __v::Result<__v::typed::Uniform> {
                #check
            }

            #[inline(always)]
            fn read<'__a>(
                view: __v::View<'__a>,
                uniform: __v::typed::Uniform,
                layout: &mut Self::Seen,
            ) -> Self::View<'__a> {
                #read
            }

            #tile
        }

        impl #generics #ident #ty #clause {
            /// Checks a frozen document or a part of one, once and as a whole, and reads it in
            /// place.
            ///
            /// # Errors
            /// Returns an error with its path if the document does not fit this type.
            #[allow(dead_code)]
            #vis fn view<'__a>(
                of: impl ::core::convert::Into<__v::View<'__a>>,
            ) -> __v::Result<<Self as __v::typed::ReadInPlace>::View<'__a>> {
                __v::typed::view::<Self>(of)
            }
        }
    }
}

/// Makes the view of a struct that is written as its only field.
fn newtype(input: &Input<'_>, field: &Field<'_>) -> TokenStream {
    let (private, ty) = (input.private(), field.ty);
    let inner = quote!(<#ty as __v::typed::ReadInPlace>);
    let implementation = implement(
        input,
        &quote!(#inner::View<'__a>),
        &quote!(#inner::Seen),
        &quote!(#inner::check(view, depth, layout)),
        &quote!(#inner::read(view, uniform, layout)),
        Some(&quote! {
            const TILE: usize = #inner::TILE;

            #[inline]
            fn tile(view: __v::View<'_>) -> ::core::option::Option<usize> {
                #inner::tile(view)
            }

            #[inline]
            fn is_tile_at(view: __v::View<'_>, at: usize) -> bool {
                #inner::is_tile_at(view, at)
            }

            #[inline]
            fn is_like(tile: &[u8], other: &[u8]) -> bool {
                #inner::is_like(tile, other)
            }

            #[inline(always)]
            fn read_tile<'__a>(tile: &'__a [u8], outer: __v::View<'__a>) -> Self::View<'__a> {
                #inner::read_tile(tile, outer)
            }
        }),
    );
    quote! {
        const _: () = {
            use #private as __v;
            #implementation
        };
    }
}

/// Makes the view of an enum without fields.
fn names(input: &Input<'_>, variants: &[Variant<'_>]) -> Result<TokenStream> {
    let integer = matches!(input.tagging(), Tagging::Integer);
    let read = variants.iter().filter(|variant| !variant.attributes.skip);
    let read: Vec<&Variant<'_>> = read.collect();
    let other = read
        .iter()
        .find(|variant| variant.attributes.other.is_some());
    let Some(fallback) = other.or(read.first()) else {
        return Err(no_variants(input));
    };
    let (private, fallback) = (input.private(), fallback.ident);
    let any = other.is_some();
    let named: Vec<&&Variant<'_>> = read
        .iter()
        .filter(|v| v.attributes.other.is_none())
        .collect();
    let idents = named.iter().map(|variant| variant.ident);
    let (check, read) = if integer {
        let idents: Vec<_> = idents.collect();
        (
            quote!(__v::typed::check_integer(view, &[#(Self::#idents as i64),*], #any)),
            quote! {
                match view.as_i64() {
                    #(::core::option::Option::Some(value) if value == Self::#idents as i64 => Self::#idents,)*
                    _ => Self::#fallback,
                }
            },
        )
    } else {
        let texts = named.iter().map(|variant| {
            let name = LitStr::new(&variant.name, Span::call_site());
            let aliases = &variant.attributes.aliases;
            quote!(#name #(| #aliases)*)
        });
        let texts: Vec<TokenStream> = texts.collect();
        let listed = named.iter().map(|variant| &variant.name);
        let is_one = match texts.is_empty() {
            true => quote!(|_| false),
            false => quote!(|name| ::core::matches!(name, #(#texts)|*)),
        };
        (
            quote!(__v::typed::check_name(view, &[#(#listed),*], #any, #is_one)),
            quote! {
                match view.as_str().unwrap_or_default() {
                    #(#texts => Self::#idents,)*
                    _ => Self::#fallback,
                }
            },
        )
    };
    let check = quote! {
        let _ = (depth, layout);
        #check
    };
    let read = quote! {
        let _ = (uniform, layout);
        #read
    };
    let implementation = implement(input, &quote!(Self), &quote!(()), &check, &read, None);
    Ok(quote! {
        const _: () = {
            use #private as __v;
            #implementation
        };
    })
}

fn no_variants(input: &Input<'_>) -> Error {
    let message = "an enum without variants has no value to be read";
    Error::new(input.ident.span(), message)
}
