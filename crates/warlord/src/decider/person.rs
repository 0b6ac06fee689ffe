//! A person or a script that writes orders line by line.

mod curtain;
mod parts;
mod request;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::sync::Arc;

use ::home::Invitation;
use board::Cell;
use cleaner::text::listed;
use rules::{
    AnyEvent, AnyIllegal, AnyOrder, AnyPosition, END, Family, Illegal as _, Rules, Side, ToAct,
};
use scenario::SideNames;

use super::lines::Lines;
use super::{DeciderError, Decision, Share};
use crate::families;
use crate::terminal::Picture;
use curtain::Keyboard;
pub(crate) use curtain::Next;
use parts::Part;
use request::Request;

type Draft = rules::Draft<AnyPosition>;

/// Reads orders from lines, answers each line, and hands over only a closed turn.
pub(crate) struct Person {
    lines: Lines,
    out: Box<dyn Write + Send>,
    draft: Option<Draft>,
    /// The player's part of a set-up that several members make.
    part: Option<Part>,
    /// The members of the player's side, where they have leaders of their own.
    share: Option<Share>,
    seen: Vec<AnyEvent>,
    offered: bool,
    /// The other side asks to take turns back.
    is_asked: bool,
    /// The other side asks to continue in a new match.
    is_asked_to_continue: bool,
    /// The player has typed `continue` once.
    continuing: bool,
    /// The other side asks by mail, and the letter waits for the answer.
    is_asked_by_mail: bool,
    resigning: bool,
    /// The player has typed `claim` once.
    claiming: bool,
    has_considered: bool,
    has_prompt: bool,
    is_idle: bool,
    names: SideNames,
    keyboard: Keyboard,
    /// The number of the turn under way over all sides, and in its side's own count.
    counted: Option<[u32; 2]>,
}

impl Person {
    pub(super) fn new(lines: Lines, out: Box<dyn Write + Send>) -> Self {
        Self {
            lines,
            out,
            draft: None,
            part: None,
            share: None,
            seen: Vec::new(),
            offered: false,
            is_asked: false,
            is_asked_to_continue: false,
            continuing: false,
            is_asked_by_mail: false,
            resigning: false,
            claiming: false,
            has_considered: false,
            has_prompt: false,
            is_idle: false,
            names: SideNames::of_family(Family::default()).clone(),
            keyboard: Keyboard::default(),
            counted: None,
        }
    }

    /// Calls the sides by the names of the match's scenario.
    pub(super) fn call_sides(&mut self, names: &SideNames) {
        self.names.clone_from(names);
    }

    pub(super) fn share(&mut self, share: Option<Share>) {
        self.share = share;
    }

    /// Notes the number of the turn under way over all sides, and in its side's own count, which only the history knows.
    pub(super) fn count_turn(&mut self, number: u32, own: u32) {
        self.counted = Some([number, own]);
    }

    /// The turn of a position in its side's own count, if the history or the position alone says it.
    fn counted(&self, position: &AnyPosition) -> Option<u32> {
        let (sides, turn) = (position.sides().len(), position.turn().number);
        let of_two = || (sides <= 2).then(|| scenario::own_turn(sides, turn));
        let known = self.counted.filter(|[number, _]| *number == turn);
        known.map(|[_, own]| own).or_else(of_two)
    }

    /// The name of the turn of a position.
    fn turn_of(&self, position: &AnyPosition) -> String {
        let turn = position.turn();
        match self.counted(position) {
            Some(own) => self.names.turn(turn.side, own),
            None => self.names.turn_at(position.sides(), turn),
        }
    }

