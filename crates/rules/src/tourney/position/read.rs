//! Reading position texts. Rules: tourney 5.4, 6.1, 6.2; the fields are those of `text.rs`.

use std::sync::Arc;

use board::Cell;

use super::ending::{CASTLE, QUIET, ROYALS, SURRENDER};
use super::{Fallen, Heirs, Meeting, Position, Shot, Stage, Step};
use crate::position_text::{TextError, cut, number};
use crate::tourney::sides::{ALL, BLACK, WHITE, of_letter};
use crate::tourney::unit::{read_named, read_stack};
use crate::tourney::{Card, Game, Grave, Line, Man, Place, Switch, Unit};
use crate::{Outcome, Side, Sides, rows};

/// Why a text is no position of this game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Text that is no position at all.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A field or units that contradict the game or the rest of the text.
    #[error("`{found}` does not fit: {why}")]
    Unfit {
        /// The text or the field, cut to 32 characters.
        found: String,
        /// The condition.
        why: &'static str,
    },
}

impl PositionError {
    /// What the player can do instead.
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::Text(_) => {
                "write rows from the top rank, the side to move, the turn and 0, as `show` does"
            }
            Self::Unfit { .. } => {
                "correct the units or the field, or copy a text that `show` wrote"
            }
        }
    }
}

type Read<T> = Result<T, PositionError>;

/// The fields after the passes, in their order.
// in one order, so that a text has one spelling and each field is looked for once
const FIELDS: [&str; 22] = [
    "quiet", "cw", "cb", "cr", "cg", "dw", "db", "dr", "dg", "grave", "held", "out", "gone",
    "first", "stir", "moved", "came", "home", "hurt", "felled", "fallen", "ask",
];

const EXPECTED: &str =
    "a field of this game in its place, each once, such as quiet=3, cw=K, db=wl, moved=Kd8";

impl Position {
    /// Reads a position text; nobody has won before an order is given.
    ///
    /// # Errors
    /// If the text is no position of this game.
    pub fn from_text(game: Arc<Game>, text: &str) -> Result<Self, PositionError> {
        let position = Self::bare(game).read(text)?;
        match position.to_text() == text {
            true => Ok(position),
            // each position has one text: two spellings would be two digests
            false => Err(unfit(text, "it is written otherwise, as `show` writes it")),
        }
    }

    /// An empty board.
    pub(super) fn bare(game: Arc<Game>) -> Self {
        Self {
            stage: Stage::Moving,
            men: Vec::new(),
            side: WHITE,
            turn: 1,
            quiet: 0,
            is_stirred: false,
            first: WHITE,
            out: Sides::NONE,
            gone_by: None,
            fallen: Vec::new(),
            graves: Vec::new(),
            game,
        }
    }

