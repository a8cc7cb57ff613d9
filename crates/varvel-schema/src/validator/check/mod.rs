//! Checks a document by the rules of a schema.
//!
//! Each schema that looks at a value is a call. Faults are noted as short facts, and become errors
//! at the end, since most of them belong to branches that another branch makes good.
//!
//! | room | holds |
//! |---|---|
//! | `values` | the keywords for values of each type |
//! | `branches` | `allOf` and the like |
//! | `known` | references, and results that are remembered |
//! | `way` | the way to a schema, for `$dynamicRef` |
//! | `marks` | which members and items were looked at |
//! | `faults` | faults, and their words |

mod branches;
mod faults;
mod known;
mod marks;
mod values;
mod way;

use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};

use super::Validator;
use super::compiled::Compiled;
use super::document::{Content, Document, Id, KEY};
use super::order;
use super::rules::{Rule, Rules, types_of};
use faults::{Fault, What};
use known::Memory;
use marks::Marks;
use way::Way;

/// The most schemas inside each other. They take less than 1 MiB of stack, also without
/// optimisation.
const DEPTH: usize = 768;

/// The check of one document.
pub(super) struct Check<'a> {
    schema: &'a Document,
    compiled: &'a Compiled,
    document: &'a Document,
    faults: Vec<Fault>,
    /// The first fault of the branch that is being looked at.
    branch: usize,
    most: usize,
    /// Whether faults are noted. Otherwise the first one ends the look.
    notes: bool,
    depth: usize,
    memory: Memory,
    /// The way to the schema that is looking, if references depend on it.
    way: Way,
}

impl<'a> Check<'a> {
    pub fn new(validator: &'a Validator, document: &'a Document, most: usize) -> Self {
        Self {
            schema: &validator.document,
            compiled: &validator.compiled,
            document,
            faults: Vec::new(),
            branch: 0,
            most,
            notes: most > 0,
            depth: 0,
            memory: Memory::new(document.len(), validator.compiled.rules.len()),
            way: Way::default(),
        }
    }

    /// Returns whether the document fits.
    pub fn fits(mut self) -> Result<bool> {
        self.look(0, 0, None)
    }

    /// Returns the faults as errors, in the order of the document.
    pub fn errors(mut self) -> Result<Vec<Error>> {
        if self.most > 0 {
            self.look(0, 0, None)?;
        }
        Ok(self.finish())
    }

