//! Records: views of structs with named fields, and of the named fields of a variant.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Type;

use super::implement;
use super::params::Params;
use crate::input::{Field, Input, Struct};

/// Makes the rows of the table of members.
pub fn rows<'i>(fields: impl Iterator<Item = (&'i Field<'i>, &'i Type)>) -> Vec<TokenStream> {
    let rows = fields.map(|(field, ty)| {
        let (name, aliases) = (&field.name, &field.attributes.aliases);
        let may_miss = match &field.attributes {
            attributes if attributes.default.is_some() => quote!(true),
            attributes if attributes.required.is_some() => quote!(false),
            _ => quote!(<#ty as __v::typed::ReadInPlace>::MAY_MISS),
        };
        quote! {
            __v::typed::Member {
                key: __v::HashedKey::new(#name),
                aliases: &[#(#aliases),*],
                may_miss: #may_miss,
            }
        }
    });
    rows.collect()
}

/// Makes the match arms that check the members by their numbers.
pub fn checks<'i>(types: impl Iterator<Item = &'i Type>) -> Vec<TokenStream> {
    let arms = types.enumerate().map(|(i, ty)| {
        quote! {
            #i => {
                let mut layout = <#ty as __v::typed::ReadInPlace>::Seen::default();
                <#ty as __v::typed::ReadInPlace>::check(member, depth, &mut layout)
            }
        }
    });
    arms.collect()
}

pub fn record(input: &Input<'_>, data: &Struct<'_>) -> TokenStream {
    let (private, ident, vis) = (input.private(), input.ident, input.visibility);
    let params = Params::new(input);
    let name = format_ident!("{ident}View", span = ident.span());
    let (flat, fields): (Vec<_>, Vec<_>) = data
        .read()
        .map(|(_, field)| field)
        .partition(|field| field.attributes.flatten.is_some());
    let count = fields.len();
    let members = rows(fields.iter().map(|field| (*field, field.ty)));
    let types = fields.iter().map(|field| field.ty);
    let (generics, ty, clause) = params.of_type(input);
    let (view_generics, view_ty, view_clause) = params.of_view();
    let declared = params.declared();
    let (marker, mark) = params.marker().unzip();
    let derived = marker.is_none().then(|| quote!(#[derive(Clone, Copy)]));
    let implementation = match flat.is_empty() {
        true => ordered(input, &quote!(#name #view_ty), &name, &mark, &fields),
        false => among(input, &quote!(#name #view_ty)),
    };
    let beside = beside(input, &params, &fields, &flat, &name, &mark);
    let accessors = accessors(&quote!(<#ident #ty>), &fields, &flat);
    let debug = debug(&params, data, &name);
    let copied = marker
        .is_some()
        .then(|| copied(&params, &name, view_clause));
    let doc = format!("A [`{ident}`] that is read in place.");
    // The struct is visible outside of the `const` block, so that it names `varvel` by its full
    // path.
    quote! {
        #[doc = #doc]
        #derived
        #vis struct #name #declared(#private::typed::FieldsOf<'__a, #count> #marker);

        const _: () = {
            use #private as __v;
            #implementation

            impl #generics #ident #ty #clause {
                const __MEMBERS: &'static [__v::typed::Member; #count] = &[#(#members),*];
                const __TILES: [usize; #count] = [#(<#types as __v::typed::ReadInPlace>::TILE),*];
            }

            #beside

            impl #view_generics #name #view_ty #view_clause {
                #accessors
            }

            #copied
            #debug

            #[automatically_derived]
            impl #view_generics ::core::convert::From<#name #view_ty> for __v::View<'__a> #view_clause {
                #[inline]
                fn from(record: #name #view_ty) -> Self {
                    record.0.node()
                }
            }
        };
    }
}

/// Makes the implementation of a record that has its object to itself.
fn ordered(
    input: &Input<'_>,
    view: &TokenStream,
    name: &syn::Ident,
    mark: &Option<TokenStream>,
    fields: &[&Field<'_>],
) -> TokenStream {
    let (count, types) = (fields.len(), fields.iter().map(|field| field.ty));
    let tiles = types.clone().enumerate();
    let tiles = tiles.map(|(i, ty)| quote!(#i => <#ty as __v::typed::ReadInPlace>::tile(member),));
    let likes = types.enumerate();
    let likes = likes
        .map(|(i, ty)| quote!(#i => <#ty as __v::typed::ReadInPlace>::is_like(member, other),));
    let deny = input.attributes.deny_unknown;
    implement(
        input,
        view,
        &quote!(__v::typed::Seen<#count>),
        &quote! {
            __v::typed::FieldsOf::check(view, depth, Self::__MEMBERS, layout, #deny, Self::__each)
        },
        &quote!(#name(__v::typed::FieldsOf::new(view, uniform, Self::__MEMBERS, layout) #mark)),
        Some(&quote! {
            const TILE: usize = __v::typed::record_tile(&Self::__TILES);

            #[inline]
            fn tile(view: __v::View<'_>) -> ::core::option::Option<usize> {
                __v::typed::find_tile(view, &Self::__TILES, |i, member| {
                    let _ = member;
                    match i {
                        #(#tiles)*
                        _ => ::core::option::Option::None,
                    }
                })
            }

            #[inline]
            fn is_tile_at(view: __v::View<'_>, at: usize) -> bool {
                __v::typed::is_tile_at(view, &Self::__TILES, at)
            }

            #[inline]
            fn is_like(tile: &[u8], other: &[u8]) -> bool {
                __v::typed::is_like_tile(tile, other, &Self::__TILES, |i, member, other| {
                    let _ = (member, other);
                    match i {
                        #(#likes)*
                        _ => false,
                    }
                })
            }

            #[inline(always)]
            fn read_tile<'__a>(tile: &'__a [u8], outer: __v::View<'__a>) -> Self::View<'__a> {
                #name(__v::typed::FieldsOf::of_tile(tile, outer) #mark)
            }
        }),
    )
}

/// Makes the implementation of a record that shares its object with flattened fields.
fn among(input: &Input<'_>, view: &TokenStream) -> TokenStream {
    let members = quote!(<Self as __v::typed::FlattenInPlace>);
    let deny = input.attributes.deny_unknown.then(
        || quote!(__v::typed::deny(view, |name| #members::is_member(view, name), #members::list)?;),
    );
    implement(
        input,
        view,
        &quote!(()),
        &quote! {
            let _ = layout;
            let depth = __v::typed::check_object(view, depth)?;
            let uniform = #members::check_members(view, depth)?;
            #deny
            ::core::result::Result::Ok(uniform)
        },
        &quote! {
            let _ = layout;
            #members::read_members(view, uniform)
        },
        None,
    )
}

/// Makes the function that checks one member, and the implementation that reads the members among
/// those of another type.
fn beside(
    input: &Input<'_>,
    params: &Params,
    fields: &[&Field<'_>],
    flat: &[&Field<'_>],
    name: &syn::Ident,
    mark: &Option<TokenStream>,
) -> TokenStream {
    let ident = input.ident;
    let (generics, ty, clause) = params.of_type(input);
    let checks = checks(fields.iter().map(|field| field.ty));
    let flat: Vec<TokenStream> = flat
        .iter()
        .map(|field| {
            let ty = field.ty;
            quote!(<#ty as __v::typed::FlattenInPlace>)
        })
        .collect();
    quote! {
        impl #generics #ident #ty #clause {
            #[inline]
            #[allow(unused_variables, reason = "of a type without members")]
            fn __each(i: usize, member: __v::View<'_>, depth: usize) -> __v::Result<__v::typed::Uniform> {
                match i {
                    #(#checks)*
                    _ => ::core::result::Result::Ok(__v::typed::Uniform::ALL),
                }
            }
        }

        #[automatically_derived]
        impl #generics __v::typed::FlattenInPlace for #ident #ty #clause {
            fn check_members(view: __v::View<'_>, depth: usize) -> __v::Result<__v::typed::Uniform> {
                let uniform = __v::typed::FieldsOf::check_among(view, depth, Self::__MEMBERS, Self::__each)?;
                #(let uniform = uniform & #flat::check_members(view, __v::typed::inside(view, depth)?)?;)*
                ::core::result::Result::Ok(uniform)
            }
            fn read_members<'__a>(view: __v::View<'__a>, uniform: __v::typed::Uniform) -> Self::View<'__a> {
                #name(__v::typed::FieldsOf::among(view, uniform, Self::__MEMBERS) #mark)
            }
            fn is_member(view: __v::View<'_>, name: &str) -> bool {
                let _ = view;
                Self::__MEMBERS.iter().any(|member| member.is(name)) #(|| #flat::is_member(view, name))*
            }
            fn list(names: &mut __v::typed::Names) {
                names.extend(Self::__MEMBERS.iter().map(|member| member.key.as_str()));
                #(#flat::list(names);)*
            }
        }
    }
}

fn accessors(of: &TokenStream, fields: &[&Field<'_>], flat: &[&Field<'_>]) -> TokenStream {
    let named = fields.iter().enumerate().map(|(i, field)| {
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
            #vis fn #member(self) -> <#ty as __v::typed::ReadInPlace>::View<'__a> {
                self.0.#read::<#ty>(#i, const { __v::typed::tile_offset(&#of::__TILES, #i) })
            }
        }
    });
    let flat = flat.iter().map(|field| {
        let (member, ty, vis) = (&field.member, field.ty, field.visibility);
        quote! {
            /// Returns the flattened members, which stand among those of this record.
            #[allow(dead_code)]
            #[inline]
            #vis fn #member(self) -> <#ty as __v::typed::ReadInPlace>::View<'__a> {
                <#ty as __v::typed::FlattenInPlace>::read_members(self.0.node(), self.0.uniform())
            }
        }
    });
    quote!(#(#named)* #(#flat)*)
}

fn debug(params: &Params, data: &Struct<'_>, name: &syn::Ident) -> TokenStream {
    let (generics, ty, _) = params.of_view();
    let clause = params.clause_with(&quote!(::core::fmt::Debug));
    let text = name.to_string();
    let debugged = data.read().map(|(_, field)| {
        let (member, name) = (&field.member, &field.name);
        quote!(.field(#name, &self.#member()))
    });
    quote! {
        #[automatically_derived]
        impl #generics ::core::fmt::Debug for #name #ty #clause {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct(#text)#(#debugged)*.finish()
            }
        }
    }
}

/// Makes `Clone` and `Copy` of a view, whatever its type parameters are.
fn copied(params: &Params, name: &syn::Ident, clause: Option<&syn::WhereClause>) -> TokenStream {
    let (generics, ty, _) = params.of_view();
    quote! {
        #[automatically_derived]
        impl #generics ::core::clone::Clone for #name #ty #clause {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        #[automatically_derived]
        impl #generics ::core::marker::Copy for #name #ty #clause {}
    }
}
