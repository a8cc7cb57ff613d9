//! Leaves out the fields of structs that nobody uses any more.

use alloc::borrow::Cow;

use super::{Object, Schema};

impl Schema {
    /// Returns the schema without the deprecated fields of structs. Their bytes are padding: the
    /// other fields stay where they are, with slots anew from 0 on. Code and readers are made of
    /// this; a deprecated field of a table has no bytes, and stays.
    ///
    /// Only flatcc's schemas have such fields. Without them nothing is copied.
    ///
    /// ```
    /// use varvel::schema::fbs::parse_text;
    /// let schema = parse_text("struct S { a: ubyte; b: int (deprecated); c: ubyte; }")?;
    /// let schema = schema.in_use();
    /// let [a, c] = &schema.objects[0].fields[..] else { unreachable!() };
    /// assert_eq!((a.offset, a.padding), (0, 7));
    /// assert_eq!((c.offset, c.slot), (8, 1));
    /// # Ok::<(), varvel::schema::fbs::Problems>(())
    /// ```
    pub fn in_use(&self) -> Cow<'_, Self> {
        if !self.objects.iter().any(Object::has_unused) {
            return Cow::Borrowed(self);
        }
        let mut schema = self.clone();
        for object in schema.objects.iter_mut().filter(|of| of.has_unused()) {
            let mut end = object.size;
            for field in object.fields.iter_mut().rev() {
                let own = self.field_size(field);
                if !field.deprecated {
                    // The fields of a parsed schema do not overlap.
                    field.padding = end.saturating_sub(field.offset.saturating_add(own));
                    end = field.offset;
                }
            }
            object.fields.retain(|field| !field.deprecated);
            for (slot, field) in (0..).zip(&mut object.fields) {
                field.slot = slot;
            }
        }
        Cow::Owned(schema)
    }
}

impl Object {
    /// Returns whether it is a struct with a field that nobody uses.
    fn has_unused(&self) -> bool {
        self.is_struct() && self.fields.iter().any(|field| field.deprecated)
    }
}
