//! Documents as Python objects.
//!
//! Nothing recurses by the depth of the document.
//!
//! | room | holds |
//! |---|---|
//! | here | a sink that makes objects of events, and the objects of a frozen document |
//! | `direct` | the objects of a document without freezing it, also with hooks |
//! | `shapes` | the orders of keys, and dicts to copy |
//! | `texts` | strings that come again |
//! | `values` | values that are made by calls of Python |

mod direct;
mod shapes;
mod texts;
mod values;

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyList, PyNone};
use varvel::format::{Key, Pattern};
use varvel::path::Step;
use varvel::{Bytes, Error, ErrorKind, Result, Sink, Str, Tag, Timestamp, View};

use crate::errors::plain;
pub use direct::{hooked_documents, hooked_objects, objects_of};
use shapes::{NONE, NodeId, Shapes};
use texts::Texts;
pub use values::{Fault, decimal, hashable, key_object};

/// The functions of a caller that make objects.
#[derive(Default)]
pub struct Hooks<'py> {
    /// Gets each object as a `dict`.
    pub object_hook: Option<Bound<'py, PyAny>>,
    /// Gets each object as a list of pairs, before `object_hook`, which is not called then.
    pub object_pairs_hook: Option<Bound<'py, PyAny>>,
    /// Gets the text of each number that is not an integer.
    pub parse_float: Option<Bound<'py, PyAny>>,
    /// Gets the text of each integer.
    pub parse_int: Option<Bound<'py, PyAny>>,
    /// Gets the seconds since 1970 and the nanoseconds of each point in time.
    pub timestamp_hook: Option<Bound<'py, PyAny>>,
}

impl Hooks<'_> {
    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        let Self {
            object_hook,
            object_pairs_hook,
            parse_float,
            parse_int,
            timestamp_hook,
        } = self;
        let all = [
            object_hook,
            object_pairs_hook,
            parse_float,
            parse_int,
            timestamp_hook,
        ];
        all.iter().all(|hook| hook.is_none())
    }
}

/// Returns a node as an object.
///
/// # Errors
/// `Error` for a value that Python's objects do not hold, and what a hook raises.
pub fn object<'py>(
    py: Python<'py>,
    view: View<'_>,
    hooks: &Hooks<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut objects = Objects::new(py, hooks, view.buffer().len());
    let done = view.drive(&mut objects);
    let (value, raised) = objects.end();
    match (done, raised, value) {
        (Ok(()), _, Some(value)) => Ok(value),
        (Ok(()), ..) => Err(plain(py, Error::new(ErrorKind::InvalidEvents))),
        (Err(_), Some(raised), _) => Err(raised),
        (Err(error), None, _) => Err(plain(py, error)),
    }
}

/// A container whose members are among the values, or a tag whose value comes.
#[derive(Clone, Copy)]
struct Open {
    /// The place of its first member among the values.
    from: usize,
    /// The node of the last key of an object; of other containers that of the object around.
    node: NodeId,
    /// The node of the key of an object that is expected next.
    next: NodeId,
    of: Of,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// The document.
    Document,
    Array,
    /// An object whose keys lead to its node. Its values alone are among the values.
    Object,
    /// An object whose keys and values come by turns.
    Loose,
    /// A map with keys of any kind. Keys and values come by turns.
    Map,
    Tag,
}

/// A sink that makes objects of the events of a document.
struct Objects<'de, 'h, 'py> {
    py: Python<'py>,
    hooks: &'h Hooks<'py>,
    shapes: Box<Shapes>,
    texts: Texts<'de, 'py>,
    values: Vec<Bound<'py, PyAny>>,
    /// The innermost container, and those around it.
    now: Open,
    outer: Vec<Open>,
    /// The tags that are open.
    tags: Vec<Tag>,
    /// Whether the keys of maps must be of kinds of which those are equal in Python that are equal
    /// in documents.
    plain_keys: bool,
    /// The exception that ended the work. The error that was returned says only that there is one.
    raised: Option<PyErr>,
}

