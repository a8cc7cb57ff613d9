//! Tables and structs in place: a method for each field.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use varvel_fbs::{
    DefaultValue, Element, Field, Nested, Object, ObjectId, Presence, Scalar, Type, UnionId,
};

use super::names::{Path, Unique, ident, lead, snake, with_behind};
use super::{Generator, doc, names, primitive};

impl Generator<'_> {
    /// Returns the fields that have an accessor, with their names in Rust.
    pub(super) fn visible<'o>(&self, object: &'o Object) -> Vec<(Ident, &'o Field)> {
        let mut unique = Unique::default();
        let fields = object.fields.iter().filter(|field| !self.is_hidden(field));
        fields
            .map(|field| {
                let others: &[&str] = match field.nested {
                    Some(Nested::Table(_)) => &["_nested"],
                    _ => &[],
                };
                (unique.name_with(snake(&field.name), others), field)
            })
            .collect()
    }

    pub(super) fn view(&self, id: ObjectId, object: &Object) -> TokenStream {
        let path = self.names.object(id);
        let (name, schema) = (&path.name, self.names.schema_from(&path.module));
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
        let number = id.0 as usize;
        let visits = self.visit_view(path, object);
        let fields = self.visible(object);
        let called: Vec<String> = fields.iter().map(|(name, _)| name.to_string()).collect();
        let debug = debug(name, &fields);
        let methods: Vec<TokenStream> = fields
            .into_iter()
            .map(|(name, field)| match object.is_struct() {
                true => self.struct_method(path, &name, field),
                false => self.table_method(path, &name, field),
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

    fn struct_method(&self, path: &Path, name: &Ident, field: &Field) -> TokenStream {
        let about = doc(&field.doc, format!("The field `{}`.", field.name));
        let slot = Literal::u16_unsuffixed(field.slot);
        let element = field.ty.element();
        let (ty, read) = match (field.ty, element) {
            (Type::One(_), Element::Object(id)) => {
                let object = self.names.object(id);
                let ty = lead(&path.module, &object.module, &object.name);
                (
                    quote!(#ty<'a>),
                    quote!(self.0.structure::<#ty<'static>, #slot>()),
                )
            }
            (Type::One(_), _) => self.one_scalar(path, field, false),
            _ => {
                let kind = self.kind(path, element);
                let ty = quote!(::varvel_flatbuffers::Vector<'a, #kind>);
                (ty, quote!(self.0.array::<#kind, #slot>()))
            }
        };
        quote! {
            #about
            #[inline]
            pub fn #name(self) -> #ty { #read }
        }
    }

    fn table_method(&self, path: &Path, name: &Ident, field: &Field) -> TokenStream {
        let about = doc(&field.doc, format!("The field `{}`.", field.name));
        let slot = Literal::u16_unsuffixed(field.slot);
        let opt = is_optional(field);
        let method = |name: &str| match opt {
            true => format_ident!("{name}_opt"),
            false => ident(name),
        };
        let maybe = |ty: TokenStream| match opt {
            true => quote!(Option<#ty>),
            false => ty,
        };
        let element = field.ty.element();
        let (ty, read) = match (field.ty, element) {
            (Type::One(_), Element::Union(id)) => self.union_read(path, field, id),
            (Type::One(_), Element::String) => {
                let method = method("string");
                (maybe(quote!(&'a str)), quote!(self.0.#method::<#slot>()))
            }
            (Type::One(_), Element::Object(id)) => {
                let object = self.names.object(id);
                let ty = lead(&path.module, &object.module, &object.name);
                let method = match self.schema.is_struct(element) {
                    true => method("structure"),
                    false => method("table"),
                };
                (
                    maybe(quote!(#ty<'a>)),
                    quote!(self.0.#method::<#ty<'static>, #slot>()),
                )
            }
            (Type::One(_), _) => self.one_scalar(path, field, opt),
            (_, Element::Union(id)) => {
                let target = self.names.union(id);
                let of = lead(&path.module, &target.module, &target.name);
                let ty = quote!(Option<::varvel_flatbuffers::read::UnionVector<'a, #of<'static>>>);
                (ty, quote!(self.0.unions_opt::<#slot>().map(From::from)))
            }
            (_, Element::Scalar(Scalar::U8)) => {
                let method = method("bytes");
                (maybe(quote!(&'a [u8])), quote!(self.0.#method::<#slot>()))
            }
            _ => {
                let (method, kind) = (method("vector"), self.kind(path, element));
                let ty = maybe(quote!(::varvel_flatbuffers::Vector<'a, #kind>));
                (ty, quote!(self.0.#method::<#kind, #slot>()))
            }
        };
        let nested = match field.nested {
            Some(Nested::Table(id)) => {
                let object = self.names.object(id);
                let ty = lead(&path.module, &object.module, &object.name);
                let method = ident(&with_behind(&name.to_string(), "_nested"));
                let about = format!(" The buffer in `{}`.", field.name);
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
    fn one_scalar(&self, path: &Path, field: &Field, opt: bool) -> (TokenStream, TokenStream) {
        let slot = Literal::u16_unsuffixed(field.slot);
        let stored = self.scalar(field.ty).map(primitive);
        let method = if opt {
            quote!(scalar_opt)
        } else {
            quote!(scalar)
        };
        let read = quote!(self.0.#method::<#stored, #slot>());
        let Element::Enum(id) = field.ty.element() else {
            return match opt {
                true => (quote!(Option<#stored>), read),
                false => (quote!(#stored), read),
            };
        };
        let target = self.names.enumeration(id);
        let ty = lead(&path.module, &target.module, &target.name);
        match opt {
            true => (quote!(Option<#ty>), quote!(#read.map(#ty))),
            false => (ty.clone(), quote!(#ty(#read))),
        }
    }

    fn union_read(&self, path: &Path, field: &Field, id: UnionId) -> (TokenStream, TokenStream) {
        let slot = Literal::u16_unsuffixed(field.slot);
        let target = self.names.union(id);
        let ty = lead(&path.module, &target.module, &target.name);
        let arms = self
            .variants(self.schema.union(id))
            .into_iter()
            .map(|(name, variant)| {
                let tag = Literal::i128_unsuffixed(variant.tag);
                let read = match variant.of {
                    Element::Object(id) => {
                        let object = self.names.object(id);
                        let of = lead(&path.module, &object.module, &object.name);
                        match self.schema.is_struct(variant.of) {
                            true => quote!(member_structure::<#of<'static>, #slot, #tag>()),
                            false => quote!(member_table::<#of<'static>, #slot, #tag>()),
                        }
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
    fn kind(&self, path: &Path, element: Element) -> TokenStream {
        match element {
            Element::String => quote!(::varvel_flatbuffers::read::Strings),
            Element::Enum(id) => {
                let target = self.names.enumeration(id);
                let ty = lead(&path.module, &target.module, &target.name);
                quote!(::varvel_flatbuffers::read::Enums<#ty>)
            }
            Element::Object(id) => {
                let object = self.names.object(id);
                let ty = lead(&path.module, &object.module, &object.name);
                match self.schema.is_struct(element) {
                    true => quote!(::varvel_flatbuffers::read::Structs<#ty<'static>>),
                    false => quote!(::varvel_flatbuffers::read::Tables<#ty<'static>>),
                }
            }
            _ => {
                let scalar = self.schema.scalar_of(element).map(primitive);
                quote!(::varvel_flatbuffers::read::Scalars<#scalar>)
            }
        }
    }
}

/// Makes `Debug`, which shows all fields with their names.
fn debug(name: &Ident, fields: &[(Ident, &Field)]) -> TokenStream {
    let called = name.to_string();
    let shown = fields.iter().map(|(name, _)| {
        let text = name.to_string();
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

/// Returns whether a field of a table may be absent and has no default.
pub(super) fn is_optional(field: &Field) -> bool {
    field.presence == Presence::Optional && field.default == DefaultValue::None
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
fn allowed(names: &[String]) -> TokenStream {
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
