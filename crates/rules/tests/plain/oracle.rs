//! The Warlord rules once more, as plainly as the rulebook tells them: every question is answered by looking at
//! everything. Nothing here is shared with the rules under test but the data of a game.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use rules::warlord::Game;
use rules::warlord::Side;

#[path = "deed.rs"]
pub(crate) mod deed;
#[path = "men.rs"]
mod men;

pub(crate) use deed::Deed;
pub(crate) use men::Place;
use men::{Man, Men};

/// The constants of a game.
#[derive(Debug)]
pub(crate) struct Field {
    game: Game,
    files: i32,
    /// The letter of every place, rank by rank from White's edge.
    ground: Vec<char>,
    /// The places where White's and Black's reinforcements enter.
    zones: [BTreeSet<Place>; 2],
}

/// A leader that might give an activation, and its level.
type Payer = (u32, usize);

/// A game under way.
#[derive(Debug, Clone)]
pub(crate) struct Plain {
    field: Arc<Field>,
    men: Men,
    /// White's letter or Black's, and the own turn from which it is due.
    waiting: Vec<(bool, char, u32)>,
    pub(crate) white_to_move: bool,
    pub(crate) turn: u32,
    pub(crate) passes: u32,
    /// Leaders captured by White and by Black.
    pub(crate) captured: [usize; 2],
    pub(crate) claim_of_white: Option<bool>,
    pub(crate) cap: usize,
    pub(crate) made: usize,
    has_entered: bool,
    /// For each activation of this turn the leaders that might have given it, in no matter which order.
    payers: Vec<Vec<Payer>>,
    /// Leaders that swapped this turn.
    drained: Vec<u32>,
    /// Every start of a turn so far, where repetition matters.
    history: Vec<String>,
    pub(crate) outcome: Option<&'static str>,
}

fn level(kind: char) -> usize {
    match kind {
        'L' => 1,
        'D' => 2,
        'T' => 3,
        _ => 0,
    }
}

/// The farthest distance that a kind ever goes, in king-steps.
fn farthest(kind: char) -> i32 {
    match kind {
        'I' => 1,
        'L' | 'D' | 'T' | 'U' | 'N' => 2,
        _ => 3,
    }
}

fn steps(a: Place, b: Place) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

impl Field {
    /// The letter of a place; nothing beyond the board.
    fn letter(&self, (file, rank): Place) -> Option<char> {
        let place = usize::try_from(rank * self.files + file).ok()?;
        let letter = self.ground.get(place).copied();
        letter.filter(|_| (0..self.files).contains(&file))
    }

    fn ranks(&self) -> i32 {
        self.ground.len() as i32 / self.files
    }

    fn places(&self) -> impl Iterator<Item = Place> {
        let ranks = self.ranks();
        (0..self.files).flat_map(move |file| (0..ranks).map(move |rank| (file, rank)))
    }
}