impl<'h, 'py> Objects<'_, 'h, 'py> {
    /// Makes a sink for a document of so many bytes.
    fn new(py: Python<'py>, hooks: &'h Hooks<'py>, bytes: usize) -> Self {
        Self {
            py,
            hooks,
            shapes: Shapes::take(),
            texts: Texts::new(bytes),
            values: Vec::new(),
            now: Open {
                from: 0,
                node: NONE,
                next: NONE,
                of: Of::Document,
            },
            outer: Vec::new(),
            tags: Vec::new(),
            plain_keys: false,
            raised: None,
        }
    }

    /// Returns the object of the document, if it is complete, and the exception.
    fn end(mut self) -> (Option<Bound<'py, PyAny>>, Option<PyErr>) {
        self.shapes.keep();
        (self.values.pop(), self.raised)
    }

    #[inline(always)]
    fn push(&mut self, value: Bound<'py, PyAny>) -> Result {
        self.values.push(value);
        match self.now.of {
            Of::Tag => self.end_tags(),
            _ => Ok(()),
        }
    }

    /// Returns an object, or keeps the exception.
    #[inline(always)]
    fn caught<T>(&mut self, made: std::result::Result<T, impl Into<Fault>>) -> Result<T> {
        match made {
            Ok(made) => Ok(made),
            Err(fault) => Err(self.keep(fault.into())),
        }
    }

    #[cold]
    fn keep(&mut self, fault: Fault) -> Error {
        self.raised = Some(match fault {
            Fault::Raised(raised) => raised,
            Fault::Value(error) => plain(self.py, error.with_path(self.steps())),
        });
        Error::new(ErrorKind::Refused)
    }

    /// Returns the steps to the value that comes next. A value in a key has the place of its map.
    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let open = self.outer.iter().chain([&self.now]);
        let inner = open.clone().skip(1).map(|inner| inner.from);
        for (around, child) in open.zip(inner.chain([self.values.len()])) {
            let is_value = (child - around.from) % 2 == 1;
            match around.of {
                Of::Document | Of::Tag => {}
                Of::Array => steps.push(Step::Index(child - around.from)),
                Of::Object => {
                    let keys = self.shapes.keys(self.py, around.node);
                    steps.extend(keys.last().map(|key| Step::Key(key.to_string())));
                }
                Of::Loose | Of::Map if is_value => {
                    steps.push(Step::Key(self.values[child - 1].to_string()));
                }
                Of::Loose | Of::Map => return steps,
            }
        }
        steps
    }

    /// Puts tags before the value that came last.
    #[cold]
    fn end_tags(&mut self) -> Result {
        while self.now.of == Of::Tag
            && let Some(tag) = self.tags.pop()
        {
            let made = values::tagged(self.py, tag, self.values.pop());
            let made = self.caught(made)?;
            self.values.push(made);
            self.leave();
        }
        Ok(())
    }

    #[inline(always)]
    fn begin(&mut self, of: Of) {
        let owner = self.now.node;
        let (node, next) = match of {
            Of::Object => {
                let root = self.shapes.root(owner);
                (root, self.shapes.next(root))
            }
            _ => (owner, NONE),
        };
        self.outer.push(self.now);
        self.now = Open {
            from: self.values.len(),
            node,
            next,
            of,
        };
    }

    /// Goes to the container around the innermost one, which it returns.
    #[inline(always)]
    fn leave(&mut self) -> Open {
        let ended = self.now;
        if let Some(outer) = self.outer.pop() {
            self.now = outer;
        }
        ended
    }

    #[inline(always)]
    fn go(&mut self, node: NodeId) {
        self.now.node = node;
        self.now.next = self.shapes.next(node);
    }

    /// Puts the keys of the innermost object before its values.
    #[cold]
    #[inline(never)]
    fn carry_keys(&mut self, of: Of) {
        let Open { from, node, .. } = self.now;
        let values = self.values.split_off(from);
        if !values.is_empty() {
            let keys = self.shapes.keys(self.py, node);
            for (key, value) in keys.into_iter().zip(values) {
                self.values.extend([key.into_any(), value]);
            }
        }
        self.now.of = of;
        self.now.next = NONE;
    }

    #[cold]
    fn hooked(&mut self, hook: &Bound<'py, PyAny>, argument: impl PyCallArgs<'py>) -> Result {
        let made = hook.call1(argument);
        let made = self.caught(made)?;
        self.push(made)
    }

    /// Ends an object that carries its keys, or one for a hook.
    #[cold]
    #[inline(never)]
    fn end_loose(&mut self) -> Result {
        if self.now.of == Of::Object {
            self.carry_keys(Of::Loose);
        }
        let Open { from, .. } = self.leave();
        let hooks = self.hooks;
        if let Some(hook) = &hooks.object_pairs_hook {
            let pairs = values::pairs(self.py, self.values.drain(from..));
            let pairs = self.caught(pairs)?;
            return self.hooked(hook, (pairs,));
        }
        let dict = PyDict::new(self.py);
        let (members, _) = self.values[from..].as_chunks::<2>();
        let done = members
            .iter()
            .try_for_each(|[key, value]| dict.set_item(key, value));
        let is_double = dict.len() != members.len();
        self.caught(done)?;
        if is_double {
            return Err(Error::new(ErrorKind::DuplicateKey));
        }
        self.values.truncate(from);
        match &hooks.object_hook {
            Some(hook) => self.hooked(hook, (dict,)),
            None => self.push(dict.into_any()),
        }
    }

    /// Ends a map with keys that are no strings.
    #[cold]
    fn end_any(&mut self) -> Result {
        let Open { from, .. } = self.leave();
        if self.plain_keys && !values::are_plain(&self.values[from..]) {
            return Err(Error::new(ErrorKind::Refused));
        }
        let made = values::map(self.py, self.values.drain(from..), self.hooks);
        let made = self.caught(made)?;
        self.push(made)
    }
}