    pub(super) async fn choose(
        &mut self,
        position: &AnyPosition,
        side: Side,
    ) -> Result<Decision, DeciderError> {
        if let (ToAct::Secretly(_), Some(share)) = (position.to_act(), self.share.clone()) {
            return self.choose_part(position, side, &share).await;
        }
        // the wait is dropped whenever the match reports something: orders typed so far must survive that
        let kept = self.draft.take();
        // orders typed for another position, before a takeback say, are dropped
        let kept = kept.filter(|draft| draft.side() == side && draft.base() == position);
        let mut draft = match kept {
            Some(draft) => draft,
            None => {
                let draft = Draft::new(position.clone(), side);
                self.is_idle = false;
                self.show(&draft)?;
                self.greet(&draft)?;
                draft
            }
        };
        loop {
            self.prompt(&draft)?;
            // put back before the wait, which may be dropped
            self.draft = Some(draft);
            let line = self.lines.next().await;
            self.has_prompt = false;
            let Some(line) = line else {
                // a person who closes the input at a terminal leaves; a script that ends early is an error
                return match self.lines.is_terminal() {
                    true => Ok(Decision::Leave),
                    false => Err(DeciderError::InputEnded),
                };
            };
            draft = match self.draft.take() {
                Some(draft) => draft,
                None => Draft::new(position.clone(), side),
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

    /// Asks whether to let in a player on the same network.
    pub(super) async fn admit(&mut self, asker: &str) -> Result<bool, DeciderError> {
        if !self.lines.is_terminal() {
            return std::future::pending().await;
        }
        loop {
            if !self.has_prompt {
                write!(self.out, "Let {asker} in? (yes or no)> ")?;
                self.out.flush()?;
                self.has_prompt = true;
            }
            let line = self.lines.next().await;
            self.has_prompt = false;
            match line.as_deref().map(str::to_ascii_lowercase).as_deref() {
                Some("yes" | "y") => return Ok(true),
                Some("no" | "n") | None => return Ok(false),
                Some(_) => {}
            }
        }
    }

    /// The next line that is no order.
    pub(super) async fn line(&mut self) -> String {
        // a script's lines are orders, and none may be taken for a code
        if self.lines.is_terminal()
            && let Some(line) = self.lines.next().await
        {
            return line;
        }
        std::future::pending().await
    }

    /// The next line of a table before its match begins; of a script's lines only those that are taken.
    pub(super) async fn lobby_line(&mut self, is_taken: fn(&str) -> bool) -> String {
        let is_for_the_lobby =
            self.lines.is_terminal() || self.lines.peek().await.is_some_and(is_taken);
        if is_for_the_lobby && let Some(line) = self.lines.next().await {
            return line;
        }
        // the script's orders wait for the match
        std::future::pending().await
    }

    /// Asks for the answer to the host's offer.
    pub(super) async fn consider(&mut self, may_take_up: bool) -> Result<Decision, DeciderError> {
        if !self.lines.is_terminal() || self.has_considered {
            return std::future::pending().await;
        }
        loop {
            if !self.has_prompt {
                let words = match may_take_up {
                    true => "yes, no, or resume for the match you left",
                    false => "yes or no",
                };
                write!(self.out, "Play this? ({words})> ")?;
                self.out.flush()?;
                self.has_prompt = true;
            }
            let line = self.lines.next().await;
            self.has_prompt = false;
            let choice = match line.as_deref().map(str::to_ascii_lowercase).as_deref() {
                Some("yes" | "y" | "accept") => Decision::Agree(true),
                Some("no" | "n" | "decline") => Decision::Agree(false),
                Some("resume" | "r") if may_take_up => Decision::TakeUp,
                Some("leave" | "quit" | "exit") | None => Decision::Leave,
                Some(_) => continue,
            };
            // asked once: the wait is dropped after every event, and the same question must not come again
            self.has_considered = true;
            return Ok(choice);
        }
    }

    pub(super) async fn idle(
        &mut self,
        position: &AnyPosition,
        others: &[String],
    ) -> Result<Decision, DeciderError> {
        if self.is_asked_by_mail {
            // before the test for a terminal: by mail a script answers too
            return self.answer_by_mail().await;
        }
        if !self.lines.is_terminal() {
            // of a script's lines only what answers for a player who is gone: the others are for its next turn
            let line = self.lines.peek().await.map(Request::read);
            let (name, agree) = match line {
                Some(Request::GoOn(name)) => (name, true),
                Some(Request::WaitFor(name)) => (name, false),
                _ => return std::future::pending().await,
            };
            self.lines.next().await;
            return Ok(Decision::GoOn { name, agree });
        }
        // in a secret step nothing may be said of the other side, not even that it has the turn
        let is_open = matches!(position.to_act(), ToAct::One(_));
        // once for each wait, not after every event that drops it
        if is_open && !std::mem::replace(&mut self.is_idle, true) {
            let waiting = match others {
                [] => "The other side is".to_owned(),
                [one] => format!("{one} is"),
                several => format!("{} are", listed(several)),
            };
            self.note(&format!(
                "{waiting} to move. You can: show, say TEXT, draw, takeback, continue, resign, claim, leave."
            ));
        }
        loop {
            let Some(line) = self.lines.next().await else {
                return std::future::pending().await;
            };
            match Request::read(&line) {
                Request::Nothing => {}
                Request::Show => {
                    let picture = Picture::new(position)
                        .naming(&self.names)
                        .in_turn(Some(self.turn_of(position)))
                        .marking(&self.seen);
                    let whom = match others {
                        [] => "the other side".to_owned(),
                        named => listed(named),
                    };
                    picture.waiting(&whom).write(&mut self.out)?;
                }
                Request::Help => writeln!(self.out, "{}", request::help(position))?,
                request => match self.talk(&request)? {
                    Some(choice) => return Ok(choice),
                    None if request.is_talk() => {}
                    None => writeln!(self.out, "It is not your turn yet.")?,
                },
            }
            self.out.flush()?;
        }
    }

    pub(super) const fn asked_by_mail(&mut self, is_asked: bool) {
        self.is_asked_by_mail = is_asked;
    }

    /// Asks for the answer to the other side's request for a turn back, when there is nothing else to decide.
    async fn answer_by_mail(&mut self) -> Result<Decision, DeciderError> {
        loop {
            match self.lines.next().await.as_deref().map(Request::read) {
                Some(request @ (Request::Accept | Request::Decline)) => {
                    let is_yes = request == Request::Accept;
                    return Ok(match std::mem::take(&mut self.is_asked_to_continue) {
                        true => Decision::AnswerContinue(is_yes),
                        false => Decision::AnswerTakeback(is_yes),
                    });
                }
                Some(Request::Leave) | None => return Ok(Decision::Leave),
                Some(Request::Nothing) => {}
                Some(_) => {
                    self.note("Type `accept` or `decline`, or `leave` to answer another day.")
                }
            }
        }
    }

    pub(super) fn seen(&mut self, events: Vec<AnyEvent>) {
        self.seen = events;
    }

    /// The match continues from an earlier position: the board shows nothing of what was undone.
    pub(super) fn taken_back(&mut self, events: Vec<AnyEvent>) {
        self.seen = events;
        self.draft = None;
        self.is_idle = false;
    }

    pub(super) fn draw_offered(&mut self) {
        self.offered = true;
        self.interrupt();
        self.note(
            "Instead of a turn, `accept` takes the draw; `decline`, or making your turn, ends the offer.",
        );
    }

    pub(super) fn takeback_asked(&mut self, turn: &str) {
        self.is_asked = true;
        self.interrupt();
        let words = format!(
            "`accept` grants it: the match continues from before {turn}, and what came after it is taken back too; `decline`, or making your turn, refuses."
        );
        self.note(&words);
    }

    /// The other side asks to continue in a new match, or no longer asks.
    pub(super) fn asked_to_continue(&mut self, is_asked: bool) {
        if is_asked && !self.is_asked_to_continue {
            self.interrupt();
            self.note("`accept` continues in a new match; `decline`, or playing on, does not.");
        }
        self.is_asked_to_continue = is_asked;
    }

    /// A step ends the question for turns back.
    pub(super) fn stepped(&mut self) {
        self.is_asked = false;
    }

    pub(super) fn refused(&mut self, what: &str, advice: &str) {
        self.interrupt();
        self.note(&format!("Not accepted: {what}.\n  do: {advice}"));
    }

    /// Leaves the prompt's line before other text is written; the next choice prompts again.
    pub(super) fn interrupt(&mut self) {
        if std::mem::take(&mut self.has_prompt) {
            self.note("");
        }
    }

    /// Writes a note. A writer that has failed is reported at the next prompt.
    fn note(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
        let _ = self.out.flush();
    }

    /// Carries out a line; returns a decision if the line completes one.
    fn answer(&mut self, draft: &mut Draft, line: &str) -> Result<Option<Decision>, DeciderError> {
        let request = Request::read(line);
        // whatever comes between takes the first word back: nobody resigns by typing `resign` twice an hour apart
        if request != Request::Resign {
            self.resigning = false;
        }
        if request != Request::Claim {
            self.claiming = false;
        }
        if request != Request::Continue {
            self.continuing = false;
        }
        match &request {
            Request::Nothing => {}
            Request::Help => writeln!(self.out, "{}", request::help(draft.base()))?,
            Request::Show => self.show(draft)?,
            Request::End => {
                // of a shared turn the own part: `end` of the captain would end it for all
                let closing = draft.position().closing(draft.side());
                return self.end(draft, closing.filter(|_| self.share.is_some()));
            }
            Request::EndAll => return self.end(draft, None),
            Request::Undo => {
                let last = draft.orders().next_back();
                let text = last.map(|order| draft.position().order_text(draft.side(), order));
                draft.undo();
                match text {
                    Some(text) => writeln!(self.out, "Taken back: {text}")?,
                    None => writeln!(self.out, "There is nothing to take back.")?,
                }
            }
            Request::UndoAll => {
                draft.back_to(0);
                writeln!(self.out, "The whole turn is taken back.")?;
            }
            Request::Orders(cell) => self.list_orders(draft, cell.as_deref())?,
            Request::Why(text) => self.explain(draft, text)?,
            Request::Book(name) => self.take_book(draft, name.as_deref())?,
            Request::Order(text) => self.add(draft, text)?,
            _ => return Ok(self.talk(&request)?),
        }
        Ok(None)
    }

    /// Carries out a request that is allowed at any time.
    fn talk(&mut self, request: &Request) -> io::Result<Option<Decision>> {
        let was_resigning = std::mem::take(&mut self.resigning);
        let was_claiming = std::mem::take(&mut self.claiming);
        let was_continuing = std::mem::take(&mut self.continuing);
        match request {
            // only at a terminal: a script means what it says the first time
            Request::Resign if self.lines.is_terminal() && !was_resigning => {
                self.resigning = true;
                writeln!(
                    self.out,
                    "This gives up the game: type `resign` again to do it."
                )?;
                Ok(None)
            }
            Request::Resign => Ok(Some(Decision::Resign)),
            Request::Draw if self.offered => Ok(Some(Decision::AnswerDraw(true))),
            Request::Draw => Ok(Some(Decision::OfferDraw)),
            Request::TakeBack => Ok(Some(Decision::AskTakeback)),
            Request::Continue => {
                // the first word shows what continuing changes, the second asks the other player
                let asks = was_continuing || !self.lines.is_terminal();
                self.continuing = !asks;
                Ok(Some(Decision::Continue(asks)))
            }
            // of several questions that stand, a new match is answered first: it would end the others
            Request::Accept if std::mem::take(&mut self.is_asked_to_continue) => {
                Ok(Some(Decision::AnswerContinue(true)))
            }
            Request::Decline if std::mem::take(&mut self.is_asked_to_continue) => {
                Ok(Some(Decision::AnswerContinue(false)))
            }
            Request::Accept if self.is_asked => Ok(Some(Decision::AnswerTakeback(true))),
            Request::Decline if std::mem::take(&mut self.is_asked) => {
                Ok(Some(Decision::AnswerTakeback(false)))
            }
            Request::Accept | Request::Decline if !self.offered => {
                writeln!(
                    self.out,
                    "Nobody has offered a draw, or asked for a turn back or a new match."
                )?;
                Ok(None)
            }
            // an offer that is taken too early can be taken again
            Request::Accept => Ok(Some(Decision::AnswerDraw(true))),
            Request::Decline => {
                self.offered = false;
                Ok(Some(Decision::AnswerDraw(false)))
            }
            Request::Claim if self.lines.is_terminal() && !was_claiming => {
                self.claiming = true;
                writeln!(
                    self.out,
                    "This claims that an opponent's time is up, which does what was agreed: type `claim` again to do it."
                )?;
                Ok(None)
            }
            Request::Claim => Ok(Some(Decision::Claim)),
            Request::GoOn(name) => Ok(Some(Decision::GoOn {
                name: name.clone(),
                agree: true,
            })),
            Request::WaitFor(name) => Ok(Some(Decision::GoOn {
                name: name.clone(),
                agree: false,
            })),
            Request::Reach(text) => match text.parse::<Invitation>() {
                Ok(code) => Ok(Some(Decision::Reach(Arc::new(code)))),
                Err(error) => {
                    writeln!(self.out, "Not entered: {error}.\n  do: {}", error.advice())?;
                    Ok(None)
                }
            },
            Request::Say(text) => Ok(Some(Decision::Say(text.clone()))),
            Request::SayToTeam(text) => Ok(Some(Decision::SayToTeam(text.clone()))),
            Request::Leave => Ok(Some(Decision::Leave)),
            _ => Ok(None),
        }
    }

    /// Hands over a complete draft, or a draft that the order `end` completes. If `end` leaves something to this side,
    /// it becomes part of the draft and the rest is asked for.
    fn end(
        &mut self,
        draft: &mut Draft,
        closing: Option<AnyOrder>,
    ) -> Result<Option<Decision>, DeciderError> {
        // a copy, so that an `end` that the rules refuse leaves the draft as it was
        let mut whole = draft.clone();
        if draft.is_secret() && draft.is_empty() {
            let secret = noun(draft);
            writeln!(
                self.out,
                "There is no {secret} yet. `book` lists ready-made ones; `help` says how to write one."
            )?;
            return Ok(None);
        }
        if !draft.is_whole() {
            // read by the family like any order: some families have no `end`
            let end = || draft.position().parse_order(draft.side(), END);
            let order = match closing.map_or_else(end, Ok) {
                Ok(order) => order,
                Err(error) => {
                    writeln!(self.out, "{error}")?;
                    return Ok(None);
                }
            };
            if let Err(illegal) = whole.push(order) {
                self.refuse(&illegal)?;
                return Ok(None);
            }
            if !whole.is_whole() {
                *draft = whole;
                self.ask(draft)?;
                return Ok(None);
            }
        }
        // a turn ends the other side's offer
        self.offered = false;
        Ok(Some(Decision::Orders(whole.orders().cloned().collect())))
    }

    /// Says what is still to decide before anything can be sent.
    fn ask(&mut self, draft: &Draft) -> io::Result<()> {
        let turn = self.turn_of(draft.position());
        for line in families::status(draft.position(), &self.names, &turn) {
            writeln!(self.out, "{line}")?;
        }
        writeln!(self.out, "Still to decide:")?;
        self.list_orders(draft, None)?;
        writeln!(
            self.out,
            "Write one of these; `end` then sends the turn, `undo` takes the last order back."
        )
    }

    fn add(&mut self, draft: &mut Draft, text: &str) -> io::Result<()> {
        let side = draft.side();
        if let Some(answer) = families::answer(draft.position(), side, text, &self.names) {
            return writeln!(self.out, "{answer}");
        }
        let order = match request::order(draft.position(), side, text) {
            Ok(order) => order,
            Err(error) => {
                return writeln!(
                    self.out,
                    "{error}\n  do: `orders` lists what is possible, `help` every word known here."
                );
            }
        };
        self.push(draft, order)
    }

    fn push(&mut self, draft: &mut Draft, order: AnyOrder) -> io::Result<()> {
        if let Err(illegal) = draft.push(order) {
            return self.refuse(&illegal);
        }
        if draft.is_secret() {
            self.show(draft)?;
            return writeln!(self.out, "This {} is valid: `end` seals it.", noun(draft));
        }
        if draft.position().outcome().is_some() {
            return writeln!(
                self.out,
                "This ends the game: `end` sends it, `undo` takes it back."
            );
        }
        if !draft.is_whole() && draft.position().closing(draft.side()).is_none() {
            return self.ask(draft);
        }
        let turn = draft.position().turn();
        // its last order was a decision in the other side's turn
        let before = draft.after(draft.len().saturating_sub(1)).turn();
        let turn_of_two = draft.position().sides().len() <= 2;
        if !draft.is_whole() && turn.number != before.number {
            let ended = match turn_of_two {
                true => "the other side's turn".to_owned(),
                false => self.names.turn_at(draft.position().sides(), before),
            };
            return writeln!(
                self.out,
                "That ends {ended}. Your own follows and is sent with it: `end` closes it."
            );
        }
        if draft.is_whole() || turn.left == Some(0) {
            return writeln!(
                self.out,
                "All orders of this turn are given: `end` sends the turn, `undo` takes back the last order."
            );
        }
        Ok(())
    }

    fn take_book(&mut self, draft: &mut Draft, name: Option<&str>) -> io::Result<()> {
        match self.book(draft.base(), draft.side(), name)? {
            Some(order) => self.push(draft, order),
            None => Ok(()),
        }
    }

    /// The ready-made choice of that name or number; none if there is none, with the choices that there are.
    fn book(
        &mut self,
        base: &AnyPosition,
        side: Side,
        name: Option<&str>,
    ) -> io::Result<Option<AnyOrder>> {
        let secret = families::secret_noun(base);
        let Some(books) = families::books(base, side) else {
            writeln!(self.out, "In this scenario the {secret} is fixed.")?;
            return Ok(None);
        };
        if !matches!(base.to_act(), ToAct::Secretly(_)) {
            writeln!(self.out, "The {secret} is already made.")?;
            return Ok(None);
        }
        let is_meant = |wanted: &str, place: usize| {
            books[place].eq_ignore_ascii_case(wanted) || wanted.parse() == Ok(place + 1)
        };
        let place = name.and_then(|wanted| (0..books.len()).find(|place| is_meant(wanted, *place)));
        // ready-made choices are the legal orders of a secret step, in the order of their names
        let orders = base.legal_orders(side);
        let Some(order) = place.and_then(|place| orders.get(place)) else {
            if books.is_empty() {
                writeln!(self.out, "There are no ready-made {secret}s here.")?;
                return Ok(None);
            }
            if let Some(name) = name {
                writeln!(self.out, "There is no ready-made {secret} {name:?}.")?;
            }
            let names = (1..)
                .zip(&books)
                .map(|(number, name)| format!("{number} {name}"));
            let names: Vec<String> = names.collect();
            writeln!(
                self.out,
                "Ready-made {secret}s: {}. `book` with a name or number takes one.",
                names.join(", ")
            )?;
            return Ok(None);
        };
        Ok(Some(order.clone()))
    }

    fn list_orders(&mut self, draft: &Draft, cell: Option<&str>) -> io::Result<()> {
        let (now, side) = (draft.position(), draft.side());
        let orders = match cell {
            None => now.legal_orders(side),
            Some(text) => match text.parse::<Cell>() {
                Ok(cell) => now.legal_orders_from(side, cell),
                Err(error) => return writeln!(self.out, "{error}"),
            },
        };
        if orders.is_empty() {
            return writeln!(
                self.out,
                "None. `why ORDER` says why an order is not possible."
            );
        }
        // the orders of one unit share a line
        let separator = now.family().separator();
        let mut last = None;
        for order in &orders {
            let text = now.order_text(side, order);
            let unit = text.split(['-', '<', ' ']).next().map(str::to_owned);
            let separator = match last {
                None => "",
                _ if last == unit => separator,
                _ => "\n",
            };
            write!(self.out, "{separator}{text}")?;
            last = unit;
        }
        writeln!(self.out)
    }

    fn explain(&mut self, draft: &Draft, text: &str) -> io::Result<()> {
        let order = match request::order(draft.position(), draft.side(), text) {
            Ok(order) => order,
            Err(error) => return writeln!(self.out, "{error}"),
        };
        match draft.position().check(draft.side(), &order) {
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
        // the orders typed so far are marked along with the other side's last turn
        let done = (0..draft.len()).flat_map(|order| draft.events(order));
        // in a secret step the status is that of the match, which does not know the draft yet
        let told = if draft.is_secret() {
            draft.base()
        } else {
            draft.position()
        };
        let picture = Picture::new(draft.position())
            .naming(&self.names)
            .in_turn(Some(self.turn_of(told)))
            .telling(told);
        picture
            .marking(self.seen.iter().chain(done))
            .write(&mut self.out)?;
        if !draft.is_secret() && !draft.is_empty() {
            let text = |order: &AnyOrder| draft.position().order_text(draft.side(), order);
            let texts: Vec<_> = draft.orders().map(text).collect();
            let separator = draft.position().family().separator();
            writeln!(self.out, "Your turn so far: {}", texts.join(separator))?;
        }
        Ok(())
    }

    fn greet(&mut self, draft: &Draft) -> io::Result<()> {
        let side = self.names.of(draft.side()).to_owned();
        let you = self.keyboard.you();
        if !draft.is_secret() {
            writeln!(
                self.out,
                "{you} are {side}. Write one order a line, such as e2-e4, then `end`; `help` says more."
            )?;
            return self.greet_member(draft.base(), draft.side());
        }
        writeln!(
            self.out,
            "{you} are {side}. Choose your {} unseen: `book` lists ready-made ones, `help` says more.",
            noun(draft)
        )?;
        match families::secret_terms(draft.base(), draft.side()) {
            Some(terms) => writeln!(self.out, "{terms}"),
            None => Ok(()),
        }
    }

    fn prompt(&mut self, draft: &Draft) -> io::Result<()> {
        // in a pipe a prompt would stand between the lines that a program reads
        if self.lines.is_terminal() && !self.has_prompt {
            let side = self.names.of(draft.side()).to_owned();
            let turn = draft.position().turn();
            let own = self
                .counted(draft.position())
                .map_or_else(String::new, |own| format!(" {own}"));
            let part = match &self.share {
                Some(_) => ", your part",
                None => "",
            };
            match turn.left {
                _ if draft.is_secret() => write!(self.out, "{side} {}> ", noun(draft))?,
                Some(left) => write!(self.out, "{side}{own}{part} ({left} left)> ")?,
                None => write!(self.out, "{side}{own}{part}> ")?,
            }
            self.has_prompt = true;
        }
        self.out.flush()
    }
}

/// The family's word for a secret choice.
fn noun(draft: &Draft) -> &'static str {
    families::secret_noun(draft.base())
}
