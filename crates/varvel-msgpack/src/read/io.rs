//! Values one after the other from a [`Read`](std::io::Read), in memory of the size of the largest
//! value; or one value, and no byte more.

use super::stream::Extent;
use crate::marker::MessagePack;
use crate::options::ReadOptions;

varvel_core::value_readers! {
    MessagePack, "value";
    /// ```
    /// use varvel::msgpack::{ReadOptions, ValuesReader, from_slice};
    /// let input: &[u8] = &[0x01, 0x92, 0x02, 0x03]; // or a file, or a socket
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
    /// use varvel::msgpack::{ReadOptions, next_from_reader};
    /// let mut input: &[u8] = &[0x92, 0x01, 0x02, 0x03];
    /// let options = ReadOptions::default();
    /// assert_eq!(next_from_reader::<Vec<u8>>(&mut input, &options)?, Some(vec![1, 2]));
    /// assert_eq!(input, [0x03]);
    /// assert_eq!(next_from_reader::<u8>(&mut input, &options)?, Some(3));
    /// assert_eq!(next_from_reader::<u8>(&mut input, &options)?, None);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    next_from_reader
    |options| Extent::START
}
