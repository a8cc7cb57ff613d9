//! No method of a view allocates, except for errors.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use varvel_core::Sink;
use varvel_core::string::Bytes;
use varvel_core::{Result, Tag};
use varvel_frozen::{Builder, View};

struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's contract.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's contract.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Calls every accessor; the sum keeps the calls from being optimised away.
fn ask(view: View<'_>) -> usize {
    let mut sum = view.buffer().len() + view.len() + usize::from(view.is_empty());
    sum += usize::from(view.is_null() | view.is_array() | view.is_object());
    sum += usize::from(view.bool_or(true)) + view.i64_or(0) as usize + view.u64_or(0) as usize;
    sum += usize::from(view.f64_or(0.0) > 0.0) + view.str_or("").len() + view.bytes_or(b"").len();
    sum += usize::from(view.as_number().is_some()) + view.as_number_text().map_or(0, str::len);
    sum += usize::from(view.as_timestamp().is_some());
    sum += view.as_f64_slice().map_or(0, <[f64]>::len) + view.as_i8_slice().map_or(0, <[i8]>::len);
    sum += view.get("key").is_some() as usize + view.at(1).is_some() as usize;
    for path in [
        "[0]",
        "/0",
        r#"["map"]"#,
        "$.numbers[2][0]",
        r#"["\u006bey"][0]"#,
    ] {
        sum += usize::from(view.get_path(path).is_some());
    }
    sum += usize::from(view.pointer("/numbers/1/2").is_some());
    sum += view.keys().map(str::len).sum::<usize>() + view.entries().rev().count();
    sum += view.items().map(ask).sum::<usize>() + view.values().map(ask).sum::<usize>();
    sum += view.pairs().map(|(key, _)| ask(key)).sum::<usize>();
    sum + view.tag().map_or(0, |(_, inner)| ask(inner))
}

#[test]
fn views_do_not_allocate() -> Result {
    let mut b = Builder::new();
    b.start()?;
    b.begin_map(None)?;
    b.key("key".into())?;
    b.begin_array(None)?;
    b.str("a string that is long enough".into())?;
    b.bytes(Bytes::Input(b"bytes"))?;
    b.big_integer("123456789012345678901234567890")?;
    b.decimal("1.0")?;
    b.tag(Tag::Number(1))?;
    b.null()?;
    b.end_array()?;
    b.key("numbers".into())?;
    b.begin_array(None)?;
    for _ in 0..3 {
        b.begin_array(None)?;
        b.f64s(&[0.5, 1.5, 2.5])?;
        b.end_array()?;
    }
    b.end_array()?;
    b.key("map".into())?;
    b.begin_map(None)?;
    b.any_key()?;
    b.i64(1)?;
    b.begin_map(None)?;
    b.end_map()?;
    b.end_map()?;
    b.end_map()?;
    let frozen = b.finish()?;
    let long = format!("/~1{}", "long".repeat(100));

    let before = COUNT.with(Cell::get);
    let mut sum = ask(frozen.view());
    sum += frozen.view().path(r#"$["\u006bey"][4]"#)?.len();
    sum += usize::from(frozen.view().pointer(&long).is_some());
    let after = COUNT.with(Cell::get);
    assert!(sum > 0);
    assert_eq!(after - before, 0);
    Ok(())
}
