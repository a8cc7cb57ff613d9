//! Events in lines: NDJSON of two forms, made from a seed. Nested ones are like those of a forge:
//! some 900 bytes, with objects, arrays of objects, and members that are missing or null. Flat ones
//! are like those of a web server: some 200 bytes.

use std::fmt::Write as _;

use super::Seed;

const WORDS: &[&str] = &[
    "fix",
    "add",
    "commits",
    "parser",
    "überholt",
    "тест",
    "данные",
    "naïve",
    "merge",
    "branch",
    "release",
    "docs",
    "🚀",
    "ship",
    "café",
    "CI",
    "cache",
    "bump",
    "serde",
    "async",
    "test",
    "build",
    "index",
    "row",
    "column",
    "page",
    "Zürich",
    "ação",
];
const KINDS: &[&str] = &[
    "PushEvent",
    "PullRequestEvent",
    "IssuesEvent",
    "WatchEvent",
    "CreateEvent",
    "ForkEvent",
];
const FIRST: &[&str] = &["ada", "lin", "kuro", "zoe", "max", "ivo", "noor", "yuki"];
const LAST: &[&str] = &["fox", "smith", "dev", "bot", "ops", "lab"];
const PATHS: &[&str] = &[
    "/",
    "/index.html",
    "/api/v1/items",
    "/api/v1/users",
    "/static/app.js",
    "/search",
    "/größe",
    "/カート",
];

/// The form of the events.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    Nested,
    Flat,
}

/// Returns lines of at least `bytes` bytes.
pub fn events(form: Form, bytes: usize) -> Vec<u8> {
    let mut seed = Seed::new(20_261_128);
    let mut text = String::with_capacity(bytes + 4096);
    for number in 0.. {
        if text.len() >= bytes {
            break;
        }
        match form {
            Form::Nested => nested(&mut seed, number, &mut text),
            Form::Flat => flat(&mut seed, number, &mut text),
        }
        text.push('\n');
    }
    text.into_bytes()
}

/// Adds 40 digits in hexadecimal.
fn digest(seed: &mut Seed, out: &mut String) {
    let _ = write!(
        out,
        "{:016x}{:016x}{:08x}",
        seed.next(),
        seed.next(),
        seed.next() >> 32
    );
}

fn words(seed: &mut Seed, count: u64, out: &mut String) {
    for i in 0..count {
        out.push_str(if i == 0 { "" } else { " " });
        out.push_str(seed.pick(WORDS));
    }
}

/// Adds a point in time, so many seconds after the first of a month.
fn time(seconds: u64, month: u32, out: &mut String) {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    let day = 1 + days % 28;
    let _ = write!(
        out,
        "2026-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"
    );
}

