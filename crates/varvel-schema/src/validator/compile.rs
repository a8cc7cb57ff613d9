//! Finds the schemas in a document, their identifiers and anchors, and follows references. Nothing
//! recurses: schemas that were found wait in a list.

use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};

use super::document::{Content, Document, Id};
use super::rules::{Dynamic, Rule};
use super::uri;

/// The versions of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Draft {
    D4,
    D6,
    D7,
    D2019,
    D2020,
}

/// The making of rules.
pub(super) struct Compile<'d> {
    pub document: &'d Document,
    /// The schemas that were found, by their nodes.
    found: BTreeMap<Id, Rule>,
    pub nodes: Vec<Id>,
    /// The resource and the version of nodes that are in places of schemas.
    scopes: BTreeMap<Id, Scope>,
    /// The roots of resources, by their identifiers.
    resources: BTreeMap<String, Id>,
    /// Anchors, by the identifiers of their resources.
    anchors: BTreeMap<(String, String), Id>,
    /// The nodes of dynamic anchors, by their names.
    dynamic: BTreeMap<String, Vec<Id>>,
    /// The nodes with `$recursiveAnchor`.
    recursive: Vec<Id>,
    /// The schema whose keywords are being read.
    current: Id,
}

/// The scope of a schema: its resource's identifier and version.
#[derive(Clone, Debug)]
struct Scope {
    base: Rc<str>,
    draft: Draft,
}

