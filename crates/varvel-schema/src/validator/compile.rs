//! Finds the schemas in a document, their identifiers and anchors, and follows references. Nothing
//! recurses: schemas that were found wait in a list.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::rc::Rc;
use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};

use super::document::{Content, Document, Id};
use super::draft::Draft;
use super::pattern::{Pattern, Patterns};
use super::rules::{Anchor, Dynamic, Rule};
use super::shape::{self, Shape};
use super::uri;

/// The longest identifier of a schema, and how long all of them are together, in bytes: one that is
/// resolved against another may be longer than its text.
const IDENTIFIER: usize = 16 << 10;
const IDENTIFIERS: usize = 64 << 20;

/// The making of rules.
pub(super) struct Compile<'d> {
    pub document: &'d Document,
    /// The schemas that were found, by their nodes.
    found: BTreeMap<Id, Rule>,
    pub nodes: Vec<Id>,
    /// The resource and the version of nodes that may be schemas.
    scopes: BTreeMap<Id, Scope>,
    /// The nodes whose keywords were checked.
    checked: BTreeSet<Id>,
    /// The roots of resources, by their identifiers.
    resources: BTreeMap<Rc<str>, Id>,
    /// How long the identifiers are together.
    identifiers: usize,
    /// Anchors, by the roots of their resources.
    anchors: BTreeMap<(Id, &'d str), Id>,
    /// The nodes of dynamic anchors, by their names. Those with `$recursiveAnchor` have none.
    dynamic: BTreeMap<&'d str, BTreeSet<Id>>,
    /// The dynamic anchors that references lead to.
    asked: BTreeMap<&'d str, Anchor>,
    patterns: Patterns,
    /// The schema whose keywords are being read.
    current: Id,
}

/// The scope of a schema: the identifier and the root of its resource, and its version.
#[derive(Clone, Debug)]
struct Scope {
    base: Rc<str>,
    root: Id,
    draft: Draft,
}

impl<'d> Compile<'d> {
    /// Finds the schemas of a document.
    pub fn new(document: &'d Document) -> Result<Self> {
        let base: Rc<str> = "".into();
        let mut compile = Self {
            document,
            found: BTreeMap::new(),
            nodes: Vec::new(),
            scopes: BTreeMap::new(),
            checked: BTreeSet::new(),
            resources: BTreeMap::from([(base.clone(), 0)]),
            identifiers: 0,
            anchors: BTreeMap::new(),
            dynamic: BTreeMap::new(),
            asked: BTreeMap::new(),
            patterns: Patterns::default(),
            current: 0,
        };
        let scope = Scope {
            base,
            root: 0,
            draft: Draft::D2020,
        };
        compile.scan(0, &scope)?;
        compile.rule(0)?;
        Ok(compile)
    }

    /// Returns the node and the version of a schema, if there are so many. It is the current one
    /// from now on.
    ///
    /// # Errors
    /// Returns an error for a keyword whose value the version does not have.
    pub fn enter(&mut self, rule: usize) -> Result<Option<(Id, Draft)>> {
        let Some(&node) = self.nodes.get(rule) else {
            return Ok(None);
        };
        self.current = node;
        let draft = self.scope(node)?.draft;
        if self.checked.insert(node) {
            shape::check(self.document, node, draft)?;
        }
        Ok(Some((node, draft)))
    }

    /// Finds the schemas in a schema, with their identifiers and anchors, and checks the values of
    /// their keywords.
    fn scan(&mut self, root: Id, scope: &Scope) -> Result {
        // Other versions have schemas where this one has none. References may lead there.
        let mut left = alloc::vec![(root, scope.clone(), true)];
        while let Some((id, outer, is_schema)) = left.pop() {
            if self.scopes.contains_key(&id) {
                continue;
            }
            let scope = self.entered(id, outer, is_schema)?;
            self.scopes.insert(id, scope.clone());
            if is_schema {
                self.checked.insert(id);
                shape::check(self.document, id, scope.draft)?;
            }
            let Content::Object(members) = self.document.content(id) else {
                continue;
            };
            let is_schema = is_schema && !self.is_alone(id, scope.draft);
            let start = left.len();
            for member in members.all {
                let (shape, is_own) = Shape::of(self.document.key(*member), scope.draft);
                let inside = shape.schemas(self.document, member).iter();
                let inside = inside.filter(|id| self.document.is_object(**id));
                left.extend(inside.map(|id| (*id, scope.clone(), is_own && is_schema)));
            }
            // The first one comes next.
            left[start..].reverse();
        }
        Ok(())
    }

    /// Returns whether a schema is a reference beside which nothing counts, as up to draft 7.
    fn is_alone(&self, id: Id, draft: Draft) -> bool {
        draft <= Draft::D7 && self.document.get(id, "$ref").is_some()
    }

