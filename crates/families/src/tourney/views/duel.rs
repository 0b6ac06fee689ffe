//! The duel: its fighters with their wounds, the rounds past, and the card as a button.

use egui::{
    Align2, Color32, CornerRadius, FontId, Rect, Response, RichText, Role, Sense, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};
use kit::model::tabletop::Tabletop;
use kit::model::words::capital;
use kit::views::canvas::Canvas;
use kit::views::theme::{palette, size};
use kit::views::widgets::{note, section};
use rules::AnyEvent;
use rules::tourney::{Card, Event, Exchange, Fight, Loss, Man, Position, Unit};

use super::opened::{coup, line, opened, told_blows};
use super::units::{man_chip, paint_badge};
use crate::tourney::model::men;

/// The last fight, as far as it has come in the record that is shown.
#[derive(Debug, Default)]
pub(super) struct Past {
    /// Its rounds, oldest first, each with its exchanges.
    pub(super) rounds: Vec<Vec<Exchange>>,
    /// What became of the felled, in words.
    pub(super) ends: Vec<String>,
    /// Those slain by one more blow.
    pub(super) coups: Vec<Unit>,
    /// Nothing has happened since the last card or decision of that fight.
    pub(super) is_last: bool,
    /// Differs from one opened round or last blow to the next.
    pub(super) number: u64,
}

impl Past {
    pub(super) fn of(table: &dyn Tabletop) -> Self {
        let mut past = Self::default();
        let (mut is_new, mut is_over, mut turns) = (true, false, 0);
        for event in table.events_shown() {
            let AnyEvent::Tourney(event) = event else {
                continue;
            };
            match event {
                Event::Met(_) => {
                    past.begin_again();
                    (is_new, is_over) = (true, false);
                }
                // the cards of a round follow the choices of both sides
                Event::Chosen(_) => is_new = true,
                Event::Exchanged { exchange, .. } => {
                    // the next defender of a Castle, whom nobody meets anew
                    if is_over {
                        past.begin_again();
                        is_over = false;
                    }
                    if std::mem::take(&mut is_new) {
                        past.rounds.push(Vec::new());
                    }
                    if let Some(round) = past.rounds.last_mut() {
                        round.push(*exchange);
                    }
                    past.number += 1;
                    (past.is_last, turns) = (true, 0);
                }
                Event::Slain { unit, how, .. } if past.is_last => {
                    is_over = true;
                    past.ends.push(format!("{} is slain.", men::unit(*unit)));
                    if *how == Loss::Slain {
                        past.coups.push(*unit);
                        past.number += 1;
                    }
                }
                Event::Captured { unit, .. } if past.is_last => {
                    is_over = true;
                    past.ends.push(format!("{} is captured.", men::unit(*unit)));
                }
                Event::Lies { unit, .. } if past.is_last => {
                    is_over = true;
                    past.ends.push(format!("{} lies.", men::unit(*unit)));
                }
                Event::GotUp { .. } | Event::Gone { .. } => is_over = true,
                Event::TurnEnded { .. } => {
                    turns += 1;
                    // it stays in sight for the turn that follows it
                    if turns > 1 {
                        past.begin_again();
                    }
                }
                Event::Moved { .. }
                | Event::Recalled { .. }
                | Event::MovesOver(_)
                | Event::Announced { .. }
                | Event::Shot { .. }
                | Event::Raised { .. } => past.is_last = false,
                _ => {}
            }
        }
        past
    }

    fn begin_again(&mut self) {
        *self = Self {
            number: self.number,
            ..Self::default()
        };
    }

