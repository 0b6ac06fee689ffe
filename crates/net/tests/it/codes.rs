//! Matches that begin by two codes, and the services that report an outside address.

use std::net::{SocketAddr, UdpSocket};
use std::time::Duration;

use crate::table::{Table, autoplay, found_at, offer, patience};
use home::Invitation;
use net::{Command, MatchHandle};

fn loopback() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 0))
}

/// An address of this machine at which nobody answers.
fn free() -> SocketAddr {
    let socket = UdpSocket::bind(loopback()).expect("a socket");
    socket.local_addr().expect("bound")
}

fn invitation(host: &MatchHandle) -> Invitation {
    let invitation = host.snapshot().meeting.invitation.clone();
    invitation.as_deref().cloned().expect("an invitation")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_dials_the_guest_of_an_answer() {
    let table = Table::new();
    let mut host = table.host(offer("clash-of-arms", 4), vec![loopback()]);
    let known = invitation(&host);
    // the guest knows no address at which the host answers
    let mut config = table.join_config(&Invitation {
        addresses: found_at(vec![free()]),
        ..known.clone()
    });
    let at = free();
    config.listen = vec![at];
    let answer = Invitation {
        host: config.player.key(),
        addresses: found_at(vec![at]),
        ..known.clone()
    };
    let guest = net::join(config).expect("a guest");
    let refusal = |host: &MatchHandle| host.snapshot().messages.refused.clone();
    for (code, words) in [
        (known.clone(), "your own invitation"),
        (
            Invitation {
                game: [0; 8],
                ..answer.clone()
            },
            "no answer to this invitation",
        ),
    ] {
        host.send(Command::Reach(code.into()));
        let refused = host.wait_for(|snapshot| {
            let refused = snapshot.messages.refused.as_ref();
            refused.is_some_and(|refused| refused.what.contains(words))
        });
        patience(refused).await;
        assert!(refusal(&host).is_some_and(|refused| !refused.advice.is_empty()));
    }
    host.send(Command::Reach(answer.into()));
    patience(async { tokio::join!(autoplay(host.clone(), 1), autoplay(guest.clone(), 2)) }).await;
    assert_eq!(host.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
    assert_eq!(table.file(&host), table.file(&guest));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_leads_nowhere_leaves_the_invitation_open() {
    const PAUSES: [Duration; 1] = [Duration::from_millis(100)];
    let table = Table::new();
    let mut config = table.host_config(offer("clash-of-arms", 4), vec![loopback()]);
    config.limits.pauses = &PAUSES;
    let mut host = net::host(config).expect("a host");
    let known = invitation(&host);
    let nobody = home::Player::new("Nobody").expect("a player");
    let answer = Invitation {
        host: nobody.key(),
        addresses: found_at(vec![free()]),
        ..known
    };
    host.send(Command::Reach(answer.into()));
    let told = host.wait_for(|snapshot| {
        let mut notes = snapshot.messages.notes.iter();
        notes.any(|note| note.starts_with("Not connected: ") && note.contains("To mend it, "))
    });
    patience(told).await;
    let guest = table.join(&host);
    patience(async { tokio::join!(autoplay(host.clone(), 1), autoplay(guest, 2)) }).await;
    assert_eq!(host.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
}

/// Networks with nobody in them: addresses reserved for documentation.
fn nobody_there(at: &[&str]) -> Vec<SocketAddr> {
    at.iter()
        .map(|text| text.parse().expect("an address"))
        .collect()
}

/// Waits for a note that begins with these words, and is shown once.
async fn told(handle: &mut MatchHandle) -> String {
    let is_meant = |note: &&String| note.starts_with("Not connected: ");
    let seen =
        handle.wait_for(|snapshot| snapshot.messages.notes.iter().any(|note| is_meant(&note)));
    patience(seen).await;
    let snapshot = handle.snapshot();
    let mut notes = snapshot.messages.notes.iter().filter(is_meant);
    let note = notes.next().cloned().expect("told");
    assert_eq!(notes.count(), 0, "told once");
    note
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_whose_answer_cannot_serve_reads_what_was_tried_and_the_one_thing_to_do() {
    let table = Table::new();
    let host = table.host(offer("clash-of-arms", 4), vec![loopback()]);
    // an address that the host typed and that does not answer, and one of a home network elsewhere
    let typed = Invitation {
        addresses: found_at(nobody_there(&["198.51.101.7:4555", "10.255.77.2:4555"])),
        ..invitation(&host)
    };
    let begun = std::time::Instant::now();
    let mut guest = net::join(table.join_config(&typed)).expect("a guest");
    let note = told(&mut guest).await;
    assert!(begun.elapsed() < Duration::from_secs(8), "{note}");
    assert!(
        note.contains("nobody answered at 198.51.101.7:4555 and 10.255.77.2:4555"),
        "{note}"
    );
    assert!(note.contains("does not know its outside address"), "{note}");
    assert!(
        note.contains("--stun default") && !note.contains("still runs"),
        "{note}"
    );
    assert!(
        guest.snapshot().meeting.answer.is_none(),
        "the host would dial it in vain"
    );
    guest.send(Command::Leave);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_learns_at_once_that_an_answer_cannot_serve() {
    let table = Table::new();
    let mut config = table.host_config(offer("clash-of-arms", 4), vec![loopback()]);
    config.public = vec!["198.51.101.7:4555".parse().expect("an address")];
    let mut host = net::host(config).expect("a host");
    let answer = Invitation {
        host: home::Player::new("Nobody").expect("a player").key(),
        addresses: found_at(nobody_there(&["10.255.77.2:4555"])),
        ..invitation(&host)
    };
    let begun = std::time::Instant::now();
    host.send(Command::Reach(answer.into()));
    let note = told(&mut host).await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{note}");
    assert!(
        note.contains("no address outside your guest's network"),
        "{note}"
    );
    assert!(
        note.contains("--stun default") && !note.contains("still runs"),
        "{note}"
    );
    host.send(Command::Leave);
}

/// A service that sees everybody at `seen`.
#[cfg(target_os = "linux")]
fn service(ip: [u8; 4], seen: &'static [u8; 8]) -> SocketAddr {
    let socket = UdpSocket::bind(SocketAddr::from((ip, 0))).expect("a socket");
    let at = socket.local_addr().expect("bound");
    std::thread::spawn(move || {
        let mut question = [0; 1500];
        while let Ok((length, from)) = socket.recv_from(&mut question) {
            // a Binding request has nothing but its head (RFC 8489, section 5)
            let Ok(head) = <[u8; 20]>::try_from(&question[..length]) else {
                continue;
            };
            let mut answer = vec![0x01, 0x01, 0, 12];
            answer.extend(&head[4..]);
            answer.extend([0x00, 0x20, 0, 8]);
            answer.extend(seen);
            let _ = socket.send_to(&answer, from);
        }
    });
    at
}

/// The port and address of 8.8.4.4:32853 and 8.8.4.4:32852 as STUN hides them.
#[cfg(target_os = "linux")]
const SEEN: [&[u8; 8]; 2] = [
    b"\x00\x01\xa1\x47\x29\x1a\xa0\x46",
    b"\x00\x01\xa1\x46\x29\x1a\xa0\x46",
];

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_has_services_asked_meanwhile_gets_an_answer_to_send() {
    let table = Table::new();
    let host = table.host(offer("clash-of-arms", 4), vec![loopback()]);
    let typed = Invitation {
        addresses: found_at(nobody_there(&["198.51.101.7:4555"])),
        ..invitation(&host)
    };
    let mut guest = net::join(table.join_config(&typed)).expect("a guest");
    told(&mut guest).await;
    let services = [
        service([127, 0, 0, 1], SEEN[0]),
        service([127, 0, 0, 2], SEEN[0]),
    ];
    let named = services.map(|at| at.to_string().parse().expect("an address"));
    guest.send(Command::AskServices(named.to_vec()));
    patience(guest.wait_for(|snapshot| snapshot.meeting.answer.is_some())).await;
    let answer = guest.snapshot().meeting.answer.clone().expect("an answer");
    let seen = SocketAddr::from(([8, 8, 4, 4], 32853));
    assert_eq!(
        answer.addresses.candidates,
        [seen],
        "only what leads to the guest from elsewhere"
    );
    guest.send(Command::Leave);
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn an_outside_address_that_two_services_tell_is_in_the_code_and_two_different_ones_are_not() {
    let (first, same) = (
        service([127, 0, 0, 1], SEEN[0]),
        service([127, 0, 0, 2], SEEN[0]),
    );
    let other = service([127, 0, 0, 2], SEEN[1]);
    for (services, is_shut) in [([first, same], true), ([first, other], false)] {
        let table = Table::new();
        let mut config = table.host_config(offer("clash-of-arms", 4), vec![loopback()]);
        let services = services.map(|at| at.to_string().parse().expect("an address"));
        config.services = services.to_vec();
        let host = net::host(config).expect("a host");
        let code = invitation(&host);
        let seen = SocketAddr::from(([8, 8, 4, 4], 32853));
        assert_eq!(
            (
                code.addresses.is_shut,
                code.addresses.candidates.contains(&seen)
            ),
            (is_shut, is_shut)
        );
        let words = host.snapshot().meeting.reachability.clone();
        let expected = if is_shut {
            "with two codes"
        } else {
            "symmetric NAT"
        };
        assert!(words.contains(expected), "{words}");
        host.send(Command::Leave);
    }
}
