//! Views of enums whose variants have fields: enums with the same variants, whose fields are views.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, LitStr, Result};

use super::content::{Content, is_boxed};
use super::params::Params;
use super::{implement, no_variants};
use crate::input::{Input, Style, Tagging, Variant};
use crate::names;
use crate::variants::holds_all;

pub fn variants(input: &Input<'_>, variants: &[Variant<'_>]) -> Result<TokenStream> {
    if matches!(input.tagging(), Tagging::Untagged) {
        let message = "`View` cannot tell the variants of an untagged enum without reading all that is in it, each time: \
                       give the enum a `tag`, or read it with `View::to`";
        return Err(syn::Error::new(input.ident.span(), message));
    }
    let private = input.private();
    let read = variants.iter().filter(|variant| !variant.attributes.skip);
    let contents: Vec<Content<'_>> = read
        .enumerate()
        .map(|(number, variant)| Content::new(&private, number, variant))
        .collect();
    if contents.is_empty() {
        return Err(no_variants(input));
    }
    let params = Params::new(input);
    let (ident, vis) = (input.ident, input.visibility);
    let name = format_ident!("{ident}View", span = ident.span());
    let (generics, ty, clause) = params.of_type(input);
    let (view_generics, view_ty, view_clause) = params.of_view();
    let has_fields = contents
        .iter()
        .any(|content| content.variant.content.style != Style::Unit);
    let (view, built) = match has_fields {
        true => (quote!(#name #view_ty), quote!(#name)),
        false => (quote!(Self), quote!(Self)),
    };
    let declared = has_fields.then(|| {
        let variants = contents.iter().map(|content| content.declared(&private));
        let doc = format!("A [`{ident}`] that is read in place.");
        quote! {
            #[doc = #doc]
            #[allow(dead_code)]
            #vis enum #name #view_generics #view_clause {
                #(#variants)*
            }
        }
    });
    let standard = has_fields.then(|| standard(&params, &contents, &name));
    let tables = contents.iter().map(Content::table);
    let all = table(&contents);
    let (check, read) = bodies(input, &contents, &built);
    let implementation = implement(input, &view, &quote!(()), &check, &read, None);
    let members = members(input, &contents);
    Ok(quote! {
        #declared

        const _: () = {
            use #private as __v;

            impl #generics #ident #ty #clause {
                #(#tables)*
                #all
            }

            #implementation
            #members
            #standard
        };
    })
}

