//! Position texts. Rules: tourney 5.4, 6.1, 6.2.
//!
//! At the beginning of a turn a text is what 5.4 says: rows, side, turn, 0, then `quiet cw cb cr cg dw db dr dg grave held
//! out`, each only where not empty. In a queue and a Dungeon units stand one behind the other without brackets: `dw=kf2rK`.
//! These fields of our own follow, each only where it says something, so that a text taken at any decision is read back
//! whole. The first two say what the rulebook has no field for; all others are of a turn that is under way or not begun:
//!
//! | field | says |
//! |---|---|
//! | `gone=royals` | the word for the end of the player who is out of a game with the Wizard; without it `castle` |
//! | `first=b` | who of the two players had the first turn in a game with the Wizard, where turn and side do not say so |
//! | `stir=1` | the turn is not quiet any more |
//! | `moved=Kd8,Lf2` | the units that have moved |
//! | `came=Kd8` | who has come to his square in this turn |
//! | `home=Wf1` | who began the turn in the Castle, with `strategic`, where this is not who is in it; `-` for nobody |
//! | `hurt=Kd8,fd8` | who has a wound of the fight under way |
//! | `felled=kd8` | who is felled in it |
//! | `fallen=bd8` | the Warlords slain in this turn without an heir yet: side and square |
//! | `ask=…` | what is asked, if no move is |
//!
//! A unit is written there with its letters, a number for the second or third of a kind, its cell, and behind the occupant
//! of a Castle its place in the queue: `Kd8`, `k2d8`, `Ff1+1`. What is asked, with the choices already opened (`-` for none):
//! `muster:w` (who is done), `first`, `wander:Fe7:2`, `shot:Bh5:kh7:H:-`, `free:1.0.0.0.0` (prisoners freed at each Green and
//! from the wood), `fight:d8,e5`, `rose:d8:e5` (the encounters to come), `card:d8:e5:3:w=HM.LM` (the round, the cards of sides),
//! `judge:d8:`, `healed:d8::kd8`, `finish:d8::kd8`, `heir:knight`, `heir:footman`, `heir:lady`, `over:w:castle`, `over:-:quiet`.

use board::Cell;

use super::ending::CASTLE;
use super::{Heirs, Meeting, Position, Stage, Step};
use crate::tourney::sides::{ALL, BLACK, RED, WHITE, letter};
use crate::tourney::unit::{letters, write_stack};
use crate::tourney::{Card, Grave, Line, Man, Place, Switch};
use crate::{Outcome, Side, Sides, rows};

impl Position {
    /// The position text of the engine protocol, which says everything about the position.
    pub fn to_text(&self) -> String {
        let board = self.board();
        let mut text = String::new();
        let stack = |cell| write_stack(self.on(cell).map(|man| man.unit));
        rows::write(0..board.ranks(), board.files(), stack, &mut text);
        text.push_str(&format!(" {} {} 0", letter(self.side), self.turn));
        let mut field = |name: &str, value: String| {
            if !value.is_empty() {
                text.push_str(&format!(" {name}={value}"));
            }
        };
        if self.quiet > 0 {
            field("quiet", self.quiet.to_string());
        }
        // no brackets here: in a field every unit begins with a letter, and no number stands for blanks
        let units = |men: &mut dyn Iterator<Item = &Man>| {
            men.map(|man| man.unit.text()).collect::<String>()
        };
        for side in ALL {
            let name = format!("c{}", letter(side));
            field(&name, units(&mut self.queue(side).skip(1)));
        }
        for side in ALL {
            let name = format!("d{}", letter(side));
            field(&name, units(&mut self.dungeon(side)));
        }
        let graves: Vec<String> = self.graves.iter().map(grave_text).collect();
        field("grave", graves.join(","));
        field("held", units(&mut self.held()));
        field("out", self.letters_of(self.out));
        if let Some(word) = self.gone_by.filter(|word| *word != CASTLE) {
            field("gone", word.to_owned());
        }
        if self.first != self.usual_first() {
            field("first", letter(self.first).to_string());
        }
        field("stir", if self.is_stirred { "1" } else { "" }.to_owned());
        field("moved", self.list(|man| man.has_moved));
        field("came", self.list(|man| man.has_come));
        field("home", self.home_text());
        field("hurt", self.list(|man| man.wounds > 0));
        field("felled", self.list(|man| man.is_felled));
        let fallen = self
            .fallen
            .iter()
            .map(|fallen| format!("{}{}", letter(fallen.side), fallen.cell));
        field("fallen", fallen.collect::<Vec<_>>().join(","));
        field("ask", self.ask_text());
        text
    }

    /// True at the beginning of a turn.
    pub(super) fn is_fresh(&self) -> bool {
        let is_touched = |man: &Man| man.has_moved || man.has_come;
        matches!(self.stage, Stage::Moving)
            && !self.is_stirred
            && self.fallen.is_empty()
            && !self.men.iter().any(is_touched)
    }

    /// Who had the first turn, as the side and the number of the turn say it in a game with the Wizard.
    pub(super) fn usual_first(&self) -> Side {
        if !self.game.has(Switch::Wizard) || !self.out.is_empty() || self.side == RED {
            return WHITE;
        }
        // first player, second player, Wizard
        let is_second = self.turn % 3 == 2;
        match (self.side == WHITE, is_second) {
            (true, false) | (false, true) => WHITE,
            _ => BLACK,
        }
    }

