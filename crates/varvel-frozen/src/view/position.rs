//! Members of an object by index.

use super::View;
use crate::key::HashedKey;

impl<'a> View<'a> {
    /// Returns the index of the member `key` of an object or a map, from zero in document order.
    /// Costs what [`View::get`] costs.
    ///
    /// ```
    /// # use varvel::Sink;
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # builder.begin_map(None)?;
    /// # for key in ["id", "name"] {
    /// #     builder.key(key.into())?;
    /// #     builder.null()?;
    /// # }
    /// # builder.end_map()?;
    /// # let frozen = builder.finish()?;
    /// // {"id": null, "name": null}
    /// assert_eq!(frozen.view().position("name"), Some(1));
    /// assert_eq!(frozen.view().position("age"), None);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn position<'k>(&self, key: impl Into<HashedKey<'k>>) -> Option<usize> {
        let key = key.into();
        match self.as_object() {
            Some(object) => object.position(key),
            None => self.find_pair(key.as_str(), key.hash()).map(|(_, i)| i),
        }
    }

    /// Returns the value of the member at `index` of an object or a map, from zero in document
    /// order. Costs constant time.
    ///
    /// ```
    /// # use varvel::Sink;
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # builder.begin_map(None)?;
    /// # for key in ["id", "name"] {
    /// #     builder.key(key.into())?;
    /// #     builder.i64(key.len() as i64)?;
    /// # }
    /// # builder.end_map()?;
    /// # let frozen = builder.finish()?;
    /// // {"id": 2, "name": 4}
    /// assert_eq!(frozen.view().value_at(1).and_then(|value| value.as_i64()), Some(4));
    /// assert!(frozen.view().value_at(2).is_none());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn value_at(&self, index: usize) -> Option<Self> {
        let (_, values, count) = self.member_sites(false);
        (index < count).then(|| Self {
            raw: self.raw,
            site: values.site(index),
        })
    }
}