/// Makes the table of the variants' names.
fn table(contents: &[Content<'_>]) -> TokenStream {
    let named = contents.iter().enumerate();
    let named = named.filter(|(_, content)| !holds_all(content.variant));
    let named: Vec<(usize, &Variant<'_>)> =
        named.map(|(i, content)| (i, content.variant)).collect();
    let listed = named.iter().map(|(_, variant)| &variant.name);
    let find = names::find(named.iter().map(|(i, variant)| {
        (
            *i,
            variant.name.as_str(),
            variant.attributes.aliases.as_slice(),
        )
    }));
    let other = contents
        .iter()
        .position(|content| content.variant.attributes.other.is_some());
    let other = match other {
        Some(number) => quote!(::core::option::Option::Some(#number)),
        None => quote!(::core::option::Option::None),
    };
    // `name` is the variable of the generated match.
    crate::hygiene::quote! {
        const __VARIANTS: __v::Variants = {
            fn find(name: &str) -> usize {
                #find
            }
            __v::Variants {
                names: &[#(#listed),*],
                find,
                other: #other,
            }
        };
    }
}

/// Makes the code that checks a node, and the code that reads it.
fn bodies(
    input: &Input<'_>,
    contents: &[Content<'_>],
    built: &TokenStream,
) -> (TokenStream, TokenStream) {
    // The variant that reading falls back to if the node was not checked.
    let fallback = contents
        .iter()
        .position(|content| content.variant.attributes.other.is_some())
        .unwrap_or(0);
    let (tag, beside) = match input.tagging() {
        Tagging::Internal(tag) => return inside(input, contents, built, tag, fallback),
        Tagging::Adjacent(tag, content) => (Some(tag), Some(content)),
        _ => (None, None),
    };
    let deny = input.attributes.deny_unknown;
    let found = match (tag, beside) {
        (Some(tag), Some(content)) => quote! {
            __v::typed::adjacent(
                view,
                const { __v::HashedKey::new(#tag) },
                const { __v::HashedKey::new(#content) },
                &Self::__VARIANTS,
            )
        },
        _ => quote!(__v::typed::external(view, &Self::__VARIANTS)),
    };
    let checks = contents.iter().enumerate().map(|(i, content)| {
        let name = &content.variant.name;
        if holds_all(content.variant) {
            let check = content.check(false);
            return quote!((#i, _) => {
                let (node, depth) = (view, __v::typed::inside(view, around)?);
                #check
            });
        }
        let check = content.check(deny);
        let alone = match (content.variant.content.style, beside) {
            (Style::Unit, _) => quote!(::core::result::Result::Ok(__v::typed::Uniform::ALL)),
            (Style::Newtype, Some(member)) => {
                let ty = &content.fields[0].1;
                quote! {
                    match <#ty as __v::typed::ReadInPlace>::MAY_MISS {
                        true => ::core::result::Result::Ok(__v::typed::Uniform::ALL),
                        false => ::core::result::Result::Err(__v::typed::no_other(view, #member)),
                    }
                }
            }
            (_, Some(member)) => {
                quote!(::core::result::Result::Err(__v::typed::no_other(view, #member)))
            }
            (_, None) => {
                quote!(::core::result::Result::Err(__v::typed::no_content(view, #name)))
            }
        };
        quote! {
            (#i, ::core::option::Option::Some(node)) => #check,
            (#i, ::core::option::Option::None) => #alone,
        }
    });
    let object = tag.map(|_| quote!(let _ = __v::typed::check_object(view, depth)?;));
    let deny = (tag.is_some() && deny).then(|| {
        quote! {
            __v::typed::deny(
                view,
                |name| name == #tag || name == #beside,
                |names| names.extend([#tag, #beside]),
            )?;
        }
    });
    let check = quote! {
        let _ = layout;
        #object
        #deny
        let (number, content) = #found?;
        let around = depth;
        let depth = match content {
            ::core::option::Option::Some(_) => __v::typed::inside(view, depth)?,
            ::core::option::Option::None => depth,
        };
        let _ = (around, depth);
        match (number, content) {
            #(#checks)*
            _ => ::core::result::Result::Ok(__v::typed::Uniform::ALL),
        }
    };
    let reads = contents.iter().enumerate().map(|(i, content)| {
        let read = content.read(built);
        if holds_all(content.variant) {
            return quote!((#i, _) => { let node = view; #read });
        }
        let alone = match (content.variant.content.style, beside) {
            (Style::Newtype, Some(_)) => {
                let (ident, ty) = (content.variant.ident, &content.fields[0].1);
                Some(quote! {
                    (#i, ::core::option::Option::None) => {
                        #built::#ident(<#ty as __v::typed::ReadInPlace>::missing(view))
                    }
                })
            }
            _ => None,
        };
        quote! {
            #alone
            (#i, _) => { let node = content.unwrap_or(view); let _ = node; #read }
        }
    });
    let other = contents[fallback].read(built);
    let read = quote! {
        let _ = (layout, uniform);
        let none = ::core::option::Option::None;
        let (number, content) = #found.unwrap_or((#fallback, none));
        match (number, content) {
            #(#reads)*
            _ => { let node = view; let _ = node; #other }
        }
    };
    (check, read)
}

/// Makes the code that checks and the code that reads an enum with its tag among the members of its
/// variants.
fn inside(
    input: &Input<'_>,
    contents: &[Content<'_>],
    built: &TokenStream,
    tag: &LitStr,
    fallback: usize,
) -> (TokenStream, TokenStream) {
    let members = quote!(<Self as __v::typed::FlattenInPlace>);
    let deny = input.attributes.deny_unknown.then(
        || quote!(__v::typed::deny(view, |name| #members::is_member(view, name), #members::list)?;),
    );
    let check = quote! {
        let _ = layout;
        let depth = __v::typed::check_object(view, depth)?;
        let uniform = #members::check_members(view, depth)?;
        #deny
        ::core::result::Result::Ok(uniform)
    };
    let reads = contents.iter().enumerate().map(|(i, content)| {
        let read = match content.variant.content.style {
            Style::Newtype if !holds_all(content.variant) => {
                let (ident, ty) = (content.variant.ident, content.fields[0].0.ty);
                match is_boxed(ty) {
                    // The box is read on demand, from the same object, with the tag among its
                    // members.
                    true => {
                        let read = content.read(built);
                        quote!({ let uniform = __v::typed::Uniform::NONE; #read })
                    }
                    false => quote!(#built::#ident(
                        <#ty as __v::typed::FlattenInPlace>::read_members(node, uniform)
                    )),
                }
            }
            _ => content.read(built),
        };
        quote!(#i => #read,)
    });
    let other = contents[fallback].read(built);
    let read = quote! {
        let _ = (layout, uniform);
        let node = view;
        let found = __v::typed::check_tagged(view, const { __v::HashedKey::new(#tag) }, &Self::__VARIANTS);
        match found.unwrap_or(#fallback) {
            #(#reads)*
            _ => #other,
        }
    };
    (check, read)
}

/// Makes `FlattenInPlace` of an enum with a tag, whose members stand among those of another type.
fn members(input: &Input<'_>, contents: &[Content<'_>]) -> Option<TokenStream> {
    let Tagging::Internal(tag) = input.tagging() else {
        return None;
    };
    let params = Params::new(input);
    let ident = input.ident;
    let (generics, ty, clause) = params.of_type(input);
    let found = quote! {
        __v::typed::check_tagged(node, const { __v::HashedKey::new(#tag) }, &Self::__VARIANTS)
    };
    let checks = contents.iter().enumerate().map(|(i, content)| {
        let check = match content.variant.content.style {
            Style::Unit => quote!(::core::result::Result::Ok(__v::typed::Uniform::ALL)),
            Style::Named => content.check_members(),
            Style::Newtype | Style::Tuple => {
                let ty = &content.fields[0].0.ty;
                let inside = quote!(__v::typed::inside(node, depth)?);
                match holds_all(content.variant) {
                    true => quote! {{
                        let depth = #inside;
                        <#ty as __v::typed::ReadInPlace>::check(
                            node,
                            depth,
                            &mut <#ty as __v::typed::ReadInPlace>::Seen::default(),
                        )
                    }},
                    false => quote! {
                        <#ty as __v::typed::FlattenInPlace>::check_members(node, #inside)
                    },
                }
            }
        };
        quote!(#i => #check,)
    });
    let is_member = contents.iter().enumerate().map(|(i, content)| {
        let is_member = match holds_all(content.variant) {
            true => quote!(true),
            false => content.is_member(),
        };
        quote!(::core::result::Result::Ok(#i) => #is_member,)
    });
    let lists = contents.iter().map(Content::list);
    Some(quote! {
        #[automatically_derived]
        impl #generics __v::typed::FlattenInPlace for #ident #ty #clause {
            fn check_members(node: __v::View<'_>, depth: usize) -> __v::Result<__v::typed::Uniform> {
                let _ = depth;
                match #found? {
                    #(#checks)*
                    _ => ::core::result::Result::Ok(__v::typed::Uniform::ALL),
                }
            }
            fn read_members<'__a>(view: __v::View<'__a>, uniform: __v::typed::Uniform) -> Self::View<'__a> {
                <Self as __v::typed::ReadInPlace>::read(view, uniform, &mut ())
            }
            fn is_member(node: __v::View<'_>, name: &str) -> bool {
                name == #tag || match #found {
                    #(#is_member)*
                    _ => false,
                }
            }
            fn list(names: &mut __v::typed::Names) {
                names.push(#tag);
                #(#lists)*
            }
        }
    })
}

/// Makes `Clone`, `Copy` and `Debug` of the view.
fn standard(params: &Params, contents: &[Content<'_>], name: &Ident) -> TokenStream {
    let (generics, ty, _) = params.of_view();
    let (copy, debug) = (
        params.clause_with(&quote!(::core::marker::Copy)),
        params.clause_with(&quote!(::core::fmt::Debug)),
    );
    let arms = contents.iter().map(|content| {
        let (ident, text) = (content.variant.ident, content.variant.ident.to_string());
        let bound: Vec<Ident> = (0..content.all().count())
            .map(|i| format_ident!("f{i}"))
            .collect();
        match content.variant.content.style {
            Style::Unit => quote!(Self::#ident => f.write_str(#text),),
            Style::Named => {
                let members = content.all().map(|(field, _)| &field.member);
                let names = content.all().map(|(field, _)| &field.name);
                quote! {
                    Self::#ident { #(#members: #bound),* } => {
                        f.debug_struct(#text)#(.field(#names, #bound))*.finish()
                    }
                }
            }
            _ => quote! {
                Self::#ident(#(#bound),*) => f.debug_tuple(#text)#(.field(#bound))*.finish(),
            },
        }
    });
    quote! {
        #[automatically_derived]
        impl #generics ::core::clone::Clone for #name #ty #copy {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        #[automatically_derived]
        impl #generics ::core::marker::Copy for #name #ty #copy {}

        #[automatically_derived]
        impl #generics ::core::fmt::Debug for #name #ty #debug {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    #(#arms)*
                }
            }
        }
    }
}
