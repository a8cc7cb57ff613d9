//! Pictures: bars with a panel for each case and a bar for each subject, the fastest on top, ours
//! in colour; and ratios, for the first page. None is taller than a screen.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::register_font;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters_bitmap::BitMapBackend;
use plotters_bitmap::bitmap_pixel::RGBPixel;

use super::{Group, Unit};
use crate::results::{self, Row};

const FONT: &str = "sans-serif";
const OURS: RGBColor = RGBColor(214, 84, 24);
const OURS_TOO: RGBColor = RGBColor(240, 168, 120);
const PEER: RGBColor = RGBColor(120, 144, 168);
const INK: RGBColor = RGBColor(32, 32, 32);
const FAINT: RGBColor = RGBColor(216, 216, 216);

/// The tallest picture: it fits on a screen.
const TALLEST: u32 = 900;

const COLUMNS: usize = 3;
const PANEL_WIDTH: u32 = 500;
const BAR: u32 = 22;
const HEAD: u32 = 36;
const FOOT: u32 = 46;
const TITLE: u32 = 60;
const LABEL: i32 = 180;
const VALUE: i32 = 90;

/// Loads the font for all charts: `VARVEL_BENCH_FONT`, else DejaVu Sans of Debian's
/// fonts-dejavu-core. Plotters is built without a font finder, which would need C libraries.
pub fn load_font() -> Result<(), String> {
    let path = std::env::var("VARVEL_BENCH_FONT")
        .unwrap_or_else(|_| "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf".to_owned());
    let bytes = fs::read(&path).map_err(|error| {
        format!(
            "font {path}: {error} (run bench/external/native/install.sh or set VARVEL_BENCH_FONT)"
        )
    })?;
    // The font is loaded once a run, and needed until its end.
    let bytes: &'static [u8] = bytes.leak();
    register_font(FONT, FontStyle::Normal, bytes).map_err(|_| format!("{path} is no font"))
}

type Backend<'a> = BitMapBackend<'a, RGBPixel>;
type Area<'a> = DrawingArea<Backend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<<Backend<'static> as DrawingBackend>::ErrorType>>;

/// Draws a group's pictures into the folder: `STEM.png`, then `STEM-2.png` and so on, as many as
/// its cases need. Returns their file names.
pub fn draw(group: &Group, folder: &Path) -> Result<Vec<String>, String> {
    let bars = group.cases.iter().map(|(_, rows)| rows.len()).max();
    let panel = HEAD + bars.unwrap_or(0) as u32 * BAR + FOOT;
    let rows = ((TALLEST - TITLE) / panel).max(1) as usize;
    let parts = group.cases.chunks(rows * COLUMNS);
    let count = parts.len();
    let mut names = Vec::new();
    for (i, cases) in parts.enumerate() {
        let (name, title) = match i {
            0 if count == 1 => (format!("{}.png", group.stem), group.title.clone()),
            0 => (
                format!("{}.png", group.stem),
                format!("{} (1 of {count})", group.title),
            ),
            _ => (
                format!("{}-{}.png", group.stem, i + 1),
                format!("{} ({} of {count})", group.title, i + 1),
            ),
        };
        let rows = cases.len().div_ceil(COLUMNS);
        let size = (PANEL_WIDTH * COLUMNS as u32, TITLE + panel * rows as u32);
        picture(&folder.join(&name), size, |area| {
            let (_, panels) = area.split_vertically(TITLE);
            let better = match group.unit {
                Unit::Throughput => "GB/s, longer is better",
                Unit::Time => "time, shorter is better",
                Unit::Bytes => "bytes, shorter is better",
            };
            titled(area, &title, better)?;
            let places = panels.split_evenly((rows, COLUMNS));
            for ((name, rows), place) in cases.iter().zip(places) {
                draw_panel(&place, name, rows, group.unit, panel)?;
            }
            Ok(())
        })?;
        names.push(name);
    }
    Ok(names)
}

/// A line of a picture of ratios.
pub struct Line {
    pub label: String,
    /// Our time divided by that of the best peer.
    pub ratio: f64,
    /// The text at the end of the line.
    pub note: String,
}