/// The keywords that hold schemas: one, a list, or one for each name.
const ONE: &[&str] = &[
    "additionalItems",
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
const LISTS: &[&str] = &["allOf", "anyOf", "items", "oneOf", "prefixItems"];
const NAMED: &[&str] = &[
    "$defs",
    "definitions",
    "dependencies",
    "dependentSchemas",
    "patternProperties",
    "properties",
];

impl<'d> Compile<'d> {
    /// Finds the schemas of a document.
    pub fn new(document: &'d Document) -> Result<Self> {
        let mut compile = Self {
            document,
            found: BTreeMap::new(),
            nodes: Vec::new(),
            scopes: BTreeMap::new(),
            resources: BTreeMap::new(),
            anchors: BTreeMap::new(),
            dynamic: BTreeMap::new(),
            recursive: Vec::new(),
            current: 0,
        };
        let scope = Scope {
            base: "".into(),
            draft: Draft::D2020,
        };
        compile.resources.insert(String::new(), 0);
        compile.scan(0, &scope)?;
        compile.rule(0)?;
        Ok(compile)
    }

    /// Returns the node and the version of a schema, if there are so many. It is the current one
    /// from now on.
    pub fn enter(&mut self, rule: usize) -> Result<Option<(Id, Draft)>> {
        let Some(&node) = self.nodes.get(rule) else {
            return Ok(None);
        };
        self.current = node;
        Ok(Some((node, self.scope(node)?.draft)))
    }

    /// Finds the schemas in a schema, with their identifiers and anchors.
    fn scan(&mut self, root: Id, scope: &Scope) -> Result {
        let mut left = alloc::vec![(root, scope.clone())];
        while let Some((id, outer)) = left.pop() {
            if self.scopes.contains_key(&id) {
                continue;
            }
            let scope = self.entered(id, outer)?;
            self.scopes.insert(id, scope.clone());
            let Content::Object(members) = self.document.content(id) else {
                continue;
            };
            for member in members.all {
                let key = self.document.key(*member);
                let inside = match self.document.content(*member) {
                    Content::Array(items) if LISTS.contains(&key) => items,
                    Content::Object(members) if NAMED.contains(&key) => members.all,
                    Content::Object(_) if ONE.contains(&key) => core::slice::from_ref(member),
                    _ => &[],
                };
                left.extend(inside.iter().map(|id| (*id, scope.clone())));
            }
        }
        Ok(())
    }

    /// Returns the scope inside of a schema, and notes its identifier and its anchors.
    fn entered(&mut self, id: Id, mut scope: Scope) -> Result<Scope> {
        if let Some(named) = self.string(id, "$schema")
            && (id == 0 || self.string(id, "$id").is_some())
        {
            scope.draft = draft(named).unwrap_or(Draft::D2020);
            if named.contains("json-schema.org/draft-0") && draft(named).is_none() {
                let expected = "a schema of draft 4 or later";
                let error = Error::expected(ErrorKind::Unrepresentable, expected);
                let id = self.document.get(id, "$schema").unwrap_or(id);
                return Err(self.at(id, error.with_content(named)));
            }
        }
        let word = match scope.draft {
            Draft::D4 => "id",
            _ => "$id",
        };
        // Up to draft 7 a reference stands alone.
        let alone = scope.draft <= Draft::D7 && self.document.get(id, "$ref").is_some();
        if let Some(own) = self.string(id, word)
            && !alone
        {
            let (name, anchor) = own.split_once('#').unwrap_or((own, ""));
            if !name.is_empty() {
                scope.base = uri::resolved(&scope.base, name).into();
                self.resources
                    .entry(String::from(&*scope.base))
                    .or_insert(id);
            }
            if !anchor.is_empty() && scope.draft <= Draft::D7 {
                self.anchor(&scope, anchor, id);
            }
        }
        if scope.draft >= Draft::D2019
            && let Some(anchor) = self.string(id, "$anchor")
        {
            self.anchor(&scope, anchor, id);
        }
        if scope.draft >= Draft::D2020
            && let Some(anchor) = self.string(id, "$dynamicAnchor")
        {
            self.anchor(&scope, anchor, id);
            self.dynamic.entry(anchor.into()).or_default().push(id);
        }
        let recursive = self.document.get(id, "$recursiveAnchor");
        if recursive.is_some_and(|flag| matches!(self.document.content(flag), Content::Bool(true)))
        {
            self.recursive.push(id);
        }
        Ok(scope)
    }

    fn anchor(&mut self, scope: &Scope, name: &str, id: Id) {
        let place = (String::from(&*scope.base), String::from(name));
        self.anchors.entry(place).or_insert(id);
    }

    /// Returns the text of a member, if it is a string.
    fn string(&self, id: Id, key: &str) -> Option<&'d str> {
        match self.document.content(self.document.get(id, key)?) {
            Content::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the scope of a schema. A reference may lead to one that no keyword holds.
    fn scope(&mut self, id: Id) -> Result<Scope> {
        let mut near = id;
        let scope = loop {
            if let Some(scope) = self.scopes.get(&near) {
                break scope.clone();
            }
            // The root has one.
            near = self.document.parent(near);
        };
        if near == id {
            return Ok(scope);
        }
        self.scan(id, &scope)?;
        Ok(self.scopes.get(&id).cloned().unwrap_or(scope))
    }

    /// Returns the number of the schema at a node, whose rules are made later.
    pub fn rule(&mut self, id: Id) -> Result<Rule> {
        let next = self.nodes.len() as Rule;
        match self.document.content(id) {
            Content::Bool(_) | Content::Object(_) => {}
            _ => return Err(self.wrong(id, "a schema: an object, true or false")),
        }
        let rule = *self.found.entry(id).or_insert(next);
        if rule == next {
            self.nodes.push(id);
        }
        Ok(rule)
    }

    /// Returns the schemas of a list.
    pub fn rules(&mut self, id: Id) -> Result<Vec<Rule>> {
        let items = self.items(id, "an array of schemas")?.iter();
        items.map(|id| self.rule(*id)).collect()
    }

    /// Returns the schemas of an object, with their names.
    pub fn named_rules(&mut self, id: Id) -> Result<Vec<(String, Rule)>> {
        let members = self.members(id)?.iter();
        members
            .map(|id| Ok((self.document.key(*id).into(), self.rule(*id)?)))
            .collect()
    }

    /// Returns the schema that a `$ref` leads to.
    pub fn reference(&mut self, id: Id) -> Result<Rule> {
        let text = self.text(id, "a reference")?;
        let target = self.target(id, text)?;
        self.rule(target)
    }

    /// Returns the schemas that a `$dynamicRef` may lead to.
    pub fn dynamic_reference(&mut self, id: Id) -> Result<Dynamic> {
        let text = self.text(id, "a reference")?;
        let target = self.target(id, text)?;
        let anchor = text.split_once('#').map_or("", |(_, anchor)| anchor);
        let all = self.dynamic.get(anchor).cloned().unwrap_or_default();
        self.one_of(target, &all)
    }

    /// Returns the schemas that a `$recursiveRef` may lead to.
    pub fn recursive_reference(&mut self, id: Id) -> Result<Dynamic> {
        let text = self.text(id, "a reference")?;
        let target = self.target(id, text)?;
        let all = self.recursive.clone();
        self.one_of(target, &all)
    }

    /// Returns a reference to this node, or to one of several if it is one of them.
    fn one_of(&mut self, target: Id, all: &[Id]) -> Result<Dynamic> {
        let nearest = self.rule(target)?;
        let mut of = Vec::new();
        if all.contains(&target) && all.len() > 1 {
            for node in all {
                of.push((self.resource(*node)?, self.rule(*node)?));
            }
        }
        Ok(Dynamic { nearest, of })
    }

    /// Returns the root of the resource of a schema.
    pub fn resource(&mut self, id: Id) -> Result<Id> {
        let base = self.scope(id)?.base;
        Ok(self.resources.get(&*base).copied().unwrap_or(0))
    }

    /// Returns the node that a reference leads to.
    fn target(&mut self, id: Id, text: &str) -> Result<Id> {
        let scope = self.scope(self.current)?;
        let whole = uri::resolved(&scope.base, text);
        let (resource, fragment) = whole.split_once('#').unwrap_or((&whole, ""));
        let Some(&root) = self.resources.get(resource) else {
            let expected = "a reference into this document, and not into another document";
            return Err(self.leads_nowhere(id, expected));
        };
        let decoded = uri::decoded(fragment);
        let found = match decoded.as_deref() {
            Some("") => Some(root),
            Some(pointer) if pointer.starts_with('/') => self.pointed(root, pointer),
            Some(anchor) => {
                let place = (String::from(resource), String::from(anchor));
                self.anchors.get(&place).copied()
            }
            None => None,
        };
        let expected = "a reference to a schema, and this one leads nowhere";
        found.ok_or_else(|| self.leads_nowhere(id, expected))
    }

    fn leads_nowhere(&self, id: Id, expected: &'static str) -> Error {
        let error = Error::expected(ErrorKind::NotFound, expected);
        self.at(id, error.with_content(self.document.shown(id)))
    }

    /// Returns the node that a JSON Pointer leads to.
    fn pointed(&self, root: Id, pointer: &str) -> Option<Id> {
        pointer.split('/').skip(1).try_fold(root, |id, step| {
            let step = step.replace("~1", "/").replace("~0", "~");
            match self.document.content(id) {
                Content::Array(items) => items.get(step.parse::<usize>().ok()?).copied(),
                Content::Object(members) => self.document.member(members, &step),
                _ => None,
            }
        })
    }

    /// Returns the text of a keyword.
    pub fn text(&self, id: Id, expected: &'static str) -> Result<&'d str> {
        match self.document.content(id) {
            Content::String(text) => Ok(text),
            _ => Err(self.wrong(id, expected)),
        }
    }

    pub fn flag(&self, id: Id) -> Result<bool> {
        match self.document.content(id) {
            Content::Bool(value) => Ok(value),
            _ => Err(self.wrong(id, "true or false")),
        }
    }

    pub fn items(&self, id: Id, expected: &'static str) -> Result<&'d [Id]> {
        match self.document.content(id) {
            Content::Array(items) => Ok(items),
            _ => Err(self.wrong(id, expected)),
        }
    }

    pub fn members(&self, id: Id) -> Result<&'d [Id]> {
        match self.document.content(id) {
            Content::Object(members) => Ok(members.all),
            _ => Err(self.wrong(id, "an object")),
        }
    }

    /// Returns the error of a keyword whose value has a wrong type.
    pub fn wrong(&self, id: Id, expected: &'static str) -> Error {
        let error = Error::expected(ErrorKind::TypeMismatch, expected);
        self.at(id, error.with_content(self.document.shown(id)))
    }

    /// Adds the place of a node to an error.
    pub fn at(&self, id: Id, error: Error) -> Error {
        at(self.document, id, error)
    }
}

pub(super) fn at(document: &Document, id: Id, error: Error) -> Error {
    error
        .with_offset(document.offset(id))
        .with_path(document.path(id))
}

/// Returns the version that `$schema` names, if it is one of the specification.
fn draft(named: &str) -> Option<Draft> {
    const NAMES: [(&str, Draft); 6] = [
        ("/draft-04/", Draft::D4),
        ("/draft-05/", Draft::D4),
        ("/draft-06/", Draft::D6),
        ("/draft-07/", Draft::D7),
        ("/draft/2019-09/", Draft::D2019),
        ("/draft/2020-12/", Draft::D2020),
    ];
    let mut names = NAMES.iter();
    let found = names.find(|(name, _)| named.contains(name));
    found.map(|(_, draft)| *draft)
}
