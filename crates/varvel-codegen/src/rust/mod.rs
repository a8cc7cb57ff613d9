//! The Rust backend over `varvel-flatbuffers`: the field table of the schema as a constant, and
//! types that read and write by it.
//!
//! | room | holds |
//! |---|---|
//! | `docs` | doc comments from the comments of a schema |
//! | `names` | Rust names, unique in their place |
//! | `layout` | the field table |
//! | `enums` | enums, as structs around an integer |
//! | `exact` | types that can be equal, ordered and hashed |
//! | `unions` | unions, in place and owned |
//! | `views` | tables and structs in place |
//! | `owned` | tables and structs as plain structs |
//! | `visit` | the functions that give the fields to an encoder, or fill them in |

mod docs;
mod enums;
mod exact;
mod layout;
mod names;
mod owned;
mod unions;
mod views;
mod visit;

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;
use varvel_fbs::{Element, EnumId, Field, Joined, Object, ObjectId, Scalar, Schema, Type, UnionId};
use varvel_flatbuffers::reflect::SchemaLayout;

use crate::{Backend, File, Unsupported};
use exact::Exact;
use names::Names;

/// The Rust backend over `varvel-flatbuffers`.
///
/// | schema | Rust |
/// |---|---|
/// | namespace | a module |
/// | table or struct `Monster` | the view `Monster`, which reads in place, and the plain struct `MonsterT`, which is written and can be made from the view |
/// | enum | a struct around an integer, so that values of later schemas survive |
/// | union | an enum |
///
/// A plain struct has `Eq`, `Ord` and `Hash` if it leads to no float. Deprecated fields are left
/// out. Include the code in a module of its own (`mod monster { include!(…) }`) of a crate that
/// depends on `varvel-flatbuffers`. The code has no `unsafe`.
///
/// For schemas that include the same files ([`Backend::generate_joined`]) each file is a module,
/// and `mod.rs` declares them. So a type of a file that two schemas include is one type.
///
/// Rust warns of generated items that the crate does not use. Put `#[allow(dead_code)]` on the
/// module to silence that. If hundreds of tables lead from one to the next, the crate needs
/// `#![recursion_limit = "4096"]`, as it does for hand-written structs nested so deep.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rust;

