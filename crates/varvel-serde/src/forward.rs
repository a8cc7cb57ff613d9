//! A macro for deserializers that forward their methods to another deserializer.

/// Implements the methods of a [`Deserializer`](serde_core::Deserializer) by those of another one,
/// except `is_human_readable`. A method behind `then` gets the result of each call.
///
/// `Visitor` must be in scope.
#[doc(hidden)]
#[macro_export]
macro_rules! forward_deserializer {
    ($this:ident => $inner:expr $(, then $after:ident)?) => {
        $crate::forward_deserializer! {
            @methods ($this, $inner $(, $after)?)
            deserialize_any() deserialize_bool()
            deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_i128()
            deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
            deserialize_f32() deserialize_f64() deserialize_char() deserialize_str() deserialize_string()
            deserialize_bytes() deserialize_byte_buf() deserialize_option() deserialize_unit()
            deserialize_unit_struct(name: &'static str)
            deserialize_newtype_struct(name: &'static str)
            deserialize_seq() deserialize_tuple(len: usize)
            deserialize_tuple_struct(name: &'static str, len: usize)
            deserialize_map() deserialize_struct(name: &'static str, fields: &'static [&'static str])
            deserialize_enum(name: &'static str, variants: &'static [&'static str])
            deserialize_identifier() deserialize_ignored_any()
        }
    };
    (@methods $how:tt $($method:ident($($name:ident: $t:ty),*))*) => {
        $($crate::forward_deserializer! { @method $how $method($($name: $t),*) })*
    };
    (@method ($this:ident, $inner:expr) $method:ident($($name:ident: $t:ty),*)) => {
        #[inline]
        fn $method<V: Visitor<'de>>($this, $($name: $t,)* visitor: V) -> ::core::result::Result<V::Value, Self::Error> {
            $inner.$method($($name,)* visitor)
        }
    };
    (@method ($this:ident, $inner:expr, $after:ident) $method:ident($($name:ident: $t:ty),*)) => {
        #[inline]
        fn $method<V: Visitor<'de>>($this, $($name: $t,)* visitor: V) -> ::core::result::Result<V::Value, Self::Error> {
            let result = $inner.$method($($name,)* visitor);
            $this.$after(result)
        }
    };
}