impl<'de> Sink<'de> for Objects<'de, '_, '_> {
    #[inline(always)]
    fn null(&mut self) -> Result {
        self.push(PyNone::get(self.py).to_owned().into_any())
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result {
        self.push(PyBool::new(self.py, value).to_owned().into_any())
    }

    #[inline(always)]
    fn i64(&mut self, value: i64) -> Result {
        match &self.hooks.parse_int {
            None => {
                let Ok(made) = value.into_pyobject(self.py);
                self.push(made.into_any())
            }
            Some(hook) => self.hooked(hook, (value.to_string(),)),
        }
    }

    fn u64(&mut self, value: u64) -> Result {
        match &self.hooks.parse_int {
            None => {
                let made = value.into_pyobject(self.py).map_err(PyErr::from);
                let made = self.caught(made)?;
                self.push(made.into_any())
            }
            Some(hook) => self.hooked(hook, (value.to_string(),)),
        }
    }

    #[inline(always)]
    fn f64(&mut self, value: f64) -> Result {
        let float = PyFloat::new(self.py, value);
        match &self.hooks.parse_float {
            None => self.push(float.into_any()),
            Some(hook) => {
                let text = float.repr();
                let text = self.caught(text)?;
                self.hooked(hook, (text,))
            }
        }
    }

    fn f32(&mut self, value: f32) -> Result {
        self.f64(value.into())
    }

    fn big_integer(&mut self, digits: &str) -> Result {
        match &self.hooks.parse_int {
            None => {
                let made = values::big(self.py, digits);
                let made = self.caught(made)?;
                self.push(made)
            }
            Some(hook) => self.hooked(hook, (digits,)),
        }
    }

    fn decimal(&mut self, text: &str) -> Result {
        match &self.hooks.parse_float {
            None => {
                let made = decimal(self.py, text);
                let made = self.caught(made)?;
                self.push(made)
            }
            Some(hook) => self.hooked(hook, (text,)),
        }
    }

    #[inline(always)]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        let string = self.texts.get(self.py, value);
        self.push(string.into_any())
    }

    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.push(PyBytes::new(self.py, &value).into_any())
    }

    fn timestamp(&mut self, value: Timestamp) -> Result {
        let made = values::timestamp(self.py, value, self.hooks);
        let made = self.caught(made)?;
        self.push(made)
    }

    fn tag(&mut self, tag: Tag) -> Result {
        self.begin(Of::Tag);
        self.tags.push(tag);
        Ok(())
    }

    #[inline(always)]
    fn begin_array(&mut self, _len: Option<usize>) -> Result {
        self.begin(Of::Array);
        Ok(())
    }

    #[inline(always)]
    fn end_array(&mut self) -> Result {
        let Open { from, .. } = self.leave();
        let list = PyList::new(self.py, self.values.drain(from..));
        let list = self.caught(list)?;
        self.push(list.into_any())
    }

    #[inline(always)]
    fn begin_map(&mut self, _len: Option<usize>) -> Result {
        self.begin(Of::Object);
        Ok(())
    }

    #[inline(always)]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        if self.now.of == Of::Object {
            let owner = self.outer.last().map_or(NONE, |outer| outer.node);
            if let Some(node) = self.shapes.step(self.py, self.now.node, owner, &key) {
                self.go(node);
                return Ok(());
            }
            self.carry_keys(Of::Loose);
        }
        let key = self.texts.get(self.py, key);
        self.values.push(key.into_any());
        Ok(())
    }

    fn any_key(&mut self) -> Result {
        match self.now.of {
            Of::Object => self.carry_keys(Of::Map),
            _ => self.now.of = Of::Map,
        }
        Ok(())
    }

    #[inline(always)]
    fn end_map(&mut self) -> Result {
        match self.now.of {
            Of::Object => {}
            Of::Map => return self.end_any(),
            _ => return self.end_loose(),
        }
        if self.hooks.object_hook.is_some() || self.hooks.object_pairs_hook.is_some() {
            return self.end_loose();
        }
        let Open { from, node, .. } = self.leave();
        if from == self.values.len() {
            return self.push(PyDict::new(self.py).into_any());
        }
        let dict = self.shapes.dict(self.py, node, &self.values[from..]);
        let Some(dict) = self.caught(dict)? else {
            return Err(Error::new(ErrorKind::DuplicateKey));
        };
        self.values.truncate(from);
        self.push(dict.into_any())
    }

    fn i64_array(&mut self, values: &[i64]) -> Result {
        if self.hooks.parse_int.is_none() {
            let list = PyList::new(self.py, values);
            let list = self.caught(list)?;
            return self.push(list.into_any());
        }
        self.begin_array(Some(values.len()))?;
        self.i64s(values)?;
        self.end_array()
    }

    fn empty_array(&mut self) -> Result {
        self.push(PyList::empty(self.py).into_any())
    }

    #[inline(always)]
    fn f64_array(&mut self, values: &[f64]) -> Result {
        if self.hooks.parse_float.is_none() {
            let list = PyList::new(self.py, values);
            let list = self.caught(list)?;
            return self.push(list.into_any());
        }
        self.begin_array(Some(values.len()))?;
        self.f64s(values)?;
        self.end_array()
    }

    #[inline(always)]
    fn expect_key(&self) -> Option<&Key> {
        Some(self.shapes.key(self.now.next))
    }

    #[inline(always)]
    fn expected_key(&mut self) -> Result {
        self.go(self.now.next);
        Ok(())
    }

    #[inline(always)]
    fn expect_member(&self) -> Option<&Pattern> {
        Some(self.shapes.pattern(self.now.next))
    }

    #[inline(always)]
    fn learn_member(&mut self, text: &[u8]) {
        if self.now.of == Of::Object {
            self.shapes.learn(self.now.node, text);
        }
    }
}
