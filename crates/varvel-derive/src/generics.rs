//! Parameters and bounds of the implementations.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{GenericParam, Generics, Lifetime, Type, parse_quote};

use crate::hygiene::quote;
use crate::input::{Field, Input, Shape, Style, Tagging};

/// The parts of `impl<..> Trait<..> for Type<..> where ..`.
pub struct Parts {
    pub generics: Generics,
    /// The context's type.
    pub context: TokenStream,
}

impl Parts {
    pub fn of_encode(input: &Input<'_>) -> Self {
        Self::new(
            input,
            input.generics.clone(),
            &quote!(Encode),
            &quote!(EncodeMembers),
            None,
        )
    }

    pub fn of_decode(input: &Input<'_>) -> Self {
        let mut generics = input.generics.clone();
        let inner = input.generics.lifetimes().map(|param| &param.lifetime);
        let inner: Vec<&Lifetime> = inner.collect();
        generics.params.insert(0, parse_quote!('__de));
        if !inner.is_empty() {
            generics
                .make_where_clause()
                .predicates
                .push(parse_quote!('__de: #(#inner)+*));
        }
        Self::new(
            input,
            generics,
            &quote!(Decode),
            &quote!(DecodeMembers),
            Some(quote!('__de,)),
        )
    }

    fn new(
        input: &Input<'_>,
        mut generics: Generics,
        whole: &TokenStream,
        members: &TokenStream,
        lifetime: Option<TokenStream>,
    ) -> Self {
        let context = match &input.attributes.context {
            Some(context) => context.to_token_stream(),
            None => {
                generics
                    .params
                    .push(parse_quote!(__C: ?::core::marker::Sized));
                quote!(__C)
            }
        };
        let params: Vec<String> = input
            .generics
            .type_params()
            .map(|p| p.ident.to_string())
            .collect();
        let mut bounds: Vec<TokenStream> = Vec::new();
        let mut add = |bound: TokenStream| {
            if !bounds
                .iter()
                .any(|known| known.to_string() == bound.to_string())
            {
                bounds.push(bound);
            }
        };
        let among = members_of(input);
        for field in input.fields() {
            let (ty, attributes) = (field.ty, &field.attributes);
            let named: Vec<&String> = params.iter().filter(|param| mentions(ty, param)).collect();
            if field.codec.is_some() || named.is_empty() {
                continue;
            }
            if attributes.flatten.is_some()
                || among.iter().any(|other| core::ptr::eq(*other, field))
            {
                add(quote!(#ty: __v::#members<#lifetime #context>));
                continue;
            }
            for param in named {
                let param: syn::Ident = syn::Ident::new(param, proc_macro2::Span::call_site());
                add(quote!(#param: __v::#whole<#lifetime #context>));
            }
        }
        let clause = generics.make_where_clause();
        for bound in bounds {
            clause.predicates.push(parse_quote!(#bound));
        }
        Self { generics, context }
    }
}

/// Returns the fields whose members stand among others: each is all that a variant with a tag
/// inside holds.
fn members_of<'i, 'a>(input: &'i Input<'a>) -> Vec<&'i Field<'a>> {
    let Shape::Enum(variants) = &input.shape else {
        return Vec::new();
    };
    if !matches!(input.tagging(), Tagging::Internal(_)) {
        return Vec::new();
    }
    let inner = variants
        .iter()
        .filter(|v| v.content.style == Style::Newtype && v.attributes.other.is_none());
    inner.flat_map(|variant| &variant.content.fields).collect()
}

/// Returns whether a parameter's name occurs in a type.
pub fn mentions(ty: &Type, param: &str) -> bool {
    fn any(tokens: TokenStream, param: &str) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => ident == param,
            TokenTree::Group(group) => any(group.stream(), param),
            _ => false,
        })
    }
    any(ty.to_token_stream(), param)
}

/// Makes a marker that uses the type with all its parameters, for a type that may not use all of
/// them.
pub fn marker(input: &Input<'_>, context: &TokenStream) -> TokenStream {
    let ident = input.ident;
    let (_, ty, _) = input.generics.split_for_impl();
    quote!(::core::marker::PhantomData<(&'__de (), *const #ident #ty, *const #context)>)
}

/// Returns the arguments for the parameters that `generics` declare.
pub fn arguments(generics: &Generics) -> TokenStream {
    let arguments = generics.params.iter().map(|param| match param {
        GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
        GenericParam::Type(param) => param.ident.to_token_stream(),
        GenericParam::Const(param) => param.ident.to_token_stream(),
    });
    quote!(<#(#arguments),*>)
}

/// Returns the type of the context for which the fields need codecs.
pub fn context_of(input: &Input<'_>) -> TokenStream {
    match &input.attributes.context {
        Some(context) => quote!(#context),
        None => quote!(__C),
    }
}
