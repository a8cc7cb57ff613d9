//! Figures as bars for a terminal, as wide as it is; plain columns for other outputs.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

use clap::builder::styling::{AnsiColor, Style};
use terminal_size::{Width, terminal_size};
use unicode_width::UnicodeWidthStr as _;

const TITLE: Style = Style::new().bold();
const BAR: Style = AnsiColor::Cyan.on_default();

/// A full bar has at most this many columns.
const WIDEST: usize = 48;

/// A text with bars for the width of the terminal.
pub struct Picture {
    text: String,
    /// The number of columns; `None` if no bars are shown.
    width: Option<usize>,
}

impl Picture {
    /// Returns a picture for standard output.
    pub fn new() -> Self {
        let width = io::stdout().is_terminal().then(|| {
            let width = terminal_size().map(|(Width(width), _)| usize::from(width));
            width.unwrap_or(80)
        });
        Self {
            text: String::new(),
            width,
        }
    }

    /// Returns the whole text.
    pub fn finish(self) -> String {
        self.text
    }

    /// Adds a line above figures.
    pub fn title(&mut self, title: &str, more: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let _ = writeln!(self.text, "{TITLE}{title}{TITLE:#}{more}");
    }

    /// Adds figures, each with its share of the whole. Figures that are zero are left out.
    pub fn bars(&mut self, figures: &[(&str, u64)]) {
        let whole: u64 = figures.iter().map(|(_, figure)| figure).sum();
        let figures = figures.iter().filter(|(_, figure)| *figure > 0);
        let rows: Vec<(&str, String, u64)> = figures
            .map(|&(name, figure)| (name, grouped(figure), figure))
            .collect();
        let name_width = rows.iter().map(|row| row.0.width()).max().unwrap_or(0);
        let figure_width = rows.iter().map(|row| row.1.len()).max().unwrap_or(0);
        let most = rows.iter().map(|row| row.2).max().unwrap_or(1);
        for (name, figure, value) in rows {
            let share = 100.0 * value as f64 / whole as f64;
            let gap = name_width - name.width();
            let _ = write!(
                self.text,
                "  {name}{:gap$}  {figure:>figure_width$}  {share:5.1} %",
                ""
            );
            if let Some(width) = self.width {
                let room = width.saturating_sub(name_width + figure_width + 16);
                let bar = bar(value as f64 / most as f64, room.min(WIDEST));
                let _ = write!(self.text, "  {BAR}{bar}{BAR:#}");
            }
            self.text.push('\n');
        }
    }

    /// Adds a line below a title, cut at the width of the terminal.
    pub fn line(&mut self, line: &str) {
        let width = self.width.unwrap_or(100).saturating_sub(3).max(20);
        let mut room = width;
        let mut cut = line.char_indices().filter(|(_, c)| {
            let wide = unicode_width::UnicodeWidthChar::width(*c).unwrap_or(1);
            let fits = wide <= room;
            room = room.saturating_sub(wide);
            !fits
        });
        match cut.next() {
            Some((at, _)) => {
                let _ = writeln!(self.text, "  {}…", &line[..at]);
            }
            None => {
                let _ = writeln!(self.text, "  {line}");
            }
        }
    }
}

/// Returns a bar of this part of `columns`, to an eighth of a column.
fn bar(part: f64, columns: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (part * columns as f64 * 8.0).round().max(1.0) as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// Returns a number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_exact_to_an_eighth() {
        assert_eq!(bar(1.0, 4), "████");
        assert_eq!(bar(0.5, 3), "█▌");
        assert_eq!(bar(0.0, 3), "▏");
        assert_eq!(bar(1.0, 0), "▏");
    }

    #[test]
    fn digits_stand_in_groups() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn a_picture_fits_the_terminal() {
        let mut picture = Picture {
            text: String::new(),
            width: Some(60),
        };
        picture.title("kinds", "");
        picture.bars(&[("string", 1_000_000), ("null", 1), ("none", 0)]);
        picture.line(&"山".repeat(100));
        let text = picture.finish();
        let text = anstream::adapter::strip_str(&text).to_string();
        assert!(text.lines().all(|line| line.width() <= 60), "{text}");
        assert_eq!(text.lines().count(), 4);
    }
}
