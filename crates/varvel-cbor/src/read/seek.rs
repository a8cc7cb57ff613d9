//! Goes to a place of the document by reading up to it.

use varvel_core::{Kind, Result, Source as _};
use varvel_raw::simd::Isa;

use super::Reader;
use super::input::Input;
use super::open::{Next, Open};
use super::pull::Mark;

impl<I: Isa> Reader<'_, I> {
    /// Reads up to a mark from the beginning of the document, because the containers around it were
    /// left.
    #[cold]
    #[inline(never)]
    pub(super) fn find_again(&mut self, mark: Mark) {
        self.open = Open::new();
        let start = super::start(self.bytes, 0, &self.options);
        self.input = Input::new(self.input.isa, self.bytes, start);
        let nodes = self.nodes;
        loop {
            let state = self.open.state;
            let here = (self.input.position(), self.open.frames.len(), state);
            let there = (mark.at, mark.depth, mark.state);
            if here == there || here.0 > there.0 || self.step().is_err() {
                break;
            }
        }
        self.nodes = nodes;
    }

    /// Reads up to the item, or the key, that begins at `at`.
    #[cold]
    #[inline(never)]
    pub(super) fn read_up_to(&mut self, at: usize) {
        while self.input.position() < at
            || self.input.position() == at && !self.open.state.takes_value()
        {
            if self.step().is_err() {
                break;
            }
        }
    }

    /// Takes one step in a document of any kind.
    fn step(&mut self) -> Result {
        self.nodes = 0;
        match (self.open.state, self.peek()) {
            (state, _) if state.is(Next::MoreItems) => self.next_item().map(drop),
            (state, _) if state.is(Next::MoreKeys) => self.next_entry().map(drop),
            (_, Ok(Kind::Array)) => self.begin_array().map(drop),
            (_, Ok(Kind::Object | Kind::Map)) => self.begin_map().map(drop),
            (_, Ok(Kind::Tagged)) => self.read_tag().map(drop),
            _ => self.skip(),
        }
    }
}