fn nested(seed: &mut Seed, number: u64, out: &mut String) {
    let name = format!("{}{}{}", seed.pick(FIRST), seed.pick(LAST), seed.below(48));
    let owner = seed.below(4000);
    let repo = format!("org{owner}/proj{}", owner % 97);
    let id = 9_007_199_254_740_993 + 7 * number;
    let kind = seed.pick(KINDS);
    let actor = seed.below(100_000_000);
    let _ = write!(
        out,
        r#"{{"id":{id},"type":"{kind}","actor":{{"id":{actor},"login":"{name}","display_login":"{name}","gravatar_id":"","url":"https://api.example.com/users/{name}"}}"#
    );
    let number_of_repo = seed.below(1_000_000_000);
    let _ = write!(
        out,
        r#","repo":{{"id":{number_of_repo},"name":"{repo}","url":"https://api.example.com/repos/{repo}"}}"#
    );
    let commits = [0, 1, 1, 2][seed.below(4) as usize];
    let push = seed.next() >> 2;
    let branch = ["main", "dev", "feature/ü"][seed.below(3) as usize];
    let _ = write!(
        out,
        r#","payload":{{"push_id":{push},"size":{commits},"ref":"refs/heads/{branch}","head":""#
    );
    digest(seed, out);
    out.push_str(r#"","before":""#);
    digest(seed, out);
    out.push_str(r#"","number":"#);
    match seed.below(10) {
        0 => out.push_str("null"),
        _ => {
            let _ = write!(out, "{}", 1 + seed.below(60_000));
        }
    }
    out.push_str(r#","commits":["#);
    for i in 0..commits {
        out.push_str(if i == 0 {
            r#"{"sha":""#
        } else {
            r#",{"sha":""#
        });
        digest(seed, out);
        let _ = write!(out, r#"","author":{{"email":"{name}@example.org","name":""#);
        words(seed, 2, out);
        out.push_str(r#""},"message":""#);
        let count = 3 + seed.below(11);
        words(seed, count, out);
        if seed.below(10) == 0 {
            out.push_str(r#"\n\n\"quoted\" \\ tab\t"#);
        }
        let distinct = seed.below(10) != 0;
        let _ = write!(
            out,
            r#"","distinct":{distinct},"url":"https://api.example.com/repos/{repo}/commits/{:012x}"}}"#,
            seed.next() >> 16
        );
    }
    let public = seed.below(100) != 0;
    let _ = write!(out, r#"]}},"public":{public},"created_at":""#);
    time(number / 7, 9, out);
    let score = seed.below(100_000_000);
    let _ = write!(
        out,
        r#"Z","score":{}.{:06},"labels":["#,
        score / 1_000_000,
        score % 1_000_000
    );
    for i in 0..seed.below(4) {
        let comma = if i == 0 { "" } else { "," };
        let _ = write!(out, r#"{comma}"{}""#, seed.pick(WORDS));
    }
    out.push_str(r#"],"counts":["#);
    for i in 0..seed.below(6) {
        let comma = if i == 0 { "" } else { "," };
        let _ = write!(out, "{comma}{}", seed.below(1000));
    }
    out.push(']');
    if seed.below(10) < 4 {
        let id = seed.below(10_000_000);
        let _ = write!(out, r#","org":{{"id":{id},"login":"org{owner}"}}"#);
    }
    out.push('}');
}

fn flat(seed: &mut Seed, number: u64, out: &mut String) {
    out.push_str(r#"{"ts":""#);
    time(number / 50, 10, out);
    let [a, b, c] = [(); 3].map(|()| seed.below(256));
    let method = ["GET", "GET", "POST"][seed.below(3) as usize];
    let path = seed.pick(PATHS);
    let code = [200, 200, 200, 304, 404, 500][seed.below(6) as usize];
    let (ms, bytes, uid) = (seed.below(400_000), seed.below(1_000_000), seed.next() >> 1);
    let _ = write!(
        out,
        r#".{:03}Z","ip":"10.{a}.{b}.{c}","method":"{method}","path":"{path}","code":{code},"ms":{}.{:03},"bytes":{bytes},"uid":{uid},"ref":"#,
        number % 1000,
        ms / 1000,
        ms % 1000,
    );
    match seed.below(10) {
        0..3 => out.push_str("null"),
        _ => {
            let _ = write!(out, r#""https://example.com{}""#, seed.pick(PATHS));
        }
    }
    let _ = write!(out, r#","tags":[{},{}]}}"#, seed.below(9), seed.below(9));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_documents_of_the_size_that_the_pages_name() {
        for (form, size) in [(Form::Nested, 700..1000), (Form::Flat, 180..210)] {
            let text = events(form, 100_000);
            let lines: Vec<_> = text.split_inclusive(|&byte| byte == b'\n').collect();
            assert!(
                size.contains(&(text.len() / lines.len())),
                "{form:?}: {}",
                text.len() / lines.len()
            );
            for line in lines {
                serde_json::from_slice::<serde_json::Value>(line).unwrap();
            }
        }
    }
}
