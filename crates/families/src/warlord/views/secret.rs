//! The page on which a hidden set-up is made: sections, and free units to choose.

mod sections;

use board::Cell;
use egui::{Button, Rect, RichText, Stroke, Ui, UiBuilder, vec2};
use kit::model::army::{ArmyEditor as _, Symmetry};
use kit::model::meaning::Refusal;
use kit::model::words::count;
use kit::views::army::ArmyPage;
use kit::views::theme::{palette, size};
use kit::views::widgets::note;
use picture::warlord::token;
use picture::{Scene, Token};
use rules::Family;
use rules::warlord::{FirstPlayer, FreeUnits, Illegal, Kind, Terrain, Unit};
use scenario::Scenario;
use scenario::warlord::Content;

use super::{TERRAIN_LOT, scenes};
use crate::warlord::model::editor::{Change, Editor, EditorCommand, Mix, Reserve};
use crate::warlord::model::words;

impl ArmyPage for Editor {
    const FAMILY: Family = Family::Warlord;
    const FILL: &'static str = "Chooses and places what is missing";
    const TURNS: &'static [Symmetry] = &[Symmetry::Mirror, Symmetry::HalfTurn];

    fn terrain(&self, cell: Cell) -> Option<&'static str> {
        match self.game().terrain.get(cell)? {
            Terrain::Open => None,
            Terrain::Town => Some("town"),
            Terrain::Trees => Some("trees"),
            Terrain::Hill => Some("hill"),
            Terrain::Water => Some("water"),
            Terrain::Hole => Some("no cell"),
        }
    }

    fn scene(&self) -> Scene {
        scenes::editor(self)
    }

    fn token(&self, kind: Kind) -> Token {
        let side = self.side();
        token(Cell::new(0, 0), Unit { side, kind })
    }

    fn kind_name(kind: Kind) -> &'static str {
        kind.name()
    }

    fn a_kind(kind: Kind) -> String {
        words::a_kind(kind)
    }

    fn tile_text(line: &Reserve) -> String {
        format!("{}/{}", line.left, line.total)
    }

    fn about(&self, kind: Kind) -> String {
        format!("moves {}", words::movement(self.game().movement(kind)))
    }

    fn lettered(&self, letter: &str) -> Option<Kind> {
        // either case will do: in your own set-up only the kind counts
        Some(Unit::from_symbol(letter.parse().ok()?)?.kind)
    }

    fn task(&self) -> Vec<String> {
        let mut notes = vec![task(self)];
        // with a lot after the set-ups nobody knows yet who begins
        if self.game().options.first_player != FirstPlayer::LotAfter {
            let first = match self.first() == self.side() {
                true => "You begin.",
                false => "The other side begins.",
            };
            notes.push(first.to_owned());
        }
        notes
    }

    fn of_mate(&self, cell: Cell) -> Option<Kind> {
        let mut parts = self.mates().iter();
        parts.find_map(|(_, placed)| placed.get(&cell).copied())
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

    fn progress(&self, ui: &mut Ui, out: &mut Vec<EditorCommand>) {
        sections::show(self, ui, out);
        ui.add_space(4.0);
    }

    fn to_fill(&self) -> Option<String> {
        let left = self.sections_to_fill();
        (left > 0).then(|| count(left, "section to fill", "sections to fill"))
    }

    fn to_choose(&self) -> Option<String> {
        let left = self.others_to_choose();
        let words = || count(left.into(), "free unit to choose", "free units to choose");
        (left > 0).then(words)
    }

    fn choose(&self, ui: &mut Ui, out: &mut Vec<EditorCommand>) {
        if let Some(choice) = self.choice() {
            choose(self, choice, ui, out);
        }
    }

    /// The kinds of free units are shown even if none is chosen: the buttons that choose are on their tiles.
    fn shown(&self) -> Vec<Reserve> {
        let lines = self.reserve();
        let shown = Kind::ALL.into_iter().filter_map(|kind| {
            let line = lines.iter().find(|line| line.kind == kind).copied();
            line.or_else(|| {
                is_free(self, kind).then_some(Reserve {
                    kind,
                    left: 0,
                    total: 0,
                })
            })
        });
        shown.collect()
    }

    fn on_tile(&self, kind: Kind, tile: Rect, ui: &mut Ui, out: &mut Vec<EditorCommand>) {
        if is_free(self, kind) {
            more_or_less(self, kind, tile, ui, out);
        }
    }
}

