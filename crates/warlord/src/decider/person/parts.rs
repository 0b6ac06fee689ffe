//! Sides whose members have leaders of their own: a member's part of a turn, and its part of a hidden set-up beside those
//! that its mates show.

use std::io;

use cleaner::text::listed;
use rules::{AnyOrder, AnyPosition, Illegal as _, Rules as _, SecretPart, Side};

use super::request::{self, Request};
use super::{DeciderError, Decision, Person};
use crate::decider::Share;
use crate::families;
use crate::terminal::Picture;

/// A part of a set-up that is being made.
pub(super) struct Part {
    base: AnyPosition,
    side: Side,
    /// The part as it is now; none before anything was chosen.
    order: Option<AnyOrder>,
    /// The parts of mates that the player has seen.
    seen: Share,
}

impl Person {
    /// The next word of a member about its part of a set-up, which ends with the part itself. May be dropped and called
    /// again; after the part was shown to the mates it makes another one.
    pub(super) async fn choose_part(
        &mut self,
        position: &AnyPosition,
        side: Side,
        share: &Share,
    ) -> Result<Decision, DeciderError> {
        let kept = self.part.take();
        let kept = kept.filter(|part| part.side == side && part.base == *position);
        let is_new = kept.is_none();
        let mut part = kept.unwrap_or_else(|| Part {
            base: position.clone(),
            side,
            order: None,
            seen: share.clone(),
        });
        if is_new {
            self.is_idle = false;
            self.greet_part(&part)?;
            self.show_part(&part)?;
        } else if part.seen != *share {
            part.seen = share.clone();
            self.interrupt();
            self.show_part(&part)?;
        }
        loop {
            self.prompt_part(&part)?;
            // put back before the wait, which may be dropped
            self.part = Some(part);
            let line = self.lines.next().await;
            self.has_prompt = false;
            let Some(line) = line else {
                return match self.lines.is_terminal() {
                    true => Ok(Decision::Leave),
                    false => Err(DeciderError::InputEnded),
                };
            };
            let Some(taken) = self.part.take() else {
                return Err(DeciderError::Stopped);
            };
            part = taken;
            if let Some(choice) = self.answer_part(&mut part, &line)? {
                self.part = Some(part);
                return Ok(choice);
            }
        }
    }

    fn answer_part(&mut self, part: &mut Part, line: &str) -> io::Result<Option<Decision>> {
        let request = Request::read(line);
        match &request {
            Request::Nothing => {}
            Request::Help => writeln!(self.out, "{}", request::help(&part.base))?,
            Request::Show => self.show_part(part)?,
            Request::Undo | Request::UndoAll => {
                part.order = None;
                writeln!(self.out, "Your part is empty again.")?;
            }
            Request::Book(name) => {
                if let Some(whole) = self.book(&part.base, part.side, name.as_deref())? {
                    self.fill(part, &whole)?;
                }
            }
            Request::Order(text) => match request::order(&part.base, part.side, text) {
                Ok(order) => self.fill(part, &order)?,
                Err(error) => writeln!(self.out, "{error}")?,
            },
            Request::End | Request::EndAll => match &part.order {
                Some(order) => return Ok(Some(Decision::Orders(vec![order.clone()]))),
                None => writeln!(
                    self.out,
                    "Your part is empty: `book` takes yours of a ready-made set-up, or write the rows."
                )?,
            },
            Request::Why(_) | Request::Orders(_) => writeln!(
                self.out,
                "Write the rows of your part, or `book`; what does not fit is said at once."
            )?,
            request => return self.talk(request),
        }
        self.out.flush()?;
        Ok(None)
    }

    /// Takes the member's own part of what was written or chosen.
    fn fill(&mut self, part: &mut Part, order: &AnyOrder) -> io::Result<()> {
        let (base, side, member) = (&part.base, part.side, part.seen.member);
        // of a set-up of the whole side its own sections; rows of these alone are a part already
        let own = match base.check(side, order) {
            Ok(()) => base.part_of(side, member, order),
            Err(_) => order.clone(),
        };
        if let Err(illegal) = base.seal_part(side, member, &own) {
            return self.refuse(&illegal);
        }
        part.order = Some(own);
        self.show_part(part)?;
        writeln!(
            self.out,
            "`end` shows this part to your mates; it is sealed once all parts are here and go together."
        )
    }

