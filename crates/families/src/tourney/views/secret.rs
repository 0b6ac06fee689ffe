//! The pages of the secret choices: the cards of a duel, the places of a shot; a muster has its own.

use egui::{
    CentralPanel, Event as Input, Frame, Key, Label, Margin, Modifiers, Response, RichText,
    ScrollArea, Ui,
};
use kit::model::ask::{Ask, SealAsk};
use kit::model::family::{Commands, SecretChoice as _};
use kit::model::tabletop::{Around, Tabletop};
use kit::model::words::capital;
use kit::views::canvas::Canvas;
use kit::views::family::{FamilyBoard as _, SecretPage};
use kit::views::sealing::locked_board;
use kit::views::theme::{palette, size};
use kit::views::widgets::{
    card, keep_focus_in_sight, note, section, side_chip, side_column, wide_primary,
};
use picture::tourney::badge;
use rules::tourney::{Asked, Card, Line, Pair};

use super::arena::is_sealed;
use super::arena::{self, Between};
use super::duel::{Past, badge_button, card_name, fitting, lines};
use super::muster;
use super::odds::{mix, odds};
use super::stage::{LOW, high};
use super::units::{badge_chip, man_chip};
use crate::tourney::Tourney;
use crate::tourney::model::hand::Hand;
use crate::tourney::model::men;
use crate::tourney::model::secret::{Change, Choice, Made};

impl SecretPage for Choice {
    fn show<F: Commands<SecretChange = Change>>(
        &self,
        around: Around<'_>,
        table: &dyn Tabletop,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<F>>,
    ) {
        match self.made() {
            Made::Muster(made) => {
                muster::show(around, self, made, table, canvas, ui, out);
            }
            Made::Cards { pairs, cards, at } => {
                // while a question is open its keys belong to it; a card chosen by accident would be sealed with the
                // answer
                if !around.is_asking && !ui.ctx().text_edit_focused() {
                    card_keys(cards.len(), *at, ui, out);
                    seal_key(self, ui, out);
                }
                let past = Past::of(table);
                beside(self, "Your cards", &past, table, canvas, ui, out);
                scene(ui, |ui| {
                    // at 200 % the arena would fill the page, and the cards lie below its edge
                    let is_low = ui.clip_rect().height() < LOW;
                    let position = self.position();
                    let between = match past.rounds.is_empty() {
                        true => Between::Coming(self.side(), cards),
                        false => Between::Latest,
                    };
                    if !is_low {
                        arena::show(around, table, position, &past, &between, canvas, ui);
                    }
                    for (place, pair) in (0..).zip(pairs) {
                        let chosen = cards.get(usize::from(place)).copied().flatten();
                        let is_next = pairs.len() > 1 && usize::from(place) == *at;
                        let taken = self.row(place, pair, (chosen, is_next), table, canvas, ui);
                        out.extend(taken.map(|card| Ask::Secret(Change::Card(place, card))));
                    }
                    if is_low {
                        arena::show(around, table, position, &past, &between, canvas, ui);
                    }
                });
            }
            Made::Shot(line) => {
                if !around.is_asking && !ui.ctx().text_edit_focused() {
                    line_keys(ui, out);
                    seal_key(self, ui, out);
                }
                let title = if self.shoots() {
                    "Your aim"
                } else {
                    "Your parry"
                };
                beside(self, title, &Past::default(), table, canvas, ui, out);
                scene(ui, |ui| self.shot(*line, canvas, ui, out));
            }
        }
    }

    /// The choice behind its seal: of a duel the fighters and the side's own cards, of a muster the board.
    fn locked<F: Commands>(
        &self,
        around: Around<'_>,
        table: &dyn Tabletop,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<F>>,
    ) {
        match self.made() {
            Made::Muster(made) => muster::locked(around, self, made, table, canvas, ui, out),
            Made::Cards { pairs, cards, .. } => scene(ui, |ui| {
                let (position, past) = (self.position(), Past::of(table));
                let between = Between::Coming(self.side(), cards);
                arena::show(around, table, position, &past, &between, canvas, ui);
                for (pair, card) in pairs.iter().zip(cards) {
                    if let Some(card) = card {
                        let against = men::unit(pair.enemy.unit);
                        let said = format!(
                            "Your card against {against} is sealed. {}.",
                            card_name(*card)
                        );
                        ui.label(said)
                            .on_hover_text("Both cards are opened together");
                    }
                }
            }),
            Made::Shot(_) => {
                let position = self.position();
                // with an empty hand: a sealed place is waited for, and nothing on the board can be clicked
                let scene = canvas.scene(around.revision, || {
                    Tourney::scene(table, &Hand::default(), position)
                });
                let name = |cell| Tourney::cell_name(position, table.side_names(), None, cell);
                locked_board(position.board(), &scene, &name, table, canvas, ui, out);
            }
        }
    }
}

