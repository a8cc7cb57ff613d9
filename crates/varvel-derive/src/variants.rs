//! Enums in their four ways, and as integers.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, LitStr};

use crate::decode::{self, Bodies as DecodeBodies};
use crate::encode::{self, Bodies as EncodeBodies, Members, context_of};
use crate::generics::{self, Parts};
use crate::input::{Field, Input, Style, Tagging, Variant};
use crate::names;

/// What an enum gives.
pub fn encode(input: &Input<'_>, variants: &[Variant<'_>]) -> EncodeBodies {
    let arms = variants.iter().map(|variant| arm(input, variant));
    let encode = match input.tagging() {
        _ if variants.is_empty() => quote!(match *self {}),
        Tagging::Inside(_) => {
            let context = context_of(input);
            let whole = variants
                .iter()
                .filter(|variant| holds_all(variant))
                .map(|variant| {
                    let (ident, all) = (variant.ident, quote!(all));
                    let value = encode::value(input, &variant.content.fields[0], &all);
                    quote!(if let Self::#ident(all) = self { return #value; })
                });
            quote! {
                #(#whole)*
                sink.begin_map(::core::option::Option::Some(__v::EncodeMembers::<#context>::member_count(self)))?;
                __v::EncodeMembers::<#context>::encode_members(self, sink, context)?;
                sink.end_map()
            }
        }
        Tagging::Integer => {
            let written = variants.iter().filter(|variant| !variant.attributes.skip);
            let fit = fit(input, written);
            quote!(#fit match self { #(#arms)* })
        }
        _ => quote!(match self { #(#arms)* }),
    };
    EncodeBodies {
        encode,
        members: match input.tagging() {
            Tagging::Inside(tag) if !variants.is_empty() => {
                Some(members_inside(input, variants, tag))
            }
            _ => None,
        },
        is_none: None,
    }
}

/// A variant that stands for all names that are no other's, with all of the node in it.
fn holds_all(variant: &Variant<'_>) -> bool {
    variant.attributes.other.is_some() && variant.content.style == Style::Newtype
}

/// The pattern of a variant, its fields bound by number.
fn pattern(variant: &Variant<'_>) -> TokenStream {
    let ident = variant.ident;
    if variant.attributes.skip {
        return quote!(Self::#ident { .. });
    }
    let fields = variant
        .content
        .fields
        .iter()
        .enumerate()
        .map(|(number, field)| {
            let (member, binding) = (&field.member, format_ident!("f{}", number));
            match field.attributes.skip {
                true => quote!(#member: _),
                false => quote!(#member: #binding),
            }
        });
    quote!(Self::#ident { #(#fields),* })
}

fn binding(number: usize, _: &Field<'_>) -> TokenStream {
    let binding = format_ident!("f{}", number);
    quote!(#binding)
}

/// How a variant is written as a node.
fn arm(input: &Input<'_>, variant: &Variant<'_>) -> TokenStream {
    let (pattern, name) = (pattern(variant), &variant.name);
    if variant.attributes.skip {
        return quote!(#pattern => ::core::result::Result::Err(__v::skipped(#name)),);
    }
    let data = &variant.content;
    let content = || encode::content(input, data, binding);
    let named = quote!(__v::Encode::<()>::encode(#name, sink, &()));
    let event = quote!({
        static __NAME: __v::Name = __v::Name::new(#name);
        sink.name(&__NAME)
    });
    let written = match input.tagging() {
        _ if holds_all(variant) => content(),
        Tagging::Outside if data.style == Style::Unit => named,
        Tagging::Outside => {
            let content = content();
            quote! {
                sink.begin_map(::core::option::Option::Some(1))?;
                #event?;
                #content?;
                sink.end_map()
            }
        }
        Tagging::Beside(tag, inside) => {
            let tag = event_of(tag);
            match data.style {
                Style::Unit => quote! {
                    sink.begin_map(::core::option::Option::Some(1))?;
                    #tag?;
                    #named?;
                    sink.end_map()
                },
                _ => {
                    let (inside, content) = (event_of(inside), content());
                    quote! {
                        sink.begin_map(::core::option::Option::Some(2))?;
                        #tag?;
                        #named?;
                        #inside?;
                        #content?;
                        sink.end_map()
                    }
                }
            }
        }
        Tagging::Integer => {
            let ident = variant.ident;
            quote!(__v::Encode::<()>::encode(&(Self::#ident as i64), sink, &()))
        }
        Tagging::Untagged | Tagging::Inside(_) => content(),
    };
    quote!(#pattern => { #written })
}

/// Gives a name as a key.
fn event_of(name: &LitStr) -> TokenStream {
    quote!({
        static __NAME: __v::Name = __v::Name::new(#name);
        sink.name(&__NAME)
    })
}

/// The tag and the members of the variant.
fn members_inside(input: &Input<'_>, variants: &[Variant<'_>], tag: &LitStr) -> Members {
    let context = context_of(input);
    let tag = event_of(tag);
    let (mut counts, mut gives) = (Vec::new(), Vec::new());
    for variant in variants {
        let (pattern, name, data) = (pattern(variant), &variant.name, &variant.content);
        if variant.attributes.skip {
            counts.push(quote!(#pattern => 0,));
            gives
                .push(quote!(#pattern => return ::core::result::Result::Err(__v::skipped(#name)),));
            continue;
        }
        let Members { count, give } = match data.style {
            Style::Newtype => Members {
                count: quote!(__v::EncodeMembers::<#context>::member_count(f0)),
                give: quote!(__v::EncodeMembers::<#context>::encode_members(f0, sink, context)?;),
            },
            _ => encode::members(input, data, binding),
        };
        if holds_all(variant) {
            // Written as a whole by `encode`; among others it has no members.
            counts.push(quote!(#pattern => { let _ = f0; 0 }));
            gives.push(quote!(#pattern => {
                let _ = f0;
                return ::core::result::Result::Err(__v::not_among(#name));
            }));
            continue;
        }
        let unused = data.read().map(|(number, _)| format_ident!("f{}", number));
        counts.push(quote!(#pattern => { #(let _ = #unused;)* 1 + #count }));
        gives.push(quote! {
            #pattern => {
                #tag?;
                __v::Encode::<()>::encode(#name, sink, &())?;
                #give
            }
        });
    }
    Members {
        count: quote!(match self { #(#counts)* }),
        give: quote!(match self { #(#gives)* }),
    }
}

/// What an enum is read from.
pub fn decode(input: &Input<'_>, parts: &Parts, variants: &[Variant<'_>]) -> DecodeBodies {
    let read: Vec<&Variant<'_>> = variants.iter().filter(|v| !v.attributes.skip).collect();
    let beside = read.iter().enumerate().filter_map(|(number, variant)| {
        let partial = partial(input, number, variant)?;
        let ident = variant.ident;
        let ty = input.ident;
        Some(decode::members(
            input,
            parts,
            &variant.content,
            &partial,
            &quote!(#ty::#ident),
        ))
    });
    let mut beside: TokenStream = beside.collect();
    let (decode, kinds) = match input.tagging() {
        Tagging::Outside => outside(input, parts, &read),
        Tagging::Beside(tag, content) => besides(input, parts, &read, tag, content),
        Tagging::Inside(tag) => {
            // Among others it would refuse theirs.
            if !input.attributes.deny_unknown {
                beside.extend(flattened(input, parts, &read, tag));
            }
            inside(input, parts, &read, tag)
        }
        Tagging::Untagged => untagged(input, parts, &read),
        Tagging::Integer => integer(input, &read),
    };
    let all = quote!(__v::Kinds::ALL);
    DecodeBodies {
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

/// The type that holds what has been read of the fields of a variant, if they have names.
fn partial(input: &Input<'_>, number: usize, variant: &Variant<'_>) -> Option<Ident> {
    let named = match variant.content.style {
        Style::Named => true,
        // Nothing else may stand beside the tag.
        Style::Unit => matches!(input.tagging(), Tagging::Inside(_)),
        _ => false,
    };
    named.then(|| format_ident!("__Partial{}", number))
}

/// Reads what is in a variant: a `Result`.
fn content(input: &Input<'_>, parts: &Parts, number: usize, variant: &Variant<'_>) -> TokenStream {
    let (ty, ident) = (input.ident, variant.ident);
    let partial = partial(input, number, variant).map(|partial| {
        let arguments = generics::arguments(&parts.generics);
        quote!(#partial #arguments)
    });
    decode::content(
        input,
        &variant.content,
        &quote!(#ty::#ident),
        partial.as_ref(),
    )
}

/// The variants' names, and which is for all others.
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

/// Reads all of the node that begins at `start` into a variant that is for all other names.
fn whole(input: &Input<'_>, variant: &Variant<'_>) -> TokenStream {
    let (ty, ident) = (input.ident, variant.ident);
    let content = decode::content(input, &variant.content, &quote!(#ty::#ident), None);
    quote!({ source.rewind(start)?; #content })
}

fn unreachable() -> TokenStream {
    quote!(_ => ::core::result::Result::Err(__v::no_variant()),)
}

fn outside(input: &Input<'_>, parts: &Parts, read: &[&Variant<'_>]) -> (TokenStream, TokenStream) {
    let (table, unreachable) = (table(read), unreachable());
    let arms = read.iter().enumerate().map(|(number, variant)| {
        let (ty, ident, name) = (input.ident, variant.ident, &variant.name);
        if holds_all(variant) {
            let whole = whole(input, variant);
            return quote!((#number, _) => return #whole,);
        }
        if variant.content.style == Style::Unit {
            // What comes with a name that is not known is passed over.
            let pass = match variant.attributes.other.is_some() {
                true => quote!(source.skip()),
                false => quote!(source.read_null()),
            };
            return quote! {
                (#number, true) => #pass.map(|()| #ty::#ident),
                (#number, false) => ::core::result::Result::Ok(#ty::#ident),
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
        let (number, follows) = VARIANTS.outside(source)?;
        let value: __v::Result<Self> = match (number, follows) {
            #(#arms)*
            #unreachable
        };
        let value = value?;
        if follows {
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
            return quote! {
                (#number, true) => source.skip().map(|()| #ty::#ident),
                (#number, false) => ::core::result::Result::Ok(#ty::#ident),
            };
        }
        let content = content(input, parts, number, variant);
        quote! {
            (#number, true) => #content,
            (#number, false) => ::core::result::Result::Err(__v::missing(#inside, at)),
        }
    });
    let decode = quote! {
        #table
        static TAG: __v::Name = __v::Name::new(#tag);
        static CONTENT: __v::Name = __v::Name::new(#inside);
        let (start, at) = (source.mark(), source.offset());
        let (number, follows) = VARIANTS.beside(source, &TAG, &CONTENT)?;
        let value: __v::Result<Self> = match (number, follows) {
            #(#arms)*
            #unreachable
        };
        let value = value?;
        if follows {
            __v::tagged::rest(source)?;
        }
        let _ = (start, at);
        ::core::result::Result::Ok(value)
    };
    (decode, quote!(__v::Kinds::of(&[__v::Kind::Object])))
}

fn inside(
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
            let content = decode::content(input, &variant.content, &quote!(#ty::#ident), None);
            return quote!(#number => { source.rewind(start.mark)?; #content });
        }
        if let Some(partial) = partial(input, number, variant) {
            return quote! {
                #number => __v::members::decode_variant_rest::<#context, #partial #arguments, __R>(
                    source, context, start, #tag,
                ),
            };
        }
        let inner = variant.content.fields[0].ty;
        quote! {
            #number => __v::members::decode_variant_rest::<
                #context,
                <#inner as __v::DecodeMembers<'__de, #context>>::Partial,
                __R,
            >(source, context, start, #tag).map(#ty::#ident),
        }
    });
    let decode = quote! {
        #table
        static TAG: __v::Name = __v::Name::new(#tag);
        let start = __v::Start::of(source);
        match VARIANTS.inside(source, &TAG)? {
            #(#arms)*
            #unreachable
        }
    };
    (decode, quote!(__v::Kinds::of(&[__v::Kind::Object])))
}

/// An enum with a tag inside among the members of another: its members are passed over, and read at the end.
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
        .map(|v| decode::kinds(input, &v.content))
        .collect();
    let tries = read.iter().enumerate().map(|(number, variant)| {
        let (kinds, content) = (&kinds[number], content(input, parts, number, variant));
        quote! {
            if (#kinds).has(kind) {
                // What ends the attempt must not end all of them.
                let attempt = (|source: &mut __R| -> __v::Result<Self> { #content })(source);
                match attempt {
                    ::core::result::Result::Ok(value) => return ::core::result::Result::Ok(value),
                    ::core::result::Result::Err(error) => {
                        tried.add(error);
                        source.rewind(start)?;
                    }
                }
            }
        }
    });
    let decode = quote! {
        let (start, at, kind) = (source.mark(), source.offset(), source.peek()?);
        let mut tried = __v::Tried::default();
        #(#tries)*
        ::core::result::Result::Err(tried.none(&[#(#listed),*], kind, at))
    };
    let all = quote!(__v::Kinds::of(&[])#(.or(#kinds))*);
    (decode, all)
}

/// That the discriminants are integers of 64 bits with a sign, as they are read and written.
fn fit<'v>(input: &Input<'_>, variants: impl Iterator<Item = &'v Variant<'v>>) -> TokenStream {
    let ty = input.ident;
    let each = variants.map(|variant| {
        let ident = variant.ident;
        let message = format!("the discriminant of `{ident}` does not fit i64");
        quote!(::core::assert!(#ty::#ident as i128 == #ty::#ident as i64 as i128, #message);)
    });
    quote!(const _: () = { #(#each)* };)
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
