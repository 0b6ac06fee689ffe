//! The help: the topics of a family, the network, mouse and keys.

use egui::{Align2, FontId, RichText, Sense, Ui, vec2};
use families::views::{help_of, topics};
use kit::views::theme::size;
use kit::views::widgets::{card, page, section};

use super::{View, about, choose_family, commands};
use crate::model::{Command, Model, Page, ShellCommand};

/// The part of the help that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Topic {
    /// A topic of the family chosen, by its place.
    Family(usize),
    /// Playing over the network, and files.
    Network,
    Keys,
    /// The program itself: version, rights, places.
    About,
}

impl Default for Topic {
    fn default() -> Self {
        Self::Family(0)
    }
}

pub(crate) fn show(model: &Model, view: &mut View, ui: &mut Ui, out: &mut Vec<Command>) {
    page(ui, 860.0, |ui| {
        choose_family(view, ui);
        ui.horizontal_wrapped(|ui| {
            let of_family = topics(view.reading.family).iter().enumerate();
            let topics = of_family
                .map(|(place, text)| (Topic::Family(place), *text))
                .chain([
                    (Topic::Network, "Network and files"),
                    (Topic::Keys, "Mouse and keys"),
                    (Topic::About, "About"),
                ]);
            for (topic, text) in topics {
                ui.selectable_value(
                    &mut view.reading.topic,
                    topic,
                    RichText::new(text).size(size::BODY),
                );
            }
            if ui
                .button(RichText::new("All the rules").size(size::BODY))
                .clicked()
            {
                out.push(ShellCommand::Go(Page::Rules).into());
            }
        });
        ui.add_space(8.0);
        match view.reading.topic {
            Topic::Family(place) => help_of(
                view.reading.family,
                place,
                &model.library.scenarios,
                &mut view.families,
                &mut view.canvas,
                ui,
            ),
            Topic::Network => network(ui),
            Topic::Keys => keys(model, ui),
            Topic::About => about::show(model, &mut view.about, ui, out),
        }
        ui.add_space(10.0);
        if ui.button("Close").clicked() {
            out.push(ShellCommand::Back.into());
        }
    });
}

fn network(ui: &mut Ui) {
    card(ui, |ui| {
        ui.label("The players' programs talk to each other directly, without any server. The host's invitation says where the host's program is and which key it has; all prove who they are by their keys. On one network a guest may ask the host instead, on the page Join. If a host is not found, \u{201C}Examine this machine\u{2019}s connection\u{201D} in the settings says what to do.");
        section(ui, "Nobody has to trust anybody");
        ui.label("Each turn is signed. Hidden set-ups are sealed before any is opened, and who begins is drawn by a lot that no side can steer.");
        section(ui, "If the connection breaks");
        ui.label("Nothing is lost. Your program dials again by itself. You may also leave and go on another day from the start page; every player holds the whole match.");
        section(ui, "The match file");
        ui.label("Every match is a file that anybody can replay and judge: here, or with `warlord judge`. It holds no secrets of yours.");
    });
}

fn keys(model: &Model, ui: &mut Ui) {
    let own = super::keys::changed(&model.settings.keys);
    if !own.is_empty() {
        card(ui, |ui| {
            section(ui, "Your own keys");
            for line in own {
                ui.label(line);
            }
        });
        ui.add_space(8.0);
    }
    card(ui, |ui| {
        for row in commands::rows() {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(180.0, 22.0), Sense::hover());
                let color = ui.visuals().strong_text_color();
                ui.painter().text(
                    rect.left_center(),
                    Align2::LEFT_CENTER,
                    super::keys::of_row(row, &model.settings.keys),
                    FontId::proportional(size::BODY),
                    color,
                );
                ui.label(row.text);
            });
        }
    });
}
