//! The events of documents, each to the column of the next value.

use varvel::format::{Key, Pattern};
use varvel::{Bytes, Error, ErrorKind, Number, Result, Sink, Str, Tag, Timestamp};

use super::column::{Column, Members, Values};
use super::{Columns, MOST_MISSING, Open, ROOT, SKIPPED, USUAL, chunks};

impl Columns {
    /// Goes to the next value: in an array it belongs to the items again.
    #[inline(always)]
    fn after(&mut self) {
        if let Values::List { items, .. } = self.columns[self.current.column].values {
            self.next = items;
        }
    }

    /// Adds a null to a column and to the members of a structure. Returns how many nulls that are.
    fn push_null(&mut self, number: usize) -> Result<usize> {
        let column = &mut self.columns[number];
        if !column.field.is_nullable() && number != ROOT {
            return Err(no_null(column));
        }
        column.push_default();
        column.nulls.append_null();
        let mut count = 1;
        if let Values::Struct(members) = &column.values {
            let mut left = members.columns.clone();
            while let Some(number) = left.pop() {
                count += 1;
                let column = &mut self.columns[number];
                column.push_default();
                column.nulls.append_null();
                if let Values::Struct(members) = &column.values {
                    left.extend_from_slice(&members.columns);
                }
            }
        }
        Ok(count)
    }

    /// Counts nulls for what did not come, beside `came` values.
    fn count_missing(&mut self, nulls: usize, came: usize) -> Result {
        let usual = USUAL.saturating_mul(came);
        self.missing = (self.missing.saturating_add(nulls)).saturating_sub(usual);
        match self.missing > MOST_MISSING {
            true => Err(too_sparse()),
            false => Ok(()),
        }
    }

    /// Goes to the value of the member of this number.
    #[inline(always)]
    fn member(&mut self, number: usize) -> Result {
        let Values::Struct(members) = &self.columns[self.current.column].values else {
            return Err(Error::new(ErrorKind::InvalidEvents));
        };
        self.next = members.columns[number];
        self.current.likely = number + 1;
        self.current.came += 1;
        Ok(())
    }

    /// Returns the member that most likely comes next, if it has not come.
    #[inline(always)]
    fn likely(&self) -> Option<(&Members, usize)> {
        let column = &self.columns[self.current.column];
        let Values::Struct(members) = &column.values else {
            return None;
        };
        let likely = self.current.likely;
        let member = *members.columns.get(likely)?;
        let came = self.columns[member].nulls.len() > column.nulls.len();
        // Inside of a value that is skipped or written as text, no key is known.
        match came || self.open != 0 {
            true => None,
            false => Some((members, likely)),
        }
    }

    /// Fills the members that did not come with nulls.
    #[cold]
    fn fill(&mut self, number: usize) -> Result {
        let rows = self.columns[number].nulls.len();
        let Values::Struct(members) = &self.columns[number].values else {
            return Ok(());
        };
        let missing = |&&member: &&usize| self.columns[member].nulls.len() == rows;
        let missing: Vec<_> = members.columns.iter().filter(missing).copied().collect();
        let mut nulls = 0;
        for member in missing {
            if !self.columns[member].field.is_nullable() {
                let name = self.columns[member].field.name();
                let expected = format!("a member `{name}`");
                return Err(Error::expected(ErrorKind::MissingField, expected));
            }
            nulls += self.push_null(member)?;
        }
        self.count_missing(nulls, self.current.came + 1)
    }

    /// Returns whether a value is being skipped, in which keys come.
    #[inline(always)]
    fn is_skipping(&self) -> bool {
        self.next == SKIPPED && self.open != 0
    }

    /// Gives an event to a value of any kind, if the next value is one: it is written as a whole.
    /// `enters` is 1 if the event begins a container, and -1 if it ends one. Returns
    /// `None` for other values.
    #[inline]
    pub(super) fn whole<'de>(
        &mut self,
        enters: isize,
        write: impl FnOnce(&mut dyn Sink<'de>) -> Result,
    ) -> Option<Result> {
        let written = match &mut self.columns[self.next].values {
            Values::Json(json) => write(json.writer()),
            Values::Variant(variants) => write(&mut variants.encoder),
            _ => return None,
        };
        Some(written.and_then(|()| {
            self.open = self.open.saturating_add_signed(enters);
            match self.open {
                0 => self.columns[self.next].end_value(),
                _ => Ok(()),
            }
        }))
    }

    /// Leaves the innermost container.
    #[inline(always)]
    fn leave(&mut self) -> Result {
        let Some(outer) = self.outer.pop() else {
            return Err(Error::new(ErrorKind::InvalidEvents));
        };
        self.next = self.current.column;
        self.current = outer;
        self.after();
        Ok(())
    }

