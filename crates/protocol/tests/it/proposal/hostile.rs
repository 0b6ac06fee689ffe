//! Players and hosts that lie.

use std::collections::BTreeSet;
use std::time::Duration;

use protocol::frame::{Decider, Reply};
use protocol::hash::Digest;
use protocol::proposal::{
    Begun, Body, Envelope, EnvelopeError, GameBody, Header, Me, Origin, Seating, Stance, Table,
    TableEvent, Wish, WishError,
};
use protocol::testing::tiny;
use protocol::{Genesis, Identity, LineId, Manifest, ManifestError, PublicKey, Seat};

use super::room::{Room, all, ident, key, person, secret, start};

/// The match key of a cheat.
fn match_key(machine: usize) -> Identity {
    Identity::from_seed([u8::try_from(machine).expect("small") + 90; 32])
}

/// The state that a cheat signs for itself.
fn state(table: Digest, machine: usize, name: &str, seat: u8, stance: Stance) -> Me {
    Me {
        machine: key(machine),
        machine_proof: Me::prove(&ident(machine), &table, key(machine)),
        wish: Wish::On(Seat(seat)),
        key: match_key(machine).public(),
        session_nonce: [6; 32],
        name: name.to_owned(),
        decider: Decider::Person,
        stance,
    }
}

/// A table of three whose last player is a cheat: it has connections and no program.
struct Cheated {
    room: Room,
    lines: [LineId; 2],
    counter: u64,
}

const CHEAT: usize = 2;

fn cheated() -> Cheated {
    let members = all(3);
    let mut room = Room::hosting(3, &members);
    room.add(vec![person(1)], &members);
    room.link(0, 1);
    let now = room.now;
    room.tables[1].sit(now, 0, Some(Seat(1))).expect("free");
    let lines = [LineId(70), LineId(71)];
    for (table, line) in room.tables.iter_mut().zip(lines) {
        table.line_up(now, line, key(CHEAT));
    }
    room.carry();
    let mut cheated = Cheated {
        room,
        lines,
        counter: start().unix_ms,
    };
    let me = state(cheated.id(), CHEAT, "Cid", 2, Stance::Looks);
    cheated.says(0, &Body::Me(Box::new(me)));
    cheated.room.carry();
    cheated
}

impl Cheated {
    fn id(&self) -> Digest {
        self.room.tables[0].id()
    }

    fn signs(&mut self, body: &Body) -> Vec<u8> {
        self.counter += 1;
        Envelope::write(&ident(CHEAT), self.id(), self.counter, body)
    }

    fn says(&mut self, to: usize, body: &Body) {
        let bytes = self.signs(body);
        self.hands(to, &bytes);
    }

    fn hands(&mut self, to: usize, bytes: &[u8]) {
        let line = self.lines[to];
        self.room.hand(to, line, bytes);
    }

    fn ready(&self, stance: Stance) -> Body {
        Body::Me(Box::new(state(self.id(), CHEAT, "Cid", 2, stance)))
    }

    fn honest_agree(&mut self) -> Digest {
        self.room.agree(0);
        self.room.agree(1);
        self.room.carry();
        self.manifest().sid()
    }

    /// What the table shows would begin.
    fn manifest(&self) -> Manifest {
        let table = &self.room.tables[0];
        let seating = table.seating().expect("shown");
        table
            .game()
            .expect("a game")
            .manifest(seating)
            .expect("full")
    }
}

#[test]
fn a_player_who_signs_two_states_with_one_counter_gets_nobody_to_sign_without_the_others() {
    let mut cheated = cheated();
    let sid = cheated.honest_agree();
    let ready = cheated.ready(Stance::Ready(sid));
    let other = cheated.ready(Stance::Ready([8; 32]));
    cheated.counter += 1;
    let (id, counter) = (cheated.id(), cheated.counter);
    let frames = [ready, other].map(|body| Envelope::write(&ident(CHEAT), id, counter, &body));
    // to each another one, before either can pass it on
    cheated.room.queue.clear();
    let now = cheated.room.now;
    for (machine, bytes) in frames.iter().enumerate() {
        let line = cheated.lines[machine];
        let table = &mut cheated.room.tables[machine];
        table.handle_frame(now, line, bytes).expect("sound");
    }
    cheated.room.carry();
    let _ = cheated.room.tables[0].begin(now);
    cheated.room.carry();
    assert!(
        !cheated.room.has_signed(1),
        "it has no READY of Cid for this match"
    );
    assert_eq!(cheated.room.begun(), [None, None]);
    // the newest state is the truth: the table goes on
    let ready = cheated.ready(Stance::Ready(sid));
    cheated.says(0, &ready);
    cheated.room.carry();
    assert!(cheated.room.has_signed(1));
}

