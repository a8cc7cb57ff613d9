//! Writes SVG by hand: a picture is bars, lines and words, and a page has dozens.
//!
//! A picture has a background of its own, which is dark where its reader's system is: so its words
//! can be read on any page.

/// The width of all pictures.
pub const WIDTH: u32 = 960;

/// The height of the part with the title.
pub const HEAD: u32 = 52;

const MARGIN: f64 = 16.0;

/// The looks of each class, first on light and then on dark ground. `end` and `middle` are where a
/// text's anchor is.
const STYLE: &str = "\
text{font:12px \"DejaVu Sans\",Verdana,Arial,sans-serif;fill:#202020}\
.title{font-size:17px}.head{font-size:13px}.end{text-anchor:end}.middle{text-anchor:middle}\
.paper{fill:#fff}.ours{fill:#d65418}.too{fill:#f0a878}.peer{fill:#7890a8}\
text.ours{fill:#b0400c}text.note{fill:#5a5a5a}path{stroke:#d8d8d8}path.axis{stroke:#202020}\
@media(prefers-color-scheme:dark){text{fill:#e6e6e6}.paper{fill:#161b22}.ours{fill:#e8713a}\
.too{fill:#a8623a}.peer{fill:#61788f}text.ours{fill:#ff9d6e}text.note{fill:#a0a8b0}\
path{stroke:#3a424c}path.axis{stroke:#e6e6e6}}";

/// A picture that is being drawn.
pub struct Svg {
    title: String,
    body: String,
}

impl Svg {
    /// Begins a picture with its title, and at the right of it what is better.
    pub fn new(title: &str, better: &str) -> Self {
        let title = title.replace('`', "");
        let mut svg = Self {
            body: String::new(),
            title: format!("{title}: {better}"),
        };
        svg.text("title", MARGIN, 26.0, &title);
        svg.text("note end", f64::from(WIDTH) - MARGIN, 26.0, better);
        svg
    }

    /// Writes a line of text; its middle is at `y`.
    pub fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        let class = match class {
            "" => String::new(),
            _ => format!(" class=\"{class}\""),
        };
        // The middle of small letters is about a third of their size above the line they stand on.
        let below = if class == "title" { 6.0 } else { 4.0 };
        let (x, y, text) = (number(x), number(y + below), escaped(text));
        self.body
            .push_str(&format!("<text{class} x=\"{x}\" y=\"{y}\">{text}</text>\n"));
    }

    /// Draws a rectangle.
    pub fn bar(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let [x, y, width, height] = [x, y, width, height].map(number);
        self.body.push_str(&format!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>\n"
        ));
    }

    /// Draws an upright line.
    pub fn upright(&mut self, class: &str, x: f64, top: f64, bottom: f64) {
        let (x, top, bottom) = (number(x), number(top), number(bottom));
        self.body.push_str(&format!(
            "<path class=\"{class}\" d=\"M{x} {top}V{bottom}\"/>\n"
        ));
    }

    /// Returns the file.
    pub fn finish(self, height: f64) -> String {
        let (title, height) = (escaped(&self.title), number(height.ceil()));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
             height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// Returns a coordinate with one digit behind the point, which is finer than a screen.
fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_and_said_aloud() {
        let mut svg = Svg::new("`Vec<u8>` & \"co\"", "shorter is better");
        svg.text("", 1.0, 2.25, "a<b");
        let file = svg.finish(60.0);
        let title = "Vec&lt;u8> &amp; &quot;co&quot;: shorter is better";
        assert!(file.contains(&format!("role=\"img\" aria-label=\"{title}\"")));
        assert!(file.contains(&format!("<title>{title}</title>")));
        assert!(file.contains("<text x=\"1\" y=\"6.2\">a&lt;b</text>"));
        assert!(file.contains("viewBox=\"0 0 960 60\""));
    }
}
