//! A person, or a script, that writes orders line by line.

mod request;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use board::Cell;
use rules::warlord::{Kind, Order, Start};
use rules::{AnyEvent, AnyIllegal, AnyOrder, AnyPosition, Rules, Side, ToAct};

use super::draft::Draft;
use super::lines::Lines;
use super::{Choice, PlayerError};
use crate::terminal::{Picture, side_name};
use request::Request;

/// Reads orders from lines, talks about them, and hands a turn over only when it is closed.
pub(crate) struct Person {
    lines: Lines,
    out: Box<dyn Write + Send>,
    draft: Option<Draft>,
    seen: Vec<AnyEvent>,
    offered: bool,
    resigning: bool,
    has_considered: bool,
    has_prompt: bool,
    is_idle: bool,
}

impl Person {
    pub(super) fn new(lines: Lines, out: Box<dyn Write + Send>) -> Self {
        Self {
            lines,
            out,
            draft: None,
            seen: Vec::new(),
            offered: false,
            resigning: false,
            has_considered: false,
            has_prompt: false,
            is_idle: false,
        }
    }

    pub(super) async fn choose(
        &mut self,
        position: &AnyPosition,
        side: Side,
    ) -> Result<Choice, PlayerError> {
        let kept = self.draft.take();
        let kept = kept.filter(|draft| draft.is_for(position, side));
        let mut draft = match kept {
            Some(draft) => draft,
            None => {
                let draft = Draft::new(position, side);
                self.is_idle = false;
                self.show(&draft)?;
                self.greet(&draft)?;
                draft
            }
        };
        loop {
            self.prompt(&draft)?;
            // The draft is put back before the wait, which may be dropped.
            self.draft = Some(draft);
            let line = self.lines.next().await;
            self.has_prompt = false;
            let Some(line) = line else {
                // A person who closes the input at a terminal goes away; a script that ends is too short.
                return match self.lines.is_terminal() {
                    true => Ok(Choice::Leave),
                    false => Err(PlayerError::InputEnded),
                };
            };
            draft = match self.draft.take() {
                Some(draft) => draft,
                None => Draft::new(position, side),
            };
            if let Some(choice) = self.answer(&mut draft, &line)? {
                self.draft = Some(draft);
                return Ok(choice);
            }
        }
    }

    pub(super) const fn is_at_terminal(&self) -> bool {
        self.lines.is_terminal()
    }

    /// Asks whether to play what the host offers.
    pub(super) async fn consider(&mut self) -> Result<Choice, PlayerError> {
        if !self.lines.is_terminal() || self.has_considered {
            return std::future::pending().await;
        }
        loop {
            if !self.has_prompt {
                write!(self.out, "Play this? (yes or no)> ")?;
                self.out.flush()?;
                self.has_prompt = true;
            }
            let line = self.lines.next().await;
            self.has_prompt = false;
            let choice = match line.as_deref().map(str::to_ascii_lowercase).as_deref() {
                Some("yes" | "y" | "accept") => Choice::Agree(true),
                Some("no" | "n" | "decline") => Choice::Agree(false),
                Some("leave" | "quit" | "exit") | None => Choice::Leave,
                Some(_) => continue,
            };
            self.has_considered = true;
            return Ok(choice);
        }
    }

    pub(super) async fn idle(&mut self, position: &AnyPosition) -> Result<Choice, PlayerError> {
        if !self.lines.is_terminal() {
            return std::future::pending().await;
        }
        let is_open = matches!(position.to_act(), ToAct::One(_));
        if is_open && !std::mem::replace(&mut self.is_idle, true) {
            self.note("The other side is to move. You can: show, say TEXT, draw, resign, leave.");
        }
        loop {
            let Some(line) = self.lines.next().await else {
                return std::future::pending().await;
            };
            match Request::read(&line) {
                Request::Nothing => {}
                Request::Show => {
                    let picture = Picture::new(position).marking(&self.seen);
                    picture.waiting("the other side").write(&mut self.out)?;
                }
                Request::Help => writeln!(self.out, "{}", request::HELP)?,
                request => match self.talk(&request)? {
                    Some(choice) => return Ok(choice),
                    None if request.is_talk() => {}
                    None => writeln!(self.out, "It is not your turn yet.")?,
                },
            }
            self.out.flush()?;
        }
    }

    pub(super) fn seen(&mut self, events: &[AnyEvent]) {
        events.clone_into(&mut self.seen);
    }

    pub(super) fn draw_offered(&mut self) {
        self.offered = true;
        self.interrupt();
        self.note("Answer with `accept` or `decline`; the game may go on meanwhile.");
    }

    pub(super) fn refused(&mut self, what: &str, advice: &str) {
        self.interrupt();
        self.note(&format!("Not accepted: {what}.\n  do: {advice}"));
    }

    /// Leaves the prompt's line before something else is written; the prompt comes again with the next choice.
    pub(super) fn interrupt(&mut self) {
        if std::mem::take(&mut self.has_prompt) {
            self.note("");
        }
    }

    /// Says something in between. That nothing can be written any more comes out at the next prompt.
    fn note(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
        let _ = self.out.flush();
    }

