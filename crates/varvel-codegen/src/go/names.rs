//! How Go names things. All exported names begin with a capital; types of all namespaces are in one
//! package.

use varvel_fbs::Name;

use crate::options::{Options, Unsupported};
use crate::plan::{
    Clash, FlatTypes, Kind, Naming, Plan, Rule, Scopes, Shape, capitalized, formed, snake,
};

/// Words and predeclared types that cannot be the name of a package.
pub(super) const WORDS: &[&str] = &[
    "break",
    "case",
    "chan",
    "const",
    "continue",
    "default",
    "defer",
    "else",
    "fallthrough",
    "for",
    "func",
    "go",
    "goto",
    "if",
    "import",
    "interface",
    "map",
    "package",
    "range",
    "return",
    "select",
    "struct",
    "switch",
    "type",
    "var",
];

/// Words that stand in capitals in names.
const INITIALISMS: &[&str] = &[
    "acl", "api", "ascii", "cpu", "css", "dns", "eof", "guid", "html", "http", "https", "id", "ip",
    "json", "qps", "ram", "rpc", "sla", "smtp", "sql", "ssh", "tcp", "tls", "ttl", "udp", "ui",
    "gid", "uid", "uuid", "uri", "url", "utf8", "vm", "xml", "xmpp",
];

/// Methods of all tables, structs and plain types, so that no field may have these names.
const METHODS: &[&str] = &[
    "AppendJSON",
    "Marshal",
    "MarshalJSON",
    "Pack",
    "Unpack",
    "UnmarshalJSON",
];

/// The position in the forms of an array of `char` of the method that returns its text.
pub(super) const TEXT: usize = 2;

/// The position in the forms of an array of `char` of the method that sets its text.
pub(super) const SET_TEXT: usize = 3;

const FIELDS: Rule = Rule {
    case: exported,
    reserved: METHODS,
    clash: Clash::Number,
};

/// How Go names things.
pub(super) const NAMING: Naming = Naming {
    words: &[],
    types: Rule {
        case: exported,
        reserved: &[],
        clash: Clash::Number,
    },
    type_forms: &[],
    fields: FIELDS,
    field_forms: |shape, field| match shape {
        Shape::Nested(_) => &["Set*", "Has*", "*Root"],
        _ if field.chars => &["Set*", "Has*", "*Text", "Set*Text"],
        _ => &["Set*", "Has*"],
    },
    constants: FIELDS,
    variants: Rule {
        reserved: &["Tag", "Unpack", "None"],
        ..FIELDS
    },
    modules: Rule {
        case: snake,
        reserved: &[],
        clash: Clash::Number,
    },
    scopes: Scopes::Nested,
};

/// The further names that each type takes.
const FORMS: &[&str] = &[
    "*T",
    "*Builder",
    "*Value",
    "Read*",
    "Read*With",
    "Start*",
    "Finish*",
    "Build*",
    "Find*",
    "Sort*",
    "Sort*InPlace",
    "Clone*",
    "Clone*Vector",
    "Parse*",
    "All*",
    "New*T",
    "New*Vector",
];

/// Returns an exported name: `my_test_id` becomes `MyTestID`.
pub(super) fn exported(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for part in name.split('_').filter(|part| !part.is_empty()) {
        let lower = part.to_ascii_lowercase();
        if INITIALISMS.contains(&lower.as_str()) {
            out.push_str(&lower.to_ascii_uppercase());
        } else {
            out.push_str(&capitalized(part));
        }
    }
    if !out.starts_with(|c: char| c.is_ascii_uppercase()) {
        out.insert(0, 'X');
    }
    out
}

/// The names of all types and constants, which are in one package.
#[derive(Debug)]
pub(super) struct Names {
    pub objects: Vec<String>,
    pub enums: Vec<String>,
    pub unions: Vec<String>,
    /// The constants of each enum.
    pub values: Vec<Vec<String>>,
    /// The constants of each union, and that of no value.
    pub tags: Vec<(String, Vec<String>)>,
    /// The functions that make values of each union.
    pub makers: Vec<Vec<String>>,
    /// The variable of the schema.
    pub schema: String,
}

