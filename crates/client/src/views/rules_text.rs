//! The rules text with its diagrams, and a way to every paragraph of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{
    Align, CentralPanel, Color32, Frame, Grid, Label, Margin, Panel, Role, ScrollArea, Sense,
    Stroke, StrokeKind, TextEdit, TextFormat, TextWrapMode, Ui, WidgetInfo, text::LayoutJob, vec2,
};
use egui::{FontFamily, FontId, Response, RichText};
use kit::model::rulebook::{Content, Part, Rulebook, Span, Style};
use kit::views::painter::{BoardPainter, STRIP, paint_coordinates, window_within};
use kit::views::theme::{Look, palette, size};
use kit::views::widgets::{note, row};
use picture::Scene;
use rules::Family;

use super::{View, choose_family};
use crate::model::{Command, Page, ShellCommand};

/// The state that disappears with the window: the parsed texts, the search words, and the paragraph to show.
#[derive(Default)]
pub(crate) struct RulesView {
    /// The texts read so far, with the painters of their diagrams.
    books: BTreeMap<Family, (Arc<Rulebook>, Vec<BoardPainter>)>,
    sought: String,
    /// The paragraph last asked for.
    chosen: String,
    /// The next frame scrolls to it.
    jump: bool,
}

impl RulesView {
    /// The text of a family, parsed when it is first read.
    fn book(&mut self, family: Family) -> Arc<Rulebook> {
        let read = || {
            let book = families::rulebook(family);
            let painters = book.diagrams.iter().map(|_| BoardPainter::default());
            let painters = painters.collect();
            (Arc::new(book), painters)
        };
        self.books.entry(family).or_insert_with(read).0.clone()
    }

    /// Goes to a paragraph or section, such as `2.5`.
    pub(crate) fn go_to(&mut self, number: &str) {
        number.clone_into(&mut self.chosen);
        self.jump = true;
    }
}

/// A link to the paragraph that a refusal names.
pub(crate) fn link(rule: &str, view: &mut RulesView, ui: &mut Ui, out: &mut Vec<Command>) {
    // kept in one piece when the line is wrapped
    ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
    if ui.link(format!("Rules: {rule}")).clicked() {
        view.go_to(rule);
        out.push(ShellCommand::Go(Page::Rules).into());
    }
}

pub(crate) fn show(view: &mut View, ui: &mut Ui) {
    let book = view.reading.rules.book(view.reading.family);
    let fill = ui.visuals().faint_bg_color;
    Panel::left("contents")
        .resizable(false)
        .exact_size(290.0)
        .frame(Frame::new().fill(fill).inner_margin(Margin::same(14)))
        .show(ui, |ui| {
            choose_family(view, ui);
            contents(&book, &mut view.reading.rules, ui);
        });
    let fill = ui.visuals().panel_fill;
    CentralPanel::no_frame()
        .frame(Frame::new().fill(fill).inner_margin(Margin {
            left: 24,
            right: 6,
            top: 0,
            bottom: 0,
        }))
        .show(ui, |ui| {
            ScrollArea::vertical()
                .id_salt("rules")
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    // some hundred letters: in longer lines the eye does not find the next one
                    ui.set_width(ui.available_width().min(780.0));
                    ui.add_space(14.0);
                    for part in &book.parts {
                        show_part(&book, part, view, ui);
                    }
                    ui.add_space(40.0);
                });
        });
    // once: otherwise the reader could not scroll away from the paragraph
    view.reading.rules.jump = false;
}

/// The search field, and below it the sections or the paragraphs found.
fn contents(book: &Rulebook, rules: &mut RulesView, ui: &mut Ui) {
    let field = TextEdit::singleline(&mut rules.sought)
        .hint_text("Search the rules")
        .desired_width(f32::INFINITY);
    let field = ui.add(field);
    field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Search the rules"));
    ui.add_space(6.0);
    let sought = rules.sought.trim().to_owned();
    let lines: Vec<(String, String)> = if sought.is_empty() {
        let headings = book.parts.iter().filter_map(|part| match &part.content {
            Content::Heading(title) => Some((part.number.clone(), title.clone())),
            _ => None,
        });
        headings.collect()
    } else {
        let found = book.find(&sought).into_iter();
        // an introduction has no number, and so no place to go to
        let numbered = found.filter(|(number, _)| !number.is_empty());
        numbered
            .map(|(number, text)| (number.to_owned(), text))
            .collect()
    };
    if lines.is_empty() {
        note(ui, "Nothing in the rules says that.");
    }
    ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for (number, text) in lines {
                if row(ui, rules.chosen == number, &format!("{number}  {text}")).clicked() {
                    rules.go_to(&number);
                }
            }
        });
}

