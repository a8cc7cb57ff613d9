//! Reads types from a view, and freezes typed values.

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
    /// use varvel::Frozen;
    /// let frozen = Frozen::from_typed(&BTreeMap::from([("pear", vec![3, 4]), ("fig", vec![])]))?;
    /// let stock: BTreeMap<&str, Vec<u32>> = frozen.view().to()?;
    /// assert_eq!(stock["pear"], [3, 4]);
    ///
    /// let error = frozen.view().to::<BTreeMap<&str, Vec<bool>>>().unwrap_err();
    /// assert!(error.to_string().starts_with(
    ///     "wrong kind of value: expected a boolean, found an integer, at $.pear[0]"
    /// ));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of the type, with the path in the document and the offset in the buffer;
    /// `DepthLimit` beyond 128 levels. [`View::source_with`] reads under other limits.
    #[inline]
    pub fn to<T: Decode<'a>>(&self) -> Result<T> {
        TreeSource::read(*self)
    }

    /// Returns a source under the default limits from which a [`Decode`] reads this node.
    #[inline]
    pub fn source(&self) -> TreeSource<'a, View<'a>> {
        self.source_with(Limits::DEFAULT)
    }

    /// Returns a source under these limits. The depth counts from this node on; the limit on bytes
    /// does not apply, since the bytes are in memory already.
    ///
    /// ```
    /// use varvel::{Decode, ErrorKind, Frozen, Limits};
    /// let frozen = Frozen::from_typed(&[[[7]]])?;
    /// let limits = Limits { depth: 2, ..Limits::DEFAULT };
    /// let mut source = frozen.view().source_with(limits);
    /// let error = <[[[i32; 1]; 1]; 1]>::decode(&mut source, &()).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::DepthLimit);
    /// assert_eq!(source.locate(error).path().unwrap().to_string(), "$[0][0]");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn source_with(&self, limits: Limits) -> TreeSource<'a, View<'a>> {
        TreeSource::with(*self, limits)
    }
}

impl Frozen {
    /// Freezes a value that encodes itself, as [`Freeze::new`] does.
    ///
    /// ```
    /// use varvel::Frozen;
    /// let frozen = Frozen::from_typed(&("Ada", [1.5, 2.5]))?;
    /// assert_eq!(frozen.to_string(), r#"["Ada",[1.5,2.5]]"#);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Freeze::freeze`], and those of the type.
    pub fn from_typed<T: Encode + ?Sized>(value: &T) -> Result<Self> {
        Freeze::new().freeze(value)
    }
}

impl<'de, C: ?Sized> Decode<'de, C> for Frozen {
    /// Freezes a part of the input as a document of its own, with the limits of the source. Refuses
    /// duplicate keys.
    ///
    /// ```
    /// use varvel::{Decode, Frozen};
    /// let document = Frozen::from_typed(&("Ada", [1.5, 2.5]))?;
    /// let (_, scores): (String, Frozen) = document.to()?;
    /// assert_eq!(scores, Frozen::from_typed(&[1.5, 2.5])?);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        // The source has checked the length of its input.
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
    /// use varvel::Frozen;
    /// let frozen = Frozen::from_typed(&("Ada", [1.5, 2.5]))?;
    /// let (name, scores): (&str, Vec<f64>) = frozen.to()?;
    /// assert_eq!((name, &scores[..]), ("Ada", &[1.5, 2.5][..]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`View::to`].
    pub fn to<'a, T: Decode<'a>>(&'a self) -> Result<T> {
        self.view().to()
    }
}
