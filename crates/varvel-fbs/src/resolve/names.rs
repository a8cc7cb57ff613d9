//! Name lookup: from the namespace of the use outwards, in all files, whether the definition is
//! before or after the use.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashMap;
use varvel_core::secret::RandomState;

use super::Resolver;
use crate::diagnostic::{Problem, ProblemKind};
use crate::parse::syntax::{Definition, DefinitionKind, FileSyntax, Word};
use crate::schema::{
    Element, Enum, EnumId, Name, Object, ObjectId, ObjectKind, Scalar, SourcePos, Union, UnionId,
};

/// The most names that are compared with an unknown one, to find a hint.
const COMPARED: usize = 500;

/// The definitions by their names.
#[derive(Debug, Default)]
pub(super) struct Names<'l> {
    types: HashMap<String, (Element, SourcePos), RandomState>,
    services: HashMap<String, SourcePos, RandomState>,
    /// The definitions in their order, for hints.
    known: Vec<&'l Definition>,
}

impl<'l> Resolver<'l> {
    pub(super) fn declare_attributes(&mut self, file: &'l FileSyntax) {
        for attribute in &file.attributes {
            if self.attributes.insert(&attribute.text) {
                self.schema.attributes.push(attribute.text.clone());
            }
        }
    }

    /// Gives each definition its number, and leaves out those whose name is taken.
    pub(super) fn declare(
        &mut self,
        definitions: impl Iterator<Item = &'l Definition>,
    ) -> Vec<&'l Definition> {
        let mut known = Vec::new();
        for definition in definitions {
            let name = Name::new(&definition.namespace, &definition.name.text);
            let full = String::from(name.as_str());
            let place = definition.name.place;
            if definition.kind == DefinitionKind::Service {
                match self.names.services.get(&full) {
                    Some(&first) => self.clash(definition, first),
                    None => {
                        self.names.services.insert(full, place);
                        known.push(definition);
                    }
                }
                continue;
            }
            if let Some(&(_, first)) = self.names.types.get(&full) {
                self.clash(definition, first);
                continue;
            }
            if Scalar::named(&definition.name.text).is_some() || definition.name.text == "string" {
                let message = format!(
                    "`{}` is the name of a type that is always there",
                    definition.name.text
                );
                self.problem(ProblemKind::NameClash, &definition.name, message);
                continue;
            }
            let Some(element) = self.number(definition, name) else {
                let message = "there are too many definitions";
                self.problem(ProblemKind::TooLarge, &definition.name, message);
                return known;
            };
            self.names.types.insert(full, (element, place));
            self.names.known.push(definition);
            known.push(definition);
        }
        known
    }

    /// Adds an empty definition to the schema, which is filled in later.
    fn number(&mut self, definition: &Definition, name: Name) -> Option<Element> {
        let (doc, place) = (definition.doc.clone(), definition.name.place);
        let attributes = self.attributes_of(&definition.attributes);
        let kind = match definition.kind {
            DefinitionKind::Enum => {
                let id = EnumId(u32::try_from(self.schema.enums.len()).ok()?);
                self.schema.enums.push(Enum {
                    name,
                    doc,
                    underlying: Scalar::I32,
                    bit_flags: attributes.has("bit_flags"),
                    values: Vec::new(),
                    attributes,
                    place,
                });
                return Some(Element::Enum(id));
            }
            DefinitionKind::Union => {
                let id = UnionId(u32::try_from(self.schema.unions.len()).ok()?);
                self.schema.unions.push(Union {
                    name,
                    doc,
                    tag: Scalar::U8,
                    variants: Vec::new(),
                    attributes,
                    place,
                });
                return Some(Element::Union(id));
            }
            DefinitionKind::Struct => ObjectKind::Struct,
            DefinitionKind::Table | DefinitionKind::Service => ObjectKind::Table,
        };
        let id = ObjectId(u32::try_from(self.schema.objects.len()).ok()?);
        self.schema.objects.push(Object {
            name,
            doc,
            kind,
            fields: Vec::new(),
            size: 0,
            align: 1,
            original_order: attributes.has("original_order"),
            attributes,
            place,
        });
        Some(Element::Object(id))
    }

    fn clash(&mut self, definition: &Definition, first: SourcePos) {
        let name = Name::new(&definition.namespace, &definition.name.text);
        let message = format!("there is another `{name}`");
        let mut problem = Problem::new(ProblemKind::NameClash, definition.name.place, message);
        // Counting lines costs time, and no more problems are kept after that.
        if !self.found.is_full() {
            let source = &self.loaded.sources[first.file.0 as usize];
            let line = 1 + source.text[..first.span.start].matches('\n').count();
            problem = problem.hint(format!("the first is in {}, line {line}", source.name));
        }
        self.found.push(problem);
    }

    /// Returns the type that a name means in a namespace.
    pub(super) fn element(&mut self, namespace: &str, name: &Word) -> Option<Element> {
        if let Some(scalar) = Scalar::named(&name.text) {
            return Some(Element::Scalar(scalar));
        }
        if name.text == "string" {
            return Some(Element::String);
        }
        let found = self.defined(namespace, &name.text);
        if found.is_none() {
            let message = format!("there is no type `{}`", name.text);
            let problem = Problem::new(ProblemKind::UnknownType, name.place, message);
            // Hints cost as much as counting lines, and are bounded in the same way.
            let near = match self.found.is_full() {
                true => None,
                false => self.near(&name.text),
            };
            self.found.push(match near {
                Some(near) => problem.hint(format!("did you mean `{near}`?")),
                None => problem,
            });
        }
        found
    }

    /// Returns the type with the most similar name, if one is similar. A type of the same name in
    /// another namespace is returned with its namespace.
    fn near(&self, name: &str) -> Option<String> {
        let base = name.rsplit('.').next().unwrap_or(name);
        let mut names: Vec<&str> = self
            .names
            .known
            .iter()
            .map(|known| known.name.text.as_str())
            .collect();
        names.truncate(COMPARED);
        names.extend(Scalar::ALL.map(Scalar::name));
        names.push("string");
        let near = varvel_core::error::nearest(base, &names)?;
        let known = self
            .names
            .known
            .iter()
            .find(|known| known.name.text == near);
        Some(match known {
            Some(known) if near == base => Name::new(&known.namespace, near).as_str().into(),
            _ => near.into(),
        })
    }

    /// Returns the definition of a name, if there is one.
    pub(super) fn defined(&self, namespace: &str, name: &str) -> Option<Element> {
        let mut namespace = namespace;
        loop {
            let full = Name::new(namespace, name);
            if let Some((element, _)) = self.names.types.get(full.as_str()) {
                return Some(*element);
            }
            if namespace.is_empty() {
                return None;
            }
            namespace = namespace.rfind('.').map_or("", |dot| &namespace[..dot]);
        }
    }
}
