//! `View`: a struct as a record with an accessor a field, an enum without fields as its names.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::spanned::Spanned as _;
use syn::{Error, LitStr, Result};

use crate::attributes::Default_;
use crate::input::{Field, Input, Shape, Struct, Style, Tagging, Variant};

pub fn expand(input: &Input<'_>) -> Result<TokenStream> {
    check(input)?;
    match &input.shape {
        Shape::Struct(data) => {
            let one = data.style == Style::Newtype || input.attributes.transparent.is_some();
            match (one, data.read().next()) {
                (true, Some((_, field))) => Ok(newtype(input, field)),
                _ if data.style == Style::Named => record(input, data),
                _ => Err(Error::new(input.ident.span(), ONLY)),
            }
        }
        Shape::Enum(variants) => names(input, variants),
    }
}

const ONLY: &str = "`View` is for structs with named fields or of one field, and for enums without fields: what has \
                    no name has no accessor; a field may be a tuple";

/// What the attributes of a type ask for that is not done.
fn check(input: &Input<'_>) -> Result<()> {
    if let Some(parameter) = input.generics.params.first() {
        let message = "`View` is for types without parameters: give fields types of their own, as `String` for `&str`";
        return Err(Error::new(parameter.span(), message));
    }
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
        (attributes.flatten.is_some(), "flatten"),
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

/// The implementation that all have, and the function `view`.
fn implement(
    input: &Input<'_>,
    view: &TokenStream,
    layout: &TokenStream,
    check: &TokenStream,
    read: &TokenStream,
) -> TokenStream {
    let (ident, vis) = (input.ident, input.visibility);
    quote! {
        #[automatically_derived]
        impl __v::viewed::Viewed for #ident {
            type View<'__a> = #view;
            type Layout = #layout;

            #[inline]
            fn check(
                view: __v::View<'_>,
                depth: usize,
                layout: &mut Self::Layout,
            ) -> __v::Result<bool> {
                #check
            }

            #[inline(always)]
            fn read<'__a>(
                view: __v::View<'__a>,
                ordered: bool,
                layout: &mut Self::Layout,
            ) -> Self::View<'__a> {
                #read
            }
        }

        impl #ident {
            /// Checks a frozen document or a part of one, once and as a whole, and reads it in place.
            ///
            /// # Errors
            /// What is not as this type has it, with its path.
            #[allow(dead_code)]
            #vis fn view<'__a>(
                of: impl ::core::convert::Into<__v::View<'__a>>,
            ) -> __v::Result<<Self as __v::viewed::Viewed>::View<'__a>> {
                __v::viewed::view::<Self>(of)
            }
        }
    }
}

