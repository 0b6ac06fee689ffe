//! A card over the board with something to answer, and how early clicks on it are kept from answering.

use egui::{Align, Color32, Layout, Response, Ui};

use crate::model::Command;

/// The answers on a card: a click that comes too early counts for nothing.
#[derive(Clone, Copy)]
pub(crate) struct Answers {
    is_live: bool,
}

impl Answers {
    /// `is_live` once the pointer's clicks count.
    pub(crate) const fn new(is_live: bool) -> Self {
        Self { is_live }
    }

    /// True if a button of a card is pressed on purpose: by a key, by a screen reader, or by the pointer once the card
    /// has been in sight for a moment.
    pub(crate) fn are(self, button: &Response) -> bool {
        let by_pointer = button.ctx.input(|input| input.pointer.any_released());
        button.clicked() && (self.is_live || !by_pointer)
    }

    /// Two answers at both ends of a line: neither is a slip of the other.
    pub(crate) fn two(
        self,
        ui: &mut Ui,
        no: &str,
        yes: impl FnOnce(&mut Ui) -> Response,
    ) -> Option<bool> {
        let mut answer = None;
        ui.horizontal(|ui| {
            if self.are(&ui.button(no)) {
                answer = Some(false);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if self.are(&yes(ui)) {
                    answer = Some(true);
                }
            });
        });
        answer
    }
}

type Show<'a> = Box<dyn FnOnce(&mut Ui, Answers, &mut Vec<Command>) -> bool + 'a>;

/// One card.
pub(crate) struct Card<'a> {
    /// Its first line, which also says whether it is the same card as in the last frame.
    pub(crate) title: String,
    pub(crate) color: Color32,
    /// Shows what is below the title; true if the user puts the card aside by one of its answers.
    pub(crate) show: Show<'a>,
}

impl<'a> Card<'a> {
    pub(crate) fn new(
        title: impl Into<String>,
        color: Color32,
        show: impl FnOnce(&mut Ui, Answers, &mut Vec<Command>) + 'a,
    ) -> Self {
        Self::put_aside(title, color, move |ui, answers, out| {
            show(ui, answers, out);
            false
        })
    }

    /// A card of which one answer puts it aside: `show` returns true for it.
    pub(crate) fn put_aside(
        title: impl Into<String>,
        color: Color32,
        show: impl FnOnce(&mut Ui, Answers, &mut Vec<Command>) -> bool + 'a,
    ) -> Self {
        Self {
            title: title.into(),
            color,
            show: Box::new(show),
        }
    }
}