    /// Who gave a beaten man the last blow: one who fought him.
    pub(super) fn victor(&self, fallen: Unit) -> Option<Unit> {
        let is_his = |unit: &Unit| unit.owner == fallen.owner && unit.kind == fallen.kind;
        let mut exchanges = self.rounds.iter().rev().flatten();
        exchanges.find_map(|exchange| match &exchange.men {
            [one, other] if is_his(one) => Some(*other),
            [one, other] if is_his(other) => Some(*one),
            _ => None,
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rounds.is_empty()
    }
}

/// The fighters of both sides, with their wounds and whoever is at stake.
pub(super) fn fighters(
    position: &Position,
    fight: &Fight,
    size: f32,
    canvas: &mut Canvas,
    ui: &mut Ui,
) {
    let title = match fight.round {
        0 => format!("The duel on {} is over", fight.cell),
        round => format!("The duel on {}, round {round}", fight.cell),
    };
    ui.label(RichText::new(title).size(size::TITLE).strong());
    ui.horizontal_wrapped(|ui| {
        for (party, word) in [(0, "attacks"), (1, "defends")] {
            for man in &fight.fighters[party] {
                fighter(position, man, word, size, canvas, ui);
            }
            for man in &fight.stakes[party] {
                fighter(position, man, "at stake", size, canvas, ui);
            }
        }
    });
}

fn fighter(
    position: &Position,
    man: &Man,
    role: &str,
    size: f32,
    canvas: &mut Canvas,
    ui: &mut Ui,
) {
    let mut states = men::states_in_fight(position, man);
    if states.is_empty() && man.unit.kind.is_fighter() {
        states.push("unhurt".to_owned());
    }
    states.push(role.to_owned());
    // of a fixed width, so that the next one begins a line where there is no more room
    ui.allocate_ui(vec2(size + FIGHTER, size), |ui| {
        ui.horizontal(|ui| {
            let chip = man_chip(ui, canvas, position, man, size);
            chip.on_hover_text(men::described(position, man));
            ui.vertical(|ui| {
                ui.set_width(FIGHTER - 8.0);
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.label(men::unit(man.unit));
                note(ui, capital(&states.join(", ")));
            });
        });
    });
}

/// The room for the words beside a fighter.
const FIGHTER: f32 = 150.0;

/// Rounds in lines, oldest first.
pub(super) fn lines(rounds: &[Vec<Exchange>], ui: &mut Ui) {
    for (number, round) in (1..).zip(rounds) {
        for exchange in round {
            note(ui, format!("Round {number}: {}", line(exchange)));
        }
    }
}

/// The height of cards that fit beside a board.
const NARROW: f32 = 58.0;

/// The rounds past in little room: the last one as pictures, all before it as lines.
pub(super) fn past(past: &Past, canvas: &mut Canvas, ui: &mut Ui) {
    let Some((last, older)) = past.rounds.split_last() else {
        return;
    };
    lines(older, ui);
    section(ui, &format!("Round {}", past.rounds.len()));
    for exchange in last {
        opened(exchange, NARROW, NARROW * 0.45, 1.0, canvas, ui);
        told_blows(exchange, ui);
    }
    for fallen in &past.coups {
        coup(past.victor(*fallen), *fallen, NARROW, 1.0, canvas, ui);
    }
    for end in &past.ends {
        ui.label(end);
    }
}

/// The name of a card for everybody who does not see its picture.
pub(super) fn card_name(card: Card) -> String {
    format!(
        "{card}: strike {}, parry {}, {} open",
        card.blow().name(),
        card.parry().name(),
        card.open().name()
    )
}

/// The height of six cards beside each other or, where the room is too narrow for it, of two rows of three.
pub(super) fn fitting(ui: &Ui, high: f32) -> f32 {
    let (room, gap) = (ui.available_width(), 8.0);
    if room >= 6.0 * (high + gap) {
        high
    } else {
        (room / 3.0 - gap).clamp(56.0, high)
    }
}

/// The height of the letters under a card.
const CAPTION: f32 = 20.0;

/// A card or another badge as a button, with a caption under it.
pub(super) fn badge_button(
    ui: &mut Ui,
    canvas: &mut Canvas,
    badge: picture::Badge,
    [name, caption]: [&str; 2],
    is_chosen: bool,
    height: f32,
) -> Response {
    let size = Vec2::splat(height);
    let (rect, response) = ui.allocate_exact_size(size + vec2(4.0, 8.0 + CAPTION), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, name));
    let palette = palette(ui);
    let lively = response.hovered() || response.has_focus();
    let (width, color) = match (is_chosen, lively) {
        (true, _) => (3.5, palette.accent),
        (false, true) => (2.0, palette.accent),
        (false, false) => (0.0, Color32::TRANSPARENT),
    };
    if is_chosen {
        let fill = palette.accent.gamma_multiply(0.18);
        ui.painter().rect_filled(rect, 8.0, fill);
    }
    ui.painter().rect_stroke(
        rect.shrink(1.0),
        CornerRadius::same(8),
        Stroke::new(width, color),
        StrokeKind::Inside,
    );
    let corner = rect.min + vec2(2.0, 4.0);
    paint_badge(ui, canvas, badge, Rect::from_min_size(corner, size));
    let below = rect.center_bottom() - vec2(0.0, 4.0);
    let font = FontId::proportional(size::BODY);
    let ink = ui.visuals().text_color();
    ui.painter()
        .text(below, Align2::CENTER_BOTTOM, caption, font, ink);
    response.on_hover_text(name)
}
