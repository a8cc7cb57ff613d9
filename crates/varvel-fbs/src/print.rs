//! Prints a schema as `.fbs` text, all in one file. The text reads as the same schema, except for
//! the order of its structs; in the alternate form the order is the same, too.
//!
//! Enums come first, then unions, tables and structs, services, each in their order. A struct comes
//! after the structs in it. Fields are in the order of their slots. An attribute that a flag of the
//! model implies is written, whether or not it is among the kept attributes.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use hashbrown::HashSet;
use varvel_core::secret::RandomState;

use super::schema::{
    AttributeValue, Attributes, Base64, DefaultValue, Element, Enum, Field, Hash, Name, Nested,
    Object, PRIMARY_KEY, Presence, Schema, Service, Type, Union,
};

/// Prints the schema as `.fbs` text, which reads as the same schema.
///
/// Each struct comes after the structs in it, since `flatc` requires that. In the alternate form,
/// `{:#}`, the order is that of the schema.
///
/// ```
/// use varvel::schema::fbs::parse_text;
/// let schema = parse_text("table T { s: string (required); n: int = 0x10; } root_type T;")?;
/// assert_eq!(schema.to_string(), "table T {\n  s: string (required);\n  n: int = 16;\n}\n\nroot_type T;\n");
/// # Ok::<(), varvel::schema::fbs::Problems>(())
/// ```
impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let objects = self.objects.iter().map(|object| object.name.as_str());
        let enums = self.enums.iter().map(|e| e.name.as_str());
        let unions = self.unions.iter().map(|union| union.name.as_str());
        let mut printer = Printer {
            schema: self,
            names: objects.chain(enums).chain(unions).collect(),
            namespace: "",
            first: true,
            f,
        };
        printer.all()
    }
}

/// Returns tables and structs in their order, except that each struct comes after the structs in
/// it, since `flatc` requires that.
fn inner_first(schema: &Schema) -> Vec<&Object> {
    let mut seen = vec![false; schema.objects.len()];
    let mut order = Vec::with_capacity(seen.len());
    // The path down, with the next field of each struct. Structs may be nested deep, so this does
    // not recurse.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for first in 0..seen.len() {
        if !core::mem::replace(&mut seen[first], true) {
            open.push((first, 0));
        }
        while let Some((object, next)) = open.last_mut() {
            let of = &schema.objects[*object];
            let Some(field) = of.fields.get(*next).filter(|_| of.is_struct()) else {
                order.push(of);
                open.pop();
                continue;
            };
            *next += 1;
            if let Element::Object(inner) = field.ty.element()
                && let inner = inner.0 as usize
                && !core::mem::replace(&mut seen[inner], true)
            {
                open.push((inner, 0));
            }
        }
    }
    order
}

struct Printer<'s, 'f, 'b> {
    schema: &'s Schema,
    /// The full names of all types.
    names: HashSet<&'s str, RandomState>,
    /// The namespace of the next definitions.
    namespace: &'s str,
    /// Whether nothing has been written yet.
    first: bool,
    f: &'f mut fmt::Formatter<'b>,
}

impl<'s> Printer<'s, '_, '_> {
    fn all(&mut self) -> fmt::Result {
        let schema = self.schema;
        let native = schema.files.iter().flat_map(|file| &file.native_includes);
        for name in native {
            self.first = false;
            writeln!(self.f, "native_include {};", Quoted(name))?;
        }
        for name in &schema.attributes {
            self.first = false;
            writeln!(self.f, "attribute {};", Quoted(name))?;
        }
        schema
            .enums
            .iter()
            .try_for_each(|definition| self.enumeration(definition))?;
        schema
            .unions
            .iter()
            .try_for_each(|union| self.union(union))?;
        match self.f.alternate() {
            true => schema.objects.iter().collect(),
            false => inner_first(schema),
        }
        .into_iter()
        .try_for_each(|object| self.object(object))?;
        schema
            .services
            .iter()
            .try_for_each(|service| self.service(service))?;
        if schema.root.is_some()
            || schema.file_identifier.is_some()
            || schema.file_extension.is_some()
        {
            self.gap()?;
        }
        if let Some(root) = schema.root {
            let full = schema.object(root).name.as_str();
            let mut name = self.reference(&schema.object(root).name);
            // Another type can shadow this name, but not outside of all namespaces.
            if self.leads_to(&name) != Some(full) {
                self.namespace = "";
                name = full.into();
                self.f.write_str("namespace ;\n\n")?;
            }
            writeln!(self.f, "root_type {name};")?;
        }
        if let Some(identifier) = &schema.file_identifier {
            writeln!(self.f, "file_identifier {};", Quoted(identifier))?;
        }
        if let Some(extension) = &schema.file_extension {
            writeln!(self.f, "file_extension {};", Quoted(extension))?;
        }
        Ok(())
    }