/// A struct that is what its one field is.
fn newtype(input: &Input<'_>, field: &Field<'_>) -> TokenStream {
    let (private, ty) = (input.private(), field.ty);
    let inner = quote!(<#ty as __v::viewed::Viewed>);
    let implementation = implement(
        input,
        &quote!(#inner::View<'__a>),
        &quote!(#inner::Layout),
        &quote!(#inner::check(view, depth, layout)),
        &quote!(#inner::read(view, ordered, layout)),
    );
    quote! {
        const _: () = {
            use #private as __v;
            #implementation
        };
    }
}

fn record(input: &Input<'_>, data: &Struct<'_>) -> Result<TokenStream> {
    let (private, ident, vis) = (input.private(), input.ident, input.visibility);
    let name = format_ident!("{ident}View", span = ident.span());
    let fields: Vec<&Field<'_>> = data.read().map(|(_, field)| field).collect();
    let (count, deny) = (fields.len(), input.attributes.deny_unknown);
    let members = fields.iter().map(|field| {
        let (name, aliases, ty) = (&field.name, &field.attributes.aliases, field.ty);
        let may_miss = match &field.attributes {
            attributes if attributes.default.is_some() => quote!(true),
            attributes if attributes.required.is_some() => quote!(false),
            _ => quote!(<#ty as __v::viewed::Viewed>::MAY_MISS),
        };
        quote! {
            __v::viewed::Member {
                key: __v::HashedKey::new(#name),
                aliases: &[#(#aliases),*],
                may_miss: #may_miss,
            }
        }
    });
    let checks = fields.iter().enumerate().map(|(i, field)| {
        let ty = field.ty;
        quote! {
            #i => {
                let mut layout = <#ty as __v::viewed::Viewed>::Layout::default();
                <#ty as __v::viewed::Viewed>::check(member, depth, &mut layout)
            }
        }
    });
    let accessors = fields.iter().enumerate().map(|(i, field)| {
        let (member, ty, vis) = (&field.member, field.ty, field.visibility);
        let read = match field.attributes.default {
            Some(_) => quote!(read_or_default),
            None => quote!(read),
        };
        let doc = format!("The member `{}`.", field.name);
        quote! {
            #[doc = #doc]
            #[allow(dead_code)]
            #[inline(always)]
            #vis fn #member(self) -> <#ty as __v::viewed::Viewed>::View<'__a> {
                self.0.#read::<#ty>(#i)
            }
        }
    });
    let debugged = fields.iter().map(|field| {
        let (member, name) = (&field.member, &field.name);
        quote!(.field(#name, &self.#member()))
    });
    let implementation = implement(
        input,
        &quote!(#name<'__a>),
        &quote!(__v::viewed::Layout<#count>),
        &quote! {
            __v::viewed::Record::check(view, depth, Self::__MEMBERS, layout, #deny, |i, member, depth| {
                match i {
                    #(#checks)*
                    _ => ::core::result::Result::Ok(true),
                }
            })
        },
        &quote!(#name(__v::viewed::Record::new(view, ordered, Self::__MEMBERS, layout))),
    );
    let doc = format!("A [`{ident}`] that is read in place.");
    let text = name.to_string();
    // The struct is to be seen outside, and so is named by the path that all else is named by inside.
    Ok(quote! {
        #[doc = #doc]
        #[derive(Clone, Copy)]
        #vis struct #name<'__a>(#private::viewed::Record<'__a, #count>);

        const _: () = {
            use #private as __v;
            #implementation

            impl #ident {
                const __MEMBERS: &'static [__v::viewed::Member; #count] = &[#(#members),*];
            }

            impl<'__a> #name<'__a> {
                #(#accessors)*
            }

            #[automatically_derived]
            impl<'__a> ::core::fmt::Debug for #name<'__a> {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.debug_struct(#text)#(#debugged)*.finish()
                }
            }

            #[automatically_derived]
            impl<'__a> ::core::convert::From<#name<'__a>> for __v::View<'__a> {
                #[inline]
                fn from(record: #name<'__a>) -> Self {
                    record.0.node()
                }
            }
        };
    })
}

/// An enum without fields.
fn names(input: &Input<'_>, variants: &[Variant<'_>]) -> Result<TokenStream> {
    let integer = matches!(input.tagging(), Tagging::Integer);
    if !integer && !matches!(input.tagging(), Tagging::Outside) {
        let message = "`View` is for enums that are the names of their variants, or integers";
        return Err(Error::new(input.ident.span(), message));
    }
    let read = variants.iter().filter(|variant| !variant.attributes.skip);
    let read: Vec<&Variant<'_>> = read.collect();
    if let Some(variant) = read.iter().find(|v| v.content.style != Style::Unit) {
        return Err(Error::new(variant.ident.span(), ONLY));
    }
    let other = read
        .iter()
        .find(|variant| variant.attributes.other.is_some());
    let Some(fallback) = other.or(read.first()) else {
        let message = "an enum without variants has no value to be read";
        return Err(Error::new(input.ident.span(), message));
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
            quote!(__v::viewed::check_integer(view, &[#(Self::#idents as i64),*], #any)),
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
            quote!(__v::viewed::check_name(view, &[#(#listed),*], #any, #is_one)),
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
        let _ = (ordered, layout);
        #read
    };
    let implementation = implement(input, &quote!(Self), &quote!(()), &check, &read);
    Ok(quote! {
        const _: () = {
            use #private as __v;
            #implementation
        };
    })
}
