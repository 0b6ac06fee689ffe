//! Two codes that lead to each other, or do not, in every kind of network.

use super::*;
use crate::address::HostName;

const WHOLE: Network = Network {
    has_any: true,
    has_v4: true,
    has_v6: true,
};

fn code(addresses: &[&str]) -> Addresses {
    let address = |text: &&str| text.parse().expect("an address");
    Addresses {
        candidates: addresses.iter().map(address).collect(),
        ..Addresses::default()
    }
}

fn shut(addresses: &[&str]) -> Addresses {
    Addresses {
        is_shut: true,
        ..code(addresses)
    }
}

fn seen(address: &str) -> Known {
    Known {
        outside: Some(Outside::At {
            address: address.parse().expect("an address"),
            is_sure: true,
        }),
        narrow: None,
    }
}

fn known(outside: Outside) -> Known {
    Known {
        outside: Some(outside),
        narrow: None,
    }
}

fn far(_: IpAddr) -> bool {
    false
}

fn home(ip: IpAddr) -> bool {
    ip.to_string().starts_with("192.168.1.")
}

fn verdict(side: Side, own: &Addresses, other: &Addresses) -> Verdict {
    judge(side, own, other, Known::default(), WHOLE, far)
}

#[test]
fn two_codes_lead_through_two_routers_unless_one_shows_everybody_another_port() {
    let easy = shut(&["8.8.4.4:40", "192.168.1.20:40"]);
    let hard = code(&["192.168.7.7:40"]);
    let v6 = code(&["192.168.7.7:40", "[2a00::1]:40"]);
    for side in [Side::Host, Side::Guest] {
        assert_eq!(verdict(side, &easy, &shut(&["9.9.9.9:40"])), Verdict::May);
        assert_eq!(verdict(side, &v6, &v6), Verdict::May);
        for (own, other) in [(&hard, &hard), (&hard, &easy), (&easy, &hard), (&v6, &easy)] {
            assert!(matches!(verdict(side, own, other), Verdict::Hardly(_)));
        }
    }
}

#[test]
fn an_invitation_that_was_dialed_in_vain_makes_no_answer_of_private_addresses_good() {
    let typed = code(&["8.8.8.8:4555", "192.168.50.2:4555"]);
    let answer = code(&["192.168.60.2:40"]);
    let Verdict::Hardly(trouble) = verdict(Side::Guest, &answer, &typed) else {
        panic!("the host dials 192.168.60.2 in vain");
    };
    assert!(trouble.what.contains("does not know its outside address"));
    assert!(trouble.advice.contains("--stun default"), "{trouble:?}");
    let Verdict::Hardly(trouble) = verdict(Side::Host, &typed, &answer) else {
        panic!("the program shows the host at once");
    };
    assert!(trouble.what.contains("no address outside your guest's"));
    // a guest who can be reached unasked is dialed by every host
    let open = code(&["9.9.9.9:40"]);
    assert_eq!(verdict(Side::Guest, &open, &typed), Verdict::May);
    assert_eq!(verdict(Side::Host, &answer, &open), Verdict::May);
}

