//! Parts of a recording that a path leads to.

use alloc::vec::Vec;
use core::ops::Range;

use crate::error::Result;
use crate::node::Kind;
use crate::path::{Selector, Step};

use super::{Event, Recording, give};

impl Recording {
    /// Returns the path from the root to the node that the event number `at` begins. A path stops
    /// at a map whose keys are not strings, because such keys are not steps.
    ///
    /// `at` may also be the number of the next event, which is not recorded yet. The offset of an
    /// error of [`Recording::source`] is the number of an event.
    ///
    /// ```
    /// use varvel::path::Step;
    /// use varvel::schema::Recording;
    /// assert_eq!(Recording::of(&[true, false])?.path_to(2), [Step::Index(1)]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn path_to(&self, at: usize) -> Vec<Step> {
        let mut path: Vec<Step> = Vec::new();
        let mut next = 0;
        while next < at {
            match self.events.get(next) {
                // The path does not go through a container that ended before. The end of an open
                // container is not known yet.
                Some(Event::Array(_, end) | Event::Map(_, end)) if *end > next && *end < at => {
                    next = *end;
                }
                Some(Event::Array(..)) => {
                    path.push(Step::Index(0));
                    next += 1;
                    continue;
                }
                Some(Event::Map(..)) => match self.events.get(next + 1) {
                    Some(Event::Key(key)) if next + 1 < at => {
                        path.push(Step::Key(key.clone()));
                        next += 2;
                        continue;
                    }
                    _ => break,
                },
                Some(Event::Key(key)) => {
                    if let Some(step) = path.last_mut() {
                        *step = Step::Key(key.clone());
                    }
                    next += 1;
                    continue;
                }
                Some(Event::Tag(_)) => {
                    next += 1;
                    continue;
                }
                _ => {}
            }
            // The next event stands behind an item.
            next += 1;
            if let Some(Step::Index(index)) = path.last_mut() {
                *index += 1;
            }
        }
        path
    }

    /// Returns the range of events of the node that `path` leads to from the root.
    ///
    /// ```
    /// use varvel::path::Selectors;
    /// use varvel::schema::Recording;
    /// let recording = Recording::of(&[vec![7], vec![8, 9]])?;
    /// let mut part = Recording::default();
    /// let path: Vec<_> = Selectors::path("[1]").collect::<Result<_, _>>()?;
    /// part.add_part(&recording, recording.select(&path)?)?;
    /// assert_eq!(part, Recording::of(&[8, 9])?);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `NotFound` and `TypeMismatch`, with the path to the last node that exists.
    pub fn select(&self, path: &[Selector<'_>]) -> Result<Range<usize>> {
        let mut at = 0;
        let mut found = Ok(());
        let mut kinds = Vec::new();
        for selector in path {
            while let Some(Event::Tag(_)) = self.events.get(at) {
                at += 1;
            }
            let kind = self.kind_at(at).unwrap_or(Kind::Null);
            match self.step(at, selector) {
                Some(next) => at = next,
                None => {
                    found = Err(selector.missing(kind, self.len_at(at)));
                    break;
                }
            }
            kinds.push(kind);
        }
        let steps = || {
            path.iter()
                .zip(&kinds)
                .map(|(selector, kind)| selector.step(*kind))
        };
        found.map_err(|error| {
            steps()
                .rev()
                .fold(error.or_path(Default::default), |e, s: Step| e.inside(s))
        })?;
        Ok(at..self.node_end(at))
    }

    fn len_at(&self, at: usize) -> usize {
        match self.events.get(at) {
            Some(Event::Array(count, _) | Event::Map(count, _)) => *count,
            _ => 0,
        }
    }

    /// Returns the index of the event that begins an item or the value of a member of the container
    /// at `at`.
    fn step(&self, at: usize, selector: &Selector<'_>) -> Option<usize> {
        match (self.events.get(at)?, selector.index(), selector.name()) {
            (Event::Array(count, _), Some(index), _) if index < *count => {
                Some((0..index).fold(at + 1, |item, _| self.node_end(item)))
            }
            (Event::Map(_, end), _, Some(name)) => {
                let mut key = at + 1;
                while key < *end {
                    match &self.events[key] {
                        Event::Key(text) if *name == **text => return Some(key + 1),
                        Event::AnyKey => key = self.node_end(self.node_end(key + 1)),
                        _ => key = self.node_end(key + 1),
                    }
                }
                None
            }
            _ => None,
        }
    }

    /// Returns a copy in which `part` replaces the events of `range`. These must be one node
    /// ([`Recording::select`]).
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn with(&self, range: Range<usize>, part: &Self) -> Result<Self> {
        let mut whole = Self::new(self.profile);
        give(&self.events[..range.start], &mut whole)?;
        give(&part.events, &mut whole)?;
        give(&self.events[range.end..], &mut whole)?;
        Ok(whole)
    }

    /// Adds the events of `range` of the recording `of` ([`Recording::select`]).
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn add_part(&mut self, of: &Self, range: Range<usize>) -> Result {
        give(&of.events[range], self)
    }
}
