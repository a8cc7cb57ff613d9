//! Look-ups by keys that were hashed before.

use std::hint::black_box;

use varvel::{HashedKey, View};

use super::read::views;
use crate::harness::Subject;
use crate::subjects::lookup::{Lookup, Objects, Round};

/// Returns the subject that looks keys up that were hashed before, through the view.
pub fn lookup_hashed() -> Box<dyn Subject> {
    Lookup {
        name: "varvel View::get",
        load: |documents| {
            Ok(Hashed {
                views: views(documents)?,
                rounds: Vec::new(),
            })
        },
    }
    .subject()
}

struct Hashed {
    views: Vec<View<'static>>,
    /// The keys of each round.
    rounds: Vec<Vec<HashedKey<'static>>>,
}

impl Objects for Hashed {
    fn prepare(&mut self, rounds: &[Round]) -> Result<(), String> {
        let hashed = |round: &Round| round.keys.iter().map(|key| HashedKey::new(key)).collect();
        self.rounds = rounds.iter().map(hashed).collect();
        Ok(())
    }

    fn ask(&self, round: &Round) {
        let keys = self.rounds[round.number].chunks_exact(round.per_object);
        for (view, keys) in self.views.iter().zip(keys) {
            for key in keys {
                black_box(&view.get(key));
            }
        }
    }

    fn text(&self, object: usize, key: &'static str) -> Option<String> {
        let found = self.views[object].get(HashedKey::new(key))?;
        found.as_str().map(str::to_owned)
    }
}
