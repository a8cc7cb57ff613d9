//! Depth: beyond the limit a document is refused at once, and up to any limit reading takes no
//! stack.

use conformance::alloc::counted;
use varvel_core::{Discard, Duplicates, Encode as _, ErrorKind, Limits};
use varvel_frozen::{Builder, Frozen, View};
use varvel_json::{ReadOptions, drive, to_vec};

use crate::memory::{bound, freeze};

/// Runs `work` on a stack that is too small for recursion by depth.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread.spawn(work).unwrap().join().unwrap();
}

const DEEP: usize = 1_000_000;

fn deep(open: &str, inner: &str, close: &str) -> String {
    [open.repeat(DEEP), inner.to_owned(), close.repeat(DEEP)].concat()
}

#[test]
fn depth_beyond_the_limit_is_refused() {
    on_a_small_stack(|| {
        for (open, close) in [
            ("[", "]"),
            ("{\"a\":", "}"),
            ("[{\"a\":", "}]"),
            ("[1,", "]"),
        ] {
            for input in [deep(open, "1", close), open.repeat(DEEP)] {
                let (error, peak, _) = counted(|| {
                    freeze(input.as_bytes(), Duplicates::Error, Limits::DEFAULT).unwrap_err()
                });
                assert_eq!(error.kind(), ErrorKind::DepthLimit, "{open}");
                // An error asks whether there are 16 KiB for its path.
                assert!(peak < 80 << 10, "{open}: {peak} bytes");
                let error = drive(input.as_bytes(), &ReadOptions::default(), &mut Discard);
                assert_eq!(error.unwrap_err().kind(), ErrorKind::DepthLimit, "{open}");
            }
        }
    });
}

/// Returns the innermost view, and its depth.
fn innermost(mut view: View<'_>) -> (View<'_>, usize) {
    let mut depth = 0;
    while let Some(inner) = view.items().next_back().or_else(|| view.values().next()) {
        view = inner;
        depth += 1;
    }
    (view, depth)
}

#[test]
fn any_depth_that_the_limits_allow_fits_a_small_stack() {
    on_a_small_stack(|| {
        let limits = Limits {
            depth: 3 * DEEP,
            ..Limits::DEFAULT
        };
        for (open, close) in [
            ("[", "]"),
            ("{\"a\":", "}"),
            ("[{\"a\":", "}]"),
            ("[1,", "]"),
        ] {
            let input = deep(open, "[]", close);
            let (frozen, peak, _) =
                counted(|| freeze(input.as_bytes(), Duplicates::Error, limits).unwrap());
            // A caller who allows depth pays for the state of the builder and the reader for each
            // open container.
            assert!(
                peak <= bound(&input) + 96 * DEEP * open.matches(['[', '{']).count(),
                "{open}: {peak} bytes for {}",
                input.len()
            );
            let view = frozen.view();
            let (inner, depth) = innermost(view);
            assert!(inner.is_array() && depth >= DEEP, "{open}: {depth}");

            assert_eq!(to_vec(&view).unwrap(), input.as_bytes(), "{open}");
            let mut copy = Builder::with(Duplicates::Error, limits);
            copy.start().unwrap();
            view.encode(&mut copy, &()).unwrap();
            let copy = copy.finish().unwrap();
            assert!(copy.view() == view, "{open}");

            let refused = Frozen::validate(frozen.as_bytes()).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::DepthLimit, "{open}");
            let again = Frozen::from_bytes_with(frozen.clone().into_bytes(), &limits).unwrap();
            assert!(again == frozen, "{open}");
        }
    });
}