    /// Returns the scope inside of a schema, and notes its identifier and its anchors. What is no
    /// schema of this version may have those of a schema.
    fn entered(&mut self, id: Id, mut scope: Scope, is_schema: bool) -> Result<Scope> {
        if let Some(named) = self.string(id, "$schema")
            && (id == 0 || self.string(id, "$id").is_some())
        {
            scope.draft = Draft::named(named).unwrap_or(Draft::D2020);
            if named.contains("json-schema.org/draft-0") && Draft::named(named).is_none() {
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
        if let Some(own) = self.string(id, word)
            && !self.is_alone(id, scope.draft)
        {
            let (name, anchor) = own.split_once('#').unwrap_or((own, ""));
            if !name.is_empty() {
                scope.base = self.resolved(&scope.base, name, id, word)?;
                match self.resources.get(&scope.base) {
                    Some(&other) if other != id && is_schema => {
                        return Err(self.again(id, word, "an identifier of no other schema"));
                    }
                    Some(_) => {}
                    None => {
                        self.resources.insert(scope.base.clone(), id);
                    }
                }
                scope.root = id;
            }
            if !anchor.is_empty() && scope.draft <= Draft::D7 {
                self.anchor(&scope, anchor, id, is_schema.then_some(word))?;
            }
        }
        if scope.draft >= Draft::D2019
            && let Some(anchor) = self.string(id, "$anchor")
        {
            self.anchor(&scope, anchor, id, is_schema.then_some("$anchor"))?;
        }
        if scope.draft >= Draft::D2020
            && let Some(anchor) = self.string(id, "$dynamicAnchor")
        {
            self.anchor(&scope, anchor, id, is_schema.then_some("$dynamicAnchor"))?;
            self.dynamic.entry(anchor).or_default().insert(id);
        }
        let recursive = self.document.get(id, "$recursiveAnchor");
        if recursive.is_some_and(|flag| matches!(self.document.content(flag), Content::Bool(true)))
        {
            self.dynamic.entry("").or_default().insert(id);
        }
        Ok(scope)
    }

    /// Returns an identifier against that of the resource around it.
    fn resolved(&mut self, base: &str, name: &str, id: Id, word: &str) -> Result<Rc<str>> {
        let whole = uri::resolved(base, name);
        self.identifiers += whole.len();
        if whole.len() <= IDENTIFIER && self.identifiers <= IDENTIFIERS {
            return Ok(whole.into());
        }
        let expected = match whole.len() <= IDENTIFIER {
            true => "a schema whose identifiers together take less than 64 MiB",
            false => "an identifier of at most 16 KiB",
        };
        let id = self.document.get(id, word).unwrap_or(id);
        let error = Error::expected(ErrorKind::Refused, expected);
        Err(self.at(id, error.with_content(self.document.shown(id))))
    }

    /// Notes an anchor. A keyword is given if two of a name are an error.
    fn anchor(&mut self, scope: &Scope, name: &'d str, id: Id, word: Option<&str>) -> Result {
        let other = *self.anchors.entry((scope.root, name)).or_insert(id);
        match word {
            Some(word) if other != id => Err(self.again(id, word, "an anchor of no other schema")),
            _ => Ok(()),
        }
    }

    /// Returns the error of a name that two schemas have.
    fn again(&self, id: Id, word: &str, expected: &'static str) -> Error {
        let id = self.document.get(id, word).unwrap_or(id);
        let error = Error::expected(ErrorKind::Refused, expected);
        self.at(
            id,
            error.with_content(format_args!("{} again", self.document.shown(id))),
        )
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
        match self.document.is_object(id) {
            true => self.scan(id, &scope)?,
            false => drop(self.scopes.insert(id, scope.clone())),
        }
        Ok(self.scopes.get(&id).cloned().unwrap_or(scope))
    }

    /// Returns the number of the schema at a node, whose rules are made later.
    pub fn rule(&mut self, id: Id) -> Result<Rule> {
        let next = self.nodes.len() as Rule;
        match self.document.content(id) {
            Content::Bool(_) | Content::Object(_) => {}
            _ => {
                let words = shape::schema_words(Draft::D2020);
                return Err(shape::wrong(self.document, id, words));
            }
        }
        let rule = *self.found.entry(id).or_insert(next);
        if rule == next {
            self.nodes.push(id);
        }
        Ok(rule)
    }

    /// Returns the schemas of a list.
    pub fn rules(&mut self, id: Id) -> Result<Vec<Rule>> {
        self.items(id).iter().map(|id| self.rule(*id)).collect()
    }

    /// Returns the schema that a `$ref` leads to.
    pub fn reference(&mut self, id: Id) -> Result<Rule> {
        let target = self.target(id)?;
        self.rule(target)
    }

    /// Returns the schemas that a `$dynamicRef` may lead to.
    pub fn dynamic_reference(&mut self, id: Id) -> Result<Dynamic> {
        let text = self.text(id);
        let anchor = text
            .split_once('#')
            .and_then(|(_, anchor)| uri::decoded(anchor));
        self.one_of(id, &anchor.unwrap_or_default())
    }

    /// Returns the schemas that a `$recursiveRef` may lead to.
    pub fn recursive_reference(&mut self, id: Id) -> Result<Dynamic> {
        self.one_of(id, "")
    }

    /// Returns a reference to the target of a keyword, or to one of several if it is one of them.
    fn one_of(&mut self, id: Id, anchor: &str) -> Result<Dynamic> {
        let target = self.target(id)?;
        let nearest = self.rule(target)?;
        let all = self.dynamic.get_key_value(anchor);
        let all = all.filter(|(_, all)| all.contains(&target));
        let name = all.map(|(name, _)| *name);
        let next = self.asked.len() as Anchor;
        Ok(Dynamic {
            nearest,
            anchor: name.map(|name| *self.asked.entry(name).or_insert(next)),
        })
    }

    /// Returns the schemas of each dynamic anchor that references lead to, by their resources.
    /// There may be more schemas after it, whose rules are not made yet.
    pub fn dynamic_anchors(&mut self) -> Result<Vec<BTreeMap<Id, Rule>>> {
        let mut anchors = alloc::vec![BTreeMap::new(); self.asked.len()];
        for (name, anchor) in self.asked.clone() {
            for node in self.dynamic.get(name).cloned().unwrap_or_default() {
                let schema = (self.resource(node)?, self.rule(node)?);
                anchors[anchor as usize].extend([schema]);
            }
        }
        Ok(anchors)
    }

    /// Returns the root of the resource of a schema.
    pub fn resource(&mut self, id: Id) -> Result<Id> {
        Ok(self.scope(id)?.root)
    }

    /// Returns the node that a reference leads to.
    fn target(&mut self, id: Id) -> Result<Id> {
        let text = self.text(id);
        let scope = self.scope(self.current)?;
        let (name, fragment) = text.split_once('#').unwrap_or((text, ""));
        let root = match name {
            "" => Some(scope.root),
            name => self
                .resources
                .get(&*uri::resolved(&scope.base, name))
                .copied(),
        };
        let Some(root) = root else {
            let expected = "a reference into this document, and not into another document";
            return Err(self.leads_nowhere(id, expected));
        };
        let decoded = uri::decoded(fragment);
        let found = match decoded.as_deref() {
            Some("") => Some(root),
            Some(pointer) if pointer.starts_with('/') => self.pointed(root, pointer),
            Some(anchor) => self.anchors.get(&(root, anchor)).copied(),
            None => None,
        };
        let expected = "a reference to a schema, and this one leads nowhere";
        found.ok_or_else(|| self.leads_nowhere(id, expected))
    }

    fn leads_nowhere(&self, id: Id, expected: &'static str) -> Error {
        let error = Error::expected(ErrorKind::NotFound, expected);
        self.at(id, error.with_content(self.document.shown(id)))
    }

    /// Returns the node that a JSON Pointer leads to, as RFC 6901 has it.
    fn pointed(&self, root: Id, pointer: &str) -> Option<Id> {
        pointer.split('/').skip(1).try_fold(root, |id, step| {
            let mut escapes = step.split('~').skip(1);
            if escapes.any(|behind| !behind.starts_with(['0', '1'])) {
                return None;
            }
            let step = step.replace("~1", "/").replace("~0", "~");
            match self.document.content(id) {
                Content::Array(items) => {
                    let is_index = step.bytes().all(|c| c.is_ascii_digit())
                        && (step == "0" || !step.starts_with('0'));
                    let index = step.parse::<usize>().ok().filter(|_| is_index)?;
                    items.get(index).copied()
                }
                Content::Object(members) => self.document.member(members, &step),
                _ => None,
            }
        })
    }

    /// Returns a pattern that is compiled, or the error of one that is refused, with the place.
    pub fn pattern(&mut self, text: &str, place: Id) -> Result<Pattern> {
        let pattern = self.patterns.get(text);
        pattern.map_err(|error| self.at(place, error))
    }

    /// Returns the text of a keyword. Its shape was checked, and so were those below.
    pub fn text(&self, id: Id) -> &'d str {
        match self.document.content(id) {
            Content::String(text) => text,
            _ => "",
        }
    }

    pub fn flag(&self, id: Id) -> bool {
        matches!(self.document.content(id), Content::Bool(true))
    }

    pub fn items(&self, id: Id) -> &'d [Id] {
        match self.document.content(id) {
            Content::Array(items) => items,
            _ => &[],
        }
    }

    pub fn members(&self, id: Id) -> &'d [Id] {
        match self.document.content(id) {
            Content::Object(members) => members.all,
            _ => &[],
        }
    }

    /// Adds the place of a node to an error.
    pub fn at(&self, id: Id, error: Error) -> Error {
        self.document.at(id, error)
    }
}
