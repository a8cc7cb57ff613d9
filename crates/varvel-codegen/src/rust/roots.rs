//! Structs that are roots of buffers. Tables need nothing for that.

use proc_macro2::TokenStream;
use quote::quote;

use super::names::ident;
use super::{Generator, owned_of};
use crate::plan::ObjectPlan;

impl Generator<'_, '_> {
    /// Makes the implementations of a struct that is a root.
    pub(super) fn root_struct(&self, of: &ObjectPlan<'_>) -> TokenStream {
        if !self.plan.struct_roots.contains(&of.id) {
            return quote!();
        }
        let (view, owned) = (&ident(&of.name.name), &ident(owned_of(&of.name)));
        let encoded = [quote!(#view<'_>), quote!(#owned)].map(|name| {
            quote! {
                impl ::varvel_flatbuffers::EncodeRoot for #name {
                    #[inline(always)]
                    fn root<R_: ::varvel_flatbuffers::VisitRoot>(&self, root: &mut R_) -> ::varvel_flatbuffers::generated::Result {
                        root.structure(self)
                    }
                }
            }
        });
        quote! {
            impl ::varvel_flatbuffers::Root for #view<'static> {
                type View<'a> = #view<'a>;

                #[inline(always)]
                fn root(root: ::varvel_flatbuffers::RootRef<'_, Self>) -> #view<'_> {
                    #view(root.structure())
                }
            }

            #(#encoded)*
        }
    }
}