    /// Does what a line asks for; gives a choice when it makes one.
    fn answer(&mut self, draft: &mut Draft, line: &str) -> Result<Option<Choice>, PlayerError> {
        let request = Request::read(line);
        if request != Request::Resign {
            self.resigning = false;
        }
        match &request {
            Request::Nothing => {}
            Request::Help => writeln!(self.out, "{}", request::HELP)?,
            Request::Show => self.show(draft)?,
            Request::End => return self.end(draft),
            Request::Undo => match draft.undo() {
                Some(order) => {
                    let text = draft.now().order_text(draft.side(), &order);
                    writeln!(self.out, "Taken back: {text}")?;
                }
                None => writeln!(self.out, "There is nothing to take back.")?,
            },
            Request::UndoAll => {
                while draft.undo().is_some() {}
                writeln!(self.out, "The whole turn is taken back.")?;
            }
            Request::Orders(cell) => self.list_orders(draft, cell.as_deref())?,
            Request::Leaders => self.list_leaders(draft)?,
            Request::Why(text) => self.explain(draft, text)?,
            Request::Book(name) => self.take_book(draft, name.as_deref())?,
            Request::Order(text) => self.add(draft, text)?,
            _ => return Ok(self.talk(&request)?),
        }
        Ok(None)
    }

    /// Answers what may be said at any time.
    fn talk(&mut self, request: &Request) -> io::Result<Option<Choice>> {
        let was_resigning = std::mem::take(&mut self.resigning);
        match request {
            Request::Resign if self.lines.is_terminal() && !was_resigning => {
                self.resigning = true;
                writeln!(
                    self.out,
                    "This gives the game up: `resign` once more does it."
                )?;
                Ok(None)
            }
            Request::Resign => Ok(Some(Choice::Resign)),
            Request::Draw if self.offered => {
                self.offered = false;
                Ok(Some(Choice::AnswerDraw(true)))
            }
            Request::Draw => Ok(Some(Choice::OfferDraw)),
            Request::Accept | Request::Decline if !self.offered => {
                writeln!(self.out, "Nobody has offered a draw.")?;
                Ok(None)
            }
            Request::Accept | Request::Decline => {
                self.offered = false;
                Ok(Some(Choice::AnswerDraw(*request == Request::Accept)))
            }
            Request::Say(text) => Ok(Some(Choice::Say(text.clone()))),
            Request::Leave => Ok(Some(Choice::Leave)),
            _ => Ok(None),
        }
    }

    fn end(&mut self, draft: &Draft) -> Result<Option<Choice>, PlayerError> {
        match draft.whole() {
            Ok(Some(orders)) => Ok(Some(Choice::Orders(orders))),
            Ok(None) => {
                writeln!(
                    self.out,
                    "There is no set-up yet. `book` lists ready-made ones; `help` says how to write one."
                )?;
                Ok(None)
            }
            Err(illegal) => {
                self.refuse(&illegal)?;
                Ok(None)
            }
        }
    }

    fn add(&mut self, draft: &mut Draft, text: &str) -> io::Result<()> {
        let side = draft.side();
        let order = match draft.now().parse_order(side, text) {
            Ok(order) => order,
            Err(error) => {
                return writeln!(
                    self.out,
                    "{error}\n  do: `orders` lists what is possible, `help` every word known here."
                );
            }
        };
        if let Err(illegal) = draft.add(order) {
            return self.refuse(&illegal);
        }
        if draft.is_secret() {
            self.show(draft)?;
            return writeln!(self.out, "This set-up is valid: `end` seals it.");
        }
        if draft.now().outcome().is_some() {
            return writeln!(
                self.out,
                "This ends the game: `end` sends it, `undo` takes it back."
            );
        }
        if draft.now().left() == 0 {
            return writeln!(
                self.out,
                "All orders of this turn are made: `end` sends it, `undo` takes the last one back."
            );
        }
        Ok(())
    }

    fn take_book(&mut self, draft: &mut Draft, name: Option<&str>) -> io::Result<()> {
        let AnyPosition::Warlord(position) = draft.now();
        let Start::Hidden(hidden) = &position.game().start else {
            return writeln!(self.out, "In this scenario the set-up is fixed.");
        };
        if !draft.is_secret() {
            return writeln!(self.out, "The set-up is made already.");
        }
        let books = &hidden.books[draft.side().index()];
        let numbered = || (1..).zip(books);
        let chosen = name.and_then(|wanted| {
            numbered().find(|(number, (name, _))| {
                name.eq_ignore_ascii_case(wanted) || wanted.parse() == Ok(*number)
            })
        });
        let Some((_, (_, placements))) = chosen else {
            let names: Vec<String> = numbered()
                .map(|(number, (name, _)): (u16, _)| format!("{number} {name}"))
                .collect();
            if names.is_empty() {
                return writeln!(self.out, "There are no ready-made set-ups here.");
            }
            if let Some(name) = name {
                writeln!(self.out, "There is no ready-made set-up {name:?}.")?;
            }
            return writeln!(
                self.out,
                "Ready-made set-ups: {}. `book` with a name or number takes one.",
                names.join(", ")
            );
        };
        let mut placements = placements.clone();
        placements.sort_unstable();
        let order = Order::SetUp(rules::warlord::SetUp(placements));
        let text = order.to_text(position.game(), draft.side());
        self.add(draft, &text)
    }