impl Backend for Rust {
    fn extension(&self) -> &'static str {
        "rs"
    }

    fn generate(&self, schema: &Schema) -> Result<String, Unsupported> {
        let root = Generator::new(schema, &[]).root(&BTreeMap::new())?;
        laid_out(root.tokens(""))
    }

    fn generate_joined(&self, joined: &Joined) -> Result<Vec<File>, Unsupported> {
        let modules = names::of_files(&joined.schema);
        let root = Generator::new(&joined.schema, &modules).root(&identifiers(joined)?)?;
        let mut files = Vec::new();
        let mut lead = root.items.clone();
        for (name, file) in modules.iter().zip(&joined.schema.files) {
            let ident = names::ident(name);
            let doc = format!(" The types of `{}`.", base_of(&file.name));
            lead.extend(quote!(#[doc = #doc] pub mod #ident;));
            let tokens = root.inner.get(name).map(|module| module.tokens(name));
            files.push(File {
                name: format!("{name}.rs"),
                code: laid_out(tokens.unwrap_or_default())?,
            });
        }
        files.push(File {
            name: "mod.rs".to_owned(),
            code: laid_out(lead)?,
        });
        Ok(files)
    }

    fn generate_in_one(&self, joined: &Joined) -> Result<String, Unsupported> {
        let modules = names::of_files(&joined.schema);
        let mut root = Generator::new(&joined.schema, &modules).root(&identifiers(joined)?)?;
        for (name, file) in modules.iter().zip(&joined.schema.files) {
            let module = root.inner.entry(name.clone()).or_default();
            module.about = Some(format!(" The types of `{}`.", base_of(&file.name)));
        }
        laid_out(root.tokens(""))
    }
}

/// Returns the file identifiers of the tables that are roots.
fn identifiers(joined: &Joined) -> Result<BTreeMap<usize, [u8; 4]>, Unsupported> {
    let mut identifiers = BTreeMap::new();
    for root in &joined.roots {
        let (Some(table), Some(identifier)) = (root.table, &root.file_identifier) else {
            continue;
        };
        let Ok(bytes) = identifier.as_bytes().try_into() else {
            continue;
        };
        let before = identifiers.insert(table.0 as usize, bytes);
        if before.is_some_and(|before| before != bytes) {
            let name = &joined.schema.object(table).name;
            let what = format!("`{name}` is the root of schemas with different file identifiers");
            return Err(Unsupported { what });
        }
    }
    Ok(identifiers)
}

/// Returns the name of a file without its folders, so that the code is the same on every machine.
fn base_of(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Returns the text of a file of code.
fn laid_out(tokens: TokenStream) -> Result<String, Unsupported> {
    let file = syn::parse2(tokens).map_err(|error| Unsupported {
        what: error.to_string(),
    })?;
    let head =
        "// Generated by varvel from a FlatBuffers schema. Change the schema, not this file.\n\n";
    Ok(format!("{head}{}", prettyplease::unparse(&file)))
}

/// The schema, and facts about it that the code depends on.
struct Generator<'s> {
    schema: &'s Schema,
    names: Names,
    /// The structs that are keys, and the structs in them.
    key_parts: BTreeSet<ObjectId>,
    /// The plain types that have no float in them.
    exact: Exact,
}

fn key_parts(schema: &Schema) -> BTreeSet<ObjectId> {
    let of = |field: &Field| match field.ty.element() {
        Element::Object(id) if schema.is_struct(field.ty.element()) => Some(id),
        _ => None,
    };
    let keys = schema.objects.iter().filter_map(Object::key);
    let mut left: Vec<ObjectId> = keys.filter_map(of).collect();
    let mut parts = BTreeSet::new();
    while let Some(id) = left.pop() {
        if parts.insert(id) {
            left.extend(schema.object(id).fields.iter().filter_map(of));
        }
    }
    parts
}

/// A namespace: its items, and the namespaces inside it.
#[derive(Default)]
struct Module {
    /// The comment of the module, if it is not the one for a namespace.
    about: Option<String>,
    items: TokenStream,
    inner: BTreeMap<String, Module>,
}

impl Module {
    /// Returns the module at this path, and makes it if it is new.
    fn at(&mut self, path: &[String]) -> &mut Self {
        path.iter().fold(self, |module, part| {
            module.inner.entry(part.clone()).or_default()
        })
    }

    /// Returns all code of the module, which stands in a module called `around`. Namespaces have at
    /// most 32 parts, which bounds the recursion.
    fn tokens(&self, around: &str) -> TokenStream {
        let items = &self.items;
        let inner = self.inner.iter().map(|(name, module)| {
            // The file may be included in a module of any name.
            let allowed = (around.is_empty() || name == around).then(
                || quote!(#[allow(clippy::module_inception, reason = "names of the schema")]),
            );
            let (tokens, name) = (module.tokens(name), names::ident(name));
            let doc = match &module.about {
                Some(about) => about.clone(),
                None => format!(" The namespace `{name}`."),
            };
            quote! { #[doc = #doc] #allowed pub mod #name { #tokens } }
        });
        let owned = (!items.is_empty()).then(|| {
            quote! {
                #[allow(unused_imports, reason = "not in the prelude of crates without `std`")]
                use ::varvel_flatbuffers::owned::{Box, String, Vec};
            }
        });
        quote! { #owned #items #(#inner)* }
    }
}

impl<'s> Generator<'s> {
    /// Begins with a schema whose files have these modules. Without modules all code is in one.
    fn new(schema: &'s Schema, files: &[String]) -> Self {
        Self {
            schema,
            names: Names::new(schema, files),
            key_parts: key_parts(schema),
            exact: Exact::new(schema),
        }
    }

    /// Returns all of the code. `identifiers` has the identifiers of the tables that are roots, if
    /// there are several.
    fn root(&self, identifiers: &BTreeMap<usize, [u8; 4]>) -> Result<Module, Unsupported> {
        let layout = SchemaLayout::new(self.schema).map_err(|error| Unsupported {
            what: error.to_string(),
        })?;
        let mut root = Module::default();
        root.items.extend(layout::constant(
            &self.names.schema,
            &layout.layout(),
            identifiers,
        ));
        for (n, definition) in (0..).zip(&self.schema.enums) {
            let module = &self.names.enumeration(EnumId(n)).module;
            root.at(module)
                .items
                .extend(self.enumeration(EnumId(n), definition));
        }
        for (n, union) in (0..).zip(&self.schema.unions) {
            let module = &self.names.union(UnionId(n)).module;
            root.at(module).items.extend(self.union(UnionId(n), union));
        }
        for (n, object) in (0..).zip(&self.schema.objects) {
            let id = ObjectId(n);
            let module = &self.names.object(id).module;
            let items = &mut root.at(module).items;
            items.extend(self.view(id, object));
            items.extend(self.owned(id, object));
        }
        Ok(root)
    }

    /// Returns whether a field has no accessor. A tag comes with its union, and a union without
    /// variants holds nothing.
    fn is_hidden(&self, field: &Field) -> bool {
        match field.ty.element() {
            Element::Tag(_) => true,
            Element::Union(id) => field.deprecated || self.schema.union(id).variants.is_empty(),
            _ => field.deprecated,
        }
    }

    /// Returns the additional derives for types that have no float in them.
    fn more_derives(&self, exact: bool) -> TokenStream {
        match exact {
            true => quote!(, Eq, PartialOrd, Ord, Hash),
            false => quote!(),
        }
    }

    /// Returns the scalar in which items of this type are stored, also if they are of an enum.
    fn scalar(&self, ty: Type) -> Option<Scalar> {
        self.schema.scalar_of(ty.element())
    }
}

/// Returns the Rust type of a scalar.
fn primitive(scalar: Scalar) -> TokenStream {
    match scalar {
        Scalar::Bool => quote!(bool),
        Scalar::I8 => quote!(i8),
        Scalar::U8 => quote!(u8),
        Scalar::I16 => quote!(i16),
        Scalar::U16 => quote!(u16),
        Scalar::I32 => quote!(i32),
        Scalar::U32 => quote!(u32),
        Scalar::I64 => quote!(i64),
        Scalar::U64 => quote!(u64),
        Scalar::F32 => quote!(f32),
        Scalar::F64 => quote!(f64),
    }
}

/// Makes the doc comment of an item, from `otherwise` if the schema has no comment for it.
fn doc(lines: &[String], otherwise: String) -> TokenStream {
    let lines = docs::lines(lines);
    match lines.iter().all(|line| line.trim().is_empty()) {
        true => {
            let otherwise = format!(" {otherwise}");
            quote!(#[doc = #otherwise])
        }
        false => {
            let allowed = docs::allowed(&lines);
            quote!(#(#[doc = #lines])* #allowed)
        }
    }
}
