//! The players one has met: a player who comes over the line is known by the key, whatever name the player gives.

use std::sync::Arc;

use home::{Home, Invitation, Player};
use net::{JoinConfig, MatchHandle, StartError};
use protocol::{PublicKey, Stage};
use tempfile::TempDir;

use crate::table::{autoplay, offer, patience};

/// Players with data folders of their own.
struct Club {
    folder: TempDir,
}

impl Club {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    fn home(&self, who: &str) -> Home {
        Home::at(self.folder.path().join(who)).expect("a folder")
    }

    fn player(&self, who: &str, name: &str) -> Player {
        self.home(who).player(Some(name)).expect("a player")
    }

    fn key(&self, who: &str) -> PublicKey {
        self.player(who, who).key()
    }

    /// Ann's open match.
    fn host(&self, max_turns: u32) -> MatchHandle {
        let (home, player) = (self.home("ann"), self.player("ann", "Ann"));
        let mut config = net::HostConfig::new(home, player, offer("clash-of-arms", max_turns));
        config.listen = vec!["127.0.0.1:0".parse().expect("an address")];
        config.lan = false;
        net::host(config).expect("a match")
    }

    fn join(&self, who: &str, name: &str, code: &Invitation) -> Result<MatchHandle, StartError> {
        let mut config = JoinConfig::new(self.home(who), self.player(who, name), code.clone());
        config.accept = true;
        net::join(config)
    }

    /// How the player who joins under that name stands with Ann, and Ann with that player.
    async fn meet(&self, who: &str, name: &str) -> [String; 2] {
        let mut host = self.host(2);
        let mut guest = self.join(who, name, &code(&host)).expect("let in");
        let is_playing = |snapshot: &net::Snapshot| snapshot.stage == Stage::Playing;
        let seen = [
            patience(host.wait_for(is_playing)).await,
            patience(guest.wait_for(is_playing)).await,
        ];
        let playing = [
            tokio::spawn(autoplay(host, 1)),
            tokio::spawn(autoplay(guest, 2)),
        ];
        for playing in playing {
            patience(playing).await.expect("no panic");
        }
        seen.map(|snapshot| {
            let acquaintance = snapshot.meeting.acquaintance.as_ref();
            acquaintance.expect("somebody").to_string()
        })
    }
}

fn code(host: &MatchHandle) -> Arc<Invitation> {
    host.snapshot()
        .meeting
        .invitation
        .clone()
        .expect("an invitation")
}

#[tokio::test(flavor = "multi_thread")]
async fn row_25_a_new_key_under_an_old_name_is_shown_as_a_stranger() {
    let club = Club::new();
    assert_eq!(club.meet("bob", "Bob").await, ["stranger", "stranger"]);
    assert_eq!(
        club.meet("bob", "Bob").await,
        ["known, 1 game", "known, 1 game"]
    );
    assert_eq!(
        club.meet("eve", "bob").await,
        ["stranger: the name bob is another key's here", "stranger"]
    );
    let bob = club.key("bob");
    let verified = club
        .home("ann")
        .change_people(|people| people.verify(bob, true));
    verified.expect("kept");
    // by now the impostor was met under the name too, and takes nothing from the player with whom Ann has compared
    // words
    let [eve, _] = club.meet("eve", "Bob").await;
    assert_eq!(
        eve,
        "known as bob, 1 game: the name Bob is another key's here"
    );
    assert_eq!(
        club.meet("bob", "Robert").await,
        ["verified as Bob, 2 games", "known, 2 games"]
    );
    let people = club.home("ann").people().expect("kept");
    let names: Vec<(&str, usize)> = people
        .iter()
        .map(|person| (person.name.as_str(), person.games))
        .collect();
    assert!(
        names.contains(&("Robert", 3)) && names.contains(&("Bob", 2)),
        "{names:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blocked_player_stays_at_the_door_and_the_place_stays_free() {
    let club = Club::new();
    let (ann, bob) = (club.key("ann"), club.key("bob"));
    let mut host = club.host(2);
    // the block holds for a host that waits already
    let blocked = club
        .home("ann")
        .change_people(|people| people.block(bob, true));
    blocked.expect("kept");
    let mut guest = club.join("bob", "Bob", &code(&host)).expect("a guest");
    let ended = patience(guest.wait_for(|snapshot| snapshot.messages.error.is_some())).await;
    let told = ended.messages.error.clone().expect("refused").what;
    assert!(told.contains("declined your request"), "{told}");
    assert_eq!(host.snapshot().stage, Stage::Greeting);
    assert_eq!(host.snapshot().meeting.acquaintance, None);
    let mut other = club.join("joe", "Joe", &code(&host)).expect("a guest");
    let is_playing = |snapshot: &net::Snapshot| snapshot.stage == Stage::Playing;
    patience(host.wait_for(is_playing)).await;
    patience(other.wait_for(is_playing)).await;

    // a guest does not join a host that the guest has blocked
    let blocked = club
        .home("bob")
        .change_people(|people| people.block(ann, true));
    blocked.expect("kept");
    let refused = club.join("bob", "Bob", &code(&club.host(2)));
    assert!(
        matches!(&refused, Err(StartError::Blocked { .. })),
        "{refused:?}"
    );
}
