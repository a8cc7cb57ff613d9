//! Charts: a panel for each document, with a bar for each subject, the fastest on top, ours in
//! colour. The code draws on a plotters surface, the same for PNG and SVG.

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

const COLUMNS: usize = 2;
const PANEL_WIDTH: u32 = 720;
const BAR: u32 = 22;
const HEAD: u32 = 36;
const FOOT: u32 = 46;
const TITLE: u32 = 60;
const LABEL: i32 = 180;
const VALUE: i32 = 110;

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

/// Draws `STEM.png` and `STEM.svg` into the folder.
pub fn draw(group: &Group, folder: &Path) -> Result<(), String> {
    let bars = group
        .cases
        .iter()
        .map(|(_, rows)| rows.len())
        .max()
        .unwrap_or(0) as u32;
    let panel = HEAD + bars * BAR + FOOT;
    let panel_rows = group.cases.len().div_ceil(COLUMNS) as u32;
    let size = (PANEL_WIDTH * COLUMNS as u32, TITLE + panel * panel_rows);
    let (width, height) = size;
    let mut pixels = vec![255; width as usize * height as usize * 3];
    let bitmap = BitMapBackend::<RGBPixel>::with_buffer_and_format(&mut pixels, size);
    let bitmap = bitmap.map_err(|error| error.to_string())?;
    on(bitmap.into_drawing_area(), group, panel)?;
    let png = folder.join(format!("{}.png", group.stem));
    write_png(&png, &pixels, size).map_err(|error| format!("{}: {error}", png.display()))?;
    let svg = folder.join(format!("{}.svg", group.stem));
    on(
        SVGBackend::new(&svg, size).into_drawing_area(),
        group,
        panel,
    )
}

/// Writes three bytes a pixel, compressed as far as PNG allows: these files are committed.
fn write_png(path: &Path, pixels: &[u8], (width, height): (u32, u32)) -> Result<(), io::Error> {
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.write_header()?.write_image_data(pixels)?;
    Ok(())
}

type Area<DB> = DrawingArea<DB, Shift>;

fn on<DB: DrawingBackend>(area: Area<DB>, group: &Group, panel: u32) -> Result<(), String> {
    let drawn = (|| {
        area.fill(&WHITE)?;
        let (_, panels) = area.split_vertically(TITLE);
        let title = group.title.replace('`', "");
        text(&area, &title, (16, 30), 28, INK, HPos::Left)?;
        let better = match group.unit {
            Unit::Throughput => "GB/s, longer is better",
            Unit::Time => "time, shorter is better",
            Unit::Bytes => "bytes, shorter is better",
        };
        text(
            &area,
            better,
            (PANEL_WIDTH as i32 * COLUMNS as i32 - 16, 30),
            20,
            INK,
            HPos::Right,
        )?;
        let places = panels.split_evenly((group.cases.len().div_ceil(COLUMNS), COLUMNS));
        for ((name, rows), place) in group.cases.iter().zip(places) {
            draw_panel(&place, name, rows, group.unit, panel)?;
        }
        area.present()
    })();
    drawn.map_err(|error: DrawingAreaErrorKind<DB::ErrorType>| error.to_string())
}

fn draw_panel<DB: DrawingBackend>(
    area: &Area<DB>,
    name: &str,
    rows: &[Row],
    unit: Unit,
    height: u32,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    let value = |row: &Row| unit.value(row);
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by(|a, b| unit.cost(a).total_cmp(&unit.cost(b)));
    let highest = sorted.iter().map(|row| value(row)).fold(0.0, f64::max);
    let room = f64::from(PANEL_WIDTH as i32 - LABEL - VALUE);
    let x = |value: f64| LABEL + (value / highest * room).round() as i32;
    let bytes = rows.first().map_or(0.0, |row| row.bytes_per_op);
    let heading = match unit {
        Unit::Bytes => name.to_owned(),
        _ => format!("{name} ({})", size(bytes)),
    };
    text(area, &heading, (LABEL, 16), 19, INK, HPos::Left)?;
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

fn text<DB: DrawingBackend>(
    area: &Area<DB>,
    text: &str,
    at: (i32, i32),
    size: i32,
    colour: RGBColor,
    side: HPos,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
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