    /// Ends a map.
    fn end_entries(&mut self, number: usize) -> Result {
        let Values::Map { entries, .. } = self.columns[number].values else {
            return Err(Error::new(ErrorKind::InvalidEvents));
        };
        let end = chunks::offset(self.columns[entries].nulls.len())?;
        let column = &mut self.columns[number];
        if let Values::Map { offsets, .. } = &mut column.values {
            offsets.push(end);
        }
        column.nulls.append_non_null();
        self.leave()
    }

    /// Goes on to the value of a key that the schema has not.
    #[cold]
    fn unknown(&mut self, key: &str) -> Result {
        if self.unknown_skipped {
            self.next = SKIPPED;
            return Ok(());
        }
        let error = Error::expected(ErrorKind::UnknownMember, "a column of the schema");
        Err(error.with_content(format_args!("{key:?}")))
    }

    /// Begins a container where the column has none.
    #[cold]
    fn other_container<'de>(
        &mut self,
        found: &'static str,
        write: impl FnOnce(&mut dyn Sink<'de>) -> Result,
    ) -> Result {
        match self.whole(1, write) {
            Some(result) => result,
            None => Err(self.mismatch(found)),
        }
    }

    /// Ends a container inside of a value of any kind.
    #[cold]
    fn end_whole<'de>(&mut self, write: impl FnOnce(&mut dyn Sink<'de>) -> Result) -> Result {
        self.whole(-1, write).unwrap_or(Ok(()))
    }
}

#[cold]
fn too_sparse() -> Error {
    let expected = "a record whose objects in lists have most of their members";
    Error::expected(ErrorKind::Unrepresentable, expected)
        .with_found("millions of members that are missing")
        .with_hint("choose the columns that are wanted, or give a schema with a map")
}

fn no_null(column: &Column) -> Error {
    let name = column.field.name();
    let expected = format!("a value: the column `{name}` has no nulls");
    Error::expected(ErrorKind::TypeMismatch, expected).with_found("null")
}