    fn read(mut self, text: &str) -> Read<Self> {
        let mut words = text.split(' ');
        let mut word = |name| {
            let word = words.next().filter(|word| !word.is_empty());
            word.ok_or(TextError::Missing(name))
        };
        self.read_rows(word("the board")?)?;
        let side = word("the side to move")?;
        self.side = one_letter(side)
            // letters of four sides exist, but a game has those that play in it
            .filter(|side| self.game.sides().contains(*side))
            .ok_or_else(|| wrong(side, "a side to move of this game: w, b, r or g"))?;
        let turn = word("the turn number")?;
        self.turn = number(turn)
            .filter(|turn| *turn > 0)
            .ok_or_else(|| wrong(turn, "a turn number, from 1"))?;
        let passes = word("the number of passes")?;
        if passes != "0" {
            return Err(wrong(passes, "0: the passes of this family are always 0"));
        }
        let mut values: [Option<&str>; FIELDS.len()] = [None; FIELDS.len()];
        let mut last = 0;
        for field in words {
            let (name, value) = field
                .split_once('=')
                .ok_or_else(|| wrong(field, EXPECTED))?;
            let place = FIELDS.iter().position(|other| *other == name);
            // at or behind the last one: a field twice, or out of its place, is refused
            let place = place.filter(|place| *place >= last && !value.is_empty());
            let place = place.ok_or_else(|| wrong(field, EXPECTED))?;
            values[place] = Some(value);
            last = place + 1;
        }
        let value = |name: &str| {
            let place = FIELDS.iter().position(|other| *other == name)?;
            values[place]
        };
        // queues before the marks: the marks name men by their places in these lists
        for side in ALL {
            let letter = crate::tourney::sides::letter(side);
            self.read_queue(side, value(&format!("c{letter}")))?;
            self.read_men(Place::Dungeon(side), value(&format!("d{letter}")))?;
        }
        self.read_men(Place::Wood, value("held"))?;
        // sorted before any name is read, because a name counts men in the list's order
        self.sort();
        if let Some(quiet) = value("quiet") {
            let read = number(quiet).and_then(|quiet| u8::try_from(quiet).ok());
            self.quiet = read.ok_or_else(|| wrong(quiet, "a number of quiet turns"))?;
        }
        self.read_graves(value("grave"))?;
        if let Some(out) = value("out") {
            self.out = letters(out).ok_or_else(|| wrong(out, "the letters of sides"))?;
            // without `gone` it was a Castle: the field is written only where the word is another
            if self.has_lost_player() {
                self.gone_by = Some(CASTLE);
            }
        }
        if let Some(word) = value("gone") {
            let known = [ROYALS, SURRENDER].into_iter().find(|known| *known == word);
            self.gone_by = Some(known.ok_or_else(|| wrong(word, "royals or surrender"))?);
        }
        // what side and turn number say already has no field
        self.first = self.usual_first();
        if let Some(first) = value("first") {
            let read = one_letter(first).filter(|side| [WHITE, BLACK].contains(side));
            self.first = read.ok_or_else(|| wrong(first, "w or b"))?;
        }
        self.is_stirred = value("stir").is_some();
        self.mark(value("moved"), |man| man.has_moved = true)?;
        self.mark(value("came"), |man| man.has_come = true)?;
        self.mark(value("hurt"), |man| man.wounds = 1)?;
        self.mark(value("felled"), |man| man.is_felled = true)?;
        for fallen in value("fallen").into_iter().flat_map(|list| list.split(',')) {
            let mut rest = fallen.chars();
            let side = rest.next().and_then(of_letter);
            let read = side.zip(self.cell(rest.as_str()));
            let (side, cell) = read.ok_or_else(|| wrong(fallen, "a side and a square: bd8"))?;
            self.fallen.push(Fallen { side, cell });
        }
        let ask = value("ask");
        if let Some(ask) = ask {
            self.stage = self
                .read_stage(ask)
                .ok_or_else(|| wrong(ask, "something asked"))?;
        }
        // a man at home now began there, unless the field says otherwise: so the text of most turns has none
        if self.game.has(Switch::Strategic) && self.is_in_turn() {
            match value("home") {
                None => {
                    let side = self.side;
                    for man in &mut self.men {
                        man.began_home =
                            man.unit.owner == side && matches!(man.place, Place::Castle(_));
                    }
                }
                Some("-") => {}
                list => self.mark(list, |man| man.began_home = true)?,
            }
        }
        // only now: all names above were read in the order in which the text was written
        let places = self.asked_places();
        let asked: Vec<Man> = places.iter().map(|place| self.men[*place]).collect();
        self.sort();
        self.replace_places(&asked);
        self.check_sound().map_err(|why| unfit(text, why))?;
        Ok(self)
    }

    fn read_rows(&mut self, text: &str) -> Read<()> {
        let board = self.board();
        let read = rows::read(text, 0..board.ranks(), board.files(), read_stack);
        for (cell, units) in read.map_err(|error| TextError::row(error, board))? {
            for unit in units {
                // the occupant is drawn on the Castle's square, an enemy who storms it too
                let is_home = self.game.castle_at(cell) == Some(unit.owner);
                let place = if is_home {
                    Place::Castle(0)
                } else {
                    Place::Square(cell)
                };
                self.men.push(Man::new(unit, place));
            }
        }
        Ok(())
    }

