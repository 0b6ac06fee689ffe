//! A guest who has signed and lost the line: the next line's greeting says whether the match has begun.

use protocol::{CloseReason, LineId, Output, PublicKey, Refusal, Seat};

use super::side::Side;
use super::task::Lobby;
use crate::disk::on_disk;
use crate::line::Down;
use home::clock::at_rest;

impl Lobby {
    /// True once a new line belongs to the session.
    pub(super) fn is_waiting(&self) -> bool {
        let signing = self.signing.as_ref();
        signing.is_some_and(|signing| signing.is_waiting)
    }

    /// The line on which the signatures went out is gone.
    pub(super) fn wait_for_match(&mut self) {
        if let Some(signing) = &mut self.signing {
            signing.is_waiting = signing.is_signed && !self.side.is_host();
        }
    }

    /// The session greets on a new line.
    pub(super) fn greet_for_match(&mut self, at: usize, name: LineId) {
        let own = self.signing.as_ref().and_then(|signing| {
            let session = &signing.chairs.first()?.session;
            let peer = self.remote.ways.get(at)?.contact.peer?;
            let other = seat_of(session.manifest()?, peer)?;
            Some((session.seat() < other, peer))
        });
        let Some((is_first, peer)) = own else {
            return;
        };
        let line = self.remote.ways[at].line.as_ref();
        let exporter = line.and_then(|line| line.exporter(self.remote.house.own, is_first));
        let chair = self
            .signing
            .as_mut()
            .and_then(|signing| signing.chairs.first_mut());
        match exporter.zip(chair) {
            Some((exporter, chair)) => {
                chair.session.line_up(at_rest(), name, exporter, peer);
                self.carry_session(at);
            }
            None => self.lose_line(at, &Down::Broken("no exporter".to_owned())),
        }
    }

    /// The session hears what came on its line.
    pub(super) fn hear_for_match(&mut self, at: usize, name: LineId, frame: &[u8]) {
        let signing = self.signing.as_mut();
        if let Some(chair) = signing.and_then(|signing| signing.chairs.first_mut()) {
            // the session reports what is wrong with the frame, and closes the line
            let _ = chair.session.handle_frame(at_rest(), name, frame);
            self.carry_session(at);
        }
    }

    /// Tells the session that its line is down; false if it has none.
    pub(super) fn end_waiting_line(&mut self, line: LineId) -> bool {
        let is_waiting = self.is_waiting();
        let signing = self.signing.as_mut().filter(|_| is_waiting);
        let Some(chair) = signing.and_then(|signing| signing.chairs.first_mut()) else {
            return false;
        };
        chair.session.line_down(at_rest(), line);
        true
    }

    /// Carries out what the session gives out, and goes on to the match once the host's signature is here: it is given
    /// last of all.
    fn carry_session(&mut self, at: usize) {
        loop {
            let signing = self.signing.as_mut();
            let Some(chair) = signing.and_then(|signing| signing.chairs.first_mut()) else {
                return;
            };
            let Some(output) = chair.session.poll_output() else {
                break;
            };
            match output {
                Output::Send(line, frame) | Output::Pass(line, frame) => {
                    match on_disk(|| chair.files.flush()) {
                        Ok(()) => self.send(line, frame),
                        Err(error) => return self.fail(home::told(&error), error.advice()),
                    }
                }
                Output::Close(_, CloseReason::Refused(Refusal::UnknownMatch)) => {
                    return self.come_back(at);
                }
                Output::Close(..) => {
                    return self.lose_line(at, &Down::Broken("the session closed it".to_owned()));
                }
                // what the match shows is shown once it is played
                Output::Event(_) => {}
                written => {
                    if let Err(error) = on_disk(|| chair.write(written)) {
                        return self.fail(home::told(&error), error.advice());
                    }
                }
            }
        }
        let host = self.remote.ways.get(at).and_then(|way| way.contact.peer);
        let session = self.signing.as_ref().and_then(|it| it.chairs.first());
        let session = session.map(|chair| &chair.session);
        let is_begun = session.is_some_and(|session| {
            let host = session.manifest().and_then(|it| seat_of(it, host?));
            host.is_some_and(|host| !session.awaited().contains(&host))
        });
        if is_begun {
            self.end_with_match();
        }
    }

    /// The host does not know the match: nothing has begun, and this machine's players go back to the table.
    fn come_back(&mut self, at: usize) {
        self.get_up();
        if let Some((_, way)) = self.way(at)
            && let Some((line, _)) = way.lose()
        {
            line.close(crate::close::CloseCode::Left);
        }
        if let Side::Guest(guest) = &mut self.side {
            // the line on which the signatures went out is gone, so that this cannot be refused
            let _ = guest.back();
        }
        if let Some((house, way)) = self.way(at) {
            way.dial_now(house);
        }
    }
}

/// The seat of the player with that key.
fn seat_of(manifest: &protocol::Manifest, key: PublicKey) -> Option<Seat> {
    let seats = (0..).map(Seat).zip(&manifest.seats);
    let mut seats = seats.filter(|(_, entry)| entry.identity == key);
    seats.next().map(|(seat, _)| seat)
}
