//! Floods, silence and broken rules at the ports of a match.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_of_four_gigabytes_ends_the_line_before_anything_is_allocated() {
    let mut house = House::open();
    for announced in [
        u32::MAX,
        u32::try_from(MAX_MANIFEST_FRAME).expect("small") + 1,
    ] {
        let mut greeted = house.enter("Eve").await.expect("let in");
        let (send, _) = &mut greeted.frames;
        send.write_all(&announced.to_le_bytes())
            .await
            .expect("written");
        // the host may have ended the line before the rest is written
        let _ = send.write_all(&[0; 1000]).await;
        assert_eq!(closed(&greeted.connection).await, Some(CloseCode::Breach));
    }
    house.assert_still_open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_that_breaks_the_protocol_three_times_is_not_heard_again_and_others_are() {
    let mut house = House::open();
    for _ in 0..3 {
        let mut greeted = house.enter("Eve").await.expect("let in");
        frame::write(&mut greeted.frames.0, b"\xff nonsense")
            .await
            .expect("written");
        let end = closed(&greeted.connection).await;
        assert_eq!(end, Some(CloseCode::Breach));
    }
    let refused = house.enter("Eve").await;
    assert_eq!(refused.err(), Some(DialError::Refused(CloseCode::Banned)));
    house.assert_still_open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_sound_messages_ends_the_line() {
    let mut house = House::open();
    let mut greeted = house.enter("Eve").await.expect("let in");
    let eve = Player::from_seed("Eve", &[3; 32]);
    let exporter = session_exporter(&greeted.connection, house.invitation.host, eve.key());
    let fresh = protocol::Fresh {
        match_secret: [1; 32],
        session_seed: [2; 32],
        session_nonce: [3; 32],
    };
    let mut session = protocol::Session::join(eve.identity(), "Eve", house.invitation.host, fresh);
    session.line_up(
        protocol::Now::default(),
        protocol::LineId(0),
        exporter.expect("an exporter"),
        house.invitation.host,
    );
    let Some(protocol::Output::Send(_, hello)) = session.poll_output() else {
        panic!("a session greets first");
    };
    let (send, receive) = &mut greeted.frames;
    frame::write(send, &hello).await.expect("written");
    let drain = async { while let Ok(Some(_)) = frame::read(receive, MAX_MANIFEST_FRAME).await {} };
    let flood = async {
        let mut lines = 0;
        // a line of chat, of which the session keeps only a few in ten seconds
        while frame::write(send, &[13, 1, b'x']).await.is_ok() {
            lines += 1;
        }
        lines
    };
    let (lines, ()) = timeout(PATIENCE, async { tokio::join!(flood, drain) })
        .await
        .expect("the flood ends");
    assert!(lines >= 1000, "{lines} were taken");
    // the host ends the connection for too many frames in, or for too many answers waiting to get out; in a flood the
    // closing code itself may be lost
    let end = closed(&greeted.connection).await;
    assert!(
        matches!(end, None | Some(CloseCode::Breach | CloseCode::Slow)),
        "{end:?}"
    );
    house.assert_still_open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_streams_end_the_line_and_cost_nothing() {
    let mut house = House::open();
    let greeted = house.enter("Eve").await.expect("let in");
    let connection = greeted.connection.clone();
    let mut opened = 0;
    let flood = async {
        for _ in 0..200 {
            let Ok(mut stream) = connection.open_uni().await else {
                return;
            };
            let _ = stream.write_all(&[0; 100_000]).await;
            opened += 1;
        }
    };
    timeout(PATIENCE, flood).await.expect("the flood ends");
    // streams that ended before the line did make room for others
    assert!(opened < 20, "{opened} streams were open");
    assert_eq!(closed(&greeted.connection).await, Some(CloseCode::Breach));
    house.assert_still_open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_that_says_nothing_or_too_little_too_slowly_is_sent_away() {
    let mut house = House::open();
    let silent = house.connect("Eve").await;
    let trickling = house.connect("Eva").await;
    let trickle = async {
        let (mut send, _receive) = trickling.open_bi().await.expect("a stream");
        for byte in frame::with_length(&[0; 600]) {
            if send.write_all(&[byte]).await.is_err() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let started = Instant::now();
    tokio::join!(
        async { assert_eq!(closed(&silent).await, Some(CloseCode::Slow)) },
        async { assert_eq!(closed(&trickling).await, Some(CloseCode::Slow)) },
        trickle,
    );
    assert!(
        started.elapsed() < 4 * house.limits.greeting,
        "{:?}",
        started.elapsed()
    );
    house.assert_still_open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn handshakes_that_are_never_finished_are_few_and_end() {
    let mut house = House::open();
    // callers whose packets reach the host while no answer comes back: the host waits for the callers without success
    let mut dead_ends = Vec::new();
    for _ in 0..6 {
        let middle = UdpSocket::bind(LOOPBACK).await.expect("a socket");
        let ports = house.ports("Eve", house.invitation.secret);
        let config = quic::dialing(
            &ports.entrance.player,
            Some(house.invitation.host),
            Limits::default().lost,
            house.knock(),
        )
        .expect("a configuration");
        let address = middle.local_addr().expect("an address");
        let connecting = ports.ports[0]
            .endpoint
            .connect_with(config, address, SERVER_NAME);
        let mut first = [0; 2048];
        let (length, _) = middle.recv_from(&mut first).await.expect("an Initial");
        middle
            .send_to(&first[..length], house.address())
            .await
            .expect("sent on");
        dead_ends.push((connecting, middle, ports));
    }
    let started = Instant::now();
    house.assert_still_open().await;
    assert!(
        started.elapsed() < 4 * house.limits.handshake,
        "{:?}",
        started.elapsed()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_strangers_from_many_addresses_shut_nobody_out() {
    let mut house = House::with(endless());
    // other systems have one loopback address
    let last = if cfg!(target_os = "macos") { 1 } else { 12 };
    let mut squatters = squat(&house, 1..=last);
    let mut silent = Vec::new();
    while silent.len() < 2 {
        silent.push(squatter(&mut squatters).await);
    }
    house.assert_still_open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_first_packets_with_the_guests_address_shut_nobody_out() {
    let mut house = House::with(endless());
    // first packets from the guest's own address, whose sender never hears an answer
    let forger = UdpSocket::bind(LOOPBACK).await.expect("a socket");
    let (mut forged, mut waiting) = (Vec::new(), Vec::new());
    for _ in 0..40 {
        let ports = house.ports("Eve", JoinSecret([0; 10]));
        let config = quic::dialing(
            &ports.entrance.player,
            Some(house.invitation.host),
            house.limits.lost,
            random(),
        );
        let address = forger.local_addr().expect("an address");
        let connecting = ports.ports[0].endpoint.connect_with(
            config.expect("a configuration"),
            address,
            SERVER_NAME,
        );
        let mut first = [0; 2048];
        let (length, _) = forger.recv_from(&mut first).await.expect("an Initial");
        forged.push(first[..length].to_vec());
        // an attempt that is given up would say so
        waiting.push((connecting, ports));
    }
    for first in &forged {
        let sent = forger.send_to(first, house.address()).await;
        sent.expect("sent");
    }
    let address = house.address();
    let mut flood = JoinSet::new();
    flood.spawn(async move {
        loop {
            for first in &forged {
                let _ = forger.send_to(first, address).await;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    });
    house.assert_still_open().await;
}
