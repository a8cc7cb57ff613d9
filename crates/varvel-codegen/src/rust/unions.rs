//! Unions, in place and owned.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use varvel_fbs::{Element, Variant};

use super::names::ident;
use super::{Generator, doc, more_derives, names, owned_of};
use crate::plan::UnionPlan;

/// The most bytes of a struct that is stored inline in an owned union. Larger ones are boxed, as
/// tables are.
const INLINE: u32 = 64;

impl Generator<'_, '_> {
    pub(super) fn union(&self, of: &UnionPlan<'_>) -> TokenStream {
        // A union without variants holds nothing, so that nobody needs a type for it.
        if of.variants.is_empty() {
            return quote!();
        }
        let place = self.view_of_union(of);
        let owned = self.owned_union(of);
        quote!(#place #owned)
    }

    fn view_of_union(&self, of: &UnionPlan<'_>) -> TokenStream {
        let (union, from) = (of.definition, &of.name);
        let (name, schema) = (&ident(&from.name), self.schema_from(from));
        let about = doc(&union.doc, format!("The union `{}`, in place.", union.name));
        let variants = variants(of);
        let declared = variants.iter().map(|(name, variant)| {
            let about = doc(&variant.doc, format!("`{}`", variant.name));
            let ty = match variant.of {
                Element::Object(id) => {
                    let path = self.view_path(from, id);
                    quote!(#path<'a>)
                }
                _ => quote!(&'a str),
            };
            quote!(#about #name(#ty))
        });
        let union_name = name;
        let items = variants.iter().map(|(name, variant)| {
            let tag = Literal::i128_unsuffixed(variant.tag);
            let read = match variant.of {
                Element::Object(id) => {
                    let ty = self.view_path(from, id);
                    match self.plan.schema.is_struct(variant.of) {
                        true => quote!(structure::<#ty<'static>>(index)),
                        false => quote!(table::<#ty<'static>>(index)),
                    }
                }
                _ => quote!(string(index)),
            };
            quote!(#tag => unions.#read.map(#union_name::#name))
        });
        let members = variants.iter().map(|(name, variant)| {
            let tag = Literal::i128_unsuffixed(variant.tag);
            let visits = match variant.of {
                Element::Object(_) if self.plan.schema.is_struct(variant.of) => {
                    quote!(structure::<Self, _, #tag>(value))
                }
                Element::Object(_) => quote!(table::<Self, _, #tag>(value)),
                _ => quote!(string::<Self, #tag>(value)),
            };
            quote!(Self::#name(value) => member.#visits)
        });
        let number = of.id.0 as usize;
        let allowed = names::allowed(
            [name]
                .into_iter()
                .chain(variants.iter().map(|(name, _)| name)),
        );
        quote! {
            #about
            #allowed
            #[derive(Clone, Copy, Debug)]
            pub enum #name<'a> {
                #(#declared,)*
                /// A variant of a later schema, by its tag.
                Unknown(i64),
            }

            impl ::varvel_flatbuffers::Union for #name<'static> {
                type Schema = #schema;
                type View<'a> = #name<'a>;

                fn item(unions: ::varvel_flatbuffers::read::Unions<'_, #schema>, index: usize) -> Option<#name<'_>> {
                    match unions.tag(index) {
                        0 => None,
                        #(#items,)*
                        tag => Some(#name::Unknown(tag)),
                    }
                }
            }

            impl ::varvel_flatbuffers::EncodeUnion for #name<'_> {
                type Schema = #schema;
                const UNION: usize = #number;

                fn member<M_: ::varvel_flatbuffers::Member<#schema>>(&self, member: &mut M_) -> ::varvel_flatbuffers::generated::Result {
                    match self {
                        #(#members,)*
                        Self::Unknown(tag) => member.unknown::<Self>(*tag),
                    }
                }
            }
        }
    }

    fn owned_union(&self, of: &UnionPlan<'_>) -> TokenStream {
        let (union, from) = (of.definition, &of.name);
        let (name, view) = (&ident(owned_of(from)), ident(&from.name));
        let schema = self.schema_from(from);
        let about = doc(&union.doc, format!("The union `{}`, owned.", union.name));
        let number = of.id.0 as usize;
        let (mut declared, mut members, mut copies) = (Vec::new(), Vec::new(), Vec::new());
        let mut reads = Vec::new();
        let variants = variants(of);
        for (variant_name, variant) in &variants {
            let about = doc(&variant.doc, format!("`{}`", variant.name));
            let tag = Literal::i128_unsuffixed(variant.tag);
            reads.push(quote! {
                #tag => Self::#variant_name(::varvel_flatbuffers::generated::Decode::decode(source, &())?)
            });
            let Element::Object(object) = variant.of else {
                declared.push(quote!(#about #variant_name(String)));
                members
                    .push(quote!(Self::#variant_name(text) => member.string::<Self, #tag>(text)));
                copies.push(
                    quote!(Some(#view::#variant_name(text)) => Self::#variant_name(From::from(text))),
                );
                continue;
            };
            let ty = self.owned_path(from, object);
            let object = self.plan.schema.object(object);
            let method = match object.is_struct() {
                true => quote!(structure),
                false => quote!(table),
            };
            let boxed = !object.is_struct() || object.size > INLINE;
            let (held, made) = match boxed {
                true => (quote!(Box<#ty>), quote!(Box::new(From::from(value)))),
                false => (quote!(#ty), quote!(From::from(value))),
            };
            let value = match boxed {
                true => quote!(&**value),
                false => quote!(value),
            };
            declared.push(quote!(#about #variant_name(#held)));
            members.push(
                quote!(Self::#variant_name(value) => member.#method::<Self, #ty, #tag>(#value)),
            );
            copies.push(quote!(Some(#view::#variant_name(value)) => Self::#variant_name(#made)));
        }
        let allowed = names::allowed(
            [name]
                .into_iter()
                .chain(variants.iter().map(|(name, _)| name)),
        );
        let more = more_derives(of.is_exact);
        quote! {
            #about
            #allowed
            #[derive(Clone, Debug, Default, PartialEq #more)]
            pub enum #name {
                /// No value.
                #[default]
                None,
                #(#declared,)*
            }

            impl ::varvel_flatbuffers::EncodeUnion for #name {
                type Schema = #schema;
                const UNION: usize = #number;

                fn member<M_: ::varvel_flatbuffers::Member<#schema>>(&self, member: &mut M_) -> ::varvel_flatbuffers::generated::Result {
                    match self {
                        Self::None => Ok(()),
                        #(#members,)*
                    }
                }
            }

            impl ::varvel_flatbuffers::DecodeUnion for #name {
                type Schema = #schema;
                const UNION: usize = #number;

                fn member_mut<'de, R_: ::varvel_flatbuffers::generated::Source<'de>>(&mut self, tag: i64, source: &mut R_) -> ::varvel_flatbuffers::generated::Result {
                    *self = match tag {
                        #(#reads,)*
                        _ => return source.skip(),
                    };
                    Ok(())
                }
            }

            impl From<Option<#view<'_>>> for #name {
                /// Makes an owned union. A variant of a later schema becomes `None`.
                fn from(view: Option<#view<'_>>) -> Self {
                    match view {
                        #(#copies,)*
                        Some(#view::Unknown(_)) | None => Self::None,
                    }
                }
            }
        }
    }
}

/// Returns the variants with their names in Rust.
fn variants<'u>(of: &UnionPlan<'u>) -> Vec<(Ident, &'u Variant)> {
    let variants = of.variants.iter();
    variants
        .map(|variant| (ident(&variant.name), variant.definition))
        .collect()
}
