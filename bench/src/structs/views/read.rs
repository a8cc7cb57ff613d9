//! Reads all fields, in the same way for structs, views and archives.

use rkyv::option::ArchivedOption;
use rkyv::rend;
use rkyv::string::ArchivedString;
use rkyv::tuple::{ArchivedTuple2, ArchivedTuple3};
use rkyv::vec::ArchivedVec;
use varvel::{List, ReadInPlace};

use crate::checksum::Checksum;

/// A receiver of the values that are read.
pub trait Tally {
    fn integer(&mut self, value: u64);
    fn float(&mut self, value: f64);
    fn text(&mut self, text: &str);
    fn none(&mut self);
}

impl Tally for Checksum {
    fn integer(&mut self, value: u64) {
        Self::integer(self, value);
    }
    fn float(&mut self, value: f64) {
        self.number(value);
    }
    fn text(&mut self, text: &str) {
        self.string(text);
    }
    fn none(&mut self) {
        self.null();
    }
}

/// One sum, for timing: of all numbers, and of all bytes of all texts, eight at a time.
#[derive(Default)]
pub struct Fast(pub u64);

impl Tally for Fast {
    #[inline(always)]
    fn integer(&mut self, value: u64) {
        self.0 = self.0.wrapping_add(value);
    }
    #[inline(always)]
    fn float(&mut self, value: f64) {
        self.integer(value.to_bits());
    }
    #[inline(always)]
    fn text(&mut self, text: &str) {
        let (words, rest) = text.as_bytes().as_chunks::<8>();
        for word in words {
            self.integer(u64::from_le_bytes(*word));
        }
        for byte in rest {
            self.integer((*byte).into());
        }
    }
    #[inline(always)]
    fn none(&mut self) {
        self.integer(1);
    }
}

/// A type whose fields can all be read.
pub trait Read {
    fn read(&self, to: &mut impl Tally);
}

impl<T: Read + ?Sized> Read for &T {
    #[inline(always)]
    fn read(&self, to: &mut impl Tally) {
        (**self).read(to);
    }
}

macro_rules! read {
    ($($t:ty: |$value:ident, $to:ident| $read:expr;)*) => {$(
        impl Read for $t {
            #[inline(always)]
            fn read(&self, $to: &mut impl Tally) {
                let $value = self;
                $read
            }
        }
    )*};
}

read! {
    bool: |value, to| to.integer((*value).into());
    u8: |value, to| to.integer((*value).into());
    u16: |value, to| to.integer((*value).into());
    u32: |value, to| to.integer((*value).into());
    u64: |value, to| to.integer(*value);
    i8: |value, to| to.integer(*value as u64);
    i32: |value, to| to.integer(*value as u64);
    i64: |value, to| to.integer(*value as u64);
    f32: |value, to| to.float((*value).into());
    f64: |value, to| to.float(*value);
    str: |value, to| to.text(value);
    String: |value, to| to.text(value);
    ArchivedString: |value, to| to.text(value);
    rend::u16_le: |value, to| value.to_native().read(to);
    rend::u32_le: |value, to| value.to_native().read(to);
    rend::u64_le: |value, to| value.to_native().read(to);
    rend::i32_le: |value, to| value.to_native().read(to);
    rend::i64_le: |value, to| value.to_native().read(to);
    rend::f32_le: |value, to| value.to_native().read(to);
    rend::f64_le: |value, to| value.to_native().read(to);
}

impl<T: Read> Read for Option<T> {
    #[inline(always)]
    fn read(&self, to: &mut impl Tally) {
        match self {
            Some(value) => value.read(to),
            None => to.none(),
        }
    }
}

impl<T: Read> Read for ArchivedOption<T> {
    #[inline(always)]
    fn read(&self, to: &mut impl Tally) {
        self.as_ref().read(to);
    }
}

impl<T: Read> Read for Vec<T> {
    #[inline(always)]
    fn read(&self, to: &mut impl Tally) {
        self.iter().for_each(|item| item.read(to));
    }
}

impl<T: Read> Read for ArchivedVec<T> {
    #[inline(always)]
    fn read(&self, to: &mut impl Tally) {
        self.iter().for_each(|item| item.read(to));
    }
}

impl<'a, T: ReadInPlace<View<'a>: Read>> Read for List<'a, T> {
    #[inline(always)]
    fn read(&self, to: &mut impl Tally) {
        self.iter().for_each(|item| item.read(to));
    }
}

impl<T: Read, const N: usize> Read for [T; N] {
    #[inline(always)]
    fn read(&self, to: &mut impl Tally) {
        self.iter().for_each(|item| item.read(to));
    }
}

macro_rules! tuples {
    ($($t:ident<$($p:ident $i:tt),*>)*) => {$(
        impl<$($p: Read),*> Read for $t<$($p),*> {
            #[inline(always)]
            fn read(&self, to: &mut impl Tally) {
                $(self.$i.read(to);)*
            }
        }
    )*};
}

tuples!(ArchivedTuple2<A 0, B 1> ArchivedTuple3<A 0, B 1, C 2>);

impl<A: Read, B: Read> Read for (A, B) {
    #[inline(always)]
    fn read(&self, to: &mut impl Tally) {
        self.0.read(to);
        self.1.read(to);
    }
}

impl<A: Read, B: Read, C: Read> Read for (A, B, C) {
    #[inline(always)]
    fn read(&self, to: &mut impl Tally) {
        self.0.read(to);
        self.1.read(to);
        self.2.read(to);
    }
}
