//! Makes the code that reads the fields of a struct or a variant.

use proc_macro2::TokenStream;
use syn::{Ident, LitStr};

use crate::attributes::{Default_, NoneIs};
use crate::generics::{self, Parts, context_of};
use crate::hygiene::{local, quote, returning};
use crate::input::{Field, Input, Struct, Style};
use crate::names;

/// The parts of an implementation of `Decode`, and the items beside it.
pub struct Bodies {
    pub decode: TokenStream,
    pub kinds: TokenStream,
    /// The other methods of `Decode`.
    pub methods: TokenStream,
    /// Types, and implementations of other traits.
    pub beside: TokenStream,
}

/// Returns the kinds of node that a struct or a variant's content can be.
pub fn kinds(input: &Input<'_>, data: &Struct<'_>) -> TokenStream {
    let context = context_of(input);
    match data.style {
        Style::Unit => quote!(__v::Kinds::of(&[__v::Kind::Null])),
        Style::Tuple => quote!(__v::Kinds::of(&[__v::Kind::Array])),
        Style::Named => quote!(__v::Kinds::of(&[__v::Kind::Object])),
        Style::Newtype => {
            let field = &data.fields[0];
            let ty = field.ty;
            match field.codec.is_some() {
                true => quote!(__v::Kinds::ALL),
                false => quote!(<#ty as __v::Decode<'__de, #context>>::KINDS),
            }
        }
    }
}

/// Makes the expression that reads the value of a field: a `Result`.
pub fn value(input: &Input<'_>, field: &Field<'_>) -> TokenStream {
    let context = context_of(input);
    let ty = field.ty;
    let read = match &field.codec {
        Some(module) => {
            quote!(__v::refused_here(source, |source| #module::decode(source, context)))
        }
        None => quote!(<#ty as __v::Decode<'__de, #context>>::decode(source, context)),
    };
    match field.attributes.none {
        Some(NoneIs::Error) => quote!(__v::not_null(source).and_then(|()| #read)),
        _ => read,
    }
}

/// Makes the value of a field with `skip`, which no document has.
pub fn skipped(field: &Field<'_>) -> TokenStream {
    match &field.attributes.default {
        Some(Default_::Call(function)) => quote!(#function()),
        _ => quote!(::core::default::Default::default()),
    }
}

/// Makes the expression that reads a struct or the content of a variant from one node: a `Result`
/// of what `path` makes. The type `partial` reads the members of named fields.
pub fn content(
    input: &Input<'_>,
    data: &Struct<'_>,
    path: &TokenStream,
    partial: Option<&TokenStream>,
) -> TokenStream {
    let context = context_of(input);
    match (data.style, partial) {
        (Style::Unit, _) => quote!(source.read_null().map(|()| #path)),
        (Style::Newtype, _) => {
            let value = value(input, &data.fields[0]);
            quote!(#value.map(#path))
        }
        (Style::Named, Some(partial)) => {
            quote!(__v::members::decode_variant::<#context, #partial, __R>(source, context))
        }
        _ => {
            let count = data.read().count();
            let mut numbers = 0_usize..;
            let items = data.fields.iter().map(|field| {
                if field.attributes.skip {
                    return skipped(field);
                }
                let (number, value) = (numbers.next(), value(input, field));
                quote!({ __v::item(source, #number, #count, __at)?; #value? })
            });
            quote! {{
                let __at = source.offset();
                source.begin_array()?;
                let value = #path(#(#items),*);
                __v::last_item(source, #count, __at)?;
                ::core::result::Result::Ok(value)
            }}
        }
    }
}

/// Makes the type that holds the fields read so far, and its `finish`, which makes the value of
/// `path` from them.
pub fn members(
    input: &Input<'_>,
    parts: &Parts,
    data: &Struct<'_>,
    partial: &Ident,
    path: &TokenStream,
) -> TokenStream {
    let (visibility, ident, context) = (input.visibility, input.ident, &parts.context);
    let (_, ty, _) = input.generics.split_for_impl();
    let (generics, _, clause) = parts.generics.split_for_impl();
    let arguments = generics::arguments(&parts.generics);
    let marker = generics::marker(input, context);
    let Fields {
        declared,
        begun,
        read,
        named,
        flattened,
        filled,
        made,
    } = fields(input, data);
    let plain: Vec<&Field<'_>> = plain(data).collect();
    let texts = plain.iter().map(|field| &field.name);
    let find = names::find(plain.iter().enumerate().map(|(number, field)| {
        (
            number,
            field.name.as_str(),
            field.attributes.aliases.as_slice(),
        )
    }));
    let (open, deny) = (!named.is_empty(), input.attributes.deny_unknown);
    let apart = open.then(|| {
        quote!(const {
            __v::members::assert_apart(&[
                <Self as __v::Partial<'__de, #context>>::NAMES,
                #(<#flattened as __v::Partial<'__de, #context>>::NAMES),*
            ]);
        })
    });
    let read_named = open.then(|| {
        quote! {
            fn list(names: &mut __v::List) {
                names.extend(<Self as __v::Partial<'__de, #context>>::NAMES.iter().map(__v::Name::text));
                #(<#flattened as __v::Partial<'__de, #context>>::list(names);)*
            }
            fn read_named<__R: __v::Source<'__de>>(
                &mut self,
                name: &str,
                source: &mut __R,
                context: &#context,
            ) -> __v::Result<bool> {
                #(if #named? { return ::core::result::Result::Ok(true); })*
                ::core::result::Result::Ok(false)
            }
        }
    });
    let next = match open {
        true => quote!(__v::members::next_of::<#context, Self, __R>(self, source, context, tag)),
        false => quote!(__v::members::next::<#context, Self, __R>(source, tag)),
    };
    let read_all = in_order(&read, &quote!(Self), context, &next);
    let arms = read
        .iter()
        .enumerate()
        .map(|(arm, read)| quote!(#arm => { #read }));
    let fallback = fallback(input, data, path, &made);
    let finish = match open {
        true => quote!(::core::result::Result::Ok(#path { #(#made),* })),
        false => finish(data, path, &filled),
    };
    let changed = (!open).then(|| quote!(mut));
    quote! {
        #visibility struct #partial #generics #clause {
            #(#declared,)*
            __marker: #marker,
        }
        #[automatically_derived]
        impl #generics __v::Partial<'__de, #context> for #partial #arguments #clause {
            type Output = #ident #ty;
            const NAMES: &'static [__v::Name] = &[#(__v::Name::new(#texts)),*];
            const OPEN: bool = #open;
            const DENY_UNKNOWN: bool = #deny;
            #[inline(always)]
            fn begin() -> Self {
                #apart
                Self {
                    #(#begun,)*
                    __marker: ::core::marker::PhantomData,
                }
            }
            #[inline]
            fn find(name: &str) -> usize {
                #find
            }
            #[inline(always)]
            fn read_all<__R: __v::Source<'__de>>(
                &mut self,
                source: &mut __R,
                context: &#context,
                tag: &mut __v::TagMember,
            ) -> __v::Result {
                #read_all
            }
            #[inline]
            fn read<__R: __v::Source<'__de>>(
                &mut self,
                index: usize,
                source: &mut __R,
                context: &#context,
            ) -> __v::Result {
                match index {
                    #(#arms)*
                    _ => source.skip()?,
                }
                ::core::result::Result::Ok(())
            }
            #read_named
            #[inline(always)]
            fn finish<__R: __v::Source<'__de>>(
                #changed self,
                source: &mut __R,
                start: __v::Start<__R::Mark>,
                context: &#context,
            ) -> __v::Result<#ident #ty> {
                #fallback
                #finish
            }
        }
    }
}

/// Makes the loop that reads the members of an object. Each has its statements in `reads`; `next`
/// finds the number of another member, or the end.
///
/// The statements stand in the order of the members, and each member is guessed to follow the one
/// before it. While the guesses are right, the compiler knows the result of every comparison with
/// `next`, so that a straight line of code is left.
pub fn in_order(
    reads: &[TokenStream],
    partial: &TokenStream,
    context: &TokenStream,
    next: &TokenStream,
) -> TokenStream {
    if reads.is_empty() {
        return quote! {
            while #next?.is_some() {}
            ::core::result::Result::Ok(())
        };
    }
    let numbers = 0..reads.len();
    let behind = 1..=reads.len();
    let count = reads.len();
    quote! {
        let (mut next, mut came) = (0_usize, false);
        // `run` is the number of the last member that was found by its name. `misses` counts how
        // often in a row no member behind such a one came as guessed.
        let (mut run, mut misses) = (0_usize, 0_u32);
        loop {
            #(
                if next == #numbers {
                    let name = &<#partial as __v::Partial<'__de, #context>>::NAMES[#numbers];
                    match __v::comes(source, came, misses, name) {
                        ::core::result::Result::Ok(true) => {
                            #reads
                            next = #behind;
                            came = false;
                        }
                        ::core::result::Result::Ok(false) => {}
                        ::core::result::Result::Err(error) => {
                            return ::core::result::Result::Err(error);
                        }
                    }
                }
            )*
            if next == #count && source.leaves_map() {
                return ::core::result::Result::Ok(());
            }
            match #next? {
                ::core::option::Option::Some(index) => {
                    misses = if next == run + 1 { misses + 1 } else { 1 };
                    (run, next, came) = (index, index, true);
                }
                ::core::option::Option::None => return ::core::result::Result::Ok(()),
            }
        }
    }
}

/// Returns the fields that are members with a name of their own: those without `flatten`.
fn plain<'f, 'a>(data: &'f Struct<'a>) -> impl Iterator<Item = &'f Field<'a>> {
    data.read()
        .map(|(_, field)| field)
        .filter(|field| field.attributes.flatten.is_none())
}

/// Makes the value of a type without flattened fields. All fields are filled before any is moved:
/// to leave in between would take code that knows which are moved, for each field.
fn finish(data: &Struct<'_>, path: &TokenStream, filled: &[TokenStream]) -> TokenStream {
    let (mut slots, mut members) = (Vec::new(), Vec::new());
    for (number, field) in data.fields.iter().enumerate() {
        let (member, slot) = (&field.member, local(number));
        if field.attributes.skip {
            let value = skipped(field);
            members.push(quote!(#member: #value));
            continue;
        }
        slots.push(quote!(#slot: ::core::option::Option::Some(#slot)));
        members.push(quote!(#member: #slot));
    }
    let not_filled = (!slots.is_empty()).then(
        || quote!(partial => ::core::result::Result::Err(__v::not_filled(partial, start.at)),),
    );
    quote! {
        #(#filled)*
        match self {
            Self { #(#slots,)* __marker: _ } => ::core::result::Result::Ok(#path { #(#members),* }),
            #not_filled
        }
    }
}

/// Makes the statements that take missing members from the `Default` of the whole type, if the type
/// has `default`.
fn fallback(
    input: &Input<'_>,
    data: &Struct<'_>,
    path: &TokenStream,
    made: &[TokenStream],
) -> Option<TokenStream> {
    input.attributes.default?;
    let from_default = |field: &Field<'_>| {
        field.attributes.flatten.is_none()
            && !field.attributes.skip
            && field.attributes.default.is_none()
    };
    let made = data
        .fields
        .iter()
        .enumerate()
        .zip(made)
        .map(|((number, field), made)| {
            let (member, slot) = (&field.member, local(number));
            match from_default(field) {
                true => quote!(#member: self.#slot.unwrap_or(whole.#member)),
                false => made.clone(),
            }
        });
    let missing = data
        .fields
        .iter()
        .enumerate()
        .filter(|(_, field)| from_default(field))
        .map(|(number, _)| {
            let slot = local(number);
            quote!(self.#slot.is_none())
        });
    Some(quote! {
        if false #(|| #missing)* {
            let whole: Self::Output = ::core::default::Default::default();
            return ::core::result::Result::Ok(#path { #(#made),* });
        }
    })
}

/// The code for the fields, part by part.
#[derive(Default)]
struct Fields {
    /// The declarations of the fields that hold what was read.
    declared: Vec<TokenStream>,
    /// The values of these fields at the beginning.
    begun: Vec<TokenStream>,
    /// The statements that read the fields with a name of their own.
    read: Vec<TokenStream>,
    /// The expressions that read a member of a flattened field by its name: a `Result<bool>`, true
    /// if the field has the member.
    named: Vec<TokenStream>,
    /// The types that hold what was read of the flattened fields.
    flattened: Vec<TokenStream>,
    /// The statements that give the fields without `flatten` their values if they did not come.
    filled: Vec<TokenStream>,
    /// The fields of the finished value.
    made: Vec<TokenStream>,
}

fn fields(input: &Input<'_>, data: &Struct<'_>) -> Fields {
    let context = context_of(input);
    let mut all = Fields::default();
    for (number, field) in data.fields.iter().enumerate() {
        let (member, ty) = (&field.member, field.ty);
        if field.attributes.skip {
            let value = skipped(field);
            all.made.push(quote!(#member: #value));
            continue;
        }
        let slot = local(number);
        if field.attributes.flatten.is_some() {
            let partial = quote!(<#ty as __v::DecodeMembers<'__de, #context>>::Partial);
            let methods = quote!(__v::Partial::<'__de, #context>);
            all.declared.push(quote!(#slot: #partial));
            all.begun
                .push(quote!(#slot: <#partial as __v::Partial<'__de, #context>>::begin()));
            all.named
                .push(quote!(__v::members::read_by_name(&mut self.#slot, name, source, context)));
            all.made
                .push(quote!(#member: #methods::finish(self.#slot, source, start, context)?));
            all.flattened.push(partial);
            continue;
        }
        let name = &field.name;
        all.declared
            .push(quote!(#slot: ::core::option::Option<#ty>));
        all.begun.push(quote!(#slot: ::core::option::Option::None));
        let plain = field.codec.is_none() && field.attributes.none != Some(NoneIs::Error);
        all.read.push(match plain {
            true => returning(&quote!(__v::read(&mut self.#slot, #name, source, context))),
            false => {
                let value = value(input, field);
                quote! {
                    __v::once(&self.#slot, #name, source)?;
                    __v::put(&mut self.#slot, #value?);
                }
            }
        });
        let missing = missing(input, field, &quote!(start.at));
        all.filled
            .push(match (&field.attributes.default, field.codec.is_some()) {
                _ if is_required(input, field) => quote!(if self.#slot.is_none() { #missing }),
                (None, false) => returning(&quote! {
                    __v::or_missing_in::<#ty, #context>(&mut self.#slot, #name, start.at)
                }),
                _ => quote! {
                    if self.#slot.is_none() {
                        __v::put(&mut self.#slot, #missing);
                    }
                },
            });
        all.made.push(quote! {
            #member: match self.#slot {
                ::core::option::Option::Some(value) => value,
                ::core::option::Option::None => #missing,
            }
        });
    }
    all
}

/// Makes the value of a variant's content that is missing in the object that begins `at`: a
/// `Result`.
pub fn missing_content(input: &Input<'_>, field: &Field<'_>, name: &LitStr) -> TokenStream {
    let (context, ty) = (context_of(input), field.ty);
    match field.codec.is_some() {
        true => quote!(::core::result::Result::Err(__v::missing(#name, at))),
        false => {
            quote!(__v::or_missing(<#ty as __v::Decode<'__de, #context>>::missing(#name), at))
        }
    }
}

/// Makes the value of a field whose member is missing in the object that begins `at`. For a
/// required field this returns the error.
pub fn missing(input: &Input<'_>, field: &Field<'_>, at: &TokenStream) -> TokenStream {
    let context = context_of(input);
    let (name, ty) = (&field.name, field.ty);
    match &field.attributes.default {
        Some(Default_::Trait) => quote!(::core::default::Default::default()),
        Some(Default_::Call(function)) => quote!(#function()),
        None if is_required(input, field) => {
            quote!(return ::core::result::Result::Err(__v::missing(#name, #at)))
        }
        None if field.codec.is_some() => quote!(::core::option::Option::None),
        None => quote!(__v::or_missing(
            <#ty as __v::Decode<'__de, #context>>::missing(#name), #at
        )?),
    }
}

/// Returns whether a missing member is an error, whatever the field's type says.
pub fn is_required(input: &Input<'_>, field: &Field<'_>) -> bool {
    let attributes = &field.attributes;
    let foreign = field.codec.is_some() && !field.is_optional;
    let required = attributes.required.is_some() || foreign || input.attributes.default.is_some();
    required && attributes.default.is_none()
}