fn show_part(book: &Rulebook, part: &Part, view: &mut View, ui: &mut Ui) {
    let is_chosen = !part.number.is_empty() && view.reading.rules.chosen == part.number;
    let begins = part.begins || matches!(part.content, Content::Heading(_));
    match &part.content {
        Content::Title(text) => {
            ui.label(RichText::new(text).size(size::HEADING));
            ui.add_space(6.0);
        }
        Content::Heading(text) => {
            ui.add_space(20.0);
            let heading =
                ui.label(RichText::new(format!("{}  {text}", part.number)).size(size::TITLE));
            follow(heading, is_chosen, view);
            ui.add_space(4.0);
        }
        content => {
            let response = ui
                .horizontal_top(|ui| {
                    ui.vertical(|ui| {
                        ui.set_width(44.0);
                        if begins {
                            let color = palette(ui).accent;
                            ui.label(RichText::new(&part.number).color(color));
                        }
                    });
                    ui.vertical(|ui| match content {
                        Content::Diagram(place) => diagram(book, *place, view, ui),
                        Content::Table(rows) => table(&part.number, rows, ui),
                        Content::Text(spans) => {
                            ui.add(Label::new(styled(spans, ui)).wrap());
                        }
                        Content::Title(_) | Content::Heading(_) => {}
                    });
                })
                .response;
            if is_chosen {
                let color = palette(ui).accent;
                let bar = response.rect.expand2(vec2(8.0, 3.0));
                let line = Stroke::new(3.0, color);
                ui.painter().vline(bar.left(), bar.y_range(), line);
            }
            if begins {
                follow(response, is_chosen, view);
            }
            ui.add_space(3.0);
        }
    }
}

/// Scrolls to the paragraph that was asked for.
fn follow(response: Response, is_chosen: bool, view: &View) {
    if is_chosen && view.reading.rules.jump {
        response.scroll_to_me(Some(Align::TOP));
    }
}

/// Words in their styles, as one text that wraps.
fn styled(spans: &[Span], ui: &Ui) -> LayoutJob {
    let visuals = ui.visuals();
    let mut job = LayoutJob::default();
    for span in spans {
        let format = TextFormat {
            font_id: match span.style {
                Style::Code => FontId::new(14.0, FontFamily::Monospace),
                _ => FontId::new(15.0, FontFamily::Proportional),
            },
            color: match span.style {
                Style::Strong => visuals.strong_text_color(),
                Style::Emphasis => visuals.weak_text_color(),
                Style::Plain | Style::Code => visuals.text_color(),
            },
            background: match span.style {
                Style::Code => visuals.faint_bg_color,
                _ => Color32::TRANSPARENT,
            },
            italics: span.style == Style::Emphasis,
            ..TextFormat::default()
        };
        job.append(&span.text, 0.0, format);
    }
    job
}

fn table(number: &str, rows: &[Vec<Vec<Span>>], ui: &mut Ui) {
    Grid::new(("table", number))
        .striped(true)
        .spacing(vec2(14.0, 6.0))
        .max_col_width(210.0)
        .show(ui, |ui| {
            for row in rows {
                for cell in row {
                    ui.add(Label::new(styled(cell, ui)).wrap());
                }
                ui.end_row();
            }
        });
}

/// A diagram with what the rules say of it, small boards with cells as large as those in the files.
fn diagram(book: &Rulebook, place: usize, view: &mut View, ui: &mut Ui) {
    let Some((diagram, scene)) = book.diagrams.get(place) else {
        return;
    };
    let board = scene.ground.board();
    let around = vec2(STRIP + 10.0, STRIP + 10.0);
    let cell = ((ui.available_width() - around.x) / f32::from(board.files())).clamp(8.0, 38.0);
    let size = cell * vec2(board.files().into(), board.ranks().into()) + around;
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &diagram.alt));
    // a diagram out of sight costs its room and nothing else
    if ui.is_rect_visible(rect) {
        paint(scene, place, rect, view, ui);
    }
    for line in &diagram.notes {
        note(ui, line.replace('`', ""));
    }
}

fn paint(scene: &Arc<Scene>, place: usize, rect: egui::Rect, view: &mut View, ui: &Ui) {
    let look = Look::of(ui);
    let palette = palette(ui);
    ui.painter().rect(
        rect,
        6.0,
        palette.table,
        Stroke::new(1.0, palette.line),
        StrokeKind::Inside,
    );
    let window = window_within(rect);
    let View {
        reading, canvas, ..
    } = view;
    let books = &mut reading.rules.books;
    let painters = books.get_mut(&reading.family).map(|(_, painters)| painters);
    let Some(painter) = painters.and_then(|painters| painters.get_mut(place)) else {
        return;
    };
    let projection = painter.paint_whole(ui, &mut canvas.atlases, canvas.set, window, scene);
    paint_coordinates(ui.painter(), &projection, look, None);
}
