//! The content of a variant of a view: its declaration, its check, and its reading.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{GenericArgument, Ident, PathArguments, Type, parse_quote};

use super::record::{checks, rows};
use crate::input::{Field, Style, Variant};
use crate::variants::holds_all;

/// A variant, with the parts that its code needs.
pub struct Content<'i> {
    pub variant: &'i Variant<'i>,
    /// The name of the table of its members, if its fields have names.
    table: Ident,
    pub fields: Vec<(&'i Field<'i>, Type)>,
    flat: Vec<(&'i Field<'i>, Type)>,
}

impl<'i> Content<'i> {
    pub fn new(private: &TokenStream, number: usize, variant: &'i Variant<'i>) -> Self {
        let fields = variant.content.read();
        let (flat, fields): (Vec<_>, Vec<_>) = fields
            .map(|(_, field)| field)
            .partition(|field| field.attributes.flatten.is_some());
        let fields = fields
            .into_iter()
            .map(|field| (field, later(private, field.ty)))
            .collect();
        let flat = flat
            .into_iter()
            .map(|field| (field, field.ty.clone()))
            .collect();
        Self {
            variant,
            table: format_ident!("__MEMBERS_{number}"),
            fields,
            flat,
        }
    }

    pub fn all(&self) -> impl Iterator<Item = &(&'i Field<'i>, Type)> {
        self.fields.iter().chain(&self.flat)
    }