const LINE: u32 = 26;
const WIDTH: u32 = 1300;
/// Where the scale of ratios begins and ends.
const SCALE: (i32, i32) = (330, 900);

/// Draws ratios around 1, on a scale of powers of two: to the left we are faster.
pub fn draw_ratios(path: &Path, title: &str, lines: &[Line]) -> Result<(), String> {
    let logs = || lines.iter().map(|line| line.ratio.log2());
    let low = logs().fold(-1.0, f64::min).floor();
    let high = logs().fold(1.0, f64::max).ceil();
    let (left, right) = SCALE;
    let x = |log: f64| left + ((log - low) / (high - low) * f64::from(right - left)) as i32;
    let top = (TITLE + 24) as i32;
    let bottom = top + lines.len() as i32 * LINE as i32 + 6;
    picture(path, (WIDTH, bottom as u32 + 40), |area| {
        titled(area, title, "time ÷ best peer's, shorter is better")?;
        for power in low as i32..=high as i32 {
            let at = x(f64::from(power));
            let colour = if power == 0 { INK } else { FAINT };
            area.draw(&PathElement::new(vec![(at, top - 4), (at, bottom)], colour))?;
            let label = match power {
                ..0 => format!("1/{}", 1 << -power),
                _ => (1 << power).to_string(),
            };
            text(area, &label, (at, bottom + 14), 15, INK, HPos::Center)?;
        }
        text(
            area,
            "faster",
            (x(0.0) - 10, top - 16),
            15,
            OURS,
            HPos::Right,
        )?;
        text(area, "slower", (x(0.0) + 10, top - 16), 15, INK, HPos::Left)?;
        for (i, line) in lines.iter().enumerate() {
            let y = top + i as i32 * LINE as i32;
            let middle = y + LINE as i32 / 2;
            let end = x(line.ratio.log2());
            let (colour, ink) = match line.ratio <= 1.0 {
                true => (OURS, OURS),
                false => (PEER, INK),
            };
            let corners = [
                (end.min(x(0.0)), y + 4),
                (end.max(x(0.0)), y + LINE as i32 - 4),
            ];
            area.draw(&Rectangle::new(corners, colour.filled()))?;
            let (at, side) = match line.ratio <= 1.0 {
                true => (end - 6, HPos::Right),
                false => (end + 6, HPos::Left),
            };
            let ratio = format!("{:.2}", line.ratio);
            text(area, &ratio, (at, middle), 15, ink, side)?;
            text(area, &line.label, (16, middle), 16, INK, HPos::Left)?;
            text(area, &line.note, (right + 60, middle), 15, INK, HPos::Left)?;
        }
        Ok(())
    })
}