/// A host that shows the same players two games: nobody gets the READY of the others for its own.
#[test]
fn a_host_that_shows_two_players_two_manifests_gets_no_signature() {
    let host = ident(0);
    let id = protocol::hash::table_id(&host.public().0, &[9; 32]);
    let members = all(3);
    let mut tables: Vec<Table> = [1, 2]
        .map(|machine| {
            let players = vec![person(machine)];
            let secret = secret(machine);
            Table::join(players, key(0), id, members.clone(), secret).expect("a table")
        })
        .into();
    let mut now = start();
    let games = [9, 8].map(|turns| {
        let shown = Table::host_table(
            now,
            vec![person(0)],
            &tiny(turns),
            3,
            members.clone(),
            [[9; 32], secret(0)],
        );
        let shown = shown.expect("a table");
        let game = GameBody {
            manifest: shown.game().expect("a game").terms().to_bytes(),
            origin: None,
        };
        (game, shown.seating().expect("a seating").clone())
    });
    let mut counter = now.unix_ms;
    let mut states: Vec<Vec<u8>> = Vec::new();
    for round in 0..6 {
        let sitters: Vec<(PublicKey, Me)> = states
            .iter()
            .filter_map(|bytes| match Envelope::read(bytes).expect("sound") {
                Envelope {
                    header,
                    body: Body::Me(me),
                } => Some((header.sender, *me)),
                _ => None,
            })
            .collect();
        for (at, table) in tables.iter_mut().enumerate() {
            let (game, seating) = &games[at];
            let seating = host_shows(seating, id, &sitters, round > 2);
            let sid = table
                .game()
                .and_then(|game| game.manifest(&seating).ok())
                .map(|it| it.sid());
            let seating = Seating {
                begins: sid,
                ..seating
            };
            let own = state(id, 0, "Ann", 0, sid.map_or(Stance::Looks, Stance::Ready));
            for body in [
                Body::Game(game.clone()),
                Body::Table(seating),
                Body::Me(Box::new(own)),
            ] {
                counter += 1;
                let bytes = Envelope::write(&host, id, counter, &body);
                table.handle_frame(now, LineId(0), &bytes).expect("sound");
            }
            for bytes in &states {
                table.handle_frame(now, LineId(0), bytes).expect("sound");
            }
            if round == 0 {
                table.line_up(now, LineId(0), key(0));
                let seat = Seat(u8::try_from(at).expect("small") + 1);
                table.sit(now, 0, Some(seat)).expect("free");
            }
            if round == 2 {
                table.agree(now).expect("full");
            }
        }
        now.clock += Duration::from_secs(1);
        now.unix_ms += 1000;
        for table in &mut tables {
            while let Some(output) = table.poll_output() {
                use protocol::proposal::TableOutput::{Persist, Send};
                match output {
                    Send(_, bytes) => states.push(bytes),
                    Persist(kept) => panic!("signed {kept:?}"),
                    _ => {}
                }
            }
        }
    }
    let agreed: Vec<bool> = tables.iter().map(Table::has_agreed).collect();
    assert_eq!(agreed, [true, true], "both would have played what they saw");
}

/// The seating with everybody whose state the host has.
fn host_shows(
    seating: &Seating,
    id: Digest,
    sitters: &[(PublicKey, Me)],
    is_ready: bool,
) -> Seating {
    let mut seating = seating.clone();
    let own = state(id, 0, "Ann", 0, Stance::Looks);
    let all = sitters.iter().map(|(who, me)| (*who, me.clone()));
    for (who, me) in all.chain([(key(0), own)]) {
        let Wish::On(seat) = me.wish else { continue };
        seating.seats[seat.index()].sitter = Some(protocol::proposal::Sitter {
            machine: me.machine,
            identity: who,
            key: me.key,
            session_nonce: me.session_nonce,
            name: me.name.clone(),
            decider: me.decider.clone(),
            is_here: true,
            is_ready,
        });
    }
    seating
}

