//! The odds of a duel and the balanced mix of its cards, for whoever wants them: they depend on what everybody sees.

use egui::{Rect, Sense, Ui, pos2, vec2};
use kit::model::words::listed;
use kit::views::canvas::Canvas;
use kit::views::theme::side_color;
use kit::views::widgets::{note, section};
use rules::tourney::{Asked, Card, Position};
use rules::{Rules as _, Side};

use crate::tourney::model::men;

/// The switch for the odds, and behind it the odds of the round as `reader` sees them, who may have no side. Off at
/// first; what a user chose stays from round to round.
pub(super) fn odds(position: &Position, reader: Option<Side>, canvas: &mut Canvas, ui: &mut Ui) {
    let about = "What happens if both sides play the balanced mix from here on; it reveals no card";
    let switch = ui.checkbox(&mut canvas.advice, "Odds and balanced mix");
    switch.on_hover_text(about);
    if !canvas.advice {
        return;
    }
    let reader = reader.filter(|side| !position.pairs(*side).is_empty());
    let side = reader.unwrap_or(position.side());
    let Some(balance) = computer::duel_advice(position, side) else {
        return note(ui, "No round of cards is being played.");
    };
    let [own, others] = match reader {
        Some(_) => ["You win".to_owned(), "they win".to_owned()],
        None => {
            let others = position.sides().iter().filter(|other| {
                !position.game().are_friends(side, *other) && !position.pairs(*other).is_empty()
            });
            let others: Vec<String> = others.map(name).collect();
            let wins = if others.len() == 1 { "wins" } else { "win" };
            [
                format!("{} wins", name(side)),
                format!("{} {wins}", listed(&others)),
            ]
        }
    };
    let both = 1_000_000 - balance.wins - balance.losses;
    let shares = [balance.wins, both, balance.losses];
    bar(side, shares, ui);
    ui.label(format!(
        "{own} {}, {others} {}, both fall {}.",
        whole(balance.wins),
        whole(balance.losses),
        whole(both)
    ));
}

/// The odds as parts of a bar: the own part at the left, and between the two the part in which both fall.
fn bar(side: Side, shares: [u32; 3], ui: &mut Ui) {
    let size = vec2(ui.available_width().min(420.0), 12.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let weak = ui.visuals().weak_text_color();
    let mut left = rect.left();
    for (share, color) in
        shares
            .into_iter()
            .zip([side_color(side), weak.gamma_multiply(0.35), weak])
    {
        let width = rect.width() * share as f32 / 1_000_000.0;
        let part = Rect::from_min_size(pos2(left, rect.top()), vec2(width, rect.height()));
        ui.painter()
            .rect_filled(part.shrink2(vec2(0.5, 0.0)), 2.0, color);
        left += width;
    }
}

/// Millionths as a whole percentage.
fn whole(millionths: u32) -> String {
    format!("{} %", (millionths + 5000) / 10_000)
}

/// The balanced mix of every pair of every side in the fight, for those who write no cards themselves.
pub(super) fn mixes(position: &Position, canvas: &Canvas, ui: &mut Ui) {
    if !canvas.advice || !matches!(position.asked(), Asked::Cards(_)) {
        return;
    }
    for side in position.sides().iter() {
        for (place, pair) in position.pairs(side).iter().enumerate() {
            let [own, enemy] = [pair.own, pair.enemy].map(|man| men::unit(man.unit));
            section(ui, &format!("{own} against {enemy}"));
            mix(position, side, place, canvas, ui);
        }
    }
}

/// The balanced mix of a pair, a line for its six cards; nothing unless it is wanted.
pub(super) fn mix(position: &Position, side: Side, pair: usize, canvas: &Canvas, ui: &mut Ui) {
    let balance = canvas
        .advice
        .then(|| computer::duel_advice(position, side))
        .flatten();
    let shares = balance.and_then(|balance| balance.cards.get(pair).copied());
    if let Some(shares) = shares {
        let parts: Vec<String> = Card::ALL
            .into_iter()
            .zip(shares)
            .map(|(card, share)| format!("{card} {}", percent(share)))
            .collect();
        note(ui, format!("Balanced mix: {}.", parts.join(", ")));
    }
}

fn name(side: Side) -> String {
    men::side_name(side).to_owned()
}

/// Millionths as a percentage with one decimal.
fn percent(millionths: u32) -> String {
    let tenths = (millionths + 500) / 1000;
    format!("{}.{} %", tenths / 10, tenths % 10)
}
