//! Random streams: any records, some of which fail, flushed, appended to, and cut anywhere.

#![cfg(not(miri))]

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// An action on a stream that is being written.
#[derive(Clone, Debug)]
enum Action {
    Push(Tree),
    /// A record that fails after this many events.
    Fail(Tree, usize),
    Flush,
    /// Drops the writer, and appends with another one.
    Append,
    /// Drops the writer without an index at the end, recovers the stream, and appends.
    Crash,
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(I64),
        (-9_i64..9).prop_map(I64),
        any::<f64>().prop_map(F64),
        "[a-z]{0,20}".prop_map(Str),
        Just(Null),
        vec(any::<i16>().prop_map(|n| I64(n.into())), 0..12).prop_map(Array),
        vec(any::<f64>().prop_map(F64), 2..3).prop_map(Array),
    ];
    leaf.prop_recursive(3, 20, 5, |inner| {
        let members = prop::collection::btree_map("[a-d]{1,2}", inner.clone(), 0..5);
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Array),
            members.prop_map(|members| Object(members.into_iter().collect())),
            inner.prop_map(|tree| Map(vec![(I64(1), tree)])),
        ]
    })
}

/// Similar records often come in a row.
fn actions() -> impl Strategy<Value = Vec<Action>> {
    let one = prop_oneof![
        8 => trees().prop_map(|tree| vec![Action::Push(tree)]),
        4 => vec(any::<i32>().prop_map(|n| Action::Push(I64(n.into()))), 0..9),
        2 => vec(any::<i8>().prop_map(|n| Action::Push(Array(vec![I64(n.into()); 2]))), 0..9),
        2 => vec(any::<f32>().prop_map(|n| Action::Push(F64(n.into()))), 0..9),
        6 => (trees(), 0_usize..9).prop_map(|(tree, n)| vec![Action::Fail(tree, n)]),
        1 => Just(vec![Action::Flush]),
        1 => Just(vec![Action::Append]),
        1 => Just(vec![Action::Crash]),
    ];
    vec(one, 0..20).prop_map(|actions| actions.concat())
}

/// The error of a sink for one event too many.
fn failed() -> Error {
    Error::new(ErrorKind::OutOfMemory)
}

/// A sink that passes on this many events, and then fails.
struct Few<'s>(&'s mut RecordSink, usize);

impl Few<'_> {
    fn next(&mut self) -> Result {
        self.1 = self.1.checked_sub(1).ok_or_else(failed)?;
        Ok(())
    }
}

/// Gives a tree until the sink fails.
fn give(tree: &Tree, few: &mut Few<'_>) -> Result {
    few.next()?;
    match tree {
        Array(items) if !items.is_empty() => {
            few.0.begin_array(None)?;
            items.iter().try_for_each(|item| give(item, few))?;
            few.next()?;
            few.0.end_array()
        }
        Object(members) => {
            few.0.begin_map(None)?;
            for (key, value) in members {
                few.next()?;
                few.0.key(key.as_str().into())?;
                give(value, few)?;
            }
            few.next()?;
            few.0.end_map()
        }
        tree => tree.drive(few.0),
    }
}

fn run(actions: &[Action], options: StreamOptions) -> Result<(Vec<u8>, Vec<Tree>)> {
    let mut expected: Vec<Tree> = Vec::new();
    let mut writer = StreamWriter::new(Cursor::new(Vec::new()), options);
    for action in actions {
        match action {
            Action::Push(tree) => {
                push(&mut writer, tree)?;
                expected.push(tree.clone());
            }
            Action::Fail(tree, events) => {
                let result = writer.push_with(|record| {
                    give(tree, &mut Few(record, *events))?;
                    Err(failed())
                });
                assert_eq!(result.unwrap_err().kind(), ErrorKind::OutOfMemory);
            }
            Action::Flush => writer.flush()?,
            Action::Append => writer = StreamWriter::append(writer.finish()?, options)?,
            Action::Crash => {
                let file = writer.get_ref().clone();
                let reader = StreamReader::recover(file, Limits::DEFAULT)?;
                // Records in memory are lost.
                expected.truncate(reader.len() as usize);
                writer = reader.into_writer(options)?;
            }
        }
        assert_eq!(writer.len(), expected.len() as u64);
    }
    Ok((writer.finish()?.into_inner(), expected))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_stream(actions in actions(), size in prop_oneof![0_usize..300, Just(1 << 20)], cut: prop::sample::Index) {
        let (bytes, expected) = run(&actions, segments_of(size)).unwrap();
        prop_assert!(same(&all(&bytes).unwrap(), &expected));
        let recovered = recover(&bytes[..cut.index(bytes.len() + 1)]);
        let found: Vec<Tree> = recovered.records().map(|view| Tree::from_view(&view.unwrap())).collect();
        prop_assert!(same(&found, &expected[..found.len()]));
    }

    #[test]
    fn any_bytes_damaged(
        actions in actions(),
        size in 0_usize..300,
        damages in vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        sealed: bool,
    ) {
        let (mut bytes, _) = run(&actions, segments_of(size)).unwrap();
        for (at, to) in damages {
            let at = at.index(bytes.len());
            bytes[at] = to;
        }
        if sealed {
            damage::seal(&mut bytes);
        }
        damage::look(&bytes);
        let _ = Stream::recover(bytes.as_slice(), Limits::DEFAULT);
    }
}
