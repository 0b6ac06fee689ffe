//! What a position at the beginning of a turn is worth, without looking ahead.

use rules::tourney::{Kind, Man, Place, Position, Switch, Unit};
use rules::{Rules as _, Side, ToAct};

use super::duel::{self, CERTAIN};
use super::facts::{FAR, Facts};

/// A game won for certain; nothing else is worth as much. Twice a whole army, so that chances of the game can be set
/// against men.
pub(super) const GAME: i32 = 4000;

/// Losing the second royal loses the game, so the first is worth this much beyond the unit.
const LAST_ROYAL: i32 = 500;

/// The worth of a whole side that has lost its royals, beyond its units.
const NO_ROYALS: i32 = 3000;

/// A fighter in the Castle: an empty one falls to the first man who walks in.
const GUARD: i32 = 160;

/// What a prisoner is still worth to his owner, in percent, since he can be freed; a Warlord whose Lady is not free
/// stays where he is.
const CAPTIVE: i32 = 30;
const FORGOTTEN: i32 = 5;

/// What a failed assault costs.
const ASSAULT: i32 = 300;

/// The percent of an assault's chance that is left when the other side has its turn first.
const SEEN: i32 = 30;

/// The look at positions for one side.
#[derive(Debug, Clone)]
pub(super) struct Judge {
    facts: Facts,
    /// The side for which positions are valued.
    root: Side,
}

impl Judge {
    pub(super) fn new(position: &Position, root: Side) -> Self {
        Self {
            facts: Facts::new(position.game()),
            root,
        }
    }

    /// True for the side for which positions are valued, and for its ally.
    pub(super) fn is_ours(&self, position: &Position, side: Side) -> bool {
        position.game().are_friends(self.root, side)
    }

    /// The worth of a position at the beginning of a turn: always less than [`GAME`], and more than its negative.
    pub(super) fn worth(&self, position: &Position) -> i32 {
        let (mut ours, mut theirs, mut enemies) = (0, 0, 0);
        for side in position.game().sides() {
            let is_ours = self.is_ours(position, side);
            enemies += i32::from(!is_ours);
            let sum = if is_ours { &mut ours } else { &mut theirs };
            if position.is_in(side) {
                *sum += self.points(position, side);
            }
        }
        let lead = ours - theirs / enemies.max(1);
        // flatter the farther it is from even: with a lead a side need not gamble for more
        let mut worth = lead * GAME / (GAME + lead.abs());
        let ToAct::One(mover) = position.to_act() else {
            return worth;
        };
        for side in position.game().sides() {
            let chance = match side == mover {
                true => self.storm(position, side),
                false => self.storm(position, side) * SEEN / 100,
            };
            // seen by the side that storms
            let sign = if self.is_ours(position, side) { 1 } else { -1 };
            let left = 1000 - chance;
            let gain = (GAME - sign * worth) * chance / 1000 - ASSAULT * left / 1000;
            if gain > 0 {
                worth += sign * gain;
            }
        }
        worth.clamp(1 - GAME, GAME - 1)
    }

    /// The points of a side's units.
    fn points(&self, position: &Position, side: Side) -> i32 {
        let own = position.men().iter().filter(|man| man.unit.owner == side);
        let is_free = |kind: Kind| {
            let mut meant = own
                .clone()
                .filter(|man| man.unit.kind == kind && !man.unit.is_undead);
            meant.any(|man| man.is_free())
        };
        let royals = [is_free(Kind::Warlord), is_free(Kind::Lady)];
        let has_prisoners = own.clone().any(|man| !man.is_free());
        let mut sum = 0;
        for man in own {
            let worth = condition(position, man.unit);
            sum += match man.place {
                Place::Dungeon(_) | Place::Wood if man.unit.kind == Kind::Warlord && !royals[1] => {
                    worth * FORGOTTEN / 100
                }
                Place::Dungeon(_) | Place::Wood => worth * CAPTIVE / 100,
                Place::Square(_) | Place::Castle(_) if man.unit.is_lying => worth * CAPTIVE / 100,
                Place::Square(_) | Place::Castle(_) => {
                    worth + self.nearness(position, man, has_prisoners)
                }
            };
        }
        if position.game().is_wizard(side) {
            return sum;
        }
        sum -= match royals {
            [true, true] => 0,
            [false, false] => NO_ROYALS,
            [true, false] | [false, true] => LAST_ROYAL,
        };
        let head = position.queue(side).next();
        if head.is_some_and(|head| head.unit.kind.is_fighter()) {
            sum += GUARD;
        }
        sum
    }

