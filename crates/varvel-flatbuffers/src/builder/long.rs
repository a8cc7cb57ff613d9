//! Vectors with lengths of 64 bits: `vector64`.

use core::marker::PhantomData;

use varvel_core::Result;

use super::{Builder, Offset, TableBuilder};
use crate::Primitive;
use crate::encode::EncodeStruct;
use crate::layout::Width;
use crate::read::{Kind, Scalars, Structs, assert_element};
use crate::schema::{At, Object};

/// The type of an [`Offset`] to a vector with a length of 64 bits. The buffer as a whole still ends
/// at 2 GiB.
///
/// ```
/// use varvel_flatbuffers::Builder;
/// use varvel_flatbuffers::builder::{Long, Offset};
/// use varvel_flatbuffers::read::Scalars;
/// let mut builder = Builder::new();
/// let bytes: Offset<Long<Scalars<u8>>> = builder.long_scalars(&[1_u8, 2, 3])?;
/// # let _ = bytes;
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Long<K>(PhantomData<fn(K) -> K>);

impl Builder {
    /// Builds a vector of scalars for a `vector64` field.
    ///
    /// # Errors
    /// Returns the errors of [`Builder::string`].
    pub fn long_scalars<V: Primitive>(&mut self, values: &[V]) -> Result<Offset<Long<Scalars<V>>>> {
        self.begin();
        self.scalar_elements(values, 8)?;
        self.put(values.len() as u64)?;
        Ok(self.here())
    }

    /// Builds a vector of structs for a `vector64` field.
    ///
    /// # Errors
    /// Returns the errors of [`Builder::string`].
    pub fn long_structs<S: EncodeStruct>(
        &mut self,
        values: &[S],
    ) -> Result<Offset<Long<Structs<S::Struct>>>> {
        self.begin();
        self.struct_elements(values, 8)?;
        self.put(values.len() as u64)?;
        Ok(self.here())
    }
}

impl<T: Object> TableBuilder<'_, T> {
    /// Sets a field to a vector with a length of 64 bits.
    ///
    /// # Errors
    /// Returns the errors of [`TableBuilder::string`].
    pub fn long_vector<K: Kind<T::Schema>, const I: usize>(
        &mut self,
        vector: Offset<Long<K>>,
    ) -> Result<&mut Self> {
        const {
            assert_element::<T, K, I>();
            assert!(
                matches!(At::<T, I>::FIELD.width, Width::Vector),
                "this field is no vector with a length of 64 bits"
            );
        };
        self.point_far(I, vector)?;
        Ok(self)
    }
}