    fn rules(&self, rule: Rule) -> &'a Rules {
        &self.compiled.rules[rule as usize]
    }

    /// Looks at a value with a schema. Returns whether it fits; if so, marks the children that were
    /// looked at.
    fn look(&mut self, rule: Rule, id: Id, outer: Option<&mut Marks>) -> Result<bool> {
        if self.depth >= DEPTH {
            let expected = alloc::format!("at most {DEPTH} schemas inside each other");
            let error = Error::expected(ErrorKind::DepthLimit, expected);
            let error =
                error.with_hint("the values, or the schemas, are too deep inside each other");
            return Err(self.document.at(id, error));
        }
        self.depth += 1;
        let before = self.way.place();
        if !self.memory.count(1) || !self.enter(rule) {
            return Err(self.too_much(id));
        }
        let result = match self.rules(rule).needs_marks() {
            false => self.keywords(rule, id, outer),
            true => self.and_unevaluated(rule, id, outer),
        };
        self.way.back_to(before);
        self.depth -= 1;
        result
    }

    /// Adds the resource of a schema to the way. Returns whether there is room for it.
    fn enter(&mut self, rule: Rule) -> bool {
        match self.compiled.resources[rule as usize] {
            None => true,
            Some(resource) => {
                let anchors = &self.compiled.anchors[resource as usize];
                self.way.enter(resource, anchors)
            }
        }
    }

    /// Looks at a value without noting faults.
    fn probe(&mut self, rule: Rule, id: Id, marks: Option<&mut Marks>) -> Result<bool> {
        let notes = core::mem::replace(&mut self.notes, false);
        let result = self.look(rule, id, marks);
        self.notes = notes;
        result
    }

    fn keywords(&mut self, rule: Rule, id: Id, mut marks: Option<&mut Marks>) -> Result<bool> {
        let rules = self.rules(rule);
        if rules.never {
            unsure(marks);
            return Ok(self.bad(id, What::Never));
        }
        let content = self.document.content(id);
        let mut fits = true;
        if let Some(to) = rules.reference {
            fits &= self.follow(to, id, marks.as_deref_mut())?;
        }
        if let Some(dynamic) = &rules.dynamic {
            let to = dynamic.anchor.and_then(|anchor| self.way.schema(anchor));
            let to = to.unwrap_or(dynamic.nearest);
            fits &= self.follow(to, id, marks.as_deref_mut())?;
        }
        if rules.types != 0 && rules.types & types_of(&content) == 0 {
            unsure(marks);
            return Ok(self.bad(id, What::Type(rule)));
        }
        if (fits || self.notes) && (rules.values.is_some() || rules.constant.is_some()) {
            fits &= self.listed(rule, id);
        }
        if !(fits || self.notes) {
            return Ok(false);
        }
        fits &= match content {
            Content::Number(number) => self.number(rule, id, number),
            Content::String(text) => self.string(rule, id, text),
            Content::Array(items) => self.array(rule, id, items, marks.as_deref_mut())?,
            Content::Object(members) => self.object(rule, id, members, marks.as_deref_mut())?,
            _ => true,
        };
        if rules.combined.is_some() && (fits || self.notes) {
            fits &= self.combined(rule, id, marks)?;
        }
        Ok(fits)
    }

    /// Looks at `enum` and `const`.
    fn listed(&mut self, rule: Rule, id: Id) -> bool {
        let (rules, schema) = (self.rules(rule), self.schema);
        let compare = |one: &Id| order::compare((schema, *one), (self.document, id));
        let is_value = rules
            .values
            .as_ref()
            .is_none_or(|values| values.sorted.binary_search_by(compare).is_ok());
        let is_constant = rules.constant.is_none_or(|one| compare(&one).is_eq());
        let mut fits = true;
        if !is_value {
            fits &= self.bad(id, What::Values(rule));
        }
        if !is_constant {
            fits &= self.bad(id, What::Constant(rule));
        }
        fits
    }

    /// Looks at a value with all keywords, and then with `unevaluated…`.
    fn and_unevaluated(&mut self, rule: Rule, id: Id, outer: Option<&mut Marks>) -> Result<bool> {
        let mut marks = Marks::default();
        let mut fits = self.keywords(rule, id, Some(&mut marks))?;
        if !fits && (!self.notes || marks.unsure) {
            if let Some(outer) = outer {
                outer.add(&marks);
            }
            return Ok(false);
        }
        let rules = self.rules(rule);
        let (children, other, is_object) = match self.document.content(id) {
            Content::Array(items) => (items, rules.unevaluated_items, false),
            Content::Object(members) => (members.all, rules.unevaluated_properties, true),
            _ => (&[][..], None, false),
        };
        if let Some(other) = other {
            for (number, child) in children.iter().enumerate() {
                if marks.has(number) {
                    continue;
                }
                fits &= match (self.rules(other).never, is_object) {
                    (true, true) => self.bad(*child | KEY, What::Unevaluated),
                    _ => self.look(other, *child, None)?,
                };
                if !(fits || self.notes) {
                    return Ok(false);
                }
            }
            marks.mark_all();
        }
        if let Some(outer) = outer {
            outer.add(&marks);
        }
        Ok(fits)
    }

    /// Makes the error of a schema that takes too much time or memory to follow.
    fn too_much(&self, id: Id) -> Error {
        let expected = "a schema whose references lead to the same values less often";
        let error = Error::expected(ErrorKind::Refused, expected);
        self.document.at(id, error)
    }
}

/// Notes that more might have been looked at, if the value had fitted.
fn unsure(marks: Option<&mut Marks>) {
    if let Some(marks) = marks {
        marks.unsure = true;
    }
}
