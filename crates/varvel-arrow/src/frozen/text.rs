//! Strings and bytes of a document as views of Arrow: 16 bytes for each, which say where it is.

use std::sync::Arc;

use arrow_array::builder::make_view;
use arrow_array::types::ByteViewType;
use arrow_array::{ArrayRef, GenericByteViewArray};
use arrow_buffer::{Buffer, NullBuffer, ScalarBuffer};
use varvel::{Error, ErrorKind, Frozen, Owner, Result};

use super::shared;

/// The distance between the beginnings of two buffers, as a power of two. Views count from the
/// beginning of a buffer with 31 bits, so a large document is several buffers: each has twice this
/// many bytes, and shares half of them with the next one.
const STEP: u32 = 30;

/// Returns strings that are in the document as an array, without a copy.
pub(super) fn array<T: ByteViewType, O: Owner + Send + Sync + 'static>(
    document: &Frozen<Arc<O>>,
    texts: &[Option<&[u8]>],
) -> Result<ArrayRef> {
    Ok(Arc::new(views::<T, O>(document, texts, STEP)?))
}

fn views<T: ByteViewType, O: Owner + Send + Sync + 'static>(
    document: &Frozen<Arc<O>>,
    texts: &[Option<&[u8]>],
    step: u32,
) -> Result<GenericByteViewArray<T>> {
    let bytes = document.as_bytes();
    let most = (2 << step) - 1;
    let starts = (0..bytes.len()).step_by(1 << step);
    let buffer = |at: usize| shared(document, &bytes[at..bytes.len().min(at + most)]);
    let mut buffers: Vec<Buffer> = starts.map(buffer).collect();
    let mut views = Vec::with_capacity(texts.len());
    for text in texts {
        let text = text.unwrap_or_default();
        if i32::try_from(text.len()).is_err() {
            let expected = "a string of less than 2 GiB";
            return Err(Error::expected(ErrorKind::Unrepresentable, expected));
        }
        // An empty one may be anywhere.
        let at = text.as_ptr().addr().wrapping_sub(bytes.as_ptr().addr());
        let (mut number, mut offset) = (at >> step, at & ((1 << step) - 1));
        if text.len() > 12 && offset + text.len() > most {
            (number, offset) = (buffers.len(), 0);
            buffers.push(shared(document, text));
        }
        views.push(make_view(text, number as u32, offset as u32));
    }
    let nulls: NullBuffer = texts.iter().map(Option::is_some).collect();
    let nulls = Some(nulls).filter(|nulls| nulls.null_count() > 0);
    GenericByteViewArray::try_new(ScalarBuffer::from(views), buffers, nulls).map_err(|error| {
        let found = error.to_string();
        Error::expected(ErrorKind::Unrepresentable, "strings that Arrow holds").with_found(found)
    })
}

#[cfg(test)]
mod tests {
    use arrow_array::StringViewArray;
    use arrow_array::types::StringViewType;
    use varvel::json;

    use super::*;

    /// Documents of several GiB need several buffers; here they are small.
    #[test]
    fn a_document_may_be_several_buffers() {
        let texts = [
            "",
            "short",
            "more than twelve bytes",
            "and one that is longer than a buffer",
        ];
        let text = json::to_string(&[texts; 20]).unwrap();
        let document = json::freeze(text.as_bytes()).unwrap().into_arc();
        let rows = document.view().items();
        let found = rows
            .flat_map(|row| row.items())
            .map(|text| Some(text.as_str()?.as_bytes()));
        let found: Vec<Option<&[u8]>> = found.collect();
        let expected: StringViewArray = [texts; 20].into_iter().flatten().map(Some).collect();
        for step in 3..12 {
            let array = views::<StringViewType, _>(&document, &found, step).unwrap();
            assert_eq!(array, expected, "{step}");
            let bytes = document.as_bytes().as_ptr_range();
            let inside = |text: Option<&str>| bytes.contains(&text.unwrap().as_ptr());
            assert!(array.iter().skip(2).step_by(4).all(inside), "{step}");
        }
    }
}
