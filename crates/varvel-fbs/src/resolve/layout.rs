//! The layout of structs: each field is at the next multiple of its alignment, and the size is a
//! multiple of the greatest alignment.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::Resolver;
use super::meanings::{alignment, alignments};
use crate::diagnostic::{Problem, ProblemKind};
use crate::schema::{Element, Object};

/// The largest size of a buffer, and so of everything in it.
const LARGEST: u64 = i32::MAX as u64;

/// The progress of a struct's layout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// The structs in it are being laid out.
    Open,
    Done,
}

impl Resolver<'_> {
    /// Lays out all structs; a struct in another comes first.
    pub(super) fn lay_out_structs(&mut self) {
        let mut states = vec![State::New; self.schema.objects.len()];
        let mut stack = Vec::new();
        for start in 0..self.schema.objects.len() {
            if !self.schema.objects[start].is_struct() {
                continue;
            }
            // A struct, and the number of its next field.
            stack.push((start, 0));
            while let Some((at, next)) = stack.last_mut() {
                let (at, field) = (*at, *next);
                *next += 1;
                if field == 0 && states[at] == State::Done {
                    stack.pop();
                    continue;
                }
                states[at] = State::Open;
                let Some(field) = self.schema.objects[at].fields.get(field) else {
                    states[at] = State::Done;
                    stack.pop();
                    self.lay_out(at);
                    continue;
                };
                let Element::Object(inner) = field.ty.element() else {
                    continue;
                };
                let inner = inner.0 as usize;
                match states[inner] {
                    State::New => stack.push((inner, 0)),
                    State::Done => {}
                    State::Open => {
                        let name = &self.schema.objects[inner].name;
                        let message = format!("the struct `{name}` is inside of itself here");
                        let problem = Problem::new(ProblemKind::Recursive, field.place, message);
                        self.found.push(problem.hint("tables can hold themselves"));
                    }
                }
            }
        }
    }

    fn lay_out(&mut self, at: usize) {
        let object = &self.schema.objects[at];
        let mut placed = Vec::with_capacity(object.fields.len());
        let (mut end, mut greatest) = (0_u64, 1);
        for field in &object.fields {
            let align = self.schema.field_align(field).max(1);
            greatest = greatest.max(align);
            end = end.next_multiple_of(align.into());
            placed.push(end);
            end = end.saturating_add(self.schema.field_size(field).into());
        }
        let asked = object.attributes.get("force_align");
        let forced = asked.and_then(|asked| alignment(asked.value.as_str(), greatest));
        if asked.is_some() && forced.is_none() {
            let message = "this is no alignment for the struct";
            let problem = Problem::new(ProblemKind::Attribute, object.place, message);
            self.found.push(problem.hint(alignments(greatest)));
        }
        let align = forced.unwrap_or(greatest);
        let size = end.next_multiple_of(align.into());
        let Some(size) = u32::try_from(size).ok().filter(|_| size <= LARGEST) else {
            let message = format!("`{}` would be larger than a buffer can be", object.name);
            self.found
                .push(Problem::new(ProblemKind::TooLarge, object.place, message));
            return;
        };
        let sizes: Vec<u32> = object
            .fields
            .iter()
            .map(|field| self.schema.field_size(field))
            .collect();
        set(&mut self.schema.objects[at], &placed, &sizes, size, align);
    }
}

/// Stores the offset of each field, and the padding after it.
fn set(object: &mut Object, placed: &[u64], sizes: &[u32], size: u32, align: u32) {
    (object.size, object.align) = (size, align);
    // All offsets are less than `size`.
    let narrow = |offset: u64| u32::try_from(offset).unwrap_or(size);
    let ends = placed
        .iter()
        .skip(1)
        .map(|next| narrow(*next))
        .chain([size]);
    for (((field, &offset), &len), end) in object.fields.iter_mut().zip(placed).zip(sizes).zip(ends)
    {
        field.offset = narrow(offset);
        field.padding = end.saturating_sub(field.offset.saturating_add(len));
    }
}