    fn list_orders(&mut self, draft: &Draft, cell: Option<&str>) -> io::Result<()> {
        let (now, side) = (draft.now(), draft.side());
        let orders = match cell {
            None => now.legal_orders(side),
            Some(text) => match text.parse::<Cell>() {
                Ok(cell) => now.legal_orders_from(cell),
                Err(error) => return writeln!(self.out, "{error}"),
            },
        };
        if orders.is_empty() {
            return writeln!(
                self.out,
                "None. `why ORDER` says what stands against an order."
            );
        }
        // One line for each unit.
        let mut last = None;
        for order in &orders {
            let text = now.order_text(side, order);
            let unit = text.split(['-', '<']).next().map(str::to_owned);
            let separator = match last {
                None => "",
                _ if last == unit => " ",
                _ => "\n",
            };
            write!(self.out, "{separator}{text}")?;
            last = unit;
        }
        writeln!(self.out)
    }

    fn list_leaders(&mut self, draft: &Draft) -> io::Result<()> {
        let AnyPosition::Warlord(position) = draft.now();
        for (cell, unit) in position.units() {
            let Some(status) = position.leader_status(cell) else {
                continue;
            };
            if unit.side == draft.side() {
                writeln!(
                    self.out,
                    "{} on {cell}: {} of {} activations left",
                    unit.kind.name(),
                    status.free,
                    status.level
                )?;
            }
        }
        Ok(())
    }

    fn explain(&mut self, draft: &Draft, text: &str) -> io::Result<()> {
        let order = match draft.now().parse_order(draft.side(), text) {
            Ok(order) => order,
            Err(error) => return writeln!(self.out, "{error}"),
        };
        match draft.now().check(draft.side(), &order) {
            Ok(()) => writeln!(self.out, "legal"),
            Err(illegal) => self.refuse(&illegal),
        }
    }

    fn refuse(&mut self, illegal: &AnyIllegal) -> io::Result<()> {
        writeln!(
            self.out,
            "Illegal: {illegal} (rule {}).\n  do: {}",
            illegal.rule(),
            illegal.advice()
        )
    }

    fn show(&mut self, draft: &Draft) -> io::Result<()> {
        let picture = Picture::new(draft.now())
            .marking(&self.seen)
            .marking(draft.events())
            .placing(draft.placed());
        picture.write(&mut self.out)?;
        if !draft.is_secret() && !draft.orders().is_empty() {
            let text = |order: &AnyOrder| draft.now().order_text(draft.side(), order);
            let texts: Vec<_> = draft.orders().iter().map(text).collect();
            writeln!(self.out, "Your turn so far: {}", texts.join(" "))?;
        }
        Ok(())
    }

    fn greet(&mut self, draft: &Draft) -> io::Result<()> {
        let side = side_name(draft.side());
        if draft.is_secret() {
            writeln!(
                self.out,
                "You are {side}. Choose your set-up unseen: `book` lists ready-made ones, `help` says more."
            )?;
            self.explain_set_up(draft)
        } else {
            writeln!(
                self.out,
                "You are {side}. Orders one a line, as in e2-e4, then `end`; `help` says more."
            )
        }
    }

    /// What a set-up of one's own must hold.
    fn explain_set_up(&mut self, draft: &Draft) -> io::Result<()> {
        let AnyPosition::Warlord(position) = draft.now();
        let game = position.game();
        let Start::Hidden(hidden) = &game.start else {
            return Ok(());
        };
        let mine = draft.side().index();
        let sections = hidden.sections[mine].iter();
        let sections: Vec<_> = sections
            .filter_map(|cells| Some(format!("{}-{}", cells.first()?, cells.last()?)))
            .collect();
        let count = |kind: &Kind| {
            game.armies[mine]
                .iter()
                .filter(|other| *other == kind)
                .count()
        };
        let army: Vec<_> = Kind::ALL
            .iter()
            .filter(|kind| count(kind) > 0)
            .map(|kind| format!("{} {}", count(kind), kind.symbol()))
            .collect();
        writeln!(
            self.out,
            "Your army: {}{}. It fills {} of your {} sections ({}), {} leaders and {} others in each.",
            army.join(", "),
            game.choice.map_or(String::new(), |choice| format!(
                ", and as you choose {choice}"
            )),
            hidden.used,
            sections.len(),
            sections.join(" "),
            hidden.leaders,
            hidden.others
        )
    }

    fn prompt(&mut self, draft: &Draft) -> io::Result<()> {
        if self.lines.is_terminal() && !self.has_prompt {
            if draft.is_secret() {
                write!(self.out, "{} set-up> ", draft.side())?;
            } else {
                let (side, turn, left) = (draft.side(), draft.now().turn(), draft.now().left());
                write!(self.out, "{side} {turn} ({left} left)> ")?;
            }
            self.has_prompt = true;
        }
        self.out.flush()
    }
}