/// True for the kinds a side may choose from in addition to its army.
fn is_free(editor: &Editor, kind: Kind) -> bool {
    editor.choice().is_some() && !kind.is_leader() && kind != Kind::Promoted
}

/// The task of the user, in a sentence or two.
fn task(editor: &Editor) -> String {
    let (leaders, others, used) = editor.needed();
    let all = editor.sections_cells().len();
    if used == 0 {
        return "Your team-mates fill every section that is used: leave yours empty.".to_owned();
    }
    let which = match usize::from(used) {
        used if used == all => format!("into each of your {all} sections"),
        1 => format!("into one of your {all} sections"),
        used => format!("into each of {used} of your {all} sections"),
    };
    let enters = editor
        .sections()
        .iter()
        .any(|section| section.enters.is_some());
    let later = if enters {
        " Each is a block that enters later by your corner, on the turn written at it; where in it a unit stands does not matter."
    } else {
        ""
    };
    let team = match editor.makes_part() {
        true => " Your team-mates fill the others; what they have shown is pale.",
        false => "",
    };
    format!(
        "In secret: put exactly {} and {} {which}.{later}{team}",
        count(leaders.into(), "leader", "leaders"),
        count(others.into(), "other", "others"),
    )
}

/// The mix of leaders, and how many free units are left to choose.
fn choose(editor: &Editor, choice: FreeUnits, ui: &mut Ui, out: &mut Vec<EditorCommand>) {
    note(
        ui,
        format!(
            "Your {} leaders have {} levels in all. How many have level 1, 2 and 3:",
            choice.leaders, choice.levels
        ),
    );
    let now = editor.chosen().mix();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.spacing_mut().button_padding.x = 8.0;
        for mix in Mix::all(choice) {
            let [first, second, third] = mix.0;
            let text = format!("{first}-{second}-{third}");
            let line = palette(ui).line;
            let button = Button::selectable(now == mix, text)
                .frame_when_inactive(true)
                .stroke(Stroke::new(1.0, line));
            if ui.add(button).clicked() {
                out.push(EditorCommand::Own(Change::TakeMix(mix)));
            }
        }
    });
    let left = editor.others_to_choose();
    let all = choice.others;
    let text = match left {
        0 => format!("Your {all} free units are chosen; \u{2212} gives one back."),
        _ => format!("Choose {left} of {all} free units with +, of any kind."),
    };
    let color = match left {
        0 => ui.visuals().weak_text_color(),
        _ => palette(ui).warn,
    };
    ui.label(RichText::new(text).size(size::SMALL).color(color));
}

/// In a tile's lower corners: one unit of its kind more, or one less.
fn more_or_less(
    editor: &Editor,
    kind: Kind,
    tile: Rect,
    ui: &mut Ui,
    out: &mut Vec<EditorCommand>,
) {
    let chosen = editor.chosen().of(kind);
    let size = vec2(15.0, 19.0);
    for (text, more, on, corner, word) in [
        (
            "\u{2212}",
            false,
            chosen > 0,
            tile.left_bottom() + vec2(3.0, -22.0),
            "less",
        ),
        (
            "+",
            true,
            editor.others_to_choose() > 0,
            tile.right_bottom() + vec2(-18.0, -22.0),
            "more",
        ),
    ] {
        if !on {
            continue;
        }
        let name = format!("One {} {word}", kind.name());
        let mut corner = ui.new_child(UiBuilder::new().max_rect(Rect::from_min_size(corner, size)));
        corner.spacing_mut().button_padding = vec2(0.0, 0.0);
        corner.spacing_mut().interact_size.y = size.y;
        let button = corner.add_sized(size, Button::new(text));
        if button.on_hover_text(&name).accessible_name(&name).clicked() {
            out.push(EditorCommand::Own(Change::Choose(kind, more)));
        }
    }
}
