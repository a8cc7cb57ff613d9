//! Tables and structs as plain structs, which are written by the layout and made from views.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use varvel_fbs::{
    DefaultValue, Element, EnumId, Field, Nested, Object, ObjectId, Presence, Scalar, Type,
};

use super::names::{Path, lead};
use super::views::is_optional;
use super::{Generator, doc, names, primitive, visit};

/// The longest array for which Rust has `Default`.
const DEFAULT_ARRAY: u16 = 32;

/// The code for a field of a plain struct.
struct Owned {
    ty: TokenStream,
    /// The default of the field, if it is not that of its type.
    default: Option<TokenStream>,
    /// Gives the field to the encoder.
    encode: TokenStream,
    /// Makes the field from the view.
    copy: TokenStream,
    /// Fills the field in when the struct is decoded.
    fill: TokenStream,
}

impl Generator<'_> {
    pub(super) fn owned(&self, id: ObjectId, object: &Object) -> TokenStream {
        let path = self.names.object(id);
        let (name, view) = (&path.owned, &path.name);
        let about = doc(&object.doc, format!("`{}` as a plain struct.", object.name));
        let visible = self.visible(object);
        let fields: Vec<(Ident, &Field, Owned)> = visible
            .into_iter()
            .map(|(name, field)| {
                let owned = match object.is_struct() {
                    true => self.in_struct(path, &name, field),
                    false => self.in_table(path, &name, field),
                };
                (name, field, owned)
            })
            .collect();
        let declared = fields.iter().map(|(name, field, owned)| {
            let about = doc(&field.doc, format!("The field `{}`.", field.name));
            let ty = &owned.ty;
            quote!(#about pub #name: #ty)
        });
        let copies = fields.iter().map(|(name, _, owned)| {
            let copy = &owned.copy;
            quote!(#name: #copy)
        });
        let derived = fields.iter().all(|(_, _, owned)| owned.default.is_none());
        let default = match derived {
            true => quote!(),
            false => {
                let defaults = fields.iter().map(|(name, _, owned)| match &owned.default {
                    Some(default) => quote!(#name: #default),
                    None => quote!(#name: Default::default()),
                });
                quote! {
                    impl Default for #name {
                        fn default() -> Self {
                            Self { #(#defaults,)* }
                        }
                    }
                }
            }
        };
        let derive_copy = object.is_struct().then(|| quote!(Copy,));
        let derive_default = derived.then(|| quote!(Default,));
        let visits: Vec<&TokenStream> = fields.iter().map(|(_, _, owned)| &owned.encode).collect();
        let encode = visit::fields(&quote!(#name), view, object.is_struct(), &visits);
        let fills = fields.iter().map(|(_, _, owned)| &owned.fill);
        let orders = [
            (quote!(by_key), self.by_key(object)),
            (quote!(by_parts), self.by_parts(id, object)),
        ];
        let decode = visit::fields_mut(name, view, &fills.collect::<Vec<_>>(), orders);
        let value = if fields.is_empty() {
            quote!(_)
        } else {
            quote!(view)
        };
        let allowed = names::allowed([name]);
        let more = self.more_derives(self.exact.object(id));
        quote! {
            #about
            #allowed
            #[derive(Clone, #derive_copy Debug, #derive_default PartialEq #more)]
            pub struct #name { #(#declared,)* }

            #default

            #encode

            #decode

            impl From<#view<'_>> for #name {
                fn from(#value: #view<'_>) -> Self {
                    Self { #(#copies,)* }
                }
            }
        }
    }

    fn in_struct(&self, path: &Path, name: &Ident, field: &Field) -> Owned {
        let slot = Literal::u16_unsuffixed(field.slot);
        let element = field.ty.element();
        let object = match element {
            Element::Object(id) => Some(self.owned_path(path, id)),
            _ => None,
        };
        let stored = self.scalar(field.ty).map(primitive);
        match (field.ty, object) {
            (Type::Array(_, len), object) => {
                let count = Literal::u16_unsuffixed(len);
                let (item, visits, get, fill) = match (object, element) {
                    (Some(of), _) => (
                        of,
                        quote!(structures::<_, #slot>(&self.#name)),
                        quote!(.map(From::from)),
                        quote!(struct_array),
                    ),
                    (None, Element::Enum(id)) => (
                        self.enum_path(path, id),
                        quote!(scalars::<#stored, _, #slot>(::varvel_flatbuffers::encode::Numbers(&self.#name))),
                        quote!(),
                        quote!(enum_array),
                    ),
                    (None, _) => (
                        quote!(#stored),
                        quote!(scalars::<#stored, _, #slot>(&self.#name[..])),
                        quote!(),
                        quote!(scalar_array),
                    ),
                };
                let large = quote!([Default::default(); #count]);
                Owned {
                    ty: quote!([#item; #count]),
                    default: (len > DEFAULT_ARRAY).then_some(large),
                    encode: quote!(fields.#visits?;),
                    copy: quote! {
                        ::core::array::from_fn(|index| view.#name().get(index)#get.unwrap_or_default())
                    },
                    fill: quote!(fields.#fill::<_, #slot>(&mut self.#name)?;),
                }
            }
            (_, Some(of)) => Owned {
                encode: quote!(fields.structure::<#of, #slot>(&self.#name)?;),
                fill: quote!(fields.structure::<#of, _, #slot>(&mut self.#name)?;),
                ty: of,
                default: None,
                copy: quote!(From::from(view.#name())),
            },
            (_, None) => {
                let (ty, value) = self.scalar_type(path, field, quote!(self.#name));
                Owned {
                    ty,
                    default: None,
                    encode: quote!(fields.scalar::<#stored, #slot>(#value)?;),
                    copy: quote!(view.#name()),
                    fill: quote!(fields.scalar::<#stored, #slot>(&mut #value)?;),
                }
            }
        }
    }

    fn in_table(&self, path: &Path, name: &Ident, field: &Field) -> Owned {
        let slot = Literal::u16_unsuffixed(field.slot);
        let element = field.ty.element();
        match (field.ty, element) {
            (Type::One(_), Element::Scalar(_) | Element::Enum(_) | Element::Tag(_)) => {
                self.scalar_in_table(path, name, field)
            }
            (Type::One(_), Element::String) => {
                let opt = is_optional(field);
                let fill = quote!(fields.string::<_, #slot>(&mut self.#name)?;);
                let default = match &field.default {
                    DefaultValue::Text(text) if !text.is_empty() => Some(quote!(From::from(#text))),
                    _ => None,
                };
                match opt {
                    true => Owned {
                        ty: quote!(Option<String>),
                        default: None,
                        encode: quote!(fields.string::<#slot>(self.#name.as_deref())?;),
                        copy: quote!(view.#name().map(From::from)),
                        fill,
                    },
                    false => Owned {
                        ty: quote!(String),
                        default,
                        encode: quote!(fields.string::<#slot>(Some(&self.#name))?;),
                        copy: quote!(From::from(view.#name())),
                        fill,
                    },
                }
            }
            (Type::One(_), Element::Union(id)) => {
                let target = self.names.union(id);
                let of = lead(&path.module, &target.module, &target.owned);
                Owned {
                    encode: quote!(fields.union::<#of, #slot>(&self.#name)?;),
                    ty: of,
                    default: None,
                    copy: quote!(From::from(view.#name())),
                    fill: quote!(fields.union::<_, #slot>(&mut self.#name)?;),
                }
            }
            (Type::One(_), Element::Object(id)) => {
                let of = self.owned_path(path, id);
                // A required object is an `Option`, too: a table may require another of its own
                // type, whose default would have no end.
                let required = field.presence == Presence::Required;
                match self.schema.is_struct(element) {
                    true => Owned {
                        encode: quote!(fields.structure::<#of, #slot>(self.#name.as_ref())?;),
                        ty: quote!(Option<#of>),
                        default: None,
                        copy: match required {
                            true => quote!(Some(From::from(view.#name()))),
                            false => quote!(view.#name().map(From::from)),
                        },
                        fill: quote!(fields.structure::<#of, _, #slot>(&mut self.#name)?;),
                    },
                    false => Owned {
                        encode: quote!(fields.table::<#of, #slot>(self.#name.as_deref())?;),
                        ty: quote!(Option<Box<#of>>),
                        default: None,
                        copy: match required {
                            true => quote!(Some(Box::new(From::from(view.#name())))),
                            false => quote!(view.#name().map(|table| Box::new(From::from(table)))),
                        },
                        fill: quote!(fields.table::<_, #slot>(&mut self.#name)?;),
                    },
                }
            }
            _ => self.vector_in_table(path, name, field),
        }
    }

    fn vector_in_table(&self, path: &Path, name: &Ident, field: &Field) -> Owned {
        let slot = Literal::u16_unsuffixed(field.slot);
        let element = field.ty.element();
        let (item, visits, all, fill) = match element {
            Element::Scalar(Scalar::U8) => (
                quote!(u8),
                self.bytes(path, field),
                quote!(to_vec()),
                self.fill_bytes(path, field),
            ),
            Element::String => (
                quote!(String),
                quote!(strings::<_, #slot>),
                quote!(iter().map(From::from).collect()),
                quote!(strings::<_, #slot>),
            ),
            Element::Object(id) => {
                let of = self.owned_path(path, id);
                let method = match self.schema.is_struct(element) {
                    true => quote!(structures),
                    false => quote!(tables),
                };
                let fill = quote!(objects::<#of, _, #slot>);
                (
                    of,
                    quote!(#method::<_, #slot>),
                    quote!(iter().map(From::from).collect()),
                    fill,
                )
            }
            Element::Union(id) => return self.unions_in_table(path, name, field, id),
            Element::Enum(id) => return self.enums_in_table(path, name, field, id),
            _ => {
                let stored = self.scalar(field.ty).map(primitive);
                (
                    quote!(#stored),
                    quote!(scalars::<#stored, _, #slot>),
                    quote!(iter().collect()),
                    quote!(scalars::<#stored, _, #slot>),
                )
            }
        };
        let fill = quote!(fields.#fill(&mut self.#name)?;);
        match is_optional(field) {
            true => Owned {
                ty: quote!(Option<Vec<#item>>),
                default: None,
                encode: quote!(fields.#visits(self.#name.as_deref())?;),
                copy: quote!(view.#name().map(|items| items.#all)),
                fill,
            },
            false => Owned {
                ty: quote!(Vec<#item>),
                default: None,
                encode: quote!(fields.#visits(Some(&self.#name[..]))?;),
                copy: quote!(view.#name().#all),
                fill,
            },
        }
    }

    fn unions_in_table(
        &self,
        path: &Path,
        name: &Ident,
        field: &Field,
        id: varvel_fbs::UnionId,
    ) -> Owned {
        let slot = Literal::u16_unsuffixed(field.slot);
        let target = self.names.union(id);
        let of = lead(&path.module, &target.module, &target.owned);
        Owned {
            ty: quote!(Option<Vec<#of>>),
            default: None,
            encode: quote!(fields.unions::<_, #slot>(self.#name.as_deref())?;),
            copy: quote!(view.#name().map(|items| items.iter().map(From::from).collect())),
            fill: quote!(fields.unions::<_, #slot>(&mut self.#name)?;),
        }
    }

    fn enums_in_table(&self, path: &Path, name: &Ident, field: &Field, id: EnumId) -> Owned {
        let slot = Literal::u16_unsuffixed(field.slot);
        let stored = self.scalar(field.ty).map(primitive);
        let of = self.enum_path(path, id);
        let numbers = quote!(::varvel_flatbuffers::encode::Numbers);
        let fill = quote!(fields.enums::<#of, _, #slot>(&mut self.#name)?;);
        match is_optional(field) {
            true => Owned {
                ty: quote!(Option<Vec<#of>>),
                default: None,
                encode: quote!(fields.scalars::<#stored, _, #slot>(self.#name.as_deref().map(#numbers))?;),
                copy: quote!(view.#name().map(|items| items.iter().collect())),
                fill,
            },
            false => Owned {
                ty: quote!(Vec<#of>),
                default: None,
                encode: quote!(fields.scalars::<#stored, _, #slot>(Some(#numbers(&self.#name)))?;),
                copy: quote!(view.#name().iter().collect()),
                fill,
            },
        }
    }

    fn scalar_in_table(&self, path: &Path, name: &Ident, field: &Field) -> Owned {
        let slot = Literal::u16_unsuffixed(field.slot);
        let stored = self.scalar(field.ty).map(primitive);
        if is_optional(field) {
            let (ty, _) = self.scalar_type(path, field, quote!());
            let value = match field.ty.element() {
                Element::Enum(_) => quote!(self.#name.map(|value| value.0)),
                _ => quote!(self.#name),
            };
            return Owned {
                ty: quote!(Option<#ty>),
                default: None,
                encode: quote!(fields.scalar_opt::<#stored, #slot>(#value)?;),
                copy: quote!(view.#name()),
                fill: quote!(fields.scalar_opt::<#stored, _, #slot>(&mut self.#name)?;),
            };
        }
        let (ty, value) = self.scalar_type(path, field, quote!(self.#name));
        Owned {
            default: self.scalar_default(&ty, field),
            ty,
            encode: quote!(fields.scalar::<#stored, #slot>(#value)?;),
            copy: quote!(view.#name()),
            fill: quote!(fields.scalar::<#stored, #slot>(&mut #value)?;),
        }
    }

    /// Returns the default of a scalar, unless it is 0.
    fn scalar_default(&self, ty: &TokenStream, field: &Field) -> Option<TokenStream> {
        let scalar = self.scalar(field.ty)?;
        match field.default {
            DefaultValue::Integer(0) => None,
            DefaultValue::Integer(_) if scalar == Scalar::Bool => Some(quote!(true)),
            DefaultValue::Integer(value) => {
                let number = Literal::i128_unsuffixed(value);
                Some(match field.ty.element() {
                    Element::Enum(_) => quote!(#ty(#number)),
                    _ => quote!(#number),
                })
            }
            DefaultValue::Float(value) => {
                let name = primitive(scalar);
                Some(match value {
                    _ if value.to_bits() == 0 => return None,
                    _ if value.is_nan() => quote!(#name::NAN),
                    f64::INFINITY => quote!(#name::INFINITY),
                    f64::NEG_INFINITY => quote!(#name::NEG_INFINITY),
                    // The bits are written, since clippy warns of numbers that are near constants
                    // with names.
                    _ if scalar == Scalar::F32 => {
                        let bits = (value as f32).to_bits();
                        quote!(f32::from_bits(#bits))
                    }
                    _ => {
                        let bits = value.to_bits();
                        quote!(f64::from_bits(#bits))
                    }
                })
            }
            _ => None,
        }
    }

    /// Returns the type of a scalar or enum, and the expression of the number in `value`.
    fn scalar_type(
        &self,
        path: &Path,
        field: &Field,
        value: TokenStream,
    ) -> (TokenStream, TokenStream) {
        match field.ty.element() {
            Element::Enum(id) => (self.enum_path(path, id), quote!(#value.0)),
            _ => {
                let stored = self.scalar(field.ty).map(primitive);
                (quote!(#stored), value)
            }
        }
    }

    /// Returns the method by which bytes are given to an encoder. The bytes may be a nested buffer.
    pub(super) fn bytes(&self, path: &Path, field: &Field) -> TokenStream {
        let slot = Literal::u16_unsuffixed(field.slot);
        match field.nested {
            Some(Nested::Table(id)) => {
                let object = self.names.object(id);
                let of = lead(&path.module, &object.module, &object.name);
                quote!(nested::<#of<'static>, #slot>)
            }
            Some(Nested::Flexible) => quote!(flex::<#slot>),
            None => quote!(scalars::<u8, _, #slot>),
        }
    }

    /// Returns the method by which bytes are filled in.
    fn fill_bytes(&self, path: &Path, field: &Field) -> TokenStream {
        let slot = Literal::u16_unsuffixed(field.slot);
        match field.nested {
            Some(Nested::Table(id)) => {
                let of = self.owned_path(path, id);
                quote!(nested::<#of, _, #slot>)
            }
            Some(Nested::Flexible) => quote!(flex::<_, #slot>),
            None => quote!(scalars::<u8, _, #slot>),
        }
    }

    /// Makes the expression that compares two objects by their key, if they have one.
    fn by_key(&self, object: &Object) -> Option<TokenStream> {
        let key = object.key()?;
        let visible = self.visible(object);
        let (name, _) = visible.iter().find(|(_, field)| field.slot == key.slot)?;
        let in_place = matches!(key.ty.element(), Element::Object(_));
        if object.is_struct() || !in_place {
            return Some(self.order(&quote!(self.#name), &quote!(other.#name), key.ty));
        }
        // The key of a plain table can be `None` until the table is written.
        Some(quote! {
            match (&self.#name, &other.#name) {
                (Some(a), Some(b)) => ::varvel_flatbuffers::DecodeFields::by_parts(a, b),
                (a, b) => a.is_some().cmp(&b.is_some()),
            }
        })
    }

    /// Makes the expression that compares two structs part by part, if they are parts of a key.
    fn by_parts(&self, id: ObjectId, object: &Object) -> Option<TokenStream> {
        if !self.key_parts.contains(&id) {
            return None;
        }
        let parts = self
            .visible(object)
            .into_iter()
            .map(|(name, field)| self.order(&quote!(self.#name), &quote!(other.#name), field.ty));
        let all = parts.reduce(|first, next| quote!(#first.then_with(|| #next)));
        Some(all.unwrap_or_else(|| quote!(::core::cmp::Ordering::Equal)))
    }

    /// Makes the expression that compares two values of a key's type: structs by `by_parts`, arrays
    /// item by item.
    fn order(&self, a: &TokenStream, b: &TokenStream, ty: Type) -> TokenStream {
        match (ty, ty.element()) {
            (Type::One(_), Element::Object(_)) => {
                quote!(::varvel_flatbuffers::DecodeFields::by_parts(&#a, &#b))
            }
            (Type::One(_), Element::Enum(_)) => quote!(#a.0.cmp(&#b.0)),
            (Type::One(_), Element::Scalar(Scalar::F32 | Scalar::F64)) => {
                quote!(::varvel_flatbuffers::Primitive::order(#a, #b))
            }
            (Type::One(_), _) => quote!(#a.cmp(&#b)),
            (_, item) => {
                let order = match item {
                    Element::Object(_) => {
                        quote!(::varvel_flatbuffers::DecodeFields::by_parts(a, b))
                    }
                    Element::Scalar(Scalar::F32 | Scalar::F64) => {
                        quote!(::varvel_flatbuffers::Primitive::order(*a, *b))
                    }
                    _ => quote!(a.cmp(b)),
                };
                quote! {
                    #a.iter().zip(&#b).map(|(a, b)| #order).find(|order| order.is_ne())
                        .unwrap_or(::core::cmp::Ordering::Equal)
                }
            }
        }
    }

    fn enum_path(&self, path: &Path, id: EnumId) -> TokenStream {
        let target = self.names.enumeration(id);
        lead(&path.module, &target.module, &target.name)
    }

    fn owned_path(&self, path: &Path, id: ObjectId) -> TokenStream {
        let target = self.names.object(id);
        lead(&path.module, &target.module, &target.owned)
    }
}
