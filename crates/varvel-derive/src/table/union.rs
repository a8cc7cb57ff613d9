//! `derive(Table)` of an enum that holds something in each variant: a union.

use proc_macro2::{Literal, TokenStream};
use syn::{Error, Result};

use crate::hygiene::quote;
use crate::input::{Input, Style, Variant, unraw};

pub fn expand(input: &Input<'_>, variants: &[Variant<'_>]) -> Result<TokenStream> {
    if let Some(variant) = variants.iter().find(|v| v.content.style != Style::Newtype) {
        let message = "a union holds one table or string in each variant, as in `Circle(Circle)`; what may be nothing is an \
                       `Option` of the enum";
        return Err(Error::new(variant.ident.span(), message));
    }
    if let Some(variant) = variants.iter().find(|v| v.name == "NONE") {
        let message =
            "`NONE` is what a union that holds nothing is called in a schema: `rename` the variant";
        return Err(Error::new(variant.ident.span(), message));
    }
    let ident = input.ident;
    let name = unraw(ident);
    let (mut members, mut written, mut read, mut items) = (vec![], vec![], vec![], vec![]);
    for (tag, variant) in (1_i64..).zip(variants) {
        let (variant, name, ty) = (variant.ident, &variant.name, variant.content.fields[0].ty);
        let tag = Literal::i64_unsuffixed(tag);
        let of = quote!(<#ty as __v::rust_schema::UnionMember<__S>>);
        members.push(quote!((#name, #of::TYPE)));
        written.push(quote!(Self::#variant(value) => #of::put::<Self, __M, #tag>(value, member)));
        read.push(quote!(#tag => #of::get::<__T, __I, #tag>(table)?.map(Self::#variant)));
        items.push(quote!(#tag => #of::get_item(unions, index)?.map(Self::#variant)));
    }
    Ok(quote! {
        type __S = <#ident as __v::rust_schema::UnionOf>::Schema;

        #[automatically_derived]
        impl __v::rust_schema::DefinedUnion for #ident {
            const DEFINITION: &'static __v::rust_schema::UnionDefinition = &__v::rust_schema::UnionDefinition {
                name: #name,
                members: &[#(#members),*],
            };
        }

        #[automatically_derived]
        impl __v::EncodeUnion for #ident {
            type Schema = __S;
            const UNION: usize = <Self as __v::rust_schema::UnionOf>::UNION;

            fn member<__M: __v::Member<__S>>(&self, member: &mut __M) -> __v::rust_schema::Result {
                match self {
                    #(#written),*
                }
            }
        }

        #[automatically_derived]
        impl __v::rust_schema::FieldType<__S> for #ident {
            const TYPE: __v::layout::Type = __v::layout::Type::Union(<Self as __v::rust_schema::UnionOf>::UNION as u32);

            fn put<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const __I: usize>(
                &self,
                fields: &mut __F,
            ) -> __v::rust_schema::Result {
                fields.union::<Self, __I>(self)
            }

            fn put_opt<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const __I: usize>(
                value: ::core::option::Option<&Self>,
                fields: &mut __F,
            ) -> __v::rust_schema::Result {
                match value {
                    ::core::option::Option::Some(value) => fields.union::<Self, __I>(value),
                    ::core::option::Option::None => ::core::result::Result::Ok(()),
                }
            }

            fn get_opt<__T: __v::Object<Schema = __S>, const __I: usize>(
                table: __v::TableRef<'_, __T>,
            ) -> __v::rust_schema::Result<::core::option::Option<Self>> {
                ::core::result::Result::Ok(match table.tag::<__I>() {
                    0 => ::core::option::Option::None,
                    #(#read,)*
                    tag => return ::core::result::Result::Err(__v::rust_schema::unknown(#name, tag)),
                })
            }
        }

        #[automatically_derived]
        impl __v::rust_schema::Item<__S> for #ident {
            const ELEMENT: __v::layout::Element =
                __v::layout::Element::Union(<Self as __v::rust_schema::UnionOf>::UNION as u32);

            fn put_items<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const __I: usize>(
                items: ::core::option::Option<&[Self]>,
                fields: &mut __F,
            ) -> __v::rust_schema::Result {
                fields.unions::<_, __I>(items)
            }

            fn get_items<__T: __v::Object<Schema = __S>, const __I: usize>(
                table: __v::TableRef<'_, __T>,
            ) -> __v::rust_schema::Result<::core::option::Option<__v::rust_schema::Vec<Self>>> {
                let ::core::option::Option::Some(unions) = table.unions_opt::<__I>() else {
                    return ::core::result::Result::Ok(::core::option::Option::None);
                };
                let items = (0..unions.len()).map(|index| {
                    let tag = unions.tag(index);
                    let item = match tag {
                        #(#items,)*
                        _ => ::core::option::Option::None,
                    };
                    // A union without content has no variant in the Rust enum.
                    item.ok_or_else(|| __v::rust_schema::unknown(#name, tag))
                });
                items.collect::<__v::rust_schema::Result<_>>().map(::core::option::Option::Some)
            }
        }
    })
}
