//! Tables and structs as plain structs, which are written by the layout and made from views.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use varvel_fbs::{DefaultValue, EnumId, Scalar, UnionId};

use super::names::ident;
use super::{Generator, doc, more_derives, name_and_slot, names, owned_of, primitive, visit};
use crate::plan::{Absence, FieldPlan, Kind, ObjectPlan, Shape, TypeName};

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

impl Generator<'_, '_> {
    pub(super) fn owned(&self, of: &ObjectPlan<'_>) -> TokenStream {
        let (object, from) = (of.definition, &of.name);
        let (name, view) = (&ident(owned_of(from)), &ident(&from.name));
        let about = doc(&object.doc, format!("`{}` as a plain struct.", object.name));
        let fields = of.fields.iter().map(|field| {
            let owned = match object.is_struct() {
                true => self.in_struct(from, field),
                false => self.in_table(from, field),
            };
            (ident(&field.name), field.field, owned)
        });
        let fields: Vec<_> = fields.collect();
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
            (quote!(by_key), self.by_key(of)),
            (quote!(by_parts), self.by_parts(of)),
        ];
        let decode = visit::fields_mut(name, view, &fills.collect::<Vec<_>>(), orders);
        let value = if fields.is_empty() {
            quote!(_)
        } else {
            quote!(view)
        };
        let allowed = names::allowed([name]);
        let more = more_derives(of.is_exact);
        let texts = self.owned_texts(of);
        quote! {
            #about
            #allowed
            #[derive(Clone, #derive_copy Debug, #derive_default PartialEq #more)]
            pub struct #name { #(#declared,)* }

            #default

            #texts

            #encode

            #decode

            impl From<#view<'_>> for #name {
                fn from(#value: #view<'_>) -> Self {
                    Self { #(#copies,)* }
                }
            }
        }
    }

    fn in_struct(&self, from: &TypeName, field: &FieldPlan<'_>) -> Owned {
        let (name, slot) = name_and_slot(field);
        let stored = self.stored(field.shape.kind());
        match field.shape {
            Shape::Array(kind, len) => {
                let count = Literal::u16_unsuffixed(len);
                let (item, visits, get, fill) = match kind {
                    Kind::Struct(id) => (
                        self.owned_path(from, id),
                        quote!(structures::<_, #slot>(&self.#name)),
                        quote!(.map(From::from)),
                        quote!(struct_array),
                    ),
                    Kind::Enum(id) => (
                        self.enum_path(from, id),
                        quote!(scalars::<#stored, _, #slot>(::varvel_flatbuffers::encode::Numbers(&self.#name))),
                        quote!(),
                        quote!(enum_array),
                    ),
                    _ => (
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
            Shape::One(Kind::Struct(id)) => {
                let of = self.owned_path(from, id);
                Owned {
                    encode: quote!(fields.structure::<#of, #slot>(&self.#name)?;),
                    fill: quote!(fields.structure::<#of, _, #slot>(&mut self.#name)?;),
                    ty: of,
                    default: None,
                    copy: quote!(From::from(view.#name())),
                }
            }
            _ => {
                let (ty, value) = self.scalar_type(from, field, quote!(self.#name));
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

    fn in_table(&self, from: &TypeName, field: &FieldPlan<'_>) -> Owned {
        let (name, slot) = name_and_slot(field);
        match field.shape {
            Shape::One(Kind::Scalar(_) | Kind::Enum(_)) => self.scalar_in_table(from, field),
            Shape::One(Kind::String) => {
                let fill = quote!(fields.string::<_, #slot>(&mut self.#name)?;);
                let default = match &field.field.default {
                    DefaultValue::Text(text) if !text.is_empty() => Some(quote!(From::from(#text))),
                    _ => None,
                };
                match field.absence {
                    Absence::Nothing => Owned {
                        ty: quote!(Option<String>),
                        default: None,
                        encode: quote!(fields.string::<#slot>(self.#name.as_deref())?;),
                        copy: quote!(view.#name().map(From::from)),
                        fill,
                    },
                    Absence::Never | Absence::Default => Owned {
                        ty: quote!(String),
                        default,
                        encode: quote!(fields.string::<#slot>(Some(&self.#name))?;),
                        copy: quote!(From::from(view.#name())),
                        fill,
                    },
                }
            }
            Shape::One(Kind::Union(id)) => {
                let of = self.owned_union_path(from, id);
                Owned {
                    encode: quote!(fields.union::<#of, #slot>(&self.#name)?;),
                    ty: of,
                    default: None,
                    copy: quote!(From::from(view.#name())),
                    fill: quote!(fields.union::<_, #slot>(&mut self.#name)?;),
                }
            }
            // A required object is an `Option`, too: a table may require another of its own type,
            // whose default would have no end.
            Shape::One(Kind::Struct(id)) => {
                let of = self.owned_path(from, id);
                Owned {
                    encode: quote!(fields.structure::<#of, #slot>(self.#name.as_ref())?;),
                    ty: quote!(Option<#of>),
                    default: None,
                    copy: match field.absence {
                        Absence::Never => quote!(Some(From::from(view.#name()))),
                        _ => quote!(view.#name().map(From::from)),
                    },
                    fill: quote!(fields.structure::<#of, _, #slot>(&mut self.#name)?;),
                }
            }
            Shape::One(Kind::Table(id)) => {
                let of = self.owned_path(from, id);
                Owned {
                    encode: quote!(fields.table::<#of, #slot>(self.#name.as_deref())?;),
                    ty: quote!(Option<Box<#of>>),
                    default: None,
                    copy: match field.absence {
                        Absence::Never => quote!(Some(Box::new(From::from(view.#name())))),
                        _ => quote!(view.#name().map(|table| Box::new(From::from(table)))),
                    },
                    fill: quote!(fields.table::<_, #slot>(&mut self.#name)?;),
                }
            }
            Shape::Vector(Kind::Union(id)) => self.unions_in_table(from, field, id),
            Shape::Vector(Kind::Enum(id)) => self.enums_in_table(from, field, id),
            _ => self.vector_in_table(from, field),
        }
    }

    fn vector_in_table(&self, from: &TypeName, field: &FieldPlan<'_>) -> Owned {
        let (name, slot) = name_and_slot(field);
        let (item, visits, all, fill) = match field.shape.kind() {
            _ if field.shape.is_bytes() => (
                quote!(u8),
                self.bytes(from, field),
                quote!(to_vec()),
                self.fill_bytes(from, field),
            ),
            Kind::String => (
                quote!(String),
                quote!(strings::<_, #slot>),
                quote!(iter().map(From::from).collect()),
                quote!(strings::<_, #slot>),
            ),
            kind @ (Kind::Struct(id) | Kind::Table(id)) => {
                let of = self.owned_path(from, id);
                let method = match kind {
                    Kind::Struct(_) => quote!(structures),
                    _ => quote!(tables),
                };
                let fill = quote!(objects::<#of, _, #slot>);
                (
                    of,
                    quote!(#method::<_, #slot>),
                    quote!(iter().map(From::from).collect()),
                    fill,
                )
            }
            kind => {
                let stored = self.stored(kind);
                (
                    quote!(#stored),
                    quote!(scalars::<#stored, _, #slot>),
                    quote!(iter().collect()),
                    quote!(scalars::<#stored, _, #slot>),
                )
            }
        };
        let fill = quote!(fields.#fill(&mut self.#name)?;);
        match field.absence {
            Absence::Nothing => Owned {
                ty: quote!(Option<Vec<#item>>),
                default: None,
                encode: quote!(fields.#visits(self.#name.as_deref())?;),
                copy: quote!(view.#name().map(|items| items.#all)),
                fill,
            },
            Absence::Never | Absence::Default => Owned {
                ty: quote!(Vec<#item>),
                default: None,
                encode: quote!(fields.#visits(Some(&self.#name[..]))?;),
                copy: quote!(view.#name().#all),
                fill,
            },
        }
    }

    fn unions_in_table(&self, from: &TypeName, field: &FieldPlan<'_>, id: UnionId) -> Owned {
        let (name, slot) = name_and_slot(field);
        let of = self.owned_union_path(from, id);
        Owned {
            ty: quote!(Option<Vec<#of>>),
            default: None,
            encode: quote!(fields.unions::<_, #slot>(self.#name.as_deref())?;),
            copy: quote!(view.#name().map(|items| items.iter().map(From::from).collect())),
            fill: quote!(fields.unions::<_, #slot>(&mut self.#name)?;),
        }
    }

    fn enums_in_table(&self, from: &TypeName, field: &FieldPlan<'_>, id: EnumId) -> Owned {
        let (name, slot) = name_and_slot(field);
        let stored = self.stored(field.shape.kind());
        let of = self.enum_path(from, id);
        let numbers = quote!(::varvel_flatbuffers::encode::Numbers);
        let fill = quote!(fields.enums::<#of, _, #slot>(&mut self.#name)?;);
        match field.absence {
            Absence::Nothing => Owned {
                ty: quote!(Option<Vec<#of>>),
                default: None,
                encode: quote!(fields.scalars::<#stored, _, #slot>(self.#name.as_deref().map(#numbers))?;),
                copy: quote!(view.#name().map(|items| items.iter().collect())),
                fill,
            },
            Absence::Never | Absence::Default => Owned {
                ty: quote!(Vec<#of>),
                default: None,
                encode: quote!(fields.scalars::<#stored, _, #slot>(Some(#numbers(&self.#name)))?;),
                copy: quote!(view.#name().iter().collect()),
                fill,
            },
        }
    }

    fn scalar_in_table(&self, from: &TypeName, field: &FieldPlan<'_>) -> Owned {
        let (name, slot) = name_and_slot(field);
        let stored = self.stored(field.shape.kind());
        if field.absence == Absence::Nothing {
            let (ty, _) = self.scalar_type(from, field, quote!());
            let value = match field.shape.kind() {
                Kind::Enum(_) => quote!(self.#name.map(|value| value.0)),
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
        let (ty, value) = self.scalar_type(from, field, quote!(self.#name));
        Owned {
            default: self.scalar_default(&ty, field),
            ty,
            encode: quote!(fields.scalar::<#stored, #slot>(#value)?;),
            copy: quote!(view.#name()),
            fill: quote!(fields.scalar::<#stored, #slot>(&mut #value)?;),
        }
    }

    /// Returns the default of a scalar, unless it is 0.
    fn scalar_default(&self, ty: &TokenStream, field: &FieldPlan<'_>) -> Option<TokenStream> {
        let scalar = field.shape.kind().scalar(self.plan.schema)?;
        match field.field.default {
            DefaultValue::Integer(0) => None,
            DefaultValue::Integer(_) if scalar == Scalar::Bool => Some(quote!(true)),
            DefaultValue::Integer(value) => {
                let number = Literal::i128_unsuffixed(value);
                Some(match field.shape.kind() {
                    Kind::Enum(_) => quote!(#ty(#number)),
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
        from: &TypeName,
        field: &FieldPlan<'_>,
        value: TokenStream,
    ) -> (TokenStream, TokenStream) {
        match field.shape.kind() {
            Kind::Enum(id) => (self.enum_path(from, id), quote!(#value.0)),
            kind => {
                let stored = self.stored(kind);
                (quote!(#stored), value)
            }
        }
    }

    /// Returns the method by which bytes are given to an encoder. The bytes may be a nested buffer.
    pub(super) fn bytes(&self, from: &TypeName, field: &FieldPlan<'_>) -> TokenStream {
        let slot = Literal::u16_unsuffixed(field.field.slot);
        match field.shape {
            Shape::Nested(id) => {
                let of = self.view_path(from, id);
                quote!(nested::<#of<'static>, #slot>)
            }
            Shape::Flexible => quote!(flex::<#slot>),
            _ => quote!(scalars::<u8, _, #slot>),
        }
    }

    /// Returns the method by which bytes are filled in.
    fn fill_bytes(&self, from: &TypeName, field: &FieldPlan<'_>) -> TokenStream {
        let slot = Literal::u16_unsuffixed(field.field.slot);
        match field.shape {
            Shape::Nested(id) => {
                let of = self.owned_path(from, id);
                quote!(nested::<#of, _, #slot>)
            }
            Shape::Flexible => quote!(flex::<_, #slot>),
            _ => quote!(scalars::<u8, _, #slot>),
        }
    }

    /// Makes the expression that compares two objects by their key, if they have one.
    fn by_key(&self, of: &ObjectPlan<'_>) -> Option<TokenStream> {
        let key = &of.fields[of.key?];
        let name = ident(&key.name);
        let in_place = matches!(key.shape.kind(), Kind::Struct(_) | Kind::Table(_));
        if of.definition.is_struct() || !in_place {
            return Some(order(&quote!(self.#name), &quote!(other.#name), key.shape));
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
    fn by_parts(&self, of: &ObjectPlan<'_>) -> Option<TokenStream> {
        if !of.is_key_part {
            return None;
        }
        let parts = of.fields.iter().map(|field| {
            let name = ident(&field.name);
            order(&quote!(self.#name), &quote!(other.#name), field.shape)
        });
        let all = parts.reduce(|first, next| quote!(#first.then_with(|| #next)));
        Some(all.unwrap_or_else(|| quote!(::core::cmp::Ordering::Equal)))
    }
}

/// Makes the expression that compares two values of a key's type: structs by `by_parts`, arrays
/// item by item.
fn order(a: &TokenStream, b: &TokenStream, shape: Shape) -> TokenStream {
    match (shape, shape.kind()) {
        (Shape::One(_), Kind::Struct(_) | Kind::Table(_)) => {
            quote!(::varvel_flatbuffers::DecodeFields::by_parts(&#a, &#b))
        }
        (Shape::One(_), Kind::Enum(_)) => quote!(#a.0.cmp(&#b.0)),
        (Shape::One(_), Kind::Scalar(Scalar::F32 | Scalar::F64)) => {
            quote!(::varvel_flatbuffers::Primitive::order(#a, #b))
        }
        (Shape::One(_), _) => quote!(#a.cmp(&#b)),
        (_, item) => {
            let order = match item {
                Kind::Struct(_) | Kind::Table(_) => {
                    quote!(::varvel_flatbuffers::DecodeFields::by_parts(a, b))
                }
                Kind::Scalar(Scalar::F32 | Scalar::F64) => {
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
