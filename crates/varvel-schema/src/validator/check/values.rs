//! The keywords for values of each type.

use alloc::vec::Vec;
use core::cmp::Ordering;

use varvel_core::Result;

use super::Check;
use super::faults::{Bound, What};
use super::marks::Marks;
use crate::validator::document::{Content, Id, KEY, Members, Number};
use crate::validator::order;
use crate::validator::rules::{Arrays, Objects, Rule};

impl Check<'_> {
    /// Returns whether the look goes on.
    fn goes_on(&self, fits: bool) -> bool {
        fits || self.notes
    }

    pub(super) fn number(&mut self, rule: Rule, id: Id, number: Number<'_>) -> bool {
        let Some(bounds) = &self.rules(rule).number else {
            return true;
        };
        let schema = self.schema;
        let is_nan = matches!(number, Number::NonFinite(value) if value.is_nan());
        let is_at = |bound: Id, right: fn(Ordering) -> bool| match schema.content(bound) {
            Content::Number(bound) => !is_nan && right(order::numbers(number, bound)),
            _ => true,
        };
        let is_part = |bound: Id| match schema.content(bound) {
            Content::Number(bound) => order::is_multiple(number, bound),
            _ => true,
        };
        let is_bad = [
            (
                Bound::Least,
                bounds.least.map(|id| is_at(id, Ordering::is_ge)),
            ),
            (
                Bound::Most,
                bounds.most.map(|id| is_at(id, Ordering::is_le)),
            ),
            (
                Bound::Above,
                bounds.above.map(|id| is_at(id, Ordering::is_gt)),
            ),
            (
                Bound::Below,
                bounds.below.map(|id| is_at(id, Ordering::is_lt)),
            ),
            (Bound::Part, bounds.part.map(is_part)),
        ]
        .map(|(which, fits)| (fits == Some(false)).then_some(which));
        let mut fits = true;
        for which in is_bad.into_iter().flatten() {
            fits &= self.bad(id, What::Bound(rule, which));
        }
        fits
    }

    pub(super) fn string(&mut self, rule: Rule, id: Id, text: &str) -> bool {
        let Some(strings) = &self.rules(rule).string else {
            return true;
        };
        let mut fits = true;
        let is_bounded = strings.length.least > 0 || strings.length.most.is_some();
        if is_bounded && !strings.length.has(text.chars().count() as u64) {
            fits &= self.bad(id, What::Length(rule));
        }
        if strings
            .pattern
            .as_ref()
            .is_some_and(|pattern| !pattern.is_in(text))
        {
            fits &= self.bad(id, What::Pattern(rule));
        }
        fits
    }

    pub(super) fn array(
        &mut self,
        rule: Rule,
        id: Id,
        items: &[Id],
        mut marks: Option<&mut Marks>,
    ) -> Result<bool> {
        let Some(arrays) = &self.rules(rule).array else {
            return Ok(true);
        };
        let mut fits = true;
        if !arrays.count.has(items.len() as u64) {
            fits &= self.bad(id, What::Items(rule));
        }
        for (number, item) in items.iter().enumerate() {
            let Some(inner) = arrays.first.get(number).copied().or(arrays.rest) else {
                break;
            };
            if !self.goes_on(fits) {
                return Ok(false);
            }
            fits &= self.look(inner, *item, None)?;
            if let Some(marks) = marks.as_deref_mut() {
                marks.mark(number);
            }
        }
        if arrays.unique && self.goes_on(fits) {
            fits &= self.unique(items);
        }
        if arrays.contains.is_some() && self.goes_on(fits) {
            fits &= self.contains(rule, arrays, id, items, marks)?;
        }
        Ok(fits)
    }

    /// Looks for items that equal an earlier one.
    fn unique(&mut self, items: &[Id]) -> bool {
        let document = self.document;
        let compare = |a: &Id, b: &Id| order::compare((document, *a), (document, *b));
        let mut sorted = items.to_vec();
        // Equal ones stay in the order of the document.
        sorted.sort_by(compare);
        let pairs = sorted.windows(2);
        let again: Vec<Id> = pairs
            .filter(|pair| compare(&pair[0], &pair[1]).is_eq())
            .map(|pair| pair[1])
            .collect();
        for item in &again {
            self.bad(*item, What::Again);
        }
        again.is_empty()
    }

    fn contains(
        &mut self,
        rule: Rule,
        arrays: &Arrays,
        id: Id,
        items: &[Id],
        mut marks: Option<&mut Marks>,
    ) -> Result<bool> {
        let Some(contains) = &arrays.contains else {
            return Ok(true);
        };
        let mut count = 0;
        for (number, item) in items.iter().enumerate() {
            let enough = contains.count.most.is_none() && count >= contains.count.least;
            if enough && marks.is_none() {
                break;
            }
            if self.probe(contains.rule, *item, None)? {
                count += 1;
                if let (Some(marks), true) = (marks.as_deref_mut(), contains.evaluates) {
                    marks.mark(number);
                }
            }
        }
        match contains.count.has(count) {
            true => Ok(true),
            false => Ok(self.bad(id, What::Contains(rule, count))),
        }
    }

    pub(super) fn object(
        &mut self,
        rule: Rule,
        id: Id,
        members: Members<'_>,
        mut marks: Option<&mut Marks>,
    ) -> Result<bool> {
        let Some(objects) = &self.rules(rule).object else {
            return Ok(true);
        };
        let mut fits = self.has_members(rule, objects, id, members);
        for (number, member) in members.all.iter().enumerate() {
            if !self.goes_on(fits) {
                return Ok(false);
            }
            let is_known = self.member(rule, objects, *member, &mut fits)?;
            if let (Some(marks), true) = (marks.as_deref_mut(), is_known) {
                marks.mark(number);
            }
        }
        for (name, inner) in &objects.with_rules {
            if self.goes_on(fits) && self.document.member(members, name).is_some() {
                fits &= self.look(*inner, id, marks.as_deref_mut())?;
            }
        }
        Ok(fits)
    }

    /// Looks at the number and the names of members.
    fn has_members(&mut self, rule: Rule, objects: &Objects, id: Id, members: Members<'_>) -> bool {
        let document = self.document;
        let is_there = |name: &str| document.member(members, name).is_some();
        let mut fits = true;
        if !objects.count.has(members.all.len() as u64) {
            fits &= self.bad(id, What::Members(rule));
        }
        for (number, name) in objects.required.iter().enumerate() {
            if !is_there(name) {
                fits &= self.bad(id, What::Missing(rule, number));
            }
        }
        for (number, (name, others)) in objects.with_names.iter().enumerate() {
            if !is_there(name) {
                continue;
            }
            for (other, name) in others.iter().enumerate() {
                if !is_there(name) {
                    fits &= self.bad(id, What::MissingBeside(rule, number, other));
                }
            }
        }
        fits
    }

    /// Looks at one member. Returns whether some keyword was for it.
    fn member(&mut self, rule: Rule, objects: &Objects, id: Id, fits: &mut bool) -> Result<bool> {
        let document = self.document;
        let key = document.key(id);
        let known = objects
            .known
            .binary_search_by(|(name, _)| (**name).cmp(key));
        let mut is_known = known.is_ok();
        if let Ok(at) = known {
            *fits &= self.look(objects.known[at].1, id, None)?;
        }
        for (pattern, inner) in &objects.patterns {
            if pattern.is_in(key) {
                is_known = true;
                *fits &= self.look(*inner, id, None)?;
            }
        }
        match objects.rest {
            Some(rest) if !is_known => {
                is_known = true;
                *fits &= match self.rules(rest).never {
                    true => self.bad(id | KEY, What::Unknown(rule)),
                    false => self.look(rest, id, None)?,
                };
            }
            _ => {}
        }
        if let Some(inner) = objects.key {
            *fits &= self.look(inner, id | KEY, None)?;
        }
        Ok(is_known)
    }
}
