//! The list of the sections of a hidden set-up.

use egui::{Align, Button, Layout, RichText, Ui, vec2};
use kit::model::words::count;
use kit::views::theme::{palette, size};

use crate::warlord::model::editor::{Change, Editor, EditorCommand, Standing};

/// Lists the sections in the order seen on the board; blocks that enter, in the order of their turns.
pub(super) fn show(editor: &Editor, ui: &mut Ui, out: &mut Vec<EditorCommand>) {
    let palette = palette(ui);
    let (leaders, others, _) = editor.needed();
    let mut list: Vec<_> = editor.sections().into_iter().enumerate().collect();
    // blocks that enter come by their turns; sections on the board have no turn, and come by their corners
    list.sort_by_key(|(_, section)| (section.enters, section.corners.0));
    let last = list.len().saturating_sub(1);
    ui.spacing_mut().item_spacing.y = 3.0;
    ui.spacing_mut().interact_size.y = 20.0;
    ui.spacing_mut().button_padding = vec2(6.0, 1.0);
    for (place, (number, section)) in list.into_iter().enumerate() {
        let (color, text) = match section.standing {
            Standing::Empty => (ui.visuals().weak_text_color(), "empty".to_owned()),
            Standing::Done => (palette.good, "complete".to_owned()),
            Standing::Filling | Standing::Overfull => {
                let over = section.standing == Standing::Overfull;
                (
                    if over { palette.bad } else { palette.warn },
                    missing(section.leaders, section.others, leaders, others),
                )
            }
        };
        ui.horizontal(|ui| {
            ui.label(match section.enters {
                Some(turn) => format!("Turn {turn}"),
                None => format!("{}\u{2013}{}", section.corners.0, section.corners.1),
            });
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if let Some(turn) = section.enters {
                    let later = Button::new(RichText::new("Later").size(size::SMALL));
                    let name =
                        format!("The block of turn {turn} later: it changes places with the next");
                    if ui
                        .add_enabled(place < last, later)
                        .on_hover_text(&name)
                        .accessible_name(&name)
                        .clicked()
                    {
                        out.push(EditorCommand::Own(Change::ExchangeWithNext(number)));
                    }
                }
                ui.colored_label(color, text)
            });
        });
    }
}

/// The numbers of units that a section lacks or has too much of.
fn missing(leaders: usize, others: usize, need_leaders: u8, need_others: u8) -> String {
    let mut parts = Vec::new();
    for (have, need, one, many) in [
        (leaders, usize::from(need_leaders), "leader", "leaders"),
        (others, usize::from(need_others), "other", "others"),
    ] {
        if have > need {
            parts.push(format!("{} too many", count(have - need, one, many)));
        } else if have < need {
            parts.push(format!("{} missing", count(need - have, one, many)));
        }
    }
    parts.join(", ")
}
