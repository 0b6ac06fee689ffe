//! How the host seats players by what each of them says, and shows the table.

use std::collections::BTreeSet;

use cleaner::looks;

use super::bodies::{Answer, Body, Me, Wish};
use super::hosted::Hosting;
use super::rates::TABLES;
use super::table::Table;
use super::words::TableEvent;
use crate::frame::{Access, Reply};
use crate::session::Now;
use crate::{PublicKey, Seat};

impl Table {
    /// Seats the players by what each of them says.
    pub(super) fn reseat(&mut self) {
        let states = self.states();
        let machine = self.machine.key();
        let Some(hosting) = &mut self.hosting else {
            return;
        };
        let before = hosting.seating.clone();
        for place in &mut hosting.seating.seats {
            let stays = place.sitter.as_ref().is_some_and(|sitter| {
                let me = states.get(&sitter.identity);
                !hosting.banned.contains(&sitter.identity) && me.is_some_and(Me::wants_to_sit)
            });
            if !stays {
                place.sitter = None;
            }
        }
        let mut replies = Vec::new();
        for (who, me) in states.iter().filter(|(_, me)| me.wants_to_sit()) {
            let reply = hosting.seat(machine, &self.members, *who, me).err();
            if reply != hosting.answered.get(who).cloned() {
                match &reply {
                    Some(reply) => drop(hosting.answered.insert(*who, reply.clone())),
                    None => drop(hosting.answered.remove(who)),
                }
                replies.extend(reply.map(|reply| (*who, me.machine, reply)));
            }
        }
        hosting.answered.retain(|who, _| states.contains_key(who));
        let has_changed = hosting.seating != before;
        for (to, machine, reply) in replies {
            self.reply(to, machine, reply);
        }
        if has_changed {
            self.show(TableEvent::Changed);
        }
    }

    fn reply(&mut self, to: PublicKey, machine: PublicKey, reply: Reply) {
        if self.machine.has(to) {
            return self.show(TableEvent::Reply { who: to, reply });
        }
        if reply == Reply::Asked {
            self.show(TableEvent::Asked(machine));
        }
        // Without the time: the counter ascends anyway.
        if let Some(bytes) = self.machine.write(0, &Body::Answer(Answer { to, reply })) {
            self.spread(&bytes, None);
        }
    }

    /// Shows the table to everybody, as often as the rates allow.
    pub(super) fn publish(&mut self, now: Now) {
        let worked = self.worked.as_ref().and_then(|(_, it)| it.as_ref().ok());
        let sid = worked.map(|(_, sid)| *sid);
        let states = self.states();
        let machine = self.machine.key();
        let here: BTreeSet<PublicKey> = self.lines.values().filter_map(|it| it.peer).collect();
        let Some(hosting) = &mut self.hosting else {
            return;
        };
        if hosting.seating.begins != sid {
            hosting.seating.begins = None;
        }
        let in_advance = hosting.is_in_advance;
        for sitter in hosting
            .seating
            .seats
            .iter_mut()
            .filter_map(|it| it.sitter.as_mut())
        {
            let is_own = sitter.machine == machine;
            let ready = states
                .get(&sitter.identity)
                .and_then(|me| me.stance.ready());
            sitter.is_here = is_own || here.contains(&sitter.machine);
            sitter.is_ready = ready.is_some() && ready == sid || is_own && in_advance;
        }
        if hosting.table_due().is_none_or(|due| due > now.clock)
            || !hosting.rate.admit(now.clock, TABLES)
        {
            return;
        }
        let seating = hosting.seating.clone();
        hosting.sent = Some(seating.clone());
        if let Some(bytes) = self
            .machine
            .write(now.unix_ms, &Body::Table(seating.clone()))
        {
            self.spread(&bytes, None);
            self.heard.seating = Some((seating, bytes));
        }
    }
}

