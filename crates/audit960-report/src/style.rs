//! How text is styled for a terminal, or left plain.

/// How text is styled.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Columns of the terminal.
    pub width: usize,
    /// Whether to use colour and bars.
    pub colour: bool,
}

impl Style {
    /// No colour, no bars.
    #[must_use]
    pub const fn plain(width: usize) -> Self {
        Self {
            width,
            colour: false,
        }
    }

    /// Text in a colour (SGR parameters), or as it is.
    #[must_use]
    pub fn paint(self, parameters: &str, text: &str) -> String {
        if self.colour {
            format!("\x1b[{parameters}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}