impl Plain {
    /// Reads terrain rows and a position text, both as the engine protocol writes them.
    pub(crate) fn new(game: &Game, terrain: &str, text: &str) -> Self {
        let files = terrain.find('/').unwrap_or(terrain.len()) as i32;
        let ground = terrain.split('/').rev().flat_map(str::chars).collect();
        let fields: Vec<&str> = text.split(' ').collect();
        let ranks = terrain.split('/').count() as i32;
        let mut men = Men::none(files, ranks);
        let mut number = 0;
        for (rank, row) in fields[0].split('/').rev().enumerate() {
            let mut file = 0;
            let mut digits = String::new();
            for letter in row.chars() {
                if letter.is_ascii_digit() {
                    digits.push(letter);
                    continue;
                }
                file += digits.parse().unwrap_or(0);
                digits.clear();
                let man = Man {
                    kind: letter.to_ascii_uppercase(),
                    white: letter.is_uppercase(),
                    number,
                    has_moved: false,
                    is_new: false,
                };
                men.put((file, rank as i32), man);
                number += 1;
                file += 1;
            }
        }
        let mut waiting = Vec::new();
        for field in &fields[4..] {
            let (letters, turn) = field["enter=".len()..]
                .split_once('@')
                .expect("letters@turn");
            let turn = turn.parse().expect("a turn");
            for letter in letters.chars() {
                waiting.push((letter.is_uppercase(), letter.to_ascii_uppercase(), turn));
            }
        }
        let zones = [0, 1].map(|side| {
            let cells = game.entry.iter().flat_map(|entry| &entry.zones[side]);
            cells
                .map(|cell| (i32::from(cell.file()), i32::from(cell.rank())))
                .collect()
        });
        let field = Field {
            game: game.clone(),
            files,
            ground,
            zones,
        };
        let mut plain = Self {
            field: Arc::new(field),
            men,
            waiting,
            white_to_move: fields[1] == "w",
            turn: fields[2].parse().expect("a turn"),
            passes: fields[3].parse().expect("passes"),
            captured: [0, 0],
            claim_of_white: None,
            cap: 0,
            made: 0,
            has_entered: false,
            payers: Vec::new(),
            drained: Vec::new(),
            history: Vec::new(),
            outcome: None,
        };
        plain.captured = [
            game.leaders(Side::Black) - plain.leaders(false),
            game.leaders(Side::White) - plain.leaders(true),
        ];
        let mover = plain.white_to_move;
        let short = usize::from(game.options.short);
        let (idle, moving) = (plain.taken_by(!mover), plain.taken_by(mover));
        if short > 0 && idle >= short && idle > moving {
            plain.claim_of_white = Some(!mover);
        }
        plain.start_turn();
        plain
    }

    fn game(&self) -> &Game {
        &self.field.game
    }

    fn taken_by(&self, white: bool) -> usize {
        self.captured[usize::from(!white)]
    }

    /// Leaders left, those still to enter included; promoted ones are none.
    pub(crate) fn leaders(&self, white: bool) -> usize {
        let men = self.men.each().map(|(_, man)| man);
        let here = men.filter(|man| man.white == white);
        let to_come = self.waiting.iter().filter(|(side, _, _)| *side == white);
        here.filter(|man| level(man.kind) > 0).count()
            + to_come.filter(|(_, kind, _)| level(*kind) > 0).count()
    }

    pub(crate) fn levels(&self, white: bool) -> usize {
        let men = self.men.each().map(|(_, man)| man);
        let here = men.filter(|man| man.white == white);
        let to_come = self.waiting.iter().filter(|(side, _, _)| *side == white);
        here.map(|man| level(man.kind)).sum::<usize>()
            + to_come.map(|(_, kind, _)| level(*kind)).sum::<usize>()
    }

    fn start_turn(&mut self) {
        let own_turn = self.turn.div_ceil(2);
        let mut cap = usize::from(self.game().cap.number);
        if let Some((from, number)) = self.game().cap.rise
            && own_turn >= u32::from(from)
        {
            cap = usize::from(number);
        }
        if self.game().cap.leaders_left && !self.game().options.self_activating {
            cap = cap.min(self.leaders(self.white_to_move));
        }
        if self.turn == 1 && self.game().options.half_first {
            cap /= 2;
        }
        self.cap = cap;
        self.made = 0;
        self.has_entered = false;
        self.payers.clear();
        self.drained.clear();
        for man in self.men.each_mut() {
            man.has_moved = false;
            man.is_new = false;
        }
        if let Some(towns) = self.game().towns {
            let held = self
                .men
                .each()
                .filter(|(place, man)| {
                    man.white == self.white_to_move && self.letter(*place) == 'T'
                })
                .count();
            if held >= usize::from(towns.needed) {
                self.outcome = Some(if self.white_to_move {
                    "white towns"
                } else {
                    "black towns"
                });
                return;
            }
        }
        if self.game().options.repetition {
            let men: Vec<_> = self
                .men
                .each()
                .map(|(place, man)| (place, man.kind, man.white))
                .collect();
            let now = format!("{men:?} {:?} {}", self.waiting, self.white_to_move);
            self.history.push(now.clone());
            if self.history.iter().filter(|past| **past == now).count() >= 3 {
                self.outcome = Some("draw repetition");
            }
        }
    }

