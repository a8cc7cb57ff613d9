//! The check after which no reading can fail.
//!
//! All that a container refers to begins before it. So positions only fall on the way down, and no
//! path is a cycle.
//!
//! Paths may meet, though, so that a small buffer could lead to a great amount of reading. That is
//! bounded as YAML's aliases are: each byte of the buffer is free once, and all reading beyond that
//! counts as replay. Of each string or key 64 bytes are always free, since many maps share keys for
//! good reasons. A slot that refers to one takes at least a byte itself.

use alloc::string::ToString;
use alloc::vec::Vec;

use varvel_core::limits::Replayed;
use varvel_core::path::Step;
use varvel_core::{Error, Limits, Result};

use super::error;
use super::reference::{Reference, Vector};
use super::slots::{self, Items, Type, Width};

/// The bytes of a text that are free each time it is read.
const SHORT: usize = 64;

/// A container that is open.
struct Open<'a> {
    keys: Option<Vector<'a>>,
    items: Vector<'a>,
    next: usize,
}

struct Verifier<'a, 'l> {
    bytes: &'a [u8],
    limits: &'l Limits,
    open: Vec<Open<'a>>,
    nodes: usize,
    /// The bytes that may still be read for the first time.
    fresh: usize,
    replayed: Replayed,
    /// The keys that were verified last, and their cost. The next map most likely shares them.
    keys: Option<(usize, Width, usize)>,
}

/// Verifies the whole buffer, and returns its root.
pub fn verify<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Reference<'a>> {
    if bytes.len() > limits.bytes {
        return Err(Error::too_large(limits.bytes).with_found(bytes.len().to_string()));
    }
    let (root, slot) = root(bytes).map_err(Error::in_binary)?;
    let mut verifier = Verifier {
        bytes,
        limits,
        open: Vec::new(),
        nodes: 0,
        fresh: bytes.len(),
        replayed: Replayed::default(),
        keys: None,
    };
    match verifier.run(root, slot) {
        Ok(()) => Ok(root),
        Err(error) => Err(error.in_binary().or_path(|| verifier.path())),
    }
}

/// Returns the root and its slot.
fn root(bytes: &[u8]) -> Result<(Reference<'_>, usize)> {
    let &[.., packed, width] = bytes else {
        return Err(error::too_short(bytes.len()));
    };
    let types = bytes.len() - 2;
    let Some(width) = Width::of_bytes(width.into()) else {
        return Err(error::invalid(types + 1, "a width of 1, 2, 4 or 8 bytes"));
    };
    let Some((kind, child)) = slots::unpack(packed) else {
        return Err(error::invalid(types, "a type"));
    };
    let Some(slot) = types.checked_sub(width.bytes()) else {
        return Err(error::too_short(bytes.len()));
    };
    match Reference::resolve(bytes, slot, width, kind, child) {
        Some(root) => Ok((root, slot)),
        None => Err(error::invalid(slot, "an offset within the buffer")),
    }
}

