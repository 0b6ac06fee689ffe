//! The largest scenario there can be, with the largest position that a match can begin from: the manifest that holds both
//! is longer than any other frame.

use net::lobby::{LobbyCommand, LobbyHandle, Started};
use protocol::codec::{MAX_BYTES, MAX_MANIFEST};
use protocol::file::{Entry, read_public};
use protocol::manifest::Terms;
use protocol::{Offer, Start};
use rules::{MAX_WHOLE_BYTES, Rules as _};
use scenario::Scenario;

use crate::machines::left;
use crate::seats::{Room, begin, code, seated};
use crate::seats_in_place::{leave_after, table_from};
use crate::table::Table;
use crate::whole::{loopback, play_both};

/// The length of each side of the largest board.
const SIDE: usize = 120;

/// The turn when reinforcements are due: none that the match comes to.
const NEVER: u32 = 60_000;

/// A scenario of exactly as many bytes as a scenario may have, with that many reinforcements for each side. Each of them
/// takes three bytes of every position.
fn text(reinforcements: usize) -> String {
    let rows = |rank: &dyn Fn(usize) -> String| {
        let rows = (0..SIDE).map(rank).collect::<Vec<String>>();
        rows.join("\n")
    };
    let units = rows(&|rank| match rank {
        0 => format!("d{}", ".".repeat(SIDE - 1)),
        rank if rank + 1 == SIDE => format!("{}D", ".".repeat(SIDE - 1)),
        _ => ".".repeat(SIDE),
    });
    let zones = rows(&|rank| match rank {
        0..2 => "e".repeat(SIDE),
        rank if rank + 2 >= SIDE => "E".repeat(SIDE),
        _ => ".".repeat(SIDE),
    });
    let mut text = format!(
        "format = 1\nfamily = \"warlord\"\ntitle = \"Largest\"\n\n[board]\nfiles = {SIDE}\nranks = {SIDE}\n\n\
         [army]\nboth = {{ D = 1, I = {reinforcements} }}\n\n[turn]\ncap = 3\n\n\
         [set-up]\nkind = \"fixed\"\nrows = \"\"\"\n{units}\n\"\"\"\n\n\
         [entry]\nzones = \"\"\"\n{zones}\n\"\"\"\n\n\
         [[entry.block]]\nturn = {NEVER}\nboth = {{ I = {reinforcements} }}\n# "
    );
    text.push_str(&"x".repeat(scenario::MAX_BYTES - text.len()));
    text
}

/// The game with that many reinforcements, and its first position in whole bytes.
fn game(reinforcements: usize) -> (Scenario, Vec<u8>) {
    let text = text(reinforcements);
    let scenario = Scenario::parse("largest.toml", &text).expect("a sound scenario");
    let position = scenario.start(&[]).expect("no options");
    let whole = position.to_whole().expect("within the limit");
    (scenario, whole)
}

/// The offer of the largest scenario, whose first position has that many bytes or up to five fewer, with that position.
fn largest(bytes: usize, max_turns: u32) -> (Offer, Vec<u8>) {
    let few = 100;
    let more = bytes - game(few).1.len();
    let (scenario, position) = game(few + more / 6);
    assert_eq!(scenario.text().len(), scenario::MAX_BYTES);
    assert!(position.len() + 6 > bytes, "{}", position.len());
    let offer = Offer {
        scenario,
        options: Vec::new(),
        host_side: None,
        max_turns: Some(max_turns),
        terms: Terms::default(),
        takeback: true,
        start: None,
        drop: None,
        vacancy: None,
    };
    (offer, position)
}

/// The length of the manifest in a match file: longer than any frame that holds none.
fn assert_long(file: &[u8]) {
    let (entries, _) = read_public(file).expect("a match file");
    let Some(Entry::Manifest(manifest)) = entries.first() else {
        panic!("a match file begins with its manifest");
    };
    let length = manifest.to_bytes().len();
    assert!((MAX_BYTES..MAX_MANIFEST).contains(&length), "{length}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_largest_scenario_with_the_largest_position_is_played_by_two() {
    let (offer, position) = largest(MAX_WHOLE_BYTES, 2);
    // next to another match, of which the guest knows nothing
    let start = Start {
        instead: false,
        sid: [3; 32],
        at: 9,
        root: [4; 32],
        after: 8,
        position,
        written_ms: 1,
        began_ms: 2,
        times: Vec::new(),
        gives_up: None,
        forgiven: Vec::new(),
        asks: None,
        strange: Vec::new(),
        number: 0,
        gone: Vec::new(),
        carried: None,
    };
    let offer = Offer {
        start: Some(start),
        ..offer
    };
    let table = Table::new();
    let host = table.host(offer, loopback());
    let guest = table.join(&host);
    play_both(host.clone(), guest.clone()).await;
    for handle in [&host, &guest] {
        let shown = handle.snapshot();
        let verdict = shown.played.verdict.as_deref();
        assert_eq!(verdict, Some("COMPLETE"), "{:?}", shown.messages);
        assert_long(&table.file(handle));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_largest_scenario_is_played_at_a_table_and_at_one_in_its_place() {
    // with room for what is in a position while it is played
    let (offer, _) = largest(MAX_WHOLE_BYTES - 4096, 30);
    let room = Room::new();
    let host = net::lobby::host_table(room.host_config(offer, 3)).expect("a table");
    host.send(LobbyCommand::OpenToAll(true));
    let lobbies = join_all(&room, host, ["Ben", "Cid"]).await;
    let old = leave_after(begin_all(lobbies).await, 3).await;
    let again = table_from(&room.home("Ben"), &old[1]);
    let host = net::lobby::host_table(again).expect("a table");
    let lobbies = join_all(&room, host, ["Ann", "Cid"]).await;
    for started in begin_all(lobbies).await {
        let shown = left(started.handle).await;
        assert_long(&std::fs::read(&shown.file).expect("a match file"));
    }
}

async fn join_all(room: &Room, host: LobbyHandle, names: [&str; 2]) -> Vec<LobbyHandle> {
    let code = code(&host);
    let mut lobbies = vec![host];
    for name in names {
        lobbies.push(seated(room.join(name, &code)).await);
    }
    lobbies
}

async fn begin_all(mut lobbies: Vec<LobbyHandle>) -> Vec<Started> {
    begin(&mut lobbies).await
}
