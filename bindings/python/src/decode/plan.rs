//! [`Plan`]: a type as a tree of nodes, made once of the description in `varvel._types`.

use std::collections::HashMap;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use varvel::format::Key;

use super::checks::Checks;

/// How many kinds of values documents have: those of [`varvel::Kind`].
pub const KINDS: usize = 12;

/// A type as nodes, which refer to each other by their numbers. The first one is the type itself.
pub struct Plan {
    pub nodes: Vec<Node>,
    /// Whether decimals keep their digits: a type asks for them.
    pub is_exact: bool,
}

/// A node of a plan: what is read there.
pub enum Node {
    Any,
    None,
    Bool,
    Int,
    Float,
    Str,
    Decimal,
    Bytes,
    ByteArray,
    Datetime,
    Date,
    Time,
    Uuid,
    List(usize),
    Set(usize),
    FrozenSet(usize),
    TupleOf(usize),
    Tuple(Vec<usize>),
    Dict {
        key: usize,
        value: usize,
    },
    Object(Object),
    NamedTuple(NamedTuple),
    Choice(Choice),
    Flag(Py<PyAny>),
    Union([Option<usize>; KINDS]),
    Tagged(Tagged),
    ByFields(ByFields),
    Checked(usize, Checks),
    /// The object that a class makes of a value of another type.
    Made(usize, Py<PyAny>),
}

/// A dataclass or a `TypedDict`.
pub struct Object {
    /// The class; `None` for a `TypedDict`, whose objects are dicts.
    pub class: Option<Py<PyAny>>,
    pub fields: Vec<Field>,
    /// The fields by their names in documents.
    pub names: Names,
    /// How many of the fields the class takes by their positions.
    pub positional: usize,
    /// Members that are passed over, since the class makes them itself.
    pub skipped: Vec<String>,
}

/// The names of fields, to look them up. Documents have many names that a class does not have.
pub struct Names {
    /// A bit for each length that a name has; the last one stands for all longer ones.
    lengths: u64,
    /// The fields by their names, if there are more of them than are compared one by one.
    many: Option<HashMap<Box<str>, usize>>,
}

impl Names {
    /// How many names are compared one by one.
    const FEW: usize = 16;

    fn of(fields: &[Field]) -> Self {
        let named = || fields.iter().enumerate();
        Self {
            lengths: named().fold(0, |bits, (_, field)| bits | length_bit(&field.name)),
            many: (fields.len() > Self::FEW).then(|| {
                let by_name = named().map(|(at, field)| (field.name.as_str().into(), at));
                by_name.collect()
            }),
        }
    }

    /// Returns the number of the field with this name.
    #[inline]
    pub fn find(&self, name: &str, fields: &[Field]) -> Option<usize> {
        if self.lengths & length_bit(name) == 0 {
            return None;
        }
        match &self.many {
            None => fields.iter().position(|field| field.name == name),
            Some(many) => many.get(name).copied(),
        }
    }
}

fn length_bit(name: &str) -> u64 {
    1 << name.len().min(63)
}

/// A field of a class.
pub struct Field {
    pub name: String,
    pub key: Key,
    /// The name in Python.
    pub attribute: Py<PyString>,
    pub node: usize,
    pub absent: Absent,
}

/// The value in place of a member that is absent.
pub enum Absent {
    Required,
    /// It is left out of the dict.
    Left,
    Value(Py<PyAny>),
    Factory(Py<PyAny>),
}

/// A named tuple: an array in documents.
pub struct NamedTuple {
    pub class: Py<PyAny>,
    pub fields: Vec<Field>,
}

/// Values of one kind, and the objects that they mean: an enum or a `Literal`.
pub struct Choice {
    pub of: Chosen,
    /// The values as messages show them.
    pub names: Vec<String>,
    /// The enum, if it finds members for other values itself.
    pub fallback: Option<Py<PyAny>>,
}

/// The values of a choice.
pub enum Chosen {
    Strings(HashMap<Box<str>, Py<PyAny>>),
    Bools(Py<PyDict>),
    Integers(Py<PyDict>),
    Floats(Py<PyDict>),
}

/// Classes that one member tells apart.
pub struct Tagged {
    pub name: String,
    pub key: Key,
    /// The nodes by the value of the member.
    pub table: Py<PyDict>,
    pub names: Vec<String>,
}

/// Classes that their members tell apart.
pub struct ByFields {
    pub classes: Vec<Class>,
    /// For each name the classes that know it, and whether it is required there.
    pub by_name: HashMap<Box<str>, Vec<(usize, bool)>>,
}

/// A class of a union in which the members of an object say its class.
pub struct Class {
    pub node: usize,
    pub name: String,
    pub required: Vec<String>,
}

impl Plan {
    /// Makes the plan of a type.
    ///
    /// # Errors
    /// `TypeError` for a type that documents have no values for.
    pub fn of(of: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = of.py();
        let described = py
            .import("varvel._types")?
            .call_method1("described", (of,))?;
        let mut nodes = Vec::new();
        for node in described.try_iter()? {
            nodes.push(node_of(node?.cast::<PyTuple>()?)?);
        }
        let is_exact = nodes.iter().any(|node| matches!(node, Node::Decimal));
        Ok(Self { nodes, is_exact })
    }
}

/// Returns an item of a description.
fn part<'py, T>(node: &Bound<'py, PyTuple>, at: usize) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error: Into<PyErr>>,
{
    node.get_item(at)?.extract().map_err(Into::into)
}