/// The page's middle, in place of the board.
fn scene(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let frame = Frame::new()
        .fill(palette(ui).table)
        .inner_margin(Margin::symmetric(18, 14));
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                add(ui);
                keep_focus_in_sight(ui);
            });
    });
}

/// The column with the task, the button that seals, and how the cards work.
fn beside<F: Commands<SecretChange = Change>>(
    choice: &Choice,
    title: &str,
    past: &Past,
    table: &dyn Tabletop,
    canvas: &mut Canvas,
    ui: &mut Ui,
    out: &mut Vec<Ask<F>>,
) {
    side_column(ui, "card", 320.0, |ui| {
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| {
                card(ui, |ui| {
                    ui.horizontal(|ui| {
                        side_chip(ui, choice.side(), 24.0);
                        ui.label(RichText::new(title).size(size::TITLE));
                    });
                    let is_duel = matches!(choice.made(), Made::Cards { .. });
                    note(ui, if is_duel { DUEL } else { SHOT });
                    let lock = if is_duel {
                        "Seal the cards"
                    } else {
                        "Seal the place"
                    };
                    if wide_primary(ui, lock, choice.decision().is_some()).clicked() {
                        out.push(SealAsk::Lock.into());
                    }
                    for seat in table.seats().iter().filter(|it| it.side != choice.side()) {
                        let standing = match is_sealed(table, seat.side) {
                            true => "has sealed",
                            false => "has not sealed yet",
                        };
                        note(ui, format!("{} {standing}.", seat.called));
                    }
                    if is_duel {
                        ui.add_space(4.0);
                        odds(choice.position(), Some(choice.side()), canvas, ui);
                    }
                });
                ui.add_space(8.0);
                if !past.is_empty() {
                    card(ui, |ui| {
                        section(ui, "Rounds past");
                        lines(&past.rounds, ui);
                    });
                }
                keep_focus_in_sight(ui);
            });
    });
}

const DUEL: &str = "A card is a blow and a parry at two different places; the third line stays open. A blow lands only where the other leaves his line open. High kills, Middle and Low wound, and a second wound kills. Click a card, or press 1 to 6; Enter seals.";
const SHOT: &str = "The arrow does nothing if the parry guards the place it is aimed at. High kills; Middle and Low wound. Click a place, or press H, M or L; Enter seals.";

/// The keys 1 to 6 choose the card of the pair whose turn it is; Down and Up go to the next and the last pair.
fn card_keys<F: Commands<SecretChange = Change>>(
    pairs: usize,
    at: usize,
    ui: &Ui,
    out: &mut Vec<Ask<F>>,
) {
    const KEYS: [Key; 6] = [
        Key::Num1,
        Key::Num2,
        Key::Num3,
        Key::Num4,
        Key::Num5,
        Key::Num6,
    ];
    let Ok(place) = u8::try_from(at) else {
        return;
    };
    ui.input_mut(|input| {
        for (key, card) in KEYS.into_iter().zip(Card::ALL) {
            if input.consume_key(Modifiers::NONE, key) {
                out.push(Ask::Secret(Change::Card(place, card)));
            }
        }
        // a step up is all steps but one down, without a number below zero
        for (key, step) in [(Key::ArrowDown, 1), (Key::ArrowUp, pairs.saturating_sub(1))] {
            if pairs > 1 && input.consume_key(Modifiers::NONE, key) {
                let next = u8::try_from((at + step) % pairs).unwrap_or(0);
                out.push(Ask::Secret(Change::Turn(next)));
            }
        }
    });
}

/// Enter seals a choice that is whole. A focused button takes the key for itself.
fn seal_key<F: Commands<SecretChange = Change>>(choice: &Choice, ui: &Ui, out: &mut Vec<Ask<F>>) {
    let is_free = ui.memory(|memory| memory.focused().is_none());
    if is_free
        && choice.decision().is_some()
        && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
    {
        out.push(SealAsk::Lock.into());
    }
}

/// A letter chooses the place of a shot.
fn line_keys<F: Commands<SecretChange = Change>>(ui: &Ui, out: &mut Vec<Ask<F>>) {
    ui.input(|input| {
        for event in &input.events {
            // text and not keys: a letter lies on other keys of other keyboards
            if let Input::Text(text) = event
                && let Some(letter) = text.to_uppercase().chars().next()
                && let Some(line) = Line::from_symbol(letter)
            {
                out.push(Ask::Secret(Change::Line(line)));
            }
        }
    });
}

