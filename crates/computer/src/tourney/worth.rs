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

/// A Castle without a fighter, for each move by which the nearest enemy fighter is nearer than [`ALARM`] to its Green:
/// it falls to the first man who walks in. A guard is worth nothing by himself, or enemies would keep their distance
/// lest he become worth more.
const UNGUARDED: i32 = 60;
const ALARM: u8 = 4;

/// The percent by which coming forward counts more after each quiet turn, for a side that is not behind: without it
/// both sit in their Castles until the game is drawn.
const HASTE: i32 = 10;

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
        let sides: Vec<(bool, i32, i32)> = position
            .game()
            .sides()
            .iter()
            .map(|side| {
                let points = match position.is_in(side) {
                    true => self.points(position, side),
                    false => (0, 0),
                };
                (self.is_ours(position, side), points.0, points.1)
            })
            .collect();
        let enemies = sides.iter().filter(|(is_ours, ..)| !is_ours).count().max(1) as i32;
        let sum = |points: &dyn Fn(&(bool, i32, i32)) -> i32| {
            let shares = sides.iter().map(|side| match side.0 {
                true => points(side) * enemies,
                false => -points(side),
            });
            shares.sum::<i32>() / enemies
        };
        let lead = sum(&|(_, points, _)| *points);
        let haste = 100 + HASTE * i32::from(position.quiet());
        let lead = lead
            + sum(&|(is_ours, _, nearness)| {
                let is_behind = if *is_ours { lead < 0 } else { lead > 0 };
                nearness * if is_behind { 100 } else { haste } / 100
            });
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

    /// The points of a side's units, and those for the way they have come.
    fn points(&self, position: &Position, side: Side) -> (i32, i32) {
        let own = position.men().iter().filter(|man| man.unit.owner == side);
        let is_free = |kind: Kind| {
            let mut meant = own
                .clone()
                .filter(|man| man.unit.kind == kind && !man.unit.is_undead);
            meant.any(|man| man.is_free())
        };
        let royals = [is_free(Kind::Warlord), is_free(Kind::Lady)];
        let has_prisoners = own.clone().any(|man| !man.is_free());
        let fighters = own
            .clone()
            .filter(|man| man.is_free() && man.unit.can_fight())
            .count();
        let (mut sum, mut nearness) = (0, 0);
        for man in own {
            let worth = condition(position, man.unit);
            sum += match man.place {
                Place::Dungeon(_) | Place::Wood if man.unit.kind == Kind::Warlord && !royals[1] => {
                    worth * FORGOTTEN / 100
                }
                Place::Dungeon(_) | Place::Wood => worth * CAPTIVE / 100,
                Place::Square(_) | Place::Castle(_) if man.unit.is_lying => worth * CAPTIVE / 100,
                Place::Square(_) | Place::Castle(_) => {
                    nearness += self.nearness(position, man, has_prisoners, fighters < 2);
                    worth
                }
            };
        }
        if position.game().is_wizard(side) {
            return (sum, nearness);
        }
        sum -= match royals {
            [true, true] => 0,
            [false, false] => NO_ROYALS,
            [true, false] | [false, true] => LAST_ROYAL,
        };
        let head = position.queue(side).next();
        if head.is_none_or(|head| !head.unit.kind.is_fighter()) {
            sum -= UNGUARDED * i32::from(ALARM.saturating_sub(self.danger(position, side)));
        }
        (sum, nearness)
    }

    /// The moves of the nearest enemy fighter to the Green of a side.
    fn danger(&self, position: &Position, side: Side) -> u8 {
        let game = position.game();
        let enemies = position
            .men()
            .iter()
            .filter(|man| !game.are_friends(side, man.unit.owner) && man.unit.can_fight());
        let ways = enemies.filter_map(|man| {
            let cell = position.cell_of(man)?;
            Some(self.facts.moves(man.unit.kind, cell, side))
        });
        ways.min().unwrap_or(FAR)
    }

    /// Points for the way a man has come towards an enemy Castle, or towards the Dungeon of his friends.
    fn nearness(
        &self,
        position: &Position,
        man: &Man,
        has_prisoners: bool,
        is_last_fighter: bool,
    ) -> i32 {
        let Some(cell) = position.cell_of(man) else {
            return 0;
        };
        let unit = man.unit;
        let game = position.game();
        let step = match unit.kind {
            // somebody must go
            Kind::Warlord if is_last_fighter => 30,
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
    2_u8.saturating_sub(man.wounds + u8::from(man.unit.is_wounded))
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