impl Hosting {
    /// Seats a player, or moves it, or takes over its name.
    fn seat(
        &mut self,
        host: PublicKey,
        members: &BTreeSet<PublicKey>,
        who: PublicKey,
        me: &Me,
    ) -> Result<(), Reply> {
        let own = self.seating.seat_of(who);
        let sitter = self.seating.sitter(who);
        if sitter.is_some_and(|sitter| sitter.is_as(me))
            && matches!(me.wish, Wish::On(seat) if Some(seat) == own)
        {
            return Ok(());
        }
        // Keys and nonce hold for a whole table.
        let keys = (me.key, me.session_nonce);
        if sitter.is_some_and(|it| (it.key, it.session_nonce) != keys) {
            return Err(Reply::OldKeys);
        }
        self.check_person(who, me)?;
        let is_let_in =
            me.machine == host || members.contains(&who) || self.admitted.contains(&me.machine);
        let seats: Vec<Seat> = match (me.wish, own) {
            (Wish::On(seat), _) => vec![seat],
            (_, Some(own)) => vec![own],
            _ => self.seating.places().map(|(seat, _)| seat).collect(),
        };
        let mut refusal = Reply::Full;
        for seat in seats {
            let fits = match Some(seat) == own {
                true => Ok(()),
                false => self.check_seat(seat, who, me.machine, host, is_let_in),
            };
            match fits {
                Ok(()) => {
                    self.put(own, seat, who, me);
                    return Ok(());
                }
                // A seat that the host may still open says more than one that is taken.
                Err(reply) if me.wish == Wish::Any && reply != Reply::Asked => {}
                Err(reply) => refusal = reply,
            }
        }
        Err(refusal)
    }

    fn put(&mut self, own: Option<Seat>, seat: Seat, who: PublicKey, me: &Me) {
        let flags = self.seating.sitter(who).map(|it| (it.is_here, it.is_ready));
        if let Some(own) = own {
            self.seating.seats[own.index()].sitter = None;
        }
        let mut sitter = me.sitter(who);
        (sitter.is_here, sitter.is_ready) = flags.unwrap_or_default();
        self.seating.seats[seat.index()].sitter = Some(sitter);
        // One guest, then the code is used up.
        if self.by_code.get(&me.machine) == Some(&seat) {
            self.codes.remove(&seat);
        }
    }

    /// Refuses a player who could be mistaken for another one, or has a key of another one.
    fn check_person(&self, who: PublicKey, me: &Me) -> Result<(), Reply> {
        if self.banned.contains(&who) || self.banned.contains(&me.machine) {
            return Err(Reply::TurnedOut);
        }
        let mut others = self.seating.sitters().filter(|(_, it)| it.identity != who);
        let clash = others.find_map(|(_, it)| match it {
            _ if [it.key, it.identity].contains(&me.key) || it.key == who => Some(Reply::KeyTaken),
            _ if looks::are_alike(&it.name, &me.name) => Some(Reply::LooksLike(it.name.clone())),
            _ => None,
        });
        match clash {
            Some(reply) => Err(reply),
            None if me.key.is_weak() || me.key == who => Err(Reply::KeyTaken),
            None => Ok(()),
        }
    }

    fn check_seat(
        &self,
        seat: Seat,
        who: PublicKey,
        machine: PublicKey,
        host: PublicKey,
        is_let_in: bool,
    ) -> Result<(), Reply> {
        let place = self.seating.seats.get(seat.index());
        let place = place.ok_or(Reply::NoSuchSeat(seat))?;
        let by_code = self.by_code.get(&machine).copied();
        let is_own = machine == host;
        match place.access {
            Access::Closed => Err(Reply::Closed(seat)),
            Access::Kept if place.kept_for != Some(who) => Err(Reply::Kept(seat)),
            _ if place.sitter.is_some() && by_code == Some(seat) => Err(Reply::CodeUsed(seat)),
            _ if place.sitter.is_some() => Err(Reply::Taken(seat)),
            Access::Code if by_code != Some(seat) && !is_own => match by_code {
                Some(other) => Err(Reply::OtherSeat(other)),
                None => Err(Reply::NeedsCode(seat)),
            },
            Access::Open if !is_let_in => match by_code {
                Some(other) if other != seat => Err(Reply::OtherSeat(other)),
                Some(_) => Ok(()),
                None => Err(Reply::Asked),
            },
            _ => Ok(()),
        }
    }
}