/// The height of a place of a shot.
const PLACE: f32 = 116.0;

impl Choice {
    /// The six cards for one pair, and the one that is clicked.
    fn row(
        &self,
        place: u8,
        pair: &Pair,
        (chosen, is_next): (Option<Card>, bool),
        table: &dyn Tabletop,
        canvas: &mut Canvas,
        ui: &mut Ui,
    ) -> Option<Card> {
        let mut taken = None;
        let pairs = self.position().pairs(self.side()).len();
        card(ui, |ui| {
            match pairs {
                // the arena shows the two face to face already
                1 => ui.label(RichText::new("Choose your card").size(size::TITLE).strong()),
                _ => self.against(pair, is_next, table, canvas, ui),
            };
            let high = fitting(ui, high(pairs));
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                for (number, card) in (1..).zip(Card::ALL) {
                    let name = self.card_name(card, pair);
                    let caption = format!("{number} \u{00B7} {card}");
                    let texts = [name.as_str(), caption.as_str()];
                    let drawing = badge::card(card.number());
                    let is_chosen = chosen == Some(card);
                    if badge_button(ui, canvas, drawing, texts, is_chosen, high).clicked() {
                        taken = Some(card);
                    }
                }
            });
            let said = chosen.map_or("No card chosen yet.".to_owned(), card_name);
            ui.label(RichText::new(said).size(size::TITLE));
            mix(self.position(), self.side(), place.into(), canvas, ui);
        });
        ui.add_space(8.0);
        taken
    }

    /// The name of a card's button: with several opponents it says against whom.
    fn card_name(&self, card: Card, pair: &Pair) -> String {
        let name = card_name(card);
        match self.position().pairs(self.side()).len() {
            1 => name,
            // with one opponent the name says all; the addition would be read out six times for nothing
            _ => {
                let own = pair.own.unit.kind.name();
                let enemy = pair.enemy.unit.kind.name();
                format!("{name}; {own} against {enemy}")
            }
        }
    }

    /// The reader's fighter and his opponent, and whether the opponent's card is sealed already.
    fn against(
        &self,
        pair: &Pair,
        is_next: bool,
        table: &dyn Tabletop,
        canvas: &mut Canvas,
        ui: &mut Ui,
    ) -> Response {
        let position = self.position();
        ui.horizontal_wrapped(|ui| {
            man_chip(ui, canvas, position, &pair.own, 44.0);
            // whole beside its picture, or on the next line
            ui.add(Label::new(men::fighting(position, &pair.own)).extend());
            ui.weak("against");
            man_chip(ui, canvas, position, &pair.enemy, 44.0);
            ui.add(Label::new(men::fighting(position, &pair.enemy)).extend());
            if is_sealed(table, pair.enemy.unit.owner) {
                badge_chip(ui, canvas, badge::SEALED, 34.0).on_hover_text("Sealed");
                ui.weak("has sealed");
            }
            if is_next {
                ui.colored_label(palette(ui).accent, "\u{00B7} the keys choose here");
            }
        })
        .response
    }

    /// The three places of a shot.
    fn shot<F: Commands<SecretChange = Change>>(
        &self,
        chosen: Option<Line>,
        canvas: &mut Canvas,
        ui: &mut Ui,
        out: &mut Vec<Ask<F>>,
    ) {
        let position = self.position();
        let Asked::Shot { archer, target, .. } = position.asked() else {
            return;
        };
        card(ui, |ui| {
            ui.horizontal(|ui| {
                man_chip(ui, canvas, position, &archer, 44.0);
                ui.label(men::described(position, &archer));
                ui.weak("shoots at");
                man_chip(ui, canvas, position, &target, 44.0);
                ui.label(men::described(position, &target));
            });
            let verb = if self.shoots() { "aim" } else { "parry" };
            ui.horizontal_wrapped(|ui| {
                for (number, line) in (0..).zip(Line::ALL) {
                    let drawing = match self.shoots() {
                        true => badge::aim(number),
                        false => badge::parry(number),
                    };
                    let name = format!("{} {}", capital(verb), line.name());
                    let is_chosen = chosen == Some(line);
                    let caption = line.symbol().to_string();
                    let texts = [name.as_str(), caption.as_str()];
                    if badge_button(ui, canvas, drawing, texts, is_chosen, PLACE).clicked() {
                        out.push(Ask::Secret(Change::Line(line)));
                    }
                }
            });
        });
    }
}
