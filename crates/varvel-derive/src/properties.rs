//! `derive(Properties)`: finds a struct's members by their names, with one match for each step.
//! Other parts are found by writing the whole value and looking into that.

use proc_macro2::TokenStream;
use syn::parse_quote;

use crate::attributes::NoneIs;
use crate::hygiene::quote;
use crate::input::{Field, Input, Shape, Struct, Style};
use crate::schema::private;

pub fn expand(input: &Input<'_>) -> TokenStream {
    let private = private(input);
    let ident = input.ident;
    let mut generics = input.generics.clone();
    let params: Vec<syn::Ident> = generics.type_params().map(|p| p.ident.clone()).collect();
    let clause = generics.make_where_clause();
    for param in params {
        clause
            .predicates
            .push(parse_quote!(#param: __v::Properties));
    }
    let (generics, _, clause) = generics.split_for_impl();
    let (_, ty, _) = input.generics.split_for_impl();
    let methods = match &input.shape {
        Shape::Struct(data)
            if data.style == Style::Named && input.attributes.transparent.is_none() =>
        {
            of_members(data)
        }
        Shape::Struct(data) => of_one(input, data),
        Shape::Enum(_) => None,
    };
    quote! {
        const _: () = {
            use #private as __v;
            #[automatically_derived]
            impl #generics __v::Properties for #ident #ty #clause {
                #methods
            }
        };
    }
}

/// Returns whether the own codec of a field's type writes the field.
fn is_own(field: &Field<'_>) -> bool {
    let attributes = &field.attributes;
    attributes.with.is_none() && !attributes.bytes && attributes.flatten.is_none()
}

/// Makes the match arms of the plain members; each finds the member itself.
fn plain(data: &Struct<'_>, of: impl Fn(&Field<'_>) -> TokenStream) -> TokenStream {
    let fields = data.read().map(|(_, field)| field);
    let arms = fields.filter(|field| is_own(field)).map(|field| {
        let (names, name, found) = (names(field), &field.name, of(field));
        quote! {
            #names => {
                let found: __v::Result = #found;
                found.map_err(|error| __v::inside(error, #name))
            }
        }
    });
    arms.collect()
}

/// Makes the match arms of all other members: those that `whole` finds, and unknown ones.
fn others(data: &Struct<'_>, whole: &TokenStream) -> TokenStream {
    let fields: Vec<&Field<'_>> = data.read().map(|(_, field)| field).collect();
    let is_flattened = |field: &&Field<'_>| field.attributes.flatten.is_some();
    if fields.iter().any(is_flattened) {
        // Only the whole value knows the members of flattened fields.
        return quote!(_ => #whole,);
    }
    let by_whole = fields.iter().filter(|field| !is_own(field));
    let arms = by_whole.map(|field| {
        let names = names(field);
        quote!(#names => #whole,)
    });
    let known = fields.iter().map(|field| &field.name);
    quote! {
        #(#arms)*
        _ => ::core::result::Result::Err(__v::no_member(step, &[#(#known),*])),
    }
}

/// Makes the pattern of a field's names.
fn names(field: &Field<'_>) -> TokenStream {
    let (name, aliases) = (&field.name, &field.attributes.aliases);
    quote!(::core::option::Option::Some(#name #(| #aliases)*))
}

/// Makes the methods of a struct with named fields.
fn of_members(data: &Struct<'_>) -> Option<TokenStream> {
    let get = plain(data, |field| {
        let member = &field.member;
        quote!(__v::Properties::get_at(&self.#member, rest, to))
    });
    let set = plain(data, |field| {
        let member = &field.member;
        let set = quote!(__v::Properties::set_at(&mut self.#member, rest, from));
        match field.attributes.none {
            Some(NoneIs::Error) => quote!(__v::not_null(rest, from).and_then(|()| #set)),
            _ => set,
        }
    });
    let (get_whole, set_whole) = (
        quote!(__v::get_in_whole(self, path, to)),
        quote!(__v::set_in_whole(self, path, from)),
    );
    // Fields with `skip` are not written, so that they keep their values.
    let skipped = data
        .fields
        .iter()
        .filter(|field| field.attributes.skip)
        .map(|field| {
            let member = &field.member;
            quote!(::core::mem::swap(&mut self.#member, &mut changed.#member);)
        });
    let set_part = quote! {
        __v::changed_in_whole(&*self, path, from).map(|mut changed| {
            #(#skipped)*
            *self = changed;
        })
    };
    let (get_others, set_others) = (others(data, &get_whole), others(data, &set_part));
    Some(quote! {
        fn get_at(&self, path: &[__v::Selector<'_>], to: &mut __v::Recording) -> __v::Result {
            let [step, rest @ ..] = path else {
                return #get_whole;
            };
            let _ = rest;
            match __v::name(step).as_deref() {
                #get
                #get_others
            }
        }
        fn set_at(&mut self, path: &[__v::Selector<'_>], from: &__v::Recording) -> __v::Result {
            let [step, rest @ ..] = path else {
                return #set_whole;
            };
            let _ = rest;
            match __v::name(step).as_deref() {
                #set
                #set_others
            }
        }
    })
}

/// Makes the methods of a struct that is written as its only field.
fn of_one(input: &Input<'_>, data: &Struct<'_>) -> Option<TokenStream> {
    let one = data.style == Style::Newtype || input.attributes.transparent.is_some();
    let (_, field) = data
        .read()
        .next()
        .filter(|(_, field)| one && is_own(field))?;
    let member = &field.member;
    Some(quote! {
        fn get_at(&self, path: &[__v::Selector<'_>], to: &mut __v::Recording) -> __v::Result {
            __v::Properties::get_at(&self.#member, path, to)
        }
        fn set_at(&mut self, path: &[__v::Selector<'_>], from: &__v::Recording) -> __v::Result {
            __v::Properties::set_at(&mut self.#member, path, from)
        }
    })
}
