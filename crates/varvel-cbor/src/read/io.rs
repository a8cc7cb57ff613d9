//! Data items one after the other from a [`Read`](std::io::Read), in memory of the size of the
//! largest item; or one item, and no byte more.

use super::stream::Extent;
use crate::marker::Cbor;
use crate::options::ReadOptions;

varvel_core::value_readers! {
    Cbor, "data item";
    /// ```
    /// use varvel::cbor::{ReadOptions, ValuesReader, from_slice};
    /// let input: &[u8] = &[0x01, 0x82, 0x02, 0x03]; // or a file, or a socket
    /// let mut values = ValuesReader::new(input, &ReadOptions::default());
    /// let mut sum = 0;
    /// while let Some(value) = values.next()? {
    ///     sum += from_slice::<u8>(value).or_else(|_| from_slice::<[u8; 2]>(value).map(|[a, b]| a + b))?;
    /// }
    /// assert_eq!(sum, 6);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ValuesReader
    /// ```
    /// use varvel::cbor::{ReadOptions, next_from_reader};
    /// let mut input: &[u8] = &[0x82, 0x01, 0x02, 0x03];
    /// let options = ReadOptions::default();
    /// assert_eq!(next_from_reader::<Vec<u8>>(&mut input, &options)?, Some(vec![1, 2]));
    /// assert_eq!(input, [0x03]);
    /// assert_eq!(next_from_reader::<u8>(&mut input, &options)?, Some(3));
    /// assert_eq!(next_from_reader::<u8>(&mut input, &options)?, None);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    next_from_reader
    |options| Extent::new(options.limits.depth)
}
