//! The page on which a hidden set-up is made: the home zone, and the units in it that are out of command.

use board::Cell;
use egui::Ui;
use kit::model::army::{ArmyEditor as _, Symmetry};
use kit::model::meaning::Refusal;
use kit::model::words::count;
use kit::views::army::ArmyPage;
use kit::views::theme::palette;
use picture::{Scene, Token};
use rules::Family;
use rules::wargame::{Illegal, Kind, Terrain, Unit};
use scenario::Scenario;
use scenario::wargame::Content;

use super::units::anywhere;
use super::{TERRAIN_LOT, scenes};
use crate::wargame::model::editor::{Editor, Reserve};
use crate::wargame::model::words;

impl ArmyPage for Editor {
    const FAMILY: Family = Family::WarGame;
    const FILL: &'static str = "Places what is missing, as the first book has it or near a leader";
    const TURNS: &'static [Symmetry] = &[Symmetry::Mirror];

    fn terrain(&self, cell: Cell) -> Option<&'static str> {
        match self.game().terrain.get(cell)? {
            Terrain::Open => None,
            Terrain::Town => Some("town"),
            Terrain::Trees => Some("trees"),
            Terrain::Hill => Some("hill"),
        }
    }

    fn scene(&self) -> Scene {
        scenes::editor(self)
    }

    fn token(&self, kind: Kind) -> Token {
        let side = self.side();
        anywhere(Unit { side, kind })
    }

    fn kind_name(kind: Kind) -> &'static str {
        kind.name()
    }

    fn a_kind(kind: Kind) -> String {
        words::a_kind(kind)
    }

    fn tile_text(line: &Reserve) -> String {
        let symbol = line.kind.symbol().trim_matches(['(', ')']);
        format!("{symbol} {}/{}", line.left, line.total)
    }

    fn about(&self, kind: Kind) -> String {
        words::powers(self.game(), kind)
    }

    fn lettered(&self, letter: &str) -> Option<Kind> {
        // in either case: in your own set-up only the kind counts
        lettered(self, &letter.to_uppercase())
    }

    fn task(&self) -> Vec<String> {
        let army = self.game().army(self.side()).len();
        vec![format!(
            "In secret: place all {} anywhere in your home zone, the green cells. Lines show who keeps whom in command.",
            count(army, "unit", "units")
        )]
    }

    fn refusal(illegal: Illegal) -> Refusal {
        words::refusal(illegal)
    }

    fn books_about(scenario: &Scenario) -> Vec<&str> {
        let books = Content::of(scenario).map(Content::books);
        let books = books.unwrap_or_default().iter();
        books.map(|book| book.about.as_str()).collect()
    }

    fn terrain_lot(&self) -> Option<(&'static str, String)> {
        Some((TERRAIN_LOT, words::terrain_lot(self.game())?))
    }

    fn worries(&self, ui: &mut Ui) {
        worries(self, ui);
    }
}

/// The units that could do nothing where they stand; they are struck on the board.
fn worries(editor: &Editor, ui: &mut Ui) {
    let worries = &editor.worries;
    let named = |cells: &[Cell]| {
        // more would push the button that locks out of sight
        let names: Vec<String> = cells.iter().take(6).map(Cell::to_string).collect();
        let more = if cells.len() > names.len() {
            ", \u{2026}"
        } else {
            ""
        };
        format!("{}{more}", names.join(", "))
    };
    for (cells, one, many) in [
        (
            &worries.cut_off,
            "leader is out of command",
            "leaders are out of command",
        ),
        (
            &worries.unheard,
            "unit is too far from every leader to get an order",
            "units are too far from every leader to get an order",
        ),
    ] {
        if !cells.is_empty() {
            let text = format!("{}: {}.", count(cells.len(), one, many), named(cells));
            ui.colored_label(palette(ui).warn, text);
        }
    }
}

/// The kind that a letter stands for: of the units still in reserve the first whose symbol is the letter, or begins
/// with it.
fn lettered(editor: &Editor, letter: &str) -> Option<Kind> {
    let lines = editor.reserve();
    // only units left in reserve, so that a letter typed again takes the next kind that begins with it
    let left = || lines.iter().filter(|line| line.left > 0);
    // symbols of two letters are written in brackets, which nobody types
    let symbol = |kind: Kind| kind.symbol().trim_matches(['(', ')']);
    let exact = left().find(|line| symbol(line.kind) == letter);
    let begins = || left().find(|line| symbol(line.kind).starts_with(letter));
    let line = exact.or_else(begins).filter(|_| !letter.is_empty());
    line.map(|line| line.kind)
}
