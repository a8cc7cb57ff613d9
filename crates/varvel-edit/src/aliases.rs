//! The places that aliases of YAML share: where the value of one node comes again.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::path::Path;
use varvel_core::{Error, ErrorKind, Result};

use crate::Value;
use crate::edit::{self, Action, Edit};
use crate::memory::{list, push};
use crate::outline::{Form, Node, Outline};

/// How many places an error lists.
const LISTED: usize = 3;

/// The aliases of a text, and what they refer to.
pub struct Aliases<'a> {
    outline: &'a Outline,
    /// The place of each node.
    nodes: Vec<Place>,
    /// The nodes that aliases refer to, each with the aliases.
    referring: BTreeMap<usize, Vec<usize>>,
    /// The node that each alias refers to.
    targets: BTreeMap<usize, usize>,
}

/// The place of a node in its parent.
#[derive(Clone, Copy)]
enum Place {
    /// It is a document of this number.
    Root(usize),
    /// It is the item of this number, or the value of the member.
    In(usize, usize),
    /// It is a key, or inside of one.
    Key,
}

impl<'a> Aliases<'a> {
    /// Finds the aliases of a text.
    pub fn of(text: &'a str, outline: &'a Outline) -> Result<Self> {
        let mut nodes = list((0..outline.len()).map(|_| Place::Key))?;
        for (document, &root) in outline.roots().iter().enumerate() {
            nodes[root] = Place::Root(document);
        }
        let mut found = Self {
            outline,
            nodes,
            referring: BTreeMap::new(),
            targets: BTreeMap::new(),
        };
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        for number in 0..outline.len() {
            let node = outline.node(number);
            if let Place::Root(_) = found.nodes[number] {
                names.clear();
            }
            if let Some(name) = anchor(text, node) {
                names.insert(name, number);
            }
            if node.form == Form::Alias {
                let name = text.get(node.start + 1..node.end).unwrap_or_default();
                if let Some(&target) = names.get(name) {
                    found.targets.insert(number, target);
                    push(found.referring.entry(target).or_default(), number)?;
                }
            }
            if !matches!(found.nodes[number], Place::Key) {
                for (index, entry) in outline.entries(number).enumerate() {
                    found.nodes[entry.value] = Place::In(number, index);
                }
            }
        }
        Ok(found)
    }

    /// Returns the node that a way leads to, through aliases. An alias at its end is followed if
    /// `to_the_end` says so.
    fn follow(&self, mut way: &[usize], several: bool, to_the_end: bool) -> Option<usize> {
        let mut document = 0;
        if several {
            let (&first, rest) = way.split_first()?;
            (document, way) = (first, rest);
        }
        let mut number = *self.outline.roots().get(document)?;
        for &index in way {
            number = self.outline.entries(self.settled(number)).nth(index)?.value;
        }
        Some(match to_the_end {
            true => self.settled(number),
            false => number,
        })
    }

    /// Returns the node that an alias refers to, and any other node itself.
    fn settled(&self, number: usize) -> usize {
        self.targets.get(&number).copied().unwrap_or(number)
    }

    /// Returns the way on which a node is written; `None` for one in a key.
    fn way(&self, mut number: usize, several: bool) -> Result<Option<Vec<usize>>> {
        let mut way = Vec::new();
        loop {
            match self.nodes[number] {
                Place::Key => return Ok(None),
                Place::In(parent, index) => {
                    push(&mut way, index)?;
                    number = parent;
                }
                Place::Root(document) => {
                    if several {
                        push(&mut way, document)?;
                    }
                    way.reverse();
                    return Ok(Some(way));
                }
            }
        }
    }

    /// Returns the ways to all places of the value of a node: where it is written, and where
    /// aliases refer to it or to a node around it.
    fn places(&self, number: usize, several: bool) -> Result<Vec<Vec<usize>>> {
        let mut places = Vec::new();
        // The nodes whose places are looked for, each with the steps from there, backwards.
        let mut left = Vec::new();
        push(&mut left, (number, Vec::new()))?;
        while let Some((number, steps)) = left.pop() {
            for &alias in self.referring.get(&number).into_iter().flatten() {
                push(&mut left, (alias, list(steps.iter().copied())?))?;
            }
            let mut steps = steps;
            match self.nodes[number] {
                Place::Key => {}
                Place::In(parent, index) => {
                    push(&mut steps, index)?;
                    push(&mut left, (parent, steps))?;
                }
                Place::Root(document) => {
                    if several {
                        push(&mut steps, document)?;
                    }
                    steps.reverse();
                    push(&mut places, steps)?;
                }
            }
        }
        places.sort();
        Ok(places)
    }

