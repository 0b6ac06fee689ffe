//! Codes as people copy, break and mistype them.

use std::net::SocketAddr;

use proptest::prelude::*;
use protocol::Seat;
use reach::HostName;
use reach::address;
use reach::addresses::{MOST_CANDIDATES, MOST_NAMES};

use super::*;
use crate::limits::LONGEST_CODE;

fn sample() -> Invitation {
    Invitation {
        host: PublicKey([0xa5; 32]),
        secret: JoinSecret([7; 10]),
        game: [9; 8],
        last_day: 20_000,
        addresses: Addresses {
            candidates: vec![
                SocketAddr::from(([192, 168, 1, 20], 4433)),
                SocketAddr::from(([0x2001, 0xdb8, 0, 0, 0, 0, 0, 1], 4433)),
            ],
            ..Addresses::default()
        },
        admits: Admits::Match,
    }
}

fn named() -> Invitation {
    let name = |name: &str| HostName::new(name, 4433).expect("a name");
    let mut named = sample();
    named.addresses.names = vec![name("home.example.org"), name("nas")];
    named
}

#[test]
fn with_one_address_of_each_family_a_code_has_143_characters() {
    assert_eq!(sample().code().len(), 143);
}

#[test]
fn the_code_of_a_known_invitation_does_not_change() {
    assert_eq!(
        sample().code(),
        "warlord1040ab9d5mpjtb9d5mpjtb9d5mpjtb9d5mpjtb9d5mpjtb9d5mpjtb9870w3ge1r70w3ge1r9144gj289144j0kg1070ag08ma48\
         j008dq00000000000000000002m8hc57se60"
    );
}

#[test]
fn it_is_read_through_mail_chat_and_handwriting() {
    let code = sample().code();
    let upper = code.to_uppercase();
    let spaced = code
        .chars()
        .enumerate()
        .fold(String::new(), |mut text, (i, c)| {
            if i > 0 && i % 5 == 0 {
                text.push_str(if i % 20 == 0 { "\r\n" } else { " - " });
            }
            text.push(c);
            text
        });
    let misread: String = code[8..].replace('0', "O").replace('1', "l");
    for text in [
        code.clone(),
        upper.clone(),
        spaced,
        format!("WARLORDI{misread}"),
        sample().link(),
        format!("WARLORD://JOIN/{upper}\n"),
    ] {
        assert_eq!(text.parse(), Ok(sample()), "{text}");
    }
}

#[test]
fn it_is_found_in_whatever_a_mail_or_a_chat_puts_around_it_and_into_it() {
    let code = sample().code();
    let (start, end) = code.split_at(40);
    for text in [
        format!("{start}\u{200b}{end}"),
        format!("{start}\u{2060}{end}\u{200e}"),
        format!("\u{feff}\u{2068}{start}\u{ad}{end}\u{2069}"),
        format!("<{code}>"),
        format!("\u{201c}{code}\u{201d}."),
        format!("`{code}`, see you at eight"),
        format!("*{code}*/"),
        format!("Join me: {code} (it lasts a week)"),
        format!("Play warlord I say: {code}"),
        format!("> {start}\n> {end}\n> Ann"),
        format!("{start}<br>{end}<br>\nAnn"),
        format!("{start}\u{2013}{end}"),
        format!("[join]({})", sample().link()),
        format!("{}/", sample().link()),
        format!("{}, or by hand", sample().link()),
        format!("<a href=\"{}\">{code}</a>", sample().link()),
    ] {
        assert_eq!(text.parse(), Ok(sample()), "{text}");
    }
}

#[test]
fn a_mistake_in_a_code_is_reported_although_words_stand_around_it() {
    let code = sample().code();
    let cut = format!("Join me: {} see you later", &code[..100]);
    assert!(matches!(
        cut.parse::<Invitation>(),
        Err(InvitationError::Cut { whole: 143, .. })
    ));
    let foreign = code.replace("0kg", "0\u{43a}g");
    let found = InvitationError::Character { found: '\u{43a}' };
    assert_eq!(foreign.parse::<Invitation>(), Err(found));
    let wrong = format!("{} bye", code.replace("0kg", "0kh"));
    assert_eq!(wrong.parse::<Invitation>(), Err(InvitationError::Mistyped));
    let without = "Join me: tomorrow".parse::<Invitation>();
    let found = "Join me: tom".to_owned();
    assert_eq!(without, Err(InvitationError::NotOne { found }));
}

#[test]
fn a_cut_paste_is_named_as_such_wherever_it_is_cut() {
    for end in PREFIX.len()..named().code().len() {
        let cut = named().code()[..end].parse::<Invitation>();
        assert!(
            matches!(cut, Err(InvitationError::Cut { .. })),
            "{end}: {cut:?}"
        );
    }
    let code = sample().code();
    for end in PREFIX.len()..code.len() {
        match code[..end].parse::<Invitation>() {
            Err(InvitationError::Cut { missing, whole }) => {
                if end > PREFIX.len() + 90 {
                    assert_eq!(whole, code.len());
                    assert!(missing.abs_diff(code.len() - end) <= 1, "{end}: {missing}");
                }
            }
            other => panic!("cut at {end}: {other:?}"),
        }
    }
}

