//! Enums: a struct around an integer, so that values without a name survive.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::names::ident;
use super::{Generator, doc, names, primitive};
use crate::plan::EnumPlan;

impl Generator<'_, '_> {
    pub(super) fn enumeration(&self, of: &EnumPlan<'_>) -> TokenStream {
        let definition = of.definition;
        let name = &ident(&of.name.name);
        let about = doc(&definition.doc, format!("The enum `{}`.", definition.name));
        let integer = primitive(definition.underlying);
        let (mut constants, mut arms) = (Vec::new(), Vec::new());
        let (mut values, mut pairs, mut found) = (Vec::new(), Vec::new(), Vec::new());
        for planned in &of.values {
            let (constant, value) = (ident(&planned.name), planned.definition);
            let about = doc(&value.doc, format!("`{}`", value.name));
            let number = Literal::i128_unsuffixed(value.value);
            let text = &value.name;
            constants.push(quote! { #about pub const #constant: Self = Self(#number); });
            arms.push(quote!(Self::#constant => Some(#text)));
            values.push(quote!(Self::#constant));
            pairs.push(quote!((Self::#constant, #text)));
            found.push(quote!(#text => Some(Self::#constant)));
        }
        let named = match arms.is_empty() {
            true => quote!(None),
            false => quote!(match self { #(#arms,)* _ => None }),
        };
        let by_name = match found.is_empty() {
            true => quote!(None),
            false => quote!(match name { #(#found,)* _ => None }),
        };
        let taken = match found.is_empty() {
            true => quote!(_),
            false => quote!(name),
        };
        let (flags, has_flags) = match definition.bit_flags {
            true => (
                flags(name),
                quote!(
                    const BIT_FLAGS: bool = true;
                ),
            ),
            false => (quote!(), quote!()),
        };
        let count = Literal::usize_unsuffixed(values.len());
        let called = name.to_string();
        let allowed = names::allowed([name]);
        quote! {
            #about
            #allowed
            #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[repr(transparent)]
            pub struct #name(pub #integer);

            impl #name {
                #(#constants)*

                /// All named values, by increasing number.
                pub const VALUES: [Self; #count] = [#(#values),*];

                /// Returns the name of the value, if the schema names it.
                pub const fn name(self) -> Option<&'static str> {
                    #named
                }

                /// Returns the value called `name`, if the schema has one.
                pub fn by_name(#taken: &str) -> Option<Self> {
                    #by_name
                }
            }

            impl ::varvel_flatbuffers::Enum for #name {
                type Number = #integer;
                const NAMED: &'static [(Self, &'static str)] = &[#(#pairs),*];
                #has_flags

                #[inline(always)]
                fn of(number: #integer) -> Self {
                    Self(number)
                }

                #[inline(always)]
                fn number(self) -> #integer {
                    self.0
                }
            }

            impl ::core::fmt::Debug for #name {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    ::varvel_flatbuffers::generated::debug(*self, #called, f)
                }
            }

            impl From<#integer> for #name {
                fn from(number: #integer) -> Self {
                    Self(number)
                }
            }

            #flags
        }
    }
}

/// Makes the additional items of enums with `bit_flags`.
fn flags(name: &proc_macro2::Ident) -> TokenStream {
    quote! {
        impl #name {
            /// Returns whether all bits of `other` are set.
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }
        }

        impl ::core::ops::BitOr for #name {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl ::core::ops::BitAnd for #name {
            type Output = Self;

            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }
    }
}
