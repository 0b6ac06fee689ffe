//! Receiving a caller: the greeting, seen from the server of a connection.

use std::sync::Arc;
use std::time::Duration;

use protocol::PublicKey;
use quinn::{Connection, Incoming, SendStream, ServerConfig};
use reach::route;
use tokio::time::timeout;

use crate::close::CloseCode;
use crate::dial_error::{DialError, failed, silence};
use crate::entrance::{Entrance, Entrances};
use crate::frame;
use crate::greeted::{Greeted, peer_of};
use crate::greeting::{End, Hello, PROGRAM, PROTOCOLS, Unreadable, proof};
use crate::limits::CONTROL_FRAME;
use crate::question::{Ask, Asker, Asking};

/// A caller who has properly said what it wants.
pub(crate) enum Received {
    /// The guest of a match is let in.
    Guest(Arc<Entrance>, Box<Greeted>),
    /// A player of the same network asks to be let in.
    Asker(Arc<Entrance>, Box<Asking>),
}

/// The greeting, seen from the server of the connection. `entrance` is the one whose key the caller is shown.
pub(crate) async fn receive(
    entrances: &Entrances,
    entrance: &Arc<Entrance>,
    incoming: Incoming,
    server: Arc<ServerConfig>,
) -> Result<Received, DialError> {
    let limits = entrance.limits;
    let accepted = incoming.accept_with(server).map_err(failed)?;
    // no longer: a silent handshake holds a place at the gate
    let connection = timeout(limits.handshake, accepted)
        .await
        .map_err(|_late| silence("the handshake took too long"))?
        .map_err(failed)?;
    // one deadline for the whole greeting: a byte at a time must not stretch it (threat 15)
    let judged = timeout(limits.greeting, judge(entrances, entrance, &connection)).await;
    let refused = match judged {
        Ok(Ok(received)) => return Ok(received),
        Ok(Err(error)) => error,
        Err(_late) => DialError::Refused(CloseCode::Slow),
    };
    let code = match &refused {
        DialError::Refused(code) => *code,
        DialError::Unreadable(Unreadable::Other { .. }) => CloseCode::Version,
        _ => CloseCode::Breach,
    };
    code.close(&connection);
    Err(refused)
}

async fn judge(
    entrances: &Entrances,
    shown: &Arc<Entrance>,
    connection: &Connection,
) -> Result<Received, DialError> {
    // TLS has proved the key; whether it may come in is judged below
    let peer = peer_of(connection)?;
    let (mut send, mut receive) = connection.accept_bi().await.map_err(failed)?;
    let said = frame::read(&mut receive, CONTROL_FRAME).await;
    let said = said.map_err(|_broken| DialError::Refused(CloseCode::Breach))?;
    // a stream that ended at once is judged like unreadable bytes
    let said = said.unwrap_or_default();
    let own = shown.player.key();
    let uninvited = DialError::Refused(CloseCode::Uninvited);
    // asked before the greeting is read: the two differ in their first eight bytes
    if let Some(ask) = Ask::decode(&said) {
        // only a match of the player whose key the caller was shown
        let entrance = entrances.of(ask.game, own).ok_or(uninvited)?;
        return judge_asker(ask, entrance, peer, connection, send).await;
    }
    let answer = |entrance: &Entrance, proof: [u8; 32]| Hello {
        program: PROGRAM.to_owned(),
        protocols: PROTOCOLS,
        game: entrance.door.game,
        run: entrance.run,
        proof,
        seen_at: Some(connection.remote_address()),
    };
    let hello = match Hello::decode(&said) {
        Ok(hello) => hello,
        Err(error) => {
            // the answer lets the other side show its user both versions
            let _ = frame::write(&mut send, &answer(shown, [0; 32]).encode()).await;
            let _ = send.finish();
            // briefly: the answer should arrive before the closing code overtakes it
            let _ = timeout(Duration::from_millis(500), send.stopped()).await;
            return Err(error.into());
        }
    };
    let Some(entrance) = entrances.of(hello.game, own) else {
        // a peer that proved this key has played that match here, so that the user may know
        if let Some(call) = shown.door.left_with(peer, hello.game) {
            // more of them at once than are reported
            let _ = shown.calls.try_send(call);
        }
        return Err(uninvited);
    };
    let door = &entrance.door;
    let mut proved = None;
    // each is tried: a caller does not say by which code it comes
    for secret in door.secrets() {
        let expected = proof(connection, secret, End::Client, peer, own)
            .ok_or_else(|| silence("no exporter"))?;
        // `blake3::Hash` compares in constant time
        if expected == hello.proof {
            proved = Some(secret);
        }
    }
    // a peer with this player's own key is a mirror: somebody who passes this program's packets back to it
    let Some(secret) = proved.filter(|_| peer != own) else {
        return Err(uninvited);
    };
    // after the proof: a stranger learns neither that a place is taken nor who is blocked
    door.admits(peer).map_err(DialError::Refused)?;
    let ours =
        proof(connection, secret, End::Server, own, peer).ok_or_else(|| silence("no exporter"))?;
    frame::write(&mut send, &answer(&entrance, ours.into()).encode())
        .await
        .map_err(|error| silence(error.to_string()))?;
    // a client that reached this side by several addresses chooses one connection and drops the others
    let (frames_send, mut frames_receive) = connection.accept_bi().await.map_err(failed)?;
    // an empty frame, and nothing else, says that this connection is the chosen one
    match frame::read(&mut frames_receive, 0).await {
        Ok(Some(_chosen)) => {}
        _ => return Err(DialError::Refused(CloseCode::Breach)),
    }
    let greeted = Greeted {
        connection: connection.clone(),
        control: (send, receive),
        frames: (frames_send, frames_receive),
        peer,
        secret,
        run: hello.run,
        end: End::Server,
        seen_at: None,
        name: None,
        spoken: None,
    };
    Ok(Received::Guest(entrance, Box::new(greeted)))
}

/// Decides, as the server, whether to ask the host's user, and lets the asker know.
async fn judge_asker(
    ask: Ask,
    entrance: Arc<Entrance>,
    key: PublicKey,
    connection: &Connection,
    mut send: SendStream,
) -> Result<Received, DialError> {
    let source = connection.remote_address();
    // anybody may know the match's id; only neighbors can have heard the announcement
    if entrance.asking.is_none() || !route::is_near(source.ip()) {
        return Err(DialError::Refused(CloseCode::TurnedAway));
    }
    // blocked and banned keys are not even shown to the user
    entrance.door.admits(key).map_err(DialError::Refused)?;
    frame::write(&mut send, &[])
        .await
        .map_err(|error| silence(error.to_string()))?;
    let asker = Asker {
        key,
        acquaintance: entrance.door.acquaintance(key, &ask.name),
        name: ask.name,
        source,
        // the driver knows; it sets this when it takes the question
        declined: 0,
    };
    let asking = Asking::new(asker, connection.clone(), send);
    Ok(Received::Asker(entrance, Box::new(asking)))
}