    /// Writes an empty line, except at the beginning.
    fn gap(&mut self) -> fmt::Result {
        match core::mem::take(&mut self.first) {
            true => Ok(()),
            false => self.f.write_str("\n"),
        }
    }

    /// Writes what comes before a definition: an empty line, the namespace if it changes, and the
    /// doc comment.
    fn begin(&mut self, name: &'s Name, doc: &[String]) -> fmt::Result {
        self.gap()?;
        let namespace = name.namespace();
        if namespace != self.namespace {
            match namespace {
                "" => self.f.write_str("namespace ;\n\n")?,
                _ => write!(self.f, "namespace {namespace};\n\n")?,
            }
            self.namespace = namespace;
        }
        self.doc("", doc)
    }

    fn doc(&mut self, indent: &str, doc: &[String]) -> fmt::Result {
        for line in doc.iter().flat_map(|text| text.split('\n')) {
            writeln!(self.f, "{indent}///{line}")?;
        }
        Ok(())
    }

    fn enumeration(&mut self, definition: &'s Enum) -> fmt::Result {
        self.begin(&definition.name, &definition.doc)?;
        let mut more = Vec::new();
        if definition.bit_flags {
            more.push(("bit_flags", String::new()));
        }
        let attributes = attributes(&definition.attributes, more);
        writeln!(
            self.f,
            "enum {}: {}{attributes} {{",
            definition.name.base(),
            definition.underlying.name()
        )?;
        let mut next = Some(0);
        for value in &definition.values {
            self.doc("  ", &value.doc)?;
            // Bit flags are written by the number of the bit. The sign bit is negative.
            let number = match definition.bit_flags {
                true => i128::from(value.value.trailing_zeros()),
                false => value.value,
            };
            write!(self.f, "  {}", value.name)?;
            if next != Some(number) {
                write!(self.f, " = {number}")?;
            }
            writeln!(
                self.f,
                "{},",
                self::attributes(&value.attributes, Vec::new())
            )?;
            next = number.checked_add(1);
        }
        self.f.write_str("}\n")
    }

    fn union(&mut self, union: &'s Union) -> fmt::Result {
        self.begin(&union.name, &union.doc)?;
        write!(self.f, "union {}", union.name.base())?;
        if union.tag != super::Scalar::U8 {
            write!(self.f, ": {}", union.tag.name())?;
        }
        writeln!(self.f, "{} {{", attributes(&union.attributes, Vec::new()))?;
        let mut next = Some(1);
        for variant in &union.variants {
            self.doc("  ", &variant.doc)?;
            let of = self.element(variant.of);
            match of == variant.name && variant.of != Element::String {
                true => write!(self.f, "  {of}")?,
                false => write!(self.f, "  {}: {of}", variant.name)?,
            }
            if next != Some(variant.tag) {
                write!(self.f, " = {}", variant.tag)?;
            }
            writeln!(self.f, "{},", attributes(&variant.attributes, Vec::new()))?;
            next = variant.tag.checked_add(1);
        }
        self.f.write_str("}\n")
    }