#[test]
fn a_player_who_claims_another_ones_seat_is_told_that_it_is_taken() {
    let mut cheated = cheated();
    let me = state(cheated.id(), CHEAT, "Cid", 1, Stance::Looks);
    cheated.says(0, &Body::Me(Box::new(me)));
    let seating = cheated.room.tables[0].seating().expect("shown").clone();
    assert_eq!(seating.seat_of(key(1)), Some(Seat(1)));
    assert_eq!(seating.seat_of(key(CHEAT)), Some(Seat(2)));
    let mut answers =
        cheated.room.queue.iter().rev().filter_map(|(.., bytes)| {
            match Envelope::read(bytes).expect("sound").body {
                Body::Answer(answer) => Some(answer),
                _ => None,
            }
        });
    let answer = answers.next().expect("an answer");
    assert_eq!(
        (answer.to, answer.reply),
        (key(CHEAT), Reply::Taken(Seat(1)))
    );
}

#[test]
fn a_squatter_gets_no_seat_that_has_a_code_or_is_kept() {
    let nobody = BTreeSet::new();
    let mut room = Room::hosting(3, &nobody);
    let now = room.now;
    room.tables[0]
        .give_code(now, Seat(1), [3; 10])
        .expect("a seat");
    room.tables[0]
        .keep_seat(now, Seat(2), key(5))
        .expect("a seat");
    room.add(vec![person(1)], &nobody);
    room.link(0, 1);
    assert_eq!(room.tables[0].came_by_code(now, key(1), &[4; 10]), Ok(None));
    for (seat, reply) in [
        (Seat(1), Reply::NeedsCode(Seat(1))),
        (Seat(2), Reply::Kept(Seat(2))),
        (Seat(0), Reply::Taken(Seat(0))),
    ] {
        room.tables[1].sit(now, 0, Some(seat)).expect("said");
        room.carry();
        assert!(room.has(1, &TableEvent::Reply { who: key(1), reply }));
    }
    assert_eq!(
        room.tables[0].seating().expect("shown").sitters().count(),
        1
    );
}

#[test]
fn nobody_is_put_on_a_machine_that_has_not_agreed_to_it() {
    let mut cheated = cheated();
    let mut me = state(cheated.id(), CHEAT, "Cid", 2, Stance::Looks);
    me.machine = key(1);
    cheated.says(0, &Body::Me(Box::new(me)));
    let seating = cheated.room.tables[0].seating().expect("shown");
    assert_eq!(
        seating.sitter(key(CHEAT)).map(|it| it.machine),
        Some(key(CHEAT))
    );
}

#[test]
fn a_cheat_that_sits_with_another_ones_match_key_is_refused() {
    let mut cheated = cheated();
    let taken = cheated.room.tables[0]
        .seating()
        .and_then(|it| it.sitter(key(1)))
        .expect("Ben")
        .key;
    let bye = Me {
        wish: Wish::Stands,
        ..state(cheated.id(), CHEAT, "Cid", 2, Stance::Looks)
    };
    cheated.says(0, &Body::Me(Box::new(bye)));
    let me = Me {
        key: taken,
        ..state(cheated.id(), CHEAT, "Cid", 2, Stance::Looks)
    };
    cheated.says(0, &Body::Me(Box::new(me)));
    let seating = cheated.room.tables[0].seating().expect("shown");
    assert_eq!(seating.seat_of(key(CHEAT)), None);
}

#[test]
fn a_frame_of_another_table_or_by_another_signer_changes_nothing() {
    let mut cheated = cheated();
    let before = cheated.room.tables[0].seating().cloned();
    let me = state([1; 32], CHEAT, "Eve", 2, Stance::Looks);
    let bytes = Envelope::write(
        &ident(CHEAT),
        [1; 32],
        u64::from(u32::MAX),
        &Body::Me(Box::new(me)),
    );
    cheated.hands(0, &bytes);
    // signed for the other table, shown at this one
    let mut moved = bytes.clone();
    moved[1..33].copy_from_slice(&cheated.id());
    moved[65..73].copy_from_slice(&(cheated.counter + 9).to_le_bytes());
    cheated.hands(0, &moved);
    assert_eq!(cheated.room.faults, [(0, EnvelopeError::Signature)]);
    // only the host closes the table, or says who sits where
    cheated.says(1, &Body::Closed);
    let seating = cheated.room.tables[0].seating().cloned().expect("shown");
    cheated.says(
        1,
        &Body::Table(Seating {
            begins: Some([1; 32]),
            ..seating
        }),
    );
    assert!(!cheated.room.tables[1].is_closed());
    cheated.room.carry();
    assert_eq!(cheated.room.tables[0].seating().cloned(), before);
}