    fn letter(&self, place: Place) -> char {
        self.field.letter(place).expect("a place of the board")
    }

    fn hero_like(&self, kind: char) -> bool {
        kind == 'O' || kind == 'S' || (kind == 'H' && self.game().heavy_as_hero)
    }

    /// True where the ground of a place stops a man of that kind passing over: the section "over terrain on the way".
    fn stops(&self, kind: char, place: Place) -> bool {
        match self.letter(place) {
            '.' => false,
            '~' => !(self.game().options.crossing && "HOCSN".contains(kind)),
            _ => true,
        }
    }

    fn man(&self, place: Place) -> &Man {
        self.men.on(place).expect("a man")
    }

    /// True where the man on `from` may go to `to`, activation and turn apart.
    pub(crate) fn may_go(&self, from: Place, to: Place) -> bool {
        self.goes(self.man(from), from, to)
    }

    fn goes(&self, man: &Man, from: Place, to: Place) -> bool {
        let one_step = steps(from, to) == 1;
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        let orthogonal = files == 0 || ranks == 0;
        let diagonal = files.abs() == ranks.abs();
        let its_way = match man.kind {
            'L' | 'D' | 'T' | 'U' => one_step || self.leader_goes_twice(from, to),
            'I' => one_step,
            'H' | 'R' | 'O' => orthogonal && self.goes_in_line(man, from, to),
            'C' | 'B' | 'S' => diagonal && self.goes_in_line(man, from, to),
            'N' => self.knight_goes(from, to),
            other => panic!("no such kind: {other}"),
        };
        its_way && from != to && self.may_land(man, to, one_step)
    }

    fn may_land(&self, man: &Man, to: Place, one_step: bool) -> bool {
        let ground_allows = match (man.kind, self.letter(to)) {
            (_, '~' | '_') => false,
            ('H' | 'O' | 'R', 'T' | 'H') | ('C' | 'S' | 'B', 'T' | 'F') => one_step && !man.is_new,
            ('H' | 'O' | 'R', 'F') | ('C' | 'S' | 'B', 'H') => false,
            _ => true,
        };
        let there = self.men.on(to);
        ground_allows && there.is_none_or(|there| there.white != man.white)
    }

    fn leader_goes_twice(&self, from: Place, to: Place) -> bool {
        steps(from, to) <= 2
            && self.around(from, 1).any(|middle| {
                steps(from, middle) == 1
                    && steps(middle, to) == 1
                    && self.letter(middle) != '~'
                    && self.letter(middle) != '_'
                    && self.men.on(middle).is_none()
            })
    }

    fn goes_in_line(&self, man: &Man, from: Place, to: Place) -> bool {
        let distance = steps(from, to);
        let at = |n: i32| {
            (
                from.0 + (to.0 - from.0).signum() * n,
                from.1 + (to.1 - from.1).signum() * n,
            )
        };
        if distance > 3 || (1..distance).any(|n| self.stops(man.kind, at(n))) {
            return false;
        }
        let is_empty = |n: i32| self.men.on(at(n)).is_none();
        let is_enemy = |n: i32| {
            self.men
                .on(at(n))
                .is_some_and(|there| there.white != man.white)
        };
        if man.kind == 'B' || man.kind == 'R' {
            return (1..distance).all(is_empty);
        }
        if !self.hero_like(man.kind) || distance < 3 {
            return true;
        }
        let charge = self.game().options.charge && man.kind == 'H';
        is_empty(1) || is_empty(2) || (charge && is_enemy(1) && is_enemy(2))
    }

