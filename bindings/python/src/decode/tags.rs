//! Values behind tags of CBOR: UUIDs, sets, dates, and addresses of networks.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use varvel::{Kind, Result, Source, Tag};

use super::place::Place;
use super::plan::{KINDS, Node};
use super::read::{Reading, Value};

const UUID: u64 = 37;
const ADDRESS_4: u64 = 52;
const ADDRESS_6: u64 = 54;
/// The number of days since 1970.
const DAYS: u64 = 100;
const SET: u64 = 258;
/// The text of a date.
const DATE: u64 = 1004;

impl<'py> Reading<'_, 'py> {
    /// Reads a value of a type if it is behind the tag that CBOR has for it. Returns `None` if it
    /// is not, with the source where it was.
    #[inline(never)]
    pub fn behind_tag<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        node: &Node,
        place: &Place<'_>,
    ) -> Result<Option<Value<'py>>> {
        if source.peek()? != Kind::Tagged {
            return Ok(None);
        }
        let (at, start) = (source.offset(), source.mark());
        let tag = match source.read_tag()? {
            Tag::Number(tag) => tag,
            _ => 0,
        };
        if !self.takes(node, tag) {
            source.rewind(start)?;
            return Ok(None);
        }
        Ok(Some(match node {
            Node::Uuid => self.uuid(source, place),
            Node::Set(item) => self.set(source, *item, false, place),
            Node::FrozenSet(item) => self.set(source, *item, true, place),
            Node::Date if tag == DATE => self.of_text(source, node, place),
            Node::Date => match self.integer(source, place)? {
                Some(days) => self.made_of("date_of_days", (days,), at, place),
                None => Ok(None),
            },
            Node::Made(_, class) => match self.any(source, place)? {
                Some(value) => {
                    let class = class.bind(self.py).clone();
                    self.made_of("address_of", (class, tag, value), at, place)
                }
                None => Ok(None),
            },
            _ => Ok(None),
        }))
    }

    /// Returns whether a type has values behind a tag.
    fn takes(&self, node: &Node, tag: u64) -> bool {
        match node {
            Node::Uuid => tag == UUID,
            Node::Set(_) | Node::FrozenSet(_) => tag == SET,
            Node::Date => matches!(tag, DATE | DAYS),
            Node::Made(_, class) => {
                let name = class.bind(self.py).getattr("__name__");
                let name = name.and_then(|name| name.extract::<String>());
                let wanted = match tag {
                    ADDRESS_4 => "IPv4",
                    ADDRESS_6 => "IPv6",
                    _ => return false,
                };
                name.is_ok_and(|name| name.starts_with(wanted))
            }
            _ => false,
        }
    }

    /// Returns the member of a union that has values behind the tag that comes.
    #[cold]
    pub fn member_of_tag<'de, R: Source<'de>>(
        &self,
        source: &mut R,
        by_kind: &[Option<usize>; KINDS],
    ) -> Result<Option<usize>> {
        let start = source.mark();
        let tag = source.read_tag()?;
        source.rewind(start)?;
        let Tag::Number(tag) = tag else {
            return Ok(None);
        };
        let mut members = by_kind.iter().flatten().copied();
        Ok(members.find(|member| self.takes(self.without_checks(*member), tag)))
    }

    fn without_checks(&self, mut node: usize) -> &Node {
        while let Node::Checked(inner, _) = &self.plan.nodes[node] {
            node = *inner;
        }
        &self.plan.nodes[node]
    }

    /// Returns what a function of `varvel._values` makes. Its `ValueError` is an error of the
    /// document.
    fn made_of(
        &mut self,
        name: &str,
        given: impl pyo3::call::PyCallArgs<'py>,
        at: usize,
        place: &Place<'_>,
    ) -> Value<'py> {
        static VALUES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
        let py = self.py;
        let values = VALUES.get_or_try_init(py, || py.import("varvel._values").map(Bound::unbind));
        let values = self.made(values.map(|values| values.bind(py).clone()))?;
        let made = values.getattr(name).and_then(|make| make.call1(given));
        self.accepted(made, at, place)
    }
}
