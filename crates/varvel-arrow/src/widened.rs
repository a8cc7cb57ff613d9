//! Columns whose values are of several kinds.

use arrow_schema::{DataType, FieldRef, Schema};
use varvel::schema::{Inference, KindSeen, MixedStep};

use crate::extension::{is_json, is_variant, list_item};
use crate::read::type_name;

/// A column whose type is wider than that of each of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Widened {
    /// The path of the column: `user.tags[]`, where `[]` is any item of a list and `*` any value of
    /// a map. More than 12 steps are shortened.
    pub path: String,
    /// The type in Arrow, or `JSON`, `VARIANT` or `UUID` if the column is marked so.
    pub ty: String,
    /// The kinds of its values, each with the number of the first record that has it, in the order
    /// in which they came.
    pub kinds: Vec<KindSeen>,
}

/// Returns the columns of `schema` whose values in the documents of `inference` are of several
/// kinds, in their order: the first 1,000 of them. Parts of a column that holds any value are no
/// columns.
///
/// ```
/// use varvel::records::{Format, Options, Watch};
/// use varvel_arrow::{Conflicts, arrow_schema, inference, widened};
/// let lines = "{\"id\":1,\"at\":[1]}\n{\"id\":2.5,\"at\":[\"x\"]}\n";
/// let (options, watch) = (Options::default(), Watch::default());
/// let inference = inference(lines.as_bytes(), Format::Ndjson, None, &options, watch)?;
/// let schema = arrow_schema(&inference.clone().finish(), Conflicts::Text, true)?;
/// let widened = widened(&inference, &schema);
/// assert_eq!((&*widened[0].path, &*widened[0].ty), ("id", "Float64"));
/// assert_eq!((widened[0].kinds[1].kind, widened[0].kinds[1].number), ("a float", 2));
/// assert_eq!((&*widened[1].path, &*widened[1].ty), ("at[]", "JSON"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn widened(inference: &Inference, schema: &Schema) -> Vec<Widened> {
    let columns = inference.mixed().into_iter().filter_map(|mixed| {
        let field = field(schema, &mixed.steps)?;
        Some(Widened {
            path: mixed.path(),
            ty: match is_variant(field) {
                true => "VARIANT".to_owned(),
                false => type_name(field),
            },
            kinds: mixed.kinds,
        })
    });
    columns.collect()
}

/// Returns the column at a place of documents.
fn field<'s>(schema: &'s Schema, steps: &[MixedStep]) -> Option<&'s FieldRef> {
    let (first, rest) = steps.split_first()?;
    let MixedStep::Member(name) = first else {
        return None;
    };
    let mut field = schema.fields().iter().find(|field| field.name() == name)?;
    for step in rest {
        if is_json(field) || is_variant(field) {
            return None;
        }
        field = match (step, field.data_type()) {
            (MixedStep::Items, ty) => list_item(ty)?,
            (MixedStep::Member(name), DataType::Struct(members)) => {
                members.iter().find(|member| member.name() == name)?
            }
            (MixedStep::Values, DataType::Map(entries, _)) => match entries.data_type() {
                DataType::Struct(parts) => parts.get(1)?,
                _ => return None,
            },
            _ => return None,
        };
    }
    Some(field)
}