#[test]
fn every_single_wrong_character_is_noticed() {
    let code = named().code();
    for at in PREFIX.len()..code.len() {
        for other in ['0', 'z', '7', 'h'] {
            let mut wrong: Vec<char> = code.chars().collect();
            if wrong[at] == other {
                continue;
            }
            wrong[at] = other;
            let wrong: String = wrong.into_iter().collect();
            assert!(wrong.parse::<Invitation>().is_err(), "{at} {other}");
        }
    }
}

#[test]
fn links_with_anything_more_than_a_code_are_refused() {
    let link = sample().link();
    for more in ["?x=1", "#a", "/more", "&b"] {
        assert!(
            format!("{link}{more}").parse::<Invitation>().is_err(),
            "{more}"
        );
    }
    assert!(link.replace("join", "watch").parse::<Invitation>().is_err());
    assert!(
        link.replace("warlord://", "https://")
            .parse::<Invitation>()
            .is_err()
    );
}

#[test]
fn an_invitation_never_makes_a_player_send_to_many_or_to_nobody() {
    for bad in [
        "224.0.0.1:4433",
        "239.1.2.3:4433",
        "255.255.255.255:4433",
        "0.0.0.0:4433",
        "0.1.2.3:4433",
        "192.168.1.20:0",
        "[::]:4433",
        "[ff02::1]:4433",
        "[::ffff:224.0.0.1]:4433",
    ] {
        let found: SocketAddr = bad.parse().expect("an address");
        let mut invitation = sample();
        invitation.addresses.candidates = vec![found];
        assert_eq!(
            invitation.code().parse::<Invitation>(),
            Err(InvitationError::Address { found })
        );
    }
}

#[test]
fn none_or_more_than_sixteen_addresses_are_refused() {
    let address = sample().addresses.candidates[0];
    for found in [0, 17, 40] {
        let mut invitation = sample();
        invitation.addresses.candidates = vec![address; found];
        assert_eq!(
            invitation.code().parse::<Invitation>(),
            Err(InvitationError::Count { found })
        );
    }
}

#[test]
fn names_are_carried_and_are_enough_without_an_address() {
    let mut only = named();
    only.addresses.candidates.clear();
    for invitation in [named(), only] {
        assert_eq!(invitation.code().parse(), Ok(invitation));
    }
}

#[test]
fn it_runs_out_on_the_day_after_its_last() {
    assert_eq!(sample().check_day(20_000), Ok(()));
    assert_eq!(
        sample().check_day(20_002),
        Err(InvitationError::Expired {
            days: 2,
            today: 20_002
        })
    );
}

#[test]
fn one_that_ran_out_yesterday_did_so_1_day_ago_by_the_clock_of_this_machine() {
    let error = sample().check_day(20_001).expect_err("it ran out");
    let words = "the invitation ran out 1 day ago: this machine's clock says 2024-10-05";
    assert_eq!(error.to_string(), words);
    assert!(error.advice().contains("set this machine's clock"));
}

#[test]
fn one_that_runs_out_later_than_any_made_today_tells_of_a_wrong_clock() {
    assert!(!sample().is_of_the_future(20_000 - INVITATION_DAYS));
    assert!(
        !sample().is_of_the_future(20_000 - INVITATION_DAYS - 1),
        "midnight"
    );
    assert!(sample().is_of_the_future(20_000 - INVITATION_DAYS - 2));
}

fn any_candidate() -> impl Strategy<Value = SocketAddr> {
    prop_oneof![
        (any::<[u8; 4]>(), any::<u16>()).prop_map(|(ip, port)| SocketAddr::from((ip, port))),
        (any::<[u8; 16]>(), any::<u16>()).prop_map(|(ip, port)| SocketAddr::from((ip, port))),
    ]
    .prop_filter("dialable", |&address| address::check(address).is_ok())
}

fn any_names() -> impl Strategy<Value = Vec<HostName>> {
    let label = "[a-z]([a-z0-9-]{0,61}[a-z0-9])?";
    let name = prop::collection::vec(label, 1..=4).prop_map(|labels| labels.join("."));
    let named = (name, 1..=u16::MAX)
        .prop_filter_map("short enough", |(name, port)| HostName::new(&name, port));
    prop::collection::vec(named, 0..=MOST_NAMES)
}

proptest! {
    #[test]
    fn what_was_encoded_is_decoded(
        host: [u8; 32], secret: [u8; 10], game: [u8; 8], last_day: u16,
        mut candidates in prop::collection::vec(any_candidate(), 1..=MOST_CANDIDATES),
        names in any_names(),
        is_shut: bool,
        seat in prop::option::of(prop::option::of(0_u8..8)),
    ) {
        candidates.sort_by_key(SocketAddr::is_ipv6);
        let invitation = Invitation {
            host: PublicKey(host), secret: JoinSecret(secret), game, last_day,
            addresses: Addresses { candidates, names, is_shut },
            admits: match seat {
                None => Admits::Match,
                Some(None) => Admits::Table,
                Some(Some(seat)) => Admits::Seat(Seat(seat)),
            },
        };
        prop_assert_eq!(invitation.code().parse(), Ok(invitation.clone()));
        prop_assert!(invitation.code().len() <= LONGEST_CODE);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in ".{0,300}", tail in "[0-9a-zA-Z \\-]{0,400}") {
        let _ = text.parse::<Invitation>();
        let _ = format!("{PREFIX}{text}").parse::<Invitation>();
        let _ = format!("{PREFIX}{tail}").parse::<Invitation>();
    }
}
