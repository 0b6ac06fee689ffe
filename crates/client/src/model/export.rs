//! Writing a match down for others: as text, picture, page or film.

use std::path::PathBuf;

use board::Edge;

use super::table::Spot;

/// The form of the file written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    /// The board shown as pixels.
    Png,
    /// The board shown as lines.
    Svg,
    /// All turns as a page for a browser.
    Html,
    /// A range of turns as a moving picture.
    Gif,
}

impl Format {
    pub(crate) const ALL: [Self; 5] = [Self::Text, Self::Png, Self::Svg, Self::Html, Self::Gif];

    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Html => "html",
            Self::Gif => "gif",
        }
    }

    /// Its name on a button.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Text => "Text",
            Self::Png => "PNG",
            Self::Svg => "SVG",
            Self::Html => "HTML",
            Self::Gif => "GIF",
        }
    }

    /// The content of a file of this format, for the form.
    pub(crate) const fn about(self) -> &'static str {
        match self {
            Self::Text => "All turns in the record's notation, with your comments.",
            Self::Png => "The board as it is shown, with the orders of the turn, as a picture.",
            Self::Svg => {
                "The board as it is shown, with the orders of the turn, as a drawing of any size."
            }
            Self::Html => "The whole game as one page to leaf through in a browser.",
            Self::Gif => "The turns from one to another as a moving picture, a turn a second.",
        }
    }
}

/// The most turns of a moving picture.
// one frame a turn: a film of every turn of the longest matches would take more memory than a picture is worth
pub(crate) const MOST_FRAMES: usize = 400;

/// The file to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExportForm {
    pub(crate) format: Format,
    pub(crate) path: String,
    /// The steps of a moving picture, counted from 1.
    pub(crate) steps: [usize; 2],
    /// The place of the record that is on the board; none for the latest.
    pub(crate) spot: Option<Spot>,
    /// The edge of the board at the bottom, as on the page.
    pub(crate) bottom: Edge,
    /// A file exists at that path, and the user has seen the warning.
    pub(crate) is_there: bool,
    /// The user agrees to replace a file at that path.
    pub(crate) may_replace: bool,
}

impl ExportForm {
    /// The form for a file named like the match file, in the folder `exports` beside the folder of matches.
    pub(crate) fn new(
        match_file: &std::path::Path,
        steps: usize,
        spot: Option<Spot>,
        bottom: Edge,
    ) -> Self {
        let format = Format::Text;
        let folder = match_file.parent().and_then(std::path::Path::parent);
        let folder = folder.map(|folder| folder.join("exports"));
        let name = match_file.with_extension(format.ending());
        let path = match (folder, name.file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => name,
        };
        Self {
            format,
            path: path.display().to_string(),
            // an empty record still needs a range
            steps: [1, steps.max(1)],
            spot,
            bottom,
            is_there: false,
            may_replace: false,
        }
    }

    /// The form once the user has changed it: with another path, the user's agreement to replace a file lapses.
    pub(crate) fn changed(self, before: Option<&Self>) -> Self {
        let is_same = before.is_some_and(|before| before.path == self.path);
        Self {
            is_there: self.is_there && is_same,
            may_replace: self.may_replace && is_same,
            ..self
        }
    }

    /// The form with a path from the desktop's dialog, which itself asks before replacing a file.
    pub(crate) fn chosen(&mut self, file: &std::path::Path) {
        self.path = file.display().to_string();
        self.is_there = false;
        self.may_replace = true;
    }

    /// Changes the format, and the path's ending with it.
    pub(crate) fn set_format(&mut self, format: Format) {
        self.format = format;
        let path = PathBuf::from(self.path.trim()).with_extension(format.ending());
        self.path = path.display().to_string();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_follows_the_form() {
        let file = PathBuf::from("/home/ada/matches/x.fpm");
        let mut form = ExportForm::new(&file, 9, None, Edge::South);
        assert_eq!(form.path, "/home/ada/exports/x.txt");
        form.set_format(Format::Gif);
        assert_eq!(form.path, "/home/ada/exports/x.gif");
        assert_eq!(form.steps, [1, 9]);
    }
}
