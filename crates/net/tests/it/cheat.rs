//! A hostile guest over QUIC: agrees to the match as an honest program does, then signs and sends what the test says.

use std::time::Duration;

use home::Player;
use net::testing::{Call, Caller};
use net::{Command, MatchHandle};
use protocol::frame::{Frame, Head};
use protocol::testing::{Puppet, Seeded, random_orders};
use protocol::{Kind, Note, Record, Seat};
use rules::{AnyOrder, Rules as _};

use crate::table::{offer, patience};

/// The seat of every guest.
pub(crate) const CHEAT: Seat = Seat(1);
/// Silence after which nothing more is expected of the host.
const QUIET: Duration = Duration::from_millis(1500);

/// The hostile guest of an honest host.
pub(crate) struct Cheat {
    player: Player,
    caller: Caller,
    call: Option<Call>,
    pub(crate) puppet: Puppet,
}

impl Cheat {
    /// Comes with the host's invitation and agrees to the offer. Another seed makes another player.
    pub(crate) async fn sit_down(host: &MatchHandle, seed: u8) -> Self {
        let player = Player::from_seed("Eve", &[seed; 32]);
        let invitation = host
            .snapshot()
            .meeting
            .invitation
            .clone()
            .expect("an invitation");
        let caller = Caller::new(&player, &invitation);
        let (call, puppet) = caller.sit_down(&player, seed).await;
        Self {
            player,
            caller,
            call: Some(call),
            puppet,
        }
    }

    pub(crate) fn call(&mut self) -> &mut Call {
        self.call.as_mut().expect("a line")
    }

    /// The secret choice of the cheat: one of those listed.
    pub(crate) fn choice(&self, number: usize) -> Vec<AnyOrder> {
        let legal = self.puppet.position().legal_orders(self.puppet.side());
        vec![legal[number].clone()]
    }

    /// Some turn of the cheat.
    pub(crate) fn turn(&self) -> Vec<AnyOrder> {
        random_orders(self.puppet.position(), self.puppet.side(), &mut Seeded(1))
    }

    /// Sends a record that the cheat has signed.
    pub(crate) async fn send(&mut self, record: &Record) -> bool {
        self.puppet.take(record);
        let frame = Frame::Record(Box::new(record.clone())).to_bytes();
        self.call().send(&frame).await
    }

    /// Sends a note that the cheat has signed.
    pub(crate) async fn send_note(&mut self, note: &Note) {
        let frame = Frame::Note(note.clone()).to_bytes();
        self.puppet.hear(&frame);
        assert!(self.call().send(&frame).await);
    }

    /// Signs and sends what an honest program would. Returns the record.
    pub(crate) async fn play(&mut self, orders: &[AnyOrder]) -> Record {
        let record = self.puppet.honest(orders);
        assert!(self.send(&record).await);
        record
    }

    /// Reads until the host has sent a record of that kind for that step.
    pub(crate) async fn hear(&mut self, kind: Kind, step: u64) -> Record {
        let is_wanted = |frame: &Frame| match frame {
            Frame::Record(record) => record.kind == kind && record.step == step,
            _ => false,
        };
        patience(async {
            loop {
                if let Some(Frame::Record(record)) = self.puppet.heard.iter().find(|f| is_wanted(f))
                {
                    return (**record).clone();
                }
                let frame = self
                    .call
                    .as_mut()
                    .expect("a line")
                    .receive(60 * QUIET)
                    .await;
                self.puppet.hear(&frame.expect("the host continues"));
            }
        })
        .await
    }

    /// Reads until the host says nothing more.
    pub(crate) async fn hear_all(&mut self) {
        while let Some(frame) = self.call().receive(QUIET).await {
            self.puppet.hear(&frame);
        }
    }

    /// Sends a record again, as an honest program does that finds the host without it.
    pub(crate) async fn repeat(&mut self, record: &Record) {
        let frame = Frame::Record(Box::new(record.clone())).to_bytes();
        assert!(self.call().send(&frame).await);
    }

    /// Vanishes without a word.
    pub(crate) fn vanish(&mut self) {
        self.call.take().expect("a line").cut();
    }

    /// Dials again and greets, with what `change` makes of the honest HEAD.
    pub(crate) async fn come_back(&mut self, change: impl FnOnce(&mut Head)) {
        let call = patience(self.caller.dial()).await.expect("let in again");
        let hello = self.puppet.hello(&self.player.identity(), call.exporter);
        self.call = Some(call);
        self.puppet.heard.clear();
        assert!(self.call().send(&hello.to_bytes()).await);
        while !matches!(self.puppet.heard.last(), Some(Frame::Hello(_))) {
            let frame = self.call().receive(60 * QUIET).await;
            self.puppet.hear(&frame.expect("the host greets too"));
        }
        let head = self.puppet.head(change).to_bytes();
        assert!(self.call().send(&head).await);
    }
}

/// Waits until the host has something to decide, and decides: a turn, or the first listed secret choice.
pub(crate) async fn decide(host: &mut MatchHandle) {
    let snapshot =
        patience(host.wait_for(|snapshot| !snapshot.deciding.to_decide.is_empty())).await;
    let (seat, is_secret) = snapshot.deciding.to_decide[0];
    let position = snapshot.played.position.clone().expect("a match");
    let side = snapshot.side_of(seat).expect("a side");
    let orders = match is_secret {
        true => vec![position.legal_orders(side)[0].clone()],
        false => random_orders(&position, side, &mut Seeded(2)),
    };
    host.send(Command::Propose { seat, orders });
}

/// A host of a game with a hidden set-up, whose set-up is sealed, and a cheat that has sealed nothing.
pub(crate) async fn at_seals(table: &crate::table::Table, seed: u8) -> (MatchHandle, Cheat) {
    let mut host = table.host(offer("test-of-wills", 8), crate::whole::loopback());
    let mut cheat = Cheat::sit_down(&host, seed).await;
    decide(&mut host).await;
    cheat.hear(Kind::Commit, 1).await;
    (host, cheat)
}

/// A host that has revealed its set-up, and a cheat that has sealed and locked and has not revealed.
pub(crate) async fn at_reveal(table: &crate::table::Table, seed: u8) -> (MatchHandle, Cheat) {
    let (host, mut cheat) = at_seals(table, seed).await;
    let choice = cheat.choice(0);
    cheat.play(&choice).await;
    cheat.hear(Kind::Lock, 2).await;
    cheat.play(&[]).await;
    cheat.hear(Kind::Reveal, 3).await;
    (host, cheat)
}

/// A host of an open game that has given its first orders, which the cheat has not confirmed.
pub(crate) async fn at_confirm(table: &crate::table::Table, seed: u8) -> (MatchHandle, Cheat) {
    let mut host = table.host(offer("clash-of-arms", 8), crate::whole::loopback());
    let mut cheat = Cheat::sit_down(&host, seed).await;
    decide(&mut host).await;
    cheat.hear(Kind::Orders, 1).await;
    cheat.hear(Kind::Confirm, 2).await;
    (host, cheat)
}
