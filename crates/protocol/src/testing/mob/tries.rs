//! What the cheat of a table says about continuing in a new match, and the clicks of the others.

use super::Cheat;
use crate::frame::{Consent, Frame, Pledge};
use crate::manifest::{Genesis, Manifest};
use crate::testing::{Dice, fresh, identity};
use crate::{Identity, Seat, Signature};

impl<const N: usize> Cheat<N> {
    /// The last new match that anybody has shown.
    fn last_try(&self) -> Option<Manifest> {
        let shown = self.table.wire.iter().rev();
        let mut tries = shown.filter_map(|(_, frame)| match Frame::from_bytes(frame) {
            Ok(Frame::Manifest(bytes)) => Manifest::from_bytes(&bytes).ok(),
            _ => None,
        });
        tries.find(|manifest| manifest.start.is_some())
    }

    /// Consents to anything, pledges for and signs what it likes, or writes a try that nobody would.
    pub(super) fn continues(&mut self, bits: usize, dice: &mut impl Dice) {
        let (seat, own) = (self.seat, identity(self.seat.0, 1));
        let secrets = fresh(seat.0, 100);
        let key = Identity::from_seed(secrets.session_seed);
        match (dice.below(4), self.last_try()) {
            (0, _) | (_, None) => {
                let chain = self.puppet.chain();
                let step = chain.step() - 1;
                let few = u8::try_from(dice.below(256)).unwrap_or(0);
                let consent = Consent {
                    sid: chain.sid(),
                    seat,
                    turn: self.table.now.unix_ms + dice.below(1000) as u64,
                    without: [0, few][dice.below(2)],
                    after: [None, Some(dice.below(8) as u64)][dice.below(2)],
                    agrees: dice.below(4) > 0,
                    key: key.public(),
                    session_nonce: secrets.session_nonce,
                    step: step.saturating_sub(dice.below(2) as u64),
                    root: chain.root(),
                    number: u8::try_from(dice.below(3)).unwrap_or(0),
                    written_ms: dice.below(3) as u64,
                    is_strange: dice.below(2) == 0,
                    signature: Signature([0; 64]),
                };
                self.show(bits, &Frame::Consent(consent.signed(&own)).to_bytes());
            }
            (1, Some(manifest)) => {
                let pledge = Pledge {
                    old: manifest.start.as_ref().map_or([0; 32], |start| start.sid),
                    sid: manifest.sid(),
                    seat,
                    signature: Signature([0; 64]),
                };
                self.show(bits, &Frame::Pledge(pledge.signed(&own)).to_bytes());
            }
            (2, Some(manifest)) => {
                let genesis = Genesis::sign(seat, &manifest.sid(), &own, &key);
                self.show(bits, &Frame::Genesis(genesis).to_bytes());
            }
            (_, Some(mut manifest)) => {
                if let Some(start) = &mut manifest.start {
                    match dice.below(5) {
                        0 => start.number = start.number.wrapping_add(1),
                        1 => start.written_ms += 1,
                        2 => start.after = start.after.saturating_sub(1),
                        3 => start.gives_up = None,
                        _ => start.gone.clear(),
                    }
                }
                self.show(bits, &Frame::Manifest(manifest.to_bytes()).to_bytes());
            }
        }
    }

    /// A player clicks: asks to continue, answers, or goes on without whoever may be left out. The cheat's player does too.
    pub(super) fn clicks(&mut self, dice: &mut impl Dice) {
        let places = self.table.places();
        let seat: Seat = places[dice.below(places.len())];
        // a click that does not fit the moment changes nothing
        let _refused = match dice.below(4) {
            0 => {
                let after = [None, Some(dice.below(6) as u64)][dice.below(2)];
                self.table.ask_table(seat, after)
            }
            1 | 2 => self.table.answer_table(seat, dice.below(4) > 0),
            _ => {
                let now = self.table.now;
                let leavers = self.table.session(seat).leavers(now);
                let gone: Vec<Seat> = leavers.iter().map(|leaver| leaver.seat).collect();
                self.table.agree_without(seat, &gone)
            }
        };
    }
}