#[test]
fn a_game_of_another_version_is_refused_in_words() {
    let host = ident(0);
    let id = protocol::hash::table_id(&host.public().0, &[9; 32]);
    let shown = Table::host_table(
        start(),
        vec![person(0)],
        &tiny(9),
        3,
        all(3),
        [[9; 32], secret(0)],
    );
    let mut manifest = shown
        .expect("a table")
        .game()
        .expect("a game")
        .terms()
        .clone();
    manifest.proto += 1;
    let found = manifest.proto;
    let body = Body::Game(GameBody {
        manifest: manifest.to_bytes(),
        origin: None,
    });
    let mut table = Table::join(vec![person(1)], key(0), id, all(3), secret(1)).expect("a table");
    table
        .handle_frame(start(), LineId(0), &Envelope::write(&host, id, 5, &body))
        .expect("sound");
    let shown = table.poll_output();
    let cause = ManifestError::Proto { found };
    let event = TableEvent::CannotPlay(cause);
    assert_eq!(shown, Some(protocol::proposal::TableOutput::Show(event)));
}

#[test]
fn a_table_that_continues_another_match_is_shown_and_not_entered() {
    let host = ident(0);
    let room = Room::star(2);
    let shown = &room.tables[0];
    let manifest = shown.game().expect("a game").terms().to_bytes();
    let origin = Some(Origin::Start {
        digest: [1; 32],
        length: 500,
    });
    let game = GameBody { manifest, origin };
    let mut seating = shown.seating().expect("shown").clone();
    seating.game = game.digest();
    let (id, now) = (shown.id(), room.now);
    let mut table = Table::join(vec![person(1)], key(0), id, all(2), secret(1)).expect("a table");
    for (counter, body) in [(5, Body::Game(game)), (6, Body::Table(seating))] {
        let bytes = Envelope::write(&host, id, counter, &body);
        table.handle_frame(now, LineId(0), &bytes).expect("sound");
    }
    table.sit(now, 0, Some(Seat(1))).expect("said");
    assert_eq!(table.agree(now), Err(WishError::Continues));
}

/// A table where everybody has signed but the cheat, and all that has been signed.
fn signed() -> (Cheated, Digest) {
    let mut cheated = cheated();
    let sid = cheated.honest_agree();
    let ready = cheated.ready(Stance::Ready(sid));
    cheated.says(0, &ready);
    cheated.room.carry();
    let now = cheated.room.now;
    cheated.room.tables[0].begin(now).expect("all are ready");
    cheated.room.carry();
    assert!(cheated.room.has_signed(1));
    (cheated, sid)
}

#[test]
fn a_beginning_with_a_missing_or_foreign_signature_begins_nothing() {
    let (mut cheated, sid) = signed();
    let manifest = cheated.manifest();
    let cheat = Genesis::sign(Seat(2), &sid, &ident(CHEAT), &match_key(CHEAT));
    let foreign = Genesis::sign(Seat(0), &sid, &ident(CHEAT), &match_key(CHEAT));
    let kept = cheated.room.kept[1].iter().find_map(|kept| match kept {
        protocol::proposal::Kept::Signed(it) => it.signatures.first().copied(),
        protocol::proposal::Kept::Begun(_) => None,
    });
    let bens = kept.expect("Ben has signed");
    for signatures in [
        vec![bens, cheat],
        vec![foreign, bens, cheat],
        vec![
            Genesis {
                seat: Seat(0),
                ..bens
            },
            bens,
            cheat,
        ],
    ] {
        let manifest = manifest.to_bytes();
        cheated.says(
            1,
            &Body::Begun(Begun {
                manifest,
                signatures,
            }),
        );
        assert_eq!(cheated.room.begun(), [None, None]);
    }
    // with its true signatures the cheat only helps
    let (by_identity, by_key) = (cheat.by_identity, cheat.by_key);
    let signed = cheated.ready(Stance::Signed {
        sid,
        by_identity,
        by_key,
    });
    cheated.says(0, &signed);
    cheated.room.carry();
    assert!(cheated.room.all_begun());
}

#[test]
fn a_signature_that_does_not_hold_begins_nothing() {
    let (mut cheated, sid) = signed();
    let wrong = Genesis::sign(Seat(2), &[1; 32], &ident(CHEAT), &match_key(CHEAT));
    let (by_identity, by_key) = (wrong.by_identity, wrong.by_key);
    let signed = cheated.ready(Stance::Signed {
        sid,
        by_identity,
        by_key,
    });
    cheated.says(0, &signed);
    cheated.room.carry();
    assert_eq!(cheated.room.begun(), [None, None]);
    assert!(
        !cheated.room.has_signed(0),
        "the host signs last, and only with valid ones"
    );
}