    fn knight_goes(&self, from: Place, to: Place) -> bool {
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        let way = |file: i32, rank: i32| (from.0 + file, from.1 + rank);
        match (files.abs(), ranks.abs()) {
            (2, 1) => {
                !(self.stops('N', way(files / 2, 0)) && self.stops('N', way(files / 2, ranks)))
            }
            (1, 2) => {
                !(self.stops('N', way(0, ranks / 2)) && self.stops('N', way(files, ranks / 2)))
            }
            (2, 0) | (0, 2) if self.game().options.light_leap => {
                let middle = way(files / 2, ranks / 2);
                match self.letter(middle) {
                    '_' => false,
                    '~' => self.game().options.crossing,
                    _ => true,
                }
            }
            _ => false,
        }
    }

    /// The leaders of the side to move in range of a place.
    fn leaders_near(&self, place: Place) -> Vec<Payer> {
        self.own_around(place, i32::from(self.game().range))
            .filter(|(_, man)| level(man.kind) > 0)
            .map(|(_, man)| (man.number, level(man.kind)))
            .collect()
    }

    /// True where some choice of payers answers for all those activations: every choice is tried.
    fn can_be_paid(payers: &[Vec<Payer>], drained: &[u32]) -> bool {
        fn pay(payers: &[Vec<Payer>], purse: &mut BTreeMap<u32, usize>) -> bool {
            let Some((first, rest)) = payers.split_first() else {
                return true;
            };
            for (leader, _) in first {
                let left = purse.get(leader).copied().unwrap_or(0);
                if left > 0 {
                    purse.insert(*leader, left - 1);
                    let paid = pay(rest, purse);
                    purse.insert(*leader, left);
                    if paid {
                        return true;
                    }
                }
            }
            false
        }
        let leaders = payers.iter().flatten().copied();
        let mut purse = leaders
            .filter(|(leader, _)| !drained.contains(leader))
            .collect();
        pay(payers, &mut purse)
    }

    fn needs_no_leader(&self, man: &Man) -> bool {
        man.kind == 'U' || (man.kind == 'N' && self.game().options.self_activating)
    }

    fn is_activated(&self, place: Place) -> bool {
        if self.needs_no_leader(self.man(place)) {
            return true;
        }
        let mut payers = self.payers.clone();
        payers.push(self.leaders_near(place));
        Self::can_be_paid(&payers, &self.drained)
    }

    /// The number of activations that the leader on a place can still give: activations that only this leader can
    /// answer for are added one by one.
    pub(crate) fn free(&self, place: Place) -> usize {
        let man = self.man(place);
        let mut payers = self.payers.clone();
        let mut free = 0;
        loop {
            payers.insert(0, vec![(man.number, level(man.kind))]);
            if !Self::can_be_paid(&payers, &self.drained) {
                return free;
            }
            free += 1;
        }
    }

    fn may_act(&self, man: &Man) -> bool {
        man.white == self.white_to_move && !man.has_moved && self.made < self.cap
    }

    fn may_swap(&self, leader: Place, cannon: Place) -> bool {
        let adjacent = (leader.0 - cannon.0).abs() + (leader.1 - cannon.1).abs() == 1;
        if !self.game().options.swap || !adjacent {
            return false;
        }
        let (Some(first), Some(second)) = (self.men.on(leader), self.men.on(cannon)) else {
            return false;
        };
        let mut drained = self.drained.clone();
        drained.push(first.number);
        self.may_act(first)
            && self.may_act(second)
            && level(first.kind) > 0
            && second.kind == 'C'
            && self.letter(leader) != 'H'
            && Self::can_be_paid(&self.payers, &drained)
    }

    fn may_enter(&self, kind: char, place: Place) -> bool {
        let own_turn = self.turn.div_ceil(2);
        let is_due = self.waiting.iter().any(|(white, other, turn)| {
            *white == self.white_to_move && *other == kind && *turn <= own_turn
        });
        let is_barred = matches!(
            (kind, self.letter(place)),
            (_, '~' | '_') | ('H' | 'O' | 'R', 'F') | ('C' | 'S' | 'B', 'H')
        );
        is_due
            && !is_barred
            && self.made == 0
            && self.field.zones[usize::from(!self.white_to_move)].contains(&place)
            && self.men.on(place).is_none()
    }

