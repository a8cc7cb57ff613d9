//! yaml-test-suite: the events of each text, and the texts that must be refused.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use conformance::{Case, Verdict, cases, freeze, suite};
use varvel_core::{Duplicates, Kind, Limits, Result, Source};
use varvel_frozen::{Builder, Frozen, View};
use varvel_yaml::read::events::{CollectionStyle, Event, Events, Style};
use varvel_yaml::{Documents, ReadOptions, to_vec};

/// Returns the events of a text in the notation of the suite.
fn events(input: &[u8]) -> Result<String> {
    let mut events = Events::new(input, &Limits::DEFAULT)?;
    let mut text = "+STR\n".to_owned();
    loop {
        let event = events.next()?;
        text.push_str(match event {
            Event::DocumentStart { explicit: true } => "+DOC ---",
            Event::DocumentStart { explicit: false } => "+DOC",
            Event::DocumentEnd { explicit: true } => "-DOC ...",
            Event::DocumentEnd { explicit: false } => "-DOC",
            Event::SequenceStart(CollectionStyle::Block) => "+SEQ",
            Event::SequenceStart(CollectionStyle::Flow) => "+SEQ []",
            Event::SequenceEnd => "-SEQ",
            Event::MappingStart(CollectionStyle::Block) => "+MAP",
            Event::MappingStart(CollectionStyle::Flow) => "+MAP {}",
            Event::MappingEnd => "-MAP",
            Event::Scalar(_) => "=VAL",
            Event::Alias => "=ALI *",
            Event::StreamEnd => "-STR\n",
        });
        if event == Event::StreamEnd {
            return Ok(text);
        }
        if let Some(anchor) = events.anchor() {
            write!(text, " &{anchor}").unwrap();
        }
        if let Some(tag) = events.tag() {
            write!(text, " <{tag}>").unwrap();
        }
        if let Event::Scalar(style) = event {
            text.push_str(match style {
                Style::Plain => " :",
                Style::SingleQuoted => " '",
                Style::DoubleQuoted => " \"",
                Style::Literal => " |",
                Style::Folded => " >",
            });
        }
        if matches!(event, Event::Scalar(_) | Event::Alias) {
            escape(&events.text(), &mut text);
        }
        text.push('\n');
    }
}

/// Appends a text with the escapes of the suite.
fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x08' => out.push_str("\\b"),
            '\0' => out.push_str("\\0"),
            c => out.push(c),
        }
    }
}

/// Returns the files of each case, by its name.
fn all() -> Option<BTreeMap<String, BTreeMap<String, Vec<u8>>>> {
    let mut all = BTreeMap::<String, BTreeMap<String, Vec<u8>>>::new();
    for Case { name, bytes } in cases(&suite("yaml-test-suite")?) {
        if let Some((folder, file)) = name.rsplit_once('/') {
            let files = all.entry(folder.to_owned()).or_default();
            files.insert(file.to_owned(), bytes);
        }
    }
    all.retain(|_, files| files.contains_key("in.yaml"));
    Some(all)
}

#[test]
fn events_are_those_of_the_suite() {
    let Some(all) = all() else { return };
    let mut verdict = Verdict::default();
    for (name, files) in &all {
        let outcome = match (events(&files["in.yaml"]), files.contains_key("error")) {
            (Err(_), true) => Ok(()),
            (Ok(found), true) => Err(format!("accepted:\n{found}")),
            (Err(error), false) => Err(format!("refused: {error}")),
            (Ok(found), false) => {
                let wanted = String::from_utf8_lossy(&files["test.event"]);
                match found == *wanted {
                    true => Ok(()),
                    false => Err(format!("wanted:\n{wanted}found:\n{found}")),
                }
            }
        };
        verdict.judge(name, outcome);
    }
    verdict.close(402);
}

/// Returns the documents of a text as frozen buffers; if a key comes twice, the last member counts.
fn documents(input: &[u8]) -> Result<Vec<Frozen>> {
    let mut documents = Documents::new(input, &ReadOptions::default())?;
    let mut all = Vec::new();
    while let Some(document) = documents.next()? {
        let mut builder = Builder::with(Duplicates::Last, Limits::DEFAULT);
        builder.start()?;
        document.drive(&mut builder)?;
        all.push(builder.finish()?);
    }
    Ok(all)
}

/// Returns whether a value equals the JSON of the suite, where all keys are strings, and so are
/// bytes.
fn is(view: View<'_>, json: View<'_>) -> bool {
    match view.kind() {
        Kind::Array => {
            json.is_array()
                && view.len() == json.len()
                && view.items().zip(json.items()).all(|(a, b)| is(a, b))
        }
        Kind::Object | Kind::Map => {
            let member = |(key, value): (View<'_>, View<'_>)| {
                let name = match key.as_str() {
                    Some(name) => name.to_owned(),
                    None if key.is_null() => String::new(),
                    None => key.to_string(),
                };
                json.get(name.as_str()).is_some_and(|json| is(value, json))
            };
            json.is_object() && view.len() == json.len() && view.pairs().all(member)
        }
        Kind::Bytes => {
            let text = format!("!!binary {}", json.as_str().unwrap_or("!"));
            documents(text.as_bytes()).is_ok_and(|again| again[0].view() == view)
        }
        Kind::Float => view.as_f64() == json.as_f64(),
        _ => view == json,
    }
}

#[test]
fn values_are_those_of_the_suite() {
    let Some(all) = all() else { return };
    let mut verdict = Verdict::default();
    for (name, files) in &all {
        let Some(json) = files.get("in.json") else {
            continue;
        };
        if files.contains_key("error") {
            continue;
        }
        let wanted = serde_json::Deserializer::from_slice(json)
            .into_iter::<Box<serde_json::value::RawValue>>()
            .map(|json| freeze(json.unwrap().get().as_bytes()).unwrap());
        let wanted: Vec<Frozen> = wanted.collect();
        let outcome = match documents(&files["in.yaml"]) {
            Err(error) => Err(format!("refused: {error}")),
            Ok(found) => {
                let same = |(found, wanted): (&Frozen, &Frozen)| is(found.view(), wanted.view());
                match found.len() == wanted.len() && found.iter().zip(&wanted).all(same) {
                    true => Ok(()),
                    false => Err(format!("wanted {wanted:?}, found {found:?}")),
                }
            }
        };
        verdict.judge(name, outcome);
    }
    verdict.close(279);
}

#[test]
fn what_is_written_reads_back() {
    let Some(all) = all() else { return };
    let mut verdict = Verdict::default();
    for (name, files) in &all {
        if files.contains_key("error") {
            continue;
        }
        let written = |found: &Frozen| match to_vec(found) {
            Err(error) => Err(format!("not written: {error}")),
            Ok(text) => match documents(&text) {
                Ok(again) if again.len() == 1 && again[0] == *found => Ok(()),
                Ok(again) => Err(format!("{found:?} is {again:?} again")),
                Err(error) => Err(format!("refused: {}", error.report(&text))),
            },
        };
        let outcome = documents(&files["in.yaml"])
            .map_err(|error| format!("refused: {error}"))
            .and_then(|found| found.iter().try_for_each(written));
        verdict.judge(name, outcome);
    }
    verdict.close(402 - 94);
}
