//! [`Discard`]: a sink that keeps nothing.

use crate::error::Result;
use crate::node::{Tag, Timestamp};
use crate::sink::Sink;
use crate::string::{Bytes, Str};

/// A sink that takes every event and keeps nothing. It serves to check or skip a document.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discard;

impl<'de> Sink<'de> for Discard {
    #[inline(always)]
    fn null(&mut self) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn bool(&mut self, _: bool) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn i64(&mut self, _: i64) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn u64(&mut self, _: u64) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn f64(&mut self, _: f64) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn f32(&mut self, _: f32) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn big_integer(&mut self, _: &str) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn decimal(&mut self, _: &str) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn str(&mut self, _: Str<'de, '_>) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn bytes(&mut self, _: Bytes<'de, '_>) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn timestamp(&mut self, _: Timestamp) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn tag(&mut self, _: Tag) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn end_array(&mut self) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn key(&mut self, _: Str<'de, '_>) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn any_key(&mut self) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn end_map(&mut self) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn i64s(&mut self, _: &[i64]) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn f64s(&mut self, _: &[f64]) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn i64_array(&mut self, _: &[i64]) -> Result {
        Ok(())
    }
    #[inline(always)]
    fn f64_array(&mut self, _: &[f64]) -> Result {
        Ok(())
    }
}
