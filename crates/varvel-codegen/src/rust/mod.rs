//! Rust over `varvel-flatbuffers`: the field table of the schema as a constant, and types that read
//! and write by it.
//!
//! | room | holds |
//! |---|---|
//! | `docs` | comments of schemas as documentation |
//! | `names` | names as Rust has them, each once |
//! | `layout` | the field table |
//! | `enums` | integers with names |
//! | `exact` | which types can be equal, ordered and hashed |
//! | `unions` | unions, in place and owned |
//! | `views` | tables and structs in place |
//! | `owned` | tables and structs as plain structs |
//! | `visit` | what both say of their fields, by which they are written in any format |

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

/// Rust over `varvel-flatbuffers`.
///
/// Namespaces are modules. A table `Monster` is `Monster`, which reads in place, and `MonsterT`, a
/// plain struct that is written and that can be made of the other; it has `Eq`, `Ord` and `Hash`
/// where it has no float. Enums are integers with names, so that values of later schemas survive;
/// unions are enums of Rust. Deprecated fields are left out. The code is to be included in a module
/// of its own (`mod monster { include!(…) }`) of a crate that depends on `varvel-flatbuffers`; it
/// has no `unsafe`.
///
/// Of schemas that include the same files ([`Backend::generate_joined`]) each file is a module, and
/// `mod.rs` leads to them: a type of a file that two of them include is one type.
///
/// What a crate does not use of it Rust warns of, as of its own: `#[allow(dead_code)]` on that
/// module leaves it be. Where hundreds of tables lead from one to the next, Rust wants a
/// `#![recursion_limit = "4096"]` in the crate, as it does of plain structs that are in each other
/// so deep.
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
            let doc = format!(" What is in `{}`.", base_of(&file.name));
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
            module.about = Some(format!(" What is in `{}`.", base_of(&file.name)));
        }
        laid_out(root.tokens(""))
    }
}

/// The file identifiers of the tables that are roots.
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

/// The name of a file without its folders, so that the code is the same on every machine.
fn base_of(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Code as a file has it.
fn laid_out(tokens: TokenStream) -> Result<String, Unsupported> {
    let file = syn::parse2(tokens).map_err(|error| Unsupported {
        what: error.to_string(),
    })?;
    let head = "// Made by varvel from a FlatBuffers schema. Changes belong there.\n\n";
    Ok(format!("{head}{}", prettyplease::unparse(&file)))
}

/// What is known while code is made.
struct Generator<'s> {
    schema: &'s Schema,
    names: Names,
    /// The structs that are keys, and those in them.
    key_parts: BTreeSet<ObjectId>,
    /// Which plain types have no float in them.
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

/// A namespace: what is in it, and those inside.
#[derive(Default)]
struct Module {
    /// What is said of it, if it is none.
    about: Option<String>,
    items: TokenStream,
    inner: BTreeMap<String, Module>,
}

impl Module {
    /// The module of this path, which is made if it is new.
    fn at(&mut self, path: &[String]) -> &mut Self {
        path.iter().fold(self, |module, part| {
            module.inner.entry(part.clone()).or_default()
        })
    }

    /// All of it, in a module of this name. Namespaces have no more than 32 parts, so this goes no
    /// deeper.
    fn tokens(&self, around: &str) -> TokenStream {
        let items = &self.items;
        let inner = self.inner.iter().map(|(name, module)| {
            // The file may stand in a module of any name.
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
    /// For a schema whose files have these modules, or none.
    fn new(schema: &'s Schema, files: &[String]) -> Self {
        Self {
            schema,
            names: Names::new(schema, files),
            key_parts: key_parts(schema),
            exact: Exact::new(schema),
        }
    }

    /// All of the code; of several roots the identifiers are those of `identifiers`.
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

    /// Whether a field has no accessor: tags come with their unions, and a union of nothing holds
    /// nothing.
    fn is_hidden(&self, field: &Field) -> bool {
        match field.ty.element() {
            Element::Tag(_) => true,
            Element::Union(id) => field.deprecated || self.schema.union(id).variants.is_empty(),
            _ => field.deprecated,
        }
    }

    /// What is derived for types that have no float in them.
    fn more_derives(&self, exact: bool) -> TokenStream {
        match exact {
            true => quote!(, Eq, PartialOrd, Ord, Hash),
            false => quote!(),
        }
    }

    /// The scalar that items of this type are, also where they are an enum's.
    fn scalar(&self, ty: Type) -> Option<Scalar> {
        self.schema.scalar_of(ty.element())
    }
}

/// The scalar as Rust calls it.
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

/// The comment of something, or what is to be said of it if it has none.
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
