//! The texts of arrays of `char`, which are bytes otherwise.

use proc_macro2::TokenStream;
use quote::quote;

use super::names::{SET_TEXT, TEXT, ident};
use super::{Generator, name_and_slot, owned_of};
use crate::plan::{FieldPlan, ObjectPlan};

impl Generator<'_, '_> {
    /// Makes the method of a view that returns the text of an array.
    pub(super) fn text_method(&self, field: &FieldPlan<'_>) -> TokenStream {
        if !field.field.chars {
            return quote!();
        }
        let (_, slot) = name_and_slot(field);
        let text = ident(&field.forms[TEXT]);
        let about = returns(field);
        quote! {
            #about
            #[inline]
            pub fn #text(self) -> ::varvel_flatbuffers::generated::Result<&'a str> {
                self.0.text::<#slot>()
            }
        }
    }

    /// Makes the methods of a plain struct that return and set the texts of arrays.
    pub(super) fn owned_texts(&self, of: &ObjectPlan<'_>) -> TokenStream {
        let fields: Vec<_> = of.fields.iter().filter(|of| of.field.chars).collect();
        if fields.is_empty() {
            return quote!();
        }
        let methods = fields.iter().map(|field| {
            let name = ident(&field.name);
            let [text, set] = [TEXT, SET_TEXT].map(|form| ident(&field.forms[form]));
            let about = returns(field);
            let sets = format!(
                " Sets `{}` to this text, with zeros behind it.",
                field.field.name
            );
            quote! {
                #about
                pub fn #text(&self) -> ::varvel_flatbuffers::generated::Result<&str> {
                    ::varvel_flatbuffers::generated::chars(&self.#name)
                }

                #[doc = #sets]
                #[doc = ""]
                #[doc = " # Errors"]
                #[doc = " Returns `Refused` if the text is longer than the array, or ends with a zero."]
                pub fn #set(&mut self, text: &str) -> ::varvel_flatbuffers::generated::Result {
                    ::varvel_flatbuffers::generated::set_chars(&mut self.#name, text)
                }
            }
        });
        let name = ident(owned_of(&of.name));
        // Clippy takes them for conversions, which have other receivers.
        let conversions = ["from_", "into_", "is_", "to_"];
        let is_one = |name: &str| conversions.iter().any(|start| name.starts_with(start));
        let allowed = fields.iter().any(|field| is_one(&field.name));
        let allowed = allowed.then(
            || quote!(#[allow(clippy::wrong_self_convention, reason = "names of the schema")]),
        );
        quote! {
            #allowed
            impl #name { #(#methods)* }
        }
    }
}

/// Makes the comment of a method that returns the text of an array.
fn returns(field: &FieldPlan<'_>) -> TokenStream {
    let about = format!(
        " The text in `{}`, without the zeros at its end.",
        field.field.name
    );
    quote! {
        #[doc = #about]
        #[doc = ""]
        #[doc = " # Errors"]
        #[doc = " Returns `InvalidUtf8`, which the verifier does not look for."]
    }
}
