//! Tables and structs as plain structs, and the functions between them and buffers.

use varvel_fbs::{DefaultValue, Scalar};

use super::code::Code;
use super::enums::described;
use super::{Generator, slot, wide};
use crate::plan::{Absence, FieldPlan, Kind, ObjectPlan, Shape, formed};

impl Generator<'_> {
    /// Adds the plain struct of an object, and what builds buffers from it.
    pub(super) fn plain(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let name = &self.names.objects[of.id.0 as usize];
        let plain = formed(name, "*T");
        code.about(&[format!(
            "{plain} is {} as a plain struct.",
            of.definition.name
        )]);
        let line = format!("type {plain} struct {{");
        match of.fields.is_empty() {
            true => code.line(format!("type {plain} struct{{}}")),
            false => code.block(line, |code| {
                for field in &of.fields {
                    let mut about =
                        vec![format!("{} is the field {}.", field.name, field.field.name)];
                    about.extend(described(&field.field.doc));
                    code.about(&about);
                    code.line(format!("{} {}", field.name, self.plain_type(field)));
                }
            }),
        }
        match of.definition.is_struct() {
            true => {
                self.texts(of, &plain, code);
                self.put(of, name, &plain, code);
                if self.is_root(of) {
                    self.pack_struct(of, name, &plain, code);
                }
            }
            false => {
                self.defaults(of, &plain, code);
                self.pack(of, name, &plain, code);
            }
        }
        if self.is_root(of) {
            self.whole(of, name, &plain, code);
        }
    }

    /// Returns the type of the value of a field that is a struct or an array, without regard to
    /// whether it may be absent.
    pub(super) fn plain_value(&self, field: &FieldPlan<'_>) -> String {
        let one = match field.shape.kind() {
            Kind::Struct(id) => formed(&self.names.objects[id.0 as usize], "*T"),
            kind => self.names.of(kind),
        };
        match field.shape {
            Shape::Array(_, len) => format!("[{len}]{one}"),
            _ => one,
        }
    }

    /// Returns the type of a field of a plain struct.
    fn plain_type(&self, field: &FieldPlan<'_>) -> String {
        let lacks = field.absence == Absence::Nothing;
        let one = |kind: Kind| match kind {
            Kind::Struct(id) | Kind::Table(id) => formed(&self.names.objects[id.0 as usize], "*T"),
            Kind::Union(id) => formed(&self.names.unions[id.0 as usize], "*T"),
            _ => self.names.of(kind),
        };
        match field.shape {
            Shape::One(kind @ Kind::Table(_)) => format!("*{}", one(kind)),
            Shape::One(kind @ Kind::Struct(_)) if lacks => format!("*{}", one(kind)),
            Shape::One(kind @ Kind::Union(_)) => one(kind),
            Shape::One(kind) if lacks => format!("flatbuffers.Opt[{}]", one(kind)),
            Shape::One(kind) => one(kind),
            Shape::Vector(kind @ Kind::Table(_)) => format!("[]*{}", one(kind)),
            Shape::Vector(kind) if !field.shape.is_bytes() => format!("[]{}", one(kind)),
            Shape::Array(kind, len) => format!("[{len}]{}", one(kind)),
            _ => "[]byte".to_owned(),
        }
    }

    /// Adds the method that stores a struct.
    fn put(&self, of: &ObjectPlan<'_>, name: &str, plain: &str, code: &mut Code) {
        code.about(&["put stores the struct in these bytes.".to_owned()]);
        code.block(format!("func (o *{plain}) put(to []byte) {{"), |code| {
            for field in &of.fields {
                let (at, called) = (field.field.offset, &field.name);
                let kind = field.shape.kind();
                let size = self.plan.schema.element_size(field.field.ty.element());
                let one = |value: &str, at: String| match kind {
                    Kind::Scalar(Scalar::Bool) => format!("flatbuffers.PutBool(to, {at}, {value})"),
                    Kind::Struct(_) => format!("{value}.put(to[{at}:])"),
                    _ => format!("flatbuffers.Put(to, {at}, {value})"),
                };
                match field.shape {
                    Shape::Array(..) => {
                        code.block(format!("for i := range o.{called} {{"), |code| {
                            let place = match kind {
                                Kind::Struct(_) => format!("{at}+{size}*i"),
                                _ => format!("uint({at}+{size}*i)"),
                            };
                            code.line(one(&format!("o.{called}[i]"), place));
                        });
                    }
                    _ => code.line(one(&format!("o.{called}"), at.to_string())),
                }
            }
        });
        let number = of.id.0;
        let vector = formed(name, "New*Vector");
        code.function(
            &format!("{vector} builds a vector of structs. If they have a key, they are sorted by it."),
            &format!(
                "{vector}(b *flatbuffers.Builder, values []{plain}) flatbuffers.Ref[flatbuffers.Structs[{name}]]"
            ),
            &[
                &format!(
                    "return flatbuffers.PackStructs[{name}](b, &{}, {number}, len(values), flatbuffers.VectorOptions{{}}, func(i int, to []byte) {{",
                    self.names.schema
                ),
                "\tvalues[i].put(to)",
                "})",
            ],
        );
        let clone = formed(name, "Clone*Vector");
        code.function(
            &format!("{clone} builds a copy of a vector or an array of structs, or nothing if it is absent."),
            &format!(
                "{clone}(b *flatbuffers.Builder, list flatbuffers.Structs[{name}]) flatbuffers.Ref[flatbuffers.Structs[{name}]]"
            ),
            &[&format!(
                "return flatbuffers.CloneStructs(b, &{}, {number}, list)",
                self.names.schema
            )],
        );
    }

    /// Adds the function that makes a plain struct with all defaults.
    fn defaults(&self, of: &ObjectPlan<'_>, plain: &str, code: &mut Code) {
        let name = formed(&self.names.objects[of.id.0 as usize], "New*T");
        let zeros = ["0", "0.0", "false", "\"\""];
        let values: Vec<String> = of
            .fields
            .iter()
            .filter(|field| {
                field.absence == Absence::Default && matches!(field.shape, Shape::One(_))
            })
            .filter(|field| {
                !matches!(
                    field.field.default,
                    DefaultValue::None | DefaultValue::EmptyVector
                )
            })
            .map(|field| (field, self.default(field)))
            .filter(|(_, value)| !zeros.contains(&value.as_str()))
            .map(|(field, value)| format!("o.{} = {value}", field.name))
            .collect();
        code.about(&[format!(
            "{name} returns a plain struct with the defaults of the schema."
        )]);
        code.block(format!("func {name}() *{plain} {{"), |code| {
            match values.is_empty() {
                true => code.line(format!("return &{plain}{{}}")),
                false => {
                    code.line(format!("o := &{plain}{{}}"));
                    values.iter().for_each(|line| code.line(line));
                    code.line("return o");
                }
            }
        });
    }

    /// Adds the method that builds a table.
    fn pack(&self, of: &ObjectPlan<'_>, name: &str, plain: &str, code: &mut Code) {
        code.about(&[
            "Pack builds the table with all that it contains. Of nil it builds nothing.".to_owned(),
        ]);
        code.block(
            format!("func (o *{plain}) Pack(b *flatbuffers.Builder) flatbuffers.Ref[{name}] {{"),
            |code| {
                let enter = format!("b.Enter(&{}, {})", self.names.schema, of.id.0);
                code.block(format!("if o == nil || !{enter} {{"), |code| {
                    code.line(format!("return flatbuffers.Ref[{name}]{{}}"));
                });
                for field in &of.fields {
                    self.pack_part(field, code);
                }
                code.line(format!("b.StartTable({})", of.definition.fields.len()));
                // By decreasing alignment there are no gaps.
                let align = |field: &FieldPlan<'_>| self.plan.schema.field_align(field.field);
                let mut order: Vec<&FieldPlan<'_>> = of.fields.iter().collect();
                order.sort_by_key(|field| std::cmp::Reverse(align(field)));
                for field in order {
                    self.add_plain(field, code);
                }
                self.require(of, "b", |slot| slot.to_string(), code);
                code.line("b.Leave()");
                code.line(format!("return flatbuffers.EndTable[{name}](b)"));
            },
        );
    }

    /// Adds the lines that check the required fields of the open table. `id` is how the code names
    /// a field.
    pub(super) fn require(
        &self,
        of: &ObjectPlan<'_>,
        builder: &str,
        id: impl Fn(u16) -> String,
        code: &mut Code,
    ) {
        for field in of
            .fields
            .iter()
            .filter(|field| field.absence == Absence::Never)
        {
            let name = field.field.name.as_str();
            let id = id(field.field.slot);
            code.line(format!("{builder}.Require({id}, {name:?})"));
        }
    }

    /// Adds the lines that build the part which a field refers to, into a variable.
    fn pack_part(&self, field: &FieldPlan<'_>, code: &mut Code) {
        let (called, var) = (&field.name, part(field));
        let never = field.absence == Absence::Never;
        let shared = field.field.shared;
        let options = options(field);
        let values = match never {
            true => format!("flatbuffers.Present(o.{called})"),
            false => format!("o.{called}"),
        };
        let value = match field.shape {
            Shape::One(Kind::String) if field.absence == Absence::Nothing => {
                format!("flatbuffers.PackText(b, o.{called}, {shared})")
            }
            Shape::One(Kind::String) if shared => format!("b.SharedString(o.{called})"),
            Shape::One(Kind::String) => format!("b.String(o.{called})"),
            Shape::One(Kind::Table(_) | Kind::Union(_)) => format!("o.{called}.Pack(b)"),
            Shape::One(_) | Shape::Array(..) => return,
            Shape::Vector(kind) if !field.shape.is_bytes() => match kind {
                Kind::Scalar(Scalar::Bool) => {
                    format!("flatbuffers.PackBools(b, {values}, {options})")
                }
                Kind::Scalar(_) | Kind::Enum(_) => {
                    format!("flatbuffers.PackNumbers(b, {values}, {options})")
                }
                Kind::String => format!("flatbuffers.PackStrings(b, {values}, {shared})"),
                Kind::Struct(_) | Kind::Table(_) | Kind::Union(_) => {
                    return self.pack_parts(field, kind, code);
                }
            },
            Shape::Nested(id) => format!(
                "flatbuffers.PackNested(b, &{}, {}, {values}, {options})",
                self.names.schema, id.0
            ),
            _ => format!("flatbuffers.PackBytes(b, {values}, {options})"),
        };
        code.line(step(field));
        code.line(format!("{var} := {value}"));
    }

    /// Adds the lines that build a vector of structs, tables or unions, into a variable.
    fn pack_parts(&self, field: &FieldPlan<'_>, kind: Kind, code: &mut Code) {
        let (called, var, schema) = (&field.name, part(field), &self.names.schema);
        let of = self.names.of(kind);
        let length = format!("len(o.{called})");
        let item = format!("o.{called}[i]");
        let (result, head) = match kind {
            Kind::Struct(id) => (
                format!("flatbuffers.Ref[{}]", self.vector(kind)),
                format!(
                    "flatbuffers.PackStructs[{of}](b, &{schema}, {}, {length}, {}, func(i int, to []byte) {{",
                    id.0,
                    options(field)
                ),
            ),
            Kind::Union(id) => (
                format!("flatbuffers.UnionVectorRef[{of}]"),
                format!(
                    "flatbuffers.PackUnions(b, {}, {length}, func(i int) flatbuffers.UnionRef[{of}] {{",
                    self.tag_kind(id)
                ),
            ),
            Kind::Table(id) if self.plan.object(id).key.is_some() => (
                format!("flatbuffers.Ref[{}]", self.vector(kind)),
                format!(
                    "flatbuffers.PackSortedTables(b, &{schema}, {}, {length}, func(i int) flatbuffers.Ref[{of}] {{",
                    id.0
                ),
            ),
            _ => (
                format!("flatbuffers.Ref[{}]", self.vector(kind)),
                format!("flatbuffers.PackTables(b, {length}, func(i int) flatbuffers.Ref[{of}] {{"),
            ),
        };
        let inner = |code: &mut Code| match kind {
            Kind::Struct(_) => code.line(format!("{item}.put(to)")),
            _ => code.line(format!("return {item}.Pack(b)")),
        };
        if field.absence == Absence::Never {
            code.line(step(field));
            return code.closed(&format!("{var} := {head}"), "})", inner);
        }
        code.line(format!("var {var} {result}"));
        code.block(format!("if o.{called} != nil {{"), |code| {
            code.line(step(field));
            code.closed(&format!("{var} = {head}"), "})", inner);
        });
    }

    /// Adds the line that adds a field of a plain struct to the open table.
    fn add_plain(&self, field: &FieldPlan<'_>, code: &mut Code) {
        let (called, id) = (&field.name, field.field.slot.to_string());
        match field.shape {
            Shape::One(Kind::Scalar(_) | Kind::Enum(_)) if field.absence == Absence::Nothing => {
                code.block(format!("if o.{called}.Valid {{"), |code| {
                    code.line(self.add(field, "b", &id, &format!("o.{called}.V")));
                });
            }
            Shape::One(Kind::Scalar(_) | Kind::Enum(_)) => {
                code.line(self.add(field, "b", &id, &format!("o.{called}")));
            }
            Shape::One(Kind::Struct(of)) => {
                let of = self.plan.schema.object(of);
                let add = format!(
                    "if to := b.AddStruct({id}, {}, {}); to != nil {{",
                    of.size, of.align
                );
                let put = |code: &mut Code| {
                    code.block(&add, |code| code.line(format!("o.{called}.put(to)")));
                };
                match field.absence {
                    Absence::Never => put(code),
                    _ => code.block(format!("if o.{called} != nil {{"), put),
                }
            }
            _ => code.line(self.add(field, "b", &id, &part(field))),
        }
    }

    /// Returns the line that adds a value to the open table, as the field that the code names `id`.
    pub(super) fn add(
        &self,
        field: &FieldPlan<'_>,
        builder: &str,
        id: &str,
        value: &str,
    ) -> String {
        match field.shape {
            Shape::One(kind @ (Kind::Scalar(_) | Kind::Enum(_))) => {
                let stored = super::scalar(self.plan.stored(kind).unwrap_or(Scalar::U8));
                if field.absence == Absence::Nothing {
                    return match stored {
                        "bool" => format!("{builder}.AddBoolAlways({id}, {value})"),
                        _ => format!("flatbuffers.AddNumberAlways({builder}, {id}, {value})"),
                    };
                }
                let value = match kind {
                    Kind::Enum(_) => format!("{stored}({value})"),
                    _ => value.to_owned(),
                };
                let (add, default) = (super::capitalized(stored), self.default(field));
                format!("{builder}.Add{add}({id}, {value}, {default})")
            }
            Shape::One(Kind::Union(of)) => {
                format!(
                    "flatbuffers.AddUnion({builder}, {id}, {}, {value})",
                    self.tag_kind(of)
                )
            }
            Shape::Vector(Kind::Union(_)) => {
                format!("flatbuffers.AddUnions({builder}, {id}, {value})")
            }
            _ => match wide(field.field) {
                Some(width) => {
                    format!("flatbuffers.AddRefWide({builder}, {id}, {width}, {value})")
                }
                None => format!("flatbuffers.AddRef({builder}, {id}, {value})"),
            },
        }
    }

    /// Adds the method that makes a plain struct of a table.
    pub(super) fn unpack_table(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let name = &self.names.objects[of.id.0 as usize];
        let plain = formed(name, "*T");
        code.about(&[
            "Unpack returns the table as a plain struct, with copies of all that it contains."
                .to_owned(),
        ]);
        let receiver = if of.fields.is_empty() { "" } else { "t " };
        code.block(
            format!("func ({receiver}{name}) Unpack() *{plain} {{"),
            |code| {
                code.line(format!("o := &{plain}{{}}"));
                for field in &of.fields {
                    self.unpack_field(field, code);
                }
                code.line("return o");
            },
        );
    }

    fn unpack_field(&self, field: &FieldPlan<'_>, code: &mut Code) {
        let called = &field.name;
        let read = format!("t.{called}()");
        let lacks = field.absence == Absence::Nothing;
        let value = match field.shape {
            Shape::One(Kind::Scalar(_) | Kind::Enum(_)) if lacks => {
                format!("flatbuffers.Maybe({read})")
            }
            Shape::One(Kind::Scalar(_) | Kind::Enum(_)) => read,
            Shape::One(Kind::String) if lacks => {
                let width = wide(field.field).unwrap_or("flatbuffers.Narrow");
                format!(
                    "flatbuffers.TextOf(flatbuffers.Table(t), {}, {width})",
                    slot(field.field)
                )
            }
            Shape::One(Kind::String) => format!("flatbuffers.CloneText({read})"),
            Shape::One(Kind::Struct(_)) if lacks => {
                return code.block(format!("if v, ok := {read}; ok {{"), |code| {
                    code.line("part := v.Unpack()");
                    code.line(format!("o.{called} = &part"));
                });
            }
            Shape::One(Kind::Table(_)) if lacks => {
                return code.block(format!("if v, ok := {read}; ok {{"), |code| {
                    code.line(format!("o.{called} = v.Unpack()"));
                });
            }
            Shape::One(_) => format!("{read}.Unpack()"),
            Shape::Vector(kind) if !field.shape.is_bytes() => match kind {
                Kind::Struct(_) | Kind::Table(_) | Kind::Union(_) => {
                    return self.unpack_parts(field, code);
                }
                _ => format!("{read}.Slice()"),
            },
            _ => format!("flatbuffers.CloneBytes({read})"),
        };
        code.line(format!("o.{called} = {value}"));
    }

    /// Adds the lines that make plain values of a vector of structs, tables or unions.
    fn unpack_parts(&self, field: &FieldPlan<'_>, code: &mut Code) {
        let called = &field.name;
        let fill = |code: &mut Code| {
            code.line(format!(
                "o.{called} = make({}, v.Len())",
                self.plain_type(field)
            ));
            code.block(format!("for i := range o.{called} {{"), |code| {
                code.line(format!("o.{called}[i] = v.At(i).Unpack()"));
            });
        };
        let slot = slot(field.field);
        let is_there = format!("v := t.{called}(); flatbuffers.Table(t).Has({slot})");
        code.block(format!("if {is_there} {{"), fill);
    }

    /// Adds the method that makes a plain struct of a struct.
    pub(super) fn unpack_struct(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let name = &self.names.objects[of.id.0 as usize];
        let plain = formed(name, "*T");
        code.about(&["Unpack returns the struct as a plain struct.".to_owned()]);
        code.block(format!("func (s {name}) Unpack() {plain} {{"), |code| {
            code.line(format!("var o {plain}"));
            for field in &of.fields {
                let called = &field.name;
                let unpack = match field.shape.kind() {
                    Kind::Struct(_) => ".Unpack()",
                    _ => "",
                };
                match field.shape {
                    Shape::Array(..) => {
                        code.line(format!("for i, v := range s.{called}().All() {{"));
                        code.indented(|code| code.line(format!("o.{called}[i] = v{unpack}")));
                        code.line("}");
                    }
                    _ => code.line(format!("o.{called} = s.{called}(){unpack}")),
                }
            }
            code.line("return o");
        });
    }
}

/// Returns the line that says which field is packed next, for errors.
fn step(field: &FieldPlan<'_>) -> String {
    format!("b.Field({})", field.field.slot)
}

/// Returns the variable of the part that a field refers to. Words of Go do not begin so.
fn part(field: &FieldPlan<'_>) -> String {
    format!("p{}", field.name)
}

/// Returns the options of a field's vector.
fn options(field: &FieldPlan<'_>) -> String {
    let mut options = Vec::new();
    if let (true, Some(align)) = (field.field.ty.is_vector(), field.field.force_align) {
        options.push(format!("Align: {align}"));
    }
    if let Some(width @ "flatbuffers.WideVector") = wide(field.field) {
        options.push(format!("Width: {width}"));
    }
    format!("flatbuffers.VectorOptions{{{}}}", options.join(", "))
}