    /// Units behind the occupant.
    fn read_queue(&mut self, side: Side, text: Option<&str>) -> Read<()> {
        let Some(text) = text else { return Ok(()) };
        // from 1: the first of the queue stands in the rows
        for (n, unit) in (1..).zip(read_units(text)?) {
            if unit.owner != side {
                return Err(unfit(text, "only units of its own side wait in a Castle"));
            }
            self.men.push(Man::new(unit, Place::Castle(n)));
        }
        Ok(())
    }

    fn read_men(&mut self, place: Place, text: Option<&str>) -> Read<()> {
        if let Some(text) = text {
            let men = read_units(text)?.into_iter();
            self.men.extend(men.map(|unit| Man::new(unit, place)));
        }
        Ok(())
    }

    fn read_graves(&mut self, text: Option<&str>) -> Read<()> {
        for grave in text.into_iter().flat_map(|list| list.split(',')) {
            let read = read_named(grave).and_then(|(owner, kind, rest)| {
                let plain = rest.strip_suffix('+');
                Some(Grave {
                    cell: self.cell(plain.unwrap_or(rest))?,
                    owner,
                    kind,
                    is_blessed: plain.is_some(),
                })
            });
            self.graves
                .push(read.ok_or_else(|| wrong(grave, "a grave such as Kd8 or fe3+"))?);
        }
        Ok(())
    }

    fn cell(&self, text: &str) -> Option<Cell> {
        text.parse()
            .ok()
            .filter(|cell| self.board().contains(*cell))
    }

    fn cells(&self, text: &str) -> Option<Vec<Cell>> {
        if text.is_empty() {
            return Some(Vec::new());
        }
        text.split(',').map(|cell| self.cell(cell)).collect()
    }

    /// The place in the list of a unit written as in fields.
    fn referred(&self, text: &str) -> Option<usize> {
        (0..self.men.len()).find(|place| self.reference(*place).as_deref() == Some(text))
    }

    fn mark(&mut self, list: Option<&str>, change: impl Fn(&mut Man)) -> Read<()> {
        for name in list.into_iter().flat_map(|list| list.split(',')) {
            let place = self.referred(name);
            let place = place.ok_or_else(|| wrong(name, "a unit on the board"))?;
            change(&mut self.men[place]);
        }
        Ok(())
    }

    fn read_stage(&self, text: &str) -> Option<Stage> {
        let mut parts = text.split(':');
        let word = parts.next()?;
        let parts: Vec<&str> = parts.collect();
        Some(match (word, &parts[..]) {
            ("muster", [done]) => Stage::Mustering(letters(done)?),
            ("first", []) => Stage::Drawing,
            ("wander", [man, steps]) => Stage::Wandering {
                man: self.referred(man)?,
                steps: steps.parse().ok()?,
            },
            ("shot", [archer, target, aim, parry]) => Stage::Shooting(Shot {
                archer: self.referred(archer)?,
                target: self.referred(target)?,
                aim: read_line(aim)?,
                parry: read_line(parry)?,
            }),
            ("free", [freed]) => {
                let freed: Vec<u8> = freed
                    .split('.')
                    .map(|freed| freed.parse().ok())
                    .collect::<Option<_>>()?;
                Stage::Freeing(freed.try_into().ok()?)
            }
            ("fight", [cells]) => Stage::Choosing(self.cells(cells)?),
            ("heir", [heirs]) => {
                let mut all = Heirs::ALL.into_iter();
                Stage::Succeeding(all.find(|other| other.word() == *heirs)?)
            }
            ("over", [winners, word]) => Stage::Over(read_outcome(winners, word)?),
            (step, [cell, pending, more @ ..]) => Stage::Meeting(Meeting {
                cell: self.cell(cell)?,
                pending: self.cells(pending)?,
                step: self.read_step(step, more)?,
            }),
            _ => return None,
        })
    }

