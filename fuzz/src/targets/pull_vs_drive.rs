//! Pulling a document gives the same as driving it: the same tree, or an error of the same kind. So
//! do skipping, and reading again after a rewind.

use conformance::tree::{Tree, TreeBuilder};
use varvel_core::{Decode, Key, Kind, Number, Result, Source};
use varvel_json::{ReadOptions, Reader, drive, from_slice};

/// A document read in the way of typed reads.
struct Pulled(Tree);

impl<'de, C: ?Sized> Decode<'de, C> for Pulled {
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        const LIKELY: Key = Key::new("a");
        let mark = source.mark();
        let kind = source.peek()?;
        assert_eq!(source.peek()?, kind);
        Ok(Self(match kind {
            Kind::Null => {
                source.read_null()?;
                Tree::Null
            }
            Kind::Bool => Tree::Bool(source.read_bool()?),
            Kind::String => Tree::String(source.read_str()?.to_string()),
            Kind::Array => {
                source.begin_array()?;
                let mut items = Vec::new();
                while source.next_item()? {
                    items.push(<Self as Decode<'de, C>>::decode(source, context)?.0);
                }
                Tree::Array(items)
            }
            Kind::Object => {
                source.begin_map()?;
                let mut members = Vec::new();
                loop {
                    let key = if source.expect_key(&LIKELY)? {
                        "a".to_owned()
                    } else {
                        match source.next_key()? {
                            Some(key) => key.to_string(),
                            None => break,
                        }
                    };
                    members.push((key, <Self as Decode<'de, C>>::decode(source, context)?.0));
                }
                Tree::Object(members)
            }
            _ => {
                // Each node is read twice: the first time it is skipped.
                source.skip()?;
                source.rewind(mark).unwrap();
                match source.read_number()? {
                    Number::I64(value) => Tree::Integer(value.to_string()),
                    Number::U64(value) => Tree::Integer(value.to_string()),
                    Number::Big(digits) => Tree::Integer(digits.to_owned()),
                    Number::F64(value) => Tree::Float(value.to_bits()),
                    other => panic!("{other:?}"),
                }
            }
        }))
    }
}

/// Tries one input. Returns whether it was accepted.
pub fn run(input: &[u8]) -> bool {
    let options = ReadOptions::default();
    let mut driven = TreeBuilder::default();
    let drove = drive(input, &options, &mut driven);
    let pulled = from_slice::<Pulled>(input);
    match (&drove, &pulled) {
        (Ok(()), Ok(pulled)) => assert_eq!(pulled.0, driven.finish().unwrap()),
        (Err(drove), Err(pulled)) => {
            assert_eq!(drove.kind(), pulled.kind(), "{drove} against {pulled}");
            assert_eq!(drove.offset(), pulled.offset(), "{drove} against {pulled}");
        }
        (Ok(()), Err(pulled)) => panic!("refused only when pulled: {pulled}"),
        (Err(drove), Ok(_)) => panic!("refused only when driven: {drove}"),
    }

    // Skipping accepts the same documents.
    let mut reader = Reader::new(input, &options).unwrap();
    let skipped = reader.skip().and_then(|()| reader.finish());
    match (&drove, &skipped) {
        (Err(drove), Ok(())) => panic!("refused only when driven: {drove}"),
        (Ok(()), Err(skipped)) => panic!("refused only when skipped: {skipped}"),
        _ => {}
    }
    drove.is_ok()
}
