//! Frozen buffers in forms that our writer does not make but another may: wide slots and counts,
//! strings in nodes, in slots or shared, any displacements of an index, padding. Many hold records
//! that are alike except for numbers or one odd value. All but one in [`CHANGES`] are changed in
//! one to three places.
//!
//! | room | holds |
//! |---|---|
//! | here | the cases |
//! | [`node`] | nodes and their forms |
//! | [`vocabulary`], [`draw`], [`twins`] | drawn keys; drawn nodes; values that are nearly equal |
//! | [`append`], [`layout`], [`index`], [`document`] | the bytes: of numbers, the tree, an index, all |
//! | [`change`] | precise changes |
//! | [`judge`](mod@judge) | the verdicts of two validators, compared |

pub mod append;
pub mod change;
pub mod document;
pub mod draw;
pub mod index;
pub mod judge;
pub mod layout;
pub mod node;
pub mod twins;
pub mod vocabulary;

use crate::documents::Draw;
use document::Document;

/// How many cases in a row are of one document. The first of them is the document itself.
pub const CHANGES: u64 = 64;

/// Makes cases. Each depends on its number alone; those of one document are made faster in a row.
#[derive(Debug, Default)]
pub struct Forms {
    /// The last document, and its number.
    last: Option<(u64, Document)>,
}

impl Forms {
    /// Returns the document that the case `number` is made of.
    pub fn document(&mut self, number: u64) -> &Document {
        let document = number / CHANGES;
        let last = self.last.take().filter(|(number, _)| *number == document);
        let made = last.unwrap_or_else(|| (document, Document::draw(&mut Draw::new(document))));
        &self.last.insert(made).1
    }

    /// Makes the case `number`.
    pub fn make(&mut self, number: u64) -> Vec<u8> {
        let document = self.document(number);
        match number % CHANGES {
            0 => document.bytes.clone(),
            // Documents have the low seeds.
            _ => change::changed(document, &mut Draw::new(number | 1 << 62)),
        }
    }
}
