//! A context chooses the codec of a type.

use std::alloc::Layout;

use varvel_core::{Decode, Error, ErrorKind, Result, Source};
use varvel_json::{ReadOptions, decode, from_slice};

/// A reader of a `Layout`. The caller chooses it by the context.
trait LayoutCodec {
    fn read<'de, R: Source<'de>>(&self, source: &mut R) -> Result<Layout>;
}

/// Reads a layout as `16@8`.
struct SizeAtAlign;

impl LayoutCodec for SizeAtAlign {
    fn read<'de, R: Source<'de>>(&self, source: &mut R) -> Result<Layout> {
        let at = source.offset();
        let text = source.read_str()?;
        text.split_once('@')
            .and_then(|(size, align)| {
                Layout::from_size_align(size.parse().ok()?, align.parse().ok()?).ok()
            })
            .ok_or_else(|| {
                Error::expected(ErrorKind::TypeMismatch, "a layout as 16@8").with_offset(at)
            })
    }
}

/// A type of the caller's own that is read with any context. A derive would only have to add the
/// bound.
#[derive(Debug, PartialEq)]
struct Buffer<L> {
    name: String,
    layout: L,
}

impl<'de, C: ?Sized, L: Decode<'de, C>> Decode<'de, C> for Buffer<L> {
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        let (mut name, mut layout) = (None, None);
        source.begin_map()?;
        while let Some(key) = source.next_key()? {
            match &*key {
                "name" => name = Some(Decode::<C>::decode(source, context)?),
                "layout" => layout = Some(Decode::<C>::decode(source, context)?),
                _ => source.skip()?,
            }
        }
        Ok(Self {
            name: name.map_or_else(|| <String as Decode<C>>::missing("name"), Ok)?,
            layout: layout.map_or_else(|| L::missing("layout"), Ok)?,
        })
    }
}

// Neither `Layout` nor `Decode` is ours. The context is, and that is enough for the orphan rule.
impl<'de> Decode<'de, SizeAtAlign> for Layout {
    fn decode<R: Source<'de>>(source: &mut R, context: &SizeAtAlign) -> Result<Self> {
        context.read(source)
    }
}

#[test]
fn a_context_chooses_the_codec_of_a_type_that_is_not_ours() {
    let text = br#"[{"name": "page", "layout": "4096@64"}, {"layout": "1@1", "name": ""}]"#;
    let options = ReadOptions::default();
    let buffers: Vec<Buffer<Layout>> = decode(text, &options, &SizeAtAlign).unwrap();
    assert_eq!(
        buffers[0].layout,
        Layout::from_size_align(4096, 64).unwrap()
    );
    assert_eq!(buffers[1].layout, Layout::new::<u8>());
    // This is the same type without a context, because the field needs none.
    let buffers: Vec<Buffer<&str>> = from_slice(text).unwrap();
    assert_eq!(buffers[0].layout, "4096@64");
    let error = decode::<Vec<Option<Layout>>, _>(b"[null, \"x\"]", &options, &SizeAtAlign);
    assert_eq!(
        error.unwrap_err().to_string(),
        "wrong kind of value: expected a layout as 16@8, at $[1] (byte 7)"
    );
    let error = from_slice::<Vec<Buffer<&str>>>(br#"[{"name": ""}]"#).unwrap_err();
    assert_eq!(
        error.to_string(),
        "missing member: expected a member `layout`, at $[0] (byte 13)"
    );
}
