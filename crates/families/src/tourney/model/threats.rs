//! What a side could do at a square, in words: for a reader who asks what threatens it.

use board::Cell;
use kit::model::words::names;
use rules::tourney::{Asked, Man, Order, Position};
use rules::{Rules as _, Side, ToAct};

use super::men;

/// The most units that one sentence names.
const MOST: usize = 4;

/// The units of a side that could come to a square, and the Bowmen that could shoot at whoever stands there; `None` if
/// there is none.
pub(super) fn at(position: &Position, by: Side, cell: Cell) -> Option<String> {
    let own = || position.men().iter().filter(|man| man.unit.owner == by);
    // by where they can land and not by legal orders: the side may not be on turn, and it alone knows whom it moves
    let coming = own().filter(|man| position.landings(man).contains(&cell));
    let coming: Vec<String> = coming.map(|man| men::on_cell(position, man)).collect();
    let shooting: Vec<String> = archers(position, by, cell)
        .iter()
        .map(|man| men::on_cell(position, man))
        .collect();
    let sentences = [
        (coming, "could come there"),
        (shooting, "could shoot there"),
    ];
    let sentences = sentences.into_iter().filter(|(units, _)| !units.is_empty());
    let sentences: Vec<String> = sentences
        .map(|(units, does)| format!("{} {does}.", names(&units, MOST)))
        .collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// The Bowmen of a side with a shot at a square in its turn. With a fight at the end of the turn under way nobody knows
/// who will stand where, and none is named.
fn archers(position: &Position, by: Side, cell: Cell) -> Vec<Man> {
    let may_shoot = |now: &Position| {
        now.to_act() == ToAct::One(by) && matches!(now.asked(), Asked::Move { .. })
    };
    let mut now = position.clone();
    if !may_shoot(&now) {
        // refused while something else than moves is asked; the position is then as it was
        let _ = now.apply(position.side(), &Order::End);
    }
    if !may_shoot(&now) {
        return Vec::new();
    }
    let orders = now.legal_orders(by).into_iter();
    let mut archers: Vec<Man> = orders
        .filter_map(|order| match order {
            Order::Shoot { man, at } if at.cell == cell => men::named(&now, by, &man),
            _ => None,
        })
        .collect();
    archers.dedup();
    archers
}
