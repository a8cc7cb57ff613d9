//! A document as a tree, a sink that builds it, and texts that are drawn at random.

use proptest::prelude::*;
use varvel_core::{Bytes, Decode, Key, Kind, Number, Result, Sink, Source, Str, Tag, Timestamp};

/// A document as a tree. Both ways of reading must give the same one.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    Null,
    Bool(bool),
    /// A number as Rust prints it, with its kind.
    Number(String),
    String(String),
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl<'de, C: ?Sized> Decode<'de, C> for Tree {
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        let kind = source.peek()?;
        assert_eq!(source.peek()?, kind);
        Ok(match kind {
            Kind::Null => {
                source.read_null()?;
                Tree::Null
            }
            Kind::Bool => Tree::Bool(source.read_bool()?),
            Kind::String => Tree::String(source.read_str()?.to_string()),
            Kind::Array if source.passes_empty_array() => Tree::Array(Vec::new()),
            Kind::Array => {
                source.begin_array()?;
                let mut items = Vec::new();
                while source.next_item()? {
                    items.push(Decode::<C>::decode(source, context)?);
                }
                Tree::Array(items)
            }
            Kind::Object => {
                source.begin_map()?;
                let mut members = Vec::new();
                const LIKELY: Key = Key::new("a");
                loop {
                    if members.len() % 2 == 1 && source.leaves_map() {
                        break;
                    }
                    let key = if source.expect_key(&LIKELY)? {
                        "a".to_owned()
                    } else {
                        match source.next_key()? {
                            Some(key) => key.to_string(),
                            None => break,
                        }
                    };
                    members.push((key, Decode::<C>::decode(source, context)?));
                }
                Tree::Object(members)
            }
            kind => {
                let number = source.read_number()?;
                let float = matches!(number, Number::F64(_) | Number::Decimal(_));
                assert_eq!(kind == Kind::Float, float);
                Tree::Number(format!("{number:?}"))
            }
        })
    }
}

/// A sink that builds a [`Tree`].
#[derive(Default)]
pub struct Build {
    open: Vec<Tree>,
    keys: Vec<String>,
    pub done: Option<Tree>,
}

impl Build {
    fn add(&mut self, node: Tree) -> Result {
        match self.open.last_mut() {
            Some(Tree::Array(items)) => items.push(node),
            Some(Tree::Object(members)) => members.push((self.keys.pop().unwrap(), node)),
            _ => self.done = Some(node),
        }
        Ok(())
    }
    fn close(&mut self) -> Result {
        let node = self.open.pop().unwrap();
        self.add(node)
    }
}

impl<'de> Sink<'de> for Build {
    fn null(&mut self) -> Result {
        self.add(Tree::Null)
    }
    fn bool(&mut self, value: bool) -> Result {
        self.add(Tree::Bool(value))
    }
    fn i64(&mut self, value: i64) -> Result {
        self.add(Tree::Number(format!("{:?}", Number::I64(value))))
    }
    fn u64(&mut self, value: u64) -> Result {
        self.add(Tree::Number(format!("{:?}", Number::U64(value))))
    }
    fn f64(&mut self, value: f64) -> Result {
        self.add(Tree::Number(format!("{:?}", Number::F64(value))))
    }
    fn f32(&mut self, _: f32) -> Result {
        unreachable!()
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.add(Tree::Number(format!("{:?}", Number::Big(digits))))
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.add(Tree::Number(format!("{:?}", Number::Decimal(text))))
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.add(Tree::String(value.to_string()))
    }
    fn bytes(&mut self, _: Bytes<'de, '_>) -> Result {
        unreachable!()
    }
    fn timestamp(&mut self, _: Timestamp) -> Result {
        unreachable!()
    }
    fn tag(&mut self, _: Tag) -> Result {
        unreachable!()
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.open.push(Tree::Array(Vec::new()));
        Ok(())
    }
    fn end_array(&mut self) -> Result {
        self.close()
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.open.push(Tree::Object(Vec::new()));
        Ok(())
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.keys.push(key.to_string());
        Ok(())
    }
    fn any_key(&mut self) -> Result {
        unreachable!()
    }
    fn end_map(&mut self) -> Result {
        self.close()
    }
}

/// Writes the text of a tree, with white space from `spaces`.
fn text(tree: &Tree, spaces: &mut impl FnMut() -> &'static str, out: &mut String) {
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    match tree {
        Tree::Null => out.push_str("null"),
        Tree::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Tree::Number(number) => out.push_str(number),
        Tree::String(value) => out.push_str(&quoted(value)),
        Tree::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                out.push_str(if i > 0 { "," } else { "" });
                out.push_str(spaces());
                text(item, spaces, out);
                out.push_str(spaces());
            }
            out.push(']');
        }
        Tree::Object(members) => {
            out.push('{');
            for (i, (key, value)) in members.iter().enumerate() {
                out.push_str(if i > 0 { "," } else { "" });
                out.push_str(spaces());
                out.push_str(&quoted(key));
                out.push_str(spaces());
                out.push(':');
                out.push_str(spaces());
                text(value, spaces, out);
                out.push_str(spaces());
            }
            out.push('}');
        }
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    let number = prop_oneof![
        any::<i64>().prop_map(|v| v.to_string()),
        any::<i8>().prop_map(|v| v.to_string()),
        any::<u64>().prop_map(|v| v.to_string()),
        any::<i128>().prop_map(|v| v.to_string()),
        (-1e9..1e9).prop_map(|v| format!("{v:e}")),
        Just("-0".to_owned()),
        Just("0.5".to_owned()),
    ];
    let leaf = prop_oneof![
        Just(Tree::Null),
        any::<bool>().prop_map(Tree::Bool),
        number.prop_map(Tree::Number),
        ".{0,40}".prop_map(Tree::String),
    ];
    leaf.prop_recursive(5, 60, 8, |node| {
        let key = prop_oneof![4 => "[a-c]{1}", 1 => ".{0,36}"];
        prop_oneof![
            prop::collection::vec(node.clone(), 0..8).prop_map(Tree::Array),
            prop::collection::vec((key, node), 0..8).prop_map(Tree::Object),
        ]
    })
}

/// JSON texts: compact, pretty, or with white space anywhere.
pub fn documents() -> impl Strategy<Value = String> {
    (trees(), 0..3, prop::collection::vec(0..6_usize, 1..20)).prop_map(|(tree, style, choice)| {
        let mut out = String::new();
        let mut at = 0;
        let mut spaces = || {
            at += 1;
            match style {
                0 => "",
                1 => " ",
                _ => [
                    "",
                    "",
                    " ",
                    "\n  ",
                    "\t\r\n      ",
                    "                                        ",
                ][choice[at % choice.len()]],
            }
        };
        text(&tree, &mut spaces, &mut out);
        out
    })
}
