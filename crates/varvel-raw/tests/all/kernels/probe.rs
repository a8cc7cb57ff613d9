//! Runs every operation at one position of an input with every instruction set of this processor,
//! and compares the results with the portable set and with plain code. Fuzzing uses it, too.

use varvel_raw::ahead::Ahead;
use varvel_raw::buffer::Buffer;
use varvel_raw::cursor::{Cursor, StringScan};
use varvel_raw::gather::{Rows, numbers16};
use varvel_raw::key::{Colon, Key, Lead, Pattern};
use varvel_raw::look::{AHEAD, Look, Tail};
use varvel_raw::number::{Num, NumError};
use varvel_raw::simd::{self, Isa, Task};
use varvel_raw::text::Text;
use varvel_raw::unescape::unescape;
use varvel_raw::utf8;

/// The results of all operations, which must be equal for all sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    body: (String, usize),
    spaces: [usize; 3],
    eaten: Vec<(bool, usize)>,
    seen: Vec<usize>,
    numbers: [String; 3],
    unescaped: (usize, Vec<u8>),
    is_utf8: bool,
    records: [Option<[i64; 16]>; 4],
}

#[derive(Clone, Copy)]
struct Probe<'a> {
    input: &'a [u8],
    at: usize,
    key: &'a str,
}

/// Runs every set at position `at` of `input`, where `key` may stand.
pub fn all_agree(input: &[u8], at: usize, key: &str) {
    let mut portable = None;
    simd::each(Probe { input, at, key }, |name, said| {
        let expected = portable.get_or_insert_with(|| said.clone());
        assert_eq!(
            said,
            *expected,
            "{name}, at {at} of {}, key {key:?}",
            input.escape_ascii()
        );
    });
}

impl Task for Probe<'_> {
    type Output = Said;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Said {
        let mut tail = Tail::new();
        let look = tail.look(isa, self.input);
        self.heads(look);
        self.short_string(look);
        self.likely_string(isa);
        self.ahead(look);
        let rest = self.input.get(self.at..).unwrap_or(&[]);
        let mut out = Buffer::new();
        let taken = unescape(isa, &mut out, rest).unwrap();
        self.quoted(rest);
        Said {
            body: self.body(isa),
            spaces: self.spaces(isa, look),
            eaten: self.eaten(isa),
            seen: self.seen(look),
            numbers: self.numbers(isa, look),
            unescaped: (taken, out.into_vec()),
            is_utf8: self.is_utf8(isa, rest),
            records: [0, 1, 2, 3].map(|step| self.records(isa, step)),
        }
    }
}

