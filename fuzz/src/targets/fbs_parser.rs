//! Any text as a FlatBuffers schema: refused with problems that can be printed, or a schema that
//! reads the same after printing, except for its order, and that may follow itself.

use varvel_fbs::{MemoryFiles, compatible, parse};

/// Tries one input.
pub fn run(input: &[u8]) {
    crate::decoded(input, |texts: (&str, &str)| {
    let files = MemoryFiles::default()
        .with("a.fbs", texts.0)
        .with("b.fbs", texts.1);
    let schema = match parse("a.fbs", &files) {
        Ok(schema) => schema,
        Err(problems) => {
            assert!(problems.iter().len() > 0);
            assert!(problems.to_string().starts_with("error: "));
            return;
        }
    };
    assert!(compatible(&schema, &schema).is_compatible());
    let text = schema.to_string();
    let again = MemoryFiles::default().with("a.fbs", &text);
    let again = parse("a.fbs", &again).unwrap_or_else(|problems| panic!("{text}\n{problems}"));
    assert_eq!(again.to_string(), text);
    // Sorted, since a struct is printed behind the structs in it; as text, since a default may be
    // NaN.
    assert_eq!(
        format!("{:?}", again.sorted().without_places()),
        format!("{:?}", schema.sorted().without_places())
    );
    });
}
