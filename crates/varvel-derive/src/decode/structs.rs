//! Makes the code that reads a struct.

use proc_macro2::TokenStream;
use quote::format_ident;

use super::fields::{
    Bodies, content, in_order, is_required, kinds, members, missing, skipped, value,
};
use crate::attributes::NoneIs;
use crate::generics::{self, Parts, context_of};
use crate::hygiene::quote;
use crate::input::{Field, Input, Struct, Style};

pub fn decode(input: &Input<'_>, parts: &Parts, data: &Struct<'_>) -> Bodies {
    let ident = input.ident;
    let context = &parts.context;
    if data.style == Style::Newtype || input.attributes.transparent.is_some() {
        return one_field(input, data);
    }
    let path = quote!(#ident);
    if data.style != Style::Named {
        return Bodies {
            decode: content(input, data, &path, None),
            kinds: kinds(input, data),
            methods: TokenStream::new(),
            beside: TokenStream::new(),
        };
    }
    let partial = format_ident!("__Partial");
    let (_, ty, _) = input.generics.split_for_impl();
    let (generics, _, clause) = parts.generics.split_for_impl();
    let arguments = generics::arguments(&parts.generics);
    let beside = members(input, parts, data, &partial, &path);
    Bodies {
        decode: quote!(__v::members::decode::<#context, #partial #arguments, __R>(source, context)),
        kinds: kinds(input, data),
        methods: decode_into(input, data),
        beside: quote! {
            #beside
            #[automatically_derived]
            impl #generics __v::DecodeMembers<'__de, #context> for #ident #ty #clause {
                type Partial = #partial #arguments;
            }
        },
    }
}

/// Reads a struct that is written as its only field.
fn one_field(input: &Input<'_>, data: &Struct<'_>) -> Bodies {
    let context = context_of(input);
    let mut all = Vec::new();
    let (mut kinds, mut methods) = (quote!(__v::Kinds::ALL), TokenStream::new());
    for field in &data.fields {
        let (member, ty) = (&field.member, field.ty);
        if field.attributes.skip {
            let value = skipped(field);
            all.push(quote!(#member: #value));
            continue;
        }
        let value = value(input, field);
        all.push(quote!(#member: #value?));
        if field.codec.is_none() {
            kinds = quote!(<#ty as __v::Decode<'__de, #context>>::KINDS);
            methods = quote! {
                #[inline]
                fn decode_into<__R: __v::Source<'__de>>(
                    &mut self,
                    source: &mut __R,
                    context: &#context,
                ) -> __v::Result {
                    __v::Decode::<'__de, #context>::decode_into(&mut self.#member, source, context)
                }
            };
            if data.fields.len() == 1 {
                methods.extend(quote! {
                    fn missing(name: &'static str) -> __v::Result<Self> {
                        let value = <#ty as __v::Decode<'__de, #context>>::missing(name)?;
                        ::core::result::Result::Ok(Self { #member: value })
                    }
                });
            }
        }
    }
    // A type that contains only itself would be read without end. Its `KINDS` refer to themselves,
    // so that it does not compile.
    let ends = quote!(const { let _ = <Self as __v::Decode<'__de, #context>>::KINDS; });
    Bodies {
        decode: quote! {
            #ends
            ::core::result::Result::Ok(Self { #(#all),* })
        },
        kinds,
        methods,
        beside: TokenStream::new(),
    }
}

/// Makes `decode_into`, which reads into an existing struct. It is made only if no field is
/// flattened and the type has no `default`.
fn decode_into(input: &Input<'_>, data: &Struct<'_>) -> TokenStream {
    let plain = data
        .read()
        .all(|(_, field)| field.attributes.flatten.is_none());
    if !plain || input.attributes.default.is_some() {
        return TokenStream::new();
    }
    let context = context_of(input);
    let fields: Vec<&Field<'_>> = data.read().map(|(_, field)| field).collect();
    let count = fields.len();
    let reads = fields.iter().enumerate().map(|(arm, field)| {
        let (name, member) = (&field.name, &field.member);
        let read = match field.codec.is_some() || field.attributes.none == Some(NoneIs::Error) {
            true => {
                let value = value(input, field);
                quote!(self.#member = #value?)
            }
            false => quote! {
                __v::Decode::<'__de, #context>::decode_into(&mut self.#member, source, context)?
            },
        };
        quote! {
            __v::members::once(&mut seen[#arm], #name, source)?;
            #read;
        }
    });
    let missing = fields.iter().enumerate().map(|(arm, field)| {
        let member = &field.member;
        let missing = match is_required(input, field) {
            true => missing(input, field, &quote!(at)),
            false => {
                let value = missing(input, field, &quote!(at));
                quote!(self.#member = #value)
            }
        };
        quote!(if !seen[#arm] { #missing; })
    });
    let skipped = data
        .fields
        .iter()
        .filter(|field| field.attributes.skip)
        .map(|field| {
            let (member, value) = (&field.member, skipped(field));
            quote!(self.#member = #value;)
        });
    let arguments = generics::arguments(&Parts::of_decode(input).generics);
    let partial = quote!(__Partial #arguments);
    let next = quote! {
        __v::members::next::<#context, #partial, __R>(source, &mut __v::TagMember::none())
    };
    let reads: Vec<TokenStream> = reads.collect();
    let read_all = in_order(&reads, &partial, &context, &next);
    quote! {
        fn decode_into<__R: __v::Source<'__de>>(
            &mut self,
            source: &mut __R,
            context: &#context,
        ) -> __v::Result {
            let at = source.offset();
            let mut seen = [false; #count];
            source.begin_map()?;
            (|| { #read_all })()?;
            #(#missing)*
            #(#skipped)*
            ::core::result::Result::Ok(())
        }
    }
}
