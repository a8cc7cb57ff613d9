//! Resolves declarations into a schema: looks up names, reads defaults, computes ids and layouts.
//!
//! | room | holds |
//! |---|---|
//! | `names` | lookups of definitions by their names |
//! | `attributes` | attributes of the language, and declared ones |
//! | `enums` | enums and unions |
//! | `fields` | fields of tables and structs |
//! | `meanings` | meanings of a field's attributes |
//! | `defaults` | defaults of fields |
//! | `numbers` | numbers as they are written |
//! | `layout` | offsets, sizes and alignments of structs |
//!
//! Problems are noted, and what is wrong is left out, so that the rest is checked, too. Nothing
//! recurses: nested structs are laid out with a stack.

mod attributes;
mod defaults;
mod enums;
mod fields;
mod layout;
mod meanings;
mod names;
mod numbers;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};
use varvel_core::secret::RandomState;

use super::diagnostic::{Found, Problem, ProblemKind};
use super::load::Loaded;
use super::parse::syntax::{Definition, DefinitionKind, FileSyntax, Member, TypeSyntax, Word};
use super::schema::{Call, Element, Name, ObjectId, Schema, Service, Type};
use names::Names;

/// Resolves all declarations. The schema is complete only if no problem was found.
pub(super) fn resolve(loaded: &mut Loaded, found: &mut Found) -> Schema {
    let files = core::mem::take(&mut loaded.files);
    let mut resolver = Resolver {
        loaded,
        found,
        names: Names::default(),
        attributes: HashSet::default(),
        enum_values: HashMap::default(),
        schema: Schema {
            files,
            ..Schema::default()
        },
    };
    resolver.run();
    resolver.schema
}

struct Resolver<'l> {
    loaded: &'l Loaded,
    found: &'l mut Found,
    names: Names<'l>,
    /// The user's own attributes.
    attributes: HashSet<&'l str, RandomState>,
    /// Values of enums by the enum's number and their name.
    enum_values: HashMap<(u32, &'l str), i128, RandomState>,
    schema: Schema,
}

impl<'l> Resolver<'l> {
    fn run(&mut self) {
        let loaded: &'l Loaded = self.loaded;
        let ordered = || loaded.order.iter().map(|id| &loaded.syntax[id.0 as usize]);
        for file in ordered() {
            self.declare_attributes(file);
        }
        let definitions = ordered().flat_map(|file| &file.definitions);
        let known = self.declare(definitions);
        // Each kind needs the kinds before it.
        let of = |kinds: &'static [DefinitionKind]| {
            known
                .iter()
                .filter(|definition| kinds.contains(&definition.kind))
        };
        of(&[DefinitionKind::Enum]).for_each(|definition| self.enumeration(definition));
        of(&[DefinitionKind::Union]).for_each(|definition| self.union(definition));
        let objects = of(&[DefinitionKind::Table, DefinitionKind::Struct]);
        for (n, definition) in (0..).zip(objects) {
            self.fields(ObjectId(n), definition);
        }
        self.check_sorted();
        self.lay_out_structs();
        of(&[DefinitionKind::Service]).for_each(|definition| self.service(definition));
        if let Some(file) = loaded.syntax.first() {
            self.of_the_file(file);
        }
    }

    /// Reads root, file identifier and extension of the first file. Those of included files are for
    /// their own buffers.
    fn of_the_file(&mut self, file: &'l FileSyntax) {
        if let Some((namespace, name)) = &file.root {
            self.schema.root = self.root(namespace, name);
        }
        if let Some(identifier) = &file.identifier {
            if identifier.text.len() != 4 {
                let message = format!(
                    "a file identifier has 4 bytes, and this has {}",
                    identifier.text.len()
                );
                self.problem(ProblemKind::Identifier, identifier, message);
            }
            self.schema.file_identifier = Some(identifier.text.clone());
        }
        self.schema.file_extension = file.extension.as_ref().map(|word| word.text.clone());
    }

    fn service(&mut self, definition: &'l Definition) {
        let mut names = HashSet::<&str, RandomState>::default();
        let mut calls = Vec::new();
        for member in &definition.members {
            if !names.insert(&member.name.text) {
                self.twice("call", &member.name);
            }
            calls.extend(self.call(&definition.namespace, member));
        }
        let service = Service {
            name: Name::new(&definition.namespace, &definition.name.text),
            doc: definition.doc.clone(),
            calls,
            attributes: self.attributes_of(&definition.attributes),
            place: definition.name.place,
        };
        self.schema.services.push(service);
    }

    fn call(&mut self, namespace: &str, member: &'l Member) -> Option<Call> {
        let attributes = self.attributes_of(&member.attributes);
        let mut table = |ty: &Option<TypeSyntax>| {
            let ty = ty.as_ref()?;
            self.table(namespace, &ty.name, "what a call takes or gives")
        };
        let (request, response) = (table(&member.request), table(&member.ty));
        Some(Call {
            name: member.name.text.clone(),
            doc: member.doc.clone(),
            request: request?,
            response: response?,
            attributes,
            place: member.name.place,
        })
    }

    /// Returns the root of a buffer: a table, or a struct as in flatcc.
    fn root(&mut self, namespace: &str, name: &Word) -> Option<ObjectId> {
        match self.element(namespace, name)? {
            Element::Object(id) => Some(id),
            _ => {
                let message = format!("`{}` is no table or struct", name.text);
                let problem = Problem::new(ProblemKind::WrongType, name.place, message);
                self.found.push(problem.hint("the root of a buffer is one"));
                None
            }
        }
    }

    /// Returns the table of a name.
    fn table(&mut self, namespace: &str, name: &Word, what: &str) -> Option<ObjectId> {
        match self.element(namespace, name)? {
            Element::Object(id) if !self.schema.object(id).is_struct() => Some(id),
            _ => {
                let message = format!("`{}` is no table, and {what} has to be one", name.text);
                self.problem(ProblemKind::WrongType, name, message);
                None
            }
        }
    }

    fn problem(&mut self, kind: ProblemKind, word: &Word, message: impl Into<String>) {
        self.found.push(Problem::new(kind, word.place, message));
    }

    fn twice(&mut self, what: &str, name: &Word) {
        let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        let message = format!("there is {article} {what} `{}` before", name.text);
        self.problem(ProblemKind::NameClash, name, message);
    }

    /// Returns the name of a type for messages.
    fn shown(&self, ty: Type) -> String {
        let name = match ty.element() {
            Element::Scalar(scalar) => scalar.name(),
            Element::String => "string",
            Element::Enum(id) => self.schema.enumeration(id).name.as_str(),
            Element::Tag(id) | Element::Union(id) => self.schema.union(id).name.as_str(),
            Element::Object(id) => self.schema.object(id).name.as_str(),
        };
        match ty {
            Type::One(_) => name.into(),
            Type::Vector(_) | Type::Vector64(_) => format!("[{name}]"),
            Type::Array(_, len) => format!("[{name}:{len}]"),
        }
    }
}
