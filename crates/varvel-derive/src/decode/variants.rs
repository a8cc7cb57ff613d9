//! Makes the code that reads an enum.

use proc_macro2::TokenStream;
use quote::format_ident;
use syn::{Ident, LitStr};

use super::fields::{self, Bodies};
use crate::generics::{self, Parts, context_of};
use crate::hygiene::quote;
use crate::input::{Input, Style, Tagging, Variant};
use crate::names;
use crate::variants::{fit, holds_all};

/// Makes the code that reads an enum.
pub fn decode(input: &Input<'_>, parts: &Parts, variants: &[Variant<'_>]) -> Bodies {
    let read: Vec<&Variant<'_>> = variants.iter().filter(|v| !v.attributes.skip).collect();
    let beside = read.iter().enumerate().filter_map(|(number, variant)| {
        let partial = partial(input, number, variant)?;
        let ident = variant.ident;
        let ty = input.ident;
        Some(fields::members(
            input,
            parts,
            &variant.content,
            &partial,
            &quote!(#ty::#ident),
        ))
    });
    let mut beside: TokenStream = beside.collect();
    let (decode, kinds) = match input.tagging() {
        Tagging::External => external(input, parts, &read),
        Tagging::Adjacent(tag, content) => besides(input, parts, &read, tag, content),
        Tagging::Internal(tag) => {
            // Among other members, `deny_unknown` would refuse the members of others.
            if !input.attributes.deny_unknown {
                beside.extend(flattened(input, parts, &read, tag));
            }
            internal(input, parts, &read, tag)
        }
        Tagging::Untagged => untagged(input, parts, &read),
        Tagging::Integer => integer(input, &read),
    };
    let all = quote!(__v::Kinds::ALL);
    Bodies {
        decode,
        kinds: if read.iter().any(|variant| holds_all(variant)) {
            all
        } else {
            kinds
        },
        methods: TokenStream::new(),
        beside,
    }
}

/// Returns the name of the type that holds the fields of a variant read so far. Returns `None` for
/// a variant that is not read from members.
fn partial(input: &Input<'_>, number: usize, variant: &Variant<'_>) -> Option<Ident> {
    let named = match variant.content.style {
        Style::Named => true,
        // An internal tag stands in an object, so that even a variant without fields is read from
        // members.
        Style::Unit => matches!(input.tagging(), Tagging::Internal(_)),
        _ => false,
    };
    named.then(|| format_ident!("__Partial{}", number))
}

/// Makes the expression that reads the content of a variant: a `Result`.
fn content(input: &Input<'_>, parts: &Parts, number: usize, variant: &Variant<'_>) -> TokenStream {
    let (ty, ident) = (input.ident, variant.ident);
    let partial = partial(input, number, variant).map(|partial| {
        let arguments = generics::arguments(&parts.generics);
        quote!(#partial #arguments)
    });
    fields::content(
        input,
        &variant.content,
        &quote!(#ty::#ident),
        partial.as_ref(),
    )
}

/// Makes the table of the variants' names. It knows the variant with `other`, which is for all
/// other names.
fn table(read: &[&Variant<'_>]) -> TokenStream {
    let listed = read
        .iter()
        .filter(|variant| !holds_all(variant))
        .map(|variant| &variant.name);
    let find = names::find(
        read.iter()
            .enumerate()
            .filter(|(_, variant)| !holds_all(variant))
            .map(|(number, variant)| {
                (
                    number,
                    variant.name.as_str(),
                    variant.attributes.aliases.as_slice(),
                )
            }),
    );
    let other = match read
        .iter()
        .position(|variant| variant.attributes.other.is_some())
    {
        Some(number) => quote!(::core::option::Option::Some(#number)),
        None => quote!(::core::option::Option::None),
    };
    quote! {
        fn find(name: &str) -> usize {
            #find
        }
        static VARIANTS: __v::Variants = __v::Variants {
            names: &[#(#listed),*],
            find,
            other: #other,
        };
    }
}

/// Makes the expression that reads the whole node that begins at `start` into a variant that is for
/// all other names.
fn whole(input: &Input<'_>, variant: &Variant<'_>) -> TokenStream {
    let (ty, ident) = (input.ident, variant.ident);
    let content = fields::content(input, &variant.content, &quote!(#ty::#ident), None);
    quote!({ source.rewind(start)?; #content })
}

/// Makes the expression that reads what comes with a variant without fields: null. With `other` it
/// skips whatever comes.
fn pass(variant: &Variant<'_>) -> TokenStream {
    match variant.attributes.other.is_some() {
        true => quote!(source.skip()),
        false => quote!(source.read_null()),
    }
}

fn unreachable() -> TokenStream {
    quote!(_ => ::core::result::Result::Err(__v::no_variant()),)
}

fn external(input: &Input<'_>, parts: &Parts, read: &[&Variant<'_>]) -> (TokenStream, TokenStream) {
    let (table, unreachable) = (table(read), unreachable());
    let arms = read.iter().enumerate().map(|(number, variant)| {
        let (ty, ident, name) = (input.ident, variant.ident, &variant.name);
        if holds_all(variant) {
            let whole = whole(input, variant);
            return quote!((#number, _) => return #whole,);
        }
        if variant.content.style == Style::Unit {
            let pass = pass(variant);
            // A node that is neither a name nor an object with one has not been read yet.
            let alone = match variant.attributes.other.is_some() {
                true => {
                    quote!(source.rewind(start).and_then(|()| source.skip()).map(|()| #ty::#ident))
                }
                false => quote!(::core::result::Result::Ok(#ty::#ident)),
            };
            return quote! {
                (#number, true) => #pass.map(|()| #ty::#ident),
                (#number, false) => #alone,
            };
        }
        let content = content(input, parts, number, variant);
        quote! {
            (#number, true) => #content,
            (#number, false) => __v::no_content(#name, at),
        }
    });
    let decode = quote! {
        #table
        let (start, at) = (source.mark(), source.offset());
        let (number, form) = VARIANTS.external(source)?;
        let follows = form != __v::tagged::ExternalForm::Alone;
        let value: __v::Result<Self> = match (number, follows) {
            #(#arms)*
            #unreachable
        };
        let value = value?;
        if form == __v::tagged::ExternalForm::Member {
            __v::tagged::end(source)?;
        }
        let _ = (start, at);
        ::core::result::Result::Ok(value)
    };
    (
        decode,
        quote!(__v::Kinds::of(&[__v::Kind::String, __v::Kind::Object])),
    )
}

fn besides(
    input: &Input<'_>,
    parts: &Parts,
    read: &[&Variant<'_>],
    tag: &LitStr,
    inside: &LitStr,
) -> (TokenStream, TokenStream) {
    let (table, unreachable) = (table(read), unreachable());
    let arms = read.iter().enumerate().map(|(number, variant)| {
        let (ty, ident) = (input.ident, variant.ident);
        if holds_all(variant) {
            let whole = whole(input, variant);
            return quote!((#number, _) => return #whole,);
        }
        if variant.content.style == Style::Unit {
            let pass = pass(variant);
            return quote! {
                (#number, true) => #pass.map(|()| #ty::#ident),
                (#number, false) => ::core::result::Result::Ok(#ty::#ident),
            };
        }
        let content = content(input, parts, number, variant);
        let missing = match variant.content.style {
            Style::Newtype => {
                let missing = fields::missing_content(input, &variant.content.fields[0], inside);
                quote!(#missing.map(#ty::#ident))
            }
            _ => quote!(::core::result::Result::Err(__v::missing(#inside, at))),
        };
        quote! {
            (#number, true) => #content,
            (#number, false) => #missing,
        }
    });
    let deny = input.attributes.deny_unknown;
    let decode = quote! {
        #table
        static PAIR: __v::Pair = __v::Pair {
            tag: __v::Name::new(#tag),
            content: __v::Name::new(#inside),
            deny_unknown: #deny,
        };
        let (start, at) = (source.mark(), source.offset());
        let (number, follows) = VARIANTS.adjacent(source, &PAIR)?;
        let value: __v::Result<Self> = match (number, follows.is_some()) {
            #(#arms)*
            #unreachable
        };
        let value = value?;
        if let ::core::option::Option::Some(rest) = follows {
            PAIR.end(source, rest)?;
        }
        let _ = (start, at);
        ::core::result::Result::Ok(value)
    };
    (decode, quote!(__v::Kinds::of(&[__v::Kind::Object])))
}

fn internal(
    input: &Input<'_>,
    parts: &Parts,
    read: &[&Variant<'_>],
    tag: &LitStr,
) -> (TokenStream, TokenStream) {
    let (table, unreachable, context) = (table(read), unreachable(), context_of(input));
    let arguments = generics::arguments(&parts.generics);
    let arms = read.iter().enumerate().map(|(number, variant)| {
        let (ty, ident) = (input.ident, variant.ident);
        if holds_all(variant) {
            let content = fields::content(input, &variant.content, &quote!(#ty::#ident), None);
            return quote!(#number => { source.rewind(start.mark)?; #content });
        }
        if let Some(partial) = partial(input, number, variant) {
            return quote! {
                #number => __v::members::decode_variant_rest::<#context, #partial #arguments, __R>(
                    source, context, start, tag,
                ),
            };
        }
        let inner = variant.content.fields[0].ty;
        quote! {
            #number => __v::members::decode_variant_rest::<
                #context,
                <#inner as __v::DecodeMembers<'__de, #context>>::Partial,
                __R,
            >(source, context, start, tag).map(#ty::#ident),
        }
    });
    let decode = quote! {
        #table
        static TAG: __v::Name = __v::Name::new(#tag);
        let start = __v::Start::of(source);
        let (number, tag) = VARIANTS.internal(source, &TAG)?;
        match number {
            #(#arms)*
            #unreachable
        }
    };
    (decode, quote!(__v::Kinds::of(&[__v::Kind::Object])))
}

/// Makes an enum with a tag inside that is flattened into another type: its members are skipped,
/// and read at the end from the beginning of the object.
fn flattened(input: &Input<'_>, parts: &Parts, read: &[&Variant<'_>], tag: &LitStr) -> TokenStream {
    let (visibility, ident, context) = (input.visibility, input.ident, &parts.context);
    let (_, ty, _) = input.generics.split_for_impl();
    let (generics, _, clause) = parts.generics.split_for_impl();
    let arguments = generics::arguments(&parts.generics);
    let marker = generics::marker(input, context);
    let known = read.iter().enumerate().filter_map(|(number, variant)| {
        if let Some(partial) = partial(input, number, variant) {
            return Some(quote!(#partial #arguments));
        }
        if holds_all(variant) {
            return None;
        }
        let inner = variant.content.fields[0].ty;
        Some(quote!(<#inner as __v::DecodeMembers<'__de, #context>>::Partial))
    });
    let known: Vec<TokenStream> = known.collect();
    quote! {
        #visibility struct __Flattened #generics #clause {
            __marker: #marker,
        }
        #[automatically_derived]
        impl #generics __v::Partial<'__de, #context> for __Flattened #arguments #clause {
            type Output = #ident #ty;
            const NAMES: &'static [__v::Name] = &[];
            const OPEN: bool = true;
            fn begin() -> Self {
                Self { __marker: ::core::marker::PhantomData }
            }
            fn find(_: &str) -> usize {
                __v::UNKNOWN
            }
            fn list(names: &mut __v::List) {
                names.push(#tag);
                #(<#known as __v::Partial<'__de, #context>>::list(names);)*
            }
            fn read<__R: __v::Source<'__de>>(
                &mut self,
                _: usize,
                source: &mut __R,
                _: &#context,
            ) -> __v::Result {
                source.skip()
            }
            fn read_named<__R: __v::Source<'__de>>(
                &mut self,
                name: &str,
                source: &mut __R,
                _: &#context,
            ) -> __v::Result<bool> {
                if name != #tag #(&& !__v::members::knows::<#context, #known>(name))* {
                    return ::core::result::Result::Ok(false);
                }
                source.skip()?;
                ::core::result::Result::Ok(true)
            }
            fn finish<__R: __v::Source<'__de>>(
                self,
                source: &mut __R,
                start: __v::Start<__R::Mark>,
                context: &#context,
            ) -> __v::Result<#ident #ty> {
                source.rewind(start.mark)?;
                <#ident #ty as __v::Decode<'__de, #context>>::decode(source, context)
            }
        }
        #[automatically_derived]
        impl #generics __v::DecodeMembers<'__de, #context> for #ident #ty #clause {
            type Partial = __Flattened #arguments;
        }
    }
}

fn untagged(input: &Input<'_>, parts: &Parts, read: &[&Variant<'_>]) -> (TokenStream, TokenStream) {
    let listed = read.iter().map(|variant| &variant.name);
    let kinds: Vec<TokenStream> = read
        .iter()
        .map(|v| fields::kinds(input, &v.content))
        .collect();
    let tries = read.iter().enumerate().map(|(number, variant)| {
        let (kinds, content) = (&kinds[number], content(input, parts, number, variant));
        quote! {
            if (#kinds).has(kind) {
                // The `return` in an attempt must end this attempt only.
                let attempt = (|source: &mut __R| -> __v::Result<Self> { #content })(source);
                match attempt {
                    ::core::result::Result::Ok(value) => return tried.fits(source, value),
                    ::core::result::Result::Err(error) => tried.add(source, error, start)?,
                }
            }
        }
    });
    let decode = quote! {
        let (start, at, kind) = (source.mark(), source.offset(), source.peek()?);
        let mut tried = __v::Tried::begin(source);
        loop {
            #(#tries)*
            if !tried.again(source) {
                return ::core::result::Result::Err(tried.none(&[#(#listed),*], kind, at));
            }
        }
    };
    let all = quote!(__v::Kinds::of(&[])#(.or(#kinds))*);
    (decode, all)
}

fn integer(input: &Input<'_>, read: &[&Variant<'_>]) -> (TokenStream, TokenStream) {
    let ty = input.ident;
    let others = read
        .iter()
        .filter(|variant| variant.attributes.other.is_none());
    let (mut arms, mut listed) = (Vec::new(), Vec::new());
    for variant in others {
        let ident = variant.ident;
        arms.push(quote!(if value == #ty::#ident as i64 { return ::core::result::Result::Ok(#ty::#ident); }));
        listed.push(quote!(#ty::#ident as i64));
    }
    let rest = match read
        .iter()
        .find(|variant| variant.attributes.other.is_some())
    {
        Some(other) => {
            let ident = other.ident;
            quote!(::core::result::Result::Ok(#ty::#ident))
        }
        None => {
            quote!(::core::result::Result::Err(__v::no_such_integer(value, &[#(#listed),*], at)))
        }
    };
    let fit = fit(input, read.iter().copied());
    let decode = quote! {
        #fit
        let at = source.offset();
        let value = source.read_i64()?;
        #(#arms)*
        #rest
    };
    (decode, quote!(__v::Kinds::of(&[__v::Kind::Integer])))
}