    /// Returns an edit that changes the node where it is written, and its value in all places. The
    /// edit itself is for a text without aliases.
    pub fn spread(&self, edit: &Edit, before: &Value, several: bool) -> Result<Option<Edit>> {
        let Some(number) = self.changed(edit, several) else {
            return Ok(None);
        };
        let Some(mut way) = self.way(number, several)? else {
            return Ok(None);
        };
        let places = self.places(number, several)?;
        let around = around(edit);
        let everywhere = |after: &Value| -> Result<Value> {
            let value = edit::node(after, around).map(|value| value.to_value());
            let value = value.ok_or_else(|| Error::new(ErrorKind::NotFound))?;
            let mut all = before.clone();
            for place in &places {
                *edit::node_mut(&mut all, place)? = value.clone();
            }
            Ok(all)
        };
        let expected = everywhere(&edit.expected)?;
        let read = edit.read.as_ref().map(everywhere).transpose()?;
        for &index in &edit.way[around.len()..] {
            push(&mut way, index)?;
        }
        Ok(Some(Edit {
            way,
            action: edit.action.clone(),
            expected,
            read,
        }))
    }

    /// Returns the node whose content an edit changes.
    fn changed(&self, edit: &Edit, several: bool) -> Option<usize> {
        self.follow(around(edit), several, true)
    }

    /// Returns the paths of the other places that an edit would change, in words: the first few.
    /// Returns `None` if there are none.
    pub fn others(&self, edit: &Edit, before: &Value, several: bool) -> Result<Option<String>> {
        let Some(number) = self.changed(edit, several) else {
            return Ok(None);
        };
        let mut places = self.places(number, several)?;
        places.retain(|place| place != around(edit));
        Ok(listed(&places, before))
    }

    /// Returns the name of an anchor that an edit takes away, and the paths of the aliases that
    /// refer to it, in words.
    pub fn lost(
        &self,
        text: &'a str,
        edit: &Edit,
        before: &Value,
        several: bool,
    ) -> Result<Option<(&'a str, String)>> {
        // The anchor of a node that is replaced stays.
        let from = match edit.action {
            Action::Replace => 1,
            Action::Remove => 0,
            _ => return Ok(None),
        };
        let Some(number) = self.follow(&edit.way, several, false) else {
            return Ok(None);
        };
        let inside = number + from..self.outline.node(number).next;
        if inside.is_empty() {
            return Ok(None);
        }
        for (target, aliases) in self.referring.range(inside.clone()) {
            let outside = aliases.iter().filter(|alias| !inside.contains(alias));
            let mut places = Vec::new();
            for &alias in outside {
                if let Some(way) = self.way(alias, several)? {
                    push(&mut places, way)?;
                }
            }
            if let (Some(name), Some(places)) = (
                anchor(text, self.outline.node(*target)),
                listed(&places, before),
            ) {
                return Ok(Some((name, places)));
            }
        }
        Ok(None)
    }
}

/// Returns the way to the node whose content an edit changes: the collection around an entry that
/// is removed, or gets another key.
fn around(edit: &Edit) -> &[usize] {
    match edit.action {
        Action::Remove | Action::Rename(_) => edit.way.split_last().map_or(&[], |(_, way)| way),
        _ => &edit.way,
    }
}

/// Returns the paths of places in words, the first few of them; `None` if there are none.
fn listed(places: &[Vec<usize>], before: &Value) -> Option<String> {
    let shown = places.iter().take(LISTED);
    let shown = shown.map(|way| alloc::format!("{}", Path::new(&edit::steps(before, way))));
    let mut words = shown.reduce(|all, one| all + ", " + &one)?;
    if places.len() > LISTED {
        words += &alloc::format!(" and {} more", places.len() - LISTED);
    }
    Some(words)
}

/// Returns the name of the anchor of a node.
fn anchor(text: &str, node: Node) -> Option<&str> {
    if !node.has_properties() {
        return None;
    }
    let properties = text.get(node.outer..node.properties_end)?;
    properties.lines().find_map(|line| {
        let words = line.split([' ', '\t']).filter(|word| !word.is_empty());
        let mut words = words.take_while(|word| !word.starts_with('#'));
        words.find_map(|word| word.strip_prefix('&'))
    })
}