/// Draws a picture and writes it as PNG: three bytes a pixel, compressed as far as PNG allows,
/// since these files are committed.
fn picture(
    path: &Path,
    size: (u32, u32),
    draw: impl FnOnce(&Area<'_>) -> Drawn,
) -> Result<(), String> {
    let mut pixels = vec![255; size.0 as usize * size.1 as usize * 3];
    let bitmap = Backend::with_buffer_and_format(&mut pixels, size);
    let area = bitmap
        .map_err(|error| error.to_string())?
        .into_drawing_area();
    let drawn = area
        .fill(&WHITE)
        .and_then(|()| draw(&area))
        .and_then(|()| area.present());
    drawn.map_err(|error| error.to_string())?;
    drop(area);
    write_png(path, &pixels, size).map_err(|error| format!("{}: {error}", path.display()))
}

fn write_png(path: &Path, pixels: &[u8], (width, height): (u32, u32)) -> io::Result<()> {
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.write_header()?.write_image_data(pixels)?;
    Ok(())
}

/// Writes the title, and at its right what is better.
fn titled(area: &Area<'_>, title: &str, better: &str) -> Drawn {
    let width = area.dim_in_pixel().0 as i32;
    text(area, &title.replace('`', ""), (16, 30), 26, INK, HPos::Left)?;
    text(area, better, (width - 16, 30), 18, INK, HPos::Right)
}

fn draw_panel(area: &Area<'_>, name: &str, rows: &[Row], unit: Unit, height: u32) -> Drawn {
    let value = |row: &Row| unit.value(row);
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by(|a, b| unit.cost(a).total_cmp(&unit.cost(b)));
    let highest = sorted.iter().map(|row| value(row)).fold(0.0, f64::max);
    let room = f64::from(PANEL_WIDTH as i32 - LABEL - VALUE);
    let x = |value: f64| LABEL + (value / highest * room).round() as i32;
    let bytes = rows.first().map_or(0.0, |row| row.bytes_per_op);
    let heading = match unit {
        Unit::Throughput | Unit::Time if bytes > 0.0 => format!("{name} ({})", size(bytes)),
        _ => name.to_owned(),
    };
    text(area, &heading, (16, 16), 18, INK, HPos::Left)?;
    let (top, bottom) = (HEAD as i32, (height - FOOT) as i32);
    let step = tick(highest);
    for i in 0..=(highest / step) as u32 {
        let at = f64::from(i) * step;
        area.draw(&PathElement::new(
            vec![(x(at), top - 4), (x(at), bottom)],
            FAINT,
        ))?;
        let label = match () {
            () if i == 0 => "0".to_owned(),
            () if unit == Unit::Throughput => format!("{}", round(at)),
            () => unit.text(at),
        };
        text(area, &label, (x(at), bottom + 11), 13, INK, HPos::Center)?;
    }
    text(
        area,
        unit.name(),
        (LABEL - 12, bottom + 11),
        13,
        INK,
        HPos::Right,
    )?;
    for (i, row) in sorted.iter().enumerate() {
        let y = top + i as i32 * BAR as i32;
        let middle = y + BAR as i32 / 2;
        let colour = match () {
            () if row.subject == results::OURS => OURS,
            () if results::is_ours(&row.subject) => OURS_TOO,
            () => PEER,
        };
        let corners = [(LABEL, y + 3), (x(value(row)), y + BAR as i32 - 3)];
        area.draw(&Rectangle::new(corners, colour.filled()))?;
        let ink = if results::is_ours(&row.subject) {
            OURS
        } else {
            INK
        };
        text(
            area,
            &row.subject,
            (LABEL - 8, middle),
            15,
            ink,
            HPos::Right,
        )?;
        let label = match unit {
            Unit::Throughput => format!("{:.2} GB/s", row.gb_per_s()),
            _ => unit.text(value(row)),
        };
        text(
            area,
            &label,
            (x(value(row)) + 6, middle),
            14,
            ink,
            HPos::Left,
        )?;
    }
    Ok(())
}

fn text(
    area: &Area<'_>,
    text: &str,
    at: (i32, i32),
    size: i32,
    colour: RGBColor,
    side: HPos,
) -> Drawn {
    let style = (FONT, size)
        .into_font()
        .color(&colour)
        .pos(Pos::new(side, VPos::Center));
    area.draw(&Text::new(text.to_owned(), at, style))
}

/// Returns a round step that gives about five ticks.
fn tick(highest: f64) -> f64 {
    let rough = (highest / 5.0).max(1e-3);
    let power = 10f64.powf(rough.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    factors
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough)
        .unwrap_or(rough)
}

fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// Returns bytes in a unit that keeps the number short.
pub fn size(bytes: f64) -> String {
    match bytes {
        _ if bytes < 10_000.0 => format!("{bytes:.0} B"),
        _ if bytes < 1e6 => format!("{:.0} KB", bytes / 1e3),
        _ => format!("{:.2} MB", bytes / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::{size, tick};

    #[test]
    fn ticks_are_round() {
        assert_eq!(tick(5.8), 2.0);
        assert_eq!(tick(1.0), 0.2);
        assert_eq!(tick(2100.0), 500.0);
    }

    #[test]
    fn sizes_are_short() {
        assert_eq!(size(613.0), "613 B");
        assert_eq!(size(631_515.0), "632 KB");
        assert_eq!(size(2_251_051.0), "2.25 MB");
    }
}
