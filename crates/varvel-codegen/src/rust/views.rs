//! Tables and structs in place: a method for each field.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use varvel_fbs::UnionId;

use super::names::ident;
use super::{Generator, doc, name_and_slot, names};
use crate::plan::{Absence, FieldPlan, Kind, ObjectPlan, Shape, TypeName};

impl Generator<'_, '_> {
    pub(super) fn view(&self, of: &ObjectPlan<'_>) -> TokenStream {
        let (object, from) = (of.definition, &of.name);
        let (name, schema) = (&ident(&from.name), self.schema_from(from));
        let (kind, reference) = match object.is_struct() {
            true => (ident("Struct"), ident("StructRef")),
            false => (ident("Table"), ident("TableRef")),
        };
        let what = if object.is_struct() {
            "struct"
        } else {
            "table"
        };
        let about = doc(
            &object.doc,
            format!("The {what} `{}`, in place.", object.name),
        );
        let number = of.id.0 as usize;
        let visits = self.visit_view(of);
        let called: Vec<&str> = of.fields.iter().map(|field| field.name.as_str()).collect();
        let debug = debug(name, &called);
        let methods: Vec<TokenStream> = of
            .fields
            .iter()
            .map(|field| match object.is_struct() {
                true => self.struct_method(from, field),
                false => self.table_method(from, field),
            })
            .collect();
        let methods = match methods.is_empty() {
            true => quote!(),
            false => {
                let allowed = allowed(&called);
                quote!(#allowed impl<'a> #name<'a> { #(#methods)* })
            }
        };
        let size = match object.is_struct() {
            true => {
                let (size, align) = (object.size, object.align as u16);
                quote! {
                    const _: () = assert!(matches!(
                        <#schema as ::varvel_flatbuffers::Schema>::LAYOUT.objects()[#number].shape,
                        ::varvel_flatbuffers::layout::TableOrStruct::Struct { size: #size, align: #align }
                    ));
                }
            }
            false => quote!(),
        };
        let allowed = names::allowed([name]);
        quote! {
            #about
            #allowed
            #[derive(Clone, Copy)]
            pub struct #name<'a>(::varvel_flatbuffers::#reference<'a, #name<'static>>);

            impl ::varvel_flatbuffers::Object for #name<'static> {
                type Schema = #schema;
                const OBJECT: usize = #number;
            }

            impl ::varvel_flatbuffers::#kind for #name<'static> {
                type View<'a> = #name<'a>;

                #[inline(always)]
                fn view(place: ::varvel_flatbuffers::#reference<'_, Self>) -> #name<'_> {
                    #name(place)
                }
            }

            impl<'a> From<#name<'a>> for ::varvel_flatbuffers::#reference<'a, #name<'static>> {
                fn from(view: #name<'a>) -> Self {
                    view.0
                }
            }

            #size

            #debug

            #methods

            #visits
        }
    }

    fn struct_method(&self, from: &TypeName, field: &FieldPlan<'_>) -> TokenStream {
        let about = doc(
            &field.field.doc,
            format!("The field `{}`.", field.field.name),
        );
        let (name, slot) = name_and_slot(field);
        let (ty, read) = match field.shape {
            Shape::One(Kind::Struct(id)) => {
                let ty = self.view_path(from, id);
                (
                    quote!(#ty<'a>),
                    quote!(self.0.structure::<#ty<'static>, #slot>()),
                )
            }
            Shape::One(_) => self.one_scalar(from, field, false),
            shape => {
                let kind = self.item(from, shape.kind());
                let ty = quote!(::varvel_flatbuffers::Vector<'a, #kind>);
                (ty, quote!(self.0.array::<#kind, #slot>()))
            }
        };
        let text = self.text_method(field);
        quote! {
            #about
            #[inline]
            pub fn #name(self) -> #ty { #read }

            #text
        }
    }

    fn table_method(&self, from: &TypeName, field: &FieldPlan<'_>) -> TokenStream {
        let about = doc(
            &field.field.doc,
            format!("The field `{}`.", field.field.name),
        );
        let (name, slot) = name_and_slot(field);
        let opt = field.absence == Absence::Nothing;
        let method = |name: &str| match opt {
            true => format_ident!("{name}_opt"),
            false => ident(name),
        };
        let maybe = |ty: TokenStream| match opt {
            true => quote!(Option<#ty>),
            false => ty,
        };
        let (ty, read) = match field.shape {
            Shape::One(Kind::Union(id)) => self.union_read(from, field, id),
            Shape::One(Kind::String) => {
                let method = method("string");
                (maybe(quote!(&'a str)), quote!(self.0.#method::<#slot>()))
            }
            Shape::One(kind @ (Kind::Struct(id) | Kind::Table(id))) => {
                let ty = self.view_path(from, id);
                let method = match kind {
                    Kind::Struct(_) => method("structure"),
                    _ => method("table"),
                };
                (
                    maybe(quote!(#ty<'a>)),
                    quote!(self.0.#method::<#ty<'static>, #slot>()),
                )
            }
            Shape::One(_) => self.one_scalar(from, field, opt),
            Shape::Vector(Kind::Union(id)) => {
                let of = self.union_path(from, id);
                let ty = quote!(Option<::varvel_flatbuffers::read::UnionVector<'a, #of<'static>>>);
                (ty, quote!(self.0.unions_opt::<#slot>().map(From::from)))
            }
            shape if shape.is_bytes() => {
                let method = method("bytes");
                (maybe(quote!(&'a [u8])), quote!(self.0.#method::<#slot>()))
            }
            shape => {
                let (method, kind) = (method("vector"), self.item(from, shape.kind()));
                let ty = maybe(quote!(::varvel_flatbuffers::Vector<'a, #kind>));
                (ty, quote!(self.0.#method::<#kind, #slot>()))
            }
        };
        let nested = match field.shape {
            Shape::Nested(id) => {
                let ty = self.view_path(from, id);
                let method = ident(&field.forms[names::NESTED]);
                let about = format!(" The buffer in `{}`.", field.field.name);
                quote! {
                    #[doc = #about]
                    #[inline]
                    pub fn #method(self) -> Option<#ty<'a>> { self.0.nested::<#ty<'static>, #slot>() }
                }
            }
            _ => quote!(),
        };
        quote! {
            #about
            #[inline]
            pub fn #name(self) -> #ty { #read }

            #nested
        }
    }

    /// Returns the type of a scalar or enum, and the expression that reads it.
    fn one_scalar(
        &self,
        from: &TypeName,
        field: &FieldPlan<'_>,
        opt: bool,
    ) -> (TokenStream, TokenStream) {
        let slot = Literal::u16_unsuffixed(field.field.slot);
        let stored = self.stored(field.shape.kind());
        let method = if opt {
            quote!(scalar_opt)
        } else {
            quote!(scalar)
        };
        let read = quote!(self.0.#method::<#stored, #slot>());
        let Kind::Enum(id) = field.shape.kind() else {
            return match opt {
                true => (quote!(Option<#stored>), read),
                false => (quote!(#stored), read),
            };
        };
        let ty = self.enum_path(from, id);
        match opt {
            true => (quote!(Option<#ty>), quote!(#read.map(#ty))),
            false => (ty.clone(), quote!(#ty(#read))),
        }
    }

    fn union_read(
        &self,
        from: &TypeName,
        field: &FieldPlan<'_>,
        id: UnionId,
    ) -> (TokenStream, TokenStream) {
        let slot = Literal::u16_unsuffixed(field.field.slot);
        let ty = self.union_path(from, id);
        let arms = self.plan.union(id).variants.iter().map(|variant| {
            let (name, of) = (ident(&variant.name), variant.definition.of);
            let tag = Literal::i128_unsuffixed(variant.definition.tag);
            let read = match Kind::of(self.plan.schema, of) {
                Kind::Struct(id) => {
                    let of = self.view_path(from, id);
                    quote!(member_structure::<#of<'static>, #slot, #tag>())
                }
                Kind::Table(id) => {
                    let of = self.view_path(from, id);
                    quote!(member_table::<#of<'static>, #slot, #tag>())
                }
                _ => quote!(member_string::<#slot, #tag>()),
            };
            quote!(#tag => self.0.#read.map(#ty::#name))
        });
        let read = quote! {
            match self.0.tag::<#slot>() {
                0 => None,
                #(#arms,)*
                tag => Some(#ty::Unknown(tag)),
            }
        };
        (quote!(Option<#ty<'a>>), read)
    }

    /// Returns the kind of the items of a vector or array.
    fn item(&self, from: &TypeName, kind: Kind) -> TokenStream {
        match kind {
            Kind::String => quote!(::varvel_flatbuffers::read::Strings),
            Kind::Enum(id) => {
                let ty = self.enum_path(from, id);
                quote!(::varvel_flatbuffers::read::Enums<#ty>)
            }
            Kind::Struct(id) => {
                let ty = self.view_path(from, id);
                quote!(::varvel_flatbuffers::read::Structs<#ty<'static>>)
            }
            Kind::Table(id) => {
                let ty = self.view_path(from, id);
                quote!(::varvel_flatbuffers::read::Tables<#ty<'static>>)
            }
            Kind::Scalar(_) | Kind::Union(_) => {
                let scalar = self.stored(kind);
                quote!(::varvel_flatbuffers::read::Scalars<#scalar>)
            }
        }
    }
}

/// Makes `Debug`, which shows all fields with their names.
fn debug(name: &Ident, fields: &[&str]) -> TokenStream {
    let called = name.to_string();
    let shown = fields.iter().map(|text| {
        let name = ident(text);
        quote!(.field(#text, &view.#name()))
    });
    // The view is copied into a variable, so that a call means the accessor and not a method of a
    // trait with the same name.
    let by_value = (!fields.is_empty()).then(|| quote!(let view = *self;));
    quote! {
        impl ::core::fmt::Debug for #name<'_> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                #by_value
                f.debug_struct(#called)#(#shown)*.finish()
            }
        }
    }
}

/// Methods of standard traits. Clippy warns of other methods with these names.
const METHODS: &[&str] = &[
    "add",
    "as_mut",
    "as_ref",
    "bitand",
    "bitor",
    "bitxor",
    "borrow",
    "borrow_mut",
    "clone",
    "cmp",
    "default",
    "deref",
    "deref_mut",
    "div",
    "drop",
    "eq",
    "from_iter",
    "from_str",
    "hash",
    "index",
    "index_mut",
    "into_iter",
    "mul",
    "neg",
    "next",
    "not",
    "rem",
    "shl",
    "shr",
    "sub",
];

/// Returns the attribute that silences clippy about methods that are named by a schema.
fn allowed(names: &[&str]) -> TokenStream {
    let any = |test: fn(&str) -> bool| names.iter().any(|name| test(name));
    let mut lints = Vec::new();
    if any(|name| METHODS.contains(&name)) {
        lints.push(quote!(clippy::should_implement_trait));
    }
    if any(|name| name == "new") {
        lints.push(quote!(clippy::new_ret_no_self));
    }
    if any(|name| name == "len") {
        lints.push(quote!(clippy::len_without_is_empty));
    }
    if any(|name| name == "new" || name.starts_with("from_")) {
        lints.push(quote!(clippy::wrong_self_convention));
    }
    match lints.is_empty() {
        true => quote!(),
        false => quote!(#[allow(#(#lints,)* reason = "names of the schema")]),
    }
}