    /// The board with all parts where they go together; otherwise the parts one by one.
    fn show_part(&mut self, part: &Part) -> io::Result<()> {
        let (base, side) = (&part.base, part.side);
        let whole = whole(part);
        let shown = match &whole {
            Some(Ok(order)) => {
                let mut shown = base.clone();
                // checked by `open`
                let _events = shown.apply(side, order);
                shown
            }
            _ => base.clone(),
        };
        Picture::new(&shown)
            .naming(&self.names)
            .telling(base)
            .write(&mut self.out)?;
        for (name, order) in parts(part) {
            let rows = base.order_text(side, order);
            writeln!(self.out, "{name}: {rows}")?;
        }
        let is_here = |member: &u8| {
            *member == part.seen.member || part.seen.plans.iter().any(|(of, _)| of == member)
        };
        let missing = members_with_parts(base, side).into_iter();
        let missing: Vec<String> = missing
            .filter(|member| !is_here(member))
            .map(|member| part.seen.name(member))
            .collect();
        if !missing.is_empty() {
            writeln!(self.out, "Not shown yet: {}.", missing.join(", "))?;
        }
        match whole {
            Some(Err(why)) => writeln!(self.out, "The parts do not go together: {why}."),
            Some(Ok(_)) => writeln!(self.out, "The parts go together."),
            None => Ok(()),
        }
    }

    fn greet_part(&mut self, part: &Part) -> io::Result<()> {
        let side = self.names.of(part.side).to_owned();
        let you = self.keyboard.you();
        let sections = families::own_sections(&part.base, part.side, part.seen.member);
        writeln!(
            self.out,
            "{you} are {side}, and set up your own part of it unseen: {}. Your mates see it, and nobody else. `book` lists \
             ready-made set-ups of the whole side, of which you take your part; `help` says more.",
            listed(&sections)
        )?;
        match families::secret_terms(&part.base, part.side) {
            Some(terms) => writeln!(self.out, "{terms}"),
            None => Ok(()),
        }
    }

    fn prompt_part(&mut self, part: &Part) -> io::Result<()> {
        if self.lines.is_terminal() && !self.has_prompt {
            let side = self.names.of(part.side).to_owned();
            let state = match part.seen.is_planning {
                true => "shown to your mates",
                false => "your part",
            };
            write!(self.out, "{side} set-up, {state}> ")?;
            self.has_prompt = true;
        }
        self.out.flush()
    }

    /// Says whose part of the turn it is, and whom its player commands.
    pub(super) fn greet_member(&mut self, position: &AnyPosition, side: Side) -> io::Result<()> {
        let Some(share) = &self.share else {
            return Ok(());
        };
        let leaders = families::own_leaders(position, side, share.member);
        let leaders = match &leaders[..] {
            [] => "You have no leader left.".to_owned(),
            leaders => format!("Your leaders: {}.", leaders.join(", ")),
        };
        let others = families::open_parts(position).into_iter();
        let others: Vec<String> = others
            .filter(|member| *member != share.member)
            .map(|member| share.name(member))
            .collect();
        let next = match others.is_empty() {
            true => "It is the last part of this turn.".to_owned(),
            false => format!("After your part: {}.", others.join(", ")),
        };
        let words = match (others.is_empty(), share.member) {
            (true, _) => "`end` ends the turn.",
            (false, 0) => {
                "`end` closes your part, `later` puts it off behind the others', and `end all` ends the turn for all."
            }
            (false, _) => "`end` closes your part, and `later` puts it off behind the others'.",
        };
        writeln!(self.out, "{leaders} {next} {words}")
    }
}

/// The members who fill a part of a set-up.
fn members_with_parts(position: &AnyPosition, side: Side) -> Vec<u8> {
    let mut members: Vec<u8> = position
        .slots(side)
        .iter()
        .map(|slot| slot.member)
        .collect();
    members.sort_unstable();
    members.dedup();
    members
}

/// The parts that are here, by whose they are.
fn parts(part: &Part) -> Vec<(String, &AnyOrder)> {
    let own = part.order.iter();
    let own = own.map(|order| ("Your part".to_owned(), order));
    let mates = part.seen.plans.iter();
    let mates = mates.map(|(member, order)| (part.seen.name(*member), order));
    own.chain(mates).collect()
}

