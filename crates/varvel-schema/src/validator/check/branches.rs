//! Schemas that look at the same value: `allOf`, `anyOf`, `oneOf`, `not`, `if`.

use alloc::vec::Vec;
use core::ops::Range;

use varvel_core::Result;

use super::Check;
use super::faults::{Fault, What};
use super::marks::Marks;
use crate::validator::document::{Id, KEY};
use crate::validator::rules::Rule;

/// The most alternatives that a fault names.
const NAMED: usize = 10;

impl Check<'_> {
    pub(super) fn combined(
        &mut self,
        rule: Rule,
        id: Id,
        mut marks: Option<&mut Marks>,
    ) -> Result<bool> {
        let Some(combined) = &self.rules(rule).combined else {
            return Ok(true);
        };
        let mut fits = true;
        for inner in &combined.all {
            fits &= self.look(*inner, id, marks.as_deref_mut())?;
            if !(fits || self.notes) {
                return Ok(false);
            }
        }
        if let Some(any) = &combined.any {
            fits &= self.some_of(any, id, false, marks.as_deref_mut())?;
        }
        if let Some(one) = &combined.one
            && (fits || self.notes)
        {
            fits &= self.some_of(one, id, true, marks.as_deref_mut())?;
        }
        if let Some(not) = combined.not
            && self.probe(not, id, None)?
        {
            fits &= self.bad(id, What::Not);
        }
        let Some(condition) = combined.condition.filter(|_| fits || self.notes) else {
            return Ok(fits);
        };
        let mut own = Marks::default();
        let branch = match self.probe(condition, id, marks.is_some().then_some(&mut own))? {
            true => {
                if let Some(marks) = marks.as_deref_mut() {
                    marks.add(&own);
                }
                combined.then
            }
            false => combined.otherwise,
        };
        if let Some(branch) = branch {
            fits &= self.look(branch, id, marks)?;
        }
        Ok(fits)
    }

    /// Looks at a value with several schemas, of which at least one has to fit; of `oneOf`, exactly
    /// one.
    fn some_of(
        &mut self,
        rules: &[Rule],
        id: Id,
        is_one: bool,
        mut marks: Option<&mut Marks>,
    ) -> Result<bool> {
        let (first, outer, notes) = (self.faults.len(), self.branch, self.notes);
        let mut tried = Vec::new();
        let mut count = 0;
        for rule in rules {
            let start = self.faults.len();
            self.branch = start;
            let mut own = Marks::default();
            if self.look(*rule, id, marks.is_some().then_some(&mut own))? {
                count += 1;
                // Faults of others do not matter any more.
                self.notes = false;
                self.faults.truncate(first);
                match marks.as_deref_mut() {
                    Some(marks) => marks.add(&own),
                    None if !is_one => break,
                    None => {}
                }
            } else {
                tried.push(start..self.faults.len());
            }
        }
        (self.branch, self.notes) = (outer, notes);
        match count {
            0 => {
                if let Some(marks) = marks {
                    marks.unsure = true;
                }
                if notes {
                    self.choose(first, &tried, id);
                }
                Ok(false)
            }
            2.. if is_one => Ok(self.bad(id, What::One(count))),
            _ => Ok(true),
        }
    }

    /// Keeps the faults of the branch that was meant, if there is only one that may have been.
    /// Otherwise one fault names what would have fitted.
    fn choose(&mut self, first: usize, tried: &[Range<usize>], id: Id) {
        let (faults, document) = (&self.faults, self.document);
        let of = |branch: &Range<usize>| &faults[branch.clone()];
        let mut meant: Vec<&Range<usize>> = tried.iter().collect();
        // A branch for another type was not meant, nor one whose tag is another one.
        let is_other_type =
            |fault: &Fault| fault.id == id && matches!(fault.what, What::Type(_) | What::Never);
        let is_other_tag = |fault: &Fault| {
            let is_near = fault.id == id || document.parent(fault.id) == id;
            is_near && matches!(fault.what, What::Values(_) | What::Constant(_))
        };
        for is_other in [&is_other_type as &dyn Fn(&Fault) -> bool, &is_other_tag] {
            let mut left = meant.clone();
            left.retain(|branch| !of(branch).iter().any(is_other));
            if !left.is_empty() {
                meant = left;
            }
        }
        let heads: Vec<&Fault> = meant
            .iter()
            .filter_map(|branch| of(branch).first())
            .collect();
        if let [branch] = &*meant {
            let branch = (*branch).clone();
            self.faults.truncate(branch.end);
            self.faults.drain(first..branch.start);
            return;
        }
        let place = heads.first().map_or(id, |head| head.id);
        let is_same = heads.iter().all(|head| head.id == place);
        let mut whats = Vec::new();
        for head in heads {
            let inner = match &head.what {
                What::NoneOf(inner) => inner,
                what => core::slice::from_ref(what),
            };
            for what in inner {
                if whats.len() < NAMED && !whats.contains(what) {
                    whats.push(what.clone());
                }
            }
        }
        self.faults.truncate(first);
        self.faults.push(Fault {
            id: if is_same { place } else { id & !KEY },
            what: What::NoneOf(whats.into()),
        });
    }
}