#[test]
fn the_beginning_of_an_old_table_begins_nothing_at_this_one() {
    let mut old = Room::star(3);
    for machine in 0..3 {
        old.agree(machine);
        old.carry();
    }
    let now = old.now;
    old.tables[0].begin(now).expect("ready");
    old.carry();
    let begun = old.tables[1].begun().expect("begun").clone();
    let manifest = begun.manifest.to_bytes();
    let signatures = begun.signatures.clone();
    let body = Body::Begun(Begun {
        manifest,
        signatures,
    });
    // the same players with the same secrets, at a table with a fresh id
    let host = Table::host_table(
        now,
        vec![person(0)],
        &tiny(9),
        3,
        all(3),
        [[10; 32], secret(0)],
    );
    let id = host.expect("a table").id();
    let mut table = Table::join(vec![person(1)], key(0), id, all(3), secret(1)).expect("a table");
    let bytes = Envelope::write(&ident(2), id, now.unix_ms, &body);
    table.handle_frame(now, LineId(0), &bytes).expect("sound");
    assert!(table.begun().is_none());
}

#[test]
fn an_older_state_that_is_shown_again_counts_for_nothing() {
    let mut cheated = cheated();
    let sid = cheated.honest_agree();
    let ready = cheated.ready(Stance::Ready(sid));
    let old = cheated.signs(&ready);
    cheated.hands(0, &old);
    let looks = cheated.ready(Stance::Looks);
    cheated.says(0, &looks);
    cheated.hands(0, &old);
    cheated.room.carry();
    let seating = cheated.room.tables[1].seating().expect("shown");
    assert_eq!(
        seating.sitter(key(CHEAT)).map(|it| it.is_ready),
        Some(false)
    );
}

#[test]
fn a_flood_of_new_states_stops_at_the_signers_budget_and_spares_the_others() {
    let mut cheated = cheated();
    cheated.room.wait(Duration::from_secs(10));
    cheated.room.carry();
    let mut passed = 0;
    for _ in 0..200 {
        let looks = cheated.ready(Stance::Looks);
        cheated.says(0, &looks);
        let queue = std::mem::take(&mut cheated.room.queue);
        let is_states =
            |bytes: &[u8]| Header::read(bytes).is_ok_and(|header| header.sender == key(CHEAT));
        passed += queue
            .iter()
            .filter(|(to, _, bytes)| *to == 1 && is_states(bytes))
            .count();
    }
    assert_eq!(passed, 60);
    assert!(cheated.room.faults.is_empty(), "a relay is not to blame");
    // Ben is heard as before
    let now = cheated.room.now;
    cheated.room.tables[1].stand(now, 0).expect("a player");
    cheated.room.carry();
    assert_eq!(
        cheated.room.tables[0]
            .seating()
            .and_then(|it| it.seat_of(key(1))),
        None
    );
}

#[test]
fn a_connection_that_repeats_without_end_is_closed() {
    let mut cheated = cheated();
    let looks = cheated.ready(Stance::Looks);
    let bytes = cheated.signs(&looks);
    for _ in 0..400 {
        cheated.hands(0, &bytes);
    }
    assert_eq!(
        cheated.room.faults.first(),
        Some(&(0, EnvelopeError::Flood))
    );
}

#[test]
fn strangers_share_one_budget_and_leave_with_their_connection() {
    let nobody = BTreeSet::new();
    let mut room = Room::hosting(3, &nobody);
    let (now, line, id) = (room.now, LineId(70), room.tables[0].id());
    room.tables[0].line_up(now, line, key(1));
    for seed in 0..100 {
        let stranger = Identity::from_seed([seed; 32]);
        let me = Me {
            machine: stranger.public(),
            machine_proof: Me::prove(&stranger, &id, stranger.public()),
            ..state(id, 1, &format!("S{seed}"), 1, Stance::Looks)
        };
        let bytes = Envelope::write(&stranger, id, 5, &Body::Me(Box::new(me)));
        room.hand(0, line, &bytes);
    }
    let asked = room.events[0]
        .iter()
        .filter(|it| matches!(it, TableEvent::Asked(_)));
    assert_eq!(asked.count(), 16);
    room.tables[0].line_down(now, line);
    room.tables[0]
        .let_in(now, Identity::from_seed([0; 32]).public())
        .expect("the host");
    assert_eq!(
        room.tables[0].seating().expect("shown").sitters().count(),
        1
    );
}