fn node_of(node: &Bound<'_, PyTuple>) -> PyResult<Node> {
    let kind: String = part(node, 0)?;
    Ok(match kind.as_str() {
        "any" => Node::Any,
        "none" => Node::None,
        "bool" => Node::Bool,
        "int" => Node::Int,
        "float" => Node::Float,
        "str" => Node::Str,
        "decimal" => Node::Decimal,
        "bytes" => Node::Bytes,
        "bytearray" => Node::ByteArray,
        "datetime" => Node::Datetime,
        "date" => Node::Date,
        "time" => Node::Time,
        "uuid" => Node::Uuid,
        "list" => Node::List(part(node, 1)?),
        "set" => Node::Set(part(node, 1)?),
        "frozenset" => Node::FrozenSet(part(node, 1)?),
        "tuple_of" => Node::TupleOf(part(node, 1)?),
        "tuple" => Node::Tuple(part(node, 1)?),
        "dict" => Node::Dict {
            key: part(node, 1)?,
            value: part(node, 2)?,
        },
        "object" => Node::Object(object_of(node)?),
        "named_tuple" => Node::NamedTuple(NamedTuple {
            class: node.get_item(1)?.unbind(),
            fields: fields_of(&node.get_item(2)?)?,
        }),
        "choice" => Node::Choice(choice_of(node)?),
        "flag" => Node::Flag(node.get_item(1)?.unbind()),
        "union" => {
            let members: Vec<Option<usize>> = part(node, 1)?;
            let mut by_kind = [None; KINDS];
            by_kind
                .iter_mut()
                .zip(members)
                .for_each(|(to, one)| *to = one);
            Node::Union(by_kind)
        }
        "tagged" => {
            let name: String = part(node, 1)?;
            let table = node.get_item(2)?.cast_into::<PyDict>()?;
            Node::Tagged(Tagged {
                key: Key::new(&name),
                names: names_of(&table)?,
                name,
                table: table.unbind(),
            })
        }
        "by_fields" => Node::ByFields(by_fields_of(node)?),
        "made" => Node::Made(part(node, 1)?, node.get_item(2)?.unbind()),
        "checked" => {
            let bounds = node.get_item(2)?.cast_into::<PyDict>()?;
            Node::Checked(part(node, 1)?, Checks::of(&bounds, part(node, 3)?)?)
        }
        other => return Err(PyTypeError::new_err(format!("no node {other}"))),
    })
}

fn object_of(node: &Bound<'_, PyTuple>) -> PyResult<Object> {
    let kind: String = part(node, 1)?;
    let fields = fields_of(&node.get_item(4)?)?;
    Ok(Object {
        class: match kind.as_str() {
            "typed_dict" => None,
            _ => Some(node.get_item(2)?.unbind()),
        },
        names: Names::of(&fields),
        fields,
        positional: part(node, 5)?,
        skipped: part(node, 6)?,
    })
}

fn fields_of(fields: &Bound<'_, PyAny>) -> PyResult<Vec<Field>> {
    let mut found = Vec::new();
    for field in fields.try_iter()? {
        let field = field?.cast_into::<PyTuple>()?;
        let name: String = part(&field, 0)?;
        let attribute: String = part(&field, 1)?;
        let value = field.get_item(4)?.unbind();
        found.push(Field {
            key: Key::new(&name),
            name,
            attribute: PyString::intern(field.py(), &attribute).unbind(),
            node: part(&field, 2)?,
            absent: match part::<String>(&field, 3)?.as_str() {
                "left" => Absent::Left,
                "value" => Absent::Value(value),
                "factory" => Absent::Factory(value),
                _ => Absent::Required,
            },
        });
    }
    Ok(found)
}

/// Returns the values of a choice as messages show them: strings as they are.
fn names_of(table: &Bound<'_, PyDict>) -> PyResult<Vec<String>> {
    let names = table.iter().map(|(value, _)| Ok(value.str()?.to_string()));
    names.collect()
}

fn choice_of(node: &Bound<'_, PyTuple>) -> PyResult<Choice> {
    let table = node.get_item(2)?.cast_into::<PyDict>()?;
    let names = names_of(&table)?;
    let of = match part::<String>(node, 1)?.as_str() {
        "string" => {
            let mut strings = HashMap::new();
            for (value, meant) in table.iter() {
                strings.insert(value.extract::<String>()?.into(), meant.unbind());
            }
            Chosen::Strings(strings)
        }
        "bool" => Chosen::Bools(table.unbind()),
        "integer" => Chosen::Integers(table.unbind()),
        _ => Chosen::Floats(table.unbind()),
    };
    let fallback = node.get_item(3)?;
    Ok(Choice {
        of,
        names,
        fallback: (!fallback.is_none()).then(|| fallback.unbind()),
    })
}

fn by_fields_of(node: &Bound<'_, PyTuple>) -> PyResult<ByFields> {
    let described: Vec<(usize, String, Vec<String>, Vec<String>)> = part(node, 1)?;
    let mut by_name: HashMap<Box<str>, Vec<_>> = HashMap::new();
    let mut classes = Vec::new();
    for (at, (node, name, required, names)) in described.into_iter().enumerate() {
        for name in &names {
            let known = by_name.entry(name.as_str().into()).or_default();
            known.push((at, required.contains(name)));
        }
        classes.push(Class {
            node,
            name,
            required,
        });
    }
    Ok(ByFields { classes, by_name })
}