    /// The places of the board within so many steps.
    fn around(&self, (file, rank): Place, most: i32) -> impl Iterator<Item = Place> {
        let places = (file - most..=file + most)
            .flat_map(move |file| (rank - most..=rank + most).map(move |rank| (file, rank)));
        places.filter(|place| self.field.letter(*place).is_some())
    }

    /// Tells every legal order to the man on a place.
    pub(crate) fn for_each_order_to(&self, from: Place, mut tell: impl FnMut(Deed)) {
        let Some(man) = self.men.on(from) else {
            return;
        };
        if self.may_act(man) && self.is_activated(from) {
            for to in self.around(from, farthest(man.kind)) {
                if self.goes(man, from, to) {
                    tell(Deed::Go(from, to));
                }
            }
        }
        if level(man.kind) > 0 {
            for cannon in self.around(from, 1) {
                if self.may_swap(from, cannon) {
                    tell(Deed::Swap(from, cannon));
                }
            }
        }
    }

    /// Tells every legal order.
    pub(crate) fn for_each_order(&self, mut tell: impl FnMut(Deed)) {
        if self.outcome.is_some() {
            return;
        }
        for (from, _) in self.men.each() {
            self.for_each_order_to(from, &mut tell);
        }
        for place in &self.field.zones[usize::from(!self.white_to_move)] {
            for kind in "LDTUHCNIOSBR".chars() {
                if self.may_enter(kind, *place) {
                    tell(Deed::Enter(kind, *place));
                }
            }
        }
        tell(Deed::End);
    }

    /// The places of those men of the side to move whose orders may be others once an order is given: such men look at
    /// a place that the order touches, or a leader who may answer for the order may answer for such men too.
    pub(crate) fn concerned(&self, deed: Deed) -> BTreeSet<Place> {
        let range = i32::from(self.game().range);
        let mut concerned = BTreeSet::new();
        for touched in deed.places() {
            let looking = self.own_around(touched, 3.max(range));
            let looking = looking.filter(|(from, man)| {
                let sight = farthest(man.kind).max(range);
                steps(*from, touched) <= sight
            });
            concerned.extend(looking.map(|(from, _)| from));
        }
        if let Deed::Go(from, _) = deed {
            let leaders = self.own_around(from, range);
            for (leader, _) in leaders.filter(|(_, man)| level(man.kind) > 0) {
                concerned.extend(self.own_around(leader, range).map(|(from, _)| from));
            }
        }
        concerned
    }

    /// The men of the side to move within so many steps of a place.
    fn own_around(&self, place: Place, most: i32) -> impl Iterator<Item = (Place, &Man)> {
        let men = self.around(place, most);
        men.filter_map(|place| Some((place, self.men.on(place)?)))
            .filter(|(_, man)| man.white == self.white_to_move)
    }

    /// A digest of all that changes in a game, which tells the position from other moments of the game.
    pub(crate) fn mark(&self) -> [u64; 2] {
        let Self {
            field: _,
            men,
            waiting,
            white_to_move,
            turn,
            passes,
            captured,
            claim_of_white,
            cap,
            made,
            has_entered,
            payers,
            drained,
            history,
            outcome,
        } = self;
        [1, 2].map(|half| {
            let mut hasher = DefaultHasher::new();
            men.each().for_each(|man| man.hash(&mut hasher));
            (half, waiting, white_to_move, turn, passes, captured).hash(&mut hasher);
            (claim_of_white, cap, made, has_entered, outcome).hash(&mut hasher);
            (payers, drained, history).hash(&mut hasher);
            hasher.finish()
        })
    }

    /// Every legal order as the engine protocol writes it, sorted.
    pub(crate) fn orders(&self) -> Vec<String> {
        let mut orders = Vec::new();
        self.for_each_order(|deed| orders.push(deed.to_string()));
        orders.sort();
        orders
    }

    /// Carries out one of [`Plain::orders`].
    pub(crate) fn carry_out(&mut self, order: &str) {
        self.perform(Deed::read(order));
    }

