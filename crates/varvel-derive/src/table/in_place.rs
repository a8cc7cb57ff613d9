//! `derive(Struct)`: a struct with named fields as a FlatBuffers struct, stored in place.

use proc_macro2::TokenStream;
use syn::spanned::Spanned as _;
use syn::{Error, Result};

use crate::hygiene::quote;
use crate::input::{Field, Input, Shape, Style, unraw};

/// Refuses attributes of a field that a struct in place cannot have.
fn check(field: &Field<'_>) -> Result<()> {
    let attributes = &field.attributes;
    let not_done = [
        (attributes.default.is_some(), "default"),
        (attributes.flatten.is_some(), "flatten"),
        (attributes.with.is_some(), "with"),
        (attributes.skip_if.is_some(), "skip_if"),
        (attributes.required.is_some(), "required"),
    ];
    match not_done.into_iter().find(|(has, _)| *has) {
        Some((_, name)) => {
            let message =
                format!("a field of a struct in place is always there, so it cannot have `{name}`");
            Err(Error::new(field.member.span(), message))
        }
        None => Ok(()),
    }
}

pub fn expand(input: &Input<'_>) -> Result<TokenStream> {
    super::without_parameters(input, "Struct")?;
    let ident = input.ident;
    let data = match &input.shape {
        Shape::Struct(data)
            if data.style == Style::Named
                && !data.fields.iter().all(|field| field.attributes.skip) =>
        {
            data
        }
        _ => {
            let message =
                "`Struct` is for structs with named fields, of which there is one at least";
            return Err(Error::new(ident.span(), message));
        }
    };
    let name = unraw(ident);
    let (mut definitions, mut places, mut written, mut read) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for field in &data.fields {
        let (member, ty, name) = (&field.member, field.ty, &field.name);
        if field.attributes.skip {
            let value = super::fields::skipped(field);
            read.push(quote!(#member: #value));
            continue;
        }
        check(field)?;
        let index = definitions.len();
        let of = quote!(<#ty as __v::rust_schema::InPlace<__S>>);
        definitions.push(quote!(__v::rust_schema::FieldDefinition::in_place::<__S, #ty>(#name)));
        places.push(quote!((#of::SIZE, #of::ALIGN)));
        written.push(quote!(#of::put::<Self, __F, #index>(&self.#member, fields)?;));
        read.push(quote! {
            #member: #of::get::<Self, #index>(place).map_err(|error| __v::rust_schema::inside(error, #name))?
        });
    }
    let count = definitions.len();
    Ok(quote! {
        const _: () = {
            use ::varvel_flatbuffers as __v;

            type __S = <#ident as __v::Object>::Schema;

            const __LAID_OUT: ([__v::rust_schema::FieldDefinition; #count], __v::layout::TableOrStruct) =
                __v::rust_schema::lay_out([#(#definitions),*], [#(#places),*]);
            const __SHAPE: __v::layout::TableOrStruct = __LAID_OUT.1;

            #[automatically_derived]
            impl __v::rust_schema::DefinedObject for #ident {
                const DEFINITION: &'static __v::rust_schema::ObjectDefinition = &__v::rust_schema::ObjectDefinition {
                    name: #name,
                    fields: &__LAID_OUT.0,
                    shape: __SHAPE,
                };
            }

            #[automatically_derived]
            impl __v::Struct for #ident {
                type View<'__a> = __v::StructRef<'__a, Self>;

                #[inline(always)]
                fn view(place: __v::StructRef<'_, Self>) -> __v::StructRef<'_, Self> {
                    place
                }
            }

            #[automatically_derived]
            impl __v::EncodeStruct for #ident {
                type Struct = Self;

                #[inline]
                fn fields<__F: __v::StructFields<Self>>(&self, fields: &mut __F) -> __v::rust_schema::Result {
                    #(#written)*
                    ::core::result::Result::Ok(())
                }
            }

            #[automatically_derived]
            impl __v::rust_schema::PlainStruct for #ident {
                #[inline]
                fn read(place: __v::StructRef<'_, Self>) -> __v::rust_schema::Result<Self> {
                    ::core::result::Result::Ok(Self { #(#read),* })
                }
            }

            #[automatically_derived]
            impl __v::rust_schema::InPlace<__S> for #ident {
                const TYPE: __v::layout::Type = __v::layout::Type::Struct(<Self as __v::Object>::OBJECT as u32);
                const SIZE: usize = __v::rust_schema::size_and_align(__SHAPE).0;
                const ALIGN: usize = __v::rust_schema::size_and_align(__SHAPE).1;

                #[inline]
                fn put<__T: __v::Object<Schema = __S>, __F: __v::StructFields<__T>, const __I: usize>(
                    &self,
                    fields: &mut __F,
                ) -> __v::rust_schema::Result {
                    fields.structure::<Self, __I>(self)
                }

                #[inline]
                fn get<__T: __v::Object<Schema = __S>, const __I: usize>(
                    place: __v::StructRef<'_, __T>,
                ) -> __v::rust_schema::Result<Self> {
                    <Self as __v::rust_schema::PlainStruct>::read(place.structure::<Self, __I>())
                }
            }

            #[automatically_derived]
            impl __v::rust_schema::InPlaceItem<__S> for #ident {
                const ELEMENT: __v::layout::Element =
                    __v::layout::Element::Struct(<Self as __v::Object>::OBJECT as u32);

                #[inline]
                fn put_items<__T: __v::Object<Schema = __S>, __F: __v::StructFields<__T>, const __I: usize>(
                    items: &[Self],
                    fields: &mut __F,
                ) -> __v::rust_schema::Result {
                    fields.structures::<_, __I>(items)
                }

                fn get_items<__T: __v::Object<Schema = __S>, const __I: usize, const __N: usize>(
                    place: __v::StructRef<'_, __T>,
                ) -> __v::rust_schema::Result<[Self; __N]> {
                    let items = place.array::<__v::read::Structs<Self>, __I>().iter();
                    __v::rust_schema::array(items.map(<Self as __v::rust_schema::PlainStruct>::read))
                }
            }

            #[automatically_derived]
            impl __v::rust_schema::FieldType<__S> for #ident {
                const TYPE: __v::layout::Type = __v::layout::Type::Struct(<Self as __v::Object>::OBJECT as u32);

                #[inline]
                fn put<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const __I: usize>(
                    &self,
                    fields: &mut __F,
                ) -> __v::rust_schema::Result {
                    fields.structure::<Self, __I>(::core::option::Option::Some(self))
                }

                #[inline]
                fn put_opt<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const __I: usize>(
                    value: ::core::option::Option<&Self>,
                    fields: &mut __F,
                ) -> __v::rust_schema::Result {
                    fields.structure::<Self, __I>(value)
                }

                fn get_opt<__T: __v::Object<Schema = __S>, const __I: usize>(
                    table: __v::TableRef<'_, __T>,
                ) -> __v::rust_schema::Result<::core::option::Option<Self>> {
                    table
                        .structure_opt::<Self, __I>()
                        .map(<Self as __v::rust_schema::PlainStruct>::read)
                        .transpose()
                }
            }

            #[automatically_derived]
            impl __v::rust_schema::Item<__S> for #ident {
                const ELEMENT: __v::layout::Element =
                    __v::layout::Element::Struct(<Self as __v::Object>::OBJECT as u32);

                #[inline]
                fn put_items<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const __I: usize>(
                    items: ::core::option::Option<&[Self]>,
                    fields: &mut __F,
                ) -> __v::rust_schema::Result {
                    fields.structures::<_, __I>(items)
                }

                fn get_items<__T: __v::Object<Schema = __S>, const __I: usize>(
                    table: __v::TableRef<'_, __T>,
                ) -> __v::rust_schema::Result<::core::option::Option<__v::rust_schema::Vec<Self>>> {
                    match table.vector_opt::<__v::read::Structs<Self>, __I>() {
                        ::core::option::Option::Some(items) => items
                            .iter()
                            .map(<Self as __v::rust_schema::PlainStruct>::read)
                            .collect::<__v::rust_schema::Result<_>>()
                            .map(::core::option::Option::Some),
                        ::core::option::Option::None => ::core::result::Result::Ok(::core::option::Option::None),
                    }
                }
            }

            #[automatically_derived]
            impl __v::rust_schema::UnionMember<__S> for #ident {
                const TYPE: __v::layout::MemberType =
                    __v::layout::MemberType::Struct(<Self as __v::Object>::OBJECT as u32);

                #[inline]
                fn put<__U: __v::EncodeUnion<Schema = __S>, __M: __v::Member<__S>, const __TAG: i64>(
                    &self,
                    member: &mut __M,
                ) -> __v::rust_schema::Result {
                    member.structure::<__U, Self, __TAG>(self)
                }

                fn get<__T: __v::Object<Schema = __S>, const __I: usize, const __TAG: i64>(
                    table: __v::TableRef<'_, __T>,
                ) -> __v::rust_schema::Result<::core::option::Option<Self>> {
                    table
                        .member_structure::<Self, __I, __TAG>()
                        .map(<Self as __v::rust_schema::PlainStruct>::read)
                        .transpose()
                }

                fn get_item(
                    unions: __v::read::Unions<'_, __S>,
                    index: usize,
                ) -> __v::rust_schema::Result<::core::option::Option<Self>> {
                    unions
                        .structure::<Self>(index)
                        .map(<Self as __v::rust_schema::PlainStruct>::read)
                        .transpose()
                }
            }
        };
    })
}
