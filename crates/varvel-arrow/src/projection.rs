//! [`Projection`]: the columns that are wanted.

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use varvel::path::Selectors;
use varvel::schema::{NodeId, Record, Schema as Documents, Type};
use varvel::{Error, ErrorKind, Result};

use crate::extension::{is_json, is_variant, list_item, with_item};

/// The columns that are wanted, by the paths of members.
///
/// A path leads through objects and the items of arrays: `commits.sha` is the member `sha` of the
/// objects in the array `commits`. What has no path is left out, and never looked at.
///
/// ```
/// use varvel::json;
/// use varvel::schema::Inference;
/// use varvel_arrow::{Columns, Conflicts, Projection, arrow_schema};
///
/// let line = br#"{"id":1,"user":{"name":"ada","tags":["a",1]}}"#;
/// let wanted = Projection::new(["id", "user.name"])?;
/// let mut inference = Inference::default();
/// json::drive(line, &Default::default(), &mut wanted.before(&mut inference))?;
/// inference.end_document();
///
/// let schema = arrow_schema(&inference.finish(), Conflicts::Error, true)?;
/// wanted.check(&schema)?;
/// let mut columns = Columns::new(schema)?.skip_unknown();
/// json::drive(line, &Default::default(), &mut columns)?;
/// columns.end_row();
/// assert_eq!(columns.take().num_columns(), 2);
///
/// // Of a schema that is known, it is the part.
/// let whole = columns.schema();
/// assert_eq!(Projection::new(["user.name"])?.of(whole).fields().len(), 1);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Projection {
    /// The members on the paths. The first one stands for the documents.
    members: Vec<Member>,
    paths: Vec<(String, Vec<String>)>,
}

#[derive(Clone, Debug, Default)]
struct Member {
    /// Whether a path ends here, so that everything in it is wanted.
    whole: bool,
    parts: Vec<(String, usize)>,
}