    /// Carries out an order told.
    pub(crate) fn perform(&mut self, deed: Deed) {
        match deed {
            Deed::End => self.end(),
            Deed::Go(from, to) => self.go(from, to),
            Deed::Swap(leader, cannon) => self.swap(leader, cannon),
            Deed::Enter(kind, place) => self.enter(kind, place),
        }
    }

    fn swap(&mut self, leader: Place, cannon: Place) {
        let mut first = self.men.take(leader).expect("a leader");
        let mut second = self.men.take(cannon).expect("a cannon");
        first.has_moved = true;
        second.has_moved = true;
        second.is_new = false;
        self.drained.push(first.number);
        self.drained.sort_unstable();
        self.men.put(cannon, first);
        self.men.put(leader, second);
        self.made += 1;
    }

    fn enter(&mut self, kind: char, place: Place) {
        let earliest = (0..self.waiting.len())
            .filter(|n| self.waiting[*n].0 == self.white_to_move && self.waiting[*n].1 == kind)
            .min_by_key(|n| self.waiting[*n].2)
            .expect("one that waits");
        self.waiting.remove(earliest);
        let used = self.men.each().map(|(_, man)| man.number).max();
        let man = Man {
            kind,
            white: self.white_to_move,
            number: 1000 + used.unwrap_or(0),
            has_moved: false,
            is_new: true,
        };
        self.men.put(place, man);
        self.has_entered = true;
    }

    fn go(&mut self, from: Place, to: Place) {
        let near = self.leaders_near(from);
        let mut man = self.men.take(from).expect("a man");
        if !self.needs_no_leader(&man) {
            self.payers.push(near);
            self.payers.sort();
        }
        man.has_moved = true;
        man.is_new = false;
        let white = man.white;
        let farthest = if white { self.field.ranks() - 1 } else { 0 };
        let promotes = (man.kind == 'I' && self.game().options.promote_infantry)
            || (man.kind == 'N' && self.game().options.promote_light);
        if promotes && to.1 == farthest {
            man.kind = 'U';
        }
        self.made += 1;
        let taken = self.men.put(to, man);
        if taken.is_none_or(|man| level(man.kind) == 0) {
            return;
        }
        self.captured[usize::from(!white)] += 1;
        let by_command =
            self.game().command_ending && self.levels(!white) < usize::from(self.game().cap.number);
        let by_six = self.game().options.six_leaders && self.taken_by(white) >= 6;
        self.outcome = match (white, self.leaders(!white) == 0, by_command, by_six) {
            (true, true, _, _) => Some("white leaders"),
            (false, true, _, _) => Some("black leaders"),
            (true, _, true, _) => Some("white command"),
            (false, _, true, _) => Some("black command"),
            (true, _, _, true) => Some("white six-leaders"),
            (false, _, _, true) => Some("black six-leaders"),
            _ => None,
        };
    }

    fn end(&mut self) {
        let white = self.white_to_move;
        self.passes = if self.made == 0 && !self.has_entered {
            self.passes + 1
        } else {
            0
        };
        let (own, theirs) = (self.taken_by(white), self.taken_by(!white));
        if self.claim_of_white == Some(!white) && own < theirs {
            self.outcome = Some(if white { "black short" } else { "white short" });
            return;
        }
        let short = usize::from(self.game().options.short);
        self.claim_of_white = None;
        if short > 0 && own >= short && own > theirs {
            self.claim_of_white = Some(white);
        }
        if self.passes == 2 {
            self.outcome = Some("draw passes");
            return;
        }
        self.white_to_move = !white;
        self.turn += 1;
        self.start_turn();
    }

    /// The places of all men, and whether each has moved this turn.
    pub(crate) fn men(&self) -> Vec<(Place, char, bool)> {
        self.men
            .each()
            .map(|(place, man)| {
                let letter = if man.white {
                    man.kind
                } else {
                    man.kind.to_ascii_lowercase()
                };
                (place, letter, man.has_moved)
            })
            .collect()
    }

    pub(crate) fn places(&self) -> Vec<Place> {
        self.field.places().collect()
    }
}
