//! Makes the code that writes an enum.

use proc_macro2::TokenStream;
use syn::LitStr;

use super::fields::{self, Bodies, Members};
use crate::generics::context_of;
use crate::hygiene::{local, quote};
use crate::input::{Field, Input, Style, Tagging, Variant};
use crate::variants::{fit, holds_all};

/// Makes the code that writes an enum.
pub fn encode(input: &Input<'_>, variants: &[Variant<'_>]) -> Bodies {
    let arms = variants.iter().map(|variant| arm(input, variant));
    let encode = match input.tagging() {
        _ if variants.is_empty() => quote!(match *self {}),
        Tagging::Internal(_) => {
            let context = context_of(input);
            let whole = variants
                .iter()
                .filter(|variant| holds_all(variant))
                .map(|variant| {
                    let (ident, all) = (variant.ident, quote!(all));
                    let value = fields::value(input, &variant.content.fields[0], &all);
                    quote!(if let Self::#ident(all) = self { return #value; })
                });
            quote! {
                #(#whole)*
                sink.nest()?;
                sink.begin_map(::core::option::Option::Some(__v::EncodeMembers::<#context>::member_count(self)))?;
                __v::EncodeMembers::<#context>::encode_members(self, sink, context)?;
                sink.end_map()
            }
        }
        Tagging::Integer => {
            let written = variants.iter().filter(|variant| !variant.attributes.skip);
            let fit = fit(input, written);
            quote!(#fit match self { #(#arms)* })
        }
        _ => quote!(match self { #(#arms)* }),
    };
    Bodies {
        encode,
        members: match input.tagging() {
            Tagging::Internal(tag) if !variants.is_empty() => {
                Some(members_inside(input, variants, tag))
            }
            _ => None,
        },
        size_hint: None,
        is_none: None,
    }
}

/// Makes the pattern of a variant, which binds its fields by number.
fn pattern(variant: &Variant<'_>) -> TokenStream {
    let ident = variant.ident;
    if variant.attributes.skip {
        return quote!(Self::#ident { .. });
    }
    let fields = variant
        .content
        .fields
        .iter()
        .enumerate()
        .map(|(number, field)| {
            let (member, binding) = (&field.member, local(number));
            match field.attributes.skip {
                true => quote!(#member: _),
                false => quote!(#member: #binding),
            }
        });
    quote!(Self::#ident { #(#fields),* })
}

fn binding(number: usize, _: &Field<'_>) -> TokenStream {
    let binding = local(number);
    quote!(#binding)
}

/// Makes the match arm that writes a variant as a node.
fn arm(input: &Input<'_>, variant: &Variant<'_>) -> TokenStream {
    let (pattern, name) = (pattern(variant), &variant.name);
    if variant.attributes.skip {
        return quote!(#pattern => ::core::result::Result::Err(__v::skipped(#name)),);
    }
    let data = &variant.content;
    let content = || fields::content(input, data, binding);
    let named = quote!(__v::Encode::<()>::encode(#name, sink, &()));
    let event = quote!({
        static __NAME: __v::Name = __v::Name::new(#name);
        sink.name(&__NAME)
    });
    let written = match input.tagging() {
        _ if holds_all(variant) => content(),
        Tagging::External if data.style == Style::Unit => named,
        Tagging::External => {
            let content = content();
            quote! {
                let beside = sink.variant(#name)?;
                if !beside {
                    sink.nest()?;
                    sink.begin_map(::core::option::Option::Some(1))?;
                    #event?;
                }
                #content?;
                match beside {
                    true => ::core::result::Result::Ok(()),
                    false => sink.end_map(),
                }
            }
        }
        Tagging::Adjacent(tag, inside) => {
            let tag = event_of(tag);
            match data.style {
                Style::Unit => quote! {
                    sink.nest()?;
                    sink.begin_map(::core::option::Option::Some(1))?;
                    #tag?;
                    #named?;
                    sink.end_map()
                },
                _ => {
                    let (inside, content) = (event_of(inside), content());
                    quote! {
                        sink.nest()?;
                        sink.begin_map(::core::option::Option::Some(2))?;
                        #tag?;
                        #named?;
                        #inside?;
                        #content?;
                        sink.end_map()
                    }
                }
            }
        }
        Tagging::Integer => {
            let ident = variant.ident;
            quote!(__v::Encode::<()>::encode(&(Self::#ident as i64), sink, &()))
        }
        Tagging::Untagged | Tagging::Internal(_) => content(),
    };
    quote!(#pattern => { #written })
}

/// Makes the expression that gives a name as a key.
fn event_of(name: &LitStr) -> TokenStream {
    quote!({
        static __NAME: __v::Name = __v::Name::new(#name);
        sink.name(&__NAME)
    })
}

/// Makes the code that counts and writes the tag and the members of each variant.
fn members_inside(input: &Input<'_>, variants: &[Variant<'_>], tag: &LitStr) -> Members {
    let context = context_of(input);
    let tag = event_of(tag);
    let (mut counts, mut gives) = (Vec::new(), Vec::new());
    for variant in variants {
        let (pattern, name, data) = (pattern(variant), &variant.name, &variant.content);
        if variant.attributes.skip {
            counts.push(quote!(#pattern => 0,));
            gives
                .push(quote!(#pattern => return ::core::result::Result::Err(__v::skipped(#name)),));
            continue;
        }
        let Members { count, give } = match data.style {
            Style::Newtype => Members {
                count: quote!(__v::EncodeMembers::<#context>::member_count(f0)),
                give: quote!(__v::EncodeMembers::<#context>::encode_members(f0, sink, context)?;),
            },
            _ => fields::members(input, data, binding),
        };
        if holds_all(variant) {
            // `encode` writes this variant as a whole. Among other members it has none.
            counts.push(quote!(#pattern => { let _ = f0; 0 }));
            gives.push(quote!(#pattern => {
                let _ = f0;
                return ::core::result::Result::Err(__v::not_among(#name));
            }));
            continue;
        }
        let unused = data.read().map(|(number, _)| local(number));
        counts.push(quote!(#pattern => { #(let _ = #unused;)* 1 + #count }));
        gives.push(quote! {
            #pattern => {
                #tag?;
                __v::Encode::<()>::encode(#name, sink, &())?;
                #give
            }
        });
    }
    Members {
        count: quote!(match self { #(#counts)* }),
        give: quote!(match self { #(#gives)* }),
    }
}