    /// Points for the way a man has come towards an enemy Castle, or towards the Dungeon of his friends.
    fn nearness(&self, position: &Position, man: &Man, has_prisoners: bool) -> i32 {
        let Some(cell) = position.cell_of(man) else {
            return 0;
        };
        let unit = man.unit;
        let game = position.game();
        let step = match unit.kind {
            Kind::Warlord => 10,
            Kind::Knight => 18,
            Kind::Footman | Kind::Sergeant => 22,
            Kind::Lady if has_prisoners => 30,
            Kind::Lady | Kind::Bowman | Kind::Bishop => 4,
        };
        let enemies = game
            .players()
            .iter()
            .filter(|side| !game.are_friends(unit.owner, *side) && position.is_in(*side));
        let ways = enemies.map(|side| self.facts.moves(unit.kind, cell, side));
        let way = ways.min().unwrap_or(FAR);
        i32::from(FAR - way.min(FAR)) * step
    }

    /// The chance in thousandths that a man of the side who stands on an enemy Green takes the Castle in his turn.
    fn storm(&self, position: &Position, side: Side) -> i32 {
        let game = position.game();
        let castles = game
            .players()
            .iter()
            .filter(|other| !game.are_friends(side, *other) && position.is_in(*other));
        let chances = castles.filter_map(|other| {
            let green = game.castle(other)?.green;
            let men = position.on(green);
            let stormers = men.filter(|man| man.unit.owner == side && man.unit.can_fight());
            stormers.map(|man| self.chance(position, man, other)).max()
        });
        chances.max().unwrap_or(0)
    }

    /// The chance in thousandths that a man beats the whole queue of a Castle, one after the other.
    fn chance(&self, position: &Position, man: &Man, side: Side) -> i32 {
        let defenders = position
            .queue(side)
            .filter(|other| other.unit.kind.is_fighter());
        defenders.fold(1000, |chance, defender| {
            let odds = duel::odds(&[strength(position, man)], &[strength(position, defender)]);
            (i64::from(chance) * i64::from(odds.wins) / i64::from(CERTAIN)) as i32
        })
    }
}

/// The blows a man can still take: wounds until he falls, or with the option `strategic` his strength.
pub(super) fn strength(position: &Position, man: &Man) -> u8 {
    if position.game().has(Switch::Strategic) {
        return man.unit.strength;
    }
    2_u8.saturating_sub(man.wounds.max(u8::from(man.unit.is_wounded)))
}

/// The worth of a unit as it is: wounded or weakened it is worth less.
fn condition(position: &Position, unit: Unit) -> i32 {
    let worth = worth_of(unit);
    let full = unit.kind.full_strength();
    if unit.is_wounded {
        worth * 4 / 5
    } else if position.game().has(Switch::Strategic) && full > 0 {
        // half for the unit, half for its strength
        worth / 2 + worth * i32::from(unit.strength) / i32::from(full) / 2
    } else {
        worth
    }
}

/// The worth of a fresh unit in points.
fn worth_of(unit: Unit) -> i32 {
    match unit.kind {
        // undead are neither royals nor riders of the open field
        _ if unit.is_undead => 300,
        Kind::Warlord => 450,
        Kind::Lady => 500,
        Kind::Knight => 450,
        Kind::Footman => 350,
        Kind::Sergeant => 340,
        Kind::Bowman => 250,
        Kind::Bishop => 120,
    }
}
