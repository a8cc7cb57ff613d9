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
        let mut tried = Tried::default();
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
            } else if self.notes {
                self.choose(&mut tried, first..start, id);
            }
        }
        (self.branch, self.notes) = (outer, notes);
        match count {
            0 => {
                if let Some(marks) = marks {
                    marks.unsure = true;
                }
                if notes && tried.heads.len() != 1 {
                    self.faults.push(none_of(&tried.heads, id));
                }
                Ok(false)
            }
            2.. if is_one => Ok(self.bad(id, What::One(count))),
            _ => Ok(true),
        }
    }

    /// Judges the faults of a branch, which follow those of `before`. Only the faults of a branch
    /// that was meant alone stay, and of several the first one of each.
    fn choose(&mut self, tried: &mut Tried, before: Range<usize>, id: Id) {
        let document = self.document;
        let own = &self.faults[before.end..];
        // A branch for another type was not meant, nor one whose tag is another one.
        let is_other_type =
            |fault: &Fault| fault.id == id && matches!(fault.what, What::Type(_) | What::Never);
        let is_other_tag = |fault: &Fault| {
            let is_near = fault.id == id || document.parent(fault.id) == id;
            is_near && matches!(fault.what, What::Values(_) | What::Constant(_))
        };
        let other = (own.iter().any(is_other_type), own.iter().any(is_other_tag));
        let head = own.first().cloned();
        match tried.other {
            Some(least) if other > least => self.faults.truncate(before.end),
            Some(least) if other == least => {
                self.faults.truncate(before.start);
                tried.heads.push(head);
            }
            _ => {
                self.faults.drain(before);
                tried.other = Some(other);
                tried.heads = Vec::from([head]);
            }
        }
    }
}

/// The branches that may have been meant.
#[derive(Default)]
struct Tried {
    /// Whether they are for another type, and whether they have another tag.
    other: Option<(bool, bool)>,
    /// The first fault of each.
    heads: Vec<Option<Fault>>,
}

/// Returns a fault that names what would have fitted.
fn none_of(heads: &[Option<Fault>], id: Id) -> Fault {
    let heads = || heads.iter().flatten();
    let place = heads().next().map_or(id, |head| head.id);
    let is_same = heads().all(|head| head.id == place);
    let mut whats = Vec::new();
    for head in heads() {
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
    Fault {
        id: if is_same { place } else { id & !KEY },
        what: What::NoneOf(whats.into()),
    }
}
