//! `derive(Table)` of a struct with named fields: a FlatBuffers table.

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::spanned::Spanned as _;
use syn::{Error, Result};

use crate::attributes::Default_;
use crate::hygiene::quote;
use crate::input::{Field, Input, Struct, unraw};

/// Refuses attributes of a field that a table cannot have.
fn check(field: &Field<'_>) -> Result<()> {
    let attributes = &field.attributes;
    let not_done = [
        (attributes.flatten.is_some(), "flatten"),
        (attributes.with.is_some(), "with"),
        (attributes.skip_if.is_some(), "skip_if"),
        (attributes.required.is_some(), "required"),
    ];
    match not_done.into_iter().find(|(has, _)| *has) {
        Some((_, name)) => {
            let message = format!("a field of a table cannot have `{name}`");
            Err(Error::new(field.member.span(), message))
        }
        None => Ok(()),
    }
}

/// Makes the value of a field with `skip`, which is no field of the table.
pub fn skipped(field: &Field<'_>) -> TokenStream {
    match &field.attributes.default {
        Some(Default_::Call(path)) => quote!(#path()),
        _ => quote!(::core::default::Default::default()),
    }
}

pub fn expand(input: &Input<'_>, data: &Struct<'_>) -> Result<TokenStream> {
    let ident = input.ident;
    let name = unraw(ident);
    let (mut definitions, mut indices, mut written, mut read) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for field in &data.fields {
        let (member, ty, name) = (&field.member, field.ty, &field.name);
        if field.attributes.skip {
            let value = skipped(field);
            read.push(quote!(#member: #value));
            continue;
        }
        check(field)?;
        let position = definitions.len();
        let index = format_ident!("__AT_{position}");
        indices.push(quote!(const #index: usize = __v::rust_schema::FieldDefinition::index(__FIELDS, #position);));
        let of = quote!(<#ty as __v::rust_schema::FieldType<__S>>);
        let definition = quote!(__v::rust_schema::FieldDefinition::of::<__S, #ty>(#name));
        let located = quote!(.map_err(|error| __v::rust_schema::inside(error, #name))?);
        match &field.attributes.default {
            None => {
                definitions.push(definition);
                written.push(quote!(#of::put::<Self, __F, #index>(&self.#member, fields)?;));
                read.push(quote!(#member: #of::get::<Self, #index>(table)#located));
            }
            Some(default) => {
                let value = match default {
                    Default_::Trait => quote!(::core::default::Default::default),
                    Default_::Call(path) => quote!(#path),
                };
                definitions.push(quote!(#definition.defaulted()));
                let value_of = quote!(::core::option::Option::Some(&self.#member));
                written.push(quote!(#of::put_opt::<Self, __F, #index>(#value_of, fields)?;));
                read.push(quote! {
                    #member: match #of::get_opt::<Self, #index>(table)#located {
                        ::core::option::Option::Some(value) => value,
                        ::core::option::Option::None => #value(),
                    }
                });
            }
        }
    }
    Ok(quote! {
        type __S = <#ident as __v::Object>::Schema;

        const __FIELDS: &[__v::rust_schema::FieldDefinition] = &[#(#definitions),*];
        // A union takes two fields, so that an index can differ from the position.
        #(#indices)*

        #[automatically_derived]
        impl __v::rust_schema::DefinedObject for #ident {
            const DEFINITION: &'static __v::rust_schema::ObjectDefinition = &__v::rust_schema::ObjectDefinition {
                name: #name,
                fields: __FIELDS,
                shape: __v::layout::TableOrStruct::Table,
            };
        }

        #[automatically_derived]
        impl __v::Table for #ident {
            type View<'__a> = __v::TableRef<'__a, Self>;

            #[inline(always)]
            fn view(table: __v::TableRef<'_, Self>) -> __v::TableRef<'_, Self> {
                table
            }
        }

        #[automatically_derived]
        impl __v::EncodeTable for #ident {
            type Table = Self;

            #[inline]
            fn fields<__F: __v::Fields<Self>>(&self, fields: &mut __F) -> __v::rust_schema::Result {
                #(#written)*
                ::core::result::Result::Ok(())
            }
        }

        #[automatically_derived]
        impl __v::rust_schema::PlainTable for #ident {
            fn read(table: __v::TableRef<'_, Self>) -> __v::rust_schema::Result<Self> {
                ::core::result::Result::Ok(Self { #(#read),* })
            }
        }

        #[automatically_derived]
        impl __v::rust_schema::FieldType<__S> for #ident {
            const TYPE: __v::layout::Type = __v::layout::Type::Table(<Self as __v::Object>::OBJECT as u32);

            #[inline]
            fn put<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const __I: usize>(
                &self,
                fields: &mut __F,
            ) -> __v::rust_schema::Result {
                fields.table::<Self, __I>(::core::option::Option::Some(self))
            }

            #[inline]
            fn put_opt<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const __I: usize>(
                value: ::core::option::Option<&Self>,
                fields: &mut __F,
            ) -> __v::rust_schema::Result {
                fields.table::<Self, __I>(value)
            }

            fn get_opt<__T: __v::Object<Schema = __S>, const __I: usize>(
                table: __v::TableRef<'_, __T>,
            ) -> __v::rust_schema::Result<::core::option::Option<Self>> {
                table
                    .table_opt::<Self, __I>()
                    .map(<Self as __v::rust_schema::PlainTable>::read)
                    .transpose()
            }
        }

        #[automatically_derived]
        impl __v::rust_schema::Item<__S> for #ident {
            const ELEMENT: __v::layout::Element =
                __v::layout::Element::Table(<Self as __v::Object>::OBJECT as u32);

            #[inline]
            fn put_items<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const __I: usize>(
                items: ::core::option::Option<&[Self]>,
                fields: &mut __F,
            ) -> __v::rust_schema::Result {
                fields.tables::<_, __I>(items)
            }

            fn get_items<__T: __v::Object<Schema = __S>, const __I: usize>(
                table: __v::TableRef<'_, __T>,
            ) -> __v::rust_schema::Result<::core::option::Option<__v::rust_schema::Vec<Self>>> {
                match table.vector_opt::<__v::read::Tables<Self>, __I>() {
                    ::core::option::Option::Some(items) => items
                        .iter()
                        .map(<Self as __v::rust_schema::PlainTable>::read)
                        .collect::<__v::rust_schema::Result<_>>()
                        .map(::core::option::Option::Some),
                    ::core::option::Option::None => ::core::result::Result::Ok(::core::option::Option::None),
                }
            }
        }

        #[automatically_derived]
        impl __v::rust_schema::UnionMember<__S> for #ident {
            const TYPE: __v::layout::MemberType =
                __v::layout::MemberType::Table(<Self as __v::Object>::OBJECT as u32);

            #[inline]
            fn put<__U: __v::EncodeUnion<Schema = __S>, __M: __v::Member<__S>, const __TAG: i64>(
                &self,
                member: &mut __M,
            ) -> __v::rust_schema::Result {
                member.table::<__U, Self, __TAG>(self)
            }

            fn get<__T: __v::Object<Schema = __S>, const __I: usize, const __TAG: i64>(
                table: __v::TableRef<'_, __T>,
            ) -> __v::rust_schema::Result<::core::option::Option<Self>> {
                table
                    .member_table::<Self, __I, __TAG>()
                    .map(<Self as __v::rust_schema::PlainTable>::read)
                    .transpose()
            }

            fn get_item(
                unions: __v::read::Unions<'_, __S>,
                index: usize,
            ) -> __v::rust_schema::Result<::core::option::Option<Self>> {
                unions
                    .table::<Self>(index)
                    .map(<Self as __v::rust_schema::PlainTable>::read)
                    .transpose()
            }
        }
    })
}