    /// Makes the declaration of the variant in the view.
    pub fn declared(&self, private: &TokenStream) -> TokenStream {
        let ident = self.variant.ident;
        let doc = format!("`{}`", self.variant.name);
        let types = self
            .all()
            .map(|(_, ty)| quote!(<#ty as #private::typed::ReadInPlace>::View<'__a>));
        match self.variant.content.style {
            Style::Unit => quote!(#[doc = #doc] #ident,),
            Style::Named => {
                let names = self.all().map(|(field, _)| &field.member);
                let docs = self
                    .all()
                    .map(|(field, _)| format!("The member `{}`.", field.name));
                quote!(#[doc = #doc] #ident { #(#[doc = #docs] #names: #types,)* },)
            }
            _ => quote!(#[doc = #doc] #ident(#(#types),*),),
        }
    }

    /// Makes the table of members, if the fields have names.
    pub fn table(&self) -> Option<TokenStream> {
        let (table, count) = (&self.table, self.fields.len());
        let rows = rows(self.fields.iter().map(|(field, ty)| (*field, ty)));
        (self.variant.content.style == Style::Named)
            .then(|| quote!(const #table: &'static [__v::typed::Member; #count] = &[#(#rows),*];))
    }

    /// Makes the expression that checks the named fields in the object `node`.
    pub fn check_members(&self) -> TokenStream {
        let table = &self.table;
        let arms = checks(self.fields.iter().map(|(_, ty)| ty));
        let flat = self.flat.iter().map(|(_, ty)| ty);
        quote! {{
            let uniform = __v::typed::FieldsOf::check_among(node, depth, Self::#table, |i, member, depth| {
                let _ = (member, depth);
                match i {
                    #(#arms)*
                    _ => ::core::result::Result::Ok(__v::typed::Uniform::ALL),
                }
            })?;
            #(let uniform = uniform & <#flat as __v::typed::FlattenInPlace>::check_members(
                node,
                __v::typed::inside(node, depth)?,
            )?;)*
            ::core::result::Result::Ok(uniform)
        }}
    }

    /// Makes the expression that checks the content of the variant, which is `node`.
    pub fn check(&self, deny: bool) -> TokenStream {
        match self.variant.content.style {
            Style::Unit if self.variant.attributes.other.is_some() => {
                quote!(::core::result::Result::Ok(__v::typed::Uniform::ALL))
            }
            Style::Unit => quote!(__v::typed::check_null(node)),
            Style::Newtype => {
                let ty = &self.fields[0].1;
                quote!(<#ty as __v::typed::ReadInPlace>::check(
                    node,
                    depth,
                    &mut <#ty as __v::typed::ReadInPlace>::Seen::default(),
                ))
            }
            Style::Tuple => {
                let (count, types) = (self.fields.len(), self.fields.iter().map(|(_, ty)| ty));
                quote! {{
                    __v::typed::check_len(node, #count)?;
                    let depth = __v::typed::inside(node, depth)?;
                    let (mut items, mut uniform) = (node.items(), __v::typed::Uniform::ALL);
                    #(uniform &= <#types as __v::typed::ReadInPlace>::check(
                        items.next().unwrap_or(node),
                        depth,
                        &mut <#types as __v::typed::ReadInPlace>::Seen::default(),
                    )?;)*
                    let _ = items;
                    ::core::result::Result::Ok(uniform)
                }}
            }
            Style::Named => {
                let members = self.check_members();
                let deny = deny.then(|| {
                    let (is_member, list) = (self.is_member(), self.list());
                    quote!(__v::typed::deny(node, |name| #is_member, |names| { #list })?;)
                });
                quote! {{
                    let depth = __v::typed::check_object(node, depth)?;
                    let checked: __v::Result<__v::typed::Uniform> = #members;
                    #deny
                    checked
                }}
            }
        }
    }

    /// Makes the expression that reads the variant from its content, which is `node`.
    pub fn read(&self, built: &TokenStream) -> TokenStream {
        let ident = self.variant.ident;
        let types: Vec<&Type> = self.fields.iter().map(|(_, ty)| ty).collect();
        match self.variant.content.style {
            Style::Unit => quote!(#built::#ident),
            Style::Newtype => {
                let one = read_one(types[0], &quote!(node));
                quote!(#built::#ident(#one))
            }
            Style::Tuple => {
                let items = types
                    .iter()
                    .map(|ty| read_one(ty, &quote!(items.next().unwrap_or(node))));
                quote! {{
                    let mut items = node.items();
                    let read = #built::#ident(#(#items),*);
                    let _ = items;
                    read
                }}
            }
            Style::Named => {
                let table = &self.table;
                let fields = self.fields.iter().enumerate().map(|(i, (field, ty))| {
                    let member = &field.member;
                    let read = match field.attributes.default {
                        Some(_) => quote!(read_or_default),
                        None => quote!(read),
                    };
                    quote!(#member: record.#read::<#ty>(#i, ::core::option::Option::None),)
                });
                let flat = self.flat.iter().map(|(field, ty)| {
                    let member = &field.member;
                    quote!(#member: <#ty as __v::typed::FlattenInPlace>::read_members(node, uniform),)
                });
                quote! {{
                    let record = __v::typed::FieldsOf::among(node, uniform, Self::#table);
                    let _ = record;
                    #built::#ident { #(#fields)* #(#flat)* }
                }}
            }
        }
    }

    /// Makes the expression for whether `name` is a member of the object `node`.
    pub fn is_member(&self) -> TokenStream {
        match self.variant.content.style {
            Style::Named => {
                let (table, flat) = (&self.table, self.flat.iter().map(|(_, ty)| ty));
                quote! {
                    Self::#table.iter().any(|member| member.is(name))
                        #(|| <#flat as __v::typed::FlattenInPlace>::is_member(node, name))*
                }
            }
            Style::Newtype if !holds_all(self.variant) => {
                let ty = self.fields[0].0.ty;
                quote!(<#ty as __v::typed::FlattenInPlace>::is_member(node, name))
            }
            _ => quote!(false),
        }
    }

    pub fn list(&self) -> TokenStream {
        match self.variant.content.style {
            Style::Named => {
                let (table, flat) = (&self.table, self.flat.iter().map(|(_, ty)| ty));
                quote! {
                    names.extend(Self::#table.iter().map(|member| member.key.as_str()));
                    #(<#flat as __v::typed::FlattenInPlace>::list(names);)*
                }
            }
            Style::Newtype if !holds_all(self.variant) => {
                let ty = self.fields[0].0.ty;
                quote!(<#ty as __v::typed::FlattenInPlace>::list(names);)
            }
            _ => TokenStream::new(),
        }
    }
}

fn read_one(ty: &Type, node: &TokenStream) -> TokenStream {
    quote!(<#ty as __v::typed::ReadInPlace>::read(
        #node,
        uniform,
        &mut <#ty as __v::typed::ReadInPlace>::Seen::default(),
    ))
}

/// Returns a type in which `Box` is replaced by `Later`, which is read on demand. So an enum that
/// contains itself has a size.
fn later(private: &TokenStream, ty: &Type) -> Type {
    let mut ty = ty.clone();
    match &mut ty {
        Type::Paren(inner) => return later(private, &inner.elem),
        Type::Group(inner) => return later(private, &inner.elem),
        Type::Array(array) => *array.elem = later(private, &array.elem),
        Type::Tuple(tuple) => {
            for item in &mut tuple.elems {
                *item = later(private, item);
            }
        }
        Type::Path(path) => {
            let Some(last) = path.path.segments.last_mut() else {
                return ty;
            };
            let PathArguments::AngleBracketed(arguments) = &mut last.arguments else {
                return ty;
            };
            let Some(GenericArgument::Type(inner)) = arguments.args.first_mut() else {
                return ty;
            };
            let is_str = matches!(inner, Type::Path(path) if path.path.is_ident("str"));
            match last.ident.to_string().as_str() {
                "Box" if !is_str && !matches!(inner, Type::Slice(_)) => {
                    return parse_quote!(#private::typed::Later<#inner>);
                }
                "Option" => *inner = later(private, inner),
                _ => {}
            }
        }
        _ => {}
    }
    ty
}

/// Returns whether a type is written as `Box<..>`.
pub fn is_boxed(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Box"),
        _ => false,
    }
}