impl Names {
    pub fn new(plan: &Plan<'_>, options: &Options) -> Self {
        let prefix = options.prefix.as_deref().unwrap_or_default();
        let FlatTypes {
            objects,
            enums,
            unions,
            mut unique,
        } = FlatTypes::new(plan, &NAMING.types, FORMS, |name| {
            exported(&format!("{prefix}{name}"))
        });
        let mut one = |name: String| unique.name(name, &NAMING.types, &[], &[]);
        let made = one(exported(&format!("{prefix}Schema")));
        let values = plan.enums.iter().zip(&enums).map(|(of, name)| {
            let values = of.values.iter();
            values
                .map(|value| one(format!("{name}{}", value.name)))
                .collect()
        });
        let values = values.collect();
        let tags = plan.unions.iter().zip(&unions).map(|(of, name)| {
            let none = one(format!("{name}None"));
            let tags = of.variants.iter();
            (
                none,
                tags.map(|tag| one(format!("{name}{}", tag.name))).collect(),
            )
        });
        let tags = tags.collect();
        let makers = plan.unions.iter().zip(&unions).map(|(of, name)| {
            let tags = of.variants.iter();
            tags.map(|tag| one(format!("New{name}{}", tag.name)))
                .collect()
        });
        let makers = makers.collect();
        Self {
            objects,
            enums,
            unions,
            values,
            tags,
            makers,
            schema: made,
        }
    }

    /// Returns the Go type of one value, as it is read.
    pub fn of(&self, kind: Kind) -> String {
        match kind {
            Kind::Scalar(scalar) => super::scalar(scalar).to_owned(),
            Kind::Enum(id) => self.enums[id.0 as usize].clone(),
            Kind::Struct(id) | Kind::Table(id) => self.objects[id.0 as usize].clone(),
            Kind::String => "string".to_owned(),
            Kind::Union(id) => formed(&self.unions[id.0 as usize], "*Value"),
        }
    }
}

/// Checks the name of the package, and the path of the runtime.
pub(super) fn check(options: &Options) -> Result<(), Unsupported> {
    let letter = |c: char| c.is_alphabetic() || c == '_';
    let is_package = |name: &str| {
        name != "_"
            && name.starts_with(letter)
            && name.chars().all(|c| letter(c) || c.is_numeric())
            && !WORDS.contains(&name)
    };
    // Compilers may refuse these in the path of an import.
    let is_path = |path: &str| {
        let refused = |c: char| {
            c.is_whitespace() || c.is_control() || "!\"#$%&'()*,:;<=>?[\\]^`{|}\u{FFFD}".contains(c)
        };
        !path.is_empty()
            && !path.starts_with('/')
            && !path.ends_with('/')
            && !path.contains(refused)
    };
    match (options.package.as_deref(), options.runtime.as_deref()) {
        (Some(name), _) if !is_package(name) => {
            let expected =
                "letters and digits that are no word of Go, with a letter at the beginning";
            Err(Unsupported::option("name of a package", name, expected))
        }
        (_, Some(path)) if !is_path(path) => {
            let expected = "a path as in an import of Go";
            Err(Unsupported::option("path of the runtime", path, expected))
        }
        _ => Ok(()),
    }
}

/// Returns the name of the package: that of the options, or the last part of the namespace.
pub(super) fn package(plan: &Plan<'_>, options: &Options) -> String {
    if let Some(package) = &options.package {
        return package.clone();
    }
    let namespace = plan.home().map(Name::namespace).unwrap_or_default();
    let last = namespace.rsplit('.').next().unwrap_or_default();
    let from = if last.is_empty() {
        options.stem()
    } else {
        last
    };
    let mut name: String = from
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic())
        || WORDS.contains(&name.as_str())
        || name == "main"
        || name == "internal"
    {
        name.insert_str(0, "fbs");
    }
    name
}