    fn object(&mut self, object: &'s Object) -> fmt::Result {
        self.begin(&object.name, &object.doc)?;
        let keyword = if object.is_struct() {
            "struct"
        } else {
            "table"
        };
        let mut more = Vec::new();
        if object.original_order {
            more.push(("original_order", String::new()));
        }
        let aligns = object
            .fields
            .iter()
            .map(|field| self.schema.field_align(field));
        if object.is_struct() && aligns.max().unwrap_or(1) < object.align {
            more.push(("force_align", format!("{}", object.align)));
        }
        let attributes = attributes(&object.attributes, more);
        writeln!(self.f, "{keyword} {}{attributes} {{", object.name.base())?;
        for field in &object.fields {
            // The tag of a union is not declared.
            if !matches!(field.ty.element(), Element::Tag(_)) {
                self.field(field, object.is_struct())?;
            }
        }
        self.f.write_str("}\n")
    }

    fn field(&mut self, field: &Field, in_struct: bool) -> fmt::Result {
        self.doc("  ", &field.doc)?;
        let name = match field.chars {
            true => "char".into(),
            false => self.element(field.ty.element()),
        };
        let ty = match field.ty {
            Type::One(_) => name,
            Type::Vector(_) | Type::Vector64(_) => format!("[{name}]"),
            Type::Array(_, len) => format!("[{name}:{len}]"),
        };
        write!(self.f, "  {}: {ty}", field.name)?;
        if !in_struct {
            self.default(field)?;
        }
        writeln!(
            self.f,
            "{};",
            attributes(&field.attributes, self.flags(field))
        )
    }

    fn default(&mut self, field: &Field) -> fmt::Result {
        let Type::One(element) = field.ty else {
            return match field.default {
                DefaultValue::EmptyVector => self.f.write_str(" = []"),
                _ => Ok(()),
            };
        };
        let scalar = self.schema.scalar_of(element);
        match &field.default {
            DefaultValue::None if scalar.is_some() => self.f.write_str(" = null"),
            DefaultValue::None | DefaultValue::EmptyVector | DefaultValue::Integer(0) => Ok(()),
            DefaultValue::Integer(value) => match element {
                Element::Scalar(super::Scalar::Bool) => self.f.write_str(" = true"),
                Element::Enum(id) => match self.schema.enumeration(id).value_of(*value) {
                    Some(known) => write!(self.f, " = {}", known.name),
                    None => write!(self.f, " = {value}"),
                },
                _ => write!(self.f, " = {value}"),
            },
            DefaultValue::Float(value) if value.to_bits() == 0 => Ok(()),
            DefaultValue::Float(value) if value.is_nan() => self.f.write_str(" = nan"),
            // The shortest digits that read as the same number of this width.
            DefaultValue::Float(value) => match scalar {
                Some(super::Scalar::F32) => write!(self.f, " = {:?}", *value as f32),
                _ => write!(self.f, " = {value:?}"),
            },
            DefaultValue::Text(text) => write!(self.f, " = {}", Quoted(text)),
        }
    }

    /// Returns the attributes that the flags of a field imply.
    fn flags(&self, field: &Field) -> Vec<(&'static str, String)> {
        let mut flags = Vec::new();
        let mut flag = |there: bool, name| {
            if there {
                flags.push((name, String::new()));
            }
        };
        let sorted = field.key && field.ty == Type::One(Element::String);
        flag(field.deprecated, "deprecated");
        flag(field.presence == Presence::Required && !sorted, "required");
        flag(field.key && !field.attributes.has(PRIMARY_KEY), "key");
        flag(field.sorted, "sorted");
        flag(field.shared, "shared");
        flag(matches!(field.ty, Type::Vector64(_)), "vector64");
        flag(
            field.offset64 && !matches!(field.ty, Type::Vector64(_)),
            "offset64",
        );
        flag(field.base64 == Some(Base64::Standard), "base64");
        flag(field.base64 == Some(Base64::Url), "base64url");
        flag(field.nested == Some(Nested::Flexible), "flexbuffer");
        if let Some(Nested::Table(id)) = field.nested {
            let name = self.reference(&self.schema.object(id).name);
            flags.push(("nested_flatbuffer", format!("{}", Quoted(&name))));
        }
        if let Some(hash) = field.hash {
            let name = Hash::ALL.iter().find(|(_, known)| *known == hash);
            flags.extend(name.map(|(name, _)| ("hash", format!("{}", Quoted(name)))));
        }
        if let Some(align) = field.force_align {
            flags.push(("force_align", format!("{align}")));
        }
        flags
    }

