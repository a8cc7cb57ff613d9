//! A configuration in YAML: nested maps and lists, comments, quoted strings, block scalars, a few
//! anchors; and the same in flow style, which has no comments and no block scalars.

use std::fmt::Write as _;

use super::Seed;

/// The layout of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    Block,
    Flow,
}

const WORDS: &[&str] = &[
    "server", "cache", "timeout", "primary", "replica", "volume", "ingress", "metrics", "queue",
    "worker", "region", "policy", "secret", "backend", "upstream", "deploy", "storage", "session",
    "gateway", "monitor",
];

/// Returns a configuration of at least `size` bytes in block style; in flow style the one with as
/// many services.
pub fn config(size: usize, layout: Layout) -> String {
    let mut text = Text {
        out: String::with_capacity(size + (4 << 10)),
        layout,
    };
    // The length of the block text determines the number of services.
    let mut block = Text {
        out: String::new(),
        layout: Layout::Block,
    };
    let (mut seed, mut twin) = (Seed::new(11), Seed::new(11));
    if layout == Layout::Flow {
        text.out.push_str("{\n");
    }
    for number in 0.. {
        if block.out.len() >= size {
            break;
        }
        block.service(&mut twin, number);
        if layout == Layout::Flow && number > 0 {
            text.out.push_str(",\n");
        }
        text.service(&mut seed, number);
    }
    if layout == Layout::Flow {
        text.out.push_str("\n}\n");
    }
    text.out
}

struct Text {
    out: String,
    layout: Layout,
}

impl Text {
    /// Begins a member on a line of its own.
    fn key(&mut self, depth: usize, first: bool, key: &str) {
        match self.layout {
            Layout::Block => write!(self.out, "{:1$}{key}:", "", depth * 2),
            Layout::Flow => {
                let comma = if first { "" } else { ",\n" };
                write!(self.out, "{comma}{:1$}{key}: ", "", depth * 2)
            }
        }
        .expect("memory");
    }

    fn open(&mut self, bracket: &str) {
        self.out.push_str(match self.layout {
            Layout::Block => "\n",
            Layout::Flow => bracket,
        });
    }

    fn close(&mut self, bracket: &str) {
        if self.layout == Layout::Flow {
            self.out.push_str(bracket);
        }
    }

    fn scalar(&mut self, text: &str, comment: Option<&str>) {
        match (self.layout, comment) {
            (Layout::Block, None) => writeln!(self.out, " {text}"),
            (Layout::Block, Some(comment)) => writeln!(self.out, " {text}  # {comment}"),
            (Layout::Flow, _) => write!(self.out, "{text}"),
        }
        .expect("memory");
    }

    fn comment(&mut self, depth: usize, text: &str) {
        if self.layout == Layout::Block {
            writeln!(self.out, "{:1$}# {text}", "", depth * 2).expect("memory");
        }
    }

    fn service(&mut self, seed: &mut Seed, number: usize) {
        let [first, second] = [seed.pick(WORDS), seed.pick(WORDS)];
        self.comment(0, &format!("the {first} of {second}, as it was agreed on"));
        self.key(0, true, &format!("{first}-{second}-{number}"));
        if number.is_multiple_of(16) {
            write!(
                self.out,
                "{}&defaults-{number}",
                if self.layout == Layout::Block {
                    " "
                } else {
                    ""
                }
            )
            .expect("memory");
            if self.layout == Layout::Flow {
                self.out.push(' ');
            }
        }
        self.open("{\n");
        self.key(1, true, "image");
        let image = seed.scramble("registry.example.com/team/abcdef:1.22.3");
        self.scalar(&format!("\"{image}\""), None);
        self.key(1, false, "replicas");
        self.scalar(&seed.below(64).to_string(), Some("see the capacity plan"));
        self.key(1, false, "ratio");
        self.scalar(&format!("0.{}", 1 + seed.below(900)), None);
        self.key(1, false, "enabled");
        self.scalar(if seed.below(2) == 0 { "true" } else { "false" }, None);
        self.key(1, false, "owner");
        self.scalar(
            &format!("'{} {}'", seed.scramble("Jane"), seed.scramble("Doe''s")),
            None,
        );
        self.key(1, false, "description");
        let words: Vec<&str> = (0..12).map(|_| seed.pick(WORDS)).collect();
        self.scalar(&words.join(" "), None);
        self.ports(seed);
        self.environment(seed);
        self.script(seed);
        if number % 16 > 12 {
            self.key(1, false, "inherits");
            self.scalar(&format!("*defaults-{}", number - number % 16), None);
        }
        self.close("\n}");
    }

    fn ports(&mut self, seed: &mut Seed) {
        self.key(1, false, "ports");
        self.open("[\n");
        for i in 0..1 + seed.below(3) {
            let (port, name) = (1024 + seed.below(60_000), seed.pick(WORDS));
            let text = match self.layout {
                Layout::Block => {
                    format!("    - name: {name}\n      port: {port}\n      protocol: TCP\n")
                }
                Layout::Flow => {
                    let comma = if i > 0 { ",\n" } else { "" };
                    format!("{comma}    {{name: {name}, port: {port}, protocol: TCP}}")
                }
            };
            self.out.push_str(&text);
        }
        self.close("\n  ]");
    }

    fn environment(&mut self, seed: &mut Seed) {
        self.comment(1, "what the process is given");
        self.key(1, false, "env");
        self.open("{\n");
        for i in 0..3 + seed.below(5) {
            let key = format!("{}_{i}", seed.pick(WORDS).to_uppercase());
            self.key(2, i == 0, &key);
            let value = match seed.below(3) {
                0 => format!("\"{}\"", seed.scramble("abc def: 12 \\\"x\\\"")),
                1 => seed.scramble("/var/lib/abcdefgh/data"),
                _ => seed.below(100_000).to_string(),
            };
            self.scalar(&value, None);
        }
        self.close("}");
    }

    fn script(&mut self, seed: &mut Seed) {
        self.key(1, false, "script");
        let lines: Vec<String> = (0..2 + seed.below(4))
            .map(|_| {
                format!(
                    "run --{} {}",
                    seed.pick(WORDS),
                    seed.scramble("abcdef/ghi.sh")
                )
            })
            .collect();
        match self.layout {
            Layout::Block => {
                self.out.push_str(" |\n");
                for line in &lines {
                    writeln!(self.out, "    {line}").expect("memory");
                }
            }
            Layout::Flow => write!(self.out, "\"{}\\n\"", lines.join("\\n")).expect("memory"),
        }
    }
}
