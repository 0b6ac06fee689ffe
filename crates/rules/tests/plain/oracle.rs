//! The Warlord rules once more, as plainly as the rulebook tells them: every question is answered by looking at
//! everything. Nothing here is shared with the rules under test but the data of a game.

use std::collections::{BTreeMap, BTreeSet};

use rules::Side;
use rules::warlord::Game;

/// File and rank, from 0.
pub(crate) type Place = (i32, i32);

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Man {
    /// The capital letter.
    kind: char,
    white: bool,
    /// Which one it is, for the whole game.
    number: usize,
    has_moved: bool,
}

/// A game under way.
#[derive(Debug, Clone)]
pub(crate) struct Plain {
    game: Game,
    ground: BTreeMap<Place, char>,
    men: BTreeMap<Place, Man>,
    /// White's letter or Black's, and the own turn from which it is due.
    waiting: Vec<(bool, char, u32)>,
    zones: [BTreeSet<Place>; 2],
    pub(crate) white_to_move: bool,
    pub(crate) turn: u32,
    pub(crate) passes: u32,
    /// Leaders captured by White and by Black.
    pub(crate) captured: [usize; 2],
    pub(crate) claim_of_white: Option<bool>,
    pub(crate) cap: usize,
    pub(crate) made: usize,
    has_entered: bool,
    /// For each activation of this turn the leaders that might have given it.
    payers: Vec<Vec<usize>>,
    /// Leaders that swapped this turn.
    drained: Vec<usize>,
    /// Every start of a turn so far.
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

fn steps(a: Place, b: Place) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

pub(crate) fn name((file, rank): Place) -> String {
    let letter = |n: i32| (b'a' + n as u8) as char;
    match file {
        0..26 => format!("{}{}", letter(file), rank + 1),
        _ => format!("{}{}{}", letter(file / 26 - 1), letter(file % 26), rank + 1),
    }
}

impl Plain {
    /// Reads terrain rows and a position text, both as the engine protocol writes them.
    pub(crate) fn new(game: &Game, terrain: &str, text: &str) -> Self {
        let mut ground = BTreeMap::new();
        for (rank, row) in terrain.split('/').rev().enumerate() {
            for (file, letter) in row.chars().enumerate() {
                ground.insert((file as i32, rank as i32), letter);
            }
        }
        let fields: Vec<&str> = text.split(' ').collect();
        let mut men = BTreeMap::new();
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
                    number: men.len(),
                    has_moved: false,
                };
                men.insert((file, rank as i32), man);
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
        let mut plain = Self {
            game: game.clone(),
            ground,
            men,
            waiting,
            zones,
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

    fn taken_by(&self, white: bool) -> usize {
        self.captured[usize::from(!white)]
    }

    /// Leaders left, those still to enter included; promoted ones are none.
    pub(crate) fn leaders(&self, white: bool) -> usize {
        let here = self.men.values().filter(|man| man.white == white);
        let to_come = self.waiting.iter().filter(|(side, _, _)| *side == white);
        here.filter(|man| level(man.kind) > 0).count()
            + to_come.filter(|(_, kind, _)| level(*kind) > 0).count()
    }

    pub(crate) fn levels(&self, white: bool) -> usize {
        let here = self.men.values().filter(|man| man.white == white);
        let to_come = self.waiting.iter().filter(|(side, _, _)| *side == white);
        here.map(|man| level(man.kind)).sum::<usize>()
            + to_come.map(|(_, kind, _)| level(*kind)).sum::<usize>()
    }

    fn start_turn(&mut self) {
        let own_turn = self.turn.div_ceil(2);
        let mut cap = usize::from(self.game.cap.number);
        if let Some((from, number)) = self.game.cap.rise
            && own_turn >= u32::from(from)
        {
            cap = usize::from(number);
        }
        if self.game.cap.leaders_left && !self.game.options.self_activating {
            cap = cap.min(self.leaders(self.white_to_move));
        }
        if self.turn == 1 && self.game.options.half_first {
            cap /= 2;
        }
        self.cap = cap;
        self.made = 0;
        self.has_entered = false;
        self.payers.clear();
        self.drained.clear();
        for man in self.men.values_mut() {
            man.has_moved = false;
        }
        if let Some(towns) = self.game.towns {
            let held = self
                .men
                .iter()
                .filter(|(place, man)| man.white == self.white_to_move && self.ground[place] == 'T')
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
        let men: Vec<_> = self
            .men
            .iter()
            .map(|(place, man)| (place, man.kind, man.white))
            .collect();
        self.history
            .push(format!("{men:?} {:?} {}", self.waiting, self.white_to_move));
        let now = self.history.last().cloned();
        let times = self
            .history
            .iter()
            .filter(|past| Some(*past) == now.as_ref());
        if self.game.options.repetition && times.count() >= 3 {
            self.outcome = Some("draw repetition");
        }
    }

    fn letter(&self, place: Place) -> char {
        self.ground[&place]
    }

    fn hero_like(&self, kind: char) -> bool {
        kind == 'O' || kind == 'S' || (kind == 'H' && self.game.heavy_as_hero)
    }

    /// Whether something passing over that ground is stopped by it: the section "over terrain on the way".
    fn stops(&self, kind: char, place: Place) -> bool {
        match self.letter(place) {
            '.' => false,
            '~' => !(self.game.options.crossing && "HOCSN".contains(kind)),
            _ => true,
        }
    }

    /// Whether the man on `from` may go to `to`, activation and turn apart.
    pub(crate) fn may_go(&self, from: Place, to: Place) -> bool {
        let man = &self.men[&from];
        if from == to || self.letter(to) == '~' || self.letter(to) == '_' {
            return false;
        }
        if self
            .men
            .get(&to)
            .is_some_and(|there| there.white == man.white)
        {
            return false;
        }
        let one_step = steps(from, to) == 1;
        let ground_allows = match (man.kind, self.letter(to)) {
            ('H' | 'O' | 'R', 'T' | 'H') | ('C' | 'S' | 'B', 'T' | 'F') => one_step,
            ('H' | 'O' | 'R', 'F') | ('C' | 'S' | 'B', 'H') => false,
            _ => true,
        };
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        let orthogonal = files == 0 || ranks == 0;
        let diagonal = files.abs() == ranks.abs();
        ground_allows
            && match man.kind {
                'L' | 'D' | 'T' | 'U' => one_step || self.leader_goes_twice(from, to),
                'I' => one_step,
                'H' | 'R' | 'O' => orthogonal && self.goes_in_line(man, from, to),
                'C' | 'B' | 'S' => diagonal && self.goes_in_line(man, from, to),
                'N' => self.knight_goes(from, to),
                other => panic!("no such kind: {other}"),
            }
    }

    fn leader_goes_twice(&self, from: Place, to: Place) -> bool {
        self.around(from, 1).any(|middle| {
            steps(from, middle) == 1
                && steps(middle, to) == 1
                && self.letter(middle) != '~'
                && self.letter(middle) != '_'
                && !self.men.contains_key(&middle)
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
        let is_empty = |n: i32| !self.men.contains_key(&at(n));
        let is_enemy = |n: i32| {
            self.men
                .get(&at(n))
                .is_some_and(|there| there.white != man.white)
        };
        if man.kind == 'B' || man.kind == 'R' {
            return (1..distance).all(is_empty);
        }
        if !self.hero_like(man.kind) || distance < 3 {
            return true;
        }
        let charge = self.game.options.charge && man.kind == 'H';
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
            (2, 0) | (0, 2) if self.game.options.light_leap => {
                let middle = way(files / 2, ranks / 2);
                match self.letter(middle) {
                    '_' => false,
                    '~' => self.game.options.crossing,
                    _ => true,
                }
            }
            _ => false,
        }
    }

    /// The leaders of the side to move in range of a place, by number.
    fn leaders_near(&self, place: Place) -> Vec<usize> {
        self.men
            .iter()
            .filter(|(at, man)| {
                man.white == self.white_to_move
                    && level(man.kind) > 0
                    && steps(**at, place) <= i32::from(self.game.range)
            })
            .map(|(_, man)| man.number)
            .collect()
    }

    /// Whether some choice of payers answers for all those activations: every choice is tried.
    fn can_be_paid(&self, payers: &[Vec<usize>], drained: &[usize]) -> bool {
        let mut purse = BTreeMap::new();
        for man in self.men.values() {
            if man.white == self.white_to_move && !drained.contains(&man.number) {
                purse.insert(man.number, level(man.kind));
            }
        }
        fn pay(payers: &[Vec<usize>], purse: &mut BTreeMap<usize, usize>) -> bool {
            let Some((first, rest)) = payers.split_first() else {
                return true;
            };
            for leader in first {
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
        pay(payers, &mut purse)
    }

    fn needs_no_leader(&self, man: &Man) -> bool {
        man.kind == 'U' || (man.kind == 'N' && self.game.options.self_activating)
    }

    fn is_activated(&self, place: Place) -> bool {
        let mut payers = self.payers.clone();
        payers.push(self.leaders_near(place));
        self.needs_no_leader(&self.men[&place]) || self.can_be_paid(&payers, &self.drained)
    }

    /// How many more activations the leader there can give: extra ones only it can answer for, one by one.
    pub(crate) fn free(&self, place: Place) -> usize {
        let number = self.men[&place].number;
        let mut payers = self.payers.clone();
        let mut free = 0;
        loop {
            payers.insert(0, vec![number]);
            if !self.can_be_paid(&payers, &self.drained) {
                return free;
            }
            free += 1;
        }
    }

    fn may_act(&self, place: Place) -> bool {
        self.men.get(&place).is_some_and(|man| {
            man.white == self.white_to_move && !man.has_moved && self.made < self.cap
        })
    }

    fn may_swap(&self, leader: Place, cannon: Place) -> bool {
        let adjacent = (leader.0 - cannon.0).abs() + (leader.1 - cannon.1).abs() == 1;
        if !self.game.options.swap || !adjacent || !self.may_act(leader) || !self.may_act(cannon) {
            return false;
        }
        let mut drained = self.drained.clone();
        drained.push(self.men[&leader].number);
        level(self.men[&leader].kind) > 0
            && self.men[&cannon].kind == 'C'
            && self.letter(leader) != 'H'
            && self.can_be_paid(&self.payers, &drained)
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
            && self.zones[usize::from(!self.white_to_move)].contains(&place)
            && !self.men.contains_key(&place)
    }

    /// The places of the board within so many steps.
    fn around(&self, (file, rank): Place, most: i32) -> impl Iterator<Item = Place> {
        let places = (file - most..=file + most)
            .flat_map(move |file| (rank - most..=rank + most).map(move |rank| (file, rank)));
        places.filter(|place| self.ground.contains_key(place))
    }

    /// Every legal order, sorted.
    pub(crate) fn orders(&self) -> Vec<String> {
        let mut orders = Vec::new();
        if self.outcome.is_some() {
            return orders;
        }
        orders.push("end".to_owned());
        for from in self.ground.keys() {
            let can_move = self.may_act(*from) && self.is_activated(*from);
            // no unit goes farther than three steps, and nothing goes from where none stands
            let reach = if self.may_act(*from) { 3 } else { -1 };
            for to in self.around(*from, reach) {
                if can_move && self.may_go(*from, to) {
                    orders.push(format!("{}-{}", name(*from), name(to)));
                }
                if self.may_swap(*from, to) {
                    orders.push(format!("{}<>{}", name(*from), name(to)));
                }
            }
            for kind in "LDTUHCNIOSBR".chars() {
                if self.may_enter(kind, *from) {
                    orders.push(format!("+{kind}@{}", name(*from)));
                }
            }
        }
        orders.sort();
        orders
    }

    fn place(&self, text: &str) -> Place {
        let found = self.ground.keys().find(|place| name(**place) == text);
        *found.expect("a place of the board")
    }

    /// Carries out one of [`Plain::orders`].
    pub(crate) fn carry_out(&mut self, order: &str) {
        if order == "end" {
            self.end();
        } else if let Some((from, to)) = order.split_once("<>") {
            self.swap(self.place(from), self.place(to));
        } else if let Some((from, to)) = order.split_once('-') {
            self.go(self.place(from), self.place(to));
        } else {
            let (kind, place) = order[1..].split_once('@').expect("+kind@place");
            self.enter(kind.chars().next().expect("a letter"), self.place(place));
        }
    }

    fn swap(&mut self, leader: Place, cannon: Place) {
        let mut first = self.men.remove(&leader).expect("a leader");
        let mut second = self.men.remove(&cannon).expect("a cannon");
        first.has_moved = true;
        second.has_moved = true;
        self.drained.push(first.number);
        self.men.insert(cannon, first);
        self.men.insert(leader, second);
        self.made += 1;
    }

    fn enter(&mut self, kind: char, place: Place) {
        let earliest = (0..self.waiting.len())
            .filter(|n| self.waiting[*n].0 == self.white_to_move && self.waiting[*n].1 == kind)
            .min_by_key(|n| self.waiting[*n].2)
            .expect("one that waits");
        self.waiting.remove(earliest);
        let used = self.men.values().map(|man| man.number).max();
        let man = Man {
            kind,
            white: self.white_to_move,
            number: 1000 + used.unwrap_or(0),
            has_moved: false,
        };
        self.men.insert(place, man);
        self.has_entered = true;
    }

    fn go(&mut self, from: Place, to: Place) {
        let near = self.leaders_near(from);
        let mut man = self.men.remove(&from).expect("a man");
        if !self.needs_no_leader(&man) {
            self.payers.push(near);
        }
        man.has_moved = true;
        let white = man.white;
        let last = self.ground.keys().map(|place| place.1).max();
        let farthest = if white { last } else { Some(0) };
        let promotes = (man.kind == 'I' && self.game.options.promote_infantry)
            || (man.kind == 'N' && self.game.options.promote_light);
        if promotes && Some(to.1) == farthest {
            man.kind = 'U';
        }
        self.made += 1;
        let taken = self.men.insert(to, man);
        if taken.is_none_or(|man| level(man.kind) == 0) {
            return;
        }
        self.captured[usize::from(!white)] += 1;
        let by_command =
            self.game.command_ending && self.levels(!white) < usize::from(self.game.cap.number);
        let by_six = self.game.options.six_leaders && self.taken_by(white) >= 6;
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
        let short = usize::from(self.game.options.short);
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
            .iter()
            .map(|(place, man)| {
                let letter = if man.white {
                    man.kind
                } else {
                    man.kind.to_ascii_lowercase()
                };
                (*place, letter, man.has_moved)
            })
            .collect()
    }

    pub(crate) fn places(&self) -> Vec<Place> {
        self.ground.keys().copied().collect()
    }
}