impl Projection {
    /// Reads paths as [`Selectors`] does. They have keys alone, no indexes.
    ///
    /// # Errors
    /// `InvalidPath`.
    pub fn new<'p>(paths: impl IntoIterator<Item = &'p str>) -> Result<Self> {
        let mut projection = Self {
            members: vec![Member::default()],
            paths: Vec::new(),
        };
        for path in paths {
            projection.add(path)?;
        }
        Ok(projection)
    }

    fn add(&mut self, path: &str) -> Result {
        let keys = Selectors::path(path).map(|selector| match selector?.name() {
            Some(name) => Ok(name.to_cow().into_owned()),
            None => Err(no_column(path)),
        });
        let keys = keys.collect::<Result<Vec<_>>>()?;
        if keys.is_empty() {
            return Err(no_column(path));
        }
        let mut member = 0;
        for key in &keys {
            member = match self.find(member, key) {
                Some(part) => part,
                None => {
                    let part = self.members.len();
                    self.members.push(Member::default());
                    self.members[member].parts.push((key.clone(), part));
                    part
                }
            };
        }
        self.members[member].whole = true;
        self.paths.push((path.to_owned(), keys));
        Ok(())
    }

    fn find(&self, member: usize, key: &str) -> Option<usize> {
        let parts = &self.members[member].parts;
        let part = parts.iter().find(|(name, _)| name == key);
        part.map(|&(_, part)| part)
    }

    /// Returns the paths, each with its keys.
    pub(crate) fn paths(&self) -> &[(String, Vec<String>)] {
        &self.paths
    }

    /// Returns the place of the documents among the members.
    pub(crate) fn root(&self) -> usize {
        0
    }

    /// Returns how many members there are.
    pub(crate) fn places(&self) -> usize {
        self.members.len()
    }

    /// Returns whether everything in a member is wanted.
    #[inline]
    pub(crate) fn is_whole(&self, member: usize) -> bool {
        self.members[member].whole
    }

    /// Returns the place of a member of another one; `None` if it is not wanted.
    pub(crate) fn inner(&self, outer: usize, key: &str) -> Option<usize> {
        match self.members[outer].whole {
            true => Some(outer),
            false => self.find(outer, key),
        }
    }

    /// Returns the first path that leads to nothing that `wanted` leaves in.
    ///
    /// ```
    /// use varvel_arrow::Projection;
    /// let wanted = Projection::new(["id", "user.name"])?;
    /// assert_eq!(Projection::new(["user", "id.x"])?.left_out_by(&wanted), None);
    /// assert_eq!(Projection::new(["id", "user.age"])?.left_out_by(&wanted), Some("user.age"));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn left_out_by(&self, wanted: &Self) -> Option<&str> {
        let leads = |keys: &[String]| {
            let mut keys = keys.iter();
            let end = keys.try_fold(wanted.root(), |outer, key| wanted.inner(outer, key));
            end.is_some()
        };
        let mut paths = self.paths.iter();
        let left_out = paths.find(|(_, keys)| !leads(keys));
        left_out.map(|(path, _)| path.as_str())
    }

    /// Checks that a schema has all columns.
    ///
    /// # Errors
    /// `NotFound` for the first column that the schema has not.
    pub fn check(&self, schema: &Schema) -> Result {
        for (path, keys) in &self.paths {
            let mut at: Vec<_> = schema.fields().iter().map(|field| &**field).collect();
            for key in keys {
                let Some(field) = at.iter().find(|field| field.name() == key) else {
                    return Err(unknown(path, &at));
                };
                match members(field) {
                    Some(members) => at = members,
                    None => break,
                }
            }
        }
        Ok(())
    }

    /// Checks that documents have all columns, by the schema of their wanted parts. An object of
    /// which nothing wanted came is a column of text in Arrow, so [`Self::check`] cannot tell.
    ///
    /// # Errors
    /// `NotFound` for the first column that no document has.
    pub fn check_documents(&self, schema: &Documents) -> Result {
        for (path, keys) in &self.paths {
            let mut at = schema.root();
            for key in keys {
                let Some(record) = record(schema, at) else {
                    break;
                };
                let Some(field) = record.fields.iter().find(|field| field.name == *key) else {
                    return Err(unknown(path, &[]));
                };
                at = field.node;
            }
        }
        Ok(())
    }

    /// Returns the schema of the wanted columns of `schema`, in its order.
    pub fn of(&self, schema: &SchemaRef) -> SchemaRef {
        let fields = self.fields(self.root(), schema.fields());
        Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()))
    }

    fn fields(&self, outer: usize, fields: &Fields) -> Fields {
        let wanted = fields.iter().filter_map(|field| {
            let member = self.inner(outer, field.name())?;
            Some(match members(field) {
                Some(_) => self.field(member, field),
                None => field.clone(),
            })
        });
        wanted.collect()
    }

    /// Returns a field with the wanted members. A path leads through lists.
    fn field(&self, member: usize, field: &FieldRef) -> FieldRef {
        let ty = match field.data_type() {
            DataType::Struct(fields) => Some(DataType::Struct(self.fields(member, fields))),
            ty => with_item(ty, |item| self.field(member, item)),
        };
        match ty {
            Some(ty) => Arc::new(Field::clone(field).with_data_type(ty)),
            None => field.clone(),
        }
    }
}

/// Returns the objects at a node, behind options and the items of arrays; `None` if values of
/// other kinds are there.
fn record(schema: &Documents, mut id: NodeId) -> Option<&Record> {
    // A type that contains only itself ends somewhere.
    for _ in schema.nodes() {
        id = schema.resolved(id);
        id = match &schema.node(id).ty {
            Type::Optional(inner) => *inner,
            Type::Array { items, .. } => *items,
            Type::Record(record) if record.flattened.is_empty() => return Some(record),
            _ => return None,
        };
    }
    None
}

/// Returns the members of a column; `None` if its values are of any kind.
fn members(field: &Field) -> Option<Vec<&Field>> {
    if is_json(field) || is_variant(field) {
        return None;
    }
    match field.data_type() {
        DataType::Struct(fields) => Some(fields.iter().map(|field| &**field).collect()),
        DataType::Map(..) => None,
        ty => list_item(ty).map_or(Some(Vec::new()), |item| members(item)),
    }
}

#[cold]
fn no_column(path: &str) -> Error {
    Error::expected(ErrorKind::InvalidPath, "the path of a column")
        .with_content(path)
        .with_hint(
            "a path has names of members alone, such as `user.name`; it leads through arrays",
        )
}

#[cold]
fn unknown(path: &str, at: &[&Field]) -> Error {
    let names: Vec<_> = at
        .iter()
        .map(|field| format!("`{}`", field.name()))
        .collect();
    let error = Error::expected(ErrorKind::NotFound, format!("a column `{path}`"));
    match &names[..] {
        [] => error,
        [first @ .., last] if names.len() <= 12 && !first.is_empty() => {
            error.with_hint(format!("there are {} and {last}", first.join(", ")))
        }
        [name] => error.with_hint(format!("there is {name}")),
        _ => error,
    }
}