impl Probe<'_> {
    /// Numbers of records that begin at the position and before it, `step` bytes apart. The first
    /// record determines the head that all must have.
    #[inline(always)]
    fn records<I: Isa>(self, isa: I, step: u32) -> Option<[i64; 16]> {
        let read = |at: usize| {
            let bytes = self.input.get(at..)?.first_chunk()?;
            Some(u32::from_le_bytes(*bytes))
        };
        let (head, slot) = (read(self.at)?, read(self.at + 1)?);
        let records = Rows {
            bytes: self.input,
            base: self.at as u32 + 1,
            record: 10,
            head,
            mask: if step == 0 { u32::MAX } else { 0x61 },
            member: step & 1,
            spare: 8 * (step & 2),
            far: slot & 15,
            near: head & 15,
        };
        let slots = core::array::from_fn(|i| (1 + step * i as u32) << 4 | 10);
        let mut numbers = [0; 16];
        numbers16(isa, &records, &slots, &mut numbers).then_some(numbers)
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

fn is_stop(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// The text of a string body up to its first stop, if that is a quote and the text is UTF-8.
fn plain_body(rest: &[u8]) -> Option<&str> {
    let len = rest.iter().position(|&byte| is_stop(byte))?;
    (rest[len] == b'"')
        .then_some(core::str::from_utf8(&rest[..len]).ok())
        .flatten()
}

impl Probe<'_> {
    fn cursor<I: Isa>(&self, isa: I) -> Cursor<'_, I> {
        let mut cursor = Cursor::new(isa, self.input);
        cursor.seek(self.at);
        cursor
    }

    /// The bytes seen are those of the input, with zeros behind it.
    fn heads<I: Isa>(&self, look: Look<'_, '_, I>) {
        let rest = self.input.get(self.at..).unwrap_or(&[]);
        let far = look.far(self.at);
        let n = rest.len().min(AHEAD);
        assert_eq!(far[..n], rest[..n]);
        assert!(far[n..].iter().all(|&byte| byte == 0));
        let head = look.head(self.at);
        assert_eq!(head[..], far[..head.len()]);
        for n in [0, 1, 31, 68, 127] {
            let after = Look::<I>::after(far, n);
            assert_eq!(after[..], far[n..n + after.len()]);
        }
    }

    /// A moving position sees what a look at its offset sees, whatever its steps were.
    fn ahead<I: Isa>(&self, look: Look<'_, '_, I>) {
        let end = self.input.len();
        let at = self.at.min(end);
        let check = |ahead: &Ahead<'_, '_, I>, at: usize| {
            assert_eq!(ahead.position(), at);
            assert_eq!(ahead.far(), look.far(at));
            assert_eq!(ahead.byte(), ahead.far()[0]);
            assert_eq!(ahead.word().to_le_bytes(), ahead.far()[..4]);
        };
        let mut sought = Ahead::new(look, at);
        check(&sought, at);
        for step in [1, 7, 255] {
            let mut ahead = Ahead::new(look, at.saturating_sub(3 * step));
            let mut n = ahead.position();
            while n + step <= end {
                ahead.advance(step);
                n += step;
                check(&ahead, n);
            }
            // Past the end there are only zeros.
            for _ in 0..3 {
                ahead.advance(255);
            }
            assert!(ahead.position() >= end || ahead.far().iter().any(|&byte| byte != 0));
            sought.seek(at);
            let text = look.short_string(at);
            assert_eq!(
                sought.short_string().map(|text| text.window()),
                text.map(|text| text.window())
            );
            check(&sought, at + text.map_or(0, |text| text.len() + 2));
        }
    }

    /// A string is found if it closes within a vector.
    fn short_string<I: Isa>(&self, look: Look<'_, '_, I>) {
        let body = self.at.checked_add(1).and_then(|at| self.input.get(at..));
        let expected = body
            .and_then(plain_body)
            .filter(|text| text.len() < I::LANES);
        let found = look.short_string(self.at);
        assert_eq!(found.map(|text| text.as_str()), expected, "{}", I::NAME);
        if let (Some(text), Some(body)) = (found, body) {
            assert_eq!(text.window(), body);
        }
    }

    /// A string is found if it is ASCII and closes within a vector; near the end of an input that
    /// is the last vector, if there is one. It is also found if it closes within two vectors, if
    /// both exist.
    fn likely_string<I: Isa>(&self, isa: I) {
        let rest = self.input.get(self.at..).unwrap_or(&[]);
        let body = rest.strip_prefix(b"\"").unwrap_or(&[]);
        let two = I::LANES < 64 && body.len() >= 2 * I::LANES;
        let most = if two { 2 * I::LANES } else { I::LANES };
        let expected = plain_body(body).filter(|text| text.is_ascii() && text.len() < most);
        let mut cursor = self.cursor(isa);
        let found = cursor.short_string();
        // An input shorter than a vector has no last one.
        if found.is_none() && self.input.len() < I::LANES {
            return;
        }
        assert_eq!(found.map(|text| text.as_str()), expected, "{}", I::NAME);
        let passed = expected.map_or(0, |text| text.len() + 2);
        assert_eq!(cursor.position(), self.at + passed);
        assert!(found.is_none_or(|text| text.window() == body));
    }

    fn body<I: Isa>(&self, isa: I) -> (String, usize) {
        let rest = self.input.get(self.at..).unwrap_or(&[]);
        let mut cursor = self.cursor(isa);
        let said = match cursor.string_body() {
            StringScan::Plain(text) => {
                assert_eq!(Some(text.as_str()), plain_body(rest));
                assert_eq!(text.window(), rest);
                format!("{text:?}")
            }
            StringScan::Stop(n) => {
                let stop = rest.iter().position(|&byte| is_stop(byte));
                assert_eq!(n, stop.unwrap_or(rest.len()));
                assert_ne!(rest.get(n), Some(&b'"'));
                format!("stop {n}")
            }
            StringScan::NotUtf8 => {
                assert!(plain_body(rest).is_none());
                "not UTF-8".to_owned()
            }
        };
        (said, cursor.position())
    }

    fn spaces<I: Isa>(&self, isa: I, look: Look<'_, '_, I>) -> [usize; 3] {
        let rest = self.input.get(self.at..).unwrap_or(&[]);
        let n = rest.iter().take_while(|&&byte| is_space(byte)).count();
        let mut passed = self.cursor(isa);
        passed.skip_spaces();
        let mut passed_long = self.cursor(isa);
        passed_long.skip_long_spaces();
        let spaces = [
            look.spaces(self.at),
            passed.position() - self.at,
            passed_long.position() - self.at,
        ];
        assert_eq!(spaces, [n; 3]);
        spaces
    }

    /// The text before the key: as it stands at the position, and some others.
    fn leads(&self) -> impl Iterator<Item = (Lead, Colon)> {
        let rest = self.input.get(self.at..).unwrap_or(&[]);
        let spaces = |text: &[u8]| text.iter().take_while(|&&byte| is_space(byte)).count();
        let here = match rest.split_first() {
            Some((b',', behind)) => &rest[..1 + spaces(behind)],
            _ => &b", \n"[..],
        };
        let quote = rest.iter().rposition(|&byte| byte == b'"').unwrap_or(0);
        let colon = rest.get(quote + 1..).unwrap_or(&[]);
        let colon = &colon[..colon.len().min(2)];
        let here = if here.len() > 32 { &b","[..] } else { here };
        let leads = [b",", here, b",\n  "].map(Lead::new);
        let colons = [Colon::PLAIN, Colon::new(colon), Colon::new(b" : ")];
        leads
            .into_iter()
            .flat_map(move |lead| colons.map(|colon| (lead, colon)))
    }

    fn eaten<I: Isa>(&self, isa: I) -> Vec<(bool, usize)> {
        let key = Key::new(self.key);
        let mut eaten = Vec::new();
        let mut ask = |eat: &dyn Fn(&mut Cursor<'_, I>) -> bool| {
            let mut cursor = self.cursor(isa);
            let same = eat(&mut cursor);
            assert_eq!(same, cursor.position() != self.at);
            eaten.push((same, cursor.position()));
        };
        ask(&|cursor| cursor.eat_key(&key));
        ask(&|cursor| cursor.eat(*b"null"));
        ask(&|cursor| cursor.eat(*b"[]"));
        for (lead, colon) in self.leads() {
            ask(&|cursor| cursor.eat_lead(&lead));
            ask(&|cursor| cursor.eat_lead_spaces(&lead) && cursor.position() != self.at);
            ask(&|cursor| cursor.eat_key_colon(&key, &colon));
            ask(&|cursor| cursor.eat_member(&lead, &key, &colon));
            ask(&|cursor| cursor.eat_member_near_end(&lead, &key, &colon));
            // One of them finds the text there, however near the end.
            let longer = [self.input, &[0; 200]].concat();
            let mut far = Cursor::new(isa, &longer);
            far.seek(self.at);
            let found = self.cursor(isa).eat_member(&lead, &key, &colon)
                || self.cursor(isa).eat_member_near_end(&lead, &key, &colon);
            assert_eq!(found, far.eat_member(&lead, &key, &colon));
        }
        let rest = self.input.get(self.at..).unwrap_or(&[]);
        let spaces = rest.iter().take_while(|&&byte| is_space(byte)).count();
        for byte in *b"}],\"" {
            let mut cursor = self.cursor(isa);
            let stands = rest.get(spaces) == Some(&byte);
            assert_eq!(cursor.eat_behind_spaces(byte), stands);
            assert_eq!(
                cursor.position(),
                self.at + if stands { spaces + 1 } else { 0 }
            );
        }
        let stands = key.quoted().is_some_and(|quoted| rest.starts_with(quoted));
        assert_eq!(eaten[0].0, stands);
        eaten
    }

    fn seen<I: Isa>(&self, look: Look<'_, '_, I>) -> Vec<usize> {
        let key = Key::new(self.key);
        let head = look.head(self.at);
        let mut seen = Vec::new();
        for (lead, colon) in self.leads() {
            let (comma, spaces) = (look.lead(head, &lead), look.lead_spaces(head, &lead));
            let colon_len = look.key_colon(head, &key, &colon);
            let colon_len = colon_len.unwrap_or(0);
            seen.extend([comma.into(), spaces.into(), colon_len]);
        }
        seen.extend(self.patterns(look));
        seen
    }

    /// Counts the matches of patterns that were learned from text: that of the position, and texts
    /// like it.
    fn patterns<I: Isa>(&self, look: Look<'_, '_, I>) -> Vec<usize> {
        let rest = self.input.get(self.at..).unwrap_or(&[]);
        let key = Key::new(self.key);
        let quoted = key.quoted().unwrap_or(&[]);
        let mut texts = Vec::new();
        for colon in [&b":"[..], b": ", b" : "] {
            texts.extend(
                [&b","[..], b", ", b",\n  ", b"", b"\n"].map(|lead| [lead, quoted, colon].concat()),
            );
        }
        let ends = (0..rest.len().min(80)).filter(|&n| rest[n] == b':' || is_space(rest[n]));
        texts.extend(ends.map(|n| rest[..=n].to_vec()));
        let mut found = Vec::new();
        for text in texts {
            let mut pattern = Pattern::new(0);
            pattern.learn(&text, &key, text.first() != Some(&b','));
            let n = look.pattern(look.far(self.at), &pattern);
            let stands = pattern.text().is_some() && rest.starts_with(&text);
            assert_eq!(n, stands.then_some(text.len()));
            found.push(n.unwrap_or(0));
        }
        found
    }

    fn numbers<I: Isa>(&self, isa: I, look: Look<'_, '_, I>) -> [String; 3] {
        let mut cursor = self.cursor(isa);
        let start = cursor.position();
        let pulled = cursor.number().map(|num| (num, cursor.position() - start));
        let head = look.head(self.at);
        // The quick functions give the same number or none; their numbers are short enough for a
        // head.
        if let Some((value, len)) = look.quick_int(head) {
            assert_eq!(pulled, Ok((Num::I64(value), len)));
        }
        if let Some((value, len)) = look.quick_float(head) {
            // Compares the text, because of the sign of zero.
            let quick = format!("{:?}", Ok::<_, NumError>((Num::F64(value), len)));
            assert_eq!(format!("{pulled:?}"), quick);
        }
        let numbers = [
            format!("{pulled:?}"),
            format!("{:?}", look.number(self.at)),
            format!("{:?} {:?}", look.quick_int(head), look.quick_float(head)),
        ];
        assert_eq!(numbers[0], numbers[1]);
        numbers
    }

    fn is_utf8<I: Isa>(&self, isa: I, rest: &[u8]) -> bool {
        let valid = utf8::is_valid_with(isa, rest);
        assert_eq!(valid, core::str::from_utf8(rest).is_ok());
        for n in [0, rest.len() / 2, rest.len(), rest.len() + 1] {
            let text = Text::checked_with(isa, rest, n);
            let plain = rest
                .get(..n)
                .and_then(|part| core::str::from_utf8(part).ok());
            assert_eq!(text.map(|text| text.as_str()), plain);
        }
        valid
    }

    /// The text up to its first byte that is not UTF-8, quoted, with any bytes behind it.
    fn quoted(&self, rest: &[u8]) {
        let valid = match core::str::from_utf8(rest) {
            Ok(text) => text,
            Err(error) => core::str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or(""),
        };
        let mut expected = b"\"".to_vec();
        for byte in valid.bytes() {
            match byte {
                b'"' | b'\\' => expected.extend([b'\\', byte]),
                0x08 => expected.extend(b"\\b"),
                0x0C => expected.extend(b"\\f"),
                b'\n' => expected.extend(b"\\n"),
                b'\r' => expected.extend(b"\\r"),
                b'\t' => expected.extend(b"\\t"),
                0..0x20 => expected.extend(format!("\\u{byte:04x}").bytes()),
                _ => expected.push(byte),
            }
        }
        expected.extend(b"\":");
        for text in [Text::from(valid), Text::with_window(valid, rest)] {
            let mut out = Buffer::new();
            out.put_quoted(text, *b":  ", 1).unwrap();
            assert_eq!(out.as_slice(), expected);
            let mut out = Buffer::new();
            out.put_text(*b"ab", text).unwrap();
            assert_eq!(out.as_slice(), [b"ab", valid.as_bytes()].concat());
        }
    }
}