    pub(super) fn letters_of(&self, sides: Sides) -> String {
        sides.iter().map(letter).collect()
    }

    /// The units of which something holds.
    fn list(&self, holds: impl Fn(&Man) -> bool) -> String {
        let found = (0..self.men.len()).filter(|place| holds(&self.men[*place]));
        let texts: Vec<String> = found.filter_map(|place| self.reference(place)).collect();
        texts.join(",")
    }

    fn home_text(&self) -> String {
        let is_usual = |man: &Man| man.began_home == self.is_home(man);
        // the usual case is left out, and a reader fills it in
        if !self.game.has(Switch::Strategic) || !self.is_in_turn() || self.men.iter().all(is_usual)
        {
            return String::new();
        }
        match self.list(|man| man.began_home) {
            list if list.is_empty() => "-".to_owned(),
            list => list,
        }
    }

    /// True for a unit of the side on turn in its Castle.
    pub(super) fn is_home(&self, man: &Man) -> bool {
        man.unit.owner == self.side && matches!(man.place, Place::Castle(_))
    }

    /// True from the first turn on.
    pub(super) const fn is_in_turn(&self) -> bool {
        !matches!(self.stage, Stage::Mustering(_) | Stage::Drawing)
    }

    /// A unit on the board or in a queue, as the fields of our own write it.
    pub(super) fn reference(&self, place: usize) -> Option<String> {
        let man = &self.men[place];
        let unit = man.unit;
        let letters = letters(unit.owner, unit.kind, unit.is_undead);
        match man.place {
            Place::Square(cell) => {
                let is_like = |other: &&Man| {
                    other.place == man.place
                        && (other.unit.rank(), other.unit.kind) == (unit.rank(), unit.kind)
                };
                // numbers count within one kind and side, as orders do (tourney 5.2)
                let before = self.men[..place].iter().filter(is_like).count();
                let number = match before {
                    0 => String::new(),
                    before => (before + 1).to_string(),
                };
                Some(format!("{letters}{number}{cell}"))
            }
            Place::Castle(n) => {
                let cell = self.game.castle(unit.owner)?.cell;
                Some(match n {
                    0 => format!("{letters}{cell}"),
                    n => format!("{letters}{cell}+{n}"),
                })
            }
            Place::Dungeon(_) | Place::Wood => None,
        }
    }

    fn ask_text(&self) -> String {
        let man = |place: usize| self.reference(place).unwrap_or_default();
        match &self.stage {
            Stage::Moving => String::new(),
            Stage::Mustering(done) => format!("muster:{}", self.letters_of(*done)),
            Stage::Drawing => "first".to_owned(),
            Stage::Wandering { man: place, steps } => format!("wander:{}:{steps}", man(*place)),
            Stage::Shooting(shot) => {
                let line = |line: Option<Line>| line.map_or('-', Line::symbol);
                let (archer, target) = (man(shot.archer), man(shot.target));
                format!(
                    "shot:{archer}:{target}:{}:{}",
                    line(shot.aim),
                    line(shot.parry)
                )
            }
            Stage::Freeing(freed) => {
                let freed = freed.map(|freed| freed.to_string());
                format!("free:{}", freed.join("."))
            }
            Stage::Choosing(cells) => format!("fight:{}", cell_list(cells)),
            Stage::Meeting(meeting) => self.meeting_text(meeting),
            Stage::Succeeding(heirs) => format!("heir:{}", heirs.word()),
            Stage::Over(Outcome::Won(sides, word)) => {
                format!("over:{}:{word}", self.letters_of(*sides))
            }
            Stage::Over(Outcome::Drawn(word)) => format!("over:-:{word}"),
        }
    }

    fn meeting_text(&self, meeting: &Meeting) -> String {
        let place = format!("{}:{}", meeting.cell, cell_list(&meeting.pending));
        let man = |place: usize| self.reference(place).unwrap_or_default();
        match &meeting.step {
            Step::Rose => format!("rose:{place}"),
            Step::Judging => format!("judge:{place}"),
            Step::Healed(n) => format!("healed:{place}:{}", man(*n)),
            Step::Finishing(n) => format!("finish:{place}:{}", man(*n)),
            Step::Cards { round, chosen } => {
                let mut text = format!("card:{place}:{round}");
                for (side, cards) in ALL.into_iter().zip(chosen) {
                    if let Some(cards) = cards {
                        let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
                        text.push_str(&format!(":{}={}", letter(side), cards.join(".")));
                    }
                }
                text
            }
        }
    }
}

impl Heirs {
    /// Every step, in its order.
    pub(super) const ALL: [Self; 3] = [Self::Knights, Self::Footmen, Self::Lady];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Knights => "knight",
            Self::Footmen => "footman",
            Self::Lady => "lady",
        }
    }
}

fn cell_list(cells: &[Cell]) -> String {
    let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
    names.join(",")
}

fn grave_text(grave: &Grave) -> String {
    let letters = letters(grave.owner, grave.kind, false);
    let blessed = if grave.is_blessed { "+" } else { "" };
    format!("{letters}{}{blessed}", grave.cell)
}
