//! Folds documents in as events.

use varvel_core::{
    Bytes, Error, ErrorKind, Key, Limits, Number, Profile, Result, Sink, Str, Tag, Timestamp,
};

use super::merge::Merging;
use super::seen::{Kinds, NOWHERE};
use super::{BEYOND, Container, Inference, Open};

impl<'de> Sink<'de> for Inference {
    fn nest(&mut self) -> Result {
        let most = Limits::DEFAULT.depth;
        match self.outer.len() < most {
            true => Ok(()),
            false => Err(Error::type_too_deep(most)),
        }
    }
    fn null(&mut self) -> Result {
        self.scalar(Kinds::NULL)
    }
    fn bool(&mut self, _: bool) -> Result {
        self.scalar(Kinds::BOOL)
    }
    fn i64(&mut self, value: i64) -> Result {
        self.scalar(Kinds::of_i64(value))
    }
    fn u64(&mut self, value: u64) -> Result {
        match i64::try_from(value) {
            Ok(value) => self.i64(value),
            Err(_) => {
                let mut kinds = Kinds::INTEGER;
                kinds.add(Kinds::WIDE);
                kinds.add(Kinds::unless_float(Number::U64(value)));
                self.scalar(kinds)
            }
        }
    }
    fn f64(&mut self, _: f64) -> Result {
        self.scalar(Kinds::FLOAT)
    }
    fn f32(&mut self, _: f32) -> Result {
        self.scalar(Kinds::FLOAT)
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.scalar(Kinds::of_big(digits))
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.scalar(Kinds::of_decimal(text, self.options.exact_decimals))
    }
    fn str(&mut self, _: Str<'de, '_>) -> Result {
        self.scalar(Kinds::STRING)
    }
    fn bytes(&mut self, _: Bytes<'de, '_>) -> Result {
        self.scalar(Kinds::BYTES)
    }
    fn timestamp(&mut self, time: Timestamp) -> Result {
        self.scalar(Kinds::of_timestamp(time))
    }
    /// Treats a node with a tag as anything, since the model has no tags. The kinds of the tagged
    /// node do not matter.
    fn tag(&mut self, _: Tag) -> Result {
        let number = self.number;
        self.node().see(Kinds::ANYTHING, number)
    }

    fn begin_array(&mut self, _: Option<usize>) -> Result {
        let (place, number) = (self.next, self.number);
        self.enter(Open::new(place, Container::Array))?;
        let seen = &mut self.seen[place as usize];
        seen.see(Kinds::ARRAY, number)?;
        if seen.items == NOWHERE && place != BEYOND {
            let items = self.place()?;
            self.seen[place as usize].items = items;
        }
        self.next = self.items();
        Ok(())
    }
    fn end_array(&mut self) -> Result {
        self.end()
    }

    fn begin_map(&mut self, _: Option<usize>) -> Result {
        let place = self.next;
        self.objects += 1;
        let seen = &mut self.seen[place as usize];
        seen.objects += 1;
        seen.see(Kinds::OBJECT, self.number)?;
        let likely = seen.leader;
        self.enter(Open {
            object: self.objects,
            likely,
            ..Open::new(place, Container::Object)
        })
    }
    #[inline]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        if self.likely().is_some_and(|likely| *likely.name == *key) {
            return self.expected_key();
        }
        self.next = self.other_member(&key)?;
        Ok(())
    }
    #[inline]
    fn expect_key(&self) -> Option<&Key> {
        Some(&self.likely()?.key)
    }
    #[inline]
    fn expected_key(&mut self) -> Result {
        let Open {
            place,
            likely,
            object,
            ..
        } = self.current;
        let counted = self.seen[place as usize].count(likely, object);
        let counted = counted.ok_or_else(|| Error::new(ErrorKind::InvalidEvents))?;
        self.next = self.go(likely, counted);
        Ok(())
    }
    fn any_key(&mut self) -> Result {
        let place = self.current.place;
        if self.current.kind != Container::Object {
            return Err(Error::new(ErrorKind::InvalidEvents));
        }
        let seen = &self.seen[place as usize];
        if place != BEYOND && seen.keys == NOWHERE {
            let collapsed = seen.rest != NOWHERE;
            let keys = self.place()?;
            self.seen[place as usize].keys = keys;
            if !collapsed {
                Merging::collapse(self, place, true)?;
            }
        }
        self.enter(Open::new(place, Container::Key))?;
        self.next = match self.seen[place as usize].keys {
            NOWHERE => BEYOND,
            keys => keys,
        };
        Ok(())
    }
    fn end_map(&mut self) -> Result {
        self.end()
    }

    fn profile(&self) -> Profile {
        Profile::TREE
    }
    #[inline]
    fn wants_decimal(&self) -> bool {
        self.options.exact_decimals
    }
    fn takes_beyond_floats(&self) -> bool {
        true
    }
    fn i64s(&mut self, values: &[i64]) -> Result {
        let mut kinds = Kinds::default();
        for &value in values {
            kinds.add(Kinds::of_i64(value));
        }
        self.scalar(kinds)
    }
    fn f64s(&mut self, values: &[f64]) -> Result {
        match values {
            [] => Ok(()),
            _ => self.scalar(Kinds::FLOAT),
        }
    }
}