    fn service(&mut self, service: &'s Service) -> fmt::Result {
        self.begin(&service.name, &service.doc)?;
        let attributes = attributes(&service.attributes, Vec::new());
        writeln!(self.f, "rpc_service {}{attributes} {{", service.name.base())?;
        for call in &service.calls {
            self.doc("  ", &call.doc)?;
            let request = self.reference(&self.schema.object(call.request).name);
            let response = self.reference(&self.schema.object(call.response).name);
            let attributes = self::attributes(&call.attributes, Vec::new());
            writeln!(
                self.f,
                "  {}({request}): {response}{attributes};",
                call.name
            )?;
        }
        self.f.write_str("}\n")
    }

    fn element(&self, element: Element) -> String {
        match element {
            Element::Scalar(scalar) => scalar.name().into(),
            Element::String => "string".into(),
            Element::Enum(id) => self.reference(&self.schema.enumeration(id).name),
            Element::Object(id) => self.reference(&self.schema.object(id).name),
            Element::Union(id) | Element::Tag(id) => self.reference(&self.schema.union(id).name),
        }
    }

    /// Returns a name that leads to a type from the current namespace. Within the type's namespace
    /// it is the name alone, else the full name. If that leads to another type, a part of the full
    /// name is used: names are looked up from the inside outwards.
    fn reference(&self, name: &Name) -> String {
        let full = name.as_str();
        let local = match name.namespace() == self.namespace {
            true => Some(name.base()),
            false => None,
        };
        // The full name without a prefix that it shares with this namespace.
        let dots = self.namespace.match_indices('.').map(|(dot, _)| dot);
        let outer = dots.chain([self.namespace.len()]).filter(|end| *end > 0);
        let shorter =
            outer.filter_map(|end| full.strip_prefix(&self.namespace[..end])?.strip_prefix('.'));
        let mut candidates = local.into_iter().chain([full]).chain(shorter);
        candidates
            .find(|name| self.leads_to(name) == Some(full))
            .unwrap_or(full)
            .into()
    }

    /// Returns the full name of the type to which `name` leads here.
    fn leads_to(&self, name: &str) -> Option<&str> {
        let mut namespace = self.namespace;
        loop {
            let full = Name::new(namespace, name);
            if let Some(full) = self.names.get(full.as_str()) {
                return Some(full);
            }
            if namespace.is_empty() {
                return None;
            }
            namespace = namespace.rfind('.').map_or("", |dot| &namespace[..dot]);
        }
    }
}

/// Returns attributes in parentheses after a space: the kept ones, and those in `more` that are not
/// among them.
fn attributes(kept: &Attributes, more: Vec<(&'static str, String)>) -> String {
    let mut text = String::new();
    let mut add = |name: &str, value: &str| {
        text.push_str(if text.is_empty() { " (" } else { ", " });
        text.push_str(name);
        if !value.is_empty() {
            text.push_str(": ");
            text.push_str(value);
        }
    };
    for attribute in &kept.0 {
        match &attribute.value {
            AttributeValue::None => add(&attribute.name, ""),
            AttributeValue::Text(value) => add(&attribute.name, &format!("{}", Quoted(value))),
            AttributeValue::Word(value) => add(&attribute.name, value),
        }
    }
    for (name, value) in more.into_iter().filter(|(name, _)| !kept.has(name)) {
        add(name, &value);
    }
    if !text.is_empty() {
        text.push(')');
    }
    text
}

/// A string that prints in quotes, with the escapes of the language.
struct Quoted<'t>(&'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                c if c.is_control() => write!(f, "\\u{:04X}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}