#[test]
fn an_answer_names_only_addresses_that_lead_to_the_guest_from_where_the_host_is() {
    let whole = code(&[
        "9.9.9.9:40",
        "192.168.1.7:40",
        "[2a00::7]:40",
        "10.9.0.1:40",
    ]);
    let cut = |invitation: &Addresses, is_near: fn(IpAddr) -> bool| {
        let answer = narrow(whole.clone(), invitation, is_near);
        let named = answer.candidates.iter().map(SocketAddr::to_string);
        named.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(cut(&code(&["8.8.8.8:40"]), far), "9.9.9.9:40");
    let with_v6 = code(&["8.8.8.8:40", "[2a00:1::7]:40"]);
    assert_eq!(cut(&with_v6, far), "9.9.9.9:40 [2a00::7]:40");
    let near = code(&["192.168.1.20:40"]);
    assert_eq!(cut(&near, home), "9.9.9.9:40 192.168.1.7:40 10.9.0.1:40");
    let same_outside = shut(&["9.9.9.9:41"]);
    assert_eq!(
        cut(&same_outside, far),
        "9.9.9.9:40 192.168.1.7:40 10.9.0.1:40"
    );
}

#[test]
fn the_same_home_addresses_in_two_houses_are_told_apart_from_neighbors() {
    let near = code(&["192.168.1.20:40"]);
    let own = code(&["192.168.1.7:40"]);
    for side in [Side::Host, Side::Guest] {
        let Verdict::Doubtful(trouble) = judge(side, &own, &near, Known::default(), WHOLE, home)
        else {
            panic!("they may be neighbors");
        };
        assert!(trouble.what.contains("another house"), "{trouble:?}");
        assert!(trouble.advice.contains("firewalls"), "{trouble:?}");
    }
    // two routers of one provider, each seen elsewhere
    let far_away = code(&["8.8.8.8:40", "192.168.1.20:40"]);
    let varies = known(Outside::Varies([9, 9, 9, 9].into()));
    let apart = judge(Side::Guest, &own, &far_away, varies, WHOLE, home);
    assert!(matches!(apart, Verdict::Hardly(_)), "{apart:?}");
}

#[test]
fn every_reason_has_its_own_sentence() {
    let easy = shut(&["8.8.4.4:40"]);
    let hard = code(&["192.168.7.7:40"]);
    let only_v6 = code(&["[2a00::1]:40"]);
    let v6_here = Network {
        has_v4: false,
        ..WHOLE
    };
    let varies = Outside::Varies([9, 9, 9, 9].into());
    let sentences = [
        (&hard, &easy, known(varies), WHOLE, "symmetric NAT"),
        (&hard, &easy, known(Outside::Silent), WHOLE, "stop UDP"),
        (
            &hard,
            &easy,
            known(Outside::Nameless),
            WHOLE,
            "names of the services",
        ),
        (
            &hard,
            &easy,
            Known::default(),
            WHOLE,
            "does not know its outside",
        ),
        (
            &hard,
            &hard,
            Known::default(),
            WHOLE,
            "neither your program nor",
        ),
        (
            &easy,
            &hard,
            seen("8.8.4.4:40"),
            WHOLE,
            "no address outside",
        ),
        (&hard, &only_v6, Known::default(), WHOLE, "over IPv6 only"),
        (
            &only_v6,
            &easy,
            Known::default(),
            v6_here,
            "IPv6 only, and the other",
        ),
        (
            &easy,
            &shut(&["8.8.4.4:41"]),
            seen("8.8.4.4:40"),
            WHOLE,
            "same outside address (8.8.4.4)",
        ),
        (
            &easy,
            &shut(&["9.9.9.9:41"]),
            Known {
                narrow: Some(Narrow::Here),
                ..seen("8.8.4.4:40")
            },
            WHOLE,
            "carries only packets smaller than the 1,228 bytes",
        ),
        (
            &easy,
            &shut(&["9.9.9.9:41"]),
            Known {
                narrow: Some(Narrow::OnTheWay(SocketAddr::from(([9, 9, 9, 9], 41)))),
                ..seen("8.8.4.4:40")
            },
            WHOLE,
            "small packets pass between you",
        ),
    ];
    let mut told = Vec::new();
    for (own, other, known, here, words) in sentences {
        match judge(Side::Guest, own, other, known, here, far) {
            Verdict::Doubtful(trouble) | Verdict::Hardly(trouble) => {
                assert!(trouble.what.contains(words), "{words}: {trouble:?}");
                assert!(!trouble.advice.is_empty());
                assert!(!told.contains(&trouble.what), "{trouble:?}");
                told.push(trouble.what);
            }
            Verdict::May => panic!("{words}"),
        }
    }
}

#[test]
fn a_host_finding_nobody_at_the_answer_reads_the_likely_reason_and_not_to_wait() {
    let easy = shut(&["8.8.4.4:40", "192.168.1.20:40"]);
    let typed = code(&["8.8.4.4:40"]);
    let answer = shut(&["9.9.9.9:40"]);
    let at = seen("8.8.4.4:40");
    for (own, answer, known, words, remedy) in [
        (&easy, &answer, at, "one of your two routers", "new answer"),
        (
            &typed,
            &answer,
            Known::default(),
            "you typed",
            "--stun default",
        ),
        (
            &easy,
            &code(&["9.9.9.9:40"]),
            known(Outside::Silent),
            "stop UDP",
            "play by file",
        ),
        (
            &code(&["[2a00::1]:40"]),
            &code(&["[2a00:1::1]:40"]),
            Known::default(),
            "stops IPv6",
            "new answer",
        ),
        (
            &easy,
            &shut(&["8.8.4.4:9"]),
            at,
            "same outside address",
            "telephone",
        ),
        (
            &typed,
            &code(&["10.0.0.1:9"]),
            at,
            "names no address outside",
            "--stun default",
        ),
    ] {
        let trouble = reason_for_silence(own, answer, known, WHOLE, far);
        assert!(trouble.what.contains(words), "{words}: {trouble:?}");
        assert!(trouble.advice.contains(remedy), "{remedy}: {trouble:?}");
    }
}

#[test]
fn a_name_may_lead_to_an_outside_address() {
    let named = Addresses {
        names: vec![HostName::new("home.example.org", 40).expect("a name")],
        ..code(&["192.168.50.2:40"])
    };
    let answer = shut(&["9.9.9.9:40"]);
    assert_eq!(verdict(Side::Guest, &answer, &named), Verdict::May);
}
