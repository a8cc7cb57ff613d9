//! Implements [`Sink`] for references to sinks, also for `&mut dyn Sink`.

use crate::error::Result;
use crate::node::{Tag, Timestamp};
use crate::profile::Profile;
use crate::sink::Sink;
use crate::string::{Bytes, Str};
use varvel_raw::key::{Key, Pattern};

impl<'de, S: Sink<'de> + ?Sized> Sink<'de> for &mut S {
    #[inline(always)]
    fn null(&mut self) -> Result {
        (**self).null()
    }
    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result {
        (**self).bool(value)
    }
    #[inline(always)]
    fn i64(&mut self, value: i64) -> Result {
        (**self).i64(value)
    }
    #[inline(always)]
    fn u64(&mut self, value: u64) -> Result {
        (**self).u64(value)
    }
    #[inline(always)]
    fn f64(&mut self, value: f64) -> Result {
        (**self).f64(value)
    }
    #[inline(always)]
    fn f32(&mut self, value: f32) -> Result {
        (**self).f32(value)
    }
    #[inline(always)]
    fn big_integer(&mut self, digits: &str) -> Result {
        (**self).big_integer(digits)
    }
    #[inline(always)]
    fn decimal(&mut self, text: &str) -> Result {
        (**self).decimal(text)
    }
    #[inline(always)]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        (**self).str(value)
    }
    #[inline(always)]
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        (**self).bytes(value)
    }
    #[inline(always)]
    fn timestamp(&mut self, value: Timestamp) -> Result {
        (**self).timestamp(value)
    }
    #[inline(always)]
    fn tag(&mut self, tag: Tag) -> Result {
        (**self).tag(tag)
    }
    #[inline(always)]
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        (**self).begin_array(len)
    }
    #[inline(always)]
    fn end_array(&mut self) -> Result {
        (**self).end_array()
    }
    #[inline(always)]
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        (**self).begin_map(len)
    }
    #[inline(always)]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        (**self).key(key)
    }
    #[inline(always)]
    fn any_key(&mut self) -> Result {
        (**self).any_key()
    }
    #[inline(always)]
    fn end_map(&mut self) -> Result {
        (**self).end_map()
    }
    #[inline(always)]
    fn expected_key(&mut self) -> Result {
        (**self).expected_key()
    }
    #[inline(always)]
    fn i64s(&mut self, values: &[i64]) -> Result {
        (**self).i64s(values)
    }
    #[inline(always)]
    fn f64s(&mut self, values: &[f64]) -> Result {
        (**self).f64s(values)
    }
    #[inline(always)]
    fn empty_array(&mut self) -> Result {
        (**self).empty_array()
    }
    #[inline(always)]
    fn i64_array(&mut self, values: &[i64]) -> Result {
        (**self).i64_array(values)
    }
    #[inline(always)]
    fn f64_array(&mut self, values: &[f64]) -> Result {
        (**self).f64_array(values)
    }
    #[inline(always)]
    fn expect_key(&self) -> Option<&Key> {
        (**self).expect_key()
    }
    #[inline(always)]
    fn expect_member(&self) -> Option<&Pattern> {
        (**self).expect_member()
    }
    #[inline(always)]
    fn learn_member(&mut self, text: &[u8]) {
        (**self).learn_member(text);
    }
    #[inline(always)]
    fn raw(&mut self, format: &str, bytes: &[u8]) -> Result<bool> {
        (**self).raw(format, bytes)
    }
    #[inline(always)]
    fn variant(&mut self, name: &str) -> Result<bool> {
        (**self).variant(name)
    }
    #[inline(always)]
    fn nest(&mut self) -> Result {
        (**self).nest()
    }
    #[inline(always)]
    fn wants_decimal(&self) -> bool {
        (**self).wants_decimal()
    }
    #[inline(always)]
    fn takes_beyond_floats(&self) -> bool {
        (**self).takes_beyond_floats()
    }
    #[inline(always)]
    fn profile(&self) -> Profile {
        (**self).profile()
    }
}