    fn read_step(&self, word: &str, parts: &[&str]) -> Option<Step> {
        Some(match (word, parts) {
            ("rose", []) => Step::Rose,
            ("judge", []) => Step::Judging,
            ("healed", [man]) => Step::Healed(self.referred(man)?),
            ("finish", [man]) => Step::Finishing(self.referred(man)?),
            ("card", [round, cards @ ..]) => {
                let mut chosen = [const { None }; 4];
                for cards in cards {
                    let (side, cards) = cards.split_once('=')?;
                    let cards: Option<Vec<Card>> = cards.split('.').map(Card::from_text).collect();
                    chosen[one_letter(side)?.index()] = Some(cards?);
                }
                Step::Cards {
                    round: round.parse().ok()?,
                    chosen,
                }
            }
            _ => return None,
        })
    }

    /// The places in the list that the stage holds.
    pub(super) fn asked_places(&self) -> Vec<usize> {
        match &self.stage {
            Stage::Wandering { man, .. } => vec![*man],
            Stage::Shooting(shot) => vec![shot.archer, shot.target],
            Stage::Meeting(Meeting {
                step: Step::Healed(man) | Step::Finishing(man),
                ..
            }) => vec![*man],
            _ => Vec::new(),
        }
    }

    /// Puts the places of those units into the stage, after the list was sorted. Among men wholly alike the place is
    /// the same before and after, since only marks move men.
    fn replace_places(&mut self, asked: &[Man]) {
        let skipped = self.asked_places();
        let men = self.men.clone();
        let find = |n: usize| {
            let man = asked.get(n)?;
            if men.get(skipped[n]) == Some(man) {
                return Some(skipped[n]);
            }
            men.iter().position(|other| other == man)
        };
        match &mut self.stage {
            Stage::Wandering { man, .. } => *man = find(0).unwrap_or(*man),
            Stage::Shooting(shot) => {
                shot.archer = find(0).unwrap_or(shot.archer);
                shot.target = find(1).unwrap_or(shot.target);
            }
            Stage::Meeting(Meeting {
                step: Step::Healed(man) | Step::Finishing(man),
                ..
            }) => *man = find(0).unwrap_or(*man),
            _ => {}
        }
    }
}

fn read_units(text: &str) -> Read<Vec<Unit>> {
    // a bracket belongs to rows; here units follow each other
    let units = read_stack(text).filter(|_| !text.starts_with('('));
    units.ok_or_else(|| wrong(text, "units one after the other, such as KF or wf2"))
}

fn one_letter(text: &str) -> Option<Side> {
    let mut letters = text.chars();
    let side = of_letter(letters.next()?)?;
    letters.next().is_none().then_some(side)
}

fn letters(text: &str) -> Option<Sides> {
    text.chars().map(of_letter).collect()
}

fn read_line(text: &str) -> Option<Option<Line>> {
    let mut letters = text.chars();
    let first = letters.next()?;
    if letters.next().is_some() {
        return None;
    }
    match first {
        '-' => Some(None),
        symbol => Line::from_symbol(symbol).map(Some),
    }
}

fn read_outcome(winners: &str, word: &str) -> Option<Outcome> {
    let find = |words: &[&'static str]| words.iter().copied().find(|known| *known == word);
    match winners {
        "-" => find(&[ROYALS, QUIET]).map(Outcome::Drawn),
        winners => {
            let word = find(&[CASTLE, ROYALS, SURRENDER])?;
            Some(Outcome::Won(letters(winners)?, word))
        }
    }
}

fn wrong(found: &str, expected: &'static str) -> PositionError {
    TextError::field(found, expected).into()
}

fn unfit(found: &str, why: &'static str) -> PositionError {
    PositionError::Unfit {
        found: cut(found),
        why,
    }
}
