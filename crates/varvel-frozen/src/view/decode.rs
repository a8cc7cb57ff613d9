//! Types from a view, and into a frozen document.

use varvel_core::{Decode, Duplicates, Encode, Limits, Result, Source};
use varvel_tree::TreeSource;

use super::View;
use crate::{Freeze, Frozen, Owner, with_builder};

/// # Types
impl<'a> View<'a> {
    /// Reads a type from this node. `&str` and `&[u8]` borrow from the buffer.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use varvel_frozen::Frozen;
    /// let frozen = Frozen::from_typed(&BTreeMap::from([("pear", vec![3, 4]), ("fig", vec![])]))?;
    /// let stock: BTreeMap<&str, Vec<u32>> = frozen.view().to()?;
    /// assert_eq!(stock["pear"], [3, 4]);
    ///
    /// let error = frozen.view().to::<BTreeMap<&str, Vec<bool>>>().unwrap_err();
    /// assert!(error.to_string().starts_with(
    ///     "wrong kind of value: expected a boolean, found an integer, at $.pear[0]"
    /// ));
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the type, with the path in the document and the offset in the buffer; `DepthLimit`
    /// beyond 128 levels. [`View::source_with`] reads under other limits.
    #[inline]
    pub fn to<T: Decode<'a>>(&self) -> Result<T> {
        TreeSource::read(*self)
    }

    /// This node as a source, under the default limits: what a [`Decode`] reads from.
    #[inline]
    pub fn source(&self) -> TreeSource<'a, View<'a>> {
        self.source_with(Limits::DEFAULT)
    }

    /// The same under these limits. The depth counts from this node on; the limit on bytes is not
    /// asked, since they are in memory.
    ///
    /// ```
    /// use varvel_core::{Decode, ErrorKind, Limits};
    /// use varvel_frozen::Frozen;
    /// let frozen = Frozen::from_typed(&[[[7]]])?;
    /// let limits = Limits { depth: 2, ..Limits::DEFAULT };
    /// let mut source = frozen.view().source_with(limits);
    /// let error = <[[[i32; 1]; 1]; 1]>::decode(&mut source, &()).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::DepthLimit);
    /// assert_eq!(source.locate(error).path().unwrap().to_string(), "$[0][0]");
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[inline]
    pub fn source_with(&self, limits: Limits) -> TreeSource<'a, View<'a>> {
        TreeSource::with(*self, limits)
    }
}

impl Frozen {
    /// Freezes whatever encodes itself, as [`Freeze::new`] does.
    ///
    /// ```
    /// use varvel_frozen::Frozen;
    /// let frozen = Frozen::from_typed(&("Ada", [1.5, 2.5]))?;
    /// assert_eq!(frozen.to_string(), r#"["Ada",[1.5,2.5]]"#);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Freeze::freeze`], and those of the type.
    pub fn from_typed<T: Encode + ?Sized>(value: &T) -> Result<Self> {
        Freeze::new().freeze(value)
    }
}

impl<'de, C: ?Sized> Decode<'de, C> for Frozen {
    /// A part of a document, frozen by itself: with the limits of the source, refusing duplicate
    /// keys.
    ///
    /// ```
    /// use varvel_core::Decode;
    /// use varvel_frozen::Frozen;
    /// let document = Frozen::from_typed(&("Ada", [1.5, 2.5]))?;
    /// let (_, scores): (String, Frozen) = document.to()?;
    /// assert_eq!(scores, Frozen::from_typed(&[1.5, 2.5])?);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        // The source has seen how long its input is.
        let limits = Limits {
            bytes: usize::MAX,
            ..source.limits()
        };
        with_builder(Duplicates::Error, limits, |builder| {
            builder.start()?;
            source.drive(builder)?;
            builder.finish()
        })
    }
}

impl<O: Owner> Frozen<O> {
    /// Reads a type from this document or part, as [`View::to`] does.
    ///
    /// ```
    /// use varvel_frozen::Frozen;
    /// let frozen = Frozen::from_typed(&("Ada", [1.5, 2.5]))?;
    /// let (name, scores): (&str, Vec<f64>) = frozen.to()?;
    /// assert_eq!((name, &scores[..]), ("Ada", &[1.5, 2.5][..]));
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`View::to`].
    pub fn to<'a, T: Decode<'a>>(&'a self) -> Result<T> {
        self.view().to()
    }
}
