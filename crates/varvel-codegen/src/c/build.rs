//! The functions that build a table.

use super::Generator;
use crate::plan::ObjectPlan;

impl Generator<'_, '_> {
    pub(super) fn build(&self, _: &ObjectPlan<'_>, _: &mut String) {}
}
