//! The functions by which a type gives its fields to an encoder in any format, and by which a plain
//! struct is filled in.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::names::ident;
use super::{Generator, name_and_slot};
use crate::plan::{Absence, FieldPlan, Kind, ObjectPlan, Shape, TypeName};

impl Generator<'_, '_> {
    /// Makes the implementations that give the fields of a view.
    pub(super) fn visit_view(&self, of: &ObjectPlan<'_>) -> TokenStream {
        let object = of.definition;
        let visits: Vec<TokenStream> = of
            .fields
            .iter()
            .map(|field| match object.is_struct() {
                true => self.visit_struct_field(field),
                false => self.visit_table_field(&of.name, field),
            })
            .map(|visits| quote!(fields.#visits?;))
            .collect();
        let name = &ident(&of.name.name);
        // The view is copied into a variable, so that a call means the accessor and not a method of
        // a trait with the same name.
        let by_value = quote!(let view = *self;);
        let by_value = (!visits.is_empty()).then_some(&by_value);
        let visits: Vec<&TokenStream> = by_value.into_iter().chain(&visits).collect();
        fields(&quote!(#name<'_>), name, object.is_struct(), &visits)
    }

    fn visit_struct_field(&self, field: &FieldPlan<'_>) -> TokenStream {
        let (name, slot) = name_and_slot(field);
        let stored = self.stored(field.shape.kind());
        match field.shape {
            Shape::One(Kind::Struct(_)) => quote!(structure::<_, #slot>(&view.#name())),
            Shape::One(Kind::Enum(_)) => quote!(scalar::<#stored, #slot>(view.#name().0)),
            Shape::One(_) => quote!(scalar::<#stored, #slot>(view.#name())),
            Shape::Array(Kind::Struct(_), _) => quote!(structures::<_, #slot>(view.#name())),
            _ => quote!(scalars::<#stored, _, #slot>(view.#name())),
        }
    }

    fn visit_table_field(&self, from: &TypeName, field: &FieldPlan<'_>) -> TokenStream {
        let (name, slot) = name_and_slot(field);
        let stored = self.stored(field.shape.kind());
        let opt = field.absence == Absence::Nothing;
        // A field that is always present is given as an `Option`, too.
        let value = match opt {
            true => quote!(view.#name()),
            false => quote!(Some(view.#name())),
        };
        let Shape::One(kind) = field.shape else {
            return self.visit_vector(from, field, &value);
        };
        match kind {
            Kind::Union(_) => quote!(union::<_, #slot>(&view.#name())),
            Kind::String => quote!(string::<#slot>(#value)),
            Kind::Struct(_) | Kind::Table(_) => {
                let method = match kind {
                    Kind::Struct(_) => quote!(structure),
                    _ => quote!(table),
                };
                match field.absence {
                    Absence::Never => quote!(#method::<_, #slot>(Some(&view.#name()))),
                    _ => quote!(#method::<_, #slot>(view.#name().as_ref())),
                }
            }
            Kind::Enum(_) if opt => {
                quote!(scalar_opt::<#stored, #slot>(view.#name().map(|value| value.0)))
            }
            Kind::Enum(_) => quote!(scalar::<#stored, #slot>(view.#name().0)),
            Kind::Scalar(_) if opt => quote!(scalar_opt::<#stored, #slot>(view.#name())),
            Kind::Scalar(_) => quote!(scalar::<#stored, #slot>(view.#name())),
        }
    }

    fn visit_vector(
        &self,
        from: &TypeName,
        field: &FieldPlan<'_>,
        value: &TokenStream,
    ) -> TokenStream {
        let (name, slot) = name_and_slot(field);
        if field.shape.is_bytes() {
            let visits = self.bytes(from, field);
            return quote!(#visits(#value));
        }
        match field.shape.kind() {
            Kind::String => quote!(strings::<_, #slot>(#value)),
            Kind::Struct(_) => quote!(structures::<_, #slot>(#value)),
            Kind::Table(_) => quote!(tables::<_, #slot>(#value)),
            Kind::Union(_) => quote!(unions::<_, #slot>(view.#name())),
            kind @ (Kind::Scalar(_) | Kind::Enum(_)) => {
                let stored = self.stored(kind);
                quote!(scalars::<#stored, _, #slot>(#value))
            }
        }
    }
}

/// Makes the implementations that give the fields of a type: `EncodeTable` or `EncodeStruct`, and
/// `Encode` by it.
pub(super) fn fields(
    name: &TokenStream,
    view: &Ident,
    is_struct: bool,
    visits: &[&TokenStream],
) -> TokenStream {
    let taker = match visits.is_empty() {
        true => quote!(_),
        false => quote!(fields),
    };
    let (implemented, object, takes, shape) = match is_struct {
        true => (
            quote!(EncodeStruct),
            quote!(Struct),
            quote!(StructFields),
            quote!(structure),
        ),
        false => (
            quote!(EncodeTable),
            quote!(Table),
            quote!(Fields),
            quote!(table),
        ),
    };
    quote! {
        impl ::varvel_flatbuffers::#implemented for #name {
            type #object = #view<'static>;

            #[inline]
            fn fields<F_: ::varvel_flatbuffers::#takes<Self::#object>>(&self, #taker: &mut F_) -> ::varvel_flatbuffers::generated::Result {
                #(#visits)*
                Ok(())
            }
        }

        impl<C_: ?Sized> ::varvel_flatbuffers::generated::Encode<C_> for #name {
            #[inline]
            fn encode<'a, S_: ::varvel_flatbuffers::generated::Sink<'a>>(&'a self, sink: &mut S_, _: &C_) -> ::varvel_flatbuffers::generated::Result {
                ::varvel_flatbuffers::events::#shape(self, &::varvel_flatbuffers::events::Options::DEFAULT, sink)
            }
        }
    }
}

/// Makes the implementations that fill in a plain struct: `DecodeFields`, and `Decode` by it.
pub(super) fn fields_mut(
    name: &Ident,
    view: &Ident,
    fills: &[&TokenStream],
    orders: [(TokenStream, Option<TokenStream>); 2],
) -> TokenStream {
    let taker = match fills.is_empty() {
        true => quote!(_),
        false => quote!(fields),
    };
    let orders = orders.into_iter().filter_map(|(name, order)| {
        let order = order?;
        Some(quote! {
            fn #name(&self, other: &Self) -> ::core::cmp::Ordering { #order }
        })
    });
    quote! {
        impl ::varvel_flatbuffers::DecodeFields for #name {
            type Object = #view<'static>;

            #[inline]
            fn fields_mut<F_: ::varvel_flatbuffers::FieldsMut<Self::Object>>(&mut self, #taker: &mut F_) -> ::varvel_flatbuffers::generated::Result {
                #(#fills)*
                Ok(())
            }

            #(#orders)*
        }

        impl<'de, C_: ?Sized> ::varvel_flatbuffers::generated::Decode<'de, C_> for #name {
            const KINDS: ::varvel_flatbuffers::generated::Kinds = ::varvel_flatbuffers::generated::Kinds::of(&[::varvel_flatbuffers::generated::Kind::Object]);

            #[inline]
            fn decode<R_: ::varvel_flatbuffers::generated::Source<'de>>(source: &mut R_, _: &C_) -> ::varvel_flatbuffers::generated::Result<Self> {
                ::varvel_flatbuffers::events::read_new(source)
            }

            #[inline]
            fn decode_into<R_: ::varvel_flatbuffers::generated::Source<'de>>(&mut self, source: &mut R_, _: &C_) -> ::varvel_flatbuffers::generated::Result {
                ::varvel_flatbuffers::events::read(self, source)
            }
        }
    }
}
