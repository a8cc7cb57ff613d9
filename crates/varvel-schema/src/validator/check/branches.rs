//! Schemas that look at the same value: references, `allOf`, `anyOf`, `oneOf`, `not`, `if`.

use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use varvel_core::{Error, Result};

use super::faults::{Fault, What};
use super::marks::Marks;
use super::{Check, FORGOTTEN, REMEMBERED};
use crate::validator::document::{Id, KEY};
use crate::validator::rules::Rule;

/// The most alternatives that a fault names.
const NAMED: usize = 10;

/// The result of a schema and a value, which is remembered.
pub(super) struct Known {
    fits: bool,
    /// The children that were looked at.
    marks: Marks,
    faults: Vec<Fault>,
}

impl Check<'_> {
    /// Looks at a value with the schema that a reference leads to. Only references lead to a schema
    /// again and again, so results are remembered here.
    pub(super) fn follow(&mut self, to: Rule, id: Id, marks: Option<&mut Marks>) -> Result<bool> {
        if self.left > 0 {
            return self.look(to, id, marks);
        }
        let key = (to, id, self.way.place());
        if !self.known.contains_key(&key) {
            self.remember(key)?;
        }
        let Some(known) = self.known.get(&key) else {
            return Ok(false);
        };
        let fits = known.fits;
        if let Some(marks) = marks {
            marks.add(&known.marks);
        }
        if self.notes {
            for fault in known.faults.clone() {
                self.note(fault);
            }
        }
        Ok(fits)
    }

    /// Looks at a value with a schema, and remembers all that may be asked for later.
    fn remember(&mut self, key: (Rule, Id, u32)) -> Result<()> {
        if self.remembered >= REMEMBERED {
            if self.forgotten >= FORGOTTEN {
                return Err(self.too_much(key.1));
            }
            self.forgotten += 1;
            self.remembered = 0;
            self.known.clear();
        }
        let reserved = self.known.try_reserve(1);
        reserved.map_err(|_| Error::out_of_memory())?;
        let start = self.faults.len();
        let outer = mem::replace(&mut self.branch, start);
        let notes = mem::replace(&mut self.notes, self.most > 0);
        let mut marks = Marks::default();
        let fits = self.look(key.0, key.1, Some(&mut marks))?;
        (self.branch, self.notes) = (outer, notes);
        let mut faults = self.faults.split_off(start);
        faults.shrink_to_fit();
        self.remembered += 1 + faults.len();
        let known = Known {
            fits,
            marks,
            faults,
        };
        self.known.insert(key, known);
        Ok(())
    }

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
        let faults = mem::take(&mut self.faults);
        let (document, of) = (self.document, |branch: &Range<usize>| {
            &faults[branch.clone()]
        });
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
        let mut kept = faults[..first].to_vec();
        match (&*meant, &*heads) {
            ([branch], _) => kept.extend_from_slice(of(branch)),
            (_, heads) => {
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
                kept.push(Fault {
                    id: if is_same { place } else { id & !KEY },
                    what: What::NoneOf(whats.into()),
                });
            }
        }
        self.faults = kept;
    }
}