impl<'a> Verifier<'a, '_> {
    fn run(&mut self, root: Reference<'a>, slot: usize) -> Result {
        // The content of an empty container ends where it begins, which may be at the slot of the
        // root.
        self.node(root, slot, slot + 1)?;
        while let Some(top) = self.open.last_mut() {
            let (i, items) = (top.next, top.items);
            if i == items.len() {
                self.open.pop();
                if let Some(around) = self.open.last_mut() {
                    around.next += 1;
                }
                continue;
            }
            let Some(item) = items.get(i) else {
                return Err(error::invalid(
                    items.slot(i),
                    "a type, and an offset within the buffer",
                ));
            };
            let depth = self.open.len();
            self.node(item, items.slot(i), items.position())?;
            // If the node opened a container, it is passed when that ends: until then, paths show
            // it.
            if self.open.len() == depth
                && let Some(top) = self.open.last_mut()
            {
                top.next += 1;
            }
        }
        Ok(())
    }

    /// Counts bytes that are read.
    fn spend(&mut self, bytes: usize, at: usize) -> Result {
        let fresh = bytes.min(self.fresh);
        self.fresh -= fresh;
        if bytes == fresh {
            return Ok(());
        }
        let again = self
            .replayed
            .add(bytes - fresh, self.bytes.len(), self.limits);
        again.map_err(|error| error.or_offset(at))
    }

    fn count(&mut self, nodes: usize, at: usize) -> Result {
        self.nodes = self.nodes.saturating_add(nodes);
        match self.nodes > self.limits.nodes {
            true => Err(Error::too_many_nodes(self.limits.nodes).with_offset(at)),
            false => Ok(()),
        }
    }

    /// Verifies the node in the slot at `slot`, which belongs to a container at `before`. If the
    /// node is a container, this opens it.
    fn node(&mut self, node: Reference<'a>, slot: usize, before: usize) -> Result {
        self.count(1, slot)?;
        let kind = node.flex_type();
        if !kind.is_inline() && node.position() >= before {
            return Err(error::invalid(slot, "an offset to what comes before"));
        }
        match kind {
            Type::Null | Type::Int | Type::UInt | Type::Bool => Ok(()),
            Type::Float | Type::IndirectFloat => self.float(node.position(), node.width()),
            Type::IndirectInt | Type::IndirectUInt => {
                match slots::uint(self.bytes, node.position(), node.width()) {
                    Some(_) => Ok(()),
                    None => Err(error::invalid(slot, "a number within the buffer")),
                }
            }
            Type::Key => self.key(node).map(|_| ()),
            Type::String => {
                let text = self.block(node, slot)?;
                let behind = node.position() + text.len();
                if self.bytes.get(behind) != Some(&0) {
                    return Err(error::invalid(behind, "a zero byte behind the string"));
                }
                core::str::from_utf8(text)
                    .map(|_| ())
                    .map_err(|error| error::not_utf8(node.position(), error))
            }
            Type::Blob => self.block(node, slot).map(|_| ()),
            _ => self.container(node, slot),
        }
    }

    fn float(&self, at: usize, width: Width) -> Result {
        match slots::float(self.bytes, at, width) {
            Some(_) => Ok(()),
            None => Err(error::invalid(at, "a float of 32 or 64 bits")),
        }
    }

    fn block(&mut self, node: Reference<'a>, slot: usize) -> Result<&'a [u8]> {
        let Some(block) = node.try_block() else {
            return Err(error::invalid(
                slot,
                "an offset to a length and so many bytes",
            ));
        };
        self.spend(block.len().saturating_sub(SHORT), slot)?;
        Ok(block)
    }

    fn key(&mut self, key: Reference<'a>) -> Result<&'a [u8]> {
        let Some(text) = key.try_key() else {
            return Err(error::invalid(
                key.position(),
                "a key with a zero byte behind it",
            ));
        };
        self.spend(text.len().saturating_sub(SHORT), key.position())?;
        match core::str::from_utf8(text) {
            Ok(_) => Ok(text),
            Err(error) => Err(error::not_utf8(key.position(), error)),
        }
    }

    fn container(&mut self, node: Reference<'a>, slot: usize) -> Result {
        if self.open.len() >= self.limits.depth {
            return Err(Error::too_deep(self.limits.depth).with_offset(slot));
        }
        let items = node
            .try_items()
            .and_then(|items| Some((items, items.try_size()?)));
        let Some((items, size)) = items else {
            return Err(error::invalid(
                slot,
                "an offset to a length and so many items",
            ));
        };
        self.spend(size, slot)?;
        let keys = match node.flex_type() {
            Type::Map => Some(self.keys(node, items.len())?),
            _ => None,
        };
        match items.items() {
            Items::Any => {
                let open = Open {
                    keys,
                    items,
                    next: 0,
                };
                self.open
                    .try_reserve(1)
                    .map_err(|_| Error::out_of_memory())?;
                self.open.push(open);
                Ok(())
            }
            Items::All(kind) => {
                self.count(items.len(), slot)?;
                match kind {
                    Type::Float if !items.is_empty() => self.float(items.position(), items.width()),
                    Type::Key => self.texts(items, |_, _| Ok(())),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Verifies the keys of a map of `len` members.
    fn keys(&mut self, map: Reference<'a>, len: usize) -> Result<Vector<'a>> {
        let keys = map
            .try_keys()
            .and_then(|keys| Some((keys, keys.try_size()?)));
        let Some((keys, size)) = keys else {
            return Err(error::invalid(
                map.position(),
                "a map behind the offset, width and number of its keys",
            ));
        };
        // The offset to the keys leads backwards from a slot before the map, so that the keys are
        // before it.
        if keys.len() != len {
            return Err(error::invalid(map.position(), "as many keys as values"));
        }
        self.spend(size, map.position())?;
        if let Some((at, width, cost)) = self.keys
            && (at, width) == (keys.position(), keys.width())
        {
            self.spend(cost, at)?;
            return Ok(keys);
        }
        let (mut last, mut cost): (Option<&[u8]>, usize) = (None, 0);
        self.texts(keys, |text, at| {
            match last.map(|last| last.cmp(text)) {
                None | Some(core::cmp::Ordering::Less) => {}
                Some(core::cmp::Ordering::Equal) => {
                    let key = core::str::from_utf8(text).unwrap_or_default();
                    return Err(Error::duplicate_key(key).with_offset(at));
                }
                Some(core::cmp::Ordering::Greater) => {
                    return Err(error::invalid(at, "the keys of a map in order"));
                }
            }
            cost += text.len().saturating_sub(SHORT);
            last = Some(text);
            Ok(())
        })?;
        self.keys = Some((keys.position(), keys.width(), cost));
        Ok(keys)
    }

    /// Verifies keys, and calls `check` with each and its place.
    fn texts(
        &mut self,
        keys: Vector<'a>,
        mut check: impl FnMut(&'a [u8], usize) -> Result,
    ) -> Result {
        for i in 0..keys.len() {
            match keys.get(i) {
                Some(key) if key.position() < keys.position() => {
                    check(self.key(key)?, key.position())?
                }
                _ => {
                    let at = keys.slot(i);
                    return Err(error::invalid(at, "an offset to a key that comes before"));
                }
            }
        }
        Ok(())
    }

    /// Returns the path in the document of the last visited node.
    fn path(&self) -> Vec<Step> {
        let step = |open: &Open<'a>| match &open.keys {
            Some(keys) => keys
                .get(open.next)
                .and_then(|key| key.as_str())
                .map(|key| Step::Key(key.to_string())),
            None => Some(Step::Index(open.next)),
        };
        self.open.iter().filter_map(step).collect()
    }
}