/// The set-up that all parts make, or why they do not go together; none as long as one is missing.
fn whole(part: &Part) -> Option<Result<AnyOrder, String>> {
    let (base, side) = (&part.base, part.side);
    let own = part.order.as_ref().map(|order| (part.seen.member, order));
    let mates = part.seen.plans.iter().map(|(of, order)| (*of, order));
    let all: Vec<(u8, &AnyOrder)> = own.into_iter().chain(mates).collect();
    if members_with_parts(base, side).len() > all.len() {
        return None;
    }
    let sealed = all
        .into_iter()
        .map(|(member, order)| base.seal_part(side, member, order));
    let sealed: Result<Vec<Vec<SecretPart>>, _> = sealed.collect();
    let opened = sealed.and_then(|sealed| {
        let mut parts: Vec<SecretPart> = sealed.into_iter().flatten().collect();
        parts.sort_by_key(|part| part.slot);
        base.open(side, &parts)
    });
    Some(opened.map_err(|illegal| format!("{illegal} (rule {})", illegal.rule())))
}

#[cfg(test)]
mod tests {
    use rules::ToAct;

    use super::*;
    use crate::decider::Lines;
    use crate::written::Written;

    /// A hidden set-up of two members a side, and a set-up that the scenario has ready for the first side.
    fn start() -> (AnyPosition, Side, AnyOrder) {
        let scenario = scenario::load("test-of-wills").expect("built in");
        let start = scenario.expect("valid").start(&[]).expect("no options");
        let start = start.by_leaders(&[2, 2]).expect("leaders");
        assert!(matches!(start.to_act(), ToAct::Secretly(_)));
        let side = start.sides().iter().next().expect("a side");
        let book = start.legal_orders(side).remove(0);
        (start, side, book)
    }

    fn share(plans: Vec<(u8, AnyOrder)>) -> Share {
        Share {
            member: 1,
            names: vec!["Ann".to_owned(), "Cid".to_owned()],
            plans,
            is_planning: false,
            clashes: false,
        }
    }

    async fn typed(lines: &str, share: Share) -> (Decision, String) {
        let (start, side, _) = start();
        let out = Written::default();
        let mut person = Person::new(Lines::of(lines, true), Box::new(out.clone()));
        person.share(Some(share));
        let choice = person.choose(&start, side).await;
        (choice.expect("typed"), out.text())
    }

    #[tokio::test]
    async fn a_member_takes_its_part_of_a_ready_made_set_up_and_sees_its_mates() {
        let (start, side, book) = start();
        let mate = start.part_of(side, 0, &book);
        let own = start.part_of(side, 1, &book);
        let (choice, told) = typed("book 1\nend\n", share(vec![(0, mate)])).await;
        assert_eq!(choice, Decision::Orders(vec![own]));
        for words in ["set up your own part", "Ann: ", "The parts go together."] {
            assert!(told.contains(words), "{words}: {told}");
        }
        let (_, told) = typed("book 1\nend\n", share(Vec::new())).await;
        assert!(told.contains("Not shown yet: Ann."), "{told}");
    }

    #[tokio::test]
    async fn parts_that_do_not_go_together_say_why_and_what_is_not_ones_own_is_refused() {
        let (start, side, book) = start();
        // the mate leaves its sections empty, so that half of the army is missing
        let empty = AnyOrder::Warlord(rules::warlord::Order::SetUp(rules::warlord::SetUp::new(
            Vec::new(),
        )));
        let lines = "end\nbook 1\nundo\nbook 1\nend\n";
        let (_, told) = typed(lines, share(vec![(0, empty)])).await;
        for words in [
            "Your part is empty: ",
            "The parts do not go together: ",
            "Your part is empty again.",
        ] {
            assert!(told.contains(words), "{words}: {told}");
        }
        let mates = start.order_text(side, &start.part_of(side, 0, &book));
        let (choice, told) = typed(&format!("{mates}\nleave\n"), share(Vec::new())).await;
        assert_eq!(choice, Decision::Leave);
        assert!(told.contains("Illegal: "), "{told}");
    }
}