impl<'de> Sink<'de> for Columns {
    #[inline]
    fn null(&mut self) -> Result {
        if self.next == SKIPPED {
            return Ok(());
        }
        // A null is null in every column, also where values are text.
        if self.open != 0
            && let Some(result) = self.whole(0, |writer| writer.null())
        {
            return result;
        }
        if self.next == ROOT {
            return Err(self.mismatch("null"));
        }
        match self.push_null(self.next)? {
            1 => Ok(()),
            nulls => self.count_missing(nulls, 1),
        }
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result {
        if self.next == SKIPPED {
            return Ok(());
        }
        let column = &mut self.columns[self.next];
        let Values::Bool(values) = &mut column.values else {
            return self.other("a boolean", |writer| writer.bool(value));
        };
        values.append(value);
        column.nulls.append_non_null();
        Ok(())
    }

    #[inline(always)]
    fn i64(&mut self, value: i64) -> Result {
        if self.next == SKIPPED {
            return Ok(());
        }
        let column = &mut self.columns[self.next];
        match &mut column.values {
            Values::Int { values, min, max } if (*min..=*max).contains(&value) => {
                values.push(value);
                column.nulls.append_non_null();
                Ok(())
            }
            _ => {
                let exact = Number::I64(value).as_f64_exact();
                self.other_integer(value.into(), exact, |writer| writer.i64(value))
            }
        }
    }

    fn u64(&mut self, value: u64) -> Result {
        if self.next == SKIPPED {
            return Ok(());
        }
        let exact = Number::U64(value).as_f64_exact();
        self.other_integer(value.into(), exact, |writer| writer.u64(value))
    }

    #[inline(always)]
    fn f64(&mut self, value: f64) -> Result {
        if self.next == SKIPPED {
            return Ok(());
        }
        let column = &mut self.columns[self.next];
        let Values::F64(values) = &mut column.values else {
            return self.other_f64(value);
        };
        values.push(value);
        column.nulls.append_non_null();
        Ok(())
    }

    fn f32(&mut self, value: f32) -> Result {
        if self.next == SKIPPED {
            return Ok(());
        }
        self.put_f32(value)
    }

    fn big_integer(&mut self, digits: &str) -> Result {
        if self.next == SKIPPED {
            return Ok(());
        }
        self.put_big_integer(digits)
    }

    fn decimal(&mut self, text: &str) -> Result {
        if self.next == SKIPPED {
            return Ok(());
        }
        self.put_decimal(text)
    }

    #[inline(always)]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        if self.next == SKIPPED {
            return Ok(());
        }
        let column = &mut self.columns[self.next];
        let Values::Text(chunks) = &mut column.values else {
            return self.other_str(value);
        };
        let text = value.text();
        chunks.push(text.as_bytes(), text.window())?;
        column.nulls.append_non_null();
        Ok(())
    }

    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        if self.next == SKIPPED {
            return Ok(());
        }
        let column = &mut self.columns[self.next];
        let Values::Bytes(chunks) = &mut column.values else {
            return self.other("bytes", |writer| writer.bytes(value));
        };
        chunks.push(&value, &[])?;
        column.nulls.append_non_null();
        Ok(())
    }

    fn timestamp(&mut self, value: Timestamp) -> Result {
        if self.next == SKIPPED {
            return Ok(());
        }
        self.put_timestamp(value)
    }

    fn tag(&mut self, tag: Tag) -> Result {
        if self.next == SKIPPED {
            return Ok(());
        }
        match self.whole(0, |writer| writer.tag(tag)) {
            Some(result) => result,
            None => Err(self.mismatch("a tag")),
        }
    }

    #[inline(always)]
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        if self.next == SKIPPED {
            self.open += 1;
            return Ok(());
        }
        let Values::List { items, .. } = self.columns[self.next].values else {
            return self.other_container("an array", |writer| writer.begin_array(len));
        };
        self.outer.push(self.current);
        self.current = Open::of(self.next);
        self.next = items;
        Ok(())
    }

    #[inline(always)]
    fn end_array(&mut self) -> Result {
        if self.open != 0 {
            if self.next == SKIPPED {
                self.open -= 1;
                return Ok(());
            }
            return self.end_whole(|writer| writer.end_array());
        }
        let number = self.current.column;
        let Values::List { items, .. } = self.columns[number].values else {
            return Err(Error::new(ErrorKind::InvalidEvents));
        };
        let end = chunks::offset(self.columns[items].nulls.len())?;
        let column = &mut self.columns[number];
        if let Values::List { offsets, .. } = &mut column.values {
            offsets.push(end);
        }
        column.nulls.append_non_null();
        self.leave()
    }

    #[inline(always)]
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        if self.next == SKIPPED {
            self.open += 1;
            return Ok(());
        }
        if !matches!(
            self.columns[self.next].values,
            Values::Struct(_) | Values::Map { .. }
        ) {
            return self.other_container("an object", |writer| writer.begin_map(len));
        }
        self.outer.push(self.current);
        self.current = Open::of(self.next);
        Ok(())
    }

    #[inline(always)]
    fn end_map(&mut self) -> Result {
        if self.open != 0 {
            if self.next == SKIPPED {
                self.open -= 1;
                return Ok(());
            }
            return self.end_whole(|writer| writer.end_map());
        }
        let number = self.current.column;
        let Values::Struct(members) = &self.columns[number].values else {
            return self.end_entries(number);
        };
        if self.current.came != members.columns.len() {
            self.fill(number)?;
        }
        self.columns[number].nulls.append_non_null();
        self.leave()
    }

    #[inline]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        if self.is_skipping() {
            return Ok(());
        }
        if self.open != 0 {
            let result = self.whole(0, |writer| writer.key(key));
            return result.unwrap_or(Ok(()));
        }
        let column = &self.columns[self.current.column];
        let members = match &column.values {
            Values::Struct(members) => members,
            &Values::Map {
                entries,
                keys,
                values,
                ..
            } => {
                self.columns[entries].nulls.append_non_null();
                self.next = keys;
                self.str(key)?;
                self.next = values;
                return Ok(());
            }
            _ => return Err(Error::new(ErrorKind::InvalidEvents)),
        };
        let Some(number) = members.find(&key) else {
            return self.unknown(&key);
        };
        if self.columns[members.columns[number]].nulls.len() > column.nulls.len() {
            return Err(Error::duplicate_key(&key));
        }
        self.member(number)
    }

    fn any_key(&mut self) -> Result {
        if self.is_skipping() {
            return Ok(());
        }
        match self.open != 0 {
            true => self.whole(0, |writer| writer.any_key()).unwrap_or(Ok(())),
            false => Err(self.mismatch("a key that is no string")),
        }
    }

    #[inline(always)]
    fn wants_decimal(&self) -> bool {
        match &self.columns[self.next].values {
            // An array of numbers asks before it begins.
            &Values::List { items, .. } => self.columns[items].values.want_decimal(),
            values => values.want_decimal(),
        }
    }

    /// Every column says itself what it does not hold.
    #[inline(always)]
    fn takes_beyond_floats(&self) -> bool {
        true
    }

    #[inline(always)]
    fn expect_key(&self) -> Option<&Key> {
        let (members, likely) = self.likely()?;
        members.keys.get(likely)
    }

    #[inline(always)]
    fn expected_key(&mut self) -> Result {
        self.member(self.current.likely)
    }

    #[inline(always)]
    fn expect_member(&self) -> Option<&Pattern> {
        let (members, likely) = self.likely()?;
        members.patterns.get(likely)
    }

    #[inline(always)]
    fn learn_member(&mut self, text: &[u8]) {
        let Some(number) = self.current.likely.checked_sub(1) else {
            return;
        };
        if let Values::Struct(members) = &mut self.columns[self.current.column].values {
            let first = text.first() != Some(&b',');
            members.patterns[number].learn(text, &members.keys[number], first);
        }
    }
}
